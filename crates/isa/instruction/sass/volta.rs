//! The rows of 128-bit words. Where an opcode has several, the first that fits is meant.
//!
//! A field that generations read differently stands twice, each with its generations; a bit that no row names changes no text.

use super::choice::{Choice, Is, Span, flag, is};
use super::field::Role::{self, *};
use super::row::{Immediate, Layout, Letter, Operand, PLAIN, Place, Row, Signs, Test, signs};

type Words = &'static [&'static str];
type Pieces = &'static [(u32, u32)];

const fn choice(role: Role, pieces: Pieces, words: Words) -> Choice {
    Choice::new(role, pieces, words)
}

const D: Operand = Operand::of(Place::Register(Destination, 16));
const SA: Operand = Operand::of(Place::Source(Letter::A));
const SB: Operand = Operand::of(Place::Source(Letter::B));
const SC: Operand = Operand::of(Place::Source(Letter::C));
const P_TO: Operand = Operand::of(Place::Predicate(PredicateTo, 81, None));
const P_ALSO: Operand = Operand::of(Place::Predicate(PredicateAlso, 84, None));
const P_FROM: Operand = Operand::of(Place::Predicate(PredicateFrom, 87, Some(90)));
/// The predicates that say which source won.
const P_WON: Operand = Operand { span: Span(90, u32::MAX), ..Operand::of(Place::Predicate(PredicateTo, 66, None)).when(IS_A_ON) };
const P_WON_TOO: Operand = Operand { span: Span(90, u32::MAX), ..Operand::of(Place::Predicate(PredicateAlso, 69, None)).when(IS_A_ON) };
const UP: Operand = Operand::of(Place::UniformPredicate(87, 90)).optional();

const BARE: [Signs; 3] = [PLAIN; 3];

const fn lanes(role: Role, pieces: Pieces) -> [Choice; 2] {
    let of = choice(role, pieces, &["", "F32", "H0_H0", "H1_H1"]);
    [of.until(89), Choice { words: &["", "-", "H0_H0", "H1_H1"], ..of }.since(90)]
}
const LANES_A: [Choice; 2] = lanes(SwizzleA, &[(75, 74)]);
const LANES_B: [Choice; 2] = lanes(SwizzleB, &[(61, 60)]);
const LANES_C: [Choice; 2] = lanes(SwizzleC, &[(82, 81)]);
/// In which forms the second slot holds the second source.
const SECOND_IS_B: &[Is] = &[Is { high: 11, low: 9, values: 0b111_0010 }];
const SECOND_IS_C: &[Is] = &[Is { high: 11, low: 9, values: 0b1000_1100 }];
/// The second source of HFMA2 has one more selection from sm_86 on.
const fn lanes_turned(pieces: Pieces) -> Choice {
    choice(SwizzleB, pieces, &["", "F32", "H0_H0", "H1_H1", "H0_NH1"]).since(86)
}
const LANES_SECOND: [Choice; 4] = [
    choice(SwizzleB, &[(61, 60)], &["", "F32", "H0_H0", "H1_H1"]).until(80).when(SECOND_IS_B),
    lanes_turned(&[(86, 86), (61, 60)]).when(SECOND_IS_B),
    LANES_C[0].at(&[(61, 60)]).when(SECOND_IS_C),
    LANES_C[1].at(&[(61, 60)]).when(SECOND_IS_C),
];
const LANES_THIRD: [Choice; 4] = [
    LANES_C[0].when(SECOND_IS_B),
    LANES_C[1].when(SECOND_IS_B),
    choice(SwizzleB, &[(82, 81)], &["", "F32", "H0_H0", "H1_H1"]).until(80).when(SECOND_IS_C),
    lanes_turned(&[(86, 86), (82, 81)]).when(SECOND_IS_C),
];
/// The tensor core's sums of pairs have no selection.
const PAIRS: [Signs; 3] = [signs(72, 73, &[]), signs(63, 62, &[]), signs(84, 83, &[])];
const HALVES: [Signs; 3] = [signs(72, 73, &LANES_A), signs(63, 62, &LANES_B), signs(84, 83, &LANES_C)];
/// What gives a single reads no absolute value of the first source from sm_86 on.
const HALVES_TO_SINGLE: [Signs; 3] = [Signs { negate: Some(72), absolute: None, part: &LANES_A }, HALVES[1], HALVES[2]];
const HALVES_FUSED: [Signs; 3] = [signs(72, 73, &LANES_A), signs(63, 62, &LANES_SECOND), signs(84, 83, &LANES_THIRD)];

const FTZ: Choice = flag!(Flush 80 "FTZ");
const SAT: Choice = flag!(Saturate 77 "SAT");
const RND: Choice = choice(Rounding, &[(79, 78)], &["", "RM", "RP", "RZ"]);
/// `.FTZ` and `.FMZ` of multiplications.
const FMZ: Choice = choice(Multiply, &[(80, 80), (76, 76)], &["", "FMZ", "FTZ"]);
const OOB: Choice = choice(Multiply, &[(80, 80), (76, 76)], &["", "FMZ", "FTZ", "OOB"]);
const SCALE: Choice = choice(Scale, &[(86, 84)], &["-", "D8", "D4", "D2", "", "M2", "M4", "M8"]);
const COMPARE_WORDS: Words = &["F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"];
const COMPARE: Choice = choice(Compare, &[(79, 76)], COMPARE_WORDS);
const COMPARE_DOUBLE: Choice = choice(
    Compare,
    &[(79, 76)],
    &["MIN", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "MAX"],
);
const COMBINE: Choice = choice(Combine, &[(75, 74)], &["AND", "OR", "XOR"]);
const COMBINE_HALVES: Choice = choice(Combine, &[(70, 69)], &["AND", "OR", "XOR"]);
/// The packed format of half operations.
const WIDENED: Choice = flag!(Output 78 "F32");
const PACKED: Choice = choice(Output, &[(85, 85), (78, 78)], &["", "F32", "BF16_V2"]);
const PACKED_ONLY: Choice = choice(Output, &[(85, 85), (78, 78)], &["", "-", "BF16_V2"]);
const RELU: Choice = flag!(Relu 79 "RELU");
const SAT_OR_RELU: &[&[Is]] = &[&[is(77, 77, 1), is(79, 79, 1)]];
const NAN: Choice = flag!(Nan 81 "NAN").since(80);
const XORSIGN: Choice = flag!(XorSign 82 "XORSIGN").since(86);
const IS_A: Choice = flag!(Which 65 "IS_A").since(90);
const IS_A_ON: &[Is] = &[is(65, 65, 1)];

/// FHADD and FHFMA are FADD and FFMA with bit 81, but where a number stands in the word.
const MIXED_SUM: &[Is] = &[is(81, 81, 1), Is { high: 11, low: 9, values: 1 << 1 | 1 << 7 }];
const MIXED_FUSED: &[Is] = &[is(81, 81, 1), Is { high: 11, low: 9, values: 1 << 1 | 1 << 6 | 1 << 7 }];
const HALF_KIND: Choice = flag!(Format 82 "BF16");
const UPPER_A: Choice = flag!(SwizzleA 83 "H1");
const UPPER_B: Choice = flag!(SwizzleB 84 "H1");

