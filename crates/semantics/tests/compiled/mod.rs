//! Kernels in C, compiled by nvcc and run here, against the same C compiled for the host: what IEEE 754 fixes must be the same bits.
//!
//! Nobody's library is in them: one part is written by hand, the other made from a seed. Some of the modules stay in `data/compiled.txt.gz`
//! with what the host computed, and are run wherever the tests are.

pub(crate) mod chips;
mod collective;
pub mod cooperative;
mod fragments;
pub mod generate;
mod machine_code;
mod tools;

use crate::judge::{announce, operands};
use flate2::read::GzDecoder;
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::module::Code;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::{F32, F64, Format, Random};
use semantics::oracle::oracle;
use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tools::Compiler;

/// A kernel's C, with the functions that it calls.
pub struct Kernel {
    pub name: String,
    pub source: String,
}

/// What is written by hand: each kernel follows a line that says what it is.
const WRITTEN: [&str; 3] = [include_str!("numbers.c"), include_str!("integers.c"), include_str!("programs.c")];

/// Threads of a run, and numbers of each input.
const THREADS: u32 = 4;
const INPUTS: usize = 16;

/// A way to compile.
pub struct Options {
    pub target: &'static str,
    pub flags: &'static [&'static str],
    /// Whether every operation is rounded as C says.
    pub plain: bool,
}

const fn options(target: &'static str, flags: &'static [&'static str], plain: bool) -> Options {
    Options { target, flags, plain }
}

/// With all optimisations and without; with lines of a debugger; fused, flushed and approximated.
const OPTIONS: [Options; 9] = [
    options("sm_90", &["--fmad=false"], true),
    options("sm_75", &["--fmad=false", "-lineinfo"], true),
    options("sm_100", &["--fmad=false", "-Xcicc=-O0"], true),
    options("sm_80", &["--fmad=false", "-G"], true),
    options("sm_120", &["--fmad=false", "-Xcicc=-O1"], true),
    options("sm_90", &[], false),
    options("sm_89", &["-ftz=true"], false),
    options("sm_103", &["-prec-div=false", "-prec-sqrt=false"], false),
    options("sm_86", &["-use_fast_math"], false),
];

/// The numbers of one run.
struct Set {
    singles: Vec<u64>,
    doubles: Vec<u64>,
    words: Vec<u64>,
    longs: Vec<u64>,
}

impl Set {
    /// Plain numbers first, then others more and more from the edges.
    fn all() -> Vec<Set> {
        let mut random = Random::new(41);
        let mut drawn = |format: &'static Format, wild: u64| -> Vec<u64> {
            let edges = operands::edges(format);
            let plain = |random: &mut Random| {
                let value = random.below(1 << 16) as f64 / 8192.0 - 4.0;
                if format == F64::ROW { value.to_bits() } else { u64::from((value as f32).to_bits()) }
            };
            let one = |random: &mut Random| if random.below(3) < wild { operands::one(format, &edges, random) } else { plain(random) };
            (0..INPUTS).map(|_| one(&mut random)).collect()
        };
        let floats: Vec<[Vec<u64>; 2]> = (0..4).map(|wild| [drawn(F32::ROW, wild), drawn(F64::ROW, wild)]).collect();
        let mut random = Random::new(43);
        let mut whole = |width: u32| -> Vec<u64> {
            let word = |random: &mut Random| random.word() >> (64 - width) >> if random.flip() { random.below(width.into()) } else { 0 };
            (0..INPUTS).map(|_| word(&mut random)).collect()
        };
        floats.into_iter().map(|[singles, doubles]| Set { singles, doubles, words: whole(32), longs: whole(64) }).collect()
    }

    /// As host.c reads it.
    fn bytes(&self) -> Vec<u8> {
        let part =
            |numbers: &[u64], width: usize| -> Vec<u8> { numbers.iter().flat_map(|bits| bits.to_le_bytes()[..width].to_vec()).collect() };
        [part(&self.singles, 4), part(&self.doubles, 8), part(&self.words, 4), part(&self.longs, 8)].concat()
    }

    fn arguments(&self) -> Vec<Argument> {
        let list = |name: &str, numbers: &[u64]| Argument::List(Format::named(name).expect("a format"), numbers.to_vec());
        let out = vec![0; 8 * THREADS as usize];
        vec![list("f32", &self.singles), list("f64", &self.doubles), list("u32", &self.words), list("u64", &self.longs), list("u64", &out)]
    }
}

