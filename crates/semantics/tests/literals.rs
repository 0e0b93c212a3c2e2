//! Literals, register types, guards, white space and comments, as the assembler takes them.

use crate::ptxas::{context, declared, table, text};
use semantics::instruction::{Context, forms_of};
use semantics::number::{F16, F32, F64, Format, UE8M0};
use semantics::oracle::oracle;
use semantics::rounding::{Flags, Mode, read, read_or_power};
use semantics::syntax::{Registers, Source, parse, parse_with};

/// The bits of the literal in the last operand.
fn bits(instruction: &str) -> Result<u64, String> {
    let parsed = parse(instruction, &Context::default());
    match parsed.accepted().and_then(|instruction| instruction.sources.last()) {
        Some(Source::Literal(literal)) => Ok(literal.bits),
        _ => Err(parsed.error().map_or("no literal".into(), |diagnostic| diagnostic.message.clone())),
    }
}

fn same_bits(name: &str) {
    let rows = table(name);
    let mut differ = Vec::new();
    for row in &rows {
        for (data_type, column) in [("f32", "in_f32_instruction"), ("f64", "in_f64_instruction")] {
            let ours = bits(&format!("add.{data_type} a, b, {};", row.get("literal")));
            let theirs = u64::from_str_radix(row.get(column), 16);
            if ours.clone().ok() != theirs.clone().ok() {
                differ.push(format!("{} in {data_type}: {ours:x?}, the table says {}", row.get("literal"), row.get(column)));
            }
        }
    }
    assert_eq!(rows.len() as u64, oracle(name).answers);
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn literals_stand_for_the_assemblers_bits() {
    same_bits("ptxas_literals.csv");
}

#[test]
fn constant_expressions_are_computed_as_the_assembler_does() {
    same_bits("ptxas_expressions.csv");
}

/// Differences that are meant, by a piece of the statement or of the assembler's message, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    ("Unknown symbol", "a register that nobody declared fits any operand here, so that a single line can be read"),
    ("f1+1", "a register with an offset is an address; the assembler lets it pass here, of any type, and nobody says what it computes"),
];

/// The rows of some groups: how many are in scope, and which pieces of `ALLOWED` were needed.
fn check(groups: &[&str]) -> (usize, Vec<&'static str>) {
    let declarations = text("ptxas_operand_forms.declarations.txt");
    let sets: Vec<(&str, Registers)> =
        declarations.lines().filter_map(|line| line.split_once(" = ")).map(|(name, text)| (name, declared(text))).collect();
    let (mut scope, mut used, mut differ) = (0, Vec::new(), Vec::new());
    for row in table("ptxas_operand_forms.csv.gz").iter().filter(|row| groups.contains(&row.get("group"))) {
        let statement = row.get("statement");
        let names_instruction = statement.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| !forms_of(word).is_empty());
        if row.accepted() && !names_instruction {
            // An instruction of another section, or one that the table does not have yet.
            continue;
        }
        scope += 1;
        let registers = &sets.iter().find(|(name, _)| *name == row.get("declarations")).expect("declarations").1;
        let parsed = parse_with(statement, &context(row.get("target"), row.get("ptx_version")), registers);
        let accepts = parsed.refusal().is_none() && parsed.instruction.is_some();
        if accepts == row.accepted() {
            continue;
        }
        match ALLOWED.iter().find(|(piece, _)| row.get("message").contains(piece) || statement.contains(piece)) {
            Some((piece, _)) => used.push(*piece),
            None => differ.push(format!("{} {statement:?} {}: {:?}", row.get("accepted"), row.get("message"), parsed.error())),
        }
    }
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
    (scope, used)
}

#[test]
fn operands_guards_white_space_and_comments() {
    let literals = check(&[
        "literal_f32_src",
        "literal_f64_src",
        "literal_unary_f32",
        "literal_unary_f64",
        "literal_f32x2_src",
        "literal_testp",
        "literal_everywhere",
    ]);
    let operands = check(&["dest_f32", "dest_f32_unary", "dest_f64", "dest_f32x2", "dest_testp", "src_f32x2", "src_types"]);
    let shapes = check(&["guard", "syntax", "seed_example"]);
    let known = oracle("ptxas_operand_forms.csv.gz");
    assert_eq!((literals.0 + operands.0 + shapes.0) as u64, known.answers, "rows in scope");
    assert_eq!((literals.1.len() + operands.1.len() + shapes.1.len()) as u64, known.allowed, "differences that are meant");
    for (piece, reason) in ALLOWED {
        let used = [&literals.1, &operands.1, &shapes.1].iter().any(|used| used.contains(piece));
        assert!(used, "no row needs the exception for {piece:?} ({reason}) any more");
    }
}

