//! A single to a half by integer arithmetic alone: the case study of the CUDA text (its Listing 8.3), restated, every value on the way as data.
//!
//! The routine is written once, generic over who listens: [`float_to_half`] hears nothing and is fast enough for all 2^32 inputs,
//! [`Conversion::of`] keeps a [`Moment`] for each line that ran. [`SOURCE`] is what a page shows beside them. Where the text's listing
//! compares with 0x38ffffff before it calls a result normal, this one compares with 0x38800000, the smallest normal half: from there on
//! both of the text's cases give the same bits.

/// The lines of the routine in C, numbered by [`Line`].
#[rustfmt::skip]
pub const SOURCE: [&str; 25] = [
    "uint16_t float_to_half(uint32_t f) {",
    "    uint16_t w = (f >> 16) & 0x8000;",
    "    uint32_t mag = f & 0x7fffffff;",
    "    int32_t exp = (int32_t)(mag >> 23) - 127;",
    "    if (exp == 128) {",
    "        if (mag & 0x007fffff)",
    "            return 0x7fff;",
    "        return w | 0x7c00;",
    "    }",
    "    if (mag > 0x477ff000) mag = 0x477ff000;",
    "    if (mag < 0x32ffffff) mag = 0x32ffffff;",
    "    exp = (int32_t)(mag >> 23) - 127;",
    "    uint32_t shift = 13;",
    "    if (exp >= -14) {",
    "        mag -= 112u << 23;",
    "    } else {",
    "        mag = (mag & 0x007fffff) | 0x00800000;",
    "        shift = -1 - exp;",
    "    }",
    "    uint32_t below = (1u << (shift - 1)) - 1;",
    "    mag += below;",
    "    uint32_t even = (mag >> shift) & 1;",
    "    mag += even;",
    "    return w | (uint16_t)(mag >> shift);",
    "}",
];

/// A line of [`SOURCE`] that does something; its number is its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Line {
    /// The sign goes to its place in the half.
    Sign = 1,
    /// The sign bit is masked off.
    Magnitude = 2,
    /// The exponent field, without its bias.
    Exponent = 3,
    /// Is the exponent field all ones?
    AskSpecial = 4,
    /// Is the fraction not zero?
    AskNan = 5,
    /// A NaN: the one NaN of halves.
    ReturnNan = 6,
    /// An infinity keeps its sign.
    ReturnInfinity = 7,
    /// What is too large becomes the smallest magnitude that rounds to infinity.
    ClampLarge = 9,
    /// What is too small becomes a magnitude that rounds to zero.
    ClampSmall = 10,
    /// The exponent again, in case the magnitude was clamped.
    ExponentAgain = 11,
    /// A single has 13 more fraction bits than a half.
    Shift = 12,
    /// Is the result normal?
    AskNormal = 13,
    /// Normal: the exponent field gets the bias of halves.
    Rebias = 14,
    /// Subnormal: the implicit one is made a bit like any other.
    Implicit = 16,
    /// Subnormal: the shift grows by what the exponent lies below -14.
    DeeperShift = 17,
    /// The first rounding mask: ones that end just short of half a unit in the last place (Figure 8.3).
    Below = 19,
    /// It is added.
    AddBelow = 20,
    /// The second rounding mask: the last bit of the result (Figure 8.4).
    Even = 21,
    /// It is added.
    AddEven = 22,
    /// What stands above the shift is the half.
    Return = 23,
}

/// The variables of the routine; None for those that have no value yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Variables {
    /// `w`: the half, at first only its sign.
    pub w: Option<u16>,
    /// `mag`: the magnitude as it is worked on.
    pub mag: Option<u32>,
    /// `exp`: the exponent of the single without its bias.
    pub exp: Option<i32>,
    /// `shift`: how many bits are cut off.
    pub shift: Option<u32>,
    /// `below`: the first rounding mask.
    pub below: Option<u32>,
    /// `even`: the second rounding mask.
    pub even: Option<u32>,
    /// What a return gave.
    pub returned: Option<u16>,
}

/// What a line left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The line that ran.
    pub line: Line,
    /// The answer, where the line asks something (a clamp asks whether it clamps).
    pub answer: Option<bool>,
    /// The variables after it.
    pub variables: Variables,
}

/// The way that an input takes through the routine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// A NaN.
    Nan,
    /// An infinity.
    Infinity,
    /// The rounding of a normal result.
    Normal,
    /// The rounding of a subnormal result.
    Subnormal,
}

