//! A module as the page needs it: its kernels, and which line of the text each of its lines is.

use semantics::instruction::Context;
use semantics::kernel::module::{Line, Module};
use semantics::kernel::record::Record;

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
        self.of.get(record.function as usize).and_then(|lines| lines.get(record.line as usize)).map_or(0, |line| *line as usize)
    }
}

/// A module with the places of its lines.
#[derive(Debug)]
pub struct Read {
    pub module: Module,
    pub places: Places,
}

impl Read {
    pub fn new(text: &str, context: &Context) -> Read {
        let module = Module::read(text, context);
        Read { places: Places::new(&module), module }
    }

    /// A line of the text, from 0.
    pub fn line(&self, line: usize) -> &str {
        self.places.text(&self.module.text, line)
    }
}
