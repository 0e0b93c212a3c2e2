//! Asking the GPU: what is asked next follows from what is missing ([`Questions`]), so that stopping, a lost device and a refused shader all go on in one way.
//!
//! The worker `gpu` runs shaders and knows nothing of what they are for; results that are read back are judged by the worker that sweeps.

use super::questions::Questions;
use super::state::{Missing, Stage, State};
use crate::state::worker::{PageWorker, field, message};
use js_sys::{Uint8Array, Uint32Array};
use semantics::gpu::difference::Difference;
use semantics::gpu::{Lowering, Report, Table};
use semantics::wire::read;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;

struct Inner {
    hand: Option<PageWorker>,
    judge: Option<PageWorker>,
    /// What is told each once it is ready.
    waiting: Vec<JsValue>,
    judged: Option<JsValue>,
    questions: Questions,
    changed: Rc<dyn Fn()>,
}

/// The measurement. Cheap to copy.
#[derive(Clone)]
pub struct Measurement(Rc<RefCell<Inner>>);

impl Measurement {
    /// Nothing asked yet; calls `changed` whenever there is something new.
    pub fn new(changed: impl Fn() + 'static) -> Measurement {
        let questions = Questions::default();
        let inner = Inner { hand: None, judge: None, waiting: Vec::new(), judged: None, questions, changed: Rc::new(changed) };
        Measurement(Rc::new(RefCell::new(inner)))
    }

    /// Looks at what is known.
    pub fn with<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.0.borrow().questions.state)
    }

    /// Changes what the visitor types.
    pub fn name(&self, change: impl FnOnce(&mut Report)) {
        change(&mut self.0.borrow_mut().questions.state.report);
        self.changed();
    }

    fn changed(&self) {
        let changed = self.0.borrow().changed.clone();
        changed();
    }

    /// Begins, or goes on with what is missing in these windows.
    pub fn begin(&self, windows: Vec<u8>) {
        let goes_on = {
            let questions = &mut self.0.borrow_mut().questions;
            questions.windows = windows;
            let goes_on = matches!(questions.state.stage, Stage::Stopped | Stage::Done);
            questions.state.stage = if goes_on { Stage::Asking } else { Stage::Opening };
            goes_on
        };
        if goes_on {
            return self.next();
        }
        self.tell(message(&[("ask", "open".into())]));
        self.changed();
    }

    /// The hashes of the lowerings alone, for a file that is read.
    pub fn fetch_table(&self) {
        if self.with(|state| state.table.is_none()) {
            self.spawn();
        }
    }

    /// Stops after what is under way.
    pub fn stop(&self) {
        self.tell(message(&[("ask", "stop".into())]));
        self.0.borrow_mut().questions.halt(Stage::Stopped);
        self.changed();
    }

    /// Reads results back and judges them, when nothing else is under way.
    pub fn look(&self, lowering: &'static Lowering, first: u32, count: u32) {
        let other = self.0.borrow_mut().questions.look(lowering, first, count);
        if other {
            self.next();
        }
    }

    /// Ends everything: the page is left.
    pub fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.hand, inner.judge) = (None, None);
        inner.questions.state.look = None;
    }

    /// A worker whose messages and whose failure come to this measurement, as long as there is one.
    fn worker(
        &self,
        name: &str,
        hear: impl Fn(&Measurement, &JsValue) + 'static,
        fail: impl Fn(&Measurement) + 'static,
    ) -> Option<PageWorker> {
        let (on_event, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let hear = move |data: JsValue| _ = on_event.upgrade().map(|inner| hear(&Measurement(inner), &data));
        let fail = move || _ = failed.upgrade().map(|inner| fail(&Measurement(inner)));
        PageWorker::spawn(name, hear, fail)
    }

    fn spawn(&self) {
        if self.0.borrow().hand.is_some() {
            return;
        }
        let hand = self.worker("gpu", Measurement::hear, |this| {
            {
                let inner = &mut *this.0.borrow_mut();
                inner.hand = None;
                inner.waiting.clear();
                inner.questions.halt(Stage::Missing(Missing::Worker));
            }
            this.changed();
        });
        let mut inner = self.0.borrow_mut();
        if hand.is_none() {
            inner.questions.state.stage = Stage::Missing(Missing::Worker);
        }
        inner.hand = hand;
    }

    fn tell(&self, words: JsValue) {
        self.spawn();
        let mut inner = self.0.borrow_mut();
        match &inner.hand {
            Some(hand) if hand.ready => hand.tell(&words),
            _ => inner.waiting.push(words),
        }
    }

    /// Asks for what is missing, if nothing is under way.
    fn next(&self) {
        let words = self.0.borrow_mut().questions.next();
        if let Some(words) = words {
            self.tell(words);
        }
        self.changed();
    }

    fn hear(&self, data: &JsValue) {
        let text = |name: &str| field(data, name).and_then(|value| value.as_string()).unwrap_or_default();
        let (mut goes_on, mut judged) = (false, None);
        {
            let inner = &mut *self.0.borrow_mut();
            if let Some(hand) = inner.hand.as_mut()
                && hand.hears(data)
            {
                inner.waiting.drain(..).for_each(|words| hand.tell(&words));
                return;
            }
            let questions = &mut inner.questions;
            if let Some(table) = field(data, "table") {
                questions.state.table = Table::read(&Uint8Array::new(&table).to_vec());
            } else if let Some(adapter) = field(data, "adapter") {
                questions.open(&adapter);
                goes_on = true;
            } else if field(data, "missing").is_some() {
                questions.state.stage = Stage::Missing(match text("missing").as_str() {
                    "no-api" => Missing::Api,
                    "not-secure" => Missing::Secure,
                    "no-adapter" => Missing::Adapter,
                    _ => Missing::Failed(text("error")),
                });
            } else if field(data, "lost").is_some() {
                questions.halt(Stage::Lost(text("lost")));
            } else if !questions.is_current(data) {
                return;
            } else if let Some(words) = field(data, "words") {
                let at = field(data, "at").and_then(|at| at.as_f64()).unwrap_or(0.0) as usize;
                judged = questions.take(at, Uint32Array::from(words));
            } else if field(data, "error").is_some() {
                questions.refused(text("error"));
                goes_on = true;
            } else {
                goes_on = questions.ended();
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
            let judge = self.worker("worker", Measurement::judged, |this| this.unjudged("its worker stopped"));
            self.0.borrow_mut().judge = judge;
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
            let inner = &mut *self.0.borrow_mut();
            if let Some(hand) = inner.judge.as_mut()
                && hand.hears(data)
            {
                inner.judged.take().iter().for_each(|words| hand.tell(words));
                return;
            }
            if !inner.questions.is_current(data) {
                return;
            }
        }
        let found = field(data, "words").map(|words| js_sys::BigUint64Array::from(words).to_vec());
        let Some(found) = found.and_then(|words| read::<Difference>(&words)) else { return self.unjudged("its worker failed") };
        self.0.borrow_mut().questions.judged(found);
        self.next();
    }

    fn unjudged(&self, why: &str) {
        {
            let mut inner = self.0.borrow_mut();
            inner.judge = None;
            inner.questions.refused(why.to_owned());
        }
        self.next();
    }
}
