//! What became of a column or a picture: a table of recipes, what is said of the chosen one, the worst blocks, the plot of sizes.

use super::query::Query;
use crate::components::html::{count, push_text};
use crate::plots::histogram::Histogram;
use crate::plots::sheet::Ink;
use semantics::column::{Found, Picture, Report, Sizes, Source, short};
use semantics::number::{F32, Pattern};

/// What is in the picture's three shades: their names and what they are, for the text and for a screen reader.
pub const PICTURES: [&str; 3] = ["before", "after", "difference"];

/// A double for people: four digits, and a true minus sign.
fn figure(bits: u64) -> String {
    short(bits).replace('-', "−")
}

/// The table: a row for each recipe, with what is known of it so far.
pub fn table(query: &Query, report: &Report) -> String {
    const HEADS: [&str; 9] =
        ["recipe", "bits a value", "MSE", "SQNR, dB", "largest error", "made zero", "saturated", "lost", "blocks with an outlier"];
    let (rows, chosen) = query.rows();
    let mut html = String::with_capacity(6000);
    html.push_str("<table><thead><tr>");
    for head in HEADS {
        html.push_str(&format!("<th scope=\"col\">{head}</th>"));
    }
    html.push_str("</tr></thead><tbody>");
    for (place, row) in rows.iter().enumerate() {
        let (class, pressed) = if place == chosen { (" class=\"chosen\"", "true") } else { ("", "false") };
        html.push_str(&format!("<tr{class}><th scope=\"row\"><button type=\"button\" data-do=\"row {place}\" aria-pressed=\"{pressed}\">"));
        push_text(&mut html, &row.name());
        html.push_str("</button></th>");
        match report.found.get(place) {
            None => html.push_str("<td colspan=\"8\" class=\"none\">not yet</td>"),
            Some(found) => found.cells(report.count).iter().zip(&HEADS[1..]).for_each(|(cell, head)| {
                html.push_str(&format!("<td data-head=\"{head}\">"));
                push_text(&mut html, &cell.replace('-', "−"));
                html.push_str("</td>");
            }),
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// How many numbers there are, and how they stand.
pub fn counted(report: &Report) -> String {
    let all = count(report.count as u64);
    let rows = report.count / report.row.max(1) / report.channels.max(1);
    let shape = match (rows, report.channels) {
        (0 | 1, _) if report.count == 1 => "One number".to_owned(),
        (0 | 1, _) => format!("{all} numbers"),
        (_, 3) => format!("{all} numbers: red, green and blue of {} × {} pixels", report.row, rows),
        _ => format!("{all} numbers in {rows} rows of {}", report.row),
    };
    let special = match report.special {
        0 => String::new(),
        special => format!(" {} infinite or no number: their blocks are lost.", count(special)),
    };
    format!("{shape}.{special}")
}

/// The name of the chosen row.
pub fn name(query: &Query) -> String {
    let (rows, place) = query.rows();
    rows.get(place).map(|row| row.name()).unwrap_or_default()
}

/// What the chosen row keeps of the numbers, in sentences.
pub fn said(query: &Query, found: &Found) -> String {
    let (rows, place) = query.rows();
    let Some(row) = rows.get(place) else { return String::new() };
    let most = row.stretch();
    let blocks = if row.recipe.is_per_tensor() { "stretches" } else { "blocks" };
    let mut sentences = vec![row.rule.words().to_owned()];
    if row.recipe.has_tensor_scale() {
        let of = if row.recipe.is_per_tensor() { "The scale factor of all numbers" } else { "The tensor scale" };
        sentences.push(format!("{of} is {}.", Pattern::new(F32::ROW, found.tensor).digits()));
    }
    sentences.push(format!("The worst {blocks} have {most} numbers at most; none crosses the end of a row."));
    sentences.join(" ")
}

/// The worst blocks, each with a link that opens it among the blocks of a few numbers.
pub fn worst(query: &Query, found: &Found) -> String {
    let (rows, place) = query.rows();
    let (Some(row), false) = (rows.get(place), found.worst.is_empty()) else {
        return if found.lost > 0 { "<p>No block that counts has an error.</p>" } else { "<p>No block has an error.</p>" }.into();
    };
    let mut html = String::from("<ol>");
    for worst in &found.worst {
        let typed: Vec<String> = worst.numbers.iter().map(|bits| Pattern::new(F32::ROW, u64::from(*bits)).digits()).collect();
        let tensor = row.recipe.has_tensor_scale().then_some(found.tensor);
        let alone = Query {
            typed: typed.join(" "),
            recipe: row.recipe,
            own: query.own,
            rule: row.rule,
            tensor,
            source: None,
            chosen: 0,
            exponent: query.exponent,
        };
        html.push_str("<li><a href=\"#/formats/blocks?v=1&");
        push_text(&mut html, &alone.written());
        let last = worst.first + worst.numbers.len();
        html.push_str(&format!("\">numbers {} to {}</a>: MSE {}", count(worst.first as u64 + 1), count(last as u64), figure(worst.mse)));
        html.push_str(if worst.outlier { ", with an outlier</li>" } else { "</li>" });
    }
    html.push_str("</ol>");
    html
}

/// What the shades of a picture mean.
pub fn legend(place: usize, picture: &Picture, found: &Found) -> String {
    let ends = picture.ends.map(|bits| Pattern::new(F32::ROW, u64::from(bits)).digits().replace('-', "−"));
    let shades = match place {
        0 => format!("Before: black is {}, white is {}.", ends[0], ends[1]),
        1 => "After: the same shades; what lies beyond is black or white.".to_owned(),
        _ if found.largest << 1 == 0 => "Difference: none.".to_owned(),
        _ => {
            let largest = f64::from_bits(found.largest).abs().to_bits();
            format!("Difference: grey is none, black is −{0}, white is {0}.", figure(largest))
        }
    };
    if found.lost > 0 { shades + " Lost numbers are black." } else { shades }
}

/// A picture's bytes for a canvas: red, green, blue and no transparency, pixel by pixel.
pub fn pixels(shades: &[u8], channels: usize) -> Vec<u8> {
    let plane = shades.len() / channels.max(1);
    let shade = |channel: usize, at: usize| shades.get(channel.min(channels - 1) * plane + at).copied().unwrap_or(0);
    (0..plane).flat_map(|at| [shade(0, at), shade(1, at), shade(2, at), 255]).collect()
}

/// The sizes of numbers on one line: below zero from the largest to the smallest, zeros, and above zero.
fn line(sizes: &Sizes, low: i64, high: i64) -> Vec<u64> {
    let of = |sign: usize, exponent: i64| {
        let place = usize::try_from(exponent - sizes.from).ok();
        u64::from(place.and_then(|place| sizes.counts[sign].get(place)).copied().unwrap_or(0))
    };
    let below = (low..=high).rev().map(|exponent| of(0, exponent));
    below.chain([sizes.zeros]).chain((low..=high).map(|exponent| of(1, exponent))).collect()
}

/// The exponents that numbers or values have, lowest and highest.
fn range(all: [&Sizes; 2]) -> (i64, i64) {
    let ends =
        all.iter().filter(|sizes| !sizes.counts[0].is_empty()).map(|sizes| (sizes.from, sizes.from + sizes.counts[0].len() as i64 - 1));
    let (low, high) = ends.fold((i64::MAX, i64::MIN), |(low, high), (from, to)| (low.min(from), high.max(to)));
    if low > high { (0, 0) } else { (low, high) }
}

/// The distribution before and after.
pub fn distribution(before: &Sizes, after: &Sizes) -> Histogram {
    let (low, high) = range([before, after]);
    let reach = high - low + 1;
    // Labels far from zero, and far from one another: they are as long as a bin is wide.
    let step = (reach as usize / 2).max(1);
    let above = (low..=high).rev().step_by(step).map(|exponent| (exponent - low + 1, format!("2^{exponent}").replace('-', "−")));
    let above = above.filter(|(place, _)| place * 3 >= reach);
    let below = above.clone().map(|(place, label)| (-place, ["−", &label].concat()));
    let ticks = below.chain([(0, "0".to_owned())]).chain(above).map(|(place, label)| (place as f64 + 0.5, label)).collect();
    Histogram {
        counts: vec![(line(before, low, high), Ink::First), (line(after, low, high), Ink::Second)],
        bins: (-reach as f64, 1.0),
        title: "share of numbers",
        axis: "size, by powers of two",
        ticks: Some(ticks),
    }
}

/// The same as a table.
pub fn sizes(before: &Sizes, after: &Sizes) -> String {
    let (low, high) = range([before, after]);
    let (before, after) = (line(before, low, high), line(after, low, high));
    let names = (low..=high)
        .rev()
        .map(|exponent| format!("−2^{exponent}"))
        .chain(["0".to_owned()])
        .chain((low..=high).map(|exponent| format!("2^{exponent}")))
        .map(|name| name.replace('-', "−"));
    let mut html = String::from(
        "<table><thead><tr><th scope=\"col\">from</th><th scope=\"col\">before</th><th scope=\"col\">after</th></tr></thead><tbody>",
    );
    for ((name, before), after) in names.zip(before).zip(after).filter(|((_, before), after)| *before + *after > 0) {
        html.push_str(&format!("<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td></tr>", count(before), count(after)));
    }
    html.push_str("</tbody></table>");
    html
}

/// What a source is, in a sentence.
pub fn source(source: Source) -> &'static str {
    match source {
        Source::Gradient => {
            "64 rows of 128 pixels that become brighter to the right and to the bottom. Two pixels have the value 2040, far beyond white, 255."
        }
        Source::Normal => {
            "65,536 nearly normal numbers with a standard deviation of 1 (seed 1): each is the sum of twelve uniform random numbers, less its mean."
        }
        Source::Given => {
            "Numbers as text, a .npy of NumPy's, or a picture without its transparency: at most 4,194,304 numbers, each first rounded to a single. They are read in this browser and sent nowhere."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::column::Study;

    fn studied(query: &Query, drawn: Option<usize>) -> Report {
        let mut study = Study::new(query.asked(query.source.expect("a source"), drawn), query.typed.clone().into_bytes());
        while study.go_on() {}
        study.report()
    }

    #[test]
    fn the_table_has_each_recipe_and_the_chosen_one() {
        let query = Query { source: Some(Source::Gradient), ..Query::default() };
        let report = studied(&query, None);
        let html = table(&query, &report);
        assert_eq!(html.matches("<tr").count(), 12);
        assert_eq!(html.matches("aria-pressed=\"true\">MXFP4 (E2M1)</button>").count(), 1);
        assert!(html.contains("NVFP4 (E2M1), scale up") && html.contains("tensor scale 1.0") && html.contains("FP8 (E5M2) per tensor"));
        assert!(!html.contains("not yet") && table(&query, &Report::default()).matches("not yet").count() == 11);
        assert_eq!(counted(&report), "8\u{202f}192 numbers in 64 rows of 128.");
    }

    #[test]
    fn a_worst_block_opens_with_the_same_error() {
        let query = Query { source: Some(Source::Gradient), ..Query::default() };
        for (place, row) in query.rows().0.iter().enumerate() {
            let query = query.choose(row);
            let report = studied(&query, Some(place));
            let found = &report.found[0];
            let html = worst(&query, found);
            assert!(!found.worst.is_empty() && !said(&query, found).is_empty(), "{}", row.name());
            let link = html.split("#/formats/blocks?v=1&").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
            let (alone, notices) = Query::read(&link.replace("&amp;", "&"));
            assert_eq!((alone.recipe.key, alone.own_rule(), notices.len()), (row.recipe.key, row.rule, 0), "{}", row.name());
            // The same numbers with the same factors: the sum of the squares is the same.
            let given = semantics::microscaling::numbers(&alone.typed).expect("numbers");
            let one = F32::FORMAT.one();
            let blocks = semantics::microscaling::quantize(&given, alone.recipe, alone.rule, alone.tensor.unwrap_or(one));
            let off = |element: &semantics::microscaling::Element| {
                let value = element.value.as_ref().expect("a value").nearest(semantics::number::F64::ROW);
                f64::from_bits(value.bits) - f64::from(f32::from_bits(element.number.bits as u32))
            };
            let sum: f64 = blocks.iter().flat_map(|block| &block.elements).map(|element| off(element) * off(element)).sum();
            assert_eq!(short((sum / given.len() as f64).to_bits()), short(found.worst[0].mse), "{}", row.name());
        }
    }

    #[test]
    fn a_picture_has_a_pixel_for_each_number_and_its_scale_in_words() {
        let query = Query { source: Some(Source::Gradient), ..Query::default() };
        let report = studied(&query, Some(4));
        let (picture, found) = (report.picture.as_ref().expect("a picture"), &report.found[0]);
        let bytes = pixels(&picture.after.0, report.channels);
        assert_eq!(
            (bytes.len(), &bytes[..4]),
            (4 * 64 * 128, &[picture.after.0[0]; 3].iter().copied().chain([255]).collect::<Vec<u8>>()[..])
        );
        assert_eq!(legend(0, picture, found), "Before: black is 0.0, white is 255.0.");
        assert!(legend(2, picture, found).contains("grey is none"));
        assert_eq!(pixels(&[1, 2, 3, 4, 5, 6], 3), [1, 3, 5, 255, 2, 4, 6, 255]);
    }

    #[test]
    fn sizes_stand_in_order() {
        let query = Query { source: Some(Source::Given), typed: "-2 -0.5 0 0 1 3 100".into(), ..Query::default() };
        let report = studied(&query, None);
        let plot = distribution(&report.sizes, &report.found[4].sizes);
        // From -2^6 to 2^6 by way of 2^-1 and zero.
        assert_eq!(plot.counts[0].0, [0, 0, 0, 0, 0, 1, 0, 1, 2, 0, 1, 1, 0, 0, 0, 0, 1]);
        assert_eq!(plot.counts[1].0.iter().sum::<u64>(), 7);
        assert!(sizes(&report.sizes, &report.found[4].sizes).contains("<th scope=\"row\">−2^1</th><td>1</td>"));
    }
}
