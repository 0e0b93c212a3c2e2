//! Threads that meet: barriers, warps and what they exchange, each against a second reading of the manual or a count by hand.

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver, Stop};
use semantics::shadow::beside;

/// A kernel of one buffer of words: `%t` is the thread, `%a` its place in the buffer.
fn kernel(target: &str, body: &str) -> String {
    format!(
        ".version 8.8\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 p) {{\n.reg .b32 %r<20>; .reg .b64 %q<9>; .reg .pred %p<9>; \
         .reg .f32 %f<9>; .reg .b64 %a; .reg .u32 %t; .shared .b32 s[64];\nld.param.u64 %q1, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %a, %t, 4, %q1; \
         ld.global.b32 %r1, [%a];\n{body}\nret;\n}}\n"
    )
}

/// What the buffer holds after a run, or why it stopped: the name, and the sentence.
fn run(text: &str, threads: u32, given: &[u64]) -> Result<Vec<u64>, Stop> {
    let module = Module::read(text, &Context::default());
    let errors: Vec<&str> = module.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let arguments = vec![Argument::List(semantics::number::U32, given.to_vec())];
    let entry = module.functions.iter().position(|function| function.name == "k").unwrap();
    let launched = Launched { entry, arguments, threads: [threads, 1, 1], limit: 10_000, ..Launched::default() };
    let mut all = launched.begin(&module).unwrap();
    match all.run(&mut NoObserver) {
        Some(stop) => Err(stop),
        None => Ok(all.buffers[0].numbers(&all.machine.memory).iter().map(|number| number.bits).collect()),
    }
}

fn stopped(text: &str, threads: u32) -> (&'static str, String) {
    let stop = run(text, threads, &[0; 64]).expect_err(text);
    (stop.code, stop.message)
}

#[test]
fn a_barrier_lets_each_see_what_the_others_wrote() {
    let text = kernel(
        "sm_90",
        "mov.u32 %r2, s; shl.b32 %r3, %t, 2; add.u32 %r4, %r2, %r3; st.shared.b32 [%r4], %r1; bar.sync 0; \
         sub.u32 %r5, 47, %t; shl.b32 %r5, %r5, 2; add.u32 %r5, %r2, %r5; ld.shared.b32 %r6, [%r5]; st.global.b32 [%a], %r6;",
    );
    let given: Vec<u64> = (100..148).collect();
    assert_eq!(run(&text, 48, &given).unwrap(), given.iter().rev().copied().collect::<Vec<_>>());
}

/// Half of the block arrives and goes on, the other half waits for it; a warp counts as a whole.
#[test]
fn a_barrier_counts_on_some_threads() {
    let text = kernel(
        "sm_90",
        "setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 3, 64; ld.shared.b32 %r2, [s]; st.global.b32 [%a], %r2; ret; \
         A: setp.eq.u32 %p2, %t, 31; @%p2 st.shared.b32 [s], 7; bar.arrive 3, 64; st.global.b32 [%a], 1;",
    );
    let wanted: Vec<u64> = (0..64).map(|thread| if thread < 32 { 1 } else { 7 }).collect();
    assert_eq!(run(&text, 64, &[0; 64]).unwrap(), wanted);
    // The second warp has 8 threads.
    assert_eq!(run(&text, 40, &[0; 64]).unwrap()[..40], wanted[..40]);
}

#[test]
fn a_barrier_joins_predicates() {
    let text = kernel(
        "sm_90",
        "setp.gt.u32 %p1, %r1, 5; bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 1, !%p1; \
         selp.b32 %r3, 100, 0, %p2; selp.b32 %r4, 1000, 0, %p3; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4; st.global.b32 [%a], %r2;",
    );
    let given: Vec<u64> = (0..40).map(|at| at % 10).collect();
    assert_eq!(run(&text, 40, &given).unwrap(), [1016; 40]);
    assert_eq!(run(&text, 40, &[9; 40]).unwrap(), [140; 40]);
}

