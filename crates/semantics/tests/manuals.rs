//! Tables of NVIDIA's manuals and guides, line by line: what they print is what the rows say and the engine gives, but for named misprints.

use semantics::evaluate::{Request, evaluate};
use semantics::instruction::cuda::extreme::Extreme::{Infinity, LargestNormal, MaximumInteger, One};
use semantics::instruction::cuda::extreme::{EXTREMES, PRINTED_VALUES, Representation, computed, extremes, formats, representations};
use semantics::instruction::cuda::{Body, FOOTNOTES, LIBRARY, function_named, functions, rows};
use semantics::instruction::ptx::special_values::{SpecialClass, agrees, common, printed};
use semantics::instruction::ptx::summary::{LINES, uncovered};
use semantics::instruction::{Context, forms};
use semantics::number::{BF16, E4M3, F16, F32, F64, Format, Pattern};
use semantics::rounding::Mode;
use semantics::trace::Silent;

#[test]
fn patterns_are_of_their_class() {
    for format in [F32::ROW, F64::ROW] {
        for class in SpecialClass::ALL {
            for bits in class.patterns(format) {
                assert_eq!(SpecialClass::of(Pattern::new(format, bits)), class, "{bits:x}");
            }
        }
    }
}

#[test]
fn what_results_have_in_common() {
    let of = |bits: &[u64]| common(&bits.iter().map(|bits| Pattern::new(F32::ROW, *bits)).collect::<Vec<_>>());
    assert_eq!(of(&[0x3f80_0000, 0x3f80_0000]), "+1.0");
    assert_eq!(of(&[0x3f80_0001, 0x3f80_0000]), "+normal");
    assert_eq!(of(&[0x7fff_ffff]), "NaN");
    assert_eq!(of(&[0, 1]), "+0.0 or +subnormal");
    assert_eq!(of(&[0, 1, 0x3f80_0000, 0x7f80_0000]), "+finite or Inf");
    assert_eq!(of(&[0x8000_0001, 1, 0x3f80_0000]), "finite");
    assert_eq!(of(&[]), "");
}

