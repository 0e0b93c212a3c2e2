//! Asking the GPU: what is asked next follows from what is missing, so that stopping, a lost device and a refused shader all go on in one way.
//!
//! The worker `gpu` runs shaders and knows nothing of what they are for; results that are read back are judged by the worker that sweeps.

use crate::state::browser::now;
use crate::state::hand::{Hand, field, message};
use js_sys::{Reflect, Uint8Array, Uint32Array};
use semantics::gpu::difference::Difference;
use semantics::gpu::hash::mix;
use semantics::gpu::report::Adapter;
use semantics::gpu::wgsl::{GROUP, HASH_GROUPS, Of, READ};
use semantics::gpu::{Function, Hash, Lowering, PROBES, Report, Table, WINDOW_BITS, WINDOWS};
use semantics::sweep::Span;
use semantics::sweep::order::place;
use semantics::sweep::span::Scale;
use semantics::wire::{read, written};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Inputs of a window that the path is tried with.
const TRIED: u32 = 1 << 12;
/// Columns of a curve in one piece that is read back.
const COLUMNS: u64 = 48;

/// Why there is no GPU to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The browser has no WebGPU.
    Api,
    /// The page did not come over a secure connection.
    Secure,
    /// The browser gives no adapter.
    Adapter,
    /// The browser refuses, in its own words.
    Failed(String),
    /// No worker can be had.
    Worker,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    /// Nothing was asked yet.
    #[default]
    Idle,
    /// An adapter is looked for.
    Opening,
    /// Questions are under way.
    Asking,
    /// Somebody stopped it.
    Stopped,
    /// Everything was asked.
    Done,
    /// There is no GPU to ask.
    Missing(Missing),
    /// The device was lost, for a reason in the browser's words.
    Lost(String),
    /// Bits do not come through as they are, so that nothing else would mean anything.
    Unsound(&'static str),
}

/// What is asked at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Nothing,
    /// Hashes of inputs as they are, then the hash of a function and the bits behind it.
    Path,
    HashBeside,
    BitsBeside,
    Probe(usize),
    Function(Function),
    Piece(usize),
}

/// Results that are read back, piece by piece, and judged.
#[derive(Clone, Debug)]
pub struct Look {
    /// Beside which lowering.
    pub lowering: &'static Lowering,
    /// The first input and how many there are.
    pub first: u32,
    /// How many.
    pub count: u32,
    /// What was found in each piece.
    pub pieces: Vec<Option<Difference>>,
    /// Why it ended early.
    pub failed: Option<String>,
}

impl Look {
    /// The inputs of a piece: the first, and how many.
    fn piece(&self, at: usize) -> (u32, u32) {
        let from = at as u32 * READ;
        (self.first + from, READ.min(self.count - from))
    }

    /// The places of a piece in order of value, cut into columns.
    pub fn span(&self, at: usize) -> Span {
        let (first, count) = self.piece(at);
        let ends = [place(first), place(first + (count - 1))];
        let (from, end) = (ends[0].min(ends[1]), ends[0].max(ends[1]) + 1);
        let column = |column: u64| from + (end - from) * column / COLUMNS;
        Span { from, end, scale: Scale::Ulps, check: None, starts: (1..COLUMNS).map(column).filter(|at| *at > from).collect() }
    }

    /// Whether everything was judged.
    pub fn is_done(&self) -> bool {
        self.pieces.iter().all(Option::is_some)
    }
}

/// What is known so far.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// How far it is.
    pub stage: Stage,
    /// The hashes of the lowerings.
    pub table: Option<Table>,
    /// Whether the adapter has the type f16.
    pub half: bool,
    /// Whether bits came through unharmed.
    pub sound: bool,
    /// What was measured.
    pub report: Report,
    /// What the browser refused: a probe or a function by its key, and why.
    pub refused: Vec<(&'static str, String)>,
    /// The milliseconds and the windows that each function took.
    pub spent: Vec<(Function, f64, usize)>,
    /// The function under way, since when, and how many of its windows were there by then.
    pub running: Option<(Function, f64)>,
    /// What is read back.
    pub look: Option<Look>,
}

impl State {
    /// How many windows of a function are measured.
    pub fn windows(&self, function: Function) -> usize {
        self.report.hashes(function).map_or(0, |hashes| hashes.iter().flatten().count())
    }

    fn is_refused(&self, key: &str) -> bool {
        self.refused.iter().any(|row| row.0 == key)
    }
}

