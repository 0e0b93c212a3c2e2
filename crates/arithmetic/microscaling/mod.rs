//! Blocks: numbers that share a scale factor, made narrow and read back.
//!
//! All is exact but what a format rounds: the scale factor once, and the quotient of each number and its factors once, to nearest. A kernel
//! that divides singles first, or multiplies by a rounded reciprocal, rounds more often, and its codes can differ where a quotient is close to a tie.

mod recipe;

pub use recipe::{PER_TENSOR, RECIPES, Recipe, ScaleRule};

use crate::exact::{Exact, Natural};
use crate::number::{F32, Format, Pattern};
use crate::rounding::{self, Flags, Literal, Mode, NanRule, Range, Rounded, Rules, Subnormals, round};
use crate::trace::Scaled;

/// How many numbers are taken at once.
pub const NUMBERS: usize = 64;

/// What became of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// Its value is kept.
    Exact,
    /// It was rounded.
    Rounded,
    /// It lies beyond the largest number of the format, which stands for it.
    Saturated,
    /// It is too small and became a zero.
    Flushed,
    /// Its block has no scale factor: a number of it is infinite or a NaN.
    Lost,
}

impl Fate {
    /// It in a word.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Exact => "exact",
            Fate::Rounded => "rounded",
            Fate::Saturated => "saturated",
            Fate::Flushed => "flushed",
            Fate::Lost => "lost",
        }
    }
}

/// One number of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The single that was given.
    pub number: Pattern,
    /// Its code.
    pub code: Pattern,
    /// What the code means with the block's factors; None where the block is lost.
    pub value: Option<Scaled>,
    /// What became of it.
    pub fate: Fate,
    /// By how much the magnitude of the value is too large (or, negative, too small), in millionths of the number's; None where nothing can
    /// be said.
    pub error: Option<i64>,
}

/// Numbers that share a scale factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The number of the largest magnitude; None where all are zeros.
    pub largest: Option<Pattern>,
    /// The scale factor, a NaN where the block is lost.
    pub scale: Pattern,
    /// The numbers in order.
    pub elements: Vec<Element>,
}

/// Reads numbers between blanks, commas, semicolons or brackets as singles, each rounded once to nearest. The error is a sentence.
pub fn numbers(text: &str) -> Result<Vec<u64>, String> {
    let words = listed(text).split(|letter: char| letter.is_whitespace() || ",;[](){}".contains(letter)).filter(|word| !word.is_empty());
    let mut all = Vec::new();
    for word in words {
        if all.len() == NUMBERS {
            return Err(format!("At most {NUMBERS} numbers are taken at once."));
        }
        let literal = rounding::read(word).map_err(|error| format!("`{word}` {}.", error.0.trim_end_matches('.')))?;
        if let Literal::Bits { width, .. } = literal
            && width != 32
        {
            return Err(format!("`{word}` is a pattern of {width} bits; one of a single has 32."));
        }
        all.push(literal.to_bits(F32::ROW, Mode::Rn).0);
    }
    if all.is_empty() { Err("There is no number here.".into()) } else { Ok(all) }
}

/// What stands in the brackets of `x = [1, 2]` and of `np.array([1, 2])`; of another text all.
fn listed(text: &str) -> &str {
    let (Some(open), Some(close)) = (text.find('['), text.rfind(']')) else { return text };
    let (before, behind) = (text[..open].trim_end(), text.get(close + 1..).unwrap_or(""));
    let is_call = before.ends_with('(') && matches!(behind.trim(), ")" | ");");
    let is_given = before.ends_with('=') && matches!(behind.trim(), "" | ";");
    if is_call || is_given { text.get(open..=close).unwrap_or(text) } else { text }
}

/// The bits of a single that can be a tensor scale: a number above zero.
pub fn is_tensor_scale(bits: u64) -> bool {
    (1..0x7f80_0000).contains(&bits)
}

/// The tensor scale of a text; None where it stands for no number above zero.
pub fn read_tensor_scale(text: &str) -> Option<u64> {
    let literal = rounding::read_or_power(text).ok()?;
    Some(literal.to_bits(F32::ROW, Mode::Rn).0).filter(|bits| is_tensor_scale(*bits))
}

/// An exact quotient: a sign, two integers and a power of two. The factors of a divisor together have at most 48 bits.
struct Quotient {
    negative: bool,
    over: u64,
    under: u64,
    exponent: i32,
}

impl Quotient {
    fn of(number: Exact<u64>) -> Quotient {
        Quotient { negative: number.negative, over: number.magnitude, under: 1, exponent: number.exponent }
    }

    fn divided_by(self, number: Exact<u64>) -> Quotient {
        let zeros = number.magnitude.trailing_zeros();
        Quotient { under: self.under * (number.magnitude >> zeros), exponent: self.exponent - number.exponent - zeros as i32, ..self }
    }

