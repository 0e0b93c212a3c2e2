//! What is promised of an approximation, beside the worst that the model does over every operand of the promise's range.

use super::find::named;
use super::links::Links;
use crate::components::html::{decimal, push_text};
use semantics::instruction::{Context, Target, Version};
use semantics::sweep::bounds::{BOUNDS, Bound, Measure, Source};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// The promises of a mnemonic's forms as a table; empty where there is none.
pub fn accuracy(mnemonic: &str) -> String {
    let ours = |bound: &&Bound| matches!(bound.source, Source::Ptx | Source::Cuda) && bound.function.split('.').next() == Some(mnemonic);
    let mut rows = BOUNDS.iter().filter(ours).peekable();
    if rows.peek().is_none() {
        return String::new();
    }
    let mut html = String::from(
        "<h2>Accuracy, documented and of the model</h2><div class=\"scroll\" role=\"region\" aria-label=\"Accuracy\" tabindex=\"0\"><table class=\"bounds\"><thead><tr><th scope=\"col\">form</th><th scope=\"col\">code for</th><th scope=\"col\">operands</th><th scope=\"col\">documented</th><th scope=\"col\">the model’s worst</th><th scope=\"col\">at</th></tr></thead><tbody>",
    );
    rows.for_each(|bound| one(&mut html, bound));
    html.push_str("</tbody></table></div><p class=\"under-table\">The model ran over every operand of each range. A chip may differ from the model where its badge says modelled.</p>");
    html
}

fn one(html: &mut String, bound: &Bound) {
    let source = if bound.source == Source::Ptx { "PTX manual" } else { "CUDA guide" };
    let target = ["sm_", &bound.target.to_string()].concat();
    put(html, &["<tr><th scope=\"row\"><code>", bound.function, "</code></th><td>", &target, "</td><td>", bound.on, "</td><td>"]);
    figure(html, bound.measure, bound.documented);
    put(html, &[" <small>", source, "</small></td>", if bound.met() { "<td>" } else { "<td class=\"differs\">" }]);
    figure(html, bound.measure, bound.measured);
    html.push_str(if bound.met() { " <small>✓ within</small></td><td>" } else { " <small>≠ beyond</small></td><td>" });
    let context = Context { target: Target::named(&target).unwrap_or(Target::SM_90), ptx: Version::NEWEST };
    let hex = format!("{:08x}", bound.operand);
    if let Some((form, modifiers)) = named(bound.function, context) {
        html.push_str("<a href=\"");
        push_text(html, &Links::new(form, modifiers, context).open(&["a:", &hex].concat()));
        put(html, &["\"><code>0x", &hex, "</code></a>"]);
    }
    html.push_str("</td></tr>");
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
