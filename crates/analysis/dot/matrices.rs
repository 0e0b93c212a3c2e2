//! Whole matrices on a tensor core, in tiles of one instruction along K.

use super::query::{Asked, chip, kind, number, path, scale};
use crate::chips;
use crate::number::{Format, Pattern};
use crate::rounding::Mode;
use crate::tensor_core::{Dot, Grain, Row, Side, TABLE, with_zeros};
use crate::trace::Silent;

/// The words that name a path; its formats are those of A, B and D.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// `H100`, or `sm_90`.
    pub chip: &'a str,
    /// `mma.sync`, `wgmma`, `tcgen05` or `mma.sp`.
    pub path: Option<&'a str>,
    /// Its `.kind::`.
    pub kind: Option<&'a str>,
    /// The formats of A, B and D.
    pub formats: [&'a str; 3],
    /// The type of the blocks' scales.
    pub scale: Option<&'a str>,
    /// Elements with one scale in common.
    pub block: Option<usize>,
}

impl Words<'_> {
    /// What they ask for. If several rows of the table fit, the first one is taken. The error is a sentence.
    pub fn asked(&self) -> Result<Asked, String> {
        fn named<T>(what: &str, name: Option<&str>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
            name.map(|name| find(name).ok_or_else(|| format!("There is no {what} `{name}`."))).transpose()
        }
        let target = chip(self.chip).ok_or_else(|| {
            let known: Vec<&str> = chips::named().filter(|(_, number)| chip(&number.to_string()).is_some()).map(|(name, _)| name).collect();
            format!("There is no chip `{}` with tensor cores here; these are known: {}.", self.chip, known.join(", "))
        })?;
        let type_of = |name: &str| number(name).ok_or_else(|| format!("A tensor core takes no `{name}`."));
        let [a, b, d] = self.formats;
        let asked = Asked {
            target,
            path: named("path", self.path, path)?,
            kind: named("kind", self.kind, kind)?,
            formats: [type_of(a)?, type_of(b)?, type_of(d)?],
            scale: named("type of scales", self.scale, scale)?,
            block: self.block,
        };
        if asked.rows().next().is_none() {
            let described = |row: &Row| {
                let inputs: Vec<String> = row.inputs.iter().map(|own| own.name.to_lowercase()).collect();
                format!("{} of {} to {}", row.path.name(), inputs.join(" "), row.accumulator.name.to_lowercase())
            };
            let mut known: Vec<String> = Vec::new();
            for path in TABLE.iter().filter(|row| row.targets.contains(&target)).map(described) {
                if !known.contains(&path) {
                    known.push(path);
                }
            }
            return Err(format!("sm_{target} has no such path for {a}, {b} and {d}. It has: {}.", known.join(", ")));
        }
        Ok(asked)
    }
}

/// Matrices that go together: A row by row, B column by column, C row by row or one number.
#[derive(Clone, Debug)]
pub struct Matrices {
    row: &'static Row,
    formats: [&'static Format; 2],
    codes: [Vec<u64>; 2],
    c: Vec<u64>,
    scales: [Vec<u64>; 2],
    n: usize,
    k: usize,
    mode: Mode,
}

impl Matrices {
    /// M, N and K are their sizes. A code of a few bits stands alone in its byte. The error is a sentence.
    pub fn new(
        asked: &Asked,
        [a, b, c]: [Vec<u64>; 3],
        scales: Option<[Vec<u64>; 2]>,
        [m, n, k]: [usize; 3],
        mode: &str,
    ) -> Result<Matrices, String> {
        let mut rows: Vec<&'static Row> = asked.rows_of(k).collect();
        if rows.is_empty() {
            return Err(asked.lengths(k));
        }
        rows.retain(|row| row.scale.is_some() == scales.is_some());
        let Some(row) = rows.first().copied() else {
            let word = if scales.is_some() { "no" } else { "the" };
            return Err(format!("This path takes {word} scales of A and B."));
        };
        // The same codes are other numbers in another format.
        let name = |row: &Row| row.scale.map(|scale| scale.name);
        if let Some([one, other]) = rows.iter().find(|other| name(other) != name(row)).and_then(|other| Some([name(row)?, name(other)?])) {
            return Err(format!("The scales may be {one} or {other} here: `scale` says which."));
        }
        let modes = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];
        let mode = modes.into_iter().find(|known| known.name() == mode).ok_or_else(|| format!("There is no rounding `{mode}`."))?;
        let [of_a, of_b, _] = asked.formats;
        // As a register of its own holds it; TF32 comes as the whole register.
        let codes = |words: Vec<u64>, own: &Format| -> Vec<u64> {
            let shift = if own.spare_bits >= 13 { 0 } else { own.spare_bits };
            words.into_iter().map(|code| code << shift).collect()
        };
        let blocks = row.scale.map_or(0, |scale| k.div_ceil(scale.block));
        let scales = scales.unwrap_or_default();
        let lengths = [(a.len(), m * k), (b.len(), n * k), (scales[0].len(), m * blocks), (scales[1].len(), n * blocks)];
        if lengths[2..].iter().any(|(is, wanted)| is != wanted) {
            return Err(format!("The scales of A are {m} rows of {blocks}, those of B {n} rows of {blocks}."));
        }
        if lengths.iter().any(|(is, wanted)| is != wanted) || ![1, m * n].contains(&c.len()) {
            return Err("The sizes of these matrices do not go together.".to_owned());
        }
        let all = Matrices { row, formats: [of_a, of_b], codes: [codes(a, of_a), codes(b, of_b)], c, scales, n, k, mode };
        let line = |of: usize, line: usize| &all.codes[of][line * k..][..k];
        for at in 0..if row.is_sparse() { m * n } else { 0 } {
            let picked = Grain::of(row).picked(all.formats, line(0, at / n), line(1, at % n));
            picked.map_err(|why| format!("Row {} of A: {}", at / n, why.sentence()))?;
        }
        Ok(all)
    }

    /// One element of D, which is counted row by row.
    pub fn element(&self, at: usize) -> u64 {
        let (k, blocks) = (self.k, self.row.scale.map_or(0, |scale| self.k.div_ceil(scale.block)));
        let [a, b] = [at / self.n, at % self.n];
        let side = |of: usize, line: usize| Side {
            format: self.formats[of],
            codes: &self.codes[of][line * k..][..k],
            scales: &self.scales[of][line * blocks..][..blocks],
        };
        let c = Pattern::new(self.row.accumulator, if self.c.len() == 1 { self.c[0] } else { self.c[at] });
        let dot = Dot { a: side(0, a), b: side(1, b), c, mode: self.mode };
        with_zeros(self.row, &dot, &mut Silent).unwrap_or(self.row.accumulator.default_nan)
    }
}
