//! Why a result has other bits than expected: every hypothesis that reproduces exactly the bits that were seen, the likeliest first.
//!
//! A hypothesis is code: what it says was computed is written out as a program and run by the ordinary engine, so that it can be
//! compared step by step with what was expected. Hypotheses are made once for an instruction ([`Investigation::new`]) and tried on any
//! number of results ([`Investigation::judge`]). One departure from the instruction is tried before two: where one explains, two do not.

pub mod batch;
mod cause;
mod code;
mod example;
pub mod kernel;
mod kind;
pub mod lines;
mod machine;
mod modifier_mutation;
mod mutation;
mod precision;
mod program_under_test;
pub mod question;
pub mod reinterpretation;
mod rewrite;
mod rewriting;
pub mod table;
pub mod value;
mod wire;

pub use code::{Code, Engine, Line, Operand};
pub use kind::Kind;
pub use mutation::{ModifierMutation, Mutation, Reinterpretation, Rewrite};
pub use program_under_test::with_operands;
pub(crate) use reinterpretation::in_format;

use crate::comparison::distance;
use crate::instruction::Context;
use crate::number::{Format, Pattern};
use crate::syntax::sort_by_key;
use modifier_mutation::mutations;
use reinterpretation::Look;
use rewrite::rewrites;

/// What runs without names.
#[derive(Clone, Debug)]
enum Compiled {
    /// Lines of PTX.
    Code(code::Compiled),
    /// Machine instructions.
    Machine(machine::Program),
}

impl Compiled {
    fn run(&self, inputs: &[u64], engine: Engine) -> u64 {
        match self {
            Compiled::Code(code) => code.run(inputs, engine),
            Compiled::Machine(program) => program.run(inputs),
        }
    }
}

/// Something that may have happened.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// What departs from the instruction, one thing or two.
    pub departures: Vec<Mutation>,
    /// The program that computes it, which says on what it runs where that is not the usual.
    pub text: String,
    compiled: Compiled,
}

impl Hypothesis {
    /// What it is about; with two departures, the rarer one.
    pub fn kind(&self) -> Kind {
        self.departures.iter().map(Mutation::kind).max().unwrap_or(Kind::Unwritten)
    }

    /// What happened, in a sentence.
    pub fn sentence(&self) -> String {
        mutation::sentence(&self.departures)
    }

    /// What of a compiler or of somebody's habits brings it about, in a sentence each, where it is known.
    pub fn causes(&self) -> Vec<&'static str> {
        self.departures.iter().filter_map(cause::cause).collect()
    }

    /// How the right bits were read, where that is all.
    pub fn reinterpretation(&self) -> Option<Reinterpretation> {
        match self.departures.first() {
            Some(Mutation::Reinterpretation(reading)) => Some(*reading),
            _ => None,
        }
    }

    /// The bits that its program computes, of operands in the order of the investigation's inputs.
    pub fn run(&self, operands: &[u64], engine: Engine) -> u64 {
        self.compiled.run(operands, engine)
    }
}

/// A text that is asked about, with everything that may have happened in its place.
#[derive(Clone, Debug)]
pub struct Investigation {
    /// What was expected to run, its operands named.
    pub text: String,
    /// What it was to run on.
    pub context: Context,
    /// The registers that it reads first, with the formats of their bits.
    pub inputs: Vec<(String, &'static Format)>,
    /// The format of its result; None for a predicate.
    pub format: Option<&'static Format>,
    /// Whether operands and result are two singles in 64 bits, which go as the bits of a double.
    pub packed: bool,
    /// Everything that may have happened, the likeliest first.
    pub hypotheses: Vec<Hypothesis>,
    compiled: Compiled,
}

/// What became of one result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The bits that were to be expected.
    pub expected: u64,
    /// The bits that were seen.
    pub seen: u64,
    /// How far apart they are in representable steps; None where one is a NaN or there is no number.
    pub distance: Option<u64>,
    /// The hypotheses that give exactly the bits that were seen, as places in the list. If those are the expected ones, these
    /// hypotheses explain nothing: they cannot be told from the instruction by these operands.
    pub found: Vec<u16>,
}

