//! A call over registers: the PTX that it is, or the function that runs whole.

use crate::instruction::Modifier;
use crate::instruction::cuda::{Body, Function, Parameter, function_named, suffix};
use crate::kernel::whole::Whole;
use crate::number::{F16, F32, Format, Pattern};
use crate::operation::library::{self, Results};
use crate::rounding::Mode;
use crate::syntax::{TokenKind, lex};
use crate::trace::{Silent, Trace};

/// What an instruction reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Operand {
    Register(String),
    Number(u64),
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    pub function: &'static Function,
    /// The rounding in the name.
    pub mode: Option<Mode>,
    /// What is read, in order.
    pub arguments: Vec<Operand>,
    /// The registers that are written: the value's first, if there is one.
    pub outputs: Vec<String>,
}

/// The name of a function with its rounding: `__fadd_rz`.
pub(super) fn name(function: &Function, mode: Option<Mode>) -> String {
    match mode {
        Some(mode) => [function.stem, "_", suffix(mode)].concat(),
        None => function.stem.to_owned(),
    }
}

/// A number as C writes it; bits where C has no digits for it.
pub(super) fn number_text(pattern: Pattern) -> String {
    match pattern.format.name {
        _ if !pattern.is_finite() => pattern.ptx(),
        "F32" => pattern.digits() + "f",
        _ => pattern.digits(),
    }
}

impl Call {
    /// What is written: its name in the row's PTX, its type and its register.
    fn written(&self) -> impl Iterator<Item = (&'static str, &'static Format, &String)> {
        self.function.outputs().zip(&self.outputs).map(|((letter, format), register)| (letter, format, register))
    }

    /// The PTX that the call becomes, a line an instruction: the row's, over the call's registers and numbers.
    pub fn ptx(&self, body: &str) -> Vec<String> {
        let mut lines = Vec::new();
        // The assembler takes no half as a number, so one is moved into a register first.
        for (parameter, operand) in self.function.inputs().zip(&self.arguments) {
            if let Operand::Number(bits) = operand
                && parameter.format == F16::ROW
            {
                lines.push(format!("mov.b16 %_{}, 0x{bits:04X};", parameter.name));
            }
        }
        let rounding = self.mode.map(Modifier::of_mode).map_or("", Modifier::text);
        let whole = self.mode.map(Modifier::of_whole_mode).map_or("", Modifier::text);
        let body = body.replace(".irnd", whole).replace(".rnd", rounding);
        lines.extend(body.split_inclusive(';').map(|line| self.line(line.trim())));
        lines
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
        if let Some((parameter, operand)) = self.function.inputs().zip(&self.arguments).find(|(parameter, _)| parameter.name == name) {
            return match operand {
                Operand::Register(register) => register.clone(),
                Operand::Number(_) if parameter.format == F16::ROW => format!("%_{name}"),
                Operand::Number(bits) => {
                    let pattern = Pattern::new(parameter.format, *bits);
                    match pattern.format.is_integer() {
                        true if moves => format!("0x{}", pattern.hex()),
                        true => pattern.exact_decimal(),
                        false => pattern.ptx(),
                    }
                }
            };
        }
        match self.written().find(|(letter, ..)| *letter == name) {
            Some((.., register)) => register.clone(),
            // What the row computes on the way must not meet a variable of the text.
            None if name == "_" => name.to_owned(),
            None => format!("%_{name}"),
        }
    }

    /// The call of a function that nvcc compiles to a sequence with branches. Here it has a name and runs whole.
    pub fn whole(&self) -> String {
        let shown = |(parameter, operand): (&Parameter, &Operand)| match operand {
            Operand::Register(name) => name.clone(),
            Operand::Number(bits) => {
                let number = Pattern::new(parameter.format, *bits);
                if number.format.is_integer() { number.exact_decimal() } else { number.ptx() }
            }
        };
        let arguments: Vec<String> = self.function.inputs().zip(&self.arguments).map(shown).collect();
        format!("call ({}), {}, ({});", self.outputs.join(", "), self.function.stem, arguments.join(", "))
    }
}

/// The functions that run whole, by their names.
pub(super) fn whole(name: &str) -> Option<Whole> {
    let (function, _) = function_named(name).filter(|(function, _)| matches!(function.row.body, Body::Library(_)))?;
    Some(Whole { function, run })
}

/// Runs a function whole, with steps for a trace.
fn run(function: &'static Function, [first, second]: [u64; 2], trace: Option<&mut Trace>) -> Results {
    let Body::Library(whole) = function.row.body else { unreachable!("`whole` hands out no other") };
    let format = function.inputs().next().map_or(F32::ROW, |parameter| parameter.format);
    match trace {
        Some(trace) => library::run(whole, format, first, second, trace),
        None => library::run(whole, format, first, second, &mut Silent),
    }
}
