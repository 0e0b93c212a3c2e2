//! Listings of cuobjdump and nvdisasm through `ulp decode`: each instruction in place of its words, everything else as it is.

use semantics::instruction::{Target, sass};
use semantics::sass::line::decode_line;

/// A listing with its words decoded. Its header names the chip; where it does not, `target` is meant.
pub fn decoded(text: &str, target: Target) -> String {
    let (mut target, mut page) = (target, String::new());
    // The text and the lower half of a word whose upper half stands on the next line.
    let mut open: Option<(&str, u64)> = None;
    for line in text.lines() {
        target = chip(line).unwrap_or(target);
        let (said, halves) = parts(line);
        let wide = sass::is_wide(target);
        if let Some((code, low)) = open.take() {
            if let ("", [high]) = (said, &halves[..]) {
                push(&mut page, code, &format!("{high:016x}{low:016x}"), target, false);
                continue;
            }
            page.push_str(&format!("error\tword\t0-0\tHalf of a word of {target} stands before this: its other 64 bits should follow.\n"));
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

/// The chip that a line of a header names: `code for sm_90`, `.target sm_90`, `arch = sm_90`, `EF_CUDA_SM90`.
fn chip(line: &str) -> Option<Target> {
    let line = line.trim_start();
    let heads = ["code for sm_", ".target", "arch = ", ".headerflags", "Function", ".elftype"];
    let named = heads.iter().any(|head| line.starts_with(head)) || line.contains("EF_CUDA_SM");
    let after = line.split_once("sm_").or_else(|| line.split_once("CUDA_SM")).filter(|_| named)?.1;
    let end = after.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(after.len());
    sass::target(&format!("sm_{}", &after[..end]))
}

/// The instruction of a line without its address, and the words behind it in comments.
fn parts(line: &str) -> (&str, Vec<u64>) {
    let mut rest = line.trim();
    let hex = |body: &str| body.bytes().all(|byte| byte.is_ascii_hexdigit());
    if let Some((address, behind)) = rest.strip_prefix("/*").and_then(|rest| rest.split_once("*/"))
        && hex(address)
    {
        rest = behind.trim_start();
    }
    let (said, comments) = rest.find("/*").map_or((rest, ""), |at| rest.split_at(at));
    let words = comments.split("/*").filter_map(|part| part.split_once("*/")).map(|(body, _)| body.trim());
    let words = words.filter_map(|body| body.strip_prefix("0x").filter(|digits| digits.len() == 16));
    (said.trim_end(), words.filter_map(|digits| u64::from_str_radix(digits, 16).ok()).collect())
}
