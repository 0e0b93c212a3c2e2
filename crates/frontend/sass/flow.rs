//! Which statements of a text a thread comes to, in which order, and what is said of those that do not run.

use super::document::{Document, MOST_RUN};
use super::integers;
use super::lift::{Does, From, Lifted, STRAIGHT, Taken, left_out};
use super::machine::Name;
use super::statement::{Statement, What};
use crate::instruction::sass::elsewhere;
use crate::number::OperandType;
use crate::syntax::Diagnostic;

impl Document {
    /// What a statement computes; None where it does not run here.
    pub(super) fn lifted(&self, statement: &Statement) -> Option<Lifted> {
        match &statement.what {
            What::Instruction(instruction) => Lifted::of(instruction).ok(),
            What::Other(_) => {
                let place = self.statements.partition_point(|before| before.span.start < statement.span.start);
                integers::lift(self.text.get(statement.span.clone())?, place)
            }
            What::Unread(_) => None,
        }
    }

    /// The statements that a thread may come to, each with its place and what it computes; None where one of them does not run, or they are
    /// many.
    pub fn running(&self) -> Option<Vec<(usize, Lifted)>> {
        self.reached().filter(|found| self.unknown_load(found).is_none())
    }

    /// The same without a look at memory.
    fn reached(&self) -> Option<Vec<(usize, Lifted)>> {
        let (mut found, mut ahead): (Vec<(usize, Lifted)>, Vec<usize>) = (Vec::new(), vec![0]);
        while let Some(place) = ahead.pop() {
            let Some(statement) = self.statements.get(place) else { continue };
            let Err(at) = found.binary_search_by_key(&place, |(known, _)| *known) else { continue };
            if found.len() >= MOST_RUN && !self.is_short() {
                return None;
            }
            let lifted = self.lifted(statement)?;
            ahead.extend(self.next(place, &lifted)?);
            found.insert(at, (place, lifted));
        }
        self.join_loads(&mut found);
        name_types(&mut found);
        (!found.is_empty()).then_some(found)
    }

    /// The places to which a statement may lead, but for the end of a function; None where one of them is not in the text.
    fn next(&self, place: usize, lifted: &Lifted) -> Option<Vec<usize>> {
        let statement = self.statements.get(place)?;
        let always = [lifted.guard, lifted.predicate].iter().all(|(name, negated)| name.fixed().is_some() && !negated);
        let mut next = Vec::new();
        let leaves = match lifted.does {
            Does::End | Does::Return => true,
            Does::Branch => {
                next.push(self.target(statement)?);
                // A function returns to the instruction behind its call.
                !is_call(statement)
            }
            _ => false,
        };
        if !(leaves && always) {
            next.push(place + 1);
        }
        Some(next)
    }

    /// The places to which a thread may come behind one of those that were found.
    pub(super) fn behind(&self, found: &[(usize, Lifted)], from: usize) -> Vec<usize> {
        let (mut seen, mut ahead): (Vec<usize>, Vec<usize>) = (Vec::new(), vec![from]);
        while let Some(place) = ahead.pop() {
            let Ok(at) = found.binary_search_by_key(&place, |(known, _)| *known) else { continue };
            let (place, lifted) = &found[at];
            let mut next = self.next(*place, lifted).unwrap_or_default();
            if matches!(lifted.does, Does::Return) {
                next.extend(found.iter().map(|(place, _)| *place).filter(|place| is_call(&self.statements[*place])).map(|call| call + 1));
            }
            next.retain(|place| !seen.contains(place));
            seen.extend(&next);
            ahead.append(&mut next);
        }
        seen
    }

    /// Whether every statement that a thread may come to runs, and they are few.
    pub fn runs(&self) -> bool {
        self.running().is_some()
    }

