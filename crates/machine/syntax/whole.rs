//! Whole numbers as PTX writes them.

/// An integer or a bit pattern; an integer that is too large loses its upper bits, as ptxas has it.
pub(super) fn whole(text: &str, width: u32) -> Option<u64> {
    let mask = u64::MAX >> (64 - width.clamp(1, 64));
    let pattern = |prefix: [&str; 2], digits: usize| {
        let rest = text.strip_prefix(prefix[0]).or(text.strip_prefix(prefix[1]))?;
        (rest.len() == digits).then(|| u64::from_str_radix(rest, 16).ok()).flatten()
    };
    match width {
        32 if text.starts_with("0f") || text.starts_with("0F") => return pattern(["0f", "0F"], 8),
        64 if text.starts_with("0d") || text.starts_with("0D") => return pattern(["0d", "0D"], 16),
        _ => {}
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits.trim_start()),
        None => (false, text),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    let value = if negative { value.wrapping_neg() } else { value };
    // A predicate is set by anything but zero.
    Some(if width == 1 { u64::from(value != 0) } else { value & mask })
}
