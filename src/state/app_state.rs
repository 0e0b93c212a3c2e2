//! The explorer's signals and everything that can be done to them.

use super::address::{Address, LONGEST, Page};
use super::browser;
use super::embed::Embed;
use super::evaluated::{Evaluated, with_examples};
use super::examples::fitting;
use super::history::{Change, EditLabel, Journal};
use super::language::Read;
use super::listing::Listing;
use super::lookup::Lookup;
use super::queries::Queries;
use super::registers::Registers;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::instruction::{Context, Target, Version};
use semantics::number::Pattern;
use semantics::rounding::Mode;
use semantics::run::Place;
use semantics::syntax::Change as Mend;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
pub use view_model::state::number::convert;

/// The download of the languages beside PTX: whether it came.
pub type Load = fn() -> Pin<Box<dyn Future<Output = bool>>>;

/// The last good evaluation, and whether the text has gone on since.
#[derive(Clone)]
pub struct Shown {
    /// The evaluation: of the text in the box, or of what completes it.
    pub evaluated: Arc<Evaluated>,
    /// Whether the text in the box cannot run, not even completed: this is what ran before.
    pub stale: bool,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        self.stale == other.stale && Arc::ptr_eq(&self.evaluated, &other.evaluated)
    }
}

/// Everything the page remembers. Cheap to copy: it holds only handles of signals.
#[derive(Clone, Copy)]
pub struct AppState {
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
    /// The text as read; None while the code of its language is on its way.
    pub reading: Memo<Option<Read>>,
    /// What is shown.
    pub shown: Memo<Option<Shown>>,
    /// Whether the languages beside PTX are here.
    pub arrived: RwSignal<bool>,
    /// The state as an address.
    pub address: Memo<Address>,
    load: StoredValue<Load>,
    journal: Journal,
}

impl AppState {
    /// The state that an address asks for. `load` fetches the languages beside PTX.
    pub fn new(hash: &str, load: Load) -> AppState {
        let (address, notices) = Address::read(hash);
        let text = RwSignal::new(address.text);
        let registers = RwSignal::new(address.registers);
        let context = RwSignal::new(address.context);
        let arrived = RwSignal::new(false);
        let reading = Memo::new(move |_| {
            arrived.track();
            text.with(|text| context.with(|context| Read::of(text, context)))
        });
        let shown = Memo::new(move |old: Option<&Option<Shown>>| {
            let reading = reading.get();
            let run = |reading: &Read| {
                let evaluated = registers.with(|registers| Evaluated::new(reading, registers))?;
                Some(Shown { evaluated: Arc::new(evaluated), stale: false })
            };
            if let Some(reading) = reading.as_ref().filter(|reading| reading.is_accepted()) {
                return run(reading);
            }
            if reading.as_ref().is_some_and(|reading| reading.is_only_shown()) {
                return None;
            }
            if let Some(whole) = reading.as_ref().and_then(Read::completed) {
                return run(&whole);
            }
            // Folded away, but its values go along to what is typed next.
            old.cloned().flatten().map(|shown| Shown { stale: true, ..shown })
        });
        let explorer = AppState {
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
            notices: RwSignal::new(notices),
            reading,
            shown,
            arrived,
            address: Memo::new(|_| Address::default()),
            load: StoredValue::new(load),
            journal: Journal::new(Embed::read(hash).on),
        };
        AppState { address: Memo::new(move |_| explorer.written()), ..explorer }
    }

    /// From now on fetches what a text asks for, and puts example values into its registers.
    pub fn start_effects(self) {
        Effect::new(move |_| match self.reading.with(Option::is_none) {
            true => self.fetch_languages(),
            false => self.add_examples(),
        });
    }

    /// Fetches the languages beside PTX, if they are not here.
    pub fn fetch_languages(&self) {
        let explorer = *self;
        if self.arrived.get_untracked() {
            return;
        }
        spawn_local(async move {
            let missing = "The code for this instruction could not be fetched; typing on tries again.";
            match (explorer.load.get_value())().await {
                true => explorer.arrived.set(true),
                false => explorer.notices.set(vec![missing.into()]),
            }
        });
    }

    /// Puts example values of the type that is read into registers that nobody chose, and writes the address anew where example values
    /// stand in it that were not known before.
    fn add_examples(&self) {
        let shown = self.shown.get_untracked().filter(|shown| !shown.stale);
        let now = self.registers.get_untracked();
        let fitting = shown.as_ref().and_then(|shown| fitting(&shown.evaluated, &now));
        let of_language = shown.is_some_and(|shown| !shown.evaluated.reading.examples(&now.file).is_empty());
        if fitting.is_some() || of_language {
            fitting.into_iter().for_each(|registers| self.registers.set(registers));
            self.record(Change::View);
        }
    }

    /// The same page a frame behind. What stands below the answer is drawn when the answer is on the screen; changes
    /// within one frame are drawn once.
    pub fn behind(self) -> AppState {
        let drawn = RwSignal::new(self.shown.get_untracked());
        Effect::new(move |_| {
            self.shown.track();
            // A task that a frame asks for comes after that frame. The page may be gone by then.
            let draw = move || {
                let _ = drawn.try_set(self.shown.get_untracked());
            };
            request_animation_frame(move || set_timeout(draw, Duration::ZERO));
        });
        self.showing(Memo::new(move |_| drawn.get()))
    }

    /// The same page with something else under its eyes: a line of a program.
    pub fn showing(self, shown: Memo<Option<Shown>>) -> AppState {
        AppState { shown, ..self }
    }

    /// The state as an address.
    pub fn address(&self) -> Address {
        self.address.get_untracked()
    }

