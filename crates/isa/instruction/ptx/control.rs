//! Branches, calls and ends: section 9.7.12, and what stops a run.

use super::since::{PTX_2_1, PTX_6_0};
use crate::instruction::{Meaning, Modifier, Row, Target, Work, form};

const CALL: &str = "Runs a function with what is handed over, and takes what it gives back.";
const STOP: &str = "Ends the run.";
const TAKEN: &str = "ptxas 13.5.37 takes it";
const DAY: &str = "2026-11-26";

const fn row(syntax: &'static str, work: Work, summary: &'static str, section: &'static str) -> Row {
    form(syntax).means(Meaning::Work(work), summary).documented(section)
}
/// A call by an address.
const fn indirect(syntax: &'static str) -> Row {
    row(syntax, Work::Call, CALL, "9.7.12.5").since(PTX_2_1, Target::SM_20)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    row("bra{.uni}  tgt", Work::Branch, "Goes on at a label.", "9.7.12.3"),
    row("brx.idx{.uni}  index, tlist", Work::BranchIndexed, "Goes on at one of a list of labels, counted from 0.", "9.7.12.4").since(PTX_6_0, Target::SM_30).pinned(&[Modifier::Idx]),
    row("call{.uni}  func", Work::Call, CALL, "9.7.12.5"),
    row("call{.uni}  func, (params)", Work::Call, CALL, "9.7.12.5"),
    row("call{.uni}  (ret), func, (params)", Work::Call, CALL, "9.7.12.5"),
    row("call{.uni}  (ret), func", Work::Call, CALL, "9.7.12.5").measured(TAKEN, DAY).beyond_the_manual(),
    indirect("call{.uni}  fptr, fproto"),
    indirect("call{.uni}  fptr, (params), fproto"),
    indirect("call{.uni}  (ret), fptr, (params), fproto"),
    indirect("call{.uni}  (ret), fptr, fproto").measured(TAKEN, DAY).beyond_the_manual(),
    row("ret{.uni}", Work::Return, "Goes back to the line after the call; in a kernel it ends the thread.", "9.7.12.6"),
    row("exit", Work::Exit, "Ends the thread.", "9.7.12.7"),
    form("trap").means(Meaning::Work(Work::Trap), STOP).measured(TAKEN, DAY),
    form("brkpt").means(Meaning::Work(Work::Trap), STOP).measured(TAKEN, DAY),
];
