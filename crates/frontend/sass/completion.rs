//! What could be typed next: a name, a dotted word, the operands.

use super::parse::parse;
use super::text::example_operands;
use crate::instruction::Target;
use crate::instruction::sass::{Choice, Mnemonic, Role, Row, generation, volta};
use crate::syntax::{Completion, Diagnostic, TokenKind, lex};

/// Continuations at the end of a text, best first.
pub fn complete(text: &str, target: Target) -> Vec<Completion> {
    let mut tokens = lex(text);
    if tokens.last().is_some_and(|token| token.kind == TokenKind::Comment) {
        return Vec::new();
    }
    tokens.retain(|token| token.kind != TokenKind::Comment);
    let of = |token: &crate::syntax::Token| text.get(token.span.clone()).unwrap_or("");
    let start = tokens.iter().rposition(|token| of(token) == ";").map_or(0, |at| at + 1);
    let mut rest = tokens.get(start..).unwrap_or_default();
    if rest.first().is_some_and(|token| token.kind == TokenKind::Guard) {
        let word = rest.iter().position(|token| token.kind == TokenKind::Word);
        rest = word.and_then(|word| rest.get(word + 1..)).unwrap_or_default();
    }
    let Some((name, rest)) = rest.split_first().filter(|(name, _)| name.kind == TokenKind::Word) else { return Vec::new() };
    let Some(mnemonic) = Mnemonic::ALL.into_iter().find(|mnemonic| mnemonic.name().eq_ignore_ascii_case(of(name))) else {
        let words: Vec<&str> = rest.iter().map(of).collect();
        let in_head = rest.iter().all(|token| token.kind == TokenKind::Modifier || of(token) == ".");
        let mut list = generation(target).filter(|_| in_head).map_or(Vec::new(), |own| following(text, of(name), &words, own));
        if rest.is_empty() && name.span.end == text.len() {
            list.extend(names(text, name.span.clone(), target).into_iter().filter(|found| found.label != of(name)));
        }
        return list;
    };
    let end = text.len();
    let in_head = |token: &&crate::syntax::Token| token.kind == TokenKind::Modifier || of(token) == ".";
    let words: Vec<&str> = rest.iter().take_while(in_head).map(of).collect();
    let operands = rest.get(words.len()..).unwrap_or_default();
    if !operands.is_empty() {
        let given = operands.iter().filter(|token| of(token) == ",").count() + 1;
        let open = operands.last().is_some_and(|token| of(token) == ",");
        return following_operands(text, mnemonic, &words, given - usize::from(open), open);
    }
    let partial = words.last().copied().filter(|word| *word == "." || text.ends_with(word) && family(mnemonic, word, &[]).is_none());
    let complete = words.len() - usize::from(partial.is_some());
    let taken = words.iter().take(complete).fold(Vec::new(), |mut taken, word| {
        taken.extend(family(mnemonic, word, &taken));
        taken
    });
    let mut list = Vec::new();
    let has_function = !matches!(mnemonic, Mnemonic::Mufu | Mnemonic::Rro) || taken.contains(&mnemonic.head()[0]);
    let half_formats = taken.contains(&Role::To) && !taken.contains(&Role::From);
    if partial.is_none() && has_function && !half_formats {
        let skeleton = skeleton(mnemonic, &words, 0);
        let blank = if text.ends_with(char::is_whitespace) { "" } else { " " };
        list.push(Completion { span: end..end, text: [blank, &skeleton].concat(), label: skeleton, detail: "operands".into() });
    }
    if !text.ends_with(char::is_whitespace) {
        let typed = partial.unwrap_or("");
        for &role in mnemonic.head() {
            // Both formats share their words; the first that is written is the destination's.
            if taken.contains(&role) || role == Role::From && !taken.contains(&Role::To) {
                continue;
            }
            for (word, value) in role.words().iter().filter(|(word, _)| !word.contains("INVALID")) {
                let dotted = [".", word].concat();
                let fits = dotted.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed)) && dotted.len() > typed.len();
                if !fits || list.iter().any(|known: &Completion| known.label == dotted) {
                    continue;
                }
                let detail = if role == Role::Function && *value == 8 && !target.is_at_least(Target::SM_52) {
                    "not on sm_50".to_owned()
                } else {
                    role.meaning(word).unwrap_or_default()
                };
                list.push(Completion { span: end - typed.len()..end, text: dotted.clone(), label: dotted, detail });
            }
        }
    }
    list
}

/// The family of a dotted word that is none of those taken.
fn family(mnemonic: Mnemonic, word: &str, taken: &[Role]) -> Option<Role> {
    let word = word.trim_start_matches('.').to_ascii_uppercase();
    mnemonic.head().iter().copied().find(|role| role.value(&word).is_some() && !taken.contains(role))
}

