//! Gradual underflow as a number line: the numbers from zero to four times the smallest normal one, with subnormals and without.

use crate::components::html::{push_text, raised};
use crate::components::svg::{label, line, percent};
use semantics::number::{Class, Format, Pattern};

/// Marks in each binade; a format with more numbers gets a mark for every so many.
const MARKS: u32 = 3;

/// Where a number stands on the line, in thousandths of four times the smallest normal number; None beyond it.
fn place(pattern: Pattern) -> Option<u32> {
    let exact = pattern.exact().filter(|_| !pattern.is_negative())?;
    let end = pattern.format.emin() + 2;
    // value / 2^end in thousandths; the magnitude has at most 53 bits.
    let down = end - exact.exponent;
    let scaled = u128::from(exact.magnitude) * 1000;
    let thousandths = if down <= 0 { return None } else { scaled.checked_shr(down as u32).unwrap_or(0) };
    u32::try_from(thousandths).ok().filter(|place| *place <= 1000)
}

/// Every so many numbers have a mark.
fn step(format: &Format) -> u64 {
    1 << format.fraction_bits.saturating_sub(MARKS)
}

/// The line as SVG; `chosen` gets a pointer where it lies on it.
pub fn drawing(chosen: Pattern) -> String {
    let format = chosen.format;
    let mut svg = String::with_capacity(6000);
    svg.push_str("<svg role=\"img\" width=\"100%\" height=\"150\" aria-label=\"");
    push_text(&mut svg, &words(format));
    svg.push_str("\">");
    let step = step(format);
    for (y, name, subnormals) in [(52, "with subnormals", true), (112, ".ftz: none", false)] {
        label(&mut svg, "name", inset(0), y - 18, "start", name);
        line(&mut svg, "axis", (inset(0), y), (inset(1000), y));
        let last = format.smallest_normal() * 3;
        let mut bits = 0;
        while bits <= last {
            let pattern = Pattern::new(format, bits);
            let class = match pattern.class() {
                Class::Zero => "zero",
                Class::Subnormal => "subnormal",
                _ => "normal",
            };
            if let Some(x) = place(pattern).filter(|_| subnormals || class != "subnormal") {
                line(&mut svg, class, (inset(x), y - 8), (inset(x), y + 8));
            }
            bits += step;
        }
    }
    for (x, exponent) in [(250, 0), (500, 1), (1000, 2)] {
        let anchor = if x == 1000 { "end" } else { "middle" };
        label(&mut svg, "power", inset(x), 144, anchor, &["2", &raised(format.emin() + exponent)].concat());
    }
    label(&mut svg, "power", inset(0), 144, "start", "0");
    if let Some(x) = place(chosen) {
        svg.push_str("<circle class=\"chosen\" r=\"5\" cy=\"52\" cx=\"");
        percent(&mut svg, inset(x));
        svg.push_str("\"/>");
        let anchor = if x < 300 { "start" } else { "end" };
        label(&mut svg, "chosen", inset(x), 18, anchor, &["0x", &chosen.hex(), " ", &chosen.equation()].concat());
        line(&mut svg, "stem", (inset(x), 24), (inset(x), 46));
    }
    svg.push_str("</svg>");
    svg
}

/// What the drawing shows, in sentences.
pub fn words(format: &Format) -> String {
    let count = step(format);
    let each = if count == 1 { "Every number has a mark.".to_owned() } else { format!("One number in {count} has a mark.") };
    format!(
        "Below 2^{} the marks keep their distance of 2^{} down to zero: {} subnormal numbers. Flushed, nothing is left between zero and the smallest normal number. {each}",
        format.emin(),
        format.quantum() + format.fraction_bits.saturating_sub(MARKS) as i32,
        format.smallest_normal() - 1
    )
}

/// A place with room for half a mark at either end.
fn inset(x: u32) -> u32 {
    8 + x * 984 / 1000
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::cuda::extreme::formats;
    use semantics::number::{E4M3, F16};

    #[test]
    fn numbers_stand_at_their_values() {
        let at = |bits| place(Pattern::new(F16::ROW, bits));
        assert_eq!((at(0), at(0x0400), at(0x0800), at(0x0c00)), (Some(0), Some(250), Some(500), Some(1000)));
        assert_eq!((at(0x0200), at(0x0c01), at(0x7c00), at(0x8001), at(0x7e00)), (Some(125), Some(1000), None, None, None));
        assert_eq!(place(Pattern::new(F16::ROW, 0x3c00)), None);
    }

    #[test]
    fn every_format_has_eight_marks_a_binade() {
        for format in formats().filter(|format| format.fraction_bits >= MARKS) {
            let svg = drawing(Pattern::new(format, 1));
            let count = |class: &str| svg.matches(&["class=\"", class, "\""].concat()).count();
            // Both lines have the zero and the normal numbers, one has subnormals: two binades of eight and the number that ends them.
            assert_eq!((count("zero"), count("subnormal"), count("normal")), (2, 7, 34), "{}", format.name);
        }
        assert!(words(E4M3::ROW).contains("7 subnormal numbers") && words(E4M3::ROW).contains("Every number"));
    }
}
