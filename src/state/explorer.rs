//! The explorer's signals and everything that can be done to them.

use super::address::{Address, LONGEST, Page};
use super::browser;
use super::embed::Embed;
use super::evaluated::{Edit, Evaluated, Place};
use super::further::{further, load};
use super::journal::{Change, Edited, Journal};
use super::language::Reading;
use super::listing::Listing;
use super::lookup::Lookup;
use super::queries::Queries;
use super::registers::Registers;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::instruction::{Context, Target, Version};
use semantics::number::{Format, Pattern};
use semantics::rounding::{Literal, Mode};
use semantics::syntax::{Change as Mend, Source};
use std::sync::Arc;

/// The last good evaluation, and whether the text has gone on since.
#[derive(Clone)]
pub struct Shown {
    /// The evaluation.
    pub evaluated: Arc<Evaluated>,
    /// Whether the text in the box does not run as it stands.
    pub stale: bool,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        self.stale == other.stale && Arc::ptr_eq(&self.evaluated, &other.evaluated)
    }
}

/// Everything the page remembers. Cheap to copy: it holds only handles of signals.
#[derive(Clone, Copy)]
pub struct Explorer {
    /// The page.
    pub page: RwSignal<Page>,
    /// The text in the box.
    pub text: RwSignal<String>,
    /// The registers.
    pub registers: RwSignal<Registers>,
    /// Target and PTX version.
    pub context: RwSignal<Context>,
    /// The step that is shown; None for all.
    pub step: RwSignal<Option<usize>>,
    /// The number on the format page.
    pub number: RwSignal<Pattern>,
    /// What was typed there.
    pub typed: RwSignal<String>,
    /// How a number is rounded there.
    pub mode: RwSignal<Mode>,
    /// What the reference shows.
    pub lookup: RwSignal<Lookup>,
    /// The program page's text, registers and chosen line.
    pub program: RwSignal<Listing>,
    /// What pages that read their own queries were asked.
    pub queries: RwSignal<Queries>,
    /// What such a page shows, for the title of the window.
    pub subject: RwSignal<String>,
    /// Whether the page stands in a frame.
    pub embed: Embed,
    /// Things to say about the address.
    pub notices: RwSignal<Vec<String>>,
    /// The text as read.
    pub parsed: Memo<Arc<Reading>>,
    /// What is shown.
    pub shown: Memo<Option<Shown>>,
    journal: Journal,
}

impl Explorer {
    /// The state that an address asks for.
    pub fn new(hash: &str) -> Explorer {
        let (address, notices) = Address::read(hash);
        let text = RwSignal::new(address.text);
        let registers = RwSignal::new(address.registers);
        let context = RwSignal::new(address.context);
        // Changes once: when the code of the rarer operations and of machine instructions is here.
        let arrived = RwSignal::new(false);
        let notices = RwSignal::new(notices);
        let parsed = Memo::new(move |_| {
            arrived.track();
            text.with(|text| context.with(|context| Arc::new(Reading::of(text, context))))
        });
        let shown = Memo::new(move |old: Option<&Option<Shown>>| {
            arrived.track();
            let parsed = parsed.get();
            let run = |stale| {
                let evaluated = registers.with(|registers| context.with(|context| parsed.run(registers, context)))?;
                Some(Shown { evaluated: Arc::new(evaluated), stale })
            };
            if parsed.is_accepted() && !parsed.waits() {
                return run(false);
            }
            // The last good result stays; a page that opens on a wrong text shows the best guess in its place.
            old.cloned().flatten().map(|shown| Shown { stale: true, ..shown }).or_else(|| run(true))
        });
        let explorer = Explorer {
            page: RwSignal::new(address.page),
            text,
            registers,
            context,
            step: RwSignal::new(address.step),
            number: RwSignal::new(address.number),
            typed: RwSignal::new(address.typed),
            mode: RwSignal::new(address.mode),
            lookup: RwSignal::new(address.lookup),
            program: RwSignal::new(address.program),
            queries: RwSignal::new(address.queries),
            subject: RwSignal::new(String::new()),
            embed: Embed::read(hash),
            notices,
            parsed,
            shown,
            journal: Journal::new(Embed::read(hash).on),
        };
        Effect::new(move |_| {
            if parsed.with(|parsed| parsed.waits()) {
                spawn_local(async move {
                    match load().await {
                        Ok(()) => {
                            arrived.set(true);
                            explorer.add_examples(true);
                        }
                        Err(_) => notices.set(vec!["The code for this instruction could not be fetched; typing on tries again.".into()]),
                    }
                });
            } else {
                explorer.add_examples(false);
            }
        });
        explorer
    }

