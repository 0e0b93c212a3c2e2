//! Comparisons, as a machine's instructions have them: a bit for each way in which two numbers can stand to each other.

use super::answer::operand;
use super::handling::Handling;
use crate::number::{Format, Pattern};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Recorder};

/// Whether two numbers of a format stand in one of the ways that `ways` has a bit for: 1 below, 2 equal, 4 above, 8 unordered. So LT is 1,
/// GE is 6, NUM is 7, and LTU is 9. Both zeros are equal. A signaling NaN raises the invalid flag.
pub fn compare(format: &'static Format, a: u64, b: u64, ways: u32, rules: &Rules, recorder: &mut impl Recorder) -> (bool, Flags) {
    let [x, y] = [(Operand::A, a), (Operand::B, b)].map(|(which, bits)| operand(format, which, bits, rules, recorder));
    let signaling = [a, b].into_iter().any(|bits| Pattern::new(format, bits).class() == crate::number::Class::SignalingNan);
    let order: u8 = if x.is_nan() || y.is_nan() {
        3
    } else {
        let key = |bits: u64, is_zero: bool| match (is_zero, bits & format.sign_mask() != 0) {
            (true, _) => 0,
            (_, true) => -i128::from(bits & !format.sign_mask()),
            (_, false) => i128::from(bits),
        };
        match key(x.bits, x.is_zero()).cmp(&key(y.bits, y.is_zero())) {
            core::cmp::Ordering::Less => 0,
            core::cmp::Ordering::Equal => 1,
            core::cmp::Ordering::Greater => 2,
        }
    };
    let holds = ways >> order & 1 == 1;
    Handling::tell(recorder, || Handling::Compared { a: Pattern::new(format, x.bits), b: Pattern::new(format, y.bits), order, holds });
    (holds, if signaling { Flags::INVALID } else { Flags::NONE })
}
