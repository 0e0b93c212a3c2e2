//! What is added and how: the numbers, their formats, and what single orders ask for.

use super::Shared;
use super::query::{Query, TYPED, added_in, whole};
use crate::components::dynamic::{Text, text};
use crate::components::html::push_text;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::sums::{ADDED_IN, CORES, Core, KINDS, LIMIT, SORTS};

/// How often numbers may be shuffled.
const SHUFFLES: [u32; 5] = [0, 100, 1000, 3000, 10_000];

/// Options of a menu: the value and the name of each, and the value that is chosen.
fn options(all: impl IntoIterator<Item = (String, String)>, chosen: &str) -> String {
    let mut html = String::new();
    for (value, name) in all {
        html.push_str("<option value=\"");
        push_text(&mut html, &value);
        html.push_str(if value == chosen { "\" selected>" } else { "\">" });
        push_text(&mut html, &name);
        html.push_str("</option>");
    }
    html
}

fn named(all: &[(&str, &str)], chosen: &str) -> String {
    options(all.iter().map(|(value, name)| ((*value).to_owned(), (*name).to_owned())), chosen)
}

/// A menu for a part of the query.
fn menu(shared: Shared, part: &'static str, label: &'static str, of: fn(&Query) -> String, set: fn(&mut Query, &str)) -> AnyView {
    let markup: Text = text(move || shared.query.with(of));
    let choose = move |event: web_sys::Event| {
        let mut query = shared.query.get_untracked();
        set(&mut query, &event_target_value(&event));
        shared.show(&query, Change::Edit(EditLabel::Sum(part)));
    };
    view! { <label><span>{label}</span><select name=part on:change=choose inner_html=markup></select></label> }.into_any()
}

/// A box for a whole number of the query.
fn number(shared: Shared, part: &'static str, label: &'static str, of: fn(&Query) -> usize, set: fn(&mut Query, usize)) -> AnyView {
    let type_in = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        match whole(&typed, LIMIT) {
            Some(number) => {
                let mut query = shared.query.get_untracked();
                set(&mut query, number);
                shared.wrong.set(String::new());
                shared.show(&query, Change::Edit(EditLabel::Sum(part)));
            }
            None => shared.wrong.set(format!("`{typed}` is no whole number from 1 to {LIMIT}.")),
        }
    };
    let value = text(move || shared.query.with(of).to_string());
    view! {
        <label><span>{label}</span><input name=part inputmode="numeric" spellcheck="false" autocomplete="off" prop:value=value on:change=type_in /></label>
    }
    .into_any()
}

/// The rows of choices.
pub fn choices(shared: Shared) -> AnyView {
    let kind = |query: &Query| {
        let chosen = query.asked.kind.and_then(|kind| KINDS.iter().find(|row| row.0 == kind)).map_or(TYPED, |row| row.1);
        let made = KINDS.iter().map(|row| (row.1, row.2));
        named(&made.chain([(TYPED, "your own")]).collect::<Vec<_>>(), chosen)
    };
    let sort = |query: &Query| {
        let chosen = SORTS.iter().find(|row| row.0 == query.asked.sort).map_or("", |row| row.1);
        named(&SORTS.map(|row| (row.1, row.2)), chosen)
    };
    let format = |query: &Query| named(&ADDED_IN.map(|row| (row.0.name, row.0.name)), query.asked.format.name);
    let within = |query: &Query| {
        let all = added_in(query.asked.format).iter().map(|format| (format.name, format.name));
        named(&all.collect::<Vec<_>>(), query.asked.within.name)
    };
    let core = |query: &Query| named(&CORES.map(|core| (core.key, core.name)), query.asked.core.key);
    let shuffles = |query: &Query| {
        let own = Some(query.asked.shuffles).filter(|own| !SHUFFLES.contains(own));
        let all =
            SHUFFLES.into_iter().chain(own).map(|times| (times.to_string(), if times == 0 { "none".into() } else { times.to_string() }));
        options(all, &query.asked.shuffles.to_string())
    };
    let made = crate::components::dynamic::flag(move || shared.query.with(|query| query.asked.kind.is_none()));
    view! {
        <div class="choices" role="group" aria-label="Numbers">
            {menu(shared, "k", "Numbers", kind, |query, value| query.asked.kind = KINDS.iter().find(|row| row.1 == value).map(|row| row.0))}
            <span class="made" hidden=made>
                {number(shared, "n", "how many", |query| query.asked.count, |query, count| query.asked.count = count)}
                {number(shared, "s", "seed", |query| query.asked.seed as usize, |query, seed| query.asked.seed = seed as u64)}
            </span>
            {menu(shared, "o", "in this order", sort, |query, value| {
                query.asked.sort = SORTS.iter().find(|row| row.1 == value).map_or(query.asked.sort, |row| row.0);
            })}
            {menu(shared, "f", "format", format, |query, value| {
                if let Some(row) = ADDED_IN.iter().find(|row| row.0.name == value) {
                    *query = query.clone().of(row.0);
                }
            })}
            {menu(shared, "a", "added in", within, |query, value| {
                query.asked.within = added_in(query.asked.format).iter().find(|format| format.name == value).copied().unwrap_or(query.asked.within);
            })}
        </div>
        <div class="choices" role="group" aria-label="Orders">
            {number(shared, "d", "split-K parts", |query| query.asked.split, |query, split| query.asked.split = split)}
            {number(shared, "e", "promoted every", |query| query.asked.every, |query, every| query.asked.every = every)}
            {menu(shared, "c", "tensor core", core, |query, value| query.asked.core = Core::named(value).unwrap_or(query.asked.core))}
            {menu(shared, "r", "shuffles", shuffles, |query, value| query.asked.shuffles = value.parse().unwrap_or(query.asked.shuffles))}
        </div>
        <p class="wrong" role="alert">{text(move || shared.wrong.get())}</p>
    }
    .into_any()
}
