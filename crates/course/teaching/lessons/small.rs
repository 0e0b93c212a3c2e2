//! Around zero: subnormal numbers, and what is lost when they are flushed.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{S, look, run, title};
use crate::number::Class;

pub(super) static SUBNORMALS: Lesson = Lesson {
    title: title::SUBNORMALS,
    screens: &[
        Screen {
            title: "A hole around zero",
            experiment: run(&[("a", S, 0x0080_0000), ("b", S, 0x3f00_0000)], "mul.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say(
                    "If every number had a hidden leading one, nothing would lie between zero and the smallest power of two, as on this line of a tiny format.",
                ),
                Line { subnormals: false },
                Say(
                    "So numbers with an exponent field of zero have no hidden one and share the smallest power of two. They are called subnormal and fill the hole evenly.",
                ),
                Line { subnormals: true },
                Ask(Question {
                    ask: "The smallest positive normal single is {a}. Half of it is …",
                    answer: Answer::Choose(&["zero", "subnormal", "normal"], |values| match values.get("d").class() {
                        Class::Zero => 0,
                        Class::Subnormal => 1,
                        Class::Normal => 2,
                        _ => usize::MAX,
                    }),
                    because: "{d}, with the bits {d:bits}, and nothing was lost: the product is {d:flags}.",
                }),
                Rows(&["a", "b", "d"]),
            ],
        },
        Screen {
            title: "Different numbers have a difference",
            experiment: run(&[("x", S, 0x0080_0001), ("y", S, 0x0080_0000)], "sub.rn.f32 %d, %x, %y;\n"),
            blocks: &[
                Say("x and y are neighbours, both as small as normal numbers get: {x} and {y}."),
                Ask(Question {
                    ask: "Is x − y zero in single precision?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.place("d") != 0)),
                    because: "It is {d:power} (about {d}), the smallest positive single. With subnormal numbers x − y is zero only if x = y, so `if (x != y) z = 1 / (x - y);` never divides by zero.",
                }),
                Rows(&["x", "y", "d"]),
                Holds("x and y differ.", |values| values.place("x") != values.place("y")),
                Holds("x − y is not zero.", |values| values.place("d") != 0),
            ],
        },
        Screen {
            title: "Fewer bits",
            experiment: look(&[("a", S, 0x0000_0400)]),
            blocks: &[
                Say(
                    "A normal single always has 24 significant bits. A subnormal one has only those from its leading one to the end, and that is why accuracy fades below 2^-126: the ulp stays {a:ulp}, however small the number.",
                ),
                Ask(Question {
                    ask: "How many significant bits does {a:bits} have?",
                    answer: Answer::Whole(|values| values.get("a").exact().map_or(0, |exact| 64 - exact.magnitude.leading_zeros()).into()),
                    because: "From the leading one down to the last place, zeros included.",
                }),
                Rows(&["a"]),
                Say("Its leading one stands for {a:power}, its last place for {a:ulp}."),
            ],
        },
        Screen {
            title: "Rounded once, at the place that is there",
            experiment: run(&[("a", S, 0x00c0_0001), ("b", S, 0x3e80_0000)], "mul.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say(
                    "A product that falls below the smallest normal number is rounded where its last place is, not after 24 bits. That is gradual underflow.",
                ),
                Ask(Question {
                    ask: "{a:hex} times {b}: is the product exact?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(!values.is_exact("d"))),
                    because: "A quarter moves every bit two places down, and the lowest bit falls off the end: {d:flags}.",
                }),
                Rows(&["a", "b", "d"]),
                Microscope("d"),
                Steps("d"),
            ],
        },
    ],
    open: Open {
        ask: "On some processors subnormal numbers are slow, and programs switch them off. Which programs would notice, and how would you find out about yours?",
        good: "Those that test a difference for zero or divide by it when their numbers are tiny; those whose values fade away, such as echoes, filters and products of many probabilities. Elsewhere numbers this small vanish anyway beside what they are added to. To find out, run it with and without them and compare the results; or have it count how often an operation gives a nonzero result below the smallest normal number.",
    },
};

