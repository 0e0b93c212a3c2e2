//! What is asked of a kernel, as one part of the address holds it: which, with what, for which thread, and what is looked at.

use core::fmt::Write;
use semantics::kernel::{Order, host};

/// The lines that a thread may run unless more are asked for: as many as a page runs and explains within a second or two.
const LIMIT: u64 = 100_000;
/// The most that can be asked for. Every line that ran is kept.
pub const MOST: u64 = 1_000_000;
/// Threads of all blocks.
const THREADS: u32 = 1 << 16;
/// Bytes of dynamic shared memory.
const SHARED: u32 = 1 << 20;

/// One number, or three with commas between: how many along x, y and z, so many together at most. What cannot be read is one.
pub fn shape(text: &str, most: u32) -> [u32; 3] {
    let mut numbers = text.split(',').map(|number| number.trim().parse().unwrap_or(1));
    within(core::array::from_fn(|_| numbers.next().unwrap_or(1)), most)
}

/// As many as there may be together, the first of them first.
fn within(all: [u32; 3], most: u32) -> [u32; 3] {
    let mut left = most;
    all.map(|number| {
        let number = number.clamp(1, left);
        left /= number;
        number
    })
}

/// As [`shape`] reads it, without ones at the end.
pub fn along(all: [u32; 3]) -> String {
    let count = all.iter().rposition(|number| *number != 1).map_or(1, |last| last + 1);
    all[..count].iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

fn product(all: [u32; 3]) -> u32 {
    all.into_iter().fold(1, u32::saturating_mul)
}

/// What is plotted of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Its values.
    #[default]
    Value,
    /// The errors that it adds.
    Own,
    /// The errors of its results.
    Whole,
}

impl Measure {
    /// Every measure, with its name in an address and on the page.
    pub const ALL: [(Measure, &'static str, &'static str); 3] =
        [(Measure::Value, "value", "values"), (Measure::Own, "own", "own errors"), (Measure::Whole, "whole", "whole errors")];

    /// The name on the page.
    pub fn name(self) -> &'static str {
        Measure::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.2)
    }
}

/// What the grid of threads shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picture {
    /// It is not open.
    #[default]
    Closed,
    /// Who ran the line.
    Who,
    /// What a register holds.
    Value,
    /// How far off that is.
    Error,
}

impl Picture {
    /// Every one that can be chosen, with its name in an address and on the page.
    pub const ALL: [(Picture, &'static str, &'static str); 3] = [
        (Picture::Who, "who", "who ran the line"),
        (Picture::Value, "value", "the values"),
        (Picture::Error, "error", "the errors in ulps"),
    ];
}

/// What runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The kernel's name; empty for the first.
    pub entry: String,
    /// Arguments as typed, each at its place; None for what is proposed.
    pub arguments: Vec<Option<String>>,
    /// Threads of a block, along x, y and z.
    pub threads: [u32; 3],
    /// Blocks, along x, y and z.
    pub blocks: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The thread that is shown, counted through all blocks.
    pub thread: u32,
    /// The lines that a thread may run.
    pub limit: u64,
    /// In which order threads take their turns.
    pub order: Order,
}

impl Plan {
    /// How many threads there are.
    pub fn count(&self) -> u32 {
        product(self.threads).saturating_mul(product(self.blocks))
    }
}

/// What runs, and what of it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What runs.
    pub plan: Plan,
    /// The lines that have run at the moment that is shown; None for all.
    pub step: Option<usize>,
    /// What is plotted.
    pub measure: Measure,
    /// An element and what was seen there instead: `out[0]=0x3f800001`.
    pub why: String,
    /// The result whose tree is looked at: `out[0]`.
    pub tree: String,
    /// What the grid of threads shows, and of which register; empty for what the line wrote.
    pub picture: Picture,
    pub register: String,
    /// The threads of a block and the blocks where nobody says.
    pub usual: [[u32; 3]; 2],
}

