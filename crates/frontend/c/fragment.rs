//! Fragments of `nvcuda::wmma`. A fragment is a structure of the registers that PTX has for it, and the table of matrix instructions says which
//! fragments there are. Where a text names a single number (`c.x[i]`), its fragments lie in memory.

use super::layout::{self, Layout};
use super::parse::Reader;
use super::place::Place;
use super::template::Bound;
use super::tree::Id;
use super::types::{CType, is_type_word};
use crate::matrix::{self, Head, Matrix, Shape, bits, heading, registers};
use crate::syntax::Diagnostic;

/// What the library has of it, and the template of fragments.
pub(super) const WMMA: &str = "nvcuda::wmma";
pub(super) const FRAGMENT: &str = "nvcuda::wmma::fragment";
/// The types of numbers: in C, in PTX, and as a text writes them.
const NUMBERS: [(CType, &str, &str); 7] = [
    (CType::Half, "f16", "half"),
    (CType::Brain, "bf16", "__nv_bfloat16"),
    (CType::Float, "f32", "float"),
    (CType::Double, "f64", "double"),
    (CType::SignedChar, "s8", "signed char"),
    (CType::UnsignedChar, "u8", "unsigned char"),
    (CType::Int, "s32", "int"),
];
const TF32: (CType, &str, &str) = (CType::Float, "tf32", "wmma::precision::tf32");

/// The message for arguments of the template that say no fragment.
const LIST: &str = "A fragment has a list: what it is, M, N and K as constants, a type and a layout. \
                    As in wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>.";

/// What a fragment is a part of.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub matrix: Matrix,
    pub shape: Shape,
    /// The type of its numbers: in C, in PTX, and as a text writes it.
    pub number: (CType, &'static str, &'static str),
    /// How its matrix lies in memory: `row` or `col`.
    pub layout: Option<&'static str>,
}

/// The tag that a type is: `matrix_a`.
fn tag(bound: &Bound) -> &'static str {
    let Bound::Type(own) = bound else { return "" };
    own.layout().and_then(|layout| layout.name.strip_prefix(WMMA)).map_or("", |name| name.trim_start_matches(':'))
}

impl Part {
    /// What the list of a template says; else a sentence.
    fn read(list: &[Bound]) -> Result<Part, String> {
        let [of, m, n, k, own, layout] = list else { return Err(LIST.to_owned()) };
        let matrix = match tag(of) {
            "matrix_a" => Matrix::A,
            "matrix_b" => Matrix::B,
            "accumulator" => Matrix::C,
            _ => return Err("A fragment says first what it is: wmma::matrix_a, wmma::matrix_b or wmma::accumulator.".to_owned()),
        };
        let size = |bound: &Bound| if let Bound::Number(_, bits) = bound { Some(*bits as u32) } else { None };
        let (Some(m), Some(n), Some(k)) = (size(m), size(n), size(k)) else { return Err(LIST.to_owned()) };
        let shape = Shape::new(m, n, k);
        let known = NUMBERS.into_iter().find(|(known, ..)| *own == Bound::Type(*known));
        let number = known.or((tag(own) == "precision::tf32").then_some(TF32));
        let fits = |(_, word, _): &(CType, &str, &str)| matrix::wmma_shapes(matrix, word).next().is_some();
        let Some(number) = number.filter(fits) else {
            let all: Vec<&str> = NUMBERS.iter().chain([&TF32]).filter(|own| fits(own)).map(|(.., name)| *name).collect();
            return Err(format!("The numbers of {} are of one of these types: {}.", one(matrix), all.join(", ")));
        };
        let layout = match (layout, tag(layout)) {
            (_, "row_major") => Some("row"),
            (_, "col_major") => Some("col"),
            (Bound::Nothing, _) => None,
            _ => return Err("The layout of a fragment is wmma::row_major or wmma::col_major.".to_owned()),
        };
        if layout.is_some() && matrix == Matrix::C {
            return Err("An accumulator has no layout of its own: leave it out; loads and stores name one.".to_owned());
        }
        if layout.is_none() && matrix != Matrix::C {
            return Err(format!("The type of {} says how it lies in memory: add wmma::row_major or wmma::col_major.", one(matrix)));
        }
        if !matrix::wmma_shapes(matrix, number.1).any(|own| own == shape) {
            let written = |Shape { m, n, k }: Shape| format!("{m}, {n}, {k}");
            let mut all: Vec<String> = Vec::new();
            for shape in matrix::wmma_shapes(matrix, number.1).map(written) {
                if !all.contains(&shape) {
                    all.push(shape);
                }
            }
            let (own, wanted) = ([named(matrix), " of ", number.2].concat(), written(shape));
            return Err(format!("No {own} has {wanted} for M, N and K; it has {}.", all.join(" or ")));
        }
        Ok(Part { matrix, shape, number, layout })
    }

    /// What a type is a part of, where it is a fragment's.
    pub(super) fn of(own: CType) -> Option<Part> {
        Part::read(&own.layout().filter(|layout| layout.name == FRAGMENT)?.arguments).ok()
    }

    /// M, N and K as PTX writes them.
    pub(super) fn size(self) -> String {
        format!("m{}n{}k{}", self.shape.m, self.shape.n, self.shape.k)
    }

    /// The head of its load or store, whose matrix lies in memory so.
    pub(super) fn head(self, does: &str, layout: &str) -> String {
        format!("wmma.{does}.sync.aligned.{layout}.{}", self.size())
    }

    /// The head of its load.
    fn load(self) -> String {
        let letter = letter(self.matrix);
        [&self.head(&["load.", letter].concat(), self.layout.unwrap_or("row")), ".", self.number.1].concat()
    }

