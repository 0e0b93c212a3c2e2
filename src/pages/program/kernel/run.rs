//! A kernel's run in slices, so that the page answers meanwhile.

use super::asked::Plan;
use super::ran::Ran;
use super::read::Read;
use crate::state::browser;
use leptos::prelude::window;
use semantics::shadow::{Pass, Share, candidates, ranked};
use std::sync::Arc;
use view_model::pages::program::kernel::running::{KEPT, Running, launched};
use wasm_bindgen_futures::JsFuture;

/// Milliseconds after which the page gets its turn.
const SLICE: f64 = 12.0;

/// Gives the page its turn when its time has come.
pub struct Clock(f64);

impl Clock {
    pub fn new() -> Clock {
        Clock(browser::now())
    }

    pub fn is_due(&self) -> bool {
        browser::now() - self.0 > SLICE
    }

    pub async fn turn(&mut self) {
        let turn = js_sys::Promise::new(&mut |go_on, _| drop(window().set_timeout_with_callback(&go_on)));
        // It cannot be refused: nobody holds what would refuse it.
        let _ = JsFuture::from(turn).await;
        self.0 = browser::now();
    }
}

/// What is known of the lines that the error of the results comes from.
#[derive(Clone, Default)]
pub enum Ranking {
    /// Nothing yet.
    #[default]
    Awaited,
    /// The run is too long to go through it once more for each line.
    Long,
    /// The lines in order.
    Lines(Arc<Vec<Share>>),
}

/// The lines that the error of the results comes from, of all threads or of one alone. None where nobody waits for them any more.
pub async fn ranking(ran: &Ran, only: Option<u32>, waits: impl Fn() -> bool) -> Option<Ranking> {
    let own = only.map(|thread| ran.recording.of(thread));
    let (module, recording) = (&ran.read.module, own.as_ref().unwrap_or(&ran.recording));
    let Some(lines) = candidates(module, recording) else { return Some(Ranking::Long) };
    let (mut shares, mut clock) = (Vec::new(), Clock::new());
    for line in lines {
        let mut pass = Pass::without(module, line);
        while pass.go_on(recording, 64) {
            if clock.is_due() {
                clock.turn().await;
                if !waits() {
                    return None;
                }
            }
        }
        shares.extend(pass.share());
    }
    Some(Ranking::Lines(Arc::new(ranked(shares))))
}

/// Runs every thread up to the end, one after the other, and keeps what they did. None where nobody waits for it any more; the error is a
/// sentence. `far` hears how many lines have run, and what of them is told.
pub async fn run(
    read: Arc<Read>,
    plan: Plan,
    arguments: Vec<String>,
    waits: impl Fn() -> bool,
    far: impl Fn((u64, Option<usize>)),
) -> Option<Result<Ran, String>> {
    let launched = match launched(&read, &plan, &arguments) {
        Ok(launched) => launched,
        Err(why) => return Some(Err(why)),
    };
    let mut running = match Running::begin(&read, &launched, plan.thread, KEPT) {
        Ok(running) => running,
        Err(why) => return Some(Err(why)),
    };
    let mut clock = Clock::new();
    while running.go_on() {
        if clock.is_due() {
            clock.turn().await;
            if !waits() {
                return None;
            }
            far(running.progress());
        }
    }
    running.ran(&read, plan, arguments).map(Ok)
}
