//! Listings as people paste them: cuobjdump's, nvdisasm's with and without words, compiler explorer's. Cleaned, one line an instruction.
//!
//! cuobjdump writes a word as two comments, the lower 64 bits behind the text and the upper ones on the next line.

use super::columns::{column, leading};
use super::constants::Sections;
use super::document::plain;
use super::line::word_of;
use super::machine::Name;
use super::text::text as written;
use crate::instruction::Target;
use crate::instruction::sass::{decode, generation, is_wide};
use core::ops::Range;

/// An instruction of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The instruction, the semicolon included if there is one; empty where a word stands alone.
    pub code: Range<usize>,
    /// Its word, if one stands beside it.
    pub word: Option<u128>,
    /// Half of a word whose other half is missing.
    pub half: Option<u64>,
}

/// A text taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Its instructions, in order.
    pub lines: Vec<Line>,
    /// The target that its header names.
    pub target: Option<Target>,
    /// Whose columns stand before its instructions.
    pub columns: Option<&'static str>,
    /// Constants that stand beside the code.
    pub constants: Vec<(Name, u32)>,
}

/// Whether a text is a listing.
pub fn is_listing(text: &str) -> bool {
    begins_at(text).is_some()
}

/// The line that makes a text a listing: an address, columns, a header, or the first of lines of instructions without semicolons, as
/// compiler explorer shows them.
pub fn begins_at(text: &str) -> Option<Range<usize>> {
    let headed = |line: &str| {
        // `.target` alone is PTX's as well.
        let header = [".headerflags", "code for sm_", ".section\t.text"].iter().any(|start| line.starts_with(start));
        header
            || line.split_whitespace().any(|word| column(word).is_some())
            || address(line).is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_uppercase() || c == '@' || c == '{'))
    };
    let line = text
        .lines()
        .find(|line| headed(line.trim_start()))
        .or_else(|| text.lines().find(|line| !line.trim().is_empty()).filter(|_| is_bare(text)))?;
    // A line knows its place in the text.
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    Some(start..start + line.len())
}

/// Whether a text is lines of instructions and labels, not every instruction ended by a semicolon.
fn is_bare(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.ends_with(':') && !line.starts_with('.'));
    let instruction = |line: &str| {
        let behind = if line.starts_with('@') { line.split_once(' ').map_or("", |(_, rest)| rest.trim_start()) } else { line };
        let head = behind.split([' ', ';']).next().unwrap_or_default();
        let name = head.split('.').next().unwrap_or_default();
        let capitals = |word: &str| word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase()) && capitals(name)
    };
    let (mut count, mut open, mut listed) = (0, 0, 0);
    let all = lines.all(|line| {
        count += 1;
        open += usize::from(!line.contains(';'));
        listed += usize::from(line.contains(','));
        instruction(line)
    });
    all && count > 1 && open > 0 && listed > 0
}

/// What follows an address at the start of a line, `/*0010*/`.
fn address(line: &str) -> Option<&str> {
    let (digits, rest) = line.strip_prefix("/*")?.split_once("*/")?;
    (digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(rest)
}

/// The target that a line of a header names: `code for sm_90`, `.target sm_90`, `EF_CUDA_SM90`. None of other lines.
pub fn target_of(line: &str) -> Option<Target> {
    let after = line.split_once("sm_").or_else(|| line.split_once("CUDA_SM")).filter(|_| is_beside(line.trim_start()))?.1;
    let end = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
    Target::named(&after[..end])
}

/// The bytes of a line's instruction, without its address and its columns, and the words of 64 bits in the comments after it.
pub fn taken_apart(line: &str) -> (Range<usize>, Vec<u64>) {
    let mut rest = line.trim_start();
    while let Some(behind) = address(rest).or_else(|| Some(leading(rest)?.1)) {
        rest = behind.trim_start();
    }
    // Braces join two instructions that are issued together.
    let rest = rest.strip_prefix('{').unwrap_or(rest);
    parts(line, line.len() - rest.len())
}

/// Takes a text apart.
pub fn read(text: &str) -> Listing {
    let mut listing = Listing::default();
    let mut sections = Sections::default();
    // The lower half of a word whose upper half should follow.
    let mut open: Option<u64> = None;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let base = start;
        start += whole.len();
        let line = whole.trim_end();
        let (code, halves) = taken_apart(line);
        let said = line[code.clone()].trim();
        listing.columns = listing.columns.or_else(|| line.split_whitespace().find_map(column));
        if said.is_empty() || is_beside(said) {
            sections.take(line);
            if let Some(target) = target_of(line).filter(|target| is_wide(*target)) {
                listing.target.get_or_insert(target);
            }
            // Words on a line of their own: the upper half of the one before, or whole ones.
            match (open.take(), &halves[..]) {
                (Some(low), [high, ..]) => {
                    if let Some(last) = listing.lines.last_mut() {
                        (last.word, last.half) = (Some(u128::from(*high) << 64 | u128::from(low)), None);
                    }
                }
                (Some(low), []) => open = Some(low),
                (None, _) => {}
            }
            continue;
        }
        if let Some(word) = word_of(said) {
            listing.lines.push(Line { code: base + code.start..base + code.start, word: Some(word), half: None });
            open = None;
            continue;
        }
        let trimmed = code.start + (line[code.clone()].len() - line[code.clone()].trim_start().len());
        let span = base + trimmed..base + trimmed + said.len();
        let (word, half) = match halves[..] {
            [low, high] => (Some(u128::from(high) << 64 | u128::from(low)), None),
            [low] => (None, Some(low)),
            _ => (None, None),
        };
        open = half;
        listing.lines.push(Line { code: span, word, half });
    }
    listing.constants = sections.words();
    listing
}

