//! The instructions that stand among those of floating point in the assembler's code: integers, moves, constants, what ends a thread.
//!
//! They are no part of the table of words, so their words are not taken apart: the text says what they are. What they compute are the
//! operations of PTX, and they run as the table's instructions do. A text that is not understood to the last word does not run.

use super::carries::{carried, comparison, sum};
use super::lift::{Does, From, Lifted, STRAIGHT, Taken};
use super::machine::{Name, RZ};
use crate::evaluate::Computation;
use crate::instruction::{Meaning, ModifierSet};
use crate::number::{Format, OperandType, S32, S64, U8, U32, U64};
use crate::operation::Alu;

/// What such a line does; None where it does not run here.
pub(super) fn lift(line: &str) -> Option<Lifted> {
    let line = line.trim().trim_end_matches(';').trim_end();
    let (guard, code) = match line.strip_prefix('@') {
        Some(rest) => rest.split_once(char::is_whitespace)?,
        None => ("PT", line),
    };
    let guard = predicate(guard)?;
    let (head, rest) = code.trim_start().split_once(char::is_whitespace).unwrap_or((code.trim(), ""));
    let operands: Vec<&str> = match rest.trim() {
        "" => Vec::new(),
        rest => rest.split(',').map(|text| text.trim().trim_end_matches(".reuse")).collect(),
    };
    if operands.contains(&"") {
        return None;
    }
    let (name, words) = head.split_once('.').unwrap_or((head, ""));
    let nothing = |does| {
        let zero = Name::Predicate(7);
        Some(Lifted { guard, does, sources: Vec::new(), predicate: (zero, false), to: OperandType::guessed(32), writes: Vec::new() })
    };
    match name {
        "NOP" | "YIELD" if words.is_empty() && operands.is_empty() => return nothing(Does::Nothing),
        "BSSY" | "BSYNC" | "WARPSYNC" | "DEPBAR" | "LDGDEPBAR" | "ERRBAR" | "MEMBAR" if known(words, &ORDERS) => {
            return nothing(Does::Nothing);
        }
        // Memory is not kept here, and nothing that runs reads it: what is stored is what the code gives.
        "ST" | "STG" | "STS" | "STL"
            if operands.len() == 2 && operands[0].ends_with(']') && operands[0].contains('[') && known(words, &STORES) =>
        {
            let wide = |width: &str| words.split('.').any(|word| word == width);
            let own = if wide("64") { OperandType::one(U64) } else { OperandType::guessed(32) };
            let stored = Some(taken(operands[1], own)?).filter(|_| !wide("128"));
            return nothing(Does::Nothing).map(|lifted| Lifted { sources: stored.into_iter().collect(), ..lifted });
        }
        "EXIT" if operands.is_empty() && words.is_empty() => return nothing(Does::End),
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
    if plain == name && !matches!(name, "R2UR" | "LDCU") && to.starts_with('U') {
        return None;
    }
    let line = Line { guard, to, from };
    match plain {
        "MOV" | "LDC" | "LDCU" | "R2UR" | "CS2R" => copy(&line, plain, words),
        "SEL" if matches!(words, "" | "64") => {
            let [a, b, chosen] = line.from else { return None };
            let own = if words.is_empty() { OperandType::guessed(32) } else { OperandType::one(U64) };
            let sources = vec![taken(a, own)?, taken(b, own)?];
            let writes = line.destination(!words.is_empty())?;
            Some(Lifted { predicate: predicate(chosen)?, ..line.lifted(Does::Choose, sources, own, writes) })
        }
        // A register's lowest bits as predicates.
        "R2P" if words.is_empty() && line.to == "PR" => {
            let [from, "0x3"] = line.from else { return None };
            let source = taken(from, OperandType::one(U32))?;
            let does = compute(Alu::FirstBits, U64, &[source]);
            Some(line.lifted(does, vec![source], OperandType::one(U64), vec![Name::Predicate(0), Name::Predicate(1)]))
        }
        "ISETP" => comparison(&line, words),
        "IMAD" => product(&line, words),
        "IADD3" => sum(&line, words, 3),
        "IADD" if matches!(words, "" | "X") => sum(&line, words, 2),
        "LOP3" => logic(&line, words),
        "SHF" if matches!(words, "L.U64.HI" | "R.U64" | "R.S64") => shift(&line, words),
        "PLOP3" => predicates(&line, words),
        // The first source times a power of two, and the second.
        "LEA" => {
            let (alu, format, a, b, shift) = match (words, line.from) {
                ("", [a, b, shift]) => (Alu::MadLow, U32, a, b, shift),
                ("HI", [a, b, "RZ" | "URZ", shift]) => (Alu::MadHigh, U32, a, b, shift),
                ("HI.SX32", [a, b, shift]) => (Alu::MadHigh, S32, a, b, shift),
                ("HI.X", [a, b, "RZ" | "URZ", shift, _]) => (Alu::MadHighAll, U32, a, b, shift),
                ("HI.X.SX32", [a, b, shift, _]) => (Alu::MadHighAll, S32, a, b, shift),
                _ => return None,
            };
            let From::Bits(shift @ ..31) = taken(shift, OperandType::one(U32))?.from else { return None };
            let power = format!("{:#x}", 1u32 << shift);
            let signed: &[usize] = if words.is_empty() { &[0, 2] } else { &[] };
            let computed = Line { from: &[a, &power, b], ..line }.computes(alu, format, &[format, format, format], THREE, signed)?;
            if alu == Alu::MadHighAll { computed.with(carried(line.from.last()?)?) } else { Some(computed) }
        }
        _ => {
            let (None, from) = line.carries()? else { return None };
            if from.len() < line.from.len() && plain != "VIMNMX" {
                return None;
            }
            let line = Line { from, ..line };
            let row = ROWS.iter().find(|row| row.head == [plain, if words.is_empty() { "" } else { "." }, words].concat())?;
            let signed: &[usize] = if row.head == "IADD.64" { TWO } else { &[] };
            line.computes(row.alu, row.to, row.from, row.order, signed)
        }
    }
}

/// The words of what orders threads.
const ORDERS: [&str; 9] = ["RECONVERGENT", "RELIABLE", "ALL", "LE", "SC", "CTA", "GPU", "SYS", "VC"];
/// The words of a store of whole words.
const STORES: [&str; 9] = ["E", "SYS", "64", "128", "STRONG", "WEAK", "GPU", "CTA", "SM"];

fn known(words: &str, all: &[&str]) -> bool {
    words.split('.').filter(|word| !word.is_empty()).all(|word| all.contains(&word))
}

/// A line whose name was read.
pub(super) struct Line<'a> {
    pub guard: (Name, bool),
    pub to: &'a str,
    pub from: &'a [&'a str],
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

