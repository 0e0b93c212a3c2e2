//! What the assembler accepts: every combination of modifiers, every order, the least target and PTX version.

use crate::ptxas::{context, legality_registers, table};
use semantics::instruction::{Context, Target, Version, forms_of};
use semantics::kernel::Module;
use semantics::matrix;
use semantics::oracle::oracle;
use semantics::syntax::{Registers, parse_with};

/// Whether our reading accepts an instruction without an error. The machine reads the operands of what moves data or control; those of a
/// call are functions, which are not here.
fn accepts(text: &str, context: &Context, registers: &Registers) -> bool {
    let parsed = parse_with(text, context, registers);
    let Some(heading) = parsed.heading.as_ref().filter(|heading| heading.form.mnemonic() != "call") else {
        return parsed.refusal().is_none() && (parsed.instruction.is_some() || parsed.heading.is_some());
    };
    heading.form.is_available(heading.modifiers, *context)
        && Module::implicit(text, context, registers.clone()).diagnostics.iter().all(|said| !said.is_refusal())
}

/// Whether the table knows the types that a row names. It has halves and integers for `cvt`, about which other tests ask; a form of
/// `add.f16` would bring the assembler's answers about it into scope by itself. What the assembler refuses is refused here, whatever it is.
fn in_scope(instruction: &str) -> bool {
    const TYPES: [&str; 29] = [
        "f16", "f16x2", "bf16", "bf16x2", "s16", "s16x2", "s32", "s64", "u16", "u16x2", "u32", "u64", "tf32", "e4m3x2", "e5m2x2", "e2m1x2",
        "e2m3x2", "e3m2x2", "ue8m0x2", "s2f6x2", "e4m3x4", "e5m2x4", "e2m1x4", "e2m3x4", "e3m2x4", "e2m1p4x4", "ue8m0x4", "ue5m3x4",
        "s2f6x4",
    ];
    let mut words = instruction.split_whitespace().next().unwrap_or("").split('.');
    let forms = forms_of(words.next().unwrap_or(""));
    let has = |name: &str| forms.iter().any(|form| form.pattern.all.iter().any(|one| one.text().trim_start_matches('.') == name));
    !forms.is_empty() && words.filter(|word| TYPES.contains(word)).all(has)
}

fn check(name: &str) {
    let registers = legality_registers();
    let (rows, beyond): (Vec<_>, Vec<_>) = table(name).into_iter().partition(|row| !row.accepted() || in_scope(row.get("instruction")));
    for row in beyond {
        let instruction = row.get("instruction");
        assert!(!accepts(instruction, &row.context(), &registers), "{instruction}: the table has no such type, so nothing may be computed");
    }
    let differ: Vec<String> = rows
        .iter()
        .filter(|row| accepts(row.get("instruction"), &row.context(), &registers) != row.accepted())
        .map(|row| format!("{} {} {} {}", row.get("accepted"), row.get("target"), row.get("instruction"), row.get("message")))
        .collect();
    assert_eq!(rows.len() as u64, oracle(name).answers, "{name}: rows in scope");
    assert!(differ.is_empty(), "{} of {} differ:\n{}", differ.len(), rows.len(), differ[..differ.len().min(40)].join("\n"));
}

#[test]
fn every_combination_of_modifiers() {
    check("ptxas_legality_sample.csv.gz");
}

#[test]
fn every_combination_of_modifiers_of_half_and_narrow_forms() {
    check("ptxas_narrow_legality.csv.gz");
}

#[test]
fn every_combination_of_modifiers_of_later_forms() {
    check("ptxas_later_legality.csv.gz");
}

#[test]
fn every_combination_of_types_of_four_narrow_numbers() {
    check("ptxas_alternate_legality.csv.gz");
}

#[test]
fn every_combination_of_words_and_types_of_integers() {
    check("ptxas_integer_legality.csv.gz");
}

#[test]
fn every_combination_of_words_of_moves_accesses_and_branches() {
    at_pairs("ptxas_memory_legality.txt.gz");
}

