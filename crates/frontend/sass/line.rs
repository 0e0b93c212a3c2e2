//! A line of machine words to a line of text, and back: what `ulp decode` and `ulp encode` answer.

use super::generation_of;
use super::legality;
use super::parse::parse;
use super::statement::What;
use super::text::{text, unsaid_comment};
use crate::instruction::Target;
use crate::instruction::sass::{Refusal, Schedule, decode, elsewhere, is_wide, opcode, schedule, spelled_word};

/// The word of 128 bits that a line is: 32 hex digits, the most significant first, or the lower and the upper 64 bits as 16 each, as
/// listings have them. Comment marks and `0x` may stand around the digits.
pub fn word_of(line: &str) -> Option<u128> {
    fn digits(part: &str) -> Option<&str> {
        let hex = part.strip_prefix("0x").or(part.strip_prefix("0X")).unwrap_or(part);
        hex.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(hex)
    }
    let parts = line.split("/*").flat_map(|part| part.split("*/")).flat_map(str::split_whitespace).map(|part| part.trim_end_matches(';'));
    // The third part ends it, however long the text is.
    let mut parts = parts.filter(|part| !part.is_empty()).map(digits);
    match (parts.next()??, parts.next(), parts.next()) {
        (whole, None, _) if whole.len() == 32 => u128::from_str_radix(whole, 16).ok(),
        (low, Some(Some(high)), None) if low.len() == 16 && high.len() == 16 => u128::from_str_radix(&[high, low].concat(), 16).ok(),
        _ => None,
    }
}

/// The word of up to 64 bits that a line is.
fn short_word_of(line: &str) -> Option<u128> {
    let digits = line.trim();
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    let good = !hex.is_empty() && hex.len() <= 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    good.then(|| u128::from_str_radix(hex, 16).ok()).flatten()
}

/// The answer of `ulp decode` to a line.
pub fn decode_line(line: &str, arch: Target, scheduling: bool) -> String {
    let start = line.len() - line.trim_start().len();
    let span = (start, start + line.trim().len());
    let wide = is_wide(arch);
    let Some(word) = (if wide { word_of(line) } else { short_word_of(line) }) else {
        let message = if wide {
            format!(
                "A machine word of {arch} is 32 hexadecimal digits, the most significant first, or its lower and its upper 64 bits, 16 digits each."
            )
        } else {
            "A machine word is up to 16 hexadecimal digits.".to_owned()
        };
        return failure("word", span, &message);
    };
    if scheduling && !wide {
        return format!("// scheduling:{}", groups(word as u64));
    }
    let instruction = match decode(word, generation_of(arch)) {
        Ok(instruction) => instruction,
        Err(Refusal::Unknown(unknown)) => {
            return failure("opcode", span, &format!("{unknown} As a scheduling word it would be{}", groups(unknown.word)));
        }
        Err(Refusal::Elsewhere(name)) => {
            let name = name.map_or_else(|| format!("opcode {:#05x}", opcode(word)), str::to_owned);
            return format!("// {} Schedule: {}.", elsewhere(&name), schedule(word).sentence());
        }
        Err(refusal) => return failure("illegal", span, &format!("No instruction of {arch}: {refusal}")),
    };
    let row = instruction.row;
    if !instruction.is_available() {
        let message = format!("The word is {} with {}, which {arch} does not have; it came with sm_{}.", row.name, row.syntax, row.span.0);
        return failure("needs-target", span, &message);
    }
    let mut behind: Vec<String> = unsaid_comment(&instruction).into_iter().collect();
    if wide {
        behind.push(format!("// {}.", schedule(word).sentence()));
    }
    let errors = legality::errors(&instruction);
    if !errors.is_empty() {
        behind.push(format!("// {}", errors.join(" ")));
    }
    let mut said = text(&instruction);
    if !behind.is_empty() {
        said.push('\t');
        said.push_str(&behind.join(" "));
    }
    said
}

fn groups(word: u64) -> String {
    let sentence = |(at, group): (usize, Schedule)| format!(" [{at}] {}", group.sentence());
    let groups: Vec<String> = Schedule::of_word(word).into_iter().enumerate().map(sentence).collect();
    let top = if word >> 63 == 1 { " (bit 63, which means nothing, is set)" } else { "" };
    format!("{};{top}", groups.join(";")).replace(";;", ";").trim_end_matches(';').to_owned() + "."
}

/// The answer of `ulp encode` to a line: the words of its instructions, each with all its hex digits.
pub fn encode_line(line: &str, arch: Target) -> String {
    let generation = generation_of(arch);
    let parsed = parse(line, generation);
    if let Some(error) = parsed.error() {
        return failure(error.code, (error.span.start, error.span.end), &error.message);
    }
    let (mut words, mut remarks) = (Vec::new(), Vec::new());
    for statement in &parsed.statements {
        let instruction = match &statement.what {
            What::Instruction(instruction) => instruction,
            What::Other(name) | What::Unread(name) => {
                return failure("elsewhere", (statement.span.start, statement.span.end), &elsewhere(name));
            }
        };
        words.push(spelled_word(instruction.encode(), generation).split_off(2));
        if let Some(schedule) = statement.schedule {
            remarks.push(format!("scheduling bits {:06x}: {}.", schedule.bits(), schedule.sentence()));
        }
        remarks.extend(legality::errors(instruction).into_iter().map(str::to_owned));
    }
    remarks.extend(parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.message));
    let behind = if remarks.is_empty() { String::new() } else { format!("\t// {}", remarks.join(" ")) };
    words.join(" ") + &behind
}

/// The word that a text of one instruction is on a target with words of 128 bits.
pub fn word_on(text: &str, target: Target) -> Option<u128> {
    let parsed = parse(text, crate::instruction::sass::generation(target)?);
    let [one] = &parsed.statements[..] else { return None };
    one.instruction().filter(|_| parsed.diagnostics.is_empty()).map(|instruction| instruction.encode())
}

/// An error as `ulp eval` prints it.
pub fn failure(code: &str, (start, end): (usize, usize), message: &str) -> String {
    // Control characters of a quoted text would break the line into the wrong fields.
    let message: String = message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("error\t{code}\t{start}-{end}\t{message}")
}