/// The rules of 9.7.9.6, with signed numbers and loops over lanes instead of masks.
fn source(mode: &str, lane: i64, b: i64, c: i64) -> (i64, bool) {
    let (b, bound, segment) = (b & 31, c & 31, c >> 8 & 31);
    let bits = |yes: i64, no: i64| (0..5).map(|bit| if segment >> bit & 1 == 1 { yes & 1 << bit } else { no & 1 << bit }).sum::<i64>();
    let most = bits(lane, bound);
    let (from, is_in) = match mode {
        "up" => (lane - b, lane - b >= most),
        "down" => (lane + b, lane + b <= most),
        "bfly" => (lane ^ b, (lane ^ b) <= most),
        _ => (bits(lane, b), bits(lane, b) <= most),
    };
    (if is_in { from } else { lane }, is_in)
}

#[test]
fn a_shuffle_takes_from_the_lane_that_the_manual_says() {
    let given: Vec<u64> = (0..32).map(|lane| 1000 + lane * 7).collect();
    for mode in ["up", "down", "bfly", "idx"] {
        for b in [0, 1, 3, 7, 16, 31, 33] {
            for c in [0, 31, 0x1f00, 0x1800, 0x1c1f, 0x101f, 0x181f, 0x1003] {
                let text = kernel(
                    "sm_90",
                    &format!(
                        "shfl.sync.{mode}.b32 %r2|%p1, %r1, {b}, {c}, -1; selp.b32 %r3, 0x10000, 0, %p1; add.u32 %r2, %r2, %r3; st.global.b32 [%a], %r2;"
                    ),
                );
                let wanted: Vec<u64> = (0..32)
                    .map(|lane| {
                        let (from, is_in) = source(mode, lane, b, c);
                        given[from as usize] + if is_in { 0x10000 } else { 0 }
                    })
                    .collect();
                assert_eq!(run(&text, 32, &given).unwrap(), wanted, "{mode} {b} {c}");
            }
        }
    }
}

#[test]
fn a_warp_votes_matches_and_joins() {
    let given: Vec<u64> = (0..32).map(|lane| lane * 5 % 7).collect();
    let all = |body: &str| run(&kernel("sm_100a", &format!("{body} st.global.b32 [%a], %r2;")), 32, &given).unwrap();
    let every = |bits: u64| vec![bits; 32];
    let mask = |is: &dyn Fn(u64) -> bool| given.iter().rev().fold(0, |mask, bits| mask << 1 | u64::from(is(*bits)));
    assert_eq!(all("setp.gt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r2, %p1, -1;"), every(mask(&|bits| bits > 3)));
    assert_eq!(all("setp.gt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r2, !%p1, -1;"), every(mask(&|bits| bits <= 3)));
    for (vote, wanted) in [("all", 0), ("any", 1), ("uni", 0)] {
        assert_eq!(all(&format!("setp.gt.u32 %p1, %r1, 3; vote.sync.{vote}.pred %p2, %p1, -1; selp.b32 %r2, 1, 0, %p2;")), every(wanted));
        assert_eq!(
            all(&format!("setp.gt.u32 %p1, %r1, 9; vote.sync.{vote}.pred %p2, !%p1, -1; selp.b32 %r2, 1, 0, %p2;")),
            every(1),
            "{vote}"
        );
        let none = all(&format!("setp.gt.u32 %p1, %r1, 9; vote.sync.{vote}.pred %p2, %p1, -1; selp.b32 %r2, 1, 0, %p2;"));
        assert_eq!(none, every(u64::from(vote == "uni")), "{vote}");
    }
    let same: Vec<u64> = given.iter().map(|own| mask(&|bits| bits == *own)).collect();
    assert_eq!(all("match.any.sync.b32 %r2, %r1, -1;"), same);
    assert_eq!(all("match.all.sync.b32 %r2|%p1, %r1, -1; @%p1 mov.u32 %r2, 5;"), every(0));
    assert_eq!(all("match.all.sync.b64 %r2|%p1, 77, -1; @!%p1 mov.u32 %r2, 5;"), every(0xffff_ffff));
    assert_eq!(all("redux.sync.add.u32 %r2, %r1, -1;"), every(given.iter().sum()));
    // Numbers from −3 to 3: without their signs −3 would be the largest, and −1 the largest number of all.
    assert_eq!(all("sub.s32 %r1, %r1, 3; redux.sync.max.s32 %r2, %r1, -1;"), every(3));
    assert_eq!(all("sub.s32 %r1, %r1, 3; redux.sync.min.s32 %r2, %r1, -1;"), every(0xffff_fffd));
    assert_eq!(all("redux.sync.xor.b32 %r2, %r1, -1;"), every(given.iter().fold(0, |all, bits| all ^ bits)));
    let one: Vec<u64> = (0..32).map(|lane| u64::from(lane != 0) * 100).collect();
    assert_eq!(all("elect.sync %r2|%p1, -1; @!%p1 add.u32 %r2, %r2, 100;"), one);
}

