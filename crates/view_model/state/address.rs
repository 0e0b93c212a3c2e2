//! The whole state of the page as the part of an address behind `#`, versioned; a bad part becomes its default with a notice.
//!
//! `#/?v=1&i=add.f32+%25d,+%25a,+%25b;&r=a:3f800000&t=sm_90&p=8.8` and `#/formats?v=1&f=F32&b=3f800000`.

use super::embed::Embed;
use super::listing::Listing;
use super::lookup::{Lookup, MATRICES, PLAIN_THIRD};
use super::number::{read_text, settled};
pub use super::page::Page;
use super::percent::{decoded, encoded};
use super::queries::Queries;
use super::registers::Registers;
use semantics::instruction::ptx::special_values::SpecialClass;
use semantics::instruction::sass::Mnemonic;
use semantics::instruction::{Context, Target, Version, forms_of};
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::Mode;

/// The instruction of a first visit.
pub const EXAMPLE: &str = "fma.rn.f32 %f4, %f1, %f2, %f3;";
const EXAMPLE_REGISTERS: &str = "f1:3f8ccccd,f2:3f8ccccd,f3:3dcccccd";
const VERSION: &str = "1";

/// The most bytes that a box takes: a hundred pages of instructions, read and run within a blink.
pub const LONGEST: usize = 100_000;
/// Bytes of a listing or a module that is read at all: folded, or to be shared as a file.
pub const LARGEST: usize = 8_000_000;

/// Everything that a link opens.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// The page.
    pub page: Page,
    /// The text in the box.
    pub text: String,
    /// The registers.
    pub registers: Registers,
    /// Target and PTX version.
    pub context: Context,
    /// The step that is shown, counted from zero; None for all at once.
    pub step: Option<usize>,
    /// The number on the format page.
    pub number: Pattern,
    /// What was typed there, if it was a number rather than bits.
    pub typed: String,
    /// How a number is rounded there.
    pub mode: Mode,
    /// What the reference shows.
    pub lookup: Lookup,
    /// The program.
    pub program: Listing,
    /// What pages that read their own queries were asked.
    pub queries: Queries,
}

impl Default for Address {
    fn default() -> Address {
        Address {
            page: Page::Explore,
            text: EXAMPLE.into(),
            registers: Registers::examples(EXAMPLE_REGISTERS),
            context: Context::default(),
            step: None,
            number: Pattern::new(F32::ROW, 0x3dcc_cccd),
            typed: "0.1".into(),
            mode: Mode::Rn,
            lookup: Lookup::default(),
            program: Listing::default(),
            queries: Queries::default(),
        }
    }
}

