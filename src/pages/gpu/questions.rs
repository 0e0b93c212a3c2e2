//! Which question comes next, as what is missing says, and what an answer changes: no worker is known here.

use super::state::{Look, Missing, Stage, State};
use crate::state::browser::now;
use crate::state::worker::{field, message};
use js_sys::{Reflect, Uint32Array};
use semantics::gpu::difference::Difference;
use semantics::gpu::path;
use semantics::gpu::report::Adapter;
use semantics::gpu::wgsl::{GROUP, HASH_GROUPS, Of, READ};
use semantics::gpu::{Function, Hash, Lowering, PROBES, WINDOW_BITS, WINDOWS};
use semantics::wire::written;
use wasm_bindgen::JsValue;

use path::{BESIDE, TRIED};

/// What is asked at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Asked {
    #[default]
    Nothing,
    /// Hashes of inputs as they are, then the hash of a function and the bits behind it.
    Path,
    HashBeside,
    BitsBeside,
    Probe(usize),
    Function(Function),
    Piece(usize),
}

/// The questions of one measurement.
#[derive(Default)]
pub struct Questions {
    pub state: State,
    /// The windows that are wanted.
    pub windows: Vec<u8>,
    /// Those of them that the function under way was asked for.
    under_way: Vec<u8>,
    asked: Asked,
    /// Counts questions, so that answers to old ones are known.
    number: u32,
    /// What of the path is tried next, once inputs came back.
    tried: Option<Asked>,
    /// The hash that bits are held against.
    beside: Hash,
}

impl Questions {
    /// Whether an answer is to what is asked now.
    pub fn is_current(&self, answer: &JsValue) -> bool {
        field(answer, "id").and_then(|id| id.as_f64()) == Some(f64::from(self.number))
    }

    /// Results that are to be read back and judged; whether they are other ones than before.
    pub fn look(&mut self, lowering: &'static Lowering, first: u32, count: u32) -> bool {
        let same = |look: &Look| look.lowering.key == lowering.key && (look.first, look.count) == (first, count);
        if self.state.look.as_ref().is_some_and(same) {
            return false;
        }
        let pieces = vec![None; count.div_ceil(READ) as usize];
        self.state.look = Some(Look { lowering, first, count, pieces, failed: None });
        if matches!(self.asked, Asked::Piece(_)) {
            self.asked = Asked::Nothing;
            self.number += 1;
        }
        true
    }

    /// What was found in the piece under way.
    pub fn judged(&mut self, found: Difference) {
        if let (Asked::Piece(at), Some(look)) = (self.asked, self.state.look.as_mut())
            && let Some(piece) = look.pieces.get_mut(at)
        {
            *piece = Some(found);
        }
        self.asked = Asked::Nothing;
    }

    /// Nothing is under way any more, as that stage says.
    pub fn halt(&mut self, stage: Stage) {
        self.asked = Asked::Nothing;
        self.number += 1;
        self.clock();
        self.state.stage = stage;
    }

    /// Writes down what the function under way took so far.
    fn clock(&mut self) {
        if let Some((function, since)) = self.state.running.take() {
            let (took, windows) = (now() - since, self.state.windows(function));
            match self.state.spent.iter_mut().find(|row| row.0 == function) {
                Some(row) => (row.1, row.2) = (row.1 + took, windows),
                None => self.state.spent.push((function, took, windows)),
            }
        }
    }

    /// There is a device. Another adapter than before begins anew.
    pub fn open(&mut self, said: &JsValue) {
        let text = |name: &str| field(said, name).and_then(|value| value.as_string()).unwrap_or_default();
        let truth = |name: &str| Reflect::get(said, &name.into()).is_ok_and(|value| value.is_truthy());
        let adapter = Adapter {
            vendor: text("vendor"),
            architecture: text("architecture"),
            device: text("device"),
            description: text("description"),
            software: truth("software"),
        };
        let state = &mut self.state;
        if state.report.adapter != adapter {
            (state.report.probes, state.report.functions, state.spent) = (Vec::new(), Vec::new(), Vec::new());
        }
        let version = leptos::prelude::document().query_selector("meta[name=version]").ok().flatten();
        state.report.model = version.and_then(|version| version.get_attribute("content")).unwrap_or_default();
        (state.report.adapter, state.report.browser) = (adapter, text("browser"));
        state.report.date = String::from(js_sys::Date::new_0().to_iso_string()).chars().take(10).collect();
        state.report.how = "the page “Your GPU”".to_owned();
        (state.half, state.sound, state.stage) = (truth("half"), false, Stage::Asking);
        state.refused.clear();
        self.tried = None;
    }