/// One conversion with every moment of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The bits of the single.
    pub input: u32,
    /// What happened, in order.
    pub moments: Vec<Moment>,
    /// The way taken.
    pub branch: Branch,
    /// The bits of the half.
    pub result: u16,
}

/// The half nearest to a single, ties to even; every NaN gives 7fff. Bits in, bits out.
pub fn float_to_half(f: u32) -> u16 {
    run(f, |_, _, _| {})
}

impl Conversion {
    /// Runs the routine and keeps what happens.
    pub fn of(input: u32) -> Conversion {
        let mut moments = Vec::with_capacity(20);
        let result = run(input, |line, answer, variables| moments.push(Moment { line, answer, variables: *variables }));
        let branch = match moments.last().map(|moment| moment.line) {
            Some(Line::ReturnNan) => Branch::Nan,
            Some(Line::ReturnInfinity) => Branch::Infinity,
            _ if moments.iter().any(|moment| moment.line == Line::Rebias) => Branch::Normal,
            _ => Branch::Subnormal,
        };
        Conversion { input, moments, branch, result }
    }
}

/// The routine. `tell` hears each line, the answer to its question and the variables after it.
#[inline(always)]
fn run(f: u32, mut tell: impl FnMut(Line, Option<bool>, &Variables)) -> u16 {
    let mut now = Variables::default();
    macro_rules! set {
        ($line:ident, $name:ident, $value:expr) => {{
            let value = $value;
            now.$name = Some(value);
            tell(Line::$line, None, &now);
            value
        }};
    }
    macro_rules! ask {
        ($line:ident, $question:expr) => {{
            let answer = $question;
            tell(Line::$line, Some(answer), &now);
            answer
        }};
    }
    let w = set!(Sign, w, (f >> 16) as u16 & 0x8000);
    let mut mag = set!(Magnitude, mag, f & 0x7fff_ffff);
    let mut exp = set!(Exponent, exp, (mag >> 23) as i32 - 127);
    if ask!(AskSpecial, exp == 128) {
        if ask!(AskNan, mag & 0x007f_ffff != 0) {
            return set!(ReturnNan, returned, 0x7fff);
        }
        return set!(ReturnInfinity, returned, w | 0x7c00);
    }
    let too_large = mag > TO_INFINITY;
    mag = mag.min(TO_INFINITY);
    now.mag = Some(mag);
    tell(Line::ClampLarge, Some(too_large), &now);
    let too_small = mag < TO_ZERO;
    mag = mag.max(TO_ZERO);
    now.mag = Some(mag);
    tell(Line::ClampSmall, Some(too_small), &now);
    exp = set!(ExponentAgain, exp, (mag >> 23) as i32 - 127);
    let mut shift = set!(Shift, shift, 13);
    if ask!(AskNormal, exp >= -14) {
        mag = set!(Rebias, mag, mag - (112 << 23));
    } else {
        mag = set!(Implicit, mag, mag & 0x007f_ffff | 0x0080_0000);
        shift = set!(DeeperShift, shift, (-1 - exp) as u32);
    }
    let below = set!(Below, below, (1 << (shift - 1)) - 1);
    mag = set!(AddBelow, mag, mag + below);
    let even = set!(Even, even, mag >> shift & 1);
    mag = set!(AddEven, mag, mag + even);
    let half = w | (mag >> shift) as u16;
    now.w = Some(half);
    set!(Return, returned, half)
}

/// The smallest magnitude that rounds to infinity: 65520, half way between the largest half and 2^16.
const TO_INFINITY: u32 = 0x477f_f000;
/// A magnitude that rounds to zero, and all below it: the largest below 2^-25. (2^-25 itself is a tie and goes to zero as well.)
const TO_ZERO: u32 = 0x32ff_ffff;

