//! What could be typed next behind the name of an instruction of 128 bits: its operands, its dotted words.

use super::parse::parse;
use super::text::example_operands;
use crate::instruction::sass::Role;
use crate::instruction::sass::wide::{Choice, ROWS, Row};
use crate::syntax::{Completion, Diagnostic};

/// The dotted words of an operation's rows, each with its field.
fn words(rows: &[&'static Row], generation: u32) -> impl Iterator<Item = (&'static Choice, &'static str)> {
    let choices = rows.iter().flat_map(|row| row.head).filter(move |choice| choice.span.has(generation));
    choices.flat_map(|choice| choice.words.iter().filter(|word| !matches!(**word, "" | "-" | "!")).map(move |word| (choice, *word)))
}

/// Continuations at the end of a text that ends with a name and dotted words behind it; none where no row of the generation has the name.
pub(in super::super) fn following(all: &str, name: &str, typed: &[&str], generation: u32) -> Vec<Completion> {
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.name.eq_ignore_ascii_case(name) && row.span.has(generation)).collect();
    let role_of = |word: &str, taken: &[Role]| {
        let is_word = |own: &str| own.eq_ignore_ascii_case(word.trim_start_matches('.'));
        words(&rows, generation)
            .find(|(choice, own)| is_word(own) && !taken.contains(&choice.field.role))
            .map(|(choice, _)| choice.field.role)
    };
    let partial = typed.last().copied().filter(|word| all.ends_with(word) && role_of(word, &[]).is_none());
    let taken = typed.iter().fold(Vec::new(), |mut taken, word| {
        taken.extend(role_of(word, &taken));
        taken
    });
    let end = all.len();
    let mut list = Vec::new();
    // Of the first row with which the text is an instruction.
    let head = [name, &typed.concat()].concat();
    let reads = |operands: &String| !parse(&[&head, " ", operands].concat(), generation).diagnostics.iter().any(Diagnostic::is_error);
    if let Some(label) = rows.iter().filter(|_| partial.is_none()).filter_map(|row| example_operands(row, generation)).find(reads) {
        let blank = if all.ends_with(char::is_whitespace) { "" } else { " " };
        list.push(Completion { span: end..end, text: [blank, &label].concat(), label, detail: "operands".into() });
    }
    if all.ends_with(char::is_whitespace) {
        return list;
    }
    let begun = partial.unwrap_or("");
    for (choice, word) in words(&rows, generation).filter(|(choice, _)| !taken.contains(&choice.field.role)) {
        let label = [".", word].concat();
        let fits = label.get(..begun.len()).is_some_and(|start| start.eq_ignore_ascii_case(begun));
        if fits && list.iter().all(|known: &Completion| known.label != label) {
            let detail = choice.field.role.title().to_owned();
            list.push(Completion { span: end - begun.len()..end, text: label.clone(), label, detail });
        }
    }
    list
}
