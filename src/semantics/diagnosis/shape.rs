//! Departures that change the code: a product and a sum contracted or not, a quotient by way of a reciprocal, another precision,
//! operands swapped, signs turned.
//!
//! Each is a rewriting of lines into lines, so that it applies to one instruction and to several alike.

use super::Rewriting;
use super::code::{Code, Line, Operand, Work, is_single};
use super::departure::form_of;
use super::kind::Kind;
use super::precision::{by_way, narrower, whole, wider};
use crate::instruction::{Context, Meaning, Modifier, ModifierSet, Target};
use crate::number::{F32, F64, Float, Format};
use crate::rounding::Mode;

/// Another way to compute the same thing.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    pub(super) rewriting: Option<Rewriting>,
    /// What was done, as a phrase.
    pub(super) phrase: String,
    pub(super) code: Code,
    /// Whether changes of words are tried on top.
    pub(super) varies: bool,
}

/// Every other shape of a code.
pub(super) fn shapes(code: &Code) -> Vec<Shape> {
    let mut shapes = contractions(code);
    let joined: Vec<Shape> = shapes.iter().flat_map(|shape| truncated(&shape.code)).collect();
    shapes.extend(truncated(code));
    shapes.extend(joined);
    shapes.extend(half_flushed(code));
    shapes.extend(reciprocals(code));
    shapes.extend(wider(code));
    shapes.extend(narrower(code));
    shapes.extend(by_way(code));
    shapes.extend(whole(code));
    shapes.extend(signs(code));
    shapes.extend(orders(code));
    shapes
}

pub(super) fn shape(kind: Kind, phrase: impl Into<String>, code: Code) -> Shape {
    Shape { kind, rewriting: None, phrase: phrase.into(), code, varies: false }
}

impl Shape {
    pub(super) fn is(self, rewriting: Rewriting) -> Shape {
        Shape { rewriting: Some(rewriting), ..self }
    }
}

fn varying(shape: Shape) -> Shape {
    Shape { varies: true, ..shape }
}

pub(super) fn instruction(mnemonic: &str, modifiers: ModifierSet, to: &str, from: Vec<Operand>) -> Option<Line> {
    Some(Line { work: Work::Instruction(form_of(mnemonic, modifiers)?, modifiers), to: to.to_owned(), from })
}

/// An instruction named with its modifiers: `mul.rn.ftz.f32`.
fn named(name: &str, to: &str, from: Vec<Operand>) -> Option<Line> {
    let mut words = name.split('.');
    let mnemonic = words.next()?;
    let modifiers: ModifierSet = words.map(|word| Modifier::named(&[".", word].concat())).collect::<Option<_>>()?;
    instruction(mnemonic, modifiers, to, from)
}

fn meaning(line: &Line) -> Option<Meaning> {
    match &line.work {
        Work::Instruction(form, _) => Some(form.meaning),
        Work::Tf32(_) => None,
    }
}

/// The code with some lines in the place of one.
fn replaced(code: &Code, at: usize, lines: Option<Vec<Line>>) -> Option<Code> {
    let mut all = code.lines.clone();
    all.splice(at..=at, lines?);
    Some(Code { lines: all, ..code.clone() })
}

const KEPT: ModifierSet = ModifierSet::of(&[Modifier::Ftz, Modifier::F32, Modifier::F64, Modifier::F32x2]);

/// The rounding of a line, named.
fn rounding(line: &Line) -> ModifierSet {
    let mode = line.modifiers().and_then(|modifiers| modifiers.mode()).unwrap_or(Mode::Rn);
    ModifierSet::only(Modifier::of_mode(mode))
}

