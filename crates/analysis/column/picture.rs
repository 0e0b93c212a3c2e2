//! A picture of numbers in rows, before and after, as shades of grey.

use super::figures::{difference, short};
use super::reading::Column;
use super::study::Row;
use crate::exact::Exact;
use crate::microscaling::values;
use crate::number::{F32, F64, Pattern};
use crate::wire::Bytes;
use core::ops::Range;

/// Shades from 0 to 255, a byte for each number. A number that is lost has the shade 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The numbers that are black and white, as the bits of singles.
    pub ends: [u32; 2],
    /// The numbers.
    pub before: Bytes,
    /// The values of their codes.
    pub after: Bytes,
    /// Value less number, 128 where they are equal: 1 and 255 are the largest error.
    pub difference: Bytes,
}

/// A picture under way.
pub struct Shades {
    picture: Picture,
    ends: Range<i64>,
    /// The power of two that whole numbers count here.
    unit: i32,
}

impl Shades {
    /// Black and white are the least and the largest number, or 0 and 255 for bytes.
    pub fn new(column: &Column) -> Shades {
        let exact = |bits: &u32| Pattern::new(F32::ROW, u64::from(*bits)).exact();
        let ordered = |bits: &u32| if bits >> 31 == 1 { -i64::from(bits & 0x7fff_ffff) } else { i64::from(*bits) };
        let finite = || column.numbers.iter().copied().filter(|bits| exact(bits).is_some());
        let (least, most) = match column.is_bytes {
            true => (0, 0x437f_0000),
            false => (finite().min_by_key(ordered).unwrap_or(0), finite().max_by_key(ordered).unwrap_or(0)),
        };
        let leading = |bits: &u32| exact(bits).filter(|number| !number.is_zero()).map(|number| number.leading());
        let unit = [least, most].iter().filter_map(leading).max().unwrap_or(0) - 40;
        let whole = |bits: u32| exact(&bits).map_or(0, |number| whole(number, unit));
        Shades { ends: whole(least)..whole(most), unit, picture: Picture { ends: [least, most], ..Picture::default() } }
    }

    /// The next number and its value.
    pub fn add(&mut self, number: Option<Exact<u64>>, value: Option<Exact<u64>>) {
        let Range { start, end } = self.ends;
        let shade = |number: Option<Exact<u64>>| {
            let above = number.map_or(0, |number| whole(number, self.unit).saturating_sub(start).clamp(0, end - start));
            ((i128::from(above) * 255 + i128::from(end - start) / 2) / i128::from((end - start).max(1))) as u8
        };
        let [before, after] = [number, value].map(shade);
        self.picture.before.0.push(before);
        self.picture.after.0.push(after);
    }

    /// The differences of a block beside the largest, the bits of a double.
    pub fn differences(&mut self, numbers: &[u64], row: &Row, tensor: u64, largest: u64) {
        let all = Pattern::new(F64::ROW, largest).exact().filter(|all| !all.is_zero());
        let unit = all.map_or(0, |all| all.leading() - 40);
        let most = all.map_or(1, |all| whole(all, unit).abs().max(1));
        let before = self.picture.difference.0.len();
        values(numbers, row.recipe, row.rule, tensor, |number, value, _| {
            let off = difference(short(value), number).0;
            let part = if off.magnitude == 0 { 0 } else { whole(off, unit).clamp(-most, most) };
            let up = i128::from(part) * 127 + i128::from(most) / 2;
            self.picture.difference.0.push((128 + up.div_euclid(i128::from(most))) as u8);
        });
        self.picture.difference.0.resize(before + numbers.len(), 0);
    }

    /// The picture.
    pub fn picture(self) -> Picture {
        self.picture
    }
}

/// A number as so many units, cut off; the largest whole number stands for anything beyond it.
fn whole<W: crate::exact::Word>(number: Exact<W>, unit: i32) -> i64 {
    let (magnitude, by) = (number.widen::<u128>().magnitude, number.exponent - unit);
    let moved = match by {
        _ if magnitude == 0 => 0,
        0.. if magnitude.leading_zeros() <= by.unsigned_abs() => u128::MAX,
        0.. => magnitude << by,
        _ => magnitude.checked_shr(by.unsigned_abs()).unwrap_or(0),
    };
    let size = i64::try_from(moved).unwrap_or(i64::MAX);
    if number.negative { -size } else { size }
}
