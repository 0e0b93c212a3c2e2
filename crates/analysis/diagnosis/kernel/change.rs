//! What a kernel may have computed otherwise, as edits of its text. A change is made on one line, or on a line and the only reader of its result.

use super::super::code::{Code, Line, Operand};
use super::super::modifier_mutation::mutations;
use super::super::mutation::{ModifierMutation, Mutation, Rewrite};
use super::super::rewrite::rewrites;
use crate::kernel::Module;
use crate::kernel::module::{self, Function, Slot};
use crate::number::{OperandType, Pattern};
use core::ops::Range;
use std::collections::HashSet;

/// One or two rows of PTX's table as code that can be changed, and where they stand.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    code: Code,
    /// Each line's bytes with its semicolon, and its guard.
    places: Vec<(Range<usize>, String)>,
}

/// A change that may have been made.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub departures: Vec<Mutation>,
    pub edits: Vec<(Range<usize>, String)>,
    pub lines: Vec<usize>,
    pub everywhere: bool,
}

/// The rows among lines that ran, each as code of one line.
pub(super) fn units(module: &Module, ran: &HashSet<(u32, u32)>) -> Vec<Unit> {
    let mut units = Vec::new();
    for (number, function) in module.functions.iter().enumerate() {
        for (_, line) in function.lines.iter().enumerate().filter(|(at, _)| ran.contains(&(number as u32, *at as u32))) {
            if let Some(code) = as_code(function, &line.code) {
                let place = place(function, line);
                units.push(Unit { code: Code { lines: vec![code], context: module.context }, places: vec![place] });
            }
        }
    }
    units
}

/// A row as a line of code; None of rows that nothing here varies.
fn as_code(function: &Function, code: &module::Code) -> Option<Line> {
    let module::Code::Row { request, to, second: None, from, count, carry: None, negated: 0, .. } = code else { return None };
    let request = function.requests.get(*request as usize)?;
    let (form, modifiers) = (request.form, request.modifiers);
    if form.is_of_integers() || !form.meaning.computes() {
        return None;
    }
    // A number that was kept under its register's name is not in that register any more.
    let named =
        |slot: &&Slot| function.name_of(**slot).map_or(0, |name| function.registers.iter().flatten().filter(|own| own.0 == name).count());
    if from.iter().take(*count as usize).any(|slot| named(&slot) > 1) {
        return None;
    }
    let operand = |(place, slot): (usize, &Slot)| match function.name_of(*slot) {
        Some(name) => Operand::Register(name.to_owned()),
        None => {
            let bits = function.initial.get(*slot as usize).copied().unwrap_or(0);
            let own = request.source_type(place);
            let text = if own.format.is_integer() { bits.to_string() } else { Pattern::new(own.as_word(), bits).ptx() };
            Operand::Literal(text, bits)
        }
    };
    let from = from.iter().take(*count as usize).enumerate().map(operand).collect();
    Some(Line { form, modifiers, to: function.name_of(*to)?.to_owned(), from })
}

/// The bytes of a line with its semicolon, and its guard.
fn place(function: &Function, line: &module::Line) -> (Range<usize>, String) {
    let guard = line
        .guard
        .map_or(String::new(), |(slot, negated)| format!("@{}{} ", if negated { "!" } else { "" }, function.name_of(slot).unwrap_or("")));
    (line.span.start as usize..line.span.end as usize, guard)
}

/// Pairs of rows that stand in one block, of which the second alone reads what the first writes.
fn def_use_pairs(module: &Module, units: &[Unit]) -> Vec<Unit> {
    let mut all = Vec::new();
    let at = |unit: &Unit| unit.places[0].0.start;
    for function in &module.functions {
        let lines = &function.lines;
        let jumps = |line: &module::Line| match &line.code {
            module::Code::Branch(target) => vec![*target],
            module::Code::Switch { targets, .. } => targets.to_vec(),
            _ => Vec::new(),
        };
        let entered: HashSet<u32> = lines.iter().flat_map(jumps).collect();
        let leaves = |line: &module::Line| {
            use module::Code::{Branch, Call, Exit, Return, Stop, Switch};
            matches!(line.code, Branch(_) | Switch { .. } | Call(_) | Return | Exit | Stop { .. })
        };
        let reads = |slot: Slot| lines.iter().flat_map(|line| line.code.reads()).filter(|read| *read == slot).count();
        for (first, line) in lines.iter().enumerate().filter(|(_, line)| line.guard.is_none()) {
            let module::Code::Row { to, .. } = line.code else { continue };
            let Some(unit) = units.iter().find(|unit| at(unit) == line.span.start as usize) else { continue };
            if reads(to) != 1 {
                continue;
            }
            let operands = line.code.reads();
            for (second, next) in lines.iter().enumerate().skip(first + 1) {
                if entered.contains(&(second as u32)) || leaves(next) {
                    break;
                }
                if next.code.reads().contains(&to) {
                    let other = units.iter().find(|unit| at(unit) == next.span.start as usize).filter(|_| next.guard.is_none());
                    if let Some(other) = other {
                        let lines = [&unit.code.lines[..], &other.code.lines[..]].concat();
                        let places = [&unit.places[..], &other.places[..]].concat();
                        all.push(Unit { code: Code { lines, ..unit.code.clone() }, places });
                    }
                    break;
                }
                if next.code.writes().iter().any(|slot| operands.contains(slot) || *slot == to) {
                    break;
                }
            }
        }
    }
    all
}

