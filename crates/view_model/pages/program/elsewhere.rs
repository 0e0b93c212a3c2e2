//! Which page reads a text that is no program.

use crate::state::language::is_ptx;
use crate::state::number::bare_number;
use semantics::sass::is_kernel;
use semantics::{c, figure};

/// The page that reads a text, if that is not this one.
pub fn page_of(text: &str) -> &'static str {
    match text.trim() {
        "" => "",
        text if is_kernel(text) => "",
        text if bare_number(text).is_some() => "Formats",
        text if !is_ptx(text) && !c::claims(text) && (!figure::may_be(text) || figure::claims(text)) => "Explore",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::page_of;
    use semantics::kernel::example::EXAMPLES;

    #[test]
    fn each_text_has_its_page() {
        for (text, page) in [
            ("0.1f + 0.2f", ""),
            ("float x = 1.0f/3.0f;", ""),
            ("MUFU.RCP R0, R1;", "Explore"),
            ("/*0008*/ MUFU.RCP R0, R1; /* 0x5080000000470100 */", "Explore"),
            ("/*0000*/ LDG.E R0, [R2] ;\n/*0010*/ STG.E [R2], R0 ;\n/*0020*/ EXIT ;", ""),
            ("0x7f800001", "Formats"),
            ("1e-40", "Formats"),
            ("", ""),
            ("hello world", ""),
            ("add.f32 %f0, %f1;", ""),
            ("add.f33 a, b, c;\nmul.f32 d, a, a;", ""),
        ] {
            assert_eq!(page_of(text), page, "{text}");
        }
        for example in EXAMPLES {
            assert_eq!(page_of(example.text), "", "{}", example.title);
        }
    }
}