/// Names that begin with what is typed: those of 64-bit words, and those that the target's words of 128 bits have besides.
fn names(text: &str, span: core::ops::Range<usize>, target: Target) -> Vec<Completion> {
    let typed = text.get(span.clone()).unwrap_or("").to_ascii_uppercase();
    let narrow = Mnemonic::ALL.into_iter().map(|mnemonic| (mnemonic.name(), mnemonic.summary()));
    let generation = generation(target);
    let wide = volta::ROWS.iter().filter(|row| generation.is_some_and(|generation| row.span.has(generation)));
    let mut list: Vec<Completion> = Vec::new();
    for (name, detail) in narrow.chain(wide.map(|row| (row.name, "words of 128 bits"))) {
        if name.starts_with(&typed) && list.iter().all(|known| known.label != name) {
            list.push(Completion { span: span.clone(), text: name.into(), label: name.into(), detail: detail.into() });
        }
    }
    list
}

fn following_operands(text: &str, mnemonic: Mnemonic, words: &[&str], given: usize, open: bool) -> Vec<Completion> {
    let rest = skeleton(mnemonic, words, given);
    let text_to_add = match (rest.as_str(), open) {
        (";", _) => ";".to_owned(),
        (rest, true) if text.ends_with(char::is_whitespace) => rest.to_owned(),
        (rest, true) => [" ", rest].concat(),
        (rest, false) => [", ", rest].concat(),
    };
    let end = text.len();
    vec![Completion {
        span: end..end,
        label: text_to_add.trim_start_matches([',', ' ']).to_owned(),
        text: text_to_add,
        detail: "operands".into(),
    }]
}

/// The operands from the one at `from` on.
fn skeleton(mnemonic: Mnemonic, words: &[&str], from: usize) -> String {
    let doubles = words.contains(&".F64");
    let all: &[&str] = match mnemonic {
        Mnemonic::F2f if doubles => &["R0", "R2"],
        Mnemonic::Mufu | Mnemonic::Rro | Mnemonic::F2f => &["R0", "R1"],
        Mnemonic::Hmul2 => &["R0", "R1", "R2"],
        Mnemonic::Hmul2Wide => &["R0", "R1", "1.5", "1.5"],
    };
    all.get(from..).unwrap_or_default().join(", ") + ";"
}

/// The dotted words of an operation's rows, each with its field.
fn words(rows: &[&'static Row], generation: u32) -> impl Iterator<Item = (&'static Choice, &'static str)> {
    let choices = rows.iter().flat_map(|row| row.head).filter(move |choice| choice.span.has(generation));
    choices.flat_map(|choice| choice.words.iter().filter(|word| !matches!(**word, "" | "-" | "!")).map(move |word| (choice, *word)))
}

/// Continuations of a name of words of 128 bits and dotted words behind it; none where no row of the generation has the name.
fn following(all: &str, name: &str, typed: &[&str], generation: u32) -> Vec<Completion> {
    let rows: Vec<&Row> = volta::ROWS.iter().filter(|row| row.name.eq_ignore_ascii_case(name) && row.span.has(generation)).collect();
    let role_of = |word: &str, taken: &[Role]| {
        let is_word = |own: &str| own.eq_ignore_ascii_case(word.trim_start_matches('.'));
        words(&rows, generation)
            .find(|(choice, own)| is_word(own) && !taken.contains(&choice.field.role))
            .map(|(choice, _)| choice.field.role)
    };
    let partial = typed.last().copied().filter(|word| all.ends_with(word) && role_of(word, &[]).is_none());
    let taken = typed.iter().fold(Vec::new(), |mut taken, word| {
        taken.extend(role_of(word, &taken));
        taken
    });
    let end = all.len();
    let mut list = Vec::new();
    // Of the first row with which the text is an instruction.
    let head = [name, &typed.concat()].concat();
    let reads = |operands: &String| !parse(&[&head, " ", operands].concat(), generation).diagnostics.iter().any(Diagnostic::is_error);
    if let Some(label) = rows.iter().filter(|_| partial.is_none()).filter_map(|row| example_operands(row, generation)).find(reads) {
        let blank = if all.ends_with(char::is_whitespace) { "" } else { " " };
        list.push(Completion { span: end..end, text: [blank, &label].concat(), label, detail: "operands".into() });
    }
    if all.ends_with(char::is_whitespace) {
        return list;
    }
    let begun = partial.unwrap_or("");
    for (choice, word) in words(&rows, generation).filter(|(choice, _)| !taken.contains(&choice.field.role)) {
        let label = [".", word].concat();
        let fits = label.get(..begun.len()).is_some_and(|start| start.eq_ignore_ascii_case(begun));
        if fits && list.iter().all(|known: &Completion| known.label != label) {
            let detail = choice.field.role.meaning(word).unwrap_or_else(|| choice.field.role.title().to_owned());
            list.push(Completion { span: end - begun.len()..end, text: label.clone(), label, detail });
        }
    }
    list
}
