//! Formats of one's own: their names, their rounding, and that nothing sets them apart from rows of the table.

use crate::judge::Operation;
use semantics::exact::Exact;
use semantics::instruction::Context;
use semantics::number::{BF16, E4M3, E5M2, Encoding, F16, Format, Own, Pattern, Refused, UE4M3, own_format};
use semantics::register_file::RegisterFile;
use semantics::rounding::{Mode, NanRule, Range, Rules, Subnormals, bins, round_into};

/// Every mode that says by itself what it does.
pub const MODES: [Mode; 5] = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp, Mode::Rna];

/// Formats that no library has beside those that are judged: without subnormal numbers, without a fraction, with Universal's codes.
const OTHERS: [&str; 12] =
    ["e3m2z", "e4m3c", "e3m3cz", "e2m1cz", "e4m3fnz", "e3m0f", "e3m0fn", "e4m0inz", "ue3m2", "ue4m2inz", "e1m3b1f", "e2m2b2f"];
/// Formats whose only NaN is in the place of -0.
const WITHOUT_MINUS_ZERO: [&str; 8] = ["e4m3fnuz", "e5m2fnuz", "e4m3inuz", "e5m2inuz", "e4m3b11fnuz", "e4m0inuz", "e1m3fnuz", "e3m6inuz"];

pub fn own(name: &str) -> &'static Format {
    own_format(name).unwrap_or_else(|reason| panic!("{name}: {reason:?}"))
}

#[test]
fn a_name_says_the_facts_and_is_made_of_them() {
    for name in OTHERS.into_iter().chain(WITHOUT_MINUS_ZERO).chain([
        "e3m4",
        "e4m3i",
        "e4m3fn",
        "e4m3b11fn",
        "ue5m3in",
        "e2m1i",
        "e11m20",
        "e5m2b20f",
        "e8m7z",
    ]) {
        let format = own(name);
        assert_eq!(format.name, name);
        assert_eq!(Own::of(format).map(|own| own.name()).as_deref(), Some(name));
        assert!(std::ptr::eq(format, own(&name.to_uppercase())), "{name} is kept once");
    }
    let facts = |name: &str| {
        let format = own(name);
        (format.width(), format.bias, format.encoding, format.signed, format.subnormals, format.largest(), format.emax())
    };
    assert_eq!(facts("e3m4"), (8, 3, Encoding::Ieee, true, true, 0x6f, 3));
    assert_eq!(facts("e3m4b4fn"), (8, 4, Encoding::OneNan, true, true, 0x7e, 3));
    assert_eq!(facts("ue4m3inz"), (7, 7, Encoding::LastTwo, false, false, 0x7d, 8));
    assert_eq!(facts("e3m0in"), (4, 3, Encoding::LastTwo, true, true, 0x5, 2));
    // A usual bias is not written, and the table's own names keep their meaning.
    assert_eq!((own("e3m4b3").name, own("e5m2").name, own("e5m2b15").name), ("e3m4", "e5m2i", "e5m2i"));
    assert_eq!(Own::of(E4M3::ROW).map(|own| own.name()).as_deref(), Some("e4m3fn"));
    assert_eq!(Own::of(UE4M3::ROW).map(|own| own.name()).as_deref(), Some("ue4m3fn"));
}

