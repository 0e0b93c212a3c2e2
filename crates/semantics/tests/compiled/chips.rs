//! What chips gave for the CUDA math library, against its own code run here: that of the toolkit of their time, and that of 13.5.

use super::tools::Compiler;
use semantics::capture::Hash;
use semantics::instruction::Context;
use semantics::kernel::{Curve, Module};
use semantics::sweep::functions::ReferenceFunction;
use semantics::sweep::measure::Kind;
use semantics::sweep::{Subject, library};
use std::collections::BTreeMap;

/// One number of a chip.
struct Answer {
    function: &'static str,
    operand: u32,
    result: u32,
    /// The largest error over all operands, in ulps, which this operand has; as it was written down.
    largest: Option<&'static str>,
    /// The result of the code of 13.5, where NVIDIA changed it since.
    since: Option<u32>,
    source: &'static str,
}

fn answers() -> Vec<Answer> {
    let bits = |word: &str| u32::from_str_radix(word, 16).expect("eight digits");
    let read = |line: &'static str| {
        let [function, operand, result, largest, since, source] = line.splitn(6, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let given = |word: &'static str| Some(word).filter(|word| *word != "-");
        let (operand, result, since) = (bits(operand), bits(result), given(since).map(bits));
        Answer { function, operand, result, largest: given(largest), since, source }
    };
    include_str!("../data/chips.txt").lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// The function as a kernel.
fn source(function: &str) -> String {
    format!("extern \"C\" __global__ void k(const float *x, float *out) {{ *out = {function}(*x); }}\n")
}

/// Whether an error is one that was written down: three digits, rounded up as bounds are.
fn is_written(ulps: f64, largest: &str) -> bool {
    let bound: f64 = largest.parse().expect("a number");
    let place = 10f64.powi(bound.log10().floor() as i32 - 2);
    (bound - place..=bound).contains(&ulps.abs())
}

#[test]
#[ignore = "needs NVRTC of CUDA 11.7 (ULPSCOPE_NVRTC), nvcc 13.5 and gcc"]
fn the_librarys_code_gives_what_chips_gave() {
    let compiler = Compiler::find().expect("nvcc, ptxas and gcc");
    let mut of_function: BTreeMap<&str, Vec<Answer>> = BTreeMap::new();
    for answer in answers() {
        of_function.entry(answer.function).or_default().push(answer);
    }
    let mut differ = Vec::new();
    for (function, answers) in of_function {
        let source = source(function);
        let [then, now] = [compiler.older_ptx(&source, "sm_70"), compiler.ptx(function, &source, "sm_75", &[])].map(|text| {
            let text = text.unwrap_or_else(|error| panic!("{function}: {error}"));
            Module::read(text.leak(), &Context::default())
        });
        let [then, now] = [&then, &now].map(|module| Curve::new(module, module.entry(None).unwrap(), 100_000).unwrap());
        for Answer { operand, result, since, source, .. } in &answers {
            let expected = [*result, since.unwrap_or(*result)];
            let got = [then.evaluate(*operand), now.evaluate(*operand)];
            if got != expected {
                differ.push(format!("{function}({operand:08x}) of {source}: {got:08x?} instead of {expected:08x?}"));
            }
        }
        if let Some((operand, largest)) = answers.iter().find_map(|answer| Some((answer.operand, answer.largest?))) {
            let truth = ReferenceFunction::named(function).unwrap();
            let subject = Subject { name: function, code: then, truth, reading: truth.reading(), kind: Kind::Float };
            let error = subject.exact_error(operand).ulps;
            if !is_written(error, largest) {
                differ.push(format!("{function}({operand:08x}): {error} ulp instead of {largest}"));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// An H100's results of 61 functions, as hashes.
#[test]
#[ignore = "needs nvcc of CUDA 13.0 (ULPSCOPE_NVCC) and gcc"]
fn the_librarys_code_gives_what_an_h100_gave() {
    const EVERY: usize = 65_521;
    let compiler = Compiler::find().expect("nvcc, ptxas and gcc");
    let hashes = include_str!("../data/functions_h100.txt");
    let differ = hashes.lines().filter(|line| !line.starts_with('#')).filter(|line| {
        let (function, hash) = line.split_once(' ').expect("a function and its hash");
        let text = compiler.ptx(function, &source(function), "sm_90", &[]).unwrap_or_else(|error| panic!("{function}: {error}"));
        let module = Module::read(&text, &Context::default());
        let curve = Curve::new(&module, module.entry(None).unwrap(), 100_000).unwrap();
        let ours: Hash = (0..=u32::MAX).step_by(EVERY).map(|operand| curve.evaluate(operand)).collect();
        format!("{:016x}", ours.0) != hash
    });
    assert_eq!(differ.collect::<Vec<_>>(), [""; 0]);
}

/// Rows of the library's table that were swept over all operands, of functions whose worst operand gives what the chip gave.
#[test]
fn whole_sweeps_find_the_largest_error_that_a_chip_has() {
    let figures: Vec<_> = library::figures().filter(|figure| figure.every == 1 && figure.range == (0, u32::MAX)).collect();
    let mut held = 0;
    for Answer { function, operand, largest, since, .. } in answers() {
        let Some(largest) = largest.filter(|_| since.is_none()) else { continue };
        for figure in figures.iter().filter(|figure| figure.function == function) {
            assert_eq!(u32::from_str_radix(figure.operand, 16), Ok(operand), "{function}");
            assert!(is_written(figure.error.parse().expect("a number"), largest), "{function}");
            held += 1;
        }
    }
    assert!(held > 0, "no row is swept over all operands");
}
