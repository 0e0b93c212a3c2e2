//! Numbers as people write them where PTX has no such spelling: hex floats, suffixes, powers, names, a decimal comma.
//!
//! Nothing here changes what is accepted. What was refused and means a number all the same is answered with the bits of that number,
//! the one spelling of PTX that is exact: a decimal would be rounded twice in an instruction on singles.

use super::decimal::{decimal_bits, is_decimal};
use super::diagnostic::{Diagnostic, Fix};
use super::lexer;
use super::print::literal_text;
use crate::instruction::Type;
use crate::number::{F32, F64, Kind, unpack};
use crate::rounding::{self, Flags, Literal, Mode, Rules, round};
use core::ops::Range;

/// A number that PTX cannot spell like this.
pub(super) struct ForeignLiteral {
    code: &'static str,
    /// What PTX lacks, as the beginning of a sentence.
    lacks: &'static str,
    literal: Literal,
    /// Whether C takes it for a single, whatever the instruction reads: `0.1f`.
    single: bool,
    /// A decimal that PTX takes.
    decimal: Option<String>,
}

/// Powers beyond these are the same as these to every format.
const FAR: i32 = 20_000;
/// The highest power of other numbers than 2 and 10 that is computed.
const MOST: i32 = 100;

impl ForeignLiteral {
    /// Reads a whole operand. None where PTX has the spelling, or where it is no number to anybody.
    pub(super) fn read(text: &str) -> Option<ForeignLiteral> {
        let text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let (sign, body) = text.split_at(usize::from(text.starts_with(['+', '-'])));
        let meant = |code, lacks, literal, decimal| Some(ForeignLiteral { code, lacks, literal, single: false, decimal });
        if let Some(literal) = power(sign, body) {
            return meant("literal", "PTX has no powers", literal, None);
        }
        if let Some(rest) = body.strip_suffix(['f', 'F', 'l', 'L']).filter(|rest| is_decimal(rest) || is_whole(rest)) {
            let decimal = [sign, rest, if is_decimal(rest) { "" } else { ".0" }].concat();
            let single = body.ends_with(['f', 'F']);
            let literal = rounding::read(&decimal).ok()?;
            return Some(ForeignLiteral { code: "literal", lacks: "PTX numbers have no suffix", literal, single, decimal: Some(decimal) });
        }
        match rounding::read(&text).ok()? {
            literal @ Literal::Number { .. } if body.starts_with("0x") || body.starts_with("0X") => {
                meant("literal", "PTX has no hex floats", literal, None)
            }
            literal @ (Literal::Infinity { .. } | Literal::Nan { .. }) => {
                meant("named-value", "PTX has no name for this value", literal, None)
            }
            Literal::Number { .. } | Literal::Bits { .. } => None,
        }
    }

    /// Reads a decimal comma in an instruction with one operand too many: what stands at `span` and the operand behind its comma.
    ///
    /// Gives the bytes of both. The complaint about the number of operands is taken back.
    fn with_comma(text: &str, span: Range<usize>, diagnostics: &mut Vec<Diagnostic>) -> Option<(Range<usize>, ForeignLiteral)> {
        let behind = |one: &Diagnostic| one.code == "operand-count" && one.span.start > span.start;
        let complaint = diagnostics.iter().position(behind)?;
        let whole = text.get(span.clone()).filter(|whole| is_whole(whole.trim_start_matches(['+', '-'])))?;
        let rest = text[span.end..].strip_prefix(',').filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))?;
        let end = lexer::lex(rest).first()?.span.end;
        let number = [whole, ".", &rest[..end]].concat();
        let (literal, single, decimal) = match ForeignLiteral::read(&number) {
            Some(meant) => (meant.literal, meant.single, meant.decimal),
            None => (rounding::read(&number).ok()?, false, Some(number)),
        };
        diagnostics.remove(complaint);
        let lacks = "A comma separates operands, and PTX writes decimals with a point";
        Some((span.start..span.end + 1 + end, ForeignLiteral { code: DECIMAL_COMMA, lacks, literal, single, decimal }))
    }

    /// Says what is wrong and what stands for it; the bits in the type that the instruction reads.
    pub(super) fn advise(&self, span: Range<usize>, data_type: Type, diagnostics: &mut Vec<Diagnostic>) -> u64 {
        let of_single = || self.literal.to_bits(F32::ROW, Mode::Rn);
        let (bits, flags, name) = match of_single() {
            (bits, flags) if self.single && data_type == Type::F64 => (widened(bits), flags, Type::F32.text()),
            _ => {
                let (bits, flags) = self.literal.to_bits(data_type.operand().format, Mode::Rn);
                (bits, flags, data_type.text())
            }
        };
        let text = literal_text(bits, data_type);
        let how = if flags.contains(Flags::OVERFLOW) {
            format!(", infinity: the number is beyond the largest {name}.")
        } else if flags.contains(Flags::INEXACT) {
            format!(", the nearest {name}.")
        } else {
            ".".into()
        };
        let message = format!("{}: write {text}{how}", self.lacks);
        let mut diagnostic =
            Diagnostic::error(self.code, span.clone(), message).with_fix(Fix::replace(format!("write {text}"), span.clone(), text));
        // The assembler reads a decimal as a double first, which may end at another single.
        if let Some(decimal) = self.decimal.as_ref().filter(|decimal| decimal_bits(decimal, data_type) == Some(bits)) {
            diagnostic = diagnostic.with_fix(Fix::replace(format!("write {decimal}"), span, decimal));
        }
        diagnostics.push(diagnostic);
        bits
    }
}

