//! C as a module of PTX, as nvcc -ptx writes one: each kernel of the text is an entry. A text without kernels is one entry that takes what
//! the text reads and stores what it is about, so that whatever runs a kernel runs it too.

use super::call::whole;
use super::define::{BOUNDS, Defined, Taken};
use super::flow::Flow;
use super::lower::{Line, Root, register};
use super::parse::{Input, Parsed, Reader, parse};
use super::reading::{lines, roots};
use super::recursive::{Separate, lines_of};
use super::source::Source;
use super::template::{Bound, Parameter as OfTemplate};
use super::token::assigns;
use super::types::CType;
use super::write::{module_text, result};
use crate::instruction::Context;
use crate::kernel::Module;
use crate::number::Format;
use crate::syntax::{Diagnostic, Token, sort_by_key};

/// C that became PTX.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    /// The module.
    pub text: String,
    /// For each line of it the line of C that it comes from, both from 0.
    pub from: Vec<Option<usize>>,
    /// How C is painted.
    pub tokens: Vec<Token>,
    /// The module with the program of the host as an entry `main`, where the text has one that runs here.
    pub host: Option<String>,
    /// What is to be said of C.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels of the module that the text launches, each with the threads of a block and the blocks of its first launch where constants
    /// say so: `sum<<<2, 128>>>(x)`.
    pub launches: Vec<(String, [u32; 2])>,
    /// Of a program without a kernel, how many numbers it takes: the parameters behind them are where its results go.
    pub program: Option<usize>,
    /// What a program without a kernel takes where nobody says: the names of its parameters in order, each with a number or a buffer.
    pub proposed: Vec<(String, String)>,
    /// What the pointers of kernels point to where that is numbers: the name of each parameter in the module, and their format.
    pub pointees: Vec<(String, &'static Format)>,
}

impl Compiled {
    /// The module, to be run.
    pub fn module(&self, context: &Context) -> Module {
        Module::with(&self.text, context, whole)
    }

    /// The module with the program of the host.
    pub fn host(&self, context: &Context) -> Option<Module> {
        self.host.as_ref().map(|text| Module::with(text, context, whole))
    }
}

/// What an entry takes: its name, its type, and the register that holds it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) own: CType,
    pub(super) register: String,
}

/// A function of the module.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    /// The most threads of a block, and the blocks of a cluster.
    pub(super) most: Option<u64>,
    pub(super) cluster: Option<[u64; 3]>,
    /// Arrays of its own.
    pub(super) declarations: Vec<String>,
    pub(super) lines: Vec<Line>,
    /// Whether other functions call it, and the register of what it then gives.
    pub(super) called: bool,
    pub(super) gives: Option<(String, CType)>,
    /// What is stored at its end, each in a buffer of its name.
    pub(super) results: Vec<(String, CType)>,
    /// Every variable with its type.
    pub(super) registers: Vec<(String, CType)>,
}

/// The name of what has none.
pub(super) const PROGRAM: &str = "program";

/// Compiles a text. This never fails: what is wrong is in the diagnostics.
pub fn compiled(text: &str, context: &Context) -> Compiled {
    let source = Source::new(text, context);
    let mut tokens = source.tokens.clone();
    let mut reader = Reader::new(&source, context);
    let has_kernels = reader.has_kernels();
    let mut host = None;
    let (entries, outside, separate, mut diagnostics, launches) = if has_kernels {
        reader.as_kernels = true;
        reader.statements();
        let shapes = reader.launched();
        let mut launches = Vec::new();
        // Launches without a list tell by their arguments which templates they mean.
        if reader.functions.iter().any(|own| own.kernel && !own.templates.is_empty()) {
            let mut own = reader.clone();
            own.program_of_host();
            reader.told = own.told;
        }
        let mut entries = Vec::new();
        for number in (0..reader.functions.len()).filter(|number| reader.functions[*number].kernel) {
            let mut instances = reader.instances(&reader.functions[number]);
            if instances.is_empty() {
                instances.push(Vec::new());
            }
            for bound in instances {
                let mut own = reader.clone();
                let entry = own.kernel(number, &bound);
                if entries.iter().any(|known: &Entry| known.name == entry.name) {
                    let span = own.span(own.functions[number].body);
                    own.error("kernel", span, format!("Two kernels are called `{}` in PTX here: give one another name.", entry.name));
                }
                let shape = shapes.iter().find(|(name, _)| *name == reader.functions[number].name);
                launches.extend(shape.map(|(_, shape)| (entry.name.clone(), *shape)));
                entries.push(entry);
                // The next kernel goes on with what was said and painted so far.
                reader.diagnostics = own.diagnostics;
                reader.marks = own.marks;
                (reader.flow.outside, reader.separate) = (own.flow.outside, own.separate);
            }
        }
        host = reader.program_of_host();
        reader.without_library(source.length);
        reader.painted(&mut tokens);
        (entries, reader.flow.outside, reader.separate, reader.diagnostics, launches)
    } else {
        let (entry, parsed) = program(text, context);
        tokens = parsed.tokens;
        (vec![entry], parsed.outside, parsed.separate, parsed.diagnostics, Vec::new())
    };
    sort_by_key(&mut diagnostics, Diagnostic::order);
    diagnostics.dedup();
    let program = entries.first().filter(|_| !has_kernels).map(|entry| entry.parameters.len());
    let results = entries.iter().flat_map(|entry| {
        entry.results.iter().map(|(name, own)| (result(name), format!("{}[{}]", own.format().name.to_lowercase(), own.shown().lanes)))
    });
    let given = entries.iter().filter(|_| !has_kernels).flat_map(|entry| entry.parameters.iter().enumerate());
    let numbers = given.map(|(place, one)| (one.name.clone(), one.own.proposed(place)));
    let proposed = numbers.chain(results).collect();
    let pointees = entries.iter().flat_map(|entry| {
        let to = |one: &Parameter| one.own.pointee().filter(|own| own.layout().is_none() && own.lane().is_none()).map(CType::format);
        entry.parameters.iter().filter_map(move |one| Some((format!("{}_{}", entry.name, one.name), to(one)?)))
    });
    let pointees = pointees.collect();
    let written = |entries: &[&Entry], outside: &[String], separate: &[Separate]| module_text(text, entries, outside, separate, context);
    let (text, from) = written(&entries.iter().collect::<Vec<&Entry>>(), &outside, &separate);
    let with_main = |(main, outside, separate): (Entry, Vec<String>, Vec<Separate>)| {
        written(&entries.iter().chain([&main]).collect::<Vec<&Entry>>(), &outside, &separate).0
    };
    let host = host.map(with_main);
    Compiled { text, from, host, tokens, diagnostics, launches, program, proposed, pointees }
}

