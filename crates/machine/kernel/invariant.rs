//! Lines that give the same whatever the operand: run once, and left out of what runs for each.
//!
//! Such a line has no guard, reads constants and what such lines wrote, and is the only one that writes its registers: wherever the path
//! leads, they hold what it writes or are not read.

use super::machine::Machine;
use super::module::{Code, Function, Module, Slot};
use super::special::Launch;

/// The module with a kernel from which such lines are gone, and their results in its slots from the beginning.
pub fn without_fixed(module: &Module, entry: usize) -> Module {
    let mut changed = module.clone();
    let (Some(function), Some(own)) = (module.functions.get(entry), changed.functions.get_mut(entry)) else { return changed };
    let mut machine = Machine::new(module, entry, Launch::default(), 0);
    let mut writers = vec![0u32; function.initial.len()];
    function.lines.iter().flat_map(|line| line.code.writes()).for_each(|slot| writers[slot as usize] += 1);
    let mut known: Vec<bool> = (0..function.initial.len()).map(|slot| is_constant(function, slot as Slot) && writers[slot] == 0).collect();
    let mut gone = vec![false; function.lines.len()];
    loop {
        let before = known.clone();
        for (at, line) in function.lines.iter().enumerate().filter(|(_, line)| line.guard.is_none() && is_plain(&line.code, function)) {
            let (reads, writes) = (line.code.reads(), line.code.writes());
            let once = writes.iter().all(|slot| writers[*slot as usize] == 1);
            if !gone[at]
                && once
                && reads.iter().all(|slot| known[*slot as usize])
                && machine.alone(&line.code, function, own.initial.as_chunks_mut().0)
            {
                writes.iter().for_each(|slot| known[*slot as usize] = true);
                gone[at] = true;
            }
        }
        if known == before {
            break;
        }
    }
    // Where a line has gone, a jump to it goes to the next that is left.
    let places: Vec<u32> = gone.iter().scan(0, |left, gone| Some(core::mem::replace(left, *left + u32::from(!gone)))).collect();
    let place = |target: u32| places.get(target as usize).copied().unwrap_or(places.len() as u32);
    let mut at = 0;
    own.lines.retain(|_| {
        at += 1;
        !gone[at - 1]
    });
    own.lines.iter_mut().for_each(|line| line.code.retarget(place));
    changed
}

/// Whether a slot holds the same from the beginning: no register, no address, no special register.
fn is_constant(function: &Function, slot: Slot) -> bool {
    let filled = function.addresses.iter().map(|(slot, _)| slot).chain(function.specials.iter().map(|(slot, _)| slot));
    function.name_of(slot).is_none() && filled.into_iter().all(|known| *known != slot)
}

/// Whether a line depends on nothing but its sources.
fn is_plain(code: &Code, function: &Function) -> bool {
    match code {
        Code::Row { request, .. } => function.ready.get(*request as usize).is_some_and(|ready| ready.divisor().is_none()),
        Code::Copy { .. } | Code::Pack { .. } | Code::Unpack { .. } | Code::Parts { .. } | Code::Composed { .. } => true,
        _ => false,
    }
}