struct Inner {
    hand: Option<Hand>,
    judge: Option<Hand>,
    /// What is told each once it is ready.
    waiting: Vec<JsValue>,
    judged: Option<JsValue>,
    state: State,
    windows: Vec<u8>,
    /// Those of them that the function under way was asked for.
    under_way: Vec<u8>,
    asked: Asked,
    /// Counts questions, so that answers to old ones are known.
    number: u32,
    /// What of the path is tried next, once inputs came back.
    tried: Option<Asked>,
    /// The hash that bits are held against.
    beside: Hash,
    changed: Rc<dyn Fn()>,
}

/// The measurement. Cheap to copy.
#[derive(Clone)]
pub struct Measurement(Rc<RefCell<Inner>>);

impl Measurement {
    /// Nothing asked yet; calls `changed` whenever there is something new.
    pub fn new(changed: impl Fn() + 'static) -> Measurement {
        Measurement(Rc::new(RefCell::new(Inner {
            hand: None,
            judge: None,
            waiting: Vec::new(),
            judged: None,
            state: State::default(),
            windows: Vec::new(),
            under_way: Vec::new(),
            asked: Asked::Nothing,
            number: 0,
            tried: None,
            beside: Hash::default(),
            changed: Rc::new(changed),
        })))
    }

    /// Looks at what is known.
    pub fn with<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.0.borrow().state)
    }

    /// Changes what the visitor types.
    pub fn name(&self, change: impl FnOnce(&mut Report)) {
        change(&mut self.0.borrow_mut().state.report);
        self.changed();
    }

    fn changed(&self) {
        let changed = self.0.borrow().changed.clone();
        changed();
    }

    /// Begins, or goes on with what is missing in these windows.
    pub fn begin(&self, windows: Vec<u8>) {
        let goes_on = {
            let mut inner = self.0.borrow_mut();
            inner.windows = windows;
            matches!(inner.state.stage, Stage::Stopped | Stage::Done)
        };
        if goes_on {
            self.0.borrow_mut().state.stage = Stage::Asking;
            return self.next();
        }
        self.0.borrow_mut().state.stage = Stage::Opening;
        self.tell(message(&[("ask", "open".into())]));
        self.changed();
    }

    /// The hashes of the lowerings alone, for a file that is read.
    pub fn fetch_table(&self) {
        if self.0.borrow().state.table.is_none() {
            self.hire();
        }
    }

    /// Stops after what is under way.
    pub fn stop(&self) {
        self.tell(message(&[("ask", "stop".into())]));
        {
            let mut inner = self.0.borrow_mut();
            inner.halt();
            inner.state.stage = Stage::Stopped;
        }
        self.changed();
    }

    /// Reads results back and judges them, when nothing else is under way.
    pub fn look(&self, lowering: &'static Lowering, first: u32, count: u32) {
        {
            let mut inner = self.0.borrow_mut();
            let same = |look: &Look| look.lowering.key == lowering.key && (look.first, look.count) == (first, count);
            if inner.state.look.as_ref().is_some_and(same) {
                return;
            }
            let pieces = vec![None; count.div_ceil(READ) as usize];
            inner.state.look = Some(Look { lowering, first, count, pieces, failed: None });
            if matches!(inner.asked, Asked::Piece(_)) {
                inner.asked = Asked::Nothing;
                inner.number += 1;
            }
        }
        self.next();
    }

    /// Ends everything: the page is left.
    pub fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.hand, inner.judge) = (None, None);
        inner.state.look = None;
    }

    fn hire(&self) {
        if self.0.borrow().hand.is_some() {
            return;
        }
        let (weak, other) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let hear = move |data: JsValue| {
            if let Some(inner) = weak.upgrade() {
                Measurement(inner).hear(&data);
            }
        };
        let fail = move || {
            if let Some(inner) = other.upgrade() {
                let this = Measurement(inner);
                {
                    let mut inner = this.0.borrow_mut();
                    inner.hand = None;
                    inner.waiting.clear();
                    inner.halt();
                    inner.state.stage = Stage::Missing(Missing::Worker);
                }
                this.changed();
            }
        };
        let hand = Hand::hire("gpu", hear, fail);
        let mut inner = self.0.borrow_mut();
        if hand.is_none() {
            inner.state.stage = Stage::Missing(Missing::Worker);
        }
        inner.hand = hand;
    }

    fn tell(&self, words: JsValue) {
        self.hire();
        let mut inner = self.0.borrow_mut();
        match &inner.hand {
            Some(hand) if hand.ready => hand.tell(&words),
            _ => inner.waiting.push(words),
        }
    }

    /// Asks for what is missing, if nothing is under way.
    fn next(&self) {
        let words = self.0.borrow_mut().next();
        if let Some(words) = words {
            self.tell(words);
        }
        self.changed();
    }

    fn hear(&self, data: &JsValue) {
        let text = |name: &str| field(data, name).and_then(|value| value.as_string()).unwrap_or_default();
        let (mut goes_on, mut judged) = (false, None);
        {
            let mut inner = self.0.borrow_mut();
            let inner = &mut *inner;
            if let Some(hand) = inner.hand.as_mut()
                && hand.hears(data)
            {
                inner.waiting.drain(..).for_each(|words| hand.tell(&words));
                return;
            }
            if let Some(table) = field(data, "table") {
                inner.state.table = Table::read(&Uint8Array::new(&table).to_vec());
            } else if let Some(adapter) = field(data, "adapter") {
                inner.open(&adapter);
                goes_on = true;
            } else if field(data, "missing").is_some() {
                inner.state.stage = Stage::Missing(match text("missing").as_str() {
                    "no-api" => Missing::Api,
                    "not-secure" => Missing::Secure,
                    "no-adapter" => Missing::Adapter,
                    _ => Missing::Failed(text("error")),
                });
            } else if field(data, "lost").is_some() {
                inner.halt();
                inner.state.stage = Stage::Lost(text("lost"));
            } else if field(data, "id").and_then(|id| id.as_f64()) != Some(f64::from(inner.number)) {
                return;
            } else if let Some(words) = field(data, "words") {
                let at = field(data, "at").and_then(|at| at.as_f64()).unwrap_or(0.0) as usize;
                judged = inner.take(at, Uint32Array::from(words));
            } else if field(data, "error").is_some() {
                inner.refused(text("error"));
                goes_on = true;
            } else {
                goes_on = inner.ended();
            }
        }
        if let Some(words) = judged {
            self.judge(words);
        }
        if goes_on { self.next() } else { self.changed() }
    }

    /// Has results judged.
    fn judge(&self, words: JsValue) {
        if self.0.borrow().judge.is_none() {
            let (weak, other) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
            let hear = move |data: JsValue| {
                if let Some(inner) = weak.upgrade() {
                    Measurement(inner).judged(&data);
                }
            };
            let fail = move || {
                if let Some(inner) = other.upgrade() {
                    Measurement(inner).unjudged("its worker stopped");
                }
            };
            let hand = Hand::hire("worker", hear, fail);
            self.0.borrow_mut().judge = hand;
        }
        let mut inner = self.0.borrow_mut();
        match &inner.judge {
            Some(hand) if hand.ready => hand.tell(&words),
            Some(_) => inner.judged = Some(words),
            None => {
                drop(inner);
                self.unjudged("no worker can be had");
            }
        }
    }

    fn judged(&self, data: &JsValue) {
        {
            let mut inner = self.0.borrow_mut();
            let inner = &mut *inner;
            if let Some(hand) = inner.judge.as_mut()
                && hand.hears(data)
            {
                inner.judged.take().iter().for_each(|words| hand.tell(words));
                return;
            }
            if field(data, "id").and_then(|id| id.as_f64()) != Some(f64::from(inner.number)) {
                return;
            }
        }
        let found = field(data, "words").map(|words| js_sys::BigUint64Array::from(words).to_vec());
        let Some(found) = found.and_then(|words| read::<Difference>(&words)) else { return self.unjudged("its worker failed") };
        {
            let mut inner = self.0.borrow_mut();
            if let (Asked::Piece(at), Some(look)) = (inner.asked, inner.state.look.as_mut())
                && let Some(piece) = look.pieces.get_mut(at)
            {
                *piece = Some(found);
            }
            inner.asked = Asked::Nothing;
        }
        self.next();
    }

    fn unjudged(&self, why: &str) {
        {
            let mut inner = self.0.borrow_mut();
            inner.judge = None;
            inner.refused(why.to_owned());
        }
        self.next();
    }
}

