//! One number between its two neighbours in a format, what each rounding mode makes of it, and the interval that encloses it.

use crate::components::html::{push_number, push_power, push_text};
use crate::components::svg::{label, line, percent};
use crate::state::decimal::Decimal;
use semantics::number::{Format, Pattern};
use semantics::rounding::{Literal, Mode};

/// Ends of the gap between the neighbours, in thousandths of the drawing's width.
const LEFT: u32 = 160;
const RIGHT: u32 = 840;

/// A number and what becomes of it in a format.
pub struct Rounded {
    /// What each mode makes of it, in the order of [`Mode::ALL`].
    pub results: [Pattern; 4],
    /// The largest number not above it and the smallest not below it.
    pub interval: (Pattern, Pattern),
    /// The distance of the neighbours as a power of two.
    gap: i32,
    /// Where it stands between them, in thousandths.
    place: u32,
    value: Decimal,
}

impl Rounded {
    /// Rounds a number; None for what is none (infinities, NaNs) and for numbers too far out to be written.
    pub fn of(literal: &Literal, format: &'static Format) -> Option<Rounded> {
        let value = Decimal::of_literal(literal)?;
        let result = |mode| Pattern::new(format, literal.to_bits(format, mode).0);
        let results = Mode::ALL.map(result);
        let interval = (result(Mode::Rm), result(Mode::Rp));
        // The neighbour nearer to zero is always finite; the gap above it is its ulp.
        let inner = result(Mode::Rz);
        let gap = inner.ulp_exponent()?;
        let from_inner = Decimal::of_pattern(inner)?.minus(&value).times_power_of_two(-gap).thousandths(1000);
        let place = if interval.0 == inner { from_inner } else { 1000 - from_inner };
        Some(Rounded { results, interval, gap, place, value })
    }

    fn is_exact(&self) -> bool {
        self.interval.0 == self.interval.1
    }

    /// Where a result stands in the drawing, in thousandths.
    fn at(&self, result: Pattern) -> u32 {
        if self.is_exact() || result != self.interval.1 { LEFT } else { RIGHT }
    }

    /// The number line and a lane for each mode, as SVG.
    pub fn line(&self) -> String {
        let mut svg = String::with_capacity(5000);
        let exact = LEFT + (RIGHT - LEFT) * if self.is_exact() { 0 } else { self.place } / 1000;
        svg.push_str("<svg role=\"img\" width=\"100%\" height=\"226\" aria-label=\"");
        push_text(&mut svg, &self.words());
        svg.push_str("\">");
        line(&mut svg, "axis", (0, 60), (1000, 60));
        line(&mut svg, "gap", (LEFT, 60), (RIGHT, 60));
        for part in 1..8 {
            let x = LEFT + (RIGHT - LEFT) * part / 8;
            line(
                &mut svg,
                if part == 4 { "tie" } else { "tick" },
                (x, if part == 4 { 44 } else { 56 }),
                (x, if part == 4 { 76 } else { 64 }),
            );
        }
        label(&mut svg, "small", 500, 92, "middle", "tie");
        let (low, high) = self.interval;
        self.neighbour(&mut svg, low, LEFT);
        if !self.is_exact() {
            self.neighbour(&mut svg, high, RIGHT);
        }
        line(&mut svg, "stem", (exact, 22), (exact, 206));
        label(&mut svg, "exact", exact.clamp(90, 910), 15, "middle", "exact value");
        for (index, (mode, result)) in Mode::ALL.into_iter().zip(self.results).enumerate() {
            let y = 122 + 22 * index as i32;
            label(&mut svg, "mode", 0, y + 4, "start", mode.name());
            let to = self.at(result);
            line(&mut svg, "way", (exact, y), (to, y));
            head(&mut svg, to, y, to < exact);
        }
        let y = 212;
        line(&mut svg, "interval", (LEFT, y), (if self.is_exact() { LEFT } else { RIGHT }, y));
        line(&mut svg, "interval", (LEFT, y - 7), (LEFT, y + 7));
        line(&mut svg, "interval", (self.at(high), y - 7), (self.at(high), y + 7));
        label(&mut svg, "mode", 0, y + 4, "start", "[ ]");
        svg.push_str("</svg>");
        svg
    }

    fn neighbour(&self, svg: &mut String, pattern: Pattern, x: u32) {
        svg.push_str("<circle class=\"candidate\" r=\"6\" cy=\"60\" cx=\"");
        percent(svg, x);
        svg.push_str("\"/>");
        let (at, anchor) = if x == LEFT { (0, "start") } else { (1000, "end") };
        label(svg, "number", at, 34, anchor, &["0x", &pattern.hex()].concat());
        label(svg, if x == LEFT { "number" } else { "number high" }, at, 48, anchor, &pattern.value_text());
        let parity = match (pattern.is_finite(), pattern.bits & 1) {
            (false, _) => "beyond the largest",
            (true, 0) => "even",
            (true, _) => "odd",
        };
        label(svg, "small", at, 78, anchor, parity);
    }

