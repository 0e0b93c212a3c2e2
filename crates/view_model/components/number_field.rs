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

    /// The number so spelled. In hex it is a register's word, in which so many zeros may stand below the number.
    pub fn write(self, pattern: Pattern, below: u32) -> String {
        match self {
            Spelling::Hex if below > 0 => {
                format!("0x{:0digits$x}", pattern.bits << below, digits = ((pattern.format.width() + below) / 4) as usize)
            }
            Spelling::Hex => format!("0x{}", pattern.hex()),
            Spelling::HexFloat => pattern.hex_float(),
            Spelling::Decimal => pattern.decimal().1,
        }
    }

    /// Bits of the text in the format of `now`, or why there are none. The hex field takes digits without a prefix.
    pub fn read(self, text: &str, now: Pattern, below: u32) -> Result<Pattern, String> {
        let text = text.trim();
        let bare = self == Spelling::Hex && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
        let literal = if bare { read(&format!("0x{text}")) } else { read(text) };
        let literal = literal.map_err(|error| if text.is_empty() { "Empty.".into() } else { format!("`{text}` {}.", error.0) })?;
        let width = now.format.width();
        if let (Spelling::Hex, Literal::Bits { bits, .. }) = (self, &literal)
            && below > 0
        {
            let ends_so = bits.trailing_zeros() >= below && bits >> below <= now.format.mask();
            let why = || format!("The word of such a number has {} bits, the last {below} of them zeros.", width + below);
            return ends_so.then(|| Pattern::new(now.format, bits >> below)).ok_or_else(why);
        }
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
    use semantics::number::{F32, TF32};

    #[test]
    fn fields_read_their_own_spelling_and_any_other() {
        let one = Pattern::new(F32::ROW, 0x3f80_0000);
        for spelling in [Spelling::Hex, Spelling::HexFloat, Spelling::Decimal] {
            assert_eq!(spelling.read(&spelling.write(one, 0), Pattern::new(F32::ROW, 7), 0), Ok(one));
            // A TF32 number lies in the upper bits of a register.
            let narrow = Pattern::new(TF32, 0x1fc66);
            assert_eq!(spelling.read(&spelling.write(narrow, 13), Pattern::new(TF32, 7), 13), Ok(narrow), "{}", spelling.name());
        }
        assert_eq!(Spelling::Hex.write(Pattern::new(TF32, 0x1fc66), 13), "0x3f8cc000");
        assert!(Spelling::Hex.read("1fc66", Pattern::new(TF32, 7), 13).is_err());
        assert_eq!(Spelling::Hex.read("3f800000", Pattern::new(F32::ROW, 0), 0), Ok(one));
        assert!(Spelling::Hex.read("3f8000001", one, 0).is_err());
        assert!(Spelling::Decimal.read("1.5x", one, 0).is_err());
    }
}
