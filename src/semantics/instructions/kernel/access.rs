//! Loads and stores: their words, the space and the address, and how many numbers they are about.

use super::memory::Space;
use super::module::{Code, Place};
use super::operand::Wanted;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong, span_of, unknown};
use crate::operation::Kind;
use crate::syntax::{RegisterType, Token, constant};

/// Words of `ld` and `st` that change nothing for one thread: how others see the access, and what stays in a cache.
const OF_OTHERS: [&str; 21] = [
    "volatile", "weak", "relaxed", "acquire", "release", "mmio", "cta", "cluster", "gpu", "sys", "ca", "cg", "cs", "cv", "lu", "wb", "wt",
    "nc", "L1", "L2", "level",
];

/// The types of `ld` and `st`.
const LOADED: &str = "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64";

impl Reader<'_> {
    pub(super) fn load(&mut self, it: &Instruction, words: &[&str]) -> Decoded<Code> {
        let (space, own, count) = self.access(it, words)?;
        let place = self.place(it, it.operand(1)?, space, own.width() / 8)?;
        let to = self.destinations(it, it.operand(0)?, Wanted::at_least(own), count)?;
        let kind = Kind { width: own.width(), signed: it.own().starts_with('s') };
        Ok(Code::Load { to, place, kind })
    }

    pub(super) fn store(&mut self, it: &Instruction, words: &[&str]) -> Decoded<Code> {
        let (space, own, count) = self.access(it, words)?;
        if space == Some(Space::Const) {
            return Err(Wrong::error("destination", it.span.clone(), "Constants cannot be written."));
        }
        let place = self.place(it, it.operand(0)?, space, own.width() / 8)?;
        Ok(Code::Store { from: self.sources(it, it.operand(1)?, Wanted::at_least(own), count)?, place })
    }

    /// Space, type and how many numbers a load or a store is about.
    fn access(&mut self, it: &Instruction, words: &[&str]) -> Decoded<(Option<Space>, RegisterType, usize)> {
        let Some((own, words)) = words.split_last() else { return Err(unknown(it)) };
        let (mut space, mut count) = (None, 1);
        for word in words {
            match (Space::named(&[".", word].concat()), *word) {
                (Some(named), _) => space = Some(named),
                (None, "v2") => count = 2,
                (None, "v4") => count = 4,
                (None, "v8") => count = 8,
                (None, word) if OF_OTHERS.contains(&word) => {}
                (None, word) => return Err(Wrong::not_modelled(format!("{} with .{word} is not modelled here.", it.words[0]))),
            }
        }
        Ok((space, self.known_type(it, own, LOADED)?, count))
    }

    /// `[base+offset]`.
    fn place(&mut self, it: &Instruction, tokens: &[Token], space: Option<Space>, width: u32) -> Decoded<Place> {
        let wrong = || Wrong::error("address", span_of(tokens), "An address stands in brackets: [%rd1+4].");
        let [open, inside @ .., close] = tokens else { return Err(wrong()) };
        if it.shown(open) != "[" || it.shown(close) != "]" || inside.is_empty() {
            return Err(wrong());
        }
        let sign = inside.iter().position(|token| matches!(it.shown(token), "+" | "-")).filter(|at| *at > 0);
        let (base, offset) = inside.split_at(sign.unwrap_or(inside.len()));
        let number = it.text.get(span_of(offset)).unwrap_or("").trim_start_matches('+').trim_start().to_owned();
        let negative = number.strip_prefix('-').map(str::trim_start);
        let digits = negative.unwrap_or(&number);
        let magnitude = match offset.last() {
            None => 0,
            Some(last) if it.shown(last) == digits => constant(it.text, core::slice::from_ref(last), None, 64).map_err(|_| wrong())?,
            Some(_) => return Err(wrong()),
        };
        let offset = if negative.is_some() { magnitude.wrapping_neg() } else { magnitude };
        Ok(Place { space, base: self.base(it, base, space)?, offset, width })
    }
}
