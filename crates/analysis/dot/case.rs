//! One dot product with all its numbers: read from texts, drawn from a seed, put in another order, computed by a row.

use crate::exact::Exact;
use crate::line::{codes, digits};
use crate::matrix::code;
use crate::number::{Encoding, Format, Pattern, Random};
use crate::rounding::{Mode, round_into};
use crate::tensor_core::{Dot, Grain, NotSparse, Row, Scale, Side, with_zeros};
use crate::trace::Recorder;

/// The most products that a view has room for.
pub const MOST: usize = 256;

/// A row of A, a column of B, an element of C. Codes stand as registers of their own hold them, scales as codes of 8 bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The formats of A, B and D.
    pub formats: [&'static Format; 3],
    /// The codes of A and of B.
    pub codes: [Vec<u64>; 2],
    /// The bits of C.
    pub c: u64,
    /// The kind of the scales, where there are some.
    pub scale: Option<Scale>,
    /// The codes of the scales of A and of B.
    pub scales: [Vec<u64>; 2],
}

/// A list of numbers as people paste it: with blanks, commas or brackets between, as decimals, `2^-12` or bits, `16*0.5` for sixteen of
/// them, or as codes in hexadecimal with nothing between. The error is a sentence.
pub fn read_list(text: &str, format: &'static Format) -> Result<Vec<u64>, String> {
    let parts = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '[' | ']' | '(' | ')' | '{' | '}');
    let mut words = text.split(parts).filter(|word| !word.is_empty());
    if let (Some(word), None) = (words.next(), words.next())
        && is_run(word, digits(format))
    {
        let code = |at: usize| u64::from_str_radix(&word[at..at + digits(format)], 16).unwrap_or(0);
        return within((0..word.len()).step_by(digits(format)).map(code).collect());
    }
    let mut codes = Vec::new();
    for word in text.split(parts).filter(|word| !word.is_empty()) {
        let (count, number) = match word.split_once('*') {
            Some((count, number)) => match count.parse::<usize>() {
                Ok(count) if count <= MOST => (count, number),
                _ => return Err(format!("`{count}` is no count up to {MOST}: `16*0.5` stands for sixteen halves.")),
            },
            None => (1, word),
        };
        let bits = code(number, format)? << format.spare_bits;
        codes.extend(std::iter::repeat_n(bits, count));
    }
    if codes.is_empty() { Err("There are no numbers here.".into()) } else { within(codes) }
}

fn within(codes: Vec<u64>) -> Result<Vec<u64>, String> {
    let count = codes.len();
    if count > MOST { Err(format!("There are {count} numbers; there is room for {MOST}.")) } else { Ok(codes) }
}

/// Whether a word is several codes in hexadecimal and no decimal.
fn is_run(word: &str, width: usize) -> bool {
    let letters = word.bytes().any(|byte| matches!(byte.to_ascii_lowercase(), b'a'..=b'd' | b'f'));
    word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.len().is_multiple_of(width)
        && word.len() > width
        && (letters || word.len() > 16)
}

/// Codes as a text that reads back: shortest decimals, equal neighbours together.
pub fn list(codes: &[u64], format: &'static Format) -> String {
    let mut text = String::new();
    for run in codes.chunk_by(|one, other| one == other) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if run.len() > 1 {
            text.push_str(&format!("{}*", run.len()));
        }
        text.push_str(&spelled(run[0], format));
    }
    text
}

/// A code as a text that reads back: every digit where they are few, else the shortest decimal.
pub fn spelled(code: u64, format: &'static Format) -> String {
    let pattern = Pattern::new(format, code >> format.spare_bits);
    if format.encoding == Encoding::Scale || pattern.is_nan() {
        return ["0x", &pattern.hex()].concat();
    }
    let (_, decimal) = pattern.decimal();
    decimal.strip_suffix(".0").map_or(decimal.clone(), str::to_owned)
}

