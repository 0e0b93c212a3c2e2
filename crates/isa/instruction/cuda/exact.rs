//! The functions of the math library (Table 8.13) whose every bit is determined: exact, or rounded once.
//!
//! Where libdevice's function is one instruction its PTX stands here. The others compile to sequences with branches, whose results the
//! C standard and the CUDA guide determine; those run whole in `operation::library`.

use super::{Body, Row, function, ptx};
use crate::operation::library::Library::{
    Finite, Fmod, Frexp, Ilogb, Infinite, Logb, Modf, NextAfter, NotANumber, PositiveDifference, ReciprocalRoot, Remainder, Remquo, Round,
    RoundToInteger, Scale, ScaleLong, SignBit,
};

const SECTION: &str = "CUDA C++ Programming Guide, mathematical functions; C11 7.12";

/// A function that runs whole.
const fn whole(prototype: &'static str, library: crate::operation::library::Library) -> Row {
    function(prototype, Body::Library(library)).table("8.13").within("0").documented(SECTION)
}

/// A function that runs whole, whose results out of range are those of libdevice's code and not of the C standard, which leaves them open.
const fn compiled(prototype: &'static str, library: crate::operation::library::Library) -> Row {
    function(prototype, Body::Library(library)).table("8.13").within("0")
}

/// A test of a class. In C one name takes a float or a double; these are the functions behind it in CUDA's headers.
const fn test(prototype: &'static str, library: crate::operation::library::Library, overloaded: &'static [&'static str]) -> Row {
    function(prototype, Body::Library(library)).table("8.13").modelled(ONE).also(overloaded)
}

/// A function that is one instruction.
const fn one(prototype: &'static str, lines: &'static str) -> Row {
    ptx(prototype, lines).table("8.13").within("0")
}

const FMOD: &str = "The remainder of x / y with the quotient cut towards zero, exactly.";
const REMAINDER: &str = "The remainder of x / y with the quotient rounded to nearest, ties to even, exactly.";
const REMQUO: &str = "The remainder, and the low three bits of the quotient with its sign.";
const FREXP: &str = "A significand in [0.5, 1) and the power of two that goes with it.";
const SCALE: &str = "Multiplies by a power of two, rounded once.";
const LOGB: &str = "The exponent of the leading one, as a number.";
const ILOGB: &str = "The exponent of the leading one, as an integer.";
const MODF: &str = "The fraction; the whole part is written through the pointer.";
const RINT: &str = "Rounds to the nearest whole number, halves to the even one: one instruction.";
const ROUND: &str = "Rounds to the nearest whole number, at a half away from zero.";
const TRUNC: &str = "Rounds to a whole number towards zero.";
const CEIL: &str = "The smallest whole number that is not below x.";
const FLOOR: &str = "The largest whole number that is not above x.";
const FDIM: &str = "x - y where x is larger, else +0.";
const FMAX: &str = "The larger number; of a number and a NaN, the number.";
const FMIN: &str = "The smaller number; of a number and a NaN, the number.";
const COPYSIGN: &str = "The magnitude of x with the sign of y.";
const NEXTAFTER: &str = "The neighbour of x towards y.";
const FABS: &str = "The magnitude.";
const SQRT: &str = "The square root, rounded once (with -prec-sqrt=true).";
const FMA: &str = "Multiplies and adds, rounded once.";
const ONE: &str = "the text promises a nonzero value; that it is 1, and the names for each type, are not in the text";
const FINITE: &str = "1 if x is neither an infinity nor a NaN, else 0.";
const INFINITE: &str = "1 if x is an infinity of either sign, else 0.";
const NOT_A_NUMBER: &str = "1 if x is a NaN, quiet or signaling, else 0.";
const SIGN_BIT: &str = "1 if the sign bit is set, that of a zero or a NaN too, else 0.";
const LLRINT: &str = "Rounds to the nearest integer, halves to the even one, clamped to 64 bits.";
const LRINT: &str = "Rounds to the nearest integer, halves to the even one, clamped to a long: 64 bits as on Linux, 32 on Windows.";
const LLROUND: &str = "Rounds to the nearest integer, halves away from zero, clamped to 64 bits.";
const LROUND: &str = "Rounds to the nearest integer, halves away from zero, clamped to a long: 64 bits as on Linux, 32 on Windows.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    whole("float fmodf(float x, float y)", Fmod).does(FMOD),
    whole("double fmod(double x, double y)", Fmod).does(FMOD),
    whole("float remainderf(float x, float y)", Remainder).does(REMAINDER),
    whole("double remainder(double x, double y)", Remainder).does(REMAINDER),
    whole("float remquof(float x, float y, int *quo)", Remquo).does(REMQUO),
    whole("double remquo(double x, double y, int *quo)", Remquo).does(REMQUO),
    whole("float frexpf(float x, int *nptr)", Frexp).does(FREXP),
    whole("double frexp(double x, int *nptr)", Frexp).does(FREXP),
    whole("float ldexpf(float x, int exp)", Scale).does(SCALE),
    whole("double ldexp(double x, int exp)", Scale).does(SCALE),
    whole("float scalbnf(float x, int n)", Scale).does(SCALE),
    whole("double scalbn(double x, int n)", Scale).does(SCALE),
    whole("float scalblnf(float x, long n)", ScaleLong).also(&["scanblnf"]).does(SCALE),
    whole("double scalbln(double x, long n)", ScaleLong).does(SCALE),
    whole("float logbf(float x)", Logb).does(LOGB),
    whole("double logb(double x)", Logb).does(LOGB),
    whole("int ilogbf(float x)", Ilogb).does(ILOGB),
    whole("int ilogb(double x)", Ilogb).does(ILOGB),
    whole("float modff(float x, float *iptr)", Modf).does(MODF),
    whole("double modf(double x, double *iptr)", Modf).does(MODF),
    one("float rintf(float x)", "cvt.rni.f32.f32 d, x;").does(RINT),
    one("double rint(double x)", "cvt.rni.f64.f64 d, x;").does(RINT),
    one("float nearbyintf(float x)", "cvt.rni.f32.f32 d, x;").does(RINT),
    one("double nearbyint(double x)", "cvt.rni.f64.f64 d, x;").does(RINT),
    whole("float roundf(float x)", Round).does(ROUND),
    whole("double round(double x)", Round).does(ROUND),
    one("float truncf(float x)", "cvt.rzi.f32.f32 d, x;").does(TRUNC),
    one("double trunc(double x)", "cvt.rzi.f64.f64 d, x;").does(TRUNC),
    one("float ceilf(float x)", "cvt.rpi.f32.f32 d, x;").does(CEIL),
    one("double ceil(double x)", "cvt.rpi.f64.f64 d, x;").does(CEIL),
    one("float floorf(float x)", "cvt.rmi.f32.f32 d, x;").does(FLOOR),
    one("double floor(double x)", "cvt.rmi.f64.f64 d, x;").does(FLOOR),
    one("long lrintf(float x)", "cvt.rni.s64.f32 d, x;").does(LRINT),
    one("long lrint(double x)", "cvt.rni.s64.f64 d, x;").does(LRINT),
    one("long long llrintf(float x)", "cvt.rni.s64.f32 d, x;").does(LLRINT),
    one("long long llrint(double x)", "cvt.rni.s64.f64 d, x;").does(LLRINT),
    compiled("long lroundf(float x)", RoundToInteger).does(LROUND),
    compiled("long lround(double x)", RoundToInteger).does(LROUND),
    compiled("long long llroundf(float x)", RoundToInteger).does(LLROUND),
    compiled("long long llround(double x)", RoundToInteger).does(LLROUND),
    whole("float fdimf(float x, float y)", PositiveDifference).does(FDIM),
    whole("double fdim(double x, double y)", PositiveDifference).does(FDIM),
    one("float fmaxf(float x, float y)", "max.f32 d, x, y;").does(FMAX),
    one("double fmax(double x, double y)", "max.f64 d, x, y;").does(FMAX),
    one("float fminf(float x, float y)", "min.f32 d, x, y;").does(FMIN),
    one("double fmin(double x, double y)", "min.f64 d, x, y;").does(FMIN),
    one("float copysignf(float x, float y)", "copysign.f32 d, y, x;").does(COPYSIGN),
    one("double copysign(double x, double y)", "copysign.f64 d, y, x;").does(COPYSIGN),
    whole("float nextafterf(float x, float y)", NextAfter).does(NEXTAFTER),
    whole("double nextafter(double x, double y)", NextAfter).does(NEXTAFTER),
    one("float fabsf(float x)", "abs.f32 d, x;").does(FABS),
    one("double fabs(double x)", "abs.f64 d, x;").does(FABS),
    one("float sqrtf(float x)", "sqrt.rn.f32 d, x;").does(SQRT),
    one("double sqrt(double x)", "sqrt.rn.f64 d, x;").does(SQRT),
    one("float rsqrtf(float x)", "rsqrt.approx.f32 d, x;").within("2").does("The reciprocal of the square root, approximated: one instruction of PTX, and without .ftz several of the machine."),
    one("double rsqrt(double x)", "rsqrt.approx.f64 d, x;").within("1").does("The reciprocal of the square root, approximated: one instruction of PTX, several of the machine."),
    one("float exp2f(float x)", "ex2.approx.f32 d, x;").within("2").does("2 to the power x, approximated: one instruction of PTX, and without .ftz several of the machine."),
    one("float fmaf(float x, float y, float z)", "fma.rn.f32 d, x, y, z;").does(FMA),
    one("double fma(double x, double y, double z)", "fma.rn.f64 d, x, y, z;").does(FMA),
    test("int __finitef(float x)", Finite, &["isfinite"]).does(FINITE),
    test("int __finite(double x)", Finite, &[]).does(FINITE),
    test("int __isinff(float x)", Infinite, &["isinf"]).does(INFINITE),
    test("int __isinf(double x)", Infinite, &[]).does(INFINITE),
    test("int __isnanf(float x)", NotANumber, &["isnan"]).does(NOT_A_NUMBER),
    test("int __isnan(double x)", NotANumber, &[]).does(NOT_A_NUMBER),
    test("int __signbitf(float x)", SignBit, &["signbit"]).does(SIGN_BIT),
    test("int __signbit(double x)", SignBit, &[]).does(SIGN_BIT),
    function("float __frsqrt_rn(float x)", Body::Library(ReciprocalRoot)).within("0").documented("CUDA C++ Programming Guide, intrinsic functions").does("The reciprocal of the square root, rounded once."),
];
