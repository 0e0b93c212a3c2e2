//! What a text defines: names of types, and functions.

use super::narrow::narrow;
use super::parse::Reader;
use super::structure::nameless;
use super::template::Parameter;
use super::token::Kind as Cut;
use super::types::{CType, is_defined_type, is_qualifier, is_type_word};
use crate::syntax::TokenKind;
use core::ops::Range;

/// What says how a kernel is launched, before its name.
pub(super) const BOUNDS: [&str; 2] = ["__launch_bounds__", "__cluster_dims__"];
/// What a member function is called that converts its structure.
pub(super) const CONVERTS: &str = "operator ";
/// The body of a function that a structure declares and does not define.
pub(super) const PROMISED: usize = usize::MAX;
/// What the object of a static function is called.
const STATIC: &str = " static";
/// What is said of a kernel.
pub(super) const KERNEL: &str = "A kernel runs on the page Programs, thread by thread: open it there.";

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Taken {
    pub name: String,
    /// The pieces of its type.
    pub own: Range<usize>,
    /// Pointers behind the type.
    pub signs: usize,
    /// Where the lengths of an array stand, which a member may be.
    pub lengths: Option<usize>,
    /// Whether it is a reference.
    pub reference: bool,
    /// Whether nothing changes it, and whether nothing changes what it points to.
    pub constant: bool,
    pub to_constant: bool,
    /// Where the value stands that it has by default.
    pub default: Option<usize>,
}

impl Taken {
    /// A parameter or a member with a type and no more.
    pub fn plain(name: &str, own: Range<usize>) -> Taken {
        let (reference, constant, to_constant) = (false, false, false);
        Taken { name: name.to_owned(), own, signs: 0, lengths: None, reference, constant, to_constant, default: None }
    }
}

/// A function of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Defined {
    pub name: String,
    /// The structure of which it is a member. Its first parameter is then `this`; a constructor has the name of its structure.
    pub of: Option<String>,
    /// The parameters of its template, in order. An argument may tell what is a type.
    pub templates: Vec<Parameter>,
    /// The pieces of its result's type, and its pointers.
    pub result: (Range<usize>, usize),
    /// Whether its result is a reference.
    pub gives_reference: bool,
    pub parameters: Vec<Taken>,
    /// Where a constructor says what members begin with.
    pub begins: Option<usize>,
    /// The brace that opens its body.
    pub body: usize,
    /// Whether it gives a value.
    pub gives: bool,
    /// `__global__`
    pub kernel: bool,
    /// The parentheses behind `__launch_bounds__` and `__cluster_dims__`.
    pub bounds: [Option<usize>; 2],
}

impl Defined {
    /// How many arguments it takes at least.
    pub fn least(&self) -> usize {
        self.parameters.iter().filter(|parameter| parameter.default.is_none()).count()
    }

