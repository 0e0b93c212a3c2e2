//! Loads and stores of a listing. Memory is not kept: what a load finds is given like a register. The thread's own memory below R1 is kept
//! word by word, because nobody else can change it.

use super::document::Document;
use super::flow::is_call;
use super::lift::{Does, From, Lifted, Taken};
use super::machine::{Name, RZ, distance};
use super::sources::{compute, taken, taken_from};
use super::statement::{Statement, What};
use crate::number::{OperandType, S32, U32, U64};
use crate::operation::Alu;
use crate::syntax::Diagnostic;

/// The words of a load or a store, but for its width.
pub(super) const WORDS: [&str; 10] = ["E", "U", "LU", "SYS", "STRONG", "WEAK", "CONSTANT", "GPU", "CTA", "SM"];
/// Those that say its width, and the bits that it has.
pub(super) const WIDTHS: [(&str, u8); 6] = [("U8", 8), ("S8", 8), ("U16", 16), ("S16", 16), ("64", 64), ("128", 128)];

/// A load or a store, by its name and words: where its words come from and go to.
pub(super) fn access(guard: (Name, bool), name: &str, words: &str, operands: &[&str], place: usize) -> Option<Lifted> {
    let [first, second] = operands else { return None };
    let is_store = name.starts_with("ST");
    let (address, register) = if is_store { (first, second) } else { (second, first) };
    let pieces = || words.split('.').filter(|word| !word.is_empty());
    let mut widths = pieces().filter_map(|word| WIDTHS.iter().find(|(known, _)| *known == word));
    let (width, is_one) = (widths.next(), widths.next().is_none());
    let known = |word: &str| WORDS.contains(&word) || WIDTHS.iter().any(|(known, _)| *known == word);
    let once = |word: &str| known(word) && pieces().filter(|other| *other == word).count() == 1;
    let constant = pieces().any(|word| word == "CONSTANT");
    if terms(address).is_none() || !pieces().all(once) || !is_one || constant && !matches!(name, "LD" | "LDG") {
        return None;
    }
    let bits = width.map_or(32, |(_, bits)| *bits);
    let count = bits.div_ceil(32);
    let (own, per) = if count == 1 { (OperandType::guessed(32), 1) } else { (OperandType::one(U64), 2) };
    // The registers, and what stands in memory.
    let Taken { from: From::Names([low, _]), .. } = taken(register, own)? else { return None };
    let fits = |number: u8| number == RZ || number.is_multiple_of(count) && number.checked_add(count - 1).is_some_and(|last| last < RZ);
    let Name::Register(number) = low else { return None };
    if !fits(number) || number == RZ && !is_store {
        return None;
    }
    let registers: Vec<Name> = (0..count).map(|part| Name::Register(if number == RZ { RZ } else { number + part })).collect();
    if bits < 32 && name.ends_with('L') {
        return None;
    }
    let cells: Option<Vec<Name>> = match (own_cell(name, address), is_store) {
        (Some(offset), _) => Some((0..count).map(|part| offset.checked_add(4 * i16::from(part)).map(Name::Local)).collect::<Option<_>>()?),
        (None, true) => None,
        (None, false) => {
            let place = u16::try_from(place + 1).ok()?;
            Some((0..count).map(|part| Name::Loaded(number + part, place, 1)).collect())
        }
    };
    let (does, from, writes) = match (cells, is_store) {
        (Some(cells), true) => (Does::Copy, registers, cells),
        (Some(cells), false) => (Does::Copy, cells, registers),
        // What is stored is what the code gives.
        (None, _) => (Does::Nothing, registers, Vec::new()),
    };
    let sources = from.chunks(per).map(|part| {
        let high = part.get(1).copied().unwrap_or(Name::Register(RZ));
        taken_from(From::Names([part[0], high]), own)
    });
    let lifted = Lifted { guard, does, sources: sources.collect(), predicate: (Name::Predicate(7), false), to: own, writes };
    // A byte or a half fills a register.
    let (Some((kind, bits @ ..32)), false) = (width, is_store) else { return Some(lifted) };
    let format = if kind.starts_with('S') { S32 } else { U32 };
    let [from, part] = [lifted.sources[0].from, From::Bits((*bits).into())];
    let sources = vec![taken_from(from, OperandType::one(format)), taken_from(part, OperandType::one(U32))];
    Some(Lifted { does: compute(Alu::ExtendClamped, format, &sources), to: OperandType::one(format), sources, ..lifted })
}

