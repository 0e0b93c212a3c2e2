//! Which row of the table of tensor cores is meant: chip, path and types as people name them.

use crate::chips;
use crate::instruction::{Context, Target, Version};
use crate::matrix;
use crate::number::Format;
use crate::tensor_core::{self, Path, Row, TABLE};

/// What is said of a row. What is left open, the table's order decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The target: 90 for sm_90.
    pub target: u32,
    /// The instruction that asks.
    pub path: Option<Path>,
    /// Its `.kind::`; empty for the form without one.
    pub kind: Option<&'static str>,
    /// The formats of A, B and D.
    pub formats: [&'static Format; 3],
    /// The type of the blocks' scales.
    pub scale: Option<&'static str>,
    /// Elements with one scale in common.
    pub block: Option<usize>,
}

/// The target of a chip (`H100`, `rtx 50`), of a generation (`hopper`) or of a target's name (`sm_90a`); only such as the table knows.
pub fn chip(name: &str) -> Option<u32> {
    let family = || chips::FAMILIES.iter().find(|(family, _)| family.eq_ignore_ascii_case(name)).map(|(_, number)| *number);
    let named = || Target::named(&name.to_ascii_lowercase()).map(Target::number);
    tensor_core::target(name).or_else(family).or_else(named).filter(|target| TABLE.iter().any(|row| row.targets.contains(target)))
}

/// The path of a name, alone or with words behind it: `wgmma with scale-d=false`.
pub fn path(name: &str) -> Option<Path> {
    let first = name.split_whitespace().next()?;
    Path::ALL.into_iter().find(|path| path.name().eq_ignore_ascii_case(first))
}

/// The `.kind::` of a name.
pub fn kind(name: &str) -> Option<&'static str> {
    TABLE.iter().map(|row| row.kind).find(|kind| kind.eq_ignore_ascii_case(name))
}

/// The format of a name, PTX's or the common one: `f16`, `fp16`, `E4M3`.
pub fn number(name: &str) -> Option<&'static Format> {
    let lower = name.to_ascii_lowercase();
    matrix::format(&lower.strip_prefix("fp").map_or(lower.clone(), |bits| ["f", bits].concat()))
}

/// The type of scales of a name.
pub fn scale(name: &str) -> Option<&'static str> {
    TABLE.iter().filter_map(|row| row.scale).map(|scale| scale.name).find(|known| known.eq_ignore_ascii_case(name))
}

/// The row that the head of a matrix instruction asks for on a target, and the formats of A, B and D; those that `tcgen05.mma` has in its
/// descriptor stand behind its head: `tcgen05.mma.cta_group::1.kind::f16.f32.f16.f16`. The error is a sentence.
pub fn of_head(head: &str, target: Target) -> Result<(&'static Row, [&'static Format; 3]), String> {
    let read = matrix::read(head).map_err(|word| format!("`{word}` has no meaning in the head of a matrix instruction."))?;
    let (mut own, mut length) = (head.to_owned(), read.shape.map(|shape| shape.k as usize));
    if read.path == Some(Path::Tcgen05) {
        let behind = |word: &&str| read.types.iter().chain([&read.scale]).any(|own| own == word);
        own = own.split('.').filter(|word| !behind(word)).collect::<Vec<_>>().join(".");
        // No products go into every K.
        length = Some(0);
    }
    let there = matrix::lowering(&own, Context { target, ptx: Version::NEWEST }).is_ok();
    let type_of = |at: usize| read.types.get(at).and_then(|name| matrix::format(name));
    let asked = length.zip(read.path).filter(|_| there);
    let (Some((length, path)), Some(a), Some(b), Some(d)) = (asked, type_of(1), type_of(2), type_of(0)) else {
        return Err(format!("{} has no such matrix instruction of floating-point numbers.", target.name()));
    };
    let row = tensor_core::find(target.number(), path, &read.kind, [a, b, d], matrix::scale(&read), length);
    row.map(|row| (row, [a, b, d])).ok_or_else(|| format!("Nobody has published how {} adds these products.", target.name()))
}

/// A row's name among those of one target and of the same types: `wgmma-QGMMA`, `tcgen05-mxf4nvf4-UTCOMMA-ue4m3-16`.
pub fn slug(row: &Row) -> String {
    let instruction = row.sass.split(',').next().unwrap_or_default();
    let mut name = [row.path.name(), "-", instruction].concat();
    if !row.kind.is_empty() {
        name = [row.path.name(), "-", row.kind, "-", instruction].concat();
    }
    row.scale.map_or(name.clone(), |scale| format!("{name}-{}-{}", scale.name, scale.block))
}

impl Asked {
    /// The rows that fit, best first.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> {
        let [a, b, d] = self.formats;
        TABLE.iter().filter(move |row| {
            row.targets.contains(&self.target)
                && row.takes(a, b, d)
                && self.path.is_none_or(|path| path == row.path)
                && self.kind.is_none_or(|kind| kind == row.kind)
                && self.scale.is_none_or(|name| row.scale.is_some_and(|scale| scale.name == name))
                && self.block.is_none_or(|block| row.scale.is_some_and(|scale| scale.block == block))
        })
    }

    /// The rows for a row of A of so many elements.
    pub fn rows_of(self, length: usize) -> impl Iterator<Item = &'static Row> {
        self.rows().filter(move |row| length > 0 && row.k.iter().any(|k| length.is_multiple_of(*k)))
    }

    /// The first of them.
    pub fn row(self, length: usize) -> Option<&'static Row> {
        self.rows_of(length).next()
    }

    /// Which K there are, in a sentence for one that there is not.
    pub fn lengths(self, length: usize) -> String {
        let mut all: Vec<usize> = self.rows().flat_map(|row| row.k).copied().collect();
        all.sort_unstable();
        all.dedup();
        // A multiple of 8 and one of 16 is one of 8.
        let smaller = all.clone();
        all.retain(|k| !smaller.iter().any(|other| other < k && k.is_multiple_of(*other)));
        let names: Vec<String> = all.iter().map(usize::to_string).collect();
        match names.split_last() {
            Some((last, [])) => format!("No K of {length} here: it is a multiple of {last}."),
            Some((last, first)) => format!("No K of {length} here: it is a multiple of {} or {last}.", first.join(", ")),
            None => "No path has these types.".into(),
        }
    }
}
