//! Integer, logic, shift, bit-field and carry instructions: one table, whose rows say name, types, operands and the function.
//!
//! A function takes its sources as bits and gives bits: what lies above a source's width does not count, and what lies above the
//! destination's is cut off by who calls it. The condition code's carry is handed to all of them, and those of extended precision read and write it. After a subtraction it is the borrow,
//! as PTX ISA 9.7.2 has it.

/// The type that a row is used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Bits: 1, 8, 16, 32 or 64.
    pub width: u32,
    /// Whether it has a sign.
    pub signed: bool,
}

impl Kind {
    /// 32 bits without a sign.
    pub const U32: Kind = Kind { width: 32, signed: false };

    /// The type of that name, without its dot; an untyped one counts as unsigned. None for other types.
    pub fn named(name: &str) -> Option<Kind> {
        let kind = |width, signed| Some(Kind { width, signed });
        match name {
            "pred" => kind(1, false),
            "u8" | "b8" => kind(8, false),
            "u16" | "b16" => kind(16, false),
            "u32" | "b32" => kind(32, false),
            "u64" | "b64" => kind(64, false),
            "s8" => kind(8, true),
            "s16" => kind(16, true),
            "s32" => kind(32, true),
            "s64" => kind(64, true),
            "u16x2" => kind(32, false),
            "s16x2" => kind(32, true),
            _ => None,
        }
    }

    /// The bits that it has.
    #[inline(always)]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// The integer that bits stand for.
    #[inline(always)]
    pub const fn value(self, bits: u64) -> i128 {
        if self.signed { self.extended(bits) as i64 as i128 } else { (bits & self.mask()) as i128 }
    }

    /// The bits in a register of 64: with the sign's bit in front, or zeros.
    #[inline(always)]
    pub const fn extended(self, bits: u64) -> u64 {
        let spare = 64 - self.width;
        if self.signed { ((bits << spare) as i64 >> spare) as u64 } else { bits & self.mask() }
    }

    /// The least and the greatest integer.
    const fn range(self) -> (i128, i128) {
        if self.signed { (-(1 << (self.width - 1)), (1 << (self.width - 1)) - 1) } else { (0, (1 << self.width) - 1) }
    }
}

/// What a row computes, from the type, up to four sources and the carry.
pub type Function = fn(Kind, [u64; 4], &mut bool) -> u64;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction's words without the last type: `mad.lo.cc`.
    pub words: &'static str,
    /// The types that it takes, without dots.
    pub types: &'static str,
    /// Destination and sources by a letter each: `t` has the type, `w` is twice as wide, `u` has 32 bits, `i` is a number of 32 bits.
    pub operands: &'static str,
    /// The function.
    pub run: Function,
    /// The manual's section.
    pub section: &'static str,
}

impl Row {
    /// The type behind a letter of [`Row::operands`].
    pub fn kind(letter: char, kind: Kind) -> Kind {
        match letter {
            'w' => Kind { width: (2 * kind.width).min(64), ..kind },
            'u' | 'i' => Kind::U32,
            _ => kind,
        }
    }

    /// Whether the last source must not be zero: the manual leaves the result open.
    pub fn divides(&self) -> bool {
        matches!(self.words, "div" | "rem")
    }
}

/// The row of an instruction.
pub fn find(words: &str, name: &str) -> Option<(&'static Row, Kind)> {
    let row = ROWS.iter().find(|row| row.words == words && row.types.split(' ').any(|known| known == name))?;
    Some((row, Kind::named(name)?))
}

const WHOLE: &str = "u16 u32 u64 s16 s32 s64";
const WIDE: &str = "u16 u32 s16 s32";
const SIGNED: &str = "s16 s32 s64";
const LONG: &str = "u32 s32 u64 s64";
const SHORT: &str = "u32 s32";
const BITS: &str = "b16 b32 b64";
const PAIRS: &str = "u16x2 s16x2";
const LOGIC: &str = "pred b16 b32 b64";

const fn row(words: &'static str, types: &'static str, operands: &'static str, section: &'static str, run: Function) -> Row {
    Row { words, types, operands, run, section }
}

