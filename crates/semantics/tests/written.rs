//! An investigation that was written as words and read again judges as the one that was made; words that nobody wrote so are refused or do no harm.

use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::table::{Filter, Order};
use semantics::diagnosis::{Engine, Investigation};
use semantics::instruction::{Context, Target, forms};
use semantics::number::{Format, Random, operands};
use semantics::trace::Silent;
use semantics::wire::{read, written};
use std::fmt::Write;
use std::marker::PhantomData;

/// What no row of the table stands for: several lines, moves, guards, numbers in the code, TF32, pairs, calls, machine code.
const TEXTS: [&str; 22] = [
    "mul.rn.f32 %t, %a, %b; add.rn.f32 %d, %t, %c;",
    "@%p mul.rn.f32 %t, %a, %b; mov.b32 %u, %t; @!%p sub.rn.f32 %d, %u, %c;",
    "mul.rn.f32 %d, %a, 0f3F000000;",
    "cvt.rn.tf32.f32 %t, %a;\ncvt.rz.tf32.f32 %u, %b;\nmul.rn.f32 %d, %t, %u;",
    "// a remark\n\tadd.rn.f32\t%d, %a, %b;\t// another, with 1 2 3\r\n",
    "mul.rn.f64 %t, %a, %b; add.rn.f64 %d, %t, %c;",
    "fma.rn.f32x2",
    "rcp.approx.ftz.f64",
    "__fadd_rz(x, y)",
    "y = __frcp_rn(x);",
    "__float2int_rn",
    "__fmaf_rn",
    "__dmul_ru(x, y)",
    "MUFU.RCP R0, R1;",
    "MUFU.SIN.SAT R0, -|R1|;",
    "RRO.SINCOS R0, R1; MUFU.COS R2, R0;",
    "RRO.EX2 R0, R1; MUFU.EX2 R2, R0;",
    "F2F.F16.F32.RZ R0, R1;",
    "F2F.F64.F32 R2, -R0;",
    "F2F.FTZ.F32.F64.RM R1, R2;",
    "HMUL2 R0, R1.H0_H0, -R2;",
    "HMUL2.FMZ.MRG_H1 R0, R1, R2;",
];

fn engine() -> Engine {
    Engine::with(PhantomData::<Silent>)
}

fn named(target: Target) -> Context {
    Context { target, ..Context::default() }
}

/// Everything that is asked about: every form with all its modifiers, today and on the oldest targets, and the texts.
fn subjects() -> impl Iterator<Item = (String, Context)> {
    let rows = forms().iter().flat_map(|form| form.pattern.combinations().into_iter().map(|modifiers| form.pattern.spelled(modifiers)));
    let rows = rows.flat_map(|name| [Target::SM_100, Target::SM_13].map(|target| (name.clone(), named(target))));
    rows.chain(
        TEXTS.iter().flat_map(|text| [Target::SM_100, Target::SM_90, Target::SM_52].map(|target| ((*text).to_owned(), named(target)))),
    )
}

/// Operands that find differences.
fn sample(investigation: &Investigation, random: &mut Random) -> Vec<u64> {
    let one = |format: &'static Format| match format.is_floating() {
        true => operands::one(format, &operands::edges(format), random),
        false => (random.word() & format.mask()) >> random.below(format.width().into()),
    };
    investigation.inputs.iter().map(|(_, format)| *format).map(one).collect()
}

/// What may be seen: the right bits, bits beside them, those of a hypothesis, any.
fn seen(investigation: &Investigation, operands: &[u64], random: &mut Random) -> u64 {
    let word = random.word();
    match word >> 61 {
        0 => investigation.expected(operands, engine()),
        1 => investigation.expected(operands, engine()) ^ 1,
        2 => word & u64::from(u32::MAX),
        _ => match investigation.hypotheses.get(word as usize % investigation.hypotheses.len().max(1)) {
            Some(hypothesis) => hypothesis.run(operands, engine()),
            None => 0,
        },
    }
}

#[test]
fn what_is_read_judges_as_what_was_written() {
    let mut random = Random::new(1);
    let (mut made, mut samples, mut explained, mut longest) = (0, 0, 0, 0);
    for (text, context) in subjects() {
        let Ok(investigation) = Investigation::new(&text, &context) else { continue };
        let words = written(&investigation);
        let read: Investigation = read(&words).unwrap_or_else(|| panic!("{text}: {words:x?}"));
        assert_eq!(written(&read), words, "{text}");
        assert_eq!(format!("{read:?}"), format!("{investigation:?}"), "{text}");
        made += 1;
        longest = longest.max(words.len());
        for _ in 0..40 {
            let operands = sample(&investigation, &mut random);
            let seen = seen(&investigation, &operands, &mut random);
            let verdict = investigation.judge(&operands, seen, engine());
            assert_eq!(read.judge(&operands, seen, engine()), verdict, "{text} {operands:x?} {seen:x}");
            samples += 1;
            explained += u32::from(!verdict.is_expected() && !verdict.found.is_empty());
        }
    }
    println!("{made} instructions, {samples} samples, {explained} of them wrong and explained; the longest is {longest} words");
    assert!(made > 400 && samples > 15_000 && explained > 3000, "{made} {samples} {explained}");
}