    /// Whether it takes so many arguments.
    pub fn takes(&self, count: usize) -> bool {
        (self.least()..=self.parameters.len()).contains(&count)
    }
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
            "using" | "typedef"
                if !(self.shown(self.at) == "typedef" && matches!(self.shown(self.at + 1), "struct" | "union" | "enum")) =>
            {
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
        // A function as a value: its type is that of what it is given.
        let name = (begin..end).find(|at| self.shown(*at) == "(" && self.shown(at + 1) == "*");
        let name = name.map(|open| if self.shown(begin) == "typedef" { open + 2 } else { begin + 1 });
        if let Some(name) = name {
            self.types.push((self.shown(name).to_owned(), CType::function()));
            self.at = end;
            return self.semicolon();
        }
        let named = if self.shown(begin) == "typedef" {
            self.type_at(begin + 1).filter(|(_, last)| last + 1 == end).map(|(own, last)| (self.shown(last).to_owned(), own))
        } else {
            let equals = self.shown(begin + 2) == "=";
            self.type_at(begin + 3).filter(|_| equals).map(|(own, _)| (self.shown(begin + 1).to_owned(), own))
        };
        let words: Vec<&str> = (begin + 1..end).map(|at| self.shown(at)).collect();
        // A name that the library has is given to its own type.
        let is_known =
            || words.split_last().is_some_and(|(name, own)| CType::named(own).is_some_and(|own| Some(own) == CType::named(&[*name])));
        let is_const = !self.in_library() && words.contains(&"const");
        match named.filter(|_| !is_const) {
            Some((name, Some(own))) => self.types.push((name, own)),
            _ if self.shown(begin) == "typedef" && is_known() => {}
            _ if self.shown(begin + 1) == "namespace" || self.shown(begin) == "using" && self.shown(begin + 2) == ";" => {}
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
            if !is_type_word(word) || is_defined_type(word) {
                break;
            }
            words.push(word);
            end += 1;
        }
        let bare = words.iter().all(|word| CType::named(&[*word, "int"]) == Some(Some(CType::Int)) && *word != "signed");
        if (words.is_empty() || bare)
            && let Some(listed) = self.instance_at(end)
        {
            return Some(listed);
        }
        if (words.is_empty() || bare)
            && self.shown(end + 1) == "::"
            && let (name, behind) = self.joined_names(end)
            && let Some((_, own)) = self.types.iter().rev().find(|(known, _)| *known == name)
        {
            return Some((Some(*own), behind));
        }
        if (words.is_empty() || bare) && matches!(self.shown(end), "underlying_type_t" | "underlying_type") && self.shown(end + 1) == "<" {
            let (own, close) = self.type_at(end + 2)?;
            let member = self.shown(end) == "underlying_type";
            let behind = if !member {
                close + 1
            } else if self.shown(close + 2) == "type" {
                close + 3
            } else {
                return None;
            };
            return Some((own.filter(|own| own.is_fixed()).map(CType::underlying), behind));
        }
        if (words.is_empty() || bare)
            && let Some((_, own)) = self.types.iter().rev().find(|(name, _)| name == self.shown(end))
        {
            return Some((Some(*own).filter(|own| *own != CType::function()), end + 1));
        }
        if words.iter().all(|word| is_qualifier(word)) && self.shown(end) == "ostream" {
            return Some((Some(CType::stream()), end + 1));
        }
        if words.iter().all(|word| is_qualifier(word)) && self.shown(end) == "function" && self.shown(end + 1) == "<" {
            return Some((None, self.behind_list(end + 1)));
        }
        if words.iter().all(|word| is_qualifier(word))
            && let Some(found) = self.structure_at(end)
        {
            return Some(found);
        }
        if words.is_empty() {
            return None;
        }
        CType::named(&words).map(|own| (own, end))
    }

    /// A structure behind its word: `struct P`, as C has it, or with its definition.
    pub(super) fn structure_at(&self, at: usize) -> Option<(Option<CType>, usize)> {
        if !matches!(self.shown(at), "struct" | "class" | "union" | "enum") {
            return None;
        }
        let scoped = self.shown(at) == "enum" && matches!(self.shown(at + 1), "class" | "struct");
        let first = at + 1 + usize::from(scoped);
        let named = self.is(first, Cut::Name);
        let name = if named { self.shown(first).to_owned() } else { nameless(at) };
        let (_, own) = self.types.iter().rev().find(|(known, _)| *known == name)?;
        let mut end = first + usize::from(named);
        // The type of an enumeration's numbers.
        if self.shown(end) == ":" {
            end = (end..self.pieces.len()).find(|at| matches!(self.shown(*at), "{" | ";"))?;
        }
        Some((Some(*own), if self.shown(end) == "{" { self.behind(end) } else { end }))
    }

    /// Takes the definition of a function or of a template of structures; false where none stands here.
    pub(super) fn defines(&mut self) -> bool {
        if self.nested > 0 {
            return false;
        }
        if self.shown(self.at) == "template" && self.shown(self.at + 1) != "<" {
            // What it instantiates is found by its name.
            while !matches!(self.shown(self.at), ";" | "") {
                self.at += 1;
            }
            self.semicolon();
            return true;
        }
        if self.shown(self.at) == "template" && self.shown(self.at + 2) == ">" {
            let span = self.span(self.at);
            self.error(
                "not-covered",
                span,
                "`template<>` gives a template for one type, which is not covered here: write a function for it.",
            );
            self.at = self.behind((self.at..self.pieces.len()).find(|at| matches!(self.shown(*at), "{" | ";")).unwrap_or(self.at));
            self.semicolon();
            return true;
        }
        if self.shown(self.at) == "extern" && self.is(self.at + 1, Cut::Text) {
            return self.defines_function(self.at + 2, None);
        }
        let is_structure = self.shown(self.at) == "template" && matches!(self.shown(self.template_at(self.at).1), "struct" | "class");
        if is_structure { self.defines_structure() } else { self.defines_function(self.at, None) }
    }

