//! A format of one's own: a row that is made of facts while the program runs, by its name.
//!
//! `e3m4` has 3 exponent bits and 4 fraction bits below a sign. `u` before it takes the sign away. Behind it stand, in this order: `b11`,
//! the bias, where it is not the usual one; which codes are no numbers; and `z`, where there are no subnormal numbers.
//!
//! | name | infinities | NaNs |
//! | --- | --- | --- |
//! | `e3m4`, `e4m3i` | exponent all ones, fraction 0 | exponent all ones, fraction not 0, as in IEEE 754 |
//! | `e3m4fn` | none | every bit below the sign is 1 |
//! | `e3m4f` | none | none |
//! | `e3m4in` | the last code but one | the last code |
//! | `e3m4c` | the last code but one | every other code whose exponent is all ones |
//! | `e3m4fnuz` | none | the code of -0 |
//! | `e3m4inuz` | the last code | the code of -0 |
//!
//! An `i` is needed only where a row of the table has the short name. Without a negative zero (`uz`) the usual bias is one more.
//! `named_elsewhere` reads names of libraries and of P3109.

use super::format::ieee;
use super::interned::interned;
use super::{Encoding, F64, Format};
use std::sync::{Mutex, OnceLock};

/// The most bits that such a format may have: operations on a row are for so many.
pub const WIDEST: u32 = 32;
/// The most exponent bits, which are those of a double.
pub const MOST_EXPONENT_BITS: u32 = 11;

/// The facts that one chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// Whether there is a sign.
    pub signed: bool,
    /// Bits of the exponent field.
    pub exponent_bits: u32,
    /// Bits of the fraction.
    pub fraction_bits: u32,
    /// What is subtracted from the exponent field; None for the usual 2^(e-1) - 1, without a negative zero 2^(e-1).
    pub bias: Option<u32>,
    /// Which codes are infinities and NaNs.
    pub encoding: Encoding,
    /// Whether there are subnormal numbers.
    pub subnormals: bool,
}

/// Why there is no such format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The text is no name of one.
    Name,
    /// NaN in the place of -0, and no sign or no subnormal numbers.
    UnsignedZero,
    /// Saturation is asked for.
    Saturating,
    /// There is no exponent bit, or there are more than a double has.
    ExponentBits,
    /// More bits than one can compute with here.
    Width,
    /// A name of a library that counts other bits than it has.
    Counted,
    /// A cfloat with fewer bits than its exponent and sign have.
    Total,
    /// No code is left for a normal number.
    NoNormal,
    /// There is no bit to tell infinity from a NaN.
    NoFraction,
    /// 1 is no number of the format.
    Bias,
    /// Some number is none of a double's.
    Range,
}

impl Refused {
    /// The reason in words.
    pub fn sentence(self) -> &'static str {
        match self {
            Refused::Name => {
                "A name is like e3m4, e5m2b15, ue4m3fn, binary8p4 or cfloat<8,4>: exponent bits, fraction bits, and what differs."
            }
            Refused::UnsignedZero => "A format with a NaN in the place of -0 has a sign and subnormal numbers here.",
            Refused::Saturating => "Saturation is a rule of rounding and not of a format, so it is not covered in a name.",
            Refused::ExponentBits => "A format here has 1 to 11 exponent bits.",
            Refused::Width => "A format of one's own has at most 32 bits here, with its sign.",
            Refused::Counted => "The number before the name counts all bits of the format: float8_e4m3 has 8.",
            Refused::Total => "The first number of cfloat<8,4> counts all bits. It must be larger than the second.",
            Refused::NoNormal => "With so few bits the infinities and NaNs leave no normal number.",
            Refused::NoFraction => "An exponent of all ones needs a fraction bit that tells infinity from NaN.",
            Refused::Bias => "1 must be a normal number of the format, and with this bias it is not.",
            Refused::Range => "Some numbers of this format are beyond those of a double, which is not covered here.",
        }
    }
}

impl Own {
    /// The facts that a name such as `e3m4` says.
    pub fn read(name: &str) -> Result<Own, Refused> {
        Own::read_letters(Letters(name.as_bytes()))
    }

    pub(super) fn read_letters(mut letters: Letters) -> Result<Own, Refused> {
        let signed = !letters.take(b"u");
        let exponent_bits = letters.counted(b'e').ok_or(Refused::Name)?;
        let fraction_bits = letters.counted(b'm').ok_or(Refused::Name)?;
        let bias = letters.counted(b'b');
        let endings: [(&[u8], Encoding); 8] = [
            (b"fnuz", Encoding::UnsignedZero),
            (b"inuz", Encoding::UnsignedZeroInfinity),
            (b"fn", Encoding::OneNan),
            (b"f", Encoding::Finite),
            (b"in", Encoding::LastTwo),
            (b"i", Encoding::Ieee),
            (b"c", Encoding::Classic),
            (b"", Encoding::Ieee),
        ];
        let encoding = endings.iter().find(|(ending, _)| letters.take(ending)).map_or(Encoding::Ieee, |(_, encoding)| *encoding);
        let subnormals = !letters.take(b"z");
        let own = Own { signed, exponent_bits, fraction_bits, bias, encoding, subnormals };
        if letters.0.is_empty() { Ok(own) } else { Err(Refused::Name) }
    }