#[test]
fn a_warp_joins_singles() {
    let float = |number: f32| u64::from(number.to_bits());
    let all = |words: &str, given: &[u64]| {
        run(&kernel("sm_100a", &format!("redux.sync.{words}.f32 %r2, %r1, -1; st.global.b32 [%a], %r2;")), 32, given).unwrap()[0]
    };
    let mut given: Vec<u64> = (0..32u8).map(|lane| float(f32::from(lane) - 20.0)).collect();
    assert_eq!(all("min", &given), float(-20.0));
    assert_eq!(all("max.abs", &given), float(20.0));
    given[5] = 0xffc0_1234;
    assert_eq!(all("max", &given), float(11.0));
    assert_eq!(all("max.NaN", &given), 0x7fff_ffff);
    assert_eq!(all("min", &[0x7f80_0001; 32]), 0x7fff_ffff);
    given.iter_mut().enumerate().for_each(|(at, bits)| *bits = if at % 3 == 0 { float(-0.0) } else { 0 });
    assert_eq!((all("min", &given), all("max", &given)), (float(-0.0), 0));
}

/// Those that have gone another way are not waited for, and a thread that has ended is not.
#[test]
fn parts_of_a_warp_meet() {
    let text = kernel(
        "sm_90",
        "setp.ge.u32 %p1, %t, 20; @%p1 exit; setp.lt.u32 %p2, %t, 8; @%p2 bra A; redux.sync.add.u32 %r2, %t, 0xffffff00; bra B; \
         A: activemask.b32 %r2; bar.warp.sync 0xff; B: st.global.b32 [%a], %r2; bar.sync 0;",
    );
    let wanted: Vec<u64> = (0..32)
        .map(|thread| {
            if thread >= 20 {
                0
            } else if thread < 8 {
                0xff
            } else {
                (8..20).sum()
            }
        })
        .collect();
    assert_eq!(run(&text, 32, &[0; 32]).unwrap(), wanted);
    let loops = "mov.u32 %r2, 0; mov.u32 %r3, 0; L: activemask.b32 %r4; popc.b32 %r4, %r4; add.u32 %r2, %r2, %r4; add.u32 %r3, %r3, 1; \
                 setp.le.u32 %p1, %r3, %t; @%p1 bra L; st.global.b32 [%a], %r2;";
    let wanted: Vec<u64> = (0..8).map(|thread: u64| (0..=thread).map(|turn| 8 - turn).sum()).collect();
    assert_eq!(run(&kernel("sm_90", loops), 8, &[0; 8]).unwrap(), wanted);
    // What stands without .sync is run by those that reach it together.
    let former = kernel(
        "sm_60",
        "setp.lt.u32 %p1, %t, 3; @%p1 bra E; shfl.down.b32 %r2, %t, 1, 31; setp.lt.u32 %p2, %t, 7; @%p2 st.global.b32 [%a], %r2; E:",
    );
    assert_eq!(run(&former.replace("8.8", "6.0"), 8, &[0; 8]).map_err(|stop| stop.code), Err("inactive-lane"));
    let former = former.replace("%t, 1, 31", "%t, 1, 0x1807");
    assert_eq!(run(&former.replace("8.8", "6.0"), 8, &[0; 8]).unwrap(), [0, 0, 0, 4, 5, 6, 7, 0]);
}

