//! Texts that nobody would write, read and run as kernels.

use crate::judge::{announce, exhaustive};
use crate::kernel::kernel;
use crate::kernel_curves::ROOT;
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, give};
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Curve, End, Launch, Machine, Module, NoObserver, without_fixed};
use semantics::number::Random;
use semantics::shadow::{beside, shares};
use std::time::{Duration, Instant};

/// A text cut into words, numbers, blanks and single other characters.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() || "%_$".contains(letter) => 0,
        ' ' | '\n' => 1,
        _ => 2,
    };
    let (mut pieces, mut start, mut last) = (Vec::new(), 0, 2);
    for (at, letter) in text.char_indices() {
        if at > start && (kind(letter) != last || last == 2) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = kind(letter);
    }
    pieces.push(&text[start..]);
    pieces
}

/// Texts that are nearly modules: pieces of modules changed, taken away, doubled, and brought from elsewhere.
#[test]
fn any_text_is_read_and_run() {
    let loops = kernel(
        ".const .f32 c[2] = {1.0, 2.0};\n.func (.reg .f32 d) one(.reg .f32 a) { add.f32 d, a, 0f3F800000; ret; }",
        "mov.u32 %r1, 0;\nL: ld.global.f32 %f1, [%rd1];\n{ .reg .f32 t; .param .b32 p0; call (t), one, (%f1); mov.f32 %f1, t; }\nmov.b64 {%r2, %r3}, %rd1; setp.lt.and.u32 %p1|%p2, %r1, 8, %p2; @!%p1 bra L; prmt.b32 %r4, %r1, %r2, 0x5410; cvt.rn.f32.s32 %f2, %r4;\nts: .branchtargets L, M; @%p2 brx.idx %r1, ts; M: st.global.f32 [%rd2+4], %f2; ret;",
    );
    let memory = kernel(
        ".global .align 8 .b8 g[] = {1, 2, 3, 4, 0xff};\n.global .u64 p = generic(g);\n.func (.param .b32 r) f(.param .b32 a) { .local .f32 l[4]; .reg .f32 x; .reg .pred q; ld.param.f32 x, [a]; st.local.f32 [l+4], x; setp.gt.f32 q, x, 0f00000000; { .param .b32 b; sub.f32 x, x, 0f3F800000; st.param.f32 [b], x; .param .b32 s; @q call.uni (s), f, (b); } st.param.f32 [r], x; ret; }",
        ".local .align 8 .b8 depot[16]; .shared .b32 s[2]; mov.u64 %rd3, depot; ld.global.f32 %f1, [%rd1]; { .param .b32 a; st.param.f32 [a], %f1; .param .b32 r; call.uni (r), f, (a); ld.param.f32 %f2, [r]; }\nbfe.u32 %r1, %r2, 3, 7; bmsk.clamp.b32 %r2, %r1, %r1; shf.l.wrap.b32 %r3, %r1, %r2, 5; mad.hi.cc.s32 %r4, %r1, %r2, %r3; madc.lo.u32 %r5, %r1, %r1, 1; slct.f32.s32 %f3, %f1, %f2, %r4; selp.f32 %f4, %f3, %f1, %p1; isspacep.local %p2, %rd3; @%p2 st.v2.f32 [%rd3+8], {%f3, %f4}; ld.u64 %rd4, [p]; ld.u8 %r6, [%rd4+4]; set.le.f32.f32 %f5, %f4, %f1; fma.rn.f32 %f6, %f5, %f4, %f1; ex2.approx.ftz.f32 %f7, %f6; min.xorsign.abs.f32 %f7, %f7, %f1; st.global.f32 [%rd2], %f7; exit;",
    );
    let seeds = [ROOT.to_owned(), loops, memory];
    let foreign = "{ } ; , [ ] ( ) @ : % . + - 0 1 31 32 64 255 256 4294967295 99999999999 18446744073709551616 0x 0x80000000 0f7FC00000 0fFF800000 \" /* // é _ ! | \
        ret exit .reg .func .entry .param .local .global .const .shared .align 1048576 .pred .b8 .b16 .b32 .b64 .b128 .f16 .f32 .f64 .u8 .u16 .s64 .v2 .v4 .v8 .wide .lo .hi \
        .cc .sat .ftz .rn .relu .uni .version .target .address_size .file .loc .section .pragma .branchtargets bar.sync call bra brx.idx mov ld st cvta %tid.x %clock WARP_SZ \
        shl.b64 shr.s32 bfi.b32 szext.clamp.s32 bmsk.wrap.b32 dp4a.s32.u32 div.s32 rem.u64 brev.b32 lop3.b32 cvt.rzi.s32.f32 cvt.rn.f16.f32 tanh.approx.f32 rcp.rn.f64 < > =";
    let mut words: Vec<&str> = foreign.split_whitespace().collect();
    words.extend(["\n", " "]);
    let mut random = Random::new(11);
    let mut below = |count: usize| (random.word() % count.max(1) as u64) as usize;
    let steps = if exhaustive() { 1_000_000 } else { 5_000 };
    let (mut finished, mut slowest) = (0, Duration::ZERO);
    for _ in 0..steps {
        let own = pieces(&seeds[below(seeds.len())]);
        let other = pieces(&seeds[below(seeds.len())]);
        let mut text = own.clone();
        for _ in 0..1 + below(5) {
            let at = below(text.len() + 1);
            let end = (at + below(12)).min(text.len());
            match below(7) {
                0 => text.insert(at, words[below(words.len())]),
                1 => drop(text.drain(at..end)),
                2 => drop(text.splice(at..end.min(at + 1), [words[below(words.len())]])),
                3 => drop(text.splice(at..at, own[below(own.len())..].iter().copied().take(below(40)).collect::<Vec<_>>())),
                4 => drop(text.splice(at..end, other[below(other.len())..].iter().copied().take(below(40)).collect::<Vec<_>>())),
                5 => {
                    let to = below(text.len());
                    if at < text.len() {
                        text.swap(at, to);
                    }
                }
                _ => text.truncate(if below(20) == 0 { at } else { text.len() }),
            }
        }
        let text = text.concat();
        let begun = Instant::now();
        finished += any(&text);
        slowest = slowest.max(begun.elapsed());
    }
    if exhaustive() {
        announce(&format!("{steps} texts were read and run, the slowest in {slowest:?}; {finished} functions came to their end."));
    }
    assert!(finished > steps / 20, "{finished}");
}

