//! What can be chosen above the plot, as markup, and what a text in its boxes means.

use super::model::{Model, functions};
use crate::components::html::push_text;
use crate::state::number::read_text;
use semantics::number::{BF16, F16, F32, F64, RANGE_REDUCTION};
use semantics::rounding::{Literal, Mode};
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::reading::Reading;

/// Everything that can be swept on a target, as options.
pub fn options(target: u32, chosen: &str) -> String {
    let mut html = String::with_capacity(2000);
    let groups = functions(target);
    if !groups.iter().any(|(_, names)| names.contains(&chosen)) {
        option(&mut html, chosen, chosen, true);
    }
    for (title, names) in groups {
        html.push_str("<optgroup label=\"");
        html.push_str(title);
        html.push_str("\">");
        names.into_iter().for_each(|name| option(&mut html, name, name, name == chosen));
        html.push_str("</optgroup>");
    }
    html
}

fn option(html: &mut String, value: &str, label: &str, chosen: bool) {
    html.push_str("<option value=\"");
    push_text(html, value);
    html.push_str(if chosen { "\" selected>" } else { "\">" });
    push_text(html, label);
    html.push_str("</option>");
}

/// What a function may be compared with: others of the same value, and itself on targets that run other code for it.
pub fn comparisons(model: &Model) -> String {
    let mut found: Vec<(FunctionUnderTest, u32)> = Vec::new();
    for target in [model.target, 90, 70, 52, 50] {
        for name in functions(target).into_iter().flat_map(|group| group.1) {
            let Some(subject) = FunctionUnderTest::find(name, target) else { continue };
            let fits =
                subject.truth == model.subject.truth && subject.reading == model.subject.reading && subject.kind == model.subject.kind;
            if fits && !subject.is_same_code(&model.subject) && !found.iter().any(|(known, _)| known.is_same_code(&subject)) {
                found.push((subject, target));
            }
        }
    }
    let mut html = String::with_capacity(600);
    option(&mut html, "", "nothing else", model.against.is_none());
    for (subject, target) in found {
        let chosen = model.against.is_some_and(|(against, _)| against.is_same_code(&subject));
        let label = if subject.name == model.subject.name { format!("{} on sm_{target}", subject.name) } else { subject.name.to_owned() };
        option(&mut html, &format!("{}@{target}", subject.name), &label, chosen);
    }
    html
}

pub fn preset_buttons(model: &Model) -> String {
    let mut html = String::with_capacity(500);
    for (name, range) in model.presets() {
        html.push_str(&format!(
            "<button type=\"button\" data-range=\"{:x}..{:x}\" aria-pressed=\"{}\">",
            range.0,
            range.1,
            range == model.query.range
        ));
        push_text(&mut html, &name);
        html.push_str("</button>");
    }
    html
}

/// The operand that a text means: bits, or a number rounded to the operand's format. The error is a sentence.
pub fn bits_of(subject: &FunctionUnderTest, text: &str) -> Result<u32, String> {
    // The box itself shows bits and value.
    let text = text.split(['=', '≈']).next().unwrap_or(text).trim();
    let literal = read_text(text)?.literal;
    if let Literal::Bits { bits, width, .. } = literal {
        return match (width, subject.reading) {
            (64, Reading::DoubleHigh) => Ok((bits >> 32) as u32),
            (0..=32, reading) if bits <= reading.line().last().into() => Ok(bits as u32),
            (_, reading) => Err(["`", text, "` has more than ", &reading.line().width().to_string(), " bits."].concat()),
        };
    }
    Ok(match subject.reading {
        Reading::Float | Reading::Turns | Reading::Seed => literal.to_bits(F32::ROW, Mode::Rn).0 as u32,
        Reading::DoubleHigh => (literal.to_bits(F64::ROW, Mode::Rz).0 >> 32) as u32,
        Reading::Half => literal.to_bits(F16::ROW, Mode::Rn).0 as u32,
        Reading::Brain => literal.to_bits(BF16::ROW, Mode::Rn).0 as u32,
        Reading::Word => literal.to_bits(&RANGE_REDUCTION, Mode::Rz).0 as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::super::query::Query;
    use super::*;

    #[test]
    fn ends_of_a_range_are_bits_or_numbers() {
        let of = |name: &str, text: &str| bits_of(&FunctionUnderTest::find(name, 90).unwrap(), text);
        assert_eq!(of("RCP", "0x3f800000 = 1"), Ok(0x3f80_0000));
        assert_eq!(of("RCP", "1.5"), Ok(0x3fc0_0000));
        assert_eq!(of("RCP", "-inf"), Ok(0xff80_0000));
        assert_eq!(of("RCP64H", "2"), Ok(0x4000_0000));
        assert_eq!(of("SIN", "0.5"), Ok(0x0040_0000));
        assert!(of("RCP", "one").is_err() && of("RCP", "0x3ff0000000000000").is_err() && of("RCP", "").is_err());
    }

    #[test]
    fn sine_is_compared_with_its_older_self() {
        let model = Model::new(Query { function: "sin.approx.f32".into(), ..Query::default() }, 90);
        let html = comparisons(&model);
        assert!(html.contains("sin.approx.f32@52") || html.contains("sin.approx.f32@50"), "{html}");
    }
}
