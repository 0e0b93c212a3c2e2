//! MUFU.SIN and MUFU.COS: the sine and cosine of a range-reduction word that counts quadrants.

use super::Table;
use super::float::{NAN, SIGN, SINGLE, normalise, special};
use super::interpolation::Path;
use super::range_reduction::{SPECIAL, turns};
use super::stage::{SpecialCase, Stage, Word};
use super::table::SINE;
use crate::trace::Recorder;

/// The data path of SIN and COS: nothing is added for rounding and nothing cut off before normalisation.
pub const PATH: Path =
    Path { table: Table::Sine, low_bits: 17, square_shift: 0, c0_shift: 11, c2_shift: 0, added: 0, places: 37, shift: 0 };

/// MUFU.SIN of a range-reduction word, up to sm_62.
#[inline(always)]
pub fn sin_word(word: u32, recorder: &mut impl Recorder) -> u32 {
    quadrant(word, word & SIGN != 0, 0, recorder)
}

/// MUFU.COS of a range-reduction word, up to sm_62: the sine a quadrant later, of the magnitude.
#[inline(always)]
pub fn cos_word(word: u32, recorder: &mut impl Recorder) -> u32 {
    quadrant(word, false, 1, recorder)
}

/// MUFU.SIN of a float that counts turns, from sm_70 on.
#[inline(always)]
pub fn sin_turns(bits: u32, recorder: &mut impl Recorder) -> u32 {
    sin_word(turns(bits, recorder), recorder)
}

/// MUFU.COS of a float that counts turns, from sm_70 on.
#[inline(always)]
pub fn cos_turns(bits: u32, recorder: &mut impl Recorder) -> u32 {
    cos_word(turns(bits, recorder), recorder)
}

/// The sine of the word's magnitude moved on by some quadrants, negated as asked and as the quadrant says.
///
/// In odd quadrants the fraction runs backwards: its ones' complement is taken, a last place short of one minus the fraction.
#[inline(always)]
fn quadrant(word: u32, negative: bool, later: u32, recorder: &mut impl Recorder) -> u32 {
    if word & SPECIAL != 0 {
        return special(word, SpecialCase::Nan, NAN, recorder);
    }
    let integer = word >> 23 & 0x7f;
    let fraction = word & 0x7f_ffff;
    let whole = integer + later;
    let complemented = whole & 1 != 0;
    let index = if complemented { !fraction & 0x7f_ffff } else { fraction };
    let negative = negative ^ (whole >> 1 & 1 != 0);
    recorder.told(|| Stage::Word(Word { word, integer, fraction, complemented, index, whole: whole as i32, negative }));
    let sum = PATH.interpolate(&SINE, index, recorder);
    let Ok(magnitude @ 1..) = u64::try_from(sum) else {
        return special(word, SpecialCase::Zero, if negative { SIGN } else { 0 }, recorder);
    };
    let (exponent, significand) = normalise(magnitude, PATH.places, 0, recorder);
    SINGLE.pack(negative, exponent, significand, recorder)
}
