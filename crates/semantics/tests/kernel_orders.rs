//! Modules by chance whose threads meet: barriers, warps, atomics, branches on which threads part. No two threads touch the same word between two
//! barriers but by atomics that commute, so every order of threads leaves the same. With pieces left out, doubled or changed, a run may stop
//! or leave something else; it still comes to an end.

use crate::judge::{announce, exhaustive};
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver, Order};
use semantics::number::{Random, U32};
use std::collections::BTreeMap;

/// Lines that a thread may run.
const LIMIT: u64 = 4_000;
/// What stands where it may stop a run.
const LOOSE: [&str; 8] = [
    "activemask.b32 %i;",
    "elect.sync %i|%p1, -1;",
    "exit;",
    "bar.warp.sync %v0;",
    "bar.sync 2, 32;",
    "bar.arrive 2, 64;",
    "redux.sync.add.u32 %v1, %v0, %v2;",
    "vote.sync.ballot.b32 %v3, %p2, 255;",
];
/// How runs end that are spoiled: at their end, where threads cannot go on, and with an address or a line too many.
const ENDS: [&str; 8] = ["end", "deadlock", "mask", "barrier", "divergent-barrier", "inactive-lane", "wild-address", "limit"];
/// Registers that hold what a thread computes.
const VALUES: u64 = 6;

/// A module that is being written.
struct Writer {
    random: Random,
    threads: u64,
    pieces: Vec<String>,
    labels: usize,
}

