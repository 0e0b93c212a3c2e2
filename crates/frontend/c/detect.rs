//! Whether a text is C rather than an instruction or a number.
//!
//! The page asks this of every text before the code of the other languages is there, so it looks at pieces alone.

use super::number;
use super::python;
use super::token::{Kind, Piece, assigns, ends_operand, pieces};
use super::types::{is_type_word, lists};
use crate::rounding;

/// What follows the point of a directive of PTX, or of a type in one.
const DIRECTIVES: &str = " reg version target visible entry func param shared local global const extern weak b8 b16 b32 b64 f16 f32 f64 u16 u32 u64 s16 s32 s64 pred ";
/// Words that begin something of C where the next piece is this; `x` stands for a name.
const BEGINNINGS: [(&str, &str); 29] = [
    ("void", "x"),
    ("union", "x"),
    ("union", "{"),
    ("enum", "{"),
    ("break", ";"),
    ("cout", "<<"),
    ("printf", "("),
    ("memcpy", "("),
    ("asm", "("),
    ("asm", "volatile"),
    ("__asm__", "x"),
    ("struct", "x"),
    ("float2", "x"),
    ("float3", "x"),
    ("float4", "x"),
    ("__half2", "x"),
    ("for", "("),
    ("while", "("),
    ("if", "("),
    ("switch", "("),
    ("do", "{"),
    ("static_cast", "<"),
    ("template", "<"),
    ("using", "x"),
    ("typedef", "x"),
    ("__global__", "x"),
    ("__device__", "x"),
    ("#", "x"),
    ("return", ""),
];
/// Types that a single statement may name.
const PLAIN: &str = " half float double int unsigned signed long short const auto volatile __half ";

/// The pieces of a text, by their places.
struct Pieces<'a>(&'a str, &'a [Piece]);

impl Pieces<'_> {
    #[inline(never)]
    fn shown(&self, at: usize) -> &str {
        self.1.get(at).map_or("", |piece| &self.0[piece.span.clone()])
    }

    fn is(&self, at: usize, kind: Kind) -> bool {
        self.1.get(at).is_some_and(|piece| piece.kind == kind)
    }

    fn name(&self, at: usize) -> bool {
        self.is(at, Kind::Name)
    }

    fn begins(&self, at: usize) -> bool {
        let (word, next) = (self.shown(at), self.shown(at + 1));
        let begins =
            |(own, wanted): &(&str, &str)| *own == word && (*wanted == next || wanted.is_empty() || (*wanted == "x" && self.name(at + 1)));
        BEGINNINGS.iter().any(begins)
    }

    /// A function, an array, or several variables of which one has a value, whose type stands here.
    fn declares(&self, at: usize) -> bool {
        let Some(last) = (at + 1..self.1.len()).find(|at| !is_type_word(self.shown(*at))).filter(|last| self.name(*last)) else {
            return false;
        };
        let (mut depth, mut comma, mut equals) = (0, false, false);
        for at in last..self.1.len() {
            match self.shown(at).as_bytes() {
                b"[" if at == last + 1 => return true,
                b"(" => depth += 1,
                b")" if depth == 1 && self.shown(last + 1) == "(" && self.shown(at + 1) == "{" => return true,
                b")" | b"}" => depth -= 1,
                b"{" => depth += 1,
                b";" => break,
                b"," if depth == 0 => comma = true,
                b"=" if depth == 0 => equals = true,
                _ => {}
            }
        }
        comma && equals
    }

    /// `x++;`, `++i;`
    fn counts(&self, at: usize) -> bool {
        let next = self.1.get(at + 1);
        let touches = next.is_some_and(|next| self.1[at].span.end == next.span.start) && self.shown(at + 1) == self.shown(at);
        let operand = self.name(at + 2) || self.is(at + 2, Kind::Number) || self.shown(at + 2) == "(";
        touches && (at > 0 && self.name(at - 1) && !operand || at == 0 && self.name(2) && self.shown(3) == ";")
    }
}

