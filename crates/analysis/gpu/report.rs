//! What was measured, as a file that somebody keeps: read back, compared with another, and shown as reported.

use super::json::Value;
use super::table::ROW;
use super::verdict::Hashes;
use super::{Function, Hash, Maker, PROBES, Probe, WINDOWS};

/// What the file says that it is.
pub const KIND: &str = "Ulpscope GPU measurement";
/// The version of its shape.
pub const SCHEMA: u64 = 1;
/// The most letters that are taken of a fact: the file may be anybody's.
const LONGEST: usize = 400;

/// A measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The version of the page that measured.
    pub model: String,
    /// What the browser says of the adapter.
    pub adapter: Adapter,
    /// The browser, in its own words.
    pub browser: String,
    /// The GPU and its driver, as the visitor typed them.
    pub name: String,
    /// See [`Report::name`].
    pub driver: String,
    /// The day, as 2026-11-21.
    pub date: String,
    /// What measured.
    pub how: String,
    /// Who brings it; empty until somebody does.
    pub by: String,
    /// The answers to probes.
    pub probes: Vec<(&'static Probe, u32)>,
    /// The hashes of functions.
    pub functions: Vec<(Function, Hashes)>,
    /// What was found about each function, in words: for readers of the file; who reads it back finds out anew.
    pub found: Vec<(Function, String)>,
}

/// What a browser says of an adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adapter {
    /// Who made it.
    pub vendor: String,
    /// Its family.
    pub architecture: String,
    /// Its device.
    pub device: String,
    /// Other words.
    pub description: String,
    /// Whether it is software, no GPU.
    pub software: bool,
}

impl Adapter {
    /// Its name as far as the browser tells; empty where it tells nothing.
    #[must_use]
    pub fn name(&self) -> String {
        let parts = [&self.vendor, &self.architecture, &self.device, &self.description];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    }
}

impl Report {
    /// The hashes of a function; none where it was not measured.
    #[must_use]
    pub fn hashes(&self, function: Function) -> Option<&Hashes> {
        self.functions.iter().find(|row| row.0 == function).map(|row| &row.1)
    }

    /// Whether the chip is one of NVIDIA's, as far as the browser or the visitor says.
    #[must_use]
    pub fn is_nvidia(&self) -> bool {
        let said = if self.adapter.vendor.is_empty() { &self.name } else { &self.adapter.vendor };
        let said = said.to_lowercase();
        !self.adapter.software && ["nvidia", "geforce", "quadro", "rtx", "gtx"].iter().any(|word| said.contains(word))
    }

    /// Whose lowerings it is held against.
    #[must_use]
    pub fn maker(&self) -> Option<Maker> {
        self.is_nvidia().then_some(Maker::Nvidia)
    }

    /// How many windows of a function were measured, and the hash of all of them.
    #[must_use]
    pub fn whole(hashes: &Hashes) -> (usize, Hash) {
        let add = |(windows, sum): (usize, Hash), hash: &Hash| (windows + 1, sum.and(*hash));
        hashes.iter().flatten().fold((0, Hash::default()), add)
    }

    /// The file.
    #[must_use]
    pub fn write(&self) -> String {
        let text = |text: &str| Value::Text(text.to_owned());
        let adapter = Value::object([
            ("vendor", text(&self.adapter.vendor)),
            ("architecture", text(&self.adapter.architecture)),
            ("device", text(&self.adapter.device)),
            ("description", text(&self.adapter.description)),
            ("software", Value::Truth(self.adapter.software)),
        ]);
        let probes = self.probes.iter().map(|(probe, bits)| (probe.key.to_owned(), Value::Text(format!("{bits:08x}"))));
        let functions = self.functions.iter().map(|(function, hashes)| (function.key.to_owned(), Value::Text(written(hashes))));
        let found = self.found.iter().map(|(function, found)| (function.key.to_owned(), text(found)));
        Value::object([
            ("kind", text(KIND)),
            ("schema", Value::Whole(SCHEMA)),
            ("model", text(&self.model)),
            ("name", text(&self.name)),
            ("driver", text(&self.driver)),
            ("adapter", adapter),
            ("browser", text(&self.browser)),
            ("date", text(&self.date)),
            ("how", text(&self.how)),
            ("by", text(&self.by)),
            ("probes", Value::Object(probes.collect())),
            ("found", Value::Object(found.collect())),
            ("functions", Value::Object(functions.collect())),
        ])
        .write()
    }