/// The bytes of a line's instruction and the words behind it in comments.
fn parts(line: &str, from: usize) -> (Range<usize>, Vec<u64>) {
    let mut halves = Vec::new();
    let mut end = line.len();
    let mut rest = from;
    while let Some(open) = line[rest..].find("/*") {
        let open = rest + open;
        let Some(length) = line[open + 2..].find("*/") else { break };
        let close = open + 2 + length;
        let body = line[open + 2..close].trim();
        if let Some(hex) = body.strip_prefix("0x").filter(|hex| hex.len() == 16)
            && let Ok(half) = u64::from_str_radix(hex, 16)
        {
            halves.push(half);
            end = end.min(open);
        }
        rest = close + 2;
    }
    if let Some(comment) = line.get(from..end).and_then(|code| code.find("//")) {
        end = from + comment;
    }
    let code = line.get(from..end).unwrap_or_default().trim_end();
    // Columns may stand behind the instruction.
    let code = code.rsplit_once(char::is_whitespace).filter(|(_, last)| column(last).is_some()).map_or(code, |(code, _)| code.trim_end());
    let end = from.min(end) + code.strip_suffix('}').unwrap_or(code).len();
    (from.min(end)..end, halves)
}

/// What stands in a listing beside its instructions: labels, directives, headings, rules.
fn is_beside(said: &str) -> bool {
    let first = said.split_whitespace().next().unwrap_or_default();
    said.ends_with(':')
        || said.starts_with('.')
        || said.starts_with('-')
        || !said.contains(|c: char| c.is_ascii_uppercase()) && word_of(said).is_none()
        || first == "Function"
        || matches!(first, "code" | "host" | "compile_size" | "Fatbin" | "arch" | "producer" | "=" | "================")
        || first.bytes().all(|byte| byte == b'.' || byte == b'=')
}

/// A listing in as few bytes as keep what it says: a line an instruction, its word alone where that says the same as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// What is left of it.
    pub text: String,
    /// How many instructions are in that.
    pub kept: usize,
    /// How many there were.
    pub of: usize,
}

/// A listing of at most so many bytes; None where a text is no listing.
pub fn shortened(text: &str, most: usize) -> Option<Short> {
    if !is_listing(text) {
        return None;
    }
    let listing = read(text);
    let mut short = listing.target.map_or_else(|| ".section\t.text\n".to_owned(), |target| format!("code for {target}\n"));
    for own in [2, 3] {
        let of_bank = || listing.constants.iter().filter(|(name, _)| matches!(name, Name::Constant(bank, _) if *bank == own));
        let word = |name| of_bank().find(|(known, _)| *known == name).map_or("?".to_owned(), |(_, word)| format!("{word:#x}"));
        // A word that is not known keeps its place.
        let up_to = of_bank().map(|(name, _)| *name).max();
        let words = (0..=u16::MAX).step_by(4).map(|offset| Name::Constant(own, offset)).take_while(|name| Some(*name) <= up_to);
        let words: Vec<String> = words.map(word).collect();
        if !words.is_empty() {
            short.push_str(&format!(".section\t.nv.constant{own}.\n.word\t{}\n.section\t.text\n", words.join(",")));
        }
    }
    let generation = generation(listing.target.unwrap_or(Target::SM_90)).unwrap_or(90);
    let (mut kept, mut behind) = (0, 0);
    // Where a jump leads is said by labels and addresses.
    let jumps = ["BRA", "CALL"].iter().any(|name| text.contains(name));
    for line in &listing.lines {
        let mut places = String::new();
        for before in text.get(behind..line.code.start).unwrap_or_default().lines().map(str::trim).filter(|_| jumps) {
            let is_address = |word: &&str| word.len() < 12 && word.starts_with("/*") && word.ends_with("*/");
            match before.split_whitespace().next_back().filter(is_address) {
                Some(address) => places.extend([address, " "]),
                None if before.ends_with(':') && !before.contains(char::is_whitespace) => places.extend([before, "\n"]),
                None => {}
            }
        }
        behind = line.code.end;
        let line = [places, squeezed(text, line, generation)].concat();
        if short.len() + line.len() >= most {
            break;
        }
        short.push_str(&line);
        short.push('\n');
        kept += 1;
    }
    Some(Short { text: short, kept, of: listing.lines.len() })
}

fn squeezed(text: &str, line: &Line, generation: u32) -> String {
    let code = text[line.code.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(word) = line.word else { return code };
    let said = decode(word, generation).ok().map(|instruction| written(&instruction));
    match said {
        Some(said) if code.is_empty() || plain(&said) == plain(&code) => format!("0x{word:032x}"),
        None if code.is_empty() => format!("0x{word:032x}"),
        _ => format!("{code} /* 0x{:016x} */ /* 0x{:016x} */", word as u64, (word >> 64) as u64),
    }
}
