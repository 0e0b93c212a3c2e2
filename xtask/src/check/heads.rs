//! Every source file opens with `//!`, the sentence that says what it is.

use crate::{Outcome, project};

pub fn check() -> Outcome {
    let mut wrong = Vec::new();
    for file in project::rust_files() {
        if !project::read(&file)?.starts_with("//! ") {
            wrong.push(format!("{}:1: the file does not begin with `//!` and a sentence", project::shown(&file)));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}
