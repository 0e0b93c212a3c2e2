//! Why nothing shows a goal of some instructions, said before anything is tried.

use super::convert::{Conversion, NO_NARROWER, NO_SIGNAL};
use super::facts::Facts;
use super::goal::Goal;
use super::matrix::result_format;
use crate::evaluate::Request;
use crate::instruction::{Gives, Meaning, Modifier, ModifierSet, forms_of};
use crate::number::{Encoding, F16, F64, OperandType};
use crate::rounding::Mode;
use crate::special_function::Elementary;

/// Why quotients neither carry nor overflow by rounding.
const BELOW_A_POWER: &str = "The operands are numbers of the format, so a quotient below a power of two is at least one unit in the last place below it. It never rounds up to it. Only a subnormal quotient, which keeps fewer digits, may.";

/// The modifiers that any form of the same mnemonic, type and number of operands takes.
pub(super) fn taken(request: &Request) -> ModifierSet {
    let types = request.modifiers.intersection(ModifierSet::TYPES);
    let same = forms_of(request.form.mnemonic()).iter().filter(|form| {
        form.row.last_ptx.is_none()
            && form.meaning.computes()
            && form.pattern.source_count() == request.form.pattern.source_count()
            && types.is_within(form.pattern.all)
    });
    same.fold(ModifierSet::NONE, |all, form| all.union(form.pattern.all.difference(form.row.inert)))
}

/// Whether any operand of an instruction can be a signaling NaN.
fn signals(request: &Request) -> bool {
    let mut from = (0..request.form.pattern.source_count()).map(|source| request.source_type(source));
    from.any(|from| from.format.encoding == Encoding::Ieee)
}

