//! Where the first mistake of an answer is: the step that settles what was wrong first, and what else gives this answer.

use super::super::answer::{typed_bits, typed_number};
use super::{Field, Kind, Problem, Wanted};
use crate::number::Pattern;
use crate::tensor_core::Stage;
use crate::trace::Step;
use crate::trace::sentence::title;
use core::any::Any;

/// Where an answer parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstDivergence {
    /// The place of the step among the problem's.
    pub step: usize,
    /// What is said of it: backticks are code.
    pub says: String,
}

/// Whether a step settles something.
type Settles = fn(&Step) -> bool;

fn rounds(step: &Step) -> bool {
    matches!(step, Step::Round { .. })
}

fn stage(step: &Step) -> Option<&Stage> {
    if let Step::Told(told) = step { (&**told as &dyn Any).downcast_ref() } else { None }
}

/// Fields, and the step that settles each; the last of a kind counts. What is not here, or has no such step, is settled at the end.
const SETTLED: &[(&str, Settles)] = &[
    ("sign", |step| matches!(step, Step::Add { .. } | Step::Multiply { .. } | Step::Special { .. })),
    ("exponent", |step| matches!(step, Step::Normalise { .. } | Step::Overflow { .. } | Step::Special { .. })),
    ("power of two of the leading one", |step| matches!(step, Step::Decode { .. })),
    ("fraction", rounds),
    ("code", rounds),
    ("inexact", rounds),
    ("goes away from zero", rounds),
    ("L", rounds),
    ("G", rounds),
    ("R", rounds),
    ("S", rounds),
    ("mul and add give the same", |step| matches!(step, Step::Multiply { .. })),
    ("power of two of the scale", |step| matches!(step, Step::Decode { .. })),
    ("power of two of the window's last place", |step| matches!(stage(step), Some(Stage::Align { .. }))),
    ("terms that lose bits", |step| matches!(stage(step), Some(Stage::Add { .. }))),
];

impl Problem {
    /// Where what was typed or chosen parts from the solution. None where all of it is right.
    pub fn first_divergence(&self, given: &[String]) -> Option<FirstDivergence> {
        let wrong: Vec<&Field> =
            self.fields.iter().zip(given).filter(|(field, given)| !field.mark(given).right).map(|pair| pair.0).collect();
        let step = wrong.iter().map(|field| self.settled(field)).min()?;
        let (at, of, title) = (step + 1, self.steps.len(), title(self.steps.get(step)?));
        let mut says = format!("Your first mistake is in step {at} of {of}: {title}.");
        let same = |pattern: &Pattern| format!("`{}`", pattern.binary());
        let asked = self.others.iter().filter(|(name, _)| wrong.iter().any(|field| field.name == name));
        for (name, gives) in asked {
            says.push_str(&format!(" `{name}` gives {}.", same(gives)));
        }
        let answered = self.answered(given, &wrong);
        if let Some((name, _)) = self.others.iter().find(|(_, gives)| answered == Some(*gives)) {
            says.push_str(&format!(" Your answer is what {name} gives."));
        }
        Some(FirstDivergence { step, says })
    }

    /// The place of the step that settles a field.
    fn settled(&self, field: &Field) -> usize {
        let end = self.steps.len().saturating_sub(1);
        // Modes and builds differ in what they round.
        let rounded = matches!(self.kind, Kind::Mode | Kind::Flag).then_some(rounds as Settles);
        let settles = rounded.or_else(|| SETTLED.iter().find(|row| row.0 == field.name).map(|row| row.1));
        settles.and_then(|settles| self.steps.iter().rposition(settles)).unwrap_or(end)
    }

    /// The number that was answered, as one or by its three fields, if it can be read and is wrong.
    fn answered(&self, given: &[String], wrong: &[&Field]) -> Option<Pattern> {
        let format = self.others.first()?.1.format;
        let is_wrong = |name: &str| wrong.iter().any(|field| field.name == name);
        let bits = |name: &str| {
            let (field, given) = self.fields.iter().zip(given).find(|(field, _)| field.name == name)?;
            if let Wanted::Bits(_, width) = field.wanted { typed_bits(given, width) } else { None }
        };
        if ["sign", "exponent", "fraction"].into_iter().any(is_wrong) {
            let (sign, exponent) = (bits("sign")?, bits("exponent")?);
            return Some(Pattern::new(format, sign << (format.width() - 1) | exponent << format.fraction_bits | bits("fraction")?));
        }
        let numbers = self.fields.iter().zip(given).filter(|(field, _)| is_wrong(field.name));
        numbers.into_iter().find_map(|(field, given)| match field.wanted {
            Wanted::Number(wanted) => typed_number(given, wanted),
            Wanted::Bits(_, width) if width == format.width() => Some(Pattern::new(format, typed_bits(given, width)?)),
            _ => None,
        })
    }
}
