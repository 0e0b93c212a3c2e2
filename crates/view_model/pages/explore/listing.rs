//! A listing of machine code as a list: a line an instruction, those of floating point open alone, what differs or is wrong said at the line.

use crate::components::html::{count, push_text, sentence};
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use core::ops::Range;
use semantics::instruction::Context;
use semantics::instruction::sass::about_other;
use semantics::sass::{Document, Statement, What, text};
use semantics::syntax::Diagnostic;

/// Lines that stand open, and in each of the folded parts behind them, which are drawn when they are opened.
const OPEN: usize = 250;
/// What is said of the whole text.
const OF_ALL: [&str; 5] = ["elsewhere", "folded", "many", "not-reached", "which-chip"];

/// The heading and the lines as markup.
pub fn draw_listing(document: &Document) -> String {
    let mut html = String::new();
    let floating = document.instructions().count();
    let differing = document.diagnostics.iter().filter(|one| one.code == "word-differs").count();
    let target = document.context.target;
    html.push_str("<h2>Listing</h2><p>");
    let mut about = format!(
        "{} instructions read as code for {target}; {} of floating point open below, the others are named.",
        count(document.statements.len() as u64),
        count(floating as u64)
    );
    match differing {
        0 => {}
        1 => about.push_str(" In one line word and text differ."),
        many => about.push_str(&format!(" In {many} lines word and text differ.")),
    }
    html.push_str(&sentence(&about));
    html.push_str("</p>");
    html.push_str(&draw_part(document, 0));
    for (part, lines) in document.statements.chunks(OPEN).enumerate().skip(1) {
        let first = part * OPEN;
        html.push_str(&format!(
            "<details data-fold=\"{part}\"><summary>Instructions {} to {}</summary></details>",
            first + 1,
            first + lines.len()
        ));
    }
    html
}

/// The lines of a part as markup, counted from 0.
pub fn draw_part(document: &Document, part: usize) -> String {
    let mut said: Vec<&Diagnostic> = document.diagnostics.iter().filter(|one| !OF_ALL.contains(&one.code)).collect();
    said.sort_by_key(|one| one.span.start);
    let first = part * OPEN;
    let mut html = format!("<ol class=\"code-lines\" start=\"{}\">", first + 1);
    for (place, line) in document.statements.iter().enumerate().skip(first).take(OPEN) {
        let until = document.statements.get(place + 1).map_or(usize::MAX, |next| next.span.start);
        one(&mut html, document, line, &said, line.span.start..until);
    }
    html.push_str("</ol>");
    html
}

/// One line with what is said of it, whose places lie in `own`.
fn one(html: &mut String, document: &Document, line: &Statement, said: &[&Diagnostic], own: Range<usize>) {
    let written = document.text.get(line.span.clone()).unwrap_or_default().trim();
    match &line.what {
        What::Instruction(instruction) => {
            let registers = Registers::default();
            let context = Context { target: document.context.target, ..document.context };
            // The word says all of it; a text of its own would have to be read again for every line.
            let opened = line.word.map_or_else(|| written.to_owned(), |word| format!("0x{word:032x}"));
            let address = Address { page: Page::Explore, text: opened, registers, context, ..Address::default() };
            html.push_str("<li><a href=\"");
            push_text(html, &address.written());
            html.push_str("\"><code>");
            if written.is_empty() {
                push_text(html, &text(instruction))
            } else {
                push_text(html, written)
            }
            html.push_str("</code></a>");
        }
        What::Other(name) => {
            html.push_str("<li class=\"other\"><code>");
            push_text(html, if written.is_empty() { name } else { written });
            html.push_str("</code>");
            if let Some(does) = about_other(name) {
                html.push_str(" <small>");
                push_text(html, does);
                html.push_str("</small>");
            }
        }
        What::Unread(name) => {
            html.push_str("<li class=\"unread\"><code>");
            push_text(html, if written.is_empty() { name } else { written });
            html.push_str("</code>");
        }
    }
    let mut known = Vec::new();
    let first = said.partition_point(|one| one.span.start < own.start);
    for one in said[first..].iter().take_while(|one| own.contains(&one.span.start)) {
        if !known.contains(&&one.message) {
            known.push(&one.message);
            html.push_str("<small>");
            html.push_str(&sentence(&one.message));
            html.push_str("</small>");
        }
    }
    html.push_str("</li>");
}