pub(super) static FLUSH: Lesson = Lesson {
    title: title::FLUSH,
    screens: &[
        Screen {
            title: "Results",
            experiment: run(&[("a", S, 0x80c0_0000), ("b", S, 0x3f00_0000)], "mul.rn.f32 %k, %a, %b;\nmul.rn.ftz.f32 %f, %a, %b;\n"),
            blocks: &[
                Say(
                    "With `.ftz`, a subnormal result becomes zero of its sign. Under `-use_fast_math` or `-ftz=true`, nvcc writes it into the single-precision instructions that take it; an approximate reciprocal is then one machine instruction instead of a scaling on both sides of it.",
                ),
                Ask(Question {
                    ask: "a is {a}, b is {b}. Write the bits of `mul.rn.ftz.f32`.",
                    answer: Answer::Bits("f"),
                    because: "Without `.ftz` the product is {k}. With it, it is {f}: the zero keeps the sign.",
                }),
                Rows(&["a", "b", "k", "f"]),
                Steps("f"),
            ],
        },
        Screen {
            title: "Operands too",
            experiment: run(&[("a", S, 0x0060_0000), ("b", S, 0x0060_0000)], "add.rn.f32 %k, %a, %b;\nadd.rn.ftz.f32 %f, %a, %b;\n"),
            blocks: &[
                Say("a and b are both {a}, a subnormal number. Their exact sum is {k}: {k:class}."),
                Ask(Question {
                    ask: "What does `add.rn.ftz.f32` give?",
                    answer: Answer::Number("f"),
                    because: "The operands are flushed before anything is added: zero plus zero is {f}, although the sum would have been a normal number.",
                }),
                Rows(&["a", "b", "k", "f"]),
                Steps("f"),
            ],
        },
        Screen {
            title: "Where the border lies",
            experiment: run(&[("a", S, 0x00ff_ffff), ("b", S, 0x3f00_0000)], "mul.rn.f32 %k, %a, %b;\nmul.rn.ftz.f32 %f, %a, %b;\n"),
            blocks: &[
                Say(
                    "The exact product of these two lies just below the smallest normal number, and rounding it among subnormal numbers takes it up to that number: {k}, which is {k:class}.",
                ),
                Ask(Question {
                    ask: "Is it flushed under `.ftz`?",
                    answer: Answer::Choose(&["yes: zero", "no: the smallest normal number"], |values| usize::from(values.place("f") != 0)),
                    because: "What counts is the value rounded to 24 bits as if the exponent had no lower limit. That is still below the border, so the result is {f}. No text says so: NVIDIA’s compilers compute it like this when they fold constants.",
                }),
                Rows(&["a", "b", "k", "f"]),
                Steps("f"),
            ],
        },
        Screen {
            title: "A guard that fails",
            experiment: run(
                &[("x", S, 0x00c0_0000), ("y", S, 0x0080_0000)],
                "sub.rn.f32 %k, %x, %y;\nrcp.rn.f32 %q, %k;\nsub.rn.ftz.f32 %d, %x, %y;\nrcp.rn.ftz.f32 %r, %d;\n",
            ),
            blocks: &[
                Say(
                    "`if (x != y) z = 1 / (x - y);` never divides by zero where subnormal numbers are kept: for x = {x} and y = {y} the difference is {k}, and z is {q}. Now the code runs with `.ftz`.",
                ),
                Ask(Question {
                    ask: "What is z?",
                    answer: Answer::Number("r"),
                    because: "x differs from y, and yet x − y is {d} after the flush; its reciprocal is {r}.",
                }),
                Rows(&["x", "y", "k", "q", "d", "r"]),
                Holds("x and y differ, and their difference is flushed to zero.", |values| {
                    values.place("x") != values.place("y") && values.place("d") == 0
                }),
            ],
        },
    ],
    open: Open {
        ask: "Somebody switches `-ftz=true` on because it is said to be faster. Which code would you look at first?",
        good: "Code that takes x − y to be zero only for equal numbers, as on this page, where the reciprocal became {r}; loops that end when a difference vanishes; products of many small probabilities, whose logarithm becomes minus infinity; tests against a CPU that keeps subnormal numbers. Then ask whether it gains anything: additions, products and fma of singles handle subnormal numbers at full speed on NVIDIA’s GPUs; division, roots and approximate functions are what gets shorter.",
    },
};
