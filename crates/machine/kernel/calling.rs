//! Calls: what is handed over, and what is given back.

use super::machine::{Machine, Reason};
use super::memory::{Space, number};
use super::module::{Call, Callee, Formal};
use super::printing::Caller;

/// Calls inside one another, at most.
const DEPTH: usize = 20_000;

impl<const N: usize> Machine<'_, N> {
    /// Does what a function does that every kernel has without a body; None of others.
    fn built_in(&mut self, name: &str, call: &Call) -> Option<Result<u32, Reason>> {
        let run = self.module.built_in?;
        let arguments: Vec<u64> = call.arguments.iter().map(|formal| number(&self.bytes(*formal))).collect();
        let thread = [self.launch.block_number(), self.launch.thread_number()];
        let line = self.frames.last().map_or([0; 2], |frame| [frame.function, frame.before()]);
        run(&mut self.memory, Caller { thread, line, left: self.left }, name, &arguments)
    }

    /// Enters a function with what is handed over; false where it is done already.
    pub(super) fn call(&mut self, call: &Call) -> Result<bool, (&'static str, String)> {
        let address = match call.callee {
            Callee::Function(_) => 0,
            Callee::At(slot) => self.frames.last().and_then(|frame| frame.registers.get(slot as usize)).map_or(0, |bits| bits[0]),
        };
        let Some(number) = self.module.callee(call, address) else {
            return Err(("wild-address", format!("No function lies at {address:#x}.")));
        };
        let callee = &self.module.functions[number];
        if !callee.defined {
            if let Some(done) = self.built_in(&callee.name, call) {
                let gives = done?;
                if let Some(result) = call.results.first() {
                    self.put(*result, &gives.to_le_bytes());
                }
                return Ok(false);
            }
            return Err(("function", format!("The function `{}` has no body in this text.", callee.name)));
        }
        if self.frames.len() >= DEPTH {
            return Err(("depth", format!("{DEPTH} functions run inside one another; more are not modelled here.")));
        }
        if callee.parameters.len() != call.arguments.len() || callee.results.len() != call.results.len() {
            return Err((
                "function",
                format!(
                    "`{}` takes {} and gives {} values; the call has others.",
                    callee.name,
                    callee.parameters.len(),
                    callee.results.len()
                ),
            ));
        }
        self.memory.room(callee.variables.iter().map(|variable| variable.bytes.len() as u64).sum()).map_err(|full| ("memory", full))?;
        let handed: Vec<Vec<u8>> = call.arguments.iter().map(|argument| self.bytes(*argument)).collect();
        self.enter(number, call.results.clone());
        for (formal, bytes) in callee.parameters.iter().zip(handed) {
            self.put(*formal, &bytes);
        }
        Ok(true)
    }

    /// Leaves the innermost function with what it gives back.
    pub(super) fn leave(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let own = &self.module.functions[frame.function].results;
        let given: Vec<Vec<u8>> = own.iter().map(|formal| self.bytes(*formal)).collect();
        let results = frame.results.clone();
        self.cut(self.frames.len() - 1);
        for (formal, bytes) in results.iter().zip(given) {
            self.put(*formal, &bytes);
        }
    }

    /// What a register or a variable of the innermost function holds.
    pub(super) fn bytes(&self, formal: Formal) -> Vec<u8> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        match formal {
            Formal::Register(slot, width) => {
                let [bits, ..] = frame.registers.get(slot as usize).copied().unwrap_or([0; N])[..] else { return Vec::new() };
                bits.to_le_bytes()[..(width.div_ceil(8) as usize).min(8)].to_vec()
            }
            Formal::Memory(variable) => {
                let base = frame.variables.get(variable as usize).copied().unwrap_or(0);
                let found = self.memory.segments(Space::Param).iter().find(|segment| segment.base == base);
                found.map(|segment| segment.bytes.clone()).unwrap_or_default()
            }
        }
    }

    /// Gives a register or a variable of the innermost function what it is to hold; what is too short is filled with zeros.
    pub fn put(&mut self, formal: Formal, bytes: &[u8]) {
        let Some(frame) = self.frames.last_mut() else { return };
        match formal {
            Formal::Register(slot, width) => {
                if let Some(register) = frame.registers.get_mut(slot as usize) {
                    *register = [number(bytes) & u64::MAX >> (64 - width.clamp(1, 64)); N];
                }
            }
            Formal::Memory(variable) => {
                let base = frame.variables.get(variable as usize).copied().unwrap_or(0);
                self.memory.fill(Space::Param, base, bytes);
            }
        }
    }
}
