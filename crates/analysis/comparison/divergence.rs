//! Where two computations part, in one sentence.

use super::align::{Likeness, Row, tells};
use super::side::Side;
use crate::rounding::Lost;
use crate::trace::Step;
use crate::trace::sentence::{sentence, title};

/// The first step where two sides part.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The row of the alignment.
    pub row: usize,
    /// The step of each side that does it, if the side has one.
    pub steps: [Option<usize>; 2],
    /// What happens there.
    pub sentence: String,
}

pub(super) fn parting(left: &Side, right: &Side, rows: &[Row]) -> Option<Divergence> {
    let at = |side: &Side, step: Option<usize>| step.is_some_and(|step| telling(side, step));
    let parts = |row: &Row| row.likeness != Likeness::Same && (at(left, row.left) || at(right, row.right));
    let row = rows.iter().position(parts)?;
    // What each side does from there on that the other does not.
    let first = |side: &Side, of: fn(&Row) -> Option<usize>| {
        let own = rows[row..].iter().take_while(|one| one.likeness != Likeness::Same || !parts_end(side, of(one)));
        own.filter(|one| one.likeness != Likeness::Same).filter_map(of).find(|step| telling(side, *step))
    };
    let steps = match rows[row] {
        Row { left: Some(l), right: Some(r), .. } => [Some(l), Some(r)],
        _ => [first(left, |row| row.left), first(right, |row| row.right)],
    };
    let one = |side: &Side, step: Option<usize>| {
        let step = step?;
        Some(Doer { name: name(side, step, left, right), step: side.steps().get(step)?.clone() })
    };
    let doers = [one(left, steps[0]), one(right, steps[1])];
    // The row that is marked is that of the side which does something.
    let side = match &doers {
        [Some(left), Some(right)] => leads(&left.step, &right.step),
        _ => None,
    };
    let of = |row: &Row| side.map(|side| [row.left, row.right][side]);
    let row = side.and_then(|side| rows.iter().position(|row| of(row) == Some(steps[side]))).unwrap_or(row);
    let sentence = said(&doers, [&whole(left, left, right), &whole(right, left, right)]);
    Some(Divergence { row, steps, sentence })
}

/// Whether a step changes anything. A machine instruction's own heading only names it.
fn telling(side: &Side, step: usize) -> bool {
    let named = |title: &str| side.block_of(step).is_some_and(|block| block.text.trim_end_matches([';', ' ']) == title);
    match side.steps().get(step) {
        Some(Step::Told(told)) if told.heading() => !named(&told.title()),
        Some(step) => tells(step),
        None => false,
    }
}

/// A step after which a common stretch means that the sides have met again.
fn parts_end(side: &Side, step: Option<usize>) -> bool {
    step.and_then(|step| side.steps().get(step)).is_some_and(|step| matches!(step, Step::Encode { .. }))
}

/// A step and the instruction that takes it.
struct Doer {
    name: String,
    step: Step,
}

/// The instruction of a step, with its target where the two sides' instructions are called the same.
fn name(side: &Side, step: usize, left: &Side, right: &Side) -> String {
    let Some(block) = side.block_of(step) else { return "it".into() };
    named(block.name(), block.context.target.name(), left, right)
}

/// A whole side: its first instruction, or how many there are.
fn whole(side: &Side, left: &Side, right: &Side) -> String {
    match &side.run.blocks[..] {
        [one] => named(one.name(), one.context.target.name(), left, right),
        blocks => format!("the code of {} instructions", blocks.len()),
    }
}

fn named(name: &str, target: &str, left: &Side, right: &Side) -> String {
    let has = |side: &Side| side.run.blocks.iter().any(|block| block.name() == name);
    let differ = left.run.blocks.first().map(|block| block.context.target) != right.run.blocks.first().map(|block| block.context.target);
    if has(left) && has(right) && differ { format!("`{name}` on {target}") } else { format!("`{name}`") }
}

fn said(doers: &[Option<Doer>; 2], wholes: [&str; 2]) -> String {
    match doers {
        [Some(left), Some(right)] => both(left, right),
        [Some(one), None] => alone(one, wholes[1]),
        [None, Some(one)] => alone(one, wholes[0]),
        [None, None] => "They read different operands.".into(),
    }
}

