//! A row and a form filled with what a text says: dotted words become fields, operands take their slots.

use super::operand::{Kind, Operand as Written, bits};
use super::text::{SIGNS, example_operands, is_written, numbers, takes_signed, text};
use crate::instruction::sass::{Choice, Immediate, Instruction, Letter, Operand, Place, Role, Source, decode};
use crate::number::{F32, F64, Pattern};
use crate::rounding::Literal;
use crate::syntax::Diagnostic;
use core::ops::Range;

/// A dotted word without its dot, in capitals, and its bytes.
pub(super) type Word = (String, Range<usize>);

/// What is wrong with an attempt, and how far it came.
pub(super) struct Wrong {
    pub reach: usize,
    pub diagnostic: Diagnostic,
}

/// A row and a form, being filled.
pub(super) struct Attempt<'a> {
    pub instruction: Instruction,
    pub words: &'a [Word],
    pub operands: &'a [Written],
    pub at: usize,
    pub whole: &'a Range<usize>,
    pub head: &'a Range<usize>,
    /// The bits of the word that comments set, as (mask, bits).
    pub set: (u128, u128),
}

impl Attempt<'_> {
    pub fn run(mut self) -> Result<Instruction, Wrong> {
        let row = self.instruction.row;
        let head: Vec<&Choice> = row.head.iter().filter(|choice| choice.span.has(self.instruction.generation)).collect();
        let words = self.words;
        // A second time, because what a word stands for may hang on a later one.
        self.choose(&head, words)?;
        let used = self.choose(&head, words)?;
        if let Some((word, span)) = words.get(used) {
            let message = format!("`.{word}` is not a modifier of {} in this place.", row.name);
            let mut all: Vec<&str> = Vec::new();
            for word in head.iter().flat_map(|choice| choice.words).filter(|word| !matches!(**word, "" | "-" | "!")) {
                if !all.contains(word) {
                    all.push(word);
                }
            }
            let all = all.into_iter().map(|word| format!(".{word}"));
            let diagnostic = Diagnostic::error("unknown-modifier", span.clone(), message).with_alternatives(all);
            return Err(Wrong { reach: 0, diagnostic });
        }
        for operand in row.operands {
            self.operand(operand)?;
        }
        if let Some(left) = self.operands.get(self.at) {
            return Err(self.wrong("operand-count", &left.span, format!("{} takes fewer operands.", row.name)));
        }
        match decode(self.instruction.encode() & !self.set.0 | self.set.1, self.instruction.generation) {
            Ok(instruction) if core::ptr::eq(instruction.row, row) => self.checked(instruction),
            // The text is another form's, or a comment made it one.
            Ok(other) => {
                let message = format!("With these bits the word would be {}.", text(&other).trim_end_matches([';', ' ']));
                Err(self.wrong("operand", self.whole, message))
            }
            Err(refusal) => Err(self.wrong("illegal", self.whole, refusal.to_string())),
        }
    }

    /// The dotted words that the instruction is written with must be those that were given.
    fn checked(self, instruction: Instruction) -> Result<Instruction, Wrong> {
        let said = text(&instruction);
        let head = said.split(' ').find(|part| !part.starts_with('@')).unwrap_or_default();
        let mut given: Vec<String> = self.words.iter().map(|(word, _)| word.clone()).collect();
        let mut printed: Vec<String> = head[instruction.row.name.len()..].split('.').skip(1).map(str::to_ascii_uppercase).collect();
        given.sort_unstable();
        printed.sort_unstable();
        if given == printed {
            return Ok(instruction);
        }
        let missing = printed.iter().find(|word| !given.contains(word));
        let message = match missing {
            Some(word) => format!("{} needs its modifiers in full: .{word} is missing or another word in its place.", instruction.row.name),
            None => "These modifiers contradict each other.".to_owned(),
        };
        Err(self.wrong("missing-modifier", self.head, message))
    }

    fn wrong(&self, code: &'static str, span: &Range<usize>, message: String) -> Wrong {
        Wrong { reach: self.at + 1, diagnostic: Diagnostic::error(code, span.clone(), message) }
    }

    /// A number that no uniform register has: further on than an operand of another kind.
    fn beyond(&self, span: &Range<usize>, none: u32) -> Wrong {
        let wrong = self.wrong("register", span, format!("Uniform registers are UR0 to UR{} and URZ.", none - 1));
        Wrong { reach: wrong.reach + 1, ..wrong }
    }

    /// Sets the choices that words stand for, what has no word at rest; how many words were used.
    fn choose(&mut self, choices: &[&Choice], words: &[Word]) -> Result<usize, Wrong> {
        let mut taken = vec![false; choices.len()];
        let (mut at, mut last) = (0, 0);
        while at < words.len() {
            let found = (1..=(words.len() - at).min(2)).rev().find_map(|length| {
                let word = words[at..at + length].iter().map(|(word, _)| &**word).collect::<Vec<_>>().join(".");
                let counts = |choice: &Choice| choice.counts(self.instruction.encode(), self.instruction.generation);
                // Words stand in order as a rule: what comes behind the last one first.
                let free = || (last..choices.len()).chain(0..last).filter(|place| !taken[*place]);
                let named = |place: usize| Some((place, value_of(choices[place], &word)?));
                let first = free().filter(|place| counts(choices[*place])).find_map(named);
                first.or_else(|| free().find_map(named)).map(|(place, value)| (place, value, length))
            });
            let Some((place, value, length)) = found else { break };
            taken[place] = true;
            last = place;
            self.instruction = self.instruction.with_bits(choices[place].field.pieces, value);
            at += length;
        }
        for (place, choice) in choices.iter().enumerate() {
            let shared = |other: usize| taken[other] && choices[other].field.mask() & choice.field.mask() != 0;
            let counts = choice.counts(self.instruction.encode(), self.instruction.generation);
            if !taken[place] && counts && !(0..choices.len()).any(shared) {
                self.instruction = self.instruction.with_bits(choice.field.pieces, choice.default());
            }
        }
        Ok(at)
    }

    fn operand(&mut self, operand: &Operand) -> Result<(), Wrong> {
        let here = operand.span.has(self.instruction.generation)
            && operand.when.iter().all(|condition| condition.holds(self.instruction.encode()));
        if !here {
            return Ok(());
        }
        let next = self.operands.get(self.at);
        if operand.optional {
            let there = match (operand.place, next.map(|next| &next.kind)) {
                (Place::UniformPredicate(..), Some(Kind::Predicate { uniform, .. })) => *uniform,
                (Place::Predicate(..), Some(Kind::Predicate { uniform, .. })) => !uniform,
                _ => false,
            };
            if !there {
                if let Place::Predicate(_, low, _) = operand.place {
                    self.instruction = self.instruction.put(low, 3, 7);
                }
                debug_assert!(!is_written(operand, &self.instruction));
                return Ok(());
            }
        }
        let Some(next) = next else {
            let end = self.whole.end..self.whole.end;
            let row = self.instruction.row;
            let example =
                example_operands(row, self.instruction.generation).map(|operands| format!(", as in `{}`", operands.trim_end_matches(';')));
            return Err(self.wrong("operand-count", &end, format!("{} takes more operands{}.", row.name, example.unwrap_or_default())));
        };
        let span = next.span.clone();
        let is_source = matches!(operand.place, Place::Source(_));
        if !is_source && (next.negate || next.absolute) {
            return Err(self.wrong("operand", &span, "This operand takes no minus and no bars.".to_owned()));
        }
        let uniform = self.instruction.row.uniform;
        match (operand.place, &next.kind) {
            (Place::Register(_, low), kind) => {
                let number =
                    register(kind, uniform).ok_or_else(|| self.wrong("operand", &span, "This place takes a register.".to_owned()))?;
                self.instruction = self.instruction.put(low, 8, number);
            }
            (Place::Uniform(_, pieces), Kind::Uniform(number)) => {
                self.instruction = self.instruction.with_bits(pieces, number.unwrap_or(255));
            }
            (Place::Predicate(_, low, not), Kind::Predicate { number, uniform: of }) if *of == uniform && (!next.not || not.is_some()) => {
                self.instruction = self.instruction.put(low, 3, *number);
                if let Some(bit) = not {
                    self.instruction = self.instruction.put(bit, 1, u32::from(next.not));
                }
            }
            (Place::UniformPredicate(low, not), Kind::Predicate { number, uniform: true }) => {
                self.instruction = self.instruction.put(low, 3, 7 ^ number).put(not, 1, u32::from(next.not));
            }
            (Place::Number(_, low, width), Kind::Number { literal: Literal::Bits { bits, .. }, negative: false }) if *bits < 1 << width => {
                self.instruction = self.instruction.put(low, width, *bits as u32);
            }
            (Place::Single, _) => {
                let pattern = self.pattern(next, Pattern::new(F32::ROW, 0))?;
                self.instruction = self.instruction.put(32, 32, pattern as u32);
            }
            (Place::Signs, Kind::Signs(letters)) => {
                for at in 0..4 {
                    let pair = letters.get(6 - 2 * at..8 - 2 * at).unwrap_or_default();
                    let Some(value) = SIGNS.iter().position(|known| *known == pair) else {
                        return Err(self.wrong("operand", &span, format!("The signs of two additions are PP, PN, NP or ZP, not {pair}.")));
                    };
                    self.instruction = self.instruction.put(32 + 2 * at as u32, 2, value as u32);
                }
            }
            (Place::Source(letter), _) => return self.source(letter, operand),
            (place, _) => {
                let wanted = match place {
                    Place::Predicate(..) if uniform => "a uniform predicate, UP0 to UP6 or UPT",
                    Place::Predicate(..) => "a predicate, P0 to P6 or PT",
                    Place::UniformPredicate(..) => "a uniform predicate, UP0 to UP6 or UPT",
                    Place::Uniform(..) => "a uniform register, UR0 or higher",
                    Place::Signs => "eight letters P, N and Z",
                    _ => "a small number",
                };
                return Err(self.wrong("operand", &span, format!("In this place {} takes {wanted}.", self.instruction.row.name)));
            }
        }
        self.at += 1;
        let parts: Vec<&Choice> = operand.part.iter().filter(|part| part.span.has(self.instruction.generation)).collect();
        self.parts(&parts, next)
    }

    fn source(&mut self, letter: Letter, operand: &Operand) -> Result<(), Wrong> {
        let source = self.instruction.source(letter);
        let Some(next) = self.operands.get(self.at) else { return Ok(()) };
        if source == Source::Immediate {
            return self.immediate(operand);
        }
        let wanted = match source {
            Source::Constant => "a constant, c[bank][offset]",
            Source::Uniform => "a uniform register, UR0 or higher",
            _ if self.instruction.row.uniform => "a uniform register, UR0 or higher",
            _ => "a register, R0 to R254 or RZ",
        };
        let place = ["first", "second", "third"][letter as usize];
        let wrong = self.wrong("operand", &next.span, format!("The {place} source of {} is {wanted} here.", self.instruction.row.name));
        match (source, &next.kind) {
            (Source::Constant, Kind::Constant { bank, offset }) => {
                self.instruction = self.instruction.with_constant(*bank, *offset);
            }
            (Source::Constant, Kind::Indirect { register, offset }) => {
                if register.is_some_and(|number| number >= 63) {
                    return Err(self.beyond(&next.span, 63));
                }
                self.instruction = self.instruction.put(32, 6, register.unwrap_or(63)).put(40, 14, offset / 4).put(91, 1, 1);
            }
            (Source::Uniform, Kind::Uniform(number)) => {
                let pieces = self.instruction.uniform();
                let none = if pieces[0].0 - pieces[0].1 == 7 { 255 } else { 63 };
                if number.is_some_and(|number| number >= none) {
                    return Err(self.beyond(&next.span, none));
                }
                self.instruction = self.instruction.with_bits(pieces, number.unwrap_or(none));
            }
            (Source::Register, kind) => {
                let low = self.instruction.register_low(letter);
                let number = register(kind, self.instruction.row.uniform).ok_or(wrong)?;
                self.instruction = self.instruction.put(low, 8, number);
            }
            _ => return Err(wrong),
        }
        let signs = self.instruction.signs(letter);
        for (present, bit) in [(next.negate, signs.negate), (next.absolute, signs.absolute)] {
            match bit {
                Some(bit) => self.instruction = self.instruction.put(bit, 1, u32::from(present)),
                None if present => return Err(self.wrong("operand", &next.span, "This source takes no such sign.".to_owned())),
                None => {}
            }
        }
        self.at += 1;
        let mut next = next.clone();
        if let Some(bit) = self.instruction.row.layout.reuse(letter).filter(|_| source == Source::Register && !self.instruction.is_slow()) {
            let before = next.words.len();
            next.words.retain(|(word, _)| word != "REUSE");
            self.instruction = self.instruction.put(bit, 1, u32::from(next.words.len() < before));
        }
        let generation = self.instruction.generation;
        let parts: Vec<&Choice> = signs.part.iter().chain(operand.part).filter(|part| part.span.has(generation)).collect();
        self.parts(&parts, &next)
    }

    /// The dotted words behind an operand.
    fn parts(&mut self, parts: &[&Choice], written: &Written) -> Result<(), Wrong> {
        let counting: Vec<&Choice> =
            parts.iter().copied().filter(|part| part.counts(self.instruction.encode(), self.instruction.generation)).collect();
        let used = self.choose(&counting, &written.words)?;
        match written.words.get(used) {
            Some((word, span)) => Err(self.wrong("unknown-modifier", span, format!("`.{word}` does not belong to this operand."))),
            None => Ok(()),
        }
    }

    fn immediate(&mut self, operand: &Operand) -> Result<(), Wrong> {
        let formats = numbers(&self.instruction);
        let mut bits = 0;
        if matches!(self.instruction.row.immediate, Immediate::Bits | Immediate::Integer(_)) {
            let Some(written) = self.operands.get(self.at) else { return Ok(()) };
            bits = match &written.kind {
                Kind::Number { literal: Literal::Bits { bits, .. }, negative: false } if *bits <= u64::from(u32::MAX) => *bits as u32,
                Kind::Number { literal: Literal::Bits { bits, .. }, negative: true }
                    if *bits <= 1 << 31 && takes_signed(&self.instruction) =>
                {
                    (*bits as u32).wrapping_neg()
                }
                _ => {
                    return Err(self.wrong("operand", &written.span, "This place takes a pattern of bits, as in 0x3c00.".to_owned()));
                }
            };
            self.at += 1;
        }
        for format in formats {
            let Some(written) = self.operands.get(self.at) else {
                let end = self.whole.end..self.whole.end;
                return Err(self.wrong("operand-count", &end, "A number is missing.".to_owned()));
            };
            let pattern = self.pattern(written, format)?;
            bits = match (self.instruction.row.immediate, format.format) {
                (Immediate::LowHalf, _) => pattern as u32 * 0x1_0001,
                _ if self.instruction.takes_two_numbers() => bits << 16 | pattern as u32,
                (_, format) if format == F64::ROW => (pattern >> 32) as u32,
                _ => pattern as u32,
            };
            self.at += 1;
        }
        self.instruction = self.instruction.put(32, 32, bits);
        let apart: Vec<&Choice> = operand.part.iter().filter(|choice| choice.field.role == Role::Apart).collect();
        let written = self.operands.get(self.at.wrapping_sub(1));
        written.map_or(Ok(()), |written| self.parts(&apart, written))
    }

    /// The bits of a written number in a format.
    fn pattern(&self, written: &Written, format: Pattern) -> Result<u64, Wrong> {
        let format = format.format;
        let wide = if format == F64::ROW { 1 << 32 } else { 1 };
        match &written.kind {
            Kind::Number { literal, negative } if !written.negate && !written.absolute => {
                bits(literal, *negative, format, &written.span).map_err(|diagnostic| Wrong { reach: self.at + 1, diagnostic })
            }
            Kind::SignalingNan { negative } => {
                let sign = if *negative { format.sign_mask() } else { 0 };
                Ok(format.infinity().unwrap_or_default() | wide | sign)
            }
            _ => Err(self.wrong("operand", &written.span, "This place takes a number.".to_owned())),
        }
    }
}

/// The value that a choice writes as a word, in capitals or not.
fn value_of(choice: &Choice, word: &str) -> Option<u32> {
    let count = 1u32 << choice.field.width();
    (0..count).find(|value| choice.spelled(*value).is_some_and(|spelled| !spelled.is_empty() && spelled.eq_ignore_ascii_case(word)))
}

fn register(kind: &Kind, uniform: bool) -> Option<u32> {
    match kind {
        Kind::Register(number) if !uniform => Some(*number),
        Kind::Uniform(number) if uniform => Some(number.unwrap_or(255)),
        _ => None,
    }
}
