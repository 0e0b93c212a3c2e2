//! What is asked about a number, in people's words.

use super::is_rounded_into;
use super::spelled::{bare, format_of, no_number, read_text};
use crate::number::{EVERY, Encoding, F32, Format, Pattern, Refused, own_format};
use crate::rounding::{self, Literal};
use core::ops::Range;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ask {
    /// What the number is in the format.
    #[default]
    Value,
    /// The distance to its neighbours.
    Ulp,
    /// The neighbour above.
    Next,
    /// The neighbour below.
    Previous,
    /// The distance of 1 to the next number.
    Epsilon,
    /// The largest number of the format.
    Largest,
    /// Its smallest numbers.
    Smallest,
    /// Its fields, how many codes it has, its range and its digits.
    Facts,
    /// A sum, a difference, a product or a fused product in the format.
    Compute(Operation),
}

/// What is computed of two or three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Fused,
}

impl Ask {
    /// The question in a few words.
    pub(super) fn title(self) -> &'static str {
        match self {
            Ask::Value => "The number",
            Ask::Ulp => "One unit in the last place",
            Ask::Next => "The next number",
            Ask::Previous => "The number before",
            Ask::Epsilon => "The machine epsilon",
            Ask::Largest => "The largest number",
            Ask::Smallest => "The smallest numbers",
            Ask::Facts => "The facts",
            Ask::Compute(Operation::Add) => "The sum",
            Ask::Compute(Operation::Subtract) => "The difference",
            Ask::Compute(Operation::Multiply) => "The product",
            Ask::Compute(Operation::Fused) => "The product and the sum, rounded once",
        }
    }

    fn named(word: &str) -> Option<Ask> {
        Some(match word {
            "ulp" | "spacing" | "gap" => Ask::Ulp,
            "next" => Ask::Next,
            "previous" | "before" => Ask::Previous,
            "epsilon" | "eps" => Ask::Epsilon,
            "max" | "maximum" | "largest" | "biggest" | "greatest" => Ask::Largest,
            "min" | "minimum" | "smallest" | "tiny" => Ask::Smallest,
            _ => return None,
        })
    }
}

/// A question, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    /// What is asked.
    pub(super) ask: Ask,
    /// The number as it was typed; empty where the question is about a format.
    pub(super) number: String,
    /// The value of that number; None where the question is about a format.
    pub(super) literal: Option<Literal>,
    /// The operands of what is computed.
    pub(super) terms: Vec<(String, Literal)>,
    /// The format.
    pub(super) format: &'static Format,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { ask: Ask::Value, number: String::new(), literal: None, terms: Vec::new(), format: F32::ROW }
    }
}

impl Asked {
    /// The same question about another format.
    pub(super) fn within(&self, format: &str) -> String {
        let asks = match self.ask {
            Ask::Value | Ask::Compute(_) => return [&self.number, " in ", format].concat(),
            Ask::Ulp => return ["ulp of ", &self.number, " in ", format].concat(),
            Ask::Next => return ["next after ", &self.number, " in ", format].concat(),
            Ask::Previous => return ["previous of ", &self.number, " in ", format].concat(),
            Ask::Epsilon => "epsilon",
            Ask::Largest => "largest",
            Ask::Smallest => "smallest",
            Ask::Facts => "range of",
        };
        [asks, " ", format].concat()
    }
}

/// Formats by the names that people use; the first one is shown. Every format of the table goes by its own name too.
const NAMES: [(&str, &[&str]); 8] = [
    ("F32", &["float", "float32", "fp32", "single", "binary32", "floats", "singles"]),
    ("F64", &["double", "float64", "fp64", "binary64", "doubles"]),
    ("F16", &["half", "float16", "fp16", "binary16", "halves"]),
    ("BF16", &["bfloat16", "bfloat"]),
    ("TF32", &["tf32", "tensorfloat32"]),
    ("E4M3", &["e4m3", "fp8", "float8", "e4m3fn"]),
    ("E5M2", &["e5m2"]),
    ("E2M1", &["e2m1", "fp4", "float4"]),
];

/// The format that a word names.
pub(super) fn format_in_words(word: &str) -> Option<&'static Format> {
    let known = NAMES.iter().find(|(_, names)| names.contains(&word)).map(|(name, _)| *name);
    named(known.unwrap_or(word)).or_else(|| own_format(word).ok())
}

/// The name that people use most.
pub(super) fn usual_name(format: &'static Format) -> &'static str {
    NAMES.iter().find(|(name, _)| *name == format.name).map_or(format.name, |(_, names)| names[0])
}

/// The formats among which one can choose.
pub(super) fn offered() -> impl Iterator<Item = &'static Format> {
    NAMES.iter().filter_map(|(name, _)| named(name))
}

