//! One function as lines of PTX: where its control goes, what its constants hold, and what it declares.

use super::super::constants::of_function;
use super::super::document::Document;
use super::super::flow::is_call;
use super::super::integers;
use super::super::lift::Lifted;
use super::super::machine::Name;
use super::super::sources::Code;
use super::super::statement::{Statement, What};
use super::functions::{Function, Parameter, of_name, of_words};
use super::operands::KINDS;
use crate::instruction::Context;
use crate::number::OperandType;
use crate::syntax::Diagnostic;
use std::collections::BTreeSet;

/// Why an instruction has no lines: what of it is not run in a module, as the subject of a sentence.
pub(super) type Refused = String;

/// Bytes of the memory that a thread has for itself, and of the memory of a block. No listing says how many there are.
const STACK: u32 = 16 << 10;
const SHARED: u32 = 49 << 10;

/// A function as it becomes an entry.
pub(super) struct Body<'a> {
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Each line with the place of the statement that it comes from.
    pub lines: Vec<(Option<usize>, String)>,
    pub declarations: Vec<String>,
    pub(super) document: &'a Document,
    pub(super) context: Context,
    /// The statement that becomes lines.
    at: usize,
    /// The registers and predicates of its own that it names.
    pub(super) registers: Vec<String>,
    /// How many registers of each kind were made on the way.
    pub(super) temporaries: [usize; 4],
    /// The words of parameters that it reads by their distance from the first, and whether each begins a pair.
    read: Vec<(u16, bool)>,
    /// Whether it uses the memory of its block, of a thread, and constants by a register's number.
    pub(super) uses: [bool; 3],
    /// The constants that stand beside its code.
    pub(super) constants: Vec<(Name, u32)>,
}

/// Where the words of bank 0 stand on a generation of chips: the first parameter, the threads of a block, the blocks, the stack's end, and the
/// descriptor of global memory. Taken from what ptxas 13.5 writes.
fn bank_0(generation: u32) -> [u16; 5] {
    match generation {
        ..80 => [0x160, 0x0, 0xc, 0x28, u16::MAX],
        80..90 => [0x160, 0x0, 0xc, 0x28, 0x118],
        90 => [0x210, 0x0, 0xc, 0x28, 0x208],
        _ => [0x380, 0x360, 0x370, 0x37c, 0x358],
    }
}

impl<'a> Body<'a> {
    /// The error says which instruction stands in the way, and why.
    pub fn of(document: &'a Document, context: &Context, function: &Function) -> Result<Body<'a>, Diagnostic> {
        let mut body = Body {
            name: function.name.clone(),
            parameters: Vec::new(),
            lines: Vec::new(),
            declarations: Vec::new(),
            document,
            context: *context,
            at: function.statements.start,
            registers: Vec::new(),
            temporaries: [0; 4],
            read: Vec::new(),
            uses: [false; 3],
            constants: of_function(&document.text, &function.name),
        };
        body.fill(function).map_err(|why| {
            let statement = &document.statements[body.at];
            let code = document.text.get(statement.span.clone()).unwrap_or("").trim_end_matches([';', ' ']);
            let message = format!("{} does not run here, because of `{code}`: {why}.", function.name);
            Diagnostic::error("machine-code", statement.span.clone(), message)
        })?;
        Ok(body)
    }

    fn fill(&mut self, function: &Function) -> Result<(), Refused> {
        let (reached, targets) = self.reached(function)?;
        for place in reached {
            self.at = place;
            if targets.contains(&place) {
                self.line(format!("$L{place}:"));
            }
            self.statement(&self.document.statements[place], function)?;
        }
        self.declare();
        Ok(())
    }

    /// The statements that a thread may come to in order, and those to which it may jump.
    fn reached(&mut self, function: &Function) -> Result<(BTreeSet<usize>, BTreeSet<usize>), Refused> {
        let (mut reached, mut targets, mut ahead) = (BTreeSet::new(), BTreeSet::new(), vec![function.statements.start]);
        while let Some(place) = ahead.pop() {
            let Some(statement) = self.document.statements.get(place).filter(|_| function.statements.contains(&place)) else {
                self.at = place.saturating_sub(1);
                return Err("behind it there is no instruction".to_owned());
            };
            if !reached.insert(place) {
                continue;
            }
            self.at = place;
            let code = self.code(statement);
            let is_always = |code: &Code| code.guard == (Name::Predicate(7), false);
            let mut goes_on = true;
            if let Some(code) = &code {
                match code.name {
                    "BRA" if is_divergence(code) => {}
                    "BRA" | "CALL" => {
                        let target = self.target(statement, function)?;
                        targets.insert(target);
                        ahead.push(target);
                        if is_call(statement) {
                            targets.insert(place + 1);
                        } else {
                            goes_on = !is_always(code) || code.operands.len() > 1;
                        }
                    }
                    "RET" => goes_on = !is_always(code),
                    "EXIT" => goes_on = !is_always(code) || !code.operands.is_empty(),
                    _ => {}
                }
            }
            if goes_on {
                ahead.push(place + 1);
            }
        }
        Ok((reached, targets))
    }

    /// The parts of a statement that is no row of the table of words.
    fn code(&self, statement: &Statement) -> Option<Code<'a>> {
        match statement.what {
            What::Other(_) => Code::cut(self.document.text.get(statement.span.clone())?),
            What::Instruction(_) | What::Unread(_) => None,
        }
    }

