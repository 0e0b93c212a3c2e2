//! What a compiler and a machine decide: flags of fast arithmetic, one on a CPU and another on a GPU, and rounding twice.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{B, D, H, S, run, title};
use crate::number::Class;

pub(super) static FAST: Lesson = Lesson {
    title: title::FAST,
    screens: &[
        Screen {
            title: "Division, three ways",
            experiment: run(
                &[("a", S, 0x40a0_0000), ("b", S, 0x4040_0000)],
                "div.rn.f32 %exactly, %a, %b;\ndiv.full.f32 %full, %a, %b;\ndiv.approx.ftz.f32 %fast, %a, %b;\n",
            ),
            blocks: &[
                Say(
                    "`-use_fast_math` is `-ftz=true`, `-prec-div=false`, `-prec-sqrt=false` and `-fmad=true` together, and functions such as `sinf` become their intrinsics. What `a / b` becomes: `div.rn` by default, `div.full` under `-prec-div=false`, `div.approx.ftz` under `-use_fast_math`.",
                ),
                Program,
                Ask(Question {
                    ask: "a is {a}, b is {b}. Do `div.rn` and `div.full` give the same bits?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("exactly") != values.bits("full"))),
                    because: "`div.rn` gives {exactly:hex}, the nearest float; `div.full` gives {full:hex}, and promises no more than two ulps.",
                }),
                Rows(&["a", "b", "exactly", "full", "fast"]),
            ],
        },
        Screen {
            title: "Where the fast quotient breaks",
            experiment: run(
                &[("a", S, 0x7f00_0000), ("b", S, 0x7f00_0000)],
                "div.rn.f32 %exactly, %a, %b;\ndiv.approx.ftz.f32 %fast, %a, %b;\n",
            ),
            blocks: &[
                Say("`div.approx` multiplies a by an approximate 1/b. b is {b} here, and its reciprocal is subnormal."),
                Ask(Question {
                    ask: "a equals b. What does `div.approx.ftz` give?",
                    answer: Answer::Number("fast"),
                    because: "The reciprocal is flushed to zero before the multiplication: {fast}. The manual says so for divisors between 2^126 and 2^128. `div.rn` gives {exactly}.",
                }),
                Program,
                Rows(&["a", "b", "exactly", "fast"]),
                Holds("The two differ.", |values| values.bits("exactly") != values.bits("fast")),
            ],
        },
        Screen {
            title: "A root of something small",
            experiment: run(&[("a", S, 0x0040_0000)], "sqrt.rn.f32 %exactly, %a;\nsqrt.approx.ftz.f32 %fast, %a;\n"),
            blocks: &[
                Say(
                    "`-ftz=true` makes subnormal operands zeros before anything is computed. Under a root that shows: the root of a subnormal number is an ordinary one.",
                ),
                Ask(Question {
                    ask: "a is {a}. What does `sqrt.approx.ftz` give?",
                    answer: Answer::Number("fast"),
                    because: "The operand is subnormal, so it counts as zero. The root is {exactly}, far from subnormal.",
                }),
                Program,
                Rows(&["a", "exactly", "fast"]),
            ],
        },
        Screen {
            title: "What it costs a program",
            experiment: run(&[("x", S, 0x0130_0000), ("y", S, 0x0120_0000)], "sub.rn.f32 %d, %x, %y;\nsub.rn.ftz.f32 %f, %x, %y;\n"),
            blocks: &[
                Say("Each flag alone breaks some rule that code may rely on. With gradual underflow, x − y is zero only if x equals y."),
                Ask(Question {
                    ask: "x is {x}, y is {y}. Is x − y zero under `.ftz`?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.place("f") != 0)),
                    because: "The difference {d} is subnormal: with `.ftz` it becomes {f}. Sterbenz’ theorem, too, needs subnormal numbers.",
                }),
                Program,
                Rows(&["x", "y", "d", "f"]),
                Holds("x and y are normal, their difference is subnormal.", |values| {
                    ["x", "y", "d"].map(|name| values.get(name).class()) == [Class::Normal, Class::Normal, Class::Subnormal]
                }),
                See("Which flag did this? Type what you got", "#/debug"),
            ],
        },
    ],
    open: Open {
        ask: "You may use fast math in one kernel only. Which would you choose, and how would you convince a colleague that it is safe there?",
        good: "One whose results are looked at or averaged, not compared or divided by: an image, the score of a search that is checked afterwards. The argument goes flag by flag: no operands near the ends of the range, no test for zero after a subtraction, small angles, a few ulps do no harm. Then measure the largest deviation from the build without flags, over real inputs and over hard ones. Better still, write the one intrinsic that brings the speed, such as `__sinf` or `__fdividef`, and leave the rest of the file alone.",
    },
};