/// What a module leaves in its last buffer for a set; else why it stops and where.
fn run(module: &Module, set: &Set) -> Result<Vec<u64>, String> {
    let entry = module.entry(None)?;
    let launched = Launched { entry, arguments: set.arguments(), threads: [THREADS, 1, 1], limit: 5_000_000, ..Launched::default() };
    let mut threads = launched.at(module, 0)?;
    if let Some(stop) = threads.run(&mut NoObserver) {
        let line = module.text.lines().nth(stop.number(module) - 1).unwrap_or("");
        return Err(format!("{} `{}`: {}", stop.code, line.trim(), stop.message));
    }
    let out = threads.buffers.last().ok_or("no buffer")?;
    Ok(out.numbers(&threads.machine.memory).iter().map(|number| number.bits).collect())
}

/// What a text that nvcc wrote is said to be, where it is anything but whole: diagnostics, and lines that do not run.
fn complaints(module: &Module) -> Vec<String> {
    let said = module.diagnostics.iter().map(|said| said.message.clone());
    let stops = module.functions.iter().flat_map(|function| {
        let stops = function.lines.iter().filter_map(|line| if let Code::Stop { reason, .. } = line.code { Some(reason) } else { None });
        // A call of what never returns is followed by a trap.
        stops.map(|reason| &function.reasons[reason as usize]).filter(|(code, _)| *code != "trap").map(|(_, message)| message.clone())
    });
    let mut all: Vec<String> = said.chain(stops).collect();
    all.sort();
    all.dedup();
    all
}

/// Everything that is compiled: what is written by hand in every way, the rest in one plain way each and every fourth in another.
fn corpus() -> Vec<(Kernel, Vec<usize>)> {
    let kernels = std::env::var("ULPSCOPE_KERNELS").ok().and_then(|count| count.parse().ok()).unwrap_or(1250);
    let plain = OPTIONS.iter().filter(|options| options.plain).count();
    let other = OPTIONS.len() - plain;
    let written = written().into_iter().map(|kernel| (kernel, (0..OPTIONS.len()).collect()));
    let made = (0..kernels).map(|number| {
        let mut ways = vec![number as usize % plain];
        if number % 4 == 0 {
            ways.push(plain + number as usize / 4 % other);
        }
        (generate::kernel(23, number), ways)
    });
    written.chain(made).collect()
}

/// The kernels that are written by hand.
fn written() -> Vec<Kernel> {
    let parts = WRITTEN.iter().flat_map(|text| text.split("\n// ").skip(1));
    let named = parts.map(|part| {
        let (_, source) = part.split_once('\n').expect("a line that says what it is");
        let name = source.split_once("KERNEL(").and_then(|(_, rest)| rest.split_once(')')).expect("a kernel").0;
        Kernel { name: name.to_owned(), source: source.to_owned() }
    });
    named.collect()
}

/// What became of the corpus.
#[derive(Default)]
struct Tally {
    modules: HashSet<String>,
    same: usize,
    finished: usize,
    complaints: BTreeMap<String, usize>,
    differ: Vec<String>,
    kept: BTreeMap<String, String>,
}

