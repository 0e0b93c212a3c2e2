//! Operands that show what one wants to see, and the matrix of special values: pages of links, made anew from the query.

use super::pair::counterpart;
use super::products;
use super::query::{Query, Tab};
use crate::components::html::{push_text, sentence};
use crate::state::address::Address;
use crate::state::registers::Registers;
use semantics::evaluate::Request;
use semantics::instruction::{Context, Meaning};
use semantics::matrix::claims;
use semantics::number::OperandType;
use semantics::sass::looks_like_sass;
use semantics::syntax::{Instruction, Register, Source, parse, print};
use semantics::witness::matrix::{CORNERS, matrix, role, shown};
use semantics::witness::{Goal, find, instead};

/// Cases shown at once.
const COUNT: usize = 6;

/// The instruction in the box, and a request for it; what a compiler makes one instruction of counts as that. What there is to say instead is markup.
fn asked(query: &Query, context: Context) -> Result<(Instruction, Request), String> {
    let mut text = semantics::diagnosis::question::named(&query.text, &context);
    match instead(&text, &context) {
        _ if claims(&text) => {
            return Err(failed("A matrix instruction has no table of special values; the page of one dot product takes them."));
        }
        Some(mut one) if one.len() == 1 && !looks_like_sass(&text) => text = one.remove(0),
        Some(others) => return Err(offer(query, &others, context)),
        None => {}
    }
    let parsed = parse(&text, &context);
    if let Some(error) = parsed.error() {
        return Err(failed(&error.message));
    }
    let none = parsed.heading.map_or("There is no instruction here.".to_owned(), |heading| {
        format!("{} computes nothing that cases could be found for.", heading.form.mnemonic())
    });
    let instruction = parsed.instruction.ok_or_else(|| failed(&none))?;
    let request = Request::new(instruction.form, instruction.modifiers, [0; 3], instruction.context);
    Ok((instruction, request))
}

/// An instruction on registers of its own that hold the operands, without a guard.
fn on_registers(instruction: &Instruction, operands: &[u64]) -> (String, Registers) {
    let mut registers = Registers::default();
    let mut names: Vec<String> = Vec::new();
    let mut own = Instruction { guard: None, negated: 0, ..instruction.clone() };
    let letters = instruction.form.pattern.operands.iter().skip(1).map(|(_, letter)| *letter);
    for ((source, letter), bits) in own.sources.iter_mut().zip(letters).zip(operands) {
        // What the text has as a literal, or twice, stands in a register here: a case is about operands that may differ.
        let name = match source {
            Source::Register(register) if !names.contains(&register.name) => register.name.clone(),
            _ => format!("%{letter}"),
        };
        registers.set(&name, *bits);
        *source = Source::Register(Register { name: name.clone(), span: 0..0 });
        names.push(name);
    }
    (print(&own), registers)
}

/// The explorer with an instruction on registers of its own, and the operands.
fn open(html: &mut String, instruction: &Instruction, operands: &[u64], context: Context) {
    let (text, registers) = on_registers(instruction, operands);
    push_text(html, &Address { text, registers, context, ..Address::default() }.written());
}

/// A link that shows where the other computation of a case parts from it.
fn beside(html: &mut String, instruction: &Instruction, operands: &[u64], goal: Goal, context: Context) {
    let (text, registers) = on_registers(instruction, operands);
    let Some(other) = counterpart(&text, Some(goal), &context) else { return };
    html.push_str(" <a href=\"");
    push_text(html, &Query { tab: Tab::Compare, text, other, registers, ..Query::default() }.link(context));
    html.push_str("\">compare step by step</a>");
}

/// What is looked for only in PTX, and links that take the PTX which stands for the text.
fn offer(query: &Query, others: &[String], context: Context) -> String {
    if others.is_empty() {
        return failed("The search takes PTX instructions, and no single one does the same. The explorer runs it on any operands.");
    }
    let mut html = failed(if others.len() == 1 {
        "The search takes PTX instructions; this one does what you ask about:"
    } else {
        "The search takes one PTX instruction at a time; these do what you ask about:"
    });
    for other in others {
        html.push_str("<p class=\"apply\"><a href=\"");
        push_text(&mut html, &Query { text: other.clone(), ..query.clone() }.link(context));
        html.push_str("\">take <code>");
        push_text(&mut html, other);
        html.push_str("</code></a></p>");
    }
    html
}

