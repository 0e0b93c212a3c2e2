//! Sums and products of numbers of several formats (PTX ISA 9.4): every pair of narrow numbers against a second reading of the rules in
//! exact doubles, triples at random, and pairs of two formats against the same done in two instructions.

use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Target, Version};
use semantics::number::Random;
use semantics::syntax::parse;
use semantics::trace::Silent;

/// The bits of an instruction's result as a function of its operands.
fn instruction<const N: usize>(target: Target, text: &str) -> impl Fn([u64; N]) -> u64 + use<N> {
    let context = Context { target, ptx: Version::NEWEST };
    let parsed = parse(text, &context);
    let instruction = parsed.accepted().unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
    let (form, modifiers) = (instruction.form, instruction.modifiers);
    move |operands| evaluate(&Request::new(form, modifiers, operands, context), &mut Silent).bits
}

/// A narrow format as the judge knows it: its type, bits, bits from one number to the next, bits of exponent and fraction.
struct Own {
    name: &'static str,
    bits: u32,
    stride: u32,
    exponent: u32,
    fraction: u32,
}

const fn own(name: &'static str, bits: u32, stride: u32, exponent: u32, fraction: u32) -> Own {
    Own { name, bits, stride, exponent, fraction }
}

const SOURCES: [Own; 7] = [
    own("e4m3x4", 8, 8, 4, 3),
    own("e5m2x4", 8, 8, 5, 2),
    own("e3m2x4", 6, 8, 3, 2),
    own("e2m3x4", 6, 8, 2, 3),
    own("e2m1x4", 4, 4, 2, 1),
    own("e2m1p4x4", 4, 8, 2, 1),
    own("ue8m0x4", 8, 8, 8, 0),
];

impl Own {
    /// The value of a code.
    fn value(&self, code: u64) -> f64 {
        if self.name == "ue8m0x4" {
            return if code == 0xff { f64::NAN } else { f64::exp2(code as f64 - 127.0) };
        }
        let sign = if code >> (self.bits - 1) & 1 == 1 { -1.0 } else { 1.0 };
        sign * self.magnitude(code & ((1 << (self.bits - 1)) - 1))
    }

    /// The value of a code without its sign.
    fn magnitude(&self, code: u64) -> f64 {
        let (field, fraction) = (code >> self.fraction, code & ((1 << self.fraction) - 1));
        match self.name {
            "e4m3x4" if code == 0x7f => return f64::NAN,
            "e5m2x4" if code > 0x7c => return f64::NAN,
            "e5m2x4" if code == 0x7c => return f64::INFINITY,
            _ => (),
        }
        let bias = (1 << (self.exponent - 1)) - 1;
        let whole = if field == 0 { fraction } else { fraction | 1 << self.fraction };
        whole as f64 * f64::exp2(field.max(1) as f64 - f64::from(bias) - f64::from(self.fraction))
    }

    /// The code nearest to a value, ties to even; a NaN is 7f.
    fn nearest(&self, value: f64, satfinite: bool) -> u64 {
        let largest = if self.name == "e4m3x4" { 0x7e } else { 0x7b };
        let sign = u64::from(value.is_sign_negative()) << 7;
        if value.is_nan() {
            return 0x7f;
        }
        let size = value.abs();
        // Behind the largest code the numbers go on as if there were more.
        let at =
            |code: u64| if code <= largest { self.magnitude(code) } else { 2.0 * self.magnitude(largest) - self.magnitude(largest - 1) };
        let below = (0..=largest).rev().find(|code| at(*code) <= size).unwrap_or(0);
        let (down, up) = (size - at(below), at(below + 1) - size);
        let code = if up < down || (up == down && below & 1 == 1) { below + 1 } else { below };
        match (code > largest, satfinite, self.name) {
            (false, ..) => sign | code,
            (true, true, _) => sign | largest,
            (true, false, "e4m3x4") => sign | 0x7f,
            (true, false, _) => sign | 0x7c,
        }
    }
}

