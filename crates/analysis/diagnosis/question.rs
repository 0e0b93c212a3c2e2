//! One pasted line as a question: an instruction, what it was given, and what was seen.

use super::lines::{Place, place_of};
use super::{Engine, Investigation, Verdict, machine, program_under_test};
use crate::instruction::Context;
use crate::number::Format;

/// A line that was understood as far as it goes.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked about.
    pub investigation: Investigation,
    /// The operands' bits, or why there are none.
    pub operands: Vec<Result<u64, String>>,
    /// The bits that were seen; None where nothing says so yet.
    pub seen: Option<Result<u64, String>>,
    /// The answer, if everything is there.
    pub verdict: Option<Verdict>,
}

/// A line as its instruction and its values by name: `fma.rn.f32 a=1.0 b=2 c=3 got=3f800000`. Blanks around an equals sign do not count;
/// values without names are the operands in their order and then what was seen, however they are parted: `fma.rn.f32, 1, 2, 3, 5`.
pub fn split(line: &str) -> (String, Vec<(String, String)>) {
    // A bar alone ends assignments; one beside a register is half of an absolute value.
    let mut plain = line.replace(" | ", " ").replace("->", " ").replace("=>", " ").replace("==", "=");
    for (wide, narrow) in [(" =", "="), ("= ", "=")] {
        while plain.contains(wide) {
            plain = plain.replace(wide, narrow);
        }
    }
    let (mut text, mut values) = (String::new(), Vec::new());
    // An expression, and what it gave: `0.1f + 0.2f = 0.3f`.
    if let Some((left, right)) = line.rsplit_once('=').filter(|(left, right)| {
        let left = left.trim_end_matches(['=', '-']);
        crate::c::claims(left) && is_number(right.trim()) && !left.contains('=')
    }) {
        return (left.trim_end_matches(['=', '-', ' ']).to_owned(), vec![("got".to_owned(), right.trim().to_owned())]);
    }
    for row in plain.lines() {
        let mut kept: Vec<&str> = Vec::new();
        let mut words = row.split_whitespace().peekable();
        let mut said_so = false;
        while let Some(word) = words.next() {
            let said = word.trim_end_matches([',', ':', ';']).to_ascii_lowercase();
            if (GAVE.contains(&&*said) || EXPECTED.contains(&&*said)) && !kept.is_empty() {
                while words.peek().is_some_and(|next| FILLING.contains(&&*next.to_ascii_lowercase())) {
                    words.next();
                }
                if let Some(number) = words.next_if(|next| is_number(next.trim_end_matches([',', ';', '.']))) {
                    if GAVE.contains(&&*said) {
                        values.push(("got".to_owned(), number.trim_end_matches([',', ';']).to_owned()));
                    }
                    said_so = true;
                    continue;
                }
            }
            if FILLING.contains(&&*said) && said_so {
                continue;
            }
            match word.trim_end_matches([',', ';']).split_once('=') {
                // `y = f(x)` is a call, and `3 = 4` two numbers.
                Some((name, value)) if begins_a_name(name) && !value.contains('(') => values.push((name.to_owned(), value.to_owned())),
                Some((name, value)) if !begins_a_name(name) && !name.is_empty() => kept.extend([name, value]),
                _ => kept.push(word),
            }
        }
        if !kept.is_empty() {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&kept.join(" "));
        }
    }
    // Operands are parted by commas: without one, what stands behind a name is a remark.
    if !values.is_empty() && !text.contains([',', '(']) && unnamed(&text).is_none() && !crate::c::claims(&text) {
        text.truncate(text.find(char::is_whitespace).unwrap_or(text.len()));
    }
    match unnamed(&text) {
        Some((instruction, numbers)) if values.iter().all(|(name, _)| !matches!(name.as_str(), "a" | "b" | "c")) => {
            // Behind a call stands only what was seen.
            let called = instruction.contains('(');
            let name = |place| if called { "got".to_owned() } else { letter(place) };
            values.extend(numbers.iter().enumerate().map(|(place, number)| (name(place), (*number).to_owned())));
            (instruction.to_owned(), values)
        }
        _ => (text, values),
    }
}