impl Asked {
    /// Reads what [`Asked::written`] wrote; what cannot be read is its default. `usual` gives the threads of a block and the blocks of a kernel
    /// where nobody says: those of a launch in the text.
    pub fn read(text: &str, usual: impl Fn(&str) -> [[u32; 3]; 2]) -> Asked {
        let usual = usual(text.lines().find_map(|line| line.strip_prefix("entry=")).unwrap_or(""));
        let [threads, blocks] = usual;
        let plan =
            Plan { entry: String::new(), arguments: Vec::new(), threads, blocks, shared: 0, thread: 0, limit: LIMIT, order: Order::Number };
        let (measure, picture) = (Measure::default(), Picture::default());
        let [why, tree, register] = [const { String::new() }; 3];
        let mut asked = Asked { plan, step: None, measure, why, tree, picture, register, usual };
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let plan = &mut asked.plan;
            let number = || value.parse::<u32>().ok();
            match name {
                "entry" => plan.entry = value.to_owned(),
                "threads" => plan.threads = shape(value, host::MOST[0] as u32),
                "blocks" => plan.blocks = shape(value, host::MOST[1] as u32),
                "shared" => plan.shared = number().unwrap_or(0).min(SHARED),
                "thread" => plan.thread = number().unwrap_or(0),
                "limit" => plan.limit = value.parse().map_or(LIMIT, |limit: u64| limit.clamp(1, MOST)),
                "order" => plan.order = Order::read(value).unwrap_or_default(),
                "step" => asked.step = value.parse().ok(),
                "why" => asked.why = value.to_owned(),
                "tree" => asked.tree = value.to_owned(),
                "grid" => asked.picture = Picture::ALL.iter().find(|row| row.1 == value).map_or(asked.picture, |row| row.0),
                "register" => asked.register = value.to_owned(),
                "plot" => asked.measure = Measure::ALL.iter().find(|row| row.1 == value).map_or(asked.measure, |row| row.0),
                // No function takes more than some hundred parameters.
                place => {
                    if let Some(place) = place.parse::<usize>().ok().filter(|place| *place < 512) {
                        plan.arguments.resize(plan.arguments.len().max(place + 1), None);
                        plan.arguments[place] = Some(value.to_owned());
                    }
                }
            }
        }
        let plan = &mut asked.plan;
        plan.blocks = within(plan.blocks, THREADS / product(plan.threads));
        plan.thread = plan.thread.min(plan.count() - 1);
        asked
    }

    /// As in an address: a line for each thing that is not as proposed.
    pub fn written(&self) -> String {
        let mut text = String::new();
        let plan = &self.plan;
        let mut add = |name: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}={}", value.replace(['\n', '\r'], " "));
        };
        if !plan.entry.is_empty() {
            add("entry", &plan.entry);
        }
        for (place, argument) in plan.arguments.iter().enumerate() {
            if let Some(argument) = argument {
                add(&place.to_string(), argument);
            }
        }
        for (name, value, usual) in [("threads", plan.threads, self.usual[0]), ("blocks", plan.blocks, self.usual[1])] {
            if value != usual {
                add(name, &along(value));
            }
        }
        for (name, value) in [("shared", plan.shared), ("thread", plan.thread)] {
            if value != 0 {
                add(name, &value.to_string());
            }
        }
        if plan.limit != LIMIT {
            add("limit", &plan.limit.to_string());
        }
        if plan.order != Order::Number {
            add("order", &plan.order.to_string());
        }
        if let Some(step) = self.step {
            add("step", &step.to_string());
        }
        if let Some(row) = Measure::ALL.iter().find(|row| row.0 == self.measure && self.measure != Measure::default()) {
            add("plot", row.1);
        }
        if !self.why.is_empty() {
            add("why", &self.why);
        }
        if !self.tree.is_empty() {
            add("tree", &self.tree);
        }
        if let Some(row) = Picture::ALL.iter().find(|row| row.0 == self.picture) {
            add("grid", row.1);
            if !self.register.is_empty() {
                add("register", &self.register);
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Another argument at a place.
    pub fn with_argument(mut self, place: usize, text: String) -> Asked {
        let arguments = &mut self.plan.arguments;
        arguments.resize(arguments.len().max(place + 1), None);
        arguments[place] = Some(text);
        self.step = None;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_reads_back() {
        for text in [
            "",
            "entry=sum\n0=f32[1.5,2]\n3=-1\nthreads=4,1,8\nblocks=2\nshared=64\nthread=63\nlimit=7\norder=2,0,1\nstep=12\nplot=whole\nwhy=out[0]=0x3f800001\ntree=out[1]\ngrid=error\nregister=%f1",
            "1=",
            "order=reversed",
            "order=18446744073709551615",
        ] {
            assert_eq!(Asked::read(text, |_| [[1; 3]; 2]).written(), text);
        }
    }

    #[test]
    fn a_launch_in_the_text_is_what_nobody_needs_to_say() {
        let usual = [[32, 1, 1], [2, 1, 1]];
        let asked = Asked::read("", |_| usual);
        assert_eq!((asked.plan.threads, asked.plan.blocks, asked.written().as_str()), (usual[0], usual[1], ""));
        let one = Asked::read("threads=1", |_| usual);
        assert_eq!((one.plan.threads, one.written().as_str()), ([1; 3], "threads=1"));
    }

    #[test]
    fn what_is_bad_becomes_its_default() {
        let asked = Asked::read(
            "threads=0\nblocks=4294967295\nthread=4294967295\nlimit=0\norder=1,1\n99999999999=x\nzebra=1\nstep=-1\nplot=9",
            |_| [[1; 3]; 2],
        );
        let plan = &asked.plan;
        assert_eq!((plan.threads, plan.blocks, plan.thread, plan.limit), ([1; 3], [1 << 16, 1, 1], (1 << 16) - 1, 1));
        assert_eq!((plan.order, plan.count()), (Order::Number, 1 << 16));
        assert_eq!((asked.step, asked.measure, plan.arguments.len()), (None, Measure::Value, 0));
    }
}
