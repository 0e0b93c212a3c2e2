//! How the run ended, in sentences: where it stopped, where the largest error is, what is remarkable, what is not modelled.

use super::asked::{Asked, MOST, Plan};
use super::done::Done;
use super::read::{Read, Said, chosen, entries};
use super::run::Ranking;
use super::{Kernel, error_cell, follow_links, off_by};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{part, text};
use crate::components::html::{count, push_text, sentence};
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::kernel::record::Record;
use semantics::shadow::{Share, error_size};

/// Messages about lines at once.
const SAID: usize = 6;

/// Lines of the ranking.
const RANKED: usize = 5;

/// The sentences.
pub fn outcome(kernel: Kernel) -> AnyView {
    let status = move || match kernel.running.get() {
        Some((lines, None)) => format!("Running: {} lines so far.", count(lines)),
        Some((lines, Some(told))) => format!("{} lines have run; the errors of {} are known.", count(lines), count(told as u64)),
        None => kernel.error.with(|error| match error.as_str() {
            "" => kernel.with(ended),
            _ if kernel.done.with(Option::is_some) => sentence(&[error, " What is shown below comes from an earlier run."].concat()),
            _ => sentence(error),
        }),
    };
    let html = move || kernel.with(remarks);
    let ranked = move || {
        match kernel.ranking.get() {
        Ranking::Awaited => String::new(),
        Ranking::Long => "<span>The run is too long to repeat it without each line’s rounding. With fewer threads or lines it shows which lines add most.</span>".into(),
        Ranking::Lines(shares) => kernel.with(|done| ranked(done, &shares)),
    }
    };
    let messages = move || kernel.asked.with(|asked| messages(&kernel.read.get().0, &asked.plan.entry));
    let limited = Memo::new(move |_| {
        let stopped = kernel.with(|done| done.stop.as_ref().is_some_and(|(stop, _)| stop.code == "limit"));
        let limit = kernel.asked.with(|asked| asked.plan.limit);
        (stopped && limit < MOST).then_some((limit * 10).min(MOST))
    });
    let runs = Memo::new(move |_| kernel.running.get().is_some());
    let stop = move |_| {
        kernel.turn.update_value(|turn| *turn = turn.wrapping_add(1));
        kernel.running.set(None);
        kernel.error.set("The run was stopped. A change starts another one.".into());
    };
    let more = part(move || {
        if runs.get() {
            return view! { <button type="button" class="fix" on:click=stop>"stop"</button> }.into_any();
        }
        let Some(limit) = limited.get() else { return ().into_any() };
        let ask = move |_| {
            kernel.ask(Change::Edit(EditLabel::Kernel("limit".into())), |asked| Asked {
                plan: Plan { limit, ..asked.plan },
                step: None,
                ..asked
            });
        };
        view! { <button type="button" class="fix" on:click=ask>{["run up to ", &count(limit)].concat()}</button> }.into_any()
    });
    view! {
        <section class="outcome" aria-label="Outcome" on:click=follow_links(kernel)>
            <p><span id="outcome" role="status" inner_html=text(status)></span>" "{more}</p>
            <p class="remarks" inner_html=text(html)></p>
            <p class="remarks ranking" inner_html=text(ranked)></p>
            <ul class="said" inner_html=text(messages)></ul>
        </section>
    }
    .into_any()
}

/// What is said of the text's lines, those of the other kernels counted alone.
fn messages(read: &Read, entry: &str) -> String {
    let module = &read.module;
    let kernel = chosen(module, entry);
    let others = || entries(module).into_iter().filter(|at| Some(*at) != kernel).map(|at| &module.functions[at].span);
    let all = read.said().into_iter().enumerate();
    let of_other = |one: &Said| !read.is_c() && others().any(|span| span.contains(&one.what.span.start));
    let (own, other): (Vec<_>, Vec<_>) = all.partition(|(_, one)| !of_other(one));
    let mut html = String::new();
    for (at, Said { number, what: one, .. }) in own.iter().take(SAID) {
        html.push_str(if one.is_error() { "<li class=\"wrong\">" } else { "<li>" });
        html.push_str(&sentence(&format!("Line {number}: {}", one.message)));
        // What the kernel is read for stands in its text.
        if let Some(fix) = one.fixes.first().filter(|fix| fix.apply(read.text()).is_some()) {
            html.push_str(&format!(" <button type=\"button\" class=\"fix\" data-mend=\"{at}\">"));
            push_text(&mut html, &fix.label);
            html.push_str("</button>");
        }
        html.push_str("</li>");
    }
    let messages = if other.len() == 1 { "message on lines of other kernels" } else { "messages on lines of other kernels" };
    for (more, what) in [(own.len().saturating_sub(SAID), "more of the kind"), (other.len(), messages)] {
        if more > 0 {
            html.push_str(&format!("<li>{} {what}; each is marked at its line.</li>", count(more as u64)));
        }
    }
    html
}

