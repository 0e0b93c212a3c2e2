//! Numbers and their bits as other languages and tools name them: `eps('single')`, `bitstring(0.1)`, `32'h3dcccccd`, `$1 = 0x3f800000`.

use crate::figure::bare;

/// Constants of MATLAB, R, C#, Go and Julia, and C's.
const CONSTANTS: [(&str, &str); 34] = [
    ("eps", "DBL_EPSILON"),
    ("eps(1)", "DBL_EPSILON"),
    ("eps('double')", "DBL_EPSILON"),
    ("eps(\"double\")", "DBL_EPSILON"),
    ("eps('single')", "FLT_EPSILON"),
    ("eps(\"single\")", "FLT_EPSILON"),
    ("eps(single(1))", "FLT_EPSILON"),
    ("realmax('double')", "DBL_MAX"),
    ("realmax('single')", "FLT_MAX"),
    ("realmax(\"single\")", "FLT_MAX"),
    ("realmin('double')", "DBL_MIN"),
    ("realmin('single')", "FLT_MIN"),
    ("realmin(\"single\")", "FLT_MIN"),
    (".Machine$double.eps", "DBL_EPSILON"),
    (".Machine$double.xmax", "DBL_MAX"),
    (".Machine$double.xmin", "DBL_MIN"),
    ("float.MaxValue", "FLT_MAX"),
    ("float.Epsilon", "0x1p-149f"),
    ("Single.MaxValue", "FLT_MAX"),
    ("Single.Epsilon", "0x1p-149f"),
    ("double.MaxValue", "DBL_MAX"),
    ("Double.MaxValue", "DBL_MAX"),
    ("double.Epsilon", "(double)5e-324"),
    ("Double.Epsilon", "(double)5e-324"),
    ("math.MaxFloat32", "FLT_MAX"),
    ("math.MaxFloat64", "DBL_MAX"),
    ("math.SmallestNonzeroFloat32", "0x1p-149f"),
    ("math.SmallestNonzeroFloat64", "(double)5e-324"),
    ("floatmax(Float32)", "FLT_MAX"),
    ("floatmax(Float64)", "DBL_MAX"),
    ("floatmax()", "DBL_MAX"),
    ("floatmin(Float32)", "FLT_MIN"),
    ("floatmin(Float64)", "DBL_MIN"),
    ("floatmin()", "DBL_MIN"),
];

/// What asks for the bits of a number, and the format if the words say it.
const BITS: [(&str, &str, Option<&str>); 14] = [
    ("bitstring(", ")", None),
    ("bits(", ")", None),
    ("num2hex(", ")", None),
    ("reinterpret(UInt64, ", ")", Some("double")),
    ("reinterpret(UInt32, ", ")", Some("float")),
    ("reinterpret(UInt16, ", ")", Some("half")),
    ("typecast(", ", 'uint32')", Some("float")),
    ("typecast(", ", 'uint64')", Some("double")),
    ("Float.floatToIntBits(", ")", Some("float")),
    ("Double.doubleToLongBits(", ")", Some("double")),
    ("math.Float32bits(", ")", Some("float")),
    ("math.Float64bits(", ")", Some("double")),
    ("struct.pack('>f', ", ")", Some("float")),
    ("struct.pack('>d', ", ")", Some("double")),
];
/// What makes a number of bits, and its format.
const OF_BITS: [(&str, &str); 8] = [
    ("f32::from_bits(", "float"),
    ("f64::from_bits(", "double"),
    ("Float.intBitsToFloat(", "float"),
    ("Double.longBitsToDouble(", "double"),
    ("math.Float32frombits(", "float"),
    ("math.Float64frombits(", "double"),
    ("reinterpret(Float32, ", "float"),
    ("reinterpret(Float64, ", "double"),
];
/// Functions of a spreadsheet, and C's.
const CELLS: [(&str, &str); 9] = [
    ("POWER(", "pow("),
    ("SQRT(", "sqrt("),
    ("ABS(", "fabs("),
    ("EXP(", "exp("),
    ("LN(", "log("),
    ("LOG10(", "log10("),
    ("SIN(", "sin("),
    ("COS(", "cos("),
    ("PI()", "M_PI"),
];
/// Units that stand right behind a number. None is a suffix of C, and a metre is one of C#.
const UNITS: [&str; 25] = [
    "V", "mV", "kV", "A", "mA", "W", "kW", "Hz", "kHz", "MHz", "GHz", "mm", "cm", "km", "s", "ms", "us", "ns", "kg", "N", "J", "K", "Pa",
    "dB", "px",
];
/// How a debugger names its formats.
const COMMANDS: [&str; 8] = ["p ", "print ", "p/x ", "p/t ", "p/f ", "p/d ", "print/x ", "output "];

