//! A line of machine words to a line of text, and back: what `ulp decode` and `ulp encode` answer.

use super::legality::{self, Rule};
use super::listing::{text, unsaid_comment};
use super::parse::parse;
use super::wide::line::failure;
use crate::instruction::Target;
use crate::instruction::sass::wide::is_wide;
use crate::instruction::sass::{Schedule, decode};

/// The answer of `ulp decode` to a line.
pub fn decode_line(line: &str, arch: Target, scheduling: bool) -> String {
    if is_wide(arch) {
        return super::wide::line::decode_line(line, arch);
    }
    let start = line.len() - line.trim_start().len();
    let digits = line.trim();
    let span = (start, start + digits.len());
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
    let good = !hex.is_empty() && hex.len() <= 16 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let Some(word) = good.then(|| u64::from_str_radix(hex, 16).ok()).flatten() else {
        return failure("word", span, "A machine word is up to 16 hexadecimal digits.");
    };
    if scheduling {
        return format!("// scheduling:{}", groups(word));
    }
    let instruction = match decode(word) {
        Ok(instruction) => instruction,
        Err(unknown) => return failure("opcode", span, &format!("{unknown} As a scheduling word it would be{}", groups(word))),
    };
    if !instruction.is_available(arch) {
        let form = instruction.form;
        let message =
            format!("The word is {} with {}, which {arch} does not have; it came with {}.", form.mnemonic.name(), form.syntax, form.since);
        return failure("needs-target", span, &message);
    }
    let mut said = text(&instruction, arch);
    let mut behind: Vec<String> = unsaid_comment(&instruction, arch).into_iter().collect();
    let errors: Vec<String> = legality::rules(&instruction, arch).iter().filter(|rule| rule.is_error).map(remark).collect();
    if !errors.is_empty() {
        behind.push(format!("// {}", errors.join(" ")));
    }
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

fn remark(rule: &Rule) -> String {
    rule.message.to_owned()
}

/// The answer of `ulp encode` to a line.
pub fn encode_line(line: &str, arch: Target) -> String {
    if is_wide(arch) {
        return super::wide::line::encode_line(line, arch);
    }
    let parsed = parse(line, arch);
    if let Some(error) = parsed.error() {
        return failure(error.code, (error.span.start, error.span.end), &error.message);
    }
    let words: Vec<String> = parsed.statements.iter().map(|statement| format!("{:016x}", statement.instruction.encode())).collect();
    let mut remarks: Vec<String> = Vec::new();
    for statement in &parsed.statements {
        if let Some(schedule) = statement.schedule {
            remarks.push(format!("scheduling bits {:06x}: {}.", schedule.bits(), schedule.sentence()));
        }
        remarks.extend(legality::rules(&statement.instruction, arch).iter().filter(|rule| rule.is_error).map(remark));
    }
    remarks.extend(parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.message));
    let behind = if remarks.is_empty() { String::new() } else { format!("\t// {}", remarks.join(" ")) };
    words.join(" ") + &behind
}
