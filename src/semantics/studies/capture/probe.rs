//! One instruction that a chip is asked about: its text for the assembler, and what the model says of it.
//!
//! The forms are those of the table. Packed halves have no row there, so their few forms stand here; the model of a lane is the arithmetic
//! of [`operation`](crate::operation) on halves, which is what makes the chip's answer worth having.

use crate::evaluate::{Request, evaluate};
use crate::instruction::{Context, Form, Meaning, Modifier, ModifierSet, OperandKind, Target, forms};
use crate::number::F16;
use crate::operation::{Nan, Selection, Signs, Which, add, fused, multiply, select, subtract};
use crate::rounding::{Mode, NanRule, Range, Rules, Subnormals};
use crate::trace::Silent;

/// An instruction with all its modifiers.
#[derive(Clone, Copy, Debug)]
pub enum Probe {
    /// A form of the table.
    Form(&'static Form, ModifierSet),
    /// An instruction on packed halves, and modifiers that stand before its type.
    Halves(&'static Halves, ModifierSet),
}

/// An instruction on two halves in 32 bits.
#[derive(Debug)]
pub struct Halves {
    head: &'static str,
    meaning: Meaning,
    sources: usize,
    since: Target,
    optional: &'static [Modifier],
}

use Modifier::{Ftz, NaN, Sat};
const ARITHMETIC: &[Modifier] = &[Ftz, Sat];
const SELECTION: &[Modifier] = &[Ftz, NaN];

#[rustfmt::skip]
const HALVES: [Halves; 6] = [
    Halves { head: "add.rn", meaning: Meaning::Add,      sources: 2, since: Target::SM_53, optional: ARITHMETIC },
    Halves { head: "sub.rn", meaning: Meaning::Subtract, sources: 2, since: Target::SM_53, optional: ARITHMETIC },
    Halves { head: "mul.rn", meaning: Meaning::Multiply, sources: 2, since: Target::SM_53, optional: ARITHMETIC },
    Halves { head: "fma.rn", meaning: Meaning::Fused,    sources: 3, since: Target::SM_53, optional: ARITHMETIC },
    Halves { head: "min",    meaning: Meaning::Minimum,  sources: 2, since: Target::SM_80, optional: SELECTION },
    Halves { head: "max",    meaning: Meaning::Maximum,  sources: 2, since: Target::SM_80, optional: SELECTION },
];

/// What stands in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// A single.
    F32,
    /// A double.
    F64,
    /// Two singles.
    F32x2,
    /// Two halves.
    F16x2,
    /// A predicate, as 1 or 0.
    Predicate,
}

impl Probe {
    /// Every instruction of a target, those of the table in its order.
    pub fn all(context: Context) -> impl Iterator<Item = Probe> {
        let table = forms().iter().filter(|form| form.meaning != Meaning::Nothing);
        let table = table.flat_map(|form| form.pattern.combinations().into_iter().map(move |modifiers| (form, modifiers)));
        let table = table.filter(move |(form, modifiers)| form.is_available(*modifiers, context));
        let halves = HALVES.iter().filter(move |halves| context.target.is_at_least(halves.since));
        table.map(|(form, modifiers)| Probe::Form(form, modifiers)).chain(halves.flat_map(|halves| {
            let [one, other] = [halves.optional[0], halves.optional[1]].map(ModifierSet::only);
            [ModifierSet::NONE, one, other, one.union(other)].map(|modifiers| Probe::Halves(halves, modifiers))
        }))
    }

    /// The instruction of a name with some sources, if the target has it.
    pub fn find(name: &str, sources: usize, context: Context) -> Option<Probe> {
        Probe::all(context).find(|probe| probe.sources() == sources && probe.name() == name)
    }

    /// Its name: `fma.rn.ftz.f32`.
    pub fn name(self) -> String {
        match self {
            Probe::Form(form, modifiers) => form.pattern.spelled(modifiers),
            Probe::Halves(halves, modifiers) => modifiers.iter().fold(halves.head.to_owned(), |text, one| text + one.text()) + ".f16x2",
        }
    }

    /// How many operands it reads.
    pub fn sources(self) -> usize {
        match self {
            Probe::Form(form, _) => form.pattern.source_count(),
            Probe::Halves(halves, _) => halves.sources,
        }
    }

    /// The registers that it writes and reads.
    pub fn registers(self) -> (Register, Register) {
        let Probe::Form(form, modifiers) = self else { return (Register::F16x2, Register::F16x2) };
        let source = match modifiers.data_type() {
            Some(Modifier::F64) => Register::F64,
            Some(Modifier::F32x2) => Register::F32x2,
            _ => Register::F32,
        };
        (if form.pattern.destination() == OperandKind::Predicate { Register::Predicate } else { source }, source)
    }

    /// What the model says.
    pub fn evaluate(self, operands: [u64; 3], context: Context) -> u64 {
        match self {
            Probe::Form(form, modifiers) => evaluate(&Request::new(form, modifiers, operands, context), &mut Silent).bits,
            Probe::Halves(halves, modifiers) => {
                let lane = |at: u32| halves.lane(modifiers, operands.map(|bits| bits >> (16 * at) & 0xffff));
                lane(1) << 16 | lane(0)
            }
        }
    }

    /// Whether the bits of a result are a model's rather than documented or tested ones.
    pub fn is_modelled(self, context: Context) -> bool {
        match self {
            Probe::Form(form, modifiers) => {
                let evidence = Request::new(form, modifiers, [0; 3], context).evidence();
                matches!(evidence, crate::instruction::Evidence::Modelled(_))
            }
            Probe::Halves(..) => true,
        }
    }
}

impl Halves {
    fn lane(&self, modifiers: ModifierSet, [a, b, c]: [u64; 3]) -> u64 {
        let rules = Rules {
            mode: Mode::Rn,
            subnormals: if modifiers.has(Ftz) { Subnormals::Flush } else { Subnormals::Keep },
            range: if modifiers.has(Sat) { Range::ZeroToOne } else { Range::Full },
            nan: NanRule::Canonical,
        };
        let answer = match self.meaning {
            Meaning::Add => add::<F16>(a, b, &rules, &mut Silent),
            Meaning::Subtract => subtract::<F16>(a, b, &rules, &mut Silent),
            Meaning::Multiply => multiply::<F16>(a, b, &rules, &mut Silent),
            Meaning::Fused => fused::<F16>(a, b, c, &rules, &mut Silent),
            _ => {
                let which = if self.meaning == Meaning::Minimum { Which::Smallest } else { Which::Largest };
                let nan = if modifiers.has(NaN) { Nan::Wins } else { Nan::Ignored };
                select::<F16>(&[a, b], Selection { which, nan, signs: Signs::Compared }, &rules, &mut Silent)
            }
        };
        answer.bits
    }
}
