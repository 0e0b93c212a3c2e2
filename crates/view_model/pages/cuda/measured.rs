//! What nvcc's code of the math library computes, beside the bounds: how far off, over which operands, and which functions are above the guide.

use crate::components::html::count;
use semantics::instruction::cuda::Entry;
use semantics::sweep::library::Figure;
use std::collections::BTreeSet;

/// What the column is, and which functions are above the guide's bound.
pub fn said(figures: &[Figure]) -> String {
    let of =
        |fact: fn(&Figure) -> &'static str| figures.iter().map(fact).collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ");
    let above: BTreeSet<String> = figures.iter().filter(|figure| figure.is_above() == Some(true)).map(name).collect();
    let above = match above.len() {
        0 => "No error over these operands is above the guide’s bound.".to_owned(),
        _ => format!("Above the guide’s bound: {}.", above.into_iter().collect::<Vec<_>>().join(", ")),
    };
    format!(
        "<p>The model runs nvcc {}’s code for {} (swept {}); “Run here” has the results. It shows the largest error beside the true value, and its operand. \
         It shows how many floats the farthest result lies from the correctly rounded one, too, which is what the guide bounds. The doubles are too many to run \
         them all: half are any finite ones, and half lie between 2<sup>-16</sup> and 2<sup>16</sup>. No chip was asked \
         for these figures.</p> <p class=\"of-all\">An H100 gives the bits that nvcc 13.5’s code gives here, for every function of the table at one operand in 65 521, also with -use_fast_math. \
         One differs: jnf, in which ptxas fuses a product and a difference. People published 52 results: 29 of a V100, 8 of an RTX 3090, one of a P2000, 14 of a chip without a name. All come out \
         of the library’s code of their time, run the same way. {above}</p>",
        of(|figure| figure.nvcc),
        of(|figure| figure.target),
        of(|figure| figure.date),
    )
}

fn name(figure: &Figure) -> String {
    ["<code>", figure.function, "</code>"].concat()
}

/// The figures of a line of the table.
pub fn cell(entry: &Entry, figures: &[Figure]) -> String {
    let own = |double: bool| figures.iter().filter(move |figure| entry.has(figure.function) && figure.is_double() == double).map(one);
    let own: Vec<String> = own(false).chain(own(true)).collect();
    if own.is_empty() { "–".to_owned() } else { own.join("<br>") }
}

fn one(figure: &Figure) -> String {
    let above = if figure.is_above() == Some(true) { " <strong>above the guide</strong>" } else { "" };
    let code = |operand: &str| ["<code>", &operand.replace(',', " "), "</code>"].concat();
    let far = match figure.farthest {
        None => format!(", a NaN{above} at {}", code(figure.far)),
        // Beside a zero the distance in floats says nothing.
        Some(_) if figure.is_absolute() => String::new(),
        Some(0) => ", correctly rounded".to_owned(),
        Some(floats) => format!(", {floats} {}{}", if figure.is_double() { "double" } else { "float" }, if floats == 1 { "" } else { "s" }),
    };
    let above = if figure.farthest.is_none() { "" } else { above };
    let Figure { error, operand, instructions, run, .. } = figure;
    let kind = if figure.is_absolute() { " absolute" } else { "" };
    // The path is that of the operand that is worst in ulps.
    let path = if run == instructions || figure.is_absolute() {
        format!("{instructions} lines")
    } else {
        format!("{run} of {instructions} lines")
    };
    let double = if figure.is_double() { "double: " } else { "" };
    format!("{double}{error}{kind}{above} <small>at {}{far}; {}; {path}</small>", code(operand), operands(figure))
}

/// Which operands were run.
fn operands(figure: &Figure) -> String {
    let stretch = match figure.range {
        (0, u32::MAX) => String::new(),
        (from, to) => format!(" from <code>{from:08x}</code> to <code>{to:08x}</code>"),
    };
    match (figure.takes_two(), figure.every) {
        (true, _) if figure.function == "jnf" => {
            format!("{} pairs from seeds, the order in the first one’s last 7 bits", count(figure.operands()))
        }
        (true, _) if figure.is_double() => format!("{} pairs of doubles from seeds", count(figure.operands())),
        (true, _) => format!("{} pairs from seeds", count(figure.operands())),
        (false, _) if figure.is_double() => format!("{} doubles from seeds", count(figure.operands())),
        (false, 1) if stretch.is_empty() => "all 2<sup>32</sup>".to_owned(),
        (false, 1) => format!("every float{stretch}"),
        (false, every) => format!("one float in {every}{stretch}"),
    }
}
