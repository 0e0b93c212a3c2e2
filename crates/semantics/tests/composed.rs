//! Constant expressions, vectors and 128 bits in moves, elements of variables, special registers in conversions, and integers in several steps:
//! against ptxas, the machine code that it makes, or a count by hand.

use crate::chip::Asked;
use crate::ptxas::text;
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::{U32, U64};
use semantics::oracle::oracle;

/// What a kernel leaves in its last buffer.
fn run(text: &str, given: Vec<Argument>, threads: u32) -> Vec<u64> {
    let module = Module::read(text, &Context::default());
    let errors: Vec<&str> = module.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let launched = Launched { entry: 0, arguments: given, threads: [threads, 1, 1], limit: 10_000, ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    assert_eq!(all.run(&mut NoObserver), None, "{text}");
    all.buffers.last().map_or(Vec::new(), |buffer| buffer.numbers(&all.machine.memory).iter().map(|number| number.bits).collect())
}

/// What lines leave in the words that they store at `o`.
fn words(before: &str, lines: &str, count: usize, threads: u32) -> Vec<u64> {
    let text = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n{before}\n.visible .entry k(.param .u64 p) {{\n.reg .b64 o, x<9>; .reg .b32 r<9>; .reg .b16 h<9>; \
         .reg .f32 f<9>; .reg .pred q<9>; .reg .b128 w<4>;\nld.param.u64 o, [p];\n{lines}\nret;\n}}\n"
    );
    run(&text, vec![Argument::List(U32, vec![0; count])], threads)
}

/// Each line is an expression, a tab and its 64 bits; no bits where the assembler refuses it.
#[test]
fn integer_expressions_have_the_bits_of_the_assembler() {
    let table = text("ptxas_integer_expressions.txt.gz");
    let rows: Vec<(&str, &str)> = table.lines().map(|line| line.split_once('\t').unwrap()).collect();
    let (taken, refused): (Vec<_>, Vec<_>) = rows.iter().partition(|(_, bits)| !bits.is_empty());
    for (expression, _) in &refused {
        let module = format!(".version 9.0\n.target sm_90\n.visible .entry k() {{ .reg .b64 x; mov.u64 x, {expression}; ret; }}\n");
        assert!(Module::read(&module, &Context::default()).diagnostics.iter().any(|said| said.is_error()), "{expression}");
    }
    let lines: String = taken
        .iter()
        .enumerate()
        .map(|(at, (expression, _))| format!("mov.u64 x, {expression}; st.global.u64 [o+{}], x;\n", 8 * at))
        .collect();
    let module = format!(
        ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n.reg .b64 o, x;\nld.param.u64 o, [p];\n{lines}ret;\n}}\n"
    );
    let got = run(&module, vec![Argument::List(U64, vec![0; taken.len()])], 1);
    for ((expression, bits), got) in taken.iter().zip(got) {
        assert_eq!(format!("{got:016x}"), *bits, "{expression}");
    }
    assert_eq!(rows.len() as u64, oracle("ptxas_integer_expressions.txt.gz").answers);
}

