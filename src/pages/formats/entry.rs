//! The box of the format page with what belongs to it: how a pattern is read, how a number is rounded, and numbers worth a look.

use super::{EVERY, Shared, copy_button};
use crate::state::journal::Change;
use crate::state::number::{Reading, read_text, same_width, settled};
use leptos::prelude::*;
use semantics::number::{Encoding, Format, Pattern};
use semantics::rounding::{Literal, Mode};

/// A text in the box, and the state that it stands for; once the state is another, the text is out of date.
#[derive(Clone, PartialEq)]
struct Draft {
    text: String,
    number: Pattern,
    typed: String,
}

/// The box. `wrong` is set while the text means nothing, and the last number stays.
#[component]
pub fn Entry(shared: Shared, wrong: RwSignal<bool>) -> impl IntoView {
    let explorer = shared.explorer;
    let draft = RwSignal::new(None::<Draft>);
    let text = Memo::new(move |_| {
        let (number, typed) = (explorer.number.get(), explorer.typed.get());
        match draft.get() {
            Some(draft) if draft.number == number && draft.typed == typed => draft.text,
            _ if typed.is_empty() => ["0x", &number.hex()].concat(),
            _ => typed,
        }
    });
    let reading = Memo::new(move |_| text.with(|text| read_text(text)));
    let error = Memo::new(move |_| reading.with(|reading| reading.as_ref().err().cloned()).unwrap_or_default());
    Effect::new(move |_| wrong.set(!error.with(String::is_empty)));
    let take = move |text: String, change: Change| {
        let now = explorer.number.get_untracked();
        let (number, typed) = match read_text(&text) {
            Ok(Reading { literal, .. }) => settled(&text, &literal, now.format, explorer.mode.get_untracked()),
            Err(_) => (now, explorer.typed.get_untracked()),
        };
        draft.set(Some(Draft { text, number, typed: typed.clone() }));
        if number != now || explorer.typed.with_untracked(|old| *old != typed) {
            explorer.number.set(number);
            explorer.typed.set(typed);
            explorer.record(change);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            explorer.record(Change::Commit);
            if error.with_untracked(String::is_empty) {
                shared.open_row(explorer.number.get_untracked().format);
            }
        }
        "Escape" => draft.set(None),
        _ => {}
    };
    let all_open = move || shared.open.get() & EVERY == EVERY;
    let toggle_all = move |_| shared.open.set(if all_open() { 0 } else { EVERY });
    let otherwise = move || {
        let (meaning, spelling) = reading.get().ok()?.otherwise?;
        Some(
            view! { <button type="button" class="quiet" on:click=move |_| take(spelling.clone(), Change::Edit(7))>"read it as "{meaning}</button> },
        )
    };
    view! {
        <section class="entry" aria-label="The number">
            <input
                id="number"
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Bit pattern or number"
                aria-invalid=move || (!error.with(String::is_empty)).then_some("true")
                aria-describedby="number-says"
                prop:value=move || text.get()
                on:input=move |event| take(event_target_value(&event), Change::Typing)
                on:keydown=key
            />
            <div class="under">
            <p id="number-says" class="says" class:error=move || !error.with(String::is_empty) role="status">
                {move || if error.with(String::is_empty) { says(shared) } else { error.get() }}
                " "
                {otherwise}
            </p>
            <div class="copy" role="group" aria-label="Rows and copies">
                <button type="button" class="quiet" on:click=toggle_all>{move || if all_open() { "close all" } else { "open all" }}</button>
                {copy_button("copy link", "link", move || explorer.link())}
                {copy_button("copy table", "table", move || shared.as_text())}
            </div>
            </div>
            <div class="choices">
                <Choices shared />
                <Picks shared take=Callback::new(move |text: String| take(text, Change::Edit(8))) />
            </div>
        </section>
    }
}

/// What the text was taken for.
fn says(shared: Shared) -> String {
    shared.subject.with(|subject| match (&subject.source, &subject.literal) {
        (Some(source), _) => format!("{} bits, read as {} ({}).", source.format.width(), source.format.name, source.format.long_name),
        (None, Literal::Number { .. }) => "A number, rounded once into each format.".to_owned(),
        (None, _) => "A special value, by name.".to_owned(),
    })
}

