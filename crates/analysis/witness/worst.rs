//! The worst operands of an approximation: those that sweeps over whole ranges found, then the worst of some that are drawn here.

use super::Witness;
use crate::diagnosis::in_format;
use crate::evaluate::{Request, evaluate};
use crate::instruction::Operands;
use crate::number::{F64, OperandType, Pattern, Random};
use crate::special_function::sequence_table;
use crate::sweep::bounds::BOUNDS;
use crate::sweep::error_report::{Deviation, deviation, verdict};
use crate::sweep::functions::ReferenceFunction;
use crate::trace::{Silent, Trace};

/// Operands that are drawn beside those that are known.
const DRAWN: u32 = 240;

/// The cases and how many operands were run.
pub(super) fn find(request: &Request, random: &mut Random, count: usize) -> (Vec<Witness>, u32) {
    let Some(sequence) = request.sequence() else { return (Vec::new(), 0) };
    if request.source_type(0).stride() == 16 {
        return of_all(request, count);
    }
    let wide = request.source_type(0) == OperandType::one(F64::ROW);
    let word = |operand: u32| if wide { u64::from(operand) << 32 } else { operand.into() };
    let mut cases: Vec<Witness> = Vec::new();
    let mut tries = 0;
    let mut judge = |operands: Operands| {
        tries += 1;
        let request = Request { operands, ..*request };
        let result = evaluate(&request, &mut Trace::default()).bits;
        let error = verdict(&request, result)?.error;
        Some((result, size(error)?, error))
    };
    let of_function = || BOUNDS.iter().filter(|bound| request.form.meaning.approximated().is_some_and(|of| bound.is_of(of)));
    for bound in of_function() {
        // A sweep of this very code found the operand; one of the bare unit did so on its own range.
        let same = sequence_table::find(bound.function, bound.target).is_some_and(|other| core::ptr::eq(other, sequence));
        let unit = !bound.function.contains('.') && (!wide || bound.function.ends_with("64H"));
        let operands = [word(bound.operand), 0, 0, 0, 0];
        if !(same || unit) || cases.iter().any(|case| case.operands == operands) {
            continue;
        }
        if let Some((result, _, error)) = judge(operands).filter(|(_, size, _)| *size > 0) {
            let whose = if same { "this code" } else { "the unit alone" };
            let says = format!("{error}: the worst that a sweep of {whose} found for {}.", bound.on);
            cases.push(Witness { operands, result, says });
        }
    }
    let ranges: Vec<(u32, u32)> = of_function().flat_map(|bound| bound.ranges).copied().collect();
    let mut drawn: Vec<(u64, Witness)> = Vec::new();
    for _ in 0..DRAWN {
        let mut one = || match ranges.get(random.below(ranges.len() as u64) as usize) {
            Some((from, to)) if !wide => word(from + random.below(u64::from(to - from) + 1) as u32),
            // Where no range is known: anything of an exponent near 1.
            _ if wide => 0x3fe0_0000_0000_0000 + (random.word() & 0x003f_ffff_ffff_ffff),
            _ => 0x3f00_0000 + random.below(0x0180_0000),
        };
        let operands = [one(), if request.form.pattern.source_count() > 1 { one() } else { 0 }, 0, 0, 0];
        if let Some((result, size, error)) = judge(operands).filter(|(_, size, _)| *size > 0) {
            let says = format!("{error}: among the worst of {DRAWN} drawn.");
            drawn.push((size, Witness { operands, result, says }));
        }
    }
    drawn.sort_by_key(|(size, _)| core::cmp::Reverse(*size));
    for (_, case) in drawn {
        if cases.iter().all(|known| known.operands != case.operands) {
            cases.push(case);
        }
    }
    cases.truncate(count);
    (cases, tries)
}

/// The worst of every operand of 16 bits, in every lane.
fn of_all(request: &Request, count: usize) -> (Vec<Witness>, u32) {
    let own = request.source_type(0);
    let (Some(sequence), Some(approximated)) = (request.sequence(), request.form.meaning.approximated()) else { return (Vec::new(), 0) };
    let off = |operand: u64| {
        let result = Pattern::new(own.format, sequence.run(operand, 0, &mut Silent));
        let x = f64::from_bits(in_format(Pattern::new(own.format, operand), F64::ROW));
        let error = if x.is_finite() { deviation(result, ReferenceFunction::of(approximated).precise(x)?) } else { return None };
        Some((size(error)?, operand, error))
    };
    let all = 0..=own.format.mask();
    let tries = all.clone().count() as u32;
    let mut worst: Vec<_> = all.filter_map(off).collect();
    worst.sort_by_key(|(size, ..)| core::cmp::Reverse(*size));
    let case = |(_, operand, error): (u64, u64, Deviation)| {
        let operands = [own.in_every_lane(operand), 0, 0, 0, 0];
        let result = evaluate(&Request { operands, ..*request }, &mut Silent).bits;
        Witness { operands, result, says: format!("{error}: among the worst of all 65,536 operands.") }
    };
    (worst.into_iter().take(count).map(case).collect(), tries)
}

/// The size of an error in thousandths of an ulp; one beyond telling in ulps counts as larger than any.
fn size(error: Deviation) -> Option<u64> {
    match error {
        Deviation::Ulps { thousandths, .. } => Some(thousandths),
        Deviation::Share { .. } => Some(u64::MAX),
        Deviation::Unmeasured => None,
    }
}
