//! C among the languages.

use super::call::{name, number_text};
use super::complete;
use super::exact::{Ratio, value};
use super::fact::facts;
use super::flags::of_call;
use super::lower::{Line, Root, Stretch, lower};
use super::modifier_choices::choices;
use super::option::Options;
use super::parse::{Input, Parsed, parse};
use super::python;
use super::recursive::lines_of;
use super::run::{module, run};
use super::token::{Kind as Cut, Piece, ends_operand, pieces};
use super::tree::{Id, Kind};
use super::types::{CType, is_type_word};
use crate::exact::Exact;
use crate::instruction::Context;
use crate::instruction::cuda::{Body, Function, MODES};
use crate::kernel::host::FUNCTIONS;
use crate::number::{OperandType, Pattern};
use crate::reading::{Fact, ParsedSource, kept};
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Operand, Place, Run, Value};
use crate::syntax::{Assignment, Completion, Diagnostic, Group, sort_by_key};

/// A text of C, as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    context: Context,
    roots: Vec<Root>,
    lines: Vec<Line>,
    diagnostics: Vec<Diagnostic>,
    pub(super) parsed: Parsed,
}

impl Expression {
    /// Reads a text. This never fails.
    pub fn read(text: &str, context: &Context) -> Expression {
        let parsed = parse(text, context);
        let roots = roots(&parsed);
        let lines = lines(&parsed, &roots, context);
        let mut diagnostics = parsed.diagnostics.clone();
        // Here nobody does what a program asks of its system.
        if parsed.outside.iter().any(|line| FUNCTIONS.contains(&line.as_str())) {
            let message = "This program asks for memory while it runs, which is done on the page Programs: open it there.";
            diagnostics.push(Diagnostic::error("host", 0..text.trim_end().len(), message));
        } else {
            unavailable(text, &lines, context, &mut diagnostics);
        }
        let numbers = parsed.python.is_none()
            && parsed.code.is_empty()
            && parsed.called().is_none()
            && parsed.inputs.iter().all(|input| input.name.is_none());
        if numbers && lines.iter().any(|line| !line.text.starts_with("mov") && !line.text.starts_with("call")) {
            let message = "Here numbers count as values in registers. A compiler computes an expression that has only numbers itself.";
            diagnostics.push(Diagnostic::note("folded", 0..text.trim_end().len(), message));
        }
        sort_by_key(&mut diagnostics, Diagnostic::order);
        Expression { text: text.to_owned(), context: *context, roots, lines, diagnostics, parsed }
    }

    /// The PTX that it becomes, a line an instruction; what runs whole stands as its call.
    pub fn ptx(&self) -> Vec<String> {
        self.lines.iter().map(|line| line.text.clone()).collect()
    }

    /// The type of its value.
    pub fn own(&self) -> CType {
        let left = self.parsed.left.first().map_or(CType::Float, |(_, own)| *own);
        self.parsed.root.map_or(left, |root| self.parsed.tree.own(root))
    }

    /// nvcc's options.
    pub fn options(&self) -> Options {
        self.parsed.options
    }

    /// Whether its exact value can be asked for: it is one expression, and no function in it is more than arithmetic.
    pub fn has_exact(&self) -> bool {
        let Parsed { tree, code, whole, inputs, .. } = &self.parsed;
        let given = |name: &str| inputs.iter().any(|input| input.name.as_deref().is_some_and(|own| bare(own) == bare(name)));
        let known = tree.nodes.iter().all(|node| !matches!(&node.kind, Kind::Variable(name) if !given(name)));
        // A single number may be one that has none: a root of what is negative, a division by zero.
        let somewhere = || (0..5).any(|place| self.unrounded(|_, own| own.example(place)).is_some());
        code.is_empty() && whole.is_none() && known && self.own().lane().is_none() && somewhere()
    }

    /// The result if nothing were rounded, of the bits of its variables; None where there is no such result.
    pub fn exact(&self, bits: impl Fn(&str) -> u64) -> Option<Exact<u128>> {
        self.unrounded(|name, _| bits(bare(name)))
    }

