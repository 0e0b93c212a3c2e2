//! Whether operands show what is looked for, by running them.

use super::convert::{Conversion, by_way};
use super::facts::Facts;
use super::goal::Goal;
use super::infeasible::taken;
use super::matrix::result_format;
use crate::diagnosis::{Engine, Hypothesis, Investigation, Mutation, Rewrite};
use crate::evaluate::{Computation, Outcome, Request, evaluate};
use crate::exact::Exact;
use crate::instruction::{Gives, Meaning, Modifier, ModifierSet, Operands};
use crate::number::{Class, Encoding, F16, F32, Format, Pattern};
use crate::rounding::{Flags, Literal, Lost, Mode, Rounded};
use crate::trace::{Reason, Scaled, Step, Trace};
use core::marker::PhantomData;

pub(super) struct Verifier {
    request: Request,
    goal: Goal,
    /// What the result is compared with.
    other: Other,
}

enum Other {
    /// Nothing: the steps tell.
    Steps,
    /// The same instruction with other modifiers.
    Words(Request),
    /// The product and the sum, each rounded.
    Apart(Box<[Computation; 2]>),
    /// Two conversions, by way of another format.
    Way(Box<[Request; 2]>),
    /// Another computation of the same thing.
    Computation(Box<Hypothesis>),
}

/// Product and sum of a fused operation as two, each rounded; what is clamped is the sum.
fn apart(request: &Request) -> Other {
    let whole = request.computation();
    let clamps = ModifierSet::of(&[Modifier::Sat, Modifier::Relu]);
    let product = Computation { meaning: Meaning::Multiply, sources: 2, modifiers: whole.modifiers.difference(clamps), ..whole };
    let sum = Computation { meaning: Meaning::Add, sources: 2, from: whole.from.map(|_| whole.to), ..whole };
    Other::Apart(Box::new([product, sum]))
}

impl Verifier {
    /// None where the table has nothing to compare with.
    pub(super) fn new(request: &Request, goal: Goal) -> Option<Verifier> {
        let words = |drop: ModifierSet, add: ModifierSet| {
            let modifiers = request.modifiers.union(request.form.implied).difference(drop).union(add);
            let forms = crate::instruction::forms_of(request.form.mnemonic());
            let form = forms.iter().find(|form| {
                form.row.last_ptx.is_none()
                    && form.meaning.computes()
                    && modifiers.intersection(form.row.inert) == ModifierSet::NONE
                    && form.pattern.source_count() == request.form.pattern.source_count()
                    && form.pattern.pair == request.form.pattern.pair
                    && form.pattern.allows(modifiers)
            })?;
            Some(Other::Words(Request { form, modifiers, ..*request }))
        };
        let switched = |modifier: Modifier| {
            let set = ModifierSet::only(modifier);
            if request.modifiers.union(request.form.implied).has(modifier) {
                words(set, ModifierSet::NONE)
            } else {
                words(ModifierSet::NONE, set)
            }
        };
        let computation = |fits: &dyn Fn(&Rewrite) -> bool| {
            let name =
                request.form.pattern.ordered(request.modifiers).fold(request.form.mnemonic().to_owned(), |text, word| text + word.text());
            let context = crate::instruction::Context { target: request.target, ptx: request.ptx };
            let investigation = Investigation::new(&name, &context).ok()?;
            let fits = |one: &Hypothesis| matches!(&one.departures[..], [Mutation::Rewrite(rewrite)] if fits(rewrite));
            investigation.hypotheses.into_iter().find(fits).map(|one| Other::Computation(Box::new(one)))
        };
        let accuracy = ModifierSet::of(&[Modifier::Approx, Modifier::Full]);
        let other = match goal {
            Goal::Modes if !request.modifiers.intersection(ModifierSet::WHOLE).is_empty() => {
                let nearest = request.modifiers.mode().unwrap_or(Mode::Rn) == Mode::Rn;
                words(ModifierSet::WHOLE, ModifierSet::only(if nearest { Modifier::Rzi } else { Modifier::Rni }))?
            }
            Goal::Modes => {
                let nearest = matches!(request.modifiers.mode().unwrap_or(Mode::Rn), Mode::Rn | Mode::Rna);
                words(ModifierSet::EVERY_ROUNDING, ModifierSet::only(if nearest { Modifier::Rz } else { Modifier::Rn }))?
            }
            Goal::Flush => switched(Modifier::Ftz)?,
            Goal::Saturate => switched(Modifier::Sat)?,
            Goal::Approx if request.modifiers.intersection(accuracy).is_empty() => {
                words(ModifierSet::ROUNDING, ModifierSet::only(Modifier::Approx)).or_else(|| {
                    // The approximation in double precision always flushes.
                    words(ModifierSet::ROUNDING, ModifierSet::of(&[Modifier::Approx, Modifier::Ftz]))
                })?
            }
            Goal::Approx => words(accuracy, ModifierSet::only(Modifier::Rn))
                .or_else(|| words(accuracy.with(Modifier::Ftz), ModifierSet::only(Modifier::Rn)))?,
            Goal::Fused if request.form.meaning.traits().is_fused() => apart(request),
            Goal::Wide if let Some((first, second, _)) = by_way(request) => Other::Way(Box::new([first, second])),
            Goal::Wide if let Some(conversion) = Conversion::of(request) => {
                let between = conversion.between()?;
                computation(&|one| matches!(one, Rewrite::Between(by) if by.operand().format == between))?
            }
            Goal::Reciprocal if request.form.meaning == Meaning::Divide => computation(&|one| matches!(one, Rewrite::Reciprocal(_)))?,
            // What is told by another computation alone, or by operands and results of more digits.
            Goal::Fused | Goal::Reciprocal => return None,
            Goal::Narrow if result_format(request).precision() <= F16::FORMAT.precision() => return None,
            _ => Other::Steps,
        };
        debug_assert!(goal != Goal::Flush || taken(request).has(Modifier::Ftz));
        Some(Verifier { request: *request, goal, other })
    }

