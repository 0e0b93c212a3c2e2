//! Exact decimal arithmetic for conversion errors: the difference of two numbers with finitely many decimal digits has finitely many.

use semantics::exact::Natural;
use semantics::number::Pattern;
use semantics::rounding::Literal;

/// Decimal exponents beyond this are not written out; every format's numbers lie far within.
const FAR: u32 = 3000;

/// `± magnitude · 10^-places`.
#[derive(Clone, Debug, PartialEq)]
pub struct Decimal {
    negative: bool,
    magnitude: Natural,
    places: u32,
}

impl Decimal {
    /// The value of a literal; None for bits, infinities, NaNs and numbers too far out to be written.
    pub fn of_literal(literal: &Literal) -> Option<Decimal> {
        let Literal::Number { negative, numerator, exponent, decimals } = literal else { return None };
        if decimals.unsigned_abs() > FAR || exponent.unsigned_abs() > FAR {
            return None;
        }
        let raised = if *decimals < 0 { numerator.clone().times_power_of_ten(decimals.unsigned_abs()) } else { numerator.clone() };
        let number = Decimal { negative: *negative, magnitude: raised, places: (*decimals).max(0) as u32 };
        Some(number.times_power_of_two(*exponent))
    }

    /// The value of a finite number.
    pub fn of_pattern(pattern: Pattern) -> Option<Decimal> {
        let exact = pattern.exact()?;
        let number = Decimal { negative: exact.negative, magnitude: exact.natural(), places: 0 };
        Some(number.times_power_of_two(exact.exponent))
    }

    /// A power of two.
    pub fn power_of_two(exponent: i32) -> Decimal {
        Decimal { negative: false, magnitude: Natural::from(1), places: 0 }.times_power_of_two(exponent)
    }

    /// The product with a power of two, exactly: a half is five tenths.
    pub fn times_power_of_two(self, exponent: i32) -> Decimal {
        if exponent >= 0 {
            return Decimal { magnitude: self.magnitude.shifted_left(exponent as u32), ..self };
        }
        let spare = self.magnitude.trailing_zeros().min(exponent.unsigned_abs());
        let halvings = exponent.unsigned_abs() - spare;
        let mut magnitude = self.magnitude.shifted_right(spare);
        for _ in 0..halvings / 13 {
            magnitude = magnitude.times_small_plus(5u32.pow(13), 0);
        }
        let magnitude = magnitude.times_small_plus(5u32.pow(halvings % 13), 0);
        Decimal { magnitude, places: self.places + halvings, ..self }
    }

    /// The difference.
    pub fn minus(&self, other: &Decimal) -> Decimal {
        let places = self.places.max(other.places);
        let raised = |number: &Decimal| number.magnitude.clone().times_power_of_ten(places - number.places);
        let (a, b) = (raised(self), raised(other));
        if self.negative != other.negative {
            return Decimal { negative: self.negative, magnitude: a.plus(&b), places };
        }
        let below = a < b;
        Decimal { negative: self.negative != below, magnitude: if below { b.minus(&a) } else { a.minus(&b) }, places }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative && !self.is_zero()
    }

    /// Whether the magnitude is below a thousandth.
    pub fn is_minute(&self) -> bool {
        self.magnitude.times_small_plus(1000, 0) < Natural::from(1).times_power_of_ten(self.places)
    }

    /// Whether the magnitude is at least one.
    pub fn is_one_or_more(&self) -> bool {
        self.magnitude >= Natural::from(1).times_power_of_ten(self.places)
    }

