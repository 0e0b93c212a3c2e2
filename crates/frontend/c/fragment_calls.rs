//! What a warp does with fragments of `nvcuda::wmma`: each call is a line of PTX, and what is wrong with one is said in the words of C++.

use super::fragment::{Part, WMMA, letter, one};
use super::parse::Reader;
use super::place::{Place, base_of};
use super::tree::{Id, Kind, Operation};
use super::types::CType;
use super::variables::Variable;
use crate::matrix::{Matrix, Refused, lowering};
use crate::operation::Relation;
use crate::syntax::Fix;

/// The enumeration of layouts.
const LAYOUT: &str = "nvcuda::wmma::layout_t";
/// What a warp does.
pub(super) const CALLS: [&str; 4] = ["fill_fragment", "load_matrix_sync", "store_matrix_sync", "mma_sync"];

impl Reader<'_> {
    /// A call of what a warp does with fragments. None where the name is no such function's.
    pub(super) fn of_fragments(&mut self, word: &str, at: usize) -> Option<Id> {
        let name = word.strip_prefix(WMMA)?.trim_start_matches(':');
        let name = CALLS.into_iter().find(|own| *own == name && self.shown(self.at) == "(")?;
        self.mark_call(at);
        self.at += 1;
        let close = self.behind(self.at - 1);
        let said = self.diagnostics.len();
        let layout = |at: &usize| {
            let alone = self.shown(at - 1) == "," && matches!(self.shown(at + 1), "," | ")");
            alone && matches!(self.shown(*at), "nvcuda::wmma::row_major" | "nvcuda::wmma::col_major")
        };
        if let Some(at) = (self.at..close).find(layout) {
            let (span, meant) = (self.span(at), ["mem_", self.shown(at).rsplit(':').next().unwrap_or("")].concat());
            let message = format!("This is the layout of a fragment's type; a call takes wmma::{meant}.");
            self.error("fragment", span.clone(), message).fixes.push(Fix::replace(format!("write {meant}"), span, meant));
            self.at = close;
            return Some(self.nothing());
        }
        let stores = name == "store_matrix_sync";
        let first = (self.at..close).find(|at| !stores || !matches!(self.shown(*at), "&" | "(")).unwrap_or(self.at);
        if stores && self.shown(first) == "const" {
            let span = self.span(first);
            self.error("const", span, "store_matrix_sync writes there: the pointer is to no const.");
        }
        self.may_change_at(first, stores);
        // What a call gives a value is a place, which nobody reads before.
        let place = if stores || !self.is_place_alone() { None } else { self.place_here() };
        let base = if let Some(Place::Memory(base, ..)) = place { vec![base] } else { Vec::new() };
        self.at += usize::from(place.is_some() && self.shown(self.at) == ",");
        let (base, (values, _)) = self.with_pending(&base, |reader| reader.given(false));
        let place = place.map(|place| self.moved_to(place, base));
        if !self.dry && self.diagnostics.len() == said {
            let done = match (name, &place) {
                ("store_matrix_sync", _) => self.stores_fragment(&values),
                (_, None) => Err("The first argument takes the result: name a fragment.".to_owned()),
                ("fill_fragment", Some(place)) => self.fills_fragment(place, &values),
                ("load_matrix_sync", Some(place)) => self.loads_fragment(place, &values),
                (_, Some(place)) => self.multiplies_fragments(place, &values),
            };
            if let Err(message) = done {
                let span = self.since(self.span(at).start);
                let code = if message.ends_with("not covered here.") { "not-covered" } else { "fragment" };
                self.error(code, span, message);
            }
        }
        Some(self.nothing())
    }

    /// What a fragment in a place or a value is; else what is said of it.
    fn fragment_part(&self, own: CType, which: &str) -> Result<Part, String> {
        Part::of(own).ok_or_else(|| format!("The {which} argument is a fragment; here it is {}.", own.name()))
    }

    /// The registers of a value that is a fragment. Where nothing gave them numbers, that is said.
    fn of_fragment(&mut self, value: Id) -> Vec<Id> {
        let Kind::Group(all) = self.tree.nodes[value].kind.clone() else { return Vec::new() };
        let first = all.first().map(|id| &self.tree.nodes[*id].kind);
        let empty = |known: &&Variable| matches!(first, Some(Kind::Variable(name)) if *name == known.register) && !known.given;
        if let Some(name) = self.known.iter().find(empty).and_then(|known| known.name.split('.').next()) {
            let message = format!("Nothing gives `{name}` its numbers before: they are zeros here and anything on a chip.");
            let span = self.since(self.span(self.at.saturating_sub(1)).start);
            self.note("fragment", span, message);
        }
        all
    }

    fn fills_fragment(&mut self, place: &Place, values: &[Id]) -> Result<(), String> {
        let own = self.own_of(place);
        let part = self.fragment_part(own, "first")?;
        let [value] = values[..] else { return Err("fill_fragment takes a fragment and a number.".to_owned()) };
        if !self.is_number(value) {
            return Err(format!("The second argument of fill_fragment is a number; here it is {}.", self.tree.own(value).name()));
        }
        let value = self.tree.converted(value, part.number.0);
        let (count, register, _) = part.registers();
        let filled = match register {
            CType::Halves | CType::Brains => self.tree.paired([value, value], register),
            CType::Unsigned if part.number.0 == CType::Float => {
                self.tree.node(Kind::Line("mov.b32 {}, {0};".to_owned(), vec![value]), register, 0..0)
            }
            CType::Unsigned => {
                let (byte, bytes) = (self.tree.converted(value, register), self.tree.number(register, 0xff, None, 0..0));
                let byte = self.tree.binary(Operation::And, byte, bytes, 0..0)?;
                let bytes = self.tree.number(register, 0x0101_0101, None, 0..0);
                self.tree.binary(Operation::Multiply, byte, bytes, 0..0)?
            }
            _ => value,
        };
        let all = self.tree.node(Kind::Group(vec![filled; count]), own, 0..0);
        self.write(place, all);
        Ok(())
    }

    /// A line that gives a fragment its registers, which stand for `{}` in it.
    fn gives_fragment(&mut self, place: &Place, part: Part, text: &str, sources: Vec<Id>) {
        let (count, own, _) = part.registers();
        let taken: Vec<usize> = (0..count).map(|_| self.hidden("wmma", own, None)).collect();
        taken.iter().for_each(|taken| self.known[*taken].given = true);
        let names: Vec<String> = taken.iter().map(|taken| super::lower::register(&self.known[*taken].register)).collect();
        self.happens(text.replace("{}", &format!("{{{}}}", names.join(", "))), sources, CType::Int);
        let all: Vec<Id> = taken.into_iter().map(|taken| self.held(taken, 0..0)).collect();
        let all = self.tree.node(Kind::Group(all), self.own_of(place), 0..0);
        self.write(place, all);
    }

    /// What a wmma load or store makes of an address in `__constant__` memory, which is global memory to the machine here.
    fn no_constant(&self, pointer: Id) -> Result<(), String> {
        let (mut open, mut known) = (vec![pointer], false);
        while let Some(id) = open.pop() {
            if let Kind::Address(name, _) = &self.tree.nodes[id].kind {
                known = true;
                if (self.begin..self.pieces.len()).any(|at| self.shown(at) == name && self.stands_behind(at, &["__constant__"])) {
                    return Err(format!("wmma works in global and shared memory, and `{name}` is __constant__."));
                }
            }
            open.extend(self.tree.nodes[id].kind.reads());
        }
        if known || !self.tree.space(pointer, &self.flow.global).is_empty() || !self.text.contains("__constant__") {
            return Ok(());
        }
        Err("A matrix behind a pointer that may be one to __constant__ memory is not covered here.".to_owned())
    }

    /// The address of a matrix and the distance of its lines, which are no layout.
    fn matrix_at(&mut self, part: Part, pointer: Id, line: Id) -> Result<[Id; 2], String> {
        let held = self.tree.own(pointer).pointee();
        let Some(held) = held else { return Err("A matrix is given by a pointer to its first number.".to_owned()) };
        if held != part.number.0 {
            return Err(format!("The fragment has numbers of {}, and the pointer points to {}.", part.number.2, held.name()));
        }
        self.no_constant(pointer)?;
        if !self.is_number(line) {
            return Err("The distance from one line of the matrix to the next is an integer: how many numbers.".to_owned());
        }
        if !self.tree.own(line).is_integer() {
            let span = self.since(self.span(self.at.saturating_sub(1)).start);
            self.note("fragment", span, "The distance from one line to the next is an integer: C++ converts this number to one.");
        }
        // CUDA's guide says so of these two alone.
        let many = match part.number.0 {
            CType::Half => 8,
            CType::Float => 4,
            _ => 1,
        };
        let line = self.tree.converted(line, CType::Unsigned);
        if let Some(number) = self.tree.constant(line).and_then(|line| line.ordinal()).filter(|number| number % many != 0) {
            let span = self.since(self.span(self.at.saturating_sub(1)).start);
            let message = format!("CUDA asks for lines of a multiple of {many} numbers of {}; here it is {number}.", part.number.2);
            self.note("fragment", span, message);
        }
        Ok([pointer, line])
    }

    /// Whether a value is one that C++ converts to a number.
    fn is_number(&self, value: Id) -> bool {
        let own = self.tree.own(value);
        own.pointee().is_none() && own.layout().is_none()
    }

    /// The layout that a value of `layout_t` is; None where that is known at run time alone.
    fn layout_of(&self, value: Id) -> Result<Option<&'static str>, String> {
        if self.tree.own(value).enumeration().is_none_or(|own| own.name != LAYOUT) {
            return Err("The last argument is wmma::mem_row_major or wmma::mem_col_major.".to_owned());
        }
        Ok(self.tree.constant(value).map(|layout| if layout.bits == 0 { "row" } else { "col" }))
    }

    /// A line for the layout that a value is, which has other values for its sources. Where the layout is known at run time alone, there is one
    /// line for each, and a branch.
    fn by_layout(&mut self, layout: Id, sources: Vec<Id>, mut line: impl FnMut(&mut Self, &'static str, Vec<Id>)) -> Result<(), String> {
        if let Some(known) = self.layout_of(layout)? {
            line(self, known, sources);
            return Ok(());
        }
        let count = self.known.len();
        let held: Vec<usize> = sources.into_iter().map(|id| self.hidden("matrix", self.tree.own(id), Some(id))).collect();
        let row = self.zero(self.tree.own(layout));
        let is_row = self.tree.compared(Relation::of(".eq"), layout, row, 0..0);
        let (other, end) = (self.new_label(), self.new_label());
        self.jump_unless(is_row, &other);
        self.open += 1;
        for layout in ["row", "col"] {
            let sources = held.iter().map(|place| self.held(*place, 0..0)).collect();
            line(self, layout, sources);
            self.flush(None);
            if layout == "row" {
                self.emit(format!("bra {end};"));
                self.emit_label(&other);
            }
        }
        self.emit_label(&end);
        self.open -= 1;
        self.leave(count);
        Ok(())
    }

    fn loads_fragment(&mut self, place: &Place, values: &[Id]) -> Result<(), String> {
        let part = self.fragment_part(self.own_of(place), "first")?;
        let (pointer, line, layout) = match (values, part.layout) {
            ([pointer, line], Some(layout)) => (*pointer, *line, Ok(layout)),
            ([pointer, line, layout], None) => (*pointer, *line, Err(*layout)),
            ([_, _], None) => {
                return Err(
                    "A load of an accumulator ends with how the matrix lies: wmma::mem_row_major or wmma::mem_col_major.".to_owned()
                );
            }
            ([_, _, _], Some(_)) => {
                return Err(format!("The type of {} has its layout: leave the last argument out.", one(part.matrix)));
            }
            _ => return Err("load_matrix_sync takes a fragment, a pointer, and the distance from one line to the next.".to_owned()),
        };
        let sources = self.matrix_at(part, pointer, line)?;
        let space = self.tree.space(pointer, &self.flow.global);
        let text = |layout: &str| {
            let head = part.head(&["load.", letter(part.matrix)].concat(), layout);
            format!("{head}{space}.{} {{}}, [{{0}}], {{1}};", part.number.1)
        };
        let layout = match layout {
            Ok(layout) => {
                self.gives_fragment(place, part, &text(layout), sources.to_vec());
                return Ok(());
            }
            Err(chosen) => chosen,
        };
        let base = base_of(Some(place));
        let all = sources.into_iter().chain(base).collect();
        self.by_layout(layout, all, |reader, layout, mut sources| {
            let place = reader.moved_to(place.clone(), sources.split_off(2));
            reader.gives_fragment(&place, part, &text(layout), sources);
        })
    }

    fn stores_fragment(&mut self, values: &[Id]) -> Result<(), String> {
        let [pointer, value, line, layout] = values[..] else {
            return Err(
                "store_matrix_sync takes a pointer, an accumulator, the distance from one line to the next, and a layout.".to_owned()
            );
        };
        let part = self.fragment_part(self.tree.own(value), "second")?;
        if part.matrix != Matrix::C {
            return Err(format!("Only an accumulator is stored; this is {}.", one(part.matrix)));
        }
        let sources = self.matrix_at(part, pointer, line)?;
        let space = self.tree.space(pointer, &self.flow.global);
        let all = self.of_fragment(value);
        let registers: Vec<String> = (0..all.len()).map(|place| format!("{{{}}}", place + 2)).collect();
        self.by_layout(layout, sources.into_iter().chain(all).collect(), |reader, layout, sources| {
            let (head, word) = (part.head("store.d", layout), part.number.1);
            let text = format!("{head}{space}.{word} [{{0}}], {{{}}}, {{1}};", registers.join(", "));
            reader.happens(text, sources, CType::Int);
        })
    }

    fn multiplies_fragments(&mut self, place: &Place, values: &[Id]) -> Result<(), String> {
        let d = self.fragment_part(self.own_of(place), "first")?;
        let (all, saturates) = match values {
            [a, b, c] => ([*a, *b, *c], false),
            [.., saturates] if values.len() == 4 && (d.number.0 != CType::Int || !self.is_number(*saturates)) => {
                return Err(
                    "The fifth argument of mma_sync says whether sums of integers stay in the range of int: leave it out.".to_owned()
                );
            }
            [a, b, c, saturates] => match self.tree.constant(*saturates) {
                Some(known) => ([*a, *b, *c], known.bits != 0),
                None => return Err("A fifth argument of mma_sync that is known at run time alone is not covered here.".to_owned()),
            },
            _ => return Err("mma_sync takes four fragments: D, A, B and C of D = A·B + C.".to_owned()),
        };
        let mut parts = [d; 3];
        let wanted = [("second", Matrix::A), ("third", Matrix::B), ("fourth", Matrix::C)];
        for (place, (which, matrix)) in wanted.into_iter().enumerate() {
            parts[place] = self.fragment_part(self.tree.own(all[place]), which)?;
            let found = one(parts[place].matrix);
            if parts[place].matrix != matrix {
                return Err(format!("The {which} argument of mma_sync is {}; here it is {found}.", one(matrix)));
            }
        }
        if d.matrix != Matrix::C {
            return Err(format!("The first argument of mma_sync is an accumulator; here it is {}.", one(d.matrix)));
        }
        let [a, b, c] = parts;
        if let Some(other) = parts.into_iter().find(|part| part.shape != d.shape) {
            return Err(format!("All four fragments have one M, N and K: here stand {} and {}.", d.size(), other.size()));
        }
        if a.number != b.number {
            return Err(format!("A and B have numbers of one type: here A has {} and B has {}.", a.number.2, b.number.2));
        }
        let types =
            if a.number.1 == "f16" { format!("{}.{}", d.number.1, c.number.1) } else { [d, a, b, c].map(|part| part.number.1).join(".") };
        let satfinite = if saturates { ".satfinite" } else { "" };
        let layouts = [a, b].map(|part| part.layout.unwrap_or("row")).join(".");
        let head = format!("{}.{types}{satfinite}", d.head("mma", &layouts));
        // What the target lacks is said where the fragments are declared.
        if lowering(&head, *self.context).is_err_and(|why| !matches!(why, Refused::Context(_))) {
            return Err(format!("No tensor core adds products of {} to {} for a result of {}.", a.number.2, c.number.2, d.number.2));
        }
        let (mut sources, mut written) = (Vec::new(), Vec::new());
        for value in all {
            let own = self.of_fragment(value);
            let names: Vec<String> = (0..own.len()).map(|place| format!("{{{}}}", sources.len() + place)).collect();
            written.push(format!("{{{}}}", names.join(", ")));
            sources.extend(own);
        }
        self.gives_fragment(place, d, &format!("{head} {{}}, {};", written.join(", ")), sources);
        Ok(())
    }
}
