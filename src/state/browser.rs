//! The few things the app asks of the browser, each one call that cannot panic.

use js_sys::JsString;
use leptos::prelude::{GetValue, StoredValue, document, request_animation_frame, window};
use leptos::task::spawn_local;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, NodeList};

const THEME: &str = "ulpscope.theme";

/// Gives the keyboard back to an element that has been drawn anew, unless another one has it by then.
pub fn focus_again(selector: String) {
    focus_then(move || Some(selector));
}

/// The same; the selector is computed when the frame comes.
pub fn focus_then(selector: impl FnOnce() -> Option<String> + 'static) {
    request_animation_frame(move || {
        let Some(selector) = selector() else { return };
        let lost = document().active_element().is_none_or(|now| now.tag_name() == "BODY");
        let again = document().query_selector(&selector).ok().flatten().filter(|_| lost);
        if let Some(element) = again.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = element.focus();
        }
    });
}

/// The part of the address behind `#`, with it; empty if there is none.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Makes a hash the address, in a new entry of the history or in place of the current one.
pub fn set_hash(hash: &str, new_entry: bool) {
    let Ok(history) = window().history() else { return };
    // The browser may refuse (too many a second); the state on the page stands all the same.
    let _ = if new_entry {
        history.push_state_with_url(&JsValue::NULL, "", Some(hash))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(hash))
    };
}

/// The whole address.
pub fn address() -> String {
    window().location().href().unwrap_or_default()
}

/// This page's address with another hash.
pub fn address_of(hash: &str) -> String {
    [address().split('#').next().unwrap_or_default(), hash].concat()
}

/// Sets or removes an attribute of the document's root.
pub fn mark_root(name: &str, there: bool) {
    if let Some(root) = document().document_element() {
        let _ = if there { root.set_attribute(name, "") } else { root.remove_attribute(name) };
    }
}

/// Hides the page below the header, or shows it; it has its place and size all the same.
pub fn hide_page(hidden: bool) {
    mark_root("data-building", hidden);
}

/// The field in which an event happened.
pub fn field(event: &web_sys::Event) -> Option<web_sys::HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// The file that was chosen in a field.
pub fn chosen_file(event: &web_sys::Event) -> Option<web_sys::File> {
    field(event)?.files()?.get(0)
}

/// The file that was dropped, which then goes nowhere else.
pub fn dropped_file(event: &web_sys::DragEvent) -> Option<web_sys::File> {
    let file = event.data_transfer()?.files()?.get(0)?;
    event.prevent_default();
    Some(file)
}

/// Asks for the styles that the first page does without, where they are not there; gives whether they came.
pub fn styles() -> impl Future<Output = bool> {
    let links = document().query_selector_all("link[rel=stylesheet]:not([media])").ok();
    let links = (0..links.as_ref().map_or(0, NodeList::length)).filter_map(|at| links.as_ref()?.item(at)?.dyn_into::<Element>().ok());
    let missing = links.filter(|link| js_sys::Reflect::get(link, &"sheet".into()).is_ok_and(|sheet| sheet.is_null()));
    let asked: Vec<(Element, JsFuture)> = missing
        .map(|link| {
            let comes = js_sys::Promise::new(&mut |come, fail| {
                let _ = link.add_event_listener_with_callback("load", &come);
                let _ = link.add_event_listener_with_callback("error", &fail);
            });
            let _ = link.remove_attribute("disabled");
            (link, JsFuture::from(comes))
        })
        .collect();
    async move {
        let mut all = true;
        for (link, comes) in asked {
            if comes.await.is_err() {
                // The next try asks again.
                let _ = link.set_attribute("disabled", "");
                all = false;
            }
        }
        all
    }
}

