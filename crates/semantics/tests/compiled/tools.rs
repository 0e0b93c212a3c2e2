//! nvcc, ptxas and the host's compiler, as far as they are there.

use super::{Kernel, Options, THREADS};
use crate::assembler::tool;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const HEADER: &str = include_str!("kernel.h");

/// The modules that stay with the project.
pub const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/compiled.txt.gz");

/// Kernels of one file for the host.
const CHUNK: usize = 50;

pub struct Compiler {
    nvcc: PathBuf,
    ptxas: PathBuf,
    folder: PathBuf,
}

/// Runs a program; what it says where it fails.
fn done(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(said(&output.stdout)) } else { Err(said(&output.stdout) + &said(&output.stderr)) }
}

impl Compiler {
    pub fn find() -> Option<Compiler> {
        let nvcc = std::env::var_os("ULPSCOPE_NVCC").map(PathBuf::from).or_else(|| tool("nvcc"))?;
        let ptxas = Some(nvcc.with_file_name("ptxas")).filter(|file| file.is_file()).or_else(|| tool("ptxas"))?;
        tool("gcc")?;
        let folder = std::env::temp_dir().join(format!("ulpscope-compiled-{}", std::process::id()));
        fs::create_dir_all(&folder).ok()?;
        fs::write(folder.join("kernel.h"), HEADER).ok()?;
        Some(Compiler { nvcc, ptxas, folder })
    }

    /// The PTX that nvcc makes of a text, which stays with its source in files of a name. The error is what nvcc said.
    pub fn ptx(&self, name: &str, text: &str, target: &str, flags: &[&str]) -> Result<String, String> {
        let [source, written] = ["cu", "ptx"].map(|extension| self.folder.join(name).with_extension(extension));
        let wrong = |error: std::io::Error| error.to_string();
        fs::write(&source, text).map_err(wrong)?;
        let mut nvcc = Command::new(&self.nvcc);
        nvcc.args(["-ptx", "-w", "--expt-relaxed-constexpr", &format!("-arch={target}")]).args(flags);
        done(nvcc.arg(&source).arg("-o").arg(&written))?;
        fs::read_to_string(&written).map_err(wrong)
    }

    /// The machine code that nvcc makes of a text, as nvdisasm shows it. The error is what the tools said.
    pub fn listing(&self, name: &str, text: &str, target: &str, flags: &[&str]) -> Result<String, String> {
        let [source, binary] = ["cu", "cubin"].map(|extension| self.folder.join(name).with_extension(extension));
        fs::write(&source, text).map_err(|error| error.to_string())?;
        let mut nvcc = Command::new(&self.nvcc);
        nvcc.args(["-cubin", "-w", "--expt-relaxed-constexpr", &format!("-arch={target}")]).args(flags);
        done(nvcc.arg(&source).arg("-o").arg(&binary))?;
        done(Command::new(self.nvcc.with_file_name("nvdisasm")).arg(&binary))
    }

    /// The PTX that the library ULPSCOPE_NVRTC makes of a text: NVRTC is what there is of older toolkits.
    pub fn older_ptx(&self, text: &str, target: &str) -> Result<String, String> {
        let library = PathBuf::from(std::env::var_os("ULPSCOPE_NVRTC").ok_or("ULPSCOPE_NVRTC names no library")?);
        let (source, program) = (self.folder.join("k.cu"), self.folder.join("nvrtc"));
        if !program.is_file() {
            let written = self.folder.join("nvrtc.c");
            fs::write(&written, include_str!("nvrtc.c")).map_err(|error| error.to_string())?;
            done(Command::new("gcc").arg(&written).arg("-ldl").arg("-o").arg(&program))?;
        }
        fs::write(&source, text).map_err(|error| error.to_string())?;
        let input = fs::File::open(&source).map_err(|error| error.to_string())?;
        // It looks for its own second library by name.
        let folder = library.parent().unwrap_or(Path::new("."));
        done(Command::new(&program).arg(&library).arg(target).env("LD_LIBRARY_PATH", folder).stdin(input))
    }

    /// The PTX of a kernel, which the assembler takes for its target. The error is what the tools said.
    pub fn compile(&self, kernel: &Kernel, options: &Options) -> Result<String, String> {
        let name = format!("{}-{}-{}", kernel.name, options.target, options.flags.len());
        let stem = self.folder.join(&name);
        let text = self.ptx(&name, &format!("#include \"kernel.h\"\n{}", kernel.source), options.target, options.flags)?;
        let mut ptxas = Command::new(&self.ptxas);
        ptxas
            .arg(format!("-arch={}", options.target))
            .args(["-w", "-O0"])
            .args(options.flags.iter().filter(|flag| **flag == "-G").map(|_| "-g"));
        done(ptxas.arg(stem.with_extension("ptx")).arg("-o").arg(stem.with_extension("cubin")))?;
        for extension in ["cu", "ptx", "cubin"] {
            let _ = fs::remove_file(stem.with_extension(extension));
        }
        Ok(text)
    }

