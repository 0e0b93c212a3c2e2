//! Views inside other pages: the dialog that makes the snippet, and what a frame shows in place of the header.
//!
//! A frame leads nowhere itself: a `<base>` sends every link to a new window without an opener, and changes of the address replace the
//! entry of the history instead of adding one, so that "back" stays the outer page's.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::copy::copy_button;
use crate::components::dynamic::{flag, on_event, text};
use crate::components::html::push_text;
use crate::pages::explore::load;
use crate::state::address::{Address, Page};
use crate::state::app_state::{AppState, Shown};
use crate::state::browser;
use crate::state::embed::Embed;
use crate::state::language::later;
use crate::state::percent::encoded;
use leptos::prelude::*;
use leptos::task::spawn_local;
use view_model::state::compiler_explorer;

/// The dialog's id.
pub const DIALOG: &str = "embed";

/// Prepares the document for a frame, if this is one.
pub fn prepare(embed: Embed) {
    if !embed.on {
        return;
    }
    let page = document();
    if let (Some(head), Ok(base)) = (page.head(), page.create_element("base")) {
        let _ = base.set_attribute("target", "_blank");
        let _ = head.append_child(&base);
    }
    browser::mark_root("data-embed", true);
    browser::mark_root("data-hide", embed.hide);
}

/// The link to what is seen, without the frame.
fn whole_link(explorer: AppState) -> String {
    browser::address_of(&explorer.address.with(Address::written))
}

/// What stands in a frame in place of the header.
#[component]
pub fn Frame() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    if !explorer.embed.on {
        return ().into_any();
    }
    let hidden = RwSignal::new(explorer.embed.hide);
    Effect::new(move |_| browser::mark_root("data-hide", hidden.get()));
    view! {
        <footer class="framed">
            <button type="button" class="fix" hidden=flag(move || !hidden.get()) on:click=on_event(move |_| hidden.set(false))>"Show the answer"</button>
            <a href=text(move || whole_link(explorer)) target="_blank" rel="noopener">"Open in Ulpscope"</a>
        </footer>
    }
    .into_any()
}

/// The dialog with all that can be taken along of what is seen: the link, the explanation, the bits, a frame.
#[component]
pub fn Share() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let hide = RwSignal::new(false);
    // What only one instruction has.
    let explained = move |name, content: fn(&AppState, &Shown) -> String| {
        let there = flag(move || explorer.page.get() != Page::Explore || explorer.shown.with(Option::is_none));
        let copy = move || explorer.shown.get_untracked().map(|shown| content(&explorer, &shown));
        view! { <span hidden=there>{copy_button(Some("fix"), name, copy)}</span> }.into_any()
    };
    let refused = RwSignal::new("");
    let compile = on_event(move |_: web_sys::MouseEvent| {
        spawn_local(async move {
            let text = match explorer.page.get_untracked() {
                Page::Explore => explorer.text.get_untracked(),
                _ => explorer.program.with_untracked(|program| program.text.clone()),
            };
            // What reads C may still have to come.
            let later = load().await.ok().and_then(|()| later());
            let state = later
                .ok_or("This could not be fetched.")
                .and_then(|later| (later.compiler_explorer)(&text, &explorer.context.get_untracked()));
            refused.set(state.as_ref().err().copied().unwrap_or_default());
            let coded = state.ok().and_then(|state| browser::call(&window(), "btoa", &state.into())).and_then(|coded| coded.as_string());
            if let Some(coded) = coded {
                browser::open(&[compiler_explorer::PLACE, &encoded(&coded)].concat());
            }
        });
    });
    let snippet = move || snippet(&[&whole_link(explorer), Embed { on: true, hide: hide.get() }.suffix()].concat());
    let turn = move |event: web_sys::Event| {
        hide.set(browser::field(&event).is_some_and(|input| input.checked()));
    };
    view! {
        <dialog id=DIALOG class="embed" aria-labelledby="embed-title" on:close=on_event(move |_: web_sys::Event| refused.set(""))>
            <form method="dialog">
                <h2 id="embed-title">"Share what is seen"</h2>
                <p class="buttons">
                    {copy_button(Some("fix"), "copy link", move || Some(explorer.link()))}
                    {explained("copy explanation", |explorer, shown| shown.evaluated.explanation(&explorer.link()))}
                    {explained("copy bits", |_, shown| shown.evaluated.bits_text())}
                    <button type="button" class="fix" hidden=flag(move || !matches!(explorer.page.get(), Page::Explore | Page::Program)) on:click=compile>"open in Compiler Explorer"</button>
                    <span role="status">{text(move || refused.get().to_owned())}</span>
                </p>
                <h2>"Embed it"</h2>
                <p>"Put this into your page. Readers can change everything in the frame, and open it in a window of its own."</p>
                <textarea readonly rows="5" aria-label="Snippet" prop:value=text(snippet)></textarea>
                <label><input type="checkbox" on:change=on_event(turn) />" keep the answer back until it is asked for"</label>
                <p class="buttons">
                    {copy_button(Some("fix"), "copy frame", move || Some(snippet()))}
                    <button>"Close"</button>
                </p>
            </form>
        </dialog>
    }
}

/// The frame as markup.
pub fn snippet(address: &str) -> String {
    let mut html = String::from("<iframe src=\"");
    push_text(&mut html, address);
    html.push_str("\" title=\"Ulpscope\" width=\"100%\" height=\"640\" style=\"border:0\" loading=\"lazy\"></iframe>");
    html
}
