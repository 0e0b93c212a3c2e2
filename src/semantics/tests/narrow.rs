//! Half, mixed and narrow formats: conversions against NVIDIA's headers and a chip, packed lanes against single ones, and the
//! approximations of 16 bits against their documented bounds.

use crate::ptxas::table;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Target, Version};
use semantics::number::{BF16, F16, Format, Pattern, Random};
use semantics::oracle::oracle;
use semantics::syntax::parse;
use semantics::trace::Silent;
use sha2::{Digest, Sha256};

/// The newest version on a chip that has all of it.
const CONTEXT: Context = Context { target: Target::SM_107A, ptx: Version::NEWEST };

/// The bits of an instruction's result as a function of its operands.
fn instruction(text: &str) -> impl Fn([u64; 3]) -> u64 + use<> {
    let parsed = parse(text, &CONTEXT);
    let instruction = parsed.accepted().unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
    let (form, modifiers) = (instruction.form, instruction.modifiers);
    move |operands| evaluate(&Request::new(form, modifiers, operands, CONTEXT), &mut Silent).bits
}

#[test]
fn conversions_agree_with_the_headers() {
    let packed = |head: &str| instruction(&format!("{head} %r0, %f1, %f2;"));
    let columns = [
        ("e4m3", packed("cvt.rn.satfinite.e4m3x2.f32"), 8),
        ("e5m2", packed("cvt.rn.satfinite.e5m2x2.f32"), 8),
        ("e2m3", packed("cvt.rn.satfinite.e2m3x2.f32"), 8),
        ("e3m2", packed("cvt.rn.satfinite.e3m2x2.f32"), 8),
        ("e2m1", packed("cvt.rn.satfinite.e2m1x2.f32"), 4),
        ("ue8m0_rz", packed("cvt.rz.satfinite.ue8m0x2.f32"), 8),
        ("ue8m0_rp", packed("cvt.rp.satfinite.ue8m0x2.f32"), 8),
        ("f16_rn", packed("cvt.rn.f16x2.f32"), 16),
        ("bf16_rn", packed("cvt.rn.bf16x2.f32"), 16),
    ];
    let hex = |text: &str| u64::from_str_radix(text, 16).expect("hex digits");
    let (mut answers, mut differ) = (0, Vec::new());
    for row in table("host_conversions.csv.gz") {
        let source = hex(row.get("f32"));
        for (name, convert, width) in &columns {
            let expected = hex(row.get(name));
            answers += 1;
            // The first operand is the upper number, the second the lower one.
            let (above, below) = (convert([source, 0, 0]) >> width, convert([0, source, 0]) & ((1 << width) - 1));
            if (above, below) != (expected, expected) {
                differ.push(format!("{source:08x} to {name}: {above:x} {below:x}, the headers {expected:x}"));
            }
        }
    }
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..differ.len().min(40)].join("\n"));
    assert_eq!(answers, oracle("host_conversions.csv.gz").answers);
}

/// Every number of a narrow format becomes a half and comes back.
#[test]
fn narrow_numbers_are_halves() {
    for (name, width, nan) in [("e4m3", 8, Some(0x7f)), ("e5m2", 8, None), ("e2m3", 6, None), ("e3m2", 6, None), ("e2m1", 4, None)] {
        let up = instruction(&format!("cvt.rn.f16x2.{name}x2 %r0, %h1;"));
        let down = instruction(&format!("cvt.rn.satfinite.{name}x2.f16x2 %h0, %r1;"));
        let format = Format::named(name).expect("a format");
        for code in 0..1u64 << width {
            let half = up([code, 0, 0]) & 0xffff;
            let (ours, wide) = (Pattern::new(format, code), Pattern::new(F16::ROW, half));
            if ours.is_nan() {
                assert_eq!(half, 0x7fff, "{name} {code:x}");
                assert!(nan.is_none_or(|nan| down([half, 0, 0]) == nan), "{name} {code:x}");
                continue;
            }
            assert_eq!(ours.exact_decimal(), wide.exact_decimal(), "{name} {code:x}");
            if ours.is_finite() {
                assert_eq!(down([half, 0, 0]), code, "{name} {code:x}");
            }
        }
    }
    // Scale factors are bfloat16 numbers.
    let (up, down) = (instruction("cvt.rn.bf16x2.ue8m0x2 %r0, %h1;"), instruction("cvt.rz.ue8m0x2.bf16x2 %h0, %r1;"));
    for code in 0..=0xffu64 {
        let brain = up([code, 0, 0]) & 0xffff;
        assert_eq!(down([brain, 0, 0]) & 0xff, code, "ue8m0 {code:x} {brain:x}");
    }
}

