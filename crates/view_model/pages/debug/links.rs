//! Links to the debug page from elsewhere, with an instruction and its operands carried along.
//!
//! Apart from the query, so that the first page brings these few lines along and not the whole of it.

use crate::state::address::Address;
use crate::state::registers::Registers;
use semantics::instruction::Context;

/// Operands that show something of an instruction.
pub fn cases(text: &str, context: Context) -> String {
    Address::asking("debug", &[("k", "find".into()), ("i", text.into())], context)
}

/// Why a result is what was seen, in a line that says all of it.
fn asked(line: &str, context: Context) -> String {
    Address::asking("debug", &[("k", "explain".into()), ("e", line.trim().into())], context)
}

/// Why a result is not the expected one; what was seen is left to be typed. `width` gives the bits of a register.
pub fn explain(text: &str, registers: &Registers, context: Context, width: impl Fn(&str) -> u32) -> String {
    asked(&line(text, registers, width), context)
}

/// A line that asks about a text with these registers, each with as many hex digits as its width in bits asks for.
pub fn line(text: &str, registers: &Registers, width: impl Fn(&str) -> u32) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, bits) in registers.iter().filter(|(name, _)| reads(text, name)) {
        let digits = width(name).div_ceil(4) as usize;
        line.push_str(&format!(" {}={bits:0digits$x}", name.trim_start_matches('%')));
    }
    line.push_str(" got=");
    line
}

fn reads(text: &str, name: &str) -> bool {
    let bare = name.trim_start_matches('%');
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$'))).any(|word| word == bare)
}
