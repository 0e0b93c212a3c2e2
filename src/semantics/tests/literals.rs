//! Literals, register types, guards, white space and comments, as the assembler takes them.

use crate::ptxas::{context, declared, table, text};
use semantics::instruction::{Context, forms_of};
use semantics::oracle::oracle;
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