    /// The result and a sentence, if the operands show it.
    pub(super) fn verify(&self, operands: Operands) -> Option<(u64, String)> {
        let request = Request { operands, ..self.request };
        let mut trace = Trace::default();
        let outcome = evaluate(&request, &mut trace);
        Some((outcome.bits, self.says(&request, outcome, &trace)?))
    }

    /// The sentence, for operands that were run.
    pub(super) fn says(&self, request: &Request, outcome: Outcome, trace: &Trace) -> Option<String> {
        let operands = request.operands;
        Some(match &self.other {
            Other::Steps => steps(self.goal, request, outcome, trace)?,
            Other::Apart(both) => {
                let [product, sum] = **both;
                let rounded = product.run(operands, &mut Trace::default()).bits;
                let with = sum.run([rounded, operands[2]], &mut Trace::default());
                (with.bits != outcome.bits)
                    .then(|| self.unlike("when the product is rounded before the addition", with.bits, outcome.bits))?
            }
            Other::Way(both) => {
                let [first, second] = **both;
                let [a, b, scale, ..] = operands;
                let between = evaluate(&Request { operands: [a, b, 0, 0, 0], ..first }, &mut Trace::default()).bits;
                let with = evaluate(&Request { operands: [between, scale, 0, 0, 0], ..second }, &mut Trace::default());
                let way = || format!("by way of {}", first.destination_type().format.name);
                (with.bits != outcome.bits).then(|| self.unlike(&way(), with.bits, outcome.bits))?
            }
            Other::Words(other) => {
                let with = evaluate(&Request { operands, ..*other }, &mut Trace::default());
                (with.bits != outcome.bits).then(|| self.unlike(&format!("with {}", name(other)), with.bits, outcome.bits))?
            }
            Other::Computation(hypothesis) => {
                let engine = Engine::with(PhantomData::<Trace>);
                let with = hypothesis.run(&operands[..request.form.pattern.source_count()], engine);
                (with != outcome.bits).then(|| {
                    let when = format!("when {}", lower(hypothesis.sentence().trim_end_matches('.')));
                    self.unlike(&when, with, outcome.bits)
                })?
            }
        })
    }

    fn unlike(&self, other: &str, with: u64, bits: u64) -> String {
        let hex = |bits| self.request.destination_type().hex(bits);
        format!("0x{} here, 0x{} {other}.", hex(bits), hex(with))
    }
}

