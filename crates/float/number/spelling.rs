//! How a value is written: hex, binary, C hex float, shortest decimal, exact decimal.

use super::{Class, Encoding, Pattern};
use crate::exact::Natural;

/// The most digits of an exact value that a line has room for.
const EXACT_DIGITS: usize = 60;

impl Pattern {
    /// All hex digits of the format, without a prefix: `3f800000`.
    pub fn hex(&self) -> String {
        format!("{:0digits$x}", self.bits, digits = self.format.width().div_ceil(4) as usize)
    }

    /// The PTX spelling of the bits: `0f3F800000`, `0d3FF0000000000000`; `0x` and hex digits for the other formats.
    pub fn ptx(&self) -> String {
        match self.format.name {
            "F32" => format!("0f{:08X}", self.bits),
            "F64" => format!("0d{:016X}", self.bits),
            _ => format!("0x{}", self.hex()),
        }
    }

    /// The fields in binary with a space between: `0 01111111 00000000000000000000000`.
    pub fn binary(&self) -> String {
        let bits = |high: u32, low: u32| (low..=high).rev().map(|i| if self.bits >> i & 1 == 1 { '1' } else { '0' }).collect::<String>();
        self.format.fields().iter().map(|field| bits(field.high, field.low)).collect::<Vec<_>>().join(" ")
    }

    fn special(&self) -> Option<String> {
        let sign = if self.is_negative() { "-" } else { "" };
        match self.class() {
            Class::Infinity => Some(format!("{sign}Inf")),
            Class::QuietNan => Some("NaN".into()),
            Class::SignalingNan => Some("sNaN".into()),
            _ => None,
        }
    }

    /// The spelling of C99: `0x1.8p+1`, subnormal numbers as `0x0.8p-126`.
    pub fn hex_float(&self) -> String {
        if let Some(word) = self.special() {
            return word;
        }
        let sign = if self.is_negative() { "-" } else { "" };
        let exact = self.unpacked().exact;
        if exact.is_zero() {
            return format!("{sign}0x0p+0");
        }
        if self.format.is_integer() {
            return format!("{sign}0x{:x}", exact.magnitude);
        }
        let places = self.format.fraction_bits;
        let digits = places.div_ceil(4);
        let fraction = (exact.magnitude & self.format.fraction_mask()) << (digits * 4 - places);
        let fraction = format!("{fraction:0width$x}", width = digits as usize);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{sign}0x{:x}{point}{fraction}p{:+}", exact.magnitude >> places, exact.exponent + places as i32)
    }

    /// Every decimal digit of the value, without an exponent.
    pub fn exact_decimal(&self) -> String {
        if let Some(word) = self.special() {
            return word;
        }
        let exact = self.unpacked().exact;
        let sign = if self.is_negative() { "-" } else { "" };
        format!("{sign}{}", decimal(&Natural::from(u128::from(exact.magnitude)), exact.exponent))
    }

    /// The exact value in a line: all its digits where they are few, else an integer times a power of two.
    pub fn exact_line(&self) -> String {
        let digits = self.exact_decimal();
        match self.exact() {
            Some(exact) if digits.len() > EXACT_DIGITS => {
                format!("{}{} · 2^{}", if exact.negative { "-" } else { "" }, exact.magnitude, exact.exponent)
            }
            _ => digits,
        }
    }

    /// The shortest decimal that rounds to these bits under nearest-even; of those, the closest to the value. What is printed is `decimal`.
    pub fn shortest_decimal(&self) -> String {
        if let Some(word) = self.special() {
            return word;
        }
        if self.format.is_integer() {
            return self.exact_decimal();
        }
        let sign = if self.is_negative() { "-" } else { "" };
        if self.unpacked().exact.is_zero() {
            return format!("{sign}0.0");
        }
        let (digits, point) = self.shortest_digits();
        format!("{sign}{}", self.place_point(&digits, point))
    }

    /// The value as it is printed everywhere: `=` and every digit where they are few, else `≈` and the shortest decimal.
    /// A whole number has `.0` in every format: beside integers it says that this is a floating-point number, and C and Python read it as one.
    pub fn decimal(&self) -> (&'static str, String) {
        if !self.is_finite() || self.format.is_integer() || self.unpacked().exact.is_zero() {
            return ("=", self.shortest_decimal());
        }
        match self.few_digits() {
            Some((digits, point)) => ("=", [if self.is_negative() { "-" } else { "" }, &self.place_point(&digits, point)].concat()),
            None => ("≈", self.shortest_decimal()),
        }
    }

    /// The digits alone, for what is read again: they round to these bits.
    pub fn digits(&self) -> String {
        self.decimal().1
    }

    /// The value in a text: `0.5`, `≈ 0.1`.
    pub fn value_text(&self) -> String {
        let (relation, digits) = self.decimal();
        if relation == "=" { digits } else { [relation, " ", &digits].concat() }
    }

    /// The value behind bits that it belongs to: `= 0.5`, `≈ 0.1`.
    pub fn equation(&self) -> String {
        let (relation, digits) = self.decimal();
        [relation, " ", &digits].concat()
    }

