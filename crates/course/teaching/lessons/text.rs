//! Numbers as text, and numbers side by side: how many digits it takes, and when two are equal.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{D, S, look, run, title};

pub(super) static PRINTING: Lesson = Lesson {
    title: title::PRINTING,
    screens: &[
        Screen {
            title: "The shortest text that reads back",
            experiment: look(&[("x", S, 0x3dcc_cccd)]),
            blocks: &[
                Say(
                    "A float is printed as {x} if that text, read again, gives these bits: among all such texts the shortest is shown. Its exact value has many more digits: {x:exact}.",
                ),
                Rows(&["x"]),
                Ask(Question {
                    ask: "What is the shortest text of the next float above?",
                    answer: Answer::Choose(&["0.1 as well", "0.10000001", "0.2"], |values| {
                        let next = values.get("x").next_up().map(|next| next.digits());
                        ["0.1", "0.10000001", "0.2"].iter().position(|text| Some(*text) == next.as_deref()).unwrap_or(usize::MAX)
                    }),
                    because: "The neighbours of x are {x:before} and {x:next}: as many digits as it takes to tell them apart.",
                }),
            ],
        },
        Screen {
            title: "Six digits are too few",
            experiment: look(&[("a", S, 0x3f80_0001), ("b", S, 0x3f80_0002)]),
            blocks: &[
                Say(
                    "`printf` with `%g` prints six significant digits, and so does a stream of C++. Nine significant digits, `%.9g`, tell any two singles apart, and seventeen any two doubles.",
                ),
                Ask(Question {
                    ask: "a and b are neighbours: {a} and {b}. Does `%g` print the same text for both?",
                    answer: Answer::Choose(&["yes", "no"], |values| {
                        let six = |name: &str| values.get(name).exact_decimal().chars().take(7).collect::<String>();
                        usize::from(six("a") != six("b"))
                    }),
                    because: "Both are printed as 1. A log that prints so hides the very differences that one looks for: print bits, `%a`, or nine digits.",
                }),
                Rows(&["a", "b"]),
                Holds("a and b are different floats.", |values| values.bits("a") != values.bits("b")),
            ],
        },
        Screen {
            title: "A float printed as a double",
            experiment: run(&[("x", S, 0x3dcc_cccd), ("y", D, 0x3fb9_9999_9999_999a)], "cvt.f64.f32 %d, %x;\n"),
            blocks: &[
                Say(
                    "C’s `printf` takes a float as a double. The conversion is exact, and the digits that now appear were there all the time.",
                ),
                Program,
                Ask(Question {
                    ask: "x is the single nearest to 0.1. Is it, as a double, the double nearest to 0.1?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("d") != values.bits("y"))),
                    because: "As a double x reads {d}: the single’s error, which no conversion takes away.",
                }),
                Rows(&["x", "d", "y"]),
                Holds("The conversion is exact.", |values| values.is_exact("d")),
                See("Type a number and see it in every format", "#/formats"),
            ],
        },
    ],
    open: Open {
        ask: "The weights of a model are to be saved as text. How many digits do you write, what must the reading program do, and what would you rather write?",
        good: "Nine significant digits for singles, seventeen for doubles: they bring the same bits back if the reader rounds correctly and reads into the same format. Read into another one, the text is another number: `0.1` as a double is {y}, while the single was {d}. Hex floats (`%a`) need no rounding at all, and raw bytes neither, if format and byte order are written down beside them.",
    },
};

