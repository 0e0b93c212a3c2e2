//! A number alone, or a short question about one: `0.1`, `65520 in e4m3`, `bits of -0`, `ulp of 1000`, `float16 max`.

mod ask;
mod spelled;

pub use ask::{claims, may_be};
pub use spelled::{Reading, bare, format_of, read_text, same_width};

use crate::exact::Exact;
use crate::instruction::{Context, Evidence};
use crate::number::{Class, Encoding, F64, Format, Narrow, OperandType, Pattern};
use crate::operation::{add, fused, multiply, subtract};
use crate::reading::{self, Fact, kept};
use crate::register_file::RegisterFile;
use crate::rounding::{Flags, Literal, Mode, Rules, round};
use crate::run::{Block, Operand, Place, Run, Value};
use crate::syntax::{Choice, ChoiceState, Completion, Diagnostic, Fix, Group, Toggle, Token, TokenKind};
use crate::trace::{Recorder, Remark, Scaled, Step, Trace};
use ask::{Ask, Asked, Operation};
use std::sync::Arc;

/// From so many digits on, a number is shown by its first ones.
const LONG: usize = 40;

/// Bytes apart from each other may come from memory, where the lowest one stands first.
fn in_memory(text: &str) -> Option<Diagnostic> {
    let bytes: Vec<&str> = text.split_ascii_whitespace().collect();
    let is_byte = |byte: &&str| byte.len() == 2 && byte.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !matches!(bytes.len(), 2 | 4 | 8) || !bytes.iter().all(is_byte) {
        return None;
    }
    let turned = ["0x".to_owned(), bytes.iter().rev().copied().collect()].concat();
    let message = "The first byte is read as the highest. In memory the lowest byte comes first.";
    Some(Diagnostic::note("bytes", 0..text.len(), message).with_fix(Fix::replace(format!("read {turned}"), 0..text.len(), turned)))
}

/// Such a text, as it was read.
#[derive(Clone, Debug)]
pub struct Figure {
    text: String,
    context: Context,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    asked: Asked,
}

impl Figure {
    /// Reads a text that [`claims`] takes.
    pub fn read(text: &str, context: &Context) -> Figure {
        let asked = ask::read(text).unwrap_or_default();
        let end = text.trim_end().len();
        let token = Token { kind: TokenKind::Literal, span: end - text.trim().len()..end };
        let refused = ask::refusal(text).map(|(span, reason)| Diagnostic::error("not-covered", span, reason));
        // A number alone that is rounded tells it in its steps; an infinity or a NaN does not.
        let is_special = |literal: &&Literal| matches!(literal, Literal::Infinity { .. } | Literal::Nan { .. });
        let alone = asked.literal.iter().filter(is_special).map(|literal| (&asked.number, literal));
        let terms = asked.terms.iter().map(|(text, literal)| (text, literal));
        let instead = terms.chain(alone).filter_map(|(text, literal)| taken_instead(text, literal, asked.format));
        let told = instead.map(|sentence| Diagnostic::note("operand-rounded", 0..0, sentence));
        let diagnostics = refused.into_iter().chain(told).chain(in_memory(text)).collect();
        Figure { text: text.to_owned(), context: *context, tokens: vec![token], diagnostics, asked }
    }

