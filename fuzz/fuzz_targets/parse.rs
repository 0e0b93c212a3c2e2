//! Any text: reading, completing and the modifier bar never panic, every span lies in the text, and what was accepted prints and
//! reads back as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::instruction::Context;
use semantics::syntax::{complete, modifier_bar, parse, print};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let context = Context::default();
    let parsed = parse(&text, &context);
    for diagnostic in &parsed.diagnostics {
        assert!(text.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
    }
    for token in &parsed.tokens {
        assert!(text.get(token.span.clone()).is_some(), "{token:?}");
    }
    if let Some(instruction) = parsed.accepted() {
        let printed = print(instruction);
        let again = parse(&printed, &context);
        let again = again.accepted().map(print);
        assert_eq!(again, Some(printed), "{text:?}");
    }
    // One place, chosen by the bytes: many inputs, rather than every place of each.
    let place = bytes.iter().fold(0, |sum, &byte| sum * 31 % 1021 + usize::from(byte)) % (text.len() + 1);
    if text.is_char_boundary(place) {
        let _ = complete(&text, place, &context);
    }
    let _ = modifier_bar(&text, &context);
});
