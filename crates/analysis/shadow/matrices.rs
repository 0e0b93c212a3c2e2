//! Companions of a warp's matrices: through products, and between registers and memory. An element of D has one where it fills a register.

use super::exact::{Number, difference, number, product, sum};
use super::{Beside, Kept, Removed, ShadowObserver, nothing, off};
use crate::kernel::matrices::{Matrices, Tile, Transfer};
use crate::kernel::meet::{Collective, Meet};
use crate::kernel::module::Function;
use crate::kernel::products::Product;
use crate::kernel::record::{Record, Recording};
use crate::number::Pattern;
use crate::sweep::error_report::{Deviation, in_ulps};
use std::collections::HashMap;

/// What each thread gets of a product: its registers' companions, and what stands beside the first.
pub(super) type Products = HashMap<u32, Vec<(Option<Kept>, Option<Beside>)>>;

/// An element: what its bits stand for, and what it would be had nothing rounded.
type Element = Option<[Number; 2]>;

/// The product that threads meet for.
pub(super) fn product_of<'f>(function: &'f Function, meet: &Meet) -> Option<&'f Product> {
    let Collective::Matrices(which) = meet.what else { return None };
    match &function.matrices.get(which as usize)?.what {
        Matrices::Product(product) => Some(product),
        Matrices::Rows(_) | Matrices::Turn => None,
    }
}

