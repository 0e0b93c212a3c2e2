//! `stmatrix`: where the elements of each lane lie in memory afterwards, by the manual's formulas for accumulators, and that `ldmatrix` brings
//! them back. For bytes the manual has a figure only; CUTLASS lays them out in this way.

use crate::chip::Asked;
use crate::matrices::{HEAD, asked_of, left};
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::memory::{Memory, Space};
use semantics::kernel::module::Code;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module};
use semantics::matrix::{Fragment, Matrix, Shape};
use semantics::number::Random;

/// `stmatrix`: registers of 128 words go to rows in an order of their own, and what shared memory then holds comes back.
pub(crate) fn collected(seed: u64) -> Vec<Asked> {
    let (mut random, mut all) = (Random::new(seed), Vec::new());
    for (shape, turned, own) in [("m8n8", "", "b16"), ("m8n8", ".trans", "b16"), ("m16n8", ".trans", "b8")] {
        for (count, space) in [1, 2, 4].into_iter().flat_map(|count| ["", ".shared"].map(|space| (count, space))) {
            let named: Vec<String> = (0..count).map(|number| format!("r{number}")).collect();
            let head = if own == "b8" { HEAD.replace("sm_90", "sm_100a") } else { HEAD.to_owned() };
            let base = if space.is_empty() { "cvta.shared.u64 c, c;" } else { "" };
            let module = format!(
                "{head}.shared .align 16 .b8 s[512]; mul.wide.u32 w, l, 16; add.u64 a, a, w; mov.u64 c, s; add.u64 b, c, w;\n\
                 st.shared.v4.u32 [b], {{0, 0, 0, 0}}; ld.global.v4.u32 {{r0, r1, r2, r3}}, [a]; bar.warp.sync -1;\n\
                 mad.lo.u32 r9, l, 5, 3; and.b32 r9, r9, 31; mul.wide.u32 w, r9, 16; add.u64 c, c, w; {base}\n\
                 stmatrix.sync.aligned.{shape}.x{count}{turned}{space}.{own} [c], {{{}}}; bar.warp.sync -1;\n\
                 ld.shared.v4.u32 {{r0, r1, r2, r3}}, [b]; mul.wide.u32 w, l, 16; add.u64 d, d, w; st.global.v4.u32 [d], {{r0, r1, r2, r3}}; ret;\n}}\n",
                named.join(", ")
            );
            let given = [(0..128).map(|_| random.word() & 0xffff_ffff).collect(), vec![0], vec![0], vec![0; 128]];
            all.push(asked_of(format!("stmatrix.{shape}.x{count}{turned}{space}.{own}"), module, given));
        }
    }
    all
}

/// What the records of `stmatrix` say that it stored, as shared memory holds it then.
fn kept(one: &Asked) -> Vec<u8> {
    let module = Module::read(&one.module, &Context::default());
    let launched = Launched { arguments: one.arguments.clone(), threads: one.threads, ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    let mut recorder = RunRecorder::new(&module, 100_000);
    assert_eq!(all.run(&mut recorder), None, "{}", one.name);
    let recording = recorder.recording;
    let (mut bytes, first) = (vec![0; 512], all.machine.memory.segments(Space::Shared)[0].base);
    for record in &recording.records {
        let is_one = recording.line(&module, record).is_some_and(|(_, line)| matches!(line.code, Code::Meet(_)));
        for stored in recording.stored(&module, record, &mut Memory::default()).into_iter().filter(|_| is_one) {
            bytes[(stored.address - first) as usize..][..8].copy_from_slice(&stored.bits.to_le_bytes());
        }
    }
    bytes
}

/// Each element is where an accumulator of `mma` has it, by the manual's formulas; its rows or columns lie at the addresses.
#[test]
fn rows_that_are_stored_lie_where_accumulators_have_them() {
    let of = |rows: u32| Fragment::of(Matrix::C, Shape::new(rows, 8, 16), 16);
    for one in collected(45) {
        let Argument::List(_, words) = &one.arguments[0] else { panic!("{}", one.name) };
        let bytes = one.name.ends_with("b8");
        let count: u32 = ["x1", "x2", "x4"].iter().find(|count| one.name.contains(*count)).unwrap()[1..].parse().unwrap();
        let (turned, fragment, width) = (one.name.contains(".trans"), of(16), if bytes { 1 } else { 2 });
        let mut expected = vec![0u8; 512];
        for (lane, matrix) in (0..32).flat_map(|lane| (0..count).map(move |matrix| (lane, matrix))) {
            // Of a matrix of 8 rows each lane has the first two elements.
            for i in 0..if bytes { 4 } else { 2 } {
                let at = fragment.place(lane, i);
                let (line, within) = if turned { (at.column, at.row) } else { (at.row, at.column) };
                let address = ((matrix * 8 + line) * 5 + 3) % 32 * 16 + within * width;
                let word = words[(lane * 4 + matrix) as usize].to_le_bytes();
                let (to, from) = (address as usize, (i * width) as usize);
                expected[to..to + width as usize].copy_from_slice(&word[from..from + width as usize]);
            }
        }
        let found: Vec<u8> = left(&one).iter().flat_map(|word| word.to_le_bytes()[..4].to_vec()).collect();
        assert_eq!(found, expected, "{}", one.name);
        assert_eq!(kept(&one), expected, "{}", one.name);
    }
}

/// What `stmatrix` stores `ldmatrix` loads, and what it stores turned around comes back when it is loaded so.
#[test]
fn rows_come_back() {
    for one in collected(46).iter().filter(|one| !one.name.ends_with("b8")) {
        let load = one.module.find("stmatrix").map(|at| one.module[at..].split(';').next().unwrap()).unwrap();
        let (head, operands) = load.split_once(' ').unwrap();
        let (address, registers) = operands.split_once(", ").unwrap();
        let (head, registers) = (head.replace("stmatrix", "ldmatrix"), registers.to_owned());
        let none = "mov.u32 r0, 0; mov.u32 r1, 0; mov.u32 r2, 0; mov.u32 r3, 0;";
        let module = one.module.replace("ld.shared.v4.u32 {r0, r1, r2, r3}, [b];", &format!("{none} {head} {registers}, {address};"));
        let count: usize = registers.matches('r').count();
        let Argument::List(_, words) = &one.arguments[0] else { panic!("{}", one.name) };
        let expected: Vec<u64> = words.chunks(4).flat_map(|own| (0..4).map(|at| if at < count { own[at] } else { 0 })).collect();
        assert_eq!(
            left(&Asked { name: one.name.clone(), module, arguments: one.arguments.clone(), entry: "k".to_owned(), ..*one }),
            expected
        );
    }
}
