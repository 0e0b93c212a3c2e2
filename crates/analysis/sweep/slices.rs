//! The errors of a function whose results come in slices: one that Python or JavaScript computes.

use super::function_under_test::Gives;
use super::functions::ReferenceFunction;
use super::measure::Kind;
use super::reading::Reading;
use super::{FunctionUnderTest, Plan};
use crate::kernel::argument::bits;
use crate::number::{Format, Pattern};
use crate::trace::Recorder;
use core::num::NonZero;

/// A function that is compared with a true one.
#[derive(Clone, Copy, Debug)]
pub struct Slices {
    truth: ReferenceFunction,
    reading: Reading,
    kind: Kind,
}

/// Results that are there already, for operands whose bits follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Computed<'a> {
    from: u32,
    every: u32,
    results: &'a [u32],
}

impl Gives for Computed<'_> {
    #[inline(always)]
    fn run<R: Recorder>(&self, bits: u32, _recorder: &mut R) -> u32 {
        self.results[((bits - self.from) / self.every) as usize]
    }
}

/// The formats of operands and results.
const FORMATS: [(&str, Reading, Kind); 3] =
    [("f32", Reading::Float, Kind::Float), ("f16", Reading::Half, Kind::Half), ("bf16", Reading::Brain, Kind::Brain)];

fn row(name: &str) -> Result<&'static (&'static str, Reading, Kind), String> {
    FORMATS.iter().find(|row| row.0 == name).ok_or_else(|| format!("A sweep is of f16, bf16 and f32, not of {name}."))
}

impl Slices {
    /// The name of the true function, and the formats of operands and results.
    pub fn new(against: &str, own: &str, result: &str) -> Result<Slices, String> {
        let of_one = || ReferenceFunction::of_c().chain(ReferenceFunction::OF_THE_UNIT.iter().copied()).filter(|one| !one.takes_two());
        let truth = of_one().find(|function| function.name() == against).ok_or_else(|| {
            let names: Vec<_> = of_one().map(ReferenceFunction::name).collect();
            format!("There is no true function `{against}`; these are known: {}", names.join(" "))
        })?;
        Ok(Slices { truth, reading: row(own)?.1, kind: row(result)?.2 })
    }

    /// What measures the results of operands from one on, whose bits are `every` apart.
    pub fn plan(self, first: u32, every: NonZero<u32>, results: &[u32]) -> Result<Plan<Computed<'_>>, String> {
        let Slices { truth, reading, kind } = self;
        if results.is_empty() {
            return Err("There are no results.".to_owned());
        }
        let every = every.get();
        let last = u64::from(first) + (results.len() as u64 - 1) * u64::from(every);
        let to = u32::try_from(last).map_err(|_| "The operands have more than 32 bits.")?;
        let code = Computed { from: first, every, results };
        Ok(Plan { subject: FunctionUnderTest { name: "", code, truth, reading, kind }, from: first, to, every, bins: 0 })
    }
}

/// The least and the greatest bits of the numbers of an interval, both ends included: of its negative ones, and of the others. Its ends are
/// numbers as they are written; without them all finite numbers are meant.
pub fn parts(name: &str, over: Option<[&str; 2]>) -> Result<Vec<[u32; 2]>, String> {
    row(name)?;
    let own = Format::named(name).ok_or("This is no format.")?;
    let [low, high] = match over {
        None => [own.sign_mask() | own.largest(), own.largest()],
        Some([low, high]) => [bits(low, own)?, bits(high, own)?],
    };
    let [starts_below, ends_below] = [low, high].map(|bits| bits & own.sign_mask() != 0);
    let place = |bits| Pattern::new(own, bits).ordinal();
    let mut parts = Vec::new();
    if place(low).zip(place(high)).is_some_and(|(low, high)| low <= high) {
        if starts_below {
            parts.push([if ends_below { high } else { own.sign_mask() }, low]);
        }
        if !ends_below {
            parts.push([if starts_below { 0 } else { low }, high]);
        }
    }
    match over {
        Some([low, high]) if parts.is_empty() => Err(format!("`over` is the least and the greatest number, not {low} and {high}.")),
        _ => Ok(parts.into_iter().map(|part| part.map(|bits| bits as u32)).collect()),
    }
}