/// What a text is here, without a look at whether that runs.
pub fn meant(text: &str) -> Option<String> {
    let constant = CONSTANTS.iter().find(|(name, _)| *name == text).map(|(_, own)| (*own).to_owned());
    constant
        .or_else(|| debugged(text))
        .or_else(|| bits_of(text))
        .or_else(|| hexadecimal(text))
        .or_else(|| cell(text))
        .or_else(|| printed(text))
        .or_else(|| with_signs(text))
        .or_else(|| with_units(text))
}

/// The number of a line of gdb: `$1 = 0x3f800000`, `(gdb) p/x 0x3f800000`.
fn debugged(text: &str) -> Option<String> {
    let behind = ["(gdb) ", "(cuda-gdb) ", "(lldb) "].iter().find_map(|prompt| text.strip_prefix(prompt));
    let line = behind.unwrap_or(text);
    let command = COMMANDS.iter().find_map(|command| line.strip_prefix(command)).filter(|_| behind.is_some() || line.contains('/'));
    let shown = line.strip_prefix('$').and_then(|rest| rest.split_once(" = ")).filter(|(name, _)| is_whole(name)).map(|(_, value)| value);
    command.or(shown).map(str::trim).filter(|number| bare(number).is_some()).map(str::to_owned)
}

/// The question about the bits of a number.
fn bits_of(text: &str) -> Option<String> {
    let inside = |before: &str, behind: &str| text.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind)).map(str::trim);
    if let Some((bits, format)) = OF_BITS.iter().find_map(|(before, format)| Some((inside(before, ")")?, format))) {
        return bits.starts_with("0x").then(|| [bits, " in ", format].concat());
    }
    if let Some(number) = text.strip_suffix(".to_bits()") {
        let (number, format) = typed(number);
        return Some([number, " in ", format].concat());
    }
    let next = [("nextfloat(", "next after "), ("prevfloat(", "previous of ")];
    if let Some((number, asks)) = next.iter().find_map(|(before, asks)| Some((inside(before, ")")?, asks))) {
        let (number, format) = typed(number);
        return Some([asks, number, " in ", format].concat());
    }
    let (number, said) = BITS.iter().find_map(|(before, behind, format)| Some((inside(before, behind)?, *format)))?;
    let (number, own) = typed(number);
    // What the words say and what the number says must agree.
    (said.is_none_or(|said| said == own || own == "double" && number == text)).then(|| [number, " in ", said.unwrap_or(own)].concat())
}

