//! A program that ran and what follows from it: the statements, what each of them wrote, and every register.

use super::address::{Address, Page};
use super::evaluated::Evaluated;
use super::language::Read;
use super::registers::Registers;
use semantics::c;
use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::kernel::module::{Code, Content, Line};
use semantics::number::OperandType;
use semantics::run::{Block, Run, Value, mnemonic_of};
use semantics::sass::is_kernel;

/// A register of the watch.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The name as written.
    pub name: String,
    /// What it holds.
    pub own: OperandType,
    /// Whether only a move told that, so that an instruction may know better.
    guessed: bool,
    /// Whether it is read before anything is sure to have written it, so that its first value counts.
    pub input: bool,
    written: bool,
}

/// A program that ran.
#[derive(Clone, Debug)]
pub struct Executed {
    /// The text as read.
    pub module: Module,
    /// What happened.
    pub run: Run,
    /// What it was read for.
    asked: Context,
    initial: Registers,
}

impl PartialEq for Executed {
    /// What it was made of decides what became of it.
    fn eq(&self, other: &Executed) -> bool {
        (&self.module.text, &self.asked, &self.initial) == (&other.module.text, &other.asked, &other.initial)
    }
}

impl Executed {
    /// Reads and runs a text.
    pub fn new(text: &str, registers: &Registers, context: &Context) -> Executed {
        let module = Module::implicit(text, context, semantics::syntax::Registers::default());
        let run = module.run(&registers.file);
        Executed { module, run, asked: *context, initial: registers.clone() }
    }

    /// The statement that is shown: the chosen one, or the last that ran.
    pub fn chosen(&self, line: Option<usize>) -> Option<usize> {
        let known = line.filter(|line| *line < self.module.statements.len());
        known.or_else(|| self.run.blocks.last().map(|block| block.statement))
    }

    /// The statement's text.
    pub fn code(&self, statement: usize) -> &str {
        self.module.statements.get(statement).map_or("", |statement| self.module.code(statement))
    }

    /// What a statement ran as, where ptxas makes another instruction of it.
    pub fn became(&self, statement: usize) -> Option<&str> {
        let text = self.block(statement)?.text.as_str();
        (mnemonic_of(text) != mnemonic_of(self.code(statement))).then_some(text)
    }

    /// Whether ptxas joins a statement with a product, and a sentence about it; None where the question does not arise.
    pub fn joined(&self, statement: usize) -> Option<(bool, &str)> {
        let said = self.module.said(statement).find(|said| matches!(said.code, "joined" | "unpredicted"))?;
        Some((said.code == "joined", &said.message))
    }

    /// The line of the text on which a statement begins, from 1.
    pub fn line_of(&self, statement: usize) -> usize {
        let start = self.module.statements.get(statement).map_or(0, |statement| statement.span.start);
        1 + self.module.text.get(..start).map_or(0, |before| before.matches('\n').count())
    }

    /// The statement at a byte of the text: the last that begins before it ends its line.
    pub fn statement_at(&self, byte: usize) -> Option<usize> {
        let end = self.module.text.get(byte..).map_or(byte, |rest| byte + rest.find('\n').unwrap_or(rest.len()));
        self.module.statements.iter().rposition(|statement| statement.span.start < end)
    }

    /// The line of a statement, where it is an instruction.
    pub fn line(&self, statement: usize) -> Option<&Line> {
        let Content::Line(line, _) = self.module.statements.get(statement)?.content else { return None };
        self.module.functions.first()?.lines.get(line as usize)
    }

    /// What a statement did when it last ran, if it could run.
    pub fn block(&self, statement: usize) -> Option<&Block> {
        self.run.blocks.iter().rfind(|block| block.statement == statement)
    }

