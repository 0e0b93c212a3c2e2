//! The index: an entry for each row of each table.

use super::asked::asked;
use super::entry::{Entry, Kind, To};
use super::glossary::TERMS;
use crate::instruction::cuda::extreme::{self, Extreme};
use crate::instruction::cuda::{LIBRARY, function_named, functions};
use crate::instruction::sass::{Mnemonic, OTHERS, Role, WITHIN, generation, volta};
use crate::instruction::{Context, Modifier, ModifierSet, Target, forms, forms_of, mnemonics};
use crate::number::{Format, Pattern};
use crate::sass::complete;
use crate::sweep::FunctionUnderTest;
use crate::sweep::bounds::{Bound, thousandths};
use crate::sweep::function_under_test::{ROUNDED, UNIT};
use crate::teaching::{Block, Screen, lessons};

/// The target of the curves.
const NEWEST: u32 = 120;

/// Words with which people look for a mnemonic.
const SAID: &[(&str, &str)] = &[
    ("abs", "absolute value magnitude"),
    ("add", "addition sum plus"),
    ("atom", "atomic atomics atomicadd atomic add"),
    ("bar", "barrier __syncthreads synchronize"),
    ("copysign", "copy a sign"),
    ("cvt", "convert conversion cast"),
    ("div", "divide division quotient"),
    ("ex2", "exponential power of two exp2"),
    ("fma", "fused multiply-add fused multiply add ffma"),
    ("lg2", "logarithm log2 base 2"),
    ("max", "maximum larger"),
    ("min", "minimum smaller"),
    ("mul", "multiply multiplication product"),
    ("neg", "negate minus"),
    ("prmt", "permute bytes"),
    ("rcp", "reciprocal inverse"),
    ("red", "atomic reduction atomicadd"),
    ("rsqrt", "reciprocal square root inverse square root"),
    ("shfl", "shuffle __shfl_sync lanes"),
    ("sin", "sine"),
    ("cos", "cosine"),
    ("sqrt", "square root"),
    ("sub", "subtract subtraction difference"),
    ("tanh", "hyperbolic tangent"),
];

/// A promise in a phrase: `24.02 good bits (CUDA handbook, Table 8.11)`.
fn promised(bound: &Bound) -> String {
    let unit = if bound.measure.counts_bits() { " good bits" } else { " ulp" };
    [&thousandths(bound.documented), unit, " on ", bound.on, " (", bound.source.name(), ")"].concat()
}

/// A machine instruction with the first of everything that its name asks for.
fn completed(name: &str, target: Target) -> String {
    let mut text = name.to_owned();
    for _ in 0..8 {
        let mut ways = complete(&text, target);
        // What ends it comes before further words.
        let last = ways.iter().position(|way| way.text.ends_with(';')).unwrap_or(0);
        match (last < ways.len()).then(|| ways.swap_remove(last)) {
            Some(way) if !text.ends_with(';') => text.replace_range(way.span, &way.text),
            _ => break,
        }
    }
    text
}

/// A call of a function with numbers for its arguments; what it writes goes to variables.
pub fn call(name: &str) -> String {
    let Some((function, _)) = function_named(name) else { return name.to_owned() };
    // What has no value at 1.1.
    let is_inside = ["acos", "asin", "atanh", "erfinv", "normcdfinv"].contains(&name.trim_end_matches('f'));
    let arguments = function.parameters.iter().enumerate().map(|(place, parameter)| match (parameter.written, parameter.format.name) {
        (true, _) => ["&", parameter.name].concat(),
        (_, "F32") => ["1.1f", "0.3f", "2.5f"][(place + usize::from(is_inside)).min(2)].to_owned(),
        (_, "F64") => ["1.1", "0.3", "2.5"][(place + usize::from(is_inside)).min(2)].to_owned(),
        (_, "F16") => "0x3c01".to_owned(),
        _ => "7".to_owned(),
    });
    [name, "(", &arguments.collect::<Vec<_>>().join(", "), ");"].concat()
}

