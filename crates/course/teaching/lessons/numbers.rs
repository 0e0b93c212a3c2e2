//! What bits mean: reading a float, the spacing of floats, and a float in half the bits.

use super::super::fill::leading;
use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::super::values::{Compute, Experiment};
use super::{S, look, run, title};

pub(super) static READING: Lesson = Lesson {
    title: title::READING,
    screens: &[
        Screen {
            title: "Three fields",
            experiment: look(&[("a", S, 0x40a0_0000)]),
            blocks: &[
                Say(
                    "A single is 32 bits in three fields: a sign, 8 bits of exponent, 23 bits of fraction. These are the bits of {a}: {a:bits}.",
                ),
                Ask(Question {
                    ask: "One flipped bit turns {a} into its negative. Which one?",
                    answer: Answer::Choose(
                        &["the first bit, the sign", "the first bit of the exponent", "the last bit of the fraction"],
                        // The bit whose flip gives the number at the mirrored place of the line.
                        |values| {
                            let flipped = |bit: u32| crate::number::Pattern::new(S, values.bits("a") ^ 1 << bit).ordinal();
                            [31, 30, 0].into_iter().position(|bit| flipped(bit) == Some(-values.place("a"))).unwrap_or(usize::MAX)
                        },
                    ),
                    because: "The sign stands alone: the other 31 bits say how large the number is, whichever side of zero it is on.",
                }),
                Say("Try it. Click a bit, or move with the arrow keys and flip with the space bar. The number is now {a}."),
                Rows(&["a"]),
            ],
        },
        Screen {
            title: "The exponent",
            experiment: look(&[("a", S, 0x4120_0000)]),
            blocks: &[
                Say(
                    "The exponent field is a whole number with 127 added to it, so that it is never negative. Take 127 off, and you have the power of two of the number's leading one.",
                ),
                Ask(Question {
                    ask: "The exponent field of {a} holds {a:field}. Which power of two does its leading one stand for? Type k for 2^k.",
                    answer: Answer::Whole(|values| leading(values.get("a")).unwrap_or(i32::MIN).into()),
                    because: "{a:field} − 127 = {a:exponent}, and {a:power} ≤ {a} < {a:above}.",
                }),
                Rows(&["a"]),
                Say(
                    "Each step of the exponent field doubles the number. Now the field holds {a:field} and the leading one stands for {a:power}.",
                ),
            ],
        },
        Screen {
            title: "The hidden one",
            experiment: look(&[("a", S, 0x4070_0000)]),
            blocks: &[
                Say(
                    "Every number but zero and the subnormal ones begins with a one, so that one is not stored. It is written before the point here, and the fraction bits follow it: a half, a quarter, an eighth.",
                ),
                Ask(Question {
                    ask: "Which number is {a:bits}?",
                    answer: Answer::Number("a"),
                    because: "The exponent field is {a:field}, so the leading one is worth {a:power}. The fraction adds its bits below it, which makes {a}.",
                }),
                Rows(&["a"]),
            ],
        },
        Screen {
            title: "What is no ordinary number",
            experiment: run(&[("one", S, 0x3f80_0000), ("zero", S, 0x8000_0000)], "div.rn.f32 %d, %one, %zero;\n"),
            blocks: &[
                Say(
                    "Two values of the exponent field mean something else. All zeros: zero, and the subnormal numbers just above it, which have no hidden one. All ones: infinity if the fraction is zero, and not a number (NaN) if it is not.",
                ),
                Ask(Question {
                    ask: "{one} divided by {zero} is minus infinity. Write its 32 bits.",
                    answer: Answer::Bits("d"),
                    because: "The sign is set, the exponent is all ones, the fraction is zero: {d:bits}.",
                }),
                Rows(&["one", "zero", "d"]),
                Say("The quotient is now {d}: {d:class}. The menu beside each number leads to the borders of its format."),
            ],
        },
    ],
    open: Open {
        ask: "Read the bits of two positive floats as whole numbers: the larger float has the larger whole number, always. Why does that work, and what would go wrong if the fraction stood in front of the exponent?",
        good: "The exponent field stands above all fraction bits and has a bias in place of a sign of its own, so a larger power of two is a larger whole number; where the exponents agree, the fraction decides. One more than the largest fraction carries into the exponent field, and that is the next float. With the fraction in front, numbers would be ordered by their digits, whatever their size. With negative numbers the order fails even so: the sign bit puts them above the positive ones, and among them a larger whole number is a smaller float.",
    },
};