/// SHA-256 over 25,165,825 results of stochastic rounding as a B200 gave them (hibouwu/PTX-Instruction-Accuracy-Test).
#[test]
fn stochastic_rounding_agrees_with_a_chip() {
    for (head, digest) in [
        ("cvt.rs.f16x2.f32", "225d47353206381d2b38c2dfabd1f51538b0473f193866e09a16ad13464fba44"),
        ("cvt.rs.bf16x2.f32", "93c6e6c45b3333ed85c0e69648ccaeae80e28000c5706485fcf0279f89506126"),
    ] {
        let convert = instruction(&format!("{head} %r0, %f1, %f2, %r3;"));
        let mut hash = Sha256::new();
        for a in 0x3300_0000..=0x3480_0000u64 {
            hash.update((convert([a, 0xdead_beef, 0x1fff_1fff]) as u32).to_le_bytes());
        }
        let ours: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(ours, digest, "{head}");
    }
}

/// Two lanes are two instructions.
#[test]
fn lanes_are_computed_by_themselves() {
    let mut random = Random::new(5);
    for head in [
        "add.rn.{}",
        "sub.{}",
        "mul.{}",
        "fma.rn.{}",
        "fma.rn.relu.{}",
        "min.{}",
        "max.NaN.{}",
        "max.xorsign.abs.{}",
        "neg.{}",
        "abs.{}",
        "tanh.approx.{}",
    ] {
        for name in ["f16", "bf16"] {
            let text = |data_type: &str, letter: char| {
                let head = head.replace("{}", data_type);
                let sources = instruction_sources(&head);
                let operands: Vec<String> = (0..=sources).map(|place| format!("%{letter}{place}")).collect();
                format!("{head} {};", operands.join(", "))
            };
            let (one, two) = (instruction(&text(name, 'h')), instruction(&text(&format!("{name}x2"), 'r')));
            for _ in 0..2_000 {
                let operands = [0; 3].map(|_| random.word() & 0xffff_ffff);
                let lanes = [0, 16].map(|up| one(operands.map(|bits| bits >> up & 0xffff)));
                assert_eq!(two(operands), lanes[1] << 16 | lanes[0], "{head} {name} {operands:x?}");
            }
        }
    }
}

fn instruction_sources(head: &str) -> usize {
    match head.split('.').next() {
        Some("fma") => 3,
        Some("neg" | "abs" | "tanh") => 1,
        _ => 2,
    }
}

/// The model keeps the manual's bounds (9.7.4.9, 9.7.4.10) at every input, and the values of its tables.
#[test]
fn approximations_of_16_bits_keep_their_bounds() {
    let value = |format: &'static Format, bits: u64| {
        let wide = if *format == BF16::FORMAT { (bits as u32) << 16 } else { half::f16::from_bits(bits as u16).to_f32().to_bits() };
        f64::from(f32::from_bits(wide))
    };
    for (head, format, exact, relative, bound) in [
        ("ex2.approx.f16", F16::ROW, f64::exp2 as fn(f64) -> f64, true, -9.9),
        ("ex2.approx.ftz.bf16", BF16::ROW, f64::exp2, true, -7.0),
        ("tanh.approx.f16", F16::ROW, f64::tanh, false, -10.987),
        ("tanh.approx.bf16", BF16::ROW, f64::tanh, false, -8.0),
    ] {
        let run = instruction(&format!("{head} %h0, %h1;"));
        let smallest = value(format, format.smallest_normal());
        let largest = value(format, format.largest());
        for bits in 0..=0xffff {
            let (x, y) = (value(format, bits), value(format, run([bits, 0, 0])));
            let truth = exact(x);
            if x.is_nan() {
                assert!(y.is_nan(), "{head} {bits:x}");
                continue;
            }
            if !(smallest..=largest).contains(&truth.abs()) && relative {
                // Beyond the range, infinity; below the smallest normal number the spacing of the format is the bound.
                assert!(y.is_infinite() == (truth > largest) || truth > largest, "{head} {bits:x}: {y} for {truth}");
                continue;
            }
            let error = (y - truth).abs() / if relative { truth } else { 1.0 };
            assert!(error <= f64::exp2(bound), "{head} {bits:x}: {y} for {truth}, off by 2^{}", error.log2());
        }
    }
}