/// fma as mul and add, and mul and add as fma.
fn contractions(code: &Code) -> Vec<Shape> {
    let mut all = Vec::new();
    for (at, line) in code.lines.iter().enumerate() {
        if let (Some(Meaning::Fused | Meaning::MultiplyAddTruncated), Some(modifiers)) = (meaning(line), line.modifiers()) {
            let t = code.fresh(&[]);
            let product = modifiers.intersection(KEPT).union(rounding(line));
            let sum = product.union(modifiers.intersection(ModifierSet::only(Modifier::Sat)));
            let [a, b, c] = &line.from[..] else { continue };
            let lines = || {
                Some(vec![
                    instruction("mul", product, &t, vec![a.clone(), b.clone()])?,
                    instruction("add", sum, &line.to, vec![Operand::register(&t), c.clone()])?,
                ])
            };
            let phrase = "the product rounded before the addition (mul and add instead of fma)";
            all.extend(replaced(code, at, lines()).map(|code| varying(shape(Kind::Contraction, phrase, code)).is(Rewriting::Split)));
        }
        all.extend(
            contracted(code, at).map(|code| varying(shape(Kind::Contraction, "product and sum contracted to one fma, rounded once", code))),
        );
    }
    all
}

/// The product of a line contracted with the one sum that reads it.
fn contracted(code: &Code, at: usize) -> Option<Code> {
    let product = &code.lines[at];
    let mut readers = code.lines.iter().enumerate().skip(at + 1).filter(|(_, line)| line.reads(&product.to));
    let (place, sum) = readers.next()?;
    let alone = readers.next().is_none();
    let (modifiers, of_product) = (sum.modifiers()?, product.modifiers()?);
    if !alone
        || meaning(product) != Some(Meaning::Multiply)
        || of_product.has(Modifier::Sat)
        || of_product.data_type() != modifiers.data_type()
    {
        return None;
    }
    let product_register = Operand::register(&product.to);
    let [left, right] = &sum.from[..] else { return None };
    let first = *left == product_register;
    let [x, y] = &product.from[..] else { return None };
    let other = if first { right } else { left };
    if *other == product_register {
        return None;
    }
    let fused = modifiers.intersection(KEPT.with(Modifier::Sat)).union(rounding(sum));
    let negate = |from: &Operand, to: &str| instruction("neg", modifiers.intersection(KEPT.without(Modifier::Ftz)), to, vec![from.clone()]);
    let t = code.fresh(&[]);
    let mut lines = Vec::new();
    let operands = match meaning(sum)? {
        Meaning::Add => vec![x.clone(), y.clone(), other.clone()],
        Meaning::Subtract if first => {
            lines.push(negate(other, &t)?);
            vec![x.clone(), y.clone(), Operand::register(&t)]
        }
        Meaning::Subtract => {
            lines.push(negate(x, &t)?);
            vec![Operand::register(&t), y.clone(), other.clone()]
        }
        _ => return None,
    };
    lines.push(instruction("fma", fused, &sum.to, operands)?);
    let mut code = replaced(code, place, Some(lines))?;
    code.lines.remove(at);
    Some(code)
}

/// fma as sm_1x has it, its product cut.
fn truncated(code: &Code) -> Vec<Shape> {
    let one = |at: usize| {
        let line = &code.lines[at];
        let modifiers = line.modifiers()?;
        if meaning(line) != Some(Meaning::Fused) || !is_single(modifiers) {
            return None;
        }
        let old = modifiers.intersection(ModifierSet::of(&[Modifier::F32, Modifier::Sat]));
        let form = crate::instruction::forms_of("mad").iter().find(|form| form.meaning == Meaning::MultiplyAddTruncated)?;
        let line = Line { work: Work::Instruction(form, old), ..line.clone() };
        let mut code = replaced(code, at, Some(vec![line]))?;
        code.context = Context { target: Target::SM_13, ..code.context };
        Some(shape(Kind::Generation, "computed as mad.f32 of sm_1x does, which cuts the product to 24 bits", code))
    };
    (0..code.lines.len()).filter_map(one).collect()
}

/// `.ftz` on one side only. A product with 1.0 that flushes is how a register is flushed by itself.
fn half_flushed(code: &Code) -> Vec<Shape> {
    let single = |format: Option<&'static Format>| format.is_some_and(|format| format.name == F32::ROW.name);
    let one = || Operand::Literal("1.0".into(), F32::ROW.one());
    let inputs: Vec<String> = code.inputs().into_iter().filter(|(_, format)| single(Some(format))).map(|(name, _)| name).collect();
    let flush = |from: &str, to: &str| named("mul.rn.ftz.f32", to, vec![Operand::register(from), one()]);
    let mut all = Vec::new();
    all.extend(with_inputs(code, &inputs, flush).map(|code| shape(Kind::Flush, "subnormal operands flushed to zero, results kept", code)));
    let result = code.lines.last().and_then(Line::result_format);
    if single(result) {
        let last = with_result(code, |from, to| Some(vec![flush(from, to)?]));
        all.extend(last.map(|code| shape(Kind::Flush, "a subnormal result flushed to zero, operands kept", code)));
    }
    all
}

