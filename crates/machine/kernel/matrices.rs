//! A warp's matrices: products of `mma` and `wmma`, rows of memory that `ldmatrix` spreads over the lanes and `stmatrix` collects from them, and
//! the copies that feed them.

use super::meet::{Collective, Meet};
use super::memory::{Fault, Memory, Space};
use super::module::{Code, Place, Slot};
use super::operand::Wanted;
use super::products::{Held, Product};
use super::read::Reader;
use super::rows::{Rows, half};
use super::special::WARP;
use super::statement::{Decoded, Instruction, Wrong, span_of};
use crate::matrix::{Head, Matrix, Wmma, absent};
use crate::number::{F32, Format, S32, U8};
use crate::syntax::RegisterType;
use std::sync::Arc;

/// The registers that an instruction gives a lane at most.
pub const MOST: usize = 8;

/// What a warp does with matrices.
#[derive(Clone, Debug)]
pub enum Matrices {
    /// `mma`, `wmma.mma`
    Product(Box<Product>),
    /// `ldmatrix`, `stmatrix`
    Rows(Rows),
    /// `movmatrix`
    Turn,
}

/// What a line of a function does with matrices, and how: lines without a function, which never do, carry none of its code.
#[derive(Clone, Debug)]
pub struct Together {
    /// What is done.
    pub what: Matrices,
    /// What each lane gets of what all bring.
    pub(super) run: fn(&Matrices, &Lanes) -> Given,
}

/// What reads an instruction of matrices; None of others.
pub(super) type Matching = fn(&mut Reader<'_>, &Instruction<'_>) -> Decoded<Option<Code>>;

/// What each lane gets, or why nothing is defined, in a sentence.
pub(super) type Given = Result<Vec<[u64; MOST]>, String>;

/// What a warp's lanes brought, in the order of [`Code::reads`].
pub type Lanes<'a> = [&'a [u64]];

impl Matrices {
    /// What each lane gets of what all bring; of what is stored the row at its address, and the address.
    fn run(&self, lanes: &Lanes) -> Given {
        Ok(match self {
            Matrices::Product(product) => return product.run(lanes),
            Matrices::Rows(rows) => {
                (0..WARP).map(|lane| if rows.stores { rows.collected(lanes, lane) } else { rows.spread(lanes, lane) }).collect()
            }
            Matrices::Turn => {
                let one = |lane: u32| {
                    let (group, thread) = (lane / 4, lane % 4 * 2);
                    let at = |row: u32| half(lanes, row * 4 + group / 2, group % 2, 0);
                    core::array::from_fn(|number| if number == 0 { at(thread) | at(thread + 1) << 16 } else { 0 })
                };
                (0..WARP).map(one).collect()
            }
        })
    }

    /// What a lane brings beside its registers: the row that lies at its address.
    pub(super) fn brought(&self, lane: u32, base: u64, memory: &mut Memory) -> Result<[u64; 2], Fault> {
        if let Matrices::Rows(rows) = self { rows.brought(lane, base, memory) } else { Ok([0; 2]) }
    }

    /// Whether a meeting gives each lane the row that it stores.
    pub fn stores(&self) -> bool {
        matches!(self, Matrices::Rows(rows) if rows.stores)
    }
}

/// `wmma.load` and `wmma.store`: the elements of one lane between its registers and memory.
#[derive(Clone, Debug)]
pub struct Tile {
    /// Whether it is written to memory.
    pub stores: bool,
    /// How the lanes hold it.
    held: Held,
    /// Whether the elements of a row lie side by side.
    along_rows: bool,
    /// Where the matrix begins.
    pub place: Place,
    /// The registers.
    pub registers: Box<[Slot]>,
}

/// What a lane copies between registers and memory, or within memory, behind a pointer as in [`Together`].
#[derive(Clone, Debug)]
pub struct Apart {
    /// What is copied.
    pub what: Copies,
    /// The slots that it reads.
    pub reads: Box<[Slot]>,
    /// The slots that it writes.
    pub writes: Box<[Slot]>,
    pub(super) run: Copying,
}

/// What it reads, the lane and how many there are give what it writes.
type Copying = fn(&Apart, &mut Memory, &[u64], (usize, usize)) -> Result<Vec<u64>, Fault>;

/// What is copied.
#[derive(Clone, Debug)]
pub enum Copies {
    /// `wmma.load`, `wmma.store`
    Tile(Tile),
    /// `cp.async`
    Transfer(Transfer),
}