    /// The bits of a register after a statement has last run, and the statement that wrote them.
    pub fn after(&self, statement: usize, name: &str) -> (Option<u64>, Option<usize>) {
        // Of one that did not run: after those before it.
        let last = self.run.blocks.iter().rposition(|block| block.statement == statement);
        let last = last.or_else(|| self.run.blocks.iter().rposition(|block| block.statement < statement));
        let before = self.run.blocks[..last.map_or(0, |last| last + 1)].iter().rev().filter(|block| block.ran());
        let mut written = before.flat_map(|block| block.written.iter().map(move |written| (block.statement, written)));
        match written.find(|(_, written)| written.name == name) {
            Some((by, written)) => (Some(written.bits), Some(by)),
            None => (self.at_start(name), None),
        }
    }

    /// The bits of a register before the first line: given, or what the first guard that asks for it takes it for.
    pub fn at_start(&self, name: &str) -> Option<u64> {
        let assumed = || self.run.assumed().find(|(predicate, _)| predicate == name).map(|(_, bits)| *bits);
        self.initial.get(name).or_else(assumed)
    }

    /// The block of an instruction that ran, and the registers with which it can be shown alone.
    fn alone(&self, statement: usize) -> Option<(&Block, Registers)> {
        let block = self.block(statement)?;
        // A sum that ptxas joins with a product is no sum any more: where PTX has no words for what it is, it is not shown alone.
        block.computed.as_ref().filter(|(request, _)| request.form.mnemonic() == mnemonic_of(&block.text))?;
        let mut registers = Registers::default();
        block.read.iter().for_each(|value| registers.set(&value.name, value.bits));
        Some((block, registers))
    }

    /// An instruction of the program as the explorer shows it; None for a move, or where the guard was false.
    pub fn evaluated(&self, statement: usize) -> Option<Evaluated> {
        let (block, registers) = self.alone(statement)?;
        Evaluated::new(&Read::of(&block.text, &block.context)?, &registers)
    }

    /// The address that opens an instruction in the explorer with what it read here.
    pub fn link(&self, statement: usize) -> Option<String> {
        let (block, registers) = self.alone(statement)?;
        let text = block.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let context = block.context;
        Some(Address { page: Page::Explore, text, registers, context, step: None, ..Address::default() }.written())
    }

    /// Every register that a statement names, in the order of the text.
    pub fn watched(&self) -> Vec<Watched> {
        let mut all: Vec<Watched> = Vec::new();
        let mut note = |Value { name, own, .. }: &Value, guessed: bool, writes: bool, sure: bool| {
            let place = all.iter().position(|known| known.name == *name).unwrap_or_else(|| {
                all.push(Watched { name: name.clone(), own: *own, guessed, input: false, written: false });
                all.len() - 1
            });
            let Some(known) = all.get_mut(place) else { return };
            if known.guessed && !guessed {
                (known.own, known.guessed) = (*own, false);
            }
            known.input |= !(known.written || writes && sure);
            known.written |= writes && sure;
        };
        for block in &self.run.blocks {
            let Some(line) = self.line(block.statement) else { continue };
            let guessed = !matches!(line.code, Code::Row { .. });
            block.read.iter().for_each(|value| note(value, guessed && !value.own.is_predicate(), false, false));
            block.written.iter().for_each(|value| note(value, guessed, true, line.guard.is_none()));
        }
        all
    }
}

/// Whether a text is more than one statement, so that it belongs on the program page.
pub fn is_program(text: &str) -> bool {
    let text = text.trim();
    text.contains('\n') && text.matches(';').count() > 1
}

/// Whether a text is a module with functions rather than lines that run one after the other.
pub fn is_module(text: &str) -> bool {
    let begins = |line: &str| {
        line.split_whitespace().find(|word| !matches!(*word, ".visible" | ".weak" | ".extern")).is_some_and(|word| {
            let word = word.split('(').next().unwrap_or(word);
            word == ".entry" || word == ".func"
        })
    };
    text.lines().any(begins)
}

/// Whether a text runs as a kernel: a module, or C or a kernel's machine code, which become one.
pub fn runs_as_kernel(text: &str) -> bool {
    is_module(text) || c::claims(text) || is_kernel(text)
}

#[cfg(test)]
mod tests {
    use super::super::listing::Listing;
    use super::*;
    use semantics::kernel::example::EXAMPLES;

