//! Dot products worth a look, each with one sentence whose every number is computed.

use super::case::Case;
use super::query::slug;
use crate::exact::Natural;
use crate::microscaling::{RECIPES, Recipe, ScaleRule, quantize};
use crate::number::{E4M3, F16, F32, Format, Pattern, Random};
use crate::operation::add;
use crate::rounding::{Mode, Rules};
use crate::tensor_core::{Path, Row, Scale, TABLE, target};
use crate::trace::{Scaled, Silent};

/// One.
#[derive(Clone, Debug)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// What it shows, of its numbers.
    say: fn(&Case) -> String,
    /// The chip that it opens with.
    pub chip: &'static str,
    /// The row that it opens with.
    pub row: &'static Row,
    /// The numbers.
    pub case: Case,
}

/// Of A, B and of C and D.
pub type Formats = [&'static Format; 3];

/// Halves, added up as singles.
pub const HALF: Formats = [F16::ROW, F16::ROW, F32::ROW];
const HALVES: Formats = [F16::ROW, F16::ROW, F16::ROW];
/// Bytes, added up as singles.
pub const BYTES: Formats = [E4M3::ROW, E4M3::ROW, F32::ROW];

/// The row of a chip and a path for a case: what the table has first.
pub fn row(chip: &str, path: Path, case: &Case) -> &'static Row {
    let number = target(chip).unwrap_or_default();
    TABLE.iter().find(|row| row.targets.contains(&number) && row.path == path && case.fits(row)).unwrap_or(&TABLE[0])
}

fn read(formats: Formats, texts: [&str; 3]) -> Case {
    let [a, b, c] = texts;
    // A test reads every text.
    Case::read(formats, None, [a, b, c, "", ""]).unwrap_or_else(|_| Case::plain(formats, vec![0], vec![0], 0))
}

/// Ordinary numbers above zero.
pub fn positive(formats: Formats, length: usize, seed: u64) -> Case {
    let mut case = Case::drawn(formats, None, length, seed);
    for (codes, format) in case.codes.iter_mut().zip(formats) {
        codes.iter_mut().for_each(|code| *code &= !(format.sign_mask() << format.spare_bits));
    }
    case.c = 0;
    case
}

/// D where the products come in pieces of so many, each added up from zero by the row, and the pieces are added to C one after the other in
/// single precision to nearest: the promotion of FP8 kernels (CUTLASS's 2xAcc), or a split of K.
pub fn promoted(case: &Case, row: &Row, every: usize) -> Pattern {
    let rules = Rules::ieee(Mode::Rn);
    let mut sum = case.c;
    for first in (0..case.products()).step_by(every.max(1)) {
        let order: Vec<usize> = (first..(first + every).min(case.products())).collect();
        let piece = Case { c: 0, ..case.ordered(&order) };
        sum = add(F32, sum, piece.run(row, &mut Silent).bits, &rules, &mut Silent).bits;
    }
    Pattern::new(F32::ROW, sum)
}

/// D where K is split into so many parts, whose sums are added afterwards.
pub fn split(case: &Case, row: &Row, parts: usize) -> Pattern {
    promoted(case, row, case.products().div_ceil(parts.max(1)))
}

/// How far a result lies from the exact sum, in millionths of that; None where one of them is no number that is not zero.
pub fn millionths(d: Pattern, case: &Case) -> Option<u64> {
    let exact = case.exact().filter(|exact| !exact.magnitude.is_zero())?;
    let error = Scaled::sum(&[d.exact()?.into(), Scaled { negative: !exact.negative, ..exact.clone() }]);
    let low = error.exponent.min(exact.exponent);
    let up = |of: &Scaled| of.magnitude.shifted_left((of.exponent - low) as u32);
    let (scaled, whole) = (up(&error).times(&Natural::from(1_000_000)), up(&exact));
    let mut count = 0u64;
    // The quotient bit by bit: it is below 2^40 where it says anything.
    for place in (0..40).rev() {
        let next = count | 1 << place;
        if whole.times(&Natural::from(u128::from(next))) <= scaled {
            count = next;
        }
    }
    Some(count)
}

