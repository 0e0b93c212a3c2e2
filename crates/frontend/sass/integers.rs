//! The instructions that stand among those of floating point in the assembler's code: integers, moves, constants, what ends a thread.
//!
//! They are no part of the table of words, so their words are not taken apart: the text says what they are. What they compute are the
//! operations of PTX, and they run as the table's instructions do. A text that is not understood to the last word does not run.

use super::carries::{comparison, sum};
use super::conversions::byte;
use super::lift::{Does, Lifted};
use super::logic::{logic, predicates};
use super::machine::Name;
use super::memory::access;
use super::moves::{choice, copy, special};
use super::products::{product, shift, shifted_sum};
use super::smallest::{parts, smallest};
use super::sources::{Code, Line, THREE, TWO, compute, predicate, taken};
use crate::number::{Format, OperandType, S32, U32, U64};
use crate::operation::Alu;

/// What such a line does at its place in the text; None where it does not run here.
pub(super) fn lift(line: &str, place: usize) -> Option<Lifted> {
    let Code { guard, name, words, operands } = Code::cut(line)?;
    let nothing = |does| {
        let zero = Name::Predicate(7);
        Some(Lifted { guard, does, sources: Vec::new(), predicate: (zero, false), to: OperandType::guessed(32), writes: Vec::new() })
    };
    match name {
        "NOP" | "YIELD" if words.is_empty() && operands.is_empty() => return nothing(Does::Nothing),
        "BSSY" | "BSYNC" | "BREAK" | "WARPSYNC" | "DEPBAR" | "LDGDEPBAR" | "ERRBAR" | "MEMBAR" if known(words, &ORDERS) => {
            return nothing(Does::Nothing);
        }
        // It forgets which threads a barrier waits for.
        "BMOV" if words == "32.CLEAR" && operands.first() == Some(&"RZ") => return nothing(Does::Nothing),
        "ST" | "STG" | "STS" | "STL" | "LD" | "LDG" | "LDS" | "LDL" => return access(guard, name, words, &operands, place),
        "EXIT" if words.is_empty() => {
            let chosen = match operands[..] {
                [] => (Name::Predicate(7), false),
                [chosen] => predicate(chosen)?,
                _ => return None,
            };
            return nothing(Does::End).map(|lifted| Lifted { predicate: chosen, ..lifted });
        }
        "BRA" | "CALL" => return branch(guard, words, &operands),
        "RET" => {
            let [address] = operands[..] else { return None };
            let own = OperandType::one(U32);
            let source = taken(address.split_whitespace().next()?, own)?;
            return nothing(Does::Return).map(|lifted| Lifted { sources: vec![source], ..lifted });
        }
        _ => {}
    }
    // A uniform instruction is that of the thread on uniform registers.
    let plain = name
        .strip_prefix('U')
        .filter(|plain| !plain.is_empty() && operands.iter().all(|text| !text.trim_start_matches(['-', '~', '!']).starts_with(['R', 'P'])))
        .unwrap_or(name);
    let (to, from) = operands.split_first()?;
    if plain == name && !matches!(name, "R2UR" | "LDCU" | "S2UR") && to.starts_with('U') {
        return None;
    }
    // A uniform instruction has a uniform guard, and only such a one.
    if guard.0 != Name::Predicate(7) && matches!(guard.0, Name::UniformPredicate(_)) != (plain != name) {
        return None;
    }
    let line = Line { guard, to, from };
    match plain {
        "MOV" | "LDC" | "LDCU" | "R2UR" | "CS2R" => copy(&line, plain, words),
        "S2R" | "S2UR" if words.is_empty() => special(&line),
        "SEL" if matches!(words, "" | "64") => choice(&line, words),
        // A register's lowest bits as predicates.
        "R2P" if words.is_empty() && line.to == "PR" => {
            let [from, "0x3"] = line.from else { return None };
            let source = taken(from, OperandType::one(U32))?;
            let to = OperandType { lanes: 2, ..OperandType::PREDICATE };
            Some(line.lifted(compute(Alu::FirstBits, U32, &[source]), vec![source], to, vec![Name::Predicate(0), Name::Predicate(1)]))
        }
        "ISETP" => comparison(&line, words),
        "IMAD" => product(&line, words),
        "IADD3" if words != "64" => sum(&line, words, 3),
        "IADD" if matches!(words, "" | "X") => sum(&line, words, 2),
        "LOP3" => logic(&line, words),
        "SHF" if matches!(words, "L.U64.HI" | "R.U64" | "R.S64" | "L.W.U32" | "R.W.U32.HI") => shift(&line, words),
        "PLOP3" => predicates(&line, words),
        "LEA" => shifted_sum(&line, words),
        "IMNMX" | "VIMNMX" | "VIMNMX3" | "VIADDMNMX" => smallest(&line, plain, words),
        "VIADD" if words.contains('x') => parts(&line, plain, words),
        "VABSDIFF4" => parts(&line, plain, words),
        "F2IP" if matches!(words, "U8.F32.NTZ" | "U8.F32.TRUNC.NTZ") => byte(&line, words),
        _ => {
            let (carries, from) = line.carries()?;
            if !carries.is_empty() || from.len() < line.from.len() && plain != "IADD3" {
                return None;
            }
            let line = Line { from, ..line };
            let row = ROWS.iter().find(|row| row.head == [plain, if words.is_empty() { "" } else { "." }, words].concat())?;
            let signed: &[usize] = match row.alu {
                Alu::Add => TWO,
                Alu::AddAll => THREE,
                _ => &[],
            };
            line.computes(row.alu, row.to, row.from, row.order, signed)
        }
    }
}

