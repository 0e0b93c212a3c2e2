//! What the case study shows, as its part of the address: `b=3f801000&l=20`, the bits of the single and the line of the source.
//!
//! A line and not a count of steps: each line runs at most once, and another input keeps the eye on the same place.

use crate::state::queries::read_parts;
use semantics::operation::float_to_half::{Conversion, SOURCE};

/// The input of a first visit: a tie that goes up to even.
const INPUT: u32 = 0x3f80_3000;

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The bits of the single.
    pub input: u32,
    /// The line that is looked at, from 1; None for the end.
    pub line: Option<usize>,
}

impl Default for Query {
    fn default() -> Query {
        Query { input: INPUT, line: None }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let line = self.line.map_or(String::new(), |line| ["&l=", &line.to_string()].concat());
        format!("b={:08x}{line}", self.input)
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "b" => u32::from_str_radix(value, 16).map(|input| query.input = input).is_ok(),
            "l" => {
                query.line = value.parse().ok().filter(|line| (1..=SOURCE.len()).contains(line));
                query.line.is_some()
            }
            _ => false,
        });
        (query, notices)
    }

    /// The moment of a conversion that is looked at: the line itself, or the last one before it that ran.
    pub fn moment(&self, conversion: &Conversion) -> usize {
        let count = conversion.moments.len();
        match self.line {
            None => count.saturating_sub(1),
            Some(line) => conversion.moments.iter().rposition(|moment| (moment.line as usize) < line).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        for text in ["b=3f803000", "b=ffffffff&l=7", "b=00000000&l=25"] {
            let (query, notices) = Query::read(text);
            assert_eq!((query.written().as_str(), notices), (text, Vec::new()));
        }
        for part in ["b=", "b=123456789", "b=zz", "l=0", "l=26", "l=x", "q=1", "="] {
            let (query, notices) = Query::read(part);
            assert_eq!((query, notices.len()), (Query::default(), 1), "{part}");
        }
    }

    #[test]
    fn a_line_that_does_not_run_leads_to_the_one_before() {
        let (normal, subnormal) = (Conversion::of(0x3f80_0000), Conversion::of(0x3300_0001));
        let at = |line, conversion: &Conversion| {
            let query = Query { line, ..Query::default() };
            conversion.moments[query.moment(conversion)].line as usize + 1
        };
        assert_eq!(at(Some(15), &normal), 15);
        assert_eq!(at(Some(15), &subnormal), 14);
        assert_eq!(at(Some(18), &subnormal), 18);
        assert_eq!(at(Some(1), &subnormal), 2);
        assert_eq!(at(None, &normal), 24);
        assert_eq!(at(Some(25), &Conversion::of(0x7f80_0000)), 8);
    }
}
