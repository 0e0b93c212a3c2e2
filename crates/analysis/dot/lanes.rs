//! Where the elements of a product of matrices stand when a warp computes it: the heads that ask for a row of the table, and of each
//! operand of `mma.sync` every element's lane, register and bits.

use crate::matrix::{self, FORMS, Form, Fragment, Head, Layout, Matrix, Place, container, fragment, read};
use crate::number::Format;
use crate::tensor_core::Row;

/// The heads with which a target is asked for a row of the table, each with what tells it from the others: its shape, and the layouts of A
/// and B where there is a choice.
pub fn heads(row: &Row, [a, b, d]: [&Format; 3], target: u32) -> Vec<(String, Head)> {
    let asks = |head: &Head| {
        let named = |place: usize, format: &Format| head.types.get(place).is_none_or(|name| name.eq_ignore_ascii_case(format.name));
        head.wmma.is_none()
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
    for text in FORMS.iter().filter(|form| form.product() == Some(row.path) && form.is_on(target)).flat_map(Form::heads) {
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