/// What an operation gives without rounding.
type Exact = fn(f64, f64) -> f64;

/// A term of a sum, brought to 2^±30 where it lies beyond, so that a double holds every sum: what is so large overflows both results, and
/// what is so small is below half of every last place.
fn near(term: f64) -> f64 {
    let size = term.abs().clamp(f64::exp2(-30.0), f64::exp2(30.0));
    if term == 0.0 || !term.is_finite() { term } else { size.copysign(term) }
}

#[test]
fn every_pair_of_narrow_numbers_is_added_and_multiplied_as_in_doubles() {
    let operations: [(&str, Exact); 3] = [("add", |a, c| near(a) + near(c)), ("sub", |a, c| near(a) - near(c)), ("mul", |a, c| a * c)];
    for (to, from) in SOURCES[..2].iter().flat_map(|to| SOURCES.iter().map(move |from| (to, from))) {
        for (mnemonic, exact) in operations {
            for (words, satfinite) in [("", false), (".rn.satfinite", true)] {
                let (a, c) = (if from.stride == 4 { "%h1" } else { "%r1" }, to.name);
                let types = if mnemonic == "mul" { format!("{}.{}.{c}", to.name, from.name) } else { format!("{}.{}", to.name, from.name) };
                let text = format!("{mnemonic}{words}.{types} %r0, {a}, %r2;");
                let run = instruction(Target::SM_100A, &text);
                let nearest: Vec<(u64, f64)> = (0..256).map(|code| (code, to.value(code))).collect();
                for x in 0..1u64 << from.bits {
                    let left = from.value(x);
                    // Four of the other operand's codes at once, each lane with the same a.
                    for four in nearest.chunks(4) {
                        let lanes = |bits: [u64; 4], stride: u32| (0..4).fold(0, |all, lane| all | bits[lane] << (stride * lane as u32));
                        let codes = [0, 1, 2, 3].map(|lane| four[lane].0);
                        let got = run([lanes([x; 4], from.stride), lanes(codes, 8)]);
                        let expected = [0, 1, 2, 3].map(|lane| to.nearest(exact(left, four[lane].1), satfinite));
                        assert_eq!(got, lanes(expected, 8), "{text} {x:x} {codes:x?}");
                    }
                }
            }
        }
    }
}

#[test]
fn triples_of_narrow_numbers_are_fused_as_in_doubles() {
    let mut random = Random::new(21);
    for to in &SOURCES[..2] {
        for (left, right) in SOURCES.iter().flat_map(|left| SOURCES.iter().map(move |right| (left, right))) {
            for (words, satfinite) in [("", false), (".satfinite", true)] {
                let register = |own: &Own, place: u32| format!("%{}{place}", if own.stride == 4 { "h" } else { "r" });
                let (a, b) = (register(left, 1), register(right, 2));
                let text = format!("fma{words}.{}.{}.{} %r0, {a}, {b}, %r3;", to.name, left.name, right.name);
                let run = instruction(Target::SM_100A, &text);
                for _ in 0..1_000 {
                    let operands = [0; 3].map(|_| random.word() & 0xffff_ffff);
                    let [a, b, c] = operands;
                    let got = run(operands);
                    for lane in 0..4 {
                        let code = |own: &Own, word: u64| word >> (own.stride * lane) & ((1 << own.bits) - 1);
                        let product = left.value(code(left, a)) * right.value(code(right, b));
                        let expected = to.nearest(near(product) + near(to.value(code(to, c))), satfinite);
                        assert_eq!(got >> (8 * lane) & 0xff, expected, "{text} {operands:x?} lane {lane}");
                    }
                }
            }
        }
    }
}

