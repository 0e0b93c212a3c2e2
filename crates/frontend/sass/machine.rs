//! What instructions read and write: registers, predicates, constants and condition codes of one thread.
//!
//! An instruction has few of them, so they stand in a sorted list: a worker judges a hundred thousand results, each on a machine of its own.

use core::fmt;

/// What holds a word of 32 bits, or the bit of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// `R0` to `R254`, and RZ.
    Register(u8),
    /// `P0` to `P6`, and PT.
    Predicate(u8),
    /// `UR0` and so on, and URZ.
    Uniform(u8),
    /// `UP0` to `UP6`, and UPT.
    UniformPredicate(u8),
    /// A constant by its bank and its offset in bytes.
    Constant(u8, u16),
    /// What the load at a place of the text (counted from 1) finds for a register: `R4@3`, and in another turn of a loop `R4@3.2`.
    Loaded(u8, u16, u16),
    /// A word of the thread's own memory by its distance from R1 in bytes: `l[0x8]`.
    Local(i16),
    /// What says which thread runs, by its place in the list: `SR_TID.X`.
    Special(u8),
}

/// The special registers that are given like others.
pub(super) const SPECIAL: [&str; 7] = ["SR_TID.X", "SR_TID.Y", "SR_TID.Z", "SR_CTAID.X", "SR_CTAID.Y", "SR_CTAID.Z", "SR_LANEID"];

/// The number of RZ, and of URZ.
pub const RZ: u8 = 255;

impl Name {
    /// Reads `R1`, `p0`, `UR4`, `c[3][0x10]`, `R4@3`, `l[0x8]` or `SR_TID.X`; None of what always holds the same.
    pub fn read(text: &str) -> Option<Name> {
        if let Some((register, place)) = text.split_once('@') {
            let Some(Name::Register(register)) = Name::read(register) else { return None };
            let (place, turn) = place.split_once('.').unwrap_or((place, "1"));
            return Some(Name::Loaded(register, place.parse().ok()?, turn.parse().ok().filter(|turn| *turn > 0)?));
        }
        if let Some(at) = SPECIAL.iter().position(|name| name.eq_ignore_ascii_case(text)) {
            return Some(Name::Special(at as u8));
        }
        if let Some(offset) = text.strip_prefix("l[").and_then(|rest| rest.strip_suffix(']')) {
            return distance(offset).map(Name::Local);
        }
        let uniform = text.strip_prefix(['U', 'u']);
        let number = |letter: char| {
            let digits = uniform.unwrap_or(text).strip_prefix([letter, letter.to_ascii_lowercase()])?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u8>().ok()).flatten()
        };
        let named = match (number('R'), number('P')) {
            (Some(number), _) => Some(if uniform.is_some() { Name::Uniform(number) } else { Name::Register(number) }),
            (_, Some(number)) => Some(if uniform.is_some() { Name::UniformPredicate(number) } else { Name::Predicate(number) }),
            _ => None,
        };
        if let Some(name) = named.filter(|name| name.fixed().is_none()) {
            return Some(name);
        }
        constant(text).filter(|(_, offset)| offset % 4 == 0).map(|(bank, offset)| Name::Constant(bank, offset))
    }

    /// What it always holds.
    pub fn fixed(self) -> Option<u32> {
        match self {
            Name::Register(RZ) | Name::Uniform(RZ) => Some(0),
            Name::Predicate(7..) | Name::UniformPredicate(7..) => Some(1),
            _ => None,
        }
    }

    /// Whether it holds one bit.
    pub fn is_predicate(self) -> bool {
        matches!(self, Name::Predicate(_) | Name::UniformPredicate(_))
    }

    /// What holds the word behind it; RZ is followed by itself.
    pub fn following(self, words: u8) -> Name {
        match self {
            Name::Register(RZ) | Name::Uniform(RZ) => self,
            Name::Register(number) => Name::Register(number.wrapping_add(words)),
            Name::Uniform(number) => Name::Uniform(number.wrapping_add(words)),
            Name::Constant(bank, offset) => Name::Constant(bank, offset.wrapping_add(4 * u16::from(words))),
            Name::Loaded(register, place, turn) => Name::Loaded(register.wrapping_add(words), place, turn),
            Name::Local(offset) => Name::Local(offset.wrapping_add(4 * i16::from(words))),
            Name::Predicate(_) | Name::UniformPredicate(_) | Name::Special(_) => self,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Name::Register(RZ) => f.write_str("RZ"),
            Name::Register(number) => write!(f, "R{number}"),
            Name::Predicate(7..) => f.write_str("PT"),
            Name::Predicate(number) => write!(f, "P{number}"),
            Name::Uniform(RZ) => f.write_str("URZ"),
            Name::Uniform(number) => write!(f, "UR{number}"),
            Name::UniformPredicate(7..) => f.write_str("UPT"),
            Name::UniformPredicate(number) => write!(f, "UP{number}"),
            Name::Constant(bank, offset) => write!(f, "c[{bank:#x}][{offset:#x}]"),
            Name::Loaded(register, place, 1) => write!(f, "R{register}@{place}"),
            Name::Loaded(register, place, turn) => write!(f, "R{register}@{place}.{turn}"),
            Name::Special(at) => f.write_str(SPECIAL.get(usize::from(at)).copied().unwrap_or_default()),
            Name::Local(offset) if offset < 0 => write!(f, "l[-{:#x}]", offset.unsigned_abs()),
            Name::Local(offset) => write!(f, "l[{offset:#x}]"),
        }
    }
}

/// The bank and the offset in bytes of a constant; nvdisasm writes a bank's first place as `c[0x3][URZ]` or `[RZ]`.
pub(super) fn constant(text: &str) -> Option<(u8, u16)> {
    let (bank, offset) = text.strip_prefix(['c', 'C'])?.strip_prefix('[')?.strip_suffix(']')?.split_once("][")?;
    let read = |text: &str| match text.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    };
    let offset = if matches!(offset, "RZ" | "URZ") { 0 } else { read(offset)? };
    Some((read(bank).filter(|bank| *bank < 32)? as u8, offset))
}

/// A number of bytes with a sign: `0x8`, `-0x10`.
pub(super) fn distance(text: &str) -> Option<i16> {
    let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    let digits = digits.strip_prefix("0x").filter(|digits| !digits.starts_with(['+', '-']))?;
    let number = i16::from_str_radix(digits, 16).ok()?;
    Some(if is_negative { -number } else { number })
}

/// The state of a thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    words: Vec<(Name, u32)>,
    /// The condition codes, if an instruction wrote them: zero 1, sign 2, carry 4, overflow 8.
    pub condition: Option<u8>,
}

impl Machine {
    fn find(&self, name: Name) -> Result<usize, usize> {
        self.words.binary_search_by_key(&name, |word| word.0)
    }

    /// The bits of a name, if they have been given or written.
    pub fn get(&self, name: Name) -> Option<u32> {
        name.fixed().or_else(|| self.find(name).ok().map(|at| self.words[at].1))
    }

    /// Writes a name, of a predicate the lowest bit; what always holds the same goes on doing so.
    pub fn set(&mut self, name: Name, bits: u32) {
        let bits = if name.is_predicate() { bits & 1 } else { bits };
        match self.find(name) {
            _ if name.fixed().is_some() => {}
            Ok(at) => self.words[at].1 = bits,
            Err(at) => self.words.insert(at, (name, bits)),
        }
    }
}
