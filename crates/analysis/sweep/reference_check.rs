//! The verdict on a text that ran: a PTX instruction, a call, or one machine instruction that is a function of the unit.

use super::calls;
use super::error_report::{ErrorReport, of_unit, verdict};
use crate::c::Expression;
use crate::language::ParsedSource;
use crate::run::Run;
use core::any::Any;

/// What a text gave beside the truth, told as the last step of its run.
pub fn judge(reading: &dyn ParsedSource, run: &mut Run) -> Option<ErrorReport> {
    let verdict = of_run(reading, run)?;
    verdict.clone().tell(&mut run.trace);
    Some(verdict)
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