impl Case {
    /// A case from codes without scales.
    pub fn plain(formats: [&'static Format; 3], a: Vec<u64>, b: Vec<u64>, c: u64) -> Case {
        Case { formats, codes: [a, b], c, scale: None, scales: [Vec::new(), Vec::new()] }
    }

    /// Reads the texts of A, B, C and of the scales of A and B. One number alone stands for all of its list. The error says which text is
    /// meant, counted from 0, and why it is none.
    pub fn read(formats: [&'static Format; 3], scale: Option<Scale>, texts: [&str; 5]) -> Result<Case, (usize, String)> {
        let read = |place: usize, format| read_list(texts[place], format).map_err(|why| (place, why));
        let (mut a, mut b) = (read(0, formats[0])?, read(1, formats[1])?);
        let length = a.len().max(b.len());
        for (codes, place) in [(&mut a, 0), (&mut b, 1)] {
            match codes[..] {
                [only] => *codes = vec![only; length],
                _ if codes.len() == length => {}
                _ => return Err((place, format!("There are {} numbers here and {length} in the other list.", codes.len()))),
            }
        }
        let c = match read(2, formats[2])?[..] {
            [c] => c,
            _ => return Err((2, "c is one number.".into())),
        };
        let mut scales = [Vec::new(), Vec::new()];
        if let Some(scale) = scale {
            let blocks = length.div_ceil(scale.block);
            for (codes, place) in scales.iter_mut().zip([3, 4]) {
                *codes = read(place, scale.format)?;
                match codes[..] {
                    [only] => *codes = vec![only; blocks],
                    _ if codes.len() == blocks => {}
                    _ => return Err((place, format!("{length} elements have {blocks} scales, not {}.", codes.len()))),
                }
            }
        }
        Ok(Case { formats, codes: [a, b], c, scale, scales })
    }

    /// A case from codes as `ulp mma` reads them: A, B, C, and the scales of A and B. The error is a sentence.
    pub fn of_codes(formats: [&'static Format; 3], scale: Option<Scale>, words: &[&str]) -> Result<Case, String> {
        let wanted = if scale.is_some() { 5 } else { 3 };
        if words.len() != wanted {
            return Err(format!("Wanted are {wanted} groups of codes, and {} are given.", words.len()));
        }
        let run = |place: usize, format: &'static Format| {
            let mut all = Vec::new();
            codes(words[place].as_bytes(), 0..words[place].len(), format, &mut all).map_err(|why| why.message).map(|()| all)
        };
        let (a, b, c) = (run(0, formats[0])?, run(1, formats[1])?, run(2, formats[2])?);
        if a.len() != b.len() || a.is_empty() || c.len() != 1 {
            return Err(format!("There are {} codes of A, {} of B and {} of C.", a.len(), b.len(), c.len()));
        }
        let scales = match scale {
            Some(scale) => [run(3, scale.format)?, run(4, scale.format)?],
            None => [Vec::new(), Vec::new()],
        };
        Ok(Case { formats, codes: [a, b], c: c[0], scale, scales })
    }

    /// The line of codes that [`Case::of_codes`] reads.
    pub fn written(&self) -> String {
        let run = |codes: &[u64], format: &'static Format| {
            let width = digits(format);
            codes.iter().map(|code| format!("{code:0width$x}")).collect::<String>()
        };
        let [a, b, d] = self.formats;
        let mut words = vec![run(&self.codes[0], a), run(&self.codes[1], b), run(&[self.c], d)];
        words.extend(self.scale.iter().flat_map(|scale| [0, 1].map(|side: usize| run(&self.scales[side], scale.format))));
        words.join(" ")
    }

    /// A case with numbers of ordinary size from a seed: the same seed gives the same numbers everywhere.
    pub fn drawn(formats: [&'static Format; 3], scale: Option<Scale>, length: usize, seed: u64) -> Case {
        let mut random = Random::new(seed);
        let mut number = |format: &'static Format| {
            let fields = (1u64 << format.exponent_bits) - 2;
            let middle = format.bias as u64;
            let (low, high) = (middle.saturating_sub(4).max(1), (middle + 3).min(fields));
            let exponent = low + random.below(high - low + 1);
            let sign = if random.flip() { format.sign_mask() } else { 0 };
            (sign | exponent << format.fraction_bits | random.word() & format.fraction_mask()) << format.spare_bits
        };
        let [a, b, d] = formats;
        let codes = [a, b].map(|format| (0..length).map(|_| number(format)).collect());
        let c = number(d);
        let blocks = scale.map_or(0, |scale| length.div_ceil(scale.block));
        let mut power = |scale: Scale| scale.format.one() | random.below(4) << scale.format.fraction_bits;
        let scales = [0, 1].map(|_| (0..blocks).filter_map(|_| scale.map(&mut power)).collect());
        Case { formats, codes, c, scale, scales }
    }

    /// How many products there are.
    pub fn products(&self) -> usize {
        self.codes[0].len()
    }

    /// D by a row of the table that this [fits](Case::fits): a NaN where A must be sparse and is not. Where no instruction has so many products,
    /// zeros fill the last.
    pub fn run(&self, row: &Row, recorder: &mut impl Recorder) -> Pattern {
        let step = row.k.first().copied().unwrap_or(1);
        let length = self.products().next_multiple_of(step.max(1));
        let [a, b] = [0, 1].map(|side| {
            let mut codes = self.codes[side].clone();
            codes.resize(length, 0);
            codes
        });
        let side = |format, codes, scales| Side { format, codes, scales };
        let a = side(self.formats[0], &a, &self.scales[0]);
        let b = side(self.formats[1], &b, &self.scales[1]);
        let dot = Dot { a, b, c: Pattern::new(self.formats[2], self.c), mode: Mode::Rn };
        Pattern::new(row.accumulator, with_zeros(row, &dot, recorder).unwrap_or(row.accumulator.default_nan))
    }

    /// Whether a row of the table is about such numbers.
    pub fn fits(&self, row: &Row) -> bool {
        let [a, b, d] = self.formats;
        row.takes(a, b, d) && row.scale == self.scale && self.sparse_for(row).is_ok()
    }

    /// Why a row wants a sparse A and this is none, if so.
    pub fn sparse_for(&self, row: &Row) -> Result<(), NotSparse> {
        let [a, b, _] = self.formats;
        if row.is_sparse() { Grain::of(row).picked([a, b], &self.codes[0], &self.codes[1]).map(|_| ()) } else { Ok(()) }
    }

    /// The factors of a product.
    pub fn pair(&self, k: usize) -> [Pattern; 2] {
        [0, 1].map(|side| Pattern::new(self.formats[side], self.codes[side].get(k).copied().unwrap_or(0) >> self.formats[side].spare_bits))
    }

    /// A factor times its scale; None for an infinity or a NaN.
    pub fn scaled(&self, side: usize, k: usize) -> Option<Exact<u64>> {
        let factor = self.pair(k)[side].exact()?;
        let Some(scale) = self.scale else { return Some(factor) };
        let code = self.scales[side].get(k / scale.block).copied().unwrap_or(scale.format.one());
        Some(factor.times(Pattern::new(scale.format, code).exact()?))
    }

    /// The same products in another order: places of this one, each once. Scales belong to blocks, so that such a case stays as it is.
    pub fn ordered(&self, order: &[usize]) -> Case {
        if self.scale.is_some() {
            return self.clone();
        }
        let codes = [0, 1].map(|side| order.iter().filter_map(|k| self.codes[side].get(*k).copied()).collect());
        Case { codes, ..self.clone() }
    }

    /// Places in a random order.
    pub fn shuffled(&self, random: &mut Random) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.products()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
        order
    }

    /// Places by the magnitude of their products, largest first.
    pub fn by_size(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.products()).collect();
        // The place of the leading one, and what stands there: no two magnitudes are confused.
        let size = |k: usize| {
            let [x, y] = self.pair(k).map(|factor| factor.exact());
            let product: Exact<u128> = x?.times(y?);
            (!product.is_zero()).then(|| (product.leading(), product.magnitude << product.magnitude.leading_zeros()))
        };
        order.sort_by_key(|k| std::cmp::Reverse(size(*k)));
        order
    }
}

/// A number in a wider format, given with its scale; an infinity and a NaN as that format has them.
pub(super) fn converted(pattern: Pattern, exact: Option<Exact<u64>>, to: &'static Format) -> u64 {
    let sign = if pattern.is_negative() { to.sign_mask() } else { 0 };
    match exact {
        Some(exact) if exact.is_zero() => sign,
        Some(exact) => round_into(to, exact.widen(), Mode::Rn).0,
        None if pattern.is_nan() => to.default_nan,
        None => to.infinity().unwrap_or(0) | sign,
    }
}
