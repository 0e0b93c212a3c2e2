//! The unit's stages in words and bits, so that a trace tells them like any other step.

use super::float::{SIGN, SINGLE};
use super::machine::{Instruction, Operation, Register, Source};
use super::range_reduction::TURNS;
use super::stage::{Interpolation, Normalisation, Packing, Range, Reduction, Special, SpecialCase, Stage, Word};
use super::{Op, Operands, Table};
use crate::exact::Natural;
use crate::number::{F32, F64, F64_HIGH, Pattern};
use crate::rounding::Mode;
use crate::trace::Explained;
use crate::trace::picture::{self, Picture, Row};

impl Table {
    /// The function that the table is of.
    #[must_use]
    pub const fn function(self) -> &'static str {
        match self {
            Self::Reciprocal => "1/x",
            Self::ReciprocalSquareRoot => "1/√x",
            Self::Sine => "sin(π/2·x)",
            Self::Exponential => "2^x",
            Self::Logarithm => "log2 x",
            Self::SquareRoot => "√x",
            Self::HyperbolicTangent => "tanh x",
        }
    }
}

impl Explained for Stage {
    fn title(&self) -> String {
        match self {
            Self::Special(_) => "By rule".into(),
            Self::Operand(_) => "Take the operand apart".into(),
            Self::Reduction(_) => "Reduce the range".into(),
            Self::Word(_) => "Read the word".into(),
            Self::Interpolation(_) => "Interpolate".into(),
            Self::IntegerPart(_) => "Add the exponent".into(),
            Self::Normalisation(_) => "Normalise and cut".into(),
            Self::Packing(_) => "Pack".into(),
            Self::Instruction { instruction, .. } => assembly(instruction),
            Self::InstructionResult { to, .. } => format!("{} is written", name(*to)),
            Self::Saturation { .. } => "Saturate".into(),
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Special(special) => by_rule(special),
            Self::Operand(operand) => format!(
                "The exponent is {}; of the {} index bits the upper ones choose the row of the table, the others the place x within it.",
                operand.exponent - operand.bias,
                operand.index_bits
            ),
            Self::Reduction(reduction) => reduced(reduction),
            Self::Word(word) => read(word),
            Self::Interpolation(step) => interpolated(step),
            Self::IntegerPart(part) if part.sum < 0 => format!(
                "The exponent {} is the integer part of the logarithm. The sum is negative, and its magnitude is taken by ones' complement: one last place short.",
                part.integer
            ),
            Self::IntegerPart(part) => {
                format!("The exponent {} is the integer part of the logarithm; the interpolated value is its fraction.", part.integer)
            }
            Self::Normalisation(step) => format!(
                "The leading one is at 2^{}. 24 bits are kept; the rest is cut off, not rounded.",
                step.top as i32 - step.places as i32
            ),
            Self::Packing(packing) => packed(packing),
            Self::Instruction { instruction, operands } => runs(instruction, *operands),
            Self::InstructionResult { to, result, is_word: true } => format!("{} holds the word 0x{result:08x}.", name(*to)),
            Self::InstructionResult { to, result, .. } => format!("{} {}.", name(*to), equation(*result)),
            Self::Saturation { before, after } => format!(".SAT keeps results in [0, 1]: {} becomes {}.", value(*before), value(*after)),
        }
    }

    fn picture(&self) -> Option<Picture> {
        match self {
            Self::Reduction(step) => Some(reduction_picture(step)),
            Self::Word(step) => Some(word_picture(step)),
            Self::Interpolation(step) => Some(interpolation_picture(step)),
            Self::IntegerPart(part) => {
                let places = part.places as i32;
                let rows = vec![
                    signed("exponent", i128::from(part.integer), 0),
                    signed("fraction", part.fraction.into(), -places),
                    result(row("magnitude", part.sum < 0, part.magnitude.into(), -places)),
                ];
                Some(picture::of_rows(rows, None))
            }
            Self::Normalisation(step) => Some(normalisation_picture(step)),
            _ => None,
        }
    }

    fn decides(&self) -> bool {
        matches!(self, Self::Special(_) | Self::Interpolation(_) | Self::Saturation { .. })
    }

    fn heading(&self) -> bool {
        matches!(self, Self::Instruction { .. })
    }
}

fn by_rule(special: &Special) -> String {
    let result = of_layout(special.fraction_bits, special.result);
    match special.case {
        SpecialCase::Nan => format!("The result is {result}."),
        SpecialCase::Infinity => format!("The operand is infinite: the result is {result}."),
        SpecialCase::Zero => format!("A zero gives {result} by rule."),
        SpecialCase::Subnormal => format!("The unit takes a subnormal operand as the zero of its sign: the result is {result}."),
        SpecialCase::Negative => format!("A negative number has no real result: {result}."),
        SpecialCase::Exact => format!("The result is known exactly and not taken from the table: {result}."),
        SpecialCase::Saturated => format!("Beyond the table the function no longer changes: {result}."),
        SpecialCase::PassedThrough => format!("So small an operand is passed through: {result}."),
    }
}

