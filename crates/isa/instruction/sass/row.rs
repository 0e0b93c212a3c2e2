//! What a row is made of: which words it is of, and how its operands stand in them. In a word of 128 bits, three bits say which source may
//! be no register, and where it comes from; one of 64 bits is a row for each.

use super::choice::{Choice, Is, Span};
use super::field::{Field, Role};

/// The bits that make a word one of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The bits that are looked at.
    pub mask: u128,
    /// What they must be.
    pub value: u128,
}

impl Test {
    /// Whether a word passes.
    pub const fn holds(self, word: u128) -> bool {
        word & self.mask == self.value
    }

    /// Mask and value of the top 16 bits of a word of 64 bits, where its opcode stands.
    pub const fn top(self) -> (u16, u16) {
        ((self.mask >> 48) as u16, (self.value >> 48) as u16)
    }
}

/// Where the bits of a source stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A register.
    First,
    /// A register, a uniform register, a constant or a number.
    Second,
    /// A register, of 128-bit words alone.
    Third,
}

/// What stands in the second slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register,
    /// A number of 32 bits.
    Immediate,
    /// A constant.
    Constant,
    /// A uniform register.
    Uniform,
}

/// Which forms an operation has, and in which order they take the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Three sources, of which the second or the third may be no register.
    Three,
    /// Two sources; no register in forms 2, 3 and 7.
    Add,
    /// The same with the register of form 1 in the third slot.
    AddLate,
    /// The same with the uniform register of form 7 there too.
    AddThird,
    /// Three sources, the uniform register of form 7 in the third slot.
    ThreeThird,
    /// Two sources, or one; no register in forms 4, 5 and 6.
    Multiply,
    /// One form alone, with the slots in their order.
    Only(u32),
    /// A word of 64 bits, whose opcode says what stands in the second slot.
    Fixed(Source),
}

/// A source by its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
}

impl Letter {
    /// The roles of the source: its register, sign, absolute value and lanes.
    pub const fn roles(self) -> [Role; 4] {
        match self {
            Letter::A => [Role::A, Role::NegateA, Role::AbsoluteA, Role::SwizzleA],
            Letter::B => [Role::B, Role::NegateB, Role::AbsoluteB, Role::SwizzleB],
            Letter::C => [Role::C, Role::NegateC, Role::AbsoluteC, Role::SwizzleC],
        }
    }
}

impl Layout {
    /// The slots of the sources B and C, and what the second slot holds; None where there is no such form.
    pub fn slots(self, form: u32, generation: u32) -> Option<([Slot; 2], Source)> {
        if let Layout::Fixed(source) = self {
            return Some(([Slot::Second, Slot::Third], source));
        }
        if let Layout::Only(only) = self {
            return (only == form).then_some(([Slot::Second, Slot::Third], Source::Register));
        }
        let source = match form {
            1 => Source::Register,
            2 | 4 => Source::Immediate,
            // Constants stand in no operand from sm_100 on.
            3 | 5 if generation < 100 => Source::Constant,
            6 | 7 => Source::Uniform,
            _ => return None,
        };
        let slots = match (self, form) {
            (Layout::Three, 1 | 4..=6)
            | (Layout::ThreeThird, 1 | 4..=7)
            | (Layout::Add, 1..=3 | 7)
            | (Layout::AddLate, 2 | 3 | 7)
            | (Layout::AddThird, 2) => [Slot::Second, Slot::Third],
            (Layout::Three, 2 | 3 | 7) | (Layout::ThreeThird, 2 | 3) | (Layout::AddLate, 1) | (Layout::AddThird, 1 | 7) => {
                [Slot::Third, Slot::Second]
            }
            (Layout::Multiply, 1 | 4..=6) => [Slot::Second, Slot::Third],
            _ => return None,
        };
        Some((slots, source))
    }

    /// The bit that keeps a source in the reuse cache; words of 64 bits have none.
    pub const fn reuse(self, letter: Letter) -> Option<u32> {
        match (self, letter) {
            (Layout::Fixed(_), _) => None,
            (_, Letter::A) => Some(122),
            (Layout::Add | Layout::AddLate | Layout::AddThird, Letter::B)
            | (Layout::Three | Layout::ThreeThird | Layout::Only(_), Letter::C) => Some(124),
            (_, Letter::B) => Some(123),
            _ => None,
        }
    }
}

/// What a number in the second slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// A single.
    Single,
    /// The upper word of a double.
    Double,
    /// Two halves, the upper one written first.
    Halves,
    /// A half in the lower bits, which the upper ones repeat.
    LowHalf,
    /// A number of the format that a field says, or two halves.
    Of(Role),
    /// An integer of 32 bits, with a sign where the type that a field says has one.
    Integer(Role),
    /// A pattern of 32 bits.
    Bits,
}

/// The sign, the absolute value and the selection of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signs {
    /// The bit that turns its sign.
    pub negate: Option<u32>,
    /// The bit that clears it.
    pub absolute: Option<u32>,
    /// What follows the register.
    pub part: &'static [Choice],
}

