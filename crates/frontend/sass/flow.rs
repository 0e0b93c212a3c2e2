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
            What::Other(_) => integers::lift(self.text.get(statement.span.clone())?),
            What::Unread(_) => None,
        }
    }

    /// The statements that a thread may come to, each with its place and what it computes; None where one of them does not run, or they are
    /// many.
    pub fn running(&self) -> Option<Vec<(usize, Lifted)>> {
        let (mut found, mut ahead): (Vec<(usize, Lifted)>, Vec<usize>) = (Vec::new(), vec![0]);
        while let Some(place) = ahead.pop() {
            let Some(statement) = self.statements.get(place) else { continue };
            let Err(at) = found.binary_search_by_key(&place, |(known, _)| *known) else { continue };
            if found.len() >= MOST_RUN && !self.is_short() {
                return None;
            }
            let lifted = self.lifted(statement)?;
            let always = [lifted.guard, lifted.predicate].iter().all(|(name, negated)| name.fixed().is_some() && !negated);
            let leaves = match lifted.does {
                Does::End | Does::Return => true,
                Does::Branch => {
                    ahead.push(self.target(statement)?);
                    // A function returns to the instruction behind its call.
                    !matches!(&statement.what, What::Other(name) if name.starts_with("CALL"))
                }
                _ => false,
            };
            if !(leaves && always) {
                ahead.push(place + 1);
            }
            found.insert(at, (place, lifted));
        }
        name_types(&mut found);
        (!found.is_empty()).then_some(found)
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
        self.statements.iter().position(|statement| {
            let before = self.text.get(..statement.span.start).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let digits = line.split_once("/*").and_then(|(_, rest)| rest.split_once("*/"));
            digits.is_some_and(|(digits, _)| u64::from_str_radix(digits, 16) == Ok(address))
        })
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

    /// Why a text does not run. What is said of an instruction of the table elsewhere is left out.
    fn obstacle(&self) -> Option<Diagnostic> {
        let count = self.statements.len();
        let told = |statement: &Statement| !self.is_listing && !matches!(statement.what, What::Other(_));
        let others: Vec<&Statement> =
            self.statements.iter().filter(|statement| self.lifted(statement).is_none() && !told(statement)).collect();
        let Some(first) = others.first() else {
            let leads_nowhere = |lifted: Lifted, statement| matches!(lifted.does, Does::Branch) && self.target(statement).is_none();
            let lost =
                self.statements.iter().find(|statement| self.lifted(statement).is_some_and(|lifted| leads_nowhere(lifted, statement)))?;
            let message = "No line of this text has the label or the address that this leads to, so nothing runs.";
            return Some(Diagnostic::note("lost-jump", lost.span.clone(), message));
        };
        let name = match &first.what {
            What::Instruction(instruction) => instruction.row.name,
            What::Other(name) | What::Unread(name) => name,
        };
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

/// Gives what copies a word the type of the next line that takes it as more than a copy.
fn name_types(all: &mut [(usize, Lifted)]) {
    let mut known: Vec<(Name, OperandType)> = Vec::new();
    for (_, lifted) in all.iter_mut().rev() {
        if let (Does::Choose, [source], [to]) = (&lifted.does, &mut lifted.sources[..], &lifted.writes[..])
            && source.own.width() == 32
            && let Some((_, own)) = known.iter().find(|(name, _)| name == to)
        {
            (source.own, lifted.to) = (*own, *own);
        }
        known.retain(|(name, _)| !lifted.writes.contains(name));
        for source in lifted.sources.iter().filter(|source| source.own.width() == 32 && source.parts == STRAIGHT) {
            let From::Names([name, _]) = source.from else { continue };
            known.retain(|(known, _)| *known != name);
            known.push((name, source.own));
        }
    }
}
