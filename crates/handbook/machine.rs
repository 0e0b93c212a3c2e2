//! Pages of machine instructions: the app's own of Maxwell's and Pascal's, and from Volta on what the rows of the words, the search and the menus
//! say of an instruction.

use crate::Page;
use crate::markup::put;
use crate::reference::worked;
use semantics::instruction::sass::{Choice, Mnemonic, OTHERS, Role, Row, generation, volta, wide_targets};
use semantics::instruction::{Context, Target};
use semantics::search::{Entry, Kind, To, index};
use view_model::components::html::{push_text, sentence};
use view_model::pages::reference::{
    links::{self, slug},
    machine,
};
use view_model::state::lookup::Lookup;

/// A page for each machine instruction of floating point, and one that lists what the others do.
pub fn sass() -> Vec<Page> {
    let mut pages: Vec<Page> = Mnemonic::ALL.into_iter().map(early).collect();
    let entries = index();
    for name in names() {
        let Some(entry) = entries.iter().find(|entry| entry.kind == Kind::Sass && entry.name == name) else { continue };
        match pages.iter_mut().find(|page| page.name == name) {
            Some(page) => page.body.push_str(&["<h2>From sm_70 on</h2>", &wide(name), &example(entry)].concat()),
            None => pages.push(late(entry)),
        }
    }
    for (page, mnemonic) in pages.iter_mut().zip(Mnemonic::ALL) {
        let lookup = Lookup { name: mnemonic.name().to_owned(), ..Lookup::default() };
        put(&mut page.body, &["<p><a href=\"", &links::page(&lookup, Context::default()), "\">Open this page in Ulpscope</a></p>"]);
    }
    pages.push(others());
    pages
}

/// Texts that run, of instructions whose first modifiers do not run.
const TEXTS: [(&str, &str); 5] = [
    ("DSETP", "DSETP.LT.AND P0, PT, R2, R4, PT;"),
    ("F2FP", "F2FP.BF16.F32.PACK_AB R0, R2, R4;"),
    ("F2I", "F2I.TRUNC.NTZ R0, R4;"),
    ("HSETP2", "HSETP2.LT.AND P0, PT, R2, R4, PT;"),
    ("UF2I", "UF2I.TRUNC.NTZ UR4, UR8;"),
];

/// An instruction with operands: a text that runs, else what the search has.
fn text(entry: &Entry) -> Option<&str> {
    let own = TEXTS.iter().find(|(name, _)| *name == entry.name).map(|(_, text)| *text);
    own.or(if let To::Text(text) = &entry.to { Some(text) } else { None })
}

/// An instruction step by step on a chip with words of 128 bits; nothing of one that does not run.
fn example(entry: &Entry) -> String {
    text(entry).map_or_else(String::new, |text| worked(text, on_its_chip(&entry.name)))
}

/// The chip that every page begins with, or another that has the instruction.
fn on_its_chip(name: &str) -> Context {
    let (context, targets) = (Context::default(), targets(name));
    let target = if targets.contains(&context.target) { context.target } else { targets.last().copied().unwrap_or(context.target) };
    Context { target, ..context }
}

/// The names in the table of words of 128 bits. One with a dot is another's with a word.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = volta::ROWS.iter().filter_map(|row| row.name.split('.').next()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn page(name: &str, said: &str, about: String, body: String) -> Page {
    Page {
        path: format!("reference/sass/{}", slug(name)),
        name: name.to_owned(),
        title: format!("{name} (SASS instruction): {}", said.trim_end_matches('.')),
        about,
        language: "en",
        body,
    }
}

/// The app's page of an instruction in words of 64 bits.
fn early(mnemonic: Mnemonic) -> Page {
    let (name, body) = (mnemonic.name(), machine::article(mnemonic, Context::default()));
    page(name, mnemonic.summary(), format!("{} Forms, words by field, special values and accuracy of {name}.", mnemonic.summary()), body)
}

/// An instruction in words of 128 bits alone, as the search knows it.
fn late(entry: &Entry) -> Page {
    let name = &entry.name;
    let said = entry.detail.trim_end_matches(" A machine instruction of 128 bits.").trim_end_matches('.');
    let body = ["<h1><code>", name, "</code></h1><p class=\"lead\">", &sentence(said), ".</p>", &wide(name), &example(entry)];
    let mut body = body.concat();
    if let Some(text) = text(entry) {
        body.push_str("<p><a href=\"");
        push_text(&mut body, &links::explore(text, on_its_chip(name)));
        body.push_str("\">Open in Ulpscope</a></p>");
    }
    page(name, said, format!("{said}. Targets, opcodes and every modifier of the machine instruction {name}."), body)
}

