//! The registers: what each starts with, its bits after the chosen line, and which line wrote them last.

use super::{Ran, hex};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::role_name;
use crate::components::dynamic::{flag, part, text};
use crate::components::html::push_text;
use crate::components::number_field::{NumberField, Spelling};
use crate::state::program::Watched;
use leptos::prelude::*;
use semantics::number::{OperandType, Pattern};

/// The table.
#[component]
pub fn Observer(ran: Ran) -> impl IntoView {
    let watched = Memo::new(move |_| ran.executed.with(|executed| executed.watched()));
    let title = move || match ran.chosen.get() {
        Some(statement) => format!("Registers after line {}", ran.executed.with(|executed| executed.line_of(statement))),
        None => "Registers".to_owned(),
    };
    view! {
        <section class="watch" aria-labelledby="watch-title">
            <h2 id="watch-title">{text(title)}</h2>
            <table>
                <thead>
                    <tr>
                        <th scope="col">"register"</th>
                        <th scope="col">"starts with"</th>
                        <th scope="col" class="bits-column">"bits"</th>
                        <th scope="col">"value"</th>
                        <th scope="col">"hex"</th>
                        <th scope="col">"written by"</th>
                    </tr>
                </thead>
                <tbody>{part(move || watched.get().into_iter().map(|one| row(ran, one)).collect_view().into_any())}</tbody>
            </table>
        </section>
    }
}

fn row(ran: Ran, watched: Watched) -> AnyView {
    let Watched { name, own, input, .. } = watched;
    let now = Memo::new({
        let name = name.clone();
        move |_| ran.executed.with(|executed| executed.after(ran.chosen.get().unwrap_or(0), &name))
    });
    let of = move |show: fn(OperandType, u64) -> String| text(move || now.get().0.map(|bits| show(own, bits)).unwrap_or_default());
    let by = move || match now.get() {
        (_, Some(statement)) => format!("line {}", ran.executed.with(|executed| executed.line_of(statement))),
        (Some(_), None) => "start".to_owned(),
        (None, None) => "not written yet".to_owned(),
    };
    let fresh = flag(move || now.with(|(_, by)| by.is_some() && *by == ran.chosen.get()));
    let first = if input { start(ran, name.clone(), own) } else { ().into_any() };
    view! {
        <tr class:fresh=fresh>
            <th scope="row">{name}</th>
            <td class="start">{first}</td>
            <td class="bits-column" inner_html=of(drawn)></td>
            <td class="decimal">{of(OperandType::decimal)}</td>
            <td class="hex">{of(hex)}</td>
            <td class="by">{text(by)}</td>
        </tr>
    }
    .into_any()
}

/// The fields for a register's first value.
fn start(ran: Ran, name: String, own: OperandType) -> AnyView {
    let bits = Memo::new({
        let name = name.clone();
        move |_| ran.executed.with(|executed| executed.at_start(&name)).unwrap_or(0)
    });
    let of = Signal::stored(format!("{name} at the start"));
    if own.is_predicate() {
        let turn = move |_| ran.explorer.set_initial(&name, 1 ^ bits.get_untracked() & 1);
        let pressed = text(move || (bits.get() & 1 == 1).to_string());
        let said = text(move || OperandType::PREDICATE.decimal(bits.get()));
        return view! { <button type="button" class="fix" aria-label=of aria-pressed=pressed on:click=turn>{said}</button> }.into_any();
    }
    let format = own.as_word();
    let pattern: Signal<Pattern> = Memo::new(move |_| Pattern::new(format, bits.get())).into();
    let edit = Callback::new(move |pattern: Pattern| ran.explorer.set_initial(&name, pattern.bits));
    // Two numbers have no one decimal spelling.
    let decimal = (own.lanes == 1).then(|| view! { <NumberField spelling=Spelling::Decimal of pattern edit /> }.into_any());
    view! { <div class="start-fields">{decimal}<NumberField spelling=Spelling::Hex of pattern edit /></div> }.into_any()
}

/// Bits in the colours of their fields.
pub fn drawn(own: OperandType, bits: u64) -> String {
    if own.is_predicate() {
        return (bits & 1).to_string();
    }
    let mut html = String::new();
    for pattern in own.patterns(bits).rev() {
        for field in pattern.format.fields() {
            for part in ["<span class=\"field\" data-role=\"", role_name(field.role), "\">"] {
                html.push_str(part);
            }
            let digits: String = (field.low..=field.high).rev().map(|bit| if pattern.bits >> bit & 1 == 1 { '1' } else { '0' }).collect();
            push_text(&mut html, &digits);
            html.push_str("</span>");
        }
    }
    html
}
