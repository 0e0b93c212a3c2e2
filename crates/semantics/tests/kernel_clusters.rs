//! Blocks that run together as a cluster. `clusters/kernels.cu` is CUDA C++ that nvcc 13.5 compiled for sm_90 (`kernels.ptx`); loops here say
//! what each kernel leaves, and both texts leave it in every order of threads and blocks.

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver, Order, Stop};
use semantics::module::read;
use semantics::number::Pattern;
use semantics::shadow::beside;

const TEXTS: [&str; 2] = [include_str!("clusters/kernels.cu"), include_str!("clusters/kernels.ptx")];
const ORDERS: [Order; 5] = [Order::Number, Order::Reversed, Order::Seed(1), Order::Seed(2), Order::Seed(3)];

/// Both texts in every order leave these numbers in the last buffer.
fn leaves(kernel: &str, [threads, blocks]: [[u32; 3]; 2], shared: u32, arguments: &[&str], wanted: &[String]) {
    for (text, order) in TEXTS.iter().flat_map(|text| ORDERS.map(|order| (text, order))) {
        let module = read(text, &Context::default(), true).map_err(|said| said.message).expect("a module").module;
        let said: Vec<&str> = module.diagnostics.iter().filter(|said| said.is_error()).map(|said| said.message.as_str()).collect();
        assert!(said.is_empty(), "{said:?}");
        let arguments = arguments.iter().map(|text| Argument::read(text).expect("an argument")).collect();
        let entry = module.entry(Some(kernel)).expect(kernel);
        let launched = Launched { entry, arguments, threads, blocks, shared, order, limit: 100_000 };
        let mut run = launched.begin(&module).expect("a launch");
        assert_eq!(run.run(&mut NoObserver), None, "{kernel} {order}");
        let found: Vec<String> = run.buffers.last().expect("a buffer").numbers(&run.machine.memory).iter().map(Pattern::digits).collect();
        assert_eq!(found, wanted, "{kernel} {order}\n{}", module.text);
    }
}

fn texts<T: ToString>(numbers: impl IntoIterator<Item = T>) -> Vec<String> {
    numbers.into_iter().map(|number| number.to_string()).collect()
}

fn list(own: &str, numbers: &[String]) -> String {
    format!("{own}[{},]", numbers.join(","))
}

#[test]
fn a_block_reads_the_sums_of_the_others() {
    let x: Vec<f32> = (0..64).map(|at| 0.1 + at as f32 * 0.37).collect();
    let part = |block: usize| x[block * 8..block * 8 + 8].iter().fold(0.0f32, |sum, x| sum + x);
    let wanted = (0..2).map(|cluster| (0..4).fold(0.0f32, |sum, rank| sum + part(cluster * 4 + rank)));
    let wanted: Vec<String> = wanted.map(|sum| Pattern::new(semantics::number::F32::ROW, sum.to_bits().into()).digits()).collect();
    let bits: Vec<String> = x.iter().map(|x| format!("0x{:08x}", x.to_bits())).collect();
    leaves("cluster_sum", [[4, 1, 1], [8, 1, 1]], 0, &[&list("f32", &bits), "f32[2]"], &wanted);
}

#[test]
fn bins_lie_in_the_memory_of_two_blocks() {
    let x: Vec<u32> = (0..128u32).map(|at| at * at * 7 % 31).collect();
    let mut bins = [0; 16];
    x.iter().for_each(|x| bins[(x & 15) as usize] += 1);
    leaves("cluster_histogram", [[32, 1, 1], [4, 1, 1]], 32, &[&list("s32", &texts(&x)), "s32[16]"], &texts(bins));
}

#[test]
fn blocks_write_around_a_ring() {
    let x: Vec<u32> = (0..192).map(|at| at * 3 + 1).collect();
    let of = |at: usize| {
        let (block, thread) = (at / 32, at % 32);
        let from = block / 3 * 3 + (block + 2) % 3;
        x[from * 32 + 31 - thread] + u32::from(thread < 4)
    };
    let wanted: Vec<String> = (0..192).map(|at| format!("{}.0", of(at))).collect();
    leaves("cluster_ring", [[32, 1, 1], [6, 1, 1]], 0, &[&list("f32", &texts(&x)), "f32[192]"], &wanted);
}

