//! Words to instructions and back. Decoding is total: a word is an instruction, or it is said which opcode test comes nearest.

use super::field::{Field, Role};
use super::table::{FORMS, Form, Mnemonic, OperandKind};
use crate::instruction::{Evidence, Target};
use crate::special_function::{Op, Operands};

/// A machine instruction: a form and its word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The row.
    pub form: &'static Form,
    word: u64,
}

impl core::fmt::Debug for Instruction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {:016x}", self.form.mnemonic.name(), self.word)
    }
}

/// A word that is none of the known instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The word.
    pub word: u64,
    /// The form whose opcode test fails in the fewest bits.
    pub nearest: &'static Form,
}

impl Unknown {
    /// The bits of the word in which the nearest test fails.
    pub fn failing(&self) -> u64 {
        let test = self.nearest.test;
        (self.word ^ u64::from(test.value) << 48) & u64::from(test.mask) << 48
    }
}

impl core::fmt::Display for Unknown {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (test, failing) = (self.nearest.test, self.failing());
        let bits: Vec<String> = (48..64).rev().filter(|bit| failing >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
        let operand = match self.nearest.operand {
            OperandKind::Register => "a register",
            OperandKind::Constant => "a constant",
            OperandKind::Immediate => "an immediate",
        };
        write!(
            f,
            "No opcode test holds. The nearest is {} with {operand}: bits 63:48 masked with {:04x} must be {:04x} and are {:04x}; {} {} wrong.",
            self.nearest.mnemonic.name(),
            test.mask,
            test.value,
            (self.word >> 48) as u16 & test.mask,
            if bits.len() == 1 { "bit" } else { "bits" },
            if bits.len() == 1 { format!("{} is", bits[0]) } else { format!("{} are", bits.join(", ")) }
        )
    }
}

/// The instruction that a word is.
pub fn decode(word: u64) -> Result<Instruction, Unknown> {
    match FORMS.iter().find(|form| form.test.holds(word)) {
        Some(form) => Ok(Instruction { form, word }),
        None => {
            let guesses = FORMS.iter().map(|nearest| Unknown { word, nearest });
            Err(guesses.min_by_key(|guess| guess.failing().count_ones()).unwrap_or(Unknown { word, nearest: &FORMS[0] }))
        }
    }
}

impl Instruction {
    /// A bare instruction of a form: predicate PT, every other field zero.
    pub fn new(form: &'static Form) -> Instruction {
        Instruction { form, word: form.bare_word() }
    }

    /// The word.
    pub fn encode(self) -> u64 {
        self.word
    }

    /// A field's value; zero, which is every field's default, where the form does not have it.
    pub fn get(&self, role: Role) -> u32 {
        self.form.field(role).map_or(0, |field| field.read(self.word))
    }

    /// Whether a field's value is not zero.
    pub fn has(&self, role: Role) -> bool {
        self.get(role) != 0
    }

    /// The instruction with a field set; the same where the form does not have it.
    pub fn with(self, role: Role, value: u32) -> Instruction {
        self.form.field(role).map_or(self, |field| Instruction { word: field.write(self.word, value) as u64, ..self })
    }

    /// The instruction with some bits of its word changed; None where that would change the opcode.
    pub fn with_bits(self, mask: u64, bits: u64) -> Option<Instruction> {
        let word = self.word & !mask | bits & mask;
        self.form.test.holds(word).then_some(Instruction { word, ..self })
    }

    /// The fields and their values, from the right end of the word.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, u32)> {
        let word = self.word;
        self.form.fields.iter().map(move |field| (field, field.read(word)))
    }

    /// The bits that are set and mean nothing.
    pub fn unused(&self) -> u64 {
        self.word & !self.form.used()
    }

    /// Whether a target has the instruction.
    pub fn is_available(&self, target: Target) -> bool {
        target.is_at_least(self.form.since)
    }

    /// The function that MUFU computes; None for other instructions and for numbers without a function.
    pub fn function(&self) -> Option<Op> {
        const FUNCTIONS: [Op; 9] = [Op::Cos, Op::Sin, Op::Ex2, Op::Lg2, Op::Rcp, Op::Rsq, Op::Rcp64h, Op::Rsq64h, Op::Sqrt];
        (self.form.mnemonic == Mnemonic::Mufu).then(|| FUNCTIONS.get(self.get(Role::Function) as usize).copied())?
    }

    /// How we know what comes out on a target: the row's evidence, or what is known of MUFU's function.
    pub fn evidence(&self, target: Target) -> Evidence {
        self.function().map_or(self.form.evidence, |function| Evidence::of_unit(function.known(Operands::Words), target.number()))
    }

    /// Whether the function number stands for no function on a target: 9 to 15, and 8 (SQRT) on sm_50.
    pub fn has_no_function(&self, target: Target) -> bool {
        let function = self.get(Role::Function);
        function > 8 || function == 8 && !target.is_at_least(Target::SM_52)
    }
}
