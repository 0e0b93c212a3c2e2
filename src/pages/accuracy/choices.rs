//! The choices above the plot: function, comparison, range, measure, axis.

use super::Shared;
use super::model::Model;
use super::query::{AXES, MEASURES, Query};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{maybe, text};
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use view_model::pages::accuracy::choices::{bits_of, comparisons, options, preset_buttons};

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
        shared.show(&Query { range, measure, ..query }, Change::Edit(EditLabel::CurveFunction));
    };
    let compare = move |event: web_sys::Event| {
        let value = event_target_value(&event);
        let against = value.split_once('@').and_then(|(name, target)| Some((name.to_owned(), target.parse().ok()?)));
        shared.show(&Query { against, ..model.get_untracked().query }, Change::Edit(EditLabel::CurveAgainst));
    };
    let end = move |first: bool, event: web_sys::Event| {
        let model = model.get_untracked();
        match bits_of(&model.subject, &event_target_value(&event)) {
            Ok(bits) => {
                let (from, to) = if first { (bits, model.query.range.1) } else { (model.query.range.0, bits) };
                wrong.set(String::new());
                let line = model.subject.reading.line();
                let range = if line.place(from) <= line.place(to) { (from, to) } else { (to, from) };
                shared.show(&Query { range, ..model.query }, Change::Edit(EditLabel::CurveEnds));
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
        let press = move |_| shared.show(&Query { measure, ..model.get_untracked().query }, Change::Edit(EditLabel::CurveMeasure));
        view! { <button type="button" aria-pressed=pressed on:click=press>{label}</button> }.into_any()
    });
    let axes = AXES.iter().map(|&(axis, _, label)| {
        let pressed = maybe(move || Some((model.get().query.axis == axis).to_string()));
        let press = move |_| shared.show(&Query { axis, ..model.get_untracked().query }, Change::Edit(EditLabel::CurveAxis));
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
