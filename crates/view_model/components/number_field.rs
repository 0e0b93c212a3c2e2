//! The spellings of a number: what each writes, and what it reads.

use semantics::number::Pattern;
use semantics::rounding::{Literal, Mode, read};

/// Which spelling a field shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// All hex digits.
    Hex,
    /// C's hex float.
    HexFloat,
    /// Every decimal digit where they are few, else the shortest decimal.
    Decimal,
}

impl Spelling {
    /// What the field is called.
    pub fn name(self) -> &'static str {
        match self {
            Spelling::Hex => "hex",
            Spelling::HexFloat => "hex float",
            Spelling::Decimal => "decimal",
        }
    }

    pub fn class(self) -> &'static str {
        match self {
            Spelling::Hex => "number hex",
            Spelling::HexFloat => "number hex-float",
            Spelling::Decimal => "number decimal",
        }
    }

    /// The number so spelled.
    pub fn write(self, pattern: Pattern) -> String {
        match self {
            Spelling::Hex => format!("0x{}", pattern.hex()),
            Spelling::HexFloat => pattern.hex_float(),
            Spelling::Decimal => pattern.decimal().1,
        }
    }

    /// Bits of the text in the format of `now`, or why there are none. The hex field takes digits without a prefix.
    pub fn read(self, text: &str, now: Pattern) -> Result<Pattern, String> {
        let text = text.trim();
        let bare = self == Spelling::Hex && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
        let literal = if bare { read(&format!("0x{text}")) } else { read(text) };
        let literal = literal.map_err(|error| if text.is_empty() { "Empty.".into() } else { format!("`{text}` {}.", error.0) })?;
        let width = now.format.width();
        if let Literal::Bits { bits, width: spelled, .. } = &literal
            && (*spelled > width && *bits > now.format.mask())
        {
            return Err(format!("`{text}` has {spelled} bits; {} has {width}.", now.format.name));
        }
        Ok(Pattern::new(now.format, literal.to_bits(now.format, Mode::Rn).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::F32;

    #[test]
    fn fields_read_their_own_spelling_and_any_other() {
        let one = Pattern::new(F32::ROW, 0x3f80_0000);
        for spelling in [Spelling::Hex, Spelling::HexFloat, Spelling::Decimal] {
            assert_eq!(spelling.read(&spelling.write(one), Pattern::new(F32::ROW, 7)), Ok(one));
        }
        assert_eq!(Spelling::Hex.read("3f800000", Pattern::new(F32::ROW, 0)), Ok(one));
        assert!(Spelling::Hex.read("3f8000001", one).is_err());
        assert!(Spelling::Decimal.read("1.5x", one).is_err());
    }
}
