//! What of a function ptxas looks at together when it joins products and sums: its lines in stretches, and what is read behind each.
//!
//! Measured on ptxas 13.5 (sm_75 to sm_120, -O1 to -O3). A stretch ends where control may part or meet. It ends too at a line that the
//! assembler makes a branch of its own of: a call of its own routines, and what touches memory or other threads under a guard.

use super::liveness::{Read, Slots, begins, following};
use super::memory::Space;
use super::module::{Code, Function, Line, Slot};
use crate::instruction::{Meaning, Modifier};
use crate::number::Encoding;
use crate::operation::Alu;
use crate::special_function::Elementary;

/// Lines that ptxas sees in a row.
#[derive(Debug)]
pub(super) struct Stretch {
    /// The lines, in the order in which they run.
    pub lines: Vec<usize>,
    /// What is read behind them.
    pub live: Slots,
    /// Whether a loop leads through them.
    pub loops: bool,
}

/// The stretches of what can be reached.
pub(super) fn stretches(function: &Function, left: &[Slot]) -> Vec<Stretch> {
    let lines = &function.lines;
    let mut begins = begins(lines);
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| is_apart(function, line)) {
        (begins[at], begins[at + 1]) = (true, true);
    }
    let read = Read::of(function, &begins, left, true);
    for (at, line) in lines.iter().enumerate() {
        // A jump to the next line is none.
        if matches!(line.code, Code::Branch(target) if target as usize == at + 1) {
            begins[at + 1] = lines.iter().enumerate().any(|(other, line)| other != at && following(line).0.contains(&(at as u32 + 1)));
        }
    }
    let firsts: Vec<usize> = (0..lines.len()).filter(|at| begins[*at]).collect();
    let block = |line: usize| firsts.partition_point(|first| *first <= line).saturating_sub(1);
    let end = |number: usize| firsts.get(number + 1).copied().unwrap_or(lines.len());
    // A block that is a jump and nothing else is where that goes.
    let passed = |line: usize| {
        let mut line = line;
        for _ in 0..lines.len() {
            match &lines[line.min(lines.len() - 1)] {
                Line { code: Code::Branch(target), guard: None, .. } => line = *target as usize,
                _ => break,
            }
        }
        block(line)
    };
    let next = |number: usize| {
        let last = end(number) - 1;
        let (jumps, falls) = following(&lines[last]);
        let behind = (falls && last + 1 < lines.len()).then_some(last + 1);
        let mut all: Vec<usize> = jumps.iter().map(|line| *line as usize).chain(behind).map(passed).collect();
        all.dedup();
        all
    };
    let follow: Vec<Vec<usize>> = (0..firsts.len()).map(next).collect();
    let mut reached = vec![false; firsts.len()];
    let mut waiting = vec![0];
    while let Some(number) = waiting.pop() {
        if let Some(seen) = reached.get_mut(number).filter(|seen| !**seen) {
            *seen = true;
            waiting.extend(&follow[number]);
        }
    }
    let mut before = vec![0; firsts.len()];
    (0..firsts.len()).filter(|number| reached[*number]).flat_map(|number| &follow[number]).for_each(|next| before[*next] += 1);
    let looped: Vec<(usize, usize)> =
        follow.iter().enumerate().flat_map(|(from, all)| all.iter().filter(move |to| **to <= from).map(move |to| (*to, from))).collect();
    // Two blocks are one where nothing else leads to the second, and nothing else follows the first.
    let alone = |number: usize| is_apart(function, &lines[firsts[number]]);
    let joins = |from: usize| match follow[from][..] {
        [to] if to != 0 && to != from && before[to] == 1 && !alone(from) && !alone(to) => Some(to),
        _ => None,
    };
    let is_second: Vec<usize> = (0..firsts.len()).filter(|number| reached[*number]).filter_map(joins).collect();
    let mut all = Vec::new();
    for first in (0..firsts.len()).filter(|number| reached[*number] && !is_second.contains(number)) {
        let (mut own, mut at, mut loops) = (Vec::new(), Some(first), false);
        let mut last = first;
        while let Some(number) = at {
            own.extend(firsts[number]..end(number));
            loops |= looped.iter().any(|(to, from)| (*to..=*from).contains(&number));
            last = number;
            at = joins(number);
        }
        all.push(Stretch { lines: own, live: read.behind(lines, end(last) - 1), loops });
    }
    all
}

/// Whether a line stands by itself: ptxas makes a branch of it, or a call.
fn is_apart(function: &Function, line: &Line) -> bool {
    let guarded = line.guard.is_some();
    match &line.code {
        Code::Row { request, .. } => function.requests.get(*request as usize).is_some_and(|request| {
            let own = request.destination_type().format;
            match request.form.meaning {
                Meaning::Divide | Meaning::Reciprocal | Meaning::SquareRoot => true,
                Meaning::Approximation(Elementary::ReciprocalRoot) => own.width() == 64 && !request.modifiers.has(Modifier::Ftz),
                Meaning::Alu(Alu::Divide | Alu::Remainder) => own.width() != 32 || own.encoding == Encoding::Signed,
                _ => false,
            }
        }),
        Code::Copy { .. }
        | Code::Pack { .. }
        | Code::Unpack { .. }
        | Code::Parts { .. }
        | Code::Within { .. }
        | Code::Branch(_)
        | Code::Switch { .. } => false,
        Code::Load { place, .. } => guarded && place.space != Some(Space::Param),
        Code::Call(_) | Code::Whole { .. } => true,
        // Nothing, loads, stores, what works with other threads, and what is not modelled.
        _ => guarded,
    }
}
