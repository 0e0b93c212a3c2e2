//! Whether a text is C rather than an instruction or a number.
//!
//! The page asks this of every text before the code of the other languages is there, so it looks at pieces alone.

use super::number;
use super::token::{Kind, Piece, assigns, ends_operand, pieces};
use super::types::is_type_word;
use crate::rounding;

/// Whether a text has more of C than expressions: control, functions, arrays, macros.
pub(super) fn is_program(text: &str, pieces: &[Piece]) -> bool {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let name = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == Kind::Name);
    // Directives, guards and brackets of addresses are PTX's; a mnemonic has a point.
    let directive = |at: usize| {
        matches!(shown(at), ".")
            && matches!(
                shown(at + 1),
                "reg"
                    | "version"
                    | "target"
                    | "visible"
                    | "entry"
                    | "func"
                    | "param"
                    | "shared"
                    | "local"
                    | "global"
                    | "const"
                    | "extern"
                    | "weak"
                    | "b8"
                    | "b16"
                    | "b32"
                    | "b64"
                    | "f16"
                    | "f32"
                    | "f64"
                    | "u16"
                    | "u32"
                    | "u64"
                    | "s16"
                    | "s32"
                    | "s64"
                    | "pred"
            )
    };
    if (0..pieces.len()).any(directive) || pieces.first().is_some_and(|_| shown(0) == "@") {
        return false;
    }
    let apart = |at: usize| name(at) && name(at + 1) && !is_type_word(shown(at)) && shown(at) != "return";
    let mnemonic = (0..pieces.len()).any(|at| shown(at) == "." || apart(at));
    let touching = |at: usize| pieces.get(at).zip(pieces.get(at + 1)).is_some_and(|(a, b)| a.span.end == b.span.start);
    (0..pieces.len()).any(|at| match shown(at) {
        "for" | "while" | "if" | "switch" => shown(at + 1) == "(",
        "do" => shown(at + 1) == "{",
        "{" => (at == 0 || shown(at - 1) == ";") && name(at + 1) && (is_type_word(shown(at + 1)) || assigns(shown(at + 2))),
        "return" => at == 0 || matches!(shown(at - 1), ";" | "{" | "}" | ")"),
        "static_cast" | "template" => shown(at + 1) == "<",
        "using" | "typedef" | "__global__" | "__device__" => name(at + 1) || shown(at + 1) == "__launch_bounds__",
        "#" => matches!(shown(at + 1), "include" | "define" | "pragma"),
        // `x++;`, `++i`
        "+" | "-" if shown(at + 1) == shown(at) && touching(at) => {
            at > 0
                && name(at - 1)
                && !name(at + 2)
                && !pieces.get(at + 2).is_some_and(|piece| piece.kind == Kind::Number)
                && shown(at + 2) != "("
                || at == 0 && name(at + 2) && shown(at + 3) == ";"
        }
        word if is_type_word(word) && shown(at + 1) == "*" && name(at + 2) => matches!(shown(at + 3), ";" | "=" | ","),
        word if is_type_word(word) && name(at + 1) => {
            // A function, an array, several variables of which one has a value.
            let last = (at + 1..pieces.len()).find(|at| !is_type_word(shown(*at)));
            last.is_some_and(|last| {
                name(last) && (shown(last + 1) == "[" || shown(last + 1) == "(" && body_follows(text, pieces, last + 1))
                    || several(text, pieces, last)
            })
        }
        "&=" | "|=" | "^=" | "<<=" | ">>=" | "%=" => name(at.wrapping_sub(1)),
        // Between two operands, where no mnemonic stands and no guard.
        "&" | "|" | "<<" | ">>" => {
            let operand = |at: usize| pieces.get(at).is_some_and(|piece| ends_operand(piece, text)) && !shown(at).starts_with('%');
            at > 0 && operand(at - 1) && (operand(at + 1) || shown(at + 1) == "(") && !mnemonic
        }
        word => {
            is_type_word(word)
                && !matches!(
                    word,
                    "half"
                        | "float"
                        | "double"
                        | "int"
                        | "unsigned"
                        | "signed"
                        | "long"
                        | "short"
                        | "const"
                        | "auto"
                        | "volatile"
                        | "__half"
                )
                && name(at + 1)
        }
    })
}

