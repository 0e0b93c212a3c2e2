//! The terms of the field, each in a sentence or two of our own.

/// A term.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// The term.
    pub name: &'static str,
    /// Other words for it, and words under which one would look for it.
    pub also: &'static str,
    /// How a text spells it, with commas, where that is not the headword or its plural.
    spelled: &'static str,
    /// What it means; `2^k` is a power, backticks are code.
    pub meaning: &'static str,
}

const fn term(name: &'static str, also: &'static str, meaning: &'static str) -> Term {
    Term { name, also, spelled: "", meaning }
}

impl Term {
    const fn spelled(self, spelled: &'static str) -> Term {
        Term { spelled, ..self }
    }

    /// How English texts spell it.
    pub fn spellings(&self) -> Vec<String> {
        match self.spelled {
            "" => vec![self.name.to_owned(), [self.name, "s"].concat()],
            spelled => spelled.split(", ").map(str::to_owned).collect(),
        }
    }
}

/// The terms, in alphabetical order.
#[rustfmt::skip]
pub const TERMS: &[Term] = &[
    term("2Prod", "two product error-free transformation", "A product and its error as two floats: p is a · b rounded, and one fused multiply-add gives e = a · b − p, exactly unless it underflows."),
    term("2Sum", "two sum error-free transformation Knuth Møller Fast2Sum", "Six additions that give the rounded sum of two floats and, exactly, what the rounding lost. Fast2Sum needs three if the larger one comes first.").spelled("2Sum, Fast2Sum"),
    term("absolute error", "", "The difference between a result and the true value. Near a zero of the function it says more than a relative error."),
    term("bfloat16", "bf16", "A single with its lower 16 bits cut off: the range of a single, 8 significant bits.").spelled("bfloat16, bf16"),
    term("bias", "biased exponent excess", "What is subtracted from the exponent field to get the exponent: 15 in a half, 127 in a single, 1023 in a double."),
    term("binade", "octave", "The numbers between two powers of two. All of them have the same spacing."),
    term("block scale", "microscaling MX MXFP8 MXFP4 NVFP4 scale factor UE8M0", "One factor shared by a block of narrow numbers, a power of two or a narrow float, so that few bits reach as far as the block's largest number.").spelled("block scale, MXFP4, NVFP4"),
    term("cancellation", "catastrophic loss of significance", "Nearby numbers are subtracted. Within a factor of two of each other their difference is exact, but the errors that the operands already had are now a large part of it.").spelled("cancellation, cancels, cancelled"),
    term("canonical NaN", "default NaN", "The NaN that an instruction gives when it keeps no operand's payload: `7fffffff` for MUFU and, as NVIDIA's tools fold constants, in single precision; `7fff` in half."),
    term("condition number", "conditioning ill-conditioned", "By how much a function enlarges a small relative error of its operand, whoever computes it. Near 1, 1 − x has a large one.").spelled("condition number, badly conditioned, conditioned, conditioning"),
    term("contraction", "fmad fp-contract fusing", "A compiler turns a product and a sum into one fused multiply-add. nvcc does this unless you write `-fmad=false`. There is one rounding less, so results differ in their last bits.").spelled("contraction, contract, contracted, contracts"),
    term("correct rounding", "correctly rounded crlibm", "The result is the exact one, rounded once. IEEE 754 demands it for add, sub, mul, div, sqrt and fma. For sin, exp and similar functions almost nobody promises it.").spelled("correct rounding, correctly rounded, rounded correctly, rounds correctly"),
    term("denormal", "denormalised", "Another word for subnormal, used in NVIDIA's older texts."),
    term("directed rounding", "rm rp rz down up", "Rounding that always goes the same way: towards zero, towards minus infinity or towards plus infinity.").spelled("directed rounding, directed mode"),
    term("double", "fp64 float64 binary64 double precision", "64 bits: 1 sign, 11 exponent, 52 fraction.").spelled("double, double precision"),
    term("double rounding", "twice innocuous", "Rounding a result that was rounded before. The first rounding can land exactly on a tie of the second, which then goes the wrong way.").spelled("double rounding, two roundings"),
    term("E4M3", "fp8 float8", "An 8-bit format with 4 exponent and 3 fraction bits, without infinities: the largest number is 448."),
    term("E5M2", "fp8 float8", "An 8-bit format with 5 exponent and 2 fraction bits: the upper half of a half."),
    term("epsilon", "machine epsilon eps FLT_EPSILON DBL_EPSILON", "The distance from 1 to the next larger number: 2^-10 in a half, 2^-23 in a single, 2^-52 in a double. Some books mean half of it.").spelled("epsilon"),
    term("exponent", "", "The power of two that scales a number. It is stored with a bias, so that positive numbers order like their bits."),
    term("faithful rounding", "", "One of the two neighbours of the true value, not always the nearer one: an error below 1 ulp."),
    term("flag", "exception inexact underflow overflow invalid division by zero", "IEEE 754 demands this note when a result is inexact, overflows, underflows, divides by zero or is invalid. NVIDIA's hardware keeps no flags; this page shows them anyway.").spelled("exception flag, exception flags"),
    term("FMZ", "multiply by zero", "A modifier of machine code: subnormals become zero, and a zero makes a product +0, even with infinity or NaN."),
    term("fraction", "mantissa", "The stored bits after the point of the significand. The one before the point of a normal number is not stored.").spelled("fraction, fraction bits, fraction field, bits of fraction"),
    term("ftz", "flush to zero daz", "Subnormal operands and results become zeros and keep their sign. In PTX it is the modifier `.ftz`, for single and half precision; arithmetic in doubles has none.").spelled("flush to zero, flushed to zero, flushed, flushes, flushing, flush"),
    term("fused multiply-add", "fma fmad", "a · b + c with one rounding at the end, where a product followed by a sum has two.").spelled("fused multiply-add, fma"),
    term("gradual underflow", "", "Below the smallest normal number the spacing stays the same down to zero, so that x - y is zero only when x equals y."),
    term("guard bit", "G", "The first bit after the last place that is kept. It is worth half a unit in the last place."),
    term("half", "fp16 float16 binary16 half precision __half range", "16 bits: 1 sign, 5 exponent, 10 fraction. The largest number is 65504.").spelled("half precision, largest half, smallest half, subnormal half, subnormal halves, f16"),
    term("hex float", "hexadecimal literal %a", "A spelling that shows the bits: `0x1.8p3` is 1.5 · 2^3. In PTX, `0f41400000` gives all bits of a single."),
    term("implicit bit", "hidden bit leading one", "The one before the point of every normal number. It is not stored; a zero exponent field means that there is none.").spelled("implicit bit, implicit one, hidden one, hidden leading one"),
    term("infinity", "inf overflow", "The result of an overflow or of a division by zero. The exponent field is all ones and the fraction is zero.").spelled("infinity, infinities, infinite"),
    term("interval arithmetic", "bracket enclosure", "Every operation is done twice, rounded down and rounded up, so that the true value stays between the two results.").spelled("interval arithmetic, interval"),
    term("Kahan summation", "compensated summation Neumaier", "A sum that carries along what its roundings lost and adds it to the next number. Its error hardly grows with the count.").spelled("Kahan summation, Kahan’s correction, Kahan’s loop"),
    term("last place", "lsb least significant", "The lowest bit of the significand; its weight is one ulp."),
    term("magnitude", "absolute value", "A number without its sign; in bits, everything below the sign bit."),
    term("Markstein's theorem", "division newton residual", "From a quotient within an ulp and a correctly rounded reciprocal, one exact residual and one fused multiply-add give the correctly rounded quotient. The code of `div.rn` works in this way.").spelled("Markstein"),
    term("maximum integer", "largest consecutive flintmax", "Up to 2^p, with p significant bits, every whole number has a pattern of its own: 2^11 in a half, 2^24 in a single, 2^53 in a double.").spelled("maximum integer"),
    term("MUFU", "multi-function unit sfu special function unit", "The machine instruction of the special function unit: reciprocal, square roots, sine, cosine, logarithm and power of two by table and interpolation.").spelled("MUFU, special function unit"),
    term("NaN", "not a number quiet signaling payload invalid", "Not a number: the result of 0/0 or of the root of a negative number. The exponent field is all ones, and the fraction is not zero.").spelled("NaN, NaNs, not a number"),
    term("normal number", "normalised", "A number with an implicit leading one and all of its significant bits.").spelled("normal number, normal numbers, normal single"),
    term("overflow", "", "A result beyond the largest number. It becomes an infinity, or the largest number where the rounding points the other way.").spelled("overflow, overflows"),
    term("payload", "", "The fraction bits of a NaN below its quiet bit. The PTX manual supports them in double precision and leaves single precision open."),
    term("precision", "significant bits", "How many bits a significand has with its implicit one: 11 in a half, 24 in a single, 53 in a double.").spelled("precision, significant bits"),
    term("quiet NaN", "qNaN", "A NaN whose top fraction bit is set. It passes through operations without raising a flag.").spelled("quiet NaN, quiet bit"),
    term("range reduction", "RRO argument", "It brings an operand into the short interval that a table covers: an angle into a quadrant, a power into a whole part and a fraction."),
    term("relative error", "", "The difference between a result and the true value as a share of the true value."),
    term("round bit", "R", "The second bit after the last place that is kept. It is worth a quarter of a unit in the last place."),
    term("rounding mode", "rn rz rm rp rounding direction", "The rule for a result between two numbers. It goes to the nearest (`.rn`), towards zero (`.rz`), down (`.rm`) or up (`.rp`). CUDA's names end in _rn, _rz, _rd and _ru.").spelled("rounding mode, rounding modes, modes"),
    term("SASS", "machine code assembly", "The machine instructions that a GPU runs; PTX is translated into them for each generation."),
    term("sat", "saturate clamp", "The modifier `.sat` brings a result into the interval from 0 to 1; a NaN becomes +0.").spelled("sat"),
    term("sign bit", "", "The top bit: 1 for minus. Zeros, infinities and NaNs have one too."),
    term("signaling NaN", "sNaN", "A NaN whose top fraction bit is zero. By IEEE 754, arithmetic makes it quiet."),
    term("signed zero", "negative zero minus zero -0 +0", "Zero has two patterns, +0 and -0. They are equal, and yet 1/+0 is +Inf and 1/-0 is -Inf.").spelled("signed zero, sign of zero, two zeros"),
    term("significand", "mantissa", "The digits of a number: 1.fraction for a normal one, 0.fraction for a subnormal one."),
    term("single", "fp32 float float32 binary32 single precision", "32 bits: 1 sign, 8 exponent, 23 fraction.").spelled("single, singles, single precision"),
    term("split-K", "reduction order", "A long sum is cut into parts that run side by side and are added at the end: another order than a loop's, so other last bits."),
    term("Sterbenz's lemma", "exact subtraction", "If neither of two positive floats is more than twice the other, their difference is a float: subtracting them rounds nothing.").spelled("Sterbenz, Sterbenz’ theorem"),
    term("sticky bit", "S", "A bit that is one if any bit below the round bit is one. Alone it decides nothing. With the guard bit, the round bit, the last bit kept and the sign it decides every rounding."),
    term("stochastic rounding", "rs random bits", "Rounding up or down by chance, the nearer neighbour being likelier, so that small additions are right on average. In PTX `.rs`, with bits from a register."),
    term("subnormal", "subnormal number denormal denormals subnormals gradual underflow", "A number below the smallest normal one. It has no implicit one and fewer significant bits the smaller it is.").spelled("subnormal, subnormals, subnormal number, subnormal numbers"),
    term("TF32", "tensorfloat", "The format in which tensor cores read singles: 8 exponent and 10 fraction bits in a 32-bit register."),
    term("tie", "half way", "A value exactly half way between two neighbours. Rounding to nearest takes the one whose last bit is 0."),
    term("ties to even", "nearest even round half banker's bankers rounding", "The rule of `.rn`: of two numbers equally near, the one whose last bit is 0 is taken, so that errors do not drift.").spelled("ties to even, nearest-even, to even"),
    term("ulp", "unit in the last place", "The distance between neighbouring numbers where a value lies. Rounded to nearest, a result is off by at most half an ulp; in the other modes, by less than one.").spelled("ulp, ulps, unit in the last place"),
    term("underflow", "", "A result too small for a normal number. It becomes subnormal, or zero with `.ftz`.").spelled("underflow, underflows"),
    term("unit roundoff", "u half epsilon", "Half of epsilon: the largest relative error of rounding to nearest, 2^-24 in single and 2^-11 in half precision."),
];
