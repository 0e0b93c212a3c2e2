//! The dotted words, signs and bars that an instruction takes, as toggles; those that it cannot take with the reason.
//!
//! The choices are those of its row, and for words of 64 bits all words of the manual's grammar; the reasons are the refusals of [`decode`]
//! and the rules of [`super::legality`]: nothing is listed here that a table does not hold.

use super::document::Document;
use super::legality;
use super::text::mode_of;
use crate::instruction::sass::{Choice as Words, Instruction, Letter, Place, Role, Source, decode};
use crate::rounding::Mode;
use crate::syntax::{Choice, ChoiceState, Group, Toggle, guard_words};

/// The toggles for an instruction of a text; empty where there is none, and for listings, whose lines stay as they are.
pub fn choices_at(document: &Document, index: usize) -> Vec<Group> {
    let statement = document.statements.get(index).filter(|_| !document.is_listing);
    let Some(now) = statement.and_then(|statement| statement.instruction()) else { return Vec::new() };
    let bar = Bar { document, index, now };
    let mut groups = if document.is_short() { bar.of_manual() } else { bar.of_row() };
    groups.push(Group { title: "guard", choices: vec![bar.guard(false), bar.guard(true)] });
    groups
}

struct Bar<'a> {
    document: &'a Document,
    index: usize,
    now: Instruction,
}

impl Bar<'_> {
    /// Everything that the row has.
    fn of_row(&self) -> Vec<Group> {
        let now = self.now;
        let shown = |words: &&Words| {
            words.counts(now.encode(), now.generation) && !words.field.pieces.is_empty() && words.field.role != Role::Reuse
        };
        let mut groups: Vec<Group> = now.row.head.iter().filter(shown).map(|words| self.words(words)).collect();
        for operand in now.row.operands {
            let (apart, parts): (Vec<&Words>, Vec<_>) = now.parts(operand).filter(shown).partition(|words| words.field.role == Role::Apart);
            groups.extend(parts.into_iter().map(|words| self.words(words)));
            if let Place::Source(letter) = operand.place {
                let [_, negate, ..] = letter.roles();
                let mut choices = if now.source(letter) == Source::Immediate { Vec::new() } else { self.signs(letter) };
                // What two sources have alike stands with the one that it is of.
                choices.extend(apart.into_iter().flat_map(|words| self.words(words).choices));
                groups.push(Group { title: negate.title(), choices });
            }
        }
        groups.retain(|group| !group.choices.is_empty());
        groups
    }

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
            let says = role.meaning(word).unwrap_or_default();
            let word = if word.is_empty() { "RN" } else { *word };
            self.choice(toggle, [[".", word].concat(), says], now == value, with(value), off)
        });
        Group { title: role.title(), choices: choices.collect() }
    }

    /// The bars and the sign of a source.
    fn signs(&self, letter: Letter) -> Vec<Choice> {
        let signs = self.now.signs(letter);
        let [_, negate, absolute, _] = letter.roles();
        let toggles = [(signs.absolute, absolute, "|x|"), (signs.negate, negate, "−x")];
        toggles
            .into_iter()
            .filter_map(|(bit, role, text)| {
                let (bit, word) = (bit?, self.now.encode());
                Some(self.choice(Toggle::Field(role, 1), says(role, text), self.now.bit(bit), word | 1 << bit, Some(word & !(1 << bit))))
            })
            .collect()
    }

    /// The manual's words, field by field.
    fn of_manual(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.now.row.head.iter().map(|choice| choice.field.role).fold(Vec::new(), |mut groups, role| {
            let group = self.role(role);
            if groups.iter().all(|known: &Group| known.title != group.title) {
                groups.push(group);
            }
            groups
        });
        let mut last = None;
        for role in ON_OPERANDS.into_iter().filter(|role| self.now.field(*role).is_some()) {
            let group = self.role(role);
            // Signs and bars of one operand stand together.
            match groups.last_mut().filter(|_| role.operand().is_some() && role.operand() == last) {
                Some(group_of_operand) => group_of_operand.choices.extend(group.choices),
                None => groups.push(group),
            }
            last = role.operand();
        }
        groups
    }

    fn role(&self, role: Role) -> Group {
        let sign = |text: &str| vec![self.value(role, Toggle::Field(role, 1), says(role, text), 1)];
        let choices = match role {
            Role::AbsoluteA | Role::AbsoluteB => sign("|x|"),
            Role::NegateA | Role::NegateB => sign("−x"),
            // Between equal formats .PASS stands for "nothing"; one of its three encodings is enough.
            _ => {
                let words = role.words().iter().filter(|(word, _)| !word.contains("INVALID"));
                let choice = |&(word, value): &(&str, u32)| {
                    let toggle = toggle(role, word, value);
                    let says = role.meaning(word).unwrap_or_default();
                    self.value(role, toggle, [[".", word].concat(), says], if toggle == Toggle::Pass { 0 } else { value })
                };
                words.map(choice).collect()
            }
        };
        Group { title: role.title(), choices }
    }

    /// A value of a field.
    fn value(&self, role: Role, toggle: Toggle, [text, words]: [String; 2], value: u32) -> Choice {
        let now = self.now.get(role);
        let (same, pass) = (self.now.get(Role::To) == self.now.get(Role::From), toggle == Toggle::Pass);
        let chosen = match role {
            // Which words a rounding has depends on the formats.
            Role::Rounding if same => now == value && value > 3 || pass && now < 4,
            Role::Rounding => !pass && value < 4 && now & 3 == value,
            Role::Function if value == 8 => now == value && !self.now.has_no_function(),
            _ => now == value,
        };
        let reason = match role {
            Role::Half if self.now.get(Role::From) != 1 => Some("only an .F16 source has halves"),
            Role::Rounding if chosen || same == (pass || value > 3) => None,
            Role::Rounding if same => Some("between equal formats only whole numbers can be rounded to"),
            Role::Rounding => Some("only between equal formats"),
            _ => None,
        };
        let on = adjusted(self.now.with(role, value), role);
        let broken = legality::errors(&on).first().copied().filter(|_| !chosen);
        if let Some(reason) = reason.or(broken) {
            return Choice { toggle, text, words, state: ChoiceState::Unavailable(reason.into()), edit: None };
        }
        let off = is_flag(role).then(|| self.now.with(role, 0).encode());
        self.choice(toggle, [text, words], chosen, on.encode(), off)
    }

    fn guard(&self, negated: bool) -> Choice {
        let (number, not) = self.now.guard();
        let shown = if number == 7 { 0 } else { number.into() };
        let kind = if self.now.row.uniform { "UP" } else { "P" };
        let text = format!("@{}{kind}{shown}", if negated { "!" } else { "" });
        let with = |number, not| self.now.with_guard(number, not).encode();
        self.choice(
            Toggle::Guard(negated),
            [text, guard_words(negated)],
            number != 7 && not == negated,
            with(shown, negated),
            Some(with(7, false)),
        )
    }

    /// A toggle that makes one word of the instruction's, or takes away with the other.
    fn choice(&self, toggle: Toggle, [text, words]: [String; 2], chosen: bool, on: u128, off: Option<u128>) -> Choice {
        let edit = |word: u128| self.document.with_instruction(self.index, self.now.with_word(word)?);
        if chosen {
            return Choice { toggle, text, words, state: ChoiceState::Chosen, edit: off.and_then(edit) };
        }
        match (edit(on), decode(on, self.now.generation)) {
            (Some(edit), _) => Choice { toggle, text, words, state: ChoiceState::Available, edit: Some(edit) },
            (None, refused) => {
                let reason = refused.map_or_else(|refusal| refusal.to_string(), |other| format!("These bits are {}.", other.row.name));
                let reason = reason[..1].to_lowercase() + reason[1..].trim_end_matches('.');
                Choice { toggle, text, words, state: ChoiceState::Unavailable(reason), edit: None }
            }
        }
    }
}

