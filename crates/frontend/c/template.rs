//! Templates whose types and numbers a text names: `k<float, 256><<<…>>>(…)`, `template __global__ void k<double>(double*);`, `f<4>(x)`.

use super::define::Defined;
use super::parse::Reader;
use super::token::Kind as Cut;
use super::types::CType;
use crate::number::Pattern;

/// What a parameter of a template stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    Type(CType),
    /// A number, and its bits.
    Number(CType, u64),
}

impl Reader<'_> {
    /// What stands between `<` and `>` behind the name of a template, and the place behind it; None where that is no list for one. A number has
    /// the type of its parameter, and no list has one that this type does not hold.
    pub(super) fn bound_at(&self, open: usize) -> Option<(Vec<Bound>, usize)> {
        if self.shown(open) != "<" {
            return None;
        }
        let name = self.shown(open.checked_sub(1)?);
        let templates = self.functions.iter().find(|own| own.name == name && !own.templates.is_empty()).map(|own| own.templates.clone());
        let mut reader = self.clone();
        reader.dry = true;
        reader.at = open + 1;
        let mut all: Vec<Bound> = Vec::new();
        loop {
            let parameter = templates.as_ref().and_then(|all_of| all_of.get(all.len()).cloned());
            let bound = match reader.type_at(reader.at) {
                Some((own, end)) if matches!(reader.shown(end), "," | ">") => {
                    reader.at = end;
                    Bound::Type(own?)
                }
                _ => {
                    let mut value = reader.level(SHIFTS)?;
                    if let Some(begin) = parameter.as_ref().and_then(|(_, number)| *number) {
                        let (given, own) = (reader.tree.constant(value)?, reader.type_at(begin)?.0);
                        let own = own.unwrap_or(reader.tree.own(value));
                        let bits = given.bits & own.mask();
                        let held = Pattern::new(own.format(), bits);
                        let holds = own != CType::Bool || bits < 2;
                        let exact = own == reader.tree.own(value) || (holds && held.exact_decimal() == given.exact_decimal());
                        value = exact.then(|| reader.tree.number(own, bits, None, 0..0))?;
                    }
                    Bound::Number(reader.tree.own(value), reader.tree.constant(value)?.bits)
                }
            };
            // What stands later may name it.
            if let (Some((name, None)), Bound::Type(own)) = (parameter, bound) {
                reader.types.push((name, own));
            }
            all.push(bound);
            reader.at += 1;
            match reader.shown(reader.at - 1) {
                "," => {}
                ">" => return Some((all, reader.at)),
                _ => return None,
            }
        }
    }

    /// The lists that a text names for a kernel, each once: in launches, and where it is instantiated.
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
        all
    }

    /// The name of the entry that a kernel with such a list is: its own where it has one list.
    pub(super) fn instance_name(&self, function: &Defined, bound: &[Bound]) -> String {
        let shown = |bound: &Bound| match bound {
            Bound::Type(own) => own.name().replace([' ', '*'], "_"),
            Bound::Number(own, bits) => Pattern::new(own.format(), *bits).exact_decimal().replace('-', "n"),
        };
        let one = self.instances(function).len() <= 1;
        let words = bound.iter().filter(|_| !one).map(shown);
        core::iter::once(function.name.clone()).chain(words).collect::<Vec<String>>().join("_")
    }

    /// Binds the parameters of a template up to the length of a list. Gives how many types and numbers were known before.
    pub(super) fn bind_template(&mut self, function: &Defined, bound: &[Bound]) -> (usize, usize) {
        let before = (self.types.len(), self.constants.len());
        for ((name, _), bound) in function.templates.iter().zip(bound) {
            match bound {
                Bound::Type(own) => self.types.push((name.clone(), *own)),
                Bound::Number(own, bits) => self.constants.push((name.clone(), *own, *bits)),
            }
        }
        before
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
const SHIFTS: usize = 7;