/// The registers of `[R2.64+0x10]`, `desc[UR4][R2.64]` or `[R2.X4+UR5+-0x8]` with their words, and the distance; None of what is no address.
pub(super) fn terms(text: &str) -> Option<(Vec<&str>, i64)> {
    let number = |name: &str| name == "Z" || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let uniform = |text: &str| text.strip_prefix("UR").is_some_and(number);
    let behind = match text.strip_prefix("desc[").and_then(|rest| rest.split_once(']')) {
        Some((register, rest)) => Some(rest).filter(|_| uniform(register))?,
        None => text,
    };
    let (mut registers, mut distance) = (Vec::new(), 0i64);
    for term in behind.strip_prefix('[')?.strip_suffix(']')?.split('+').map(str::trim) {
        let (name, words) = term.split_once('.').unwrap_or((term, ""));
        if uniform(name) || name.strip_prefix('R').is_some_and(number) {
            words.split('.').all(|word| matches!(word, "" | "64" | "U32" | "X4" | "X8" | "X16")).then(|| registers.push(term))?;
            continue;
        }
        let (digits, sign) = term.strip_prefix('-').map_or((term, 1), |digits| (digits, -1));
        let digits = digits.strip_prefix("0x").filter(|digits| !digits.starts_with('-'))?;
        distance = distance.checked_add(sign * i64::from_str_radix(digits, 16).ok()?)?;
    }
    Some((registers, distance))
}

/// The offset in `[R1+0x8]` of the thread's own memory.
fn own_cell(name: &str, address: &str) -> Option<i16> {
    let rest = address.strip_prefix("[R1").and_then(|rest| rest.strip_suffix(']')).filter(|_| name.ends_with('L'))?;
    let Some(rest) = rest.strip_prefix('+') else { return rest.is_empty().then_some(0) };
    distance(rest).filter(|number| number % 4 == 0)
}

/// A line that loads or stores.
struct Access<'a> {
    place: usize,
    /// `G`, `S`, `L`, or nothing where the address says which memory is meant.
    space: &'a str,
    is_store: bool,
    is_constant: bool,
    /// Whether it is kept word by word.
    is_cell: bool,
    /// The places to which it leads.
    behind: Vec<usize>,
}

impl Access<'_> {
    fn may_touch(&self, other: &Access) -> bool {
        self.space == other.space || self.space.is_empty() || other.space.is_empty()
    }
}

/// What a load reads.
#[derive(PartialEq, Eq)]
struct Address<'a> {
    name: &'a str,
    width: &'a str,
    /// Its registers with their words.
    own: Vec<&'a str>,
    distance: i64,
}