    /// Reads a file. What is wrong with it is a sentence.
    pub fn read(file: &str) -> Result<Report, String> {
        let value = Value::read(file).ok_or("This is no JSON that could be read.")?;
        if value.text("kind") != KIND {
            return Err(format!("This is no measurement of a GPU: its `kind` would be `{KIND}`."));
        }
        if value.get("schema") != Some(&Value::Whole(SCHEMA)) {
            return Err(format!("The measurement has another shape than this page reads, schema {SCHEMA}."));
        }
        let text = |value: &Value, name: &str| value.text(name).chars().take(LONGEST).collect::<String>();
        let none = Value::Null;
        let adapter = value.get("adapter").unwrap_or(&none);
        let mut report = Report {
            model: text(&value, "model"),
            adapter: Adapter {
                vendor: text(adapter, "vendor"),
                architecture: text(adapter, "architecture"),
                device: text(adapter, "device"),
                description: text(adapter, "description"),
                software: adapter.get("software") == Some(&Value::Truth(true)),
            },
            browser: text(&value, "browser"),
            name: text(&value, "name"),
            driver: text(&value, "driver"),
            date: text(&value, "date"),
            how: text(&value, "how"),
            by: text(&value, "by"),
            ..Report::default()
        };
        // A probe that this version does not know is left out.
        for (key, bits) in value.fields("probes") {
            if let Some(probe) = Probe::named(key) {
                let bits = word(bits).ok_or_else(|| format!("The answer to the probe `{key}` is not eight digits."))?;
                report.probes.push((probe, bits));
            }
        }
        for (key, hashes) in value.fields("functions") {
            if let Some(function) = Function::named(key) {
                let hashes = read(hashes).ok_or_else(|| format!("The hashes of `{key}` are not {WINDOWS} times 16 digits or signs."))?;
                report.functions.push((function, hashes));
            }
        }
        for (key, found) in value.fields("found") {
            if let (Some(function), Value::Text(found)) = (Function::named(key), found) {
                report.found.push((function, found.chars().take(LONGEST).collect()));
            }
        }
        Ok(report)
    }
}

/// What stands for a window that was not measured.
const MISSING: &str = "----------------";

/// 16 digits a window.
fn written(hashes: &Hashes) -> String {
    let mut text = String::with_capacity(2 * ROW);
    for hash in hashes {
        match hash {
            Some(Hash([one, two])) => text.push_str(&format!("{one:08x}{two:08x}")),
            None => text.push_str(MISSING),
        }
    }
    text
}

fn read(value: &Value) -> Option<Hashes> {
    let Value::Text(text) = value else { return None };
    if !text.is_ascii() || text.len() != WINDOWS * MISSING.len() {
        return None;
    }
    let mut hashes = [None; WINDOWS];
    for (place, window) in hashes.iter_mut().enumerate() {
        let digits = &text[place * MISSING.len()..][..MISSING.len()];
        if digits != MISSING {
            *window = Some(Hash([number(&digits[..8])?, number(&digits[8..])?]));
        }
    }
    Some(hashes)
}

fn word(value: &Value) -> Option<u32> {
    if let Value::Text(text) = value { number(text) } else { None }
}

fn number(digits: &str) -> Option<u32> {
    (digits.len() == 8 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// Two measurements side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Probes that both answer otherwise: the probe, and both answers.
    pub probes: Vec<(&'static Probe, [u32; 2])>,
    /// How many probes both answer.
    pub probes_of_both: usize,
    /// Of each function that both measured: how many windows both have, and those that differ.
    pub functions: Vec<(Function, usize, Vec<u8>)>,
}

impl Comparison {
    /// Compares two measurements in what both measured.
    #[must_use]
    pub fn of(one: &Report, two: &Report) -> Comparison {
        let answers = |probe: &'static Probe| {
            let of = |report: &Report| report.probes.iter().find(|row| row.0.key == probe.key).map(|row| row.1);
            Some((probe, [of(one)?, of(two)?]))
        };
        let both: Vec<_> = PROBES.iter().filter_map(answers).collect();
        let function = |function: Function| {
            let (one, two) = (one.hashes(function)?, two.hashes(function)?);
            let pair = |window: &u8| Some((one[usize::from(*window)]?, two[usize::from(*window)]?));
            let differ = (0..=u8::MAX).filter(|window| pair(window).is_some_and(|(one, two)| one != two));
            Some((function, (0..=u8::MAX).filter_map(|window| pair(&window)).count(), differ.collect()))
        };
        Comparison {
            probes_of_both: both.len(),
            probes: both.into_iter().filter(|(_, [one, two])| one != two).collect(),
            functions: Function::ALL.into_iter().filter_map(function).collect(),
        }
    }
}
