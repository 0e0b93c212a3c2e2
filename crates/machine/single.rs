//! A text of one PTX instruction.

use crate::evaluate::Request;
use crate::evaluate::with_mode;
use crate::instruction::{Context, Form, Meaning, ModifierSet, SOURCES};
use crate::kernel::Module;
use crate::number::{OperandType, Pattern};
use crate::reading::{ParsedSource, example, kept};
use crate::register_file::RegisterFile;
use crate::rounding::{Mode, Subnormals};
use crate::run::{Block, Operand, Place, Run, StoppedBy, Value, by_lane};
use crate::syntax::{
    Assignment, Completion, Diagnostic, Group, Instruction, Parsed, Registers, Source, bar_of, bar_of_heading, complete, parse, print,
};
use crate::trace::Trace;

/// A text of one instruction, as it was read.
#[derive(Clone, Debug)]
pub struct Single {
    /// The text.
    pub text: String,
    /// Target and PTX version.
    pub context: Context,
    /// What it says.
    pub parsed: Parsed,
    /// An instruction that moves data or control, as lines of which there is one.
    lines: Option<Box<Module>>,
}

impl Single {
    /// Reads a text.
    pub fn read(text: &str, context: &Context) -> Single {
        Single::of(text, context, parse(text, context))
    }

    /// A text of what computes; None where the machine that reads lines is needed, for what moves data or control.
    pub fn of_what_computes(text: &str, context: &Context) -> Option<Single> {
        let parsed = parse(text, context);
        parsed.heading.is_none().then(|| Single { text: text.to_owned(), context: *context, parsed, lines: None })
    }

    /// A text that was parsed.
    pub fn of(text: &str, context: &Context, mut parsed: Parsed) -> Single {
        let lines = parsed.heading.is_some().then(|| {
            let end = parsed.tokens.iter().find(|token| &text[token.span.clone()] == ";").map_or(text.len(), |token| token.span.end);
            let lines = Module::implicit(&text[..end], context, Registers::default());
            // What stands behind the instruction is said of all of the text.
            parsed.diagnostics.retain(|said| said.span.start >= end && end < text.len());
            parsed.diagnostics.splice(..0, lines.diagnostics.iter().cloned());
            parsed.tokens.retain(|token| token.span.start >= end);
            parsed.tokens.splice(..0, lines.tokens.iter().cloned());
            Box::new(lines)
        });
        Single { text: text.to_owned(), context: *context, parsed, lines }
    }

    /// The row that the text names, with its modifiers.
    fn named(&self) -> Option<(&'static Form, ModifierSet)> {
        let own = self.instruction().map(|instruction| (instruction.form, instruction.modifiers));
        own.or_else(|| self.parsed.heading.as_ref().map(|heading| (heading.form, heading.modifiers)))
    }

    /// The instruction, if the text names one that computes.
    pub fn instruction(&self) -> Option<&Instruction> {
        self.parsed.instruction.as_ref()
    }

    fn request(&self) -> Option<Request> {
        let instruction = self.instruction()?;
        Some(Request::new(instruction.form, instruction.modifiers, [0; 3], instruction.context))
    }
}

impl ParsedSource for Single {
    kept!(parsed.tokens, parsed.diagnostics);

    fn language(&self) -> String {
        "PTX".into()
    }

    fn is_complete(&self) -> bool {
        // Lines in which nothing is right do nothing, and nothing is said of what they gave.
        self.parsed.instruction.is_some() || self.lines.as_ref().is_some_and(|lines| !lines.diagnostics.iter().any(Diagnostic::is_error))
    }

    fn name(&self) -> String {
        self.named().map(|(form, modifiers)| form.pattern.spelled(modifiers)).unwrap_or_default()
    }

    fn printed(&self) -> String {
        self.lines.as_ref().map(|lines| lines.printed()).or_else(|| self.instruction().map(print)).unwrap_or_default()
    }

    fn summary(&self) -> String {
        let Some(request) = self.request() else { return self.named().map_or("", |(form, _)| form.row.summary).to_owned() };
        let flush = request.rules().subnormals == Subnormals::Flush;
        let more = if flush { " Subnormal operands and results become zero." } else { "" };
        [request.form.row.summary, more].concat()
    }

