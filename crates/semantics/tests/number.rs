//! What bits mean: the facts of formats, classes, neighbours, lanes, and every spelling of a number.

use semantics::number::{
    BF16, Class, E2M1, E2M1_IN_A_BYTE, E2M3, E3M2, E4M3, E5M2, EVERY, F16, F32, F64, F64_HIGH, Format, OperandType, Pattern,
    RANGE_REDUCTION, Random, S2F6, S8, S32, S64, TF32, U8, U64, UE4M3, UE5M3, UE8M0,
};
use semantics::rounding::{Flags, Mode, read};

#[test]
fn facts_follow_from_the_rows() {
    let facts = |f: &Format| (f.width(), f.precision(), f.emin(), f.emax(), f.quantum(), f.largest(), f.one());
    assert_eq!(facts(F32::ROW), (32, 24, -126, 127, -149, 0x7f7f_ffff, 0x3f80_0000));
    assert_eq!(facts(F64::ROW), (64, 53, -1022, 1023, -1074, 0x7fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0000));
    assert_eq!(facts(F16::ROW), (16, 11, -14, 15, -24, 0x7bff, 0x3c00));
    assert_eq!(facts(E4M3::ROW), (8, 4, -6, 8, -9, 0x7e, 0x38));
    assert_eq!(facts(E2M3::ROW), (6, 4, 0, 2, -3, 0x1f, 0x08));
    assert_eq!(facts(E3M2::ROW), (6, 3, -2, 4, -4, 0x1f, 0x0c));
    assert_eq!(facts(E2M1::ROW), (4, 2, 0, 2, -1, 0x7, 0x2));
    assert_eq!(facts(UE8M0::ROW), (8, 1, -127, 127, -127, 0xfe, 0x7f));
    assert_eq!(facts(UE4M3::ROW), (7, 4, -6, 8, -9, 0x7e, 0x38));
    assert_eq!(facts(UE5M3::ROW), (8, 4, -14, 16, -17, 0xfe, 0x78));
    let fixed = S2F6::ROW;
    assert_eq!((fixed.width(), fixed.quantum(), fixed.largest(), fixed.lowest_integer(), fixed.one()), (8, -6, 0x7f, 0x80, 0x40));
    assert_eq!(facts(&RANGE_REDUCTION).0, 32);
    assert_eq!(F64_HIGH.width(), 32);
    assert_eq!((S8.width(), S8.largest(), S8.lowest_integer(), S8.mask()), (8, 127, 0x80, 0xff));
    assert_eq!((U64.width(), U64.largest(), U64.lowest_integer(), U64.sign_mask()), (64, u64::MAX, 0, 0));
}

#[test]
fn fields_cover_every_bit_once() {
    for format in EVERY {
        let mut next = format.width() as i64 - 1;
        for field in format.fields() {
            assert_eq!(i64::from(field.high), next, "{}", format.name);
            next = i64::from(field.low) - 1;
        }
        assert_eq!(next, -1, "{}", format.name);
    }
}

#[test]
fn integers_have_no_class_of_numbers() {
    assert_eq!(Pattern::new(S32, 1).class_name(), "integer");
    assert_eq!(Pattern::new(S32, 0).class_name(), "integer");
    assert_eq!(Pattern::new(F32::ROW, 1).class_name(), "subnormal");
}

#[test]
fn classes() {
    let check = |format, bits, class| assert_eq!(Pattern::new(format, bits).class(), class, "{bits:x}");
    check(F32::ROW, 0x8000_0000, Class::Zero);
    check(F32::ROW, 0x007f_ffff, Class::Subnormal);
    check(F32::ROW, 0x0080_0000, Class::Normal);
    check(F32::ROW, 0xff80_0000, Class::Infinity);
    check(F32::ROW, 0x7f80_0001, Class::SignalingNan);
    check(F64::ROW, 0x7ff8_0000_0000_0000, Class::QuietNan);
    check(E4M3::ROW, 0x7f, Class::QuietNan);
    check(E4M3::ROW, 0x7e, Class::Normal);
    check(&RANGE_REDUCTION, 0x4080_0000, Class::Infinity);
}

#[test]
fn integers_are_counted_in_twos_complement() {
    let ordinal = |format, bits| Pattern::new(format, bits).ordinal();
    assert_eq!(
        (ordinal(S8, 0x80), ordinal(S8, 0xff), ordinal(U8, 0xff), ordinal(S64, 1 << 63)),
        (Some(-128), Some(-1), Some(255), Some(i64::MIN))
    );
    assert_eq!(ordinal(U64, u64::MAX), None);
    let up = |format, bits| Pattern::new(format, bits).next_up().map(|next| next.bits);
    assert_eq!((up(S8, 0xff), up(S8, 0x7f), up(U8, 0xfe), up(U8, 0xff)), (Some(0), None, Some(0xff), None));
    assert_eq!(Pattern::new(S8, 0).next_down().map(|next| next.bits), Some(0xff));
    assert_eq!(Pattern::new(U8, 0).next_down(), None);
    let shown = |format, bits| Pattern::new(format, bits).shortest_decimal();
    assert_eq!(
        (shown(S32, 0x8000_0000), shown(U64, u64::MAX), shown(S8, 0)),
        ("-2147483648".into(), "18446744073709551615".into(), "0".into())
    );
}