/// Whether a body follows the parenthesis that opens at a place.
fn body_follows(text: &str, pieces: &[Piece], open: usize) -> bool {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let close = (open..pieces.len()).find(|at| shown(*at) == ")");
    close.is_some_and(|close| shown(close + 1) == "{")
}

/// Whether a declaration gives several variables their values.
fn several(text: &str, pieces: &[Piece], from: usize) -> bool {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let (mut depth, mut comma, mut equals) = (0, false, false);
    for at in from..pieces.len() {
        match shown(at) {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            ";" => break,
            "," if depth == 0 => comma = true,
            "=" if depth == 0 => equals = true,
            _ => {}
        }
    }
    comma && equals
}

/// Whether a text is a call, an expression, or several that give variables their values. Numbers alone (`0.1`, `-2^-149`) are not.
pub fn claims(text: &str) -> bool {
    let mut pieces = pieces(text);
    pieces.retain(|piece| piece.kind != Kind::Comment);
    if is_program(text, &pieces) {
        return true;
    }
    while pieces.last().is_some_and(|last| &text[last.span.clone()] == ";") {
        pieces.pop();
    }
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let parts: Vec<&[Piece]> = pieces.split(|piece| shown(piece) == ";").collect();
    match &parts[..] {
        [one] => one_alone(text, one),
        // The last may name a variable alone.
        [first @ .., last] => {
            let named = matches!(last, [only] if only.kind == Kind::Name);
            let gives = |part: &&[Piece]| declares(text, part) || part.iter().any(|piece| assigns(shown(piece)));
            let whole = |part: &&[Piece]| declares(text, part) || statement(text, part);
            first.iter().all(|part| calls(text, part) || gives(part) && whole(part)) && (named || one_alone(text, last))
        }
        [] => false,
    }
}

fn one_alone(text: &str, part: &[Piece]) -> bool {
    statement(text, part) || calls(text, part)
}

/// Whether a statement is a call, or the name of an intrinsic that is still to become one.
fn calls(text: &str, part: &[Piece]) -> bool {
    let shown = |piece: Option<&Piece>| piece.map_or("", |piece| &text[piece.span.clone()]);
    let equals = part.iter().take(5).position(|piece| assigns(shown(Some(piece))));
    let (head, body) = equals.map_or((&part[..0], part), |equals| (&part[..equals], &part[equals + 1..]));
    let name = body.first().filter(|first| first.kind == Kind::Name && !shown(Some(first)).starts_with('%'));
    let parenthesis = body.get(1).is_some_and(|next| shown(Some(next)) == "(");
    name.is_some_and(|name| parenthesis || shown(Some(name)).starts_with("__") && !is_type_word(shown(Some(name))))
        && head.iter().all(|piece| piece.kind == Kind::Name)
        && !listed(text, body)
}

/// Whether a statement gives variables a type and no value.
fn declares(text: &str, part: &[Piece]) -> bool {
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let words = part.iter().take_while(|piece| is_type_word(shown(piece))).count();
    let names = &part[words..];
    words > 0
        && names.len() % 2 == 1
        && names.iter().enumerate().all(|(at, piece)| if at % 2 == 0 { piece.kind == Kind::Name } else { shown(piece) == "," })
}

