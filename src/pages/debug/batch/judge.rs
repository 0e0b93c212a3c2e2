//! The worker that judges a batch, and what it was asked.
//!
//! It cannot read an instruction: what is to be tried is found out here, once for an instruction, and handed over as words. The lines
//! and their verdicts stay with it; here arrive reports and the rows that are shown. One that breaks, or says nothing for long, is
//! replaced and begins the batch again; several deaths without a word between them end the attempt.

use crate::state::worker::{PageWorker, Watch, field, message};
use core::cell::RefCell;
use js_sys::BigUint64Array;
use semantics::diagnosis::Investigation;
use semantics::diagnosis::table::{Report, Row};
use semantics::instruction::Context;
use semantics::wire::{Item, read, written};
use std::rc::{Rc, Weak};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// A worker that says nothing for this long, in milliseconds, counts as dead; one that is still on its way may take longer.
const SILENCE: f64 = 8000.0;
const ARRIVAL: f64 = 30_000.0;
/// Deaths in a row after which none is sent any more.
const DEATHS: u32 = 4;

/// What is heard of a batch.
pub enum Heard {
    /// How far it is; the milliseconds that were spent on it.
    Report(Report, f64),
    /// The rows that were asked for, and how many the filter lets through.
    Rows(usize, Vec<Row>),
    /// Everything as a file.
    File(Blob),
    /// Why the lines or the instruction cannot be taken, in a sentence.
    Refused(String),
    /// The worker died; whether another one has begun again.
    Died(bool),
}

/// Which rows are asked for.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// The filter and the order, in the words of the core.
    pub filter: String,
    /// The order.
    pub order: String,
    /// How many rows before the first.
    pub from: usize,
    /// How many at most.
    pub count: usize,
}

struct Inner {
    hand: Option<PageWorker>,
    /// Counts batches, so that answers about old ones are known, and questions for rows.
    run: u32,
    asked: u32,
    /// What was last asked about, and on what: as the worker reads it, or why it cannot be.
    subject: Option<(String, Context, Result<JsValue, String>)>,
    /// What began the batch, to be said again to another worker; None where there is nothing to judge.
    job: Option<JsValue>,
    /// Whether an answer is awaited.
    working: bool,
    deaths: u32,
    watch: Option<Watch>,
    hear: Rc<dyn Fn(Heard)>,
}

/// The judge. Cheap to copy.
#[derive(Clone)]
pub struct Judge(Rc<RefCell<Inner>>);

impl Judge {
    /// A judge that calls `hear` with whatever there is. The worker comes with the first batch.
    pub fn new(hear: impl Fn(Heard) + 'static) -> Judge {
        let hear = Rc::new(hear);
        let (run, asked, deaths) = (0, 0, 0);
        Judge(Rc::new(RefCell::new(Inner { hand: None, run, asked, subject: None, job: None, working: false, deaths, watch: None, hear })))
    }

    /// Begins a batch in the place of the last one. The lines are a string or a file.
    pub fn begin(&self, instruction: &str, context: &Context, lines: JsValue) {
        match self.subject(instruction, context) {
            Ok(investigation) => {
                let mut inner = self.0.borrow_mut();
                inner.run += 1;
                inner.deaths = 0;
                let fields = [("kind", "begin".into()), ("run", inner.run.into()), ("investigation", investigation), ("text", lines)];
                inner.job = Some(message(&fields));
                drop(inner);
                self.start();
            }
            Err(why) => {
                // Whatever the worker does, it is for nothing.
                self.tell(&[("kind", "end".into())]);
                let mut inner = self.0.borrow_mut();
                inner.run += 1;
                (inner.job, inner.working) = (None, false);
                let hear = inner.hear.clone();
                drop(inner);
                hear(Heard::Refused(why));
            }
        }
    }

    /// An instruction with everything that may have happened in its place, found out when it is another one than before.
    fn subject(&self, instruction: &str, context: &Context) -> Result<JsValue, String> {
        let mut inner = self.0.borrow_mut();
        match &inner.subject {
            Some((text, on, made)) if text == instruction && on == context => made.clone(),
            _ => {
                let made = Investigation::new(instruction, context).map(|made| BigUint64Array::from(written(&made).as_slice()).into());
                inner.subject = Some((instruction.to_owned(), *context, made.clone()));
                made
            }
        }
    }

