//! The constants that a compiler writes beside the code, from the sections of a listing: bank 2, which belongs to one function.

use super::machine::Name;

/// Reads sections line by line.
#[derive(Default)]
pub(super) struct Sections<'a> {
    /// The first function with code.
    function: Option<&'a str>,
    /// The function whose constants are read, and their bytes so far; None behind what cannot be read.
    open: Option<(&'a str, Vec<u8>)>,
    read: Vec<(&'a str, Vec<u8>)>,
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
            self.open = name.strip_prefix(".nv.constant2.").map(|function| (function, Vec::new()));
        } else if let Some((function, bytes)) = self.open.take() {
            self.open = with_data(line, bytes).map(|bytes| (function, bytes));
        }
    }

    /// The words of the function that runs.
    pub fn words(mut self) -> Vec<(Name, u32)> {
        self.read.extend(self.open.take());
        let names = |function: &&str| self.function.is_none_or(|known| known == *function);
        let mut own = self.read.iter().filter(|(function, _)| names(function));
        // Those of two functions are told apart by the name of the one with code.
        let (Some((_, bytes)), None) = (own.next(), own.next()) else { return Vec::new() };
        let words = bytes.chunks_exact(4).filter_map(|word| Some(u32::from_le_bytes(word.try_into().ok()?)));
        (0..=u16::MAX).step_by(4).map(|offset| Name::Constant(2, offset)).zip(words).collect()
    }
}

/// The bytes with those of a line (`/*0010*/ .byte 0x2a, 0x00`); None where they cannot be read, which ends the section.
fn with_data(line: &str, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let (place, rest) = match line.trim_start().strip_prefix("/*") {
        Some(rest) => rest.split_once("*/").map(|(place, rest)| (Some(place), rest))?,
        None => (None, line),
    };
    let (directive, values) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
    let width = match directive {
        ".byte" => 1,
        ".short" => 2,
        ".word" => 4,
        ".dword" => 8,
        // Labels, alignment and blanks have no bytes.
        _ if place.is_none() && !directive.starts_with(".zero") => return Some(bytes),
        _ => return None,
    };
    if place.is_some_and(|place| usize::from_str_radix(place, 16) != Ok(bytes.len())) {
        return None;
    }
    for value in values.split(',') {
        let value = u64::from_str_radix(value.trim().strip_prefix("0x")?, 16).ok()?;
        let cut = value.to_le_bytes();
        if cut.iter().skip(width).any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend(cut.get(..width)?);
    }
    Some(bytes)
}
