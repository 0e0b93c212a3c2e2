//! The case study: a single becomes a half by integer arithmetic, line by line, with every variable as bits.
//!
//! What is shown follows from the query alone (see [`query`]): the conversion runs anew for each input, and a step only chooses what to
//! look at.

mod proof;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::BitRow;
use crate::components::dynamic::text;
use crate::components::examples::invitation;
use crate::components::html::{push_text, sentence};
use crate::components::sections::Sections;
use crate::components::value::Value;
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::{Change, EditLabel};
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use query::Query;
use semantics::number::{F32, Pattern};
use semantics::operation::float_to_half::{Conversion, Moment, PRESETS, SOURCE};
use std::sync::Arc;
use view_model::pages::float_to_half::{figure, listing, query, remarks};
use wasm_bindgen::JsCast;

const PLAY: core::time::Duration = core::time::Duration::from_millis(1600);

/// The page's state and what can be done to it. Cheap to copy.
#[derive(Clone, Copy)]
struct Study {
    explorer: AppState,
    query: Memo<Query>,
    conversion: Memo<Arc<Conversion>>,
    /// The moment that is looked at, counted from zero.
    moment: Memo<usize>,
    playing: RwSignal<Option<IntervalHandle>>,
}

impl Study {
    fn new(explorer: AppState) -> Study {
        let read = Memo::new(move |_| Query::read(&explorer.query(Page::Half)));
        let query = Memo::new(move |_| read.with(|(query, _)| *query));
        Effect::new(move |_| {
            let notices = read.with(|(_, notices)| notices.clone());
            explorer.notify(notices);
        });
        let input = Memo::new(move |_| query.get().input);
        let conversion = Memo::new(move |_| Arc::new(Conversion::of(input.get())));
        let moment = Memo::new(move |_| conversion.with(|conversion| query.get().moment(conversion)));
        Effect::new(move |_| {
            let number = Pattern::new(F32::ROW, input.get().into());
            explorer.subject.set(format!("0x{} to a half", number.hex()));
        });
        Study { explorer, query, conversion, moment, playing: RwSignal::new(None) }
    }

    fn set_input(&self, input: u32, change: Change) {
        let query = Query { input, ..self.query.get_untracked() };
        self.explorer.set_query(Page::Half, &query.written(), change);
    }

    fn count(&self) -> usize {
        self.conversion.with(|conversion| conversion.moments.len())
    }

    /// Looks at a moment.
    fn show(&self, moment: usize) {
        let line = self.conversion.with_untracked(|conversion| match conversion.moments.get(moment) {
            Some(found) if moment + 1 < conversion.moments.len() => Some(found.line as usize + 1),
            _ => None,
        });
        let query = Query { line, ..self.query.get_untracked() };
        self.explorer.set_query(Page::Half, &query.written(), Change::View);
    }

    fn back(&self) {
        self.stop();
        self.show(self.moment.get_untracked().saturating_sub(1));
    }

    fn next(&self) {
        self.stop();
        self.show(self.moment.get_untracked() + 1);
    }

    fn stop(&self) {
        if let Some(Some(handle)) = self.playing.try_update(Option::take) {
            handle.clear();
        }
    }

    /// Plays from where it stands, from the start if it stands at the end; pauses while it plays.
    fn play(self) {
        if self.playing.get_untracked().is_some() {
            return self.stop();
        }
        let last = move || self.moment.get_untracked() + 1 >= self.conversion.with_untracked(|conversion| conversion.moments.len());
        if last() {
            self.show(0);
        }
        let tick = move || {
            self.show(self.moment.get_untracked() + 1);
            if last() {
                self.stop();
            }
        };
        self.playing.set(set_interval_with_handle(tick, PLAY).ok());
    }

    /// What is made of the moment before the one looked at, and of that one.
    fn seen(&self, make: fn(Option<&Moment>, &Moment) -> String) -> String {
        let at = self.moment.get();
        self.conversion.with(|conversion| {
            let before = at.checked_sub(1).and_then(|before| conversion.moments.get(before));
            conversion.moments.get(at).map(|now| make(before, now)).unwrap_or_default()
        })
    }
}

