//! The program page's state and what follows from it: the statements, what each of them wrote, and every register.

use super::address::{Address, Page};
use super::evaluated::Evaluated;
use super::explorer::Explorer;
use super::journal::{Change, Edited};
use super::listing::Listing;
use super::registers::Registers;
use leptos::prelude::*;
use semantics::instruction::Context;
use semantics::number::{F16, F32, F64, Float, Format, OperandType, Pattern};
use semantics::program::{Content, Program, Ran, RegisterFile, Run};
use semantics::syntax::{Change as Mend, Instruction, Source};

/// How a register's bits are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape(pub OperandType);

impl Shape {
    /// True or false.
    pub const PREDICATE: Shape = Shape(OperandType::PREDICATE);

    /// One number.
    pub const fn number(format: &'static Format) -> Shape {
        Shape(OperandType::one(format))
    }

    /// How what a statement wrote is shown: by the instruction's type, or for a move by the width; 64 bits of which nothing is known are
    /// two singles.
    pub fn written(own: Option<OperandType>, width: u32) -> Shape {
        match (own, width) {
            (Some(own), _) => Shape(own),
            (None, 1) => Shape::PREDICATE,
            (None, 16) => Shape::number(F16::ROW),
            (None, 64) => Shape(OperandType { format: F32::ROW, lanes: 2 }),
            (None, _) => Shape::number(F32::ROW),
        }
    }

    /// The numbers in a register, from the high one down.
    pub fn patterns(self, bits: u64) -> Vec<Pattern> {
        if self == Shape::PREDICATE { Vec::new() } else { self.0.patterns(bits).rev().collect() }
    }

    /// The value as people say it.
    pub fn decimal(self, bits: u64) -> String {
        let numbers: Vec<String> = self.patterns(bits).iter().map(Pattern::shortest_decimal).collect();
        match (self == Shape::PREDICATE, bits & 1) {
            (true, 1) => "true".into(),
            (true, _) => "false".into(),
            (false, _) => numbers.join(", "),
        }
    }

    /// All hex digits.
    pub fn hex(self, bits: u64) -> String {
        let digits = self.0.hex(bits);
        if self == Shape::PREDICATE { digits } else { ["0x", &digits].concat() }
    }
}

/// A register of the watch.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The name as written.
    pub name: String,
    /// How it is shown.
    pub shape: Shape,
    /// Whether only a move told the shape, so that an instruction may know better.
    guessed: bool,
    /// Whether it is read before anything is sure to have written it, so that its first value counts.
    pub input: bool,
    written: bool,
}

/// A program that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Executed {
    /// The text.
    pub text: String,
    /// The text as read.
    pub program: Program,
    /// What happened.
    pub run: Run,
    initial: Registers,
}

impl Executed {
    /// Reads and runs a text.
    pub fn new(text: &str, registers: &Registers, context: &Context) -> Executed {
        let program = Program::read(text, context, semantics::syntax::Registers::default());
        let mut file = RegisterFile::default();
        for (name, bits) in registers.iter() {
            file.set(name, bits);
        }
        let run = program.run(file);
        Executed { text: text.to_owned(), program, run, initial: registers.clone() }
    }

    /// The statement that is shown: the chosen one, or the last that ran.
    pub fn chosen(&self, line: Option<usize>) -> Option<usize> {
        let known = line.filter(|line| *line < self.program.statements.len());
        known.or_else(|| self.run.ran.last().map(|ran| ran.statement))
    }

    /// The statement's text.
    pub fn code(&self, statement: usize) -> &str {
        let span = self.program.statements.get(statement).map(|statement| statement.span.clone());
        span.and_then(|span| self.text.get(span)).unwrap_or("")
    }

    /// The line of the text on which a statement begins, from 1.
    pub fn line_of(&self, statement: usize) -> usize {
        let start = self.program.statements.get(statement).map_or(0, |statement| statement.span.start);
        1 + self.text.get(..start).map_or(0, |before| before.matches('\n').count())
    }

    /// The statement at a byte of the text: the last that begins before it ends its line.
    pub fn statement_at(&self, byte: usize) -> Option<usize> {
        let end = self.text.get(byte..).map_or(byte, |rest| byte + rest.find('\n').unwrap_or(rest.len()));
        self.program.statements.iter().rposition(|statement| statement.span.start < end)
    }

    /// What a statement did, if it ran.
    pub fn ran(&self, statement: usize) -> Option<&Ran> {
        self.run.ran.iter().find(|ran| ran.statement == statement)
    }

    /// The bits of a register after a statement, and the statement that wrote them.
    pub fn after(&self, statement: usize, name: &str) -> (Option<u64>, Option<usize>) {
        let before = self.run.ran.iter().rev().filter(|ran| ran.statement <= statement && ran.stopped_by.is_none());
        let mut written = before.flat_map(|ran| ran.written.iter().map(move |written| (ran.statement, written)));
        match written.find(|(_, written)| written.register == name) {
            Some((by, written)) => (Some(written.bits), Some(by)),
            None => (self.at_start(name), None),
        }
    }

    /// The bits of a register before the first line: given, or what the first guard that asks for it takes it for.
    pub fn at_start(&self, name: &str) -> Option<u64> {
        let assumed = || self.run.ran.iter().filter_map(|ran| ran.assumed.as_ref()).find(|(predicate, _)| predicate == name);
        self.initial.get(name).or_else(|| assumed().map(|(_, bits)| *bits))
    }