/// One rounding of a run.
struct Rounding<'a> {
    /// The exact value, before any random bits.
    value: &'a Scaled,
    format: &'static Format,
    mode: Mode,
    rounded: &'a Rounded,
    /// Whether the magnitude went up.
    away: bool,
    /// Whether all digits that were kept are ones and went up.
    carries: bool,
}

impl Rounding<'_> {
    fn flushed(&self) -> bool {
        self.rounded.unflushed != self.rounded.unsaturated
    }
}

/// The roundings of a run. What random bits make of a value counts as its rounding.
fn roundings(trace: &Trace) -> impl Iterator<Item = Rounding<'_>> {
    let before = |at: usize| {
        trace.steps[..at].iter().rev().find_map(|step| match step {
            Step::Add { left, .. } => Some(left),
            _ => None,
        })
    };
    trace.steps.iter().enumerate().filter_map(move |(at, step)| {
        let Step::Round { value: sum, format, mode, rounded } = step else { return None };
        let carries = rounded.away && rounded.kept + 1 == 1 << format.precision();
        if *mode != Mode::Rs {
            return Some(Rounding { value: sum, format, mode: *mode, rounded, away: rounded.away, carries });
        }
        let value = before(at)?;
        let away = exactly(value).to_bits(format, Mode::Rz).0 != rounded.packed;
        Some(Rounding {
            value,
            format,
            mode: *mode,
            rounded,
            away,
            carries: value.leading() >= format.emin() && sum.leading() > value.leading(),
        })
    })
}

fn exactly(value: &Scaled) -> Literal {
    Literal::Number { negative: value.negative, numerator: value.magnitude.clone(), exponent: value.exponent, decimals: 0 }
}

