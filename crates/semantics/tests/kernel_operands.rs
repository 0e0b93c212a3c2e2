//! Operands of integer instructions, moves, comparisons, selections, loads and stores, as the assembler takes them in a module.

use crate::ptxas::{table, text};
use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::oracle::oracle;

/// Differences that are meant, by a piece of the statement and of the assembler's message, each with its reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("y1", "", "the assembler takes .f16x2 registers for whole numbers, and for predicates, which the manual does not"),
    ("[b1]", "", "the assembler takes an address of 8 bits, and warns"),
    ("h1]", "", "the same of 16 bits"),
    ("16_1]", "", "the same of 16 bits"),
    ("%", "mismatch for instruction", "what has no value here is said to have none, whatever the type of the move"),
    ("%", "Special register argument not allowed", "the same in an instruction that reads no special register"),
    ("[r2]", "32-Bit ABI", "addresses of 32 bits were taken up to sm_80"),
    ("u32 r1, r1", "32-Bit ABI", "the same"),
    ("{u32_1, f32_1}", "", "what is packed is bits here, from registers of any type of their width"),
    ("r2+", "Arguments mismatch", "a sum is not modelled as an operand, whether the assembler takes it there or not"),
    ("gv[r1]", "Arguments mismatch", "the same of an element of a register's number"),
    ("@WARP_SZ", "", "a guard may be a number here"),
    ("isspacep.global p1, k", "", "the address of a kernel is an address"),
    ("", "State space mismatch", "an address says which space it lies in when the line runs"),
    ("", "Array indexing on non-array", "a variable of one number is taken for an array of one"),
    ("", "must be register", "an address without a register is converted either way"),
    ("", "Arguments mismatch for instruction 'cvta.to'", "the same of an element's"),
    ("", "out of range", "a field's place and a barrier's number may be any here"),
    ("", "Incompatible elements", "what is packed is of any type, and a place of a thread has 16 bits where they are wanted"),
    ("", "uses 32-bit address", "addresses of 32 bits were taken up to sm_80"),
    ("{rd1, in}", "", "the assembler takes the address of a parameter in braces, and of nothing else"),
    ("{rd2, in}", "", "the same"),
    ("add.f32 f32_1, f32_2, r2+", "", "the assembler takes a sum of integers for a single"),
    ("[%laneid+4]", "", "the assembler takes a special register as an address, but not of an atomic"),
    ("[in]", "", "an address says which space it lies in when the line runs, and a kernel may write over its parameters"),
];

#[test]
fn operands_are_refused_where_the_assembler_refuses_them() {
    let declarations = text("ptxas_kernel_operands.declarations.txt");
    let (mut differ, mut allowed, mut used) = (Vec::new(), 0, vec![false; ALLOWED.len()]);
    let rows = table("ptxas_kernel_operands.csv.gz");
    for row in &rows {
        let (statement, message) = (row.get("statement"), row.get("message"));
        let module = Module::read(&format!("{declarations}{statement}\nret;\n}}\n"), &Context::default());
        let error = module.diagnostics.iter().find(|said| said.is_error());
        if let Some(error) = error {
            // What is refused is refused in its own line, in a sentence.
            let place = declarations.len()..declarations.len() + statement.len();
            assert!(place.start <= error.span.start && error.span.end <= place.end, "{statement} {error:?}");
            assert!(error.message.ends_with(['.', ';']), "{statement} {error:?}");
        }
        if error.is_none() == row.accepted() {
            continue;
        }
        match ALLOWED.iter().position(|(piece, says, _)| statement.contains(piece) && message.contains(says)) {
            Some(at) => (allowed, used[at]) = (allowed + 1, true),
            None => differ.push(format!("{} {statement:?} {message}: {:?}", row.get("accepted"), error.map(|said| &said.message))),
        }
    }
    assert!(differ.is_empty(), "{} differ\n{}", differ.len(), differ.join("\n"));
    let known = oracle("ptxas_kernel_operands.csv.gz");
    assert_eq!((rows.len() as u64, allowed), (known.answers, known.allowed));
    assert!(used.iter().all(|used| *used), "{used:?}");
}

