//! Formats by the names that libraries and IEEE's working group P3109 give them.

use super::formats::UE8M0;
use super::own::{Letters, Own, Refused, WIDEST};
use super::{Encoding, Format};

/// The format that a name says: one of one's own, or one that a library names.
pub fn own_format(name: &str) -> Result<&'static Format, Refused> {
    let library = of_a_library(name).map(|rest| rest.eq_ignore_ascii_case(b"e8m0fnu"));
    if library == Some(true) {
        return Ok(UE8M0::ROW);
    }
    let made = Own::named(name)?.format()?;
    // What a library names is a row of the table where there is one.
    let row = library.and_then(|_| super::shown().find(|row| *row == made));
    Ok(row.unwrap_or(made))
}

/// What follows `float8_`, `Float8` and `f8` in the names of ml_dtypes, PyTorch, LLVM and MLIR, also behind the name of a module.
fn of_a_library(name: &str) -> Option<&[u8]> {
    after_width(name).map(|(_, rest)| rest.0)
}

/// The bits that such a name counts, and what follows them.
fn after_width(name: &str) -> Option<(u32, Letters<'_>)> {
    let is_module = |path: &str| {
        let letters = |byte: u8| byte == b'.' || byte == b'_' || byte.is_ascii_alphanumeric();
        path.starts_with(|first: char| first.is_ascii_alphabetic()) && path.bytes().all(letters)
    };
    let name = name.trim();
    let name = name.rsplit_once('.').filter(|(path, _)| is_module(path)).map_or(name, |(_, name)| name);
    let mut letters = Letters(name.as_bytes());
    let width = if letters.take(b"floa") { letters.counted(b't') } else { letters.counted(b'f') }?;
    letters.take(b"_");
    (!letters.0.is_empty()).then_some((width, letters))
}

impl Own {
    /// The facts that a name says, in every spelling.
    pub fn named(name: &str) -> Result<Own, Refused> {
        let name = name.trim();
        if name.starts_with("cfloat") {
            return Own::read_cfloat(name);
        }
        if let Some(own) = p3109(name) {
            return own;
        }
        let Some((width, rest)) = after_width(name) else { return Own::read(name) };
        let own = Own::read_letters(rest)?;
        // In formats of fewer than 8 bits, `fn` says that there is no infinity, and there is no NaN either.
        let encoding = if width < 8 && own.encoding == Encoding::OneNan { Encoding::Finite } else { own.encoding };
        if own.width() == width { Ok(Own { encoding, ..own }) } else { Err(Refused::Counted) }
    }

    /// The facts that a name of the library Universal says: `cfloat<8,4>`, `cfloat<8, 4, uint8_t, true, true, false>`. First come the
    /// bits of all and those of the exponent. Then may come the type of its storage, whether there are subnormal numbers, and whether an
    /// exponent of all ones has numbers. Otherwise `c` is the way in which it has none.
    pub fn read_cfloat(name: &str) -> Result<Own, Refused> {
        let inside = name.trim().strip_prefix("cfloat<").and_then(|rest| rest.strip_suffix('>')).ok_or(Refused::Name)?;
        let mut words = inside.split(',').map(str::trim);
        let mut count = || words.next().and_then(|word| word.parse::<u32>().ok()).ok_or(Refused::Name);
        let (width, exponent_bits) = (count()?, count()?);
        let fraction_bits = width.checked_sub(exponent_bits).and_then(|rest| rest.checked_sub(1)).ok_or(Refused::Total)?;
        let rest: Vec<&str> = words.collect();
        // The type of the storage changes no number.
        let flags = rest.get(usize::from(rest.first().is_some_and(|word| !matches!(*word, "true" | "false")))..).unwrap_or_default();
        let flag = |at: usize| match flags.get(at) {
            None | Some(&"false") => Ok(false),
            Some(&"true") => Ok(true),
            Some(_) => Err(Refused::Name),
        };
        let (subnormals, has_numbers, saturates) = (flag(0)?, flag(1)?, flag(2)?);
        if flags.len() > 3 {
            return Err(Refused::Name);
        }
        if saturates {
            return Err(Refused::Saturating);
        }
        let encoding = if has_numbers { Encoding::LastTwo } else { Encoding::Classic };
        Ok(Own { signed: true, exponent_bits, fraction_bits, bias: None, encoding, subnormals })
    }

    /// What P3109 calls a format with these facts: `binary8p4se` for `e4m3inuz`.
    pub fn p3109_name(&self) -> Option<String> {
        let (width, precision) = (self.width(), self.fraction_bits + 1);
        let is_finite = matches!(self.encoding, Encoding::UnsignedZero | Encoding::OneNan);
        let (sign, domain) = (if self.signed { "s" } else { "u" }, if is_finite { "f" } else { "e" });
        let name = ["binary", &width.to_string(), "p", &precision.to_string(), sign, domain].concat();
        (p3109(&name)?.ok()?.name() == self.name()).then_some(name)
    }
}

/// A name of P3109: `binary8p3` has 8 bits, of which 3 are significant; `s` or `u` says whether there is a sign, and `e` or `f` (extended, finite)
/// whether there are infinities. The NaN is in the place of -0, or the last code where there is no sign. None for what is no such name.
fn p3109(name: &str) -> Option<Result<Own, Refused>> {
    let mut letters = Letters(name.as_bytes());
    let width = if letters.take(b"p3109_") { letters.counted(b'k') } else { letters.take(b"binar").then(|| letters.counted(b'y'))? }?;
    let precision = letters.counted(b'p')?;
    let signed = letters.take(b"s") || !letters.take(b"u");
    let is_finite = letters.take(b"f");
    letters.take(if is_finite { b"" } else { b"e" });
    if !letters.0.is_empty() {
        return None;
    }
    let encoding = match (signed, is_finite) {
        (true, true) => Encoding::UnsignedZero,
        (true, false) => Encoding::UnsignedZeroInfinity,
        (false, true) => Encoding::OneNan,
        (false, false) => Encoding::LastTwo,
    };
    if width > WIDEST {
        return Some(Err(Refused::Width));
    }
    let Some(exponent_bits) = (width + u32::from(!signed)).checked_sub(precision).filter(|_| precision > 0) else {
        return Some(Err(Refused::ExponentBits));
    };
    // With a sign it is the usual bias of such a format.
    let bias = (!signed).then(|| 1 << exponent_bits.saturating_sub(1));
    Some(Ok(Own { signed, exponent_bits, fraction_bits: precision - 1, bias, encoding, subnormals: true }))
}
