//! How an exact quotient comes from an approximate reciprocal and a few fmas.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::super::values::Given;
use super::{S, run, title};

const OPERANDS: &[Given] = &[("a", S, 0x3fbd_b728), ("b", S, 0x3fe2_3238)];

/// The assembler's division for operands well inside the range, every value under a name of its own, and the instruction itself.
const QUOTIENT: &str = "\
rcp.approx.ftz.f32 %y0, %b;
neg.f32 %nb, %b;
fma.rn.f32 %e, %nb, %y0, 1.0;
fma.rn.f32 %y, %y0, %e, %y0;
mul.rn.f32 %q0, %a, %y;
fma.rn.f32 %r0, %nb, %q0, %a;
fma.rn.f32 %q1, %y, %r0, %q0;
fma.rn.f32 %r1, %nb, %q1, %a;
fma.rn.f32 %q2, %y, %r1, %q1;
div.rn.f32 %d, %a, %b;
";

pub(super) static DIVISION: Lesson = Lesson {
    title: title::DIVISION,
    screens: &[
        Screen {
            title: "A guess and its residual",
            experiment: run(OPERANDS, QUOTIENT),
            blocks: &[
                Say(
                    "`div.rn.f32` is a small program. It begins with the special function unit's reciprocal y0 of b, good to about 23 bits. An fma then computes 1 − b · y0: how wrong the guess is. One Newton step y0 + y0 · e uses that to mend it.",
                ),
                Program,
                Ask(Question {
                    ask: "e = 1 − b · y0 is the difference of two numbers that agree in most of their bits. Was it rounded?",
                    answer: Answer::Choose(&["yes", "no, it is exact"], |values| usize::from(values.is_exact("e"))),
                    because: "fma has the whole product before it subtracts, and what is left fits into 24 bits: e is {e}. With a mul that rounds, it would be noise.",
                }),
                Rows(&["b", "y0", "e", "y"]),
                Holds("The Newton step changes the guess.", |values| values.bits("y") != values.bits("y0")),
                Steps("e"),
            ],
        },
        Screen {
            title: "The quotient",
            experiment: run(OPERANDS, QUOTIENT),
            blocks: &[
                Say("The first quotient is q0 = a · y. Its residual r0 = a − b · q0 says how far off it is."),
                Program,
                Ask(Question {
                    ask: "a is {a}, b is {b}. Is q0 already the correctly rounded quotient?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("q0") != values.bits("d"))),
                    because: "q0 is {q0:hex}, the correctly rounded quotient {d:hex}.",
                }),
                Rows(&["a", "b", "q0", "r0", "q1", "d"]),
                Holds("r0 = a − b · q0, exactly.", |values| values.balance(&[&["r0"], &["b", "q0"]], &[&["a"]])),
            ],
        },
        Screen {
            title: "The last step",
            experiment: run(OPERANDS, QUOTIENT),
            blocks: &[
                Say(
                    "The last fma adds y times the residual to the quotient and rounds once. Before that rounding, the value is so close to a / b that rounding it gives what rounding a / b would give (Markstein).",
                ),
                Ask(Question {
                    ask: "How many ulps apart are q2 and the result of `div.rn.f32`?",
                    answer: Answer::Whole(|values| values.place("q2").abs_diff(values.place("d")) as i64),
                    because: "q2 is {q2}, and `div.rn` gives {d}. Change a and b: as long as they stay well inside the range, the two stay together.",
                }),
                Rows(&["a", "b", "q2", "d"]),
                Holds("q2 is the correctly rounded quotient.", |values| values.bits("q2") == values.bits("d")),
                Steps("q2"),
                Say(
                    "At the ends of the range a residual can be subnormal or overflow; the assembler sends such operands through a slower path that scales them first.",
                ),
            ],
        },
    ],
    open: Open {
        ask: "CPUs have a divider, GPUs have none. Why might both be right?",
        good: "Most code divides rarely. A GPU would need a divider for each of its many lanes, where it would mostly stand idle; an approximate reciprocal is there anyway, and fma gives exact residuals, so a handful of ordinary instructions does it. The price is more instructions and registers, and a slow path for the ends of the range. A CPU has few lanes, and what counts there is how soon one result is ready. To multiply by a reciprocal that was computed once is cheaper everywhere, but rounds twice.",
    },
};
