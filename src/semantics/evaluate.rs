//! The one entry: a form, its modifiers and operand bits go in, the result comes out, and a recorder hears every step.
//!
//! What the target changes (sm_1x has no subnormal singles) becomes a rule here, before the operation runs. The operation is chosen by
//! the row's meaning and the type, and compiled for the recorder: a sweep with the silent one runs the code that the page explains.
//! An approximation is what the assembler makes of it for the target: a sequence of machine instructions around the special function unit.

use crate::instruction::{Context, Evidence, Form, Meaning, Modifier, ModifierSet, OperandKind, Target, Version, forms};
use crate::number::{F32, F64, Float, Format};
use crate::operation::{
    Answer, Incoming, Nan, Property, Selection, SignChange, Signs, Which, add, between_integers, change_sign, convert, copy_sign, divide,
    from_integer, fused, multiply, multiply_add_truncated, reciprocal, round_to_whole, select, square_root, subtract, test, to_integer,
};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::special_function::sequence::Sequence;
use crate::special_function::{Listener, sequence_table};
use crate::trace::{Recorder, Step, Trace};
use std::sync::OnceLock;

/// One instruction with everything that its result depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// The row of the table.
    pub form: &'static Form,
    /// The modifiers, the type among them.
    pub modifiers: ModifierSet,
    /// The sources a, b, c as bits, right-aligned; those that the form does not have are ignored.
    pub operands: [u64; 3],
    /// The target.
    pub target: Target,
    /// The PTX version.
    pub ptx: Version,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The bits of the destination, right-aligned; 1 or 0 for a predicate.
    pub bits: u64,
    /// What IEEE 754 says of the computation (of both lanes together, where there are two).
    pub flags: Flags,
}

/// The type of a register as an instruction sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// One number of a format.
    Number(&'static Format),
    /// Two singles in 64 bits.
    PackedF32,
    /// A predicate.
    Predicate,
}

impl Request {
    /// A request for a form in a context.
    pub fn new(form: &'static Form, modifiers: ModifierSet, operands: [u64; 3], context: Context) -> Request {
        Request { form, modifiers, operands, target: context.target, ptx: context.ptx }
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
            modifiers: self.modifiers.union(self.form.implied).difference(self.form.row.inert),
            sources: self.form.pattern.source_count(),
            first_generation: self.target.is_first_generation(),
            sequence: None,
        }
    }

    /// The machine instructions that an approximation runs on the target; None for other instructions.
    pub fn sequence(&self) -> Option<&'static Sequence> {
        (self.form.meaning == Meaning::Approximation).then(|| sequence(self)).flatten()
    }

    /// How we know what comes out: the row's evidence, or for an approximation that of the unit's functions.
    pub fn evidence(&self) -> Evidence {
        let Some(sequence) = self.sequence() else { return self.form.row.evidence };
        if self.target.number() < OLDEST_SEQUENCE {
            return Evidence::Modelled("the code that the assembler emits for sm_50 stands for older targets");
        }
        sequence.known().map_or(self.form.row.evidence, Evidence::from)
    }

    /// What the sources are.
    pub fn source_type(&self) -> ValueType {
        source_type(self.modifiers)
    }

    /// What the destination is.
    pub fn destination_type(&self) -> ValueType {
        destination_type(self.form, self.modifiers)
    }
}

/// What an instruction computes: a request without its row of the table, so that it can be kept, written down and run where no table is.
#[derive(Clone, Copy, Debug)]
pub struct Computation {
    /// The operation.
    pub meaning: Meaning,
    /// The modifiers that count: those that are named and those that the form means without them, but not those that change nothing.
    pub modifiers: ModifierSet,
    /// How many operands are read, at most three.
    pub sources: usize,
    /// Whether it runs on sm_1x.
    pub first_generation: bool,
    /// The machine instructions that an approximation runs; None for other operations.
    pub sequence: Option<&'static Sequence>,
}

impl Computation {
    /// The rounding rules that modifiers and target add up to.
    #[inline]
    pub fn rules(&self) -> Rules {
        let modifiers = self.modifiers;
        let single = !modifiers.has(Modifier::F64);
        let flush = modifiers.has(Modifier::Ftz) || (single && self.first_generation);
        Rules {
            mode: modifiers.mode().unwrap_or(Mode::Rn),
            subnormals: if flush { Subnormals::Flush } else { Subnormals::Keep },
            range: if modifiers.has(Modifier::Sat) { Range::ZeroToOne } else { Range::Full },
            // 9.7.3: payloads are supported in double precision; singles return one NaN (7fffffff on every chip and tool seen).
            nan: if single { NanRule::Canonical } else { NanRule::Payload },
        }
    }

