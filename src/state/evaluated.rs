//! An instruction with its operands, its result and its steps: what every part of the explorer shows.

use super::registers::Registers;
use semantics::evaluate::{Outcome, Request, ValueType, evaluate};
use semantics::instruction::{Modifier, ModifierSet, OperandKind};
use semantics::number::{F32, Float, Format, Pattern};
use semantics::rounding::Mode;
use semantics::syntax::{Instruction, Source, print};
use semantics::trace::microscope::{Microscope, of_step};
use semantics::trace::sentence::why;
use semantics::trace::text::story;
use semantics::trace::{Step, Trace};

/// One instruction that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// The instruction as it was read.
    pub instruction: Instruction,
    /// What was asked for.
    pub request: Request,
    /// The result.
    pub outcome: Outcome,
    /// Every step.
    pub trace: Trace,
    /// The same operands in all modes, if the form takes one.
    pub modes: Option<[(Mode, Outcome); 4]>,
    /// Whether the guard let it run.
    pub runs: bool,
}

/// A place of the operand table: rows with equal places are the same row, whatever their bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The letter in the manual.
    pub letter: char,
    /// Which source, or None for the destination.
    pub source: Option<usize>,
    /// The lane of a packed type; 0 otherwise.
    pub lane: u32,
    /// Whether the type is packed.
    pub packed: bool,
    /// The name of the format.
    pub format: &'static str,
    /// The register; empty for a literal.
    pub register: String,
}

impl Place {
    /// What the row is called: "a %f1".
    pub fn name(&self) -> String {
        let lane = match (self.packed, self.lane) {
            (false, _) => "",
            (true, 0) => " low lane",
            (true, _) => " high lane",
        };
        let register = if self.register.is_empty() { "literal" } else { &self.register };
        format!("{} {register}{lane}", self.letter)
    }
}

impl Evaluated {
    /// Runs an instruction on a register file.
    pub fn run(instruction: &Instruction, registers: &Registers) -> Evaluated {
        let mut operands = [0; 3];
        for (slot, source) in operands.iter_mut().zip(&instruction.sources) {
            *slot = match source {
                Source::Register(register) => registers.get(&register.name).unwrap_or(0),
                Source::Literal(literal) => literal.bits,
            };
        }
        let request = Request::new(instruction.form, instruction.modifiers, operands, instruction.context);
        let mut trace = Trace::default();
        let outcome = evaluate(&request, &mut trace);
        let guard = instruction.guard.as_ref().is_none_or(|guard| {
            let holds = registers.get(&guard.register.name).unwrap_or(u64::from(!guard.negated)) & 1 == 1;
            holds != guard.negated
        });
        Evaluated { instruction: instruction.clone(), request, outcome, trace, modes: all_modes(&request), runs: guard }
    }

    /// How many lanes the sources have.
    pub fn lanes(&self) -> u32 {
        if self.request.source_type() == ValueType::PackedF32 { 2 } else { 1 }
    }

    /// The rows of the operand table, lane by lane: the sources, then the destination.
    pub fn places(&self) -> Vec<Place> {
        let packed = self.lanes() > 1;
        let letters: Vec<char> = self.instruction.form.pattern.operands.iter().map(|(_, letter)| *letter).collect();
        let format = self.source_format().name;
        let mut places = Vec::new();
        for lane in 0..self.lanes() {
            for (index, source) in self.instruction.sources.iter().enumerate() {
                let register = match source {
                    Source::Register(register) => register.name.clone(),
                    Source::Literal(_) => String::new(),
                };
                let letter = letters.get(index + 1).copied().unwrap_or('?');
                places.push(Place { letter, source: Some(index), lane, packed, format, register });
            }
            if self.instruction.form.pattern.destination() != OperandKind::Predicate {
                let register = self.instruction.destination.name.clone();
                places.push(Place { letter: letters.first().copied().unwrap_or('d'), source: None, lane, packed, format, register });
            }
        }
        places
    }

