//! The numbers of the operand table, with their places.

use super::Value;
use crate::number::{OperandType, Pattern};
use crate::register_file::RegisterFile;
use crate::syntax::sort_by_key;

/// A number that a text reads or writes, by where it stands: equal places are the same row of a table, whatever their bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The letter in the manual.
    pub letter: char,
    /// Which source, or None for a result.
    pub source: Option<usize>,
    /// The lane of the computation that takes it; None where there is one, or where all do.
    pub lane: Option<u32>,
    /// Which number of its register it is, lowest first; None where the register is one.
    pub part: Option<u32>,
    /// What its register holds.
    pub own: OperandType,
    /// The registers and constants that hold it, low word first; none for a number in the text.
    pub names: Vec<String>,
    /// The bit of them at which it begins.
    pub low: u32,
}

impl Place {
    /// The registers as one name: `R2:R3`; empty for a number in the text.
    pub fn register(&self) -> String {
        self.names.join(":")
    }

    /// Which lane it is, in a word; None where the register is one number.
    pub fn part_name(&self) -> Option<&'static str> {
        self.part.map(|part| lane_name(part, self.own.lanes))
    }

    /// What the row is called: "a %f1".
    pub fn name(&self) -> String {
        let register = if self.names.is_empty() { "literal".to_owned() } else { self.register() };
        let part = self.part_name().map(|part| [" ", part, " lane"].concat()).unwrap_or_default();
        format!("{} {register}{part}", self.letter)
    }

    /// The registers where it takes a number and nothing else in them counts: the first part takes all of them.
    pub fn anew(&self, number: Pattern, registers: &RegisterFile) -> Vec<(String, u64)> {
        if self.part.unwrap_or(0) == 0 { self.with(number, &RegisterFile::default()) } else { self.with(number, registers) }
    }

    /// The registers that change where it takes other bits, with all of theirs. Of several, each holds 32 bits.
    pub fn with(&self, number: Pattern, registers: &RegisterFile) -> Vec<(String, u64)> {
        let width = if self.names.len() > 1 { 32 } else { 64 };
        let part = u64::MAX >> (64 - width);
        let bits = |(at, name): (usize, &String)| (registers.get(name).unwrap_or(0) & part) << (width * at as u32);
        let word = self.names.iter().enumerate().fold(0, |word, name| word | bits(name));
        let changed = word & !(number.format.mask() << self.low) | number.bits << self.low;
        let all = self.names.iter().enumerate().filter(|(_, name)| *name != "RZ");
        all.map(|(at, name)| (name.clone(), changed >> (width * at as u32) & part)).collect()
    }
}

/// A number of the operand table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Where it stands.
    pub place: Place,
    /// Its bits.
    pub number: Pattern,
}

impl Operand {
    /// The numbers of an operand whose lanes are the computation's.
    pub fn of(letter: char, source: Option<usize>, value: &Value) -> impl Iterator<Item = Operand> {
        let own = value.own;
        (0..own.lanes).map(move |lane| {
            let names = if value.name.is_empty() { Vec::new() } else { vec![value.name.clone()] };
            let low = lane * own.stride() + own.format.spare_bits;
            let part = (own.lanes > 1).then_some(lane);
            let place = Place { letter, source, lane: part, part, own, names, low };
            Operand { place, number: own.pattern(value.bits, lane) }
        })
    }
}

/// Puts the numbers of one instruction lane by lane: what all lanes take, then each lane's own with its result.
pub fn by_lane(operands: &mut Vec<Operand>) {
    sort_by_key(operands, |Operand { place, .. }| match (place.lane, place.source) {
        (None, Some(_)) => 0,
        (lane, source) => 1 + 2 * u64::from(lane.or(place.part).unwrap_or(0)) + u64::from(source.is_none()),
    });
}

/// What a lane of two or four is called.
pub fn lane_name(lane: u32, lanes: u32) -> &'static str {
    let names: &[&str] = if lanes == 2 { &["low", "high"] } else { &["lowest", "second", "third", "highest"] };
    names.get(lane as usize).copied().unwrap_or("next")
}
