//! Pages of PTX instructions, CUDA functions and terms.

use crate::markup::{put, text_of};
use crate::{Page, markup};
use semantics::instruction::cuda::MISPRINTS;
use semantics::instruction::{Context, mnemonics};
use semantics::language;
use semantics::register_file::RegisterFile;
use semantics::run::{Run, Value};
use semantics::search::{TERMS, call};
use semantics::sweep::reference_check::{judge, why};
use semantics::trace::Step;
use view_model::components::evidence::push_evidence;
use view_model::components::html::{push_text, sentence};
use view_model::components::{microscope, step_cards};
use view_model::pages::cuda::tables;
use view_model::pages::reference::{article, find, links, links::slug, matrix, values, words};
use view_model::state::lookup::Lookup;

/// A page for each mnemonic of PTX.
pub fn ptx() -> Vec<Page> {
    let context = Context::default();
    let page = |mnemonic: &'static str| {
        let entry = words::entry(mnemonic)?;
        let (form, modifiers) = find::named(mnemonic, context)?;
        let subject = values::Subject { form, modifiers, context: find::fitting(form, context) };
        let lookup = Lookup { name: mnemonic.to_owned(), ..Lookup::default() };
        let mut body = article::article(&subject, entry, &lookup, context);
        if let Some((example, _)) = entry.examples.first() {
            body.push_str(&worked(example, context));
        }
        put(&mut body, &["<p><a href=\"", &links::page(&lookup, context), "\">Open this page in Ulpscope</a></p>"]);
        let part = |begins: &str, what: &'static str| if body.contains(begins) { what } else { "" };
        let more = [part("<h2 id=\"special-values\">", ", special values"), part("<h2>Accuracy", ", accuracy")].concat();
        let about = format!("{mnemonic}: {} (PTX). {}. Forms, modifiers and versions{more}.", entry.title, entry.formula);
        Some(Page {
            path: format!("reference/ptx/{}", slug(mnemonic)),
            name: mnemonic.to_owned(),
            title: format!("{mnemonic} (PTX instruction): {}", entry.title),
            about,
            language: "en",
            body,
        })
    };
    let mut pages: Vec<Page> = mnemonics().filter_map(page).flat_map(parts).chain(matrix::ENTRIES.iter().map(matrices)).collect();
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    pages
}

/// A page of matrix instructions.
fn matrices(entry: &matrix::Entry) -> Page {
    let context = Context::default();
    let mut body = matrix::article(entry, context);
    for (text, _) in entry.examples {
        body.push_str(&worked(text, matrix::fitting(entry, context)));
    }
    let lookup = Lookup { name: entry.name.to_owned(), ..Lookup::default() };
    put(&mut body, &["<p><a href=\"", &links::page(&lookup, context), "\">Open this page in Ulpscope</a></p>"]);
    let count = entry.forms().count();
    Page {
        path: format!("reference/ptx/{}", slug(entry.name)),
        name: entry.name.to_owned(),
        title: format!("{} (PTX instruction): {}", entry.name, entry.title),
        about: format!("{}: {} (PTX). {count} forms with versions, targets and machine code of each chip.", entry.name, entry.title),
        language: "en",
        body,
    }
}

