//! The number in one format: its bits and spellings in a row, and a closer look that opens below it.

use super::Shared;
use super::codes::{Codes, has_codes};
use super::conversion::Ending;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::BitRow;
use crate::components::dynamic::{flag, maybe, text};
use crate::components::value::Value;
use leptos::prelude::*;
use semantics::number::{Format, Pattern};
pub use view_model::pages::formats::row::{DECIMALS, button, decimal_of};
use view_model::pages::formats::row::{closer_look, stored};
use view_model::pages::own_format::line::is_drawn;

/// The row of a format.
#[component]
pub fn FormatRow(
    /// Its place in the list of formats.
    index: usize,
    /// The format.
    format: &'static Format,
    /// What all rows share.
    shared: Shared,
) -> impl IntoView {
    let conversion = shared.conversion(format);
    let pattern: Signal<Pattern> = Memo::new(move |_| conversion.with(|conversion| conversion.pattern)).into();
    let edit = Callback::new(move |pattern| shared.explorer.set_number(pattern, String::new()));
    let of = Signal::stored(format.name.to_owned());
    let bit = 1u32 << index;
    let is_open = move || shared.open.get() & bit != 0;
    // Right of the sign stand as many empty places as make all binary points one column.
    let lead = 11 - (format.width() - 1 - format.fraction_bits).min(11);
    let ending = move || {
        conversion.with(|conversion| ["<span data-ending=\"", conversion.ending.name(), "\">", &conversion.short(), "</span>"].concat())
    };
    let closer = move || {
        if !is_open() {
            return String::new();
        }
        let sentence =
            conversion.with(|conversion| shared.subject.with(|subject| conversion.sentence(subject, shared.explorer.mode.get())));
        conversion.with(|conversion| closer_look(conversion, &sentence, index, shared.unfolded.get()))
    };
    view! {
        <section class="format" class:source=flag(move || conversion.with(|conversion| conversion.ending == Ending::Source)) data-format=format.name style=("--lead", lead.to_string())>
            <h2>
                <button type="button" aria-expanded=maybe(move || Some(is_open().to_string())) data-do=format!("open {index}")>
                    <b>{format.name}</b>
                    <small>{format.long_name}</small>
                </button>
            </h2>
            <BitRow name=Signal::stored(["bits of ", format.name].concat()) pattern edit />
            <div class="spellings">
                <Value of pattern edit=Some(edit) />
                <span class="stored" title="the value, shortened where it has more digits">{text(move || stored(pattern.get()))}</span>
            </div>
            <p class="ending" title="stored minus asked for" inner_html=text(ending)></p>
            <div class="closer" inner_html=text(closer)></div>
            {is_drawn(format).then(|| {
                let to = move || ["#/formats/own?v=1&f=", format.name, "&b=", &pattern.get().hex()].concat();
                view! { <p class="on-line" hidden=flag(move || !is_open())><a href=text(to)>"every code on a line, and the reals that round to it"</a></p> }
            })}
            {has_codes(format).then(|| view! { <Codes format pattern open=Signal::derive(is_open) /> })}
        </section>
    }
}