impl Writer {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len() as u64) as usize]
    }

    /// A register of those that hold values.
    fn value(&mut self) -> String {
        format!("%v{}", self.random.below(VALUES))
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}", self.labels)
    }

    /// What one thread does for itself.
    fn own(&mut self) -> String {
        let [d, a, b] = [(); 3].map(|()| self.value());
        let number = self.random.below(1 << 16);
        match self.random.below(6) {
            0 => format!("add.u32 {d}, {a}, {b};"),
            1 => format!("mad.lo.u32 {d}, {a}, {number}, {b};"),
            2 => format!("xor.b32 {d}, {a}, {b};"),
            3 => format!("shf.l.wrap.b32 {d}, {a}, {b}, {};", number % 32),
            4 => format!("setp.lt.u32 %p2, {a}, {b}; selp.b32 {d}, {number}, {a}, %p2;"),
            _ => format!("add.u32 {d}, {a}, %t;"),
        }
    }

    /// A barrier of the whole block, by its number or with a count of its threads.
    fn barrier(&mut self) -> String {
        let (number, threads) = (self.random.below(16), self.threads);
        match self.random.below(4) {
            0 => format!("bar.sync {number}, {threads};"),
            1 => format!("barrier.sync {number};"),
            2 => format!("barrier.cta.sync.aligned {number};"),
            _ => format!("bar.sync {number};"),
        }
    }

    /// What a block does together; each ends with a barrier, so that the next one finds its memory free.
    fn of_block(&mut self) -> String {
        let [d, a, b] = [(); 3].map(|()| self.value());
        let (threads, number, one, other) = (self.threads, self.random.below(1 << 10), self.barrier(), self.barrier());
        let store = format!("st.shared.b32 [%s], {a};");
        let load = format!("add.u32 %i, %t, {number}; rem.u32 %i, %i, {threads}; mad.lo.u32 %i, %i, 4, %base; ld.shared.b32 {d}, [%i];");
        match self.random.below(5) {
            0 => format!("{store} {one} {load} {other}"),
            1 => {
                let way = self.pick(&["popc.u32", "and.pred", "or.pred"]);
                let result = if way == "popc.u32" { d.clone() } else { "%p3".to_owned() };
                format!("setp.gt.u32 %p2, {a}, {b}; bar.red.{way} {result}, {}, %p2; @%p3 add.u32 {d}, {d}, 1;", number % 16)
            }
            // Threads join numbers in memory, and all read them.
            2 | 3 => {
                let way = self.pick(&["add.u32", "min.u32", "max.s32", "and.b32", "or.b32", "xor.b32", "add.u64"]);
                let word = 8 * self.random.below(8);
                let (wide, operand) = if way == "add.u64" { (format!("cvt.u64.u32 %w, {a};"), "%w") } else { (String::new(), a.as_str()) };
                let (space, base) = self.pick(&[("shared", "%counts"), ("global", "%totals")]);
                let held = if self.random.flip() {
                    format!("red.{space}.{way} ")
                } else {
                    format!("atom.{space}.{way} %{}, ", if operand == "%w" { "w2" } else { "i" })
                };
                format!("{wide} {held}[{base}+{word}], {operand}; {one} ld.{space}.b32 {d}, [{base}+{word}]; {other}")
            }
            // One warp writes, arrives and goes on, the others wait for it.
            _ if threads > 32 => {
                let (from, to) = (self.label(), self.label());
                let number = 1 + number % 15;
                format!(
                    "setp.lt.u32 %p2, %t, 32; @%p2 bra {from}; bar.sync {number}, {threads}; and.b32 %i, %t, 31; mad.lo.u32 %i, %i, 4, %base; \
                     ld.shared.b32 {d}, [%i]; bra {to}; {from}: {store} bar.arrive {number}, {threads}; {to}: bar.sync 0;"
                )
            }
            _ => format!("{one} {other}"),
        }
    }

    /// What the lanes of a mask do together.
    fn of_warp(&mut self, mask: u64) -> String {
        let [d, a, b] = [(); 3].map(|()| self.value());
        let number = self.random.below(32);
        // Where not all lanes are there, each reads one that is.
        let (way, lane) =
            if mask == 0xffff_ffff { (self.pick(&["up", "down", "bfly", "idx"]), number) } else { ("idx", mask.trailing_zeros().into()) };
        let bound = if way == "up" { 0 } else { 31 } | self.pick(&[0, 16, 24, 28]) << 8;
        let bound = if mask == 0xffff_ffff { bound } else { 31 };
        match self.random.below(6) {
            0 => format!("shfl.sync.{way}.b32 {d}|%p3, {a}, {lane}, {bound}, {mask}; @%p3 add.u32 {d}, {d}, 1;"),
            1 => format!("setp.gt.u32 %p2, {a}, {b}; vote.sync.ballot.b32 {d}, %p2, {mask};"),
            2 => format!(
                "setp.gt.u32 %p2, {a}, {b}; vote.sync.{}.pred %p3, %p2, {mask}; @%p3 xor.b32 {d}, {d}, 5;",
                self.pick(&["all", "any", "uni"])
            ),
            3 => format!("and.b32 %i, {a}, 3; match.any.sync.b32 {d}, %i, {mask};"),
            4 => format!("and.b32 %i, {a}, 1; match.all.sync.b32 {d}|%p3, %i, {mask}; @%p3 add.u32 {d}, {d}, 7;"),
            _ => {
                let way = self.pick(&["add.u32", "min.s32", "max.u32", "xor.b32", "and.b32"]);
                format!("redux.sync.{way} {d}, {a}, {mask}; bar.warp.sync {mask};")
            }
        }
    }

    /// A statement, in how many others it stands.
    fn statement(&mut self, depth: u32) {
        let most = if depth < 2 { 10 } else { 7 };
        let piece = match self.random.below(most) {
            0..3 => self.own(),
            3..5 => self.of_block(),
            5..7 => self.of_warp(0xffff_ffff),
            // Lanes below a number part from the others.
            7 => {
                let (count, other, end) = (1 + self.random.below(31), self.label(), self.label());
                self.pieces.push(format!("and.b32 %i, %t, 31; setp.ge.u32 %p1, %i, {count}; @%p1 bra {other};"));
                for mask in [(1u64 << count) - 1, 0xffff_ffff & !((1u64 << count) - 1)] {
                    for _ in 0..1 + self.random.below(3) {
                        let piece = if self.random.flip() { self.own() } else { self.of_warp(mask) };
                        self.pieces.push(piece);
                    }
                    self.pieces.push(if mask & 1 == 1 { format!("bra {end}; {other}:") } else { format!("{end}:") });
                }
                return;
            }
            // Each thread turns as often as its number says.
            8 => {
                let (begin, own, count) = (self.label(), self.own(), 1 + self.random.below(7));
                format!("and.b32 %i, %t, {count}; {begin}: {own} sub.s32 %i, %i, 1; setp.ge.s32 %p2, %i, 0; @%p2 bra {begin};")
            }
            // All turn as often.
            _ => {
                let (begin, count) = (self.label(), 1 + self.random.below(3));
                self.pieces.push(format!("mov.u32 %n{depth}, {count}; {begin}:"));
                for _ in 0..1 + self.random.below(3) {
                    self.statement(depth + 1);
                }
                format!("sub.u32 %n{depth}, %n{depth}, 1; setp.ne.u32 %p1, %n{depth}, 0; @%p1 bra {begin};")
            }
        };
        self.pieces.push(piece);
    }

    /// The text of the module.
    fn text(&self) -> String {
        let mut text = String::from(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u64 q) {\n.reg .b32 %v<6>; .reg .b32 %i, %t, %s, %base, %counts, %n<3>; \
             .reg .b64 %w, %w2, %at, %totals; .reg .pred %p<4>; .shared .b32 s[128]; .shared .b64 c[8];\n\
             ld.param.u64 %at, [p]; ld.param.u64 %totals, [q]; mov.u32 %t, %tid.x; mul.wide.u32 %w, %t, 4; add.u64 %at, %at, %w; mov.u32 %base, s; mov.u32 %counts, c;\n\
             mad.lo.u32 %s, %t, 4, %base; ld.global.b32 %v0, [%at]; mul.lo.u32 %v1, %v0, 2654435761; mov.u32 %v2, %t; mov.u32 %v3, 3; mov.u32 %v4, 0; mov.u32 %v5, 5; setp.ne.u32 %p3, 0, 0;\n",
        );
        for piece in &self.pieces {
            text.push_str(piece);
            text.push('\n');
        }
        text.push_str("xor.b32 %v0, %v0, %v1; mad.lo.u32 %v0, %v0, 31, %v2; mad.lo.u32 %v0, %v0, 31, %v3; xor.b32 %v4, %v4, %v5; mad.lo.u32 %v0, %v0, 31, %v4;\n");
        text.push_str("st.global.b32 [%at], %v0; ret;\n}\n");
        text
    }

    /// Leaves pieces out, doubles them, lets some threads alone run one, puts others between them, and changes numbers.
    fn spoil(&mut self) {
        for _ in 0..1 + self.random.below(4) {
            let at = self.random.below(self.pieces.len().max(1) as u64) as usize;
            if self.pieces.is_empty() {
                return;
            }
            match self.random.below(6) {
                0 => drop(self.pieces.remove(at)),
                1 => self.pieces.insert(at, self.pieces[at].clone()),
                2 => {
                    let first = self.pieces[at].clone();
                    let guard = format!("setp.lt.u32 %p0, %t, {}; @%p0 {first}", self.random.below(70));
                    self.pieces[at] = if first.starts_with('@') { first } else { guard };
                }
                3 => {
                    let guard = self.pick(&["", "@%p2 ", "@!%p2 "]);
                    let line = self.pick(&LOOSE);
                    self.pieces.insert(at, [guard, line].concat());
                }
                4 => {
                    let other = self.random.below(self.pieces.len() as u64) as usize;
                    self.pieces.swap(at, other);
                }
                _ => {
                    let digits: Vec<usize> =
                        self.pieces[at].match_indices(|letter: char| letter.is_ascii_digit()).map(|(at, _)| at).collect();
                    if let Some(place) = digits.get(self.random.below(digits.len().max(1) as u64) as usize) {
                        let digit = self.random.below(10).to_string();
                        self.pieces[at].replace_range(*place..*place + 1, &digit);
                    }
                }
            }
        }
    }
}

