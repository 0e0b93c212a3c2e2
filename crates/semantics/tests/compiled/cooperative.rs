//! Kernels whose threads meet, compiled by nvcc and run here, against the same text on a host where `cooperative.h` has the threads.

use super::tools::Compiler;
use crate::chip::Asked;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, Buffer};
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::{Format, Random};
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::Command;

const SOURCE: &str = include_str!("cooperative.cu");
const HEADER: &str = include_str!("cooperative.h");
/// The modules and what the host computed.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cooperative.txt.gz");
/// Ways to compile that round every operation as C says.
const WAYS: [(&str, &[&str]); 4] = [
    ("sm_90", &["--fmad=false"]),
    ("sm_86", &["--fmad=false", "-Xcicc=-O0"]),
    ("sm_80", &["--fmad=false", "-G"]),
    ("sm_100", &["--fmad=false"]),
];

/// How a kernel is launched: its name, the threads, the blocks and its arguments.
struct Launching {
    name: String,
    threads: [u32; 3],
    blocks: [u32; 3],
    arguments: Vec<Argument>,
}

fn three(text: &str) -> [u32; 3] {
    let mut parts = text.split(',').map(|part| part.parse().expect("a number"));
    [(); 3].map(|()| parts.next().expect("three numbers"))
}

/// The launches of the text, with numbers that are drawn.
fn launches() -> Vec<Launching> {
    let mut random = Random::new(44);
    let mut argument = |text: &str| {
        let Some((own, rest)) = text.split_once('[') else { return Argument::Number(text.to_owned()) };
        let (count, zeros) = rest.split_once(']').expect("a count");
        let format = Format::named(own).expect("a format");
        let mut one = || {
            let number = random.below(1 << 20) as f64 / 1024.0 - 500.0;
            match own {
                _ if !zeros.is_empty() => 0,
                "f64" => (number * 1.000_000_123).to_bits(),
                "f32" => u64::from((number as f32).to_bits()),
                _ => random.below(1 << 16),
            }
        };
        Argument::List(format, (0..count.parse::<usize>().expect("a count")).map(|_| one()).collect())
    };
    let heads = SOURCE.split("\n// ").skip(1).filter_map(|part| part.lines().next().filter(|head| head.contains(",1 ")));
    let mut launching = |head: &str| {
        let mut words = head.split(' ');
        let mut word = || words.next().expect("a name and the threads");
        let (name, threads, blocks) = (word().to_owned(), three(word()), three(word()));
        Launching { name, threads, blocks, arguments: words.map(&mut argument).collect() }
    };
    heads.map(&mut launching).collect()
}

/// The numbers of each buffer, in hexadecimal digits.
fn shown(name: &str, buffers: impl Iterator<Item = Vec<u64>>) -> String {
    let mut text = name.to_owned();
    for bits in buffers {
        text.push_str(" [");
        bits.iter().for_each(|bits| text += &format!(" {bits:x}"));
        text.push_str(" ]");
    }
    text
}

fn run(module: &Module, one: &Launching) -> Result<String, String> {
    let entry = module.entry(Some(&one.name))?;
    let launched = Launched { entry, arguments: one.arguments.clone(), threads: one.threads, blocks: one.blocks, ..Launched::default() };
    let mut threads = launched.begin(module)?;
    if let Some(stop) = threads.run(&mut NoObserver) {
        return Err(format!("{} line {}: {}", one.name, stop.number(module), stop.message));
    }
    let numbers = |buffer: &Buffer| buffer.numbers(&threads.machine.memory).iter().map(|number| number.bits).collect();
    Ok(shown(&one.name, threads.buffers.iter().map(numbers)))
}

