//! Structures as types: where each member lies, and the arrays, unions and vectors that are structures here.

use super::template::Bound;
use super::types::CType;
use super::types::CType::{Group, Long, Unsigned, UnsignedChar, UnsignedLong, UnsignedShort};
use crate::number::interned;
use std::sync::Mutex;

/// How the members of a structure lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// One behind the other.
    Plain,
    /// All at one place: the value is words, and what the text names are views of them.
    Union,
    /// Elements of one type.
    Array,
    /// Registers with several numbers each, which the text names one by one.
    Numbers,
}

/// A structure: its members with their types, and where each stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Layout {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// What the text names of a union.
    pub(super) views: Vec<(String, CType, u64)>,
    /// What the parameters of its template stand for.
    pub(super) arguments: Vec<Bound>,
    pub(super) members: Vec<(String, CType, u64)>,
    pub(super) size: u64,
    pub(super) align: u64,
}

impl Layout {
    /// The structure that a template is with a list.
    pub(super) fn with(self, arguments: Vec<Bound>) -> Layout {
        Layout { arguments, ..self }
    }

    /// Members in their order, each where C puts it.
    pub(super) fn new(name: String, members: Vec<(String, CType)>) -> Layout {
        let (shape, views) = (Shape::Plain, Vec::new());
        let mut layout = Layout { name, shape, views, arguments: Vec::new(), members: Vec::new(), size: 0, align: 1 };
        for (name, own) in members {
            let align = own.layout().map_or(own.size(), |layout| layout.align).max(1);
            let at = layout.size.next_multiple_of(align);
            layout.align = layout.align.max(align);
            layout.size = at + own.size();
            layout.members.push((name, own, at));
        }
        layout.size = layout.size.next_multiple_of(layout.align).max(1);
        layout
    }

    /// Members that share their bytes.
    pub(super) fn union(name: String, members: Vec<(String, CType)>) -> Layout {
        let apart = members.iter().map(|(name, own)| Layout::new(name.clone(), vec![(name.clone(), *own)]));
        let (size, align) = apart.fold((1, 1), |(size, align), one| (size.max(one.size), align.max(one.align)));
        let word = [UnsignedLong, Unsigned, UnsignedShort].into_iter().find(|own| own.size() == align).unwrap_or(UnsignedChar);
        let words = (0..size.div_ceil(word.size())).map(|at| (at.to_string(), word)).collect();
        let views = members.into_iter().map(|(name, own)| (name, own, 0)).collect();
        Layout { shape: Shape::Union, views, ..Layout::new(name, words) }
    }

    /// A member that a text names: its type, its number and its place. One inside of a member without a name counts as its own.
    pub(super) fn member(&self, name: &str) -> Option<(CType, usize, u64)> {
        let named = if self.shape == Shape::Union { &self.views } else { &self.members };
        let known = named.iter().enumerate().find(|(_, (known, ..))| known == name);
        if let Some((number, (_, own, at))) = known.filter(|_| self.shape != Shape::Array) {
            return Some((*own, number, *at));
        }
        let inside = |(number, (_, own, at)): (usize, &(String, CType, u64))| {
            let (own, _, offset) = own.layout()?.member(name)?;
            Some((own, number, at + offset))
        };
        named.iter().enumerate().filter(|(_, (known, ..))| known.is_empty()).find_map(inside)
    }

    /// So many elements of a type.
    pub(super) fn array(name: &str, own: CType, count: u64) -> Layout {
        let elements = (0..count).map(|at| (at.to_string(), own)).collect();
        Layout { shape: Shape::Array, ..Layout::new(name.to_owned(), elements) }
    }
}

/// The name of an array that is a member.
const ARRAY: &str = "an array";
/// The name of a vector of the host.
const VECTOR: &str = "std::vector";
/// The most elements of an array that is a member.
const MEMBERS: u64 = 4096;

impl CType {
    /// A structure as a type.
    pub(super) fn group(layout: Layout) -> CType {
        static LAYOUTS: Mutex<Vec<&'static Layout>> = Mutex::new(Vec::new());
        Group(interned(&LAYOUTS, layout))
    }

    /// What it is made of, where it is a structure.
    pub(super) fn layout(self) -> Option<&'static Layout> {
        if let Group(layout) = self { Some(layout) } else { None }
    }

    /// An array of it, as a member; None of one that is too large.
    pub(super) fn array(self, count: u64) -> Option<CType> {
        (1..=MEMBERS).contains(&count).then(|| CType::group(Layout::array(ARRAY, self, count)))
    }

    /// A `std::array` of it.
    pub(super) fn array_of_standard(self, count: u64) -> Option<CType> {
        (1..=MEMBERS).contains(&count).then(|| CType::group(Layout::array("std::array", self, count).with(vec![Bound::Type(self)])))
    }

    /// A `std::vector` of it: where its numbers lie, and how many there are.
    pub(super) fn vector_of(own: CType) -> CType {
        let members = vec![("data_".to_owned(), own.pointer()), ("size_".to_owned(), Long)];
        CType::group(Layout::new(VECTOR.to_owned(), members).with(vec![Bound::Type(own)]))
    }

    /// The type of the numbers of a vector.
    pub(super) fn in_vector(self) -> Option<CType> {
        match self.layout().filter(|layout| layout.name == VECTOR)?.arguments[..] {
            [Bound::Type(own)] => Some(own),
            _ => None,
        }
    }

    /// The type of an array's elements.
    pub(super) fn element(self) -> Option<CType> {
        let layout = self.layout().filter(|layout| layout.shape == Shape::Array)?;
        layout.members.first().map(|(_, own, _)| *own)
    }

    /// Whether an array of it stands for the address of its first element.
    pub(super) fn decays(self) -> bool {
        self.layout().is_some_and(|layout| layout.name == ARRAY)
    }

    /// The structure that it derives from: its first member, without a name.
    pub(super) fn base(self) -> Option<CType> {
        let (name, own, _) = self.layout().filter(|layout| layout.shape == Shape::Plain)?.members.first()?;
        own.layout().filter(|base| name.is_empty() && base.shape == Shape::Plain).map(|_| *own)
    }

    /// Whether its members have to lie side by side in memory: it has an array, a union, numbers in registers, or a member without a name.
    pub(super) fn lies_in_memory(self) -> bool {
        let apart = |(name, own, _): &(String, CType, u64)| name.is_empty() || own.lies_in_memory();
        self.layout().is_some_and(|layout| layout.shape != Shape::Plain || layout.members.iter().any(apart))
    }
}
