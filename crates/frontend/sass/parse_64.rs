//! Text to an instruction of 64 bits, in the manual's grammar: dotted words in any order, defaults, scheduling parts.

use super::cursor::Cursor;
use super::operand::{Kind, Operand, operand};
use super::statement::{Place, Statement, What};
use crate::instruction::sass::{Instruction, Layout, Mnemonic, Role, Schedule, Source};
use crate::syntax::{Diagnostic, Fix};
use core::ops::Range;

/// An instruction being read.
pub(super) struct Reading<'c, 'a> {
    cursor: &'c mut Cursor<'a>,
    generation: u32,
    pub notes: Vec<Diagnostic>,
    places: Vec<Place>,
    schedule: Option<Schedule>,
}

/// A dotted word of the head: its family, its value and its bytes.
type HeadWord = (Role, u32, Range<usize>);

impl<'c, 'a> Reading<'c, 'a> {
    pub fn new(cursor: &'c mut Cursor<'a>, generation: u32) -> Reading<'c, 'a> {
        Reading { cursor, generation, notes: Vec::new(), places: Vec::new(), schedule: None }
    }

    pub fn statement(&mut self) -> Result<Statement, Diagnostic> {
        self.cursor.skip();
        let start = self.cursor.at;
        let guard = self.guard()?;
        let (mnemonic, name) = self.mnemonic()?;
        let words = self.head(mnemonic)?;
        let head = name.start..self.cursor.at;
        let operands = self.operands()?;
        let end = self.cursor.at;
        let source = match operands.get(1..).and_then(<[Operand]>::last).map(|operand| &operand.kind) {
            Some(Kind::Number { .. }) => Source::Immediate,
            Some(Kind::Constant { .. }) => Source::Constant,
            _ => Source::Register,
        };
        let Some(row) = mnemonic.rows().find(|row| row.layout == Layout::Fixed(source)) else {
            let takes = if mnemonic == Mnemonic::Mufu { "a register" } else { "two immediates" };
            let span = operands.last().map_or(name.clone(), |operand| operand.span.clone());
            return Err(Diagnostic::error("operand", span, format!("{} takes {takes} here.", mnemonic.name())));
        };
        let mut instruction = Instruction::bare(row, self.generation);
        if !instruction.is_available() {
            let message = format!("{} came with sm_{}; sm_{} does not have it.", mnemonic.name(), row.span.0, self.generation);
            return Err(Diagnostic::error("needs-target", name, message));
        }
        if let Some((predicate, negated, span)) = guard {
            instruction = self.set(instruction, Role::Guard, predicate, &span);
            instruction = self.set(instruction, Role::GuardNot, u32::from(negated), &span);
        }
        for (role, value, span) in words {
            instruction = self.set(instruction, role, value, &span);
        }
        let instruction = self.assemble(instruction, &operands, start..end)?;
        if mnemonic == Mnemonic::Mufu && instruction.get(Role::Function) == 8 && instruction.has_no_function() && self.says_sqrt() {
            let place = self.places.iter().find(|place| place.role == Role::Function).map_or(name, |place| place.span.clone());
            return Err(Diagnostic::error("needs-target", place, "MUFU.SQRT came with sm_52; on sm_50 the function 8 is invalid."));
        }
        self.scheduling()?;
        self.semicolon();
        let end = self.cursor.at;
        // Comments that set bits stand anywhere up to the next instruction.
        self.cursor.skip();
        let instruction = self.comments(instruction)?;
        let statement = Statement::of(What::Instruction(instruction), start..end, head);
        Ok(Statement { schedule: self.schedule, places: core::mem::take(&mut self.places), ..statement })
    }

    fn says_sqrt(&self) -> bool {
        let place = self.places.iter().find(|place| place.role == Role::Function);
        place.is_some_and(|place| self.cursor.text[place.span.clone()].eq_ignore_ascii_case(".SQRT"))
    }

    /// The instruction with a field set by some bytes.
    pub fn set(&mut self, instruction: Instruction, role: Role, value: u32, span: &Range<usize>) -> Instruction {
        self.places.push(Place { role, span: span.clone() });
        instruction.with(role, value)
    }

    /// Keeps an operand in the reuse cache.
    pub fn reuse(&mut self, slot: u8) {
        self.schedule.get_or_insert_default().reuse |= 1 << slot;
    }

