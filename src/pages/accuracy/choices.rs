//! The choices above the plot: function, comparison, range, measure, axis.

use super::Shared;
use super::model::{Model, functions};
use super::query::{AXES, MEASURES, Query};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{maybe, text};
use crate::components::html::push_text;
use crate::state::journal::{Change, Edited};
use crate::state::number::read_text;
use leptos::prelude::*;
use semantics::number::{BF16, F16, F32, F64, RANGE_REDUCTION};
use semantics::rounding::{Literal, Mode};
use semantics::sweep::Subject;
use semantics::sweep::truth::Reading;

/// The rows of choices.
pub fn choices(shared: Shared) -> AnyView {
    let model = shared.model;
    let wrong = RwSignal::new(String::new());
    let functions = Memo::new(move |_| {
        let model = model.get();
        options(shared.explorer.context.get().target.number(), model.subject.name)
    });
    let against = Memo::new(move |_| comparisons(&model.get()));
    let choose = move |event: web_sys::Event| {
        let target = shared.explorer.context.get_untracked().target.number();
        let before = model.get_untracked();
        let query = Query { function: event_target_value(&event), against: None, ..before.query.clone() };
        let after = Model::new(query.clone(), target);
        // A range that means the same for both stays; else what is usual for the new one.
        let stays = after.subject.reading == before.subject.reading && after.subject.truth == before.subject.truth;
        let (range, measure) = if stays { (query.range, query.measure) } else { (after.home(), after.own_measure()) };
        shared.show(&Query { range, measure, ..query }, Change::Edit(Edited::CurveFunction));
    };
    let compare = move |event: web_sys::Event| {
        let value = event_target_value(&event);
        let against = value.split_once('@').and_then(|(name, target)| Some((name.to_owned(), target.parse().ok()?)));
        shared.show(&Query { against, ..model.get_untracked().query }, Change::Edit(Edited::CurveAgainst));
    };
    let end = move |first: bool, event: web_sys::Event| {
        let model = model.get_untracked();
        match bits_of(&model.subject, &event_target_value(&event)) {
            Ok(bits) => {
                let (from, to) = if first { (bits, model.query.range.1) } else { (model.query.range.0, bits) };
                wrong.set(String::new());
                let line = model.subject.reading.line();
                let range = if line.place(from) <= line.place(to) { (from, to) } else { (to, from) };
                shared.show(&Query { range, ..model.query }, Change::Edit(Edited::CurveEnds));
            }
            Err(message) => wrong.set(message),
        }
    };
    let shown = move |first: bool| {
        let model = model.get();
        let (from, to) = model.query.range;
        super::picture::named(&model.subject, if first { from } else { to })
    };
    let presets = Memo::new(move |_| preset_buttons(&model.get()));
    let group = |name: &'static str, buttons: Vec<AnyView>| {
        view! { <div class="group" role="group" aria-label=name><span class="title" aria-hidden="true">{name}</span>{buttons}</div> }
            .into_any()
    };
    let measures = MEASURES.iter().map(|&(measure, _, label)| {
        let pressed = maybe(move || Some((model.get().query.measure == measure).to_string()));
        let press = move |_| shared.show(&Query { measure, ..model.get_untracked().query }, Change::Edit(Edited::CurveMeasure));
        view! { <button type="button" aria-pressed=pressed on:click=press>{label}</button> }.into_any()
    });
    let axes = AXES.iter().map(|&(axis, _, label)| {
        let pressed = maybe(move || Some((model.get().query.axis == axis).to_string()));
        let press = move |_| shared.show(&Query { axis, ..model.get_untracked().query }, Change::Edit(Edited::CurveAxis));
        view! { <button type="button" aria-pressed=pressed on:click=press>{label}</button> }.into_any()
    });
    view! {
        <div class="choices">
            <label class="function"><span>"Error of"</span><select id="function" on:change=choose inner_html=text(move || functions.get())></select></label>
            <label class="against"><span>"beside"</span><select id="against" on:change=compare inner_html=text(move || against.get())></select></label>
            <span class="range" role="group" aria-label="Range">
                <label><span>"from"</span><input id="from" spellcheck="false" autocomplete="off" prop:value=text(move || shown(true)) on:change=move |event| end(true, event) /></label>
                <label><span>"to"</span><input id="to" spellcheck="false" autocomplete="off" prop:value=text(move || shown(false)) on:change=move |event| end(false, event) /></label>
            </span>
            <div class="group presets" role="group" aria-label="Ranges" inner_html=text(move || presets.get())></div>
            {group("measure", measures.collect())}
            {group("axis", axes.collect())}
        </div>
        <p class="wrong" role="alert">{text(move || wrong.get())}</p>
    }
    .into_any()
}

