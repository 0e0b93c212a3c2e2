//! A row of matrix instructions: its syntax line, which heads it has, where it is legal, and what the assembler makes of it.
//!
//! A syntax line is the manual's: `{.trans}` may be left out, `.(x1|x2)` is one of those listed. `.dtype` and `.atype` are the type of D or A once
//! more, `m64nNk16` has any N of `wgmma`. The assembler takes the words of a head in any order, but for layouts, types and
//! state spaces among themselves.

use super::fragment::{Matrix, Shape};
use super::head::{Head, read};
use super::table::FORMS;
use crate::instruction::{Context, Evidence, Gate, ModifierSet, Refusal, Target, Version};
use crate::syntax::{Diagnostic, refused};
use crate::tensor_core::Path;
use core::ops::Range;

/// A row: heads that differ in a few words.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The syntax line without operands.
    pub syntax: &'static str,
    /// The first PTX version.
    ptx: Version,
    /// The first target.
    target: Target,
    /// The only targets, where not all later ones have it.
    only: &'static [Target],
    /// How its heads are known.
    pub evidence: Evidence,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Whether it runs here.
    pub runs: bool,
    /// Per targets, what the assembler makes of it: `{D}`, `{C}`, `{A}`, `{B}` stand for the types, `{S}` for the scales. A number before a name
    /// counts the instructions of one warp.
    becomes: &'static [(&'static [u32], &'static str)],
}

/// What is said of an instruction that is legal and does not run here.
pub fn absent(head: &str) -> String {
    format!("{head} is not modelled here.")
}

/// Why a head is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused<'a> {
    /// A word means nothing here.
    Word(&'a str),
    /// A word is missing, of these one.
    Missing(String),
    /// No row has these words together.
    NoForm,
    /// Target or PTX version.
    Context(Refusal),
}

/// Columns of D that are offered for `wgmma`, which takes every eighth number up to the last.
const COLUMNS: [&str; 4] = ["8", "64", "128", "256"];
/// Words whose order counts, each kind by itself.
const LAYOUTS: &[&str] = &["row", "col"];
pub(super) const TYPES: &[&str] = &[
    "f64", "f32", "f16", "bf16", "tf32", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "s32", "s8", "u8", "s4", "u4", "b1", "dtype", "atype",
    "ue8m0", "ue4m3",
];

const ORDERED: [&[&str]; 3] = [LAYOUTS, TYPES, &["global", "shared", "shared::cta"]];

/// The first versions of PTX that have words of older rows.
const WORDS: [(&str, Version); 6] = [
    ("sp::ordered_metadata", Version::new(8, 5)),
    ("shared::cta", Version::new(7, 8)),
    ("L2::cache_hint", Version::new(7, 4)),
    ("L2::64B", Version::new(7, 4)),
    ("L2::128B", Version::new(7, 4)),
    ("L2::256B", Version::new(7, 4)),
];

/// A part of a syntax line between two dots.
#[derive(Clone, Copy)]
struct Part {
    text: &'static str,
    optional: bool,
}

impl Part {
    fn words(self) -> impl Iterator<Item = &'static str> {
        self.text.trim_start_matches('(').trim_end_matches(')').split('|')
    }

    /// The kind of words whose order counts that it has.
    fn kind(self) -> Option<&'static [&'static str]> {
        ORDERED.into_iter().find(|kind| self.words().any(|word| kind.contains(&word)))
    }

    /// Whether a word may stand here, behind the types of D and A.
    fn takes(self, word: &str, types: &[&str]) -> bool {
        self.words().any(|own| match own {
            "dtype" => types.first() == Some(&word),
            "atype" => types.get(1) == Some(&word),
            _ => own.split_once('N').map_or(own == word, |around| columns(word, around)),
        })
    }
}

/// Whether a shape has a number of columns that `wgmma` takes, between what stands around it.
fn columns(word: &str, (before, behind): (&str, &str)) -> bool {
    let number = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind)).and_then(|number| number.parse::<u32>().ok());
    number.is_some_and(|number| number.is_multiple_of(8) && (8..=256).contains(&number))
}