#[test]
fn names_of_libraries_and_of_p3109_are_read() {
    let name = |text: &str| own_format(text).map(|format| format.name);
    for (text, wanted) in [
        ("float8_e4m3fnuz", "e4m3fnuz"),
        ("Float8E5M2FNUZ", "e5m2fnuz"),
        ("f8E4M3B11FNUZ", "e4m3b11fnuz"),
        ("torch.float8_e4m3fn", "E4M3"),
        ("ml_dtypes.float8_e4m3", "e4m3i"),
        ("float8_e5m2", "E5M2"),
        ("float8_e3m4", "e3m4"),
        ("float6_e2m3fn", "E2M3"),
        ("float4_e2m1fn", "E2M1"),
        ("float8_e8m0fnu", "UE8M0"),
        ("binary8p3", "e5m2inuz"),
        ("Binary8p4SF", "e4m3fnuz"),
        ("p3109_k8p4se", "e4m3inuz"),
        ("binary8p3ue", "ue6m2b32in"),
        ("binary8p8uf", "ue1m7b1fn"),
        ("binary4p2sf", "e2m1fnuz"),
    ] {
        assert_eq!(name(text), Ok(wanted), "{text}");
    }
    let theirs = |name: &str| Own::of(own(name)).and_then(|own| own.p3109_name());
    assert_eq!(theirs("e4m3inuz").as_deref(), Some("binary8p4se"));
    assert_eq!((theirs("ue6m2b32fn").as_deref(), theirs("ue6m2fn"), theirs("e4m3b11fnuz")), (Some("binary8p3uf"), None, None));
}

#[test]
fn cfloat_is_read_as_universal_means_it() {
    let name = |text: &str| Own::read_cfloat(text).and_then(|own| own.format()).map(|format| format.name);
    assert_eq!(name("cfloat<8,4>"), Ok("e4m3cz"));
    assert_eq!(name("cfloat<8, 4, uint8_t, true>"), Ok("e4m3c"));
    assert_eq!(name("cfloat<8,4,uint8_t,true,true,false>"), Ok("e4m3in"));
    assert_eq!(name("cfloat<16,5,true,false>"), Ok("e5m10c"));
    assert_eq!(name("cfloat<8,4,uint8_t,true,true,true>"), Err(Refused::Saturating));
    assert_eq!(name("cfloat<8,8>"), Err(Refused::Total));
    assert_eq!(name("cfloat<8>"), Err(Refused::Name));
}

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let refused = |name: &str| Own::named(name).and_then(|own| own.format()).map(|format| format.name).unwrap_err();
    assert_eq!(refused("e0m3"), Refused::ExponentBits);
    assert_eq!(refused("e12m3"), Refused::ExponentBits);
    assert_eq!(refused("e8m24"), Refused::Width);
    assert_eq!(refused("e8m9999"), Refused::Width);
    assert_eq!(refused("e1m3"), Refused::NoNormal);
    assert_eq!(refused("e1m0fn"), Refused::NoNormal);
    assert_eq!(refused("e4m0"), Refused::NoFraction);
    assert_eq!(refused("e1m3f"), Refused::Bias);
    assert_eq!(refused("e4m3b0"), Refused::Bias);
    assert_eq!(refused("e4m3b15"), Refused::Bias);
    assert_eq!(refused("e11m3b2000f"), Refused::Range);
    assert_eq!(
        (refused("ue4m3fnuz"), refused("e4m3fnuzz"), refused("e1m0inuz")),
        (Refused::UnsignedZero, Refused::UnsignedZero, Refused::NoNormal)
    );
    assert_eq!(
        (refused("binary8p8"), refused("binary8p0"), refused("binary64p53")),
        (Refused::ExponentBits, Refused::ExponentBits, Refused::Width)
    );
    assert_eq!((refused("float8_e4m4"), refused("float6_e4m3fn")), (Refused::Counted, Refused::Counted));
    for name in [
        "",
        "e",
        "e4",
        "e4m",
        "m3e4",
        "e4m3x",
        "e4m3uz",
        "e4m3zf",
        "binary8",
        "binary8p4sz",
        "binary8p4es",
        "float8",
        "0.1 in torch.float8_e4m3fn",
        "0.1.float8_e4m3fn",
        "e04m3",
        "e4m3b",
        "posit8",
        "e99999999999m1",
    ] {
        assert_eq!(refused(name), Refused::Name, "{name}");
    }
}