    fn unrounded(&self, bits: impl Fn(&str, CType) -> u64) -> Option<Exact<u128>> {
        let tree = &self.parsed.tree;
        let leaf = |id: Id| {
            let own = tree.own(id);
            let bits = match &tree.nodes[id].kind {
                Kind::Constant(bits, _) => *bits,
                Kind::Variable(name) => bits(name, own),
                _ => return None,
            };
            Ratio::of(Pattern::new(own.format(), bits))
        };
        let exact = value(tree, self.parsed.root?, leaf)?;
        Some(exact.rounded().unwrap_or(Exact { negative: false, magnitude: 0, exponent: 0 }))
    }

    /// The function that it calls and the arguments, where it is a call of numbers and variables; a variable without a value is zero.
    pub fn called(&self, registers: &RegisterFile) -> Option<(&'static Function, Vec<Pattern>)> {
        let (_, function, _, arguments) = self.parsed.called()?;
        Some((function, arguments.iter().map(|id| self.argument(*id, registers).1).collect()))
    }

    /// The variable that an argument is, if it is one, and its number.
    fn argument(&self, id: Id, registers: &RegisterFile) -> (Option<&str>, Pattern) {
        let node = &self.parsed.tree.nodes[id];
        let (name, bits) = match &node.kind {
            Kind::Variable(name) => (Some(&**name), registers.get(name).unwrap_or(0)),
            Kind::Constant(bits, _) => (None, *bits),
            _ => (None, 0),
        };
        (name, Pattern::new(node.own.format(), bits))
    }
}

/// A variable's name without the sign of a register.
fn bare(name: &str) -> &str {
    name.trim_start_matches('%')
}

/// The PTX of a text: arrays, what stands before the last stretch, and that.
pub(super) fn lines(parsed: &Parsed, roots: &[Root], context: &Context) -> Vec<Line> {
    let plain = |text: &String| Line { text: text.clone(), why: "", at: 0 };
    let mut lines: Vec<Line> = parsed.outside.iter().map(plain).collect();
    lines.extend(lines_of(&parsed.separate, context));
    lines.extend(parsed.declarations.iter().map(plain).chain(parsed.code.iter().cloned()));
    if parsed.root.is_some() {
        let stretch = Stretch { roots, pending: &[], effects: &parsed.effects, test: None, global: &[] };
        let taken = Vec::new();
        lines.extend(lower(&parsed.tree, &stretch, parsed.options, context, taken, &mut parsed.counts.clone()).0);
    }
    lines
}

/// The most lines of a program that its summary has; what jumps is told by their number alone.
const LINES: usize = 4;

/// What the text is about: the value of its last statement, and what that writes through pointers. A variable takes the value, one that is
/// assigned or one that nothing reads.
pub(super) fn roots(parsed: &Parsed) -> Vec<Root> {
    let read = |name: &str| parsed.inputs.iter().any(|input| input.name.as_deref().is_some_and(|own| own.trim_start_matches('%') == name));
    let written = |name: &str| parsed.outputs.iter().any(|(own, _)| own.trim_start_matches('%') == name);
    let free = || ["d", "r", "result"].into_iter().find(|name| !read(name) && !written(name)).unwrap_or("result_");
    let name = parsed.assigned.clone().unwrap_or_else(|| free().to_owned());
    let gives = |id: &Id| !matches!(&parsed.tree.nodes[*id].kind, Kind::Call(function, ..) if function.returns.is_none());
    let value = parsed.root.filter(gives).map(|id| Root { name, id });
    let outputs = parsed.outputs.iter().map(|(name, id)| Root { name: name.clone(), id: *id });
    value.into_iter().chain(outputs).collect()
}

/// Why the PTX cannot be had in a context.
fn unavailable(text: &str, lines: &[Line], context: &Context, diagnostics: &mut Vec<Diagnostic>) {
    for said in module(lines, context).diagnostics.iter().filter(|said| said.is_error()) {
        let known = diagnostics.iter().any(|known| known.message == said.message);
        if !known {
            let fixes = said.fixes.iter().filter(|fix| fix.apply("").is_none()).cloned().collect();
            diagnostics.push(Diagnostic { span: 0..text.trim_end().len(), fixes, ..said.clone() });
        }
    }
}

impl ParsedSource for Expression {
    kept!(parsed.tokens, diagnostics);