    /// All digits of a finite value and the place of the point before them; None for more than the longest shortest decimal has.
    fn few_digits(&self) -> Option<(String, i32)> {
        let exact = self.unpacked().exact;
        let spare = exact.magnitude.trailing_zeros();
        let (mut odd, mut exponent, mut zeros) = (u128::from(exact.magnitude >> spare), exact.exponent + spare as i32, 0);
        while exponent > 0 && odd.is_multiple_of(5) {
            (odd, exponent, zeros) = (odd / 5, exponent - 1, zeros + 1);
        }
        let whole = match exponent {
            // Beyond these, the digits are too many for any format.
            ..-27 | 64.. => return None,
            0.. => odd << exponent,
            _ => odd * 5u128.pow(exponent.unsigned_abs()),
        };
        let digits = whole.to_string();
        let most = if self.format.width() > 32 { 17 } else { 10 };
        let point = digits.len() as i32 + zeros + exponent.min(0);
        (digits.len() <= most).then_some((digits, point))
    }

    /// 0.digits · 10^point as people write it: plain near 1, with an exponent far from it, and where zeros would make it long.
    fn place_point(&self, digits: &str, point: i32) -> String {
        let count = digits.len() as i32;
        let (whole, fraction) = if self.format.width() > 32 { (16, 21) } else { (10, 13) };
        match point {
            -4..=0 if count - point <= fraction => format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize)),
            1.. if point <= whole && point >= count => format!("{digits}{}.0", "0".repeat((point - count) as usize)),
            1.. if point <= whole => format!("{}.{}", &digits[..point as usize], &digits[point as usize..]),
            _ if count == 1 => format!("{digits}e{}", point - 1),
            _ => format!("{}.{}e{}", &digits[..1], &digits[1..], point - 1),
        }
    }

    /// Digits and the place of the decimal point before them: the value is 0.digits · 10^point.
    /// This is the digit generation of Steele and White with the rounding interval of nearest-even.
    fn shortest_digits(&self) -> (String, i32) {
        let exact = self.unpacked().exact;
        let even = exact.magnitude & 1 == 0;
        // Below a power of two the spacing halves, except at the smallest binade.
        let narrow = self.format.encoding != Encoding::FixedPoint
            && exact.magnitude == 1 << self.format.fraction_bits
            && exact.exponent > self.format.quantum();
        // value = r / s; half the gap above = above / s, half the gap below = below / s.
        let raise = exact.exponent.max(0) as u32;
        let lower = (-exact.exponent).max(0) as u32;
        let mut r = Natural::from(u128::from(exact.magnitude)).shifted_left(raise + 2);
        let mut s = Natural::from(1).shifted_left(lower + 2);
        let mut above = Natural::from(1).shifted_left(raise + 1);
        let mut below = Natural::from(1).shifted_left(if narrow { raise } else { raise + 1 });
        let ten = |n: &Natural| n.times_small_plus(10, 0);
        let reaches = |sum: &Natural, s: &Natural| if even { sum >= s } else { sum > s };
        let mut point = 0;
        while reaches(&r.plus(&above), &s) {
            s = ten(&s);
            point += 1;
        }
        while !reaches(&ten(&r.plus(&above)), &s) {
            (r, above, below) = (ten(&r), ten(&above), ten(&below));
            point -= 1;
        }
        let mut digits = String::new();
        loop {
            (r, above, below) = (ten(&r), ten(&above), ten(&below));
            let mut digit = 0u8;
            while r >= s {
                r = r.minus(&s);
                digit += 1;
            }
            let low = if even { r <= below } else { r < below };
            let high = reaches(&r.plus(&above), &s);
            if low || high {
                let up = if low && high { r.shifted_left(1) >= s } else { high };
                digits.push(char::from(b'0' + digit + u8::from(up)));
                return (digits, point);
            }
            digits.push(char::from(b'0' + digit));
        }
    }
}

/// The exact decimal digits of `magnitude · 2^exponent`, without an exponent: `0.1000000014901161...`, `16777216`.
pub fn decimal(magnitude: &Natural, exponent: i32) -> String {
    if exponent >= 0 || magnitude.is_zero() {
        return magnitude.shifted_left(exponent.max(0) as u32).decimal();
    }
    // m / 2^k = m · 5^k / 10^k: the digits of m · 5^k with the point k places in; trailing zeros of m are dropped first.
    let spare = magnitude.trailing_zeros().min(exponent.unsigned_abs());
    let places = exponent.unsigned_abs() - spare;
    let mut scaled = magnitude.shifted_right(spare);
    for _ in 0..places / 13 {
        scaled = scaled.times_small_plus(5u32.pow(13), 0);
    }
    let digits = scaled.times_small_plus(5u32.pow(places % 13), 0).decimal();
    if places == 0 {
        return digits;
    }
    let padded = format!("{digits:0>width$}", width = places as usize + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places as usize);
    format!("{whole}.{fraction}")
}
