//! Two texts on the same registers: where they part, said in one sentence, and what became of their bits.

use semantics::comparison::{Source, compare};
use semantics::instruction::{Context, Target};
use semantics::register_file::RegisterFile;

struct Case {
    left: (&'static str, Target),
    right: (&'static str, Target),
    registers: &'static [(&'static str, u64)],
    /// The bits of both sides, and the sentence; empty where nothing parts.
    bits: (u64, u64),
    says: &'static str,
}

fn check(case: &Case) {
    let mut file = RegisterFile::default();
    for (name, bits) in case.registers {
        file.set(name, *bits);
    }
    let source = |(text, target)| Source { text, context: Context { target, ..Context::default() } };
    let compared = compare(source(case.left), source(case.right), &file);
    let [left, right] = &compared.sides;
    assert_eq!((&left.problem, &right.problem), (&None, &None), "{} / {}", case.left.0, case.right.0);
    let bits = |side: &semantics::comparison::Side| side.result().unwrap().bits;
    assert_eq!((bits(left), bits(right)), case.bits, "{} / {}: {:x?}", case.left.0, case.right.0, (bits(left), bits(right)));
    let says = compared.parting.map(|parting| parting.sentence).unwrap_or_default();
    assert_eq!(says, case.says, "{} / {}", case.left.0, case.right.0);
    // Every step stands in one row, in order.
    for (side, of) in [(left, (|row| row.left) as fn(&semantics::comparison::Row) -> Option<usize>), (right, |row| row.right)] {
        assert!(compared.rows.iter().filter_map(of).eq(0..side.steps().len()));
    }
}

const NEW: Target = Target::SM_90;

#[test]
#[rustfmt::skip]
fn the_first_step_where_two_computations_part_is_named() {
    let abc = &[("a", 0x3f80_0800), ("b", 0x3f80_0800), ("c", 0xbf80_1000)];
    for case in [
        Case { left: ("fma.rn.f32 d, a, b, c;", NEW), right: ("mul.rn.f32 t, a, b; add.rn.f32 d, t, c;", NEW), registers: abc, bits: (0x33800000, 0x0), says: "`mul.rn.f32` rounds to the 24 bits of F32 on the way, with exactly half an ulp below them; `fma.rn.f32` goes on with every digit." },
        Case { left: ("add.rn.f32 d, a, b;", NEW), right: ("add.rz.f32 d, a, b;", NEW), registers: &[("a", 0x3f80_0001), ("b", 0x33c0_0000)], bits: (0x3f800002, 0x3f800001), says: "Both hold the same exact value here. `add.rn.f32` rounds it to nearest, ties to even to 0x3f800002, `add.rz.f32` towards zero to 0x3f800001." },
        Case { left: ("add.rn.f32 d, a, b;", NEW), right: ("add.rz.f32 d, a, b;", NEW), registers: &[("a", 0x3f80_0000), ("b", 0x3f80_0000)], bits: (0x40000000, 0x40000000), says: "" },
        Case { left: ("mul.rn.f32 d, a, b;", NEW), right: ("mul.rn.ftz.f32 d, a, b;", NEW), registers: &[("a", 0x0000_0001), ("b", 0x3f80_0000)], bits: (0x1, 0x0), says: "`mul.rn.ftz.f32` reads the subnormal a = 0x00000001 as +0, as flush to zero requires; `mul.rn.f32` keeps it." },
        Case { left: ("mul.rn.f32 d, a, b;", NEW), right: ("mul.rn.ftz.f32 d, a, b;", NEW), registers: &[("a", 0x0080_0000), ("b", 0x3f00_0000)], bits: (0x400000, 0x0), says: "`mul.rn.ftz.f32` flushes the subnormal result 0x00400000 to +0; `mul.rn.f32` keeps it." },
        Case { left: ("add.rn.f32 d, a, b;", NEW), right: ("add.rn.sat.f32 d, a, b;", NEW), registers: &[("a", 0x3f80_0000), ("b", 0x3f80_0000)], bits: (0x40000000, 0x3f800000), says: "`add.rn.sat.f32` clamps 2.0 to 1.0; `add.rn.f32` does not." },
        Case { left: ("div.rn.f32 d, a, b;", NEW), right: ("div.approx.f32 d, a, b;", NEW), registers: &[("a", 0x3f80_0001), ("b", 0x4040_0000)], bits: (0x3eaaaaac, 0x3eaaaaac), says: "`div.approx.f32` begins with MUFU.RCP y, b, an instruction of an approximation; `div.rn.f32` computes exactly: divide." },
        Case { left: ("sqrt.approx.f32 d, a;", Target::SM_50), right: ("sqrt.approx.f32 d, a;", Target::SM_52), registers: &[("a", 0x4000_0000)], bits: (0x3fb504f4, 0x3fb504f3), says: "`sqrt.approx.f32` on sm_50 becomes MUFU.RSQ t, a here, `sqrt.approx.f32` on sm_52 becomes MUFU.SQRT d, a." },
        Case { left: ("mad.f32 d, a, b, c;", Target::SM_13), right: ("mad.rn.f32 d, a, b, c;", NEW), registers: abc, bits: (0x0, 0x33800000), says: "`mad.f32` cuts the product from 47 to 24 bits before it adds; `mad.rn.f32` keeps them all." },
        Case { left: ("mul.rn.f64 t, a, b; cvt.rn.f16.f64 d, t;", NEW), right: ("mul.rn.f64 t, a, b; cvt.rn.f32.f64 u, t; cvt.rn.f16.f32 d, u;", NEW), registers: &[("a", 0x3ff0_0200_0000_0001), ("b", 0x3ff0_0000_0000_0000)], bits: (0x3c01, 0x3c00), says: "`cvt.rn.f16.f64` rounds to the 11 bits of F16 here, `cvt.rn.f32.f64` to the 24 bits of F32." },
        Case { left: ("HMUL2 R0, R1, R2;", Target::SM_53), right: ("HMUL2.FMZ R0, R1, R2;", Target::SM_53), registers: &[("R1", 0x8000_7c00), ("R2", 0x3c00_0000)], bits: (0x80007fff, 0x0), says: "`HMUL2`: Zero times infinity has no value: the result is NaN 0x7fff. `HMUL2.FMZ`: With .FMZ a zero operand makes the product +0, whatever the signs, and even against an infinity or a NaN; the test comes after subnormal operands were flushed." },
        Case { left: ("sub.rn.f32 d, a, b;", NEW), right: ("add.rn.f32 d, a, b;", NEW), registers: &[("a", 0x3f80_0000), ("b", 0x3f80_0000)], bits: (0x0, 0x40000000), says: "`sub.rn.f32` turns the sign of b; `add.rn.f32` does not." },
    ] {
        check(&case);
    }
}
