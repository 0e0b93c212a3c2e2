//! What can be looked for, and what of it an instruction cannot show, with the reason.

macro_rules! goals {
    ($($goal:ident $key:literal $name:literal $about:literal;)*) => {
        /// Something that operands can show.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Goal {
            $(#[doc = $about] $goal,)*
        }
        impl Goal {
            /// Every goal.
            pub const ALL: &[Goal] = &[$(Goal::$goal,)*];
            /// A word for an address.
            pub const fn key(self) -> &'static str {
                match self { $(Goal::$goal => $key,)* }
            }
            /// A name of a few words.
            pub const fn name(self) -> &'static str {
                match self { $(Goal::$goal => $name,)* }
            }
            /// What is looked for, in a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Goal::$goal => $about,)* }
            }
        }
    };
}

#[rustfmt::skip]
goals! {
    Tie        "tie"        "an exact tie"                   "The exact result lies half way between two numbers.";
    Modes      "modes"      ".rn unlike .rz"                 "Rounding to nearest and towards zero give different bits.";
    Carry      "carry"      "a carry into the exponent"      "All bits of the significand are ones, and rounding carries into the next power of two.";
    Overflow   "overflow"   "overflow by rounding alone"     "The exact result is below what would follow the largest number, and only rounding makes it too large.";
    Subnormal  "subnormal"  "a subnormal result"             "The result is below the smallest normal number.";
    Smallest   "smallest"   "rounded up to normal"           "The exact result is just below the smallest normal number and rounds up to it.";
    Underflow  "underflow"  "lost to zero"                   "The exact result is not zero, the rounded one is.";
    Flush      "ftz"        ".ftz changes the result"        "The same instruction with and without .ftz gives different bits.";
    Saturate   "sat"        ".sat changes the result"        "The same instruction with and without .sat gives different bits.";
    Cancel     "cancel"     "total cancellation"             "Two terms that are not zero cancel to an exact zero.";
    Fused      "fused"      "fma unlike mul and add"         "Rounding the product before the addition gives other bits.";
    Wide       "wide"       "rounded twice, on the way"      "Rounding to a wider format first, f64 for singles and f32 for halves, and to this one afterwards gives other bits.";
    Narrow     "narrow"     "rounded twice, to half or single" "Rounding the result once more, to the next narrower format, gives other bits than rounding the exact result to it at once.";
    Reciprocal "reciprocal" "quotient unlike reciprocal"     "Multiplying with the reciprocal gives other bits than dividing.";
    Approx     "approx"     "approximate unlike exact"       "The approximate and the correctly rounded instruction give different bits.";
    Worst      "worst"      "the approximation's worst"      "Operands whose results are furthest from the true value.";
    Invalid    "invalid"    "an invalid operation"           "Operands that are numbers give a NaN.";
    Signaling  "snan"       "a signaling NaN"                "An operand is a signaling NaN.";
    MinusZero  "zero"       "a result of -0"                 "The result is the negative zero.";
}

impl Goal {
    /// The goal of that word.
    pub fn named(key: &str) -> Option<Goal> {
        Goal::ALL.iter().copied().find(|goal| goal.key() == key)
    }
}