/// The rows, in the manual's order.
#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    row("add",            WHOLE,             "ttt",   "9.7.1.1",  |_, [a, b, ..], _| a.wrapping_add(b)),
    row("add.sat",        "s32",             "ttt",   "9.7.1.1",  |t, [a, b, ..], _| clamped(t, t.value(a) + t.value(b))),
    row("add",            PAIRS,             "uuu",   "9.7.1.1",  |t, [a, b, ..], _| paired(t, a, b, |a, b| a + b)),
    row("sub",            WHOLE,             "ttt",   "9.7.1.2",  |_, [a, b, ..], _| a.wrapping_sub(b)),
    row("sub.sat",        "s32",             "ttt",   "9.7.1.2",  |t, [a, b, ..], _| clamped(t, t.value(a) - t.value(b))),
    row("mul.lo",         WHOLE,             "ttt",   "9.7.1.3",  |_, [a, b, ..], _| a.wrapping_mul(b)),
    row("mul.hi",         WHOLE,             "ttt",   "9.7.1.3",  |t, [a, b, ..], _| high(t, a, b)),
    row("mul.wide",       WIDE,              "wtt",   "9.7.1.3",  |t, [a, b, ..], _| t.extended(a).wrapping_mul(t.extended(b))),
    row("mad.lo",         WHOLE,             "tttt",  "9.7.1.4",  |_, [a, b, c, _], _| a.wrapping_mul(b).wrapping_add(c)),
    row("mad.hi",         WHOLE,             "tttt",  "9.7.1.4",  |t, [a, b, c, _], _| high(t, a, b).wrapping_add(c)),
    row("mad.hi.sat",     "s32",             "tttt",  "9.7.1.4",  |t, [a, b, c, _], _| clamped(t, t.value(high(t, a, b)) + t.value(c))),
    row("mad.wide",       WIDE,              "wttw",  "9.7.1.4",  |t, [a, b, c, _], _| t.extended(a).wrapping_mul(t.extended(b)).wrapping_add(c)),
    row("mul24.lo",       SHORT,             "ttt",   "9.7.1.5",  |t, [a, b, ..], _| product24(t, a, b)),
    row("mul24.hi",       SHORT,             "ttt",   "9.7.1.5",  |t, [a, b, ..], _| product24(t, a, b) >> 16),
    row("mad24.lo",       SHORT,             "tttt",  "9.7.1.6",  |t, [a, b, c, _], _| product24(t, a, b).wrapping_add(c)),
    row("mad24.hi",       SHORT,             "tttt",  "9.7.1.6",  |t, [a, b, c, _], _| (product24(t, a, b) >> 16).wrapping_add(c)),
    row("mad24.hi.sat",   "s32",             "tttt",  "9.7.1.6",  |t, [a, b, c, _], _| clamped(t, t.value(product24(t, a, b) >> 16) + t.value(c))),
    row("sad",            WHOLE,             "tttt",  "9.7.1.7",  |t, [a, b, c, _], _| t.value(a).abs_diff(t.value(b)).wrapping_add(c as u128) as u64),
    row("div",            WHOLE,             "ttt",   "9.7.1.8",  |t, [a, b, ..], _| t.value(a).checked_div(t.value(b)).unwrap_or(0) as u64),
    row("rem",            WHOLE,             "ttt",   "9.7.1.9",  |t, [a, b, ..], _| t.value(a).checked_rem(t.value(b)).unwrap_or(0) as u64),
    row("abs",            SIGNED,            "tt",    "9.7.1.10", |t, [a, ..], _| t.value(a).unsigned_abs() as u64),
    row("neg",            SIGNED,            "tt",    "9.7.1.11", |_, [a, ..], _| a.wrapping_neg()),
    row("min",            WHOLE,             "ttt",   "9.7.1.12", |t, [a, b, ..], _| t.value(a).min(t.value(b)) as u64),
    row("min.relu",       "s32",             "ttt",   "9.7.1.12", |t, [a, b, ..], _| t.value(a).min(t.value(b)).max(0) as u64),
    row("min",            PAIRS,             "uuu",   "9.7.1.12", |t, [a, b, ..], _| paired(t, a, b, i128::min)),
    row("min.relu",       "s16x2",           "uuu",   "9.7.1.12", |t, [a, b, ..], _| paired(t, a, b, |a, b| a.min(b).max(0))),
    row("max",            WHOLE,             "ttt",   "9.7.1.13", |t, [a, b, ..], _| t.value(a).max(t.value(b)) as u64),
    row("max.relu",       "s32",             "ttt",   "9.7.1.13", |t, [a, b, ..], _| t.value(a).max(t.value(b)).max(0) as u64),
    row("max",            PAIRS,             "uuu",   "9.7.1.13", |t, [a, b, ..], _| paired(t, a, b, i128::max)),
    row("max.relu",       "s16x2",           "uuu",   "9.7.1.13", |t, [a, b, ..], _| paired(t, a, b, |a, b| a.max(b).max(0))),
    row("popc",           "b32 b64",         "ut",    "9.7.1.14", |t, [a, ..], _| (a & t.mask()).count_ones().into()),
    row("clz",            "b32 b64",         "ut",    "9.7.1.15", |t, [a, ..], _| leading_zeros(t, a)),
    row("bfind",          LONG,              "ut",    "9.7.1.16", |t, [a, ..], _| u64::from(t.width - 1).wrapping_sub(leading_zeros(t, magnitude(t, a)))),
    row("bfind.shiftamt", LONG,              "ut",    "9.7.1.16", |t, [a, ..], _| Some(leading_zeros(t, magnitude(t, a))).filter(|found| *found < t.width.into()).unwrap_or(u64::MAX)),
    row("brev",           "b32 b64",         "tt",    "9.7.1.18", |t, [a, ..], _| a.reverse_bits() >> (64 - t.width)),
    row("bfe",            LONG,              "ttuu",  "9.7.1.19", |t, [a, b, c, _], _| extracted(t, a, b & 0xff, c & 0xff)),
    row("bfi",            "b32 b64",         "tttuu", "9.7.1.20", |t, [a, b, c, d], _| inserted(t, a, b, c & 0xff, d & 0xff)),
    row("szext.clamp",    SHORT,             "ttu",   "9.7.1.21", |t, [a, n, ..], _| if n & 0xffff_ffff > 31 { a } else { extracted(t, a, 0, n & 31) }),
    row("szext.wrap",     SHORT,             "ttu",   "9.7.1.21", |t, [a, n, ..], _| extracted(t, a, 0, n & 31)),
    row("bmsk.clamp",     "b32",             "uuu",   "9.7.1.22", |_, [a, b, ..], _| if a & 0xffff_ffff > 31 { 0 } else { ((1 << (b & 0xffff_ffff).min(32)) - 1) << (a & 31) }),
    row("bmsk.wrap",      "b32",             "uuu",   "9.7.1.22", |_, [a, b, ..], _| ((1 << (b & 31)) - 1) << (a & 31)),
    row("dp4a.u32",       SHORT,             "uttt",  "9.7.1.23", |t, [a, b, c, _], _| dot(8, [0, 0], [false, t.signed], [a, b, c])),
    row("dp4a.s32",       SHORT,             "uttt",  "9.7.1.23", |t, [a, b, c, _], _| dot(8, [0, 0], [true, t.signed], [a, b, c])),
    row("dp2a.lo.u32",    SHORT,             "uttt",  "9.7.1.24", |t, [a, b, c, _], _| dot(16, [0, 0], [false, t.signed], [a, b, c])),
    row("dp2a.lo.s32",    SHORT,             "uttt",  "9.7.1.24", |t, [a, b, c, _], _| dot(16, [0, 0], [true, t.signed], [a, b, c])),
    row("dp2a.hi.u32",    SHORT,             "uttt",  "9.7.1.24", |t, [a, b, c, _], _| dot(16, [0, 16], [false, t.signed], [a, b, c])),
    row("dp2a.hi.s32",    SHORT,             "uttt",  "9.7.1.24", |t, [a, b, c, _], _| dot(16, [0, 16], [true, t.signed], [a, b, c])),

    row("add.cc",         LONG,              "ttt",   "9.7.2.1",  |t, [a, b, ..], carry| { *carry = false; with_carry(t, a, b, carry) }),
    row("addc",           LONG,              "ttt",   "9.7.2.2",  |t, [a, b, ..], carry| with_carry(t, a, b, &mut carry.clone())),
    row("addc.cc",        LONG,              "ttt",   "9.7.2.2",  |t, [a, b, ..], carry| with_carry(t, a, b, carry)),
    row("sub.cc",         LONG,              "ttt",   "9.7.2.3",  |t, [a, b, ..], carry| { *carry = false; with_borrow(t, a, b, carry) }),
    row("subc",           LONG,              "ttt",   "9.7.2.4",  |t, [a, b, ..], carry| with_borrow(t, a, b, &mut carry.clone())),
    row("subc.cc",        LONG,              "ttt",   "9.7.2.4",  |t, [a, b, ..], carry| with_borrow(t, a, b, carry)),
    row("mad.lo.cc",      LONG,              "tttt",  "9.7.2.5",  |t, [a, b, c, _], carry| { *carry = false; with_carry(t, a.wrapping_mul(b), c, carry) }),
    row("mad.hi.cc",      LONG,              "tttt",  "9.7.2.5",  |t, [a, b, c, _], carry| { *carry = false; with_carry(t, high(t, a, b), c, carry) }),
    row("madc.lo",        LONG,              "tttt",  "9.7.2.6",  |t, [a, b, c, _], carry| with_carry(t, a.wrapping_mul(b), c, &mut carry.clone())),
    row("madc.lo.cc",     LONG,              "tttt",  "9.7.2.6",  |t, [a, b, c, _], carry| with_carry(t, a.wrapping_mul(b), c, carry)),
    row("madc.hi",        LONG,              "tttt",  "9.7.2.6",  |t, [a, b, c, _], carry| with_carry(t, high(t, a, b), c, &mut carry.clone())),
    row("madc.hi.cc",     LONG,              "tttt",  "9.7.2.6",  |t, [a, b, c, _], carry| with_carry(t, high(t, a, b), c, carry)),

    row("and",            LOGIC,             "ttt",   "9.7.8.1",  |_, [a, b, ..], _| a & b),
    row("or",             LOGIC,             "ttt",   "9.7.8.2",  |_, [a, b, ..], _| a | b),
    row("xor",            LOGIC,             "ttt",   "9.7.8.3",  |_, [a, b, ..], _| a ^ b),
    row("not",            LOGIC,             "tt",    "9.7.8.4",  |_, [a, ..], _| !a),
    row("cnot",           BITS,              "tt",    "9.7.8.5",  |t, [a, ..], _| (a & t.mask() == 0).into()),
    row("lop3",           "b32",             "tttti", "9.7.8.6",  |_, [a, b, c, table], _| looked_up([a, b, c], table)),
    row("shf.l.clamp",    "b32",             "tttu",  "9.7.8.7",  |_, [a, b, c, _], _| funnel(a, b) >> (32 - (c & 0xffff_ffff).min(32))),
    row("shf.l.wrap",     "b32",             "tttu",  "9.7.8.7",  |_, [a, b, c, _], _| funnel(a, b) >> (32 - (c & 31))),
    row("shf.r.clamp",    "b32",             "tttu",  "9.7.8.7",  |_, [a, b, c, _], _| funnel(a, b) >> (c & 0xffff_ffff).min(32)),
    row("shf.r.wrap",     "b32",             "tttu",  "9.7.8.7",  |_, [a, b, c, _], _| funnel(a, b) >> (c & 31)),
    row("shl",            BITS,              "ttu",   "9.7.8.8",  |_, [a, b, ..], _| a.checked_shl(count(b)).unwrap_or(0)),
    row("shr",            "b16 b32 b64 u16 u32 u64", "ttu", "9.7.8.9", |t, [a, b, ..], _| (a & t.mask()).checked_shr(count(b)).unwrap_or(0)),
    row("shr",            SIGNED,            "ttu",   "9.7.8.9",  |t, [a, b, ..], _| ((t.extended(a) as i64) >> count(b).min(63)) as u64),

    row("prmt",           "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, c)),
    row("prmt.f4e",       "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, 0x3210 + 0x1111 * (c & 3))),
    row("prmt.b4e",       "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, [0x5670, 0x6701, 0x7012, 0x0123][(c & 3) as usize])),
    row("prmt.rc8",       "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, 0x1111 * (c & 3))),
    row("prmt.ecl",       "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, [0x3210, 0x3211, 0x3222, 0x3333][(c & 3) as usize])),
    row("prmt.ecr",       "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, [0x0000, 0x1110, 0x2210, 0x3210][(c & 3) as usize])),
    row("prmt.rc16",      "b32",             "tttt",  "9.7.9.7",  |_, [a, b, c, _], _| permuted(a, b, [0x1010, 0x3232][(c & 1) as usize])),
];

/// A shift's count; a larger one than any register has shifts everything out.
#[inline(always)]
fn count(bits: u64) -> u32 {
    (bits & 0xffff_ffff).min(64) as u32
}

/// Two numbers of 16 bits in each source.
fn paired(kind: Kind, a: u64, b: u64, of: fn(i128, i128) -> i128) -> u64 {
    let half = Kind { width: 16, ..kind };
    [0, 16].into_iter().fold(0, |all, place| all | (of(half.value(a >> place), half.value(b >> place)) as u64 & 0xffff) << place)
}

/// The nearest integer of the type.
fn clamped(kind: Kind, value: i128) -> u64 {
    let (least, greatest) = kind.range();
    value.clamp(least, greatest) as u64
}

/// The upper half of a product.
fn high(kind: Kind, a: u64, b: u64) -> u64 {
    (kind.value(a).wrapping_mul(kind.value(b)) as u128 >> kind.width) as u64
}

/// The 48 bits of the product of the low 24 bits of each source, with the sign in front.
fn product24(kind: Kind, a: u64, b: u64) -> u64 {
    let short = Kind { width: 24, ..kind };
    short.extended(a).wrapping_mul(short.extended(b))
}

/// The bits of a number, turned over where it is negative.
fn magnitude(kind: Kind, a: u64) -> u64 {
    if kind.value(a) < 0 { !a } else { a }
}

fn leading_zeros(kind: Kind, a: u64) -> u64 {
    u64::from((a & kind.mask()).leading_zeros() + kind.width - 64)
}

/// `length` bits from place `from` on; what lies beyond the top is the sign of the field.
fn extracted(kind: Kind, a: u64, from: u64, length: u64) -> u64 {
    let a = kind.extended(a);
    let (from, length) = (from.min(64) as u32, length.min(64) as u32);
    if length == 0 {
        return 0;
    }
    // Above the top a signed source repeats its sign, an unsigned one has zeros; a field of all 64 bits is cut to the width at the end.
    let shifted = if kind.signed { ((a as i64) >> from.min(63)) as u64 } else { a.checked_shr(from).unwrap_or(0) };
    Kind { width: length, ..kind }.extended(shifted)
}

/// `b` with `length` bits of `a` from place `from` on.
fn inserted(kind: Kind, a: u64, b: u64, from: u64, length: u64) -> u64 {
    let (from, length) = (from as u32, length as u32);
    let field = if length == 0 { 0 } else { u64::MAX >> (64 - length.min(64)) };
    let place = |bits: u64| if from < kind.width { bits << from } else { 0 };
    b & !place(field) | place(a & field)
}

/// A sum of products of four bytes, or of two halves of `a` with two bytes of `b`; `width` is that of the parts of `a`.
fn dot(width: u32, [_, from]: [u32; 2], signed: [bool; 2], [a, b, c]: [u64; 3]) -> u64 {
    let part = |bits: u64, width, signed| Kind { width, signed }.extended(bits);
    (0..32 / width).fold(c, |sum, place| {
        let (a, b) = (part(a >> (place * width), width, signed[0]), part(b >> (from + place * 8), 8, signed[1]));
        sum.wrapping_add(a.wrapping_mul(b))
    })
}

/// `a + b` and the carry that came; the carry that goes.
fn with_carry(kind: Kind, a: u64, b: u64, carry: &mut bool) -> u64 {
    let sum = u128::from(a & kind.mask()) + u128::from(b & kind.mask()) + u128::from(*carry);
    *carry = sum >> kind.width != 0;
    sum as u64
}

/// `a - b` less the borrow that came; the borrow that goes.
fn with_borrow(kind: Kind, a: u64, b: u64, borrow: &mut bool) -> u64 {
    let (a, b) = (a & kind.mask(), u128::from(b & kind.mask()) + u128::from(*borrow));
    *borrow = u128::from(a) < b;
    u128::from(a).wrapping_sub(b) as u64
}

/// Each bit looked up in a table of eight, by the bits of a, b, c from the high one down.
fn looked_up([a, b, c]: [u64; 3], table: u64) -> u64 {
    (0..8).filter(|row| table >> row & 1 == 1).fold(0, |all, row| {
        let as_asked = |bits: u64, place: u32| if row >> place & 1 == 1 { bits } else { !bits };
        all | as_asked(a, 2) & as_asked(b, 1) & as_asked(c, 0)
    })
}

/// Two registers side by side, `b` above.
fn funnel(a: u64, b: u64) -> u64 {
    a & 0xffff_ffff | b << 32
}

/// Four bytes chosen by the nibbles of `control`; the nibble's top bit repeats the byte's sign instead.
fn permuted(a: u64, b: u64, control: u64) -> u64 {
    (0..4).fold(0, |all, place| {
        let choice = control >> (4 * place);
        let byte = funnel(a, b) >> (8 * (choice & 7)) & 0xff;
        let byte = if choice & 8 == 0 { byte } else { 0xff * (byte >> 7) };
        all | byte << (8 * place)
    })
}
