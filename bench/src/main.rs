//! Silent evaluation beside Berkeley SoftFloat and rustc_apfloat, in one run on the same operands.
//!
//! Each operation runs over the same operand triples, the libraries in turn, many rounds; the best round of each counts, because
//! everything that disturbs a round makes it slower. Prints nanoseconds an operation and ours as a ratio to SoftFloat.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float as _, Round};
use semantics::number::{F32, F64};
use semantics::operation::{add, divide, fused, multiply, square_root};
use semantics::rounding::{Mode, Rules};
use semantics::trace::Silent;
use softfloat_wrapper::{F32 as Soft32, F64 as Soft64, Float as _, RoundingMode};
use std::hint::black_box;
use std::time::Instant;

/// So many that a processor cannot learn them by heart. Of 512 triples its branch prediction knows every turn after some rounds, of 4096 a
/// part that depends on the processor; then SoftFloat, which branches on them, takes half its time. A sweep meets no operands again.
const OPERANDS: usize = 1 << 16;
const ROUNDS: usize = 50;

fn main() {
    println!("{:<10} {:>10} {:>12} {:>14} {:>18}", "operation", "ours ns", "SoftFloat ns", "rustc_apfloat", "ours / SoftFloat");
    let rules = black_box(Rules::ieee(Mode::Rn));
    let singles = operands(8, 23);
    let doubles = operands(11, 52);
    let near = Round::NearestTiesToEven;
    let soft = RoundingMode::TiesToEven;
    let s32 = |bits: u64| Soft32::from_bits(bits as u32);
    let a32 = |bits: u64| Single::from_bits(u128::from(bits));
    let s64 = Soft64::from_bits;
    let a64 = |bits: u64| Double::from_bits(u128::from(bits));
    let (positive32, positive64) = (|bits: u64| bits & !F32::FORMAT.sign_mask(), |bits: u64| bits & !F64::FORMAT.sign_mask());

    compare(
        "add.f32",
        &singles,
        |[a, b, _]| add(F32, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| u64::from(s32(a).add(s32(b), soft).to_bits()),
        Some(|[a, b, _]: [u64; 3]| a32(a).add_r(a32(b), near).value.to_bits() as u64),
    );
    compare(
        "mul.f32",
        &singles,
        |[a, b, _]| multiply(F32, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| u64::from(s32(a).mul(s32(b), soft).to_bits()),
        Some(|[a, b, _]: [u64; 3]| a32(a).mul_r(a32(b), near).value.to_bits() as u64),
    );
    compare(
        "fma.f32",
        &singles,
        |[a, b, c]| fused(F32, a, b, c, &rules, &mut Silent).bits,
        |[a, b, c]| u64::from(s32(a).fused_mul_add(s32(b), s32(c), soft).to_bits()),
        Some(|[a, b, c]: [u64; 3]| a32(a).mul_add_r(a32(b), a32(c), near).value.to_bits() as u64),
    );
    compare(
        "div.f32",
        &singles,
        |[a, b, _]| divide(F32, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| u64::from(s32(a).div(s32(b), soft).to_bits()),
        Some(|[a, b, _]: [u64; 3]| a32(a).div_r(a32(b), near).value.to_bits() as u64),
    );
    compare(
        "sqrt.f32",
        &singles,
        |[a, ..]| square_root(F32, positive32(a), &rules, &mut Silent).bits,
        |[a, ..]| u64::from(s32(positive32(a)).sqrt(soft).to_bits()),
        None::<fn([u64; 3]) -> u64>,
    );
    compare(
        "add.f64",
        &doubles,
        |[a, b, _]| add(F64, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| s64(a).add(s64(b), soft).to_bits(),
        Some(|[a, b, _]: [u64; 3]| a64(a).add_r(a64(b), near).value.to_bits() as u64),
    );
    compare(
        "mul.f64",
        &doubles,
        |[a, b, _]| multiply(F64, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| s64(a).mul(s64(b), soft).to_bits(),
        Some(|[a, b, _]: [u64; 3]| a64(a).mul_r(a64(b), near).value.to_bits() as u64),
    );
    compare(
        "fma.f64",
        &doubles,
        |[a, b, c]| fused(F64, a, b, c, &rules, &mut Silent).bits,
        |[a, b, c]| s64(a).fused_mul_add(s64(b), s64(c), soft).to_bits(),
        Some(|[a, b, c]: [u64; 3]| a64(a).mul_add_r(a64(b), a64(c), near).value.to_bits() as u64),
    );
    compare(
        "div.f64",
        &doubles,
        |[a, b, _]| divide(F64, a, b, &rules, &mut Silent).bits,
        |[a, b, _]| s64(a).div(s64(b), soft).to_bits(),
        Some(|[a, b, _]: [u64; 3]| a64(a).div_r(a64(b), near).value.to_bits() as u64),
    );
    // rustc_apfloat has no square root.
    compare(
        "sqrt.f64",
        &doubles,
        |[a, ..]| square_root(F64, positive64(a), &rules, &mut Silent).bits,
        |[a, ..]| s64(positive64(a)).sqrt(soft).to_bits(),
        None::<fn([u64; 3]) -> u64>,
    );
}

/// Normal operands of both signs with exponents within ±16 of zero, so that alignment, cancellation and sticky bits all occur.
fn operands(exponent_bits: u32, fraction_bits: u32) -> Vec<[u64; 3]> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let bias = (1u64 << (exponent_bits - 1)) - 1;
    let mut one = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let word = state.wrapping_mul(0x2545_f491_4f6c_dd1d);
        let exponent = bias + (word >> 58 & 31) - 16;
        (word & 1) << (exponent_bits + fraction_bits) | exponent << fraction_bits | word >> 4 & ((1 << fraction_bits) - 1)
    };
    (0..OPERANDS).map(|_| [one(), one(), one()]).collect()
}

/// Times the three (or two, where rustc_apfloat has no such operation), checks that they agree, prints a line.
fn compare(
    name: &str,
    operands: &[[u64; 3]],
    ours: impl Fn([u64; 3]) -> u64,
    softfloat: impl Fn([u64; 3]) -> u64,
    apfloat: Option<impl Fn([u64; 3]) -> u64>,
) {
    for &triple in operands {
        let theirs = softfloat(triple);
        assert_eq!((ours(triple), theirs), (theirs, apfloat.as_ref().map_or(theirs, |apfloat| apfloat(triple))), "{name} {triple:x?}");
    }
    let mut best = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        best[0] = best[0].min(round(operands, &ours));
        best[1] = best[1].min(round(operands, &softfloat));
        if let Some(apfloat) = &apfloat {
            best[2] = best[2].min(round(operands, apfloat));
        }
    }
    let apfloat = if apfloat.is_some() { format!("{:.2}", best[2]) } else { "-".to_owned() };
    println!("{name:<10} {:>10.2} {:>12.2} {apfloat:>14} {:>18.2}", best[0], best[1], best[0] / best[1]);
}

/// Nanoseconds an operation, over all operands once.
fn round(operands: &[[u64; 3]], operation: impl Fn([u64; 3]) -> u64) -> f64 {
    let start = Instant::now();
    let mut sum = 0u64;
    for &triple in operands {
        sum = sum.wrapping_add(operation(black_box(triple)));
    }
    black_box(sum);
    start.elapsed().as_secs_f64() * 1e9 / operands.len() as f64
}
