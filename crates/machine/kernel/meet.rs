//! What threads do together: a line at which they wait for one another, and what comes of it.

use super::module::{Code, Function, Slot};
use super::operand::Wanted;
use super::read::Reader;
use super::special::WARP;
use super::statement::{Decoded, Instruction, Wrong, span_of};
use crate::evaluate::Request;
use crate::instruction::{Form, Modifier, ModifierSet, SOURCES, Type, Work, forms_of};
use crate::syntax::{Heading, RegisterType, Token};

/// A line at which threads meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meet {
    /// What they do.
    pub what: Collective,
    /// What is written: a result, and a predicate behind it.
    pub to: Box<[Slot]>,
    /// What each brings: the barrier's number and a predicate, or the operands of a warp's instruction.
    pub from: Box<[Slot]>,
    /// How many threads take part in a barrier, or which of a warp by a mask. None: every one of the block, or those that are there.
    pub who: Option<Slot>,
    /// Whether the predicate that is brought is negated.
    pub negated: bool,
    /// Whether all threads of a warp must be at the same line.
    pub aligned: bool,
}

/// What threads do where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// `bar`, `barrier`
    Barrier(Barrier),
    /// `barrier.cluster`: whether it arrives and goes on; otherwise it waits.
    Cluster(bool),
    /// `bar.warp.sync`
    Warp,
    /// `shfl`
    Shuffle(ShuffleMode),
    /// `vote`
    Vote(Vote),
    /// `match`: whether all must hold the same, and its bits.
    Match(bool, u32),
    /// `redux`: the row that joins two, of the function's requests, and the bits of the magnitude where magnitudes are joined.
    Reduce(u32, Option<u64>),
    /// `mma`, `ldmatrix` and their kind: which of the function's [`Matrices`](super::matrices::Matrices).
    Matrices(u32),
    /// `activemask`
    Active,
    /// `elect`
    Elect,
}

/// What a thread does at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// It waits.
    Sync,
    /// It goes on.
    Arrive,
    /// It waits for how many predicates hold.
    Popc,
    /// Whether all do.
    And,
    /// Whether one does.
    Or,
}

/// Where a shuffle takes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShuffleMode {
    /// A lower lane.
    Up,
    /// A higher lane.
    Down,
    /// A lane whose number differs in some bits.
    Butterfly,
    /// A lane by its number.
    Index,
}

/// What a vote gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// Whether all say so.
    All,
    /// Whether one does.
    Any,
    /// Whether all say the same.
    Uni,
    /// A bit for each.
    Ballot,
}

impl Meet {
    /// Whether each lane stores a row of matrices.
    pub fn stores(&self, function: &Function) -> bool {
        matches!(self.what, Collective::Matrices(which) if function.matrices.get(which as usize).is_some_and(|own| own.what.stores()))
    }
}

impl Collective {
    /// Whether it is a warp's, and no barrier of the block or the cluster.
    pub fn is_of_warp(self) -> bool {
        !matches!(self, Collective::Barrier(_) | Collective::Cluster(_))
    }
}

impl ShuffleMode {
    /// The lane that is read and whether it is in range (9.7.9.6); out of range it is the own one. `b` is an offset or a lane, `c` has the bound in
    /// its bits 0 to 4 and the mask of a segment in 8 to 12.
    pub fn source(self, lane: u32, b: u64, c: u64) -> (u32, bool) {
        let (offset, bound, segment) = (b as u32 % WARP, c as u32 % WARP, (c >> 8) as u32 % WARP);
        let (least, most) = (lane & segment, lane & segment | bound & !segment);
        let (source, is_in) = match self {
            ShuffleMode::Up => (lane.wrapping_sub(offset), lane as i32 - offset as i32 >= most as i32),
            ShuffleMode::Down => (lane + offset, lane + offset <= most),
            ShuffleMode::Butterfly => (lane ^ offset, lane ^ offset <= most),
            ShuffleMode::Index => (least | offset & !segment, least | offset & !segment <= most),
        };
        (if is_in { source } else { lane }, is_in)
    }
}

/// The form that has a name and some words, with them.
pub(super) fn row(mnemonic: &str, words: &[Modifier]) -> Option<(&'static Form, ModifierSet)> {
    let words = ModifierSet::of(words);
    forms_of(mnemonic).iter().find(|form| form.pattern.allows(words)).map(|form| (form, words))
}

/// The instruction that does to two numbers what a word says of several, without `.ftz`.
pub(super) fn joining(operation: Modifier, own: Type, more: &[Modifier]) -> Option<(&'static Form, ModifierSet)> {
    row(&operation.text()[1..], &[&[Modifier::Type(0, own)], more].concat())
}

