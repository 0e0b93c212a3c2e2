//! The text's Table 8.13: the math library with its errors as printed, and where a function runs here its names.
//!
//! Errors are the text's own words; an empty one is not printed. What a chip's library does today stands in NVIDIA's guide.

use super::function_named;

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The function as printed: `acos[f](x)`.
    pub function: &'static str,
    /// What it computes, in words.
    pub operation: &'static str,
    /// The error in ulp for float as printed; `n/a` or empty where none is.
    pub single: &'static str,
    /// The error in ulp for double as printed.
    pub double: &'static str,
    /// The footnotes, by their place in [`FOOTNOTES`].
    pub notes: &'static [usize],
    /// The names for float and for double where the first column does not spell them; empty where it does.
    names: [&'static str; 2],
}

const fn entry(function: &'static str, operation: &'static str, single: &'static str, double: &'static str) -> Entry {
    Entry { function, operation, single, double, notes: &[], names: ["", ""] }
}

impl Entry {
    const fn noted(self, notes: &'static [usize]) -> Entry {
        Entry { notes, ..self }
    }
    const fn runs(self, single: &'static str, double: &'static str) -> Entry {
        Entry { names: [single, double], ..self }
    }

    /// The names that run here, float before double: `fmod[f](x,y)` spells `fmodf` and `fmod`, and the table of functions says whether it has them.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let spelled = self.function.split_once("[f](").map(|(stem, _)| [[stem, "f"].concat(), stem.to_owned()]);
        spelled.unwrap_or(self.names.map(str::to_owned)).into_iter().filter(|name| function_named(name).is_some())
    }
}

/// The table's footnotes, in their order in the text.
pub const FOOTNOTES: [&str; 7] = [
    "For the Bessel functions jnf(n, x) and jn(n, x) with n = 128 the largest absolute error is 2.2e-6 and 5e-12.",
    "For ynf(n, x) the error is ceil(2 + 2.5n) for |x| < n; otherwise the largest absolute error is 2.2e-6 for n = 128. For yn(n, x) it is 5e-12.",
    "On SM 1.x additions and multiplications that are merged into FMAD lose accuracy, because the intermediate product is cut.",
    "On SM 2.x and later -prec-div=true makes the error 0.",
    "For float the error is 9 ulp for |x| < 8, otherwise at most 2.2e-6 absolute. For double it is 7 ulp for |x| < 8, otherwise at most 5e-12.",
    "lgammaf() errs by more than 6 inside (-10.001, -2.264), lgamma() by more than 4 inside (-11.001, -2.2637).",
    "On SM 2.x and later -prec-sqrt=true makes the error 0.",
];

const BESSEL_J: &[usize] = &[0];
const BESSEL_Y: &[usize] = &[1];
const FMAD: &[usize] = &[2];
const DIVISION: &[usize] = &[3];
const BESSEL: &[usize] = &[4];
const LGAMMA: &[usize] = &[5];
const ROOT: &[usize] = &[6];

