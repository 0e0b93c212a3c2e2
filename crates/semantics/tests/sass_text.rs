//! SASS as text: the examples of NVIDIA's texts, every modifier combination both ways, and what wrong lines say.

use crate::judge::machine_instruction;
use semantics::instruction::sass::maxwell::ROWS;
use semantics::instruction::sass::{Instruction, Layout, Role, Row, Source, decode};
use semantics::instruction::{Context, Target};
use semantics::line;
use semantics::number::{F16, F32, F64, Pattern};
use semantics::run::Run;
use semantics::sass::line::encode_line;
use semantics::sass::{parse, spell, text, unsaid_comment};
use semantics::syntax::Diagnostic;
use semantics::trace::text::story;

const SM53: Target = Target::SM_53;

/// Every example line of the texts of MUFU, F2F and HMUL2, how nvdisasm would print it, and what is to be said about it.
#[rustfmt::skip]
const EXAMPLES: &[(&str, &str, &[&str])] = &[
    ("MUFU.COS.SAT R0,R1; MUFU.RCP64H R3,R1;", "MUFU.COS.SAT R0, R1 ; MUFU.RCP64H R3, R1 ;", &[]),
    ("F2F.F32.F32 R0,-R1; F2F.F32.F32.CEIL R0,-R1; F2F.F32.F16 R0,-R1.H0; F2F.F16.F32.RN R0,-R1;",
        "F2F.F32.F32 R0, -R1 ; F2F.F32.F32.CEIL R0, -R1 ; F2F.F32.F16 R0, -R1 ; F2F.F16.F32 R0, -R1 ;", &[]),
    ("HMUL2 R7, -|R3|.H0_H1, 0xad1c, 0xffff;", "HMUL2 R7, -|R3|, -0.078125, -QNAN ;", &["swizzle", "immediate-cut", "immediate-cut"]),
    ("HMUL2.SAT R3, |R8|.H1_H1, -|c[6][60672]|;", "HMUL2.SAT R3, |R8.H1_H1|, -|c[0x6][-0x1300]| ;", &[]),
    ("HMUL2.F16_V2.FMZ.SAT R1, -|R4|.F32, -|RZ|.H0_H0;", "HMUL2.FMZ.SAT R1, |R4.F32|, |RZ.H0_H0| ;", &["shared-sign"]),
    ("HMUL2_32I R2, RZ.F32, 0xffff, {-|0x8ef7|};", "HMUL2_32I R2, RZ.F32, -QNAN , -0.0004251003265380859375 ;", &[]),
];

fn run(line: &str, target: Target) -> Result<Run, Diagnostic> {
    line::run(line, &Context { target, ..Context::default() })
}

#[test]
fn examples_of_the_texts() {
    for (line, printed, codes) in EXAMPLES {
        let parsed = parse(line, 53);
        assert_eq!(parsed.error(), None, "{line}");
        let texts: Vec<_> = parsed.statements.iter().map(|statement| text(&statement.instruction().expect(line))).collect();
        assert_eq!(texts.join(" "), *printed);
        let said: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(said, *codes, "{line}");
        let done = run(line, SM53).unwrap_or_else(|error| panic!("{line}: {}", error.message));
        assert!(!story(&done.trace).is_empty());
    }
}

/// The values of a role to try: all of a family of words, a few of a number.
fn values(row: &'static Row, role: Role) -> Vec<u32> {
    let width = Instruction::bare(row, 53).field(role).map_or(0, |field| field.width());
    match role {
        Role::Destination | Role::A | Role::B => vec![2, 255],
        Role::Guard => vec![0, 7],
        Role::Bank => vec![3],
        Role::Offset => vec![1, 0x3fff],
        Role::Immediate => vec![0, 0x3f800, 0xbfc01, 0xfffff],
        Role::ImmediateH0 | Role::ImmediateH1 => vec![0, 1 << (width - 1), 0x3c00 >> (16 - width), (1 << width) - 1],
        _ => (0..1 << width).collect(),
    }
}

