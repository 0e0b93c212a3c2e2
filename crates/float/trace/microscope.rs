//! The rounding decision under magnification: two neighbouring candidates, the exact value between them, and the bits L, G, R, S.

use super::{Scaled, Step};
use crate::number::{Format, Pattern};
use crate::rounding::{Lost, Mode};

/// Parts into which the gap between the candidates is divided for [`Microscope::position`].
pub const PARTS: u32 = 4096;

/// One rounding, magnified.
#[derive(Clone, Debug, PartialEq)]
pub struct Microscope {
    /// The format of the result.
    pub format: &'static Format,
    /// The mode that decided.
    pub mode: Mode,
    /// The exact value.
    pub exact: Scaled,
    /// The candidate of smaller magnitude; the exact value itself when nothing was lost.
    pub toward_zero: Pattern,
    /// The candidate of larger magnitude, one unit in the last place further out; None beyond the largest number of a format without
    /// infinities.
    pub away: Option<Pattern>,
    /// Whether the larger magnitude was chosen.
    pub chose_away: bool,
    /// Where the exact value stands between the candidates: 0 at `toward_zero`, [`PARTS`] at `away`. Strictly between them, and on the
    /// right side of the middle, whenever something was lost.
    pub position: u32,
    /// The part cut off, against half a unit in the last place.
    pub lost: Lost,
    /// L: the last kept bit.
    pub last: bool,
    /// G: the first bit cut off, worth half a unit in the last place.
    pub guard: bool,
    /// R: the second bit cut off.
    pub round: bool,
    /// S: whether any bit below is set.
    pub sticky: bool,
    /// The power of two of the last kept bit.
    pub last_place: i32,
}

impl Microscope {
    /// Whether the exact value stands between the candidates, or behind the last number. Far beyond the range no two numbers of the format
    /// enclose it.
    pub fn encloses(&self) -> bool {
        self.exact.leading() <= self.format.emax() && self.toward_zero.bits & !self.format.sign_mask() <= self.format.largest()
    }
}

/// The rounding of a step, if it is one.
pub fn of_step(step: &Step) -> Option<Microscope> {
    let Step::Round { value, format, mode, rounded } = step else { return None };
    let first_cut = rounded.last_place - 1 - value.exponent;
    let bit = |index: i32| index >= 0 && value.magnitude.bit(index as u32);
    let below = |index: i32| index > 0 && (value.magnitude.trailing_zeros() as i32) < index;
    let top_binade = (format.emax() - format.emin()) as u64;
    // Nothing is kept only next to zero.
    let binades = if rounded.kept == 0 { 0 } else { ((rounded.last_place - format.quantum()) as u64).min(top_binade) };
    let magnitude = (binades << format.fraction_bits) + rounded.kept;
    // The twelve bits below the last place say where the value stands; a nonzero rest moves it off the marks.
    let mut position = 0;
    for place in 0..12 {
        position = position << 1 | u32::from(bit(first_cut - place));
    }
    let rest = below(first_cut - 11);
    position = match rounded.lost {
        Lost::BelowHalf if position == 0 => 1,
        Lost::AboveHalf if rest && position == PARTS / 2 => PARTS / 2 + 1,
        _ => position,
    };
    Some(Microscope {
        format,
        mode: *mode,
        exact: value.clone(),
        toward_zero: Pattern::new(format, format.with_sign(value.negative, magnitude)),
        away: format.above(magnitude).map(|away| Pattern::new(format, format.with_sign(value.negative, away))),
        chose_away: rounded.away,
        position,
        lost: rounded.lost,
        last: rounded.kept & 1 == 1,
        guard: bit(first_cut),
        round: bit(first_cut - 1),
        sticky: below(first_cut - 1),
        last_place: rounded.last_place,
    })
}
