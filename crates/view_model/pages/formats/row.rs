//! The number in one format looked at closely: exact value, error, ulp, neighbours and place; as markup.

use super::conversion::Conversion;
use super::formula::{count_digits, formula, grouped, is_long, spoken};
use crate::components::html::{count, push_power, push_text};
use crate::state::decimal::Decimal;
use semantics::number::{Encoding, Pattern};

/// Decimals of a row that can be unfolded and copied: the exact value, the error, the error in ulps.
pub const DECIMALS: usize = 3;

/// The value itself in so many digits that neighbours differ, where the shortest decimal says less.
pub fn stored(pattern: Pattern) -> String {
    let Some(value) = Decimal::of_pattern(pattern).filter(|_| pattern.decimal().0 != "=") else { return String::new() };
    let (digits, all) = value.short(17);
    [if all { "= " } else { "≈ " }, digits.trim_start_matches('+')].concat()
}

/// One of a row's decimals with all its digits.
pub fn decimal_of(conversion: &Conversion, which: usize) -> Option<String> {
    let missed = conversion.error.as_ref().filter(|(error, _)| !error.is_zero());
    match which {
        0 => conversion.pattern.is_finite().then(|| conversion.pattern.exact_decimal()),
        1 => missed.map(|(error, _)| error.in_full()),
        _ => missed.map(|(_, ulps)| ulps.in_full()),
    }
}

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A button that the page's one listener understands.
pub fn button(html: &mut String, action: &str, classes: &str, more: &str, label: &str) {
    html.push_str("<button type=\"button\" id=\"do ");
    push_text(html, action);
    html.push_str("\" data-do=\"");
    push_text(html, action);
    put(html, &["\" class=\"", classes, "\" ", more, ">"]);
    html.push_str(label);
    html.push_str("</button>");
}

/// Formula, exact value, error, ulp and neighbours, as markup.
pub fn closer_look(conversion: &Conversion, sentence: &str, index: usize, unfolded: u64) -> String {
    let pattern = conversion.pattern;
    let mut html = String::with_capacity(4000);
    put(
        &mut html,
        &["<p class=\"formula\" role=\"math\" aria-label=\"", &spoken(pattern), "\">", &formula(pattern), "</p><div class=\"facts\"><dl>"],
    );
    for (which, name) in ["exact value", "error", "in ulps"].into_iter().enumerate() {
        if which == 1 {
            html.push_str("<dt>conversion</dt><dd>");
            push_text(&mut html, sentence);
            html.push_str("</dd>");
        }
        let Some(digits) = decimal_of(conversion, which) else { continue };
        let place = index * DECIMALS + which;
        let all = unfolded >> place & 1 == 1;
        put(&mut html, &["<dt>", name, "</dt><dd><span class=\"digits\">", &grouped(&digits, all), "</span> "]);
        if is_long(&digits) {
            let label = if all { "show fewer".to_owned() } else { format!("show all {} digits", count_digits(&digits)) };
            button(
                &mut html,
                &format!("fold {place}"),
                "quiet",
                if all { "aria-expanded=\"true\"" } else { "aria-expanded=\"false\"" },
                &label,
            );
        }
        button(&mut html, &format!("copy {place}"), "quiet", &["aria-label=\"copy ", name, "\""].concat(), "copy");
        html.push_str("</dd>");
    }
    html.push_str("</dl><dl class=\"line\">");
    if !pattern.is_nan() {
        put(&mut html, &["<dt>1 ulp</dt><dd>", &ulp(pattern), "</dd><dt>neighbours</dt><dd class=\"neighbours\">"]);
        for (verb, name, next) in [("down", "next down", pattern.next_down()), ("up", "next up", pattern.next_up())] {
            let (value, hex) = next.map_or(("none".into(), String::new()), |next| (next.value_text(), ["0x", &next.hex()].concat()));
            let label = ["<span>", name, "</span> <b>", &value, "</b> <small>", &hex, "</small>"].concat();
            button(&mut html, &format!("{verb} {index}"), "", if next.is_none() { "disabled" } else { "" }, &label);
        }
        html.push_str("</dd>");
    }
    put(&mut html, &["<dt>place</dt><dd>", &place(pattern), "</dd></dl></div>"]);
    html
}

fn ulp(pattern: Pattern) -> String {
    let Some(exponent) = pattern.ulp_exponent() else { return "none: the number is not finite".into() };
    let mut html = String::new();
    push_power(&mut html, exponent);
    let (digits, all) = Decimal::power_of_two(exponent).short(7);
    put(&mut html, &[if all { " = " } else { " ≈ " }, digits.trim_start_matches('+')]);
    html
}

fn place(pattern: Pattern) -> String {
    match pattern.ordinal() {
        None => "not on the number line".into(),
        Some(0) if pattern.format.encoding == Encoding::Scale => "the smallest power".into(),
        Some(steps) if pattern.format.encoding == Encoding::Scale => {
            format!("{steps} {} above the smallest power", if steps == 1 { "step" } else { "steps" })
        }
        Some(0) => "zero".into(),
        Some(steps) => {
            let side = if steps < 0 { "below" } else { "above" };
            format!("{} {} {side} zero", count(steps.unsigned_abs()), if steps.unsigned_abs() == 1 { "step" } else { "steps" })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F32, UE8M0};

    #[test]
    fn places_are_counted_from_zero() {
        let at = |bits| place(Pattern::new(F32::ROW, bits));
        assert_eq!(at(0x8000_0001), "1 step below zero");
        assert_eq!(at(1_234_567), "1\u{202f}234\u{202f}567 steps above zero");
        assert_eq!(at(0x8000_0000), "zero");
        let scale = |bits| place(Pattern::new(UE8M0::ROW, bits));
        assert_eq!(
            (scale(0).as_str(), scale(1).as_str(), scale(0xff).as_str()),
            ("the smallest power", "1 step above the smallest power", "not on the number line")
        );
        assert_eq!(at(0x7fc0_0000), "not on the number line");
        assert_eq!(ulp(Pattern::new(F32::ROW, 0x3f80_0000)), "2<sup>-23</sup> ≈ 1.192093e-7");
    }
}
