//! Products of a warp's matrices: `mma.sync`, `mma.sp`, and `wmma` with what feeds it.

use super::matrices::{Given, Lanes, MOST, Matrices};
use super::module::Code;
use super::operand::Wanted;
use super::read::Reader;
use super::special::WARP;
use super::statement::{Decoded, Instruction, Wrong, span_of};
use crate::matrix::{self, Fragment, Head, Matrix, Sparse, Wmma, absent, at_once, heading, integer, laid_out};
use crate::number::{Format, Pattern};
use crate::rounding::Mode;
use crate::syntax::RegisterType;
use crate::tensor_core::{Dot, Kept, Path, Row, Side, find, in_steps};
use crate::trace::Silent;

/// A product of matrices and a sum.
#[derive(Clone, Debug)]
pub struct Product {
    /// D, A, B and C.
    pub operands: [Held; 4],
    /// How it adds; None of integers, which are exact.
    pub row: Option<&'static Row>,
    /// How many products go into one machine instruction.
    step: usize,
    /// What a sparse A leaves out.
    sparse: Option<Sparse>,
    /// How doubles are rounded.
    mode: Mode,
    /// Whether sums of integers keep within their range.
    satfinite: bool,
}

/// A matrix as the lanes hold it.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// Which element is where.
    pub fragment: Fragment,
    /// Bits from one element of a register to the next.
    pub bits: u32,
    /// Registers of a lane.
    pub registers: usize,
    /// The format; None of integers.
    pub format: Option<&'static Format>,
    /// Whether integers have a sign.
    signed: bool,
}

impl Held {
    /// An operand of a head, by its type.
    pub fn of(head: &Head, matrix: Matrix, name: &str) -> Option<Held> {
        let format = matrix::format(name);
        let (bits, signed) = (matrix::bits(head, name)?, integer(name).is_some_and(|(_, signed)| signed));
        let fragment = laid_out(head, matrix, bits)?;
        Some(Held { fragment, bits, registers: matrix::registers(head, matrix, name), format, signed })
    }

    /// The register of an element, and the place of its lowest bit there.
    pub fn place(&self, i: u32) -> (usize, u32) {
        let side = if self.bits < 32 { 32 / self.bits } else { 1 };
        ((i / side) as usize, i % side * self.bits)
    }

    /// An element from the registers of a lane.
    pub fn element(&self, registers: &[u64], i: u32) -> u64 {
        self.code(registers.get(self.place(i).0).copied().unwrap_or(0), i)
    }

    /// An element from its register.
    pub fn code(&self, register: u64, i: u32) -> u64 {
        let code = register >> self.place(i).1 & u64::MAX >> (64 - self.bits);
        // Numbers of 4 bits stand in the middle of their 8.
        if self.bits == 8 && self.format.is_some_and(|format| format.width() == 4) { code >> 2 } else { code }
    }

    /// An integer of an element.
    fn whole(&self, bits: u64) -> i64 {
        let bits = bits << (64 - self.bits);
        if self.signed { bits as i64 >> (64 - self.bits) } else { (bits >> (64 - self.bits)) as i64 }
    }

    /// What a register holds.
    pub(super) fn own(&self) -> RegisterType {
        match (self.format, self.bits) {
            (Some(_), 64) => RegisterType::Float(64),
            (Some(format), 32) if format.spare_bits == 0 => RegisterType::Float(32),
            (Some(_), _) => RegisterType::Other(32),
            (None, _) => RegisterType::Integer(32),
        }
    }
}

impl Product {
    /// Where A, B and C begin among what a lane brings.
    pub fn first(&self, operand: usize) -> usize {
        self.operands[1..operand].iter().map(|held| held.registers).sum()
    }

    /// The codes of an operand, element by element: A and C row by row, B column by column; one list for each product of m8n8k4.
    fn codes(&self, operand: usize, lanes: &Lanes) -> Vec<Vec<u64>> {
        let (held, first) = (&self.operands[operand], self.first(operand));
        let (rows, columns) = held.fragment.size();
        let mut all = vec![vec![0; (rows * columns) as usize]; 4];
        for (lane, registers) in (0..WARP).zip(lanes) {
            let registers = registers.get(first..first + held.registers).unwrap_or_default();
            for i in 0..held.fragment.elements() {
                let at = held.fragment.place(lane, i);
                let place = if operand == 2 { at.column * rows + at.row } else { at.row * columns + at.column };
                all[at.product as usize][place as usize] = held.element(registers, i);
            }
        }
        all
    }

    /// D, as each lane gets it.
    pub(super) fn run(&self, lanes: &Lanes) -> Given {
        let [a, b, c] = [1, 2, 3].map(|operand| self.codes(operand, lanes));
        let d = &self.operands[0];
        let ks = [1, 2].map(|operand| self.operands[operand].fragment.shape.k as usize);
        let columns = d.fragment.size().1;
        let one = |lane: u32| {
            let mut registers = [0; MOST];
            for i in 0..d.fragment.elements() {
                let at = d.fragment.place(lane, i);
                let part = |all: &[Vec<u64>], line: u32, k: usize| all[at.product as usize][line as usize * k..][..k].to_vec();
                let (mut across, mut down) = (part(&a, at.row, ks[0]), part(&b, at.column, ks[1]));
                if let Some(sparse) = self.sparse {
                    let indices = |chunk: usize| self.indices(sparse, lanes, at.row, chunk);
                    let kept = sparse.grain.packed(&across, &down, indices, sparse.ordered);
                    Kept { a: across, b: down, .. } = kept.map_err(|why| format!("Row {} of A: {}", at.row, why.sentence()))?;
                }
                let third = c[at.product as usize][(at.row * columns + at.column) as usize];
                let (register, shift) = d.place(i);
                registers[register.min(MOST - 1)] |= self.element(&across, &down, third) << shift;
            }
            Ok(registers)
        };
        (0..WARP).map(one).collect()
    }

