//! `ulp sum`: numbers added in every order.

use crate::{Outcome, ended};
use clap::builder::PossibleValuesParser;
use semantics::number::{Format, Pattern};
use semantics::sums::{ADDED_IN, Asked, CORES, Core, KINDS, LIMIT, MOST_SHUFFLES, ORDERS, Off, SORTS, Sort, Study};
use std::io::{self, Read, Write};

/// The same numbers added in many orders, beside their exact sum
///
/// Prints the exact sum and the nearest number, then a line for each order, with tabs between. The line has bits, value and error in units of
/// the last place of the exact sum. With --shuffles it also prints what the numbers give in random orders, and how often. Numbers come from
/// standard input unless --make says which are made.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Sum {
    /// The format of the numbers
    #[arg(long, default_value = "F32", ignore_case = true, value_parser = PossibleValuesParser::new(ADDED_IN.map(|row| row.0.name)))]
    format: String,
    /// The format in which they are added; without this option the first that can add them
    #[arg(long)]
    within: Option<String>,
    /// The numbers to make
    #[arg(long, value_parser = PossibleValuesParser::new(KINDS.map(|kind| kind.1)))]
    make: Option<String>,
    /// How many numbers are made
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=LIMIT as u64))]
    count: u64,
    /// The seed of random numbers and orders
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whether the numbers are sorted first
    #[arg(long, default_value = "given", value_parser = PossibleValuesParser::new(SORTS.map(|sort| sort.1)))]
    sort: String,
    /// How many numbers are added before their sum is promoted
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=LIMIT as u64))]
    every: u64,
    /// The number of parts of split-K
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=LIMIT as u64))]
    split: u64,
    /// The tensor core
    #[arg(long, default_value = "h100", value_parser = PossibleValuesParser::new(CORES.map(|core| core.key)))]
    core: String,
    /// How often the numbers are shuffled
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_SHUFFLES)))]
    shuffles: u32,
}

impl Sum {
    pub fn run(self) -> Outcome {
        let (format, formats) =
            ADDED_IN.iter().find(|row| row.0.name.eq_ignore_ascii_case(&self.format)).ok_or("no such format of numbers")?;
        let within: &'static Format = match &self.within {
            None => formats[0],
            Some(name) => formats.iter().find(|format| format.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
                format!("{} is added in {}, not in {name}", format.name, names.join(" or "))
            })?,
        };
        let mut text = String::new();
        if self.make.is_none() {
            io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read the numbers: {error}"))?;
        }
        let named = |name: &str| KINDS.iter().find(|kind| kind.1 == name).map(|kind| kind.0);
        let asked = Asked {
            kind: self.make.as_deref().and_then(named),
            count: self.count as usize,
            seed: self.seed,
            sort: SORTS.iter().find(|sort| sort.1 == self.sort).map_or(Sort::None, |sort| sort.0),
            format,
            within,
            every: self.every as usize,
            split: self.split as usize,
            core: Core::named(&self.core).ok_or("no such tensor core")?,
            shuffles: self.shuffles,
        };
        let mut study = Study::new(asked, text);
        while study.go_on() {}
        let report = study.report();
        if !report.refused.is_empty() {
            return Err(report.refused);
        }
        let mut page = match &report.exact {
            Some(exact) => {
                let nearest = Pattern::new(within, exact.nearest);
                format!("exact\t{}\nnearest\t{}\t{}\n", exact.decimal, nearest.hex(), nearest.digits())
            }
            None => "exact\tnone\n".to_owned(),
        };
        let off = |off: Option<Off>| off.map_or("none".to_owned(), |off| off.text().replace('−', "-"));
        for (row, outcome) in ORDERS.iter().zip(&report.outcomes) {
            let Some(bits) = outcome.bits else { continue };
            let sum = Pattern::new(within, bits);
            page.push_str(&format!("{}\t{}\t{}\t{}\n", row.key, sum.hex(), sum.digits(), off(outcome.off)));
        }
        for one in &report.shuffled {
            let sum = Pattern::new(within, one.bits);
            page.push_str(&format!("shuffled {}\t{}\t{}\t{}\n", one.count, sum.hex(), sum.digits(), off(one.off)));
        }
        ended(io::stdout().write_all(page.as_bytes()))
    }
}
