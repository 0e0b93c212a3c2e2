//! What a dot product could also be: the exact sum, the nearest number to it, a loop of fused multiply-adds, every other chip.

use super::case::{Case, converted};
use super::terms::{Part, Parts, parting};
use crate::exact::Exact;
use crate::number::{F32, F64, Format, Pattern};
use crate::operation::fused;
use crate::rounding::{Mode, Rules};
use crate::tensor_core::{Row, TABLE};
use crate::trace::{Scaled, Silent};

/// A way that some chips have in common.
#[derive(Clone, Debug)]
pub struct Way {
    /// The rows that compute so.
    pub rows: Vec<&'static Row>,
    /// D.
    pub d: Pattern,
    /// Where it parts from the one that is looked at; None where every step is the same.
    pub parting: Option<String>,
}

impl Case {
    /// A times B plus C with every digit, scales included; None where a NaN or an infinity takes part.
    pub fn exact(&self) -> Option<Scaled> {
        let product = |k: usize| {
            let product: Exact<u128> = self.scaled(0, k)?.times(self.scaled(1, k)?);
            Some(Scaled::from(product))
        };
        let c = Pattern::new(self.formats[2], self.c).exact()?;
        let terms: Option<Vec<Scaled>> = (0..self.products()).map(product).chain([Some(c.into())]).collect();
        Some(Scaled::sum(&terms?))
    }

    /// C and the products in increasing k by fused multiply-adds to nearest, in single precision; in double where D is one.
    pub fn chain(&self) -> Pattern {
        let [_, _, d] = self.formats;
        let wide: &'static Format = if *d == F64::FORMAT { F64::ROW } else { F32::ROW };
        let rules = Rules::ieee(Mode::Rn);
        let widened = |pattern, exact| converted(pattern, exact, wide);
        let c = Pattern::new(d, self.c);
        let sum = (0..self.products()).fold(widened(c, c.exact()), |sum, k| {
            let [a, b] = [0, 1].map(|side| widened(self.pair(k)[side], self.scaled(side, k)));
            let outcome =
                if *wide == F64::FORMAT { fused(F64, a, b, sum, &rules, &mut Silent) } else { fused(F32, a, b, sum, &rules, &mut Silent) };
            outcome.bits
        });
        Pattern::new(wide, sum)
    }

    /// The parts of the way of a row, and D.
    pub fn parts(&self, row: &Row) -> (Vec<Part>, Pattern) {
        let mut parts = Parts::default();
        let d = self.run(row, &mut parts);
        (parts.0, d)
    }

    /// Every way that the table has for these numbers, those that compute alike together, in the table's order. `mine` is the way that the
    /// page shows, with the name of its chip; it is compared with sparse ways if it is sparse itself.
    pub fn ways(&self, mine: &Row, name: &str) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let (own, _) = self.parts(mine);
        for row in TABLE.iter().filter(|row| row.is_sparse() == mine.is_sparse() && self.fits(row)) {
            let alike = |way: &&mut Way| way.rows[0].adds_like(row, self.products());
            if let Some(way) = ways.iter_mut().find(alike) {
                way.rows.push(row);
                continue;
            }
            let (parts, d) = self.parts(row);
            let chip = first_chip(row);
            let theirs = match (chip == name, row.path == mine.path) {
                (false, _) => chip.to_owned(),
                (true, false) => format!("{chip} by {}", row.path.name()),
                (true, true) => format!("{chip} by {}", row.sass),
            };
            ways.push(Way { rows: vec![row], d, parting: parting((name, &own), (&theirs, &parts)) });
        }
        ways
    }
}

/// A row by the first of its chips.
fn first_chip(row: &Row) -> &'static str {
    row.chips.split(", ").next().unwrap_or(row.chips)
}
