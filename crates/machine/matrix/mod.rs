//! Matrix instructions of PTX: what a head says, where it is legal, what the assembler makes of it, and which lane holds what.
//!
//! The arithmetic is `arithmetic::tensor_core`; here stands what PTX and the assembler put around it.

mod form;
mod fragment;
mod head;
mod sparse;
mod table;

pub use form::{Form, NO_UE5M3, Refused, absent, heading, lowering, lowerings, wmma_shapes};
pub use fragment::{Fragment, Layout, Matrix, Place, Shape};
pub use head::{Head, Wmma, read};
pub use sparse::Sparse;
pub use table::FORMS;

use crate::number::{BF16, E2M1, E2M3, E3M2, E4M3, E5M2, F16, F32, F64, Format, TF32};
use crate::tensor_core::{Path, Row, Scale};

/// The format of a type.
pub fn format(name: &str) -> Option<&'static Format> {
    let all = [F16::ROW, BF16::ROW, TF32, F32::ROW, F64::ROW, E4M3::ROW, E5M2::ROW, E3M2::ROW, E2M3::ROW, E2M1::ROW];
    all.into_iter().find(|format| format.name.eq_ignore_ascii_case(name))
}

/// The scales that a head says.
pub fn scale(head: &Head) -> Option<Scale> {
    let dense = match (&*head.scale, &*head.scale_vec) {
        _ if !head.block_scale => return None,
        ("ue4m3", _) => Scale::UE4M3,
        (_, "4X") => Scale::ue8m0(16),
        _ => Scale::ue8m0(32),
    };
    Some(if head.path == Some(Path::MmaSp) { dense.of_sparse() } else { dense })
}

/// The fragment of an operand, elements of [`container`] bits.
pub fn fragment(head: &Head, matrix: Matrix, format: &Format) -> Option<Fragment> {
    laid_out(head, matrix, container(head, format))
}

/// The fragment of an operand whose elements take so many bits of a register.
pub fn laid_out(head: &Head, matrix: Matrix, bits: u32) -> Option<Fragment> {
    let mut shape = head.shape?;
    if head.path == Some(Path::MmaSp) && matrix == Matrix::A {
        shape.k /= 2;
    }
    if head.wmma.is_some() {
        return Some(Fragment { matrix, shape, layout: Layout::Tiles(if bits < 32 { 32 / bits } else { 1 }) });
    }
    let volta = shape.m == 8 && head.types.get(1).is_some_and(|name| name == "f16");
    let row = |place: usize| head.layouts.get(place).is_some_and(|layout| layout == "row");
    Some(match matrix {
        Matrix::A if volta => Fragment { matrix, shape, layout: Layout::Lines { row: row(0) } },
        Matrix::B if volta => Fragment { matrix, shape, layout: Layout::Lines { row: row(1) } },
        Matrix::C if volta && bits == 16 => Fragment { matrix, shape, layout: Layout::Lines { row: true } },
        Matrix::C if volta => Fragment { matrix, shape, layout: Layout::Pairs },
        _ => Fragment::of(matrix, shape, bits),
    })
}

/// Bits from one element of a type to the next, and whether it is an integer with a sign; None of a floating-point number.
pub fn integer(name: &str) -> Option<(u32, bool)> {
    Some(match name {
        "s32" => (32, true),
        "s8" => (8, true),
        "u8" => (8, false),
        "s4" => (4, true),
        "u4" => (4, false),
        _ => return None,
    })
}

/// Bits from one element of a register to the next: numbers of 6 bits take 8, and so do those of 4 beside them.
pub fn container(head: &Head, format: &Format) -> u32 {
    let alone = !matches!(&*head.kind, "f8f6f4" | "mxf8f6f4");
    let bits = format.width() + format.spare_bits;
    if alone { bits } else { bits.max(8) }
}

/// Bits from one element of a type to the next.
pub fn bits(head: &Head, name: &str) -> Option<u32> {
    integer(name).map(|(bits, _)| bits).or_else(|| format(name).map(|format| container(head, format)))
}

/// How many products go into one machine instruction, where those are fewer than the row of the table has for so many: what ptxas 13.5 makes of
/// `wmma` m16n16k8 is HMMA.1684, on sm_80 to sm_120.
pub fn at_once(head: &Head, row: &Row, products: usize) -> usize {
    let tf32 = head.wmma.is_some() && head.types.get(1).is_some_and(|own| own == "tf32");
    if tf32 { products.min(4) } else { row.at_once(products) }
}

/// How many registers of a lane an operand takes. A and B of halves have eight in `wmma`, whatever the shape: elements stand there more than
/// once.
pub fn registers(head: &Head, matrix: Matrix, name: &str) -> usize {
    let Some(bits) = bits(head, name) else { return 0 };
    let elements = laid_out(head, matrix, bits).map_or(0, Fragment::elements);
    let own = (elements * bits).div_ceil(if bits == 64 { 64 } else { 32 }) as usize;
    if head.wmma.is_some() && matrix != Matrix::C && name.eq_ignore_ascii_case("f16") { own.max(8) } else { own }
}
