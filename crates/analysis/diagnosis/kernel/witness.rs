//! For which inputs a change of a kernel's lines shows, or another kernel in its place: first those that are given, then others that are drawn.

use super::change::{Change, changes, edited, units};
use super::{Explanation, Place, UNENDING, executed, few};
use crate::instruction::Context;
use crate::kernel::argument::{Argument, Buffer, short};
use crate::kernel::record::RunRecorder;
use crate::kernel::whole::Externals;
use crate::kernel::{Launched, Module, NoObserver};
use crate::number::operands::{edges, one};
use crate::number::{Pattern, Random};

/// Inputs for which a change shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness {
    /// The change.
    pub explanation: Explanation,
    /// Other arguments than those that are given, where it shows for none of these.
    pub drawn: Option<Vec<Argument>>,
    /// The first element that it changes.
    pub place: Place,
    /// What the kernel leaves there.
    pub unchanged: Pattern,
    /// What it leaves there with the change.
    pub changed: Pattern,
    /// How many elements it changes.
    pub count: usize,
}

/// What a kernel leaves, buffer by buffer.
type Left = Vec<Vec<Pattern>>;

/// A kernel whose changes are tried one after the other, each on inputs until it shows.
#[derive(Clone, Debug)]
pub struct Witnesses {
    text: String,
    context: Context,
    externals: Externals,
    /// The buffers that the kernel is given.
    pub buffers: Vec<Buffer>,
    /// The inputs so far, with what is left of them; None where the kernel does not come to its end.
    inputs: Vec<(Launched, Option<Left>)>,
    random: Random,
    changes: Vec<Change>,
    /// The change that is tried, and on which inputs.
    tried: usize,
    input: usize,
    /// What has been found.
    pub found: Vec<Witness>,
}

/// How many inputs are tried.
const INPUTS: usize = 64;

impl Witnesses {
    /// Begins with every change, or with another text alone. The error is a sentence.
    pub fn new(module: &Module, launched: Launched, other: Option<String>) -> Result<Witnesses, String> {
        let mut threads = launched.begin(module)?;
        let mut keeper = RunRecorder::new(module, 1_000_000);
        if threads.run(&mut keeper).is_some() {
            return Err(UNENDING.into());
        }
        let changes = match other {
            Some(text) => {
                if left(&launched, &Module::with(&text, &module.context, module.externals)).is_none() {
                    return Err("The other kernel does not come to its end with these arguments.".into());
                }
                let edits = vec![(0..module.text.len(), text)];
                vec![Change { departures: Vec::new(), edits, lines: Vec::new(), everywhere: false }]
            }
            None => changes(module, &few(units(module, &executed(&keeper.recording)))?),
        };
        let left = threads.buffers.iter().map(|buffer| buffer.numbers(&threads.machine.memory)).collect();
        let (lines, buffers) = (threads.lines(), threads.buffers);
        // A changed kernel may run some more lines.
        let launched = Launched { limit: launched.limit.min(lines.saturating_mul(4) + 1000), ..launched };
        Ok(Witnesses {
            text: module.text.clone(),
            context: module.context,
            externals: module.externals,
            buffers,
            inputs: vec![(launched, Some(left))],
            random: Random::new(1),
            changes,
            tried: 0,
            input: 0,
            found: Vec::new(),
        })
    }

    /// Tries a change on one more input; false where nothing is left to try.
    pub fn go_on(&mut self) -> bool {
        let Some(change) = self.changes.get(self.tried) else { return false };
        if self.input == self.inputs.len() {
            let (given, _) = &self.inputs[0];
            let arguments = given.arguments.iter().map(|argument| drawn(argument, self.input, &mut self.random)).collect();
            let launched = Launched { arguments, ..given.clone() };
            let left = left(&launched, &Module::with(&self.text, &self.context, self.externals));
            self.inputs.push((launched, left));
        }
        let (launched, unchanged) = &self.inputs[self.input];
        let text = edited(&self.text, &change.edits);
        let is_known = self.found.iter().any(|found| found.explanation.text == text);
        let changed = unchanged.as_ref().and_then(|_| left(launched, &Module::with(&text, &self.context, self.externals)));
        let differing: Vec<(Place, Pattern, Pattern)> = match (unchanged, &changed) {
            (Some(unchanged), Some(changed)) if !is_known => differing(unchanged, changed).collect(),
            _ => Vec::new(),
        };
        if let [(place, unchanged, changed), ..] = differing[..] {
            let Change { departures, lines, everywhere, .. } = change.clone();
            let explanation = Explanation { departures, lines, everywhere, text };
            let drawn = (self.input > 0).then(|| launched.arguments.clone());
            self.found.push(Witness { explanation, drawn, place, unchanged, changed, count: differing.len() });
        }
        self.input += 1;
        if !differing.is_empty() || is_known || self.input == INPUTS {
            (self.tried, self.input) = (self.tried + 1, 0);
        }
        true
    }

    /// How many changes were tried, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.tried, self.changes.len())
    }
}

impl Witness {
    /// The change, and where it shows: `out[3]` is 0x3f800001 in place of 0x3f800000.
    pub fn sentence(&self, buffers: &[Buffer], kernel: &str) -> String {
        let name = buffers.get(self.place.buffer).map_or("", |buffer| short(&buffer.name, kernel));
        let others = match self.count - 1 {
            0 => String::new(),
            1 => ", and another element differs".to_owned(),
            others => format!(", and {others} other elements differ"),
        };
        let with = if self.drawn.is_some() { "With other inputs " } else { "" };
        let change = if self.explanation.departures.is_empty() { String::new() } else { self.explanation.sentence() + " " };
        let (changed, unchanged) = (self.changed.hex(), self.unchanged.hex());
        format!("{change}{with}{name}[{}] is 0x{changed} in place of 0x{unchanged}{others}.", self.place.at)
    }
}

/// What a module leaves; None where a thread stops.
fn left(launched: &Launched, module: &Module) -> Option<Left> {
    let mut threads = launched.begin(module).ok()?;
    let stop = threads.run(&mut NoObserver);
    stop.is_none().then(|| threads.buffers.iter().map(|buffer| buffer.numbers(&threads.machine.memory)).collect())
}

/// The elements that two runs leave with other bits.
fn differing<'a>(one: &'a Left, other: &'a Left) -> impl Iterator<Item = (Place, Pattern, Pattern)> + 'a {
    one.iter().zip(other).enumerate().flat_map(|(buffer, (one, other))| {
        let pairs = one.iter().zip(other).enumerate();
        pairs.filter(|(_, (one, other))| one.bits != other.bits).map(move |(at, (one, other))| (Place { buffer, at }, *one, *other))
    })
}

/// An argument with other numbers, where it is a list of floating-point ones; what counts or leads somewhere stays. In turn all are of
/// the size of one, subnormal, close to the largest, or anything.
fn drawn(argument: &Argument, turn: usize, random: &mut Random) -> Argument {
    let Argument::List(format, bits) = argument else { return argument.clone() };
    if !format.is_floating() {
        return argument.clone();
    }
    let edges = edges(format);
    let size = [None, Some(format.one()), Some(0), Some(format.largest() & format.exponent_mask())][turn % 4];
    let number = |_: &u64| match size {
        Some(size) => random.word() & (format.fraction_mask() | format.sign_mask()) ^ size,
        None => one(format, &edges, random),
    };
    Argument::List(format, bits.iter().map(number).collect())
}
