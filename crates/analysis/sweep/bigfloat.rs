//! Reference values to a hundred bits, for the few inputs where a double cannot decide.
//!
//! Written out here in 128-bit integers instead of taken from a library, because a sweep in a Web Worker should not have to load one for
//! one input in a million. Fixed point with the binary point at the left ("fraction": value · 2^128) carries the series; a [`BigFloat`]
//! carries the result, whose leading one may be anywhere. Every function here is within 2^-90 of the true value, relatively; no
//! operand of a 32-bit function needs that many to be told from a rounding boundary.

/// A number that is not zero: `± magnitude · 2^exponent`, the top bit of the magnitude set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BigFloat {
    /// The sign.
    pub negative: bool,
    /// The magnitude.
    pub magnitude: u128,
    /// The power of two of the magnitude's lowest bit.
    pub exponent: i32,
}

/// A double as a [`BigFloat`]; None for zero, infinities and NaNs.
pub fn real(x: f64) -> Option<BigFloat> {
    let field = (x.to_bits() >> 52 & 0x7ff) as i32;
    let fraction = u128::from(x.to_bits() & ((1 << 52) - 1));
    let (significand, exponent) = if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if field == 0x7ff { None } else { BigFloat::new(x.is_sign_negative(), significand, exponent) }
}

/// ln 2, as a fraction.
const LN_2: u128 = 0xb172_17f7_d1cf_79ab_c9e3_b398_03f2_f6af;
/// π/4, as a fraction.
const QUARTER_PI: u128 = 0xc90f_daa2_2168_c234_c4c6_628b_80dc_1cd1;
/// log2(e) / 2, as a fraction; also 1/ln 2 / 2.
const HALF_LOG2_E: u128 = 0xb8aa_3b29_5c17_f0bb_be87_fed0_691d_3e88;
/// log2(10) / 4, as a fraction.
const QUARTER_LOG2_10: u128 = 0xd49a_784b_cd1b_8afe_492b_f6ff_4daf_db4c;
/// log10(2) · 2, as a fraction.
const TWICE_LOG10_2: u128 = 0x9a20_9a84_fbcf_f798_8f89_59ac_0b7c_9178;
/// 2/π: the first 1280 bits after the binary point, as many as the largest double asks for.
const TWO_OVER_PI: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// The product of two fractions, cut off.
pub fn times(a: u128, b: u128) -> u128 {
    let (high, low) = (|x: u128| x >> 64, |x: u128| x & u128::from(u64::MAX));
    let (a1, a0) = (high(a), low(a));
    let (b1, b0) = (high(b), low(b));
    let middle = high(a0 * b0) + low(a1 * b0) + low(a0 * b1);
    a1 * b1 + high(a1 * b0) + high(a0 * b1) + high(middle)
}

/// `a / b` as a fraction, cut off, for `a < b`.
pub const fn quotient(mut a: u128, b: u128) -> u128 {
    let mut result = 0;
    let mut bit = 0;
    while bit < 128 {
        let carry = a >> 127 != 0;
        a <<= 1;
        result <<= 1;
        if carry || a >= b {
            a = a.wrapping_sub(b);
            result |= 1;
        }
        bit += 1;
    }
    result
}

impl BigFloat {
    /// ln 2.
    pub const LN_2: BigFloat = BigFloat { negative: false, magnitude: LN_2, exponent: -128 };
    /// log2 e.
    pub const LOG2_E: BigFloat = BigFloat { negative: false, magnitude: HALF_LOG2_E, exponent: -127 };
    /// log2 10.
    pub const LOG2_10: BigFloat = BigFloat { negative: false, magnitude: QUARTER_LOG2_10, exponent: -126 };
    /// log10 2.
    pub const LOG10_2: BigFloat = BigFloat { negative: false, magnitude: TWICE_LOG10_2, exponent: -129 };

