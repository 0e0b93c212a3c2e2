//! The language that lessons are read in: in the address, remembered in this browser, its sentences fetched when they are first needed.

use super::query::language;
use crate::state::browser;
use leptos::prelude::window;
use semantics::teaching::Language;
pub use view_model::pages::learn::language::Words;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

const REMEMBERED: &str = "ulpscope.language";

/// The language that a query asks for, which is then remembered; else the remembered one, else English.
pub fn chosen(query: &str) -> &'static Language {
    match language(query) {
        Some(language) => {
            browser::remember(REMEMBERED, language.code);
            language
        }
        None => Language::named(&browser::remembered(REMEMBERED)).unwrap_or(Language::ENGLISH),
    }
}

/// A language whose sentences are fetched. None if they could not be.
pub async fn fetched(language: &'static Language) -> Option<Words> {
    let asked = window().fetch_with_str(&["translations/", language.code, ".txt"].concat());
    let file: web_sys::Response = JsFuture::from(asked).await.ok()?.unchecked_into();
    let text = JsFuture::from(file.text().ok()?).await.ok()?.as_string()?;
    Words::brought(language, &text)
}
