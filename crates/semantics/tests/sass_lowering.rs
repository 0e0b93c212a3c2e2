//! What the assembler makes of PTX: the table is its output, each line of floating point reads, and what runs computes the PTX.

use crate::assembler::{Asked, Tools, target_for};
use semantics::evaluate::evaluate;
use semantics::instruction::{Context, SOURCES, Target, Version};
use semantics::kernel::Module;
use semantics::language::{ParsedSource, read};
use semantics::number::{F32, OperandType, Random};
use semantics::oracle::oracle;
use semantics::register_file::RegisterFile;
use semantics::sass::ptxas_table::{GENERATIONS, code_of, instructions, origins, run};
use semantics::sass::{What, parse, text};
use semantics::syntax::Registers;
use semantics::trace::Silent;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/sass/assembled.txt");

/// The table as text, made by the tools.
fn made(tools: &Tools) -> String {
    let asked: Vec<Asked> = Asked::all().collect();
    let mut codes: Vec<Vec<Option<String>>> = Vec::new();
    for &generation in GENERATIONS {
        let mut own = vec![None; asked.len()];
        let mut groups: BTreeMap<Target, Vec<usize>> = BTreeMap::new();
        for (at, one) in asked.iter().enumerate() {
            if let Some(target) = target_for(*one, generation) {
                groups.entry(target).or_default().push(at);
            }
        }
        for (target, places) in groups {
            let some: Vec<Asked> = places.iter().map(|at| asked[*at]).collect();
            let code = tools.code(&some, Context { target, ptx: Version::NEWEST });
            for (at, code) in places.iter().zip(code) {
                if code.is_none() {
                    println!("{target} refuses {}", asked[*at].name());
                }
                own[*at] = code.map(|lines| if lines.is_empty() { ".".to_owned() } else { lines.join(" | ") });
            }
        }
        codes.push(own);
    }
    // Code without instructions is a point. Sequences are numbered in the order in which they first stand.
    let (mut numbers, mut sequences, mut rows) = (HashMap::new(), String::new(), String::new());
    for (at, one) in asked.iter().enumerate() {
        let own: Vec<Option<&String>> = codes.iter().map(|codes| codes[at].as_ref()).collect();
        if own.iter().all(Option::is_none) {
            continue;
        }
        let _ = write!(rows, "{} {}", one.name(), one.sources());
        for alike in own.chunk_by(|one, other| one == other) {
            let number = alike[0].map(|code| {
                let next = numbers.len();
                *numbers.entry(code.clone()).or_insert_with(|| {
                    let _ = writeln!(sequences, "{code}");
                    next
                })
            });
            let _ = write!(rows, " {}*{}", number.map_or("-".to_owned(), |number| number.to_string()), alike.len());
        }
        rows.push('\n');
    }
    format!("ptxas {}\n{sequences}\n{rows}", tools.version())
}

/// Makes the table anew, or holds it to the tools.
#[test]
#[ignore = "wants NVIDIA's ptxas and nvdisasm 13.5 in CUDA_HOME or on PATH; run with --ignored, ULPSCOPE_BLESS=1 writes the table"]
fn the_table_is_what_the_assembler_makes() {
    let tools = Tools::find().expect("ptxas and nvdisasm in CUDA_HOME or on PATH");
    let made = made(&tools);
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(PATH, &made).unwrap();
    }
    assert!(std::fs::read_to_string(PATH).unwrap() == made, "the table differs from what {} makes", tools.version());
}

const TARGETS: [Target; 9] = [
    Target::SM_75,
    Target::SM_80,
    Target::SM_86,
    Target::SM_89,
    Target::SM_90,
    Target::SM_100,
    Target::SM_103,
    Target::SM_120,
    Target::SM_121,
];

/// Every instruction of a target with the code that the table has for it.
fn codes(target: Target) -> impl Iterator<Item = (Asked, Vec<&'static str>)> {
    let rows: BTreeMap<(&str, usize), ()> = instructions(target).map(|row| (row, ())).collect();
    Asked::all().filter_map(move |asked| {
        let (name, sources) = (asked.name(), asked.sources());
        rows.contains_key(&(name.as_str(), sources)).then(|| (asked, code_of(&name, sources, target).expect("a row of the table has code")))
    })
}

/// What a generation has and the table lacks: the disassembler writes nothing of a hidden operation.
const HIDDEN: [&str; 2] = ["cvt.rn.satfinite.f16.f32", "cvt.rz.satfinite.f16.f32"];

#[test]
fn every_instruction_of_a_generation_has_its_code() {
    let lacking: Vec<String> = Asked::all()
        .flat_map(|asked| GENERATIONS.iter().map(move |generation| (asked, *generation)))
        .filter_map(|(asked, generation)| Some((asked, target_for(asked, generation)?)))
        .filter(|(asked, target)| code_of(&asked.name(), asked.sources(), *target).is_none())
        .map(|(asked, target)| format!("{} on {target}", asked.name()))
        .collect();
    assert_eq!(lacking, HIDDEN.map(|name| format!("{name} on sm_75")));
}

