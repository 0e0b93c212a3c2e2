//! The mathematical functions that results are held against: one row a function.
//!
//! The double of a row comes from integer operands through IEEE operations and the `libm` crate, which is the same Rust code natively and in
//! WebAssembly: a sweep gives the same figures everywhere. libm's authors state errors below one unit in the last place; [`BOUND`] allows
//! eight, and a test holds each function to that against [`BigFloat`].
#![expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]

use super::bigfloat::{BigFloat, real};
use super::estimates::{
    acosh, bessel, bessel_j, bessel_y, erfcinv, erfcx, erfinv, exp10, half_turns, lgamma, logb, normcdf, normcdfinv, quadrants,
    sine_of_quadrants, tanh, tgamma,
};
use super::pairs::{atan2, hypot, order, pair, pow, sum};
use super::reading::Reading;
use crate::special_function::Elementary;

/// An estimate is within this share of the true value.
pub const BOUND: f64 = 1.0 / (1_u64 << 50) as f64;

/// How a function is computed: within [`BOUND`], NaN where there is no value; and to a hundred bits, None where the value is zero or there is
/// none. A [`BigFloat`] operand is None for zero.
#[derive(Clone, Copy, Debug)]
enum Values {
    OfOne(fn(f64) -> f64, fn(Option<BigFloat>) -> Option<BigFloat>),
    OfTwo(fn(f64, f64) -> f64, fn(f64, f64) -> Option<BigFloat>),
}

const fn of_one(estimate: fn(f64) -> f64, precise: fn(Option<BigFloat>) -> Option<BigFloat>) -> Values {
    Values::OfOne(estimate, precise)
}

const fn of_two(estimate: fn(f64, f64) -> f64, precise: fn(f64, f64) -> Option<BigFloat>) -> Values {
    Values::OfTwo(estimate, precise)
}

/// A function that only kernels are held against.
#[derive(Clone, Copy, Debug)]
pub struct LibraryFunction {
    name: &'static str,
    values: Values,
}

impl PartialEq for LibraryFunction {
    fn eq(&self, other: &LibraryFunction) -> bool {
        self.name == other.name
    }
}
impl Eq for LibraryFunction {}

/// A row is a function: its name in C without the `f` of singles, or as it is written; its values; where a polynomial may stand for it, a
/// radius, and what the function keeps below, but for a constant, on every disc of that radius in the complex plane around a place within a
/// hundredth of a radius of x; and the fast intrinsic of CUDA that approximates it.
///
/// `elementary`: those that PTX approximates. `named`: others that the code names. `unit`: those that C has not, stages of the special
/// function unit. These three are variants, so that a page takes only the code that it calls. `library`: those that only kernels are held
/// against, by name. They are function pointers in a table, so code that looks a function up by name carries all of them.
macro_rules! functions {
    (
        elementary { $($elementary:ident = $e_name:literal, $e_values:expr $(, smooth: $e_disc:expr)? $(, intrinsic: $e_intrinsic:literal)?;)* }
        named { $($named:ident = $n_name:literal, $n_values:expr $(, intrinsic: $n_intrinsic:literal)?;)* }
        unit { $($unit:ident = $u_name:literal, $u_values:expr $(, smooth: $u_disc:expr)?;)* }
        library { $($l_name:literal, $l_values:expr;)* }
    ) => {
        /// A mathematical function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "their rows say what they are")]
        pub enum ReferenceFunction {
            $($elementary,)*
            $($named,)*
            $($unit,)*
            /// One that only kernels are held against.
            Library(&'static LibraryFunction),
        }

        static LIBRARY: &[LibraryFunction] = &[$(LibraryFunction { name: $l_name, values: $l_values }),*];

        impl ReferenceFunction {
            /// Those that C has not.
            pub const OF_THE_UNIT: &[ReferenceFunction] = &[$(Self::$unit),*];

            /// What PTX approximates.
            #[must_use]
            pub const fn of(function: Elementary) -> ReferenceFunction {
                match function {
                    $(Elementary::$elementary => Self::$elementary,)*
                }
            }

            /// What a fast intrinsic of CUDA approximates.
            #[must_use]
            pub fn of_intrinsic(name: &str) -> Option<ReferenceFunction> {
                Some(match name {
                    $($($e_intrinsic => Self::$elementary,)?)*
                    $($($n_intrinsic => Self::$named,)?)*
                    _ => return None,
                })
            }

            /// Every function that a kernel can be held against by name.
            pub fn of_c() -> impl Iterator<Item = ReferenceFunction> {
                [$(Self::$elementary,)* $(Self::$named),*].into_iter().chain(LIBRARY.iter().map(Self::Library))
            }

            /// Its name in C, without the `f` of singles, or as it is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$elementary => $e_name,)*
                    $(Self::$named => $n_name,)*
                    $(Self::$unit => $u_name,)*
                    Self::Library(row) => row.name,
                }
            }

            #[inline(always)]
            fn values(self) -> Values {
                match self {
                    $(Self::$elementary => $e_values,)*
                    $(Self::$named => $n_values,)*
                    $(Self::$unit => $u_values,)*
                    Self::Library(row) => row.values,
                }
            }

            /// The disc around a place on which the function is smooth. None where no polynomial is wanted: the library has nothing slower,
            /// or the function is not smooth.
            pub(super) fn disc(self, x: f64) -> Option<(f64, f64)> {
                let disc: fn(f64) -> Option<(f64, f64)> = match self {
                    $($(Self::$elementary => $e_disc,)?)*
                    $($(Self::$unit => $u_disc,)?)*
                    _ => return None,
                };
                disc(x)
            }
        }
    };
}

