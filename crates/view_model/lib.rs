//! What the pages ask, know and say, without a browser: addresses and queries, what follows from them, and words, markup and pictures as
//! text. `src/` draws it with Leptos. Every part is tested here, natively, without that.

// The project's own, published to nobody.
#![allow(missing_docs)]

pub mod components;
pub mod links;
pub mod pages;
pub mod plots;
pub mod state;
