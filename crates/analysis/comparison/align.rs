//! Two lists of steps in one order: the alignment with the most in common.

use crate::rounding::Lost;
use crate::trace::{Scaled, Step};

/// How two steps of a row go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Both do the same.
    Same,
    /// Both do the same kind of thing and come to something else.
    Differs,
    /// Only one side has the step.
    Alone,
}

/// Steps that stand beside each other, as places in their lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The step of the left side.
    pub left: Option<usize>,
    /// The step of the right side.
    pub right: Option<usize>,
    /// How they go together.
    pub likeness: Likeness,
}

/// Longer lists than this are paired place by place: a table of their product would be too large.
const CELLS: usize = 4_000_000;
const SAME: u32 = 4;
const KIND: u32 = 2;

pub(super) fn align(left: &[Step], right: &[Step]) -> Vec<Row> {
    let columns = right.len() + 1;
    if (left.len() + 1) * columns > CELLS {
        return in_order(left, right);
    }
    // best[i][j]: the most that the steps from i and from j on have in common.
    let mut best = vec![0u32; (left.len() + 1) * columns];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            let apart = best[(i + 1) * columns + j].max(best[i * columns + j + 1]);
            let worth = worth(&left[i], &right[j]);
            let together = if worth == 0 { 0 } else { worth + best[(i + 1) * columns + j + 1] };
            best[i * columns + j] = apart.max(together);
        }
    }
    let mut rows = Vec::with_capacity(left.len() + right.len());
    let (mut i, mut j) = (0, 0);
    while i < left.len() || j < right.len() {
        let here = best[i * columns + j];
        let both = i < left.len() && j < right.len();
        let worth = if both { worth(&left[i], &right[j]) } else { 0 };
        if both && worth > 0 && here == worth + best[(i + 1) * columns + j + 1] {
            let likeness = if worth == SAME { Likeness::Same } else { Likeness::Differs };
            rows.push(Row { left: Some(i), right: Some(j), likeness });
            (i, j) = (i + 1, j + 1);
        } else if i < left.len() && (j == right.len() || here == best[(i + 1) * columns + j]) {
            rows.push(Row { left: Some(i), right: None, likeness: Likeness::Alone });
            i += 1;
        } else {
            rows.push(Row { left: None, right: Some(j), likeness: Likeness::Alone });
            j += 1;
        }
    }
    rows
}

fn in_order(left: &[Step], right: &[Step]) -> Vec<Row> {
    let place = |at: usize, length: usize| (at < length).then_some(at);
    let row = |at: usize| {
        let likeness = match (left.get(at), right.get(at)) {
            (Some(left), Some(right)) if worth(left, right) == SAME => Likeness::Same,
            (Some(_), Some(_)) => Likeness::Differs,
            _ => Likeness::Alone,
        };
        Row { left: place(at, left.len()), right: place(at, right.len()), likeness }
    };
    (0..left.len().max(right.len())).map(row).collect()
}

fn worth(left: &Step, right: &Step) -> u32 {
    match (left, right) {
        _ if same_effect(left, right) => SAME,
        // A stage tells of itself; stages of one title are of one kind.
        (Step::Told(left), Step::Told(right)) if left.title() != right.title() => 0,
        // A number read is no other number.
        (Step::Decode { .. }, Step::Decode { .. }) => 0,
        // Roundings into different formats are no pair: one side rounds more often, and its last one has a partner.
        (Step::Normalise { format: f, .. }, Step::Normalise { format: g, .. })
        | (Step::Round { format: f, .. }, Step::Round { format: g, .. })
            if f != g =>
        {
            0
        }
        _ if core::mem::discriminant(left) == core::mem::discriminant(right) => KIND,
        _ => 0,
    }
}

/// Whether two steps come to the same, whatever letters and modes they name.
fn same_effect(left: &Step, right: &Step) -> bool {
    match (left, right) {
        (Step::Decode { pattern: a, .. }, Step::Decode { pattern: b, .. }) => a == b,
        (Step::Add { sum: a, .. }, Step::Add { sum: b, .. }) => equal(a, b),
        (Step::Multiply { product: a, .. }, Step::Multiply { product: b, .. }) => equal(a, b),
        (Step::Align { larger: a, smaller: x, .. }, Step::Align { larger: b, smaller: y, .. }) => equal(a, b) && equal(x, y),
        (Step::Normalise { value: a, format: f }, Step::Normalise { value: b, format: g }) => f == g && equal(a, b),
        (Step::Round { value: a, format: f, rounded: x, .. }, Step::Round { value: b, format: g, rounded: y, .. }) => {
            f == g && equal(a, b) && x.unflushed == y.unflushed
        }
        (Step::Special { result: a, .. }, Step::Special { result: b, .. }) | (Step::Encode { result: a }, Step::Encode { result: b }) => {
            a == b
        }
        (Step::Overflow { to: a, .. }, Step::Overflow { to: b, .. }) => a == b,
        _ => left == right,
    }
}

/// Whether two numbers are one value.
fn equal(a: &Scaled, b: &Scaled) -> bool {
    if a.magnitude.is_zero() || b.magnitude.is_zero() {
        return a.magnitude.is_zero() && b.magnitude.is_zero() && a.negative == b.negative;
    }
    let spare = |of: &Scaled| of.magnitude.trailing_zeros();
    let (x, y) = (spare(a), spare(b));
    a.negative == b.negative
        && a.exponent + x as i32 == b.exponent + y as i32
        && a.magnitude.shifted_right(x) == b.magnitude.shifted_right(y)
}

/// Whether a step changes anything: what only reads, names or places digits does not.
pub(super) fn tells(step: &Step) -> bool {
    match step {
        Step::Lane { .. } | Step::Decode { .. } | Step::Normalise { .. } | Step::Encode { .. } | Step::Align { .. } => false,
        Step::Round { rounded, .. } => rounded.lost != Lost::Nothing || rounded.tiny,
        _ => true,
    }
}
