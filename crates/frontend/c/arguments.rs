//! Calls in a text: which function a name means for some arguments, what they become, and which variables are written.

use super::function::{of_doubles, other_spelling, unknown_function};
use super::parse::{Called, Reader};
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Operation, in_type};
use super::types::CType;
use crate::instruction::cuda::{Body, Function, function_named};
use crate::number::Pattern;
use crate::rounding::Mode;
use crate::syntax::{Fix, TokenKind};
use core::ops::Range;

/// Functions that -use_fast_math takes in the place of others.
const FAST: [(&str, &str); 11] = [
    ("sinf", "__sinf"),
    ("cosf", "__cosf"),
    ("tanf", "__tanf"),
    ("sincosf", "__sincosf"),
    ("tanhf", "__tanhf"),
    ("expf", "__expf"),
    ("exp10f", "__exp10f"),
    ("logf", "__logf"),
    ("log2f", "__log2f"),
    ("log10f", "__log10f"),
    ("powf", "__powf"),
];
/// Names that CUDA C++ has for every type.
const OVERLOADED: [(&str, &str); 3] = [("min", "fmin"), ("max", "fmax"), ("abs", "fabs")];

/// The code of the note that a library function is CUDA's and not the host's.
pub const OF_CUDA: &str = "of-cuda";

/// An argument as it stands in the text.
pub(super) struct Argument {
    /// What is read.
    pub(super) value: Option<Id>,
    /// The variable that is written in its place.
    written: Option<String>,
    /// Its bytes.
    span: Range<usize>,
    /// Whether it is a variable whose type nothing has said.
    pub(super) untyped: bool,
}

