//! The rows of 64-bit words: MUFU, RRO, F2F, HMUL2 and HMUL2_32I of Maxwell and Pascal, one for each kind of last source.
//!
//! Every bit was probed with NVIDIA's nvdisasm (12.3 and 12.8, raw words, SM50, SM52, SM53) and agrees with public decoders. The words of
//! a field are those that nvdisasm writes; [`Role::words`] has all that the manual's grammar knows.

use super::choice::{Choice, Is, Span, flag, is};
use super::field::{Field, Role, Role::*};
use super::row::Immediate::{Halves, Of, Single};
use super::row::{Layout, Letter, Operand, PLAIN, Place, Row, Signs, Source, Test, signs};
use crate::instruction::Evidence;
use Source::{Constant, Immediate as Number, Register};

/// The instructions, as the manual has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mnemonic {
    /// The special function unit.
    Mufu,
    /// The range-reduction operator.
    Rro,
    /// Conversion between floating-point formats.
    F2f,
    /// Two half-precision products.
    Hmul2,
    /// The same with 16-bit immediates.
    Hmul2Wide,
}

impl Mnemonic {
    /// All of them.
    pub const ALL: [Mnemonic; 5] = [Mnemonic::Mufu, Mnemonic::Rro, Mnemonic::F2f, Mnemonic::Hmul2, Mnemonic::Hmul2Wide];

    /// The name in text.
    pub const fn name(self) -> &'static str {
        match self {
            Mnemonic::Mufu => "MUFU",
            Mnemonic::Rro => "RRO",
            Mnemonic::F2f => "F2F",
            Mnemonic::Hmul2 => "HMUL2",
            Mnemonic::Hmul2Wide => "HMUL2_32I",
        }
    }

    /// The families of dotted words behind the name, in the grammar's order.
    pub const fn head(self) -> &'static [Role] {
        match self {
            Mnemonic::Mufu => &[Function, Saturate],
            Mnemonic::Rro => &[Reduction],
            Mnemonic::F2f => &[Flush, To, From, Rounding, Saturate],
            Mnemonic::Hmul2 => &[Output, Multiply, Saturate],
            Mnemonic::Hmul2Wide => &[Multiply, Saturate],
        }
    }

    /// How we know what it computes.
    pub const fn evidence(self) -> Evidence {
        match self {
            Mnemonic::Mufu => Evidence::Documented("MUFU"),
            Mnemonic::Rro => {
                Evidence::Inferred("MUFU's text names its word; an emulation checked on a G80 (envytools, M. Kościelnicka) has these bits")
            }
            Mnemonic::F2f => Evidence::Documented("F2F"),
            Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => Evidence::Documented("HMUL2"),
        }
    }

    /// The instruction's rows.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> {
        ROWS.iter().filter(move |row| row.mnemonic() == Some(self))
    }
}

impl Row {
    /// The manual's instruction that it is a form of, where its word has 64 bits.
    pub fn mnemonic(&self) -> Option<Mnemonic> {
        let is_named = |mnemonic: &Mnemonic| matches!(self.layout, Layout::Fixed(_)) && mnemonic.name() == self.name;
        Mnemonic::ALL.into_iter().find(is_named)
    }
}

/// A row by the test on the top 16 bits of its word.
const fn row(test: (u128, u128), name: &'static str, source: Source, head: &'static [Choice], operands: &'static [Operand]) -> Row {
    let (mask, value) = test;
    let (test, layout) = (Test { mask: mask << 48, value: value << 48 }, Layout::Fixed(source));
    Row { test, name, layout, head, operands, span: Span(50, 62), ..Row::EMPTY }
}

impl Row {
    /// Where its numbers stand.
    const fn at(self, numbers: &'static [Field]) -> Row {
        Row { numbers, ..self }
    }

    /// The manual's line.
    const fn line(self, syntax: &'static str) -> Row {
        Row { syntax, ..self }
    }
}

const fn field(role: Role, pieces: &'static [(u32, u32)]) -> Field {
    Field { role, pieces }
}

