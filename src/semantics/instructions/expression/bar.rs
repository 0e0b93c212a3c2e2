//! nvcc's options as toggles, each of which edits the comment that holds them.

use super::option::{Options, Written};
use crate::syntax::{Choice, ChoiceState, Group, Switch, Toggle};

/// The toggles of a text.
pub(super) fn choices(text: &str, options: Options, written: &[Written]) -> Vec<Group> {
    let choice = |switch: Switch| {
        let stands = written.iter().any(|known| known.switch == switch);
        let (state, edit) = match (options.has(switch), stands) {
            (true, true) => (ChoiceState::Chosen, Some(without(text, switch, written))),
            // -use_fast_math says so.
            (true, false) => (ChoiceState::Chosen, None),
            (false, _) => (ChoiceState::Available, Some(with(&without(text, switch, written), switch))),
        };
        Choice { toggle: Toggle::Compiler(switch), text: switch.text().to_owned(), state, edit }
    };
    vec![Group { title: "nvcc", choices: Switch::ALL.map(choice).into() }]
}

fn with(text: &str, switch: Switch) -> String {
    let text = text.trim_end();
    let last = text.rsplit('\n').next().unwrap_or("");
    let before = if last.contains("//") { " " } else { " // " };
    [text, before, switch.text()].concat()
}

/// The text without an option, and without a comment that held nothing else.
fn without(text: &str, switch: Switch, written: &[Written]) -> String {
    let mut edited = text.to_owned();
    for known in written.iter().rev().filter(|known| known.switch == switch) {
        let behind = edited[known.span.end..].len() - edited[known.span.end..].trim_start_matches(' ').len();
        edited.replace_range(known.span.start..known.span.end + behind, "");
    }
    let bare = edited.trim_end();
    bare.strip_suffix("//").map_or(bare, str::trim_end).to_owned()
}
