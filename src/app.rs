//! The shell: header, the page that the address asks for, help, and the keys that work everywhere.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, on_event, part, text};
use crate::components::html::push_text;
use crate::components::lazy::{Build, piece};
use crate::components::search_dialog::{self, Finder};
use crate::components::section_scheduler::{self, turn};
use crate::embedding::{self, Frame, Share};
use crate::pages::{
    self,
    explore::{ContextPicker, equation},
};
use crate::state::address::{LONGEST, Page};
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::percent::encoded;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::OnceLock;
use wasm_bindgen::JsCast;

/// How long the window's title waits for more to come.
const PAUSE: core::time::Duration = core::time::Duration::from_millis(200);

/// The app.
#[component]
pub fn App() -> impl IntoView {
    let explorer = AppState::new(&browser::hash(), || Box::pin(async { pages::explore::load().await.is_ok() }));
    provide_context(explorer);
    if let Some(owner) = Owner::current() {
        let _ = OWNER.set(owner);
    }
    let navigate = window_event_listener(leptos::ev::popstate, move |_| explorer.navigate(&browser::hash()));
    let leave = window_event_listener_untyped("leave", move |_| {
        explorer.link();
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| everywhere(&event));
    let insert = window_event_listener(leptos::ev::beforeinput, move |event| {
        if let Some(text) = browser::too_long(&event, LONGEST) {
            explorer.refuses(text.length() as usize);
        }
    });
    on_cleanup(move || {
        insert.remove();
        leave.remove();
        navigate.remove();
        keys.remove();
    });
    // For the browser a title is as much work as a key: while somebody types, it waits.
    let title = Memo::new(move |_| title(explorer));
    let waits = StoredValue::new(false);
    let follow_title = move |_| {
        title.track();
        if !waits.get_value() {
            waits.set_value(true);
            let show = move || {
                waits.set_value(false);
                document().set_title(&title.get_untracked());
            };
            set_timeout(show, PAUSE);
        }
    };
    // Both compute what the box asks for.
    if let Some(owner) = Owner::current() {
        section_scheduler::next(move || {
            owner.with(|| {
                explorer.start_effects();
                Effect::new(follow_title);
            })
        });
    }
    let page = part(move || pages::view(explorer.page.get()));
    view! {
        {turn(|| view! { <Header /><Notices /> }.into_any())}
        {page}
        {turn(|| view! { <Frame /><Finder /> }.into_any())}
    }
}

piece!(help, dialogs -> Build, || view! { <Help /><Share /> }.into_any());

fn title(explorer: AppState) -> String {
    // In a frame that keeps the answer back, the title would give it away.
    if explorer.embed.hide {
        return "Ulpscope".into();
    }
    match explorer.page.get() {
        Page::Formats if explorer.subject.with(|text| !text.is_empty()) => explorer.subject.with(|text| headline(text)),
        Page::Formats => {
            let number = explorer.number.get();
            format!("{} 0x{} {} · Ulpscope", number.format.name, number.hex(), number.equation())
        }
        Page::Reference => explorer.lookup.with(|lookup| match lookup.name.as_str() {
            "" => "PTX reference · Ulpscope".into(),
            name if name.starts_with(|letter: char| letter.is_ascii_uppercase()) => format!("{name} · SASS reference · Ulpscope"),
            name => format!("{name} · PTX reference · Ulpscope"),
        }),
        Page::Explore => match explorer.shown.get() {
            // What was computed last is no longer what stands in the box.
            Some(shown) if shown.stale => explorer.text.with(|text| headline(text)),
            None => explorer.text.with(|text| headline(text)),
            Some(shown) => format!("{} {} · Ulpscope", shown.evaluated.name(), equation(&shown.evaluated.result_decimal())),
        },
        _ => [&explorer.subject.get(), " · Ulpscope"].concat(),
    }
}

/// Letters of a text that a title has room for.
const ROOM: usize = 40;

/// A text that means nothing yet, as far as a title has room: of a listing not all its thousands of words.
fn headline(text: &str) -> String {
    let text = text.split_whitespace().take(ROOM).collect::<Vec<_>>().join(" ");
    let short: String = text.chars().take(ROOM).collect();
    if short.is_empty() {
        "Ulpscope".into()
    } else {
        [short.as_str(), if short.len() < text.len() { "…" } else { "" }, " · Ulpscope"].concat()
    }
}

#[component]
fn Header() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    // Links hold the whole state, so that each page comes back as it was left.
    let link = move |page: &Page| {
        let page = *page;
        let href = move || explorer.address.with(|address| address.on(page));
        let current = move || (explorer.page.get().parent() == page).then(|| "page".to_owned());
        view! { <a href=text(href) aria-current=maybe(current)>{page.heading()}</a> }.into_any()
    };
    view! {
        <header class="head">
            <a class="mark" href="#/">"ulpscope"</a>
            <nav aria-label="Pages">
                {Page::ALL.iter().filter(|page| !page.heading().is_empty()).map(link).collect_view()}
            </nav>
            <ContextPicker hidden=Signal::derive(move || matches!(explorer.page.get().parent(), Page::Formats | Page::Learn)) />
            <button type="button" class="icon find-icon" aria-label="Search" title="Search (Ctrl-K twice)" on:click=on_event(|_| search_dialog::open())></button>
            <button type="button" class="icon share-icon" aria-label="Share" title="Share: link, explanation, bits, a frame" on:click=on_event(|_| show(embedding::DIALOG))></button>
            <button type="button" class="icon" aria-label="Light or dark" title="Light or dark" on:click=on_event(|_| browser::turn_theme())>"◐"</button>
            <button type="button" class="icon" aria-label="Help: keys" title="Keys (?)" on:click=on_event(|_| show(HELP))>"?"</button>
        </header>
    }
}