    /// The column of an element of A, which is another one where A is sparse; None where indices have no meaning.
    pub fn column(&self, lanes: &Lanes, at: matrix::Place) -> Option<u32> {
        let Some(sparse) = self.sparse else { return Some(at.column) };
        let kept = sparse.grain.chunk() as u32 / 2;
        let (chunk, within) = (at.column / kept, at.column % kept);
        let column = sparse.grain.column(self.indices(sparse, lanes, at.row, chunk as usize), sparse.ordered, within as usize)?;
        Some(chunk * 2 * kept + column as u32)
    }

    /// The indices of a chunk of A, from the lane that has them.
    fn indices(&self, sparse: Sparse, lanes: &Lanes, row: u32, chunk: usize) -> u64 {
        let (lane, shift) = sparse.indices(self.operands[1].fragment, row, chunk);
        lanes.get(lane as usize).and_then(|own| own.get(self.first(4))).map_or(0, |bits| bits >> shift & 15)
    }

    /// The bits of one element of D.
    fn element(&self, across: &[u64], down: &[u64], third: u64) -> u64 {
        let [_, a, b, c] = &self.operands;
        if let (Some(row), Some(left), Some(right), Some(format)) = (self.row, a.format, b.format, c.format) {
            let (a, b) = (Side::plain(left, across), Side::plain(right, down));
            return in_steps(row, &Dot { a, b, c: Pattern::new(format, third), mode: self.mode }, self.step, &[], &mut Silent);
        }
        let products = across.iter().zip(down).map(|(one, other)| a.whole(*one) * b.whole(*other));
        let sum = products.sum::<i64>() + c.whole(third);
        let sum = if self.satfinite { sum.clamp(i32::MIN.into(), i32::MAX.into()) } else { sum };
        u64::from(sum as u32)
    }
}

impl Reader<'_> {
    /// The head of an instruction of matrices, where it is legal and runs here.
    pub(super) fn matrix_head(&self, it: &Instruction) -> Decoded<Head> {
        let end = it.operands.iter().find_map(|tokens| tokens.first()).map_or(it.span.end, |first| first.span.start);
        let text: String = it.text.get(it.span.start..end).unwrap_or_default().split([' ', '\n', '\r', '\t', ';']).collect();
        let (form, head) = heading(&text, it.span.clone(), &self.module.context).map_err(|said| *said)?;
        // The machine has no registers of scales.
        if form.runs && !head.block_scale { Ok(head) } else { Err(Wrong::not_modelled(absent(&text))) }
    }

    /// `mma.sync`, `mma.sp`, and `wmma` with its loads and stores.
    pub(super) fn product(&mut self, it: &Instruction) -> Decoded<Code> {
        let head = self.matrix_head(it)?;
        let unmodelled = || Wrong::not_modelled(absent(&it.words.join(".")));
        match head.wmma {
            Some(Wmma::Load(matrix)) => return self.tile(it, &head, matrix),
            Some(Wmma::Store) => return self.tile(it, &head, Matrix::C),
            _ => {}
        }
        let of = |place: usize, matrix: Matrix| Held::of(&head, matrix, head.types.get(place)?).filter(|held| held.registers <= 16);
        let operands = [(0, Matrix::C), (1, Matrix::A), (2, Matrix::B), (3, Matrix::C)].map(|(place, matrix)| of(place, matrix));
        let [Some(d), Some(a), Some(b), Some(c)] = operands else { return Err(unmodelled()) };
        let path = head.path.filter(|_| d.registers <= MOST).ok_or_else(unmodelled)?;
        let length = head.shape.map_or(0, |shape| shape.k as usize);
        let row = match (d.format, a.format, b.format) {
            (Some(d), Some(a), Some(b)) => {
                let target = self.module.context.target;
                let unknown = || Wrong::not_modelled(format!("Nobody has published how {target} adds these products."));
                Some(find(target.number(), path, &head.kind, [a, b, d], None, length).ok_or_else(unknown)?)
            }
            _ => None,
        };
        let wanted = if path == Path::MmaSp { 6 } else { 4 };
        if let Some(tokens) = it.operands.get(wanted) {
            return Err(Wrong::error("operand-count", span_of(tokens), format!("{} takes {wanted} operands.", it.words.join("."))));
        }
        let to = self.destinations(it, it.operand(0)?, Wanted::exactly(d.own()), d.registers)?;
        let mut from = Vec::new();
        for (place, held) in [(1, a), (2, b), (3, c)] {
            from.extend(self.sources(it, it.operand(place)?, Wanted::exactly(held.own()), held.registers)?);
        }
        let sparse = if path == Path::MmaSp {
            let tokens = it.operand(5)?;
            let wrong = |why: String| Wrong::error("operand", span_of(tokens), why);
            Some(Sparse::of(&head, a.bits, self.literal(it, tokens)).map_err(wrong)?)
        } else {
            None
        };
        if let Some(sparse) = it.operands.get(4).filter(|_| sparse.is_some()) {
            if self.literal(it, sparse).is_some() {
                return Err(Wrong::error("operand", span_of(sparse), "The indices of mma.sp stand in a register."));
            }
            from.push(self.source(it, sparse, Wanted::exactly(RegisterType::Integer(32)))?);
        }
        let step = row.map_or(length, |row| at_once(&head, row, if sparse.is_some() { length / 2 } else { length }));
        let product = Product { operands: [d, a, b, c], row, step, sparse, mode: head.mode.unwrap_or_default(), satfinite: head.satfinite };
        Ok(self.meets_for(Matrices::Product(Box::new(product)), to, from.into()))
    }
}