/// A module of a number, and its threads.
fn made(number: u64, spoiled: bool) -> (String, u64) {
    let mut random = Random::stream(number, 44);
    let threads = 32 * (1 + random.below(3));
    let mut writer = Writer { random, threads, pieces: Vec::new(), labels: 0 };
    for _ in 0..2 + writer.random.below(8) {
        writer.statement(0);
    }
    if spoiled {
        writer.spoil();
        let threads = if writer.random.flip() { threads } else { 1 + writer.random.below(96) };
        return (writer.text(), threads);
    }
    (writer.text(), threads)
}

/// What a run leaves, or why it stops: a name and a sentence.
fn run(module: &Module, threads: u64, order: Order, kept: Option<usize>) -> Result<Vec<u64>, (&'static str, String)> {
    let given: Vec<u64> = (0..96).map(|at| ((at * 0x9e37_79b9) >> 7) & 0xffff_ffff).collect();
    let arguments = vec![Argument::List(U32, given), Argument::List(U32, vec![0; 16])];
    let launched = Launched { arguments, threads: [threads as u32, 1, 1], limit: LIMIT, order, ..Launched::default() };
    let mut all = launched.begin(module).map_err(|said| ("begin", said))?;
    let stop = match kept {
        Some(lines) => all.run(&mut RunRecorder::new(module, lines)),
        None => all.run(&mut NoObserver),
    };
    assert!(all.lines() <= LIMIT * threads);
    match stop {
        Some(stop) => Err((stop.code, stop.message)),
        None => Ok(all.buffers.iter().flat_map(|buffer| buffer.numbers(&all.machine.memory)).map(|number| number.bits).collect()),
    }
}

#[test]
fn every_order_of_threads_gives_the_same() {
    let count = if exhaustive() { 10_000_000 } else { 2_000 };
    let mut ends = BTreeMap::<&str, u64>::new();
    for number in 0..count {
        let (text, threads) = made(number, false);
        let module = Module::read(&text, &Context::default());
        assert!(module.diagnostics.is_empty(), "{number}: {:?}\n{text}", module.diagnostics);
        let first = run(&module, threads, Order::Number, None);
        assert!(first.is_ok(), "{number}: {first:?}\n{text}");
        for order in [Order::Reversed, Order::Seed(number)] {
            assert_eq!(run(&module, threads, order, (number % 4 == 0).then_some(300)), first, "{number} {order:?}\n{text}");
        }
        // A module that is spoiled may be anything.
        let (text, threads) = made(number, true);
        let module = Module::read(&text, &Context::default());
        let order = [Order::Number, Order::Reversed, Order::Seed(number)][number as usize % 3];
        let end = run(&module, threads, order, (number % 5 == 0).then_some(100)).map_or_else(|(code, _)| code, |_| "end");
        *ends.entry(if module.diagnostics.is_empty() { end } else { "refused" }).or_default() += 1;
        if number % 100_000 == 99_999 {
            announce(&format!("{} modules, and as many that are spoiled: {ends:?}", number + 1));
        }
    }
    assert!(ends.keys().all(|end| ENDS.contains(end) || *end == "refused"), "{ends:?}");
    assert!(ENDS.iter().all(|end| ends.contains_key(end)), "{ends:?}");
}
