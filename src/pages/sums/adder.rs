//! The worker that adds, and what it was asked last.

use crate::state::worker::{PageWorker, field, message};
use core::cell::RefCell;
use js_sys::BigUint64Array;
use semantics::sums::{Asked, Report};
use semantics::wire::{read, written};
use std::rc::{Rc, Weak};
use wasm_bindgen::{JsCast, JsValue};

/// What is heard of a sum.
pub enum Heard {
    /// What is found so far.
    Report(Report),
    /// The worker broke.
    Died,
}

struct Inner {
    hand: Option<PageWorker>,
    /// Counts what was asked, so that answers about old sums are known.
    run: u32,
    /// What is said to a worker that is not ready yet.
    job: Option<JsValue>,
    hear: Rc<dyn Fn(Heard)>,
}

/// The adder. Cheap to copy. Its worker comes with the first sum.
#[derive(Clone)]
pub struct Adder(Rc<RefCell<Inner>>);

impl Adder {
    /// One that calls `hear` with whatever there is.
    pub fn new(hear: impl Fn(Heard) + 'static) -> Adder {
        Adder(Rc::new(RefCell::new(Inner { hand: None, run: 0, job: None, hear: Rc::new(hear) })))
    }

    /// Begins in the place of the last sum. The text is a string or a file.
    pub fn begin(&self, asked: &Asked, text: JsValue) {
        let words = BigUint64Array::from(written(asked).as_slice());
        self.tell(&[("asked", words.into()), ("text", text)]);
        let mut inner = self.0.borrow_mut();
        if inner.hand.is_none() {
            let (on_event, failed) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
            let hear = move |data: JsValue| upgraded(&on_event, |adder| adder.hear(&data));
            inner.hand = PageWorker::spawn("worker", hear, move || upgraded(&failed, Adder::fail));
        }
        if inner.hand.is_none() {
            drop(inner);
            self.fail();
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
        let number = [("run", inner.run.into())];
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
            None => self.fail(),
        }
    }

    fn fail(&self) {
        self.dismiss();
        let hear = self.0.borrow().hear.clone();
        hear(Heard::Died);
    }
}

impl Inner {
    fn send(&mut self) {
        if let Some(hand) = self.hand.as_mut().filter(|hand| hand.ready)
            && let Some(job) = self.job.take()
        {
            hand.tell(&job);
        }
    }
}

fn upgraded(weak: &Weak<RefCell<Inner>>, then: impl FnOnce(&Adder)) {
    if let Some(inner) = weak.upgrade() {
        then(&Adder(inner));
    }
}