    /// Runs it on operands a, b, c. A recorder that listens hears every step.
    #[inline]
    pub fn run(&self, operands: [u64; 3], recorder: &mut (impl Recorder + Listener)) -> Outcome {
        match self.meaning {
            Meaning::Approximation => approximate(self.sequence, operands, recorder),
            _ => typed(self, operands, recorder),
        }
    }
}

/// What the destination of a form with these modifiers is.
pub fn destination_type(form: &Form, modifiers: ModifierSet) -> ValueType {
    match form.pattern.destination() {
        OperandKind::Predicate => ValueType::Predicate,
        _ => value_type(modifiers.data_type()),
    }
}

/// What the sources of an instruction with these modifiers are.
pub fn source_type(modifiers: ModifierSet) -> ValueType {
    value_type(modifiers.source_data_type())
}

fn value_type(data_type: Option<Modifier>) -> ValueType {
    match data_type {
        Some(Modifier::F32x2) => ValueType::PackedF32,
        other => ValueType::Number(other.and_then(Modifier::format).unwrap_or(F32::ROW)),
    }
}

impl ValueType {
    /// Bits of the register.
    pub fn width(self) -> u32 {
        match self {
            ValueType::Number(format) => format.width(),
            ValueType::PackedF32 => 64,
            ValueType::Predicate => 1,
        }
    }

    /// The bits as the command line prints them: all hex digits, or `1` and `0` for a predicate.
    pub fn hex(self, bits: u64) -> String {
        format!("{bits:0digits$x}", digits = self.width().div_ceil(4) as usize)
    }
}

/// Runs an instruction. A recorder that listens hears every step.
#[inline]
pub fn evaluate(request: &Request, recorder: &mut (impl Recorder + Listener)) -> Outcome {
    request.computation().run(request.operands, recorder)
}

/// Runs an instruction and keeps every step.
pub fn evaluate_traced(request: &Request, trace: &mut Trace) -> Outcome {
    evaluate(request, trace)
}

/// By the type.
#[inline(always)]
fn typed(what: &Computation, operands: [u64; 3], recorder: &mut impl Recorder) -> Outcome {
    let rules = what.rules();
    match what.modifiers.data_type() {
        _ if what.meaning == Meaning::Convert => change_type(what, operands[0], &rules, recorder),
        Some(Modifier::F64) => scalar::<F64>(what, operands, &rules, recorder),
        Some(Modifier::F32x2) => packed(what, operands, &rules, recorder),
        _ => scalar::<F32>(what, operands, &rules, recorder),
    }
}

