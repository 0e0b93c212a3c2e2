//! Atomics: they read a number in memory, compute with it and write the result back, and no other thread comes in between.
//!
//! What an operation computes is what the instruction of its name computes; the space decides on flushing and on NaNs.

use super::meet::{OPERATIONS, joining};
use super::memory::Space;
use super::module::{Code, Function, Place, Slot};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong};
use crate::evaluate::Request;
use crate::instruction::{Modifier, Operands, SOURCES, Type};
use crate::number::{F64, Pattern};
use crate::syntax::{Heading, RegisterType};

/// An atomic of one number or several that lie side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// What is done.
    pub what: AtomicOperation,
    /// Where.
    pub place: Place,
    /// The registers that get what lay there.
    pub to: Box<[Slot]>,
    /// The operands.
    pub from: Box<[Slot]>,
    /// What `cas` writes where it finds its operand.
    pub new: Option<Slot>,
}

/// What an atomic does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicOperation {
    /// What a row gives of the operand and of what lies there: in `.global`, and in `.shared`.
    Row([u32; 2]),
    /// The operand.
    Exchange,
    /// Another value, where the operand lies there.
    CompareAndSwap,
    /// One more, and 0 from the operand on.
    Increment,
    /// One less, and the operand behind 0 and above it.
    Decrement,
}

impl Atomic {
    /// The row that computes what is written in a space, with its operands.
    pub fn request(&self, function: &Function, space: Space, operand: u64, held: u64) -> Option<Request> {
        let AtomicOperation::Row(rows) = self.what else { return None };
        let row = *function.requests.get(rows[usize::from(space == Space::Shared)] as usize)?;
        Some(Request { operands: operands(operand, held), ..row })
    }

    /// What is written where a value lies.
    pub(super) fn written(&self, function: &Function, space: Space, operand: u64, held: u64, new: u64) -> u64 {
        self.written_by(function, space, operand, held, new, |row, operands| function.ready.get(row).map(|ready| ready.bits(operands)))
    }

    /// The same where something else computes the rows of the function.
    #[inline(always)]
    pub(super) fn written_by(
        &self,
        function: &Function,
        space: Space,
        operand: u64,
        held: u64,
        new: u64,
        row: impl FnOnce(usize, Operands) -> Option<u64>,
    ) -> u64 {
        match self.what {
            AtomicOperation::Row(rows) => {
                let stays = kept(function, rows, space, operand, held);
                let computed = || row(rows[usize::from(space == Space::Shared)] as usize, operands(operand, held));
                stays.or_else(computed).unwrap_or(held)
            }
            AtomicOperation::Exchange => operand,
            AtomicOperation::CompareAndSwap if held == operand => new,
            AtomicOperation::CompareAndSwap => held,
            AtomicOperation::Increment if held >= operand => 0,
            AtomicOperation::Increment => held + 1,
            AtomicOperation::Decrement if held == 0 || held > operand => operand,
            AtomicOperation::Decrement => held - 1,
        }
    }
}

/// The operand comes first, which decides whose NaN stays.
fn operands(operand: u64, held: u64) -> Operands {
    let mut all = [0; SOURCES];
    all[..2].copy_from_slice(&[operand, held]);
    all
}

/// In `.global` a double that is a NaN is stored as it is, signaling or not: the operand if it is one, else what lay there.
fn kept(function: &Function, rows: [u32; 2], space: Space, operand: u64, held: u64) -> Option<u64> {
    let own = function.requests.get(rows[0] as usize)?.destination_type();
    let is_nan = |bits: &u64| Pattern::new(F64::ROW, *bits).is_nan();
    (space == Space::Global && own.format == F64::ROW).then(|| [operand, held].into_iter().find(is_nan)).flatten()
}

impl Reader<'_> {
    /// `atom`, `red`.
    pub(super) fn atomic(&mut self, it: &Instruction, heading: &Heading) -> Decoded<Code> {
        let words = heading.modifiers;
        let own = words.data_type().unwrap_or(Type::U32);
        let (wanted, count) = (Wanted::exactly(self.own_type(it, words)?), words.vector() as usize);
        let gives = heading.form.mnemonic() == "atom";
        let first = usize::from(gives);
        let place = self.place(it, it.operand(first)?, Space::of_words(words), wanted.own.width() / 8)?;
        let to = match it.operands.first().map(|tokens| it.texts(tokens)) {
            Some(words) if gives && words != ["_"] => self.destinations(it, it.operand(0)?, wanted, count)?,
            _ => vec![self.builder.sink(); count].into(),
        };
        // What lay there has a slot for each number, also where nobody reads it or two have one register.
        let distinct = |at: usize| to[at] != self.builder.sink() && !to[at + 1..].contains(&to[at]);
        let kept: Vec<bool> = (0..to.len()).map(distinct).collect();
        let to = to.iter().zip(kept).map(|(slot, kept)| if kept { *slot } else { self.builder.unnamed() }).collect();
        let from = self.sources(it, it.operand(first + 1)?, wanted, count)?;
        let what = match words.intersection(OPERATIONS).first() {
            Some(Modifier::Exch) => AtomicOperation::Exchange,
            Some(Modifier::Cas) => AtomicOperation::CompareAndSwap,
            Some(Modifier::Inc) => AtomicOperation::Increment,
            Some(Modifier::Dec) => AtomicOperation::Decrement,
            operation => {
                let operation = operation.unwrap_or(Modifier::Add);
                let flushes = own == Type::F32 && !words.has(Modifier::Noftz);
                let absent = || Wrong::not_modelled(format!("{} is not modelled here.", it.words.join(".")));
                let mut row = |more: &[Modifier]| -> Decoded<u32> {
                    let (form, modifiers) = joining(operation, own, more).ok_or_else(absent)?;
                    Ok(self.builder.function.request(Request::new(form, modifiers, [0; SOURCES], heading.context)))
                };
                AtomicOperation::Row([if flushes { row(&[Modifier::Ftz])? } else { row(&[])? }, row(&[])?])
            }
        };
        let new = (what == AtomicOperation::CompareAndSwap).then(|| self.source(it, it.operand(first + 2)?, wanted)).transpose()?;
        if words.has(Modifier::CacheHint) {
            self.source(it, it.operand(first + 2)?, Wanted::exactly(RegisterType::Integer(64)))?;
        }
        Ok(Code::Atomic(Box::new(Atomic { what, place, to, from, new })))
    }
}
