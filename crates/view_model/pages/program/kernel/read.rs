//! A module as the page needs it: its kernels, and which line of the text each of its lines is.

use super::types::Parameter;
use crate::state::language::later;
use crate::state::program::is_module;
use semantics::c::{Compiled, launched};
use semantics::instruction::Context;
use semantics::kernel::module::{Line, Module};
use semantics::kernel::record::Record;
use semantics::syntax::Diagnostic;

/// Threads that run where a text launches them and nobody asks.
const AT_ONCE: u32 = 1024;

/// Which kernel a plan means: those of the module, or its functions where it has none.
pub fn entries(module: &Module) -> Vec<usize> {
    let of = |entry: bool| {
        let functions = module.functions.iter().enumerate().filter(move |(_, function)| function.defined && function.entry == entry);
        functions.map(|(at, _)| at).collect::<Vec<_>>()
    };
    let kernels = of(true);
    if kernels.is_empty() { of(false) } else { kernels }
}

/// The function of that name among those, or the first of them.
pub fn chosen(module: &Module, name: &str) -> Option<usize> {
    let all = entries(module);
    all.iter().find(|at| module.functions[**at].name == name).or(all.first()).copied()
}

/// Where the lines of functions stand in the text.
#[derive(Debug, Default)]
pub struct Places {
    /// The bytes at which the lines of the text begin.
    starts: Vec<usize>,
    /// The line of the text of each line of each function, from 0.
    of: Vec<Vec<u32>>,
}

impl Places {
    fn new(module: &Module) -> Places {
        let breaks = module.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let starts: Vec<usize> = core::iter::once(0).chain(breaks).collect();
        let line = |line: &Line| starts.partition_point(|start| *start <= line.span.start as usize).saturating_sub(1) as u32;
        let of = module.functions.iter().map(|function| function.lines.iter().map(line).collect()).collect();
        Places { starts, of }
    }

    /// How many lines the text has.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// A line of the text, without its break.
    fn text<'a>(&self, text: &'a str, line: usize) -> &'a str {
        let start = self.starts.get(line).copied().unwrap_or(text.len());
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        text.get(start..end).unwrap_or("")
    }

    /// The line of a byte.
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The line of a record.
    pub fn of(&self, record: &Record) -> usize {
        self.at(record.function as usize, record.line as usize)
    }

    /// The line of the text of a function's line.
    pub fn at(&self, function: usize, line: usize) -> usize {
        self.of.get(function).and_then(|lines| lines.get(line)).map_or(0, |line| *line as usize)
    }
}

/// A module with the places of its lines, and the C that it was made of.
#[derive(Debug)]
pub struct Read {
    pub module: Module,
    pub places: Places,
    pub compiled: Option<Compiled>,
    /// The C.
    text: String,
}

/// Something that is said of a line.
pub struct Said<'r> {
    /// The number of the line that is shown: of C, where the text is some.
    pub number: usize,
    /// The row that it marks, from 0.
    pub row: Option<usize>,
    /// What is said.
    pub what: &'r Diagnostic,
}

impl Read {
    /// Reads a text. C waits for the code that reads it: until then nothing runs.
    pub fn new(text: &str, context: &Context) -> Read {
        let compiled = if is_module(text) { None } else { later().map(|later| (later.compiled)(text, context)) };
        let (compiled, module) = match compiled {
            Some((compiled, module)) if compiled.diagnostics.iter().all(|said| !said.is_error()) => (Some(compiled), module),
            // What has an error shows no result.
            Some((compiled, _)) => (Some(Compiled { text: String::new(), from: Vec::new(), ..compiled }), Module::read("", context)),
            None => (None, Module::read(if is_module(text) { text } else { "" }, context)),
        };
        Read { places: Places::new(&module), module, compiled, text: text.to_owned() }
    }

    /// A line of the module, from 0.
    pub fn line(&self, line: usize) -> &str {
        self.places.text(&self.module.text, line)
    }

    /// Parameters with what C proposes for them.
    pub fn proposed(&self, mut all: Vec<Parameter>) -> Vec<Parameter> {
        for (name, proposed) in self.compiled.iter().flat_map(|compiled| &compiled.proposed) {
            all.iter_mut().filter(|one| one.name == *name).for_each(|one| one.proposed.clone_from(proposed));
        }
        all
    }

