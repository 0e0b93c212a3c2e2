//! What is remarkable about a line of a kernel that ran: where a NaN or an infinity comes from, what was flushed, what cancelled, which
//! comparison would have gone the other way.

use crate::instruction::Modifier;
use crate::kernel::Module;
use crate::kernel::module::Code;
use crate::kernel::record::{Record, Recording};
use crate::number::{Class, Pattern};
use crate::rounding::Flags;
use crate::shadow::Beside;
use crate::trace::Silent;

/// One such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anomaly {
    /// The result is a NaN, and no operand is one.
    NanBorn,
    /// The result is an infinity, and no operand is one.
    InfinityBorn,
    /// A subnormal operand was taken for zero.
    OperandFlushed,
    /// A subnormal result became zero.
    ResultFlushed,
    /// So many leading bits fell away in a sum.
    Cancelled(u32),
    /// Without rounding the comparison would have gone the other way.
    OtherWay,
}

impl Anomaly {
    /// It in a word or three.
    pub fn word(self) -> String {
        match self {
            Anomaly::NanBorn => "NaN born".into(),
            Anomaly::InfinityBorn => "∞ born".into(),
            Anomaly::OperandFlushed => "operand flushed".into(),
            Anomaly::ResultFlushed => "result flushed".into(),
            Anomaly::Cancelled(bits) => format!("{bits} bits cancel"),
            Anomaly::OtherWay => "other way".into(),
        }
    }

    /// It in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Anomaly::NanBorn => "A NaN is born here: no operand is one.".into(),
            Anomaly::InfinityBorn => "An infinity is born here: no operand is one.".into(),
            Anomaly::OperandFlushed => "A subnormal operand is taken for zero, as `.ftz` asks.".into(),
            Anomaly::ResultFlushed => "The result would be subnormal, and `.ftz` makes it zero.".into(),
            Anomaly::Cancelled(bits) => {
                format!("{bits} leading bits cancel in this sum: relative errors of its operands grow up to 2^{bits} times.")
            }
            Anomaly::OtherWay => "Without the rounding before it this comparison would give the other answer.".into(),
        }
    }
}

/// What there is to say of a line that ran, the gravest first.
pub fn findings(module: &Module, recording: &Recording, record: &Record, beside: Option<&Beside>) -> Vec<Anomaly> {
    let mut all = Vec::new();
    let Some((function, line)) = recording.line(module, record).filter(|_| record.ran) else { return all };
    if let (Code::Row { request, .. }, Some(result)) = (&line.code, recording.results(record).first())
        && let Some(request) = function.requests.get(*request as usize)
    {
        let sources: Vec<Pattern> = recording
            .sources(record)
            .iter()
            .take(request.form.pattern.source_count())
            .enumerate()
            .flat_map(|(at, bits)| request.source_type(at).patterns(*bits))
            .collect();
        let own = request.destination_type();
        let results = || own.patterns(*result).filter(|_| own.format.is_floating());
        let infinite = |number: &Pattern| !number.is_finite() && !number.is_nan();
        if results().any(|number| number.is_nan()) && !sources.iter().any(Pattern::is_nan) {
            all.push(Anomaly::NanBorn);
        }
        if results().any(|number| infinite(&number)) && !sources.iter().any(infinite) {
            all.push(Anomaly::InfinityBorn);
        }
        if request.modifiers.has(Modifier::Ftz) {
            if sources.iter().any(|number| number.class() == Class::Subnormal) {
                all.push(Anomaly::OperandFlushed);
            }
            let zero = |number: Pattern| number.class() == Class::Zero;
            let underflows = || recording.again(module, record, &mut Silent).is_some_and(|(_, done)| done.flags.contains(Flags::UNDERFLOW));
            if results().any(zero) && underflows() {
                all.push(Anomaly::ResultFlushed);
            }
        }
    }
    if let Some(beside) = beside {
        all.extend((beside.cancelled > 0).then_some(Anomaly::Cancelled(beside.cancelled)));
        all.extend(beside.other_way.then_some(Anomaly::OtherWay));
    }
    all
}