    fn guard(&mut self) -> Result<Option<(u32, bool, Range<usize>)>, Diagnostic> {
        let Some(at) = self.cursor.take('@') else { return Ok(None) };
        let negated = self.cursor.take('!').is_some();
        let word = self.cursor.word();
        let number = word.as_ref().and_then(|(word, _)| predicate(word));
        let span = at.start..word.map_or(at.end, |(_, span)| span.end);
        match number {
            Some(number) => Ok(Some((number, negated, span))),
            None => Err(Diagnostic::error("predicate", span, "A guard is @ or @! and a predicate, P0 to P6 or PT.")),
        }
    }

    fn mnemonic(&mut self) -> Result<(Mnemonic, Range<usize>), Diagnostic> {
        let (word, span) = super::parse::name(self.cursor)?;
        let found = Mnemonic::ALL.into_iter().find(|mnemonic| mnemonic.name().eq_ignore_ascii_case(word));
        found.map(|mnemonic| (mnemonic, span.clone())).ok_or_else(|| {
            let names = Mnemonic::ALL.map(Mnemonic::name);
            let message = format!("`{word}` is not among the machine instructions shown here: {}.", names.join(", "));
            Diagnostic::error("unknown-mnemonic", span, message).with_alternatives(names)
        })
    }

    fn head(&mut self, mnemonic: Mnemonic) -> Result<Vec<HeadWord>, Diagnostic> {
        let mut words: Vec<HeadWord> = Vec::new();
        while let Some((word, span)) = self.cursor.dotted() {
            let word = word.to_ascii_uppercase();
            let roles = mnemonic.head().iter().filter_map(|role| Some((*role, role.value(&word)?)));
            let mut known = roles.clone().peekable();
            let Some(&(first, _)) = known.peek() else {
                let all: Vec<String> = mnemonic.head().iter().flat_map(|role| role.words()).map(|(word, _)| format!(".{word}")).collect();
                let message = format!("`.{word}` is not a modifier of {}.", mnemonic.name());
                return Err(Diagnostic::error("unknown-modifier", span, message).with_alternatives(all));
            };
            let free = known.find(|(role, _)| words.iter().all(|(other, ..)| other != role));
            let Some((role, value)) = free else {
                let taken = words.iter().find(|(other, ..)| *other == first).map_or("", |(.., span)| &self.cursor.text[span.clone()]);
                let message = format!("`.{word}` and `{taken}` say the same thing twice or contradict each other.");
                return Err(Diagnostic::error("conflicting-modifiers", span.clone(), message).with_fix(Fix::replace(
                    format!("remove .{word}"),
                    span,
                    "",
                )));
            };
            words.push((role, value, span));
        }
        let at = self.cursor.at;
        let named = |role: Role| words.iter().any(|(other, ..)| *other == role);
        match mnemonic {
            Mnemonic::Mufu | Mnemonic::Rro if !named(mnemonic.head()[0]) => {
                let choices =
                    mnemonic.head()[0].words().iter().map(|(word, _)| format!(".{word}")).filter(|word| !word.contains("INVALID"));
                let message = format!("{} needs its function: there is no default.", mnemonic.name());
                Err(Diagnostic::error("missing-modifier", at..at, message).with_alternatives(choices))
            }
            Mnemonic::F2f => f2f_head(words, at, self.cursor.text),
            _ => Ok(words),
        }
    }

    fn operands(&mut self) -> Result<Vec<Operand>, Diagnostic> {
        let mut operands = vec![operand(self.cursor)?];
        while self.cursor.take(',').is_some() {
            operands.push(operand(self.cursor)?);
        }
        Ok(operands)
    }

    fn scheduling(&mut self) -> Result<(), Diagnostic> {
        while let Some(mark @ ('&' | '?')) = self.cursor.peek() {
            let start = self.cursor.at;
            self.cursor.take(mark);
            let word = self.cursor.word().map_or("", |(word, _)| word);
            let mut schedule = self.schedule.unwrap_or_default();
            let equals = self.cursor.take('=').is_some();
            let read = if mark == '&' { self.barrier(word, equals, &mut schedule) } else { self.sched(word, equals, &mut schedule) };
            if read.is_none() {
                let message = "Scheduling parts are &req={0,1} (barriers waited for), &rd=0 and &wr=1 (barriers set, 7 is none) and ?sched=0x14 (yield bit and stall).";
                return Err(Diagnostic::error("scheduling", start..self.cursor.at, message));
            }
            self.schedule = Some(schedule);
        }
        Ok(())
    }

