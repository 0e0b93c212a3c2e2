//! A module of PTX on the program page: a kernel of it runs, each line has beside it what it last wrote and how far that is from what it
//! would be had nothing been rounded, and any moment of the run can be looked at.

mod buffers;
mod controls;
mod detail;
mod grid;
mod inputs;
mod orders;
mod outcome;
mod plot;
mod printed;
mod run;
mod shared;
mod source;
mod tree;
mod wrong;

use crate::components::dynamic::{flag, text};
use crate::components::section_scheduler::turn;
use crate::state::app_state::AppState;
use crate::state::history::Change;
use asked::{Asked, Plan};
use done::Done;
use leptos::prelude::*;
use leptos::task::spawn_local;
use ran::Ran;
use read::{Read, chosen};
use run::Ranking;
use semantics::kernel::memory::Memory;
use semantics::run::Value;
use std::sync::Arc;
use types::Parameter;
pub use view_model::pages::program::kernel::examples;
use view_model::pages::program::kernel::{asked, done, error_cell, off_by, push_cell, ran, read, short, step, types};

/// What is passed on as it is, and is another when it was made anew.
struct Shared<T>(Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What the parts share. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Kernel {
    explorer: AppState,
    /// The text as read.
    read: Memo<Shared<Read>>,
    asked: Memo<Asked>,
    parameters: Memo<Vec<Parameter>>,
    /// What the kernel is given, as typed or proposed.
    arguments: Memo<Vec<String>>,
    /// The last run of this text, as the thread sees it that is shown.
    done: Memo<Option<Shared<Done>>>,
    /// The lines that the error of its results comes from, when they are known.
    ranking: RwSignal<Ranking>,
    /// How many lines the run that goes on has run, and of how many everything is told.
    running: RwSignal<Option<(u64, Option<usize>)>>,
    /// The number of the run that is waited for.
    turn: StoredValue<u32>,
    /// Why nothing runs.
    error: RwSignal<String>,
    /// How many lines have run at the moment that is shown.
    step: Memo<usize>,
    /// The line of the text that is looked at, from 0.
    chosen: Memo<Option<usize>>,
    /// Registers and memory at that moment.
    moment: Memo<Shared<(Vec<Value>, Memory)>>,
}

impl Kernel {
    fn new(explorer: AppState) -> Kernel {
        let text = Memo::new(move |_| explorer.program.with(|listing| listing.text.clone()));
        let read = Memo::new(move |_| text.with(|text| Shared(Arc::new(Read::new(text, &explorer.context.get())))));
        let asked = Memo::new(move |_| {
            let usual = |kernel: &str| read.with(|read| read.0.shape(kernel));
            explorer.program.with(|listing| Asked::read(&listing.kernel, usual))
        });
        let plan = Memo::new(move |_| asked.with(|asked| asked.plan.clone()));
        let entry = Memo::new(move |_| plan.with(|plan| read.with(|read| chosen(&read.0.module, &plan.entry))));
        let parameters = Memo::new(move |_| {
            let parameters = |read: &Shared<Read>| {
                let function = read.0.module.functions.get(entry.get()?)?;
                Some(read.0.proposed(types::parameters(&read.0.module, function)))
            };
            read.with(parameters).unwrap_or_default()
        });
        let arguments = Memo::new(move |_| {
            let typed = |place: usize| plan.with(|plan| plan.arguments.get(place).cloned().flatten());
            let argument = |(place, one): (usize, &Parameter)| typed(place).unwrap_or_else(|| one.proposed.clone());
            parameters.with(|all| all.iter().enumerate().map(argument).collect::<Vec<_>>())
        });
        let (last, running, error) = (RwSignal::new(None::<Shared<Ran>>), RwSignal::new(None), RwSignal::new(String::new()));
        let ranking = RwSignal::new(Ranking::Awaited);
        let turn = StoredValue::new(0u32);
        Effect::new(move |_| {
            let (read, plan, arguments) = (read.get().0, plan.get(), arguments.get());
            turn.update_value(|turn| *turn = turn.wrapping_add(1));
            let now = turn.get_value();
            let waits = move || turn.try_get_value() == Some(now);
            running.set(None);
            // Another thread of the same run is there already.
            let (thread, of) = (plan.thread, (Plan { thread: 0, ..plan.clone() }, arguments));
            let known = |ran: &Ran| Arc::ptr_eq(&ran.read, &read) && ran.of == of && ran.only.is_none_or(|only| only == thread);
            if last.with_untracked(|last| last.as_ref().is_some_and(|last| known(&last.0))) {
                return error.set(String::new());
            }
            spawn_local(async move {
                let far = move |lines| {
                    let _ = running.try_set(Some(lines));
                };
                let Some(ended) = run::run(read, plan, of.1, waits, far).await else { return };
                if !waits() {
                    return;
                }
                running.set(None);
                match ended {
                    Ok(ran) => {
                        error.set(String::new());
                        last.set(Some(Shared(Arc::new(ran))));
                    }
                    Err(why) => error.set(why),
                }
            });
        });
        // A run of another text says nothing of this one.
        let thread = Memo::new(move |_| plan.with(|plan| plan.thread));
        let done = Memo::new(move |_| {
            let ran = last.get().filter(|ran| read.with(|read| Arc::ptr_eq(&read.0, &ran.0.read)))?;
            Some(Shared(Arc::new(Done::new(ran.0, thread.get()))))
        });
        // Threads that do not meet have nothing of each other: then the one that is shown is enough.
        let ranked = Memo::new(move |_| {
            let done = done.get()?.0;
            Some((Shared(Arc::clone(&done.ran)), (!done.read.module.meets()).then_some(done.thread)))
        });
        Effect::new(move |_| {
            let now = ranked.get();
            ranking.set(Ranking::Awaited);
            spawn_local(async move {
                let Some((ran, only)) = &now else { return };
                let waits = || ranked.try_get_untracked().as_ref() == Some(&now);
                if let Some(found) = run::ranking(&ran.0, *only, waits).await {
                    let _ = ranking.try_set(found);
                }
            });
        });
        let steps = Memo::new(move |_| done.with(|done| done.as_ref().map_or(0, |done| done.0.steps())));
        let step = Memo::new(move |_| asked.with(|asked| asked.step).map_or(steps.get(), |step| step.min(steps.get())));
        let worst = Memo::new(move |_| {
            let done = done.get()?.0;
            done.worst().or(done.steps().checked_sub(1)).and_then(|at| done.step(at)).map(|step| step.line())
        });
        let chosen = Memo::new(move |_| {
            let asked = explorer.program.with(|listing| listing.line);
            asked.filter(|line| read.with(|read| *line < read.0.places.count())).or_else(|| worst.get())
        });
        let moment = Memo::new(move |_| {
            let step = step.get();
            Shared(Arc::new(done.with(|done| done.as_ref().map(|done| done.0.moment(step)).unwrap_or_default())))
        });
        Kernel { explorer, read, asked, parameters, arguments, done, ranking, running, turn, error, step, chosen, moment }
    }

    /// Looks at the run, where there is one.
    fn with<T: Default>(self, look: impl FnOnce(&Done) -> T) -> T {
        self.done.with(|done| done.as_ref().map(|done| look(&done.0)).unwrap_or_default())
    }

    /// Something else is asked.
    fn ask(self, change: Change, to: impl FnOnce(Asked) -> Asked) {
        self.explorer.ask_kernel(to(self.asked.get_untracked()).written(), change);
    }

    /// Goes to a moment of the run.
    fn go(self, step: usize) {
        let last = untrack(|| self.with(Done::steps));
        self.ask(Change::View, |asked| Asked { step: (step < last).then_some(step), ..asked });
    }

    /// Looks at a line.
    fn choose(self, line: usize) {
        // Of a line of C: what it wrote last.
        let meant = self.read.with_untracked(|read| {
            let read = &read.0;
            read.source(line)?;
            self.done.with_untracked(|done| {
                let done = &done.as_ref()?.0;
                let last = |row: usize| done.step(*done.executions(row).last()? as usize).filter(|step| step.wrote_a_number());
                read.becomes(line).filter_map(last).max_by_key(|step| step.at).map(|step| step.line())
            })
        });
        self.explorer.choose_line(meant.unwrap_or(line));
    }

    /// Goes to the moment behind a step and looks at its line.
    fn show(self, at: usize) {
        if let Some(line) = untrack(|| self.with(|done| done.step(at).map(|step| step.line()))) {
            self.choose(line);
            self.go(at + 1);
        }
    }

    /// Goes to the moment behind a step of any thread.
    fn visit(self, thread: u32, at: usize) {
        if untrack(|| self.with(|done| done.thread == thread)) {
            return self.show(at);
        }
        let line = untrack(|| {
            self.with(|done| {
                let record = done.recording.records.get(*done.own(thread).get(at)? as usize)?;
                Some(done.read.places.of(record))
            })
        });
        line.into_iter().for_each(|line| self.explorer.choose_line(line));
        self.ask(Change::View, |asked| Asked { plan: Plan { thread, ..asked.plan }, step: Some(at + 1), ..asked });
    }
}

/// Whether the text of a module is being typed: it is put away else.
#[derive(Clone, Copy)]
pub struct Editing(pub RwSignal<bool>);

/// The page below its head.
pub fn view() -> AnyView {
    let (kernel, Editing(editing)) = (Kernel::new(expect_context()), expect_context());
    let busy = flag(move || kernel.running.get().is_some());
    view! {
        {turn(move || controls::controls(kernel, editing))}
        {turn(move || outcome::outcome(kernel))}
        {turn(move || printed::printed(kernel))}
        {turn(move || tree::tree(kernel))}
        {turn(move || inputs::inputs(kernel))}
        {turn(move || wrong::wrong(kernel))}
        {turn(move || orders::orders(kernel))}
        <div class="kernel" class:busy=busy>
            {controls::scrubber(kernel)}
            {turn(move || grid::grid(kernel))}
            <div class="kernel-body">
                {turn(move || source::source(kernel))}
                <div class="beside">
                    {turn(move || detail::detail(kernel))}
                    {turn(move || plot::plot(kernel))}
                </div>
            </div>
            {turn(move || shared::shared(kernel))}
            {turn(move || buffers::buffers(kernel))}
        </div>
    }
    .into_any()
}

/// Steps and lines that markup names are gone to, and what it mends is mended: one listener for all of it.
fn follow_links(kernel: Kernel) -> impl FnMut(web_sys::MouseEvent) {
    use wasm_bindgen::JsCast;
    move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let named = |name: &str| -> Option<usize> {
            let button = target.as_ref()?.closest(&["[", name, "]"].concat()).ok().flatten()?;
            button.get_attribute(name)?.parse().ok()
        };
        if let Some(at) = named("data-at") {
            kernel.show(at);
        }
        let fix = named("data-mend")
            .and_then(|at| kernel.read.with_untracked(|read| Some(read.0.said().get(at)?.what.fixes.first()?.change.clone())));
        if let Some(change) = fix {
            kernel.explorer.mend_program(&change);
        }
    }
}

/// A text that follows a run.
fn told(kernel: Kernel, tell: impl Fn(&Done) -> String + Send + 'static) -> crate::components::dynamic::Text {
    text(move || kernel.with(&tell))
}