impl Form {
    pub(super) const fn of(syntax: &'static str, summary: &'static str, section: &'static str) -> Form {
        let evidence = Evidence::Documented(section);
        Form { syntax, ptx: Version::new(7, 0), target: Target::SM_80, only: &[], evidence, summary, runs: true, becomes: &[] }
    }
    pub(super) const fn since(self, major: u8, minor: u8, target: Target) -> Form {
        Form { ptx: Version::new(major, minor), target, ..self }
    }
    pub(super) const fn only(self, major: u8, minor: u8, targets: &'static [Target]) -> Form {
        Form { only: targets, ..self.since(major, minor, targets[0]) }
    }
    pub(super) const fn becomes(self, becomes: &'static [(&'static [u32], &'static str)]) -> Form {
        Form { becomes, ..self }
    }
    /// The assembler takes it, the manual does not list it.
    pub(super) const fn beyond_the_manual(self) -> Form {
        Form { evidence: Evidence::Measured { by: "ptxas 13.5.37", date: "2026-11-27" }, ..self }
    }
    pub(super) const fn not_modelled(self) -> Form {
        Form { runs: false, ..self }
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        let mut optional = false;
        self.syntax.split('.').map(move |text| {
            let next = text.ends_with('{');
            Part { text: text.trim_end_matches(['{', '}']), optional: core::mem::replace(&mut optional, next) }
        })
    }

    /// Whether the words of a head are those of the row.
    pub fn has(&self, head: &str) -> bool {
        self.missing(head).is_some_and(|missing| missing.is_empty())
    }