    /// The format of each lane of the sources.
    pub fn source_format(&self) -> &'static Format {
        match self.request.source_type() {
            ValueType::Number(format) => format,
            _ => F32::ROW,
        }
    }

    /// The bits at a place.
    pub fn at(&self, place: &Place) -> Pattern {
        let word = match place.source {
            Some(index) => self.request.operands.get(index).copied().unwrap_or(0),
            None => self.outcome.bits,
        };
        self.lane_of(word, place.lane)
    }

    /// The whole destination in the sources' format.
    pub fn result(&self) -> Pattern {
        Pattern::new(self.source_format(), self.outcome.bits)
    }

    /// One lane of a word of the sources' type.
    pub fn lane_of(&self, word: u64, lane: u32) -> Pattern {
        Pattern::new(self.source_format(), if self.lanes() > 1 { word >> (32 * lane) } else { word })
    }

    /// The word of a source after one of its lanes has changed.
    pub fn word_with(&self, place: &Place, pattern: Pattern) -> u64 {
        let word = place.source.and_then(|index| self.request.operands.get(index)).copied().unwrap_or(0);
        if self.lanes() == 1 {
            return pattern.bits;
        }
        let shift = 32 * place.lane;
        word & !(0xffff_ffff << shift) | pattern.bits << shift
    }

    /// The steps of a lane.
    pub fn steps_of(&self, lane: u32) -> &[Step] {
        let steps = &self.trace.steps;
        if self.lanes() == 1 {
            return steps;
        }
        let begins = |wanted: u32| steps.iter().position(|step| matches!(step, Step::Lane { lane } if u32::from(*lane) == wanted));
        let start = begins(lane).unwrap_or(0);
        let end = begins(lane + 1).unwrap_or(steps.len());
        steps.get(start..end.max(start)).unwrap_or_default()
    }

    /// The rounding of a lane under magnification, if there was one.
    pub fn microscope(&self, lane: u32) -> Option<Microscope> {
        self.steps_of(lane).iter().find_map(of_step)
    }

    /// The one sentence of a lane.
    pub fn why(&self, lane: u32) -> String {
        if let Some(verdict) = super::verdict::verdict(self) {
            let same = if verdict.nearest == self.result() { "the correctly rounded one" } else { "not the correctly rounded one" };
            return format!("A fast approximation: the result is {} from the true value and is {same}.", verdict.error);
        }
        let sentence = why(self.steps_of(lane));
        if sentence.is_empty() { "The result follows exactly; nothing had to be rounded.".into() } else { sentence }
    }

    /// The result as people say it: decimal values, lanes from the low one up.
    pub fn result_decimal(&self) -> String {
        let lanes: Vec<String> = (0..self.lanes()).map(|lane| self.lane_of(self.outcome.bits, lane).shortest_decimal()).collect();
        lanes.join(", ")
    }

    /// The instruction's name with its modifiers: `fma.rn.f32`.
    pub fn name(&self) -> String {
        let printed = print(&self.instruction);
        let word = printed.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("");
        word.to_owned()
    }

    /// The flags, as one phrase.
    pub fn flags(&self) -> String {
        if super::verdict::applies(self) {
            return "approximate".into();
        }
        let names: Vec<&str> = self.outcome.flags.names().collect();
        if names.is_empty() { "exact".into() } else { names.join(", ") }
    }

    /// The whole explanation as plain text.
    pub fn explanation(&self, link: &str) -> String {
        let context = self.instruction.context;
        let mut text = format!("{}\n{} PTX {}\n", print(&self.instruction), context.target.name(), context.ptx);
        text.push_str(&self.bits_text());
        text.push_str(&format!("IEEE flags: {} (the hardware raises none)\n\n", self.flags()));
        text.push_str(&story(&self.trace));
        text.push_str(&format!("\n{link}\n"));
        text
    }

    /// Operands and result, one a line: name, fields in binary, hex, decimal.
    pub fn bits_text(&self) -> String {
        let mut text = String::new();
        for place in self.places() {
            let pattern = self.at(&place);
            text.push_str(&format!("{} = {}  0x{}  {}\n", place.name(), pattern.binary(), pattern.hex(), pattern.shortest_decimal()));
        }
        text
    }
}

/// The same operands in all four modes, if the form takes one.
///
/// The recorder is the one that the page has anyway: a second one would double the arithmetic in the download.
fn all_modes(request: &Request) -> Option<[(Mode, Outcome); 4]> {
    let takes = !request.form.pattern.all.intersection(ModifierSet::ROUNDING).is_empty();
    takes.then(|| {
        Mode::ALL.map(|mode| {
            let modifiers = request.modifiers.difference(ModifierSet::ROUNDING).with(Modifier::of_mode(mode));
            (mode, evaluate(&Request { modifiers, ..*request }, &mut Trace::default()))
        })
    })
}