    /// Asks for rows, where there is a batch.
    pub fn rows(&self, asked: &Asked) {
        let mut inner = self.0.borrow_mut();
        inner.asked += 1;
        let number = inner.asked;
        drop(inner);
        self.tell(&[
            ("kind", "rows".into()),
            ("filter", asked.filter.as_str().into()),
            ("order", asked.order.as_str().into()),
            ("from", (asked.from as u32).into()),
            ("count", (asked.count as u32).into()),
            ("asked", number.into()),
        ]);
    }

    /// Asks for the file of all lines.
    pub fn file(&self) {
        self.tell(&[("kind", "file".into())]);
    }

    /// Stops where it is, or goes on.
    pub fn stop(&self, stopped: bool) {
        self.tell(&[("kind", if stopped { "stop" } else { "resume" }.into())]);
        self.0.borrow_mut().working = !stopped;
    }

    /// Ends the work: the page is left.
    pub fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        (inner.hand, inner.watch, inner.job, inner.working) = (None, None, None, false);
        inner.run += 1;
    }

    fn tell(&self, fields: &[(&str, JsValue)]) {
        let mut inner = self.0.borrow_mut();
        if inner.job.is_none() {
            return;
        }
        inner.working = true;
        if let Some(hand) = inner.hand.as_mut().filter(|hand| hand.ready) {
            hand.begins();
            hand.tell(&message(fields));
        }
    }

    /// Hands the batch to the worker, which is brought if there is none; one on its way gets it when it is ready.
    fn start(&self) {
        let mut inner = self.0.borrow_mut();
        inner.working = inner.job.is_some();
        if inner.hand.is_none() {
            let (heard, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
            let hear = move |data: JsValue| upgraded(&heard, |judge| judge.hear(&data));
            inner.hand = PageWorker::spawn("judge", hear, move || upgraded(&failed, Judge::replace));
        }
        let Inner { hand, job, .. } = &mut *inner;
        if let (Some(hand), Some(job)) = (hand.as_mut().filter(|hand| hand.ready), job) {
            hand.begins();
            hand.tell(job);
        }
        if inner.watch.is_none() {
            let weak = Rc::downgrade(&self.0);
            inner.watch = Watch::begin(move || upgraded(&weak, Judge::look));
        }
    }

    fn look(&self) {
        let inner = self.0.borrow();
        let silence = |hand: &PageWorker| if hand.ready { SILENCE } else { ARRIVAL };
        let late = inner.working && inner.hand.as_ref().is_none_or(|hand| hand.is_silent(silence(hand)));
        drop(inner);
        if late {
            self.replace();
        }
    }

    fn hear(&self, data: &JsValue) {
        let mut inner = self.0.borrow_mut();
        if inner.hand.as_mut().is_some_and(|hand| hand.hears(data)) {
            drop(inner);
            return self.start();
        }
        let number = |name: &str| field(data, name).and_then(|value| value.as_f64()).unwrap_or(0.0);
        if field(data, "error").is_some() {
            drop(inner);
            return self.replace();
        }
        inner.deaths = 0;
        if number("run") as u32 != inner.run {
            return;
        }
        let heard = if let Some(report) = item(data, "report") {
            Some(Heard::Report(report, number("took")))
        } else if let Some((count, rows)) = item(data, "rows").filter(|_| number("asked") as u32 == inner.asked) {
            Some(Heard::Rows(count, rows))
        } else if let Some(file) = field(data, "file").and_then(|file| file.dyn_into().ok()) {
            Some(Heard::File(file))
        } else {
            field(data, "refused").and_then(|why| why.as_string()).map(Heard::Refused)
        };
        // Between two reports of a batch under way it owes nothing but the next one.
        inner.working = matches!(&heard, Some(Heard::Report(report, _)) if !report.done);
        let hear = inner.hear.clone();
        drop(inner);
        if let Some(heard) = heard {
            hear(heard);
        }
    }

    /// Ends the worker and lets another one begin again.
    fn replace(&self) {
        let mut inner = self.0.borrow_mut();
        let gone = inner.hand.take();
        inner.deaths += 1;
        let again = inner.deaths < DEATHS;
        if !again {
            (inner.watch, inner.working) = (None, false);
        }
        let hear = inner.hear.clone();
        drop(inner);
        drop(gone);
        if again {
            self.start();
        }
        hear(Heard::Died(again));
    }
}

/// What a field of a message holds as words.
fn item<T: Item>(data: &JsValue, name: &str) -> Option<T> {
    read(&field(data, name)?.dyn_into::<BigUint64Array>().ok()?.to_vec())
}

fn upgraded(weak: &Weak<RefCell<Inner>>, then: impl FnOnce(&Judge)) {
    if let Some(inner) = weak.upgrade() {
        then(&Judge(inner));
    }
}
