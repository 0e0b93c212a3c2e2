//! What could be typed next, best first: the mnemonic, the next modifiers, the operands.

use super::lexer::{self, TokenKind};
use super::sort::sort_by_key;
use super::statement::{self, Statement};
use crate::instruction::{Context, Form, Modifier, ModifierSet, OperandKind, Type, forms_of, mnemonics};
use core::ops::Range;

/// A continuation of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The bytes it replaces; they end at the cursor.
    pub span: Range<usize>,
    /// What comes in.
    pub text: String,
    /// What the list shows.
    pub label: String,
    /// What it is about, in a few words.
    pub detail: String,
}

/// Continuations at a cursor (in bytes), best first.
pub fn complete(text: &str, cursor: usize, context: &Context) -> Vec<Completion> {
    let before = &text[..(0..=cursor.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)];
    let (tokens, comments) = lexer::tokens(before);
    let in_comment =
        comments.last().is_some_and(|comment| comment.span.end == before.len() && before[comment.span.clone()].starts_with("//"));
    let broken = tokens.last().is_some_and(|token| token.kind == TokenKind::Unknown && &before[token.span.clone()] != ".");
    if in_comment || broken {
        return Vec::new();
    }
    let start = tokens.iter().rposition(|token| &before[token.span.clone()] == ";").map_or(0, |at| at + 1);
    let mut tokens = tokens[start..].to_vec();
    let lone_dot = tokens.pop_if(|token| token.kind == TokenKind::Unknown && &before[token.span.clone()] == ".").is_some();
    let statement = statement::read(before, &mut tokens, &mut Vec::new());
    let at_blank = before.ends_with(|letter: char| letter.is_ascii_whitespace());
    let Some(mnemonic) = statement.mnemonic.clone() else {
        let behind_guard = tokens.last().is_none_or(|token| token.kind != TokenKind::Guard);
        return if behind_guard { of_mnemonic(before, before.len()..before.len()) } else { Vec::new() };
    };
    let in_mnemonic = mnemonic.end == before.len() && statement.words.is_empty();
    let forms = forms_of(&before[mnemonic.clone()]);
    if forms.is_empty() {
        return if in_mnemonic { of_mnemonic(before, mnemonic) } else { Vec::new() };
    }
    if statement.operands.is_empty() {
        let mut list = of_modifier(before, &statement, forms, lone_dot, at_blank, context);
        if in_mnemonic {
            list.extend(of_mnemonic(before, mnemonic).into_iter().filter(|other| !other.text.is_empty()));
        }
        return list;
    }
    of_operands(before, &statement, forms, at_blank, context)
}

/// Mnemonics that begin with what stands in `span`.
fn of_mnemonic(text: &str, span: Range<usize>) -> Vec<Completion> {
    let typed = &text[span.clone()];
    let detail = |name| forms_of(name).first().map_or(String::new(), |form| form.row.summary.to_owned());
    // Whoever has typed nothing yet is offered arithmetic first, not the manual's first two sections.
    let arithmetic_first = mnemonics().skip_while(|name| *name != "add").chain(mnemonics().take_while(|name| *name != "add"));
    arithmetic_first
        .filter(|name| name.starts_with(typed) && *name != typed)
        .map(|name| Completion { span: span.clone(), text: name.into(), label: name.into(), detail: detail(name) })
        .collect()
}

