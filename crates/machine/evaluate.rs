//! The one entry: a form, its modifiers and operand bits go in, the result comes out, and a recorder hears every step.
//!
//! What the target changes (sm_1x has no subnormal singles) becomes a rule here, before the operation runs. The operation is chosen by
//! the row's meaning and the types of its operands, and compiled for the recorder: a sweep with the silent one runs the code that the page
//! explains. A row whose operation has no meaning for its types computes nothing, and a test names it.
//! An approximation is what the assembler makes of it for the target: a sequence of machine instructions around the special function unit.

mod comparison;
mod conversion;
pub mod mov;

pub use comparison::{Comparison, takes_first};

use crate::instruction::{Context, Evidence, Form, Meaning, Modifier, ModifierSet, Operands, SOURCES, Target, Type, Version, forms};
use crate::number::{F32, F64, Float, Format, Narrow, OperandType, Pattern};
use crate::operation::{
    Alu, Answer, Function, Kind, Nan, Property, RegisterOp, Selection, SignChange, Signs, Which, add_signed, change_sign, copy_sign,
    divide, fused, multiply, multiply_add_truncated, reciprocal, select, square_root, test, widen,
};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::special_function::sequence::Sequence;
use crate::special_function::sequence_table;
use crate::trace::{Operand, Recorder, Step, Trace};
use std::sync::OnceLock;

/// One instruction with everything that its result depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The row of the table.
    pub form: &'static Form,
    /// The modifiers, the type among them.
    pub modifiers: ModifierSet,
    /// The sources in order; those that the form does not have are ignored.
    pub operands: Operands,
    /// The target.
    pub target: Target,
    /// The PTX version.
    pub ptx: Version,
}

/// What the carry of the condition code is called (PTX ISA 9.7.2).
pub const CARRY: &str = "CC.CF";

/// Why a division by zero of integers has no result.
pub const DIVISION: &str = "The divisor is zero. The manual leaves the result open; an H100 gives all ones.";

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The bits of the destination, right-aligned; 1 or 0 for a predicate.
    pub bits: u64,
    /// What IEEE 754 says of the computation (of all lanes together, where there are several).
    pub flags: Flags,
    /// What the condition code's carry becomes, where the instruction writes it.
    pub carry: bool,
}

impl Outcome {
    /// Of no computation.
    pub const NOTHING: Outcome = Outcome { bits: 0, flags: Flags::NONE, carry: false };

    /// Of bits and flags.
    pub const fn of(bits: u64, flags: Flags) -> Outcome {
        Outcome { bits, flags, carry: false }
    }
}

impl Request {
    /// A request for a form in a context, with as many operands as are known; the others are zero.
    pub fn new<const N: usize>(form: &'static Form, modifiers: ModifierSet, operands: [u64; N], context: Context) -> Request {
        Request { form, modifiers, operands: filled(operands), target: context.target, ptx: context.ptx }
    }