    fn language(&self) -> String {
        match self.parsed.python {
            Some(owner) if self.is_complete() => ["Python, ", &python::described(owner, self.own())].concat(),
            Some(_) => "Python".into(),
            None if self.is_complete() => ["C, ", self.own().name()].concat(),
            None => "C".into(),
        }
    }

    fn is_complete(&self) -> bool {
        self.parsed.root.is_some() || !self.parsed.left.is_empty()
    }

    fn compiled(&self) -> Option<Vec<String>> {
        Some(self.ptx())
    }

    fn name(&self) -> String {
        self.parsed.called().map_or_else(|| self.printed(), |(_, function, mode, _)| name(function, mode))
    }

    /// The text with one blank around each operator between operands.
    fn printed(&self) -> String {
        // Lines and blanks count in Python.
        if self.parsed.python.is_some() {
            return self.text.trim_end().to_owned();
        }
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

    /// What a call does, and the PTX that it is.
    fn summary(&self) -> String {
        let lines = self.ptx();
        let count = lines.iter().filter(|line| !line.ends_with(':') && !line.starts_with('.')).count();
        let told = count == lines.len() && count <= LINES;
        let shown = if told { format!(": `{}`", lines.join("` `")) } else { ".".to_owned() };
        if self.parsed.python.is_some() {
            let what = if told { String::new() } else { format!(", {count} instructions") };
            return format!("In PTX, each operation rounded by itself{what}{shown}");
        }
        if self.parsed.on_host {
            return format!("A program of the host, {count} instructions: each operation is rounded by itself{shown}");
        }
        if let Some((_, function, ..)) = self.parsed.called() {
            let summary = function.row.summary;
            return match &self.lines[..] {
                _ if function.row.body == Body::Source => {
                    format!("{summary} nvcc makes {count} instructions of it.")
                }
                _ if matches!(function.row.body, Body::Library(_)) => {
                    [summary, " The compiler makes several instructions of it; here it runs whole."].concat()
                }
                [line] => [summary, " In PTX: `", &line.text, "`"].concat(),
                _ => summary.to_owned(),
            };
        }
        if !self.parsed.code.is_empty() {
            return format!("{count} instructions of PTX, fused by the rules of nvcc for expressions{shown}");
        }
        match &lines[..] {
            [] => String::new(),
            [line] => format!("nvcc makes one instruction of it: `{line}`"),
            _ => format!("nvcc makes {count} instructions of it{shown}"),
        }
    }

    fn syntax(&self) -> &'static str {
        self.parsed.called().map_or("", |(_, function, ..)| function.row.prototype)
    }

    fn completions(&self) -> Vec<Completion> {
        if self.parsed.python.is_some() { Vec::new() } else { complete(&self.text, self.text.len()) }
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        if !self.is_complete() {
            return None;
        }
        let mut run = run(&self.lines, &self.roots, &self.parsed, &self.context, registers);
        // Bits that a call only moves are known as the call is.
        if let Some((_, function, ..)) = self.parsed.called()
            && run.blocks.iter().all(|block| block.computed.is_none())
        {
            run.blocks.iter_mut().for_each(|block| block.evidence = function.row.evidence);
        }
        if let Some((function, arguments)) = self.called(registers).filter(|_| run.blocks.len() > 1) {
            run.stated = run.results.first().and_then(|result| of_call(function, &arguments, result.pattern(), run.flags()));
        }
        Some(run)
    }