/// Every combination of the values of all fields. Registers and predicates take one value where the form has many other fields.
fn combinations(row: &'static Row) -> impl Iterator<Item = Instruction> {
    let fields = Instruction::bare(row, 53).fields();
    let many = fields.len() > 8;
    let choices: Vec<(Role, Vec<u32>)> = fields
        .iter()
        .map(|(field, _)| {
            let mut values = values(row, field.role);
            if many && matches!(field.role, Role::Destination | Role::A | Role::B | Role::Guard | Role::GuardNot | Role::Offset) {
                values.truncate(1);
            }
            (field.role, values)
        })
        .collect();
    let count: usize = choices.iter().map(|(_, values)| values.len()).product();
    (0..count).map(move |mut index| {
        let fields = choices.iter().map(|(role, values)| {
            let value = values[index % values.len()];
            index /= values.len();
            (*role, value)
        });
        let fields: Vec<_> = fields.collect();
        machine_instruction(row, fields)
    })
}

#[test]
fn every_combination_survives_both_ways() {
    let mut count = 0;
    for row in ROWS {
        for instruction in combinations(row) {
            let comment = unsaid_comment(&instruction);
            let line = text(&instruction) + comment.as_deref().unwrap_or("");
            let parsed = parse(&line, 53);
            assert_eq!(parsed.error(), None, "{line}");
            assert_eq!(parsed.statements[0].instruction(), Some(instruction), "{line}");
            assert_eq!(decode(instruction.encode(), 53), Ok(instruction));
            count += 1;
        }
    }
    assert_eq!(count, 65_536);
}

/// Other spellings of one instruction.
#[test]
fn spellings() {
    let check = |spellings: &[&str], expected: &str| {
        for line in spellings {
            let encoded = encode_line(line, SM53);
            assert_eq!(encoded.split('\t').next(), encode_line(expected, SM53).split('\t').next(), "{line}");
            assert!(!encoded.starts_with("error"), "{line}: {encoded}");
        }
    };
    check(&["mufu.rcp r0,r1;", "MUFU .RCP R0 , R1;", "/*0008*/ MUFU.RCP R0, R1; // note", "@PT MUFU.RCP R0, R1;"], "MUFU.RCP R0, R1;");
    check(&["@!P3 MUFU.RCP.SAT R0, -|R1|;", "@ ! P3 MUFU.SAT.RCP R0, - | R1 | ;"], "@!P3 MUFU.RCP.SAT R0, -|R1|;");
    check(&["F2F R0, R1;", "F2F.PASS R0, R1; /* 39=0 */"], "F2F.F32.F32 R0, R1;");
    check(&["F2F.F32.F16 R0, |R1|.H1;", "F2F.F32.F16 R0, |R1.H1|;"], "F2F.F32.F16 R0, |R1.H1|;");
    check(&["HMUL2 R0, R1.H1_H0, c[3][16];", "HMUL2.F16_V2 R0, R1, c[0x3] [0x10];"], "HMUL2 R0, R1, c[0x3][0x10];");
    check(&["HMUL2 R0, -R1, R2;", "HMUL2 R0, R1, -R2;"], "HMUL2 R0, R1, -R2;");
    check(&["HMUL2 R0, R1, {-1.0}, {|-19.5|};", "HMUL2 R0, R1, 0xbc00, 0x4ce0;", "HMUL2 R0, R1, -1, 0x1.38p4;"], "HMUL2 R0, R1, -1, 19.5;");
    check(&["RRO.SINCOS R0, -|1.5|;", "RRO.SINCOS R0, 1.5.NEG.ABS;"], "RRO.SINCOS R0, 1.5.NEG.ABS ;");
    check(&["RRO.SINCOS R0, {-|1.5|};", "RRO.SINCOS R0, 0xbfc00000;", "RRO.SINCOS R0, -1.5;"], "RRO.SINCOS R0, -1.5 ;");
    check(&["F2F.F64.F64 R0, 0d3FF8000000000000;", "F2F.F64.F64 R0, 1.5;"], "F2F.F64.F64 R0, 1.5;");
}

