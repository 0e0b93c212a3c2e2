//! An expression among the languages.

use super::bar::choices;
use super::fact::facts;
use super::lower::{Line, lower};
use super::option::Options;
use super::parse::{Parsed, parse};
use super::run::{Work, run};
use super::token::{Kind, Piece, ends_operand, pieces};
use super::types::{CType, is_type_word};
use crate::cuda::{self, number_text};
use crate::instruction::Context;
use crate::kernel::Module;
use crate::number::{OperandType, Pattern};
use crate::reading::{Fact, Reading, kept};
use crate::register_file::RegisterFile;
use crate::run::{Operand, Place, Run, Value};
use crate::syntax::{Completion, Diagnostic, Group, Registers, sort_by_key};

/// A text of one expression, as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    context: Context,
    name: String,
    lines: Vec<Line>,
    diagnostics: Vec<Diagnostic>,
    pub(super) parsed: Parsed,
}

impl Expression {
    /// Reads a text. This never fails.
    pub fn read(text: &str, context: &Context) -> Expression {
        let parsed = parse(text);
        let name = destination(&parsed);
        let lines = parsed.root.map(|root| lower(&parsed.tree, root, &name, parsed.options, context)).unwrap_or_default();
        let mut diagnostics = parsed.diagnostics.clone();
        unavailable(text, &lines, context, &mut diagnostics);
        let numbers = parsed.inputs.iter().all(|input| input.name.is_none());
        if numbers && lines.iter().any(|line| matches!(line, Line::Ptx(text, _) if !text.starts_with("mov"))) {
            let message = "Numbers count as values in registers here. A compiler computes an expression of numbers alone itself.";
            diagnostics.push(Diagnostic::note("folded", 0..text.trim_end().len(), message));
        }
        sort_by_key(&mut diagnostics, Diagnostic::order);
        Expression { text: text.to_owned(), context: *context, name, lines, diagnostics, parsed }
    }

    /// The PTX that it becomes, a line an instruction; what runs whole stands as its call.
    pub fn ptx(&self) -> Vec<String> {
        let shown = |line: &Line| match line {
            Line::Ptx(text, _) => text.clone(),
            Line::Library(call) => call.printed(),
        };
        self.lines.iter().map(shown).collect()
    }

    /// The type of its value.
    pub fn own(&self) -> CType {
        self.parsed.root.map_or(CType::Float, |root| self.parsed.tree.own(root))
    }

    /// nvcc's options.
    pub fn options(&self) -> Options {
        self.parsed.options
    }
}

/// The variable that the value is given to: the one that is assigned, or one that the expression does not read.
fn destination(parsed: &Parsed) -> String {
    let read = |name: &str| parsed.inputs.iter().any(|input| input.name.as_deref().is_some_and(|own| own.trim_start_matches('%') == name));
    let free = || ["d", "r", "result"].into_iter().find(|name| !read(name)).unwrap_or("result_");
    parsed.assigned.clone().unwrap_or_else(|| free().to_owned())
}

/// Why the PTX cannot be had in a context.
fn unavailable(text: &str, lines: &[Line], context: &Context, diagnostics: &mut Vec<Diagnostic>) {
    for line in lines {
        let Line::Ptx(line, _) = line else { continue };
        let module = Module::implicit(line, context, Registers::default());
        for said in module.diagnostics.iter().filter(|said| said.is_error()) {
            let known = diagnostics.iter().any(|known| known.message == said.message);
            if !known {
                let fixes = said.fixes.iter().filter(|fix| fix.apply("").is_none()).cloned().collect();
                diagnostics.push(Diagnostic { span: 0..text.trim_end().len(), fixes, ..said.clone() });
            }
        }
    }
}

impl Reading for Expression {
    kept!(parsed.tokens, diagnostics);

    fn is_complete(&self) -> bool {
        self.parsed.root.is_some()
    }

    fn compiled(&self) -> Option<Vec<String>> {
        Some(self.ptx())
    }

    fn name(&self) -> String {
        self.printed()
    }

