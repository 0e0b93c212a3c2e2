//! Every operand of an instruction whose operands have few bits, in an order that a seed decides.

use crate::evaluate::Request;
use crate::instruction::{Operands, SOURCES};

/// Bits of a lane's operands up to which all of them are run.
const FEW: u32 = 16;

/// An odd number: its multiples meet every remainder of a power of two once.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// All operands of a lane, shared out among the lanes.
pub(super) struct Walk {
    request: Request,
    bits: u32,
}

impl Walk {
    /// None where operands have too many bits.
    pub(super) fn of(request: &Request) -> Option<Walk> {
        let own = || (0..request.form.pattern.source_count()).map(|source| request.source_type(source));
        let bits = own().map(|own| own.format.width()).sum();
        let lanes = request.source_type(0).lanes;
        (bits <= FEW && own().all(|own| own.lanes == lanes)).then_some(Walk { request: *request, bits })
    }

    /// Every word of operands, so that each operand of a lane stands in one of them.
    pub(super) fn words(&self, seed: u64) -> impl Iterator<Item = Operands> {
        let (request, bits) = (self.request, self.bits);
        let lanes = request.source_type(0).lanes;
        (0..(1u64 << bits).div_ceil(lanes.into())).map(move |at| {
            let mut operands = [0; SOURCES];
            for lane in 0..lanes {
                let mut code = (at * u64::from(lanes) + u64::from(lane)).wrapping_mul(STRIDE).wrapping_add(seed);
                for (source, operand) in operands.iter_mut().enumerate().take(request.form.pattern.source_count()) {
                    let own = request.source_type(source);
                    *operand = own.with_lane(*operand, lane, code);
                    code >>= own.format.width();
                }
            }
            operands
        })
    }

    /// That none of them shows what is looked for.
    pub(super) fn shows_nothing(&self) -> String {
        let count = 1u64 << self.bits;
        let count = if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) };
        let what = if self.request.form.pattern.source_count() == 1 { "operands" } else { "pairs of operands" };
        format!("All {count} {what} were run, and none shows it.")
    }
}