fn steps(goal: Goal, request: &Request, outcome: Outcome, trace: &Trace) -> Option<String> {
    let to = result_format(request);
    let result = request.destination_type().patterns(outcome.bits);
    let given = || {
        let words = request.operands.iter().take(request.form.pattern.source_count()).enumerate();
        words.flat_map(|(source, word)| request.source_type(source).patterns(*word))
    };
    let answers = request.form.meaning.traits().gives == Gives::Answer;
    // What is rounded inside an approximation is no result of its own, and what is clamped afterwards is none either.
    let (inner, relu) = (request.form.meaning.approximated().is_some(), request.modifiers.has(Modifier::Relu));
    let left = |one: &Rounding| {
        let zero = one.rounded.unsaturated & !one.format.sign_mask() == 0;
        zero || (one.rounded.bits == one.rounded.unsaturated && !(relu && one.value.negative))
    };
    let mut rounds = roundings(trace).filter(|one| !inner && left(one));
    let own = |format: &Format| format == to;
    match goal {
        Goal::Tie => rounds.find(|one| one.rounded.lost == Lost::Half && one.mode != Mode::Rs && !one.flushed()).map(|one| {
            format!(
                "Half way; the kept significand is {}, and {}.",
                if one.rounded.kept & 1 == 1 { "odd" } else { "even" },
                if one.away { "the magnitude goes up" } else { "the rest is dropped" }
            )
        }),
        Goal::Carry => rounds
            .find(|one| one.carries && own(one.format))
            .map(|one| format!("{} ones carry into the next power of two.", one.format.precision())),
        Goal::Overflow if to.is_evenly_spaced() => {
            let one = rounds.find(|one| {
                let beyond = match (one.value.negative, to.sign_mask() != 0) {
                    (false, _) => i128::from(to.largest()) + 1,
                    (true, true) => i128::from(to.largest()) + 2,
                    (true, false) => 1,
                };
                let count = Pattern::new(one.format, one.rounded.bits).exact().map_or(0, |exact| {
                    let exponent = exact.exponent - to.quantum();
                    i128::from(exact.magnitude) << exponent.clamp(0, 60) >> (-exponent).clamp(0, 127)
                });
                one.away && count == beyond
            })?;
            let word = if one.value.negative { "below the smallest" } else { "above the largest" };
            let what = if to.is_integer() { "a whole number" } else { "a number" };
            Some(format!("Rounding makes it {what} {word} {}, which is clamped.", to.name))
        }
        Goal::Overflow if to.encoding == Encoding::Scale => {
            rounds.find(|one| one.away && one.value.leading() == to.emax())?;
            Some(format!("The exact value is below 2^{}; rounding makes it too large for {}.", to.emax() + 1, to.name))
        }
        Goal::Overflow => {
            // The number after the largest, if the format went on.
            let exponent = to.emax() - to.fraction_bits as i32;
            let magnitude = (to.largest() & to.fraction_mask() | 1 << to.fraction_bits) + 1;
            let limit = Scaled::from(Exact { negative: true, magnitude, exponent });
            let below = |value: &Scaled| Scaled::sum(&[Scaled { negative: false, ..value.clone() }, limit.clone()]).negative;
            rounds.find(|one| own(one.format) && one.rounded.flags.contains(Flags::OVERFLOW) && below(one.value))?;
            let limit = if magnitude.is_power_of_two() {
                format!("2^{}", to.emax() + 1)
            } else {
                Scaled::from(Exact { negative: false, magnitude, exponent }).decimal().trim_end_matches(".0").to_owned()
            };
            Some(format!("The exact value is below {limit}; rounding makes it too large for {}.", to.name))
        }
        Goal::Smallest => {
            let one = rounds.find(|one| {
                let format = one.format;
                own(format)
                    && one.value.leading() == format.emin() - 1
                    && one.rounded.unsaturated & !format.sign_mask() == format.smallest_normal()
            })?;
            Some(format!("The exact value is below 2^{} and rounds up to it.", one.format.emin()))
        }
        Goal::Underflow => {
            let lost = |one: &Rounding| !one.value.magnitude.is_zero() && one.rounded.unsaturated & !one.format.sign_mask() == 0;
            let one = rounds.find(lost)?;
            Some(format!("About 2^{} becomes zero.", one.value.leading()))
        }
        Goal::Subnormal if !answers => {
            let found = result.clone().find(|pattern| pattern.class() == Class::Subnormal)?;
            Some(format!("The result is {}.", found.value_text()))
        }
        Goal::Cancel if request.form.meaning.approximated().is_none() => {
            let added = trace
                .steps
                .iter()
                .any(|step| matches!(step, Step::Add { left, right, .. } if !left.magnitude.is_zero() && !right.magnitude.is_zero()));
            let cancelled = trace.steps.iter().any(|step| matches!(step, Step::Special { reason: Reason::Cancellation, .. }));
            (added && cancelled).then(|| "Every digit cancels; the sign of the zero follows from the rounding mode.".to_owned())
        }
        Goal::Wide => rounds.find_map(|one| {
            let wider = Some(Facts::of(request).wider()).filter(|wider| wider.precision() > one.format.precision())?;
            twice(&one, Pattern::new(wider, exactly(one.value).to_bits(wider, one.mode).0), one.format)
        }),
        Goal::Narrow => rounds.filter(|one| own(one.format) && !one.flushed()).find_map(|one| {
            let narrow = if one.format.width() == 64 { F32::ROW } else { F16::ROW };
            let first = Pattern::new(one.format, one.rounded.unsaturated);
            twice(&one, first, narrow)
        }),
        Goal::Invalid if !answers => {
            let found = result.clone().any(|result| result.is_nan()) && !given().any(|operand| operand.is_nan());
            found.then(|| "No operand is a NaN, the result is.".to_owned())
        }
        Goal::Signaling => {
            let hex = request.destination_type().hex(outcome.bits);
            given().any(|pattern| pattern.class() == Class::SignalingNan).then(|| format!("A signaling NaN goes in, 0x{hex} comes out."))
        }
        Goal::MinusZero if !answers => {
            let found = result.clone().any(|pattern| to.has_negative_zero() && pattern.bits == to.sign_mask());
            found.then(|| "The result is -0.".to_owned())
        }
        _ => None,
    }
}

/// Whether a value rounded once into a format differs from what a first rounding made of it, rounded again.
fn twice(one: &Rounding, first: Pattern, format: &'static Format) -> Option<String> {
    let bits = |value: &Scaled| exactly(value).to_bits(format, one.mode).0;
    let (once, again) = (bits(one.value), bits(&first.exact()?.into()));
    (once != again).then(|| {
        let hex = |bits| Pattern::new(format, bits).hex();
        format!("To {} at once: 0x{}; by way of {}: 0x{}.", format.name, hex(once), first.format.name, hex(again))
    })
}

fn name(request: &Request) -> String {
    request.form.pattern.ordered(request.modifiers).fold(request.form.mnemonic().to_owned(), |text, word| text + word.text())
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