pub(super) static SPACING: Lesson = Lesson {
    title: title::SPACING,
    screens: &[
        Screen {
            title: "The gap doubles",
            experiment: look(&[("a", S, 0x3f80_0000), ("b", S, 0x4480_0000)]),
            blocks: &[
                Say(
                    "These are the numbers of a format so small that all of them fit on a line: 3 bits of exponent and 2 of fraction. Between two powers of two there are always equally many numbers, so the gap between neighbours doubles at each power of two.",
                ),
                Line { subnormals: true },
                Say(
                    "A gap is called one ulp, a unit in the last place. A single has 23 fraction bits, so the ulp of {a} is {a:ulp}, and the next number above {a} is {a:next}.",
                ),
                Ask(Question {
                    ask: "Which power of two is the ulp of {b}? Type k for 2^k.",
                    answer: Answer::Whole(|values| values.get("b").ulp_exponent().unwrap_or(i32::MIN).into()),
                    because: "The leading one of {b} stands for {b:power}, and the last of the 23 bits behind it for {b:ulp}.",
                }),
                Rows(&["a", "b"]),
                Say("Now the ulp of a is {a:ulp} and that of b is {b:ulp}. Arrow up and down in a row of bits moves by one ulp."),
            ],
        },
        Screen {
            title: "When adding one does nothing",
            experiment: run(&[("a", S, 0x4b80_0000), ("b", S, 0x3f80_0000)], "add.rn.f32 %s, %a, %b;\n"),
            blocks: &[
                Say("Far enough out, the gap is larger than the number that you add."),
                Ask(Question {
                    ask: "What is {a} + {b} in single precision?",
                    answer: Answer::Among(&["16777216", "16777217", "16777218"], "s"),
                    because: "The ulp of {a} is {a:ulp}. {s:why}",
                }),
                Rows(&["a", "b", "s"]),
                Microscope("s"),
                Holds("Adding b leaves a as it is.", |values| values.bits("s") == values.bits("a")),
                Say("Set b to 2 and watch the sum: now it is {s}."),
            ],
        },
        Screen {
            title: "The border between two binades",
            experiment: run(&[("a", S, 0x3f80_0000), ("b", S, 0x3380_0000)], "sub.rn.f32 %d, %a, %b;\nadd.rn.f32 %s, %a, %b;\n"),
            blocks: &[
                Say(
                    "The numbers from one power of two to the next are a binade. Where two of them meet, the gap below is half the gap above. Here b is {b:power}, half of the ulp of {a}.",
                ),
                Ask(Question {
                    ask: "Which of a − b and a + b is a single?",
                    answer: Answer::Choose(&["both", "only a − b", "only a + b", "neither"], |values| {
                        match (values.is_exact("d"), values.is_exact("s")) {
                            (true, true) => 0,
                            (true, false) => 1,
                            (false, true) => 2,
                            (false, false) => 3,
                        }
                    }),
                    because: "Below {a} the numbers stand twice as close: the difference is {d:flags}, the sum is {s:flags}.",
                }),
                Rows(&["a", "b", "d", "s"]),
                Say("a − b is {d:flags}, a + b is {s:flags}."),
            ],
        },
    ],
    open: Open {
        ask: "A game keeps the time since its start, in seconds, as a single, and adds a sixtieth of a second with every frame. What happens after some days, and what would you do instead?",
        good: "The ulp of the time grows with the time. From about three days on it is a thirty-second of a second, and each frame counts as that, nearly twice what it is. From about six days on it is a sixteenth, a frame is less than half of it, and the time stands still. Better: count frames as a whole number and multiply when the time is asked for, or measure from the last event instead of from the start. A double would postpone it beyond any game.",
    },
};

pub(super) static HALF: Lesson = Lesson {
    title: title::HALF,
    screens: &[
        Screen {
            title: "Another bias",
            experiment: Experiment { given: &[("f", S, 0x3fc0_0000)], compute: Compute::Half },
            blocks: &[
                Say(
                    "A half has 16 bits: a sign, 5 bits of exponent with bias 15, and 10 bits of fraction. To convert a single, 13 fraction bits have to go and the exponent needs the other bias.",
                ),
                Ask(Question {
                    ask: "The exponent field of {f} as a single holds {f:field}. What does the field of the half hold?",
                    answer: Answer::Whole(|values| values.get("h").exponent_field() as i64),
                    because: "Take 127 off and add 15: {f:field} becomes {h:field}. In place, that is a subtraction of 112 from the exponent field.",
                }),
                Rows(&["f", "h"]),
            ],
        },
        Screen {
            title: "Rounding with two masks",
            experiment: Experiment { given: &[("f", S, 0x3f80_3000)], compute: Compute::Half },
            blocks: &[
                Say(
                    "The 13 bits that go are rounded off by two additions. First the mask 0x0fff is added: ones up to just below half a unit of the last kept bit. Then the last kept bit itself is added. A tie carries only if that bit was one, so ties go to even.",
                ),
                Ask(Question {
                    ask: "{f:bits} is a tie. Write the 16 bits of the half.",
                    answer: Answer::Bits("h"),
                    because: "The last kept bit is one, so the second addition carries: {h:bits}, which is {h}.",
                }),
                Rows(&["f", "h"]),
                Say("Clear bit 13 of the single and the tie goes the other way. The half is now {h}."),
            ],
        },
        Screen {
            title: "Both ends of the range",
            experiment: Experiment { given: &[("f", S, 0x477f_f000)], compute: Compute::Half },
            blocks: &[
                Say("The largest half is 65504, and its neighbour, if there were one, would be 65536."),
                Ask(Question {
                    ask: "What becomes of {f}, half way between the two?",
                    answer: Answer::Among(&["65504", "65536", "inf"], "h"),
                    because: "It rounds to even, which would be 65536. That is too large for a half, so the result is {h}.",
                }),
                Rows(&["f", "h"]),
                Say(
                    "At the other end a half becomes subnormal: the hidden one becomes an ordinary bit, and the significand is shifted right, one place for each step that the exponent is too small. Type 1e-6 for f, and the half is subnormal. It is {h} now: {h:class}.",
                ),
                See("Walk through the routine line by line", "#/half"),
            ],
        },
    ],
    open: Open {
        ask: "There is an instruction that converts a float to half. Where is a routine of integer operations still of use, and how would you test it?",
        good: "Where the instruction is missing (on a small processor, on a host that reads files of halves, in logic of one’s own) or does not do what is wanted, such as another rounding. The test can be complete: a single has only 2^32 patterns, so each can be compared with the instruction. By hand one takes the ties, both ends of the range, the border to subnormal halves, infinities and NaNs: there such routines go wrong.",
    },
};