/// The code with each of some inputs passed through a line first; None without inputs.
pub(super) fn with_inputs(code: &Code, inputs: &[String], line: impl Fn(&str, &str) -> Option<Line>) -> Option<Code> {
    if inputs.is_empty() {
        return None;
    }
    let (mut lines, mut body, mut taken) = (Vec::new(), code.lines.clone(), Vec::new());
    for input in inputs {
        let t = code.fresh(&taken);
        lines.push(line(input, &t)?);
        rename_reads(&mut body, input, &t);
        taken.push(t);
    }
    lines.extend(body);
    Some(Code { lines, ..code.clone() })
}

/// Lets lines read another register, as long as the first is not written.
pub(super) fn rename_reads(lines: &mut [Line], name: &str, to: &str) {
    for line in lines {
        for operand in line.from.iter_mut().filter(|operand| matches!(operand, Operand::Register(register) if register == name)) {
            *operand = Operand::register(to);
        }
        if line.to == name {
            return;
        }
    }
}

/// The code with its result passed through more lines.
pub(super) fn with_result(code: &Code, more: impl Fn(&str, &str) -> Option<Vec<Line>>) -> Option<Code> {
    let t = code.fresh(&[]);
    let mut lines = code.lines.clone();
    let last = lines.last_mut()?;
    let to = core::mem::replace(&mut last.to, t.clone());
    lines.extend(more(&t, &to)?);
    Some(Code { lines, ..code.clone() })
}

/// What the first of two instructions reads, and what the second does with its result.
type Chained = fn(&[Operand], Operand) -> Option<(Operand, Vec<Operand>)>;

/// Quotients and roots by way of reciprocals.
fn reciprocals(code: &Code) -> Vec<Shape> {
    let mut all = Vec::new();
    for (at, line) in code.lines.iter().enumerate() {
        let (Some(modifiers), Some(Work::Instruction(form, _))) = (line.modifiers(), Some(&line.work)) else { continue };
        let t = code.fresh(&[]);
        let flush = if modifiers.has(Modifier::Ftz) { ".ftz" } else { "" };
        let mode = modifiers.mode().unwrap_or(Mode::Rn).name();
        let single = is_single(modifiers);
        let product = if single { format!("mul.{mode}{flush}.f32") } else { format!("mul.{mode}.f64") };
        let mut add = |phrase: &str, first: &str, second: &str, operands: Chained| {
            let lines = || {
                let (of, then) = operands(&line.from, Operand::register(&t))?;
                Some(vec![named(first, &t, vec![of])?, named(second, &line.to, then)?])
            };
            all.extend(replaced(code, at, lines()).map(|code| varying(shape(Kind::Reciprocal, phrase, code)).is(Rewriting::Reciprocal)));
        };
        let quotient = |from: &[Operand], t: Operand| Some((from.get(1)?.clone(), vec![from.first()?.clone(), t]));
        let root = |from: &[Operand], t: Operand| Some((from.first()?.clone(), vec![from.first()?.clone(), t]));
        let chain = |from: &[Operand], t: Operand| Some((from.first()?.clone(), vec![t]));
        match (form.mnemonic(), single) {
            ("div", true) => {
                add("a times the rounded reciprocal of b", &format!("rcp.rn{flush}.f32"), &product, quotient);
                add("a times the approximate reciprocal of b", &format!("rcp.approx{flush}.f32"), &product, quotient);
                if flush.is_empty() {
                    add("a times the approximate reciprocal of b, both flushing", "rcp.approx.ftz.f32", "mul.rn.ftz.f32", quotient);
                }
            }
            ("div", false) => {
                add("a times the rounded reciprocal of b", "rcp.rn.f64", &product, quotient);
                add("a times the approximate reciprocal of b", "rcp.approx.ftz.f64", &product, quotient);
            }
            ("sqrt", true) => {
                add("a times its approximate reciprocal root", &format!("rsqrt.approx{flush}.f32"), &product, root);
                add(
                    "the reciprocal of the approximate reciprocal root",
                    &format!("rsqrt.approx{flush}.f32"),
                    &format!("rcp.approx{flush}.f32"),
                    chain,
                );
            }
            ("sqrt", false) => add("a times its approximate reciprocal root", "rsqrt.approx.f64", &product, root),
            ("rsqrt", true) => {
                add("the rounded reciprocal of the rounded root", &format!("sqrt.rn{flush}.f32"), &format!("rcp.rn{flush}.f32"), chain);
                add(
                    "the approximate reciprocal of the approximate root",
                    &format!("sqrt.approx{flush}.f32"),
                    &format!("rcp.approx{flush}.f32"),
                    chain,
                );
            }
            ("rsqrt", false) => add("the rounded reciprocal of the rounded root", "sqrt.rn.f64", "rcp.rn.f64", chain),
            _ => {}
        }
    }
    all
}

