//! `ulp sweep`: results and summaries.

use crate::said;

fn sweep(line: &str) -> Vec<u8> {
    said(&format!("sweep {line}"), "").unwrap()
}

#[test]
fn results_and_summaries_are_written() {
    let raw = sweep("RCP --from 3f800000 --to 3f800003 --raw");
    assert_eq!(raw, [0x3f80_0000_u32, 0x3f7f_fffe, 0x3f7f_fffc, 0x3f7f_fffa].map(u32::to_le_bytes).concat());
    assert_eq!(sweep("ex2.approx.f32 --from 0xffffffff --to ffff_ffff --raw"), 0x7fff_ffff_u32.to_le_bytes());
    let text = String::from_utf8(sweep("RCP --from 3f81cff0 --to 3f81cfff")).unwrap();
    assert!(text.contains("9.748726e-1 at 3f81cfff"), "{text}");
}

#[test]
fn figures_are_the_same_from_any_number_of_threads() {
    let one = sweep("SIN --from 0 --to ffff --json --bins 4 --threads 1");
    assert_eq!(one, sweep("sin --to ffff --json --bins 4 --threads 3"));
    let json = String::from_utf8(one).unwrap();
    let start = "{\"function\":\"SIN\",\"evidence\":\"SiliconTested; validated on sm_5x, sm_6x\",\"from\":\"00000000\",\"to\":\"0000ffff\",\"operands\":65536,\"every\":1,";
    assert!(json.starts_with(start), "{json}");
    assert_eq!(json.matches(['{', '[']).count(), json.matches(['}', ']']).count(), "{json}");
}

/// A kernel of one double.
const DOUBLE: &str = ".version 8.0 .target sm_90 .address_size 64\n.visible .entry k(.param .u64 x, .param .u64 out) {\n\
    .reg .f64 a; .reg .b64 p, q; ld.param.u64 p, [x]; ld.param.u64 q, [out];\n\
    ld.global.f64 a, [p]; OPERATION st.global.f64 [q], a; ret; }";

