//! The languages beside PTX and what is drawn of machine code, as a piece that is downloaded when it is first asked for.

use super::code::draw_code;
use super::long::take_long;
use super::machine_state::MachineState;
use super::word::{MachineWords, fields};
use crate::components::html::sentence;
use crate::components::lazy::{NotLoaded, piece};
use crate::pages::tensor;
use crate::state::app_state::AppState;
use crate::state::browser;
use crate::state::evaluated::Evaluated;
use crate::state::language::{self, Later, Read, learn};
use core::ops::Range;
use js_sys::JsString;
use leptos::prelude::*;
use semantics::instruction::Evidence;
use semantics::sweep::error_report::ErrorReport;
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
    pub take_long: fn(AppState, JsString),
    /// What an approximation is worth, as markup.
    pub worth: fn(&ErrorReport, bool, Option<Evidence>) -> String,
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
    worth,
    dot: |evaluated| tensor::Query::of_line(evaluated).map(|query| query.written()),
};

static HERE: OnceLock<&Further> = OnceLock::new();

/// What an approximation is worth, as markup; whether the result is the correctly rounded one, and how we know.
fn worth(verdict: &ErrorReport, same: bool, evidence: Option<Evidence>) -> String {
    let nearest = if same { "the same" } else { "not the same" };
    let rounded = format!("0x{} {}, {nearest}", verdict.nearest.hex(), verdict.nearest.equation());
    let bound = verdict.bound.clone().unwrap_or_else(|| "none given for this operand".into());
    let mut html = String::from("<dl class=\"verdict\">");
    for (name, text) in [
        ("error", &verdict.off()),
        ("good bits", &verdict.good_bits.to_string()),
        ("true value", &verdict.truth),
        ("correctly rounded", &rounded),
        ("documented bound", &bound),
    ] {
        html.push_str("<dt>");
        html.push_str(name);
        html.push_str("</dt><dd>");
        html.push_str(&sentence(text));
        html.push_str("</dd>");
    }
    if let Some(evidence) = evidence {
        for part in ["<dt>evidence</dt><dd><span class=\"badge ", evidence.word(), "\">", evidence.word(), "</span></dd>"] {
            html.push_str(part);
        }
    }
    html.push_str("</dl>");
    html
}

/// The piece, if it is here.
pub fn further() -> Option<&'static Further> {
    HERE.get().copied()
}

/// Fetches it.
pub fn load() -> Pin<Box<dyn Future<Output = Result<(), NotLoaded>>>> {
    Box::pin(async {
        let styles = browser::styles();
        let all = table().await?;
        styles.await;
        HERE.get_or_init(|| all);
        learn(all.later);
        Ok(())
    })
}

piece!(further, table -> &'static Further, &ALL);