/// What is added to a name, and whether the types of a form belong there.
type Part = (&'static str, fn(&str) -> bool);

/// The forms of `cvt` that have pages of their own, because one page of all would be long.
const PARTS: [Part; 2] = [
    ("to integers", |types| {
        let mut words = types.split('.').filter(|word| !["", "pack", "sat", "rni"].contains(word));
        words.next().is_some_and(|to| to.starts_with(['u', 's']))
    }),
    ("to and from narrow formats", |types| [".tf32", ".e", ".ue", ".s2f6"].iter().any(|narrow| types.contains(narrow))),
];

/// A page, or the pages that it is in.
fn parts(mut page: Page) -> Vec<Page> {
    if page.name != "cvt" {
        return vec![page];
    }
    let body = markup::read(&page.body);
    let list = body.select("ul.forms");
    let (mut pages, mut also) = (Vec::new(), String::new());
    for (what, is_in) in PARTS.into_iter().rev() {
        let mut forms = String::new();
        for form in list.select("li").iter() {
            let address = form.select("p.actions a").attr_or("href", "").to_string();
            let types = address.split("i=cvt").nth(1).and_then(|rest| rest.split('+').next()).unwrap_or("");
            if is_in(types) {
                forms.push_str(&form.html());
                form.remove();
            }
        }
        let name = [&page.name, " ", what].concat();
        let path = [&page.path, "-", &slug(what)].concat();
        also = ["<li><a href=\"", path.rsplit('/').next().unwrap_or(""), ".html\">", &name, "</a></li>", &also].concat();
        pages.push(Page {
            title: format!("{name} (PTX): forms, versions and targets"),
            about: format!("{name}: these forms in PTX, with versions, targets and evidence."),
            body: [
                "<h1>",
                &name,
                "</h1><p class=\"lead\">Modifiers and examples stand on the page of <a href=\"cvt.html\">cvt</a>.</p><h2>Forms</h2><ul class=\"forms\">",
                &forms,
                "</ul>",
            ]
            .concat(),
            path,
            name,
            language: page.language,
        });
    }
    list.replace_with_html([&list.html(), "<p>More forms:</p><ul>", &also, "</ul>"].concat());
    page.body = markup::html(&body);
    pages.push(page);
    pages.reverse();
    pages
}

/// The most lines of an example that are listed whole; of a longer one, half as many from each end.
const LINES: usize = 24;

/// An example: what it reads and gives, why, the steps of the instruction that makes the result, and the rounding as a picture where something was
/// rounded. What it reads has the numbers of an example.
pub fn worked(text: &str, context: Context) -> String {
    let (mut html, reading, mut registers) = (String::new(), language::read(text, &context), RegisterFile::default());
    if reading.refusal().is_some() {
        return html;
    }
    reading.examples(&registers).into_iter().for_each(|(name, bits)| registers.set(&name, bits));
    let Some(mut run) = reading.run(&registers).filter(|run| run.broken_off().is_none()) else { return html };
    let verdict = judge(&*reading, &mut run);
    let steps = match run.steps_of(0) {
        // The line stands in the list above.
        [Step::Told(stage), rest @ ..] if stage.heading() && run.blocks.len() > 1 => rest,
        steps => steps,
    };
    // What moves bits alone has no steps, but lines.
    if steps.is_empty() && run.results.is_empty() {
        return html;
    }
    html.push_str("<h2>Step by step</h2><p><code>");
    push_text(&mut html, text);
    html.push_str("</code>");
    let inputs: Vec<String> = run.inputs().into_iter().map(said).collect();
    if !inputs.is_empty() {
        html.push_str(" with ");
        push_text(&mut html, &inputs.join(", "));
    }
    for (place, value) in run.results.iter().enumerate() {
        put(&mut html, &[if place == 0 { " gives " } else { ", " }, "<code>0x", &value.hex(), "</code>, "]);
        push_text(&mut html, &said(value));
    }
    put(&mut html, &[".</p><p>", &sentence(&why(&*reading, &run, verdict.as_ref(), 0)), "</p>"]);
    lines(&mut html, text, &run);
    if !steps.is_empty() {
        let which = if run.blocks.len() > 1 { "<p>The steps of the one that makes the result:</p>" } else { "" };
        put(&mut html, &[which, "<ol class=\"cards\">", &step_cards::cards(steps), "</ol>"]);
    }
    if let Some(view) = run.microscope(0).filter(|view| view.encloses()) {
        put(&mut html, &["<div class=\"microscope\">", &microscope::draw(&view), &microscope::rule(&view), "</div>"]);
    }
    if let Some(evidence) = run.evidence() {
        html.push_str("<p>");
        push_evidence(&mut html, evidence);
        html.push_str(".</p>");
    }
    html
}

/// A register with its value, or the values of its lanes.
fn said(value: &Value) -> String {
    if value.own.lanes == 1 {
        return [value.name.as_str(), " ", &value.own.pattern(value.bits, 0).equation()].concat();
    }
    let lanes = (0..value.own.lanes).map(|lane| value.own.pattern(value.bits, lane).value_text());
    [value.name.as_str(), " = ", &lanes.collect::<Vec<_>>().join(" | ")].concat()
}

/// The instructions of a run that are not the text itself, each with what it wrote.
fn lines(html: &mut String, text: &str, run: &Run) {
    let all: Vec<_> = run.blocks.iter().filter(|block| block.ran()).collect();
    match all[..] {
        [] => return,
        [only] => {
            if only.text.trim_end_matches(';') != text.trim_end_matches(';') {
                html.push_str("<p>One instruction runs: <code>");
                push_text(html, &only.text);
                html.push_str("</code></p>");
            }
            return;
        }
        _ => put(html, &["<p>", &all.len().to_string(), " instructions run:</p><ol>"]),
    }
    let left_out = if all.len() > LINES { LINES / 2..all.len() - LINES / 2 } else { 0..0 };
    for (place, block) in all.iter().enumerate() {
        if left_out.contains(&place) {
            if place == left_out.start {
                put(
                    html,
                    &[
                        "<li value=\"",
                        &left_out.end.to_string(),
                        "\">(this and ",
                        &(left_out.len() - 1).to_string(),
                        " lines above it are left out)</li>",
                    ],
                );
            }
            continue;
        }
        html.push_str("<li><code>");
        push_text(html, &block.text);
        html.push_str("</code> ");
        // What moves bits does not say what they are.
        let bits = |value: &Value| [&value.name, " 0x", &value.hex()].concat();
        let said = if block.name().starts_with("mov.b") { bits } else { said };
        push_text(html, &block.written.iter().map(said).collect::<Vec<_>>().join(", "));
        html.push_str("</li>");
    }
    html.push_str("</ol>");
}

/// A page for each row of the tables of CUDA's functions: what stands in a row there stands under its heads here.
pub fn cuda() -> Vec<Page> {
    let context = Context::default();
    let tables = markup::read(&tables::tables("", &|text| tables::in_box(text, context)));
    let notes: Vec<String> = tables.select("ol.footnotes li").iter().map(|note| note.inner_html().to_string()).collect();
    let mut pages: Vec<Page> = Vec::new();
    for section in tables.select("section").iter() {
        let heads: Vec<String> = section.select("thead th").iter().map(|head| head.text().to_string()).collect();
        let kind = section.select("h2").inner_html().to_string();
        let about_all: String = section.select("div > p:not(.of-all)").iter().map(|said| said.html().to_string()).collect();
        for row in section.select("tbody tr").iter() {
            // The table says where the page of a row is.
            let way = row.select("small.page");
            let path = way.select("a").attr_or("href", "").trim_end_matches(".html").to_owned();
            way.remove();
            let cells: Vec<String> = row.select("th, td").iter().map(|cell| cell.inner_html().to_string()).collect();
            // Where no name leads to the box, the prototype in the first cell has it.
            let linked = row.select("a code").iter().next().map(|code| code.text().to_string());
            let name = linked.unwrap_or_else(|| text_of(&cells[0]).split('(').next().unwrap_or("").trim().to_owned());
            let said = text_of(&cells[1]);
            let said = said.trim_end_matches('.');
            let mut body = String::from("<h1><code>");
            push_text(&mut body, &name);
            put(&mut body, &["</code></h1><p class=\"lead\">", &cells[1], "</p><dl class=\"facts\">"]);
            for (head, cell) in heads.iter().zip(&cells).filter(|(head, _)| *head != "what it does" && *head != "operation") {
                let head = match head.as_str() {
                    "float, ulp" => "documented error of floats, in ulp",
                    "double, ulp" => "documented error of doubles, in ulp",
                    head => head,
                };
                put(&mut body, &["<dt>", head, "</dt><dd>", cell, "</dd>"]);
            }
            let printed = errata(&[text_of(&cells[0]), name.clone()].join(" "));
            put(&mut body, &["</dl><p>", &kind, ".</p>", &printed, &worked(&call(&name), context)]);
            if !about_all.is_empty() {
                put(&mut body, &["<h2>About the figures</h2>", &about_all]);
            }
            let own: Vec<usize> = row.select("sup[data-note]").iter().filter_map(|note| note.text().trim().parse().ok()).collect();
            for number in own {
                put(&mut body, &["<p>", &format!("{number}: "), notes.get(number - 1).map_or("", String::as_str), "</p>"]);
            }
            let title = format!("{name} (CUDA): {said}");
            let about = format!("{name}: {said}. Its instructions, its documented error, and the error that was found.");
            pages.push(Page { path, name, title, about, language: "en", body });
        }
    }
    pages
}

/// A page for each term, with the lessons that use the word.
pub fn glossary(lessons: &[Page]) -> Vec<Page> {
    let texts: Vec<String> = lessons.iter().map(|lesson| words(&markup::text_of(&lesson.body))).collect();
    let page = |term: &semantics::search::Term| {
        let mut body = String::from("<h1>");
        push_text(&mut body, term.name);
        put(&mut body, &["</h1><p>", &sentence(term.meaning), "</p>"]);
        let spelled: Vec<String> = term.spellings().iter().map(|spelling| words(spelling)).collect();
        let used = lessons.iter().zip(&texts).filter(|(_, text)| spelled.iter().any(|spelling| text.contains(spelling.as_str())));
        let links: Vec<String> =
            used.map(|(lesson, _)| ["<a href=\"../", &lesson.path, ".html\">", &lesson.name, "</a>"].concat()).collect();
        if !links.is_empty() {
            put(&mut body, &["<p>Lessons that use the word: ", &links.join(", "), "</p>"]);
        }
        let address = ["#/reference/glossary?w=", &view_model::state::percent::encoded(term.name)].concat();
        put(&mut body, &["<p><a href=\"", &address, "\">Open in Ulpscope</a></p>"]);
        Page {
            path: format!("glossary/{}", slug(term.name)),
            name: term.name.to_owned(),
            title: format!("{}: what it means in floating-point arithmetic", term.name),
            about: text_of(&sentence(term.meaning)),
            language: "en",
            body,
        }
    };
    TERMS.iter().map(page).collect()
}

/// What the print of CUDA's tables gets wrong about a function with one of these names.
fn errata(names: &str) -> String {
    let names = words(names);
    let is_named = |slip: &&&str| names.split(' ').any(|name| name.len() > 2 && words(slip).contains(&[" ", name, " "].concat()));
    let slips = MISPRINTS.iter().filter(is_named);
    slips.map(|slip| ["<p>Misprints of the CUDA handbook (2013): ", &sentence(slip), "</p>"].concat()).collect()
}

/// The words of a text in small letters, a blank around each.
fn words(text: &str) -> String {
    let words = text.to_lowercase();
    let words = words.split(|letter: char| !letter.is_alphanumeric() && !['-', '_'].contains(&letter)).filter(|word| !word.is_empty());
    words.fold(String::from(" "), |all, word| all + word + " ")
}