impl ShadowObserver<'_> {
    /// What those get that met for a product, from the first of their records on.
    pub(super) fn products(&self, recording: &Recording, first: usize, of: &Product) -> Products {
        let meeting = recording.records[first].meeting;
        let together: Vec<&Record> = recording.records[first..].iter().take_while(|record| record.meeting == meeting).collect();
        // A warp begins anew with each block, whose size need not be a multiple of a warp's.
        let warp = together.iter().map(|record| record.thread).min().unwrap_or(0);
        let [a, b, c] = [1, 2, 3].map(|operand| self.elements(recording, &together, warp, of, operand));
        let d = &of.operands[0];
        let Some(format) = d.format.filter(|_| d.bits >= 32) else { return Products::new() };
        let (k, columns) = (of.operands[2].fragment.shape.k as usize, d.fragment.size().1);
        let one = |record: &Record, i: u32, bits: u64| -> Option<(Kept, Beside)> {
            let at = d.fragment.place(record.thread - warp, i);
            let line = |all: &[Vec<Element>], line: u32| -> Option<Vec<[Number; 2]>> {
                all[at.product as usize][line as usize * k..][..k].iter().copied().collect()
            };
            let (across, down) = (line(&a, at.row)?, line(&b, at.column)?);
            let third = c[at.product as usize][(at.row * columns + at.column) as usize]?;
            let all = |which: usize| {
                let products = across.iter().zip(&down).map(|(one, other)| product(one[which], other[which]));
                products.fold(third[which], sum)
            };
            let [own, exact] = [all(0), all(1)];
            let exactly = matches!(self.removed, Removed::Every) || self.removed == Removed::Only(record.function, record.line);
            let result = number(format, bits)?;
            let whole = if exactly { exact } else { sum(exact, difference(result, own)) };
            let pattern = Pattern::new(format, bits);
            let none = Deviation::Ulps { negative: false, thousandths: 0 };
            let beside = Beside {
                number: Some(whole),
                inherited: whole.map_or(if own.is_none() { none } else { Deviation::Unmeasured }, |truth| {
                    in_ulps(format, difference(own, whole), truth)
                }),
                given: none,
                whole: off(pattern, whole),
                own: off(pattern, own),
                ..nothing()
            };
            Some((Kept { bits, format, number: whole, part: None, by: self.now }, beside))
        };
        let lane = |record: &Record| {
            let results = (0..).zip(recording.results(record));
            results.map(|(i, bits)| one(record, i, *bits).map_or((None, None), |(kept, beside)| (Some(kept), Some(beside)))).collect()
        };
        together.into_iter().map(|record| (record.thread, lane(record))).collect()
    }

    /// The elements of an operand: A and C row by row, B column by column; one list for each product. None is no number. A sparse A has zeros where
    /// nothing is kept.
    fn elements(&self, recording: &Recording, together: &[&Record], warp: u32, of: &Product, operand: usize) -> Vec<Vec<Element>> {
        let (held, first) = (&of.operands[operand], of.first(operand));
        let (rows, mut columns) = held.fragment.size();
        let k = of.operands[2].fragment.shape.k;
        let mut none = None;
        if operand == 1 && columns < k {
            (columns, none) = (k, held.format.and_then(|format| number(format, 0)).map(|zero| [zero; 2]));
        }
        let mut all = vec![vec![none; (rows * columns) as usize]; 4];
        let mut lanes: Vec<&Record> = together.to_vec();
        lanes.sort_unstable_by_key(|record| record.thread);
        let lanes: Vec<&[u64]> = lanes.iter().map(|record| recording.sources(record)).collect();
        for record in together {
            let Some(((_, line), format)) = recording.line(self.module, record).zip(held.format) else { continue };
            let (slots, bits) = (line.code.reads(), recording.sources(record));
            let frames = if record.thread == self.thread { Some(&self.frames) } else { self.others.get(&record.thread) };
            let registers = bits.get(first..first + held.registers).unwrap_or_default();
            for i in 0..held.fragment.elements() {
                let at = held.fragment.place(record.thread - warp, i);
                let column = if operand == 1 { of.column(&lanes, at) } else { Some(at.column) };
                let Some(column) = column else { continue };
                let place = if operand == 2 { column * rows + at.row } else { at.row * columns + column };
                let register = first + held.place(i).0;
                let kept = slots.get(register).and_then(|slot| frames?.last()?.slots.get(slot));
                let kept = kept.filter(|kept| held.bits >= 32 && kept.part.is_none() && bits.get(register) == Some(&kept.bits));
                let plain = number(format, held.element(registers, i) >> format.spare_bits);
                all[at.product as usize][place as usize] = plain.map(|plain| [plain, kept.map_or(plain, |kept| kept.number)]);
            }
        }
        all
    }

    /// Elements of a matrix go between registers and memory.
    pub(super) fn tile(&mut self, tile: &Tile, sources: &[u64], results: &[u64]) {
        let [base, stride, lane, registers @ ..] = sources else { return };
        let registers = if tile.stores { registers } else { results };
        let whole = tile.place.width >= 4;
        for (address, register, _) in tile.elements(*base, *stride, *lane).collect::<Vec<_>>() {
            let (Some(slot), Some(bits)) = (tile.registers.get(register), registers.get(register)) else { continue };
            if tile.stores {
                let kept = self.of(*slot, *bits).filter(|_| whole);
                self.store(address, tile.place.width, kept);
            } else {
                let kept = self.memory.get(&self.place(address)).filter(|kept| whole && kept.bits == *bits).copied();
                self.keep(*slot, kept);
            }
        }
    }

    /// Bytes go from one place to another.
    pub(super) fn transfer(&mut self, transfer: &Transfer, sources: &[u64]) {
        let [to, from, limit @ ..] = sources else { return };
        let [to, from] = [to.wrapping_add(transfer.places[0].offset), from.wrapping_add(transfer.places[1].offset)];
        let read = limit.first().map_or(transfer.bytes, |limit| transfer.bytes.min(*limit as u32));
        self.store(to, transfer.bytes, None);
        for at in 0..u64::from(read) {
            let kept = self.memory.get(&self.place(from.wrapping_add(at))).copied();
            if let Some(kept) = kept.filter(|kept| at + u64::from(kept.format.width().div_ceil(8)) <= read.into()) {
                self.memory.insert(self.place(to.wrapping_add(at)), kept);
            }
        }
    }
}
