//! One dot product on a tensor core: products in their window, what is cut off, what is carried on, and what the sum could also be.
//!
//! What is shown follows from the query alone (see [`query`]). While a text means nothing, the last numbers stay, dimmed.

mod beside;
mod entry;
mod lanes;
mod parts;
mod query;

pub use query::Query;

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, heard, text};
use crate::components::grid;
use crate::components::html::{push_text, sentence};
use crate::components::picture::show_cuts;
use crate::components::turn::{measured, turn};
use crate::state::address::Page;
use crate::state::browser;
use crate::state::decimal::Decimal;
use crate::state::explorer::Explorer;
use crate::state::journal::{Change, Edited};
use leptos::prelude::*;
use semantics::dot::{Case, Part, Preset, Way, presets, slug};
use semantics::number::{Pattern, Random};
use semantics::rounding::Literal;
use semantics::tensor_core::{CHIPS, Row};
use semantics::trace::Scaled;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// What was computed.
pub struct Shown {
    /// What was asked.
    query: Query,
    /// The row of the table.
    row: &'static Row,
    case: Case,
    parts: Vec<Part>,
    d: Pattern,
    exact: Option<Scaled>,
    ways: Vec<Way>,
}

impl Shown {
    fn of(query: &Query) -> Option<Shown> {
        let (row, case) = (query.row()?, query.case().ok()?);
        let (parts, d) = case.parts(row);
        let (exact, ways) = (case.exact(), case.ways(row, query.chip));
        Some(Shown { query: query.clone(), row, case, parts, d, exact, ways })
    }

    /// How far a number lies from the exact sum, in units in the last place of the number nearest to that.
    fn error(&self, d: Pattern) -> String {
        let Some(exact) = &self.exact else { return "–".into() };
        let wanted = Decimal::of_literal(&Literal::Number {
            negative: exact.negative,
            numerator: exact.magnitude.clone(),
            exponent: exact.exponent,
            decimals: 0,
        });
        let ulp = exact.nearest(self.case.formats[2]).ulp_exponent();
        let (Some(wanted), Some(got), Some(ulp)) = (wanted, Decimal::of_pattern(d), ulp) else { return "–".into() };
        let error = got.minus(&wanted);
        if error.is_zero() {
            return "exact".into();
        }
        let (digits, all) = error.times_power_of_two(-ulp).short(4);
        [if all { "" } else { "≈ " }, &digits.replace('-', "−"), " ulp"].concat()
    }
}

/// Adds pieces.
fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A button that does something when it is pressed; its id finds it again when it was drawn anew.
fn button(html: &mut String, action: &str, pressed: Option<bool>, label: &str) {
    html.push_str("<button type=\"button\" data-do=\"");
    push_text(html, action);
    html.push_str("\" id=\"do ");
    push_text(html, action);
    let state = match pressed {
        Some(true) => "\" aria-pressed=\"true\">",
        Some(false) => "\" aria-pressed=\"false\">",
        None => "\">",
    };
    put(html, &[state, label, "</button>"]);
}