#[test]
fn scheduling_parts() {
    let check = |parts: &str, bits: u32| {
        let parsed = parse(&format!("MUFU.RCP R0, R1 {parts};"), 53);
        assert_eq!(parsed.error(), None, "{parts}");
        let schedule = parsed.statements[0].schedule.expect("scheduling parts");
        assert_eq!(schedule.bits(), bits, "{parts}");
        let again = parse(&format!("MUFU.RCP R0, R1{};", schedule.text()), 53);
        assert_eq!(again.statements[0].schedule.unwrap_or_default(), schedule);
    };
    check("&req={0,2}", 0x7e0 | 5 << 11);
    check("&req=0x5", 0x7e0 | 5 << 11);
    check("&req_5", 0x7e0 | 5 << 11);
    check("&rd=2 &wr=0x1", 2 << 8 | 1 << 5);
    check("&rd2 &wr1", 2 << 8 | 1 << 5);
    check("?sched=0x14", 0x7e0 | 0x14);
    check("?W4", 0x7e0 | 0x14);
    check("?WAIT4_END_GROUP", 0x7e0 | 4);
    check("?sched", 0x7e0);
    let reused = parse("HMUL2 R0, R1.reuse, R2.reuse;", 53).statements[0].schedule;
    assert_eq!(reused.map(|schedule| schedule.reuse), Some(3));
}

/// What is wrong, where, and why.
#[test]
fn errors_name_the_rule_and_the_place() {
    let check = |line: &str, code: &str, place: &str, part: &str| {
        let error = run(line, SM53).map(|_| ()).expect_err(line);
        assert_eq!((error.code, &line[error.span.clone()]), (code, place), "{line}: {}", error.message);
        assert!(error.message.contains(part), "{line}: {}", error.message);
    };
    check("F2F.F64.F16 R0, R1;", "format-pair", ".F64", "Illegal");
    check("F2F.F16.F64 R0, R2;", "format-pair", ".F16", "Illegal");
    check("F2F.F32.F64.SAT R0, R2;", "sat-f64", ".SAT", "not .F64");
    check("F2F.F32.F32.RN R0, R2;", "rounding", ".RN", "equal formats");
    check("F2F.F16.F32.ROUND R0, R2;", "rounding", ".ROUND", "different formats");
    check("F2F.INVALID.F32 R0, R2;", "format", ".INVALID", "INVALID");
    check("F2F.F16 R0, R2;", "missing-format", "", "both formats");
    check("F2F.F32.F32 R0, R2.H1;", "extract", ".H1", ".F16");
    check("F2F.F64.F32 R1, R2;", "register-pair", "R1", "pair");
    check("F2F.F32.F64 R0, R3;", "register-pair", "R3", "even aligned");
    check("F2F.F32.F64 R0, c[0][8];", "constant-pair", "c[0][8]", "0x4");
    check("HMUL2.INVALID R0, R1, R2;", "fmz", ".INVALID", "INVALID");
    check("HMUL2_32I R0, -R1, 1, 1;", "operand", "-R1", "turning the signs");
    check("HMUL2 R0, R1, -|1.0|, 1.0;", "immediate-signs", "-|1.0|, 1.0", "both");
    check("MUFU.INVALIDMUFUOPCODE9 R0, R1;", "function", ".INVALIDMUFUOPCODE9", "0 to 8");
    check("MUFU R0, R1;", "missing-modifier", "", "no default");
    check("MUFU.RCP.RSQ R0, R1;", "conflicting-modifiers", ".RSQ", ".RCP");
    check("MUFU.RCP.FTZ R0, R1;", "unknown-modifier", ".FTZ", "MUFU");
    check("MUFU.RCP R255, R1;", "register", "R255", "RZ");
    check("MUFU.RCP R0, R256;", "register", "R256", "R254");
    check("MUFU.RCP R0, 1.0;", "operand", "1.0", "register");
    check("MUFU.RCP R0, R1, R2;", "operand-count", "MUFU.RCP R0, R1, R2", "2 operands");
    check("MUFU.RCP R0, |R1;", "operand", "|", "closed");
    check("MUFU.RCP R0, R1", "missing-semicolon", "", "semicolon");
    check("@P7 MUFU.RCP R0, R1;", "predicate", "@P7", "P6");
    check("FADD R0, R1, R2;", "unknown-mnemonic", "FADD", "MUFU");
    check("RRO.EX2 R0, c[32][0];", "constant", "32", "0 to 31");
    check("RRO.EX2 R0, c[3][2];", "constant", "2", "divisible by 4");
    check("HMUL2_32I R0, R1, 0x12345, 1;", "literal-range", "0x12345", "16 bits");
    check("MUFU.RCP R0, R1 &rd=9;", "scheduling", "&rd=9", "&req");
    check("MUFU.RCP R0, R1; /* 63=1 */", "opcode", "/* 63=1 */", "opcode");
    check("R1=zz | MUFU.RCP R0, R1;", "assignment", "R1=zz", "hex digits");
    check("R1=123456789abcdef01 | MUFU.RCP R0, R1;", "assignment", "R1=123456789abcdef01", "hex digits");
    check("X1=1 | MUFU.RCP R0, R1;", "assignment", "X1=1", "R1=3fc00000");
    check("", "empty", "", "no instruction");
    let sm50 = |line| run(line, Target::SM_50).map(|_| ()).expect_err(line).code;
    assert_eq!((sm50("HMUL2 R0, R1, R2;"), sm50("MUFU.SQRT R0, R1;")), ("needs-target", "needs-target"));
}