/// The chips for which nvcc 13.5 writes an instruction that it does not write for all of them, by its words.
pub(super) fn written_for(head: &str) -> Option<&'static [u32]> {
    CHIPS.iter().find(|(heads, _)| heads.contains(&head)).map(|(_, chips)| *chips)
}

#[rustfmt::skip]
const CHIPS: [(&[&str], &[u32]); 6] = [
    (&["VIADD", "VIADDMNMX", "VIADDMNMX.RELU", "VIADDMNMX.S16x2", "VIADDMNMX.U16x2", "VIADDMNMX.U32", "VIMNMX", "VIMNMX.RELU", "VIMNMX3",
        "VIMNMX3.S16x2", "VIMNMX3.U16x2", "VIMNMX3.U32"], &[90, 100, 103]),
    (&["VIADD.16x2", "VIMNMX.S16x2", "VIMNMX.U16x2", "VIMNMX.U32"], &[90, 100, 103, 107, 120, 121]),
    (&["IADD", "IADD.64", "IMNMX.S64", "IMNMX.U64", "MOV.64", "SEL.64", "VIADD.S8x4", "VIADD.U8x4", "VIMNMX.S32", "VIMNMX.S32.RELU",
        "VIMNMX.S8x4", "VIMNMX.U8x4"], &[107, 120, 121]),
    (&["LDCU", "LDCU.64", "LDCU.128", "LDCU.U8", "LDCU.U16"], &[100, 103, 107, 110, 120, 121]),
    (&["F2IP.U8.F32.NTZ", "F2IP.U8.F32.TRUNC.NTZ"], &[86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121]),
    (&["VABSDIFF4", "VABSDIFF4.U8"], &[75, 80, 86, 87, 88, 89, 90, 100, 103, 110]),
];

/// The words of what orders threads.
const ORDERS: [&str; 9] = ["RECONVERGENT", "RELIABLE", "ALL", "LE", "SC", "CTA", "GPU", "SYS", "VC"];

fn known(words: &str, all: &[&str]) -> bool {
    words.split('.').filter(|word| !word.is_empty()).all(|word| all.contains(&word))
}

/// BRA and CALL: where they lead says the text around them. A predicate in front of the place must hold, too.
fn branch(guard: (Name, bool), words: &str, operands: &[&str]) -> Option<Lifted> {
    let predicate = match (words, operands) {
        ("" | "REL.NOINC", [_]) => (Name::Predicate(7), false),
        ("" | "U", [chosen, _]) => predicate(chosen)?,
        _ => return None,
    };
    Some(Lifted { guard, does: Does::Branch, sources: Vec::new(), predicate, to: OperandType::guessed(32), writes: Vec::new() })
}

/// An instruction that one operation computes: its head, the operation, the types of its result and its sources, and which operand each
/// source is. Operands that no source is are RZ, PT or !PT.
struct Row {
    head: &'static str,
    alu: Alu,
    to: &'static Format,
    from: &'static [&'static Format],
    order: &'static [usize],
}

