//! The page of one mnemonic: every form with its modifiers, since when and where, special values, examples.

use super::accuracy::accuracy;
use super::find::{fitting, name, named, plain, split};
use super::links::{self, Links};
use super::values::{self, class};
use super::words::{Entry, explain, explain_family};
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use crate::state::lookup::Lookup;
use semantics::instruction::ptx::special_values::SpecialClass;
use semantics::instruction::{Context, Form, Gate, Modifier, ModifierSet, Part, forms_of};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A word with an explanation that appears when it is pointed at or focused.
fn explained(html: &mut String, word: &str, why: &str) {
    put(
        html,
        &[
            "<span class=\"choice\"><button type=\"button\" class=\"word\">",
            word,
            "</button><span class=\"reason\" role=\"tooltip\">",
            why,
            "</span></span>",
        ],
    );
}

/// The page as markup. The table is computed where `subject` says, which has the form even if `context`, the one chosen, does not.
pub fn article(subject: &values::Subject, entry: &Entry, lookup: &Lookup, context: Context) -> String {
    let mut html = String::with_capacity(30_000);
    put(
        &mut html,
        &["<h1><code>", entry.mnemonic, "</code> ", entry.title, "</h1><p class=\"formula-line\"><code>", entry.formula, "</code></p>"],
    );
    html.push_str("<h2>Forms</h2><ul class=\"forms\">");
    let mut summary = "";
    for form in ordered(entry.mnemonic) {
        // What several forms do is said once.
        let said = core::mem::replace(&mut summary, form.row.summary);
        one_form(&mut html, form, if said == summary { "" } else { summary }, lookup, context);
    }
    html.push_str("</ul>");
    if !entry.notes.is_empty() {
        html.push_str("<ul class=\"remarks\">");
        entry.notes.iter().for_each(|note| put(&mut html, &["<li>", &sentence(note), "</li>"]));
        html.push_str("</ul>");
    }
    examples(&mut html, entry.examples, context);
    special(&mut html, subject, lookup, context);
    html.push_str(&accuracy(entry.mnemonic));
    modifiers(&mut html, entry);
    html
}

/// Examples as links, each with what it shows.
pub(super) fn examples(html: &mut String, all: &[(&str, &str)], context: Context) {
    html.push_str("<h2>Examples</h2><ul class=\"examples\">");
    for (text, why) in all {
        html.push_str("<li><a href=\"");
        push_text(html, &links::explore(text, context));
        html.push_str("\"><code>");
        push_text(html, text);
        put(html, &["</code></a> <span>", &sentence(why), "</span></li>"]);
    }
    html.push_str("</ul>");
}

/// The forms of a mnemonic: those of today, then those of the past.
fn ordered(mnemonic: &str) -> impl Iterator<Item = &'static Form> {
    let forms = forms_of(mnemonic);
    let is_past = |form: &&Form| form.row.last_ptx.is_some() || form.row.last_target.is_some();
    forms.iter().filter(move |form| !is_past(form)).chain(forms.iter().filter(is_past))
}

fn one_form(html: &mut String, form: &'static Form, summary: &str, lookup: &Lookup, context: Context) {
    let row = form.row;
    let refused = form.refusal(context).is_some();
    html.push_str(if refused { "<li class=\"refused\"><p class=\"syntax\"><b>" } else { "<li><p class=\"syntax\"><b>" });
    html.push_str(form.mnemonic());
    html.push_str("</b>");
    form.pattern.parts.iter().for_each(|part| one_part(html, part));
    let operands = row.syntax.split_once(char::is_whitespace).map_or("", |(_, operands)| operands.trim());
    put(html, &[" <span class=\"operands-text\">", operands, ";</span></p><p class=\"actions\"><a href=\""]);
    push_text(html, &links::explore(&links::instruction(form, plain(form)), fitting(form, context)));
    html.push_str("\">open in the explorer</a>");
    if has_table(form, context) {
        html.push_str(" <a href=\"");
        push_text(html, &links::page(&Lookup { name: name(form, plain(form)), ..lookup.clone() }, context));
        html.push_str("\">special values</a>");
    }
    put(html, &["</p><p class=\"summary\">", &sentence(summary), "</p><p class=\"since\">", &since(form)]);
    if refused {
        put(html, &[" <b>Not on ", context.target.name(), " with PTX ", &context.ptx.to_string(), ".</b>"]);
    }
    html.push_str("</p>");
    if let Some((_, note)) = row.note {
        put(html, &["<p class=\"note\">", &sentence(note), "</p>"]);
    }
    html.push_str("<p class=\"badges\">");
    push_evidence(html, row.evidence);
    html.push('.');
    if form.meaning.approximated().is_some() {
        html.push_str(" Bits of the result: ");
        let request = semantics::evaluate::Request::new(form, plain(form), [0; 3], fitting(form, context));
        push_evidence(html, request.evidence());
        html.push('.');
    }
    if !row.in_manual {
        html.push_str(" The assembler takes it, the manual does not list it.");
    }
    html.push_str("</p></li>");
}