#[rustfmt::skip]
functions! {
    elementary {
        Reciprocal = "1/x", of_one(|x| 1.0 / x, |x| x?.reciprocal());
        // |2^z| = 2^Re z.
        Exp2 = "exp2", of_one(libm::exp2, |x| x.map_or(one(), BigFloat::exp2)), smooth: |x| Some((1.0, 2.1 * libm::exp2(x)));
        // |log2 z - log2 x| is at most 1 where |z - x| is at most x/2.
        Log2 = "log2", of_one(libm::log2, |x| x?.log2()), smooth: |x| (x > 0.0).then_some((x * 0.49, 1.0)), intrinsic: "__log2f";
        // |sin z| is at most cosh(Im z): 1.544, and 2.51 where z counts quadrants.
        Sine = "sin", of_one(libm::sin, |x| x?.sine(0)), smooth: |_| Some((1.0, 1.6)), intrinsic: "__sinf";
        Cosine = "cos", of_one(libm::cos, |x| x.map_or(one(), |x| x.sine(1))), smooth: |_| Some((1.0, 1.6)), intrinsic: "__cosf";
        // |tanh z| is at most tan |Im z|, or 1.
        Tanh = "tanh", of_one(tanh, |x| x?.tanh()), smooth: |_| Some((1.0, 1.6)), intrinsic: "__tanhf";
        Root = "sqrt", of_one(|x| x.sqrt(), |x| x?.root());
        ReciprocalRoot = "rsqrt", of_one(|x| 1.0 / x.sqrt(), |x| x?.reciprocal_root()), intrinsic: "rsqrtf";
        Quotient = "x/y", of_two(|x, y| x / y, |x, y| real(x)?.over(real(y)?)), intrinsic: "__fdividef";
    }
    named {
        Exp = "exp", of_one(libm::exp, |x| x.map_or(one(), BigFloat::exp)), intrinsic: "__expf";
        Exp10 = "exp10", of_one(exp10, |x| x.map_or(one(), BigFloat::exp10)), intrinsic: "__exp10f";
        Log = "log", of_one(libm::log, |x| x?.log()), intrinsic: "__logf";
        Log10 = "log10", of_one(libm::log10, |x| x?.log10()), intrinsic: "__log10f";
        Tangent = "tan", of_one(libm::tan, |x| x?.tan()), intrinsic: "__tanf";
        Magnitude = "fabs", of_one(f64::abs, |x| Some(BigFloat { negative: false, ..x? }));
        Power = "pow", of_two(libm::pow, pow), intrinsic: "__powf";
    }
    unit {
        // sin(π/2·x) and cos(π/2·x).
        SineOfQuadrants = "sinq", of_one(|x| sine_of_quadrants(x, 0), |x| x?.sine_of_quadrants(0)), smooth: |_| Some((1.0, 2.6));
        CosineOfQuadrants = "cosq", of_one(|x| sine_of_quadrants(x, 1), |x| x.map_or(one(), |x| x.sine_of_quadrants(1))), smooth: |_| Some((1.0, 2.6));
        // |x|·2/π modulo four.
        Quadrants = "quadrants", of_one(quadrants, |x| x?.modulo_four());
        Itself = "x", of_one(|x| x, |x| x);
    }
    library {
        "expm1", of_one(libm::expm1, |x| x?.expm1());
        "log1p", of_one(libm::log1p, |x| x?.log1p());
        "sinpi", of_one(|x| sine_of_quadrants(half_turns(x), 0), |x| x?.shifted(1).sine_of_quadrants(0));
        "cospi", of_one(|x| sine_of_quadrants(half_turns(x), 1), |x| x.map_or(one(), |x| x.shifted(1).sine_of_quadrants(1)));
        "asin", of_one(libm::asin, |x| x?.asin());
        "acos", of_one(libm::acos, |x| x.map_or(one().and_then(BigFloat::asin), BigFloat::acos));
        "atan", of_one(libm::atan, |x| x?.atan());
        "sinh", of_one(libm::sinh, |x| x?.sinh());
        "cosh", of_one(libm::cosh, |x| x.map_or(one(), BigFloat::cosh));
        "asinh", of_one(libm::asinh, |x| x?.asinh());
        "acosh", of_one(acosh, |x| x?.acosh());
        "atanh", of_one(libm::atanh, |x| x?.atanh());
        "cbrt", of_one(libm::cbrt, |x| x?.cube_root());
        "rcbrt", of_one(|x| 1.0 / libm::cbrt(x), |x| x?.cube_root()?.reciprocal());
        "erf", of_one(libm::erf, |x| x?.erf());
        "erfc", of_one(libm::erfc, |x| x.map_or(one(), BigFloat::erfc));
        "erfcx", of_one(erfcx, |x| x.map_or(one(), BigFloat::erfcx));
        "erfinv", of_one(erfinv, |x| x?.erfinv(real(erfinv(x?.to_f64()))?));
        "erfcinv", of_one(erfcinv, |x| x?.erfcinv(real(erfcinv(x?.to_f64()))?));
        "normcdf", of_one(normcdf, |x| x.map_or(one().map(|one| one.shifted(-1)), BigFloat::normcdf));
        "normcdfinv", of_one(normcdfinv, |x| x?.normcdfinv(real(normcdfinv(x?.to_f64()))?));
        "tgamma", of_one(tgamma, |x| x?.gamma());
        "lgamma", of_one(lgamma, |x| x?.log_gamma());
        "cyl_bessel_i0", of_one(|x| bessel(x, 0), |x| x.map_or(one(), |x| x.bessel(0)));
        "cyl_bessel_i1", of_one(|x| bessel(x, 1), |x| x?.bessel(1));
        "j0", of_one(|x| bessel_j(x, 0), |x| x.map_or(one(), |x| x.bessel_j(0)));
        "j1", of_one(|x| bessel_j(x, 1), |x| x?.bessel_j(1));
        "y0", of_one(|x| bessel_y(x, 0), |x| x?.bessel_y(0));
        "y1", of_one(|x| bessel_y(x, 1), |x| x?.bessel_y(1));
        // What a single holds exactly.
        "ceil", of_one(libm::ceil, |x| real(libm::ceil(x?.to_f64())));
        "floor", of_one(libm::floor, |x| real(libm::floor(x?.to_f64())));
        "trunc", of_one(libm::trunc, |x| real(libm::trunc(x?.to_f64())));
        "round", of_one(libm::round, |x| real(libm::round(x?.to_f64())));
        "rint", of_one(libm::rint, |x| real(libm::rint(x?.to_f64())));
        "nearbyint", of_one(libm::rint, |x| real(libm::rint(x?.to_f64())));
        "logb", of_one(logb, |x| real(logb(x?.to_f64())));
        "x+y", of_two(|x, y| x + y, sum);
        "x*y", of_two(|x, y| x * y, |x, y| Some(real(x)?.times(real(y)?)));
        "atan2", of_two(libm::atan2, atan2);
        "hypot", of_two(libm::hypot, hypot);
        "rhypot", of_two(|x, y| 1.0 / libm::hypot(x, y), |x, y| hypot(x, y)?.reciprocal());
        "jn", of_two(|n, x| bessel_j(x, order(n)), |n, x| real(x).map_or(BigFloat::new(false, u128::from(order(n) == 0), 0), |x| x.bessel_j(order(n))));
        "yn", of_two(|n, x| bessel_y(x, order(n)), |n, x| real(x)?.bessel_y(order(n)));
        // What a single holds exactly, or a double.
        "fmod", of_two(libm::fmod, |x, y| real(libm::fmod(x, y)));
        "remainder", of_two(libm::remainder, |x, y| real(libm::remainder(x, y)));
        "fdim", of_two(|x, y| if x > y { x - y } else { 0.0 }, |x, y| if x > y { sum(x, -y) } else { None });
        "copysign", of_two(libm::copysign, |x, y| real(libm::copysign(x, y)));
    }
}

