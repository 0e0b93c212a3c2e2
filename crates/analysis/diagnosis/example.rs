//! Lines to begin with: operands that part an instruction from the likeliest thing that may have gone wrong, and what that gives.

use super::{Engine, Investigation};
use crate::number::{F32, Format};
use crate::rounding::{Mode, read};
use core::fmt::Write;

/// A number of a format.
type Number = fn(&'static Format) -> u64;

const MINUS_ZERO: Number = |format| format.sign_mask();
const HALF: Number = |format| decimal("0.5", format);
const ONE: Number = |format| decimal("1.0", format);

/// The operands of each line; more of them are ones. A product with the first two and a sum with -0 are one, so mul and fma show the same.
const LINES: [[Number; 3]; 5] = [
    [|format| format.smallest_normal(), HALF, MINUS_ZERO],
    [|format| format.smallest_normal() | 1, HALF, MINUS_ZERO],
    [ONE, |format| decimal("3.14159265358979323846", format), MINUS_ZERO],
    [|_| 7, ONE, MINUS_ZERO],
    [|format| decimal("0.1", format), |format| decimal("10", format), MINUS_ZERO],
];

/// What stands in the lines where a whole number is read.
const WHOLE: [Number; 5] =
    [|format| format.largest(), |format| format.lowest_integer(), |_| 1, |_| 7, |format| 0x0100_0001 & format.mask()];

fn decimal(text: &str, format: &'static Format) -> u64 {
    read(text).map_or(0, |literal| literal.to_bits(format, Mode::Rn).0)
}

impl Investigation {
    /// A table of results, its head first, with a column for each operand. Some lines are right, and the others are what the likeliest
    /// hypothesis gives that can be told from the instruction by these operands; where there is none, all are right.
    pub fn example(&self, engine: Engine) -> String {
        let lines: Vec<Vec<u64>> = (0..LINES.len()).map(|line| self.operands(line)).collect();
        let differs = |operands: &Vec<u64>, run: &dyn Fn(&[u64]) -> u64| run(operands) != self.expected(operands, engine);
        let told = self.hypotheses.iter().filter(|one| one.reinterpretation().is_none() && one.departures.len() == 1);
        let told = told.into_iter().find(|one| lines.iter().any(|operands| differs(operands, &|operands| one.run(operands, engine))));
        let mut text: String = self.inputs.iter().map(|(name, _)| [name.trim_start_matches('%'), ","].concat()).collect();
        text.push_str("got\n");
        for operands in &lines {
            for (bits, (_, format)) in operands.iter().zip(&self.inputs) {
                push_bits(&mut text, *bits, Some(format));
                text.push(',');
            }
            let got = told.map_or_else(|| self.expected(operands, engine), |one| one.run(operands, engine));
            push_bits(&mut text, got, self.format);
            text.push('\n');
        }
        text
    }

    fn operands(&self, line: usize) -> Vec<u64> {
        let number = |(place, (_, format)): (usize, &(String, &'static Format))| match () {
            () if self.packed => LINES[line].get(place).map_or(0, |number| number(F32::ROW) * 0x1_0000_0001),
            () if format.is_integer() => WHOLE[line](format),
            () => LINES[line].get(place).unwrap_or(&ONE)(format),
        };
        self.inputs.iter().enumerate().map(number).collect()
    }
}

/// All hex digits of a number; a predicate is 1 or 0.
fn push_bits(text: &mut String, bits: u64, format: Option<&Format>) {
    let digits = format.map_or(1, |format| format.width() as usize / 4);
    // Writing to a string cannot fail.
    let _ = write!(text, "{bits:0digits$x}");
}
