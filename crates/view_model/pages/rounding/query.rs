//! What the rounding page shows, as its part of the address: `n=0.1&f=F16&d=3ff0020000000001`, the number as typed, the format that it is
//! rounded into, and the double that is rounded twice.

use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::number::{F16, Format, shown};

/// The formats that a number can be rounded into here.
pub fn targets() -> impl Iterator<Item = &'static Format> {
    shown().filter(|format| format.taught)
}

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The number as typed.
    pub typed: String,
    /// The format it is rounded into.
    pub format: &'static Format,
    /// The bits of the double that is rounded twice; None for the first example.
    pub double: Option<u64>,
}

impl Default for Query {
    fn default() -> Query {
        Query { typed: "0.1".into(), format: F16::ROW, double: None }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let double = self.double.map_or(String::new(), |double| format!("&d={double:016x}"));
        ["n=", &encoded(&self.typed), "&f=", self.format.name, &double].concat()
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "n" => decoded(value).map(|typed| query.typed = typed).is_some(),
            "f" => targets().find(|format| format.name == value).map(|format| query.format = format).is_some(),
            "d" => {
                query.double = u64::from_str_radix(value, 16).ok();
                query.double.is_some()
            }
            _ => false,
        });
        (query, notices)
    }
}
