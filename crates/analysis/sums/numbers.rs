//! The numbers: pasted, or made from a seed; each rounded once into its format, and all as they are added.

use crate::exact::Exact;
use crate::number::{BF16, E4M3, E5M2, F16, F32, F64, Format, Kind as Read, Random, unpack};
use crate::rounding::{Literal, Mode, Rules, read, round, round_into};

/// The most numbers that are added.
pub const LIMIT: usize = 1 << 20;

/// The formats of numbers, each with those in which they are added, narrowest first.
pub const ADDED_IN: [(&Format, &[&Format]); 6] = [
    (F32::ROW, &[F32::ROW, F64::ROW]),
    (F16::ROW, &[F16::ROW, F32::ROW, F64::ROW]),
    (BF16::ROW, &[BF16::ROW, F32::ROW, F64::ROW]),
    (F64::ROW, &[F64::ROW]),
    (E4M3::ROW, &[F16::ROW, F32::ROW]),
    (E5M2::ROW, &[F16::ROW, F32::ROW]),
];

/// What sort of numbers is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Evenly from 0 to 1.
    Uniform,
    /// Evenly from -1 to 1.
    Signed,
    /// Twelve even ones less their mean: nearly normal, with a deviation of 1.
    Normal,
    /// 0.1, each time.
    Tenths,
    /// 1, 1/2, 1/3 and so on.
    Harmonic,
    /// The same with signs in turn: ln 2 in the end.
    Alternating,
    /// Magnitudes of all sizes from 2^-10 to 2^10.
    Sizes,
    /// The same, then a 1, then the same with minus signs: the sum is 1, or 0 where their count is even.
    Cancelling,
}

/// Every kind, with its name in an address and in words.
pub const KINDS: [(Kind, &str, &str); 8] = [
    (Kind::Uniform, "uniform", "even, 0 to 1"),
    (Kind::Signed, "signed", "even, −1 to 1"),
    (Kind::Normal, "normal", "nearly normal"),
    (Kind::Tenths, "tenths", "all 0.1"),
    (Kind::Harmonic, "harmonic", "1, 1/2, 1/3, …"),
    (Kind::Alternating, "alternating", "1, −1/2, 1/3, …"),
    (Kind::Sizes, "sizes", "of all sizes"),
    (Kind::Cancelling, "cancelling", "that cancel"),
];

/// In which order the numbers stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Sort {
    /// As they come.
    #[default]
    None,
    /// The smallest magnitudes first.
    Up,
    /// The largest magnitudes first.
    Down,
}

/// Every order of numbers, with its name in an address and in words.
pub const SORTS: [(Sort, &str, &str); 3] =
    [(Sort::None, "given", "as given"), (Sort::Up, "up", "smallest first"), (Sort::Down, "down", "largest first")];

/// Numbers in their format and in the one in which they are added.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// The format of the numbers.
    pub format: &'static Format,
    /// The format in which they are added: at least as wide.
    pub within: &'static Format,
    /// Their bits.
    pub codes: Vec<u64>,
    /// The same numbers in the format in which they are added.
    pub wide: Vec<u64>,
}

impl Numbers {
    /// Numbers to be added in a format of [`ADDED_IN`].
    pub fn new(format: &'static Format, within: &'static Format, mut codes: Vec<u64>, sort: Sort) -> Numbers {
        let magnitude = |bits: &u64| bits & !format.sign_mask();
        match sort {
            Sort::None => {}
            Sort::Up => codes.sort_by_key(magnitude),
            Sort::Down => codes.sort_by_key(|bits| core::cmp::Reverse(magnitude(bits))),
        }
        let wide = codes.iter().map(|code| converted(format, within, *code)).collect();
        Numbers { format, within, codes, wide }
    }

    /// The narrowest format in which they can be added.
    pub fn narrowest(&self) -> &'static Format {
        ADDED_IN.iter().find(|row| row.0 == self.format).map_or(self.within, |row| row.1[0])
    }
}

/// Bits of one format in another, rounded once to nearest.
#[inline]
pub(crate) fn converted(from: &'static Format, to: &'static Format, bits: u64) -> u64 {
    if from == to {
        return bits;
    }
    let number = unpack(from, bits);
    let sign = if number.exact.negative { to.sign_mask() } else { 0 };
    match number.kind {
        Read::Nan => to.default_nan,
        Read::Infinity => sign | to.infinity().unwrap_or(to.default_nan),
        Read::Finite if number.exact.is_zero() => sign,
        Read::Finite => round(to, number.exact, &Rules::ieee(Mode::Rn)).bits,
    }
}

/// The number of a text in a format, rounded once to nearest. The error is a sentence.
pub fn number(word: &str, format: &'static Format) -> Result<u64, String> {
    let literal = read(word).map_err(|error| format!("`{word}` {}.", error.0.trim_end_matches('.')))?;
    match literal {
        Literal::Bits { width, .. } if width != format.width() => {
            Err(format!("`{word}` is a pattern of {width} bits; one of {} has {}.", format.name, format.width()))
        }
        _ => Ok(literal.to_bits(format, Mode::Rn).0),
    }
}

/// The words of a text: what stands between blanks, commas, semicolons or brackets.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || ",;[](){}".contains(letter)).filter(|word| !word.is_empty())
}

impl Kind {
    /// So many numbers from a seed, from one place on. They do not depend on where one begins.
    pub fn make(self, format: &'static Format, seed: u64, count: usize, places: core::ops::Range<usize>) -> Vec<u64> {
        let tenth = read("0.1").map_or(0, |literal| literal.to_bits(format, Mode::Rn).0);
        places.map(|place| self.one(format, seed, count, place, tenth)).collect()
    }

    fn one(self, format: &'static Format, seed: u64, count: usize, place: usize, tenth: u64) -> u64 {
        // A word of the seed's stream is a seed of its own: the streams of neighbours have words in common.
        let own = |place: usize| Random::new(Random::stream(seed, place as u32).word());
        let mut random = own(place);
        let rounded = |negative: bool, magnitude: u128, exponent: i32| match magnitude {
            0 => 0,
            _ => round_into(format, Exact { negative, magnitude, exponent }, Mode::Rn).0,
        };
        let sizes = |place: usize| {
            let mut random = own(place);
            let power = random.below(21) as i32 - 10;
            rounded(false, u128::from(random.word() >> 12 | 1 << 52), power - 52)
        };
        match self {
            Kind::Uniform => rounded(false, u128::from(random.word() >> 11), -53),
            Kind::Signed => rounded(random.flip(), u128::from(random.word() >> 11), -53),
            Kind::Normal => {
                let sum: i128 = (0..12).map(|_| i128::from(random.word() >> 11)).sum::<i128>() - (6 << 53);
                rounded(sum < 0, sum.unsigned_abs(), -53)
            }
            Kind::Tenths => tenth,
            Kind::Harmonic | Kind::Alternating => {
                let (whole, by) = (1_u128 << 110, place as u128 + 1);
                // The lowest bit stands for the rest of the quotient.
                let quotient = (whole / by) | u128::from(whole % by != 0);
                rounded(self == Kind::Alternating && place % 2 == 1, quotient, -110)
            }
            Kind::Sizes => sizes(place),
            Kind::Cancelling => match place.cmp(&(count / 2)) {
                core::cmp::Ordering::Less => sizes(place),
                core::cmp::Ordering::Equal if count % 2 == 1 => format.one(),
                _ => sizes(count - 1 - place) | format.sign_mask(),
            },
        }
    }
}
