//! One dot product on a tensor core: products in their window, what is cut off, what is carried on, and what the sum could also be.

pub mod beside;
pub mod lanes;
pub mod parts;
pub mod query;

use crate::components::html::{push_text, sentence};
use crate::state::decimal::Decimal;
use crate::state::history::{Change, EditLabel};
pub use query::Query;
use semantics::chips;
use semantics::dot::{Case, Part, Preset, Way, slug};
use semantics::number::{Pattern, Random};
use semantics::rounding::Literal;
use semantics::tensor_core::Row;
use semantics::trace::Scaled;

/// What was computed.
pub struct Shown {
    /// What was asked.
    pub query: Query,
    /// The row of the table.
    pub row: &'static Row,
    pub case: Case,
    pub parts: Vec<Part>,
    pub d: Pattern,
    pub exact: Option<Scaled>,
    pub ways: Vec<Way>,
}

impl Shown {
    pub fn of(query: &Query) -> Option<Shown> {
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
pub fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A button that does something when it is pressed; its id finds it again when it was drawn anew.
pub fn button(html: &mut String, action: &str, pressed: Option<bool>, label: &str) {
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

/// Whether a query shows a preset.
pub fn same(query: &Query, preset: &Preset) -> bool {
    let of = Query::of(preset);
    (query.chip, &query.texts[..3], query.formats) == (of.chip, &of.texts[..3], of.formats)
        && query.row().is_some_and(|row| std::ptr::eq(row, preset.row))
}

pub fn picks(all: &[Preset], chosen: Option<usize>) -> String {
    let mut html = String::new();
    for (place, preset) in all.iter().enumerate() {
        button(&mut html, &format!("preset {place}"), Some(chosen == Some(place)), &sentence(preset.name));
    }
    html
}

/// What a button's action makes of a query; None where it means nothing.
pub fn done(action: &str, now: &Query, presets: &[Preset]) -> Option<(Query, Change)> {
    let (verb, word) = action.split_once(' ').unwrap_or((action, ""));
    let edit = Change::Edit(EditLabel::Tensor(action.to_owned()));
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
            let (chip, _) = chips::named().find(|(known, _)| *known == name)?;
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
pub fn named(row: &Row) -> String {
    let kind = if row.kind.is_empty() { String::new() } else { format!(", kind {}", row.kind) };
    let scale = row.scale.map(|scale| format!(", a scale of {} for {}", scale.name, scale.block)).unwrap_or_default();
    format!("{}{kind}{scale} → {}", row.path.name(), row.sass)
}

/// The same in few letters, for a menu: `tcgen05 mxf4nvf4 ue4m3/16 → UTCOMMA`.
pub fn short(row: &Row) -> String {
    let kind = if row.kind.is_empty() { String::new() } else { [" ", row.kind].concat() };
    let scale = row.scale.map(|scale| format!(" {}/{}", scale.name, scale.block)).unwrap_or_default();
    let (first, more) = row.sass.split_once(',').map_or((row.sass, ""), |(first, _)| (first, " …"));
    format!("{}{kind}{scale} → {first}{more}", row.path.name())
}

/// What a button of a chip and a row does.
pub fn way(chip: &str, row: &Row) -> String {
    format!("way {} {}", chip.replace(' ', "_"), slug(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::dot::presets;

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
