//! How we know: the badge of a piece of evidence and its source, as markup.

use super::html::push_text;
use semantics::instruction::Evidence;

/// The manual, by the heading that a section stands under.
const MANUAL: &str = "https://docs.nvidia.com/cuda/parallel-thread-execution/#";

/// Adds a badge and its source. A section of the PTX manual is a number; what else is documented is a text's title, or the
/// name of what a text is on.
pub fn push_evidence(html: &mut String, evidence: Evidence) {
    let word = evidence.word();
    for piece in ["<span class=\"badge ", word, "\">", word, "</span> "] {
        html.push_str(piece);
    }
    match evidence {
        Evidence::Documented(section) if section.starts_with(|first: char| first.is_ascii_digit()) => {
            let heading =
                if section == "9.7.9.21" { "data-movement-and-conversion-instructions-cvt" } else { "floating-point-instructions" };
            for piece in ["<a href=\"", MANUAL, heading, "\">NVIDIA PTX ISA 9.1, ", section, "</a>"] {
                html.push_str(piece);
            }
        }
        Evidence::Documented(title) if title.contains(' ') => push_text(html, title),
        Evidence::Documented(name) => push_text(html, &["NVIDIA's text on ", name].concat()),
        Evidence::Measured { by, date } => push_text(html, &[by, ", ", date].concat()),
        Evidence::Validated { chips, by } => push_text(html, &["on chips of ", chips, ": ", by].concat()),
        Evidence::Inferred(why) | Evidence::Modelled(why) => push_text(html, why),
    }
}