/// A number and the format that it is written in: `0.1f0`, `single(0.1)`, `0.1`.
fn typed(number: &str) -> (&str, &'static str) {
    let casts = [("single(", "float"), ("Float32(", "float"), ("double(", "double"), ("Float64(", "double"), ("Float16(", "half")];
    let cast = casts.iter().find_map(|(before, format)| Some((number.strip_prefix(before)?.strip_suffix(')')?, *format)));
    let suffixes = [("_f32", "float"), ("f32", "float"), ("_f64", "double"), ("f64", "double"), ("f0", "float"), ("f", "float")];
    let is_hex = number.starts_with("0x");
    let suffix = suffixes.iter().filter(|_| !is_hex).find_map(|(suffix, format)| Some((number.strip_suffix(suffix)?, *format)));
    cast.or(suffix).unwrap_or((number, "double"))
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Bits as assemblers, Verilog, Ada and strings write them: `3DCCCCCDh`, `32'h3dcccccd`, `16#3dcccccd#`, `\xcd\xcc`.
fn hexadecimal(text: &str) -> Option<String> {
    let digits = match text.split_once("'h") {
        Some((width, digits)) if is_whole(width) => Some(digits),
        _ => text.strip_prefix("16#").and_then(|rest| rest.strip_suffix('#')),
    };
    let begins = text.starts_with(|first: char| first.is_ascii_digit());
    let digits = digits.or_else(|| text.strip_suffix(['h', 'H']).filter(|_| begins)).map(|digits| digits.replace('_', ""));
    let is_hex = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some(digits) = digits {
        let digits = if digits.len().is_multiple_of(2) { &*digits } else { digits.strip_prefix('0')? };
        return (matches!(digits.len(), 4 | 8 | 16) && is_hex(digits)).then(|| ["0x", &digits.to_ascii_lowercase()].concat());
    }
    // Bytes, the lowest first as in memory or not: the note beside the number offers the other order.
    let escaped = text.trim_matches(['"', '\'']).strip_prefix("\\x").map(|rest| rest.split("\\x").collect::<Vec<_>>());
    let bytes = escaped.unwrap_or_else(|| text.split(' ').collect());
    let are_bytes = matches!(bytes.len(), 2 | 4 | 8) && bytes.iter().all(|byte| byte.len() == 2 && is_hex(byte));
    let made = bytes.join(" ").to_ascii_lowercase();
    (are_bytes && made != text).then_some(made)
}

/// A formula of a spreadsheet: `=SUM(0.1,0.2)`, `=POWER(2,-24)`.
fn cell(text: &str) -> Option<String> {
    let formula = text.strip_prefix('=')?;
    if let Some(inside) = formula.strip_prefix("SUM(").and_then(|rest| rest.strip_suffix(')')) {
        let terms: Vec<&str> = inside.split([',', ';']).map(str::trim).collect();
        return (terms.len() > 1 && terms.iter().all(|term| bare(term).is_some())).then(|| terms.join(" + "));
    }
    let made = CELLS.iter().fold(formula.to_owned(), |made, (name, own)| made.replace(name, own));
    (made != formula).then(|| ["=", &made].concat())
}

/// R's `sprintf("%.20f", 0.1)`, whose first argument is the text, as C's `printf`.
fn printed(text: &str) -> Option<String> {
    let rest = ["sprintf(", "fprintf("].iter().find_map(|name| text.strip_prefix(name))?;
    if let Some(inside) = rest.strip_prefix('\'') {
        let (format, behind) = inside.split_once('\'').filter(|(format, _)| !format.contains('"'))?;
        return Some(["printf(\"", format, "\"", behind].concat());
    }
    rest.starts_with('"').then(|| ["printf(", rest].concat())
}

/// Without signs of money, with a percentage as a quotient, and a whole quotient of R.
fn with_signs(text: &str) -> Option<String> {
    if let Some(number) = text.strip_suffix('%').filter(|number| bare(number).is_some()) {
        return Some([number.trim_end_matches('.'), if number.contains('.') { "" } else { ".0" }, " / 100.0"].concat());
    }
    if let Some((dividend, divisor)) = text.split_once(" %/% ") {
        return (is_whole(dividend) && is_whole(divisor)).then(|| ["floor(", dividend, ".0 / ", divisor, ".0)"].concat());
    }
    let money = ['$', '€', '£'];
    let (mut made, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(money) {
        let (before, behind) = rest.split_at(at);
        let mut behind = behind.chars();
        behind.next();
        rest = behind.as_str();
        let is_apart = before.is_empty() && made.is_empty() || before.ends_with([' ', '(', '+', '-', '*', '/']);
        if !is_apart || !rest.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        made.push_str(before);
    }
    (rest.len() < text.len() && text.contains('.')).then(|| made + rest)
}

/// `3.3V + 1.2V` without its units, if all are the same.
fn with_units(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let without = |word: &str| {
        let at = word.trim_end_matches(|last: char| last.is_ascii_alphabetic()).len();
        let (number, unit) = word.split_at(at);
        let is_one = UNITS.contains(&unit) && bare(number).is_some();
        if is_one {
            units.push(unit.to_owned());
        }
        if is_one { number.to_owned() } else { word.to_owned() }
    };
    let made: Vec<String> = text.split(' ').map(without).collect();
    (!units.is_empty() && units.iter().all(|unit| *unit == units[0])).then(|| made.join(" "))
}
