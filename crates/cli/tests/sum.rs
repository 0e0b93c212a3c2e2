//! `ulp sum`: sums in every order.

use super::said;

#[test]
fn sums_are_written_order_by_order() {
    let written = |line: &str, input: &str| String::from_utf8(said(line, input).unwrap()).unwrap();
    let text = written("sum", "1e8 1 -1e8\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..3], ["exact\t1", "nearest\t3f800000\t1.0", "loop\t00000000\t0.0\t-8388608.000"]);
    assert!(lines.contains(&"neumaier\t3f800000\t1.0\t0"), "{text}");
    // H100 takes no singles.
    assert!(!text.contains("tensor"));
    let halves = written("sum --make tenths --count 4096 --format f16 --core a100 --every 32 --split 4 --shuffles 3", "");
    // 0.1 in halves is 0.0999755859375.
    assert!(halves.starts_with("exact\t409.5\nnearest\t5e66\t409.5\n"), "{halves}");
    assert!(halves.contains("\ntensor\t") && halves.contains("\nshuffled 3\t"), "{halves}");
    assert!(written("sum --format f64 --make harmonic --count 10", "").contains("\t2.928968253968"));
    assert!(written("sum", "1 inf").starts_with("exact\tnone\nloop\t7f800000\tInf\tnone\n"));
}

#[test]
fn what_cannot_be_added_is_refused() {
    for (line, input, part) in [
        ("sum", "", "There is no number here."),
        ("sum", "1 one", "`one`"),
        ("sum --format f16 --within bf16", "1", "F16 is added in F16 or F32 or F64, not in bf16"),
        ("sum --format f8", "1", "E4M3"),
        ("sum --make primes", "", "harmonic"),
        ("sum --make uniform --count 0", "", "0 is not in 1..="),
        ("sum --core h1000", "1", "h100-wgmma"),
    ] {
        let complaint = said(line, input).expect_err(line);
        assert!(complaint.contains(part), "{line}: {complaint}");
    }
}