#[test]
fn a_meeting_that_somebody_never_reaches_names_who_waits_where() {
    let cases = [
        (
            "setp.lt.u32 %p1, %t, 16; @%p1 bar.sync 0, 64;",
            32,
            "deadlock",
            "No thread of the block can go on: threads 0 to 15 wait at line 7 (@%p1 bar.sync 0, 64); threads 16 to 31 ended.",
        ),
        (
            "setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1; ret;\nA: bar.sync 2;",
            64,
            "deadlock",
            "No thread of the block can go on: threads 0 to 31 wait at line 8 (bar.sync 2); threads 32 to 63 wait at line 7 (bar.sync 1).",
        ),
        (
            "setp.eq.u32 %p1, %t, 3; @%p1 bra A; bar.warp.sync -1; ret;\nA: bar.warp.sync 0xfffffff0; ",
            32,
            "mask",
            "Thread 3 is not in the mask 0xfffffff0 of those that take part, and what happens then is not defined.",
        ),
        (
            "setp.eq.u32 %p1, %t, 3; @%p1 bra A; vote.sync.any.pred %p2, %p1, -1; bra B; A: bar.warp.sync -1; B:",
            32,
            "deadlock",
            "No thread of the block can go on: threads 0 to 2, 4 to 31 wait at line 7 (vote.sync.any.pred %p2, %p1, -1); thread 3 waits at line 7 (bar.warp.sync -1).",
        ),
        (
            "shfl.sync.down.b32 %r2, %r1, 8, 31, -1;",
            16,
            "inactive-lane",
            "Thread 8 reads lane 16, which does not take part, and what happens then is not defined.",
        ),
        (
            "setp.lt.u32 %p1, %t, 5; @%p1 bra A; bar.sync 0; ret;\nA: bar.sync 0;",
            32,
            "divergent-barrier",
            "Threads 0 and 5 are of one warp, but thread 0 waits at barrier 0 at another line, line 8, and what happens then is not defined.",
        ),
        ("bar.sync %t;", 32, "barrier", "There is no barrier 16: barriers have the numbers 0 to 15."),
        (
            "setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 0, 96; @!%p1 bar.sync 0;",
            64,
            "barrier",
            "Barrier 0 expects another number of threads here than at line 7, and what happens then is not defined.",
        ),
    ];
    for (body, threads, code, sentence) in cases {
        assert_eq!(stopped(&kernel("sm_90", body), threads), (code, sentence.to_owned()), "{body}");
    }
    // bar is barrier.aligned, and one of them is enough, whoever comes first.
    for [first, second] in [["barrier", "bar"], ["bar", "barrier"]] {
        let mixed = format!("setp.lt.u32 %p1, %t, 5; @%p1 bra A; {first}.sync 0; ret;\nA: {second}.sync 0;");
        assert_eq!(stopped(&kernel("sm_90", &mixed), 32).0, "divergent-barrier", "{mixed}");
    }
    // Without .aligned the threads of a warp may stand at different lines.
    let apart = kernel("sm_90", "setp.lt.u32 %p1, %t, 5; @%p1 bra A; barrier.sync 0; ret;\nA: barrier.sync 0;");
    assert_eq!(run(&apart, 32, &[0; 32]), Ok(vec![0; 32]));
}

/// Threads of a warp meet at the same instruction, also in two functions; one of other bits is another.
#[test]
fn a_meeting_is_of_one_instruction() {
    let body =
        "setp.lt.u32 %p1, %t, 9; @%p1 bra A; redux.sync.add.u32 %r2, %t, -1; bra B; A: call (%r2), f, (%t); B: st.global.b32 [%a], %r2;";
    let text = kernel("sm_90", body);
    let function = ".func (.reg .b32 %o) f(.reg .b32 %i) { .reg .b32 %x; mov.u32 %x, 1; add.u32 %x, %x, 1; mul.lo.u32 %x, %x, %x; \
                    redux.sync.add.u32 %o, %i, -1; ret; }\n.visible .entry";
    assert_eq!(run(&text.replacen(".visible .entry", function, 1), 32, &[0; 32]).unwrap(), vec![496; 32]);
    let widths = "setp.lt.u32 %p1, %t, 9; @%p1 bra A; match.any.sync.b32 %r2, %r1, -1; bra B;\nA: match.any.sync.b64 %r2, 3, -1; B:";
    assert_eq!(stopped(&kernel("sm_90", widths), 32).0, "deadlock");
}

