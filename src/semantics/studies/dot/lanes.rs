//! Where the elements of a product of matrices stand when a warp computes it: the heads that ask for a row of the table, and of each
//! operand of `mma.sync` every element's lane, register and bits.

use crate::matrix::{self, FORMS, Form, Fragment, Head, Layout, Matrix, Place, Targets, container, fragment, read};
use crate::number::Format;
use crate::tensor_core::Row;

/// The heads with which a target is asked for a row of the table, each with what tells it from the others: its shape, and the layouts of A
/// and B where there is a choice.
pub fn heads(row: &Row, [a, b, d]: [&Format; 3], target: u32) -> Vec<(String, Head)> {
    let there = |form: &&Form| match form.targets {
        Targets::Since(first) => target >= first,
        Targets::Special(targets) => targets.contains(&target),
    };
    let asks = |head: &Head| {
        let named = |place: usize, format: &Format| head.types.get(place).is_none_or(|name| name.eq_ignore_ascii_case(format.name));
        head.path == Some(row.path)
            && head.kind == row.kind
            && named(0, d)
            && named(1, a)
            && named(2, b)
            && named(3, d)
            && head.shape.is_none_or(|shape| row.k.contains(&(shape.k as usize)))
            && row.scale.is_none_or(|scale| {
                matrix::scale(head).is_some_and(|known| known == scale || head.scale.is_empty() && known.block == scale.block)
            })
            && head.block_scale == row.scale.is_some()
    };
    let mut all: Vec<(String, Head)> = Vec::new();
    for text in FORMS.iter().filter(there).flat_map(Form::heads) {
        let Some(head) = read(&text).ok().filter(asks) else { continue };
        let mut name = head.shape.map(|shape| format!("m{}n{}k{}", shape.m, shape.n, shape.k)).unwrap_or_default();
        if Held::of(&head, Matrix::A, a).is_some_and(Held::in_lines) {
            name = format!("{name}.{}", head.layouts.join("."));
        }
        if all.iter().all(|(known, _)| *known != name) {
            all.push((name, head));
        }
    }
    all
}

/// An operand of `mma.sync` as the lanes of a warp hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Where each element belongs.
    pub fragment: Fragment,
    /// Bits from one element of a register to the next.
    stride: u32,
    /// Bits of an element, and of the stride those below it.
    bits: (u32, u32),
}

impl Held {
    /// An operand of a head; None where its elements stand in no register of a lane that a formula gives.
    pub fn of(head: &Head, matrix: Matrix, format: &Format) -> Option<Held> {
        if head.path != Some(crate::tensor_core::Path::MmaSync) {
            return None;
        }
        let stride = container(head, format);
        // Numbers of 4 bits stand in the middle of their 8.
        let below = if stride == 8 && format.width() == 4 { 2 } else { 0 };
        Some(Held { fragment: fragment(head, matrix, format)?, stride, bits: (format.width() + format.spare_bits, below) })
    }

    fn in_lines(self) -> bool {
        !matches!(self.fragment.layout, Layout::Groups(_))
    }

    /// Products that a warp computes at once, and that no two lanes share.
    pub fn products(self) -> u32 {
        if self.in_lines() { 4 } else { 1 }
    }

    /// The lane of the first product that has the place of a lane in its own.
    pub fn in_first(self, lane: u32) -> u32 {
        if self.in_lines() { lane & !0b1100 } else { lane }
    }

    /// Elements side by side in one register.
    pub fn side(self) -> u32 {
        (32 / self.stride).max(1)
    }

    /// What its registers are called; C and D lie alike.
    pub fn name(self, register: u32) -> String {
        match self.fragment.matrix {
            Matrix::A => format!("a{register}"),
            Matrix::B => format!("b{register}"),
            Matrix::C => format!("c{register} and d{register}"),
        }
    }

    /// Where an element stands, in a sentence; None outside the matrix.
    pub fn element(self, place: Place) -> Option<String> {
        let (lane, i) = self.fragment.holder(place)?;
        let low = i % self.side() * self.stride + self.bits.1;
        let bits = if self.side() == 1 { String::new() } else { format!(", bits {low} to {}", low + self.bits.0 - 1) };
        let Place { row, column, .. } = place;
        let matrix = match self.fragment.matrix {
            Matrix::A => "A",
            Matrix::B => "B",
            Matrix::C => "C and D",
        };
        Some(format!("{matrix}, row {row}, column {column}: lane {lane}, register {}{bits}.", self.name(i / self.side())))
    }

    /// The registers of a lane, of 32 bits or as wide as an element, packed from the codes of the places.
    pub fn packed(self, lane: u32, code: impl Fn(Place) -> u64) -> Vec<u64> {
        let mut words = vec![0; self.fragment.elements().div_ceil(self.side()) as usize];
        for i in 0..self.fragment.elements() {
            if let Some(word) = words.get_mut((i / self.side()) as usize) {
                *word |= code(self.fragment.place(lane, i)) << (i % self.side() * self.stride % 64 + self.bits.1);
            }
        }
        words
    }

