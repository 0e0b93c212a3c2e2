//! A line of 128-bit words to a line of text, and back: what `ulp decode` and `ulp encode` answer for sm_70 and later.

use super::parse::{What, parse};
use super::text::text;
use crate::instruction::Target;
use crate::instruction::sass::wide::{Instruction, Refusal, decode, generation, opcode, schedule};

/// The word that a line is: 32 hex digits, the most significant first, or the lower and the upper 64 bits as 16 each, as listings have
/// them. Comment marks and `0x` may stand around the digits.
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

/// The answer of `ulp decode` to a line.
pub fn decode_line(line: &str, arch: Target) -> String {
    let start = line.len() - line.trim_start().len();
    let span = (start, start + line.trim().len());
    let Some(word) = word_of(line) else {
        let message = format!(
            "A machine word of {arch} is 32 hexadecimal digits, the most significant first, or its lower and its upper 64 bits, 16 digits each."
        );
        return failure("word", span, &message);
    };
    match decode(word, generation(arch).unwrap_or_default()) {
        Ok(instruction) => {
            let unsaid = unsaid_comment(&instruction).map(|comment| comment + " ").unwrap_or_default();
            format!("{}\t{unsaid}// {}.", text(&instruction), instruction.schedule().sentence())
        }
        Err(Refusal::Elsewhere(name)) => {
            let name = name.map_or_else(|| format!("opcode {:#05x}", opcode(word)), str::to_owned);
            format!("// {name}: not a floating-point instruction of this table; {}.", schedule(word).sentence())
        }
        Err(refusal) => failure("illegal", span, &format!("No instruction of {arch}: {refusal}")),
    }
}

/// The answer of `ulp encode` to a line: the words of its instructions, each as 32 hex digits.
pub fn encode_line(line: &str, arch: Target) -> String {
    let parsed = parse(line, generation(arch).unwrap_or_default());
    if let Some(error) = parsed.diagnostics.first() {
        return failure(error.code, (error.span.start, error.span.end), &error.message);
    }
    let mut words = Vec::new();
    for statement in &parsed.statements {
        match &statement.what {
            What::Instruction(instruction) => words.push(format!("{:032x}", instruction.encode())),
            What::Other(name) | What::Unread(name) => {
                let message = format!("{name} is not a floating-point instruction of this table.");
                return failure("elsewhere", (statement.span.start, statement.span.end), &message);
            }
        }
    }
    words.join(" ")
}

/// The bits of a word that its text does not say, each run as (high, low, value): how it is issued, bits without a meaning, the payload
/// of a NaN. Reading the text back is what tells.
pub fn unsaid(instruction: &Instruction) -> Vec<(u32, u32, u128)> {
    let word = instruction.encode();
    let read = parse(&text(instruction), instruction.generation);
    let said = match read.statements.first().map(|statement| &statement.what) {
        Some(What::Instruction(said)) => said.encode(),
        _ => 0,
    };
    // How it is issued is one number.
    let differing = word ^ said;
    let issue = ISSUE.1 - ISSUE.0 + 1;
    let issued = differing >> ISSUE.0 & ((1 << issue) - 1) != 0;
    let mut runs = Vec::new();
    let mut low = 0;
    while low < 128 {
        if low == ISSUE.0 {
            if issued {
                runs.push((ISSUE.1, ISSUE.0, word >> ISSUE.0 & ((1 << issue) - 1)));
            }
            low = ISSUE.1 + 1;
            continue;
        }
        let until = if low < ISSUE.0 { ISSUE.0 } else { 128 };
        let length = (differing >> low).trailing_ones().min(until - low);
        if length > 0 {
            runs.push((low + length - 1, low, word >> low & ((1 << length) - 1)));
        }
        low += length.max(1);
    }
    runs.reverse();
    runs
}

/// The bits that say how an instruction is issued, but for the reuse cache.
const ISSUE: (u32, u32) = (105, 121);

/// What the text does not say as a comment that reading takes into account: `/* 121:105=7e5 */`. None where the text says all.
pub fn unsaid_comment(instruction: &Instruction) -> Option<String> {
    let spelled = |(high, low, value): (u32, u32, u128)| {
        if high == low { format!("{high}={value:x}") } else { format!("{high}:{low}={value:x}") }
    };
    let runs: Vec<String> = unsaid(instruction).into_iter().map(spelled).collect();
    (!runs.is_empty()).then(|| format!("/* {} */", runs.join(", ")))
}

/// The word that a text of one instruction is on a target.
pub fn word_on(text: &str, target: Target) -> Option<u128> {
    let parsed = parse(text, generation(target)?);
    match &parsed.statements[..] {
        [one] if parsed.diagnostics.is_empty() => match one.what {
            What::Instruction(instruction) => Some(instruction.encode()),
            _ => None,
        },
        _ => None,
    }
}

/// An error as `ulp eval` prints it.
pub fn failure(code: &str, (start, end): (usize, usize), message: &str) -> String {
    // Control characters of a quoted text would break the line into the wrong fields.
    let message: String = message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("error\t{code}\t{start}-{end}\t{message}")
}
