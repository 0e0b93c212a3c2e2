//! Which lane of a warp holds which element of a matrix of `mma.sync`, by the manual's formulas (PTX 9.7.14.5.1 to 9.7.14.5.12).
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
        let lanes = if matches!(self.layout, Layout::Groups(_)) { 32 } else { 8 };
        rows * columns / lanes
    }

    /// Where element `i` of a lane belongs; a lane is below 32, `i` below [`elements`](Fragment::elements).
    pub const fn place(self, lane: u32, i: u32) -> Place {
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
        }
    }

    /// The lane and the element that belong to a place; None outside the matrix.
    pub fn holder(self, place: Place) -> Option<(u32, u32)> {
        (0..32).flat_map(|lane| (0..self.elements()).map(move |i| (lane, i))).find(|&(lane, i)| self.place(lane, i) == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [(u32, u32, u32, u32, u32); 11] = [
        // m, n, k, bits of A and B, elements of A in a lane.
        (8, 8, 4, 64, 1),
        (16, 8, 4, 64, 2),
        (16, 8, 8, 64, 4),
        (16, 8, 16, 64, 8),
        (16, 8, 4, 32, 2),
        (16, 8, 8, 32, 4),
        (16, 8, 8, 16, 4),
        (16, 8, 16, 16, 8),
        (16, 8, 16, 8, 8),
        (16, 8, 32, 8, 16),
        (16, 8, 64, 4, 32),
    ];

    /// Every place once, found again, and none left.
    fn covers(fragment: Fragment, products: u32) {
        let (rows, columns) = fragment.size();
        let lanes = (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i)));
        let mut places: Vec<Place> = lanes.clone().map(|(lane, i)| fragment.place(lane, i)).collect();
        assert!(lanes.into_iter().all(|(lane, i)| fragment.holder(fragment.place(lane, i)) == Some((lane, i))), "{fragment:?}");
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len() as u32, products * rows * columns, "{fragment:?}");
        assert!(places.iter().all(|place| place.product < products && place.row < rows && place.column < columns), "{fragment:?}");
        assert_eq!(fragment.holder(Place { product: 0, row: rows, column: 0 }), None);
    }

    #[test]
    fn every_element_has_one_holder() {
        for (m, n, k, bits, elements) in ALL {
            let of = |matrix| Fragment::of(matrix, Shape::new(m, n, k), bits);
            assert_eq!(of(Matrix::A).elements(), elements);
            [Matrix::A, Matrix::B, Matrix::C].into_iter().for_each(|matrix| covers(of(matrix), 1));
        }
        let volta = |matrix, layout| Fragment { matrix, shape: Shape::new(8, 8, 4), layout };
        for matrix in [Matrix::A, Matrix::B] {
            [true, false].into_iter().for_each(|row| covers(volta(matrix, Layout::Lines { row }), 4));
        }
        covers(volta(Matrix::C, Layout::Lines { row: true }), 4);
        covers(volta(Matrix::C, Layout::Pairs), 4);
    }

    /// The manual's formulas as it has them, shape by shape: a condition on i, then row and column of group g, thread t, element i.
    #[test]
    fn places_are_the_manuals() {
        // Operand, shape, bits of an element, formula.
        type Row = (Matrix, (u32, u32, u32), u32, fn(u32, u32, u32) -> (u32, u32));
        fn tall(low: bool) -> u32 {
            if low { 0 } else { 8 }
        }
        #[rustfmt::skip]
        let rows: [Row; 23] = [
            (Matrix::A, (8, 8, 4), 64, |g, t, _| (g, t)),
            (Matrix::B, (8, 8, 4), 64, |g, t, _| (t, g)),
            (Matrix::C, (8, 8, 4), 64, |g, t, i| (g, t * 2 + (i & 1))),
            (Matrix::A, (16, 8, 4), 32, |g, t, i| (g + tall(i == 0), t)),
            (Matrix::B, (16, 8, 4), 32, |g, t, _| (t, g)),
            (Matrix::C, (16, 8, 4), 32, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
            (Matrix::A, (16, 8, 8), 16, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
            (Matrix::A, (16, 8, 8), 32, |g, t, i| (g + tall(i == 0 || i == 2), if i < 2 { t } else { t + 4 })),
            (Matrix::A, (16, 8, 8), 64, |g, t, i| (g + tall(i == 0 || i == 2), if i < 2 { t } else { t + 4 })),
            (Matrix::B, (16, 8, 8), 16, |g, t, i| (t * 2 + i, g)),
            (Matrix::B, (16, 8, 8), 32, |g, t, i| (if i == 0 { t } else { t + 4 }, g)),
            (Matrix::B, (16, 8, 8), 64, |g, t, i| (if i == 0 { t } else { t + 4 }, g)),
            (Matrix::A, (16, 8, 16), 16, |g, t, i| (g + tall(i < 2 || (4..6).contains(&i)), t * 2 + (i & 1) + tall(i < 4))),
            (Matrix::A, (16, 8, 16), 64, |g, t, i| (g + tall(i % 2 == 0), if i % 2 == 0 { i * 2 + t } else { i * 2 - 2 + t })),
            (Matrix::B, (16, 8, 16), 16, |g, t, i| (t * 2 + (i & 1) + tall(i < 2), g)),
            (Matrix::B, (16, 8, 16), 64, |g, t, i| (t + i * 4, g)),
            (Matrix::C, (16, 8, 16), 16, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
            (Matrix::A, (16, 8, 16), 8, |g, t, i| (g + tall(i < 4), t * 4 + (i & 3))),
            (Matrix::B, (16, 8, 16), 8, |g, t, i| (t * 4 + i, g)),
            (Matrix::A, (16, 8, 32), 8, |g, t, i| (g + tall(i < 4 || (8..12).contains(&i)), t * 4 + (i & 3) + if i < 8 { 0 } else { 16 })),
            (Matrix::B, (16, 8, 32), 8, |g, t, i| (t * 4 + (i & 3) + if i < 4 { 0 } else { 16 }, g)),
            (Matrix::A, (16, 8, 64), 4, |g, t, i| (g + tall(i < 8 || (16..24).contains(&i)), t * 8 + (i & 7) + if i < 16 { 0 } else { 32 })),
            (Matrix::B, (16, 8, 64), 4, |g, t, i| (t * 8 + (i & 7) + if i < 8 { 0 } else { 32 }, g)),
        ];
        for (matrix, (m, n, k), bits, formula) in rows {
            let fragment = Fragment::of(matrix, Shape::new(m, n, k), bits);
            for (lane, i) in (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i))) {
                let (row, column) = formula(lane >> 2, lane % 4, i);
                assert_eq!(fragment.place(lane, i), Place { product: 0, row, column }, "{fragment:?} lane {lane} element {i}");
            }
        }
    }

    #[test]
    fn voltas_places_are_the_manuals() {
        type Formula = fn(u32, u32, bool) -> (u32, u32);
        #[rustfmt::skip]
        let rows: [(Matrix, Layout, Formula); 6] = [
            (Matrix::A, Layout::Lines { row: true }, |l, i, low| (if low { l % 4 } else { l % 4 + 4 }, i)),
            (Matrix::A, Layout::Lines { row: false }, |l, i, low| (if low { i % 4 } else { i % 4 + 4 }, l % 4)),
            (Matrix::B, Layout::Lines { row: true }, |l, i, low| (l % 4, if low { i } else { i + 4 })),
            (Matrix::B, Layout::Lines { row: false }, |l, i, low| (i, if low { l % 4 } else { l % 4 + 4 })),
            (Matrix::C, Layout::Lines { row: true }, |l, i, low| (if low { l % 4 } else { l % 4 + 4 }, i)),
            (Matrix::C, Layout::Pairs, |l, i, low| ((l & 1) + (i & 2) + if low { 0 } else { 4 }, (i & 4) + (l & 2) + (i & 1))),
        ];
        for (matrix, layout, formula) in rows {
            let fragment = Fragment { matrix, shape: Shape::new(8, 8, 4), layout };
            for (lane, i) in (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i))) {
                let (row, column) = formula(lane, i, lane < 16);
                let place = fragment.place(lane, i);
                assert_eq!((place.row, place.column), (row, column), "{fragment:?} lane {lane} element {i}");
                // Threads 0 to 3 and 16 to 19 compute the first product, and so on.
                assert_eq!(place.product, lane % 16 / 4);
            }
        }
    }
}