    /// The rounding rules that form, modifiers and target add up to.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.plain().rules()
    }

    /// What it computes.
    #[inline]
    pub fn computation(&self) -> Computation {
        Computation { sequence: self.sequence(), ..self.plain() }
    }

    /// The same without the machine instructions of an approximation, which take a look at the whole table.
    #[inline(always)]
    fn plain(&self) -> Computation {
        Computation {
            meaning: self.form.meaning,
            modifiers: self.modifiers.union(self.form.implied).difference(self.form.row.inert).difference(ModifierSet::TYPES),
            to: self.destination_type(),
            from: core::array::from_fn(|source| self.source_type(source)),
            sources: self.form.pattern.source_count(),
            first_generation: self.target.is_first_generation(),
            sequence: None,
        }
    }

    /// Runs arithmetic whose format is known: see [`Computation::in_format`].
    pub fn in_format(&self, format: impl Float, recorder: &mut impl Recorder) -> Option<Outcome> {
        self.plain().in_format(format, self.operands, recorder)
    }

    /// The machine instructions that an approximation runs on the target; None for other instructions.
    pub fn sequence(&self) -> Option<&'static Sequence> {
        self.form.meaning.approximated().and_then(|_| sequence(self))
    }

    /// How we know what comes out: the row's evidence, or for an approximation that of the unit's functions.
    pub fn evidence(&self) -> Evidence {
        let Some(sequence) = self.sequence() else { return self.form.row.evidence };
        if self.target.number() < OLDEST_SEQUENCE {
            return Evidence::Modelled("older targets run the code that the assembler emits for sm_50");
        }
        sequence.known().map_or(self.form.row.evidence, |known| Evidence::of_unit(known, self.target.number()))
    }

    /// How we know the bits that came out: as [`Request::evidence`], but for a NaN, which the manual mostly leaves open.
    pub fn evidence_of(&self, bits: u64) -> Evidence {
        let (known, own) = (self.evidence(), self.destination_type());
        let is_nan = (0..own.lanes).any(|lane| own.pattern(bits, lane).is_nan());
        let said = matches!(self.form.meaning, Meaning::CopySign | Meaning::Choose | Meaning::Approximation(_))
            || [Modifier::NaN, Modifier::Relu].iter().any(|word| self.modifiers.has(*word));
        if !is_nan || said { known } else { Evidence::of_nan(known, own.format, self.form.meaning, self.target.number()) }
    }

    /// What a source holds; one that the form does not have is as the last.
    #[inline]
    pub fn source_type(&self, source: usize) -> OperandType {
        self.form.source_type(self.modifiers, source).operand()
    }

    /// What the destination holds.
    #[inline]
    pub fn destination_type(&self) -> OperandType {
        let predicates = OperandType { lanes: 1 + u32::from(self.form.pattern.pair), ..OperandType::PREDICATE };
        self.form.destination_type(self.modifiers).map_or(predicates, Type::operand)
    }
}

/// What an instruction computes: a request without its row of the table, so that it can be kept, written down and run where no table is.
#[derive(Clone, Copy, Debug)]
pub struct Computation {
    /// The operation.
    pub meaning: Meaning,
    /// The words that count: those that are named and those that the form means without them, but not those that change nothing, and no types.
    pub modifiers: ModifierSet,
    /// What the destination holds.
    pub to: OperandType,
    /// What the sources hold.
    pub from: [OperandType; SOURCES],
    /// How many operands are read.
    pub sources: usize,
    /// Whether it runs on sm_1x.
    pub first_generation: bool,
    /// The machine instructions that an approximation runs; None for other operations.
    pub sequence: Option<&'static Sequence>,
}

