//! The number in one format: its bits and spellings in a row, and a closer look that opens below it.

use super::conversion::{Conversion, Ending};
use super::decimal::Decimal;
use super::formula::{count_digits, formula, grouped, is_long, spoken};
use super::{Shared, copy_button};
use crate::components::bits::BitRow;
use crate::components::class_menu::ClassMenu;
use crate::components::html::push_power;
use crate::components::number_field::{NumberField, Spelling};
use leptos::prelude::*;
use semantics::number::{Format, Pattern};

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
    let ending = Memo::new(move |_| conversion.with(|conversion| conversion.ending));
    let edit = Callback::new(move |pattern| shared.explorer.set_number(pattern, String::new()));
    let of = Signal::stored(format.name.to_owned());
    let bit = 1u32 << index;
    let open = Memo::new(move |_| shared.open.get() & bit != 0);
    // Right of the sign stand as many empty places as make all binary points one column.
    let lead = 11 - (format.width() - 1 - format.fraction_bits).min(11);
    let look = move || open.get().then(|| view! { <CloserLook conversion pattern shared /> });
    view! {
        <section class="format" class:source=move || ending.get() == Ending::Source data-format=format.name style=format!("--lead:{lead}")>
            <h2>
                <button type="button" aria-expanded=move || open.get().to_string() on:click=move |_| shared.open.update(|open| *open ^= bit)>
                    <b>{format.name}</b>
                    <small>{format.long_name}</small>
                </button>
            </h2>
            <BitRow name=format!("bits of {}", format.name) pattern edit />
            <div class="spellings">
                <NumberField spelling=Spelling::Decimal of pattern edit />
                <span class="stored" title="the value, shortened where it has more digits">{move || stored(pattern.get())}</span>
                <NumberField spelling=Spelling::Hex of pattern edit />
                <NumberField spelling=Spelling::HexFloat of pattern edit />
                <ClassMenu of pattern edit />
            </div>
            <p class="ending" title="stored minus asked for" data-ending=move || ending.get().name()>{move || conversion.with(Conversion::short)}</p>
            {look}
        </section>
    }
}

/// The value itself in so many digits that neighbours differ, where the shortest decimal says less.
fn stored(pattern: Pattern) -> String {
    let Some(value) = Decimal::of_pattern(pattern) else { return String::new() };
    let (digits, all) = value.short(17);
    [if all { "= " } else { "≈ " }, digits.trim_start_matches('+')].concat()
}

/// Formula, exact value, error, ulp and neighbours.
#[component]
fn CloserLook(conversion: Memo<Conversion>, pattern: Signal<Pattern>, shared: Shared) -> impl IntoView {
    let finite = Memo::new(move |_| pattern.get().is_finite());
    let on_line = Memo::new(move |_| !pattern.get().is_nan());
    let sentence =
        move || conversion.with(|conversion| shared.subject.with(|subject| conversion.sentence(subject, shared.explorer.mode.get())));
    let error = move |part: fn(&Conversion) -> Option<String>| Memo::new(move |_| conversion.with(part).unwrap_or_default());
    let value = Memo::new(move |_| pattern.get().exact_decimal());
    view! {
        <div class="closer">
            <p class="formula" role="math" aria-label=move || spoken(pattern.get()) inner_html=move || formula(pattern.get())></p>
            <div class="facts">
            <dl>
                {move || finite.get().then(|| view! { <dt>"exact value"</dt><dd><Digits text=value what="exact value" /></dd> })}
                <dt>"conversion"</dt>
                <dd>{sentence}</dd>
                <ErrorRow name="error" text=error(|conversion| missed(conversion).map(|(error, _)| error)) />
                <ErrorRow name="in ulps" text=error(|conversion| missed(conversion).map(|(_, ulps)| ulps)) />
            </dl>
            <dl class="line">
                {move || on_line.get().then(|| view! {
                        <dt>"1 ulp"</dt>
                        <dd inner_html=move || ulp(pattern.get())></dd>
                        <dt>"neighbours"</dt>
                        <dd class="neighbours">
                            <Neighbour name="next down" pattern step=|pattern| pattern.next_down() shared />
                            <Neighbour name="next up" pattern step=|pattern| pattern.next_up() shared />
                        </dd>
                    })}
                    <dt>"place"</dt>
                <dd>{move || place(pattern.get())}</dd>
            </dl>
            </div>
        </div>
    }
}