    /// What the words of a head leave out, in each place the words that may stand there; None where one does not belong to the row.
    fn missing(&self, head: &str) -> Option<Vec<String>> {
        if self.syntax.split('.').next() != head.split('.').next() {
            return None;
        }
        let mut open: Vec<Part> = self.parts().collect();
        let mut types = Vec::new();
        // The words of a name stand first: `wmma.load.a`.
        let name = match self.syntax.split('.').next() {
            Some("wmma") if !self.syntax.starts_with("wmma.mma") => 3,
            Some("wmma" | "wgmma" | "tcgen05" | "cp") => 2,
            _ => 1,
        };
        for (place, word) in head.split('.').enumerate() {
            let at = match ORDERED.into_iter().find(|kind| kind.contains(&word)) {
                _ if place < name => Some(0),
                Some(kind) => open.iter().position(|part| part.kind() == Some(kind)),
                None => open.iter().position(|part| part.takes(word, &types)),
            };
            open.remove(at.filter(|at| open.get(*at).is_some_and(|part| part.takes(word, &types)))?);
            if TYPES.contains(&word) {
                types.push(word);
            }
        }
        let shown = |word: &'static str| match word {
            "dtype" => types.first().copied().unwrap_or(word),
            "atype" => types.get(1).copied().unwrap_or(word),
            _ => word,
        };
        let words = |part: Part| part.words().map(|word| ["`.", shown(word), "`"].concat()).collect::<Vec<_>>().join(" or ");
        Some(open.into_iter().filter(|part| !part.optional).map(words).collect())
    }

    /// The heads of the row, as the manual orders their words. Of words that may be left out the number of scales alone stands there, and
    /// `wgmma` takes more columns than are offered here.
    pub fn heads(&self) -> Vec<String> {
        let mut heads = vec![Vec::new()];
        for part in self.parts().filter(|part| !part.optional || part.text.starts_with("scale_vec")) {
            let mut longer = Vec::new();
            for head in heads {
                let nth = |at| head.iter().filter(|word: &&String| TYPES.contains(&word.as_str())).nth(at).cloned();
                let words = part.words().flat_map(|word| match word {
                    "dtype" => nth(0).into_iter().collect(),
                    "atype" => nth(1).into_iter().collect(),
                    _ if word.contains('N') => COLUMNS.map(|number| word.replace('N', number)).to_vec(),
                    _ => vec![word.to_owned()],
                });
                longer.extend(words.map(|word| [head.as_slice(), &[word]].concat()));
            }
            heads = longer;
        }
        heads.into_iter().map(|words| words.join(".")).collect()
    }

    /// Whether it is a product of matrices of floating-point numbers, which a line of its own can ask for: its instruction.
    pub fn product(&self) -> Option<Path> {
        let path = match self.syntax.split('.').next()? {
            "mma" if self.syntax.starts_with("mma.sync") => Path::MmaSync,
            "mma" => Path::MmaSp,
            "wmma" if self.syntax.starts_with("wmma.mma") => Path::MmaSync,
            "wgmma" => Path::Wgmma,
            "tcgen05" => Path::Tcgen05,
            _ => return None,
        };
        (self.runs && !self.syntax.contains(".s32")).then_some(path)
    }

    /// The first PTX version and target, and the only targets where not all later ones have it.
    pub fn gate(&self) -> (Version, Target, &'static [Target]) {
        (self.ptx, self.target, self.only)
    }

    /// Whether a target of this number has it.
    pub fn is_on(&self, number: u32) -> bool {
        if self.only.is_empty() { number >= self.target.number() } else { self.only.iter().any(|target| target.number() == number) }
    }

    /// Why a head of it is refused in a context.
    fn refusal(&self, head: &str, context: Context) -> Option<Refusal> {
        let later = WORDS.into_iter().filter(|(word, _)| head.split('.').any(|own| own == *word));
        let ptx = later.fold(self.ptx, |ptx, (_, since)| ptx.max(since));
        let gate = Gate { modifiers: ModifierSet::NONE, ptx, target: self.target };
        context.refusal().or_else(|| gate.refusal_within(self.only, context))
    }

    /// What the assembler makes of a head of the row in a context; None where it refuses it.
    pub fn lowering(&self, head: &str, context: Context) -> Option<String> {
        let read = read(head).ok().filter(|_| self.refusal(head, context).is_none())?;
        Some(self.lowered(&read, context.target.number()))
    }

    /// The machine instructions on a target, with the types of a head; empty where nobody looked.
    pub fn lowered(&self, head: &Head, number: u32) -> String {
        let Some((_, names)) = self.becomes.iter().find(|(targets, _)| targets.contains(&number)) else { return String::new() };
        let upper = |place: usize| head.types.get(place).map(|name| name.to_uppercase()).unwrap_or_default();
        // `.E8` for powers of two, with their number where there are four.
        let scale = match (&*head.scale, &*head.scale_vec) {
            ("ue4m3", _) => "UE4M3.4X",
            (_, "4X") => "E8.4X",
            _ => "E8",
        };
        let types = [("{D}", upper(0)), ("{A}", upper(1)), ("{B}", upper(2)), ("{C}", upper(3)), ("{S}", scale.to_owned())];
        // What orders indices has nothing to do where they are in order.
        let names = if head.ordered { names.split(", SHFL.IDX").next().unwrap_or_default() } else { names };
        types.iter().fold(names.to_owned(), |text, (place, name)| text.replace(place, name))
    }
}