/// Whether a text has kernels.
pub(super) fn has_kernels(text: &str, context: &Context) -> bool {
    Reader::new(&Source::new(text, context), context).has_kernels()
}

/// A text without kernels: its entry, and what was read.
pub(super) fn program(text: &str, context: &Context) -> (Entry, Parsed) {
    let parsed = parse(text, context);
    let roots = roots(&parsed);
    let body: Vec<Line> = lines(&parsed, &roots, context);
    let apart = lines_of(&parsed.separate, context).len() + parsed.outside.len() + parsed.declarations.len();
    let body = body.into_iter().skip(apart);
    let left = parsed.left.iter().map(|(name, own)| (name.clone(), *own));
    let results = roots.iter().map(|Root { name, id }| (name.clone(), parsed.tree.own(*id))).chain(left).collect();
    let named = |input: &Input| input.name.clone().map(|name| (name, input.own));
    let inputs: Vec<(String, CType)> = parsed.inputs.iter().filter_map(named).collect();
    let parameters =
        inputs.iter().map(|(name, own)| Parameter { name: name.trim_start_matches('%').to_owned(), own: *own, register: register(name) });
    let entry = Entry {
        name: PROGRAM.to_owned(),
        parameters: parameters.collect(),
        most: None,
        cluster: None,
        declarations: parsed.declarations.clone(),
        lines: body.collect(),
        called: false,
        gives: None,
        results,
        registers: parsed.registers.iter().cloned().chain(inputs).collect(),
    };
    (entry, parsed)
}

