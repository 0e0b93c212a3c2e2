//! The dotted words, signs and bars that a 128-bit instruction takes, as toggles; those that no such instruction has, with the reason.
//!
//! The choices are those of its row, the reasons the refusals of [`decode`]: nothing is listed here that a table does not hold.

use super::document::Document;
use super::text::{mode_of, roles};
use crate::instruction::sass::Role;
use crate::instruction::sass::wide::{Choice as Words, Instruction, Letter, Place, Source, decode};
use crate::syntax::{Choice, ChoiceState, Group, Toggle};

/// The toggles for the last instruction of a text; empty where there is none, and for listings, whose lines stay as they are.
pub fn choices(document: &Document) -> Vec<Group> {
    let last = document.instructions().last();
    let Some((index, now)) = last.filter(|(index, now)| document.with_word(*index, now.encode()).is_some()) else { return Vec::new() };
    let bar = Bar { document, index, now };
    let shown =
        |words: &&Words| words.counts(now.encode(), now.generation) && !words.field.pieces.is_empty() && words.field.role != Role::Reuse;
    let mut groups: Vec<Group> = now.row.head.iter().filter(shown).map(|words| bar.words(words)).collect();
    for operand in now.row.operands {
        let (apart, parts): (Vec<&Words>, Vec<_>) = now.parts(operand).filter(shown).partition(|words| words.field.role == Role::Apart);
        groups.extend(parts.into_iter().map(|words| bar.words(words)));
        if let Place::Source(letter) = operand.place {
            let [_, negate, _] = roles(letter);
            let mut choices = if now.source(letter) == Source::Immediate { Vec::new() } else { bar.signs(letter) };
            // What two sources have alike stands with the one that it is of.
            choices.extend(apart.into_iter().flat_map(|words| bar.words(words).choices));
            groups.push(Group { title: negate.title(), choices });
        }
    }
    groups.retain(|group| !group.choices.is_empty());
    groups.push(Group { title: "guard", choices: vec![bar.guard(false), bar.guard(true)] });
    groups
}

struct Bar<'a> {
    document: &'a Document,
    index: usize,
    now: Instruction,
}

impl Bar<'_> {
    /// The words of a field.
    fn words(&self, words: &Words) -> Group {
        let role = words.field.role;
        let now = words.field.read(self.now.encode());
        let rest = words.words.iter().position(|word| word.is_empty());
        // Of roundings the one that goes without saying can be chosen, too.
        let rounds = role == Role::Rounding;
        let named = (0..).zip(words.words).filter(|(_, word)| !matches!(**word, "-" | "!") && (rounds || !word.is_empty()));
        let choices = named.map(|(value, word)| {
            let mode = mode_of(word).filter(|_| rounds);
            let toggle = mode.map_or(Toggle::Field(role, value), Toggle::Rounding);
            let with = |value| words.field.write(self.now.encode(), value);
            let off = rest.filter(|_| !word.is_empty()).map(|rest| with(rest as u32));
            let word = if word.is_empty() { "RN" } else { *word };
            self.choice(toggle, [".", word].concat(), now == value, with(value), off)
        });
        Group { title: role.title(), choices: choices.collect() }
    }

    /// The bars and the sign of a source.
    fn signs(&self, letter: Letter) -> Vec<Choice> {
        let signs = self.now.signs(letter);
        let [_, negate, absolute] = roles(letter);
        let toggles = [(signs.absolute, absolute, "|x|"), (signs.negate, negate, "−x")];
        toggles
            .into_iter()
            .filter_map(|(bit, role, text)| {
                let (bit, word) = (bit?, self.now.encode());
                Some(self.choice(Toggle::Field(role, 1), text.to_owned(), self.now.bit(bit), word | 1 << bit, Some(word & !(1 << bit))))
            })
            .collect()
    }

    fn guard(&self, negated: bool) -> Choice {
        let (number, not) = (self.now.take(12, 3), self.now.bit(15));
        let shown = if number == 7 { 0 } else { number };
        let kind = if self.now.row.uniform { "UP" } else { "P" };
        let text = format!("@{}{kind}{shown}", if negated { "!" } else { "" });
        let with = |bits: u32| self.now.put(12, 4, bits).encode();
        self.choice(Toggle::Guard(negated), text, number != 7 && not == negated, with(shown | u32::from(negated) << 3), Some(with(7)))
    }

    /// A toggle that makes one word of the instruction's, or takes away with the other.
    fn choice(&self, toggle: Toggle, text: String, chosen: bool, on: u128, off: Option<u128>) -> Choice {
        let edit = |word: u128| self.document.with_word(self.index, self.now.with_word(word)?.encode());
        if chosen {
            return Choice { toggle, text, state: ChoiceState::Chosen, edit: off.and_then(edit) };
        }
        match (edit(on), decode(on, self.now.generation)) {
            (Some(edit), _) => Choice { toggle, text, state: ChoiceState::Available, edit: Some(edit) },
            (None, refused) => {
                let reason = refused.map_or_else(|refusal| refusal.to_string(), |other| format!("These bits are {}.", other.row.name));
                let reason = reason[..1].to_lowercase() + reason[1..].trim_end_matches('.');
                Choice { toggle, text, state: ChoiceState::Unavailable(reason), edit: None }
            }
        }
    }
}