/// What an operand of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register of eight bits from a bit on.
    Register(Role, u32),
    /// A uniform register of eight bits.
    Uniform(Role, &'static [(u32, u32)]),
    /// A source.
    Source(Letter),
    /// A predicate of three bits from a bit on, and the bit that negates it.
    Predicate(Role, u32, Option<u32>),
    /// A uniform predicate, whose number stands inverted, and the bit that negates it.
    UniformPredicate(u32, u32),
    /// A number.
    Number(Role, u32, u32),
    /// The signs of eight additions.
    Signs,
    /// A single in bits 63:32.
    Single,
}

/// An operand of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// What it is.
    pub place: Place,
    /// What follows it, beside what its slot says.
    pub part: &'static [Choice],
    /// When it is there.
    pub when: &'static [Is],
    /// The generations that have it.
    pub span: Span,
    /// Whether it is left out where it is the predicate that is always true.
    pub optional: bool,
}

/// A row: the words of an operation whose operands stand in one order.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Its opcode.
    pub test: Test,
    /// Its name.
    pub name: &'static str,
    /// The generations that have it.
    pub span: Span,
    /// What else must hold.
    pub fixed: &'static [Is],
    /// The forms.
    pub layout: Layout,
    /// The dotted words, in their order.
    pub head: &'static [Choice],
    /// The operands, in their order.
    pub operands: &'static [Operand],
    /// Signs and selections of the three slots.
    pub signs: [Signs; 3],
    /// What a number is.
    pub immediate: Immediate,
    /// Where the numbers of a word of 64 bits stand; in one of 128 bits they take bits 63:32.
    pub numbers: &'static [Field],
    /// The manual's line, of words of 64 bits; scoreboard and scheduling parts, which every form has, are left out.
    pub syntax: &'static str,
    /// Combinations that are refused.
    pub refused: &'static [&'static [Is]],
    /// The generations in which it takes a varying time: there is no reuse cache for its operands.
    pub slow: Span,
    /// Which of the reuse bits (124:122) may be set, where fewer than its registers.
    pub kept: u32,
    /// Whether its registers and predicates are the uniform ones.
    pub uniform: bool,
    /// The generations that pass over bit 91.
    pub loose: Span,
}

impl Operand {
    /// An operand that is always there, with nothing behind it.
    pub(super) const fn of(place: Place) -> Operand {
        Operand { place, part: &[], when: &[], span: Span::ALL, optional: false }
    }

    pub(super) const fn with(self, part: &'static [Choice]) -> Operand {
        Operand { part, ..self }
    }

    pub(super) const fn when(self, when: &'static [Is]) -> Operand {
        Operand { when, ..self }
    }

    pub(super) const fn optional(self) -> Operand {
        Operand { optional: true, ..self }
    }
}

pub(super) const fn signs(negate: u32, absolute: u32, part: &'static [Choice]) -> Signs {
    Signs { negate: Some(negate), absolute: Some(absolute), part }
}

pub(super) const PLAIN: Signs = Signs { negate: None, absolute: None, part: &[] };
/// Singles and doubles.
const SIGNED: [Signs; 3] = [signs(72, 73, &[]), signs(63, 62, &[]), signs(75, 74, &[])];

impl Row {
    /// The name of the operation; a uniform one does what that of the thread does.
    pub fn operation(&self) -> &'static str {
        self.name.strip_prefix('U').filter(|_| self.uniform).unwrap_or(self.name)
    }

    /// What a row is of which nothing is said.
    pub(super) const EMPTY: Row = Row {
        test: Test { mask: 0, value: 0 },
        name: "",
        span: Span::ALL,
        fixed: &[],
        layout: Layout::Three,
        head: &[],
        operands: &[],
        signs: SIGNED,
        immediate: Immediate::Single,
        numbers: &[],
        syntax: "",
        refused: &[],
        slow: Span::NONE,
        kept: 0b111,
        uniform: false,
        loose: Span::NONE,
    };

    pub(super) const fn since(self, first: u32) -> Row {
        Row { span: Span(first, self.span.1), ..self }
    }

    pub(super) const fn until(self, last: u32) -> Row {
        Row { span: Span(self.span.0, last), ..self }
    }

    pub(super) const fn fixed(self, fixed: &'static [Is]) -> Row {
        Row { fixed, ..self }
    }

    pub(super) const fn signs(self, signs: [Signs; 3]) -> Row {
        Row { signs, ..self }
    }

    pub(super) const fn numbers(self, immediate: Immediate) -> Row {
        Row { immediate, ..self }
    }

    pub(super) const fn refuses(self, refused: &'static [&'static [Is]]) -> Row {
        Row { refused, ..self }
    }

    pub(super) const fn keeps(self, kept: u32) -> Row {
        Row { kept, ..self }
    }

    pub(super) const fn uniform(self) -> Row {
        Row { uniform: true, ..self }
    }

    pub(super) const fn loose(self, span: Span) -> Row {
        Row { loose: span, ..self }
    }

    pub(super) const fn slow(self, span: Span) -> Row {
        Row { slow: span, ..self }
    }
}
