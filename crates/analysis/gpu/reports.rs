//! The reports that people brought, as the build read them from `tools/measure/reports/`. They are shown as reported; that two people report the same
//! bits of one chip is said, and changes nothing in the model.

use super::WINDOWS;

/// A report that is kept: what it says of itself, and what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The file.
    pub file: &'static str,
    /// The chip as somebody typed it, or what the browser says.
    pub chip: &'static str,
    /// Its driver.
    pub driver: &'static str,
    /// The browser, in its own words; or what stood in its place.
    pub browser: &'static str,
    /// Whether it is software, no GPU.
    pub software: bool,
    /// Who brought it.
    pub by: &'static str,
    /// The day of the measurement.
    pub date: &'static str,
    /// What measured.
    pub how: &'static str,
    /// How many questions were answered.
    pub probes: usize,
    /// What was measured of each function.
    pub functions: &'static [Measured],
}

/// A function in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Its key.
    pub function: &'static str,
    /// How many windows were measured.
    pub windows: usize,
    /// The hash of all of them.
    pub hash: [u32; 2],
    /// What was found, in the report's words, which a test makes anew.
    pub found: &'static str,
}

/// All of them.
pub const KEPT: &[Kept] = include!(concat!(env!("OUT_DIR"), "/reports.rs"));

/// What other people's reports say of a function that one report has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody else measured all of it on such a chip.
    Alone,
    /// So many people report the same results.
    Agree(usize),
    /// Somebody reports other results of such a chip.
    Differ,
}

/// Holds a function of a report against the others. Only whole functions count, and only reports of different people.
#[must_use]
pub fn standing(all: &[Kept], one: &Kept, measured: &Measured) -> Standing {
    let mut people = vec![one.by];
    for other in all.iter().filter(|other| is_same_chip(one.chip, other.chip) && other.by != one.by) {
        let same = |row: &&Measured| row.function == measured.function && row.windows == WINDOWS;
        match other.functions.iter().find(same) {
            Some(row) if measured.windows == WINDOWS && row.hash != measured.hash => return Standing::Differ,
            Some(_) if measured.windows == WINDOWS && !people.contains(&other.by) => people.push(other.by),
            _ => {}
        }
    }
    if people.len() > 1 { Standing::Agree(people.len()) } else { Standing::Alone }
}

/// What people leave out of a chip's name.
const SILENT: [&str; 5] = ["nvidia", "geforce", "amd", "intel", "apple"];

/// Whether two names are of one chip: by their words, whatever the case.
pub fn is_same_chip(one: &str, other: &str) -> bool {
    let words = |name: &str| {
        let name = name.to_lowercase();
        let words = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty() && !SILENT.contains(word));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let one = words(one);
    !one.is_empty() && one == words(other)
}
