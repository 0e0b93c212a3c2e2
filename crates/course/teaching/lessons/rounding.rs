//! Rounding: the four modes, and what happens exactly half way.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::super::values::Values;
use super::{S, run, title};
use crate::rounding::Flags;

const FOUR_SUMS: &str = "\
add.rn.f32 %n, %a, %b;
add.rz.f32 %z, %a, %b;
add.rm.f32 %m, %a, %b;
add.rp.f32 %p, %a, %b;
";

/// Which of the four sums is further from zero than the one that was cut off: n, m, p as bits.
fn further(values: &Values) -> (bool, bool, bool) {
    let cut = values.place("z").abs();
    let away = |name: &str| values.place(name).abs() > cut;
    (away("n"), away("m"), away("p"))
}

pub(super) static MODES: Lesson = Lesson {
    title: title::MODES,
    screens: &[
        Screen {
            title: "Two candidates",
            experiment: run(&[("a", S, 0x3f80_0000), ("b", S, 0x3380_0001)], FOUR_SUMS),
            blocks: &[
                Say(
                    "An instruction first has an exact result, with as many bits as it takes. If that is no float, it lies between two neighbours, and rounding takes one of them. `.rn` takes the nearest, `.rz` the one nearer to zero, `.rm` the lower, `.rp` the upper.",
                ),
                Say("Here a is {a} and b is a little more than half an ulp of it: {b}. Below, n, z, m and p are a + b in the four modes."),
                Ask(Question {
                    ask: "Which modes give a result above {a}?",
                    answer: Answer::Choose(&["only .rp", ".rn and .rp", ".rm and .rp", "all but .rz"], |values| match further(values) {
                        (false, false, true) => 0,
                        (true, false, true) => 1,
                        (false, true, true) => 2,
                        (true, true, true) => 3,
                        _ => usize::MAX,
                    }),
                    because: "The sum is above half way, so the nearest is the upper candidate, which `.rp` takes too: {p}. `.rz` and `.rm` stay at {z}.",
                }),
                Rows(&["a", "b", "n", "z", "m", "p"]),
                Microscope("n"),
            ],
        },
        Screen {
            title: "Below zero",
            experiment: run(&[("a", S, 0xbf80_0000), ("b", S, 0xb380_0001)], FOUR_SUMS),
            blocks: &[
                Say("The same numbers with minus signs: a is {a} and b is {b}. Lower now means further from zero."),
                Ask(Question {
                    ask: "Which directed mode agrees with `.rz` here?",
                    answer: Answer::Choose(&[".rm", ".rp"], |values| match further(values) {
                        (_, true, false) => 1,
                        (_, false, true) => 0,
                        _ => usize::MAX,
                    }),
                    because: "Upwards is towards zero for a negative number: `.rp` gives {p}, `.rm` gives {m}.",
                }),
                Rows(&["a", "b", "n", "z", "m", "p"]),
                Microscope("m"),
            ],
        },
        Screen {
            title: "Bounds",
            experiment: run(
                &[("a", S, 0x3f80_0000), ("b", S, 0x4040_0000)],
                "div.rm.f32 %low, %a, %b;\ndiv.rp.f32 %high, %a, %b;\ndiv.rn.f32 %n, %a, %b;\n",
            ),
            blocks: &[
                Say("`.rm` and `.rp` together give bounds: the exact result cannot lie outside. This is how interval arithmetic works."),
                Ask(Question {
                    ask: "How many ulps apart are the two bounds of {a} / {b}?",
                    answer: Answer::Whole(|values| values.place("high") - values.place("low")),
                    because: "One operation is wrong by less than one ulp in these modes, so the bounds are neighbours: {low} and {high}.",
                }),
                Rows(&["a", "b", "low", "high"]),
                Holds("The nearest result is one of the two bounds.", |values| {
                    ["low", "high"].iter().any(|name| values.bits(name) == values.bits("n"))
                }),
                Say("If the quotient is a single, both bounds meet in it. Try b = 4."),
            ],
        },
    ],
    open: Open {
        ask: "An interval is carried through a long calculation, one bound always rounded down, the other up. The true result lies inside. Why can the interval become uselessly wide, although each rounding moves a bound by less than one ulp?",
        good: "Each operation hands on the width of its operands, and enlarges it where the problem is badly conditioned. And the bounds know nothing of each other: x − x gives an interval twice as wide as that of x, since nobody remembers that both are the same number. Bounds are certain, not tight; a formula in which each quantity occurs once keeps them closer.",
    },
};

