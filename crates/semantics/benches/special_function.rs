//! The speed of the special function unit and of sweeps, on one core: `cargo bench -p ulpscope-semantics --bench special_function`,
//! with names of functions after `--` for these alone.
//!
//! Goals: 50 million silent evaluations a second of each function, and under 0.1 s for a sweep of 2^23 operands with all statistics.
#![expect(clippy::float_arithmetic, reason = "rates and times")]

use semantics::sweep::{FunctionUnderTest, Plan};
use std::hint::black_box;
use std::time::Instant;

/// What is timed, with operands on which every function has work to do.
const RANGES: [(&str, u32); 17] = [
    ("RCP", 0x3f80_0000),
    ("RSQ", 0x3f80_0000),
    ("LG2", 0x3f80_0000),
    ("RRO.SINCOS", 0x3f80_0000),
    ("RRO.EX2", 0x3f80_0000),
    ("SIN", 0),
    ("COS", 0),
    ("EX2", 0),
    ("SQRT", 0x3f80_0000),
    ("TANH", 0x3f00_0000),
    ("RCP64H", 0x3ff0_0000),
    ("RSQ64H", 0x3ff0_0000),
    ("rcp.approx.f32", 0x3f80_0000),
    ("rcp.approx.ftz.f32", 0x3f80_0000),
    ("ex2.approx.f32", 0x3f00_0000),
    ("sin.approx.f32", 0x3f80_0000),
    ("lg2.approx.f32", 0x3f80_0000),
];

/// A range is timed in this many pieces, and the quickest counts: whatever disturbs one makes it slower.
const PIECES: u32 = 16;
const PIECE: u32 = (1 << 23) / PIECES;

fn main() {
    println!("{:<20} {:>14} {:>16}", "function", "evaluations/s", "2^23 sweep");
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, from) in RANGES {
        if !asked.is_empty() && !asked.iter().any(|asked| asked == name) {
            continue;
        }
        let Some(subject) = FunctionUnderTest::find(name, 90) else { continue };
        let evaluation = quickest(|piece| {
            let from = from + piece * PIECE;
            black_box((from..from + PIECE).fold(0, |folded, bits| folded ^ subject.evaluate(black_box(bits))));
        });
        let sweep = quickest(|piece| {
            let from = from + piece * PIECE;
            black_box(Plan { subject, from, to: from + PIECE - 1, every: 1, bins: 1024 / PIECES }.run_all());
        });
        println!("{name:<20} {:>11.0} M/s {:>14.3} s", f64::from(PIECE) / evaluation / 1e6, sweep * f64::from(PIECES));
    }
}

/// The time of the quickest piece, in seconds.
fn quickest(mut run: impl FnMut(u32)) -> f64 {
    let mut best = f64::INFINITY;
    for piece in 0..PIECES {
        let started = Instant::now();
        run(piece);
        best = best.min(started.elapsed().as_secs_f64());
    }
    best
}