/// `s[3]` is an element of the variable of that name, also where another begins at the same place.
#[test]
fn an_element_has_the_size_of_its_own_variable() {
    let text = kernel("sm_90", "mov.u32 %r2, dz[1]; mov.u32 %r3, dx[1]; sub.u32 %r2, %r2, %r3; st.global.b32 [%a], %r2;").replacen(
        ".visible",
        ".extern .shared .b32 dx[]; .extern .shared .b64 dz[];\n.visible",
        1,
    );
    assert_eq!(run(&text, 1, &[0]).unwrap(), [4]);
}

/// The result of a sum over a warp and over shared memory, and what it would be without rounding.
#[test]
fn the_exact_companion_goes_from_thread_to_thread() {
    let body = |sum: &str| format!("mov.b32 %f1, %r1; {sum} setp.eq.u32 %p1, %t, 0; @%p1 st.global.f32 [%a], %f1;",);
    let shuffled = "mov.u32 %r9, 16; L: mov.b32 %r5, %f1; shfl.sync.bfly.b32 %r6, %r5, %r9, 31, -1; mov.b32 %f2, %r6; add.f32 %f1, %f1, %f2; \
                    shr.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra L;";
    let shared = "mov.u32 %r2, s; shl.b32 %r3, %t, 2; add.u32 %r4, %r2, %r3; st.shared.f32 [%r4], %f1; bar.sync 0; mov.u32 %r9, 16; \
                  L: setp.lt.u32 %p3, %t, %r9; shl.b32 %r7, %r9, 2; add.u32 %r7, %r4, %r7; @%p3 ld.shared.f32 %f1, [%r4]; @%p3 ld.shared.f32 %f2, [%r7]; \
                  @%p3 add.f32 %f1, %f1, %f2; @%p3 st.shared.f32 [%r4], %f1; bar.sync 0; shr.u32 %r9, %r9, 1; setp.ne.u32 %p2, %r9, 0; @%p2 bra L;";
    // 2^24 and 31 ones: each one is lost beside the large number unless ones are added first.
    let given: Vec<u64> = (0..32).map(|at| if at == 0 { 0x4b80_0000 } else { 0x3f80_0000 }).collect();
    for sum in [shuffled, shared] {
        let text = kernel("sm_90", &body(sum));
        let module = Module::read(&text, &Context::default());
        let arguments = vec![Argument::List(semantics::number::U32, given.clone())];
        let launched = Launched { entry: 0, arguments, threads: [32, 1, 1], limit: 10_000, ..Launched::default() };
        let mut all = launched.begin(&module).unwrap();
        let mut keeper = RunRecorder::new(&module, 100_000);
        assert_eq!(all.run(&mut keeper), None);
        let result = all.buffers[0].numbers(&all.machine.memory)[0].bits as u32;
        // By hand: pairs that differ by 16, 8, 4, 2 and 1, the first of each pair with the large number.
        let mut wanted = 16_777_216.0f32;
        [1.0, 2.0, 4.0, 8.0, 16.0].into_iter().for_each(|part| wanted += part);
        assert_eq!(f32::from_bits(result), wanted);
        let beside = beside(&module, &keeper.recording);
        let last = keeper.recording.records.iter().zip(&beside).rfind(|(record, beside)| record.thread == 0 && beside.is_some());
        let exact = last.and_then(|(_, beside)| beside.as_ref()?.exact());
        assert_eq!(exact.as_deref(), Some("16777247.0"), "{sum}");
    }
}

