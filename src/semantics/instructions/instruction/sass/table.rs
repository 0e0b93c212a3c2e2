//! The forms of MUFU, RRO, F2F, HMUL2 and HMUL2_32I and the bits of their words.
//!
//! Every bit was probed with NVIDIA's nvdisasm (12.3 and 12.8, raw words, SM50, SM52, SM53) and agrees with public decoders.

use super::field::{Field, Role, Role::*};
use crate::instruction::{Evidence, Target};

/// The instructions.
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
}

/// Where the last source comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// A register.
    Register,
    /// A constant bank.
    Constant,
    /// The word itself.
    Immediate,
}

/// The test on the top 16 bits of a word that makes it an instruction of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The bits that are looked at.
    pub mask: u16,
    /// What they must be.
    pub value: u16,
}

impl Test {
    /// Whether a word passes.
    pub const fn holds(self, word: u64) -> bool {
        (word >> 48) as u16 & self.mask == self.value
    }
}

/// One row.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// The instruction.
    pub mnemonic: Mnemonic,
    /// Where the last source comes from.
    pub operand: OperandKind,
    /// The grammar's line; scoreboard and scheduling parts, which every form has, are left out.
    pub syntax: &'static str,
    /// The opcode.
    pub test: Test,
    /// The fields.
    pub fields: &'static [Field],
    /// The first target that has it.
    pub since: Target,
    /// How we know what it computes.
    pub evidence: Evidence,
}

impl Form {
    /// The field of a role, if the form has it.
    pub fn field(&self, role: Role) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.role == role)
    }

    /// The bits that have a meaning: opcode and fields.
    pub fn used(&self) -> u64 {
        self.fields.iter().fold(u64::from(self.test.mask) << 48, |used, field| used | field.mask() as u64)
    }

    /// A word with all fields zero but for the predicate, which is PT.
    pub fn bare_word(&self) -> u64 {
        let word = u64::from(self.test.value) << 48;
        self.field(Guard).map_or(word, |guard| guard.write(word, 7) as u64)
    }
}

const fn at(role: Role, pieces: &'static [(u32, u32)]) -> Field {
    Field { role, pieces }
}

const RD: Field = at(Destination, &[(7, 0)]);
const RA: Field = at(A, &[(15, 8)]);
const RB: Field = at(B, &[(27, 20)]);
const PG: Field = at(Guard, &[(18, 16)]);
const NOT: Field = at(GuardNot, &[(19, 19)]);
const BANK: Field = at(Bank, &[(38, 34)]);
const OFFSET: Field = at(Offset, &[(33, 20)]);
const IMM20: Field = at(Immediate, &[(56, 56), (38, 20)]);

const RRO_EX2: Field = at(Reduction, &[(39, 39)]);
const NEG_B: Field = at(NegateB, &[(45, 45)]);
const ABS_B: Field = at(AbsoluteB, &[(49, 49)]);

const TO: Field = at(To, &[(9, 8)]);
const FROM: Field = at(From, &[(11, 10)]);
const ROUND: Field = at(Rounding, &[(42, 42), (40, 39)]);
const H1: Field = at(Half, &[(41, 41)]);
const FTZ: Field = at(Flush, &[(44, 44)]);
const CC: Field = at(ConditionCode, &[(47, 47)]);
const SAT50: Field = at(Saturate, &[(50, 50)]);

const ABS_A: Field = at(AbsoluteA, &[(44, 44)]);
const ISWZ_A: Field = at(SwizzleA, &[(48, 47)]);
const FMZ: Field = at(Multiply, &[(40, 39)]);
const OFMT: Field = at(Output, &[(50, 49)]);
const SAT52: Field = at(Saturate, &[(52, 52)]);

const MUFU: Evidence = Evidence::Documented("MUFU");
const RRO: Evidence =
    Evidence::Inferred("MUFU's text names its word; an emulation checked on a G80 (envytools, M. Kościelnicka) has these bits");
const F2F: Evidence = Evidence::Documented("F2F");
const HMUL2: Evidence = Evidence::Documented("HMUL2");

macro_rules! forms {
    ($($mnemonic:ident $operand:ident $mask:literal $value:literal $since:ident $evidence:ident $syntax:literal [$($field:expr),*];)*) => {
        /// Every form.
        pub const FORMS: &[Form] = &[$(Form {
            mnemonic: Mnemonic::$mnemonic, operand: OperandKind::$operand, syntax: $syntax, test: Test { mask: $mask, value: $value },
            fields: &[$($field),*], since: Target::$since, evidence: $evidence,
        }),*];
    };
}

