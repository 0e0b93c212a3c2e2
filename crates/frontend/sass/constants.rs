//! The constants that stand beside the code, from the sections of a listing: those that a compiler writes for one function (bank 2), and the
//! variables in `__constant__` as the module begins (bank 3). Bank 0 has the parameters, and bank 4 addresses that a loader writes.

use super::machine::Name;

/// Reads sections line by line.
#[derive(Default)]
pub(super) struct Sections<'a> {
    /// The first function with code.
    function: Option<&'a str>,
    /// The section that is read; None behind what cannot be read.
    open: Option<Section<'a>>,
    read: Vec<Section<'a>>,
}

/// A bank with its bytes so far, and the function whose it is, if it is one's alone.
struct Section<'a> {
    bank: u8,
    function: Option<&'a str>,
    /// None where a linker or a loader writes.
    bytes: Vec<Option<u8>>,
}

impl<'a> Section<'a> {
    fn named(name: &'a str) -> Option<Section<'a>> {
        let (bank, function) = name.strip_prefix(".nv.constant")?.split_at_checked(1)?;
        let bank = bank.parse().ok().filter(|bank| matches!(bank, 2 | 3))?;
        let function = if function.is_empty() { None } else { Some(function.strip_prefix('.')?) };
        Some(Section { bank, function, bytes: Vec::new() })
    }
}

/// The constants of one function of a listing, and those of the module.
pub fn of_function(text: &str, name: &str) -> Vec<(Name, u32)> {
    let mut sections = Sections { function: Some(name), ..Sections::default() };
    text.lines().for_each(|line| sections.take(line.trim_end()));
    sections.words()
}

impl<'a> Sections<'a> {
    /// Takes a line of a listing that is no instruction.
    pub fn take(&mut self, line: &'a str) {
        if let Some(rest) = line.trim_start().strip_prefix(".section").filter(|rest| rest.starts_with(char::is_whitespace)) {
            self.read.extend(self.open.take());
            let name = rest.trim_start().split(',').next().unwrap_or_default().trim();
            if let Some(function) = name.strip_prefix(".text.") {
                self.function.get_or_insert(function);
            }
            self.open = Section::named(name);
        } else if let Some(section) = self.open.take() {
            self.open = with_data(line, section.bytes).map(|bytes| Section { bytes, ..section });
        }
    }

    /// The words of the function that runs, and of the module.
    pub fn words(mut self) -> Vec<(Name, u32)> {
        self.read.extend(self.open.take());
        let of_bank = |bank: u8| {
            let names = |function: &str| self.function.is_none_or(|known| known == function);
            let mut own = self.read.iter().filter(|section| section.bank == bank && section.function.is_none_or(names));
            // Those of two functions are told apart by the name of the one with code.
            let (Some(Section { bytes, .. }), None) = (own.next(), own.next()) else { return Vec::new() };
            let words = bytes.chunks(4).map(|word| word.iter().rev().try_fold(0, |all, byte| Some(all << 8 | u32::from((*byte)?))));
            let names = (0..=u16::MAX).step_by(4).map(|offset| Name::Constant(bank, offset));
            names.zip(words).filter_map(|(name, word)| Some((name, word?))).collect()
        };
        [of_bank(2), of_bank(3)].concat()
    }
}

/// The bytes with those of a line (`/*0010*/ .byte 0x2a, 0x00`); None where they cannot be read, which ends the section.
fn with_data(line: &str, mut bytes: Vec<Option<u8>>) -> Option<Vec<Option<u8>>> {
    let (place, rest) = match line.trim_start().strip_prefix("/*") {
        Some(rest) => rest.split_once("*/").map(|(place, rest)| (Some(place), rest))?,
        None => (None, line),
    };
    let (directive, values) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    // Variables that begin with zero.
    if directive == ".zero" && place.is_none() {
        let count = values.trim().parse::<usize>().ok().filter(|count| bytes.len() + count <= 1 << 16)?;
        bytes.resize(bytes.len() + count, Some(0));
        return Some(bytes);
    }
    let width = match directive {
        ".byte" => 1,
        ".short" => 2,
        ".word" => 4,
        ".dword" => 8,
        // Labels, alignment and blanks have no bytes.
        _ if place.is_none() => return Some(bytes),
        _ => return None,
    };
    // Where a line is lost, what stands behind it is not known.
    if place.is_some_and(|place| usize::from_str_radix(place, 16) != Ok(bytes.len())) {
        return None;
    }
    for value in values.split(',') {
        let Some(digits) = value.trim().strip_prefix("0x") else {
            // An address that a linker writes: `fun@R_CUDA_G64(f)`.
            bytes.resize(bytes.len() + width, None);
            continue;
        };
        let value = u64::from_str_radix(digits, 16).ok()?;
        let cut = value.to_le_bytes();
        if cut.iter().skip(width).any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend(cut.get(..width)?.iter().copied().map(Some));
    }
    Some(bytes)
}