#[test]
fn a_block_knows_where_in_its_cluster_it_stands() {
    let wanted = (0..6).flat_map(|y| (0..4).flat_map(move |x| [x % 2, y % 3, 2, 3, y % 3 * 2 + x % 2, 6, x / 2, 2]));
    leaves("cluster_place", [[1, 1, 1], [4, 6, 1]], 0, &["s32[192]"], &texts(wanted.collect::<Vec<u32>>()));
}

#[test]
fn the_exact_companion_goes_from_block_to_block() {
    for text in TEXTS {
        let module = read(text, &Context::default(), true).map_err(|said| said.message).expect("a module").module;
        let x = "f32[16777216,1,0,0,0,0,0,0, 1,0,0,0,0,0,0,0, 1,0,0,0,0,0,0,0, 1,0,0,0,0,0,0,0]";
        let arguments = [x, "f32[1]"].map(|text| Argument::read(text).expect("an argument")).to_vec();
        let entry = module.entry(Some("cluster_sum")).expect("a kernel");
        let launched = Launched { entry, arguments, blocks: [4, 1, 1], ..Launched::default() };
        let mut run = launched.begin(&module).expect("a launch");
        let mut keeper = RunRecorder::new(&module, 100_000);
        assert_eq!(run.run_recorded(&mut keeper), None);
        let result = run.buffers[1].numbers(&run.machine.memory)[0].digits();
        assert_eq!(result, "16777216.0");
        let all = beside(&module, &keeper.recording);
        let exact: Vec<String> = all.iter().flatten().filter_map(|beside| beside.exact()).collect();
        assert!(exact.iter().any(|exact| exact == "16777220.0"), "{exact:?}");
    }
}

/// What some lines leave in a buffer of 8 words where a cluster of two blocks of 2 threads runs them, or why the run stops. `%a` is the
/// thread's own word, `s` lies in shared memory.
fn run(body: &str) -> Result<Vec<u64>, Stop> {
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid 2 .explicitcluster .reqnctapercluster 2\n{{\n\
         .reg .b32 %r<9>; .reg .b64 %q<9>, %a; .reg .pred %p<9>; .shared .b32 s[4]; ld.param.u64 %a, [p]; mov.u32 %r0, %tid.x;\n\
         mov.u32 %r1, %ctaid.x; mad.lo.u32 %r2, %r1, 2, %r0; mad.wide.u32 %a, %r2, 4, %a; mov.u32 %r8, s;\n{body}\nret;\n}}\n"
    );
    let module = Module::read(&text, &Context::default());
    let said: Vec<&str> = module.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(said.is_empty(), "{said:?}\n{text}");
    let [threads, blocks] = module.shape(0);
    assert_eq!([threads, blocks], [[2, 1, 1], [2, 1, 1]]);
    let arguments = vec![Argument::List(semantics::number::U32, vec![0; 8])];
    let launched = Launched { arguments, threads, blocks, limit: 1000, ..Launched::default() };
    let mut run = launched.begin(&module).expect("a launch");
    match run.run(&mut NoObserver) {
        Some(stop) => Err(stop),
        None => Ok(run.buffers[0].numbers(&run.machine.memory).iter().map(|number| number.bits).collect()),
    }
}

