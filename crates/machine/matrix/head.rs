//! The head of a matrix instruction: `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`, taken apart.

use super::form::TYPES;
use super::fragment::{Matrix, Shape};
use super::table::FORMS;
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
    /// Whether two blocks do it together: `.cta_group::2`.
    pub paired: bool,
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
            Some(Path::Tcgen05) => ["tcgen05.mma.cta_group::", if self.paired { "2" } else { "1" }, &kind, &scaled, &types].concat(),
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

/// What the words of a head say, whether it is legal or not; the first word that no row has and that is no shape.
pub fn read(text: &str) -> Result<Head, &str> {
    let mut head = Head::default();
    let mut words = text.split('.');
    let name = words.next().unwrap_or_default();
    head.path = match name {
        "mma" | "wmma" => Some(Path::MmaSync),
        "wgmma" => Some(Path::Wgmma),
        "tcgen05" => Some(Path::Tcgen05),
        _ if is_known(name) => None,
        _ => return Err(name),
    };
    let mut unknown = None;
    for (at, word) in words.enumerate() {
        match word {
            "load" | "store" | "mma" if name == "wmma" && at == 0 => {
                head.wmma = Some(match word {
                    "load" => Wmma::Load(Matrix::C),
                    "store" => Wmma::Store,
                    _ => Wmma::Multiply,
                });
            }
            "a" if at == 1 => head.wmma = Some(Wmma::Load(Matrix::A)),
            "b" if at == 1 => head.wmma = Some(Wmma::Load(Matrix::B)),
            "satfinite" => head.satfinite = true,
            "row" | "col" => head.layouts.push(word.to_owned()),
            "sp" | "sp::ordered_metadata" if name == "mma" => (head.path, head.ordered) = (Some(Path::MmaSp), word != "sp"),
            "block_scale" => head.block_scale = true,
            "cta_group::2" => head.paired = true,
            "ue8m0" | "ue4m3" => word.clone_into(&mut head.scale),
            _ if TYPES.contains(&word) => head.types.push(word.to_owned()),
            _ => match (word.split_once("::"), shape(word)) {
                (Some(("kind", kind)), _) => kind.clone_into(&mut head.kind),
                (Some(("scale_vec", size)), _) => size.clone_into(&mut head.scale_vec),
                (_, Some(shape)) => head.shape = Some(shape),
                _ => match Mode::ALL.into_iter().find(|mode| mode.name() == word) {
                    Some(mode) => head.mode = Some(mode),
                    None if is_known(word) => {}
                    None => unknown = unknown.or(Some(word)),
                },
            },
        }
    }
    // Those of halves name D and C alone.
    if head.wmma == Some(Wmma::Multiply) && head.types.len() == 2 {
        ["f16"; 2].into_iter().for_each(|own| head.types.insert(1, own.to_owned()));
    }
    unknown.map_or(Ok(head), Err)
}

/// Whether some row has a word.
fn is_known(word: &str) -> bool {
    !word.is_empty() && FORMS.iter().any(|form| form.syntax.split(['.', '{', '}', '(', ')', '|']).any(|own| own == word))
}

/// `m16n8k16`.
fn shape(word: &str) -> Option<Shape> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some(Shape::new(m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
}
