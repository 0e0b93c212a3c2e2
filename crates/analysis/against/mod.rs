//! A against B: two texts that run on the same operands. How many results differ, by how much, and for which operand most.
//!
//! Either text is an instruction, an expression, a function of the unit or a kernel ([`Elementwise`]); the second may also be the exact
//! result of the first, or a true function. A function of one number runs over an interval or over every pattern; of several numbers, or of
//! a double, operands are made from seeds. Parts of a [`Span`] merge ([`Differences::merge`]), so that workers can share it.

mod companion;
pub mod difference;
pub mod operands;
pub mod study;

pub use companion::EXACT;
pub use difference::{Apart, Column, Differences};
pub use operands::{Operands, Order, Span};

use crate::c;
use crate::comparison::{Source, with_target};
use crate::diagnosis::with_operands;
use crate::elementwise::{Elementwise, Runner, Together};
use crate::instruction::{Context, Evidence};
use crate::number::OperandType;
use crate::sweep::LANES;
use crate::syntax::switch_named;
use companion::Companion;
use difference::Taking;

/// Two texts that were read.
#[derive(Clone, Debug)]
pub struct Against {
    a: Elementwise,
    b: Other,
    /// Where their operands come from.
    pub operands: Operands,
    /// What they are called, and what they hold.
    pub inputs: Vec<(String, OperandType)>,
    /// The operands of B by their places among A's, where their names are others.
    pub paired: Vec<(String, String)>,
}

/// What A is held against.
#[derive(Clone, Debug)]
enum Other {
    /// A text, and for each of its operands the place of it among A's.
    Runs(Elementwise, Vec<usize>),
    /// What would come out if nothing were rounded.
    True(Companion),
}

/// Both on one thread.
pub struct Pair<'f> {
    against: &'f Against,
    a: Runner<'f>,
    b: Option<Runner<'f>>,
}

impl Against {
    /// Reads both. B may be nvcc's options alone, for A under them; the word `exact`; or the name of a true function (`exp`).
    /// The error has the place of the text that is wrong, and a sentence.
    pub fn read(a: Source, b: Source, entries: [Option<&str>; 2]) -> Result<Against, (usize, String)> {
        let of = |side: usize, text: &str, entry: Option<&str>, source: &Source| {
            Elementwise::of(text, entry, &source.context).map_err(|said| (side, said.message))
        };
        let first = of(0, a.text, entries[0], &a)?;
        if let Some(odd) = first.inputs.iter().map(|(_, own)| own).chain([&first.output]).find(|own| own.lanes != 1) {
            return Err((0, format!("It works on {} numbers at once; wanted is the form for one.", odd.lanes)));
        }
        if first.inputs.is_empty() {
            return Err((0, "It reads nothing that could vary.".into()));
        }
        let operands = Operands::of(&first.inputs).map_err(|why| (0, why))?;
        let inputs = first.inputs.clone();
        if let Some(companion) = Companion::of(a, b.text, &first).map_err(|why| (1, why))? {
            return Ok(Against { a: first, b: Other::True(companion), operands, inputs, paired: Vec::new() });
        }
        let second = match with_options(a, b.text).map_err(|why| (1, why))? {
            Some(text) => of(1, &text, entries[0], &b)?,
            None => of(1, b.text, entries[1], &b)?,
        };
        if second.output != first.output {
            let message =
                format!("It gives {}, and A gives {}: results of one format can be compared.", named(second.output), named(first.output));
            return Err((1, message));
        }
        let places = places(&first.inputs, &second.inputs).map_err(|why| (1, why))?;
        let name = |name: &str| name.trim_start_matches('%').to_owned();
        let pairs = places.iter().zip(&second.inputs).map(|(place, (own, _))| (name(&first.inputs[*place].0), name(own)));
        let paired = pairs.filter(|(a, b)| a != b).collect();
        Ok(Against { a: first, b: Other::Runs(second, places), operands, inputs, paired })
    }

    /// What the results are.
    pub fn output(&self) -> OperandType {
        self.a.output
    }

    /// How results of A and B are known.
    pub fn evidence(&self) -> [Option<Evidence>; 2] {
        let b = match &self.b {
            Other::Runs(b, _) => Some(b.evidence),
            Other::True(_) => None,
        };
        [Some(self.a.evidence), b]
    }

    /// Whether B is no text that runs but what is true.
    pub fn is_true(&self) -> bool {
        matches!(self.b, Other::True(_))
    }