impl Address {
    /// The address at which a page, by its name there, is asked something.
    pub fn asking(path: &str, asked: &[(&'static str, String)], context: Context) -> String {
        let page = Page::at(path).map_or(Page::Explore, |(page, _)| page);
        let mut queries = Queries::default();
        asked.iter().for_each(|(name, value)| queries.push(page, &[name, "=", &encoded(value)].concat()));
        Address { page, context, queries, ..Address::default() }.written()
    }

    /// The address, from `#` on.
    pub fn written(&self) -> String {
        self.on(self.page)
    }

    /// The address of another page that keeps everything else.
    pub fn on(&self, page: Page) -> String {
        let mut hash = String::new();
        let mut add = |name: &str, value: &str| {
            hash.push('&');
            hash.push_str(name);
            hash.push('=');
            hash.push_str(value);
        };
        match page {
            Page::Explore => {
                add("i", &encoded(&self.text));
                add("r", &encoded(&self.registers.written()));
                add("t", self.context.target.name());
                add("p", &self.context.ptx.to_string());
                if let Some(step) = self.step {
                    add("s", &(step + 1).to_string());
                }
                format!("#/?v={VERSION}{hash}")
            }
            Page::Formats => {
                add("f", self.number.format.name);
                match self.typed.as_str() {
                    "" => add("b", &self.number.hex()),
                    typed => add("n", &encoded(typed)),
                }
                if self.mode != Mode::Rn {
                    add("m", self.mode.name());
                }
                format!("#/formats?v={VERSION}{hash}")
            }
            Page::Program => {
                // What no link can hold leaves its place empty: the page keeps it, and whoever opens the link is told.
                let text = &self.program.text;
                add("i", &if text.len() > LONGEST { String::new() } else { encoded(text) });
                add("r", &encoded(&self.program.registers.written()));
                add("t", self.context.target.name());
                add("p", &self.context.ptx.to_string());
                if !self.program.kernel.is_empty() {
                    add("k", &encoded(&self.program.kernel));
                }
                if let Some(line) = self.program.line {
                    add("l", &(line + 1).to_string());
                }
                if let Some(step) = self.step {
                    add("s", &(step + 1).to_string());
                }
                format!("#/program?v={VERSION}{hash}")
            }
            Page::Reference => {
                let lookup = &self.lookup;
                if lookup.third != PLAIN_THIRD {
                    add("c", &lookup.third.to_string());
                }
                if !lookup.find.is_empty() {
                    add("q", &encoded(&lookup.find));
                }
                add("t", self.context.target.name());
                add("p", &self.context.ptx.to_string());
                let slash = if lookup.name.is_empty() { "" } else { "/" };
                format!("#/reference{slash}{}?v={VERSION}{hash}", encoded(&lookup.name))
            }
            page => {
                add("t", self.context.target.name());
                add("p", &self.context.ptx.to_string());
                let query = self.queries.get(page);
                let (below, query) = match query.starts_with('/') {
                    true => query.split_once('&').unwrap_or((query, "")),
                    false => ("", query),
                };
                for part in query.split('&').filter(|part| !part.is_empty()) {
                    hash.push('&');
                    hash.push_str(part);
                }
                format!("#/{}{below}?v={VERSION}{hash}", page.path())
            }
        }
    }

    /// Reads an address; the notices say what was replaced by its default.
    pub fn read(hash: &str) -> (Address, Vec<String>) {
        let mut address = Address::default();
        let mut notices = Vec::new();
        let hash = hash.trim_start_matches('#');
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        match Page::at(path.trim_matches('/')) {
            Some((page, below)) if page.reads_query() => {
                address.page = page;
                let name = below.split('&').next().unwrap_or_default();
                address.queries.push(page, name.trim_end_matches('/'));
            }
            Some((page, "")) => address.page = page,
            Some((Page::Reference, below)) => {
                address.page = Page::Reference;
                let name = decoded(&below[1..]).unwrap_or_default();
                let first = name.split('.').next().unwrap_or_default();
                let known = !forms_of(first).is_empty() || MATRICES.contains(&first);
                let machine = Mnemonic::ALL.iter().any(|mnemonic| mnemonic.name() == name);
                if !known && !machine {
                    notices.push(format!("There is no floating-point instruction `{name}`; this is the overview."));
                } else {
                    address.lookup.name = name;
                }
            }
            _ => notices.push(format!("There is no page `{}`; this is the explorer.", path.trim_matches('/'))),
        }
        let mut format = address.number.format;
        let mut bits = None;
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            // With a slash at its front it would read back as a path.
            let shared = matches!(name, "v" | "t" | "p") || Embed::is_part(name) || part.starts_with('/');
            if address.page.reads_query() && !shared {
                address.queries.push(address.page, part);
                continue;
            }
            let Some(value) = decoded(value) else {
                notices.push(format!("The link's `{name}` could not be read."));
                continue;
            };
            if value.len() > LONGEST {
                notices.push(format!("The link's `{name}` is longer than {LONGEST} characters; the default is used instead."));
                continue;
            }
            let good = match name {
                "v" => {
                    if value != VERSION {
                        notices.push("This link comes from another version of Ulpscope; what this one cannot read is left out.".into());
                    }
                    true
                }
                name if Embed::is_part(name) => true,
                "i" if address.page == Page::Program => {
                    address.program.text = value.clone();
                    true
                }
                "r" if address.page == Page::Program => {
                    let (registers, bad) = Registers::read(&value);
                    address.program.registers = registers;
                    bad.is_empty()
                }
                "k" if address.page == Page::Program => {
                    address.program.kernel = value.clone();
                    true
                }
                "l" => {
                    address.program.line = value.parse::<usize>().ok().and_then(|line| line.checked_sub(1));
                    address.program.line.is_some()
                }
                "i" => {
                    address.text = value.clone();
                    true
                }
                "r" => {
                    let (registers, bad) = Registers::read(&value);
                    address.registers = registers;
                    bad.is_empty()
                }
                "t" => Target::named(&value).map(|target| address.context.target = target).is_some(),
                "p" => Version::named(&value).map(|ptx| address.context.ptx = ptx).is_some(),
                "s" => {
                    address.step = value.parse::<usize>().ok().and_then(|step| step.checked_sub(1));
                    address.step.is_some()
                }
                "f" => Format::named(&value).map(|named| format = named).is_some(),
                "b" => {
                    bits = u64::from_str_radix(&value, 16).ok();
                    bits.is_some()
                }
                "n" => {
                    address.typed = value.clone();
                    true
                }
                "c" => {
                    value.parse().ok().filter(|third| *third < SpecialClass::ALL.len()).map(|third| address.lookup.third = third).is_some()
                }
                "q" => {
                    address.lookup.find = value.clone();
                    true
                }
                "m" => Mode::ALL.into_iter().find(|mode| mode.name() == value).map(|mode| address.mode = mode).is_some(),
                _ => false,
            };
            if !good {
                notices.push(format!("The link's `{name}={value}` could not be read; the default is used instead."));
            }
        }
        if address.page == Page::Formats {
            // A number is rounded anew, so that what is shown follows from the text alone; bits stand for themselves.
            let asks = query.split('&').any(|part| part.starts_with("n="));
            match (read_text(&address.typed), bits) {
                (_, Some(bits)) if !asks => (address.number, address.typed) = (Pattern::new(format, bits), String::new()),
                (Ok(reading), _) => (address.number, address.typed) = settled(&address.typed, &reading.literal, format, address.mode),
                (Err(error), _) => {
                    notices.push(error);
                    address.typed.clear();
                    address.number = Pattern::new(format, bits.unwrap_or(0));
                }
            }
        }
        (address, notices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an address is written as once it was read, and how many notices that gave. Written so, it reads back without one.
    fn check(hash: &str, expected: &str, notices: usize) {
        let (address, said) = Address::read(hash);
        assert_eq!((address.written().as_str(), said.len()), (expected, notices), "{hash}: {said:?}");
        let (again, said) = Address::read(expected);
        assert_eq!((again.written().as_str(), said), (expected, Vec::new()));
    }

    #[test]
    fn an_address_reads_back() {
        for hash in [
            "#/?v=1&i=add.f32+%25d,+%25a,+%25b;&r=a:3f800000,.p:1&t=sm_90&p=8.8&s=2",
            "#/program?v=1&i=add.f32+%25a,+%25b,+1.0;%0A%7B&r=b:1&t=sm_50&p=8.6&l=2",
            "#/program?v=1&i=.entry&r=&t=sm_50&p=8.6&k=0%3Df32%5B2%5D%0Astep%3D3&l=2",
            "#/formats?v=1&f=F16&n=1e-5&m=rz",
            "#/formats?v=1&f=E4M3&b=7f",
            "#/reference/fma.rn.f32?v=1&c=4&q=no+%26+such&t=sm_90&p=8.8",
            "#/learn/ties?v=1&t=sm_90&p=8.8&screen=2",
            "#/accuracy?v=1&t=sm_90&p=8.8&f=SIN&zebra",
        ] {
            check(hash, hash, 0);
        }
    }

    #[test]
    fn what_is_bad_becomes_a_default_with_a_notice() {
        let first = Address::default().written();
        check("", &first, 0);
        check("#/nowhere", &first, 1);
        check("#/?v=2&x=1", &first, 2);
        check("#/?i=%E0%A4%A&t=sm_9000&p=-1&s=0", &first, 4);
        check("#/reference?c=9", "#/reference?v=1&t=sm_90&p=9.1", 1);
        check("#/reference/zebra", "#/reference?v=1&t=sm_90&p=9.1", 1);
        check("#/debug/a/?/b&c", "#/debug/a?v=1&t=sm_90&p=9.1&c", 1);
        check("#/debug/&a", "#/debug?v=1&t=sm_90&p=9.1", 0);
    }
}
