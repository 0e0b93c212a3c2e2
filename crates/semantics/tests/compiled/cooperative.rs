//! Kernels whose threads meet, compiled by nvcc and run here, against the same text on a host where `cooperative.h` has the threads. What is
//! made from templates (`collective.rs`) is held against a text without threads, too.

use super::collective::made;
use super::tools::{Compiler, stripped};
use crate::chip::Asked;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, Buffer};
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::{Format, Random};
use semantics::oracle::oracle;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::Command;

const SOURCE: &str = include_str!("cooperative.cu");
const HEADER: &str = include_str!("cooperative.h");
/// What only nvcc needs.
pub(super) const INCLUDED: &str = "#include <cuda_fp16.h>\n#include <cooperative_groups.h>\n";
/// The modules and what the host computed.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cooperative.txt.gz");
/// Ways to compile that round every operation as C says.
const WAYS: [(&str, &[&str]); 4] = [
    ("sm_90", &["--fmad=false"]),
    ("sm_86", &["--fmad=false", "-Xcicc=-O0"]),
    ("sm_80", &["--fmad=false", "-G"]),
    ("sm_100", &["--fmad=false"]),
];

/// A kernel: how it is launched, its text, and what does the same without threads.
pub struct Source {
    pub head: String,
    pub text: String,
    pub plain: Option<String>,
}

/// How a kernel is launched: its name, the threads, the blocks and its arguments.
pub(super) struct Launching {
    pub source: Source,
    pub name: String,
    threads: [u32; 3],
    blocks: [u32; 3],
    arguments: Vec<Argument>,
}

fn three(text: &str) -> [u32; 3] {
    let mut parts = text.split(',').map(|part| part.parse().expect("a number"));
    [(); 3].map(|()| parts.next().expect("three numbers"))
}

/// The kernels that are written by hand, and those that are made.
fn sources() -> Vec<Source> {
    let written = SOURCE.split("\n// ").skip(1).filter_map(|part| part.split_once('\n')).filter(|(head, _)| head.contains(",1 "));
    written.map(|(head, text)| Source { head: head.to_owned(), text: text.to_owned(), plain: None }).chain(made()).collect()
}

/// The launches of all of them.
pub(super) fn launches() -> Vec<Launching> {
    launches_of(sources(), 44)
}

/// Launches with numbers that are drawn.
pub(super) fn launches_of(sources: Vec<Source>, seed: u64) -> Vec<Launching> {
    let mut random = Random::new(seed);
    let mut argument = |text: &str| {
        let Some((own, rest)) = text.split_once('[') else { return Argument::Number(text.to_owned()) };
        let (count, how) = rest.split_once(']').expect("a count");
        let format = Format::named(own).expect("a format");
        let mut one = || {
            let number = random.below(1 << 20) as f64 / 1024.0 - 500.0;
            match own {
                _ if how == "=0" => 0,
                _ if how == "=any" => random.word() >> (64 - format.width()),
                "f64" => (number * 1.000_000_123).to_bits(),
                "f32" => u64::from((number as f32).to_bits()),
                // A sixteenth to sixteen.
                "f16" => random.word() & 0x8000 | (11 + random.below(8)) << 10 | random.below(1 << 10),
                "bf16" => random.word() & 0x8000 | (123 + random.below(8)) << 7 | random.below(1 << 7),
                _ => random.below(1 << 16),
            }
        };
        Argument::List(format, (0..count.parse::<usize>().expect("a count")).map(|_| one()).collect())
    };
    let mut launching = |source: Source| {
        let mut words = source.head.split(' ');
        let mut word = || words.next().expect("a name and the threads");
        let (name, threads, blocks) = (word().to_owned(), three(word()), three(word()));
        let arguments = words.map(&mut argument).collect();
        Launching { name, threads, blocks, arguments, source }
    };
    sources.into_iter().map(&mut launching).collect()
}

/// The numbers of each buffer, in hexadecimal digits; a buffer that is as it was is no more than said to be.
fn shown(one: &Launching, buffers: impl Iterator<Item = Vec<u64>>) -> String {
    let mut text = one.name.clone();
    let given = one.arguments.iter().filter_map(|argument| if let Argument::List(_, bits) = argument { Some(bits) } else { None });
    for (bits, given) in buffers.zip(given) {
        if bits == *given {
            text.push_str(" [=]");
            continue;
        }
        text.push_str(" [");
        bits.iter().for_each(|bits| text += &format!(" {bits:x}"));
        text.push_str(" ]");
    }
    text
}

