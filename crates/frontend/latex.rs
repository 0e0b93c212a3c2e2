//! Formulas of LaTeX, as people copy them from a text.

/// A formula of LaTeX without its braces: `$\frac{1}{3}$` as `(1)/(3)`, `\sqrt{2}` as `sqrt(2)`, `2^{0.5}` as `2^0.5`.
pub fn plain(text: &str) -> Option<String> {
    let inside = text.strip_prefix('$').and_then(|rest| rest.strip_suffix('$')).map(|inside| inside.trim_matches(['$', ' ']));
    if inside.is_none() && !text.contains('\\') && !text.contains("^{") {
        return None;
    }
    let mut made = inside.unwrap_or(text).replace("\\left", "").replace("\\right", "").replace("\\,", " ");
    for name in ["\\dfrac{", "\\tfrac{", "\\frac{", "\\sqrt{", "^{"] {
        while let Some(at) = made.find(name) {
            let inside = &made[at + name.len()..];
            let (first, behind) = inside.split_once('}').filter(|(first, _)| !first.contains(['{', '\\']))?;
            let new = match name {
                // `2^{1+2}` is no `2^1+2`.
                "^{" if first.bytes().any(|byte| !byte.is_ascii_digit() && !b".-".contains(&byte)) => return None,
                "^{" => ["^", first, behind].concat(),
                "\\sqrt{" => ["sqrt(", first, ")", behind].concat(),
                _ => {
                    let (second, behind) = behind.strip_prefix('{')?.split_once('}').filter(|(second, _)| !second.contains('{'))?;
                    ["((", first, ")/(", second, "))", behind].concat()
                }
            };
            made.replace_range(at.., &new);
        }
    }
    Some(made)
}