/// The element of an id, as a type of element.
pub fn element<T: JsCast>(id: &str) -> Option<T> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Whether a key was pressed where keys mean text or a choice.
pub fn in_text_field(event: &web_sys::KeyboardEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

/// A text of more letters than a field takes that `beforeinput` announces, pasted or dropped; the field then does not get it. The browser has
/// not laid it out yet, which for megabytes takes seconds, and it is the browser's own string: a copy might not fit into memory.
pub fn too_long(event: &web_sys::Event, most: usize) -> Option<JsString> {
    let data = js_sys::Reflect::get(event, &"data".into()).ok().and_then(|data| data.dyn_into::<JsString>().ok());
    data.filter(|data| data.length() as usize > most).inspect(|_| {
        event.prevent_default();
        // The app would say that no box takes it.
        event.stop_propagation();
    })
}

/// A text of the browser's as one of ours; nothing of one with more letters than `most`, which might not fit into memory twice.
pub fn copied(text: JsString, most: usize) -> String {
    if text.length() as usize > most { String::new() } else { text.into() }
}

/// Milliseconds on a clock that only goes forwards.
pub fn now() -> f64 {
    window().performance().map_or_else(js_sys::Date::now, |clock| clock.now())
}

/// Turns the theme over and keeps the choice.
pub fn turn_theme() {
    let root = document().document_element();
    let Some(root) = root.and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let dark_system = window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches());
    let dark = root.dataset().get("theme").map_or(dark_system, |theme| theme == "dark");
    let theme = if dark { "light" } else { "dark" };
    let _ = root.dataset().set("theme", theme);
    remember(THEME, theme);
}

/// What was kept in this browser under a name; empty if there is nothing or the browser keeps nothing.
pub fn remembered(name: &str) -> String {
    let storage = window().local_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(name).ok().flatten()).unwrap_or_default()
}

/// Keeps a text in this browser, if it lets us.
pub fn remember(name: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Leaves the words of a panic where the script that outlives the app finds them. The first is the cause of those that follow.
pub fn note_panic(words: &str) {
    if let Some(root) = document().document_element().filter(|root| !root.has_attribute("data-panic")) {
        let _ = root.set_attribute("data-panic", words);
    }
}

/// Hands a file over under a name.
pub fn save(file: &web_sys::Blob, name: &str) {
    let Ok(address) = web_sys::Url::create_object_url_with_blob(file) else { return };
    let anchor = document().create_element("a").ok().and_then(|element| element.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
    }
    leptos::prelude::set_timeout(move || drop(web_sys::Url::revoke_object_url(&address)), core::time::Duration::from_secs(10));
}

/// Bytes as a file of a type.
pub fn file(bytes: &[u8], kind: &str) -> Option<web_sys::Blob> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    web_sys::Blob::new_with_u8_array_sequence_and_options(&js_sys::Array::of1(&js_sys::Uint8Array::from(bytes)), &options).ok()
}

/// Opens an address in a window of its own.
pub fn open(address: &str) {
    let anchor = document().create_element("a").ok().and_then(|element| element.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(address);
        let _ = anchor.set_attribute("target", "_blank");
        let _ = anchor.set_attribute("rel", "noopener");
        anchor.click();
    }
}

/// Calls a function of the browser's by its name; None where it is not there, or throws.
pub fn call(of: &JsValue, name: &str, argument: &JsValue) -> Option<JsValue> {
    let function = js_sys::Reflect::get(of, &name.into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    function.call1(of, argument).ok()
}

/// Takes the file that this app was opened with, in a browser that opens files with installed apps.
pub fn launched_with(take: impl Fn(web_sys::File) + 'static) {
    let get = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).ok();
    let Some(queue) = get(&window(), "launchQueue") else { return };
    let (take, page) = (Rc::new(take), StoredValue::new(()));
    let consumer = Closure::<dyn FnMut(JsValue)>::new(move |launch: JsValue| {
        let handle = get(&launch, "files").and_then(|files| get(&files, "0"));
        let file = handle.and_then(|handle| call(&handle, "getFile", &JsValue::UNDEFINED));
        let (Some(file), take) = (file, Rc::clone(&take)) else { return };
        spawn_local(async move {
            let file = JsFuture::from(file.unchecked_into::<js_sys::Promise>()).await;
            // The person may have gone on to another page meanwhile.
            if let Some(file) = file.ok().filter(|_| page.try_get_value().is_some()) {
                take(file.unchecked_into());
            }
        });
    });
    // It stays as long as the app.
    let _ = call(&queue, "setConsumer", &consumer.into_js_value());
}
