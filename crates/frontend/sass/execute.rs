//! One instruction on a machine: its sources are taken as its fields say, and the operation is the one that PTX's forms run, or one of
//! Maxwell's own. The recorder hears every step; a silent one runs the same code.

use super::lift::{Lifted, lane_word, needs_slow_path, subtracts, work};
use super::machine::{Machine, RZ};
use super::maxwell::condition;
use super::operands::{Location, register_name};
use crate::evaluate::Computation;
use crate::instruction::sass::{Instruction, Letter, Mnemonic, Role, Source};
use crate::instruction::{Meaning, SOURCES};
use crate::number::{F32, F64, OperandType, Pattern};
use crate::operation::Handling;
use crate::register_file::{guard_holds, unset_predicate};
use crate::rounding::Flags;
use crate::trace::{Operand, Recorder};

/// What an instruction did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whether the guard let it run.
    pub ran: bool,
    /// The registers it writes (wrote, if it ran), in order.
    pub registers: Vec<u8>,
    /// The predicates that it writes, in order.
    pub predicates: Vec<u8>,
    /// IEEE 754's flags of the computation.
    pub flags: Flags,
    /// The predicate of its guard, where that was never given and so let it run.
    pub assumed: Option<String>,
    /// What was read and never given, by name.
    pub unset: Vec<String>,
}

/// Runs an instruction; None where it is illegal or not run here.
pub fn execute<R: Recorder>(instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
    execute_work(work(instruction).ok()?, instruction, machine, recorder)
}

/// Runs an instruction of 64 bits that is known to be legal; what another one writes means nothing.
pub fn execute_legal<R: Recorder>(instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
    execute_work(Lifted::Maxwell(instruction.row.mnemonic()?), instruction, machine, recorder)
}

/// Inline, so that who runs words of 64 bits alone has nothing of the others.
#[inline(always)]
fn execute_work<R: Recorder>(work: Lifted, instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
    let (number, negated) = instruction.guard();
    let assumed = machine.predicate(number).is_none().then(|| format!("P{number}"));
    if assumed.is_some() {
        machine.set_predicate(number, unset_predicate(negated) == 1);
    }
    let runs = guard_holds(negated, machine.predicate(number).map(u64::from));
    let mut effect = Effect { ran: runs, assumed, ..Effect::default() };
    let destination = instruction.destination();
    let mut predicates = [instruction.take(81, 3), instruction.take(84, 3)].map(|number| number as u8);
    if matches!(work, Lifted::Check) {
        predicates[1] = 7;
    }
    let to = match &work {
        Lifted::Maxwell(Mnemonic::F2f) if instruction.get(Role::To) == 3 => OperandType::one(F64::ROW),
        Lifted::Compute(computation, _) => computation.to,
        Lifted::Compare(comparison) => comparison.to,
        Lifted::Check => OperandType::PREDICATE,
        Lifted::Unit(..) | Lifted::Choose | Lifted::Maxwell(_) => OperandType::one(F32::ROW),
    };
    if to.is_predicate() {
        effect.predicates = predicates.into_iter().filter(|number| *number < 7).collect();
    } else {
        effect.registers.push(destination);
        if to.width() > 32 && destination != RZ {
            effect.registers.push(destination.wrapping_add(1));
        }
    }
    if !runs {
        return Some(effect);
    }
    let mut reader = Reader { instruction, machine, unset: Vec::new(), difference: false };
    match work {
        Lifted::Maxwell(mnemonic) => {
            let (answer, format) = reader.maxwell(mnemonic, recorder);
            (effect.unset, effect.flags) = (reader.unset, answer.flags);
            machine.set_register(destination, answer.bits as u32);
            if let [_, high] = effect.registers[..] {
                machine.set_register(high, (answer.bits >> 32) as u32);
            }
            if instruction.has(Role::ConditionCode) {
                let (zero, sign) = condition(format, answer.bits);
                Handling::tell(recorder, || Handling::ConditionCode { zero, sign });
                machine.condition = Some(u8::from(zero) | u8::from(sign) << 1);
            }
        }
        Lifted::Compute(computation, sources) => {
            let difference = subtracts(instruction, computation.meaning);
            let meaning = match computation.meaning {
                Meaning::Minimum if !reader.predicate() => Meaning::Maximum,
                Meaning::Add if difference => Meaning::Subtract,
                meaning => meaning,
            };
            reader.difference = difference;
            let mut operands = [0; SOURCES];
            for (at, (letter, own)) in sources.iter().enumerate() {
                operands[at] = reader.source(*letter, *own, Operand::ALL[at], recorder);
            }
            let outcome = Computation { meaning, ..computation }.checked(operands, recorder)?;
            effect.flags = outcome.flags;
            effect.unset = reader.unset;
            machine.set_register(destination, outcome.bits as u32);
            if let [_, high] = effect.registers[..] {
                machine.set_register(high, (outcome.bits >> 32) as u32);
            }
        }
        Lifted::Compare(comparison) => {
            let mut operands = [0; SOURCES];
            operands[0] = reader.source(Letter::A, comparison.own, Operand::A, recorder);
            operands[1] = reader.source(Letter::B, comparison.own, Operand::B, recorder);
            operands[2] = reader.predicate().into();
            effect.unset = reader.unset;
            let outcome = comparison.run(operands, recorder);
            effect.flags = outcome.flags;
            if to.is_predicate() {
                predicates.into_iter().enumerate().for_each(|(at, number)| machine.set_predicate(number, outcome.bits >> at & 1 == 1));
            } else {
                machine.set_register(destination, outcome.bits as u32);
            }
        }
        Lifted::Unit(operation, format) => {
            let source = reader.source(Letter::B, OperandType::one(format), Operand::A, recorder);
            effect.unset = reader.unset;
            let bits = operation.apply(|at| if at == 0 { source } else { 0 }, recorder);
            machine.set_register(destination, bits as u32);
        }
        Lifted::Check => {
            let own = OperandType::one(F32::ROW);
            let [a, b] =
                [(Letter::A, Operand::A), (Letter::B, Operand::B)].map(|(letter, which)| reader.source(letter, own, which, recorder));
            effect.unset = reader.unset;
            machine.set_predicate(predicates[0], needs_slow_path(a, b));
        }
        Lifted::Choose => {
            let own = OperandType::one(F32::ROW);
            let letter = if reader.predicate() { Letter::A } else { Letter::B };
            let which = if letter == Letter::A { Operand::A } else { Operand::B };
            let bits = reader.source(letter, own, which, recorder);
            effect.unset = reader.unset;
            machine.set_register(destination, bits as u32);
        }
    }
    Some(effect)
}

