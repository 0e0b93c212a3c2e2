//! One pasted line as a question: an instruction, what it was given, and what was seen.

use super::lines::{Place, place_of};
use super::{Engine, Investigation, Verdict, subject};
use crate::instruction::Context;

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

/// A line as its instruction and its values by name: `fma.rn.f32 a=1.0 b=2 c=3 got=3f800000`. Blanks around an equals sign do not count.
pub fn split(line: &str) -> (String, Vec<(String, String)>) {
    let mut plain = line.replace('|', " ");
    for (wide, narrow) in [(" =", "="), ("= ", "=")] {
        while plain.contains(wide) {
            plain = plain.replace(wide, narrow);
        }
    }
    let (mut text, mut values) = (String::new(), Vec::new());
    for row in plain.lines() {
        let mut kept: Vec<&str> = Vec::new();
        for word in row.split_whitespace() {
            match word.trim_end_matches([',', ';']).split_once('=') {
                Some((name, value)) if !name.is_empty() => values.push((name.to_owned(), value.to_owned())),
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
    (text, values)
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
    subject::with_operands(text, context)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;
    use core::marker::PhantomData;

    #[test]
    fn lines_are_split_and_read() {
        let check = |line: &str, text: &str, count: usize| {
            let (found, values) = split(line);
            assert_eq!((found.as_str(), values.len()), (text, count), "{line}");
        };
        check("fma.rn.f32 a=1 b = 2 c= 3 got =4", "fma.rn.f32", 4);
        check("a=1 b=2 | add.f32 %d, %a, %b; got=3", "add.f32 %d, %a, %b;", 3);
        check("", "", 0);
        let read = |line: &str| Question::read(line, &Context::default(), Engine::with(PhantomData::<Silent>));
        let question = read("add.rn.f32 a=1.0 b=2 d=3f800001").unwrap();
        assert_eq!(question.verdict.map(|verdict| (verdict.expected, verdict.seen)), Some((0x4040_0000, 0x3f80_0001)));
        assert!(read("add.rn.f32 a=1.0").unwrap().verdict.is_none());
        assert!(read("zebra a=1").is_err());
        assert!(read("= = ==").is_err());
    }
}
