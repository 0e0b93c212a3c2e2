//! A kernel's run in slices, so that the page answers meanwhile.

use super::asked::Plan;
use super::done::Done;
use super::read::{Read, Said, chosen};
use super::slice::Slice;
use super::types;
use crate::state::browser;
use leptos::prelude::window;
use semantics::anomalies::findings;
use semantics::kernel::argument::{Argument, Buffer};
use semantics::kernel::memory::Space;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Step, Threads};
use semantics::number::Pattern;
use semantics::shadow::{Pass, ShadowObserver, Share, candidates, ranked};
use std::collections::HashMap;
use std::sync::Arc;
use view_model::pages::program::kernel::tree;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds after which the page gets its turn.
const SLICE: f64 = 12.0;
/// Lines between two looks at the clock.
const BETWEEN: u32 = 2048;
/// The lines that are kept of all threads together where they meet.
const KEPT: usize = 2_000_000;
/// Buffers with more elements than this have no errors beside them.
const COMPARED: usize = 1 << 16;

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

/// The lines that the error of the results comes from. None where nobody waits for them any more.
pub async fn ranking(done: &Done, waits: impl Fn() -> bool) -> Option<Ranking> {
    let (module, recording) = (&done.read.module, done.all.as_ref().unwrap_or(&done.recording));
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

/// Runs every thread up to the end, one after the other, and keeps what the one that is shown did. None where nobody waits for it any
/// more; the error is a sentence. `far` hears how many lines have run.
pub async fn run(
    read: Arc<Read>,
    plan: Plan,
    arguments: Vec<String>,
    waits: impl Fn() -> bool,
    far: impl Fn(u64),
) -> Option<Result<Done, String>> {
    let (module, places) = (&read.module, &read.places);
    let Some(entry) = chosen(module, &plan.entry) else {
        let wrong = read.said().into_iter().find(|said| said.what.is_error() && read.is_c());
        return Some(Err(match wrong {
            Some(Said { number, what, .. }) => format!("Nothing runs. Line {number}: {}", what.message),
            None => "There is no kernel here: no .entry with a body.".into(),
        }));
    };
    let given = arguments.iter().zip(1..).map(|(text, place)| Argument::read(text).map_err(|why| format!("Argument {place}: {why}")));
    let arguments = match given.collect::<Result<Vec<_>, _>>() {
        Ok(arguments) => arguments,
        Err(why) => return Some(Err(why)),
    };
    let mut clock = Clock::new();
    let (threads, blocks, limit, shared) = (plan.threads, plan.blocks, plan.limit, plan.shared);
    let launched = Launched { entry, arguments, threads, blocks, limit, shared, ..Launched::default() };
    let mut threads = match launched.begin(module) {
        Ok(threads) => threads,
        Err(why) => return Some(Err(why)),
    };
    // Where threads meet, what each of them did is a part of what the one that is shown gets.
    let only = (!module.meets()).then_some(plan.thread);
    let most = if only.is_some() { plan.limit as usize } else { KEPT };
    let mut keeper = RunRecorder::new(module, most);
    let mut start = (plan.thread == 0).then(|| threads.machine.memory.clone());
    // What the thread that is shown does is not known where one before it stopped.
    let stop = loop {
        let mut slice = Slice::new(Some(&mut keeper), BETWEEN as usize, threads.thread, only);
        let end = threads.step(&mut slice);
        if clock.is_due() {
            clock.turn().await;
            if !waits() {
                return None;
            }
            far(threads.lines());
        }
        match end {
            Step::Paused => {}
            Step::Stopped(why) => break Some((why, threads.thread != plan.thread)),
            Step::Finished => break None,
            Step::Turn if threads.thread == plan.thread && start.is_none() => start = Some(threads.machine.memory.clone()),
            Step::Turn => {}
        }
    };
    let mut recording = keeper.recording;
    let mut written = HashMap::new();
    let mut companion = ShadowObserver::new(module);
    let mut beside = Vec::with_capacity(recording.records.len());
    for at in 0..recording.records.len() {
        if at % 64 == 0 && clock.is_due() {
            clock.turn().await;
            if !waits() {
                return None;
            }
        }
        beside.push(companion.line(&recording, at));
    }
    let cut = only.is_none() && recording.records.len() == KEPT;
    let all = only.is_none().then(|| recording.clone());
    let own = recording.only(plan.thread);
    let computed = tree::computed(&beside);
    let beside: Vec<_> = own.into_iter().map(|at| beside[at].take()).collect();
    let (mut executions, mut found) = (vec![Vec::new(); places.count()], HashMap::new());
    for (at, record) in recording.records.iter().enumerate() {
        let here = &beside[at];
        let all = findings(module, &recording, record, here.as_ref());
        if !all.is_empty() {
            found.insert(at as u32, all);
        }
        executions[places.of(record)].push(at as u32);
        if let Some((_, line)) = recording.line(module, record).filter(|_| record.ran) {
            for slot in line.code.writes() {
                written.entry((record.function, slot)).or_insert(at as u32);
            }
        }
    }
    let Threads { machine, buffers, .. } = threads;
    let end = machine.memory;
    // Each number of a buffer at the end, with its address.
    let numbers = |buffer: &Buffer| -> Vec<(u64, Pattern)> {
        let (numbers, base) = (buffer.numbers(&end), end.segments(Space::Global).get(buffer.segment).map_or(0, |segment| segment.base));
        let each = u64::from(buffer.own.width().div_ceil(8));
        if numbers.len() > COMPARED || !buffer.own.is_floating() {
            Vec::new()
        } else {
            (0..).map(|at| base + at * each).zip(numbers).collect()
        }
    };
    let errors = |buffer| numbers(buffer).into_iter().map(|(address, number)| companion.in_memory(address, number)).collect();
    let errors = buffers.iter().map(errors).collect();
    let by = |buffer| numbers(buffer).into_iter().map(|(address, number)| companion.computed_by(address, number)).collect();
    let computed_by = buffers.iter().map(by).collect();
    let types = module.functions.iter().map(types::slots).collect();
    drop(companion);
    Some(Ok(Done {
        launched,
        thread: plan.thread,
        recording,
        all,
        cut,
        beside,
        found,
        executions,
        types,
        written,
        stop,
        buffers,
        errors,
        computed_by,
        computed,
        start: start.unwrap_or_default(),
        end,
        read,
    }))
}
