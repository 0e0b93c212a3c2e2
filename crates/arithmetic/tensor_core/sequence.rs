//! What is asked of tensor cores and done by other instructions: FP8 through halves, chains of doubles, m8n8k4 after Turing.
//!
//! Which instructions run was read off ptxas 13.5.37, sm_80 to sm_121a. With operands that every thread loads from one address the assembler
//! leaves most of m8n8k4's out, since all its threads then compute the same.

use super::dot::{Dot, Side};
use super::fused;
use super::row::Fused;
use super::stage::Places;
use crate::number::{F16, F32, F64, Format, Kind, Narrow, Pattern, Unpacked};
use crate::operation::{Incoming, add, convert, fused as multiply_add, multiply};
use crate::rounding::{Mode, NanRule, Rules, round};
use crate::trace::{Operand, Recorder, Remark, Silent};

const NEAREST: Rules = Rules::ieee(Mode::Rn);

/// The most elements that one instruction of FP8 has.
const MOST: usize = 32;

/// Tells that a machine instruction begins.
#[inline(always)]
fn begins(recorder: &mut impl Recorder, name: &str, sentence: impl FnOnce() -> String) {
    recorder.told(|| Remark { title: name.into(), sentence: sentence(), heading: true });
}

/// A sum in the format of an accumulator, to nearest.
fn sum(format: &Format, a: u64, b: u64, recorder: &mut impl Recorder) -> u64 {
    if *format == F16::FORMAT { add(Narrow::of(F16::ROW), a, b, &NEAREST, recorder) } else { add(F32, a, b, &NEAREST, recorder) }.bits
}

/// A number of 8 bits as a half, which is exact.
#[inline(always)]
fn halved(read: Unpacked) -> u64 {
    let sign = if read.exact.negative { F16::FORMAT.sign_mask() } else { 0 };
    match read.kind {
        Kind::Nan => F16::FORMAT.default_nan,
        Kind::Infinity => sign | F16::FORMAT.exponent_mask(),
        Kind::Finite if read.exact.is_zero() => sign,
        Kind::Finite => round(F16::ROW, read.exact, &NEAREST).bits,
    }
}

/// FP8 through halves: bytes 0 and 1 of every register of four, then bytes 2 and 3, then c.
pub(super) fn unpacked(how: &Fused, dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    let accumulator = how.register();
    let mut partial = Pattern::new(accumulator, 0);
    for (half, which) in [(0, "0 or 1"), (2, "2 or 3")] {
        let of = if places.kept == 0 { "numbers whose k" } else { "kept numbers whose place" };
        begins(recorder, "F2FP.UNPACK_B", || format!("The {of} leaves {which} when divided by 4 become halves, exactly."));
        let [mut a, mut b] = [[0; MOST / 2]; 2];
        let codes = dot.a.codes.iter().zip(dot.b.codes).enumerate().filter(|(k, _)| k & 2 == half);
        let mut count = 0;
        for ((a, b), (_, (&x, &y))) in a.iter_mut().zip(&mut b).zip(codes) {
            (*a, *b) = (halved(dot.a.read(x)), halved(dot.b.read(y)));
            count += 1;
        }
        let added = if half == 0 { "Their products are added up, from zero." } else { "Their products are added to the sum before." };
        begins(recorder, "HMMA", || added.into());
        let halves = Dot { a: Side::plain(F16::ROW, &a[..count]), b: Side::plain(F16::ROW, &b[..count]), c: partial, ..*dot };
        let places = places.in_pairs(half);
        partial = Pattern::new(accumulator, fused::groups(how, None, &halves, places, recorder));
    }
    let name = if *accumulator == F16::FORMAT { "HADD2" } else { "FADD" };
    begins(recorder, name, || "c is added last, and the sum rounded to nearest even.".into());
    sum(accumulator, dot.c.bits, partial.bits, recorder)
}

/// Doubles: fused multiply-adds in increasing k.
pub(super) fn chain(dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    let rules = Rules { nan: NanRule::Payload, ..Rules::ieee(dot.mode) };
    let mut d = dot.c.bits;
    for (place, (&a, &b)) in dot.a.codes.iter().zip(dot.b.codes).enumerate() {
        let k = places.k(place);
        recorder.told(|| Remark {
            title: format!("k = {k}"),
            sentence: format!("a{k} times b{k} is added and the sum rounded once, {}.", dot.mode.words()),
            heading: true,
        });
        d = multiply_add(F64, a, b, d, &rules, recorder).bits;
    }
    d
}

/// ptxas's subroutine for m8n8k4, in single precision.
pub(super) fn subroutine(accumulator: &'static Format, dot: &Dot, places: Places, recorder: &mut impl Recorder) -> u64 {
    begins(recorder, "HADD2.F32", || "The halves become singles, exactly.".into());
    let single = |format, which, bits| convert(Incoming { which, ..Incoming::plain(format, bits) }, F32::ROW, &NEAREST, &mut Silent).bits;
    let factor = |k: usize| {
        let of = |side: &Side, which| single(side.format, which, side.codes.get(k).copied().unwrap_or(0));
        (of(&dot.a, Operand::A), of(&dot.b, Operand::B))
    };
    let c = if *dot.c.format == F32::FORMAT { dot.c.bits } else { single(dot.c.format, Operand::C, dot.c.bits) };
    if *accumulator == F32::FORMAT {
        let mut products = 0;
        for k in 0..4 {
            begins(recorder, "FFMA", || {
                format!("The product of k = {} joins those before it, from +0; rounded to nearest even.", places.k(k))
            });
            let (a, b) = factor(k);
            products = multiply_add(F32, a, b, products, &NEAREST, recorder).bits;
        }
        begins(recorder, "FADD", || "c is added last.".into());
        return sum(accumulator, c, products, recorder);
    }
    let pairs = [0, 2].map(|k| {
        begins(recorder, "FMUL", || format!("The product of k = {}, rounded to nearest even.", places.k(k)));
        let (a, b) = factor(k);
        let product = multiply(F32, a, b, &NEAREST, recorder).bits;
        begins(recorder, "FFMA", || format!("The product of k = {} is added to it.", places.k(k + 1)));
        let (a, b) = factor(k + 1);
        multiply_add(F32, a, b, product, &NEAREST, recorder).bits
    });
    let mut d = c;
    for (pair, which) in pairs.into_iter().zip(["first", "second"]) {
        begins(recorder, "FADD", || format!("The {which} pair is added to c."));
        d = sum(F32::ROW, d, pair, recorder);
    }
    begins(recorder, "F2FP.F16.F32.PACK_AB", || "The single becomes a half, rounded a second time.".into());
    convert(Incoming::plain(F32::ROW, d), F16::ROW, &NEAREST, recorder).bits
}