impl Document {
    fn accesses(&self, found: &[(usize, Lifted)]) -> Vec<Access<'_>> {
        let of = |(place, lifted): &(usize, Lifted)| {
            let What::Other(head) = &self.statements.get(*place)?.what else { return None };
            let (name, words) = head.split_once('.').unwrap_or((head, ""));
            let is_store = matches!(name, "ST" | "STG" | "STS" | "STL");
            (is_store || matches!(name, "LD" | "LDG" | "LDS" | "LDL")).then(|| Access {
                place: *place,
                space: &name[2..],
                is_store,
                is_constant: words.split('.').any(|word| word == "CONSTANT"),
                is_cell: matches!(lifted.does, Does::Copy)
                    && !matches!(lifted.sources.first(), Some(Taken { from: From::Names([Name::Loaded(..), _]), .. })),
                behind: self.behind(found, *place),
            })
        };
        found.iter().filter_map(of).collect()
    }

    /// Gives a load what one before it found at the same address, where every way to it leads through that one and nothing between them changes
    /// the address or orders memory. A store between them is told of elsewhere.
    pub(super) fn join_loads(&self, found: &mut [(usize, Lifted)]) {
        let branches = found.iter().filter(|(_, lifted)| matches!(lifted.does, Does::Branch));
        let targets: Vec<usize> = branches.filter_map(|(place, _)| self.target(&self.statements[*place])).collect();
        for at in 1..found.len() {
            let Some((address, mut kept)) = self.address(&found[at]) else { continue };
            let guard = found[at].1.guard;
            kept.extend(guard.0.fixed().is_none().then_some(guard.0));
            for before in (0..at).rev() {
                let ([(place, lifted), (next, _)], false) = (&found[before..before + 2], targets.contains(&found[before + 1].0)) else {
                    break;
                };
                // A call comes back with other registers.
                let comes_back = matches!(lifted.does, Does::Return) || is_call(&self.statements[*place]);
                // Behind what orders threads another thread's store may be found, but not where nobody stores.
                let orders = !self.has_word(found[at].0, "CONSTANT") && self.orders(*place, lifted);
                if *next != place + 1 || comes_back || orders || lifted.writes.iter().any(|name| kept.contains(name)) {
                    break;
                }
                let always = lifted.guard == (Name::Predicate(7), false);
                if (always || lifted.guard == guard) && self.address(&found[before]).is_some_and(|(other, _)| other == address) {
                    found[at].1.sources = lifted.sources.clone();
                    break;
                }
            }
        }
    }

    /// Whether a line has a dotted word.
    fn has_word(&self, place: usize, word: &str) -> bool {
        matches!(self.statements.get(place).map(|statement| &statement.what), Some(What::Other(head)) if head.split('.').any(|own| own == word))
    }

    /// Whether a line may order memory: all that is neither plain access nor computes, `NOP` included, to which a synchronisation may shrink.
    fn orders(&self, place: usize, lifted: &Lifted) -> bool {
        let is_store = || ["ST", "STG", "STS", "STL"].iter().any(|name| self.has_word(place, name));
        // BSSY says where threads meet again, and waits for none.
        matches!(lifted.does, Does::Nothing) && !is_store() && !self.has_word(place, "BSSY") || self.has_word(place, "STRONG")
    }

    /// What a load reads, with its width and kind of memory, and the registers in its address; None of one that other threads are ordered by.
    /// A volatile load of shared memory is written like any other.
    fn address(&self, (place, lifted): &(usize, Lifted)) -> Option<(Address<'_>, Vec<Name>)> {
        let From::Names([Name::Loaded(..), _]) = lifted.sources.first()?.from else { return None };
        let statement = self.statements.get(*place)?;
        let What::Other(head) = &statement.what else { return None };
        let name = head.split('.').next().filter(|name| *name != "LDS" && !self.has_word(*place, "STRONG"))?;
        let (_, text) = self.text.get(statement.span.clone())?.rsplit_once(',')?;
        let (own, distance) = terms(text.trim_matches([' ', '\t', ';']))?;
        let names = own.iter().filter_map(|term| Name::read(term.split('.').next()?));
        let registers = names.flat_map(|name| [name, name.following(1)]).collect();
        let width = head.split('.').find(|word| WIDTHS.iter().any(|(known, _)| known == word)).unwrap_or_default();
        Some((Address { name, width, own, distance }, registers))
    }

    /// The first load whose words are not known although the text has them, and why.
    pub(super) fn unknown_load(&self, found: &[(usize, Lifted)]) -> Option<(&Statement, &'static str)> {
        const STORED: &str = "a store that runs before it may have changed what it loads";
        let all = self.accesses(found);
        let writes_r1 = |(_, lifted): &&(usize, Lifted)| lifted.writes.contains(&Name::Register(1));
        let why = |load: &Access| {
            let is_stored =
                |store: &Access| store.is_store && store.may_touch(load) && !store.is_cell && store.behind.contains(&load.place);
            if load.is_cell {
                let other = all.iter().any(|other| other.space == "L" && !other.is_cell);
                // R1 may change before the first access, and behind the last one.
                let is_cell = |place: &usize| all.iter().any(|cell| cell.is_cell && cell.place == *place);
                let before = |at: &usize| all.iter().any(|cell| cell.is_cell && (cell.place == *at || cell.behind.contains(at)));
                let moves = || found.iter().filter(writes_r1).any(|(at, _)| before(at) && self.behind(found, *at).iter().any(is_cell));
                return if other {
                    Some("another address of the thread's own memory is not read here as R1 and a distance")
                } else if moves() {
                    Some("R1 changes between its address and another")
                } else {
                    all.iter().any(is_stored).then_some(STORED)
                };
            }
            let kept = |store: &Access| store.is_cell && store.is_store && store.may_touch(load);
            (!load.is_constant && all.iter().any(|store| is_stored(store) || kept(store))).then_some(STORED)
        };
        all.iter().filter(|access| !access.is_store).find_map(|load| Some((self.statements.get(load.place)?, why(load)?)))
    }

    /// What is to be said of what stands beside the code: what loads find, and constants that the text does not show.
    pub(super) fn told_of_memory(&self, running: &[(usize, Lifted)]) -> Vec<Diagnostic> {
        let names = || {
            running
                .iter()
                .flat_map(|(_, lifted)| &lifted.sources)
                .filter_map(|source| {
                    if let From::Names(names) = source.from { Some((names, source.own.width().div_ceil(32) as usize)) } else { None }
                })
                .flat_map(|(names, count)| names.into_iter().take(count))
        };
        let mut said = Vec::new();
        if let Some(name @ Name::Loaded(register, place, _)) = names().find(|name| matches!(name, Name::Loaded(..))) {
            let message =
                format!("Memory is not kept here. {name} is what instruction {place} loads into R{register}: give it like a register.");
            said.push(Diagnostic::note("loaded", 0..0, message));
        }
        let again = |load: &Access| !load.is_store && !load.is_cell && load.behind.contains(&load.place);
        if let Some((place, name)) = self.accesses(running).iter().find(|load| again(load)).and_then(|load| {
            let at = running.binary_search_by_key(&load.place, |(place, _)| *place).ok()?;
            let From::Names([name, _]) = running[at].1.sources.first()?.from else { return None };
            Some((load.place + 1, name))
        }) {
            let message = format!(
                "Instruction {place} is in a loop: in each turn it finds what {name} says, in the second one {name}.2 if that is given, and so on."
            );
            said.push(Diagnostic::note("loaded-again", 0..0, message));
        }
        if let Some(name) =
            names().find(|name| matches!(name, Name::Constant(3, _)) && self.constants.iter().any(|(known, _)| known == name))
        {
            let message =
                format!("{name} holds what the module begins with. A host may write something else there: give it like a register.");
            said.push(Diagnostic::note("module-constant", 0..0, message));
        }
        let is_missing = |name: &Name| {
            let is_beside = self.is_listing && matches!(name, Name::Constant(2 | 3, _));
            is_beside && self.constants.iter().all(|(known, _)| known != name)
        };
        if let Some(name) = names().find(|name| is_missing(name)) {
            let message = format!(
                "{name} is a constant that stands beside the code, and this listing does not say what it holds. nvdisasm shows such constants without -c, or give it like a register."
            );
            said.push(Diagnostic::note("missing-constant", 0..0, message));
        }
        said
    }
}
