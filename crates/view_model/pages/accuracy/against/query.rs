//! What is asked, as the page's part of the address: `k=against&a=expf(x)&b=__expf(x)&r=-10..10&n=1`: two texts, the first and the last
//! operand as they were typed, and how many operands go by from one to the next.

use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::against::study::Asked;

/// The columns of the plot.
const COLUMNS: u32 = 480;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The two texts.
    pub texts: [String; 2],
    /// The first and the last operand, or seed; empty for all of them.
    pub range: [String; 2],
    /// From one operand to the next; 0 leaves it to the study.
    pub every: u64,
}

impl Default for Query {
    fn default() -> Query {
        Query { texts: ["expf(x)".into(), "__expf(x)".into()], range: ["-10".into(), "10".into()], every: 0 }
    }
}

/// Whether a query of the page is one of these.
pub fn is_against(text: &str) -> bool {
    text.split('&').any(|part| part == "k=against")
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let [a, b] = self.texts.each_ref().map(|text| encoded(text));
        let mut text = ["k=against&a=", &a, "&b=", &b].concat();
        if self.range.iter().any(|end| !end.is_empty()) {
            let [from, to] = self.range.each_ref().map(|end| encoded(end));
            ["&r=", &from, "..", &to].iter().for_each(|part| text.push_str(part));
        }
        if self.every > 0 {
            text.push_str(&format!("&n={}", self.every));
        }
        text
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        // Without a range all operands are meant, unless nothing at all is asked.
        if text.split('&').any(|part| part.starts_with("a=")) {
            query.range = Default::default();
        }
        let notices = read_parts(text, |name, value| {
            let Some(value) = decoded(value) else { return false };
            match name {
                "k" => value == "against",
                "a" | "b" => {
                    query.texts[usize::from(name == "b")] = value;
                    true
                }
                "r" => value.split_once("..").map(|(from, to)| query.range = [from.into(), to.into()]).is_some(),
                "n" => value.parse().ok().filter(|every| *every > 0).map(|every| query.every = every).is_some(),
                _ => false,
            }
        });
        (query, notices)
    }

    /// What the worker is asked, for the chip of the header.
    pub fn asked(&self, target: u32) -> Asked {
        Asked { texts: self.texts.clone(), target, range: self.range.clone(), every: self.every, columns: COLUMNS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        let own = |a: &str, b: &str, range: [&str; 2], every| Query { texts: [a.into(), b.into()], range: range.map(String::from), every };
        for query in [
            Query::default(),
            own("a*b + c", "-fmad=false", ["", ""], 1),
            own("ex2.approx.ftz.f32", ".target sm_50\nex2.approx.f32", ["0x3f800000", "2"], 0),
            own("x*x - 0.5f*x + 1", "exact", ["-1e-3", ""], 77),
            own("", "& = % + ..", ["", "1"], 0),
        ] {
            assert_eq!(Query::read(&query.written()), (query, Vec::new()));
        }
        assert!(is_against(&Query::default().written()) && !is_against("f=RSQ"));
        let (query, notices) = Query::read("k=against&n=0&z=1&r=5");
        assert_eq!((query, notices.len()), (Query::default(), 3));
    }
}
