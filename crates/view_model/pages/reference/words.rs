//! The reference's own words: what each instruction and each modifier is about, and examples worth running.

use semantics::instruction::{Family, Modifier, Type};

/// What is said of a mnemonic.
pub struct Entry {
    /// The mnemonic.
    pub mnemonic: &'static str,
    /// Its title in plain words.
    pub title: &'static str,
    /// What it computes, as a formula.
    pub formula: &'static str,
    /// Sentences that belong to no single form.
    pub notes: &'static [&'static str],
    /// Instructions to run and what they show.
    pub examples: &'static [(&'static str, &'static str)],
}

const FUSING: &str = "Without a rounding modifier the compiler may join the instruction with another into a multiply-add. With a written one, such as `.rn`, the manual says that it is “treated conservatively”.";
const NAN_32: &str = "The manual leaves open which NaN a single-precision result is and warns against relying on it, since later chips may keep payloads. Here it is 7fffffff, which an H100 gives.";
const NAN_64: &str = "The manual says that doubles keep NaN payloads. Of two NaNs the result is that of b, made quiet, as on an H100.";
const IEEE: &str = "With a rounding modifier the instruction complies with IEEE 754, as the manual says.";
const FIRST: &str = "On sm_1x the single-precision form flushes subnormal operands and results, as `.ftz` does on every target.";
const MAPPED: &str = "Before sm_13 the rounded f64 form needs `.target sm_10, map_f64_to_f32`, which made doubles singles, in one half of their 64 bits. ptxas 13.5 ignores that word before sm_13 and refuses it from sm_13 on. Here the f64 form needs sm_13.";
const PREFERRED: &str = "If one operand is a NaN, the other is the result. The result is a NaN only if all operands are, or if `.NaN` is written and one of them is.";
const SIGNS: &str =
    "`.xorsign` takes the signs before `.abs` drops them. It exists with two operands only, and neither of the two changes a NaN.";
const REDUCED: &str = "The angle is first turned into a part of a turn: two bits for the quadrant, 23 after them. The constant (1/2π, or 2/π on sm_50 to sm_62) has 24 bits. The product is cut to 24 bits, on sm_50 to sm_62 to 31 or 32. So the absolute error grows with the angle. Beyond ±100π the manual offers a best effort and no bound.";
const FLUSHED: &str = "The manual says that subnormal numbers are supported without `.ftz`. The code of ptxas is the same with and without it, and flushes them; so does this page.";

const HIGH: &str = "rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 take the upper word of a, a format of its own (1 sign, 11 exponent, 20 fraction bits). They place their result in the upper word of d and clear the lower one. A NaN gives 7fffffff00000000.";

const VIDEO: &str = "a and b may be bytes (.b0) or halves (.h1) of registers. The result is joined with c by .add, .min or .max, or is a part of c: %r0.b2. With .sat ptxas makes code that does not clamp as the manual says, so that does not run here.";
const RELATIONS: &str = "With a NaN, .eq .ne .lt .le .gt .ge are all false, and .equ to .geu are all true. Both zeros are equal. Integers have .eq to .ge; those without a sign also .lo, .ls, .hi and .hs, which mean the same as .lt to .ge, and bits only .eq and .ne.";

const UNTOUCHED: &str = "The bits of the operand that is taken are copied as they are, those of a NaN too.";

const CLAMPED: &str = "A number beyond the range of an integer type gives the nearest end of the range. A NaN gives 0; from .f64, or to a type of 64 bits, it gives the pattern with only the top bit set.";

const MEMORY: &str = "Without a state space the address is a generic one. A hint to a cache changes no value.";

const ORDERS: &str =
    "`.relaxed`, `.acquire` and `.release` with a scope order the access among other threads; threads that run in turns see no difference.";

const WAITING: &str =
    "Nobody waits for threads that have ended. If a thread waits for ever, the run ends and says which thread waits where.";

const ATOMICS: &str =
    "A sum of singles flushes subnormal numbers in `.global` and not in `.shared`. Who comes first is open: the sum depends on it.";

const SPACE: &str = "Here every address is a generic one, so that cvta changes no bit.";

