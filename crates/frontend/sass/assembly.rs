//! What the assembler makes of a PTX instruction, line by line with the values that ran through it, and how each line opens alone.
//!
//! MUFU and RRO open as machine instructions. The arithmetic around them is not among those that a [`super::Machine`] runs; as it is the
//! arithmetic of PTX, such a line opens as the PTX instruction that computes the same.

use super::machine::Name;
use crate::evaluate::Request;
use crate::rounding::{Mode, Subnormals};
use crate::special_function::machine::{Instruction, Operation};
use crate::special_function::sequence::{Sequence, Width};
use crate::special_function::stage::Stage;
use crate::special_function::{Op, Operands, assembly, sequence_table};
use crate::trace::{Step, Trace};
use core::any::Any;

/// One machine instruction that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The instruction with the registers of the model: `FMUL x, a, 0x4b800000`.
    pub text: String,
    /// The bits of its result.
    pub result: u64,
    /// The instruction alone, as a text and the registers that it reads; None where nothing else computes it.
    pub opens: Option<(String, Vec<(String, u64)>)>,
}

/// The machine code of a PTX instruction for some operands.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// What the assembler emits.
    pub sequence: &'static Sequence,
    /// Whether it is the fast path of a correctly rounded instruction.
    pub is_fast_path: bool,
    /// Which of the cases the operands fall into, from 0; None where a subroutine that is not shown takes over.
    pub case: Option<usize>,
    /// What ran.
    pub lines: Vec<Line>,
}

impl PartialEq for Assembly {
    fn eq(&self, other: &Assembly) -> bool {
        core::ptr::eq(self.sequence, other.sequence) && (self.case, &self.lines) == (other.case, &other.lines)
    }
}

impl Assembly {
    /// The bits that the code leaves.
    pub fn result(&self) -> Option<u64> {
        self.lines.last().map(|line| line.result)
    }

    /// Hex digits of a value.
    pub fn hex(&self, bits: u64) -> String {
        match self.sequence.width {
            Width::Half => format!("{bits:04x}"),
            Width::Single => format!("{bits:08x}"),
            Width::Double => format!("{bits:016x}"),
        }
    }
}

/// The machine code that a target runs for a request; None for instructions that are one machine instruction of their own, and for packed
/// numbers.
pub fn of_ptx(request: &Request) -> Option<Assembly> {
    if request.destination_type().lanes > 1 {
        return None;
    }
    let fast = fast_path(request);
    let sequence = request.sequence().or(fast)?;
    let [a, b, ..] = request.operands;
    let case = sequence.case(a, b).and_then(|case| sequence.cases.iter().position(|known| core::ptr::eq(known, case)));
    let mut trace = Trace::default();
    sequence.run(a, b, &mut trace);
    let mut lines = Vec::new();
    let mut begun = None;
    for step in &trace.steps {
        let Step::Told(told) = step else { continue };
        match (told.as_ref() as &dyn Any).downcast_ref::<Stage>() {
            Some(Stage::Instruction { instruction, operands }) => begun = Some((*instruction, *operands)),
            Some(Stage::InstructionResult { result, .. }) => {
                if let Some((instruction, operands)) = begun.take() {
                    lines.push(Line { text: assembly(&instruction), result: *result, opens: opens(instruction, operands) });
                }
            }
            _ => {}
        }
    }
    Some(Assembly { sequence, is_fast_path: fast.is_some(), case, lines })
}

fn fast_path(request: &Request) -> Option<&'static Sequence> {
    let function = request.form.meaning.elementary().filter(|_| request.form.meaning.approximated().is_none())?;
    let rules = request.rules();
    let plain = rules.mode == Mode::Rn && rules.subnormals == Subnormals::Keep;
    let data_type = request.form.destination_type(request.modifiers).filter(|_| plain)?;
    sequence_table::fast_path(&[function.mnemonic(), ".rn", data_type.text()].concat())
}

/// An instruction alone on the bits that it read.
fn opens(instruction: Instruction, operands: [u64; 3]) -> Option<(String, Vec<(String, u64)>)> {
    let machine = |name: &str, bits: u64| (format!("{name} R0, R1;"), vec![(Name::Register(1).to_string(), bits)]);
    let ptx = |name: &str, count: usize| {
        let letters = ["%a", "%b", "%c"];
        let text = format!("{name} %d, {};", letters.get(..count).unwrap_or_default().join(", "));
        (text, letters.into_iter().zip(operands).take(count).map(|(letter, bits)| (letter.to_owned(), bits)).collect())
    };
    let [a, ..] = operands;
    Some(match instruction.operation {
        Operation::Fmul(mode, subnormals) => {
            let flush = if subnormals == Subnormals::Flush { ".ftz" } else { "" };
            ptx(&format!("mul.{}{flush}.f32", mode.name()), 2)
        }
        Operation::Fadd => ptx("add.rn.f32", 2),
        Operation::Ffma => ptx("fma.rn.f32", 3),
        Operation::Dmul => ptx("mul.rn.f64", 2),
        Operation::Dadd => ptx("add.rn.f64", 2),
        Operation::Dfma => ptx("fma.rn.f64", 3),
        Operation::RroSinCos | Operation::RroEx2 => machine(&instruction.operation.name(), a),
        // These read the same word on every chip.
        Operation::Mufu(Op::Rcp | Op::Rsq | Op::Lg2 | Op::Sqrt, _) | Operation::Mufu(_, Operands::Words) => {
            machine(&instruction.operation.name(), a)
        }
        Operation::MufuHigh(_) => machine(&instruction.operation.name(), a >> 32),
        // From sm_70 on these take a float, and PTX's own approximation is the one instruction.
        Operation::Mufu(Op::Ex2, Operands::Floats) => ptx("ex2.approx.ftz.f32", 1),
        Operation::Mufu(Op::Tanh, Operands::Floats) => ptx("tanh.approx.f32", 1),
        Operation::Mufu(..) | Operation::MufuHalf(..) | Operation::SeedLow | Operation::Mov | Operation::Lop => return None,
    })
}
