//! What the page of the visitor's GPU shows, as its part of the address: `n=8&f=rsqrt&x=3f`, how many of the 256 windows of inputs are run, the
//! function whose errors are drawn, and the window that is looked into in place of the function's usual range.

use crate::state::queries::read_parts;
use semantics::gpu::{Function, WINDOWS};

/// How much of the inputs may be asked for, in windows of 2^24, with words for it.
pub const AMOUNTS: [(usize, &str); 4] = [(256, "all 2³² inputs"), (32, "an eighth"), (8, "8 of 256 windows"), (2, "2 of 256 windows")];

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// How many windows are run.
    pub amount: usize,
    /// The function whose errors are drawn.
    pub function: Option<Function>,
    /// The window that is looked into.
    pub window: Option<u8>,
}

impl Default for Query {
    fn default() -> Query {
        Query { amount: WINDOWS, function: None, window: None }
    }
}

impl Query {
    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "n" => {
                let known = AMOUNTS.iter().find(|row| row.0.to_string() == value);
                known.map(|row| query.amount = row.0).is_some()
            }
            "f" => Function::named(value).map(|function| query.function = Some(function)).is_some(),
            "x" => {
                let window = Some(value).filter(|value| value.len() == 2).and_then(|value| u8::from_str_radix(value, 16).ok());
                window.map(|window| query.window = Some(window)).is_some()
            }
            _ => false,
        });
        (query, notices)
    }

    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let mut parts = Vec::new();
        if self.amount != WINDOWS {
            parts.push(["n=", &self.amount.to_string()].concat());
        }
        parts.extend(self.function.map(|function| ["f=", function.key].concat()));
        parts.extend(self.window.map(|window| format!("x={window:02x}")));
        parts.join("&")
    }

    /// The windows that are run: one of each stretch, 0x3f and 0xbf among them, whose magnitudes go from a half to two.
    pub fn windows(&self) -> impl Iterator<Item = u8> {
        let step = WINDOWS / self.amount;
        (0..self.amount).map(move |at| (at * step + 0x3f % step) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        for text in ["", "n=8&f=rsqrt&x=3f", "f=half", "n=2"] {
            let (query, notices) = Query::read(text);
            assert_eq!((query.written().as_str(), notices), (text, Vec::new()));
        }
        assert_eq!(Query::read("n=3&f=none&x=3&x=%2b1&y"), (Query::default(), Query::read("n=3&f=none&x=3&x=%2b1&y").1));
        assert_eq!(Query::read("n=3&f=none&x=3&x=100&y").1.len(), 5);
    }

    #[test]
    fn windows_are_spread_and_hold_ordinary_numbers() {
        for (amount, _) in AMOUNTS {
            let windows: Vec<u8> = Query { amount, ..Query::default() }.windows().collect();
            assert_eq!(windows.len(), amount);
            assert!(windows.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(windows.contains(&0x3f), "{windows:?}");
        }
    }
}