/// Every combination of modifiers of every form that a table is about, on every class that the table prints.
#[test]
fn the_model_gives_what_the_manual_prints() {
    let mut compared = 0;
    for form in forms() {
        for modifiers in form.pattern.combinations() {
            let Some(table) = printed(form.meaning, modifiers.union(form.implied)) else { continue };
            let Some(format) = form.source_type(modifiers, 0).operand().number() else { continue };
            for (class, result) in table.rows {
                let run = |bits| evaluate(&Request::new(form, modifiers, [bits, 0, 0], Context::default()), &mut Silent).bits;
                let results: Vec<Pattern> = class.patterns(format).into_iter().map(|bits| Pattern::new(format, run(bits))).collect();
                let computed = common(&results);
                let explained = table.differences.iter().find(|(known, _, _)| known == class);
                let expected = explained.map_or(*result, |(_, computed, _)| *computed);
                assert!(
                    agrees(&computed, expected),
                    "{} {modifiers:?}: {} gives {computed}, not {expected}",
                    form.row.syntax,
                    class.name()
                );
                // A difference that is none any more must go.
                assert!(explained.is_none() || !agrees(&computed, result), "{} {}", form.row.syntax, class.name());
                compared += 1;
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn the_rows_say_what_the_manual_prints() {
    for line in LINES {
        assert_eq!(line.computed(), Some(line.printed), "{}", line.instructions);
        for mnemonic in line.mnemonics {
            assert!(line.forms().any(|form| form.mnemonic() == *mnemonic), "{} lacks {mnemonic}", line.instructions);
        }
    }
}

#[test]
fn the_summary_leaves_out_what_is_known_to_be_missing() {
    let left_out: Vec<&str> = uncovered().map(|form| form.row.syntax.split_whitespace().next().unwrap_or_default()).collect();
    let expected = ["testp.op.type", "add{.rnd}{.ftz}.f32x2", "sub{.rnd}{.ftz}.f32x2", "mul{.rnd}{.ftz}.f32x2", "fma.rnd{.ftz}.f32x2"];
    assert!(expected.iter().all(|form| left_out.contains(form)), "{left_out:?}");
    assert!(left_out.iter().all(|form| expected.contains(form) || form.starts_with("copysign")), "{left_out:?}");
}

#[test]
fn every_prototype_reads_and_names_one_function() {
    let rows = rows().count();
    assert_eq!(functions().len(), rows);
    for function in functions() {
        assert!(!function.row.summary.is_empty(), "{}", function.row.prototype);
        for (name, mode) in function.names() {
            assert_eq!(function_named(&name), Some((function, mode)), "{name}");
        }
        if let Body::Ptx(lines) = function.row.body {
            assert_eq!(lines.contains(".rnd") || lines.contains(".irnd"), !function.modes.is_empty(), "{lines}");
        }
    }
    assert_eq!(function_named("__float2half").map(|(function, mode)| (function.stem, mode)), Some(("__float2half", Some(Mode::Rn))));
    assert_eq!(function_named("__saturate").map(|(function, _)| function.stem), Some("__saturatef"));
}

#[test]
fn every_name_that_runs_is_a_function_of_its_type() {
    let mut count = 0;
    for entry in LIBRARY {
        assert!(entry.notes.iter().all(|note| *note < FOOTNOTES.len()), "{}", entry.function);
        let types = entry
            .names()
            .filter_map(|name| function_named(&name))
            .map(|(function, _)| function.parameters.iter().find(|own| own.format.is_floating()).map_or("", |own| own.format.name));
        let types: Vec<&str> = types.collect();
        assert!(["F32", "F64"].starts_with(&types), "{}: {types:?}", entry.function);
        count += types.len();
    }
    assert_eq!(count, 168);
    // What stands beside the printed error is another one, a number of ulps first.
    for entry in LIBRARY {
        for (printed, present) in [entry.single, entry.double].into_iter().zip(entry.present) {
            assert!(
                present.is_empty() || present != printed && present.starts_with(|digit: char| digit.is_ascii_digit()),
                "{}",
                entry.function
            );
        }
    }
    assert_eq!(LIBRARY.iter().filter(|entry| entry.present != ["", ""]).count(), 31);
    assert!(LIBRARY.windows(2).all(|pair| pair[0].function != pair[1].function));
}

/// Each claimed misprint differs from the computed value, and every other printed digit and value equals it.
#[test]
fn the_misprints_are_these() {
    let wrong: Vec<(&str, &str, &str)> =
        EXTREMES.iter().filter(|line| line.hex_is_wrong()).map(|line| (line.format.name, line.extreme.name(), line.hex)).collect();
    #[rustfmt::skip]
    assert_eq!(wrong, [
        ("F64", "Largest normal", "7F7FFFFF"),
        ("F32", "1.0", "00800000"),
        ("F16", "Largest denormal", "07FF"),
        ("F16", "Smallest normal", "0800"),
        ("F16", "All integers up to", "3c00"),
    ]);
    for line in &EXTREMES {
        assert!(!line.value_is_wrong(), "{} {}", line.format.name, line.extreme.name());
    }
}

#[test]
fn every_format_has_its_values() {
    let hex = |format, extreme| computed(format, extreme).map(|pattern| pattern.hex());
    assert_eq!(hex(F64::ROW, LargestNormal).as_deref(), Some("7fefffffffffffff"));
    assert_eq!(hex(F32::ROW, One).as_deref(), Some("3f800000"));
    assert_eq!(hex(F16::ROW, MaximumInteger).as_deref(), Some("6800"));
    assert_eq!(hex(BF16::ROW, MaximumInteger).as_deref(), Some("4380"));
    assert_eq!(hex(E4M3::ROW, LargestNormal).as_deref(), Some("7e"));
    assert_eq!(hex(E4M3::ROW, Infinity), None);
    for format in formats() {
        for line in extremes(format) {
            let Some(pattern) = line.computed else { continue };
            let Some(exact) = pattern.exact() else { continue };
            // The value as written, evaluated by hand: a power of two, less one place where brackets follow.
            let text = line.extreme.value(format);
            let (power, tail) = text.strip_prefix("2^").map_or((0, ""), |rest| {
                let (power, tail) = rest.split_once('[').unwrap_or((rest, ""));
                (power.parse::<i32>().unwrap(), tail)
            });
            let places = tail.strip_prefix("1-2^-").map_or(0, |tail| tail.trim_end_matches(']').parse::<i32>().unwrap());
            let magnitude = (1u128 << places) - u128::from(places > 0);
            let shift = exact.exponent - (power - places);
            let (ours, theirs) = if shift >= 0 {
                (u128::from(exact.magnitude) << shift, magnitude)
            } else {
                (u128::from(exact.magnitude), magnitude << -shift)
            };
            assert_eq!(ours, theirs, "{} {} {text}", format.name, line.extreme.name());
        }
    }
}

#[test]
fn representations_follow_from_the_rows() {
    let shown = |format: &Format| representations(format).into_iter().map(|line| [line.exponent, line.value].join(" ")).collect::<Vec<_>>();
    assert_eq!(shown(F32::ROW), ["0 ±0", "0 ±2^-126[0.mantissa]", "1 to 254 ±2^(e-127)[1.mantissa]", "255 ±∞", "255 none"]);
    assert_eq!(shown(F16::ROW)[1], "0 ±2^-14[0.mantissa]");
    // Twice the base of a printed power is missing.
    for (format, values) in PRINTED_VALUES {
        let lines = representations(format);
        let wrong: Vec<&str> = lines.iter().filter(|line| line.is_misprint()).filter_map(|line| line.printed).collect();
        assert_eq!(wrong, values.into_iter().filter(|value| value.contains("±^")).collect::<Vec<_>>());
    }
    let normal = "±2^(e-7)[1.mantissa]";
    let narrow = ["0 ±0".into(), "0 ±2^-6[0.mantissa]".into(), format!("1 to 14 {normal}"), format!("15 {normal}"), "15 none".into()];
    assert_eq!(shown(E4M3::ROW), narrow);
    // What a line says of a pattern is what the pattern is.
    for format in [E4M3::ROW, F16::ROW] {
        for bits in 0..1_u64 << (format.width() - 1) {
            let pattern = Pattern::new(format, bits);
            let (field, fraction) = (pattern.exponent_field(), pattern.fraction_field());
            let fits = |line: &Representation| {
                let (first, last) = line.exponent.split_once(" to ").unwrap_or((&line.exponent, &line.exponent));
                let fraction_fits = match line.mantissa {
                    "0" => fraction == 0,
                    "Nonzero" => fraction != 0,
                    "All ones" => fraction == format.fraction_mask(),
                    "Any but all ones" => fraction != format.fraction_mask(),
                    _ => true,
                };
                (first.parse().unwrap()..=last.parse().unwrap()).contains(&field) && fraction_fits
            };
            let lines = representations(format);
            let fitting: Vec<&Representation> = lines.iter().filter(|line| fits(line)).collect();
            let [line] = fitting[..] else { panic!("{} {bits:x}: {fitting:?}", format.name) };
            assert_eq!(line.case == "Not-A-Number", pattern.is_nan(), "{} {bits:x}", format.name);
        }
    }
}