/// Signs turned or cleared, of each input and of the result.
fn signs(code: &Code) -> Vec<Shape> {
    // Only singles and doubles have instructions that change a sign alone.
    let word =
        |format: &Format| [(F32::ROW, "f32"), (F64::ROW, "f64")].into_iter().find(|(row, _)| row.name == format.name).map(|(_, word)| word);
    if code.is_packed() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (mnemonic, verb) in [("neg", "negated"), ("abs", "without its sign")] {
        for (input, format) in code.inputs() {
            let Some(name) = word(format).map(|word| [mnemonic, ".", word].concat()) else { continue };
            let changed = with_inputs(code, core::slice::from_ref(&input), |from, to| named(&name, to, vec![Operand::register(from)]));
            all.extend(changed.map(|code| shape(Kind::Sign, format!("{input} {verb}"), code)));
        }
        if let Some(word) = code.lines.last().and_then(Line::result_format).and_then(word) {
            let name = [mnemonic, ".", word].concat();
            let changed = with_result(code, |from, to| Some(vec![named(&name, to, vec![Operand::register(from)])?]));
            all.extend(changed.map(|code| shape(Kind::Sign, format!("the result {verb}"), code)));
        }
    }
    all
}

/// Inputs in another order.
fn orders(code: &Code) -> Vec<Shape> {
    let inputs: Vec<(String, &'static Format)> = code.inputs();
    if !(2..=3).contains(&inputs.len()) || inputs.iter().any(|(_, format)| format.name != inputs[0].1.name) {
        return Vec::new();
    }
    let names: Vec<&str> = inputs.iter().map(|(name, _)| name.as_str()).collect();
    let turned: &[&[usize]] = if names.len() == 2 { &[&[1, 0]] } else { &[&[1, 0, 2], &[0, 2, 1], &[2, 1, 0], &[1, 2, 0], &[2, 0, 1]] };
    let order = |order: &&[usize]| {
        let mut lines = code.lines.clone();
        for operand in lines.iter_mut().flat_map(|line| &mut line.from) {
            let Operand::Register(name) = operand else { continue };
            if let Some(at) = names.iter().position(|known| known == name) {
                *operand = Operand::register(names[order[at]]);
            }
        }
        let list: Vec<&str> = order.iter().map(|at| names[*at]).collect();
        shape(Kind::Operands, format!("operands in the order {}", list.join(", ")), Code { lines, ..code.clone() })
    };
    // An input that is written on the way cannot be told from what replaces it.
    if code.lines.iter().any(|line| names.contains(&line.to.as_str())) {
        return Vec::new();
    }
    turned.iter().map(order).filter(|shape| !commutes(code, &shape.code)).collect()
}

/// Whether two codes differ only by factors or terms in another order.
fn commutes(one: &Code, other: &Code) -> bool {
    one.lines.iter().zip(&other.lines).all(|(a, b)| {
        let swapped = a.from.len() >= 2 && a.from[0] == b.from[1] && a.from[1] == b.from[0] && a.from[2..] == b.from[2..];
        let free = matches!(
            meaning(a),
            Some(Meaning::Add | Meaning::Multiply | Meaning::Fused | Meaning::MultiplyAddTruncated | Meaning::Minimum | Meaning::Maximum)
        );
        a.from == b.from || (swapped && free)
    })
}