    /// What a lane has, register by register: its name, and where the elements belong.
    pub fn lane(self, lane: u32) -> Vec<(String, String)> {
        let elements = self.fragment.elements();
        let registers = (0..elements).step_by(self.side() as usize);
        registers
            .map(|first| {
                let places: Vec<Place> = (first..(first + self.side()).min(elements)).map(|i| self.fragment.place(lane, i)).collect();
                let span = |of: fn(&Place) -> u32, name: &str| {
                    let (low, high) = (places.iter().map(of).min().unwrap_or(0), places.iter().map(of).max().unwrap_or(0));
                    if low == high { format!("{name} {low}") } else { format!("{name}s {low} to {high}") }
                };
                let text = format!("{}, {}", span(|place| place.row, "row"), span(|place| place.column, "column"));
                (self.name(first / self.side()), text)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor_core::{Path, TABLE};
    use std::collections::BTreeSet;

    /// The heads of all rows, with their types.
    fn all() -> Vec<(String, Head, [&'static Format; 3])> {
        let mut all = Vec::new();
        for row in TABLE {
            for (a, b) in row.inputs.iter().flat_map(|a| row.inputs.iter().map(move |b| (*a, *b))) {
                let formats = [a, b, row.accumulator];
                if row.takes(a, b, row.accumulator) {
                    let of = |target: &u32| heads(row, formats, *target);
                    all.extend(row.targets.iter().flat_map(of).map(|(name, head)| (name, head, formats)));
                }
            }
        }
        all
    }

    #[test]
    fn every_form_is_drawn_or_has_its_registers_elsewhere() {
        let all = all();
        for form in FORMS {
            // C may be a half where D is a single; that it lies as C does elsewhere needs no drawing of its own.
            let asked = all.iter().filter(|(_, head, _)| form.fits(head)).count();
            let mixed = form.accumulators.iter().all(|[d, c]| d != c);
            assert!(asked > 0 || mixed, "{form:?}");
        }
        for (name, head, [a, b, d]) in all {
            let held = [(Matrix::A, a), (Matrix::B, b), (Matrix::C, d)].map(|(matrix, format)| Held::of(&head, matrix, format));
            assert_eq!(held.iter().all(Option::is_some), head.path == Some(Path::MmaSync), "{name}");
            // Each element is in the lane and the register that are named, and nowhere else.
            for held in held.into_iter().flatten() {
                let (rows, columns) = held.fragment.size();
                let mut words = BTreeSet::new();
                for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                    let said = held.element(Place { product: 0, row, column }).expect("a place of the matrix");
                    let lane: u32 = said
                        .split("lane ")
                        .nth(1)
                        .and_then(|rest| rest.split(',').next())
                        .and_then(|lane| lane.parse().ok())
                        .expect("a lane");
                    let register = said.split("register ").nth(1).expect("a register").trim_end_matches('.');
                    let named =
                        held.lane(lane).into_iter().find(|(name, _)| register == name || register.starts_with(&format!("{name}, ")));
                    let (_, text) = named.unwrap_or_else(|| panic!("{said}: {:?}", held.lane(lane)));
                    let within = |text: &str, at: u32| {
                        let ends: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
                        ends.first().is_some_and(|first| *first <= at) && ends.last().is_some_and(|last| at <= *last)
                    };
                    let (down, right) = text.split_once(", ").expect("rows and columns");
                    assert!(within(down, row) && within(right, column), "{said} {text}");
                    assert!(words.insert(format!("{lane} {register}")), "{name}: {said}");
                }
            }
        }
    }

    #[test]
    fn places_are_named() {
        let held = |text: &str, matrix, format: &str| {
            let head = read(text).expect("a head");
            Held::of(&head, matrix, matrix::format(format).expect("a format")).expect("registers")
        };
        let half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
        let volta = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
        let four = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0";
        let mixed = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32";
        let doubles = "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64";
        #[rustfmt::skip]
        let rows = [
            (half, Matrix::A, "f16", (3, 5), "A, row 3, column 5: lane 14, register a0, bits 16 to 31."),
            (half, Matrix::A, "f16", (11, 12), "A, row 11, column 12: lane 14, register a3, bits 0 to 15."),
            (half, Matrix::B, "f16", (9, 7), "B, row 9, column 7: lane 28, register b1, bits 16 to 31."),
            (half, Matrix::C, "f32", (15, 7), "C and D, row 15, column 7: lane 31, register c3 and d3."),
            (four, Matrix::A, "e2m1", (8, 63), "A, row 8, column 63: lane 3, register a3, bits 28 to 31."),
            (mixed, Matrix::A, "e2m1", (0, 1), "A, row 0, column 1: lane 0, register a0, bits 10 to 13."),
            (mixed, Matrix::B, "e3m2", (1, 0), "B, row 1, column 0: lane 0, register b0, bits 8 to 13."),
            (doubles, Matrix::A, "f64", (8, 4), "A, row 8, column 4: lane 0, register a3."),
            (volta, Matrix::A, "f16", (5, 2), "A, row 5, column 2: lane 17, register a1, bits 0 to 15."),
            (volta, Matrix::C, "f32", (2, 4), "C and D, row 2, column 4: lane 0, register c6 and d6."),
        ];
        for (text, matrix, format, (row, column), said) in rows {
            assert_eq!(held(text, matrix, format).element(Place { product: 0, row, column }).as_deref(), Some(said), "{text}");
        }
        let lane = |text, matrix, format| {
            held(text, matrix, format).lane(14).into_iter().map(|(name, what)| format!("{name}: {what}")).collect::<Vec<_>>()
        };
        assert_eq!(lane(half, Matrix::B, "f16"), ["b0: rows 4 to 5, column 3", "b1: rows 12 to 13, column 3"]);
        assert_eq!(lane(half, Matrix::C, "f16"), ["c0 and d0: row 3, columns 4 to 5", "c1 and d1: row 11, columns 4 to 5"]);
        assert_eq!((held(volta, Matrix::A, "f16").in_first(27), held(volta, Matrix::A, "f16").products()), (19, 4));
        assert_eq!(held(half, Matrix::A, "f16").element(Place { product: 0, row: 16, column: 0 }), None);
    }
}
