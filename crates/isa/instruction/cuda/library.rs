//! The text's Table 8.13: the math library with its errors as printed, and where a function runs here its names.
//!
//! Errors are the text's own words; an empty one is not printed. They are those of 2013: where NVIDIA's present guide has another one, it
//! stands beside. The expressions are the functions' own, not as printed, where the print garbles some.

use super::{Body, Evidence, Row, function, function_named};
use std::sync::OnceLock;

/// The functions that stand as C (`crates/frontend/c/library/`): each gives the bits of nvcc 13.5's own code.
#[rustfmt::skip]
pub const SOURCES: &[&str] = &[
    "acosf", "acoshf", "asinf", "asinhf", "atan2f", "atanf", "atanhf", "cbrtf", "cosf", "coshf",
    "cospif", "cyl_bessel_i0f", "cyl_bessel_i1f", "erfcf", "erfcinvf", "erfcxf", "erff", "erfinvf", "exp10f", "expf",
    "expm1f", "hypotf", "j0f", "j1f", "jnf", "lgammaf", "log10f", "log1pf", "log2f", "logf",
    "normcdff", "normcdfinvf", "powf", "rcbrtf", "rhypotf", "sincosf", "sincospif", "sinf", "sinhf", "sinpif",
    "tanf", "tanhf", "tgammaf", "y0f", "y1f", "ynf",
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh",
    "cospi", "cyl_bessel_i0", "cyl_bessel_i1", "erf", "erfc", "erfcinv", "erfcx", "erfinv", "exp", "exp10",
    "exp2", "expm1", "hypot", "j0", "j1", "jn", "lgamma", "log", "log10", "log1p",
    "log2", "normcdf", "normcdfinv", "pow", "rcbrt", "rhypot", "sin", "sincos", "sincospi", "sinh",
    "sinpi", "tan", "tanh", "tgamma", "y0", "y1", "yn",
];

/// Their rows, made of the table's.
pub(super) fn sources() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| SOURCES.iter().filter_map(|name| source(name)).collect())
}

fn source(name: &'static str) -> Option<Row> {
    let entry = LIBRARY.iter().find(|entry| entry.has(name))?;
    let (_, names) = entry.function.strip_suffix(')')?.split_once('(')?;
    let own = if entry.is_single(name) { "float" } else { "double" };
    let parameter = |name: &str| match name {
        "n" => ["int ", name].concat(),
        "s" | "c" => [own, " *", name].concat(),
        _ => [own, " ", name].concat(),
    };
    let parameters: Vec<String> = names.split(',').map(parameter).collect();
    let returns = if names.ends_with(",c") { "void" } else { own };
    let prototype = [returns, " ", name, "(", &parameters.join(", "), ")"].concat();
    let column = usize::from(own == "double");
    let printed = [entry.single, entry.double][column];
    let accuracy = Some(entry.present[column]).filter(|present| !present.is_empty()).unwrap_or(printed);
    let summary = [entry.operation, "."].concat();
    let known =
        Evidence::Measured { by: "an H100 of driver 580.159.04, by hashes of what nvcc 13.5's function gives there", date: "2026-11-26" };
    let row = function(prototype.leak(), Body::Source).table("8.13").does(summary.leak());
    Some(Row { evidence: known, accuracy: if accuracy.starts_with(|first: char| first.is_ascii_digit()) { accuracy } else { "" }, ..row })
}

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
    /// What it computes as an expression; empty where the words say it.
    pub expression: &'static str,
    /// The errors for float and double of NVIDIA's present guide where they are others; else empty. See [`PRESENT`].
    pub present: [&'static str; 2],
    /// The footnotes, by their place in [`FOOTNOTES`].
    pub notes: &'static [usize],
    /// The names for float and for double where the first column does not spell them, or spells them wrong; empty where it does.
    names: [&'static str; 2],
}

const fn entry(function: &'static str, operation: &'static str, single: &'static str, double: &'static str) -> Entry {
    Entry { function, operation, single, double, expression: "", present: ["", ""], notes: &[], names: ["", ""] }
}

impl Entry {
    const fn of(self, expression: &'static str) -> Entry {
        Entry { expression, ..self }
    }
    const fn now(self, single: &'static str, double: &'static str) -> Entry {
        Entry { present: [single, double], ..self }
    }
    const fn noted(self, notes: &'static [usize]) -> Entry {
        Entry { notes, ..self }
    }
    const fn runs(self, single: &'static str, double: &'static str) -> Entry {
        Entry { names: [single, double], ..self }
    }

    /// Whether a name is that of the function for singles: `sinf`, or `x/y` as it is printed.
    #[must_use]
    pub fn is_single(&self, name: &str) -> bool {
        match self.function.split_once("[f](") {
            Some((stem, _)) => name.strip_suffix('f') == Some(stem) || name == self.names[0],
            None => name == self.function,
        }
    }

    /// Whether a name is that of the function, for singles or for doubles.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let stem = self.function.split_once("[f](").map(|(stem, _)| stem);
        self.is_single(name) || stem == Some(name) || name == self.names[1]
    }

    /// The largest error in ulps that NVIDIA's present guide allows singles, or doubles, or else the text, where it is a number: of a function
    /// with a note that is for some operands alone.
    #[must_use]
    pub fn guide(&self, double: bool) -> Option<u32> {
        let present = self.present[usize::from(double)];
        let stated = if !present.is_empty() {
            present
        } else if double {
            self.double
        } else {
            self.single
        };
        stated.split(' ').next()?.parse().ok()
    }

    /// The largest absolute error that the notes allow singles where no bound in ulps holds: of a Bessel function from 8 on, or of many orders.
    #[must_use]
    pub fn guide_absolute(&self) -> Option<&'static str> {
        [BESSEL, BESSEL_J, BESSEL_Y].contains(&self.notes).then_some("2.2e-6")
    }

    /// The names that run here, float before double: `fmod[f](x,y)` spells `fmodf` and `fmod`, and the table of functions says whether it has them.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let spelled = self.function.split_once("[f](").map(|(stem, _)| [[stem, "f"].concat(), stem.to_owned()]);
        // A name of its own counts also where the table spells another.
        spelled.into_iter().flatten().chain(self.names.map(str::to_owned)).filter(|name| function_named(name).is_some())
    }
}

