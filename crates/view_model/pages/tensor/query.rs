//! What the page of one dot product shows, as its part of the address: `h=A100&f=F16,F16,F32&w=mma.sync-HMMA&a=16*1&b=1&c=2^24`, the chip, the
//! formats of A, B and D, the row of the table, the texts of A, B and C, `x` and `y` the scales, `g` the part that is opened, `d` the bits
//! that somebody saw; `s=m16n8k8` the shape whose lanes are drawn, `e=3,5` the row and the column of D that are computed there.

use crate::state::evaluated::Evaluated;
use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::chips;
use semantics::dot::{self, Case, Preset, heads, list, number, slug, spelled};
use semantics::matrix::{Head, Line};
use semantics::number::{F16, F32, Format};
use semantics::tensor_core::{Row, TABLE, target};
use std::any::Any;

/// The names of the texts in the address: A, B, C, the scales of A and of B.
pub const TEXTS: [&str; 5] = ["a", "b", "c", "x", "y"];

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The chip, as the table of chips has it.
    pub chip: &'static str,
    /// The formats of A, B and D.
    pub formats: [&'static Format; 3],
    /// The row among those of the chip and the formats, by its name; empty for the first.
    pub way: String,
    /// The texts of A, B, C and the scales of A and B.
    pub texts: [String; 5],
    /// The part that is opened; None for the first that has something to tell.
    pub part: Option<usize>,
    /// The bits of D that somebody saw.
    pub seen: String,
    /// The shape of the instruction whose lanes are drawn, as its head has it; empty for the one that runs.
    pub shape: String,
    /// Row and column of D that are taken to be computed.
    pub at: [u32; 2],
}

impl Default for Query {
    fn default() -> Query {
        let texts = ["16*1", "16*1", "16777216", "1", "1"].map(str::to_owned);
        let formats = [F16::ROW, F16::ROW, F32::ROW];
        Query { chip: "A100", formats, way: String::new(), texts, part: None, seen: String::new(), shape: String::new(), at: [0, 0] }
    }
}

/// The rows of a chip.
pub fn of_chip(chip: &str) -> impl Iterator<Item = &'static Row> {
    let number = target(chip).unwrap_or_default();
    TABLE.iter().filter(move |row| row.targets.contains(&number))
}

