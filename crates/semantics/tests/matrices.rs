//! A warp's matrices in kernels: products, rows that go over the lanes, copies. The judge of what comes out is an H100 (`chip.rs`).

use crate::assembler::tool;
use crate::chip::Asked;
use crate::matrix_rows::collected;
use crate::ptxas::text;
use semantics::instruction::{Context, Target, Version};
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::matrix::{self, Fragment, Layout, Matrix, Shape, integer, lowering, read};
use semantics::number::{Random, U32};
use semantics::oracle::oracle;
use semantics::shadow::{beside, shares};
use std::process::Command;

/// Where an H100 has the elements of `wmma`.
const FRAGMENTS: &str = include_str!("../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/fragments.txt");
pub(crate) const HEAD: &str = ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd) {\n\
    .reg .b64 a, b, c, d, w; .reg .b32 l, r<64>; .reg .f32 f<64>; .reg .f64 g<64>;\n\
    ld.param.u64 a, [pa]; ld.param.u64 b, [pb]; ld.param.u64 c, [pc]; ld.param.u64 d, [pd]; mov.u32 l, %laneid;\n";

/// The letter of the registers of a type, and their bytes.
fn registers(name: &str) -> (char, u64) {
    match name {
        "f64" => ('g', 8),
        "f32" => ('f', 4),
        _ => ('r', 4),
    }
}

/// Numbers of a type that are neither huge nor tiny, a few of any bits among them.
fn drawn(name: &str, words: usize, random: &mut Random) -> Vec<u64> {
    let floating = matrix::format(name);
    let bits = integer(name).map_or_else(|| floating.map_or(32, |format| format.width() + format.spare_bits), |(bits, _)| bits);
    let one = |random: &mut Random| {
        let any = random.word() & u64::MAX >> (64 - bits);
        let Some(format) = floating.filter(|format| format.width() > 8 && random.below(64) > 0) else { return any };
        let exponent = format.bias as u64 - 4 + random.below(8);
        let sign = (any >> (bits - 1)) << (format.width() - 1);
        (sign | exponent << format.fraction_bits | any & format.mask() >> (format.width() - format.fraction_bits)) << format.spare_bits
    };
    let each = if bits == 64 { 2 } else { 1 };
    (0..words / each)
        .flat_map(|_| match bits {
            64 => {
                let word = one(random);
                vec![word & 0xffff_ffff, word >> 32]
            }
            _ => vec![(0..32 / bits).fold(0, |word, at| word | one(random) << (at * bits))],
        })
        .collect()
}

pub(crate) fn asked_of(name: String, module: String, given: [Vec<u64>; 4]) -> Asked {
    let arguments = given.into_iter().map(|words| Argument::List(U32, words)).collect();
    Asked { name, module, entry: "k".to_owned(), threads: [32, 1, 1], blocks: [1; 3], arguments }
}

/// Every head of `mma.sync` that sm_90 has, on registers that are drawn for each lane.
fn products(random: &mut Random) -> Vec<Asked> {
    let integers = [
        ("m8n8k16", ["s8", "u8"]),
        ("m16n8k16", ["s8", "u8"]),
        ("m16n8k32", ["s8", "u8"]),
        ("m8n8k32", ["s4", "u4"]),
        ("m16n8k32", ["s4", "u4"]),
        ("m16n8k64", ["s4", "u4"]),
    ];
    let own = matrix::FORMS.iter().filter(|form| form.syntax.starts_with("mma.sync") && form.product().is_some());
    let mut heads: Vec<String> = own.flat_map(|form| form.heads()).collect();
    for (shape, types) in integers {
        for (a, b) in types.iter().flat_map(|a| types.iter().map(move |b| (a, b))) {
            heads.extend(["", ".satfinite"].map(|kept| format!("mma.sync.aligned.{shape}.row.col{kept}.s32.{a}.{b}.s32")));
        }
    }
    let legal = |text: &String| lowering(text, Context { target: Target::SM_90, ptx: Version::NEWEST }).is_ok();
    let mut all = Vec::new();
    for text in heads.into_iter().filter(legal) {
        let head = read(&text).unwrap();
        let mut module = HEAD.to_owned();
        let (mut groups, mut given, mut first) = (Vec::new(), Vec::new(), 0);
        for (place, matrix, pointer) in [(1, Matrix::A, 'a'), (2, Matrix::B, 'b'), (3, Matrix::C, 'c'), (0, Matrix::C, 'd')] {
            let name = &head.types[place];
            let count = matrix::registers(&head, matrix, name);
            let (letter, bytes) = registers(name);
            module += &format!("mul.wide.u32 w, l, {}; add.u64 {pointer}, {pointer}, w;\n", bytes * count as u64);
            let names: Vec<String> = (first..first + count).map(|number| format!("{letter}{number}")).collect();
            if place > 0 {
                for (at, name) in names.iter().enumerate() {
                    module += &format!("ld.global.b{} {name}, [{pointer}+{}];\n", 8 * bytes, bytes * at as u64);
                }
            }
            let words = 32 * count * bytes as usize / 4;
            given.push(if place == 0 { vec![0; words] } else { drawn(name, words, random) });
            groups.push(names);
            first += count;
        }
        let braces = |names: &Vec<String>| format!("{{{}}}", names.join(", "));
        module += &format!("{text} {}, {}, {}, {};\n", braces(&groups[3]), braces(&groups[0]), braces(&groups[1]), braces(&groups[2]));
        let (_, bytes) = registers(&head.types[0]);
        for (at, name) in groups[3].iter().enumerate() {
            module += &format!("st.global.b{} [d+{}], {name};\n", 8 * bytes, bytes * at as u64);
        }
        all.push(asked_of(text, module + "ret;\n}\n", given.try_into().unwrap()));
    }
    all
}

/// `wmma` of every shape and type that sm_90 has, in both layouts, with and without a stride.
fn tiles(random: &mut Random) -> Vec<Asked> {
    let shapes = ["m16n16k16", "m32n8k16", "m8n32k16"];
    let mut all = Vec::new();
    let mut types: Vec<(&str, &str, [&str; 4])> = Vec::new();
    for shape in shapes {
        types.extend([["f16", "f16"], ["f32", "f32"], ["f32", "f16"], ["f16", "f32"]].map(|[d, c]| (shape, "", [d, "f16", "f16", c])));
        types.push((shape, "", ["f32", "bf16", "bf16", "f32"]));
        types.extend(["s8", "u8"].into_iter().flat_map(|own| ["", ".satfinite"].map(|kept| (shape, kept, ["s32", own, own, "s32"]))));
    }
    types.push(("m16n16k8", "", ["f32", "tf32", "tf32", "f32"]));
    types.extend([".rn", ".rz", ".rp"].map(|mode| ("m8n8k4", mode, ["f64"; 4])));
    for (number, (shape, more, own)) in types.into_iter().enumerate() {
        for layouts in ["row.col", "row.row", "col.row", "col.col"] {
            let (along, down) = layouts.split_once('.').unwrap();
            let named = if own[1] == "f16" { format!("{}.{}", own[0], own[3]) } else { own.join(".") };
            let text = if more.starts_with(".r") {
                format!("wmma.mma.sync.aligned.{layouts}.{shape}{more}.{named}")
            } else {
                format!("wmma.mma.sync.aligned.{layouts}.{shape}.{named}{more}")
            };
            let head = read(&text).unwrap();
            let mut module = HEAD.to_owned();
            let (mut groups, mut given, mut first) = (Vec::new(), Vec::new(), 0);
            // Every other one has a stride beyond the width.
            let stride = 40;
            let behind = if number % 2 == 0 { format!(", {stride}") } else { String::new() };
            for (place, matrix, pointer, layout) in
                [(1, Matrix::A, 'a', along), (2, Matrix::B, 'b', down), (3, Matrix::C, 'c', along), (0, Matrix::C, 'd', down)]
            {
                let name = own[place];
                let (bits, count) = (matrix::bits(&head, name).unwrap() as usize, matrix::registers(&head, matrix, name));
                let (letter, _) = registers(name);
                let names: Vec<String> = (first..first + count).map(|number| format!("{letter}{number}")).collect();
                let words = stride * bits;
                given.push(if place == 0 { vec![0; words] } else { drawn(name, words, random) });
                if place > 0 {
                    let letter = if place == 3 { 'c' } else { pointer };
                    module += &format!(
                        "wmma.load.{letter}.sync.aligned.{layout}.{shape}.global.{name} {{{}}}, [{pointer}]{behind};\n",
                        names.join(", ")
                    );
                } else {
                    groups.push(names.clone());
                    module += &format!(
                        "{text} {{{}}}, {{{}}}, {{{}}}, {{{}}};\n",
                        names.join(", "),
                        groups[0].join(", "),
                        groups[1].join(", "),
                        groups[2].join(", ")
                    );
                    module += &format!(
                        "wmma.store.d.sync.aligned.{layout}.{shape}.global.{name} [{pointer}], {{{}}}{behind};\n",
                        names.join(", ")
                    );
                }
                groups.push(names);
                first += count;
            }
            all.push(asked_of(text, module + "ret;\n}\n", given.try_into().unwrap()));
        }
    }
    all
}

/// `ldmatrix`, `movmatrix` and `cp.async`.
fn rows(random: &mut Random) -> Vec<Asked> {
    let mut all = Vec::new();
    let words = |count: usize, random: &mut Random| -> Vec<u64> { (0..count).map(|_| random.word() & 0xffff_ffff).collect() };
    let stored = "mul.wide.u32 w, l, 16; add.u64 d, d, w; st.global.v4.u32 [d], {r0, r1, r2, r3}; ret;\n}\n";
    for (count, turned) in [1, 2, 4].into_iter().flat_map(|count| [("", count), (".trans", count)]).map(|(turned, count)| (count, turned)) {
        let named: Vec<String> = (0..count).map(|number| format!("r{number}")).collect();
        for generic in [false, true] {
            let (space, base) = if generic { ("", "cvta.shared.u64 c, c;") } else { (".shared", "") };
            // Rows in an order of their own, in shared memory that copies have filled.
            let module = format!(
                "{HEAD}.shared .align 16 .b8 s[512]; mov.u32 r0, 0; mov.u32 r1, 0; mov.u32 r2, 0; mov.u32 r3, 0; mul.wide.u32 w, l, 16; add.u64 a, a, w;\n\
                 mov.u64 c, s; add.u64 b, c, w; cp.async.cg.shared.global [b], [a], 16; cp.async.commit_group; cp.async.wait_group 0; bar.warp.sync -1;\n\
                 mad.lo.u32 r9, l, 5, 3; and.b32 r9, r9, 31; mul.wide.u32 w, r9, 16; add.u64 c, c, w; {base}\n\
                 ldmatrix.sync.aligned.m8n8.x{count}{turned}{space}.b16 {{{}}}, [c];\n{stored}",
                named.join(", ")
            );
            let given = [words(128, random), vec![0], vec![0], vec![0; 128]];
            all.push(asked_of(format!("ldmatrix.x{count}{turned}{space}"), module, given));
        }
    }
    let module = format!(
        "{HEAD}mul.wide.u32 w, l, 4; add.u64 a, a, w; ld.global.u32 r1, [a]; mov.u32 r1, r1; mov.u32 r2, 0; mov.u32 r3, 0; movmatrix.sync.aligned.m8n8.trans.b16 r0, r1;\n{stored}"
    );
    all.push(asked_of("movmatrix".to_owned(), module, [words(32, random), vec![0], vec![0], vec![0; 128]]));
    for (bytes, read) in [(4, ""), (8, ""), (16, ""), (4, ", 3"), (8, ", r9"), (16, ", r9"), (16, ", 0")] {
        let module = format!(
            "{HEAD}.shared .align 16 .b8 s[512]; and.b32 r9, l, {bytes}-1; mul.wide.u32 w, l, 16; add.u64 a, a, w; mov.u64 c, s; add.u64 b, c, w;\n\
             st.shared.v4.u32 [b], {{-1, -1, -1, -1}}; cp.async.ca.shared.global [b], [a], {bytes}{read}; cp.async.wait_all; bar.warp.sync -1;\n\
             ld.shared.v4.u32 {{r0, r1, r2, r3}}, [b];\n{stored}"
        );
        all.push(asked_of(
            format!("cp.async-{bytes}{}", read.replace(", ", "-")),
            module,
            [words(128, random), vec![0], vec![0], vec![0; 128]],
        ));
    }
    all
}

/// Those that no chip was asked about yet stand behind the others.
fn all() -> Vec<Asked> {
    asked().into_iter().chain(collected(45)).collect()
}

/// All of them, for a chip.
pub fn asked() -> Vec<Asked> {
    let mut random = Random::new(44);
    [products(&mut random), tiles(&mut random), rows(&mut random)].into_iter().flatten().collect()
}

#[test]
fn fragments_of_wmma_are_those_of_a_chip() {
    let mut lines = FRAGMENTS.lines().filter(|line| !line.starts_with('#'));
    let mut compared = 0;
    while let Some(name) = lines.next() {
        let [shape, operand, _, own] = name.split(' ').collect::<Vec<_>>()[..] else { panic!("{name}") };
        let numbers: Vec<u32> = shape.split(['m', 'n', 'k']).skip(1).map(|number| number.parse().unwrap()).collect();
        let matrix = match operand {
            "a" => Matrix::A,
            "b" => Matrix::B,
            _ => Matrix::C,
        };
        let bits =
            integer(own).map_or_else(|| matrix::format(own).map_or(32, |format| format.width() + format.spare_bits), |(bits, _)| bits);
        let layout = Layout::Tiles(if bits < 32 { 32 / bits } else { 1 });
        let fragment = Fragment { matrix, shape: Shape::new(numbers[0], numbers[1], numbers[2]), layout };
        for lane in 0..32 {
            let places = lines.next().unwrap().split(' ').map(|place| place.split_once(',').unwrap());
            for (i, (row, column)) in (0..).zip(places) {
                let ours = fragment.place(lane, i);
                assert_eq!(
                    (ours.row.to_string().as_str(), ours.column.to_string().as_str()),
                    (row, column),
                    "{name}, lane {lane}, element {i}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 22_784);
}

/// What a kernel of a warp leaves in its last buffer.
pub(crate) fn left(asked: &Asked) -> Vec<u64> {
    let module = Module::read(&asked.module, &Context::default());
    let said: Vec<&String> = module.diagnostics.iter().map(|said| &said.message).collect();
    assert!(said.is_empty(), "{}: {said:?}\n{}", asked.name, asked.module);
    let launched = Launched { arguments: asked.arguments.clone(), threads: asked.threads, ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    assert_eq!(all.run(&mut NoObserver), None, "{}\n{}", asked.name, asked.module);
    all.buffers[3].numbers(&all.machine.memory).iter().map(|number| number.bits).collect()
}

#[test]
fn every_form_runs() {
    let all = all();
    for one in &all {
        assert!(left(one).iter().any(|word| *word != 0) || one.name == "cp.async-16-0", "{}", one.name);
    }
    assert_eq!(all.len(), 250);
}

/// The exact companion goes through products, tiles and copies: two sums of sixteen tenths that both fall away beside 2^25.
#[test]
fn companions_go_through_matrices() {
    let tile = "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [s], {f0, f1, f2, f3, f4, f5, f6, f7}, 16;\n\
        bar.warp.sync -1; wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {f8, f9, f10, f11, f12, f13, f14, f15}, [s], 16;\n\
        wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [a], {f8, f9, f10, f11, f12, f13, f14, f15}, 16; bar.warp.sync -1;\n\
        setp.eq.u32 q, l, 0; @q cp.async.ca.shared.global [s], [a], 16; bar.warp.sync -1; mov.b32 f0, 0f00000000;\n\
        @q ld.shared.f32 f0, [s+4]; add.rn.f32 f1, f0, f0; @q st.global.f32 [d], f1; ret;\n}\n";
    let set = |from: u32, bits: &str| (0..8).map(|at| format!("mov.b32 r{}, {bits}; ", from + at)).collect::<String>();
    let many = |letter: char, from: u32| (from..from + 8).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join(", ");
    let zero = (0..8).map(|at| format!("mov.b32 f{at}, 0f4C000000; ")).collect::<String>();
    let product = format!(
        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {{{}}}, {{{}}}, {{{}}}, {{{}}};\n",
        many('f', 0),
        many('r', 0),
        many('r', 8),
        many('f', 0)
    );
    let text = format!(
        "{HEAD}.reg .pred q; .shared .align 16 .f32 s[256];\n{}{}{zero}\n{product}{product}{tile}",
        set(0, "0x3c003c00"),
        set(8, "0x2e662e66")
    );
    let module = Module::read(&text, &Context::default());
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let list = |count: usize| Argument::List(U32, vec![0; count]);
    let launched = Launched { arguments: vec![list(256), list(1), list(1), list(1)], threads: [32, 1, 1], ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    let mut keeper = RunRecorder::new(&module, 100_000);
    assert_eq!(all.run(&mut keeper), None);
    assert_eq!(all.buffers[3].numbers(&all.machine.memory)[0].bits, 0x4c80_0000);
    let exact: Vec<String> = beside(&module, &keeper.recording).into_iter().flatten().filter_map(|beside| beside.exact()).collect();
    assert_eq!(exact.iter().filter(|exact| *exact == "33554433.599609375").count(), 32, "{exact:?}");
    assert_eq!(exact.iter().filter(|exact| *exact == "33554435.19921875").count(), 32);
    assert!(exact.iter().any(|exact| exact == "67108870.3984375"));
    let shares = shares(&module, &keeper.recording).unwrap();
    assert_eq!(shares.len(), 2, "{shares:?}");
}

/// A warp begins anew with each block: companions of the second block are those of the first, whose size is no multiple of a warp's.
#[test]
fn companions_of_every_block_are_those_of_its_own_warps() {
    let text = format!(
        "{HEAD}.reg .pred q; mov.u32 r0, %tid.x; setp.ge.u32 q, r0, 32; @q ret;\n\
        cvt.rn.f32.u32 f0, r0; mul.rn.f32 f1, f0, 0f3DCCCCCD; add.rn.f32 f2, f1, 0f40490FDB;\n\
        cvt.rna.tf32.f32 r1, f1; cvt.rna.tf32.f32 r2, f2;\n\
        mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {{f4, f5, f6, f7}}, {{r1, r2, r1, r2}}, {{r2, r1}}, {{f1, f2, f1, f2}}; ret;\n}}\n"
    );
    let module = Module::read(&text, &Context::default());
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    let list = || Argument::List(U32, vec![0; 1]);
    let launched =
        Launched { arguments: vec![list(), list(), list(), list()], threads: [48, 1, 1], blocks: [2, 1, 1], ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    let mut keeper = RunRecorder::new(&module, 100_000);
    assert_eq!(all.run(&mut keeper), None);
    let exact: Vec<_> = keeper.recording.records.iter().zip(beside(&module, &keeper.recording)).collect();
    let [first, second] = [0, 1].map(|block| {
        let own =
            exact.iter().filter(|(record, _)| record.block == block).map(|(_, beside)| beside.as_ref().and_then(|beside| beside.exact()));
        own.collect::<Vec<_>>()
    });
    assert!(first.iter().flatten().count() > 32 && first == second, "{first:?}\n{second:?}");
}

/// The targets that ptxas was asked about.
const TARGETS: [Target; 11] = [
    Target::SM_75,
    Target::SM_80,
    Target::SM_86,
    Target::SM_89,
    Target::SM_90,
    Target::SM_100,
    Target::SM_120,
    Target::SM_100A,
    Target::SM_103F,
    Target::SM_110A,
    Target::SM_121A,
];

/// A module for another target.
fn on(one: &Asked, target: Target) -> String {
    one.module
        .replace(".target sm_90", &[".target ", target.name()].concat())
        .replace(".target sm_100a", &[".target ", target.name()].concat())
}

#[test]
#[ignore = "wants ptxas 13.5 in CUDA_HOME or on PATH; ULPSCOPE_BLESS=1 writes its answers"]
fn the_assembler_takes_the_same_targets() {
    let ptxas = tool("ptxas").expect("ptxas in CUDA_HOME or on PATH");
    let folder = std::env::temp_dir().join(format!("ulpscope-matrices-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut table = String::new();
    for one in all() {
        let takes = |target: &Target| {
            let [source, to] = ["module.ptx", "module.cubin"].map(|name| folder.join(name));
            std::fs::write(&source, on(&one, *target)).expect("the module is written");
            let done = Command::new(&ptxas).args(["-arch", target.name(), "-o"]).args([&to, &source]).output().expect("ptxas runs");
            done.status.success()
        };
        let taken = TARGETS.iter().filter(|target| takes(target)).map(|target| target.name());
        table += &[one.name.as_str()].into_iter().chain(taken).collect::<Vec<_>>().join(" ");
        table.push('\n');
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/nvidia/ptxas_matrices_legality.txt"), &table)
            .expect("the table is written");
    }
    assert_eq!(table, text("ptxas_matrices_legality.txt"));
}

/// Each line is a name and the targets on which ptxas takes its module.
#[test]
fn targets_are_those_of_the_assembler() {
    let table = text("ptxas_matrices_legality.txt");
    let (mut compared, mut wrong) = (0, Vec::new());
    for (one, line) in all().iter().zip(table.lines()) {
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some(one.name.as_str()));
        let taken: Vec<&str> = words.collect();
        for target in TARGETS {
            let module = Module::read(&on(one, target), &Context::default());
            let is_taken = module.diagnostics.iter().all(|said| !said.is_error());
            if is_taken != taken.contains(&target.name()) {
                wrong.push(format!("{} on {target}", one.name));
            }
            compared += 1;
        }
    }
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
    assert_eq!(compared, oracle("ptxas_matrices_legality.txt").answers);
}

/// Pieces left out, doubled and exchanged: what is read may be refused or stop, and never panics.
#[test]
fn no_text_of_matrices_makes_it_panic() {
    let (mut random, mut ran) = (Random::new(7), 0);
    for one in all() {
        let pieces: Vec<&str> = one.module.split_inclusive([' ', ',', '.', ';', '[', '{']).collect();
        for _ in 0..12 {
            let mut own = pieces.clone();
            for _ in 0..1 + random.below(3) {
                let [at, other] = [0; 2].map(|_: u64| random.below(own.len() as u64) as usize);
                match random.below(3) {
                    0 => drop(own.remove(at)),
                    1 => own.insert(at, own[other]),
                    _ => own.swap(at, other),
                }
            }
            let module = Module::read(&own.concat(), &Context::default());
            let Ok(entry) = module.entry(None) else { continue };
            let launched = Launched { entry, arguments: one.arguments.clone(), threads: one.threads, limit: 500, ..Launched::default() };
            if let Ok(mut all) = launched.begin(&module) {
                let mut keeper = RunRecorder::new(&module, 20_000);
                let _ = all.run(&mut keeper);
                beside(&module, &keeper.recording);
                ran += 1;
            }
        }
    }
    assert!(ran > 1000, "{ran}");
}

#[test]
fn what_is_wrong_of_matrices_is_said() {
    let said = |target: &str, body: &str| {
        let (ptx, target) = target.split_once(' ').unwrap_or(("9.0", target));
        let text = format!(
            ".version {ptx}\n.target {target}\n.address_size 64\n.visible .entry k() {{ .reg .b32 r<20>; .reg .f32 f<20>; .shared .align 16 .b8 s[64];\n{body}\nret; }}\n"
        );
        let module = Module::read(&text, &Context { target: Target::SM_90, ..Context::default() });
        module.diagnostics.first().map(|said| said.code)
    };
    let product = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {f0,f1,f2,f3}, {r0,r1,r2,r3}, {r4,r5}, {f0,f1,f2,f3};";
    assert_eq!(said("sm_80", product), None);
    assert_eq!(said("sm_75", product), Some("needs-target"));
    assert_eq!(said("sm_80", &product.replace(",f3}", "}")), Some("vector-operand"));
    assert_eq!(said("sm_80", &product.replace("{r4,r5}", "{f4,f5}")), Some("register-type"));
    assert_eq!(said("sm_80", &product.replace(".f32.f16", ".f16.f16")), Some("no-form"));
    assert_eq!(said("sm_80", "ldmatrix.sync.aligned.m8n8.shared.b16 {r0}, [s];"), Some("modifier"));
    assert_eq!(said("sm_70", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r0}, [s];"), Some("needs-target"));
    assert_eq!(said("sm_80", "cp.async.cg.shared.global [s], [s], 8;"), Some("operand"));
    assert_eq!(said("sm_80", &product.replace(".sync", "")), Some("modifier"));
    assert_eq!(said("sm_80", "ldmatrix.sync.aligned.m8n8.x1.foo.shared.b16 {r0}, [s];"), Some("unknown-modifier"));
    let store = "stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {r0};";
    let bytes = "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [s], {r0};";
    assert_eq!([said("sm_90", store), said("sm_100a", bytes)], [None; 2]);
    assert_eq!([said("sm_89", store), said("sm_90", bytes), said("sm_100", bytes)], [Some("needs-target"); 3]);
    assert_eq!(said("sm_90", &store.replace(".x1", "")), Some("modifier"));
    assert_eq!(said("sm_90", &store.replace(".shared", ".shared::cluster")), Some("unknown-modifier"));
    for (from, to) in [(".x1", ".x1.x2"), (".b16", ".b8"), (".shared", ".global")] {
        assert_eq!(said("sm_90", &store.replace(from, to)), Some("no-form"), "{to}");
    }
    assert_eq!(said("sm_90", &store.replace(".shared", ".shared::cta")), None);
    for doubled in [".sync.sync", ".shared.shared"] {
        let one = &doubled[..doubled.len() / 2];
        assert_eq!(said("sm_90", &store.replace(one, doubled)), Some("no-form"), "{doubled}");
    }
    assert_eq!(said("sm_90", &store.replace("{r0}", "{r0}, r1")), Some("operand-count"));
    assert_eq!(said("sm_80", "cp.async.cg.shared::cta.global.L2::128B [s], [s], 16;"), None);
    assert_eq!(said("sm_80", "cp.async.ca.cg.shared.global [s], [s], 16;"), Some("no-form"));
    assert_eq!(said("sm_90", &store.replace("{r0}", "r0")), Some("operand"));
    assert_eq!(said("sm_90", &store.replace("{r0}", "{r0, r1}")), Some("vector-operand"));
    assert_eq!(said("sm_100a", &bytes.replace(".trans", "")), Some("modifier"));
    assert_eq!(said("sm_100a", "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {r0, r1}, [s];"), Some("not-modelled"));
    let turn = "movmatrix.sync.aligned.m8n8.trans.b16 r0, r1;";
    assert_eq!([said("sm_75", turn), said("7.7 sm_75", turn), said("sm_72", turn)], [None, Some("needs-ptx"), Some("needs-target")]);
    assert_eq!(said("sm_80", "movmatrix.sync.aligned.m8n8.b16 r0, r1;"), Some("modifier"));
    assert_eq!(said("sm_80", "cp.async.ca.foo.shared.global [s], [s], 8;"), Some("unknown-modifier"));
    assert_eq!(said("sm_90", "wgmma.fence.sync.aligned;"), Some("not-modelled"));
}
