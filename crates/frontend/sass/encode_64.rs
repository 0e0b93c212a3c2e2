//! Operands as they are written become the fields of a form.

use super::operand::{Kind, Operand, bits};
use super::parse_64::Reading;
use super::text::short_format;
use crate::instruction::sass::{Immediate, Instruction, Letter, Place, Role, Row, Source};
use crate::number::{F16, Format};
use crate::rounding::Literal;
use crate::syntax::Diagnostic;
use core::ops::Range;

impl Reading<'_, '_> {
    /// The instruction with its operands. `whole` are the bytes of the instruction.
    pub(super) fn assemble(
        &mut self,
        instruction: Instruction,
        operands: &[Operand],
        whole: Range<usize>,
    ) -> Result<Instruction, Diagnostic> {
        let row = instruction.row;
        let wanted = row.operands.len() + usize::from(row.immediate == Immediate::Halves);
        if operands.len() != wanted {
            let message = format!("This form has {wanted} operands and here are {}: {}", operands.len(), row.syntax);
            return Err(Diagnostic::error("operand-count", whole, message));
        }
        let is_product = row.name == "HMUL2" && row.numbers.is_empty();
        let mut instruction = self.destination(instruction, &operands[0])?;
        for (place, operand) in row.operands.iter().zip(operands) {
            let Place::Source(letter) = place.place else { continue };
            instruction = match (instruction.source(letter), letter) {
                (Source::Constant, _) => self.constant(instruction, operand)?,
                (Source::Immediate, _) if wanted == 4 => self.half_immediates(instruction, &operands[2], &operands[3])?,
                (Source::Immediate, _) => self.immediate(instruction, operand)?,
                (_, Letter::A) => self.register(instruction, operand, if is_product { A_IN_PRODUCT } else { A })?,
                _ => self.register(instruction, operand, B)?,
            };
        }
        Ok(if is_product { self.product_sign(instruction, &operands[1], &operands[2]) } else { instruction })
    }

    fn destination(&mut self, instruction: Instruction, operand: &Operand) -> Result<Instruction, Diagnostic> {
        let Kind::Register(number) = operand.kind else {
            return Err(Diagnostic::error("operand", operand.span.clone(), "The destination is a register."));
        };
        if operand.negate || operand.absolute {
            return Err(Diagnostic::error("operand", operand.span.clone(), "A destination takes no minus and no bars."));
        }
        let mut instruction = self.set(instruction, Role::Destination, number, &operand.span);
        for (word, span) in &operand.words {
            if word != "CC" || instruction.field(Role::ConditionCode).is_none() {
                return Err(unknown_word(word, span, instruction.row));
            }
            instruction = self.set(instruction, Role::ConditionCode, 1, span);
        }
        Ok(instruction)
    }

    fn register(&mut self, instruction: Instruction, operand: &Operand, slot: Slot) -> Result<Instruction, Diagnostic> {
        let Kind::Register(number) = operand.kind else {
            return Err(Diagnostic::error("operand", operand.span.clone(), "This place takes a register."));
        };
        let instruction = self.signs(instruction, operand, slot)?;
        let mut instruction = self.set(instruction, slot.register, number, &operand.span);
        for (word, span) in &operand.words {
            instruction = self.operand_word(instruction, word, span, slot)?;
        }
        Ok(instruction)
    }

    /// A minus and bars as fields.
    fn signs(&mut self, mut instruction: Instruction, operand: &Operand, slot: Slot) -> Result<Instruction, Diagnostic> {
        for (present, role) in [(operand.negate, slot.negate), (operand.absolute, slot.absolute)] {
            let Some(role) = role.filter(|_| present) else { continue };
            if instruction.field(role).is_none() {
                let message = "HMUL2_32I encodes neither minus nor bars on Ra. A minus is made by turning the signs of both immediates.";
                return Err(Diagnostic::error("operand", operand.span.clone(), message));
            }
            instruction = self.set(instruction, role, 1, &operand.span);
        }
        Ok(instruction)
    }

    fn operand_word(&mut self, instruction: Instruction, word: &str, span: &Range<usize>, slot: Slot) -> Result<Instruction, Diagnostic> {
        if word == "REUSE" {
            self.reuse(u8::from(slot.register == Role::B));
            return Ok(instruction);
        }
        for role in [slot.swizzle, Role::Half] {
            let odd = word == "H0_H1" && role == slot.swizzle;
            let Some(value) = (if odd { Some(0) } else { role.value(word) }) else { continue };
            if instruction.field(role).is_none() {
                continue;
            }
            if role == Role::Half && instruction.get(Role::From) != 1 {
                let message = "Extraction is only legal where .srcfmt is .F16.";
                return Err(Diagnostic::error("extract", span.clone(), message));
            }
            if odd {
                let message = ".H0_H1 is no swizzle of the grammar, though the manual's own example has it; it is read as .H1_H0, both halves in place.";
                self.notes.push(Diagnostic::note("swizzle", span.clone(), message));
            }
            return Ok(self.set(instruction, role, value, span));
        }
        Err(unknown_word(word, span, instruction.row))
    }

