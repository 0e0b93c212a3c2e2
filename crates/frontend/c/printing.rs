//! `printf` and `assert` as nvcc has them: calls of `vprintf` and `__assertfail`, with texts in .global memory. The numbers that are printed
//! stand in .local memory, one behind the other, each at a multiple of its size.

use super::number::letters;
use super::parse::Reader;
use super::place::Place;
use super::statement::Last;
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::CType;
use crate::kernel::printing::formatted;

/// The two functions as a module declares them.
const VPRINTF: &str = ".extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 values);";
/// The first one of the host.
const HOST_PRINTF: &str = ".extern .func (.param .b32 result) host_printf(.param .b64 format, .param .b64 values);";
const ASSERTFAIL: &str =
    ".extern .func __assertfail(.param .b64 message, .param .b64 file, .param .b32 line, .param .b64 function, .param .b64 size);";

/// How the declaration of a text begins.
const TEXT: &str = ".global .align 1 .b8 ";

impl Reader<'_> {
    /// Declares something outside of all functions, once.
    pub(super) fn outside(&mut self, line: String) {
        if !self.flow.outside.contains(&line) {
            self.flow.outside.push(line);
        }
    }

    /// Texts in quotes that stand side by side, as one.
    pub(super) fn quoted(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while self.is(self.at, Cut::Text) {
            let text = self.shown(self.at);
            let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            match inside.map(letters) {
                Some(Some(own)) => bytes.extend(own),
                unknown => {
                    let span = self.span(self.at);
                    let known = "A backslash begins a letter here that is not known.";
                    self.error(
                        "literal",
                        span,
                        if unknown.is_some() { known } else { "This text has no end: a quotation mark is missing." },
                    );
                }
            }
            self.at += 1;
        }
        bytes
    }

    /// The address of the text that stands here.
    pub(super) fn text_here(&mut self) -> Option<Id> {
        let bytes = self.quoted();
        Some(self.text_of(bytes))
    }

    /// The address of a text, which stands once in the module and ends with a zero.
    pub(super) fn text_of(&mut self, mut bytes: Vec<u8>) -> Id {
        bytes.push(0);
        let all: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let end = format!("[{}] = {{{}}};", all.len(), all.join(", "));
        let known = self.flow.outside.iter().find_map(|line| line.strip_prefix(TEXT)?.strip_suffix(&end));
        let name = known.map(str::to_owned).unwrap_or_else(|| {
            let name = format!("$str${}", self.flow.outside.iter().filter(|line| line.starts_with(TEXT)).count());
            self.outside([TEXT, &name, &end].concat());
            name
        });
        self.tree.node(Kind::Address(name, "global"), CType::Char.pointer(), 0..0)
    }

    /// `printf(format, …)`, whose name stands at a place: how many numbers it has printed.
    pub(super) fn printf(&mut self, at: usize) -> Option<Id> {
        self.mark_call(at);
        self.at += 1;
        let literal = self.is(self.at, Cut::Text).then(|| self.quoted());
        self.at += usize::from(literal.is_some() && self.shown(self.at) == ",");
        let mut values = self.values(")");
        if self.dry {
            return Some(self.zero(CType::Int));
        }
        let format = match literal {
            Some(bytes) => {
                self.formats(&bytes, &values, at);
                self.text_of(bytes)
            }
            None if values.is_empty() => {
                let span = self.span(at);
                self.error("argument-count", span, "printf takes a format.");
                return None;
            }
            None => values.remove(0),
        };
        self.printed_in(format, values, at)
    }

    /// Prints values in a format whose address is given.
    pub(super) fn printed_in(&mut self, format: Id, values: Vec<Id>, at: usize) -> Option<Id> {
        let mut numbers = Vec::new();
        for value in values {
            let own = self.tree.own(value);
            let own = match own {
                CType::Float => CType::Double,
                _ if own.needs_register() || own.layout().is_some() => {
                    let span = self.span(at);
                    self.error("argument", span, format!("printf takes no {}: convert it first, as in float(x).", own.name()));
                    return None;
                }
                _ => own.underlying().promoted(),
            };
            numbers.push((own, if own.pointee().is_some() { value } else { self.tree.cast(value, own) }));
        }
        let buffer = self.laid_out(&numbers);
        let (declared, name) = if self.on_host { (HOST_PRINTF, "host_printf") } else { (VPRINTF, "vprintf") };
        self.outside(declared.to_owned());
        let call = self.happens(format!("call ({{}}), {name}, ({{0}}, {{1}});"), vec![format, buffer], CType::Int);
        Some(self.tree.node(Kind::Line("mov.b32 {}, {0};".to_owned(), vec![call]), CType::Int, 0..0))
    }

    /// The address in .local memory of numbers, each at a multiple of its size; zero of none.
    pub(super) fn laid_out(&mut self, numbers: &[(CType, Id)]) -> Id {
        let behind = |at: u64, own: CType| at.next_multiple_of(own.size()) + own.size();
        let bytes = numbers.iter().fold(0, |at, (own, _)| behind(at, *own));
        if bytes == 0 {
            return self.zero(CType::UnsignedLong);
        }
        let place = self.hidden("values", CType::Char, None);
        self.in_memory(place, "local", bytes);
        self.known[place].lengths = vec![bytes];
        let (buffer, mut at) = (self.held_or_address(place, 0..0), 0);
        for (own, value) in numbers {
            at = behind(at, *own);
            self.write(&Place::Memory(buffer, (at - own.size()) as i64, *own), *value);
        }
        buffer
    }

    /// Says where a format asks for something else than what it is given.
    fn formats(&mut self, format: &[u8], values: &[Id], at: usize) {
        let mut wanted = Vec::new();
        let known = formatted(&String::from_utf8_lossy(format), |size, letter| {
            wanted.push((size, letter));
            Some((0, Some(String::new())))
        });
        let span = self.span(at);
        if known.is_none() {
            self.error("print", span, "This format is not covered here.");
            return;
        }
        if wanted.len() > values.len() {
            let message = format!("The format asks for {} values; here are {}.", wanted.len(), values.len());
            self.error("argument-count", span, message);
            return;
        }
        for (number, ((size, letter), value)) in wanted.into_iter().zip(values).enumerate() {
            let own = self.tree.own(*value);
            let (fits, name) = match letter {
                's' | 'p' => (own.pointee().is_some(), "a pointer"),
                'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => (matches!(own, CType::Float | CType::Double), "a double"),
                _ => {
                    let fits = own.is_integer() && own.pointee().is_none() && own.underlying().promoted().size() == size;
                    (fits, if size == 8 { "an integer of 64 bits" } else { "an int" })
                }
            };
            if !fits {
                let message = format!(
                    "%{letter} takes {name}, and value {} has the type {}: from here on the format reads bytes as they lie in memory.",
                    number + 1,
                    own.name()
                );
                self.note("print", span, message);
                return;
            }
        }
    }

    /// A statement that says something: what it gives is what the text is about only where nothing else is.
    pub(super) fn says(&mut self) {
        let at = self.at;
        let value = match self.shown(at) {
            "assert" => self.asserts(),
            "cout" => self.streams(),
            _ => self.assignment(),
        };
        if self.last == Last::default() && !self.as_kernels {
            self.last = Last { root: value, ..Last::default() };
        }
        self.ends();
    }

    /// `assert(condition)`
    fn asserts(&mut self) -> Option<Id> {
        let at = self.at;
        self.mark_call(at);
        self.at += 2;
        let begin = self.span(self.at).start;
        let condition = self.assignment()?;
        let text = self.text[self.since(begin)].as_bytes().to_vec();
        self.at += usize::from(self.shown(self.at) == ")");
        let line = 1 + self.text[..self.span(at).start].matches('\n').count() as u64;
        let function = self.entries.first().map_or("program", |entry| &self.functions[entry.number].name).as_bytes().to_vec();
        let end = self.new_label();
        let failed = self.tree.node(Kind::Not(condition), CType::Int, 0..0);
        self.jump_unless(failed, &end);
        let [message, file, function] = [text, b"text".to_vec(), function].map(|text| self.text_of(text));
        let (line, size) = (self.tree.number(CType::Unsigned, line, None, 0..0), self.tree.number(CType::UnsignedLong, 1, None, 0..0));
        self.outside(ASSERTFAIL.to_owned());
        self.happens("call __assertfail, ({0}, {1}, {2}, {3}, {4});".to_owned(), vec![message, file, line, function, size], CType::Int);
        self.flush(None);
        self.emit_label(&end);
        None
    }
}