impl Reader<'_> {
    /// A call whose name stands at a place, with its parenthesis.
    pub(super) fn call(&mut self, word: &str, at: usize) -> Option<Id> {
        let name = self.span(at);
        self.mark(at, TokenKind::Mnemonic);
        self.at += 1;
        let arguments = self.arguments(word)?;
        let close = self.closed(at);
        let first = arguments.iter().find_map(|argument| argument.value);
        if let Some(id) = self.of_integers(word, &arguments, &name) {
            return Some(id);
        }
        if self.is_intrinsic(word) {
            return self.intrinsic_call(word, arguments, name, at).or(first);
        }
        let ends = matches!(self.shown(self.at), "" | ";");
        let alone = at == self.first && ends && arguments.iter().all(|argument| argument.untyped || argument.value.is_none());
        let found = self.function(word, &arguments, alone);
        // What stands as C was learned before the text was read.
        let here = |function: &Function| function.row.body != Body::Source || self.of_library(function).is_some();
        let Some((function, mode)) = found.filter(|(function, _)| here(function)) else {
            self.diagnostics.push(unknown_function(word, name));
            return first;
        };
        if self.options.flush && function.stem == "nextafterf" {
            self.error("not-covered", name.clone(), "nextafterf is not covered here with -ftz=true.");
        }
        self.diagnostics.extend(other_spelling(word, name.clone(), function, mode));
        if self.on_host && function.row.body == Body::Source {
            self.is_of_cuda(word, name.clone());
        }
        self.count(&arguments, &name, close, function, mode);
        let mut read = Vec::new();
        for (place, parameter) in function.parameters.iter().enumerate().filter(|(_, parameter)| !parameter.written) {
            let own = CType::of(parameter.format);
            read.push(match arguments.get(place).and_then(|argument| Some((argument.value?, argument))) {
                Some((value, argument)) => self.handed_over(value, argument, own),
                // A missing argument stands as the variable that the prototype names.
                None => self.tree.node(Kind::Variable(parameter.name.to_owned()), own, name.clone()),
            });
        }
        if let Some(number) = self.of_library(function) {
            let written: Vec<Option<String>> = arguments.iter().map(|argument| argument.written.clone()).collect();
            let places = arguments.iter().filter(|argument| argument.value.is_some()).map(|argument| argument.span.clone()).collect();
            self.calls.push(Called { call: 0, name, arguments: places });
            return self.library_call(number, (function, read), &written, at);
        }
        let own = function.returns.map_or(CType::Float, CType::of);
        let span = self.since(name.start);
        let call = self.tree.node(Kind::Call(function, mode, read.clone()), own, span);
        if function.returns.is_none() && !(at == self.first && ends && !self.assigns) {
            self.error("no-value", name.clone(), format!("{} gives no value: it writes through its pointers.", function.stem));
        }
        let places = arguments.iter().filter(|argument| argument.value.is_some()).map(|argument| argument.span.clone()).collect();
        self.calls.push(Called { call, name, arguments: places });
        for (place, (parameter, argument)) in function.parameters.iter().zip(arguments).enumerate() {
            if let Some(variable) = argument.written {
                self.written(call, place, CType::of(parameter.format), &read, (variable, argument.span));
            }
        }
        Some(call)
    }

    /// Says once that the host would call another library.
    fn is_of_cuda(&mut self, word: &str, name: Range<usize>) {
        if !self.in_library() && self.diagnostics.iter().all(|said| said.code != OF_CUDA) {
            let message = format!(
                "`{word}` is CUDA's function here, and so are others of its kind. A compiler for the host calls the host's \
                 library: the last digit may differ."
            );
            self.note(OF_CUDA, name, message);
        }
    }

    /// A call of a function that the library has and no row.
    fn intrinsic_call(&mut self, word: &str, arguments: Vec<Argument>, name: Range<usize>, at: usize) -> Option<Id> {
        let own = |argument: &Argument| argument.value.filter(|_| !argument.untyped).map(|id| self.tree.own(id));
        let given: Vec<Option<CType>> = arguments.iter().map(own).collect();
        let Some(number) = self.best(true, word, &given) else {
            let wanted = self.functions[..self.learned].iter().find(|own| own.name == word).map_or(0, |own| own.parameters.len());
            let (noun, verb) = (if wanted == 1 { "argument" } else { "arguments" }, if given.len() == 1 { "is" } else { "are" });
            self.error("argument-count", name, format!("{word} takes {wanted} {noun}; here {verb} {}.", given.len()));
            return None;
        };
        let wanted = self.parameter_types(&self.functions[number]);
        let mut values = Vec::new();
        for (argument, own) in arguments.iter().zip(wanted) {
            let (value, own) = (argument.value?, own?);
            values.push(self.handed_over(value, argument, own));
        }
        Some(self.entered_library(number, values, at))
    }

    /// What CUDA C++ gives of integers under the names that it has for every type.
    fn of_integers(&mut self, word: &str, arguments: &[Argument], name: &Range<usize>) -> Option<Id> {
        let all: Option<Vec<Id>> = arguments.iter().map(|argument| argument.value).collect();
        let all = all.filter(|all| all.iter().all(|id| self.tree.own(*id).is_integer()))?;
        let span = self.since(name.start);
        match (word, &all[..]) {
            ("min", [a, b]) => self.tree.binary(Operation::Minimum, *a, *b, span).ok(),
            ("max", [a, b]) => self.tree.binary(Operation::Maximum, *a, *b, span).ok(),
            ("abs", [a]) if matches!(self.tree.own(*a), CType::Unsigned | CType::UnsignedLong) => Some(*a),
            ("abs", [a]) => Some(self.tree.node(Kind::Magnitude(*a), self.tree.own(*a), span)),
            _ => None,
        }
    }

    /// The arguments up to the parenthesis that closes.
    pub(super) fn arguments(&mut self, word: &str) -> Option<Vec<Argument>> {
        // Functions of one name for several types have their pointers at the same places.
        let function = function_named(word).or_else(|| function_named(&[word, "f"].concat())).map(|(function, _)| function);
        let mut all: Vec<Argument> = Vec::new();
        let waiting = self.pending.len();
        while !matches!(self.shown(self.at), ")" | "" | ";") {
            let (first, inputs) = (self.at, self.inputs.len());
            let parameter = function.and_then(|function| function.parameters.get(all.len()));
            let (value, written) = match parameter.filter(|parameter| parameter.written) {
                Some(parameter) => (None, self.pointer(parameter.name)),
                None => match self.assignment() {
                    Some(value) => (Some(value), None),
                    None => {
                        self.pending.truncate(waiting);
                        return None;
                    }
                },
            };
            let one = self.at == first + 1 && self.is(first, Cut::Name);
            let declared = self.find(self.shown(first)).is_some();
            let new = self.inputs[inputs..].iter().any(|input| input.name.is_some()) && !declared;
            let untyped = one && (new || all.iter().any(|other| other.untyped && other.value == value));
            self.pending.extend(value);
            all.push(Argument { value, written, span: self.since(self.span(first).start), untyped });
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
            if self.shown(self.at) == ")" {
                let place = self.span(self.at);
                self.error("missing-operand", place, "An argument is missing after `,`.");
            }
        }
        // One that was read before a branch in another now stands in a register.
        let values = self.pending.split_off(waiting);
        all.iter_mut().filter(|argument| argument.value.is_some()).zip(values).for_each(|(argument, value)| argument.value = Some(value));
        Some(all)
    }

    /// Takes the parenthesis that closes; gives the place where arguments end.
    pub(super) fn closed(&mut self, at: usize) -> usize {
        let end = self.since(self.span(at).start).end;
        if self.shown(self.at) == ")" {
            self.at += 1;
        } else {
            let open = self.span(at + 1);
            self.error("missing-parenthesis", open, "This parenthesis is not closed.").fixes.push(Fix::replace("add )", end..end, ")"));
        }
        end
    }

    /// A variable that the function writes: `&s`, or a pointer's name.
    fn pointer(&mut self, parameter: &str) -> Option<String> {
        let start = self.span(self.at).start;
        let at = self.at + usize::from(self.shown(self.at) == "&");
        if self.is(at, Cut::Name) && matches!(self.shown(at + 1), "," | ")" | "" | ";") {
            self.at = at + 1;
            return Some(self.shown(at).to_owned());
        }
        while !matches!(self.shown(self.at), "," | ")" | "" | ";") {
            self.at += 1;
        }
        let span = self.since(start);
        self.error("argument", span, format!("`{parameter}` is written: it takes a variable, as in &{parameter}."));
        None
    }

    /// The function of a name for some arguments: CUDA C++ takes `sqrt` of a float for `sqrtf`. A call alone whose variables have no type
    /// gives them those of its prototype.
    fn function(&self, word: &str, arguments: &[Argument], alone: bool) -> Option<(&'static Function, Option<Mode>)> {
        let types: Vec<CType> = arguments.iter().filter_map(|argument| argument.value).map(|id| self.tree.own(id)).collect();
        let overloaded = OVERLOADED.iter().find(|(name, _)| *name == word).map_or(word, |(_, own)| own);
        let of_singles = [overloaded, "f"].concat();
        // An exponent that is an integer anyway says nothing.
        let exponent = |place: usize| {
            let parameter = function_named(&of_singles).and_then(|(function, _)| function.parameters.get(place));
            parameter.is_some_and(|parameter| parameter.format.is_integer() && !parameter.written)
        };
        let counted = arguments.iter().enumerate().filter(|(place, argument)| argument.value.is_some() && !exponent(*place));
        let single = counted.filter_map(|(_, argument)| argument.value).all(|id| matches!(self.tree.own(id), CType::Float | CType::Half));
        let takes_singles = single && !alone && !types.is_empty() && function_named(&of_singles).is_some();
        let name = if takes_singles { &*of_singles } else { overloaded };
        let fast = FAST.iter().find(|(slow, _)| self.options.fast && single && *slow == name);
        let (function, mode) = function_named(fast.map_or(name, |(_, fast)| *fast))?;
        of_doubles(word, function).filter(|_| types.contains(&CType::Double)).and_then(function_named).or(Some((function, mode)))
    }

    /// Says how many arguments a function takes, where they are others.
    fn count(&mut self, arguments: &[Argument], name: &Range<usize>, close: usize, function: &Function, mode: Option<Mode>) {
        let (wanted, count) = (function.parameters.len(), arguments.len());
        if count == wanted {
            return;
        }
        let (noun, verb) = (if wanted == 1 { "argument" } else { "arguments" }, if count == 1 { "is" } else { "are" });
        let message = format!("{} takes {wanted} {noun}; here {verb} {count}: {}.", function.stem, function.prototype(mode));
        let fix = match (arguments.get(wanted.wrapping_sub(1)), arguments.last()) {
            (Some(kept), Some(last)) => Fix::replace("remove the rest", kept.span.end..last.span.end, ""),
            (_, last) => {
                let missing: Vec<&str> = function.parameters[count.min(wanted)..].iter().map(|parameter| parameter.name).collect();
                let (missing, before) = (missing.join(", "), if last.is_some() { ", " } else { "" });
                Fix::replace(format!("add {missing}"), close..close, [before, &missing].concat())
            }
        };
        self.error("argument-count", name.clone(), message).fixes.push(fix);
    }

    /// An argument in the type of its parameter. A number is converted at once, as a compiler does; a variable without a type takes it.
    fn handed_over(&mut self, id: Id, argument: &Argument, own: CType) -> Id {
        let span = argument.span.clone();
        let text = &self.text[span.clone()];
        if let Some(number) = self.tree.constant(id).filter(|_| own.lane().is_none()) {
            let hex = text.starts_with("0x") || text.starts_with("0X");
            let digits = text.len().saturating_sub(2) as u32;
            if hex {
                // An argument has a note of its own for hex digits.
                self.diagnostics.retain(|said| said.code != "literal" || said.span != span);
            }
            let pattern = hex && number.format.is_integer() && !own.is_integer() && digits * 4 == own.format().width();
            let (bits, note) = match () {
                () if pattern => (
                    number.bits,
                    Some(format!("{text} is taken for the bits of the argument. In C it would be the integer {}, converted.", number.bits)),
                ),
                () if number.format == own.format() => (number.bits, None),
                () => {
                    let bits = in_type(number, own).0;
                    let shown = Pattern::new(own.format(), bits).exact_decimal();
                    let note = match (number.format.is_integer(), own.is_integer()) {
                        (false, true) => Some(format!("C cuts {text} to the integer {shown}.")),
                        (true, true) if !hex && shown != number.exact_decimal() => {
                            Some(format!("{text} does not fit: C keeps its low {} bits.", own.format().width()))
                        }
                        (true, false) if hex => Some(format!("In C {text} is the integer {}, converted.", number.exact_decimal())),
                        _ => None,
                    };
                    (bits, note)
                }
            };
            if let Some(message) = note {
                self.note("argument", span.clone(), message);
            }
            let mut inside = self.inputs.iter_mut().filter(|input| input.name.is_none() && span.start <= input.span.start);
            if let (Some(input), None) = (inside.next(), inside.next()) {
                (input.own, input.bits, input.span) = (own, bits, span.clone());
            }
            let written = match &self.tree.nodes[id].kind {
                Kind::Constant(_, written) if !pattern && !own.is_integer() => written.clone(),
                _ => None,
            };
            return self.tree.number(own, bits, written, span);
        }
        if let Kind::Variable(name) = self.tree.nodes[id].kind.clone()
            && argument.untyped
            && !self.tree.nodes.iter().any(|node| node.kind.reads().contains(&id))
            && let Some(input) = self.inputs.iter_mut().find(|input| input.name.as_ref() == Some(&name))
        {
            // A name that stands twice has the type of its first place.
            if input.own == self.tree.own(id) {
                input.own = own;
            }
            let first = input.own;
            let variable = self.tree.node(Kind::Variable(name), first, span);
            return self.tree.converted(variable, own);
        }
        self.tree.converted(id, own)
    }

    /// Gives a variable what a call writes through a pointer.
    fn written(&mut self, call: Id, place: usize, own: CType, read: &[Id], (name, span): (String, Range<usize>)) {
        let uses = self.tree.uses(read);
        let reads = self.tree.nodes.iter().zip(uses).any(|(node, uses)| uses > 0 && node.kind == Kind::Variable(name.clone()));
        if reads || self.outputs.iter().any(|(other, _)| *other == name) {
            let message = format!("`{name}` is read or written elsewhere in this call: give the result a name of its own.");
            self.error("argument", span.clone(), message);
        }
        let declared = self.find(&name).map(|place| self.known[place].own);
        if let Some(declared) = declared.filter(|declared| *declared != own) {
            let message = format!("`{name}` is a variable of type {}; a value of type {} is written.", declared.name(), own.name());
            self.error("argument", span.clone(), message);
        }
        let id = self.tree.node(Kind::Written(call, place), own, span);
        let place = self.give_name(&name, id);
        self.outputs.push((self.known[place].register.clone(), id));
    }
}