    /// The definition of a function that begins at a place, outside or as a member of a structure, whose name and its place are given.
    pub(super) fn defines_function(&mut self, begin: usize, of: Option<(&str, usize)>) -> bool {
        let (templates, first) = self.template_at(begin);
        let mut at = first;
        let kernel_word = (at..at + 6).any(|at| self.shown(at) == "__global__");
        let mut bounds = [None; 2];
        while let Some(which) = BOUNDS.iter().position(|word| *word == self.shown(at)) {
            bounds[which] = Some(at + 1);
            at = self.behind(at + 1);
        }
        let (first, structure) = (at, of.map_or("", |(name, _)| name));
        // `void`, a type, or the name of a type of the template.
        loop {
            let word = self.shown(at);
            at = match word {
                _ if BOUNDS.contains(&word) => {
                    bounds[usize::from(word == BOUNDS[1])] = Some(at + 1);
                    self.behind(at + 1)
                }
                _ if !structure.is_empty() && word == structure && self.shown(at + 1) == "(" => break,
                _ if self.shown(at + 1) == "::" && self.types.iter().any(|(known, _)| *known == self.joined_names(at).0) => {
                    self.joined_names(at).1
                }
                _ if self.qualifies(at) => break,
                _ if is_type_word(word) || word == "void" => at + 1,
                "struct" | "union" | "enum" if self.structure_at(at).is_some() && self.is(at + 1, Cut::Name) => at + 2,
                _ if self.names_type(word, &templates, of) => self.behind_list(at + 1),
                _ => break,
            };
        }
        let (mut result, mut stars, mut gives_reference) = (first..at, 0, false);
        while matches!(self.shown(at), "*" | "**" | "&") {
            stars += self.shown(at).matches('*').count();
            gives_reference |= self.shown(at) == "&";
            at += 1;
        }
        // `void Matrix::print() const { … }`
        let owner = (of.is_none() && self.qualifies(at)).then(|| (self.shown(at), at));
        if owner.is_some() {
            at = self.behind_list(at + 1) + 1;
        }
        let (outside, of) = (owner.is_some(), of.or(owner));
        let structure = of.map_or("", |(name, _)| name);
        // `operator+`, `operator()`: its sign is a part of its name.
        let sign = match (self.shown(at), self.shown(at + 1)) {
            ("operator", "(" | "[") => 2,
            ("operator", _) if self.twice(at + 1) => 2,
            ("operator", _) if self.is(at + 1, Cut::Operator) => 1,
            _ => 0,
        };
        let mut open = at + 1 + sign;
        let mut name = (at..open).map(|at| self.shown(at)).collect::<String>();
        // `operator float()` has the type of its result behind its name.
        if self.shown(at) == "operator"
            && sign == 0
            && of.is_some()
            && let Some(end) = (at + 1..at + 6).find(|at| self.shown(*at) == "(")
        {
            (name, open, result) = (CONVERTS.to_owned(), end, at + 1..end);
        }
        let constructs = of.is_some() && name == structure && self.shown(open) == "(";
        let ends = outside && self.shown(at) == "~" && self.shown(at + 1) == structure;
        (at, open) = if ends { (at, open + 1) } else { (at, open) };
        if !ends && ((result.is_empty() && !constructs) || !self.is(at, Cut::Name)) || self.shown(open) != "(" {
            return false;
        }
        let close = self.behind(open);
        let mut body = close;
        while matches!(self.shown(body), "const" | "noexcept" | "override") {
            body += 1;
        }
        if outside && self.shown(at) == "~" {
            return self.defines_destructor(structure, body);
        }
        let begins = (constructs && self.shown(body) == ":").then_some(body + 1);
        while begins.is_some() && matches!(self.shown(body), ":" | ",") {
            body = self.behind(self.behind_list(body + 2));
        }
        let absent = self.shown(body) == "=" && matches!(self.shown(body + 1), "default" | "delete");
        let prototype = self.shown(body) == ";" && self.names_parameters(open + 1, close - 1, &templates, of);
        if self.shown(body) != "{" && !prototype && !absent {
            return false;
        }
        self.mark_type(begin..at);
        self.mark_call(at);
        let words = |word: &str| (begin..at).any(|at| self.shown(at) == word);
        let of = of.filter(|_| !words("friend"));
        let promised = prototype && of.is_some() && !outside;
        if (prototype && !promised) || absent {
            if of.is_some() && !(absent && self.shown(body + 1) == "default") {
                let span = self.span(at);
                self.error("structure", span, format!("`{name}` has no body here."));
            }
            self.at = if absent { body + 2 } else { body };
            self.semicolon();
            return true;
        }
        let mut parameters = Vec::new();
        if let Some((_, place)) = of {
            let constant = (close..body).any(|at| self.shown(at) == "const");
            // A static one has no object that it names.
            let (constant, this) = if words("static") { (true, STATIC) } else { (constant, "this") };
            parameters.push(Taken { reference: true, constant, ..Taken::plain(this, place..place + 1) });
        }
        parameters.extend(self.all_taken(open + 1, close - 1));
        let gives = !constructs && (stars > 0 || !result.clone().any(|at| self.shown(at) == "void"));
        let of = of.map(|(name, _)| name.to_owned());
        let (result, kernel) = ((result, stars), kernel_word);
        if outside {
            return self.keeps_promise((name, of), parameters, (begins, body), at);
        }
        let body = if promised { PROMISED } else { body };
        let end = if promised { close } else { self.behind(body) };
        self.functions.push(Defined { name, of, templates, result, gives_reference, parameters, begins, body, gives, kernel, bounds });
        self.at = end;
        if promised {
            self.at = (end..self.pieces.len()).find(|at| self.shown(*at) == ";").unwrap_or(end);
            self.semicolon();
        }
        true
    }