/// Everything that can be swept on a target, as options.
fn options(target: u32, chosen: &str) -> String {
    let mut html = String::with_capacity(2000);
    let groups = functions(target);
    if !groups.iter().any(|(_, names)| names.contains(&chosen)) {
        option(&mut html, chosen, chosen, true);
    }
    for (title, names) in groups {
        html.push_str("<optgroup label=\"");
        html.push_str(title);
        html.push_str("\">");
        names.into_iter().for_each(|name| option(&mut html, name, name, name == chosen));
        html.push_str("</optgroup>");
    }
    html
}

fn option(html: &mut String, value: &str, label: &str, chosen: bool) {
    html.push_str("<option value=\"");
    push_text(html, value);
    html.push_str(if chosen { "\" selected>" } else { "\">" });
    push_text(html, label);
    html.push_str("</option>");
}

/// What a function may be compared with: others of the same value, and itself on targets that run other code for it.
fn comparisons(model: &Model) -> String {
    let mut found: Vec<(Subject, u32)> = Vec::new();
    for target in [model.target, 90, 70, 52, 50] {
        for name in functions(target).into_iter().flat_map(|group| group.1) {
            let Some(subject) = Subject::find(name, target) else { continue };
            let fits =
                subject.truth == model.subject.truth && subject.reading == model.subject.reading && subject.kind == model.subject.kind;
            if fits && !subject.is_same_code(&model.subject) && !found.iter().any(|(known, _)| known.is_same_code(&subject)) {
                found.push((subject, target));
            }
        }
    }
    let mut html = String::with_capacity(600);
    option(&mut html, "", "nothing else", model.against.is_none());
    for (subject, target) in found {
        let chosen = model.against.is_some_and(|(against, _)| against.is_same_code(&subject));
        let label = if subject.name == model.subject.name { format!("{} on sm_{target}", subject.name) } else { subject.name.to_owned() };
        option(&mut html, &format!("{}@{target}", subject.name), &label, chosen);
    }
    html
}

fn preset_buttons(model: &Model) -> String {
    let mut html = String::with_capacity(500);
    for (name, range) in model.presets() {
        html.push_str(&format!(
            "<button type=\"button\" data-range=\"{:x}..{:x}\" aria-pressed=\"{}\">",
            range.0,
            range.1,
            range == model.query.range
        ));
        push_text(&mut html, &name);
        html.push_str("</button>");
    }
    html
}

/// The operand that a text means: bits, or a number rounded to the operand's format. The error is a sentence.
fn bits_of(subject: &Subject, text: &str) -> Result<u32, String> {
    // The box itself shows bits and value.
    let text = text.split(['=', '≈']).next().unwrap_or(text).trim();
    let literal = read_text(text)?.literal;
    if let Literal::Bits { bits, width, .. } = literal {
        return match (width, subject.reading) {
            (64, Reading::DoubleHigh) => Ok((bits >> 32) as u32),
            (0..=32, reading) if bits <= reading.line().last().into() => Ok(bits as u32),
            (_, reading) => Err(["`", text, "` has more than ", &reading.line().width().to_string(), " bits."].concat()),
        };
    }
    Ok(match subject.reading {
        Reading::Float | Reading::Turns | Reading::Seed => literal.to_bits(F32::ROW, Mode::Rn).0 as u32,
        Reading::DoubleHigh => (literal.to_bits(F64::ROW, Mode::Rz).0 >> 32) as u32,
        Reading::Half => literal.to_bits(F16::ROW, Mode::Rn).0 as u32,
        Reading::Brain => literal.to_bits(BF16::ROW, Mode::Rn).0 as u32,
        Reading::Word => literal.to_bits(&RANGE_REDUCTION, Mode::Rz).0 as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_a_range_are_bits_or_numbers() {
        let of = |name: &str, text: &str| bits_of(&Subject::find(name, 90).unwrap(), text);
        assert_eq!(of("RCP", "0x3f800000 = 1"), Ok(0x3f80_0000));
        assert_eq!(of("RCP", "1.5"), Ok(0x3fc0_0000));
        assert_eq!(of("RCP", "-inf"), Ok(0xff80_0000));
        assert_eq!(of("RCP64H", "2"), Ok(0x4000_0000));
        assert_eq!(of("SIN", "0.5"), Ok(0x0040_0000));
        assert!(of("RCP", "one").is_err() && of("RCP", "0x3ff0000000000000").is_err() && of("RCP", "").is_err());
    }

    #[test]
    fn sine_is_compared_with_its_older_self() {
        let model = Model::new(Query { function: "sin.approx.f32".into(), ..Query::default() }, 90);
        let html = comparisons(&model);
        assert!(html.contains("sin.approx.f32@52") || html.contains("sin.approx.f32@50"), "{html}");
    }
}