    fn constant(&mut self, instruction: Instruction, operand: &Operand) -> Result<Instruction, Diagnostic> {
        let Kind::Constant { bank, offset } = operand.kind else {
            return Err(Diagnostic::error("operand", operand.span.clone(), "This place takes a constant."));
        };
        let mut instruction = self.signs(instruction, operand, B)?;
        instruction = self.set(instruction, Role::Bank, bank, &operand.span);
        instruction = self.set(instruction, Role::Offset, offset / 4, &operand.span);
        for (word, span) in &operand.words {
            instruction = self.operand_word(instruction, word, span, B)?;
        }
        Ok(instruction)
    }

    /// The one sign bit of a product: two minus signs cancel.
    fn product_sign(&mut self, instruction: Instruction, a: &Operand, b: &Operand) -> Instruction {
        if a.negate {
            let message = if b.negate {
                "The signs of both operands share one bit: the two minus signs cancel."
            } else {
                "The signs of both operands share one bit, which is shown on the second."
            };
            self.notes.push(Diagnostic::note("shared-sign", a.span.start..a.span.start + 1, message));
        }
        self.set(instruction, Role::NegateB, u32::from(a.negate != b.negate), &b.span)
    }

    /// A 20-bit immediate. Bars and the words .NEG and .ABS are fields; braces make a minus and bars part of the number.
    fn immediate(&mut self, mut instruction: Instruction, operand: &Operand) -> Result<Instruction, Diagnostic> {
        let format = short_format(&instruction);
        let dropped = format.width().saturating_sub(20);
        let pattern = self.number(operand, format, dropped)?;
        instruction = self.set(instruction, Role::Immediate, (pattern >> dropped) as u32, &operand.span);
        if !operand.braces {
            instruction = self.signs(instruction, operand, B)?;
        }
        for (word, span) in &operand.words {
            instruction = match &**word {
                "NEG" => self.set(instruction, Role::NegateB, 1, span),
                "ABS" => self.set(instruction, Role::AbsoluteB, 1, span),
                _ => self.operand_word(instruction, word, span, B)?,
            };
        }
        Ok(instruction)
    }

    /// The immediates of both lanes, upper lane first.
    fn half_immediates(&mut self, mut instruction: Instruction, h1: &Operand, h0: &Operand) -> Result<Instruction, Diagnostic> {
        // Outside of braces both immediates take the same signs; there is nothing in the word to tell them apart.
        if !h1.braces && !h0.braces && (h1.negate, h1.absolute) != (h0.negate, h0.absolute) {
            let message = "Minus and bars must stand on both immediates or on neither; in braces they become part of one: {-|0x8ef7|}.";
            return Err(Diagnostic::error("immediate-signs", h1.span.start..h0.span.end, message));
        }
        for (operand, role) in [(h1, Role::ImmediateH1), (h0, Role::ImmediateH0)] {
            if let Some((word, span)) = operand.words.first() {
                return Err(unknown_word(word, span, instruction.row));
            }
            let width = instruction.field(role).map_or(16, |field| field.width());
            let dropped = 16 - width;
            let mut pattern = self.number(operand, F16::ROW, dropped)?;
            if !operand.braces {
                pattern = folded(pattern, operand, F16::ROW);
            }
            instruction = self.set(instruction, role, (pattern >> dropped) as u32, &operand.span);
        }
        Ok(instruction)
    }

    /// The bits of an immediate in a format, with a note where its lowest bits have no place in the word.
    fn number(&mut self, operand: &Operand, format: &'static Format, dropped: u32) -> Result<u64, Diagnostic> {
        let Kind::Number { literal, negative } = &operand.kind else {
            return Err(Diagnostic::error("operand", operand.span.clone(), "This place takes an immediate."));
        };
        let pattern = bits(literal, *negative, format, &operand.span)?;
        let kept = pattern >> dropped << dropped;
        if kept != pattern && !matches!(literal, Literal::Nan { .. }) {
            let width = format.width();
            let message = format!(
                "The word holds the top {} bits of an {}: {pattern:#0digits$x} is read as {kept:#0digits$x}.",
                width - dropped,
                format.name,
                digits = width as usize / 4 + 2
            );
            self.notes.push(Diagnostic::note("immediate-cut", operand.span.clone(), message));
        }
        Ok(if operand.braces { folded(kept, operand, format) } else { kept })
    }
}

/// Bits with an operand's bars and minus worked in.
fn folded(pattern: u64, operand: &Operand, format: &Format) -> u64 {
    let positive = if operand.absolute { pattern & !format.sign_mask() } else { pattern };
    if operand.negate { positive ^ format.sign_mask() } else { positive }
}

/// The fields of one source.
#[derive(Clone, Copy)]
struct Slot {
    register: Role,
    swizzle: Role,
    negate: Option<Role>,
    absolute: Option<Role>,
}

const A: Slot = Slot { register: Role::A, swizzle: Role::SwizzleA, negate: Some(Role::NegateA), absolute: Some(Role::AbsoluteA) };
/// The first source of a product whose signs share one bit.
const A_IN_PRODUCT: Slot = Slot { negate: None, ..A };
const B: Slot = Slot { register: Role::B, swizzle: Role::SwizzleB, negate: Some(Role::NegateB), absolute: Some(Role::AbsoluteB) };

fn unknown_word(word: &str, span: &Range<usize>, row: &Row) -> Diagnostic {
    Diagnostic::error("unknown-modifier", span.clone(), format!("`.{word}` does not belong to this operand of {}.", row.name))
}