/// A program for the host that runs every launch.
fn host(all: &[Launching]) -> String {
    let mut text = format!("#include \"cooperative.h\"\n{SOURCE}\nint main() {{\n");
    for (at, one) in all.iter().enumerate() {
        let mut names = Vec::new();
        for (place, argument) in one.arguments.iter().enumerate() {
            let name = format!("a{at}_{place}");
            match argument {
                Argument::Number(number) => {
                    let _ = writeln!(text, "static long {name} = {number};");
                    names.push(name);
                }
                Argument::List(format, bits) => {
                    let word = if format.width() == 64 { "unsigned long long" } else { "unsigned" };
                    let list: Vec<String> =
                        bits.iter().map(|bits| format!("{bits}u{}", if format.width() == 64 { "ll" } else { "" })).collect();
                    let _ = writeln!(text, "static {word} {name}[] = {{{}}};", list.join(","));
                    names.push(format!("Any{{{name}}}"));
                }
            }
        }
        let [threads, blocks] = [one.threads, one.blocks].map(|[x, y, z]| format!("{{{x}, {y}, {z}}}"));
        let _ = writeln!(
            text,
            "body = [] {{ {}({}); }}; blockDim = {threads}; gridDim = {blocks}; grid(); printf(\"%s\", \"{}\");",
            one.name,
            names.join(", "),
            one.name
        );
        for (place, argument) in one.arguments.iter().enumerate() {
            if let Argument::List(_, bits) = argument {
                let _ = writeln!(
                    text,
                    "printf(\" [\"); for (int i = 0; i < {}; i++) printf(\" %llx\", (unsigned long long)a{at}_{place}[i]); printf(\" ]\");",
                    bits.len()
                );
            }
        }
        text += "printf(\"\\n\");\n";
    }
    text + "}\n"
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
    let mut kept = answers.clone();
    for (target, flags) in WAYS {
        let text = compiler.ptx("cooperative", SOURCE, target, flags).expect("nvcc takes it");
        compare(&text, &all, &answers);
        kept += &format!("\u{c}{text}");
    }
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let mut packed = GzEncoder::new(std::fs::File::create(KEPT).expect("a file"), Compression::best());
        packed.write_all(kept.as_bytes()).expect("the file is written");
    }
}

/// Holds what a module gives against what the host gave.
fn compare(text: &str, all: &[Launching], answers: &str) {
    let module = Module::read(text, &Context::default());
    assert_eq!(super::complaints(&module), Vec::<String>::new());
    assert_eq!(answers.lines().count(), all.len());
    for (one, answer) in all.iter().zip(answers.lines()) {
        assert_eq!(run(&module, one).as_deref(), Ok(answer), "{}", module.context.target);
    }
}

/// What the host computed, and the modules behind it.
fn kept() -> String {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(KEPT).expect("the kept modules")).read_to_string(&mut text).expect("gzip text");
    text
}

/// Kernels whose sums hang on the order of threads.
const ORDERED: [&str; 4] = ["histogram_of_doubles", "atomics", "swapped_sum", "compacted"];

/// The others, for a chip.
pub fn asked() -> Vec<Asked> {
    let mut all = Vec::new();
    for ((target, _), module) in WAYS.iter().zip(kept().split('\u{c}').skip(1)).filter(|((target, _), _)| *target != "sm_100") {
        let launches = launches().into_iter().filter(|one| !ORDERED.contains(&one.name.as_str()));
        all.extend(launches.map(|Launching { name, threads, blocks, arguments }| Asked {
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
    let text = kept();
    let mut parts = text.split('\u{c}');
    let (answers, all) = (parts.next().unwrap_or(""), launches());
    let modules: Vec<&str> = parts.collect();
    assert_eq!(modules.len(), WAYS.len());
    modules.iter().for_each(|text| compare(text, &all, answers));
}

/// The same kernels, read by our own reader of C. What it does not cover it refuses by name.
#[test]
fn cooperative_kernels_read_as_c_give_what_the_host_gave() {
    let kept = kept();
    let (answers, all) = (kept.split('\u{c}').next().unwrap_or(""), launches());
    let sources = SOURCE.split("\n// ").skip(1).filter(|part| part.lines().next().is_some_and(|head| head.contains(",1 ")));
    let (mut same, mut refused) = (0, Vec::new());
    for ((one, answer), source) in all.iter().zip(answers.lines()).zip(sources) {
        let source = source.split_once('\n').expect("a head").1;
        let compiled = semantics::c::compiled(&[source, "\n// -fmad=false\n"].concat(), &Context::default());
        if let Some(said) = compiled.diagnostics.iter().find(|said| said.is_error()) {
            refused.push(said.message.clone());
            continue;
        }
        assert_eq!(run(&compiled.module(&Context::default()), one).as_deref(), Ok(answer), "{source}");
        same += 1;
    }
    assert_eq!((same, refused), (20, vec!["`__match_all_sync` is not among the functions covered here.".to_owned()]));
}