impl Reader<'_> {
    pub(super) fn has_kernels(&self) -> bool {
        (0..self.pieces.len()).any(|at| self.shown(at) == "__global__")
    }

    /// A kernel, which was defined, with what the parameters of its template stand for.
    fn kernel(&mut self, number: usize, bound: &[Bound]) -> Entry {
        let function = self.functions[number].clone();
        let name = self.instance_name(&function, bound);
        self.bind_template(&function.templates, bound);
        for parameter in function.templates.iter().skip(bound.len()) {
            let OfTemplate { name, number, .. } = parameter;
            if let Some(default) = self.bound_by_default(parameter) {
                self.bind_template(core::slice::from_ref(parameter), &[default]);
                continue;
            }
            let span = self.span(function.body);
            if number.is_none() {
                self.note(
                    "template",
                    span,
                    format!("`{name}` is float here: no launch names a type, as in {}<double><<<…>>>.", function.name),
                );
                self.types.push((name.clone(), CType::Float));
            } else {
                self.error("template", span, format!("No launch names the number `{name}`, as in {}<4><<<…>>>(…).", function.name));
            }
        }
        let count = self.known.len();
        let mut parameters = Vec::new();
        for Taken { name, own, signs, reference, constant, to_constant, .. } in &function.parameters {
            let span = self.span(own.start);
            let Some(own) = self.type_at(own.start).and_then(|(own, _)| own).filter(|_| !reference || *constant) else {
                self.error("parameter", span, format!("A kernel takes numbers and pointers to numbers; `{name}` is neither here."));
                continue;
            };
            let members = own.layout().map_or(&[][..], |layout| &layout.members[..]);
            if *signs > 1 || (*signs == 0 && members.iter().any(|(_, own, _)| own.layout().is_some())) {
                self.error(
                    "parameter",
                    span,
                    format!("`{name}` is a pointer to pointers or a structure of structures, which no kernel takes here."),
                );
                continue;
            }
            if *signs == 0 && own.layout().is_some() {
                // Each member is a parameter of its own.
                let first = self.declare(name, own, None) + 1;
                self.known[first - 1].given = true;
                for (place, (member, own, _)) in members.iter().enumerate() {
                    self.known[first + place].given = true;
                    let register = register(&self.known[first + place].register);
                    parameters.push(Parameter { name: format!("{name}_{member}"), own: *own, register });
                }
                continue;
            }
            let own = if *signs == 1 { own.pointer() } else { own };
            let place = self.declare(name, own, None);
            self.known[place].given = true;
            (self.known[place].constant, self.known[place].to_constant) = (*constant, *to_constant);
            let kept = self.known[place].register.clone();
            if *signs == 1 && !self.is_moved(&function, name) {
                self.flow.global.push(kept.clone());
            }
            parameters.push(Parameter { name: name.clone(), own, register: register(&kept) });
        }
        let [most, cluster] = function.bounds.map(|at| at.map(|at| (at, self.numbers_behind(at))));
        for (word, found) in BOUNDS.into_iter().zip([&most, &cluster]) {
            if let Some((at, None)) = found {
                let span = self.span(*at);
                self.error("constant", span, format!("`{word}` wants constant numbers."));
            }
        }
        let most = most.and_then(|(_, numbers)| numbers?.first().copied());
        let axes = |numbers: Vec<u64>| core::array::from_fn(|axis| numbers.get(axis).copied().unwrap_or(1));
        let cluster = cluster.and_then(|(_, numbers)| numbers.map(axes));
        self.runs_body(number, count, (None, None));
        self.flush(None);
        Entry { most, cluster, ..self.entry_of(name, parameters) }
    }

    /// The constant numbers in the parenthesis at a place; None where one is not constant.
    fn numbers_behind(&mut self, at: usize) -> Option<Vec<u64>> {
        let back = core::mem::replace(&mut self.at, at + 1);
        let mut numbers = Vec::new();
        let all = loop {
            let number = self.choice().and_then(|id| self.tree.constant(id)?.ordinal());
            let Some(number) = number.and_then(|number| u64::try_from(number).ok()) else { break None };
            numbers.push(number);
            if self.shown(self.at) != "," {
                break Some(numbers);
            }
            self.at += 1;
        };
        self.at = back;
        all
    }

    /// Nobody gives a variable of a kernel or of `main` a value: what is named is declared.
    pub(super) fn declares_all(&mut self) {
        for Input { name, span, .. } in self.inputs.clone() {
            if let Some(name) = name.filter(|name| !self.flow.names.contains(name)) {
                self.error("undeclared", span, format!("`{name}` is not declared."));
            }
        }
    }

    /// What was read as an entry.
    pub(super) fn entry_of(&mut self, name: String, parameters: Vec<Parameter>) -> Entry {
        self.declares_all();
        let Flow { declarations, code, registers, outside, .. } = core::mem::take(&mut self.flow);
        self.flow.outside = outside;
        let (called, gives, results) = (false, None, Vec::new());
        Entry { name, parameters, most: None, cluster: None, declarations, lines: code, called, gives, results, registers }
    }

    /// Whether a function gives a pointer that it takes another value.
    fn is_moved(&self, function: &Defined, name: &str) -> bool {
        let named = |at: &usize| self.shown(*at) == name;
        let moved = |at: usize| assigns(self.shown(at + 1)) || self.twice(at + 1) || (at > 1 && self.twice(at - 2));
        (function.body..self.behind(function.body)).filter(named).any(moved)
    }

    /// The launches whose shape constants give, in bounds that can run, in order.
    fn launched(&self) -> Vec<(String, [u32; 2])> {
        let at = (self.begin..self.pieces.len()).filter(|at| self.shown(*at) == "<<<");
        at.filter_map(|at| Some((self.launched_name(at).to_owned(), self.launched_at(at)?))).collect()
    }

    /// The name before `<<<`, and before the list of a template.
    fn launched_name(&self, at: usize) -> &str {
        let is_kernel = |at: &usize| self.functions.iter().any(|own| own.kernel && own.name == self.shown(*at));
        (at.saturating_sub(16)..at).rev().find(is_kernel).map_or("", |at| self.shown(at))
    }

    fn launched_at(&self, at: usize) -> Option<[u32; 2]> {
        let mut reader = self.clone();
        reader.at = at + 1;
        let mut number = |end: &str| {
            let id = reader.choice()?;
            let number = reader.tree.constant(id)?.ordinal()?;
            let ended = reader.shown(reader.at) == end;
            reader.at += 1;
            u32::try_from(number).ok().filter(|_| ended)
        };
        let blocks = number(",")?;
        let threads = number(">>>").or_else(|| number(","))?;
        ((1..=1024).contains(&threads) && (1..=1 << 16).contains(&blocks)).then_some([threads, blocks])
    }
}

/// Threads of a block and blocks of the launch of a kernel, each along x, y and z.
pub fn launched(launches: &[(String, [u32; 2])], kernel: &str) -> Option<[[u32; 3]; 2]> {
    launches.iter().find(|(name, _)| name == kernel).map(|(_, shape)| shape.map(|count| [count, 1, 1]))
}