impl Query {
    /// The rows of the chip for the formats.
    pub fn rows(&self) -> impl Iterator<Item = &'static Row> {
        let [a, b, d] = self.formats;
        of_chip(self.chip).filter(move |row| row.takes(a, b, d))
    }

    /// The row that is meant; None where the chip has none for the formats.
    pub fn row(&self) -> Option<&'static Row> {
        self.rows().find(|row| slug(row) == self.way).or_else(|| self.rows().next())
    }

    /// The same with formats that the chip has, as near as can be to those that stand there.
    pub fn settled(mut self) -> Query {
        if self.rows().next().is_none() {
            self.formats[1] = self.formats[0];
        }
        let [a, _, d] = self.formats;
        let with_a = || of_chip(self.chip).find(|row| row.takes(a, a, row.accumulator));
        let with_d = || of_chip(self.chip).find(|row| *row.accumulator == *d);
        if self.rows().next().is_none()
            && let Some(row) = with_a().or_else(with_d).or_else(|| of_chip(self.chip).next())
        {
            let a = if row.takes(a, a, row.accumulator) { a } else { row.inputs[0] };
            self.formats = [a, a, row.accumulator];
        }
        self
    }

    /// The numbers, or which text is wrong and why.
    pub fn case(&self) -> Result<Case, (usize, String)> {
        let row = self.row().ok_or((0, "This chip has no tensor operation for these types.".to_owned()))?;
        let case = Case::read(self.formats, row.scale, self.texts.each_ref().map(String::as_str))?;
        case.sparse_for(row).map_err(|why| (0, why.sentence()))?;
        Ok(case)
    }

    /// The heads that ask for the row, and the place of the one that is drawn: the shape that was chosen, else that of the instruction.
    pub fn heads(&self, products: usize) -> (Vec<(String, Head)>, usize) {
        let Some(row) = self.row() else { return (Vec::new(), 0) };
        let all = heads(row, self.formats, target(self.chip).unwrap_or_default());
        let k = row.step(products) as u32;
        let chosen = all.iter().position(|(name, _)| *name == self.shape);
        let usual = || all.iter().position(|(_, head)| head.shape.is_some_and(|shape| shape.k == k));
        let at = chosen.or_else(usual).unwrap_or(0);
        (all, at)
    }

    /// The same on the numbers of a case.
    pub fn with(&self, case: &Case) -> Query {
        let [a, b, d] = case.formats;
        let scales = |side: usize| case.scale.map_or("1".to_owned(), |scale| list(&case.scales[side], scale.format));
        let texts = [list(&case.codes[0], a), list(&case.codes[1], b), spelled(case.c, d), scales(0), scales(1)];
        Query { formats: case.formats, texts, part: None, ..self.clone() }
    }

    /// The query of a preset.
    pub fn of(preset: &Preset) -> Query {
        let chip = chips::named().find(|(name, _)| *name == preset.chip).map_or("", |(name, _)| name);
        Query { chip, way: preset.way(), seen: String::new(), ..Query::default().with(&preset.case) }
    }

    /// The dot product behind a matrix instruction that ran; None where it is none, or where no chip of its target is known.
    pub fn of_line(evaluated: &Evaluated) -> Option<Query> {
        let line: &Line = (&*evaluated.reading as &dyn Any).downcast_ref()?;
        let plan = line.plan.as_ref()?;
        let (chip, _) = chips::named().find(|(_, number)| *number == line.context.target.number())?;
        let [a, b, c, x, y] = plan.first(&evaluated.run.before)?;
        let case = Case {
            formats: [plan.formats[0], plan.formats[1], plan.row.accumulator],
            codes: [a, b],
            c: c.first().copied()?,
            scale: plan.row.scale,
            scales: [x, y],
        };
        let way = Query { chip, way: slug(plan.row), ..Query::default() };
        // A subroutine's C may have another format than its D, `wmma` other instructions, and a sparse A zeros that meet an infinity.
        let alike = *plan.formats[2] == *plan.row.accumulator && plan.step == plan.row.at_once(plan.products());
        (alike && case.sparse_for(plan.row).is_ok()).then(|| way.with(&case))
    }

    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let names = self.formats.map(|format| format.name).join(",");
        let mut text = ["h=", &encoded(self.chip), "&f=", &names].concat();
        if !self.way.is_empty() {
            text.push_str(&["&w=", &encoded(&self.way)].concat());
        }
        let scaled = self.row().is_some_and(|row| row.scale.is_some());
        for (name, value) in TEXTS.iter().zip(&self.texts).take(if scaled { 5 } else { 3 }) {
            text.push_str(&["&", name, "=", &encoded(value)].concat());
        }
        if let Some(part) = self.part {
            text.push_str(&format!("&g={part}"));
        }
        for (name, value) in [("&d=", &self.seen), ("&s=", &self.shape)] {
            if !value.is_empty() {
                text.push_str(&[name, &encoded(value)].concat());
            }
        }
        if self.at != [0, 0] {
            text.push_str(&format!("&e={},{}", self.at[0], self.at[1]));
        }
        text
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| {
            let Some(value) = decoded(value) else { return false };
            let place = TEXTS.iter().position(|text| *text == name);
            match (name, place) {
                (_, Some(place)) => query.texts[place] = value,
                ("h", _) => {
                    let own = || chips::named().find(|(name, _)| name.eq_ignore_ascii_case(&value));
                    // Of a generation or a target its first chip.
                    let first = || dot::chip(&value).and_then(|number| chips::named().find(|(_, of_chip)| *of_chip == number));
                    match own().or_else(first) {
                        Some((name, _)) => query.chip = name,
                        None => return false,
                    }
                }
                ("f", _) => match value.split(',').map(number).collect::<Option<Vec<_>>>().as_deref() {
                    Some(&[a, b, d]) => query.formats = [a, b, d],
                    _ => return false,
                },
                ("w", _) => query.way = value,
                ("d", _) => query.seen = value,
                ("s", _) => query.shape = value,
                ("e", _) => match value.split(',').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>().as_deref() {
                    Some(&[row, column]) => query.at = [row, column],
                    _ => return false,
                },
                ("g", _) => {
                    query.part = value.parse().ok();
                    return query.part.is_some();
                }
                _ => return false,
            }
            true
        });
        (query.settled(), notices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::language::Read;
    use crate::state::registers::Registers;
    use semantics::dot::presets;
    use semantics::instruction::{Context, Target, Version};

    #[test]
    fn a_query_reads_back() {
        for preset in presets() {
            let query = Query::of(&preset);
            assert_eq!(Query::read(&query.written()), (query.clone(), Vec::new()), "{}", preset.name);
            assert_eq!(query.case().as_ref(), Ok(&preset.case), "{}", preset.name);
            assert!(query.row().is_some_and(|row| std::ptr::eq(row, preset.row)), "{}", preset.name);
        }
        let first = presets().into_iter().next().map(|preset| Query::of(&preset).texts);
        assert_eq!(first, Some(Query::default().texts));
        let drawn = Query { shape: "m16n8k8".into(), at: [3, 5], ..Query::default() };
        assert_eq!(Query::read(&drawn.written()), (drawn, Vec::new()));
        let chip = |part: &str| Query::read(part).0.chip;
        assert_eq!([chip("h=hopper"), chip("h=ada"), chip("h=sm_100"), chip("h=h200")], ["H100", "Ada", "B200", "H200"]);
        for part in ["h=P100", "e=1", "e=a,b", "f=F16", "f=F8,F8,F8", "g=x", "q=1", "a=%", "="] {
            assert_eq!(Query::read(part).1.len(), 1, "{part}");
        }
    }

    #[test]
    fn a_typed_instruction_is_a_dot_product() {
        let head = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
        for (text, registers, d) in [
            (format!("{head} {{d}}, {{1, 2, 0.5, x, 0, 0, 0, 0}}, {{1, 1, 1, 1, 0, 0, 0, 0}}, {{-1.5}};"), ".x:4000", "4.0"),
            (
                format!("{head} {{d0, d1, d2, d3}}, {{a0, a1}}, {{b0}}, {{c0, c1, c2, c3}};"),
                ".a0:3c003c00,.b0:40004000,.c0:3f800000",
                "17.0",
            ),
        ] {
            let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
            let read = Read::of(&text, &context).expect("a reading");
            let evaluated = Evaluated::new(&read, &Registers::read(registers).0).expect("a run");
            let query = Query::of_line(&evaluated).expect("a dot product");
            let (row, case) = (query.row().expect("a row"), query.case().expect("numbers"));
            assert_eq!((query.chip, case.parts(row).1.digits().as_str()), ("H100", d), "{text}");
            assert_eq!(evaluated.run.results[0].pattern(), case.parts(row).1);
        }
        let add = Read::of("add.f32 d, a, b;", &Context::default()).expect("a reading");
        assert_eq!(Query::of_line(&Evaluated::new(&add, &Registers::default()).expect("a run")), None);
    }

    #[test]
    fn every_chip_has_a_way_for_any_formats() {
        let all = ["F16", "BF16", "TF32", "F32", "F64", "E4M3", "E2M1", "E3M2"];
        for (chip, _) in chips::named() {
            for (a, d) in all.iter().flat_map(|a| ["F16", "F32", "F64"].map(|d| (a, d))) {
                let (query, _) = Query::read(&format!("h={}&f={a},{a},{d}", chip.replace(' ', "+")));
                assert!(query.row().is_some() && query.case().is_ok(), "{chip} {a} {d}: {query:?}");
            }
        }
    }
}
