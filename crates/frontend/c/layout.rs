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
    /// A structure as a pointer inside of it names it.
    Itself,
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
    /// How pointers name it, where one stands inside of it.
    pub(super) itself: Option<&'static Layout>,
}

impl Layout {
    /// The structure that a template is with a list.
    pub(super) fn with(self, arguments: Vec<Bound>) -> Layout {
        Layout { arguments, ..self }
    }

    /// Members in their order, each where C puts it.
    pub(super) fn new(name: String, members: Vec<(String, CType)>) -> Layout {
        let (shape, views) = (Shape::Plain, Vec::new());
        let mut layout = Layout { name, shape, views, arguments: Vec::new(), members: Vec::new(), size: 0, align: 1, itself: None };
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

    /// The structure whose members name it by a type that has nothing yet; None where one of them would be the structure itself.
    pub(super) fn closed(self, open: CType) -> Option<Layout> {
        if self.members.iter().any(|(_, own, _)| own.holds(open)) {
            return None;
        }
        let names = self.members.iter().any(|(_, own, _)| own.with(open, CType::Bool) != *own);
        match self.shape {
            _ if !names => Some(self),
            Shape::Plain => Some(Layout { shape: Shape::Itself, ..self }.opened(open)),
            _ => None,
        }
    }

    /// The structure that is named so inside of itself.
    fn opened(self, open: CType) -> Layout {
        let CType::Group(itself) = CType::group(self.clone()) else { return self };
        let members = self.members.iter().map(|(name, own, at)| (name.clone(), own.with(open, Group(itself)), *at)).collect();
        Layout { shape: Shape::Plain, members, itself: Some(itself), ..self }
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

    /// A structure whose members are not known yet, for the pointers to it that are some of them.
    pub(super) fn open(name: &str, arguments: &[Bound]) -> CType {
        CType::group(Layout { shape: Shape::Itself, ..Layout::new(name.to_owned(), Vec::new()) }.with(arguments.to_vec()))
    }

    /// The type that a text names a function as a value by: it leaves open which.
    pub(super) fn function() -> CType {
        CType::group(Layout::new("a function".to_owned(), Vec::new()))
    }

    /// As a pointer names it, and what a pointer names so.
    pub(super) fn named_inside(self) -> CType {
        self.layout().and_then(|layout| layout.itself).map_or(self, Group)
    }

    pub(super) fn whole(self) -> CType {
        let named = self.layout().filter(|layout| layout.shape == Shape::Itself && !layout.members.is_empty());
        named.map_or(self, |layout| CType::group(layout.clone().opened(CType::open(&layout.name, &layout.arguments))))
    }

    /// Whether a structure stands in it, and not behind a pointer.
    fn holds(self, open: CType) -> bool {
        self == open || self.layout().is_some_and(|layout| layout.members.iter().any(|(_, own, _)| own.holds(open)))
    }

    /// The type with another one in place of one.
    fn with(self, one: CType, other: CType) -> CType {
        match self {
            _ if self == one => other,
            CType::Pointer(own) => own.with(one, other).pointer(),
            Group(layout) => {
                let members = layout.members.iter().map(|(name, own, at)| (name.clone(), own.with(one, other), *at)).collect();
                let arguments = layout.arguments.iter().map(|bound| match bound {
                    Bound::Type(own) => Bound::Type(own.with(one, other)),
                    bound => *bound,
                });
                CType::group(Layout { members, arguments: arguments.collect(), ..layout.clone() })
            }
            own => own,
        }
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
        CType::group(Layout::new(VECTOR.to_owned(), members).with(vec![Bound::Type(own.named_inside())]))
    }

    /// The type of the numbers of a vector.
    pub(super) fn in_vector(self) -> Option<CType> {
        match self.layout().filter(|layout| layout.name == VECTOR)?.arguments[..] {
            [Bound::Type(own)] => Some(own.whole()),
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
