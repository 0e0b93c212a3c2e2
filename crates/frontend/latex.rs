//! Formulas of LaTeX, as people copy them from a text.

/// A formula of LaTeX without its braces: `$\frac{1}{3}$` as `(1)/(3)`, `\sqrt{2}` as `sqrt(2)`, `2^{0.5}` as `2^0.5`.
pub fn plain(text: &str) -> Option<String> {
    let inside = text.strip_prefix('$').and_then(|rest| rest.strip_suffix('$')).map(|inside| inside.trim_matches(['$', ' ']));
    if inside.is_none() && !text.contains('\\') && !text.contains("^{") {
        return None;
    }
    let mut made = inside.unwrap_or(text).replace("\\left", "").replace("\\right", "").replace("\\,", " ");
    // Without braces one digit is the exponent.
    for digit in '0'..='9' {
        for closing in [')', '}'] {
            let short = [closing, '^', digit].iter().collect::<String>();
            if made.ends_with(&short) || [' ', '+', '-', ')'].iter().any(|next| made.contains(&[&*short, &next.to_string()].concat())) {
                made = made.replace(&short, &[&short[..2], "{", &short[2..], "}"].concat());
            }
        }
    }
    for name in ["\\dfrac{", "\\tfrac{", "\\frac{", "\\sqrt{", "^{"] {
        while let Some(at) = made.find(name) {
            let inside = &made[at + name.len()..];
            let (first, behind) = inside.split_once('}').filter(|(first, _)| !first.contains(['{', '\\']))?;
            let new = match name {
                // `2^{1+2}` is no `2^1+2`.
                "^{" if first.bytes().any(|byte| !byte.is_ascii_digit() && !b".-".contains(&byte)) => return None,
                "^{" => {
                    let (from, power) = powered(&made[..at], first, behind.trim().is_empty())?;
                    let new = [&power, behind].concat();
                    made.replace_range(from.., &new);
                    continue;
                }
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

/// Where the base of a power begins that ends a text, and the power in C. A power of ten is an exponent of the number before it.
fn powered(before: &str, exponent: &str, is_last: bool) -> Option<(usize, String)> {
    let before = before.trim_end();
    let from = if before.ends_with(')') {
        let mut depth = 0;
        let opens = before.char_indices().rev().find(|(_, letter)| {
            depth += i32::from(*letter == ')') - i32::from(*letter == '(');
            depth == 0
        });
        opens?.0
    } else {
        before
            .rfind(|letter: char| !letter.is_ascii_digit() && letter != '.')
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8))
    };
    let base = &before[from..];
    let product = ["\\times", "\\cdot", "×", "·"].iter().find_map(|sign| before[..from].trim_end().strip_suffix(sign));
    let is_whole = exponent.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let scaled = product.map(str::trim_end).filter(|before| before.ends_with(|last: char| last.is_ascii_digit()));
    Some(match () {
        () if base.is_empty() => return None,
        () if base == "10" && is_whole && scaled.is_some() => (scaled?.len(), ["e", exponent].concat()),
        // A power alone is a number.
        () if from == 0 && is_last && !base.starts_with('(') => (before.len(), ["^", exponent].concat()),
        () => (from, ["pow(", base, ", ", exponent, ")"].concat()),
    })
}
