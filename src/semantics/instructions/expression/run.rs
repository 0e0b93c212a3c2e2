//! An expression that runs: its lines over registers, each under a heading of its own where there are several.

use super::lower::{Line, Operand, Plain, register};
use super::parse::Input;
use super::tree::{Relation, whole};
use super::types::CType;
use crate::cuda;
use crate::instruction::{Context, Evidence};
use crate::number::{OperandType, Pattern};
use crate::program::Program;
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::{Block, NEXT, Run, Value};
use crate::syntax::Registers;
use crate::trace::{Recorder, Remark, Step, Trace};
use core::cmp::Ordering;
use std::sync::Arc;

const NO_ROW: &str = "This instruction has no row here; it rounds nothing, so its result is computed exactly.";

/// What runs: lines, the last of which writes a variable.
pub(super) struct Work<'a> {
    pub lines: &'a [Line],
    pub inputs: &'a [Input],
    pub name: &'a str,
    pub own: CType,
    pub context: &'a Context,
}

/// Runs an expression.
pub(super) fn run(work: &Work, registers: &RegisterFile) -> Run {
    let (mut file, mut unset) = (RegisterFile::default(), Vec::new());
    for name in work.inputs.iter().filter_map(|input| input.name.as_ref()) {
        let bits = registers.get(name);
        if bits.is_none() {
            unset.push(name.clone());
        }
        file.set(&register(name), bits.unwrap_or(0));
    }
    let mut run = Run { registers: file, ..Run::default() };
    let several = work.lines.len() > 1;
    for line in work.lines {
        let (done, why) = match line {
            Line::Ptx(text, why) => (Program::read(text, work.context, Registers::default()).run(&run.registers), *why),
            Line::Library(call) => (cuda::run(call, &run.registers), ""),
            Line::Plain(text, to, own, plain) => (plainly(work, text, to, *own, plain, &run.registers), NO_ROW),
        };
        let why = if why.is_empty() { NEXT } else { why };
        run.append(&done, (several || why == NO_ROW).then_some(why));
    }
    let bits = run.registers.get(&register(work.name)).unwrap_or(0);
    let value = Value { name: work.name.to_owned(), own: OperandType::one(work.own.format()), bits };
    if let Some(first) = run.blocks.first_mut() {
        first.unset = unset;
    }
    run.before = registers.clone();
    run.registers = registers.clone();
    run.registers.set(work.name, bits);
    run.results = vec![value];
    run.show_moved();
    run
}

