//! C as a module of PTX, as nvcc -ptx writes one: each kernel of the text is an entry. A text without kernels is one entry that takes what
//! the text reads and stores what it is about, so that whatever runs a kernel runs it too.

use super::call::whole;
use super::define::{BOUNDS, Defined, Taken};
use super::flow::Flow;
use super::lower::{Line, Root, register};
use super::parse::{Input, Parsed, Reader, parse};
use super::reading::{lines, roots};
use super::run::module;
use super::source::Source;
use super::template::{Bound, Parameter as OfTemplate};
use super::token::assigns;
use super::types::CType;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::kernel::module::Code;
use crate::kernel::special;
use crate::number::Format;
use crate::syntax::{Diagnostic, Token, sort_by_key};
use std::collections::HashSet;

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
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) own: CType,
    register: String,
}

/// A function of the module.
pub(super) struct Entry {
    name: String,
    pub(super) parameters: Vec<Parameter>,
    /// The most threads of a block, and the blocks of a cluster.
    most: Option<u64>,
    cluster: Option<[u64; 3]>,
    /// Arrays of its own.
    declarations: Vec<String>,
    lines: Vec<Line>,
    /// What is stored at its end, each in a buffer of its name.
    pub(super) results: Vec<(String, CType)>,
    /// Every variable with its type.
    registers: Vec<(String, CType)>,
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
    let (entries, outside, mut diagnostics, launches) = if has_kernels {
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
                reader.flow.outside = own.flow.outside;
            }
        }
        host = reader.program_of_host();
        reader.without_library(source.length);
        reader.painted(&mut tokens);
        (entries, reader.flow.outside, reader.diagnostics, launches)
    } else {
        let (entry, parsed) = program(text, context);
        tokens = parsed.tokens;
        (vec![entry], parsed.outside, parsed.diagnostics, Vec::new())
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
    let written = |entries: &mut dyn Iterator<Item = &Entry>, outside: &[String]| {
        let mut written = Writing { text: String::new(), from: Vec::new(), source: text, last: None, is_python: super::is_python(text) };
        written.head(context);
        outside.iter().for_each(|line| written.line(line, None));
        entries.for_each(|entry| written.entry(entry, context));
        written
    };
    let Writing { text, from, .. } = written(&mut entries.iter(), &outside);
    let host = host.map(|(main, outside)| written(&mut entries.iter().chain([&main]), &outside).text);
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
    let body = body.into_iter().filter(|line| !parsed.declarations.contains(&line.text) && !parsed.outside.contains(&line.text));
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
        Entry { name, parameters, most: None, cluster: None, declarations, lines: code, results: Vec::new(), registers }
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

/// A module as it is written.
struct Writing<'a> {
    text: String,
    from: Vec<Option<usize>>,
    source: &'a str,
    /// The line of C that was shown last.
    last: Option<usize>,
    /// Whether it is Python: what its reader adds to a line has no place of its own.
    is_python: bool,
}

impl Writing<'_> {
    fn line(&mut self, line: &str, from: Option<usize>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.from.push(from);
    }

    fn head(&mut self, context: &Context) {
        self.line(&format!(".version {}", context.ptx), None);
        self.line(&format!(".target {}", context.target), None);
        self.line(".address_size 64", None);
    }

    fn entry(&mut self, entry: &Entry, context: &Context) {
        let Entry { name, parameters, results, .. } = entry;
        let given = parameters.iter().map(|one| (one.name.clone(), one.own.memory()));
        let all: Vec<(String, &str)> = given.chain(results.iter().map(|(name, _)| (result(name), "u64"))).collect();
        self.line("", None);
        self.line(&format!(".visible .entry {name}({}", if all.is_empty() { ")" } else { "" }), None);
        for (place, (one, own)) in all.iter().enumerate() {
            let end = if place + 1 < all.len() { "," } else { "\n)" };
            for line in format!("\t.param .{own} {name}_{one}{end}").lines() {
                self.line(line, None);
            }
        }
        if let Some(most) = entry.most {
            self.line(&format!(".maxntid {most}"), None);
        }
        if let Some([x, y, z]) = entry.cluster {
            self.line(".explicitcluster", None);
            self.line(&format!(".reqnctapercluster {x}, {y}, {z}"), None);
        }
        self.line("{", None);
        let registers = registers(entry, context);
        for own in ["pred", "b16", "b32", "b64", "f32", "f64"] {
            let of_type: Vec<&str> = registers.iter().filter(|(_, kind)| kind == own).map(|(name, _)| name.as_str()).collect();
            if !of_type.is_empty() {
                self.line(&format!("\t.reg .{own} {};", of_type.join(", ")), None);
            }
        }
        entry.declarations.iter().for_each(|line| self.line(&format!("\t{line}"), None));
        for Parameter { name: one, own, register } in parameters {
            self.line(&format!("\tld.param.{} {register}, [{name}_{one}];", own.memory()), None);
            if own.pointee().is_some() {
                self.line(&format!("\tcvta.to.global.u64 {register}, {register};"), None);
            }
        }
        self.last = None;
        let line_of = |at: usize| self.source.get(..at).map_or(0, |before| before.matches('\n').count());
        // The library before the first line of the text belongs to that one.
        let first = entry.lines.iter().find(|line| line.at > 0 && line.at < self.source.len()).map(|line| line_of(line.at));
        for Line { text, at, .. } in &entry.lines {
            // What the library does belongs to the line that calls it.
            let inside = *at >= self.source.len() || (self.is_python && *at == 0);
            let at = line_of(*at);
            // What a macro stands for belongs to the line that names it.
            let is_macro = self.source.lines().nth(at).is_some_and(|line| line.trim_start().starts_with('#'));
            let at = self.last.or(first).filter(|_| is_macro || inside).unwrap_or(at);
            if self.last.replace(at) != Some(at) {
                let line = self.source.lines().nth(at).unwrap_or("").trim();
                let mut shown = format!("\t// {}: ", at + 1);
                shown.push_str(line);
                self.line(&shown, Some(at));
            }
            let indent = if text.ends_with(':') { "" } else { "\t" };
            self.line(&[indent, text].concat(), Some(at));
        }
        for (place, (one, own)) in results.iter().enumerate() {
            let to = format!("%to_{place}");
            self.line(&format!("\tld.param.u64 {to}, [{name}_{}];", result(one)), None);
            self.line(&format!("\tcvta.to.global.u64 {to}, {to};"), None);
            self.line(&format!("\tst.global.{} [{to}], {};", own.memory(), register(one)), None);
        }
        self.line("\tret;", None);
        self.line("}", None);
    }
}

