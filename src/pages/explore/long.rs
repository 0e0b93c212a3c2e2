//! A text that is too long for the box: a listing of machine code is shortened to what a link holds, a module goes to its own page.

use crate::state::address::{LARGEST, LONGEST};
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::listing::Listing;
use crate::state::program::is_module;
use js_sys::JsString;
use leptos::prelude::Set;
use semantics::sass::{Short, shortened};

/// Takes what can be taken of it, and says what could not.
pub fn take_long(explorer: AppState, text: JsString) {
    let length = text.length() as usize;
    let text = browser::copied(text, LARGEST);
    if let Some(Short { text, kept, of: all }) = shortened(&text, LONGEST) {
        explorer.open_text(text);
        let rest = if kept < all { format!("The first {kept} of {all} instructions of this listing are kept. ") } else { String::new() };
        explorer.notices.set(vec![format!("{rest}Lines whose word says the same as their text are kept as their word.")]);
    } else if is_module(&text) {
        explorer.open_program(Listing { text, ..Listing::blank() });
    } else {
        explorer.refuses(length);
    }
}