/// Reads a text and runs every function of it, watched, beside itself without rounding, and as a curve: how many came to their end.
fn any(text: &str) -> u32 {
    let module = Module::read(text, &Context::default());
    for said in &module.diagnostics {
        assert!(said.span.start <= said.span.end && said.span.end <= text.len(), "{text}\n{said:?}");
    }
    let mut finished = 0;
    for entry in (0..module.functions.len()).filter(|entry| module.functions[*entry].defined) {
        let mut machine = Machine::new(&module, entry, Launch::default(), 500);
        let arguments: Vec<Argument> = module.functions[entry].parameters.iter().map(|_| Argument::read("u32[4]").unwrap()).collect();
        let _ = give(&mut machine, &module, &arguments);
        let mut keeper = RunRecorder::new(&module, 60);
        finished += u32::from(machine.run(&mut keeper) == End::Finished);
        assert_eq!(beside(&module, &keeper.recording).len(), keeper.recording.records.len());
        shares(&module, &keeper.recording).unwrap();
        machine.next(entry, Launch { thread: [1, 0, 0], threads: [2, 1, 1], ..Launch::default() });
        machine.run(&mut NoObserver);
        let fixed = without_fixed(&module, entry);
        if let Ok(curve) = Curve::new(&fixed, entry, 500) {
            // The same number gives the same, whatever came between.
            let [first, _, again] = [0x3f80_0000, 0xc2f7_0000, 0x3f80_0000].map(|bits| curve.evaluate(bits));
            assert!(first == again || curve.stopped().is_some(), "{text}");
        }
    }
    finished
}
