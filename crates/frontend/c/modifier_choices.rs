//! The roundings that a call's name takes and nvcc's options, as toggles. An option stands in a comment.

use super::call::name;
use super::parse::Parsed;
use crate::instruction::Modifier;
use crate::instruction::cuda::{Function, MODES, suffix};
use crate::rounding::Mode;
use crate::syntax::{Choice, ChoiceState, Group, Switch, Toggle, with_option, without_option};
use core::ops::Range;

/// The toggles of a text.
pub(super) fn choices(text: &str, parsed: &Parsed) -> Vec<Group> {
    let rounding = parsed.called().filter(|(_, function, ..)| !function.modes.is_empty());
    let rounding = rounding.map(|(called, function, mode, _)| roundings(text, &called.name, function, mode));
    let without =
        |switch: Switch| without_option(text, parsed.written.iter().filter(|known| known.switch == switch).map(|known| known.span.clone()));
    let choice = |switch: Switch| {
        let stands = parsed.written.iter().any(|known| known.switch == switch);
        let (state, edit) = match (parsed.options.has(switch), stands) {
            (true, true) => (ChoiceState::Chosen, Some(without(switch))),
            // -use_fast_math says so.
            (true, false) => (ChoiceState::Chosen, None),
            (false, _) => (ChoiceState::Available, Some(with_option(&without(switch), switch))),
        };
        Choice { toggle: Toggle::Compiler(switch), text: switch.text().to_owned(), words: switch.words().to_owned(), state, edit }
    };
    let options = Group { title: "nvcc", choices: Switch::ALL.map(choice).into() };
    // nvcc's options are for the device.
    rounding.into_iter().chain((!parsed.on_host).then_some(options)).collect()
}

fn roundings(text: &str, place: &Range<usize>, function: &Function, chosen: Option<Mode>) -> Group {
    let choice = |mode| {
        let (state, edit) = if chosen == Some(mode) {
            (ChoiceState::Chosen, None)
        } else if function.modes.contains(&mode) {
            let mut edited = text.to_owned();
            edited.replace_range(place.clone(), &name(function, Some(mode)));
            (ChoiceState::Available, Some(edited))
        } else {
            (ChoiceState::Unavailable(format!("{} does not round that way", function.stem)), None)
        };
        let words = Modifier::of_mode(mode).words().to_owned();
        Choice { toggle: Toggle::Rounding(mode), text: ["_", suffix(mode)].concat(), words, state, edit }
    };
    Group { title: "rounding", choices: MODES.into_iter().map(choice).collect() }
}
