//! The workers that sweep, and what they have found.
//!
//! A worker holds two parts at once, so that it never waits for the page. One that reports an error, or says nothing for
//! long, is replaced and its parts are given out again; several deaths without an answer between them end the attempt.

use super::{FEW, Sweep, Task};
use crate::state::browser::now;
use crate::state::worker::{PageWorker, Watch, field, message};
use leptos::prelude::window;
use semantics::sweep::column_statistics::Found;
use semantics::wire::{read, written};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// What is swept for: the curve, the one it is compared with, all operands.
pub const TASKS: usize = 3;
/// Parts that a worker holds at once.
const HELD: usize = 2;
/// A worker that says nothing for this long, in milliseconds, counts as dead. A part takes less than a second.
const SILENCE: f64 = 8000.0;
/// Deaths in a row after which nobody is sent any more.
const DEATHS: u32 = 6;
/// Finished sweeps that are kept.
const KEPT: usize = 24;

/// One worker with the parts that it holds: task, its number and part.
struct Sweeper {
    hand: PageWorker,
    held: VecDeque<(usize, u32, usize)>,
}

impl Sweeper {
    fn works(&self) -> bool {
        !self.held.is_empty() || !self.hand.ready
    }
}

/// All workers and all tasks.
struct Inner {
    hands: Vec<Option<Sweeper>>,
    sweeps: [Option<Sweep>; TASKS],
    /// Counts tasks, so that answers to old ones are known.
    numbers: [u32; TASKS],
    /// The next part of each task to give out, and those to give out again.
    next: [usize; TASKS],
    again: Vec<(usize, u32, usize)>,
    kept: VecDeque<Sweep>,
    /// Workers replaced in all, and deaths since the last answer.
    replaced: u32,
    deaths: u32,
    changed: Rc<dyn Fn(usize)>,
    watch: Option<Watch>,
}

/// The crew. Cheap to copy.
#[derive(Clone)]
pub struct WorkerPool(Rc<RefCell<Inner>>);

impl WorkerPool {
    /// A crew that calls `changed` with a task whenever there is something new of it. Workers come with the first task that needs them.
    pub fn new(changed: impl Fn(usize) + 'static) -> WorkerPool {
        WorkerPool(Rc::new(RefCell::new(Inner {
            hands: Vec::new(),
            sweeps: [const { None }; TASKS],
            numbers: [0; TASKS],
            next: [0; TASKS],
            again: Vec::new(),
            kept: VecDeque::new(),
            replaced: 0,
            deaths: 0,
            changed: Rc::new(changed),
            watch: None,
        })))
    }

    /// Looks at a sweep.
    pub fn with<T>(&self, at: usize, look: impl FnOnce(Option<&Sweep>) -> T) -> T {
        look(self.0.borrow().sweeps.get(at).and_then(Option::as_ref))
    }

    /// Workers replaced so far, and whether none can be had.
    pub fn trouble(&self) -> (u32, bool) {
        let inner = self.0.borrow();
        (inner.replaced, inner.deaths >= DEATHS)
    }

    /// The number of workers.
    pub fn workers() -> usize {
        (window().navigator().hardware_concurrency() as usize).clamp(1, 16)
    }

