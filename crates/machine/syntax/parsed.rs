//! What a text says, as far as it could be understood.

use super::diagnostic::Diagnostic;
use super::lexer::Token;
use crate::instruction::{Context, Form, ModifierSet, Type};
use core::ops::Range;

/// A register and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The name as written, its `%` included.
    pub name: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// A predicate that decides whether the instruction runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate register.
    pub register: Register,
    /// Whether it must be false: `@!p`.
    pub negated: bool,
}

/// A number written into the instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The bits it stands for, in the type of the instruction.
    pub bits: u64,
    /// As written.
    pub text: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// A source operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A register.
    Register(Register),
    /// A literal.
    Literal(Literal),
}

impl Source {
    /// Its bytes in the text.
    pub fn span(&self) -> Range<usize> {
        match self {
            Source::Register(register) => register.span.clone(),
            Source::Literal(literal) => literal.span.clone(),
        }
    }

    /// Whether this is the register of that name, with or without its `%`.
    pub fn is_register(&self, name: &str) -> bool {
        let bare = |name| str::strip_prefix(name, '%').unwrap_or(name);
        matches!(self, Source::Register(register) if bare(&register.name) == bare(name))
    }
}

/// An instruction that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The row of the table.
    pub form: &'static Form,
    /// The modifiers, the type among them; what the form implies is not among them.
    pub modifiers: ModifierSet,
    /// The bytes from the mnemonic to the last modifier.
    pub head: Range<usize>,
    /// The guard.
    pub guard: Option<Guard>,
    /// The register that is written.
    pub destination: Register,
    /// The second predicate that is written.
    pub second: Option<Register>,
    /// The predicates among the sources that are negated, a bit each.
    pub negated: u8,
    /// The operands that are read, in order; as many as the form has.
    pub sources: Vec<Source>,
    /// What it is written for.
    pub context: Context,
}

impl Instruction {
    /// The registers that are written, the lower predicate first; `_` throws one away.
    pub fn written(&self) -> impl Iterator<Item = &Register> {
        core::iter::once(&self.destination).chain(&self.second)
    }

    /// Whether a source is a negated predicate.
    pub fn negates(&self, source: usize) -> bool {
        self.negated >> source & 1 == 1
    }

    /// The type of a source.
    pub fn source_type(&self, source: usize) -> Type {
        self.form.source_type(self.modifiers, source)
    }

    /// The places that it names.
    pub(super) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Range<usize>> {
        let guard = self.guard.iter_mut().map(|guard| &mut guard.register.span);
        let sources = self.sources.iter_mut().map(|source| match source {
            Source::Register(register) => &mut register.span,
            Source::Literal(literal) => &mut literal.span,
        });
        let second = self.second.as_mut().map(|second| &mut second.span);
        [&mut self.head, &mut self.destination.span].into_iter().chain(second).chain(guard).chain(sources)
    }
}

/// The head of an instruction that moves data or control. The reader of lines takes its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The form.
    pub form: &'static Form,
    /// Its modifiers.
    pub modifiers: ModifierSet,
    /// The bytes from the mnemonic to the last modifier.
    pub head: Range<usize>,
    /// The guard.
    pub guard: Option<Guard>,
    /// How many operands stand.
    pub operands: usize,
    /// What it is written for.
    pub context: Context,
}

impl Heading {
    /// The places that it names.
    pub(super) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Range<usize>> {
        [&mut self.head].into_iter().chain(self.guard.iter_mut().map(|guard| &mut guard.register.span))
    }
}

/// Everything that reading a text gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The pieces of the text, for colouring.
    pub tokens: Vec<Token>,
    /// The instruction, or the best guess if there are errors.
    pub instruction: Option<Instruction>,
    /// In its place, the head of one that moves data or control.
    pub heading: Option<Heading>,
    /// What is to be said, errors first, then by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// The first error.
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.is_error())
    }

    /// The instruction, if nothing is wrong with the text. A missing semicolon is passed over, for the sake of people who type.
    pub fn accepted(&self) -> Option<&Instruction> {
        if self.error().is_some() { None } else { self.instruction.as_ref() }
    }

    /// Why the assembler would refuse the text: the first error, or something that is passed over here.
    pub fn refusal(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.is_refusal())
    }
}