/// What a kernel's directives say of a launch (11.4.2, 11.4.3, 11.7.1): each way to launch it, and whether it runs.
#[test]
fn a_launch_is_what_the_kernel_wants() {
    let most = "`k` is for at most 32 threads a block, and 33 are launched.";
    let exact = "`k` is for blocks of 4,2,1 threads alone.";
    let cluster = "`k` wants clusters of 2,1,1 blocks, and 1,1,1 blocks are no multiple of that.";
    let endless = "`k` wants clusters of 4000000000,4000000000,1 blocks; a cluster has 16 at most.";
    let large = "`k` wants clusters of 5,4,1 blocks; a cluster has 16 at most.";
    for (directives, usual, launches) in [
        (".maxntid 32", [1; 3], &[([32, 1, 1], ""), ([33, 1, 1], most), ([1, 32, 1], "")][..]),
        (".maxntid 4, 4, 2", [1; 3], &[([32, 1, 1], ""), ([11, 3, 1], most)]),
        (".reqntid 4, 2 .minnctapersm 2", [4, 2, 1], &[([4, 2, 1], ""), ([8, 1, 1], exact), ([2, 4, 1], exact), ([1; 3], exact)]),
        (".explicitcluster .reqnctapercluster 2, 1, 1", [1; 3], &[([1; 3], cluster)]),
        (".explicitcluster .reqnctapercluster 5, 4, 1", [1; 3], &[([1; 3], large)]),
        (".explicitcluster .reqnctapercluster 4000000000, 4000000000", [1; 3], &[([1; 3], endless)]),
        (".explicitcluster .reqnctapercluster 1, 1, 1 .maxnreg 32", [1; 3], &[([1; 3], "")]),
        (".explicitcluster", [1; 3], &[([1; 3], "")]),
        (".maxntid 0x20", [1; 3], &[([32, 1, 1], ""), ([33, 1, 1], most)]),
        (".maxntid WARP_SZ .minnctapersm 0x1", [1; 3], &[([32, 1, 1], ""), ([33, 1, 1], most)]),
        (".reqntid 04, 2U", [4, 2, 1], &[([4, 2, 1], ""), ([8, 1, 1], exact)]),
    ] {
        let text = kernel("sm_90", "").replacen(") {", &[") ", directives, " {"].concat(), 1);
        let module = Module::read(&text, &Context::default());
        assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
        let blocks = module.functions[0].bounds.cluster.unwrap_or([1; 3]);
        assert_eq!(module.shape(0), [usual, blocks], "{directives}");
        for (threads, said) in launches {
            let arguments = vec![Argument::List(semantics::number::U32, vec![0; 64])];
            let launched = Launched { arguments, threads: *threads, ..Launched::default() };
            assert_eq!(launched.begin(&module).err().unwrap_or_default(), *said, "{directives} {threads:?}");
        }
    }
    // What ptxas 13.5 refuses: expressions, zeros, and numbers too many.
    for directives in [
        ".maxntid 16*16",
        ".reqntid (1<<5), 2",
        ".maxntid 0",
        ".maxntid 16, 0",
        ".reqntid 0",
        ".maxntid -1",
        ".maxntid 1,2,3,4",
        ".maxntid 1.5",
        ".maxntid 3 > 2 ? 8 : 9",
        ".maxnreg 8*8",
        ".minnctapersm 1+1",
        ".explicitcluster .reqnctapercluster 1<<1",
        ".maxntid",
        ".maxntid 4,",
    ] {
        let text = kernel("sm_90", "").replacen(") {", &[") ", directives, " {"].concat(), 1);
        let module = Module::read(&text, &Context::default());
        assert!(module.diagnostics.iter().any(|said| said.code == "directive" && said.is_error()), "{directives} {:?}", module.diagnostics);
    }
}

/// Each kernel of a module has its own shape.
#[test]
fn every_kernel_has_its_shape() {
    let one = kernel("sm_90", "").replacen(") {", ") .reqntid 8 {", 1);
    let head = one.find(".visible").or(one.find(".entry")).expect("an entry");
    let text = [
        one.clone(),
        one[head..].replacen(" k(", " l(", 1).replacen(".reqntid 8", ".reqntid 4, 2", 1),
        one[head..].replacen(" k(", " m(", 1).replacen(".reqntid 8", "", 1),
    ]
    .join("\n");
    let module = Module::read(&text, &Context::default());
    let shapes = ["k", "l", "m"].map(|name| module.shape(module.entry(Some(name)).expect(name))[0]);
    assert_eq!(shapes, [[8, 1, 1], [4, 2, 1], [1; 3]]);
}