    fn written(&self) -> Address {
        Address {
            page: self.page.get(),
            text: self.text.get(),
            registers: self.filled_registers(),
            context: self.context.get(),
            step: self.step.get(),
            number: self.number.get(),
            typed: self.typed.get(),
            mode: self.mode.get(),
            lookup: self.lookup.get(),
            program: self.program.get(),
            queries: self.queries.get(),
        }
    }

    /// The registers with the example values that stand in for those that nobody set.
    fn filled_registers(&self) -> Registers {
        let registers = self.registers.get();
        let reading = self.reading.get().filter(|reading| reading.is_accepted());
        reading.map_or(registers.clone(), |reading| with_examples(&reading, &registers))
    }

    /// Writes the address after a change.
    pub fn record(&self, change: Change) {
        self.journal.record(change, [&self.address.with_untracked(Address::written), self.embed.suffix()].concat());
    }

    /// Takes the state of the address: after "back", "forward" and links.
    pub fn navigate(&self, hash: &str) {
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
                let Listing { text, registers, line, kernel } = address.program;
                self.program.update(|listing| {
                    // A text that is too long for an address is none in it.
                    let text = if text.is_empty() && listing.text.len() > LONGEST { core::mem::take(&mut listing.text) } else { text };
                    *listing = Listing { text, registers, line, kernel };
                });
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

    /// Says what of an address could not be read.
    pub fn notify(&self, notices: Vec<String>) {
        if !notices.is_empty() {
            self.notices.set(notices);
        }
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

    /// A text for which another page has no use is taken along.
    pub fn open_text(&self, text: String) {
        self.text.set(text);
        self.step.set(None);
        self.page.set(Page::Explore);
        self.record(Change::Edit(EditLabel::Text));
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
        self.record(Change::Edit(EditLabel::Text));
    }

    /// A bit or a spelling of an operand was changed: a register takes the bits, a literal is written anew in the text.
    pub fn set_operand(&self, place: &Place, pattern: Pattern) {
        let Some(shown) = self.shown.get_untracked() else { return };
        let Some(index) = place.source else { return };
        let evaluated = &shown.evaluated;
        if place.names.is_empty() {
            // Places in a text that has gone on since lead nowhere.
            let Some(text) = evaluated.reading.with_number(place, pattern).filter(|_| !shown.stale) else { return };
            self.text.set(text);
        } else {
            let changed = place.with(pattern, &evaluated.run.before);
            self.registers.update(|registers| changed.iter().for_each(|(name, bits)| registers.set(name, *bits)));
        }
        self.record(Change::Edit(EditLabel::Operand(index)));
    }

    /// Puts another machine word in the place of an instruction's; `text` is the text with it.
    pub fn set_word(&self, index: usize, text: String) {
        self.text.set(text);
        self.record(Change::Edit(EditLabel::MachineWord(index)));
    }

    /// Sets a register of the machine, as it is before the first instruction.
    pub fn set_register(&self, name: &str, bits: u64) {
        self.registers.update(|registers| registers.set(name, bits));
        self.record(Change::Edit(EditLabel::Register(name.to_owned())));
    }

    /// Sets a predicate register.
    pub fn set_predicate(&self, name: &str, value: bool) {
        self.registers.update(|registers| registers.set(name, u64::from(value)));
        self.record(Change::Edit(EditLabel::Predicate(name.to_owned())));
    }

    /// Applies a fix of a diagnostic.
    pub fn apply_fix(&self, change: &Mend) {
        match change {
            Mend::Replace { span, text: new } => {
                let text = self.text.get_untracked();
                if let (Some(before), Some(behind)) = (text.get(..span.start), text.get(span.end..)) {
                    self.replace_text([before, new, behind].concat());
                }
            }
            Mend::SetTarget(target) => self.set_target(*target),
            Mend::SetPtx(ptx) => self.set_ptx(*ptx),
            Mend::Open { page, asked } => {
                let _ = window().location().set_hash(&Address::asking(page, asked, self.context.get_untracked()));
            }
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
        self.record(Change::Edit(EditLabel::Target));
    }

    /// Chooses a PTX version.
    pub fn set_ptx(&self, ptx: Version) {
        self.context.update(|context| context.ptx = ptx);
        self.record(Change::Edit(EditLabel::Ptx));
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
        self.record(Change::Edit(EditLabel::OpenedNumber));
    }

    /// Another number on the format page.
    pub fn set_number(&self, number: Pattern, typed: String) {
        self.number.set(number);
        self.typed.set(typed);
        self.record(Change::Edit(EditLabel::Number));
    }

    /// After a change of type, every register that is read holds the same number in the new type, rounded to nearest.
    fn carry_values(&self, before: &Evaluated) {
        let Some(after) = self.shown.get_untracked().filter(|shown| !shown.stale).map(|shown| shown.evaluated) else { return };
        if !before.reading.is_ptx() || !after.reading.is_ptx() {
            return;
        }
        let types = |evaluated: &Evaluated| {
            let sources = evaluated.rows().into_iter().filter(|place| place.source.is_some());
            sources.map(|place| (place.source, place.part, place.own.format)).collect::<Vec<_>>()
        };
        if types(before) == types(&after) {
            return;
        }
        let mut registers = self.registers.get_untracked();
        for place in after.rows().iter().filter(|place| place.source.is_some() && !place.names.is_empty()) {
            let mut of_source = before.operands.iter().filter(|operand| operand.place.source == place.source);
            let lane = of_source.rfind(|operand| operand.place.part.unwrap_or(0) <= place.part.unwrap_or(0));
            let number = lane.map_or(Pattern::new(place.own.format, 0), |operand| convert(operand.number, place.own.format));
            place.anew(number, &registers.file).iter().for_each(|(name, bits)| registers.set(name, *bits));
        }
        self.registers.set(registers);
    }
}
