//! The verdict on a text that ran: a PTX instruction, a call, or one machine instruction that is a function of the unit.

use super::calls;
use super::error_report::{ErrorReport, of_unit, verdict};
use crate::c::Expression;
use crate::instruction::cuda::Function;
use crate::kernel::printing::Printed;
use crate::language::ParsedSource;
use crate::number::Pattern;
use crate::rounding::Flags;
use crate::run::Run;
use core::any::Any;

/// What a text gave beside the truth, told as the last step of its run.
pub fn judge(reading: &dyn ParsedSource, run: &mut Run) -> Option<ErrorReport> {
    let verdict = of_run(reading, run)?;
    verdict.clone().tell(&mut run.trace);
    Some(verdict)
}

/// How many texts of printf a reason repeats.
const PRINTED: usize = 10;

/// Why a lane of what ran is what it is, in a sentence. Of an approximation, and of a function of the library, that is how far the true value is.
pub fn why(reading: &dyn ParsedSource, run: &Run, verdict: Option<&ErrorReport>, lane: u32) -> String {
    let several = run.blocks.len() > 1;
    let measured = verdict.filter(|_| several || run.is_approximate()).map(|verdict| verdict.why(several));
    let called = (reading as &dyn Any).downcast_ref::<Expression>().and_then(|expression| expression.called(&run.before));
    let special = match (called, run.results.first()) {
        (Some((function, arguments)), Some(result)) if run.stated.is_some() => special(function, &arguments, result.pattern(), run),
        _ => None,
    };
    let own = measured.or(special).unwrap_or_else(|| run.why(lane));
    let mut said: Vec<String> = run.printed.iter().take(PRINTED).map(Printed::told).collect();
    if run.printed.len() > PRINTED {
        said.push(format!("It prints {} more.", run.printed.len() - PRINTED));
    }
    said.push(own);
    said.join(" ")
}

/// Why a function of the library gives an infinity, a NaN, or a value that it does not compute but chooses.
fn special(function: &Function, arguments: &[Pattern], result: Pattern, run: &Run) -> Option<String> {
    let values: Vec<String> = arguments.iter().map(Pattern::value_text).collect();
    let (name, at, gives) = (function.stem, values.join(" and "), result.value_text());
    let flags = run.flags();
    if flags.contains(Flags::INVALID) {
        Some(format!("{name} has no value at {at}: the result is {gives}."))
    } else if flags.contains(Flags::DIVIDE_BY_ZERO) {
        Some(format!("{name} has a pole at {at}: the result is {gives}."))
    } else if flags.contains(Flags::OVERFLOW) {
        Some(format!("The true value is beyond the largest {} number: the result is {gives}.", result.format.name))
    } else {
        // What chose among several values says nothing of the function.
        run.chooser().map(|_| format!("{name} has a rule of its own for {at}: the result is {gives}."))
    }
}

fn of_run(reading: &dyn ParsedSource, run: &Run) -> Option<ErrorReport> {
    let expression = (reading as &dyn Any).downcast_ref::<Expression>();
    if let Some((function, arguments)) = expression.and_then(|expression| expression.called(&run.before)) {
        return calls::verdict(function, &arguments, run.results.first()?.pattern());
    }
    let block = run.only()?;
    match (&block.computed, block.unit) {
        (Some((request, outcome)), _) => verdict(request, outcome.bits),
        (None, Some((op, operands, operand))) if block.ran() => of_unit(op, operands, operand, block.written.first()?.pattern()),
        _ => None,
    }
}
