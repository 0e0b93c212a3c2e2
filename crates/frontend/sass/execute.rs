//! One instruction on a machine: its sources are taken as its fields say, and the operation is the one that PTX's forms run, or one of
//! Maxwell's own. The recorder hears every step; a silent one runs the same code.

use super::lift::{Does, From, Lifted, Taken, needs_slow_path};
use super::machine::{Machine, Name};
use super::maxwell::{self, Maxwell};
use crate::evaluate::Computation;
use crate::instruction::sass::{Instruction, Role};
use crate::instruction::{Meaning, SOURCES};
use crate::number::{BF16, F16, F32, F64, Pattern};
use crate::operation::RegisterOp;
use crate::register_file::{guard_holds, unset_predicate};
use crate::rounding::Flags;
use crate::special_function::Operands;
use crate::special_function::machine::Operation;
use crate::trace::{Explained, Operand, Recorder, Remark, Step};

/// What an instruction did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Whether the guard let it run.
    pub ran: bool,
    /// What it writes (wrote, if it ran): registers, low word first, or predicates.
    pub written: Vec<Name>,
    /// IEEE 754's flags of the computation.
    pub flags: Flags,
    /// The predicate of its guard, where that was never given and so let it run.
    pub assumed: Option<Name>,
    /// What was read and never given.
    pub unset: Vec<Name>,
}

/// Runs an instruction; None where it is illegal or not run here.
pub fn execute<R: Recorder>(instruction: &Instruction, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
    Lifted::of(instruction).ok()?.run(machine, recorder)
}

