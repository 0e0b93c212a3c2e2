//! A sparse A: of each chunk of a row half is kept, and four bits of the metadata say which (PTX 9.7.14.6.1).
//!
//! ```text
//! a chunk of a row of A   0 x 0 y     kept   x y     indices   0b1101: columns 1 (the lower bits) and 3
//! ```

use super::row::Row;
use crate::number::{Format, Pattern};

/// How many elements the two indices of a chunk keep: 1 of 2 (those of 32 bits), 2 of 4, or 4 of 8 in pairs (those of 4 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grain(usize);

/// The products of a sparse row of A and a column of B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What is kept of A.
    pub a: Vec<u64>,
    /// What meets it of B.
    pub b: Vec<u64>,
    /// The columns of A that are kept, in increasing order.
    pub columns: Vec<usize>,
}

/// Why a row is no sparse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSparse {
    /// Too many numbers of a chunk are not zero: its first column and its last, and how many numbers or pairs may be.
    Full([usize; 2], Grain),
    /// A zero of A meets an infinity or a NaN in this column, and nobody said whether it is kept.
    Undecided(usize),
    /// The indices of a chunk have no meaning: its first column, and the four bits.
    Indices(usize, u64),
}

impl Grain {
    /// That of elements which take so many bits of a register.
    pub const fn of_bits(bits: u32) -> Grain {
        match bits {
            32 => Grain(1),
            4 => Grain(4),
            _ => Grain(2),
        }
    }

    /// That of a row of the table.
    pub fn of(row: &Row) -> Grain {
        let widest = row.inputs.iter().map(|input| input.width() + input.spare_bits).max().unwrap_or(0);
        // Beside numbers of 8 bits those of 4 take 8 as well.
        Grain::of_bits(widest)
    }

    /// The columns of a chunk.
    pub const fn chunk(self) -> usize {
        2 * self.0
    }

    /// The column of a chunk to which one of those that are kept belongs; None where the manual gives its indices no meaning.
    pub fn column(self, indices: u64, ordered: bool, at: usize) -> Option<usize> {
        let [first, second] = [indices & 3, indices >> 2 & 3].map(|index| index as usize);
        if self == Grain(1) {
            // Indices of halves.
            return (first % 2 == 0 && second == first + 1).then_some(first / 2);
        }
        let index = if at < self.0 / 2 { first } else { second };
        let unit = self.0 / 2;
        (first != second && !(ordered && first > second)).then_some(index * unit + at % unit)
    }

    /// The products of what is kept of a row of A, and of a column of B; `indices` has the four bits of each chunk.
    pub fn packed(self, a: &[u64], b: &[u64], indices: impl Fn(usize) -> u64, ordered: bool) -> Result<Kept, NotSparse> {
        let mut kept = Kept { a: Vec::new(), b: Vec::new(), columns: Vec::new() };
        for (chunk, (own, other)) in a.chunks(self.0).zip(b.chunks(self.chunk())).enumerate() {
            let (first, bits) = (chunk * self.chunk(), indices(chunk) & 15);
            let placed = own.iter().enumerate().map(|(at, code)| Some((self.column(bits, ordered, at)?, *code)));
            let mut placed: Vec<(usize, u64)> = placed.collect::<Option<_>>().ok_or(NotSparse::Indices(first, bits))?;
            placed.sort_unstable();
            for (column, code) in placed {
                kept.a.push(code);
                kept.b.extend(other.get(column));
                kept.columns.push(first + column);
            }
        }
        Ok(kept)
    }

    /// The products of a row of A with all its zeros and a column of B. Where a chunk has more zeros than it must, the first of them are kept.
    pub fn picked(self, [of_a, of_b]: [&'static Format; 2], a: &[u64], b: &[u64]) -> Result<Kept, NotSparse> {
        let mut kept = Kept { a: Vec::new(), b: Vec::new(), columns: Vec::new() };
        let unit = self.0.div_ceil(2);
        let most = self.0 / unit;
        let exact = |format: &'static Format, code: u64| Pattern::new(format, code >> format.spare_bits).exact();
        for (chunk, (own, other)) in a.chunks(self.chunk()).zip(b.chunks(self.chunk())).enumerate() {
            let first = chunk * self.chunk();
            let is_zero = |unit: &[u64]| unit.iter().all(|code| exact(of_a, *code).is_some_and(|number| number.is_zero()));
            let (zeros, mut taken): (Vec<usize>, Vec<usize>) =
                (0..own.chunks(unit).len()).partition(|at| is_zero(&own[at * unit..][..unit]));
            if taken.len() > most {
                return Err(NotSparse::Full([first, first + own.len() - 1], self));
            }
            let free = most - taken.len();
            if free > 0 {
                let columns = zeros.iter().flat_map(|at| at * unit..(at + 1) * unit);
                if let Some(odd) = columns.into_iter().find(|column| other.get(*column).is_some_and(|code| exact(of_b, *code).is_none())) {
                    return Err(NotSparse::Undecided(first + odd));
                }
            }
            taken.extend(zeros.into_iter().take(free));
            taken.sort_unstable();
            for column in taken.into_iter().flat_map(|at| at * unit..(at + 1) * unit) {
                kept.a.push(own[column]);
                kept.b.extend(other.get(column));
                kept.columns.push(first + column);
            }
        }
        Ok(kept)
    }
}

impl Kept {
    /// The columns among those of one instruction from one product on, a bit each.
    pub(super) fn mask(columns: &[usize], first: usize, count: usize) -> u128 {
        let own = columns.get(first..).unwrap_or_default().iter().take(count);
        own.fold(0, |mask, column| mask | 1u128.checked_shl((column - 2 * first) as u32).unwrap_or(0))
    }
}

impl NotSparse {
    /// In a sentence.
    pub fn sentence(self) -> String {
        match self {
            NotSparse::Full([first, last], grain) => {
                let most = match grain {
                    Grain(1) => "one number of two",
                    Grain(2) => "two numbers of four",
                    _ => "two pairs of four",
                };
                format!("A sparse A has at most {most} that are not zero; there are more in columns {first} to {last} of this row.")
            }
            NotSparse::Undecided(column) => format!(
                "B has an infinity or a NaN in row {column}, where A has a zero. The product counts only if that zero is kept: give what is kept of A, and its indices."
            ),
            NotSparse::Indices(column, bits) => {
                format!(
                    "The indices {bits:#06b} of the chunk of A from column {column} on have no meaning; PTX leaves the result undefined."
                )
            }
        }
    }
}
