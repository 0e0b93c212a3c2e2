//! The languages beside PTX and what is drawn of machine code, as a piece that is downloaded when it is first asked for.

use super::code::draw_code;
use super::long::take_long;
use super::machine_state::MachineState;
use super::word::{MachineWords, fields};
use crate::components::chunk::{NotLoaded, piece};
use crate::pages::tensor;
use crate::state::evaluated::Evaluated;
use crate::state::explorer::Explorer;
use crate::state::language::{self, Later, Read, learn};
use core::ops::Range;
use js_sys::JsString;
use leptos::prelude::*;
use std::pin::Pin;
use std::sync::OnceLock;

/// What the piece holds.
pub struct Further {
    later: &'static Later,
    /// The section of machine words.
    pub words: fn() -> AnyView,
    /// The section of what they run on.
    pub state: fn() -> AnyView,
    /// The machine code of an instruction or the PTX of a call, as markup.
    pub code: fn(&Evaluated) -> Option<String>,
    /// The names of the fields of a machine word that a piece of the text sets, parted by blanks.
    pub fields: fn(&Read, &Range<usize>) -> String,
    /// What becomes of a text that is too long for the box.
    pub take_long: fn(Explorer, JsString),
    /// What the page of one dot product is asked for a matrix instruction.
    pub dot: fn(&Evaluated) -> Option<String>,
}

static ALL: Further = Further {
    later: &language::ALL,
    words: || view! { <MachineWords /> }.into_any(),
    state: || view! { <MachineState /> }.into_any(),
    code: draw_code,
    fields,
    take_long,
    dot: |evaluated| tensor::Query::of_line(evaluated).map(|query| query.written()),
};

static HERE: OnceLock<&Further> = OnceLock::new();

/// The piece, if it is here.
pub fn further() -> Option<&'static Further> {
    HERE.get().copied()
}

/// Fetches it.
pub fn load() -> Pin<Box<dyn Future<Output = Result<(), NotLoaded>>>> {
    Box::pin(async {
        let all = table().await?;
        HERE.get_or_init(|| all);
        learn(all.later);
        Ok(())
    })
}

piece!(further, table -> &'static Further, &ALL);
