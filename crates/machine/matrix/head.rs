//! The head of a matrix instruction: `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`, taken apart.

use super::fragment::{Matrix, Shape};
use crate::rounding::Mode;
use crate::tensor_core::Path;

/// What an instruction of `wmma` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wmma {
    /// `wmma.load`: which operand.
    Load(Matrix),
    /// `wmma.store`
    Store,
    /// `wmma.mma`
    Multiply,
}

/// What a head says. Types stand as written, without their dot; what is not there is empty.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Head {
    /// The instruction.
    pub path: Option<Path>,
    /// M, N and K. `tcgen05.mma` has them in a descriptor.
    pub shape: Option<Shape>,
    /// The layouts of A and B: `row`, `col`.
    pub layouts: Vec<String>,
    /// The `.kind::`.
    pub kind: String,
    /// The `.scale_vec::`.
    pub scale_vec: String,
    /// Whether `.block_scale` stands there.
    pub block_scale: bool,
    /// The types in the order of the manual: D, A, B and, for `mma.sync`, C. Those of `tcgen05.mma` are in the descriptor, too; a form of a
    /// capture names them.
    pub types: Vec<String>,
    /// The type of the scales.
    pub scale: String,
    /// How doubles are rounded.
    pub mode: Option<Mode>,
    /// What of `wmma` it is.
    pub wmma: Option<Wmma>,
    /// Whether sums of integers keep within their range.
    pub satfinite: bool,
    /// Whether the indices of a sparse A are in increasing order.
    pub ordered: bool,
    /// Whether `.sync` stands there.
    pub sync: bool,
    /// Whether `.aligned` stands there.
    pub aligned: bool,
}

impl Head {
    /// The head as the manual orders its words.
    pub fn written(&self) -> String {
        let word = |before: &str, word: &str| if word.is_empty() { String::new() } else { [".", before, word].concat() };
        let shape = self.shape.map(|shape| format!(".m{}n{}k{}", shape.m, shape.n, shape.k)).unwrap_or_default();
        let kind = word("kind::", &self.kind);
        let scaled = [if self.block_scale { ".block_scale" } else { "" }, &word("scale_vec::", &self.scale_vec)].concat();
        let mode = word("", self.mode.map_or("", Mode::name));
        let types = word("", &self.types.join("."));
        match self.path {
            Some(Path::Wgmma) => ["wgmma.mma_async.sync.aligned", &shape, &types].concat(),
            Some(Path::Tcgen05) => ["tcgen05.mma.cta_group::1", &kind, &scaled, &types].concat(),
            path => {
                let layouts = word("", &self.layouts.join("."));
                let begins = match (path, self.wmma) {
                    (_, Some(_)) => {
                        // What halves are multiplied of is not said.
                        let types = if self.types.get(1).is_some_and(|own| own == "f16") { &[0, 3][..] } else { &[0, 1, 2, 3] };
                        let types: Vec<&str> = types.iter().filter_map(|at| Some(&**self.types.get(*at)?)).collect();
                        return ["wmma.mma.sync.aligned", &layouts, &shape, &mode, &word("", &types.join("."))].concat();
                    }
                    (Some(Path::MmaSp), _) if self.ordered => "mma.sp::ordered_metadata",
                    (Some(Path::MmaSp), _) => "mma.sp",
                    _ => "mma",
                };
                [begins, ".sync.aligned", &shape, &layouts, &kind, &scaled, &mode, &types, &word("", &self.scale)].concat()
            }
        }
    }
}

/// Types of elements.
const TYPES: [&str; 15] = ["f64", "f32", "f16", "bf16", "tf32", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "s32", "s8", "u8", "s4", "u4"];

/// The head of a text; the word that has no meaning there, where there is one.
pub fn read(text: &str) -> Result<Head, &str> {
    let mut head = Head::default();
    let is_wmma = text.trim_start().starts_with("wmma");
    let mut words = text.trim().split('.');
    head.path = match words.next().unwrap_or_default() {
        "mma" | "wmma" => Some(Path::MmaSync),
        "wgmma" => Some(Path::Wgmma),
        "tcgen05" => Some(Path::Tcgen05),
        other => return Err(other),
    };
    for word in words {
        let known = match word {
            "load" | "store" | "mma" if is_wmma && head.wmma.is_none() => {
                head.wmma = Some(match word {
                    "load" => Wmma::Load(Matrix::C),
                    "store" => Wmma::Store,
                    _ => Wmma::Multiply,
                });
                true
            }
            "a" | "b" | "c" if matches!(head.wmma, Some(Wmma::Load(_))) => {
                head.wmma = Some(Wmma::Load(match word {
                    "a" => Matrix::A,
                    "b" => Matrix::B,
                    _ => Matrix::C,
                }));
                true
            }
            "d" if head.wmma == Some(Wmma::Store) => true,
            "global" | "shared" if is_wmma => true,
            "satfinite" => !std::mem::replace(&mut head.satfinite, true),
            "sync" => !std::mem::replace(&mut head.sync, true),
            "aligned" => !std::mem::replace(&mut head.aligned, true),
            "mma_async" => head.path == Some(Path::Wgmma),
            "mma" => head.path == Some(Path::Tcgen05),
            "row" | "col" => head.layouts.len() < 2 && push(&mut head.layouts, word),
            "sp" | "sp::ordered_metadata" if head.path == Some(Path::MmaSync) && !is_wmma => {
                (head.path, head.ordered) = (Some(Path::MmaSp), word != "sp");
                true
            }
            "block_scale" => !std::mem::replace(&mut head.block_scale, true),
            "ue8m0" | "ue4m3" => set(&mut head.scale, word),
            _ if TYPES.contains(&word) => head.types.len() < 4 && push(&mut head.types, word),
            _ => match word.split_once("::") {
                Some(("kind", kind)) => set(&mut head.kind, kind),
                Some(("scale_vec", size)) => set(&mut head.scale_vec, size),
                Some(("cta_group", "1" | "2")) => true,
                Some(("shared", "cta")) => is_wmma,
                Some(_) => false,
                None if word.starts_with('m') => head.shape.is_none() && shape(word).map(|shape| head.shape = Some(shape)).is_some(),
                None => {
                    let mode = Mode::ALL.into_iter().find(|mode| mode.name() == word);
                    head.mode.is_none() && mode.map(|mode| head.mode = Some(mode)).is_some()
                }
            },
        };
        if !known {
            return Err(word);
        }
    }
    // Those of halves name D and C alone.
    if head.wmma == Some(Wmma::Multiply) && head.types.len() == 2 {
        ["f16"; 2].into_iter().for_each(|own| head.types.insert(1, own.to_owned()));
    }
    Ok(head)
}

fn push(list: &mut Vec<String>, word: &str) -> bool {
    list.push(word.to_owned());
    true
}

fn set(place: &mut String, word: &str) -> bool {
    let first = place.is_empty();
    *place = word.to_owned();
    first
}

/// `m16n8k16`.
fn shape(word: &str) -> Option<Shape> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some(Shape::new(m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
}