impl Computation {
    /// The format that it computes in: that of its destination, where that is no predicate.
    #[inline(always)]
    fn format(&self) -> &'static Format {
        if self.to.is_predicate() { self.from[0].format } else { self.to.format }
    }

    /// The rounding rules that modifiers and target add up to.
    #[inline]
    pub fn rules(&self) -> Rules {
        let modifiers = self.modifiers;
        let double = self.format() == F64::ROW;
        let flush = modifiers.has(Modifier::Ftz) || (!double && self.first_generation);
        Rules {
            mode: modifiers.mode().unwrap_or(Mode::Rn),
            subnormals: if flush { Subnormals::Flush } else { Subnormals::Keep },
            range: match (modifiers.has(Modifier::Satfinite), modifiers.has(Modifier::Relu)) {
                _ if modifiers.has(Modifier::Sat) => Range::ZeroToOne,
                (true, true) => Range::FiniteNotNegative,
                (true, false) if modifiers.has(Modifier::Pzo) => Range::FinitePositiveZero,
                (false, false) if modifiers.has(Modifier::Pzo) => Range::PositiveZero,
                (true, false) => Range::Finite,
                (false, true) => Range::NotNegative,
                (false, false) => Range::Full,
            },
            // 9.7.3: payloads are supported in double precision; singles return one NaN (7fffffff on every chip and tool seen).
            nan: if double { NanRule::Payload } else { NanRule::Canonical },
        }
    }

    /// Runs it on as many operands as are known; the others are zero. A recorder that listens hears every step.
    pub fn run<const N: usize>(&self, operands: [u64; N], recorder: &mut impl Recorder) -> Outcome {
        self.checked(filled(operands), recorder).unwrap_or(Outcome::NOTHING)
    }

    /// Runs it; None where the operation has no meaning for these types. A test holds that no row of the table is such.
    // Out of line: whoever runs PTX and machine code alike holds it once.
    #[inline(never)]
    pub fn checked<R: Recorder>(&self, operands: Operands, recorder: &mut R) -> Option<Outcome> {
        match self.meaning {
            Meaning::Work(_) | Meaning::Nothing | Meaning::Unmodelled => Some(Outcome::NOTHING),
            Meaning::Approximation(_) => {
                // Machine instructions raise no flags.
                let sequence = self.sequence?;
                if self.to.lanes == 1 {
                    return Some(Outcome::of(sequence.run(operands[0], operands[1], recorder), Flags::NONE));
                }
                let bits = (0..self.to.lanes).fold(0, |bits, lane| {
                    recorder.step(|| Step::Lane { lane: lane as u8, width: same_width(self) });
                    let [a, b] = [0, 1].map(|source| self.from[source].lane(operands[source], lane));
                    self.to.with_lane(bits, lane, sequence.run(a, b, recorder))
                });
                Some(Outcome::of(bits, Flags::NONE))
            }
            Meaning::Alu(alu) => Some(self.integers(alu, operands, recorder)),
            Meaning::Convert => conversion::change_type(self, operands, recorder),
            Meaning::Compare => comparison::compare_numbers(self, operands, recorder),
            Meaning::Choose => comparison::choose(self, operands, recorder),
            _ => match self.format() {
                format if format == F32::ROW && !R::LISTENS => self.in_format(F32, operands, recorder),
                format if format == F64::ROW => self.in_format(F64, operands, recorder),
                format if format.is_floating() => self.in_format(Narrow::of(format).from(self.operand_format(format)), operands, recorder),
                _ => None,
            },
        }
    }

    /// The format in which operands are read: that of the result, where it holds every number of theirs; else singles, which hold those of
    /// every format but doubles.
    fn operand_format(&self, format: &'static Format) -> &'static Format {
        let held = |from: &OperandType| core::ptr::eq(from.format, format) || format.holds(from.format);
        if self.from.iter().take(self.sources).all(held) { format } else { F32::ROW }
    }

    /// Runs arithmetic in the format that it computes in, every lane by itself; None where the operation has no meaning for these types.
    /// [`Computation::checked`] chooses the format; who has chosen it already needs the code of no other.
    #[inline(always)]
    pub fn in_format(&self, format: impl Float, operands: Operands, recorder: &mut impl Recorder) -> Option<Outcome> {
        let rules = self.rules();
        let count = self.to.lanes;
        let sums = matches!(self.meaning, Meaning::Add | Meaning::Subtract | Meaning::Multiply | Meaning::Fused);
        if self.from.iter().any(|from| from.lanes != count) || !(sums || core::ptr::eq(format.operands(), format.row())) {
            return None;
        }
        if count == 1 {
            return scalar(format, self, numbers(format, self, operands, 0, recorder)?, &rules, recorder);
        }
        let mut all = Outcome::NOTHING;
        for lane in 0..count {
            recorder.step(|| Step::Lane { lane: lane as u8, width: same_width(self) });
            let one = scalar(format, self, numbers(format, self, operands, lane, recorder)?, &rules, recorder)?;
            all = Outcome::of(self.to.with_lane(all.bits, lane, one.bits), all.flags | one.flags);
        }
        Some(all)
    }

    /// What an operation on integers needs: its function, its type, and the bits of its result.
    pub fn function(&self, alu: Alu) -> (Function, Kind, u64) {
        (alu.function(), Kind::of(self.from[alu.typed_by()].format), u64::MAX >> (64 - self.to.width().clamp(1, 64)))
    }

    /// Runs an operation on integers or bits; the carry that comes is the last operand.
    fn integers(&self, alu: Alu, operands: Operands, recorder: &mut impl Recorder) -> Outcome {
        let (function, kind, mask) = self.function(alu);
        let [a, b, c, e, came] = operands;
        let mut carry = came & 1 == 1;
        let bits = function(kind, [a, b, c, e], &mut carry) & mask;
        let goes = alu.writes_carry() && carry;
        RegisterOp::tell(recorder, || RegisterOp::Integers {
            alu,
            sources: self.from.iter().zip(operands).take(self.sources).map(|(own, bits)| Pattern::new(own.as_word(), bits)).collect(),
            carry: alu.reads_carry().then_some(came & 1 == 1),
            result: Pattern::new(self.to.as_word(), bits),
            carries: alu.writes_carry().then_some(goes),
        });
        Outcome { carry: goes, ..Outcome::of(bits, Flags::NONE) }
    }
}