    /// In a format, the largest number in place of anything beyond it. Not of a zero, nor by one. A code has at most 8 bits and is divided by 32
    /// at most, so a quotient has 31 bits and a sticky one. For a wide scale factor, which is divided by 8 bits at most, it has 55.
    fn rounded(&self, format: &'static Format, mode: Mode) -> Rounded {
        let raise = self.over.leading_zeros() - 1;
        let over = self.over << raise;
        let magnitude = (over / self.under) << 1 | u64::from(!over.is_multiple_of(self.under));
        let value = Exact { negative: self.negative, magnitude, exponent: self.exponent - raise as i32 - 1 };
        round(format, value, &Rules { mode, subnormals: Subnormals::Keep, range: Range::Finite, nan: NanRule::Canonical })
    }
}

/// The largest number of a format.
fn largest_of(format: &'static Format) -> Exact<u64> {
    Pattern::new(format, format.largest()).unpacked().exact
}

/// The number of the largest magnitude that is finite and not zero.
fn largest(numbers: &[u64]) -> Option<Pattern> {
    let magnitude = |bits: &u64| bits & !F32::FORMAT.sign_mask();
    let found = numbers.iter().copied().filter(|bits| Pattern::new(F32::ROW, *bits).is_finite()).max_by_key(magnitude)?;
    (magnitude(&found) != 0).then(|| Pattern::new(F32::ROW, found))
}

/// The tensor scale of numbers, as the bits of a single: with it the largest magnitude becomes the largest number, times the largest scale
/// factor where blocks have one. 1 where a recipe has none, and for zeros.
pub fn tensor_scale(numbers: &[u64], recipe: &Recipe) -> u64 {
    let Some(largest) = largest(numbers).filter(|_| recipe.has_tensor_scale()) else { return F32::FORMAT.one() };
    let magnitude = Exact { negative: false, ..largest.unpacked().exact };
    let quotient = Quotient::of(magnitude).divided_by(largest_of(recipe.element));
    let quotient = if recipe.is_per_tensor() { quotient } else { quotient.divided_by(largest_of(recipe.scale)) };
    quotient.rounded(F32::ROW, Mode::Rn).bits.max(1)
}

/// Makes numbers (the bits of singles) narrow, block by block. `tensor`, the bits of a single above zero, counts where scale factors are no
/// powers of two. A rule that the recipe does not have stands for its usual one.
pub fn quantize(numbers: &[u64], recipe: &Recipe, rule: ScaleRule, tensor: u64) -> Vec<Block> {
    numbers.chunks(recipe.size.max(1)).map(|numbers| block(numbers, recipe, rule, tensor)).collect()
}

/// A block's scale factor alone, and each code.
pub fn codes(numbers: &[u64], recipe: &Recipe, rule: ScaleRule, tensor: u64, mut take: impl FnMut(u64)) -> u64 {
    let (_, factors) = factors(numbers, recipe, rule, tensor);
    numbers.iter().for_each(|bits| take(code(Pattern::new(F32::ROW, *bits), recipe, &factors).0.bits));
    factors.scale.bits
}

/// A block's scale factor alone, and of each number its exact value, that of its code, and whether it lies beyond the largest; nothing where
/// the block is lost.
pub fn values(
    numbers: &[u64],
    recipe: &Recipe,
    rule: ScaleRule,
    tensor: u64,
    mut take: impl FnMut(Exact<u64>, Exact<u64>, bool),
) -> Pattern {
    let (_, factors) = factors(numbers, recipe, rule, tensor);
    for bits in numbers.iter().filter(|_| !factors.scale.is_nan()) {
        let number = Pattern::new(F32::ROW, *bits);
        let (code, beyond) = code(number, recipe, &factors);
        take(number.unpacked().exact, meaning(code, &factors), beyond);
    }
    factors.scale
}

/// What every quotient of a block is divided by: its scale factor, and the tensor scale where blocks have both.
struct Factors {
    scale: Pattern,
    tensor: Exact<u64>,
}

/// The number of the largest magnitude, and the factors.
fn factors(numbers: &[u64], recipe: &Recipe, rule: ScaleRule, tensor: u64) -> (Option<Pattern>, Factors) {
    let one = !recipe.has_tensor_scale() || recipe.is_per_tensor();
    let both = Pattern::new(F32::ROW, if one { F32::FORMAT.one() } else { tensor }).unpacked().exact;
    let is_lost = |bits: &u64| !Pattern::new(F32::ROW, *bits).is_finite();
    let lost = numbers.iter().any(is_lost) || both.is_zero() || both.negative || (recipe.is_per_tensor() && !is_tensor_scale(tensor));
    let largest = largest(numbers);
    let scale = match largest {
        _ if lost => recipe.scale.default_nan,
        _ if recipe.is_per_tensor() => tensor,
        None => 0,
        Some(largest) => {
            let magnitude = Exact { negative: false, ..largest.unpacked().exact };
            let quotient = || Quotient::of(magnitude).divided_by(largest_of(recipe.element)).divided_by(both);
            match recipe.rule(rule) {
                ScaleRule::Nearest => quotient().rounded(recipe.scale, Mode::Rn).bits,
                ScaleRule::Up => quotient().rounded(recipe.scale, Mode::Rp).bits,
                ScaleRule::Down => quotient().rounded(recipe.scale, Mode::Rz).bits,
                power => recipe.scale.power(exponent(magnitude, recipe.element, power)),
            }
        }
    };
    (largest, Factors { scale: Pattern::new(recipe.scale, scale), tensor: both })
}

