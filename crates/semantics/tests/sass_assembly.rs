//! From PTX to machine code: the lines compute the instruction's bits, and each line opened alone computes its own.

use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Modifier, Target, forms};
use semantics::line::{Form, evaluate_line};
use semantics::number::Random;
use semantics::sass::assembly::{Assembly, of_ptx};
use semantics::sass::looks_like_sass;
use semantics::special_function::sequence_table::FAST_PATHS;
use semantics::syntax::{Source, parse};
use semantics::trace::Silent;

/// Operands of every kind: special ones and any bits, a stream that depends on nothing.
fn operands(width: u32) -> impl Iterator<Item = [u64; 3]> {
    let specials = if width == 64 {
        [
            0,
            1,
            0x000f_ffff_ffff_ffff,
            0x0010_0000_0000_0000,
            0x3ff0_0000_0000_0000,
            0x7fef_ffff_ffff_ffff,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
        ]
    } else {
        [0, 1, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000]
    };
    let pairs = specials.into_iter().flat_map(move |a| specials.into_iter().map(move |b| [a, b, 0]));
    let mut random = Random::new(1);
    let mut next = move || random.word() >> (64 - width);
    pairs.chain((0..3000).map(move |_| [next(), next(), 0]))
}

fn width(request: &Request) -> u32 {
    request.source_type(0).width()
}

/// A line opened alone gives its result again.
fn opens_to_its_result(assembly: &Assembly, context: Context) {
    for line in &assembly.lines {
        let Some((text, registers)) = &line.opens else { continue };
        let bits = if looks_like_sass(text) {
            let given: Vec<String> = registers.iter().map(|(name, bits)| format!("{name}={bits:08x}")).collect();
            let answer = evaluate_line(
                &format!("{} | {text}", given.join(" ")),
                Context { target: Target::SM_53, ..Context::default() },
                Form::Fields,
            );
            let hex = answer.split('\t').nth(1).and_then(|written| written.split('=').nth(1)).unwrap_or_else(|| panic!("{text}: {answer}"));
            let word = u64::from_str_radix(hex, 16).unwrap();
            // The unit gives the upper word of a double.
            if text.contains("64H") { word << 32 } else { word }
        } else {
            let parsed = parse(text, &context);
            let instruction = parsed.accepted().unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
            let mut bits = [0; 3];
            for (slot, source) in bits.iter_mut().zip(&instruction.sources) {
                let Source::Register(register) = source else { panic!("{text}") };
                *slot = registers.iter().find(|(name, _)| *name == register.name).unwrap().1;
            }
            evaluate(&Request::new(instruction.form, instruction.modifiers, bits, context), &mut Silent).bits
        };
        assert_eq!(bits, line.result, "{} opened as {text}", line.text);
    }
}

#[test]
fn the_lines_of_every_approximation_compute_its_bits_and_open_alone() {
    let mut count = 0;
    for target in [Target::SM_50, Target::SM_53, Target::SM_75, Target::SM_90] {
        let context = Context { target, ..Context::default() };
        for form in forms().iter().filter(|form| form.meaning.approximated().is_some() && form.refusal(context).is_none()) {
            for flush in [false, true] {
                let plain = form.pattern.combinations().into_iter().find(|set| set.has(Modifier::Ftz) == flush);
                let Some(modifiers) = plain else { continue };
                let blank = Request::new(form, modifiers, [0; 3], context);
                for operands in operands(width(&blank)).take(500) {
                    let request = Request::new(blank.form, blank.modifiers, operands, context);
                    let assembly = of_ptx(&request).unwrap_or_else(|| panic!("{}", form.row.syntax));
                    assert_eq!(assembly.result(), Some(evaluate(&request, &mut Silent).bits), "{} {operands:x?}", form.row.syntax);
                    opens_to_its_result(&assembly, context);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20_000, "{count}");
}

#[test]
fn fast_paths_round_correctly() {
    let context = Context::default();
    for sequence in FAST_PATHS {
        let sources = if sequence.form.starts_with("div") { "%a, %b" } else { "%a" };
        let parsed = parse(&format!("{} %d, {sources};", sequence.form), &context);
        let instruction = parsed.accepted().unwrap();
        let blank = Request::new(instruction.form, instruction.modifiers, [0; 3], context);
        let (mut ran, mut slow) = (0, 0);
        for operands in operands(width(&blank)) {
            let request = Request::new(blank.form, blank.modifiers, operands, context);
            let assembly = of_ptx(&request).unwrap();
            assert!(assembly.is_fast_path);
            // FCHK, which is not public, sends quotients near the ends of the range elsewhere; here both exponents stay in the middle.
            let middle = |bits: u64| (96..160).contains(&(bits >> 23 & 255));
            if assembly.case.is_none() || sources.len() > 2 && !operands[..2].iter().all(|bits| middle(*bits)) {
                slow += 1;
                continue;
            }
            assert_eq!(assembly.result(), Some(evaluate(&request, &mut Silent).bits), "{} {operands:x?}", sequence.form);
            opens_to_its_result(&assembly, context);
            ran += 1;
        }
        assert!(ran > 150 && slow > 0, "{}: {ran} {slow}", sequence.form);
    }
}

#[test]
fn other_instructions_have_no_sequence() {
    let context = Context::default();
    for text in
        ["add.f32 %d, %a, %b;", "rcp.rz.f32 %d, %a;", "sqrt.rn.ftz.f32 %d, %a;", "sqrt.rn.f64 %d, %a;", "fma.rn.f32x2 %d, %a, %b, %c;"]
    {
        let parsed = parse(text, &Context { target: Target::SM_100, ..context });
        let instruction = parsed.accepted().unwrap();
        assert_eq!(of_ptx(&Request::new(instruction.form, instruction.modifiers, [0; 3], context)), None, "{text}");
    }
}