pub(super) static TIES: Lesson = Lesson {
    title: title::TIES,
    screens: &[
        Screen {
            title: "Exactly half way",
            experiment: run(&[("a", S, 0x3f80_0000), ("b", S, 0x3380_0000)], "add.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say("b is {b:power}, exactly half an ulp of {a}. The exact sum is equally far from both candidates, {a} and {a:next}."),
                Ask(Question {
                    ask: "Which one does `add.rn` give?",
                    answer: Answer::Choose(&["the lower one", "the upper one"], |values| {
                        usize::from(values.place("d") > values.place("a"))
                    }),
                    because: "{d:why}",
                }),
                Rows(&["a", "b", "d"]),
                Microscope("d"),
            ],
        },
        Screen {
            title: "The neighbour goes the other way",
            experiment: run(&[("a", S, 0x3f80_0001), ("b", S, 0x3380_0000)], "add.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say("Now a is one ulp larger: {a}. Its last bit is a one."),
                Ask(Question { ask: "Write the bits of a + b.", answer: Answer::Bits("d"), because: "{d:why} The result is {d:hex}." }),
                Rows(&["a", "b", "d"]),
                Microscope("d"),
            ],
        },
        Screen {
            title: "Four bits decide",
            experiment: run(&[("a", S, 0x3f80_0001), ("b", S, 0x33a0_0000)], "add.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say(
                    "Four bits are enough to round: L, the last one kept; G, the first one cut off; R, the next; S, which is one if any bit below is. `.rn` goes away from zero if G and (R or S or L).",
                ),
                Ask(Question {
                    ask: "b is {b:bits}, and the last bit of a stands for {a:ulp}. What are G, R and S?",
                    answer: Answer::Choose(&["G 1, R 0, S 0", "G 1, R 0, S 1", "G 1, R 1, S 0", "G 0, R 1, S 1"], |values| {
                        match values.microscope("d").map(|view| (view.guard, view.round, view.sticky)) {
                            Some((true, false, false)) => 0,
                            Some((true, false, true)) => 1,
                            Some((true, true, false)) => 2,
                            Some((false, true, true)) => 3,
                            _ => usize::MAX,
                        }
                    }),
                    because: "The leading one of b stands half a unit below the last bit of a, so G is 1. b’s other 1 lies two places further down, so it sets S.",
                }),
                Microscope("d"),
                Rows(&["a", "b", "d"]),
            ],
        },
        Screen {
            title: "Why even",
            experiment: run(
                &[("x", S, 0x3f80_0000), ("y", S, 0x3380_0000)],
                "\
add.rn.f32 %s, %x, %y;
sub.rn.f32 %e1, %s, %y;
add.rn.f32 %s, %e1, %y;
sub.rn.f32 %e2, %s, %y;
add.rp.f32 %s, %x, %y;
sub.rp.f32 %u1, %s, %y;
add.rp.f32 %s, %u1, %y;
sub.rp.f32 %u2, %s, %y;
",
            ),
            blocks: &[
                Say(
                    "Add y and take it away again, twice. If ties always went up, as `.rp` sends them, x would creep upwards with each round. To even, it settles at once.",
                ),
                Ask(Question {
                    ask: "Rounded to even, is x the same after the second round as after the first?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("e1") != values.bits("e2"))),
                    because: "After the first round it is {e1}, after the second {e2}. Rounded upwards, it goes from {u1} to {u2}.",
                }),
                Rows(&["x", "y", "e1", "e2", "u1", "u2"]),
                Holds("Rounded to even, the second round changes nothing.", |values| values.bits("e1") == values.bits("e2")),
                Holds("Rounded upwards, x drifts.", |values| values.place("u2") > values.place("u1")),
                Holds("Rounding was needed on the way.", |values| values.flags("u2").contains(Flags::INEXACT)),
            ],
        },
    ],
    open: Open {
        ask: "At school, halves are rounded up. Name a calculation that this would harm, and one in which nobody would notice. Why even, and not odd?",
        good: "Ties that always go up add half an ulp each and never take any away: a value that is updated over and over, or a long sum of numbers with few digits, drifts. Where the cut-off bits are many and look random, exact ties are rare and it hardly shows. Odd would be as free of drift, but an even result ends in a zero bit: it is one bit shorter, so what is computed from it is more often exact.",
    },
};