    /// Puts example values of the type that is read into registers that nobody chose, and writes the address anew where example values
    /// stand in it that were not known before: those, and where the code for them has `arrived` those of machine code.
    fn add_examples(&self, arrived: bool) {
        let fitting = further().and_then(|further| (further.examples)(&self.parsed.get_untracked(), &self.registers.get_untracked()));
        let of_machine = || self.shown.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.evaluated.sass().is_some()));
        if fitting.is_some() || arrived && of_machine() {
            fitting.into_iter().for_each(|registers| self.registers.set(registers));
            self.record(Change::View);
        }
    }

    /// The same page with something else under its eyes: a line of a program.
    pub fn showing(self, shown: Memo<Option<Shown>>) -> Explorer {
        Explorer { shown, ..self }
    }

    /// The state as an address.
    pub fn address(&self) -> Address {
        Address {
            page: self.page.get_untracked(),
            text: self.text.get_untracked(),
            registers: self.filled_registers(),
            context: self.context.get_untracked(),
            step: self.step.get_untracked(),
            number: self.number.get_untracked(),
            typed: self.typed.get_untracked(),
            mode: self.mode.get_untracked(),
            lookup: self.lookup.get_untracked(),
            program: self.program.get_untracked(),
            queries: self.queries.get_untracked(),
        }
    }

    /// The registers with the example values that stand in for those that nobody set.
    fn filled_registers(&self) -> Registers {
        let mut registers = self.registers.get_untracked();
        if let Some(shown) = self.shown.try_get_untracked().flatten()
            && let Some(ran) = shown.evaluated.sass().filter(|_| !shown.stale)
        {
            ran.examples.iter().for_each(|(name, bits)| registers.set(name, *bits));
        }
        registers
    }

    /// Follows everything that an address holds but its step.
    pub fn track(&self) {
        self.text.track();
        self.number.track();
        self.lookup.track();
        self.program.track();
        self.queries.track();
        self.page.track();
    }

    /// Follows everything that stands in an address.
    pub fn track_all(&self) {
        self.page.track();
        self.text.track();
        self.registers.track();
        self.context.track();
        self.step.track();
        self.number.track();
        self.lookup.track();
        self.program.track();
        self.queries.track();
    }

    /// Writes the address after a change.
    pub fn record(&self, change: Change) {
        self.journal.record(change, [&self.address().written(), self.embed.suffix()].concat());
    }

    /// Takes the state of the address: after "back", "forward" and links.
    pub fn follow(&self, hash: &str) {
        let (address, notices) = Address::read(hash);
        self.journal.forget();
        let before = self.page.get_untracked();
        // A page that stays is not built anew: it keeps its focus and what was opened on it.
        if before != address.page {
            self.page.set(address.page);
        }
        // An address says nothing of what other pages show, so that stays.
        if address.page != Page::Formats && self.context.get_untracked() != address.context {
            self.context.set(address.context);
        }
        match address.page {
            Page::Explore => {
                self.step.set(address.step);
                // The registers first: evaluating the new text on the old ones would be wasted.
                if self.registers.with_untracked(|registers| *registers != address.registers) {
                    self.registers.set(address.registers);
                }
                if self.text.with_untracked(|text| *text != address.text) {
                    self.text.set(address.text);
                }
            }
            Page::Program => {
                self.step.set(address.step);
                self.program.set(address.program);
            }
            Page::Formats => {
                self.number.set(address.number);
                self.typed.set(address.typed);
                self.mode.set(address.mode);
            }
            Page::Reference => {
                // Links on a page leave the box beside it alone.
                let find = if before == Page::Reference && address.lookup.find.is_empty() {
                    self.lookup.with_untracked(|lookup| lookup.find.clone())
                } else {
                    address.lookup.find
                };
                self.lookup.set(Lookup { find, ..address.lookup });
            }
            page => self.queries.update(|queries| queries.set(page, address.queries.get(page))),
        }
        self.notices.set(notices);
    }

    /// The query of a page that reads its own; followed by whatever reads it.
    pub fn query(&self, page: Page) -> String {
        self.queries.with(|queries| queries.get(page).to_owned())
    }

    /// Such a page shows something else.
    pub fn set_query(&self, page: Page, query: &str, change: Change) {
        self.queries.update(|queries| queries.set(page, query));
        self.record(change);
    }

    /// The link to what is seen, written into the address bar first.
    pub fn link(&self) -> String {
        self.journal.flush();
        browser::address()
    }

    /// Whether a text of so many letters is too long to work on, which is then said. What was shown stays.
    pub fn refuses(&self, length: usize) -> bool {
        if length > LONGEST {
            self.notices
                .set(vec![format!("This text has {length} characters, and a box takes {LONGEST}. What was typed before it is kept.")]);
        }
        length > LONGEST
    }

    /// Text was typed.
    pub fn type_text(&self, text: String) {
        self.text.set(text);
        self.record(Change::Typing);
    }

    /// The text is meant as it stands.
    pub fn commit(&self) {
        self.record(Change::Commit);
    }

    /// The whole text was replaced at once by a button. Values move along when the type changes.
    pub fn replace_text(&self, text: String) {
        let before = self.shown.get_untracked().map(|shown| shown.evaluated);
        self.text.set(text);
        if let Some(before) = before {
            self.carry_values(&before);
        }
        self.record(Change::Edit(Edited::Text));
    }

    /// A bit or a spelling of an operand was changed: a register takes the bits, a literal is written anew in the text.
    pub fn set_operand(&self, place: &Place, pattern: Pattern) {
        let Some(shown) = self.shown.get_untracked() else { return };
        let Some(index) = place.source else { return };
        let text = self.text.get_untracked();
        match shown.evaluated.edited(place, pattern, &text) {
            Some(Edit::Registers(changed)) => {
                self.registers.update(|registers| changed.iter().for_each(|(name, bits)| registers.set(name, *bits)));
            }
            // Places in a text that has gone on since lead nowhere.
            Some(Edit::Piece(span, spelled)) if !shown.stale => {
                if let (Some(before), Some(behind)) = (text.get(..span.start), text.get(span.end..)) {
                    self.text.set([before, &spelled, behind].concat());
                }
            }
            Some(Edit::Text(text)) if !shown.stale => self.text.set(text),
            _ => return,
        }
        self.record(Change::Edit(Edited::Operand(index)));
    }

    /// Flips a bit of the machine word of an instruction; the text follows.
    pub fn flip_word_bit(&self, index: usize, bit: u32) {
        let word = self.parsed.with_untracked(|parsed| parsed.machine_word(index));
        if let Some(word) = word {
            self.replace_word(index, word ^ 1 << bit);
        }
    }

    /// Puts a machine word, as hex digits, in the place of an instruction's; anything else is left alone.
    pub fn set_word(&self, index: usize, typed: &str) {
        let digits = typed.trim();
        let digits = digits.strip_prefix("0x").unwrap_or(digits);
        if let Ok(word) = u64::from_str_radix(digits, 16) {
            self.replace_word(index, word);
        }
    }

    fn replace_word(&self, index: usize, word: u64) {
        let text = self.text.get_untracked();
        if let Some(text) = self.parsed.with_untracked(|parsed| parsed.with_machine_word(&text, index, word)) {
            self.text.set(text);
            self.record(Change::Edit(Edited::MachineWord(index)));
        }
    }

    /// Sets a register of the machine, as it is before the first instruction.
    pub fn set_register(&self, name: &str, bits: u64) {
        self.registers.update(|registers| registers.set(name, bits));
        self.record(Change::Edit(Edited::Register(name.to_owned())));
    }

    /// Sets a predicate register.
    pub fn set_predicate(&self, name: &str, value: bool) {
        self.registers.update(|registers| registers.set(name, u64::from(value)));
        self.record(Change::Edit(Edited::Predicate(name.to_owned())));
    }

    /// Applies a fix of a diagnostic.
    pub fn mend(&self, change: &Mend) {
        match change {
            Mend::Replace { span, text: new } => {
                let text = self.text.get_untracked();
                if let (Some(before), Some(behind)) = (text.get(..span.start), text.get(span.end..)) {
                    self.replace_text([before, new, behind].concat());
                }
            }
            Mend::SetTarget(target) => self.set_target(*target),
            Mend::SetPtx(ptx) => self.set_ptx(*ptx),
        }
    }

    /// Chooses a target, and the PTX version that first knew it if the chosen one is older.
    pub fn set_target(&self, target: Target) {
        self.context.update(|context| {
            context.target = target;
            if !context.ptx.is_at_least(target.since()) {
                context.ptx = target.since();
            }
        });
        self.record(Change::Edit(Edited::Target));
    }

    /// Chooses a PTX version.
    pub fn set_ptx(&self, ptx: Version) {
        self.context.update(|context| context.ptx = ptx);
        self.record(Change::Edit(Edited::Ptx));
    }

    /// Shows one step, or all.
    pub fn show_step(&self, step: Option<usize>) {
        self.step.set(step);
        self.record(Change::View);
    }

    /// Opens a number on the format page.
    pub fn open_number(&self, number: Pattern, typed: String) {
        self.number.set(number);
        self.typed.set(typed);
        self.page.set(Page::Formats);
        self.record(Change::Edit(Edited::OpenedNumber));
    }

    /// Another number on the format page.
    pub fn set_number(&self, number: Pattern, typed: String) {
        self.number.set(number);
        self.typed.set(typed);
        self.record(Change::Edit(Edited::Number));
    }

    /// After a change of type, every register that is read holds the same number in the new type, rounded to nearest.
    fn carry_values(&self, before: &Evaluated) {
        // The text as read, not as run: the code that runs it may be on its way.
        let reading = self.parsed.get_untracked();
        let Reading::Ptx(parsed) = &*reading else { return };
        let (Some(before), Some(after)) = (before.ptx(), parsed.accepted()) else { return };
        let types = |place| (before.request.source_type(place), after.source_type(place).operand());
        if (0..after.sources.len()).all(|place| types(place).0 == types(place).1) {
            return;
        }
        let mut registers = self.registers.get_untracked();
        for (place, source) in after.sources.iter().enumerate() {
            let Source::Register(register) = source else { continue };
            let word = self.registers.with_untracked(|old| old.get(&register.name)).unwrap_or(0);
            let (from, to) = types(place);
            let number = |lane: u32| convert(from.pattern(word, lane.min(from.lanes - 1)), to.format).bits;
            registers.set(&register.name, (0..to.lanes).fold(0, |word, lane| to.with_lane(word, lane, number(lane))));
        }
        self.registers.set(registers);
    }
}

/// The same number in another format, rounded to nearest; infinities and NaNs become the other format's own.
pub fn convert(pattern: Pattern, to: &'static Format) -> Pattern {
    if pattern.format.name == to.name {
        return pattern;
    }
    let negative = pattern.is_negative();
    let literal = match pattern.exact() {
        _ if pattern.is_nan() => Literal::Nan { negative: false },
        None => Literal::Infinity { negative },
        Some(exact) => Literal::Number { negative, numerator: u128::from(exact.magnitude).into(), exponent: exact.exponent, decimals: 0 },
    };
    Pattern::new(to, literal.to_bits(to, Mode::Rn).0)
}