/// Why an instruction cannot show something; None where it may.
pub(super) fn impossible(goal: Goal, request: &Request) -> Option<String> {
    use Elementary::{Cosine, Exp2, Log2, Root, Sine, Tanh};
    use Meaning::{AbsoluteValue, Approximation, Choose, Compare, Divide, MultiplyAddTruncated, Reciprocal, SquareRoot};
    let meaning = request.form.meaning;
    let traits = meaning.traits();
    let mnemonic = request.form.mnemonic();
    let rules = request.rules();
    let flushes = rules.subnormals == crate::rounding::Subnormals::Flush;
    let wide = request.source_type(0) == OperandType::one(F64::ROW);
    let says = |text: &str| Some(text.to_owned());
    if let Some(conversion) = Conversion::of(request) {
        if let Some(reason) = conversion.impossible(goal) {
            return Some(reason);
        }
        // What is left of the reasons below is about operations that a conversion is not.
        if !matches!(goal, Goal::Cancel | Goal::Fused | Goal::Reciprocal | Goal::Approx | Goal::Worst) {
            return None;
        }
    }
    if request.form.is_of_integers() {
        return Some(format!("{mnemonic} with this type works on integers or bits, of which nothing is rounded."));
    }
    if meaning == Meaning::Unmodelled {
        return Some(request.form.row.summary.to_owned());
    }
    if meaning == Meaning::Nothing {
        return says("The assembler drops this instruction; it computes nothing.");
    }
    let facts = Facts::of(request);
    let directed =
        || (rules.mode != Mode::Rn).then(|| "Directed roundings may be repeated: the result is the same. Look for it with .rn.".to_owned());
    let exact = || match traits.gives {
        Gives::Answer => Some(format!("{mnemonic} answers a question and rounds nothing.")),
        Gives::Approximated => Some("An approximation does not round an exact result: it has none.".to_owned()),
        Gives::Operand => Some(format!("{mnemonic} rounds nothing: its result is an operand or its sign changed.")),
        Gives::Rounded | Gives::Converted | Gives::Bits | Gives::Nothing => None,
    };
    match goal {
        Goal::Tie => exact().or_else(|| match meaning {
            SquareRoot => says("A square root is never half way: the square of such a number has more bits than an operand."),
            Reciprocal => says("Only the reciprocal of a power of two has finitely many digits, and it has one: it is never half way."),
            Divide if flushes => {
                says("A normal quotient is never half way (it would need more bits than an operand has), and .ftz leaves no other.")
            }
            _ => facts.product_fits(),
        }),
        Goal::Modes if traits.gives == Gives::Approximated => says("An approximation takes no rounding mode."),
        Goal::Modes => exact().or_else(|| {
            let takes = !taken(request).intersection(ModifierSet::ROUNDING).is_empty();
            (!takes).then(|| "This form takes no rounding mode.".to_owned())
        }),
        Goal::Carry => exact().or_else(|| match meaning {
            SquareRoot if rules.mode != Mode::Rp => {
                says("The root of the largest number below a power of four is cut or rounded down, never up to a power of two.")
            }
            Divide | Reciprocal => says(BELOW_A_POWER),
            _ if rules.mode == Mode::Rz => says("Rounding towards zero never carries."),
            _ => facts.product_fits().or_else(|| facts.product_is_short()),
        }),
        Goal::Overflow => exact().or_else(|| match meaning {
            SquareRoot => says("A square root never overflows: its exponent is half the operand's."),
            Divide | Reciprocal => says(BELOW_A_POWER),
            _ if rules.mode == Mode::Rz => says("Rounding towards zero never passes the largest number."),
            _ if request.modifiers.has(Modifier::Sat) => says(".sat leaves nothing above 1."),
            _ if rules.mode == Mode::Rn => facts.adds_too_little(),
            _ => None,
        }),
        Goal::Subnormal if traits.gives == Gives::Answer => says("The answer to a question is never subnormal."),
        Goal::Subnormal if flushes && meaning != Choose => says("Subnormal results are flushed to zero here."),
        Goal::Subnormal if matches!(meaning, Approximation(Root | Elementary::ReciprocalRoot)) => {
            says("A root is never subnormal: its exponent is half the operand's.")
        }
        Goal::Subnormal if matches!(meaning, Approximation(Sine | Cosine | Log2)) => {
            says("The unit makes no subnormal results, and neither does what follows it here.")
        }
        Goal::Subnormal if meaning == SquareRoot => says("A square root is never subnormal: its exponent is half the operand's."),
        Goal::Smallest => exact().or_else(|| match meaning {
            _ if facts.exact_near_zero() => says("A sum below the smallest normal number is exact: it needs no rounding."),
            SquareRoot => says("A square root is never so small."),
            Divide if flushes => says(BELOW_A_POWER),
            Reciprocal if flushes => says("A reciprocal that is not exact is still below the smallest normal number, and flushed."),
            Reciprocal if rules.mode == Mode::Rn => {
                says("The reciprocal nearest to the smallest normal number is the reciprocal of a power of two, so it is exact.")
            }
            _ if rules.mode == Mode::Rz => says("Rounding towards zero never goes up."),
            _ => facts.product_fits(),
        }),
        Goal::Underflow => exact().or_else(|| match meaning {
            _ if facts.exact_near_zero() && !flushes => says("A sum that is not zero is at least the smallest subnormal number."),
            SquareRoot => says("The root of a number that is not zero is far from zero."),
            Reciprocal if !flushes => says("The reciprocal of the largest number is still a subnormal number."),
            _ => facts.product_fits().filter(|_| !flushes),
        }),
        Goal::Flush if !taken(request).has(Modifier::Ftz) => {
            Some(if wide { "Double precision takes no .ftz.".to_owned() } else { format!("No form of {mnemonic} takes .ftz here.") })
        }
        Goal::Flush if wide && meaning == Reciprocal => says("The assembler takes .ftz here and ignores it."),
        Goal::Flush if matches!(meaning, Approximation(Sine | Cosine)) => {
            says("The assembler's code is the same with and without .ftz: the unit flushes subnormal numbers anyway.")
        }
        Goal::Flush if meaning == Compare && [Modifier::Num, Modifier::Nan].iter().any(|word| request.modifiers.has(*word)) => {
            says(".num and .nan ask which operands are NaNs, and .ftz changes none into one.")
        }
        Goal::Saturate if !taken(request).has(Modifier::Sat) => Some(format!("No form of {mnemonic} takes .sat here.")),
        Goal::Cancel if traits.terms.is_empty() => Some(format!("{mnemonic} adds nothing, so nothing can cancel.")),
        Goal::Fused if !traits.is_fused() => Some(format!("{mnemonic} has no product and sum in one.")),
        Goal::Fused => facts.product_is_a_number().or_else(|| facts.product_has_its_digits(rules.mode, request.modifiers)),
        Goal::Wide if wide => says("This is double precision already."),
        Goal::Wide if traits.gives == Gives::Approximated && facts.wider() == F64::ROW => {
            says("Double precision has no such approximation.")
        }
        Goal::Wide => exact().or_else(directed).or_else(|| match meaning {
            MultiplyAddTruncated => says("This form does not round once in the first place."),
            _ => facts.never_twice(),
        }),
        Goal::Narrow if result_format(request).precision() <= F16::FORMAT.precision() => exact().or_else(|| says(NO_NARROWER)),
        Goal::Narrow => exact().or_else(directed),
        Goal::Reciprocal if meaning != Divide => Some(format!("{mnemonic} is no quotient that is correctly rounded.")),
        Goal::Approx if !taken(request).has(Modifier::Approx) => Some(format!("{mnemonic} has no approximation in this type.")),
        Goal::Approx if taken(request).intersection(ModifierSet::ROUNDING).is_empty() => {
            Some(format!("PTX has no correctly rounded {mnemonic} to compare with."))
        }
        Goal::Worst if traits.gives != Gives::Approximated => Some(format!("This form of {mnemonic} approximates nothing.")),
        Goal::Invalid => match meaning {
            _ if matches!(traits.gives, Gives::Operand | Gives::Answer) => Some(format!("{mnemonic} is defined for every number.")),
            Reciprocal | Approximation(Elementary::Reciprocal) => says("Every number has a reciprocal; that of zero is an infinity."),
            Approximation(Exp2 | Tanh) => Some(format!("{mnemonic} is defined for every number.")),
            _ if request.modifiers.has(Modifier::Sat) => says(".sat turns a NaN into +0."),
            _ => facts.never_invalid(),
        },
        Goal::Signaling if !signals(request) => says(NO_SIGNAL),
        Goal::MinusZero => match meaning {
            _ if traits.gives == Gives::Answer => says("The answer to a question has no sign."),
            AbsoluteValue => says("An absolute value has no sign."),
            Approximation(Exp2 | Log2) => Some(format!("{mnemonic} never gives -0.")),
            Approximation(Elementary::ReciprocalRoot) => says("1 over a root is positive; that of -0 is an infinity."),
            _ if request.modifiers.has(Modifier::Abs) && !request.modifiers.has(Modifier::Xorsign) => {
                says("With .abs the magnitudes are compared, and the result has no sign.")
            }
            _ if request.modifiers.has(Modifier::Sat) => says(".sat turns every result with a sign into +0."),
            _ if request.modifiers.has(Modifier::Relu) => says(".relu turns every result with a sign into +0."),
            _ => None,
        },
        _ => None,
    }
}