const TWO: &[usize] = &[0, 1];
const THREE: &[usize] = &[0, 1, 2];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    row("IABS", Alu::AbsoluteValue, S32, &[S32], &[0]),
    row("VIADD", Alu::Add, U32, &[U32, U32], TWO),
    row("IADD.64", Alu::Add, U64, &[U64, U64], TWO),
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
    row("IMNMX", Alu::Minimum, S32, &[S32, S32], TWO),
    row("IMNMX.U32", Alu::Minimum, U32, &[U32, U32], TWO),
    row("VIMNMX", Alu::Minimum, S32, &[S32, S32], TWO),
    row("VIMNMX.S32", Alu::Minimum, S32, &[S32, S32], TWO),
    row("VIMNMX.U32", Alu::Minimum, U32, &[U32, U32], TWO),
];

impl Line<'_> {
    pub fn lifted(&self, does: Does, sources: Vec<Taken>, to: OperandType, writes: Vec<Name>) -> Lifted {
        Lifted { guard: self.guard, does, sources, predicate: (Name::Predicate(7), false), to, writes }
    }

    /// The predicate in front of the sources that a carry goes to, if there is one that is written, and the sources.
    pub fn carries(&self) -> Option<(Option<Name>, &[&str])> {
        let count = self.from.iter().take_while(|text| predicate(text).is_some()).count();
        let (front, from) = self.from.split_at(count);
        (count <= 2).then_some(())?;
        let mut written = front.iter().filter(|text| !matches!(**text, "PT" | "UPT"));
        match (written.next(), written.next()) {
            (None, _) => Some((None, from)),
            (Some(name), None) => Some((Some(predicate(name).filter(|(_, negated)| !negated)?.0), from)),
            _ => None,
        }
    }

    /// An operation on some of the operands; some may have a sign.
    fn computes(&self, alu: Alu, to: &'static Format, from: &[&'static Format], order: &[usize], signed: &[usize]) -> Option<Lifted> {
        let sources = from.iter().zip(order).map(|(format, at)| {
            let (text, own) = (self.from.get(*at)?, OperandType::one(format));
            if signed.contains(at) { with_sign(text, own) } else { taken(text, own) }
        });
        let sources = sources.collect::<Option<Vec<Taken>>>()?;
        if alu == Alu::Minimum && self.from.len() != 3 {
            return None;
        }
        let mut alu = alu;
        for (at, text) in self.from.iter().enumerate().filter(|(at, _)| !order.contains(at)) {
            match (alu, *text, at) {
                // The predicate of a minimum that is none.
                (Alu::Minimum, "PT" | "UPT", 2) => {}
                (Alu::Minimum, "!PT" | "!UPT", 2) => alu = Alu::Maximum,
                // What a shift brings in from a word that does not count.
                (Alu::ShiftLeft, _, 2) => _ = taken(text, OperandType::one(U32))?,
                (Alu::ShiftRight | Alu::ShiftRightSigned, "RZ" | "URZ", 0) => {}
                _ => return None,
            }
        }
        Some(self.lifted(compute(alu, to, &sources), sources, OperandType::one(to), self.destination(to.width() > 32)?))
    }

    /// The register, or the pair, that the line writes.
    pub fn destination(&self, is_pair: bool) -> Option<Vec<Name>> {
        let name = name_of(self.to).filter(|name| !name.is_predicate() && !matches!(name, Name::Constant(..)))?;
        Some(if is_pair { both(name)?.into() } else { vec![name] })
    }
}

