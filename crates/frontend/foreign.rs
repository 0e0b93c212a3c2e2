//! What other languages and mathematics spell otherwise than C: `console.log(0.1 + 0.2)`, `0.1_f32`, `Float32(0.1)`, `0.1 × 3`, `(0.1).hex()`.

use crate::instruction::Context;
use crate::{c, elsewhere, figure, latex};

/// The most letters of such a text.
const LONGEST: usize = 200;

/// What prints an expression: the text before it, the text after it, and whether every number of that language is a double.
const PRINTS: [(&str, &str, bool); 14] = [
    ("console.log(", ")", true),
    ("System.out.println(", ")", false),
    ("System.out.print(", ")", false),
    ("Console.WriteLine(", ")", false),
    ("println!(\"{}\", ", ")", false),
    ("println!(\"{:?}\", ", ")", false),
    ("println(", ")", false),
    ("puts ", "", false),
    ("echo ", "", true),
    ("print *, ", "", false),
    ("=", "", true),
    ("$", "", true),
    ("parseFloat(\"", "\")", true),
    ("Number(\"", "\")", true),
];
/// Signs and names of languages, and of mathematics, in which every number is a double.
const OF_DOUBLES: [&str; 12] =
    ["===", "!==", "×", "÷", "·", "°", "Number.", "sys.float_info", " plus ", " minus ", " times ", " divided by "];
/// What shows the digits of a double, or its quotient.
const SHOWS: [(&str, &str); 12] = [
    ("Decimal(", ")"),
    ("decimal.Decimal(", ")"),
    ("Fraction(", ")"),
    ("fractions.Fraction(", ")"),
    ("new BigDecimal(", ")"),
    ("BigDecimal(", ")"),
    ("repr(", ")"),
    ("str(", ")"),
    ("float.fromhex('", "')"),
    ("float.fromhex(\"", "\")"),
    ("f\"{", "}\""),
    ("f'{", "}'"),
];
const METHODS: [&str; 5] = [".hex()", ".as_integer_ratio()", ".toFixed(", ".toPrecision(", ".toString("];

/// How a variable of no stated type begins.
const LETS: [&str; 5] = ["let ", "const ", "var ", "val ", "let mut "];

/// Formats whose name before a bracket makes a number one of theirs.
const FORMATS: [&str; 9] = ["e4m3", "e5m2", "e2m1", "e3m2", "e2m3", "fp8", "fp4", "tf32", "fp6"];

/// Casts that are words, and C's.
const CASTS: [(&str, &[&str]); 4] = [
    ("(float)", &["Float32", "float32", "single", "f32"]),
    ("(double)", &["Float64", "float64", "Double", "f64"]),
    ("half", &["Float16", "float16", "f16", "fp16"]),
    ("bfloat16", &["BFloat16", "bf16"]),
];

/// Suffixes of a number that has a point, and C's.
const SUFFIXES: [(&str, &str); 10] =
    [("_f32", "f"), ("f32", "f"), ("_f64", ""), ("f64", ""), ("f0", "f"), ("_sp", "f"), ("_dp", ""), ("d0", ""), ("d", ""), ("D", "")];

/// Signs and names, and C's.
const NAMES: [(&str, &str); 56] = [
    (" plus ", " + "),
    (" minus ", " - "),
    (" times ", " * "),
    (" divided by ", " / "),
    ("\\times", "*"),
    ("\\cdot", "*"),
    ("\\div", "/"),
    ("\\pi", "M_PI"),
    ("×", "*"),
    ("·", "*"),
    ("÷", "/"),
    ("−", "-"),
    ("‐", "-"),
    ("‑", "-"),
    ("–", "-"),
    ("≟", "=="),
    ("!==", "!="),
    ("===", "=="),
    ("≠", "!="),
    (" <> ", " != "),
    ("≤", "<="),
    ("≥", ">="),
    ("π", "M_PI"),
    ("½", "0.5"),
    ("¼", "0.25"),
    ("¾", "0.75"),
    ("⅓", "(1.0/3.0)"),
    ("⅔", "(2.0/3.0)"),
    ("⅛", "0.125"),
    ("StrictMath.", "Math."),
    ("Math.fround(", "(float)("),
    ("Math.PI", "M_PI"),
    ("Math.E", "M_E"),
    ("Number.EPSILON", "DBL_EPSILON"),
    ("Number.MAX_VALUE", "DBL_MAX"),
    ("Number.MIN_VALUE", "(double)5e-324"),
    ("Number.MAX_SAFE_INTEGER", "9007199254740991.0"),
    ("sys.float_info.epsilon", "DBL_EPSILON"),
    ("sys.float_info.max", "DBL_MAX"),
    ("sys.float_info.min", "DBL_MIN"),
    ("Float.MAX_VALUE", "FLT_MAX"),
    ("Float.MIN_VALUE", "0x1p-149f"),
    ("Float.MIN_NORMAL", "FLT_MIN"),
    ("Double.MAX_VALUE", "DBL_MAX"),
    ("Double.MIN_VALUE", "(double)5e-324"),
    ("Double.MIN_NORMAL", "DBL_MIN"),
    ("f32::MIN_POSITIVE", "FLT_MIN"),
    ("f64::MIN_POSITIVE", "DBL_MIN"),
    ("f32::INFINITY", "INFINITY"),
    ("f64::INFINITY", "INFINITY"),
    ("realmax", "DBL_MAX"),
    ("realmin", "DBL_MIN"),
    ("f32::EPSILON", "FLT_EPSILON"),
    ("f64::EPSILON", "DBL_EPSILON"),
    ("f32::MAX", "FLT_MAX"),
    ("f64::MAX", "DBL_MAX"),
];

