//! A module of PTX as it is written: what stands outside of all functions, then functions that are called, then entries, each with the
//! registers that its lines use.

use super::kernel::{Entry, Parameter};
use super::lower::{Line, register};
use super::recursive::Separate;
use super::run::module;
use super::types::CType;
use crate::instruction::Context;
use crate::kernel::module::Code;
use crate::kernel::special;
use std::collections::HashSet;

/// The text of a module, and for each line of it the line of the source that it comes from.
pub(super) fn module_text(
    source: &str,
    entries: &[&Entry],
    outside: &[String],
    separate: &[Separate],
    context: &Context,
) -> (String, Vec<Option<usize>>) {
    let called: Vec<&Entry> = separate.iter().filter_map(|own| own.entry.as_ref()).collect();
    let prototypes = called.iter().map(|entry| [&entry.head(), ";"].concat()).collect();
    let is_python = super::is_python(source);
    let mut written = Writing { text: String::new(), from: Vec::new(), source, last: None, is_python, prototypes };
    written.head(context);
    outside.iter().for_each(|line| written.line(line, None));
    written.prototypes.clone().iter().for_each(|line| written.line(line, None));
    called.iter().chain(entries).for_each(|entry| written.entry(entry, context));
    (written.text, written.from)
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
    /// What functions take and give that are called.
    prototypes: Vec<String>,
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
        if entry.called {
            self.line(&entry.head(), None);
        } else {
            self.line(&format!(".visible .entry {name}({}", if all.is_empty() { ")" } else { "" }), None);
        }
        for (place, (one, own)) in all.iter().enumerate().filter(|_| !entry.called) {
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
        let declared = entry.declared(&self.prototypes, context);
        declared.iter().for_each(|line| self.line(&format!("\t{line}"), None));
        for Parameter { name: one, own, register } in parameters.iter().filter(|_| !entry.called) {
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

impl Entry {
    /// What a function that is called takes and gives.
    pub(super) fn head(&self) -> String {
        let formal = |own: CType, register: &str| format!(".reg .{} {register}", declared(own));
        let gives = self.gives.iter().map(|(register, own)| format!("({}) ", formal(*own, register))).collect::<String>();
        let takes: Vec<String> = self.parameters.iter().map(|one| formal(one.own, &one.register)).collect();
        format!(".func {gives}{}({})", self.name, takes.join(", "))
    }

    /// The declarations of its registers and arrays.
    pub(super) fn declared(&self, prototypes: &[String], context: &Context) -> Vec<String> {
        let registers = registers(self, prototypes, context);
        let formal = |name: &str| {
            self.called && (self.parameters.iter().any(|one| one.register == name) || self.gives.iter().any(|(own, _)| own == name))
        };
        let mut all = Vec::new();
        for own in ["pred", "b16", "b32", "b64", "f32", "f64"] {
            let of_type = registers.iter().filter(|(name, kind)| kind == own && !formal(name));
            let of_type: Vec<&str> = of_type.map(|(name, _)| name.as_str()).collect();
            if !of_type.is_empty() {
                all.push(format!(".reg .{own} {};", of_type.join(", ")));
            }
        }
        all.extend(self.declarations.iter().cloned());
        all
    }
}

/// The parameter that points to where a result goes.
pub(super) fn result(name: &str) -> String {
    ["out_", name.trim_start_matches('%')].concat()
}

/// The registers of an entry with the types that they are declared with. What a function's row computes on the way is known by what writes it.
fn registers(entry: &Entry, prototypes: &[String], context: &Context) -> Vec<(String, String)> {
    let before = prototypes.iter().map(|text| Line { text: text.clone(), why: "", at: 0 });
    let module = module(&before.chain(entry.lines.iter().cloned()).collect::<Vec<Line>>(), context);
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
