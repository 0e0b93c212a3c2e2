//! What a text defines: names of types, and functions.

use super::narrow::narrow;
use super::parse::Reader;
use super::token::Kind as Cut;
use super::types::{CType, is_type_word};
use crate::syntax::TokenKind;
use core::ops::Range;

/// What is said of a kernel.
pub(super) const KERNEL: &str = "A kernel runs on the page Programs, thread by thread: open it there.";

/// A function of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Defined {
    pub name: String,
    /// The parameters of its template, in order, and of each that is a number where its type stands. An argument may tell what is a type.
    pub templates: Vec<(String, Option<usize>)>,
    /// The pieces of its result's type, and its pointers.
    pub result: (Range<usize>, usize),
    /// Each parameter's name, the pieces of its type, pointers, whether it is a reference.
    pub parameters: Vec<(String, Range<usize>, usize, bool)>,
    /// The brace that opens its body.
    pub body: usize,
    /// Whether it gives a value.
    pub gives: bool,
    /// `__global__`
    pub kernel: bool,
}

impl Reader<'_> {
    /// Passes over what a preprocessor takes; `#include` brings nothing that is not here.
    pub(super) fn preprocessed(&mut self) -> bool {
        match self.shown(self.at) {
            "#" => {
                let line = |reader: &Self, at: usize| reader.text[..reader.span(at).start].bytes().filter(|byte| *byte == b'\n').count();
                let own = line(self, self.at);
                let word = self.shown(self.at + 1);
                if !matches!(word, "include" | "pragma") {
                    let span = self.span(self.at);
                    self.error("preprocessor", span, format!("`#{word}` is not covered here."));
                }
                while self.at < self.pieces.len() && line(self, self.at) == own {
                    self.mark(self.at, TokenKind::Comment);
                    self.at += 1;
                }
                true
            }
            "using" | "typedef" if !(self.shown(self.at) == "typedef" && self.shown(self.at + 1) == "struct") => {
                self.names_a_type();
                true
            }
            _ => false,
        }
    }

    /// `using namespace std;`, `using real = float;`, `typedef float real;`
    fn names_a_type(&mut self) {
        let begin = self.at;
        let end = (self.at..self.pieces.len()).find(|at| self.shown(*at) == ";").unwrap_or(self.pieces.len());
        let named = if self.shown(begin) == "typedef" {
            self.type_at(begin + 1).filter(|(_, last)| last + 1 == end).map(|(own, last)| (self.shown(last).to_owned(), own))
        } else {
            let equals = self.shown(begin + 2) == "=";
            self.type_at(begin + 3).filter(|_| equals).map(|(own, _)| (self.shown(begin + 1).to_owned(), own))
        };
        match named {
            Some((name, Some(own))) => self.types.push((name, own)),
            _ if self.shown(begin + 1) == "namespace" => {}
            _ => {
                let span = self.span(begin);
                self.error("type", span, "This name of a type is not covered here.");
            }
        }
        self.at = end;
        self.semicolon();
    }

    /// The type that stands at a place, and the place behind it. `auto` leaves it open.
    pub(super) fn type_at(&self, at: usize) -> Option<(Option<CType>, usize)> {
        let mut end = at;
        let mut words = Vec::new();
        loop {
            let word = self.shown(end);
            // A name that many give a variable.
            if narrow(word).is_some() && (self.find(word).is_some() || words.iter().any(|word| CType::named(&[*word]).is_some())) {
                break;
            }
            if word == "std" && self.shown(end + 1) == "::" && is_type_word(self.shown(end + 2)) {
                end += 2;
            } else if is_type_word(word) {
                words.push(word);
                end += 1;
            } else {
                break;
            }
        }
        let bare = words.iter().all(|word| CType::named(&[*word, "int"]) == Some(Some(CType::Int)) && *word != "signed");
        if (words.is_empty() || bare)
            && let Some((_, own)) = self.types.iter().rev().find(|(name, _)| name == self.shown(end))
        {
            return Some((Some(*own), end + 1));
        }
        if words.is_empty() {
            return None;
        }
        CType::named(&words).map(|own| (own, end))
    }

    /// Takes the definition of a function; false where none stands here.
    pub(super) fn defines(&mut self) -> bool {
        if self.nested > 0 {
            return false;
        }
        let begin = self.at;
        let (mut at, mut templates) = (begin, Vec::new());
        if self.shown(at) == "template" && self.shown(at + 1) != "<" {
            // What it instantiates is found by its name.
            while !matches!(self.shown(self.at), ";" | "") {
                self.at += 1;
            }
            self.semicolon();
            return true;
        }
        if self.shown(at) == "extern" && self.is(at + 1, Cut::Text) {
            at += 2;
            if self.shown(at) == "{" {
                self.at = at + 1;
                return true;
            }
        }
        if self.shown(at) == "template" && self.shown(at + 1) == "<" {
            at += 2;
            while !matches!(self.shown(at), ">" | "") {
                // A name before a comma, the end or what stands there by default.
                if self.is(at, Cut::Name) && matches!(self.shown(at + 1), "," | ">" | "=") {
                    let begin = (begin..at).rev().find(|at| matches!(self.shown(*at), "<" | ",")).map_or(at, |at| at + 1);
                    let is_type = matches!(self.shown(at - 1), "typename" | "class");
                    templates.push((self.shown(at).to_owned(), (!is_type).then_some(begin)));
                    while !matches!(self.shown(at + 1), "," | ">" | "") {
                        at += 1;
                    }
                }
                at += 1;
            }
            at += 1;
        }
        let kernel_word = (at..at + 6).any(|at| self.shown(at) == "__global__");
        while self.shown(at) == "__launch_bounds__" {
            at = self.behind(at + 1);
        }
        let first = at;
        // `void`, a type, or the name of a type of the template.
        while is_type_word(self.shown(at))
            || self.shown(at) == "void"
            || templates.iter().any(|(name, _)| name == self.shown(at))
            || self.shown(at) == "__launch_bounds__"
            || self.types.iter().any(|(name, _)| name == self.shown(at))
            || (self.shown(at) == "std" && self.shown(at + 1) == "::")
        {
            at = if self.shown(at) == "__launch_bounds__" {
                self.behind(at + 1)
            } else if self.shown(at) == "std" {
                at + 2
            } else {
                at + 1
            };
        }
        let (result, mut stars) = (first..at, 0);
        while matches!(self.shown(at), "*" | "**" | "&") {
            stars += self.shown(at).matches('*').count();
            at += 1;
        }
        // `operator+`: its sign is a part of its name.
        let sign = self.shown(at) == "operator" && self.is(at + 1, Cut::Operator) && self.shown(at + 1) != "(";
        let open = at + 1 + usize::from(sign);
        if result.is_empty() || !self.is(at, Cut::Name) || self.shown(open) != "(" {
            return false;
        }
        let name = (at..open).map(|at| self.shown(at)).collect::<String>();
        let body = self.behind(open);
        let prototype = self.shown(body) == ";" && self.names_parameters(open + 1, body - 1, &templates);
        if self.shown(body) != "{" && !prototype {
            return false;
        }
        self.mark_type(begin..at);
        self.mark_call(at);
        if prototype {
            self.at = body;
            self.semicolon();
            return true;
        }
        let mut parameters = Vec::new();
        let mut from = open + 1;
        while from < body - 1 {
            let to = (from..body - 1).find(|at| self.shown(*at) == ",").unwrap_or(body - 1);
            if self.shown(from) != "void" {
                let array = (from..to).find(|at| self.shown(*at) == "[");
                let last = array.unwrap_or(to).saturating_sub(1);
                let stars = (from..last).map(|at| ["*", "**"].iter().position(|star| *star == self.shown(at)).map_or(0, |place| place + 1));
                let signs = stars.sum::<usize>() + usize::from(array.is_some());
                // A reference to what is const reads a value.
                let reference = (from..last).any(|at| self.shown(at) == "&") && !(from..last).any(|at| self.shown(at) == "const");
                let end = (from..last).find(|at| matches!(self.shown(*at), "*" | "**" | "&")).unwrap_or(last);
                self.mark_type(from..end);
                parameters.push((self.shown(last).to_owned(), from..end, signs, reference));
            }
            from = to + 1;
        }
        let gives = stars > 0 || !result.clone().any(|at| self.shown(at) == "void");
        self.functions.push(Defined { name, templates, result: (result, stars), parameters, body, gives, kernel: kernel_word });
        self.at = self.behind(body);
        true
    }

    /// Whether parentheses hold parameters and no values.
    fn names_parameters(&self, from: usize, to: usize, templates: &[(String, Option<usize>)]) -> bool {
        from == to
            || self.shown(from) == "void"
            || self.type_at(from).is_some()
            || templates.iter().any(|(name, _)| name == self.shown(from))
    }
}