fn named(name: &str) -> Option<&'static Format> {
    EVERY.iter().copied().find(|format| format.name.eq_ignore_ascii_case(name) && !format.is_integer())
}

/// The most letters of such a text.
const LONGEST: usize = 200;

/// Words that a question may have and that say nothing.
const EMPTY: [&str; 35] = [
    "round",
    "sign",
    "exponent",
    "mantissa",
    "of",
    "in",
    "as",
    "to",
    "the",
    "is",
    "what",
    "what's",
    "bits",
    "binary",
    "hex",
    "value",
    "number",
    "machine",
    "for",
    "positive",
    "finite",
    "at",
    "precision",
    "normal",
    "after",
    "convert",
    "decimal",
    "exact",
    "exactly",
    "rounded",
    "representable",
    "ieee",
    "ieee-754",
    "ieee754",
    "representation",
];
/// Words that say nothing of the smallest numbers, both of which are shown; the largest subnormal number is another question.
const OF_SMALLEST: [&str; 3] = ["subnormal", "denormal", "nonzero"];
/// Words of a question about a format as a whole.
const OF_FORMATS: [&str; 34] = [
    "range",
    "bias",
    "table",
    "how",
    "many",
    "are",
    "there",
    "does",
    "do",
    "have",
    "has",
    "bits",
    "codes",
    "values",
    "numbers",
    "nans",
    "infinities",
    "subnormals",
    "digits",
    "width",
    "size",
    "precision",
    "fields",
    "layout",
    "format",
    "all",
    "can",
    "represent",
    "hold",
    "different",
    "which",
    "number",
    "significant",
    "decimal",
];
/// Words of a question that a format answers by its facts.
const FACTS: [&str; 8] = ["range", "bias", "table", "how", "digits", "precision", "layout", "codes"];
/// Whole numbers: the largest up to which all are numbers of the format.
const WHOLE: [&str; 5] = ["integer", "integers", "int", "ints", "whole"];
/// Words that a variable may be called, too: next to a number they are no question.
const ARTICLES: [&str; 2] = ["a", "an"];

/// Whether a text may be a number or such a question, seen quickly: it begins like one, or it is words without a sign of PTX or C. Every page
/// asks this of every text, so it is little code.
pub fn may_be(text: &str) -> bool {
    let text = text.trim().as_bytes();
    let has = |signs: &[u8]| text.iter().any(|byte| signs.contains(byte));
    let unsigned = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let digits = unsigned.strip_prefix(b".").unwrap_or(unsigned);
    let begins = digits.first().is_some_and(|first| first.is_ascii_digit() || !first.is_ascii());
    let name = text.split(|byte| b" (".contains(byte)).next().unwrap_or_default();
    let in_words = name.len() < text.len() && !name.contains(&b'.') && !has(b",;%@{=*_");
    let is_named = [&b"inf"[..], b"nan", b"infinity"].iter().any(|name| unsigned.eq_ignore_ascii_case(name));
    let are_bits = text.iter().all(u8::is_ascii_hexdigit) && text.iter().any(u8::is_ascii_digit);
    text.len() <= LONGEST && (begins || in_words || are_bits || is_named)
}

/// The words of a question; brackets part them too.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '(', ')', '?']).filter(|word| !word.is_empty())
}

/// Whether a text is a number or such a question.
pub fn claims(text: &str) -> bool {
    read(text).is_some() || refusal(text).is_some()
}

/// Why a question that would be one about singles has no answer in the format that it names, and where that name stands.
pub(super) fn refusal(text: &str) -> Option<(Range<usize>, String)> {
    if let Some(why) = no_number(text) {
        return Some((0..text.trim_end().len(), why));
    }
    let whole = text.trim_end().trim_end_matches([';', '?']).trim_end();
    let at = whole.rfind(" in ").map(|at| at + 4).or(whole.rfind(' ').map(|at| at + 1)).filter(|_| text.len() <= LONGEST)?;
    let name = whole[at..].trim().to_ascii_lowercase();
    let too_many = |format: &Format| {
        let number = whole[..at].trim_end().trim_end_matches("in").trim_end();
        matches!(read_text(number), Ok(reading) if matches!(reading.literal, Literal::Bits { bits, .. } if bits > format.mask()))
    };
    let reason = match format_in_words(&name) {
        Some(format) if too_many(format) => "These are more bits than the format has.",
        Some(format) if format.encoding == Encoding::Scale => {
            "This format has powers of two only: no zero, no negative number, no last place."
        }
        Some(format) if !format.signed => {
            "This format has no sign: it has no negative number, and sums and products are not covered in it."
        }
        Some(_) => "This question is not covered in this format. Sums and products take floating-point formats of at most 32 bits.",
        None => own_format(&name).err().filter(|reason| *reason != Refused::Name)?.sentence(),
    };
    (read(text).is_none() && read(&[&whole[..at], "float"].concat()).is_some()).then(|| (at..whole.len(), reason.to_owned()))
}