/// A row that is made of the facts of a row of the table gives its answers: on every code, and of arithmetic.
#[test]
fn the_same_facts_are_the_same_format() {
    for (table, name) in [(E4M3::ROW, "e4m3fn"), (E5M2::ROW, "e5m2i"), (F16::ROW, "e5m10"), (BF16::ROW, "e8m7"), (UE4M3::ROW, "ue4m3fn")] {
        let row = own(name);
        assert_eq!((row, row.default_nan), (table, table.default_nan), "{name}");
        for bits in 0..=table.mask() {
            let [ours, theirs] = [row, table].map(|format| Pattern::new(format, bits));
            let said = |one: Pattern| {
                let next = |near: Option<Pattern>| near.map(|near| near.bits);
                let spelled = [one.hex(), one.binary(), one.hex_float(), one.exact_decimal(), one.shortest_decimal()];
                (one.class(), one.exact(), one.ordinal(), next(one.next_up()), next(one.next_down()), spelled)
            };
            assert_eq!(said(ours), said(theirs), "{name} {bits:x}");
            for mode in MODES {
                assert_eq!(bins(ours, mode), bins(theirs, mode));
            }
        }
        let mut random = semantics::number::Random::new(7);
        let edges = semantics::number::operands::edges(table);
        for _ in 0..20_000 {
            let operands = [0; 3].map(|_| semantics::number::operands::one(table, &edges, &mut random));
            for operation in Operation::ALL {
                for mode in Mode::ALL {
                    let rules = Rules { mode, subnormals: Subnormals::Keep, range: Range::Full, nan: NanRule::Canonical };
                    let [ours, theirs] = [row, table].map(|format| operation.run(format, operands, &rules));
                    assert_eq!(ours, theirs, "{name} {operation:?} {operands:x?}");
                }
            }
        }
    }
}

