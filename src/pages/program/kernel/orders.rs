//! Every order of threads: a button runs the kernel in many orders, and what they leave in a number is a histogram and a table.

use super::asked::{Asked, Plan};
use super::run::Clock;
use super::{Kernel, Shared};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::{count, sentence};
use crate::components::redraw::redraws;
use crate::components::section_scheduler::measured;
use crate::plots::{canvas, histogram};
use crate::state::browser::focus_again;
use crate::state::history::{Change, EditLabel};
use leptos::html::Canvas;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::kernel::Order;
use semantics::orders::{MOST_LINES, MOST_SEEDS, Study, USUAL_SEEDS};
use view_model::pages::program::kernel::orders::{Found, Number, progress, whole};
use view_model::pages::program::kernel::{orders, running};
use wasm_bindgen::JsCast;

/// The section.
pub fn orders(kernel: Kernel) -> AnyView {
    let (found, said, seeds) = (RwSignal::new(Found::default()), RwSignal::new(String::new()), RwSignal::new(USUAL_SEEDS.to_string()));
    let (runs, chosen) = (RwSignal::new(false), RwSignal::new(0usize));
    // The number of the study that is waited for, and whether it should end.
    let (turn, ends) = (StoredValue::new(0u32), StoredValue::new(false));
    // What runs, whatever its order and the thread that is shown.
    let asked = Memo::new(move |_| {
        let plan = kernel.asked.with(|asked| Plan { order: Order::Number, thread: 0, ..asked.plan.clone() });
        (kernel.read.get(), plan, kernel.arguments.get())
    });
    let empty = move || {
        turn.update_value(|turn| *turn = turn.wrapping_add(1));
        found.set(Found::default());
        said.set(String::new());
        runs.set(false);
        chosen.set(0);
    };
    Effect::new(move |_| {
        asked.track();
        empty();
    });
    let start = move || {
        empty();
        ends.set_value(false);
        let now = turn.get_value();
        let waits = move || turn.try_get_value() == Some(now);
        let (Shared(read), plan, arguments) = asked.get_untracked();
        let begun = orders::orders(&plan, &seeds.get_untracked())
            .and_then(|orders| running::launched(&read, &plan, &arguments).map(|launched| (orders, launched)));
        let (orders, launched) = match begun {
            Ok(begun) => begun,
            Err(why) => return said.set(why),
        };
        runs.set(true);
        spawn_local(async move {
            let mut study = match Study::new(&read.module, &launched, orders, MOST_LINES) {
                Ok(study) => study,
                Err(why) => {
                    runs.set(false);
                    return said.set(why);
                }
            };
            let mut clock = Clock::new();
            while study.go_on() {
                if clock.is_due() {
                    said.set(progress(&study));
                    clock.turn().await;
                    if !waits() {
                        return;
                    }
                    if ends.get_value() {
                        ends.set_value(false);
                        study.stop();
                    }
                }
            }
            let all = Found::new(&study, &read, &launched);
            said.set(all.said.clone());
            found.set(all);
            runs.set(false);
        });
    };
    let number = move || found.with(|found| found.numbers.get(chosen.get()).cloned());
    let told = move |tell: fn(&Number) -> String| number().as_ref().map(tell).unwrap_or_default();
    let none = Memo::new(move |_| found.with(|found| found.numbers.is_empty()));
    let order = Memo::new(move |_| kernel.asked.with(|asked| asked.plan.order));
    let table = move || number().map(|number| number.table(order.get())).unwrap_or_default();
    let plot = Memo::new(move |_| number().and_then(|number| number.histogram()));
    let (area, layout) = (NodeRef::<Canvas>::new(), RwSignal::new(0));
    Effect::new(move |_| {
        layout.track();
        if let (Some(area), Some(plot)) = (area.get(), plot.get()) {
            // The canvas has its size when the page has been laid out.
            measured(move || {
                let (size, scale) = canvas::size(&area);
                canvas::paint(&area, size, &histogram::draw(&plot, size, scale));
            });
        }
    });
    redraws(layout);
    let click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-order]").ok().flatten());
        let named = button.and_then(|button| button.get_attribute("data-order"));
        if let Some(order) = named.as_deref().and_then(|order| Order::read(order).ok()) {
            kernel.ask(Change::Edit(EditLabel::Kernel("order".into())), |asked| Asked {
                plan: Plan { order, ..asked.plan },
                step: None,
                ..asked
            });
            focus_again(format!("#orders [data-order=\"{order}\"]"));
        }
    };
    let all = Memo::new(move |_| asked.with(|asked| whole(&asked.1)));
    let words = text(move || match (runs.get(), all.get()) {
        (true, _) => "stop".to_owned(),
        (_, Some(all)) => ["run every order (", &count(all.into()), ")"].concat(),
        _ => "run these orders".to_owned(),
    });
    let go = on_event(move |_: web_sys::MouseEvent| if runs.get_untracked() { ends.set_value(true) } else { start() });
    let names = part(move || {
        let option = |(at, one): (usize, &Number)| view! { <option value=at.to_string()>{one.name.clone()}</option> }.into_any();
        found.with(|found| found.numbers.iter().enumerate().map(option).collect_view().into_any())
    });
    let choose = on_event(move |event: web_sys::Event| chosen.set(event_target_value(&event).parse().unwrap_or(0)));
    let alone = Memo::new(move |_| asked.with(|asked| asked.1.count() == 1));
    view! {
        <details class="inputs" id="orders" hidden=flag(move || alone.get())>
            <summary>"Every order of threads: which results there are"</summary>
            <p>
                "An order is the order in which the threads of a block take their turns, the same in every block. A thread runs until it ends or waits for others, \
                and those that have met go on in the same order. A chip may also change threads between two lines; that is not tried here."
            </p>
            <label hidden=flag(move || all.get().is_some())>
                "by number, reversed, and so many seeds: "
                <input
                    id="seeds"
                    type="number"
                    min="1"
                    max=MOST_SEEDS.to_string()
                    prop:value=text(move || seeds.get())
                    on:input=on_event(move |event: web_sys::Event| seeds.set(event_target_value(&event)))
                />
            </label>
            <p>
                <button type="button" class="fix" id="run-orders" on:click=go>{words}</button>" "
                <span id="orders-said" role="status" inner_html=text(move || sentence(&said.get()))></span>
            </p>
            <div hidden=flag(move || none.get())>
                <label>"number "<select id="differing" prop:value=text(move || chosen.get().to_string()) on:change=choose>{names}</select></label>
                <p inner_html=text(move || sentence(&told(Number::said)))></p>
                <canvas
                    node_ref=area
                    role="img"
                    aria-label="Histogram of the results over all orders; the table below holds them"
                    hidden=flag(move || plot.with(Option::is_none))
                ></canvas>
                <div
                    class="scroll"
                    tabindex="0"
                    role="region"
                    aria-label="Results, the least first"
                    on:click=click
                    inner_html=text(table)
                ></div>
            </div>
        </details>
    }
    .into_any()
}
