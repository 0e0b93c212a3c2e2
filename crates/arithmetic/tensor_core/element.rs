//! One element of D: a row of A times a column of B, and c.

use super::dot::Dot;
use super::row::{Method, Row};
use super::stage::Places;
use super::{fused, sequence};
use crate::number::Pattern;
use crate::trace::{Recorder, Remark};

/// The bits of the element of D, in the row's accumulator format.
pub fn element(row: &Row, dot: &Dot, recorder: &mut impl Recorder) -> u64 {
    let length = dot.products();
    let step = row.step(length);
    let mut c = dot.c;
    for first in (0..length).step_by(step) {
        if step < length {
            recorder.told(|| Remark {
                title: format!("Instruction {} of {}", first / step + 1, length.div_ceil(step)),
                sentence: format!("K is {length}, and one instruction has {step}: its D is the C of the next."),
                heading: true,
            });
        }
        let part = Dot { a: dot.a.part(first, step, row.scale), b: dot.b.part(first, step, row.scale), c, ..*dot };
        c = Pattern::new(row.accumulator, instruction(row, &part, Places::from(first), recorder));
    }
    c.bits
}

/// What one instruction makes of its operands.
#[inline(always)]
fn instruction(row: &Row, dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    match &row.method {
        Method::Fused(how) => fused::groups(how, row.scale, dot, places, recorder),
        Method::Unpacked(how) => sequence::unpacked(how, dot, places, recorder),
        Method::Chain => sequence::chain(dot, places, recorder),
        Method::Subroutine => sequence::subroutine(row.accumulator, dot, places, recorder),
    }
}