impl Inner {
    /// Nothing is under way any more.
    fn halt(&mut self) {
        self.asked = Asked::Nothing;
        self.number += 1;
        self.clock();
    }

    /// Writes down what the function under way took so far.
    fn clock(&mut self) {
        if let Some((function, since)) = self.state.running.take() {
            let (took, windows) = (now() - since, self.state.windows(function));
            match self.state.spent.iter_mut().find(|row| row.0 == function) {
                Some(row) => (row.1, row.2) = (row.1 + took, windows),
                None => self.state.spent.push((function, took, windows)),
            }
        }
    }

    /// There is a device. Another adapter than before begins anew.
    fn open(&mut self, said: &JsValue) {
        let text = |name: &str| field(said, name).and_then(|value| value.as_string()).unwrap_or_default();
        let truth = |name: &str| Reflect::get(said, &name.into()).is_ok_and(|value| value.is_truthy());
        let adapter = Adapter {
            vendor: text("vendor"),
            architecture: text("architecture"),
            device: text("device"),
            description: text("description"),
            software: truth("software"),
        };
        let state = &mut self.state;
        if state.report.adapter != adapter {
            (state.report.probes, state.report.functions, state.spent) = (Vec::new(), Vec::new(), Vec::new());
        }
        let version = leptos::prelude::document().query_selector("meta[name=version]").ok().flatten();
        state.report.model = version.and_then(|version| version.get_attribute("content")).unwrap_or_default();
        (state.report.adapter, state.report.browser) = (adapter, text("browser"));
        (state.half, state.sound, state.stage) = (truth("half"), false, Stage::Asking);
        state.refused.clear();
        self.tried = None;
    }

