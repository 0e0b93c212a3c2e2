//! The math library as C: what it gives against an H100, and that its texts are complete.

use super::{accepted, read, run};
use crate::compiled::chips::hash_of;
use semantics::instruction::cuda::{Body, LIBRARY, SOURCES, function_named};
use semantics::language::ParsedSource;
use semantics::register_file::RegisterFile;
use semantics::sweep::calls::verdict;
use semantics::sweep::error_report::Deviation;
use std::collections::BTreeMap;

/// The steps between the operands, or seeds, of the sample.
const EVERY: usize = 65_521;

/// What an H100 gave: the hash of its sample and those of sixteen windows, of each function.
fn measured(text: &'static str) -> BTreeMap<&'static str, Vec<&'static str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').collect()))
        .collect()
}

const ANSWERS: [(&str, &str); 2] = [
    ("", include_str!("../../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/library.txt")),
    (" // -use_fast_math", include_str!("../../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/library-use_fast_math.txt")),
];

/// The registers that a line writes, with a type that holds each.
fn written(line: &str) -> Vec<(&str, &str)> {
    let line = line.trim_end_matches(';');
    let line = if line.starts_with('@') { line.split_once(' ').map_or("", |(_, line)| line) } else { line };
    let Some((head, operands)) = line.split_once(' ') else { return Vec::new() };
    if ["st.", "bra", ".local"].iter().any(|known| head.starts_with(known)) {
        return Vec::new();
    }
    if let Some((halves, _)) = operands.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        return halves.split(", ").filter_map(|half| Some((half.strip_prefix('%')?, "b32"))).collect();
    }
    let mut types = head.split('.').filter(|part| matches!(part.len(), 3) && part[1..].bytes().all(|byte| byte.is_ascii_digit()));
    let own = match head.split('.').next() {
        Some("setp") => "pred",
        Some("clz") => "b32",
        _ if head.ends_with(".pred") => "pred",
        _ if head.contains(".wide") => "b64",
        Some(_) => types.next().unwrap_or("b32"),
        None => "b32",
    };
    operands.split(',').next().and_then(|to| Some((to.strip_prefix('%')?, own))).into_iter().collect()
}

/// The PTX of a call as a kernel of one number or two, whether they are doubles, and how many it takes.
fn kernel(name: &str, options: &str) -> (String, bool, usize) {
    let (function, _) = function_named(name).unwrap_or_else(|| panic!("{name}"));
    let doubles = function.returns.is_some_and(|format| format.name == "F64");
    let own = if doubles { "f64" } else { "f32" };
    // An order is made of a number's bits, as the chip was asked.
    let orders = function.parameters[0].format.is_integer();
    let names = if orders { vec!["x", "y"] } else { function.parameters.iter().map(|parameter| parameter.name).collect() };
    let arguments = match (orders, doubles) {
        (false, _) => names.join(", "),
        (true, false) => "__float_as_int(x) & 127, y".to_owned(),
        (true, true) => "__double2loint(x) & 127, y".to_owned(),
    };
    let declared = if doubles { "double" } else { "float" };
    let lines = accepted(&format!("{declared} {}; result_ = {name}({arguments}){options}", names.join(", "))).ptx();
    let mut registers: BTreeMap<&str, &str> = names.iter().map(|name| (*name, own)).collect();
    for (register, own) in lines.iter().flat_map(|line| written(line)) {
        registers.entry(register).or_insert(own);
    }
    let parameters: Vec<String> = names.iter().chain(&["out_"]).map(|name| format!(".param .u64 p_{name}")).collect();
    let mut text =
        format!(".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k({})\n{{\n.reg .b64 %at_;\n", parameters.join(", "));
    registers.iter().for_each(|(name, own)| text += &format!(".reg .{own} %{name};\n"));
    names.iter().for_each(|name| text += &format!("ld.param.u64 %at_, [p_{name}];\nld.global.{own} %{name}, [%at_];\n"));
    lines.iter().for_each(|line| text += &[line, "\n"].concat());
    text += &format!("ld.param.u64 %at_, [p_out_];\nst.global.{own} [%at_], %result_;\nret;\n}}\n");
    (text, doubles, names.len())
}

/// Every function's C stands here, and its text says nothing wrong under any option.
#[test]
fn each_source_is_read() {
    for name in SOURCES {
        let (function, _) = function_named(name).unwrap_or_else(|| panic!("{name} has no row"));
        assert_eq!(function.row.body, Body::Source, "{name}");
        let arguments: Vec<String> =
            function.parameters.iter().map(|own| if own.written { format!("&{}", own.name) } else { own.name.to_owned() }).collect();
        for options in ["", " // -ftz=true", " // -use_fast_math", " // -prec-div=false -prec-sqrt=false", " // -fmad=false"] {
            let text = format!("{name}({}){options}", arguments.join(", "));
            let reading = read(&text);
            assert!(reading.is_accepted() && reading.diagnostics().is_empty(), "{text}: {:?}", reading.diagnostics());
        }
    }
}