    /// Both on one thread. The error has the place of the text that is wrong, and a sentence.
    pub fn pair(&self) -> Result<Pair<'_>, (usize, String)> {
        let b = match &self.b {
            Other::Runs(b, _) => Some(b.runner().map_err(|why| (1, why))?),
            Other::True(_) => None,
        };
        Ok(Pair { against: self, a: self.a.runner().map_err(|why| (0, why))?, b })
    }
}

impl Pair<'_> {
    /// Runs both over a span. The error has the place of the text that stops, and a sentence: for which operand, and why.
    pub fn run(&self, span: &Span) -> Result<Differences, (usize, String)> {
        let Against { operands, inputs, .. } = self.against;
        let mut held: Vec<Together> = vec![[0; LANES]; inputs.len()];
        let mut turned = held.clone();
        let output = self.against.output();
        let mut taking = Taking::new(output, span.starts.len() + 1);
        let (mut at, mut column, every) = (span.from, 0, span.every.max(1));
        while at < span.end {
            while span.starts.get(column).is_some_and(|start| *start <= at) {
                column += 1;
            }
            let border = span.starts.get(column).copied().unwrap_or(span.end).min(span.end);
            let count = (border - at).div_ceil(every).min(LANES as u64) as usize;
            operands.fill(span.order, at, every, count, &mut held);
            let a = self.a.each(count, &held).map_err(|why| (0, why))?;
            match (&self.against.b, &self.b) {
                (Other::Runs(_, places), Some(b)) => {
                    turned.iter_mut().zip(places).for_each(|(to, place)| *to = held[*place]);
                    let b = b.each(count, &turned).map_err(|why| (1, why))?;
                    taking.all(column, at, every, &a[..count], &b[..count]);
                }
                (Other::True(companion), _) => {
                    for (lane, result) in a[..count].iter().enumerate() {
                        let own: Vec<u64> = held.iter().map(|held| held[lane]).collect();
                        let result = output.pattern(*result, 0);
                        taking.beside(column, at + lane as u64 * every, result, companion.at(&own, result));
                    }
                }
                (Other::Runs(..), None) => {}
            }
            at += count as u64 * every;
        }
        Ok(taking.found)
    }
}

/// The text of A under the options that B is, if it is nothing else. The error is a sentence.
fn with_options(a: Source, b: &str) -> Result<Option<String>, String> {
    let options: Vec<&str> = b.trim().trim_start_matches('/').split_whitespace().collect();
    if options.is_empty() || options.iter().any(|word| !word.starts_with('-') || switch_named(word).is_none()) {
        return Ok(None);
    }
    let (target, behind) = with_target(a.text, a.context.target);
    let head = &a.text[..a.text.len() - behind.len()];
    let text = with_operands(behind, &Context { target, ..a.context });
    if !c::claims(&text) || c::is_python(&text) {
        return Err("Options of nvcc change C, and A is no C.".into());
    }
    // In a line of their own no comment of A hides them.
    Ok(Some([head, text.trim_end(), "\n// ", &options.join(" ")].concat()))
}

/// For each operand of B its place among those of A: that of its name if both have the same names, else its own.
fn places(a: &[(String, OperandType)], b: &[(String, OperandType)]) -> Result<Vec<usize>, String> {
    let bare = |name: &str| name.trim_start_matches('%').to_owned();
    let of_name = |(name, _): &(String, OperandType)| a.iter().position(|(own, _)| bare(own) == bare(name));
    let by_name: Option<Vec<usize>> = b.iter().map(of_name).collect();
    let places = by_name.filter(|_| a.len() == b.len()).unwrap_or_else(|| (0..b.len()).collect());
    let types = |all: &[(String, OperandType)]| all.iter().map(|(_, own)| named(*own)).collect::<Vec<_>>().join(", ");
    let fit = a.len() == b.len() && places.iter().zip(b).all(|(place, (_, own))| a[*place].1 == *own);
    if fit { Ok(places) } else { Err(format!("It takes {}, and A takes {}: both must take the same.", types(b), types(a))) }
}

fn named(own: OperandType) -> String {
    match (own.is_predicate(), own.lanes) {
        (true, _) => "a predicate".to_owned(),
        (_, 1) => own.format.name.to_lowercase(),
        (_, lanes) => format!("{}x{lanes}", own.format.name.to_lowercase()),
    }
}
