//! What is asked: chip, types and instruction, the numbers, a draw of random ones, their order; and looking for a chip, or for numbers.

use super::query::{Query, TEXTS, of_chip};
use super::{Shown, button, named, short};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text, when};
use crate::components::html::sentence;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::chips::named as named_chips;
use semantics::dot::{Case, number, slug};
use semantics::number::Format;
use semantics::tensor_core::Row;
use std::sync::Arc;

/// Takes a changed query.
type Take = Callback<(Query, Change)>;

/// The lengths that can be drawn.
const LENGTHS: [usize; 7] = [4, 8, 16, 32, 64, 128, 256];

/// A menu: its name, what can be chosen, what is, and what a choice makes of the query.
fn menu(
    name: &'static str,
    query: Memo<Query>,
    take: Take,
    choices: fn(&Query) -> Vec<(String, String)>,
    now: fn(&Query) -> String,
    choose: fn(&mut Query, &str),
) -> AnyView {
    let all = Memo::new(move |_| query.with(choices));
    let options = part(move || {
        let now = query.with(now);
        let option = |(value, label): (String, String)| {
            let selected = value == now;
            view! { <option value=value selected=selected>{label}</option> }.into_any()
        };
        all.get().into_iter().map(option).collect_view().into_any()
    });
    let chosen = on_event(move |event: web_sys::Event| {
        let mut next = query.get_untracked();
        choose(&mut next, &event_target_value(&event));
        next.part = None;
        take.run((next, Change::Edit(EditLabel::Tensor(name.to_owned()))));
    });
    view! { <label><span>{name}</span> <select aria-label=name on:change=chosen>{options}</select></label> }.into_any()
}

