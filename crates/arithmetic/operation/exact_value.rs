//! Where a function of mathematics has a value that is a number: pow(10, 2) is 100 and hypot(3, 4) is 5, but exp(1e-300) is not 1.
//!
//! A value of a hundred bits cannot say that, as exp(1e-300) and 1 agree in more. What can is which values are rational: for roots and
//! powers that is arithmetic, and the others have known points (Lindemann and Weierstrass, Gelfond and Schneider).

use crate::exact::{Exact, Natural};
use crate::trace::Scaled;

/// The largest power of a number with more than one significant bit that is a number again: 3 to the 34th needs 54 bits.
const LARGEST_POWER: u64 = 34;
/// The most roots in turn that leave a number of more than one significant bit: with each, half of its bits remain.
const MOST_ROOTS: i32 = 5;
/// The largest whole number whose factorial below it, 34!, is a number with its infinity far away.
const LARGEST_FACTORIAL: i64 = 200;

/// A function's name without its marks of an intrinsic and of a single.
pub fn bare(stem: &str) -> &str {
    let name = stem.trim_start_matches('_');
    if matches!(name, "erf" | "normcdf") { name } else { name.strip_suffix('f').unwrap_or(name) }
}

/// Whether a result is the value itself of a function with that name in C, as a reference or of the unit. None for one without a row here.
pub fn is_exact(name: &str, arguments: &[Exact<u64>], result: Exact<u64>) -> Option<bool> {
    let y = Scaled::from(result);
    let at = |x: &Exact<u64>, point: i64, value: i64| whole(x) == Some(point) && whole(&result) == Some(value);
    let positive = result.is_zero() || !result.negative;
    let squares = || Scaled::sum(&arguments.iter().map(|x| power(&(*x).into(), 2)).collect::<Vec<_>>());
    Some(match (bare(name), arguments) {
        ("1/x", [x]) => equal(&times(&y, &(*x).into()), &one()),
        ("x/y" | "fdivide", [x, divisor]) => equal(&times(&y, &(*divisor).into()), &(*x).into()),
        ("hypot" | "norm3d" | "norm4d", _) => positive && equal(&power(&y, 2), &squares()),
        ("sqrt", [x]) => positive && equal(&power(&y, 2), &(*x).into()),
        ("rsqrt", [x]) => positive && equal(&times(&power(&y, 2), &(*x).into()), &one()),
        ("rhypot" | "rnorm3d" | "rnorm4d", _) => positive && equal(&times(&power(&y, 2), &squares()), &one()),
        ("cbrt", [x]) => equal(&power(&y, 3), &(*x).into()),
        ("rcbrt", [x]) => equal(&times(&power(&y, 3), &(*x).into()), &one()),
        ("exp2", [x]) => whole(x).is_some_and(|x| positive && result.magnitude.is_power_of_two() && i64::from(result.leading()) == x),
        ("log2", [x]) => x.magnitude.is_power_of_two() && whole(&result) == Some(i64::from(x.leading())),
        ("exp10", [x]) => is_power_of_ten(result, x),
        ("log10", [x]) => is_power_of_ten(*x, &result),
        ("pow", [base, exponent]) => is_power(base, exponent, &result),
        ("exp" | "cos" | "cosh" | "erfc" | "erfcx" | "j0" | "cyl_bessel_i0", [x]) => at(x, 0, 1),
        ("sin" | "tan" | "asin" | "atan" | "sinh" | "tanh" | "asinh" | "atanh", [x]) => at(x, 0, 0),
        ("expm1" | "log1p" | "erf" | "erfinv" | "j1" | "cyl_bessel_i1", [x]) => at(x, 0, 0),
        ("log" | "acos" | "acosh" | "erfcinv", [x]) => at(x, 1, 0),
        ("lgamma", [x]) => at(x, 1, 0) || at(x, 2, 0),
        ("normcdf", [x]) => whole(x) == Some(0) && equal(&y, &half()),
        ("normcdfinv", [x]) => equal(&(*x).into(), &half()) && result.is_zero(),
        ("y0" | "y1" | "yn", _) => false,
        ("jn", [order, x]) => at(x, 0, i64::from(order.is_zero())),
        ("tgamma", [x]) => whole(x).is_some_and(|n| (1..LARGEST_FACTORIAL).contains(&n) && equal(&y, &factorial_below(n))),
        ("atan2", [y, x]) => y.is_zero() && !x.negative && result.is_zero(),
        ("sinpi", [x]) => is_quarter(x, -1, false, &result),
        ("cospi", [x]) => is_quarter(x, -1, true, &result),
        ("sinq", [x]) => is_quarter(x, 0, false, &result),
        ("cosq", [x]) => is_quarter(x, 0, true, &result),
        _ => return None,
    })
}

