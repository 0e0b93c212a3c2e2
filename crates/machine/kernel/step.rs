//! What one line does to the slots of some lanes, and to memory.

use super::lanes::each;
use super::machine::{Machine, Next, NoObserver, Observer, Reason};
use super::matrices::Apart;
use super::memory::{Fault, Memory, Space};
use super::module::{Code, Function, Line, Place, Slot};
use crate::evaluate::mov::{packed, part};
use crate::evaluate::{DIVISION, Request, evaluate};
use crate::instruction::SOURCES;
use crate::operation::window;
use crate::syntax::RegisterType;
use crate::trace::Trace;

impl Line {
    /// Those of some lanes whose guard lets it run.
    #[inline(always)]
    pub(super) fn lanes<const N: usize>(&self, registers: &[[u64; N]], group: u64) -> u64 {
        let Some((slot, negated)) = self.guard else { return group };
        let lanes = registers[slot as usize].iter().rev().fold(0, |lanes, bits| lanes << 1 | bits & 1);
        group & if negated { !lanes } else { lanes }
    }
}

impl<const N: usize> Machine<'_, N> {
    /// Runs one line by itself on the slots of all lanes; false where it does not go on to the next.
    pub(super) fn alone(&mut self, code: &Code, function: &Function, registers: &mut [[u64; N]]) -> bool {
        matches!(self.line(code, function, registers, super::lanes::all::<N>(), &mut NoObserver), Ok(Next::Line))
    }

    #[inline(always)]
    pub(super) fn line<W: Observer>(
        &mut self,
        code: &Code,
        function: &Function,
        registers: &mut [[u64; N]],
        group: u64,
        watch: &mut W,
    ) -> Result<Next, Reason> {
        match code {
            Code::Row { request, to, second, from, carry, negated, turned, fit, .. } => {
                let ready = &function.ready[*request as usize];
                if let Some(divisor) = ready.divisor() {
                    let mut by_zero = false;
                    each::<N>(group, |lane| by_zero |= registers[from[1] as usize][lane] & divisor.mask() == 0);
                    if by_zero {
                        return Err(("division", DIVISION.to_owned()));
                    }
                }
                let carries = ready.writes_carry();
                if W::TRACES || carries {
                    let request = &function.requests[*request as usize];
                    each::<N>(group, |lane| {
                        let operands = code.operands(|_, slot| registers[slot as usize][lane]);
                        let outcome = if W::TRACES { watch.row(&Request { operands, ..*request }) } else { ready.outcome(operands) };
                        let [bits, more] = match second {
                            None => [fit.map_or(outcome.bits, |fit| fit.of(outcome.bits)), 0],
                            Some(_) if carries => [outcome.bits, outcome.carry.into()],
                            Some(_) => [outcome.bits & 1, outcome.bits >> 1 & 1],
                        };
                        registers[*to as usize][lane] = bits;
                        if let Some(second) = second {
                            registers[*second as usize][lane] = more;
                        }
                    });
                    return Ok(Next::Line);
                }
                let slot = |source: usize| carry.filter(|_| source == SOURCES - 1).unwrap_or(from[source]);
                let bits = if *negated == 0 {
                    ready.each(group, |source| &registers[slot(source) as usize])
                } else {
                    let turned = |source: usize| if negated >> source & 1 == 1 { *turned } else { 0 };
                    let held: [[u64; N]; SOURCES] =
                        core::array::from_fn(|source| registers[slot(source) as usize].map(|bits| bits ^ turned(source)));
                    ready.each(group, |source| &held[source])
                };
                match second {
                    None => put(registers, group, *to, |_, lane| fit.map_or(bits[lane], |fit| fit.of(bits[lane]))),
                    Some(second) => {
                        put(registers, group, *to, |_, lane| bits[lane] & 1);
                        put(registers, group, *second, |_, lane| bits[lane] >> 1 & 1);
                    }
                }
            }
            Code::Copy { to, from, mask, .. } => put(registers, group, *to, |all, lane| all[*from as usize][lane] & mask),
            Code::Pack { to, from, width } => {
                put(registers, group, *to, |registers, lane| packed(from.iter().map(|slot| registers[*slot as usize][lane]), *width));
            }
            Code::Unpack { to, from, width } => {
                let bits = registers[*from as usize];
                for (place, slot) in to.iter().enumerate() {
                    put(registers, group, *slot, |_, lane| part(bits[lane], *width, place));
                }
            }
            Code::Parts { to, from, widths: [to_width, from_width] } => {
                each::<N>(group, |lane| {
                    let part = |slot: &Slot| registers[*slot as usize][lane] & u64::MAX >> (64 - from_width.clamp(&1, &64));
                    let all = from.iter().rev().fold(0u128, |all, slot| all << from_width | u128::from(part(slot)));
                    for (place, slot) in to.iter().enumerate() {
                        registers[*slot as usize][lane] =
                            (all >> (place as u32 * to_width)) as u64 & u64::MAX >> (64 - to_width.clamp(&1, &64));
                    }
                });
            }
            Code::Composed { what, to, second, from, negated, .. } => each::<N>(group, |lane| {
                let mut sources = from.map(|slot| registers[slot as usize][lane]);
                sources[3] ^= u64::from(*negated);
                let [bits, more] = what.run(sources);
                registers[*to as usize][lane] = bits;
                if let Some(second) = second {
                    registers[*second as usize][lane] = more;
                }
            }),
            Code::Load { to, place, kind } => {
                // Before a number of a vector takes the address's place.
                let bases = registers[place.base as usize];
                for (number, slot) in to.iter().enumerate() {
                    let held = match function.registers[*slot as usize] {
                        Some((_, RegisterType::Any)) => kind.width,
                        Some((_, own)) => own.width(),
                        None => 64,
                    };
                    let mask = u64::MAX >> (64 - held.clamp(1, 64));
                    self.access(place, (to.len(), number), bases, group, |memory, address, lane| {
                        registers[*slot as usize][lane] = kind.extended(memory.read(place.space, address, place.width, lane)?) & mask;
                        Ok(())
                    })?;
                }
            }
            Code::Store { from, place } => {
                let lanes = if self.lanes == 1 { 1 } else { N };
                for (number, slot) in from.iter().enumerate() {
                    let (bases, bits) = (registers[place.base as usize], registers[*slot as usize]);
                    self.access(place, (from.len(), number), bases, group, |memory, address, lane| {
                        memory.write(place.space, address, place.width, bits[lane], (lane, lanes))
                    })?;
                }
            }
            Code::Atomic(atomic) => {
                let (place, lanes) = (&atomic.place, if self.lanes == 1 { 1 } else { N });
                let (bases, new) = (registers[place.base as usize], atomic.new.map_or([0; N], |slot| registers[slot as usize]));
                // Who explains rows has code for that; without this the page's first download would have the silent code as well.
                let row = |row: usize, operands| match W::TRACES {
                    true => Some(evaluate(&Request { operands, ..*function.requests.get(row)? }, &mut Trace::default()).bits),
                    false => function.ready.get(row).map(|ready| ready.bits(operands)),
                };
                // All operands are read first: a register may be an operand and a result.
                let given: Vec<[u64; N]> = atomic.from.iter().map(|slot| registers[*slot as usize]).collect();
                for (number, (to, operands)) in atomic.to.iter().zip(given).enumerate() {
                    self.access(place, (atomic.to.len(), number), bases, group, |memory, address, lane| {
                        let (space, ..) = memory.find(place.space, address, place.width)?;
                        if !matches!(space, Space::Global | Space::Shared) {
                            return Err(Fault::Private("An atomic"));
                        }
                        let held = memory.read(Some(space), address, place.width, lane)?;
                        let mask = u64::MAX >> (64 - 8 * place.width.clamp(1, 8));
                        let (operand, new) = (operands[lane] & mask, new[lane] & mask);
                        let written = atomic.written_by(function, space, operand, held, new, row);
                        memory.write(Some(space), address, place.width, written, (lane, lanes))?;
                        registers[*to as usize][lane] = held;
                        Ok(())
                    })?;
                }
            }
            Code::Within { to, from, space, own: is_own } => {
                let memory = &self.memory;
                // The window of parameters lies in that of .global (9.7.9.19).
                let lies = |own: Space| own == *space || (own, *space) == (Space::Param, Space::Global);
                put(registers, group, *to, |all, lane| {
                    let is_there = |(own, at, _): (Space, usize, usize)| {
                        lies(own) && !(*is_own && window::is_of_cluster(memory.segments(own)[at].base))
                    };
                    memory.find(None, all[*from as usize][lane], 1).is_ok_and(is_there).into()
                });
            }
            Code::Whole { function: whole, to, from } => each::<N>(group, |lane| {
                let held = |place: usize| from.get(place).map_or(0, |slot| registers[*slot as usize][lane]);
                let arguments = [held(0), held(1)];
                let bits = if W::TRACES { watch.whole(whole, arguments) } else { whole.bits(arguments) };
                to.iter().zip(bits).for_each(|(slot, bits)| registers[*slot as usize][lane] = bits);
            }),
            Code::Branch(target) => return Ok(Next::Jump(*target)),
            Code::Switch { index, targets } => {
                let (mut beyond, lines) = (None, &mut self.targets);
                each::<N>(group, |lane| match targets.get(registers[*index as usize][lane] as usize) {
                    Some(target) => lines.push((*target as usize, 1 << lane)),
                    None => beyond = Some(registers[*index as usize][lane]),
                });
                return match beyond {
                    Some(index) => Err(("branch", format!("The index {index} is beyond the {} labels of the list.", targets.len()))),
                    None => Ok(Next::Scatter),
                };
            }
            Code::Call(_) => return Ok(Next::Enter),
            Code::Meet(_) => return Ok(Next::Meet),
            Code::Apart(apart) => self.apart(apart, registers, group)?,
            Code::Return => return Ok(Next::Leave),
            Code::Exit => return Ok(Next::End),
            Code::Nothing => {}
            Code::Stop { reason, .. } => {
                let (code, message) = &function.reasons[*reason as usize];
                return Err((code, message.clone()));
            }
        }
        Ok(Next::Line)
    }

    /// What stands apart from this code, for each lane: it is rare, and lines without a function never run it.
    fn apart(&mut self, apart: &Apart, registers: &mut [[u64; N]], group: u64) -> Result<(), Reason> {
        let (lanes, mut done) = (if self.lanes == 1 { 1 } else { N }, Ok(()));
        each::<N>(group, |lane| {
            let given: Vec<u64> = apart.reads.iter().map(|slot| registers[*slot as usize][lane]).collect();
            let ran = (apart.run)(apart, &mut self.memory, &given, (lane, lanes));
            match ran {
                Ok(results) => apart.writes.iter().zip(results).for_each(|(slot, bits)| registers[*slot as usize][lane] = bits),
                Err(fault) if done.is_ok() => done = Err(fault),
                Err(_) => {}
            }
        });
        done.map_err(|fault| ("wild-address", fault.to_string()))
    }

    /// Reads or writes one number of each lane. A vector lies at a multiple of its whole size.
    #[inline(always)]
    fn access(
        &mut self,
        place: &Place,
        (count, number): (usize, usize),
        bases: [u64; N],
        group: u64,
        mut run: impl FnMut(&mut Memory, u64, usize) -> Result<(), Fault>,
    ) -> Result<(), Reason> {
        let (whole, mut done) = (place.width * count as u32, Ok(()));
        each::<N>(group, |lane| {
            let address = bases[lane].wrapping_add(place.offset);
            if done.is_ok() {
                done = if address & u64::from(whole.wrapping_sub(1)) == 0 {
                    run(&mut self.memory, address.wrapping_add(number as u64 * u64::from(place.width)), lane)
                } else {
                    Err(Fault::Misaligned { address, width: whole })
                };
            }
        });
        done.map_err(|fault| ("wild-address", fault.to_string()))
    }
}

/// Puts something into a slot of some lanes.
#[inline(always)]
fn put<const N: usize>(registers: &mut [[u64; N]], group: u64, to: Slot, mut bits: impl FnMut(&[[u64; N]], usize) -> u64) {
    each::<N>(group, |lane| {
        let bits = bits(registers, lane);
        registers[to as usize][lane] = bits;
    });
}