/// Three lines of inputs; then for each instruction what its machine code gives of them, a `+` where its predicate holds. Here its module, its
/// buffers and those answers.
fn composed() -> Vec<(Asked, Vec<String>)> {
    let table = text("composed_values.txt.gz");
    let mut lines = table.lines();
    let mut inputs = || -> Vec<u64> { lines.next().unwrap().split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect() };
    let [a, b, c] = [inputs(), inputs(), inputs()];
    let load = |name: &str, from: &str| format!("ld.param.u64 x, [{from}]; add.u64 x, x, w; ld.global.u32 {name}, [x];\n");
    let asked = |(place, line): (usize, &str)| {
        let mut words = line.splitn(a.len() + 1, ' ');
        let expected = words.by_ref().take(a.len()).map(str::to_owned).collect();
        let instruction = words.next().unwrap();
        let module = format!(
            ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 po) {{\n\
             .reg .b32 a, b, c, d, t, e; .reg .b64 w, x; .reg .pred p, q;\nmov.u32 t, %tid.x; mul.wide.u32 w, t, 4;\n{}{}{}\
             ld.param.u64 x, [po]; add.u64 x, x, w; and.b32 e, c, 1; setp.ne.u32 q, e, 0; setp.ne.u32 p, a, a;\n{instruction}\n\
             selp.u32 e, 1, 0, p; st.global.u32 [x], d; st.global.u32 [x+{}], e;\nret;\n}}\n",
            load("a", "pa"),
            load("b", "pb"),
            load("c", "pc"),
            4 * a.len()
        );
        let list = |bits: &[u64]| Argument::List(U32, bits.to_vec());
        let arguments = vec![list(&a), list(&b), list(&c), list(&vec![0; 2 * a.len()])];
        let threads = [a.len() as u32, 1, 1];
        (Asked { name: format!("composed-{place}"), module, entry: "k".to_owned(), threads, blocks: [1; 3], arguments }, expected)
    };
    lines.enumerate().map(asked).collect()
}

/// The same for a chip.
pub fn asked() -> Vec<Asked> {
    composed().into_iter().map(|(asked, _)| asked).collect()
}

#[test]
fn composed_integers_give_what_their_machine_code_gives() {
    let mut compared = 0;
    for (asked, expected) in composed() {
        let lanes = expected.len();
        let got = run(&asked.module, asked.arguments, lanes as u32);
        for (at, expected) in expected.into_iter().enumerate() {
            let mark = if got[lanes + at] == 1 { "+" } else { "" };
            assert_eq!(format!("{:08x}{mark}", got[at]), expected, "thread {at} of {}", asked.module);
            compared += 1;
        }
    }
    assert_eq!(compared, oracle("composed_values.txt.gz").answers);
}

/// `cvt.pack` as 9.7.9.22 has it.
#[test]
fn packed_integers_are_clamped() {
    let lines = "mov.u32 r1, 300; mov.u32 r2, -5; mov.u32 r3, 0x12345678;\n\
         cvt.pack.sat.u8.s32.b32 r4, r1, r2, r3; st.global.u32 [o], r4;\ncvt.pack.sat.s8.s32.b32 r4, r1, r2, r3; st.global.u32 [o+4], r4;\n\
         cvt.pack.sat.s16.s32 r4, 40000, -40000; st.global.u32 [o+8], r4;\ncvt.pack.sat.u16.s32 r4, 70000, -1; st.global.u32 [o+12], r4;\n\
         cvt.pack.sat.s4.s32.b32 r4, 100, -100, r3; st.global.u32 [o+16], r4;\ncvt.pack.sat.u2.s32.b32 r4, 3, 9, r3; st.global.u32 [o+20], r4;";
    assert_eq!(words("", lines, 6, 1), [0x5678_ff00, 0x5678_7ffb, 0x7fff_8000, 0xffff_0000, 0x3456_7878, 0x2345_678f]);
}

#[test]
fn conversions_read_special_registers() {
    let lines = "cvt.u64.u32 x1, %tid.x; shl.b64 x1, x1, 2; add.u64 o, o, x1;\ncvt.s32.s8 r1, %ntid.x; cvt.u32.u16 r2, %laneid; \
         cvt.u16.u32 h1, %ctaid.y; cvt.u32.u16 r3, h1; add.u32 r1, r1, r2; add.u32 r1, r1, r3; st.global.u32 [o], r1;";
    // 200 threads are -56 as a signed byte.
    let expected: Vec<u64> = (0..200u64).map(|thread| u64::from((thread as u32 % 32).wrapping_sub(56))).collect();
    assert_eq!(words("", lines, 200, 200), expected);
}

