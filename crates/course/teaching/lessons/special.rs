//! NaN and signed zero: the two things about which GPUs are different.

use super::super::lesson::{Answer, Block::*, Lesson, Open, Question, Screen};
use super::{D, S, run, title};

pub(super) static NAN: Lesson = Lesson {
    title: title::NAN,
    screens: &[
        Screen {
            title: "A NaN without its payload",
            experiment: run(&[("a", S, 0x7fc0_1234), ("b", S, 0x3f80_0000)], "add.rn.f32 %d, %a, %b;\nneg.f32 %n, %a;\n"),
            blocks: &[
                Say(
                    "A NaN has room for a message: 22 fraction bits beside the one that says it is quiet. Many CPUs hand that payload on (x86 does, RISC-V does not). a is a NaN with a payload: {a:hex}.",
                ),
                Ask(Question {
                    ask: "Write the bits that `add.f32` of a and {b} gives here.",
                    answer: Answer::Bits("d"),
                    because: "{d:hex}, whatever the payload was. The PTX manual leaves open which NaN it is and warns against relying on it; an H100 gives this one, for `neg.f32` of a too: {n:hex}.",
                }),
                Rows(&["a", "b", "d"]),
                Steps("d"),
            ],
        },
        Screen {
            title: "Payloads for doubles",
            experiment: run(&[("a", D, 0x7ff0_0000_0000_1234), ("b", D, 0x3ff0_0000_0000_0000)], "add.rn.f64 %d, %a, %b;\n"),
            blocks: &[
                Say("a is a signaling NaN: its quiet bit, the top bit of the fraction, is clear. Its payload is 0x1234."),
                Ask(Question {
                    ask: "What does `add.f64` give?",
                    answer: Answer::Choose(&["the same bits as a", "a with its quiet bit set", "one NaN for all"], |values| {
                        let quiet = values.get("a").bits | values.get("a").format.quiet_bit();
                        match values.bits("d") {
                            bits if bits == values.bits("a") => 0,
                            bits if bits == quiet => 1,
                            _ => 2,
                        }
                    }),
                    because: "{d:hex}. The PTX manual says that double precision supports payloads; that a signaling NaN is made quiet, as IEEE 754 asks, was measured on an H100. Of two NaNs that of b comes out there.",
                }),
                Rows(&["a", "b", "d"]),
            ],
        },
        Screen {
            title: "A minimum prefers a number",
            experiment: run(&[("a", S, 0x7fff_ffff), ("b", S, 0x4000_0000)], "min.f32 %plain, %a, %b;\nmin.NaN.f32 %strict, %a, %b;\n"),
            blocks: &[
                Say(
                    "`min` and `max` take a NaN for “no value” and return the other operand. Since sm_80 there is a form that gives the canonical NaN instead.",
                ),
                Ask(Question {
                    ask: "a is NaN, b is {b}. What is `min.f32`?",
                    answer: Answer::Number("plain"),
                    because: "`min.f32` gives {plain}, `min.NaN.f32` gives {strict}.",
                }),
                Program,
                Rows(&["a", "b", "plain", "strict"]),
            ],
        },
        Screen {
            title: "Two zeros",
            experiment: run(
                &[("a", S, 0x8000_0000), ("b", S, 0x0000_0000), ("one", S, 0x3f80_0000)],
                "add.rn.f32 %s, %a, %b;\nadd.rm.f32 %m, %a, %b;\ndiv.rn.f32 %q, %one, %a;\n",
            ),
            blocks: &[
                Say(
                    "+0 and -0 are equal, but they are not the same: the sign says from which side a result came down to zero. {one} / {a} is {q}.",
                ),
                Ask(Question {
                    ask: "What is {a} + {b}, rounded to nearest?",
                    answer: Answer::Choose(&["+0", "-0"], |values| usize::from(values.get("s").is_negative())),
                    because: "{s:why} With `.rm` it is {m}.",
                }),
                Rows(&["a", "b", "s", "m", "q"]),
                Holds("a + 0 has other bits than a: a compiler may not drop the addition.", |values| values.bits("s") != values.bits("a")),
            ],
        },
    ],
    open: Open {
        ask: "After hours of training, the loss is NaN. How do you find out where it came from?",
        good: "A NaN spreads, so the one that is seen is hardly the first. Go back to the last good state, run again, and test after each kernel, halving the distance each time. Look for infinities, from which many NaNs are born as Inf − Inf or zero times infinity, for zero divided by zero, and for roots and logarithms of negative numbers. Minimum and maximum take the other operand and can hide a NaN, and every comparison with it but “not equal” is false. Do not count on a payload to tell where it was born.",
    },
};
