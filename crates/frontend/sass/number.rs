//! Numbers as nvdisasm spells them: as C's `%.20g` below 10^9 and `%.20e` from there on, `+INF`, `-QNAN`, `-0.0`.
//!
//! Where exactly the spelling changes is inferred: among the texts at hand 29818880 is plain and 1.031012352e9 is not.

use crate::exact::Natural;
use crate::number::{Class, Pattern, decimal};

/// The digits of `%.20g`; two F64 never share them, so the text gives back the bits of every number but a NaN.
const DIGITS: usize = 20;
/// The power of ten from which `%.20e` is used, which has a digit more and keeps its zeros.
const LARGE: i32 = 9;

/// A number in the listing's spelling, without the blank that follows a special one.
pub fn spell(pattern: Pattern) -> String {
    let sign = if pattern.is_negative() { "-" } else { "" };
    match pattern.class() {
        Class::QuietNan | Class::SignalingNan => format!("{}QNAN", if pattern.is_negative() { "-" } else { "+" }),
        Class::Infinity => format!("{}INF", if pattern.is_negative() { "-" } else { "+" }),
        Class::Zero => format!("{sign}0{}", if pattern.is_negative() { ".0" } else { "" }),
        Class::Subnormal | Class::Normal => {
            let exact = pattern.unpacked().exact;
            format!("{sign}{}", general(&decimal(&Natural::from(u128::from(exact.magnitude)), exact.exponent)))
        }
    }
}

/// Whether a blank follows the number wherever it stands.
pub(super) fn is_special(spelling: &str) -> bool {
    spelling.ends_with('N') || spelling.ends_with('F') || spelling == "-0.0"
}

/// A plain decimal of any length, not zero, rounded and written.
fn general(plain: &str) -> String {
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, ""));
    let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
    let first = all.iter().position(|digit| *digit != 0).unwrap_or(0);
    let mut exponent = whole.len() as i32 - 1 - first as i32;
    let mut digits = all[first..].to_vec();
    let count = if exponent >= LARGE { DIGITS + 1 } else { DIGITS };
    if digits.len() > count {
        let rest = digits.split_off(count);
        // To nearest; the digits are exact, so a tie is a five and nothing behind it.
        let above_half = rest[0] > 5 || rest[0] == 5 && (rest[1..].iter().any(|digit| *digit != 0) || digits[count - 1] % 2 == 1);
        if above_half && increment(&mut digits) {
            exponent += 1;
        }
    }
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    if exponent >= LARGE {
        return scientifically(&format!("{text:0<count$}"), exponent);
    }
    let kept = text.trim_end_matches('0');
    if exponent >= -4 { plainly(kept, exponent) } else { scientifically(kept, exponent) }
}

/// Adds one in the last place. Whether the number grew to the next power of ten, which is then written with as many digits.
fn increment(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < 9 {
            *digit += 1;
            return false;
        }
        *digit = 0;
    }
    digits[0] = 1;
    true
}

fn plainly(digits: &str, exponent: i32) -> String {
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-1 - exponent) as usize));
    }
    let point = exponent as usize + 1;
    if digits.len() <= point {
        return format!("{digits}{}", "0".repeat(point - digits.len()));
    }
    format!("{}.{}", &digits[..point], &digits[point..])
}

fn scientifically(digits: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    let point = if digits.len() > 1 { "." } else { "" };
    format!("{}{point}{}e{sign}{:02}", &digits[..1], &digits[1..], exponent.unsigned_abs())
}
