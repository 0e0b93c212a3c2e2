//! What a text imports: modules and their members, under the names that it gives them.

use super::library::{MODULES, Module};
use super::promote::{Owner, type_named};
use crate::c::parse::Reader;
use crate::c::token::Kind as Cut;
use crate::c::types::CType;

impl Reader<'_> {
    /// `import numpy as np`
    pub(super) fn brings(&mut self) {
        self.at += 1;
        loop {
            let begin = self.at;
            let (path, end) = self.path();
            self.at = end;
            let mut alias = path.split('.').next().unwrap_or("").to_owned();
            if self.shown(self.at) == "as" {
                alias = self.shown(self.at + 1).to_owned();
                self.mark_type(self.at..self.at + 1);
                self.at += 2;
            }
            match MODULES.iter().find(|(name, ..)| *name == path) {
                Some((.., module)) => self.python.modules.push((alias, *module)),
                None => {
                    let span = self.since(self.span(begin).start);
                    self.error(
                        "not-covered",
                        span,
                        format!("The module `{path}` is not covered here: numpy, ml_dtypes, torch, jax.numpy and math are."),
                    );
                }
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.python_ends();
    }

    /// A name with points, and the place behind it.
    fn path(&self) -> (String, usize) {
        let (mut path, mut at) = (self.shown(self.at).to_owned(), self.at + 1);
        while self.shown(at) == "." && self.is(at + 1, Cut::Name) {
            path.push('.');
            path.push_str(self.shown(at + 1));
            at += 2;
        }
        (path, at)
    }

    /// `from math import sqrt`
    pub(super) fn brings_members(&mut self) {
        self.at += 1;
        let begin = self.at;
        let (path, end) = self.path();
        self.at = end;
        let module = MODULES.iter().find(|(name, ..)| *name == path).map(|(.., module)| *module);
        let (Some(module), "import") = (module, self.shown(self.at)) else {
            let span = self.since(self.span(begin).start);
            self.error(
                "not-covered",
                span,
                format!("The module `{path}` is not covered here: numpy, ml_dtypes, torch, jax.numpy and math are."),
            );
            return self.pass_statement();
        };
        self.mark_type(self.at..self.at + 1);
        self.at += 1;
        loop {
            let (member, span) = (self.shown(self.at).to_owned(), self.span(self.at));
            self.at += 1;
            let mut alias = member.clone();
            if self.shown(self.at) == "as" {
                alias = self.shown(self.at + 1).to_owned();
                self.at += 2;
            }
            match module {
                Module::Types(_) if member == "numpy" => self.python.modules.push((alias, Module::Types(Owner::Jax))),
                Module::Types(owner) if type_named(owner, &member).is_some() => {
                    let own = type_named(owner, &member).unwrap_or(CType::Double);
                    self.python.types.push((alias, owner, own));
                }
                _ if member == "*" => {
                    self.error("not-covered", span, "`import *` is not covered here: name what is wanted.");
                }
                _ => self.python.brought.push((alias, module, member)),
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.python_ends();
    }
}
