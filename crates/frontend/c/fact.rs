//! What is known of an expression's result beside its bits: the exact value, the error, and the line that lost it.

use super::exact::{Ratio, value};
use super::parse::Parsed;
use super::python::rules;
use super::tree::{Id, Kind};
use super::types::CType;
use crate::exact::Natural;
use crate::instruction::Evidence;
use crate::number::{Pattern, decimal};
use crate::reading::Fact;
use crate::rounding::Flags;
use crate::run::Run;

/// Rules read off some expressions, so that of any other they are only inferred.
const LOWERED: Evidence = Evidence::Inferred(
    "nvcc 13.5.37 made the same of 1,356 of 1,400 expressions for sm_90; among the others are products that it fuses otherwise",
);
const OF_PROGRAMS: Evidence = Evidence::Inferred(
    "each stretch without a branch is fused by the rules of nvcc 13.5.37 for expressions; the PTX of programs was not compared with nvcc's",
);
const OF_HOST: Evidence = Evidence::Inferred(
    "each operation is rounded by itself in its own type, as C says and as g++ 12 does for x86-64; programs in the tests print what g++'s print",
);
/// Decimals with more letters than these are shortened.
const LETTERS: usize = 60;

/// The facts of a run.
pub(super) fn facts(parsed: &Parsed, own: CType, run: &Run) -> Vec<Fact> {
    let mut facts = Vec::new();
    match parsed.called() {
        // How the PTX behind a call is known, and its documented error.
        Some((_, function, ..)) => {
            let row = function.row;
            facts.extend(run.blocks.iter().any(|block| block.computed.is_some()).then_some(Fact::Known("Its PTX", row.evidence)));
            let error = if row.accuracy == "0" { "0: rounded once" } else { row.accuracy };
            facts.extend((!error.is_empty()).then(|| Fact::Said("Documented error", error.to_owned())));
        }
        None if let Some(owner) = parsed.python => {
            let (rule, known) = rules(owner);
            facts.push(Fact::Said("Rule", rule.to_owned()));
            facts.push(Fact::Known("Its operations", known));
        }
        None if parsed.on_host => facts.push(Fact::Known("Its operations", OF_HOST)),
        None if parsed.code.is_empty() => facts.push(Fact::Known("Its PTX", LOWERED)),
        None => facts.push(Fact::Known("Its PTX", OF_PROGRAMS)),
    }
    // What nothing rounded would give of a polynomial is not the function.
    let (Some(root), Some(result), None) = (parsed.root, run.results.first(), &parsed.whole) else { return facts };
    let result = result.pattern();
    let tree = &parsed.tree;
    let bits = |id: Id| match &tree.nodes[id].kind {
        Kind::Constant(bits, _) => *bits,
        Kind::Variable(name) => run.before.get(name).unwrap_or(0),
        _ => 0,
    };
    // Two numbers in one have no one value.
    if own.lane().is_some() {
        return facts;
    }
    let leaf = |id: Id| Ratio::of(Pattern::new(tree.own(id).format(), bits(id)));
    let Some(exact) = value(tree, root, leaf) else { return facts };
    facts.push(Fact::Said("Exact value", spelled(&exact)));
    if let Some(error) = error(result, &exact) {
        facts.push(Fact::Said("Error", error));
    }
    let lost = run.blocks.iter().find(|block| block.flags.contains(Flags::INEXACT) || block.approximate);
    if let Some(block) = lost.filter(|_| run.blocks.len() > 1) {
        facts.push(Fact::Said("First rounded by", block.text.clone()));
    }
    facts.extend(written(parsed, own, result, &exact));
    facts
}

/// What the numbers as they are written would give, where their bits are only the nearest to them.
fn written(parsed: &Parsed, own: CType, result: Pattern, exact: &Ratio) -> Option<Fact> {
    let (tree, root) = (&parsed.tree, parsed.root?);
    let leaf = |id: Id| match &tree.nodes[id].kind {
        Kind::Constant(_, Some(literal)) => Ratio::written(literal),
        Kind::Constant(bits, None) => Ratio::of(Pattern::new(tree.own(id).format(), *bits)),
        _ => None,
    };
    let ideal = value(tree, root, leaf)?;
    if ideal.minus(exact)?.is_zero() || !result.format.is_floating() || !result.is_finite() {
        return None;
    }
    let nearest = ideal.nearest(result.format);
    let (value, kind) = (spelled(&ideal), own.name());
    let said = match nearest.ordinal()?.abs_diff(result.ordinal()?) {
        0 => format!("As written it is {value}, and the {kind} nearest to that is this result."),
        count => {
            let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
            let side = if result.ordinal()? > nearest.ordinal()? { "above" } else { "below" };
            format!("As written it is {value}. The {kind} nearest to that is {}; the result lies {places} {side}.", nearest.ptx())
        }
    };
    Some(Fact::Said("As written", said))
}

