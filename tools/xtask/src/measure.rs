//! `measure`: runs every form on this machine's GPU, keeps what it computed below tools/measure/, and reports how far the model agrees.
//!
//! The CUDA program is tools/measure/capture.cu; which forms it runs, and the comparison, are the program beside it. Everything is made in
//! target/measure and moved to its place when it is whole, so that a run that fails leaves nothing half made.
//! With `--vulkan` it is the page's own shaders that run, through wgpu, on any chip: tools/measure/vulkan, which nothing else compiles.

use crate::library::today;
use crate::process::{cargo, on_path, output, program, run as run_program};
use crate::{Outcome, project};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Measure {
    /// The number of the GPU, as nvidia-smi counts
    #[arg(long, default_value = "0")]
    gpu: String,
    /// Run the shaders of the page “Your GPU” through Vulkan, and write the report that the page would: here is where
    #[arg(long, value_name = "FILE")]
    vulkan: Option<PathBuf>,
    /// With --vulkan: who brings the report
    #[arg(long, default_value = "", requires = "vulkan")]
    by: String,
}

pub fn run(Measure { gpu: which, vulkan, by }: &Measure) -> Outcome {
    if let Some(file) = vulkan {
        let mut measure = cargo();
        measure.args(["run", "--release", "--locked", "--quiet", "--manifest-path", "tools/measure/vulkan/Cargo.toml", "--"]);
        measure.args([which, by, &today()]);
        return run_program(measure.arg(std::path::absolute(file).map_err(|error| format!("{}: {error}", file.display()))?));
    }
    let compiler = compiler()?;
    let gpu = gpu(which)?;
    let work = project::root().join("target/measure");
    // What an earlier run left is of no use to this one.
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let ptx = newest_ptx(&compiler, &work)?;
    eprintln!("measure: {} ({}), driver {}, PTX {ptx}", gpu.chip, gpu.target, gpu.driver);
    measure(&["plan", "--target", &gpu.target, "--ptx", &ptx], &work)?;
    let built = work.join("capture");
    let mut compile = program(&compiler);
    // Not `-arch`, which compiles for what sm_90 has beside what sm_90a has.
    let number = planned(&work, &gpu)?;
    compile.args(["-std=c++17", "-O2", &format!("-gencode=arch=compute_{number},code=sm_{number}"), "-I"]).arg(&work);
    run_program(compile.arg("tools/measure/capture.cu").arg("-o").arg(&built))?;
    let mut capture = program(&built);
    capture.env("CUDA_DEVICE_ORDER", "PCI_BUS_ID").env("CUDA_VISIBLE_DEVICES", which).arg(&work).args([&gpu.chip, &gpu.driver]);
    run_program(&mut capture)?;
    // What stands in the instruction table was asked; now the math library, atomics and tiny products, fragments, and whole modules.
    let fast = ["-use_fast_math", "-DSINGLE", "-DOPTIONS=\" -use_fast_math\""];
    let job = work.join("modules.job");
    let mut all = vec![
        ("library", &[][..], "library.txt"),
        ("library", &fast, "library-use_fast_math.txt"),
        ("atomics", &[], "atomics.txt"),
        ("fragments", &[], "fragments.txt"),
    ];
    // Their machine code is for sm_90.
    if gpu.target == "sm_90" {
        let mut write = cargo();
        write.args(["test", "--quiet", "--package", "ulpscope-semantics", "--test", "core", "chip::a_job_for_a_chip", "--", "--ignored"]);
        run_program(write.env("ULPSCOPE_JOB", &job))?;
        all.push(("modules", &["-lcuda"], "modules.txt"));
    }
    for (name, options, file) in all {
        let mut compile = program(&compiler);
        compile.args(["-std=c++17", "-O2", &format!("-gencode=arch=compute_{number},code=sm_{number}")]).args(options);
        run_program(compile.arg(format!("tools/measure/{name}.cu")).arg("-o").arg(&built))?;
        let mut ask = program(&built);
        if name == "modules" {
            ask.arg(&job);
        }
        ask.env("CUDA_DEVICE_ORDER", "PCI_BUS_ID").env("CUDA_VISIBLE_DEVICES", which).args([&gpu.chip, &gpu.driver, &today()]);
        let said = output(&mut ask).ok_or_else(|| format!("{name}.cu does not run on this chip"))?;
        fs::write(work.join(file), said + "\n").map_err(|error| format!("{file}: {error}"))?;
    }
    measure(&["pack"], &work)?;
    let kept = keep(&work, &gpu)?;
    eprintln!("measure: kept in {}", project::shown(&kept));
    measure(&["compare"], &kept)
}

/// What is compiled for, without `sm_`: the planned target, which has what this chip alone has (`90a`), or the chip where the plan is for an
/// older one.
fn planned(work: &Path, gpu: &Gpu) -> Outcome<String> {
    let job = project::read(&work.join("job.txt"))?;
    let target = job.lines().next().and_then(|line| line.strip_prefix("target ")).unwrap_or_default();
    Ok(if target.starts_with(&gpu.target) { target } else { &gpu.target }.trim_start_matches("sm_").to_owned())
}

