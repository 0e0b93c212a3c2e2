//! The kernels of `cooperative.rs` as machine code: nvcc compiles each for five chips, and what nvdisasm shows runs here with buffers and threads.
//! The judge is the same: what a host gave.

use super::cooperative::{INCLUDED, Launching, different, host_answers, launches, run};
use super::tools::Compiler;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::oracle::oracle;
use semantics::sass;
use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};

/// The listings that stay, each behind the name of its chip and its kernel.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/machine_code.txt.gz");
const CHIPS: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// What a listing gives for a launch. An error begins with what was not read.
fn given(listing: &str, one: &Launching) -> Result<String, String> {
    let compiled = sass::compiled(listing, &Context::default());
    let about = |said: &&semantics::syntax::Diagnostic| said.code == "machine-code";
    if let Some(said) = compiled.diagnostics.iter().find(about) {
        return Err(format!("refused: {}", said.message));
    }
    run(&compiled.module(&Context::default()), one)
}

/// What of a refusal many have in common: the name of the instruction, and why.
fn kind(said: &str) -> String {
    let (_, rest) = said.split_once('`').unwrap_or(("", said));
    let (code, why) = rest.split_once('`').unwrap_or((rest, ""));
    let name = code.split_whitespace().find(|part| !part.starts_with('@')).unwrap_or("");
    [name, why].concat()
}

/// Runs listings; how many give what the host gave, which are refused, and which differ.
fn judged<'a>(all: impl Iterator<Item = (&'a str, &'a Launching, &'a str)>) -> (usize, BTreeMap<String, usize>, Vec<String>) {
    let (mut same, mut refused, mut wrong) = (0, BTreeMap::new(), Vec::new());
    for (listing, one, answer) in all {
        match given(listing, one) {
            Err(said) if said.starts_with("refused") => *refused.entry(kind(&said)).or_default() += 1,
            found => match different(found, answer) {
                Some(said) => wrong.push(said),
                None => same += 1,
            },
        }
    }
    (same, refused, wrong)
}

/// The functions of a listing of several: what stands in front of all, and each with its sections.
fn apart(text: &str) -> HashMap<String, String> {
    let parts: Vec<&str> = text.split("\n//--------------------- ").collect();
    let named = |part: &str| part.split_whitespace().next().map(str::to_owned).unwrap_or_default();
    let of = |name: &str| {
        let own = parts.iter().skip(1).filter(|part| {
            let section = named(part);
            section == format!(".text.{name}") || section == format!(".nv.constant2.{name}") || section == ".nv.constant3"
        });
        [parts[0]].into_iter().chain(own.copied()).collect::<Vec<_>>().join("\n//--------------------- ")
    };
    let names = parts.iter().filter_map(|part| named(part).strip_prefix(".text.").map(str::to_owned));
    names.map(|name| (name.clone(), of(&name))).collect()
}

#[test]
#[ignore = "wants nvcc, ptxas and nvdisasm 13.5 in ULPSCOPE_NVCC, CUDA_HOME or on PATH; run with --ignored, ULPSCOPE_BLESS=1 keeps listings"]
fn machine_code_gives_what_the_host_gives() {
    let compiler = Compiler::find().expect("nvcc and ptxas in ULPSCOPE_NVCC, CUDA_HOME or on PATH");
    let (all, answers) = (launches(), host_answers());
    let mut kept = String::new();
    for (number, chip) in CHIPS.into_iter().enumerate() {
        // A warp's reductions came with sm_80. Which exchange of several is the last hangs on the order of threads, and ptxas gives it another
        // there.
        let there = |one: &Launching| number > 0 || !one.source.text.contains("__reduce_") && one.name != "atomics";
        let some: Vec<(&Launching, &str)> = all.iter().zip(answers.lines()).filter(|(one, _)| there(one)).collect();
        let texts: String = some.iter().map(|(one, _)| one.source.text.as_str()).collect();
        let text = [INCLUDED, &texts].concat();
        let listing = compiler.listing("machine", &text, chip, &["--fmad=false"]).expect("nvcc takes it");
        let functions = apart(&listing);
        let (same, refused, wrong) = judged(some.iter().map(|(one, answer)| (functions[&one.name].as_str(), *one, *answer)));
        println!("{chip}: {same} are the same, {} are refused: {refused:#?}", refused.values().sum::<usize>());
        assert!(wrong.is_empty(), "{} on {chip}: {wrong:#?}", wrong.len());
        // With products and sums that ptxas joins: the machine code says which, and the machine must join the same ones of the same PTX.
        let joined = apart(&compiler.listing("machine", &text, chip, &[]).expect("nvcc takes it"));
        let module = Module::read(&compiler.ptx("machine", &text, chip, &[]).expect("nvcc takes it"), &Context::default());
        let given: Vec<String> = some.iter().map(|(one, _)| run(&module, one).expect("PTX runs")).collect();
        let (same, refused, wrong) =
            judged(some.iter().zip(&given).map(|((one, _), given)| (joined[&one.name].as_str(), *one, given.as_str())));
        println!("{chip}, joined: {same} are the same, {} are refused: {refused:#?}", refused.values().sum::<usize>());
        assert!(wrong.is_empty(), "{} on {chip}, joined: {wrong:#?}", wrong.len());
        for (one, _) in
            some.iter().filter(|(one, _)| all.iter().position(|other| other.name == one.name).unwrap_or(0) % CHIPS.len() == number)
        {
            kept += &format!("\u{c}{}\n{}", one.name, functions[&one.name]);
        }
    }
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let mut packed = GzEncoder::new(std::fs::File::create(KEPT).expect("a file"), Compression::best());
        packed.write_all(kept.as_bytes()).expect("the file is written");
    }
}

#[test]
fn kept_machine_code_gives_what_the_host_gave() {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(KEPT).expect("the kept listings")).read_to_string(&mut text).expect("gzip text");
    let (all, answers) = (launches(), host_answers());
    let known: HashMap<&str, (&Launching, &str)> =
        all.iter().zip(answers.lines()).map(|(one, answer)| (&*one.name, (one, answer))).collect();
    let listings: Vec<(&str, &str)> = text.split('\u{c}').skip(1).filter_map(|part| part.split_once('\n')).collect();
    let (same, refused, wrong) = judged(listings.iter().map(|(name, listing)| (*listing, known[name].0, known[name].1)));
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    assert_eq!((same, listings.len()), (oracle("machine_code.txt.gz").answers as usize, same), "{refused:#?}");
}
