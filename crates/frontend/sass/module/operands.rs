//! Operands of machine code as PTX reads them: a part of a register, a pair, a constant of a bank, with its sign.

use super::super::lift::{From, STRAIGHT, Taken};
use super::super::machine::{Name, RZ};
use super::body::{Body, Refused};
use crate::number::{F32, F64, Format, OperandType};

/// The kinds of registers that a line makes on the way, each with the letter of its names.
pub(super) const KINDS: [(&str, &str); 4] = [("b32", "w"), ("b64", "d"), ("pred", "q"), ("b16", "h")];

impl Body<'_> {
    /// A register for what is computed on the way.
    pub fn temporary(&mut self, kind: usize) -> String {
        self.temporaries[kind] += 1;
        format!("%{}{}", KINDS[kind].1, self.temporaries[kind] - 1)
    }

    pub fn word_of(&mut self, line: impl FnOnce(&str) -> String) -> String {
        let to = self.temporary(0);
        let line = line(&to);
        self.line(line);
        to
    }

    pub fn pair_of(&mut self, line: impl FnOnce(&str) -> String) -> String {
        let to = self.temporary(1);
        let line = line(&to);
        self.line(line);
        to
    }

    pub fn predicate_of(&mut self, line: impl FnOnce(&str) -> String) -> String {
        let to = self.temporary(2);
        let line = line(&to);
        self.line(line);
        to
    }

    /// The lower half of a word as a register of its own.
    pub fn half_of(&mut self, word: &str) -> String {
        let to = self.temporary(3);
        self.line(format!("cvt.u16.u32 {to}, {word};"));
        to
    }

    /// The bits of a word by its name: a register or a number.
    pub fn word(&mut self, name: Name) -> Result<String, Refused> {
        Ok(match name {
            Name::Register(RZ) | Name::Uniform(RZ) => "0".to_owned(),
            Name::Register(_) | Name::Uniform(_) => self.register(name),
            Name::Predicate(7) | Name::UniformPredicate(7) => "1".to_owned(),
            Name::Predicate(_) | Name::UniformPredicate(_) => {
                let predicate = self.register(name);
                self.word_of(|to| format!("selp.b32 {to}, 1, 0, {predicate};"))
            }
            Name::Constant(bank, offset) => return self.constant(bank, offset),
            Name::Special(_) | Name::Loaded(..) | Name::Local(_) => return Err(format!("`{name}` stands for what a chip says")),
        })
    }

    /// The name of a register or a predicate that the function has.
    pub fn register(&mut self, name: Name) -> String {
        let name = format!("%{name}");
        if !self.registers.contains(&name) {
            self.registers.push(name.clone());
        }
        name
    }

    /// Where a result goes; a register on the way where nobody wants it.
    pub fn destination(&mut self, name: Name) -> String {
        match name {
            Name::Register(RZ) | Name::Uniform(RZ) => self.temporary(0),
            Name::Predicate(7) | Name::UniformPredicate(7) => self.temporary(2),
            name => self.register(name),
        }
    }

    /// A predicate to be read, with `!` where its opposite is; the one that always holds as a register.
    pub fn condition(&mut self, (name, negated): (Name, bool)) -> String {
        let text = match name {
            Name::Predicate(7) | Name::UniformPredicate(7) => {
                return self.predicate_of(|to| format!("setp.eq.u32 {to}, 0, {};", u32::from(negated)));
            }
            name => self.register(name),
        };
        format!("{}{text}", if negated { "!" } else { "" })
    }

    /// Two words as one number of 64 bits.
    pub fn joined(&mut self, [low, high]: [String; 2]) -> String {
        let number = |text: &str| text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok());
        if let (Some(low), Some(high)) = (number(&low), number(&high)) {
            return format!("{:#x}", low | high << 32);
        }
        let [low, high] = [low, high].map(|word| self.held(word));
        self.pair_of(|to| format!("mov.b64 {to}, {{{low}, {high}}};"))
    }

    /// A word in a register.
    pub fn held(&mut self, word: String) -> String {
        if word.starts_with('%') { word } else { self.word_of(|to| format!("mov.b32 {to}, {word};")) }
    }

    /// The words of a pair.
    pub fn split(&mut self, pair: &str) -> [String; 2] {
        let to = [self.temporary(0), self.temporary(0)];
        let pair = if pair.starts_with('%') { pair.to_owned() } else { self.pair_of(|to| format!("mov.b64 {to}, {pair};")) };
        self.line(format!("mov.b64 {{{}, {}}}, {pair};", to[0], to[1]));
        to
    }

    /// The words of a source, without its signs: one, or two of a pair.
    pub fn words(&mut self, source: &Taken) -> Result<Vec<String>, Refused> {
        let count = if source.own.width() > 32 { 2 } else { 1 };
        let words: Vec<String> = match source.from {
            From::Bits(bits) => (0..count).map(|word| format!("{:#x}", bits >> (32 * word) & 0xffff_ffff)).collect(),
            From::Names(names) => names[..count].iter().map(|name| self.word(*name)).collect::<Result<_, _>>()?,
        };
        let turned = |(at, word): (usize, String)| match source.turned >> (32 * at) & 0xffff_ffff {
            0 => word,
            mask => {
                let word = self.held(word);
                self.word_of(|to| format!("xor.b32 {to}, {word}, {mask:#x};"))
            }
        };
        Ok(words.into_iter().enumerate().map(turned).collect())
    }

    /// A source as an operand of its type, with its part and its signs.
    pub fn source(&mut self, source: &Taken) -> Result<String, Refused> {
        let Taken { own, parts, absolute, negate, .. } = *source;
        if let (From::Bits(bits), ..32, true) = (source.from, own.width(), own.format.is_integer()) {
            return Ok(format!("{bits:#x}"));
        }
        // The upper half's sign is turned after the halves were chosen.
        let early = own.lanes == 1;
        let words = self.words(&Taken { turned: if early { source.turned } else { 0 }, ..*source })?;
        let mut text = match (&words[..], own.width()) {
            ([low, high], _) => self.joined([low.clone(), high.clone()]),
            ([word], 32) if own.lanes == 2 => {
                let mut word = self.held(word.clone());
                if parts != STRAIGHT {
                    let digits = |part: u8| if part == 16 { "32" } else { "10" };
                    let from = word;
                    word = self.word_of(|to| format!("prmt.b32 {to}, {from}, 0, 0x{}{};", digits(parts[1]), digits(parts[0])));
                }
                if source.turned != 0 {
                    let from = word;
                    word = self.word_of(|to| format!("xor.b32 {to}, {from}, {:#x};", source.turned));
                }
                word
            }
            ([word], 32) => word.clone(),
            ([word], width) => {
                let mut word = self.held(word.clone());
                if parts[0] != 0 {
                    let from = word;
                    word = self.word_of(|to| format!("shr.u32 {to}, {from}, {};", parts[0]));
                }
                if width == 16 || own.format.is_integer() { self.half_of(&word) } else { return Err("a number of 8 bits".into()) }
            }
            _ => return Err("a source of this width".into()),
        };
        if absolute || negate {
            let own_text = super::super::ptx::type_of(own).map(|own| own.text()).filter(|_| !own.format.is_integer());
            let own_text = match own_text {
                Some(text) => text.to_owned(),
                None => format!(".s{}", own.width()),
            };
            text = if text.starts_with('%') { text } else { self.moved(&text, own) };
            for (name, _) in [("abs", absolute), ("neg", negate)].into_iter().filter(|(_, set)| *set) {
                let to = self.temporary(kind_of(own));
                self.line(format!("{name}{own_text} {to}, {text};"));
                text = to;
            }
        }
        Ok(literal(&text, own.format, own.lanes))
    }

    /// A number in a register of its width.
    fn moved(&mut self, text: &str, own: OperandType) -> String {
        let to = self.temporary(kind_of(own));
        self.line(format!("mov.b{} {to}, {text};", own.width().max(16)));
        to
    }

    /// Puts a number of 64 bits where a result goes.
    pub fn keep_pair(&mut self, pair: &str, writes: &[Name]) {
        let to: Vec<String> = writes.iter().take(2).map(|name| self.destination(*name)).collect();
        match &to[..] {
            [low, high] => self.line(format!("mov.b64 {{{low}, {high}}}, {pair};")),
            [low] => self.line(format!("cvt.u32.u64 {low}, {pair};")),
            _ => {}
        }
    }
}

/// The kind of register that holds a type.
pub(super) fn kind_of(own: OperandType) -> usize {
    match own.width() {
        33.. => 1,
        32 => 0,
        _ => 3,
    }
}

/// A number as a type's literal: of singles and doubles their bits are written with `0f` and `0d`.
fn literal(text: &str, format: &Format, lanes: u32) -> String {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match u64::from_str_radix(digits, 16) {
        Ok(bits) if !text.starts_with('%') && lanes == 1 && format == F32::ROW => format!("0f{bits:08X}"),
        Ok(bits) if !text.starts_with('%') && lanes == 1 && format == F64::ROW => format!("0d{bits:016X}"),
        _ => text.to_owned(),
    }
}
