//! A matrix instruction that runs: one element, or the elements of D that one lane has.

use super::parse::{Item, Plan, Source};
use super::{Matrix, Place as At, container, fragment};
use crate::instruction::Context;
use crate::kernel::products::Held;
use crate::number::{F64, Format, OperandType, Pattern, U32, U64};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Block, Run, StoppedBy, Value, heading};
use crate::tensor_core::{Dot, Kept, Method, NotSparse, OpenQuestion, Row, Side, in_steps};
use crate::trace::Trace;

/// The place of the indices of a sparse A, behind those of the scales.
pub(super) const INDICES: usize = 6;
/// The register that says whose elements are shown; lane 0's where it has no value.
const LANE: &str = "%laneid";

impl Plan {
    /// The format of a place: D, A, B, C, scales.
    fn format(&self, place: usize) -> &'static Format {
        match (place, self.row.scale) {
            (0, _) => self.row.accumulator,
            (4.., Some(scale)) => scale.format,
            _ => self.formats[(place - 1).min(2)],
        }
    }

    /// What a register of a place holds.
    pub(super) fn own(&self, place: usize) -> OperandType {
        if place == INDICES {
            return OperandType::one(if self.element && self.length > 32 { U64 } else { U32 });
        }
        let format = self.format(place);
        if self.element || *format == F64::FORMAT {
            return OperandType::one(format);
        }
        let own = OperandType { format, lanes: 32 / container(&self.head, format) };
        // Numbers of 4 bits in the middle of 8 are no lanes that a type has.
        if own.stride() == container(&self.head, format) { own } else { OperandType::one(U32) }
    }

    /// The bits that stand in a place.
    pub(super) fn bits(&self, item: &Item, place: usize, registers: &RegisterFile) -> u64 {
        match &item.source {
            Source::Register(name) => registers.get(name).unwrap_or(0),
            Source::Number(bits) => *bits << self.own(place).format.spare_bits,
        }
    }

    /// The bits of a register in a lane: `a0@5` has those of lane 5, `a0` those of all others.
    fn in_lane(&self, item: &Item, lane: u32, registers: &RegisterFile) -> u64 {
        let Source::Register(name) = &item.source else { return 0 };
        registers.get(&format!("{name}@{lane}")).or_else(|| registers.get(name)).unwrap_or(0)
    }

    /// The element of an operand that belongs to a place of the matrix, from the lane that holds it.
    fn at(&self, place: usize, matrix: Matrix, at: At, registers: &RegisterFile) -> u64 {
        let held = Held::of(&self.head, matrix, self.format(place).name);
        let Some((held, (lane, i))) = held.and_then(|held| Some((held, held.fragment.holder(at)?))) else { return 0 };
        held.code(self.operands[place].get(held.place(i).0).map_or(0, |item| self.in_lane(item, lane, registers)), i)
    }

    /// Every operand that is read, with its place.
    pub(super) fn sources(&self) -> impl Iterator<Item = (usize, &Item)> {
        let all = self.operands.iter().enumerate().skip(1).flat_map(|(place, items)| items.iter().map(move |item| (place, item)));
        all.chain(self.sparse.iter().filter_map(|(_, indices)| Some((INDICES, indices.as_ref()?))))
    }

    /// What is multiplied of a row of A and a column of B; `row` is that of A.
    fn kept(&self, [across, down]: [&[u64]; 2], row: u32, registers: &RegisterFile) -> Result<Kept, NotSparse> {
        let Some((sparse, indices)) = &self.sparse else {
            return Ok(Kept { a: across.to_vec(), b: down.to_vec(), columns: Vec::new() });
        };
        let Some(item) = indices else { return sparse.grain.picked([self.formats[0], self.formats[1]], across, down) };
        let held = fragment(&self.head, Matrix::A, self.formats[0]).filter(|_| !self.element);
        let bits = |chunk: usize| match held {
            Some(held) => {
                let (lane, shift) = sparse.indices(held, row, chunk);
                self.in_lane(item, lane, registers) >> shift
            }
            None => self.bits(item, INDICES, registers) >> (4 * chunk),
        };
        sparse.grain.packed(across, down, bits, sparse.ordered)
    }

    /// D by a row of the table.
    fn sum(&self, row: &Row, kept: &Kept, third: u64, scales: [&[u64]; 2], mode: Mode, trace: &mut Trace) -> u64 {
        let [a, b, c] = self.formats;
        let a = Side { format: a, codes: &kept.a, scales: scales[0] };
        let b = Side { format: b, codes: &kept.b, scales: scales[1] };
        in_steps(row, &Dot { a, b, c: Pattern::new(c, third), mode }, self.step, &kept.columns, trace)
    }

    /// The one element of a row and a column that stand in the text.
    fn one(&self, mode: Mode, registers: &RegisterFile, trace: &mut Trace) -> Result<Vec<u64>, NotSparse> {
        let [a, b, c, x, y] = self.written(registers);
        let kept = self.kept([&a, &b], 0, registers)?;
        Ok(vec![self.sum(self.row, &kept, c.first().copied().unwrap_or(0), [&x, &y], mode, trace)])
    }

    /// What one element would be if an open question about a sparse A had another answer; nothing where D does not depend on it.
    pub(super) fn otherwise(&self, registers: &RegisterFile) -> Vec<(usize, Pattern)> {
        let [a, b, c, x, y] = self.written(registers);
        let (Method::Fused(how), true, Ok(kept)) =
            (self.row.method, self.element && self.sparse.is_some(), self.kept([&a, &b], 0, registers))
        else {
            return Vec::new();
        };
        let d = |row: &Row| self.sum(row, &kept, c.first().copied().unwrap_or(0), [&x, &y], Mode::Rn, &mut Trace::default());
        let own = d(self.row);
        let others =
            OpenQuestion::Sparse.otherwise(how).into_iter().map(|how| (how.products, d(&Row { method: Method::Fused(how), ..*self.row })));
        others.filter(|(_, bits)| *bits != own).map(|(products, bits)| (products, Pattern::new(self.row.accumulator, bits))).collect()
    }

    /// A row of A, a column of B and the element of C that belong to a place of D.
    fn taken(&self, at: At, registers: &RegisterFile) -> [Vec<u64>; 3] {
        let across = (0..self.products() as u32).map(|column| self.at(1, Matrix::A, At { column, ..at }, registers));
        let down = (0..self.length as u32).map(|row| self.at(2, Matrix::B, At { row, ..at }, registers));
        [across.collect(), down.collect(), vec![self.at(3, Matrix::C, at, registers)]]
    }

    /// The codes of A, B and C, and of the scales of A and B, as they stand in the line.
    fn written(&self, registers: &RegisterFile) -> [Vec<u64>; 5] {
        [1, 2, 3, 4, 5].map(|place| {
            self.operands.get(place).map(|items| items.iter().map(|item| self.bits(item, place, registers)).collect()).unwrap_or_default()
        })
    }

    /// The codes of A, B and C, and of the scales of A and B, behind the first element of D that the line gives; a sparse A with zeros where nothing
    /// is kept. None where its indices mean nothing.
    pub fn first(&self, registers: &RegisterFile) -> Option<[Vec<u64>; 5]> {
        let d = fragment(&self.head, Matrix::C, self.row.accumulator).filter(|_| !self.element);
        let at = d.map_or(At { product: 0, row: 0, column: 0 }, |d| d.place(registers.get(LANE).unwrap_or(0) as u32 % 32, 0));
        let mut all = self.written(registers);
        if d.is_some() {
            let [a, b, c] = self.taken(at, registers);
            all = [a, b, c, Vec::new(), Vec::new()];
        }
        if self.sparse.is_some() {
            let kept = self.kept([&all[0], &all[1]], at.row, registers).ok()?;
            all[0] = vec![0; self.length];
            kept.columns.iter().zip(kept.a).for_each(|(column, code)| all[0][*column] = code);
        }
        Some(all)
    }

    /// The elements of D that a lane has, packed into its registers.
    fn lane(&self, mode: Mode, registers: &RegisterFile, trace: &mut Trace) -> Result<Vec<u64>, NotSparse> {
        let lane = registers.get(LANE).unwrap_or(0) as u32 % 32;
        let mut results = vec![0; self.operands[0].len()];
        let Some(d) = fragment(&self.head, Matrix::C, self.row.accumulator) else { return Ok(results) };
        let own = self.own(0);
        for i in 0..d.elements() {
            let at = d.place(lane, i);
            heading(&format!("Row {}, column {}", at.row, at.column), format!("Element {i} of lane {lane}."), trace);
            let [across, down, third] = self.taken(at, registers);
            let kept = self.kept([&across, &down], at.row, registers)?;
            let bits = self.sum(self.row, &kept, third.first().copied().unwrap_or(0), [&[], &[]], mode, trace);
            if let Some(word) = results.get_mut((i / own.lanes) as usize) {
                *word = own.with_lane(*word, i % own.lanes, bits);
            }
        }
        Ok(results)
    }

    /// Runs it.
    pub(super) fn run(&self, text: &str, context: Context, registers: &RegisterFile) -> Run {
        let mode = self.head.mode.unwrap_or_default();
        let mut trace = Trace::default();
        let results = if self.element { self.one(mode, registers, &mut trace) } else { self.lane(mode, registers, &mut trace) };
        let value = |place: usize, item: &Item, bits: u64| match &item.source {
            Source::Register(name) => Some(Value { name: name.clone(), own: self.own(place), bits }),
            Source::Number(_) => None,
        };
        let mut read: Vec<Value> = Vec::new();
        for value in self.sources().filter_map(|(place, item)| value(place, item, self.bits(item, place, registers))) {
            if read.iter().all(|known| known.name != value.name) {
                read.push(value);
            }
        }
        let given = |name: &str| {
            registers.iter().any(|(known, _)| known == name || known.strip_prefix(name).is_some_and(|rest| rest.starts_with('@')))
        };
        let unset = read
            .iter()
            .filter(|value| registers.get(&value.name).is_none() && !given(&value.name))
            .map(|value| value.name.clone())
            .collect();
        let (results, stopped_by) = match results {
            Ok(results) => (results, None),
            Err(why) => (Vec::new(), Some(StoppedBy::End("not-sparse", why.sentence()))),
        };
        let written = self.operands[0].iter().zip(results).filter_map(|(item, bits)| value(0, item, bits)).collect();
        let block = Block { read, written, unset, stopped_by, ..Block::of(text.trim().to_owned(), context, self.row.evidence.into()) };
        let mut run = Run::on(registers);
        run.push(block, trace);
        run
    }
}