#[test]
#[ignore = "wants nvcc and ptxas 13.5 in ULPSCOPE_NVCC, CUDA_HOME or on PATH, and gcc; half an hour; run with --ignored, ULPSCOPE_BLESS=1 keeps some"]
fn compiled_kernels_give_what_the_host_gives() {
    let compiler = Compiler::find().expect("nvcc and ptxas in ULPSCOPE_NVCC, CUDA_HOME or on PATH, and gcc");
    let (corpus, sets) = (corpus(), Set::all());
    let kernels: Vec<&Kernel> = corpus.iter().map(|(kernel, _)| kernel).collect();
    let expected = compiler.host(&kernels, &sets.iter().flat_map(Set::bytes).collect::<Vec<u8>>());
    let (tally, next) = (Mutex::new(Tally::default()), AtomicUsize::new(0));
    let work = || {
        while let Some((kernel, ways)) = corpus.get(next.fetch_add(1, Ordering::Relaxed)) {
            for way in ways {
                let options = &OPTIONS[*way];
                let label = format!("{} {} {}", kernel.name, options.target, options.flags.join(" "));
                let compiled = compiler.compile(kernel, options);
                let text = match compiled {
                    Ok(text) => text,
                    Err(said) => {
                        tally.lock().unwrap().differ.push(format!("{label}: {said}"));
                        continue;
                    }
                };
                let module = Module::read(&text, &Context::default());
                let results: Vec<Result<Vec<u64>, String>> = sets.iter().map(|set| run(&module, set)).collect();
                let mut tally = tally.lock().unwrap();
                for complaint in complaints(&module) {
                    *tally.complaints.entry(complaint).or_default() += 1;
                }
                let host = &expected[&kernel.name];
                for (set, result) in results.iter().enumerate() {
                    match result {
                        Err(said) => tally.differ.push(format!("{label}: {said}")),
                        Ok(result) if options.plain && *result != host[set] => {
                            let place = (0..result.len()).find(|at| result[*at] != host[set][*at]).unwrap_or(0);
                            let (ours, theirs) = (result[place], host[set][place]);
                            tally.differ.push(format!("{label}: set {set} place {place}: {ours:x}, on the host {theirs:x}"));
                        }
                        Ok(_) => *(if options.plain { &mut tally.same } else { &mut tally.finished }) += 1,
                    }
                }
                if tools::is_kept(&kernel.name, *way, &text) && results.iter().all(Result::is_ok) {
                    tally.kept.insert(label, tools::kept(&text, host));
                }
                tally.modules.insert(text);
                if tally.modules.len() % 100 == 0 {
                    announce(&format!("{} modules, {} differences", tally.modules.len(), tally.differ.len()));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let tally = tally.into_inner().unwrap();
    announce(&format!(
        "{} kernels, {} different modules; {} runs as the host's, {} without a judge; not modelled: {:?}",
        corpus.len(),
        tally.modules.len(),
        tally.same,
        tally.finished,
        tally.complaints
    ));
    assert!(tally.differ.is_empty(), "{} differ:\n{}", tally.differ.len(), tally.differ.join("\n"));
    assert_eq!(tally.complaints, BTreeMap::new());
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        tools::write(&tally.kept);
    }
}

/// The kept modules: what each is, its text, and what the host computed.
fn kept() -> Vec<[String; 3]> {
    let mut text = String::new();
    GzDecoder::new(&std::fs::read(tools::KEPT).unwrap()[..]).read_to_string(&mut text).unwrap();
    let part = |part: &str| {
        let (label, rest) = part.split_once('\n').expect("a label");
        let (text, results) = rest.split_once("\n-- \n").expect("results");
        [label, text, results].map(str::to_owned)
    };
    text.split("\n== ").skip(1).map(part).collect()
}

/// The kept modules with arguments of plain numbers, the last of them for what they leave, and the threads that they want.
pub fn launched() -> (Vec<[String; 3]>, Vec<Argument>, u32) {
    (kept(), Set::all()[0].arguments(), THREADS)
}

#[test]
fn kept_modules_give_what_the_host_gave() {
    let sets = Set::all();
    let mut compared = 0;
    for [label, text, results] in &kept() {
        let module = Module::read(text, &Context::default());
        assert_eq!(complaints(&module), [""; 0], "{label}");
        for (set, line) in sets.iter().zip(results.lines()) {
            let expected: Vec<u64> = line.split(' ').map(|word| u64::from_str_radix(word, 16).expect("a number")).collect();
            assert_eq!(run(&module, set), Ok(expected), "{label}");
            compared += 1;
        }
    }
    assert_eq!(compared, oracle("compiled.txt.gz").answers);
}

/// A kernel's own source, as our reader of C compiles it; else what it says first.
fn read_as_c(kernel: &Kernel, ending: &str) -> Result<Module, String> {
    let text = [include_str!("kernel.h"), &kernel.source, ending].concat();
    let compiled = semantics::c::compiled(&text, &Context::default());
    match compiled.diagnostics.iter().find(|said| said.is_error()) {
        Some(said) => {
            let line = text[..said.span.start].matches('\n').count();
            Err(format!("{}: {} `{}`", said.code, said.message, text.lines().nth(line).unwrap_or("").trim()))
        }
        None => Ok(compiled.module(&Context::default())),
    }
}

#[test]
#[ignore = "wants gcc, and nvcc and ptxas 13.5 in ULPSCOPE_NVCC, CUDA_HOME or on PATH"]
fn kernels_read_as_c_give_what_the_host_gives() {
    let compiler = Compiler::find().expect("nvcc and ptxas in ULPSCOPE_NVCC, CUDA_HOME or on PATH, and gcc");
    let (corpus, sets) = (corpus(), Set::all());
    let kernels: Vec<&Kernel> = corpus.iter().map(|(kernel, _)| kernel).collect();
    let expected = compiler.host(&kernels, &sets.iter().flat_map(Set::bytes).collect::<Vec<u8>>());
    let (mut same, mut refused, mut differ) = (0, BTreeMap::<String, (usize, String)>::new(), Vec::new());
    for kernel in kernels {
        let module = match read_as_c(kernel, "\n// -fmad=false\n") {
            Ok(module) => module,
            Err(said) => {
                refused.entry(said).or_insert((0, kernel.name.clone())).0 += 1;
                continue;
            }
        };
        for (set, host) in sets.iter().zip(&expected[&kernel.name]) {
            match run(&module, set) {
                Ok(result) if result == *host => same += 1,
                Ok(result) => {
                    let place = (0..result.len()).find(|at| result[*at] != host[*at]).unwrap_or(0);
                    differ.push(format!("{}: place {place}: {:x}, on the host {:x}", kernel.name, result[place], host[place]));
                }
                Err(said) => differ.push(format!("{}: {said}", kernel.name)),
            }
        }
    }
    announce(&format!("{same} runs as the host's; refused: {refused:#?}"));
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}

/// Of the kernels whose modules are kept, all that our reader of C covers give what the host gave.
#[test]
fn kept_kernels_read_as_c_give_what_the_host_gave() {
    let (sets, corpus) = (Set::all(), corpus());
    let (mut same, mut refused, mut seen) = (0, BTreeMap::<String, usize>::new(), HashSet::new());
    for [label, _, results] in &kept() {
        let name = label.split(' ').next().unwrap_or("");
        let Some((kernel, _)) = corpus.iter().find(|(kernel, _)| kernel.name == name).filter(|_| seen.insert(name.to_owned())) else {
            continue;
        };
        let module = match read_as_c(kernel, "\n// -fmad=false\n") {
            Ok(module) => module,
            Err(said) => {
                *refused.entry(said.split(':').next().unwrap_or("").to_owned()).or_default() += 1;
                continue;
            }
        };
        for (set, line) in sets.iter().zip(results.lines()) {
            let expected: Vec<u64> = line.split(' ').map(|word| u64::from_str_radix(word, 16).expect("a number")).collect();
            assert_eq!(run(&module, set), Ok(expected), "{name}");
            same += 1;
        }
    }
    announce(&format!("{same} runs as the host's; refused, by the reason: {refused:?}"));
    assert_eq!((same, refused.values().sum::<usize>()), (332, 18), "{refused:?}");
}
