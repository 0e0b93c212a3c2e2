//! Pages of PTX instructions, CUDA functions and terms.

use crate::markup::{put, text_of};
use crate::{Page, markup};
use semantics::instruction::{Context, mnemonics};
use semantics::language;
use semantics::register_file::RegisterFile;
use semantics::run::Value;
use semantics::search::TERMS;
use view_model::components::html::{push_text, sentence};
use view_model::components::{microscope, step_cards};
use view_model::pages::cuda::tables;
use view_model::pages::reference::{article, find, links, links::slug, values, words};
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
        Some(Page {
            path: format!("reference/ptx/{}", slug(mnemonic)),
            name: mnemonic.to_owned(),
            title: format!("{mnemonic} (PTX): {}", entry.title),
            about: format!("{mnemonic} of PTX: {}. Forms, modifiers, versions, special values and accuracy.", entry.formula),
            language: "en",
            body,
        })
    };
    mnemonics().filter_map(page).flat_map(parts).collect()
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
            about: format!("The forms of {name} in PTX, with versions, targets and evidence."),
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

/// An example with its steps, and the rounding as a picture where something was rounded. What it reads has the numbers of an example.
pub fn worked(text: &str, context: Context) -> String {
    let (mut html, reading, mut registers) = (String::new(), language::read(text, &context), RegisterFile::default());
    if reading.refusal().is_some() {
        return html;
    }
    reading.examples(&registers).into_iter().for_each(|(name, bits)| registers.set(&name, bits));
    let Some(run) = reading.run(&registers).filter(|run| run.broken_off().is_none()) else { return html };
    let steps = run.steps_of(0);
    if steps.is_empty() {
        return html;
    }
    html.push_str("<h2>Step by step</h2><p><code>");
    push_text(&mut html, text);
    html.push_str("</code>");
    let value = |value: &Value| {
        if value.own.lanes == 1 {
            return [value.name.as_str(), " ", &value.own.pattern(value.bits, 0).equation()].concat();
        }
        let lanes = (0..value.own.lanes).map(|lane| value.own.pattern(value.bits, lane).value_text());
        [value.name.as_str(), " = ", &lanes.collect::<Vec<_>>().join(" | ")].concat()
    };
    let values: Vec<String> = run.inputs().into_iter().map(value).collect();
    if !values.is_empty() {
        html.push_str(" with ");
        push_text(&mut html, &values.join(", "));
    }
    put(&mut html, &["</p><ol class=\"cards\">", &step_cards::cards(steps), "</ol>"]);
    if let Some(view) = run.microscope(0).filter(|view| view.encloses()) {
        put(&mut html, &["<div class=\"microscope\">", &microscope::draw(&view), &microscope::rule(&view), "</div>"]);
    }
    html
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
        let about_all: String = section.select("div > p").iter().map(|said| said.html().to_string()).collect();
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
            let mut body = String::from("<h1><code>");
            push_text(&mut body, &name);
            put(&mut body, &["</code></h1><p class=\"lead\">", &cells[1], "</p><dl class=\"facts\">"]);
            for (head, cell) in heads.iter().zip(&cells).filter(|(head, _)| *head != "what it does" && *head != "operation") {
                put(&mut body, &["<dt>", head, "</dt><dd>", cell, "</dd>"]);
            }
            put(&mut body, &["</dl><p>", &kind, ".</p>", &about_all]);
            let own: Vec<usize> = row.select("sup[data-note]").iter().filter_map(|note| note.text().trim().parse().ok()).collect();
            for number in own {
                put(&mut body, &["<p>", &format!("{number}: "), notes.get(number - 1).map_or("", String::as_str), "</p>"]);
            }
            let title = format!("{name} (CUDA): {}", said.trim_end_matches('.'));
            let about = format!("{said} What {name} becomes, its documented error and what was found.");
            pages.push(Page { path, name, title, about, language: "en", body });
        }
    }
    pages
}

/// A page for each term.
pub fn glossary() -> Vec<Page> {
    let page = |term: &semantics::search::Term| {
        let mut body = String::from("<h1>");
        push_text(&mut body, term.name);
        put(&mut body, &["</h1><p>", &sentence(term.meaning), "</p>"]);
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
