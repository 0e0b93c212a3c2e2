//! Operands that find mistakes: the edges of every format, and random ones whose exponents are often close to each other.

use super::{Format, Random};

/// Bits around every boundary of a format: zeros, subnormals, one, powers of two, largest, infinity, NaNs, of both signs.
pub fn edges(format: &Format) -> Vec<u64> {
    if format.is_integer() {
        let near = [0, format.largest(), format.lowest_integer()];
        return near.iter().flat_map(|&n| (-2i64..=2).map(move |d| n.wrapping_add_signed(d) & format.mask())).collect();
    }
    let one = format.one();
    let near = [0, format.smallest_normal(), one, format.largest(), one + (1 << format.fraction_bits), one - (1 << format.fraction_bits)];
    let mut bits: Vec<u64> = near.iter().flat_map(|&n| (-2i64..=2).map(move |d| n.wrapping_add_signed(d))).collect();
    bits.extend([format.infinity().unwrap_or(0), format.default_nan, format.exponent_mask() | 1, format.fraction_mask() / 2 + 1]);
    bits.extend(bits.clone().iter().map(|b| b ^ format.sign_mask()));
    bits.iter_mut().for_each(|b| *b &= format.mask());
    bits.sort_unstable();
    bits.dedup();
    bits
}

/// One random operand: uniform bits, an edge, or a significand of few set bits with an exponent near the middle.
pub fn one(format: &Format, edges: &[u64], random: &mut Random) -> u64 {
    let word = random.word();
    match random.below(8) {
        0 => edges[(word % edges.len() as u64) as usize],
        1..=3 => word & format.mask(),
        _ if format.is_integer() => word >> random.below(64) & format.mask(),
        _ => {
            let shift = random.below(u64::from(format.fraction_bits) + 1);
            let fraction = if word & 1 == 0 { word >> 8 << shift } else { (1 << shift) - (word >> 1 & 1) };
            let spread = u64::from(format.precision()) + 4;
            let exponent = (format.bias as u64 + random.below(spread)).saturating_sub(spread / 2);
            let sign = if word & 4 == 0 { 0 } else { format.sign_mask() };
            (sign | exponent << format.fraction_bits | fraction & format.fraction_mask()) & format.mask()
        }
    }
}
