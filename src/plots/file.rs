//! A drawing, or its numbers, as a file.

use crate::state::browser;
use leptos::prelude::document;

/// Text as a file.
pub fn save(extension: &str, kind: &str, text: &str) {
    if let Some(file) = browser::file(text.as_bytes(), kind) {
        browser::save(&file, &name(extension));
    }
}

/// After what the window shows: `accuracy-of-rsq`.
pub fn name(extension: &str) -> String {
    let title = document().title().split(" · ").next().unwrap_or_default().to_lowercase().replace(' ', "-");
    ["ulpscope-", &title, ".", extension].concat()
}
