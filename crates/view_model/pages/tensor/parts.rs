//! The result, the sums one after the other, and the products, as markup.

use super::{Query, Shown, button, named, put};
use crate::components::evidence::push_evidence;
use crate::components::html::{push_number, push_text, sentence};
use crate::components::picture::draw;
use crate::components::step_cards::cards;
use crate::state::address::{Address, Page};
use crate::state::queries::Queries;
use crate::state::registers::Registers;
use semantics::dot::{Alone, Part, alone, same};
use semantics::instruction::{Context, Evidence, Target, Version};
use semantics::number::Pattern;
use semantics::tensor_core::{Named, Summand, target};

/// The result: bits, value, error, and how that is known.
pub fn outcome(shown: &Shown) -> String {
    let mut html = String::with_capacity(1500);
    let (d, row) = (shown.d, shown.row);
    put(&mut html, &["<p class=\"d\"><b>D</b> <code class=\"bits-of-d\">0x", &d.hex(), "</code> <strong>"]);
    push_text(&mut html, &d.value_text());
    put(&mut html, &["</strong> <span class=\"error\">", &shown.error(d), "</span></p><p class=\"known\">"]);
    let number = target(shown.query.chip).unwrap_or_default();
    let length = shown.case.products();
    let step = row.step(length);
    let instructions = length.div_ceil(step);
    push_text(&mut html, &format!("{} (sm_{number}): ", shown.query.chip));
    push_text(&mut html, &named(row));
    let count = if instructions == 1 { ", one instruction".to_owned() } else { format!(", {instructions} instructions of K = {step}") };
    push_text(&mut html, &format!(". K = {length}{count}. "));
    if !length.is_multiple_of(row.k.first().copied().unwrap_or(1)) {
        html.push_str("Zeros fill the last. ");
    }
    push_evidence(&mut html, Evidence::from(row.evidence));
    html.push('.');
    for doubt in row.doubts {
        put(&mut html, &[" <span class=\"doubt\">Doubt: ", &sentence(doubt.sentence()), "</span>"]);
    }
    html.push_str("</p>");
    html
}

/// How many terms of a part lose bits; 0 where it is no sum.
fn losing(part: &Part) -> usize {
    part.group.as_ref().map_or(0, |group| group.losing())
}

/// The part that is opened: that of the query, else the first that loses something, else the first.
fn opened(shown: &Shown) -> usize {
    let last = shown.parts.len().saturating_sub(1);
    let usual =
        || shown.parts.iter().position(|part| losing(part) > 0).or_else(|| shown.parts.iter().position(|part| part.group.is_some()));
    shown.query.part.unwrap_or_else(|| usual().unwrap_or(0)).min(last)
}

/// All parts as buttons with what each gives, and the one that is opened in full.
pub fn window(shown: &Shown) -> String {
    let mut html = String::with_capacity(30_000);
    let open = opened(shown);
    if shown.parts.len() > 1 {
        html.push_str("<ol class=\"parts\">");
        for (place, part) in shown.parts.iter().enumerate() {
            html.push_str("<li>");
            let mut label = String::from("<b>");
            push_text(&mut label, &part.title);
            label.push_str("</b>");
            if let Some(result) = part.result {
                label.push_str(" <span>");
                push_text(&mut label, &result.value_text());
                label.push_str("</span>");
            }
            match losing(part) {
                0 => {}
                count => put(&mut label, &[" <i>", &count.to_string(), " cut</i>"]),
            }
            button(&mut html, &format!("part {place}"), Some(place == open), &label);
            html.push_str("</li>");
        }
        html.push_str("</ol>");
    }
    let Some(part) = shown.parts.get(open) else { return html };
    html.push_str("<h2>");
    push_text(&mut html, &part.title);
    html.push_str("</h2>");
    for said in &part.sentences {
        put(&mut html, &["<p class=\"said\">", &sentence(said), "</p>"]);
    }
    if let Some(alone) = alone(&shown.case, shown.row, &shown.parts, open) {
        put(&mut html, &["<p class=\"said\"><a href=\""]);
        push_text(&mut html, &link(shown, &alone));
        html.push_str("\">Open this instruction alone</a></p>");
    }
    match part.group.as_ref().and_then(|group| group.picture(part.result)) {
        Some(picture) => {
            html.push_str("<div class=\"picture\" role=\"group\" aria-label=\"Terms, sum and result at their weights\" tabindex=\"0\">");
            html.push_str(&draw(&picture));
            html.push_str("</div>");
        }
        None => put(&mut html, &["<ol class=\"cards\">", &cards(&part.steps), "</ol>"]),
    }
    html
}

/// The address of an instruction alone: a line in the explorer, a sum of halves here.
fn link(shown: &Shown, alone: &Alone) -> String {
    let target = target(shown.query.chip).and_then(|number| Target::named(&number.to_string())).unwrap_or(Context::default().target);
    // A conversion of two numbers wants no older PTX than the newest.
    let context = Context { target, ptx: Version::NEWEST };
    match alone {
        Alone::Line(text, given) => {
            let mut registers = Registers::default();
            given.iter().for_each(|(name, bits)| registers.set(name, *bits));
            Address { page: Page::Explore, text: text.clone(), registers, context, step: None, ..Address::default() }.written()
        }
        Alone::Dot(case) => {
            let query = Query { seen: String::new(), way: String::new(), ..shown.query.clone() }.with(case);
            Address { page: Page::Tensor, context, queries: Queries::of(Page::Tensor, &query.written()), ..Address::default() }.written()
        }
    }
}

/// What became of a term: whole, cut, or gone.
fn fate(shown: &Shown, k: usize) -> Option<&'static str> {
    let groups = shown.parts.iter().filter_map(|part| part.group.as_ref());
    let is = |term: &&Summand| match term.named {
        Named::Product(of) => of == k,
        Named::Products(first, last) => (first..=last).contains(&k),
        Named::C => false,
    };
    let (whole, kept) = groups.flat_map(|group| group.terms.iter().zip(&group.kept)).find(|(whole, _)| is(whole))?;
    Some(match () {
        () if same(&whole.value, &kept.value) => "",
        () if kept.value.magnitude.is_zero() => "gone",
        () => "cut",
    })
}

/// The pairs of factors with their products, and what became of each.
pub fn products(shown: &Shown) -> String {
    let case = &shown.case;
    let mut html = String::from(if case.products() > 32 { "<details><summary>" } else { "<details open><summary>" });
    put(&mut html, &["The ", &case.products().to_string(), " products</summary><ol class=\"pairs\">"]);
    for k in 0..case.products() {
        let fate = fate(shown, k).unwrap_or_default();
        put(&mut html, &["<li class=\"", fate, "\"><small>"]);
        push_number(&mut html, k as i32);
        html.push_str("</small> <span>");
        let [a, b] = case.pair(k);
        push_text(&mut html, &a.value_text());
        html.push_str(" × ");
        push_text(&mut html, &b.value_text());
        html.push_str("</span>");
        match fate {
            "gone" => html.push_str(" <i>all cut off</i>"),
            "cut" => html.push_str(" <i>cut</i>"),
            _ => {}
        }
        html.push_str("</li>");
    }
    html.push_str("</ol></details>");
    if let Some(exact) = &shown.exact {
        let near = exact.nearest(case.formats[2]);
        put(&mut html, &["<p class=\"under-table\">c ", &Pattern::new(case.formats[2], case.c).equation()]);
        put(&mut html, &["; the exact sum rounds to 0x", &near.hex(), ".</p>"]);
    }
    html
}