/// What a toggle of a source shows, and what it does.
fn says(role: Role, text: &str) -> [String; 2] {
    [text.to_owned(), role.meaning(text).unwrap_or_default()]
}

/// The fields behind the operands of a word of 64 bits, in the order in which they are shown.
const ON_OPERANDS: [Role; 8] =
    [Role::SwizzleA, Role::SwizzleB, Role::Half, Role::AbsoluteA, Role::NegateA, Role::AbsoluteB, Role::NegateB, Role::ConditionCode];

const DOUBLE: u32 = 3;

/// What a word of a field is.
fn toggle(role: Role, word: &str, value: u32) -> Toggle {
    match (role, value) {
        (Role::Rounding, _) if word == "PASS" => Toggle::Pass,
        (Role::Rounding, 0) => Toggle::Rounding(Mode::Rn),
        (Role::Rounding, 1) => Toggle::Rounding(Mode::Rm),
        (Role::Rounding, 2) => Toggle::Rounding(Mode::Rp),
        (Role::Rounding, 3) => Toggle::Rounding(Mode::Rz),
        _ => Toggle::Field(role, value),
    }
}

/// Whether the field is on or off, or has a default that no word asks for.
fn is_flag(role: Role) -> bool {
    let on_operand = matches!(role, Role::AbsoluteA | Role::NegateA | Role::AbsoluteB | Role::NegateB);
    on_operand || matches!(role, Role::Flush | Role::Saturate | Role::ConditionCode | Role::Multiply)
}

/// What has to follow when the formats of F2F change: a rounding of the new kind, pairs of registers for doubles, no `.SAT` on them.
fn adjusted(instruction: Instruction, role: Role) -> Instruction {
    if instruction.row.name != "F2F" || !matches!(role, Role::To | Role::From) {
        return instruction;
    }
    let (to, from) = (instruction.get(Role::To), instruction.get(Role::From));
    let whole = instruction.get(Role::Rounding) > 3;
    let mut adjusted = if (to == from) == whole { instruction } else { instruction.with(Role::Rounding, 0) };
    if to == DOUBLE {
        adjusted = adjusted.with(Role::Destination, adjusted.get(Role::Destination) & !1);
    }
    if from == DOUBLE && adjusted.source(Letter::B) == Source::Register {
        adjusted = adjusted.with(Role::B, (adjusted.get(Role::B) + 1) & !1);
    }
    if from != 1 {
        adjusted = adjusted.with(Role::Half, 0);
    }
    if to == DOUBLE || from == DOUBLE { adjusted.with(Role::Saturate, 0).with(Role::Flush, 0) } else { adjusted }
}