pub(super) static COMPARING: Lesson = Lesson {
    title: title::COMPARING,
    screens: &[
        Screen {
            title: "0.1 + 0.2",
            experiment: run(
                &[
                    ("a", D, 0x3fb9_9999_9999_999a),
                    ("b", D, 0x3fc9_9999_9999_999a),
                    ("c", D, 0x3fd3_3333_3333_3333),
                    ("x", S, 0x3dcc_cccd),
                    ("y", S, 0x3e4c_cccd),
                    ("z", S, 0x3e99_999a),
                ],
                "add.rn.f64 %s, %a, %b;\nadd.rn.f32 %t, %x, %y;\n",
            ),
            blocks: &[
                Say("a, b and c are the doubles nearest to 0.1, 0.2 and 0.3; x, y and z the singles."),
                Program,
                Ask(Question {
                    ask: "Where does the sum equal the number that 0.3 becomes?",
                    answer: Answer::Choose(&["in doubles", "in singles", "in both", "in neither"], |values| {
                        match (values.bits("s") == values.bits("c"), values.bits("t") == values.bits("z")) {
                            (true, false) => 0,
                            (false, true) => 1,
                            (true, true) => 2,
                            (false, false) => 3,
                        }
                    }),
                    because: "In doubles the sum is {s}, in singles {t}. The singles agree only by chance: here the three rounding errors happen to cancel.",
                }),
                Rows(&["s", "c", "t", "z"]),
            ],
        },
        Screen {
            title: "A fixed tolerance",
            experiment: run(
                &[("big", S, 0x4974_2400), ("next", S, 0x4974_2401), ("a", S, 0x3089_705f), ("b", S, 0x3109_705f)],
                "sub.rn.f32 %d, %next, %big;\nsub.rn.f32 %e, %b, %a;\n",
            ),
            blocks: &[
                Say(
                    "`fabsf(a - b) < 1e-6f` looks safe and fits few numbers. Above sixteen even neighbours are further apart than that; far below 1e-6 it calls all numbers equal.",
                ),
                Ask(Question {
                    ask: "{big} and the next float: how far apart are they? Type k for 2^k.",
                    answer: Answer::Whole(|values| values.get("big").ulp_exponent().unwrap_or(0).into()),
                    because: "Their difference is {d}. With the tolerance 1e-6, no two floats there are equal unless they are the same.",
                }),
                Ask(Question {
                    ask: "a is {a}, b is {b}, twice as much. Does the tolerance 1e-6 call them equal?",
                    answer: Answer::Choose(&["yes", "no"], |values| {
                        // 1e-6 as a single.
                        usize::from(values.bits("e") >= 0x3586_37bd)
                    }),
                    because: "Their difference is only {e}. A tolerance has to grow and shrink with the numbers.",
                }),
                Rows(&["big", "next", "a", "b"]),
            ],
        },
        Screen {
            title: "Ulps apart",
            experiment: look(&[("a", S, 0x3f7f_fffe), ("b", S, 0x3f80_0001), ("p", S, 0x0000_0001), ("m", S, 0x8000_0001)]),
            blocks: &[
                Say(
                    "Counting the floats between two numbers is a measure that fits every size: read the bits as whole numbers and subtract, with negative numbers counted downwards from zero.",
                ),
                Ask(Question {
                    ask: "How many steps from float to float lead from a, {a}, to b, {b}?",
                    answer: Answer::Whole(|values| values.place("a").abs_diff(values.place("b")) as i64),
                    because: "Across a power of two the size of an ulp changes; the count does not care.",
                }),
                Ask(Question {
                    ask: "And from m, {m}, to p, {p}?",
                    answer: Answer::Whole(|values| values.place("p").abs_diff(values.place("m")) as i64),
                    because: "By way of zero, whose two signs are one place. Near zero such a count is strict: sums that cancel need an absolute tolerance from what was added.",
                }),
                Rows(&["a", "b", "m", "p"]),
                See("Compare two computations step by step", "#/debug?v=1&k=compare"),
            ],
        },
    ],
    open: Open {
        ask: "A test compares the results of a new kernel with those of the old one. Which comparison would you choose, and how would you justify its limit?",
        good: "If both are meant to do the same operations in the same order: equal bits, and every difference has to be explained. If order or precision may differ: a limit that follows from the computation, such as so many ulps for one function, or for a sum n times the unit roundoff times the sum of the magnitudes. A limit relative to the result alone fails where terms cancel. What justifies a limit is the count of roundings and the size of the inputs, not that the test passes with it.",
    },
};