    /// Begins a task, or goes on with it if it is the one under way; None ends it.
    pub fn set(&self, at: usize, task: Option<Task>) {
        {
            let mut inner = self.0.borrow_mut();
            if inner.sweeps[at].as_ref().map(|sweep| &sweep.task) == task.as_ref() {
                return;
            }
            if let Some(done) = inner.sweeps[at].take().filter(|sweep| sweep.is_done() && sweep.task.cuts.is_empty()) {
                inner.kept.push_back(done);
                if inner.kept.len() > KEPT {
                    inner.kept.pop_front();
                }
            }
            inner.numbers[at] += 1;
            inner.next[at] = 0;
            inner.again.retain(|(task, _, _)| *task != at);
            if let Some(task) = task {
                let kept = inner.kept.iter().position(|sweep| sweep.task == task).and_then(|place| inner.kept.remove(place));
                let mut sweep = kept.unwrap_or_else(|| Sweep::new(task, now));
                if !sweep.is_done() && sweep.task.span.end - sweep.task.span.from <= FEW {
                    for part in 0..sweep.todo.len() {
                        let found = sweep.todo[part].span.run(&sweep.task.subject);
                        sweep.take(part, found, now);
                    }
                }
                if sweep.is_done() {
                    inner.next[at] = sweep.todo.len();
                } else {
                    inner.deaths = 0;
                }
                inner.sweeps[at] = Some(sweep);
            }
            (inner.changed.clone())(at);
        }
        self.give_out();
    }

    /// Stops a sweep where it is, or lets it go on.
    pub fn stop(&self, at: usize, stopped: bool) {
        {
            let mut inner = self.0.borrow_mut();
            let Some(sweep) = inner.sweeps[at].as_mut() else { return };
            sweep.stopped = stopped;
            // What workers still hold comes in all the same; going on asks for some of it again, which does no harm.
            let next = if stopped { sweep.todo.len() } else { sweep.joined };
            inner.next[at] = next;
            inner.again.retain(|(task, _, _)| *task != at);
            inner.deaths = 0;
            (inner.changed.clone())(at);
        }
        self.give_out();
    }

    /// Brings workers while the page is idle, so that the first sweep need not wait for them.
    pub fn warm(&self) {
        for at in 0..WorkerPool::workers() {
            self.spawn(at);
        }
    }

    /// Ends all work: the page is left.
    pub fn dismiss(&self) {
        let mut inner = self.0.borrow_mut();
        inner.hands.clear();
        inner.sweeps = [const { None }; TASKS];
        inner.watch = None;
    }

    /// Gives parts to workers that have room for them.
    fn give_out(&self) {
        let workers = WorkerPool::workers();
        for at in 0..workers {
            loop {
                let job = {
                    let mut inner = self.0.borrow_mut();
                    if inner.deaths >= DEATHS {
                        return;
                    }
                    let room = inner.hands.get(at).and_then(Option::as_ref).is_none_or(|one| one.hand.ready && one.held.len() < HELD);
                    if room { inner.next_job() } else { None }
                };
                let Some(job) = job else { break };
                if !self.spawn(at) {
                    // It is not ready yet: the job waits.
                    self.0.borrow_mut().again.push(job);
                    break;
                }
                self.send(at, job);
            }
        }
        self.watch();
    }

    /// Whether the worker at a place is ready; brings one if there is none.
    fn spawn(&self, at: usize) -> bool {
        let mut inner = self.0.borrow_mut();
        while inner.hands.len() <= at {
            inner.hands.push(None);
        }
        if inner.hands[at].is_none() {
            inner.hands[at] = self.new_hand(at);
        }
        inner.hands[at].as_ref().is_some_and(|one| one.hand.ready)
    }

    fn new_hand(&self, at: usize) -> Option<Sweeper> {
        // What is called back lives in the crew; it must not keep it alive.
        let (weak, other) = (Rc::downgrade(&self.0), Rc::downgrade(&self.0));
        let hear = move |data: JsValue| {
            if let Some(inner) = weak.upgrade() {
                WorkerPool(inner).hear(at, &data);
            }
        };
        let fail = move || {
            if let Some(inner) = other.upgrade() {
                WorkerPool(inner).replace(at);
            }
        };
        Some(Sweeper { hand: PageWorker::spawn("worker", hear, fail)?, held: VecDeque::new() })
    }

