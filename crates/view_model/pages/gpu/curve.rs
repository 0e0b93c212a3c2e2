//! The errors of what was read back, beside those of a lowering; the worst inputs; and the first inputs at which the two part.

use super::state::Look;
use crate::components::html::{count, push_text};
use crate::pages::accuracy::picture::named;
use crate::pages::accuracy::query::Axis as Spread;
use crate::pages::accuracy::view::View;
use crate::pages::accuracy::words::{mean_ulps, short, signed};
use crate::plots::axis::Axis;
use crate::plots::curve::{Bar, Curve, Series};
use crate::plots::sheet::Ink;
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use semantics::gpu::difference::Difference;
use semantics::gpu::function::Takes;
use semantics::instruction::{Context, Target, Version};
use semantics::sweep::column_statistics::{Column, Found};
use semantics::sweep::order::Line;
use semantics::sweep::{ColumnStatistics, FunctionUnderTest};

/// The pieces that were judged, in order of value.
fn pieces(look: &Look) -> impl Iterator<Item = (ColumnStatistics, &Difference)> {
    let mut pieces: Vec<_> = look.pieces.iter().enumerate().filter_map(|(at, piece)| Some((look.span(at), piece.as_ref()?))).collect();
    pieces.sort_by_key(|(span, _)| span.from);
    pieces.into_iter()
}

/// How operands are read, for axes and names: as singles.
fn reading(look: &Look) -> FunctionUnderTest {
    FunctionUnderTest {
        name: look.lowering.function.name,
        kind: look.lowering.function.kind,
        ..FunctionUnderTest::find("RCP", 90).unwrap_or(semantics::sweep::function_under_test::UNIT[0])
    }
}

fn view(look: &Look) -> View {
    let ends = [Line::WORDS.place(look.first), Line::WORDS.place(look.first + (look.count - 1))];
    View { from: ends[0].min(ends[1]), end: ends[0].max(ends[1]) + 1, axis: Spread::Ordinal, subject: reading(look) }
}

/// The plot, `width` CSS pixels wide.
pub fn curve(look: &Look, width: f64) -> Curve {
    let view = view(look);
    let series = |name: &str, ink: Ink, of: fn(&Difference) -> &Found| {
        let bar = |span: &ColumnStatistics, at: usize, column: &Column| {
            let from = if at == 0 { span.from } else { span.starts[at - 1] };
            let end = span.starts.get(at).copied().unwrap_or(span.end);
            (column.count > 0).then(|| Bar {
                left: view.x(from),
                right: view.x(end),
                low: column.low,
                high: column.high,
                mean: column.mean(),
            })
        };
        let bars = pieces(look).flat_map(|(span, piece)| {
            let bars: Vec<Bar> = of(piece).columns.iter().enumerate().filter_map(|(at, column)| bar(&span, at, column)).collect();
            bars
        });
        Series { name: name.to_owned(), ink, bars: bars.collect(), sampled_from: 2.0, dots: false }
    };
    let series = vec![series("this GPU", Ink::First, |piece| &piece.measured), series("the model", Ink::Second, |piece| &piece.modelled)];
    let bars = || series.iter().flat_map(|series| &series.bars);
    let (mut low, mut high) = bars().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), bar| (low.min(bar.low), high.max(bar.high)));
    if low > high {
        (low, high) = (-1.0, 1.0);
    }
    Curve {
        x: Axis { from: 0.0, to: 1.0, ticks: view.ticks((width / 110.0) as u32) },
        x_title: "input".to_owned(),
        y: Axis::round(low.min(0.0) * 1.04, high.max(0.0) * 1.04, 7),
        y_title: "error, ulp".to_owned(),
        series,
        limits: Vec::new(),
        borders: Vec::new(),
        worst: None,
    }
}

/// All that was found, joined.
pub fn joined(look: &Look) -> Difference {
    let mut whole = Difference::new(0);
    pieces(look).for_each(|(_, piece)| whole.merge(piece, 0));
    whole
}

/// What was found, as markup.
pub fn figures(look: &Look) -> String {
    let whole = joined(look);
    let subject = reading(look);
    let mut html = String::new();
    let far = if look.is_done() { String::new() } else { format!(" so far, of {}", count(look.count.into())) };
    html.push_str(&format!("<p id=\"looked\" data-done=\"{}\"><b>{}</b> results read back{far}; ", look.is_done(), count(whole.looked)));
    html.push_str(&match whole.differ {
        0 => "every one equals the model".to_owned(),
        differ => format!("<b>{}</b> differ from the model", count(differ)),
    });
    html.push_str(", which is ");
    push_text(&mut html, look.lowering.says);
    html.push_str(".</p>");
    if let Some(why) = &look.failed {
        html.push_str("<p class=\"beyond\">No more was judged: ");
        push_text(&mut html, why);
        html.push_str(".</p>");
    }
    if look.lowering.function.truth.is_some() {
        errors(&mut html, &subject, &whole);
    }
    if !whole.first.is_empty() {
        html.push_str("<h3>The first inputs for which they differ</h3><div class=\"scroll\" role=\"region\" aria-label=\"First differences\" tabindex=\"0\"><table id=\"differences\"><thead><tr><th scope=\"col\">input</th><th scope=\"col\">this GPU</th><th scope=\"col\">the model</th><th scope=\"col\">explorer</th></tr></thead><tbody>");
        for [operand, got, model] in &whole.first {
            let input = match look.lowering.function.takes {
                Takes::Single => named(&subject, *operand),
                _ => look.lowering.function.operands(*operand).map(|bits| format!("{bits:08x}")).join(" "),
            };
            html.push_str(&format!(
                "<tr><td><code>{input}</code></td><td><code>{got:08x}</code></td><td><code>{model:08x}</code></td><td>"
            ));
            if let Some(link) = link(look, *operand) {
                html.push_str("<a href=\"");
                push_text(&mut html, &link);
                html.push_str("\">open it</a>");
            }
            html.push_str("</td></tr>");
        }
        html.push_str("</tbody></table></div>");
    }
    html
}

/// How far off both are.
fn errors(html: &mut String, subject: &FunctionUnderTest, whole: &Difference) {
    html.push_str("<div class=\"scroll\" role=\"region\" aria-label=\"Errors\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">results</th><th scope=\"col\">worst error</th><th scope=\"col\">at</th><th scope=\"col\">correctly rounded</th><th scope=\"col\">mean error</th></tr></thead><tbody>");
    for (name, found) in [("this GPU", &whole.measured), ("the model", &whole.modelled)] {
        let summary = &found.summary;
        html.push_str(&format!(
            "<tr><th scope=\"row\">{name}</th><td>{} ulp</td><td><code>{}</code></td><td>{} %</td><td>{}</td></tr>",
            short(summary.ulps.error, 4),
            named(subject, summary.ulps.operand),
            short(summary.share_nearest() * 100.0, 3),
            mean_ulps(summary.measured.mean(), signed)
        ));
    }
    html.push_str("</tbody></table></div>");
}

/// The explorer with the lowering's instruction and an input, where PTX has the instruction.
fn link(look: &Look, operand: u32) -> Option<String> {
    let ptx = look.lowering.ptx(operand)?;
    let registers: Vec<String> = ptx.operands.iter().map(|(name, bits)| format!("{name}:{bits:08x}")).collect();
    let context = Context { target: Target::named(&format!("sm_{}", ptx.target))?, ptx: Version::NEWEST };
    let registers = Registers::read(&registers.join(",")).0;
    Some(Address { page: Page::Explore, text: ptx.text, registers, context, ..Address::default() }.written())
}
