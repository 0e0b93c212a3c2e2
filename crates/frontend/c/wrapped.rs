//! What nvcc compiles of a text: its kernels as they stand, or a program without one as the body of a kernel. What the program reads are the
//! kernel's parameters, and what it leaves is stored, because nvcc leaves out what nobody reads:
//!
//!     a*b + c      __global__ void program(float a, float b, float c, float *out_d)
//!                  {
//!                      *out_d = a*b + c;
//!                  }

use super::kernel::{PROGRAM, has_kernels, program};
use super::parse::Parsed;
use super::types::CType;
use super::write::result;
use crate::instruction::Context;
use crate::syntax::{Token, TokenKind};

/// The headers that nvcc needs, with the words that ask for them.
const HEADERS: [(&str, &[&str]); 7] = [
    ("cuda_fp16.h", &["half", "__h"]),
    ("cuda_bf16.h", &["bfloat16"]),
    ("cuda_fp8.h", &["fp8", "e4m3", "e5m2"]),
    ("cuda_fp4.h", &["fp4", "e2m1", "E2M1"]),
    ("algorithm", &["std::max", "std::min"]),
    ("limits", &["numeric_limits"]),
    ("bit", &["bit_cast"]),
];

/// What nvcc compiles of a text; None of Python, and where nvcc would need more than a kernel around the text.
pub fn for_nvcc(text: &str, context: &Context) -> Option<String> {
    if has_kernels(text, context) {
        return Some(headers(text) + text);
    }
    let (entry, parsed) = program(text, context);
    // A function cannot stand in another one; what is written through pointers is the user's memory.
    let is_wrong = parsed.diagnostics.iter().any(|said| said.is_error());
    if is_wrong || parsed.python.is_some() || parsed.defines || !parsed.outside.is_empty() || !parsed.outputs.is_empty() {
        return None;
    }
    let mut parameters = Vec::new();
    for one in &entry.parameters {
        parameters.push(match one.own.pointee() {
            Some(own) => format!("const {} *{}", named(own)?, one.name),
            None => format!("{} {}", named(one.own)?, one.name),
        });
    }
    for (name, own) in &entry.results {
        parameters.push(format!("{} *{}", named(*own)?, result(name)));
    }
    // A value that no variable takes, or one that the text does not name, is the text's last statement.
    let names = |name: &str| parsed.tokens.iter().any(|token| text[token.span.clone()] == *name.trim_start_matches('%'));
    let is_value = parsed.root.is_some() && parsed.assigned.is_none();
    let nameless = entry.results.first().map(|(name, _)| name.as_str()).filter(|name| is_value || !names(name));
    let (mut above, mut body) = (String::new(), String::new());
    for (name, own) in parsed.undeclared.iter().filter(|(name, _)| names(name)) {
        body.push_str(&format!("    {} {name};\n", named(*own)?));
    }
    for line in stored(text, &parsed, nameless)?.lines() {
        let (to, indent) = if line.trim_start().starts_with("#include") { (&mut above, "") } else { (&mut body, "    ") };
        [indent, line, "\n"].iter().for_each(|part| to.push_str(part));
    }
    for (name, _) in entry.results.iter().skip(usize::from(nameless.is_some())) {
        body.push_str(&format!("    *{} = {};\n", result(name), name.trim_start_matches('%')));
    }
    let head = format!("__global__ void {PROGRAM}({})", parameters.join(", "));
    above.push_str(&headers(&[above.as_str(), &head, &body].concat()));
    Some(format!("{above}{head}\n{{\n{body}}}\n"))
}

/// The headers that a text needs and does not include.
fn headers(text: &str) -> String {
    let missing =
        |(header, words): &(&str, &[&str])| words.iter().any(|word| text.contains(word)) && !text.contains(&["<", header, ">"].concat());
    HEADERS.iter().filter(|row| missing(row)).map(|(header, _)| format!("#include <{header}>\n")).collect()
}

/// The name of a type that a kernel's parameter can have.
fn named(own: CType) -> Option<&'static str> {
    (own.pointee().is_none() && own.layout().is_none()).then(|| own.name())
}

/// The text with its last statement ended, whose value is stored where it has no name.
fn stored(text: &str, parsed: &Parsed, nameless: Option<&str>) -> Option<String> {
    let is = |token: &Token, sign: &str| text[token.span.clone()] == *sign;
    let ends = |token: &&Token| is(token, ";") || is(token, "}");
    let mut tokens: Vec<&Token> = parsed.tokens.iter().filter(|token| token.kind != TokenKind::Comment).collect();
    if nameless.is_none() && tokens.last().is_none_or(ends) {
        return Some(text.to_owned());
    }
    let semicolon = tokens.pop_if(|last| is(last, ";")).map(|last| last.span.end);
    let start = tokens.iter().rposition(ends).map_or(0, |before| before + 1);
    let (first, last) = (tokens.get(start)?.span.start, tokens.last()?.span.end);
    let to = nameless.map_or_else(String::new, |name| format!("*{} = ", result(name)));
    Some(format!("{}{to}{};{}", &text[..first], &text[first..last], &text[semicolon.unwrap_or(last)..]))
}
