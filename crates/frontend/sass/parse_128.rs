//! Text to an instruction of 128 bits: every row of a name is tried with every form, and what came furthest says what is wrong.

use super::cursor::Cursor;
use super::encode_128::{Attempt, Word, Wrong};
use super::operand::{Kind, Operand as Written, operand};
use super::statement::{Statement, What};
use crate::instruction::sass::{Instruction, Row, about_other, name_of_text, volta};
use crate::syntax::Diagnostic;
use core::ops::Range;

pub(super) fn statement(cursor: &mut Cursor, generation: u32) -> Result<Statement, Diagnostic> {
    cursor.skip();
    let start = cursor.at;
    let guard = guard(cursor)?;
    let (name, name_span) = super::parse::name(cursor)?;
    let name = name.to_ascii_uppercase();
    let mut words: Vec<Word> = Vec::new();
    while let Some((word, span)) = cursor.dotted() {
        words.push((word.to_ascii_uppercase(), span));
    }
    let head = name_span.start..cursor.at;
    let rows: Vec<&'static Row> = volta::ROWS.iter().filter(|row| is_named(row, &name, &words)).collect();
    if rows.is_empty() {
        return other(cursor, &name, start, name_span, head);
    }
    if rows.iter().all(|row| !row.span.has(generation)) {
        let message = format!("sm_{generation} has no {name}.");
        return Err(Diagnostic::error("needs-target", name_span, message));
    }
    let mut operands = Vec::new();
    if !matches!(cursor.peek(), Some(';') | None) {
        operands.push(operand(cursor)?);
        while cursor.take(',').is_some() {
            operands.push(operand(cursor)?);
        }
    }
    let end = cursor.at;
    let ends = cursor.take(';').is_some();
    if !ends && cursor.peek().is_some() {
        let (shown, span) = cursor.shown();
        let message = format!("The semicolon at the end of the instruction is missing; here is {shown}.");
        return Err(Diagnostic::error("missing-semicolon", span, message));
    }
    let whole = start..if ends { cursor.at } else { end };
    // Comments that set bits stand anywhere up to the next instruction.
    cursor.skip();
    let said = core::mem::take(&mut cursor.comments).into_iter().map(|(bits, _)| bits);
    let set = said.fold((0, 0), |(mask, all), (own, bits)| (mask | own, all & !own | bits));
    let mut furthest: Option<Wrong> = None;
    let mut found = None;
    for row in rows.into_iter().filter(|row| row.span.has(generation)) {
        let words = &words[row.name.matches('.').count()..];
        for form in 1..8 {
            let Some(mut instruction) = Instruction::new(row, form, generation) else { continue };
            if let Some(guard) = &guard {
                if guard.uniform != row.uniform {
                    furthest.get_or_insert(Wrong { reach: 0, diagnostic: guard.refused(row) });
                    continue;
                }
                instruction = instruction.with_guard(guard.number, guard.negated);
            }
            let attempt = Attempt { instruction, words, operands: &operands, at: 0, whole: &whole, head: &head, set };
            match attempt.run() {
                Ok(instruction) if found.is_none() => found = Some(instruction),
                Err(wrong) if furthest.as_ref().is_none_or(|known| known.reach < wrong.reach) => furthest = Some(wrong),
                _ => {}
            }
        }
    }
    let Some(instruction) = found else {
        let nothing = || Diagnostic::error("operand-count", whole.clone(), format!("{name} has no such form."));
        return Err(furthest.map_or_else(nothing, |wrong| wrong.diagnostic));
    };
    Ok(Statement::of(What::Instruction(instruction), whole, head))
}

/// An operation outside the table: named, and its operands passed over.
fn other(cursor: &mut Cursor, name: &str, start: usize, name_span: Range<usize>, head: Range<usize>) -> Result<Statement, Diagnostic> {
    if about_other(name).is_none() {
        let message = format!("`{name}` is no machine instruction that is known here.");
        return Err(Diagnostic::error("unknown-mnemonic", name_span, message).with_alternatives(name_of_text(name)));
    }
    cursor.skip_statement();
    cursor.comments.clear();
    let said = cursor.text[head.clone()].to_owned();
    Ok(Statement::of(What::Other(said), start..cursor.at, head))
}

fn is_named(row: &Row, name: &str, words: &[Word]) -> bool {
    match row.name.split_once('.') {
        Some((first, second)) => first == name && words.first().is_some_and(|(word, _)| word == second),
        None => row.name == name,
    }
}

/// A guard as it is written.
struct Guard {
    number: u32,
    uniform: bool,
    negated: bool,
    span: Range<usize>,
}

impl Guard {
    /// That it is of the wrong kind for a row.
    fn refused(&self, row: &Row) -> Diagnostic {
        let kind = if row.uniform { "a uniform predicate, UP0 to UP6 or UPT" } else { "a predicate of the thread, P0 to P6 or PT" };
        Diagnostic::error("predicate", self.span.clone(), format!("The guard of {} is {kind}.", row.name))
    }
}

fn guard(cursor: &mut Cursor) -> Result<Option<Guard>, Diagnostic> {
    let Some(at) = cursor.take('@') else { return Ok(None) };
    let read = operand(cursor);
    if let Ok(Written { kind: Kind::Predicate { number, uniform }, not, negate: false, absolute: false, words, .. }) = read
        && words.is_empty()
    {
        return Ok(Some(Guard { number, uniform, negated: not, span: at.start..cursor.at }));
    }
    Err(Diagnostic::error(
        "predicate",
        at.start..cursor.at,
        "A guard is @ or @! and a predicate: P0 to P6 or PT, before uniform instructions UP0 to UP6 or UPT.",
    ))
}