/// How bits are read and how a number is rounded.
#[component]
fn Choices(shared: Shared) -> impl IntoView {
    let explorer = shared.explorer;
    let source = Memo::new(move |_| shared.subject.with(|subject| subject.source.map(|source| source.format.name)));
    let read_as = move || {
        let format = Format::named(source.get()?)?;
        let formats: Vec<&'static Format> = same_width(format.width()).collect();
        let width = format.width();
        let turned = (width > 8).then(|| {
            let turn = move |_| {
                let number = explorer.number.get_untracked();
                let bits = number.bits.swap_bytes() >> (64 - width);
                explorer.set_number(Pattern::new(number.format, bits), String::new());
            };
            view! { <button type="button" class="quiet" on:click=turn title="Read the bytes in the other order">"reverse bytes"</button> }
        });
        let several = formats.len() > 1;
        let buttons = formats.into_iter().filter(|_| several).map(|choice| {
            let press = move |_| {
                explorer.set_number(Pattern::new(choice, explorer.number.get_untracked().bits), String::new());
                shared.open_row(choice);
            };
            view! { <button type="button" aria-pressed=(choice.name == format.name).to_string() on:click=press>{choice.name}</button> }
                .into_any()
        });
        Some(view! {
            <div class="group" role="group" aria-label="Read the bits as">
                {several.then(|| view! { <span class="title" aria-hidden="true">"read as"</span> })}
                {buttons.collect_view()}
                {turned}
            </div>
        })
    };
    let modes = Mode::ALL.map(|mode| {
        let press = move |_| {
            explorer.mode.set(mode);
            // A typed number stands in the state as the bits of the format looked at; they follow the mode.
            let subject = shared.subject.get_untracked();
            if subject.source.is_none() {
                explorer.number.set(subject.within(explorer.number.get_untracked().format, mode));
            }
            explorer.record(Change::Edit(9));
        };
        view! {
            <button type="button" title=mode.words() aria-pressed=move || (explorer.mode.get() == mode).to_string() on:click=press>
                {mode.name()}
            </button>
        }
        .into_any()
    });
    view! {
        {read_as}
        <div class="group" role="group" aria-label="Rounding mode">
            <span class="title" aria-hidden="true">"rounding"</span>
            {modes.collect_view()}
            <span class="words">{move || explorer.mode.get().words()}</span>
        </div>
    }
}

/// Numbers worth a look, in the format that is looked at.
#[component]
fn Picks(shared: Shared, take: Callback<String>) -> impl IntoView {
    let explorer = shared.explorer;
    let format = Memo::new(move |_| explorer.number.with(|number| number.format.name));
    let typed =
        ["0.1", "1"].map(|text| view! { <button type="button" on:click=move |_| take.run(text.to_owned())>{text}</button> }.into_any());
    let picks = move || {
        let format = Format::named(format.get())?;
        let mut picks = vec![("largest", format.largest())];
        if format.is_floating() {
            picks.push(("smallest normal", format.smallest_normal()));
            picks.push(("smallest subnormal", 1));
        }
        picks.extend(format.infinity().map(|infinity| ("infinity", infinity)));
        picks.push(("NaN", format.default_nan));
        if format.encoding == Encoding::Ieee {
            picks.push(("signaling NaN", format.exponent_mask() | 1));
        }
        picks.push(("-0", format.sign_mask()));
        let buttons = picks.into_iter().map(|(name, bits)| {
            let press = move |_| explorer.set_number(Pattern::new(format, bits), String::new());
            view! { <button type="button" on:click=press>{name}</button> }.into_any()
        });
        Some(view! { <span class="title">"of "{format.name}</span>{buttons.collect_view()} })
    };
    view! {
        <div class="group picks" role="group" aria-label="Numbers worth a look">
            <span class="title" aria-hidden="true">"try"</span>
            {typed.collect_view()}
            {picks}
        </div>
    }
}
