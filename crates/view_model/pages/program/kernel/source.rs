//! The lines of a module as rows, each with its result beside it; as markup.

use super::done::{Done, value_text};
use super::error_cell;
use super::read::Read;
use super::step::Step;
use crate::components::html::{count, push_text, sentence};
use crate::pages::explore::paint;
use semantics::syntax::{Token, TokenKind, lex};

/// From so many letters on the rest of a line (a table of constants) is counted in place of being shown.
const LONG: usize = 600;

/// How the list stands on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Pixels that are scrolled away, and that are in view.
    pub top: f64,
    pub height: f64,
    /// Pixels of a row of letters.
    pub unit: f64,
    /// Letters of code that one row takes.
    pub letters: usize,
    /// Whether results stand below their lines.
    pub narrow: bool,
}

/// A line of the text as it is shown.
fn shown(line: &str) -> String {
    let bare = line.trim_end();
    let indent = if bare.starts_with([' ', '\t']) { "  " } else { "" };
    // Blanks inside a line of a compiler are for columns that nobody lines up here.
    let words: Vec<&str> = bare.split_whitespace().collect();
    let text = [indent, &words.join(" ")].concat();
    match text.char_indices().nth(LONG) {
        None => text,
        Some((end, _)) => {
            let end = text[..end].rfind(',').map_or(end, |comma| comma + 1);
            format!("{} … {} letters more", &text[..end], count(text[end..].chars().count() as u64))
        }
    }
}

/// Where each line begins, in rows of letters; one more for the end.
pub fn tops(read: &Read, done: Option<&Done>, window: &Window) -> Vec<u32> {
    let mut top = 0;
    let mut all = Vec::with_capacity(read.places.count() + 1);
    for line in 0..read.places.count() {
        all.push(top);
        if !read.is_shown(line) {
            continue;
        }
        let letters = shown(read.line(line)).chars().count();
        let beside = || {
            let step = done?.step(*done?.executions(line).first()? as usize)?;
            Some(1 + u32::from(step.beside().is_some()))
        };
        top += letters.div_ceil(window.letters.max(8)).max(1) as u32 + if window.narrow { beside().unwrap_or(0) } else { 0 };
    }
    all.push(top);
    all
}

/// A line: its number, its code, what it last wrote, the errors, what is remarkable.
pub fn push_row(html: &mut String, read: &Read, done: Option<&Done>, line: usize, step: usize, marks: [(bool, &str); 3]) {
    if !read.is_shown(line) {
        return;
    }
    let (number, source) = ((line + 1).to_string(), read.source(line));
    html.push_str("<div role=\"option\" id=\"row-");
    html.push_str(&number);
    html.push_str("\" data-line=\"");
    html.push_str(&line.to_string());
    html.push_str("\" aria-posinset=\"");
    html.push_str(&number);
    html.push_str("\" aria-setsize=\"");
    html.push_str(&read.places.count().to_string());
    html.push_str(if marks[0].0 { "\" aria-selected=\"true\" class=\"row" } else { "\" aria-selected=\"false\" class=\"row" });
    for (_, class) in marks.into_iter().filter(|(is, _)| *is) {
        html.push(' ');
        html.push_str(class);
    }
    if source.is_some() {
        html.push_str(" c");
    }
    let executions = done.map_or(0, |done| done.executions(line).len());
    let latest = |line: usize| done.and_then(|done| done.step(done.executions(line)[done.latest(line, step)?] as usize));
    // Of a line of C: the last number that it wrote.
    let last = || read.becomes(line).filter_map(latest).filter(|step| step.wrote_a_number()).max_by_key(|step| step.at);
    let latest = if source.is_some() { last() } else { latest(line) };
    html.push_str("\"><span class=\"no\">");
    if source.is_some() || !read.is_c() {
        html.push_str(&read.number(line).to_string());
    }
    html.push_str("</span><code class=\"paint\">");
    html.push_str(&match source {
        Some((start, text)) => of_c(read, start, text),
        None => painted(&shown(read.line(line))),
    });
    html.push_str("</code>");
    if let Some(latest) = &latest {
        beside(html, latest);
    }
    html.push_str("<span class=\"marks\">");
    for finding in latest.iter().flat_map(|latest| latest.found()) {
        html.push_str("<b>");
        push_text(html, &finding.word());
        html.push_str("</b> ");
    }
    if marks[2].0 {
        html.push_str("<b>not run</b> ");
    }
    if executions > 1 {
        html.push_str("<span class=\"times\">×");
        html.push_str(&count(executions as u64));
        html.push_str("</span>");
    }
    html.push_str("</span></div>");
}

/// Value and errors of a line's last execution.
fn beside(html: &mut String, step: &Step) {
    html.push_str("<span class=\"value\">");
    if step.stopped().is_some() {
        html.push_str("<i class=\"stops\">stops here</i>");
    } else if !step.ran() {
        html.push_str("<i>skipped</i>");
    } else {
        let wrote = step.wrote();
        let mut first = true;
        for one in &wrote {
            if !core::mem::take(&mut first) {
                html.push_str(", ");
            }
            if one.name.ends_with(']') {
                push_text(html, &one.name);
                html.push_str(" = ");
            }
            push_text(html, &value_text(one));
        }
        if wrote.is_empty() && step.text().starts_with('@') {
            html.push_str("<i>taken</i>");
        }
    }
    html.push_str("</span>");
    if let Some(beside) = step.beside().filter(|beside| beside.exact().is_some()) {
        for (class, error) in [("own", beside.own), ("inherited", beside.inherited)] {
            html.push_str("<span class=\"");
            html.push_str(class);
            html.push_str("\">");
            html.push_str(&sentence(&error_cell(error)));
            html.push_str("</span>");
        }
    }
}

/// A line of C in the colours of the editor.
fn of_c(read: &Read, start: usize, text: &str) -> String {
    let tokens = read.compiled.iter().flat_map(|compiled| &compiled.tokens);
    let inside = tokens.filter(|token| token.span.start >= start && token.span.end <= start + text.len());
    let tokens: Vec<Token> =
        inside.map(|token| Token { span: token.span.start - start..token.span.end - start, ..token.clone() }).collect();
    paint(text, &tokens, &[], "", |_| String::new())
}

/// A line in the colours of the editor.
fn painted(line: &str) -> String {
    let mut tokens = lex(line);
    let mut behind_guard = false;
    let mut named = false;
    for token in &mut tokens {
        let text = &line[token.span.clone()];
        match token.kind {
            TokenKind::Word if text.starts_with('%') && behind_guard => (token.kind, behind_guard) = (TokenKind::GuardRegister, false),
            TokenKind::Word if text.starts_with('%') => token.kind = TokenKind::Register,
            TokenKind::Word if text.starts_with('$') => token.kind = TokenKind::Label,
            TokenKind::Word if !named => (token.kind, named) = (TokenKind::Mnemonic, true),
            _ if text == "@" => (token.kind, behind_guard) = (TokenKind::Guard, true),
            _ => {}
        }
    }
    paint(line, &tokens, &[], "", |_| String::new())
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn long_lines_say_how_long_they_are() {
        assert_eq!(shown("\tfma.rn.f32 \t%f1, %f2;  "), "  fma.rn.f32 %f1, %f2;");
        let table = format!(".global .b8 t[999] = {{{}}};", "17, ".repeat(900));
        let short = shown(&table);
        assert!(short.len() < 700 && short.ends_with(" letters more") && short.contains("17, … 3"), "{short}");
    }
}