pub(super) fn run(module: &Module, one: &Launching) -> Result<String, String> {
    let entry = module.entry(Some(&one.name))?;
    let launched = Launched { entry, arguments: one.arguments.clone(), threads: one.threads, blocks: one.blocks, ..Launched::default() };
    let mut threads = launched.begin(module)?;
    if let Some(stop) = threads.run(&mut NoObserver) {
        return Err(format!("{} line {}: {}", one.name, stop.number(module), stop.message));
    }
    let numbers = |buffer: &Buffer| buffer.numbers(&threads.machine.memory).iter().map(|number| number.bits).collect();
    Ok(shown(one, threads.buffers.iter().map(numbers)))
}

/// A program for the host that runs every launch, and what does the same without threads on the same numbers.
fn host(all: &[Launching]) -> String {
    let mut text = "#include \"cooperative.h\"\n".to_owned();
    for one in all {
        text += &one.source.text;
        text += one.source.plain.as_deref().unwrap_or("");
    }
    text += "int main() {\n";
    for (at, one) in all.iter().enumerate() {
        let (mut names, mut plain, mut ending) = (Vec::new(), Vec::new(), String::new());
        for (place, argument) in one.arguments.iter().enumerate() {
            let name = format!("a{at}_{place}");
            match argument {
                Argument::Number(number) => {
                    let _ = writeln!(text, "static long {name} = {number};");
                    names.push(name.clone());
                    plain.push(name);
                }
                Argument::List(format, bits) => {
                    let word = match format.width() {
                        16 => "unsigned short",
                        32 => "unsigned",
                        _ => "unsigned long long",
                    };
                    let list: Vec<String> =
                        bits.iter().map(|bits| format!("{bits}u{}", if format.width() == 64 { "ll" } else { "" })).collect();
                    let _ = writeln!(text, "static const {word} given_{name}[] = {{{}}};", list.join(","));
                    let _ =
                        writeln!(text, "{word} *{name} = lanes(given_{name}, {0}), *plain_{name} = lanes(given_{name}, {0});", bits.len());
                    let _ = writeln!(ending, "written(given_{name}, {name}, {});", bits.len());
                    if one.source.plain.is_some() {
                        let _ = writeln!(ending, "if (memcmp({name}, plain_{name}, sizeof given_{name})) printf(\" differs\");");
                    }
                    names.push(format!("Any{{{name}}}"));
                    plain.push(format!("Any{{plain_{name}}}"));
                }
            }
        }
        let [threads, blocks] = [one.threads, one.blocks].map(|[x, y, z]| format!("{{{x}, {y}, {z}}}"));
        let _ = writeln!(text, "call = [=] {{ {}({}); }}; blockDim = {threads}; gridDim = {blocks}; grid();", one.name, names.join(", "));
        if one.source.plain.is_some() {
            let _ = writeln!(text, "plain_{}({});", one.name, plain.join(", "));
        }
        let _ = writeln!(text, "printf(\"%s\", \"{}\");\n{ending}printf(\"\\n\");", one.name);
    }
    text + "}\n"
}

/// Whether a kernel is compiled in a way: headers of nvcc stand there whole without optimisation, and ask for memory that a chip reserves.
fn goes(one: &Launching, way: usize) -> bool {
    [0, 3].contains(&way) || !["cooperative_groups", "__half"].iter().any(|word| one.source.text.contains(word))
}

/// Which of [`WAYS`] the module of a kernel is kept in that is made.
fn way(number: usize, one: &Launching) -> usize {
    let way = [0, 3, 0, 1, 0, 3, 0, 2][number % 8];
    if goes(one, way) { way } else { 0 }
}

/// The launches of each module that is kept: all that are written by hand, once for each way, and those that are made, in one way each.
fn parts(all: &[Launching]) -> Vec<Vec<&Launching>> {
    let (made, written): (Vec<&Launching>, Vec<&Launching>) = all.iter().partition(|one| one.source.plain.is_some());
    let made =
        (0..WAYS.len()).map(|own| made.iter().enumerate().filter(|(number, one)| way(*number, one) == own).map(|(_, one)| *one).collect());
    WAYS.iter().map(|_| written.clone()).chain(made).collect()
}