    fn executed(text: &str, registers: &str) -> Executed {
        Executed::new(text, &Registers::read(registers).0, &Context::default())
    }

    #[test]
    fn every_example_runs_to_its_result() {
        for example in EXAMPLES {
            let listing = Listing::of(example);
            let done = Executed::new(&listing.text, &listing.registers, &Context::default());
            let last = done.chosen(None).unwrap();
            assert!(done.after(last, example.result).1.is_some(), "{}", example.title);
            let inputs: Vec<String> = done.watched().into_iter().filter(|one| one.input).map(|one| one.name).collect();
            assert!(example.registers.iter().all(|(name, _)| inputs.iter().any(|input| input == name)), "{}: {inputs:?}", example.title);
            assert_eq!(inputs.len(), example.registers.len(), "{}: {inputs:?}", example.title);
        }
    }

    #[test]
    fn an_instruction_opens_alone_with_what_it_read() {
        let done = executed("add.f32 %a, %a, %b;\nadd.f32 %a, %a, %b;", "a:3f800000,b:3f800000");
        assert_eq!(done.evaluated(1).map(|evaluated| evaluated.result_decimal()).as_deref(), Some("3.0"));
        assert_eq!(done.after(0, "%a"), (Some(0x4000_0000), Some(0)));
        assert_eq!((done.line_of(1), done.statement_at(0), done.statement_at(25)), (2, Some(0), Some(1)));
    }

    #[test]
    fn an_unset_guard_lets_the_first_instruction_run_and_says_so() {
        let done = executed("@!%p add.f32 %d, %a, %a;\n@%p add.f32 %d, %d, %d;", "a:3f800000");
        assert_eq!((done.at_start("%p"), done.after(1, "%d")), (Some(0), (Some(0x4000_0000), Some(0))));
        assert!(done.evaluated(0).is_some_and(|evaluated| evaluated.run.ran()) && done.evaluated(1).is_none());
        let one = |registers: &str| {
            let read = Read::of("@!%p add.f32 %d, %a, %a;", &Context::default()).expect("a reading");
            Evaluated::new(&read, &Registers::read(registers).0).is_some_and(|done| done.run.ran())
        };
        assert_eq!((one(""), one("p:0"), one("p:1")), (true, true, false));
    }

    #[test]
    fn a_module_is_told_from_lines() {
        let all = [(".version 8.8\n.visible .entry k(\n)", true), ("\t.func (.reg .f32 a) f", true), ("add.f32 a, b, c; // .entry", false)];
        for (text, module) in all {
            assert_eq!(is_module(text), module, "{text}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in
            ["", ";", ";;\n;", "}{", "@", "add", "mov.b64 {", ".reg .f32 %f<99999999999>;", "héllo;\n\u{0}", "@!p add.f32 a,b,c;\nq"]
        {
            let done = executed(text, "");
            for byte in 0..=text.len() + 1 {
                let _ = done.statement_at(byte).map(|at| (done.line_of(at), done.evaluated(at)));
            }
            let _ = (done.watched(), done.chosen(Some(9)));
        }
    }

    /// What a sum became is what is shown: never the sum alone with what it read as an fma.
    #[test]
    fn a_joined_line_is_shown_as_what_it_became() {
        let shown = |text: &str| {
            let program = executed(text, "a:3f800001,b:3f800001,c:bf800002");
            program.evaluated(1).map(|one| (one.name(), one.results().map(|result| result.bits).collect::<Vec<_>>()))
        };
        let fused = Some(("fma.rn.f32".to_owned(), vec![0x2880_0000]));
        assert_eq!(shown("mul.f32 %f1, %a, %b; add.f32 %f2, %f1, %c;"), fused);
        assert_eq!(shown("mul.f32 %f1, %a, %b; sub.f32 %f2, %c, %f1;"), None);
        assert_eq!(shown("mul.rn.f32 %f1, %a, %b; add.f32 %f2, %f1, %c;").map(|one| one.0), Some("add.f32".to_owned()));
    }
}
