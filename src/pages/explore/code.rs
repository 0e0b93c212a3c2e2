//! The machine instructions of a PTX instruction and the PTX of a call as markup, each as it ran, with a link that opens it alone.

use crate::components::html::{push_text, sentence};
use crate::state::address::{Address, Page};
use crate::state::evaluated::Evaluated;
use crate::state::listing::Listing;
use crate::state::registers::Registers;
use semantics::instruction::Context;
use semantics::number::{F32, F64, Pattern};
use semantics::sass::assembly::{Assembly, Line, of_ptx};

/// The heading and the lines as markup; None where there are none to show.
pub fn draw_code(evaluated: &Evaluated) -> Option<String> {
    let context = evaluated.reading.context();
    if !evaluated.reading.is_ptx() {
        return ptx_of(evaluated, context);
    }
    let (request, outcome) = evaluated.run.only()?.computed?;
    let assembly = of_ptx(&request)?;
    let mut html = String::from("<h2 id=\"assembly-title\">Machine code</h2><p>");
    html.push_str(&sentence(&about(&assembly, outcome.bits, context)));
    html.push_str("</p><ol>");
    for line in &assembly.lines {
        one(&mut html, &assembly, line, context);
    }
    html.push_str("</ol>");
    Some(html)
}

/// The PTX of a call. A move is no floating-point instruction, so it opens as a program.
fn ptx_of(evaluated: &Evaluated, context: Context) -> Option<String> {
    let blocks = &evaluated.run.blocks;
    let whole = evaluated.reading.printed();
    if blocks.iter().any(|block| block.word.is_some() || block.text == whole) {
        return None;
    }
    let mut html = String::from("<h2 id=\"assembly-title\">PTX</h2><p>What the compiler makes of it, as it ran here.</p><ol>");
    for line in blocks {
        html.push_str("<li><code>");
        push_text(&mut html, &line.text);
        html.push_str("</code>");
        // The last that it wrote: a move may part a double, and each half has a place of its own in the table above.
        let format = line.computed.as_ref().and_then(|(request, _)| request.destination_type().number());
        let written = line.written.last().map(|written| (written.hex(), written.bits));
        let (hex, bits) = written.unwrap_or_default();
        for piece in ["<code class=\"gives\">0x", &hex, "</code><span>"] {
            html.push_str(piece);
        }
        if let Some(format) = format {
            push_text(&mut html, &Pattern::new(format, bits).value_text());
        }
        html.push_str("</span>");
        let mut registers = Registers::default();
        line.read.iter().for_each(|value| registers.set(&value.name, value.bits));
        let (text, step) = (line.text.clone(), None);
        let address = match format {
            Some(_) => Address { page: Page::Explore, text, registers, context, step, ..Address::default() },
            None => Address {
                page: Page::Program,
                program: Listing { text, registers, ..Listing::blank() },
                context,
                step,
                ..Address::default()
            },
        };
        link(&mut html, &address, &line.text);
        html.push_str("</li>");
    }
    html.push_str("</ol>");
    Some(html)
}

/// A link that opens an instruction.
fn link(html: &mut String, address: &Address, text: &str) {
    html.push_str("<a href=\"");
    push_text(html, &address.written());
    html.push_str("\">open <code>");
    push_text(html, text.split_whitespace().next().unwrap_or(""));
    html.push_str("</code></a>");
}

/// What is shown: which case, and whether something else runs in its place.
fn about(assembly: &Assembly, bits: u64, context: Context) -> String {
    let target = context.target.name();
    let Some(case) = assembly.case else {
        return format!(
            "`{}` has a fast path on {target}, but these operands are near the ends of the range: a subroutine takes over, which is not shown.",
            assembly.sequence.form
        );
    };
    let cases = assembly.sequence.cases.len();
    if !assembly.is_fast_path {
        let which = if cases > 1 {
            format!("Comparisons choose among {cases} cases; these operands take the {}.", ordinal(case))
        } else {
            String::new()
        };
        return format!("What the assembler makes of `{}` for {target}: the same bits as above. {which}", assembly.sequence.form);
    }
    if assembly.result() == Some(bits) {
        format!(
            "The fast path of `{}` on {target}: from the special function unit's approximation to the correctly rounded result. Near the ends of the range a subroutine takes over.",
            assembly.sequence.form
        )
    } else {
        "The fast path would end in other bits: operands this near the ends of the range go to a subroutine, which is not shown.".to_owned()
    }
}

fn ordinal(case: usize) -> &'static str {
    ["first", "second", "third", "fourth", "fifth"].get(case).copied().unwrap_or("last")
}

fn one(html: &mut String, assembly: &Assembly, line: &Line, context: Context) {
    html.push_str("<li><code>");
    push_text(html, &line.text);
    html.push_str("</code><code class=\"gives\">0x");
    html.push_str(&assembly.hex(line.result));
    html.push_str("</code><span>");
    let format = if assembly.hex(0).len() > 8 { F64::ROW } else { F32::ROW };
    if !line.text.starts_with("RRO") {
        push_text(html, &Pattern::new(format, line.result).value_text());
    }
    html.push_str("</span>");
    match &line.opens {
        Some((text, bits)) => {
            let mut registers = Registers::default();
            bits.iter().for_each(|(name, bits)| registers.set(name, *bits));
            let address = Address { page: Page::Explore, text: text.clone(), registers, context, step: None, ..Address::default() };
            link(html, &address, text);
        }
        None => html.push_str("<small>no instruction of its own here; its step tells it</small>"),
    }
    html.push_str("</li>");
}
