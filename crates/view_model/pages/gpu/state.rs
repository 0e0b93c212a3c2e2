//! What is known of a GPU so far: how far the questions are, what was measured, what is read back.

use semantics::gpu::difference::Difference;
use semantics::gpu::wgsl::READ;
use semantics::gpu::{Function, Lowering, Report, Table};
use semantics::sweep::ColumnStatistics;
use semantics::sweep::column_statistics::Scale;
use semantics::sweep::order::Line;

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
    pub fn piece(&self, at: usize) -> (u32, u32) {
        let from = at as u32 * READ;
        (self.first + from, READ.min(self.count - from))
    }

    /// The places of a piece in order of value, cut into columns.
    pub fn span(&self, at: usize) -> ColumnStatistics {
        let (first, count) = self.piece(at);
        let ends = [Line::WORDS.place(first), Line::WORDS.place(first + (count - 1))];
        let (from, end) = (ends[0].min(ends[1]), ends[0].max(ends[1]) + 1);
        let column = |column: u64| from + (end - from) * column / COLUMNS;
        ColumnStatistics { from, end, scale: Scale::Ulps, check: None, starts: (1..COLUMNS).map(column).filter(|at| *at > from).collect() }
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

    /// The functions that the adapter has.
    pub fn functions(&self) -> impl Iterator<Item = Function> + use<> {
        let half = self.half;
        Function::ALL.into_iter().filter(move |function| half || !function.is_half())
    }

    pub fn is_refused(&self, key: &str) -> bool {
        self.refused.iter().any(|row| row.0 == key)
    }
}
