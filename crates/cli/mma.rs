//! `ulp mma`: elements of D = A·B + C as a tensor core computes them, a line each.

use crate::{Outcome, known, lines};
use semantics::chips;
use semantics::dot::{self, Asked};
use semantics::line::{Dots, Form};
use semantics::number::{F64, Format};
use semantics::rounding::Mode;
use semantics::tensor_core::{Path, Row, TABLE};
use std::path::PathBuf;

/// The whole help.
const HELP: &str = "Compute elements of D = A·B + C as a tensor core does

Reads lines `A B C`: a row of A, a column of B, and the element of C. A row or column is its codes in hexadecimal, with increasing k and without
blanks. Blanks or commas separate the three. A code has the digits of its type: fp16 4, E4M3 2, E2M1 1, and tf32 8, as its register.
K follows from the length. If A is longer than K, several instructions run, and each takes the D before it as its C.
A path with scales takes the scales of A and of B after C, one code of 8 bits for each block.
Writes D in hexadecimal, one line each. For a line that it cannot read it writes:
  error  CODE           START-END, bytes of the line   MESSAGE
  ulp mma --chip H100 --path wgmma --ab E4M3 --cd fp32 < operands.txt
  ulp mma --chip B200 --path tcgen05 --kind mxf4nvf4 --scale ue4m3 --ab E2M1 --cd fp32 operands.txt";

/// Compute elements of D = A·B + C as a tensor core does
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Mma {
    /// The chip (V100, A100, RTX 40, H100 ...) or its target (sm_90)
    #[arg(long, value_parser = chip)]
    chip: u32,
    /// The kind of instruction: mma.sync, wgmma or tcgen05 [default: the first that takes the types]
    #[arg(long, value_parser = path)]
    path: Option<Path>,
    /// The types of A and B, one or two: fp16 bf16 tf32 fp64 E4M3 E5M2 E3M2 E2M3 E2M1; E4M3,E2M1
    #[arg(long, value_parser = types)]
    ab: [&'static Format; 2],
    /// The type of C and D: fp32, fp16 or fp64
    #[arg(long, value_parser = number, default_value = "fp32")]
    cd: &'static Format,
    /// The .kind:: of the instruction, where several take the types
    #[arg(long, value_parser = kind)]
    kind: Option<&'static str>,
    /// The type of the blocks' scales: ue8m0 or ue4m3
    #[arg(long, value_parser = scale)]
    scale: Option<&'static str>,
    /// Elements that share one scale: 16 or 32
    #[arg(long)]
    block: Option<usize>,
    /// How doubles are rounded: rn rz rm rp
    #[arg(long, value_parser = mode, default_value = "rn")]
    mode: Mode,
    /// Write one JSON object a line instead, with every step of the computation
    #[arg(long)]
    json: bool,
    /// The file of lines [default: standard input]
    file: Option<PathBuf>,
}

impl Mma {
    pub fn run(self) -> Outcome {
        let [a, b] = self.ab;
        let Mma { chip: target, path, kind, scale, block, .. } = self;
        let asked = Asked { target, path, kind, formats: [a, b, self.cd], scale, block };
        if asked.rows().next().is_none() {
            let mut all: Vec<String> = Vec::new();
            for line in TABLE.iter().filter(|row| row.targets.contains(&target)).map(asks) {
                if !all.contains(&line) {
                    all.push(line);
                }
            }
            return Err(format!("sm_{target} has nothing for what is asked; it has\n  {}", all.join("\n  ")));
        }
        if self.mode != Mode::Rn && *self.cd != F64::FORMAT {
            return Err("--mode: only doubles are rounded as one asks".into());
        }
        let mut dots = Dots::new(asked, self.mode, if self.json { Form::Json } else { Form::Fields });
        lines::answer_of(self.file.as_deref(), |line, output| output.write_all(dots.evaluate(line).as_bytes()))
    }
}

/// The arguments that ask for a row of the table.
fn asks(row: &Row) -> String {
    let inputs: Vec<&str> = row.inputs.iter().map(|format| format.name).collect();
    let kind = if row.kind.is_empty() { String::new() } else { [" --kind ", row.kind].concat() };
    let scale = row.scale.map_or(String::new(), |scale| format!(" --scale {} --block {}", scale.name, scale.block));
    format!("--path {}{kind}{scale} --ab {} --cd {}", row.path.name(), inputs.join("|"), row.accumulator.name)
}

fn chip(name: &str) -> Outcome<u32> {
    let mut targets: Vec<u32> = TABLE.iter().flat_map(|row| row.targets).copied().collect();
    targets.sort_unstable();
    targets.dedup();
    let chips = chips::named().map(|(name, _)| name.replace(' ', ""));
    let all: Vec<String> = chips.chain(targets.iter().map(|target| format!("sm_{target}"))).collect();
    dot::chip(name).ok_or_else(|| known(&all))
}

fn path(name: &str) -> Outcome<Path> {
    dot::path(name).ok_or_else(|| known(&[Path::MmaSync, Path::Wgmma, Path::Tcgen05].map(Path::name)))
}

fn number(name: &str) -> Outcome<&'static Format> {
    let all = ["fp16", "bf16", "tf32", "fp32", "fp64", "E4M3", "E5M2", "E3M2", "E2M3", "E2M1"];
    dot::number(name).ok_or_else(|| known(&all))
}

fn types(names: &str) -> Outcome<[&'static Format; 2]> {
    let (a, b) = names.split_once(',').unwrap_or((names, names));
    Ok([number(a)?, number(b)?])
}

fn kind(name: &str) -> Outcome<&'static str> {
    let mut all: Vec<&str> = TABLE.iter().map(|row| row.kind).filter(|kind| !kind.is_empty()).collect();
    all.sort_unstable();
    all.dedup();
    dot::kind(name).ok_or_else(|| known(&all))
}

fn scale(name: &str) -> Outcome<&'static str> {
    dot::scale(name).ok_or_else(|| known(&["ue8m0", "ue4m3"]))
}

fn mode(name: &str) -> Outcome<Mode> {
    let all = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];
    all.into_iter().find(|mode| mode.name() == name).ok_or_else(|| known(&all.map(Mode::name)))
}