#[component]
fn Notices() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let none = move || explorer.notices.with(Vec::is_empty);
    view! {
        <div class="notices" role="status" hidden=flag(none)>
            <span>{text(move || explorer.notices.with(|notices| notices.join(" ")))}</span>
            <button type="button" on:click=on_event(move |_| explorer.notices.set(Vec::new()))>"dismiss"</button>
        </div>
    }
}

const HELP: &str = "help";

/// Owns what the dialogs follow, since they come after everything else.
static OWNER: OnceLock<Owner> = OnceLock::new();

const KEYS: &[(&str, &str)] = &[
    ("Ctrl-K", "to the box; again, the search: instructions, functions, values, terms"),
    ("/", "to the box of the page"),
    ("Tab", "in the box: take the ghost text"),
    ("↑ ↓", "in the box: choose among continuations"),
    ("Enter", "in the box: keep this instruction in the history, or open a number in Formats"),
    ("↑ ↓", "in a program's lines: the line before, the next"),
    ("← →", "in a row of bits: move; elsewhere: step back, step on"),
    ("Space", "in a row of bits: flip the bit"),
    ("↑ ↓", "in a row of bits or a number: one ulp up, one ulp down"),
    ("+ − ← → Home", "on an error curve: closer, further, the input before, the next, the usual range; with Shift the view moves"),
    ("Esc", "in a number: what it was before; in the box: no ghost text"),
    ("Alt-←", "undo: every change is in the browser's history"),
];

/// Texts of every language, and who would type them.
const EXAMPLES: &[(&str, &str)] = &[
    ("0.1", "a number, in any spelling: 1e-40, 0x3f800000, 0x1.8p3"),
    ("ulp of 1000", "a short question: 65520 in e4m3, largest half"),
    ("0.1 + 0.2 == 0.3", "an expression or a program of C and CUDA C++"),
    ("__fadd_rz(1.5f, 0.1f)", "a call of CUDA"),
    ("fma.rn.f32 %f4, %f1, %f2, %f3;", "an instruction of PTX, or several"),
    ("FFMA R0, R1, R2, R3;", "machine code: instructions, words, a listing"),
];

/// A bookmark that opens here what is selected on the page where it is pressed. Compiler Explorer keeps its panes in the tab's storage when its
/// window loses the focus; without a selection the first source among them is taken.
fn bookmarklet() -> String {
    let before = "javascript:(()=>{let t=getSelection()+'';if(!t)try{dispatchEvent(new Event('blur'));for(let[k,v]of Object.entries(sessionStorage))if(/gl$/.test(k))JSON.parse(v,(_,o)=>(t=t||o?.componentName=='codeEditor'&&o.componentState?.source||'',o))}catch{}let u='";
    let behind = "#/'+(/__global__|\\.entry/.test(t)?'program':'')+'?i='+encodeURIComponent(t);open(u)||(location=u)})()";
    [before, &browser::address_of(""), behind].concat()
}

