//! The evaluator for other people's pages and notebooks: a line of text in, JSON out; arrays in, arrays out; a text in, its explanation out.
//!
//! A crate of its own, so that a course page downloads no interface. `ulpscope.mjs` beside it makes plain objects of the JSON.

mod arrays;
mod explain;
mod sweep;
mod texts;

use semantics::instruction::{Context, Target, Version};
use semantics::line::{Form, evaluate_line};
use wasm_bindgen::prelude::wasm_bindgen;

/// What `ulp eval --json` prints for a line, `[NAME=HEXBITS ... |] INSTRUCTION`. None if there is no such target or PTX version.
#[wasm_bindgen]
#[must_use]
pub fn evaluate(line: &str, target: &str, ptx: &str) -> Option<String> {
    let context = Context { target: Target::named(target)?, ptx: Version::named(ptx)? };
    Some(evaluate_line(line, context, Form::Json))
}

#[cfg(test)]
mod tests {
    use super::evaluate;

    #[test]
    fn a_line_becomes_json() {
        let json = evaluate("a=3f800000 b=33800001 | add.rn.f32 d, a, b;", "sm_90", "8.8").unwrap();
        assert!(json.starts_with("{\"ok\":true,\"text\":\"add.rn.f32 d, a, b;\"") && json.contains("\"bits\":\"3f800001\""), "{json}");
        let dot = evaluate(
            "x=4000 | mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {1, 2, 0.5, 1, 0, 0, 0, 0}, {1, 1, 1, x, 0, 0, 0, 0}, {-1.5};",
            "sm_90",
            "8.8",
        );
        assert!(dot.is_some_and(|json| json.contains("\"bits\":\"40800000\"")));
        assert!(evaluate("add.rx.f32 d, a, b;", "sm_90", "8.8").unwrap().starts_with("{\"ok\":false"));
        assert_eq!(evaluate("", "sm_1", "8.8"), None);
    }
}
