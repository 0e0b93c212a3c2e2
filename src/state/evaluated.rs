//! What ran, with its operands, its result and its steps: what every part of the explorer shows, whatever language it came from.

use super::further::{self, further};
use super::registers::Registers;
use super::{cuda, sass};
use core::ops::Range;
use semantics::evaluate::{Outcome, Request, all_modes};
use semantics::instruction::{Context, Evidence, Meaning};
use semantics::number::{OperandType, Pattern};
use semantics::program::guard_holds;
use semantics::rounding::{Flags, Mode, Subnormals};
use semantics::syntax::{Guard, Instruction, Source, print};
use semantics::trace::microscope::{Microscope, of_step};
use semantics::trace::sentence::why;
use semantics::trace::text::story;
use semantics::trace::{Step, Trace};

/// Something that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluated {
    /// Target and PTX version.
    pub context: Context,
    /// The instruction's name with its modifiers: `fma.rn.f32`.
    pub name: String,
    /// The instruction as it is printed.
    pub printed: String,
    /// The rows of the operand table with their bits: the sources, then the destination, lane by lane.
    pub places: Vec<(Place, Pattern)>,
    /// How many lanes it computes.
    pub lanes: u32,
    /// Every step.
    pub trace: Trace,
    /// The same operands in all modes, if it takes one.
    pub modes: Vec<InMode>,
    /// Whether the guard let it run.
    pub runs: bool,
    /// What IEEE 754 says of the computation.
    pub flags: Flags,
    /// What only its own language knows.
    pub kind: Kind,
}

/// What only one language knows of what ran.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A PTX instruction.
    Ptx(Box<Computed>),
    /// Machine instructions.
    Sass(Box<sass::Ran>),
    /// A call of a CUDA function.
    Call(Box<cuda::Called>),
}

/// A PTX instruction that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Computed {
    /// The instruction as it was read.
    pub instruction: Instruction,
    /// What was asked for.
    pub request: Request,
    /// The result.
    pub outcome: Outcome,
}

/// The result in one rounding mode.
#[derive(Clone, Debug, PartialEq)]
pub struct InMode {
    /// The mode.
    pub mode: Mode,
    /// The results, lane by lane.
    pub results: Vec<Pattern>,
    /// Whether the instruction asks for it.
    pub current: bool,
}

/// What a change of an operand's bits changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Registers, by name, with their bits.
    Registers(Vec<(String, u64)>),
    /// A piece of the text.
    Piece(Range<usize>, String),
    /// The whole text.
    Text(String),
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

impl Computed {
    /// How many lanes the destination has.
    fn lanes(&self) -> u32 {
        self.request.destination_type().lanes
    }

    /// One lane of a word of the destination's type.
    fn result_of(&self, word: u64, lane: u32) -> Pattern {
        self.request.destination_type().pattern(word, lane)
    }

    /// What stands at a place.
    fn type_at(&self, place: &Place) -> OperandType {
        place.source.map_or(self.request.destination_type(), |source| self.request.source_type(source))
    }

    /// The bits at a place.
    fn at(&self, place: &Place) -> Pattern {
        let word = place.source.map_or(self.outcome.bits, |index| self.request.operands.get(index).copied().unwrap_or(0));
        self.type_at(place).pattern(word, place.lane)
    }

    /// The rows of the operand table, lane by lane: the sources, then the destination.
    fn places(&self) -> Vec<Place> {
        let letters: Vec<char> = self.instruction.form.pattern.operands.iter().map(|(_, letter)| *letter).collect();
        let sources = self.instruction.sources.iter().enumerate().map(|(index, source)| {
            let register = match source {
                Source::Register(register) => register.name.clone(),
                Source::Literal(_) => String::new(),
            };
            (Some(index), register, self.request.source_type(index))
        });
        let mut operands: Vec<(Option<usize>, String, OperandType)> = sources.collect();
        if !self.request.destination_type().is_predicate() {
            operands.push((None, self.instruction.destination.name.clone(), self.request.destination_type()));
        }
        let most = operands.iter().map(|(.., own)| own.lanes).max().unwrap_or(1);
        let mut places = Vec::new();
        for lane in 0..most {
            for (source, register, own) in operands.iter().filter(|(.., own)| lane < own.lanes) {
                let letter = letters.get(source.map_or(0, |index| index + 1)).copied().unwrap_or('?');
                let register = register.clone();
                places.push(Place { letter, source: *source, lane, packed: own.lanes > 1, format: own.format.name, register });
            }
        }
        places
    }

