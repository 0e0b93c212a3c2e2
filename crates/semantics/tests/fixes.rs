//! Every fix of the corpus of mistakes is followed: the text that comes of it is accepted, and computes what the mistake meant.
//!
//! What a mistake meant is read here by other rules than the parser's: names as C and people have them, `-%f2` as a negation, `|%f1|` as a
//! magnitude, `3^2` as a power, `0.1f` as a single. It is computed in doubles, from operands that each format of 8 bits or more holds exactly.

use crate::judge::window::converted;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Target, Type, Version};
use semantics::number::F64;
use semantics::rounding::{self, Mode};
use semantics::sass::Document;
use semantics::syntax::{Change, Diagnostic, Fix, Parsed, Source, parse};
use semantics::trace::Silent;

/// The texts of the corpus with their contexts.
fn mistakes() -> Vec<(String, Context)> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax/mistakes.txt");
    let text = std::fs::read_to_string(path).expect("the mistakes");
    let lines = text.split("\n\n").filter_map(|block| block.trim_end().lines().next());
    let read = |line: &str| match line.split_once("> ") {
        Some((context, text)) => {
            let (target, ptx) = context.split_once(" PTX ").expect("sm_90 PTX 8.8");
            let context = Context { target: Target::named(target).expect("a target"), ptx: Version::named(ptx).expect("a version") };
            (text.to_owned(), context)
        }
        None => (line.to_owned(), Context::default()),
    };
    lines.filter(|line| !line.starts_with('#')).map(read).collect()
}

fn applied(fix: &Fix, text: &str, context: Context) -> (String, Context) {
    match fix.change {
        Change::Replace { .. } => (fix.apply(text).expect("places of the text"), context),
        Change::SetTarget(target) => (text.to_owned(), Context { target, ..context }),
        Change::SetPtx(ptx) => (text.to_owned(), Context { ptx, ..context }),
        Change::Open { .. } => (text.to_owned(), context),
    }
}

fn errors(text: &str, context: &Context) -> Vec<Diagnostic> {
    parse(text, context).diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

/// The text without an error that fixes lead to, within some steps.
fn mended(text: &str, context: Context, steps: u32) -> Option<(String, Context)> {
    let wrong = errors(text, &context);
    if wrong.is_empty() {
        return Some((text.to_owned(), context));
    }
    let mut fixes = wrong.iter().flat_map(|one| &one.fixes).filter(|_| steps > 0);
    fixes.find_map(|fix| {
        let (text, context) = applied(fix, text, context);
        mended(&text, context, steps - 1)
    })
}

/// What registers hold: numbers that every format has, so that results of sums and products differ whenever their meanings do.
const POSITIVE: [f64; 5] = [0.125, 0.75, 0.5, 0.25, 0.375];
const MIXED: [f64; 5] = [0.5, -0.75, 0.25, -1.5, -0.375];

fn number_of(register: &str) -> usize {
    register.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

/// What an operand meant.
fn operand(text: &str, registers: &[f64; 5]) -> Option<f64> {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if let Some(inside) = text.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
        return Some(operand(inside, registers)?.abs());
    }
    if let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).filter(|inside| !inside.contains('(')) {
        return operand(inside, registers);
    }
    if let Some((base, power)) = text.split_once("**").or_else(|| text.split_once('^')) {
        let (factor, base) = base.rsplit_once('*').unwrap_or(("1", base));
        let (sign, base) = base.strip_prefix('-').map_or((1.0, base), |base| (-1.0, base));
        return Some(sign * operand(factor, registers)? * operand(base, registers)?.powf(operand(power, registers)?));
    }
    if let Some(rest) = text.strip_prefix('-') {
        return Some(-operand(rest, registers)?);
    }
    if let Some(rest) = text.strip_prefix('+') {
        return operand(rest, registers);
    }
    if text.starts_with('%') {
        return registers.get(number_of(&text)).copied();
    }
    if let Some(digits) = text.strip_prefix("0f").or(text.strip_prefix("0x")).filter(|digits| digits.len() == 8) {
        return u32::from_str_radix(digits, 16).ok().map(|bits| f32::from_bits(bits).into());
    }
    match text.strip_suffix(['f', 'F']) {
        Some(single) => single.parse::<f32>().ok().map(f64::from),
        None => text.parse().ok(),
    }
}

