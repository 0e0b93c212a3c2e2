//! Parts of the page whose code is downloaded when they are first shown.
//!
//! A release is cut at every function that `piece!` makes (`cargo xtask finish`): what only functions of one piece reach becomes a file of its
//! own. Such a function returns another one, which builds the view: what is built runs where it stands, with its owner and context.
//! While the app is developed it is one file.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{heard, part};
use leptos::prelude::*;
use leptos::task::spawn_local;
pub use leptos::wasm_split::SplitLoaderError as NotLoaded;
use std::pin::Pin;

/// What builds the part, once its code is there.
pub type Build = fn() -> AnyView;
/// The download of the code; at once if it is there already.
pub type Loading = Pin<Box<dyn Future<Output = Result<Build, NotLoaded>>>>;

/// Makes an async function that gives a value whose code belongs to a piece, once that is there.
macro_rules! piece {
    ($piece:ident, $name:ident -> $type:ty, $value:expr) => {
        #[cfg(debug_assertions)]
        async fn $name() -> Result<$type, $crate::components::chunk::NotLoaded> {
            Ok($value)
        }

        #[cfg(not(debug_assertions))]
        #[leptos::wasm_split::wasm_split($piece, wasm_split_path = leptos::wasm_split, fallible)]
        fn $name() -> Result<$type, $crate::components::chunk::NotLoaded> {
            Ok($value)
        }
    };
}
pub(crate) use piece;

/// Where a download stands.
#[derive(Clone, Copy)]
enum State {
    Loading,
    Failed,
    Here(Build),
}

/// The part of the page that `load` brings.
pub fn chunk(load: fn() -> Loading) -> AnyView {
    let state = RwSignal::new(State::Loading);
    let fetch = move || {
        state.set(State::Loading);
        spawn_local(async move {
            let loaded = load().await;
            // The person may have gone on to another page meanwhile.
            let _ = state.try_set(loaded.map_or(State::Failed, State::Here));
        });
    };
    fetch();
    part(move || match state.get() {
        State::Loading => view! { <main id="main" class="wait" aria-busy="true"></main> }.into_any(),
        State::Here(build) => build(),
        State::Failed => view! {
            <main id="main" class="wait">
                <p role="alert">"This page could not be fetched. "<button type="button" on:click=heard(move |_| fetch())>"Try again"</button></p>
            </main>
        }
        .into_any(),
    })
    .into_any()
}