    /// What every kernel gives on the host, for every set of inputs.
    pub fn host(&self, kernels: &[&Kernel], sets: &[u8]) -> HashMap<String, Vec<Vec<u64>>> {
        let inputs = self.folder.join("sets");
        fs::write(&inputs, sets).expect("the inputs are written");
        let all = |line: fn(&str) -> String| kernels.iter().map(|kernel| line(&kernel.name)).collect::<String>();
        let table = format!(
            "#include \"kernel.h\"\ntypedef KERNEL(Kernel);\n{}Kernel *const KERNELS[] = {{{}0}};\nconst char *const NAMES[] = {{{}0}};\n",
            all(|name| format!("Kernel {name};\n")),
            all(|name| format!("{name}, ")),
            all(|name| format!("\"{name}\", "))
        );
        let chunks = kernels.chunks(CHUNK).map(|chunk| {
            format!("#include \"kernel.h\"\n{}", chunk.iter().map(|kernel| kernel.source.as_str()).collect::<Vec<_>>().join("\n"))
        });
        let files = [table, include_str!("host.c").to_owned()].into_iter().chain(chunks).enumerate();
        let objects: Vec<PathBuf> = files.map(|(number, text)| self.object(number, &text)).collect();
        let program = self.folder.join("host");
        done(Command::new("gcc").args(objects).arg("-lm").arg("-o").arg(&program)).expect("the host's program is linked");
        let said = done(Command::new(&program).arg(&inputs)).expect("the kernels run on the host");
        let mut results: HashMap<String, Vec<Vec<u64>>> = HashMap::new();
        for line in said.lines() {
            let mut words = line.split(' ');
            let name = words.next().unwrap_or("").to_owned();
            results.entry(name).or_default().push(words.map(|word| u64::from_str_radix(word, 16).expect("a number")).collect());
        }
        results
    }

    /// Compiled as it stands: nothing fused, no order changed, roundings read when they are reached.
    fn object(&self, number: usize, text: &str) -> PathBuf {
        let source = self.folder.join(format!("host{number}.c"));
        let object = source.with_extension("o");
        fs::write(&source, text).expect("the source is written");
        let mut gcc = Command::new("gcc");
        gcc.args(["-std=gnu17", "-O1", "-w", "-c", "-ffp-contract=off", "-frounding-math", "-fno-strict-aliasing", "-mfpmath=sse"]);
        gcc.arg(format!("-DTHREADS={THREADS}")).arg(&source).arg("-o").arg(&object);
        if let Err(said) = done(&mut gcc) {
            panic!("{}: {said}", source.display());
        }
        object
    }
}

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether a module stays with the project: of what is written by hand one way each, of the rest a few; none with code of NVIDIA's library.
pub fn is_kept(name: &str, way: usize, text: &str) -> bool {
    let sum: usize = name.bytes().map(usize::from).sum();
    let number = name.strip_prefix("made").and_then(|number| number.parse::<usize>().ok());
    let chosen = number.map_or(way == sum % 5 && !name.starts_with("library"), |number| number < 60 && way < 5);
    chosen && text.len() < 60_000
}

/// A module without remarks, without its debugger's sections and the folders that it was compiled in.
pub fn stripped(text: &str) -> String {
    let (mut plain, mut in_section): (Vec<String>, bool) = (Vec::new(), false);
    for line in text.lines() {
        let said = line.trim();
        in_section |= said.starts_with(".section");
        if !in_section && !said.is_empty() && !said.starts_with("//") {
            let folder =
                if said.starts_with(".file") { line.find('"').map(|at| at + 1).zip(line.rfind('/').map(|at| at + 1)) } else { None };
            plain.push(folder.map_or(line.to_owned(), |(from, until)| [&line[..from], &line[until..]].concat()));
        }
        in_section &= said != "}";
    }
    plain.join("\n")
}

/// The same, and what the host gave.
pub fn kept(text: &str, host: &[Vec<u64>]) -> String {
    let results: Vec<String> = host.iter().map(|set| set.iter().map(|bits| format!("{bits:x}")).collect::<Vec<_>>().join(" ")).collect();
    format!("{}\n-- \n{}", stripped(text), results.join("\n"))
}

/// Writes the modules that stay.
pub fn write(kept: &BTreeMap<String, String>) {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for (label, text) in kept {
        packed.write_all(format!("\n== {label}\n{text}").as_bytes()).expect("memory takes it");
    }
    fs::write(KEPT, packed.finish().expect("memory takes it")).expect("the file is written");
}
