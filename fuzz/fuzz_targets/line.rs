//! Any bytes as a line of the batch command: one line comes out, with the fields it promises, and an error's span lies in the line; the
//! same with every step as JSON; and as assembly to be encoded.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::instruction::{Context, Target};
use semantics::line::{Evaluator, Form};
use semantics::sass::line::encode_line;

fuzz_target!(|bytes: &[u8]| {
    let mut fields = Evaluator::new(Context::default(), Form::Fields);
    let said = fields.evaluate(bytes).to_owned();
    assert!(!said.contains(['\n', '\r']), "{said:?}");
    let parts: Vec<&str> = said.split('\t').collect();
    match parts[..] {
        ["ok", _, _, _] => {}
        ["error", _, span, _] => {
            let (start, end) = span.split_once('-').expect("a span");
            let (start, end): (usize, usize) = (start.parse().expect("a start"), end.parse().expect("an end"));
            assert!(start <= end && end <= bytes.len(), "{said:?}");
        }
        _ => panic!("not the fields of a result: {said:?}"),
    }
    // A line may change what the next one means (declarations), so each form gets an evaluator of its own.
    let mut steps = Evaluator::new(Context::default(), Form::Json);
    let object = steps.evaluate(bytes);
    assert!(object.starts_with('{') && object.ends_with('}') && !object.contains('\n'), "{object:?}");
    if let Ok(text) = std::str::from_utf8(bytes) {
        for target in [Target::SM_50, Target::SM_62] {
            assert!(!encode_line(text, target).contains('\n'));
        }
    }
});