    /// The threads of a block and the blocks of a kernel's launch in C, as far as a page runs them at once; else what the kernel itself wants.
    /// A name that is none means the first kernel.
    pub fn shape(&self, kernel: &str) -> [[u32; 3]; 2] {
        let Some(entry) = chosen(&self.module, kernel) else { return [[1; 3]; 2] };
        let launch = self.compiled.as_ref().and_then(|compiled| launched(&compiled.launches, &self.module.functions[entry].name));
        launch.filter(|[threads, blocks]| threads[0] * blocks[0] <= AT_ONCE).unwrap_or_else(|| self.module.shape(entry))
    }

    /// What was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many parameters are inputs, in a program without a kernel. The others receive its results.
    pub fn program(&self) -> Option<usize> {
        self.compiled.as_ref().and_then(|compiled| compiled.program)
    }

    /// Whether the text is C.
    pub fn is_c(&self) -> bool {
        self.compiled.is_some()
    }

    /// The number of the line of the text that a row comes from, from 1.
    pub fn number(&self, row: usize) -> usize {
        let Some(compiled) = &self.compiled else { return row + 1 };
        // What is written around a kernel's lines belongs to those before it.
        let before = compiled.from.get(..=row).unwrap_or(&compiled.from);
        before.iter().rev().flatten().next().unwrap_or(&0) + 1
    }

    /// Whether a row is shown: of what C becomes, the heads are not.
    pub fn is_shown(&self, row: usize) -> bool {
        self.compiled.as_ref().is_none_or(|compiled| compiled.from.get(row).copied().flatten().is_some())
    }

    /// The line of C that a row shows, and where it begins in the text; the rows below are what it becomes.
    pub fn source(&self, row: usize) -> Option<(usize, &str)> {
        let from = self.compiled.as_ref()?.from.get(row).copied().flatten()?;
        self.line(row).trim_start().starts_with("//").then_some(())?;
        let start: usize = self.text.split_inclusive('\n').take(from).map(str::len).sum();
        Some((start, self.text.get(start..)?.lines().next()?))
    }

    /// The rows that a row of C becomes.
    pub fn becomes(&self, row: usize) -> core::ops::Range<usize> {
        let end = (row + 1..self.places.count()).find(|next| self.source(*next).is_some() || !self.is_shown(*next));
        row + 1..end.unwrap_or(self.places.count())
    }

    /// Everything that is to be said of the text.
    pub fn said(&self) -> Vec<Said<'_>> {
        let Some(compiled) = &self.compiled else {
            let said = self.module.diagnostics.iter().map(|what| {
                let row = self.places.line(what.span.start);
                Said { number: row + 1, row: Some(row), what }
            });
            return said.collect();
        };
        let of_c = compiled.diagnostics.iter().map(|what| {
            let line = self.text.get(..what.span.start).map_or(0, |before| before.matches('\n').count());
            Said { number: line + 1, row: compiled.from.iter().position(|from| *from == Some(line)), what }
        });
        let of_ptx = self.module.diagnostics.iter().map(|what| {
            let row = self.places.line(what.span.start);
            Said { number: self.number(row), row: Some(row), what }
        });
        of_c.chain(of_ptx).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c_stands_above_what_it_becomes() {
        let read = Read::new("float s = 0;\nfor (int i = 0; i < 3; i++)\n  s += 0.1f;\n", &Context::default());
        let rows: Vec<&str> = (0..read.places.count()).filter_map(|row| Some(read.source(row)?.1.trim())).collect();
        assert_eq!(rows[..2], ["float s = 0;", "for (int i = 0; i < 3; i++)"]);
        let adds = (0..read.places.count()).find(|row| read.line(*row).contains("add.f32")).unwrap();
        assert_eq!(read.number(adds), 3);
        let sum = (0..read.places.count()).find(|row| read.source(*row).is_some_and(|(_, text)| text.contains("+="))).unwrap();
        assert!(read.becomes(sum).contains(&adds) && read.said().is_empty());
    }

    #[test]
    fn what_has_an_error_runs_nothing() {
        let read = Read::new("float s = 0;\ns += frob(1.0f);", &Context::default());
        assert!(read.module.functions.is_empty() && read.is_c());
        let said = read.said();
        assert_eq!((said.len(), said[0].number), (1, 2), "{}", said[0].what.message);
    }
}
