//! Rows of a warp's matrices in memory: `ldmatrix` spreads them over the lanes, `stmatrix` collects them.

use super::matrices::{Lanes, MOST, Matrices};
use super::memory::{Fault, Memory, Space};
use super::module::{Code, Place};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong};
use crate::syntax::RegisterType;

/// Bytes of a row.
const ROW: u32 = 16;

/// Matrices of 8 rows in memory, at the addresses that lanes bring.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Whether they are stored.
    pub stores: bool,
    /// Matrices.
    count: u32,
    /// Whether each is turned around.
    turned: bool,
    /// Whether a row has 16 bytes and not 8 halves: then it is a column of the matrix, and lanes hold the elements as an accumulator of `mma`.
    /// The manual has this in a figure only; CUTLASS lays bytes out in the same way. No chip was asked yet.
    bytes: bool,
    /// Where the row of a lane lies.
    place: Place,
}

/// Half a register or a part of a row that a lane brings, behind so many numbers of it.
pub(super) fn half(lanes: &Lanes, lane: u32, at: u32, first: usize) -> u64 {
    lanes[lane as usize].get(first + at as usize / 4).map_or(0, |word| word >> (at % 4 * 16) & 0xffff)
}

impl Rows {
    /// The row that lies at the address of a lane.
    pub(super) fn brought(&self, lane: u32, base: u64, memory: &mut Memory) -> Result<[u64; 2], Fault> {
        if lane >= 8 * self.count {
            return Ok([0; 2]);
        }
        let address = base.wrapping_add(self.place.offset);
        memory.find(self.place.space, address, ROW)?;
        let mut read = |offset| memory.read(self.place.space, address.wrapping_add(offset), 8, 0);
        Ok([read(0)?, read(8)?])
    }

    /// What a lane gets of the rows that stand behind the addresses.
    pub(super) fn spread(&self, lanes: &Lanes, lane: u32) -> [u64; MOST] {
        let (group, thread) = (lane / 4, lane % 4 * 2);
        let of = |number: u32| {
            let at = |row: u32, column: u32| half(lanes, number * 8 + row, column, 1);
            let place = |one: u32| if self.turned { at(thread + one, group) } else { at(group, thread + one) };
            place(0) | place(1) << 16
        };
        core::array::from_fn(|number| if (number as u32) < self.count { of(number as u32) } else { 0 })
    }

    /// The row at the address of a lane, and the address; zeros where the lane has none.
    pub(super) fn collected(&self, lanes: &Lanes, lane: u32) -> [u64; MOST] {
        let (number, row) = (lane / 8, lane % 8);
        let mut row_and_address = [0; MOST];
        if number >= self.count {
            return row_and_address;
        }
        // Behind the address: a register of each matrix.
        let register = |lane: u32| lanes[lane as usize].get(1 + number as usize).copied().unwrap_or(0);
        let element = |at: u32| match (self.bytes, self.turned) {
            (true, _) => register(at % 8 * 4 + row / 2) >> (row % 2 * 8 + at / 8 * 16) & 0xff,
            (_, true) => register(at * 4 + row / 2) >> (row % 2 * 16) & 0xffff,
            (_, false) => register(row * 4 + at / 2) >> (at % 2 * 16) & 0xffff,
        };
        let bits = if self.bytes { 8 } else { 16 };
        for at in 0..8 * ROW / bits {
            row_and_address[(at * bits / 64) as usize] |= element(at) << (at * bits % 64);
        }
        row_and_address[2] = lanes[lane as usize].first().map_or(0, |base| base.wrapping_add(self.place.offset));
        row_and_address
    }
}

impl Reader<'_> {
    /// `ldmatrix`, `stmatrix`, `movmatrix`
    pub(super) fn rows(&mut self, it: &Instruction) -> Decoded<Code> {
        self.matrix_head(it)?;
        if it.operands.len() > 2 {
            let message = format!("{} takes 2 operands; here are {}.", it.words.join("."), it.operands.len());
            return Err(Wrong::error("operand-count", it.span.clone(), message));
        }
        let own = Wanted::exactly(RegisterType::Untyped(32));
        let has = |word: &str| it.words.contains(&word);
        let (stores, turned, bytes) = (it.words[0] == "stmatrix", has("trans"), has("b8"));
        if it.words[0] == "movmatrix" {
            let to = [self.written(it, it.operand(0)?, own)?].into();
            let from = [self.source(it, it.operand(1)?, own)?].into();
            return Ok(self.meets_for(Matrices::Turn, to, from));
        }
        let count = if has("x4") { 4 } else { 1 + u32::from(has("x2")) };
        let [address, registers] = if stores { [0, 1] } else { [1, 0] };
        let registers = it.operand(registers)?;
        if count == 1 && registers.first().is_some_and(|first| it.shown(first) != "{") {
            let message = format!("The registers of {} stand in braces: {{%r1}}.", it.words[0]);
            return Err(Wrong::error("operand", it.span.clone(), message));
        }
        // A generic address must lie there, too.
        let place = self.place(it, it.operand(address)?, Some(Space::Shared), ROW)?;
        let base = place.base;
        let rows = Matrices::Rows(Rows { stores, count, turned, bytes, place });
        if stores {
            let from = self.sources(it, registers, own, count as usize)?;
            let from = core::iter::once(base).chain(from).collect();
            // The row of a lane and its address stand where no register is.
            let to = core::array::from_fn::<_, 3, _>(|_| self.builder.unnamed());
            return Ok(self.meets_for(rows, to.into(), from));
        }
        let to = self.destinations(it, registers, own, count as usize)?;
        Ok(self.meets_for(rows, to, [base].into()))
    }
}