    /// The magnitude in thousandths, rounded down, as a place in a drawing; at most `most`.
    pub fn thousandths(&self, most: u32) -> u32 {
        let scaled = self.magnitude.times_small_plus(1000, 0);
        let one = Natural::from(1).times_power_of_ten(self.places);
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = high - (high - low) / 2;
            if one.times_small_plus(middle, 0) <= scaled { low = middle } else { high = middle - 1 }
        }
        low
    }

    /// Significant digits without zeros at either end, and the place of the point before them: the value is 0.digits · 10^point.
    fn digits(&self) -> (String, i32) {
        let all = self.magnitude.decimal();
        let point = all.len() as i32 - self.places as i32;
        (all.trim_end_matches('0').to_owned(), point)
    }

    /// All digits with a sign, the point among them if that takes few zeros, else with an exponent.
    pub fn in_full(&self) -> String {
        let (digits, point) = self.digits();
        spelled(self.negative, &digits, point)
    }

    /// At most so many significant digits, rounded to nearest, and whether these are all.
    pub fn short(&self, count: usize) -> (String, bool) {
        let (digits, mut point) = self.digits();
        if digits.len() <= count {
            return (spelled(self.negative, &digits, point), true);
        }
        let (kept, cut) = digits.split_at(count);
        let mut kept = Natural::from_decimal(kept);
        if cut.as_bytes().first().is_some_and(|digit| *digit >= b'5') {
            kept = kept.plus(&Natural::from(1));
        }
        let kept = kept.decimal();
        point += kept.len() as i32 - count as i32;
        (spelled(self.negative, kept.trim_end_matches('0'), point), false)
    }
}

/// 0.digits · 10^point with a sign; zero has none.
fn spelled(negative: bool, digits: &str, point: i32) -> String {
    if digits.is_empty() {
        return "0".into();
    }
    let sign = if negative { "-" } else { "+" };
    let count = digits.len() as i32;
    let zeros = |count: i32| "0".repeat(count.unsigned_abs() as usize);
    match point {
        -3..=0 => [sign, "0.", &zeros(point), digits].concat(),
        1..=15 if point >= count => [sign, digits, &zeros(point - count)].concat(),
        1..=15 => {
            let (whole, fraction) = digits.split_at(point as usize);
            [sign, whole, ".", fraction].concat()
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            [sign, first, dot, rest, "e", &(point - 1).to_string()].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::F32;
    use semantics::rounding::{Mode, read};

    fn error(text: &str) -> Option<(Decimal, Decimal)> {
        let literal = read(text).ok()?;
        let pattern = Pattern::new(F32::ROW, literal.to_bits(F32::ROW, Mode::Rn).0);
        let error = Decimal::of_pattern(pattern)?.minus(&Decimal::of_literal(&literal)?);
        let ulps = error.clone().times_power_of_two(-pattern.ulp_exponent()?);
        Some((error, ulps))
    }

    #[test]
    fn errors_have_every_digit() {
        let check = |text: &str, full: &str, ulps: &str| {
            let said = error(text).map(|(error, ulps)| (error.in_full(), ulps.in_full()));
            assert_eq!(said, Some((full.into(), ulps.into())), "{text}");
        };
        check("0.1", "+1.490116119384765625e-9", "+0.2");
        check("16777217", "-1", "-0.5");
        check("0.5", "0", "0");
        check("-0x1.0000018p0", "-2.98023223876953125e-8", "-0.25");
        check("1e-46", "-1e-46", "-0.0713623846352979940529142984724747568191373312");
    }

    #[test]
    fn thousandths_are_rounded_down() {
        let of = |text: &str| read(text).ok().and_then(|literal| Decimal::of_literal(&literal)).map(|number| number.thousandths(2000));
        assert_eq!([of("0.5"), of("0.9999"), of("-1"), of("0"), of("7"), of("1e-99")], [500, 999, 1000, 0, 2000, 0].map(Some));
    }

    #[test]
    fn short_spellings_round() {
        let short = |text: &str, count| error(text).map(|(error, _)| error.short(count));
        assert_eq!(short("0.1", 3), Some(("+1.49e-9".into(), false)));
        assert_eq!(short("0.1", 2), Some(("+1.5e-9".into(), false)));
        assert_eq!(short("16777217", 2), Some(("-1".into(), true)));
        assert_eq!(spelled(false, "999", 0), "+0.999");
        assert_eq!(spelled(true, "12", 5), "-12000");
    }

    #[test]
    fn numbers_far_out_are_not_written() {
        assert_eq!(read("1e999999999").ok().and_then(|literal| Decimal::of_literal(&literal)), None);
    }
}
