//! A row of bits in field colours, as markup.

use semantics::number::{Class, FieldRole, Pattern};

/// A role as the style sheets and the page's text name it.
pub fn role_name(role: FieldRole) -> &'static str {
    match role {
        FieldRole::Sign => "sign",
        FieldRole::Special => "special",
        FieldRole::Exponent => "exponent",
        FieldRole::Integer => "integer",
        FieldRole::Fraction => "fraction",
    }
}

/// What stands before the fraction without being stored.
pub fn implicit(pattern: Pattern) -> &'static str {
    match (pattern.format.is_floating(), pattern.class()) {
        (false, _) => ".",
        (true, Class::Normal) => "1.",
        (true, Class::Zero | Class::Subnormal) => "0.",
        (true, _) => "",
    }
}

/// The power of two of the lowest bit, which lets equal weights find each other; empty where there is none.
pub fn base(pattern: Pattern) -> String {
    pattern.ulp_exponent().map(|exponent| exponent.to_string()).unwrap_or_default()
}

/// The bits under their fields; buttons where one of them is in the tab order.
pub fn markup(pattern: Pattern, current: Option<u32>) -> String {
    let mut html = String::with_capacity(pattern.format.width() as usize * 128);
    for field in pattern.format.fields() {
        let role = role_name(field.role);
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        if field.role == FieldRole::Fraction {
            put(&["<span class=\"implicit\" data-role=\"implicit\" aria-hidden=\"true\">", implicit(pattern), "</span>"]);
        }
        put(&["<span class=\"field\" data-role=\"", role, "\">"]);
        for bit in (field.low..=field.high).rev() {
            let (digit, number) = (digit(pattern, bit), bit.to_string());
            let class = if digit == "1" { "bit one" } else { "bit" };
            match current {
                None => put(&["<span class=\"", class, "\" data-bit=\"", &number, "\">", digit, "</span>"]),
                Some(current) => {
                    let order = if bit == current { "0" } else { "-1" };
                    let place = ["\" data-bit=\"", &number, "\" tabindex=\"", order, "\" aria-label=\""].concat();
                    let label = label(&number, role, digit);
                    put(&["<button type=\"button\" class=\"", class, &place, &label, "\">", digit, "</button>"]);
                }
            }
        }
        html.push_str("</span>");
    }
    html
}

/// Bits that belong to no number.
pub fn zeros(count: u32) -> String {
    if count == 0 {
        return String::new();
    }
    let title = if count == 1 { "one bit of padding".to_owned() } else { format!("{count} bits of padding") };
    let bits = "<span class=\"bit\">0</span>".repeat(count as usize);
    ["<span class=\"field padding\" aria-hidden=\"true\" title=\"", &title, "\">", &bits, "</span>"].concat()
}

/// What a screen reader is told of them.
pub fn padded([above, below]: [u32; 2]) -> String {
    let said = |count: u32, place: &str| if count == 0 { String::new() } else { format!(", {count} of padding {place}") };
    [said(above, "above"), said(below, "below")].concat()
}

pub fn digit(pattern: Pattern, bit: u32) -> &'static str {
    if pattern.bits >> bit & 1 == 1 { "1" } else { "0" }
}

pub fn label(number: &str, role: &str, digit: &str) -> String {
    ["bit ", number, ", ", role, ", ", digit].concat()
}

pub fn flipped(pattern: Pattern, bit: u32) -> Pattern {
    Pattern::new(pattern.format, pattern.bits ^ 1 << bit)
}