#[test]
fn neighbours_walk_the_whole_line() {
    let mut at = Pattern::new(F16::ROW, 0xfc00);
    let mut steps = 0;
    while let Some(next) = at.next_up() {
        assert_eq!(next.next_down(), Some(at).map(|p| if p.bits == 0x8000 { Pattern { bits: 0, ..p } } else { p }));
        at = next;
        steps += 1;
    }
    assert_eq!((at.bits, steps), (0x7c00, 2 * 0x7c00));
}

#[test]
fn lanes_are_taken_and_put_back() {
    let check = |format, lanes, width, word: u64, expected: &[u64]| {
        let own = OperandType { format, lanes };
        let numbers: Vec<u64> = own.patterns(word).map(|pattern| pattern.bits).collect();
        assert_eq!((own.width(), numbers.as_slice()), (width, expected), "{}x{lanes}", format.name);
        let again = (0..lanes).zip(&numbers).fold(0, |word, (lane, bits)| own.with_lane(word, lane, *bits));
        assert_eq!(again, word, "{}x{lanes}", format.name);
    };
    check(F32::ROW, 1, 32, 0x3f80_0000, &[0x3f80_0000]);
    check(F32::ROW, 2, 64, 0x4000_0000_3f80_0000, &[0x3f80_0000, 0x4000_0000]);
    check(F16::ROW, 2, 32, 0x4000_3c00, &[0x3c00, 0x4000]);
    check(E4M3::ROW, 4, 32, 0x7e38_0180, &[0x80, 1, 0x38, 0x7e]);
    check(TF32, 1, 32, 0x3f80_2000, &[0x1_fc01]);
    check(E2M1_IN_A_BYTE, 4, 32, 0x0f02_0001, &[1, 0, 2, 15]);
    assert_eq!(OperandType { format: F16::ROW, lanes: 2 }.in_every_lane(0x3c00), 0x3c00_3c00);
    let padding = |format, lanes| OperandType { format, lanes }.padding();
    assert_eq!((padding(E2M3::ROW, 2), padding(UE4M3::ROW, 1), padding(E2M1::ROW, 2)), ([2, 0], [1, 0], [0, 0]));
    assert_eq!((padding(TF32, 1), OperandType::PREDICATE.padding()), ([0, 13], [0, 0]));
    assert_eq!(padding(E2M1_IN_A_BYTE, 4), [4, 0]);
    assert_eq!((OperandType::PREDICATE.width(), OperandType::PREDICATE.hex(1)), (1, "1".to_owned()));
}

#[test]
fn spellings() {
    let check = |pattern: Pattern, hex_float: &str, shortest: &str, exact: &str| {
        assert_eq!((&*pattern.hex_float(), &*pattern.shortest_decimal(), &*pattern.exact_decimal()), (hex_float, shortest, exact));
    };
    let f32 = |bits| Pattern::new(F32::ROW, bits);
    check(f32(0x3f80_0000), "0x1p+0", "1.0", "1");
    check(f32(0xbfc0_0000), "-0x1.8p+0", "-1.5", "-1.5");
    check(f32(0x3dcc_cccd), "0x1.99999ap-4", "0.1", "0.100000001490116119384765625");
    check(
        f32(0x0040_0000),
        "0x0.8p-126",
        "5.877472e-39",
        format!("0.{}587747175411143753984368268611122838909332778386043760754375853139208629727363586425781250", "0".repeat(38))
            .trim_end_matches('0'),
    );
    check(f32(0x8000_0000), "-0x0p+0", "-0.0", "-0");
    check(f32(0x7f80_0000), "Inf", "Inf", "Inf");
    check(f32(0x4b80_0000), "0x1p+24", "16777216.0", "16777216");
    check(
        Pattern::new(F64::ROW, 0x3fb9_9999_9999_999a),
        "0x1.999999999999ap-4",
        "0.1",
        "0.1000000000000000055511151231257827021181583404541015625",
    );
    check(Pattern::new(UE8M0::ROW, 0x88), "0x1p+9", "500.0", "512");
    check(Pattern::new(F16::ROW, 0x7bff), "0x1.ffcp+15", "65500.0", "65504");
    check(Pattern::new(&RANGE_REDUCTION, 0x0042_fc00), "0x0.85f8p+0", "0.5233154", "0.5233154296875");
}

