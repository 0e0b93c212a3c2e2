//! Errors that add up: what one rounding does, what a formula makes of it, and sums in several orders.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::super::values::Given;
use super::{D, S, look, run, title};

pub(super) static ERRORS: Lesson = Lesson {
    title: title::ERRORS,
    screens: &[
        Screen {
            title: "One plus delta",
            experiment: run(&[("a", S, 0x3f8c_cccd), ("b", S, 0x4048_f5c3), ("one", S, 0x3f80_0000)], "mul.rn.f32 %d, %a, %b;\n"),
            blocks: &[
                Say(
                    "A rounded result is the exact one times (1 + δ), and every operation brings a δ of its own. As long as nothing overflows or becomes subnormal, δ has a bound that depends on the format alone.",
                ),
                Rows(&["a", "b", "d"]),
                Ask(Question {
                    ask: "Rounding to nearest moves a result by at most half an ulp. How large can δ be in single precision? Type k for 2^k.",
                    answer: Answer::Whole(|values| -i64::from(values.get("d").format.precision())),
                    because: "The ulp of 1 is {one:ulp}; half of that, over a result of at least 1, is the bound. It is called the unit roundoff u.",
                }),
                Microscope("d"),
                Say("Here the product is {d:flags}, and its δ is what the microscope shows, over the exact product."),
            ],
        },
        Screen {
            title: "Conditioning: errors that were there before",
            experiment: run(
                &[("one", S, 0x3f80_0000), ("x", S, 0x3f7f_ff00), ("y", S, 0x3f7f_ff01)],
                "sub.rn.f32 %d, %one, %x;\nsub.rn.f32 %e, %one, %y;\n",
            ),
            blocks: &[
                Say(
                    "A formula can be computed without any error and still enlarge those of its operands. x and y are neighbours: after rounding, you may have either of them.",
                ),
                Program,
                Rows(&["x", "y"]),
                Ask(Question {
                    ask: "Both differences are exact. How many steps from float to float lie between them?",
                    answer: Answer::Whole(|values| values.place("d").abs_diff(values.place("e")) as i64),
                    because: "1 − x is {d}, 1 − y is {e}. One step before has become many: near 1 the difference 1 − x is badly conditioned, whoever computes it.",
                }),
                Rows(&["d", "e"]),
                Holds("Both subtractions are exact.", |values| values.is_exact("d") && values.is_exact("e")),
            ],
        },
        Screen {
            title: "One root, two formulas",
            experiment: run(
                &[("h", S, 0x42c8_0000), ("c", S, 0x3f80_0000), ("truth", D, 0x3f74_7b02_d60b_4b29)],
                "\
mul.rn.f32 %t, %h, %h;
sub.rn.f32 %u, %t, %c;
sqrt.rn.f32 %s, %u;
sub.rn.f32 %minus, %h, %s;
add.rn.f32 %big, %h, %s;
div.rn.f32 %over, %c, %big;
cvt.rn.f32.f64 %best, %truth;
",
            ),
            blocks: &[
                Say(
                    "x² − 2hx + c has the roots h ± s with s = √(h² − c). The smaller one can be had as h − s, or as c over the larger one, since their product is c. Here h is {h} and c is {c}.",
                ),
                Program,
                Ask(Question {
                    ask: "Which of the two is nearer to the true root?",
                    answer: Answer::Choose(&["h − s", "c / (h + s)", "they are equally near"], |values| {
                        let off = |name: &str| values.place(name).abs_diff(values.place("best"));
                        match off("minus").cmp(&off("over")) {
                            core::cmp::Ordering::Less => 0,
                            core::cmp::Ordering::Greater => 1,
                            core::cmp::Ordering::Equal => 2,
                        }
                    }),
                    because: "h − s gives {minus}, c / (h + s) gives {over}, and the root is {truth}. The subtraction is {minus:flags}: it only lays bare the error of s.",
                }),
                Rows(&["s", "minus", "over", "best"]),
                Ask(Question {
                    ask: "By how many floats is h − s off?",
                    answer: Answer::Whole(|values| values.place("minus").abs_diff(values.place("best")) as i64),
                    because: "The other formula adds where this one cancels, so it keeps all digits. The same idea stands behind `expm1` and `log1p`.",
                }),
                Say(
                    "More of this is in Goldberg, What every computer scientist should know about floating-point arithmetic, and in Higham, Accuracy and Stability of Numerical Algorithms.",
                ),
            ],
        },
    ],
    open: Open {
        ask: "A colleague says that a result is right to seven digits, because everything was computed in single precision. What do you ask?",
        good: "How is the problem conditioned: how far does the result move if the inputs move by an ulp? Is the method stable: is the computed result the exact one for inputs close to the given ones? Were the inputs exact at all? The error of the result is about the condition number times the error that the method makes in terms of its inputs; the format gives no more than the size of one δ. A quick check is to compute it again in double precision, or with another rounding mode, and to see which digits stay.",
    },
};

const EIGHT: &[Given] = &[("x", S, 0x3dcc_cccd)];