fn reads_as(text: &str, format: &'static Format, mode: Mode, expected: u64) {
    let literal = read(text).unwrap_or_else(|error| panic!("{text} {}", error.0));
    assert_eq!(literal.to_bits(format, mode).0, expected, "{text} {}", mode.name());
}

#[test]
fn every_spelling_reads() {
    let f32 = |text, bits| reads_as(text, F32::ROW, Mode::Rn, bits);
    f32("1.0", 0x3f80_0000);
    f32("1.5f", 0x3fc0_0000);
    f32("-0", 0x8000_0000);
    f32("0.1", 0x3dcc_cccd);
    f32("1e-45", 1);
    f32("1e-46", 0);
    f32("3.4028235677973366e38", 0x7f7f_ffff);
    f32("3.4028235677973367e38", 0x7f80_0000);
    f32("1e999999999999999999999", 0x7f80_0000);
    f32("-1e-999999999999999999999", 0x8000_0000);
    f32("0x1.8p3", 0x4140_0000);
    f32("0x1p-149", 1);
    f32("0x1.000001p0", 0x3f80_0000);
    f32("0x1.000001000000000000000000000000000001p0", 0x3f80_0001);
    f32("0f3F800000", 0x3f80_0000);
    f32("0x3f800000", 0x3f80_0000);
    f32("0b0 01111111 00000000000000000000000", 0x3f80_0000);
    f32("inf", 0x7f80_0000);
    f32("-Inf", 0xff80_0000);
    f32("nan", 0x7fff_ffff);
    reads_as("0.1", F64::ROW, Mode::Rn, 0x3fb9_9999_9999_999a);
    reads_as("4.9e-324", F64::ROW, Mode::Rn, 1);
    reads_as("1e309", F64::ROW, Mode::Rn, 0x7ff0_0000_0000_0000);
    reads_as("65520", F16::ROW, Mode::Rn, 0x7c00);
    reads_as("65519.99", F16::ROW, Mode::Rn, 0x7bff);
    for (text, code) in [("1", 127), ("2", 128), ("2.9", 128), ("3", 129), ("0x1p127", 254), ("1e99", 254), ("1e-99", 0)] {
        reads_as(text, UE8M0::ROW, Mode::Rn, code);
    }
    reads_as("2.1", UE8M0::ROW, Mode::Rp, 129);
}

#[test]
fn scale_factors_are_exact_where_the_value_is_kept() {
    let flags = |text| read_or_power(text).map(|literal| literal.to_bits(UE8M0::ROW, Mode::Rn));
    for (text, code) in [("1", 127), ("2^-127", 0), ("0x1p127", 254), ("0.25", 125)] {
        assert_eq!(flags(text), Ok((code, Flags::NONE)), "{text}");
    }
    for (text, code) in [("-2", 128), ("2^-128", 0), ("2^128", 254), ("0", 0), ("-0", 0), ("3", 129)] {
        assert_eq!(flags(text), Ok((code, Flags::INEXACT)), "{text}");
    }
    assert!(read_or_power("2^").is_err() && read_or_power("2^x").is_err());
    assert_eq!(read_or_power("-2^-3"), read("-0x1p-3"));
}

#[test]
fn decimals_round_in_the_chosen_mode() {
    reads_as("0.1", F32::ROW, Mode::Rz, 0x3dcc_cccc);
    reads_as("-0.1", F32::ROW, Mode::Rm, 0xbdcc_cccd);
    reads_as("1e-60", F32::ROW, Mode::Rp, 1);
    reads_as("1e400", F32::ROW, Mode::Rz, 0x7f7f_ffff);
}

#[test]
fn a_digit_far_behind_a_tie_still_counts() {
    let tie = format!("1.{}{}", "00000005960464477539062500", "0".repeat(5000));
    reads_as(&tie, F32::ROW, Mode::Rn, 0x3f80_0000);
    reads_as(&format!("{tie}1"), F32::ROW, Mode::Rn, 0x3f80_0001);
}

#[test]
fn wrong_literals_say_why() {
    for (text, part) in [
        ("0f3F80", "4 hex digits"),
        ("0d3F800000", "8 hex digits"),
        ("", "no digits"),
        ("1.2.3", "`.`"),
        ("1e", "after `e`"),
        ("0b012", "`2`"),
        ("-0x3f800000", "sign bit"),
    ] {
        let error = read(text).map(|l| format!("{l:?}")).expect_err(text);
        assert!(error.0.contains(part), "{text}: {}", error.0);
    }
}
