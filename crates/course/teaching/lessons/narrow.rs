//! Eight bits and four: where they end, what a scale saves, what a neighbour costs, and rounding by dice.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{S, run, title};
use crate::number::{Class, U32};

/// x by way of E4M3 to the single v, and by way of E5M2 to the single w.
const IN_BOTH: &str = "\
cvt.rn.satfinite.e4m3x2.f32 %p, %x, %x;
cvt.rn.f16x2.e4m3x2 %q, %p;
cvt.f32.f16 %v, %q;
cvt.rn.satfinite.e5m2x2.f32 %p2, %x, %x;
cvt.rn.f16x2.e5m2x2 %q2, %p2;
cvt.f32.f16 %w, %q2;
";

pub(super) static NARROW: Lesson = Lesson {
    title: title::NARROW,
    screens: &[
        Screen {
            title: "Where eight bits end",
            experiment: run(&[("x", S, 0x447a_0000)], IN_BOTH),
            blocks: &[
                Say(
                    "Eight bits are spent in two ways. E4M3 has four bits of exponent and three of fraction, E5M2 five and two. The `cvt` of this program makes two numbers at a time. The program gives it x twice and makes a single of the lower one again, so that we can look at it. x is {x}.",
                ),
                Program,
                Ask(Question {
                    ask: "What is left of x in E4M3?",
                    answer: Answer::Number("v"),
                    because: "{v}, the largest number that E4M3 has. `.satfinite` holds a number beyond the range at its end; E4M3 has no infinity anyway. E5M2 reaches further and gives {w}.",
                }),
                Rows(&["x", "v", "w"]),
                Holds("x saturated in E4M3, not in E5M2.", |values| {
                    // The largest number of E5M2 is 57344.
                    values.place("v") < values.place("x") && values.place("v") < values.place("w") && values.bits("w") != 0x4760_0000
                }),
            ],
        },
        Screen {
            title: "Digits or range",
            experiment: run(&[("x", S, 0x3f33_3333)], IN_BOTH),
            blocks: &[
                Say("Inside the range the longer fraction counts. v is x as E4M3, w is x as E5M2, and x is {x}."),
                Ask(Question {
                    ask: "Which of the two is nearer to x?",
                    answer: Answer::Choose(&["v, from E4M3", "w, from E5M2", "they are equal"], |values| {
                        let off = |name: &str| values.place(name).abs_diff(values.place("x"));
                        match off("v").cmp(&off("w")) {
                            core::cmp::Ordering::Less => 0,
                            core::cmp::Ordering::Greater => 1,
                            core::cmp::Ordering::Equal => 2,
                        }
                    }),
                    because: "v is {v}, w is {w}. Weights and activations, which lie close together, go into E4M3; gradients, which are spread wide, into E5M2. So say Micikevicius and others, FP8 Formats for Deep Learning.",
                }),
                Rows(&["x", "v", "w"]),
            ],
        },
        Screen {
            title: "Four bits and a scale",
            experiment: run(
                &[("x", S, 0x3ca3_d70a), ("up", S, 0x4380_0000), ("down", S, 0x3b80_0000)],
                "\
.target sm_100a
cvt.rn.satfinite.e2m1x2.f32 %p, %x, %x;
cvt.rn.f16x2.e2m1x2 %q, %p;
cvt.f32.f16 %plain, %q;
mul.rn.f32 %t, %x, %up;
cvt.rn.satfinite.e2m1x2.f32 %p2, %t, %t;
cvt.rn.f16x2.e2m1x2 %q2, %p2;
cvt.f32.f16 %u, %q2;
mul.rn.f32 %back, %u, %down;
",
            ),
            blocks: &[
                Say(
                    "E2M1 has four bits in all, and so only eight numbers from zero up. x is {x}. A scale, which is a power of two here, moves it to where the numbers are; scaled back, it stands in its place again.",
                ),
                Program,
                Ask(Question {
                    ask: "What is left of x in E2M1 without a scale?",
                    answer: Answer::Choose(&["nothing: zero", "a half, the smallest number above zero", "x itself"], |values| match values
                        .get("plain")
                        .class()
                    {
                        Class::Zero => 0,
                        _ if values.bits("plain") == values.bits("x") => 2,
                        _ => 1,
                    }),
                    because: "It becomes {plain}. Times {up} it is {t}, which E2M1 has as {u}, and scaled back that is {back}.",
                }),
                Rows(&["x", "plain", "u", "back"]),
                Holds("Without the scale nothing is left, with it something is.", |values| {
                    values.place("plain") == 0 && values.place("back") > 0
                }),
            ],
        },
        Screen {
            title: "A large neighbour",
            experiment: run(
                &[("a", S, 0x42c0_0000), ("b", S, 0x3ecc_cccd), ("down", S, 0x3d80_0000), ("up", S, 0x4180_0000)],
                "\
.target sm_100a
mul.rn.f32 %s, %a, %down;
mul.rn.f32 %t, %b, %down;
cvt.rn.satfinite.e2m1x2.f32 %p, %s, %s;
cvt.rn.f16x2.e2m1x2 %q, %p;
cvt.f32.f16 %u, %q;
cvt.rn.satfinite.e2m1x2.f32 %p2, %t, %t;
cvt.rn.f16x2.e2m1x2 %q2, %p2;
cvt.f32.f16 %v, %q2;
mul.rn.f32 %a2, %u, %up;
mul.rn.f32 %b2, %v, %up;
",
            ),
            blocks: &[
                Say(
                    "A scale for every number would cost more bits than the number. So a block shares one, and its largest number chooses it. Here a is {a} and b is {b}; the scale takes a to the largest number of E2M1.",
                ),
                Program,
                Ask(Question {
                    ask: "a comes back as {a2}. What does b come back as?",
                    answer: Answer::Number("b2"),
                    because: "{b2}: scaled down it is {t}, and that is {v} in E2M1. One outlier costs its whole block. MXFP4 has blocks of 32 numbers with a power of two, NVFP4 blocks of 16 with a scale in E4M3 (OCP Microscaling Formats; PTX 9.7.14.3).",
                }),
                Rows(&["a", "a2", "b", "b2"]),
                See("Blocks of your own numbers", "#/formats/blocks"),
            ],
        },
        Screen {
            title: "Rounding by dice",
            experiment: run(
                &[("x", S, 0x4188_0000), ("none", U32, 0), ("all", U32, 0xffff_ffff)],
                "\
.target sm_100a
cvt.rn.satfinite.e4m3x2.f32 %p, %x, %x;
cvt.rn.f16x2.e4m3x2 %q, %p;
cvt.f32.f16 %v, %q;
cvt.rs.satfinite.e4m3x4.f32 %r, {%x, %x, %x, %x}, %none;
cvt.u16.u32 %r0, %r;
cvt.rn.f16x2.e4m3x2 %q2, %r0;
cvt.f32.f16 %low, %q2;
cvt.rs.satfinite.e4m3x4.f32 %s, {%x, %x, %x, %x}, %all;
cvt.u16.u32 %s0, %s;
cvt.rn.f16x2.e4m3x2 %q3, %s0;
cvt.f32.f16 %high, %q3;
",
            ),
            blocks: &[
                Say(
                    "x is {x}, half way between two numbers of E4M3. To nearest it becomes {v}, every time. `cvt.rs` takes random bits as an operand and adds them below the last place: what carries goes up.",
                ),
                Ask(Question {
                    ask: "What does x become if all random bits are ones?",
                    answer: Answer::Among(&["16", "17", "18"], "high"),
                    because: "{high}; if all are zeros, {low}. The chance to go up is as large as the part that is cut off, so that over many draws the mean is x, or as close to it as the number of random bits allows. A sum that would lose every small number to nearest then keeps some of them.",
                }),
                Rows(&["x", "v", "low", "high"]),
                Holds("low and high have x as their mean.", |values| values.balance(&[&["low"], &["high"]], &[&["x"], &["x"]])),
            ],
        },
    ],
    open: Open {
        ask: "Training with stochastic rounding gives other weights each time it runs. How would you find out whether a change of your code changed anything?",
        good: "Make it repeatable first. The random bits are an operand: if they come from a generator with a fixed seed for each element and step, and the order of sums is fixed, a run gives the same bits again, and equal bits mean that nothing changed. Where the change itself shifts which bits are drawn, compare many runs with different seeds before and after: a difference counts only if it is larger than what the seeds alone make.",
    },
};
