//! Text to markup, for the drawings that are replaced whole: they have no events of their own, so one string is the quickest way.

use core::fmt::Write;
pub use semantics::trace::sentence::count;

/// Adds text with the characters that mean something in markup written as entities.
pub fn push_text(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(character),
        }
    }
}

/// Adds a whole number.
pub fn push_number(html: &mut String, number: i32) {
    // Writing to a string cannot fail.
    let _ = write!(html, "{number}");
}

/// A small number that is not negative, to four decimal places without zeros at the end. (The library's printing of doubles is large.)
pub fn decimal(value: f64) -> String {
    let units = (value * 10_000.0 + 0.5) as u32;
    let text = format!("{}.{:04}", units / 10_000, units % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A whole number in raised digits.
pub fn raised(number: i32) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => char::from_u32('⁰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
    };
    number.to_string().chars().map(digit).collect()
}

/// A power of two as markup: 2 with a raised exponent.
pub fn push_power(html: &mut String, exponent: i32) {
    html.push_str("2<sup>");
    push_number(html, exponent);
    html.push_str("</sup>");
}

/// A sentence with powers and code between backticks set as markup.
pub fn sentence(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 32);
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            html.push_str("<code>");
            push_text(&mut html, part);
            html.push_str("</code>");
        } else {
            push_powers(&mut html, part);
        }
    }
    html
}

fn push_powers(html: &mut String, text: &str) {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('^') {
        let (exponent, after) = behind.split_at(exponent_end(behind));
        push_text(html, before);
        if exponent.is_empty() || !before.ends_with(|base: char| base.is_ascii_alphanumeric()) {
            html.push('^');
        } else {
            html.push_str("<sup>");
            push_text(html, exponent);
            html.push_str("</sup>");
        }
        rest = if html.ends_with('^') { behind } else { after };
    }
    push_text(html, rest);
}

/// Where an exponent ends: a number, a letter or what stands between parentheses, with a sign or none.
fn exponent_end(text: &str) -> usize {
    let bare = text.strip_prefix(['-', '−', '+']).unwrap_or(text);
    let sign = text.len() - bare.len();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let length = match bare.bytes().next() {
        Some(b'(') => bare.find(')').map_or(0, |end| end + 1),
        Some(b'0'..=b'9') => {
            let whole = digits(bare);
            let places = bare[whole..].strip_prefix('.').map_or(0, digits);
            whole + if places > 0 { 1 + places } else { 0 }
        }
        Some(letter) if letter.is_ascii_alphabetic() => 1,
        _ => 0,
    };
    if length == 0 { 0 } else { sign + length }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_short() {
        assert_eq!((decimal(22.9), decimal(1.0), decimal(20.4567)), ("22.9".into(), "1".into(), "20.4567".into()));
    }

    #[test]
    fn powers_and_code_become_markup() {
        assert_eq!(sentence("at 2^-149, `a<b`."), "at 2<sup>-149</sup>, <code>a&lt;b</code>.");
        assert_eq!(sentence("2^-21.41 of 2^k, 2^(e-127)."), "2<sup>-21.41</sup> of 2<sup>k</sup>, 2<sup>(e-127)</sup>.");
        assert_eq!(sentence("10^-3, ±^126 and 2^"), "10<sup>-3</sup>, ±^126 and 2^");
    }
}
