//! Options of nvcc's command line that stand in a comment of a text: `// -fmad=false`.

use super::{Switch, Token, TokenKind};
use core::ops::Range;

/// A word of a comment that looks like an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub span: Range<usize>,
    /// The switch that it is, and whether it is on; None of what is not known.
    pub switch: Option<(Switch, bool)>,
}

/// The options of a comment.
pub fn options(text: &str, comment: Range<usize>) -> Vec<Written> {
    let (mut all, mut at) = (Vec::new(), comment.start);
    for word in text[comment].split(|letter: char| letter.is_ascii_whitespace()) {
        let start = at;
        at += word.len() + 1;
        let skipped = word.len() - word.trim_start_matches(['/', '*', ',']).len();
        let bare = word[skipped..].trim_end_matches([',', '*', '/']);
        if bare.starts_with('-') && bare.len() >= 3 {
            all.push(Written { span: start + skipped..start + skipped + bare.len(), switch: switch_named(bare) });
        }
    }
    all
}

/// Where a switch stands in the comments of a text, and whether it is on, as the last of them says; None where none does.
pub fn switch_in(text: &str, tokens: &[Token], switch: Switch) -> (Vec<Range<usize>>, Option<bool>) {
    let comments = tokens.iter().filter(|token| token.kind == TokenKind::Comment);
    let own = comments.flat_map(|comment| options(text, comment.span.clone())).filter_map(|option| Some((option.span, option.switch?)));
    let (places, on): (Vec<_>, Vec<_>) = own.filter(|(_, own)| own.0 == switch).map(|(span, (_, on))| (span, on)).unzip();
    (places, on.last().copied())
}

/// The switch that a word of nvcc's command line is, and whether it is on.
pub fn switch_named(word: &str) -> Option<(Switch, bool)> {
    let word = word.trim_start_matches('-').replace('_', "-");
    let (name, value) = word.split_once('=').unwrap_or((&word, "true"));
    let switch = match name {
        "fmad" => Switch::Fmad,
        "ftz" => Switch::Ftz,
        "prec-div" => Switch::PrecDiv,
        "prec-sqrt" => Switch::PrecSqrt,
        "use-fast-math" => Switch::FastMath,
        _ => return None,
    };
    match value {
        "true" => Some((switch, true)),
        "false" => Some((switch, false)),
        _ => None,
    }
}

/// A text with an option more, in a comment at its end.
pub fn with_option(text: &str, switch: Switch) -> String {
    let text = text.trim_end();
    let last = text.rsplit('\n').next().unwrap_or("");
    let before = match (last.contains("//"), last.len() == text.len()) {
        (true, _) => " ",
        (false, true) => " // ",
        (false, false) => "\n// ",
    };
    [text, before, switch.text()].concat()
}

/// A text without an option, and without a comment at its end that held nothing else.
pub fn without_option(text: &str, places: impl DoubleEndedIterator<Item = Range<usize>>) -> String {
    let mut edited = text.to_owned();
    for place in places.rev() {
        let behind = edited[place.end..].len() - edited[place.end..].trim_start_matches(' ').len();
        edited.replace_range(place.start..place.end + behind, "");
    }
    let bare = edited.trim_end();
    bare.strip_suffix("//").map_or(bare, str::trim_end).to_owned()
}
