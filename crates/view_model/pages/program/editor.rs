//! A program's text in colours, and places in it as the browser counts them.

use crate::pages::explore::paint;
use crate::state::program::Executed;

/// The whole text in colours.
pub fn painted(executed: &Executed) -> String {
    let module = &executed.module;
    paint(&module.text, &module.tokens, &module.diagnostics, "", |_| String::new())
}

/// The byte of a place that the browser counts in UTF-16.
pub fn byte_of(text: &str, caret: usize) -> usize {
    let mut units = 0;
    let found = text.char_indices().find(|(_, character)| {
        let here = units >= caret;
        units += character.len_utf16();
        here
    });
    found.map_or(text.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::byte_of;

    #[test]
    fn places_are_counted_as_the_browser_does() {
        let text = "a\u{1f600}é;";
        assert_eq!([0, 1, 3, 4, 5, 9].map(|caret| byte_of(text, caret)), [0, 1, 5, 7, 8, 8]);
    }
}