    /// Whether the name of a structure stands here with `::` behind it, and then what is defined of it.
    fn qualifies(&self, at: usize) -> bool {
        let known = self.is(at, Cut::Name) && self.structures.iter().any(|own| own.name == self.shown(at));
        let colons = if known { self.behind_list(at + 1) } else { at };
        known && self.shown(colons) == "::" && (self.is(colons + 1, Cut::Name) || self.shown(colons + 1) == "~")
    }

    /// A function of a structure whose body stands outside of that: the structure has promised it.
    fn keeps_promise(
        &mut self,
        (name, of): (String, Option<String>),
        parameters: Vec<Taken>,
        (begins, body): (Option<usize>, usize),
        at: usize,
    ) -> bool {
        let typed = |own: &Taken| {
            let words = own.own.clone().map(|at| self.shown(at)).filter(|word| *word != "const").collect::<Vec<&str>>().join(" ");
            (words, own.signs, own.reference, own.constant && own.reference, own.to_constant)
        };
        let same = |known: &Defined| {
            if known.body != PROMISED || known.of.is_none() || known.of != of || known.name != name {
                return false;
            }
            let constant = known.parameters[0].name == STATIC || known.parameters[0].constant == parameters[0].constant;
            let others = known.parameters.iter().skip(1).map(typed).eq(parameters.iter().skip(1).map(typed));
            constant && others
        };
        let Some(number) = self.functions.iter().position(same) else {
            let span = self.span(at);
            self.error("structure", span, format!("`{}` declares no such function `{name}`.", of.unwrap_or_default()));
            self.at = self.behind(body);
            return true;
        };
        let own = &mut self.functions[number];
        for (known, Taken { name, own, .. }) in own.parameters.iter_mut().zip(parameters).skip(1) {
            (known.name, known.own) = (name, own);
        }
        (own.begins, own.body) = (begins, body);
        self.at = self.behind(body);
        true
    }

    /// A destructor whose body stands outside of its structure.
    fn defines_destructor(&mut self, structure: &str, body: usize) -> bool {
        let known = self.structures.iter().find(|own| own.name == structure);
        let names: Vec<String> = known.iter().flat_map(|own| &own.members).map(|member| member.name.clone()).collect();
        self.at = self.behind(body);
        self.refuses_destructor(body..self.at, &names, structure);
        true
    }

    /// The parameters between two places.
    pub(super) fn all_taken(&mut self, mut from: usize, end: usize) -> Vec<Taken> {
        let mut all = Vec::new();
        while from < end {
            let to = self.next_comma(from, end);
            if self.shown(from) != "void" || to > from + 1 {
                let taken = self.taken(from, to);
                self.mark_type(from..taken.own.end);
                all.push(taken);
            }
            from = to + 1;
        }
        all
    }