#[test]
#[ignore = "wants nvcc and ptxas 13.5 in ULPSCOPE_NVCC, CUDA_HOME or on PATH, and g++; run with --ignored, ULPSCOPE_BLESS=1 keeps what it gives"]
fn cooperative_kernels_give_what_the_host_gives() {
    let compiler = Compiler::find().expect("nvcc and ptxas in ULPSCOPE_NVCC, CUDA_HOME or on PATH, and g++");
    let all = launches();
    let folder = std::env::temp_dir().join(format!("ulpscope-cooperative-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join("host.cpp"), folder.join("host"));
    std::fs::write(folder.join("cooperative.h"), HEADER).expect("the header is written");
    std::fs::write(&source, host(&all)).expect("the program is written");
    let mut built = Command::new("g++");
    let built = built
        .args(["-O1", "-w", "-fno-strict-aliasing", "-ffp-contract=off"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("g++ runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let answers = String::from_utf8(Command::new(&program).output().expect("it runs").stdout).expect("text");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let wrong: Vec<&str> = answers.lines().filter(|line| line.contains(" differs")).collect();
    assert!(wrong.is_empty(), "with threads and without: {wrong:#?}");
    let mut kept = answers.clone();
    let compiled = |way: usize, some: &[&Launching]| {
        let texts: String = some.iter().map(|one| one.source.text.as_str()).collect();
        let (target, flags) = WAYS[way];
        compiler.ptx("cooperative", &[INCLUDED, &texts].concat(), target, flags).expect("nvcc takes it")
    };
    for way in 0..WAYS.len() {
        let some: Vec<&Launching> = all.iter().filter(|one| goes(one, way)).collect();
        compare(&compiled(way, &some), &some, &answers);
    }
    for (number, some) in parts(&all).into_iter().enumerate() {
        kept += &format!("\u{c}{}\n", stripped(&compiled(number % WAYS.len(), &some)));
    }
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let mut packed = GzEncoder::new(std::fs::File::create(KEPT).expect("a file"), Compression::best());
        packed.write_all(kept.as_bytes()).expect("the file is written");
    }
}

/// Holds what a module gives against what the host gave.
fn compare(text: &str, some: &[&Launching], answers: &str) {
    let module = Module::read(text, &Context::default());
    assert_eq!(super::complaints(&module), Vec::<String>::new());
    let answers: HashMap<&str, &str> = answers.lines().filter_map(|line| Some((line.split(' ').next()?, line))).collect();
    let wrong: Vec<String> = some.iter().filter_map(|one| different(run(&module, one), answers[one.name.as_str()])).collect();
    assert!(wrong.is_empty(), "{} on {}: {wrong:#?}", wrong.len(), module.context.target);
}

/// What a run gave beside what the host gave, where the two are not the same.
pub(super) fn different(found: Result<String, String>, answer: &str) -> Option<String> {
    let short = |text: &str| text.chars().take(300).collect::<String>();
    (found.as_deref() != Ok(answer)).then(|| format!("{}\n{}", short(answer), short(&found.unwrap_or_else(|said| said))))
}

/// What the host computed, and the modules behind it.
fn kept() -> String {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(KEPT).expect("the kept modules")).read_to_string(&mut text).expect("gzip text");
    text
}

/// What the host computed, a line for each launch.
pub(super) fn host_answers() -> String {
    kept().split('\u{c}').next().unwrap_or("").to_owned()
}

/// Kernels whose sums hang on the order of threads.
const ORDERED: [&str; 4] = ["histogram_of_doubles", "atomics", "swapped_sum", "compacted"];

/// The others that are written by hand, for a chip.
pub fn asked() -> Vec<Asked> {
    let mut all = Vec::new();
    for ((target, _), module) in WAYS.iter().zip(kept().split('\u{c}').skip(1)).filter(|((target, _), _)| *target != "sm_100") {
        let launches = launches().into_iter().filter(|one| one.source.plain.is_none() && !ORDERED.contains(&one.name.as_str()));
        all.extend(launches.map(|Launching { name, threads, blocks, arguments, .. }| Asked {
            name: format!("cooperative-{target}-{name}"),
            module: module.to_owned(),
            entry: name,
            threads,
            blocks,
            arguments,
        }));
    }
    all
}

#[test]
fn kept_cooperative_kernels_give_what_the_host_gave() {
    let (text, all) = (kept(), launches());
    let mut modules = text.split('\u{c}');
    let answers = modules.next().unwrap_or("");
    assert_eq!([answers.lines().count(), all.len()], [oracle("cooperative.txt.gz").answers as usize; 2]);
    let parts = parts(&all);
    assert_eq!(modules.clone().count(), parts.len());
    modules.zip(parts).for_each(|(text, some)| compare(text, &some, answers));
}

/// The same kernels, read by our own reader of C.
#[test]
fn cooperative_kernels_read_as_c_give_what_the_host_gave() {
    let kept = kept();
    let answers = kept.split('\u{c}').next().unwrap_or("");
    let (mut same, mut refused, mut wrong) = (0, BTreeMap::<String, usize>::new(), Vec::new());
    for (one, answer) in launches().iter().zip(answers.lines()) {
        let text = [&one.source.text, "\n// -fmad=false\n"].concat();
        let compiled = semantics::c::compiled(&text, &Context::default());
        if let Some(said) = compiled.diagnostics.iter().find(|said| said.is_error()) {
            *refused.entry(said.message.clone()).or_default() += 1;
            continue;
        }
        match different(run(&compiled.module(&Context::default()), one), answer) {
            Some(said) => wrong.push(said),
            None => same += 1,
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    assert_eq!((same, refused), (300, BTreeMap::new()));
}
