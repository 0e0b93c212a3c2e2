//! Blocks as tables: the scale factor above, below it a row for each number with its code, its value and its error.

use crate::components::html::{push_text, sentence};
use semantics::microscaling::{Block, Element, Fate, Recipe};
use semantics::number::{FieldRole, Pattern};

/// Tables and what is said of them, for a recipe.
pub fn blocks(blocks: &[Block], recipe: &Recipe) -> String {
    let mut html = String::with_capacity(12_000);
    let mut first = 1;
    for (place, block) in blocks.iter().enumerate() {
        let title = match blocks.len() {
            1 => "The block".to_owned(),
            _ => format!("Block {} of {}", place + 1, blocks.len()),
        };
        html.push_str(&format!(
            "<section class=\"block\" aria-labelledby=\"block-{place}\"><h2 id=\"block-{place}\">{title}</h2><p class=\"factor\">"
        ));
        html.push_str(&sentence(&factor(block, recipe)));
        html.push_str("</p><div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Numbers of ");
        push_text(&mut html, &title.to_lowercase());
        html.push_str("\"><table><thead><tr><th scope=\"col\">#</th><th scope=\"col\">number</th><th scope=\"col\">code</th><th scope=\"col\">value</th><th scope=\"col\">error</th><th scope=\"col\">what became of it</th></tr></thead><tbody>");
        for (row, element) in block.elements.iter().enumerate() {
            number(&mut html, first + row, element);
        }
        first += block.elements.len();
        html.push_str("</tbody></table></div></section>");
    }
    html
}

/// The scale factor and what follows from it, in sentences.
fn factor(block: &Block, recipe: &Recipe) -> String {
    let (scale, format) = (block.scale, recipe.scale.name);
    if scale.is_nan() {
        return format!(
            "A number is infinite or a NaN: the scale factor is the NaN of {format}, 0x{}, and the block is lost.",
            scale.hex()
        );
    }
    let of = match block.largest {
        Some(largest) => format!("The largest magnitude is {}. ", largest.value_text().replace('-', "")),
        None => "Every number is zero. ".to_owned(),
    };
    let value = match () {
        () if recipe.takes_exponent() => format!("2^{}", scale.unpacked().exact.exponent),
        () if scale.format.width() > 8 => format!("about {}", scale.digits()),
        () => scale.exact_decimal(),
    };
    let counts = [Fate::Saturated, Fate::Flushed].map(|fate| (block.count(fate), fate.word()));
    let said: Vec<String> = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let end = if said.is_empty() { "Nothing saturates, nothing is flushed.".to_owned() } else { format!("{}.", said.join(", ")) };
    format!("{of}The scale factor is 0x{} in {format}, which is {value}. {end}", scale.hex())
}

fn number(html: &mut String, place: usize, element: &Element) {
    let fate = element.fate.word();
    html.push_str(&format!("<tr class=\"{fate}\"><th scope=\"row\">{place}</th><td>"));
    push_text(html, &element.number.value_text());
    html.push_str("</td><td class=\"code\">");
    bits(html, element.code);
    html.push_str(&format!(" <code>0x{}</code></td><td>", element.code.hex()));
    push_text(html, &value(element));
    html.push_str("</td><td>");
    push_text(html, &error(element));
    html.push_str(&format!("</td><td>{fate}</td></tr>"));
}

/// The bits of a code, a field apart from the next.
fn bits(html: &mut String, code: Pattern) {
    html.push_str("<span class=\"fields\" aria-hidden=\"true\">");
    for field in code.format.fields() {
        let role = match field.role {
            FieldRole::Sign => "sign",
            FieldRole::Exponent => "exponent",
            _ => "fraction",
        };
        let width = (field.high + 1 - field.low) as usize;
        let digits = code.bits >> field.low & ((1 << width) - 1);
        html.push_str(&format!("<span data-role=\"{role}\">{digits:0width$b}</span>"));
    }
    html.push_str("</span>");
}

/// A value in at most nine digits, marked where it is longer.
fn value(element: &Element) -> String {
    let Some(value) = &element.value else { return "none".into() };
    let whole = value.decimal();
    if whole.len() <= 12 {
        return whole;
    }
    let zeros = whole.trim_start_matches('-').trim_start_matches(['0', '.']);
    let lead = whole.len() - zeros.len();
    format!("≈ {}", whole.get(..lead + 7).unwrap_or(&whole).trim_end_matches('.'))
}

/// The error as a share of the number.
fn error(element: &Element) -> String {
    match (element.fate, element.error) {
        (Fate::Exact, _) => "0".into(),
        (_, None) => "none".into(),
        (_, Some(millionths)) => {
            let sign = if millionths < 0 { '-' } else { '+' };
            let size = millionths.unsigned_abs();
            if size == 0 { format!("{sign}under 0.0001 %") } else { format!("{sign}{}.{:04} %", size / 10_000, size % 10_000) }
        }
    }
}