impl Apart {
    fn run(&self, memory: &mut Memory, given: &[u64], lanes: (usize, usize)) -> Result<Vec<u64>, Fault> {
        match &self.what {
            Copies::Tile(tile) => tile.run(memory, given, lanes),
            Copies::Transfer(transfer) => transfer.run(memory, given, lanes),
        }
    }
}

impl Tile {
    fn run(&self, memory: &mut Memory, given: &[u64], lanes: (usize, usize)) -> Result<Vec<u64>, Fault> {
        let (width, mut loaded) = (self.place.width, vec![0; self.registers.len()]);
        let own = self.place.space.or_else(|| Space::of(given[0].wrapping_add(self.place.offset)));
        if matches!(own, Some(Space::Local | Space::Const | Space::Param)) {
            return Err(Fault::Private(if self.stores { "wmma.store" } else { "wmma.load" }));
        }
        for (address, register, shift) in self.elements(given[0], given[1], given[2]) {
            let address = aligned(address, width)?;
            if self.stores {
                let bits = given[3 + register] >> shift & u64::MAX >> (64 - 8 * width);
                memory.write(self.place.space, address, width, bits, lanes)?;
            } else {
                loaded[register] |= memory.read(self.place.space, address, width, lanes.0)? << shift;
            }
        }
        Ok(loaded)
    }

    /// What an element in memory is, and how many the matrix has.
    pub fn matrix(&self) -> (&'static Format, u32) {
        let width = 8 * self.place.width;
        let (rows, columns) = self.held.fragment.size();
        // A number of tf32 lies in memory as a single.
        let float = self.held.format.map(|own| if own.width() == width { own } else { F32::ROW });
        (float.unwrap_or(if width == 8 { U8 } else { S32 }), rows * columns)
    }

    /// The address, the register and the place of the lowest bit there of each element.
    pub fn elements(&self, base: u64, stride: u64, lane: u64) -> impl Iterator<Item = (u64, usize, u32)> + '_ {
        let count = self.held.registers as u32 * if self.held.bits < 32 { 32 / self.held.bits } else { 1 };
        // Those that stand there more than once are stored once.
        let count = if self.stores { self.held.fragment.elements() } else { count };
        (0..count).map(move |i| {
            let at = self.held.fragment.place(lane as u32 % WARP, i % self.held.fragment.elements());
            let (line, within) = if self.along_rows { (at.row, at.column) } else { (at.column, at.row) };
            let number = u64::from(line).wrapping_mul(stride & 0xffff_ffff).wrapping_add(within.into());
            let (register, shift) = self.held.place(i);
            (base.wrapping_add(self.place.offset).wrapping_add(number * u64::from(self.place.width)), register, shift)
        })
    }
}

/// `cp.async`: bytes go from one place to another.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// To where, and from where.
    pub places: [Place; 2],
    /// Bytes.
    pub bytes: u32,
}

/// An address that is a multiple of so many bytes.
fn aligned(address: u64, width: u32) -> Result<u64, Fault> {
    if address.is_multiple_of(width.into()) { Ok(address) } else { Err(Fault::Misaligned { address, width }) }
}

impl Transfer {
    fn run(&self, memory: &mut Memory, given: &[u64], lanes: (usize, usize)) -> Result<Vec<u64>, Fault> {
        let [to, from] = [0, 1].map(|at| given[at].wrapping_add(self.places[at].offset));
        let (to, from) = (aligned(to, self.bytes)?, aligned(from, self.bytes)?);
        let read = given.get(2).map_or(self.bytes, |limit| self.bytes.min(*limit as u32));
        for at in 0..self.bytes {
            let byte = if at < read { memory.read(self.places[1].space, from.wrapping_add(at.into()), 1, lanes.0)? } else { 0 };
            memory.write(self.places[0].space, to.wrapping_add(at.into()), 1, byte, lanes)?;
        }
        Ok(Vec::new())
    }
}

/// An instruction of matrices, and what copies beside the thread, as plain copies; None of others.
pub(super) fn matching(reader: &mut Reader<'_>, it: &Instruction<'_>) -> Decoded<Option<Code>> {
    let words = &it.words[1..];
    let has = |word: &str| words.contains(&word);
    Ok(match it.words[0] {
        "mma" | "wmma" => Some(reader.product(it)?),
        "ldmatrix" | "stmatrix" | "movmatrix" => Some(reader.rows(it)?),
        "cp" if has("async") && !has("bulk") && !has("mbarrier") => Some(reader.transfer(it)?),
        _ => None,
    })
}

