//! Names and calls: variables, methods, Python's own functions, and those of the text.

use super::join::Bound;
use super::library::{MODULES, Module};
use super::promote::{Owner, Value, is_narrow, type_named};
use crate::c::parse::Reader;
use crate::c::token::Kind as Cut;
use crate::c::tree::{Id, Kind};
use crate::c::types::CType;
use crate::instruction::cuda::{Body, function_named};
use crate::syntax::TokenKind;

/// Why an argument in brackets is no number.
pub(super) const ARRAYS: &str = "Arrays of several numbers are not covered here: one number is.";

/// Arguments of a call.
#[derive(Default)]
pub(super) struct Arguments {
    pub values: Vec<Value>,
    /// `dtype=…`
    pub own: Option<(Owner, CType)>,
}

impl Reader<'_> {
    /// The module that a name stands for here.
    fn module_of(&self, word: &str) -> Option<Module> {
        if matches!(self.bound(word), Some(Bound::At(_))) {
            return None;
        }
        let brought = self.python.modules.iter().find(|(alias, ..)| alias == word).map(|(_, module)| *module);
        brought.or_else(|| MODULES.iter().find(|(_, alias, _)| *alias == word).map(|(.., module)| *module))
    }

    /// What a name with points stands for: a module's member. Gives the module and the place of the member.
    pub(super) fn library_member(&self) -> Option<(Module, usize)> {
        let mut module = self.module_of(self.shown(self.at))?;
        let mut at = self.at;
        while self.shown(at + 1) == "." && self.is(at + 2, Cut::Name) {
            at += 2;
            // `jax.numpy.float32`
            if self.shown(at) == "numpy" && self.shown(at + 1) == "." {
                module = Module::Types(Owner::Jax);
                continue;
            }
            return Some((module, at));
        }
        None
    }

    /// The type that stands here: `np.float32`, `float`, `'float32'`.
    pub(super) fn type_here_of_python(&mut self) -> Option<(Owner, CType)> {
        if let Some((Module::Types(owner), at)) = self.library_member()
            && let Some(own) = type_named(owner, self.shown(at))
        {
            self.mark(at, TokenKind::Modifier);
            self.at = at + 1;
            return Some((owner, own));
        }
        let word = self.shown(self.at).trim_matches(['"', '\'']);
        let own = match word {
            "float" => Some((Owner::NumPy, CType::Double)),
            "int" => Some((Owner::NumPy, CType::Long)),
            _ => self.python.types.iter().find(|(own, ..)| own == word).map(|(_, owner, own)| (*owner, *own)),
        };
        let quoted = self.is(self.at, Cut::Text);
        let own = own.or_else(|| if quoted { type_named(Owner::NumPy, word).map(|own| (Owner::NumPy, own)) } else { None })?;
        self.at += 1;
        Some(own)
    }

    /// The arguments of a call whose parenthesis is at a place.
    pub(super) fn python_arguments(&mut self, open: usize) -> Option<Arguments> {
        self.at = open + 1;
        let mut all = Arguments::default();
        let waiting = self.pending.len();
        while !matches!(self.shown(self.at), ")" | "" | ";") {
            if self.is(self.at, Cut::Name) && self.shown(self.at + 1) == "=" {
                let (word, span) = (self.shown(self.at), self.span(self.at));
                self.at += 2;
                let eighths = (self.at..self.at + 4).any(|at| self.shown(at).starts_with("float8"));
                let read = if word == "dtype" { self.type_here_of_python() } else { None };
                if read.is_none() {
                    let message = if eighths {
                        // Beyond 448, E4M3 of PyTorch 2.15.0 is 448 (measured); c10/util/Float8_e4m3fn.h at e9907a3446 makes it a NaN.
                        "FP8 tensors are not covered here: what PyTorch makes of a number beyond the range depends on its version. `ml_dtypes.float8_e4m3fn(500)` is, and `500 in e4m3`."
                            .to_owned()
                    } else {
                        format!("The argument `{word}=` is not covered here as it stands.")
                    };
                    self.error("not-covered", span, message);
                    self.pending.truncate(waiting);
                    return None;
                }
                all.own = read;
            } else if self.shown(self.at) == "[" {
                let span = self.span(self.at);
                self.error("not-covered", span, ARRAYS);
                self.pending.truncate(waiting);
                return None;
            } else if let Some(own) = self.type_here_alone() {
                all.own = Some(own);
            } else {
                let Some(value) = self.python_value() else {
                    self.pending.truncate(waiting);
                    return None;
                };
                self.pending.push(value.id);
                all.values.push(value);
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        let ids = self.pending.split_off(waiting);
        all.values.iter_mut().zip(ids).for_each(|(value, id)| value.id = id);
        self.close(open);
        Some(all)
    }

    /// A type that is an argument by itself.
    fn type_here_alone(&mut self) -> Option<(Owner, CType)> {
        let at = self.at;
        let own = self.type_here_of_python().filter(|_| matches!(self.shown(self.at), "," | ")"));
        if own.is_none() {
            self.at = at;
        }
        own
    }

    /// A function of C by its name for doubles, in the type of its first argument.
    pub(super) fn called_by_name(&mut self, stem: &str, values: Vec<Id>) -> Option<Id> {
        let single = values.first().is_some_and(|id| self.tree.own(*id) == CType::Float);
        let name = if single { [stem, "f"].concat() } else { stem.to_owned() };
        let (function, mode) = function_named(&name)?;
        if function.row.body == Body::Source {
            let number = self.of_library(function)?;
            return Some(self.entered_library(number, values, self.at.saturating_sub(1)));
        }
        let mut read = Vec::new();
        for (id, parameter) in values.into_iter().zip(&function.parameters) {
            read.push(self.tree.converted(id, CType::of(parameter.format)));
        }
        let span = self.span(self.at.saturating_sub(1));
        Some(self.tree.node(Kind::Call(function, mode, read), function.returns.map_or(CType::Double, CType::of), span))
    }

    /// A name with what belongs to it.
    pub(super) fn named_value(&mut self) -> Option<Value> {
        let (at, span, word) = (self.at, self.span(self.at), self.shown(self.at));
        let python = |id: Id| Some(Value { id, owner: Owner::Python });
        match word {
            "True" | "False" => {
                self.at += 1;
                self.mark(at, TokenKind::Literal);
                return python(self.tree.number(CType::Int, (word == "True").into(), None, span));
            }
            "None" | "lambda" | "yield" | "await" | "async" => {
                self.error("not-covered", span, format!("`{word}` is not covered here."));
                return None;
            }
            _ => {}
        }
        if let Some((module, member)) = self.library_member() {
            return self.of_module(module, member);
        }
        if self.module_of(word).is_some() {
            self.error("name", span, format!("`{word}` is a module: name what it has, as in {word}.sqrt(x)."));
            return None;
        }
        self.at += 1;
        if self.shown(self.at) == "(" {
            self.mark(at, TokenKind::Mnemonic);
            if let Some(place) = self.python.functions.iter().rposition(|own| own.name == word) {
                let arguments = self.python_arguments(at + 1)?;
                return self.entered_function(place, arguments.values, at);
            }
            if let Some((_, module, member)) = self.python.brought.iter().find(|(own, ..)| own == word).cloned() {
                return self.member_called(module, &member, at);
            }
            if let Some((_, owner, own)) = self.python.types.iter().find(|(own, ..)| own == word).cloned() {
                let arguments = self.python_arguments(at + 1)?;
                return self.made_of(owner, own, arguments, span);
            }
            return self.built_in_call(word, at);
        }
        if let Some((_, module, member)) = self.python.brought.iter().find(|(own, ..)| own == word).cloned() {
            return self.constant_of(module, &member, at);
        }
        self.variable_of_python(word, at)
    }

    /// What a variable holds, or an element of a list.
    fn variable_of_python(&mut self, word: &str, at: usize) -> Option<Value> {
        let span = self.span(at);
        let place = match self.bound(word) {
            Some(Bound::At(place)) => place,
            Some(Bound::Mixed(message)) => {
                self.error("name", span, message);
                return None;
            }
            None if self.is_local(word) => {
                self.error("name", span, format!("`{word}` has no value yet here."));
                return None;
            }
            // What nothing gives a value is the user's.
            None => {
                let counts = self.counts_in_python(word);
                let own = if counts { CType::Long } else { CType::Double };
                let place = self.declare(word, own, None);
                self.known[place].undeclared = true;
                self.python.inputs.push((word.to_owned(), Bound::At(place)));
                place
            }
        };
        if !self.known[place].lengths.is_empty() {
            if self.shown(self.at) != "[" {
                self.error("not-covered", span, format!("`{word}` is a list: an element of it is a number, as in {word}[0]."));
                return None;
            }
            let element = self.element_of_list(place, at)?;
            let id = self.read(&element);
            return Some(Value { id, owner: self.known[place].owner });
        }
        let id = self.held(place, span);
        Some(Value { id, owner: self.known[place].owner })
    }

    /// Whether a name that nobody gives a value counts something: it stands alone in `range`, or as an index.
    fn counts_in_python(&self, word: &str) -> bool {
        let named = |at: &usize| self.is(*at, Cut::Name) && self.shown(*at) == word;
        (self.begin..self.pieces.len()).filter(named).any(|at| {
            let open = (self.begin..at)
                .rev()
                .take_while(|at| !matches!(self.shown(*at), ";" | "{" | "}"))
                .find(|at| matches!(self.shown(*at), "(" | "["));
            open.is_some_and(|open| self.shown(open) == "[" || open > self.begin && self.shown(open - 1) == "range")
        })
    }

    /// Methods after a value, and brackets, which no number has.
    pub(super) fn behind_value(&mut self, mut value: Value) -> Option<Value> {
        loop {
            match self.shown(self.at) {
                "." => {
                    let (at, word) = (self.at + 1, self.shown(self.at + 1));
                    let span = self.span(at);
                    if self.shown(at + 1) != "(" {
                        self.error("not-covered", span, format!("`.{word}` is not covered here."));
                        return None;
                    }
                    self.mark(at, TokenKind::Mnemonic);
                    let (kept, arguments) = self.beside(value.id, |reader| reader.python_arguments(at + 1));
                    value.id = kept;
                    let arguments = arguments?;
                    let own = match word {
                        "astype" | "to" | "type" => arguments.own,
                        "float" if value.owner == Owner::Torch => Some((Owner::Torch, CType::Float)),
                        "half" if value.owner == Owner::Torch => Some((Owner::Torch, CType::Half)),
                        "bfloat16" if value.owner == Owner::Torch => Some((Owner::Torch, CType::Brain)),
                        "double" if value.owner == Owner::Torch => Some((Owner::Torch, CType::Double)),
                        "item" if value.owner != Owner::Python => {
                            let own = self.tree.own(value.id);
                            let own = if own.is_integer() { CType::Long } else { CType::Double };
                            let id =
                                if own == CType::Long { self.tree.converted(value.id, own) } else { self.number_as(value, own, &span) };
                            value = Value { id, owner: Owner::Python };
                            continue;
                        }
                        _ => None,
                    };
                    let Some((owner, own)) = own.filter(|_| value.owner != Owner::Python && arguments.values.is_empty()) else {
                        self.error("not-covered", span, format!("`.{word}` is not covered here as it stands."));
                        return None;
                    };
                    let owner = if owner == value.owner || value.owner == Owner::Truth { owner } else { value.owner };
                    value = Value { id: self.number_as(value, own, &span), owner };
                }
                "[" => {
                    let span = self.span(self.at);
                    self.error("not-covered", span, "Only lists have elements here.");
                    return None;
                }
                _ => return Some(value),
            }
        }
    }

    /// A function that Python has by itself; its parenthesis follows.
    fn built_in_call(&mut self, word: &str, at: usize) -> Option<Value> {
        let span = self.span(at);
        if matches!(word, "sum" | "max" | "min" | "len")
            && let Some(values) = self.listed_values(at + 1)
        {
            return self.of_several(word, &values, span);
        }
        let known = matches!(word, "abs" | "float" | "int" | "bool" | "round" | "pow" | "max" | "min");
        if !known {
            let message = match word {
                "print" => "print gives no value.".to_owned(),
                _ => format!("`{word}` is no function that is covered here."),
            };
            self.error("unknown-function", span, message);
            return None;
        }
        let values = self.python_arguments(at + 1)?.values;
        let python = |id: Id| Some(Value { id, owner: Owner::Python });
        match (word, &values[..]) {
            ("max" | "min", [_, _, ..]) => self.of_several(word, &values, span),
            ("abs", [value]) => Some(self.magnitude(*value, span)),
            ("pow", [a, b]) => Some(self.arithmetic("**", [*a, *b], span.clone(), span)),
            ("bool", [value]) => python(self.truth_of(*value)),
            ("float", [value]) => python(self.wide(*value, &span)),
            ("int", [value]) if self.tree.own(value.id).is_integer() => {
                let id = self.tree.converted(value.id, CType::Long);
                python(id)
            }
            ("int", [value]) => {
                let id = value.id;
                python(self.cut(id, CType::Long, &span))
            }
            ("round", [value]) if value.owner != Owner::Torch && value.owner != Owner::Jax => {
                if self.tree.own(value.id).is_integer() {
                    return python(self.number_as(*value, CType::Long, &span));
                }
                let own = self.tree.own(value.id);
                let x = if is_narrow(own) { self.tree.converted(value.id, CType::Float) } else { value.id };
                let whole = self.called_by_name("rint", vec![x])?;
                python(self.cut_known(x, whole, "rint", &span))
            }
            _ => {
                self.error("not-covered", span, format!("`{word}` is not covered here with {} arguments.", values.len()));
                None
            }
        }
    }
}