/// Millionths as a share in percent.
pub fn percent(millionths: Option<u64>) -> String {
    let Some(millionths) = millionths else { return "an unbounded share".into() };
    let (whole, rest) = (millionths / 10_000, millionths % 10_000);
    let text = format!("{whole}.{rest:04}");
    [text.trim_end_matches('0').trim_end_matches('.'), " %"].concat()
}

fn text(pattern: Pattern) -> String {
    pattern.value_text()
}

/// All of them, the first that the view opens with in front.
pub fn presets() -> Vec<Preset> {
    let make = |name, chip, path, case: Case, say: fn(&Case) -> String| {
        let row = row(chip, path, &case);
        Preset { name, say, chip, row, case }
    };
    vec![
        make("2^24 and ones", "A100", Path::MmaSync, read(HALF, ["16*1", "1", "16777216"]), |case| {
            format!(
                "2^24 and sixteen ones: a loop of fused multiply-adds loses them one by one and stays at {}, V100 gives {}, A100 {}, H100 {}.",
                text(case.chain()),
                on("V100", case),
                on("A100", case),
                on("H100", case)
            )
        }),
        make("larger c, smaller sum", "V100", Path::MmaSync, read(HALF, ["4*2^-12", "2^-12", "0x3f7fffff"]), |case| {
            let one = Case { c: F32::FORMAT.one(), ..case.clone() };
            format!(
                "Four products of 2^-24 on a V100: with c = 1 the sum is {}, with the next smaller c, {}, it is {}. A sum in a window is not monotonic (Fasi, Higham, Mikaitis, Pranesh 2021).",
                on("V100", &one),
                text(Pattern::new(F32::ROW, case.c)),
                on("V100", case)
            )
        }),
        make("0, 0 and not 0", "A100", Path::MmaSync, read(HALF, ["16384, 14*8, -16384", "16384, 14*1, 16384", "0"]), |case| {
            format!(
                "The same matrices on three chips, after the test of FTTN (Li et al. 2024): V100 gives {}, A100 {}, H100 {}. H100 keeps one bit more and adds all sixteen at once.",
                on("V100", case),
                on("A100", case),
                on("H100", case)
            )
        }),
        make("14 bits of FP8", "H100", Path::Wgmma, positive(BYTES, 256, 8), |case| {
            let long = positive(BYTES, 4096, 8);
            let row = row("H100", Path::Wgmma, &long);
            let plain = long.run(row, &mut Silent);
            format!(
                "These {} products are the first of 4096. Over all of them a chain in the 14 bits of Hopper's FP8 is off by {}, with a promotion to single precision every 128 products (2xAcc) by {}.",
                case.products(),
                percent(millionths(plain, &long)),
                percent(millionths(promoted(&long, row, 128), &long))
            )
        }),
        make("f16 or f32 sums", "H100", Path::MmaSync, positive(HALVES, 64, 3), |case| {
            let wide = Case { formats: HALF, ..case.clone() };
            format!(
                "{} products: with a sum in half precision H100 gives {}, off by {}; with one in single precision {}, off by {}.",
                case.products(),
                on("H100", case),
                percent(millionths(case.run(row("H100", Path::MmaSync, case), &mut Silent), case)),
                on("H100", &wide),
                percent(millionths(wide.run(row("H100", Path::MmaSync, &wide), &mut Silent), &wide))
            )
        }),
        make("a sum that stands still", "H100", Path::MmaSync, read(HALVES, ["256*0.25", "0.25", "2048"]), |case| {
            let exact = case.exact().map(|exact| exact.decimal()).unwrap_or_default();
            format!(
                "{} products of 1/16 and c = 2048 are {exact}; in half precision each sixteen of them are half a unit in the last place, and {} stays.",
                case.products(),
                on("H100", case)
            )
        }),
        make("K in two halves", "H100", Path::MmaSync, Case { c: 0, ..Case::drawn(HALF, None, 256, 2) }, |case| {
            let row = row("H100", Path::MmaSync, case);
            let exact = case.exact().map(|exact| exact.nearest(F32::ROW));
            format!(
                "{} products added up in one go are {}. In two halves of K that are added afterwards they are {}, in four parts {}. The nearest number to the exact sum is {}.",
                case.products(),
                on("H100", case),
                text(split(case, row, 2)),
                text(split(case, row, 4)),
                exact.map(text).unwrap_or_default()
            )
        }),
        make("MXFP8 and NVFP4", "B200", Path::Tcgen05, narrowed()[2].clone(), |nv| {
            let [whole, mx, _] = narrowed();
            let on_b200 = |case: &Case| text(case.run(row("B200", Path::Tcgen05, case), &mut Silent));
            format!(
                "64 products of halves: H100 gives {}, the same numbers in MXFP8 (blocks of 32) on B200 {}, in NVFP4 (blocks of 16, shown here) {}.",
                on("H100", &whole),
                on_b200(&mx),
                on_b200(nv)
            )
        }),
    ]
}

