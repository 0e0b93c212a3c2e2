//! Target and PTX version, as two menus in the header.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, text};
use crate::state::app_state::AppState;
use leptos::prelude::*;
use semantics::instruction::{Target, Version};

/// The menus.
#[component]
pub fn ContextPicker(
    /// Whether they would change nothing where one is.
    hidden: Signal<bool>,
) -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let context = explorer.context;
    let target = Memo::new(move |_| context.get().target.name().to_owned());
    let ptx = Memo::new(move |_| context.get().ptx.to_string());
    let targets = Target::ALL.iter().map(|&one| {
        view! { <option value=one.name() selected=flag(move || target.with(|target| target == one.name()))>{one.name()}</option> }
            .into_any()
    });
    let versions = Version::ALL.iter().rev().map(|&one| {
        view! { <option value=one.to_string() selected=flag(move || ptx.with(|ptx| *ptx == one.to_string()))>{format!("PTX {one}")}</option> }.into_any()
    });
    let set_target = move |event: web_sys::Event| {
        if let Some(target) = Target::named(&event_target_value(&event)) {
            explorer.set_target(target);
        }
    };
    let set_ptx = move |event: web_sys::Event| {
        if let Some(ptx) = Version::named(&event_target_value(&event)) {
            explorer.set_ptx(ptx);
        }
    };
    view! {
        <div class="context" hidden=flag(move || hidden.get())>
            <select id="target" aria-label="Target" prop:value=text(move || target.get()) on:change=on_event(set_target)>{targets.collect_view()}</select>
            <span aria-hidden="true">"·"</span>
            <select id="ptx" aria-label="PTX version" prop:value=text(move || ptx.get()) on:change=on_event(set_ptx)>{versions.collect_view()}</select>
        </div>
    }
}