#[test]
fn every_combination_of_words_of_what_threads_do_together() {
    at_pairs("ptxas_threads_legality.txt.gz");
}

#[test]
fn every_combination_of_words_of_composed_integers_and_hints() {
    at_pairs("ptxas_composed_legality.txt.gz");
}

#[test]
fn every_combination_of_words_of_atomics() {
    at_pairs("ptxas_atomics_legality.txt.gz");
}

fn at_pairs(name: &str) {
    let registers = legality_registers();
    compare(name, |instruction, context| accepts(instruction, context, &registers));
}

/// The heads of matrix instructions, with operands, in a kernel; and as a line of its own, where no other line says what is wrong with them.
#[test]
fn every_combination_of_words_of_matrices() {
    compare("ptxas_matrix_heads_legality.txt.gz", |instruction, context| {
        let registers = ".reg .b32 r<80>; .reg .f32 f<80>; .reg .f64 x<80>; .reg .b64 a<2>;";
        let (target, ptx) = (context.target, context.ptx);
        let module =
            format!(".version {ptx}\n.target {target}\n.address_size 64\n.visible .entry k() {{ {registers}\n{instruction}\nret; }}");
        let taken = Module::read(&module, context).diagnostics.iter().all(|said| !said.is_refusal());
        if matrix::claims(instruction) {
            let said = matrix::parse(instruction, context).diagnostics;
            let alone = ["needs-target", "needs-ptx", "modifier", "no-form", "unknown-modifier"];
            assert_eq!(said.iter().all(|said| !alone.contains(&said.code)), taken, "{instruction} on {target}: {said:?}");
        }
        taken
    });
}

/// Pairs of target and version in the first line; in the others a digit for each, 1 where the instruction is taken, and the instruction.
fn compare(name: &str, is_taken: impl Fn(&str, &Context) -> bool) {
    let text = crate::ptxas::text(name);
    let mut lines = text.lines();
    let pairs = lines.next().unwrap_or("").split(' ').map(|pair| pair.split_once(':').unwrap_or_else(|| panic!("{pair}")));
    let contexts: Vec<Context> = pairs.map(|(target, ptx)| context(target, ptx)).collect();
    let (mut asked, mut differ) = (0, Vec::new());
    for line in lines {
        let (taken, instruction) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        let ours: String = contexts.iter().map(|context| if is_taken(instruction, context) { '1' } else { '0' }).collect();
        asked += contexts.len() as u64;
        if ours != taken {
            differ.push(format!("{taken} here {ours} {instruction}"));
        }
    }
    assert_eq!(asked, oracle(name).answers);
    assert!(differ.is_empty(), "{} of {asked} differ:\n{}", differ.len(), differ[..differ.len().min(40)].join("\n"));
}

/// Lines such as `neg.bf16x2 r0,r1;  ::  7.0: sm_80; 7.1: sm_86  | rejected: sm_75 (a message)`; the assembler was asked at the versions that
/// some line names.
#[test]
fn the_first_version_on_each_target() {
    let registers = legality_registers();
    let mut differ = Vec::new();
    let text = crate::ptxas::text("ptxas_narrow_minimum.txt");
    let named = |version: &Version| text.contains(&format!(" {version}: sm_"));
    let asked: Vec<Version> = Version::ALL.iter().copied().filter(named).collect();
    for line in text.lines() {
        let (instruction, answer) = line.split_once("  ::  ").unwrap_or_else(|| panic!("{line}"));
        let (taken, refused) = answer.split_once("| rejected: ").unwrap_or((answer, ""));
        let mut judge = |target: &str, first: Option<Version>| {
            let target = Target::named(target).unwrap_or_else(|| panic!("{line}"));
            let ours = asked.iter().copied().find(|&ptx| accepts(instruction, &Context { target, ptx }, &registers));
            if ours != first {
                differ.push(format!("{instruction} on {target}: from {ours:?} on, the table says {first:?}"));
            }
        };
        for (version, targets) in taken.split(';').filter_map(|part| part.trim().split_once(": ")) {
            let first = Version::named(version).unwrap_or_else(|| panic!("{line}"));
            targets.split_whitespace().for_each(|target| judge(target, Some(first)));
        }
        let refused = refused.split('(').next().unwrap_or("");
        refused.split_whitespace().for_each(|target| judge(target, None));
    }
    assert_eq!(text.lines().count() as u64, oracle("ptxas_narrow_minimum.txt").answers);
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..differ.len().min(40)].join("\n"));
}