impl Lifted {
    /// Runs it; None where its operation has no meaning for its types.
    pub fn run<R: Recorder>(&self, machine: &mut Machine, recorder: &mut R) -> Option<Effect> {
        let (guard, negated) = self.guard;
        let assumed = machine.get(guard).is_none().then_some(guard);
        if assumed.is_some() {
            machine.set(guard, unset_predicate(negated) as u32);
        }
        let ran = guard_holds(negated, machine.get(guard).map(u64::from));
        let is_written = |name: &Name| !name.is_predicate() || name.fixed().is_none();
        let mut effect = Effect { ran, assumed, written: self.writes.iter().copied().filter(is_written).collect(), ..Effect::default() };
        if !ran {
            return Some(effect);
        }
        let mut reader = Reader { machine, unset: Vec::new() };
        let mut condition = None;
        let predicate = |reader: &mut Reader| (reader.get(self.predicate.0) == 1) != self.predicate.1;
        if matches!(self.does, Does::Branch) {
            effect.ran = predicate(&mut reader);
            effect.unset = reader.unset;
            return Some(effect);
        }
        let mut operands = [0; SOURCES];
        let chosen = matches!(self.does, Does::Choose).then(|| usize::from(!predicate(&mut reader)));
        let named = self.sources.iter().zip(Operand::ALL.into_iter().chain([Operand::E]));
        for (at, (source, which)) in named.enumerate().filter(|(at, _)| chosen.is_none_or(|chosen| *at == chosen)) {
            operands[at] = reader.source(source, which, recorder);
        }
        // Carries, and the second number of two that are copied, stand above.
        let mut above = 0;
        let (bits, flags) = match &self.does {
            Does::Maxwell(instruction) => {
                let (answer, format) = Maxwell { instruction, reader: &mut reader }.run(instruction.row.mnemonic()?, recorder);
                condition = instruction.has(Role::ConditionCode).then(|| maxwell::condition(format, answer.bits));
                (answer.bits, answer.flags)
            }
            Does::Compute(computation) => {
                let is_maximum = computation.meaning == Meaning::Minimum && !predicate(&mut reader);
                let meaning = if is_maximum { Meaning::Maximum } else { computation.meaning };
                let outcome = Computation { meaning, ..*computation }.checked(operands, recorder)?;
                (outcome.bits, outcome.flags)
            }
            Does::ComputeWithCarry(sum, carried) => {
                let outcome = sum.checked(operands, recorder)?;
                above = carried.checked(operands, recorder)?.bits;
                (outcome.bits, outcome.flags)
            }
            Does::ComputeTwice(first, second) => {
                let outcome = first.checked(operands, &mut OnTheWay(recorder))?;
                let mut rest = [0; SOURCES];
                rest[0] = outcome.bits & second.from[0].format.mask();
                if matches!(first.meaning, Meaning::Alu(_)) {
                    let sentence = || handed_on(first.to.width(), second.from[0].width(), &self.sources[first.sources..]);
                    recorder.told(|| Remark { title: "Go on".to_owned(), sentence: sentence(), heading: false });
                }
                rest[1..].iter_mut().zip(operands.iter().skip(first.sources)).for_each(|(rest, left)| *rest = *left);
                let last = second.checked(rest, recorder)?;
                (last.bits, outcome.flags | last.flags)
            }
            Does::ComputeParts(computation) => {
                let (width, mask) = (computation.to.width(), computation.to.format.mask());
                let mut bits = 0;
                for place in (0..32).step_by(width as usize) {
                    let title = || format!("Bits {} to {place}", place + width - 1);
                    let sentence = || "These bits of the words are numbers of their own.".to_owned();
                    recorder.told(|| Remark { title: title(), sentence: sentence(), heading: true });
                    let part = computation.checked(operands.map(|word| word >> place & mask), &mut OnTheWay(recorder))?;
                    bits |= (part.bits & mask) << place;
                }
                let sentence = || format!("Each {width} bits are computed by themselves, and together they are 0x{bits:08x}.");
                recorder.told(|| Remark { title: "Put together".to_owned(), sentence: sentence(), heading: false });
                recorder.step(|| Step::Encode { result: self.to.pattern(bits, 0) });
                (bits, Flags::NONE)
            }
            Does::Pick(computation) => {
                let outcome = computation.checked(operands, &mut OnTheWay(recorder))?;
                let [is_nan, other_is_nan] = [0, 1].map(|at| Pattern::new(F64::ROW, operands[at]).is_nan());
                let is_first = !is_nan && outcome.bits == operands[0];
                let sentence = || {
                    let taken = if is_first { "a, so the first predicate is 1" } else { "b, so the first predicate is 0" };
                    let nans =
                        if is_nan && other_is_nan { "Both are NaNs: the second is 1." } else { "Not both are NaNs: the second is 0." };
                    format!("That stands for {taken}. {nans}")
                };
                recorder.told(|| Remark { title: "Choose".to_owned(), sentence: sentence(), heading: false });
                (u64::from(is_first) | u64::from(is_nan && other_is_nan) << 1, outcome.flags)
            }
            Does::Compare(comparison) => {
                operands[2] = predicate(&mut reader).into();
                let outcome = comparison.run(operands, recorder);
                (outcome.bits, outcome.flags)
            }
            Does::Unit(op) => {
                let operation = match self.to.format {
                    format if format == F32::ROW => Operation::Mufu(*op, Operands::Floats),
                    format if format == F16::ROW || format == BF16::ROW => Operation::MufuHalf(*op, format),
                    _ => return None,
                };
                (operation.apply(|at| operands.get(at).copied().unwrap_or(0), recorder), Flags::NONE)
            }
            Does::Check => (needs_slow_path(operands[0], operands[1]).into(), Flags::NONE),
            Does::Choose => (operands[chosen?], Flags::NONE),
            Does::Copy => {
                above = operands[1];
                (operands[0], Flags::NONE)
            }
            Does::Nothing | Does::End | Does::Branch | Does::Return => (0, Flags::NONE),
        };
        (effect.flags, effect.unset) = (flags, reader.unset);
        let mut rest = u128::from(above) << 64 | u128::from(bits);
        for name in &self.writes {
            machine.set(*name, rest as u32);
            rest >>= if name.is_predicate() { 1 } else { 32 };
        }
        if let Some((zero, sign)) = condition {
            RegisterOp::tell(recorder, || RegisterOp::ConditionCode { zero, sign });
            machine.condition = Some(u8::from(zero) | u8::from(sign) << 1);
        }
        Some(effect)
    }
}

