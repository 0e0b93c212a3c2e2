//! One number of a pasted line, in any spelling, as bits of a format.

use crate::number::{F64, Format};
use crate::rounding::{Literal, Mode, read};

/// Reads a value. All the hex digits that the format has, and nothing else, are its bits; so are `0x`, `0b` and PTX's own literals. Other
/// numbers are rounded to nearest. The error is a sentence.
pub fn value(text: &str, format: &'static Format) -> Result<u64, String> {
    let text = text.trim();
    let digits = format.width() as usize / 4;
    if text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return u64::from_str_radix(text, 16).map_err(|_| unread(text, "is no hex number"));
    }
    match read(text) {
        Ok(Literal::Bits { bits, .. }) if bits > format.mask() => Err(unread(text, &format!("has more than {} bits", format.width()))),
        Ok(literal) => Ok(literal.to_bits(format, Mode::Rn).0),
        Err(error) => {
            let hex = text.len() <= 16 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let bits = hex.then(|| u64::from_str_radix(text, 16).ok()).flatten().filter(|bits| *bits <= format.mask());
            bits.ok_or_else(|| unread(text, &error.0))
        }
    }
}

/// Two singles in one register: all 16 hex digits, the upper lane first.
pub fn packed(text: &str) -> Result<u64, String> {
    match value(text, F64::ROW) {
        Ok(bits) if matches!(read(text.trim()), Ok(Literal::Bits { .. }) | Err(_)) || text.trim().len() == 16 => Ok(bits),
        _ => Err(unread(text, "is no pair of singles: give the 16 hex digits of the register")),
    }
}

/// Reads what was seen: as [`value`], but it may have more or fewer bits than the result, if they are given as bits.
pub fn seen(text: &str, format: Option<&'static Format>) -> Result<u64, String> {
    let text = text.trim();
    let Some(format) = format else {
        return match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "0x1" => Ok(1),
            "false" | "0" | "0x0" => Ok(0),
            _ => Err(unread(text, "is no predicate: 1 or 0")),
        };
    };
    let prefixed = text.get(..2).is_some_and(|start| ["0x", "0d", "0f"].iter().any(|prefix| start.eq_ignore_ascii_case(prefix)));
    if prefixed && let Ok(Literal::Bits { bits, .. }) = read(text) {
        return Ok(bits);
    }
    let bare = matches!(text.len(), 4 | 8 | 16)
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    if bare && text.len() != format.width() as usize / 4 && read(text).is_err() {
        return u64::from_str_radix(text, 16).map_err(|_| unread(text, "is no hex number"));
    }
    value(text, format)
}

fn unread(text: &str, why: &str) -> String {
    let shown: String = text.chars().take(40).collect();
    if shown.is_empty() { "A number is missing.".into() } else { format!("`{shown}` {why}.") }
}
