//! `ulp explain`: a text in, its result with the reason and the steps out.

use crate::ulp;

/// What a text says, from the command line and from standard input.
fn explained(text: &str) -> String {
    let output = ulp(&["explain", "--", text], b"");
    let piped = ulp(&["explain"], text.as_bytes());
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &piped.stdout), "{text}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_result_has_its_reason_and_its_steps() {
    let said = explained("0.1f + 0.2f");
    let first = "d = \u{2248} 0.3  0x3e99999a (F32)\nexactly 0.300000011920928955078125\nFlags: inexact\n";
    assert!(said.starts_with(first), "{said}");
    assert!(
        said.contains("\nThe part cut off is above half") && said.contains("\n1. Decode a.") && said.contains("\n7. Encode."),
        "{said}"
    );
    assert!(explained("-7 / 2").starts_with("d = -3  0xfffffffd (S32)\n"));
    assert!(explained("R1=3c003c00 R2=38004000 | HADD2 R0, R1, R2;").starts_with("R0 low lane = 3.0  0x4200 (F16)\nR0 high lane = 1.5"));
    assert!(explained("float s = 0;\nfor (int i = 0; i < 3; i++) s += 0.1f;").starts_with("s = "));
    // A function of the library is measured against its true value, and has its own flags.
    assert!(explained("pow(2, 0.5)").contains("0.565 ulp from the true value"));
    // A hundred bits of a true value cannot tell it from a number; what is known of the function can.
    for text in ["exp(1e-300)", "log1p(1e-40)", "expf(1e-30f)", "tanh(30.0)", "ex2.approx.f32 %d, 1e-35;"] {
        let told = explained(text);
        assert!(told.contains("less than 0.001 ulp from the true value and is the correctly rounded one"), "{text}: {told}");
    }
    for text in ["pow(10.0, 2.0)", "hypot(3.0, 4.0)", "tgamma(5.0)", "ex2.approx.f32 %d, 3.0;", "normcdf(0.0)"] {
        let told = explained(text);
        assert!(told.contains("is the true value.") && !told.contains("inexact"), "{text}: {told}");
    }
    assert!(explained("log(0)").contains("Flags: divide by zero\n\nlog has a pole at 0.0: the result is -Inf."));
    assert!(explained("printf(\"%.20f\", 0.1)").contains("Prints \"0.10000000000000000555\"."));
}

#[test]
fn a_text_begins_with_a_minus_and_long_values_are_short() {
    let said = |words: &[&str]| String::from_utf8(ulp(words, b"").stdout).expect("UTF-8");
    assert!(said(&["explain", "-7/2"]).starts_with("d = -3  "));
    assert!(said(&["explain", "-7/2", "--target", "sm_80"]).starts_with("d = -3  "));
    assert!(said(&["explain", "--target", "sm_80", "-7/2"]).starts_with("d = -3  "));
    assert!(said(&["explain", "1e-45"]).contains("\nexactly 1 \u{b7} 2^-149\n"));
    assert!(said(&["explain", "--digits", "1e-45"]).contains("\nexactly 0.000000000000000000000000000000000000000000001401298464324817"));
    // A word that looks like an option and is none is no text that was meant.
    assert_eq!(ulp(&["explain", "--target-of-nothing"], b"").status.code(), Some(2));
}

#[test]
fn what_is_wrong_is_said() {
    let output = ulp(&["explain", "0.1 +"], b"");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "ulp: An operand is missing after `+`.\n");
    assert_eq!(ulp(&["explain"], b"").status.code(), Some(2));
}
