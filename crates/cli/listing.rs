//! Listings of cuobjdump and nvdisasm through `ulp decode`: each instruction in place of its words, everything else as it is.

use semantics::instruction::{Target, sass};
use semantics::sass::line::decode_line;
use semantics::sass::listing::{taken_apart, target_of};

/// A listing with its words decoded. Its header names the chip; where it does not, `target` is meant.
pub fn decoded(text: &str, target: Target) -> String {
    let (mut target, mut page) = (target, String::new());
    // The text and the lower half of a word whose upper half is on the next line.
    let mut open: Option<(&str, u64)> = None;
    for line in text.lines() {
        target = target_of(line).and_then(|named| sass::target(named.name())).unwrap_or(target);
        let (code, halves) = taken_apart(line);
        let said = line[code].trim();
        let wide = sass::is_wide(target);
        if let Some((code, low)) = open.take() {
            if let ("", [high]) = (said, &halves[..]) {
                push(&mut page, code, &format!("{high:016x}{low:016x}"), target, false);
                continue;
            }
            page.push_str(&format!(
                "error\tword\t0-0\tHalf of a word of {target} comes before this line: its other 64 bits should follow.\n"
            ));
        }
        match halves[..] {
            [low] if wide && !said.is_empty() => open = Some((said, low)),
            [low, high] if wide => push(&mut page, said, &format!("{high:016x}{low:016x}"), target, false),
            // A word without a text says how the next three are issued.
            [word] if !wide => push(&mut page, said, &format!("{word:016x}"), target, said.is_empty()),
            _ => {
                page.push_str(line);
                page.push('\n');
            }
        }
    }
    page
}

/// One instruction. What is none of floating point keeps its text.
fn push(page: &mut String, said: &str, word: &str, target: Target, scheduling: bool) {
    let answer = decode_line(word, target, scheduling);
    if answer.starts_with("//") && !said.is_empty() {
        page.push_str(said);
        page.push('\t');
    }
    page.push_str(&answer);
    page.push('\n');
}