/// The page.
#[component]
pub fn Tensor() -> impl IntoView {
    let explorer = expect_context::<Explorer>();
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Tensor)));
    let query = Memo::new(move |_| read.with(|(query, _)| query.clone()));
    let all = StoredValue::new(presets());
    let wrong = Memo::new(move |_| query.with(|query| query.case().err()));
    let shown = Memo::new_with_compare(
        move |old: Option<&Option<Arc<Shown>>>| query.with(Shown::of).map(Arc::new).or_else(|| old.cloned().flatten()),
        |old, new| match (old.and_then(Option::as_ref), new.and_then(Option::as_ref)) {
            (Some(old), Some(new)) => !Arc::ptr_eq(old, new),
            (old, new) => old.is_some() != new.is_some(),
        },
    );
    Effect::new(move |_| {
        let notices = read.with(|(_, notices)| notices.clone());
        if !notices.is_empty() {
            explorer.notices.set(notices);
        }
        let d = shown.get().map(|shown| ["0x", &shown.d.hex(), " on ", shown.query.chip].concat());
        explorer.subject.set(["Dot product ", &d.unwrap_or_default()].concat());
    });
    Effect::new(move |_| {
        shown.track();
        measured(|| show_cuts(".window .picture .result .end"));
    });
    let change = move |query: Query, change: Change| {
        if !query.texts.iter().chain([&query.seen]).any(|text| explorer.refuses(text.len())) {
            explorer.set_query(Page::Tensor, &query.settled().written(), change);
        }
    };
    let click = heard(move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(button) = target.and_then(|target| target.closest("[data-do]").ok().flatten()) else { return };
        let (action, id) = (button.get_attribute("data-do").unwrap_or_default(), button.id());
        let now = query.get_untracked();
        if let Some((next, what)) = all.with_value(|all| done(&action, &now, all)) {
            change(next, what);
            request_animation_frame(move || {
                if let Some(button) = browser::element::<web_sys::HtmlElement>(&id) {
                    let _ = button.focus();
                }
            });
        }
    });
    // What does not change with a number is not drawn anew with it.
    let held = Memo::new(move |_| shown.get().map(|shown| lanes::section(&shown)).unwrap_or_default());
    let said = RwSignal::new(String::new());
    Effect::new(move |_| {
        // What was said names a number above.
        shown.track();
        said.set(String::new());
    });
    let point = move |target: Option<web_sys::EventTarget>| {
        let cell = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok()).filter(|cell| cell.has_attribute("data-lane"));
        let Some((cell, shown)) = cell.zip(shown.get_untracked()) else { return };
        let Some((lane, text)) = lanes::named(&shown, &cell.id()) else { return };
        said.set(text);
        if let Ok(Some(section)) = cell.closest(".lanes") {
            lanes::mark(&section, lane, &cell);
        }
    };
    let keys = |event: web_sys::KeyboardEvent| {
        if matches!(&*event.key(), "Enter" | " ")
            && let Some(cell) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok())
            && cell.has_attribute("data-do")
        {
            event.prevent_default();
            cell.click();
        }
        grid::walk(&event);
    };
    let ask = Callback::new(move |(query, what)| change(query, what));
    let drawn = move |make: fn(&Shown) -> String| text(move || shown.get().map(|shown| make(&shown)).unwrap_or_default());
    let chosen = move || query.with(|query| all.with_value(|all| all.iter().position(|preset| same(query, preset))));
    let says =
        move || chosen().and_then(|at| all.with_value(|all| all.get(at).map(|preset| sentence(&preset.sentence())))).unwrap_or_default();
    view! {
        <main id="main" class="tensor" on:click=click>
            <h1 class="unseen">"One dot product on a tensor core"</h1>
            <p class="invite">"How a tensor core adds: one element of D = A·B + C, bit by bit, on each chip."</p>
            <p class="presets" role="group" aria-label="Dot products worth a look" inner_html=text(move || all.with_value(|all| picks(all, chosen())))></p>
            <p class="claim" role="status" inner_html=text(says)></p>
            {turn(move || entry::entry(query, wrong, ask))}
            <div class="computed" class:stale=flag(move || wrong.with(Option::is_some))>
                {turn(move || view! { <section class="outcome" aria-label="The result" inner_html=drawn(parts::outcome)></section> }.into_any())}
                {turn(move || view! { <section class="window" aria-label="The sums" inner_html=drawn(parts::window)></section> }.into_any())}
                {turn(move || view! {
                    <section class="beside" aria-labelledby="beside-title">
                        <h2 id="beside-title">"Beside it"</h2>
                        <div class="scroll" role="region" aria-label="What else the sum could be" tabindex="0" inner_html=drawn(beside::table)></div>
                        <p class="under-table" inner_html=drawn(beside::orders)></p>
                    </section>
                }.into_any())}
                {turn(move || entry::find(query, shown, ask))}
                {turn(move || view! { <section class="products" aria-label="The products" inner_html=drawn(parts::products)></section> }.into_any())}
                {turn(move || view! {
                    <section
                        class="lanes"
                        aria-labelledby="lanes-title"
                        on:focusin=heard(move |event: web_sys::FocusEvent| point(event.target()))
                        on:mouseover=heard(move |event: web_sys::MouseEvent| point(event.target()))
                        on:keydown=heard(keys)
                    >
                        <h2 id="lanes-title">"Which lane holds which element"</h2>
                        <p class="named" role="status" inner_html=text(move || said.get())></p>
                        <div inner_html=text(move || held.get())></div>
                    </section>
                }.into_any())}
            </div>
        </main>
    }
}

/// Whether a query shows a preset.
fn same(query: &Query, preset: &Preset) -> bool {
    let of = Query::of(preset);
    (query.chip, &query.texts[..3], query.formats) == (of.chip, &of.texts[..3], of.formats)
        && query.row().is_some_and(|row| std::ptr::eq(row, preset.row))
}

fn picks(all: &[Preset], chosen: Option<usize>) -> String {
    let mut html = String::new();
    for (place, preset) in all.iter().enumerate() {
        button(&mut html, &format!("preset {place}"), Some(chosen == Some(place)), &sentence(preset.name));
    }
    html
}