/// A text taken apart; None for what is neither.
pub(super) fn read(text: &str) -> Option<Asked> {
    if let Some(asked) = computed(text) {
        return Some(asked);
    }
    if !may_be(text) {
        return None;
    }
    let typed = text.trim().trim_end_matches('?').trim_end();
    // `f16` is a format and no bits.
    if format_in_words(&typed.to_ascii_lowercase()).is_some() {
        return None;
    }
    if let Some(literal) = bare(typed) {
        let format = if let Literal::Bits { width, format, .. } = &literal { format_of(*width, *format, F32::ROW) } else { F32::ROW };
        return Some(Asked { number: typed.to_owned(), literal: Some(literal), format, ..Asked::default() });
    }
    // The commas of `cfloat<8, 4>` part no words.
    let plain = text.trim().trim_end_matches([';', '?']).to_ascii_lowercase().replace(", ", ",").replace("ieee 754", "ieee");
    // Brackets are a question's only behind its name: `ulp(1000)`.
    if plain.split_once('(').is_some_and(|(name, _)| Ask::named(name.trim()).is_none()) {
        return None;
    }
    // `value - 1` and `a + 1` compute: a sign after the first word, or with a blank after it, is an operator.
    let signed = |word: &str| word.starts_with(['+', '-', '*', '/', '^', '<', '>', '=', '&', '|', '!', '~']);
    let computes = words(&plain).nth(1).is_some_and(signed)
        && words(&plain).next().is_some_and(|first| EMPTY.contains(&first) || ARTICLES.contains(&first));
    if computes || words(&plain).any(|word| signed(word) && !word.contains(char::is_alphanumeric)) {
        return None;
    }
    let (mut ask, mut format, mut rest) = (None, None, Vec::new());
    let (mut linked, mut count) = (false, 0);
    for word in words(&plain) {
        count += 1;
        if ask.is_none()
            && let Some(named) = Ask::named(word)
        {
            ask = Some(named);
        } else if format.is_none()
            && let Some(named) = format_in_words(word)
        {
            format = Some(named);
        } else if EMPTY.contains(&word)
            || Ask::named(word).is_some_and(|again| ask == Some(again))
            || ask == Some(Ask::Smallest) && OF_SMALLEST.contains(&word)
        {
            linked = true;
        } else if !ARTICLES.contains(&word) {
            rest.push(word);
        }
    }
    let is_known = |word: &str| {
        OF_FORMATS.contains(&word)
            || EMPTY.contains(&word)
            || ARTICLES.contains(&word)
            || WHOLE.contains(&word)
            || Ask::named(word) == Some(Ask::Largest)
            || format_in_words(word).is_some()
    };
    let asks = |list: &[&str]| words(&plain).any(|word| list.contains(&word));
    let of_whole = ask == Some(Ask::Largest) && asks(&WHOLE);
    if let Some(format) = format.filter(|format| is_rounded_into(format))
        && (of_whole || ask.is_none() && asks(&FACTS))
        && words(&plain).all(is_known)
    {
        return Some(Asked { ask: Ask::Facts, format, ..Asked::default() });
    }
    let number = rest.join(" ");
    let about_format = matches!(ask, Some(Ask::Epsilon | Ask::Largest | Ask::Smallest));
    if about_format {
        let format = format
            .or(linked.then_some(F32::ROW))
            .filter(|format| rest.is_empty() && (is_rounded_into(format) || ask == Some(Ask::Largest)))?;
        return Some(Asked { ask: ask.unwrap_or_default(), format, ..Asked::default() });
    }
    // One word beside a number needs to say what it is about.
    if rest.is_empty() || count < 2 || (ask.is_none() && format.is_none() && !linked) {
        return None;
    }
    // Hex digits that begin with a letter could be a name: `float f`.
    if number.starts_with(|first: char| first.is_ascii_alphabetic()) && !linked && rounding::read(&number).is_err() {
        return None;
    }
    let literal = read_text(&number).ok()?.literal;
    let (literal, format) = match (literal, format) {
        (Literal::Bits { width, format: own, bits }, wanted) => {
            let usual = format_of(width, own, wanted.unwrap_or(F32::ROW));
            // 0x2a is a code of a format of 6 bits as well, which fills up to 8.
            let fills =
                |format: &Format| own.is_none() && format.width().next_power_of_two().max(8) == usual.width() && bits <= format.mask();
            let own = wanted.filter(|format| fills(format)).unwrap_or(usual);
            // More bits than a narrow format has are no code of it, and are not taken for one of E4M3 either.
            if own != wanted.unwrap_or(own) && own.width() == 8 && wanted.is_some_and(|wanted| wanted.width() < 8) {
                return None;
            }
            let wanted = wanted.unwrap_or(own);
            // Bits of another width are a number of their own format first.
            if own.width() == wanted.width() {
                (Literal::Bits { width, format: Some(wanted), bits }, wanted)
            } else {
                (number_of(Pattern::new(own, bits)), wanted)
            }
        }
        (literal, format) => (literal, format.unwrap_or(F32::ROW)),
    };
    let ask = ask.unwrap_or_default();
    // Powers of two have no sign and no zero, and their neighbours no distance.
    let is_below = literal.is_below_zero();
    let is_zero = matches!(&literal, Literal::Number { numerator, .. } if numerator.is_zero());
    if !is_rounded_into(format) && (ask == Ask::Ulp || is_below || is_zero) {
        return None;
    }
    // Without a sign there is nothing below zero.
    if !format.signed && is_below {
        return None;
    }
    Some(Asked { ask, number, literal: Some(literal), format, ..Asked::default() })
}