/// Everything that the core knows.
pub fn index() -> Vec<Entry> {
    let mut list = Vec::new();
    let mut add = |kind: Kind, name: &str, also: &str, detail: &str, to: To| {
        list.push(Entry::new(kind, name, also, detail, to));
    };
    for mnemonic in mnemonics() {
        let summary = forms_of(mnemonic).first().map_or("", |form| form.row.summary);
        let also = SAID.iter().find(|(known, _)| *known == mnemonic).map_or("", |(_, also)| also);
        add(Kind::Ptx, mnemonic, also, summary, To::Mnemonic(mnemonic));
    }
    for mnemonic in Mnemonic::ALL {
        let name = mnemonic.name();
        add(Kind::Sass, name, "", mnemonic.summary(), To::Text(completed(name, Target::SM_53)));
        // The word behind the name says which function it is.
        for role in mnemonic.head().iter().filter(|role| matches!(role, Role::Function | Role::Reduction)) {
            for (word, _) in role.words().iter().filter(|(word, _)| !word.contains("INVALID")) {
                let name = [name, ".", word].concat();
                let text = [&name, " R0, R1;"].concat();
                add(Kind::Sass, &name, "", &role.meaning(word).unwrap_or_default(), To::Text(text));
            }
        }
    }
    let mut named: Vec<&str> = Mnemonic::ALL.iter().map(|mnemonic| mnemonic.name()).collect();
    // A name with a dot is another's with a word.
    for row in volta::ROWS.iter().filter(|row| !row.name.contains('.')) {
        let has = |target: &Target| generation(*target).is_some_and(|generation| row.span.has(generation));
        let target = [Target::SM_90, Target::SM_120, Target::SM_100, Target::SM_75].into_iter().find(has);
        if let Some(target) = target.filter(|_| !named.contains(&row.name)) {
            named.push(row.name);
            let text = completed(row.name, target);
            // What needs more words than can be guessed begins with its name.
            let text = if text.ends_with(';') { text } else { row.name.to_owned() };
            let said = match WITHIN.iter().find(|(name, _)| *name == row.name) {
                Some((_, does)) => ["It ", does, "."].concat(),
                None => crate::language::read(&text, &Context { target, ..Context::default() }).summary(),
            };
            add(Kind::Sass, row.name, "", &said, To::Text(text));
        }
    }
    for &(name, does) in OTHERS.iter().filter(|(name, _)| !named.contains(name)) {
        add(Kind::Sass, name, "", &["It ", does, "."].concat(), To::Text([name, ";"].concat()));
    }
    // A second type is spelled like a first one.
    let taken = forms().iter().fold(ModifierSet::NONE, |all, form| all.union(form.pattern.all)).difference(ModifierSet::LATER_TYPES);
    // A search ignores case, in which alone a comparison's `.nan` differs from `.NaN`.
    let first = |one: &Modifier| taken.iter().take_while(|other| other != one).all(|other| !other.text().eq_ignore_ascii_case(one.text()));
    for modifier in taken.iter().filter(first) {
        add(Kind::Modifier, modifier.text(), "", modifier.words(), To::Modifier(modifier.text()));
    }
    for function in functions() {
        for (name, _) in function.names() {
            let kind = if name.starts_with('_') { Kind::Intrinsic } else { Kind::Function };
            let text = call(&name);
            add(kind, &name, &function.row.spellings.join(" "), function.row.summary, To::Text(text));
        }
    }
    for entry in LIBRARY.iter().filter(|entry| entry.names().next().is_none()) {
        let name = entry.function.split(['(', '[']).next().unwrap_or("");
        let errors = [entry.operation, ". Documented error: ", entry.single, " ulp for float, ", entry.double, " for double."].concat();
        let said = if entry.single.parse::<u32>().is_ok() && entry.double.parse::<u32>().is_ok() { &errors } else { entry.operation };
        add(Kind::Function, name, "", said, To::Row(name));
    }
    for format in extreme::formats() {
        for line in extreme::extremes(format) {
            let Some(pattern) = line.computed else { continue };
            let name = [format.name, " ", &line.extreme.name().to_lowercase()].concat();
            let said = ["0x", &pattern.hex(), " = ", &line.extreme.value(format)].concat();
            add(Kind::Value, &name, &c_names(format, line.extreme), &said, To::Value(pattern));
        }
        for line in extreme::representations(format) {
            let bits = match line.case {
                "Zero" => 0,
                "Denormal" => format.smallest_normal() >> 1,
                "Normal" if line.mantissa == "Any" => format.one(),
                "Not-A-Number" => format.default_nan,
                // An extreme value itself.
                _ => continue,
            };
            let name = [format.name, " ", &line.case.to_lowercase(), " encoding"].concat();
            let said = ["exponent field ", &line.exponent, ", fraction ", line.mantissa, ": ", &line.value].concat();
            add(Kind::Value, &name, format.long_name, &said, To::Value(Pattern::new(format, bits)));
        }
    }
    for term in TERMS {
        add(Kind::Term, term.name, term.also, term.meaning, To::Term(term.name));
    }
    let subjects = UNIT.iter().chain(&ROUNDED).map(|subject| subject.name).chain(FunctionUnderTest::approximations(NEWEST));
    for name in subjects {
        let Some(subject) = FunctionUnderTest::find(name, NEWEST) else { continue };
        let promises: Vec<String> = subject.bounds().map(promised).collect();
        let said = if promises.is_empty() { "Its error for every input.".to_owned() } else { promises.join("; ") };
        add(Kind::Curve, &["error of ", name].concat(), "sfu accuracy table 8.11", &said, To::Curve(name));
    }
    let mut screens = Vec::new();
    for lesson in lessons() {
        add(Kind::Lesson, &lesson.title, &lesson.name, &lesson.about, To::Lesson(&lesson.name, 0));
        for (place, screen) in lesson.screens.iter().enumerate() {
            let detail = ["Lesson: ", &lesson.title, "."].concat();
            let entry = Entry::new(Kind::Lesson, &screen.title, &lesson.title, &detail, To::Lesson(&lesson.name, place));
            screens.push(Entry { said: said(screen).to_lowercase(), ..entry });
        }
    }
    for row in asked() {
        add(row.kind, row.name, row.also, row.detail, row.to);
    }
    list.extend(screens);
    list
}