/// One dotted part of a syntax line.
fn one_part(html: &mut String, part: &Part) {
    html.push_str(if part.optional { "<i>{</i>" } else { "" });
    let several = part.modifiers.len() > 1 && !part.together;
    match part.modifiers.first() {
        Some(first) if several => {
            let placeholder = match first.family() {
                semantics::instruction::Family::Rounding => ".rnd",
                semantics::instruction::Family::WholeRounding => ".irnd",
                semantics::instruction::Family::Question => ".op",
                semantics::instruction::Family::Comparison => ".CmpOp",
                semantics::instruction::Family::Boolean => ".BoolOp",
                _ if part.modifiers.len() == 2 && first.data_type().is_some() => ".type",
                _ => &part.modifiers.listed().replace(' ', "|"),
            };
            explained(html, placeholder, explain_family(first.family()));
        }
        _ => part.modifiers.iter().for_each(|modifier| explained(html, modifier.text(), explain(modifier))),
    }
    html.push_str(if part.optional { "<i>}</i>" } else { "" });
}

/// Since when and where, in sentences.
fn since(form: &Form) -> String {
    let row = form.row;
    let mut text = ["PTX ", &row.ptx.to_string(), ", ", row.target.name(), " on."].concat();
    let mut more = |pieces: &[&str]| {
        text.push(' ');
        pieces.iter().for_each(|piece| text.push_str(piece));
    };
    if let Some(last) = row.last_ptx {
        more(&["Up to PTX ", &last.to_string(), "."]);
    }
    if let Some(last) = row.last_target {
        more(&["Up to ", last.name(), "."]);
    }
    if row.manual_target.is_some() || row.manual_ptx.is_some() {
        let ptx = row.manual_ptx.map(|ptx| ["PTX ", &ptx.to_string()].concat());
        let target = row.manual_target.map(|target| target.name().to_owned());
        let asked: Vec<String> = ptx.into_iter().chain(target).collect();
        more(&["The manual asks for ", &asked.join(" and "), "; the assembler takes it earlier."]);
    }
    for Gate { modifiers, ptx, target } in row.gates {
        let mut names: Vec<&str> = modifiers.intersection(form.pattern.all).iter().map(Modifier::text).collect();
        // A type can be that of the result and of an operand.
        names.dedup();
        if names.is_empty() {
            continue;
        }
        let mut asked = Vec::new();
        if !row.ptx.is_at_least(*ptx) {
            asked.push(["PTX ", &ptx.to_string()].concat());
        }
        if !row.target.is_at_least(*target) {
            asked.push(target.name().to_owned());
        }
        if !asked.is_empty() {
            more(&[&names.join(" "), " from ", &asked.join(" and "), " on."]);
        }
    }
    for Gate { modifiers, ptx, target } in row.pairs.iter().filter(|gate| gate.modifiers.is_within(form.pattern.all)) {
        let names: Vec<&str> = modifiers.iter().map(Modifier::text).collect();
        more(&[&names.join(" with "), " from PTX ", &ptx.to_string(), " and ", target.name(), " on."]);
    }
    if !row.pinned.is_empty() {
        let pinned: Vec<&str> = row.pinned.iter().map(|pinned| pinned.text()).collect();
        more(&[&pinned.join(" and "), " must follow the mnemonic."]);
    }
    if !form.implied.is_empty() {
        let implied: Vec<&str> = form.implied.iter().map(Modifier::text).collect();
        more(&["Means ", &implied.join(""), "."]);
    }
    text
}