impl Verdict {
    /// Whether the result is the expected one.
    pub fn is_expected(&self) -> bool {
        self.expected == self.seen
    }
}

impl Investigation {
    /// Reads a text and makes every hypothesis about it. The error is a sentence.
    pub fn new(text: &str, context: &Context) -> Result<Investigation, String> {
        if machine::is_asked(text, context) {
            return Investigation::of_machine(text, context);
        }
        let code = program_under_test::read(text, context)?;
        few(code.lines.len())?;
        let inputs = code.inputs();
        let names: Vec<String> = inputs.iter().map(|(name, _)| name.clone()).collect();
        let too_many = || "This is more than can be varied: at most 40 registers.".to_owned();
        let compiled = Compiled::Code(code.compiled(&names).ok_or_else(too_many)?);
        let format = code.lines.last().and_then(Line::result_format);
        let packed = code.is_packed();
        let context = code.context;
        let mut maker = Maker { context, names, made: Vec::new() };
        maker.words_and_rewrites(&code);
        let text = code.text(&context);
        maker.readings(&text, format, packed, &compiled);
        let hypotheses = maker.sorted();
        Ok(Investigation { text, context, inputs, format, packed, hypotheses, compiled })
    }

    /// Reads machine instructions. Where PTX computes the same, that is asked about in their place.
    fn of_machine(text: &str, context: &Context) -> Result<Investigation, String> {
        let machine::Asked { text, inputs, format, program, others } = machine::ask(text, context)?;
        let compiled = Compiled::Machine(program);
        let names = inputs.iter().map(|(name, _)| name.clone()).collect();
        let mut maker = Maker { context: *context, names, made: Vec::new() };
        maker.made = others.into_iter().map(|(one, text, compiled)| Hypothesis { departures: vec![one], text, compiled }).collect();
        maker.readings(&text, format, false, &compiled);
        let hypotheses = maker.sorted();
        Ok(Investigation { text, context: *context, inputs, format, packed: false, hypotheses, compiled })
    }

    /// Reads one operand in any spelling. The error is a sentence.
    pub fn read_operand(&self, place: usize, text: &str) -> Result<u64, String> {
        let Some((name, format)) = self.inputs.get(place) else { return Err("There is no such operand.".into()) };
        if self.packed { value::packed(text) } else { value::value(text, format).map_err(|error| format!("{name}: {error}")) }
    }

    /// Reads what was seen, in any spelling. The error is a sentence.
    pub fn read_seen(&self, text: &str) -> Result<u64, String> {
        if self.packed { value::packed(text) } else { value::seen(text, self.format) }
    }

    /// The expected bits.
    pub fn expected(&self, operands: &[u64], engine: Engine) -> u64 {
        self.compiled.run(operands, engine)
    }

    /// Whether a hypothesis gives the bits that were seen.
    pub fn gives(&self, hypothesis: &Hypothesis, operands: &[u64], expected: u64, seen: u64, engine: Engine) -> bool {
        let look = self.format.map(|format| Look::new(Pattern::new(format, expected), operands, seen));
        self.tells(hypothesis, operands, seen, look.as_ref(), engine)
    }

    fn tells(&self, hypothesis: &Hypothesis, operands: &[u64], seen: u64, look: Option<&Look>, engine: Engine) -> bool {
        match hypothesis.reinterpretation() {
            None => hypothesis.compiled.run(operands, engine) == seen,
            Some(reading) => look.is_some_and(|look| reading.gives(look)),
        }
    }

    /// What became of one result, without asking of a right one what else would give it.
    pub fn judge_wrong(&self, operands: &[u64], seen: u64, engine: Engine) -> Verdict {
        let expected = self.expected(operands, engine);
        if expected == seen {
            return Verdict { expected, seen, distance: Some(0), found: Vec::new() };
        }
        self.judge(operands, seen, engine)
    }

