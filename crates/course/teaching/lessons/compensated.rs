//! What else fma and exact errors are good for: differences of products, sums of two in three operations, dot products in twice the precision.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{S, run, title};

pub(super) static COMPENSATED: Lesson = Lesson {
    title: title::COMPENSATED,
    screens: &[
        Screen {
            title: "ad − bc, by Kahan",
            experiment: run(
                &[("a", S, 0x3ff7_8587), ("b", S, 0x3fb1_9ab7), ("c", S, 0x3fc7_ddbe), ("d", S, 0x3f8f_68fe)],
                "\
mul.rn.f32 %ad, %a, %d;
mul.rn.f32 %w, %b, %c;
sub.rn.f32 %plain, %ad, %w;
neg.f32 %nb, %b;
fma.rn.f32 %e, %nb, %c, %w;
neg.f32 %nw, %w;
fma.rn.f32 %f, %a, %d, %nw;
add.rn.f32 %kahan, %f, %e;
",
            ),
            blocks: &[
                Say(
                    "The determinant ad − bc cancels wherever a matrix is nearly singular. Four operations save it: e is exactly what rounding added to the product bc, and it is given back at the end.",
                ),
                Program,
                Ask(Question {
                    ask: "How does `plain`, from two products and a difference, compare with `kahan`?",
                    answer: Answer::Choose(&["they agree to an ulp", "not even the first digit agrees"], |values| {
                        usize::from(values.place("plain").abs_diff(values.place("kahan")) > 1 << 20)
                    }),
                    because: "plain is {plain}, kahan is {kahan}. The products agree in nearly all of their digits, so what plain shows is their rounding errors.",
                }),
                Ask(Question {
                    ask: "Is e rounded?",
                    answer: Answer::Choose(&["yes", "no, it is exact"], |values| usize::from(values.is_exact("e"))),
                    because: "The error of a product is a float, unless it is tiny: e is {e}. The error of kahan stays within two ulps (Jeannerod, Louvet and Muller).",
                }),
                Rows(&["plain", "f", "e", "kahan"]),
                Holds("w + (−e) = b · c, exactly.", |values| values.balance(&[&["w"]], &[&["b", "c"], &["e"]])),
            ],
        },
        Screen {
            title: "Fast2Sum",
            experiment: run(
                &[("a", S, 0x4144_0626), ("b", S, 0x3f24_c90e)],
                "\
add.rn.f32 %s, %a, %b;
sub.rn.f32 %z, %s, %a;
sub.rn.f32 %e, %b, %z;
sub.rn.f32 %y, %s, %b;
sub.rn.f32 %g, %a, %y;
",
            ),
            blocks: &[
                Say(
                    "If a is the larger in magnitude, three operations give the rounded sum s and, as e, exactly what it lost: Dekker’s Fast2Sum. The last two lines do the same with a and b exchanged.",
                ),
                Program,
                Ask(Question {
                    ask: "Which of the two errors, e or g, is exactly (a + b) − s?",
                    answer: Answer::Choose(&["e", "g", "both"], |values| {
                        let exact = |name: &str| values.balance(&[&["s"], &[name]], &[&["a"], &["b"]]);
                        match (exact("e"), exact("g")) {
                            (true, false) => 0,
                            (false, true) => 1,
                            (true, true) => 2,
                            (false, false) => usize::MAX,
                        }
                    }),
                    because: "e is {e}, g is {g}: with the smaller number first, s − b is rounded itself. 2Sum needs no such order, but six operations.",
                }),
                Rows(&["a", "b", "s", "e", "g"]),
                Holds("s + e = a + b, exactly.", |values| values.balance(&[&["s"], &["e"]], &[&["a"], &["b"]])),
            ],
        },
        Screen {
            title: "A polynomial by Horner",
            experiment: run(
                &[("x", S, 0x3f7f_fffe), ("c", S, 0x4040_0000), ("one", S, 0x3f80_0000)],
                "\
sub.rn.f32 %u, %x, %c;
fma.rn.f32 %v, %u, %x, %c;
neg.f32 %n, %one;
fma.rn.f32 %fused, %v, %x, %n;
mul.rn.f32 %p, %u, %x;
add.rn.f32 %q, %p, %c;
mul.rn.f32 %r, %q, %x;
sub.rn.f32 %plain, %r, %one;
sub.rn.f32 %t, %x, %one;
mul.rn.f32 %t2, %t, %t;
mul.rn.f32 %t3, %t2, %t;
",
            ),
            blocks: &[
                Say(
                    "Horner’s rule writes x³ − 3x² + 3x − 1 as ((x − 3)·x + 3)·x − 1: an fma for each coefficient, so about half as many roundings. The polynomial is (x − 1)³, and x is {x}.",
                ),
                Program,
                Ask(Question {
                    ask: "The true value is {t3}. Does Horner’s rule with fma get its first digit right here?",
                    answer: Answer::Choose(&["yes", "no"], |values| {
                        usize::from(values.place("fused").abs_diff(values.place("t3")) > 1 << 20)
                    }),
                    because: "It gives {fused}, and without fma it gives {plain}. Fewer roundings do not mend a badly conditioned problem: near a triple root the coefficients’ form has cancelled all digits away.",
                }),
                Rows(&["x", "fused", "plain", "t3"]),
            ],
        },
        Screen {
            title: "A dot product in twice the precision",
            experiment: run(
                &[("a", S, 0x3fbd_518e), ("b", S, 0x3f94_7253), ("c", S, 0x3fde_06a0), ("d", S, 0xbf7d_282c)],
                "\
mul.rn.f32 %p, %a, %b;
neg.f32 %np, %p;
fma.rn.f32 %e1, %a, %b, %np;
mul.rn.f32 %q, %c, %d;
neg.f32 %nq, %q;
fma.rn.f32 %e2, %c, %d, %nq;
add.rn.f32 %s, %p, %q;
add.rn.f32 %e, %e1, %e2;
add.rn.f32 %twice, %s, %e;
fma.rn.f32 %plain, %c, %d, %p;
",
            ),
            blocks: &[
                Say(
                    "The errors of all products and sums can be carried along in a second sum and added at the end (Ogita, Rump and Oishi). For two products it takes seven operations where, as here, p + q is exact; else 2Sum has to catch what p + q lost, too. Minus signs cost nothing: an fma takes them with its operands.",
                ),
                Program,
                Ask(Question {
                    ask: "Does the plain chain, mul and fma, agree with `twice`?",
                    answer: Answer::Choose(&["yes", "no"], |values| usize::from(values.bits("plain") != values.bits("twice"))),
                    because: "plain is {plain}, twice is {twice}. Fused or not, the first product was rounded before the second came.",
                }),
                Rows(&["s", "e", "plain", "twice"]),
                Holds("p + q is exact.", |values| values.is_exact("s")),
                Holds("s + e = a · b + c · d, exactly.", |values| values.balance(&[&["s"], &["e"]], &[&["a", "b"], &["c", "d"]])),
            ],
        },
    ],
    open: Open {
        ask: "When would you carry errors along in singles, and when would you simply compute in doubles?",
        good: "Doubles are simplest where the processor is fast at them, as CPUs and a few GPUs are. On most GPUs they run at a small part of the rate of singles, and everywhere they take twice the memory. Compensation leaves the data in singles and pays with several times the operations, which cost little while a kernel waits for memory. It helps where errors gather in a known place, as in sums and dot products; it gives no wider range, and it needs a compiler that leaves the order alone.",
    },
};
