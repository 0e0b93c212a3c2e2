//! One line, the bits it should have had, and everything that gives those that were seen.

use super::products;
use super::query::{Query, Tab};
use super::rows::row;
use super::{Debug, engine, text_box};
use crate::components::attributes::AriaAttributes;
use crate::components::dynamic::text;
use crate::components::html::{push_text, sentence};
use crate::state::address::{Address, Page};
use crate::state::listing::Listing;
use crate::state::program::is_module;
use crate::state::registers::Registers;
use leptos::prelude::*;
use semantics::diagnosis::question::Question;
use semantics::instruction::Context;

/// The tab.
pub fn view(debug: Debug) -> AnyView {
    let answer = Memo::new(move |_| debug.query.with(|query| answer(query, debug.explorer.context.get())));
    view! {
        <section aria-label="A wrong result">
            {text_box(debug, "An instruction, its operands and what you got, in any spelling", 2, "e", |query| &query.line, |query, line| query.line = line)}
            <div class="answer" aria-live="polite" inner_html=text(move || answer.get())></div>
        </section>
    }
    .into_any()
}

/// Where a kernel is asked about: it takes arguments, and leaves more than one number.
fn of_kernel(text: &str, context: Context) -> String {
    let program = Listing { text: text.to_owned(), ..Listing::blank() };
    let address = Address { page: Page::Program, program, context, ..Address::default() }.written();
    let mut html = String::from("<p class=\"says\">This is a kernel. <a href=\"");
    push_text(&mut html, &address);
    html.push_str("\">Run it with its arguments</a>, and say there what you got: the page looks for the line that made it.</p>");
    html
}

fn answer(query: &Query, context: Context) -> String {
    if is_module(&query.line) {
        return of_kernel(&query.line, context);
    }
    if let Some(html) = products::explained(&query.line, context) {
        return html;
    }
    let mut html = String::with_capacity(8000);
    let question = match Question::read(&query.line, &context, engine()) {
        Ok(question) => question,
        Err(message) => return ["<p class=\"says\">", &sentence(&message), "</p>"].concat(),
    };
    let inputs = &question.investigation.inputs;
    let format = question.investigation.format;
    html.push_str(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Operands and results\"><table class=\"given\"><tbody>",
    );
    for ((name, format), bits) in inputs.iter().zip(&question.operands) {
        if let Ok(bits) = bits {
            row(&mut html, "", name, *bits, Some(format), None);
        }
    }
    if let Some(verdict) = &question.verdict {
        row(&mut html, "expected", "expected", verdict.expected, format, Some(verdict.seen));
        row(&mut html, "seen", "seen", verdict.seen, format, Some(verdict.expected));
    }
    html.push_str("</tbody></table></div>");
    if query.line.trim_end().ends_with("got=") {
        html.push_str("<p class=\"says\">Type what you got after <code>got=</code>: its bits, as <code>3f800000</code>, or a number.</p>");
        return html;
    }
    let missing = question.operands.iter().chain(&question.seen).filter_map(|bits| bits.as_ref().err());
    for message in missing {
        html.push_str("<p class=\"says\">");
        html.push_str(&sentence(message));
        html.push_str("</p>");
    }
    if question.seen.is_none() {
        html.push_str("<p class=\"says\">What was seen is missing: add <code>got=</code> and the bits or the number.</p>");
    }
    verdict(&mut html, &question, context);
    html
}

fn verdict(html: &mut String, question: &Question, context: Context) {
    let Some(verdict) = &question.verdict else { return };
    let investigation = &question.investigation;
    let far = match verdict.distance {
        _ if verdict.is_expected() => "These are the expected bits.".to_owned(),
        Some(0) => "Expected and seen are zeros of different signs.".to_owned(),
        Some(1) => "Seen and expected are 1 ulp apart.".to_owned(),
        Some(distance) => format!("Seen and expected are {distance} ulp apart."),
        None => "Seen and expected differ; there is no distance between them in ulps.".to_owned(),
    };
    if let Some((target, _)) = investigation.text.strip_prefix(".target ").and_then(|rest| rest.split_once('\n')) {
        html.push_str("<p>This is read as machine code of ");
        push_text(html, target);
        html.push_str(".</p>");
    }
    let count = verdict.found.len();
    let lead = match (verdict.is_expected(), count) {
        (true, 0) => "Nothing that is tried here would give the same.".to_owned(),
        (true, _) => format!("{count} other computations give the same bits, so these operands cannot tell them apart:"),
        (false, 0) => {
            let tried = investigation.hypotheses.len();
            format!(
                "None of the {tried} things tried here gives these bits: other modes and modifiers, contraction, approximations, other formats, signs, orders, readings."
            )
        }
        (false, 1) => "One thing gives exactly these bits:".to_owned(),
        (false, _) => format!("{count} things give exactly these bits, the likeliest first:"),
    };
    html.push_str("<p class=\"finding\"><b>");
    push_text(html, &far);
    html.push_str("</b> ");
    push_text(html, &lead);
    html.push_str("</p><ol class=\"reasons\">");
    let mut registers = Registers::default();
    for (name, bits) in question.given() {
        registers.set(name, bits);
    }
    let text = &investigation.text;
    for place in &verdict.found {
        let Some(hypothesis) = investigation.hypotheses.get(usize::from(*place)) else { continue };
        html.push_str("<li><span class=\"kind\">");
        html.push_str(hypothesis.kind().name());
        html.push_str("</span><p>");
        push_text(html, &hypothesis.sentence());
        for cause in hypothesis.causes() {
            html.push(' ');
            push_text(html, cause);
        }
        html.push_str("</p>");
        if hypothesis.reinterpretation().is_none() {
            let link = Query {
                tab: Tab::Compare,
                text: text.clone(),
                other: hypothesis.text.clone(),
                registers: registers.clone(),
                ..Query::default()
            };
            html.push_str("<code>");
            push_text(html, &hypothesis.text);
            html.push_str("</code><a href=\"");
            push_text(html, &link.link(context));
            html.push_str("\">compare step by step</a>");
        }
        html.push_str("</li>");
    }
    html.push_str("</ol>");
}
