//! The manual's summary of the section (its Table 29): which instruction takes which rounding, flush and saturation modifiers.
//!
//! The marks are computed from the rows of the instruction table; what the manual prints is kept beside them for comparison.

use super::{forms, forms_of};
use crate::instruction::{Evidence, Form, Modifier, ModifierSet};

/// The columns of the table.
pub const COLUMNS: [Modifier; 6] = [Modifier::Rn, Modifier::Rz, Modifier::Rm, Modifier::Rp, Modifier::Ftz, Modifier::Sat];

/// One mark a column.
pub type Marks = [bool; COLUMNS.len()];

/// A line of the printed table.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The instructions as printed.
    pub instructions: &'static str,
    /// Their mnemonics.
    pub mnemonics: &'static [&'static str],
    /// Whether they take a rounding modifier.
    rounds: bool,
    /// Modifiers that all of the line's forms must have, the type among them.
    with: ModifierSet,
    /// The marks as printed.
    pub printed: Marks,
}

const fn line(
    instructions: &'static str,
    mnemonics: &'static [&'static str],
    rounds: bool,
    with: &[Modifier],
    printed: [u8; COLUMNS.len()],
) -> Line {
    let mut marks = [false; COLUMNS.len()];
    let mut column = 0;
    while column < marks.len() {
        marks[column] = printed[column] == 1;
        column += 1;
    }
    Line { instructions, mnemonics, rounds, with: ModifierSet::of(with), printed: marks }
}

use Modifier::{Approx, Ftz, Full};

const F32: Modifier = Modifier::F32;
const F64: Modifier = Modifier::F64;

/// The printed table, line by line: rn, rz, rm, rp, ftz, sat.
#[rustfmt::skip]
pub const LINES: [Line; 17] = [
    line("{add,sub,mul}.rnd.f32",          &["add", "sub", "mul"],          true,  &[F32],              [1, 1, 1, 1, 1, 1]),
    line("{add,sub,mul}.rnd.f64",          &["add", "sub", "mul"],          true,  &[F64],              [1, 1, 1, 1, 0, 0]),
    line("mad.f32",                        &["mad"],                        false, &[F32],              [0, 0, 0, 0, 1, 1]),
    line("{mad,fma}.rnd.f32",              &["mad", "fma"],                 true,  &[F32],              [1, 1, 1, 1, 1, 1]),
    line("{mad,fma}.rnd.f64",              &["mad", "fma"],                 true,  &[F64],              [1, 1, 1, 1, 0, 0]),
    line("div.full.f32",                   &["div"],                        false, &[Full, F32],        [0, 0, 0, 0, 1, 0]),
    line("{div,rcp,sqrt}.approx.f32",      &["div", "rcp", "sqrt"],         false, &[Approx, F32],      [0, 0, 0, 0, 1, 0]),
    line("rcp.approx.ftz.f64",             &["rcp"],                        false, &[Approx, Ftz, F64], [0, 0, 0, 0, 1, 0]),
    line("{div,rcp,sqrt}.rnd.f32",         &["div", "rcp", "sqrt"],         true,  &[F32],              [1, 1, 1, 1, 1, 0]),
    line("{div,rcp,sqrt}.rnd.f64",         &["div", "rcp", "sqrt"],         true,  &[F64],              [1, 1, 1, 1, 0, 0]),
    line("{abs,neg,min,max}.f32",          &["abs", "neg", "min", "max"],   false, &[F32],              [0, 0, 0, 0, 1, 0]),
    line("{abs,neg,min,max}.f64",          &["abs", "neg", "min", "max"],   false, &[F64],              [0, 0, 0, 0, 0, 0]),
    line("rsqrt.approx.f32",               &["rsqrt"],                      false, &[Approx, F32],      [0, 0, 0, 0, 1, 0]),
    line("rsqrt.approx.f64",               &["rsqrt"],                      false, &[Approx, F64],      [0, 0, 0, 0, 0, 0]),
    line("rsqrt.approx.ftz.f64",           &["rsqrt"],                      false, &[Approx, Ftz, F64], [0, 0, 0, 0, 1, 0]),
    line("{sin,cos,lg2,ex2}.approx.f32",   &["sin", "cos", "lg2", "ex2"],   false, &[Approx, F32],      [0, 0, 0, 0, 1, 0]),
    line("tanh.approx.f32",                &["tanh"],                       false, &[Approx, F32],      [0, 0, 0, 0, 0, 0]),
];

impl Line {
    /// Whether a form is one that the line is about: in the manual, and not only of its past.
    pub fn covers(&self, form: &Form) -> bool {
        let all = form.pattern.all;
        let with = form.pattern.required;
        // A modifier that selects an approximation or fixes the type must be in both or in neither; `.ftz` only where it must stand.
        let selecting = ModifierSet::TYPES.union(ModifierSet::of(&[Approx, Full]));
        form.row.in_manual
            && form.row.last_ptx.is_none()
            && self.mnemonics.contains(&form.mnemonic())
            && all.intersection(selecting) == self.with.intersection(selecting)
            && with.has(Ftz) == self.with.has(Ftz)
            && all.intersection(ModifierSet::ROUNDING).is_empty() != self.rounds
    }

    /// The forms of the line, in the order of the table.
    pub fn forms(&self) -> impl Iterator<Item = &'static Form> {
        self.mnemonics.iter().flat_map(|mnemonic| forms_of(mnemonic)).filter(|form| self.covers(form))
    }

    /// The marks that all forms of the line agree on; None where two differ or there is none.
    pub fn computed(&self) -> Option<Marks> {
        let mut forms = self.forms().map(marks);
        let first = forms.next()?;
        forms.all(|marks| marks == first).then_some(first)
    }
}

/// The marks of a form.
pub fn marks(form: &Form) -> Marks {
    COLUMNS.map(|modifier| form.pattern.all.has(modifier))
}

/// Forms of the manual's section that no line of its summary covers.
pub fn uncovered() -> impl Iterator<Item = &'static Form> {
    let of_section = |form: &&Form| matches!(form.row.evidence, Evidence::Documented(section) if section.starts_with("9.7.3."));
    forms()
        .iter()
        .filter(of_section)
        .filter(|form| form.row.in_manual && form.row.last_ptx.is_none() && !LINES.iter().any(|line| line.covers(form)))
}
