//! The explorer: one instruction, the bits of its operands and its result, how it was rounded, and every step.

mod assembly;
mod command;
mod context;
mod further;
mod long;
mod machine_state;
mod messages;
mod modes;
mod modifiers;
mod operands;
mod steps;
mod word;

pub use command::take_long;
pub use context::ContextPicker;
pub use further::load;
pub use modes::drawings;
pub use operands::Operands;
pub use steps::Steps;
pub use view_model::pages::explore::paint::paint;
use view_model::pages::explore::{code, listing};

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text, when};
use crate::components::examples::{Example, invitation};
use crate::components::highlight::light;
use crate::components::html;
use crate::components::section_scheduler::turn;
use crate::state::app_state::{AppState, Shown};
use assembly::MachineCode;
use command::InstructionBox;
use further::{Further, further};
use leptos::context::Provider;
use leptos::html::Main;
use leptos::prelude::*;
pub use messages::equation;
use messages::{About, Notes};
use modes::Rounding;
use modifiers::ModifierBar;
use operands::Outcome;
use semantics::run::lane_name;
use wasm_bindgen::JsCast;

/// One of each kind of text that the box takes.
const EXAMPLES: &[Example] = &[
    ("0.1 + 0.2 == 0.3", "?v=1&i=0.1+%2B+0.2+%3D%3D+0.3"),
    ("0.1", "?v=1&i=0.1"),
    ("16777216.0f + 1.0f", "?v=1&i=16777216.0f+%2B+1.0f"),
    ("fma.rn.f32", "?v=1&i=fma.rn.f32+%25f4,+%25f1,+%25f2,+%25f3;"),
    ("__sinf(1e5f)", "?v=1&i=__sinf(1e5f)"),
    ("FFMA R0, R1, R2, R3;", "?v=1&i=FFMA+R0,+R1,+R2,+R3;"),
    ("a kernel", "program?v=1"),
    ("tensor cores", "tensor?v=1"),
];

/// The page.
#[component]
pub fn Explore() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let stage = NodeRef::<Main>::new();
    let lit = move |target: Option<web_sys::EventTarget>| {
        if let Some(stage) = stage.get_untracked() {
            light(&stage, target.and_then(|target| target.dyn_into().ok()));
        }
    };
    let stale = flag(move || explorer.shown.with(|shown| shown.as_ref().is_none_or(|shown| shown.stale)));
    // A link may ask for what has to be fetched first. Until it is here, only the box is shown, so that nothing is pushed about.
    let waits = move || explorer.shown.with(Option::is_none) && explorer.reading.with(Option::is_none);
    let behind = explorer.behind();
    let announced = Memo::new(move |_| explorer.shown.get().map(|shown| announce(&shown)).unwrap_or_default());
    view! {
        <main
            id="main"
            node_ref=stage
            class="explore"
            class:stale=stale
            class:nothing=flag(move || explorer.shown.with(Option::is_none))
            aria-busy=when(waits)
            on:pointerover=on_event(move |event: web_sys::PointerEvent| lit(event.target()))
            on:pointerleave=on_event(move |_| lit(None))
            on:focusin=on_event(move |event: web_sys::FocusEvent| lit(event.target()))
        >
            <h1 class="unseen">"Explore one instruction"</h1>
            {invitation("See bit by bit what an NVIDIA GPU computes.", EXAMPLES)}
            {turn(|| view! { <InstructionBox /> }.into_any())}
            <div class="table-and-microscope">
                {turn(|| view! { <Outcome /> }.into_any())}
                <p class="why">
                    <b>"Why"</b>
                    <span inner_html=text(move || explorer.shown.get().map(|shown| why(&shown)).unwrap_or_default())></span>
                </p>
                {turn(|| view! { <Rounding /> }.into_any())}
                {turn(|| view! { <Operands /> }.into_any())}
            </div>
            <p class="unseen" aria-live="polite">{text(move || announced.get())}</p>
            {turn(move || view! { <Provider value=behind><Steps /></Provider> }.into_any())}
            {turn(|| view! { <ModifierBar /> }.into_any())}
            {machine(|further| further.words)}
            {turn(|| view! { <MachineCode /> }.into_any())}
            {machine(|further| further.state)}
            {turn(move || view! { <Provider value=behind><About /><Notes /></Provider> }.into_any())}
        </main>
    }
}

/// A section of machine code, from when the box first holds such code; then it stays, and hides itself.
fn machine(section: fn(&Further) -> fn() -> AnyView) -> AnyView {
    let explorer = expect_context::<AppState>();
    let asked = Memo::new(move |asked: Option<&bool>| {
        asked == Some(&true) || explorer.reading.with(|reading| reading.as_ref().is_some_and(|reading| !reading.is_ptx()))
    });
    part(move || {
        // Followed even while the code is not here.
        let (asked, _) = (asked.get(), explorer.arrived.get());
        further().filter(|_| asked).map_or_else(|| ().into_any(), |further| section(further)())
    })
    .into_any()
}

fn announce(shown: &Shown) -> String {
    if let Some((_, why)) = shown.evaluated.run.broken_off() {
        return why;
    }
    if shown.stale { String::new() } else { format!("Result {}, {}.", shown.evaluated.result_decimal(), shown.evaluated.flag_words()) }
}

/// The one sentence, or one for each lane.
fn why(shown: &Shown) -> String {
    let evaluated = &shown.evaluated;
    if !evaluated.run.ran() && evaluated.reading.guard().is_some() {
        return "The guard is false, so the instruction does not run and d keeps its bits.".into();
    }
    let lanes = evaluated.lanes();
    if lanes == 1 {
        return html::sentence(&evaluated.why(0));
    }
    (0..lanes)
        .map(|lane| ["<span>", lane_name(lane, lanes), " lane: ", &html::sentence(&evaluated.why(lane)), "</span>"].concat())
        .collect()
}