/// Functions of `Math` that give what C's of that name give.
const MATH: [&str; 24] = [
    "sqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log2", "log10", "log1p", "pow", "fabs",
    "floor", "ceil", "trunc", "hypot", "sinh", "cosh", "tanh",
];

/// What a text is here.
pub enum Meant {
    /// The same in C, or as a question about a number.
    Text(String),
    /// It shows digits of this, which here has all of them.
    Digits(String),
}

/// What a text is here that no language here has, if that is certain.
pub fn meant(text: &str) -> Option<Meant> {
    let own = text.trim();
    if own.len() > LONGEST || own.contains('\n') {
        return None;
    }
    let own = own.trim_end_matches(';').trim_end();
    let is_read = |text: &String| {
        (c::claims(text) || figure::claims(text)) && crate::language::read_as_it_is(text, &Context::default()).refusal().is_none()
    };
    let digits = shown(own).filter(is_read).map(Meant::Digits);
    let named = || elsewhere::meant(own).and_then(|text| if is_read(&text) { Some(text) } else { spelled(&text).filter(is_read) });
    // A unit, a sign or a name that makes a text what C has already is none.
    let is_free = || !c::claims(own) || !is_read(&own.to_owned());
    digits.or_else(|| named().filter(|_| is_free()).or_else(|| spelled(own).filter(is_read)).map(Meant::Text))
}

/// Whether a text has numbers and arithmetic alone.
fn is_figures(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_hexdigit() || b" .+-*/()xp".contains(&byte);
    text.bytes().all(known) && text.bytes().any(|byte| byte.is_ascii_digit())
}

/// What stands between two texts.
fn between<'t>(text: &'t str, (before, behind): (&str, &str)) -> Option<&'t str> {
    Some(text.strip_prefix(before)?.strip_suffix(behind)?.trim())
}

/// The number whose digits a text shows.
fn shown(text: &str) -> Option<String> {
    let own = between(text, ("print(", ")")).unwrap_or(text);
    let wrapped = SHOWS.iter().find_map(|around| between(own, *around));
    let ends = |behind: &str| behind.trim_end_matches(')').bytes().all(|byte| byte.is_ascii_digit());
    let method = METHODS.iter().find_map(|name| own.split_once(name).filter(|_| own.ends_with(')')));
    // Without parentheses a method is of the last number alone.
    let is_whole = |left: &str| figure::bare(left).is_some() || between(left, ("(", ")")).is_some();
    let method = method.filter(|(left, behind)| ends(behind) && is_whole(left)).map(|(left, _)| left);
    let quoted = own.starts_with(['"', '\'']).then(|| own.split_once("% ").or_else(|| own.split_once(".format("))).flatten();
    // Other formats cut the number to an integer, or count in it.
    let of_reals =
        |before: &str| before.trim_end().trim_end_matches(['"', '\'']).trim_end_matches('}').ends_with(['e', 'f', 'g', 'r', '{']);
    let quoted = quoted
        .filter(|(before, _)| of_reals(before))
        .map(|(_, number)| if own.contains(".format(") { number.strip_suffix(')').unwrap_or(number) } else { number });
    let (inner, format) = wrapped.or(method).or(quoted)?.split_once(':').unwrap_or((wrapped.or(method).or(quoted)?, "f"));
    let inner = inner.trim();
    let inner = between(inner, ("(", ")")).filter(|inner| !inner.contains(['(', ')'])).unwrap_or(inner);
    let mut depth = 0i32;
    let closes = inner.bytes().all(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth >= 0
    });
    if !closes || depth != 0 || !is_figures(inner) || inner.contains("**") || inner.contains("//") || !format.ends_with(['e', 'f', 'g']) {
        return None;
    }
    // A hexadecimal number is a double's own spelling already.
    Some(if figure::bare(inner).is_some() { ["(double)", inner].concat() } else { doubles(inner) })
}

