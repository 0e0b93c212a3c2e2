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

#[test]
fn words_of_128_bits_go_both_ways() {
    let text = "FFMA R7, R2, R3, R0 ;\t/* 121:105=7e5 */ // stall 5, yield bit 0, write barrier none, read barrier none, wait mask 000000, reuse 0000.\n";
    check("decode --arch SM90", "000fca00000000000000000302077223\n", text);
    check("decode --arch SM90", "0x0000000302077223 0x000fca0000000000\n", text);
    check("encode --arch SM90", text, "000fca00000000000000000302077223\n");
    check("encode --target sm_75", "FADD.FTZ R0, |R1|, 1.5;\n", "000fe200000102003fc0000001007421\n");
    let other = "// IMAD multiplies two integers and adds a third. Schedule: stall 5, yield bit 0, write barrier none, read barrier none, wait mask 000000, reuse 0000.\n";
    check("decode --arch SM90", "000fca00078e02ff0000000402057224\n", other);
    check(
        "decode --arch SM100",
        "000fca00000000000000000302077a23\n",
        "error\tillegal\t0-32\tNo instruction of sm_100: FFMA has no form 5 of its operands (bits 11:9) on sm_100.\n",
    );
    check("encode --arch SM80", "FADD2 R0, R2, R4;\n", "error\tneeds-target\t0-5\tsm_80 has no FADD2.\n");
}

/// cuobjdump writes a word on two lines, nvdisasm on one or two; words of 64 bits stand on one, and those without a text say how others are issued.
#[test]
fn listings_are_decoded_for_the_chip_that_they_name() {
    let listing = "\n\tcode for sm_90\n\t\tFunction : k\n\t.headerflags\t@\"EF_CUDA_SM90\"\n\
        /*0030*/                   LDG.E R0, desc[UR4][R2.64] ;      /* 0x0000000402007981 */\n\
        \x20                                                             /* 0x001ea8000c1e1900 */\n\
        /*0050*/                   FFMA R5, R0, R5, R0 ;             /* 0x0000000500057223 */\n\
        \x20                                                             /* 0x004fca0000000000 */\n\t\t..........\n";
    let text = String::from_utf8(said("decode", listing).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().map(|line| line.split('\t').find(|part| !part.is_empty()).unwrap_or("")).collect();
    assert_eq!(
        lines,
        ["", "code for sm_90", "Function : k", ".headerflags", "LDG.E R0, desc[UR4][R2.64] ;", "FFMA R5, R0, R5, R0 ;", ".........."],
        "{text}"
    );
    let short = "\tcode for sm_53\n                                            /* 0x001fbc00fe2007f6 */\n\
        /*0008*/     MUFU.RCP R0, R1 ;   /* 0x5080000000470100 */\n/*0010*/     MOV R1, c[0x0][0x20] ;   /* 0x4c98078000870001 */\n";
    let text = String::from_utf8(said("decode", short).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("// scheduling:") && lines[2] == "MUFU.RCP R0, R1 ;" && lines[3].starts_with("error\topcode"), "{text}");
}

#[test]
fn words_of_128_bits_have_no_scheduling_words() {
    let complaint = said("decode --stream --arch SM90", "000fca00000000000000000302077223\n").unwrap_err();
    assert!(complaint.contains("each word of sm_90 says itself how it is issued"), "{complaint}");
}

#[test]
fn results_in_json_have_every_digit_of_the_word() {
    let digits = |line: &str, text: &str| {
        let said = String::from_utf8(said(line, text).unwrap()).unwrap();
        let word = said.split("\"word\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned();
        assert!(word.bytes().all(|byte| byte.is_ascii_hexdigit()), "{said}");
        word.len()
    };
    assert_eq!(digits("eval --json --target sm_90", "R2=3f800000 R3=3f800000 | 000fca00000000000000000302077221\n"), 32);
    assert_eq!(digits("eval --json --target sm_53", "R1=3f800000 | MUFU.RCP R0, R1;\n"), 16);
}