#[rustfmt::skip]
pub(crate) const ENTRIES: &[Entry] = &[
    Entry { mnemonic: "testp", title: "Test a property", formula: "p = property(a)", notes: &["Zero counts as normal."],
        examples: &[("testp.subnormal.f32 %p0, 0f00000001;", "The smallest positive number is subnormal."), ("testp.normal.f64 %p0, 0d0000000000000000;", "Zero counts as normal.")] },
    Entry { mnemonic: "copysign", title: "Copy a sign", formula: "d = |b| with the sign of a", notes: &["No number is looked at: NaNs and infinities take the sign like any other pattern."],
        examples: &[("copysign.f32 %f0, 0fBF800000, 0f40400000;", "The sign of -1 on 3.")] },
    Entry { mnemonic: "add", title: "Add", formula: "d = a + b", notes: &[IEEE, FUSING, FIRST, NAN_32, NAN_64],
        examples: &[("add.rn.f32 %f0, 0f3F800000, 0f33800000;", "Half an ulp above 1 is exactly half way: the even candidate wins."), ("add.rp.f32 %f0, 0f3F800000, 0f00000001;", "However little is added, rounding up gives the next number."), ("add.ftz.f32 %f0, 0f00400000, 0f00400000;", "Both operands are flushed, so a sum that would be normal is zero."), ("add.rm.f32 %f0, 0f3F800000, 0fBF800000;", "A sum that cancels is -0 only when rounding down."), ("add.rn.satfinite.e4m3x4.e2m1x4 %r0, %rs1, %r2;", "On sm_100a, four sums at once: numbers of 4 bits are added to numbers of 8 bits, and each sum is rounded once."), ("add.rz.bf16x2.f32x2.f32x2 %r0, %rd1, %rd2;", "On sm_107a, two sums of singles, cut to bfloat16.")] },
    Entry { mnemonic: "sub", title: "Subtract", formula: "d = a - b", notes: &[IEEE, FUSING, FIRST, NAN_32, NAN_64],
        examples: &[("sub.rn.f32 %f0, 0f3F800001, 0f3F800000;", "Nearby numbers subtract exactly."), ("sub.sat.f32 %f0, 0f3F800000, 0f40000000;", "A negative result is clamped to +0."), ("sub.e5m2x4.ue8m0x4 %r0, %r1, %r2;", "On sm_100a, powers of two less numbers of 8 bits.")] },
    Entry { mnemonic: "mul", title: "Multiply", formula: "d = a · b", notes: &[IEEE, FUSING, FIRST, NAN_32, NAN_64],
        examples: &[("mul.rn.f32 %f0, 0f3F800001, 0f3F800001;", "A product of 24-bit significands has up to 48 bits."), ("mul.rn.f32 %f0, 0f1F800001, 0f1F800000;", "A product below the smallest normal number has fewer bits: this one is rounded."), ("mul.rz.f32 %f0, 0f7F7FFFFF, 0f40000000;", "Rounding towards zero never overflows to infinity."), ("mul.e4m3x4.e2m1p4x4.ue8m0x4 %r0, %r1, %r2;", "On sm_100a, four numbers of 4 bits, each in a byte of its own, times a scale factor each."), ("mul.bf16x2.bf16x2.f16x2 %r0, %r1, %r2;", "On sm_107a, bfloat16 numbers times halves.")] },
    Entry { mnemonic: "fma", title: "Fused multiply-add", formula: "d = a · b + c", notes: &["The product is not rounded: only the sum is. From sm_20 on mad with a rounding modifier is the same instruction.", NAN_32, NAN_64],
        examples: &[("fma.rn.f32 %f0, 0f3F800001, 0f3F800001, 0fBF800002;", "The result is the last bit of the product, which mul and add would lose."), ("fma.rn.f32 %f0, 0f3F8CCCCD, 0f3F8CCCCD, 0f3DCCCCCD;", "1.1 · 1.1 + 0.1 with one rounding."), ("fma.rn.e4m3x4.ue8m0x4.e2m3x4 %r0, %r1, %r2, %r3;", "On sm_100a, numbers of 6 bits times their scale factors, added to numbers of 8 bits."), ("fma.rn.f32x2.f16x2.f32x2.f32x2 %rd0, %r1, %rd2, %rd3;", "On sm_107a, a half times a single plus a single, twice.")] },
    Entry { mnemonic: "mad", title: "Multiply-add", formula: "d = a · b + c", notes: &["From sm_20 on mad with a rounding modifier is fma. On sm_1x mad.f32 cuts the product to 24 significant bits and keeps its exponent; mul would round the bits and limit the exponent. With c = ±0 it gives what mul and add give.", "Where code for sm_1x is compiled for a chip of sm_20 while it runs, mad.f32 becomes fma.rn.ftz.f32: results can differ slightly, and the manual promises no compatibility.", NAN_32, NAN_64],
        examples: &[("mad.rz.f32 %f0, 0f3F800001, 0f3F800001, 0f3F800000;", "On sm_20 and later: one rounding, towards zero.")] },
    Entry { mnemonic: "div", title: "Divide", formula: "d = a / b", notes: &[MAPPED, "`.approx` and `.full` are sequences of machine instructions; for divisors beyond 2^126 `.approx` gives zero, or NaN for an infinite dividend."],
        examples: &[("div.rn.f32 %f0, 0f3F800000, 0f40400000;", "A third, correctly rounded."), ("div.approx.f32 %f0, 0f7F000001, 0f7F000001;", "A divisor beyond 2^126: the quotient of equal numbers is zero."), ("div.full.f32 %f0, 0f7F000001, 0f7F000001;", "The same with operands scaled.")] },
    Entry { mnemonic: "abs", title: "Absolute value", formula: "d = |a|", notes: &["abs.f32 of a NaN is 7fffffff here, as on an H100; the manual leaves it open. abs.f64 leaves a NaN as it is, with its sign, as on an H100."],
        examples: &[("abs.ftz.f32 %f0, 0f80000001;", "A subnormal operand is flushed, and its sign goes."), ("abs.f64 %fd0, 0dFFF8000000000001;", "The payload of a NaN in double precision.")] },
    Entry { mnemonic: "neg", title: "Negate", formula: "d = -a", notes: &["neg.f32 of a NaN is 7fffffff here, neg.f64 leaves a NaN as it is: both as on an H100. The manual leaves it open."],
        examples: &[("neg.f32 %f0, 0f00000000;", "The negative of +0 is -0.")] },
    Entry { mnemonic: "min", title: "Minimum", formula: "d = the smallest of a, b (and c)", notes: &[PREFERRED, SIGNS],
        examples: &[("min.f32 %f0, 0f80000000, 0f00000000;", "-0 is smaller than +0."), ("min.f32 %f0, 0f7FC00000, 0f3F800000;", "A NaN loses against a number."), ("min.NaN.f32 %f0, 0f7FC00000, 0f3F800000;", "With `.NaN` it wins.")] },
    Entry { mnemonic: "max", title: "Maximum", formula: "d = the largest of a, b (and c)", notes: &[PREFERRED, SIGNS],
        examples: &[("max.f32 %f0, 0f80000000, 0f00000000;", "+0 is larger than -0."), ("max.xorsign.abs.f32 %f0, 0fC0400000, 0f40000000;", "The larger magnitude with the product's sign.")] },
    Entry { mnemonic: "rcp", title: "Reciprocal", formula: "d = 1 / a", notes: &["Up to PTX 1.3 rcp.f32 is rcp.approx.ftz.f32 and rcp.f64 is rcp.rn.f64.", HIGH, MAPPED],
        examples: &[("rcp.rn.f32 %f0, 0f40400000;", "A third, correctly rounded."), ("rcp.approx.ftz.f32 %f0, 0f40400000;", "A third from the unit's table."), ("rcp.approx.ftz.f64 %fd0, 0d4008000000000000;", "A third, from the upper word only.")] },
    Entry { mnemonic: "sqrt", title: "Square root", formula: "d = √a", notes: &["The root of -0 is -0; of any other negative number, NaN. With `.ftz` a negative subnormal number counts as -0.", MAPPED],
        examples: &[("sqrt.rn.f32 %f0, 0f40000000;", "The root of 2, correctly rounded."), ("sqrt.approx.f32 %f0, 0f40000000;", "The same approximated.")] },
    Entry { mnemonic: "rsqrt", title: "Reciprocal square root", formula: "d = 1 / √a", notes: &[HIGH, "The manual says that rsqrt.approx.f64 is emulated in software and relatively slow."],
        examples: &[("rsqrt.approx.f32 %f0, 0f40000000;", "One over the root of 2."), ("rsqrt.approx.ftz.f64 %fd0, 0d4000000000000000;", "The same from the upper word of a double.")] },
    Entry { mnemonic: "sin", title: "Sine", formula: "d = sin(a)", notes: &[REDUCED, FLUSHED],
        examples: &[("sin.approx.f32 %f0, 0f3F060A92;", "30 degrees."), ("sin.approx.f32 %f0, 0f49742400;", "A million radians: only the reduction's bits are left.")] },
    Entry { mnemonic: "cos", title: "Cosine", formula: "d = cos(a)", notes: &[REDUCED, FLUSHED],
        examples: &[("cos.approx.f32 %f0, 0f3F860A92;", "60 degrees.")] },
    Entry { mnemonic: "lg2", title: "Logarithm to base 2", formula: "d = log₂(a)", notes: &[],
        examples: &[("lg2.approx.f32 %f0, 0f41000000;", "The logarithm of 8."), ("lg2.approx.f32 %f0, 0f00000001;", "The smallest subnormal number is scaled first.")] },
    Entry { mnemonic: "ex2", title: "2 to a power", formula: "d = 2ᵃ", notes: &[],
        examples: &[("ex2.approx.f32 %f0, 0f3F000000;", "The root of 2."), ("ex2.approx.ftz.f32 %f0, 0fC2FE0000;", "2 to the power -127 would be subnormal: flushed.")] },
    Entry { mnemonic: "tanh", title: "Hyperbolic tangent", formula: "d = tanh(a)", notes: &["Small operands, subnormal ones among them, pass through: there the function is its argument.", "The manual speaks of a value in radians; a hyperbolic tangent knows no angle."],
        examples: &[("tanh.approx.f32 %f0, 0f3F800000;", "The tangent of 1, to about 11 bits.")] },
    Entry { mnemonic: "set", title: "Compare into a number", formula: "d = 1.0 or all ones where the relation holds, else 0", notes: &[RELATIONS],
        examples: &[("set.lt.u32.f32 %r0, 0f3F800000, 0f40000000;", "1 is less than 2: all bits are set."), ("set.gtu.f32.f32 %f0, 0f7FFFFFFF, 0f3F800000;", "A NaN is unordered with every number, and .gtu holds for that: 1.0."), ("set.eq.f16x2.f16x2 %r0, %r1, %r2;", "Two halves at once: each answer is 1.0 or 0.")] },
    Entry { mnemonic: "setp", title: "Compare into a predicate", formula: "p = whether the relation holds", notes: &[RELATIONS],
        examples: &[("setp.eq.f32 %p0, 0f80000000, 0f00000000;", "-0 and +0 are equal."), ("setp.lt.and.f32 %p0|%p1, 0f3F800000, 0f40000000, !%p2;", "Joined with a negated predicate; the second predicate takes the opposite answer."), ("setp.ne.f16x2 %p0|%p1, %r1, %r2;", "Two halves: a predicate for each, the lower one's first.")] },
    Entry { mnemonic: "selp", title: "Choose by a predicate", formula: "d = a where c holds, else b", notes: &[UNTOUCHED],
        examples: &[("selp.f32 %f0, 0f3F800000, 0fBF800000, %p1;", "1 where the predicate holds, else -1."), ("selp.f64 %fd0, 0d3FF0000000000000, 0dFFF0000000000001, !%p1;", "By a negated predicate; a signaling NaN stays one.")] },
    Entry { mnemonic: "slct", title: "Choose by a sign", formula: "d = a where c ≥ 0, else b", notes: &["Both zeros are at least zero. A NaN is not, whatever its sign: b is taken.", UNTOUCHED],
        examples: &[("slct.f32.f32 %f0, 0f3F800000, 0f40000000, 0f80000000;", "-0 equals zero: a is taken, where a test of the sign bit would take b."), ("slct.ftz.f32.f32 %f0, 0f3F800000, 0f40000000, 0f80000001;", "A subnormal number below zero is flushed to -0, and a is taken."), ("slct.f64.s32 %fd0, 0d3FF0000000000000, 0d4000000000000000, -1;", "By the sign of an integer.")] },
    Entry { mnemonic: "cvt", title: "Convert", formula: "d = a in another type", notes: &["The first type is that of the destination.", CLAMPED],
        examples: &[("cvt.rni.s32.f32 %r0, 0f40200000;", "2.5 is half way: the even integer is taken."), ("cvt.rzi.u8.f32 %rs0, 0f43FA0000;", "500 lies above the range of 8 bits and is clamped to 255."), ("cvt.rn.f32.s32 %f0, 16777217;", "One more than 2^24 does not fit into a single."), ("cvt.rn.satfinite.e4m3x2.f32 %rs0, 0f43FA0000, 0f3F800000;", "500 lies beyond the largest E4M3, 448; it goes above, 1 below."), ("cvt.rn.relu.f16x2.f32 %r0, 0fBF800000, 0f477FF000;", "Two halves in one register: a negative number becomes +0, 65520 an infinity."), ("cvt.rs.satfinite.e4m3x4.f32 %r0, {0f3F800000, 0f3F8CCCCD, 0f40490FDB, 0f43FA0000}, %r5;", "On sm_100a, four numbers in one register, rounded by random bits: two numbers share 16 of them, the first reads them in reverse."), ("cvt.rn.satfinite.scaled::n1::ue8m0.e2m1x2.f32 %rs0, 0f41800000, 0fC1200000, %rs3;", "On sm_107a, two numbers divided by one scale factor and made narrow, as those of a block of MXFP4 are."), ("cvt.rn.satfinite.s2f6x2.f32 %rs0, 0f3FA00000, 0fC0800000;", "On sm_100a, fixed point in steps of 1/64: 1.25 is one of them, -4 lies below the range.")] },
    Entry { mnemonic: "mul24", title: "Multiply 24 bits", formula: "d = half of the 48 bits of a · b", notes: &["The upper 8 bits of both operands count for nothing."],
        examples: &[("mul24.lo.u32 %r0, 0xff000003, 5;", "The upper byte of a does not count: 15."), ("mul24.hi.s32 %r0, 0x800000, 2;", "The lower 24 bits of a have a sign of their own: -8388608 · 2, without its lowest 16 bits.")] },
    Entry { mnemonic: "mad24", title: "Multiply 24 bits and add", formula: "d = half of the 48 bits of a · b, plus c", notes: &["The upper 8 bits of a and b count for nothing."],
        examples: &[("mad24.lo.u32 %r0, 3, 5, 100;", "15 and 100.")] },
    Entry { mnemonic: "sad", title: "Sum of absolute differences", formula: "d = c + |a - b|", notes: &[],
        examples: &[("sad.u32 %r0, 3, 10, 100;", "The distance is 7, whichever is larger."), ("sad.s32 %r0, -3, 4, 0;", "With signs: 7.")] },
    Entry { mnemonic: "rem", title: "Remainder", formula: "d = the remainder of a / b", notes: &["The quotient is rounded towards zero, so the remainder has the sign of a. A divisor of zero has no documented result: nothing is computed then."],
        examples: &[("rem.s32 %r0, -7, 3;", "-7 is -2 · 3 and -1."), ("rem.u32 %r0, 7, 3;", "7 is 2 · 3 and 1.")] },
    Entry { mnemonic: "popc", title: "Count ones", formula: "d = how many bits of a are 1", notes: &[],
        examples: &[("popc.b32 %r0, 0xf0f0;", "Eight ones."), ("popc.b64 %r0, -1;", "All 64.")] },
    Entry { mnemonic: "clz", title: "Count leading zeros", formula: "d = the number of zeros above the highest 1 of a", notes: &[],
        examples: &[("clz.b32 %r0, 1;", "31 zeros above the lowest bit."), ("clz.b32 %r0, 0;", "All 32.")] },
    Entry { mnemonic: "bfind", title: "Find the highest bit", formula: "d = the place of the highest bit that differs from the sign", notes: &["Where there is none, the result is all ones."],
        examples: &[("bfind.u32 %r0, 0x00010000;", "Bit 16."), ("bfind.s32 %r0, -2;", "In a negative number the highest 0 counts: bit 0."), ("bfind.shiftamt.u32 %r0, 0x00010000;", "A shift to the left by 15 brings it to the top.")] },
    Entry { mnemonic: "brev", title: "Reverse bits", formula: "d = the bits of a in the reverse order", notes: &[],
        examples: &[("brev.b32 %r0, 1;", "The lowest bit becomes the highest.")] },
    Entry { mnemonic: "bfe", title: "Extract a field", formula: "d = the field of c bits of a from place b on", notes: &["The lowest 8 bits of b and c count. A signed field repeats its top bit above itself. A field that reaches beyond the top of a repeats the top bit of a."],
        examples: &[("bfe.u32 %r0, 0x3f9d70a4, 23, 8;", "The exponent field of 1.23: 127."), ("bfe.s32 %r0, 0xf0, 4, 4;", "A field of ones is -1 with a sign.")] },
    Entry { mnemonic: "bfi", title: "Insert a field", formula: "d = b with the lowest e bits of a from place c on", notes: &["The lowest 8 bits of c and e count."],
        examples: &[("bfi.b32 %r0, 128, 0x3f800000, 23, 8;", "1.0 with the exponent field 128: 2.0.")] },
    Entry { mnemonic: "szext", title: "Extend the sign or zeros", formula: "d = the lowest b bits of a, extended", notes: &["`.clamp` takes b from 32 on for the whole number, `.wrap` takes it modulo 32."],
        examples: &[("szext.clamp.s32 %r0, 0xff, 8;", "Eight ones are -1."), ("szext.wrap.u32 %r0, 0x1ff, 8;", "Without a sign: 255.")] },
    Entry { mnemonic: "bmsk", title: "Make a mask", formula: "d = b ones from place a on", notes: &["`.clamp` lets ones beyond the top fall away, `.wrap` takes both numbers modulo 32."],
        examples: &[("bmsk.clamp.b32 %r0, 23, 8;", "The exponent field of a single.")] },
    Entry { mnemonic: "dp4a", title: "Dot product of bytes", formula: "d = c + the sum of the products of four bytes", notes: &["The first type is that of the bytes of a, the second that of the bytes of b. The result has a sign where one of them has."],
        examples: &[("dp4a.u32.u32 %r0, 0x01020304, 0x01010101, 100;", "1 + 2 + 3 + 4, and 100."), ("dp4a.s32.s32 %r0, 0xff, 0x7f, 0;", "-1 · 127.")] },
    Entry { mnemonic: "dp2a", title: "Dot product of halves and bytes", formula: "d = c + the sum of the products of two halves and two bytes", notes: &["`.lo` takes the lower two bytes of b, `.hi` the upper two."],
        examples: &[("dp2a.lo.u32.u32 %r0, 0x00020003, 0x0504, 0;", "3 · 4 + 2 · 5.")] },
    Entry { mnemonic: "addc", title: "Add with carry", formula: "d = a + b + CC.CF", notes: &["CC.CF is the carry that add.cc, addc.cc, mad.cc and madc.cc write; where nobody wrote it, it is 0. A call does not keep it."],
        examples: &[("addc.u32 %r0, 1, 2;", "3, and 4 where a carry came."), ("add.cc.u32 %r0, 0xffffffff, 1; addc.u32 %r1, 0, 0;", "The carry of the lower words is the upper word.")] },
    Entry { mnemonic: "subc", title: "Subtract with borrow", formula: "d = a - b, less 1 where CC.CF is 0", notes: &["After sub.cc and subc.cc, CC.CF is 0 where there was a borrow, else 1, as on an H100. The manual calls it the borrow."],
        examples: &[("sub.cc.u32 %r0, 0, 1; subc.u32 %r1, 5, 0;", "The lower words borrow, and 4 is left above.")] },
    Entry { mnemonic: "madc", title: "Multiply-add with carry", formula: "d = half of a · b, plus c and CC.CF", notes: &["The carry is added; `.cc` also writes the carry of the sum."],
        examples: &[("mad.lo.cc.u32 %r0, 0xffffffff, 2, 2; madc.hi.u32 %r1, 0xffffffff, 2, 0;", "A product of 64 bits and a number, in two steps.")] },
    Entry { mnemonic: "and", title: "And", formula: "d = a & b", notes: &["With `.pred` on predicates."],
        examples: &[("and.b32 %r0, 0xbf800000, 0x7fffffff;", "Clears the sign of -1: 1.0."), ("and.pred %p0, %p1, %p2;", "Both predicates hold.")] },
    Entry { mnemonic: "or", title: "Or", formula: "d = a | b", notes: &["With `.pred` on predicates."],
        examples: &[("or.b32 %r0, 0x3f800000, 0x80000000;", "Sets the sign of 1: -1.0.")] },
    Entry { mnemonic: "xor", title: "Exclusive or", formula: "d = a ^ b", notes: &["With `.pred` on predicates."],
        examples: &[("xor.b32 %r0, 0x40490fdb, 0x80000000;", "Flips the sign of a single.")] },
    Entry { mnemonic: "not", title: "Not", formula: "d = ~a", notes: &["With `.pred` on a predicate."],
        examples: &[("not.b32 %r0, 0;", "All ones.")] },
    Entry { mnemonic: "cnot", title: "Logical not", formula: "d = 1 where a is 0, else 0", notes: &[],
        examples: &[("cnot.b32 %r0, 5;", "Anything but zero gives 0.")] },
    Entry { mnemonic: "lop3", title: "Any logic of three", formula: "d = each bit looked up by the bits of a, b and c", notes: &["The table has a bit for each of the eight cases. It is what the function gives for a = 0xf0, b = 0xcc and c = 0xaa."],
        examples: &[("lop3.b32 %r0, 12, 10, 6, 0x96;", "0xf0 ^ 0xcc ^ 0xaa is 0x96: the exclusive or of three."), ("lop3.b32 %r0, 0xff00, 0x0ff0, 0xffff, 0x80;", "0x80 is the and of three.")] },
    Entry { mnemonic: "shf", title: "Shift two registers", formula: "d = 32 bits of b and a, shifted by c", notes: &["b is the upper word, a the lower one. `.l` gives the upper word after a shift to the left, `.r` the lower one after a shift to the right."],
        examples: &[("shf.l.wrap.b32 %r0, 0x80000000, 1, 1;", "The top bit of a comes into b: 3."), ("shf.r.clamp.b32 %r0, 0, 1, 31;", "The lowest bit of b becomes bit 1.")] },
    Entry { mnemonic: "shl", title: "Shift left", formula: "d = a << b", notes: &["A count beyond the width shifts everything out."],
        examples: &[("shl.b32 %r0, 1, 23;", "The place of the exponent field of a single."), ("shl.b32 %r0, 1, 32;", "Nothing is left.")] },
    Entry { mnemonic: "shr", title: "Shift right", formula: "d = a >> b", notes: &["Signed types repeat the sign above; a count beyond the width counts as the width."],
        examples: &[("shr.u32 %r0, 0x3f800000, 23;", "The exponent field of 1: 127."), ("shr.s32 %r0, -8, 1;", "-4.")] },
    Entry { mnemonic: "prmt", title: "Permute bytes", formula: "d = four bytes of b and a, chosen by c", notes: &["Bytes 0 to 3 are those of a, 4 to 7 those of b. A digit of 8 or more names the byte less 8, and gives the sign of that byte, eight times."],
        examples: &[("prmt.b32 %r0, 0x33221100, 0x77665544, 0x0123;", "The bytes of a in the reverse order."), ("prmt.b32.rc8 %r0, 0x33221100, 0, 2;", "Byte 2, four times.")] },
    Entry { mnemonic: "mov", title: "Move", formula: "d = a", notes: &["Registers in braces are the parts of one register, the first lowest. `_` throws a part away."],
        examples: &[("mov.f32 %f0, 0f3FC00000;", "1.5, as its bits."), ("mov.b64 %rd0, {%r1, %r2};", "Two words become one of 64 bits.")] },
    Entry { mnemonic: "ld", title: "Load", formula: "d = the number in memory at a", notes: &[MEMORY, ORDERS, "`.v2`, `.v4` and `.v8` read so many numbers into registers in braces."],
        examples: &[("ld.global.f32 %f0, [%rd1+4];", "The single 4 bytes after the address in %rd1."), ("ld.param.u64 %rd0, [p];", "A parameter of a kernel.")] },
    Entry { mnemonic: "ldu", title: "Load the same everywhere", formula: "d = the number in memory at a", notes: &["All threads of a warp read one address.", MEMORY],
        examples: &[("ldu.global.f32 %f0, [%rd1];", "For one thread it is ld.")] },
    Entry { mnemonic: "st", title: "Store", formula: "the number in memory at a = b", notes: &[MEMORY, ORDERS],
        examples: &[("st.global.f32 [%rd1], %f2;", "A single goes to memory."), ("st.shared.v2.u32 [%r1], {%r2, %r3};", "Two words in a row.")] },
    Entry { mnemonic: "prefetch", title: "Prefetch", formula: "nothing changes", notes: &["A cache is told what will be read. No value changes."],
        examples: &[("prefetch.global.L2 [%rd1];", "A line comes into the second cache.")] },
    Entry { mnemonic: "prefetchu", title: "Prefetch for all", formula: "nothing changes", notes: &["As prefetch, into the cache of what all threads read."],
        examples: &[("prefetchu.L1 [%rd1];", "No value changes.")] },
    Entry { mnemonic: "applypriority", title: "Set a priority", formula: "nothing changes", notes: &["The second cache is told how long to keep 128 bytes."],
        examples: &[("applypriority.global.L2::evict_normal [%rd1], 128;", "The usual priority again.")] },
    Entry { mnemonic: "discard", title: "Discard", formula: "the memory at a holds anything", notes: &["A read of the 128 bytes before they are written again may find anything, so it does not run here."],
        examples: &[("discard.global.L2 [%rd1], 128;", "The old bytes need not be written back.")] },
    Entry { mnemonic: "isspacep", title: "Test an address", formula: "p = whether the generic address a lies in the space", notes: &[SPACE],
        examples: &[("isspacep.shared %p0, %rd1;", "Whether %rd1 is an address of shared memory.")] },
    Entry { mnemonic: "cvta", title: "Convert an address", formula: "d = a as a generic address, or the other way with .to", notes: &[SPACE],
        examples: &[("cvta.to.global.u64 %rd0, %rd1;", "From a generic address to one of global memory."), ("cvta.shared.u64 %rd0, %rd1;", "From shared memory to a generic address.")] },
    Entry { mnemonic: "shfl", title: "Shuffle", formula: "d = a of another lane", notes: &["A lane that does not take part has no value to give: the run ends there."],
        examples: &[("shfl.sync.down.b32 %r1, %r2, 16, 31, 0xffffffff;", "From the lane sixteen above."), ("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, 0xffffffff;", "Neighbours exchange.")] },
    Entry { mnemonic: "bar", title: "Barrier", formula: "wait for the threads of the block", notes: &[WAITING, "bar is barrier with .aligned: all threads of a warp run the same line."],
        examples: &[("bar.sync 0;", "All threads of the block."), ("bar.red.popc.u32 %r1, 0, %p1;", "And for how many the predicate holds."), ("bar.warp.sync 0xffffffff;", "The threads of a warp.")] },
    Entry { mnemonic: "barrier", title: "Barrier", formula: "wait for the threads of the block", notes: &[WAITING],
        examples: &[("barrier.sync 0;", "All threads of the block."), ("barrier.arrive 1, 64;", "Counts as one of 64 and goes on.")] },
    Entry { mnemonic: "membar", title: "Order memory", formula: "nothing changes", notes: &["Threads that run in turns see no difference."], examples: &[("membar.gl;", "For all threads of the GPU.")] },
    Entry { mnemonic: "fence", title: "Order memory", formula: "nothing changes", notes: &["Threads that run in turns see no difference."], examples: &[("fence.acq_rel.gpu;", "For all threads of the GPU.")] },
    Entry { mnemonic: "nanosleep", title: "Pause", formula: "nothing changes", notes: &[], examples: &[("nanosleep.u32 100;", "For about 100 nanoseconds.")] },
    Entry { mnemonic: "vadd", title: "Add parts", formula: "d = a + b, joined with c", notes: &[VIDEO], examples: &[("vadd.u32.u32.u32 %r0, %r1.b0, %r2.h1;", "A byte and a half.")] },
    Entry { mnemonic: "vsub", title: "Subtract parts", formula: "d = a - b, joined with c", notes: &[VIDEO], examples: &[("vsub.s32.u32.u32 %r0, %r1.b0, %r2.b0;", "The difference of two bytes.")] },
    Entry { mnemonic: "vabsdiff", title: "Distance of parts", formula: "d = |a - b|, joined with c", notes: &[VIDEO], examples: &[("vabsdiff.u32.u32.u32.add %r0, %r1.b0, %r2.b0, %r3;", "A sum of distances.")] },
    Entry { mnemonic: "vmin", title: "Smaller part", formula: "d = the smaller of a and b, joined with c", notes: &[VIDEO], examples: &[("vmin.s32.s32.s32.max %r0, %r1, %r2, %r3;", "Clamped from both sides.")] },
    Entry { mnemonic: "vmax", title: "Larger part", formula: "d = the larger of a and b, joined with c", notes: &[VIDEO], examples: &[("vmax.s32.s32.s32.min %r0, %r1, %r2, %r3;", "Clamped from both sides.")] },
    Entry { mnemonic: "vshl", title: "Shift a part left", formula: "d = a << b, joined with c", notes: &[VIDEO], examples: &[("vshl.u32.u32.u32.clamp.add %r0, %r1, 2, %r2;", "Four times a, plus c.")] },
    Entry { mnemonic: "vshr", title: "Shift a part right", formula: "d = a >> b, joined with c", notes: &[VIDEO], examples: &[("vshr.u32.u32.u32.clamp.add %r0, %r1, 8, %r2;", "The upper bytes of a, plus c.")] },
    Entry { mnemonic: "vmad", title: "Multiply parts and add", formula: "d = a · b + c", notes: &["a and b may be bytes or halves. The product or c may be negated; .po adds 1."], examples: &[("vmad.s32.u32.s32 %r0, %r1.b0, %r2.h0, %r3;", "A step of a filter.")] },
    Entry { mnemonic: "vset", title: "Compare parts", formula: "d = whether a relation holds, joined with c", notes: &[VIDEO], examples: &[("vset.u32.u32.lt.add %r0, %r1.b0, %r2.b0, %r3;", "Counts in c.")] },
    Entry { mnemonic: "mapa", title: "Address in another block", formula: "d = the place of a in the block of rank b", notes: &["A kernel asks for clusters with .reqnctapercluster."], examples: &[("mapa.shared::cluster.u32 %r0, %r1, 1;", "The same place in block 1 of the cluster.")] },
    Entry { mnemonic: "getctarank", title: "Block of an address", formula: "d = the rank of the block that a lies in", notes: &["A kernel asks for clusters with .reqnctapercluster."], examples: &[("getctarank.shared::cluster.u32 %r0, %r1;", "The rank of a block.")] },
    Entry { mnemonic: "griddepcontrol", title: "Depend on a launch", formula: "nothing changes", notes: &["One launch runs here."], examples: &[("griddepcontrol.wait;", "Until the launches before have ended.")] },
    Entry { mnemonic: "setmaxnreg", title: "Hand registers over", formula: "nothing changes", notes: &["A thread has as many registers as it declares."], examples: &[("setmaxnreg.dec.sync.aligned.u32 40;", "On sm_90a, 40 for each thread of the warp.")] },
    Entry { mnemonic: "pmevent", title: "Count an event", formula: "nothing changes", notes: &["A chip's performance monitor counts it."], examples: &[("pmevent 7;", "The event of number 7.")] },
    Entry { mnemonic: "createpolicy", title: "Make a cache policy", formula: "d = how long a cache keeps what an access reads", notes: &["No document says its bits. Accesses with .L2::cache_hint take it; what reads it as a number does not run here."], examples: &[("createpolicy.fractional.L2::evict_last.b64 %rd0, 1.0;", "What is read goes last.")] },
    Entry { mnemonic: "vote", title: "Vote", formula: "d = what the predicates of a warp give", notes: &[WAITING],
        examples: &[("vote.sync.ballot.b32 %r1, %p1, 0xffffffff;", "A bit for each lane."), ("vote.sync.all.pred %p2, %p1, 0xffffffff;", "Whether it holds for all.")] },
    Entry { mnemonic: "match", title: "Match", formula: "d = the lanes with the same a", notes: &[WAITING], examples: &[("match.any.sync.b32 %r1, %r2, 0xffffffff;", "A bit for each lane that holds the same.")] },
    Entry { mnemonic: "activemask", title: "Lanes that run together", formula: "d = a bit for each lane", notes: &["The manual does not say which threads these are. Here they are those that reach the line while the others of the warp wait or have ended."],
        examples: &[("activemask.b32 %r1;", "The lanes that are here.")] },
    Entry { mnemonic: "redux", title: "Join across a warp", formula: "d = the sum, the smallest or another of all a", notes: &[WAITING], examples: &[("redux.sync.add.u32 %r1, %r2, 0xffffffff;", "The sum over the warp.")] },
    Entry { mnemonic: "elect", title: "Elect a lane", formula: "p holds for one lane", notes: &["The manual leaves open which lane it is. Here it is the lowest."], examples: &[("elect.sync %r1|%p1, 0xffffffff;", "One lane of the warp.")] },
    Entry { mnemonic: "atom", title: "Atomic", formula: "d = the number at a, where op(b, it) goes", notes: &[ATOMICS],
        examples: &[("atom.global.add.f32 %f1, [%rd1], %f2;", "A sum in memory, with what lay there before."), ("atom.shared.cas.b32 %r1, [%r2], %r3, %r4;", "A new value where the old one is as expected.")] },
    Entry { mnemonic: "red", title: "Atomic without a result", formula: "the number at a = op(b, it)", notes: &[ATOMICS], examples: &[("red.global.add.f32 [%rd1], %f2;", "A sum in memory.")] },
    Entry { mnemonic: "bra", title: "Branch", formula: "go on at a label", notes: &["With a guard it is the choice of an if or the end of a loop. It needs lines around it."],
        examples: &[("@%p1 bra L;", "To the label L where %p1 holds.")] },
    Entry { mnemonic: "brx", title: "Branch by a number", formula: "go on at one of a list of labels", notes: &["The list is written before it: `t: .branchtargets A, B;`. A number beyond its end is undefined; here it ends the run."],
        examples: &[("brx.idx %r1, t;", "To the label of that number.")] },
    Entry { mnemonic: "call", title: "Call", formula: "run a function", notes: &["Results stand in parentheses before the name, arguments after it. A call by an address ends in the label of a prototype or of a list of functions."],
        examples: &[("call (r), f, (x);", "f runs with x, and its result goes to r.")] },
    Entry { mnemonic: "ret", title: "Return", formula: "go back to the line after the call", notes: &["In a kernel it ends the thread."],
        examples: &[("ret;", "Nothing behind it runs.")] },
    Entry { mnemonic: "exit", title: "Exit", formula: "end the thread", notes: &[],
        examples: &[("@%p1 exit;", "Threads in which %p1 holds are done.")] },
    Entry { mnemonic: "trap", title: "Trap", formula: "end the run", notes: &["On a chip the kernel fails and the host is told."],
        examples: &[("trap;", "Nothing behind it runs.")] },
    Entry { mnemonic: "brkpt", title: "Breakpoint", formula: "end the run", notes: &["On a chip a debugger takes over."],
        examples: &[("brkpt;", "Nothing after it runs.")] },
];

