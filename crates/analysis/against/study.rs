//! Two texts that are held against each other step by step, for a worker: what is asked, and what is found so far, both as words.

use super::{Against, Differences, EXACT, Operands, Order, Span, with_options};
use crate::comparison::{Source, with_target};
use crate::diagnosis::with_operands;
use crate::instruction::{Context, Evidence, Target, Version};
use crate::number::{EVERY, Format, OperandType};
use crate::rounding::{Literal, Mode, read};
use crate::wire::record;

/// Operands that run unless somebody asks for more: of texts, and beside a true value, which takes longer.
const SAMPLED: [u64; 2] = [1 << 22, 1 << 16];
/// The seeds that are taken unless somebody says how many.
const SEEDS: u64 = 1 << 20;
/// Operands in one step.
const STEP: [u64; 2] = [1 << 16, 1 << 9];

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The two texts.
    pub texts: [String; 2],
    /// The number of the chip for a text that names none: 90 of sm_90.
    pub target: u32,
    /// The first and the last operand, as numbers or bits; empty for the first and the last of all. Of seeds whole numbers.
    pub range: [String; 2],
    /// One operand of so many runs; 0 leaves it to the study.
    pub every: u64,
    /// The columns of a plot.
    pub columns: u32,
}

/// What is found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why nothing runs, and which side it is about: 0 is A, 1 is B, 2 the range.
    pub refused: Option<(String, u32)>,
    /// The names of the operands and of their formats.
    pub inputs: Vec<(String, String)>,
    /// The name of the format of the results.
    pub output: String,
    /// Whether operands are made from seeds.
    pub seeds: bool,
    /// Whether B is what is true.
    pub is_true: bool,
    /// How each side is known.
    pub evidence: [String; 2],
    /// Operands of A and B that stand for each other under different names.
    pub paired: Vec<(String, String)>,
    /// Texts that the explorer and the comparison run; empty where there is none.
    pub texts: [String; 2],
    /// The operands.
    pub span: Span,
    /// Everything before this place is done.
    pub place: u64,
    /// What is found.
    pub found: Differences,
}

record! { Asked { texts, target, range, every, columns } }
record! { Report { refused, inputs, output, seeds, is_true, evidence, paired, texts, span, place, found } }

impl Default for Report {
    fn default() -> Report {
        Report {
            refused: None,
            inputs: Vec::new(),
            output: String::new(),
            seeds: false,
            is_true: false,
            evidence: [const { String::new() }; 2],
            paired: Vec::new(),
            texts: [const { String::new() }; 2],
            span: Span { from: 0, end: 0, every: 1, order: Order::Value, starts: Vec::new() },
            place: 0,
            found: Differences::new(1),
        }
    }
}

impl Report {
    /// Whether everything is done.
    pub fn is_done(&self) -> bool {
        self.place >= self.span.end
    }

    /// The operands, as they were asked for.
    pub fn operands(&self) -> Operands {
        let formats: Vec<&Format> = self.inputs.iter().filter_map(|(_, format)| Some(held(format)?.format)).collect();
        match &formats[..] {
            [one] if !self.seeds => Operands::One(one),
            _ => Operands::Seeds(formats),
        }
    }
}

/// A study under way.
pub struct Study {
    against: Option<Against>,
    report: Report,
}

impl Study {
    /// Reads what is asked. What is wrong with it stands in the report.
    pub fn new(asked: &Asked) -> Study {
        let mut report = Report::default();
        let against = read_asked(asked, &mut report);
        if let Err(why) = &against {
            report.refused = Some(why.clone());
        }
        Study { against: against.ok(), report }
    }

    /// Goes on by a step; whether there are more.
    pub fn go_on(&mut self) -> bool {
        let Some(against) = self.against.as_ref().filter(|_| !self.report.is_done()) else { return false };
        let Span { every, end, .. } = self.report.span;
        let next = (self.report.place + STEP[usize::from(against.is_true())] * every).min(end);
        let (part, column) = self.report.span.part(self.report.place, next);
        match against.pair().and_then(|pair| pair.run(&part)) {
            Ok(found) => {
                self.report.found.merge(&found, column);
                self.report.place = next;
            }
            Err((side, why)) => {
                self.report.refused = Some((why, side as u32));
                self.against = None;
            }
        }
        self.against.is_some() && !self.report.is_done()
    }