#[test]
fn vectors_move_whole() {
    let lines = ".reg .v4 .u32 v; .reg .v2 .f32 s;\nmov.v4.u32 v, {1, 2, 3, 4}; mov.v4.u32 {v.y, v.x, v.w, v.z}, v;\nst.global.v4.u32 [o], v; mov.u32 r1, v.r; \
         st.global.u32 [o+16], r1;\nmov.v2.f32 s, {1.0, 0f40000000}; mov.b64 x1, s; st.global.u64 [o+24], x1; mov.v4.u32 v, %ntid; \
         st.global.v4.u32 [o+32], {v.x, v.y, v.z, v.w};\nld.global.v4.u32 v, [o]; st.global.u32 [o+20], v.w;";
    assert_eq!(words("", lines, 12, 1), [2, 1, 4, 3, 2, 3, 0x3f80_0000, 0x4000_0000, 1, 1, 1, 0]);
}

#[test]
fn registers_of_128_bits_move_and_go_through_memory() {
    let lines = "mov.b128 w1, {0x1111111122222222, 0x3333333344444444}; st.global.b128 [o], w1;\nmov.b128 {r1, r2, r3, r4}, w1; ld.global.b128 w2, [o]; \
         mov.b128 w3, w2; mov.b128 {x1, x2}, w3;\nst.global.v4.u32 [o+16], {r4, r3, r2, r1}; st.global.u64 [o+32], x2; mov.b128 w3, -1; st.global.b128 [o+48], w3;";
    let expected = [0x2222_2222, 0x1111_1111, 0x4444_4444, 0x3333_3333, 0x3333_3333, 0x4444_4444, 0x1111_1111, 0x2222_2222, 0x4444_4444];
    let got = words("", lines, 16, 1);
    assert_eq!(got[..9], expected);
    assert_eq!(got[9..], [0x3333_3333, 0, 0, 0xffff_ffff, 0xffff_ffff, 0, 0]);
}

#[test]
fn elements_and_sums_are_addresses() {
    let module = ".global .align 16 .b32 g[6] = {10, 11, 12, 13, 14, 15}; .reg .u32 m<3>;";
    let lines = ".local .align 4 .b16 l[8]; .shared .b64 s[4];\nmov.u64 x1, g[2]; ld.global.u32 r1, [x1]; st.global.u32 [o], r1;\nmov.u64 x2, g+4*(2+1); \
         ld.global.u32 r1, [x2+-4]; st.global.u32 [o+4], r1;\nld.global.u32 r1, [g+1*4]; st.global.u32 [o+8], r1;\nmov.u64 x3, l[3]; mov.u64 x4, l; \
         sub.u64 x3, x3, x4; cvt.u32.u64 r2, x3; st.global.u32 [o+12], r2;\nmov.u32 r3, s[3]; mov.u32 r4, s; sub.u32 r3, r3, r4; st.global.u32 [o+16], r3;\n\
         mov.u32 m1, 7; st.global.u32 [o+20], m1; selp.u32 r1, 7, 9, 1; st.global.u32 [o+24], r1; selp.u32 r1, 7, 9, 1 > 2; st.global.u32 [o+28], r1;";
    assert_eq!(words(module, lines, 8, 1), [12, 12, 11, 6, 24, 7, 7, 9]);
}

#[test]
fn what_reads_the_bits_of_a_policy_does_not_run() {
    let text = |line: &str| {
        format!(
            ".version 8.8\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n.reg .b64 o, x; .reg .b32 r<3>;\nld.param.u64 o, [p];\n\
             createpolicy.fractional.L2::evict_last.b64 x, 1.0; griddepcontrol.wait; setmaxnreg.dec.sync.aligned.u32 40; pmevent 3;\n\
             ld.global.L2::cache_hint.u32 r1, [o], x;\n{line}\nst.global.u32 [o+4], r1;\nret;\n}}\n"
        )
    };
    assert_eq!(run(&text(""), vec![Argument::List(U32, vec![5, 6])], 1), [5, 5]);
    let module = Module::read(&text("cvt.u32.u64 r1, x;"), &Context::default());
    let launched = Launched { arguments: vec![Argument::List(U32, vec![5, 6])], ..Launched::default() };
    let stop = launched.begin(&module).unwrap().run(&mut NoObserver).unwrap();
    assert_eq!((stop.code, stop.message.contains("cache policy")), ("not-modelled", true));
}
