//! The one entry: a form, its modifiers and operand bits go in, the result comes out, and a recorder hears every step.
//!
//! What the target changes (sm_1x has no subnormal singles) becomes a rule here, before the operation runs. The operation is chosen by
//! the row's meaning and the type, and compiled for the recorder: a sweep with the silent one runs the code that the page explains.

use crate::instruction::{Context, Form, Meaning, Modifier, ModifierSet, Target, Version};
use crate::number::{F32, F64, Float, Format};
use crate::operation::{Answer, add, fused, multiply, multiply_add_truncated, subtract};
use crate::rounding::{Flags, Mode, NanRule, Range, Rules, Subnormals};
use crate::trace::{Recorder, Step, Trace};

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
        let modifiers = self.modifiers.union(self.form.implied);
        let single = !modifiers.has(Modifier::F64);
        let flush = modifiers.has(Modifier::Ftz) || (single && self.target.is_first_generation());
        Rules {
            mode: modifiers.mode().unwrap_or(Mode::Rn),
            subnormals: if flush { Subnormals::Flush } else { Subnormals::Keep },
            range: if modifiers.has(Modifier::Sat) { Range::ZeroToOne } else { Range::Full },
            // 9.7.3: payloads are supported in double precision; singles return one NaN (7fffffff on every chip and tool seen).
            nan: if single { NanRule::Canonical } else { NanRule::Payload },
        }
    }

    /// What the sources are.
    pub fn source_type(&self) -> ValueType {
        source_type(self.modifiers)
    }

    /// What the destination is.
    pub fn destination_type(&self) -> ValueType {
        match self.form.pattern.destination() {
            crate::instruction::OperandKind::Predicate => ValueType::Predicate,
            _ => source_type(self.modifiers),
        }
    }
}

/// What the sources of an instruction with these modifiers are.
pub fn source_type(modifiers: ModifierSet) -> ValueType {
    match modifiers.data_type() {
        Some(Modifier::F64) => ValueType::Number(F64::ROW),
        Some(Modifier::F32x2) => ValueType::PackedF32,
        _ => ValueType::Number(F32::ROW),
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
pub fn evaluate(request: &Request, recorder: &mut impl Recorder) -> Outcome {
    let rules = request.rules();
    match request.modifiers.data_type() {
        Some(Modifier::F64) => scalar::<F64>(request.form.meaning, request.operands, &rules, recorder),
        Some(Modifier::F32x2) => packed(request.form.meaning, request.operands, &rules, recorder),
        _ => scalar::<F32>(request.form.meaning, request.operands, &rules, recorder),
    }
}

#[inline(always)]
fn scalar<F: Float>(meaning: Meaning, [a, b, c]: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Outcome {
    let Answer { bits, flags } = match meaning {
        Meaning::Add => add::<F>(a, b, rules, recorder),
        Meaning::Subtract => subtract::<F>(a, b, rules, recorder),
        Meaning::Multiply => multiply::<F>(a, b, rules, recorder),
        Meaning::Fused => fused::<F>(a, b, c, rules, recorder),
        Meaning::MultiplyAddTruncated => multiply_add_truncated::<F>(a, b, c, rules, recorder),
    };
    Outcome { bits, flags }
}

/// Two singles at once: the low halves give the low half, the high halves the high half.
fn packed(meaning: Meaning, operands: [u64; 3], rules: &Rules, recorder: &mut impl Recorder) -> Outcome {
    let mut lane = |lane: u8| {
        recorder.step(|| Step::Lane { lane });
        let halves = operands.map(|bits| bits >> (32 * lane) & 0xffff_ffff);
        scalar::<F32>(meaning, halves, rules, recorder)
    };
    let (low, high) = (lane(0), lane(1));
    Outcome { bits: high.bits << 32 | low.bits, flags: low.flags | high.flags }
}

/// The same operands in all four rounding modes, if the form takes a rounding modifier.
///
/// A mode that the target lacks is computed all the same: the comparison teaches more than its absence.
pub fn all_modes(request: &Request) -> Option<[(Mode, Outcome); 4]> {
    let takes = !request.form.pattern.all.intersection(ModifierSet::ROUNDING).is_empty();
    takes.then(|| {
        Mode::ALL.map(|mode| {
            let modifiers = request.modifiers.difference(ModifierSet::ROUNDING).with(Modifier::of_mode(mode));
            // With the recorder that the page uses anyway: a silent copy of every operation would be downloaded for this alone.
            (mode, evaluate(&Request { modifiers, ..*request }, &mut Trace::default()))
        })
    })
}
