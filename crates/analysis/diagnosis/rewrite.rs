//! Rewritings of the code: a product and a sum contracted or not, a quotient by way of a reciprocal, another precision,
//! operands swapped, signs turned.
//!
//! Each turns lines into lines, so that it applies to one instruction and to several alike.

use super::code::{Code, Line, Operand, is_single};

use super::precision::{by_way, narrower, whole, wider};
use super::rewriting::{Detour, Rewrite, Rewritten, instruction, with_inputs, with_result};
use crate::instruction::{Context, Meaning, Modifier, ModifierSet, Target};
use crate::number::{F32, F64, Format};
use crate::rounding::Mode;
use crate::special_function::Elementary;

/// Every rewriting of a code.
pub(super) fn rewrites(code: &Code) -> Vec<Rewritten> {
    let mut all = contractions(code);
    let joined: Vec<Rewritten> = all.iter().flat_map(|(_, code)| truncated(code)).collect();
    all.extend(other_products(code));
    all.extend(associated(code));
    all.extend(truncated(code));
    all.extend(joined);
    all.extend(half_flushed(code));
    all.extend(reciprocals(code));
    all.extend(wider(code));
    all.extend(narrower(code));
    all.extend(by_way(code));
    all.extend(whole(code));
    all.extend(signs(code));
    all.extend(orders(code));
    all
}

/// An instruction named with its modifiers: `mul.rn.ftz.f32`.
fn named(name: &str, to: &str, from: Vec<Operand>) -> Option<Line> {
    let mut words = name.split('.');
    let mnemonic = words.next()?;
    let modifiers: ModifierSet = words.map(|word| Modifier::named(&[".", word].concat())).collect::<Option<_>>()?;
    instruction(mnemonic, modifiers, to, from)
}

/// The code with some lines in the place of one.
fn replaced(code: &Code, at: usize, lines: Option<Vec<Line>>) -> Option<Code> {
    let mut all = code.lines.clone();
    all.splice(at..=at, lines?);
    Some(Code { lines: all, ..code.clone() })
}

const KEPT: ModifierSet = ModifierSet::FIRST_TYPES.with(Modifier::Ftz);

/// The rounding of a line, named.
fn rounding(line: &Line) -> ModifierSet {
    let mode = line.modifiers().mode().unwrap_or(Mode::Rn);
    ModifierSet::only(Modifier::of_mode(mode))
}

/// fma as mul and add, and mul and add as fma.
fn contractions(code: &Code) -> Vec<Rewritten> {
    let mut all = Vec::new();
    for (at, line) in code.lines.iter().enumerate() {
        if line.form.meaning.traits().is_fused() {
            let modifiers = line.modifiers();
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
            all.extend(replaced(code, at, lines()).map(|code| (Rewrite::Split, code)));
        }
        all.extend(contracted(code, at).map(|code| (Rewrite::Joined, code)));
    }
    all
}