/// Operands with zeros for those that are not known.
#[inline(always)]
fn filled<const N: usize>(known: [u64; N]) -> Operands {
    let mut all = [0; SOURCES];
    all.iter_mut().zip(known).for_each(|(operand, known)| *operand = known);
    all
}

/// Runs an instruction. A recorder that listens hears every step.
pub fn evaluate(request: &Request, recorder: &mut impl Recorder) -> Outcome {
    request.computation().run(request.operands, recorder)
}

/// Runs an instruction and keeps every step.
pub fn evaluate_traced(request: &Request, trace: &mut Trace) -> Outcome {
    evaluate(request, trace)
}

/// Bits of a lane, where it is equally wide in every operand.
fn same_width(what: &Computation) -> Option<u32> {
    let width = what.to.stride();
    what.from.iter().all(|from| from.stride() == width && from.lanes == what.to.lanes).then_some(width)
}

/// The operands of a lane in the format that is computed in; one of a narrower format is widened, which loses nothing.
fn numbers(format: impl Float, what: &Computation, [a, b, c, ..]: Operands, lane: u32, recorder: &mut impl Recorder) -> Option<[u64; 3]> {
    let mut operands = [a, b, c];
    let (own, format) = (core::ptr::eq(format.operands(), format.row()), format.operands());
    for ((bits, from), which) in operands.iter_mut().zip(&what.from).zip(Operand::ALL).take(what.sources) {
        *bits = from.lane(*bits, lane);
        if !(own && core::ptr::eq(from.format, what.to.format)) && from.format != format {
            *bits = widen(which, from.format, *bits, format, recorder)?;
        }
    }
    Some(operands)
}