const fn pair(role: Role, pieces: Pieces) -> Choice {
    choice(role, pieces, &["F32x2.HI_LO", "F32x2.LO_HI", "F32"])
}

const UNIT_FUNCTIONS: Words = &["COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H", "RSQ64H", "SQRT", "TANH"];
const FUNCTION: Choice = choice(Function, &[(77, 74)], UNIT_FUNCTIONS);
const FUNCTION_OF_HALF: Choice = choice(Function, &[(77, 74)], &["COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "-", "-", "SQRT", "TANH"]);
/// Words that compute in singles; the others compute in halves, which have no functions of a double's upper word.
const IN_SINGLE: &[Is] = &[is(73, 72, 0)];
const IN_SINGLE_EARLY: &[Is] = &[is(73, 73, 0)];
const IN_HALF: &[Is] = &[Is { high: 73, low: 72, values: 0b1110 }];
const IN_HALF_EARLY: &[Is] = &[is(73, 73, 1)];
const HALF_OF_UNIT: Choice = choice(Format, &[(73, 73)], &["", "F16"]).until(89);
const HALVES_OF_UNIT: Choice = choice(Format, &[(73, 72)], &["", "F16", "BF16"]).strict();
const PAIRS_OF_UNIT: Choice = choice(Format, &[(80, 80), (73, 72)], &["", "F16", "BF16", "F16x2", "BF16x2"]).strict();
/// Which half, where one is read: what says so differs.
const FROM_HALF: &[Is] = &[Is { high: 86, low: 84, values: 1 << 1 | 1 << 4 }];
const HALF_READ: Choice = choice(Part, &[(61, 60)], &["", "H1"]).when(FROM_HALF);
const UNIT_HALF: Choice = choice(Part, &[(61, 60)], &["", "H1"]).when(IN_HALF);
const UNIT_HALF_EARLY: Choice = choice(Part, &[(61, 60)], &["", "H1"]).when(IN_HALF_EARLY);
const BYTE_READ: Choice = choice(Part, &[(61, 60)], &["", "B1", "B2", "B3"]).when(&[is(85, 84, 0)]);
const WORD_READ: Choice = choice(Part, &[(61, 60)], &["", "H1"]).when(&[is(85, 84, 1)]);

const TO_WORDS: Words = &["-", "F16", "F32", "F64", "BF16"];
const FROM_WORDS: Words = &["-", "F16", "", "F64", "BF16"];
const TO_FAST: Choice = choice(To, &[(77, 75)], &["-", "F16", "F32", "-", "BF16"]).strict();
const FROM_EARLY: Choice = choice(From, &[(85, 84)], &["-", "F16", "F32"]).strict();
const TO_WORD: Choice = choice(To, &[(76, 75), (72, 72)], WHOLE_32).unnamed();
const TO_LONG: Choice = choice(To, &[(76, 75), (72, 72)], WHOLE_64);
const FROM_WORD: Choice = choice(From, &[(85, 84), (74, 74)], WHOLE_32).strict();
const FROM_LONG: Choice = choice(From, &[(85, 84), (74, 74)], WHOLE_64);
const RZ_ONLY: Choice = choice(Rounding, &[(79, 78)], &["", "-", "-", "RZ"]);
const SAME_FORMAT: &[&[Is]] = &[&[is(77, 75, 1), is(86, 84, 1)], &[is(77, 75, 2), is(86, 84, 2)], &[is(77, 75, 4), is(86, 84, 4)]];
/// Up to sm_89 the one conversion to BF16 is that from a single, and bit 86 is not read at first.
const SAME_OR_HALVES: &[&[Is]] = &[&[is(77, 75, 1), is(85, 84, 1)], &[is(77, 75, 2), is(85, 84, 2)], &[is(77, 75, 4), is(85, 84, 1)]];
const NO_DOUBLE: u32 = 0b1_0111;
/// One side is a double, and one alone.
const ONE_DOUBLE: &[&[Is]] =
    &[&[is(77, 75, 3), is(85, 84, 3)], &[Is { high: 77, low: 75, values: NO_DOUBLE }, Is { high: 85, low: 84, values: NO_DOUBLE }]];
/// Whole numbers of 64 bits come from anything, others from doubles.
const LONG_OR_DOUBLE: &[&[Is]] = &[&[Is { high: 76, low: 75, values: 0b0111 }, Is { high: 85, low: 84, values: 0b0111 }]];
/// No such instruction holds a number.
const NO_NUMBER: &[&[Is]] = &[&[is(11, 9, 4)]];
/// A number in the word is one of 32 bits.
const WHOLE_NUMBER: &[Is] = &[is(11, 9, 4), Is { high: 85, low: 84, values: 0b0011 }];
const DOUBLE_OR_LONG: &[&[Is]] = &[WHOLE_NUMBER, &[Is { high: 76, low: 75, values: 0b0111 }, Is { high: 85, low: 84, values: 0b0111 }]];
const WHOLE_32: Words = &["U8", "S8", "U16", "S16", "U32", ""];
const WHOLE_64: Words = &["U8", "S8", "U16", "S16", "U32", "", "U64", "S64"];
const NTZ: Choice = flag!(NanToZero 77 "NTZ");
/// Both formats of FRND, which must be one.
const SAME_EARLY: Words = &["-", "-", "-", "-", "-", "F16", "-", "-", "-", "-", ""];
const SAME: Words = &[
    "-", "-", "-", "-", "-", "-", "-", "-", "-", "F16", "-", "-", "-", "-", "-", "-", "-", "-", "", "-", "-", "-", "-", "-", "-", "-", "-",
    "-", "-", "-", "-", "-", "-", "-", "-", "-", "BF16",
];
const SAME_DOUBLE: Words = &[
    "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
    "F64",
];
const SAME_DOUBLE_EARLY: Words = &["-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "F64"];
const TO_WHOLE: Choice = choice(Rounding, &[(79, 78)], &["", "FLOOR", "CEIL", "TRUNC"]);

/// A word that stands for no bits.
const fn said(word: &'static str) -> Choice {
    let words: &'static [&'static str] = match word.as_bytes() {
        b"884" => &["884"],
        b"BF" => &["BF"],
        b"SF" => &["SF"],
        b"E8" => &["E8"],
        b"F32" => &["F32"],
        b"F16x2" => &["F16x2"],
        b"H0" => &["H0"],
        b"PACK_AB" => &["PACK_AB"],
        b"PACK_B" => &["PACK_B"],
        b"MERGE_C" => &["MERGE_C"],
        b"UNPACK_B" => &["UNPACK_B"],
        b"UNPACK_B_MERGE_C" => &["UNPACK_B_MERGE_C"],
        _ => &["PACK_AB_MERGE_C"],
    };
    choice(Pack, &[], words)
}

const MATRICES: [Signs; 3] = [Signs { negate: Some(72), ..PLAIN }, Signs { negate: Some(63), ..PLAIN }, PLAIN];
const SPARSE_73: Choice = flag!(Sparse 73 "SP");
const SPARSE_80: Choice = flag!(Sparse 80 "SP");
const HMMA_SHAPE: Choice = choice(Shape, &[(78, 78), (75, 75)], &["1688", "16816", "1684"]);
const HMMA_SPARSE_SHAPE: Choice = choice(Shape, &[(78, 78), (75, 75)], &["1688", "16816", "-", "16832"]);
const UP_86: Operand = Operand { span: Span(86, u32::MAX), ..UP };
const PLACES: Operand = Operand::of(Place::Register(Places, 40)).with(&[choice(Reuse, &[(50, 50)], &["", "reuse"])]);
const PLACES_PART: Operand = Operand::of(Place::Number(PlacesPart, 48, 2));
/// Numbers of 4 to 8 bits; the one without a word is hidden.
const QUARTER_WORDS: Words = &["E4M3", "E5M2", "!", "E3M2", "E2M3", "E2M1"];
const QUARTERS_A: Choice = choice(From, &[(83, 82), (78, 78)], QUARTER_WORDS);
const QUARTERS_B: Choice = choice(FromB, &[(85, 84), (79, 79)], QUARTER_WORDS);
const SCALED: &[Operand] = &[
    D,
    SA,
    SB,
    SC,
    UP,
    Operand::of(Place::Register(ScaleA, 40)),
    Operand::of(Place::Register(ScaleB, 52)).with(&[choice(Reuse, &[(51, 51)], &["", "reuse"])]),
    Operand::of(Place::Uniform(Selector, &[(77, 73), (62, 60)])),
    PLACES_PART.when(&[is(80, 80, 1)]),
];

const QUAD_WORDS: Words = &["E5M2x4", "E4M3x4", "!", "E3M2x4", "E2M3x4", "E2M1x4", "-", "E8x4"];
const QUAD_TO: Choice = choice(To, &[(89, 88)], &["E5M2x4", "E4M3x4", "!"]);
const QUAD_FROM: Choice = choice(From, &[(79, 77)], QUAD_WORDS);
const QUAD_FROM_B: Choice = choice(FromB, &[(82, 80)], QUAD_WORDS);
const QUAD_PARTS: Words = &["B3210", "B3", "B2", "B1", "B0", "-", "N3210"];
const QUADS: [Signs; 3] = [
    signs(73, 72, &[choice(SwizzleA, &[(76, 74)], QUAD_PARTS)]),
    signs(63, 62, &[choice(SwizzleB, &[(61, 59)], QUAD_PARTS)]),
    signs(84, 83, &[choice(SwizzleC, &[(87, 85)], QUAD_PARTS)]),
];
const FINITE: Choice = flag!(Finite 77 "SATFINITE");
/// The fixed-point format has the bit the other way round.
const FINITE_NARROW: Choice = FINITE.when(&[Is { high: 87, low: 85, values: 0b1101_1111 }]);
const FINITE_FIXED: Choice = choice(Finite, &[(77, 77)], &["SATFINITE", ""]).when(&[is(87, 85, 5)]);
/// Four bits have no infinity to overflow to.
const FOUR_BITS: &[Is] = &[is(87, 85, 1), is(76, 76, 1), is(77, 77, 0)];
const FOUR_BITS_ALONE: &[&[Is]] = &[FOUR_BITS];
const NARROW_FROM_SINGLE: &[&[Is]] = &[FOUR_BITS, NOT_FROM_SINGLE[0], NOT_FROM_SINGLE[1]];
/// Which half of a register is merged into; formats of four bits and fixed point have none.
const NARROW_PART: &[Choice] = &[choice(Part, &[(72, 72)], &["", "H1"]).when(&[Is { high: 87, low: 85, values: 0b1101_1101 }])];
const NARROW_THIRD: Operand = Operand::of(Place::Register(C, 64)).with(NARROW_PART);
const NARROW_TWO: &[Operand] = &[D, SA, SB, SC.with(NARROW_PART)];
const RELU_75: Choice = flag!(Relu 75 "RELU");
const RZ_80: Choice = choice(Rounding, &[(81, 79)], &["", "!", "!", "RZ", "!", "!", "!", "!"]);
const ROUNDING_90: Choice = choice(Rounding, &[(81, 79)], &["", "-", "-", "RZ"]).unnamed();
const ROUNDING_UP: Choice = choice(Rounding, &[(81, 79)], &[""]).unnamed();
const UNROUNDED: Choice = choice(Rounding, &[(81, 79)], &[""]).strict();
const RANDOM: Choice = choice(Random, &[(81, 79)], &["-", "-", "-", "-", "RS"]).strict();
/// Scales are rounded up or towards zero.
const ROUND_SCALE: Choice = choice(Rounding, &[(81, 79)], &["", "!", "RP", "RZ"]).strict();
const NOT_TO_SCALE: &[Is] = &[Is { high: 87, low: 85, values: 0b1011_1111 }];
const ROUND_SCALE_90: Choice = choice(Rounding, &[(81, 79)], &["", "-", "RP", "RZ"]).unnamed().when(&[is(87, 85, 6)]);
const NARROW_89: Choice = choice(To, &[(87, 86), (76, 76)], &["F16", "BF16", "!", "-", "E5M2", "E4M3"]).unnamed();
const FROM_EIGHT: Choice = choice(From, &[(74, 73)], &["-", "-", "E5M2", "E4M3"]).strict();
const NARROW_WORDS: Words = &["-", "-", "-", "E2M1", "-", "-", "E2M3", "E3M2", "E5M2", "E4M3", "-", "S2_6", "E8"];
const TO_PIECES: Pieces = &[(87, 85), (76, 76)];
const FROM_PIECES: Pieces = &[(83, 82), (74, 73)];
const WIDE_HALF: Choice = choice(To, TO_PIECES, &["F16", "BF16"]).strict();
const TO_HALF: Choice = choice(To, TO_PIECES, &["F16"]).strict();
const TO_BRAIN: Choice = choice(To, TO_PIECES, &["-", "BF16"]).strict();
const TO_TENSOR: Choice = choice(To, TO_PIECES, &["-", "-", "-", "-", "-", "TF32"]).strict();
const TO_NARROW: Choice = choice(To, TO_PIECES, NARROW_WORDS).strict();
const FROM_NARROW: Choice = choice(From, FROM_PIECES, &["-", "-", "E5M2", "E4M3", "-", "E2M1", "E2M3", "E3M2", "-", "-", "S2_6"]).strict();
const FROM_SCALE: Choice = choice(From, FROM_PIECES, &["-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "E8"]).strict();
const FROM_HALVES: Choice = choice(From, FROM_PIECES, &["-", "F16", "-", "-", "-", "-", "-", "-", "-", "BF16"]).strict();
const PACK_AB: &[Is] = &[is(90, 89, 0), is(78, 78, 0)];
const MERGE_C: &[Is] = &[is(90, 89, 0), is(78, 78, 1)];
const UNPACK_B: &[Is] = &[is(90, 89, 1), is(78, 78, 0)];
const UNPACK_B_SCALE: &[Is] = &[is(90, 89, 1), is(78, 78, 0), is(83, 82, 2), is(74, 73, 3)];
const PACK_B: &[Is] = &[is(90, 89, 1), is(78, 78, 1)];
const UNPACK_B_MERGE_C: &[Is] = &[is(90, 89, 2), is(78, 78, 0)];
const PACK_AB_MERGE_C: &[Is] = &[is(90, 89, 2), is(78, 78, 1)];
const PACK_AB_RANDOM: &[Is] = &[is(90, 89, 0), is(78, 78, 0), is(81, 81, 1)];
const PACK_AB_MERGE_C_RANDOM: &[Is] = &[is(90, 89, 2), is(78, 78, 1), is(81, 81, 1)];
const FROM_NOT_SINGLE: &[&[Is]] = &[&[Is { high: 74, low: 73, values: 0b1110 }]];
const NOT_FROM_SINGLE: &[&[Is]] = &[&[Is { high: 74, low: 73, values: 0b1110 }], &[Is { high: 83, low: 82, values: 0b1110 }]];
const ROUNDED: &[&[Is]] = &[&[Is { high: 81, low: 79, values: 0b1111_1110 }]];
const THIRD_PART: &[Choice] = &[choice(Part, &[(72, 72)], &["", "H1"])];
const THIRD: Operand = Operand::of(Place::Register(C, 64)).with(THIRD_PART);
const PACKED_TWO: &[Operand] = &[D, SA, SB];
const PACKED_ONE: &[Operand] = &[D, SB];
const UNPACKED: &[Operand] = &[D, SB.with(&[choice(Part, &[(88, 88)], &["", "H1"])])];
const UNPACKED_SCALED: &[Operand] = &[D, Operand::of(Place::Register(A, 64)), Operand::of(Place::Single).with(&[said("H0")])];
const MERGED_ONE: &[Operand] = &[D, SB, THIRD];
const MERGED_TWO: &[Operand] = &[D, SA, SB, SC.with(THIRD_PART)];
/// The operands of MERGED_ONE where a constant or a number is the third source.
const MERGED_LAST: &[Operand] = &[D, SB, SC.with(THIRD_PART)];
/// Forms in which the third source is no register.
const FORMS_OF_THIRD: Is = Is { high: 11, low: 9, values: 1 << 2 | 1 << 3 | 1 << 7 };
const RANDOM_TWO: &[Operand] = FUSED;

const fn row(opcode: u32, name: &'static str, layout: Layout, head: &'static [Choice], operands: &'static [Operand]) -> Row {
    let test = Test { mask: 0x1ff, value: opcode as u128 };
    Row { test, name, layout, head, operands, ..Row::EMPTY }
}

/// Matrices whose second factor alone stays in the reuse cache.
const SECOND_KEPT: u32 = 0b010;
const FIRST_TWO_KEPT: u32 = 0b011;
use Layout::{Add, AddLate, Multiply as Mul, Only, Three};
/// Doubles are a slow unit's business on the chips for desks.
const DESK: Span = Span(120, 121);
const TWO: &[Operand] = &[D, SA, SB];
const FUSED: &[Operand] = &[D, SA, SB, SC];
const COMPARED: &[Operand] = &[P_TO, P_ALSO, SA, SB, P_FROM];
const FUSED_OR_NOT: &[Operand] = &[D, SA, SB, SC, P_FROM.when(&[is(79, 79, 1)]).optional()];
const CHOSEN: &[Operand] = &[D, SA, SB, P_FROM];
const PAIR_A: Operand = SA.with(&[pair(SwizzleA, &[(82, 81)]), flag!(Apart 83 "NP")]);
const SWIZZLED: &[Operand] = &[D, SA, Operand::of(Place::Register(B, 64)), Operand::of(Place::Signs)];
const PARTED: &[Operand] = &[D, SB.with(&[HALF_READ])];
const BYTES: &[Operand] = &[D, SB.with(&[BYTE_READ, WORD_READ])];

/// Every row.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    row(0x021, "FHADD", Add, &[HALF_KIND, RND, SAT], &[D, SA.with(&[UPPER_A]), SB]).since(100).fixed(MIXED_SUM),
    row(0x021, "FADD", Add, &[FTZ, RND, SAT], TWO),
    row(0x020, "FMUL", Mul, &[FMZ, SCALE, RND, SAT], TWO),
    row(0x023, "FHFMA", Three, &[HALF_KIND, RND, SAT], &[D, SA.with(&[UPPER_A]), SB.with(&[UPPER_B]), SC]).since(100).fixed(MIXED_FUSED),
    row(0x023, "FFMA", Three, &[FMZ, RND, SAT], FUSED),
    row(0x029, "DADD", AddLate, &[RND], TWO).numbers(Immediate::Double).slow(DESK),
    row(0x028, "DMUL", Mul, &[RND], TWO).numbers(Immediate::Double).slow(DESK),
    row(0x02b, "DFMA", Three, &[RND], FUSED).numbers(Immediate::Double).slow(DESK),
    row(0x00b, "FSETP", Mul, &[COMPARE, FTZ, COMBINE], COMPARED),
    row(0x02a, "DSETP", Add, &[COMPARE_DOUBLE, COMBINE], COMPARED).numbers(Immediate::Double).slow(DESK),
    row(0x00a, "FSET", Mul, &[choice(Truth, &[], &["BF"]), COMPARE, FTZ, COMBINE], CHOSEN),
    row(0x009, "FMNMX", Mul, &[FTZ, NAN, XORSIGN, IS_A], &[D, P_WON, SA, SB, P_FROM]),
    row(0x076, "FMNMX3", Mul, &[FTZ, NAN], &[D, SA, SB, SC, P_FROM]).since(100).until(103),
    row(0x008, "FSEL", Mul, &[FTZ], CHOSEN),
    row(0x108, "MUFU", Mul, &[FUNCTION.when(IN_SINGLE_EARLY), FUNCTION_OF_HALF.when(IN_HALF_EARLY), HALF_OF_UNIT], &[D, SB.with(&[UNIT_HALF_EARLY])]).until(89).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x108, "MUFU", Mul, &[FUNCTION.when(IN_SINGLE), FUNCTION_OF_HALF.when(IN_HALF), PAIRS_OF_UNIT], &[D, SB.with(&[UNIT_HALF])]).since(103).until(103).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x108, "MUFU", Mul, &[FUNCTION.when(IN_SINGLE), FUNCTION_OF_HALF.when(IN_HALF), HALVES_OF_UNIT], &[D, SB.with(&[UNIT_HALF])]).since(90).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x102, "FCHK", Mul, &[], &[P_TO, SA, SB]).slow(Span::ALL),
    row(0x104, "F2F", Mul, &[FTZ, choice(To, &[(77, 75)], &["-", "F16", "F32"]).strict(), FROM_EARLY, RND], PARTED).until(75).refuses(SAME_FORMAT).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x104, "F2F", Mul, &[FTZ, TO_FAST, FROM_EARLY, RND], PARTED).until(80).refuses(SAME_OR_HALVES).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x104, "F2F", Mul, &[FTZ, TO_FAST, choice(From, &[(86, 84)], &["-", "F16", "F32"]).strict(), RND], PARTED).until(89).refuses(SAME_OR_HALVES).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x104, "F2F", Mul, &[FTZ, TO_FAST, choice(From, &[(86, 84)], &["-", "F16", "F32", "-", "BF16"]).strict(), RND], PARTED).since(90).refuses(SAME_FORMAT).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x110, "F2F", Mul, &[FTZ, choice(To, &[(77, 75)], &["-", "F16", "F32", "F64"]).strict(), choice(From, &[(85, 84)], TO_WORDS).strict(), RND], PARTED).until(80).refuses(ONE_DOUBLE).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x110, "F2F", Mul, &[FTZ, choice(To, &[(77, 75)], &["-", "F16", "F32", "F64"]).strict(), choice(From, &[(86, 84)], &["-", "F16", "F32", "F64"]).strict(), RND], PARTED)
        .since(86).until(89).refuses(ONE_DOUBLE).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x110, "F2F", Mul, &[FTZ, choice(To, &[(77, 75)], TO_WORDS).strict(), choice(From, &[(86, 84)], TO_WORDS).strict(), RND], PARTED)
        .since(90).refuses(ONE_DOUBLE).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x105, "F2I", Mul, &[FTZ, TO_WORD, choice(From, &[(85, 84)], &["-", "F16", ""]).strict(), TO_WHOLE, NTZ], PARTED).until(89).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x105, "F2I", Mul, &[FTZ, TO_WORD, choice(From, &[(86, 84)], &["-", "F16", "", "-", "BF16"]).strict(), TO_WHOLE, NTZ], PARTED).since(90).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x111, "F2I", Mul, &[FTZ, TO_LONG, choice(From, &[(85, 84)], FROM_WORDS).strict(), TO_WHOLE, NTZ], PARTED).until(89).refuses(LONG_OR_DOUBLE).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x111, "F2I", Mul, &[FTZ, TO_LONG, choice(From, &[(86, 84)], FROM_WORDS).strict(), TO_WHOLE, NTZ], PARTED).since(90).refuses(LONG_OR_DOUBLE).numbers(Immediate::Of(From)).slow(Span::ALL),
    row(0x106, "I2F", Mul, &[choice(To, &[(76, 75)], &["-", "F16", ""]).unnamed(), FROM_WORD, RND], BYTES).until(89).refuses(&[WHOLE_NUMBER]).signs(BARE).numbers(Immediate::Bits).slow(Span::ALL),
    row(0x106, "I2F", Mul, &[choice(To, &[(77, 75)], &["-", "F16", "", "-", "BF16"]).unnamed(), FROM_WORD, RND], BYTES).since(90).refuses(&[WHOLE_NUMBER]).signs(BARE).numbers(Immediate::Bits).slow(Span::ALL),
    row(0x112, "I2F", Mul, &[choice(To, &[(76, 75)], FROM_WORDS).strict(), FROM_LONG, RND], BYTES).until(89).refuses(DOUBLE_OR_LONG).signs(BARE).numbers(Immediate::Integer(From)).slow(Span::ALL),
    row(0x112, "I2F", Mul, &[choice(To, &[(77, 75)], FROM_WORDS).strict(), FROM_LONG, RND], BYTES).since(90).refuses(DOUBLE_OR_LONG).signs(BARE).numbers(Immediate::Integer(From)).slow(Span::ALL),
    row(0x045, "I2FP", Mul, &[choice(To, &[(77, 75)], &["-", "-", "F32"]).unnamed(), choice(From, &[(85, 84), (74, 74)], &["-", "-", "-", "-", "U32", "S32"]).unnamed(), RZ_ONLY], &[D, SB])
        .since(86).until(89).signs(BARE).refuses(NO_NUMBER),
    row(0x045, "I2FP", Mul, &[choice(To, &[(77, 75)], &["-", "-", "F32"]), choice(From, &[(85, 84), (74, 74)], &["-", "-", "-", "-", "U32", "S32"]), RZ_ONLY], &[D, SB])
        .since(90).signs(BARE).refuses(NO_NUMBER),
    row(0x107, "FRND", Mul, &[FTZ, choice(Format, &[(85, 84), (76, 75)], SAME_EARLY).strict(), TO_WHOLE], PARTED).until(89).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x107, "FRND", Mul, &[FTZ, choice(Format, &[(86, 84), (77, 75)], SAME).strict(), TO_WHOLE], PARTED).since(90).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x113, "FRND", Mul, &[FTZ, choice(Format, &[(85, 84), (76, 75)], SAME_DOUBLE_EARLY).strict(), TO_WHOLE], PARTED).until(75).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x113, "FRND", Mul, &[FTZ, choice(Format, &[(85, 84), (76, 75)], SAME_DOUBLE_EARLY).unnamed(), TO_WHOLE], PARTED).until(89).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x113, "FRND", Mul, &[FTZ, choice(Format, &[(86, 84), (77, 75)], SAME_DOUBLE).unnamed(), TO_WHOLE], PARTED).numbers(Immediate::Of(Format)).slow(Span::ALL),
    row(0x030, "HADD2", Add, &[WIDENED, FTZ, SAT], TWO).until(80).signs(HALVES).numbers(Immediate::Halves),
    row(0x030, "HADD2", Add, &[WIDENED, FTZ, SAT], TWO).since(86).until(89).fixed(&[is(78, 78, 1)]).signs(HALVES_TO_SINGLE).numbers(Immediate::LowHalf),
    row(0x030, "HADD2", Add, &[FTZ, SAT], TWO).since(86).until(89).signs(HALVES).numbers(Immediate::Halves),
    row(0x030, "HADD2", Add, &[WIDENED, FTZ, SAT], TWO).since(90).fixed(&[is(78, 78, 1), is(85, 85, 0)]).signs(HALVES_TO_SINGLE).numbers(Immediate::LowHalf),
    row(0x030, "HADD2", Add, &[PACKED.strict(), FTZ, SAT], TWO).since(90).signs(HALVES).numbers(Immediate::Halves),
    row(0x032, "HMUL2", Mul, &[WIDENED, FMZ, SAT], TWO).until(89).signs(HALVES).numbers(Immediate::Halves),
    row(0x032, "HMUL2", Mul, &[PACKED_ONLY, FMZ, SAT], TWO).since(90).signs(HALVES).numbers(Immediate::Halves),
    row(0x031, "HFMA2", Three, &[WIDENED, FMZ, SAT], FUSED).until(75).signs(HALVES_FUSED).numbers(Immediate::Halves),
    row(0x031, "HFMA2", Three, &[PACKED, FMZ, SAT, RELU], FUSED_OR_NOT).since(80).until(89).signs(HALVES_FUSED).numbers(Immediate::Halves).refuses(SAT_OR_RELU),
    row(0x031, "HFMA2", Three, &[PACKED, OOB, SAT, RELU], FUSED_OR_NOT).since(90).signs(HALVES_FUSED).numbers(Immediate::Halves).refuses(SAT_OR_RELU),
    row(0x035, "HFMA2.MMA", Three, &[FMZ, SAT, RELU], FUSED_OR_NOT).since(80).until(89).signs(PAIRS).numbers(Immediate::Halves).refuses(SAT_OR_RELU),
    row(0x035, "HFMA2.MMA", Three, &[PACKED_ONLY, FMZ, SAT, RELU], FUSED_OR_NOT).since(90).until(90).signs(PAIRS).numbers(Immediate::Halves).refuses(SAT_OR_RELU),
    row(0x040, "HMNMX2", Mul, &[PACKED, FTZ, NAN, XORSIGN], CHOSEN).since(80).until(89).signs(HALVES).numbers(Immediate::Halves),
    row(0x040, "HMNMX2", Mul, &[PACKED_ONLY, FTZ, NAN, XORSIGN, IS_A], &[D, P_WON, P_WON_TOO, SA, SB, P_FROM])
        .since(90).signs(HALVES).numbers(Immediate::Halves),
    row(0x033, "HSET2", Add, &[choice(Format, &[(65, 64)], &["", "-", "BF16_V2"]).since(90), flag!(Truth 71 "BF"), COMPARE, FTZ, COMBINE_HALVES], CHOSEN)
        .signs(HALVES).numbers(Immediate::Halves),
    row(0x034, "HSETP2", Add, &[choice(Format, &[(65, 64)], &["", "-", "BF16_V2"]).since(90), COMPARE, flag!(BothLanes 71 "H_AND"), FTZ, COMBINE_HALVES], COMPARED)
        .signs(HALVES).numbers(Immediate::Halves),
    row(0x04b, "FADD2", Add, &[FTZ, RND], &[D, PAIR_A, SB.with(&[pair(SwizzleB, &[(85, 84)]), flag!(Apart 86 "NP")])]).since(100).until(103),
    row(0x04a, "FMUL2", Mul, &[FMZ, RND], &[D, PAIR_A, SB.with(&[pair(SwizzleB, &[(88, 87)])])]).since(100).until(103),
    row(0x049, "FFMA2", Three, &[FMZ, RND], &[D, PAIR_A, SB.with(&[pair(SwizzleB, &[(88, 87)])]), SC.with(&[pair(SwizzleC, &[(85, 84)]), flag!(Apart 86 "NP")])])
        .since(100).until(103),
    row(0x022, "FSWZADD", Only(4), &[FTZ, RND, flag!(NonDivergent 77 "NDV")], SWIZZLED).until(103).signs(BARE).loose(Span(0, 75)),
    row(0x022, "FSWZADD", Only(4), &[FTZ, RND, choice(NonDivergent, &[(81, 81), (77, 77)], &["", "NDV", "-", "DXY"])], SWIZZLED).since(120).signs(BARE),
    row(0x036, "HMMA", Only(1), &[said("884"), choice(To, &[(76, 76)], &["F16", "F32"]), choice(From, &[(78, 78)], &["F16", "F32"]), choice(Step, &[(80, 79)], &["STEP0", "STEP1", "STEP2"]).when(&[is(76, 76, 0)]), choice(Step, &[(80, 79)], &["STEP0", "STEP1", "STEP2", "STEP3"]).when(&[is(76, 76, 1)]), flag!(Finite 77 "SATFINITE")],
        &[D, SA.with(&[choice(OrderA, &[(73, 73)], &["ROW", "COL"])]), SB.with(&[choice(OrderB, &[(74, 74)], &["ROW", "COL"])]), SC])
        .until(75).signs(MATRICES).refuses(&[&[is(75, 75, 1)], &[is(76, 76, 0), is(78, 78, 1)]]),
    row(0x03c, "HMMA", Only(1), &[choice(Shape, &[(75, 75)], &["1688"]), choice(To, &[(76, 76)], &["F16", "F32"]), choice(From, &[(83, 82)], &["", "!", "!", "!"])], &[D, SA, SB, SC])
        .until(75).signs(MATRICES).keeps(FIRST_TWO_KEPT),
    row(0x03c, "HMMA", Only(1), &[SPARSE_73, HMMA_SHAPE.when(&[is(73, 73, 0)]), HMMA_SPARSE_SHAPE.when(&[is(73, 73, 1)]), choice(To, &[(76, 76)], &["F16", "F32"]), choice(From, &[(83, 82)], &["", "BF16", "TF32"])],
        &[D, SA, SB, SC, UP_86, PLACES.when(&[is(73, 73, 1)]), PLACES_PART.when(&[is(73, 73, 1)])])
        .since(80).until(103).signs(MATRICES).keeps(FIRST_TWO_KEPT),
    row(0x03c, "HMMA", Only(1), &[SPARSE_73, HMMA_SHAPE.when(&[is(73, 73, 0)]), HMMA_SPARSE_SHAPE.when(&[is(73, 73, 1)]), choice(To, &[(76, 76)], &["F16", "F32"]), choice(From, &[(83, 82)], &["", "BF16", "TF32"])],
        &[D, SA, SB, SC, UP_86, PLACES.when(&[is(73, 73, 1)]), PLACES_PART.when(&[is(73, 73, 1)])])
        .since(120).signs(MATRICES).keeps(SECOND_KEPT),
    row(0x03f, "DMMA", Only(1), &[choice(Shape, &[(76, 76)], &["884"]).unnamed(), RND], &[D, SA, SB, SC, UP_86]).since(80).until(89).keeps(FIRST_TWO_KEPT),
    row(0x03f, "DMMA", Only(1), &[choice(Shape, &[(77, 76)], &["8x8x4", "16x8x4", "16x8x8", "16x8x16"]), RND], &[D, SA, SB, SC, UP_86]).since(90).until(90).keeps(FIRST_TWO_KEPT),
    row(0x03f, "DMMA", Only(1), &[choice(Shape, &[(77, 76)], &["8x8x4"]), RND], &[D, SA, SB, SC, UP_86]).since(100).slow(DESK).keeps(FIRST_TWO_KEPT),
    row(0x07a, "QMMA", Only(1), &[SPARSE_80, choice(Shape, &[(76, 75)], &["16816", "16832"]), choice(To, &[(77, 77)], &["F16", "F32"]), choice(From, &[(78, 78)], &["E4M3", "E5M2"]), choice(FromB, &[(79, 79)], &["E4M3", "E5M2"])],
        &[D, SA.with(&[choice(OrderA, &[(73, 73)], &["ROW"]).unnamed()]), SB.with(&[choice(OrderB, &[(74, 74)], &["-", "COL"]).unnamed()]), SC, UP_86, PLACES.when(&[is(80, 80, 1)]), PLACES_PART.when(&[is(80, 80, 1)])])
        .since(89).until(89).signs(MATRICES).keeps(FIRST_TWO_KEPT),
    row(0x07a, "QMMA", Only(1), &[SPARSE_80, choice(Shape, &[(76, 75)], &["16816", "16832"]).when(&[is(80, 80, 0)]), choice(Shape, &[(76, 75)], &["-", "16832", "16864"]).when(&[is(80, 80, 1)]), choice(To, &[(77, 77)], &["F16", "F32"]), QUARTERS_A, QUARTERS_B],
        &[D, SA, SB, SC, UP_86, PLACES.when(&[is(80, 80, 1)]), PLACES_PART.when(&[is(80, 80, 1)])])
        .since(120).signs(MATRICES).keeps(SECOND_KEPT),
    row(0x07a, "QMMA", Only(2), &[said("SF"), SPARSE_80, choice(Shape, &[(80, 80)], &["16832", "16864"]), said("F32"), QUARTERS_A, QUARTERS_B, said("E8")], SCALED)
        .since(120).signs(MATRICES).keeps(SECOND_KEPT),
    row(0x07f, "OMMA", Only(2), &[said("SF"), SPARSE_80, choice(Shape, &[(80, 80)], &["16864", "168128"]), said("F32"), choice(From, &[(78, 78)], &["E2M1", "!"]), choice(FromB, &[(79, 79)], &["E2M1", "!"]), choice(ScaleFormat, &[(82, 82)], &["E8", "UE4M3"]), choice(ScaleCount, &[(83, 83)], &["4X", ""])], SCALED)
        .since(120).signs(MATRICES).keeps(SECOND_KEPT),
    row(0x054, "UFHADD", AddLate, &[HALF_KIND, RND, SAT], &[D, SA.with(&[UPPER_A]), SB]).since(120).fixed(&[is(81, 81, 1), is(11, 9, 1)]).uniform(),
    row(0x054, "UFADD", AddLate, &[FTZ, RND, SAT], TWO).since(120).uniform(),
    row(0x056, "UFMUL", Mul, &[FMZ, SCALE, RND, SAT], TWO).since(120).uniform(),
    row(0x055, "UFFMA", Three, &[FMZ, RND, SAT], FUSED).since(120).uniform(),
    row(0x050, "UFMNMX", Mul, &[FTZ, NAN, XORSIGN], CHOSEN).since(120).uniform(),
    row(0x051, "UFSEL", Mul, &[FTZ], CHOSEN).since(120).uniform(),
    row(0x052, "UFSET", Mul, &[said("BF"), COMPARE, FTZ, COMBINE], CHOSEN).since(120).uniform(),
    row(0x053, "UFSETP", Mul, &[COMPARE, FTZ, COMBINE], COMPARED).since(120).uniform(),
    row(0x05a, "UI2F", Mul, &[choice(To, &[(77, 75)], &["-", "F16", "", "-", "BF16"]).unnamed(), FROM_WORD, RND], BYTES).since(120).refuses(&[WHOLE_NUMBER]).signs(BARE).numbers(Immediate::Integer(From)).uniform(),
    row(0x05c, "UF2I", Mul, &[FTZ, TO_WORD, choice(From, &[(86, 84)], &["-", "F16", "", "-", "BF16"]).strict(), TO_WHOLE, NTZ], PARTED).since(120).numbers(Immediate::Of(From)).uniform(),
    row(0x05d, "UFRND", Mul, &[FTZ, choice(Format, &[(86, 84), (77, 75)], SAME).strict(), TO_WHOLE], PARTED).since(120).numbers(Immediate::Of(Format)).uniform(),
    row(0x05e, "UI2FP", Mul, &[choice(To, &[(77, 75)], &["-", "-", "F32"]), choice(From, &[(85, 84), (74, 74)], &["-", "-", "-", "-", "U32", "S32"]), RZ_ONLY], &[D, SB])
        .since(120).refuses(&[&[is(11, 9, 4), Is { high: 85, low: 84, values: 0b1011 }]]).signs(BARE).numbers(Immediate::Integer(From)).uniform(),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, choice(To, &[(76, 76)], &["", "BF16"]), said("PACK_AB"), RZ_80], PACKED_TWO).since(80).until(80).fixed(&[is(78, 78, 0)]).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, choice(To, &[(76, 76)], &["", "BF16"]), said("MERGE_C"), RZ_80], MERGED_ONE).since(80).until(80).fixed(&[is(78, 78, 1)]).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, choice(To, &[(76, 76)], &["", "BF16"]), said("MERGE_C"), RZ_80], MERGED_LAST).since(80).until(80).fixed(&[is(78, 78, 1)]).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, choice(To, &[(76, 76)], &["", "BF16"]), choice(Pack, &[], &[]).unnamed(), RZ_80], MERGED_LAST).since(80).until(80).fixed(&[is(78, 78, 0), FORMS_OF_THIRD]).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, choice(To, &[(86, 86), (76, 76)], &["", "BF16", "!"]), said("PACK_AB"), RZ_80], PACKED_TWO).since(86).until(86).fixed(&[is(78, 78, 0)]).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, choice(To, &[(86, 86), (76, 76)], &["", "BF16", "!"]), said("MERGE_C"), RZ_80], MERGED_ONE).since(86).until(86).fixed(&[is(78, 78, 1)]).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, choice(To, &[(86, 86), (76, 76)], &["", "BF16", "!"]), said("MERGE_C"), RZ_80], MERGED_LAST).since(86).until(86).fixed(&[is(78, 78, 1)]).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, choice(To, &[(86, 86), (76, 76)], &["", "BF16", "!"]), choice(Pack, &[], &[]).unnamed(), RZ_80], MERGED_LAST).since(86).until(86).fixed(&[is(78, 78, 0), FORMS_OF_THIRD]).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, said("F32"), said("PACK_AB"), RZ_80], PACKED_TWO).since(89).until(89).fixed(PACK_AB).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, said("F32"), said("MERGE_C"), RZ_80], MERGED_ONE).since(89).until(89).fixed(MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, said("F32"), said("MERGE_C"), RZ_80], MERGED_LAST).since(89).until(89).fixed(MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, FROM_EIGHT, said("UNPACK_B"), RZ_80], UNPACKED).since(89).until(89).fixed(UNPACK_B).refuses(ROUNDED).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, choice(From, &[(74, 73)], &["-", "F16"]).strict(), said("UNPACK_B_MERGE_C"), RZ_80], MERGED_ONE).since(89).until(89).fixed(UNPACK_B_MERGE_C).refuses(ROUNDED).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, choice(From, &[(74, 73)], &["-", "F16"]).strict(), said("UNPACK_B_MERGE_C"), RZ_80], MERGED_LAST).since(89).until(89).fixed(UNPACK_B_MERGE_C).refuses(ROUNDED).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, said("F32"), said("PACK_AB_MERGE_C"), RZ_80], MERGED_TWO).since(89).until(89).fixed(PACK_AB_MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, said("F32"), said("PACK_AB"), ROUNDING_90], PACKED_TWO).since(90).until(90).fixed(PACK_AB).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, said("F32"), said("MERGE_C"), ROUNDING_90], MERGED_ONE).since(90).until(90).fixed(MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, said("F32"), said("MERGE_C"), ROUNDING_90], MERGED_LAST).since(90).until(90).fixed(MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, FROM_EIGHT, said("UNPACK_B"), ROUNDING_90], UNPACKED).since(90).until(90).fixed(UNPACK_B).signs(BARE),
    row(0x03e, "F2FP", Mul, &[RELU_75, choice(To, &[(87, 86), (76, 76)], &["-", "-", "-", "TF32"]), said("F32"), said("PACK_B"), ROUNDING_90], PACKED_ONE).since(90).until(90).fixed(PACK_B).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, NARROW_89, choice(From, &[(74, 73)], &["-", "F16"]).strict(), said("UNPACK_B_MERGE_C"), ROUNDING_90], MERGED_ONE).since(90).until(90).fixed(UNPACK_B_MERGE_C).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, choice(From, &[(74, 73)], &["-", "F16"]).strict(), said("UNPACK_B_MERGE_C"), ROUNDING_90], MERGED_LAST).since(90).until(90).fixed(UNPACK_B_MERGE_C).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, NARROW_89, said("F32"), said("PACK_AB_MERGE_C"), ROUNDING_UP], MERGED_TWO).since(90).until(90).fixed(PACK_AB_MERGE_C).refuses(FROM_NOT_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE, RELU_75, WIDE_HALF, said("F32"), said("PACK_AB"), RANDOM], RANDOM_TWO).since(100).until(103).fixed(PACK_AB_RANDOM).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, WIDE_HALF, said("F32"), said("PACK_AB"), RZ_80], PACKED_TWO).since(100).until(103).fixed(PACK_AB).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, WIDE_HALF, said("F32"), said("PACK_AB"), ROUNDING_90], PACKED_TWO).since(120).fixed(PACK_AB).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, WIDE_HALF, said("F32"), said("MERGE_C"), RZ_80], MERGED_ONE).since(100).until(103).fixed(MERGE_C).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, WIDE_HALF, said("F32"), said("MERGE_C"), ROUNDING_90], MERGED_ONE).since(120).fixed(MERGE_C).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Only(7), &[FINITE, RELU_75, TO_BRAIN, FROM_NARROW, said("UNPACK_B")], UNPACKED_SCALED).since(100).fixed(UNPACK_B).signs(BARE),
    row(0x03e, "F2FP", Only(3), &[FINITE, RELU_75, TO_BRAIN, FROM_NARROW, said("UNPACK_B")], &[D, Operand::of(Place::Register(A, 32)), Operand::of(Place::Register(C, 64)).with(&[said("H0")])]).since(100).fixed(UNPACK_B).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_BRAIN, FROM_SCALE, said("UNPACK_B"), UNROUNDED], UNPACKED).since(100).until(103).fixed(UNPACK_B_SCALE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_BRAIN, FROM_SCALE, said("UNPACK_B"), ROUNDING_90], UNPACKED).since(120).fixed(UNPACK_B_SCALE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_HALF, FROM_NARROW, said("UNPACK_B"), UNROUNDED], UNPACKED).since(100).until(103).fixed(UNPACK_B).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_HALF, FROM_NARROW, said("UNPACK_B"), ROUNDING_90], UNPACKED).since(120).fixed(UNPACK_B).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_TENSOR, said("F32"), said("PACK_B"), RZ_80], PACKED_ONE).since(100).until(103).fixed(PACK_B).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE, RELU_75, TO_TENSOR, said("F32"), said("PACK_B"), ROUNDING_90], PACKED_ONE).since(120).fixed(PACK_B).refuses(NOT_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Mul, &[FINITE_NARROW, FINITE_FIXED, RELU_75, TO_NARROW, FROM_HALVES, said("UNPACK_B_MERGE_C"), ROUND_SCALE], &[D, SB, NARROW_THIRD]).since(100).fixed(UNPACK_B_MERGE_C).refuses(FOUR_BITS_ALONE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE_NARROW, FINITE_FIXED, RELU_75, TO_NARROW, said("F32"), said("PACK_AB_MERGE_C"), RANDOM], NARROW_TWO).since(100).until(103).fixed(PACK_AB_MERGE_C_RANDOM).refuses(NARROW_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE_NARROW, FINITE_FIXED, RELU_75, TO_NARROW, said("F32"), said("PACK_AB_MERGE_C"), ROUND_SCALE], NARROW_TWO).since(100).until(103).fixed(PACK_AB_MERGE_C).refuses(NARROW_FROM_SINGLE).signs(BARE),
    row(0x03e, "F2FP", Three, &[FINITE_NARROW, FINITE_FIXED, RELU_75, TO_NARROW, said("F32"), said("PACK_AB_MERGE_C"), ROUNDING_90.when(NOT_TO_SCALE), ROUND_SCALE_90], NARROW_TWO).since(120).fixed(PACK_AB_MERGE_C).refuses(NARROW_FROM_SINGLE).signs(BARE),
    row(0x045, "I2FP", Only(2), &[said("F16x2"), choice(From, &[(74, 74)], &["U4x2", "S4x2"]), RZ_ONLY], &[D, SB.with(&[choice(Part, &[(81, 80)], &["", "B1", "B2", "B3"])])])
        .since(100).until(103).signs(BARE).keeps(SECOND_KEPT),
    row(0x07b, "QFMA4", Layout::ThreeThird, &[QUAD_TO, QUAD_FROM, QUAD_FROM_B, flag!(Finite 90 "SATFINITE")], FUSED).since(100).until(103).signs(QUADS).numbers(Immediate::Bits),
    row(0x07c, "QMUL4", Mul, &[QUAD_TO, QUAD_FROM, QUAD_FROM_B, flag!(Finite 90 "SATFINITE")], TWO).since(100).until(103).signs(QUADS).numbers(Immediate::Bits),
    row(0x07d, "QADD4", Layout::AddThird, &[QUAD_TO, QUAD_FROM, flag!(Finite 90 "SATFINITE")], TWO).since(100).until(103).signs(QUADS).numbers(Immediate::Bits),
];