impl Reader<'_> {
    /// An instruction that threads run together.
    pub(super) fn meet(&mut self, it: &Instruction, heading: &Heading, work: Work) -> Decoded<Code> {
        let words = heading.modifiers;
        let plain = Meet {
            what: Collective::Warp,
            to: Box::default(),
            from: Box::default(),
            who: None,
            negated: false,
            aligned: heading.form.mnemonic() == "bar" || words.has(Modifier::Aligned),
        };
        let number = Wanted::exactly(RegisterType::Untyped(32));
        let whole = Wanted::exactly(RegisterType::Integer(32));
        let meet = match work {
            Work::Barrier => {
                let joins = [(Modifier::Popc, Barrier::Popc), (Modifier::And, Barrier::And), (Modifier::Or, Barrier::Or)];
                let join = joins.into_iter().find(|(word, _)| words.has(*word)).map(|(_, join)| join);
                let arrives = words.has(Modifier::Arrive);
                let rest = &it.operands[usize::from(join.is_some()).min(it.operands.len())..];
                let (rest, brought) = if join.is_some() { rest.split_at(rest.len().saturating_sub(1)) } else { (rest, &[][..]) };
                let named = rest.first().copied().unwrap_or_default();
                let mut from = vec![self.source(it, named, whole)?];
                self.is_below(it, named, 16, "Barriers have the numbers 0 to 15.")?;
                let mut negated = false;
                if let [tokens] = brought {
                    let (slot, is_negated) = self.condition(it, tokens)?;
                    from.push(slot);
                    negated = is_negated;
                }
                let who = rest.get(1).map(|tokens| self.source(it, tokens, whole)).transpose()?;
                if let Some(tokens) = rest.get(1)
                    && self.literal(it, tokens).is_some_and(|count| count == 0 || count % u64::from(WARP) != 0)
                {
                    return Err(Wrong::error(
                        "operand",
                        span_of(tokens),
                        "A barrier counts whole warps: the number of threads must be a multiple of 32.",
                    ));
                }
                let to = match join {
                    Some(Barrier::Popc) => vec![self.written(it, it.operand(0)?, whole)?],
                    Some(_) => vec![self.written(it, it.operand(0)?, Wanted::exactly(RegisterType::Predicate))?],
                    None => Vec::new(),
                };
                let barrier = if arrives { Barrier::Arrive } else { join.unwrap_or(Barrier::Sync) };
                Meet { what: Collective::Barrier(barrier), to: to.into(), from: from.into(), who, negated, ..plain }
            }
            Work::Cluster => Meet { what: Collective::Cluster(words.has(Modifier::Arrive)), ..plain },
            Work::Warp => Meet { who: Some(self.source(it, it.operand(0)?, whole)?), ..plain },
            Work::Shuffle => {
                let ways = [
                    (Modifier::Up, ShuffleMode::Up),
                    (Modifier::Down, ShuffleMode::Down),
                    (Modifier::Bfly, ShuffleMode::Butterfly),
                    (Modifier::Idx, ShuffleMode::Index),
                ];
                let way = ways.into_iter().find(|(word, _)| words.has(*word)).map_or(ShuffleMode::Index, |(_, way)| way);
                let to = self.result_and_predicate(it, number, false)?;
                let from = (1..4).map(|at| self.source(it, it.operand(at)?, number)).collect::<Decoded<_>>()?;
                Meet { what: Collective::Shuffle(way), to, from, who: self.members(it, words, 4)?, ..plain }
            }
            Work::Vote => {
                let ways =
                    [(Modifier::All, Vote::All), (Modifier::Any, Vote::Any), (Modifier::Uni, Vote::Uni), (Modifier::Ballot, Vote::Ballot)];
                let way = ways.into_iter().find(|(word, _)| words.has(*word)).map_or(Vote::Ballot, |(_, way)| way);
                let wanted = if way == Vote::Ballot { whole } else { Wanted::exactly(RegisterType::Predicate) };
                let to = [self.written(it, it.operand(0)?, wanted)?].into();
                let (slot, negated) = self.condition(it, it.operand(1)?)?;
                Meet { what: Collective::Vote(way), to, from: [slot].into(), negated, who: self.members(it, words, 2)?, ..plain }
            }
            Work::Match => {
                let own = Wanted::exactly(self.own_type(it, words)?);
                let to = self.result_and_predicate(it, whole, words.has(Modifier::All))?;
                if let (Some([_, _, last]), true) = (it.operands.first().map(|tokens| &tokens[..]), words.has(Modifier::Any))
                    && it.shown(last) != "_"
                {
                    return Err(Wrong::error("operand", span_of(it.operand(0)?), "Only match.all writes a predicate."));
                }
                let from = [self.source(it, it.operand(1)?, own)?].into();
                Meet {
                    what: Collective::Match(words.has(Modifier::All), self.own_type(it, words)?.width()),
                    to,
                    from,
                    who: self.members(it, words, 2)?,
                    ..plain
                }
            }
            Work::Reduce => {
                let own = words.data_type().unwrap_or(Type::U32);
                let operation = words.intersection(OPERATIONS).first().unwrap_or(Modifier::Add);
                let wanted = if own == Type::F32 { Wanted::exactly(RegisterType::Float(32)) } else { whole };
                let more: &[Modifier] = if words.has(Modifier::NaN) { &[Modifier::NaN] } else { &[] };
                let absent = || Wrong::not_modelled(format!("{} is not modelled here.", it.words.join(".")));
                let (form, modifiers) = joining(operation, own, more).ok_or_else(absent)?;
                let request = self.builder.function.request(Request::new(form, modifiers, [0; SOURCES], heading.context));
                let to = [self.written(it, it.operand(0)?, wanted)?].into();
                let from = [self.source(it, it.operand(1)?, wanted)?].into();
                let magnitude = words.has(Modifier::Abs).then_some(own.operand().format.mask() >> 1);
                Meet { what: Collective::Reduce(request, magnitude), to, from, who: self.members(it, words, 2)?, ..plain }
            }
            Work::Active => Meet {
                what: Collective::Active,
                to: [self.written(it, it.operand(0)?, Wanted::exactly(RegisterType::Untyped(32)))?].into(),
                ..plain
            },
            Work::Elect => {
                let to = self.result_and_predicate(it, whole, true)?;
                if to.len() < 2 || it.texts(it.operand(0)?).last() == Some(&"_") {
                    return Err(Wrong::error(
                        "operand",
                        span_of(it.operand(0)?),
                        "elect.sync writes a lane and a predicate: elect.sync %r1|%p1, -1;",
                    ));
                }
                Meet { what: Collective::Elect, to, who: Some(self.source(it, it.operand(1)?, whole)?), ..plain }
            }
            _ => return Err(Wrong::not_modelled(heading.form.row.summary)),
        };
        Ok(Code::Meet(Box::new(meet)))
    }

    /// The mask of those that take part, where `.sync` says that there is one.
    fn members(&mut self, it: &Instruction, words: ModifierSet, at: usize) -> Decoded<Option<Slot>> {
        let wanted = Wanted::exactly(RegisterType::Integer(32));
        words.has(Modifier::Sync).then(|| self.source(it, it.operand(at)?, wanted)).transpose()
    }

    /// `d`, or `d|p`; where it is allowed `_` throws d away, and always p.
    fn result_and_predicate(&mut self, it: &Instruction, wanted: Wanted, may_be_dropped: bool) -> Decoded<Box<[Slot]>> {
        let tokens = it.operand(0)?;
        let mut parts = tokens.split(|token| it.shown(token) == "|");
        let mut one = |tokens: &[Token], wanted: Wanted, may_be_dropped: bool| match it.texts(tokens)[..] {
            ["_"] if may_be_dropped => Ok(self.builder.sink()),
            _ => self.written(it, tokens, wanted),
        };
        let first = one(parts.next().unwrap_or_default(), wanted, may_be_dropped)?;
        let second = parts.next().map(|tokens| one(tokens, Wanted::exactly(RegisterType::Predicate), true)).transpose()?;
        Ok([Some(first), second].into_iter().flatten().collect())
    }

    /// Refuses a number that is too large.
    fn is_below(&self, it: &Instruction, tokens: &[Token], most: u64, sentence: &str) -> Decoded<()> {
        match self.literal(it, tokens) {
            Some(number) if number >= most => Err(Wrong::error("operand", span_of(tokens), sentence)),
            _ => Ok(()),
        }
    }
}

/// What memory or a warp's numbers are joined by.
pub(super) const OPERATIONS: ModifierSet = ModifierSet::of(&[
    Modifier::Add,
    Modifier::Min,
    Modifier::Max,
    Modifier::And,
    Modifier::Or,
    Modifier::Xor,
    Modifier::Exch,
    Modifier::Cas,
    Modifier::Inc,
    Modifier::Dec,
]);