/// Whose errors stand in [`Entry::present`].
pub const PRESENT: &str = "NVIDIA's CUDA programming guide of versions 12.8 and 13.0, read in November 2026";

/// What the print of Tables 8.12 and 8.13 gets wrong, as far as a copy without hyphens and bars can show.
pub const MISPRINTS: &[&str] = &[
    "The row of multiplication is named x/y, like that of division.",
    "The ceiling has the brackets of the floor.",
    "The expression of fdim has x – 1 where x – y is meant.",
    "scalblnf is named scanblnf in the list of scale functions.",
    "remainderf takes the even n where x – ny = 0.5; the tie is at |x / y – n| = 0.5.",
    "isfinite is said to be nonzero unless x is infinite; for a NaN it is 0.",
    "The expression of erfcx has a bracket that never closes, that of atanh no x, and the true gamma function a small γ.",
    "The row of sinpi has lost its name, and the error of ynf the plus in ceil(2 + 2.5n).",
    "The inverse of normcdf is named normcdinv; it is normcdfinv.",
    "__powf stands as xy and __fdividef as x.y.",
];

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

/// The table in the order of the text; a function without printed errors is of the present guide alone.
#[rustfmt::skip]
pub const LIBRARY: &[Entry] = &[
    entry("x+y", "Addition", "0", "0").noted(FMAD).runs("__fadd_rn", "__dadd_rn"),
    entry("x*y", "Multiplication", "0", "0").noted(FMAD).runs("__fmul_rn", "__dmul_rn"),
    entry("x/y", "Division", "2", "0").noted(DIVISION).runs("__fdiv_rn", "__ddiv_rn"),
    entry("1/x", "Reciprocal", "1", "0").noted(DIVISION).runs("__frcp_rn", "__drcp_rn"),
    entry("acos[f](x)", "Inverse cosine", "3", "2").of("cos⁻¹ x").now("2", ""),
    entry("acosh[f](x)", "Inverse hyperbolic cosine", "4", "2").of("cosh⁻¹ x").now("", "3"),
    entry("asin[f](x)", "Inverse sine", "4", "2").of("sin⁻¹ x").now("2", ""),
    entry("asinh[f](x)", "Inverse hyperbolic sine", "3", "2").of("sinh⁻¹ x").now("", "3"),
    entry("atan[f](x)", "Inverse tangent", "2", "2").of("tan⁻¹ x"),
    entry("atan2[f](y,x)", "Inverse tangent of y/x", "3", "2").of("tan⁻¹ (y/x)"),
    entry("atanh[f](x)", "Inverse hyperbolic tangent", "3", "2").of("tanh⁻¹ x"),
    entry("cbrt[f](x)", "Cube root", "1", "1").of("∛x"),
    entry("ceil[f](x)", "Ceiling: the nearest integer not below x", "0", "").of("⌈x⌉").now("", "0"),
    entry("copysign[f](x,y)", "Sign of y, magnitude of x", "n/a", ""),
    entry("cos[f](x)", "Cosine", "2", "1").of("cos x").now("", "2"),
    entry("cosh[f](x)", "Hyperbolic cosine", "2", "").of("cosh x").now("", "1"),
    entry("cospi[f](x)", "Cosine of x times pi", "2", "").of("cos πx").now("1", "2"),
    entry("cyl_bessel_i0[f](x)", "Modified Bessel function of the first kind (n=0)", "", "").of("I₀(x)").now("6", "6"),
    entry("cyl_bessel_i1[f](x)", "Modified Bessel function of the first kind (n=1)", "", "").of("I₁(x)").now("6", "6"),
    entry("erf[f](x)", "Error function", "3", "2").now("2", ""),
    entry("erfc[f](x)", "Complementary error function", "6", "4").of("1 − erf x").now("4", "5"),
    entry("erfcinv[f](y)", "Inverse complementary error function", "7", "8").of("the x with y = 1 − erf x").now("4", "6"),
    entry("erfcx[f](x)", "Scaled error function", "6", "3").of("e^(x²) · (1 − erf x)").now("4", "4"),
    entry("erfinv[f](y)", "Inverse error function", "3", "5").of("the x with y = erf x").now("2", ""),
    entry("exp[f](x)", "Natural exponent", "2", "1").of("eˣ"),
    entry("exp10[f](x)", "Exponent (base 10)", "2", "1").of("10ˣ"),
    entry("exp2[f](x)", "Exponent (base 2)", "2", "1").of("2ˣ"),
    entry("expm1[f](x)", "Natural exponent, minus one", "1", "1").of("eˣ − 1"),
    entry("fabs[f](x)", "Absolute value", "0", "0").of("|x|"),
    entry("fdim[f](x,y)", "Positive difference", "0", "0").of("x − y where x > y; +0 where x ≤ y; NaN where one is a NaN"),
    entry("floor[f](x)", "Floor: the nearest integer not above x", "0", "0").of("⌊x⌋"),
    entry("fma[f](x,y,z)", "Multiply-add", "0", "0").of("xy + z"),
    entry("fmax[f](x,y)", "Maximum", "0", "0").of("x where x ≥ y or y is a NaN, else y"),
    entry("fmin[f](x,y)", "Minimum", "0", "0").of("x where x ≤ y or y is a NaN, else y"),
    entry("fmod[f](x,y)", "Floating-point remainder", "0", "0"),
    entry("frexp[f](x,exp)", "Fractional component", "0", "0"),
    entry("hypot[f](x,y)", "Length of hypotenuse", "3", "2").of("√(x² + y²)"),
    entry("ilogb[f](x)", "Get exponent", "0", "0"),
    entry("isfinite(x)", "Nonzero if x is neither infinite nor a NaN", "n/a", "").runs("__finitef", "__finite"),
    entry("isinf(x)", "Nonzero if x is infinite", "n/a", "").runs("__isinff", "__isinf"),
    entry("isnan(x)", "Nonzero if x is a NaN", "n/a", "").runs("__isnanf", "__isnan"),
    entry("j0[f](x)", "Bessel function of the first kind (n=0)", "9", "7").of("J₀(x)").noted(BESSEL),
    entry("j1[f](x)", "Bessel function of the first kind (n=1)", "9", "7").of("J₁(x)").noted(BESSEL),
    entry("jn[f](n,x)", "Bessel function of the first kind", "*", "").of("Jₙ(x)").noted(BESSEL_J),
    entry("ldexp[f](x,exp)", "Scale by power of 2", "0", "0").of("x · 2^exp"),
    entry("lgamma[f](x)", "Logarithm of gamma function", "6", "4").of("ln |Γ(x)|").now("", "4 outside (-23.0001, -2.2637)").noted(LGAMMA),
    entry("llrint[f](x)", "Round to long long", "0", "0"),
    entry("llround[f](x)", "Round to long long", "0", "0"),
    entry("lrint[f](x)", "Round to long", "0", "*").now("", "0"),
    entry("lround[f](x)", "Round to long", "0", "0"),
    entry("log[f](x)", "Natural logarithm", "1", "1").of("ln x"),
    entry("log10[f](x)", "Logarithm (base 10)", "3", "1").of("log₁₀ x").now("2", ""),
    entry("log1p[f](x)", "Natural logarithm of x+1", "2", "1").of("ln (x + 1)").now("1", ""),
    entry("log2[f](x)", "Logarithm (base 2)", "3", "1").of("log₂ x").now("1", ""),
    entry("logb[f](x)", "Get exponent", "0", "0"),
    entry("modff(x,iptr)", "Split fractional and integer parts", "0", "0").runs("modff", "modf"),
    entry("nan[f](cptr)", "Returns NaN", "n/a", ""),
    entry("nearbyint[f](x)", "Round to integer", "0", "0"),
    entry("nextafter[f](x,y)", "The number closest to x in the direction of y", "n/a", ""),
    entry("normcdf[f](x)", "Normal cumulative distribution", "6", "5").now("5", ""),
    entry("normcdinv[f](x)", "Inverse normal cumulative distribution", "5", "8").runs("normcdfinvf", "normcdfinv"),
    entry("pow[f](x,y)", "Power function", "8", "2").of("xʸ").now("4", ""),
    entry("rcbrt[f](x)", "Inverse cube root", "2", "1").of("1/∛x").now("1", ""),
    entry("remainder[f](x,y)", "Remainder", "0", "0"),
    entry("remquo[f](x,y,iptr)", "Remainder (also returns quotient)", "0", "0"),
    entry("rhypot[f](x,y)", "Inverse length of hypotenuse", "", "").of("1/√(x² + y²)").now("2", "1"),
    entry("rsqrt[f](x)", "Reciprocal of the square root", "2", "1").of("1/√x"),
    entry("rint[f](x)", "Round to nearest int", "0", "0"),
    entry("round[f](x)", "Round to nearest int", "0", "0"),
    entry("scalbln[f](x,n)", "Scale x by 2^n (n is long int)", "0", "0").of("x · 2ⁿ"),
    entry("scalbn[f](x,n)", "Scale x by 2^n (n is int)", "0", "0").of("x · 2ⁿ"),
    entry("signbit(x)", "Nonzero if x is negative", "n/a", "0").runs("__signbitf", "__signbit"),
    entry("sin[f](x)", "Sine", "2", "1").of("sin x").now("", "2"),
    entry("sincos[f](x,s,c)", "Sine and cosine", "2", "1").of("*s = sin x, *c = cos x").now("", "2"),
    entry("sincospi[f](x,s,c)", "Sine and cosine of x times pi", "2", "1").of("*s = sin πx, *c = cos πx").now("1", "2"),
    entry("sinh[f](x)", "Hyperbolic sine", "3", "1").of("sinh x").now("", "2"),
    entry("sinpi[f](x)", "Sine of x times pi", "2", "1").of("sin πx").now("1", "2"),
    entry("sqrt[f](x)", "Square root", "3", "0").of("√x").now("1 from sm_52 on, 3 before", "").noted(ROOT),
    entry("tan[f](x)", "Tangent", "4", "2").of("tan x"),
    entry("tanh[f](x)", "Hyperbolic tangent", "2", "1").of("tanh x"),
    entry("tgamma[f](x)", "True gamma function", "11", "8").of("Γ(x)").now("5", "10"),
    entry("trunc[f](x)", "Truncate (round to integer toward zero)", "0", "0"),
    entry("y0[f](x)", "Bessel function of the second kind (n=0)", "9", "7").of("Y₀(x)").noted(BESSEL),
    entry("y1[f](x)", "Bessel function of the second kind (n=1)", "9", "7").of("Y₁(x)").noted(BESSEL),
    entry("yn[f](n,x)", "Bessel function of the second kind", "**", "").of("Yₙ(x)").noted(BESSEL_Y),
];
