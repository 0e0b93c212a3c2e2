//! What a word can say and the manual forbids: rules that the encoding does not hold.

use super::statement::Statement;
use crate::instruction::sass::{Instruction, Letter, Mnemonic, Role, Source};
use crate::syntax::{Diagnostic, sort_by_key};
use core::ops::Range;

/// A rule of the texts that an instruction breaks (errors) or that makes a part of it mean nothing (notes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// A name for programs.
    pub code: &'static str,
    /// The field that breaks it.
    pub role: Role,
    /// Whether the instruction is illegal.
    pub is_error: bool,
    /// The rule.
    pub message: &'static str,
}

const fn error(code: &'static str, role: Role, message: &'static str) -> Rule {
    Rule { code, role, is_error: true, message }
}

const fn note(code: &'static str, role: Role, message: &'static str) -> Rule {
    Rule { code, role, is_error: false, message }
}

const F16: u32 = 1;
const F64: u32 = 3;

/// The rules that bear on an instruction, errors first; words of 128 bits have none that a row does not hold.
pub fn rules(instruction: &Instruction) -> Vec<Rule> {
    let mut rules = match instruction.row.mnemonic() {
        Some(Mnemonic::Mufu) => mufu(instruction),
        Some(Mnemonic::F2f) => f2f(instruction),
        Some(Mnemonic::Hmul2 | Mnemonic::Hmul2Wide) => hmul2(instruction),
        Some(Mnemonic::Rro) | None => Vec::new(),
    };
    sort_by_key(&mut rules, |rule| u64::from(!rule.is_error));
    rules
}

/// The rules that an instruction breaks.
pub fn errors(instruction: &Instruction) -> Vec<&'static str> {
    rules(instruction).into_iter().filter(|rule| rule.is_error).map(|rule| rule.message).collect()
}

/// The same as diagnostics at the places of a text.
pub fn diagnostics(statement: &Statement) -> impl Iterator<Item = Diagnostic> {
    statement.instruction().map_or_else(Vec::new, |instruction| rules(&instruction)).into_iter().map(|rule| {
        let span = place(statement, rule.role);
        if rule.is_error { Diagnostic::error(rule.code, span, rule.message) } else { Diagnostic::note(rule.code, span, rule.message) }
    })
}

fn place(statement: &Statement, role: Role) -> Range<usize> {
    let place = statement.places.iter().find(|place| place.role == role && !place.span.is_empty());
    place.map_or(statement.span.clone(), |place| place.span.clone())
}

fn mufu(instruction: &Instruction) -> Vec<Rule> {
    let mut rules = Vec::new();
    let function = instruction.get(Role::Function);
    if function == 8 && instruction.has_no_function() {
        rules.push(error("function", Role::Function, "MUFU's function 8 is SQRT from sm_52 on; on sm_50 it is invalid."));
    } else if function > 8 {
        rules.push(error("function", Role::Function, "MUFU's functions are numbered 0 to 8; this one is invalid."));
    }
    if matches!(function, 6 | 7) && instruction.has(Role::Saturate) {
        rules.push(note("sat-ignored", Role::Saturate, "MUFU: .SAT is ignored for .RCP64H and .RSQ64H."));
    }
    rules
}

fn f2f(instruction: &Instruction) -> Vec<Rule> {
    let mut rules = Vec::new();
    let (to, from) = (instruction.get(Role::To), instruction.get(Role::From));
    for (format, role) in [(to, Role::To), (from, Role::From)] {
        if format == 0 {
            rules.push(error("format", role, "F2F: .dstfmt and .srcfmt are .F16, .F32 or .F64; 0 is INVALID."));
        }
    }
    if (to, from) == (F64, F16) || (to, from) == (F16, F64) {
        rules.push(error("format-pair", Role::To, "F2F: the table of formats marks .F16 to .F64 and .F64 to .F16 Illegal."));
    }
    if from != 0 && from < to && instruction.get(Role::Rounding) & 3 != 0 {
        // ptxas 12.9 does emit it: F2F.F32.F16.RP and .RM are part of what cvt.f64.f16 becomes.
        let message = "F2F: with .srcfmt smaller than .dstfmt the text calls .rnd INVALID; ptxas emits it all the same, and as widening is exact it changes nothing.";
        rules.push(note("rounding", Role::Rounding, message));
    }
    let double = to == F64 || from == F64;
    if double && instruction.has(Role::Saturate) {
        rules.push(error("sat-f64", Role::Saturate, "F2F: .SAT is only supported if .srcfmt and .dstfmt are not .F64."));
    }
    if double && instruction.has(Role::Flush) {
        rules.push(note("ftz-ignored", Role::Flush, "F2F: .FTZ flushes only as long as neither format is .F64; here it does nothing."));
    }
    let destination = instruction.get(Role::Destination);
    if to == F64 && destination != 255 && (destination % 2 == 1 || destination == 254) {
        rules.push(error(
            "register-pair",
            Role::Destination,
            "F2F: an .F64 takes a pair of registers that begins at an even one, R0 to R252.",
        ));
    }
    if from == F64 {
        match instruction.source(Letter::B) {
            Source::Register => {
                let source = instruction.get(Role::B);
                if source != 255 && (source % 2 == 1 || source == 254) {
                    rules.push(error(
                        "register-pair",
                        Role::B,
                        "F2F: an .F64 source is an even aligned register, R0 to R252, and the next.",
                    ));
                }
            }
            Source::Constant if instruction.get(Role::Offset).is_multiple_of(2) => {
                rules.push(error(
                    "constant-pair",
                    Role::Offset,
                    "F2F: an .F64 constant is its upper word; the lower 3 address bits must be 0x4.",
                ));
            }
            _ => {}
        }
    }
    rules
}

fn hmul2(instruction: &Instruction) -> Vec<Rule> {
    let mut rules = Vec::new();
    if instruction.get(Role::Multiply) == 3 {
        rules.push(error("fmz", Role::Multiply, "HMUL2: .fmz is nothing, .FTZ or .FMZ; 3 is INVALID."));
    }
    rules
}
