//! A call over registers: the PTX that it is, or the function that runs whole.

use crate::instruction::cuda::{Function, suffix};
use crate::instruction::{Context, Modifier};
use crate::number::{F16, Format, OperandType, Pattern};
use crate::operation::library;
use crate::register_file::RegisterFile;
use crate::rounding::Mode;
use crate::run::{Block, Run, Value};
use crate::syntax::{TokenKind, lex};
use crate::trace::Trace;

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
        "F32" => pattern.shortest_decimal() + "f",
        _ => pattern.shortest_decimal(),
    }
}

impl Call {
    /// What is written: its name in the row's PTX, its type and its register.
    fn written(&self) -> impl Iterator<Item = (&'static str, &'static Format, &String)> {
        self.function.outputs().zip(&self.outputs).map(|((letter, format), register)| (letter, format, register))
    }

    /// The call as C has it, with registers for variables.
    pub fn printed(&self) -> String {
        let mut inputs = self.function.inputs().zip(&self.arguments);
        let register = |letter: &str| self.written().find(|(own, ..)| *own == letter).map_or("", |(.., register)| register);
        let arguments: Vec<String> = self
            .function
            .parameters
            .iter()
            .map(|parameter| match parameter.written {
                true => ["&", register(parameter.name)].concat(),
                false => inputs.next().map_or_else(String::new, |(parameter, operand)| match operand {
                    Operand::Register(name) => name.clone(),
                    Operand::Number(bits) => number_text(Pattern::new(parameter.format, *bits)),
                }),
            })
            .collect();
        let assigned = self.function.returns.map(|_| [register("d"), " = "].concat());
        [&assigned.unwrap_or_default(), &*name(self.function, self.mode), "(", &arguments.join(", "), ");"].concat()
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

    /// Runs a function that nvcc compiles to a sequence with branches.
    pub fn run_whole(&self, function: library::Library, registers: &RegisterFile, context: &Context) -> Run {
        let (mut trace, mut run) = (Trace::default(), Run { registers: registers.clone(), ..Run::default() });
        let inputs = || self.function.inputs().zip(&self.arguments);
        let bits = |operand: &Operand| match operand {
            Operand::Number(bits) => *bits,
            Operand::Register(name) => registers.get(name).unwrap_or(0),
        };
        let mut patterns = inputs().map(|(parameter, operand)| Pattern::new(parameter.format, bits(operand)));
        let Some(first) = patterns.next() else { return run };
        let second = patterns.next().map_or(0, |pattern| pattern.bits);
        let results = library::run(function, first.format, first.bits, second, &mut trace);
        let result = |letter: &str| if letter == "d" { results.value.bits } else { results.second.unwrap_or(0) };
        let value = |name: &String, format: &'static Format, bits| Value { name: name.clone(), own: OperandType::one(format), bits };
        let written: Vec<Value> = self.written().map(|(letter, format, register)| value(register, format, result(letter))).collect();
        let read = inputs().filter_map(|(parameter, operand)| match operand {
            Operand::Register(name) => Some(value(name, parameter.format, bits(operand) & parameter.format.mask())),
            Operand::Number(_) => None,
        });
        let block = Block::of(self.printed(), *context, self.function.row.evidence);
        run.push(Block { read: read.collect(), written, flags: results.value.flags, ..block }, trace);
        run
    }
}
