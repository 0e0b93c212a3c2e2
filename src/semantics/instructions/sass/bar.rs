//! The dotted words, signs and bars that an instruction takes, as toggles; those that it cannot take with the reason.
//!
//! The choices are the words of its fields, the reasons the rules of [`super::legality`]: nothing is listed here that a table does not hold.

use super::document::Document;
use super::legality;
use crate::instruction::sass::{Instruction, Mnemonic, OperandKind, Role};
use crate::rounding::Mode;
use crate::syntax::{Choice, ChoiceState, Group, Toggle};

const DOUBLE: u32 = 3;

/// The fields behind the operands, in the order in which they are shown.
const ON_OPERANDS: [Role; 8] =
    [Role::SwizzleA, Role::SwizzleB, Role::Half, Role::AbsoluteA, Role::NegateA, Role::AbsoluteB, Role::NegateB, Role::ConditionCode];

/// The toggles for the last instruction of a text; empty where there is none.
pub fn choices(document: &Document) -> Vec<Group> {
    let Some(index) = document.statements.len().checked_sub(1) else { return Vec::new() };
    let instruction = document.statements[index].instruction;
    let bar = Bar { document, index, instruction };
    let mut groups: Vec<Group> = instruction.form.mnemonic.head().iter().map(|role| bar.group(*role)).collect();
    let mut last = None;
    for role in ON_OPERANDS.into_iter().filter(|role| instruction.form.field(*role).is_some()) {
        let group = bar.group(role);
        // Signs and bars of one operand stand together.
        match groups.last_mut().filter(|_| role.operand().is_some() && role.operand() == last) {
            Some(group_of_operand) => group_of_operand.choices.extend(group.choices),
            None => groups.push(group),
        }
        last = role.operand();
    }
    groups.push(Group { title: "guard", choices: vec![bar.guard(false), bar.guard(true)] });
    groups
}

struct Bar<'a> {
    document: &'a Document,
    index: usize,
    instruction: Instruction,
}

impl Bar<'_> {
    fn group(&self, role: Role) -> Group {
        let sign = |text: &str| vec![self.choice(role, Toggle::Field(role, 1), text, 1)];
        let choices = match role {
            Role::AbsoluteA | Role::AbsoluteB => sign("|x|"),
            Role::NegateA | Role::NegateB => sign("−x"),
            // Between equal formats .PASS stands for "nothing"; one of its three encodings is enough.
            _ => {
                let words = role.words().iter().filter(|(word, _)| !word.contains("INVALID"));
                let choice = |&(word, value): &(&str, u32)| {
                    let toggle = toggle(role, word, value);
                    self.choice(role, toggle, &[".", word].concat(), if toggle == Toggle::Pass { 0 } else { value })
                };
                words.map(choice).collect()
            }
        };
        Group { title: role.title(), choices }
    }

    fn choice(&self, role: Role, toggle: Toggle, text: &str, value: u32) -> Choice {
        let text = text.to_owned();
        let now = self.instruction.get(role);
        let (same, pass) = (self.instruction.get(Role::To) == self.instruction.get(Role::From), toggle == Toggle::Pass);
        let chosen = match role {
            // Which words a rounding has depends on the formats.
            Role::Rounding if same => now == value && value > 3 || pass && now < 4,
            Role::Rounding => !pass && value < 4 && now & 3 == value,
            Role::Function if value == 8 => now == value && !self.instruction.has_no_function(self.document.target),
            _ => now == value,
        };
        if role == Role::Half && self.instruction.get(Role::From) != 1 {
            return Choice { toggle, text, state: ChoiceState::Unavailable("only an .F16 source has halves".into()), edit: None };
        }
        if chosen {
            let off = is_flag(role).then(|| self.edit(self.instruction.with(role, 0))).flatten();
            return Choice { toggle, text, state: ChoiceState::Chosen, edit: off };
        }
        if role == Role::Rounding && same != (pass || value > 3) {
            let reason = if same { "between equal formats only whole numbers can be rounded to" } else { "only between equal formats" };
            return Choice { toggle, text, state: ChoiceState::Unavailable(reason.into()), edit: None };
        }
        let changed = adjusted(self.instruction.with(role, value), role);
        let rules = legality::rules(&changed, self.document.target);
        match rules.into_iter().find(|rule| rule.is_error) {
            Some(rule) => Choice { toggle, text, state: ChoiceState::Unavailable(rule.message.into()), edit: None },
            None => Choice { toggle, text, state: ChoiceState::Available, edit: self.edit(changed) },
        }
    }

    fn guard(&self, negated: bool) -> Choice {
        let number = match self.instruction.get(Role::Guard) {
            7 => 0,
            number => number,
        };
        let toggle = Toggle::Guard(negated);
        let text = format!("@{}P{number}", if negated { "!" } else { "" });
        let guarded = self.instruction.get(Role::Guard) != 7;
        let chosen = guarded && self.instruction.has(Role::GuardNot) == negated;
        let (predicate, not) = if chosen { (7, 0) } else { (number, u32::from(negated)) };
        let edit = self.edit(self.instruction.with(Role::Guard, predicate).with(Role::GuardNot, not));
        Choice { toggle, text, state: if chosen { ChoiceState::Chosen } else { ChoiceState::Available }, edit }
    }

    fn edit(&self, instruction: Instruction) -> Option<String> {
        self.document.with_instruction(self.index, instruction)
    }
}

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
    if instruction.form.mnemonic != Mnemonic::F2f || !matches!(role, Role::To | Role::From) {
        return instruction;
    }
    let (to, from) = (instruction.get(Role::To), instruction.get(Role::From));
    let whole = instruction.get(Role::Rounding) > 3;
    let mut adjusted = if (to == from) == whole { instruction } else { instruction.with(Role::Rounding, 0) };
    if to == DOUBLE {
        adjusted = adjusted.with(Role::Destination, adjusted.get(Role::Destination) & !1);
    }
    if from == DOUBLE && adjusted.form.operand == OperandKind::Register {
        adjusted = adjusted.with(Role::B, (adjusted.get(Role::B) + 1) & !1);
    }
    if from != 1 {
        adjusted = adjusted.with(Role::Half, 0);
    }
    if to == DOUBLE || from == DOUBLE { adjusted.with(Role::Saturate, 0).with(Role::Flush, 0) } else { adjusted }
}