    fn send(&self, at: usize, (task, number, part): (usize, u32, usize)) {
        let mut inner = self.0.borrow_mut();
        let Some(sweep) = &inner.sweeps[task] else { return };
        let words = js_sys::BigUint64Array::from(written(&sweep.todo[part].span).as_slice());
        let id = js_sys::Array::of3(&(task as u32).into(), &number.into(), &(part as u32).into());
        let message = message(&[
            ("id", id.into()),
            ("name", sweep.task.subject.name.into()),
            ("target", sweep.task.target.into()),
            ("words", words.into()),
        ]);
        if let Some(one) = inner.hands.get_mut(at).and_then(Option::as_mut) {
            if one.held.is_empty() {
                one.hand.begins();
            }
            one.held.push_back((task, number, part));
            one.hand.tell(&message);
        }
    }

    /// A worker says something.
    fn hear(&self, at: usize, data: &JsValue) {
        let greets = self.0.borrow_mut().hands.get_mut(at).and_then(Option::as_mut).is_some_and(|one| one.hand.hears(data));
        if greets {
            // It can be given something now.
        } else if let Some((id, found)) = answer(data) {
            let id: Vec<u32> = js_sys::Array::from(&id).iter().map(|number| number.as_f64().unwrap_or(0.0) as u32).collect();
            let &[task, number, part] = id.as_slice() else { return };
            let (task, part) = (task as usize, part as usize);
            let mut inner = self.0.borrow_mut();
            inner.deaths = 0;
            if let Some(one) = inner.hands.get_mut(at).and_then(Option::as_mut) {
                one.held.retain(|job| *job != (task, number, part));
            }
            if inner.numbers.get(task) == Some(&number)
                && let Some(sweep) = inner.sweeps[task].as_mut()
            {
                sweep.take(part, found, now);
                (inner.changed.clone())(task);
            }
        } else {
            // It failed at a job, and may be in a bad way: start it anew.
            return self.replace(at);
        }
        self.give_out();
    }

    /// Ends a worker and gives its parts to others.
    fn replace(&self, at: usize) {
        {
            let mut inner = self.0.borrow_mut();
            let Some(one) = inner.hands.get_mut(at).and_then(Option::take) else { return };
            inner.replaced += 1;
            inner.deaths += 1;
            let numbers = inner.numbers;
            inner.again.extend(one.held.into_iter().filter(|(task, number, _)| numbers[*task] == *number));
            let changed = inner.changed.clone();
            (0..TASKS).for_each(|task| changed(task));
        }
        self.give_out();
    }

    /// Looks every second after workers that say nothing, for as long as there is work.
    fn watch(&self) {
        let mut inner = self.0.borrow_mut();
        let working = inner.hands.iter().flatten().any(Sweeper::works);
        if !working {
            inner.watch = None;
        } else if inner.watch.is_none() {
            let weak = Rc::downgrade(&self.0);
            inner.watch = Watch::begin(move || {
                let Some(inner) = weak.upgrade() else { return };
                let late = |one: &Sweeper| one.works() && one.hand.is_silent(SILENCE);
                let dead = inner.borrow().hands.iter().position(|one| one.as_ref().is_some_and(late));
                match dead {
                    Some(at) => WorkerPool(inner).replace(at),
                    None => WorkerPool(inner).watch(),
                }
            });
        }
    }
}

/// Which part an answer is about, and what was found there.
fn answer(data: &JsValue) -> Option<(JsValue, Found)> {
    let words = js_sys::BigUint64Array::from(field(data, "words")?).to_vec();
    Some((field(data, "id")?, read(&words)?))
}

impl Inner {
    /// The next part to give out: what a dead worker held first, then task by task.
    fn next_job(&mut self) -> Option<(usize, u32, usize)> {
        if let Some(job) = self.again.pop() {
            return Some(job);
        }
        for task in 0..TASKS {
            let parts = self.sweeps[task].as_ref().map_or(0, |sweep| sweep.todo.len());
            if self.next[task] < parts {
                self.next[task] += 1;
                return Some((task, self.numbers[task], self.next[task] - 1));
            }
        }
        None
    }
}