/// Lines that the reader of texts does not take, with the reason.
const UNREAD: &[(&str, &str)] = &[
    (".S2_6.BF16.UNPACK_B_MERGE_C", "scale factors that stand in the word as a number"),
    (".N6420", "every second number of 4 bits of a register"),
];

#[test]
fn every_line_of_floating_point_reads_and_is_written_back() {
    let (mut lines, mut rows, mut wrong, mut needed) = (0, 0, BTreeSet::new(), BTreeSet::new());
    for (target, generation) in TARGETS.into_iter().zip(GENERATIONS.iter().copied()) {
        let mut known = BTreeSet::new();
        rows += instructions(target).count();
        for (_, code) in codes(target) {
            for line in code.into_iter().filter(|line| known.insert(*line)) {
                let parsed = parse(&format!("{line};"), generation);
                let squeezed = |text: &str| text.trim_end_matches([';', ' ']).split_whitespace().collect::<String>();
                let name = line.split_whitespace().find(|word| !word.starts_with('@')).expect(line);
                let reads = match parsed.statements.first().map(|statement| &statement.what) {
                    Some(What::Instruction(instruction)) => {
                        lines += 1;
                        squeezed(&text(instruction)) == squeezed(line)
                    }
                    Some(What::Other(_)) => true,
                    _ => name == "CALL",
                };
                match UNREAD.iter().find(|(piece, _)| line.contains(piece)) {
                    Some(row) if !reads => _ = needed.insert(row.0),
                    _ if !reads => _ = wrong.insert(format!("{line} on {target}")),
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(needed.len(), UNREAD.len(), "rows that are no longer needed");
    assert_eq!(rows as u64, oracle("assembled.txt").answers);
    assert!(lines > 2000, "{lines}");
}

fn bits(own: OperandType, state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let random = *state >> 8 ^ *state << 40;
    let (chosen, mask) = (*state >> 60, u64::MAX >> (64 - own.width()));
    let format = own.format;
    let special = match chosen {
        0 => 0,
        1 => 1,
        2 => format.sign_mask(),
        _ => return random & mask,
    };
    own.with_lane(random & mask, 0, special)
}

#[test]
fn code_that_runs_computes_what_its_ptx_computes() {
    let mut differ: BTreeMap<String, String> = BTreeMap::new();
    let (mut whole, mut partly, mut compared, mut known) = (0, 0, 0, BTreeSet::new());
    for target in TARGETS {
        for (asked, code) in codes(target) {
            if !known.insert((asked.name(), asked.sources(), code.clone())) {
                continue;
            }
            let own = target_for(asked, target.number()).expect("a target that has it");
            let context = Context { target: own, ptx: Version::NEWEST };
            let mut state = 42;
            let mut ran = false;
            for _ in 0..24 {
                let blank = asked.request([0; SOURCES], context);
                let mut operands = [0; SOURCES];
                for (at, operand) in operands.iter_mut().enumerate().take(asked.sources()) {
                    *operand = bits(blank.source_type(at), &mut state);
                }
                let request = asked.request(operands, context);
                let given: Vec<(OperandType, u64)> = (0..asked.sources()).map(|at| (request.source_type(at), operands[at])).collect();
                let Some(result) = run(&code, &given, request.destination_type(), own).result else { continue };
                ran = true;
                compared += 1;
                let wanted = evaluate(&request, &mut Silent).bits;
                if result != wanted {
                    differ.entry(asked.name()).or_insert_with(|| format!("{target} {operands:x?}: {result:x} <> {wanted:x} {code:?}"));
                }
            }
            if ran { whole += 1 } else { partly += 1 }
        }
    }
    let told: Vec<String> = differ.iter().map(|(name, how)| format!("{name}: {how}")).collect();
    println!("{whole} run whole, {partly} in part; {compared} results");
    assert!(told.is_empty(), "{} differ\n{}", told.len(), told.join("\n"));
    // Sums and products of four numbers (QADD4, QMUL4, QFMA4) and of pairs of two formats do not run as machine code.
    assert!(whole > 2400, "{whole} {partly}");
}

/// FCHK's rule is inferred, so it is held to what it is for: what it lets through divides right, over exponents one in three, and all of those beside its borders.
#[test]
fn what_the_check_of_a_division_lets_through_is_rounded_correctly() {
    let single = OperandType::one(F32::ROW);
    for (name, target) in [("div.rn.f32", Target::SM_75), ("div.rn.f32", Target::SM_90), ("div.rn.ftz.f32", Target::SM_120)] {
        let (asked, code) = codes(target).find(|(asked, _)| asked.name() == name).expect(name);
        let (mut state, mut fast, mut slow) = (7, 0, 0);
        let beside = |a: i64, b: i64| {
            let borders =
                [(20..32).contains(&a) || a > 249, !(4..248).contains(&b), (-130..-119).contains(&(a - b)), (124..131).contains(&(a - b))];
            (a % 3 == 0 && b % 3 == 0) || (borders.contains(&true) && (a + b) % 2 == 0)
        };
        let all = (0..=255u64).flat_map(|a| (0..=255u64).map(move |b| (a, b)));
        for (a, b) in all.filter(|(a, b)| beside(*a as i64, *b as i64)) {
            let [a, b] = [a, b].map(|exponent| exponent << 23 | bits(single, &mut state) & 0x807f_ffff);
            let mut operands = [0; SOURCES];
            operands[..2].copy_from_slice(&[a, b]);
            let request = asked.request(operands, Context { target, ptx: Version::NEWEST });
            match run(&code, &[(single, a), (single, b)], single, target).result {
                Some(result) => {
                    assert_eq!(result, evaluate(&request, &mut Silent).bits, "{name} on {target}: {a:08x} / {b:08x}");
                    fast += 1;
                }
                None => slow += 1,
            }
        }
        assert!(fast > 4000 && slow > 1500, "{name} on {target}: {fast} {slow}");
    }
}

#[test]
fn machine_instructions_know_the_ptx_that_they_come_from() {
    let of = |line: &str, generation: u32| {
        let parsed = parse(line, generation);
        let Some(What::Instruction(instruction)) = parsed.statements.first().map(|statement| statement.what.clone()) else {
            panic!("{line}")
        };
        origins(&instruction).first().map(|origin| (origin.text(), origin.alone))
    };
    for (line, generation, ptx, alone) in [
        ("FADD R0, R1, R2;", 90, "add.f32 %f0, %f1, %f2;", true),
        ("@!P2 FADD R0, R7, -R9;", 90, "sub.f32 %f0, %f1, %f2;", true),
        ("FADD.FTZ.RZ R0, R1, 1.5;", 75, "add.rz.ftz.f32 %f0, %f1, %f2;", true),
        ("FFMA.RM R0, R1, c[0x0][0x160], R2;", 80, "fma.rm.f32 %f0, %f1, %f2, %f3;", true),
        ("MUFU.EX2 R3, R4;", 120, "ex2.approx.ftz.f32 %f0, %f1;", true),
        ("FCHK P0, R1, R2;", 90, "div.rn.f32 %f0, %f1, %f2;", false),
        ("DMUL R2, R4, R6;", 100, "mul.f64 %fd0, %fd1, %fd2;", true),
    ] {
        assert_eq!(of(line, generation), Some((ptx.to_owned(), alone)), "{line}");
    }
    assert_eq!(of("FSWZADD.NDV R0, R1, R2, PPPPPPPP;", 90), None);
}

/// The PTX that machine code becomes computes what the code does: every line of the table alone, on every generation, its signs turned too.
#[test]
fn machine_code_as_ptx_computes_the_same() {
    let mut random = Random::new(9);
    let (mut lines, mut lifted) = (BTreeSet::new(), BTreeMap::new());
    for target in [Target::SM_75, Target::SM_80, Target::SM_90, Target::SM_100, Target::SM_120] {
        let context = Context { target, ptx: Version::NEWEST };
        for (name, sources) in instructions(target) {
            for line in code_of(name, sources, target).into_iter().flatten() {
                let signs = ["R5", "R4"].map(|name| line.replacen(&format!(", {name}"), &format!(", -{name}"), 1));
                for line in core::iter::once(line.to_owned()).chain(signs) {
                    if !lines.insert((target, line.clone())) {
                        continue;
                    }
                    let document = read(&line, &context);
                    let Some(ptx) = document.compiled() else { continue };
                    *lifted.entry(line.split(['.', ' ']).next().unwrap_or("").to_owned()).or_insert(0) += 1;
                    let module = Module::implicit(&ptx.join("\n"), &context, Registers::default());
                    assert!(module.refusal().is_none(), "{target} {line}: {ptx:?} {:?}", module.diagnostics);
                    for _ in 0..20 {
                        let (mut words, mut names) = (RegisterFile::default(), RegisterFile::default());
                        let all: Vec<u64> = (0..16).map(|_| special(&mut random)).collect();
                        for number in 0..16 {
                            words.set(&format!("R{number}"), all[number]);
                            names.set(&format!("%R{number}"), all[number]);
                            names.set(&format!("%RD{number}"), all[number] | all[(number + 1) % 16] << 32);
                        }
                        let (ours, theirs) = (module.run(&names), document.run(&words).unwrap_or_else(|| panic!("{line}")));
                        let word = |value: &semantics::run::Value| value.bits & u64::from(u32::MAX);
                        let block = theirs.blocks.last().unwrap_or_else(|| panic!("{line}"));
                        let machine = block.written.iter().rev().fold(0, |bits, value| bits << 32 | word(value));
                        let result = &ours.blocks.last().unwrap_or_else(|| panic!("{line}")).written[0];
                        assert_eq!(result.bits, machine, "{target} {line}: {ptx:?} {all:x?}");
                    }
                }
            }
        }
    }
    assert_eq!(lifted.values().sum::<u64>(), 4_399, "{lifted:?}");
}

/// 32 bits, of which a half is special often.
fn special(random: &mut Random) -> u64 {
    const PICKED: [u64; 8] = [0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x0000_0001, 0x3f80_0000, 0x7ff0_0000];
    if random.below(4) == 0 { PICKED[random.below(8) as usize] } else { random.word() & 0xffff_ffff }
}