/// The number where it is a whole one of at most 62 bits.
fn whole(x: &Exact<u64>) -> Option<i64> {
    if x.is_zero() {
        return Some(0);
    }
    let places = x.exponent + x.magnitude.trailing_zeros() as i32;
    if places < 0 || x.leading() > 61 {
        return None;
    }
    let odd = x.magnitude >> x.magnitude.trailing_zeros();
    let magnitude = (odd << places) as i64;
    Some(if x.negative { -magnitude } else { magnitude })
}

/// Whether a sine or a cosine at a multiple of a quarter turn, 2^`unit`, is the 0, 1 or -1 that stands there; elsewhere it has no such value.
fn is_quarter(x: &Exact<u64>, unit: i32, cosine: bool, result: &Exact<u64>) -> bool {
    let lowest = x.exponent + x.magnitude.trailing_zeros() as i32;
    let quarters = match lowest - unit {
        _ if x.is_zero() => 0,
        0 => x.magnitude >> x.magnitude.trailing_zeros() & 3,
        1 => 2,
        2.. => 0,
        _ => return false,
    };
    let quarters = if x.negative { 4 - quarters } else { quarters } + u64::from(cosine);
    whole(result) == Some([0, 1, 0, -1][quarters as usize % 4])
}

/// Whether a number is ten to the power of another.
fn is_power_of_ten(number: Exact<u64>, exponent: &Exact<u64>) -> bool {
    // Five to the power of more has more bits than any number, and one tenth is none.
    let Some(exponent @ 0..=27) = whole(exponent) else { return false };
    equal(&number.into(), &Scaled { negative: false, magnitude: Natural::from(1).times_power_of_ten(exponent as u32), exponent: 0 })
}

/// Whether y is base to the power of m/2^k, which is so where y to the power of 2^k is base to the power of m.
fn is_power(base: &Exact<u64>, exponent: &Exact<u64>, y: &Exact<u64>) -> bool {
    let is_one = |x: &Exact<u64>| whole(x) == Some(1);
    if exponent.is_zero() || is_one(base) {
        return is_one(y);
    }
    if base.is_zero() || y.is_zero() {
        return base.is_zero() && y.is_zero();
    }
    let odd = exponent.magnitude >> exponent.magnitude.trailing_zeros();
    let places = exponent.exponent + exponent.magnitude.trailing_zeros() as i32;
    let roots = (-places).max(0);
    if y.negative != (base.negative && places == 0) {
        return false;
    }
    if base.magnitude.is_power_of_two() {
        let of_y = i128::from(y.leading()) << roots.min(64);
        let of_power = (i128::from(base.leading()) * i128::from(odd)) << places.clamp(0, 40);
        return y.magnitude.is_power_of_two() && of_y == if exponent.negative { -of_power } else { of_power };
    }
    // Negative powers of three and the like are no binary numbers.
    let times = odd.checked_shl(places.max(0) as u32).unwrap_or(u64::MAX);
    let is_within = !exponent.negative && roots <= MOST_ROOTS && places < 6 && times <= LARGEST_POWER << roots;
    is_within && equal(&power(&(*y).into(), 1 << roots), &power(&(*base).into(), times))
}

/// 1·2·3·… up to the number below n.
fn factorial_below(n: i64) -> Scaled {
    let product = (1..n).fold(Natural::from(1), |product, factor| product.times_small_plus(factor as u32, 0));
    Scaled { negative: false, magnitude: product, exponent: 0 }
}

fn one() -> Scaled {
    Scaled { negative: false, magnitude: Natural::from(1), exponent: 0 }
}

fn half() -> Scaled {
    Scaled { exponent: -1, ..one() }
}

fn times(a: &Scaled, b: &Scaled) -> Scaled {
    Scaled { negative: a.negative != b.negative, magnitude: a.magnitude.times(&b.magnitude), exponent: a.exponent + b.exponent }
}

fn power(number: &Scaled, times_itself: u64) -> Scaled {
    (0..times_itself).fold(one(), |product, _| times(&product, number))
}

fn equal(a: &Scaled, b: &Scaled) -> bool {
    Scaled::sum(&[a.clone(), Scaled { negative: !b.negative, ..b.clone() }]).magnitude.is_zero()
}