/// What the first row of a chip gives by `mma.sync`.
fn on(chip: &str, case: &Case) -> String {
    text(case.run(row(chip, Path::MmaSync, case), &mut Silent))
}

/// 64 pairs of halves, and the same in MXFP8 and NVFP4.
fn narrowed() -> [Case; 3] {
    let numbers = Case::drawn(HALF, None, 64, 5);
    let whole = Case { c: 0, ..numbers };
    let quantised = |key: &str, scale: Scale| {
        let recipe = Recipe::named(key).unwrap_or(&RECIPES[0]);
        let of = |side: usize| {
            let single = |k| whole.pair(k)[side].exact().map_or(0, |exact| Scaled::from(exact).nearest(F32::ROW).bits);
            let singles: Vec<u64> = (0..whole.products()).map(single).collect();
            let blocks = quantize(&singles, recipe, ScaleRule::Floor, F32::FORMAT.one());
            let codes = blocks.iter().flat_map(|block| &block.elements).map(|element| element.code.bits).collect();
            (codes, blocks.iter().map(|block| block.scale.bits).collect())
        };
        let ((a, x), (b, y)) = (of(0), of(1));
        Case { formats: [recipe.element, recipe.element, F32::ROW], codes: [a, b], c: 0, scale: Some(scale), scales: [x, y] }
    };
    let (mx, nv) = (quantised("mxfp8-e4m3", Scale::ue8m0(32)), quantised("nvfp4", Scale::UE4M3));
    [whole, mx, nv]
}

impl Case {
    /// How many results random orders of the products have, and how many of the orders give other bits than this one.
    pub fn orders(&self, row: &Row, count: usize, seed: u64) -> (usize, usize) {
        let own = self.run(row, &mut Silent);
        let mut random = Random::new(seed);
        let mut results = vec![own.bits];
        let mut others = 0;
        for _ in 0..count {
            let d = self.ordered(&self.shuffled(&mut random)).run(row, &mut Silent);
            others += usize::from(d != own);
            results.push(d.bits);
        }
        results.sort_unstable();
        results.dedup();
        (results.len(), others)
    }

    /// Numbers from a seed on which two rows part, with as few products as thirty tries come to; None where a thousand draws find none.
    pub fn parting_two(formats: Formats, [one, other]: [&Row; 2], seed: u64) -> Option<Case> {
        let length = one.k.iter().chain(other.k).copied().max()?;
        let parts = |case: &Case| case.run(one, &mut Silent) != case.run(other, &mut Silent);
        let drawn = (0..1000).map(|number| Case::drawn(formats, one.scale, length, seed.wrapping_mul(1000).wrapping_add(number)));
        let fewest = |mut case: Case| {
            for k in 0..length {
                let mut fewer = case.clone();
                fewer.codes.iter_mut().for_each(|codes| codes[k] = 0);
                if parts(&fewer) {
                    case = fewer;
                }
            }
            case
        };
        drawn.filter(parts).take(30).map(fewest).min_by_key(|case| case.codes[0].iter().filter(|code| **code != 0).count())
    }
}

impl Preset {
    /// What it shows, in a sentence whose numbers are computed now.
    pub fn sentence(&self) -> String {
        (self.say)(&self.case)
    }

    /// The name of its row among those of its chip.
    pub fn way(&self) -> String {
        slug(self.row)
    }
}
