//! One element of D: a row of A times a column of B, and c.

use super::dot::{Dot, Side};
use super::row::{Method, Row, Scale};
use super::sparse::{Grain, Kept, NotSparse};
use super::stage::Places;
use super::{fused, sequence};
use crate::number::Pattern;
use crate::trace::{Recorder, Remark};

/// The bits of the element of D, in the row's accumulator format.
pub fn element(row: &Row, dot: &Dot, recorder: &mut impl Recorder) -> u64 {
    in_steps(row, dot, row.at_once(dot.products()), &[], recorder)
}

/// The element of D where A has all its zeros. If the row takes a sparse A, the error says where A is not sparse.
pub fn with_zeros(row: &Row, dot: &Dot, recorder: &mut impl Recorder) -> Result<u64, NotSparse> {
    if !row.is_sparse() {
        return Ok(element(row, dot, recorder));
    }
    let kept = Grain::of(row).picked([dot.a.format, dot.b.format], dot.a.codes, dot.b.codes)?;
    Ok(of_kept(row, dot, &kept, recorder))
}

/// The element of D where A has only the elements that its indices name.
pub fn of_kept(row: &Row, dot: &Dot, kept: &Kept, recorder: &mut impl Recorder) -> u64 {
    let (a, b) = (Side { codes: &kept.a, ..dot.a }, Side { codes: &kept.b, ..dot.b });
    in_steps(row, &Dot { a, b, ..*dot }, row.at_once(kept.a.len()), &kept.columns, recorder)
}

/// The element of D where one instruction adds `step` products. `columns` has the column of each element that a sparse A keeps; it is empty
/// if A is not sparse.
pub fn in_steps(row: &Row, dot: &Dot, step: usize, columns: &[usize], recorder: &mut impl Recorder) -> u64 {
    let length = dot.products();
    let scale = row.scale.map(|scale| Scale { block: if row.is_sparse() { scale.block / 2 } else { scale.block }, ..scale });
    let mut c = dot.c;
    for first in (0..length).step_by(step) {
        if step < length {
            recorder.told(|| Remark {
                title: format!("Instruction {} of {}", first / step + 1, length.div_ceil(step)),
                sentence: format!("There are {length} products, and one instruction has {step}: its D is the C of the next."),
                heading: true,
            });
        }
        let part = Dot { a: dot.a.part(first, step, scale), b: dot.b.part(first, step, scale), c, ..*dot };
        let places = if columns.is_empty() { Places::from(first) } else { Places::kept(2 * first, Kept::mask(columns, first, step)) };
        c = Pattern::new(row.accumulator, instruction(row, scale, &part, places, recorder));
    }
    c.bits
}

/// What one instruction makes of its operands.
#[inline(always)]
fn instruction(row: &Row, scale: Option<Scale>, dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    match &row.method {
        Method::Fused(how) => fused::groups(how, scale, dot, places, recorder),
        Method::Unpacked(how) => sequence::unpacked(how, dot, places, recorder),
        Method::Chain => sequence::chain(dot, places, recorder),
        Method::Subroutine => sequence::subroutine(row.accumulator, dot, places, recorder),
    }
}
