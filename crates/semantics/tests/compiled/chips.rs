//! What chips gave for the CUDA math library, against its own code run here: that of the toolkit of their time, and that of 13.5.

use super::tools::Compiler;
use semantics::gpu::hash::{Hash, mix};
use semantics::instruction::Context;
use semantics::kernel::{Curve, Module};
use semantics::sweep::functions::ReferenceFunction;
use semantics::sweep::measure::Kind;
use semantics::sweep::{FunctionUnderTest, library};
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
            let subject = FunctionUnderTest { name: function, code: then, truth, reading: truth.reading(), kind: Kind::Float };
            let error = subject.exact_error(operand).ulps;
            if !is_written(error, largest) {
                differ.push(format!("{function}({operand:08x}): {error} ulp instead of {largest}"));
            }
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// A folder of what an H100 computed.
macro_rules! measured {
    ($file:literal) => {
        include_str!(concat!("../../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/", $file))
    };
}

/// The kernel of an expression of tools/measure/library.h, and whether its operands are doubles. What is no single becomes the word that the
/// hash takes of it, of doubles 64 bits that the hash takes apart.
fn measured_kernel(expression: &str) -> (String, bool) {
    let doubles = expression.contains("2(s)");
    let own = if doubles { "double" } else { "float" };
    let mut expression = expression.to_owned();
    let operands = [
        ("x1(s)", "*x"),
        ("y1(s)", "*y"),
        ("x2(s)", "*x"),
        ("y2(s)", "*y"),
        ("single(s, 0x9e3779b9)", "__float_as_uint(*x)"),
        ("h1(s)", "__ushort_as_half(static_cast<unsigned short>(__float_as_uint(*x)))"),
        ("b1(s)", "__ushort_as_bfloat16(static_cast<unsigned short>(__float_as_uint(*x)))"),
        ("__uint_as_float(s)", "*x"),
    ];
    for (asked, here) in operands {
        expression = expression.replace(asked, here);
    }
    let second = if expression.contains("*y") { format!("const {own} *y, ") } else { String::new() };
    let back = if doubles { "wide" } else { "narrow" };
    let text = format!(
        "{}\nextern \"C\" __global__ void k(const {own} *x, {second}{own} *out) {{ *out = {back}({expression}); }}\n",
        include_str!("words.h")
    );
    (text, doubles)
}

/// The hash of what a kernel gives, as tools/measure/library.cu makes it.
pub(crate) fn hash_of(text: &str, doubles: bool, operands: impl Iterator<Item = u32>, two: bool) -> Hash {
    let module = Module::read(text, &Context::default());
    let entry = module.entry(None).expect("a kernel");
    let mut hash = Hash::default();
    let operands_of = |two| 1 + usize::from(two);
    if doubles {
        let curve = Curve::<u64>::of(&module, entry, 10_000_000, operands_of(two)).expect("a function of doubles");
        for seed in operands {
            let all = semantics::sweep::doubles::operands(seed);
            let result = curve.evaluate_all(&all[..operands_of(two)]);
            hash.add(seed, result as u32 ^ mix((result >> 32) as u32));
        }
    } else {
        let curve = Curve::<u32>::of(&module, entry, 10_000_000, operands_of(two)).expect("a function of singles");
        for operand in operands {
            let result = if two { curve.evaluate_all(&semantics::sweep::pairs::pair(operand)) } else { curve.evaluate(operand) };
            hash.add(operand, result);
        }
    }
    hash
}

/// An H100's results of the library: a hash of every 65521st operand or seed, of halves one of all operands.
#[test]
#[ignore = "needs nvcc of CUDA 13.5 (ULPSCOPE_NVCC) and gcc"]
fn the_librarys_code_gives_what_an_h100_gave() {
    const EVERY: usize = 65_521;
    let compiler = Compiler::find().expect("nvcc, ptxas and gcc");
    let expressions: BTreeMap<&str, &str> = include_str!("../../../../tools/measure/library.h")
        .lines()
        .filter_map(|line| line.strip_prefix("FUNCTION(k")?.strip_suffix(')')?.split_once(", "))
        .collect();
    let files: [(&str, &[&str]); 2] = [(measured!("library.txt"), &[]), (measured!("library-use_fast_math.txt"), &["-use_fast_math"])];
    let mut wrong = Vec::new();
    for (text, flags) in files {
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let [function, sample, whole, ..] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let (source, doubles) = measured_kernel(expressions[function]);
            let halves = source.contains("_as_half(*") || function.ends_with("f16");
            let two = source.contains("*y, ");
            let ptx = compiler.ptx(function, &source, "sm_90", flags).unwrap_or_else(|error| panic!("{function}: {error}"));
            let (ours, expected) = if halves {
                (hash_of(&ptx, doubles, 0..1 << 16, two), whole)
            } else {
                (hash_of(&ptx, doubles, (0..=u32::MAX).step_by(EVERY), two), sample)
            };
            if format!("{:08x}{:08x}", ours.0[0], ours.0[1]) != expected {
                wrong.push(format!("{function} {}", flags.join(" ")));
            }
        }
    }
    // In jnf's PTX stand products and differences that ptxas fuses; PTX runs as it is written here.
    assert_eq!(wrong, ["jnf ", "jnf -use_fast_math"]);
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