/// What a text meant, where the rules above give it a number.
fn meaning(text: &str, registers: &[f64; 5]) -> Option<f64> {
    let text = text.trim().trim_end_matches(';');
    let (head, rest) = text.split_once(' ')?;
    let mut words = head.split('.');
    let name = words.next()?.to_ascii_lowercase();
    let words: Vec<&str> = words.collect();
    if words.iter().any(|word| matches!(*word, "xorsign" | "u16" | "u32" | "u64" | "s16" | "s32" | "s64")) {
        return None;
    }
    // A comma right between digits is a decimal one.
    let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let decimal = |at: usize| digit(rest[..at].chars().next_back()) && digit(rest[at + 1..].chars().next()) && !rest[..at].ends_with("%f0");
    let rest: String = rest.char_indices().map(|(at, letter)| if letter == ',' && decimal(at) { '.' } else { letter }).collect();
    let operands: Vec<&str> = rest.split(',').skip(1).collect();
    let at = |place: usize| operand(operands.get(place)?, registers);
    let magnitude = |place: usize| if words.contains(&"abs") { at(place).map(f64::abs) } else { at(place) };
    let name = name.strip_prefix('f').filter(|rest| matches!(*rest, "add" | "sub" | "mul" | "min" | "max" | "abs")).unwrap_or(&name);
    let name = name.strip_suffix('f').unwrap_or(name);
    Some(match name {
        "add" => at(0)? + at(1)?,
        "sub" => at(0)? - at(1)?,
        "mul" => at(0)? * at(1)?,
        "fma" | "mad" => at(0)? * at(1)? + at(2)?,
        "div" => at(0)? / at(1)?,
        "min" | "max" => {
            let all = (0..operands.len()).map(magnitude).collect::<Option<Vec<_>>>()?;
            all.into_iter().reduce(if name == "min" { f64::min } else { f64::max })?
        }
        "abs" => at(0)?.abs(),
        "neg" => -at(0)?,
        "cvt" if operands.len() == 1 && !head.contains("x2.f32") => at(0)?,
        "rcp" => 1.0 / at(0)?,
        "sqrt" => at(0)?.sqrt(),
        "rsqrt" => 1.0 / at(0)?.sqrt(),
        "sin" => at(0)?.sin(),
        "cos" => at(0)?.cos(),
        "tan" => at(0)?.tan(),
        "asin" => at(0)?.asin(),
        "sinh" => at(0)?.sinh(),
        "tanh" => at(0)?.tanh(),
        "exp" => at(0)?.exp(),
        "exp2" | "ex2" => at(0)?.exp2(),
        "log" => at(0)?.ln(),
        "log2" | "lg2" => at(0)?.log2(),
        "pow" => at(0)?.powf(at(1)?),
        _ => return None,
    })
}

/// What an accepted text gives: its first lane. None where an operand's format does not hold what the registers do.
fn value(text: &str, context: &Context, registers: &[f64; 5]) -> Option<f64> {
    let Parsed { instruction, .. } = parse(text, context);
    let instruction = instruction.filter(|instruction| instruction.form.meaning.computes())?;
    let result = instruction.form.destination_type(instruction.modifiers)?;
    let bits = |(place, source): (usize, &Source)| match source {
        Source::Literal(literal) => Some(literal.bits),
        Source::Register(register) => {
            let taken = instruction.form.source_type(instruction.modifiers, place).operand();
            let number = registers[number_of(&register.name).min(4)];
            let lane = rounding::read(&format!("{number:e}")).expect("a number").to_bits(taken.format, Mode::Rn).0;
            let is_exact = taken.format.is_floating() && converted(taken.format, lane, F64::ROW) == number.to_bits();
            is_exact.then(|| (0..taken.lanes).fold(0, |all, at| all | lane << taken.format.spare_bits << (at * taken.format.width())))
        }
    };
    let given = instruction.sources.iter().enumerate().map(bits).collect::<Option<Vec<u64>>>()?;
    let mut operands = [0; 5];
    operands[..given.len()].copy_from_slice(&given);
    let request = Request::new(instruction.form, instruction.modifiers, operands, *context);
    let all = evaluate(&request, &mut Silent).bits;
    let format = result.operand().format;
    (!result.is_integer()).then(|| f64::from_bits(converted(format, all >> format.spare_bits & format.mask(), F64::ROW)))
}

