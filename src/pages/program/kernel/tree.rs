//! How a result came about, as a tree of roundings over all threads: a node is chosen, and its step is shown.

use super::Kernel;
use super::asked::Asked;
use super::done::Done;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::sentence;
use crate::state::history::Change;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The record of the moment that is shown, among those of all threads.
fn shown(kernel: Kernel, done: &Done) -> Option<u32> {
    done.own(done.thread).get(kernel.step.get().checked_sub(1)?).copied()
}

/// The section.
pub fn tree(kernel: Kernel) -> AnyView {
    let results = Memo::new(move |_| kernel.with(|done| done.results()));
    let asked = Memo::new(move |_| kernel.asked.with(|asked| asked.tree.clone()));
    // The first where none is asked for, or one that is not there.
    let chosen = Memo::new(move |_| {
        let asked = asked.get();
        results.with(|all| all.iter().find(|(name, _)| *name == asked).or(all.first()).cloned())
    });
    let opened = Memo::new(move |before| before == Some(&true) || asked.with(|asked| !asked.is_empty()));
    let look = move |tree: String| kernel.ask(Change::View, |asked| Asked { tree, ..asked });
    let toggled = on_event(move |event: web_sys::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
        let open = details.is_some_and(|details| details.open());
        if open == asked.with_untracked(String::is_empty) {
            look(if open { chosen.get_untracked().map_or(String::new(), |(name, _)| name) } else { String::new() });
        }
    });
    let picture = move || {
        let is_open = !asked.with(String::is_empty);
        let Some((_, root)) = chosen.get().filter(|_| is_open) else { return String::new() };
        kernel.with(|done| done.tree(root, shown(kernel, done)))
    };
    let said = move || chosen.get().map_or(String::new(), |(name, root)| kernel.with(|done| sentence(&done.tree_said(&name, root))));
    let go = move |target: Option<web_sys::EventTarget>| {
        let node = target
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
            .and_then(|target| target.closest("[data-record]").ok().flatten());
        let record = node.and_then(|node| node.get_attribute("data-record")).and_then(|record| record.parse::<u32>().ok());
        if let Some((thread, at)) = record.and_then(|record| untrack(|| kernel.with(|done| done.place_of(record)))) {
            kernel.visit(thread, at);
        }
    };
    let keyed = move |event: web_sys::KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let key = match event.key().as_str() {
            "Enter" | " " => {
                event.prevent_default();
                return go(event.target());
            }
            "ArrowUp" => "data-up",
            "ArrowDown" => "data-down",
            "ArrowLeft" => "data-left",
            "ArrowRight" => "data-right",
            _ => return,
        };
        let to = target.and_then(|target| target.get_attribute(key));
        let node = to.and_then(|to| document().get_element_by_id(&["node-", &to].concat()));
        if let Some(node) = node.and_then(|node| node.dyn_into::<web_sys::SvgElement>().ok()) {
            event.prevent_default();
            let _ = node.focus();
        }
    };
    let options = part(move || {
        let option = |(name, _): (String, u32)| view! { <option value=name.clone()>{name.clone()}</option> }.into_any();
        results.get().into_iter().map(option).collect_view().into_any()
    });
    let value = text(move || chosen.get().map_or(String::new(), |(name, _)| name));
    view! {
        <details class="inputs" id="tree" open=flag(move || opened.get()) hidden=flag(move || results.with(Vec::is_empty)) on:toggle=toggled>
            <summary>"How a result came about: the tree of its roundings"</summary>
            <p>
                <label>"result "<select id="tree-of" prop:value=value on:change=on_event(move |event: web_sys::Event| look(event_target_value(&event)))>{options}</select></label>
                " "
                <span inner_html=text(said)></span>
            </p>
            <p class="none">"A full node was rounded, the larger the more; an empty one lost less than 0.001 ulp. Choose a node to see its step; arrow keys walk."</p>
            <div
                class="scroll"
                role="region"
                aria-label="The tree of roundings, the result at its top"
                on:click=on_event(move |event: web_sys::MouseEvent| go(event.target()))
                on:keydown=on_event(keyed)
                inner_html=text(picture)
            ></div>
        </details>
    }
    .into_any()
}