/// A file of that name, for one test.
fn file(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("ulpscope-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn kernels_of_doubles_are_swept_by_seeds() {
    let [exact, rough] = [("exact.ptx", "rcp.rn.f64 a, a;"), ("rough.ptx", "rcp.approx.ftz.f64 a, a;")]
        .map(|(name, operation)| file(name, &DOUBLE.replace("OPERATION", operation)));
    let json = |path: &std::path::Path, threads: u32| {
        String::from_utf8(sweep(&format!("{} --against 1/x --every 1000003 --json --threads {threads}", path.display()))).unwrap()
    };
    let text = json(&exact, 2);
    assert!(text.contains("\"operands\":4295,\"every\":1000003,\"max_ulp\":{\"error\":0."), "{text}");
    assert!(text.contains("\"not_correctly_rounded\":0,") && text.contains("\"farthest\":{\"floats\":0,"), "{text}");
    // Of the unit's own result 21 bits are right, and subnormal operands are flushed: to an infinity where there is a number.
    let text = json(&rough, 3);
    assert!(!text.contains("\"not_correctly_rounded\":0,") && text.contains("\"error\":null"), "{text}");
    assert_eq!(text, json(&rough, 1));
    let text = String::from_utf8(sweep(&format!("{} --against 1/x --every 1000003", rough.display()))).unwrap();
    assert!(text.contains("of the true value at "), "{text}");
    let refused = said(&format!("sweep {} --against 1/x --raw", exact.display()), "").unwrap_err();
    assert!(refused.contains("--raw and --bins are for singles; this kernel takes doubles"), "{refused}");
    for path in [exact, rough] {
        std::fs::remove_file(path).unwrap();
    }
}

/// What two texts differ in: arguments as a shell would pass them.
fn against(words: &[&str]) -> Result<String, String> {
    let output = crate::ulp(&[&["sweep"], words].concat(), b"");
    let [out, complaint] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    if output.status.success() { Ok(out) } else { Err(complaint) }
}

#[test]
fn two_texts_are_held_against_each_other() {
    let half = ["abs.f16", "--against", "neg.f16"];
    let text = against(&half).unwrap();
    // Zeros and numbers without a sign: up to the infinity.
    for part in ["65536 of 00000000..0000ffff", "31745 (48.4390 %)", "at 7c00: A 7c00 = Inf, B fc00 = -Inf", "zeros of other sign   1"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = against(&[&half[..], &["--json", "--threads", "1"]].concat()).unwrap();
    assert_eq!(json, against(&[&half[..], &["--json", "--threads", "3"]].concat()).unwrap());
    assert!(json.contains("\"operands\":65536,\"differ\":31745,\"zeros_of_other_sign\":1,\"nan_on_one_side\":0,"), "{json}");
    assert!(json.contains("\"largest\":[{\"operand\":\"7c00\",\"a\":\"7c00\",\"b\":\"fc00\",\"ulps\":63488}]"), "{json}");
    assert_eq!(json.matches(['{', '[']).count(), json.matches(['}', ']']).count(), "{json}");
    // Options of nvcc for the same text; operands by seeds.
    let text = against(&["a*b + c", "--against", "-fmad=false", "--to", "fff"]).unwrap();
    assert!(text.contains("operands from seeds: f32 a, f32 b, f32 c") && text.contains("4096 of 00000000..00000fff"), "{text}");
    assert!(!text.contains("differ                0 "), "{text}");
    // The exact companion, and a true function; another chip for one side.
    let text = against(&["x*2", "--against", "exact", "--to", "7f7f"]).unwrap();
    assert!(text.contains("differ                0 (") && text.contains("B  exact  (the true value, rounded once)"), "{text}");
    let text = against(&["expf(x)", "--against", "exp", "--from", "3f800000", "--to", "3f8000ff"]).unwrap();
    assert!(text.contains("256 of 3f800000..3f8000ff") && text.contains("0 to 0.5"), "{text}");
    let chips = ["sqrt.approx.f32", "--target=sm_50", "--against=sqrt.approx.f32", "--from=3f800000", "--to=3f80ffff"];
    assert!(against(&chips).unwrap().contains("differ                0 ("));
    assert!(!against(&[&chips[..], &["--against-target=sm_90"]].concat()).unwrap().contains("differ                0 ("));
}

#[test]
fn files_are_held_against_texts() {
    let path = file(
        "square.cu",
        "__global__ void square(float *y, float x) { *y = x * x; }\n__global__ void more(float *y, float x) { *y = x * x + 1; }",
    );
    let [square, more, cube] = ["square", "more", "cube"].map(|entry| format!("{}:{entry}", path.display()));
    let near_one = ["--from", "3f800000", "--to", "3f800fff"];
    let text = against(&[&[&square, "--against", "mul.rz.f32 %d, %a, %a;"], &near_one[..]].concat()).unwrap();
    assert!(text.contains("4096 of 3f800000..3f800fff"), "{text}");
    assert!(text.contains("A is more") && !text.contains("differ                0 ("), "{text}");
    // Options are for the same kernel.
    let text = against(&[&[&more, "--against=-fmad=false"], &near_one[..]].concat()).unwrap();
    assert!(text.contains("A is more") && !text.contains("differ                0 ("), "{text}");
    let refused = against(&[&cube, "--against", "x"]).unwrap_err();
    assert!(refused.contains("A, ") && refused.contains("cube"), "{refused}");
    std::fs::remove_file(path).unwrap();
    for (words, why) in [
        (["x + 1", "--against", "y / z"], "B, y / z: It takes f32, f32, and A takes f32"),
        (["nowhere.cu", "--against", "x"], "nowhere.cu: "),
        (["abs.f16", "--against=neg.f16", "--to=10000"], "10000 has more than the 16 bits of an operand"),
        (["abs.f16", "--against=neg.f16", "--raw"], "--raw and --bins are for one function alone"),
    ] {
        let refused = against(&words).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
}

/// A chip that is asked for where the text names another one.
#[test]
fn a_chip_is_asked_for_only_of_texts_that_name_none() {
    let path = file("chip.ptx", &DOUBLE.replace("OPERATION", "neg.f64 a, a;"));
    let name = path.display().to_string();
    for (words, why) in [
        (&[&name[..], "--against", "abs.f64", "--target", "sm_80"][..], "says .target sm_90; --target=sm_80 is for what names none"),
        (
            &["abs.f64", "--against", &name, "--against-target", "sm_80"],
            "says .target sm_90; --against-target=sm_80 is for what names none",
        ),
        (&[".target sm_50\nabs.f32", "--against", "neg.f32", "--target", "sm_80"], "says .target sm_50; --target=sm_80"),
        (&[".target sm_90\ntanhf(x)", "--against=-use_fast_math", "--against-target=sm_70"], "says .target sm_90; --against-target=sm_70"),
        (&["tanhf(x)", "--against=tanh", "--against-target=sm_80"], "a true value has no chip"),
        (&["x*x", "--against=exact", "--against-target=sm_80"], "a true value has no chip"),
        // B runs on the chip of A unless it is said.
        (&[".target sm_70\nneg.f32", "--against", "tanh.approx.f32"], "needs sm_75"),
    ] {
        let refused = against(&[words, &["--to", "ff"]].concat()).unwrap_err();
        assert!(refused.contains(why), "{refused}");
    }
    assert!(against(&[&name, "--against", "abs.f64", "--target", "sm_90", "--to", "ff"]).is_ok());
    std::fs::remove_file(path).unwrap();
}

/// One thread stops at once; the other one, which has two thousand million operands to run, does not go on for minutes.
#[test]
fn a_text_that_stops_stops_every_thread() {
    let path = file("stops.cu", "__global__ void stops(float *y, float x) { if (__float_as_int(x) == 0) asm(\"trap;\"); *y = x; }");
    let begun = std::time::Instant::now();
    let refused = against(&[&path.display().to_string(), "--against", "neg.f32", "--threads", "2"]).unwrap_err();
    assert!(refused.contains("A: For 0x00000000 the kernel stops"), "{refused}");
    assert!(begun.elapsed().as_secs() < 20);
    std::fs::remove_file(path).unwrap();
}

/// Results that are nearly 2^146 ulps off: the largest error is told, and the mean is said to be unknown.
#[test]
fn errors_of_any_size_are_told() {
    let path = file("same.ptx", &DOUBLE.replace("OPERATION", "").replace("f64", "f32"));
    let line = format!("{} --against exp --from c29e0000 --to c2a00000 --every 1001", path.display());
    let json = String::from_utf8(sweep(&[&line, " --json"].concat())).unwrap();
    let x = f64::from(f32::from_bits(0xc29e_0000 + 130 * 1001));
    let worst = (x / 2.0_f64.powi(x.exp().log2().floor() as i32 - 23)).abs();
    assert!(json.contains(&format!("\"max_ulp\":{{\"error\":{worst:?},\"operand\":\"c29ffc52\"}}")), "{worst:?} {json}");
    assert!(json.contains("\"mean_ulp\":null,\"mean_magnitude_ulp\":null,"), "{json}");
    assert!(String::from_utf8(sweep(&line)).unwrap().contains("mean error            unknown"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn one_operand_of_many_is_swept() {
    let raw = sweep("RCP --from 3f800000 --to 3f800008 --every 4 --raw");
    assert_eq!(raw, [0x3f80_0000_u32, 0x3f7f_fff8, 0x3f7f_fff0].map(u32::to_le_bytes).concat());
    let text = String::from_utf8(sweep("RCP --from 3f800000 --to 3f8fffff --every 257")).unwrap();
    assert!(text.starts_with("RCP 3f800000..3f8fffff, one in 257  4081 operands"), "{text}");
    let one = sweep("RCP --every 65537 --json --threads 1");
    assert_eq!(one, sweep("RCP --every 65537 --json --threads 3"));
}
