//! What each lesson is called. A list of its own, so that a search names lessons without downloading them.

/// The name of a lesson in an address, its title, and what one learns, in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Title {
    /// Its name in an address.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What one learns, in a sentence.
    pub about: &'static str,
}

const fn title(name: &'static str, title: &'static str, about: &'static str) -> Title {
    Title { name, title, about }
}

pub(super) const READING: Title = title("reading", "Reading a float", "Three fields and one hidden bit: what 32 bits say.");
pub(super) const SPACING: Title =
    title("spacing", "Spacing and ulps", "Floats are dense near zero and sparse far out, and the gap has a name.");
pub(super) const MODES: Title = title("modes", "The four modes", "Two candidates stand beside every exact result, and the mode chooses.");
pub(super) const TIES: Title =
    title("ties", "Ties, and why even", "Exactly half way, the candidate with a zero at its end wins, and sums do not drift.");
pub(super) const SUBNORMALS: Title =
    title("subnormals", "Subnormals and gradual underflow", "The numbers just above zero fill a hole, and pay with precision.");
pub(super) const FLUSH: Title =
    title("flush", "Flush to zero", "What `.ftz` does to operands and results, and where exactly its border lies.");
pub(super) const FUSED: Title =
    title("fused", "fma against mul and add", "One rounding instead of two: usually better, sometimes surprising.");
pub(super) const CANCELLATION: Title = title(
    "cancellation",
    "Cancellation and 2Sum",
    "A subtraction of close numbers loses nothing; it shows what was lost before. And how to catch it.",
);
pub(super) const HALF: Title =
    title("half", "From float to half", "Eight exponent bits become five, 23 fraction bits become ten, all by integer arithmetic.");
pub(super) const UNIT: Title =
    title("unit", "How a special function unit works", "A row of a table and a parabola: six functions approximated by one unit.");
pub(super) const SINE: Title =
    title("sine", "Why sin loses accuracy", "The table is accurate. The error is made earlier, when the angle is reduced.");
pub(super) const NAN: Title =
    title("nan", "NaN and signed zero on GPUs", "Which NaN comes out, which operand a minimum takes, and what the sign of zero is for.");
pub(super) const DIVISION: Title =
    title("division", "Exact division from an approximate reciprocal", "A GPU has no divider: it guesses, and then asks how wrong it was.");
pub(super) const TENSOR: Title =
    title("tensor", "How a tensor core adds", "All products meet in one window of bits; what stands below it is gone without a rounding.");

pub(super) const ERRORS: Title =
    title("errors", "How errors add up", "What one rounding does, why some formulas enlarge it, and how another formula does not.");
pub(super) const SUMS: Title =
    title("sums", "Sums: loop, tree, Kahan", "The same numbers in another order, and a loop that remembers what it lost.");
pub(super) const COMPENSATED: Title =
    title("compensated", "More that fma can do", "Differences of products, sums of two, and dot products in twice the precision.");
pub(super) const TWICE: Title = title("twice", "Rounded twice", "When a detour over more bits is harmless, and when it is not.");
pub(super) const SIXTEEN: Title =
    title("sixteen", "f16 and bf16", "Digits or range: what sixteen bits can hold, and why gradients are scaled.");
pub(super) const PRINTING: Title =
    title("printing", "Printing and reading", "How many digits tell two floats apart, and what a log hides.");
pub(super) const COMPARING: Title = title("comparing", "Comparing floats", "Equal, nearly equal, and so many ulps apart.");
pub(super) const FAST: Title = title("fast-math", "Fast math, flag by flag", "What each flag changes, and where results break.");
pub(super) const HOST: Title =
    title("cpu-gpu", "Why a CPU and a GPU differ", "Contraction, order and libraries: three reasons, none of them a bug.");
pub(super) const NARROW: Title =
    title("fp8-fp4", "fp8 and fp4", "Saturation, a scale for a block, a neighbour that costs, and rounding by dice.");
