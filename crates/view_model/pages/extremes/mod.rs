//! Extreme values: where the classes of a format meet; how bits are read; gradual underflow as a line.

pub mod query;
pub mod tables;
pub mod underflow;

use crate::components::html::{push_power, push_text};
use crate::state::decimal::Decimal;
use semantics::number::Pattern;

/// The distance to the neighbours of a number, as markup.
pub fn spacing(pattern: Pattern) -> String {
    let Some(exponent) = pattern.ulp_exponent() else { return "No spacing: the value is not finite.".into() };
    let mut html = String::from("Spacing here: ");
    push_power(&mut html, exponent);
    let (digits, all) = Decimal::power_of_two(exponent).short(9);
    html.push_str(if all { " = " } else { " ≈ " });
    push_text(&mut html, digits.trim_start_matches('+'));
    for (name, next) in [("Next down", pattern.next_down()), ("Next up", pattern.next_up())] {
        let Some(next) = next else { continue };
        let hex = next.hex();
        for piece in [
            ". ",
            name,
            " <button type=\"button\" id=\"to ",
            name,
            "\" data-number=\"",
            next.format.name,
            " ",
            &hex,
            "\">0x",
            &hex,
            "</button> ",
        ] {
            html.push_str(piece);
        }
        push_text(&mut html, &next.value_text());
    }
    html.push('.');
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::cuda::extreme::formats;
    use semantics::number::F16;

    #[test]
    fn spacing_is_said_with_both_neighbours() {
        let said = spacing(Pattern::new(F16::ROW, 0x3c00));
        assert!(said.contains("2<sup>-10</sup> = 0.0009765625") && said.contains("0x3bff") && said.contains("0x3c01"), "{said}");
        assert!(spacing(Pattern::new(F16::ROW, 0x7c00)).starts_with("No spacing"));
        for format in formats() {
            for bits in [0, 1, format.sign_mask(), format.largest(), format.mask()] {
                assert!(spacing(Pattern::new(format, bits)).ends_with('.'));
            }
        }
    }
}
