//! Sums and products together: one rounding or two, cancellation, and errors caught as numbers.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{S, run, title};

pub(super) static FUSED: Lesson = Lesson {
    title: title::FUSED,
    screens: &[
        Screen {
            title: "One rounding or two",
            experiment: run(
                &[("a", S, 0x3f80_0800), ("b", S, 0x3f80_0800), ("c", S, 0xbf80_1000)],
                "mul.rn.f32 %t, %a, %b;\nadd.rn.f32 %u, %t, %c;\nfma.rn.f32 %v, %a, %b, %c;\n",
            ),
            blocks: &[
                Say(
                    "`fma` computes a · b + c with one rounding at the end. `mul` and then `add` round twice, once in the middle. Here c is minus the rounded product. The program is in PTX, NVIDIA’s assembly language: each line names an operation, the register that it writes, and what it reads.",
                ),
                Program,
                Ask(Question {
                    ask: "u comes from mul and add, v from fma. Which of them is zero?",
                    answer: Answer::Choose(&["both", "only u", "only v", "neither"], |values| {
                        match (values.place("u"), values.place("v")) {
                            (0, 0) => 0,
                            (0, _) => 1,
                            (_, 0) => 2,
                            _ => 3,
                        }
                    }),
                    because: "The product was rounded to {t}, and c takes all of that away. fma still has the part that mul rounded off: {v}.",
                }),
                Rows(&["a", "b", "c", "t", "u", "v"]),
                Steps("v"),
            ],
        },
        Screen {
            title: "The error of a product",
            experiment: run(
                &[("a", S, 0x3f80_0001), ("b", S, 0x3f80_0003)],
                "mul.rn.f32 %p, %a, %b;\nneg.f32 %n, %p;\nfma.rn.f32 %e, %a, %b, %n;\n",
            ),
            blocks: &[
                Say("So fma can tell what a multiplication lost: p = a · b rounded, and e = a · b − p with fma."),
                Program,
                Ask(Question {
                    ask: "Is e itself rounded?",
                    answer: Answer::Choose(&["yes", "no, it is exact"], |values| usize::from(values.is_exact("e"))),
                    because: "The error of a product of two 24-bit numbers fits into 24 bits, unless it falls below the smallest numbers. Here e is {e}.",
                }),
                Rows(&["a", "b", "p", "e"]),
                Holds("p + e = a · b, exactly.", |values| values.balance(&[&["p"], &["e"]], &[&["a", "b"]])),
            ],
        },
        Screen {
            title: "A square minus itself",
            experiment: run(&[("x", S, 0x3f8c_cccd)], "mul.rn.f32 %t, %x, %x;\nneg.f32 %n, %t;\nfma.rn.f32 %d, %x, %x, %n;\n"),
            blocks: &[
                Say(
                    "A compiler may turn `x*x - y*y` into a product and an fma: one of the squares is rounded, the other is not. CUDA does so unless told `-fmad=false`.",
                ),
                Ask(Question {
                    ask: "y equals x, which is {x}. Is the contracted `x*x - y*y` zero?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.place("d") != 0)),
                    because: "The fma returns the rounding error of the other square: {d}. If a square root follows, a negative one gives NaN.",
                }),
                Program,
                Rows(&["x", "t", "d"]),
                Holds("The result is not zero.", |values| values.place("d") != 0),
            ],
        },
    ],
    open: Open {
        ask: "Suppose every compiler were forbidden to contract products and sums. What would be gained, and what lost?",
        good: "Gained: the same source gives the same bits with any compiler that keeps the order, `x*x - y*y` is zero for equal numbers, symmetric code stays symmetric. Lost: speed, since one instruction becomes two, and most often a little accuracy, since one rounding becomes two. Who needs the exact product can still write `fma`. So the choice belongs to whoever writes the code, function by function, and not to a default that nobody knows.",
    },
};