fn block(numbers: &[u64], recipe: &Recipe, rule: ScaleRule, tensor: u64) -> Block {
    let (largest, factors) = factors(numbers, recipe, rule, tensor);
    let elements = numbers.iter().map(|bits| element(Pattern::new(F32::ROW, *bits), recipe, &factors)).collect();
    Block { largest, scale: factors.scale, elements }
}

/// The exponent of the power of two that divides a block of some largest magnitude.
fn exponent(magnitude: Exact<u64>, element: &'static Format, rule: ScaleRule) -> i32 {
    let floor = magnitude.leading() - element.emax();
    let places = u64::BITS - magnitude.magnitude.leading_zeros();
    let up = match rule {
        ScaleRule::Ceil => !magnitude.magnitude.is_power_of_two(),
        // It carries where the digits that the format has, and the next one, are all ones.
        ScaleRule::Round => {
            let digits = element.precision() + 1;
            places >= digits && (magnitude.magnitude >> (places - digits)).trailing_ones() == digits
        }
        ScaleRule::Widening => {
            let most = largest_of(element);
            let most = Exact { exponent: most.exponent + floor, ..most };
            compare(&magnitude.into(), &most.into()).is_gt()
        }
        _ => false,
    };
    floor + i32::from(up)
}

/// A number's code, and whether the number lies beyond the largest one. A NaN where the block is lost.
fn code(number: Pattern, recipe: &Recipe, factors: &Factors) -> (Pattern, bool) {
    let format = recipe.element;
    if factors.scale.is_nan() {
        return (Pattern::new(format, format.default_nan), false);
    }
    let (given, scale) = (number.unpacked().exact, factors.scale.unpacked().exact);
    let zero = if given.negative && !format.encoding.has_unsigned_zero() { format.sign_mask() } else { 0 };
    let (code, beyond) = if given.is_zero() || scale.is_zero() {
        (zero, false)
    } else {
        let rounded = Quotient::of(given).divided_by(scale).divided_by(factors.tensor).rounded(format, Mode::Rn);
        (rounded.bits, rounded.flags.contains(Flags::OVERFLOW))
    };
    (Pattern::new(format, code), beyond)
}

/// What a code means: exactly, since its factors have at most 52 bits together.
fn meaning(code: Pattern, factors: &Factors) -> Exact<u64> {
    code.unpacked().exact.times::<u64>(factors.scale.unpacked().exact).times(factors.tensor)
}

fn element(number: Pattern, recipe: &Recipe, factors: &Factors) -> Element {
    let (code, beyond) = code(number, recipe, factors);
    if factors.scale.is_nan() {
        return Element { number, code, value: None, fate: Fate::Lost, error: None };
    }
    let value = Scaled::from(meaning(code, factors));
    let original = Scaled::from(number.unpacked().exact);
    let order = compare(&value, &original);
    let own = code.unpacked().exact;
    let fate = match () {
        () if order.is_eq() => Fate::Exact,
        () if beyond => Fate::Saturated,
        () if own.is_zero() => Fate::Flushed,
        () => Fate::Rounded,
    };
    let error = share(&value, &original).map(|share| if order.is_lt() { -share } else { share });
    Element { number, code, value: Some(value), fate, error }
}

/// Two magnitudes, moved to one place.
fn aligned(a: &Scaled, b: &Scaled) -> (Natural, Natural) {
    let low = a.exponent.min(b.exponent);
    let moved = |number: &Scaled| number.magnitude.shifted_left((number.exponent - low).unsigned_abs());
    (moved(a), moved(b))
}

fn compare(a: &Scaled, b: &Scaled) -> core::cmp::Ordering {
    let (a, b) = aligned(a, b);
    a.cmp(&b)
}

/// The difference of two magnitudes in millionths of the second, rounded down; None where that is zero and the first is not.
fn share(value: &Scaled, original: &Scaled) -> Option<i64> {
    let (value, original) = aligned(value, original);
    let off = if value >= original { value.minus(&original) } else { original.minus(&value) };
    if off.is_zero() {
        return Some(0);
    }
    if original.is_zero() {
        return None;
    }
    let (quotient, power) = off.times_small_plus(1_000_000, 0).divided_sticky(&original);
    // At least a hundred bits stand above the point of a quotient near 1.
    let whole = (power < 0).then(|| quotient.checked_shr(power.unsigned_abs()).unwrap_or(0));
    whole.and_then(|whole| i64::try_from(whole).ok())
}

impl Block {
    /// How many numbers have a fate.
    pub fn count(&self, fate: Fate) -> usize {
        self.elements.iter().filter(|element| element.fate == fate).count()
    }
}
