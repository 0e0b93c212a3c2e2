//! The line that is looked at: one execution of it with operands, result, errors, and the way into the explorer.

use super::super::hex;
use super::Kernel;
use super::done::{Done, value_text};
use super::off_by;
use super::step::Step;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::{count, push_text, sentence};
use crate::state::address::Address;
use crate::state::page::Page;
use crate::state::registers::Registers;
use leptos::prelude::*;
use semantics::run::Value;
use semantics::sweep::error_report::Deviation;

/// Which execution of the chosen line is shown: the last one at the moment, or the first where none has come yet.
fn execution(kernel: Kernel, done: &Done) -> Option<(usize, usize)> {
    let (line, step) = (kernel.chosen.get()?, kernel.step.get());
    let which = done.latest(line, step).unwrap_or(0);
    Some((which, *done.executions(line).get(which)? as usize))
}

/// Goes to another execution of the chosen line.
pub fn turn(kernel: Kernel, by: isize) {
    let to = untrack(|| {
        kernel.with(|done| {
            let (line, step) = (kernel.chosen.get()?, kernel.step.get());
            let which = match done.latest(line, step) {
                Some(which) => which.checked_add_signed(by)?,
                None => 0,
            };
            Some(*done.executions(line).get(which)? as usize + 1)
        })
    });
    if let Some(step) = to {
        kernel.go(step);
    }
}

/// The section.
pub fn detail(kernel: Kernel) -> AnyView {
    let number = move |line: usize| kernel.read.with(|read| read.0.number(line));
    let line = move || kernel.chosen.get().map_or(String::new(), |line| format!("Line {}", number(line)));
    let code = move || {
        let text = |line: usize| kernel.read.with(|read| read.0.line(line).split_whitespace().collect::<Vec<_>>().join(" "));
        kernel.chosen.get().map(text).unwrap_or_default()
    };
    let which = move || {
        kernel.with(|done| {
            let Some((which, _)) = execution(kernel, done) else { return String::new() };
            let executions = kernel.chosen.get().map_or(0, |line| done.executions(line).len());
            format!("execution {} of {}", count(which as u64 + 1), count(executions as u64))
        })
    };
    let several = flag(move || kernel.with(|done| kernel.chosen.get().is_none_or(|line| done.executions(line).len() < 2)));
    let html = move || {
        let message = kernel
            .chosen
            .get()
            .and_then(|line| message(kernel, line))
            .map(|said| ["<p class=\"wrong\">", &sentence(&said), "</p>"].concat());
        let told = kernel.with(|done| Some(words(&done.step(execution(kernel, done)?.1)?)));
        let none = || "<p class=\"none\">This line does nothing while the kernel runs, or was not reached.</p>".to_owned();
        [message.unwrap_or_default(), told.unwrap_or_else(none)].concat()
    };
    let href = Memo::new(move |_| kernel.with(|done| link(kernel, &done.step(execution(kernel, done)?.1)?)));
    let why = part(move || {
        href.with(Option::is_some)
            .then(|| {
                view! { <a class="open" href=text(move || href.get().unwrap_or_default())>"why is this bit so"</a> }
            })
            .into_any()
    });
    view! {
        <section class="detail" aria-labelledby="detail-title">
            <div class="detail-head">
                <h2 id="detail-title">{text(line)}</h2>
                {why}
                <span class="executions" hidden=several>
                    <button type="button" class="quiet" aria-label="The execution before" on:click=on_event(move |_: web_sys::MouseEvent| turn(kernel, -1))>"◀"</button>
                    <span>{text(which)}</span>
                    <button type="button" class="quiet" aria-label="The next execution" on:click=on_event(move |_: web_sys::MouseEvent| turn(kernel, 1))>"▶"</button>
                </span>
            </div>
            <code class="whole">{text(code)}</code>
            <div inner_html=text(html)></div>
        </section>
    }
    .into_any()
}

/// What is said of a line of the text when it is read.
fn message(kernel: Kernel, line: usize) -> Option<String> {
    kernel.read.with(|read| {
        let read = &read.0;
        let said = read.said().into_iter().find(|one| one.row == Some(line))?;
        Some(said.what.message.clone())
    })
}

/// Operands and results in a table, and what is to be said of the errors.
fn words(step: &Step) -> String {
    let mut html = String::from("<table class=\"held\"><tbody>");
    for one in step.read() {
        row(&mut html, "read", &one);
    }
    for one in step.wrote() {
        row(&mut html, "wrote", &one);
    }
    html.push_str("</tbody></table>");
    let mut say = |said: &str| {
        for part in ["<p>", &sentence(said), "</p>"] {
            html.push_str(part);
        }
    };
    if let Some(stop) = step.stopped() {
        say(&format!("The run stops here: {}", stop.message));
    } else if !step.ran() {
        say("Its guard kept it from running.");
    }
    if let Some(beside) = step.beside()
        && let Some(exact) = beside.exact()
    {
        let near = exact.strip_suffix('…').map_or_else(|| exact.clone(), |cut| ["≈ ", cut].concat());
        say(&format!("Without any rounding up to here: {near}. The result is {}.", off_by(beside.whole)));
        let parts = format!("Its own rounding: {}. Inherited from its operands: {}.", beside.own, beside.inherited);
        say(&[parts, amplified(beside.inherited, beside.given)].concat());
    }
    step.found().iter().for_each(|finding| say(&finding.sentence()));
    html
}

/// How errors of operands weigh in the result.
fn amplified(inherited: Deviation, given: Deviation) -> String {
    let (Some(inherited), Some(given)) = (inherited.thousandths(), given.thousandths()) else { return String::new() };
    if given == 0 || inherited == 0 {
        return String::new();
    }
    let hundredths = (i128::from(inherited.unsigned_abs()) * 100 / i128::from(given.unsigned_abs())) as u64;
    let operand = Deviation::Ulps { negative: given < 0, thousandths: given.unsigned_abs() };
    format!(" The largest error of an operand is {operand}: amplified {}.{:02} times.", count(hundredths / 100), hundredths % 100)
}

/// A register or a place with its value, its digits and its bits.
fn row(html: &mut String, class: &str, one: &Value) {
    for part in ["<tr class=\"", class, "\"><th scope=\"row\">"] {
        html.push_str(part);
    }
    push_text(html, if one.name.is_empty() { "constant" } else { &one.name });
    html.push_str("</th><td class=\"decimal\">");
    push_text(html, &value_text(one));
    html.push_str("</td><td class=\"hex\">");
    push_text(html, &hex(one.own, one.bits));
    html.push_str("</td></tr>");
    if one.own.format.is_floating() {
        for part in ["<tr class=\"bits-row ", class, "\"><td colspan=\"3\">", &super::super::watch::drawn(one.own, one.bits), "</td></tr>"]
        {
            html.push_str(part);
        }
    }
}

/// The address that opens the instruction in the explorer with what it read here.
fn link(kernel: Kernel, step: &Step) -> Option<String> {
    let (text, read) = step.alone()?;
    let mut registers = Registers::default();
    read.iter().for_each(|one| registers.set(&one.name, one.bits));
    let context = kernel.read.with(|read| read.0.module.context);
    Some(Address { page: Page::Explore, text, registers, context, step: None, ..Address::default() }.written())
}
