//! What the page shows, as its part of the address: `f=e3m4&n=0.1&m=rz&x=log&z=3`, the format by its name, the number as typed (or `b=2a`, its
//! bits), the rounding mode, the axis and how often the line is doubled in size.

use crate::state::number::{Subject, read_text};
use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::number::{Format, Own, Pattern, Refused, own_format};
use semantics::rounding::{Literal, Mode};

/// The modes that one can choose here.
pub const MODES: [Mode; 5] = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp, Mode::Rna];
/// The most times that the line is doubled.
pub const MOST_ZOOM: u32 = 12;

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The name of the format, as typed.
    pub name: String,
    /// The number as typed.
    pub typed: String,
    /// The bits, where they stand in its place.
    pub bits: Option<u64>,
    /// The rounding mode.
    pub mode: Mode,
    /// Whether equal factors are equally wide on the line.
    pub is_log: bool,
    /// How often the line is doubled in size.
    pub zoom: u32,
}

impl Default for Query {
    fn default() -> Query {
        Query { name: "e3m4".into(), typed: "0.1".into(), bits: None, mode: Mode::Rn, is_log: false, zoom: 0 }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let mut query = ["f=", &encoded(&self.name)].concat();
        match self.bits {
            Some(bits) => query.push_str(&format!("&b={bits:x}")),
            None => query.push_str(&["&n=", &encoded(&self.typed)].concat()),
        }
        if self.mode != Mode::Rn {
            query.push_str(&["&m=", self.mode.name()].concat());
        }
        if self.is_log {
            query.push_str("&x=log");
        }
        if self.zoom > 0 {
            query.push_str(&format!("&z={}", self.zoom));
        }
        query
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "f" => decoded(value).map(|name| query.name = name).is_some(),
            "n" => decoded(value).map(|typed| query.typed = typed).is_some(),
            "b" => u64::from_str_radix(value, 16).map(|bits| query.bits = Some(bits)).is_ok(),
            "m" => MODES.into_iter().find(|mode| mode.name() == value).map(|mode| query.mode = mode).is_some(),
            "x" => {
                query.is_log = value == "log";
                query.is_log
            }
            "z" => value.parse().ok().filter(|zoom| *zoom <= MOST_ZOOM).map(|zoom| query.zoom = zoom).is_some(),
            _ => false,
        });
        (query, notices)
    }

    /// The same with bits in the place of the number.
    pub fn with_bits(&self, bits: u64) -> Query {
        Query { bits: Some(bits), ..self.clone() }
    }

    /// The number in the format, and what it is the value of; a sentence where the text means nothing there.
    pub fn number(&self, format: &'static Format) -> Result<(Pattern, Subject), String> {
        let literal = match self.bits {
            Some(bits) => Literal::Bits { bits, width: format.width(), format: None },
            None => read_text(&self.typed)?.literal,
        };
        if literal.is_below_zero() && !format.signed {
            return Err(format!("{} has no sign, so it has no negative number.", format.name));
        }
        let Literal::Bits { bits, .. } = literal else {
            let pattern = Pattern::new(format, literal.to_bits(format, self.mode).0);
            return Ok((pattern, Subject { literal, source: None }));
        };
        if bits > format.mask() {
            return Err(format!("0x{bits:x} has more than the {} bits of {}.", format.width(), format.name));
        }
        let pattern = Pattern::new(format, bits);
        Ok((pattern, Subject::of(pattern, "")))
    }
}

/// The format that a name says: one of the table that could be one's own, else one that is made.
pub fn named(name: &str) -> Result<&'static Format, Refused> {
    let name = name.trim();
    let format = Format::named(name).map_or_else(|| own_format(name), Ok)?;
    Own::of(format).map(|_| format).ok_or(if format.is_floating() { Refused::Width } else { Refused::Name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        for text in ["f=e3m4&n=0.1", "f=cfloat%3C8,4%3E&b=2a&m=rz&x=log&z=3", "f=E4M3&n=1e-3&m=rna"] {
            let (query, notices) = Query::read(text);
            assert_eq!((query.written(), notices), (text.to_owned(), Vec::new()));
        }
        let (query, notices) = Query::read("f=e3m4&m=rx&x=lin&z=99&q");
        assert_eq!((query, notices.len()), (Query::default(), 4));
        // A box that was cleared stays empty.
        let (query, notices) = Query::read("f=e3m4&n=");
        assert_eq!((query.typed.as_str(), query.bits, notices.len()), ("", None, 0));
    }

    #[test]
    fn names_of_the_table_come_first() {
        let name = |text: &str| named(text).map(|format| format.name);
        assert_eq!((name("e4m3"), name("E4M3i"), name(" cfloat<8,4> "), name("f16")), (Ok("E4M3"), Ok("e4m3i"), Ok("e4m3cz"), Ok("F16")));
        assert_eq!(
            (name("f64"), name("ue8m0"), name("s2f6"), name("zebra")),
            (Err(Refused::Width), Err(Refused::Name), Err(Refused::Name), Err(Refused::Name))
        );
    }

    #[test]
    fn a_number_is_rounded_and_bits_are_taken_as_they_are() {
        let Ok(format) = named("e3m4") else { panic!("no e3m4") };
        let number = |text: &str| Query::read(text).0.number(format).map(|(pattern, _)| pattern.bits);
        assert_eq!((number("n=1"), number("n=0x2a"), number("b=2a"), number("n=-0.25")), (Ok(0x30), Ok(0x2a), Ok(0x2a), Ok(0x90)));
        assert!(number("n=0x1ff").is_err_and(|error| error.contains("more than the 8 bits")));
        assert!(number("n=zebra").is_err());
        let Ok(unsigned) = named("ue3m2") else { panic!("no ue3m2") };
        for below in ["n=-1", "n=-inf"] {
            assert!(Query::read(below).0.number(unsigned).is_err_and(|error| error.contains("no sign")), "{below}");
        }
    }
}
