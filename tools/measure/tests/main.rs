//! What a chip is asked, and the program that writes it down.

mod cuda;
mod plan;

use std::process::Command;

/// What the program with arguments without blanks writes, or what it complains of.
fn said(line: &str) -> Result<String, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_measure")).args(line.split_whitespace()).output().expect("run measure");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn wrong_arguments_are_named() {
    for (line, message) in [
        ("plan .", "required arguments were not provided:\n  --target <TARGET>"),
        ("plan --target sm_9x .", "invalid value 'sm_9x' for '--target <TARGET>': wanted is a target, sm_10 or a later one"),
        ("plan --target sm_90 --ptx new .", "invalid value 'new' for '--ptx <PTX>': wanted is a PTX version such as 8.8"),
        ("guess .", "unrecognized subcommand 'guess'"),
        ("compare --fast .", "unexpected argument '--fast' found"),
        ("compare no-such-folder", "capture.txt: No such file"),
    ] {
        let complaint = said(line).unwrap_err();
        assert!(complaint.contains(message), "{line}: {complaint}");
    }
}