fn one() -> Option<BigFloat> {
    BigFloat::new(false, 1, 0)
}

impl ReferenceFunction {
    /// The function that C calls so, with or without the `f` of singles.
    #[must_use]
    pub fn named(name: &str) -> Option<ReferenceFunction> {
        let named = |name: &str| Self::of_c().find(|function| function.name() == name);
        named(name).or_else(|| named(name.strip_suffix('f')?))
    }

    /// Whether it is a function of two numbers.
    #[inline(always)]
    #[must_use]
    pub fn takes_two(self) -> bool {
        matches!(self.values(), Values::OfTwo(..))
    }

    /// How the operands of a kernel that computes it are read.
    #[must_use]
    pub fn reading(self) -> Reading {
        if self.takes_two() { Reading::Seed } else { Reading::Float }
    }

    /// The number, or the numbers of a seed.
    #[inline(always)]
    fn numbers(self, x: f64) -> [f64; 2] {
        if self.takes_two() { pair(x as u32).map(|bits| f64::from(f32::from_bits(bits))) } else { [x, x] }
    }

    /// The value at `x`, which for a function of two numbers is their seed, within [`BOUND`]; NaN where there is none.
    #[inline(always)]
    #[must_use]
    pub fn estimate(self, x: f64) -> f64 {
        let [x, y] = self.numbers(x);
        self.estimate_at(x, y)
    }

