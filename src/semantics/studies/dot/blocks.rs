//! Numbers in blocks with a scale of their own, as MX formats and NVFP4 have them.
//!
//! A scale of powers of two follows the MX specification (OCP, 2023): the exponent of the largest magnitude less that of the format's
//! largest number. One of E4M3 is the largest magnitude divided by the format's largest number, rounded to nearest, as NVIDIA describes NVFP4;
//! the scale of the whole tensor that goes with it there is left at 1.

use super::beside::total;
use crate::exact::Exact;
use crate::number::{Format, Pattern};
use crate::rounding::{Mode, round_into};
use crate::tensor_core::Scale;
use crate::trace::Scaled;

/// The codes of finite numbers in a format, and those of their blocks' scales. What is beyond the largest number becomes that.
pub fn in_blocks(numbers: &[Pattern], format: &'static Format, scale: Scale) -> (Vec<u64>, Vec<u64>) {
    let (mut codes, mut scales) = (Vec::new(), Vec::new());
    for block in numbers.chunks(scale.block) {
        let by = scale_of(block, format, scale);
        let divisor = Pattern::new(scale.format, by).exact().filter(|divisor| !divisor.is_zero());
        scales.push(by);
        codes.extend(block.iter().map(|number| quotient(*number, divisor, format)));
    }
    (codes, scales)
}

/// A magnitude divided by another, with a sticky last bit.
fn divided(value: Exact<u64>, divisor: Exact<u64>) -> Exact<u128> {
    let (magnitude, exponent) = value.natural().divided_sticky(&divisor.natural());
    Exact { negative: value.negative, magnitude, exponent: exponent + value.exponent - divisor.exponent }
}

fn scale_of(block: &[Pattern], format: &'static Format, scale: Scale) -> u64 {
    let values = block.iter().filter_map(|number| number.exact()).filter(|value| !value.is_zero());
    let larger = |one: Exact<u64>, other: Exact<u64>| {
        let less = |value: Exact<u64>, negative| Scaled { negative, ..Scaled::from(value) };
        if total(&[less(one, false), less(other, true)]).negative { other } else { one }
    };
    let Some(most) = values.reduce(larger) else { return scale.format.one() };
    let Some(largest) = Pattern::new(format, format.largest()).exact() else { return scale.format.one() };
    if scale.format.fraction_bits == 0 {
        let place = most.leading() - largest.leading() - scale.format.quantum();
        return place.clamp(0, scale.format.largest() as i32) as u64;
    }
    let quotient = divided(Exact { negative: false, ..most }, largest);
    round_into(scale.format, quotient, Mode::Rn).0.min(scale.format.largest()).max(1) & scale.mask
}

fn quotient(number: Pattern, divisor: Option<Exact<u64>>, format: &'static Format) -> u64 {
    let (Some(value), Some(divisor)) = (number.exact().filter(|value| !value.is_zero()), divisor) else { return 0 };
    let bits = round_into(format, divided(value, divisor), Mode::Rn).0;
    let beyond = bits & !format.sign_mask() > format.largest();
    (if beyond { bits & format.sign_mask() | format.largest() } else { bits }) << format.spare_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{E2M1, E4M3, F32};

    fn numbers(values: &[f32]) -> Vec<Pattern> {
        values.iter().map(|value| Pattern::new(F32::ROW, value.to_bits().into())).collect()
    }

    #[test]
    fn blocks_are_scaled_by_their_largest() {
        // 12 = 6 · 2: the scale is 2, and 5 / 2 is a tie between 2 and 3 of E2M1, which goes to 2.
        let (codes, scales) = in_blocks(&numbers(&[12.0, -5.0, 1.0, 0.0]), E2M1::ROW, Scale::UE4M3);
        assert_eq!((codes, scales), (vec![0x7, 0xc, 0x1, 0x0], vec![0x40]));
        // 2^3 · 1.5 less the 2 of E2M1's largest, 6: 2^1.
        let (codes, scales) = in_blocks(&numbers(&[12.0, -5.0]), E2M1::ROW, Scale::ue8m0(32));
        assert_eq!((codes, scales), (vec![0x7, 0xc], vec![128]));
        // 480 is beyond E4M3's 448 under a scale of 1.
        let (codes, scales) = in_blocks(&numbers(&[480.0, 1.0]), E4M3::ROW, Scale::ue8m0(32));
        assert_eq!((codes, scales), (vec![0x7e, 0x38], vec![127]));
        assert_eq!(in_blocks(&numbers(&[0.0]), E4M3::ROW, Scale::ue8m0(32)), (vec![0], vec![127]));
        let (_, scales) = in_blocks(&numbers(&[1.0; 64]), E2M1::ROW, Scale::UE4M3);
        assert_eq!(scales.len(), 4);
    }

    #[test]
    fn nothing_is_further_from_its_number_than_half_a_step() {
        let values: Vec<f32> = (0..64).map(|k| (k as f32 - 31.5) * 0.37).collect();
        for (format, scale) in [(E4M3::ROW, Scale::ue8m0(32)), (E2M1::ROW, Scale::UE4M3), (E2M1::ROW, Scale::ue8m0(16))] {
            let (codes, scales) = in_blocks(&numbers(&values), format, scale);
            for (k, (value, code)) in values.iter().zip(&codes).enumerate() {
                let value_of = |pattern: Pattern| {
                    let exact = pattern.exact().expect("finite");
                    (exact.magnitude as f64) * 2f64.powi(exact.exponent) * if exact.negative { -1.0 } else { 1.0 }
                };
                let by = value_of(Pattern::new(scale.format, scales[k / scale.block]));
                let wanted = f64::from(*value) / by;
                let near = value_of(Pattern::new(format, *code));
                if near.abs() < value_of(Pattern::new(format, format.largest())) {
                    let other = |next: Option<Pattern>| next.map_or(f64::INFINITY, |next| (value_of(next) - wanted).abs());
                    let pattern = Pattern::new(format, *code);
                    assert!((near - wanted).abs() <= other(pattern.next_up()).min(other(pattern.next_down())), "{} {k}", format.name);
                }
            }
        }
    }
}