/// No text makes reading panic: pieces of the grammar in random order.
#[test]
fn any_text_is_read() {
    let pieces = [
        "MUFU",
        "F2F",
        "HMUL2_32I",
        ".RCP",
        ".F32",
        ".H1",
        " ",
        ",",
        ";",
        "|",
        "-",
        "{",
        "}",
        "R0",
        "RZ",
        "@",
        "!",
        "P3",
        "c[",
        "][",
        "]",
        "0x",
        "1.5",
        "1e",
        "e9",
        "QNAN",
        "&req",
        "={",
        "?W4",
        "/*",
        "*/",
        "42=1",
        "//",
        "\n",
        "é",
        ".",
        "=",
        "0x1.8p",
        "0f",
        "99999999999",
    ];
    let mut state = 1u64;
    for _ in 0..100_000 {
        let mut line = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            line.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        let parsed = parse(&line, 53);
        for diagnostic in parsed.diagnostics {
            assert!(line.get(diagnostic.span.clone()).is_some(), "{line:?} {:?}", diagnostic.span);
        }
        let _ = run(&line, SM53);
    }
}

#[test]
fn every_operand_kind_is_there() {
    for source in [Source::Register, Source::Constant, Source::Immediate] {
        assert!(ROWS.iter().any(|row| row.layout == Layout::Fixed(source)));
    }
}

#[test]
fn spellings_of_nvdisasm() {
    let check = |format, bits, text: &str| assert_eq!(spell(Pattern::new(format, bits)), text);
    check(F32::ROW, 0x3f80_0000, "1");
    check(F32::ROW, 0x8000_0000, "-0.0");
    check(F32::ROW, 0, "0");
    check(F32::ROW, 0x0000_1000, "5.7397185098744507225e-42");
    check(F32::ROW, 0x7ff0_0000, "+QNAN");
    check(F16::ROW, 0x0001, "5.9604644775390625e-08");
    check(F16::ROW, 0x7bff, "65504");
    check(F16::ROW, 0xad1c, "-0.079833984375");
    check(F64::ROW, 0x0000_1000_0000_0000, "8.6916947597937554027e-311");
    check(F32::ROW, 0x7f7f_f000, "3.40199290171201906221e+38");
}