impl Moment {
    /// What happened, in a sentence.
    pub fn sentence(&self) -> String {
        let Variables { w, mag, exp, shift, below, even, returned } = self.variables;
        let [w, returned] = [w, returned].map(|bits| format!("0x{:04x}", bits.unwrap_or(0)));
        let [mag, below] = [mag, below].map(|bits| format!("0x{:08x}", bits.unwrap_or(0)));
        let (exp, shift, even) = (exp.unwrap_or(0), shift.unwrap_or(0), even.unwrap_or(0));
        let yes = self.answer == Some(true);
        match self.line {
            Line::Sign => format!("The sign bit moves from place 31 to place 15: w = {w}."),
            Line::Magnitude => format!("Without its sign the single is an integer that orders like its value: mag = {mag}."),
            Line::Exponent => format!("The exponent field minus the bias of 127: exp = {exp}."),
            Line::AskSpecial if yes => "The exponent field is all ones: an infinity or a NaN.".into(),
            Line::AskSpecial => "The exponent field is not all ones: a finite number.".into(),
            Line::AskNan if yes => "The fraction is not zero: a NaN.".into(),
            Line::AskNan => "The fraction is zero: an infinity.".into(),
            Line::ReturnNan => "Every NaN becomes the one NaN 0x7fff; its sign and payload are dropped.".into(),
            Line::ReturnInfinity => format!("The infinity keeps its sign: {returned}."),
            Line::ClampLarge if yes => {
                "The magnitude is above 65520, half way from the largest half, 65504, to what would be the next: 65520 stands for it and will round to infinity.".into()
            }
            Line::ClampLarge => "The magnitude is not above 65520 (0x477ff000) and stays.".into(),
            Line::ClampSmall if yes => {
                "The magnitude is below half of the smallest half, 2^-25: the largest such number stands for it and will round to zero."
                    .into()
            }
            Line::ClampSmall => "The magnitude is not below 0x32ffffff and stays.".into(),
            Line::ExponentAgain => format!("The exponent of what is left: exp = {exp}."),
            Line::Shift => "A single has 23 fraction bits and a half 10: 13 bits will be cut off.".into(),
            Line::AskNormal if yes => "The exponent is -14 or more: the half is normal.".into(),
            Line::AskNormal => "The exponent is below -14: the half is subnormal.".into(),
            Line::Rebias => format!("The exponent field changes its bias from 127 to 15: mag = {mag}."),
            Line::Implicit => format!("A subnormal half has no implicit one, so it becomes a bit like any other: mag = {mag}."),
            Line::DeeperShift => format!("Each binade below 2^-14 costs one more bit: {shift} bits will be cut off."),
            Line::Below => format!("{} ones, just short of half a unit in the last place: below = {below}.", shift - 1),
            Line::AddBelow => format!("Whatever is above half carries into the result, a tie does not yet: mag = {mag}."),
            Line::Even => format!("The last bit of the result is {even}."),
            Line::AddEven if even == 1 => format!("With an odd result one more is added; only a tie carries from it: mag = {mag}."),
            Line::AddEven => "The result is even already: nothing is added.".into(),
            Line::Return => format!("The bits above the cut, with the sign: {returned}."),
        }
    }
}

/// A boundary of the conversion, found by bisection, and what the text prints for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landmark {
    /// What lies there.
    pub name: &'static str,
    /// The bits of the single, computed.
    pub bits: u32,
    /// What the text prints, if it names the place.
    pub printed: Option<u32>,
}

impl Landmark {
    /// Whether the text prints something else.
    pub fn is_misprint(&self) -> bool {
        self.printed.is_some_and(|printed| printed != self.bits)
    }
}

/// The boundaries, computed by asking [`float_to_half`].
pub fn landmarks() -> [Landmark; 4] {
    // Positive singles order like their bits, and the conversion keeps that order.
    let first_at_least = |half: u16| {
        let (mut low, mut high) = (0, 0x7f80_0000);
        while low < high {
            let middle = low + (high - low) / 2;
            if float_to_half(middle) >= half { high = middle } else { low = middle + 1 }
        }
        low
    };
    let landmark = |name, bits, printed| Landmark { name, bits, printed };
    [
        landmark("the largest that rounds to zero", first_at_least(0x0001) - 1, Some(0x32ff_ffff)),
        landmark("the smallest that does not round to zero", first_at_least(0x0001), None),
        landmark("the smallest that rounds to a normal half", first_at_least(0x0400), None),
        landmark("the smallest that rounds to infinity", first_at_least(0x7c00), Some(0x477f_f000)),
    ]
}

/// Inputs worth a look, with what they show.
#[rustfmt::skip]
pub const PRESETS: [(&str, u32); 14] = [
    ("tie, kept even",                           0x3f80_1000),
    ("tie, up to even",                          0x3f80_3000),
    ("above half",                               0x3f80_1001),
    ("carry into the exponent",                  0x3fff_f000),
    ("largest that rounds to 0",                 0x3300_0000),
    ("smallest that does not round to 0",        0x3300_0001),
    ("subnormal",                                0x3555_5555),
    ("subnormal tie",                            0x3440_0000),
    ("subnormal that rounds up to normal",       0x387f_e000),
    ("smallest normal",                          0x3880_0000),
    ("largest finite result",                    0x477f_efff),
    ("smallest that rounds to infinity (65520)", 0x477f_f000),
    ("infinity",                                 0xff80_0000),
    ("NaN",                                      0xffc1_2345),
];
