//! Exact integers: sums that lose nothing but a sticky bit, shifts, roots, naturals of any length.

use semantics::exact::{Exact, Natural, Word};
use semantics::number::Random;

fn exact(magnitude: u64, exponent: i32, negative: bool) -> Exact<u64> {
    Exact { negative, magnitude, exponent }
}

#[test]
fn a_far_smaller_term_leaves_only_a_sticky_bit() {
    let sum = exact(1, 100, false).raised().plus(exact(1, -100, false).raised());
    assert_eq!((sum.magnitude & 1, sum.leading()), (1, 100));
    let difference = exact(1, 100, false).raised().plus(exact(1, -100, true).raised());
    assert_eq!((difference.magnitude & 1, difference.leading()), (1, 99));
}

#[test]
fn opposite_numbers_cancel() {
    assert!(exact(12, 3, false).raised().plus(exact(3, 5, true).raised()).is_zero());
}

#[test]
fn the_full_sum_has_every_digit() {
    let (negative, magnitude, exponent) = exact(1, 100, true).sum_in_full(&exact(1, -100, false));
    assert_eq!((negative, exponent, magnitude.bits()), (true, -100, 200));
}

#[test]
fn decimals_survive_both_ways() {
    for text in
        ["0", "7", "999999999", "1000000000", "340282366920938463463374607431768211456", "10000000000000000000000000000000000000001"]
    {
        assert_eq!(Natural::from_decimal(text).decimal(), text);
    }
}

#[test]
fn arithmetic_agrees_with_128_bits() {
    let (a, b) = (0xffff_ffff_ffff_fff7_u128 << 40, 0x1234_5678_9abc_def0_u128);
    let (x, y) = (Natural::from(a), Natural::from(b));
    assert_eq!(x.plus(&y), Natural::from(a + b));
    assert_eq!(x.minus(&y), Natural::from(a - b));
    assert_eq!(y.minus(&x), Natural::default());
    assert_eq!(x.shifted_right(17), Natural::from(a >> 17));
    assert_eq!(y.shifted_left(37), Natural::from(b << 37));
    assert_eq!((x.bits(), x.trailing_zeros()), (104, 40));
    assert_eq!(Natural::from(b).times(&Natural::from(b >> 3)), Natural::from(b * (b >> 3)));
    assert_eq!(x.times(&y), y.times(&x));
    assert_eq!(x.times(&Natural::from(10).times_power_of_ten(30)), x.clone().times_power_of_ten(31));
    assert_eq!(y.times_power_of_ten(12), Natural::from(b * 1_000_000_000_000));
}

#[test]
fn cut_off_bits_are_sticky() {
    assert_eq!(Natural::from(0b1_0000_0001).leading_sticky(4), (0b1001, 5));
    assert_eq!(Natural::from(0b1_0000_0000).leading_sticky(4), (0b1000, 5));
    let (third, exponent) = Natural::from(1).divided_sticky(&Natural::from(3));
    assert_eq!((third & 1, 128 - third.leading_zeros() as i32 + exponent), (1, -1));
    let (two, exponent) = Natural::from(6).divided_sticky(&Natural::from(3));
    assert_eq!((two, exponent), (1 << 102, -101));
}

#[test]
fn what_is_shifted_out_stays_as_a_sticky_bit() {
    for (value, by, expected) in [(0b1000_u64, 3, 0b1), (0b1001, 3, 0b1), (0b10_0001, 3, 0b101), (1, 64, 1), (0, 64, 0), (5, 0, 5)] {
        assert_eq!(value.shifted_down(by), expected, "{value:b} >> {by}");
        let below_zero = value.negated_if(true).shifted_down(by);
        assert_eq!(below_zero, expected.negated_if(true), "-{value:b} >> {by}");
    }
}

fn check(radicand: u64, below: u64) {
    let wide = u128::from(radicand) << 64 | u128::from(below);
    assert_eq!((radicand.square_root().0, wide.square_root().0), (radicand.isqrt(), wide.isqrt()), "{wide:x}");
    // What a rounding asks: the digits down to half of its unit, and whether something lies below.
    for spare in [8, 19, 21, 24] {
        assert_eq!(decides(u64::rooted(radicand, spare), spare), decides(whole(radicand.square_root()), spare), "{radicand:x} {spare}");
    }
    let wide = u128::from(radicand) << 64;
    assert_eq!(decides(u128::rooted(radicand, 11), 11), decides(whole(wide.square_root()), 11), "{wide:x}");
}

fn whole<W: Word + PartialEq>((root, rest): (W, W)) -> (u64, bool) {
    (root.to_u128() as u64, rest != W::ZERO)
}

fn decides((root, goes_on): (u64, bool), spare: u32) -> (u64, bool) {
    let below = (1 << (spare - 1)) - 1;
    (root >> (spare - 1), goes_on || root & below != 0)
}

#[test]
fn roots_are_those_of_the_standard_library() {
    let mut random = Random::new(1);
    for part in 64..256 {
        // Where the table fits worst: the ends of its intervals.
        for near in 0..64 {
            check((part << 56) + near, random.word());
            check((part << 56 | ((1 << 56) - 1)) - near, !near);
        }
    }
    for _ in 0..200_000 {
        check(random.word() | 1 << (62 + random.below(2)), random.word());
        // Squares and their neighbours.
        let square = (random.word() >> 32 | 1 << 31).pow(2);
        (0..3).for_each(|more| check(square - 1 + more, random.word()));
        // Roots at half of a unit, and beside it.
        for (spare, near) in [(8, 32), (21, 32), (24, 32), (11, 64)] {
            let top = (random.word() >> (64 - near)) | 1 << (near - 1);
            let root = u128::from(top >> (spare - 1) << (spare - 1)) + u128::from(random.below(3)) - 1;
            let square = if near == 32 { root.pow(2) << 64 } else { root.pow(2) };
            if square >> 126 != 0 {
                (0..3).for_each(|more| check((square >> 64) as u64, (square as u64).wrapping_add(more).wrapping_sub(1)));
            }
        }
        let square = u128::from(random.word() | 1 << 63).pow(2);
        (0..3).map(|more| square - 1 + more).for_each(|wide| check((wide >> 64) as u64, wide as u64));
    }
}