/// C's spelling of a text, if it is another one.
fn spelled(text: &str) -> Option<String> {
    let plain = latex::plain(text);
    let text = plain.as_deref().unwrap_or(text);
    if text.eq_ignore_ascii_case("pi") {
        return Some("M_PI".to_owned());
    }
    let (mut own, mut are_doubles) = (text, plain.is_some() || OF_DOUBLES.iter().any(|sign| text.contains(sign)));
    let mut of_c = false;
    if let Some((inner, of_doubles)) = PRINTS.iter().find_map(|(before, behind, own)| Some((between(text, (before, behind))?, own))) {
        let is_decimal = inner.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte)) && figure::bare(inner).is_some();
        if text.ends_with("\")") && !is_decimal {
            return None;
        }
        (own, are_doubles) = (inner, are_doubles || *of_doubles);
        // These divide integers as C does.
        of_c = text.starts_with("System.") || text.starts_with("Console.") || text.starts_with("println!");
    }
    // Python's quotient, rounded down; in C a comment begins there.
    if let Some((dividend, divisor)) = own.split_once("//") {
        let is_whole = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let (dividend, divisor) = (dividend.trim(), divisor.trim());
        let are_whole = [dividend, divisor].iter().all(|number| is_whole(number.trim_start_matches('-')));
        let is_sure = are_whole && !own.contains("--") && dividend.len() < 16 && divisor.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
        return is_sure.then(|| ["floor(", dividend, " / ", divisor, ".0)"].concat());
    }
    // A block is a program of a language.
    if own.contains(['{', '"', '\'', ';']) {
        return None;
    }
    if let Some((name, number)) = own.split_once('(').filter(|(name, _)| FORMATS.contains(name)) {
        let number = number.strip_suffix(')').filter(|number| figure::bare(number).is_some())?;
        return Some([number, " in ", name].concat());
    }
    // Of a number alone, the question has an answer of its own.
    if let Some((inner, name)) = own.rsplit_once(" in ").filter(|(inner, _)| inner.contains('(')) {
        let cast = CASTS.iter().find(|(cast, names)| names.contains(&name) || cast.trim_matches(['(', ')']) == name);
        return cast.map(|(cast, _)| [cast, "(", inner, ")"].concat());
    }
    for (suffix, name) in [("bf16", "bfloat16"), ("f16", "half")] {
        if let Some(number) = own.strip_suffix(suffix).filter(|number| number.contains('.') && figure::bare(number).is_some()) {
            return Some([number, " in ", name].concat());
        }
    }
    let declared = named(own);
    let mut made = declared.clone().unwrap_or_else(|| own.to_owned());
    for (sign, here) in NAMES {
        let mut parts = made.split(sign);
        let mut joined = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            // Behind a digit a fraction is a part of the number: 1½ is 1.5.
            let fraction =
                here.strip_prefix('0').filter(|rest| rest.starts_with('.') && joined.ends_with(|last: char| last.is_ascii_digit()));
            joined.push_str(fraction.unwrap_or(here));
            joined.push_str(part);
        }
        made = joined;
    }
    made = numbers(&casts(&mathematics(&typed(&made))));
    made = degrees(&made);
    made = power(&made, plain.is_some() || text.contains(['×', '·'])).or_else(|| grouped(&made)).unwrap_or(made);
    if made == text && plain.is_none() {
        return None;
    }
    if figure::bare(&made).is_some() {
        return Some(made);
    }
    if declared.is_some() {
        let (mut singles, mut others) = (0, 0);
        each_number(&made, |token| {
            *if token.ends_with('f') { &mut singles } else { &mut others } += 1;
            token.to_owned()
        });
        match (singles, others) {
            (0, _) => {}
            (_, 0) => made = made.replacen("double", "float", 1),
            _ => return None,
        }
    }
    let all = doubles(&made);
    match () {
        // A variable of C that nobody declares is a single; what Math takes is a double.
        () if (are_doubles || text.contains("Math.")) && declared.is_none() && has_variables(&all) => None,
        () if are_doubles => Some(all),
        // Whether whole numbers are integers there, and how wide, nobody can tell.
        () if !of_c && all != made && !are_arguments(&made) => None,
        () => Some(made),
    }
}

