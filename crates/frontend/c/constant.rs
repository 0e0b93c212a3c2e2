//! What nothing may change: which names, elements and members are const, and which pointers point to something const.

use super::define::Defined;
use super::fragment::Part;
use super::member::INDEXES;
use super::parse::Reader;
use super::token::Kind as Cut;
use super::tree::Id;
use super::types::CType;

/// What the words of an expression say of it.
struct Said {
    own: CType,
    /// How many lengths an array still has.
    lengths: usize,
    /// Whether nothing changes it, and whether nothing changes what it points to; None where that is not known.
    constant: Option<bool>,
    to: Option<bool>,
    /// The piece behind what was followed.
    end: usize,
}

impl Said {
    fn new(own: CType, constant: Option<bool>, to: Option<bool>, end: usize) -> Said {
        Said { own, lengths: 0, constant, to, end }
    }
}

impl Reader<'_> {
    /// What stands at a piece, with the stars before it and the elements and members behind it.
    fn said_of(&self, begin: usize) -> Option<Said> {
        let at = (begin..).find(|at| self.shown(*at) != "*")?;
        let mut said = self.said_of_first(at)?;
        let by_this = self.shown(at) == "this";
        let mut stars = at - begin;
        loop {
            let next = said.end;
            let is_arrow = self.shown(next) == "-" && self.shown(next + 1) == ">";
            let sign = match self.shown(next) {
                sign @ ("[" | ".") => sign,
                _ if is_arrow => "->",
                // What stands before it comes last.
                _ if stars > 0 => {
                    stars -= 1;
                    "*"
                }
                _ => return Some(said),
            };
            let numbers = said.own.in_vector().or(said.own.element());
            match (sign, said.own.pointee()) {
                ("[", _) if said.lengths == 0 && self.has_member(said.own, INDEXES) => return Some(said),
                (".", _) => {}
                ("[" | "*", _) if said.lengths > 0 => said.lengths -= 1,
                (_, Some(pointed)) => said = Said::new(pointed, said.to, None, next),
                ("[" | "*", None) if numbers.is_some() => (said.own, said.to) = (numbers?, None),
                // `this` is no pointer here.
                _ if by_this => {}
                _ => return None,
            }
            match sign {
                "[" => said.end = self.behind(next),
                "*" => {}
                _ => {
                    let name = next + 1 + usize::from(is_arrow);
                    let word = self.shown(name);
                    match said.own.in_vector().or(said.own.element().filter(|_| !said.own.decays())) {
                        // Where the numbers lie.
                        Some(own) if matches!(word, "begin" | "end" | "cbegin" | "cend" | "data") && self.shown(name + 1) == "(" => {
                            let to = if word.starts_with("c") { Some(true) } else { said.constant };
                            said = Said::new(own.pointer(), Some(false), to, self.behind(name + 1));
                        }
                        // Of a call it says what it is called for.
                        _ if self.shown(name + 1) == "(" => return Some(Said { end: self.pieces.len(), ..said }),
                        // The numbers of a fragment are its own.
                        _ if Part::of(said.own).is_some() => return Some(said),
                        _ => said = Said::new(said.own.layout()?.member(word)?.0, said.constant, None, name + 1),
                    }
                }
            }
        }
    }

    /// What a name is, a call of a function, a cast, or what stands in parentheses.
    fn said_of_first(&self, at: usize) -> Option<Said> {
        let name = self.shown(at);
        if name == "(" {
            let close = self.behind(at) - 1;
            if let Some((own, end)) = self.type_at(at + 1) {
                // A cast says it.
                let stars = (end..close).take_while(|at| self.shown(*at).starts_with('*')).map(|at| self.shown(at).len()).sum::<usize>();
                let own = (0..stars).fold(own?, |own, _| own.pointer());
                let to = (stars == 1).then(|| (at..end).any(|at| self.shown(at) == "const"));
                return Some(Said::new(own, Some(false), to, self.behind_chain(close + 1)));
            }
            let inside = self.said_of(at + 1)?;
            let is_alone = inside.end == close;
            // What is added to a pointer leaves what that points to.
            let is_pointer = inside.own.pointee().is_some() || inside.lengths > 0 || inside.own.decays();
            let to = if inside.lengths > 0 || inside.own.decays() { inside.constant } else { inside.to };
            return match is_alone {
                true => Some(Said { end: close + 1, ..inside }),
                false if is_pointer && inside.lengths < 2 && !inside.own.decays() => {
                    let own = if inside.lengths > 0 { inside.own.pointer() } else { inside.own };
                    Some(Said::new(own, Some(false), to, close + 1))
                }
                false => None,
            };
        }
        if let Some(named) = self.named(name) {
            let (known, variable) = (&self.known[named], &self.known[self.known[named].alias.unwrap_or(named)]);
            let said = Said::new(variable.own, Some(known.constant), Some(known.to_constant), at + 1);
            return Some(Said { lengths: variable.lengths.len(), ..said });
        }
        if self.shown(at + 1) == "(" {
            let mut all = self.callable().filter(|(_, own)| own.name == name && own.result.1 > 0);
            let (_, function) = all.next()?;
            let is_const = |own: &Defined| own.result.0.clone().any(|at| self.shown(at) == "const");
            let to = is_const(function);
            let same = all.all(|(_, own)| is_const(own) == to);
            let own = self.result_of(function)?;
            return Some(Said::new(own, Some(false), Some(to).filter(|_| same && function.result.1 == 1), self.behind(at + 1)));
        }
        let this = self.named("this")?;
        let of = self.known[self.known[this].alias.unwrap_or(this)].own.layout()?;
        Some(Said::new(of.member(name)?.0, Some(self.known[this].constant), None, at + 1))
    }

    /// Whether nothing may change what stands at a piece, as far as names tell; None where that is not known.
    pub(super) fn constness(&self, begin: usize) -> Option<bool> {
        self.said_of(begin)?.constant
    }

    /// Whether nothing may change what the pointer points to that stands at a piece.
    pub(super) fn points_to_const(&self, begin: usize) -> Option<bool> {
        if self.shown(begin) == "&" {
            return self.constness(begin + 1);
        }
        let said = self.said_of(begin)?;
        match said.own.pointee() {
            _ if said.lengths > 0 || said.own.decays() => said.constant,
            Some(_) => said.to,
            None => None,
        }
    }

    /// Says where a pointer or a reference to what may change is given something const that stands at a piece.
    pub(super) fn refuses_const(&mut self, reference: bool, begin: usize) {
        if self.in_library() || self.python.on || self.dry {
            return;
        }
        let known = if reference { self.constness(begin) } else { self.points_to_const(begin) };
        if known == Some(true) {
            let span = self.since(self.span(begin).start);
            let what = if reference { "This is const here, and a reference" } else { "What this points to is const here, and a pointer" };
            self.error("const", span, format!("{what} without const may change it."));
        }
    }

    /// The same for each argument of a call, the first of which begins at a place. `before` parameters have no argument in the text.
    pub(super) fn refuses_const_arguments(&mut self, number: usize, before: usize, begin: usize) {
        let end = self.at.saturating_sub(1);
        let mut from = begin;
        for place in before..self.functions[number].parameters.len() {
            if from >= end {
                return;
            }
            let to = self.next_comma(from, end);
            let (function, taken) = (&self.functions[number], &self.functions[number].parameters[place]);
            // What a template of the text stands for may be const.
            let of_template =
                number >= self.learned && function.templates.iter().any(|own| taken.own.clone().any(|at| self.shown(at) == own.name));
            let reference = taken.reference && !taken.constant && taken.signs == 0;
            let pointer = taken.signs == 1 && !taken.to_constant && !taken.reference;
            let is_place = self.is_place_between(from, to) && !(from..to).any(|at| self.shown(at) == "(");
            if !of_template && (pointer || reference && is_place) {
                self.refuses_const(reference, from);
            }
            from = to + 1;
        }
    }

    /// Says where an operator that may change its left side is called for a const one, which stands between two pieces.
    pub(super) fn refuses_const_operand(&mut self, symbol: &str, operand: Id, (begin, end): (usize, usize), others: usize) {
        let own = self.tree.own(operand);
        if own.layout().is_none() || self.in_library() || self.dry || !self.is_chain(begin, end) || self.constness(begin) != Some(true) {
            return;
        }
        let name = ["operator", symbol].concat();
        let free = self.callable().any(|(_, own)| own.name == name && own.takes(others + 1));
        let mut of_structure = self.member_functions(own, &name).filter(|(_, own)| own.takes(others + 1)).peekable();
        if !free && of_structure.peek().is_some() && of_structure.all(|(_, own)| !own.parameters[0].constant) {
            drop(of_structure);
            let span = self.since(self.span(begin).start);
            self.error("const", span, format!("This object is const, and `{name}` is no const function: it may change its object."));
        }
    }

    /// Says where what stands here is const, so that nothing may give it another value.
    pub(super) fn may_change(&mut self, at: usize) {
        self.may_change_at(at, false);
    }

    /// The same, perhaps of what a pointer points to.
    pub(super) fn may_change_at(&mut self, at: usize, pointed: bool) {
        if self.in_library() || self.python.on {
            return;
        }
        self.refuses_const_member(at);
        let first = (at..).find(|at| self.shown(*at) != "*").unwrap_or(at);
        let is_const = match pointed {
            true => self.points_to_const(at),
            // What an operator of an index gives says itself whether it is const.
            false => self.said_of(at).filter(|said| self.shown(said.end) != "[").and_then(|said| said.constant),
        };
        if is_const != Some(true) && !(first > at && self.says_const(first)) {
            return;
        }
        let span = self.span(first);
        let message = match self.is(first, Cut::Name) {
            true => format!("`{}` is const here: nothing gives it another value.", self.shown(first)),
            false => "What this points to is const here: nothing gives it another value.".to_owned(),
        };
        self.error("const", span, message);
    }

    /// Says where the last member that is named from a place on is const in each structure that has one of that name.
    fn refuses_const_member(&mut self, first: usize) {
        let Some(at) = self.behind_place_at(first).map(|end| end - 1).filter(|at| self.is(*at, Cut::Name)) else { return };
        let name = self.shown(at);
        let is_member = if at == first { self.named(name).is_none() } else { matches!(self.shown(at - 1), "." | ">") };
        let members = || self.structures.iter().flat_map(|own| &own.members).filter(|member| member.name == name);
        if is_member && members().next().is_some() && members().all(|member| member.constant) {
            let span = self.span(at);
            self.error("const", span, format!("`{name}` is a const member: only a constructor begins it."));
        }
    }

    /// Whether what stands in the parentheses or the cast at a place points to something const, as far as words tell.
    pub(super) fn says_const(&self, at: usize) -> bool {
        let end = match self.shown(at) {
            "(" => self.behind(at),
            _ if self.casts_by_name(at) => self.behind(self.behind_list(at + 1)),
            _ => at,
        };
        let to_constant = |at: usize| self.named(self.shown(at)).is_some_and(|named| self.known[named].to_constant);
        // A cast is trusted.
        let casts = self.casts_by_name(at) || self.type_at(at + 1).is_some() || self.shown(at + 1) == "(" && self.type_at(at + 2).is_some();
        (at..end).any(|at| self.shown(at) == "const" || !casts && to_constant(at))
    }

    /// Where the operand begins that ends at a piece: a name with its elements and members. None where it is a call or in parentheses.
    pub(super) fn begin_of_operand(&self, end: usize) -> Option<usize> {
        let mut at = end;
        loop {
            while self.shown(at.checked_sub(1)?) == "]" {
                at = (0..at - 1).rev().find(|open| self.shown(*open) == "[" && self.behind(*open) == at)?;
            }
            at = at.checked_sub(1).filter(|at| self.is(*at, Cut::Name))?;
            at = match (self.shown(at.wrapping_sub(1)), self.shown(at.wrapping_sub(2))) {
                (".", _) => at - 1,
                (">", "-") => at - 2,
                _ => return Some(at),
            };
        }
    }

    /// Whether the pointer between two places points to something const.
    pub(super) fn points_to_const_between(&self, begin: usize, end: usize) -> Option<bool> {
        let first = begin + usize::from(self.shown(begin) == "&");
        if self.is_chain(first, end) { self.points_to_const(begin) } else { None }
    }

    /// Whether what stands between two places takes a const reference alone: something const, or a value.
    pub(super) fn names_const_between(&self, begin: usize, end: usize) -> Option<bool> {
        let calls = (begin..end).any(|at| self.shown(at) == "(");
        match () {
            () if self.is_place_between(begin, end) && calls => None,
            () if self.is_place_between(begin, end) => self.constness(begin),
            () if calls && self.is_chain(begin, end) => None,
            () => Some(true),
        }
    }
}
