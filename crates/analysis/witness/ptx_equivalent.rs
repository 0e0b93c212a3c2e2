//! The PTX to search in the place of a text in another language: what a compiler makes of it, what computes the same as machine code, and
//! the instructions that run a machine instruction of 64 bits.

use crate::instruction::Context;
use crate::instruction::sass::{Mnemonic, Role};
use crate::language;
use crate::sass;
use crate::special_function::Op;
use crate::special_function::machine::{self, Operation};
use crate::special_function::sequence::{Sequence, Width};
use crate::special_function::sequence_table::SEQUENCES;

/// The first instruction of singles that runs a function of the unit.
fn form_with(function: Op) -> Option<&'static str> {
    let is = |instruction: &machine::Instruction| matches!(instruction.operation, Operation::Mufu(op, _) if op == function);
    let runs = |sequence: &&Sequence| sequence.cases.iter().flat_map(|case| case.instructions).any(is);
    SEQUENCES.iter().filter(|sequence| sequence.width == Width::Single).find(runs).map(|sequence| sequence.form)
}

/// The formats and roundings of F2F in the words of PTX.
const FORMATS: [&str; 4] = ["", "f16", "f32", "f64"];
const ROUNDINGS: [&str; 4] = ["rn", "rm", "rp", "rz"];

/// The instructions that stand for a text which is no PTX; None for PTX, and nothing where no instruction stands for it.
pub fn instead(text: &str, context: &Context) -> Option<Vec<String>> {
    if let Some(lines) = language::read(text, context).compiled() {
        return Some(lines.into_iter().filter(|line| !line.starts_with("mov")).collect());
    }
    if !sass::looks_like_sass(text) {
        return None;
    }
    let parsed = sass::parse(text, sass::machine_target(context.target).number());
    Some(parsed.statements.last().and_then(|statement| of_machine(&statement.instruction()?)).into_iter().collect())
}

fn of_machine(instruction: &crate::instruction::sass::Instruction) -> Option<String> {
    match instruction.row.mnemonic()? {
        Mnemonic::Mufu => form_with(instruction.function()?).map(str::to_owned),
        Mnemonic::F2f => {
            let name = |role| FORMATS.get(instruction.get(role) as usize).copied().filter(|name| !name.is_empty());
            let (to, from) = (name(Role::To)?, name(Role::From)?);
            let (rounding, flush) = (instruction.get(Role::Rounding), if instruction.has(Role::Flush) { ".ftz" } else { "" });
            let mode = ROUNDINGS[(rounding & 3) as usize];
            let mode = match to == from {
                true if rounding & 4 == 0 => String::new(),
                true => format!(".{mode}i"),
                false if to > from => String::new(),
                false => format!(".{mode}"),
            };
            let saturate = if instruction.has(Role::Saturate) { ".sat" } else { "" };
            Some(format!("cvt{mode}{flush}{saturate}.{to}.{from}"))
        }
        // No PTX of singles or doubles becomes a product of halves, or a range reduction alone.
        Mnemonic::Rro | Mnemonic::Hmul2 | Mnemonic::Hmul2Wide => None,
    }
}
