//! Programs worth reading: how exact results come from approximate ones, and how an error of rounding is caught as a number.
//!
//! The Newton sequences are those of NVIDIA's assembler for operands well inside the range (read off ptxas 12.9), written in PTX; the
//! assembler's code for the ends of the range is left out.

/// A program with values to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// A name of a few words.
    pub title: &'static str,
    /// What it shows, in a sentence or two.
    pub about: &'static str,
    /// The statements.
    pub text: &'static str,
    /// Registers and the bits to start with.
    pub registers: &'static [(&'static str, u64)],
    /// The register that holds the result.
    pub result: &'static str,
}

/// Every example.
pub const EXAMPLES: &[Example] = &[
    Example {
        title: "Fused against two roundings",
        about: "a · b + c where the product's rounding error is all that remains: fma keeps it, mul and add lose it.",
        text: "\
.reg .f32 %a, %b, %c, %t, %u, %v;
mul.rn.f32 %t, %a, %b;
add.rn.f32 %u, %t, %c;
fma.rn.f32 %v, %a, %b, %c;
",
        registers: &[("%a", 0x3f80_0800), ("%b", 0x3f80_0800), ("%c", 0xbf80_1000)],
        result: "%v",
    },
    Example {
        title: "2Sum: the error of an addition",
        about: "s is the rounded sum of a and b, and e is exactly what the rounding lost: s + e = a + b (Knuth; Møller).",
        text: "\
.reg .f32 %a, %b, %s, %e, %x, %y, %da, %db;
add.rn.f32 %s, %a, %b;
sub.rn.f32 %x, %s, %a;
sub.rn.f32 %y, %s, %x;
sub.rn.f32 %db, %b, %x;
sub.rn.f32 %da, %a, %y;
add.rn.f32 %e, %da, %db;
",
        registers: &[("%a", 0x3f80_0000), ("%b", 0x3340_0001)],
        result: "%e",
    },
    Example {
        title: "2Product: the error of a multiplication",
        about: "p is the rounded product of a and b, and e is exactly what the rounding lost: p + e = a · b. One fma does it.",
        text: "\
.reg .f32 %a, %b, %p, %np, %e;
mul.rn.f32 %p, %a, %b;
neg.f32 %np, %p;
fma.rn.f32 %e, %a, %b, %np;
",
        registers: &[("%a", 0x3f80_0001), ("%b", 0x3f80_0003)],
        result: "%e",
    },
    Example {
        title: "Double-float addition",
        about: "Two singles hold a number of about 49 bits: (ah, al) + (bh, bl) with 2Sum and a renormalisation.",
        text: "\
.reg .f32 %ah, %al, %bh, %bl, %s, %e, %x, %y, %da, %db, %t, %zh, %zl;
add.rn.f32 %s, %ah, %bh;
sub.rn.f32 %x, %s, %ah;
sub.rn.f32 %y, %s, %x;
sub.rn.f32 %db, %bh, %x;
sub.rn.f32 %da, %ah, %y;
add.rn.f32 %e, %da, %db;
add.rn.f32 %t, %al, %bl;
add.rn.f32 %e, %e, %t;
add.rn.f32 %zh, %s, %e;
sub.rn.f32 %t, %zh, %s;
sub.rn.f32 %zl, %e, %t;
",
        registers: &[("%ah", 0x3eaa_aaab), ("%al", 0xb22a_aaab), ("%bh", 0x3f2a_aaab), ("%bl", 0xb2aa_aaab)],
        result: "%zh",
    },
    Example {
        title: "1/x from an approximation",
        about: "rcp.rn.f32 for x well inside the range: MUFU's reciprocal, its residual, one Newton step.",
        text: "\
.reg .f32 %x, %nx, %y, %e, %r;
rcp.approx.ftz.f32 %y, %x;
neg.f32 %nx, %x;
fma.rn.f32 %e, %nx, %y, 1.0;
fma.rn.f32 %r, %y, %e, %y;
",
        registers: &[("%x", 0x4040_0000)],
        result: "%r",
    },
    Example {
        title: "√x from an approximation",
        about: "sqrt.rn.f32 for x well inside the range: a reciprocal root, its product with x, the residual, one step.",
        text: "\
.reg .f32 %x, %y, %s, %ns, %h, %e, %r;
rsqrt.approx.ftz.f32 %y, %x;
mul.rn.ftz.f32 %s, %x, %y;
mul.rn.ftz.f32 %h, %y, 0.5;
neg.f32 %ns, %s;
fma.rn.f32 %e, %ns, %s, %x;
fma.rn.f32 %r, %e, %h, %s;
",
        registers: &[("%x", 0x4000_0000)],
        result: "%r",
    },
    Example {
        title: "a/b from an approximation",
        about: "div.rn.f32 for operands well inside the range: the reciprocal is refined once, then the quotient twice by its residual.",
        text: "\
.reg .f32 %a, %b, %nb, %y, %e, %q, %r;
rcp.approx.ftz.f32 %y, %b;
neg.f32 %nb, %b;
fma.rn.f32 %e, %nb, %y, 1.0;
fma.rn.f32 %y, %y, %e, %y;
mul.rn.f32 %q, %a, %y;
fma.rn.f32 %r, %nb, %q, %a;
fma.rn.f32 %q, %y, %r, %q;
fma.rn.f32 %r, %nb, %q, %a;
fma.rn.f32 %q, %y, %r, %q;
",
        registers: &[("%a", 0x3f80_0000), ("%b", 0x4040_0000)],
        result: "%q",
    },
    Example {
        title: "1/x in double precision",
        about: "rcp.rn.f64 for x well inside the range: 20 bits from the special function unit, a step of third order, a Newton step.",
        text: "\
.reg .f64 %x, %nx, %y, %e;
rcp.approx.ftz.f64 %y, %x;
neg.f64 %nx, %x;
fma.rn.f64 %e, %nx, %y, 1.0;
fma.rn.f64 %e, %e, %e, %e;
fma.rn.f64 %y, %y, %e, %y;
fma.rn.f64 %e, %nx, %y, 1.0;
fma.rn.f64 %y, %y, %e, %y;
",
        registers: &[("%x", 0x4008_0000_0000_0000)],
        result: "%y",
    },
    Example {
        title: "√x in double precision",
        about: "sqrt.rn.f64 for x well inside the range: 20 bits of 1/√x, a step of third order, then the root's own residual.",
        text: "\
.reg .f64 %x, %nx, %y, %t, %e, %c, %s, %ns, %h, %r;
rsqrt.approx.ftz.f64 %y, %x;
neg.f64 %nx, %x;
mul.rn.f64 %t, %y, %y;
fma.rn.f64 %e, %nx, %t, 1.0;
fma.rn.f64 %c, %e, 0.375, 0.5;
mul.rn.f64 %e, %y, %e;
fma.rn.f64 %y, %c, %e, %y;
mul.rn.f64 %s, %x, %y;
mul.rn.f64 %h, %y, 0.5;
neg.f64 %ns, %s;
fma.rn.f64 %e, %ns, %s, %x;
fma.rn.f64 %r, %e, %h, %s;
",
        registers: &[("%x", 0x4000_0000_0000_0000)],
        result: "%r",
    },
    Example {
        title: "a/b in double precision",
        about: "div.rn.f64 for operands well inside the range: the refined reciprocal, the quotient, and its residual.",
        text: "\
.reg .f64 %a, %b, %nb, %y, %e, %q, %r;
rcp.approx.ftz.f64 %y, %b;
neg.f64 %nb, %b;
fma.rn.f64 %e, %nb, %y, 1.0;
fma.rn.f64 %e, %e, %e, %e;
fma.rn.f64 %y, %y, %e, %y;
fma.rn.f64 %e, %nb, %y, 1.0;
fma.rn.f64 %y, %y, %e, %y;
mul.rn.f64 %q, %a, %y;
fma.rn.f64 %r, %nb, %q, %a;
fma.rn.f64 %q, %r, %y, %q;
",
        registers: &[("%a", 0x3ff0_0000_0000_0000), ("%b", 0x4008_0000_0000_0000)],
        result: "%q",
    },
    Example {
        title: "Two singles in one register",
        about: "f32x2 adds both halves of a 64-bit register at once; mov packs and unpacks them.",
        text: "\
.version 8.8
.target sm_100
.reg .b64 %rd<3>;
.reg .f32 %f<6>;
mov.b64 %rd1, {%f1, %f2};
mov.b64 %rd2, {%f3, 0f3F000000};
add.rn.f32x2 %rd0, %rd1, %rd2;
mov.b64 {%f4, %f5}, %rd0;
",
        registers: &[("%f1", 0x3f80_0000), ("%f2", 0x4000_0000), ("%f3", 0x4040_0000)],
        result: "%f4",
    },
];