/// What a button's action makes of a query; None where it means nothing.
fn done(action: &str, now: &Query, presets: &[Preset]) -> Option<(Query, Change)> {
    let (verb, word) = action.split_once(' ').unwrap_or((action, ""));
    let edit = Change::Edit(Edited::Tensor(action.to_owned()));
    let ordered = |order: &dyn Fn(&Case) -> Vec<usize>| {
        let case = now.case().ok()?;
        Some((now.with(&case.ordered(&order(&case))), edit.clone()))
    };
    match verb {
        "preset" => Some((Query::of(presets.get(word.parse::<usize>().ok()?)?), edit)),
        "shape" => Some((Query { shape: word.to_owned(), ..now.clone() }, Change::View)),
        "place" => {
            let (row, column) = word.split_once(',')?;
            Some((Query { at: [row.parse().ok()?, column.parse().ok()?], ..now.clone() }, Change::View))
        }
        "part" => Some((Query { part: word.parse().ok(), ..now.clone() }, Change::View)),
        "way" => {
            let (chip, way) = word.split_once(' ')?;
            let name = chip.replace('_', " ");
            let (chip, _) = CHIPS.iter().find(|(known, _)| *known == name)?;
            Some((Query { chip, way: way.to_owned(), part: None, ..now.clone() }, edit))
        }
        "reverse" => ordered(&|case| (0..case.products()).rev().collect()),
        "largest" => ordered(&|case| case.by_size()),
        "smallest" => ordered(&|case| case.by_size().into_iter().rev().collect()),
        "shuffle" => ordered(&|case| {
            case.shuffled(&mut Random::new(case.codes[0].iter().fold(1, |seed, code| seed.wrapping_mul(31).wrapping_add(*code))))
        }),
        _ => None,
    }
}

/// The name of a row in words: `wgmma → QGMMA`, `mma.sync, kind mxf4nvf4, a scale of ue4m3 for 16 → OMMA.SF`.
fn named(row: &Row) -> String {
    let kind = if row.kind.is_empty() { String::new() } else { format!(", kind {}", row.kind) };
    let scale = row.scale.map(|scale| format!(", a scale of {} for {}", scale.name, scale.block)).unwrap_or_default();
    format!("{}{kind}{scale} → {}", row.path.name(), row.sass)
}

/// The same in few letters, for a menu: `tcgen05 mxf4nvf4 ue4m3/16 → UTCOMMA`.
fn short(row: &Row) -> String {
    let kind = if row.kind.is_empty() { String::new() } else { [" ", row.kind].concat() };
    let scale = row.scale.map(|scale| format!(" {}/{}", scale.name, scale.block)).unwrap_or_default();
    let (first, more) = row.sass.split_once(',').map_or((row.sass, ""), |(first, _)| (first, " …"));
    format!("{}{kind}{scale} → {first}{more}", row.path.name())
}

/// What a button of a chip and a row does.
fn way(chip: &str, row: &Row) -> String {
    format!("way {} {}", chip.replace(' ', "_"), slug(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_drawn_and_known_again() {
        let all = presets();
        for (place, preset) in all.iter().enumerate() {
            let (query, _) = done(&format!("preset {place}"), &Query::default(), &all).expect("a preset");
            assert_eq!(all.iter().position(|preset| same(&query, preset)), Some(place), "{}", preset.name);
            let shown = Shown::of(&query).expect("numbers");
            for html in [
                parts::outcome(&shown),
                parts::window(&shown),
                parts::products(&shown),
                lanes::section(&shown),
                beside::table(&shown),
                beside::orders(&shown),
            ] {
                assert!(!html.is_empty() && html.matches('<').count() == html.matches('>').count(), "{}: {html}", preset.name);
            }
        }
    }

    #[test]
    fn actions_follow_from_their_words() {
        let all = presets();
        let now = Query { texts: ["1, 2, 3, 0.5", "1", "0", "1", "1"].map(str::to_owned), ..Query::default() };
        let first = |action: &str| done(action, &now, &all).map(|(query, _)| query.texts[0].clone());
        assert_eq!(first("reverse").as_deref(), Some("0.5, 3, 2, 1"));
        assert_eq!(first("largest").as_deref(), Some("3, 2, 1, 0.5"));
        assert_eq!(first("smallest").as_deref(), Some("0.5, 1, 2, 3"));
        assert_ne!(first("shuffle"), None);
        let (query, _) = done("way RTX_50 mma.sync-HMMA", &now, &all).expect("a chip");
        assert_eq!((query.chip, query.row().map(|row| row.chips)), ("RTX 50", Some("RTX 50, GB10")));
        assert!(
            ["", "way", "way X y", "preset 99", "part", "nothing at all"]
                .iter()
                .all(|action| { done(action, &now, &all).is_none_or(|(query, _)| query.part.is_none() && query.texts == now.texts) })
        );
    }

    #[test]
    fn errors_are_in_ulps_of_the_nearest() {
        let query = Query { texts: ["16*1", "1", "16777216", "1", "1"].map(str::to_owned), chip: "V100", ..Query::default() };
        let shown = Shown::of(&query).expect("numbers");
        assert_eq!((shown.error(shown.d).as_str(), shown.error(shown.case.chain()).as_str()), ("−8 ulp", "−8 ulp"));
        let infinite = Query { texts: ["inf", "1", "0", "1", "1"].map(str::to_owned), ..query };
        let shown = Shown::of(&infinite).expect("numbers");
        assert_eq!(shown.error(shown.d), "–");
    }
}