/// The parameter that points to where a result goes.
pub(super) fn result(name: &str) -> String {
    ["out_", name.trim_start_matches('%')].concat()
}

/// The registers of an entry with the types that they are declared with. What a function's row computes on the way is known by what writes it.
fn registers(entry: &Entry, context: &Context) -> Vec<(String, String)> {
    let module = module(&entry.lines, context);
    let Some(function) = module.functions.first() else { return Vec::new() };
    let of_width = |width: u32| if width == 1 { "pred".to_owned() } else { format!("b{}", width.max(16)) };
    let written = |name: &str| {
        let named = |slot: u32| function.name_of(slot) == Some(name);
        function.lines.iter().find_map(|line| match &line.code {
            Code::Row { request, to, .. } if named(*to) => {
                Some(of_width(function.requests.get(*request as usize)?.destination_type().width()))
            }
            Code::Row { second: Some(to), .. } if named(*to) => Some("pred".to_owned()),
            Code::Copy { to, mask, .. } if named(*to) => Some(of_width(mask.count_ones())),
            _ => None,
        })
    };
    let of = |name: &str| {
        let own = entry.registers.iter().find(|(own, _)| register(own) == name).map(|(_, own)| *own);
        let given = own.or(entry.parameters.iter().find(|one| one.register == name).map(|one| one.own));
        if let Some(own) = given {
            return declared(own);
        }
        let stem = name.trim_start_matches('%').trim_end_matches(|letter: char| letter.is_ascii_digit());
        match stem {
            "p" => "pred".to_owned(),
            "r" => "b32".to_owned(),
            "rd" => "b64".to_owned(),
            "h" => "b16".to_owned(),
            "f" => "f32".to_owned(),
            "fd" => "f64".to_owned(),
            _ => written(name).unwrap_or_else(|| "b32".to_owned()),
        }
    };
    let mut all: Vec<(String, String)> = Vec::new();
    let used = function.registers.iter().flatten().map(|(name, _)| name.clone());
    let given = entry.parameters.iter().map(|one| one.register.clone());
    // What is read alone, as a fragment without numbers, no line has to know.
    let known: HashSet<String> = entry.registers.iter().map(|(name, _)| register(name)).collect();
    let words = entry.lines.iter().flat_map(|line| line.text.split(|letter: char| !letter.is_alphanumeric() && !"%_$".contains(letter)));
    let named = words.filter(|word| known.contains(*word)).map(str::to_owned);
    for name in given.chain(used).chain(named).filter(|name| name.starts_with('%') && special::find(name).is_none()) {
        if all.iter().all(|(known, _)| *known != name) {
            let own = of(&name);
            all.push((name, own));
        }
    }
    for place in 0..entry.results.len() {
        all.push((format!("%to_{place}"), "b64".to_owned()));
    }
    all
}

/// The type of a variable's register.
fn declared(own: CType) -> String {
    match own {
        CType::Float | CType::Double => own.ptx().trim_start_matches('.').to_owned(),
        _ => format!("b{}", own.register_width()),
    }
}
