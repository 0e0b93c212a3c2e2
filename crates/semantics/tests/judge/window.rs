//! The rules of a window of bits read a second time, with numbers of any length: nothing is shared with the core but the rows' numbers and
//! the natural numbers. A result is found by searching the format's patterns for the one that the rule asks for.

use semantics::exact::Natural;
use semantics::number::{Encoding, Format, Pattern};
use semantics::rounding::Mode;
use semantics::tensor_core::{Fused, Scale, Side, Term};
use std::cmp::Ordering;

/// A number: sign, magnitude, power of two; and the exponent of its significand.
#[derive(Clone, Debug)]
pub struct Number {
    negative: bool,
    magnitude: Natural,
    power: i64,
    exponent: i64,
}

/// What bits mean.
#[derive(Clone, Debug)]
pub enum Value {
    Number(Number),
    Infinity(bool),
    Nan,
}

/// How the rules may be broken, for finding out who can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Broken {
    /// c joins when the products have been added and rounded.
    pub c_last: bool,
    /// Products count with the place of their leading one.
    pub normalised: bool,
    /// A subnormal c counts with the place of its leading one.
    pub c_normalised: bool,
}

/// Bits read field by field.
pub fn read(format: &Format, bits: u64) -> Value {
    let fraction = bits & ((1 << format.fraction_bits) - 1);
    let field = bits >> format.fraction_bits & ((1 << format.exponent_bits) - 1);
    let negative = format.width() > format.exponent_bits + format.fraction_bits && bits >> (format.width() - 1) & 1 == 1;
    let ones = field == (1 << format.exponent_bits) - 1;
    match format.encoding {
        Encoding::Ieee if ones && fraction == 0 => return Value::Infinity(negative),
        Encoding::Ieee if ones => return Value::Nan,
        Encoding::OneNan if ones && fraction == (1 << format.fraction_bits) - 1 => return Value::Nan,
        _ => {}
    }
    let scale = format.encoding == Encoding::Scale;
    if scale && ones {
        return Value::Nan;
    }
    let implicit = u64::from(field != 0 || scale) << format.fraction_bits;
    let exponent = if scale { field } else { field.max(1) } as i64 - i64::from(format.bias);
    let magnitude = Natural::from(u128::from(fraction | implicit));
    Value::Number(Number { negative, magnitude, power: exponent - i64::from(format.fraction_bits), exponent })
}

impl Number {
    fn zero(&self) -> bool {
        self.magnitude.is_zero()
    }

    fn times(&self, other: &Number) -> Number {
        Number {
            negative: self.negative != other.negative,
            magnitude: self.magnitude.times(&other.magnitude),
            power: self.power + other.power,
            exponent: self.exponent + other.exponent,
        }
    }

    /// Magnitudes compared.
    fn against(&self, other: &Number) -> Ordering {
        let low = self.power.min(other.power);
        let up = |number: &Number| number.magnitude.shifted_left((number.power - low) as u32);
        up(self).cmp(&up(other))
    }

    /// The sum, with a meaningless exponent.
    fn plus(&self, other: &Number) -> Number {
        let power = self.power.min(other.power);
        let up = |number: &Number| number.magnitude.shifted_left((number.power - power) as u32);
        let (x, y) = (up(self), up(other));
        let (negative, magnitude) = match x.cmp(&y) {
            _ if self.negative == other.negative => (self.negative, x.plus(&y)),
            Ordering::Less => (other.negative, y.minus(&x)),
            _ => (self.negative, x.minus(&y)),
        };
        Number { negative, magnitude, power, exponent: 0 }
    }

    /// What lies below a power of two taken off the magnitude.
    fn cut(&self, last: i64) -> Number {
        let by = last - self.power;
        if by <= 0 {
            return self.clone();
        }
        Number { magnitude: self.magnitude.shifted_right(by.min(100_000) as u32), power: last, ..self.clone() }
    }
}

/// The pattern of a format that a number becomes; beyond the range its infinity.
pub fn nearest(format: &Format, number: &Number, mode: Mode) -> u64 {
    let sign = if number.negative { 1 << (format.width() - 1) } else { 0 };
    let magnitude = |bits| match read(format, bits) {
        Value::Number(read) => Number { negative: number.negative, ..read },
        _ => panic!("{bits:x} is a number of {}", format.name),
    };
    let infinity = ((1u64 << format.exponent_bits) - 1) << format.fraction_bits;
    let beyond = Number { negative: number.negative, magnitude: Natural::from(1), power: i64::from(format.bias) + 1, exponent: 0 };
    if number.against(&beyond) != Ordering::Less {
        return sign | infinity;
    }
    // The largest pattern that is not above.
    let (mut low, mut high) = (0, infinity);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if magnitude(middle).against(number) == Ordering::Greater { high = middle } else { low = middle }
    }
    let above = if high == infinity { beyond } else { magnitude(high) };
    let twice = Number { power: number.power + 1, ..number.clone() };
    let up = match twice.against(&Number { negative: number.negative, ..magnitude(low).plus(&above) }) {
        _ if mode == Mode::Rz => false,
        Ordering::Greater => true,
        Ordering::Equal => low & 1 == 1,
        Ordering::Less => false,
    };
    sign | if up { high } else { low }
}