    /// The format that the answer is in.
    pub fn format(&self) -> &'static Format {
        self.asked.format
    }

    /// Whether a result is rounded into the format.
    fn rounds(&self) -> bool {
        match self.asked.ask {
            Ask::Value => matches!(self.asked.literal, Some(Literal::Number { .. })),
            Ask::Compute(_) => true,
            _ => false,
        }
    }

    /// The answers, each with its name.
    fn answers(&self, mode: Mode, trace: &mut Trace) -> (Vec<(&'static str, Pattern)>, Flags) {
        let format = self.asked.format;
        let of = |bits| Pattern::new(format, bits);
        let number = of(self.asked.literal.as_ref().map_or(0, |literal| literal.to_bits(format, mode).0));
        let mut told = |sentence: String| {
            trace.step(|| Step::Told(Arc::new(Remark { title: self.asked.ask.title().to_owned(), sentence, heading: false })));
        };
        let answers = match self.asked.ask {
            Ask::Value => return self.value(number, mode, trace),
            Ask::Compute(operation) => return self.computed(operation, mode, trace),
            Ask::Ulp => {
                let Some(place) = number.ulp_exponent() else {
                    let value = number.value_text();
                    told(format!("{} is {value} in {}, which has no unit in the last place.", self.asked.number, format.name));
                    return (vec![(format.name, number)], Flags::NONE);
                };
                told(spacing(number, place));
                vec![("ulp", power(format, place))]
            }
            Ask::Next | Ask::Previous => {
                let is_next = self.asked.ask == Ask::Next;
                let (side, near) = if is_next { ("above", number.next_up()) } else { ("below", number.next_down()) };
                let Some(near) = near else {
                    told(format!("{} is {} in {}, and no number comes {side} it.", self.asked.number, number.value_text(), format.name));
                    return (vec![(format.name, number)], Flags::NONE);
                };
                let held = number.value_text();
                told(format!("{} in {} is {held}. The number {side} it is {}.", self.asked.number, format.name, near.value_text()));
                vec![(side, near)]
            }
            Ask::Epsilon if format.one() == format.largest() => {
                told(format!("1 is the largest number of {}, so no number comes after it.", format.name));
                vec![("largest", of(format.one()))]
            }
            Ask::Epsilon => {
                let place = -(format.fraction_bits as i32);
                told(format!(
                    "The next number of {} after 1 is 1 + 2^{place}. Rounding to a normal number has a relative error of at most half of 2^{place}.",
                    format.name
                ));
                vec![("epsilon", power(format, place))]
            }
            Ask::Largest => {
                let largest = of(format.largest());
                told(format!("The largest finite number of {} is {}.", format.name, largest.exact_decimal()));
                vec![("largest", largest)]
            }
            Ask::Facts => {
                told(facts(format));
                // Up to here every whole number is one of the format.
                let precision = format.precision() as i32;
                let whole = if precision <= format.emax() { power(format, precision) } else { of(format.largest()) };
                vec![("largest", of(format.largest())), ("integers", whole)]
            }
            Ask::Smallest if !format.has_subnormals() => {
                let smallest = of(format.smallest_normal());
                told(format!("The smallest number of {} above zero is 2^{}: it has no subnormal numbers.", format.name, format.emin()));
                vec![("smallest", smallest)]
            }
            Ask::Smallest => {
                told(format!(
                    "The smallest normal number of {} is 2^{}. Below it, subnormal numbers go down to 2^{}.",
                    format.name,
                    format.emin(),
                    format.quantum()
                ));
                vec![("normal", of(format.smallest_normal())), ("subnormal", of(1))]
            }
        };
        for (_, result) in &answers {
            trace.step(|| Step::Encode { result: *result });
        }
        (answers, Flags::NONE)
    }

    /// Operands, each rounded to nearest into the format, and what one operation makes of them.
    fn computed(&self, operation: Operation, mode: Mode, trace: &mut Trace) -> (Vec<(&'static str, Pattern)>, Flags) {
        let format = self.asked.format;
        let mut bits = [0; 3];
        for (place, (text, literal)) in bits.iter_mut().zip(&self.asked.terms) {
            *place = literal.to_bits(format, Mode::Rn).0;
            if let Some(sentence) = taken_instead(text, literal, format) {
                trace.step(|| Step::Told(Arc::new(Remark { title: "An operand".to_owned(), sentence, heading: false })));
            }
        }
        let (own, rules, [a, b, c]) = (Narrow::of(format), Rules::ieee(mode), bits);
        let answer = match operation {
            Operation::Add => add(own, a, b, &rules, trace),
            Operation::Subtract => subtract(own, a, b, &rules, trace),
            Operation::Multiply => multiply(own, a, b, &rules, trace),
            Operation::Fused => fused(own, a, b, c, &rules, trace),
        };
        (vec![(format.name, Pattern::new(format, answer.bits))], answer.flags)
    }

    /// A number in the format: rounded step by step, or taken apart where bits were typed.
    fn value(&self, number: Pattern, mode: Mode, trace: &mut Trace) -> (Vec<(&'static str, Pattern)>, Flags) {
        let (format, literal) = (self.asked.format, self.asked.literal.as_ref());
        let exact = literal.and_then(Literal::exact).filter(|exact| !exact.is_zero());
        let Some(exact) = exact.filter(|_| is_rounded_into(format)) else {
            if exact.is_some_and(|exact| !is_same(exact, number)) {
                let sentence = format!("{} is no number of {}: {} is taken.", self.asked.number, format.name, number.value_text());
                trace.step(|| Step::Told(Arc::new(Remark { title: "Another number".to_owned(), sentence, heading: false })));
            }
            if matches!(literal, Some(Literal::Bits { .. })) {
                trace.step(|| Step::Decode { operand: crate::trace::Operand::A, pattern: number });
            }
            trace.step(|| Step::Encode { result: number });
            return (vec![(format.name, number)], literal.map_or(Flags::NONE, |literal| literal.to_bits(format, mode).1));
        };
        let rounded = round(format, exact, &Rules::ieee(mode));
        let value = Scaled::from(exact);
        trace.step(|| Step::Normalise { value: value.clone(), format });
        trace.step(|| Step::Round { value, format, mode, rounded });
        if rounded.flags.contains(Flags::OVERFLOW) {
            trace.step(|| Step::Overflow { mode, to: Pattern::new(format, rounded.unflushed) });
        }
        trace.step(|| Step::Encode { result: number });
        (vec![(format.name, number)], rounded.flags)
    }

    fn run_with(&self, mode: Mode, registers: &RegisterFile) -> Run {
        let mut trace = Trace::default();
        let (answers, flags) = self.answers(mode, &mut trace);
        let mut run = Run::on(registers);
        let written = answers.iter().map(|(name, result)| Value {
            name: (*name).to_owned(),
            own: OperandType::one(result.format),
            // The word of a register, in which a number can stand above zeros.
            bits: OperandType::one(result.format).in_every_lane(result.bits),
        });
        let is_of_ieee = matches!(self.asked.format.name, "F16" | "F32" | "F64");
        let known = match (is_of_ieee, self.rounds()) {
            (true, true) if self.asked.ask == Ask::Value => {
                Evidence::Documented("IEEE 754, 5.12: from decimal digits to bits, rounded once")
            }
            (true, true) => Evidence::Documented("IEEE 754, 5.4.1: the exact result, rounded once"),
            (true, false) => Evidence::Documented("IEEE 754, 3.4: the numbers of the format"),
            (false, _) => Evidence::Inferred("rounded once into the numbers of the format, as IEEE 754 rounds into its own"),
        };
        run.push(Block { written: written.collect(), flags, ..Block::of(self.text.trim().to_owned(), self.context, known) }, trace);
        run
    }
}

/// What a format is made of, how many codes it has, and how far it reaches, in sentences.
fn facts(format: &'static Format) -> String {
    let Format { name, exponent_bits, fraction_bits, bias, .. } = *format;
    let sides = 1 + u64::from(format.signed);
    // One code of both zeros may stand for a NaN.
    let finite = sides * (format.largest() + 1) - u64::from(format.encoding.has_unsigned_zero());
    let codes = 1u64.checked_shl(format.width());
    let rest = codes.map_or(1 << (fraction_bits + 1), |codes| codes - finite);
    let shown = codes.map_or("2^64".to_owned(), |codes| codes.to_string());
    let others = match rest {
        0 => "Every code is a finite number".to_owned(),
        rest => format!("{finite} of them are finite numbers, {rest} are infinities or NaNs"),
    };
    let sign = if format.signed { "a sign bit" } else { "no sign bit" };
    let largest = Pattern::new(format, format.largest());
    let precision = format.precision();
    // The binary logarithm of 10 is 1 / 0.30103.
    let (kept, needed) = ((precision - 1) * 30103 / 100_000, 1 + (precision * 30103).div_ceil(100_000));
    let whole = if precision as i32 <= format.emax() { format!("2^{precision}") } else { largest.exact_decimal() };
    let shown_largest = if largest.exact_decimal().len() < LONG { largest.exact_decimal() } else { largest.value_text() };
    [
        format!("{name} has {sign}, {exponent_bits} exponent bits with bias {bias}, and {fraction_bits} fraction bits: {shown} codes."),
        format!("{others}."),
        format!("Normal numbers go from 2^{} to {shown_largest}.", format.emin()),
        format!("It keeps {kept} decimal digits of any number in its range, and {needed} digits tell each of its numbers from the others."),
        format!("Every whole number up to {whole} is one of it."),
    ]
    .join(" ")
}

/// Whether numbers are rounded into it by the one function that rounds: it has an exponent and a significand.
fn is_rounded_into(format: &Format) -> bool {
    !matches!(format.encoding, Encoding::FixedPoint | Encoding::Scale) && !format.is_evenly_spaced()
}

/// Whether a number is exactly this value, which is not zero.
fn is_same(exact: Exact<u128>, number: Pattern) -> bool {
    let odd = |magnitude: u128, exponent: i32| (magnitude >> magnitude.trailing_zeros(), exponent + magnitude.trailing_zeros() as i32);
    let own = number.exact().filter(|own| own.magnitude != 0);
    own.is_some_and(|own| own.negative == exact.negative && odd(own.magnitude.into(), own.exponent) == odd(exact.magnitude, exact.exponent))
}

/// What is taken in the place of an operand that the format does not have, in a sentence.
fn taken_instead(text: &str, literal: &Literal, format: &'static Format) -> Option<String> {
    let (rounded, flags) = literal.to_bits(format, Mode::Rn);
    let kept = Pattern::new(format, rounded);
    let is_lost = match literal {
        Literal::Infinity { .. } => kept.class() != Class::Infinity,
        Literal::Nan { .. } => !kept.is_nan(),
        _ => flags != Flags::NONE,
    };
    let shown = kept.value_text();
    let whole = Some(kept).filter(|kept| kept.is_finite() && shown.starts_with('≈')).map(|kept| kept.exact_decimal());
    let taken = whole.filter(|whole| whole.len() < LONG).unwrap_or(shown);
    is_lost.then(|| format!("{text} is no number of {}: {taken} is taken.", format.name))
}

/// A power of two in a format, or in a double where the format does not have it.
fn power(format: &'static Format, exponent: i32) -> Pattern {
    let one = Literal::Number { negative: false, numerator: 1.into(), exponent, decimals: 0 };
    let (bits, flags) = one.to_bits(format, Mode::Rn);
    if flags == Flags::NONE { Pattern::new(format, bits) } else { Pattern::new(F64::ROW, one.to_bits(F64::ROW, Mode::Rn).0) }
}

/// How far the neighbours of a number are, and why.
fn spacing(number: Pattern, place: i32) -> String {
    let (name, value) = (number.format.name, number.value_text());
    if number.class() == Class::Normal {
        let leading = place + number.format.fraction_bits as i32;
        let bits = number.format.precision();
        return format!(
            "The size of {value} is from 2^{leading} to below 2^{}. {name} has {bits} significant bits, so its numbers there are 2^{place} apart.",
            leading + 1
        );
    }
    format!("Below 2^{} the numbers of {name} are all 2^{place} apart, {value} too.", number.format.emin())
}

impl reading::ParsedSource for Figure {
    kept!(tokens, diagnostics);

    fn language(&self) -> String {
        "number".into()
    }

    fn is_complete(&self) -> bool {
        self.diagnostics.iter().all(|said| !said.is_error())
    }

    fn name(&self) -> String {
        match self.asked.ask {
            Ask::Value | Ask::Compute(_) => format!("{} in {}", self.asked.number, self.asked.format.name),
            _ => self.text.trim().to_owned(),
        }
    }

    fn printed(&self) -> String {
        self.text.trim().to_owned()
    }

    fn summary(&self) -> String {
        if !self.is_complete() {
            return String::new();
        }
        let format = self.asked.format;
        let usual = ask::usual_name(format);
        let in_format = if usual == format.name { usual.to_owned() } else { format!("{} ({usual})", format.name) };
        match &self.asked.literal {
            Some(Literal::Bits { .. }) if self.asked.ask == Ask::Value => format!("Bits, read as a number of {in_format}."),
            _ if self.asked.ask == Ask::Value => format!("A number, as {in_format} holds it."),
            _ if self.rounds() => format!("{} in {in_format}.", self.asked.ask.title()),
            _ => format!("{} of {in_format}.", self.asked.ask.title()),
        }
    }

    fn syntax(&self) -> &'static str {
        ""
    }

    fn completions(&self) -> Vec<Completion> {
        Vec::new()
    }

    fn run(&self, registers: &RegisterFile) -> Option<Run> {
        self.is_complete().then(|| self.run_with(Mode::Rn, registers))
    }

    fn operands(&self, run: &Run) -> Vec<Operand> {
        run.results.iter().flat_map(|value| Operand::of('d', None, value)).collect()
    }

    fn with_number(&self, _place: &Place, _number: Pattern) -> Option<String> {
        None
    }

    fn choices(&self) -> Vec<Group> {
        let choice = |format: &'static Format| {
            let chosen = *format == *self.asked.format;
            let state = if chosen { ChoiceState::Chosen } else { ChoiceState::Available };
            let text = ask::usual_name(format);
            // A sum in a double is not covered, nor bits that a narrower format has no room for.
            let edit = (!chosen).then(|| self.asked.within(text)).filter(|edit| ask::read(edit).is_some());
            let state =
                if chosen || edit.is_some() { state } else { ChoiceState::Unavailable("It is not covered in this format.".to_owned()) };
            Choice { toggle: Toggle::Format, text: text.to_owned(), words: String::new(), state, edit }
        };
        vec![Group { title: "format", choices: ask::offered().map(choice).collect() }]
    }

    fn rounding(&self) -> Option<Mode> {
        (self.is_complete() && self.rounds() && is_rounded_into(self.asked.format)).then_some(Mode::Rn)
    }

    fn run_in(&self, mode: Mode, registers: &RegisterFile) -> Option<Run> {
        self.is_complete().then(|| self.run_with(mode, registers))
    }

    fn facts(&self, run: &Run) -> Vec<Fact> {
        let Some(number) = run.results.first().map(Value::pattern).filter(|_| self.asked.ask == Ask::Value) else { return Vec::new() };
        let near = [("below", number.next_down()), ("above", number.next_up())];
        let said = near.iter().filter_map(|(side, near)| near.map(|near| format!("{side} 0x{} {}", near.hex(), near.equation())));
        let said: Vec<String> = said.collect();
        let mut facts = if said.is_empty() { Vec::new() } else { vec![Fact::Said("Neighbours", said.join(", "))] };
        let largest = Pattern::new(number.format, number.format.largest()).value_text();
        let name = number.format.name;
        match &self.asked.literal {
            Some(Literal::Number { .. } | Literal::Infinity { .. }) if number.is_nan() => {
                let without = "has no infinity, so a number beyond its range is a NaN. With `.satfinite`, which PTX asks for, it is";
                facts.push(Fact::Said("Range", format!("{name} {without} {largest}.")));
            }
            Some(Literal::Infinity { .. } | Literal::Nan { .. }) if !number.is_nan() && number.is_finite() => {
                facts.push(Fact::Said(
                    "Range",
                    format!("{name} has no infinity and no NaN. cvt makes its largest number of them: {largest}."),
                ));
            }
            _ => {}
        }
        facts
    }
}
