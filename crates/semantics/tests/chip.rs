//! Whole modules on a chip: what a launch leaves in its buffers there, and what it leaves here.
//!
//! The modules are assembled by ptxas where there is one: the assembler of a driver may be older, and one of CUDA 13.0 gives the upper half of
//! what a video instruction puts into `d.h1`.
//! `ULPSCOPE_JOB=FILE cargo test -p ulpscope-semantics --test core chip:: -- --ignored` writes what `tools/measure/modules.cu` asks;
//! `cargo xtask measure` does both.

use crate::assembler::tool;
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::memory::Space;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::oracle::oracle;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

/// What an H100 left: a name and a hash each, or that its driver refuses the module.
const MEASURED: &str = include_str!("../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/modules.txt");
/// The newest PTX that the driver of that chip reads.
const PTX: &str = "9.0";

/// A launch that a chip is asked about.
pub struct Asked {
    pub name: String,
    pub module: String,
    pub entry: String,
    pub threads: [u32; 3],
    pub blocks: [u32; 3],
    pub arguments: Vec<Argument>,
}

/// The bytes of each buffer.
type Left = Vec<Vec<u8>>;

impl Asked {
    /// The text, in a version that the driver reads.
    fn text(&self) -> String {
        let lines =
            self.module.lines().map(|line| if line.starts_with(".version") { format!(".version {PTX}\n") } else { format!("{line}\n") });
        lines.collect()
    }

    /// The buffers before the launch and behind it.
    fn run(&self, module: &Module) -> Result<[Left; 2], String> {
        let entry = module.entry(Some(&self.entry))?;
        let Asked { threads, blocks, .. } = *self;
        let launched = Launched { entry, arguments: self.arguments.clone(), threads, blocks, ..Launched::default() };
        let mut all = launched.begin(module)?;
        let segments: Vec<usize> = all.buffers.iter().map(|buffer| buffer.segment).collect();
        let left = |all: &semantics::kernel::Threads| -> Left {
            segments.iter().map(|segment| all.machine.memory.segments(Space::Global)[*segment].bytes.clone()).collect()
        };
        let before = left(&all);
        match all.run(&mut NoObserver) {
            Some(stop) => Err(format!("line {}: {}", stop.number(module), stop.message)),
            None => Ok([before, left(&all)]),
        }
    }
}

/// FNV-1a of 64 bits.
fn hash(left: &Left) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", left.iter().flatten().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// All of them, those of one module together.
fn all() -> Vec<Asked> {
    let all = [
        crate::compiled::cooperative::asked(),
        crate::c::narrow::asked(),
        crate::composed::asked(),
        crate::joined::asked(),
        crate::matrices::asked(),
    ];
    all.into_iter().flatten().collect()
}

/// A module as machine code of sm_90.
fn assembled(ptxas: &Path, folder: &Path, text: &str) -> Vec<u8> {
    let [source, to] = ["module.ptx", "module.cubin"].map(|name| folder.join(name));
    // Of sm_90 whatever the text is for.
    let lines = text.lines().map(|line| if line.starts_with(".target") { ".target sm_90\n".to_owned() } else { format!("{line}\n") });
    std::fs::write(&source, lines.collect::<String>()).expect("the module is written");
    let done = Command::new(ptxas).args(["-arch", "sm_90", "-o"]).args([&to, &source]).output().expect("ptxas runs");
    assert!(done.status.success(), "{}\n{text}", String::from_utf8_lossy(&done.stderr));
    std::fs::read(&to).expect("machine code")
}

#[test]
#[ignore = "writes what a chip is asked to the file ULPSCOPE_JOB"]
fn a_job_for_a_chip() {
    let (mut job, mut last) = (Vec::new(), String::new());
    let ptxas = tool("ptxas");
    let folder = std::env::temp_dir().join(format!("ulpscope-chip-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for asked in all() {
        let text = asked.text();
        if text != last {
            let assembled = ptxas.as_ref().map_or_else(|| text.clone().into_bytes(), |ptxas| assembled(ptxas, &folder, &text));
            let _ = writeln!(job, "module {}", assembled.len());
            job.extend(assembled);
            job.push(b'\n');
        }
        let module = Module::read(&text, &Context::default());
        let [before, _] = asked.run(&module).unwrap_or_else(|said| panic!("{}: {said}", asked.name));
        let shape: Vec<String> = [asked.threads, asked.blocks].concat().iter().map(u32::to_string).collect();
        let _ = writeln!(job, "launch {} {} {}", asked.name, asked.entry, shape.join(" "));
        let mut lists = before.iter();
        for argument in &asked.arguments {
            let (word, bytes) = match argument {
                Argument::List(..) => ("list", lists.next().expect("a buffer").clone()),
                Argument::Number(number) => ("number", number.parse::<u32>().expect("a word").to_le_bytes().to_vec()),
            };
            let _ = writeln!(job, "{word} {}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        }
        let _ = writeln!(job, "run");
        last = text;
    }
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::write(std::env::var_os("ULPSCOPE_JOB").expect("ULPSCOPE_JOB names a file"), job).expect("the job is written");
}

#[test]
fn modules_leave_what_a_chip_leaves() {
    let answers: BTreeMap<&str, &str> =
        MEASURED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' ')).collect();
    let (mut compared, mut refused, mut wrong) = (0, 0, Vec::new());
    let (mut last, mut module) = (String::new(), None);
    // Programs that were written after a chip was lent stand at the end of their list, and wait for the next one.
    let number = |name: &str| name.strip_prefix("narrow-").and_then(|number| number.parse::<usize>().ok());
    let newest = answers.keys().filter_map(|name| number(name)).max();
    for asked in all() {
        if number(&asked.name) > newest {
            continue;
        }
        let text = asked.text();
        if text != last {
            module = Some(Module::read(&text, &Context::default()));
            last = text;
        }
        let answer = *answers.get(asked.name.as_str()).unwrap_or_else(|| panic!("{} was not asked", asked.name));
        if answer.starts_with("refused") {
            refused += 1;
            continue;
        }
        compared += 1;
        match asked.run(module.as_ref().expect("a module")) {
            Ok([_, left]) if hash(&left) == answer => {}
            Ok(_) => wrong.push(asked.name),
            Err(said) => wrong.push(format!("{}: {said}", asked.name)),
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}: {wrong:#?}", wrong.len());
    assert_eq!((compared, refused), (oracle("modules.txt").answers, 0));
}