pub(super) static CANCELLATION: Lesson = Lesson {
    title: title::CANCELLATION,
    screens: &[
        Screen {
            title: "What cancellation shows",
            experiment: run(&[("one", S, 0x3f80_0000), ("x", S, 0x3783_126f)], "add.rn.f32 %s, %one, %x;\nsub.rn.f32 %d, %s, %one;\n"),
            blocks: &[
                Say("Add a small x to 1 and take the 1 away again. x is {x}."),
                Program,
                Ask(Question {
                    ask: "Where does the rounding error happen?",
                    answer: Answer::Choose(&["in the addition", "in the subtraction", "in both", "in neither"], |values| {
                        match (values.is_exact("s"), values.is_exact("d")) {
                            (false, true) => 0,
                            (true, false) => 1,
                            (false, false) => 2,
                            (true, true) => 3,
                        }
                    }),
                    because: "The addition is {s:flags}, the subtraction {d:flags}. The difference is {d}: it has only the digits of x that fitted behind the 1.",
                }),
                Rows(&["one", "x", "s", "d"]),
            ],
        },
        Screen {
            title: "Close numbers subtract exactly",
            experiment: run(&[("x", S, 0x3fa0_0001), ("y", S, 0x3f70_0003)], "sub.rn.f32 %d, %x, %y;\n"),
            blocks: &[
                Say("If neither of two positive numbers is more than twice the other, their difference is a float (Sterbenz)."),
                Ask(Question {
                    ask: "x is {x}, y is {y}. Is x − y rounded?",
                    answer: Answer::Choose(&["yes", "no, it is exact"], |values| usize::from(values.is_exact("d"))),
                    because: "The difference {d} is a multiple of the smaller ulp and no larger than y, so it fits.",
                }),
                Rows(&["x", "y", "d"]),
                Holds("x − y = d, exactly.", |values| values.balance(&[&["x"]], &[&["y"], &["d"]])),
                Say("Make x much larger than y, and see when it ceases to hold."),
            ],
        },
        Screen {
            title: "2Sum",
            experiment: run(
                &[("a", S, 0x3f80_0000), ("b", S, 0x3340_0001)],
                "\
add.rn.f32 %s, %a, %b;
sub.rn.f32 %x, %s, %a;
sub.rn.f32 %y, %s, %x;
sub.rn.f32 %db, %b, %x;
sub.rn.f32 %da, %a, %y;
add.rn.f32 %e, %da, %db;
",
            ),
            blocks: &[
                Say(
                    "Six operations give the rounded sum s and, as e, exactly what the rounding lost. x is the part of s that came from b, y the part that came from a; what each of them lacks is added up (Knuth; Møller).",
                ),
                Program,
                Ask(Question {
                    ask: "s is {s}. What is e?",
                    answer: Answer::Choose(&["zero", "exactly (a + b) − s, and not zero", "(a + b) − s, rounded"], |values| {
                        match (values.place("e") == 0, values.balance(&[&["s"], &["e"]], &[&["a"], &["b"]])) {
                            (true, _) => 0,
                            (false, true) => 1,
                            (false, false) => 2,
                        }
                    }),
                    because: "e is {e}: all of b, since s equals a here. Under `.rn` the error of a sum is always a float.",
                }),
                Rows(&["a", "b", "s", "e"]),
                Holds("s + e = a + b, exactly.", |values| values.balance(&[&["s"], &["e"]], &[&["a"], &["b"]])),
            ],
        },
        Screen {
            title: "The order counts",
            experiment: run(
                &[("a", S, 0x4cbe_bc20), ("b", S, 0xccbe_bc20), ("c", S, 0x3f80_0000)],
                "add.rn.f32 %t, %a, %b;\nadd.rn.f32 %left, %t, %c;\nadd.rn.f32 %u, %b, %c;\nadd.rn.f32 %right, %a, %u;\n",
            ),
            blocks: &[
                Say(
                    "a is {a}, b is {b}, c is {c}. Threads that add to one sum with atomics come in no fixed order; a reduction tree has a fixed order, though not that of a loop.",
                ),
                Ask(Question {
                    ask: "(a + b) + c is {left}. What is a + (b + c)?",
                    answer: Answer::Number("right"),
                    because: "c is far below half an ulp of b, so b + c is {u}, and the sum is {right}.",
                }),
                Program,
                Rows(&["a", "b", "c", "left", "right"]),
                Holds("The two orders differ.", |values| values.bits("left") != values.bits("right")),
            ],
        },
    ],
    open: Open {
        ask: "Find a formula of your own field that subtracts nearly equal numbers. Where do its operands get their errors, and how could it be rewritten?",
        good: "The subtraction rounds little or nothing; what matters was lost before it. A better formula computes the small difference directly: 1 − cos x as 2 · sin²(x/2), √(x + 1) − √x as 1 / (√(x + 1) + √x), a variance from the deviations rather than from the mean of the squares less the square of the mean. If the operands are measured, no formula helps: then the problem itself is badly conditioned.",
    },
};