pub(super) static HOST: Lesson = Lesson {
    title: title::HOST,
    screens: &[
        Screen {
            title: "Four products, three sums",
            experiment: run(
                &[
                    ("a", S, 0x3ff4_2c77),
                    ("b", S, 0xbf6f_7cee),
                    ("c", S, 0xbf49_4495),
                    ("d", S, 0xbf31_06da),
                    ("e", S, 0x3f92_db16),
                    ("f", S, 0x3fdc_bb6f),
                    ("g", S, 0x3f75_dcca),
                    ("h", S, 0xbf35_b25e),
                ],
                "\
mul.rn.f32 %p, %a, %b;
mul.rn.f32 %q, %c, %d;
mul.rn.f32 %r, %e, %f;
mul.rn.f32 %s, %g, %h;
add.rn.f32 %t, %p, %q;
add.rn.f32 %u, %t, %r;
add.rn.f32 %loop, %u, %s;
add.rn.f32 %v, %r, %s;
add.rn.f32 %tree, %t, %v;
fma.rn.f32 %w, %c, %d, %p;
fma.rn.f32 %x, %e, %f, %w;
fma.rn.f32 %fused, %g, %h, %x;
",
            ),
            blocks: &[
                Say(
                    "The dot product of four pairs, as the loop of a program for x86-64 computes it by default, as a tree of threads does, and as a chain of fma, which nvcc makes of the loop. Every operation is IEEE’s in all three (after Whitehead and Fit-Florea of NVIDIA).",
                ),
                Program,
                Ask(Question {
                    ask: "How many different results are there among the three?",
                    answer: Answer::Whole(|values| {
                        let [a, b, c] = ["loop", "tree", "fused"].map(|name| values.bits(name));
                        1 + i64::from(a != b) + i64::from(c != a && c != b)
                    }),
                    because: "The loop gives {loop:hex}, the tree {tree:hex}, fma {fused:hex}. None is a mistake: each rounds at other places.",
                }),
                Rows(&["loop", "tree", "fused"]),
            ],
        },
        Screen {
            title: "A double in the middle",
            experiment: run(
                &[("a", S, 0x3f8c_cccd), ("ten", S, 0x3dcc_cccd), ("tenth", D, 0x3fb9_9999_9999_999a)],
                "mul.rn.f32 %f, %a, %ten;\ncvt.f64.f32 %b, %a;\nmul.rn.f64 %c, %b, %tenth;\ncvt.rn.f32.f64 %d, %c;\n",
            ),
            blocks: &[
                Say(
                    "In C, 0.1 is a double: `a * 0.1` widens a, multiplies doubles, and rounds back if the result goes to a float. `a * 0.1f` multiplies singles. Copying code between a CPU and a GPU often gains or loses that f.",
                ),
                Program,
                Ask(Question {
                    ask: "a is {a}. Do the two ways give the same single?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("f") != values.bits("d"))),
                    because: "`a * 0.1f` gives {f:hex}, `a * 0.1` gives {d:hex}: the single nearest to 0.1 is {ten:exact}, and its error is multiplied, too.",
                }),
                Rows(&["a", "f", "d"]),
            ],
        },
        Screen {
            title: "What agrees, and what cannot",
            experiment: run(
                &[("a", S, 0x3f8c_cccd), ("b", S, 0x4000_0000)],
                "div.rn.f32 %q, %a, %b;\nsqrt.rn.f32 %r, %a;\nsin.approx.f32 %s, %a;\n",
            ),
            blocks: &[
                Say(
                    "Addition, subtraction, multiplication, division, square root and fma are rounded correctly on both sides, so the same operations on the same numbers in the same order give the same bits, unless a result is a NaN or one side flushes subnormal numbers. Functions such as sine and logarithm come from a library, and libraries differ by an ulp or more.",
                ),
                Ask(Question {
                    ask: "Which of these may differ between a CPU and a GPU, with the same operands and no fast arithmetic?",
                    answer: Answer::Choose(&["a / b in single precision", "sqrtf(a)", "sinf(a)"], |values| {
                        // Only what is approximated is judged against a true value.
                        ["q", "r", "s"].iter().position(|name| values.verdict(name).is_some()).unwrap_or(usize::MAX)
                    }),
                    because: "IEEE 754 asks for correct rounding of the operations, and of sine only recommends it.",
                }),
                Rows(&["a", "q", "r"]),
                See("What CUDA promises of each function", "#/reference/cuda"),
            ],
        },
    ],
    open: Open {
        ask: "A report says: the CPU is right, and the GPU is wrong in the sixth digit. What do you do before you look for a bug?",
        good: "Find out the true value, in double precision or exactly: both may be equally far from it. Then take the harmless reasons away one by one: `-fmad=false`, the same order of sums, the same function for each library call, no fast arithmetic, literals with their f. What is left may be a bug. A difference in the sixth digit is some ulps of a single, so one rounding does not explain it: look for where errors were enlarged, by cancellation or by a long sum.",
    },
};