/// A question in words about such a format is answered, and one that has no answer there is none.
#[test]
fn questions_take_own_formats() {
    let context = semantics::instruction::Context::default();
    let answer = |text: &str| {
        let read = semantics::language::read(text, &context);
        let run = read.run(&semantics::register_file::RegisterFile::default()).unwrap_or_else(|| panic!("{text}"));
        let result = &run.results[0];
        (result.own.format.name, result.bits)
    };
    assert_eq!(answer("0.1 in e3m4"), ("e3m4", 0x06));
    assert_eq!(answer("0.1 in e4m3"), ("E4M3", 0x1d));
    assert_eq!(answer("0.1 in E4M3I"), ("e4m3i", 0x1d));
    assert_eq!(answer("0.004 in cfloat<8,4>"), ("e4m3cz", 0));
    assert_eq!((answer("-0 in e4m3fnuz"), answer("0.1 in torch.float8_e4m3fn")), (("e4m3fnuz", 0), ("E4M3", 0x1d)));
    assert_eq!((answer("-nan in e4m3fnuz"), answer("-1e-9 in binary8p4")), (("e4m3fnuz", 0x80), ("e4m3inuz", 0)));
    assert_eq!((answer("-1e9 in float8_e4m3fnuz"), answer("-inf in binary8p3")), (("e4m3fnuz", 0x80), ("e5m2inuz", 0xff)));
    assert_eq!((answer("1 - 1 in binary8p4"), answer("-1.5 * 0 in e5m2fnuz")), (("e4m3inuz", 0), ("e5m2fnuz", 0)));
    assert_eq!((answer("0x80 + 1 in e4m3fnuz"), answer("fma(0x7f, 0, 1) in binary8p4")), (("e4m3fnuz", 0x80), ("e4m3inuz", 0x80)));
    assert_eq!((answer("largest e4m3fnuz"), answer("largest binary8p4")), (("e4m3fnuz", 0x7f), ("e4m3inuz", 0x7e)));
    assert_eq!(answer("0x2a in e3m4"), ("e3m4", 0x2a));
    assert_eq!((answer("0x7 in e2m1f"), answer("0x2a in e3m2f"), answer("0x0d4 in e5m4")), (("e2m1f", 7), ("e3m2f", 0x2a), ("e5m4", 0xd4)));
    // A power of two that the format does not have is told in a double.
    assert_eq!((answer("epsilon e2m3z"), answer("epsilon e3m0b7f")), (("F64", 0x3fc0_0000_0000_0000), ("e3m0b7f", 7)));
    assert_eq!(answer("smallest e3m0f"), ("e3m0f", 1));
    assert_eq!(answer("largest e2m3f"), ("e2m3f", 0x1f));
    assert_eq!(answer("smallest e3m3z"), ("e3m3z", 0x08));
    assert_eq!(answer("1.5 + 0.75 in e3m4"), ("e3m4", 0x42));
    assert_eq!(answer("1.5 - 0x38 in e3m4"), ("e3m4", 0));
    assert_eq!(answer("1.5 * -1.5 in e4m3"), ("E4M3", 0xc1));
    assert_eq!(answer("fma(1.5, 1.5, 0.25) in e5m2"), ("E5M2", 0x41));
    // A TF32 stands above 13 zeros of its register.
    assert_eq!((answer("0.3 in tf32"), answer("1.5 + 0.25 in tf32")), (("TF32", 0x3e99_a000), ("TF32", 0x3fe0_0000)));
    let why = |text: &str| {
        let run = semantics::language::read(text, &Context::default()).run(&RegisterFile::default());
        run.map(|run| run.why(0)).unwrap_or_default()
    };
    assert_eq!(why("0.3 in s2f6"), "0.3 is no number of S2F6: 0.296875 is taken.");
    assert_eq!(why("0.3 in ue8m0"), "0.3 is no number of UE8M0: 0.25 is taken.");
    assert_eq!(why("0.25 in s2f6"), "The result follows exactly; nothing had to be rounded.");
    // Beyond the largest number: an infinity, or the number where there is none.
    assert_eq!((answer("15 + 1 in e3m4"), answer("28 + 4 in e3m2f")), (("e3m4", 0x70), ("e3m2f", 0x1f)));
    let told = |text: &str| {
        semantics::language::read(text, &Context::default()).diagnostics().iter().map(|said| said.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told("inf - 1 in e3m2f"), ["inf is no number of e3m2f: 28.0 is taken."]);
    assert_eq!(told("1e-3 * 2 in e3m4"), ["1e-3 is no number of e3m4: 0.0 is taken."]);
    assert_eq!(told("inf in e3m2f"), ["inf is no number of e3m2f: 28.0 is taken."]);
    assert!(told("1.5 + 0.75 in e3m4").is_empty() && told("1e9 in e3m4").is_empty() && told("0x3f in e3m2f").is_empty());
    for text in ["a + b in e3m4", "0.1 in zebra", "x in e1m3"] {
        assert!(!semantics::figure::claims(text), "{text}");
    }
    for (text, reason) in [
        ("0.1 in e1m3", "no normal number"),
        ("0.1 in e12m3", "1 to 11 exponent bits"),
        ("0.1 in float8_e4m4", "counts all bits"),
        ("0.1 in e3m4fnuzz", "NaN in the place of -0"),
        ("0.1 in cfloat<4, 8>", "must be larger"),
        ("0 in ue8m0", "powers of two only"),
        ("0x40 in e3m2f", "more bits than the format has"),
        ("-1 in ue3m2", "no sign"),
        ("1 + 2 in ue3m2", "no sign"),
        ("1 + 2 in f64", "at most 32 bits"),
    ] {
        let reading = semantics::language::read(text, &Context::default());
        assert!(reading.run(&RegisterFile::default()).is_none(), "{text}");
        assert!(reading.diagnostics()[0].message.contains(reason), "{text}: {:?}", reading.diagnostics());
    }
}

fn every_small_format() -> impl Iterator<Item = &'static Format> {
    let judged = ["e3m4", "e4m3i", "e4m3fn", "e5m2", "e2m3f", "e3m2f", "e2m1f", "e3m4in", "e2m5in", "e3m1in", "e1m4b1f", "ue4m4fn", "e3m6"];
    OTHERS.into_iter().chain(WITHOUT_MINUS_ZERO).chain(judged).map(own)
}

