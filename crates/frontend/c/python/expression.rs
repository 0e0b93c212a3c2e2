//! Python's expressions, by their precedence: a choice, `or`, `and`, `not`, comparisons, operators on bits, sums, products, signs, powers.

use super::promote::{Owner, Value, name};
use crate::c::parse::{Input, Reader};
use crate::c::token::Kind as Cut;
use crate::c::tree::{Id, Kind};
use crate::c::types::CType;
use crate::rounding::{Literal, Mode, read};
use crate::syntax::TokenKind;
use core::ops::Range;

/// The operators between two operands, loosest first.
const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "//", "%", "@"]];
const RELATIONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];

impl Reader<'_> {
    /// An expression.
    pub(super) fn python_value(&mut self) -> Option<Value> {
        let mut value = None;
        self.deeper(|reader| {
            value = reader.conditional();
            value.map(|value| value.id)
        });
        value
    }

    /// The end of what stands here, outside of parentheses: one of some words, or the end of an expression.
    fn end_of(&self, words: &[&str]) -> usize {
        let mut at = self.at;
        loop {
            match self.shown(at) {
                "(" | "[" => at = self.behind(at),
                "" | "," | ")" | "]" | "}" | ";" | ":" | "{" | "=" => return at,
                word if words.contains(&word) => return at,
                _ => at += 1,
            }
        }
    }

    /// Whether what stands between two pieces is a number or a name with its sign, so that computing it does no harm.
    fn is_plain(&self, from: usize, to: usize) -> bool {
        let from = from + usize::from(matches!(self.shown(from), "-" | "+"));
        from + 1 == to && (self.is(from, Cut::Name) || self.is(from, Cut::Number))
    }

    /// `a if condition else b`
    fn conditional(&mut self) -> Option<Value> {
        let start = self.at;
        let choice = self.end_of(&["if"]);
        if self.shown(choice) != "if" {
            return self.either(0);
        }
        let place = self.span(choice);
        self.mark(choice, TokenKind::Modifier);
        self.at = choice + 1;
        let condition = self.either(0)?;
        let condition = self.truth_of(condition);
        if self.shown(self.at) != "else" {
            self.error("missing-branch", place, "A choice has two branches: `a if condition else b`.");
            return None;
        }
        self.mark(self.at, TokenKind::Modifier);
        let other = self.at + 1;
        self.at = other;
        let end = self.end_of(&[]);
        let value = match self.decided(condition) {
            Some(true) => {
                self.at = start;
                self.either(0)
            }
            Some(false) => {
                self.at = other;
                self.python_value()
            }
            None => {
                let mut owners = Vec::new();
                let mut branch = |reader: &mut Self, at: usize, first: bool| {
                    reader.at = at;
                    let value = if first { reader.either(0)? } else { reader.python_value()? };
                    owners.push((value.owner, reader.tree.own(value.id)));
                    Some(value.id)
                };
                let id = if self.is_plain(start, choice) && self.is_plain(other, end) {
                    let left = branch(self, start, true)?;
                    let right = branch(self, other, false)?;
                    if self.tree.own(left) == self.tree.own(right) { self.tree.chosen(condition, left, right, place.clone()) } else { left }
                } else {
                    let mut second = Vec::new();
                    let id = self.by_branch(
                        condition,
                        place.start,
                        |reader| branch(reader, start, true),
                        |reader| {
                            reader.at = other;
                            let value = reader.python_value()?;
                            second.push((value.owner, reader.tree.own(value.id)));
                            Some(value.id)
                        },
                    )?;
                    owners.extend(second);
                    id
                };
                let same = self.same_types(&owners, place);
                same.then_some(Value { id, owner: owners[0].0 })
            }
        };
        self.at = end;
        value
    }

    /// Whether two ways give values of one type; else says so.
    fn same_types(&mut self, owners: &[(Owner, CType)], place: Range<usize>) -> bool {
        let [one, other, ..] = owners else { return true };
        if one != other {
            let [one, other] = [one, other].map(|(owner, own)| name(*owner, *own));
            self.error("types", place, format!("The value is {one} on one way and {other} on the other: make both of one type."));
        }
        one == other
    }

    /// `or` and `and`, which give one of their operands.
    fn either(&mut self, level: usize) -> Option<Value> {
        let Some(word) = ["or", "and"].get(level) else { return self.negation() };
        let mut left = self.either(level + 1)?;
        while self.shown(self.at) == *word {
            let place = self.span(self.at);
            self.mark(self.at, TokenKind::Modifier);
            self.at += 1;
            let stops = if level == 0 { &["or", "if", "else"][..] } else { &["or", "and", "if", "else"] };
            let end = self.end_of(stops);
            let truth = self.truth_of(left);
            match self.decided(truth) {
                Some(known) if known == (level == 0) => self.at = end,
                Some(_) => left = self.either(level + 1)?,
                None => {
                    let from = self.at;
                    let mut owners = vec![(left.owner, self.tree.own(left.id))];
                    let bools = owners[0].1 == CType::Int && left.id == truth;
                    let harmless = (from..end).all(|at| !matches!(self.shown(at), "(" | "[" | "/" | "//" | "%" | "**" | "<<")) && bools;
                    let mut right = |reader: &mut Self| {
                        reader.at = from;
                        let value = reader.either(level + 1)?;
                        let value = if bools { Value { id: reader.truth_of(value), owner: value.owner } } else { value };
                        owners.push((value.owner, reader.tree.own(value.id)));
                        Some(value.id)
                    };
                    let id = if harmless {
                        let (kept, other) = self.beside(truth, |reader| right(reader));
                        let kind = if level == 0 { Kind::Or(kept, other?) } else { Kind::And(kept, other?) };
                        self.tree.node(kind, CType::Int, place.clone())
                    } else {
                        // What decides is the value where the other does not run.
                        let held = left.id;
                        self.pending.push(held);
                        let id = self.decided_by(level == 0, truth, place.start, right);
                        self.pending.pop();
                        id?
                    };
                    let owner = if owners.iter().any(|(owner, _)| *owner == Owner::Truth) && bools { Owner::Truth } else { owners[0].0 };
                    if !bools && !self.same_types(&owners, place) {
                        return None;
                    }
                    left = Value { id, owner };
                }
            }
        }
        Some(left)
    }

    /// The value that waits, or where a condition holds or does not hold another one.
    fn decided_by(&mut self, or: bool, truth: Id, start: usize, right: impl FnOnce(&mut Self) -> Option<Id>) -> Option<Id> {
        let waits = |reader: &mut Self| reader.pending.last().copied();
        if or { self.by_branch(truth, start, waits, right) } else { self.by_branch(truth, start, right, waits) }
    }

    fn negation(&mut self) -> Option<Value> {
        if self.shown(self.at) != "not" {
            return self.comparison();
        }
        let span = self.span(self.at);
        self.mark(self.at, TokenKind::Modifier);
        self.at += 1;
        let mut value = None;
        self.deeper(|reader| {
            value = reader.negation();
            value.map(|value| value.id)
        });
        let truth = self.truth_of(value?);
        Some(Value { id: self.tree.node(Kind::Not(truth), CType::Int, span), owner: Owner::Python })
    }

    fn comparison(&mut self) -> Option<Value> {
        let start = self.span(self.at).start;
        let mut left = self.operators(0)?;
        let mut all: Option<Value> = None;
        loop {
            let (word, place) = (self.shown(self.at), self.span(self.at));
            if matches!(word, "in" | "is" | "not") {
                self.error("not-covered", place, format!("`{word}` is not covered here."));
                return None;
            }
            if !RELATIONS.contains(&word) {
                return Some(all.unwrap_or(left));
            }
            self.at += 1;
            let waiting: Vec<Id> = core::iter::once(left.id).chain(all.map(|value| value.id)).collect();
            let (waiting, right) = self.with_pending(&waiting, |reader| reader.operators(0));
            let right = right?;
            left.id = waiting[0];
            let span = self.since(start);
            let one = self.related_values(word, [left, right], place.clone(), span.clone());
            all = Some(match (all, waiting.get(1)) {
                (Some(value), Some(before)) => Value {
                    id: self.tree.node(Kind::And(*before, one.id), CType::Int, span),
                    owner: if one.owner == Owner::Truth { one.owner } else { value.owner },
                },
                _ => one,
            });
            left = right;
        }
    }

    fn operators(&mut self, level: usize) -> Option<Value> {
        let Some(operators) = LEVELS.get(level) else { return self.signed_value() };
        let start = self.span(self.at).start;
        let mut left = self.operators(level + 1)?;
        while operators.contains(&self.shown(self.at)) && self.is(self.at, Cut::Operator) {
            let (operator, place) = (self.shown(self.at), self.span(self.at));
            self.at += 1;
            let (kept, right) = self.beside(left.id, |reader| reader.operators(level + 1));
            left.id = kept;
            let span = self.since(start);
            left = self.arithmetic(operator, [left, right?], place, span);
        }
        Some(left)
    }

    fn signed_value(&mut self) -> Option<Value> {
        let (sign, start) = (self.shown(self.at), self.span(self.at).start);
        if !matches!(sign, "-" | "+" | "~") {
            return self.powers();
        }
        self.at += 1;
        let inputs = self.inputs.len();
        let mut value = None;
        self.deeper(|reader| {
            value = reader.signed_value();
            value.map(|value| value.id)
        });
        let (value, span) = (value?, self.since(start));
        let own = self.tree.own(value.id);
        match sign {
            "+" if own == CType::Int && value.owner == Owner::Python => {
                Some(Value { id: self.number_as(value, CType::Long, &span), ..value })
            }
            "+" => Some(value),
            "~" => {
                if !own.is_integer() || value.owner == Owner::Truth {
                    self.error("operation", span, "`~` takes integers.");
                    return Some(value);
                }
                let (id, own) = if value.owner == Owner::Python {
                    (self.number_as(value, CType::Long, &span), CType::Long)
                } else {
                    (self.tree.converted(value.id, own.promoted()), own)
                };
                let id = match self.tree.constant(id) {
                    Some(number) => self.tree.number(self.tree.own(id), !number.bits, None, span),
                    None => self.tree.node(Kind::Invert(id), self.tree.own(id), span),
                };
                Some(Value { id: self.tree.converted(id, own), ..value })
            }
            _ => {
                let negated = self.negative(value, span.clone());
                // A number takes its sign along.
                if let (Some(number), [input]) = (self.tree.constant(negated.id), &mut self.inputs[inputs..])
                    && input.name.is_none()
                    && input.own == number_type(number.format)
                {
                    (input.bits, input.span) = (number.bits, span);
                }
                Some(negated)
            }
        }
    }

    fn powers(&mut self) -> Option<Value> {
        let start = self.span(self.at).start;
        let base = self.operand_of_python()?;
        if self.shown(self.at) != "**" {
            return Some(base);
        }
        let place = self.span(self.at);
        self.at += 1;
        let (kept, exponent) = self.beside(base.id, |reader| {
            let mut value = None;
            reader.deeper(|reader| {
                value = reader.signed_value();
                value.map(|value| value.id)
            });
            value
        });
        let span = self.since(start);
        Some(self.arithmetic("**", [Value { id: kept, ..base }, exponent?], place, span))
    }

    /// A number, a name, a call, or something in parentheses, with the brackets and methods after it.
    fn operand_of_python(&mut self) -> Option<Value> {
        let (at, span) = (self.at, self.span(self.at));
        let word = self.shown(at);
        let value = match self.pieces.get(at).map(|piece| piece.kind) {
            Some(Cut::Number) => {
                self.at += 1;
                self.number_of_python(word, span)?
            }
            Some(Cut::Text) => {
                self.at += 1;
                self.number_in_text(word, span)?
            }
            Some(Cut::Name) => self.named_value()?,
            _ if word == "(" => {
                self.at += 1;
                let value = self.python_value()?;
                if self.shown(self.at) == "," {
                    let span = self.span(self.at);
                    self.error("not-covered", span, "A tuple is not covered here: numbers are.");
                    return None;
                }
                self.close(at);
                value
            }
            _ if word == "[" => {
                self.error(
                    "not-covered",
                    span,
                    "A list is covered where a name takes it, in `for … in`, sum, min and max: here a number is wanted.",
                );
                return None;
            }
            _ if word == "{" => {
                self.error("not-covered", span, "A dict or a set is not covered here: numbers are.");
                return None;
            }
            _ => {
                let before = self.shown(at.saturating_sub(1));
                let message = match before {
                    _ if at == self.begin => "There is no expression here.".to_owned(),
                    "" | ";" | "{" | "}" => "An expression is missing here.".to_owned(),
                    before => format!("An operand is missing after `{before}`."),
                };
                self.error("missing-operand", span, message);
                return None;
            }
        };
        self.behind_value(value)
    }

    /// Takes a parenthesis or bracket that closes the one at a place.
    pub(super) fn close(&mut self, open: usize) {
        let wanted = if self.shown(open) == "[" { "]" } else { ")" };
        if self.shown(self.at) == wanted {
            self.at += 1;
            return;
        }
        let span = self.span(open);
        self.error("missing-parenthesis", span, format!("`{wanted}` is missing: this is not closed."));
        self.at = self.behind(open).max(self.at);
    }

    /// A number of Python: an int, or a float.
    fn number_of_python(&mut self, word: &str, span: Range<usize>) -> Option<Value> {
        let clean = word.replace('_', "").to_ascii_lowercase();
        let radix = match clean.get(..2) {
            Some("0x") => 16,
            Some("0o") => 8,
            Some("0b") => 2,
            _ => 10,
        };
        let digits = if radix == 10 { &*clean } else { &clean[2..] };
        if clean.ends_with('j') {
            self.error("not-covered", span, "Complex numbers are not covered here.");
            return None;
        }
        let wrong = |reader: &mut Self| {
            reader.error("literal", span.clone(), format!("`{word}` is no number of Python."));
            None
        };
        if !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix)) {
            if radix == 10 && digits.len() > 1 && digits.starts_with('0') && digits.bytes().any(|digit| digit != b'0') {
                return wrong(self);
            }
            let Ok(number) = i64::from_str_radix(digits, radix) else {
                self.error("integer", span, "Python's integers have no end; here they have 64 bits, and this one needs more.");
                return None;
            };
            self.inputs.push(Input { name: None, own: CType::Long, bits: number as u64, span: span.clone() });
            return Some(Value { id: self.tree.number(CType::Long, number as u64, None, span), owner: Owner::Python });
        }
        let plain = clean.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'+' | b'-'));
        let Some(written) = read(&clean).ok().filter(|_| radix == 10 && plain) else { return wrong(self) };
        let bits = written.to_bits(CType::Double.format(), Mode::Rn).0;
        self.inputs.push(Input { name: None, own: CType::Double, bits, span: span.clone() });
        Some(Value { id: self.tree.number(CType::Double, bits, Some(written), span), owner: Owner::Python })
    }
}

