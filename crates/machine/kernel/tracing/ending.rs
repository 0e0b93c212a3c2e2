//! A run so long that only its end is told.

use super::{Held, Tracing};
use crate::evaluate::{Outcome, Request, evaluate};
use crate::kernel::machine::{Go, Observer};
use crate::kernel::whole::Whole;
use crate::trace::Silent;

/// What watches a long run: it tells of its end alone.
pub(super) struct Ending<'m> {
    pub tracing: Tracing<'m>,
    /// The lines that run before it tells of any, and those that ran.
    pub from: u64,
    pub passed: u64,
}

impl Observer for Ending<'_> {
    const TRACES: bool = true;

    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        self.passed += 1;
        if self.passed <= self.from { Go::On } else { self.tracing.before(function, line, registers) }
    }

    fn row(&mut self, request: &Request) -> Outcome {
        if self.passed > self.from {
            return self.tracing.row(request);
        }
        let outcome = evaluate(request, &mut Silent);
        let earlier = &mut self.tracing.run.earlier;
        earlier.flags = earlier.flags | outcome.flags;
        outcome
    }

    fn whole(&mut self, whole: &Whole, arguments: [u64; 2]) -> [u64; 2] {
        if self.passed > self.from { self.tracing.whole(whole, arguments) } else { whole.bits(arguments) }
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, registers: &[u64]) {
        // A call that was passed over may come back among the lines that are told.
        if self.passed > self.from && (function != 0 || self.tracing.now.is_some()) {
            return self.tracing.after(function, line, ran, registers);
        }
        if function != 0 {
            return;
        }
        for slot in self.tracing.function.lines[line].code.writes().into_iter().filter(|_| ran) {
            self.tracing.held[slot as usize] = Held::Set;
            if let Some(name) = self.tracing.name(slot) {
                self.tracing.run.registers.set(name, registers[slot as usize]);
            }
        }
    }
}