#[test]
fn every_order_of_the_dotted_parts() {
    check("ptxas_legality_order.csv.gz");
}

/// Ranges of PTX versions as the table writes them: `2.0-8.8`, empty for none.
fn is_within(version: Version, ranges: &str) -> bool {
    let read = |text: &str| context("sm_10", text).ptx;
    ranges.split_whitespace().any(|range| match range.split_once('-') {
        Some((first, last)) => version >= read(first) && version <= read(last),
        None => version == read(range),
    })
}

/// The last version that the table knows.
const LAST: Version = Version::new(8, 8);

#[test]
fn the_least_target_and_version_of_each() {
    let registers = legality_registers();
    let mut rows = 0;
    let mut differ = Vec::new();
    for row in table("ptxas_min_requirements.csv").iter().filter(|row| in_scope(row.get("instruction"))) {
        rows += 1;
        let instruction = row.get("instruction");
        for (column, target) in [
            ("accepted_on_sm_10", Target::SM_10),
            ("accepted_on_sm_13", Target::SM_13),
            ("accepted_on_sm_20", Target::SM_20),
            ("accepted_on_sm_100", Target::SM_100),
        ] {
            for &ptx in Version::ALL.iter().filter(|ptx| **ptx <= LAST) {
                let ours = accepts(instruction, &Context { target, ptx }, &registers);
                if ours != is_within(ptx, row.get(column)) {
                    differ.push(format!("{instruction} on {target} PTX {ptx}: {ours}, the table says {}", row.get(column)));
                }
            }
        }
        let find = |mut contexts: &mut dyn Iterator<Item = Context>| {
            Iterator::find(&mut contexts, |context| accepts(instruction, context, &registers))
        };
        let least = find(&mut Target::ALL.iter().map(|&target| Context { target, ptx: LAST }));
        let least = least.map_or("", |context| context.target.name());
        if least != row.get("min_target_at_ptx_8.8") {
            differ.push(format!("{instruction}: least target {least}, the table says {}", row.get("min_target_at_ptx_8.8")));
        }
        let later = Target::ALL.iter().filter(|target| target.is_at_least(Target::SM_20));
        let first = find(
            &mut Version::ALL.iter().filter(|ptx| **ptx <= LAST).flat_map(|&ptx| later.clone().map(move |&target| Context { target, ptx })),
        );
        let first = first.map_or(String::new(), |context| context.ptx.to_string());
        if first != row.get("min_ptx_version_sm20plus") {
            differ.push(format!("{instruction}: first version {first}, the table says {}", row.get("min_ptx_version_sm20plus")));
        }
    }
    assert_eq!(rows, oracle("ptxas_min_requirements.csv").answers, "rows in scope");
    assert!(differ.is_empty(), "{}", differ[..differ.len().min(40)].join("\n"));
}

/// The list of chips has every target's number, and says which no PTX version of today knows.
#[test]
fn every_target_is_one_of_the_chips() {
    use semantics::chips::{CHIPS, of_number};
    for target in Target::ALL {
        let chip = of_number(target.number()).unwrap_or_else(|| panic!("{target}"));
        assert_eq!(chip.gone, target.until().is_some(), "{target}");
    }
    assert!(CHIPS.iter().all(|chip| Target::ALL.iter().any(|target| target.number() == chip.number)));
    assert!(CHIPS.windows(2).all(|pair| pair[0].number < pair[1].number));
}