/// Codes with a sign that is positive and a finite value, each once and in order, with the value counted in 2^`unit`.
fn ladder(format: &'static Format, unit: i32) -> Vec<(u64, i128)> {
    let codes = (0..=format.last_code()).filter_map(|code| Some((code, Pattern::new(format, code).exact()?)));
    let mut steps: Vec<(u64, i128)> = codes.map(|(code, exact)| (code, i128::from(exact.magnitude) << (exact.exponent - unit))).collect();
    steps.sort_by_key(|step| step.1);
    steps.dedup_by_key(|step| step.1);
    steps
}

/// A number rounded by looking for it among all numbers of the format: `number` counts 2^`unit`.
fn searched(format: &'static Format, number: i128, unit: i32, mode: Mode) -> u64 {
    let steps = ladder(format, unit);
    let (last, magnitude) = (steps[steps.len() - 1], number.abs());
    let gap = i128::from(1u8) << (Pattern::new(format, last.0).exact().unwrap().exponent - unit);
    let over = format.infinity().or(format.nan()).unwrap_or(format.largest());
    let at = steps.partition_point(|step| step.1 <= magnitude) - 1;
    let (below, above) = (steps[at], steps.get(at + 1).copied().unwrap_or((over, last.1 + gap)));
    let twice = 2 * magnitude - below.1 - above.1;
    let up = match mode {
        _ if magnitude == below.1 => false,
        Mode::Rz => false,
        Mode::Rp => number > 0,
        Mode::Rm => number < 0,
        Mode::Rna => twice >= 0,
        _ => twice > 0 || (twice == 0 && below.0 % 2 == 1),
    };
    // Beyond the step that is missing, rounding towards zero stays at the largest number.
    let code = if up { above.0 } else { below.0 };
    if number < 0 && (code != 0 || !format.name.ends_with("uz")) { code | format.sign_mask() } else { code }
}

#[test]
fn rounding_finds_the_nearest_code_in_every_format() {
    for format in every_small_format() {
        let unit = format.quantum() - 4;
        let steps = ladder(format, unit);
        let mut wanted: Vec<i128> = steps
            .windows(2)
            .flat_map(|pair| {
                let middle = (pair[0].1 + pair[1].1) / 2;
                [pair[0].1, pair[0].1 + 1, middle - 1, middle, middle + 1, pair[1].1 - 1]
            })
            .collect();
        let last = steps[steps.len() - 1].1;
        wanted.extend([last, last + 1, last + last / 64, last * 2, last * 5]);
        for number in
            wanted.into_iter().flat_map(|number| [number, -number]).filter(|number| *number != 0 && (format.signed || *number > 0))
        {
            for mode in MODES {
                let exact = Exact { negative: number < 0, magnitude: number.unsigned_abs(), exponent: unit };
                assert_eq!(
                    round_into(format, exact, mode).0,
                    searched(format, number, unit, mode),
                    "{} {number} · 2^{unit} {mode:?}",
                    format.name
                );
            }
        }
    }
}