    /// What changes when a number of the table does.
    fn edited(&self, place: &Place, pattern: Pattern) -> Option<Edit> {
        let index = place.source?;
        let own = self.type_at(place);
        let word = own.with_lane(self.request.operands.get(index).copied().unwrap_or(0), place.lane, pattern.bits);
        Some(match self.instruction.sources.get(index)? {
            Source::Register(register) => Edit::Registers(vec![(register.name.clone(), word)]),
            Source::Literal(literal) => {
                let spelled = if own.lanes > 1 { ["0x", &own.hex(word)].concat() } else { pattern.ptx() };
                Edit::Piece(literal.span.clone(), spelled)
            }
        })
    }

    /// The same operands in all four modes, if the form takes one.
    fn in_all_modes(&self) -> Vec<InMode> {
        let chosen = self.request.rules().mode;
        let one = |(mode, outcome): (Mode, Outcome)| {
            let results = (0..self.lanes()).map(|lane| self.result_of(outcome.bits, lane)).collect();
            InMode { mode, results, current: mode == chosen }
        };
        let all = all_modes(&self.request, |request| further::run(request, &mut Trace::default()));
        all.into_iter().flatten().map(one).collect()
    }
}

impl Evaluated {
    /// Runs a PTX instruction on a register file.
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
        let outcome = further::run(&request, &mut trace);
        let holds = |guard: &Guard| guard_holds(guard.negated, registers.get(&guard.register.name));
        let runs = instruction.guard.as_ref().is_none_or(holds);
        let computed = Computed { instruction: instruction.clone(), request, outcome };
        let printed = print(instruction);
        Evaluated {
            context: instruction.context,
            name: printed.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or("").to_owned(),
            printed,
            places: computed.places().into_iter().map(|place| (place.clone(), computed.at(&place))).collect(),
            lanes: computed.lanes(),
            trace,
            modes: computed.in_all_modes(),
            runs,
            flags: outcome.flags,
            kind: Kind::Ptx(Box::new(computed)),
        }
    }

    /// What only PTX knows, if it is PTX.
    pub fn ptx(&self) -> Option<&Computed> {
        match &self.kind {
            Kind::Ptx(computed) => Some(computed),
            Kind::Sass(_) | Kind::Call(_) => None,
        }
    }

    /// What only machine code knows, if it is such.
    pub fn sass(&self) -> Option<&sass::Ran> {
        match &self.kind {
            Kind::Sass(ran) => Some(ran),
            Kind::Ptx(_) | Kind::Call(_) => None,
        }
    }

    /// The predicate that decides whether it runs, and whether it must be false.
    pub fn guard(&self) -> Option<(String, bool)> {
        match &self.kind {
            Kind::Ptx(computed) => computed.instruction.guard.as_ref().map(|guard| (guard.register.name.clone(), guard.negated)),
            Kind::Sass(ran) => ran.guard(),
            Kind::Call(_) => None,
        }
    }

    /// What it does, in a sentence or two.
    pub fn summary(&self) -> String {
        match &self.kind {
            Kind::Ptx(computed) => {
                let flush = computed.request.rules().subnormals == Subnormals::Flush;
                let more = if flush { " Subnormal operands and results become zero." } else { "" };
                [computed.instruction.form.row.summary, more].concat()
            }
            Kind::Sass(ran) => ran.summary(),
            Kind::Call(called) => called.summary.clone(),
        }
    }

    /// The line of the manual that it follows.
    pub fn syntax(&self) -> &'static str {
        match &self.kind {
            Kind::Ptx(computed) => computed.instruction.form.row.syntax,
            Kind::Sass(ran) => ran.last().map_or("", |instruction| instruction.form.syntax),
            Kind::Call(called) => called.prototype,
        }
    }

    /// How we know what comes out.
    pub fn evidence(&self) -> Evidence {
        match &self.kind {
            Kind::Ptx(computed) => {
                let request = &computed.request;
                let approximation = request.form.meaning == Meaning::Approximation;
                further().filter(|_| approximation).map_or(request.form.row.evidence, |further| (further.evidence)(request))
            }
            Kind::Sass(ran) => ran.last().map_or(Evidence::Modelled(""), |instruction| instruction.evidence()),
            Kind::Call(called) => called.evidence,
        }
    }

    /// The rows of the operand table without their bits.
    pub fn rows(&self) -> Vec<Place> {
        self.places.iter().map(|(place, _)| place.clone()).collect()
    }

    /// The bits at a place.
    pub fn at(&self, place: &Place) -> Option<Pattern> {
        self.places.iter().find(|(known, _)| known == place).map(|(_, pattern)| *pattern)
    }

    /// What changes when a number of the table does; the text is the one that ran.
    pub fn edited(&self, place: &Place, pattern: Pattern, text: &str) -> Option<Edit> {
        match &self.kind {
            Kind::Ptx(computed) => computed.edited(place, pattern),
            Kind::Sass(ran) => (further()?.edit_sass)(ran, place, pattern, text),
            Kind::Call(called) => (further()?.edit_call)(called, place, pattern),
        }
    }

    /// The results, lanes from the low one up.
    pub fn results(&self) -> impl Iterator<Item = Pattern> {
        self.places.iter().filter(|(place, _)| place.source.is_none()).map(|(_, pattern)| *pattern)
    }

    /// The steps of a lane, counted among those that are computed; of several machine instructions the last one's.
    pub fn steps_of(&self, lane: u32) -> &[Step] {
        let all = &self.trace.steps;
        let is_instruction = |step: &Step| matches!(step, Step::Told(stage) if stage.heading()) && step.lane().is_none();
        let first = if self.ptx().is_none() { all.iter().rposition(is_instruction).unwrap_or(0) } else { 0 };
        let steps = all.get(first..).unwrap_or_default();
        let begins =
            |wanted: u32| steps.iter().enumerate().filter(|(_, step)| step.lane().is_some()).nth(wanted as usize).map(|(at, _)| at);
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
            let same =
                if self.results().next() == Some(verdict.nearest) { "the correctly rounded one" } else { "not the correctly rounded one" };
            return format!("A fast approximation: the result is {} from the true value and is {same}.", verdict.error);
        }
        let steps = self.steps_of(lane);
        // What is done with a lane's result after it was rounded counts only where it decides something.
        let rounded = steps.iter().position(|step| matches!(step, Step::Encode { .. })).map_or(steps.len(), |at| at + 1);
        let (head, tail) = steps.split_at(rounded);
        let decides = tail.iter().any(|step| matches!(step, Step::Told(stage) if stage.decides()));
        let in_lane = self.sass().is_some() && steps.first().is_some_and(|step| step.lane().is_some());
        let sentence = why(if in_lane && !decides { head } else { steps });
        if sentence.is_empty() { "The result follows exactly; nothing had to be rounded.".into() } else { sentence }
    }

    /// The result as people say it: decimal values, lanes from the low one up.
    pub fn result_decimal(&self) -> String {
        let predicate = self.ptx().filter(|ptx| ptx.request.destination_type().is_predicate());
        let bit = predicate.map(|ptx| ptx.request.destination_type().pattern(ptx.outcome.bits, 0));
        let lanes: Vec<String> = self.results().chain(bit).map(|result| result.shortest_decimal()).collect();
        lanes.join(", ")
    }

    /// Whether the special function unit takes part, so that IEEE 754 says nothing of the result.
    pub fn is_approximate(&self) -> bool {
        super::verdict::applies(self) || self.sass().is_some_and(sass::Ran::is_approximate)
    }

    /// The flags, as one phrase.
    pub fn flag_words(&self) -> String {
        if self.is_approximate() {
            return "approximate".into();
        }
        let names: Vec<&str> = self.flags.names().collect();
        if names.is_empty() { "exact".into() } else { names.join(", ") }
    }

    /// The whole explanation as plain text.
    pub fn explanation(&self, link: &str) -> String {
        let mut text = format!("{}\n{} PTX {}\n", self.printed, self.context.target.name(), self.context.ptx);
        text.push_str(&self.bits_text());
        text.push_str(&format!("IEEE flags: {} (the hardware raises none)\n\n", self.flag_words()));
        text.push_str(&story(&self.trace));
        text.push_str(&format!("\n{link}\n"));
        text
    }

    /// Operands and result, one a line: name, fields in binary, hex, decimal.
    pub fn bits_text(&self) -> String {
        let mut text = String::new();
        for (place, pattern) in &self.places {
            text.push_str(&format!("{} = {}  0x{}  {}\n", place.name(), pattern.binary(), pattern.hex(), pattern.shortest_decimal()));
        }
        text
    }
}
