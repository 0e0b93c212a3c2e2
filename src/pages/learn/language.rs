//! The language that lessons are read in: in the address, remembered in this browser, its files fetched when they are first needed.

use super::query::language;
use crate::state::browser;
use js_sys::{Array, Promise};
use leptos::prelude::window;
use semantics::teaching::{Language, Translation};
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

/// A language whose files are fetched, all at once. None if one of them could not be.
pub async fn fetched(language: &'static Language) -> Option<Words> {
    let names: Vec<String> = Translation::files().collect();
    let asked = names.iter().map(|name| window().fetch_with_str(&["content/", language.code, "/", name].concat()));
    let answers = JsFuture::from(Promise::all(&asked.collect::<Array>())).await.ok()?;
    let mut files = Vec::new();
    for (name, answer) in names.into_iter().zip(Array::from(&answers)) {
        let answer: web_sys::Response = answer.unchecked_into();
        let text = JsFuture::from(answer.text().ok()?).await.ok()?;
        files.push((name, text.as_string().filter(|_| answer.ok())?));
    }
    Words::brought(language, &files)
}
