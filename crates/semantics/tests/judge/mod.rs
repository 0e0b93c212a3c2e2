//! What the arithmetic tests share: where operands come from, and who judges.

pub mod apfloat;
pub mod testfloat;
pub mod window;

use semantics::instruction::sass;
pub use semantics::number::operands;
use semantics::number::{F32, F64, Float, Format, Narrow, Pattern};
use semantics::operation::{Answer, add, divide, fused, multiply, square_root, subtract};
use semantics::rounding::Rules;
use semantics::trace::Silent;
use std::io::Write;
use std::ops::RangeInclusive;

/// The operations under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Fused,
    Divide,
    SquareRoot,
}

impl Operation {
    /// Those with two operands or more.
    pub const ALL: [Operation; 5] = [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Fused, Operation::Divide];

    /// Our result.
    pub fn run(self, format: &'static Format, operands: [u64; 3], rules: &Rules) -> Answer {
        fn in_format(format: impl Float, operation: Operation, [a, b, c]: [u64; 3], rules: &Rules) -> Answer {
            match operation {
                Operation::Add => add(format, a, b, rules, &mut Silent),
                Operation::Subtract => subtract(format, a, b, rules, &mut Silent),
                Operation::Multiply => multiply(format, a, b, rules, &mut Silent),
                Operation::Fused => fused(format, a, b, c, rules, &mut Silent),
                Operation::Divide => divide(format, a, b, rules, &mut Silent),
                Operation::SquareRoot => square_root(format, a, rules, &mut Silent),
            }
        }
        match () {
            () if format == F32::ROW => in_format(F32, self, operands, rules),
            () if format == F64::ROW => in_format(F64, self, operands, rules),
            () => in_format(Narrow::of(format), self, operands, rules),
        }
    }
}

/// Set by `cargo xtask test --exhaustive`.
pub fn exhaustive() -> bool {
    std::env::var_os("ULPSCOPE_EXHAUSTIVE").is_some()
}

/// What an ordinary run takes of many operands, about one in sixty: every 61st, and the first and last two of every 2^14, where binades, quadrants and
/// rows of tables begin and end. A row of the special function unit's tables stands for 2^16 operands or more, so none is left out.
pub fn sample(operands: RangeInclusive<u32>) -> impl Iterator<Item = u32> {
    let last = *operands.end();
    let borders = |begin: u32| [0, 1, 0x3ffe, 0x3fff].map(|at| begin + at);
    operands.clone().step_by(61).chain(operands.step_by(0x4000).flat_map(borders).filter(move |bits| *bits <= last))
}

/// A line that is seen although the test passes: `println!` would be kept for failures.
pub fn announce(line: &str) {
    let _ = writeln!(std::io::stderr(), "\n{line}");
}

/// Whether two results are the same bits, NaNs being compared by class.
pub fn same(format: &'static Format, ours: u64, theirs: u64) -> bool {
    let nan = |bits| Pattern::new(format, bits).is_nan();
    ours == theirs || (nan(ours) && nan(theirs))
}

/// A machine instruction of a row of 64-bit words on sm_53, with the values of its fields.
pub fn machine_instruction(row: &'static sass::Row, fields: impl IntoIterator<Item = (sass::Role, u32)>) -> sass::Instruction {
    fields.into_iter().fold(sass::Instruction::bare(row, 53), |instruction, (role, value)| instruction.with(role, value))
}
