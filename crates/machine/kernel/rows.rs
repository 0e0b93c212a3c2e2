//! Rows of a warp's matrices in memory: `ldmatrix` spreads them over the lanes, `stmatrix` collects them. And which words they and other copies take.

use super::matrices::{Lanes, MOST, Matrices};
use super::memory::{Fault, Memory, Space};
use super::module::{Code, Place};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong};
use crate::instruction::Version;
use crate::matrix::{Refusal, Targets};
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

/// The words that an instruction may have here, and where it is legal.
pub(super) struct Words {
    name: &'static str,
    /// The words that it must have; the last of them tells rows of one name apart.
    must: &'static [&'static str],
    may: &'static [&'static str],
    targets: Targets,
    ptx: Version,
}

impl Words {
    pub(super) fn is_of(&self, it: &Instruction) -> bool {
        self.name == it.words[0] && self.must.last().is_some_and(|shape| it.words.contains(shape))
    }
}

const fn words(
    name: &'static str,
    must: &'static [&'static str],
    may: &'static [&'static str],
    targets: Targets,
    (major, minor): (u8, u8),
) -> Words {
    Words { name, must, may, targets, ptx: Version::new(major, minor) }
}

/// The rows of all of them.
pub(super) const WORDS: [Words; 5] = [
    words(
        "ldmatrix",
        &["sync", "aligned", "b16", "m8n8"],
        &["x1", "x2", "x4", "trans", "shared", "shared::cta"],
        Targets::Since(75),
        (6, 5),
    ),
    words("movmatrix", &["sync", "aligned", "trans", "b16", "m8n8"], &[], Targets::Since(75), (7, 8)),
    words(
        "stmatrix",
        &["sync", "aligned", "b16", "m8n8"],
        &["x1", "x2", "x4", "trans", "shared", "shared::cta"],
        Targets::Since(90),
        (7, 8),
    ),
    words(
        "stmatrix",
        &["sync", "aligned", "trans", "b8", "m16n8"],
        &["x1", "x2", "x4", "shared", "shared::cta"],
        Targets::Special(&[100, 101, 103, 107, 110, 120, 121]),
        (8, 6),
    ),
    words(
        "cp",
        &["async"],
        &[
            "ca",
            "cg",
            "shared",
            "shared::cta",
            "global",
            "L2::cache_hint",
            "L2::64B",
            "L2::128B",
            "L2::256B",
            "commit_group",
            "wait_group",
            "wait_all",
        ],
        Targets::Since(80),
        (7, 0),
    ),
];

impl Reader<'_> {
    /// Refuses a word that has no meaning, a word that is missing, and what the target or the version of PTX does not have.
    pub(super) fn words_fit(&self, it: &Instruction) -> Decoded<()> {
        let Some(row) = WORDS.iter().find(|row| row.is_of(it)) else { return Ok(()) };
        let wrong = |code, message: String| Err(Wrong::error(code, it.span.clone(), message));
        if let Some(word) = it.words[1..].iter().find(|word| !row.must.contains(word) && !row.may.contains(word)) {
            return wrong("modifier", format!("`.{word}` has no meaning in {}.", it.words[0]));
        }
        if let Some((_, word)) = it.words.iter().enumerate().find(|(at, word)| it.words[..*at].contains(word)) {
            return wrong("modifier", format!("`.{word}` stands twice."));
        }
        if let Some(word) = row.must.iter().find(|word| !it.words.contains(word)) {
            return wrong("modifier", format!("{} needs `.{word}`.", it.words[0]));
        }
        let (context, text) = (&self.module.context, it.words.join("."));
        match row.targets.include(context.target.name()) {
            _ if !context.ptx.is_at_least(row.ptx) => Err(self.refused(it, &text, Refusal::Version(row.ptx))),
            false => Err(self.refused(it, &text, Refusal::Target(row.targets))),
            true => Ok(()),
        }
    }

    /// What is said of a text that the target or the version of PTX does not have.
    pub(super) fn refused(&self, it: &Instruction, text: &str, why: Refusal) -> Wrong {
        let wrong = |code, message: String| Wrong::error(code, it.span.clone(), message);
        match why {
            Refusal::NoForm => Wrong::not_modelled(format!("{text} is not modelled here: no shape with these types is.")),
            Refusal::Version(first) => wrong("ptx-version", format!("{text} takes PTX {first} or later.")),
            Refusal::Target(Targets::Since(first)) => wrong("target", format!("{text} takes sm_{first} or later.")),
            Refusal::Target(Targets::Special(_)) => wrong("target", format!("{} does not have {text}.", self.module.context.target.name())),
        }
    }

    /// `ldmatrix`, `stmatrix`, `movmatrix`
    pub(super) fn rows(&mut self, it: &Instruction) -> Decoded<Code> {
        self.words_fit(it)?;
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
        let wrong = |code, message: String| Err(Wrong::error(code, it.span.clone(), message));
        let mut counts = ["x1", "x2", "x4"].iter().filter(|count| has(count)).filter_map(|count| count[1..].parse().ok());
        let (Some(count), None) = (counts.next(), counts.next()) else {
            return wrong("modifier", format!("{} says how many matrices there are: .x1, .x2 or .x4.", it.words[0]));
        };
        let [address, registers] = if stores { [0, 1] } else { [1, 0] };
        let registers = it.operand(registers)?;
        if count == 1 && registers.first().is_some_and(|first| it.shown(first) != "{") {
            return wrong("operand", format!("The registers of {} stand in braces: {{%r1}}.", it.words[0]));
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
