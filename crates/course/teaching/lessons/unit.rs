//! The special function unit: a table and a parabola, and why its sine is good only near zero.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{S, run, title};

pub(super) static UNIT: Lesson = Lesson {
    title: title::UNIT,
    screens: &[
        Screen {
            title: "A table of parabolas",
            experiment: run(&[("a", S, 0x3fe0_0000)], "rcp.approx.ftz.f32 %d, %a;\n"),
            blocks: &[
                Say(
                    "The unit behind MUFU computes 1/x, 1/√x, sin, cos, 2^x and log2 x. For each function a table holds three coefficients a row. The upper bits of the fraction choose the row, and the lower bits say where in it the operand stands: that is x in C0 + C1 · x + C2 · x².",
                ),
                Ask(Question {
                    ask: "The reciprocal's table has 128 rows, chosen by the upper 7 of the 23 fraction bits. a is {a:bits}. Which row is it?",
                    answer: Answer::Whole(|values| values.table_row("d").map_or(-1, i64::from)),
                    because: "The upper 7 bits of the fraction, read as a whole number, are {d:row}.",
                }),
                Rows(&["a", "d"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "Good, but not the nearest",
            experiment: run(&[("a", S, 0x3f83_d70a)], "rcp.approx.ftz.f32 %d, %a;\nrcp.rn.f32 %n, %a;\n"),
            blocks: &[
                Say(
                    "Coefficients are short, the square is cut off, and at the end the sum is cut as well. So the result is within about one ulp of the truth, but it need not be the nearest float.",
                ),
                Ask(Question {
                    ask: "a is {a}. Does `rcp.approx` give the nearest float to 1/a?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("d") != values.bits("n"))),
                    because: "The approximation is {d}, an error of {d:error}. The nearest is {n}.",
                }),
                Rows(&["a", "d", "n"]),
                Say("The error is now {d:error}, and {d:good} leading bits are good."),
                See("Errors over the whole range", "#/accuracy"),
            ],
        },
        Screen {
            title: "Exponents come for free",
            experiment: run(&[("a", S, 0x3fb3_3333), ("b", S, 0x41b3_3333)], "rcp.approx.ftz.f32 %c, %a;\nrcp.approx.ftz.f32 %d, %b;\n"),
            blocks: &[
                Say(
                    "Only the fraction goes through the table. The exponent of a reciprocal is the operand's, negated, and one less unless the fraction is zero. a is {a}, and b is {b}: the same fraction, another exponent.",
                ),
                Ask(Question {
                    ask: "1/a is {c:bits}. Does 1/b have the same fraction field?",
                    answer: Answer::Choose(&["yes", "no"], |values| {
                        usize::from(values.get("c").fraction_field() != values.get("d").fraction_field())
                    }),
                    because: "Both take row {c:row}: {c:bits} and {d:bits} differ in the exponent alone.",
                }),
                Rows(&["a", "b", "c", "d"]),
                Holds("The fractions of 1/a and 1/b are the same.", |values| {
                    values.get("c").fraction_field() == values.get("d").fraction_field()
                }),
            ],
        },
        Screen {
            title: "Where the logarithm is bad",
            experiment: run(&[("a", S, 0x3f80_0001)], "lg2.approx.f32 %d, %a;\n"),
            blocks: &[
                Say(
                    "The logarithm is computed in fixed point, with a fixed number of bits after the point, even when the result is small. Near 1 the logarithm is close to zero, and few of those bits are left.",
                ),
                Ask(Question {
                    ask: "a is {a}, one ulp above 1. How large is the error of `lg2.approx`?",
                    answer: Answer::Choose(&["below one ulp", "below a hundred ulps", "more than that"], |values| {
                        // The distance to the correctly rounded result, in floats.
                        let verdict = values.verdict("d");
                        let nearest = verdict.and_then(|verdict| verdict.nearest.ordinal()).unwrap_or(0);
                        match values.place("d").abs_diff(nearest) {
                            0..=1 => 0,
                            2..=100 => 1,
                            _ => 2,
                        }
                    }),
                    because: "The result is {d}, the true value {d:true}: {d:error}. As an absolute error it is tiny, and that is what NVIDIA documents.",
                }),
                Rows(&["a", "d"]),
                Steps("d"),
            ],
        },
    ],
    open: Open {
        ask: "For the logarithm near 1 an absolute error is promised, not good bits. For which uses is that enough, and where does it mislead?",
        good: "It is enough where the logarithm is added to something of ordinary size, or shown: likelihoods, decibels, the exponent of a power. It misleads where the logarithm itself is small and is multiplied or divided by: here {d} stands for {d:true}. For the logarithm of 1 + x with a small x there is `log1p`, whose relative error stays small.",
    },
};

pub(super) static SINE: Lesson = Lesson {
    title: title::SINE,
    screens: &[
        Screen {
            title: "Turns instead of radians",
            experiment: run(&[("a", S, 0x4000_0000)], "sin.approx.f32 %d, %a;\n"),
            blocks: &[
                Say(
                    "The unit takes its angle in turns: the whole turns are dropped, the next two bits say which quarter, and the rest goes to the table. So a radian has to be multiplied by 1/2π first, in single precision.",
                ),
                Ask(Question {
                    ask: "a is {a}. Is `sin.approx` right to the last bit?",
                    answer: Answer::Choose(&["yes", "no"], |values| {
                        usize::from(values.verdict("d").is_none_or(|verdict| verdict.nearest != values.get("d")))
                    }),
                    because: "The result is {d}, the nearest float is {d:nearest}: an error of {d:error}.",
                }),
                Rows(&["a", "d"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "Near a zero of the sine",
            experiment: run(&[("a", S, 0x4049_0fdb)], "sin.approx.f32 %d, %a;\n"),
            blocks: &[
                Say(
                    "a is the float nearest to π: {a}. Its sine is tiny: {d:true}. The angle in turns is off by up to about 2^-25 of a turn, and near a zero of the sine this error appears in the result, multiplied by 2π.",
                ),
                Ask(Question {
                    ask: "How does the result compare with the true sine?",
                    answer: Answer::Choose(
                        &["right to an ulp or two", "right to a few hundred ulps", "hardly a digit is right"],
                        |values| {
                            let verdict = values.verdict("d");
                            let nearest = verdict.and_then(|verdict| verdict.nearest.ordinal()).unwrap_or(0);
                            match values.place("d").abs_diff(nearest) {
                                0..=2 => 0,
                                3..=1000 => 1,
                                _ => 2,
                            }
                        },
                    ),
                    because: "The result is {d}: an error of {d:error}. The documented bound is absolute, so it is kept all the same.",
                }),
                Rows(&["a", "d"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "Far from zero",
            experiment: run(&[("a", S, 0x4c80_0000)], "sin.approx.f32 %d, %a;\n"),
            blocks: &[
                Say("For large angles the single product keeps fewer and fewer bits of the part behind whole turns. a is {a}."),
                Ask(Question {
                    ask: "How far apart are neighbouring floats there, in radians? Type k for 2^k.",
                    answer: Answer::Whole(|values| values.get("a").ulp_exponent().unwrap_or(i32::MIN).into()),
                    because: "{a:ulp}, more than a whole period of 2π: from one float to the next the sine may be anything.",
                }),
                Rows(&["a", "d"]),
                Say(
                    "`sin.approx` gives {d} here; the sine of this very number is {d:true}. Accurate libraries take 2/π to as many digits as the exponent asks for, drop whole turns, and keep the rest (Payne and Hanek). `__sinf` does not, `sinf` does.",
                ),
            ],
        },
        Screen {
            title: "The same instruction, two generations",
            experiment: run(&[("a", S, 0x42c8_0000)], ".target sm_50\nsin.approx.f32 %old, %a;\n.target sm_90\nsin.approx.f32 %new, %a;\n"),
            blocks: &[
                Say(
                    "Up to sm_62 an instruction of its own, RRO, made the angle a fixed-point number. From sm_70 on a plain multiplication stands in its place. On sm_50 to sm_75 both ways were compared with chips (B. Carleton’s ptx-math); for later chips the second is inferred. a is {a}.",
                ),
                Ask(Question {
                    ask: "Which one is nearer to the true sine of {a}?",
                    answer: Answer::Choose(&["sm_50", "sm_90", "they are equally near"], |values| {
                        let off = |name: &str| {
                            let nearest = values.verdict(name).and_then(|verdict| verdict.nearest.ordinal()).unwrap_or(0);
                            values.place(name).abs_diff(nearest)
                        };
                        match off("old").cmp(&off("new")) {
                            core::cmp::Ordering::Less => 0,
                            core::cmp::Ordering::Greater => 1,
                            core::cmp::Ordering::Equal => 2,
                        }
                    }),
                    because: "The true value is {old:true}. sm_50 gives {old}, off by {old:error}; sm_90 gives {new}, off by {new:error}.",
                }),
                Program,
                Rows(&["a", "old", "new"]),
                See("Compare both over a range", "#/accuracy?v=1&f=sin.approx.f32&r=00000000..42c80000&m=abs&c=sin.approx.f32@50"),
            ],
        },
    ],
    open: Open {
        ask: "A program needs sin(ω · t) while t runs on for hours. How do you keep it accurate without an accurate sine for large angles?",
        good: "Do not let the angle grow: keep the phase in turns, between zero and one, add the step each time and drop whole turns. Dropping them is exact, but the steps’ own rounding errors add up. So hold the phase as a whole number of 2^32 parts of a turn: only the step is rounded, and only once, adding integers rounds nothing, and whole turns drop out at the top by themselves. Then the sine sees small angles only, where its absolute error is small.",
    },
};
