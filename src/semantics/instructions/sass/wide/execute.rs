//! An instruction of 128 bits on a machine: its sources are taken as its fields say, and the operation is the one that PTX's forms run.

use super::super::machine::{Machine, RZ};
use super::lower::{Work, lane_word, work};
use super::text::register_name;
use crate::evaluate::Computation;
use crate::instruction::sass::Role;
use crate::instruction::sass::wide::{Instruction, Letter, Slot, Source};
use crate::instruction::{Meaning, SOURCES};
use crate::number::{F32, OperandType, Pattern};
use crate::operation::{Handling, Relation, compare};
use crate::program::{guard_holds, unset_predicate};
use crate::rounding::{Flags, Mode, Rules, Subnormals};
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

/// Runs an instruction; None where it is not run here.
pub fn execute<R: Recorder>(instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
    let work = work(instruction).ok()?;
    let (number, negated) = (instruction.take(12, 3) as u8, instruction.bit(15));
    let assumed = machine.predicate(number).is_none().then(|| format!("P{number}"));
    if assumed.is_some() {
        machine.set_predicate(number, unset_predicate(negated) == 1);
    }
    let runs = guard_holds(negated, machine.predicate(number).map(u64::from));
    let mut effect = Effect { ran: runs, assumed, ..Effect::default() };
    let destination = instruction.take(16, 8) as u8;
    let compares = matches!(&work, Work::Compare(_)) && instruction.row.name.ends_with(['P', '2']) && instruction.row.name != "HSET2";
    if compares {
        let [first, second] = [instruction.take(81, 3), instruction.take(84, 3)].map(|number| number as u8);
        effect.predicates = [first, second].into_iter().filter(|number| *number < 7).collect();
    } else {
        effect.registers.push(destination);
        let width = match &work {
            Work::Compute(computation, _) => computation.to.width(),
            _ => 32,
        };
        if width > 32 && destination != RZ {
            effect.registers.push(destination.wrapping_add(1));
        }
    }
    if !runs {
        return Some(effect);
    }
    let mut reader = Reader { instruction, machine, unset: Vec::new(), difference: false };
    match work {
        Work::Compute(computation, sources) => {
            // A sum whose second source is negated is PTX's difference, which decides what becomes of a NaN's sign.
            let signs = instruction.signs(Letter::B);
            let turned = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
            let difference = computation.meaning == Meaning::Add
                && instruction.source(Letter::B) != Source::Immediate
                && turned(signs.negate)
                && !turned(signs.absolute);
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
        Work::Compare(own) => {
            let rules = Rules {
                subnormals: if instruction.has(Role::Flush) { Subnormals::Flush } else { Subnormals::Keep },
                ..Rules::ieee(Mode::Rn)
            };
            let [a, b] =
                [(Letter::A, Operand::A), (Letter::B, Operand::B)].map(|(letter, which)| reader.source(letter, own, which, recorder));
            let joined = reader.predicate();
            effect.unset = reader.unset;
            let relation = Relation::among(ways(instruction) as u8);
            let mut holds = [false; 2];
            for lane in 0..own.lanes {
                if own.lanes > 1 {
                    Handling::tell(recorder, || Handling::Half { lane: lane as u8 });
                }
                let answer = compare(own.format, (own.lane(a, lane), own.lane(b, lane)), relation, &rules, recorder);
                holds[lane as usize] = answer.bits == 1;
                effect.flags = effect.flags | answer.flags;
            }
            let join = |holds: bool| match instruction.choice(Role::Combine) {
                Some(1) => holds || joined,
                Some(2) => holds != joined,
                _ => holds && joined,
            };
            if compares {
                // A comparison of one number writes what holds and its opposite; of two, each lane's.
                let second = if own.lanes > 1 { holds[1] } else { !holds[0] };
                machine.set_predicate(instruction.take(81, 3) as u8, join(holds[0]));
                machine.set_predicate(instruction.take(84, 3) as u8, join(second));
            } else {
                machine.set_register(destination, truth(instruction, own, holds.map(join)));
            }
        }
        Work::Unit(operation, format) => {
            let source = reader.source(Letter::B, OperandType::one(format), Operand::A, recorder);
            effect.unset = reader.unset;
            let bits = operation.apply(|at| if at == 0 { source } else { 0 }, recorder);
            machine.set_register(destination, bits as u32);
        }
        Work::Choose => {
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

/// The ways in which a comparison holds: below, equal, above, unordered as bits. DSETP's MIN and MAX are F and T.
fn ways(instruction: &Instruction) -> u32 {
    instruction.choice(Role::Compare).unwrap_or(0)
}

/// What FSET and HSET2 write for true: 1.0 with .BF, else all ones.
fn truth(instruction: &Instruction, own: OperandType, holds: [bool; 2]) -> u32 {
    let float = instruction.row.name == "FSET" || instruction.has(Role::Truth);
    let ones = own.format.mask();
    let value = |holds: bool| match (holds, float) {
        (false, _) => 0,
        (true, true) => own.format.one(),
        (true, false) => ones,
    };
    let low = value(holds[0]) as u32;
    if own.lanes > 1 { (value(holds[1]) as u32) << own.format.width() | low } else { low }
}

/// An instruction taking its operands from a machine.
struct Reader<'a> {
    instruction: &'a Instruction,
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

    /// The predicate that the instruction reads beside its guard; what was never given is true.
    fn predicate(&mut self) -> bool {
        let number = self.instruction.take(87, 3) as u8;
        let holds = self.machine.predicate(number).unwrap_or(true);
        holds != self.instruction.bit(90)
    }

    /// A word of 32 bits of a source, the lower one first.
    fn word(&mut self, letter: Letter, part: u8) -> u32 {
        let instruction = self.instruction;
        let next = |number: u8| if number == RZ { RZ } else { number.wrapping_add(part) };
        match instruction.source(letter) {
            Source::Register => {
                let low = match instruction.slot(letter) {
                    Slot::First => 24,
                    Slot::Second => 32,
                    Slot::Third => 64,
                };
                let number = next(instruction.take(low, 8) as u8);
                self.given(self.machine.register(number), || register_name(number.into()))
            }
            Source::Uniform => {
                let pieces = instruction.uniform();
                let none = (1 << (pieces[0].0 - pieces[0].1 + 1)) - 1;
                let number = instruction.bits(pieces);
                let number = next(if number == none { RZ } else { number as u8 });
                self.given(self.machine.uniform(number), || format!("UR{number}"))
            }
            Source::Constant => {
                // Where a uniform register names the bank, the offset is taken in bank 0.
                let bank = if instruction.is_indirect() { 0 } else { instruction.take(54, 5) as u8 };
                let offset = (instruction.take(40, 14) as u16).wrapping_mul(4).wrapping_add(u16::from(part) * 4);
                self.given(self.machine.constant(bank, offset), || format!("c[{bank:#x}][{offset:#x}]"))
            }
            Source::Immediate => instruction.take(32, 32),
        }
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
        let by_role = match letter {
            Letter::A => Role::SwizzleA,
            Letter::B => Role::SwizzleB,
            Letter::C => Role::SwizzleC,
        };
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
