//! Many inputs: a table is pasted, the kernel runs for each of its rows, and those whose results are farthest off are shown.
//!
//! The table stays out of the address, which a row that is chosen goes into.

use super::Kernel;
use super::asked::{Asked, Plan};
use super::run::{self, Clock};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::components::html::{count, sentence};
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use leptos::task::spawn_local;
use view_model::pages::program::kernel::inputs::{Ended, drawn, rows, summary};
use wasm_bindgen::JsCast;

/// The section.
pub fn inputs(kernel: Kernel) -> AnyView {
    let table = RwSignal::new(String::new());
    let (ended, said) = (RwSignal::new(Vec::<Ended>::new()), RwSignal::new(String::new()));
    let turn = StoredValue::new(0u32);
    let start = move || {
        turn.update_value(|turn| *turn = turn.wrapping_add(1));
        let now = turn.get_value();
        let waits = move || turn.try_get_value() == Some(now);
        let read = kernel.read.get_untracked().0;
        let plan = kernel.asked.with_untracked(|asked| asked.plan.clone());
        let all = table.with_untracked(|table| rows(table, &kernel.parameters.get_untracked(), &kernel.arguments.get_untracked()));
        ended.set(Vec::new());
        let all = match all {
            Ok(all) => all,
            Err(why) => return said.set(why),
        };
        spawn_local(async move {
            let (of, mut clock) = (all.len(), Clock::new());
            for (at, arguments) in all.into_iter().enumerate() {
                let Some(done) = run::run(read.clone(), plan.clone(), arguments.clone(), waits, |_| ()).await else { return };
                let result = done.and_then(|done| match (&done.stop, done.farthest()) {
                    (Some((stop, _)), _) => {
                        Err(format!("stops at line {}: {}", done.read.number(stop.number(&done.read.module) - 1), stop.message))
                    }
                    (None, Some((buffer, at, error))) => Ok((done.element_name(buffer, at), error)),
                    (None, None) => Err("leaves no number that was computed".into()),
                });
                if clock.is_due() {
                    clock.turn().await;
                    if !waits() {
                        return;
                    }
                    said.set(format!("{} of {} rows have run.", count(at as u64 + 1), count(of as u64)));
                }
                ended.update(|ended| ended.push(Ended { row: at + 1, arguments, result }));
            }
            ended.update(|ended| ended.sort_by_key(|one| core::cmp::Reverse(one.size())));
            said.set(ended.with_untracked(|ended| summary(ended)));
        });
    };
    let show = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-row]").ok().flatten());
        let row = button.and_then(|button| button.get_attribute("data-row")).and_then(|row| row.parse::<usize>().ok());
        let arguments = ended.with_untracked(|ended| ended.iter().find(|one| Some(one.row) == row).map(|one| one.arguments.clone()));
        if let Some(arguments) = arguments {
            kernel.ask(Change::Edit(EditLabel::Kernel("row".into())), |asked| {
                let plan = Plan { arguments: arguments.into_iter().map(Some).collect(), ..asked.plan };
                Asked { plan, step: None, ..asked }
            });
        }
    };
    let html = move || ended.with(|ended| drawn(ended));
    let names = move || {
        let names = kernel.parameters.with(|all| all.iter().map(|one| one.name.clone()).collect::<Vec<_>>());
        format!("A row a line, a column a parameter; a first line may name them: {}", names.join(", "))
    };
    view! {
        <details class="inputs" hidden=flag(move || kernel.read.with(|read| read.0.program() == Some(0)))>
            <summary>"Many inputs: find the worst"</summary>
            <label class="ask" for="inputs">{text(names)}</label>
            <textarea
                id="inputs"
                rows="5"
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                prop:value=text(move || table.get())
                on:input=on_event(move |event: web_sys::Event| table.set(event_target_value(&event)))
            ></textarea>
            <p>
                <button type="button" class="fix" id="run-inputs" on:click=on_event(move |_: web_sys::MouseEvent| start())>"run every row"</button>" "
                <span id="worst-input" role="status" inner_html=text(move || sentence(&said.get()))></span>
            </p>
            <div
                class="scroll"
                tabindex="0"
                role="region"
                aria-label="Rows, the farthest off first"
                hidden=flag(move || ended.with(Vec::is_empty))
                on:click=show
                inner_html=text(html)
            ></div>
        </details>
    }
    .into_any()
}
