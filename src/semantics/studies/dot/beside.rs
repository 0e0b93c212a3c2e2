//! What a dot product could also be: the exact sum, the nearest number to it, a loop of fused multiply-adds, every other chip.

use super::case::{Case, converted};
use super::parts::{Part, Parts, parting};
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

    /// Every way that the table has for these numbers, those that compute alike together, in the table's order. `mine` is the one that is
    /// looked at, with the name of its chip.
    pub fn ways(&self, mine: &Row, name: &str) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let (own, _) = self.parts(mine);
        for row in TABLE.iter().filter(|row| self.fits(row)) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::{BF16, E4M3, F16};
    use crate::tensor_core::{Path, find};

    /// A sum that cancels: 2^24 + ones - 2^24.
    fn cancelling() -> Case {
        let texts = ["4096, 14*1, -4096", "4096, 14*1, 4096", "0", "", ""];
        Case::read([F16::ROW, F16::ROW, F32::ROW], None, texts).expect("a case")
    }

    #[test]
    fn sums_beside_are_what_they_say() {
        let case = cancelling();
        let exact = case.exact().expect("a number");
        assert_eq!((exact.decimal(), exact.nearest(F32::ROW).shortest_decimal()), ("14".into(), "14.0".into()));
        // The loop loses every one: 2^24 + 1 is a tie.
        assert_eq!(case.chain().shortest_decimal(), "0.0");
        let infinite = Case::plain([F16::ROW, F16::ROW, F32::ROW], vec![0x7c00], vec![0x3c00], 0);
        assert!(infinite.exact().is_none());
        assert_eq!((infinite.chain().bits, Case { c: 0xff80_0000, ..infinite }.chain().is_nan()), (0x7f80_0000, true));
    }

    #[test]
    fn the_chain_is_the_hosts() {
        for seed in 0..200 {
            let case = Case::drawn([BF16::ROW, BF16::ROW, F32::ROW], None, 24, seed);
            let single = |pattern: Pattern| f32::from_bits((pattern.bits as u32) << 16);
            let host = (0..24).fold(f32::from_bits(case.c as u32), |sum, k| single(case.pair(k)[0]).mul_add(single(case.pair(k)[1]), sum));
            assert_eq!(case.chain().bits, u64::from(host.to_bits()), "seed {seed}");
            // The correctly rounded sum lies within half a unit of the exact one: its neighbours do not come nearer.
            let exact = case.exact().expect("a number");
            let off = |pattern: Pattern| {
                let away = Scaled { negative: !exact.negative, ..exact.clone() };
                Scaled::sum(&[Scaled::from(pattern.exact().expect("a number")), away])
            };
            let least = off(exact.nearest(F32::ROW));
            for other in [exact.nearest(F32::ROW).next_up(), exact.nearest(F32::ROW).next_down()].into_iter().flatten() {
                let sum = Scaled::sum(&[Scaled { negative: false, ..off(other) }, Scaled { negative: true, ..least.clone() }]);
                assert!(!sum.negative, "seed {seed}");
            }
        }
    }

    #[test]
    fn ways_say_where_they_part() {
        let case = cancelling();
        let of = |target, path| find(target, path, "", case.formats, None, 16).expect("a row");
        let ways = case.ways(of(80, Path::MmaSync), "A100");
        let way = |chip: &str| ways.iter().find(|way| way.rows.iter().any(|row| row.chips.contains(chip))).expect(chip);
        assert_eq!((way("A100").d.shortest_decimal(), &way("A100").parting), ("13.0".into(), &None));
        assert_eq!(way("H100").parting.as_deref(), Some("A100 first adds products 0 to 7, H100 products 0 to 15."));
        assert_eq!(way("V100").parting.as_deref(), Some("A100 first adds products 0 to 7, V100 products 0 to 3."));
        assert!(std::ptr::eq(way("B200"), way("H100")) && way("H100").rows.len() > 4);
        let (parts, d) = case.parts(of(90, Path::MmaSync));
        let group = parts[0].group.as_ref().expect("a sum");
        assert_eq!((parts.len(), d, group.losing(), group.last), (1, way("H100").d, 0, -1));
        let picture = group.picture(Some(d)).expect("a picture");
        assert_eq!((picture.rows.len(), picture.last_place), (18, Some(-1)));
    }

    #[test]
    fn windows_and_roundings_are_told_apart() {
        let case = |c: &str| Case::read([E4M3::ROW, E4M3::ROW, F32::ROW], None, ["32*1.125", "1", c, "", ""]).expect("a case");
        let of = |target, path| find(target, path, "", case("0").formats, None, 32).expect("a row");
        let said = |case: &Case, mine, name, chip: &str| {
            let ways = case.ways(mine, name);
            ways.into_iter().find(|way| way.rows.iter().any(|row| row.chips == chip)).and_then(|way| way.parting)
        };
        let fine = case("0x38800001");
        assert_eq!(said(&fine, of(90, Path::Wgmma), "H100", "RTX 50, GB10").as_deref(), Some("H100 cuts c below 2^-13, B200 below 2^-25."));
        let texts = ["32*1.125", "1", "0x3f800100", "", ""];
        let short = Case::read(case("0").formats, None, texts).expect("a case");
        assert!(
            said(&short, of(90, Path::Wgmma), "H100", "H100, H200, B200").is_some_and(|said| said.contains("begins with F2FP.UNPACK_B"))
        );
    }
}
