//! What a structure, a vector or a pair of numbers is made of: values in their order, or what a constructor does.

use super::host::DIM3;
use super::layout::Shape;
use super::parse::Reader;
use super::structure::Structure;
use super::tree::{Id, Kind};
use super::types::CType;

impl Reader<'_> {
    /// Whether something is known of what a structure begins with: of a constructor without arguments, or of a member.
    pub(super) fn begins_itself(&self, own: CType) -> bool {
        let Some(layout) = own.layout() else { return false };
        if own.in_vector().is_some() {
            return true;
        }
        let structure = self.structures.iter().find(|known| known.name == layout.name);
        layout.name == DIM3
            || structure.is_some_and(|known| known.members.iter().any(|own| own.default.is_some()))
            || layout.members.iter().any(|(_, own, _)| self.begins_itself(*own))
            || self.has_member(own, &layout.name)
    }

    /// What a structure begins with before a constructor runs: zeros, and what its members say.
    fn begun(&mut self, own: CType) -> Id {
        let zero = self.zero(own);
        let structure = own.layout().and_then(|layout| self.structures.iter().find(|known| known.name == layout.name)).cloned();
        let (Some(structure), Kind::Group(mut all)) = (structure, self.tree.nodes[zero].kind.clone()) else { return zero };
        let (at, floor, types, constants) = (self.at, self.floor, self.types.len(), self.constants.len());
        self.bind_structure(own);
        self.floor = self.known.len();
        for (place, value) in all.iter_mut().enumerate() {
            let member = self.tree.own(*value);
            let is_said = structure.members.get(place).is_some_and(|member| member.default.is_some());
            // What only a constructor with arguments makes, the list before a body names.
            let constructs = member.layout().is_some_and(|layout| self.has_member(member, &layout.name));
            let alone = !constructs || member.layout().is_some_and(|layout| self.member_function(member, &layout.name, &[]).is_some());
            if !is_said && member != own && alone && self.begins_itself(member) {
                *value = self.constructed(member, &[], at);
            }
        }
        for (place, default) in structure.members.iter().enumerate().filter_map(|(place, member)| Some((place, member.default?))) {
            self.at = default;
            let member = self.tree.own(all[place]);
            if let Some(value) = self.initial(member) {
                all[place] = self.narrow_cast(value, member, default);
            }
        }
        (self.at, self.floor) = (at, floor);
        self.types.truncate(types);
        self.constants.truncate(constants);
        self.tree.node(Kind::Group(all), own, 0..0)
    }

    /// What stands behind `=`: a value, or those of a structure in braces.
    fn initial(&mut self, own: CType) -> Option<Id> {
        if self.shown(self.at) != "{" || own.layout().is_none() {
            return self.assignment();
        }
        Some(self.braced(own))
    }

    /// A structure, vector or pair of values: what its constructor makes of them, or each member in its order.
    pub(super) fn constructed(&mut self, own: CType, values: &[Id], at: usize) -> Id {
        if let [only] = values
            && self.is_or_derives(self.tree.own(*only), own)
        {
            let part = self.sliced(*only, own);
            return self.owned(part, true, at);
        }
        if let [only] = values
            && let Some(made) = self.converts(*only, own, at)
        {
            return made;
        }
        let Some(layout) = own.layout() else { return self.grouped(own, values, at) };
        if own.in_vector().is_some() {
            return self.vector_made(own, values, at);
        }
        if !self.has_member(own, &layout.name) {
            return self.grouped(own, values, at);
        }
        let given: Vec<CType> = values.iter().map(|id| self.tree.own(*id)).collect();
        let inside = self.entries.iter().any(|entry| self.functions[entry.number].of.as_ref() == Some(&layout.name));
        let hides = |own: &Structure| own.name == layout.name && own.hidden.contains(&layout.name);
        if !inside && self.structures.iter().any(hides) {
            let span = self.since(self.span(at).start);
            self.error("private", span, format!("The constructor of `{}` is private.", layout.name));
        }
        let Some(number) = self.member_function(own, &layout.name, &given) else {
            let span = self.since(self.span(at).start);
            let message = format!("`{}` has no constructor for these {} values.", layout.name, values.len());
            self.error("structure", span, message);
            return self.zero(own);
        };
        if self.dry {
            return self.zero(own);
        }
        let (values, begun) = self.with_pending(values, |reader| reader.begun(own));
        let made = self.hidden("object", own, Some(begun));
        let object = self.place_of(made);
        self.runs_member(number, object, values, Vec::new(), at);
        // A loop in its body ends what was known of the address.
        let object = self.place_of(made);
        self.read(&object)
    }

    /// A zero of a type.
    pub(super) fn zero(&mut self, own: CType) -> Id {
        match own.layout() {
            None => self.tree.number(own, 0, None, 0..0),
            // What is not said of a launch's shape is one.
            Some(layout) if layout.name == DIM3 => {
                let one = self.tree.number(CType::Unsigned, 1, None, 0..0);
                self.tree.node(Kind::Group(vec![one; layout.members.len()]), own, 0..0)
            }
            Some(layout) => {
                let all = layout.members.iter().map(|(_, own, _)| self.zero(*own)).collect();
                self.tree.node(Kind::Group(all), own, 0..0)
            }
        }
    }

    /// A structure of values in their order; what is not written out is zero.
    pub(super) fn grouped(&mut self, own: CType, values: &[Id], at: usize) -> Id {
        if own.lane().is_some() {
            if values.len() > 2 {
                let span = self.since(self.span(at).start);
                self.error("structure", span, format!("{} has two numbers.", own.name()));
            }
            let mut lanes = values.iter().copied();
            let zero = self.zero(own.lane().unwrap_or(own));
            return self.tree.paired([lanes.next().unwrap_or(zero), lanes.next().unwrap_or(zero)], own);
        }
        let Some(layout) = own.layout() else { return self.zero(own) };
        if let (Shape::Union, [value]) = (layout.shape, values) {
            return self.united(own, *value);
        }
        if values.len() > layout.members.len() {
            let span = self.since(self.span(at).start);
            self.error("structure", span, format!("`{}` has {} members.", layout.name, layout.members.len()));
        }
        let count = values.len();
        let values = self.each(values.to_vec(), |reader, value| reader.owned(value, true, at));
        let (values, begun) =
            self.with_pending(&values, |reader| if count < layout.members.len() { reader.begun(own) } else { reader.zero(own) });
        let begun = if let Kind::Group(all) = &self.tree.nodes[begun].kind { all.clone() } else { Vec::new() };
        let member = |(place, (_, own, _)): (usize, &(String, CType, u64))| match values.get(place) {
            Some(value) => self.narrow_cast(*value, *own, at),
            None => begun.get(place).copied().unwrap_or_else(|| self.tree.number(*own, 0, None, 0..0)),
        };
        let all: Vec<Id> = layout.members.iter().enumerate().map(member).collect();
        let span = self.since(self.span(at).start);
        self.tree.node(Kind::Group(all), own, span)
    }

    /// Values between braces or parentheses, the first of which stands here.
    pub(super) fn values(&mut self, close: &str) -> Vec<Id> {
        self.values_of(close, &[])
    }

    /// The same, where it is known of some which type they become: such a one may be a list in braces.
    pub(super) fn values_of(&mut self, close: &str, wanted: &[Option<CType>]) -> Vec<Id> {
        let from = self.pending.len();
        while self.shown(self.at) != close && self.at < self.pieces.len() {
            let wanted = wanted.get(self.pending.len() - from).copied().flatten();
            let Some(value) = self.value_of(wanted) else { break };
            self.pending.push(value);
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let all = self.pending.drain(from..).collect();
        self.at += usize::from(self.shown(self.at) == close);
        all
    }

    /// A value, or a list in braces of a type that is known.
    pub(super) fn value_of(&mut self, wanted: Option<CType>) -> Option<Id> {
        match wanted.filter(|_| self.shown(self.at) == "{") {
            Some(own) if own.layout().is_some() => Some(self.braced(own)),
            Some(own) if self.behind(self.at) == self.at + 2 => {
                self.at += 2;
                Some(self.zero(own))
            }
            _ => self.assignment(),
        }
    }

    /// `make_float4(…)`, or `P{…}`, where one stands.
    pub(super) fn made(&mut self, word: &str, at: usize) -> Option<Id> {
        let (own, open) = match word.strip_prefix("make_") {
            Some(name) => (CType::named(&[name])??, at + 1),
            None => {
                let (own, end) = self.type_at(at)?;
                (own?, end)
            }
        };
        if own.layout().is_none() && own.lane().is_none() {
            return None;
        }
        let close = match self.shown(open) {
            "(" => ")",
            "{" => "}",
            _ => return None,
        };
        self.mark_call(at);
        if close == "}" && own.layout().is_some() {
            self.at = open;
            return Some(self.braced(own));
        }
        self.at = open + 1;
        let values = self.values_for(own, close);
        Some(self.constructed(own, &values, at))
    }
}