/// Whether every whole number of a text is an argument of a function by itself: `pow(2, 0.5)`.
fn are_arguments(text: &str) -> bool {
    let mut at = 0;
    let alone = |start: usize, end: usize| {
        let (before, behind) = (text[..start].trim_end(), text[end..].trim_start());
        before.ends_with(['(', ',']) && behind.starts_with([')', ','])
    };
    let mut are = true;
    each_number(text, |token| {
        if let Some(place) = text[at..].find(token) {
            let start = at + place;
            at = start + token.len();
            are &= !token.bytes().all(|byte| byte.is_ascii_digit()) || alone(start, at);
        }
        token.to_owned()
    });
    are
}

/// Whether a text has a variable: a name that is no function's and no constant's of C.
fn has_variables(text: &str) -> bool {
    let mut rest = text;
    while let Some(begin) = rest.find(|letter: char| letter.is_ascii_alphanumeric() || letter == '_') {
        rest = &rest[begin..];
        let end = if rest.as_bytes()[0].is_ascii_digit() {
            end_of_number(rest)
        } else {
            rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(rest.len())
        };
        let (word, behind) = rest.split_at(end);
        let known = matches!(word, "float" | "double" | "M_PI" | "M_E") || c::is_constant(word) || behind.starts_with('(');
        if !known && !word.as_bytes()[0].is_ascii_digit() {
            return true;
        }
        rest = behind;
    }
    false
}

/// `let x = …` as a double of that name.
fn named(text: &str) -> Option<String> {
    let rest = LETS.iter().rev().find_map(|word| text.strip_prefix(word));
    let (name, value) = rest.and_then(|rest| rest.split_once('=')).or_else(|| text.split_once(":="))?;
    let name = name.trim();
    (is_name(name) && !value.starts_with('=')).then(|| ["double ", name, " =", value].concat())
}

/// Whole numbers in decimal as doubles: `1/3` as `1.0/3.0`.
fn doubles(text: &str) -> String {
    each_number(text, |token| {
        let whole = token.bytes().all(|byte| byte.is_ascii_digit());
        if whole { [token, ".0"].concat() } else { token.to_owned() }
    })
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !text.as_bytes()[0].is_ascii_digit()
}

/// `Math.sqrt(2)` as `sqrt(2)`, `√2` too.
fn mathematics(text: &str) -> String {
    // C's abs is for integers.
    let text = &text.replace("Math.abs(", "Math.fabs(");
    let (mut made, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find("Math.") {
        let (before, name) = (&rest[..at], &rest[at + 5..]);
        let known = MATH.iter().any(|own| name.strip_prefix(own).is_some_and(|behind| behind.starts_with('(')));
        made.push_str(before);
        made.push_str(if known { "" } else { "Math." });
        rest = name;
    }
    made.push_str(rest);
    match made.strip_prefix('√').filter(|number| figure::bare(number).is_some()) {
        Some(number) => ["sqrt(", number, ")"].concat(),
        None => made,
    }
}

/// `30°` in radians.
fn degrees(text: &str) -> String {
    let mut made = text.to_owned();
    while let Some(at) = made.find('°') {
        let digits = made[..at].bytes().rev().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (before, number, behind) = (&made[..at - digits], &made[at - digits..at], &made[at + '°'.len_utf8()..]);
        let is_alone = before.ends_with('(') && behind.starts_with(')');
        let [open, close] = if is_alone { ["", ""] } else { ["(", ")"] };
        made = [before, open, number, " * M_PI / 180.0", close, behind].concat();
    }
    made
}

/// `Float32(x)` as `(float)(x)`.
fn casts(text: &str) -> String {
    let mut made = String::new();
    let mut word = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || "_.:".contains(letter) {
            word.push(letter);
            continue;
        }
        let own = CASTS.iter().find(|(_, names)| letter == '(' && names.contains(&word.as_str()));
        made.push_str(own.map_or(word.as_str(), |(cast, _)| cast));
        word.clear();
        made.push(letter);
    }
    made + &word
}

/// Rust's `x as f32` as `(float)x`.
fn typed(text: &str) -> String {
    let mut made = text.to_owned();
    for (behind, cast) in [(" as f32", "(float)"), (" as f64", "(double)")] {
        while let Some(at) = made.find(behind) {
            let before = &made[..at];
            let (mut depth, mut begin) = (0, at);
            for (place, letter) in before.char_indices().rev() {
                depth += i32::from(letter == ')') - i32::from(letter == '(');
                let is_word = letter == '(' || letter == ')' || letter.is_ascii_alphanumeric() || "._".contains(letter);
                if depth < 0 || depth == 0 && !is_word {
                    break;
                }
                begin = place;
            }
            made = [&before[..begin], cast, &before[begin..], &made[at + behind.len()..]].concat();
        }
    }
    made
}

