//! Pasted text as results to be judged: one line of names and values, a table, or hex dumps of arrays.
//!
//! A table is comma-, semicolon-, tab- or blank-separated; a head of names puts its columns in order, otherwise they are the operands and
//! then what was seen. Hex dumps are blocks parted by empty lines or by a name with a colon: the operands' arrays, then the results'.

use super::Investigation;
use crate::number::Format;
use core::ops::Range;

/// One result with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The operands, as many as the investigation has inputs.
    pub operands: [u64; MOST_INPUTS],
    /// The bits that were seen.
    pub seen: u64,
}

/// The most operands of a batch.
pub const MOST_INPUTS: usize = 6;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Operand(usize),
    Seen,
}

/// Where a value of a line belongs.
type Column = Option<Place>;

/// How a text is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Values in columns.
    Table {
        /// What stands between two values; None for blanks.
        separator: Option<char>,
        /// The lines, without the head and empty ones.
        lines: Vec<Range<usize>>,
        /// What the columns hold.
        columns: Columns,
    },
    /// Arrays of words, read already.
    Arrays(Vec<Sample>),
}

/// What the columns of a table hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

pub(super) fn too_many() -> String {
    format!("A batch takes at most {MOST_INPUTS} operands.")
}

/// Names for what was seen.
const SEEN: [&str; 14] = ["got", "seen", "observed", "actual", "result", "out", "output", "gpu", "d", "y", "r", "res", "measured", "value"];