#[test]
fn a_decimal_is_the_value_or_says_that_it_is_not() {
    let check = |pattern: Pattern, text: &str| assert_eq!(pattern.equation(), text);
    check(Pattern::new(F16::ROW, 0x7bff), "= 65504.0");
    check(Pattern::new(F16::ROW, 0x2e66), "≈ 0.1");
    check(Pattern::new(F16::ROW, 0x0400), "= 6.103515625e-5");
    check(Pattern::new(F32::ROW, 0xbfc0_0000), "= -1.5");
    check(Pattern::new(F32::ROW, 0x3dcc_cccd), "≈ 0.1");
    check(Pattern::new(F32::ROW, 0x4f80_0000), "= 4294967296.0");
    check(Pattern::new(F32::ROW, 0x7f7f_ffff), "≈ 3.4028235e38");
    check(Pattern::new(F32::ROW, 1), "≈ 1e-45");
    check(Pattern::new(F32::ROW, 0x8000_0000), "= -0.0");
    check(Pattern::new(F32::ROW, 0xff80_0000), "= -Inf");
    // The double of ten to the 22nd power is that power.
    check(Pattern::new(F64::ROW, 0x4480_f0cf_064d_d592), "= 1e22");
    check(Pattern::new(F64::ROW, 0x44b5_2d02_c7e1_4af6), "≈ 1e23");
    check(Pattern::new(F64::ROW, 0x4340_0000_0000_0001), "= 9007199254740994.0");
    assert_eq!(Pattern::new(F32::ROW, 0x3dcc_cccd).value_text(), "≈ 0.1");
    assert_eq!(Pattern::new(F32::ROW, 0x3f00_0000).value_text(), "0.5");
}

#[test]
fn hex_and_binary() {
    let one = Pattern::new(F32::ROW, 0x3f80_0000);
    assert_eq!((one.hex(), one.ptx(), one.binary()), ("3f800000".into(), "0f3F800000".into(), "0 01111111 00000000000000000000000".into()));
}

#[test]
fn shortest_digits_agree_with_the_host() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let bits = random.word() as u32;
        let host = f32::from_bits(bits);
        if host.is_finite() {
            let ours = Pattern::new(F32::ROW, bits.into()).shortest_decimal();
            assert_eq!(ours.parse::<f32>().map(f32::to_bits), Ok(bits), "{ours}");
            let count = |text: &str| text.split('e').next().map_or(0, |t| t.bytes().filter(u8::is_ascii_digit).count());
            let host = format!("{host:e}");
            let trimmed = ours.split('e').next().unwrap_or("").replace(['-', '.'], "");
            assert_eq!(trimmed.trim_matches('0').len(), count(&host).max(1), "{ours} {host}");
        }
    }
}

/// Every code of the formats of 8 and of 16 bits: what is printed as it stands is the value, what is printed behind "≈" is another text than
/// that of its neighbours, and both read back to the code. Ten digits or fewer are printed.
#[test]
fn a_value_is_printed_exactly_or_marked() {
    for format in EVERY.iter().copied().filter(|format| format.is_floating() && format.width() <= 16) {
        for bits in 0..=format.mask() {
            let pattern = Pattern::new(format, bits);
            if !pattern.is_finite() {
                continue;
            }
            let (relation, digits) = pattern.decimal();
            let literal = read(&digits).unwrap_or_else(|error| panic!("{} {bits:x}: {digits}: {error:?}", format.name));
            let back = literal.to_bits(format, Mode::Rn).0;
            assert!(back == bits || pattern.unpacked().is_zero(), "{} {bits:x}: {digits} reads {back:x}", format.name);
            let (double, flags) = literal.to_bits(F64::ROW, Mode::Rn);
            let is_exact =
                flags == Flags::NONE && pattern.unpacked().exact.is_zero() == Pattern::new(F64::ROW, double).unpacked().is_zero();
            let all = pattern.exact_decimal();
            let few = all.trim_start_matches('-').replace('.', "").trim_matches('0').len() <= 10;
            assert_eq!(relation == "=", few, "{} {bits:x}: {relation} {digits}, {all}", format.name);
            if relation == "=" {
                let exact = Pattern::new(F64::ROW, double).exact_decimal();
                assert!(is_exact && exact.trim_end_matches(".0") == all.trim_end_matches(".0"), "{} {bits:x}: {digits}", format.name);
            }
            let beside = [pattern.next_up(), pattern.next_down()];
            let differs = |other: &Pattern| other.decimal().1 != digits || other.unpacked().is_zero() && pattern.unpacked().is_zero();
            assert!(beside.iter().flatten().all(differs), "{} {bits:x}: {digits}", format.name);
        }
    }
    // What once was printed as 420.0, 8190.0 and 0.27.
    let text = |format, bits| Pattern::new(format, bits).value_text();
    assert_eq!([text(E4M3::ROW, 0x7d), text(F16::ROW, 0x7000), text(F16::ROW, 0x7bff)], ["416.0", "8192.0", "65504.0"]);
    assert_eq!([text(BF16::ROW, 0x3e8a), text(E5M2::ROW, 0x01), text(F16::ROW, 0x2e66)], ["0.26953125", "≈ 0.00002", "≈ 0.1"]);
}