    /// Registers that hold what an instruction read, so that it can be shown alone.
    fn operands(&self, statement: usize) -> Option<(&Instruction, Registers)> {
        let Content::Instruction(instruction) = &self.program.statements.get(statement)?.content else { return None };
        let (request, _) = self.ran(statement)?.computed.as_ref()?;
        let mut registers = Registers::default();
        for (source, bits) in instruction.sources.iter().zip(request.operands) {
            if let Source::Register(register) = source {
                registers.set(&register.name, bits);
            }
        }
        if let Some(guard) = &instruction.guard {
            registers.set(&guard.register.name, u64::from(!guard.negated));
        }
        Some((instruction, registers))
    }

    /// An instruction of the program as the explorer shows it; None for a move, or where the guard was false.
    pub fn evaluated(&self, statement: usize) -> Option<Evaluated> {
        self.operands(statement).map(|(instruction, registers)| Evaluated::run(instruction, &registers))
    }

    /// The address that opens an instruction in the explorer with what it read here.
    pub fn link(&self, statement: usize) -> Option<String> {
        let (instruction, registers) = self.operands(statement)?;
        let text = self.code(statement).split_whitespace().collect::<Vec<_>>().join(" ");
        let context = instruction.context;
        Some(Address { page: Page::Explore, text, registers, context, step: None, ..Address::default() }.written())
    }

    /// Every register that a statement names, in the order of the text.
    pub fn watched(&self) -> Vec<Watched> {
        let mut all: Vec<Watched> = Vec::new();
        let mut note = |name: &str, shape: Shape, guessed: bool, writes: bool, sure: bool| {
            let place = all.iter().position(|known| known.name == name).unwrap_or_else(|| {
                all.push(Watched { name: name.to_owned(), shape, guessed, input: false, written: false });
                all.len() - 1
            });
            let Some(known) = all.get_mut(place) else { return };
            if known.guessed && !guessed {
                (known.shape, known.guessed) = (shape, false);
            }
            known.input |= !(known.written || writes && sure);
            known.written |= writes && sure;
        };
        for statement in &self.program.statements {
            match &statement.content {
                Content::Instruction(instruction) => {
                    for (place, source) in instruction.sources.iter().enumerate() {
                        if let Source::Register(register) = source {
                            let shape = Shape(instruction.source_type(place).operand());
                            note(&register.name, shape, false, false, true);
                        }
                    }
                    if let Some(guard) = &instruction.guard {
                        note(&guard.register.name, Shape::PREDICATE, false, false, true);
                    }
                    let written = instruction.form.destination_type(instruction.modifiers);
                    let shape = written.map_or(Shape::PREDICATE, |written| Shape(written.operand()));
                    note(&instruction.destination.name, shape, false, true, instruction.guard.is_none());
                }
                Content::Move(movement) => {
                    let double = movement.move_type.name == ".f64";
                    let whole = if double { Shape::number(F64::ROW) } else { Shape::written(None, movement.move_type.width) };
                    let shape = |parts: usize| if parts > 1 { Shape::number(F32::ROW) } else { whole };
                    for source in &movement.from {
                        if let Source::Register(register) = source {
                            note(&register.name, shape(movement.from.len()), true, false, true);
                        }
                    }
                    if let Some(guard) = &movement.guard {
                        note(&guard.register.name, Shape::PREDICATE, false, false, true);
                    }
                    for register in movement.to.iter().flatten() {
                        note(&register.name, shape(movement.to.len()), true, true, movement.guard.is_none());
                    }
                }
                Content::Declaration(_) | Content::Passed | Content::Wrong => {}
            }
        }
        all
    }
}

/// Whether a text is more than one statement, so that it belongs on the program page.
pub fn is_program(text: &str) -> bool {
    let text = text.trim();
    text.contains('\n') && text.matches(';').count() > 1
}

/// What can be done on the page.
impl Explorer {
    /// The text was typed.
    pub fn type_program(&self, text: String) {
        self.program.update(|listing| listing.text = text);
        self.record(Change::Typing);
    }

    /// Opens a program on its page.
    pub fn open_program(&self, listing: Listing) {
        self.program.set(listing);
        self.step.set(None);
        self.page.set(Page::Program);
        self.record(Change::Edit(Edited::OpenedProgram));
    }

    /// Shows a statement's steps.
    pub fn choose_line(&self, statement: usize) {
        if self.program.with_untracked(|listing| listing.line != Some(statement)) {
            self.program.update(|listing| listing.line = Some(statement));
            self.step.set(None);
            self.record(Change::View);
        }
    }

    /// Sets a register as it is before the first line.
    pub fn set_initial(&self, name: &str, bits: u64) {
        self.program.update(|listing| listing.registers.set(name, bits));
        self.record(Change::Edit(Edited::ProgramRegister(name.to_owned())));
    }

    /// Applies a fix to the program.
    pub fn mend_program(&self, change: &Mend) {
        match change {
            Mend::Replace { span, text: new } => {
                self.program.update(|listing| {
                    if let (Some(before), Some(behind)) = (listing.text.get(..span.start), listing.text.get(span.end..)) {
                        listing.text = [before, new, behind].concat();
                    }
                });
                self.record(Change::Edit(Edited::ProgramText));
            }
            Mend::SetTarget(_) | Mend::SetPtx(_) => self.mend(change),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::program::example::EXAMPLES;

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
        assert!(done.evaluated(0).is_some_and(|evaluated| evaluated.runs) && done.evaluated(1).is_none());
        let one = |registers: &str| {
            let parsed = semantics::syntax::parse("@!%p add.f32 %d, %a, %a;", &Context::default());
            Evaluated::run(&parsed.instruction.unwrap(), &Registers::read(registers).0).runs
        };
        assert_eq!((one(""), one("p:0"), one("p:1")), (true, true, false));
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
}
