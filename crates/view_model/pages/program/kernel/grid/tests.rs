//! Grids of small runs: what is said of each thread, against what its block does.

use super::*;
use crate::pages::program::kernel::asked::Picture;
use crate::pages::program::kernel::done::tests::{keeping, ran};
use crate::pages::program::kernel::examples::EXAMPLES;
use std::sync::Arc;

fn example(title: &str, thread: u32) -> Done {
    let listing = EXAMPLES.iter().find(|one| one.title == title).unwrap().listing();
    Done::new(ran(&listing.text, &listing.kernel), thread)
}

/// A kernel of one pointer with these lines, of which the first is line 6.
fn kernel(lines: &str) -> String {
    format!(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{{\n{lines}\n}}")
}

/// The row of an instruction, the only one with these words.
fn row(done: &Done, words: &str) -> usize {
    (0..done.read.places.count()).find(|row| done.read.line(*row).contains(words)).unwrap()
}

#[test]
fn each_round_of_a_block_has_half_of_the_threads() {
    let done = example("CUDA C++: the sum of a block", 0);
    let add = row(&done, "add.f32");
    let executions = done.executions(add).to_vec();
    assert_eq!(executions.len(), 4);
    for (round, at) in executions.iter().enumerate() {
        let grid = done.grid(add, *at as usize + 1, "").unwrap();
        let ran = grid.cells.iter().filter(|cell| cell.part.is_some()).count();
        assert_eq!(ran, 8 >> round, "{}", grid.said());
        // All are in the same round: what thread k adds there is the sum of the numbers that lie below it in the tree.
        assert_eq!(
            grid.said(),
            format!(
                "Line 9 after barrier {}: {} ran it, {} threads did not reach it.",
                round + 1,
                if ran == 1 { "1 thread".to_owned() } else { format!("{ran} threads") },
                16 - ran
            )
        );
        // Behind the first thread's line nobody waits.
        assert_eq!(grid.cells[0].state, State::Ready);
        assert!(grid.cells[1..].iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
    }
    // Behind a thread's last line of a round, those before it wait.
    let last = Done::new(Arc::clone(&done.ran), 7);
    let at = *last.executions(add).first().unwrap() as usize;
    let grid = last.grid(add, at + 1, "").unwrap();
    let waiting = |cell: &Cell| matches!(cell.state, State::Waits(row) if done.read.number(row) == 10);
    assert!(grid.cells[..7].iter().all(waiting) && grid.cells[7..].iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
    assert_eq!(grid.states(), format!("At step {} of thread 7: 7 wait at line 10, 9 can go on.", at + 1));
    // In the end all have ended, and the last round is shown: the first thread alone adds.
    let grid = done.grid(add, done.steps(), "").unwrap();
    assert_eq!(grid.states(), "After the run: 16 have ended.");
    assert_eq!(grid.cells.iter().filter(|cell| cell.part.is_some()).count(), 1);
}

#[test]
fn the_sums_of_a_round_are_those_that_the_host_adds() {
    let done = example("CUDA C++: the sum of a block", 0);
    let add = row(&done, "add.f32");
    let mut all: Vec<f32> = vec![1000.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66];
    for at in done.executions(add) {
        let half = all.len() / 2;
        all = (0..half).map(|thread| all[thread] + all[thread + half]).collect();
        let grid = done.grid(add, *at as usize + 1, "").unwrap();
        let told: Vec<u64> = grid.cells.iter().filter_map(|cell| cell.value.as_ref()).map(|value| value.bits).collect();
        assert_eq!(told, all.iter().map(|sum| sum.to_bits().into()).collect::<Vec<u64>>());
        assert!(grid.cells[..half].iter().all(|cell| cell.error.is_some()));
        // The same by the name of the register, which the others have, too, if they ran the line.
        let name = grid.cells[0].value.as_ref().unwrap().name.clone();
        let named = done.grid(add, *at as usize + 1, &name).unwrap();
        assert_eq!(
            named.cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>(),
            grid.cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>()
        );
        for (picture, words) in [(Picture::Who, "ran it"), (Picture::Value, "no number"), (Picture::Error, "no error is known")] {
            let [cells, legend] = grid.drawn(picture);
            assert_eq!(cells.matches("role=\"option\"").count(), 16);
            assert_eq!(cells.matches("aria-selected=\"true\"").count(), 1);
            assert!(legend.contains(words), "{legend}");
        }
    }
}

#[test]
fn going_to_a_thread_keeps_the_round() {
    let done = example("CUDA C++: the sum of a block", 0);
    let add = row(&done, "add.f32");
    for (round, at) in done.executions(add).iter().enumerate() {
        let (step, shown) = (*at as usize + 1, done.grid(add, *at as usize + 1, "").unwrap().said());
        for thread in 0..16 {
            let to = done.step_of(thread, add, step).unwrap();
            let other = Done::new(Arc::clone(&done.ran), thread);
            assert_eq!(other.grid(add, to, "").unwrap().said(), shown, "round {round}, thread {thread}");
        }
    }
}

#[test]
fn a_barrier_is_shown_as_the_step_passes_it() {
    let done = example("CUDA C++: the sum of a block", 3);
    for (round, at) in done.executions(row(&done, "bar.sync")).iter().enumerate() {
        let record = done.record(*at as usize).unwrap().1;
        let grid = done.grid(done.read.places.of(record), *at as usize + 1, "").unwrap();
        let after = if round > 0 { format!(" after barrier {round}") } else { String::new() };
        assert!(grid.said().ends_with(&format!("{after}: 16 threads ran it.")), "{}", grid.said());
        // All have met, and nobody waits any more.
        assert!(grid.cells.iter().all(|cell| cell.state == State::Ready), "{}", grid.states());
    }
}

const APART: &str = "\
.reg .b32 r<4>; .reg .pred q<3>; .reg .b64 a; .reg .f32 f<3>;
mov.u32 r1, %tid.x;
setp.lt.u32 q1, r1, 2;
cvt.rn.f32.u32 f1, r1;
@q1 add.f32 f1, f1, 0f3DCCCCCD;
setp.eq.u32 q2, r1, 3;
@q2 exit;
@!q1 bra end;
barrier.sync 1, 64;
end:
ret;";

#[test]
fn guards_ends_and_threads_that_wait_for_ever_are_told() {
    let done = Done::new(ran(&kernel(APART), "threads=4"), 0);
    assert!(done.stop.as_ref().is_some_and(|(stop, _)| stop.code == "deadlock"));
    let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "").unwrap();
    assert_eq!(grid.said(), "Line 10: 2 threads ran it, its guard skipped it in 2 threads.");
    assert_eq!(grid.states(), "After the run: 2 wait at line 14, 2 have ended.");
    assert_eq!(grid.of(&grid.cells[1]), "thread 1: ran the line, f1 = ≈ 1.1, off by +0.188 ulp; waits at line 14");
    assert_eq!(grid.of(&grid.cells[3]), "thread 3: its guard skipped the line; has ended");
    // By its name, the register has a value where the guard kept the line.
    let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "f1").unwrap();
    assert_eq!(grid.of(&grid.cells[3]), "thread 3: its guard skipped the line, f1 = 3.0, off by +0.000 ulp; has ended");
    // Before the first line, nobody has begun; behind it, the others have not.
    assert_eq!(done.grid(row(&done, "@q1 add.f32"), 0, "").unwrap().states(), "At step 0 of thread 0: 4 have not begun.");
    assert_eq!(done.grid(row(&done, "@q1 add.f32"), 1, "").unwrap().states(), "At step 1 of thread 0: 1 can go on, 3 have not begun.");
}

#[test]
fn a_thread_that_stops_the_run_does_not_wait() {
    let text = kernel(
        "\
.reg .b32 r<4>;
mov.u32 r1, %tid.x;
shfl.sync.idx.b32 r2, r1, LANE, 31, MASK;
ret;",
    );
    // The first thread is not in its mask; the last reads a lane that is not there.
    for (lane, mask, stop, states) in
        [("0", "2", ("mask", 0), [State::Stopped, State::New]), ("5", "3", ("inactive-lane", 1), [State::Waits(8), State::Stopped])]
    {
        let done = Done::new(ran(&text.replace("LANE", lane).replace("MASK", mask), "threads=2"), 0);
        assert_eq!(done.stop.as_ref().map(|(stop, thread)| (stop.code, *thread)), Some(stop));
        let grid = done.grid(row(&done, "mov.u32"), done.steps(), "").unwrap();
        let told = grid.cells.iter().map(|cell| match &cell.state {
            State::Waits(line) => State::Waits(done.read.number(*line)),
            other => other.clone(),
        });
        assert_eq!(told.collect::<Vec<_>>(), states);
        assert!(grid.drawn(Picture::Who)[1].contains("stopped the run"));
    }
    // One that waits for ever does, also where no line of another one came behind.
    let done = Done::new(ran(&kernel(APART), "threads=1"), 0);
    let grid = done.grid(row(&done, "@q1 add.f32"), done.steps(), "").unwrap();
    assert_eq!(grid.states(), "After the run: 1 waits at line 14.");
}

#[test]
fn what_is_not_kept_is_not_told_as_what_did_not_happen() {
    let listing = EXAMPLES.iter().find(|one| one.title == "CUDA C++: the sum of a block").unwrap().listing();
    let done = Done::new(keeping(&listing.text, &listing.kernel, 100), 0);
    assert!(done.cut && done.is_whole());
    let grid = done.grid(done.read.places.of(done.record(0).unwrap().1), done.steps(), "").unwrap();
    assert!(grid.said().ends_with(" did not reach it in the lines that are kept."), "{}", grid.said());
    assert!(grid.states().starts_with("After the last line that is kept: "), "{}", grid.states());
    let absent = grid.cells.iter().find(|cell| cell.part.is_none()).unwrap();
    assert!(grid.of(absent).contains(": did not reach the line in the lines that are kept; did more than is kept"));
    assert!(grid.drawn(Picture::Who)[1].contains("did not reach it in the lines that are kept"));
    assert!(done.shared_title(&done.variables[0], done.steps()).ends_with(", after the last line that is kept"));
}

#[test]
fn an_error_stands_beside_its_own_number_alone() {
    // Of an atomic that is what it leaves in memory, and not what its register gets.
    let text = kernel(
        "\
.reg .b32 r; .reg .b64 a; .reg .f32 f<3>;
ld.param.u64 a, [p];
mov.u32 r, %tid.x;
cvt.rn.f32.u32 f1, r;
add.f32 f1, f1, 0f3DCCCCCD;
atom.global.add.f32 f2, [a], f1;
ret;",
    );
    let done = Done::new(ran(&text, "0=f32[1]\nthreads=3"), 2);
    let atom = row(&done, "atom.global");
    let told = |register: &str| {
        let grid = done.grid(atom, done.steps(), register).unwrap();
        grid.cells.into_iter().map(|cell| (cell.value.unwrap(), cell.error)).collect::<Vec<_>>()
    };
    let sums = [0.1f32, 0.1 + 1.1, 0.1 + 1.1 + 2.1].map(|sum| u64::from(sum.to_bits()));
    let (new, old) = (told(""), told("f2"));
    assert_eq!(new.iter().map(|(value, _)| value.bits).collect::<Vec<_>>(), sums);
    assert!(new.iter().all(|(value, error)| value.name == "p[0]" && value.own.format.name == "F32" && error.is_some()), "{new:?}");
    assert_eq!(old.iter().map(|(value, _)| value.bits).collect::<Vec<_>>(), [0, sums[0], sums[1]]);
    assert!(old.iter().all(|(value, error)| value.name == "f2" && error.is_none()), "{old:?}");
    let step = done.step(done.executions(atom)[0] as usize).unwrap();
    assert_eq!(step.wrote().iter().map(|value| value.bits).collect::<Vec<_>>(), [sums[2], sums[1]]);
    // Of a matrix that is the first element.
    let text = kernel(
        "\
.reg .b32 a<4>, b<2>; .reg .f32 c<4>, d<4>;
mov.b32 a0, 0x2e662e66;
mov.f32 c0, 0f3F800000;
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a0, a0, a0, a0}, {a0, a0}, {c0, c0, c0, c0};
ret;",
    );
    let done = Done::new(ran(&text, "threads=32"), 0);
    let known = |register: &str| {
        let grid = done.grid(row(&done, "mma.sync"), done.steps(), register).unwrap();
        grid.cells.iter().map(|cell| (cell.value.is_some(), cell.error.is_some())).collect::<Vec<_>>()
    };
    assert_eq!((known("d0"), known("d1")), (vec![(true, true); 32], vec![(true, false); 32]));
}