/// All that a screen says, without what it fills in.
fn said(screen: &Screen) -> String {
    let mut said = String::new();
    for text in screen.blocks.iter().flat_map(Block::sentences) {
        text.split('{').enumerate().for_each(|(place, piece)| {
            said.push_str(if place == 0 { piece } else { piece.split_once('}').map_or("", |(_, rest)| rest) });
            said.push(' ');
        });
    }
    said
}

/// What C calls an extreme value, and how people ask for it.
fn c_names(format: &Format, extreme: Extreme) -> String {
    let (prefix, words) = match format.name {
        "F32" => ("FLT", "float single"),
        "F64" => ("DBL", "double"),
        "F16" => ("HALF", "half __half fp16"),
        _ => ("", ""),
    };
    let (name, asked) = match extreme {
        Extreme::LargestNormal => ("MAX", "maximum biggest range limit max value"),
        Extreme::SmallestNormal => ("MIN", "smallest minimum positive min value"),
        Extreme::SmallestDenormal => ("TRUE_MIN", "smallest minimum positive subnormal denorm_min"),
        Extreme::LargestDenormal => ("", "subnormal"),
        Extreme::Infinity => ("", "inf"),
        _ => ("", ""),
    };
    let c_name = if prefix.is_empty() || name.is_empty() { String::new() } else { [" ", prefix, "_", name].concat() };
    [format.long_name, " ", words, " ", asked, &c_name].concat()
}