/// How it ended.
fn ended(done: &Done) -> String {
    let mut said = match &done.stop {
        None if done.cut => format!("`{}` came to its end.", done.name()),
        None => {
            let lines = if done.steps() == 1 { "line" } else { "lines" };
            format!("`{}` ran {} {lines} and came to its end.", done.name(), count(done.steps() as u64))
        }
        Some((stop, thread)) => {
            let who = if *thread == done.thread { "The run" } else { "Another thread" };
            format!("{who} stopped at line {}: {}", done.read.number(stop.number(&done.read.module) - 1), stop.message)
        }
    };
    if done.cut {
        said += " All threads together ran more lines than are kept: what follows them is not shown.";
    }
    if let Some((buffer, at, error)) = done.farthest() {
        said += &match error_size(error) {
            0 => " Its results are less than 0.001 ulp off those without any rounding.".to_owned(),
            _ => {
                format!(" Its worst result is `{}`, {} from the result without any rounding.", done.element_name(buffer, at), off_by(error))
            }
        };
    }
    sentence(&said)
}

/// The lines whose rounding changes a result most, each a button that goes to the last time that it ran.
fn ranked(done: &Done, shares: &[Share]) -> String {
    let mut html = String::new();
    for share in shares.iter().take(RANKED) {
        let ran = |at: &usize| {
            let is_it = |record: &Record| record.ran && (record.function, record.line) == (share.function, share.line);
            done.record(*at).is_some_and(|(_, record)| is_it(record))
        };
        let Some((at, (_, record))) = (0..done.steps()).rev().find(ran).and_then(|at| Some((at, done.record(at)?))) else { continue };
        let line = done.read.number(done.read.places.of(record));
        html.push_str(&format!(
            "<button type=\"button\" class=\"fix\" data-at=\"{at}\">line {line}: {}</button> ",
            sentence(&share.error.to_string())
        ));
    }
    if html.is_empty() { html } else { ["<span>What the rounding of each line alone adds to a result:</span> ", &html].concat() }
}

/// The line with the largest error, and what is remarkable, each a button that goes there.
fn remarks(done: &Done) -> String {
    let mut html = String::new();
    let mut button = |at: usize, words: &str| {
        html.push_str(&format!("<button type=\"button\" class=\"fix\" data-at=\"{at}\">{}</button> ", sentence(words)));
    };
    if let Some(step) = done.worst().and_then(|at| done.step(at))
        && let Some(beside) = step.beside()
    {
        let executions = done.executions(step.line()).len();
        let which = if executions > 1 {
            format!(", execution {} of {}", count(done.latest(step.line(), step.at + 1).unwrap_or(0) as u64 + 1), count(executions as u64))
        } else {
            String::new()
        };
        let own = error_cell(beside.own);
        let own = if own.is_empty() { String::new() } else { format!(" ({own} its own)") };
        button(step.at, &format!("Largest error: line {}{which}: {}{own}", done.read.number(step.line()), beside.whole));
    }
    for (finding, at, times) in done.remarkable() {
        let line = done.read.number(done.step(at).map_or(0, |step| step.line()));
        let times = if times > 1 { format!(", {} times", count(times as u64)) } else { String::new() };
        button(at, &format!("{}: line {line}{times}", finding.word()));
    }
    if html.is_empty() && done.steps() > 0 {
        let of = if done.launched.count() > 1 { format!(" of thread {}", done.thread) } else { String::new() };
        push_text(&mut html, &format!("No floating-point line{of} has an error."));
    }
    html
}
