//! The derivation of the coefficient tables: a minimax quadratic for each segment, rounded to the unit's short coefficients in three passes.
//!
//! The method is that of US patent 7,366,745 (NVIDIA; see also Piñeiro, Oberman, Muller and Bruguera, IEEE Transactions on Computers 54(3), 2005).
//! It gives the slopes and curvatures of all 448 rows that were read off silicon and 441 of the 448 constants; the other seven are
//! [`EXCEPTIONS`]. `cargo xtask tables` writes [`source`] to `table.rs`, and a test holds the two together.
//!
//! Host floats are allowed in this file alone of the unit: no rounding here falls nearer to a tie than 0.0009 of a last place, so any
//! double-precision library gives the same integers.
#![expect(
    clippy::float_arithmetic,
    reason = "derives constants that are committed as integers; no instruction's result passes through here"
)]

use super::row::Row;
use std::f64::consts::PI;
use std::fmt::Write;

/// What one table interpolates, and how far left of the binary point the last places of its coefficients stand.
pub struct Derivation {
    /// The name of the table in `table.rs`.
    pub name: &'static str,
    /// What the table holds and how well that is known: the comment above it in `table.rs`.
    pub about: &'static str,
    /// The number of segments.
    pub rows: usize,
    /// The interpolated function on a segment, of the position `t` in `[0, 1]`.
    pub function: fn(segment: usize, t: f64) -> f64,
    /// The last place of C0 is `2^-c0_places` in units of the function; likewise C1 and C2 as factors of `t` and `t²`.
    pub c0_places: i32,
    /// See `c0_places`.
    pub c1_places: i32,
    /// See `c0_places`.
    pub c2_places: i32,
    /// C0 is rounded to a multiple of this (2 for the sine, whose stored constants are all even).
    pub c0_step: i32,
}

/// Every derived table, in the order in which [`hash`] takes them.
pub const DERIVATIONS: [Derivation; 5] = [
    Derivation {
        name: "RECIPROCAL",
        about: "1/(1+u) on 128 segments of `[1, 2)`. Equal on all inputs to an emulation checked against silicon.",
        rows: 128,
        function: |s, t| 1.0 / (1.0 + (s as f64 + t) / 128.0),
        c0_places: 26,
        c1_places: 23,
        c2_places: 24,
        c0_step: 1,
    },
    Derivation {
        name: "RECIPROCAL_SQUARE_ROOT",
        about: "1/sqrt on 64 segments of `[1, 2)` and 64 of `[2, 4)`. Equal on all inputs to an emulation checked against silicon.",
        rows: 128,
        function: |s, t| 1.0 / two_binades(s, t).sqrt(),
        c0_places: 26,
        c1_places: 23,
        c2_places: 23,
        c0_step: 1,
    },
    Derivation {
        name: "SINE",
        about: "The sine on 64 segments of a quadrant. Equal on all inputs to an emulation checked against silicon.",
        rows: 64,
        function: |s, t| ((s as f64 + t) / 64.0 * (PI / 2.0)).sin(),
        c0_places: 26,
        c1_places: 20,
        c2_places: 22,
        c0_step: 2,
    },
    Derivation {
        name: "EXPONENTIAL",
        about: "2^u / 2 on 64 segments of `[0, 1)`. Equal on all inputs to an emulation checked against silicon.",
        rows: 64,
        function: |s, t| ((s as f64 + t) / 64.0).exp2() / 2.0,
        c0_places: 26,
        c1_places: 22,
        c2_places: 24,
        c0_step: 1,
    },
    Derivation {
        name: "LOGARITHM",
        about: "log2(1+u) on 64 segments of `[1, 2)`. Equal on all inputs to an emulation checked against silicon.",
        rows: 64,
        function: |s, t| (1.0 + (s as f64 + t) / 64.0).log2(),
        c0_places: 26,
        c1_places: 21,
        c2_places: 22,
        c0_step: 1,
    },
];

/// Where the chip's C0 differs from the derived one: table, row, difference in last places.
///
/// Sine row 0 is zero on the chip, so that the sine of zero is zero.
pub const EXCEPTIONS: [(&str, usize, i32); 7] = [
    ("RECIPROCAL_SQUARE_ROOT", 29, 1),
    ("RECIPROCAL_SQUARE_ROOT", 70, 1),
    ("RECIPROCAL_SQUARE_ROOT", 76, 1),
    ("SINE", 0, 2),
    ("SINE", 2, -2),
    ("SINE", 18, -2),
    ("SINE", 46, -2),
];

/// The argument in `[1, 4)` at position `t` of one of 64 + 64 segments.
fn two_binades(segment: usize, t: f64) -> f64 {
    let within = 1.0 + ((segment % 64) as f64 + t) / 64.0;
    if segment < 64 { within } else { 2.0 * within }
}

/// The rows of one table as the chip holds them: derived, then corrected by [`EXCEPTIONS`].
#[must_use]
pub fn rows(derivation: &Derivation) -> Vec<Row> {
    let mut rows: Vec<Row> = (0..derivation.rows).map(|segment| derive(derivation, segment)).collect();
    for (table, row, difference) in EXCEPTIONS {
        if table == derivation.name {
            rows[row].c0 += difference;
        }
    }
    rows
}