impl Reader<'_> {
    /// `float('inf')`, `np.float32("0.1")`: the number that a text holds, which becomes a double first.
    fn number_in_text(&mut self, word: &str, span: Range<usize>) -> Option<Value> {
        let callee = if self.at > 2 && self.shown(self.at - 2) == "(" { self.shown(self.at - 3) } else { "" };
        let is_alone =
            matches!(callee, "float" | "float16" | "float32" | "float64" | "half" | "single" | "double") && self.shown(self.at) == ")";
        let inner = word.trim_matches(['"', '\'']).trim();
        let bare = inner.trim_start_matches(['+', '-']).to_ascii_lowercase();
        let is_decimal = bare.bytes().all(|byte| byte.is_ascii_digit() || b".e+-".contains(&byte));
        let is_number = is_decimal || matches!(&*bare, "inf" | "infinity" | "nan");
        let written = read(inner).ok();
        let Some(written) = written.filter(|_| is_alone && is_number) else {
            self.error("not-covered", span, "A text is not covered here: numbers are, and a number in float('…').");
            return None;
        };
        let format = CType::Double.format();
        let (bits, written) = match written {
            // Python's NaN is positive, as math.nan is.
            Literal::Nan { negative } => (format.default_nan & !format.sign_mask() | if negative { format.sign_mask() } else { 0 }, None),
            written => (written.to_bits(format, Mode::Rn).0, Some(written)),
        };
        if written.is_some() {
            self.inputs.push(Input { name: None, own: CType::Double, bits, span: span.clone() });
        }
        Some(Value { id: self.tree.number(CType::Double, bits, written, span), owner: Owner::Python })
    }
}

/// The type whose numbers have a format, as far as a number of the text may have it.
pub(super) fn number_type(format: &crate::number::Format) -> CType {
    match format.name {
        "E4M3" => CType::E4m3,
        "E5M2" => CType::E5m2,
        "S8" => CType::SignedChar,
        "S16" => CType::Short,
        "U8" => CType::UnsignedChar,
        "U16" => CType::UnsignedShort,
        _ => CType::of(format),
    }
}
