//! Loads and stores of a listing. Memory is not kept: what a load finds is given like a register. The thread's own memory below R1 is kept
//! word by word, because nobody else can change it.

use super::document::Document;
use super::lift::{Does, From, Lifted, Taken};
use super::machine::{Name, RZ, distance};
use super::sources::{taken, taken_from};
use super::statement::{Statement, What};
use crate::number::{OperandType, U64};
use crate::syntax::Diagnostic;

/// The words of a load or a store of whole words.
const WHOLE: [&str; 12] = ["E", "U", "LU", "SYS", "64", "128", "STRONG", "WEAK", "CONSTANT", "GPU", "CTA", "SM"];

/// A load or a store, by its name and words: where its words come from and go to.
pub(super) fn access(guard: (Name, bool), name: &str, words: &str, operands: &[&str], place: usize) -> Option<Lifted> {
    let [first, second] = operands else { return None };
    let is_store = name.starts_with("ST");
    let (address, register) = if is_store { (first, second) } else { (second, first) };
    let pieces = || words.split('.').filter(|word| !word.is_empty());
    let once = |word: &str| WHOLE.contains(&word) && pieces().filter(|other| *other == word).count() == 1;
    let widths = pieces().filter(|word| matches!(*word, "64" | "128")).count();
    let constant = pieces().any(|word| word == "CONSTANT");
    if !is_address(address) || !pieces().all(once) || widths > 1 || constant && !matches!(name, "LD" | "LDG") {
        return None;
    }
    let count = if pieces().any(|word| word == "128") {
        4
    } else if pieces().any(|word| word == "64") {
        2
    } else {
        1
    };
    let (own, per) = if count == 1 { (OperandType::guessed(32), 1) } else { (OperandType::one(U64), 2) };
    // The registers, and what stands in memory.
    let Taken { from: From::Names([low, _]), .. } = taken(register, own)? else { return None };
    let fits = |number: u8| number == RZ || number.is_multiple_of(count) && number.checked_add(count - 1).is_some_and(|last| last < RZ);
    let Name::Register(number) = low else { return None };
    if !fits(number) || number == RZ && !is_store {
        return None;
    }
    let registers: Vec<Name> = (0..count).map(|part| Name::Register(if number == RZ { RZ } else { number + part })).collect();
    let cells: Option<Vec<Name>> = match (own_cell(name, address), is_store) {
        (Some(offset), _) => Some((0..count).map(|part| offset.checked_add(4 * i16::from(part)).map(Name::Local)).collect::<Option<_>>()?),
        (None, true) => None,
        (None, false) => {
            let place = u16::try_from(place + 1).ok()?;
            Some((0..count).map(|part| Name::Loaded(number + part, place)).collect())
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
    let always = (Name::Predicate(7), false);
    Some(Lifted { guard, does, sources: sources.collect(), predicate: always, to: own, writes })
}

/// `[R2.64+0x10]`, `desc[UR4][R2.64]`, `[R2.X4+UR5+-0x8]`: registers and a distance.
fn is_address(text: &str) -> bool {
    let number = |name: &str| name == "Z" || !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let uniform = |text: &str| text.strip_prefix("UR").is_some_and(number);
    let behind = |rest: &str| rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(str::to_owned);
    let plain = match text.strip_prefix("desc[").and_then(|rest| rest.split_once(']')) {
        Some((register, rest)) if uniform(register) => behind(rest),
        Some(_) => None,
        None => behind(text),
    };
    let term = |term: &str| {
        let (name, words) = term.split_once('.').unwrap_or((term, ""));
        let is_register = uniform(name) || name.strip_prefix('R').is_some_and(number);
        let are_known = words.split('.').all(|word| matches!(word, "" | "64" | "U32" | "X4" | "X8" | "X16"));
        let digits = term.trim_start_matches('-').strip_prefix("0x");
        is_register && are_known || digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    plain.is_some_and(|plain| plain.split('+').all(|own| term(own.trim())))
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
            if load.behind.contains(&load.place) {
                return Some("it runs more than once and may find something else each time");
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
                .filter_map(|source| if let From::Names([name, _]) = source.from { Some(name) } else { None })
        };
        let mut said = Vec::new();
        if let Some(name @ Name::Loaded(register, place)) = names().find(|name| matches!(name, Name::Loaded(..))) {
            let message =
                format!("Memory is not kept here. {name} is what instruction {place} loads into R{register}: give it like a register.");
            said.push(Diagnostic::note("loaded", 0..0, message));
        }
        let is_missing = |name: &Name| matches!(name, Name::Constant(2, _)) && self.constants.iter().all(|(known, _)| known != name);
        if let Some(name) = names().find(|name| is_missing(name)) {
            let message = format!(
                "{name} is a constant that the compiler wrote beside the code, and this listing does not show it. nvdisasm shows it without -c."
            );
            said.push(Diagnostic::note("missing-constant", 0..0, message));
        }
        said
    }
}