fn rows(name: &str) -> impl Iterator<Item = &'static Row> {
    volta::ROWS.iter().filter(move |row| row.name.split('.').next() == Some(name))
}

/// The targets whose words have an instruction of this name.
pub fn targets(name: &str) -> Vec<Target> {
    let has = |target: &Target| generation(*target).is_some_and(|number| rows(name).any(|row| row.span.has(number)));
    wide_targets().filter(has).collect()
}

/// Words of a name, each with what it does, as far as that is more than a number or a place.
type Words = Vec<(&'static str, Option<String>)>;

/// What the rows say: who has it, its opcodes, and its dotted words with what they do.
fn wide(name: &str) -> String {
    let targets: Vec<&str> =
        targets(name).iter().map(|target| target.name()).filter(|name| name.ends_with(|last: char| last.is_ascii_digit())).collect();
    let mut opcodes: Vec<String> = rows(name).map(|row| format!("<code>0x{:03x}</code>", row.test.value & 0x1ff)).collect();
    opcodes.dedup();
    let mut html = String::from("<dl class=\"facts\"><dt>targets</dt><dd>");
    put(
        &mut html,
        &[&targets.join(", "), "</dd><dt>words</dt><dd>128 bits</dd><dt>opcode, bits 8 to 0</dt><dd>", &opcodes.join(", "), "</dd></dl>"],
    );
    let mut groups: Vec<(Role, Words)> = Vec::new();
    for Choice { field, words, .. } in rows(name).flat_map(choices) {
        // What stands for a value without a word, or for one that is refused.
        for word in words.iter().filter(|word| !["", "-", "!"].contains(word)) {
            let place = groups.iter().position(|group| group.0 == field.role).unwrap_or_else(|| {
                groups.push((field.role, Vec::new()));
                groups.len() - 1
            });
            if !groups[place].1.iter().any(|(known, _)| known == word) {
                groups[place].1.push((word, field.role.meaning(word)));
            }
        }
    }
    if !groups.is_empty() {
        html.push_str("<h2>Modifiers from sm_70 on</h2><dl>");
    }
    let mut known = Vec::new();
    for (role, words) in &groups {
        let (said, bare): (Vec<_>, Vec<_>) = words.iter().partition(|(_, meaning)| meaning.is_some());
        // Words that several operands have are said once.
        for (word, meaning) in said {
            if known.contains(&(*word, meaning)) {
                continue;
            }
            known.push((*word, meaning));
            put(&mut html, &["<dt><code>.", word, "</code></dt><dd>"]);
            push_text(&mut html, meaning.as_deref().unwrap_or(""));
            html.push_str("</dd>");
        }
        // Other words are a part of the name, or say a number of what they choose.
        if !bare.is_empty() {
            let list: Vec<String> = bare.iter().map(|(word, _)| ["<code>.", word, "</code>"].concat()).collect();
            put(
                &mut html,
                &["<dt>", &list.join(" "), "</dt><dd>", if *role == Role::Pack { "a part of the name" } else { role.label() }, "</dd>"],
            );
        }
    }
    if !groups.is_empty() {
        html.push_str("</dl>");
    }
    html
}

/// The choices of a row's name and of its operands.
fn choices(row: &'static Row) -> impl Iterator<Item = &'static Choice> {
    row.head.iter().chain(row.operands.iter().flat_map(|operand| operand.part)).chain(row.signs.iter().flat_map(|signs| signs.part))
}

/// What the search says of the instructions that do not compute with floating point.
fn others() -> Page {
    let mut body =
        String::from("<h1>Other machine instructions</h1><p class=\"lead\">What they do in a listing, from Volta to Blackwell.</p><dl>");
    for (name, does) in OTHERS {
        put(&mut body, &["<dt><code>", name, "</code></dt><dd>"]);
        push_text(&mut body, does);
        body.push_str("</dd>");
    }
    body.push_str("</dl>");
    let title = "Other machine instructions (SASS): IMAD, SHF, LDG and all others in a listing".to_owned();
    Page { title, ..page("others", "", format!("{} machine instructions without floating point, each in a sentence.", OTHERS.len()), body) }
}