#[inline(always)]
fn scalar<F: Float>(what: &Computation, operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Outcome {
    let [a, b, c] = operands;
    let Answer { bits, flags } = match what.meaning {
        Meaning::Add => add::<F>(a, b, rules, recorder),
        Meaning::Subtract => subtract::<F>(a, b, rules, recorder),
        Meaning::Multiply => multiply::<F>(a, b, rules, recorder),
        Meaning::Fused => fused::<F>(a, b, c, rules, recorder),
        Meaning::MultiplyAddTruncated => multiply_add_truncated::<F>(a, b, c, rules, recorder),
        Meaning::Divide => divide::<F>(a, b, rules, recorder),
        Meaning::Reciprocal => reciprocal::<F>(a, rules, recorder),
        Meaning::SquareRoot => square_root::<F>(a, rules, recorder),
        Meaning::AbsoluteValue => change_sign::<F>(a, SignChange::Clear, rules, recorder),
        Meaning::Negate => change_sign::<F>(a, SignChange::Turn, rules, recorder),
        Meaning::CopySign => copy_sign::<F>(a, b, recorder),
        Meaning::Minimum | Meaning::Maximum => select::<F>(&operands[..what.sources.min(3)], selection(what), rules, recorder),
        Meaning::Test => test::<F>(a, property(what.modifiers), recorder),
        _ => Answer { bits: 0, flags: Flags::NONE },
    };
    Outcome { bits, flags }
}

/// A conversion. What `.ftz` flushes are singles, on either side; on sm_1x they are always flushed, but for a destination of 64 bits.
fn change_type(what: &Computation, bits: u64, rules: &Rules, recorder: &mut impl Recorder) -> Outcome {
    let modifiers = what.modifiers;
    let (ValueType::Number(from), ValueType::Number(to)) = (source_type(modifiers), value_type(modifiers.data_type())) else {
        return Outcome { bits: 0, flags: Flags::NONE };
    };
    let first_generation = what.first_generation && to.width() < 64;
    let flushes = modifiers.has(Modifier::Ftz) || first_generation;
    let single = |format: &Format| if flushes && format == F32::ROW { Subnormals::Flush } else { Subnormals::Keep };
    let source = Incoming { subnormals: single(from), ..Incoming::plain(from, bits) };
    // As ptxas folds conversions: a payload survives between singles and doubles; where 16 bits take part none does.
    let payload = from.width() >= 32 && to.width() >= 32;
    let rules = Rules {
        mode: rules.mode,
        subnormals: single(to),
        range: rules.range,
        nan: if payload { NanRule::Payload } else { NanRule::Canonical },
    };
    let Answer { bits, flags } = match (from.is_integer(), to.is_integer()) {
        (true, true) => between_integers(source, to, modifiers.has(Modifier::Sat), recorder),
        (true, false) => from_integer(source, to, &rules, recorder),
        // PTX ISA, cvt: a NaN gives zero where the source is not .f64 and the destination not of 64 bits; 1 << (width - 1) elsewhere.
        (false, true) if from != F64::ROW && to.width() < 64 => to_integer(source, to, 0, &rules, recorder),
        (false, true) => to_integer(source, to, 1 << (to.width() - 1), &rules, recorder),
        (false, false) if !modifiers.intersection(ModifierSet::WHOLE).is_empty() => round_to_whole(source, &rules, recorder),
        (false, false) => convert(source, to, &rules, recorder),
    };
    Outcome { bits, flags }
}

/// Two singles at once: the low halves give the low half, the high halves the high half.
fn packed(what: &Computation, operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Outcome {
    let mut lane = |lane: u8| {
        recorder.step(|| Step::Lane { lane });
        let halves = operands.map(|bits| bits >> (32 * lane) & 0xffff_ffff);
        scalar::<F32>(what, halves, rules, recorder)
    };
    let (low, high) = (lane(0), lane(1));
    Outcome { bits: high.bits << 32 | low.bits, flags: low.flags | high.flags }
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

/// Runs the machine instructions that the assembler makes of an approximation. They raise no flags, so none are computed.
fn approximate(sequence: Option<&Sequence>, [a, b, _]: [u64; 3], recorder: &mut (impl Recorder + Listener)) -> Outcome {
    let bits = sequence.map_or(0, |sequence| sequence.run(a, b, recorder));
    Outcome { bits, flags: Flags::NONE }
}

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
    if form.meaning != Meaning::Approximation {
        return None;
    }
    let words = form.pattern.all.union(form.implied);
    let accuracy = if words.has(Modifier::Full) { Modifier::Full } else { Modifier::Approx };
    let data_type = words.data_type()?;
    let flush = if flush { Modifier::Ftz.text() } else { "" };
    let name = format!("{}{}{flush}{}", form.mnemonic(), accuracy.text(), data_type.text());
    sequence_table::find(&name, target.number().max(OLDEST_SEQUENCE))
}

/// The same operands in all four rounding modes, if the form takes a rounding modifier.
///
/// A mode that the target lacks is computed all the same: the comparison teaches more than its absence.
pub fn all_modes(request: &Request, run: impl Fn(&Request) -> Outcome) -> Option<[(Mode, Outcome); 4]> {
    let takes = |roundings: ModifierSet| !request.form.pattern.all.intersection(roundings).is_empty();
    let whole = !request.modifiers.intersection(ModifierSet::WHOLE).is_empty();
    (takes(ModifierSet::ROUNDING) || whole).then(|| {
        Mode::ALL.map(|mode| {
            let roundings = ModifierSet::ROUNDING.union(ModifierSet::WHOLE);
            let modifier = if whole { Modifier::of_whole_mode(mode) } else { Modifier::of_mode(mode) };
            let modifiers = request.modifiers.difference(roundings).with(modifier);
            (mode, run(&Request { modifiers, ..*request }))
        })
    })
}
