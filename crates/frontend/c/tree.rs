//! What an expression computes, as nodes that stand behind what they read.
//!
//! Equal nodes are one, as a compiler has it: `(a + b)*(a + b)` adds once. Types and C's conversions are settled while nodes are made, and
//! integers that are numbers are computed at once.

use super::types::CType;
use crate::instruction::cuda::Function;
use crate::number::{Encoding, Pattern};
use crate::operation::{Alu, Incoming, Kind as IntegerKind, Relation, convert, from_integer, to_integer};
use crate::rounding::{Flags, Literal, Mode, Rules};
use crate::trace::Trace;
use core::hash::{Hash, Hasher};
use core::ops::Range;
use std::collections::HashMap;
use std::hash::DefaultHasher;

/// The place of a node.
pub(super) type Id = usize;

/// An operation on two numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// Bits of its own type, and the number that was written for them.
    Constant(u64, Option<Literal>),
    Variable(String),
    /// To its own type.
    Convert(Id),
    Negate(Id),
    /// Of an integer.
    Magnitude(Id),
    Binary(Operation, Id, Id),
    /// The relation as PTX has it between numbers; with a NaN only "not equal" holds.
    Compare(Relation, Id, Id),
    /// One where the number is zero, else zero.
    Not(Id),
    And(Id, Id),
    Or(Id, Id),
    Choose(Id, Id, Id),
    Call(&'static Function, Option<Mode>, Vec<Id>),
    /// What a call writes through its pointers, by their place among the parameters.
    Written(Id, usize),
    /// Every bit the other way.
    Invert(Id),
    /// The address of an array, and its state space.
    Address(String, &'static str),
    /// The number at an address and so many bytes more; stores before it are counted.
    Load(Id, i64, u32),
    /// Writes a number there.
    Store(Id, i64, Id),
    /// The members of a structure.
    Group(Vec<Id>),
    /// A special register.
    Special(&'static str),
    /// A line of PTX that does more than give a value: `{}` is what it writes, `{0}` what it reads first.
    Line(String, Vec<Id>),
}

impl Kind {
    /// A number that equal nodes have in common.
    fn hash(&self, own: CType) -> u64 {
        let mut hasher = DefaultHasher::new();
        (core::mem::discriminant(self), own, self.reads()).hash(&mut hasher);
        match self {
            Kind::Constant(bits, _) => bits.hash(&mut hasher),
            Kind::Variable(name) | Kind::Address(name, _) | Kind::Line(name, _) => name.hash(&mut hasher),
            Kind::Binary(operation, ..) => operation.hash(&mut hasher),
            Kind::Load(_, offset, stores) => (offset, stores).hash(&mut hasher),
            Kind::Special(name) => name.hash(&mut hasher),
            _ => {}
        }
        hasher.finish()
    }

    /// What it reads, in order.
    pub fn reads(&self) -> Vec<Id> {
        match self {
            Kind::Constant(..) | Kind::Variable(_) | Kind::Address(..) | Kind::Special(_) => Vec::new(),
            Kind::Load(a, ..) => vec![*a],
            Kind::Store(a, _, b) => vec![*a, *b],
            Kind::Invert(a) | Kind::Convert(a) | Kind::Negate(a) | Kind::Magnitude(a) | Kind::Not(a) | Kind::Written(a, _) => vec![*a],
            Kind::Binary(_, a, b) | Kind::Compare(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) => vec![*a, *b],
            Kind::Choose(a, b, c) => vec![*a, *b, *c],
            Kind::Call(_, _, all) | Kind::Line(_, all) | Kind::Group(all) => all.clone(),
        }
    }
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub kind: Kind,
    pub own: CType,
    /// The bytes of the text that it is, where it stands first.
    pub span: Range<usize>,
    /// Whether it is what a place holds whose copy is more than its numbers: that is copied where an object of its own takes it.
    pub is_place: bool,
}

/// Nodes, each behind what it reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tree {
    pub nodes: Vec<Node>,
    /// The first node of the stretch that is read: what stands before it is done.
    pub start: usize,
    /// Whether a structure stood where a number is wanted, or another structure.
    pub is_mixed: Option<(CType, CType)>,
    /// The nodes that may equal another, by their hash.
    known: HashMap<u64, Vec<Id>>,
}

impl Tree {
    pub fn own(&self, id: Id) -> CType {
        self.nodes[id].own
    }

    pub fn span(&self, id: Id) -> Range<usize> {
        self.nodes[id].span.clone()
    }

    /// The number that a node is.
    pub fn constant(&self, id: Id) -> Option<Pattern> {
        match self.nodes[id].kind {
            Kind::Constant(bits, _) if self.own(id).lane().is_none() => Some(Pattern::new(self.own(id).format(), bits)),
            _ => None,
        }
    }

    /// A node, or the one that it equals.
    pub fn node(&mut self, kind: Kind, own: CType, span: Range<usize>) -> Id {
        let hash = kind.hash(own);
        let same = |id: &Id| (self.start..self.nodes.len()).contains(id) && self.nodes[*id].own == own && self.nodes[*id].kind == kind;
        let alike = self.known.entry(hash).or_default();
        if let Some(id) = alike.iter().rev().copied().find(same) {
            return id;
        }
        self.nodes.push(Node { kind, own, span, is_place: false });
        alike.push(self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// What a place holds, as a node of its own: no value that was made equals it.
    pub fn as_place(&mut self, id: Id) -> Id {
        let node = Node { is_place: true, ..self.nodes[id].clone() };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    pub fn number(&mut self, own: CType, bits: u64, written: Option<Literal>, span: Range<usize>) -> Id {
        self.node(Kind::Constant(bits & own.mask(), written), own, span)
    }

    /// The number in another type. What is exact of a number that is written is done at once; the rest is an instruction.
    pub fn converted(&mut self, id: Id, to: CType) -> Id {
        let (from, span) = (self.own(id), self.span(id));
        if from == to {
            return id;
        }
        let apart = |own: CType| own.layout().is_some() || own.lane().is_some();
        if apart(from) || apart(to) {
            self.is_mixed = Some((from, to));
            return id;
        }
        if from.enumeration().is_some() || to.enumeration().is_some() {
            if to.enumeration().is_some() || from.is_scoped() {
                self.is_mixed = Some((from, to));
            }
            return self.cast(id, to);
        }
        if to == CType::Bool && matches!(from, CType::E4m3 | CType::E5m2) {
            let half = self.converted(id, CType::Half);
            return self.converted(half, to);
        }
        if to == CType::Bool {
            let zero = self.number(from, 0, None, span.clone());
            let differs = self.compared(Relation::of(".neu"), id, zero, span.clone());
            return self.node(Kind::Convert(differs), to, span);
        }
        // From a float to a small integer and between the two kinds of halves it goes by way of another type.
        let between = match (from, to) {
            (CType::Float | CType::Double, _) if to < CType::Int => Some(CType::Int),
            (CType::Half | CType::Brain, CType::Double) => Some(CType::Float),
            (CType::Half, CType::Brain) | (CType::Brain, CType::Half) => Some(CType::Float),
            // A number of 8 bits is read as a half, and written from one or from a float.
            (CType::E4m3 | CType::E5m2, to) if to != CType::Half => Some(CType::Half),
            (from, CType::E4m3 | CType::E5m2) if !matches!(from, CType::Half | CType::Float) => Some(CType::Float),
            _ => None,
        };
        if let Some(between) = between {
            let first = self.converted(id, between);
            return self.converted(first, to);
        }
        // A number with a point is made an integer by an instruction, one that loses nothing at once.
        let exactly = |number: Pattern| Some(in_type(number, to)).filter(|(_, exact)| *exact && (from.is_integer() || !to.is_integer()));
        if let Some((bits, _)) = self.constant(id).and_then(exactly) {
            let written = match &self.nodes[id].kind {
                Kind::Constant(_, written) => written.clone(),
                _ => None,
            };
            return self.number(to, bits, written, span);
        }
        self.node(Kind::Convert(id), to, span)
    }

    pub fn negated(&mut self, id: Id, span: Range<usize>) -> Id {
        let id = self.no_scoped(id);
        let own = self.own(id).promoted();
        let id = self.converted(id, own);
        match (&self.nodes[id].kind, self.constant(id)) {
            (Kind::Constant(_, written), Some(number)) => {
                let written = written.clone().map(|written| match written {
                    Literal::Number { negative, numerator, exponent, decimals } => {
                        Literal::Number { negative: !negative, numerator, exponent, decimals }
                    }
                    other => other,
                });
                let bits = if own.is_integer() { number.bits.wrapping_neg() } else { number.bits ^ own.sign_mask() };
                self.number(own, bits, written, span)
            }
            _ => self.node(Kind::Negate(id), own, span),
        }
    }

    /// An operation in the type that C computes in. Integers that are written are computed at once; the error is a sentence.
    pub fn binary(&mut self, operation: Operation, left: Id, right: Id, span: Range<usize>) -> Result<Id, String> {
        let shifts = matches!(operation, Operation::ShiftLeft | Operation::ShiftRight);
        if let Some(own) = [left, right].map(|id| self.own(id)).into_iter().find(|own| own.is_scoped()) {
            return Err(format!("`{}` is an `enum class`, which no operator takes: write static_cast<int>(…) before.", own.name()));
        }
        let own = if shifts { self.own(left).promoted() } else { self.own(left).common(self.own(right)) };
        if self.own(left).layout().is_some() || self.own(right).layout().is_some() {
            return Err("Operators take numbers, and this is a structure: name a member.".to_owned());
        }
        let pairs = [left, right].into_iter().any(|id| self.own(id).lane().is_some());
        if pairs && self.own(left) != self.own(right) {
            return Err(format!("nvcc has no operator for {} and {}.", self.own(left).name(), self.own(right).name()));
        }
        if matches!(own, CType::E4m3 | CType::E5m2) {
            return Err(format!("{} has no operators: convert it first, as in float(x).", own.name()));
        }
        let of_bits = shifts || matches!(operation, Operation::And | Operation::Or | Operation::Xor);
        if of_bits && !(self.own(left).is_integer() && self.own(right).is_integer()) {
            return Err("Operators on bits take integers; __float_as_uint gives a float's bits.".to_owned());
        }
        if let (Some(pointed), Some(other)) = (self.own(left).pointee(), self.own(right).pointee()) {
            if operation != Operation::Subtract || pointed != other {
                return Err("Of two pointers only the difference is a number, and they point to one type.".to_owned());
            }
            let (left, right) = (self.converted(left, CType::Long), self.converted(right, CType::Long));
            let bytes = self.binary(operation, left, right, span.clone())?;
            let size = self.number(CType::Long, pointed.size(), None, span.clone());
            return self.binary(Operation::Divide, bytes, size, span);
        }
        if let Some(pointed) = self.own(left).pointee().filter(|_| matches!(operation, Operation::Add | Operation::Subtract)) {
            let index = self.converted(right, CType::Long);
            let size = self.number(CType::Long, pointed.size(), None, span.clone());
            let bytes = self.binary(Operation::Multiply, index, size, span.clone())?;
            let bytes = self.converted(bytes, self.own(left));
            return Ok(self.node(Kind::Binary(operation, left, bytes), self.own(left), span));
        }
        let (left, right) = (self.converted(left, own), self.converted(right, if shifts { CType::Unsigned } else { own }));
        if operation == Operation::Divide && own.needs_register() {
            return Err("This quotient is not covered here.".to_owned());
        }
        if operation == Operation::Remainder && !own.is_integer() {
            return Err("C's % is for integers; floating-point numbers have fmodf and fmod.".to_owned());
        }
        if let (true, Some(a), Some(b)) = (own.is_integer(), self.constant(left), self.constant(right)) {
            let divides = matches!(operation, Operation::Divide | Operation::Remainder);
            if divides && b.bits == 0 {
                return Err("An integer cannot be divided by zero.".to_owned());
            }
            return Ok(self.number(own, whole(operation, a, b), None, span));
        }
        Ok(self.node(Kind::Binary(operation, left, right), own, span))
    }

    /// A number that an operator takes: no enumeration becomes one by itself whose names stand behind its own.
    pub fn no_scoped(&mut self, id: Id) -> Id {
        let own = self.own(id);
        if own.is_scoped() { self.converted(id, own.underlying()) } else { id }
    }

    /// A comparison, which is an int.
    pub fn compared(&mut self, relation: Relation, left: Id, right: Id, span: Range<usize>) -> Id {
        let own = self.own(left).common(self.own(right));
        if own.layout().is_some() || own.lane().is_some() {
            self.is_mixed = Some((own, own));
        }
        let (left, right) = (self.converted(left, own), self.converted(right, own));
        // Two of one enumeration are two numbers.
        let own = own.underlying().promoted();
        let (left, right) = if self.own(left).is_scoped() { (self.cast(left, own), self.cast(right, own)) } else { (left, right) };
        self.node(Kind::Compare(relation, left, right), CType::Int, span)
    }

    /// A choice in the type that its branches have in common.
    pub fn chosen(&mut self, condition: Id, left: Id, right: Id, span: Range<usize>) -> Id {
        let (a, b) = (self.own(left), self.own(right));
        if let (Kind::Group(one), Kind::Group(other), true) = (self.nodes[left].kind.clone(), self.nodes[right].kind.clone(), a == b) {
            let all = one.into_iter().zip(other).map(|(one, other)| self.chosen(condition, one, other, span.clone())).collect();
            return self.node(Kind::Group(all), a, span);
        }
        let own = if a == b { a } else { a.common(b) };
        let (left, right) = (self.converted(left, own), self.converted(right, own));
        self.node(Kind::Choose(condition, left, right), own, span)
    }

    /// The state space that an address is known to lie in, with its point: that of what a kernel is given. `global` are the variables that
    /// point to .global alone.
    pub fn space(&self, address: Id, global: &[String]) -> &'static str {
        match &self.nodes[address].kind {
            Kind::Variable(name) if global.contains(name) => ".global",
            Kind::Binary(_, from, _) => self.space(*from, global),
            _ => "",
        }
    }

    /// Whether some nodes need one of an earlier stretch.
    pub fn are_stale(&self, ids: &[Id]) -> bool {
        let uses = self.uses(ids);
        uses[..self.start].iter().any(|uses| *uses > 0)
    }

    /// How often each node is read, by those that the roots need; a root itself counts as read once.
    pub fn uses(&self, roots: &[Id]) -> Vec<u32> {
        let mut uses = vec![0; self.nodes.len()];
        roots.iter().for_each(|root| uses[*root] += 1);
        for id in (0..self.nodes.len()).rev() {
            if uses[id] > 0 {
                self.nodes[id].kind.reads().into_iter().for_each(|read| uses[read] += 1);
            }
        }
        uses
    }
}

/// An integer operation, as the type wraps it; a divisor that is zero is its caller's to refuse.
pub(super) fn whole(operation: Operation, a: Pattern, b: Pattern) -> u64 {
    let alu = match operation {
        Operation::Add => Alu::Add,
        Operation::Subtract => Alu::Subtract,
        Operation::Multiply => Alu::MultiplyLow,
        Operation::Divide => Alu::Divide,
        Operation::Remainder => Alu::Remainder,
        Operation::Minimum => Alu::Minimum,
        Operation::Maximum => Alu::Maximum,
        Operation::And => Alu::And,
        Operation::Or => Alu::Or,
        Operation::Xor => Alu::Xor,
        Operation::ShiftLeft => Alu::ShiftLeft,
        Operation::ShiftRight if a.format.encoding == Encoding::Signed => Alu::ShiftRightSigned,
        Operation::ShiftRight => Alu::ShiftRight,
    };
    alu.function()(IntegerKind::of(a.format), [a.bits, b.bits, 0, 0], &mut false)
}

/// A number in another type, as C converts it, and whether nothing is lost: between integers the low bits count.
pub(super) fn in_type(number: Pattern, to: CType) -> (u64, bool) {
    let (from, to, mut trace) = (number.format, to.format(), Trace::default());
    let incoming = Incoming::plain(from, number.bits);
    let answer = match (from.is_integer(), to.is_integer()) {
        (true, true) => {
            let wide = if number.is_negative() { number.unpacked().exact.magnitude.wrapping_neg() } else { number.bits };
            return (wide & to.mask(), true);
        }
        (true, false) => from_integer(incoming, to, &Rules::default(), &mut trace),
        (false, true) => to_integer(incoming, to, 0, &Rules { mode: Mode::Rz, ..Rules::default() }, &mut trace),
        (false, false) if number.is_nan() => {
            return (if number.is_negative() { to.sign_mask() } else { 0 } | to.default_nan & !to.sign_mask(), true);
        }
        (false, false) => convert(incoming, to, &Rules::default(), &mut trace),
    };
    (answer.bits, answer.flags == Flags::NONE)
}

/// Which nodes only sums and differences read, signs looked through.
pub(super) fn fusable(tree: &Tree, roots: &[Id], uses: &[u32]) -> Vec<bool> {
    let mut only = vec![true; tree.nodes.len()];
    roots.iter().for_each(|root| only[*root] = false);
    for id in (0..tree.nodes.len()).rev().filter(|id| uses[*id] > 0) {
        let node = &tree.nodes[id];
        let sums = match node.kind {
            Kind::Binary(Operation::Add | Operation::Subtract, ..) => node.own.computes(),
            Kind::Negate(_) => only[id],
            _ => false,
        };
        node.kind.reads().into_iter().for_each(|read| only[read] &= sums);
    }
    only
}
