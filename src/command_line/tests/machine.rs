//! `ulp decode` and `ulp encode`: machine words to text and back.

use crate::said;

fn check(line: &str, input: &str, expected: &str) {
    assert_eq!(String::from_utf8(said(line, input).unwrap()).unwrap(), expected, "{line}");
}

#[test]
fn words_and_text_go_both_ways() {
    check("decode", "5080000000470100\r\n\n0x5080000000470100", "MUFU.RCP R0, R1 ;\n\nMUFU.RCP R0, R1 ;\n");
    check("encode", "MUFU.RCP R0, R1;\n", "5080000000470100\n");
    check("encode", "MUFU.RCP R0, R1; MUFU.RCP R0, R1;\n", "5080000000470100 5080000000470100\n");
    check("encode", "MUFU\n", "error\tmissing-modifier\t4-4\tMUFU needs its function: there is no default.\n");
    check("encode --target sm_50", "HMUL2 R0, R1, R2;\n", "error\tneeds-target\t0-5\tHMUL2 came with sm_53; sm_50 does not have it.\n");
}

#[test]
fn the_first_of_four_words_is_for_scheduling() {
    let words = "001fbc00fe2007f6\n5080000000470100\n\n5080000000470100\n5080000000470100\n001fbc00fe2007f6\n";
    let said = String::from_utf8(said("decode --stream", words).unwrap()).unwrap();
    let first: Vec<&str> = said.lines().map(|line| line.split([':', ' ']).next().unwrap_or("")).collect();
    assert_eq!(first, ["//", "MUFU.RCP", "", "MUFU.RCP", "MUFU.RCP", "//"], "{said}");
}