/// The element by the rules.
pub fn element(how: &Fused, scale: Option<Scale>, sides: [Side; 2], c: Pattern, broken: Broken) -> Pattern {
    let length = sides[0].codes.len();
    let block = scale.map_or(1, |scale| scale.block);
    (0..length).step_by(how.products).fold(c, |c, first| {
        let last = (first + how.products).min(length);
        let [a, b] = sides.map(|side| part(side, first, last, block));
        Pattern { format: how.register(), bits: group(how, scale, [a, b], c, broken) }
    })
}

/// The elements from one k to before another.
pub fn part(side: Side, first: usize, last: usize, block: usize) -> Side {
    let scales = if side.scales.is_empty() { side.scales } else { &side.scales[first / block..last.div_ceil(block)] };
    Side { codes: &side.codes[first..last], scales, ..side }
}

/// A number of a format in another, to nearest; an infinity and a NaN as that format has them.
pub fn converted(from: &Format, bits: u64, to: &Format) -> u64 {
    let infinity = ((1u64 << to.exponent_bits) - 1) << to.fraction_bits;
    match read(from, bits) {
        Value::Nan => (1 << (to.width() - 1)) - 1,
        Value::Infinity(negative) => infinity | if negative { 1 << (to.width() - 1) } else { 0 },
        Value::Number(number) => nearest(to, &number, Mode::Rn),
    }
}

fn group(how: &Fused, scale: Option<Scale>, sides: [Side; 2], c: Pattern, broken: Broken) -> u64 {
    let mut terms = Vec::new();
    let (mut nan, mut above, mut below) = (false, false, false);
    let mut infinite = |negative: bool| if negative { below = true } else { above = true };
    let one = match how.term {
        Term::Product => 1,
        Term::Sum(of) => of,
    };
    for block in (0..sides[0].codes.len()).step_by(one) {
        let mut sum: Option<Number> = None;
        let mut any = false;
        for k in block..block + one {
            let [x, y] = sides.map(|side| read(side.format, side.codes[k] >> side.format.spare_bits));
            match (x, y) {
                (Value::Nan, _) | (_, Value::Nan) => nan = true,
                (Value::Infinity(x), Value::Infinity(y)) => infinite(x != y),
                (Value::Infinity(x), Value::Number(y)) | (Value::Number(y), Value::Infinity(x)) => {
                    if y.zero() {
                        nan = true
                    } else {
                        infinite(x != y.negative)
                    }
                }
                (Value::Number(x), Value::Number(y)) => {
                    let product = x.times(&y);
                    any |= !product.zero();
                    sum = Some(match sum {
                        None => product,
                        Some(sum) => sum.plus(&product),
                    });
                }
            }
        }
        let mut term = sum.unwrap_or(Number { negative: false, magnitude: Natural::default(), power: 0, exponent: 0 });
        if one > 1 {
            term.exponent = 0;
        }
        if let Some(scale) = scale {
            for side in sides {
                match read(scale.format, side.scales[block / scale.block] & scale.format.mask()) {
                    Value::Number(by) => {
                        any &= !by.zero();
                        term = term.times(&by);
                    }
                    _ => nan = true,
                }
            }
        }
        if broken.normalised && !term.zero() {
            term.exponent = term.power + i64::from(term.magnitude.bits()) - 1;
        }
        terms.push((term, any));
    }
    let mut late = None;
    match read(c.format, c.bits) {
        Value::Nan => nan = true,
        Value::Infinity(negative) => infinite(negative),
        Value::Number(c) if broken.c_last => late = Some(c),
        Value::Number(mut c) => {
            let any = !c.zero();
            if broken.c_normalised && any {
                c.exponent = c.power + i64::from(c.magnitude.bits()) - 1;
            }
            terms.push((c, any));
        }
    }
    let register = how.register();
    let infinity = ((1u64 << register.exponent_bits) - 1) << register.fraction_bits;
    let sign = 1 << (register.width() - 1);
    if nan || above && below {
        return sign - 1;
    }
    if above || below {
        return infinity | if below { sign } else { 0 };
    }
    let zero = i64::from(how.zero);
    let largest = terms.iter().map(|(term, any)| if *any { term.exponent } else { zero }).max().unwrap_or(zero);
    let start = Number { negative: false, magnitude: Natural::default(), power: 0, exponent: 0 };
    let mut sum = terms.iter().fold(start, |sum, (term, _)| sum.plus(&term.cut(largest - i64::from(how.fraction))));
    if let Some(c) = late {
        sum = sum.plus(&c);
    }
    if sum.zero() {
        return 0;
    }
    // What is cut to fewer bits is cut to a single first: cutting twice is cutting once.
    let result = nearest(register, &sum, how.mode) >> how.result.spare_bits << how.result.spare_bits;
    if result == sign { 0 } else { result }
}