    /// What is asked next, if something is missing and nothing is under way.
    fn next(&mut self) -> Option<JsValue> {
        if self.asked != Asked::Nothing {
            return None;
        }
        if self.state.stage == Stage::Asking {
            if !self.state.sound {
                let of = Of::Function(Function::ReciprocalRoot);
                match self.tried {
                    Some(Asked::HashBeside) => {
                        return Some(self.ask(Asked::HashBeside, &of.hash(), &[[BESIDE, TRIED, 0, 0]], 2, TRIED / GROUP));
                    }
                    Some(_) => return Some(self.ask(Asked::BitsBeside, &of.read(), &[[BESIDE, TRIED, 0, 0]], TRIED, TRIED / GROUP)),
                    None => {}
                }
                let jobs: Vec<[u32; 4]> = (0..WINDOWS as u32).map(|window| [tried(window), TRIED, 0, 0]).collect();
                return Some(self.ask(Asked::Path, &Of::Itself.hash(), &jobs, 2, TRIED / GROUP));
            }
            let missing = |key| !self.state.report.probes.iter().any(|row| row.0.key == key) && !self.state.is_refused(key);
            if let Some(at) = PROBES.iter().position(|probe| missing(probe.key) && (self.state.half || !probe.half)) {
                let [a, b, c] = PROBES[at].operands;
                return Some(self.ask(Asked::Probe(at), &PROBES[at].shader(), &[[a, b, c, 0]], 1, 1));
            }
            for function in Function::ALL {
                let windows = self.missing(function);
                if !windows.is_empty() && !self.state.is_refused(function.key) {
                    self.state.running = Some((function, now()));
                    let job = |window: &u8| [u32::from(*window) << WINDOW_BITS, 1 << WINDOW_BITS, 0, 0];
                    let jobs: Vec<_> = windows.iter().map(job).collect();
                    self.under_way = windows;
                    return Some(self.ask(Asked::Function(function), &Of::Function(function).hash(), &jobs, 2, HASH_GROUPS));
                }
            }
            self.state.stage = Stage::Done;
        }
        if !matches!(self.state.stage, Stage::Done | Stage::Stopped) {
            return None;
        }
        let look = self.state.look.as_ref().filter(|look| look.failed.is_none())?;
        let at = look.pieces.iter().position(Option::is_none)?;
        let ((first, count), function) = (look.piece(at), look.lowering.function);
        Some(self.ask(Asked::Piece(at), &Of::Function(function).read(), &[[first, count, 0, 0]], READ, READ / GROUP))
    }

    /// The windows of a function that are still to be run.
    fn missing(&self, function: Function) -> Vec<u8> {
        let there = |window: u8| self.state.report.hashes(function).is_some_and(|hashes| hashes[usize::from(window)].is_some());
        self.windows.iter().copied().filter(|window| !there(*window)).collect()
    }

