//! The speed of a launch of 1,024 threads, on one core: `cargo bench -p ulpscope-semantics --bench threads`. Lines of all threads a second,
//! with nobody who watches, and with a recorder that keeps a million lines.
//!
//! Goal: 30 million a second where nobody watches.
#![expect(clippy::float_arithmetic, reason = "rates and times")]

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver, Observer};
use semantics::number::F32;
use std::time::Instant;

/// Kernels of one buffer of singles: what is timed, and the body behind the address of a thread's number.
const KERNELS: [(&str, &str); 3] = [
    (
        "each for itself",
        "mov.u32 %r1, 0;\nL: fma.rn.f32 %f1, %f1, 0f3F7FFF00, 0f3DCCCCCD; mul.rn.f32 %f2, %f1, %f1; add.rn.f32 %f1, %f1, %f2;\n\
         mul.rn.f32 %f1, %f1, 0f3F000000; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 64; @%p1 bra L;",
    ),
    (
        "a tree with barriers",
        "st.shared.f32 [%s], %f1; bar.sync 0; mov.u32 %r1, 512;\n\
         L: setp.ge.u32 %p1, %t, %r1; @%p1 bra M; shl.b32 %r2, %r1, 2; add.u32 %r2, %s, %r2; ld.shared.f32 %f2, [%r2]; ld.shared.f32 %f1, [%s];\n\
         add.rn.f32 %f1, %f1, %f2; st.shared.f32 [%s], %f1;\nM: bar.sync 0; shr.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 0; @%p1 bra L;",
    ),
    (
        "shuffles of a warp",
        "mov.u32 %r3, 0;\nN: mov.u32 %r1, 16;\nL: shfl.sync.bfly.b32 %f2, %f1, %r1, 31, -1; add.rn.f32 %f1, %f1, %f2; shr.u32 %r1, %r1, 1;\n\
         setp.gt.u32 %p1, %r1, 0; @%p1 bra L; mul.rn.f32 %f1, %f1, 0f3D000000; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 8; @%p1 bra N;",
    ),
];

const THREADS: u32 = 1024;
/// The quickest of so many runs counts: whatever disturbs one makes it slower.
const RUNS: u32 = 8;
/// Lines that the recorder keeps.
const KEPT: usize = 1 << 20;

fn main() {
    println!("{:<24} {:>10} {:>16} {:>16}", "kernel", "lines", "nobody watches", "recorded");
    for (name, body) in KERNELS {
        let text = format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n.reg .b32 %r<9>; .reg .b64 %q<9>; .reg .pred %p<9>;\n\
             .reg .f32 %f<9>; .reg .b32 %t, %s; .shared .b32 s[1024];\nld.param.u64 %q1, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %q1, %t, 4, %q1;\n\
             mov.u32 %s, s; mad.lo.u32 %s, %t, 4, %s; ld.global.f32 %f1, [%q1];\n{body}\nst.global.f32 [%q1], %f1; ret;\n}}\n"
        );
        let module = Module::read(&text, &Context::default());
        assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
        let numbers = (0..THREADS).map(|thread| u64::from((thread as f32 / 64.0).to_bits())).collect();
        let launched = Launched { arguments: vec![Argument::List(F32::ROW, numbers)], threads: [THREADS, 1, 1], ..Launched::default() };
        let (lines, silent) = quickest(&launched, &module, || NoObserver);
        let (_, recorded) = quickest(&launched, &module, || RunRecorder::new(&module, KEPT));
        println!("{name:<24} {lines:>10} {:>13.1} M/s {:>13.1} M/s", rate(lines, silent), rate(lines, recorded));
    }
}

/// Millions a second.
fn rate(lines: u64, seconds: f64) -> f64 {
    lines as f64 / seconds / 1e6
}

/// The lines of a launch, and the time of the quickest run of it in seconds.
fn quickest<W: Observer>(launched: &Launched, module: &Module, watch: impl Fn() -> W) -> (u64, f64) {
    let (mut lines, mut best) = (0, f64::INFINITY);
    for _ in 0..RUNS {
        let (mut all, mut watch) = (launched.begin(module).expect("a launch"), watch());
        let started = Instant::now();
        assert_eq!(all.run(&mut watch), None);
        best = best.min(started.elapsed().as_secs_f64());
        lines = all.lines();
    }
    (lines, best)
}