/// Compares what an H100 gave for every 65521st operand, or seed, with what the PTX of our C gives.
fn compared_with_an_h100((options, answers): (&str, &'static str)) {
    let answers = measured(answers);
    let all: Vec<&str> = SOURCES.iter().copied().filter(|name| answers.contains_key(name)).collect();
    let differs = |name: &&&str| {
        let (text, doubles, count) = kernel(name, options);
        let hash = hash_of(&text, doubles, (0..=u32::MAX).step_by(EVERY), count > 1);
        format!("{:08x}{:08x}", hash.0[0], hash.0[1]) != answers[**name][0]
    };
    assert_eq!(all.iter().filter(differs).collect::<Vec<_>>(), [] as [&&str; 0], "{options}");
    assert!(all.len() > 40, "{}", all.len());
}

#[test]
fn the_library_gives_what_an_h100_gave() {
    compared_with_an_h100(ANSWERS[0]);
}

/// The same of all operands: hours for each function.
#[test]
#[ignore = "runs each function on 2^32 operands, or on the one that ULPSCOPE_FUNCTION names"]
fn the_library_gives_what_an_h100_gave_for_all_operands() {
    let only = std::env::var("ULPSCOPE_FUNCTION").ok();
    for (options, answers) in ANSWERS {
        for (name, expected) in measured(answers).into_iter().filter(|(name, _)| SOURCES.contains(name)) {
            if only.as_deref().is_some_and(|only| only != name) {
                continue;
            }
            let (text, doubles, count) = kernel(name, options);
            for (window, expected) in (0u32..).zip(&expected[1..]) {
                let operands = window << 28..=(window << 28 | 0x0fff_ffff);
                let hash = hash_of(&text, doubles, operands, count > 1);
                assert_eq!(format!("{:08x}{:08x}", hash.0[0], hash.0[1]), *expected, "{name}{options}, window {window}");
            }
        }
    }
}

/// With the fast options each function becomes what nvcc makes of it.
#[test]
fn the_fast_library_gives_what_an_h100_gave() {
    compared_with_an_h100(ANSWERS[1]);
}

/// The chip was not asked for these: they are two functions that it was asked for.
#[test]
fn sine_and_cosine_together_are_each_alone() {
    let value =
        |text: &str, bits: u64| -> Vec<u64> { run(&accepted(text), &[("x", bits)]).results.iter().map(|value| value.bits).collect() };
    for (both, sine, cosine) in [("sincosf", "sinf", "cosf"), ("sincos", "sin", "cos")] {
        for place in 0..100u64 {
            let bits = place.wrapping_mul(0x0290_5c5b_0193_4567) >> if both.ends_with('f') { 32 } else { 0 };
            let own = [sine, cosine].map(|name| value(&format!("{name}(x)"), bits)[0]);
            assert_eq!(value(&format!("{both}(x, &s, &c);"), bits), own, "{both} {bits:016x}");
        }
    }
}

/// Each function of one number or two whose true value is known has it told, within the errors that NVIDIA states.
#[test]
fn results_are_told_beside_the_truth() {
    let mut judged = 0;
    for name in SOURCES {
        let (function, _) = function_named(name).unwrap_or_else(|| panic!("{name}"));
        let suffix = if function.parameters.last().is_some_and(|own| own.format.name == "F32") { "f" } else { "" };
        let told = [0.4, 1.25].into_iter().find_map(|x| {
            let arguments = if function.parameters[0].format.is_integer() {
                format!("2, {x}{suffix}")
            } else {
                vec![format!("{x}{suffix}"); function.parameters.len()].join(", ")
            };
            let read = read(&format!("{name}({arguments})"));
            let ran = read.run(&RegisterFile::default())?;
            let (function, arguments) = read.called(&ran.before)?;
            verdict(function, &arguments, ran.results.first()?.pattern())
        });
        let Some(verdict) = told else {
            assert!(name.starts_with("sincos"), "{name}");
            continue;
        };
        let Deviation::Ulps { thousandths, .. } = verdict.error else { panic!("{name}: {}", verdict.error) };
        let bound = LIBRARY.iter().find_map(|entry| entry.guide(suffix.is_empty()).filter(|_| entry.has(name))).unwrap_or(9);
        assert!(thousandths <= 1000 * u64::from(bound), "{name}: {}", verdict.error);
        judged += 1;
    }
    assert_eq!(judged, SOURCES.len() - 4);
}

/// What a caller does with a result is joined with its last product, as nvcc does; a name of C++ takes the type of its operands.
#[test]
fn calls_stand_in_programs() {
    let value = |text: &str| run(&accepted(text), &[]).results[0].bits;
    let joined = accepted("expf(x) + 1.0f").ptx();
    assert!(joined.last().is_some_and(|line| line.starts_with("fma.rn.f32 %d")), "{joined:?}");
    let joined = accepted("logf(x) + z // -use_fast_math").ptx();
    assert!(joined.last().is_some_and(|line| line.starts_with("fma.rn.ftz.f32 %d")), "{joined:?}");
    assert_eq!(value("exp(1.0f)"), value("expf(1.0f)"));
    assert_eq!(value("exp(1.0)"), 0x4005_bf0a_8b14_5769);
    assert_eq!(value("float s = 0.0f; for (int i = 0; i < 4; i++) s += expf((float)i); s"), 0x41f9_8b02);
    assert_eq!(value("fmaxf(sinf(1.0f), cosf(4.0f))"), value("sinf(1.0f)"));
    assert_eq!(value("powf(sinf(1e6f), cosf(1e6f)*0.0f)"), 0x3f80_0000);
    // Names of the text are no names of the library, and the other way round.
    assert_eq!(value("float angle = 2.0f; float y = sinf(1.0f); angle"), 0x4000_0000);
    assert_eq!(value("float sinf(float x) { return x + 1.0f; } sinf(1.0f)"), 0x4000_0000);
    assert!(!read("power_of_two(1.0f, 1.0f, 1.0f, 1.0f)").is_accepted());
}