/// What is said of a mnemonic, if it is known.
pub fn entry(mnemonic: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.mnemonic == mnemonic)
}

/// What a modifier does, in a sentence.
pub fn explain(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Rn => "Rounds to the nearest number; exactly half way, to the one whose last bit is 0.",
        Modifier::Rz => "Rounds towards zero: what does not fit is cut off.",
        Modifier::Rm => "Rounds towards negative infinity.",
        Modifier::Rp => "Rounds towards positive infinity.",
        Modifier::Approx => {
            "Takes the fast approximation. The bound on its error is the manual's; the badge shows how well its bits are known."
        }
        Modifier::Full => "Approximates over the full range: operands are scaled first. Not rounded as IEEE 754 asks.",
        Modifier::Ftz => "Flushes subnormal operands and results to zero of their sign.",
        Modifier::Sat => "Clamps the result to [0, 1]; a NaN becomes +0.",
        Modifier::NaN => "A NaN operand makes the result the canonical NaN.",
        Modifier::Xorsign => "The result's sign is the exclusive or of the operands' signs. Only together with .abs.",
        Modifier::Relu => "A result with a minus sign becomes +0; a NaN becomes the canonical one.",
        Modifier::Oob => "An operand that stands for an element out of bounds makes the result +0. No document gives the bits of that NaN.",
        Modifier::Rna => "Rounds to the nearest number; exactly half way, away from zero.",
        Modifier::Pzo => "A result of -0 becomes +0, whether the number was zero or too small.",
        Modifier::ScaledN1 => {
            "One scale factor, a power of two, divides every number before it is converted; subnormal numbers are flushed first."
        }
        Modifier::ScaledN2 => {
            "Each number has a scale factor, a power of two: a conversion to the narrow format divides by it, one from it multiplies by it."
        }
        Modifier::Rs => "Adds random bits below the last place and cuts off what does not fit: the carry decides.",
        Modifier::Abs => "Magnitudes are compared, and the result is a magnitude.",
        Modifier::Finite => "True for zeros, subnormal and normal numbers.",
        Modifier::Infinite => "True for the two infinities.",
        Modifier::Number => "True for everything but NaN.",
        Modifier::NotANumber => "True for NaNs.",
        Modifier::Normal => "True for normal numbers and zeros.",
        Modifier::Subnormal => "True for subnormal numbers.",
        Modifier::Type(0, Type::F32) => "Single precision: 1 sign, 8 exponent and 23 fraction bits.",
        Modifier::Type(0, Type::F64) => "Double precision: 1 sign, 11 exponent and 52 fraction bits.",
        Modifier::Type(0, Type::F32x2) => "Two singles in one 64-bit register, computed side by side.",
        Modifier::Rni => "Rounds to the nearest whole number; half way between two, to the even one.",
        Modifier::Rzi => "Rounds to a whole number towards zero.",
        Modifier::Rmi => "Rounds to a whole number towards negative infinity.",
        Modifier::Rpi => "Rounds to a whole number towards positive infinity.",
        other => other.words(),
    }
}

