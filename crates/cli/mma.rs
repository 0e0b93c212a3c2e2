//! `ulp mma`: elements of D = A·B + C as a tensor core computes them, a line each.

use crate::{Outcome, ended, files, known, lines};
use semantics::chips;
use semantics::dot::{self, Asked};
use semantics::kernel::argument::bits;
use semantics::line::{Dots, Form, digits};
use semantics::matrix::NO_UE5M3;
use semantics::number::{F64, Format, Pattern, U8};
use semantics::rounding::Mode;
use semantics::tensor_core::{Path as Instruction, Row, TABLE};
use std::io::{self, Write};
use std::path::Path;

/// The whole help.
const HELP: &str = "Compute elements of D = A·B + C as a tensor core does

Reads lines `A B C`: a row of A, a column of B, and the element of C. A row or column is its codes in hexadecimal, with increasing k and without
blanks. Blanks or commas separate the three. A code has the digits of its type: fp16 4, E4M3 2, E2M1 1, and tf32 8, as its register.
K follows from the length. If A is longer than K, several instructions run, and each takes the D before it as its C.
A path with scales takes the scales of A and of B after C, one code of 8 bits for each block.
mma.sp takes an A with all its zeros: at most two of four numbers are something else (tf32: one of two; mxf4: two pairs of four).
Or A has the half that is kept, and the line ends with a digit for each chunk. It is the two indices of the metadata: 4 for columns 0 and 1, e for 2
and 3.
wmma is the mma.sync that it becomes. Its m16n16k8 of tf32 becomes two of K = 4: give K = 4, and the first D as the second C.
Writes D in hexadecimal, one line each. For a line that it cannot read it writes:
  error  CODE           START-END, bytes of the line   MESSAGE
Instead of a file of lines it takes A, B and C (and scales) as arguments, in the way of `ulp run`; `--ab` and `--cd` say what numbers they are:
  [1.5,0.1]       one row or column of numbers, each rounded once to nearest; e4m3[1.5,0.1] says the same with their type
  @a.npy f16@a.bin  a file: A is one row or M rows of K. B is one column or K rows of N. C is one number or M rows of N.
  0.5             C alone
If A of mma.sp has the half that is kept, its digits come last: one word for every row, or a file of u8 with a number for each chunk.
Where A is a file of several rows there may be a word for each, with commas between them (4e4e,e444).
Then it writes D in hexadecimal and as a number, element by element, one row of D after the other.
A chip can be named by its generation: volta, turing, ampere (A100), ada, hopper or blackwell (B200).
  ulp mma --chip H100 --path wgmma --ab E4M3 --cd fp32 < operands.txt
  ulp mma --chip B200 --path tcgen05 --kind mxf4nvf4 --scale ue4m3 --ab E2M1 --cd fp32 operands.txt
  ulp mma --chip A100 --path mma.sp --ab fp16 [1.5,0,0,2,0,0,3,4,0,0,0,0,0,0,0,0] [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16] 0.5
  ulp mma --chip hopper --ab fp16 [1.5,0.1,0,0,0,0,0,0] [2,0.3,0,0,0,0,0,0] 0.5";

/// Compute elements of D = A·B + C as a tensor core does
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Mma {
    /// The chip (V100, A100, RTX 40, H100 ...), its generation (hopper) or its target (sm_90)
    #[arg(long, value_parser = chip)]
    chip: u32,
    /// The kind of instruction: mma.sync, wgmma, tcgen05 or mma.sp [default: the first that takes the types]
    #[arg(long, value_parser = path)]
    path: Option<Instruction>,
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
    /// The file of lines [default: standard input], or A, B, C and the scales of A and B as lists or files of numbers
    #[arg(allow_negative_numbers = true, value_name = "FILE|A B C")]
    given: Vec<String>,
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
        if let [] | [_] = &self.given[..] {
            let file = self.given.first().map(Path::new);
            return lines::answer_of(file, |line, output| output.write_all(dots.evaluate(line).as_bytes()));
        }
        let mut page = String::new();
        for (row, line) in lines_of(&self.given, &asked)? {
            let d = dots.evaluate(line.as_bytes());
            if let Some(said) = d.strip_prefix("error\t") {
                let of_row = said.starts_with("not-sparse\t");
                let said = said.rsplit('\t').next().unwrap_or(said).trim_end();
                return Err(if of_row { format!("row {row} of A: {said}") } else { said.to_owned() });
            }
            page.push_str(d);
            // An object says it itself.
            if let Ok(bits) = u64::from_str_radix(d, 16) {
                page.push_str(&format!("\t{}", Pattern::new(self.cd, bits).digits()));
            }
            page.push('\n');
        }
        ended(io::stdout().write_all(page.as_bytes()))
    }
}

/// Numbers in rows of one length.
struct Matrix {
    codes: Vec<u64>,
    row: usize,
}

impl Matrix {
    /// The matrix of an argument, as `ulp run` takes them; a list may leave its type out.
    fn read(text: &str, format: &'static Format) -> Outcome<Matrix> {
        let name = format.name.to_lowercase();
        let (own, codes, row) = if let Some((named, path)) = files::named(text) {
            let (own, codes, shape) = files::array(named, path)?;
            if shape.len() > 2 {
                return Err(format!("{path}: a matrix has rows and columns, and this array has {} lengths", shape.len()));
            }
            (own, codes, shape.last().copied().unwrap_or(1))
        } else if let Some((named, items)) = text.split_once('[') {
            // `[4]` is the number 4 here; in `ulp run` it is four zeros.
            let wanted = || format!("`{text}` is no list: [1.5,2] holds two numbers, and {name}[1.5,2] says their type");
            let own = Some(format).filter(|_| named.is_empty() || named.eq_ignore_ascii_case(&name)).or_else(|| Format::named(named));
            let (own, items) = own.zip(items.strip_suffix(']')).ok_or_else(wanted)?;
            let items = items.strip_suffix(',').unwrap_or(items).split(',').enumerate();
            // A code of TF32 stands above the spare bits of its register.
            let code = |(at, item): (usize, &str)| match bits(item.trim(), own) {
                Ok(code) => Ok(code << own.spare_bits),
                Err(said) => Err(format!("number {} of `{text}`: {said}", at + 1)),
            };
            let codes = items.map(code).collect::<Outcome<Vec<u64>>>()?;
            let row = codes.len();
            (own, codes, row)
        } else {
            (format, vec![bits(text.trim(), format)?], 1)
        };
        if own.name != format.name {
            return Err(format!("`{text}` holds {}, and {name} is asked for", own.name.to_lowercase()));
        }
        Ok(Matrix { row: row.max(1), codes })
    }