/// The three passes for one segment: the slope, then the curvature that best mends the slope's rounding, then the middle of what is left.
fn derive(derivation: &Derivation, segment: usize) -> Row {
    let f = |t: f64| (derivation.function)(segment, t);
    let places = |value: f64, places: i32| (value * 2f64.powi(places)).round();
    let [_, a1, a2] = minimax(f);
    let c1 = places(a1, derivation.c1_places);
    let slope = c1 * 2f64.powi(-derivation.c1_places);
    let c2 = places(a2 + (a1 - slope), derivation.c2_places);
    let curvature = c2 * 2f64.powi(-derivation.c2_places);
    let rest = |t: f64| f(t) - slope * t - curvature * t * t;
    let (low, high) = extremes(rest);
    let step = f64::from(derivation.c0_step);
    let c0 = ((low + high) / 2.0 * 2f64.powi(derivation.c0_places) / step).round() * step;
    Row { c0: c0 as i32, c1: c1 as i32, c2: c2 as i32 }
}

/// The points at which a function on `[0, 1]` is sampled; between neighbours an extreme moves by less than 10^-12 of the function.
const SAMPLES: usize = 4096;

/// The least and the greatest value of `g` on `[0, 1]`.
fn extremes(g: impl Fn(f64) -> f64) -> (f64, f64) {
    (0..=SAMPLES).map(|i| g(i as f64 / SAMPLES as f64)).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
}

/// The quadratic `[a0, a1, a2]` of least maximum error against `f` on `[0, 1]`, by Remez's exchange.
///
/// The third derivative of every `f` here keeps its sign on a segment, so the four alternating extremes of the error are both
/// ends and one point either side of the middle.
fn minimax(f: impl Fn(f64) -> f64) -> [f64; 3] {
    let mut points = [0.0, 0.25, 0.75, 1.0];
    let mut quadratic = [0.0; 3];
    for _ in 0..12 {
        quadratic = level(&f, points);
        let [a0, a1, a2] = quadratic;
        let error = |t: f64| (f(t) - a0 - (a1 + a2 * t) * t).abs();
        points[1] = highest(error, 0.01, 0.5);
        points[2] = highest(error, 0.5, 0.99);
    }
    quadratic
}

/// The quadratic whose errors at four points are equal and alternate in sign.
///
/// Divided differences make the system triangular: the alternating error `E` takes out exactly the third difference of `f`.
fn level(f: impl Fn(f64) -> f64, points: [f64; 4]) -> [f64; 3] {
    let [p0, p1, p2, p3] = points;
    let third = |y: [f64; 4]| {
        let first = [(y[1] - y[0]) / (p1 - p0), (y[2] - y[1]) / (p2 - p1), (y[3] - y[2]) / (p3 - p2)];
        let second = [(first[1] - first[0]) / (p2 - p0), (first[2] - first[1]) / (p3 - p1)];
        (first[0], second[0], (second[1] - second[0]) / (p3 - p0))
    };
    let y = points.map(&f);
    let error = third(y).2 / third([1.0, -1.0, 1.0, -1.0]).2;
    let (first, second, _) = third([y[0] - error, y[1] + error, y[2] - error, y[3] + error]);
    // Newton's form about p0 and p1, written out in powers of t.
    [y[0] - error - first * p0 + second * p0 * p1, first - second * (p0 + p1), second]
}

/// Where a function with one maximum between `low` and `high` is greatest, by repeatedly discarding a third of the interval.
fn highest(g: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if g(low + third) < g(high - third) {
            low += third;
        } else {
            high -= third;
        }
    }
    (low + high) / 2.0
}

/// FNV-1a, 64 bits, over the little-endian bytes of C0, C1, C2 of every row of the silicon tables in order.
#[must_use]
pub fn hash<'a>(rows: impl Iterator<Item = &'a Row>) -> u64 {
    rows.flat_map(|row| [row.c0, row.c1, row.c2])
        .flat_map(i32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// The whole text of `table.rs`.
#[must_use]
pub fn source() -> String {
    let mut text = String::from(
        "//! The coefficients of the special function unit. Written by `cargo xtask tables`; do not edit.\n\
         //!\n\
         //! Derived by `generate.rs` with the three-pass method of US patent 7,366,745; the rows marked \"chip\" differ from the derivation\n\
         //! in the last place of C0 as recorded there. That the tables are the chip's follows from envytools' hardware tests\n\
         //! (M. Kościelnicka). Signs are as the coefficients enter the sum.\n\
         \n\
         use super::row::{Row, row};\n",
    );
    for derivation in &DERIVATIONS {
        let _ = write!(text, "\n/// {}\npub static {}: [Row; {}] = [\n", derivation.about, derivation.name, derivation.rows);
        for (segment, row) in rows(derivation).iter().enumerate() {
            let chip = EXCEPTIONS.iter().any(|&(table, at, _)| table == derivation.name && at == segment);
            let mark = if chip { ", chip" } else { "" };
            let _ = writeln!(text, "    row({}, {}, {}), // {segment}{mark}", hex(row.c0, 7), hex(row.c1, 4), hex(row.c2, 3));
        }
        text.push_str("];\n");
    }
    text
}

/// A signed hexadecimal literal of at least `digits` digits.
fn hex(value: i32, digits: usize) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}0x{:0digits$x}", value.unsigned_abs())
}