/// A batch tells the same to the letter: its report, its rows in every order, its file.
#[test]
fn a_batch_of_what_is_read_tells_the_same() {
    let mut random = Random::new(2);
    for text in TEXTS.iter().chain(&["fma.rn.f32", "div.full.f32", "cvt.rni.s32.f32", "testp.finite.f64", "ex2.approx.f32"]) {
        let investigation = Investigation::new(text, &named(Target::SM_100)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut lines = String::from("one that cannot be read\n");
        for _ in 0..100 {
            let operands = sample(&investigation, &mut random);
            let seen = seen(&investigation, &operands, &mut random);
            for (bits, format) in operands
                .iter()
                .zip(&investigation.inputs)
                .map(|(bits, (_, format))| (bits, Some(*format)))
                .chain([(&seen, investigation.format)])
            {
                let width = format.map_or(1, |format| format.width()).div_ceil(4) as usize;
                write!(lines, "0x{bits:0width$x} ").unwrap();
            }
            lines.push('\n');
        }
        let read: Investigation = read(&written(&investigation)).unwrap();
        let [made, read] = [investigation, read].map(|investigation| {
            let mut batch = Batch::new(investigation, lines.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
            batch.run(engine());
            let rows = [Order::Line, Order::Farthest].map(|order| {
                let rows = batch.shown(Filter::All, order).into_iter().map(|place| batch.row(place as usize));
                rows.collect::<Vec<_>>()
            });
            (batch.report(), rows, batch.csv_head() + &batch.csv(0..200))
        });
        assert_eq!(made, read, "{text}");
    }
}

/// Words cut short, changed, left out or put in. Those that can be read all the same judge without harm.
#[test]
fn any_words_are_read_or_refused() {
    let mut random = Random::new(3);
    let (mut refused, mut taken) = (0, 0);
    for text in TEXTS.iter().chain(&["fma.rn.f32", "ex2.approx.ftz.f32", "cvt.rni.s32.f64", "min.xorsign.abs.f32"]) {
        let investigation = Investigation::new(text, &named(Target::SM_100)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let words = written(&investigation);
        for _ in 0..400 {
            let mut words = words.clone();
            for _ in 0..=random.word() % 2 {
                let at = random.below(words.len() as u64 + 1) as usize;
                let word = match random.word() % 8 {
                    0 => random.word(),
                    1 => u64::MAX,
                    _ => random.below(12),
                };
                match random.word() % 8 {
                    0 => words.truncate(at),
                    1 => words.insert(at, word),
                    _ if at == words.len() => {}
                    2 => drop(words.remove(at)),
                    _ => words[at] = word,
                }
            }
            let Some(investigation) = read::<Investigation>(&words) else {
                refused += 1;
                continue;
            };
            taken += 1;
            for _ in 0..3 {
                let operands = sample(&investigation, &mut random);
                let seen = seen(&investigation, &operands, &mut random);
                let verdict = investigation.judge(&operands, seen, engine());
                let said = verdict.found.iter().map(|place| investigation.hypotheses[usize::from(*place)].sentence());
                assert!(said.into_iter().all(|sentence| sentence.ends_with('.')));
            }
        }
    }
    for words in [&[][..], &[1], &[u64::MAX], &[0, 0, 8, 8, u64::MAX]] {
        assert!(read::<Investigation>(words).is_none(), "{words:?}");
    }
    println!("{refused} refused, {taken} taken");
    assert!(refused > 1000 && taken > 1000, "{refused} {taken}");
}

#[test]
fn what_is_written_is_read_and_nothing_else() {
    let item = (vec![Some("é, 日本 and more".to_owned()), None], -3_i128 << 70);
    let words = written(&item);
    assert_eq!(read(&words), Some(item));
    for end in 0..words.len() {
        assert_eq!(read::<(Vec<Option<String>>, i128)>(&words[..end]), None);
    }
    assert_eq!(read::<u8>(&[256]), None);
    assert_eq!(read::<String>(&[1, 0xff]), None);
    assert_eq!(read::<Vec<u64>>(&[u64::MAX, 1]), None);
    assert_eq!(read::<u64>(&[1, 2]), None);
}