/// The row of a head where it is legal, and the head taken apart.
fn legal(head: &str, context: Context) -> Result<(&'static Form, Head), Refused<'_>> {
    let read = read(head).map_err(Refused::Word)?;
    let (mut refused, mut fewest) = (Refused::NoForm, usize::MAX);
    for (form, missing) in FORMS.iter().filter_map(|form| Some((form, form.missing(head)?))) {
        match missing.first() {
            None => match form.refusal(head, context) {
                None => return Ok((form, read)),
                Some(refusal) => (refused, fewest) = (Refused::Context(refusal), 0),
            },
            Some(first) if missing.len() < fewest => (refused, fewest) = (Refused::Missing(first.clone()), missing.len()),
            Some(_) => {}
        }
    }
    Err(refused)
}

/// Why scales of UE5M3 are in no row.
pub const NO_UE5M3: &str = "No mma names ue5m3 (ptxas 13.5), and nobody has published how tcgen05.mma of sm_107 adds with such scales.";

/// The row of a head that stands in a text, and the head taken apart, or what is wrong with it: every door asks here.
pub fn heading(head: &str, span: Range<usize>, context: &Context) -> Result<(&'static Form, Head), Box<Diagnostic>> {
    let name = head.split('.').next().unwrap_or_default();
    // The table has not all that PTX has of these, above all no sparse one: operands are in descriptors.
    let partly = matches!(name, "wgmma" | "tcgen05");
    Err(Box::new(match legal(head, *context) {
        Ok(read) => return Ok(read),
        Err(Refused::Context(refusal)) => refused(head, span, refusal, context),
        Err(Refused::Missing(words)) => Diagnostic::error("modifier", span, format!("{name} needs {words} here.")),
        Err(Refused::NoForm | Refused::Word(_)) if partly && head.split('.').any(|word| word == "sp") => {
            let message =
                format!("Sparse {name} is not covered here. Run one element of mma.sp.sync instead, or compare chips under Tensor cores.");
            Diagnostic::error("not-covered", span, message)
        }
        Err(Refused::NoForm) if partly => Diagnostic::error("not-covered", span, format!("This form of {name} is not covered here.")),
        Err(Refused::NoForm) => Diagnostic::error("no-form", span, format!("No form of {name} has these words together.")),
        Err(Refused::Word(word)) => {
            // In a kernel blanks may stand between the words, and operands behind them.
            let at = word.as_ptr() as usize - head.as_ptr() as usize;
            let place = |from: usize, to: usize| if span.len() == head.len() { span.start + from..span.start + to } else { span.clone() };
            if word.is_empty() {
                let message = "A word of the head belongs after this dot: `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`.";
                Diagnostic::error("incomplete", place(at.saturating_sub(1), at), message)
            } else if partly {
                Diagnostic::error("not-covered", place(at, at + word.len()), format!("`{word}` of {name} is not covered here."))
            } else if word == "ue5m3" {
                Diagnostic::error("not-covered", place(at, at + word.len()), NO_UE5M3)
            } else {
                Diagnostic::error("unknown-modifier", place(at, at + word.len()), format!("`{word}` has no meaning in {name}."))
            }
        }
    }))
}

/// What the assembler makes of a head, or why it refuses it. The text is empty where nobody looked.
pub fn lowering(head: &str, context: Context) -> Result<String, Refused<'_>> {
    legal(head, context).map(|(form, read)| form.lowered(&read, context.target.number()))
}

/// M, N and K of the fragments that `wmma` loads of a matrix with numbers of a type.
pub fn wmma_shapes(matrix: Matrix, name: &str) -> impl Iterator<Item = Shape> {
    let letter = match matrix {
        Matrix::A => 'a',
        Matrix::B => 'b',
        Matrix::C => 'c',
    };
    let heads = FORMS.iter().filter(|form| form.runs && form.syntax.starts_with("wmma.load.")).flat_map(Form::heads);
    let own = heads.filter(move |head| head["wmma.load.".len()..].starts_with(letter)).filter_map(|head| read(&head).ok());
    own.filter(move |head| head.types.iter().any(|own| own == name)).filter_map(|head| head.shape)
}

/// What a head becomes on every target from sm_70 on, targets with the same answer together: None where they do not have it.
pub fn lowerings(head: &str, ptx: Version) -> Vec<(Option<String>, Vec<&'static str>)> {
    let mut all: Vec<(Option<String>, Vec<&'static str>)> = Vec::new();
    for target in Target::ALL.iter().filter(|target| target.number() >= 70 && target.until().is_none()) {
        let becomes = lowering(head, Context { target: *target, ptx }).ok();
        match all.iter_mut().find(|(known, _)| *known == becomes) {
            Some((_, targets)) => targets.push(target.name()),
            None => all.push((becomes, vec![target.name()])),
        }
    }
    all
}