/// The page.
#[component]
pub fn Half() -> impl IntoView {
    let study = Study::new(expect_context::<AppState>());
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() || browser::in_text_field(&event) {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" => study.back(),
            "ArrowRight" => study.next(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || {
        keys.remove();
        study.stop();
    });
    let pattern: Signal<Pattern> = Memo::new(move |_| Pattern::new(F32::ROW, study.query.get().input.into())).into();
    let edit = Callback::new(move |pattern: Pattern| study.set_input(pattern.bits as u32, Change::Edit(EditLabel::HalfBits)));
    let of = Signal::stored("the single".to_owned());
    let chosen = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("[data-line], [data-bits]").ok().flatten()) else { return };
        if let Some(line) = button.get_attribute("data-line").and_then(|line| line.parse::<usize>().ok()) {
            study.stop();
            let moment =
                study.conversion.with_untracked(|conversion| conversion.moments.iter().position(|moment| moment.line as usize + 1 == line));
            moment.iter().for_each(|moment| study.show(*moment));
        }
        if let Some(bits) = button.get_attribute("data-bits").and_then(|bits| u32::from_str_radix(&bits, 16).ok()) {
            study.set_input(bits, Change::Edit(EditLabel::Half));
        }
    };
    let listing = text(move || study.conversion.with(|conversion| listing::listing(conversion, study.moment.get())));
    let outcome = text(move || study.conversion.with(|conversion| remarks::outcome(conversion, study.explorer.context.get())));
    view! {
        <main id="main" class="half" on:click=chosen>
            <Sections />
            <h1>"A single becomes a half, line by line"</h1>
            {invitation("How integer instructions alone round a single to a half: step through the lines, or choose an input.", &[])}
            <p class="presets" role="group" aria-label="Inputs worth a look" inner_html=text(move || presets(study.query.get().input))></p>
            <div class="study">
                <section class="source" aria-label="Source" tabindex="0">
                    <ol class="listing" inner_html=listing></ol>
                </section>
                <section class="watch" aria-label="Variables">
                    <div class="input">
                        <b>"f"</b>
                        <BitRow name=Signal::stored("bits of the single".to_owned()) pattern edit />
                        <Value of pattern edit=Some(edit) />
                    </div>
                    <div class="figure" role="group" aria-label="Variables as bits" tabindex="0" inner_html=text(move || study.seen(figure::figure))></div>
                    <div class="numbers" inner_html=text(move || study.seen(figure::numbers))></div>
                    <Player study />
                    <p class="said" aria-live="polite" inner_html=text(move || study.seen(said))></p>
                    <div class="outcome" inner_html=outcome></div>
                </section>
            </div>
            <div class="remarks-of-study" inner_html=remarks::boundaries()></div>
            {proof::section()}
        </main>
    }
}

/// The line that ran and what it did, as markup.
fn said(_: Option<&Moment>, now: &Moment) -> String {
    let place = now.line as usize;
    let mut html = format!("<code><b>{}</b> ", place + 1);
    push_text(&mut html, SOURCE[place].trim_start());
    html.push_str("</code> ");
    html.push_str(&sentence(&now.sentence()));
    html
}

fn presets(input: u32) -> String {
    let mut html = String::with_capacity(2000);
    for (name, bits) in PRESETS {
        let pressed = if bits == input { "true" } else { "false" };
        for piece in
            ["<button type=\"button\" aria-pressed=\"", pressed, "\" data-bits=\"", &format!("{bits:08x}"), "\">", name, "</button>"]
        {
            html.push_str(piece);
        }
    }
    html
}

#[component]
fn Player(study: Study) -> impl IntoView {
    let slide = move |event: web_sys::Event| {
        if let Ok(moment) = event_target_value(&event).parse::<usize>() {
            study.stop();
            study.show(moment);
        }
    };
    let place = move || [&(study.moment.get() + 1).to_string(), " of ", &study.count().to_string()].concat();
    view! {
        <div class="player" role="group" aria-label="Step through">
            <button type="button" aria-label="Previous step" on:click=move |_| study.back()>"◀"</button>
            <button type="button" aria-label="Next step" on:click=move |_| study.next()>"▶"</button>
            <button type="button" aria-pressed=text(move || study.playing.get().is_some().to_string()) on:click=move |_| study.play()>"play"</button>
            <input
                type="range"
                min="0"
                max=text(move || study.count().saturating_sub(1).to_string())
                aria-label="Step"
                aria-valuetext=text(place)
                prop:value=text(move || study.moment.get().to_string())
                on:input=slide
            />
            <span>{text(move || ["step ", &place()].concat())}</span>
        </div>
    }
}