fn failed(message: &str) -> String {
    ["<p class=\"says\">", &sentence(message), "</p>"].concat()
}

pub fn found(query: &Query, context: Context) -> String {
    if let Some(mut html) = products::found(&query.text, query.seed, context) {
        others(&mut html, query, context);
        return html;
    }
    let (instruction, request) = match asked(query, context) {
        Ok(asked) => asked,
        Err(markup) => return markup,
    };
    let mut html = String::with_capacity(12_000);
    html.push_str("<div class=\"goals-and-cases\"><ul class=\"goals\" aria-label=\"What to look for\">");
    for goal in Goal::ALL {
        let link = Query { goal: *goal, ..query.clone() }.link(context);
        html.push_str(if *goal == query.goal { "<li><a aria-current=\"true\" href=\"" } else { "<li><a href=\"" });
        push_text(&mut html, &link);
        html.push_str("\">");
        push_text(&mut html, goal.name());
        html.push_str("</a></li>");
    }
    html.push_str("</ul><div class=\"cases-found\"><h2>");
    push_text(&mut html, query.goal.name());
    html.push_str("</h2><p class=\"about\">");
    push_text(&mut html, query.goal.about());
    html.push_str("</p>");
    let found = find(&request, query.goal, query.seed, COUNT);
    if let Some(why) = &found.impossible {
        html.push_str("<p class=\"says\"><b>Not possible here.</b> ");
        html.push_str(&sentence(why));
        html.push_str("</p>");
        if query.goal == Goal::Fused && matches!(instruction.form.meaning, Meaning::Multiply | Meaning::Add | Meaning::Subtract) {
            let own = instruction.form.pattern.ordered(instruction.modifiers).map(|word| word.text()).collect::<String>();
            let own = own.replace(".rz", ".rn");
            let text = ["fma", if own.contains(".rn") { "" } else { ".rn" }, &own, " %d, %a, %b, %c;"].concat();
            if parse(&text, &context).error().is_none() {
                html.push_str("<p class=\"apply\"><a href=\"");
                push_text(&mut html, &Query { text: text.clone(), ..query.clone() }.link(context));
                html.push_str("\">try with <code>");
                push_text(&mut html, &text);
                html.push_str("</code></a></p>");
            }
        }
        html.push_str("</div></div>");
        return html;
    }
    html.push_str("<ol class=\"cases\">");
    for case in &found.cases {
        html.push_str("<li><a href=\"");
        open(&mut html, &instruction, &case.operands, context);
        html.push_str("\">");
        let letters = instruction.form.pattern.operands.iter().skip(1).map(|(_, letter)| *letter);
        for (source, (letter, bits)) in letters.zip(case.operands).enumerate() {
            number(&mut html, letter, bits, request.source_type(source));
        }
        number(&mut html, '=', case.result, request.destination_type());
        html.push_str("</a><p>");
        html.push_str(&sentence(&case.says));
        beside(&mut html, &instruction, &case.operands, query.goal, context);
        html.push_str("</p></li>");
    }
    html.push_str("</ol><p class=\"more\">");
    if found.cases.is_empty() {
        html.push_str(&format!("Nothing found in {} tries with this seed. ", found.tries));
    } else if found.cases.len() < COUNT {
        html.push_str(&format!("No others in {} tries. ", found.tries));
    }
    others(&mut html, query, context);
    html.push_str("</p></div></div>");
    html
}

/// The link to what another seed finds.
fn others(html: &mut String, query: &Query, context: Context) {
    html.push_str("<a id=\"another\" href=\"");
    push_text(html, &Query { seed: query.seed.wrapping_add(1), ..query.clone() }.link(context));
    html.push_str(&format!("\">Others</a> <span>seed {}</span>", query.seed));
}