/// Words in front of what was seen, of what should have been, and between.
const GAVE: [&str; 13] =
    ["got", "gave", "gives", "get", "returned", "returns", "printed", "prints", "seen", "was", "is", "observed", "actual"];
const EXPECTED: [&str; 4] = ["expected", "should", "wanted", "instead"];
const FILLING: [&str; 6] = ["but", "and", "be", "of", "i", "it"];

fn letter(place: usize) -> String {
    char::from(b'a' + place.min(25) as u8).to_string()
}

fn begins_a_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic() || matches!(letter, '%' | '$' | '_' | '"'))
}

/// A line that is an instruction's name, or a call, with nothing but numbers behind it.
fn unnamed(text: &str) -> Option<(&str, Vec<&str>)> {
    let head = match text.rfind(')') {
        Some(end) => end + 1,
        None => text.find([' ', ',', ';', '\t'])?,
    };
    let (head, rest) = text.split_at(head);
    let parts = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '"');
    let numbers: Vec<&str> = rest.split(parts).filter(|word| !word.is_empty()).collect();
    let known = begins_a_name(head) && (head.contains(['.', '(']) || head.starts_with("__"));
    (known && !numbers.is_empty() && numbers.iter().all(|word| is_number(word))).then_some((head, numbers))
}

/// Whether a word is a number in some spelling.
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']).trim_end_matches(['f', 'F']);
    let hex = matches!(word.len(), 4 | 8 | 16) && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    hex || digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        || matches!(digits.to_ascii_lowercase().as_str(), "in" | "inf" | "nan" | "infinity")
}

impl Question {
    /// Reads a line. The error is a sentence.
    pub fn read(line: &str, context: &Context, engine: Engine) -> Result<Question, String> {
        let (text, values) = split(line);
        if text.is_empty() {
            return Err("Begin with an instruction, such as fma.rn.f32.".into());
        }
        let investigation = Investigation::new(&text, context)?;
        let inputs = &investigation.inputs;
        let missing = |place: usize| Err(format!("{} is not given.", inputs.get(place).map_or("", |(name, _)| name)));
        let mut operands: Vec<Result<u64, String>> = (0..inputs.len()).map(missing).collect();
        let mut seen = None;
        for (name, value) in &values {
            match place_of(name, inputs) {
                Some(Place::Operand(place)) => operands[place] = investigation.read_operand(place, value),
                Some(Place::Seen) => seen = Some(investigation.read_seen(value)),
                // The number behind the last operand.
                None if *name == letter(inputs.len()) => seen = Some(investigation.read_seen(value)),
                None => {}
            }
        }
        let given: Option<Vec<u64>> = operands.iter().map(|operand| operand.clone().ok()).collect();
        let verdict = match (given, &seen) {
            (Some(given), Some(Ok(seen))) => Some(investigation.judge(&given, *seen, engine)),
            _ => None,
        };
        Ok(Question { investigation, operands, seen, verdict })
    }

    /// Operands with their names, those that are given.
    pub fn given(&self) -> impl Iterator<Item = (&str, u64)> {
        let names = self.investigation.inputs.iter().map(|(name, _)| name.as_str());
        names.zip(&self.operands).filter_map(|(name, bits)| Some((name, *bits.as_ref().ok()?)))
    }
}

/// The text with the manual's letters for operands, where it names only an instruction.
pub fn named(text: &str, context: &Context) -> String {
    program_under_test::with_operands(text, context)
}

/// The registers that a text reads first, with the formats of their bits, of two singles a double's; none of a text that cannot be read.
pub fn inputs(text: &str, context: &Context) -> Vec<(String, &'static Format)> {
    if machine::is_asked(text, context) {
        return machine::ask(text, context).map(|asked| asked.inputs).unwrap_or_default();
    }
    program_under_test::read(text, context).map(|code| code.inputs()).unwrap_or_default()
}
