//! A capture as text: what ran where and when, then answers, one fact a line.
//!
//! ```text
//! ulpscope capture 1
//! chip NVIDIA H100 PCIe
//! target sm_90
//! driver 550.54.15
//! cuda 12.9
//! date 2026-11-21
//! vectors 2 add.rn.f32
//! 3f800000 33800000 3f800000
//! sweep rcp.approx.f32
//! 3f800000 fa72a6c698274964
//! outputs 3f800000 407fffff 0123456789abcdef sqrt.approx.ftz.f32
//! product width mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
//! 3c00400038003c000000000000000000 3c003c003c0040000000000000000000 be00 44004400
//! ```
//!
//! Below `vectors` stand operands and result, below `sweep` the first operand of a window and its hash. The results of `outputs` are in a
//! file of their own. Below `product` and the reason why it is asked
//! stand codes of A, B, C, of scales where there are some, and a register of D.

use crate::Hash;
use semantics::instruction::{Operands, SOURCES, Target};
use std::fmt::Write;

/// The first line.
const HEAD: &str = "ulpscope capture 1";

/// What a chip computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Capture {
    /// The chip's name.
    pub chip: String,
    /// Its target.
    pub target: Target,
    /// The version of its driver.
    pub driver: String,
    /// The version of the toolkit that compiled the program.
    pub cuda: String,
    /// The day, as 2026-11-21.
    pub date: String,
    /// Answers on chosen operands.
    pub vectors: Vec<Vectors>,
    /// Hashes over all operands.
    pub sweeps: Vec<Sweep>,
    /// What was kept whole.
    pub outputs: Vec<Outputs>,
    /// Answers of tensor cores.
    pub products: Vec<Products>,
}

/// Answers of one form of a tensor core.
#[derive(Clone, Debug, PartialEq)]
pub struct Products {
    /// The form's head.
    pub form: String,
    /// Why it was asked.
    pub why: String,
    /// Codes of the operands, and the register of D.
    pub rows: Vec<(Vec<String>, u64)>,
}

/// Answers of one form.
#[derive(Clone, Debug, PartialEq)]
pub struct Vectors {
    /// The form: `add.rn.f32`.
    pub form: String,
    /// The number of its sources.
    pub sources: usize,
    /// Operands and result.
    pub rows: Vec<(Operands, u64)>,
}

/// Hashes of one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The form.
    pub form: String,
    /// The first operand of each window, and its hash.
    pub windows: Vec<(u32, Hash)>,
}

/// The results of a range of operands, in a file of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    /// The form.
    pub form: String,
    /// The first operand.
    pub from: u32,
    /// The last.
    pub to: u32,
    /// The results' hash.
    pub hash: Hash,
}

