//! `fuzz`: the fuzz targets under a coverage-guided engine, on the stable toolchain.
//!
//! The core has no unsafe code, so no sanitizer is needed; what remains are compiler passes that every toolchain has. The folder keeps the
//! layout of cargo-fuzz. What the engine found worth keeping stays in fuzz/corpus, an input that failed in fuzz/artifacts.

use crate::arguments::Arguments;
use crate::process::{cargo, program, run as run_program};
use crate::{Outcome, project};

/// The targets, each a file in fuzz/fuzz_targets.
const TARGETS: [&str; 5] = ["parse", "evaluate", "decode", "line", "batch"];

/// What makes the engine see which branches an input took.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=1 --cfg fuzzing";

pub fn run(mut arguments: Arguments) -> Outcome {
    let seconds = arguments.value("--seconds")?.unwrap_or_else(|| "60".into());
    let seconds: u32 = seconds.parse().map_err(|_| format!("--seconds takes a whole number, not `{seconds}`"))?;
    let only = arguments.word();
    arguments.finish()?;
    if let Some(name) = only.as_deref().filter(|name| !TARGETS.contains(name)) {
        return Err(format!("there is no target `{name}`; there are {}", TARGETS.join(", ")));
    }
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
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut engine = program(built.join(&host).join("release").join(name));
        engine.arg(format!("-max_total_time={seconds}")).arg("-max_len=400").arg("-print_final_stats=1");
        run_program(engine.arg(format!("-artifact_prefix={}/", artifacts.display())).arg(corpus))?;
    }
    Ok(())
}

/// The machine that cargo builds for when nothing is said.
fn host_triple() -> Outcome<String> {
    let version = crate::process::output(program("rustc").arg("-vV")).ok_or("rustc does not start")?;
    let line = version.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "`rustc -vV` names no host".to_string())
}