/// The part that needs no GPU, on a folder.
fn measure(arguments: &[&str], folder: &Path) -> Outcome {
    let mut command = cargo();
    command.args(["run", "--quiet", "--release", "--package", "ulpscope-measure", "--"]).args(arguments).arg(folder);
    run_program(&mut command)
}

/// The CUDA compiler: the one that ULPSCOPE_NVCC names, that of CUDA_HOME or CUDA_PATH, on PATH, or where NVIDIA's installer puts it.
pub fn compiler() -> Outcome<PathBuf> {
    let named = std::env::var_os("ULPSCOPE_NVCC").map(PathBuf::from);
    let homes = ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(std::env::var_os).map(PathBuf::from);
    let name = format!("nvcc{}", std::env::consts::EXE_SUFFIX);
    let places = named
        .into_iter()
        .chain(homes.map(|home| home.join("bin").join(&name)))
        .chain(on_path("nvcc"))
        .chain([PathBuf::from("/usr/local/cuda/bin").join(&name)]);
    places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
        "this wants the CUDA compiler, and there is no nvcc in ULPSCOPE_NVCC, in CUDA_HOME, on PATH or in /usr/local/cuda. Install the CUDA toolkit, \
         version 12 or later; nothing else of the project needs it."
            .into()
    })
}

/// A GPU as its driver tells of it.
#[derive(Debug, PartialEq)]
struct Gpu {
    chip: String,
    driver: String,
    target: String,
}

fn gpu(which: &str) -> Outcome<Gpu> {
    let query = ["--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader", "-i", which];
    let line = output(program("nvidia-smi").args(query));
    line.as_deref().and_then(described).ok_or_else(|| {
        format!("this wants an NVIDIA GPU, and `nvidia-smi` tells of none with the number {which}. Run it on a machine that has one.")
    })
}

/// A line of nvidia-smi: `NVIDIA H100 PCIe, 550.54.15, 9.0`.
fn described(line: &str) -> Option<Gpu> {
    let [chip, driver, capability] = line.lines().next()?.split(", ").collect::<Vec<_>>()[..] else { return None };
    let (major, minor) = capability.trim().split_once('.')?;
    let number: u32 = format!("{major}{minor}").parse().ok()?;
    Some(Gpu { chip: chip.into(), driver: driver.into(), target: format!("sm_{number}") })
}

/// The PTX version that the compiler writes, read off an empty program.
fn newest_ptx(compiler: &Path, work: &Path) -> Outcome<String> {
    let (source, written) = (work.join("empty.cu"), work.join("empty.ptx"));
    fs::write(&source, "").map_err(|error| format!("{}: {error}", source.display()))?;
    run_program(program(compiler).arg("-ptx").arg(&source).arg("-o").arg(&written))?;
    let text = project::read(&written)?;
    let version = text.lines().find_map(|line| line.strip_prefix(".version "));
    version.map(|version| version.trim().to_owned()).ok_or_else(|| format!("{} names no version", written.display()))
}

/// Moves what is worth keeping to a folder of its own: `tools/measure/sm_90-nvidia-h100-pcie-550.54.15`.
fn keep(work: &Path, gpu: &Gpu) -> Outcome<PathBuf> {
    let to = project::root().join("tools/measure").join(folder_name(gpu));
    let files = fs::read_dir(work).map_err(|error| format!("{}: {error}", work.display()))?;
    let kept = |path: &PathBuf| {
        ["capture.txt", "library.txt", "library-use_fast_math.txt", "atomics.txt", "fragments.txt", "modules.txt"]
            .iter()
            .any(|name| path.ends_with(name))
            || path.extension().is_some_and(|extension| extension == "runs")
    };
    let files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).filter(kept).collect();
    let part = project::root().join("tools/measure/part");
    let moved = || -> std::io::Result<()> {
        let _ = fs::remove_dir_all(&part);
        fs::create_dir_all(&part)?;
        for file in &files {
            fs::copy(file, part.join(file.file_name().unwrap_or_default()))?;
        }
        let _ = fs::remove_dir_all(&to);
        fs::rename(&part, &to)
    };
    moved().map_err(|error| format!("{}: {error}", to.display()))?;
    Ok(to)
}

fn folder_name(gpu: &Gpu) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c.to_ascii_lowercase() } else { '-' };
    format!("{}-{}-{}", gpu.target, gpu.chip, gpu.driver).chars().map(|c| if c == '_' { c } else { plain(c) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpu_is_read_off_the_drivers_line() {
        let gpu = described("NVIDIA H100 PCIe, 550.54.15, 9.0\nNVIDIA A100, 550.54.15, 8.0\n").unwrap();
        assert_eq!(gpu, Gpu { chip: "NVIDIA H100 PCIe".into(), driver: "550.54.15".into(), target: "sm_90".into() });
        assert_eq!(folder_name(&gpu), "sm_90-nvidia-h100-pcie-550.54.15");
        assert_eq!(described("NVIDIA RTX 5090, 575.1, 12.0").map(|gpu| gpu.target).as_deref(), Some("sm_120"));
        for line in ["", "No devices were found", "GPU, 1.0", "GPU, 1.0, [N/A]"] {
            assert_eq!(described(line), None, "{line}");
        }
    }
}