/// The rewritings that need two lines.
fn is_of_two(departure: &Mutation) -> bool {
    matches!(departure, Mutation::Rewrite(Rewrite::Joined | Rewrite::OtherProduct | Rewrite::Associated))
}

/// Every change of one kind: of one line, of two that belong together, and of all lines alike.
pub(super) fn changes(module: &Module, units: &[Unit]) -> Vec<Change> {
    let mut all = Vec::new();
    let def_use_pairs = def_use_pairs(module, units);
    let words = mutations();
    let mut kinds: Vec<Mutation> = Vec::new();
    let mut note = |departure: &Mutation| {
        let alike = match departure {
            Mutation::ModifierMutation(ModifierMutation::Words(..)) => true,
            Mutation::Rewrite(rewrite) => {
                matches!(rewrite, Rewrite::Split | Rewrite::Joined | Rewrite::Reciprocal(_) | Rewrite::OtherProduct)
            }
            _ => false,
        };
        if alike && !kinds.contains(departure) {
            kinds.push(departure.clone());
        }
    };
    let mut add = |unit: &Unit, departure: Mutation, code: &Code| {
        note(&departure);
        all.extend(change(module, vec![departure], [(unit, code)].into_iter(), false));
    };
    for unit in units {
        for one in words.iter().filter(|one| matches!(one, ModifierMutation::Words(..))) {
            if let Some(code) = one.apply(&unit.code) {
                add(unit, Mutation::ModifierMutation(*one), &code);
            }
        }
        for (rewrite, code) in rewrites(&unit.code) {
            add(unit, Mutation::Rewrite(rewrite), &code);
        }
    }
    for pair in &def_use_pairs {
        for (rewrite, code) in rewrites(&pair.code).into_iter().filter(|(rewrite, _)| is_of_two(&Mutation::Rewrite(rewrite.clone()))) {
            add(pair, Mutation::Rewrite(rewrite), &code);
        }
    }
    let mut everywhere: Vec<Change> =
        kinds.iter().filter_map(|kind| alike(module, units, &def_use_pairs, core::slice::from_ref(kind))).collect();
    // Another target is another for all lines.
    let whole = Code { lines: units.iter().flat_map(|unit| unit.code.lines.clone()).collect(), context: module.context };
    for one in words.iter().filter(|one| matches!(one, ModifierMutation::Target(_))) {
        if let (Some(code), Some(place)) = (one.apply(&whole), target_place(&module.text)) {
            let departures = vec![Mutation::ModifierMutation(*one)];
            let edits = vec![(place.clone(), code.context.target.name().to_owned())];
            everywhere.push(Change { departures, edits, lines: vec![module.line_number(place.start)], everywhere: true });
        }
    }
    everywhere.extend(all);
    everywhere
}

/// Two kinds of change at once, each of all lines alike.
pub(super) fn two_at_once(module: &Module, units: &[Unit]) -> Vec<Change> {
    let def_use_pairs = def_use_pairs(module, units);
    let mut kinds: Vec<Mutation> = Vec::new();
    for change in changes(module, units).into_iter().filter(|change| change.everywhere || change.lines.len() == 1) {
        for departure in change.departures {
            let alike = match &departure {
                Mutation::ModifierMutation(ModifierMutation::Words(..)) => true,
                Mutation::Rewrite(rewrite) => rewrite.varies(),
                _ => false,
            };
            if alike && !kinds.contains(&departure) {
                kinds.push(departure);
            }
        }
    }
    let mut all = Vec::new();
    for (at, first) in kinds.iter().enumerate() {
        for second in kinds.iter().skip(at + 1).filter(|second| second.kind() != first.kind()) {
            // Words are changed in what was rewritten.
            let both =
                if matches!(second, Mutation::Rewrite(_)) { [second.clone(), first.clone()] } else { [first.clone(), second.clone()] };
            all.extend(alike(module, units, &def_use_pairs, &both));
        }
    }
    all
}

/// The code with a departure; None where nothing changes.
fn applied(departure: &Mutation, code: &Code) -> Option<Code> {
    match departure {
        Mutation::ModifierMutation(mutation) => mutation.apply(code),
        Mutation::Rewrite(rewrite) => rewrites(code).into_iter().find(|(own, _)| own == rewrite).map(|(_, code)| code),
        Mutation::Toggled(..) | Mutation::Reinterpretation(_) => None,
    }
}