fn both(left: &Doer, right: &Doer) -> String {
    let (l, r) = (&left.name, &right.name);
    match (&left.step, &right.step) {
        (Step::Round { mode: a, rounded: x, format, .. }, Step::Round { mode: b, rounded: y, .. }) if a != b && x.kept == y.kept => {
            let shown = |bits| crate::number::Pattern::new(format, bits).hex();
            format!(
                "Both hold the same exact value here. {l} rounds it {} to 0x{}, {r} {} to 0x{}.",
                a.words(),
                shown(x.unflushed),
                b.words(),
                shown(y.unflushed)
            )
        }
        (Step::Told(a), Step::Told(b)) if a.heading() && b.heading() => {
            format!("{l} becomes {} here, {r} becomes {}.", a.title(), b.title())
        }
        (Step::Told(told), exact) | (exact, Step::Told(told)) if told.heading() && !matches!(exact, Step::Told(_)) => {
            let (fast, slow) = if matches!(left.step, Step::Told(_)) { (l, r) } else { (r, l) };
            format!(
                "{fast} begins with {}, an instruction of an approximation; {slow} computes exactly: {}.",
                told.title(),
                lower(&title(exact))
            )
        }
        (Step::Round { format: f, .. }, Step::Round { format: g, .. }) if f != g => {
            format!("{l} rounds to the {} bits of {} here, {r} to the {} bits of {}.", f.precision(), f.name, g.precision(), g.name)
        }
        (a, b) if leads(a, b) == Some(0) => alone(left, r),
        (a, b) if leads(a, b) == Some(1) => alone(right, l),
        (a, b) if title(a) == title(b) => format!("Here they come to different values. {l}: {} {r}: {}", sentence(a), sentence(b)),
        (a, b) => format!("{l}: {} {r}: {}", sentence(a), sentence(b)),
    }
}

/// The side that does something where the other goes on with what it does anyway.
fn leads(left: &Step, right: &Step) -> Option<usize> {
    let plain = |step: &Step| matches!(step, Step::Add { .. } | Step::Multiply { .. });
    let rounds = |step: &Step| matches!(step, Step::Round { rounded, .. } if rounded.lost != Lost::Nothing);
    let does = |one: &Step, other: &Step| {
        (is_special(one) && (plain(other) || matches!(other, Step::Round { .. }))) || (rounds(one) && plain(other))
    };
    match (does(left, right), does(right, left)) {
        (true, _) => Some(0),
        (_, true) => Some(1),
        _ => None,
    }
}

fn is_special(step: &Step) -> bool {
    matches!(
        step,
        Step::FlushInput { .. }
            | Step::FlushOutput { .. }
            | Step::Saturate { .. }
            | Step::Truncate { .. }
            | Step::Special { .. }
            | Step::Negate { .. }
    )
}

fn alone(doer: &Doer, other: &str) -> String {
    let name = &doer.name;
    match &doer.step {
        Step::FlushInput { operand, from, to } => format!(
            "{name} reads the subnormal {} = 0x{} as {}0, as flush to zero requires; {other} keeps it.",
            operand.name(),
            from.hex(),
            if to.is_negative() { "-" } else { "+" }
        ),
        Step::FlushOutput { from, to } => format!(
            "{name} flushes the subnormal result 0x{} to {}0; {other} keeps it.",
            from.hex(),
            if to.is_negative() { "-" } else { "+" }
        ),
        Step::Saturate { from, to, .. } => {
            format!("{name} clamps {} to {}; {other} does not.", from.value_text(), to.value_text())
        }
        Step::Truncate { from, to } => format!(
            "{name} cuts the product from {} to {} bits before it adds; {other} keeps them all.",
            from.magnitude.bits(),
            to.magnitude.bits()
        ),
        Step::Round { format, rounded, .. } => {
            let lost = match rounded.lost {
                Lost::BelowHalf => "less than half an ulp",
                Lost::Half => "exactly half an ulp",
                Lost::AboveHalf => "more than half an ulp",
                Lost::Nothing => "nothing",
            };
            format!(
                "{name} rounds to the {} bits of {} on the way, with {lost} below them; {other} goes on with every digit.",
                format.precision(),
                format.name
            )
        }
        Step::Negate { operand } => format!("{name} turns the sign of {}; {other} does not.", operand.name()),
        Step::Told(told) => format!("{name}: {} {other} does nothing of the kind.", told.sentence()),
        step => format!("{name}: {} {other} does nothing of the kind here.", sentence(step)),
    }
}

/// The first letter small, so that a title can stand within a sentence; a letter alone, as an operand's name, stays.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