/// Cutting twice is cutting once, and what is widened loses nothing: the pairs are what two instructions give.
#[test]
fn pairs_of_two_formats_are_two_instructions() {
    let mut random = Random::new(22);
    let run = |text: &str| instruction::<3>(Target::SM_107A, text);
    for mnemonic in ["add", "sub", "mul"] {
        for (down, ftz, narrow) in [("bf16", "", 0x7f80u64), ("f16", ".ftz", 0x7c00)] {
            let pair = run(&format!("{mnemonic}.rz{ftz}.{down}x2.f32x2.f32x2 %r0, %rd1, %rd2;"));
            let (single, cut) = (run(&format!("{mnemonic}.rz{ftz}.f32 %f0, %f1, %f2;")), run(&format!("cvt.rz.{down}.f32 %h0, %f1;")));
            for _ in 0..50_000 {
                let number =
                    |word: u64| if word >> 40 & 15 == 0 { word & 0xffff_ffff } else { word & 0x807f_ffff | (104 + word % 40) << 23 };
                let [a, b, c, d] = [0; 4].map(|_| number(random.word()));
                let one = |a, c| {
                    let half = cut([single([a, c, 0]), 0, 0]);
                    // .ftz: a subnormal half becomes a zero of its sign.
                    if !ftz.is_empty() && half & narrow == 0 { half & 0x8000 } else { half }
                };
                assert_eq!(pair([b << 32 | a, d << 32 | c, 0]), one(b, d) << 16 | one(a, c), "{mnemonic} {down} {a:x} {b:x} {c:x} {d:x}");
            }
        }
    }
    for (name, mode) in [("f16", "rn"), ("f16", "rm"), ("bf16", "rz"), ("bf16", "rp")] {
        let widen = run(&format!("cvt.f32.{name} %f0, %h1;"));
        let (pair, fused) = (
            run(&format!("add.{mode}.f32x2.{name}x2.f32x2 %rd0, %r1, %rd2;")),
            run(&format!("fma.{mode}.f32x2.{name}x2.f32x2.f32x2 %rd0, %r1, %rd2, %rd3;")),
        );
        let (add, fma) = (run(&format!("add.{mode}.f32 %f0, %f1, %f2;")), run(&format!("fma.{mode}.f32 %f0, %f1, %f2, %f3;")));
        for _ in 0..20_000 {
            let [a, b, c] = [0; 3].map(|_| random.word());
            let wide = [0, 16].map(|up| widen([a >> up & 0xffff, 0, 0]));
            let lanes = |word: u64| [word & 0xffff_ffff, word >> 32];
            let [b0, b1] = lanes(b);
            let [c0, c1] = lanes(c);
            assert_eq!(pair([a & 0xffff_ffff, b, 0]), add([wide[1], b1, 0]) << 32 | add([wide[0], b0, 0]), "{name} {a:x} {b:x}");
            assert_eq!(fused([a & 0xffff_ffff, b, c]), fma([wide[1], b1, c1]) << 32 | fma([wide[0], b0, c0]), "{name} {a:x} {b:x} {c:x}");
        }
    }
    // A product of 11 by 8 bits is exact in a double, and rounded to 16 bits by another crate.
    let (brain, halves) = (run("mul.bf16x2.bf16x2.f16x2 %r0, %r1, %r2;"), run("mul.f16x2.f16x2.bf16x2 %r0, %r1, %r2;"));
    for _ in 0..100_000 {
        let (b, h) = (random.word() & 0xffff, random.word() & 0xffff);
        let exact = f64::from(f32::from_bits((b as u32) << 16)) * half::f16::from_bits(h as u16).to_f64();
        if exact.is_nan() {
            assert_eq!((brain([b, h, 0]) & 0xffff, halves([h, b, 0]) & 0xffff), (0x7fff, 0x7fff), "{b:x} {h:x}");
            continue;
        }
        assert_eq!(brain([b << 16, h << 16, 0]) >> 16, u64::from(half::bf16::from_f64(exact).to_bits()), "{b:x} {h:x}");
        assert_eq!(halves([h << 16, b << 16, 0]) >> 16, u64::from(half::f16::from_f64(exact).to_bits()), "{b:x} {h:x}");
    }
}
