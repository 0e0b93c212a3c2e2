//! Tensor cores: the window, what falls out of it, sums that are not monotonic, fourteen bits, groups.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::super::values::{Compute, Experiment, Given};
use super::{S, title};
use crate::instruction::Target;
use crate::number::{E4M3, F16, Format};

const H: &Format = F16::ROW;
const B: &Format = E4M3::ROW;

/// Lines on given registers, each for its chip.
const fn lines(given: &'static [Given], lines: &'static [(Target, &'static str)]) -> Experiment {
    Experiment { given, compute: Compute::Lines(lines) }
}

/// The chips by their targets.
const V100: Target = Target::SM_70;
const A100: Target = Target::SM_80;
const H100: Target = Target::SM_90;
const HOPPER: Target = Target::SM_90A;
const RTX: Target = Target::SM_120;

pub(super) static TENSOR: Lesson = Lesson {
    title: title::TENSOR,
    screens: &[
        Screen {
            title: "One sum, one window",
            experiment: lines(
                &[("c", S, 0x4b80_0000), ("o", S, 0x3f80_0000), ("a", H, 0x3c00)],
                &[
                    (A100, "add.rn.f32 s, c, o;"),
                    (
                        A100,
                        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {a, a, a, a, a, a, a, a}, {a, a, a, a, a, a, a, a}, {c};",
                    ),
                ],
            ),
            blocks: &[
                Say(
                    "A tensor core computes an element of D = A·B + C: a row of A times a column of B, and c. It does not add one product after the other. All of them and c are lined up under the largest exponent and added at once.",
                ),
                Say("c is {c}, and an ordinary addition of {o} gives {s}: the one is half an ulp, and the tie goes to even."),
                Ask(Question {
                    ask: "An A100 adds c and eight products of {a} with itself. What does it give?",
                    answer: Answer::Number("d"),
                    because: "{d}. The largest exponent is that of c, {c:power}; the window ends at {d:window}, and every one is just inside.",
                }),
                Rows(&["c", "d"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "What falls out",
            experiment: lines(
                &[("c", S, 0x4b80_0000), ("a", H, 0x3c00)],
                &[
                    (V100, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {w}, {a, a, a, a}, {a, a, a, a}, {c};"),
                    (V100, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {v}, {a, a, a, a}, {a, a, a, a}, {w};"),
                    (
                        A100,
                        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {a, a, a, a, a, a, a, a}, {a, a, a, a, a, a, a, a}, {c};",
                    ),
                ],
            ),
            blocks: &[
                Say(
                    "The first tensor core, that of the V100, keeps one bit less below the largest exponent, and adds four products at a time. What stands below the window is cut off each term. No sticky bit remembers it.",
                ),
                Ask(Question {
                    ask: "The same c, {c}, and the same eight ones: what does a V100 give?",
                    answer: Answer::Number("v"),
                    because: "{v}: its window ends at {v:window}, so that each one falls out whole. On an A100 it ended at {d:window}, which gave {d}.",
                }),
                Rows(&["c", "v", "d"]),
                Steps("v"),
                Holds("The two chips differ.", |values| values.bits("v") != values.bits("d")),
            ],
        },
        Screen {
            title: "A larger c, a smaller sum",
            experiment: lines(
                &[("c", S, 0x3f80_0000), ("e", S, 0x3f7f_ffff), ("a", H, 0x0c00)],
                &[
                    (V100, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {s}, {a, a, a, a}, {a, a, a, a}, {c};"),
                    (V100, "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {t}, {a, a, a, a}, {a, a, a, a}, {e};"),
                ],
            ),
            blocks: &[
                Say(
                    "The window hangs under the largest exponent, so that a smaller c can lower it and let more bits in. c is {c}; e is its neighbour below, {e}. Four products of {a:power} with itself are added to each on a V100.",
                ),
                Ask(Question {
                    ask: "Which sum is larger?",
                    answer: Answer::Choose(&["that with the larger c", "that with the smaller c, e", "they are equal"], |values| {
                        match values.place("s").cmp(&values.place("t")) {
                            core::cmp::Ordering::Greater => 0,
                            core::cmp::Ordering::Less => 1,
                            core::cmp::Ordering::Equal => 2,
                        }
                    }),
                    because: "c gives {s}, its smaller neighbour {t}: under c the window ends at {s:window}, under e at {t:window}. Fasi, Higham, Mikaitis and Pranesh found it: sums in a tensor core are not monotonic.",
                }),
                Rows(&["c", "s", "e", "t"]),
                Steps("t"),
            ],
        },
        Screen {
            title: "Fourteen bits",
            experiment: lines(
                &[("c", S, 0x3f80_1000), ("a", B, 0x38)],
                &[
                    (
                        HOPPER,
                        "wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {d}, {a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}, {a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}, {c};",
                    ),
                    (
                        RTX,
                        "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {r}, {a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}, {a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a}, {c};",
                    ),
                ],
            ),
            blocks: &[
                Say(
                    "Hopper’s `wgmma` is faster with numbers of eight bits but keeps fewer bits: its window is half as wide as with halves, and the result is cut to fourteen significant bits, although it is stored as a single. c is {c}, and thirty-two products of {a} with itself are added.",
                ),
                Ask(Question {
                    ask: "By the published model a GeForce of the Blackwell generation, whose window is as wide as for halves, gives {r}. What does an H100 give?",
                    answer: Answer::Number("d"),
                    because: "{d}. The window, which ends at {d:window}, still holds all of c; the cut to fourteen bits takes its end. Over a long K such cuts pile up, so that kernels add up only some products in this way and then go on in single precision.",
                }),
                Rows(&["c", "d", "r"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "Groups",
            experiment: lines(
                &[("p", H, 0x7400), ("m", H, 0xf400), ("s", H, 0x4800), ("o", H, 0x3c00), ("c", S, 0)],
                &[
                    (
                        A100,
                        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {p, s, s, s, s, s, s, s, s, s, s, s, s, s, s, m}, {p, o, o, o, o, o, o, o, o, o, o, o, o, o, o, p}, {c};",
                    ),
                    (
                        H100,
                        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {h}, {p, s, s, s, s, s, s, s, s, s, s, s, s, s, s, m}, {p, o, o, o, o, o, o, o, o, o, o, o, o, o, o, p}, {c};",
                    ),
                ],
            ),
            blocks: &[
                Say(
                    "By the published models an A100 adds sixteen products in two steps: first eight products and c, then the other eight and that result. An H100 adds all sixteen at once. Here the first product is {p:exact} times itself, the last its negative, and between them stand fourteen times {s}.",
                ),
                Ask(Question {
                    ask: "The large products cancel. Does an A100 give the sum of what is between them?",
                    answer: Answer::Choose(&["yes", "no: zero"], |values| usize::from(values.place("d") == 0)),
                    because: "It gives {d}: in both groups the window of an A100 ends at {d:window}, above them all. That of an H100 ends at {h:window}, and it gives {h}.",
                }),
                Rows(&["d", "h"]),
                Steps("h"),
                See("Look at this sum on every chip", "#/tensor?v=1&h=A100&f=F16,F16,F32&a=16384,14*8,-16384&b=16384,14*1,16384&c=0"),
            ],
        },
    ],
    open: Open {
        ask: "Two chips give different sums from the same matrix instruction, here {d} and {h}, and neither breaks its documentation. What do you promise the users of your library?",
        good: "Not the same bits on every chip: window, groups and order differ, and the manual leaves them open. An error bound from the length of K and the size of the products; the same bits on the same chip, version and shapes, if the split is fixed; and tests against sums in double precision. Who needs the same bits everywhere uses integer matrices, or a loop of fma in a fixed order, and is told what it costs.",
    },
};