    /// The place that a jump leads to: `` `(.L_x_1) ``, a label alone, or an address.
    pub(super) fn target(&self, statement: &Statement) -> Option<usize> {
        let text = self.text.get(statement.span.clone())?.trim_end_matches([';', ' ']);
        let to = text.rsplit([' ', ',']).next()?.trim_start_matches("`(").trim_end_matches(')');
        if let Some(digits) = to.strip_prefix("0x") {
            return self.at_address(u64::from_str_radix(digits, 16).ok()?);
        }
        let mut starts = self.text.split_inclusive('\n').scan(0, |at, line| {
            *at += line.len();
            Some((*at, line))
        });
        let (behind, _) = starts.find(|(_, line)| line.trim().strip_suffix(':') == Some(to))?;
        Some(self.statements.partition_point(|statement| statement.span.start < behind))
    }

    /// The statement behind an address of the listing.
    pub(super) fn at_address(&self, address: u64) -> Option<usize> {
        self.statements.iter().position(|statement| self.address_of(statement) == Some(address))
    }

    /// The address of a statement, as the listing has it in front of the line.
    pub(super) fn address_of(&self, statement: &Statement) -> Option<u64> {
        let before = self.text.get(..statement.span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let (digits, _) = line.split_once("/*")?.1.split_once("*/")?;
        u64::from_str_radix(digits, 16).ok()
    }

    /// Says what of the text does not run, each reason once.
    pub(super) fn tell_what_does_not_run(&mut self) {
        let count = self.statements.len();
        let running = self.running();
        let mut said = Vec::new();
        match &running {
            Some(running) => {
                let is_reached = |place: &usize| running.binary_search_by_key(place, |(known, _)| *known).is_ok();
                // What fills the end of a function does nothing.
                let fills = |statement: &Statement| matches!(&statement.what, What::Other(name) if matches!(&**name, "NOP" | "BRA"));
                let unreached = (0..count).filter(|place| !is_reached(place) && !fills(&self.statements[*place])).count();
                said.extend(self.told_of_memory(running));
                said.extend(running.iter().find_map(|(place, _)| self.of_other_chips(self.statements.get(*place)?)));
                if unreached > 0 {
                    let message = format!("The first instruction never leads to {unreached} of these {count}, so they do not run.");
                    said.push(Diagnostic::note("not-reached", 0..0, message));
                }
            }
            None => said.extend(self.obstacle()),
        }
        for statement in self.statements.iter().filter(|_| !self.is_listing || count == 1) {
            if let Some(instruction) = statement.instruction()
                && let Some(reason) = left_out(&instruction)
            {
                let message = format!("{} is taken apart but does not run: {reason}.", instruction.row.name);
                said.push(Diagnostic::note("not-run", statement.span.clone(), message));
            }
        }
        // The word beside a text has the bits.
        let by_text = |statement: &&Statement| statement.word.is_none() && !self.is_word;
        let passes_nan = |lifted: Lifted| matches!(lifted.does, Does::Choose) && lifted.sources.iter().any(Taken::is_nan);
        if let Some(statement) = self.statements.iter().filter(by_text).find(|statement| self.lifted(statement).is_some_and(passes_nan)) {
            let message = "A NaN of machine code is written without its bits, and this instruction passes them on: 0x7fffffff or 0xffffffff is taken.";
            said.push(Diagnostic::note("nan-bits", statement.span.clone(), message));
        }
        if count > MOST_RUN && running.is_none() {
            let message = format!("{count} instructions are listed and opened one by one; {MOST_RUN} at most run together.");
            said.push(Diagnostic::note("many", 0..0, message));
        }
        self.diagnostics.extend(said);
    }

    /// What is to be said of an instruction outside the table that nvcc writes for other chips.
    fn of_other_chips(&self, statement: &Statement) -> Option<Diagnostic> {
        let What::Other(name) = &statement.what else { return None };
        // PTX 9.0 calls sm_101 sm_110.
        let own = if self.context.target.number() == 101 { 110 } else { self.context.target.number() };
        let plain = name.strip_prefix('U').unwrap_or(name);
        let chips = integers::written_for(plain).filter(|chips| !chips.contains(&own))?;
        let all: Vec<String> = chips.iter().map(u32::to_string).collect();
        let message = format!("nvcc 13.5 writes {plain} for sm_{}. {} may not have {name}.", all.join(", "), self.context.target);
        Some(Diagnostic::note("other-chips", statement.span.clone(), message))
    }

    /// Why a text does not run. What is said of an instruction of the table elsewhere is left out.
    fn obstacle(&self) -> Option<Diagnostic> {
        let count = self.statements.len();
        let told = |statement: &Statement| !self.is_listing && !matches!(statement.what, What::Other(_));
        let others: Vec<&Statement> =
            self.statements.iter().filter(|statement| self.lifted(statement).is_none() && !told(statement)).collect();
        let Some(first) = others.first() else {
            let leads_nowhere = |lifted: Lifted, statement| matches!(lifted.does, Does::Branch) && self.target(statement).is_none();
            let lost =
                self.statements.iter().find(|statement| self.lifted(statement).is_some_and(|lifted| leads_nowhere(lifted, statement)));
            let Some(lost) = lost else {
                let found = self.reached()?;
                let (load, why) = self.unknown_load(&found)?;
                let message = format!("Memory is not kept here, so nothing runs. {}: {why}.", name_of(load));
                return Some(Diagnostic::note("memory", load.span.clone(), message));
            };
            let message = "No line of this text has the label or the address that this leads to, so nothing runs.";
            return Some(Diagnostic::note("lost-jump", lost.span.clone(), message));
        };
        let name = name_of(first);
        let message = match others.len() {
            _ if count == 1 => match &first.what {
                What::Other(_) => [&elsewhere(name), " It does not run here."].concat(),
                _ => return None,
            },
            1 => format!("1 of {count} instructions does not run here, so none of them does: {name}."),
            many => format!("{many} of {count} instructions do not run here, so none of them does. The first of them is {name}."),
        };
        Some(Diagnostic::note("elsewhere", if count == 1 { first.span.clone() } else { 0..0 }, message))
    }
}

pub(super) fn is_call(statement: &Statement) -> bool {
    matches!(&statement.what, What::Other(name) if name.starts_with("CALL"))
}

fn name_of(statement: &Statement) -> &str {
    match &statement.what {
        What::Instruction(instruction) => instruction.row.name,
        What::Other(name) | What::Unread(name) => name,
    }
}

/// Gives what copies a number the type of the next line that takes it as more than a copy.
fn name_types(all: &mut [(usize, Lifted)]) {
    let mut known: Vec<(Name, OperandType)> = Vec::new();
    for (_, lifted) in all.iter_mut().rev() {
        let type_of = |to: &Name, own: OperandType| {
            known.iter().find(|(name, known)| name == to && known.width() == own.width()).map(|(_, own)| *own)
        };
        match (&lifted.does, &mut lifted.sources[..]) {
            (Does::Choose, [source]) => {
                if let Some(own) = lifted.writes.first().and_then(|to| type_of(to, source.own)) {
                    (source.own, lifted.to) = (own, own);
                }
            }
            (Does::Copy, sources) => {
                let firsts = lifted.writes.iter().step_by(lifted.to.width().div_ceil(32) as usize);
                for (source, to) in sources.iter_mut().zip(firsts) {
                    source.own = type_of(to, source.own).unwrap_or(source.own);
                }
            }
            _ => {}
        }
        known.retain(|(name, _)| !lifted.writes.contains(name));
        for source in lifted.sources.iter().filter(|source| matches!(source.own.width(), 32 | 64) && source.parts == STRAIGHT) {
            let From::Names([name, _]) = source.from else { continue };
            known.retain(|(known, _)| *known != name);
            known.push((name, source.own));
        }
    }
}