    fn ask(&mut self, asked: Asked, code: &str, jobs: &[[u32; 4]], words: u32, groups: u32) -> JsValue {
        self.asked = asked;
        self.number += 1;
        message(&[
            ("ask", "run".into()),
            ("id", self.number.into()),
            ("code", code.into()),
            ("jobs", Uint32Array::from(jobs.as_flattened()).into()),
            ("words", words.into()),
            ("groups", groups.into()),
        ])
    }

    /// An answer; what is to be judged of it, if something is.
    fn take(&mut self, at: usize, words: Uint32Array) -> Option<JsValue> {
        if let Asked::Piece(piece) = self.asked {
            let look = self.state.look.as_ref()?;
            let (first, count) = look.piece(piece);
            let span = js_sys::BigUint64Array::from(written(&look.span(piece)).as_slice());
            return Some(message(&[
                ("id", self.number.into()),
                ("lowering", look.lowering.key.into()),
                ("first", first.into()),
                ("bits", words.subarray(0, count).into()),
                ("words", span.into()),
            ]));
        }
        let words = words.to_vec();
        let hash = Hash([0, 1].map(|at| words.get(at).copied().unwrap_or(0)));
        match self.asked {
            Asked::Path if hash != hash_of(tried(at as u32), canonical) => {
                self.halt();
                self.state.stage = Stage::Unsound("inputs do not come back as they were sent");
            }
            Asked::HashBeside => self.beside = hash,
            Asked::BitsBeside => {
                let bits =
                    |operand: u32| words.get((operand - BESIDE) as usize).map_or(0, |bits| Function::ReciprocalRoot.canonical(*bits));
                if hash_of(BESIDE, bits) != self.beside {
                    self.halt();
                    self.state.stage = Stage::Unsound("the hash made on the GPU is not that of the results that it gives");
                }
            }
            Asked::Probe(probe) => self.state.report.probes.push((&PROBES[probe], words.first().copied().unwrap_or(0))),
            Asked::Function(function) => {
                let functions = &mut self.state.report.functions;
                let place = functions.iter().position(|row| row.0 == function).unwrap_or_else(|| {
                    functions.push((function, [None; WINDOWS]));
                    functions.len() - 1
                });
                if let Some(window) = self.under_way.get(at) {
                    functions[place].1[usize::from(*window)] = Some(hash);
                }
            }
            _ => {}
        }
        None
    }

    /// Everything of what was asked is answered; whether something comes next.
    fn ended(&mut self) -> bool {
        let asked = core::mem::replace(&mut self.asked, Asked::Nothing);
        match asked {
            Asked::Nothing => return false,
            // The bits are being judged.
            Asked::Piece(_) => {
                self.asked = asked;
                return false;
            }
            Asked::Path => self.tried = Some(Asked::HashBeside),
            Asked::HashBeside => self.tried = Some(Asked::BitsBeside),
            Asked::BitsBeside => (self.tried, self.state.sound) = (None, true),
            Asked::Function(_) => self.clock(),
            Asked::Probe(_) => {}
        }
        true
    }

    /// What was asked is refused.
    fn refused(&mut self, why: String) {
        match core::mem::replace(&mut self.asked, Asked::Nothing) {
            Asked::Probe(at) => self.state.refused.push((PROBES[at].key, why)),
            Asked::Function(function) => {
                self.clock();
                self.state.refused.push((function.key, why));
            }
            Asked::Piece(_) => {
                if let Some(look) = self.state.look.as_mut() {
                    look.failed = Some(why);
                }
            }
            Asked::Path | Asked::HashBeside | Asked::BitsBeside => self.state.stage = Stage::Missing(Missing::Failed(why)),
            Asked::Nothing => {}
        }
    }
}

/// Where the hash on the GPU is held against the bits behind it.
const BESIDE: u32 = 0x3f80_0000;

/// The first of the inputs in a window that the path is tried with: somewhere else in each.
fn tried(window: u32) -> u32 {
    window << WINDOW_BITS | mix(window) & 0x00ff_f000
}

/// An input as it comes back, NaN being one.
fn canonical(bits: u32) -> u32 {
    Function::ReciprocalRoot.canonical(bits)
}

/// The hash of [`TRIED`] inputs and what they give.
fn hash_of(first: u32, result: impl Fn(u32) -> u32) -> Hash {
    let mut hash = Hash::default();
    (first..=first + (TRIED - 1)).for_each(|operand| hash.add(operand, result(operand)));
    hash
}