    /// What became of one result.
    pub fn judge(&self, operands: &[u64], seen: u64, engine: Engine) -> Verdict {
        let expected = self.expected(operands, engine);
        let fits = |format: &&'static Format| seen <= format.mask() && !self.packed && format.is_floating();
        let pattern = |bits| self.format.filter(fits).map(|format| Pattern::new(format, bits));
        let distance = pattern(expected).zip(pattern(seen)).and_then(|(expected, seen)| distance(expected, seen));
        let look = self.format.map(|format| Look::new(Pattern::new(format, expected), operands, seen));
        let mut found = Vec::new();
        for departures in 1..=MOST_DEPARTURES {
            for (place, hypothesis) in self.hypotheses.iter().enumerate().filter(|(_, one)| one.departures.len() == departures) {
                // A reading of the right bits as themselves says nothing.
                let idle = expected == seen && hypothesis.reinterpretation().is_some();
                if !idle && self.tells(hypothesis, operands, seen, look.as_ref(), engine) {
                    found.push(place as u16);
                }
            }
            if !found.is_empty() || expected == seen {
                break;
            }
        }
        Verdict { expected, seen, distance, found }
    }
}

/// How many things a hypothesis may have other than expected.
const MOST_DEPARTURES: usize = 2;

/// Collects hypotheses, each code once.
struct Maker {
    context: Context,
    names: Vec<String>,
    made: Vec<Hypothesis>,
}

impl Maker {
    fn add(&mut self, departures: &[Mutation], code: &Code) {
        let text = code.text(&self.context);
        if self.made.iter().any(|made| made.text == text) {
            return;
        }
        let Some(compiled) = code.compiled(&self.names) else { return };
        self.made.push(Hypothesis { departures: departures.to_vec(), text, compiled: Compiled::Code(compiled) });
    }

    /// What the right bits may have been read as.
    fn readings(&mut self, text: &str, format: Option<&'static Format>, packed: bool, compiled: &Compiled) {
        let all = format.into_iter().flat_map(|format| Reinterpretation::all(format, packed, self.names.len()));
        for reading in all {
            let departures = vec![Mutation::Reinterpretation(reading)];
            self.made.push(Hypothesis { departures, text: text.to_owned(), compiled: compiled.clone() });
        }
    }

    /// Everything, the likeliest first.
    fn sorted(mut self) -> Vec<Hypothesis> {
        sort_by_key(&mut self.made, |hypothesis| (hypothesis.departures.len() as u64) << 8 | hypothesis.kind() as u64);
        self.made
    }

    /// Changes of words, other code, and two of them together.
    fn words_and_rewrites(&mut self, code: &Code) {
        let all = mutations();
        let changed = |code: &Code, one: &ModifierMutation| one.apply(code).map(|code| (*one, code));
        let singles: Vec<(ModifierMutation, Code)> = all.iter().filter_map(|one| changed(code, one)).collect();
        for (one, code) in &singles {
            self.add(&[Mutation::ModifierMutation(*one)], code);
        }
        let rewrites = rewrites(code);
        for (rewrite, code) in &rewrites {
            self.add(&[Mutation::Rewrite(rewrite.clone())], code);
        }
        for (first, code) in &singles {
            for (second, code) in all.iter().filter(|one| one.kind() > first.kind()).filter_map(|one| changed(code, one)) {
                self.add(&[Mutation::ModifierMutation(*first), Mutation::ModifierMutation(second)], &code);
            }
        }
        for (rewrite, code) in rewrites.iter().filter(|(rewrite, _)| rewrite.varies()) {
            for (second, code) in all.iter().filter_map(|one| changed(code, one)) {
                self.add(&[Mutation::Rewrite(rewrite.clone()), Mutation::ModifierMutation(second)], &code);
            }
        }
    }
}

/// The most instructions that are varied: what is tried of a program, and how long each of it is, grows with every one of them.
const MOST_INSTRUCTIONS: usize = 40;

/// Refuses too many.
fn few(instructions: usize) -> Result<(), String> {
    let message = || format!("This is more than can be varied: at most {MOST_INSTRUCTIONS} instructions.");
    if instructions > MOST_INSTRUCTIONS { Err(message()) } else { Ok(()) }
}
