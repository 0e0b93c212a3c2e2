//! A matrix instruction that runs: one element, or the elements of D that one lane has.

use super::parse::{Item, Plan, Source};
use super::{Matrix, Place as At, container, fragment};
use crate::instruction::Context;
use crate::number::{F64, Format, OperandType, Pattern, U32};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Block, Run, Value, heading};
use crate::tensor_core::{Dot, Side, element};
use crate::trace::Trace;

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
        let format = self.format(place);
        let Some((lane, i)) = fragment(&self.head, matrix, format).and_then(|fragment| fragment.holder(at)) else { return 0 };
        let bits = container(&self.head, format);
        let side = if bits < 32 { 32 / bits } else { 1 };
        let word = self.operands[place].get((i / side) as usize).map_or(0, |item| self.in_lane(item, lane, registers)) >> (i % side * bits);
        // Numbers of 4 bits stand in the middle of their 8.
        let code = if bits == 8 && format.width() == 4 { word >> 2 } else { word };
        if bits < 64 { code & ((1 << bits) - 1) } else { code }
    }

    /// The one element of a row and a column that stand in the text.
    fn one(&self, mode: Mode, registers: &RegisterFile, trace: &mut Trace) -> Vec<u64> {
        let codes = self.first(registers);
        let [a, b, c] = self.formats;
        let c = Pattern::new(c, codes[2].first().copied().unwrap_or(0));
        let side = |format, place: usize, scales: usize| Side { format, codes: &codes[place], scales: &codes[scales] };
        vec![element(self.row, &Dot { a: side(a, 0, 3), b: side(b, 1, 4), c, mode }, trace)]
    }

    /// A row of A, a column of B and the element of C that belong to a place of D.
    fn taken(&self, at: At, registers: &RegisterFile) -> [Vec<u64>; 3] {
        let across = (0..self.length as u32).map(|column| self.at(1, Matrix::A, At { column, ..at }, registers));
        let down = (0..self.length as u32).map(|row| self.at(2, Matrix::B, At { row, ..at }, registers));
        [across.collect(), down.collect(), vec![self.at(3, Matrix::C, at, registers)]]
    }

    /// The codes of A, B and C, and of the scales of A and B, behind the first element of D that the line gives.
    pub fn first(&self, registers: &RegisterFile) -> [Vec<u64>; 5] {
        let of = |place: usize| -> Vec<u64> {
            self.operands.get(place).map(|items| items.iter().map(|item| self.bits(item, place, registers)).collect()).unwrap_or_default()
        };
        let d = fragment(&self.head, Matrix::C, self.row.accumulator).filter(|_| !self.element);
        let Some(d) = d else { return [of(1), of(2), of(3), of(4), of(5)] };
        let [a, b, c] = self.taken(d.place(registers.get(LANE).unwrap_or(0) as u32 % 32, 0), registers);
        [a, b, c, Vec::new(), Vec::new()]
    }

    /// The elements of D that a lane has, packed into its registers.
    fn lane(&self, mode: Mode, registers: &RegisterFile, trace: &mut Trace) -> Vec<u64> {
        let lane = registers.get(LANE).unwrap_or(0) as u32 % 32;
        let mut results = vec![0; self.operands[0].len()];
        let Some(d) = fragment(&self.head, Matrix::C, self.row.accumulator) else { return results };
        let own = self.own(0);
        for i in 0..d.elements() {
            let at = d.place(lane, i);
            heading(&format!("Row {}, column {}", at.row, at.column), format!("Element {i} of lane {lane}."), trace);
            let [across, down, third] = self.taken(at, registers);
            let [a, b, c] = self.formats;
            let c = Pattern::new(c, third.first().copied().unwrap_or(0));
            let bits = element(self.row, &Dot { a: Side::plain(a, &across), b: Side::plain(b, &down), c, mode }, trace);
            if let Some(word) = results.get_mut((i / own.lanes) as usize) {
                *word = own.with_lane(*word, i % own.lanes, bits);
            }
        }
        results
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
        for (place, items) in self.operands.iter().enumerate().skip(1) {
            for value in items.iter().filter_map(|item| value(place, item, self.bits(item, place, registers))) {
                if read.iter().all(|known| known.name != value.name) {
                    read.push(value);
                }
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
        let written = self.operands[0].iter().zip(results).filter_map(|(item, bits)| value(0, item, bits)).collect();
        let block = Block { read, written, unset, ..Block::of(text.trim().to_owned(), context, self.row.evidence.into()) };
        let mut run = Run::on(registers);
        run.push(block, trace);
        run
    }
}