/// The error of a result in units of its last place.
fn error(result: Pattern, exact: &Ratio) -> Option<String> {
    if !result.format.is_floating() {
        return None;
    }
    let Some(place) = result.ulp_exponent() else {
        let overflows = !result.is_nan() && !exact.is_zero();
        return overflows.then(|| "The exact value is finite; the result is not.".to_owned());
    };
    let difference = Ratio::of(result)?.minus(exact)?;
    // Behind a root the digits that are kept say nothing of an exact one.
    if difference.is_zero() {
        return Some("0: the result is the exact value.".to_owned());
    }
    if result.bits & !result.format.sign_mask() == 0 {
        return Some("All of it is lost: the result is 0.".to_owned());
    }
    let ulps = Ratio { exponent: difference.exponent.checked_sub(place)?, ..difference };
    let sign = if ulps.negative { "-" } else { "+" };
    Some(format!("{sign}{} ulp", shortened(&Ratio { negative: false, ..ulps }, 4)))
}

/// A number: every decimal digit where they are few, else the leading ones behind "≈".
fn spelled(ratio: &Ratio) -> String {
    let sign = if ratio.negative && !ratio.is_zero() { "-" } else { "" };
    if let Some(text) = in_full(ratio).filter(|text| text.len() <= LETTERS) {
        return [sign, &text].concat();
    }
    ["≈ ", sign, &shortened(ratio, 20)].concat()
}

/// Every decimal digit of a magnitude; None where they do not end, or are too many.
fn in_full(ratio: &Ratio) -> Option<String> {
    const PLACES: u32 = 20;
    if ratio.is_zero() {
        return Some("0".to_owned());
    }
    if ratio.near || ratio.exponent.unsigned_abs() > 400 {
        return None;
    }
    if ratio.denominator == Natural::from(1) {
        return Some(decimal(&ratio.numerator, ratio.exponent));
    }
    // The number times 10^20 ends in binary where its decimals end soon.
    let (quotient, exponent) = ratio.numerator.clone().times_power_of_ten(PLACES).divided_sticky(&ratio.denominator);
    if quotient & 1 == 1 {
        return None;
    }
    let exponent = exponent + ratio.exponent;
    let digits = decimal(&Natural::from(quotient), exponent);
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let places = PLACES as usize;
    let padded = format!("{whole:0>width$}", width = places + 1);
    let (whole, tenths) = padded.split_at(padded.len() - places);
    let all = format!("{whole}.{tenths}{fraction}");
    Some(all.trim_end_matches('0').trim_end_matches('.').to_owned())
}

/// The leading decimal digits of a magnitude.
fn shortened(ratio: &Ratio, digits: usize) -> String {
    let Some(exact) = ratio.rounded() else { return "0".to_owned() };
    let text = decimal(&Natural::from(exact.magnitude), exact.exponent);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').collect();
    let first = all.iter().position(|digit| *digit != 0).unwrap_or(0);
    // The power of ten of the leading digit.
    let mut power = whole.len() as i64 - 1 - first as i64;
    let mut kept: Vec<u8> = all[first..].iter().copied().take(digits).collect();
    if all.get(first + digits).is_some_and(|digit| *digit >= 5) {
        let mut at = kept.len();
        loop {
            if at == 0 {
                kept.insert(0, 1);
                power += 1;
                break;
            }
            at -= 1;
            kept[at] += 1;
            if kept[at] < 10 {
                break;
            }
            kept[at] = 0;
        }
    }
    while kept.len() > 1 && kept.last() == Some(&0) {
        kept.pop();
    }
    let shown: String = kept.iter().map(|digit| char::from(b'0' + digit)).collect();
    let count = shown.len() as i64;
    match power {
        -5..0 => format!("0.{}{shown}", "0".repeat((-power - 1) as usize)),
        0..20 if count <= power + 1 => format!("{shown}{}", "0".repeat((power + 1 - count) as usize)),
        0..20 => format!("{}.{}", &shown[..power as usize + 1], &shown[power as usize + 1..]),
        _ if count == 1 => format!("{shown}e{power}"),
        _ => format!("{}.{}e{power}", &shown[..1], &shown[1..]),
    }
}
