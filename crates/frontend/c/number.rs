//! Numbers and named constants of C, with the type that each has.

use super::types::CType;
use crate::number::{F32, F64, Format};
use crate::rounding::{Literal, Mode, read};

/// A number that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its type.
    pub own: CType,
    /// Its bits.
    pub bits: u64,
    /// What it is as written, where that is a number: the bits may be the nearest to it only.
    pub written: Option<Literal>,
    /// What a reader should know, and what could be written instead.
    pub note: Option<(String, Option<String>)>,
}

pub(super) const fn power(format: &Format, exponent: i32) -> u64 {
    ((format.bias + exponent) as u64) << format.fraction_bits
}

/// What nvcc 13.5 makes of `NAN`, which is `nanf("")`.
pub(super) const NAN: u64 = F32::FORMAT.exponent_mask() | F32::FORMAT.quiet_bit();

/// The constants of `float.h`, `limits.h`, `math.h` and CUDA's own header.
const CONSTANTS: [(&str, CType, u64); 100] = [
    ("FLT_MAX", CType::Float, F32::FORMAT.largest()),
    ("FLT_MIN", CType::Float, F32::FORMAT.smallest_normal()),
    ("FLT_EPSILON", CType::Float, power(&F32::FORMAT, -23)),
    ("FLT_TRUE_MIN", CType::Float, 1),
    ("FLT_DENORM_MIN", CType::Float, 1),
    ("DBL_MAX", CType::Double, F64::FORMAT.largest()),
    ("DBL_MIN", CType::Double, F64::FORMAT.smallest_normal()),
    ("DBL_EPSILON", CType::Double, power(&F64::FORMAT, -52)),
    ("DBL_TRUE_MIN", CType::Double, 1),
    ("DBL_DENORM_MIN", CType::Double, 1),
    ("INFINITY", CType::Float, F32::FORMAT.exponent_mask()),
    ("HUGE_VALF", CType::Float, F32::FORMAT.exponent_mask()),
    ("HUGE_VAL", CType::Double, F64::FORMAT.exponent_mask()),
    ("NAN", CType::Float, NAN),
    // What people write.
    ("inf", CType::Float, F32::FORMAT.exponent_mask()),
    ("Inf", CType::Float, F32::FORMAT.exponent_mask()),
    ("nan", CType::Float, F32::FORMAT.default_nan),
    ("NaN", CType::Float, F32::FORMAT.default_nan),
    ("CUDART_INF_F", CType::Float, F32::FORMAT.exponent_mask()),
    ("CUDART_INF", CType::Double, F64::FORMAT.exponent_mask()),
    ("CUDART_NAN_F", CType::Float, F32::FORMAT.default_nan),
    ("CUDART_NAN", CType::Double, F64::FORMAT.default_nan),
    ("CUDART_PI_F", CType::Float, 0x4049_0fdb),
    ("CUDART_PI", CType::Double, 0x4009_21fb_5444_2d18),
    ("M_E", CType::Double, 0x4005_bf0a_8b14_5769),
    ("M_LOG2E", CType::Double, 0x3ff7_1547_652b_82fe),
    ("M_LOG10E", CType::Double, 0x3fdb_cb7b_1526_e50e),
    ("M_LN2", CType::Double, 0x3fe6_2e42_fefa_39ef),
    ("M_LN10", CType::Double, 0x4002_6bb1_bbb5_5516),
    ("M_PI", CType::Double, 0x4009_21fb_5444_2d18),
    ("M_PI_2", CType::Double, 0x3ff9_21fb_5444_2d18),
    ("M_PI_4", CType::Double, 0x3fe9_21fb_5444_2d18),
    ("M_1_PI", CType::Double, 0x3fd4_5f30_6dc9_c883),
    ("M_2_PI", CType::Double, 0x3fe4_5f30_6dc9_c883),
    ("M_2_SQRTPI", CType::Double, 0x3ff2_0dd7_5042_9b6d),
    ("M_SQRT2", CType::Double, 0x3ff6_a09e_667f_3bcd),
    ("M_SQRT1_2", CType::Double, 0x3fe6_a09e_667f_3bcd),
    ("INT_MAX", CType::Int, 0x7fff_ffff),
    ("INT_MIN", CType::Int, 0x8000_0000),
    ("UINT_MAX", CType::Unsigned, 0xffff_ffff),
    ("SHRT_MAX", CType::Int, 0x7fff),
    ("SHRT_MIN", CType::Int, 0xffff_8000),
    ("USHRT_MAX", CType::Int, 0xffff),
    ("LONG_MAX", CType::Long, i64::MAX as u64),
    ("LONG_MIN", CType::Long, i64::MIN as u64),
    ("ULONG_MAX", CType::UnsignedLong, u64::MAX),
    ("INT32_MAX", CType::Int, 0x7fff_ffff),
    ("INT32_MIN", CType::Int, 0x8000_0000),
    ("UINT32_MAX", CType::Unsigned, 0xffff_ffff),
    ("INT64_MAX", CType::Long, i64::MAX as u64),
    ("INT64_MIN", CType::Long, i64::MIN as u64),
    ("UINT64_MAX", CType::UnsignedLong, u64::MAX),
    ("SIZE_MAX", CType::UnsignedLong, u64::MAX),
    ("FLT_RADIX", CType::Int, 2),
    ("FLT_DIG", CType::Int, 6),
    ("FLT_MANT_DIG", CType::Int, 24),
    ("FLT_DECIMAL_DIG", CType::Int, 9),
    ("FLT_MAX_EXP", CType::Int, 128),
    ("FLT_MIN_EXP", CType::Int, -125i32 as u32 as u64),
    ("FLT_MAX_10_EXP", CType::Int, 38),
    ("FLT_MIN_10_EXP", CType::Int, -37i32 as u32 as u64),
    ("DBL_DIG", CType::Int, 15),
    ("DBL_MANT_DIG", CType::Int, 53),
    ("DBL_DECIMAL_DIG", CType::Int, 17),
    ("DBL_MAX_EXP", CType::Int, 1024),
    ("DBL_MIN_EXP", CType::Int, -1021i32 as u32 as u64),
    ("DBL_MAX_10_EXP", CType::Int, 308),
    ("DBL_MIN_10_EXP", CType::Int, -307i32 as u32 as u64),
    ("LLONG_MAX", CType::Long, i64::MAX as u64),
    ("LLONG_MIN", CType::Long, i64::MIN as u64),
    ("ULLONG_MAX", CType::UnsignedLong, u64::MAX),
    ("CUDART_INF_FP16", CType::Half, 0x7c00),
    ("CUDART_NAN_FP16", CType::Half, 0x7fff),
    ("CUDART_MIN_DENORM_FP16", CType::Half, 0x0001),
    ("CUDART_MAX_NORMAL_FP16", CType::Half, 0x7bff),
    ("CUDART_NEG_ZERO_FP16", CType::Half, 0x8000),
    ("CUDART_ZERO_FP16", CType::Half, 0x0000),
    ("CUDART_ONE_FP16", CType::Half, 0x3c00),
    ("CUDART_INF_BF16", CType::Brain, 0x7f80),
    ("CUDART_NAN_BF16", CType::Brain, 0x7fff),
    ("CUDART_MIN_DENORM_BF16", CType::Brain, 0x0001),
    ("CUDART_MAX_NORMAL_BF16", CType::Brain, 0x7f7f),
    ("CUDART_NEG_ZERO_BF16", CType::Brain, 0x8000),
    ("CUDART_ZERO_BF16", CType::Brain, 0x0000),
    ("CUDART_ONE_BF16", CType::Brain, 0x3f80),
    ("__NV_NOSAT", CType::Int, 0),
    ("__NV_SATFINITE", CType::Int, 1),
    ("__NV_E4M3", CType::Int, 0),
    ("__NV_E5M2", CType::Int, 1),
    ("__NV_E2M1", CType::Int, 0),
    ("cudaRoundNearest", CType::Int, 0),
    ("cudaRoundZero", CType::Int, 1),
    ("cudaRoundPosInf", CType::Int, 2),
    ("cudaRoundMinInf", CType::Int, 3),
    ("CUDART_SQRT_HALF_F", CType::Float, 0x3f35_04f3),
    ("CUDART_SQRT_TWO_F", CType::Float, 0x3fb5_04f3),
    ("true", CType::Bool, 1),
    ("false", CType::Bool, 0),
    ("NULL", CType::Long, 0),
    ("nullptr", CType::Long, 0),
];

