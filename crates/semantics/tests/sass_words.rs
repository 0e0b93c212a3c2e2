//! Machine words against NVIDIA's disassembler: decode, encode, text.
//!
//! Inputs and answers: `data/nvidia/maxwell_sass_sample.csv.gz`, nvdisasm 12.8 on raw words in which every modifier field is enumerated.
//! Judge: the text of nvdisasm, byte for byte; no normalisation is needed.

use crate::judge::machine_instruction;
use flate2::read::GzDecoder;
use semantics::instruction::Target;
use semantics::instruction::sass::maxwell::ROWS;
use semantics::instruction::sass::{
    BY_OPCODE, Instruction, Mnemonic, OTHERS, Refusal, Role, Schedule, TARGETS, WITHIN, about_other, decode, maxwell, target, volta,
};
use semantics::number::Random;
use semantics::oracle::oracle;
use semantics::sass::line::{decode_line, encode_line};
use semantics::sass::{parse, text, unsaid};
use semantics::search::{Kind, index};
use std::io::Read;

struct Row {
    group: String,
    targets: Vec<Target>,
    word: u64,
    text: String,
}

/// Group, targets, word and text. Fields with commas stand in double quotes; none has a quote in it.
fn sample() -> Vec<Row> {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("data/nvidia/maxwell_sass_sample.csv.gz")[..]).read_to_string(&mut text).expect("gzip text");
    let rows = text.lines().skip(1).map(|line| {
        let mut quoted = false;
        let fields: Vec<String> = line
            .split(|c: char| {
                quoted ^= c == '"';
                c == ',' && !quoted
            })
            .map(|field| field.trim_matches('"').to_owned())
            .collect();
        let [group, targets, word, text] = <[String; 4]>::try_from(fields).expect("four fields");
        let targets = targets.split(',').map(|name| target(name).expect("a target")).collect();
        Row { group, targets, word: u64::from_str_radix(&word, 16).expect("hex"), text }
    });
    rows.collect()
}

#[test]
fn text_is_that_of_nvdisasm() {
    let rows = sample();
    assert_eq!(rows.len() as u64, oracle("maxwell_sass_sample.csv.gz").answers);
    for row in &rows {
        for &target in &row.targets {
            let instruction = decode(row.word.into(), target.number()).unwrap_or_else(|unknown| panic!("{}: {unknown}", row.text));
            assert_eq!(text(&instruction), row.text, "{:016x} {target}", row.word);
        }
    }
}

#[test]
fn fields_make_the_word() {
    for row in sample() {
        let instruction = decode(row.word.into(), 53).expect("an instruction");
        let fields = instruction.fields().into_iter().map(|(field, value)| (field.role, value));
        let rebuilt = machine_instruction(instruction.row, fields).encode();
        assert_eq!(rebuilt, u128::from(row.word) & !instruction.unused(), "{}", row.text);
        assert_eq!(instruction.encode() & instruction.unused() != 0, row.group.ends_with("_unused_bits"), "{:016x} {}", row.word, row.text);
    }
}

#[test]
fn the_printed_line_makes_the_word() {
    let mut said_all = 0;
    for row in sample() {
        let target = row.targets[0];
        let line = decode_line(&format!("{:016x}", row.word), target, false);
        let encoded = encode_line(&line, target);
        assert_eq!(encoded.split('\t').next(), Some(&*format!("{:016x}", row.word)), "{line}: {encoded}");
        assert_eq!(line.split('\t').next(), Some(&*row.text));
        said_all += u32::from(unsaid(&decode(row.word.into(), target.number()).expect("an instruction")).is_empty());
    }
    // The rest have ignored bits, a NaN with a payload, or .PASS spelled with another number than 1.
    assert_eq!(said_all, 6_649);
}

#[test]
fn a_text_says_the_same_word_again() {
    for row in sample() {
        let target = row.targets[0];
        let first = parse(&row.text, target.number());
        assert_eq!(first.error(), None, "{}", row.text);
        assert_eq!(first.statements.len(), 1);
        assert_eq!(text(&first.statements[0].instruction().expect("an instruction")), row.text);
    }
}

#[test]
fn fields_lie_in_the_word_without_overlap() {
    for row in ROWS {
        let mut seen = row.test.mask;
        for (field, _) in Instruction::bare(row, 53).fields() {
            assert_eq!(seen & field.mask(), 0, "{} {:?}", row.syntax, field.role);
            assert_eq!(field.read(field.write(0u64, u32::MAX)), ((1u64 << field.width()) - 1) as u32);
            seen |= field.mask();
        }
        assert_eq!(seen >> 64, 0, "{}", row.syntax);
        assert_eq!(row.test.value & !row.test.mask, 0);
    }
}

/// No two forms share a word, so the order of the rows does not matter.
#[test]
fn opcode_tests_exclude_each_other() {
    for (index, a) in ROWS.iter().enumerate() {
        for b in &ROWS[index + 1..] {
            let common = a.test.mask & b.test.mask;
            assert_ne!(a.test.value & common, b.test.value & common, "{} and {}", a.syntax, b.syntax);
        }
    }
}

