//! The variables as rows of bits under the bits of the single: Figures 8.3 and 8.4 of the text for any input.
//!
//! Every row has the places 31 to 0 of the single, parted where its fields are parted. `w` stands 13 places up, so that the fields of a
//! normal half lie under those of the single. A row that has no value yet keeps its room.

use crate::components::html::{push_number, push_text};
use semantics::operation::float_to_half::{Line, Moment, Variables};

/// Places that the half stands above its own: a single has 13 more fraction bits.
const HALF_AT: u32 = 13;

/// What a row of the figure shows.
struct Row<'a> {
    label: &'a str,
    /// What stands before the label: an operation.
    sign: &'a str,
    hex: String,
    /// The bits and where the lowest of them stands.
    bits: Option<(u32, u32)>,
    /// The role of the bit at a place.
    role: &'a dyn Fn(u32) -> &'static str,
    /// Whether this line of the source set it.
    changed: bool,
}

/// The figure as markup: what `now` left behind, and what `before` it was.
pub fn figure(before: Option<&Moment>, now: &Moment) -> String {
    let old = before.map(|moment| moment.variables).unwrap_or_default();
    let new = now.variables;
    let shift = new.shift;
    let subnormal = shift.is_some_and(|shift| shift != HALF_AT) || now.line == Line::Implicit;
    let grows = old.mag.is_some() && old.mag != new.mag;
    let adds = matches!(now.line, Line::AddBelow | Line::AddEven);
    let single = |place: u32| match place {
        31 => "sign",
        23 if subnormal => "implicit",
        23..=30 => "exponent",
        _ => "fraction",
    };
    let half = |place: u32| match place {
        28 => "sign",
        23..=27 => "exponent",
        _ => "fraction",
    };
    let mask = |_: u32| "mask";
    let word = |value: Option<u32>| value.map(|value| format!("0x{value:08x}")).unwrap_or_default();
    let half_bits = |variables: &Variables| variables.returned.or(variables.w).map(u32::from);
    let w = half_bits(&new);
    let rows = [
        Row {
            label: if grows { "mag before" } else { "" },
            sign: "",
            hex: if grows { word(old.mag) } else { String::new() },
            bits: old.mag.filter(|_| grows).map(|bits| (bits, 0)),
            role: &single,
            changed: false,
        },
        Row {
            label: "below",
            sign: if now.line == Line::AddBelow { "+" } else { "" },
            hex: word(new.below),
            bits: new.below.map(|bits| (bits, 0)),
            role: &mask,
            changed: new.below != old.below,
        },
        Row {
            label: "even",
            sign: if now.line == Line::AddEven { "+" } else { "" },
            hex: word(new.even),
            bits: new.even.map(|bits| (bits, 0)),
            role: &mask,
            changed: new.even != old.even,
        },
        Row {
            label: "mag",
            sign: if adds { "=" } else { "" },
            hex: word(new.mag),
            bits: new.mag.map(|bits| (bits, 0)),
            role: &single,
            changed: new.mag != old.mag,
        },
        Row {
            label: if new.returned.is_some() { "result" } else { "w" },
            sign: "",
            hex: w.map(|bits| format!("0x{bits:04x}")).unwrap_or_default(),
            bits: w.map(|bits| (bits, HALF_AT)),
            role: &half,
            changed: w != half_bits(&old),
        },
    ];
    let mut html = String::with_capacity(9000);
    places(&mut html, shift);
    for (index, row) in rows.iter().enumerate() {
        let lines = [if index == 3 { " sum" } else { "" }, if index == 4 { " w" } else { "" }];
        draw(&mut html, row, shift.filter(|_| index < 4), &lines.concat());
    }
    html
}

/// The numbers of the places, and where the result will be cut.
fn places(html: &mut String, shift: Option<u32>) {
    html.push_str("<div class=\"line places\" aria-hidden=\"true\"><b></b><code></code><span>");
    for place in (0..32).rev() {
        html.push_str(match place {
            30 | 22 => "</span><span>",
            _ => "",
        });
        html.push_str(if shift == Some(place) { "<i class=\"end\">" } else { "<i>" });
        if matches!(place, 31 | 30 | 23 | 22 | 0) || shift == Some(place) {
            push_number(html, place as i32);
        }
        html.push_str("</i>");
    }
    html.push_str("</span></div>");
}

