//! The reference: every mnemonic on a page of its own, an overview, and a box that finds forms as one types.
//!
//! Pages are markup made from the instruction table; every choice on them is a link, so that the address holds all there is and "back"
//! works. Only the box and the arrow keys need code of their own.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::html::push_text;
use crate::components::section_scheduler::turn;
use crate::components::sections::Sections;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::history::Change;
use crate::state::lookup::Lookup;
use leptos::prelude::*;
use semantics::instruction::sass::Mnemonic;
use semantics::instruction::{Context, mnemonics};
use view_model::pages::reference::{article, find, links, machine, matrix, overview, values, words};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The page.
#[component]
pub fn Reference() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let lookup = explorer.lookup;
    let list = Memo::new(move |_| lookup.with(|lookup| list(lookup, explorer.context.get())));
    // What is typed in the box changes the list alone.
    let shown = Memo::new(move |_| lookup.with(|lookup| Lookup { find: String::new(), ..lookup.clone() }));
    let content = Memo::new(move |_| content(&shown.get(), explorer.context.get()));
    let focused = StoredValue::new(String::new());
    // A link that was followed is drawn anew with everything else; the focus goes back to where it was.
    Effect::new(move |_| {
        content.track();
        // The page may be gone by then.
        browser::focus_then(move || Some(["[id=\"", &focused.try_get_value()?, "\"]"].concat()));
    });
    let input = move |event: web_sys::Event| {
        lookup.update(|lookup| lookup.find = event_target_value(&event));
        explorer.record(Change::View);
    };
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" | "ArrowDown" => {
            let first = document().query_selector("#found a").ok().flatten().and_then(|link| link.dyn_into::<HtmlElement>().ok());
            if let Some(first) = first {
                event.prevent_default();
                if event.key() == "Enter" { first.click() } else { drop(first.focus()) }
            }
        }
        "Escape" => {
            lookup.update(|lookup| lookup.find.clear());
            explorer.record(Change::View);
        }
        _ => {}
    };
    view! {
        <main
            id="main"
            class="reference"
            class:open=flag(move || shown.with(|shown| !shown.name.is_empty()))
            class:finding=flag(move || lookup.with(|lookup| !lookup.find.is_empty()))
            on:keydown=walk
            on:focusin=move |event| focused.set_value(id_of(event.target()))
        >
            <nav class="find" aria-label="Instructions">
                <Sections />
                <input
                    id="find"
                    data-part="q"
                    type="search"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Find an instruction, a modifier or a word"
                    aria-controls="found"
                    placeholder="fma, .ftz, NaN …"
                    prop:value=text(move || lookup.with(|lookup| lookup.find.clone()))
                    on:input=input
                    on:keydown=key
                />
                <div id="found" inner_html=text(move || list.get())></div>
            </nav>
            {turn(move || view! { <article inner_html=text(move || content.get())></article> }.into_any())}
        </main>
    }
}

fn id_of(target: Option<web_sys::EventTarget>) -> String {
    target.and_then(|target| target.dyn_into::<web_sys::Element>().ok()).map(|element| element.id()).unwrap_or_default()
}

/// Arrow keys in the list and in a table.
fn walk(event: web_sys::KeyboardEvent) {
    let id = id_of(event.target());
    let (down, right) = match event.key().as_str() {
        "ArrowDown" => (1, 0),
        "ArrowUp" => (-1, 0),
        "ArrowRight" => (0, 1),
        "ArrowLeft" => (0, -1),
        _ => return,
    };
    let mut parts = id.split('-');
    let kind = parts.next().unwrap_or("");
    let mut number = || parts.next().and_then(|part| part.parse::<i32>().ok());
    let to = match (kind, number(), number()) {
        ("c", Some(row), Some(column)) => format!("c-{}-{}", row + down, column + right),
        ("f", Some(0), None) if down < 0 => "find".to_owned(),
        ("f", Some(place), None) if down != 0 => format!("f-{}", place + down),
        _ => return,
    };
    event.prevent_default();
    if let Some(element) = crate::state::browser::element::<HtmlElement>(&to) {
        let _ = element.focus();
    }
}

