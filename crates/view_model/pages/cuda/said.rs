//! What the CUDA handbook's section on floating point (8.3) says beside its tables, with what has become of it.

use crate::components::html::sentence;
use semantics::instruction::cuda::MISPRINTS;

/// Facts of the section, each with its number in it.
#[rustfmt::skip]
const SAID: &[(&str, &str)] = &[
    ("8.3", "x86 processors of its time computed with subnormal numbers in microcode, perhaps a hundred times slower; GPUs take them at full speed, in single precision from sm_20 on. On a GPU each instruction names its rounding mode; on x86 it is set in a control word. SSE approximates only the reciprocal and the reciprocal square root, to 12 bits. Ports that are said to be a hundred times faster owe much to that."),
    ("8.3.1", "Rounding to nearest is by far the most used. Rounding down and up bracket a result, which is interval arithmetic."),
    ("8.3.2", "The bits of a float pass to an int and back without cost, because both live in the same registers."),
    ("8.3.2", "`__fadd_rn` and `__fmul_rn` keep a sum and a product from being fused."),
    ("8.3.2", "With `-prec-div=false`, and always on sm_1x, `x / y` is as accurate as `__fdividef(x, y)`. It is right where `__fdividef` fails: for 2^126 < |y| < 2^128 that gives 0, or NaN if x is infinite."),
    ("8.3.2", "The fast-math option (`-use_fast_math`) replaces calls such as `sinf` by the intrinsics of the special function unit, `__sinf`."),
    ("8.3.3", "Doubles came with sm_13 (GeForce GTX 280), with subnormal numbers at full speed. The handbook has their fused multiply-add from SM 2.x on; PTX has fma.f64 from sm_13 on."),
    ("8.3.4", "Half precision was for storage, not for computing: the hardware of its time only converted. That has changed: sm_53 multiplies halves (HMUL2), and PTX has had arithmetic of them since."),
    ("8.3.6", "There is no register for the rounding mode, so functions that ask for the current one, `rint` among them, round to nearest. No exception is raised: an invalid operation just gives a NaN."),
    ("8.3.6", "`round` goes away from zero at halves and takes eight instructions by its count, `rint` takes one."),
    ("8.3.6", "`logbf(x)` is `floorf(log2f(x))`, but faster; of a subnormal number it gives the exponent that it would have with a leading one."),
    ("8.3.6", "Bessel functions Jn and Yn solve one differential equation for n = 0, 1, 2 and so on. The gamma function extends the factorial and grows so fast that its logarithm, `lgamma`, has a name of its own."),
];

/// The section's reading list.
const READING: &[&str] = &[
    "D. Goldberg, What Every Computer Scientist Should Know About Floating-Point Arithmetic (1991)",
    "N. Whitehead and A. Fit-Florea, Precision & Performance: Floating Point and IEEE 754 Compliance for NVIDIA GPUs",
    "T. J. Dekker, A floating-point technique for extending the available precision, Numer. Math. 18 (1971)",
    "S. Linnainmaa, Software for doubled-precision floating-point computations, ACM TOMS 7 (1981)",
    "J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates, Discrete & Computational Geometry 18 (1997)",
    "G. Da Graça and D. Defour, Implementation of float-float operators on graphics hardware, RNC7 (2006)",
    "A. Thall, Extended-precision floating-point numbers for GPU computation (2007)",
];

/// Both, and the misprints of the tables, as markup.
pub fn said() -> String {
    let mut html = String::from("<h2>What else the CUDA handbook says (2013)</h2><ul class=\"remarks\">");
    for (section, fact) in SAID {
        html.push_str(&["<li>", &sentence(fact), " <small>", section, "</small></li>"].concat());
    }
    html.push_str("</ul><h2>Misprints of Tables 8.12 and 8.13</h2><ul class=\"remarks\">");
    MISPRINTS.iter().for_each(|slip| html.push_str(&["<li>", &sentence(slip), "</li>"].concat()));
    html.push_str("</ul><h2>Further reading, after its list (8.3.7)</h2><ul class=\"remarks\">");
    READING.iter().for_each(|title| html.push_str(&["<li>", &sentence(title), "</li>"].concat()));
    html.push_str("</ul>");
    html
}
