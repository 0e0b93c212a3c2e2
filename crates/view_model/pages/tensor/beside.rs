//! What the sum could also be: the exact value, the nearest number, a loop, every other chip; and other orders of the products.

use super::{Shown, button, put, way};
use crate::components::html::{push_text, sentence};
use semantics::chips::named as named_chips;
use semantics::dot::Way;
use semantics::number::Pattern;
use semantics::tensor_core::Row;

/// Random orders that are tried.
const ORDERS: usize = 200;

fn line(html: &mut String, shown: &Shown, name: &str, d: Option<Pattern>, value: &str, remark: &str) {
    let seen = d.is_some_and(|d| is_seen(shown, d));
    put(html, &[if seen { "<tr class=\"seen\"><th scope=\"row\">" } else { "<tr><th scope=\"row\">" }, name, "</th><td><code>"]);
    if let Some(d) = d {
        put(html, &["0x", &d.hex()]);
    }
    html.push_str("</code></td><td class=\"value-of-d\">");
    push_text(html, value);
    let error = d.map(|d| shown.error(d)).unwrap_or_default();
    put(html, &["</td><td>", &error, "</td><td>", remark, "</td></tr>"]);
}

/// Whether these are the bits that somebody saw.
fn is_seen(shown: &Shown, d: Pattern) -> bool {
    let digits = shown.query.seen.trim().trim_start_matches("0x");
    u64::from_str_radix(digits, 16).is_ok_and(|seen| seen == d.bits)
}

/// The table.
pub fn table(shown: &Shown) -> String {
    let mut html = String::from(
        "<table><thead><tr><th scope=\"col\">who</th><th scope=\"col\">bits</th><th scope=\"col\">value</th><th scope=\"col\">error</th><th scope=\"col\">where it parts</th></tr></thead><tbody>",
    );
    let format = shown.case.formats[2];
    match &shown.exact {
        Some(exact) => {
            let (value, near) = (exact.decimal(), exact.nearest(format));
            let whole = if value.len() <= 40 { value } else { near.value_text() };
            line(&mut html, shown, "exact sum", None, &whole, "every product and c with all digits");
            line(&mut html, shown, "correctly rounded", Some(near), &near.value_text(), "the exact sum, rounded once to nearest even");
        }
        None => line(&mut html, shown, "exact sum", None, "none", "an infinity or a NaN takes part"),
    }
    let chain = shown.case.chain();
    let name = format!("loop of fma.rn.{}", chain.format.name.to_lowercase());
    line(&mut html, shown, &name, Some(chain), &chain.value_text(), "c first, then one product after the other, rounded each time");
    for one in &shown.ways {
        let mine = one.rows.iter().any(|row| std::ptr::eq(*row, shown.row));
        let remark = match (&one.parting, one.d == shown.d) {
            _ if mine => "looked at above".to_owned(),
            (None, _) => "the same steps".to_owned(),
            (Some(parting), true) => ["the same bits by other steps. ", &sentence(parting)].concat(),
            (Some(parting), false) => sentence(parting),
        };
        line(&mut html, shown, &chips(shown, one), Some(one.d), &one.d.value_text(), &remark);
    }
    html.push_str("</tbody></table>");
    html
}

/// The chips of a way as buttons, each with its path where that is no ordinary `mma.sync`. What all later chips do is one button.
fn chips(shown: &Shown, one: &Way) -> String {
    let mut html = String::new();
    for row in &one.rows {
        let all = named_chips().filter(|(_, number)| row.targets.contains(number));
        let own = all.clone().find(|(chip, _)| *chip == shown.query.chip);
        let every = row.targets.len() > 5;
        for (chip, _) in all.filter(|one| !every || own.map_or(one.1 == row.targets[0], |own| own == *one)).take(if every { 1 } else { 99 })
        {
            let now = chip == shown.query.chip && std::ptr::eq(*row, shown.row);
            let label = if every { [row.chips, &path(row)].concat() } else { [chip, &path(row)].concat() };
            button(&mut html, &way(chip, row), Some(now), &label);
            html.push(' ');
        }
    }
    html
}

/// What tells a row from the others of its chip: ` wgmma`; nothing for an ordinary `mma.sync`.
fn path(row: &Row) -> String {
    let path = if row.path.name() == "mma.sync" { String::new() } else { [" ", row.path.name()].concat() };
    let kind = if row.kind.is_empty() { String::new() } else { [" ", row.kind].concat() };
    let small = if row.k == [4] && row.targets != [70] { " m8n8k4" } else { "" };
    [path, kind, small.to_owned()].concat()
}

/// What other orders of the products give.
pub fn orders(shown: &Shown) -> String {
    if shown.case.scale.is_some() {
        return "Blocks have their scales, so that their order stays.".into();
    }
    let (results, others) = shown.case.orders(shown.row, ORDERS, 1);
    match others {
        0 => format!("{ORDERS} random orders of k all give these bits."),
        _ => format!("Of {ORDERS} random orders of k, {others} give other bits: {results} results in all."),
    }
}