    /// The text with one blank around each operator between operands.
    fn printed(&self) -> String {
        let all = pieces(&self.text);
        let mut text = String::new();
        for (at, piece) in all.iter().enumerate() {
            let shown = &self.text[piece.span.clone()];
            if at > 0 && apart(&self.text, &all, at) {
                text.push(' ');
            }
            text.push_str(shown.trim_end());
        }
        text
    }

    /// The PTX that it is.
    fn summary(&self) -> String {
        let lines = self.ptx();
        match &lines[..] {
            [] => String::new(),
            [line] => format!("nvcc makes one instruction of it: `{line}`"),
            several => format!("nvcc makes {} instructions of it: `{}`", several.len(), several.join("` `")),
        }
    }

    fn syntax(&self) -> &'static str {
        ""
    }

    fn completions(&self) -> Vec<Completion> {
        cuda::complete(&self.text, self.text.len())
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        self.parsed.root?;
        let work = Work { lines: &self.lines, inputs: &self.parsed.inputs, name: &self.name, own: self.own(), context: &self.context };
        Some(run(&work, registers))
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        let letters: Vec<char> = ('a'..='z').filter(|letter| *letter != 'd').collect();
        let mut all = Vec::new();
        for (place, input) in self.parsed.inputs.iter().enumerate() {
            let name = input.name.clone().unwrap_or_default();
            let bits = input.name.as_ref().map_or(input.bits, |name| run.before.get(name).unwrap_or(0));
            let letter = name.trim_start_matches('%').chars().next().unwrap_or(letters[place % letters.len()]);
            all.extend(Operand::of(letter, Some(place), &Value { name, own: OperandType::one(input.own.format()), bits }));
        }
        all.extend(run.results.iter().flat_map(|value| Operand::of('d', None, value)));
        all
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let input = self.parsed.inputs.get(place.source?).filter(|input| input.name.is_none())?;
        let (before, behind) = (self.text.get(..input.span.start)?, self.text.get(input.span.end..)?);
        let text = number_text(number);
        // A sign must not meet another one, nor the base of a power.
        let close = before.trim_end().ends_with(['+', '-', '^', '*', '/']) || behind.trim_start().starts_with('^');
        let text = if text.starts_with('-') && close { ["(", &text, ")"].concat() } else { text };
        Some([before, &text, behind].concat())
    }

    fn choices(&self) -> Vec<Group> {
        choices(&self.text, self.parsed.options, &self.parsed.written)
    }

    /// Values that show a rounding.
    fn examples(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        let names = self.parsed.inputs.iter().filter_map(|input| Some((input.name.clone()?, input.own)));
        let all = names.enumerate().map(|(place, (name, own))| (name, own.example(place)));
        all.filter(|(name, _)| registers.get(name).is_none()).collect()
    }

    fn facts(&self, run: &Run) -> Vec<Fact> {
        facts(&self.parsed, self.own(), run)
    }
}

/// Whether a blank stands before a piece where an expression is printed.
fn apart(text: &str, all: &[Piece], at: usize) -> bool {
    let shown = |at: usize| &text[all[at].span.clone()];
    let operand = |at: usize| ends_operand(&all[at], text);
    let (before, now) = (shown(at - 1), shown(at));
    // A sign or `!` belongs to what follows it, and so does a cast.
    let sign = |at: usize| matches!(shown(at), "-" | "+" | "!") && (at == 0 || !operand(at - 1) || closes_cast(text, all, at - 1));
    match () {
        () if all[at].kind == Kind::Comment || all[at - 1].kind == Kind::Comment => true,
        () if matches!(now, ")" | "," | ";" | "^") || matches!(before, "(" | "^" | "~") => false,
        () if sign(at - 1) => shown(at - 1) == now,
        () if now == "(" => all[at - 1].kind != Kind::Name && !closes_cast(text, all, at - 1),
        () => !closes_cast(text, all, at - 1),
    }
}

/// Whether a parenthesis closes a cast.
fn closes_cast(text: &str, all: &[Piece], at: usize) -> bool {
    let words = all[..at].iter().rev().take_while(|piece| is_type_word(&text[piece.span.clone()])).count();
    let opens = at.checked_sub(words + 1).is_some_and(|open| &text[all[open].span.clone()] == "(");
    &text[all[at].span.clone()] == ")" && words > 0 && opens
}
