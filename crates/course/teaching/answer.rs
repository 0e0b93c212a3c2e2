//! Reading what someone answered, and saying how far it is right: bits, a number, a whole number.
//!
//! Whatever is typed gets a sentence; what is nearly right is told what is right about it.

use crate::number::{FieldRole, Pattern};
use crate::rounding::{Flags, Literal, Mode, read};

/// How an answer did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whether it is right.
    pub right: bool,
    /// Whether what was typed is no answer at all, by its form: then it is said how one looks, and nothing counts.
    pub malformed: bool,
    /// One sentence about it.
    pub says: String,
}

impl Mark {
    /// Of a right answer.
    #[must_use]
    pub fn right() -> Mark {
        Mark { right: true, malformed: false, says: "Right.".into() }
    }

    pub(super) fn malformed(says: impl Into<String>) -> Mark {
        Mark { malformed: true, ..Mark::wrong(says) }
    }

    pub(super) fn wrong(says: impl Into<String>) -> Mark {
        Mark { right: false, malformed: false, says: says.into() }
    }
}

/// Bits as someone types them: binary digits with blanks, or hex digits after `0x`. None if there are too few, too many or others.
pub fn typed_bits(text: &str, width: u32) -> Option<u64> {
    let text = text.trim();
    let clean = |text: &str| text.chars().filter(|letter| !matches!(letter, ' ' | '_' | '\'')).collect::<String>();
    let (digits, radix, per_digit) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => (clean(hex), 16, 4),
        None => (clean(text.strip_prefix("0b").unwrap_or(text)), 2, 1),
    };
    let right_length = digits.len() as u32 == width.div_ceil(per_digit) && digits.len() <= 64;
    let bits = u64::from_str_radix(&digits, radix).ok().filter(|_| right_length && !digits.starts_with('+'))?;
    (width == 64 || bits >> width == 0).then_some(bits)
}

/// A whole number as someone types it: `3`, `3.0`, or `2^3` where an exponent is asked for; a true minus sign will do.
pub fn typed_whole(text: &str) -> Option<i64> {
    let text = text.trim().replace(['−', '–'], "-");
    let exponent = text.strip_prefix("2^").unwrap_or(&text);
    exponent.strip_suffix(".0").unwrap_or(exponent).parse().ok()
}

/// A number as someone types it, in the format of the one that is asked for.
pub fn typed_number(text: &str, like: Pattern) -> Option<Pattern> {
    // Much of Europe writes a comma before the decimal places.
    let point = if text.contains('.') { "," } else { "." };
    let literal = read(&text.trim().replace(['−', '–'], "-").replace(',', point)).ok()?;
    match literal {
        Literal::Bits { width, .. } if width != like.format.width() => None,
        _ => {
            let (bits, flags) = literal.to_bits(like.format, Mode::Rn);
            // A number beyond the format is not its infinity.
            (!flags.contains(Flags::OVERFLOW)).then(|| Pattern::new(like.format, bits))
        }
    }
}

/// Marks bits that are no whole number of a format.
pub fn mark_bits_of(text: &str, wanted: u64, width: u32) -> Mark {
    match typed_bits(text, width) {
        None => Mark::malformed(format!("This takes {width} binary {}.", if width == 1 { "digit" } else { "digits" })),
        Some(bits) if bits == wanted => Mark::right(),
        Some(bits) if width > 1 && bits.abs_diff(wanted) == 1 => Mark::wrong("One off in the last place."),
        Some(_) => Mark::wrong("Not this."),
    }
}

/// Marks bits field by field.
pub fn mark_bits(text: &str, wanted: Pattern) -> Mark {
    let width = wanted.format.width();
    let Some(bits) = typed_bits(text, width) else {
        let digits = width.div_ceil(4);
        return Mark::malformed(format!("This takes {width} binary digits, or 0x and {digits} hex digits; blanks between them are fine."));
    };
    if bits == wanted.bits {
        return Mark::right();
    }
    let name = |role| match role {
        FieldRole::Sign => "the sign",
        FieldRole::Exponent | FieldRole::Integer => "the exponent",
        _ => "the fraction",
    };
    let parted = wanted.format.fields().into_iter().map(|field| {
        let mask = (u64::MAX >> (63 - (field.high - field.low))) << field.low;
        (name(field.role), (bits ^ wanted.bits) & mask == 0)
    });
    let (good, bad): (Vec<_>, Vec<_>) = parted.partition(|(_, same)| *same);
    let listed = |fields: Vec<(&'static str, bool)>| fields.into_iter().map(|field| field.0).collect::<Vec<_>>().join(" and ");
    let verb = |count: usize| if count == 1 { "is" } else { "are" };
    let (good_verb, bad_verb) = (verb(good.len()), verb(bad.len()));
    match good.is_empty() {
        true => Mark::wrong("None of the fields is right yet."),
        false => Mark::wrong(format!("Almost: {} {good_verb} right, {} {bad_verb} not.", listed(good), listed(bad))),
    }
}

/// Marks a number: right if it rounds to the one that is asked for.
pub fn mark_number(text: &str, wanted: Pattern) -> Mark {
    let Some(number) = typed_number(text, wanted) else {
        return Mark::malformed("This takes a number: 1.5, -2e-40, 0x1.8p3, inf or nan.");
    };
    let same = number.bits == wanted.bits || number.is_nan() && wanted.is_nan();
    match (number.ordinal(), wanted.ordinal()) {
        _ if same => Mark::right(),
        (Some(0), Some(0)) => Mark::wrong("The value is right, the sign of the zero is not."),
        (Some(from), Some(to)) if from == -to => Mark::wrong("Only the sign is wrong."),
        (Some(from), Some(to)) if from.abs_diff(to) <= 4 => {
            let ulps = from.abs_diff(to);
            Mark::wrong(format!("Very close: {ulps} {} away.", if ulps == 1 { "representable number" } else { "representable numbers" }))
        }
        (Some(from), Some(to)) if (from > to) => Mark::wrong("Too large."),
        (Some(_), Some(_)) => Mark::wrong("Too small."),
        _ => Mark::wrong("Not this."),
    }
}

/// Marks a whole number.
pub fn mark_whole(text: &str, wanted: i64) -> Mark {
    match typed_whole(text) {
        None => Mark::malformed("This takes a whole number."),
        Some(number) if number == wanted => Mark::right(),
        Some(number) if number == -wanted => Mark::wrong("Only the sign is wrong."),
        Some(number) if number.abs_diff(wanted) == 1 => Mark::wrong("One off."),
        Some(number) => Mark::wrong(if number > wanted { "Too large." } else { "Too small." }),
    }
}