impl Reader<'_> {
    /// A line at which a warp meets for matrices.
    pub(super) fn meets_for(&mut self, matrices: Matrices, to: Box<[Slot]>, from: Box<[Slot]>) -> Code {
        let all = &mut self.builder.function.matrices;
        all.push(Together { what: matrices, run: Matrices::run });
        let what = Collective::Matrices(all.len() as u32 - 1);
        let who = Some(self.builder.constant(u32::MAX.into()));
        Code::Meet(Box::new(Meet { what, to, from, who, negated: false, aligned: true }))
    }

    /// `wmma.load`, `wmma.store`
    pub(super) fn tile(&mut self, it: &Instruction, head: &Head, matrix: Matrix) -> Decoded<Code> {
        let unmodelled = || Wrong::not_modelled(absent(&it.words.join(".")));
        let held = head.types.first().and_then(|name| Held::of(head, matrix, name)).filter(|held| held.bits >= 8).ok_or_else(unmodelled)?;
        let stores = head.wmma == Some(Wmma::Store);
        let space =
            ["global", "shared"].iter().find(|space| it.words.contains(space)).and_then(|space| Space::named(&[".", *space].concat()));
        let [address, registers] = if stores { [0, 1] } else { [1, 0] };
        let place = self.place(it, it.operand(address)?, space, held.bits / 8)?;
        let own = Wanted::exactly(held.own());
        let registers = it.operand(registers)?;
        let registers =
            if stores { self.sources(it, registers, own, held.registers)? } else { self.destinations(it, registers, own, held.registers)? };
        let along_rows = head.layouts.first().is_some_and(|layout| layout == "row");
        let (rows, columns) = held.fragment.size();
        let stride = match it.operands.get(2) {
            Some(tokens) => self.source(it, tokens, Wanted::exactly(RegisterType::Integer(32)))?,
            None => self.builder.constant(if along_rows { columns } else { rows }.into()),
        };
        let lane = self.register("%laneid", span_of(it.operand(0)?))?;
        let reads: Box<[Slot]> = [place.base, stride, lane].into_iter().chain(registers.iter().copied().filter(|_| stores)).collect();
        let writes = if stores { Box::default() } else { registers.clone() };
        let what = Copies::Tile(Tile { stores, held, along_rows, place, registers });
        Ok(Code::Apart(Arc::new(Apart { what, reads, writes, run: Apart::run })))
    }

    /// `cp.async`: the copy is done at once, and nobody waits for it.
    fn transfer(&mut self, it: &Instruction) -> Decoded<Code> {
        self.matrix_head(it)?;
        if ["commit_group", "wait_group", "wait_all"].iter().any(|word| it.words.contains(word)) {
            return Ok(Code::Nothing);
        }
        let whole = Wanted::exactly(RegisterType::Integer(32));
        let bytes = it.operand(2).ok().and_then(|tokens| self.literal(it, tokens));
        let fits = |bytes: &u64| if it.words.contains(&"cg") { *bytes == 16 } else { matches!(bytes, 4 | 8 | 16) };
        let Some(bytes) = bytes.filter(fits).map(|bytes| bytes as u32) else {
            return Err(Wrong::error("operand", it.span.clone(), "cp.async.ca copies 4, 8 or 16 bytes, cp.async.cg 16."));
        };
        let places =
            [self.place(it, it.operand(0)?, Some(Space::Shared), bytes)?, self.place(it, it.operand(1)?, Some(Space::Global), bytes)?];
        let hinted = usize::from(it.text.get(it.span.clone()).is_some_and(|text| text.contains("cache_hint")));
        let read = match it.operands.len().saturating_sub(hinted) {
            3 => None,
            4 => Some(self.source(it, it.operand(3)?, whole)?),
            _ => return Err(Wrong::not_modelled(format!("{} with these operands is not modelled here.", it.words.join(".")))),
        };
        // The bytes that are read stand behind the addresses; zeros stand for the others.
        let reads = places.iter().map(|place| place.base).chain(read).collect();
        let what = Copies::Transfer(Transfer { places, bytes });
        Ok(Code::Apart(Arc::new(Apart { what, reads, writes: Box::default(), run: Apart::run })))
    }
}