    /// What is found so far.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

fn read_asked(asked: &Asked, report: &mut Report) -> Result<Against, (String, u32)> {
    let target = Target::ALL.iter().find(|target| target.number() == asked.target).copied().unwrap_or(Target::SM_90);
    let context = Context { target, ptx: Version::NEWEST };
    let [a, b] = asked.texts.each_ref().map(|text| Source { text, context });
    let against = Against::read(a, b, [None; 2]).map_err(|(side, why)| (why, side as u32))?;
    report.inputs =
        against.inputs.iter().map(|(name, own)| (name.trim_start_matches('%').to_owned(), own.format.name.to_owned())).collect();
    report.output = against.output().format.name.to_owned();
    (report.seeds, report.is_true) = (against.operands.patterns().is_none(), against.is_true());
    report.evidence = against.evidence().map(|known| known.map_or("true", Evidence::word).to_owned());
    report.paired.clone_from(&against.paired);
    let other = with_options(a, b.text).ok().flatten().unwrap_or_else(|| b.text.to_owned());
    report.texts = [shown(a.text, &context), if report.is_true { String::new() } else { shown(&other, &context) }];
    report.span = span(asked, &against.operands, report.is_true).map_err(|why| (why, 2))?;
    report.place = report.span.from;
    report.found = Differences::new(report.span.starts.len() + 1);
    Ok(against)
}

/// A text with its operands, as other pages take it; empty for a kernel and for what only a sweep knows.
fn shown(text: &str, context: &Context) -> String {
    let (_, behind) = with_target(text, context.target);
    let head = &text[..text.len() - behind.len()];
    let kernel = ["__global__", ".entry"].iter().any(|word| behind.contains(word));
    if kernel || crate::sweep::FunctionUnderTest::find(behind.trim(), 90).is_some_and(|own| own.name.starts_with(char::is_uppercase)) {
        return String::new();
    }
    [head, &with_operands(behind, context)].concat()
}

/// The operands that are asked for, in order of value.
fn span(asked: &Asked, operands: &Operands, is_true: bool) -> Result<Span, String> {
    let texts = asked.range.each_ref().map(|text| text.trim());
    let (from, end) = match operands {
        Operands::One(format) => {
            let place =
                |text: &str, usual: u64| if text.is_empty() { Ok(usual) } else { Ok::<u64, String>(operands.place(bits(text, format)?)) };
            let last = (1 << format.width()) - 1;
            (place(texts[0], 0)?, place(texts[1], last)? + 1)
        }
        Operands::Seeds(_) => {
            let seed = |text: &str, usual: u64| {
                if text.is_empty() {
                    Ok(usual)
                } else {
                    text.parse::<u32>().map(u64::from).map_err(|_| format!("`{text}` is no seed: a whole number below 2^32."))
                }
            };
            let from = seed(texts[0], 0)?;
            (from, seed(texts[1], (from + SEEDS - 1).min(u32::MAX.into()))? + 1)
        }
    };
    if from >= end {
        return Err(format!("The range is empty: {} comes after {}.", texts[0], texts[1]));
    }
    let every = match asked.every {
        0 => Span::step(end - from, SAMPLED[usize::from(is_true)]),
        every => every.min(end - from),
    };
    // A column begins at an operand that runs.
    let all = (end - from).div_ceil(every);
    let columns = u64::from(asked.columns).clamp(1, all.clamp(1, 4096));
    let starts = (1..columns).map(|column| from + all * column / columns * every).collect();
    Ok(Span { from, end, every, order: Order::Value, starts })
}

/// The bits that a text means in a format.
fn bits(text: &str, format: &'static Format) -> Result<u64, String> {
    let literal = read(text).map_err(|_| format!("`{text}` is no number. Write 1.5, -2e-3, or bits as 0x3fc00000."))?;
    match literal {
        Literal::Bits { bits, .. } if bits <= format.mask() => Ok(bits),
        Literal::Bits { .. } => Err(format!("`{text}` has more than {} bits.", format.width())),
        literal => Ok(literal.to_bits(format, Mode::Rn).0),
    }
}

/// The name of what B is where it is nothing that runs, in words.
pub fn truth_named(b: &str) -> String {
    if b.trim() == EXACT { "the exact result".into() } else { ["the true ", b.trim()].concat() }
}

/// What holds a number of a report, by the name of its format.
pub fn held(format: &str) -> Option<OperandType> {
    EVERY.iter().find(|own| own.name == format).map(|own| OperandType::one(own))
}
