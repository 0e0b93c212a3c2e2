//! `ulp explain`: why a text gives what it gives, for a person at the terminal.

use crate::{Outcome, ended, target, version};
use semantics::instruction::{Context, Target, Version};
use semantics::line::{Ran, explain_line};
use semantics::run::{Operand, Run};
use semantics::trace::text::story;
use std::io::{self, Read, Write};

/// Why a text gives what it gives: the result, the reason, and every step
///
/// Takes what `ulp eval` takes, and reads standard input as one text if there is none: `ulp explain '0.1f + 0.2f'`. Registers get their bits
/// before a bar: `a=3f800001 | rcp.approx.f32 d, a;`.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Explain {
    /// An instruction, an expression, a program
    #[arg(allow_hyphen_values = true)]
    text: Option<String>,
    /// Write every digit of an exact value, however many there are
    #[arg(long)]
    digits: bool,
    /// The chip that it runs on: sm_90a, or H100 or hopper for sm_90
    #[arg(long, value_parser = target, default_value_t = Context::default().target)]
    target: Target,
    /// The PTX version that it is written in
    #[arg(long, value_parser = version, default_value_t = Context::default().ptx)]
    ptx: Version,
}

impl Explain {
    pub fn run(self) -> Outcome {
        let mut text = self.text.unwrap_or_default();
        if text.is_empty() {
            ended(io::stdin().lock().read_to_string(&mut text).map(drop))?;
        }
        let context = Context { target: self.target, ptx: self.ptx };
        let (said, ran) = explain_line(text.trim_end(), context);
        let Some(Ran { notes, why, run, .. }) = ran else {
            let said: serde_json::Value = serde_json::from_str(&said).map_err(|error| error.to_string())?;
            return Err(said["message"].as_str().unwrap_or_default().to_owned());
        };
        let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
        ended(write!(io::stdout().lock(), "{}{notes}\n{why}\n\n{}", results(&run, self.digits), story(&run.trace)))
    }
}

/// What came out, a number a line: name, value, bits, flags; the exact values with all their digits, if those are asked for.
fn results(run: &Run, digits: bool) -> String {
    let flags: Vec<&str> = run.flags().names().collect();
    let mut text = String::new();
    for Operand { place, number } in run.results.iter().flat_map(|value| Operand::of('d', None, value)) {
        let lane = place.part_name().map(|part| format!(" {part} lane")).unwrap_or_default();
        let value = number.value_text();
        text.push_str(&format!("{}{lane} = {value}  0x{} ({})\n", place.register(), number.hex(), number.format.name));
        if value.starts_with('\u{2248}') {
            text.push_str(&format!("exactly {}\n", if digits { number.exact_decimal() } else { number.exact_line() }));
        }
    }
    if !flags.is_empty() {
        text.push_str(&format!("Flags: {}\n", flags.join(", ")));
    }
    text
}
