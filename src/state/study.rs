//! A worker that studies one thing at a time and reports how far it is, and what it was asked last.

use super::worker::{PageWorker, field, message};
use core::cell::RefCell;
use js_sys::BigUint64Array;
use semantics::wire::{Item, read, written};
use std::rc::{Rc, Weak};
use wasm_bindgen::{JsCast, JsValue};

/// What is heard of a study.
pub enum Heard<Report> {
    /// What is found so far.
    Report(Report),
    /// The worker broke; what it said, if it said anything.
    Died(String),
}

struct Inner<Report> {
    /// The name of its script, and what the script calls such a study.
    script: &'static str,
    kind: &'static str,
    hand: Option<PageWorker>,
    /// Counts what was asked, so that answers about what was asked before are known.
    run: u32,
    /// What is said to a worker that is not ready yet.
    job: Option<JsValue>,
    hear: Rc<dyn Fn(Heard<Report>)>,
}

/// The page's end of a study. Its worker comes with the first thing that is asked.
pub struct StudyWorker<Report>(Rc<RefCell<Inner<Report>>>);

impl<Report: Item + 'static> StudyWorker<Report> {
    /// One whose worker has a script of this name that knows this kind of study, and that calls `hear` with whatever there is.
    pub fn new(script: &'static str, kind: &'static str, hear: impl Fn(Heard<Report>) + 'static) -> Self {
        StudyWorker(Rc::new(RefCell::new(Inner { script, kind, hand: None, run: 0, job: None, hear: Rc::new(hear) })))
    }

    /// Begins in the place of what was asked last. The text, where there is one, is a string or a file.
    pub fn begin(&self, asked: &impl Item, text: JsValue) {
        let words = BigUint64Array::from(written(asked).as_slice());
        self.tell(&[("asked", words.into()), ("text", text)]);
        let mut inner = self.0.borrow_mut();
        if inner.hand.is_none() {
            let (on_event, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
            let hear = move |data: JsValue| upgraded(&on_event, |study| study.hear(&data));
            inner.hand = PageWorker::spawn(inner.script, hear, move || upgraded(&failed, |study| study.fail(String::new())));
        }
        if inner.hand.is_none() {
            drop(inner);
            self.fail(String::new());
        }
    }

    /// Stops where it is.
    pub fn stop(&self) {
        self.tell(&[]);
    }

    /// Ends the work: the page is left.
    pub fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        inner.run += 1;
        (inner.hand, inner.job) = (None, None);
    }

    fn tell(&self, fields: &[(&str, JsValue)]) {
        let mut inner = self.0.borrow_mut();
        inner.run += 1;
        let number = [("run", inner.run.into()), ("kind", inner.kind.into())];
        inner.job = Some(message(&[&number[..], fields].concat()));
        inner.send();
    }

    fn hear(&self, data: &JsValue) {
        let mut inner = self.0.borrow_mut();
        if inner.hand.as_mut().is_some_and(|hand| hand.hears(data)) {
            return inner.send();
        }
        let run = field(data, "run").and_then(|run| run.as_f64()).unwrap_or(0.0) as u32;
        if run != inner.run {
            return;
        }
        let words = field(data, "words").and_then(|words| words.dyn_into::<BigUint64Array>().ok());
        let hear = inner.hear.clone();
        drop(inner);
        match words.and_then(|words| read(&words.to_vec())) {
            Some(report) => hear(Heard::Report(report)),
            None => self.fail(field(data, "error").and_then(|why| why.as_string()).unwrap_or_default()),
        }
    }

    fn fail(&self, why: String) {
        self.dismiss();
        let hear = self.0.borrow().hear.clone();
        hear(Heard::Died(why));
    }
}

impl<Report> Inner<Report> {
    fn send(&mut self) {
        if let Some(hand) = self.hand.as_mut().filter(|hand| hand.ready)
            && let Some(job) = self.job.take()
        {
            hand.tell(&job);
        }
    }
}

fn upgraded<Report>(weak: &Weak<RefCell<Inner<Report>>>, then: impl FnOnce(&StudyWorker<Report>)) {
    if let Some(inner) = weak.upgrade() {
        then(&StudyWorker(inner));
    }
}
