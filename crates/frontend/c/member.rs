//! Member functions: which one is meant, and calls of them. `this` is a reference to what stands before the point. Operators and conversions
//! of a structure are calls, too.

use super::define::{CONVERTS, Defined};
use super::layout::Layout;
use super::overload::fit;
use super::parse::Reader;
use super::place::{Place, Seen, base_of};
use super::tree::{Id, Kind};
use super::types::CType;

/// The operator of an index.
pub(super) const INDEXES: &str = "operator[]";
/// The type of what a function without a result gives: no operator takes it.
const NOTHING: &str = "nothing";

impl Reader<'_> {
    /// The functions of a structure that have a name; where it has none, those of the structure that it derives from.
    pub(super) fn member_functions(&self, own: CType, name: &str) -> impl DoubleEndedIterator<Item = (usize, &Defined)> {
        let of = |own: CType| {
            let fits = |known: &Defined| known.name == name && known.of.as_ref() == own.layout().map(|layout| &layout.name);
            self.functions.iter().enumerate().filter(|(_, known)| fits(known)).collect::<Vec<_>>()
        };
        let mut all = if own.layout().is_some() { of(own) } else { Vec::new() };
        let mut base = own.base().filter(|_| own.layout().is_some_and(|layout| layout.name != name));
        while let Some(own) = base.filter(|_| all.is_empty()) {
            all = of(own);
            base = own.base();
        }
        all.into_iter()
    }

    /// Whether a type is another one, or a structure that derives from it.
    pub(super) fn is_or_derives(&self, own: CType, wanted: CType) -> bool {
        core::iter::successors(Some(own), |own| own.base()).any(|own| own == wanted)
    }

    /// What a function of a structure works on: of one that derives from another, what it has of that one.
    fn part_of(&self, object: Place, number: usize) -> Place {
        let Place::Memory(address, offset, own) = object else { return object };
        let of = self.functions[number].of.as_ref();
        let all = core::iter::successors(Some(own), |own| own.base());
        let part = all.into_iter().find(|own| own.layout().map(|layout| &layout.name) == of);
        Place::Memory(address, offset, part.unwrap_or(own))
    }

    /// Whether a copy of a structure is more than its numbers.
    pub(super) fn needs_copy(&self, own: CType) -> bool {
        let Some(layout) = own.layout() else { return false };
        let of_itself = |known: &Defined| self.parameter_types(known).get(1) == Some(&Some(own)) && known.takes(2);
        own.in_vector().is_some()
            || self.is_changing_lambda(own)
            || self.member_functions(own, &layout.name).any(|(_, known)| of_itself(known))
            || layout.members.iter().any(|(_, own, _)| self.needs_copy(*own))
    }

    /// A value as an object of its own holds it: a copy of what a place holds, and itself what was made. A constructor makes the copy of an object
    /// that begins; one that was there takes it member by member.
    pub(super) fn owned(&mut self, value: Id, begins: bool, at: usize) -> Id {
        if self.tree.nodes[value].is_place { self.copy_of(value, begins, at) } else { value }
    }

    /// A copy of a structure: what its constructor makes of another one, or each member copied.
    pub(super) fn copy_of(&mut self, value: Id, begins: bool, at: usize) -> Id {
        let own = self.tree.own(value);
        if self.in_library() || self.dry || !self.needs_copy(own) {
            return value;
        }
        if self.is_changing_lambda(own) {
            let span = self.span(at);
            let said = "A copy of a mutable lambda that holds values of its own is not covered here: hand it over by reference, or capture by one.";
            self.error("not-covered", span, said);
            return value;
        }
        if own.in_vector().is_some() {
            return self.copied_vector(value).unwrap_or(value);
        }
        let (Some(layout), Kind::Group(all)) = (own.layout(), self.tree.nodes[value].kind.clone()) else { return value };
        let of_itself = |known: &Defined| self.parameter_types(known).get(1) == Some(&Some(own)) && known.takes(2);
        let number = self.member_functions(own, &layout.name).find(|(_, known)| of_itself(known)).map(|(number, _)| number);
        let Some(number) = number.filter(|_| begins) else {
            if !begins && all.iter().any(|one| self.has_member(self.tree.own(*one), "operator=")) {
                let span = self.span(at);
                self.error("not-covered", span, "A member here says itself how it is assigned: assign each member.");
            }
            let made = self.each(all, |reader, one| reader.copy_of(one, begins, at));
            return self.tree.node(Kind::Group(made), own, 0..0);
        };
        let zero = self.zero(own);
        let (from, made) = (self.object(own, value), self.hidden("object", own, Some(zero)));
        let object = self.place_of(made);
        self.runs_member(number, object, vec![value], vec![Some(from)], at);
        let object = self.place_of(made);
        self.read(&object)
    }

    /// Something made of each value, while the others wait.
    pub(super) fn each(&mut self, mut all: Vec<Id>, mut make: impl FnMut(&mut Self, Id) -> Id) -> Vec<Id> {
        for place in 0..all.len() {
            let from = self.pending.len();
            let (kept, made) = self.with_pending(&all, |reader| make(reader, reader.pending[from + place]));
            all = kept;
            all[place] = made;
        }
        all
    }

    /// The values between parentheses or braces that a constructor takes, the first of which stands here.
    pub(super) fn values_for(&mut self, own: CType, close: &str) -> Vec<Id> {
        let name = own.layout().map_or("", |layout| &layout.name);
        let wanted = self.wanted(self.member_functions(own, name), 1);
        self.values_of(close, &wanted)
    }

    /// Whether a structure has a function of a name.
    pub(super) fn has_member(&self, own: CType, name: &str) -> bool {
        self.member_functions(own, name).next().is_some()
    }

    /// The function of a structure whose parameters fit the arguments best; the first of several.
    pub(super) fn member_function(&self, own: CType, name: &str, given: &[CType]) -> Option<usize> {
        let same = |known: &Defined| -> u32 {
            self.parameter_types(known).iter().skip(1).zip(given).map(|(wanted, given)| fit(*wanted, Some(*given))).sum()
        };
        let fits = self.member_functions(own, name).rev().filter(|(_, known)| known.takes(given.len() + 1));
        fits.max_by_key(|(_, known)| same(known)).map(|(place, _)| place)
    }

    /// A call of a member function that stands behind a place or a value: `.f(…)`, `->f(…)`. None where none stands here.
    pub(super) fn member_call(&mut self, place: Option<&Place>, value: Id) -> Option<Id> {
        let seen = self.seen.take().filter(|seen| seen.end == self.at);
        if let Some(done) = self.of_sequence(place, value, seen.as_ref()) {
            return Some(done);
        }
        let held = self.tree.own(value);
        let by_name = |(own, name): (CType, usize)| {
            let word = self.shown(name);
            (self.shown(name + 1) == "(" && self.has_member(own, word)).then_some((own, word, name))
        };
        // `m(i, j)` and `m[i]` of a structure.
        let by_sign = || {
            let word = match self.shown(self.at) {
                "(" => "operator()",
                "[" => INDEXES,
                _ => return None,
            };
            self.has_member(held, word).then_some((held, word, self.at - 1))
        };
        let Some((own, word, name)) = self.names_member(held).and_then(by_name).or_else(by_sign) else {
            self.seen = seen;
            return None;
        };
        if !word.starts_with("operator") {
            self.mark_call(name);
            self.may_see(held, name);
        }
        let lost = held.pointee().is_none() && seen.as_ref().is_some_and(|seen| seen.place.is_none());
        let constant = match seen {
            Some(seen) if held.pointee().is_none() => seen.constant,
            Some(_) => None,
            None if place.is_none() && held.pointee().is_none() => Some(false),
            None => self.begin_of_operand(self.at).and_then(|begin| self.constness(begin)),
        };
        self.at = name + 2;
        let count = self.known.len();
        let object = match place {
            _ if held.pointee().is_some() => Place::Memory(value, 0, own),
            Some(place) => place.clone(),
            None => self.object(own, value),
        };
        let made = self.enters_member(object, word, name, (constant, lost));
        self.leave(count);
        // An object without a name ends here; what is left of it is a value.
        let ended = |seen: &Seen| matches!(seen.place, Some(Place::Variable(variable)) if variable >= count);
        self.seen = self.seen.take().filter(|seen| !ended(seen));
        Some(made)
    }

    /// A value as something that has a place.
    pub(super) fn object(&mut self, own: CType, value: Id) -> Place {
        let place = self.hidden("object", own, Some(value));
        self.place_of(place)
    }

    /// `f(…)` where `f` is a structure with `operator()`, or a function of the structure whose function is read. None where it is neither.
    pub(super) fn member_by_name(&mut self, word: &str, at: usize) -> Option<Id> {
        let place = self.find(word).map(|place| self.place_of(place)).or_else(|| self.of_this(word));
        let (place, name) = match place.filter(|place| self.has_member(self.own_of(place), "operator()")) {
            Some(place) => (place, "operator()"),
            None => match self.find("this") {
                Some(this) if self.has_member(self.known[this].own, word) => (self.place_of(this), word),
                Some(_) => return None,
                // A static one has no object.
                None => {
                    let around = self.structure_around()?.name.clone();
                    let (_, own) = self
                        .types
                        .iter()
                        .rev()
                        .find(|(known, _)| *known == around)
                        .filter(|(_, own)| self.has_member(*own, word))
                        .cloned()?;
                    let zero = self.zero(own);
                    (self.object(own, zero), word)
                }
            },
        };
        let of_this = || Some(self.named("this").is_none_or(|this| self.known[this].constant));
        let constant = if name == word { of_this() } else { self.constness(at) };
        self.mark_call(at);
        self.at += 1;
        Some(self.enters_member(place, name, at, (constant, false)))
    }

    /// Which function of a structure is meant where several fit equally: that for a const object, or the other one. Says where there is none.
    fn meant_of(&mut self, own: CType, name: &str, given: &[CType], constant: Option<bool>, at: usize) -> Option<usize> {
        let number = self.member_function(own, name, given)?;
        let is_const = |reader: &Self, number: usize| reader.functions[number].parameters[0].constant;
        if is_const(self, number) == constant.unwrap_or(false) && constant.is_some() {
            return Some(number);
        }
        // The parameters behind the object are the same, and whether the object is const is not.
        let wanted = self.parameter_types(&self.functions[number]);
        let differs = |(other, known): &(usize, &Defined)| {
            is_const(self, *other) != is_const(self, number)
                && known.takes(given.len() + 1)
                && self.parameter_types(known)[1..] == wanted[1..]
        };
        let other = self.member_functions(own, name).find(differs).map(|(other, _)| other);
        let span = self.span(at);
        match (other, constant) {
            (Some(_), None) => {
                let said = format!(
                    "Whether this object is const is not known here, and `{name}` has a function for each: name it by a reference."
                );
                self.error("not-covered", span, said);
                Some(number)
            }
            (Some(other), Some(_)) => Some(other),
            (None, Some(true)) => {
                self.error("const", span, format!("This object is const, and `{name}` is no const function: it may change its object."));
                Some(number)
            }
            (None, _) => Some(number),
        }
    }

    /// Reads the arguments of a call, behind its parenthesis, and enters a function of what stands in a place: whether that is const, and whether
    /// it is a copy alone.
    pub(super) fn enters_member(&mut self, object: Place, name: &str, at: usize, (constant, lost): (Option<bool>, bool)) -> Id {
        let own = self.own_of(&object);
        let base = base_of(Some(&object));
        let references = self.member_functions(own, name).any(|(_, known)| known.parameters.iter().skip(1).any(|one| one.reference));
        let begin = self.at;
        let wanted = self.wanted(self.member_functions(own, name), 1);
        let (base, (values, places)) = self.with_pending(&base, |reader| reader.given_as(references, &wanted));
        let object = self.moved_to(object, base);
        let given: Vec<CType> = values.iter().map(|id| self.tree.own(*id)).collect();
        match self.meant_of(own, name, &given, constant, at) {
            Some(number) => {
                let alike = |known: &Defined| known.parameters[0].constant == self.functions[number].parameters[0].constant;
                let others = self.member_functions(own, name).filter(|(_, known)| alike(known)).map(|(other, _)| other).collect();
                let given: Vec<Option<CType>> = given.iter().copied().map(Some).collect();
                let number = self.overloaded(number, others, (1, &given), begin, at);
                if self.find("this").is_none() && lost && self.functions[number].parameters[0].name == "this" && self.shown(at - 1) == "::"
                {
                    let span = self.span(at);
                    self.error("structure", span, format!("`{name}` is not static: it is called for an object."));
                } else if lost && !self.functions[number].parameters[0].constant {
                    let span = self.span(at);
                    self.error(
                        "not-covered",
                        span,
                        format!("`{name}` may change its object, whose place is not known here: name it by itself."),
                    );
                }
                self.refuses_const_arguments(number, 1, begin);
                self.runs_member(number, object, values, places, at)
            }
            None => {
                let span = self.span(at);
                self.error("argument-count", span, format!("`{name}` does not take these {} arguments.", given.len()));
                self.nothing()
            }
        }
    }

    /// Enters a function of a structure that stands in a place.
    pub(super) fn runs_member(&mut self, number: usize, object: Place, values: Vec<Id>, places: Vec<Option<Place>>, at: usize) -> Id {
        let object = self.part_of(object, number);
        if self.dry {
            let own = self.member_result(number, self.own_of(&object));
            let open = self.functions[number].gives && self.leaves_open(&self.functions[number]);
            let own = own.or_else(|| {
                let this = self.read(&object);
                let values: Vec<Id> = core::iter::once(this).chain(values).collect();
                let places: Vec<Option<Place>> = core::iter::once(Some(object)).chain(places).collect();
                if open { self.deduced_result(number, &values, &places, at) } else { None }
            });
            return match own {
                Some(own) => self.zero(own),
                None => self.nothing(),
            };
        }
        let this = self.read(&object);
        let values = core::iter::once(this).chain(values).collect();
        let places: Vec<Option<Place>> = core::iter::once(Some(object)).chain(places).collect();
        self.entered(number, values, &places, at).unwrap_or_else(|| self.nothing())
    }

    /// What a function of a structure gives.
    fn member_result(&mut self, number: usize, own: CType) -> Option<CType> {
        let (types, constants) = (self.types.len(), self.constants.len());
        self.bind_structure(own);
        let function = &self.functions[number];
        let result = self.result_of(function).filter(|_| function.gives);
        self.types.truncate(types);
        self.constants.truncate(constants);
        result
    }

    /// What `operator+` of a structure, or another of its operators, gives for itself and further operands.
    pub(super) fn member_operator(&mut self, name: &str, operands: &[Id]) -> Option<Id> {
        let (left, others) = operands.split_first()?;
        let given: Vec<CType> = others.iter().map(|id| self.tree.own(*id)).collect();
        let own = self.tree.own(*left);
        let number = self.member_function(own, name, &given)?;
        let count = self.known.len();
        let object = self.object(own, *left);
        let made = self.runs_member(number, object, others.to_vec(), Vec::new(), self.at.saturating_sub(1));
        self.leave(count);
        Some(made)
    }

    /// A structure as another type by its own conversion to that.
    pub(super) fn converts(&mut self, value: Id, own: CType, at: usize) -> Option<Id> {
        let from = self.tree.own(value);
        let numbers: Vec<usize> = self.member_functions(from, CONVERTS).map(|(number, _)| number).collect();
        let number = numbers.into_iter().find(|number| self.member_result(*number, from) == Some(own))?;
        let count = self.known.len();
        let object = self.object(from, value);
        let made = self.runs_member(number, object, Vec::new(), Vec::new(), at);
        self.leave(count);
        Some(made)
    }

    /// A structure as another type: by its own conversion, or by a constructor of the other. None where neither is one.
    pub(super) fn converted_by_member(&mut self, value: Id, own: CType, at: usize) -> Option<Id> {
        let from = self.tree.own(value);
        if from == own {
            return None;
        }
        if let Some(made) = self.converts(value, own, at) {
            return Some(made);
        }
        let name = own.layout()?.name.clone();
        self.member_function(own, &name, &[from]).map(|_| self.constructed(own, &[value], at))
    }

    /// A value in a type, where one of them may be a structure.
    pub(super) fn fitted(&mut self, value: Id, own: CType, at: usize) -> Id {
        let value = self.sliced(value, own);
        self.converted_by_member(value, own, at).unwrap_or_else(|| self.tree.converted(value, own))
    }

    /// Of a structure that derives from the wanted one its part.
    pub(super) fn sliced(&mut self, value: Id, own: CType) -> Id {
        let (mut part, given) = (value, self.tree.own(value));
        while self.tree.own(part) != own
            && self.is_or_derives(given, own)
            && let Kind::Group(all) = &self.tree.nodes[part].kind
        {
            part = all[0];
        }
        let is_place = part != value && self.tree.nodes[value].is_place && self.needs_copy(own);
        if is_place { self.tree.as_place(part) } else { part }
    }

    /// What a function without a result gives.
    pub(super) fn nothing(&mut self) -> Id {
        let own = CType::group(Layout::new(NOTHING.to_owned(), Vec::new()));
        self.zero(own)
    }

    /// Whether a value is what a function without a result gives.
    pub(super) fn is_nothing(&self, value: Id) -> bool {
        self.tree.own(value).layout().is_some_and(|layout| layout.name == NOTHING)
    }
}