/// Sums, products and fused products of every pair of codes are the exact ones, rounded by search.
#[test]
fn arithmetic_in_every_format_rounds_the_exact_result() {
    for name in ["e3m2z", "e2m3f", "e3m2", "e2m2in", "e3m1cz", "e3m0f", "e2m1f", "e3m2fnz", "e2m2fnuz", "e3m2inuz"] {
        let format = own(name);
        let unit = 2 * format.quantum();
        let value = |bits: u64, unit: i32| {
            let exact = Pattern::new(format, bits).exact()?;
            let magnitude = i128::from(exact.magnitude) << (exact.exponent - unit);
            Some(if exact.negative { -magnitude } else { magnitude })
        };
        for a in 0..=format.mask() {
            for b in 0..=format.mask() {
                let c = (a * 7 + b * 3) & format.mask();
                let [Some(x), Some(y), Some(z)] = [a, b, c].map(|bits| value(bits, format.quantum())) else { continue };
                let (sum, product) = (shifted(x + y, format), x * y);
                for mode in Mode::ALL {
                    let rules = Rules::ieee(mode);
                    let cases = [(Operation::Add, sum), (Operation::Multiply, product), (Operation::Fused, product + shifted(z, format))];
                    for (operation, exact) in cases.into_iter().filter(|(_, exact)| *exact != 0) {
                        let ours = operation.run(format, [a, b, c], &rules).bits;
                        assert_eq!(ours, searched(format, exact, unit, mode), "{name} {operation:?} {a:x} {b:x} {c:x} {mode:?}");
                    }
                }
            }
        }
    }
}

/// A number counted in the smallest number of a format, counted in its square.
fn shifted(number: i128, format: &Format) -> i128 {
    number << -format.quantum()
}

/// At each end of a bin, next to it inside and next to it outside, rounding says what the bin says.
#[test]
fn a_bin_holds_what_is_rounded_to_its_code() {
    for format in every_small_format().chain([E4M3::ROW, E5M2::ROW]) {
        for mode in MODES {
            let mut seen = Vec::new();
            for bits in 0..=format.mask() {
                let pattern = Pattern::new(format, bits);
                let found = bins(pattern, mode);
                seen.extend(found.iter().map(|_| bits));
                for bin in found {
                    for (end, inwards) in [(bin.low, 1), (bin.high, -1)] {
                        let Some(at) = end.at else { continue };
                        // Counted in 2^-40 of the end's own unit, so that a step is far below any gap.
                        let (scale, sign) = (1i128 << 40, if at.negative { -1 } else { 1 });
                        let given = |shift: i128| {
                            let number = sign * i128::from(at.magnitude) * scale + shift;
                            let exact = Exact { negative: number < 0, magnitude: number.unsigned_abs(), exponent: at.exponent - 40 };
                            (number != 0 && (format.signed || number > 0)).then(|| round_into(format, exact, mode).0)
                        };
                        let is_point = bin.low.at == bin.high.at;
                        let name = format.name;
                        if let Some(given) = given(0) {
                            assert_eq!(given == bits, end.closed, "{name} {bits:x} {mode:?} {end:?}");
                        }
                        if let Some(given) = given(inwards).filter(|_| !is_point) {
                            assert_eq!(given, bits, "{name} {bits:x} {mode:?} inside {end:?}");
                        }
                        if let Some(given) = given(-inwards) {
                            assert_ne!(given, bits, "{name} {bits:x} {mode:?} outside {end:?}");
                        }
                    }
                }
            }
            // Every number has its bin, and so has what overflows; rounding down gives no -0.
            let (signs, ladder) = (1 + usize::from(format.signed), ladder(format, format.quantum()).len());
            let beyond = match mode {
                Mode::Rz => 0,
                Mode::Rp => 1,
                Mode::Rm => signs - 1,
                _ => signs,
            };
            let over = if format.infinity().or(format.nan()).is_some() { beyond } else { 0 };
            // One zero has the numbers of both signs, and one NaN what overflows to either side.
            let no_minus_zero = if mode == Mode::Rm || format.encoding.has_unsigned_zero() { signs - 1 } else { 0 };
            assert_eq!(seen.len(), ladder * signs - no_minus_zero + over, "{} {mode:?}", format.name);
        }
    }
    assert_eq!(bins(Pattern::new(own("e3m2z"), 1), Mode::Rn), [], "a code that is a second zero");
    assert_eq!(bins(Pattern::new(E4M3::ROW, 0x7f), Mode::Rz), [], "nothing overflows towards zero");
}