/// What the box takes, and the list of keys, as markup; it never changes.
#[component]
fn Help() -> impl IntoView {
    let mut html = String::from("<form method=\"dialog\"><h2 id=\"help-title\">What can I type?</h2><ul>");
    for (example, what) in EXAMPLES {
        for part in ["<li><a href=\"#/?i=", &encoded(example), "\"><code>", example, "</code></a> ", what, "</li>"] {
            html.push_str(part);
        }
    }
    html.push_str("</ul><h2>Keys</h2><dl>");
    for (key, meaning) in KEYS {
        for part in ["<dt><kbd>", key, "</kbd></dt><dd>", meaning, "</dd>"] {
            html.push_str(part);
        }
    }
    html.push_str("</dl><p>A keyword in your browser: add a search engine with the address of this page and <code>?i=%s</code> at its end. Then the keyword and a text in the address bar open the text here.</p>");
    html.push_str("<p>A bookmark for other pages: drag <a href=\"");
    push_text(&mut html, &bookmarklet());
    html.push_str("\">open in Ulpscope</a> to your bookmarks. Pressed on another page, it opens here what is selected there. On Compiler Explorer it takes the source where nothing is selected.</p>");
    html.push_str("<p><a href=\"#/how\">How we know</a>: who judges the results, and where the texts disagree.</p>");
    html.push_str("<button>Close</button></form>");
    // A link leads to the page behind it.
    let leave = on_event(|event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let link = target.and_then(|target| target.closest("a").ok().flatten());
        let is_bookmark = link.as_ref().and_then(|link| link.get_attribute("href")).is_some_and(|href| href.starts_with("javascript:"));
        if is_bookmark {
            event.prevent_default();
        } else if link.is_some()
            && let Some(dialog) = browser::element::<web_sys::HtmlDialogElement>(HELP)
        {
            dialog.close();
        }
    });
    view! { <dialog id=HELP aria-labelledby="help-title" inner_html=html on:click=leave></dialog> }
}

/// Opens a dialog. The first time, the dialogs have to be downloaded and put behind the page.
fn show(id: &'static str) {
    if let Some(dialog) = browser::element::<web_sys::HtmlDialogElement>(id) {
        if !dialog.open() {
            let _ = dialog.show_modal();
        }
        return;
    }
    let Some(owner) = OWNER.get() else { return };
    spawn_local(async move {
        let loaded = dialogs().await;
        owner.with(|| match loaded {
            Ok(build) if browser::element::<web_sys::Element>(id).is_none() => {
                if let Some(page) = browser::element::<web_sys::Element>("app") {
                    let mut built = build().build();
                    built.mount(&page, None);
                    // They stay as long as the page.
                    core::mem::forget(built);
                    show(id);
                }
            }
            Ok(_) => {}
            Err(_) => expect_context::<AppState>().notices.set(vec!["The dialog could not be fetched; another try may do.".into()]),
        });
    });
}

/// Keys that work wherever the focus is.
fn everywhere(event: &web_sys::KeyboardEvent) {
    let typing = browser::in_text_field(event);
    let command = event.ctrl_key() || event.meta_key();
    if command && event.key().eq_ignore_ascii_case("k") {
        event.prevent_default();
        // To the box first; from there, and where a page has none, on to the search.
        if !to_box() {
            search_dialog::open();
        }
    } else if !command && !typing && event.key() == "/" {
        event.prevent_default();
        to_box();
    } else if !command && !typing && event.key() == "?" {
        event.prevent_default();
        show(HELP);
    }
}

/// Goes to the page's own box and marks its text; false where there is none, or it has the focus already.
fn to_box() -> bool {
    let searching = browser::element::<web_sys::HtmlDialogElement>("search").is_some_and(|dialog| dialog.open());
    if searching {
        return false;
    }
    // Asked first: in some browsers selecting text takes the focus along.
    let focused = document().active_element();
    let area = browser::element::<web_sys::HtmlTextAreaElement>("box").map(|area| {
        area.select();
        area.unchecked_into::<web_sys::HtmlElement>()
    });
    let input = browser::element::<web_sys::HtmlInputElement>("number").or_else(|| browser::element("find")).map(|input| {
        input.select();
        input.unchecked_into::<web_sys::HtmlElement>()
    });
    let Some(element) = area.or(input) else { return false };
    let _ = element.focus();
    !focused.is_some_and(|focused| focused.is_same_node(Some(&element)))
}
