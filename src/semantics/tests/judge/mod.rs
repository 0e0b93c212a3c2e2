//! What the arithmetic tests share: where operands come from, and who judges.

pub mod apfloat;
pub mod testfloat;

pub use semantics::number::operands;
use semantics::number::{Float, Pattern};
use semantics::operation::{Answer, add, divide, fused, multiply, square_root, subtract};
use semantics::rounding::Rules;
use semantics::trace::Silent;

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
    pub fn run<F: Float>(self, [a, b, c]: [u64; 3], rules: &Rules) -> Answer {
        match self {
            Operation::Add => add::<F>(a, b, rules, &mut Silent),
            Operation::Subtract => subtract::<F>(a, b, rules, &mut Silent),
            Operation::Multiply => multiply::<F>(a, b, rules, &mut Silent),
            Operation::Fused => fused::<F>(a, b, c, rules, &mut Silent),
            Operation::Divide => divide::<F>(a, b, rules, &mut Silent),
            Operation::SquareRoot => square_root::<F>(a, rules, &mut Silent),
        }
    }
}

/// Whether two results are the same bits, NaNs being compared by class.
pub fn same<F: Float>(ours: u64, theirs: u64) -> bool {
    let nan = |bits| Pattern::new(F::ROW, bits).is_nan();
    ours == theirs || (nan(ours) && nan(theirs))
}