    /// A number from any magnitude; None for zero.
    #[must_use]
    pub fn new(negative: bool, magnitude: u128, exponent: i32) -> Option<Self> {
        let room = magnitude.leading_zeros();
        (magnitude != 0).then(|| Self { negative, magnitude: magnitude << room, exponent: exponent - room as i32 })
    }

    /// The exponent of the leading one.
    #[must_use]
    pub const fn leading(self) -> i32 {
        self.exponent + 127
    }

    /// The nearest double, or one of the two nearest; of numbers that a normal double can hold.
    #[must_use]
    #[expect(clippy::float_arithmetic, reason = "reference values of sweeps; no instruction's result passes through here")]
    pub fn to_f64(self) -> f64 {
        let magnitude = super::double::scaled(self.magnitude as f64, self.exponent);
        if self.negative { -magnitude } else { magnitude }
    }

    /// The product, the fraction taken as a positive number below one.
    fn scaled(self, fraction: u128) -> Option<Self> {
        Self::new(self.negative, times(self.magnitude, fraction), self.exponent)
    }

    /// As a fraction: the magnitude of a number below one.
    const fn fraction(self) -> u128 {
        let shift = -(self.exponent + 128);
        if shift <= 0 {
            self.magnitude
        } else if shift > 127 {
            0
        } else {
            self.magnitude >> shift
        }
    }