#[rustfmt::skip]
forms! {
    Mufu Register 0xfff8 0x5080 SM_50 MUFU "{@{!}Pg} MUFU.op{.SAT} Rd, {-}{|}Ra{|};"
        [RD, RA, PG, NOT, at(Function, &[(23, 20)]), at(AbsoluteA, &[(46, 46)]), at(NegateA, &[(48, 48)]), SAT50];

    Rro Register  0xfff8 0x5c90 SM_50 RRO "{@{!}Pg} RRO.op Rd, {-}{|}Rb{|};"               [RD, PG, NOT, RB, RRO_EX2, NEG_B, ABS_B];
    Rro Constant  0xfff8 0x4c90 SM_50 RRO "{@{!}Pg} RRO.op Rd, {-}{|}c[bank][offset]{|};"  [RD, PG, NOT, OFFSET, BANK, RRO_EX2, NEG_B, ABS_B];
    Rro Immediate 0xfef8 0x3890 SM_50 RRO "{@{!}Pg} RRO.op Rd, {-}{|}#Imm20{|};"           [RD, PG, NOT, IMM20, RRO_EX2, NEG_B, ABS_B];

    F2f Register  0xfff8 0x5ca8 SM_50 F2F "{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}Rb{.extract}{|};"
        [RD, TO, FROM, PG, NOT, RB, ROUND, H1, FTZ, NEG_B, CC, ABS_B, SAT50];
    F2f Constant  0xfff8 0x4ca8 SM_50 F2F "{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}c[bank][offset]{.extract}{|};"
        [RD, TO, FROM, PG, NOT, OFFSET, BANK, ROUND, H1, FTZ, NEG_B, CC, ABS_B, SAT50];
    F2f Immediate 0xfef8 0x38a8 SM_50 F2F "{@{!}Pg} F2F{.FTZ}{.dstfmt.srcfmt}{.rnd}{.SAT} Rd{.CC}, {-}{|}#Imm20{.extract}{|};"
        [RD, TO, FROM, PG, NOT, IMM20, ROUND, H1, FTZ, NEG_B, CC, ABS_B, SAT50];

    Hmul2 Register  0xfff8 0x5d08 SM_53 HMUL2 "{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {-}{|}Rb{|}{.iswz};"
        [RD, RA, PG, NOT, RB, at(SwizzleB, &[(29, 28)]), at(AbsoluteB, &[(30, 30)]), at(NegateB, &[(31, 31)]), at(Saturate, &[(32, 32)]), FMZ, ABS_A, ISWZ_A, OFMT];
    Hmul2 Constant  0xfe80 0x7880 SM_53 HMUL2 "{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {-}{|}c[#BankU05][#AddrU16]{|};"
        [RD, RA, PG, NOT, OFFSET, BANK, FMZ, at(NegateB, &[(43, 43)]), ABS_A, ISWZ_A, OFMT, SAT52, at(AbsoluteB, &[(54, 54)])];
    Hmul2 Immediate 0xfe80 0x7800 SM_53 HMUL2 "{@{!}Pg} HMUL2{.ofmt}{.fmz}{.SAT} Rd, {-}{|}Ra{|}{.iswz}, {{-}{|}#Immfp10H1{|}}, {{-}{|}#Immfp10H0{|}};"
        [RD, RA, PG, NOT, at(ImmediateH0, &[(29, 29), (28, 20)]), at(ImmediateH1, &[(56, 56), (38, 30)]), FMZ, at(NegateA, &[(43, 43)]), ABS_A, ISWZ_A, OFMT, SAT52];
    Hmul2Wide Immediate 0xfe00 0x2a00 SM_53 HMUL2 "{@{!}Pg} HMUL2_32I{.fmz}{.SAT} Rd, Ra{.iswz}, {{-}{|}#Immfp16H1{|}}, {{-}{|}#Immfp16H0{|}};"
        [RD, RA, PG, NOT, at(ImmediateH0, &[(35, 20)]), at(ImmediateH1, &[(51, 36)]), SAT52, at(SwizzleA, &[(54, 53)]), at(Multiply, &[(56, 55)])];
}
