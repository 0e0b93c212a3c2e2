//! What a set of problems is made of: kinds, format, special patterns, seed.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use leptos::prelude::*;
use semantics::teaching::practice::{FORMATS, KINDS, Set};

/// Four hex digits are enough to say to a class.
pub fn any_seed() -> u64 {
    (js_sys::Math::random() * 65536.0) as u64
}

/// The controls; `change` gets the set that they make.
pub fn view(set: Memo<Set>, change: Callback<Set>) -> AnyView {
    let changed = move |by: &dyn Fn(&mut Set)| {
        let mut set = set.get_untracked();
        by(&mut set);
        change.run(set);
    };
    let kinds = KINDS.map(|(kind, _, name)| {
        let pressed = text(move || set.with(|set| set.kinds.is_empty() || set.kinds.contains(&kind)).to_string());
        let turn = on_event(move |_| {
            changed(&|set| match set.kinds.contains(&kind) {
                true => set.kinds.retain(|other| *other != kind),
                false => set.kinds.push(kind),
            });
        });
        let unfit = flag(move || set.with(|set| !kind.fits(set.format)));
        view! { <button type="button" aria-pressed=pressed disabled=unfit on:click=turn>{name}</button> }.into_any()
    });
    let formats = FORMATS.map(|format| {
        let selected = flag(move || set.with(|set| set.format.name == format.name));
        view! { <option value=format.name selected=selected>{[format.name, ", ", format.long_name].concat()}</option> }.into_any()
    });
    let choose = move |event: web_sys::Event| {
        let name = event_target_value(&event);
        changed(&|set| set.format = FORMATS.iter().find(|format| format.name == name).copied().unwrap_or(set.format));
    };
    let seeded = move |event: web_sys::Event| {
        if let Ok(seed) = u64::from_str_radix(event_target_value(&event).trim(), 16) {
            changed(&|set| set.seed = seed);
        }
    };
    // What a link asks for and the format does not have.
    let missing = part(move || {
        let none = set.with(|set| !set.kinds.is_empty() && !set.kinds.iter().any(|kind| kind.fits(set.format)));
        if !none {
            return ().into_any();
        }
        view! { <p class="says">"Nothing adds or multiplies in 8 bits: the chosen kinds need another format. The other kinds come instead."</p> }.into_any()
    });
    let special = text(move || set.with(|set| set.special).to_string());
    view! {
        <div class="settings">
            <div role="group" aria-label="Kinds of problems">{kinds.into_iter().collect_view()}</div>
            <select aria-label="Format" on:change=on_event(choose)>{formats.into_iter().collect_view()}</select>
            <button type="button" aria-pressed=special on:click=on_event(move |_| changed(&|set| set.special = !set.special))>"special patterns"</button>
            <label>"set " <input class="seed" type="text" spellcheck="false" autocomplete="off" prop:value=text(move || set.with(|set| format!("{:x}", set.seed))) on:change=on_event(seeded) /></label>
            <button type="button" class="quiet" on:click=on_event(move |_| changed(&|set| set.seed = any_seed()))>"another set"</button>
            {missing}
        </div>
    }
    .into_any()
}