/// The constant of that name.
pub fn named(word: &str) -> Option<(CType, u64)> {
    CONSTANTS.iter().find(|(name, ..)| *name == word).map(|(_, own, bits)| (*own, *bits)).or_else(|| nan(word))
}

/// `nan("tag")` and `nanf("tag")`: the tag is a number of C, whose low bits are the payload; what is no number counts as none.
fn nan(word: &str) -> Option<(CType, u64)> {
    let (name, rest) = word.split_once('(')?;
    let tag = rest.split('"').nth(1)?.to_ascii_lowercase();
    let (radix, digits) = match tag.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None if tag.starts_with('0') => (8, &*tag),
        None => (10, &*tag),
    };
    let payload = match u64::from_str_radix(digits, radix) {
        Ok(payload) => payload,
        Err(error) if *error.kind() == core::num::IntErrorKind::PosOverflow => u64::MAX,
        Err(_) => 0,
    };
    let own = if name.trim_end() == "nanf" { CType::Float } else { CType::Double };
    let format = own.format();
    Some((own, format.exponent_mask() | format.quiet_bit() | payload & format.fraction_mask()))
}

/// The bytes of what stands between quotes; None where a backslash begins nothing that is known here.
pub(super) fn letters(text: &str) -> Option<Vec<u8>> {
    let (all, mut bytes, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(&byte) = all.get(at) {
        at += 1;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (letter, next) = (*all.get(at)?, at + 1);
        at = next;
        // Up to so many digits from a place on.
        let mut digits = |from: usize, radix: u32, most: usize| {
            at = from + all[from..].iter().take(most).take_while(|digit| char::from(**digit).is_digit(radix)).count();
            u8::from_str_radix(&text[from..at], radix).ok()
        };
        bytes.push(match letter {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'x' => digits(next, 16, 2)?,
            b'0'..=b'7' => digits(next - 1, 8, 3)?,
            b'\\' | b'\'' | b'"' | b'?' => letter,
            _ => return None,
        });
    }
    Some(bytes)
}

/// Reads a number without its sign. The error is a sentence.
pub fn number(text: &str) -> Result<Number, String> {
    let lower = text.to_ascii_lowercase();
    let of = |own: CType, bits| Number { own, bits, written: None, note: None };
    let literal = |text: &str| read(text).map_err(|error| format!("`{text}` {}.", error.0));
    if lower.starts_with("0f") || lower.starts_with("0d") {
        return match literal(text)? {
            Literal::Bits { bits, format: Some(format), .. } => Ok(of(CType::of(format), bits)),
            _ => Err(format!("`{text}` is no bit pattern.")),
        };
    }
    if let Some(letter) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        return match letters(letter).as_deref() {
            Some([value]) => Ok(of(CType::Char, (*value).into())),
            _ => Err(format!("{text} is no letter that is known here.")),
        };
    }
    if let Some(number) = integer(text, &lower)? {
        return Ok(number);
    }
    let hex = lower.starts_with("0x");
    let (digits, own) = match lower.strip_suffix('f') {
        Some(digits) if !hex || lower.contains('p') => (digits, CType::Float),
        _ => (lower.strip_suffix('l').unwrap_or(&lower), CType::Double),
    };
    let is_bits = !hex && matches!(text.len(), 8 | 16) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let written = literal(digits).map_err(|message| {
        let (prefix, of) = if text.len() == 8 { ("0f", "float") } else { ("0d", "double") };
        if is_bits { format!("`{text}` is no number of C. As the bits of a {of} it is written {prefix}{text}.") } else { message }
    })?;
    if !matches!(written, Literal::Number { .. }) {
        return Err(format!("`{text}` is no number of C."));
    }
    let bits = written.to_bits(own.format(), Mode::Rn).0;
    // C asks for a point or an exponent before the suffix; people forget it.
    let bare = own == CType::Float && !hex && digits.bytes().all(|byte| byte.is_ascii_digit());
    let note = bare.then(|| (format!("C asks for a point: `{digits}.0f`."), Some([digits, ".0f"].concat())));
    Ok(Number { own, bits, written: Some(written), note })
}