const fn row(head: &'static str, alu: Alu, to: &'static Format, from: &'static [&'static Format], order: &'static [usize]) -> Row {
    Row { head, alu, to, from, order }
}

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("IABS", Alu::AbsoluteValue, S32, &[S32], &[0]),
    row("VIADD", Alu::Add, U32, &[U32, U32], TWO),
    row("IADD.64", Alu::Add, U64, &[U64, U64], TWO),
    row("IADD3.64", Alu::AddAll, U64, &[U64, U64, U64], THREE),
    row("POPC", Alu::PopulationCount, U32, &[U32], &[0]),
    row("BREV", Alu::Reverse, U32, &[U32], &[0]),
    row("FLO.U32", Alu::FindHighest, U32, &[U32], &[0]),
    row("FLO", Alu::FindHighest, U32, &[S32], &[0]),
    row("FLO.U32.SH", Alu::FindShift, U32, &[U32], &[0]),
    row("FLO.SH", Alu::FindShift, U32, &[S32], &[0]),
    row("SHF.L.U32", Alu::ShiftLeft, U32, &[U32, U32], TWO),
    row("SHF.R.U32.HI", Alu::ShiftRight, U32, &[U32, U32], &[2, 1]),
    row("SHF.R.S32.HI", Alu::ShiftRightSigned, S32, &[S32, U32], &[2, 1]),
    row("SHF.L.U32.HI", Alu::FunnelLeftClamped, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("SHF.L.W.U32.HI", Alu::FunnelLeftWrapped, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("SHF.R.U32", Alu::FunnelRightClamped, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("SHF.R.W.U32", Alu::FunnelRightWrapped, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT", Alu::Permute, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.F4E", Alu::PermuteForward, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.B4E", Alu::PermuteBackward, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.RC8", Alu::PermuteReplicate8, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.ECL", Alu::PermuteClampLeft, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.ECR", Alu::PermuteClampRight, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("PRMT.RC16", Alu::PermuteReplicate16, U32, &[U32, U32, U32], &[0, 2, 1]),
    row("BMSK", Alu::MaskClamped, U32, &[U32, U32], TWO),
    row("BMSK.W", Alu::MaskWrapped, U32, &[U32, U32], TWO),
    row("SGXT", Alu::ExtendClamped, S32, &[S32, U32], TWO),
    row("SGXT.U32", Alu::ExtendClamped, U32, &[U32, U32], TWO),
    row("SGXT.W", Alu::ExtendWrapped, S32, &[S32, U32], TWO),
    row("SGXT.W.U32", Alu::ExtendWrapped, U32, &[U32, U32], TWO),
    row("VABSDIFF.U32", Alu::AbsoluteDifference, U32, &[U32, U32, U32], THREE),
    row("VABSDIFF", Alu::AbsoluteDifference, S32, &[S32, S32, S32], THREE),
    row("IDP.4A.U8.U8", Alu::Dot4Unsigned, U32, &[U32, U32, U32], THREE),
    row("IDP.4A.U8.S8", Alu::Dot4Unsigned, S32, &[U32, S32, S32], THREE),
    row("IDP.4A.S8.U8", Alu::Dot4Signed, S32, &[S32, U32, S32], THREE),
    row("IDP.4A.S8.S8", Alu::Dot4Signed, S32, &[S32, S32, S32], THREE),
    row("IDP.2A.LO.U16.U8", Alu::Dot2LowUnsigned, U32, &[U32, U32, U32], THREE),
    row("IDP.2A.LO.U16.S8", Alu::Dot2LowUnsigned, S32, &[U32, S32, S32], THREE),
    row("IDP.2A.LO.S16.U8", Alu::Dot2LowSigned, S32, &[S32, U32, S32], THREE),
    row("IDP.2A.LO.S16.S8", Alu::Dot2LowSigned, S32, &[S32, S32, S32], THREE),
    row("IDP.2A.HI.U16.U8", Alu::Dot2HighUnsigned, U32, &[U32, U32, U32], THREE),
    row("IDP.2A.HI.U16.S8", Alu::Dot2HighUnsigned, S32, &[U32, S32, S32], THREE),
    row("IDP.2A.HI.S16.U8", Alu::Dot2HighSigned, S32, &[S32, U32, S32], THREE),
    row("IDP.2A.HI.S16.S8", Alu::Dot2HighSigned, S32, &[S32, S32, S32], THREE),
];