pub(super) static TWICE: Lesson = Lesson {
    title: title::TWICE,
    screens: &[
        Screen {
            title: "By way of a single",
            experiment: run(
                &[("d", D, 0x3ff0_0200_0000_0001)],
                "cvt.rn.f32.f64 %s, %d;\ncvt.rn.f16.f32 %twice, %s;\ncvt.rn.f16.f64 %once, %d;\n",
            ),
            blocks: &[
                Say("A double becomes a half in one conversion, or by way of a single, with two roundings to nearest."),
                Program,
                Ask(Question {
                    ask: "Are the two halves the same?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("once") != values.bits("twice"))),
                    because: "d lies just above the middle between two halves. The single drops what lies above it, and the second rounding sees a tie: {twice} instead of {once}.",
                }),
                Rows(&["d", "s", "twice", "once"]),
                Steps("twice"),
                See("Other doubles for which it matters", "#/formats/rounding"),
            ],
        },
        Screen {
            title: "Where it does no harm",
            experiment: run(
                &[("a", H, 0x3c01), ("b", H, 0x3c03)],
                "cvt.f32.f16 %x, %a;\ncvt.f32.f16 %y, %b;\nmul.rn.f32 %p, %x, %y;\ncvt.rn.f16.f32 %twice, %p;\nmul.rn.f16 %once, %a, %b;\n",
            ),
            blocks: &[
                Say(
                    "Sums, products, quotients and roots of numbers with q significant bits may be computed with p bits and rounded again, without harm, if p ≥ 2q + 2 (Figueroa).",
                ),
                Ask(Question {
                    ask: "A half has eleven significant bits. How many does the rule ask for at least?",
                    answer: Answer::Whole(|values| i64::from(2 * values.get("a").format.precision() + 2)),
                    because: "Just what a single has. So software may compute with halves in single precision, one operation at a time.",
                }),
                Program,
                Rows(&["a", "b", "twice", "once"]),
                Holds("The product by way of a single is the product in half precision.", |values| {
                    values.bits("twice") == values.bits("once")
                }),
            ],
        },
        Screen {
            title: "fma is another matter",
            experiment: run(
                &[("a", H, 0x3e87), ("b", H, 0x3ce7), ("c", H, 0x6d23)],
                "\
cvt.f32.f16 %x, %a;
cvt.f32.f16 %y, %b;
cvt.f32.f16 %z, %c;
fma.rn.f32 %s, %x, %y, %z;
cvt.rn.f16.f32 %twice, %s;
fma.rn.f16 %once, %a, %b, %c;
",
            ),
            blocks: &[
                Say(
                    "The rule speaks of one operation. An fma has the exact product and a third number, which may lie far from it: of halves the exact sum may need 64 bits.",
                ),
                Program,
                Ask(Question {
                    ask: "Do `fma.rn.f16` and an fma of singles that is rounded to half agree here?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("once") != values.bits("twice"))),
                    because: "`fma.rn.f16` gives {once}, the emulation {twice}: it would have to look at what the first rounding dropped.",
                }),
                Rows(&["s", "twice", "once"]),
                Holds("The two differ.", |values| values.bits("once") != values.bits("twice")),
            ],
        },
    ],
    open: Open {
        ask: "Software has no arithmetic in halves, so each operation is done in single precision and rounded to half. Which results are as if there were such arithmetic, which are not, and how would you test it?",
        good: "Sums, differences, products, quotients and roots are the same, since a single has as many bits as the rule asks for. An fma is not ({once} and {twice} on this page), nor is a chain of operations that is rounded to half only at its end. A test can be complete: there are 2^16 halves and so 2^32 pairs of them, few enough to try them all.",
    },
};