impl Lifted {
    /// One source more.
    fn with(mut self, source: Taken) -> Option<Lifted> {
        self.sources.push(source);
        if let Does::Compute(computation) = &mut self.does {
            computation.sources = self.sources.len();
            *computation.from.get_mut(self.sources.len() - 1)? = source.own;
        }
        Some(self)
    }
}

pub(super) fn compute(alu: Alu, to: &'static Format, sources: &[Taken]) -> Does {
    let last = sources.last().map_or(OperandType::one(to), |source| source.own);
    let from = core::array::from_fn(|at| sources.get(at).map_or(last, |source| source.own));
    Does::Compute(Computation {
        meaning: Meaning::Alu(alu),
        modifiers: ModifierSet::NONE,
        to: OperandType::one(to),
        from,
        sources: sources.len(),
        first_generation: false,
        sequence: None,
    })
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

/// MOV, and what copies a constant, a uniform register or zero.
fn copy(line: &Line, name: &str, words: &str) -> Option<Lifted> {
    let [from] = line.from else { return None };
    let is_pair = match (name, words) {
        ("MOV" | "LDC" | "LDCU" | "R2UR", "") | ("MOV", "U32") | ("CS2R", "32") => false,
        ("MOV" | "LDC" | "LDCU", "64") | ("CS2R", "") => true,
        _ => return None,
    };
    let from = match (name, *from) {
        ("CS2R", "SRZ") => "RZ",
        ("CS2R", _) => return None,
        (_, from) => from,
    };
    let own = if is_pair { OperandType::one(U64) } else { OperandType::guessed(32) };
    Some(line.lifted(Does::Choose, vec![taken(from, own)?], own, line.destination(is_pair)?))
}

/// IMAD with its words.
fn product(line: &Line, words: &str) -> Option<Lifted> {
    let [a, b, c, carry @ ..] = line.from else { return None };
    let low = || line.computes(Alu::MadLow, U32, &[U32, U32, U32], THREE, &[2]);
    match words {
        "MOV.U32" | "MOV" if (*a, *b) == ("RZ", "RZ") => {
            if c.starts_with('-') {
                return low();
            }
            copy(&Line { from: &line.from[2..], ..*line }, "MOV", "")
        }
        "" | "U32" | "SHL.U32" | "SHL" | "IADD" | "IADD.U32" => low(),
        "X" => {
            let [carry] = carry else { return None };
            let (c, turned) = c.strip_prefix('~').map_or((*c, 0), |c| (c, U32.mask()));
            let mut all = Line { from: &[a, b, c], ..*line }.computes(Alu::MadLowAll, U32, &[U32, U32, U32], THREE, &[])?;
            all.sources[2].turned = turned;
            all.with(carried(carry)?)
        }
        "WIDE.U32" => line.computes(Alu::MadWide, U64, &[U32, U32, U64], THREE, &[2]),
        "WIDE" => line.computes(Alu::MadWide, S64, &[S32, S32, S64], THREE, &[2]),
        "HI" | "HI.U32" => {
            let (wide, narrow) = if words == "HI" { (S64, S32) } else { (U64, U32) };
            // The third source is a pair, and the upper half of the sum is kept.
            let all = Line { to: "RZ", ..*line }.computes(Alu::MadWide, wide, &[narrow, narrow, wide], THREE, &[2])?;
            Some(Lifted { writes: vec![Name::Register(RZ), line.destination(false)?[0]], ..all })
        }
        _ => None,
    }
}

/// SHF of 64 bits: the two words come from different registers, and one word of the result is kept.
fn shift(line: &Line, words: &str) -> Option<Lifted> {
    let [low, by, high] = line.from else { return None };
    let pair = [name_of(low)?, name_of(high)?];
    if pair.iter().any(|name| name.is_predicate()) {
        return None;
    }
    let (alu, format) = match words {
        "L.U64.HI" => (Alu::ShiftLeft, U64),
        "R.U64" => (Alu::ShiftRight, U64),
        _ => (Alu::ShiftRightSigned, S64),
    };
    let sources = vec![taken_from(From::Names(pair), OperandType::one(format)), taken(by, OperandType::one(U32))?];
    let (to, rest) = (line.destination(false)?[0], Name::Register(RZ));
    let writes = if words == "L.U64.HI" { vec![rest, to] } else { vec![to, rest] };
    Some(line.lifted(compute(alu, format, &sources), sources, OperandType::one(format), writes))
}

/// LOP3: its word, and a predicate that says whether one of its bits is 1.
fn logic(line: &Line, words: &str) -> Option<Lifted> {
    const SOURCES: &[&Format] = &[U32, U32, U32, U8];
    let of = |line: &Line, alu, to| match line.from {
        [from @ .., "!PT" | "!UPT"] if from.len() == 4 => Line { from, ..*line }.computes(alu, to, SOURCES, &[0, 1, 2, 3], &[]),
        _ => None,
    };
    if words != "LUT" {
        return None;
    }
    match predicate(line.to) {
        None => of(line, Alu::Lop3, U32),
        Some((tested, false)) => {
            let (to, from) = line.from.split_first()?;
            let to = Line { to, from, guard: line.guard }.destination(false)?[0];
            let line = Line { to: "RZ", from, guard: line.guard };
            Some(Lifted { writes: vec![to, tested], ..of(&line, Alu::Lop3Tested, U64)? })
        }
        _ => None,
    }
}

/// PLOP3 of three predicates into one.
fn predicates(line: &Line, words: &str) -> Option<Lifted> {
    let ["PT" | "UPT", from @ .., table, last] = line.from else { return None };
    let ([_, _, _], "LUT") = (from, words) else { return None };
    let word = OperandType::one(U32);
    let [From::Bits(table), From::Bits(_)] = [taken(table, OperandType::one(U8))?.from, taken(last, word)?.from] else { return None };
    let read: Vec<(Name, bool)> = from.iter().map(|text| predicate(text)).collect::<Option<_>>()?;
    // A source that is turned around reads the table from the other side: a is the highest bit of the place.
    let turned = read.iter().fold(0, |all, (_, negated)| all << 1 | usize::from(*negated));
    let table = (0..8).fold(0, |all, at| all | (table >> (at ^ turned) & 1) << at);
    let names = read.iter().map(|(name, _)| taken_from(From::Names([*name, Name::Register(RZ)]), word));
    let sources: Vec<Taken> = names.chain([taken_from(From::Bits(table), OperandType::one(U8))]).collect();
    let to = predicate(line.to).filter(|(_, negated)| !negated)?.0;
    Some(line.lifted(compute(Alu::Lop3, U32, &sources), sources, word, vec![to]))
}

/// A predicate, and whether its opposite is meant.
pub(super) fn predicate(text: &str) -> Option<(Name, bool)> {
    let plain = text.strip_prefix('!');
    Some((name_of(plain.unwrap_or(text)).filter(|name| name.is_predicate())?, plain.is_some()))
}

fn name_of(text: &str) -> Option<Name> {
    match text {
        "RZ" => Some(Name::Register(RZ)),
        "URZ" => Some(Name::Uniform(RZ)),
        "PT" => Some(Name::Predicate(7)),
        "UPT" => Some(Name::UniformPredicate(7)),
        // Up to sm_90 it is URZ, which no text calls so.
        "UR63" => None,
        _ => Name::read(text),
    }
}

/// A name and the one behind it, which hold a pair; a pair of registers begins at an even number.
fn both(low: Name) -> Option<[Name; 2]> {
    let begins = |number: u8| number.is_multiple_of(2) && number < RZ - 1;
    let high = match low {
        Name::Register(RZ) | Name::Uniform(RZ) => low,
        Name::Register(number) => Name::Register(begins(number).then_some(number + 1)?),
        Name::Uniform(number) => Name::Uniform(begins(number).then_some(number + 1)?),
        Name::Constant(bank, offset) => Name::Constant(bank, offset.wrapping_add(4)),
        same => same,
    };
    Some([low, high])
}

/// A register, a constant or a number, as a source of a type.
pub(super) fn taken(text: &str, own: OperandType) -> Option<Taken> {
    with_sign(text, own).filter(|taken| !taken.negate)
}

/// A source that may have a minus in front of it.
pub(super) fn with_sign(text: &str, own: OperandType) -> Option<Taken> {
    let (text, negate) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    if let Some(digits) = text.strip_prefix("0x") {
        let bits = u64::from_str_radix(digits, 16).ok().filter(|bits| !digits.starts_with('+') && bits & !own.format.mask() == 0)?;
        let bits = if negate { bits.wrapping_neg() } else { bits };
        return Some(taken_from(From::Bits(bits & own.format.mask()), own));
    }
    // The negative of an integer is no turned sign.
    let name = name_of(text).filter(|name| !name.is_predicate() && (!negate || own.format.is_integer()))?;
    let names = if own.width() > 32 { both(name)? } else { [name, Name::Register(RZ)] };
    Some(Taken { negate, ..taken_from(From::Names(names), own) })
}

pub(super) fn taken_from(from: From, own: OperandType) -> Taken {
    Taken { from, own, parts: STRAIGHT, turned: 0, absolute: false, negate: false }
}