    /// What the drawing shows, in a sentence.
    fn words(&self) -> String {
        let (low, high) = self.interval;
        if self.is_exact() {
            return ["The number is ", self.value.in_full().trim_start_matches('+'), " exactly."].concat();
        }
        let share = format!("{}.{}", self.place / 10, self.place % 10);
        ["The number lies between ", &low.value_text(), " and ", &high.value_text(), ", ", &share, " percent of the way."].concat()
    }

    /// The four results and the interval as a table.
    pub fn table(&self) -> String {
        let mut html = String::from(
            "<table class=\"stacks\"><thead><tr><th scope=\"col\">mode</th><th scope=\"col\">goes</th><th scope=\"col\">bits</th><th scope=\"col\">value</th><th scope=\"col\">error</th></tr></thead><tbody>",
        );
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        for (mode, result) in Mode::ALL.into_iter().zip(self.results) {
            put(&[
                "<tr><th scope=\"row\">",
                mode.name(),
                "</th><td>",
                mode.words(),
                "</td><td><code>0x",
                &result.hex(),
                "</code></td><td><code>",
            ]);
            put(&[&result.value_text(), "</code></td><td>", &self.error(result), "</td></tr>"]);
        }
        let (low, high) = self.interval;
        put(&[
            "<tr class=\"interval\"><th scope=\"row\">[ ]</th><td>down and up: the interval</td><td colspan=\"2\"><code>[",
            &low.value_text(),
        ]);
        put(&[", ", &high.value_text(), "]</code></td><td>"]);
        if self.is_exact() {
            html.push_str("a point");
        } else {
            html.push_str("width ");
            push_power(&mut html, self.gap);
        }
        html.push_str("</td></tr></tbody></table>");
        html
    }

    fn error(&self, result: Pattern) -> String {
        let Some(error) = Decimal::of_pattern(result).map(|stored| stored.minus(&self.value)) else { return "overflow".into() };
        if error.is_zero() {
            return "exact".into();
        }
        let (digits, all) = error.times_power_of_two(-self.gap).short(4);
        [if all { "" } else { "≈ " }, &digits, " ulp"].concat()
    }
}

/// An arrow's head; its picture is drawn beside the point that it touches.
fn head(svg: &mut String, x: u32, y: i32, to_left: bool) {
    svg.push_str("<svg class=\"head\" x=\"");
    percent(svg, x);
    svg.push_str("\" y=\"");
    push_number(svg, y);
    svg.push_str(if to_left { "\"><path d=\"M7 -5L0 0L7 5\"/></svg>" } else { "\"><path d=\"M-7 -5L0 0L-7 5\"/></svg>" });
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::F16;
    use semantics::rounding::read;

    fn rounded(text: &str) -> Option<Rounded> {
        Rounded::of(&read(text).ok()?, F16::ROW)
    }

    #[test]
    #[rustfmt::skip]
    fn numbers_stand_between_their_neighbours() {
        let check = |text: &str, results: [u64; 4], place: u32| {
            let found = rounded(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.results.map(|result| result.bits), found.place), (results, place), "{text}");
        };
        // Nearest, towards zero, down, up.
        check("1.00048828125", [0x3c00, 0x3c00, 0x3c00, 0x3c01], 500);
        check("-1.00048828125", [0xbc00, 0xbc00, 0xbc01, 0xbc00], 500);
        check("0.1", [0x2e66, 0x2e66, 0x2e66, 0x2e67], 400);
        check("-0.1", [0xae66, 0xae66, 0xae67, 0xae66], 600);
        check("65520", [0x7c00, 0x7bff, 0x7bff, 0x7c00], 500);
        check("1e9", [0x7c00, 0x7bff, 0x7bff, 0x7c00], 1000);
        check("0x1p-25", [0x0000, 0x0000, 0x0000, 0x0001], 500);
        check("-1e-30", [0x8000, 0x8000, 0x8001, 0x8000], 1000);
        check("0", [0, 0, 0, 0], 0);
        check("2", [0x4000; 4], 0);
    }

    #[test]
    fn errors_are_in_ulps() {
        let table = rounded("1.00048828125").map(|found| found.table()).unwrap_or_default();
        assert!(table.contains("-0.5 ulp") && table.contains("+0.5 ulp") && table.contains("[1.0, ≈ 1.001]"), "{table}");
        assert!(rounded("65520").is_some_and(|found| found.table().contains("overflow") && found.line().contains("beyond the largest")));
        assert!(rounded("2").is_some_and(|found| found.table().contains("a point") && found.line().contains("2 exactly")));
        assert!(rounded("nan").is_none() && rounded("inf").is_none() && rounded("1e999999").is_none());
    }
}