/// Decoding never panics, and a failing test is named by the bits that make it fail.
#[test]
fn decoding_is_total() {
    let mut random = Random::new(1);
    for round in 0..60_000u64 {
        let word = random.word();
        // Every other word has an opcode, so that all its other bits are tried at random.
        let test = ROWS[random.below(ROWS.len() as u64) as usize].test;
        let tried = if round % 2 == 0 { word & !(test.mask as u64) | test.value as u64 } else { word };
        for &target in &TARGETS[..3] {
            let line = decode_line(&format!("{tried:x}"), target, false);
            match decode(tried.into(), target.number()) {
                Ok(instruction) if instruction.is_available() => {
                    let encoded = encode_line(&line, target);
                    assert_eq!(encoded.split('\t').next(), Some(&*format!("{tried:016x}")), "{line}");
                }
                Ok(_) => assert!(line.starts_with("error\tneeds-target\t"), "{line}"),
                Err(Refusal::Elsewhere(_) | Refusal::Illegal(_)) => panic!("{line}"),
                Err(Refusal::Unknown(unknown)) => {
                    assert!(line.starts_with("error\topcode\t"), "{line}");
                    assert!(unknown.nearest.test.holds((tried ^ unknown.failing()).into()));
                }
            }
        }
    }
}

#[test]
fn command_lines() {
    let check = |line: &str, expected: &str| assert_eq!(decode_line(line, Target::SM_53, false), expected);
    check("0x5080000000470000", "MUFU.RCP R0, R0 ;");
    check("5080000001470f0c", "MUFU.RCP R12, R15 ;\t/* 24=1 */");
    check(
        "4ca8003800800d43",
        "@P0 F2F.F16.F64 R67, c[0xe][0x20] ;\t// F2F: the table of formats marks .F16 to .F64 and .F64 to .F16 Illegal. F2F: an .F64 constant is its upper word; the lower 3 address bits must be 0x4.",
    );
    check("50 80", "error\tword\t0-5\tA machine word is up to 16 hexadecimal digits.");
    let check = |line: &str, expected: &str| assert_eq!(encode_line(line, Target::SM_53), expected);
    check("MUFU.RCP R0, R0;", "5080000000470000");
    check("RRO.SINCOS R0, R0; MUFU.SIN R0, R0;", "5c90000000070000 5080000000170000");
    check(
        "MUFU.RCP R0 R0;",
        "error\toperand-count\t0-12\tThis form has 2 operands and here are 1: {@{!}Pg} MUFU.op{.SAT} Rd, {-}{|}Ra{|};",
    );
    check(
        "MUFU.RCP R0, R0 &req={0,2} &rd=3 &wr=1 ?W4;",
        "5080000000470000\t// scheduling bits 002b34: stall 4, yield bit 1, write barrier 1, read barrier 3, wait mask 000101, reuse 0000.",
    );
    assert_eq!(encode_line("HMUL2 R0, R1, R2;", Target::SM_50), "error\tneeds-target\t0-5\tHMUL2 came with sm_53; sm_50 does not have it.");
    assert_eq!(
        encode_line("MUFU.SQRT R0, R1;", Target::SM_50),
        "error\tneeds-target\t4-9\tMUFU.SQRT came with sm_52; on sm_50 the function 8 is invalid."
    );
}

/// Every function of the page's bit table: bits that are used and bits that are not make up the word.
#[test]
fn unused_bits_are_named() {
    let instruction = decode(0x7820_003c_1087_0000, 53).expect("HMUL2");
    assert_eq!((instruction.encode() & instruction.unused(), instruction.get(Role::ImmediateH0)), (1 << 53, 0x108));
}

#[test]
fn words_survive_both_ways() {
    for word in [0, 0x001f_8400_fe20_07f0, 0x7fff_ffff_ffff_ffff, 0x003f_c000_e040_07e4] {
        assert_eq!(Schedule::word(Schedule::of_word(word)), word & (u64::MAX >> 1));
    }
    let first = Schedule::of_word(0x0020_0007)[0];
    assert_eq!((first.stall, first.write, first.read, first.wait), (7, 0, 0, 0));
    assert_eq!(Schedule::default().bits(), 0x7e0);
}

/// Fields whose words are numbers (which part of a sequence, the shape of a matrix), or need no more than their name.
const NUMBERS: [Role; 5] = [Role::Step, Role::Reuse, Role::Shape, Role::Pack, Role::Apart];
/// Words whose instructions do not run here, since no document says what they do.
const UNKNOWN: [&str; 8] = ["DXY", "B0", "B1", "B2", "B3", "B3210", "N3210", "F32x2.LO_HI"];

#[test]
fn every_word_has_a_meaning() {
    for row in maxwell::ROWS.iter().chain(volta::ROWS) {
        let parts = row.operands.iter().flat_map(|operand| operand.part).chain(row.signs.iter().flat_map(|signs| signs.part));
        for choice in row.head.iter().chain(parts) {
            let role = choice.field.role;
            for word in choice.words.iter().filter(|word| !matches!(**word, "" | "-" | "!") && !word.contains("INVALID")) {
                let is_open = NUMBERS.contains(&role) || UNKNOWN.contains(word);
                assert!(role.meaning(word).is_some() || is_open, "{} {role:?} .{word}", row.name);
            }
        }
    }
}

#[test]
fn what_is_named_outside_the_table_is_explained() {
    assert!(OTHERS.is_sorted_by(|one, next| one.0 < next.0));
    // What stands in the table and becomes no single operation of PTX's has a sentence of its own.
    assert!(WITHIN.is_sorted_by(|one, next| one.0 < next.0));
    let entries = index();
    for row in volta::ROWS.iter().filter(|row| !row.name.contains('.') && !Mnemonic::ALL.iter().any(|mnemonic| mnemonic.name() == row.name))
    {
        let found = entries.iter().find(|entry| entry.kind == Kind::Sass && entry.name == row.name).unwrap();
        assert!(
            found.detail.split(". ").next().is_some_and(|said| !said.starts_with("A machine") && !said.starts_with('0')),
            "{}: {}",
            row.name,
            found.detail
        );
    }
    assert!(BY_OPCODE.iter().all(|(_, name)| about_other(name).is_some()));
    assert_ne!(about_other("IMAD.MOV.U32"), about_other("IMAD.U32"));
}
