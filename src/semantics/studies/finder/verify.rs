//! Whether operands show what is looked for, by running them.

use super::convert::Conversion;
use super::goal::{Goal, taken};
use super::matrix::result_format;
use crate::diagnosis::{Departure, Engine, Hypothesis, Investigation, Rewrite, in_format};
use crate::evaluate::{Outcome, Request, evaluate};
use crate::instruction::{Modifier, ModifierSet, Operands};
use crate::number::{Class, F16, F32, Pattern};
use crate::rounding::{Literal, Lost, Mode};
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
    /// Another computation of the same thing.
    Computation(Box<Hypothesis>),
}

impl Verifier {
    /// None where the table has nothing to compare with.
    pub(super) fn new(request: &Request, goal: Goal) -> Option<Verifier> {
        let words = |drop: ModifierSet, add: ModifierSet| {
            let modifiers = request.modifiers.union(request.form.implied).difference(drop).union(add);
            let forms = crate::instruction::forms_of(request.form.mnemonic());
            let form = forms.iter().find(|form| {
                form.row.last_ptx.is_none()
                    && form.pattern.source_count() == request.form.pattern.source_count()
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
            let fits = |one: &Hypothesis| matches!(&one.departures[..], [Departure::Rewrite(rewrite)] if fits(rewrite));
            investigation.hypotheses.into_iter().find(fits).map(|one| Other::Computation(Box::new(one)))
        };
        let accuracy = ModifierSet::of(&[Modifier::Approx, Modifier::Full]);
        let other = match goal {
            Goal::Modes if !request.modifiers.intersection(ModifierSet::WHOLE).is_empty() => {
                let nearest = request.modifiers.mode().unwrap_or(Mode::Rn) == Mode::Rn;
                words(ModifierSet::WHOLE, ModifierSet::only(if nearest { Modifier::Rzi } else { Modifier::Rni }))?
            }
            Goal::Modes => {
                let nearest = request.modifiers.mode().unwrap_or(Mode::Rn) == Mode::Rn;
                words(ModifierSet::ROUNDING, ModifierSet::only(if nearest { Modifier::Rz } else { Modifier::Rn }))?
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
            Goal::Fused => computation(&|one| *one == Rewrite::Split)?,
            Goal::Wide if let Some(conversion) = Conversion::of(request) => {
                let between = conversion.between()?;
                computation(&|one| matches!(one, Rewrite::Between(by) if by.operand().format == between))?
            }
            Goal::Wide => computation(&|one| *one == Rewrite::ThroughDouble(Mode::Rn))?,
            Goal::Reciprocal => computation(&|one| matches!(one, Rewrite::Reciprocal(_)))?,
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
        let says = match &self.other {
            Other::Steps => self.steps(&request, outcome, &trace)?,
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
        };
        Some((outcome.bits, says))
    }

    fn unlike(&self, other: &str, with: u64, bits: u64) -> String {
        let hex = |bits| self.request.destination_type().hex(bits);
        format!("0x{} here, 0x{} {other}.", hex(bits), hex(with))
    }

    fn steps(&self, request: &Request, outcome: Outcome, trace: &Trace) -> Option<String> {
        let to = result_format(request);
        let result = request.destination_type().patterns(outcome.bits);
        let given = || {
            let words = request.operands.iter().take(request.form.pattern.source_count()).enumerate();
            words.map(|(source, word)| request.source_type(source).patterns(*word))
        };
        let predicate = request.destination_type().is_predicate();
        let rounds = || {
            trace.steps.iter().filter_map(|step| match step {
                Step::Round { value, format, rounded, .. } => Some((value, *format, rounded)),
                _ => None,
            })
        };
        match self.goal {
            Goal::Tie => rounds().find(|(_, _, rounded)| rounded.lost == Lost::Half).map(|(_, _, rounded)| {
                format!(
                    "Half way; the kept significand is {}, and {}.",
                    if rounded.kept & 1 == 1 { "odd" } else { "even" },
                    if rounded.away { "the magnitude goes up" } else { "the rest is dropped" }
                )
            }),
            Goal::Carry => rounds()
                .find(|(_, format, rounded)| rounded.away && rounded.kept + 1 == 1 << format.precision())
                .map(|(_, format, _)| format!("{} ones carry into the next power of two.", format.precision())),
            Goal::Overflow if to.is_integer() => {
                let (value, ..) = rounds().find(|(value, format, rounded)| {
                    let beyond = match (value.negative, to.sign_mask() != 0) {
                        (false, _) => i128::from(to.largest()) + 1,
                        (true, true) => i128::from(to.largest()) + 2,
                        (true, false) => 1,
                    };
                    let whole = Pattern::new(format, rounded.bits).exact().map_or(0, |exact| {
                        let up = exact.exponent.clamp(0, 60);
                        i128::from(exact.magnitude) << up >> (-exact.exponent).clamp(0, 127)
                    });
                    rounded.away && whole == beyond
                })?;
                let word = if value.negative { "below the smallest" } else { "above the largest" };
                Some(format!("Rounding makes it a whole number {word} {}, which is clamped.", to.name))
            }
            Goal::Overflow => {
                let (_, format, _) = rounds().find(|(value, format, rounded)| {
                    value.leading() == format.emax() && rounded.flags.contains(crate::rounding::Flags::OVERFLOW)
                })?;
                Some(format!("The exact value is below 2^{}; rounding makes it too large for {}.", format.emax() + 1, format.name))
            }
            Goal::Smallest => {
                let (_, format, _) = rounds().find(|(value, format, rounded)| {
                    value.leading() == format.emin() - 1 && rounded.unflushed & !format.sign_mask() == format.smallest_normal()
                })?;
                Some(format!("The exact value is below 2^{} and rounds up to it.", format.emin()))
            }
            Goal::Underflow => {
                let (value, ..) =
                    rounds().find(|(value, format, rounded)| !value.magnitude.is_zero() && rounded.bits & !format.sign_mask() == 0)?;
                Some(format!("About 2^{} becomes zero.", value.leading()))
            }
            Goal::Subnormal if !predicate => {
                let found = result.clone().find(|pattern| pattern.class() == Class::Subnormal)?;
                Some(format!("The result is {}.", found.shortest_decimal()))
            }
            Goal::Cancel => {
                let added = trace
                    .steps
                    .iter()
                    .any(|step| matches!(step, Step::Add { left, right, .. } if !left.magnitude.is_zero() && !right.magnitude.is_zero()));
                let cancelled = trace.steps.iter().any(|step| matches!(step, Step::Special { reason: Reason::Cancellation, .. }));
                (added && cancelled).then(|| "Every digit cancels; the sign of the zero follows from the rounding mode.".to_owned())
            }
            Goal::Narrow => rounds().find_map(|(value, format, rounded)| twice(value, Pattern::new(format, rounded.unsaturated))),
            Goal::Invalid if !predicate => {
                let was_given = |lane: usize| given().any(|mut lanes| lanes.nth(lane).is_some_and(|pattern| pattern.is_nan()));
                let found = result.clone().enumerate().any(|(lane, result)| result.is_nan() && !was_given(lane));
                found.then(|| "No operand is a NaN, the result is.".to_owned())
            }
            Goal::Signaling => {
                let signals = given().flatten().any(|pattern| pattern.class() == Class::SignalingNan);
                let hex = request.destination_type().hex(outcome.bits);
                signals.then(|| format!("A signaling NaN goes in, 0x{hex} comes out."))
            }
            Goal::MinusZero if !predicate => {
                let found = result.clone().any(|pattern| to.sign_mask() != 0 && !to.is_integer() && pattern.bits == to.sign_mask());
                found.then(|| "The result is -0.".to_owned())
            }
            _ => None,
        }
    }
}

/// Whether a value rounded once into the next narrower format differs from its result rounded again.
fn twice(value: &Scaled, result: Pattern) -> Option<String> {
    let narrow = if result.format.width() == 64 { F32::ROW } else { F16::ROW };
    if !result.is_finite() {
        return None;
    }
    let literal = Literal::Number { negative: value.negative, numerator: value.magnitude.clone(), exponent: value.exponent, decimals: 0 };
    let once = literal.to_bits(narrow, Mode::Rn).0;
    let again = in_format(result, narrow);
    (once != again).then(|| {
        let hex = |bits| Pattern::new(narrow, bits).hex();
        format!("To {} at once: 0x{}; by way of {}: 0x{}.", narrow.name, hex(once), result.format.name, hex(again))
    })
}

fn name(request: &Request) -> String {
    request.form.pattern.ordered(request.modifiers).fold(request.form.mnemonic().to_owned(), |text, word| text + word.text())
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