/// Modifiers that may follow, and the operands if the head is complete.
fn of_modifier(
    text: &str,
    statement: &Statement,
    forms: &'static [Form],
    lone_dot: bool,
    at_blank: bool,
    context: &Context,
) -> Vec<Completion> {
    let end = text.len();
    let mut words: Vec<&str> = statement.words.iter().map(|word| word.text).collect();
    // The last word may be half typed; a word that is complete may still be the beginning of a longer one.
    let partial = match statement.words.last() {
        Some(word) if word.span.end == end && !lone_dot => words.pop().unwrap_or(""),
        _ => "",
    };
    let chosen: ModifierSet = statement.words[..words.len()].iter().filter_map(|word| word.modifier).collect();
    let typed = if lone_dot { "." } else { partial };
    let span = end - typed.len()..end;
    let mut list = Vec::new();
    let whole = statement.modifiers();
    if !lone_dot {
        let complete = forms.iter().find(|form| form.pattern.allows(whole) && form.is_available(whole, *context));
        if let Some(form) = complete {
            let operands = skeleton(form, whole, 0);
            let text = if at_blank { operands.clone() } else { format!(" {operands}") };
            list.push(Completion { span: end..end, text, label: operands, detail: "operands".into() });
        }
    }
    // While a word is being typed, what it may become comes first; after a complete one, what may follow.
    let becoming = following(forms, chosen, context).into_iter().filter(|word| word.text().starts_with(typed) && word.text() != typed);
    let becoming: Vec<Modifier> = if typed.is_empty() { Vec::new() } else { becoming.collect() };
    for modifier in &becoming {
        list.push(Completion::of_word(*modifier, span.clone(), modifier.text().into()));
    }
    if becoming.is_empty() && !at_blank && chosen_is_known(&words, partial) {
        for modifier in following(forms, whole, context) {
            let behind = words_behind(statement, forms, whole, modifier);
            let start = behind.first().map_or(end, |word| word.start);
            let rest: String = behind.iter().map(|word| &text[word.clone()]).collect();
            list.push(Completion::of_word(modifier, start..end, format!("{}{rest}", modifier.text())));
        }
    }
    list
}

impl Completion {
    fn of_word(modifier: Modifier, span: Range<usize>, text: String) -> Completion {
        Completion { span, text, label: modifier.text().into(), detail: modifier.words().into() }
    }
}

/// Whether every word is one of the table.
fn chosen_is_known(words: &[&str], partial: &str) -> bool {
    words.iter().all(|word| Modifier::named(word).is_some()) && (partial.is_empty() || Modifier::named(partial).is_some())
}

/// The words that the manual writes behind a modifier: they move on when it comes in.
fn words_behind(statement: &Statement, forms: &[Form], chosen: ModifierSet, modifier: Modifier) -> Vec<Range<usize>> {
    let with = chosen.with(modifier);
    let Some(form) = forms.iter().find(|form| with.is_within(form.pattern.all)) else { return Vec::new() };
    let place = |modifier: Modifier| form.pattern.parts.iter().position(|part| part.modifiers.has(modifier));
    let stays = |word: Option<Modifier>| word.is_none_or(|word| place(word) <= place(modifier));
    statement.words.iter().skip_while(|word| stays(word.modifier)).map(|word| word.span.clone()).collect()
}

/// The modifiers that may stand beside those chosen: what a form must have first, then the rest in the manual's order.
fn following(forms: &'static [Form], chosen: ModifierSet, context: &Context) -> Vec<Modifier> {
    let mut must = Vec::new();
    let mut may = Vec::new();
    for form in forms.iter().filter(|form| chosen.is_within(form.pattern.all)) {
        for part in &form.pattern.parts {
            let taken = !chosen.intersection(part.modifiers).is_empty() && !part.together;
            // A later type is offered behind those before it.
            let next = ModifierSet::TYPES.at_place(chosen.places());
            let early = part.modifiers.is_within(ModifierSet::LATER_TYPES) && !part.modifiers.is_within(next);
            for modifier in part.modifiers.difference(chosen).iter().filter(|_| !taken && !early) {
                if form.is_available(chosen.with(modifier), *context) {
                    if part.optional { &mut may } else { &mut must }.push(modifier);
                }
            }
        }
    }
    let first_form = forms.iter().find(|form| chosen.is_within(form.pattern.all) && form.refusal(*context).is_none());
    // What one form must have and the first may have can wait.
    let optional = |modifier: &Modifier| {
        first_form.is_some_and(|form| form.pattern.parts.iter().any(|part| part.optional && part.modifiers.has(*modifier)))
    };
    must.retain(|modifier| !optional(modifier));
    let place = |modifier: &Modifier| first_form.and_then(|form| form.pattern.parts.iter().position(|part| part.modifiers.has(*modifier)));
    let place = |modifier: &Modifier| place(modifier).map_or(u64::MAX, |place| place as u64);
    sort_by_key(&mut must, place);
    sort_by_key(&mut may, place);
    let mut seen = ModifierSet::NONE;
    let mut list: Vec<Modifier> = must.into_iter().chain(may).collect();
    list.retain(|modifier| {
        let new = !seen.has(*modifier);
        seen = seen.with(*modifier);
        new
    });
    list
}

