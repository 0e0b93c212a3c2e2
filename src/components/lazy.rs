//! Parts of the page whose code is downloaded when they are first shown.
//!
//! A release is cut at every function that `piece!` makes (`cargo xtask finish`): what only functions of one piece reach becomes a file of its
//! own. Such a function returns another one, which builds the view: what is built runs where it stands, with its owner and context.
//! While the app is developed it is one file.

use super::attributes::{AriaAttributes, GlobalAttributes};
use super::dynamic::{on_event, part};
use super::section_scheduler;
use crate::state::browser;
use leptos::prelude::*;
use leptos::task::spawn_local;
pub use leptos::wasm_split::SplitLoaderError as NotLoaded;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// What builds the part, once its code is there.
pub type Build = fn() -> AnyView;
/// The download of the code; at once if it is there already.
pub type Loading = Pin<Box<dyn Future<Output = Result<Build, NotLoaded>>>>;

/// Makes an async function that gives a value whose code belongs to a piece, once that is there.
macro_rules! piece {
    ($piece:ident, $name:ident -> $type:ty, $value:expr) => {
        #[cfg(debug_assertions)]
        async fn $name() -> Result<$type, $crate::components::lazy::NotLoaded> {
            Ok($value)
        }

        #[cfg(not(debug_assertions))]
        #[leptos::wasm_split::wasm_split($piece, wasm_split_path = leptos::wasm_split, fallible)]
        fn $name() -> Result<$type, $crate::components::lazy::NotLoaded> {
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

/// The page that `load` brings, hidden until it is whole.
pub fn chunk(load: fn() -> Loading) -> AnyView {
    fetched(load, true)
}

/// A part of a page that `load` brings; what stands around it stays as it is, with the focus in it.
pub fn chunk_within(load: fn() -> Loading) -> AnyView {
    fetched(load, false)
}

fn fetched(load: fn() -> Loading, whole: bool) -> AnyView {
    let state = RwSignal::new(State::Loading);
    let come = move |loaded: Option<Build>| {
        // The person may have gone on to another page meanwhile.
        let _ = state.try_set(loaded.map_or(State::Failed, State::Here));
    };
    let fetch = move || {
        let (styles, code) = (whole.then(browser::styles), load());
        let mut loading: Pin<Box<dyn Future<Output = Option<Build>>>> = Box::pin(async move {
            let build = code.await.ok()?;
            match styles {
                Some(styles) => styles.await.then_some(build),
                None => Some(build),
            }
        });
        if let Poll::Ready(loaded) = loading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return come(loaded);
        }
        state.set(State::Loading);
        spawn_local(async move {
            let loaded = loading.await;
            section_scheduler::after(move || {
                section_scheduler::begin();
                if whole {
                    browser::hide_page(true);
                }
                come(loaded);
                section_scheduler::go_on(|| browser::hide_page(false));
            });
        });
    };
    // Files are asked for in a task of their own.
    section_scheduler::next(fetch);
    let waits = move |said: Option<AnyView>| {
        let busy = said.is_none().then_some("true");
        if whole {
            view! { <main id="main" class="wait" aria-busy=busy>{said}</main> }.into_any()
        } else {
            view! { <div class="wait" aria-busy=busy>{said}</div> }.into_any()
        }
    };
    part(move || match state.get() {
        State::Loading => waits(None),
        State::Here(build) => build(),
        State::Failed => waits(Some(
            view! { <p role="alert">"This could not be fetched. "<button type="button" on:click=on_event(move |_| fetch())>"Try again"</button></p> }
                .into_any(),
        )),
    })
    .into_any()
}
