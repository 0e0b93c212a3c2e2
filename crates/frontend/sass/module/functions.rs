//! The functions of a listing and what each takes. A listing names no parameter; a mangled name of C++ says their types, and otherwise the
//! constants that the code reads say how wide they are.

use super::super::document::Document;
use core::ops::Range;

/// A function of a listing.
pub(super) struct Function {
    /// Its name as the listing has it.
    pub name: String,
    /// Its statements.
    pub statements: Range<usize>,
}

/// What the text around the code calls a function: nvdisasm's section, cuobjdump's heading.
fn named(line: &str) -> Option<&str> {
    let line = line.trim();
    let section = || line.strip_prefix(".section")?.trim_start().strip_prefix(".text.")?.split(',').next();
    line.strip_prefix("Function : ").or_else(section).map(str::trim)
}

/// The functions of a listing in order; one without a name where the text names none.
pub(super) fn functions(document: &Document) -> Vec<Function> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut start = 0;
    for line in document.text.split_inclusive('\n') {
        if let Some(name) = named(line) {
            found.push((name.to_owned(), start));
        }
        start += line.len();
    }
    if found.is_empty() {
        found.push(("kernel".to_owned(), 0));
    }
    let place = |byte: usize| document.statements.partition_point(|statement| statement.span.start < byte);
    let ends = found.iter().skip(1).map(|(_, start)| place(*start)).chain([document.statements.len()]);
    let all = found.iter().zip(ends).map(|((name, start), end)| Function { name: name.clone(), statements: place(*start)..end });
    all.filter(|function| !function.statements.is_empty()).collect()
}

/// A parameter: where it begins behind the first one, its bytes, and its type in PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub offset: u16,
    pub bytes: u16,
    pub own: &'static str,
}

impl Parameter {
    fn of(offset: u16, own: &'static str) -> Parameter {
        let bytes = own.trim_start_matches(|letter: char| letter.is_ascii_lowercase()).parse().map_or(4, |bits: u16| bits / 8);
        Parameter { offset: offset.next_multiple_of(bytes), bytes, own }
    }

    /// The byte behind it.
    pub fn end(&self) -> u16 {
        self.offset + self.bytes
    }
}

/// The parameters that a mangled name says (Itanium C++ ABI 5.1.5): `_Z5saxpyifPKfPf`. None of a name that says none, or more than types of
/// numbers and pointers.
pub(super) fn of_name(name: &str) -> Option<Vec<Parameter>> {
    let rest = name.strip_prefix("_Z")?;
    let (_, mut rest) = identifier(rest)?;
    // What `S_`, `S0_` and so on stand for.
    let mut known: Vec<&'static str> = Vec::new();
    let mut all: Vec<Parameter> = Vec::new();
    if rest == "v" {
        return Some(all);
    }
    while !rest.is_empty() {
        let (own, behind) = parameter(rest, &mut known)?;
        all.push(Parameter::of(all.last().map_or(0, Parameter::end), own));
        rest = behind;
    }
    Some(all)
}

/// A name with its length in front, and what stands behind it.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    text[digits..].split_at_checked(text[..digits].parse().ok()?)
}

/// The type in PTX of what a mangled type begins with, and what stands behind it.
fn parameter<'a>(text: &'a str, known: &mut Vec<&'static str>) -> Option<(&'static str, &'a str)> {
    if let Some(rest) = text.strip_prefix('S') {
        let (number, behind) = rest.split_once('_')?;
        let place = if number.is_empty() { 0 } else { usize::from_str_radix(number, 36).ok()? + 1 };
        return Some((known.get(place)?, behind));
    }
    if let Some(rest) = text.strip_prefix(['P', 'K', 'V', 'r']) {
        let (own, behind) = match rest.strip_prefix('v') {
            Some(behind) => ("b8", behind),
            None => parameter(rest, known)?,
        };
        let own = if text.starts_with('P') { "u64" } else { own };
        // `r` is `__restrict__`, which stands before a pointer and is part of its own substitution.
        known.push(own);
        return Some((own, behind));
    }
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        let (name, behind) = identifier(text)?;
        let own = match name {
            "__half" | "__nv_bfloat16" => "b16",
            "__half2" | "__nv_bfloat162" => "b32",
            // Behind a pointer it need not be known.
            _ => "",
        };
        known.push(own);
        return Some((own, behind));
    }
    let own = match text.chars().next()? {
        'b' | 'h' => "u8",
        'c' | 'a' => "s8",
        's' => "s16",
        't' => "u16",
        'i' => "s32",
        'j' => "u32",
        'l' | 'x' => "s64",
        'm' | 'y' => "u64",
        'f' => "f32",
        'd' => "f64",
        _ => return None,
    };
    Some((own, &text[1..]))
}

/// The parameters that the words say which a function reads, by their distance from the first one and whether two are read at once. Two
/// words side by side that are both read count as an address.
pub(super) fn of_words(words: &[(u16, bool)]) -> Vec<Parameter> {
    let is_read = |offset: u16| words.iter().any(|(known, _)| *known == offset);
    let is_pair = |offset: u16| words.iter().any(|(known, pair)| *known == offset && *pair);
    let mut all: Vec<Parameter> = Vec::new();
    let end = words.iter().map(|(offset, pair)| offset + if *pair { 8 } else { 4 }).max().unwrap_or(0);
    let mut offset = 0;
    while offset < end {
        let wide = offset % 8 == 0 && (is_pair(offset) || is_read(offset) && is_read(offset + 4));
        all.push(Parameter::of(offset, if wide { "u64" } else { "b32" }));
        offset = all.last().map_or(end, Parameter::end);
    }
    all
}