fn is_seen(name: &str, inputs: &[(String, &'static Format)]) -> bool {
    SEEN.contains(&name) && inputs.iter().all(|(input, _)| bare(input) != name)
}

fn bare(name: &str) -> String {
    name.trim().trim_start_matches('%').trim_matches('"').to_ascii_lowercase()
}

/// The place of a named operand: a register, or the manual's letter.
fn input_of(name: &str, inputs: &[(String, &'static Format)]) -> Option<usize> {
    let name = bare(name);
    let exact = inputs.iter().position(|(input, _)| bare(input) == name);
    let letter = match name.as_bytes() {
        [letter @ b'a'..=b'f'] => Some(usize::from(letter - b'a')).filter(|place| *place < inputs.len()),
        _ => None,
    };
    exact.or(letter)
}

/// What a name stands for: an operand, or what was seen.
pub(super) fn place_of(name: &str, inputs: &[(String, &'static Format)]) -> Option<Place> {
    match input_of(name, inputs) {
        Some(place) => Some(Place::Operand(place)),
        None => is_seen(&bare(name), inputs).then_some(Place::Seen),
    }
}

impl Layout {
    /// Finds out how a text is laid out. The error is a sentence.
    pub fn of(text: &str, investigation: &Investigation) -> Result<Layout, String> {
        let inputs = &investigation.inputs;
        if inputs.len() > MOST_INPUTS {
            return Err(too_many());
        }
        if let Some(arrays) = arrays(text, investigation) {
            return arrays.map(Layout::Arrays);
        }
        let mut lines: Vec<Range<usize>> = lines(text).collect();
        let Some(first) = lines.first().map(|line| &text[line.clone()]) else { return Err("There are no lines.".into()) };
        let separator = [',', ';', '\t'].into_iter().find(|separator| first.contains(*separator)).filter(|_| !first.contains('='));
        let names: Vec<&str> = cells(first, separator).collect();
        let known: Vec<Column> = names.iter().map(|name| place_of(name, inputs)).collect();
        // A head names two columns at least; one such word alone could be a hex digit.
        let is_head = known.iter().flatten().count() >= 2;
        let columns = if is_head {
            lines.remove(0);
            let columns = known;
            if let Some((_, (name, _))) = inputs.iter().enumerate().find(|(place, _)| !columns.contains(&Some(Place::Operand(*place)))) {
                return Err(format!("The head names no column for {name}."));
            }
            if !columns.contains(&Some(Place::Seen)) {
                return Err("The head names no column for what was seen, such as `got`.".into());
            }
            columns
        } else {
            (0..inputs.len()).map(Place::Operand).chain([Place::Seen]).map(Some).collect()
        };
        Ok(Layout::Table { separator, lines, columns: Columns(columns) })
    }

    /// How many samples there are.
    pub fn count(&self) -> usize {
        match self {
            Layout::Table { lines, .. } => lines.len(),
            Layout::Arrays(samples) => samples.len(),
        }
    }

    /// One sample. The error is a sentence.
    pub fn sample(&self, text: &str, place: usize, investigation: &Investigation) -> Result<Sample, String> {
        match self {
            Layout::Arrays(samples) => samples.get(place).copied().ok_or_else(|| "There is no such line.".to_owned()),
            Layout::Table { separator, lines, columns } => {
                let line = lines.get(place).and_then(|line| text.get(line.clone())).unwrap_or("");
                columns.sample(line, *separator, investigation)
            }
        }
    }

    /// The text of a sample, if it has a line of its own.
    pub fn line<'a>(&self, text: &'a str, place: usize) -> Option<&'a str> {
        match self {
            Layout::Table { lines, .. } => lines.get(place).and_then(|line| text.get(line.clone())),
            Layout::Arrays(_) => None,
        }
    }
}

impl Columns {
    fn sample(&self, line: &str, separator: Option<char>, investigation: &Investigation) -> Result<Sample, String> {
        let inputs = &investigation.inputs;
        let mut sample = Sample { operands: [0; MOST_INPUTS], seen: 0 };
        let mut given = [false; MOST_INPUTS + 1];
        let mut take = |column: Column, cell: &str| {
            match column {
                Some(Place::Operand(place)) => {
                    sample.operands[place] = investigation.read_operand(place, cell)?;
                    given[place] = true;
                }
                Some(Place::Seen) => {
                    sample.seen = investigation.read_seen(cell)?;
                    given[MOST_INPUTS] = true;
                }
                None => {}
            }
            Ok::<(), String>(())
        };
        if line.contains('=') {
            for word in line.split([' ', '\t', ',', ';', '|']).filter(|word| !word.is_empty()) {
                let Some((name, cell)) = word.split_once('=') else { continue };
                take(place_of(name, inputs), cell)?;
            }
        } else {
            for (column, cell) in self.0.iter().zip(cells(line, separator)) {
                take(*column, cell.trim_matches('"'))?;
            }
        }
        match given.iter().enumerate().position(|(place, given)| !given && (place == MOST_INPUTS || place < inputs.len())) {
            None => Ok(sample),
            Some(MOST_INPUTS) => Err("What was seen is missing.".into()),
            Some(place) => Err(format!("A value of {} is missing.", inputs[place].0)),
        }
    }
}

/// The lines that hold something, comments left out.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split('\n').filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        let line = line.trim_end_matches('\r');
        let plain = line.trim();
        (!plain.is_empty() && !plain.starts_with('#') && !plain.starts_with("//")).then_some(start..start + line.len())
    })
}

fn cells(line: &str, separator: Option<char>) -> Box<dyn Iterator<Item = &str> + '_> {
    match separator {
        Some(separator) => Box::new(line.split(separator).map(str::trim)),
        None => Box::new(line.split_whitespace()),
    }
}