/// `1,000.5` as `1000.5`: with a point, commas between three digits each are no points.
fn grouped(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_once('.')?;
    let (first, groups) = whole.split_once(',')?;
    let is_digits = |own: &str| !own.is_empty() && own.bytes().all(|byte| byte.is_ascii_digit());
    let are_groups = groups.split(',').all(|group| group.len() == 3 && is_digits(group));
    (is_digits(first) && first.len() < 4 && are_groups && is_digits(fraction)).then(|| text.replace(',', ""))
}

/// Numbers with C's suffixes, and without a sign between their digits.
fn numbers(text: &str) -> String {
    each_number(text, number)
}

/// A text with other words for its numbers.
fn each_number(text: &str, mut spelled: impl FnMut(&str) -> String) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_inside = made.ends_with(|last: char| last.is_ascii_alphanumeric() || "_.%".contains(last));
        if !first.is_ascii_digit() || is_inside {
            made.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = end_of_number(rest);
        let (token, behind) = rest.split_at(end);
        made.push_str(&spelled(token));
        rest = behind;
    }
    made
}

/// Where a number ends that begins a text, with the sign and the digits of its exponent.
fn end_of_number(text: &str) -> usize {
    let ends = |from: usize| {
        let rest = &text[from..];
        from + rest.find(|letter: char| !letter.is_ascii_alphanumeric() && !"._".contains(letter)).unwrap_or(rest.len())
    };
    let end = ends(0);
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let has_exponent = !is_hex && text[..end].ends_with(['e', 'E']) && text[end..].starts_with(['+', '-']);
    let digits = text.as_bytes().get(end + 1).is_some_and(u8::is_ascii_digit);
    if has_exponent && digits { ends(end + 1) } else { end }
}

/// `6.02d23`. Before a sign the letter can be Java's suffix: `1.5D-3`.
fn has_d(token: &str) -> bool {
    let parts = token.split_once(['d', 'D']);
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(number, power)| {
        number.split_once('.').is_some_and(|(whole, part)| are_digits(whole) && (part.is_empty() || are_digits(part))) && are_digits(power)
    })
}

fn number(token: &str) -> String {
    if token.bytes().all(|byte| byte.is_ascii_digit() || b"._".contains(&byte)) {
        let is_between = |near: &[u8]| near[1] != b'_' || near[0].is_ascii_digit() && near[2].is_ascii_digit();
        let joined = !token.ends_with('_') && token.as_bytes().windows(3).all(is_between);
        return if joined { token.replace('_', "") } else { token.to_owned() };
    }
    let are_digits = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let suffix = SUFFIXES.iter().find_map(|(suffix, own)| token.strip_suffix(suffix).map(|number| (number, suffix, own)));
    match suffix.filter(|(number, ..)| are_digits(number)) {
        Some((number, _, own)) if number.contains('.') => [number, own].concat(),
        // Fortran's exponent of a double.
        _ if has_d(token) => token.replace(['d', 'D'], "e"),
        // Behind a whole number only a suffix that has its sign is surely none of its digits.
        Some((number, suffix, own)) if suffix.starts_with('_') => [number, ".0", own].concat(),
        _ => token.to_owned(),
    }
}

/// `2^0.5` as `pow(2, 0.5)`, `e^1` as `exp(1)`, `10^-3` as `1e-3`, `3 × 10^8` as `3e8`. Between whole numbers `^` is a sign of C and of powers of two.
fn power(text: &str, is_of_mathematics: bool) -> Option<String> {
    let (base, exponent) = text.split_once('^')?;
    let (base, exponent) = (base.trim(), exponent.trim());
    figure::bare(exponent)?;
    let is_whole = exponent.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    // A product sign of mathematics has become C's.
    let scaled = base.strip_suffix("10").map(|before| before.trim_end().strip_suffix('*').unwrap_or(before).trim_end());
    if let Some(factor) = scaled.filter(|_| is_whole) {
        if factor.is_empty() && exponent.starts_with('-') {
            return Some(["1e", exponent].concat());
        }
        return (is_of_mathematics && figure::bare(factor).is_some()).then(|| [factor, "e", exponent].concat());
    }
    if base == "e" {
        return Some(["exp(", exponent, ")"].concat());
    }
    let has_point = base.contains('.') || exponent.contains('.');
    // Languages differ on what -2^0.5 is.
    (has_point && !base.starts_with('-') && figure::bare(base).is_some()).then(|| ["pow(", base, ", ", exponent, ")"].concat())
}