/// An operation in a format, as in `1.5 + 0.3 in e3m4` and `fma(1.5, 2, -3) in e4m3`; None for what is none.
fn computed(text: &str) -> Option<Asked> {
    let (number, name) = text.trim().trim_end_matches(['?', ';']).rsplit_once(" in ").filter(|_| text.len() <= LONGEST)?;
    let number = number.trim();
    let inside = number.strip_prefix("fma(").and_then(|rest| rest.strip_suffix(')'));
    let (operation, terms): (Operation, Vec<&str>) = match inside {
        Some(inside) => (Operation::Fused, inside.split(',').collect()),
        None => {
            // A sign at the beginning, in an exponent or behind another sign belongs to a number.
            let bytes = number.as_bytes();
            let is_between = |at: &usize| {
                let before = number[..*at].trim_end().as_bytes().last();
                let in_exponent = *at > 0 && matches!(bytes[at - 1], b'e' | b'E' | b'p' | b'P');
                matches!(bytes[*at], b'+' | b'-' | b'*') && !matches!(before, None | Some(b'+' | b'-' | b'*')) && !in_exponent
            };
            let mut places = (0..bytes.len()).filter(is_between);
            let (at, None) = (places.next()?, places.next()) else { return None };
            let operation = match bytes[at] {
                b'+' => Operation::Add,
                b'-' => Operation::Subtract,
                _ => Operation::Multiply,
            };
            (operation, vec![&number[..at], &number[at + 1..]])
        }
    };
    // Numbers in a double have no room for a product here, and an operation of PTX has its own line.
    let format = format_in_words(&name.trim().to_ascii_lowercase()).filter(|format| format.is_floating() && format.signed)?;
    let count = if operation == Operation::Fused { 3 } else { 2 };
    if terms.len() != count || format.width() > 32 {
        return None;
    }
    // Hex digits that begin with a letter are a name here.
    let is_name = |term: &str| term.starts_with(|first: char| first.is_ascii_alphabetic()) && rounding::read(term).is_err();
    let read = |term: &&str| {
        let term = term.trim();
        Some((term.to_owned(), read_text(term).ok().filter(|_| !is_name(term))?.literal))
    };
    let terms = terms.iter().map(read).collect::<Option<Vec<_>>>()?;
    let fits = |literal: &Literal| !matches!(literal, Literal::Bits { bits, .. } if *bits > format.mask());
    terms.iter().all(|(_, literal)| fits(literal)).then(|| Asked {
        ask: Ask::Compute(operation),
        number: number.to_owned(),
        literal: None,
        terms,
        format,
    })
}

/// What bits stand for.
fn number_of(bits: Pattern) -> Literal {
    let negative = bits.is_negative();
    match bits.exact() {
        Some(exact) => Literal::Number { negative, numerator: u128::from(exact.magnitude).into(), exponent: exact.exponent, decimals: 0 },
        None if bits.is_nan() => Literal::Nan { negative },
        None => Literal::Infinity { negative },
    }
}
