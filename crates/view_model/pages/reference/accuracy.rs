//! What is promised of an approximation, beside the worst that the model does over every operand of the promise's range.

use super::find::named;
use super::links::Links;
use crate::components::html::{decimal, push_text};
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use semantics::instruction::{Context, Target, Version};
use semantics::special_function::Elementary;
use semantics::sweep::bounds::{BOUNDS, Bound, Measure, PAIRS, PairBound, Source};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// The promises of a mnemonic's forms, and of the unit's functions that they run, as a table; empty where there is none.
pub fn accuracy(mnemonic: &str) -> String {
    let mut rows = String::new();
    let Some(approximated) = Elementary::of_form(mnemonic) else { return rows };
    BOUNDS.iter().filter(|bound| bound.is_of(approximated)).for_each(|bound| one(&mut rows, bound));
    PAIRS.iter().filter(|bound| bound.function.split('.').next() == Some(mnemonic)).for_each(|bound| pair(&mut rows, bound));
    table(rows)
}

/// What the texts on MUFU and on the unit promise, as a table.
pub fn of_unit() -> String {
    let mut rows = String::new();
    BOUNDS.iter().filter(|bound| matches!(bound.source, Source::Tesla | Source::Mufu)).for_each(|bound| one(&mut rows, bound));
    table(rows)
}

fn table(rows: String) -> String {
    if rows.is_empty() {
        return rows;
    }
    let mut html = String::from(
        "<h2>Accuracy, documented and of the model</h2><div class=\"scroll\" role=\"region\" aria-label=\"Accuracy\" tabindex=\"0\"><table class=\"bounds\"><thead><tr><th scope=\"col\">form</th><th scope=\"col\">code for</th><th scope=\"col\">operands</th><th scope=\"col\">documented</th><th scope=\"col\">the model’s worst</th><th scope=\"col\">at</th></tr></thead><tbody>",
    );
    put(
        &mut html,
        &[
            &rows,
            "</tbody></table></div><p class=\"under-table\">The model ran over every operand of each range. A chip may differ from the model where the badge says inferred.</p>",
        ],
    );
    html
}

fn one(html: &mut String, bound: &Bound) {
    let target = ["sm_", &bound.target.to_string()].concat();
    let context = Context { target: Target::named(&target).unwrap_or(Target::SM_90), ptx: Version::NEWEST };
    let unit = matches!(bound.source, Source::Tesla | Source::Mufu);
    begin(html, &[if unit { "MUFU." } else { "" }, bound.function].concat(), &target, bound.on);
    figure(html, bound.measure, bound.documented);
    put(html, &[" <small>", bound.source.name(), "</small></td>", if bound.met() { "<td>" } else { "<td class=\"differs\">" }]);
    figure(html, bound.measure, bound.measured);
    html.push_str(if bound.met() { " <small>✓ within</small></td><td>" } else { " <small>≠ beyond</small></td><td>" });
    let hex = format!("{:08x}", bound.operand);
    if unit {
        let mut registers = Registers::default();
        registers.set("R1", bound.operand.into());
        let text = ["MUFU.", bound.function, " R0, R1;"].concat();
        let address = Address { page: Page::Explore, text, registers, context, step: None, ..Address::default() };
        html.push_str("<a href=\"");
        push_text(html, &address.written());
        put(html, &["\"><code>0x", &hex, "</code></a>"]);
    } else if let Some((form, modifiers)) = named(bound.function, context) {
        html.push_str("<a href=\"");
        push_text(html, &Links::new(form, modifiers, context).open(&["a:", &hex].concat()));
        put(html, &["\"><code>0x", &hex, "</code></a>"]);
    }
    html.push_str("</td></tr>");
}

fn pair(html: &mut String, bound: &PairBound) {
    begin(html, bound.function, "all", bound.on);
    figure(html, Measure::Ulps, bound.ulps);
    put(
        html,
        &[
            " <small>",
            Source::Ptx.name(),
            "</small></td><td colspan=\"2\"><small>not run: two operands make too many pairs</small></td></tr>",
        ],
    );
}

/// A row's first three cells and the start of the fourth.
fn begin(html: &mut String, function: &str, target: &str, on: &str) {
    put(html, &["<tr><th scope=\"row\"><code>", function, "</code></th><td>", target, "</td><td>", on, "</td><td>"]);
}

/// An error in the unit of its measure.
fn figure(html: &mut String, measure: Measure, value: f64) {
    let number = decimal(value);
    match measure {
        Measure::AbsoluteBits => put(html, &["2<sup>−", &number, "</sup> absolute"]),
        Measure::RelativeBits => put(html, &["2<sup>−", &number, "</sup> relative"]),
        Measure::Ulps => put(html, &[&number, " ulp"]),
        Measure::UlpsFromNearest => put(html, &[&number, " ulp from the nearest"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_is_of_a_known_form() {
        for bound in BOUNDS.iter().filter(|bound| matches!(bound.source, Source::Ptx | Source::Cuda)) {
            let named = named(bound.function, Context::default());
            assert!(
                named.is_some_and(|(form, modifiers)| super::super::find::name(form, modifiers) == bound.function),
                "{}",
                bound.function
            );
        }
    }
}
