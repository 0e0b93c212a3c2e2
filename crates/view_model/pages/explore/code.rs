//! The machine instructions of a PTX instruction, the PTX of a call and that of a machine instruction as markup, with links that open each.

use crate::components::html::{push_text, sentence};
use crate::state::address::{Address, Page};
use crate::state::evaluated::Evaluated;
use crate::state::listing::Listing;
use crate::state::registers::Registers;
use semantics::evaluate::Request;
use semantics::instruction::Context;
use semantics::instruction::sass::{generation, is_wide};
use semantics::number::{F32, F64, Pattern};
use semantics::sass::Document;
use semantics::sass::assembly::{Assembly, Line, of_ptx};
use semantics::sass::lift::types;
use semantics::sass::ptxas_table::{self, Lowered, Origin, code_of, origins};
use std::any::Any;

/// The heading and the lines as markup; None where there are none to show.
pub fn draw_code(evaluated: &Evaluated) -> Option<String> {
    let context = evaluated.reading.context();
    if !evaluated.reading.is_ptx() {
        return ptx_of(evaluated, context).or_else(|| origins_of(evaluated, context));
    }
    let (request, outcome) = evaluated.run.only()?.computed?;
    let lowered = lowered(&request);
    // What the assembler's own lines show whole needs no model of them.
    let assembly = of_ptx(&request).filter(|_| lowered.as_ref().is_none_or(|lowered| lowered.result.is_none()));
    let mut html = String::from("<h2 id=\"assembly-title\">Machine code</h2>");
    if let Some(assembly) = &assembly {
        paragraph(&mut html, &about(assembly, outcome.bits, context));
        html.push_str("<ol>");
        for line in &assembly.lines {
            one(&mut html, assembly, line, context);
        }
        html.push_str("</ol>");
    }
    if let Some(lowered) = &lowered {
        draw_lowered(&mut html, &request, lowered, context);
    }
    if assembly.is_none() && lowered.is_none() {
        if !is_wide(context.target) {
            return None;
        }
        paragraph(&mut html, &format!("The table of what {} makes has no line of it for {}.", ptxas_table::assembler(), context.target));
    }
    Some(html)
}

fn paragraph(html: &mut String, text: &str) {
    html.push_str("<p>");
    html.push_str(&sentence(text));
    html.push_str("</p>");
}

/// The assembler's own code of an instruction, run on its operands.
fn lowered(request: &Request) -> Option<Lowered> {
    let sources = request.form.pattern.source_count();
    let code = code_of(&request.form.pattern.spelled(request.modifiers), sources, request.target)?;
    let operands: Vec<_> =
        request.operands.into_iter().take(sources).enumerate().map(|(at, bits)| (request.source_type(at), bits)).collect();
    Some(ptxas_table::run(&code, &operands, request.destination_type(), request.target))
}

fn draw_lowered(html: &mut String, request: &Request, lowered: &Lowered, context: Context) {
    let read = generation(context.target).filter(|generation| *generation != context.target.number());
    let whose = read.map_or(context.target.to_string(), |generation| format!("sm_{generation}, taken here for {}, too", context.target));
    let made = format!("What {} makes of it for {whose}, in a function of its own", ptxas_table::assembler());
    if lowered.lines.is_empty() {
        let narrower = request.destination_type().width() < request.source_type(0).width();
        let why = if narrower { "the lower bits are the result" } else { "the bits stay as they are" };
        return paragraph(html, &format!("{made}: nothing, since {why}."));
    }
    let sources = request.form.pattern.source_count();
    let operands = &request.form.pattern.operands;
    let letters: Vec<String> = operands[operands.len().saturating_sub(sources)..].iter().map(|(_, letter)| letter.to_string()).collect();
    let letters = letters.join(", ");
    let come = if sources == 1 { format!("{letters} comes in R4") } else { format!("{letters} come in R4 and up") };
    let rest = if lowered.result.is_some() { "" } else { " A line that runs here shows its value." };
    paragraph(html, &format!("{made}: {come}, the result leaves in R4.{rest} Measured on {}.", ptxas_table::MADE));
    html.push_str("<ol>");
    for line in &lowered.lines {
        html.push_str(if line.instruction.is_some() { "<li><code>" } else { "<li class=\"other\"><code>" });
        push_text(html, line.text);
        html.push_str("</code>");
        match line.written.as_deref() {
            Some([first, others @ ..]) => {
                html.push_str("<code class=\"gives\">");
                let is_register = first.name.starts_with('R');
                let bits = others.iter().filter(|_| is_register).fold(first.bits, |bits, value| value.bits << 32 | bits);
                let digits = if others.is_empty() || !is_register { first.hex() } else { format!("{bits:016x}") };
                push_text(html, &format!("{} {}{digits}", first.name, if is_register { "0x" } else { "" }));
                html.push_str("</code><span>");
                let of_pair = || line.instruction.and_then(|one| types(&one)).and_then(|(to, _)| to.number());
                let number = if others.is_empty() || !is_register { first.own.number() } else { of_pair() };
                if let Some(format) = number.filter(|_| line.instruction.is_some()) {
                    push_text(html, &Pattern::new(format, bits).value_text());
                }
                html.push_str("</span>");
            }
            _ => html.push_str("<span></span><span></span>"),
        }
        if line.instruction.is_some() {
            let mut registers = Registers::default();
            line.read.iter().for_each(|value| registers.set(&value.name, value.bits));
            let address =
                Address { page: Page::Explore, text: [line.text, ";"].concat(), registers, context, step: None, ..Address::default() };
            link(html, &address, line.text.split_whitespace().find(|word| !word.starts_with('@')).unwrap_or(""));
        }
        html.push_str("</li>");
    }
    html.push_str("</ol>");
}

/// PTX instructions that are named beside a machine instruction.
const NAMED: usize = 6;

/// The PTX that a machine instruction of 128 bits comes from.
fn origins_of(evaluated: &Evaluated, context: Context) -> Option<String> {
    let document = (&*evaluated.reading as &dyn Any).downcast_ref::<Document>()?;
    let (_, instruction) = document.instructions().next().filter(|_| document.statements.len() == 1 && !document.is_short())?;
    let mut origins = origins(&instruction);
    let target = document.context.target;
    // Architectures of one generation differ in what they take.
    origins.retain(|origin| origin.is_taken(Context { target, ..context }));
    let first = origins.first()?;
    let alike: Vec<&Origin> = origins.iter().filter(|origin| origin.alone == first.alone).collect();
    let mut html = String::from("<h2 id=\"assembly-title\">PTX</h2>");
    let what = if first.alone { "makes it of" } else { "has it among the code of" };
    let more = if alike.len() > NAMED { format!(" {} instructions, of which these are the shortest", alike.len()) } else { String::new() };
    paragraph(&mut html, &format!("For {target} {} {what}{more}:", ptxas_table::assembler()));
    html.push_str("<ul class=\"origins\">");
    for origin in alike.into_iter().take(NAMED) {
        let text = origin.text();
        let context = Context { target, ..context };
        html.push_str("<li><a href=\"");
        push_text(&mut html, &Address { page: Page::Explore, text: text.clone(), context, step: None, ..Address::default() }.written());
        html.push_str("\"><code>");
        push_text(&mut html, &text);
        html.push_str("</code></a></li>");
    }
    html.push_str("</ul>");
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
