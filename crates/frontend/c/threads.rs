//! What a thread of a kernel knows of itself, and what it does with others: barriers, shuffles, votes, atomics.

use super::parse::Reader;
use super::tree::{Id, Kind, Node, Operation};
use super::types::CType;
use crate::instruction::cuda::function_named;

/// What a row takes and gives, in its letters: `u` unsigned, `T` the type of the first argument that is no mask or pointer, `P` a pointer to
/// it, `p` a condition; behind `=` what it gives: `i` int, `?` a condition.
type Row = (&'static str, &'static str, &'static str);

/// Functions that are a line of PTX, with the types in their line: `#` stands for the letter and width of `T`, `%` for its width alone.
const LINES: [Row; 30] = [
    ("__syncthreads", "", "bar.sync 0;"),
    ("__syncthreads_count", "p=i", "bar.red.popc.u32 {}, 0, {p0};"),
    ("__syncthreads_and", "p=?", "bar.red.and.pred {?}, 0, {p0};"),
    ("__syncthreads_or", "p=?", "bar.red.or.pred {?}, 0, {p0};"),
    ("__syncwarp", "u", "bar.warp.sync {0};"),
    ("__threadfence", "", "membar.gl;"),
    ("__threadfence_block", "", "membar.cta;"),
    ("__threadfence_system", "", "membar.sys;"),
    ("__activemask", "=u", "activemask.b32 {};"),
    ("__ballot_sync", "up=u", "vote.sync.ballot.b32 {}, {p1}, {0};"),
    ("__any_sync", "up=?", "vote.sync.any.pred {?}, {p1}, {0};"),
    ("__all_sync", "up=?", "vote.sync.all.pred {?}, {p1}, {0};"),
    ("__match_any_sync", "uT=u", "match.any.sync.b% {}, {1}, {0};"),
    ("__match_all_sync", "uT=u", "match.all.sync.b% {}, {1}, {0};"),
    ("__reduce_add_sync", "uT=T", "redux.sync.add.# {}, {1}, {0};"),
    ("__reduce_min_sync", "uT=T", "redux.sync.min.# {}, {1}, {0};"),
    ("__reduce_max_sync", "uT=T", "redux.sync.max.# {}, {1}, {0};"),
    ("__reduce_and_sync", "uu=u", "redux.sync.and.b32 {}, {1}, {0};"),
    ("__reduce_or_sync", "uu=u", "redux.sync.or.b32 {}, {1}, {0};"),
    ("__reduce_xor_sync", "uu=u", "redux.sync.xor.b32 {}, {1}, {0};"),
    ("atomicAdd", "PT=T", "atom@.add#f {}, [{0}], {1};"),
    ("atomicMin", "PT=T", "atom@.min.# {}, [{0}], {1};"),
    ("atomicMax", "PT=T", "atom@.max.# {}, [{0}], {1};"),
    ("atomicAnd", "PT=T", "atom@.and.b% {}, [{0}], {1};"),
    ("atomicOr", "PT=T", "atom@.or.b% {}, [{0}], {1};"),
    ("atomicXor", "PT=T", "atom@.xor.b% {}, [{0}], {1};"),
    ("atomicExch", "PT=T", "atom@.exch.b% {}, [{0}], {1};"),
    ("atomicCAS", "PTT=T", "atom@.cas.b% {}, [{0}], {1}, {2};"),
    ("atomicInc", "PT=T", "atom@.inc.u32 {}, [{0}], {1};"),
    ("atomicDec", "PT=T", "atom@.dec.u32 {}, [{0}], {1};"),
];

/// Shuffles: the mode in PTX, and what the bounds in it end with.
const SHUFFLES: [(&str, &str, u64); 4] =
    [("__shfl_sync", "idx", 31), ("__shfl_up_sync", "up", 0), ("__shfl_down_sync", "down", 31), ("__shfl_xor_sync", "bfly", 31)];

/// What a thread knows of itself, and the special register that it is.
const SELF: [(&str, [&str; 3]); 4] = [
    ("threadIdx", ["%tid.x", "%tid.y", "%tid.z"]),
    ("blockIdx", ["%ctaid.x", "%ctaid.y", "%ctaid.z"]),
    ("blockDim", ["%ntid.x", "%ntid.y", "%ntid.z"]),
    ("gridDim", ["%nctaid.x", "%nctaid.y", "%nctaid.z"]),
];

/// Functions of integers that are a few operations.
const COMPOSED: [&str; 2] = ["__ffs", "__ffsll"];

/// Loads that say how they are to be kept.
const LOADS: [&str; 6] = ["__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"];

impl Reader<'_> {
    /// `threadIdx.x` and its kind, or `warpSize`.
    pub(super) fn of_thread(&mut self, word: &str, at: usize) -> Option<Id> {
        let span = self.span(at);
        if word == "warpSize" && self.find(word).is_none() {
            return Some(self.tree.number(CType::Int, 32, None, span));
        }
        let (_, names) = SELF.iter().find(|(own, _)| *own == word)?;
        let axis = ["x", "y", "z"].iter().position(|axis| self.shown(at + 1) == "." && self.shown(at + 2) == *axis)?;
        self.at = at + 3;
        Some(self.tree.node(Kind::Special(names[axis]), CType::Unsigned, self.span(at).start..self.span(at + 2).end))
    }

    /// A call of a function that is a line of PTX or a few; its parenthesis stands here. None where the name is no such function's.
    pub(super) fn with_others(&mut self, word: &str, at: usize) -> Option<Option<Id>> {
        let row = LINES.iter().find(|(name, ..)| *name == word);
        let shuffle = SHUFFLES.iter().find(|(name, ..)| *name == word);
        let subtracts = word == "atomicSub";
        let composed = COMPOSED.contains(&word);
        if row.is_none() && !composed && shuffle.is_none() && !subtracts && !LOADS.contains(&word) {
            return None;
        }
        self.mark_call(at);
        self.at += 1;
        let from = self.pending.len();
        while !matches!(self.shown(self.at), ")" | "" | ";") {
            let Some(value) = self.assignment() else { break };
            self.pending.push(value);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let arguments: Vec<Id> = self.pending.drain(from..).collect();
        if self.shown(self.at) == ")" {
            self.at += 1;
        } else {
            let span = self.span(at);
            self.error("missing-parenthesis", span, "This call is not closed.");
        }
        if self.dry {
            let own = arguments.last().map_or(CType::Int, |id| self.tree.own(*id));
            return Some(Some(self.tree.number(own, 0, None, 0..0)));
        }
        let done = match (row, shuffle) {
            (Some(row), _) if word == "__match_all_sync" => self.matched(row, &arguments),
            (Some(row), _) => self.line_of(row, &arguments),
            (_, Some((_, mode, bound))) => self.shuffled(mode, *bound, &arguments),
            _ if subtracts => self.subtracted(&arguments),
            _ if composed => self.composed(word, &arguments),
            _ => self.loaded(&arguments),
        };
        if done.is_none() {
            let span = self.span(at);
            self.error("argument", span, format!("`{word}` does not take these {} arguments.", arguments.len()));
        }
        Some(done)
    }

    /// `__ldg(p)`
    fn loaded(&mut self, arguments: &[Id]) -> Option<Id> {
        let [address] = arguments[..] else { return None };
        let own = self.tree.own(address).pointee()?;
        Some(self.read(&super::place::Place::Memory(address, 0, own)))
    }

    /// What happens where it stands, and is not done again nor left out.
    pub(super) fn happens(&mut self, text: String, sources: Vec<Id>, own: CType) -> Id {
        let span = self.since(self.span(self.at.saturating_sub(1)).start);
        self.tree.nodes.push(Node { kind: Kind::Line(text, sources), own, span, is_place: false });
        let id = self.tree.nodes.len() - 1;
        self.effects.push(id);
        id
    }

    fn line_of(&mut self, (name, types, text): &Row, arguments: &[Id]) -> Option<Id> {
        let (takes, gives) = types.split_once('=').unwrap_or((types, ""));
        let arguments = match arguments {
            // The mask of all lanes.
            [] if *name == "__syncwarp" => vec![self.tree.number(CType::Unsigned, 0xffff_ffff, None, 0..0)],
            all => all.to_vec(),
        };
        if arguments.len() != takes.len() {
            return None;
        }
        let pointed = takes.find('P').map(|place| self.tree.own(arguments[place]).pointee());
        let own = match pointed {
            Some(pointed) => pointed?,
            None => takes.find('T').map_or(CType::Int, |place| self.tree.own(arguments[place]).promoted()),
        };
        let mut sources = Vec::new();
        for (letter, id) in takes.chars().zip(arguments) {
            if letter == 'u' {
                self.is_meant(CType::Unsigned, self.tree.span(id));
            }
            sources.push(match letter {
                'u' => self.tree.converted(id, CType::Unsigned),
                'T' => self.tree.converted(id, own),
                _ => id,
            });
        }
        let (kind, width) = (own.ptx(), own.format().width());
        let floats = own.computes();
        let fits = match () {
            () if matches!(own, CType::E4m3 | CType::E5m2) => false,
            () if text.contains("#f") => own >= CType::Int && own != CType::Long,
            () if text.contains('#') => own >= CType::Int && !floats,
            () if text.contains(".inc") || text.contains(".dec") => own == CType::Unsigned,
            () if text.contains(".exch.b%") => width >= 32,
            () if text.contains('%') => width >= 32 && !floats,
            () => true,
        };
        if !fits {
            return None;
        }
        // PTX adds signed integers of 64 bits as unsigned ones, and halves without flushing.
        let adds = match own {
            CType::Half | CType::Brain | CType::Halves | CType::Brains => [".noftz", &kind].concat(),
            _ => kind.clone(),
        };
        let space = sources.first().map_or("", |id| self.tree.space(*id, &self.flow.global));
        let text = text.replace("#f", &adds).replace(".#", &kind).replace('%', &width.to_string()).replace('@', space);
        let gives = match gives {
            "" | "i" | "?" => CType::Int,
            "u" => CType::Unsigned,
            _ => own,
        };
        Some(self.happens(text, sources, gives))
    }

    /// `__match_all_sync(mask, value, &same)`: the lanes, or none of them where two hold different numbers; and whether there are any.
    fn matched(&mut self, row: &Row, arguments: &[Id]) -> Option<Id> {
        let [mask, value, place] = arguments[..] else { return None };
        let own = self.tree.own(place).pointee().filter(|own| *own == CType::Int)?;
        let lanes = self.line_of(row, &[mask, value])?;
        let none = self.tree.node(Kind::Not(lanes), CType::Int, 0..0);
        let same = self.tree.node(Kind::Not(none), CType::Int, 0..0);
        self.write(&super::place::Place::Memory(place, 0, own), same);
        Some(lanes)
    }

    /// The place of the lowest bit, and means without a carry that is lost.
    fn composed(&mut self, word: &str, arguments: &[Id]) -> Option<Id> {
        let [value] = arguments[..] else { return None };
        let (own, name) = if word == "__ffs" { (CType::Int, "__clz") } else { (CType::Long, "__clzll") };
        let value = self.tree.converted(value, own);
        let negated = self.tree.negated(value, 0..0);
        let lowest = self.tree.binary(Operation::And, value, negated, 0..0).ok()?;
        let (clz, _) = function_named(name)?;
        let zeros = self.tree.node(Kind::Call(clz, None, vec![lowest]), CType::Int, 0..0);
        let width = self.tree.number(CType::Int, own.format().width().into(), None, 0..0);
        self.tree.binary(Operation::Subtract, width, zeros, 0..0).ok()
    }

    /// `atomicSub` adds the negated value.
    fn subtracted(&mut self, arguments: &[Id]) -> Option<Id> {
        let [address, value] = arguments[..] else { return None };
        let own = self.tree.own(address).pointee().filter(|own| matches!(own, CType::Int | CType::Unsigned))?;
        let value = self.tree.converted(value, own);
        let value = self.tree.negated(value, 0..0);
        let add = LINES.iter().find(|(name, ..)| *name == "atomicAdd")?;
        self.line_of(add, &[address, value])
    }

    /// A shuffle: of 64 bits it is two.
    fn shuffled(&mut self, mode: &str, bound: u64, arguments: &[Id]) -> Option<Id> {
        let (mask, value, lane, width) = match arguments[..] {
            [mask, value, lane] => (mask, value, lane, 32),
            [mask, value, lane, width] => (mask, value, lane, self.tree.constant(width)?.ordinal()? as u64),
            _ => return None,
        };
        if !matches!(width, 1 | 2 | 4 | 8 | 16 | 32) {
            return None;
        }
        let own = self.tree.own(value).promoted();
        let value = self.tree.converted(value, own);
        self.is_meant(CType::Unsigned, self.tree.span(mask));
        let [mask, lane] = [mask, lane].map(|id| self.tree.converted(id, CType::Unsigned));
        let bounds = (32 - width) << 8 | bound;
        let line = format!("shfl.sync.{mode}.b32 {{}}, {{0}}, {{1}}, {bounds}, {{2}};");
        match own.register_width() {
            // Halves go as a pair of the same number.
            16 if own.computes() => {
                let pair = if own == CType::Half { CType::Halves } else { CType::Brains };
                let value = self.tree.paired([value, value], pair);
                let pair = self.happens(line, vec![value, lane, mask], pair);
                Some(self.tree.lane(pair, 0))
            }
            32 => Some(self.happens(line, vec![value, lane, mask], own)),
            64 => {
                let bits = match own {
                    CType::Double => self.tree.node(Kind::Line("mov.b64 {}, {0};".to_owned(), vec![value]), CType::UnsignedLong, 0..0),
                    _ => self.tree.converted(value, CType::UnsignedLong),
                };
                let half = self.tree.number(CType::Int, 32, None, 0..0);
                let high = self.tree.binary(Operation::ShiftRight, bits, half, 0..0).ok()?;
                let [low, high] = [bits, high].map(|id| self.tree.converted(id, CType::Unsigned));
                let halves = [low, high].map(|id| self.happens(line.clone(), vec![id, lane, mask], CType::Unsigned));
                Some(self.tree.node(Kind::Line("mov.b64 {}, {{0}, {1}};".to_owned(), halves.to_vec()), own, 0..0))
            }
            _ => None,
        }
    }
}