/// Operands with commas between, those of some places in braces; the first of them stands at `from`.
pub fn in_braces(names: impl Iterator<Item = String>, braces: &Range<usize>, from: usize) -> String {
    let mut text = String::new();
    for (at, name) in names.enumerate() {
        let place = from + at;
        text += if at > 0 { ", " } else { "" };
        text += if place == braces.start && !braces.is_empty() { "{" } else { "" };
        text += &name;
        text += if place + 1 == braces.end { "}" } else { "" };
    }
    text
}

/// The operands from the one at `from` on, each numbered within its type.
pub fn skeleton(form: &Form, modifiers: ModifierSet, from: usize) -> String {
    if form.meaning.work().is_some() {
        return operands_of_work(form, modifiers, from) + ";";
    }
    let destination = form.destination_type(modifiers);
    // A predicate is numbered by itself.
    let first = usize::from(destination.is_some());
    let predicates = if form.pattern.pair { "%p0|%p1" } else { "%p0" };
    let written = destination.map_or(predicates.to_owned(), |data_type| format!("{}0", data_type.register_stem()));
    let read = (0..form.pattern.source_count()).map(|source| {
        let stem = form.source_type(modifiers, source).register_stem();
        format!("{stem}{}", first + source)
    });
    let names = core::iter::once(written).chain(read);
    in_braces(names.skip(from), &form.pattern.braces, from) + ";"
}

/// The operands of an instruction that moves data or control.
fn operands_of_work(form: &Form, modifiers: ModifierSet, from: usize) -> String {
    let stem = modifiers.data_type().map_or("%rd", Type::register_stem);
    let value = |place: usize| match modifiers.vector() {
        1 => format!("{stem}{place}"),
        count => format!("{{{}}}", (0..count).map(|at| format!("{stem}{at}")).collect::<Vec<_>>().join(", ")),
    };
    let name = |(place, (kind, letter)): (usize, &(OperandKind, char))| match kind {
        OperandKind::Address => "[%rd9]".to_owned(),
        OperandKind::Name => if *letter == 't' { "L" } else { "function" }.to_owned(),
        OperandKind::List => format!("({letter})"),
        OperandKind::Immediate => "128".to_owned(),
        OperandKind::Predicate => "%p0".to_owned(),
        OperandKind::Source if *letter == 'i' => "%r0".to_owned(),
        OperandKind::Source if *letter == 'p' => "%rd8".to_owned(),
        OperandKind::Destination | OperandKind::Source | OperandKind::Condition => value(place),
    };
    let all = form.pattern.operands.iter().enumerate().take(form.pattern.operand_count(modifiers)).map(name);
    all.skip(from).collect::<Vec<_>>().join(", ")
}

/// The operands that are still missing.
fn of_operands(text: &str, statement: &Statement, forms: &'static [Form], at_blank: bool, context: &Context) -> Vec<Completion> {
    let end = text.len();
    let chosen = statement.modifiers();
    let Some(form) = forms
        .iter()
        .filter(|form| form.pattern.operands.len() >= statement.operands.len())
        .find(|form| form.pattern.allows(chosen) && form.is_available(chosen, *context))
    else {
        return Vec::new();
    };
    let open = statement.operands.last().is_some_and(|piece| piece.tokens.is_empty());
    let given = statement.operands.len() - usize::from(open);
    let missing = skeleton(form, chosen, given);
    let rest = match (given == form.pattern.operand_count(chosen), open) {
        (true, _) => ";".to_owned(),
        (false, true) if at_blank => missing,
        (false, true) => format!(" {missing}"),
        (false, false) => format!(", {missing}"),
    };
    vec![Completion { span: end..end, label: rest.trim().to_owned(), text: rest, detail: "operands".into() }]
}