pub(super) static SIXTEEN: Lesson = Lesson {
    title: title::SIXTEEN,
    screens: &[
        Screen {
            title: "Two ways to spend sixteen bits",
            experiment: run(&[("x", S, 0x4788_b800)], "cvt.rn.f16.f32 %h, %x;\ncvt.rn.bf16.f32 %b, %x;\n"),
            blocks: &[
                Say(
                    "f16 spends 5 bits on the exponent and 10 on the fraction, bf16 8 and 7: a half keeps more digits, a bfloat16 the range of a single. x is {x}.",
                ),
                Ask(Question {
                    ask: "Which of the two becomes infinite?",
                    answer: Answer::Choose(&["f16", "bf16", "both", "neither"], |values| {
                        match (values.get("h").is_finite(), values.get("b").is_finite()) {
                            (false, true) => 0,
                            (true, false) => 1,
                            (false, false) => 2,
                            (true, true) => 3,
                        }
                    }),
                    because: "The largest half is 65504. As a bfloat16 the number is exactly {b:exact}: two or three of its digits are right.",
                }),
                Rows(&["x", "h", "b"]),
            ],
        },
        Screen {
            title: "Counting",
            experiment: run(
                &[("h", H, 0x6800), ("one", H, 0x3c00), ("b", B, 0x4380), ("unit", B, 0x3f80)],
                "add.rn.f16 %hs, %h, %one;\nadd.rn.bf16 %bs, %b, %unit;\n",
            ),
            blocks: &[
                Say("Both formats run out of whole numbers soon. h is {h}, b is {b}, and to each a 1 is added in its own precision."),
                Program,
                Ask(Question {
                    ask: "What is h + 1?",
                    answer: Answer::Number("hs"),
                    because: "The gap between halves is {h:ulp} there, and half a gap is a tie that falls to the even number.",
                }),
                Ask(Question {
                    ask: "What is b + 1?",
                    answer: Answer::Number("bs"),
                    because: "A bfloat16 has eight significant bits, so it stops counting at {b}. This is why sums of 16-bit numbers are kept in singles.",
                }),
                Rows(&["h", "hs", "b", "bs"]),
            ],
        },
        Screen {
            title: "Loss scaling",
            experiment: run(
                &[("g", S, 0x3240_0000), ("scale", S, 0x4480_0000)],
                "\
cvt.rn.f16.f32 %plain, %g;
mul.rn.f32 %t, %g, %scale;
cvt.rn.f16.f32 %scaled, %t;
cvt.f32.f16 %u, %scaled;
div.rn.f32 %back, %u, %scale;
",
            ),
            blocks: &[
                Say(
                    "Gradients are often tiny: g is {g}. Training in half precision multiplies the loss, and so all gradients, by a power of two first, and divides again in single precision.",
                ),
                Program,
                Ask(Question {
                    ask: "What is left of g if it becomes a half without scaling?",
                    answer: Answer::Choose(&["nothing: zero", "a subnormal half", "a normal half"], |values| {
                        match values.get("plain").class() {
                            crate::number::Class::Zero => 0,
                            crate::number::Class::Subnormal => 1,
                            _ => 2,
                        }
                    }),
                    because: "g is below half of the smallest subnormal half. Scaled by {scale} it is {scaled}, and nothing is lost on the way back: {back}.",
                }),
                Rows(&["g", "plain", "scaled", "back"]),
                Holds("Scaled, rounded and scaled back, g is g.", |values| values.bits("back") == values.bits("g")),
            ],
        },
    ],
    open: Open {
        ask: "With bfloat16, training mostly does without loss scaling. Why, and what is paid for it?",
        good: "A bfloat16 has the exponent field of a single, so a gradient such as {g} neither vanishes nor overflows, and no scale has to be chosen and watched. It is paid for in digits: eight significant bits instead of eleven. A small update is then less than half an ulp of its weight and is lost, unless weights and sums are kept in singles or stochastic rounding is used.",
    },
};