/// A single that is a number or an infinity, as a double.
fn widened(bits: u64) -> u64 {
    let read = unpack(F32::ROW, bits);
    let sign = if read.exact.negative { F64::FORMAT.sign_mask() } else { 0 };
    match read.kind {
        Kind::Finite if !read.exact.is_zero() => round(F64::ROW, read.exact, &Rules::ieee(Mode::Rn)).bits,
        Kind::Finite => sign,
        Kind::Infinity | Kind::Nan => sign | F64::FORMAT.exponent_mask(),
    }
}

const DECIMAL_COMMA: &str = "decimal-comma";

/// Answers an operand that is a part of a number with a decimal comma; its bits.
pub(super) fn decimal_comma(text: &str, span: Range<usize>, data_type: Type, diagnostics: &mut Vec<Diagnostic>) -> Option<u64> {
    // What stands behind the comma was answered with what stands before it.
    if diagnostics.iter().any(|one| one.code == DECIMAL_COMMA && one.span.contains(&span.start)) {
        return Some(0);
    }
    let (both, meant) = ForeignLiteral::with_comma(text, span, diagnostics)?;
    Some(meant.advise(both, data_type, diagnostics))
}

/// What is to be said of a number where only a register may stand: the bits that a move puts into one.
pub(super) fn by_move(text: &str, data_type: Type) -> String {
    let literal = ForeignLiteral::read(text).map(|meant| meant.literal).or_else(|| rounding::read(text).ok());
    let Some(literal) = literal.filter(|literal| !matches!(literal, Literal::Bits { .. })) else { return String::new() };
    let format = data_type.operand().format;
    let (bits, flags) = literal.to_bits(format, Mode::Rn);
    let nearest = if flags.contains(Flags::INEXACT) { format!(", the nearest {},", data_type.text()) } else { String::new() };
    let digits = format.width() as usize / 4;
    format!(" mov.b{} puts 0x{bits:0digits$X}{nearest} into one.", format.width())
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `2^-25`, `1.5*2^3`, `1.5*10**-3`.
fn power(sign: &str, body: &str) -> Option<Literal> {
    let (before, power) = body.split_once('^').or_else(|| body.split_once("**"))?;
    let inside = power.strip_prefix('(').and_then(|power| power.strip_suffix(')'));
    let power = inside.unwrap_or(power).parse::<i32>().ok()?.clamp(-FAR, FAR);
    let (factor, base) = before.rsplit_once('*').unwrap_or(("1", before));
    let Literal::Number { negative, numerator, exponent, decimals } = rounding::read(&[sign, factor].concat()).ok()? else { return None };
    let base = base.strip_suffix(".0").unwrap_or(base);
    match base {
        "2" => Some(Literal::Number { negative, numerator, exponent: exponent.saturating_add(power), decimals }),
        "10" => Some(Literal::Number { negative, numerator, exponent, decimals: decimals.saturating_sub(power) }),
        _ if factor == "1" && (0..=MOST).contains(&power) => {
            let Literal::Number { numerator: base, exponent: each, decimals: places, .. } = rounding::read(base).ok()? else { return None };
            let numerator = (0..power).fold(numerator, |product, _| product.times(&base));
            Some(Literal::Number { negative, numerator, exponent: each * power, decimals: places * power })
        }
        _ => None,
    }
}