    /// The statement of the function to which one leads.
    fn target(&self, statement: &Statement, function: &Function) -> Result<usize, Refused> {
        let text = self.document.text.get(statement.span.clone()).unwrap_or("").trim_end_matches([';', ' ']);
        let to = text.rsplit([' ', ',']).next().unwrap_or("");
        let found = match to.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok().and_then(|address| {
                function.statements.clone().find(|place| self.document.address_of(&self.document.statements[*place]) == Some(address))
            }),
            None => self.document.target(statement),
        };
        found
            .filter(|place| function.statements.contains(place))
            .ok_or_else(|| "the place to which it leads is not in its function".to_owned())
    }

    /// One more line.
    pub fn line(&mut self, line: String) {
        self.lines.push((Some(self.at), line));
    }

    fn statement(&mut self, statement: &Statement, function: &Function) -> Result<(), Refused> {
        let first = self.lines.len();
        let (guard, code) = match &statement.what {
            What::Unread(_) => return Err("it was not read".to_owned()),
            What::Instruction(instruction) => {
                let lifted = Lifted::of(instruction).map_err(str::to_owned)?;
                self.lifted(&lifted)?;
                (lifted.guard, None)
            }
            What::Other(name) => {
                let Some(code) = self.code(statement) else { return Err(format!("of {name} only its word is there")) };
                (code.guard, Some(code))
            }
        };
        if let Some(code) = code
            && !self.control(&code, statement, function)?
            && !self.memory(&code)?
            && !self.meeting(&code)?
        {
            let text = self.document.text.get(statement.span.clone()).unwrap_or("");
            let lifted = integers::lift(text, self.at).ok_or_else(|| format!("{} with these words and operands is not read", code.name))?;
            self.lifted(&lifted)?;
        }
        self.guarded(guard, first);
        Ok(())
    }

    /// Lets a guard decide about the lines from one on.
    fn guarded(&mut self, (name, negated): (Name, bool), first: usize) {
        if matches!(name, Name::Predicate(7) | Name::UniformPredicate(7)) {
            if negated {
                self.lines.truncate(first);
            }
            return;
        }
        let predicate = self.register(name);
        match self.lines.len() - first {
            0 => {}
            1 if !self.lines[first].1.starts_with('@') => {
                let line = &mut self.lines[first].1;
                *line = format!("@{}{predicate} {line}", if negated { "!" } else { "" });
            }
            _ => {
                let skip = format!("@{}{predicate} bra $G{};", if negated { "" } else { "!" }, self.at);
                self.lines.insert(first, (Some(self.at), skip));
                self.line(format!("$G{}:", self.at));
            }
        }
    }

    /// What leads elsewhere; false of other instructions.
    fn control(&mut self, code: &Code, statement: &Statement, function: &Function) -> Result<bool, Refused> {
        match code.name {
            "YIELD" | "BSSY" | "BSYNC" | "BREAK" | "CGAERRBAR" | "DEPBAR" | "LDGDEPBAR" | "ERRBAR" | "MEMBAR" | "CCTL" | "NANOSLEEP"
            | "PREEXIT" | "ACQBULK" | "PMTRIG" | "FENCE" => {}
            "BMOV" if code.operands.iter().any(|operand| operand.starts_with('B')) => {}
            "BRA" if is_divergence(code) => {}
            "BRA" | "CALL" | "RET" | "EXIT" if !matches!(code.words, "" | "U" | "REL.NOINC" | "REL.NODEC") => {
                return Err(format!("what .{} means is not known here", code.words));
            }
            "BRA" | "CALL" => {
                let target = self.target(statement, function)?;
                let line = format!("bra $L{target};");
                match code.operands[..] {
                    [chosen, _] => {
                        let chosen = super::super::sources::predicate(chosen).ok_or("its operands are not read")?;
                        let condition = self.condition(chosen);
                        self.line(format!("@{condition} {line}"));
                    }
                    _ => self.line(line),
                }
            }
            "EXIT" => match code.operands[..] {
                [chosen] => {
                    let chosen = super::super::sources::predicate(chosen).ok_or("its operand is not read")?;
                    let condition = self.condition(chosen);
                    self.line(format!("@{condition} exit;"));
                }
                _ => self.line("exit;".to_owned()),
            },
            "RET" => {
                let from = code.operands.first().and_then(|text| text.split_whitespace().next()).and_then(Name::read);
                let word = self.word(from.ok_or("the register of its address is not read")?)?;
                // It returns behind one of the calls of the function.
                let calls = function.statements.clone().filter(|place| is_call(&self.document.statements[*place]));
                for back in calls.map(|place| place + 1).collect::<Vec<_>>() {
                    let address = self.document.statements.get(back).and_then(|statement| self.document.address_of(statement));
                    let address = address.ok_or("its listing has no addresses")?;
                    let is_it = self.predicate_of(|to| format!("setp.eq.u32 {to}, {word}, {address:#x};"));
                    self.line(format!("@{is_it} bra $L{back};"));
                }
                self.line("trap;".to_owned());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A word of a constant bank.
    pub fn constant(&mut self, bank: u8, offset: u16) -> Result<String, Refused> {
        let name = Name::Constant(bank, offset);
        if bank != 0 {
            let known = self.constants.iter().find(|(known, _)| *known == name);
            return known.map(|(_, bits)| format!("{bits:#x}")).ok_or_else(|| format!("the listing does not say what {name} holds"));
        }
        let [parameters, threads, blocks, stack, descriptor] = bank_0(self.document.generation);
        let special = |base: u16, stem: &str| match offset.wrapping_sub(base) {
            place @ (0 | 4 | 8) => Some(format!("%{stem}.{}", ["x", "y", "z"][usize::from(place / 4)])),
            _ => None,
        };
        if let Some(special) = special(threads, "ntid").or_else(|| special(blocks, "nctaid")) {
            return Ok(self.word_of(|to| format!("mov.u32 {to}, {special};")));
        }
        if offset == stack {
            return Ok(STACK.to_string());
        }
        if descriptor != u16::MAX && (offset == descriptor || offset == descriptor + 4) {
            return Ok("0".to_owned());
        }
        let Some(place) = offset.checked_sub(parameters).filter(|place| place % 4 == 0) else {
            return Err(format!("what {name} holds on {} is not known here", self.context.target));
        };
        if self.read.iter().all(|(known, _)| *known != place) {
            self.read.push((place, false));
        }
        Ok(format!("%c{offset:x}"))
    }

    /// Remembers that two words of parameters were read as one number.
    pub fn reads_pair(&mut self, offset: u16) {
        let [parameters, ..] = bank_0(self.document.generation);
        if let Some((_, pair)) = self.read.iter_mut().find(|(known, _)| Some(*known) == offset.checked_sub(parameters)) {
            *pair = true;
        }
    }

    /// Declares what the lines use, and loads the parameters.
    fn declare(&mut self) {
        let [base, ..] = bank_0(self.document.generation);
        let covers = |all: &[Parameter]| self.read.iter().all(|(place, _)| all.iter().any(|one| (one.offset..one.end()).contains(place)));
        self.parameters = of_name(&self.name).filter(|all| covers(all)).unwrap_or_else(|| of_words(&self.read));
        let mut prologue = Vec::new();
        self.read.sort_unstable();
        for (place, _) in self.read.clone() {
            let to = format!("%c{:x}", base + place);
            let inside: Vec<(usize, Parameter)> = self
                .parameters
                .iter()
                .enumerate()
                .filter(|(_, one)| one.offset < place + 4 && place < one.end())
                .map(|(number, one)| (number, one.clone()))
                .collect();
            match &inside[..] {
                [(number, one)] if one.bytes >= 4 => {
                    prologue.push(format!("ld.param.b32 {to}, [{}_param_{number}+{}];", self.name, place - one.offset));
                }
                several => {
                    prologue.push(format!("mov.b32 {to}, 0;"));
                    for (number, one) in several {
                        let part = self.temporary(0);
                        prologue.push(format!("ld.param.u{} {part}, [{}_param_{number}];", 8 * one.bytes, self.name));
                        prologue.push(format!("bfi.b32 {to}, {part}, {to}, {}, {};", 8 * (one.offset - place), 8 * one.bytes));
                    }
                }
            }
        }
        let [shared, local, constants] = self.uses;
        for (is_used, name, space, bytes) in [(shared, "shared", "shared", SHARED), (local, "stack", "local", STACK)] {
            if is_used {
                self.declarations.push(format!(".{space} .align 16 .b8 {name}[{bytes}];"));
                prologue.push(format!("mov.u32 %{name}, {name};"));
            }
        }
        if constants {
            prologue.push("mov.u64 %constants, constants;".to_owned());
        }
        let named = |letters: &[&str]| {
            let own = |name: &&String| letters.iter().any(|letter| name.trim_start_matches(['%', 'U']).starts_with(letter));
            self.registers.iter().filter(own).cloned().collect::<Vec<_>>()
        };
        let mut words = named(&["R"]);
        words.extend(self.read.iter().map(|(place, _)| format!("%c{:x}", base + place)));
        words.extend([(shared, "%shared"), (local, "%stack")].into_iter().filter(|(used, _)| *used).map(|(_, name)| name.to_owned()));
        let mut declared = vec![("b32", words), ("pred", named(&["P"]))];
        if constants {
            declared.push(("b64", vec!["%constants".to_owned()]));
        }
        for (kind, names) in declared.into_iter().filter(|(_, names)| !names.is_empty()) {
            self.declarations.insert(0, format!(".reg .{kind} {};", names.join(", ")));
        }
        for ((kind, letter), count) in KINDS.iter().zip(self.temporaries).filter(|(_, count)| *count > 0) {
            self.declarations.push(format!(".reg .{kind} %{letter}<{count}>;"));
        }
        self.lines.splice(0..0, prologue.into_iter().map(|line| (None, line)));
    }

    /// The format in which a text stands for the bits of a word.
    pub const WORD: OperandType = OperandType::guessed(32);
}

/// Whether a branch is taken by threads that have parted: here each runs by itself until all meet.
fn is_divergence(code: &Code) -> bool {
    code.words.split('.').any(|word| matches!(word, "DIV" | "CONV"))
}