    /// The double near the value at two numbers; a function of one number uses the first.
    #[inline(always)]
    #[must_use]
    pub fn estimate_at(self, x: f64, y: f64) -> f64 {
        match self.values() {
            Values::OfOne(estimate, _) => estimate(x),
            Values::OfTwo(estimate, _) => estimate(x, y),
        }
    }

    /// The values at many operands.
    #[inline(always)]
    pub(super) fn estimates(self, reading: Reading, operands: &[u32], values: &mut [f64]) {
        // Loops without a choice, which go through vectors.
        let float = reading == Reading::Float;
        for (value, &bits) in values.iter_mut().zip(operands) {
            *value = if float { Reading::Float.operand(bits) } else { reading.operand(bits) };
        }
        match self {
            Self::Reciprocal => values.iter_mut().for_each(|value| *value = 1.0 / *value),
            Self::ReciprocalRoot => values.iter_mut().for_each(|value| *value = 1.0 / value.sqrt()),
            Self::Root => values.iter_mut().for_each(|value| *value = value.sqrt()),
            _ => values.iter_mut().for_each(|value| *value = self.estimate(*value)),
        }
    }

    /// The value at `x`, or of the seed `x`, to a hundred bits; None where it is zero or there is none.
    #[must_use]
    pub fn precise(self, x: f64) -> Option<BigFloat> {
        let [x, y] = self.numbers(x);
        self.precise_at(x, y)
    }

    /// The value to a hundred bits at two numbers; a function of one number uses the first.
    #[must_use]
    pub fn precise_at(self, x: f64, y: f64) -> Option<BigFloat> {
        match self.values() {
            Values::OfOne(_, precise) => precise(real(x)),
            Values::OfTwo(_, precise) => precise(x, y),
        }
    }

    /// The value of a number that need not be a double, zero being None; None also of a function of two numbers.
    #[must_use]
    pub fn precise_of(self, x: Option<BigFloat>) -> Option<BigFloat> {
        match self.values() {
            Values::OfOne(_, precise) => precise(x),
            Values::OfTwo(..) => None,
        }
    }
}
