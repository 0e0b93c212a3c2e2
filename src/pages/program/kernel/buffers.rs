//! What lies in memory and in registers at the moment that is shown.

use super::super::hex;
use super::done::{Done, value_text};
use super::{Kernel, error_cell, push_cell, short, told};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{on_event, part, text};
use crate::components::html::{count, push_text};
use leptos::prelude::*;
use semantics::kernel::memory::Memory;

/// Elements of a buffer at once.
const SHOWN: usize = 64;

/// Both.
pub fn buffers(kernel: Kernel) -> AnyView {
    let number = Memo::new(move |_| kernel.with(|done| done.buffers.len()));
    let all = part(move || (0..number.get()).map(|at| buffer(kernel, at)).collect_view().into_any());
    let registers = move || registers(kernel);
    let title = told(kernel, move |done| moment("Registers", kernel.step.get(), done, done.end_said()));
    view! {
        <div class="held-now">
            {all}
            <section class="registers">
                <h2>{title}</h2>
                <div class="scroll" tabindex="0" role="region" aria-label="Registers that were written" inner_html=text(registers)></div>
            </section>
        </div>
    }
    .into_any()
}

fn moment(what: &str, step: usize, done: &Done, end: &str) -> String {
    match done.steps() - step.min(done.steps()) {
        0 => [what, " ", end].concat(),
        _ => format!("{what} after step {}", count(step as u64)),
    }
}

/// A buffer, some elements at once.
fn buffer(kernel: Kernel, number: usize) -> AnyView {
    let from = RwSignal::new(0usize);
    let length = Memo::new(move |_| {
        kernel.moment.with(|moment| kernel.with(|done| Some(done.buffers.get(number)?.numbers(&moment.0.1).len()))).unwrap_or(0)
    });
    let title = told(kernel, move |done| {
        let Some(buffer) = done.buffers.get(number) else { return String::new() };
        let name = format!("{} {}[{}]", short(&buffer.name, done.name()), buffer.own.name.to_lowercase(), count(length.get() as u64));
        moment(&name, kernel.step.get(), done, "after the run")
    });
    let label = move || {
        kernel.with(|done| {
            done.buffers.get(number).map_or(String::new(), |buffer| ["Elements of ", short(&buffer.name, done.name())].concat())
        })
    };
    let html = move || {
        kernel
            .moment
            .with(|moment| kernel.with(|done| elements(done, &moment.0.1, number, from.get().min(length.get()), kernel.step.get())))
    };
    let pages = pages(from, length, SHOWN, "elements");
    view! {
        <section class="buffer">
            <h2>{title}</h2>
            {pages}
            <div class="scroll" tabindex="0" role="region" aria-label=text(label) inner_html=text(html)></div>
        </section>
    }
    .into_any()
}

/// Goes through so many things at once; nothing where all of them are shown.
pub fn pages(from: RwSignal<usize>, length: Memo<usize>, shown: usize, what: &'static str) -> AnyView {
    let turn = move |by: isize| {
        on_event(move |_: web_sys::MouseEvent| {
            let to = from.get_untracked().saturating_add_signed(by);
            if to < length.get_untracked() {
                from.set(to);
            }
        })
    };
    let is_long = Memo::new(move |_| length.get() > shown);
    let all = part(move || {
        if !is_long.get() {
            return ().into_any();
        }
        let said = move || format!("{what} {} to {}", from.get(), (from.get() + shown).min(length.get()).saturating_sub(1));
        view! {
            <p class="pages">
                <button type="button" class="quiet" aria-label=format!("The {what} before") on:click=turn(-(shown as isize))>"◀"</button>
                <span>{text(said)}</span>
                <button type="button" class="quiet" aria-label=format!("The {what} behind") on:click=turn(shown as isize)>"▶"</button>
            </p>
        }
        .into_any()
    });
    view! { {all} }.into_any()
}

/// The table of some elements; the errors are those at the end of the run.
fn elements(done: &Done, memory: &Memory, number: usize, from: usize, step: usize) -> String {
    let Some(buffer) = done.buffers.get(number) else { return String::new() };
    let error = |at: usize| done.result(number, at).map(|known| known.error);
    let numbers = buffer.numbers(memory);
    let errors = step >= done.steps() && (0..numbers.len()).any(|at| error(at).is_some());
    let mut html = String::from("<table><thead><tr><th scope=\"col\">at</th><th scope=\"col\">value</th><th scope=\"col\">hex</th>");
    html.push_str(if errors { "<th scope=\"col\">error, ulp</th></tr></thead><tbody>" } else { "</tr></thead><tbody>" });
    for (at, one) in numbers.iter().enumerate().skip(from).take(SHOWN) {
        html.push_str(&format!("<tr><th scope=\"row\">{at}</th>"));
        push_cell(&mut html, "decimal", &one.value_text());
        push_cell(&mut html, "hex", &["0x", &one.hex()].concat());
        if errors {
            push_cell(&mut html, "error", &error(at).map(error_cell).unwrap_or_default());
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// Every register that was written, those of the last step marked.
fn registers(kernel: Kernel) -> String {
    let fresh: Vec<String> = kernel.with(|done| {
        let last = kernel.step.get().checked_sub(1).and_then(|at| done.step(at));
        last.map(|step| step.wrote().into_iter().map(|one| one.name).collect()).unwrap_or_default()
    });
    let mut html = String::from("<table><tbody>");
    kernel.moment.with(|moment| {
        for one in &moment.0.0 {
            html.push_str(if fresh.contains(&one.name) { "<tr class=\"fresh\"><th scope=\"row\">" } else { "<tr><th scope=\"row\">" });
            push_text(&mut html, &one.name);
            html.push_str("</th>");
            push_cell(&mut html, "decimal", &value_text(one));
            push_cell(&mut html, "hex", &hex(one.own, one.bits));
            html.push_str("</tr>");
        }
    });
    html.push_str("</tbody></table>");
    html
}
