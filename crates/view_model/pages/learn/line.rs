//! The numbers of a tiny format on a line, with true distances: where floats are dense, where sparse, and what lies around zero.

use super::language::Words;
use crate::components::html::{push_number, push_text};
use semantics::number::{Class, Format, Pattern, ieee};

/// Three bits of exponent and two of fraction.
static TINY: Format = ieee("tiny", "a format to look at", 3, 2, 0b1_1110);

/// The last number that is drawn, in units of the format's smallest number.
const LAST: i32 = 64;
const WIDTH: i32 = 640;
const LEFT: i32 = 14;

/// The line as SVG. Without subnormal numbers the place between zero and the smallest normal number is empty.
pub fn draw(subnormals: bool, words: Words) -> String {
    let mut svg = String::with_capacity(4000);
    let height = |class| if class == Class::Subnormal { 18 } else { 26 };
    svg.push_str("<svg viewBox=\"0 0 668 78\" role=\"img\" aria-label=\"");
    let label = if subnormals {
        "Numbers of a tiny format on a line: evenly spaced below the smallest normal number, then twice as far apart from each power of two on."
    } else {
        "The same line without subnormal numbers: nothing lies between zero and the smallest normal number."
    };
    push_text(&mut svg, &words.of(label));
    svg.push_str("\"><path class=\"axis\" d=\"M6 52H662\"/>");
    for ordinal in 0.. {
        let Some(number) = Pattern::at_ordinal(&TINY, ordinal) else { break };
        let Some(exact) = number.exact() else { break };
        // Every number is a whole multiple of the smallest.
        let place = (exact.magnitude << (exact.exponent - TINY.quantum())) as i32;
        if place > LAST {
            break;
        }
        let class = number.class();
        if class == Class::Subnormal && !subnormals {
            continue;
        }
        let x = LEFT + place * WIDTH / LAST;
        svg.push_str(if class == Class::Subnormal { "<path class=\"subnormal\" d=\"M" } else { "<path class=\"normal\" d=\"M" });
        push_number(&mut svg, x);
        svg.push_str(" 52V");
        push_number(&mut svg, 52 - height(class));
        svg.push_str("\"/>");
        if number.fraction_field() == 0 {
            svg.push_str("<text text-anchor=\"middle\" y=\"70\" x=\"");
            push_number(&mut svg, x);
            svg.push_str("\">");
            push_text(&mut svg, number.exact_decimal().trim_end_matches(".0"));
            svg.push_str("</text>");
        }
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subnormal_numbers_fill_the_hole() {
        let (with, without) = (draw(true, Words::english()), draw(false, Words::english()));
        assert_eq!(with.matches("class=\"subnormal\"").count(), 3);
        assert_eq!(without.matches("class=\"subnormal\"").count(), 0);
        assert_eq!(with.matches("class=\"normal\"").count(), without.matches("class=\"normal\"").count());
    }
}