    /// `&req={0,1}`, `&req=0x3`, `&rd=1`, `&rd1`, `&wr=0x2`.
    fn barrier(&mut self, word: &str, equals: bool, schedule: &mut Schedule) -> Option<()> {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_').to_ascii_lowercase();
        let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
        if name == "req" && equals && self.cursor.take('{').is_some() {
            while self.cursor.peek() != Some('}') {
                let barrier: u32 = self.cursor.word()?.0.parse().ok()?;
                schedule.wait |= u8::try_from(1u32.checked_shl(barrier).filter(|_| barrier < 6)?).ok()?;
                self.cursor.take(',');
            }
            return self.cursor.take('}').map(|_| ());
        }
        let number = if equals { small_number(self.cursor.word()?.0)? } else { small_number(digits)? };
        match &*name {
            "req" if number < 64 => schedule.wait = number,
            "rd" if number < 8 => schedule.read = number,
            "wr" if number < 8 => schedule.write = number,
            _ => return None,
        }
        Some(())
    }

    /// `?sched=0x14`, `?20`, and the names that NVIDIA's tools give the 32 values: `?DRAIN`, `?WAIT4_END_GROUP`, `?W4`, `?TRANS4`.
    fn sched(&mut self, word: &str, equals: bool, schedule: &mut Schedule) -> Option<()> {
        let word = word.to_ascii_uppercase();
        let value = if equals {
            small_number(self.cursor.word()?.0)?
        } else if word == "SCHED" {
            return Some(());
        } else if word == "DRAIN" {
            0
        } else if let Some(value) = small_number(&word) {
            value
        } else {
            let body = word.strip_suffix("_END_GROUP").or(word.strip_suffix("EG"));
            let count = ["WAIT", "TRANS", "W"].iter().find_map(|name| body.unwrap_or(&word).strip_prefix(name))?;
            let stall = small_number(count).filter(|stall| *stall < 16)?;
            if body.is_some() { stall } else { 16 + stall }
        };
        if value > 31 {
            return None;
        }
        (schedule.stall, schedule.yields) = (value & 15, value >> 4 == 1);
        Some(())
    }

    fn semicolon(&mut self) {
        if self.cursor.take(';').is_none() {
            let (shown, span) = self.cursor.shown();
            let place = span.start;
            let message = format!("The semicolon at the end of the instruction is missing; here is {shown}.");
            self.notes.push(Diagnostic::error("missing-semicolon", span, message).with_fix(Fix::replace(
                "add the semicolon",
                place..place,
                ";",
            )));
            self.cursor.at = place;
            self.cursor.skip_statement();
        }
    }

    fn comments(&mut self, instruction: Instruction) -> Result<Instruction, Diagnostic> {
        core::mem::take(&mut self.cursor.comments).into_iter().try_fold(instruction, |instruction, ((mask, bits), span)| {
            let message = "This comment would change the opcode.";
            let fits = mask >> 64 == 0;
            let changed = instruction.with_word(instruction.encode() & !mask | bits).filter(|_| fits);
            changed.ok_or_else(|| Diagnostic::error("opcode", span, message))
        })
    }
}

/// Both formats or neither, and a rounding that goes with them.
fn f2f_head(mut words: Vec<HeadWord>, at: usize, text: &str) -> Result<Vec<HeadWord>, Diagnostic> {
    let value = |words: &[HeadWord], role| words.iter().find(|(other, ..)| *other == role).map(|(_, value, _)| *value);
    let (to, from) = match (value(&words, Role::To), value(&words, Role::From)) {
        (Some(to), Some(from)) => (to, from),
        (None, None) => {
            // Both defaults are .F32.
            words.extend([(Role::To, 2, at..at), (Role::From, 2, at..at)]);
            (2, 2)
        }
        _ => return Err(Diagnostic::error("missing-format", at..at, "F2F takes both formats, .dstfmt.srcfmt, or neither (.F32.F32).")),
    };
    let Some((.., span)) = words.iter().find(|(role, ..)| *role == Role::Rounding) else { return Ok(words) };
    let word = text[span.clone()].to_ascii_uppercase();
    let (whole, pass) = (matches!(&*word, ".ROUND" | ".FLOOR" | ".CEIL" | ".TRUNC"), word == ".PASS");
    if (to == from) != (whole || pass) {
        let message = if to == from {
            "Between equal formats .rnd is .PASS, .ROUND, .FLOOR, .CEIL or .TRUNC: there is nothing else to round."
        } else {
            "Between different formats .rnd is .RN, .RM, .RP or .RZ: integer roundings and .PASS need equal formats."
        };
        return Err(Diagnostic::error("rounding", span.clone(), message));
    }
    Ok(words)
}

fn predicate(word: &str) -> Option<u32> {
    match word.strip_prefix(['P', 'p'])? {
        "T" | "t" => Some(7),
        digit => digit.parse().ok().filter(|number| *number < 7 && digit.len() == 1),
    }
}

/// A decimal or hex number below 256.
fn small_number(text: &str) -> Option<u8> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(hex) => u8::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}