/// Every modifier of any form, explained. A type of an operand is one of the result's for most of them, and is said once.
fn modifiers(html: &mut String, entry: &Entry) {
    let all = forms_of(entry.mnemonic).iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    html.push_str("<h2>Modifiers</h2><dl class=\"modifier-list\">");
    let mut said: Vec<&str> = Vec::new();
    for modifier in all.iter() {
        if said.contains(&modifier.text()) {
            continue;
        }
        said.push(modifier.text());
        put(html, &["<dt><code>", modifier.text(), "</code></dt><dd>", explain(modifier), "</dd>"]);
    }
    html.push_str("</dl>");
}

/// Whether a form computes something, and its name leads to it and not to a namesake of another generation.
fn has_table(form: &'static Form, context: Context) -> bool {
    form.meaning.computes() && values::has_classes(form) && named(&name(form, plain(form)), context).is_some_and(|(found, _)| found == form)
}

/// The table with the choices that it is computed for.
fn special(html: &mut String, subject: &values::Subject, lookup: &Lookup, context: Context) {
    let form = subject.form;
    if !form.meaning.computes() || !values::has_classes(form) {
        return;
    }
    let shown = name(form, subject.modifiers);
    put(html, &["<h2 id=\"special-values\">Special values of <code>", split(&shown).0, "</code></h2><div class=\"choices\">"]);
    let link = |html: &mut String, id: &str, text: &str, chosen: bool, lookup: Lookup| {
        put(html, &["<a id=\"", id, "\" class=\"pick\""]);
        html.push_str(if chosen { " aria-current=\"true\" href=\"" } else { " href=\"" });
        push_text(html, &links::page(&lookup, context));
        put(html, &["\">", text, "</a>"]);
    };
    let with = |modifiers: ModifierSet| Lookup { name: name(form, modifiers), ..lookup.clone() };
    html.push_str("<span class=\"group\">");
    for (place, other) in ordered(form.mnemonic()).filter(|other| has_table(other, context)).enumerate() {
        let head = other.row.syntax.split_whitespace().next().unwrap_or("");
        link(html, &format!("form-{place}"), head, other == form, Lookup { name: name(other, plain(other)), ..lookup.clone() });
    }
    html.push_str("</span>");
    for (place, part) in form.pattern.parts.iter().enumerate() {
        let chosen = subject.modifiers.intersection(part.modifiers);
        if !part.optional && (part.together || part.modifiers.len() == 1) {
            continue;
        }
        html.push_str("<span class=\"group\">");
        if part.together {
            let next =
                if chosen.is_empty() { subject.modifiers.union(part.modifiers) } else { subject.modifiers.difference(part.modifiers) };
            let text: String = part.modifiers.iter().map(Modifier::text).collect();
            link(html, &format!("p-{place}"), &text, !chosen.is_empty(), with(next));
        } else {
            for modifier in part.modifiers.iter() {
                let others = subject.modifiers.difference(part.modifiers);
                let on = chosen.has(modifier);
                let next = if on && part.optional { others } else { others.with(modifier) };
                link(html, &format!("p-{}", modifier.text()), modifier.text(), on, with(next));
            }
        }
        html.push_str("</span>");
    }
    if form.pattern.source_count() > 2 {
        html.push_str("<span class=\"group\"><span class=\"title\">c is</span>");
        for (place, third) in SpecialClass::ALL.into_iter().enumerate() {
            let chosen = class(lookup.third) == third;
            link(html, &format!("third-{place}"), third.name(), chosen, Lookup { third: place, ..lookup.clone() });
        }
        html.push_str("</span>");
    }
    html.push_str("</div>");
    let links = Links::new(form, subject.modifiers, subject.context);
    html.push_str(&values::table(subject, &links, lookup.third));
    let lanes = if form.source_type(ModifierSet::NONE, 0).operand().lanes > 1 {
        " Both lanes hold the same operands; the low one is shown."
    } else {
        ""
    };
    put(
        html,
        &[
            "<p class=\"under-table\">Computed for ",
            subject.context.target.name(),
            " and PTX ",
            &subject.context.ptx.to_string(),
            " by the code that the explorer runs, for several numbers of each class. In the app, a cell opens one of them there.",
            lanes,
            "</p>",
        ],
    );
}