/// The error in full, where there is one.
fn missed(conversion: &Conversion) -> Option<(String, String)> {
    let (error, ulps) = conversion.error.as_ref().filter(|(error, _)| !error.is_zero())?;
    Some((error.in_full(), ulps.in_full()))
}

#[component]
fn ErrorRow(name: &'static str, text: Memo<String>) -> impl IntoView {
    let there = Memo::new(move |_| !text.with(String::is_empty));
    move || there.get().then(|| view! { <dt>{name}</dt><dd><Digits text what=name /></dd> })
}

/// A decimal with all its digits at hand.
#[component]
fn Digits(text: Memo<String>, what: &'static str) -> impl IntoView {
    let all = RwSignal::new(false);
    let long = Memo::new(move |_| text.with(|text| is_long(text)));
    let toggle = move || {
        long.get().then(|| {
            let label = move || {
                if all.get() { "show fewer".into() } else { format!("show all {} digits", text.with(|text| count_digits(text))) }
            };
            view! { <button type="button" class="quiet" aria-expanded=move || all.get().to_string() on:click=move |_| all.update(|all| *all = !*all)>{label}</button> }
        })
    };
    view! {
        <span class="digits" inner_html=move || text.with(|text| grouped(text, all.get()))></span>
        " "
        {toggle}
        {copy_button("copy", what, move || text.get_untracked())}
    }
}

/// One step up or down the number line.
#[component]
fn Neighbour(name: &'static str, pattern: Signal<Pattern>, step: fn(&Pattern) -> Option<Pattern>, shared: Shared) -> impl IntoView {
    let next = Memo::new(move |_| step(&pattern.get()));
    let go = move |_| {
        if let Some(next) = next.get_untracked() {
            shared.explorer.set_number(next, String::new());
        }
    };
    let text = move || next.get().map_or("none".into(), |next| next.shortest_decimal());
    let hex = move || next.get().map(|next| ["0x", &next.hex()].concat());
    view! {
        <button type="button" disabled=move || next.get().is_none() on:click=go>
            <span>{name}</span>
            " "
            <b>{text}</b>
            " "
            <small>{hex}</small>
        </button>
    }
}

fn ulp(pattern: Pattern) -> String {
    let Some(exponent) = pattern.ulp_exponent() else { return "none: the number is not finite".into() };
    let mut html = String::new();
    push_power(&mut html, exponent);
    let one = Decimal::power_of_two(exponent);
    let (digits, all) = one.short(7);
    html.push_str(if all { " = " } else { " ≈ " });
    html.push_str(digits.trim_start_matches('+'));
    html
}

fn place(pattern: Pattern) -> String {
    match pattern.ordinal() {
        None => "not on the number line".into(),
        Some(0) => "zero".into(),
        Some(steps) => {
            let side = if steps < 0 { "below" } else { "above" };
            format!("{} {} {side} zero", thousands(steps.unsigned_abs()), if steps.unsigned_abs() == 1 { "step" } else { "steps" })
        }
    }
}

/// A whole number with narrow blanks between groups of three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F32, Float};

    #[test]
    fn places_are_counted_from_zero() {
        let at = |bits| place(Pattern::new(F32::ROW, bits));
        assert_eq!(at(0x8000_0001), "1 step below zero");
        assert_eq!(at(1_234_567), "1\u{202f}234\u{202f}567 steps above zero");
        assert_eq!(at(0x8000_0000), "zero");
        assert_eq!(at(0x7fc0_0000), "not on the number line");
        assert_eq!(ulp(Pattern::new(F32::ROW, 0x3f80_0000)), "2<sup>-23</sup> ≈ 1.192093e-7");
    }
}
