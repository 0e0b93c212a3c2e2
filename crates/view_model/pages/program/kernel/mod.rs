//! A module of PTX on the program page: what is asked of it, its run with every line that ran, and what is said of that.

pub mod asked;
pub mod cells;
pub mod done;
pub mod examples;
pub mod grid;
pub mod inputs;
pub mod orders;
pub mod printed;
pub mod ran;
pub mod read;
pub mod running;
pub mod shared;
pub mod slice;
pub mod source;
pub mod step;
pub mod tree;
pub mod types;
pub mod wrong;

pub use semantics::kernel::argument::short;
use semantics::sweep::error_report::Deviation;

/// An error as a table has it: in ulps with three places, `2^-21.4` of the number, or nothing.
pub fn error_cell(error: Deviation) -> String {
    match error {
        Deviation::Ulps { thousandths: 0, .. } => "0".to_owned(),
        Deviation::Ulps { .. } => error.to_string().trim_end_matches(" ulp").to_owned(),
        Deviation::Share { .. } => error.to_string().replace(" of the true value", " rel."),
        Deviation::Unmeasured => String::new(),
    }
}

/// An error in a sentence.
pub fn off_by(error: Deviation) -> String {
    if error == Deviation::Unmeasured { "off by more than ulps measure".to_owned() } else { format!("off by {error}") }
}

/// A cell of a table as markup.
pub fn push_cell(html: &mut String, class: &str, words: &str) {
    for part in ["<td class=\"", class, "\">", &crate::components::html::sentence(words), "</td>"] {
        html.push_str(part);
    }
}