/// What a place of a syntax line that offers a choice is about.
pub fn explain_family(family: Family) -> &'static str {
    match family {
        Family::Rounding => "The rounding mode: .rn, .rz, .rm or .rp.",
        Family::Question => "The property: .finite, .infinite, .number, .notanumber, .normal or .subnormal.",
        Family::Comparison => {
            "The relation: .eq, .ne, .lt, .le, .gt or .ge; with a u after it, one that holds for a NaN too; .num or .nan."
        }
        Family::Boolean => "How the answer is joined with the predicate c: .and, .or or .xor.",
        Family::WholeRounding => "The rounding to a whole number: .rni, .rzi, .rmi or .rpi.",
        Family::Type => "The type: one of these. A conversion names that of its destination first.",
        Family::SourceType => "The type of the source: one of these.",
        Family::SecondSourceType => "The type of the second source: one of these.",
        Family::ThirdSourceType => "The type of the third source: one of these.",
        _ => "One of these.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::{Context, Target, Version, mnemonics};
    use semantics::syntax::parse;

    #[test]
    fn every_mnemonic_has_an_entry() {
        for mnemonic in mnemonics() {
            assert!(entry(mnemonic).is_some_and(|entry| !entry.examples.is_empty()), "{mnemonic}");
        }
        assert!(ENTRIES.iter().all(|entry| mnemonics().any(|mnemonic| mnemonic == entry.mnemonic)));
    }

    /// A sentence that says what becomes of a number is held to the number.
    #[test]
    fn examples_show_what_is_said_of_them() {
        use semantics::register_file::RegisterFile;
        use semantics::rounding::Flags;
        let rounded = |text: &str| {
            let run = semantics::language::read(text, &Context::default()).run(&RegisterFile::default());
            run.is_some_and(|run| run.blocks.iter().any(|block| block.flags.contains(Flags::INEXACT)))
        };
        for (text, said) in ENTRIES.iter().flat_map(|entry| entry.examples) {
            for (words, inexact) in
                [("this one is rounded", true), ("correctly rounded", true), ("half way", true), ("subtract exactly", false)]
            {
                assert!(!said.contains(words) || rounded(text) == inexact, "{text}: {said}");
            }
        }
    }

    #[test]
    fn every_example_is_accepted() {
        for (text, said) in ENTRIES.iter().flat_map(|entry| entry.examples) {
            // One for another target says so.
            let named = Target::ALL.iter().find(|target| said.starts_with(&format!("On {target},"))).copied();
            let context = match named {
                Some(target) => Context { target, ptx: Version::NEWEST },
                None => Context { target: Target::SM_90, ..Context::default() },
            };
            let parsed = parse(text, &context);
            let right = parsed.error().is_none() && (parsed.instruction.is_some() || parsed.heading.is_some());
            assert!(right, "{text}: {:?}", parsed.diagnostics);
        }
    }
}