/// Whether a text has more of C than expressions: control, functions, arrays, macros.
pub(super) fn is_program(text: &str, pieces: &[Piece]) -> bool {
    let all = Pieces(text, pieces);
    let places = || 0..pieces.len();
    if all.shown(0) == "@" || places().any(|at| all.shown(at) == "." && lists(DIRECTIVES, all.shown(at + 1))) {
        return false;
    }
    // A mnemonic has a point, or operands behind it.
    let apart = |at: usize| all.name(at) && all.name(at + 1) && !is_type_word(all.shown(at)) && all.shown(at) != "return";
    let mnemonic = places().any(|at| all.shown(at) == "." || apart(at));
    places().any(|at| {
        let typed = is_type_word(all.shown(at));
        match all.shown(at).as_bytes() {
            b"{" => {
                (at == 0 || all.shown(at - 1) == ";") && all.name(at + 1) && (is_type_word(all.shown(at + 1)) || assigns(all.shown(at + 2)))
            }
            b"+" | b"-" => all.counts(at),
            b"&=" | b"|=" | b"^=" | b"<<=" | b">>=" | b"%=" => at > 0 && all.name(at - 1),
            // Between two operands, where no mnemonic stands and no guard.
            b"&" | b"|" | b"<<" | b">>" => {
                let operand = |at: usize| (all.name(at) || all.is(at, Kind::Number)) && !all.shown(at).starts_with('%');
                let left = at > 0 && (operand(at - 1) || matches!(all.shown(at - 1), ")" | "]"));
                left && (operand(at + 1) || all.shown(at + 1) == "(") && !mnemonic
            }
            _ if typed && all.shown(at + 1) == "*" => all.name(at + 2) && matches!(all.shown(at + 3), ";" | "=" | ","),
            _ if typed && all.name(at + 1) => all.declares(at) || !lists(PLAIN, all.shown(at)),
            _ => all.begins(at),
        }
    })
}

/// Whether a text is a call, an expression, or several that give variables their values. Numbers alone (`0.1`, `-2^-149`) are not.
pub fn claims(text: &str) -> bool {
    let mut pieces = pieces(text);
    pieces.retain(|piece| piece.kind != Kind::Comment);
    if python::is_python(text, &pieces) || is_program(text, &pieces) || begins_as_c(text, &pieces) {
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

/// Types whose names are mistyped.
const TYPES: [&str; 6] = ["float", "double", "int", "unsigned", "long", "auto"];

/// Whether a word has the letters of another in another order, or one less or more.
fn is_near(word: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let without = |long: &str, short: &str| {
        (0..long.len()).any(|at| {
            long.is_char_boundary(at) && long.char_indices().filter(|(place, _)| *place != at).map(|(_, letter)| letter).eq(short.chars())
        })
    };
    word.len() > 2 && (sorted(word) == sorted(other) || without(word, other) || without(other, word))
}

/// Whether a text that may be wrong begins as C does and PTX never does: `float x = 1; x.y`, `flaot x = 1`, `if x > 0 { … }`.
fn begins_as_c(text: &str, pieces: &[Piece]) -> bool {
    let shown = |at: usize| pieces.get(at).map_or("", |piece| &text[piece.span.clone()]);
    let name = |at: usize| pieces.get(at).is_some_and(|piece| piece.kind == Kind::Name && !shown(at).starts_with(['%', '@', '.']));
    let has = |sign: &str| (2..pieces.len()).any(|at| shown(at) == sign);
    match shown(0) {
        "if" | "while" | "for" | "switch" => has("{"),
        "class" | "enum" => name(1) && has("{"),
        word if is_type_word(word) => name(1) && has("="),
        word => name(1) && shown(2) == "=" && pieces.len() > 3 && TYPES.iter().any(|own| is_near(word, own)),
    }
}

/// Whether a text is Python rather than C.
pub fn is_python(text: &str) -> bool {
    let mut pieces = pieces(text);
    pieces.retain(|piece| piece.kind != Kind::Comment);
    python::is_python(text, &pieces)
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
