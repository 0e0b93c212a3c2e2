//! MUFU.EX2: two to the power of a range-reduction word.

use super::Table;
use super::float::{INFINITY, NAN, SIGN, SINGLE, special};
use super::interpolation::Path;
use super::range_reduction::{SPECIAL, SPECIAL_INFINITY, rro_ex2};
use super::stage::{SpecialCase, Stage, Word};
use super::table::EXPONENTIAL;
use crate::trace::Recorder;

/// The data path of EX2; the table holds half of the function, so that it stays below one.
pub const PATH: Path =
    Path { table: Table::Exponential, low_bits: 17, square_shift: 0, c0_shift: 13, c2_shift: 0, added: 0x77e2, places: 39, shift: 15 };

/// MUFU.EX2 of a range-reduction word, up to sm_62.
///
/// A negative word with a fraction becomes the next integer below and the ones' complement of the fraction, a last place short of
/// one minus it.
#[inline(always)]
pub fn ex2_word(word: u32, recorder: &mut impl Recorder) -> u32 {
    let below_zero = word & SIGN != 0;
    if word & SPECIAL != 0 {
        let (case, result) = match (word & SPECIAL_INFINITY != 0, below_zero) {
            (false, _) => (SpecialCase::Nan, NAN),
            (true, false) => (SpecialCase::Infinity, INFINITY),
            (true, true) => (SpecialCase::Infinity, 0),
        };
        return special(word, case, result, recorder);
    }
    let integer = word >> 23 & 0x7f;
    let fraction = word & 0x7f_ffff;
    let complemented = below_zero && fraction != 0;
    let index = if complemented { !fraction & 0x7f_ffff } else { fraction };
    let whole = if below_zero { -(integer as i32) - i32::from(complemented) } else { integer as i32 };
    recorder.told(|| Stage::Word(Word { word, integer, fraction, complemented, index, whole, negative: false }));
    let value = PATH.interpolate(&EXPONENTIAL, index, recorder) as u32;
    SINGLE.pack(false, whole + SINGLE.bias, value, recorder)
}

/// MUFU.EX2 of a float, from sm_70 on; that the unit makes the same word as RRO.EX2 is inferred.
#[inline(always)]
pub fn ex2_float(bits: u32, recorder: &mut impl Recorder) -> u32 {
    ex2_word(rro_ex2(bits, recorder), recorder)
}