    /// The facts of a row, if they are those of such a format.
    pub fn of(format: &Format) -> Option<Own> {
        let Format { signed, exponent_bits, fraction_bits, encoding, subnormals, .. } = *format;
        let bias = (format.bias != usual_bias(exponent_bits, encoding)).then_some(format.bias.unsigned_abs());
        let own = Own { signed, exponent_bits, fraction_bits, bias, encoding, subnormals };
        (format.is_floating() && own.refused().is_none()).then_some(own)
    }

    /// The name that says these facts.
    pub fn name(&self) -> String {
        let mut name =
            [if self.signed { "e" } else { "ue" }, &self.exponent_bits.to_string(), "m", &self.fraction_bits.to_string()].concat();
        let bias = self.bias.filter(|bias| *bias as i32 != usual_bias(self.exponent_bits, self.encoding));
        // The short name of a row of the table says that row.
        let taken = bias.is_none() && self.subnormals && Format::named(&name).is_some();
        if let Some(bias) = bias {
            name.push('b');
            name.push_str(&bias.to_string());
        }
        name.push_str(match self.encoding {
            Encoding::OneNan => "fn",
            Encoding::Finite => "f",
            Encoding::LastTwo => "in",
            Encoding::Classic => "c",
            Encoding::UnsignedZero => "fnuz",
            Encoding::UnsignedZeroInfinity => "inuz",
            _ if taken => "i",
            _ => "",
        });
        if !self.subnormals {
            name.push('z');
        }
        name
    }

    fn row(&self) -> Format {
        let codes = 1u64 << (self.exponent_bits + self.fraction_bits);
        let nan = if self.encoding.has_unsigned_zero() { codes } else { codes - 1 };
        let row = ieee("", "a format of one's own", self.exponent_bits, self.fraction_bits, nan);
        let bias = self.bias.map_or(usual_bias(self.exponent_bits, self.encoding), |bias| bias as i32);
        Format { bias, encoding: self.encoding, signed: self.signed, subnormals: self.subnormals, shown: false, taught: false, ..row }
            .with_key()
    }

    /// Bits from the sign down to the last place.
    pub fn width(&self) -> u32 {
        u32::from(self.signed) + self.exponent_bits + self.fraction_bits
    }

    /// Why there is no such format; None if there is.
    pub fn refused(&self) -> Option<Refused> {
        if !(1..=MOST_EXPONENT_BITS).contains(&self.exponent_bits) {
            return Some(Refused::ExponentBits);
        }
        if self.fraction_bits > WIDEST || self.width() > WIDEST {
            return Some(Refused::Width);
        }
        if self.bias.is_some_and(|bias| bias > 1 << MOST_EXPONENT_BITS) {
            return Some(Refused::Bias);
        }
        let last = (1u64 << (self.exponent_bits + self.fraction_bits)) - 1;
        let reserved = match self.encoding {
            Encoding::Ieee | Encoding::Classic if self.fraction_bits == 0 => return Some(Refused::NoFraction),
            Encoding::Ieee | Encoding::Classic => 1 << self.fraction_bits,
            _ if self.encoding.has_unsigned_zero() && !(self.signed && self.subnormals) => return Some(Refused::UnsignedZero),
            Encoding::OneNan | Encoding::UnsignedZeroInfinity => 1,
            Encoding::LastTwo => 2,
            _ => 0,
        };
        if last < reserved || last - reserved < 1 << self.fraction_bits {
            return Some(Refused::NoNormal);
        }
        let row = self.row();
        if row.emin() > 0 || row.emax() < 0 {
            return Some(Refused::Bias);
        }
        (!F64::ROW.holds(&row)).then_some(Refused::Range)
    }

    /// The row of these facts.
    pub fn format(&self) -> Result<&'static Format, Refused> {
        static OWN: Mutex<Vec<&'static Named>> = Mutex::new(Vec::new());
        if let Some(reason) = self.refused() {
            return Err(reason);
        }
        let row = interned(&OWN, Named { name: self.name(), row: OnceLock::new() });
        Ok(row.row.get_or_init(|| Format { name: &row.name, ..self.row() }))
    }
}

/// A row that has its name beside it.
struct Named {
    name: String,
    row: OnceLock<Format>,
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.name == other.name
    }
}

const fn usual_bias(exponent_bits: u32, encoding: Encoding) -> i32 {
    let usual = if exponent_bits == 0 || exponent_bits > 30 { 0 } else { (1 << (exponent_bits - 1)) - 1 };
    usual + encoding.has_unsigned_zero() as i32
}

/// What is left of a name.
pub(super) struct Letters<'a>(pub(super) &'a [u8]);

impl Letters<'_> {
    /// Takes some letters from the front, in either case.
    pub(super) fn take(&mut self, letters: &[u8]) -> bool {
        let front = self.0.split_at_checked(letters.len()).filter(|(front, _)| front.eq_ignore_ascii_case(letters));
        front.map(|(_, rest)| self.0 = rest).is_some()
    }

    /// Takes a letter with a number of at most four digits.
    pub(super) fn counted(&mut self, letter: u8) -> Option<u32> {
        let rest = self.0.split_first().filter(|(first, _)| first.eq_ignore_ascii_case(&letter)).map(|(_, rest)| rest)?;
        let digits = rest.iter().take_while(|digit| digit.is_ascii_digit()).count();
        let (number, rest) = rest.split_at(digits);
        if !(1..=4).contains(&digits) || (digits > 1 && number.starts_with(b"0")) {
            return None;
        }
        self.0 = rest;
        Some(number.iter().fold(0, |value, digit| value * 10 + u32::from(digit - b'0')))
    }
}