fn draw(html: &mut String, row: &Row, cut: Option<u32>, classes: &str) {
    let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
    put(&["<div class=\"line", classes, if row.changed { " changed\"><b>" } else { "\"><b>" }, "<u>", row.sign, "</u>"]);
    put(&[row.label, "</b><code>", &row.hex, "</code><span>"]);
    for place in (0..32u32).rev() {
        put(&[match place {
            30 | 22 => "</span><span>",
            _ => "",
        }]);
        let at = row.bits.and_then(|(bits, lowest)| (place >= lowest).then(|| (bits, place - lowest)));
        let width = if row.bits.is_some_and(|(_, lowest)| lowest > 0) { 16 } else { 32 };
        let end = if cut == Some(place) { " end" } else { "" };
        match at.filter(|(_, bit)| *bit < width) {
            None => put(&["<i class=\"none", end, "\"> </i>"]),
            Some((bits, bit)) => {
                let one = bits >> bit & 1 == 1;
                let below = if cut.is_some_and(|cut| place < cut) { " cut" } else { "" };
                put(&["<i data-role=\"", (row.role)(place), "\" class=\"", if one { "one" } else { "" }, below, end]);
                put(&[if one { "\">1</i>" } else { "\">0</i>" }]);
            }
        }
    }
    put(&["</span></div>"]);
}

/// `exp` and `shift`, which are numbers rather than bits, as markup.
pub fn numbers(before: Option<&Moment>, now: &Moment) -> String {
    let old = before.map(|moment| moment.variables).unwrap_or_default();
    let new = now.variables;
    let mut html = String::from("<dl>");
    for (name, old, new) in [("exp", old.exp, new.exp), ("shift", old.shift.map(|shift| shift as i32), new.shift.map(|shift| shift as i32))]
    {
        html.push_str(if old == new { "<dt>" } else { "<dt class=\"changed\">" });
        html.push_str(name);
        html.push_str("</dt><dd>");
        push_text(&mut html, &new.map_or("–".into(), |new| new.to_string()));
        html.push_str("</dd>");
    }
    html.push_str("</dl>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::operation::float_to_half::{Conversion, PRESETS};

    /// The bits of a drawn row, most significant first.
    fn drawn(html: &str, row: usize) -> String {
        let line = html.split("<div class=\"line").nth(row + 2).unwrap_or("");
        line.split("<i").skip(1).map(|cell| cell.split('>').nth(1).and_then(|text| text.chars().next()).unwrap_or('?')).collect()
    }

    #[test]
    fn rows_show_the_bits_of_the_variables() {
        for (name, bits) in PRESETS {
            let conversion = Conversion::of(bits);
            for pair in conversion.moments.windows(2) {
                let html = figure(Some(&pair[0]), &pair[1]);
                let new = pair[1].variables;
                let expected = |value: Option<u32>| value.map_or(" ".repeat(32), |value| format!("{value:032b}"));
                assert_eq!(drawn(&html, 1), expected(new.below), "{name}");
                assert_eq!(drawn(&html, 2), expected(new.even), "{name}");
                assert_eq!(drawn(&html, 3), expected(new.mag), "{name}");
                let half = new.returned.or(new.w).map_or(" ".repeat(16), |half| format!("{half:016b}"));
                assert_eq!(drawn(&html, 4), format!("   {half}{}", " ".repeat(13)), "{name}");
            }
        }
    }

    #[test]
    fn an_addition_shows_both_sides() {
        let conversion = Conversion::of(0x3f80_3000);
        let at = conversion.moments.iter().position(|moment| moment.line == Line::AddBelow).unwrap_or(0);
        let html = figure(conversion.moments.get(at - 1), &conversion.moments[at]);
        let before = conversion.moments[at - 1].variables.mag.unwrap_or(0);
        assert_eq!(drawn(&html, 0), format!("{before:032b}"));
        assert!(html.contains("<u>+</u>below") && html.contains("<u>=</u>mag"));
    }
}