/// The product of a line contracted with the one sum that reads it.
fn contracted(code: &Code, at: usize) -> Option<Code> {
    let product = &code.lines[at];
    let mut readers = code.lines.iter().enumerate().skip(at + 1).filter(|(_, line)| line.reads(&product.to));
    let (place, sum) = readers.next()?;
    let alone = readers.next().is_none();
    let (modifiers, of_product) = (sum.modifiers(), product.modifiers());
    if !alone
        || product.form.meaning != Meaning::Multiply
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
    let operands = match sum.form.meaning {
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

/// The line behind another that alone reads its result, once; neither writes what the other reads but that.
fn reader(code: &Code, at: usize) -> Option<usize> {
    let first = &code.lines[at];
    let mut readers = code.lines.iter().enumerate().skip(at + 1).filter(|(_, line)| line.reads(&first.to));
    let (place, second) = readers.next()?;
    let once = second.from.iter().filter(|operand| **operand == Operand::register(&first.to)).count() == 1;
    let kept = |name: &str| code.lines[at..=place].iter().all(|line| line.to != name);
    let read = first.from.iter().chain(&second.from).filter_map(|operand| match operand {
        Operand::Register(name) if *name != first.to => Some(name),
        _ => None,
    });
    (once && readers.next().is_none() && second.to != first.to && read.into_iter().all(|name| kept(name))).then_some(place)
}

/// Whether two lines round and flush alike, in one type, and clamp nothing.
fn alike(first: &Line, second: &Line) -> bool {
    let words = |line: &Line| line.modifiers().intersection(KEPT.with(Modifier::Sat)).union(rounding(line));
    words(first) == words(second) && !words(first).has(Modifier::Sat)
}

/// Of two products that are added one is contracted: the other one instead.
fn other_products(code: &Code) -> Vec<Rewritten> {
    let one = |at: usize| {
        let product = &code.lines[at];
        let place = reader(code, at)?;
        let sum = &code.lines[place];
        let same = alike(product, sum);
        let ([c, d], [a, b, addend]) = (&product.from[..], &sum.from[..]) else { return None };
        if !same
            || product.form.meaning != Meaning::Multiply
            || sum.form.meaning != Meaning::Fused
            || *addend != Operand::register(&product.to)
        {
            return None;
        }
        let mut lines = code.lines.clone();
        lines[at].from = vec![a.clone(), b.clone()];
        lines[place].from = vec![c.clone(), d.clone(), addend.clone()];
        Some((Rewrite::OtherProduct, Code { lines, ..code.clone() }))
    };
    (0..code.lines.len()).filter_map(one).collect()
}

/// Two additions, one of which reads the other's sum, in the two other orders.
fn associated(code: &Code) -> Vec<Rewritten> {
    let both = |at: usize| {
        let first = &code.lines[at];
        let place = reader(code, at)?;
        let second = &code.lines[place];
        let adds = [first, second].iter().all(|line| line.form.meaning == Meaning::Add);
        let ([a, b], [x, y]) = (&first.from[..], &second.from[..]) else { return None };
        if !adds || !alike(first, second) {
            return None;
        }
        let sum = Operand::register(&first.to);
        let third = if *x == sum { y } else { x };
        let order = |left: &Operand, right: &Operand, last: &Operand| {
            let mut lines = code.lines.clone();
            lines[at].from = vec![left.clone(), right.clone()];
            lines[place].from = vec![sum.clone(), last.clone()];
            (Rewrite::Associated, Code { lines, ..code.clone() })
        };
        Some([order(a, third, b), order(b, third, a)])
    };
    (0..code.lines.len()).filter_map(both).flatten().collect()
}

/// fma as sm_1x has it, its product cut.
fn truncated(code: &Code) -> Vec<Rewritten> {
    let one = |at: usize| {
        let line = &code.lines[at];
        let modifiers = line.modifiers();
        if line.form.meaning != Meaning::Fused || !is_single(modifiers) {
            return None;
        }
        let old = modifiers.intersection(ModifierSet::of(&[Modifier::F32, Modifier::Sat]));
        let form = crate::instruction::forms_of("mad").iter().find(|form| form.meaning == Meaning::MultiplyAddTruncated)?;
        let line = Line { form, modifiers: old, ..line.clone() };
        let mut code = replaced(code, at, Some(vec![line]))?;
        code.context = Context { target: Target::SM_13, ..code.context };
        Some((Rewrite::Truncated, code))
    };
    (0..code.lines.len()).filter_map(one).collect()
}

/// `.ftz` on one side only. A product with 1.0 that flushes is how a register is flushed by itself.
fn half_flushed(code: &Code) -> Vec<Rewritten> {
    let single = |format: Option<&'static Format>| format == Some(F32::ROW);
    let one = || Operand::Literal("1.0".into(), F32::ROW.one());
    let inputs: Vec<String> = code.inputs().into_iter().filter(|(_, format)| single(Some(format))).map(|(name, _)| name).collect();
    let flush = |from: &str, to: &str| named("mul.rn.ftz.f32", to, vec![Operand::register(from), one()]);
    let mut all = Vec::new();
    all.extend(with_inputs(code, &inputs, flush).map(|code| (Rewrite::FlushedOperands, code)));
    let result = code.lines.last().and_then(Line::result_format);
    if single(result) {
        let last = with_result(code, |from, to| Some(vec![flush(from, to)?]));
        all.extend(last.map(|code| (Rewrite::FlushedResult, code)));
    }
    all
}

/// What the first of two instructions reads, and what the second does with its result.
type Chained = fn(&[Operand], Operand) -> Option<(Operand, Vec<Operand>)>;

/// Quotients and roots by way of reciprocals.
fn reciprocals(code: &Code) -> Vec<Rewritten> {
    let mut all = Vec::new();
    for (at, line) in code.lines.iter().enumerate() {
        let modifiers = line.modifiers();
        let t = code.fresh(&[]);
        let flush = if modifiers.has(Modifier::Ftz) { ".ftz" } else { "" };
        let mode = modifiers.mode().unwrap_or(Mode::Rn).name();
        let single = is_single(modifiers);
        let product = if single { format!("mul.{mode}{flush}.f32") } else { format!("mul.{mode}.f64") };
        let mut add = |detour: Detour, first: &str, second: &str, operands: Chained| {
            let lines = || {
                let (of, then) = operands(&line.from, Operand::register(&t))?;
                Some(vec![named(first, &t, vec![of])?, named(second, &line.to, then)?])
            };
            all.extend(replaced(code, at, lines()).map(|code| (Rewrite::Reciprocal(detour), code)));
        };
        let quotient = |from: &[Operand], t: Operand| Some((from.get(1)?.clone(), vec![from.first()?.clone(), t]));
        let root = |from: &[Operand], t: Operand| Some((from.first()?.clone(), vec![from.first()?.clone(), t]));
        let chain = |from: &[Operand], t: Operand| Some((from.first()?.clone(), vec![t]));
        match (line.form.meaning.elementary(), single) {
            (Some(Elementary::Quotient), true) => {
                add(Detour::Rounded, &format!("rcp.rn{flush}.f32"), &product, quotient);
                add(Detour::Approximate, &format!("rcp.approx{flush}.f32"), &product, quotient);
                if flush.is_empty() {
                    add(Detour::Flushing, "rcp.approx.ftz.f32", "mul.rn.ftz.f32", quotient);
                }
            }
            (Some(Elementary::Quotient), false) => {
                add(Detour::Rounded, "rcp.rn.f64", &product, quotient);
                add(Detour::Approximate, "rcp.approx.ftz.f64", &product, quotient);
            }
            (Some(Elementary::Root), true) => {
                add(Detour::TimesRoot, &format!("rsqrt.approx{flush}.f32"), &product, root);
                add(Detour::OfReciprocalRoot, &format!("rsqrt.approx{flush}.f32"), &format!("rcp.approx{flush}.f32"), chain);
            }
            (Some(Elementary::Root), false) => add(Detour::TimesRoot, "rsqrt.approx.f64", &product, root),
            (Some(Elementary::ReciprocalRoot), true) => {
                add(Detour::OfRoundedRoot, &format!("sqrt.rn{flush}.f32"), &format!("rcp.rn{flush}.f32"), chain);
                add(Detour::OfApproximateRoot, &format!("sqrt.approx{flush}.f32"), &format!("rcp.approx{flush}.f32"), chain);
            }
            (Some(Elementary::ReciprocalRoot), false) => add(Detour::OfRoundedRoot, "sqrt.rn.f64", "rcp.rn.f64", chain),
            _ => {}
        }
    }
    all
}

/// A change of an input's sign, or of the result's.
type OfSign = fn(Option<String>) -> Rewrite;

/// Signs turned or cleared, of each input and of the result.
fn signs(code: &Code) -> Vec<Rewritten> {
    // Only singles and doubles have instructions that change a sign alone.
    let word = |format: &Format| [(F32::ROW, "f32"), (F64::ROW, "f64")].into_iter().find(|(row, _)| *row == format).map(|(_, word)| word);
    if code.is_packed() {
        return Vec::new();
    }
    let mut all = Vec::new();
    let signs: [(&str, OfSign); 2] = [("neg", Rewrite::Negated), ("abs", Rewrite::Absolute)];
    for (mnemonic, rewrite) in signs {
        for (input, format) in code.inputs() {
            let Some(name) = word(format).map(|word| [mnemonic, ".", word].concat()) else { continue };
            let changed = with_inputs(code, core::slice::from_ref(&input), |from, to| named(&name, to, vec![Operand::register(from)]));
            all.extend(changed.map(|code| (rewrite(Some(input)), code)));
        }
        if let Some(word) = code.lines.last().and_then(Line::result_format).and_then(word) {
            let name = [mnemonic, ".", word].concat();
            let changed = with_result(code, |from, to| Some(vec![named(&name, to, vec![Operand::register(from)])?]));
            all.extend(changed.map(|code| (rewrite(None), code)));
        }
    }
    all
}

/// Inputs in another order.
fn orders(code: &Code) -> Vec<Rewritten> {
    let inputs: Vec<(String, &'static Format)> = code.inputs();
    if !(2..=3).contains(&inputs.len()) || inputs.iter().any(|(_, format)| *format != inputs[0].1) {
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
        let list = order.iter().map(|at| names[*at].to_owned()).collect();
        (Rewrite::Order(list), Code { lines, ..code.clone() })
    };
    // An input that is written on the way cannot be told from what replaces it.
    if code.lines.iter().any(|line| names.contains(&line.to.as_str())) {
        return Vec::new();
    }
    turned.iter().map(order).filter(|(_, other)| !commutes(code, other)).collect()
}

/// Whether two codes differ only by factors or terms in another order.
fn commutes(one: &Code, other: &Code) -> bool {
    one.lines.iter().zip(&other.lines).all(|(a, b)| {
        let swapped = a.from.len() >= 2 && a.from[0] == b.from[1] && a.from[1] == b.from[0] && a.from[2..] == b.from[2..];
        a.from == b.from || (swapped && a.form.meaning.traits().commutes)
    })
}