/// Whether one statement computes something.
fn statement(text: &str, pieces: &[Piece]) -> bool {
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let (Some(begin), Some(end)) = (pieces.first(), pieces.last()) else { return false };
    let own = &text[begin.span.start..end.span.end];
    // Modifiers, guards, braces and several lines are PTX's.
    let foreign = |piece: &Piece| {
        (piece.kind == Kind::Unknown && shown(piece).is_ascii())
            || matches!(shown(piece), "|" | "&" | ";" | "{" | "}" | "[" | "]" | "." | "#")
    };
    if pieces.iter().any(foreign) {
        return false;
    }
    let equals = pieces.iter().position(|piece| assigns(shown(piece)));
    let (head, body) = match equals {
        Some(equals) => (&pieces[..equals], &pieces[equals + 1..]),
        None => (&pieces[..0], pieces),
    };
    if equals == Some(0) || head.iter().any(|piece| piece.kind != Kind::Name) {
        return false;
    }
    let declares = head.first().is_some_and(|first| is_type_word(shown(first)));
    let one = !declares && equals.is_none() && (is_number(text, body) || rounding::read(own).is_ok());
    if one || stands_apart(text, body) || (head.len() > 1 && !declares) {
        return false;
    }
    // `x += y` is nothing else, even half typed.
    let compound = equals.is_some_and(|at| shown(&pieces[at]) != "=");
    let constant = |piece: &Piece| number::named(shown(piece)).is_some();
    match body {
        [] => declares || compound,
        [only] => declares || compound || constant(only) || equals.is_some(),
        _ => declares || body.iter().any(|piece| piece.kind != Kind::Operator) && computes(text, body),
    }
}

/// Whether two operands stand side by side where PTX has a name and its operands, or operands stand in a list that is no call's.
fn stands_apart(text: &str, body: &[Piece]) -> bool {
    let operand = |piece: &Piece| matches!(piece.kind, Kind::Number | Kind::Name);
    let begins = body.first().zip(body.get(1)).is_some_and(|(first, second)| operand(first) && operand(second));
    let numbers = body.windows(2).any(|pair| pair.iter().all(|piece| piece.kind == Kind::Number));
    begins || numbers || listed(text, body)
}

/// Whether a comma stands outside of parentheses.
fn listed(text: &str, body: &[Piece]) -> bool {
    let mut depth = 0i32;
    body.iter().any(|piece| {
        let shown = &text[piece.span.clone()];
        depth += match shown {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        shown == "," && depth <= 0
    })
}

/// Whether something is computed: an operator beside an operand, a cast, a call inside another, parentheses around an operand.
fn computes(text: &str, body: &[Piece]) -> bool {
    let shown = |at: usize| body.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let operand = |at: usize| body.get(at).is_some_and(|piece| ends_operand(piece, text) || shown(at) == "(");
    let computing = |at: usize| match shown(at) {
        "+" | "-" | "*" | "/" | "%" | "^" | "?" | "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" | "**" | "<<" | ">>" => {
            (at > 0 && operand(at - 1)) || operand(at + 1)
        }
        "!" | "~" => operand(at + 1),
        "(" => at == 0 || (at > 1 && body[at - 1].kind == Kind::Name) || is_type_word(shown(at + 1)),
        _ => false,
    };
    (0..body.len()).any(computing)
}

/// Whether the pieces are a number alone, or a power of two with signs.
fn is_number(text: &str, body: &[Piece]) -> bool {
    let shown = |piece: &Piece| &text[piece.span.clone()];
    let mut rest = body.iter().filter(|piece| !matches!(shown(piece), "+" | "-"));
    let number = |piece: Option<&Piece>| piece.is_some_and(|piece| piece.kind == Kind::Number);
    let first = number(rest.next());
    let signs = body.windows(2).any(|pair| number(Some(&pair[0])) && matches!(shown(&pair[1]), "+" | "-"));
    match rest.next() {
        None => first && !signs,
        Some(power) => first && !signs && shown(power) == "^" && number(rest.next()) && rest.next().is_none(),
    }
}

/// Whether a word is a constant of C's headers.
pub fn is_constant(word: &str) -> bool {
    number::named(word).is_some()
}