/// A change of all lines that it can be made of; None where that is none.
fn alike(module: &Module, units: &[Unit], def_use_pairs: &[Unit], departures: &[Mutation]) -> Option<Change> {
    let mut taken: HashSet<usize> = HashSet::new();
    let mut made: Vec<(&Unit, Code)> = Vec::new();
    let pairs = if departures.iter().any(is_of_two) { def_use_pairs } else { &[] };
    for unit in pairs.iter().chain(units) {
        let fresh = unit.places.iter().all(|(span, _)| !taken.contains(&span.start));
        let mut code = unit.code.clone();
        for departure in departures {
            code = applied(departure, &code).unwrap_or(code);
        }
        // Of two lines, only what needs both.
        let needs = unit.places.len() == 1 || departures.iter().filter(|one| is_of_two(one)).any(|one| applied(one, &unit.code).is_some());
        if fresh && needs && code.lines != unit.code.lines {
            taken.extend(unit.places.iter().map(|(span, _)| span.start));
            made.push((unit, code));
        }
    }
    // What changes one line alone is among the changes of that line.
    let several = made.len() > 1;
    (several || departures.len() > 1)
        .then(|| change(module, departures.to_vec(), made.iter().map(|(unit, code)| (*unit, code)), several))
        .flatten()
}

/// A change as edits of the text; None where there are none.
fn change<'a>(
    module: &Module,
    departures: Vec<Mutation>,
    made: impl Iterator<Item = (&'a Unit, &'a Code)>,
    everywhere: bool,
) -> Option<Change> {
    let (mut edits, mut lines) = (Vec::new(), Vec::new());
    for (unit, code) in made {
        // Of two lines both stand where the second stood: what that one reads has been written there.
        let (last, before) = unit.places.split_last()?;
        edits.extend(before.iter().map(|(span, _)| (span.clone(), String::new())));
        edits.push((last.0.clone(), written(unit, &code.lines, &last.1, &module.text)));
        lines.extend(unit.places.iter().map(|(span, _)| module.line_number(span.start)));
    }
    lines.sort_unstable();
    lines.dedup();
    edits.sort_by_key(|(span, _)| span.start);
    (!edits.is_empty()).then_some(Change { departures, edits, lines, everywhere })
}

/// Lines as text, what they need of registers declared around them.
fn written(unit: &Unit, lines: &[Line], guard: &str, text: &str) -> String {
    let known: HashSet<&str> = unit.code.lines.iter().flat_map(names).collect();
    let mut fresh: Vec<(String, OperandType)> = Vec::new();
    let mut lines = lines.to_vec();
    // A name that stands nowhere in the text.
    let stem = (0..).map(|number| format!("%ulp{number}_")).find(|stem| !text.contains(stem.as_str())).unwrap_or_default();
    for line in &lines {
        if !known.contains(&*line.to) && fresh.iter().all(|(name, _)| *name != line.to) {
            fresh.push((line.to.clone(), line.result_type()));
        }
    }
    let renamed = |name: &str| fresh.iter().position(|(own, _)| own == name).map(|at| format!("{stem}{at}"));
    for line in &mut lines {
        line.to = renamed(&line.to).unwrap_or_else(|| line.to.clone());
        for operand in &mut line.from {
            if let Operand::Register(name) = operand
                && let Some(new) = renamed(name)
            {
                *name = new;
            }
        }
    }
    let written: Vec<String> = lines.iter().map(|line| [guard, &line.text()].concat()).collect();
    if fresh.is_empty() {
        return written.join(" ");
    }
    let declared = fresh.iter().enumerate().map(|(at, (_, own))| {
        let own = if own.is_predicate() { ".pred".to_owned() } else { format!(".b{}", own.width().max(16)) };
        format!(".reg {own} {stem}{at};")
    });
    format!("{{ {} {} }}", declared.collect::<Vec<_>>().join(" "), written.join(" "))
}

/// The registers that a line names.
fn names(line: &Line) -> impl Iterator<Item = &str> {
    let read = line.from.iter().filter_map(|operand| match operand {
        Operand::Register(name) => Some(name.as_str()),
        Operand::Literal(..) => None,
    });
    core::iter::once(line.to.as_str()).chain(read)
}

/// The bytes of the target's name.
fn target_place(text: &str) -> Option<Range<usize>> {
    let word = text.find(".target")? + ".target".len();
    let rest = text.get(word..)?;
    let start = word + rest.len() - rest.trim_start().len();
    let end = start + text.get(start..)?.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    Some(start..end)
}

/// A text with edits, which stand in order and apart.
pub(super) fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    let (mut made, mut at) = (String::with_capacity(text.len() + 64), 0);
    for (span, new) in edits {
        made.push_str(text.get(at..span.start).unwrap_or(""));
        made.push_str(new);
        at = span.end;
    }
    made.push_str(text.get(at..).unwrap_or(""));
    made
}