fn reduced(step: &Reduction) -> String {
    let what = if step.constant == 1 {
        "The significand is moved to the fixed point".to_string()
    } else {
        "The significand times 2/π (24 bits of it, and no more) counts quarter turns; it is moved to the fixed point".to_string()
    };
    format!("{what} and its low {} bits become the word 0x{:08x}. Lower bits are dropped (rounded towards zero).", step.kept, step.word)
}

fn read(step: &Word) -> String {
    let complement = if step.complemented {
        " The fraction runs backwards here, so its ones' complement is taken: one last place short of 1 minus the fraction."
    } else {
        ""
    };
    let integer = match (step.integer as i32, step.whole) {
        (field, whole) if field == whole => format!("The integer field is {field}"),
        (field, whole) if field + 1 == whole => {
            format!("The integer field is {field}. A cosine is a sine one quadrant on, so it counts as {whole}")
        }
        (field, whole) if step.complemented => {
            format!("The word is negative and its integer field is {field}: that is {whole} plus a fraction")
        }
        (field, whole) => format!("The word is negative and its integer field is {field}: that is {whole}"),
    };
    format!("{integer}; the fraction goes to the table.{complement}")
}

fn interpolated(step: &Interpolation) -> String {
    format!(
        "Row {} of the table of {}: C0 = {}, C1 = {}, C2 = {}. With x = {} of 2^{} the three terms{} are added{}.",
        step.segment,
        step.table.function(),
        step.row.c0,
        step.row.c1,
        step.row.c2,
        step.low,
        step.low_bits,
        if step.added == 0 { String::new() } else { format!(" and the constant {:#x}", step.added) },
        if step.shift == 0 { String::new() } else { format!(", and the lowest {} bits are cut off", step.shift) }
    )
}

fn packed(step: &Packing) -> String {
    let result = of_layout(step.fraction_bits, step.result);
    // The carry out of the significand counts in it.
    let field = (step.result & !SIGN) >> step.fraction_bits;
    match step.range {
        Range::Normal if step.fraction_bits < SINGLE.fraction_bits => {
            format!("Sign, exponent field {} and the upper {} bits of the significand make {result}.", field, step.fraction_bits + 1)
        }
        Range::Normal => format!("Sign, exponent field {field} and significand make {result}."),
        Range::Flushed => format!("The exponent is below the smallest: the unit makes no subnormal results, so {result}."),
        Range::Overflowed => format!("The exponent is beyond the largest: {result}."),
    }
}

fn runs(instruction: &Instruction, operands: [u64; 3]) -> String {
    let source = |at: usize| match instruction.from[at] {
        Source::Bits(bits) if bits == u64::from(TURNS) => format!("1/2π {}", equation(bits)),
        Source::Register(register) => format!("{} {}", name(register), equation(operands[at])),
        Source::Negated(register) => format!("-{} {}", name(register), equation(operands[at])),
        Source::Bits(bits) => shown(bits),
    };
    let [a, b, c] = [0, 1, 2].map(source);
    let word = || format!("{} = 0x{:08x}", assembly_source(&instruction.from[0]), operands[0]);
    let what = match instruction.operation {
        Operation::Fmul(Mode::Rz, _) => format!("multiplies {a} by {b}, rounded towards zero"),
        Operation::Fmul(..) | Operation::Dmul => format!("multiplies {a} by {b}"),
        Operation::Fadd | Operation::Dadd => format!("adds {a} and {b}"),
        Operation::Ffma | Operation::Dfma => format!("multiplies {a} by {b} and adds {c}, rounded once"),
        Operation::RroSinCos => format!("counts the quarter turns of {a}"),
        Operation::RroEx2 => format!("takes {a} apart into a whole number and a fraction"),
        Operation::Mufu(Op::Sin | Op::Cos | Op::Ex2, Operands::Words) => {
            format!("computes {} of the word {}", function(instruction), word())
        }
        Operation::Mufu(Op::Sin | Op::Cos, Operands::Floats) => format!("computes {} of {a} turns", function(instruction)),
        Operation::Mufu(..) => format!("computes {} of {a}", function(instruction)),
        Operation::MufuHalf(_, format) => {
            format!("computes {} of 0x{:04x}, a number of {}", function(instruction), operands[0], format.name)
        }
        Operation::MufuHigh(..) => format!("computes {} of the upper word of {a}", function(instruction)),
        Operation::SeedLow => format!("makes the low word of a first guess from {a}"),
        Operation::Mov => format!("copies {a}"),
        Operation::Lop => format!("keeps the bits of {a} that are set in {b}, with those of {c}"),
    };
    format!("{} {what}.", instruction.operation.name())
}

/// What MUFU computes, in a word or two.
fn function(instruction: &Instruction) -> &'static str {
    let (Operation::Mufu(op, _) | Operation::MufuHigh(op) | Operation::MufuHalf(op, _)) = instruction.operation else { return "" };
    match op {
        Op::Cos => "the cosine",
        Op::Sin => "the sine",
        Op::Ex2 => "2 to the power",
        Op::Lg2 => "the logarithm",
        Op::Rcp | Op::Rcp64h => "the reciprocal",
        Op::Rsq | Op::Rsq64h => "the reciprocal square root",
        Op::Sqrt => "the square root",
        Op::Tanh => "the hyperbolic tangent",
    }
}