/// An integer of C; None where the text is another number.
fn integer(text: &str, lower: &str) -> Result<Option<Number>, String> {
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let (radix, digits) = match digits {
        _ if digits.starts_with("0x") => (16, &digits[2..]),
        _ if digits.starts_with("0b") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Ok(None);
    }
    let bits = u64::from_str_radix(digits, radix).map_err(|_| format!("`{text}` has more than 64 bits."))?;
    // The first type that holds it, as C has it: unsigned ones for hex digits or with a u.
    let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
    let own = match bits {
        0..=0x7fff_ffff if !long => {
            if unsigned {
                CType::Unsigned
            } else {
                CType::Int
            }
        }
        0..=0xffff_ffff if !long && (unsigned || radix != 10) => CType::Unsigned,
        _ if unsigned || bits > i64::MAX as u64 => CType::UnsignedLong,
        _ => CType::Long,
    };
    let note = match radix {
        16 if digits.len() == 8 && suffix.is_empty() => {
            let pattern = format!("0f{}", digits.to_ascii_uppercase());
            Some((format!("In C {text} is the integer {bits}; the bits of a float are written {pattern} here."), Some(pattern)))
        }
        8 => Some((format!("In C a number that begins with 0 is octal: {text} is {bits}."), Some(digits.to_owned()))),
        _ => None,
    };
    Ok(Some(Number { own, bits, written: None, note }))
}
