//! A launch in many orders of its threads.

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, Order};
use semantics::module::read;
use semantics::orders::{Differing, NoExact, Orders, Study};
use std::collections::BTreeSet;

#[test]
fn an_order_reads_back_and_each_has_its_number() {
    for threads in 1..=6u32 {
        let all = Order::how_many(threads).unwrap();
        let named: BTreeSet<String> = (0..all).map(|number| Order::nth(threads, number).to_string()).collect();
        assert_eq!((named.len(), all), (all as usize, (1..=threads).product()), "{threads}");
        for name in &named {
            assert_eq!(Order::read(name).unwrap().to_string(), *name);
        }
    }
    assert_eq!(["number", "reversed", "7"].map(|text| Order::read(text).unwrap()), [Order::Number, Order::Reversed, Order::Seed(7)]);
    assert_eq!((Order::nth(3, 0), Order::nth(3, 1).to_string(), Order::nth(3, 5)), (Order::Number, "0,2,1".into(), Order::Reversed));
    assert_eq!((Order::how_many(8), Order::how_many(9)), (Some(40_320), None));
    for text in ["", "1,2", "0,0", "0,1,2,3,4,5,6,7,8", "0,256", "-1", "a"] {
        assert!(Order::read(text).is_err(), "{text}");
    }
}

fn compiled(text: &str) -> Module {
    let module = read(text, &Context::default(), true).unwrap_or_else(|said| panic!("{}", said.message)).module;
    assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{:?}", module.diagnostics);
    module
}

fn launched(threads: u32, arguments: &[&str]) -> Launched {
    Launched {
        arguments: arguments.iter().map(|text| Argument::read(text).unwrap()).collect(),
        threads: [threads, 1, 1],
        limit: 10_000,
        ..Launched::default()
    }
}

/// What every order leaves.
fn differing(text: &str, threads: u32, arguments: &[&str]) -> Vec<Differing> {
    let (module, launched) = (compiled(text), launched(threads, arguments));
    let mut study = Study::new(&module, &launched, Orders::Every, u64::MAX).unwrap();
    while study.go_on() {}
    assert_eq!((study.ran, study.stops), (study.of, 0));
    let all: Vec<Differing> = study.differing().into_iter().map(|place| study.number(place).unwrap()).collect();
    for one in &all {
        assert!(one.results.len() > 1 && one.results.iter().map(|(_, one)| one.count).sum::<u64>() == study.ran, "{one:?}");
    }
    all
}

/// Where it cannot be known what would stand there without rounding, the reason is given.
#[test]
fn no_exact_result_is_claimed_that_is_not_known() {
    let sums =
        differing("__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); }", 3, &["f32[16777216,1,1]", "f32[1]"]);
    let [sum] = &sums[..] else { panic!("{sums:?}") };
    let exact = sum.exact.expect("it is known");
    assert_eq!((exact.exact().as_str(), sum.spread()), ("16777218.0", Some(1)));
    let errors: Vec<String> = sum.results.iter().map(|(result, _)| exact.error_of(*result).to_string()).collect();
    assert_eq!(errors, ["−1.000 ulp", "+0.000 ulp"]);
    // Tickets are integers; what a ticket chooses is other numbers without rounding, too.
    let text = "__global__ void k(int *n, float *own, const float *x) { int i = atomicAdd(n, 1); own[i] = x[threadIdx.x] * 0.1f; n[1] = threadIdx.x; }";
    let all = differing(text, 3, &["s32[2]", "f32[3]", "f32[1,2,3]"]);
    let why: Vec<Option<NoExact>> = all.iter().map(|one| one.exact.err()).collect();
    assert_eq!(why, [NoExact::Integer, NoExact::Differs, NoExact::Differs, NoExact::Differs].map(Some));
    // Where the large number comes first, the sum does not reach what the comparison asks for.
    let text = "__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); __syncthreads(); if (threadIdx.x == 0 && *s >= 16777218.0f) s[1] = *s * 0.1f; }";
    let all = differing(text, 3, &["f32[16777216,1,1]", "f32[2]"]);
    assert!(!all.is_empty() && all.iter().all(|one| one.exact == Err(NoExact::OtherWay)), "{all:?}");
    // Bits that are put together are no number that a line computed.
    let text = "__global__ void k(float *s) { s[0] = __uint_as_float(0x3f800000u + threadIdx.x); }";
    let all = differing(text, 3, &["f32[1]"]);
    assert_eq!(all.iter().map(|one| one.exact.err()).collect::<Vec<_>>(), [Some(NoExact::Unknown)]);
}

#[test]
fn a_study_ends_where_all_orders_have_run_too_many_lines() {
    let module = compiled("__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); }");
    let launched = launched(8, &["f32[1e8,1,2,3,4,5,6,7]", "f32[1]"]);
    let run = |orders, most| {
        let mut study = Study::new(&module, &launched, orders, most).unwrap();
        while study.go_on() {}
        (study.ran, study.of, study.said())
    };
    let (ran, of, said) = run(Orders::Every, 20_000);
    assert!((2..of).contains(&ran) && of == 40_320, "{ran}");
    assert!(said.starts_with(&format!("{ran} of 40320 orders ran. All orders together have run as many lines as they may.")), "{said}");
    let (ran, of, said) = run(Orders::Seeds(5), 20_000);
    assert!(ran == 7 && of == 7 && said.starts_with("By number, reversed, and 5 seeds: 7 orders ran."), "{said}");
    assert!(Study::new(&module, &launched, Orders::Seeds(1_000_001), 1).is_err());
}
