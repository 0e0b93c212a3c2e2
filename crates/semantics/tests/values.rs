//! Values that NVIDIA's own tools computed, through text, table and evaluation.

use crate::ptxas::table;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Evidence, Form, Meaning, Modifier, Target, Version, forms, forms_of};
use semantics::number::{OperandType, Random};
use semantics::oracle::oracle;
use semantics::single::request;
use semantics::syntax::parse;
use semantics::trace::{Silent, Trace};

/// Bits of the destination when a and b and c have these bits.
fn run(instruction: &str, operands: [u64; 3], context: &Context) -> (u64, OperandType) {
    let parsed = parse(instruction, context);
    let found = parsed.accepted().unwrap_or_else(|| panic!("{instruction}: {:?}", parsed.error()));
    let request = request(found, |_, name| Some(operands["abc".find(name)?])).unwrap_or_else(|| panic!("{instruction}: a, b or c"));
    let silent = evaluate(&request, &mut Silent);
    assert_eq!(evaluate(&request, &mut Trace::default()), silent, "{instruction} {operands:x?}: listening changes nothing");
    (silent.bits, request.destination_type())
}

#[test]
fn exact_values_are_nvidias() {
    let context = Context { target: Target::SM_100, ptx: Version::NEWEST };
    let (mut rows, mut folded, mut differ) = (0, 0, Vec::new());
    for row in table("nvidia_values_exact_sample.csv.gz") {
        let instruction = row.get("instruction");
        let name = instruction.split('.').next().unwrap_or("");
        if row.get("ieee_ok") != "1" || forms_of(name).is_empty() || instruction.contains("f16") {
            continue;
        }
        rows += 1;
        let given: Vec<&str> = ["a", "b", "c"].into_iter().filter(|column| !row.get(column).is_empty()).collect();
        let operands = ["a", "b", "c"].map(|column| u64::from_str_radix(row.get(column), 16).unwrap_or(0));
        let text = format!("{instruction} d, {};", given.join(", "));
        let (bits, own) = run(&text, operands, &context);
        let theirs = u64::from_str_radix(row.get("result"), 16).unwrap_or_else(|_| panic!("{}", row.get("result")));
        // libnvvm folds a NaN to a pattern of its own; any NaN will do there. ptxas folds some other NaNs than an H100 gives, which are counted.
        let both_nan = own.lanes == 1 && own.pattern(bits, 0).is_nan() && own.pattern(theirs, 0).is_nan();
        let by_ptxas = !row.get("tool").starts_with("libnvvm");
        if bits != theirs && both_nan && by_ptxas && ["abs", "neg", "cvt"].contains(&name) {
            folded += 1;
        } else if bits != theirs && (!both_nan || by_ptxas) {
            differ.push(format!("{} {text} {operands:x?}: ours {bits:x}, theirs {theirs:x}", row.get("tool")));
        }
    }
    assert_eq!(rows, oracle("nvidia_values_exact_sample.csv.gz").answers, "rows in scope");
    assert_eq!(folded, oracle("nvidia_values_exact_sample.csv.gz").allowed);
    assert!(differ.is_empty(), "{} of {rows} differ\n{}", differ.len(), differ[..differ.len().min(40)].join("\n"));
}

#[test]
fn packed_lanes_are_two_singles() {
    let context = Context { target: Target::SM_100, ptx: Version::NEWEST };
    let mut random = Random::new(1);
    for name in ["add", "sub", "mul", "fma"] {
        for rounding in [".rn", ".rz", ".rm", ".rp"] {
            for flush in ["", ".ftz"] {
                for _ in 0..200 {
                    let operands = [0; 3].map(|_| random.word());
                    let operand_names = if name == "fma" { "a, b, c" } else { "a, b" };
                    let both = run(&format!("{name}{rounding}{flush}.f32x2 d, {operand_names};"), operands, &context).0;
                    let single = format!("{name}{rounding}{flush}.f32 d, {operand_names};");
                    let low = run(&single, operands.map(|bits| bits & 0xffff_ffff), &context).0;
                    let high = run(&single, operands.map(|bits| bits >> 32), &context).0;
                    assert_eq!(both, high << 32 | low, "{single} {operands:x?}");
                }
            }
        }
    }
}