    fn rows(&self) -> impl Iterator<Item = &[u64]> + Clone {
        self.codes.chunks(self.row)
    }

    /// A row, which is one column where there is only one row.
    fn column(&self, at: usize) -> Vec<u64> {
        if self.codes.len() == self.row { self.codes.clone() } else { self.rows().filter_map(|row| row.get(at)).copied().collect() }
    }
}

/// The lines that ask for each element of D, row by row, each with its row.
fn lines_of(given: &[String], asked: &Asked) -> Outcome<Vec<(usize, String)>> {
    let [of_a, of_b, of_c] = asked.formats;
    let scale = asked.rows().find_map(|row| row.scale).map(|scale| scale.format);
    let formats = [of_a, of_b, of_c].into_iter().chain(scale.into_iter().flat_map(|scale| [scale; 2]));
    let wanted = formats.clone().count();
    // A fourth argument, or a sixth beside scales, has the indices of a sparse A.
    let sparse = asked.rows().all(|row| row.path == Instruction::MmaSp) && matches!(given.len(), 4 | 6) && given.len() > wanted;
    let (given, indices) = given.split_at(given.len() - usize::from(sparse));
    if given.len() != 3 && given.len() != wanted {
        return Err(format!(
            "A, B and C are wanted{}, and {} arguments are given",
            if wanted == 5 { ", and scales" } else { "" },
            given.len()
        ));
    }
    let indices = indices.first().map(|text| digits_of_rows(text)).transpose()?.unwrap_or_default();
    let all = given.iter().zip(formats).map(|(text, format)| Matrix::read(text, format)).collect::<Outcome<Vec<Matrix>>>()?;
    let [a, b, c, scales @ ..] = &all[..] else { return Ok(Vec::new()) };
    let columns = if b.codes.len() == b.row { 1 } else { b.row };
    let rows = a.rows().count();
    if indices.len() > 1 && indices.len() != rows {
        return Err(format!("A has {rows} rows, and digits of {} are given", indices.len()));
    }
    if c.codes.len() != 1 && (c.codes.len() != rows * columns || (c.row != columns && c.row != c.codes.len())) {
        return Err(format!("C is one number, or {rows} × {columns} as D; {} are given", c.codes.len()));
    }
    let field =
        |codes: &[u64], format: &Format| codes.iter().map(|code| format!("{code:0digits$x}", digits = digits(format))).collect::<String>();
    let mut lines = Vec::with_capacity(rows * columns);
    for (row, of_row) in a.rows().enumerate() {
        for column in 0..columns {
            let at = if c.codes.len() == 1 { 0 } else { row * columns + column };
            let mut line = [field(of_row, of_a), field(&b.column(column), of_b), field(&c.codes[at..=at], of_c)].join(" ");
            if let (Some(format), [of_a, of_b]) = (scale, scales) {
                let of_a = of_a.rows().nth(row).unwrap_or_default();
                line = [line, field(of_a, format), field(&of_b.column(column), format)].join(" ");
            }
            if let Some(of_row) = indices.get(row).or(indices.first()) {
                line = [&line, " ", of_row].concat();
            }
            lines.push((row, line));
        }
    }
    if lines.is_empty() { Err("A or B is empty".to_owned()) } else { Ok(lines) }
}

/// The digits of the rows of a sparse A: words with commas between them, or the numbers of a file.
fn digits_of_rows(text: &str) -> Outcome<Vec<String>> {
    let Some((named, path)) = files::named(text) else { return Ok(text.split(',').map(str::to_owned).collect()) };
    let (own, codes, shape) = files::array(named, path)?;
    if own != U8 || codes.iter().any(|code| *code > 15) {
        return Err(format!("{path}: the digits of a sparse A are u8 from 0 to 15"));
    }
    let row = shape.last().copied().unwrap_or(1).max(1);
    Ok(codes.chunks(row).map(|row| row.iter().map(|code| format!("{code:x}")).collect()).collect())
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
    let families = chips::FAMILIES.iter().map(|(name, _)| name.to_lowercase());
    let all: Vec<String> = chips.chain(families).chain(targets.iter().map(|target| format!("sm_{target}"))).collect();
    dot::chip(name).ok_or_else(|| known(&all))
}

fn path(name: &str) -> Outcome<Instruction> {
    dot::path(name).ok_or_else(|| known(&Instruction::ALL.map(Instruction::name)))
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
    if name.eq_ignore_ascii_case("ue5m3") {
        return Err(NO_UE5M3.into());
    }
    dot::scale(name).ok_or_else(|| known(&["ue8m0", "ue4m3"]))
}

fn mode(name: &str) -> Outcome<Mode> {
    let all = [Mode::Rn, Mode::Rz, Mode::Rm, Mode::Rp];
    all.into_iter().find(|mode| mode.name() == name).ok_or_else(|| known(&all.map(Mode::name)))
}
