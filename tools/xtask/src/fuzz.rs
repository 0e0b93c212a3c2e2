//! `fuzz`: the fuzz targets under a coverage-guided engine, on the stable toolchain.
//!
//! The core has no unsafe code, so no sanitizer is needed; what remains are compiler passes that every toolchain has. The folder keeps the
//! layout of cargo-fuzz. What the engine found worth keeping stays in fuzz/corpus, an input that failed in fuzz/artifacts. Of the first the
//! smallest inputs that reach most branches are part of the project, one in hexadecimal a line in fuzz/seeds: every run starts from them,
//! and `--keep` writes them anew.

use crate::process::{cargo, program, run as run_program};
use crate::{Outcome, project};
use std::fs;
use std::path::{Path, PathBuf};

/// The targets, each a file in fuzz/fuzz_targets.
const TARGETS: [&str; 7] = ["parse", "evaluate", "decode", "line", "batch", "address", "kernel"];

/// What makes the engine see which branches an input took.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=1 --cfg fuzzing";

/// Seeds of a target, at most.
const SEEDS: usize = 200;

#[derive(clap::Args)]
pub struct Fuzz {
    /// Seconds for each target
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Write the seeds anew from the best of what was found
    #[arg(long)]
    keep: bool,
    /// One target instead of all
    #[arg(value_parser = TARGETS)]
    target: Option<String>,
}

pub fn run(Fuzz { seconds, keep, target: only }: &Fuzz) -> Outcome {
    let manifest = project::root().join("fuzz/Cargo.toml");
    let built = project::root().join("target/fuzz");
    let host = host_triple()?;
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "--target", &host]).arg("--manifest-path").arg(manifest);
    // With a target named, the flags reach the fuzzed code and not the build scripts.
    run_program(build.arg("--target-dir").arg(&built).env("RUSTFLAGS", COVERAGE))?;
    for name in TARGETS.iter().filter(|name| only.as_deref().is_none_or(|only| only == **name)) {
        let corpus = project::root().join("fuzz/corpus").join(name);
        let artifacts = project::root().join("fuzz/artifacts").join(name);
        for folder in [&corpus, &artifacts] {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let target = built.join(&host).join("release").join(name);
        sow(name, &corpus)?;
        if *keep {
            reap(name, &target, &corpus)?;
            continue;
        }
        let mut engine = program(target);
        engine.arg(format!("-max_total_time={seconds}")).arg("-max_len=400").arg("-print_final_stats=1");
        run_program(engine.arg(format!("-artifact_prefix={}/", artifacts.display())).arg(corpus))?;
    }
    Ok(())
}

fn seeds(name: &str) -> PathBuf {
    project::root().join("fuzz/seeds").join(format!("{name}.txt"))
}

/// Puts the project's seeds into the corpus.
fn sow(name: &str, corpus: &Path) -> Outcome {
    let text = fs::read_to_string(seeds(name)).unwrap_or_default();
    for (number, line) in text.lines().enumerate() {
        let digits: Vec<u8> = line.bytes().filter_map(|byte| (byte as char).to_digit(16)).map(|digit| digit as u8).collect();
        let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let file = corpus.join(format!("seed-{number}"));
        fs::write(&file, bytes).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(())
}

/// Writes the seeds: of the inputs that the engine's merge keeps, the smallest.
fn reap(name: &str, target: &Path, corpus: &Path) -> Outcome {
    let merged = project::root().join("target/fuzz/merged").join(name);
    if merged.exists() {
        fs::remove_dir_all(&merged).map_err(|error| format!("{}: {error}", merged.display()))?;
    }
    fs::create_dir_all(&merged).map_err(|error| format!("{}: {error}", merged.display()))?;
    run_program(program(target).args(["-merge=1", "-max_len=100", "-verbosity=0"]).arg(&merged).arg(corpus))?;
    let mut inputs = Vec::new();
    for entry in fs::read_dir(&merged).map_err(|error| error.to_string())?.flatten() {
        inputs.push(fs::read(entry.path()).map_err(|error| error.to_string())?);
    }
    inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let lines: Vec<String> =
        inputs.iter().take(SEEDS).map(|input| input.iter().map(|byte| format!("{byte:02x}")).collect::<String>() + "\n").collect();
    let file = seeds(name);
    fs::create_dir_all(file.parent().expect("a file lies in a folder"))
        .and_then(|()| fs::write(&file, lines.concat()))
        .map_err(|error| error.to_string())?;
    println!("{}: {} inputs", project::shown(&file), lines.len());
    Ok(())
}

/// The machine that cargo builds for when nothing is said.
fn host_triple() -> Outcome<String> {
    let version = crate::process::output(program("rustc").arg("-vV")).ok_or("rustc does not start")?;
    let line = version.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "`rustc -vV` names no host".to_string())
}