/// An instruction without a row, as a run of one block.
fn plainly(work: &Work, text: &str, to: &str, own: CType, plain: &Plain, registers: &RegisterFile) -> Run {
    let number = |operand: &Operand| {
        let bits = match operand {
            Operand::Register(name) => registers.get(name).unwrap_or(0),
            Operand::Number(bits) => *bits,
        };
        Pattern::new(own.format(), bits)
    };
    let truth = |name: &String| registers.get(name).unwrap_or(0) & 1;
    let predicate = |bits: u64, sentence: String| (OperandType::PREDICATE, bits, sentence);
    let words = |bits: u64| if bits == 1 { "true" } else { "false" };
    let kind = OperandType::one(own.format());
    let shown = |number: Pattern| number.shortest_decimal();
    let (written, bits, sentence) = match plain {
        Plain::Compare(relation, operands, flush) => {
            let [a, b] = operands.each_ref().map(number).map(|number| if *flush { flushed(number) } else { number });
            let holds = u64::from(holds(*relation, a, b));
            predicate(holds, format!("{} {} {} is {}.", shown(a), relation.c(), shown(b), words(holds)))
        }
        Plain::Not(a) => predicate(1 - truth(a), format!("{a} is {}.", words(truth(a)))),
        Plain::Both([a, b]) => predicate(truth(a) & truth(b), format!("{a} is {}, {b} is {}.", words(truth(a)), words(truth(b)))),
        Plain::Either([a, b]) => predicate(truth(a) | truth(b), format!("{a} is {}, {b} is {}.", words(truth(a)), words(truth(b)))),
        Plain::Choose(condition, [a, b]) => {
            let taken = number(if truth(condition) == 1 { a } else { b });
            let place = if truth(condition) == 1 { "first" } else { "second" };
            (kind, taken.bits, format!("{condition} is {}: the {place} operand, {}.", words(truth(condition)), shown(taken)))
        }
        Plain::Whole(operation, [a, b]) => {
            let result = Pattern::new(own.format(), whole(*operation, number(a), number(b)));
            (kind, result.bits, format!("{} and {} give the integer {}.", shown(number(a)), shown(number(b)), shown(result)))
        }
        Plain::Negate(a) => {
            let result = Pattern::new(own.format(), number(a).bits.wrapping_neg());
            (kind, result.bits, format!("The sign of {} is turned over.", shown(number(a))))
        }
    };
    let read = plain.registers().into_iter().map(|(name, is_predicate)| Value {
        name: name.clone(),
        own: if is_predicate { OperandType::PREDICATE } else { kind },
        bits: registers.get(name).unwrap_or(0),
    });
    let mut trace = Trace::default();
    trace.step(|| Step::Told(Arc::new(Remark { title: "Exactly".into(), sentence, heading: false })));
    if written != OperandType::PREDICATE {
        trace.step(|| Step::Encode { result: written.pattern(bits, 0) });
    }
    let block = Block {
        statement: 0,
        text: text.to_owned(),
        context: *work.context,
        read: read.collect(),
        written: vec![Value { name: to.to_owned(), own: written, bits }],
        computed: None,
        unit: None,
        word: None,
        stopped_by: None,
        assumed: None,
        unset: Vec::new(),
        flags: Flags::NONE,
        approximate: false,
        evidence: Evidence::Documented("the PTX ISA on comparison, selection, logic and integer arithmetic"),
        steps: 0..0,
    };
    let mut run = Run::default();
    run.push(block, trace);
    run
}

/// A subnormal number as the zero that `.ftz` makes of it.
fn flushed(number: Pattern) -> Pattern {
    let subnormal = number.class() == crate::number::Class::Subnormal;
    if subnormal { Pattern::new(number.format, number.bits & number.format.sign_mask()) } else { number }
}

/// Whether a relation holds; with a NaN only "not equal" does.
fn holds(relation: Relation, a: Pattern, b: Pattern) -> bool {
    if a.is_nan() || b.is_nan() {
        return relation == Relation::NotEqual;
    }
    let order = match (a.ordinal(), b.ordinal()) {
        (Some(a), Some(b)) => a.cmp(&b),
        // Only the upper half of the unsigned 64-bit integers has no place.
        _ => a.bits.cmp(&b.bits),
    };
    relation.holds(order)
}

impl Relation {
    /// Whether it holds between two numbers in an order.
    pub(super) fn holds(self, order: Ordering) -> bool {
        match self {
            Relation::Less => order.is_lt(),
            Relation::LessOrEqual => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::GreaterOrEqual => order.is_ge(),
            Relation::Equal => order.is_eq(),
            Relation::NotEqual => order.is_ne(),
        }
    }

    fn c(self) -> &'static str {
        match self {
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
        }
    }
}

impl Plain {
    /// The registers that it reads, and whether they are predicates.
    fn registers(&self) -> Vec<(&String, bool)> {
        fn names(operands: &[Operand]) -> Vec<(&String, bool)> {
            operands.iter().filter_map(|operand| if let Operand::Register(name) = operand { Some((name, false)) } else { None }).collect()
        }
        match self {
            Plain::Compare(_, operands, _) | Plain::Whole(_, operands) => names(operands),
            Plain::Negate(operand) => names(core::slice::from_ref(operand)),
            Plain::Not(predicate) => vec![(predicate, true)],
            Plain::Both(both) | Plain::Either(both) => both.iter().map(|predicate| (predicate, true)).collect(),
            Plain::Choose(predicate, operands) => core::iter::once((predicate, true)).chain(names(operands)).collect(),
        }
    }
}