#[test]
fn an_address_says_whose_memory_it_is() {
    // Of an address in the own window, and of one in that of each block.
    for (rank, ranks) in [("%r1", [0, 0, 1, 1]), ("0", [0; 4]), ("1", [1; 4])] {
        let body = format!("mapa.shared::cluster.u32 %r3, s+4, {rank}; getctarank.shared::cluster.u32 %r4, %r3; st.u32 [%a], %r4;");
        assert_eq!(run(&body).expect("a run")[..4], ranks, "{rank}");
        let body = format!("mov.u64 %q1, s; mapa.u64 %q2, %q1, {rank}; getctarank.u64 %r4, %q2; st.u32 [%a], %r4;");
        assert_eq!(run(&body).expect("a run")[..4], ranks, "{rank}");
    }
    assert_eq!(run("getctarank.shared::cluster.u32 %r4, %r8; st.u32 [%a], %r4;").expect("a run")[..4], [0, 0, 1, 1]);
    // Mapped twice it is the last one's; the own block's memory has both addresses.
    let body = "mapa.shared::cluster.u32 %r3, %r8, 0; mapa.shared::cluster.u32 %r3, %r3, %r1; st.shared.u32 [s], 5; ld.shared::cluster.u32 %r4, [%r3]; \
                st.u32 [%a], %r4;";
    assert_eq!(run(body).expect("a run")[..4], [5; 4]);
    for (space, wanted) in [("shared::cluster", [1; 4]), ("shared::cta", [1, 1, 0, 0]), ("shared", [1, 1, 0, 0]), ("global", [0; 4])] {
        let body = format!(
            "mov.u64 %q1, s; mapa.u64 %q2, %q1, 0; isspacep.{space} %p1, %q2; selp.u32 %r4, 1, 0, %p1; st.u32 [%a], %r4;\nbarrier.cluster.arrive; barrier.cluster.wait;"
        );
        assert_eq!(run(&body).expect("a run")[..4], wanted, "{space}");
    }
    let stop = run("mapa.shared::cluster.u32 %r3, %r8, 2; st.shared::cluster.u32 [%r3], 1;").expect_err("nothing lies there");
    assert_eq!(stop.code, "wild-address", "{}", stop.message);
}

#[test]
fn a_launch_tells_whether_it_has_clusters() {
    let body = "mov.pred %p1, %is_explicit_cluster; selp.u32 %r4, 1, 0, %p1; st.u32 [%a], %r4;";
    assert_eq!(run(body).expect("a run")[..4], [1; 4]);
}

#[test]
fn a_barrier_of_the_cluster_waits_for_all_of_its_blocks() {
    // A thread of block 1 writes what block 0 reads behind the barrier, twice, and the lines between count as one phase each.
    let body = "mapa.shared::cluster.u32 %r3, %r8, 0; mov.u32 %r5, 0;\nL: barrier.cluster.arrive.release; barrier.cluster.wait.acquire;\n\
                atom.shared::cluster.add.u32 %r4, [%r3], 1; barrier.cluster.arrive; barrier.cluster.wait;\nld.shared::cluster.u32 %r6, [%r3]; \
                add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 3; @%p1 bra L; st.u32 [%a], %r6;";
    assert_eq!(run(body).expect("a run")[..4], [12; 4]);
    // A thread that has ended is not waited for.
    let body = "setp.eq.u32 %p1, %r1, 1; @%p1 exit; barrier.cluster.arrive; barrier.cluster.wait; st.u32 [%a], 7;";
    assert_eq!(run(body).expect("a run")[..4], [7, 7, 0, 0]);
    for (body, code, said) in [
        ("barrier.cluster.arrive; barrier.cluster.arrive;", "barrier", "Thread 0 arrives at the barrier of the cluster twice"),
        ("barrier.cluster.wait;", "barrier", "Thread 0 waits at the barrier of the cluster, where it has not arrived"),
        (
            "setp.eq.u32 %p1, %r1, 1; @%p1 bra L; barrier.cluster.arrive; barrier.cluster.wait; ret;\nL: bar.sync 1, 64;",
            "deadlock",
            "No thread of the cluster can go on: threads 0 to 1 wait at line",
        ),
    ] {
        let stop = run(body).expect_err(body);
        assert_eq!(stop.code, code, "{}", stop.message);
        assert!(stop.message.starts_with(said), "{}", stop.message);
    }
}