const RD: Operand = Operand::of(Place::Register(Destination, 0));
const RD_CC: Operand = RD.with(&[flag!(ConditionCode 47 "CC")]);
const RA: Operand = Operand::of(Place::Source(Letter::A));
const RB: Operand = Operand::of(Place::Source(Letter::B));

const IMM20: &[Field] = &[field(Immediate, &[(56, 56), (38, 20)])];
const IMM10: &[Field] = &[field(ImmediateH1, &[(56, 56), (38, 30)]), field(ImmediateH0, &[(29, 29), (28, 20)])];
const IMM16: &[Field] = &[field(ImmediateH1, &[(51, 36)]), field(ImmediateH0, &[(35, 20)])];

/// The first chip has no square root.
macro_rules! functions {
    ($eighth:literal) => {
        &[
            "COS",
            "SIN",
            "EX2",
            "LG2",
            "RCP",
            "RSQ",
            "RCP64H",
            "RSQ64H",
            $eighth,
            "INVALIDMUFUOPCODE9",
            "INVALIDMUFUOPCODEA",
            "INVALIDMUFUOPCODEB",
            "INVALIDMUFUOPCODEC",
            "INVALIDMUFUOPCODED",
            "INVALIDMUFUOPCODEE",
            "INVALIDMUFUOPCODEF",
        ]
    };
}
const FUNCTION: Choice = Choice::new(Function, &[(23, 20)], functions!("SQRT")).since(52);
const FUNCTION_SM50: Choice = Choice::new(Function, &[(23, 20)], functions!("INVALIDMUFUOPCODE8")).until(50);

const REDUCTION: Choice = Choice::new(Reduction, &[(39, 39)], &["SINCOS", "EX2"]);
const TO: Choice = Choice::new(To, &[(9, 8)], &["INVALIDFPDEST0", "F16", "F32", "F64"]);
const FROM: Choice = Choice::new(From, &[(11, 10)], &["INVALIDFPSRC0", "F16", "F32", "F64"]);
/// Both formats are one, or they differ.
const SAME: &[Is] = &[Is { high: 11, low: 8, values: 0x8421 }];
const OTHER: &[Is] = &[Is { high: 11, low: 8, values: 0x7bde }];
const ROUND: Choice = Choice::new(Rounding, &[(42, 42), (40, 39)], &["", "RM", "RP", "RZ", "", "RM", "RP", "RZ"]).when(OTHER);
const ROUND_WHOLE: Choice = Choice { words: &["", "PASS", "PASS", "PASS", "ROUND", "FLOOR", "CEIL", "TRUNC"], ..ROUND }.when(SAME);
/// The half that is read, which nothing but an F16 has.
const H1: Choice = Choice::new(Half, &[(41, 41)], &["", "H1"]).when(&[is(11, 10, 1)]);
const NO_HALF: Choice = Choice { words: &["", ""], ..H1 }.when(&[Is { high: 11, low: 10, values: 0b1101 }]);
const FTZ: Choice = flag!(Flush 44 "FTZ");
const SAT: Choice = flag!(Saturate 50 "SAT");
/// The sign and the absolute value of a number stand behind it.
const NEG: Choice = flag!(NegateB 45 "NEG");
const ABS: Choice = flag!(AbsoluteB 49 "ABS");
const F2F_HEAD: &[Choice] = &[FTZ, TO, FROM, ROUND, ROUND_WHOLE, SAT];

const OFMT: Choice = Choice::new(Output, &[(50, 49)], &["", "F32", "MRG_H0", "MRG_H1"]);
const FMZ: Choice = Choice::new(Multiply, &[(40, 39)], &["", "FTZ", "FMZ", "INVALID"]);
const fn swizzle(role: Role, pieces: &'static [(u32, u32)]) -> Choice {
    Choice::new(role, pieces, &["", "F32", "H0_H0", "H1_H1"])
}
const RA_LANES: Operand = RA.with(&[swizzle(SwizzleA, &[(48, 47)])]);
const SAT52: Choice = flag!(Saturate 52 "SAT");