#[test]
fn a_refusal_says_why() {
    let declarations = text("ptxas_kernel_operands.declarations.txt");
    for (statement, says) in [
        ("add.u32 r1, rd1, r2;", "`rd1` is declared with another type; this operand takes an integer or untyped register of 32 bits."),
        ("add.s32 r1, f32_1, r2;", "`f32_1` is declared with another type; this operand takes an integer or untyped register of 32 bits."),
        ("ld.global.f32 f64_1, [rd1];", "takes a register of type .f32 or .b32, or a wider untyped one here"),
        ("ld.global.v4.u32 {r1, r2}, [rd1];", "ld.global.v4.u32 wants 4 operands in braces here; there are 2."),
        ("st.global.v2.b32 [rd1], r1;", "wants 2 operands in braces here; there are 1."),
        ("mov.b64 {r1, r2, r3}, rd1;", "mov.b64 takes two or four registers of 8 bits or more in braces; there are 3."),
        ("setp.lo.s32 p1, r1, r2;", "`.lo` is not available for s32. setp.s32 takes .eq .ne .lt .le .gt .ge."),
        ("setp.equ.u32 p1, r1, r2;", "`.equ` is not available for u32."),
        ("setp.lt.ftz.f64 p1, f64_1, f64_2;", "`.ftz` is not available for f64."),
        ("mov.u32 r1, %smid;", "%smid has no value here: it says where on a chip the thread runs."),
        ("mov.u32 r1, %clock;", "%clock has no value here: it counts what a chip does."),
        ("mov.u32 r1, %tidx;", "`%tidx` is not declared."),
        ("mov.u32 r1, %smidx;", "`%smidx` is not declared."),
        ("mov.u32 r1, %tid;", "`%tid` is a vector: %tid.x is its first element."),
        ("mov.u64 rd1, %tid.x;", "`%tid.x` has 32 bits: mov.u64 takes"),
        ("add.u32 r1, r2, %tid.x;", "`%tid.x` is a special register: mov reads it, and cvt between integers of 32 bits at most."),
        ("add.u64 rd1, rd2, gv;", "`gv` is an address: add.u64 takes registers."),
        ("add.u32 _, r1, r2;", "The result cannot be thrown away here: name a register."),
        ("lop3.b32 r1, r2, r3, r4, r5;", "`r5` is a register; lop3 takes a number here."),
        (
            "ld.global.v8.f32 {f32_1, f32_1, f32_1, f32_1, f32_1, f32_1, f32_1, f32_1}, [rd1];",
            "needs sm_100 or higher; the target is sm_90.",
        ),
        ("ld.local.v4.u64 {rd1, rd1, rd1, rd1}, [rd1];", "A vector has 128 bits at most here; .v4.u64 has 256."),
        ("ld.global.foo.u32 r1, [rd1];", "`.foo` is no modifier of ld."),
        ("ld.nc.u32 r1, [rd1];", "needs .global"),
        ("ld.global.relaxed.u32 r1, [rd1];", "needs one of .cta .cluster .gpu .sys"),
        ("ld.global.L2::cache_hint.u32 r1, [rd1];", "takes 3 operands (d, [a], p); here are 2."),
        ("st.const.u32 [rd1], r1;", "`.const` is not available for st"),
        ("st.global.ca.u32 [rd1], r1;", "`.ca` is not available for st"),
        ("bra.idx L;", "`.idx` is not available for bra"),
        ("prefetch.L1 rd1;", "An address needs brackets"),
        ("@r1 mov.u32 r1, r2;", "`r1` is declared with another type; this operand takes .pred."),
    ] {
        let module = Module::read(&format!("{declarations}{statement}\nret;\n}}\n"), &Context::default());
        let said: Vec<&str> = module.diagnostics.iter().map(|said| said.message.as_str()).collect();
        assert!(matches!(said[..], [said] if said.contains(says)), "{statement}: {said:?}");
    }
}

/// Numbers and signs of integer operands, as ptxas 13.5.37 takes them on sm_90 (PTX 9.0): a bit pattern stands where bits are read, whatever
/// they stand for, and a predicate may be negated wherever one is read. What is taken in a kernel is taken in the box.
#[test]
fn integer_operands_take_what_the_assembler_takes() {
    let declarations = text("ptxas_kernel_operands.declarations.txt");
    for (taken, statement) in [
        (true, "and.b32 r1, 0f3F800000, r2;"),
        (false, "add.u32 r1, 0f3F800000, r2;"),
        (true, "and.b64 rd1, 0d3FF0000000000000, rd2;"),
        (true, "and.pred p1, p2, 1;"),
        (true, "and.pred p1, p2, !p3;"),
        (true, "xor.pred p1, !p2, !p3;"),
        (true, "not.pred p1, !p2;"),
        (true, "and.b32 r1, r2, f32_1;"),
        (false, "add.s32 r1, r2, f32_1;"),
        (true, "add.s32 r1, 0x100000000, 1;"),
        (true, "selp.b32 r1, 0f3F800000, r2, p1;"),
        (true, "setp.eq.b32 p1, r1, 0f3F800000;"),
        (true, "slct.b32.s32 r1, 0f3F800000, 1, r2;"),
        (false, "add.s32 r1, 1.5, r2;"),
        (true, "shl.b32 r1, r2, -1;"),
        (true, "add.s32 r1, WARP_SZ, r2;"),
        (true, "lop3.b32 r1, r2, r3, r4, 300;"),
        (true, "prmt.b32 r1, r2, r3, 0x1f3210;"),
    ] {
        let module = Module::read(&format!("{declarations}{statement}\nret;\n}}\n"), &Context::default());
        assert_eq!(!module.diagnostics.iter().any(|said| said.is_error()), taken, "{statement} {:?}", module.diagnostics);
        assert_eq!(
            semantics::syntax::parse(statement, &Context::default()).accepted().is_some(),
            taken || statement.contains("f32_1"),
            "{statement}"
        );
    }
}