/// What the operands of a second operation are: the first one's result, and more sources.
fn handed_on(from: u32, to: u32, more: &[Taken]) -> String {
    let result = if from > to { format!("Its lower {to} bits are") } else { "It is".to_owned() };
    let source = |source: &Taken| {
        let text = match source.from {
            From::Bits(bits) => format!("{bits:#x}"),
            From::Names([name, _]) => name.to_string(),
        };
        let sign = if source.negate { "-" } else { "" };
        let turned = if source.turned != 0 { "!" } else { "" };
        [sign, turned, &text].concat()
    };
    let rest: String = more.iter().zip("bce".chars()).map(|(own, letter)| format!("; {letter} is {}", source(own))).collect();
    format!("{result} a of the next operation{rest}.")
}

/// Hears of a result that goes into another computation of the same instruction, and so into no register.
struct OnTheWay<'a, R>(&'a mut R);

impl<R: Recorder> Recorder for OnTheWay<'_, R> {
    const LISTENS: bool = R::LISTENS;

    fn step(&mut self, make: impl FnOnce() -> Step) {
        if !R::LISTENS {
            return self.0.step(make);
        }
        match make() {
            Step::Encode { result } => self.0.told(|| RegisterOp::OnTheWay { result }),
            step => self.0.step(|| step),
        }
    }

    fn told<T: Explained>(&mut self, make: impl FnOnce() -> T) {
        self.0.told(make);
    }
}

/// Takes operands from a machine.
pub(super) struct Reader<'a> {
    machine: &'a Machine,
    unset: Vec<Name>,
}

impl Reader<'_> {
    /// The bits of a name; one that was never given is zero.
    pub fn get(&mut self, name: Name) -> u32 {
        self.machine.get(name).unwrap_or_else(|| {
            if !self.unset.contains(&name) {
                self.unset.push(name);
            }
            0
        })
    }

    /// A source as an operation takes it: the part that is read, its lanes, its sign.
    fn source(&mut self, source: &Taken, which: Operand, recorder: &mut impl Recorder) -> u64 {
        let Taken { from, own, parts, turned, absolute, negate } = *source;
        let word = match from {
            From::Bits(bits) => bits,
            From::Names([low, high]) => u64::from(self.get(low)) | u64::from(self.get(high)) << 32,
        };
        let bits = match (own.width(), own.lanes) {
            (..=31, _) => word >> (parts[0] & 31) & ((1 << own.width()) - 1),
            (32, 2) => {
                let [low, high] = parts.map(|part| word >> (part & 31) & 0xffff);
                high << 16 | low
            }
            _ => word,
        } ^ turned;
        if !absolute && !negate {
            return bits;
        }
        if own.format.is_integer() {
            let negative = bits.wrapping_neg() & own.format.mask();
            RegisterOp::tell(recorder, || RegisterOp::Sign { which, absolute, negate, to: vec![own.pattern(negative, 0)] });
            return negative;
        }
        // The sign of a double's NaN stays (an H100: sub, neg and abs of doubles).
        if own.format == F64::ROW && own.pattern(bits, 0).is_nan() {
            return bits;
        }
        let mask = (0..own.lanes).fold(0, |mask, lane| own.with_lane(mask, lane, own.format.sign_mask()));
        let positive = if absolute { bits & !mask } else { bits };
        let signed = if negate { positive ^ mask } else { positive };
        RegisterOp::tell(recorder, || {
            let to = (0..own.lanes).map(|lane| Pattern::new(own.format, own.lane(signed, lane))).collect();
            RegisterOp::Sign { which, absolute, negate, to }
        });
        signed
    }
}
