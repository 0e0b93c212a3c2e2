//! One row of a coefficient table: the quadratic of one segment.

/// `C0 + C1·x + C2·x²` on one segment, each coefficient with the sign it has in the sum.
///
/// The chip stores magnitudes of 26, 15 or 16, and 10 or 11 bits (17 in half of the slopes of the fitted root); which signs they take is
/// wired into each function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The constant: about the function at the start of the segment.
    pub c0: i32,
    /// The factor of the position in the segment.
    pub c1: i32,
    /// The factor of the truncated square of the position.
    pub c2: i32,
}

/// A row, short enough to write hundreds of them.
#[must_use]
pub const fn row(c0: i32, c1: i32, c2: i32) -> Row {
    Row { c0, c1, c2 }
}
