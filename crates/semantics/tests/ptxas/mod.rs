//! NVIDIA's assembler as a judge: its answers, read from the tables in `data/nvidia`.

use flate2::read::GzDecoder;
use semantics::instruction::{Context, Target, Version};
use semantics::syntax::{RegisterType, Registers};
use std::collections::HashMap;
use std::io::Read;

/// A row of a table by column name.
pub struct Row(HashMap<String, String>);

impl Row {
    /// A column; empty where the table has none of that name.
    pub fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// Whether the assembler accepted.
    pub fn accepted(&self) -> bool {
        self.get("accepted") == "1"
    }

    /// The target and PTX version of the row.
    pub fn context(&self) -> Context {
        context(self.get("target"), self.get("ptx_version"))
    }
}

/// A context by its names.
pub fn context(target: &str, ptx: &str) -> Context {
    let (major, minor) = ptx.split_once('.').unwrap_or_else(|| panic!("{ptx}"));
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("{ptx}"));
    Context { target: Target::named(target).unwrap_or_else(|| panic!("{target}")), ptx: Version::new(number(major), number(minor)) }
}

/// Reads a table of `data/nvidia`, packed or not.
pub fn table(name: &str) -> Vec<Row> {
    let mut lines = split(&text(name)).into_iter();
    let header = lines.next().unwrap_or_default();
    lines.map(|cells| Row(header.iter().cloned().zip(cells).collect())).collect()
}

/// Reads a file of `data/nvidia`, packed or not.
pub fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The same as bytes.
pub fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/data/nvidia/{name}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    if !name.ends_with(".gz") {
        return bytes;
    }
    let mut unpacked = Vec::new();
    GzDecoder::new(&bytes[..]).read_to_end(&mut unpacked).unwrap_or_else(|error| panic!("{path}: {error}"));
    unpacked
}

/// Lines of cells; quoted cells may hold commas, line ends and doubled quotes.
fn split(text: &str) -> Vec<Vec<String>> {
    let (mut lines, mut line, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                cell.push('"');
                letters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                line.push(std::mem::take(&mut cell).trim_end_matches('\r').to_owned());
                lines.push(std::mem::take(&mut line));
            }
            _ => cell.push(letter),
        }
    }
    if !cell.is_empty() || !line.is_empty() {
        line.push(cell);
        lines.push(line);
    }
    lines
}

/// The registers of the legality tables: f0.. .f32, d0.. .f64, p0.. .pred, q0.. .b64, h .b16, r .b32, s .s32, u .u32.
pub fn legality_registers() -> Registers {
    declared(
        ".reg .f32 f<99>; .reg .f64 d<99>; .reg .pred p<99>; .reg .b64 q<99>; .reg .b16 h<99>; .reg .b32 r<99>; .reg .s32 s<99>; .reg .u32 u<99>; .reg .b128 x<99>;",
    )
}

/// The registers that some declarations declare.
pub fn declared(text: &str) -> Registers {
    let mut registers = Registers::default();
    for declaration in text.split(';').map(str::trim).filter(|declaration| !declaration.is_empty()) {
        let mut words = declaration.split_whitespace();
        let space = words.next();
        let mut word = words.next().unwrap_or("");
        let vector = word == ".v2";
        if vector {
            word = words.next().unwrap_or("");
        }
        // Variables are no registers; no operand of these instructions takes one.
        let kind = if space == Some(".reg") {
            RegisterType::named(word).unwrap_or_else(|| panic!("{declaration}"))
        } else {
            RegisterType::Other(0)
        };
        for name in words.collect::<String>().split(',') {
            match name.strip_suffix('>').and_then(|name| name.split_once('<')) {
                Some((stem, count)) => registers.declare_many(stem, count.parse().unwrap_or_else(|_| panic!("{declaration}")), kind),
                None if vector => registers.declare_vector(name, 2, kind),
                None => registers.declare(name, kind),
            }
        }
    }
    registers
}