/// The page that the address asks for.
fn content(lookup: &Lookup, context: Context) -> String {
    if let Some(mnemonic) = machine::named(&lookup.name) {
        return machine::article(mnemonic, context) + &plain("reference/sass", mnemonic.name());
    }
    if let Some(entry) = matrix::named(&lookup.name) {
        return matrix::article(entry, context) + &plain("reference/ptx", entry.name);
    }
    let found = find::named(&lookup.name, context).and_then(|found| Some((found, words::entry(lookup.mnemonic())?)));
    match found {
        Some(((form, modifiers), entry)) => {
            let subject = values::Subject { form, modifiers, context: find::fitting(form, context) };
            article::article(&subject, entry, lookup, context) + &plain("reference/ptx", lookup.mnemonic())
        }
        None => overview::overview(context),
    }
}

/// The way to the page of an entry that needs no script.
fn plain(folder: &str, name: &str) -> String {
    ["<p class=\"plain\"><a href=\"", &links::plain(folder, name), "\">A plain page of this instruction</a></p>"].concat()
}

/// Matrix instructions and machine instructions that a text asks for, each with what it is.
fn others(find: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let matrices = matrix::ENTRIES.iter().filter(|entry| entry.is_about(find)).map(|entry| (entry.name, entry.title));
    let machine = Mnemonic::ALL.into_iter().filter(|mnemonic| machine::is_about(*mnemonic, find));
    matrices.chain(machine.map(|mnemonic| (mnemonic.name(), mnemonic.summary())))
}

/// All mnemonics, or the forms that were looked for.
fn list(lookup: &Lookup, context: Context) -> String {
    let mut html = String::with_capacity(6000);
    let to = |name: String| links::page(&Lookup { name, ..lookup.clone() }, context);
    let item = |html: &mut String, place: usize, href: &str, current: bool, code: &str, said: &str| {
        html.push_str(&format!("<li><a id=\"f-{place}\""));
        html.push_str(if current { " aria-current=\"page\" href=\"" } else { " href=\"" });
        push_text(html, href);
        html.push_str("\"><code>");
        push_text(html, code);
        html.push_str("</code> <span>");
        push_text(html, said);
        html.push_str("</span></a></li>");
    };
    let count_of_ptx = mnemonics().count();
    if lookup.find.trim().is_empty() {
        html.push_str("<ul>");
        item(&mut html, 0, &to(String::new()), lookup.name.is_empty(), "overview", "who takes which modifier");
        for (place, mnemonic) in mnemonics().enumerate() {
            let title = words::entry(mnemonic).map_or("", |entry| entry.title);
            item(&mut html, place + 1, &to(mnemonic.to_owned()), lookup.mnemonic() == mnemonic, mnemonic, title);
        }
        for (place, (name, said)) in others(&lookup.find).enumerate() {
            item(&mut html, count_of_ptx + 1 + place, &to(name.to_owned()), lookup.name == name, name, said);
        }
    } else {
        let found = find::find(&lookup.find);
        let count = found.len() + others(&lookup.find).count();
        html.push_str("<p role=\"status\">");
        html.push_str(&count.to_string());
        html.push_str(match count {
            0 => " forms. Try a mnemonic (fma), a modifier (.ftz) or a word (NaN).</p><ul>",
            1 => " form</p><ul>",
            _ => " forms</p><ul>",
        });
        for (place, (name, said)) in others(&lookup.find).enumerate() {
            item(&mut html, found.len() + place, &to(name.to_owned()), lookup.name == name, name, said);
        }
        for (place, form) in found.into_iter().enumerate() {
            let name = find::name(form, find::plain(form));
            let current = lookup.name == name;
            let syntax = form.row.syntax.split_whitespace().next().unwrap_or("");
            item(&mut html, place, &to(name), current, syntax, form.row.summary);
        }
    }
    html.push_str("</ul>");
    html
}