const fn b_signs(negate: u32, absolute: u32) -> [Signs; 3] {
    [PLAIN, signs(negate, absolute, &[]), PLAIN]
}
/// A product has one sign, which is written on the second source.
const fn product_signs(negate: u32, absolute: u32) -> [Signs; 3] {
    [Signs { negate: None, ..signs(0, 44, &[]) }, signs(negate, absolute, &[]), PLAIN]
}
const NONE: [Signs; 3] = [PLAIN; 3];

/// Every row.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    row((0xfff8, 0x5080), "MUFU", Register, &[FUNCTION_SM50, FUNCTION, SAT], &[RD, RA]).signs([signs(48, 46, &[]), PLAIN, PLAIN])
        .line("{@{!}Pg} MUFU.op{.SAT} Rd, {-}{|}Ra{|};"),

    row((0xfff8, 0x5c90), "RRO", Register, &[REDUCTION], &[RD, RB]).signs(b_signs(45, 49)).line("{@{!}Pg} RRO.op Rd, {-}{|}Rb{|};"),
    row((0xfff8, 0x4c90), "RRO", Constant, &[REDUCTION], &[RD, RB]).signs(b_signs(45, 49)).line("{@{!}Pg} RRO.op Rd, {-}{|}c[bank][offset]{|};"),
    row((0xfef8, 0x3890), "RRO", Number, &[REDUCTION], &[RD, RB.with(&[NEG, ABS])]).signs(NONE).numbers(Single).at(IMM20)
        .line("{@{!}Pg} RRO.op Rd, {-}{|}#Imm20{|};"),

    row((0xfff8, 0x5ca8), "F2F", Register, F2F_HEAD, &[RD_CC, RB.with(&[H1, NO_HALF])]).signs(b_signs(45, 49)).numbers(Of(From))
        .line("{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}Rb{.extract}{|};"),
    row((0xfff8, 0x4ca8), "F2F", Constant, F2F_HEAD, &[RD_CC, RB.with(&[H1, NO_HALF])]).signs(b_signs(45, 49)).numbers(Of(From))
        .line("{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}c[bank][offset]{.extract}{|};"),
    row((0xfef8, 0x38a8), "F2F", Number, F2F_HEAD, &[RD_CC, RB.with(&[NEG, ABS, H1, NO_HALF])]).signs(NONE).numbers(Of(From)).at(IMM20)
        .line("{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}#Imm20{.extract}{|};"),

    row((0xfff8, 0x5d08), "HMUL2", Register, &[OFMT, FMZ, flag!(Saturate 32 "SAT")], &[RD, RA_LANES, RB.with(&[swizzle(SwizzleB, &[(29, 28)])])]).signs(product_signs(31, 30))
        .since(53).line("{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {-}{|}Rb{|}{.iswz};"),
    row((0xfe80, 0x7880), "HMUL2", Constant, &[OFMT, FMZ, SAT52], &[RD, RA_LANES, RB]).signs(product_signs(43, 54))
        .since(53).line("{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {-}{|}c[#BankU05][#AddrU16]{|};"),
    row((0xfe80, 0x7800), "HMUL2", Number, &[OFMT, FMZ, SAT52], &[RD, RA_LANES, RB]).signs([signs(43, 44, &[]), PLAIN, PLAIN]).numbers(Halves).at(IMM10)
        .since(53).line("{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {{-}{|}#Immfp10H1{|}}, {{-}{|}#Immfp10H0{|}};"),
    row((0xfe00, 0x2a00), "HMUL2_32I", Number, &[Choice::new(Multiply, &[(56, 55)], FMZ.words), SAT52], &[RD, RA.with(&[swizzle(SwizzleA, &[(54, 53)])]), RB]).signs(NONE).numbers(Halves).at(IMM16)
        .since(53).line("{@{!}Pg} HMUL2_32I{.fmz}{.SAT} Rd, Ra{.iswz}, {{-}{|}#Immfp16H1{|}}, {{-}{|}#Immfp16H0{|}};"),
];