fn arity(operation: Operation) -> usize {
    match operation {
        Operation::Fmul(..) | Operation::Fadd | Operation::Dmul | Operation::Dadd | Operation::SeedLow => 2,
        Operation::Ffma | Operation::Dfma | Operation::Lop => 3,
        _ => 1,
    }
}

/// A machine instruction as text, with the sequence's own register names.
pub fn assembly(instruction: &Instruction) -> String {
    let sources: Vec<String> = instruction.from[..arity(instruction.operation)].iter().map(assembly_source).collect();
    format!("{} {}, {}", instruction.operation.name(), name(instruction.to), sources.join(", "))
}

fn assembly_source(source: &Source) -> String {
    match source {
        Source::Register(register) => name(*register).into(),
        Source::Negated(register) => format!("-{}", name(*register)),
        Source::Bits(bits) => Pattern::new(if *bits >> 32 == 0 { F32::ROW } else { F64::ROW }, *bits).digits(),
    }
}

const fn name(register: Register) -> &'static str {
    match register {
        Register::A => "a",
        Register::B => "b",
        Register::D => "d",
        // x is the place within a row of a table.
        Register::X => "t",
        Register::Y => "y",
    }
}

/// A single with its bits.
fn value(bits: u32) -> String {
    of_layout(SINGLE.fraction_bits, bits)
}

/// A single, or the high word of a double, with its bits.
fn of_layout(fraction_bits: u32, bits: u32) -> String {
    let format = if fraction_bits == SINGLE.fraction_bits { F32::ROW } else { &F64_HIGH };
    format!("{} (0x{bits:08x})", Pattern::new(format, bits.into()).value_text())
}

fn shown(bits: u64) -> String {
    if bits >> 32 == 0 { value(bits as u32) } else { format!("{} (0x{bits:016x})", Pattern::new(F64::ROW, bits).value_text()) }
}

/// A single or a double with its relation to the digits, and its bits: `≈ 0.1 (0x3dcccccd)`.
fn equation(bits: u64) -> String {
    let shown = shown(bits);
    if shown.starts_with('≈') { shown } else { ["= ", &shown].concat() }
}

fn row(label: &str, negative: bool, magnitude: u128, exponent: i32) -> Row {
    picture::row_of(label, negative, &Natural::from(magnitude), exponent)
}

fn signed(label: &str, number: i128, exponent: i32) -> Row {
    row(label, number < 0, number.unsigned_abs(), exponent)
}

fn result(row: Row) -> Row {
    Row { result: true, ..row }
}

fn reduction_picture(step: &Reduction) -> Picture {
    // The product in the units of the word, whose last place is 2^-23.
    let product = step.shift - step.dropped as i32 - 23;
    let negative = step.word >> 31 != 0;
    let mut rows = vec![];
    if step.constant != 1 {
        rows.push(row("significand", false, step.significand.into(), -23));
        rows.push(row("2/π", false, step.constant.into(), -24));
    }
    rows.push(row("product", false, step.product.into(), product));
    rows.push(result(row("word", negative, u128::from(step.word & ((1 << step.kept) - 1)), -23)));
    picture::of_rows(rows, Some(-23))
}

fn word_picture(step: &Word) -> Picture {
    let mut rows = vec![row("word", step.word >> 31 != 0, u128::from(step.word & 0x3fff_ffff), -23)];
    if step.complemented {
        rows.push(row("complement", false, step.index.into(), -23));
    }
    picture::of_rows(rows, None)
}

/// The position and its square, the coefficients, then the terms at their weights. Weights are those of the interpolated function, the
/// position counting from 0 to 1 over the segment.
fn interpolation_picture(step: &Interpolation) -> Picture {
    let places = step.places as i32;
    let x = -(step.low_bits as i32);
    // The squarer's 17 bits in and 19 places down leave the square of the position in units of 2^-15.
    let square = -15;
    let rows = vec![
        row("x", false, step.low.into(), x),
        row("x² cut", false, step.square.into(), square),
        signed("C1", step.row.c1.into(), -places - x),
        signed("C2", step.row.c2.into(), step.c2_shift as i32 - places - square),
        signed("C0", step.row.c0.into(), step.c0_shift as i32 - places),
        signed("C1·x", step.terms[1].into(), -places),
        signed("C2·x²", step.terms[2].into(), -places),
        signed("added", step.added.into(), -places),
        result(signed("sum", step.sum.into(), -places)),
        result(signed("kept", step.result.into(), step.shift as i32 - places)),
    ];
    picture::of_rows(rows, Some(step.shift as i32 - places))
}

fn normalisation_picture(step: &Normalisation) -> Picture {
    let last_place = step.top as i32 - step.places as i32 - 23;
    let rows = vec![
        row("value", false, step.magnitude.into(), -(step.places as i32)),
        result(row("kept", false, step.significand.into(), last_place)),
    ];
    picture::of_rows(rows, Some(last_place))
}
