//! A call that was understood, and the PTX that it is.

use crate::instruction::cuda::{Body, Function, Parameter, suffix};
use crate::instruction::{Context, Modifier};
use crate::number::{F16, Pattern};
use crate::rounding::Mode;
use crate::syntax::{TokenKind, lex};
use core::ops::Range;

/// What an argument is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A variable, which is a register of that name.
    Variable(String),
    /// A number, as bits of the parameter's type.
    Number(u64),
}

/// An argument that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The parameter.
    pub parameter: Parameter,
    /// What it is.
    pub source: Source,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// Something that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The variable.
    pub name: String,
    /// Its type.
    pub format: &'static crate::number::Format,
    /// The name in the row's PTX: `d`, or that of a parameter.
    pub letter: &'static str,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The row.
    pub function: &'static Function,
    /// The rounding in the name.
    pub mode: Option<Mode>,
    /// The bytes of the name.
    pub name: Range<usize>,
    /// What is read, in order.
    pub arguments: Vec<Argument>,
    /// What is written: the value first, if there is one.
    pub outputs: Vec<Output>,
    /// What it is compiled for.
    pub context: Context,
}

impl Call {
    /// The function's own name: `__fadd_rz`.
    pub fn function_name(&self) -> String {
        match self.mode {
            Some(mode) => [self.function.stem, "_", suffix(mode)].concat(),
            None => self.function.stem.to_owned(),
        }
    }

    /// The call as CUDA would have it, with its variables and its numbers spelled out.
    pub fn printed(&self) -> String {
        let mut inputs = self.arguments.iter();
        let arguments: Vec<String> = self
            .function
            .parameters
            .iter()
            .map(|parameter| match parameter.written {
                true => ["&", &*self.output_of(parameter.name)].concat(),
                false => inputs.next().map_or_else(String::new, Argument::shown),
            })
            .collect();
        let assigned = self.outputs.first().filter(|output| output.letter == "d").map(|output| output.name.clone() + " = ");
        [&assigned.unwrap_or_default(), &*self.function_name(), "(", &arguments.join(", "), ");"].concat()
    }

    fn output_of(&self, letter: &str) -> String {
        self.outputs.iter().find(|output| output.letter == letter).map_or_else(|| letter.to_owned(), |output| output.name.clone())
    }

    /// The PTX that the call becomes, a line an instruction; None for a function that runs whole.
    pub fn ptx(&self) -> Option<Vec<String>> {
        let Body::Ptx(body) = self.function.row.body else { return None };
        let mut lines = Vec::new();
        // The assembler takes no half as a number, so one is moved into a register first.
        for argument in &self.arguments {
            if let Source::Number(bits) = argument.source
                && argument.parameter.format == F16::ROW
            {
                lines.push(format!("mov.b16 %_{}, 0x{bits:04X};", argument.parameter.name));
            }
        }
        let rounding = self.mode.map(Modifier::of_mode).map_or("", Modifier::text);
        let whole = self.mode.map(Modifier::of_whole_mode).map_or("", Modifier::text);
        let body = body.replace(".irnd", whole).replace(".rnd", rounding);
        lines.extend(body.split_inclusive(';').map(|line| self.line(line.trim())));
        Some(lines)
    }

    /// One line of the row's PTX, names replaced by what they stand for.
    fn line(&self, line: &str) -> String {
        let mut text = String::with_capacity(line.len() + 16);
        let mut last = 0;
        // The first word is the mnemonic.
        for token in lex(line).iter().skip(1).filter(|token| token.kind == TokenKind::Word) {
            text.push_str(&line[last..token.span.start]);
            text.push_str(&self.operand(&line[token.span.clone()], line.starts_with("mov")));
            last = token.span.end;
        }
        text.push_str(&line[last..]);
        text
    }

    /// What stands for a name of the row's PTX.
    fn operand(&self, name: &str, moves: bool) -> String {
        if let Some(argument) = self.arguments.iter().find(|argument| argument.parameter.name == name) {
            return match &argument.source {
                Source::Variable(variable) => register(variable),
                Source::Number(_) if argument.parameter.format == F16::ROW => format!("%_{name}"),
                Source::Number(bits) => {
                    let pattern = Pattern::new(argument.parameter.format, *bits);
                    match pattern.format.is_integer() {
                        true if moves => format!("0x{}", pattern.hex()),
                        true => pattern.exact_decimal(),
                        false => pattern.ptx(),
                    }
                }
            };
        }
        match self.outputs.iter().find(|output| output.letter == name) {
            Some(output) => register(&output.name),
            // What the row computes on the way must not meet a variable of the text.
            None if name == "_" => name.to_owned(),
            None => format!("%_{name}"),
        }
    }
}

impl Argument {
    /// The argument as CUDA would have it.
    fn shown(&self) -> String {
        match &self.source {
            Source::Variable(name) => name.clone(),
            Source::Number(bits) => number_text(Pattern::new(self.parameter.format, *bits)),
        }
    }
}

/// A number as C writes it; bits where C has no digits for it.
pub fn number_text(pattern: Pattern) -> String {
    match pattern.format.name {
        _ if !pattern.is_finite() => pattern.ptx(),
        "F32" => pattern.shortest_decimal() + "f",
        _ => pattern.shortest_decimal(),
    }
}

/// A variable as a register of PTX.
pub(super) fn register(name: &str) -> String {
    if name.starts_with(['%', '$']) { name.to_owned() } else { ["%", name].concat() }
}