    fn rounding(&self) -> Option<Mode> {
        self.parsed.called().filter(|(_, function, ..)| function.modes.len() == MODES.len()).and_then(|(_, _, mode, _)| mode)
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let call = self.parsed.called()?.0.call;
        let mut other = self.clone();
        if let Kind::Call(_, own, _) = &mut other.parsed.tree.nodes[call].kind {
            *own = Some(mode);
        }
        other.lines = lines(&other.parsed, &self.roots, &self.context);
        other.run(registers)
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        let value = |name: &str, number: Pattern| Value { name: name.to_owned(), own: OperandType::one(number.format), bits: number.bits };
        if let Some((called, function, _, arguments)) = self.parsed.called() {
            let letter = |name: &str| name.chars().next().unwrap_or('x');
            let mut all = Vec::new();
            for (at, (parameter, id)) in function.inputs().zip(arguments).enumerate() {
                let (name, number) = self.argument(*id, &run.before);
                let span = called.arguments.get(at);
                let own = |input: &Input| if name.is_some() { input.name.as_deref() == name } else { Some(&input.span) == span };
                let place = self.parsed.inputs.iter().position(own);
                all.extend(Operand::of(letter(parameter.name), place, &value(name.unwrap_or(""), number)));
            }
            for ((name, _), result) in function.outputs().zip(&run.results) {
                all.extend(Operand::of(letter(name), None, result));
            }
            return all;
        }
        let letters: Vec<char> = ('a'..='z').filter(|letter| *letter != 'd').collect();
        let mut all = Vec::new();
        // A program has many numbers, each of which may be read again and again.
        let shown = |input: &Input| input.name.is_some() || self.parsed.code.is_empty();
        for (place, input) in self.parsed.inputs.iter().enumerate().filter(|(_, input)| shown(input)) {
            let name = input.name.clone().unwrap_or_default();
            let bits = input.name.as_ref().map_or(input.bits, |name| run.before.get(name).unwrap_or(0));
            let letter = name.trim_start_matches('%').chars().next().unwrap_or(letters[place % letters.len()]);
            all.extend(Operand::of(letter, Some(place), &Value { name, own: input.own.shown(), bits }));
        }
        all.extend(run.results.iter().flat_map(|value| Operand::of('d', None, value)));
        all
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let input = self.parsed.inputs.get(place.source?).filter(|input| input.name.is_none())?;
        let (before, behind) = (self.text.get(..input.span.start)?, self.text.get(input.span.end..)?);
        let text = if self.parsed.python.is_some() { Some(number.digits()).filter(|_| number.is_finite())? } else { number_text(number) };
        // A sign must not meet another one, nor the base of a power.
        let close = before.trim_end().ends_with(['+', '-', '^', '*', '/']) || behind.trim_start().starts_with('^');
        let text = if text.starts_with('-') && close { ["(", &text, ")"].concat() } else { text };
        Some([before, &text, behind].concat())
    }

    fn choices(&self) -> Vec<Group> {
        if self.parsed.python.is_some() { Vec::new() } else { choices(&self.text, &self.parsed) }
    }

    /// Values that show a rounding.
    /// A value that a variable cannot hold is refused, and a float's for a double.
    fn give(&self, registers: &mut RegisterFile, &Assignment { name, bits, digits, .. }: &Assignment) -> Result<(), String> {
        let own = self.parsed.inputs.iter().find(|input| input.name.as_deref() == Some(name)).map(|input| input.own);
        if let Some(own) = own.filter(|own| own.layout().is_none()) {
            let width = own.format().width();
            if digits as u32 * 4 > width.max(8) {
                return Err(format!(
                    "`{name}` is a {} here, which has {width} bits: declare it as what it is, as in `double {name};`.",
                    own.name()
                ));
            }
            if own == CType::Double && digits < 16 && bits != 0 {
                return Err(format!(
                    "`{name}` is a {} here, which has 16 hex digits; of a float write `float {name};` in front.",
                    own.name()
                ));
            }
        }
        registers.set(name, bits);
        Ok(())
    }

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
        () if all[at].kind == Cut::Comment || all[at - 1].kind == Cut::Comment => true,
        () if matches!(now, ")" | "," | ";" | "^") || matches!(before, "(" | "^" | "~") => false,
        () if sign(at - 1) => shown(at - 1) == now,
        () if now == "(" => all[at - 1].kind != Cut::Name && !closes_cast(text, all, at - 1),
        () => !closes_cast(text, all, at - 1),
    }
}

/// Whether a parenthesis closes a cast.
fn closes_cast(text: &str, all: &[Piece], at: usize) -> bool {
    let words = all[..at].iter().rev().take_while(|piece| is_type_word(&text[piece.span.clone()])).count();
    let opens = at.checked_sub(words + 1).is_some_and(|open| &text[all[open].span.clone()] == "(");
    &text[all[at].span.clone()] == ")" && words > 0 && opens
}