/// The formats among the words of a head.
fn formats(text: &str) -> Vec<&str> {
    let words = text.split(' ').next().unwrap_or("").split('.').skip(1);
    words.filter(|word| Type::named(&format!(".{word}")).is_some()).map(|word| word.split('x').next().unwrap_or(word)).collect()
}

#[test]
fn every_fix_is_accepted_and_keeps_the_meaning() {
    let (mut followed, mut computed, mut wrong) = (0, 0, Vec::new());
    for (text, context) in mistakes() {
        let before = errors(&text, &context);
        for fix in parse(&text, &context).diagnostics.iter().flat_map(|one| &one.fixes) {
            followed += 1;
            let (after, then) = applied(fix, &text, context);
            // What else was wrong may still be; what could not be seen before has a way out itself.
            let left = errors(&after, &then);
            let end = mended(&after, then, 4);
            if end.is_none() && left.len() >= before.len() && left.iter().any(|one| one.code != "empty") {
                wrong.push(format!("{text}\n[{}] {after}\n{left:?}", fix.label));
            }
            let Some((end, then)) = end else { continue };
            let same_bits = formats(&end).iter().any(|other| other.starts_with('b') && *other != "bf16");
            if !same_bits && !formats(&text).iter().all(|format| *format == "pred" || formats(&end).contains(format)) {
                wrong.push(format!("{text}\n[{}] {end}\nhas another type", fix.label));
            }
            for registers in [POSITIVE, MIXED] {
                let Some((meant, given)) = meaning(&text, &registers).zip(value(&end, &then, &registers)) else { continue };
                let clamps = [".sat", ".relu"].iter().any(|word| text.contains(word));
                if clamps && !(0.0..=1.0).contains(&meant) {
                    continue;
                }
                computed += 1;
                if !is_near(meant, given, &end) {
                    wrong.push(format!("{text}\n[{}] {end}\nmeant {meant}, gives {given}", fix.label));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(followed > 150 && computed > 100, "{followed} followed, {computed} computed");
}

/// A misspelt word of machine code is mended where one word is nearest; the name of a function is no misspelling.
#[test]
fn machine_code_is_mended_by_the_same_rule() {
    for (text, expected) in [
        ("MUFU.RCX R0, R1;", Some("MUFU.RCP R0, R1;")),
        ("MUFU.EXP R0, R1;", None),
        ("MUFU.LOG R0, R1;", None),
        ("MUFU.TAN R0, R1;", None),
        ("FADD.RX R0, R1, R2;", None),
    ] {
        for target in [Target::SM_52, Target::SM_90] {
            let context = Context { target, ..Context::default() };
            let document = if target == Target::SM_52 { Document::read_64(text, &context) } else { Document::read_128(text, &context) };
            let said = document.diagnostics;
            let wrong: Vec<&Diagnostic> = said.iter().filter(|one| one.is_error()).collect();
            let mended: Vec<Option<String>> = wrong.iter().flat_map(|one| &one.fixes).map(|fix| fix.apply(text)).collect();
            assert!(!wrong.is_empty(), "{text} on {target}");
            assert_eq!(mended, expected.map(|expected| Some(expected.to_owned())).into_iter().collect::<Vec<_>>(), "{text} on {target}");
        }
    }
}

/// Whether a result is that value, as near as the instruction comes to it.
fn is_near(meant: f64, given: f64, text: &str) -> bool {
    let narrow = ["approx", "e4m3", "e5m2", "e2m", "e3m", "f16"].iter().any(|word| text.contains(word));
    let bound = match () {
        () if narrow => 0.15,
        () if text.contains("f64") => 1e-12,
        () => 1e-6,
    };
    let out_of_range = given.is_infinite() && meant.abs() > f64::from(f32::MAX) || meant.abs() < f64::from(f32::MIN_POSITIVE);
    meant == given || meant.is_nan() && given.is_nan() || (meant - given).abs() <= bound * meant.abs() || out_of_range
}