/// Blocks of words, if the text is hex dumps.
fn arrays(text: &str, investigation: &Investigation) -> Option<Result<Vec<Sample>, String>> {
    let blocks = blocks(text)?;
    let inputs = &investigation.inputs;
    let named = blocks.iter().all(|block| !block.name.is_empty());
    let wanted = inputs.len() + 1;
    let formats: Vec<&'static Format> = inputs.iter().map(|(_, format)| *format).chain(investigation.format).collect();
    if blocks.len() < 2 || formats.len() != wanted {
        return None;
    }
    let words: Vec<Vec<u64>> = blocks.iter().map(|block| block.words(formats[0].width() as usize / 8)).collect::<Option<_>>()?;
    let mut columns: Vec<Column> = blocks.iter().map(|block| place_of(&block.name, inputs)).collect();
    if !named || columns.iter().any(Option::is_none) {
        columns = (0..inputs.len()).map(Place::Operand).chain([Place::Seen]).map(Some).collect();
    }
    // All operands in one array, one group after another.
    let together = blocks.len() == 2 && wanted > 2;
    if !together && blocks.len() != wanted {
        return Some(Err(format!("Here are {} arrays; {} operands and what was seen are {wanted}.", blocks.len(), inputs.len())));
    }
    let (count, per) = (words.last().map_or(0, Vec::len), if together { inputs.len() } else { 1 });
    if let Some(array) = words[..words.len() - 1].iter().find(|array| array.len() != count * per) {
        return Some(Err(format!("One array has {} values, another {count}; they do not go together.", array.len())));
    }
    let sample = |at: usize| {
        let mut sample = Sample { operands: [0; MOST_INPUTS], seen: words.last().map_or(0, |words| words[at]) };
        for place in 0..inputs.len() {
            sample.operands[place] = if together {
                words[0][at * per + place]
            } else {
                let array = columns.iter().position(|column| *column == Some(Place::Operand(place))).unwrap_or(place);
                words[array][at]
            };
        }
        if !together && let Some(array) = columns.iter().position(|column| *column == Some(Place::Seen)) {
            sample.seen = words[array][at];
        }
        sample
    };
    Some(Ok((0..count).map(sample).collect()))
}

/// Words of one array, as they stand in the dump.
#[derive(Debug, Default)]
struct Block<'a> {
    name: String,
    words: Vec<&'a str>,
}

impl Block<'_> {
    /// Values of so many bytes: words of all their digits stand for themselves, shorter ones are bytes as they lie in memory.
    fn words(&self, size: usize) -> Option<Vec<u64>> {
        let hex = |text: &str| u64::from_str_radix(text, 16).ok();
        if self.words.iter().all(|word| word.len() == size * 2) {
            return self.words.iter().map(|word| hex(word)).collect();
        }
        // Bytes, little-endian: as xxd, hexdump -C and a debugger's memory view show them.
        let digits: String = self.words.concat();
        let bytes: Vec<u64> = (0..digits.len() / 2).map(|at| hex(&digits[2 * at..2 * at + 2])).collect::<Option<_>>()?;
        if self.words.iter().any(|word| word.len() % 2 == 1) || !bytes.len().is_multiple_of(size) {
            return None;
        }
        Some(bytes.chunks(size).map(|bytes| bytes.iter().rev().fold(0, |value, byte| value << 8 | byte)).collect())
    }
}

/// The blocks of a text that is nothing but hex dumps; None for any other text.
fn blocks(text: &str) -> Option<Vec<Block<'_>>> {
    if text.contains(['=', ',', ';', '\t']) && !text.contains("0000:") {
        return None;
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim_end) {
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        let name = line.trim().strip_suffix(':').filter(|name| !name.contains(' ') && column_like(name));
        if name.is_some() || !open {
            blocks.push(Block { name: name.unwrap_or("").to_owned(), words: Vec::new() });
            open = true;
        }
        if name.is_none() {
            let block = blocks.last_mut()?;
            block.words.extend(dumped(line)?);
        }
    }
    blocks.retain(|block| !block.words.is_empty());
    let dumps = blocks.len() >= 2 && blocks.iter().any(|block| block.words.len() > 1 || !block.name.is_empty());
    dumps.then_some(blocks)
}

fn column_like(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'%' || byte == b'_')
        && !name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The words of a line of a dump: no address before a colon or two blanks, no characters behind a bar or two blanks.
fn dumped(line: &str) -> Option<Vec<&str>> {
    let (address, rest) = match line.split_once(':') {
        Some((address, rest)) if !address.trim().contains(' ') => (true, rest),
        Some(_) => return None,
        None => (false, line),
    };
    let rest = rest.split('|').next().unwrap_or("").trim();
    let rest = if address { rest.split("  ").next().unwrap_or("") } else { rest };
    let mut words: Vec<&str> = rest.split_whitespace().map(|word| word.strip_prefix("0x").unwrap_or(word)).collect();
    if words.iter().any(|word| !word.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        return None;
    }
    // `hexdump -C` and `od` put an address without a colon before bytes or words of another length.
    if let [first, second, ..] = words[..]
        && first.len() != second.len()
        && first.len() >= 7
    {
        words.remove(0);
    }
    (!words.is_empty()).then_some(words)
}
