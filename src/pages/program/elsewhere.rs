//! A text that is no program, such as an expression, machine code or a number, is taken along to the page that reads it.

use super::Ran;
use crate::components::dynamic::{flag, heard, text};
use crate::state::language::is_ptx;
use crate::state::number::bare_number;
use leptos::prelude::*;

/// The way to the text's own page, where it has another.
pub fn elsewhere(ran: Ran) -> AnyView {
    let explorer = ran.explorer;
    let page = Memo::new(move |_| {
        // A program that is right is read no further.
        let is_wrong = ran.executed.with(|executed| executed.program.said().any(|one| one.is_error()));
        if is_wrong { explorer.program.with(|listing| page_of(&listing.text)) } else { "" }
    });
    let open = move |_| {
        let text = explorer.program.with_untracked(|listing| listing.text.clone());
        match bare_number(&text) {
            Some((number, typed)) => explorer.open_number(number, typed),
            None => explorer.open_text(text),
        }
    };
    view! {
        <p class="elsewhere" hidden=flag(move || page.get().is_empty())>
            "This is no PTX. "
            <button type="button" class="fix" on:click=heard(open)>{text(move || ["open it in ", page.get()].concat())}</button>
        </p>
    }
    .into_any()
}

/// The page that reads a text, if that is not this one.
fn page_of(text: &str) -> &'static str {
    match text.trim() {
        "" => "",
        text if bare_number(text).is_some() => "Formats",
        text if !is_ptx(text) => "Explore",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::page_of;
    use semantics::program::example::EXAMPLES;

    #[test]
    fn each_text_has_its_page() {
        for (text, page) in [
            ("0.1f + 0.2f", "Explore"),
            ("float x = 1.0f/3.0f;", "Explore"),
            ("MUFU.RCP R0, R1;", "Explore"),
            ("/*0008*/ MUFU.RCP R0, R1; /* 0x5080000000470100 */", "Explore"),
            ("__fadd_rz(1.5f, 2.5f)", "Explore"),
            ("0x7f800001", "Formats"),
            ("1e-40", "Formats"),
            ("", ""),
            ("hello world", ""),
            ("add.f32 %f0, %f1;", ""),
            ("add.f33 a, b, c;\nmul.f32 d, a, a;", ""),
        ] {
            assert_eq!(page_of(text), page, "{text}");
        }
        for example in EXAMPLES {
            assert_eq!(page_of(example.text), "", "{}", example.title);
        }
    }
}