/// The formats that a side may have on the query's chip.
fn formats(query: &Query, of: impl Fn(&'static Row) -> Vec<&'static Format>) -> Vec<(String, String)> {
    let mut names: Vec<&str> = Vec::new();
    for format in of_chip(query.chip).flat_map(of) {
        if !names.contains(&format.name) {
            names.push(format.name);
        }
    }
    names.into_iter().map(|name| (name.to_owned(), name.to_owned())).collect()
}

fn inputs(query: &Query) -> Vec<(String, String)> {
    formats(query, |row| row.inputs.to_vec())
}

/// Those that can stand beside the format of A.
fn others(query: &Query) -> Vec<(String, String)> {
    let a = query.formats[0];
    formats(query, |row| row.inputs.iter().copied().filter(|b| row.takes(a, b, row.accumulator)).collect())
}

fn set(query: &mut Query, place: usize, name: &str) {
    if let Some(format) = number(name) {
        query.formats[place] = format;
    }
}

/// One of the texts.
fn field(place: usize, label: &'static str, query: Memo<Query>, wrong: Memo<Option<(usize, String)>>, take: Take) -> AnyView {
    let is_wrong = move || wrong.with(|wrong| wrong.as_ref().is_some_and(|(at, _)| *at == place));
    let hidden = flag(move || place > 2 && query.with(|query| query.row().is_none_or(|row| row.scale.is_none())));
    let input = on_event(move |event: web_sys::Event| {
        let mut next = query.get_untracked();
        next.texts[place] = event_target_value(&event);
        next.part = None;
        take.run((next, Change::Typing));
    });
    let id = ["numbers-", TEXTS[place]].concat();
    view! {
        <div class="field" hidden=hidden>
            <label for=id.clone()>{label}</label>
            <textarea
                id=id
                rows="1"
                data-part=TEXTS[place]
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-invalid=when(is_wrong)
                aria-describedby="numbers-say"
                prop:value=text(move || query.with(|query| query.texts[place].clone()))
                on:input=input
            ></textarea>
        </div>
    }
    .into_any()
}

/// What stands in the two small boxes of the draw.
fn draw(query: Memo<Query>, take: Take) -> AnyView {
    let seed = RwSignal::new(1u64);
    let length = RwSignal::new(16usize);
    let drawn = move |seed: u64| {
        let now = query.get_untracked();
        let scale = now.row().and_then(|row| row.scale);
        let case = Case::drawn(now.formats, scale, length.get_untracked(), seed);
        take.run((now.with(&case), Change::Edit(EditLabel::Tensor("draw".to_owned()))));
    };
    let again = on_event(move |_: web_sys::MouseEvent| {
        drawn(seed.get_untracked());
        seed.update(|seed| *seed = seed.wrapping_add(1));
    });
    let lengths = LENGTHS.map(|one| view! { <option value=one.to_string() selected=one == 16>{one.to_string()}</option> }.into_any());
    view! {
        <span class="group" role="group" aria-label="Random numbers">
            <label><span>"K"</span> <select aria-label="K" on:change=on_event(move |event| length.set(event_target_value(&event).parse().unwrap_or(16)))>{lengths.into_iter().collect_view()}</select></label>
            <label><span>"seed"</span> <input class="seed" aria-label="seed" maxlength="9" prop:value=text(move || seed.get().to_string()) on:input=on_event(move |event| seed.set(event_target_value(&event).trim().parse().unwrap_or(0))) /></label>
            <button type="button" on:click=again>"draw random numbers"</button>
        </span>
    }
    .into_any()
}

/// The section of what is asked.
pub fn entry(query: Memo<Query>, wrong: Memo<Option<(usize, String)>>, take: Take) -> AnyView {
    let ways = |query: &Query| query.rows().map(|row| (slug(row), short(row))).collect();
    let says = move || {
        match wrong.get() {
        Some((_, why)) => sentence(&why),
        None => "Numbers with blanks or commas between, <code>2^-12</code>, <code>16*0.5</code> for sixteen of them, <code>0x3c00</code> for bits, or codes in hex without a break.".to_owned(),
    }
    };
    let orders = {
        let mut html = String::from("<span class=\"title\" aria-hidden=\"true\">order of k</span>");
        for (action, label) in
            [("reverse", "reversed"), ("largest", "largest first"), ("smallest", "smallest first"), ("shuffle", "shuffled")]
        {
            button(&mut html, action, None, label);
        }
        html
    };
    let scaled = flag(move || query.with(|query| query.row().is_some_and(|row| row.scale.is_some())));
    view! {
        <section class="asks" aria-label="What is added">
            <div class="menus">
                {menu("Chip", query, take, |_| named_chips().map(|(name, number)| (name.to_owned(), format!("{name} (sm_{number})"))).collect(), |query| query.chip.to_owned(), |query, name| {
                    query.chip = named_chips().find(|(known, _)| *known == name).map_or(query.chip, |(known, _)| known);
                })}
                {menu("A", query, take, inputs, |query| query.formats[0].name.to_owned(), |query, name| set(query, 0, name))}
                {menu("B", query, take, others, |query| query.formats[1].name.to_owned(), |query, name| set(query, 1, name))}
                {menu("C and D", query, take, |query| formats(query, |row| vec![row.accumulator]), |query| query.formats[2].name.to_owned(), |query, name| set(query, 2, name))}
                {menu("Instruction", query, take, ways, |query| query.row().map(slug).unwrap_or_default(), |query, name| name.clone_into(&mut query.way))}
            </div>
            {field(0, "a", query, wrong, take)}
            {field(1, "b", query, wrong, take)}
            {field(2, "c", query, wrong, take)}
            {field(3, "scales of a", query, wrong, take)}
            {field(4, "scales of b", query, wrong, take)}
            <p id="numbers-say" class="says" class:error=flag(move || wrong.with(Option::is_some)) role="status" inner_html=text(says)></p>
            <div class="acts">
                {draw(query, take)}
                <span class="group" role="group" aria-label="Order of the products" hidden=scaled inner_html=orders></span>
            </div>
        </section>
    }
    .into_any()
}

/// Who gives the bits that somebody saw.
fn givers(shown: &Shown) -> String {
    let digits = shown.query.seen.trim().trim_start_matches("0x");
    if digits.is_empty() {
        return "Type the bits of D that you saw.".into();
    }
    let Ok(seen) = u64::from_str_radix(digits, 16) else { return "Bits are hexadecimal digits.".into() };
    let mut all: Vec<String> = Vec::new();
    for way in shown.ways.iter().filter(|way| way.d.bits == seen) {
        all.extend(way.rows.iter().map(|row| format!("{} ({})", row.chips, named(row))));
    }
    let chain = shown.case.chain();
    if chain.bits == seen && *chain.format == *shown.case.formats[2] {
        all.push(format!("a loop of fma.rn.{}", chain.format.name.to_lowercase()));
    }
    if shown.exact.as_ref().is_some_and(|exact| exact.nearest(shown.case.formats[2]).bits == seen) {
        all.push("the correctly rounded sum".into());
    }
    match all.len() {
        0 => "No chip of the table gives these bits on these numbers in this order, nor does a loop.".into(),
        _ => format!("These bits come from {}.", all.join("; ")),
    }
}

/// The section that looks for a chip or for numbers.
pub fn find(query: Memo<Query>, shown: Memo<Option<Arc<Shown>>>, take: Take) -> AnyView {
    let other = RwSignal::new("H100".to_owned());
    let said = RwSignal::new(String::new());
    let tries = StoredValue::new(0u64);
    let input = on_event(move |event: web_sys::Event| {
        let seen = event_target_value(&event);
        take.run((Query { seen, ..query.get_untracked() }, Change::Typing));
    });
    // The chip itself is no other.
    let partner = move |own: &'static str| {
        let kept = other.get_untracked();
        let named = || named_chips().map(|(name, _)| name).filter(|name| *name != own);
        named().find(|name| *name == kept).or(named().next()).unwrap_or(own)
    };
    let chips = part(move || {
        let own = query.with(|query| query.chip);
        let kept = partner(own);
        let option = |name: &'static str| view! { <option value=name selected=name == kept>{name}</option> }.into_any();
        named_chips().map(|(name, _)| name).filter(|name| *name != own).map(option).collect_view().into_any()
    });
    let look = on_event(move |_: web_sys::MouseEvent| {
        let now = query.get_untracked();
        let formats = now.formats;
        let theirs = Query { chip: partner(now.chip), ..now.clone() };
        let scale = now.row().and_then(|row| row.scale);
        let rows = now.row().zip(theirs.rows().find(|row| row.scale == scale));
        let Some((mine, their)) = rows else { return said.set(format!("{} has no operation for these types.", theirs.chip)) };
        tries.update_value(|tries| *tries += 1);
        match Case::parting_two(formats, [mine, their], tries.get_value()) {
            Some(case) => {
                said.set(format!("Found: these numbers give other bits on {} than on {}.", now.chip, theirs.chip));
                take.run((now.with(&case), Change::Edit(EditLabel::Tensor("find".to_owned()))));
            }
            None => said.set(format!("A thousand draws give the same bits on {} and {}.", now.chip, theirs.chip)),
        }
    });
    view! {
        <section class="finds" aria-labelledby="finds-title">
            <h2 id="finds-title">"Which chip, which numbers"</h2>
            <p>
                <label><span>"Which chip gives D ="</span> <input class="seen" aria-label="Bits of D that you saw" data-part="d" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder="0x4b800008" prop:value=text(move || query.with(|query| query.seen.clone())) on:input=input /></label>
                " "
                <span role="status">{text(move || shown.get().map(|shown| givers(&shown)).unwrap_or_default())}</span>
            </p>
            <p>
                <label><span>{text(move || format!("Numbers on which {} differs from", query.with(|query| query.chip)))}</span> <select aria-label="The other chip" on:change=on_event(move |event| other.set(event_target_value(&event)))>{chips}</select></label>
                " "
                <button type="button" on:click=look>"find"</button>
                " "
                <span role="status">{text(move || said.get())}</span>
            </p>
        </section>
    }
    .into_any()
}
