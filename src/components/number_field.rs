//! One spelling of a number, editable: a valid text changes the number at once, an invalid one stays and says why.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{heard, part, text, when};
use leptos::prelude::*;
use semantics::number::Pattern;
use semantics::rounding::{Literal, Mode, read};

/// Which spelling a field shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// All hex digits.
    Hex,
    /// C's hex float.
    HexFloat,
    /// Every decimal digit where they are few, else the shortest decimal.
    Decimal,
}

impl Spelling {
    /// What the field is called.
    pub fn name(self) -> &'static str {
        match self {
            Spelling::Hex => "hex",
            Spelling::HexFloat => "hex float",
            Spelling::Decimal => "decimal",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Spelling::Hex => "number hex",
            Spelling::HexFloat => "number hex-float",
            Spelling::Decimal => "number decimal",
        }
    }

    /// The number so spelled.
    pub fn write(self, pattern: Pattern) -> String {
        match self {
            Spelling::Hex => format!("0x{}", pattern.hex()),
            Spelling::HexFloat => pattern.hex_float(),
            Spelling::Decimal => pattern.decimal().1,
        }
    }

    /// Bits of the text in the format of `now`, or why there are none. The hex field takes digits without a prefix.
    fn read(self, text: &str, now: Pattern) -> Result<Pattern, String> {
        let text = text.trim();
        let bare = self == Spelling::Hex && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
        let literal = if bare { read(&format!("0x{text}")) } else { read(text) };
        let literal = literal.map_err(|error| if text.is_empty() { "Empty.".into() } else { format!("`{text}` {}.", error.0) })?;
        let width = now.format.width();
        if let Literal::Bits { bits, width: spelled, .. } = &literal
            && (*spelled > width && *bits > now.format.mask())
        {
            return Err(format!("`{text}` has {spelled} bits; {} has {width}.", now.format.name));
        }
        Ok(Pattern::new(now.format, literal.to_bits(now.format, Mode::Rn).0))
    }
}

/// The field. Escape restores the number, Enter and leaving tidy the spelling, up and down step one ulp.
#[component]
pub fn NumberField(
    /// The spelling.
    spelling: Spelling,
    /// What the number is, for the field's name: "a %f1".
    #[prop(into)]
    of: Signal<String>,
    /// The number.
    pattern: Signal<Pattern>,
    /// Takes a changed number; without it the field only shows.
    #[prop(optional)]
    edit: Option<Callback<Pattern>>,
) -> impl IntoView {
    let draft = RwSignal::new(None::<String>);
    // A rounded spelling says so in front of it, where nobody edits.
    let near = when(move || spelling == Spelling::Decimal && pattern.get().decimal().0 != "=");
    let written = Memo::new(move |_| spelling.write(pattern.get()));
    let Some(edit) = edit else {
        let label = text(move || [spelling.name(), " of ", &of.get()].concat());
        return view! { <output class=spelling.class() data-rounded=near aria-label=label>{text(move || written.get())}</output> }
            .into_any();
    };
    let error = Memo::new(move |_| draft.with(|draft| draft.as_ref().and_then(|text| spelling.read(text, pattern.get()).err())));
    let input = move |event: web_sys::Event| {
        let text = event_target_value(&event);
        let now = pattern.get_untracked();
        let read = spelling.read(&text, now);
        draft.set(Some(text));
        if let Ok(changed) = read
            && changed != now
        {
            edit.run(changed);
        }
    };
    let settle = move || {
        if error.with_untracked(Option::is_none) {
            draft.set(None);
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        let now = pattern.get_untracked();
        let stepped = match event.key().as_str() {
            "ArrowUp" => now.next_up(),
            "ArrowDown" => now.next_down(),
            "Enter" => return settle(),
            "Escape" => return draft.set(None),
            _ => return,
        };
        event.prevent_default();
        if let Some(stepped) = stepped {
            draft.set(None);
            edit.run(stepped);
        }
    };
    view! {
        <span class="number-field" data-rounded=near>
            <input
                class=spelling.class()
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=text(move || [spelling.name(), " of ", &of.get()].concat())
                aria-invalid=when(move || error.with(Option::is_some))
                prop:value=text(move || draft.get().unwrap_or_else(|| written.get()))
                on:input=heard(input)
                on:blur=heard(move |_| settle())
                on:keydown=heard(key)
            />
            {part(move || error.get().map(|why| view! { <span class="field-error" role="alert">{why}</span> }).into_any())}
        </span>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::F32;

    #[test]
    fn fields_read_their_own_spelling_and_any_other() {
        let one = Pattern::new(F32::ROW, 0x3f80_0000);
        for spelling in [Spelling::Hex, Spelling::HexFloat, Spelling::Decimal] {
            assert_eq!(spelling.read(&spelling.write(one), Pattern::new(F32::ROW, 7)), Ok(one));
        }
        assert_eq!(Spelling::Hex.read("3f800000", Pattern::new(F32::ROW, 0)), Ok(one));
        assert!(Spelling::Hex.read("3f8000001", one).is_err());
        assert!(Spelling::Decimal.read("1.5x", one).is_err());
    }
}
