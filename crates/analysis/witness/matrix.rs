//! Every class of operands against every class: zeros, subnormal and normal numbers, one, infinities, both NaNs, of both signs.

use super::lane_format;
use crate::evaluate::{Request, evaluate};
use crate::instruction::Operands;
use crate::number::{Class, Format};
use crate::trace::Trace;

/// A class, shown by one of its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// A name as short as a column is narrow.
    pub name: &'static str,
    kind: Kind,
    negative: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zero,
    Subnormal,
    Normal,
    One,
    Infinity,
    Quiet,
    Signaling,
}

const fn corner(name: &'static str, kind: Kind, negative: bool) -> Corner {
    Corner { name, kind, negative }
}

/// Every class, from below to above, NaNs last.
pub const CORNERS: [Corner; 14] = [
    corner("-inf", Kind::Infinity, true),
    corner("-normal", Kind::Normal, true),
    corner("-1", Kind::One, true),
    corner("-subnormal", Kind::Subnormal, true),
    corner("-0", Kind::Zero, true),
    corner("+0", Kind::Zero, false),
    corner("+subnormal", Kind::Subnormal, false),
    corner("+1", Kind::One, false),
    corner("+normal", Kind::Normal, false),
    corner("+inf", Kind::Infinity, false),
    corner("+qNaN", Kind::Quiet, false),
    corner("-qNaN", Kind::Quiet, true),
    corner("+sNaN", Kind::Signaling, false),
    corner("-sNaN", Kind::Signaling, true),
];

/// The place of the third operand that nobody chose: a positive normal number.
pub const PLAIN_THIRD: usize = {
    let mut place = 0;
    while !matches!(CORNERS[place], Corner { kind: Kind::Normal, negative: false, .. }) {
        place += 1;
    }
    place
};

impl Corner {
    /// Its number in a format. The NaNs have payloads, so that one can see where they go.
    pub const fn bits(self, format: &Format) -> u64 {
        let magnitude = match self.kind {
            Kind::Zero => 0,
            Kind::Subnormal => format.fraction_mask() / 3,
            Kind::Normal => format.one() + (1 << format.fraction_bits) + format.quiet_bit(),
            Kind::One => format.one(),
            Kind::Infinity => format.exponent_mask(),
            Kind::Quiet => format.exponent_mask() | format.quiet_bit() | 0x12,
            Kind::Signaling => format.exponent_mask() | 0x34,
        };
        if self.negative { magnitude | format.sign_mask() } else { magnitude }
    }
}

/// One place of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The operands.
    pub operands: Operands,
    /// The bits of the result.
    pub bits: u64,
}

/// The results of a form: a row for each class of the first operand, a column for each of the second; one column for one operand. Integers
/// have no classes.
pub fn matrix(request: &Request, third: usize) -> Vec<Vec<Cell>> {
    if request.form.is_of_integers() {
        return Vec::new();
    }
    let word = |source: usize, corner: Corner| request.source_type(source).in_every_lane(corner.bits(request.source_type(source).format));
    let sources = request.form.pattern.source_count();
    let third = CORNERS.get(third).map_or(0, |corner| word(2, *corner));
    let columns = if sources > 1 { &CORNERS[..] } else { &CORNERS[5..6] };
    let cell = |a: Corner, b: Corner| {
        let operands = [word(0, a), if sources > 1 { word(1, b) } else { 0 }, if sources > 2 { third } else { 0 }, 0, 0];
        Cell { operands, bits: evaluate(&Request { operands, ..*request }, &mut Trace::default()).bits }
    };
    CORNERS.iter().map(|a| columns.iter().map(|b| cell(*a, *b)).collect()).collect()
}

/// The format of the result, or of a lane of it.
pub(super) fn result_format(request: &Request) -> &'static Format {
    let to = request.destination_type();
    if to.is_predicate() { lane_format(request) } else { to.format }
}

/// A result as a cell shows it: a value where it is short, else its class; the low lane of a packed pair.
pub fn shown(request: &Request, bits: u64) -> String {
    if request.destination_type().is_predicate() {
        return (bits & 1).to_string();
    }
    let pattern = request.destination_type().pattern(bits, 0);
    let sign = if pattern.is_negative() { "-" } else { "+" };
    match pattern.class() {
        Class::Zero => format!("{sign}0"),
        Class::Subnormal => format!("{sign}sub"),
        Class::Infinity => format!("{sign}inf"),
        Class::QuietNan | Class::SignalingNan => format!("{sign}NaN"),
        Class::Normal => {
            let text = pattern.digits();
            match text.strip_suffix(".0") {
                Some(whole) if whole.len() < 8 => whole.to_owned(),
                _ if text.len() < 8 => text,
                _ => {
                    let (mantissa, power) = text.split_once('e').map_or((text.as_str(), String::new()), |(m, p)| (m, format!("e{p}")));
                    let short: String = mantissa.chars().take(5).collect();
                    format!("{}…{power}", short.trim_end_matches('.'))
                }
            }
        }
    }
}

/// What a cell's background tells: "nan", "infinite", "zero", "subnormal", "yes" or "finite".
pub fn role(request: &Request, bits: u64) -> &'static str {
    if request.destination_type().is_predicate() {
        return if bits & 1 == 1 { "yes" } else { "zero" };
    }
    match request.destination_type().pattern(bits, 0).class() {
        Class::Zero => "zero",
        Class::Subnormal => "subnormal",
        Class::Infinity => "infinite",
        Class::QuietNan | Class::SignalingNan => "nan",
        Class::Normal => "finite",
    }
}