    /// A parameter that stands between two places.
    pub(super) fn taken(&self, from: usize, to: usize) -> Taken {
        // `double (*f)(double)`: its type is that of what is given.
        let function = |at: &usize| self.shown(*at) == "(" && matches!(self.shown(at + 1), "*" | "&") && self.shown(at + 3) == ")";
        if let Some(open) = (from..to).find(function).filter(|open| self.shown(open + 4) == "(") {
            return Taken::plain(self.shown(open + 2), open..open + 1);
        }
        // `double (*m)[3]`
        let row = (from..to).find(|at| self.shown(*at) == "(" && self.shown(at + 1) == "*" && self.shown(at + 3) == ")");
        if let Some(open) = row.filter(|open| self.shown(open + 4) == "[") {
            let to_constant = (from..open).any(|at| self.shown(at) == "const");
            return Taken { signs: 1, lengths: Some(open + 4), to_constant, ..Taken::plain(self.shown(open + 2), from..open) };
        }
        let default = (from..to).find(|at| self.shown(*at) == "=").map(|at| at + 1);
        let array = (from..to).find(|at| self.shown(*at) == "[");
        let last = array.or(default.map(|at| at - 1)).unwrap_or(to).saturating_sub(1);
        // One without a name may end with its signs.
        let named = !matches!(self.shown(last), "*" | "**" | "&");
        let last = last + usize::from(!named);
        let stars = (from..last).map(|at| ["*", "**"].iter().position(|star| *star == self.shown(at)).map_or(0, |place| place + 1));
        let signs = stars.sum::<usize>() + usize::from(array.is_some());
        let reference = (from..last).any(|at| self.shown(at) == "&");
        // What a const before a star says is of what the pointer points to.
        let star = (from..last).rev().find(|at| self.shown(*at).starts_with('*'));
        let is_const = |mut range: Range<usize>| range.any(|at| self.shown(at) == "const");
        let (constant, to_constant) = match array {
            // An array that is a parameter is a pointer.
            Some(_) => (false, is_const(from..last)),
            None => (is_const(star.unwrap_or(from)..last), is_const(from..star.unwrap_or(from))),
        };
        let end = (from..last).find(|at| matches!(self.shown(*at), "*" | "**" | "&")).unwrap_or(last);
        // One without a name is its type alone.
        let end = end.max(from + 1);
        let name = if named { self.shown(last) } else { " unnamed" }.to_owned();
        // Of an array of arrays the first length says nothing.
        let lengths = array.map(|open| self.behind(open)).filter(|at| *at < to && self.shown(*at) == "[");
        Taken { name, own: from..end, signs, lengths, reference, constant, to_constant, default }
    }

    /// The type of a result that stands at a place, which may be none.
    pub(super) fn type_or_nothing(&self, at: usize) -> Option<Option<CType>> {
        if self.shown(at) == "void" { Some(None) } else { self.type_at(at).map(|(own, _)| own) }
    }

    /// Whether a word is a type that the text has named, or a parameter of a template around.
    fn names_type(&self, word: &str, templates: &[Parameter], of: Option<(&str, usize)>) -> bool {
        let around = of.and_then(|(name, _)| self.structures.iter().find(|own| own.name == name));
        let parameters = templates.iter().chain(around.iter().flat_map(|own| &own.templates));
        parameters.filter(|own| own.number.is_none()).any(|own| own.name == word)
            || self.types.iter().any(|(name, _)| name == word)
            || self.structures.iter().any(|own| own.name == word)
            || matches!(word, "vector" | "array" | "function" | "ostream")
    }

    /// The place behind a list in angle brackets, where one stands.
    pub(super) fn behind_list(&self, open: usize) -> usize {
        let (mut at, mut depth) = (open, 0);
        while self.shown(open) == "<" && at < self.pieces.len() {
            depth += match self.shown(at) {
                "<" => 1,
                ">" => -1,
                _ => 0,
            };
            at += 1;
            if depth == 0 {
                break;
            }
        }
        at
    }

    /// The comma that ends what stands at a place, or the end.
    pub(super) fn next_comma(&self, from: usize, end: usize) -> usize {
        let mut at = from;
        while at < end && self.shown(at) != "," {
            at = match self.shown(at) {
                "(" | "[" | "{" => self.behind(at),
                "<" => self.behind_list(at).min(end),
                _ => at + 1,
            };
        }
        at
    }

    /// Whether parentheses hold parameters and no values.
    fn names_parameters(&self, from: usize, to: usize, templates: &[Parameter], of: Option<(&str, usize)>) -> bool {
        from == to || self.shown(from) == "void" || self.type_at(from).is_some() || self.names_type(self.shown(from), templates, of)
    }
}