/// An instruction taking its operands from a machine.
pub(super) struct Reader<'a> {
    pub instruction: &'a Instruction,
    machine: &'a Machine,
    unset: Vec<String>,
    /// Whether the sign of the second source is the operation's.
    difference: bool,
}

impl Reader<'_> {
    fn given<T: Default>(&mut self, value: Option<T>, name: impl FnOnce() -> String) -> T {
        value.unwrap_or_else(|| {
            let name = name();
            if !self.unset.contains(&name) {
                self.unset.push(name);
            }
            T::default()
        })
    }

    /// The predicate that the instruction reads beside its guard; like every source, one that was never given is zero.
    fn predicate(&mut self) -> bool {
        let number = self.instruction.take(87, 3) as u8;
        let holds = self.given(self.machine.predicate(number), || format!("P{number}"));
        holds != self.instruction.bit(90)
    }

    /// A word of 32 bits of a source, the lower one first.
    pub fn word(&mut self, letter: Letter, part: u8) -> u32 {
        match Location::of(self.instruction, letter, 2) {
            Location::Immediate(_) => self.instruction.take(32, 32),
            location => self.given(location.word(part, self.machine), || location.name(part)),
        }
    }

    /// What stands in the register that is written.
    pub fn destination(&mut self) -> u32 {
        let number = self.instruction.destination();
        self.given(self.machine.register(number), || register_name(number))
    }

    /// A source as an operation takes it: the part that is read, its lanes, its sign.
    fn source(&mut self, letter: Letter, own: OperandType, which: Operand, recorder: &mut impl Recorder) -> u64 {
        let instruction = self.instruction;
        let width = own.width();
        let bits = match (width, instruction.source(letter)) {
            (64.., Source::Immediate) => u64::from(self.word(letter, 0)) << 32,
            (64.., _) => u64::from(self.word(letter, 0)) | u64::from(self.word(letter, 1)) << 32,
            (..=31, _) => self.part(letter, own),
            _ => self.lanes(letter, own),
        };
        let signs = instruction.signs(letter);
        let is_number = instruction.source(letter) == Source::Immediate;
        let absolute = !is_number && signs.absolute.is_some_and(|bit| instruction.bit(bit)) && !instruction.has(Role::XorSign);
        let unsigned = is_number || self.difference && letter == Letter::B;
        let negate = !unsigned && signs.negate.is_some_and(|bit| instruction.bit(bit));
        if !absolute && !negate {
            return bits;
        }
        // The sign of a double's NaN stays (an H100: sub, neg and abs of doubles).
        if own.format == F64::ROW && own.pattern(bits, 0).is_nan() {
            return bits;
        }
        let mask = (0..own.lanes).fold(0, |mask, lane| own.with_lane(mask, lane, own.format.sign_mask()));
        let positive = if absolute { bits & !mask } else { bits };
        let signed = if negate { positive ^ mask } else { positive };
        Handling::tell(recorder, || {
            let to = (0..own.lanes).map(|lane| Pattern::new(own.format, own.lane(signed, lane))).collect();
            Handling::Sign { which, absolute, negate, to }
        });
        signed
    }

    /// A source of fewer than 32 bits: the half or byte of a register that a field names, else the lowest.
    fn part(&mut self, letter: Letter, own: OperandType) -> u64 {
        let instruction = self.instruction;
        let word = self.word(letter, 0);
        let [.., by_role] = letter.roles();
        let named = instruction.spelled(Role::Part).filter(|_| letter == Letter::B).or_else(|| instruction.spelled(by_role));
        let shift = match named.as_deref() {
            Some("H1" | "H1_H1") => 16,
            Some("B1") => 8,
            Some("B2") => 16,
            Some("B3") => 24,
            _ => 0,
        };
        u64::from(word >> shift) & ((1 << own.width()) - 1)
    }

    /// A source of 32 bits, its halves in place or both one of them.
    fn lanes(&mut self, letter: Letter, own: OperandType) -> u64 {
        let word = self.word(letter, 0);
        if own.lanes != 2 {
            return word.into();
        }
        let (low, high) = (word & 0xffff, word >> 16);
        let word = match lane_word(self.instruction, letter).as_deref() {
            Some("H0_H0") => low << 16 | low,
            Some("H1_H1") => high << 16 | high,
            Some("H0_NH1") => (high ^ 0x8000) << 16 | low,
            _ => word,
        };
        word.into()
    }
}