    /// x · y, cut off.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        // The top bit of a product of two fractions of at least a half is the first or the second.
        let product = times(self.magnitude, other.magnitude);
        let up = product.leading_zeros();
        let exponent = self.exponent + other.exponent + 128 - up as i32;
        Self { negative: self.negative != other.negative, magnitude: product << up, exponent }
    }

    /// 1/x.
    #[must_use]
    pub fn reciprocal(self) -> Option<Self> {
        if self.magnitude == 1 << 127 {
            return Self::new(self.negative, 1, -self.leading());
        }
        // 2^127 / magnitude is a fraction in (1/2, 1).
        Self::new(self.negative, quotient(1 << 127, self.magnitude), -self.exponent - 127 - 128)
    }

    /// 1/√x, or None for a negative number: Newton's method from the first 64 bits.
    #[must_use]
    pub fn reciprocal_root(self) -> Option<Self> {
        // x = f · 4^half with f in [1/4, 1); r is r/2 of f as a fraction, in (1/2, 1].
        let half = (self.leading() + 2).div_euclid(2);
        let fraction = self.magnitude >> (2 * half - self.leading() - 1);
        let root = fraction.isqrt();
        if fraction == 1 << 126 {
            return (!self.negative).then(|| Self::new(false, 1, 1 - half))?;
        }
        // root / 2^64 is √f, so 2^127 / root is 1/(2√f) with 64 fraction bits.
        let mut r = ((1 << 127) / root).min(u64::MAX.into()) << 64;
        for _ in 0..2 {
            // With y = 1/√f and r = y/2: y' = y·(3 - f·y²)/2, so r' = r·(3/4 - f·r²)·2.
            let factor = (3 << 126) - times(times(r, r), fraction);
            r = times(r, factor).saturating_mul(2);
        }
        if self.negative { None } else { Self::new(false, r, 1 - 128 - half) }
    }

    /// √x, or None for a negative number.
    #[must_use]
    pub fn root(self) -> Option<Self> {
        let reciprocal = self.reciprocal_root()?;
        Self::new(false, times(self.magnitude, reciprocal.magnitude), self.exponent + reciprocal.exponent + 128)
    }

    /// 2^x, or None for |x| of 2^20 and more.
    #[must_use]
    pub fn exp2(self) -> Option<Self> {
        if self.leading() >= 20 {
            return None;
        }
        let whole = if self.leading() < 0 { 0 } else { self.magnitude >> -self.exponent } as i32;
        let part = if self.leading() < 0 { self.fraction() } else { self.magnitude << (self.leading() + 1) };
        let (whole, part) = match (self.negative, part) {
            (false, part) => (whole, part),
            (true, 0) => (-whole, 0),
            (true, part) => (-whole - 1, part.wrapping_neg()),
        };
        Self::new(false, (1 << 126) + exp_minus_one(times(part, LN_2)), whole - 126)
    }

    /// log2 x for x between 2^-2048 and 2^2048, or None for a negative number and for 1.
    #[must_use]
    pub fn log2(self) -> Option<Self> {
        // x = m·2^e with m in [1, 2); ln m = 2·atanh((m - 1)/(m + 1)).
        let above_one = (self.magnitude - (1 << 127)) >> 1;
        let z = quotient(above_one, (1 << 127) + above_one);
        let square = times(z, z);
        let (mut power, mut sum) = (z, 0);
        for k in 0..42 {
            sum += power / (2 * k + 1);
            power = times(power, square);
        }
        // sum is at most atanh(1/3) < 0.35; log2 m = sum · 2/ln 2 = sum · (log2(e)/2) · 4, with as many fraction bits as there is room
        // for beside the exponent.
        let point = if self.leading().abs() < 256 { 118 } else { 115 };
        let logarithm = (times(sum, HALF_LOG2_E) >> (126 - point)) as i128;
        if self.leading() == 0 && !self.negative {
            return Self::new(false, times(sum, HALF_LOG2_E), -126);
        }
        let total = (i128::from(self.leading()) << point) + logarithm;
        if self.negative { None } else { Self::new(total < 0, total.unsigned_abs(), -point) }
    }

    /// sin(π/2 · u) for `u` in (0, 1].
    fn sine_of_quadrant(self) -> Option<Self> {
        let angle = self.scaled(QUARTER_PI)?;
        let angle = Self { exponent: angle.exponent + 1, ..angle };
        angle.sine_near_zero()
    }

    /// sin(x) for `|x|` up to π/2: x·(1 - x²/6·(1 - x²/20·(…))).
    fn sine_near_zero(self) -> Option<Self> {
        // A quarter of x² is a fraction.
        let quarter_square = Self { negative: false, exponent: self.exponent - 1, ..self }.fraction();
        let quarter_square = times(quarter_square, quarter_square);
        let mut rest = u128::MAX;
        for k in (1..=16_u128).rev() {
            rest = u128::MAX - times(quarter_square, rest) / (2 * k * (2 * k + 1)) * 4;
        }
        self.scaled(rest)
    }

    /// sin(π/2 · (quadrants + part)), `part` a fraction.
    fn sine_of(negative: bool, quadrants: u32, part: u128) -> Option<Self> {
        let turned = negative ^ (quadrants & 2 != 0);
        let u = match (quadrants & 1, part) {
            (0, part) => Self::new(turned, part, -128),
            (_, 0) => Self::new(turned, 1, 0),
            (_, part) => Self::new(turned, part.wrapping_neg(), -128),
        };
        u?.sine_of_quadrant()
    }

    /// sin(π/2 · (x + later)): the sine of quadrants.
    #[must_use]
    pub fn sine_of_quadrants(self, later: u32) -> Option<Self> {
        if later == 0 && self.leading() < 0 {
            return self.sine_of_quadrant();
        }
        let (whole, part) = if self.leading() < 0 {
            (0, self.fraction())
        } else {
            // Only the quadrant modulo four counts, and a number of at most 64 significant bits beyond 2^66 is a multiple of four.
            let shift = (self.leading() + 1) as u32;
            if shift >= 128 { (0, 0) } else { ((self.magnitude >> (128 - shift)) as u32, self.magnitude << shift) }
        };
        // The cosine (one quadrant later) is even; the sine is odd.
        Self::sine_of(self.negative && later == 0, whole + later, part)
    }

    /// sin(x + later · π/2) for an `x` of at most 64 significant bits and below 2^1024.
    #[must_use]
    pub fn sine(self, later: u32) -> Option<Self> {
        if later == 0 && self.leading() < 0 {
            return self.sine_near_zero();
        }
        let (quadrants, part) = self.quadrants()?;
        Self::sine_of(self.negative && later == 0, quadrants + later, part)
    }

    /// |x|·2/π modulo four, as quadrants and a fraction, for an `x` of at most 64 significant bits and below 2^1024.
    #[must_use]
    pub fn quadrants(self) -> Option<(u32, u128)> {
        // x = s·2^p with a 64-bit s; the bits of 2/π before place p - 2 give multiples of four quadrants and are skipped.
        let significand = (self.magnitude >> 64) as u64;
        let place = self.exponent + 64;
        let skipped = (place - 2).max(0) as u32;
        let limb = |index: u32| -> u128 {
            let (at, shift) = (((skipped / 64) + index) as usize, skipped % 64);
            let high = u128::from(*TWO_OVER_PI.get(at).unwrap_or(&0)) << 64 | u128::from(*TWO_OVER_PI.get(at + 1).unwrap_or(&0));
            high << shift >> 64
        };
        // The product modulo 2^(64·4), most significant limb first.
        let mut product = [0_u64; 5];
        let mut carry = 0;
        for index in (0..4).rev() {
            let sum = u128::from(significand) * limb(index) + carry;
            product[index as usize + 1] = sum as u64;
            carry = sum >> 64;
        }
        product[0] = carry as u64;
        // The binary point stands right of product[0]'s last bit, moved by place - skipped.
        let shift = place - skipped as i32;
        let wide = |at: i32| -> u64 {
            let (index, within) = (at.div_euclid(64), at.rem_euclid(64) as u32);
            let limb = |index: i32| usize::try_from(index).ok().and_then(|index| product.get(index)).copied().unwrap_or(0);
            if within == 0 { limb(index) } else { limb(index) << within | limb(index + 1) >> (64 - within) }
        };
        // Bit 64 of the product counts units when shift is zero.
        let quadrants = wide(shift) as u32 & 3;
        let part = u128::from(wide(64 + shift)) << 64 | u128::from(wide(128 + shift));
        Some((quadrants, part))
    }

    /// |x|·2/π modulo four, under the same conditions; None for zero.
    #[must_use]
    pub fn modulo_four(self) -> Option<Self> {
        if self.leading() < 0 {
            let two_over_pi = u128::from(TWO_OVER_PI[0]) << 64 | u128::from(TWO_OVER_PI[1]);
            return Self { negative: false, ..self }.scaled(two_over_pi);
        }
        let (whole, part) = self.quadrants()?;
        Self::new(false, u128::from(whole) << 126 | part >> 2, -126)
    }

    /// tanh x.
    #[must_use]
    pub fn tanh(self) -> Option<Self> {
        if self.leading() < -18 {
            // x·(1 - x²/3 + 2/15·x⁴); the next term is below 2^-110 of the first.
            let square = times(self.fraction(), self.fraction());
            let fourth = times(square, square);
            return self.scaled(u128::MAX - square / 3 + fourth / 15 * 2);
        }
        if self.leading() > 6 {
            return Self::new(self.negative, u128::MAX, -128);
        }
        // With E = e^(-2|x|): (1 - E)/(1 + E).
        let exponent = self.scaled(HALF_LOG2_E)?;
        let e = Self { negative: true, exponent: exponent.exponent + 2, ..exponent }.exp2()?.fraction();
        if e == 0 {
            return Self::new(self.negative, u128::MAX, -128);
        }
        let (above, below) = (e.wrapping_neg() >> 1, (1 << 127) + (e >> 1));
        Self::new(self.negative, quotient(above, below), -128)
    }
}

/// e^y - 1 for a fraction y below ln 2, with 126 fraction bits: y·(1 + y/2·(1 + y/3·(…))).
fn exp_minus_one(y: u128) -> u128 {
    let mut term = y;
    let mut sum = y;
    for k in 2..34 {
        term = times(term, y) / k;
        sum = sum.saturating_add(term);
    }
    // e^y - 1 is below one for y below ln 2.
    sum >> 2
}