    fn read_head(self) -> Option<Head> {
        matrix::read(&self.load()).ok()
    }

    /// Its registers: how many, the type of each, and the numbers in one.
    pub(super) fn registers(self) -> (usize, CType, u32) {
        let Some(head) = self.read_head() else { return (0, CType::Unsigned, 1) };
        let width = bits(&head, self.number.1).unwrap_or(32);
        let own = match self.number {
            (_, "tf32", _) | (CType::SignedChar | CType::UnsignedChar, ..) => CType::Unsigned,
            (CType::Half, ..) => CType::Halves,
            (CType::Brain, ..) => CType::Brains,
            (own, ..) => own,
        };
        (registers(&head, self.matrix, self.number.1), own, 32 / width.min(32))
    }
}

pub(super) fn letter(matrix: Matrix) -> &'static str {
    match matrix {
        Matrix::A => "a",
        Matrix::B => "b",
        Matrix::C => "c",
    }
}

pub(super) fn named(matrix: Matrix) -> &'static str {
    match matrix {
        Matrix::A => "matrix_a",
        Matrix::B => "matrix_b",
        Matrix::C => "accumulator",
    }
}

pub(super) fn one(matrix: Matrix) -> String {
    [if matrix == Matrix::C { "an " } else { "a " }, named(matrix)].concat()
}

/// The structure that a fragment is, with a member for each register, named for its first number. One that does not exist has no member.
pub(super) fn fragment(list: Vec<Bound>, by_number: bool) -> CType {
    let (count, own, side) = Part::read(&list).map_or((0, CType::Int, 1), Part::registers);
    let members = (0..count).map(|place| (format!("x{}", place * side as usize), own)).collect();
    let shape = if by_number { layout::Shape::Numbers } else { layout::Shape::Plain };
    CType::group(Layout { shape, ..Layout::new(FRAGMENT.to_owned(), members).with(list) })
}

impl Reader<'_> {
    /// Says what is wrong with a fragment that a declaration at a place names; whether something is.
    pub(super) fn refuses_fragment(&mut self, own: Option<CType>, at: usize) -> bool {
        let first = (at..).find(|at| !is_type_word(self.shown(*at))).unwrap_or(at);
        if self.shown(first) == FRAGMENT && own.is_none() {
            let span = self.span(at);
            self.skip();
            // A name in the list may be said to be none already.
            let whole = self.since(span.start);
            if self.diagnostics.iter().all(|known| !known.is_error() || !whole.contains(&known.span.start)) {
                self.error("fragment", span, LIST);
            }
            return true;
        }
        let Some(layout) = own.and_then(CType::layout).filter(|layout| layout.name == FRAGMENT) else { return false };
        let span = self.span(at);
        let said = match Part::read(&layout.arguments) {
            Err(said) => said,
            Ok(part) => {
                let Err(refused) = heading(&part.load(), span.clone(), self.context) else { return false };
                let message = format!("A fragment of {}: {}", part.number.2, refused.message);
                self.diagnostics.push(Diagnostic { message, ..*refused });
                return true;
            }
        };
        self.error("fragment", span, said);
        true
    }

    /// Whether the text names single numbers of fragments: `c.x[i]`.
    pub(super) fn names_numbers(&self) -> bool {
        let names = |at: usize| self.shown(at) == "x" && self.shown(at + 1) == "[" && matches!(self.shown(at - 1), "." | ">");
        (self.begin + 1..self.pieces.len()).any(names)
    }

    /// Whether one of some words stands before a place, in its statement.
    pub(super) fn stands_behind(&self, at: usize, words: &[&str]) -> bool {
        let before = (self.begin..at).rev().map(|at| self.shown(at));
        before.take_while(|word| !matches!(*word, ";" | "{" | "}")).any(|word| words.contains(&word))
    }

    /// `.x[i]` behind a fragment in a place: the place of that number. None where nothing of that stands here.
    pub(super) fn element_of_fragment(&mut self, place: &Place) -> Option<Place> {
        let (own, name) = self.names_member(self.own_of(place))?;
        let part = Part::of(own)?;
        match (self.shown(name), self.shown(name + 1)) {
            ("x", "[") => {}
            ("num_elements", _) => return None,
            (_, behind) => {
                let span = self.span(name);
                self.at = if behind == "[" { self.behind(name + 1) } else { name + 1 };
                self.error("fragment", span, "A fragment has the members x[i] and num_elements.");
                return Some(Place::Variable(self.hidden("element", part.number.0, None)));
            }
        }
        let (address, offset) = match place {
            Place::Memory(address, offset, held) if *held == own => (*address, *offset),
            place if self.own_of(place).pointee().is_some() => (self.read(place), 0),
            _ => {
                let span = self.span(name);
                self.error(
                    "not-covered",
                    span,
                    "Single numbers of this fragment are not covered here: declare it as a variable of its own.",
                );
                return None;
            }
        };
        let base = self.address_at(address, offset, part.number.0);
        self.at = name + 1;
        let (element, _) = self.element(base, &[], name)?;
        Some(element)
    }

    /// `.num_elements` behind a fragment.
    pub(super) fn elements_of_fragment(&mut self, own: CType) -> Option<Id> {
        let (own, name) = self.names_member(own)?;
        let part = Part::of(own).filter(|_| self.shown(name) == "num_elements")?;
        let (count, _, side) = part.registers();
        self.at = name + 1;
        Some(self.tree.number(CType::Int, count as u64 * u64::from(side), None, self.span(name)))
    }
}