fn scalar(format: impl Float, what: &Computation, operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Option<Outcome> {
    let [a, b, c] = operands;
    let Answer { bits, flags } = match what.meaning {
        Meaning::Add | Meaning::Subtract => add_signed(format, a, b, what.meaning == Meaning::Subtract, rules, recorder),
        Meaning::Multiply => multiply(format, a, b, rules, recorder),
        Meaning::Fused => fused(format, a, b, c, rules, recorder),
        Meaning::MultiplyAddTruncated if format.row() == F32::ROW => multiply_add_truncated(a, b, c, rules, recorder),
        Meaning::Divide => divide(format, a, b, rules, recorder),
        Meaning::Reciprocal => reciprocal(format, a, rules, recorder),
        Meaning::SquareRoot => square_root(format, a, rules, recorder),
        Meaning::AbsoluteValue => change_sign(format.row(), a, SignChange::Clear, rules, recorder),
        Meaning::Negate => change_sign(format.row(), a, SignChange::Turn, rules, recorder),
        Meaning::CopySign => copy_sign(format.row(), a, b, recorder),
        Meaning::Minimum | Meaning::Maximum => select(format.row(), &operands[..what.sources.min(3)], selection(what), rules, recorder),
        Meaning::Test => test(format.row(), a, property(what.modifiers), recorder),
        Meaning::MultiplyAddTruncated
        | Meaning::Compare
        | Meaning::Choose
        | Meaning::Convert
        | Meaning::Alu(_)
        | Meaning::Approximation(_)
        | Meaning::Work(_)
        | Meaning::Nothing
        | Meaning::Unmodelled => return None,
    };
    Some(Outcome::of(bits, flags))
}

fn selection(what: &Computation) -> Selection {
    let modifiers = what.modifiers;
    Selection {
        which: if what.meaning == Meaning::Minimum { Which::Smallest } else { Which::Largest },
        nan: if modifiers.has(Modifier::NaN) { Nan::Wins } else { Nan::Ignored },
        signs: match (modifiers.has(Modifier::Xorsign), modifiers.has(Modifier::Abs)) {
            (true, _) => Signs::Xor,
            (false, true) => Signs::Dropped,
            (false, false) => Signs::Compared,
        },
    }
}

fn property(modifiers: ModifierSet) -> Property {
    match modifiers.intersection(ModifierSet::QUESTIONS).first() {
        Some(Modifier::Infinite) => Property::Infinite,
        Some(Modifier::Number) => Property::Number,
        Some(Modifier::NotANumber) => Property::NotANumber,
        Some(Modifier::Normal) => Property::Normal,
        Some(Modifier::Subnormal) => Property::Subnormal,
        _ => Property::Finite,
    }
}

/// The oldest target whose code is known; it stands for those before it, which have the same unit.
const OLDEST_SEQUENCE: u32 = 50;

/// The machine instructions of an approximation, found once for every form, with and without flush, and target.
fn sequence(request: &Request) -> Option<&'static Sequence> {
    static FOUND: OnceLock<Vec<Option<&'static Sequence>>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let places = forms().iter().flat_map(|form| [false, true].map(|flush| (form, flush)));
        places.flat_map(|(form, flush)| Target::ALL.iter().map(move |target| find(form, flush, *target))).collect()
    });
    let flush = request.rules().subnormals == Subnormals::Flush;
    let target = Target::ALL.iter().position(|target| *target == request.target)?;
    found.get((request.form.index * 2 + usize::from(flush)) * Target::ALL.len() + target).copied().flatten()
}

fn find(form: &Form, flush: bool, target: Target) -> Option<&'static Sequence> {
    let approximated = form.meaning.approximated()?;
    let words = form.pattern.all.union(form.implied);
    let accuracy = if words.has(Modifier::Full) { Modifier::Full } else { Modifier::Approx };
    let data_type = words.data_type()?;
    let flush = if flush { Modifier::Ftz.text() } else { "" };
    // A packed type runs the instructions of one number for each.
    let number = data_type.operand().format.name.to_ascii_lowercase();
    let name = format!("{}{}{flush}.{number}", approximated.mnemonic(), accuracy.text());
    sequence_table::find(&name, target.number().max(OLDEST_SEQUENCE))
}

/// The modifiers with another rounding mode; None where the form takes none.
///
/// A mode that the target lacks is computed all the same: the comparison teaches more than its absence.
pub fn with_mode(request: &Request, mode: Mode) -> Option<ModifierSet> {
    let takes = |roundings: ModifierSet| !request.form.pattern.all.intersection(roundings).is_empty();
    let whole = !request.modifiers.intersection(ModifierSet::WHOLE).is_empty();
    let modifier = if whole { Modifier::of_whole_mode(mode) } else { Modifier::of_mode(mode) };
    let others = request.modifiers.difference(ModifierSet::ROUNDING.union(ModifierSet::WHOLE));
    (takes(ModifierSet::ROUNDING) || whole).then(|| others.with(modifier))
}