#[test]
fn the_first_generation_flushes_and_cuts() {
    let old = Context { target: Target::SM_13, ptx: Version::new(1, 4) };
    let check = |text: &str, operands: [u64; 3], expected: u64| assert_eq!(run(text, operands, &old).0, expected, "{text} {operands:x?}");
    check("add.f32 d, a, b;", [1, 0x8000_0001, 0], 0);
    check("mul.f32 d, a, b;", [0x0080_0000, 0x3f00_0000, 0], 0);
    check("add.f64 d, a, b;", [1, 1, 0], 2);
    // 1.0000001 · 1.0000001 is cut to 1.0000002 before the addition takes it away; fused, its last bits would remain.
    check("mad.f32 d, a, b, c;", [0x3f80_0001, 0x3f80_0001, 0xbf80_0002], 0);
    let fused = Context { target: Target::SM_20, ptx: Version::new(3, 0) };
    assert_eq!(run("mad.f32 d, a, b, c;", [0x3f80_0001, 0x3f80_0001, 0xbf80_0002], &fused).0, 0x2880_0000);
}

/// What no document says is never "documented": the manual leaves NaNs of single precision open, and which one a double's is.
#[test]
fn a_nan_that_the_manual_leaves_open_is_not_documented() {
    let context = Context { target: Target::SM_100, ptx: Version::NEWEST };
    let nans = [0x7fff_ffff_7fc0_1234, 0x7ff8_0000_7fff_ffff, 0xfff8_0000_ffc0_0001];
    let mut count = 0;
    let exact = |form: &&Form| matches!(form.row.evidence, Evidence::Documented(_)) && form.meaning.approximated().is_none();
    for form in forms().iter().filter(exact) {
        for modifiers in form.pattern.combinations() {
            let request = Request::new(form, modifiers, nans, context);
            let own = request.destination_type();
            if !form.is_available(modifiers, context) || !["F32", "F64", "F16", "BF16"].contains(&own.format.name) {
                continue;
            }
            let bits = evaluate(&request, &mut Silent).bits;
            let documented = matches!(request.evidence_of(bits), Evidence::Documented(_));
            // The manual says what copysign, selp, slct, .NaN, .relu and .sat give; all else that is a NaN it does not.
            let told = modifiers.has(Modifier::NaN) || modifiers.has(Modifier::Relu);
            let said =
                matches!(form.meaning, Meaning::CopySign | Meaning::Choose) || told || !own.patterns(bits).any(|number| number.is_nan());
            assert_eq!(documented, said, "{} {bits:x}", form.row.syntax);
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
    let request = Request::new(&forms_of("add")[0], forms_of("add")[0].pattern.required, [0x3f80_0000; 3], context);
    assert_eq!(request.evidence_of(0x4000_0000), request.evidence());
}

#[test]
fn every_approximation_has_its_machine_instructions_on_every_target() {
    let mut count = 0;
    for form in forms().iter().filter(|form| form.meaning.approximated().is_some()) {
        for modifiers in form.pattern.combinations() {
            for &target in Target::ALL {
                let ptx = Version::ALL.iter().rev().find(|&&ptx| form.is_available(modifiers, Context { target, ptx }));
                let Some(&ptx) = ptx else { continue };
                let request = Request::new(form, modifiers, [0x3f80_0000_3f80_0000; 3], Context { target, ptx });
                assert!(request.sequence().is_some(), "{} {target}", form.row.syntax);
                assert!(!matches!(request.evidence(), Evidence::Documented(_)), "{} {target}", form.row.syntax);
                assert_eq!(evaluate(&request, &mut Silent), evaluate(&request, &mut Trace::default()));
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// The comparison itself stands beside the expressions, which know nothing of this table of judges; its count is held here.
#[test]
fn expressions_were_compared_with_nvcc() {
    let rows = include_str!("data/nvidia/nvcc_expressions.tsv").lines().filter(|row| !row.starts_with('#')).count();
    assert_eq!(rows as u64, oracle("nvcc_expressions.tsv").answers);
}
