//! Which lane of a warp holds which element of a matrix of `mma.sync`, by the manual's formulas (PTX 9.7.14.5.1 to 9.7.14.5.12), of `mma.sp`
//! (9.7.14.6.2), and of `wmma`, of which the manual says nothing: as an H100 has it.
//!
//! All shapes but one share three formulas: eight groups of four lanes, a register of 32 bits a lane at a time. The exception is Volta's
//! m8n8k4 of halves, four products at once.

/// M, N and K.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of A, C and D.
    pub m: u32,
    /// Columns of B, C and D.
    pub n: u32,
    /// Columns of A and rows of B.
    pub k: u32,
}

impl Shape {
    /// A shape.
    pub const fn new(m: u32, n: u32, k: u32) -> Shape {
        Shape { m, n, k }
    }
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Matrix {
    /// M × K.
    A,
    /// K × N.
    B,
    /// M × N: C, and D.
    C,
}

/// How a matrix lies over the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Groups of four lanes, so many elements side by side in a register.
    Groups(u32),
    /// m8n8k4 of halves: a lane has a whole row or column of A or B, of C a row (halves).
    Lines {
        /// Whether along a row of the matrix.
        row: bool,
    },
    /// m8n8k4 of halves: a lane has pairs of C (singles).
    Pairs,
    /// `wmma`: matrices of `mma.sync` side by side, so many elements in a register.
    Tiles(u32),
}

/// An operand's part in every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// Which operand.
    pub matrix: Matrix,
    /// Of which shape.
    pub shape: Shape,
    /// How it lies.
    pub layout: Layout,
}

/// Where an element of a fragment belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Which of the products that a warp computes at once: 0, or to 3 for m8n8k4 of halves.
    pub product: u32,
    /// The row.
    pub row: u32,
    /// The column.
    pub column: u32,
}

impl Fragment {
    /// An operand whose elements take so many bits of a register: 4, 8 (also 6-bit and, beside them, 4-bit numbers), 16, 32 or 64.
    pub const fn of(matrix: Matrix, shape: Shape, bits: u32) -> Fragment {
        Fragment { matrix, shape, layout: Layout::Groups(if bits < 32 { 32 / bits } else { 1 }) }
    }

    /// Rows and columns of the matrix.
    pub const fn size(self) -> (u32, u32) {
        let Shape { m, n, k } = self.shape;
        match self.matrix {
            Matrix::A => (m, k),
            Matrix::B => (k, n),
            Matrix::C => (m, n),
        }
    }

    /// Elements in one lane.
    pub const fn elements(self) -> u32 {
        let (rows, columns) = self.size();
        let lanes = if matches!(self.layout, Layout::Groups(_) | Layout::Tiles(_)) { 32 } else { 8 };
        rows * columns / lanes
    }

    /// Where element `i` of a lane belongs; a lane is below 32, `i` below [`elements`](Fragment::elements).
    pub const fn place(self, lane: u32, i: u32) -> Place {
        if let Layout::Tiles(side) = self.layout {
            return self.tile(lane, i % self.elements(), side);
        }
        let (group, thread) = (lane / 4, lane % 4);
        let high = if lane < 16 { 0 } else { 4 };
        match (self.layout, self.matrix) {
            (Layout::Groups(_), Matrix::C) => Place { product: 0, row: group + i / 2 * 8, column: thread * 2 + i % 2 },
            (Layout::Groups(side), Matrix::A) => {
                let (register, within) = (i / side, i % side);
                let halves = self.shape.m / 8;
                Place { product: 0, row: group + register % halves * 8, column: thread * side + within + register / halves * 4 * side }
            }
            (Layout::Groups(side), Matrix::B) => Place { product: 0, row: thread * side + i % side + i / side * 4 * side, column: group },
            (Layout::Pairs, _) => Place { product: group % 4, row: (lane & 1) + (i & 2) + high, column: (i & 4) + (lane & 2) + (i & 1) },
            (Layout::Lines { row }, matrix) => {
                let (rows, columns) = if row { (thread, i) } else { (i, thread) };
                // The upper half of the warp has the upper half of M, or of N.
                let (down, right) = if matches!(matrix, Matrix::B) { (0, high) } else { (high, 0) };
                Place { product: group % 4, row: rows + down, column: columns + right }
            }
            (Layout::Tiles(side), _) => self.tile(lane, i, side),
        }
    }

    /// Where an element of `wmma` belongs: in the first tile of 16 rows and 8 columns, or in those behind it. m8n32 is m32n8 turned around.
    const fn tile(self, lane: u32, i: u32, side: u32) -> Place {
        let Shape { m, n, k } = self.shape;
        if n > m {
            let matrix = match self.matrix {
                Matrix::A => Matrix::B,
                Matrix::B => Matrix::A,
                Matrix::C => Matrix::C,
            };
            let Place { product, row, column } = Fragment { matrix, shape: Shape::new(n, m, k), ..self }.tile(lane, i, side);
            return Place { product, row: column, column: row };
        }
        let one = Fragment { shape: Shape::new(if m < 16 { m } else { 16 }, 8, k), layout: Layout::Groups(side), ..self };
        let (tile, place) = (i / one.elements(), one.place(lane, i % one.elements()));
        match self.matrix {
            Matrix::C if n > 8 => Place { column: place.column + 8 * tile, ..place },
            Matrix::B => Place { column: place.column + 8 * tile, ..place },
            _ => Place { row: place.row + 16 * tile, ..place },
        }
    }

    /// The lane of four that has the indices of a chunk of a sparse A, counted from the first that the selector names, and their lowest bit. The
    /// manual only draws it; ptxas 13.5 reads the indices so where it orders them itself (`mma.sp` on sm_100 and later).
    pub const fn indices(self, row: u32, chunk: u32) -> (u32, u32) {
        let lower = row / 8 % 2;
        match self.layout {
            Layout::Groups(1 | 2) => (chunk / 4, lower * 16 + chunk % 4 * 4),
            _ => (chunk / 8 * 2 + lower, chunk % 8 * 4),
        }
    }

    /// The lane and the element that belong to a place; None outside the matrix.
    pub fn holder(self, place: Place) -> Option<(u32, u32)> {
        (0..32).flat_map(|lane| (0..self.elements()).map(move |i| (lane, i))).find(|&(lane, i)| self.place(lane, i) == place)
    }
}
