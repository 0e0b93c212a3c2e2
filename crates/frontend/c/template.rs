//! Templates whose types and numbers a text names: `k<float, 256><<<…>>>(…)`, `template __global__ void k<double>(double*);`, `f<4>(x)`. What it
//! does not name the arguments of a call or a launch tell.

use super::define::Defined;
use super::parse::{DEPTH, Reader};
use super::token::Kind as Cut;
use super::types::CType;
use crate::number::Pattern;

/// A parameter of a template.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub name: String,
    /// Where its type stands, if it is a number.
    pub number: Option<usize>,
    /// Where what it is by default stands.
    default: Option<usize>,
}

/// What a parameter of a template stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    Type(CType),
    /// `void`
    Nothing,
    /// A number, and its bits.
    Number(CType, u64),
}

impl Reader<'_> {
    /// The parameters of a template that begins at a place, and the place behind its list; none where no template begins.
    pub(super) fn template_at(&self, begin: usize) -> (Vec<Parameter>, usize) {
        let (mut at, mut all) = (begin, Vec::new());
        if self.shown(at) != "template" || self.shown(at + 1) != "<" {
            return (all, at);
        }
        at += 2;
        while !matches!(self.shown(at), ">" | "") {
            // A name before a comma, the end or what stands there by default.
            if self.is(at, Cut::Name) && matches!(self.shown(at + 1), "," | ">" | "=") {
                let begin = (begin..at).rev().find(|at| matches!(self.shown(*at), "<" | ",")).map_or(at, |at| at + 1);
                let is_type = matches!(self.shown(at - 1), "typename" | "class");
                let default = (self.shown(at + 1) == "=").then_some(at + 2);
                all.push(Parameter { name: self.shown(at).to_owned(), number: (!is_type).then_some(begin), default });
                while !matches!(self.shown(at + 1), "," | ">" | "") {
                    at += 1;
                }
            }
            at += 1;
        }
        (all, at + 1)
    }

    /// What stands between `<` and `>` behind the name of a template, and the place behind it; None where that is no list for one. A number has
    /// the type of its parameter, and no list has one that this type does not hold.
    pub(super) fn bound_at(&self, open: usize) -> Option<(Vec<Bound>, usize)> {
        if self.shown(open) != "<" {
            return None;
        }
        // Without its end it is no list, and a list is short.
        let ends = |at: usize| matches!(self.shown(at), ">" | ">>" | ">>>");
        (open + 1..open + 256).take_while(|at| !matches!(self.shown(*at), ";" | "{" | "")).find(|at| ends(*at))?;
        let name = self.shown(open.checked_sub(1)?);
        let of_function = self.functions.iter().find(|own| own.name == name && !own.templates.is_empty()).map(|own| &own.templates);
        let of_structure = self.structures.iter().find(|own| own.name == name).map(|own| &own.templates);
        let templates = of_function.or(of_structure).cloned().unwrap_or_default();
        // A list inside another is read anew for each, and nobody nests more than three.
        let depth = self.depth + DEPTH / 3;
        if depth > DEPTH {
            return None;
        }
        let mut reader = self.clone();
        (reader.depth, reader.dry, reader.at) = (depth, true, open + 1);
        let mut all: Vec<Bound> = Vec::new();
        while reader.shown(reader.at) != ">" {
            let bound = reader.one_bound(templates.get(all.len()))?;
            all.push(bound);
            match reader.shown(reader.at) {
                "," => reader.at += 1,
                ">" => {}
                _ => return None,
            }
        }
        let end = reader.at + 1;
        while let Some(default) = templates.get(all.len()).and_then(|parameter| parameter.default) {
            reader.at = default;
            let bound = reader.one_bound(templates.get(all.len()))?;
            all.push(bound);
        }
        Some((all, end))
    }

    /// What a parameter of a template is by default.
    pub(super) fn bound_by_default(&self, parameter: &Parameter) -> Option<Bound> {
        let mut reader = self.clone();
        (reader.dry, reader.at) = (true, parameter.default?);
        reader.one_bound(Some(parameter))
    }

    /// The type or number that stands here in a list.
    fn one_bound(&mut self, parameter: Option<&Parameter>) -> Option<Bound> {
        let bound = match self.type_at(self.at) {
            _ if self.shown(self.at) == "void" && matches!(self.shown(self.at + 1), "," | ">") => {
                self.at += 1;
                Bound::Nothing
            }
            Some((own, end)) if matches!(self.shown(end), "," | ">") => {
                self.at = end;
                Bound::Type(own?)
            }
            _ => {
                let mut value = self.level(SHIFTS)?;
                if let Some(begin) = parameter.and_then(|parameter| parameter.number) {
                    let (given, own) = (self.tree.constant(value)?, self.type_at(begin)?.0);
                    let own = own.unwrap_or(self.tree.own(value));
                    let bits = given.bits & own.mask();
                    let held = Pattern::new(own.format(), bits);
                    let holds = own != CType::Bool || bits < 2;
                    let exact = own == self.tree.own(value) || (holds && held.exact_decimal() == given.exact_decimal());
                    value = exact.then(|| self.tree.number(own, bits, None, 0..0))?;
                }
                Bound::Number(self.tree.own(value), self.tree.constant(value)?.bits)
            }
        };
        // What stands later may name it.
        if let (Some(Parameter { name, number: None, .. }), Bound::Type(own)) = (parameter, bound) {
            self.types.push((name.clone(), own));
        }
        Some(bound)
    }

    /// The lists that a text names for a kernel, each once: in launches, and where it is instantiated; then those that the arguments of
    /// launches tell.
    pub(super) fn instances(&self, function: &Defined) -> Vec<Vec<Bound>> {
        let mut all = Vec::new();
        for at in (self.begin..self.pieces.len()).filter(|at| self.is(*at, Cut::Name) && self.shown(*at) == function.name) {
            let named = self
                .bound_at(at + 1)
                .filter(|(bound, end)| matches!(self.shown(*end), "<<<" | "(") && bound.len() == function.templates.len());
            if let Some((bound, _)) = named
                && !all.contains(&bound)
            {
                all.push(bound);
            }
        }
        for (name, bound) in &self.told {
            if *name == function.name && !all.contains(bound) {
                all.push(bound.clone());
            }
        }
        all
    }

    /// The name of the entry that a kernel with such a list is: its own where it has one list.
    pub(super) fn instance_name(&self, function: &Defined, bound: &[Bound]) -> String {
        let shown = |bound: &Bound| match bound {
            Bound::Type(own) => own.name().replace([' ', '*', ':'], "_"),
            Bound::Nothing => "void".to_owned(),
            Bound::Number(own, bits) => Pattern::new(own.format(), *bits).exact_decimal().replace('-', "n"),
        };
        let one = self.instances(function).len() <= 1;
        let words = bound.iter().filter(|_| !one).map(shown);
        core::iter::once(function.name.clone()).chain(words).collect::<Vec<String>>().join("_")
    }

    /// Binds the parameters of a template up to the length of a list.
    pub(super) fn bind_template(&mut self, templates: &[Parameter], bound: &[Bound]) {
        for (Parameter { name, .. }, bound) in templates.iter().zip(bound) {
            match bound {
                Bound::Type(own) => self.types.push((name.clone(), *own)),
                // No variable has that type.
                Bound::Nothing => {}
                Bound::Number(own, bits) => self.constants.push((name.clone(), *own, *bits)),
            }
        }
    }

    /// Two types that the arguments of a call or a launch say of one parameter of a function's template, which C++ refuses.
    pub(super) fn contradicted(&self, function: &Defined, name: &str, given: &[CType]) -> Option<String> {
        let named = function.parameters.iter().zip(given).filter(|(parameter, _)| self.shown(parameter.own.end - 1) == name);
        let mut told = named.filter_map(|(parameter, given)| (0..parameter.signs).try_fold(*given, |own, _| own.pointee()));
        let first = told.next()?;
        let other = told.find(|own| *own != first)?;
        let function = &function.name;
        Some(format!(
            "`{name}` of the template is {} by one argument and {} by another: name it, as in {function}<{}>(…).",
            first.name(),
            other.name(),
            other.name()
        ))
    }

    /// What the arguments of a call or a launch say of a parameter of a function's template.
    pub(super) fn deduced(&self, function: &Defined, name: &str, given: &[CType]) -> Option<Bound> {
        function.parameters.iter().zip(given).find_map(|(parameter, given)| {
            let range = parameter.own.clone();
            if self.shown(range.end - 1) == name {
                return (0..parameter.signs).try_fold(*given, |own, _| own.pointee()).map(Bound::Type);
            }
            // A list in the type of the parameter: `tile<N>`.
            let open = range.clone().find(|at| self.shown(*at) == "<")?;
            let alone =
                |at: &usize| self.shown(*at) == name && matches!(self.shown(at - 1), "<" | ",") && matches!(self.shown(at + 1), ">" | ",");
            let place = (open + 1..range.end).find(alone)?;
            let commas = (open..place).filter(|at| self.shown(*at) == ",").count();
            given.layout()?.arguments.get(commas).copied()
        })
    }

    /// A call of a template of the text with its list, `f<4>(x)`: takes the list, which the call then finds.
    pub(super) fn takes_bound(&mut self, word: &str) -> bool {
        let is_template = |own: &Defined| own.name == word && !own.templates.is_empty();
        if self.shown(self.at) != "<" || !self.callable().any(|(_, own)| is_template(own)) {
            return false;
        }
        let Some((bound, end)) = self.bound_at(self.at).filter(|(_, end)| self.shown(*end) == "(") else { return false };
        (self.bound, self.at) = (bound, end);
        true
    }
}

/// The level of operators that bind closer than `>`.
pub(super) const SHIFTS: usize = 7;