    /// What is asked next, if something is missing and nothing is under way.
    pub fn next(&mut self) -> Option<JsValue> {
        if self.asked != Asked::Nothing {
            return None;
        }
        if self.state.stage == Stage::Asking {
            if !self.state.sound {
                let of = Of::Function(path::FUNCTION);
                match self.tried {
                    Some(Asked::HashBeside) => {
                        return Some(self.ask(Asked::HashBeside, &of.hash(), &[[BESIDE, TRIED, 0, 0]], 2, TRIED / GROUP));
                    }
                    Some(_) => return Some(self.ask(Asked::BitsBeside, &of.read(), &[[BESIDE, TRIED, 0, 0]], TRIED, TRIED / GROUP)),
                    None => {}
                }
                let jobs: Vec<[u32; 4]> = (0..WINDOWS as u32).map(|window| [path::first(window), TRIED, 0, 0]).collect();
                return Some(self.ask(Asked::Path, &Of::Itself.hash(), &jobs, 2, TRIED / GROUP));
            }
            let missing = |key| !self.state.report.probes.iter().any(|row| row.0.key == key) && !self.state.is_refused(key);
            if let Some(at) = PROBES.iter().position(|probe| missing(probe.key) && (self.state.half || !probe.half)) {
                let [a, b, c] = PROBES[at].operands;
                return Some(self.ask(Asked::Probe(at), &PROBES[at].shader(), &[[a, b, c, 0]], 1, 1));
            }
            for function in self.state.functions() {
                let windows = self.missing(function);
                if !windows.is_empty() && !self.state.is_refused(function.key) {
                    self.state.running = Some((function, now()));
                    let job = |window: &u8| [u32::from(*window) << WINDOW_BITS, 1 << WINDOW_BITS, 0, 0];
                    let jobs: Vec<_> = windows.iter().map(job).collect();
                    self.under_way = windows;
                    return Some(self.ask(Asked::Function(function), &Of::Function(function).hash(), &jobs, 2, HASH_GROUPS));
                }
            }
            self.state.stage = Stage::Done;
        }
        if !matches!(self.state.stage, Stage::Done | Stage::Stopped) {
            return None;
        }
        let look = self.state.look.as_ref().filter(|look| look.failed.is_none())?;
        let at = look.pieces.iter().position(Option::is_none)?;
        let ((first, count), function) = (look.piece(at), look.lowering.function);
        Some(self.ask(Asked::Piece(at), &Of::Function(function).read(), &[[first, count, 0, 0]], READ, READ / GROUP))
    }

    /// The windows of a function that are still to be run.
    fn missing(&self, function: Function) -> Vec<u8> {
        let there = |window: u8| self.state.report.hashes(function).is_some_and(|hashes| hashes[usize::from(window)].is_some());
        self.windows.iter().copied().filter(|window| !there(*window)).collect()
    }

    fn ask(&mut self, asked: Asked, code: &str, jobs: &[[u32; 4]], words: u32, groups: u32) -> JsValue {
        self.asked = asked;
        self.number += 1;
        message(&[
            ("ask", "run".into()),
            ("id", self.number.into()),
            ("code", code.into()),
            ("jobs", Uint32Array::from(jobs.as_flattened()).into()),
            ("words", words.into()),
            ("groups", groups.into()),
        ])
    }

    /// An answer; what is to be judged of it, if something is.
    pub fn take(&mut self, at: usize, words: Uint32Array) -> Option<JsValue> {
        if let Asked::Piece(piece) = self.asked {
            let look = self.state.look.as_ref()?;
            let (first, count) = look.piece(piece);
            let span = js_sys::BigUint64Array::from(written(&look.span(piece)).as_slice());
            return Some(message(&[
                ("id", self.number.into()),
                ("lowering", look.lowering.key.into()),
                ("first", first.into()),
                ("bits", words.subarray(0, count).into()),
                ("words", span.into()),
            ]));
        }
        let words = words.to_vec();
        let hash = Hash([0, 1].map(|at| words.get(at).copied().unwrap_or(0)));
        match self.asked {
            Asked::Path if hash != path::itself(at as u32) => {
                self.halt(Stage::Unsound("inputs do not come back as they were sent"));
            }
            Asked::HashBeside => self.beside = hash,
            Asked::BitsBeside if path::of_bits(&words) != self.beside => {
                self.halt(Stage::Unsound("the hash made on the GPU is not that of the results that it gives"));
            }
            Asked::Probe(probe) => self.state.report.probes.push((&PROBES[probe], words.first().copied().unwrap_or(0))),
            Asked::Function(function) => {
                let functions = &mut self.state.report.functions;
                let place = functions.iter().position(|row| row.0 == function).unwrap_or_else(|| {
                    functions.push((function, [None; WINDOWS]));
                    functions.len() - 1
                });
                if let Some(window) = self.under_way.get(at) {
                    functions[place].1[usize::from(*window)] = Some(hash);
                }
            }
            _ => {}
        }
        None
    }

    /// Everything of what was asked is answered; whether something comes next.
    pub fn ended(&mut self) -> bool {
        let asked = core::mem::replace(&mut self.asked, Asked::Nothing);
        match asked {
            Asked::Nothing => return false,
            // The bits are being judged.
            Asked::Piece(_) => {
                self.asked = asked;
                return false;
            }
            Asked::Path => self.tried = Some(Asked::HashBeside),
            Asked::HashBeside => self.tried = Some(Asked::BitsBeside),
            Asked::BitsBeside => (self.tried, self.state.sound) = (None, true),
            Asked::Function(_) => self.clock(),
            Asked::Probe(_) => {}
        }
        true
    }

    /// What was asked is refused.
    pub fn refused(&mut self, why: String) {
        match core::mem::replace(&mut self.asked, Asked::Nothing) {
            Asked::Probe(at) => self.state.refused.push((PROBES[at].key, why)),
            Asked::Function(function) => {
                self.clock();
                self.state.refused.push((function.key, why));
            }
            Asked::Piece(_) => {
                if let Some(look) = self.state.look.as_mut() {
                    look.failed = Some(why);
                }
            }
            Asked::Path | Asked::HashBeside | Asked::BitsBeside => self.state.stage = Stage::Missing(Missing::Failed(why)),
            Asked::Nothing => {}
        }
    }
}