    fn syntax(&self) -> &'static str {
        self.named().map_or("", |(form, _)| form.row.syntax)
    }

    fn completions(&self) -> Vec<Completion> {
        complete(&self.text, self.text.len(), &self.context)
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        let own = self.lines.as_ref().filter(|_| self.is_complete()).map(|lines| lines.run(registers));
        own.or_else(|| self.instruction().map(|instruction| run(instruction, registers)))
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        if let Some(lines) = &self.lines {
            return lines.operands(run);
        }
        let (Some(instruction), Some(block)) = (self.instruction(), run.only()) else { return Vec::new() };
        let mut letters = instruction.form.pattern.operands.iter().map(|(_, letter)| *letter);
        let destination = letters.next().unwrap_or('d');
        let mut all = Vec::new();
        for (place, (source, letter)) in instruction.sources.iter().zip(letters).enumerate() {
            let own = instruction.source_type(place).operand();
            let (name, bits) = match source {
                Source::Register(register) => (register.name.clone(), run.before.get(&register.name).unwrap_or(0)),
                Source::Literal(literal) => (String::new(), literal.bits),
            };
            all.extend(Operand::of(letter, Some(place), &Value { name, own, bits }));
        }
        let results = block.written.iter().filter(|written| !written.own.is_predicate());
        all.extend(results.flat_map(|written| Operand::of(destination, None, written)));
        by_lane(&mut all);
        all
    }

    fn with_number(&self, place: &Place, number: Pattern) -> Option<String> {
        let instruction = self.instruction()?;
        let source = place.source?;
        let own: OperandType = instruction.source_type(source).operand();
        let Source::Literal(literal) = instruction.sources.get(source)? else { return None };
        let spelled = if own.lanes > 1 {
            let word = own.with_lane(literal.bits, place.part.unwrap_or(0), number.bits);
            ["0x", &own.hex(word)].concat()
        } else {
            number.ptx()
        };
        Some([self.text.get(..literal.span.start)?, &spelled, self.text.get(literal.span.end..)?].concat())
    }

    fn lanes(&self) -> u32 {
        self.request().map_or(1, |request| {
            let own = request.destination_type();
            // A second predicate for one comparison is its opposite, no lane.
            if own.is_predicate() { own.lanes.min(request.source_type(0).lanes) } else { own.lanes }
        })
    }

    fn guard(&self) -> Option<(String, bool)> {
        let heading = self.parsed.heading.as_ref();
        let guard = self.instruction().map_or_else(|| heading?.guard.as_ref(), |instruction| instruction.guard.as_ref())?;
        Some((guard.register.name.clone(), guard.negated))
    }

    fn choices(&self) -> Vec<Group> {
        let own = self.instruction().map(|instruction| bar_of(&self.text, instruction));
        own.or_else(|| Some(bar_of_heading(&self.text, self.parsed.heading.as_ref()?))).unwrap_or_default()
    }

    fn rounding(&self) -> Option<Mode> {
        let request = self.request()?;
        with_mode(&request, Mode::Rn).map(|_| request.rules().mode)
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        let modifiers: ModifierSet = with_mode(&self.request()?, mode)?;
        Some(run(&Instruction { modifiers, ..self.instruction()?.clone() }, registers))
    }

    fn examples(&self, registers: &RegisterFile) -> Vec<(String, u64)> {
        let Some(instruction) = self.instruction().filter(|_| self.lines.is_none()) else { return Vec::new() };
        let of = |(place, source): (usize, &Source)| match source {
            Source::Register(register) if registers.get(&register.name).is_none() => {
                Some((register.name.clone(), example(instruction.source_type(place).operand(), place)))
            }
            _ => None,
        };
        instruction.sources.iter().enumerate().filter_map(of).collect()
    }

    fn give(&self, registers: &mut RegisterFile, assignment: &Assignment) -> Result<(), String> {
        if let Some(width) = self.instruction().and_then(|instruction| width_of(instruction, assignment.name))
            && width < 64
            && assignment.bits >> width != 0
        {
            return Err(format!("This register has {width} bits."));
        }
        registers.set(assignment.name, assignment.bits);
        Ok(())
    }
}

/// What an instruction computes of registers: their place among the sources and their name give their bits. None where one has no value.
pub fn request(instruction: &Instruction, given: impl Fn(usize, &str) -> Option<u64>) -> Option<Request> {
    let mut operands = [0; SOURCES];
    for (place, (operand, source)) in operands.iter_mut().zip(&instruction.sources).enumerate() {
        *operand = match source {
            Source::Literal(literal) => literal.bits,
            Source::Register(register) => given(place, &register.name)?,
        };
    }
    Some(Request::new(instruction.form, instruction.modifiers, operands, instruction.context))
}

/// Runs an instruction alone: a line without a function around it.
fn run(instruction: &Instruction, registers: &RegisterFile) -> Run {
    let row = &instruction.form.row;
    if instruction.form.meaning == Meaning::Unmodelled {
        let block = Block::of(print(instruction), instruction.context, row.evidence);
        let mut run = Run::on(registers);
        run.push(Block { stopped_by: Some(StoppedBy::End("not-modelled", row.summary.to_owned())), ..block }, Trace::default());
        return run;
    }
    Module::of(instruction, &print(instruction)).run(registers)
}

/// How many bits a register has that an instruction reads.
pub fn width_of(instruction: &Instruction, name: &str) -> Option<u32> {
    let place = instruction.sources.iter().position(|source| source.is_register(name))?;
    Some(instruction.source_type(place).operand().width())
}
