//! What a page is for, in one line, and examples of what can be asked of it, each a link; a page may have its examples as controls of its own.

use super::dynamic::text;
use super::html::push_text;
use crate::state::app_state::AppState;
use leptos::prelude::*;

/// What an example is called, and its address behind `#/` without target and version, which stay as they are.
pub type Example = (&'static str, &'static str);

/// The line.
pub fn invitation(says: &'static str, examples: &'static [Example]) -> AnyView {
    let context = expect_context::<AppState>().context;
    let line = move || {
        let context = context.get();
        let stays = format!("&t={}&p={}\">", context.target.name(), context.ptx);
        let mut html = ["<span>", says, if examples.is_empty() { "" } else { " Try" }, "</span>"].concat();
        for (name, address) in examples {
            html.push_str(" <a href=\"#/");
            push_text(&mut html, address);
            html.push_str(&stays);
            push_text(&mut html, name);
            html.push_str("</a>");
        }
        html
    };
    view! { <p class="invite" inner_html=text(line)></p> }.into_any()
}
