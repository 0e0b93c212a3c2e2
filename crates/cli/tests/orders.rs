//! `ulp run --orders`: what a kernel leaves in many orders of its threads, beside sums that this test adds itself.

use crate::{said, ulp};
use std::collections::BTreeMap;
use std::path::PathBuf;

const SUM: &str = "__global__ void sum(const float *x, float *out) { atomicAdd(out, x[threadIdx.x]); }";
const HISTOGRAM: &str = "#include <cuda_fp16.h>\n__global__ void bins(const int *key, const __half *x, __half *out) {\n    atomicAdd(&out[key[threadIdx.x]], x[threadIdx.x]); }";

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ulpscope-orders-{name}-{}.cu", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

/// Every order of so many threads.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(count - 1);
    let with = |order: &Vec<usize>| (0..count).map(|at| [&order[..at], &[count - 1], &order[at..]].concat()).collect::<Vec<_>>();
    shorter.iter().flat_map(with).collect()
}

/// The rows of a table: of each number its results, with how many orders give each, and the first of these.
fn table(text: &str) -> BTreeMap<String, Vec<(u64, u64, String)>> {
    let mut all = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines().skip(1) {
        if !line.starts_with(' ') {
            name = line.split(' ').next().unwrap().to_owned();
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if let (Some(bits), Some((_, order))) = (words.get(1).and_then(|word| word.strip_prefix("0x")), line.split_once("--order ")) {
            let row = (words[0].parse().unwrap(), u64::from_str_radix(bits, 16).unwrap(), order.to_owned());
            all.entry(name.clone()).or_insert_with(Vec::new).push((row.1, row.0, row.2));
        }
    }
    all
}

/// How often a table has which bits of a number.
fn counts(table: &BTreeMap<String, Vec<(u64, u64, String)>>, name: &str) -> BTreeMap<u64, u64> {
    table[name].iter().map(|(bits, count, _)| (*bits, *count)).collect()
}

#[test]
fn every_order_of_a_sum_is_that_of_all_permutations() {
    let path = file("sum", SUM);
    let numbers = [1000.0f32, 0.1, 0.2, 0.3, 1e-5, 33.3];
    let mut sums = BTreeMap::<u64, u64>::new();
    for order in orders(6) {
        *sums.entry(order.iter().fold(0.0f32, |sum, at| sum + numbers[*at]).to_bits().into()).or_default() += 1;
    }
    assert!(sums.len() > 2, "{sums:?}");
    let list = numbers.map(|number| number.to_string()).join(",");
    let run = |rest: &str| {
        String::from_utf8(said(&format!("run {} f32[{list}] f32[1] --threads 6 {rest}", path.display()), "").unwrap()).unwrap()
    };
    let text = run("--orders all");
    assert!(text.starts_with("Every order of 6 threads ran: 720. One number differs between orders.\n"), "{text}");
    let found = table(&text);
    assert_eq!(counts(&found, "out[0]"), sums);
    let [least, greatest] = [*sums.keys().next().unwrap(), *sums.keys().next_back().unwrap()];
    assert!(text.contains(&format!("out[0] f32: {} results, {} ulp apart\n", sums.len(), greatest - least)), "{text}");
    // The exact sum of six floats that lie near one another is one of doubles.
    let exact = numbers.iter().map(|number| f64::from(*number)).sum::<f64>() as f32;
    assert!(text.contains(&format!(", nearest 0x{:08x}\n", exact.to_bits())), "{text}");
    // The first order of each result gives these bits when it runs alone.
    for (bits, _, order) in &found["out[0]"] {
        let alone = run(&format!("--order {order} --json"));
        assert!(alone.contains(&format!("\"bits\":[\"{bits:08x}\"]")), "{order}: {alone}");
    }
    std::fs::remove_file(path).unwrap();
}

/// A sum as the nearest half, of normal numbers.
fn half(sum: f64) -> f64 {
    let ulp = 2f64.powi(sum.abs().log2().floor() as i32 - 10);
    (sum / ulp).round_ties_even() * ulp
}

/// The bits of a half that is a positive normal number.
fn half_bits(number: f64) -> u64 {
    let power = number.log2().floor() as i32;
    ((power + 14) as u64 * 1024) + (number / 2f64.powi(power - 10)) as u64
}

#[test]
fn every_order_of_a_histogram_in_halves_is_that_of_all_permutations() {
    let path = file("halves", HISTOGRAM);
    let (keys, numbers) = ([0, 1, 0, 1, 0, 2], [0.03f64, 0.3, 0.03, 2.2, 100.3, 5.0].map(half));
    let mut sums = [const { BTreeMap::<u64, u64>::new() }; 3];
    for order in orders(6) {
        let mut bins = [0.0; 3];
        order.iter().for_each(|at| bins[keys[*at]] = half(bins[keys[*at]] + numbers[*at]));
        sums.iter_mut().zip(bins).for_each(|(sums, bin)| *sums.entry(half_bits(bin)).or_default() += 1);
    }
    let list = numbers.map(|number| number.to_string()).join(",");
    let line = format!("run {} s32[0,1,0,1,0,2] f16[{list}] f16[3] --threads 6 --orders all", path.display());
    let text = String::from_utf8(said(&line, "").unwrap()).unwrap();
    // Two numbers have the same sum whoever comes first, and one number has no order.
    assert!(sums[0].len() > 1 && sums[1].len() == 1 && sums[2].len() == 1, "{sums:?}");
    let found = table(&text);
    assert_eq!((counts(&found, "out[0]"), found.len()), (sums[0].clone(), 1), "{text}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn seeds_of_a_study_are_those_of_single_runs() {
    let path = file("seeds", SUM);
    let numbers: Vec<String> = (0..32).map(|at| format!("{}.{at}", at * at * 7)).collect();
    let run = |rest: &str| {
        let line = format!("run {} f32[{}] f32[1] --threads 32 {rest}", path.display(), numbers.join(","));
        String::from_utf8(said(&line, "").unwrap()).unwrap()
    };
    let mut alone = BTreeMap::<u64, u64>::new();
    let names = ["number".to_owned(), "reversed".to_owned()].into_iter().chain((1..=12).map(|seed| seed.to_string()));
    for order in names {
        let json = run(&format!("--order {order} --json"));
        let bits = json.split("\"name\":\"sum_out\"").nth(1).and_then(|rest| rest.split("\"bits\":[\"").nth(1)).unwrap();
        *alone.entry(u64::from_str_radix(&bits[..8], 16).unwrap()).or_default() += 1;
    }
    let text = run("--orders 12");
    assert!(text.starts_with("By number, reversed, and 12 seeds: 14 orders ran."), "{text}");
    assert_eq!(counts(&table(&text), "out[0]"), alone);
    assert!(alone.len() > 1, "{alone:?}");
    let json = run("--orders 12 --json");
    for (bits, count) in &alone {
        assert!(json.contains(&format!("\"bits\":\"{bits:08x}\"")) && json.contains(&format!("\"orders\":{count},\"first\":")), "{json}");
    }
    assert_eq!(json.matches(['{', '[']).count(), json.matches(['}', ']']).count(), "{json}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_no_order_changes_is_said_and_so_is_what_stops() {
    let path = file("same", SUM);
    let run = |rest: &str| said(&format!("run {} f32[1,2,3,4,5,6,7,8,9] f32[1] {rest}", path.display()), "");
    let text = String::from_utf8(run("--threads 5 --orders all").unwrap()).unwrap();
    assert_eq!(text, "Every order of 5 threads ran: 120. Each leaves the same bits in every buffer.\n");
    assert_eq!(run("--orders all").unwrap(), b"One thread has one order.\n");
    for rest in ["--threads 9 --orders all", "--threads 4 --blocks 2 --orders all"] {
        assert!(run(rest).unwrap_err().contains("Every order is run of one block with up to 8 threads."), "{rest}");
    }
    assert!(run("--threads 4 --order 2,0,1").unwrap_err().contains("The order 2,0,1 lists 3 threads, but a block has 4."));
    for rest in ["--order 2,0,2", "--order 1,2", "--orders 1000001", "--orders some", "--orders 3 --order 1"] {
        assert!(run(rest).is_err(), "{rest}");
    }
    std::fs::remove_file(path).unwrap();
    // Who comes second stops.
    let path = file("stops", "__global__ void k(int *n, float *x) { if (atomicAdd(n, 1) == 1 && threadIdx.x == 0) x[1 << 20] = 1; }");
    let stops = ulp(&["run", path.to_str().unwrap(), "s32[1]", "f32[1]", "--threads=3", "--orders=all"], b"");
    let [text, complaint] = [stops.stdout, stops.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(
        text.contains("Every order of 3 threads ran: 6. 2 of them stop and leave nothing that is counted. The others leave the same"),
        "{text}"
    );
    assert!(complaint.contains("2 of 6 orders stop; see --order 1,0,2"), "{complaint}");
    assert_eq!(stops.status.code(), Some(2));
    std::fs::remove_file(path).unwrap();
    // Of two threads the one that comes second stops: one order is left, which has no other beside it.
    let path = file("one", "__global__ void k(int *n, float *x) { if (atomicAdd(n, 1) != threadIdx.x) x[1 << 20] = 1; x[0] = 1; }");
    let one = ulp(&["run", path.to_str().unwrap(), "s32[1]", "f32[1]", "--threads=2", "--orders=all"], b"");
    let text = String::from_utf8(one.stdout).unwrap();
    assert_eq!(text, "Every order of 2 threads ran: 2. One of them stops and leaves nothing that is counted.\n");
    std::fs::remove_file(path).unwrap();
}

/// Memory has a bound: an order that leaves too many different numbers is not counted, and that is said.
#[test]
fn an_order_with_too_many_different_numbers_ends_the_study() {
    let kernel = "__global__ void k(int *n, int *out) { int t = atomicAdd(n, 1); for (int i = 0; i < 140000; i++) out[threadIdx.x * 140000 + i] = t; }";
    let path = file("many", kernel);
    let text = String::from_utf8(said(&format!("run {} s32[1] s32[280000] --threads 2 --orders 5", path.display()), "").unwrap()).unwrap();
    assert_eq!(text, "1 of 7 orders ran: by number, reversed, then seeds. The next one leaves more different numbers than are kept.\n");
    std::fs::remove_file(path).unwrap();
}