/// The table in the order of the text.
#[rustfmt::skip]
pub const LIBRARY: &[Entry] = &[
    entry("x+y", "Addition", "0", "0").noted(FMAD).runs("__fadd_rn", "__dadd_rn"),
    entry("x*y", "Multiplication", "0", "0").noted(FMAD).runs("__fmul_rn", "__dmul_rn"),
    entry("x/y", "Division", "2", "0").noted(DIVISION).runs("__fdiv_rn", "__ddiv_rn"),
    entry("1/x", "Reciprocal", "1", "0").noted(DIVISION).runs("__frcp_rn", "__drcp_rn"),
    entry("acos[f](x)", "Inverse cosine", "3", "2"),
    entry("acosh[f](x)", "Inverse hyperbolic cosine", "4", "2"),
    entry("asin[f](x)", "Inverse sine", "4", "2"),
    entry("asinh[f](x)", "Inverse hyperbolic sine", "3", "2"),
    entry("atan[f](x)", "Inverse tangent", "2", "2"),
    entry("atan2[f](y,x)", "Inverse tangent of y/x", "3", "2"),
    entry("atanh[f](x)", "Inverse hyperbolic tangent", "3", "2"),
    entry("cbrt[f](x)", "Cube root", "1", "1"),
    entry("ceil[f](x)", "Ceiling: the nearest integer not below x", "0", ""),
    entry("copysign[f](x,y)", "Sign of y, magnitude of x", "n/a", ""),
    entry("cos[f](x)", "Cosine", "2", "1"),
    entry("cosh[f](x)", "Hyperbolic cosine", "2", ""),
    entry("cospi[f](x)", "Cosine of x times pi", "2", ""),
    entry("erf[f](x)", "Error function", "3", "2"),
    entry("erfc[f](x)", "Complementary error function", "6", "4"),
    entry("erfcinv[f](y)", "Inverse complementary error function", "7", "8"),
    entry("erfcx[f](x)", "Scaled error function", "6", "3"),
    entry("erfinv[f](y)", "Inverse error function", "3", "5"),
    entry("exp[f](x)", "Natural exponent", "2", "1"),
    entry("exp10[f](x)", "Exponent (base 10)", "2", "1"),
    entry("exp2[f](x)", "Exponent (base 2)", "2", "1"),
    entry("expm1[f](x)", "Natural exponent, minus one", "1", "1"),
    entry("fabs[f](x)", "Absolute value", "0", "0"),
    entry("fdim[f](x,y)", "Positive difference", "0", "0"),
    entry("floor[f](x)", "Floor: the nearest integer not above x", "0", "0"),
    entry("fma[f](x,y,z)", "Multiply-add", "0", "0"),
    entry("fmax[f](x,y)", "Maximum", "0", "0"),
    entry("fmin[f](x,y)", "Minimum", "0", "0"),
    entry("fmod[f](x,y)", "Floating-point remainder", "0", "0"),
    entry("frexp[f](x,exp)", "Fractional component", "0", "0"),
    entry("hypot[f](x,y)", "Length of hypotenuse", "3", "2"),
    entry("ilogb[f](x)", "Get exponent", "0", "0"),
    entry("isfinite(x)", "Nonzero if x is not infinite", "n/a", "").runs("__finitef", "__finite"),
    entry("isinf(x)", "Nonzero if x is infinite", "n/a", "").runs("__isinff", "__isinf"),
    entry("isnan(x)", "Nonzero if x is a NaN", "n/a", "").runs("__isnanf", "__isnan"),
    entry("j0[f](x)", "Bessel function of the first kind (n=0)", "9", "7").noted(BESSEL),
    entry("j1[f](x)", "Bessel function of the first kind (n=1)", "9", "7").noted(BESSEL),
    entry("jn[f](n,x)", "Bessel function of the first kind", "*", "").noted(BESSEL_J),
    entry("ldexp[f](x,exp)", "Scale by power of 2", "0", "0"),
    entry("lgamma[f](x)", "Logarithm of gamma function", "6", "4").noted(LGAMMA),
    entry("llrint[f](x)", "Round to long long", "0", "0"),
    entry("llround[f](x)", "Round to long long", "0", "0"),
    entry("lrint[f](x)", "Round to long", "0", "*"),
    entry("lround[f](x)", "Round to long", "0", "0"),
    entry("log[f](x)", "Natural logarithm", "1", "1"),
    entry("log10[f](x)", "Logarithm (base 10)", "3", "1"),
    entry("log1p[f](x)", "Natural logarithm of x+1", "2", "1"),
    entry("log2[f](x)", "Logarithm (base 2)", "3", "1"),
    entry("logb[f](x)", "Get exponent", "0", "0"),
    entry("modff(x,iptr)", "Split fractional and integer parts", "0", "0").runs("modff", "modf"),
    entry("nan[f](cptr)", "Returns NaN", "n/a", ""),
    entry("nearbyint[f](x)", "Round to integer", "0", "0"),
    entry("nextafter[f](x,y)", "The number closest to x in the direction of y", "n/a", ""),
    entry("normcdf[f](x)", "Normal cumulative distribution", "6", "5"),
    entry("normcdinv[f](x)", "Inverse normal cumulative distribution", "5", "8"),
    entry("pow[f](x,y)", "Power function", "8", "2"),
    entry("rcbrt[f](x)", "Inverse cube root", "2", "1"),
    entry("remainder[f](x,y)", "Remainder", "0", "0"),
    entry("remquo[f](x,y,iptr)", "Remainder (also returns quotient)", "0", "0"),
    entry("rsqrt[f](x)", "Reciprocal of the square root", "2", "1"),
    entry("rint[f](x)", "Round to nearest int", "0", "0"),
    entry("round[f](x)", "Round to nearest int", "0", "0"),
    entry("scalbln[f](x,n)", "Scale x by 2^n (n is long int)", "0", "0"),
    entry("scalbn[f](x,n)", "Scale x by 2^n (n is int)", "0", "0"),
    entry("signbit(x)", "Nonzero if x is negative", "n/a", "0").runs("__signbitf", "__signbit"),
    entry("sin[f](x)", "Sine", "2", "1"),
    entry("sincos[f](x,s,c)", "Sine and cosine", "2", "1"),
    entry("sincospi[f](x,s,c)", "Sine and cosine of x times pi", "2", "1"),
    entry("sinh[f](x)", "Hyperbolic sine", "3", "1"),
    entry("sinpi[f](x)", "Sine of x times pi", "2", "1"),
    entry("sqrt[f](x)", "Square root", "3", "0").noted(ROOT),
    entry("tan[f](x)", "Tangent", "4", "2"),
    entry("tanh[f](x)", "Hyperbolic tangent", "2", "1"),
    entry("tgamma[f](x)", "True gamma function", "11", "8"),
    entry("trunc[f](x)", "Truncate (round to integer toward zero)", "0", "0"),
    entry("y0[f](x)", "Bessel function of the second kind (n=0)", "9", "7").noted(BESSEL),
    entry("y1[f](x)", "Bessel function of the second kind (n=1)", "9", "7").noted(BESSEL),
    entry("yn[f](n,x)", "Bessel function of the second kind", "**", "").noted(BESSEL_Y),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_runs_is_a_function_of_its_type() {
        let mut count = 0;
        for entry in LIBRARY {
            assert!(entry.notes.iter().all(|note| *note < FOOTNOTES.len()), "{}", entry.function);
            let types = entry.names().filter_map(|name| function_named(&name)).map(|(function, _)| function.parameters[0].format.name);
            let types: Vec<&str> = types.collect();
            assert!(types.is_empty() || types == ["F32", "F64"], "{}: {types:?}", entry.function);
            count += types.len();
        }
        assert_eq!(count, 72);
        assert!(LIBRARY.windows(2).all(|pair| pair[0].function != pair[1].function));
    }
}