/// An operand or a result: its letter, hex and value.
fn number(html: &mut String, letter: char, bits: u64, own: OperandType) {
    html.push_str("<span class=\"operand-shown\"><b>");
    html.push(letter);
    html.push_str("</b> <code>");
    if own.is_predicate() {
        html.push_str(if bits & 1 == 1 { "1</code> <span>true</span></span> " } else { "0</code> <span>false</span></span> " });
        return;
    }
    html.push_str(&own.hex(bits));
    html.push_str("</code> <span>");
    let values: Vec<String> = own.patterns(bits).map(|pattern| pattern.value_text()).collect();
    push_text(html, &values.join(", "));
    html.push_str("</span></span> ");
}

pub fn table(query: &Query, context: Context) -> String {
    let (instruction, request) = match asked(query, context) {
        Ok(asked) => asked,
        Err(markup) => return markup,
    };
    if !request.source_type(0).format.is_floating() {
        return failed("Integers have no special values; ask about a conversion from a floating-point type, or look for cases.");
    }
    let cells = matrix(&request, query.third);
    let sources = request.form.pattern.source_count();
    let mut html = String::with_capacity(60_000);
    if sources > 2 {
        html.push_str("<p class=\"thirds\">c is ");
        for (place, corner) in CORNERS.iter().enumerate() {
            html.push_str(if place == query.third { "<a aria-current=\"true\" href=\"" } else { "<a href=\"" });
            push_text(&mut html, &Query { third: place, ..query.clone() }.link(context));
            for part in ["\">", corner.name, "</a> "] {
                html.push_str(part);
            }
        }
        html.push_str("</p>");
    }
    html.push_str("<div class=\"scroll\" role=\"region\" aria-label=\"Every class against every class\" tabindex=\"0\"><table class=\"matrix\"><thead><tr><th scope=\"col\">a \\ b</th>");
    for corner in CORNERS.iter().take(cells.first().map_or(0, Vec::len)) {
        for part in ["<th scope=\"col\">", if sources > 1 { corner.name } else { "result" }, "</th>"] {
            html.push_str(part);
        }
    }
    html.push_str("</tr></thead><tbody>");
    for (down, (corner, row)) in CORNERS.iter().zip(&cells).enumerate() {
        for part in ["<tr><th scope=\"row\">", corner.name, "</th>"] {
            html.push_str(part);
        }
        for (across, cell) in row.iter().enumerate() {
            html.push_str("<td class=\"");
            html.push_str(role(&request, cell.bits));
            html.push_str(&format!("\"><a id=\"m-{down}-{across}\" tabindex=\"{}\" title=\"0x", if down + across == 0 { 0 } else { -1 }));
            html.push_str(&request.destination_type().hex(cell.bits));
            html.push_str("\" href=\"");
            open(&mut html, &instruction, &cell.operands, context);
            html.push_str("\">");
            push_text(&mut html, &shown(&request, cell.bits));
            html.push_str("</a></td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div><p class=\"about\">Each class by one of its numbers; normal is 3.0, the NaNs have payloads. Arrow keys move, Enter opens the steps.</p>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Target;

    #[test]
    fn a_case_stands_on_registers_of_its_own() {
        let check = |text: &str, target: Target, expected: &str| {
            let context = Context { target, ..Context::default() };
            let parsed = parse(text, &context);
            let Some(instruction) = parsed.instruction.as_ref().filter(|_| parsed.error().is_none()) else {
                panic!("{text}: {:?}", parsed.error().map(|error| &error.message));
            };
            let (again, registers) = on_registers(instruction, &[1, 2, 3, 4, 5]);
            assert_eq!(again, expected);
            let read = parse(&again, &context);
            assert!(read.error().is_none(), "{again}");
            let sources = &read.instruction.as_ref().map_or(&[][..], |one| &one.sources);
            for (source, bits) in sources.iter().zip(1..) {
                assert!(matches!(source, Source::Register(register) if registers.get(&register.name) == Some(bits)), "{again}");
            }
        };
        check("@p fma.rn.f32 %d, %a, %a, 1.0;", Target::SM_90, "fma.rn.f32 %d, %a, %b, %c;");
        check("setp.lt.and.f16x2 %p|%q, %a, %b, !%c;", Target::SM_90, "setp.lt.and.f16x2 %p|%q, %a, %b, %c;");
        let four = "cvt.rs.satfinite.e4m3x4.f32 %d, {%a, %b, %e, %f}, %r;";
        check(four, Target::SM_100A, four);
    }
}