pub(super) static SUMS: Lesson = Lesson {
    title: title::SUMS,
    screens: &[
        Screen {
            title: "One after another",
            experiment: run(
                &[("s", S, 0x4b80_0000), ("one", S, 0x3f80_0000)],
                "\
add.rn.f32 %a, %s, %one;
add.rn.f32 %b, %a, %one;
add.rn.f32 %c, %b, %one;
add.rn.f32 %loop, %c, %one;
add.rn.f32 %p, %one, %one;
add.rn.f32 %q, %p, %p;
add.rn.f32 %pairs, %s, %q;
",
            ),
            blocks: &[
                Say("s is {s}, and a 1 is added four times: in a loop one after another, then the ones in pairs first."),
                Program,
                Ask(Question {
                    ask: "What does the loop arrive at?",
                    answer: Answer::Number("loop"),
                    because: "Each 1 is half an ulp of s, a tie that falls to the even s. The loop never moves: {loop}. This is called stagnation.",
                }),
                Ask(Question {
                    ask: "And with the ones added up first?",
                    answer: Answer::Number("pairs"),
                    because: "Together they are large enough: {pairs}. Nothing was rounded this time.",
                }),
                Rows(&["s", "loop", "pairs"]),
                Holds("The order changed the sum.", |values| values.bits("loop") != values.bits("pairs")),
            ],
        },
        Screen {
            title: "A tree of sums",
            experiment: run(
                EIGHT,
                "\
add.rn.f32 %b, %x, %x;
add.rn.f32 %c, %b, %x;
add.rn.f32 %d, %c, %x;
add.rn.f32 %e, %d, %x;
add.rn.f32 %f, %e, %x;
add.rn.f32 %g, %f, %x;
add.rn.f32 %loop, %g, %x;
add.rn.f32 %p, %x, %x;
add.rn.f32 %q, %p, %p;
add.rn.f32 %tree, %q, %q;
",
            ),
            blocks: &[
                Say(
                    "Warps and blocks usually add in a tree: pairs first, then their sums. Here eight times the same x of {x}, in a loop and in a tree.",
                ),
                Program,
                Ask(Question {
                    ask: "Which of the two is exactly eight times x?",
                    answer: Answer::Choose(&["the loop", "the tree", "both", "neither"], |values| {
                        let eight: [&[&str]; 8] = [&["x"]; 8];
                        let exact = |name: &str| values.balance(&[&[name]], &eight);
                        match (exact("loop"), exact("tree")) {
                            (true, false) => 0,
                            (false, true) => 1,
                            (true, true) => 2,
                            (false, false) => 3,
                        }
                    }),
                    because: "Doubling is exact, so the tree is: {tree}. The loop rounds on the way and ends at {loop}.",
                }),
                Rows(&["x", "loop", "tree"]),
                Say(
                    "In general a tree rounds, too, but each number passes through few additions, and the bound on the error grows with their count.",
                ),
            ],
        },
        Screen {
            title: "How many additions",
            experiment: look(&[("n", S, 0x4980_0000)]),
            blocks: &[
                Say(
                    "In a loop over n numbers the first one passes through n − 1 additions, and the bound on the relative error of a sum of positive numbers is about n times the unit roundoff. If the errors go both ways like coin flips, it is more like √n times.",
                ),
                Ask(Question {
                    ask: "n is {n}, a power of two. Through how many additions does each number pass in a tree?",
                    answer: Answer::Whole(|values| values.get("n").exact().filter(|n| !n.is_zero()).map_or(0, |n| n.leading()).into()),
                    because: "The tree halves the numbers each time: log2 of n additions, which is {n:exponent}.",
                }),
                Rows(&["n"]),
                Say(
                    "The order of a tree is fixed, so it gives the same bits each time. Atomics add in the order in which threads arrive, and no two runs need agree.",
                ),
                See("The error over the count, and a thousand orders of arrival", "#/program/sums?v=1&k=uniform&n=10000&r=1000&l=pairs"),
            ],
        },
        Screen {
            title: "Kahan’s correction",
            experiment: run(
                &[("s", S, 0x4b80_0000), ("one", S, 0x3f80_0000)],
                "\
add.rn.f32 %t1, %s, %one;
sub.rn.f32 %d1, %t1, %s;
sub.rn.f32 %c1, %d1, %one;
sub.rn.f32 %y2, %one, %c1;
add.rn.f32 %t2, %t1, %y2;
sub.rn.f32 %d2, %t2, %t1;
sub.rn.f32 %c2, %d2, %y2;
",
            ),
            blocks: &[
                Say(
                    "A loop can carry along what its roundings lost. After each addition, c is how much the sum grew minus how much it should have grown; it is subtracted from the next number.",
                ),
                Program,
                Ask(Question {
                    ask: "The first addition lost the whole 1. What is c1?",
                    answer: Answer::Number("c1"),
                    because: "t1 is still {t1}, so nothing was gained where 1 should have been: c1 is {c1}.",
                }),
                Ask(Question {
                    ask: "And what is t2, after the second number?",
                    answer: Answer::Number("t2"),
                    because: "y2 is {y2}: the second 1 and the lost one. Together they count, and t2 is {t2}.",
                }),
                Rows(&["s", "t1", "c1", "y2", "t2"]),
                Holds("t2 = s + 1 + 1, exactly.", |values| values.balance(&[&["t2"]], &[&["s"], &["one"], &["one"]])),
                Say(
                    "`-use_fast_math` of nvcc reorders no sums, so the correction survives it. `-ffast-math` of a C compiler for the host may take c for zero and remove it.",
                ),
                See("Kahan’s loop beside nine other orders, with numbers that cancel", "#/program/sums?v=1&k=cancelling&n=1001&l=kahan"),
            ],
        },
    ],
    open: Open {
        ask: "A training run has to give the same bits each time, on one GPU as on four. What has to be fixed, and what does it cost?",
        good: "The order of every sum: no atomics on floats, and trees whose shape depends on the data, not on how many threads, blocks or GPUs there are. Also the kernels, the libraries and what is contracted. It costs speed, since nobody may add what happens to be ready first, and the best split for one machine is not the best for another. The other way is a sum that does not depend on order, in integers of fixed point wide enough to round nothing: more work for each addition.",
    },
};
