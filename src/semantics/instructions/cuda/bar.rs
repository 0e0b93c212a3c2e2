//! The roundings that a call's name takes, as toggles.

use super::call::Call;
use crate::instruction::cuda::{MODES, suffix};
use crate::syntax::{Choice, ChoiceState, Group, Toggle};

/// The toggles of a call; empty where its name takes no rounding.
pub fn choices(text: &str, call: &Call) -> Vec<Group> {
    if call.function.modes.is_empty() {
        return Vec::new();
    }
    let choice = |mode| {
        let edit = || {
            let mut edited = text.to_owned();
            edited.replace_range(call.name.clone(), &[call.function.stem, "_", suffix(mode)].concat());
            edited
        };
        let (state, edit) = if call.mode == Some(mode) {
            (ChoiceState::Chosen, None)
        } else if call.function.modes.contains(&mode) {
            (ChoiceState::Available, Some(edit()))
        } else {
            (ChoiceState::Unavailable(format!("{} does not round that way", call.function.stem)), None)
        };
        Choice { toggle: Toggle::Rounding(mode), text: ["_", suffix(mode)].concat(), state, edit }
    };
    vec![Group { title: "rounding", choices: MODES.into_iter().map(choice).collect() }]
}