impl Capture {
    /// Reads a capture. The error names the line and what is wrong with it.
    pub fn read(text: &str) -> Result<Capture, String> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEAD) {
            return Err(format!("line 1: a capture begins with `{HEAD}`"));
        }
        let (mut facts, mut vectors, mut sweeps, mut outputs) = ([""; 5], Vec::new(), Vec::new(), Vec::new());
        let mut products: Vec<Products> = Vec::new();
        // What a line of digits belongs to.
        enum Open {
            Nothing,
            Vectors,
            Sweep,
            Products,
        }
        let mut open = Open::Nothing;
        for (at, line) in lines {
            let wrong = |what: &str| format!("line {}: {what}: `{line}`", at + 1);
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if let Some(place) = FACTS.iter().position(|fact| *fact == word) {
                facts[place] = rest;
                continue;
            }
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["vectors", sources, form] => {
                    let sources = sources.parse().ok().filter(|sources| (1..=SOURCES).contains(sources));
                    let sources = sources.ok_or_else(|| wrong("one to five sources"))?;
                    vectors.push(Vectors { form: form.into(), sources, rows: Vec::new() });
                    open = Open::Vectors;
                }
                ["sweep", form] => {
                    sweeps.push(Sweep { form: form.into(), windows: Vec::new() });
                    open = Open::Sweep;
                }
                ["outputs", from, to, whole, form] => {
                    let range = bits(from).zip(bits(to)).filter(|(from, to)| from <= to);
                    let (from, to) = range.ok_or_else(|| wrong("not a range of operands"))?;
                    outputs.push(Outputs { form: form.into(), from, to, hash: hash(whole).ok_or_else(|| wrong("not a hash"))? });
                }
                ["product", why, form] => {
                    products.push(Products { form: form.into(), why: why.into(), rows: Vec::new() });
                    open = Open::Products;
                }
                _ => match (&open, vectors.last_mut(), sweeps.last_mut()) {
                    (Open::Products, ..) => {
                        let answer = words.split_last().and_then(|(d, codes)| {
                            let codes: Vec<String> = codes.iter().map(|word| (*word).to_owned()).collect();
                            Some((codes, u64::from_str_radix(d, 16).ok()?))
                        });
                        let answer =
                            answer.filter(|(codes, _)| matches!(codes.len(), 3 | 5)).ok_or_else(|| wrong("not operands and a result"))?;
                        products.last_mut().into_iter().for_each(|last| last.rows.push(answer.clone()));
                    }
                    (Open::Vectors, Some(Vectors { sources, rows, .. }), _) => {
                        rows.push(row(&words, *sources).ok_or_else(|| wrong("not operands and a result"))?);
                    }
                    (Open::Sweep, _, Some(Sweep { windows, .. })) => {
                        let [first, whole] = words[..] else { return Err(wrong("not a window and its hash")) };
                        let window = bits(first).filter(|first| first % crate::WINDOW == 0).zip(hash(whole));
                        windows.push(window.ok_or_else(|| wrong("not a window and its hash"))?);
                    }
                    _ => return Err(wrong("not understood")),
                },
            }
        }
        if let Some(place) = facts.iter().position(|fact| fact.is_empty()) {
            return Err(format!("the capture does not say its {}", FACTS[place]));
        }
        let [chip, target, driver, cuda, date] = facts;
        let target = Target::named(target).ok_or_else(|| format!("`{target}` is no target"))?;
        Ok(Capture {
            chip: chip.into(),
            target,
            driver: driver.into(),
            cuda: cuda.into(),
            date: date.into(),
            vectors,
            sweeps,
            outputs,
            products,
        })
    }

    /// The capture as text.
    pub fn write(&self) -> String {
        let mut text = format!("{HEAD}\n");
        let facts = [&self.chip, self.target.name(), &self.driver, &self.cuda, &self.date];
        for (name, fact) in FACTS.iter().zip(facts) {
            let _ = writeln!(text, "{name} {fact}");
        }
        for Vectors { form, sources, rows } in &self.vectors {
            let _ = writeln!(text, "vectors {sources} {form}");
            for (operands, result) in rows {
                operands[..*sources].iter().for_each(|bits| {
                    let _ = write!(text, "{bits:x} ");
                });
                let _ = writeln!(text, "{result:x}");
            }
        }
        for Sweep { form, windows } in &self.sweeps {
            let _ = writeln!(text, "sweep {form}");
            for (first, hash) in windows {
                let _ = writeln!(text, "{first:08x} {:016x}", hash.0);
            }
        }
        for Outputs { form, from, to, hash } in &self.outputs {
            let _ = writeln!(text, "outputs {from:08x} {to:08x} {:016x} {form}", hash.0);
        }
        for Products { form, why, rows } in &self.products {
            let _ = writeln!(text, "product {why} {form}");
            for (codes, d) in rows {
                let _ = writeln!(text, "{} {d:x}", codes.join(" "));
            }
        }
        text
    }
}

/// The facts that every capture states, in the order of the file.
const FACTS: [&str; 5] = ["chip", "target", "driver", "cuda", "date"];

fn bits(text: &str) -> Option<u32> {
    (text.len() == 8).then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

fn hash(text: &str) -> Option<Hash> {
    (text.len() == 16).then(|| u64::from_str_radix(text, 16).ok()).flatten().map(Hash)
}

fn row(words: &[&str], sources: usize) -> Option<(Operands, u64)> {
    let numbers = words.iter().map(|word| u64::from_str_radix(word, 16).ok()).collect::<Option<Vec<u64>>>()?;
    let (result, given) = numbers.split_last()?;
    let mut operands = [0; SOURCES];
    (given.len() == sources).then(|| operands[..sources].copy_from_slice(given))?;
    Some((operands, *result))
}
