//! `ulp mma`: chips' answers through the program, bad lines on their places, the steps as JSON.

use crate::said;
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::io::Read;

/// The published answers that are part of the project; their licence stands beside them.
const ANSWERS: &[u8] = include_bytes!("../../semantics/tests/data/tensor_core/answers_sample.csv.gz");

fn mma(line: &str, input: &str) -> String {
    String::from_utf8(said(&format!("mma {line}"), input).unwrap()).unwrap()
}

#[test]
fn chips_answers_come_out() {
    let mut text = String::new();
    GzDecoder::new(ANSWERS).read_to_string(&mut text).unwrap();
    // What each program is given, and what it has to say.
    let mut programs: BTreeMap<String, [String; 2]> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let column: Vec<&str> = line.split(',').collect();
        let [gpu, ab, cd, path, _, a, b, c, d] = column[..] else { panic!("{line}") };
        let path = path.split(' ').next().unwrap();
        let [input, output] = programs.entry(format!("--chip {gpu} --path {path} --ab {ab} --cd {cd}")).or_default();
        *input += &format!("{a} {b} {c}\n");
        *output += &format!("{d}\n");
    }
    assert_eq!(programs.len(), 48);
    for (line, [input, output]) in programs {
        assert_eq!(mma(&line, &input), output, "{line}");
    }
}

#[test]
fn a_bad_line_is_answered_on_its_place() {
    let half = "--chip sm_80 --ab fp16";
    let good = format!("{} {} 3f800000", "3c00".repeat(8), "3c00".repeat(8));
    let said = mma(half, &format!("{good}\n3c00 zzzz 0\n\n{good}"));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((lines[0], lines[3], lines.len()), ("41100000", "41100000", 4));
    assert_eq!(lines[1], "error\tdigit\t5-9\tCodes are hexadecimal digits with nothing between them.");
    assert!(lines[2].starts_with("error\tempty\t0-0\t"));
    let json = mma(&format!("{half} --json"), "3c00 zzzz 0\n");
    assert!(json.starts_with("{\"ok\":false,\"code\":\"digit\",\"start\":5,\"end\":9,"), "{json}");
}

#[test]
fn what_no_chip_has_is_refused() {
    for (line, part) in [
        (
            "--chip H100 --path wgmma --ab E4M3 --cd fp64",
            "sm_90 has nothing for what is asked; it has\n  --path mma.sync --ab F16|BF16 --cd F32\n",
        ),
        ("--chip RTX50 --scale ue4m3 --ab E4M3", "\n  --path mma.sync --kind mxf4nvf4 --scale ue4m3 --block 16 --ab E2M1 --cd F32"),
        ("--chip sm_87 --ab fp16", "\n  --path mma.sync --ab F64 --cd F64"),
        ("--chip P100 --ab fp16", "sm_87 sm_88 sm_89"),
        ("--chip A100 --ab fp16 --mode rz", "--mode: only doubles"),
    ] {
        let complaint = said(&format!("mma {line}"), "").expect_err(line);
        assert!(complaint.contains(part), "{line}: {complaint}");
    }
}

#[test]
fn json_has_every_step() {
    let ones = "3c00".repeat(8);
    let json = mma("--chip A100 --ab fp16 --json", &format!("{ones} {ones} 4b800000\n"));
    let start = "{\"ok\":true,\"target\":\"sm_80\",\"path\":\"mma.sync\",\"kind\":\"\",\"instructions\":\"HMMA\",\"k\":8,\"d\":{\"format\":\"F32\",\"hex\":\"4b800004\",";
    assert!(json.starts_with(start), "{json}");
    assert!(json.contains("\"evidence\":\"validated\"") && json.contains("Align to the largest exponent"), "{json}");
    assert_eq!(json.matches(['{', '[']).count(), json.matches(['}', ']']).count(), "{json}");
}

#[test]
fn a_file_is_read_as_well() {
    let path = std::env::temp_dir().join(format!("ulp-mma-{}.txt", std::process::id()));
    std::fs::write(&path, "22222222222222222222222222222222 22222222222222222222222222222222 00000000\n").unwrap();
    let said = mma(&format!("--chip RTX50 --ab E2M1 {}", path.display()), "");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(said, "42000000\n");
}

#[test]
fn decimals_and_arrays_are_taken_as_arguments() {
    let a = "[1.5,0.1,0,0,0,0,0,0]";
    let line = format!("--chip hopper --ab fp16 {a} f16[2,1,0,0,0,0,0,0] 0.5");
    // 0.1 in a half is 0x2e66.
    let hex = format!("3e002e66{} 40003c00{} 3f000000", "0000".repeat(6), "0000".repeat(6));
    let d = mma("--chip H100 --ab fp16", &hex);
    assert_eq!(mma(&line, ""), format!("{}\t3.5999756\n", d.trim()));
    assert!(mma(&format!("{line} --json"), "").starts_with("{\"ok\":true,\"target\":\"sm_90\""));
    for (chip, target) in [("volta", 70), ("turing", 75), ("Ampere", 80), ("ada", 89), ("blackwell", 100)] {
        let json = mma(&format!("--chip {chip} --ab fp16 --json {a} {a} 0"), "");
        assert!(json.contains(&format!("\"target\":\"sm_{target}\"")), "{chip}: {json}");
    }
    // Two rows of A and two columns of B, as NumPy keeps them.
    let file = |name: &str| std::env::temp_dir().join(format!("ulp-mma-{name}-{}.npy", std::process::id())).display().to_string();
    let (first, second) = (file("a"), file("b"));
    let array = |path: &str, shape: &str, numbers: &[u16]| {
        let mut head = format!("{{'descr': '<f2', 'fortran_order': False, 'shape': ({shape}), }}");
        head.push_str(&" ".repeat(117 - head.len()));
        head.push('\n');
        let numbers = numbers.iter().flat_map(|number| number.to_le_bytes());
        std::fs::write(path, [b"\x93NUMPY\x01\x00\x76\x00", head.as_bytes()].concat().into_iter().chain(numbers).collect::<Vec<u8>>())
            .unwrap();
    };
    // Rows of ones and of twos; columns of ones and of threes.
    array(&first, "2, 8", &[[0x3c00; 8], [0x4000; 8]].concat());
    array(&second, "8, 2", &[0x3c00, 0x4200].repeat(8));
    let run = |rest: &str| said(&format!("mma --chip A100 --ab fp16 {rest}"), "").map(|said| String::from_utf8(said).unwrap());
    let product = run(&format!("@{first} f16@{second} 0"));
    let beside = run(&format!("@{first} @{second} f32[1,2,3]"));
    let as_d = run(&format!("@{first} @{second} [1,2,3,4]"));
    let wrong = run(&format!("bf16@{first} @{second} 0"));
    std::fs::remove_file(&first).unwrap();
    std::fs::remove_file(&second).unwrap();
    assert_eq!(product.unwrap(), "41000000\t8.0\n41c00000\t24.0\n41800000\t16.0\n42400000\t48.0\n");
    assert!(beside.unwrap_err().contains("2 × 2"));
    assert_eq!(as_d.unwrap(), "41100000\t9.0\n41d00000\t26.0\n41980000\t19.0\n42500000\t52.0\n");
    let scaled = |scale: &str| {
        let ones = format!("[{}1]", "1,".repeat(63));
        let line = format!("mma --chip B200 --path tcgen05 --kind mxf4nvf4 --scale ue4m3 --ab E2M1 {ones} {ones} 0 {scale} [1,1,1,1]");
        said(&line, "")
    };
    assert!(scaled("[1,1,1,1]").is_ok());
    assert!(scaled("[1,-1,1,1]").unwrap_err().contains("`-1` is below zero, and UE4M3 has no sign."));
    assert!(wrong.unwrap_err().contains("holds f16, not bf16"));
    assert!(run("[1,2,] [1,2,] 0").unwrap_err().contains("No K of 2"));
    // A list of one number is that number, and not so many zeros.
    let ones = "[1,1,1,1,1,1,1,1]";
    assert_eq!(run(&format!("{ones} {ones} [4]")).unwrap(), "41400000\t12.0\n");
    assert!(run("[4] [4] 0").unwrap_err().contains("No K of 1"));
    assert!(run("f32[1,2] [1,2] 0").unwrap_err().contains("f16 is asked for"));
    assert!(run("[1,2,] [1,2,]").unwrap_err().contains("A, B and C are wanted"));
    // Each type has lists, and what is wrong with one is said of it as it stands there.
    let codes: String = [1.0f32, 2., 3., 4., 5., 6., 7., 8.].iter().map(|number| format!("{:08x}", number.to_bits())).collect();
    let d = mma("--chip A100 --ab tf32", &format!("{codes} {codes} 3f000000"));
    let list = "[1,2,3,4,5,6,7,8]";
    assert_eq!(mma(&format!("--chip A100 --ab tf32 {list} tf32{list} 0.5"), ""), format!("{}\t204.5\n", d.trim()));
    assert!(run("[1,x] [1,2] 0").unwrap_err().contains("number 2 of `[1,x]`: `x`"));
    assert!(run("[1,2 [1,2] 0").unwrap_err().contains("`[1,2` is no list"));
}

#[test]
fn a_sparse_a_is_taken_whole_or_packed() {
    let run =
        |rest: &str| said(&format!("mma --chip A100 --path mma.sp --ab fp16 {rest}"), "").map(|said| String::from_utf8(said).unwrap());
    let b = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]";
    assert_eq!(run(&format!("[1.5,0,0,2,0,0,3,4,0,0,0,0,0,0,0,0] {b} 0.5")).unwrap(), "427c0000\t63.0\n");
    let wrong = run(&format!("[1.5,0,1,2,0,0,3,4,0,0,0,0,0,0,0,0] {b} 0.5")).unwrap_err();
    assert!(wrong.contains("row 0 of A: ") && wrong.contains("in columns 0 to 3 of this row"), "{wrong}");
    // The kept half of the same row, its indices chunk by chunk: columns 0 and 3, 2 and 3.
    let line = format!("3e00400042004400{} {} 3f000000 ce44\n", "0".repeat(16), (1..=16).map(half).collect::<String>());
    assert_eq!(mma("--chip A100 --path mma.sp --ab fp16", &line), "427c0000\n");
    // The same as arguments, with digits or a file of them behind.
    let kept = "[1.5,2,3,4,0,0,0,0]";
    assert_eq!(run(&format!("{kept} {b} 0.5 ce44")).unwrap(), "427c0000\t63.0\n");
    let path = std::env::temp_dir().join(format!("ulp-mma-digits-{}.bin", std::process::id()));
    std::fs::write(&path, [12, 14, 4, 4]).unwrap();
    assert_eq!(run(&format!("{kept} {b} 0.5 u8@{}", path.display())).unwrap(), "427c0000\t63.0\n");
    std::fs::write(&path, [12, 14, 4, 16]).unwrap();
    assert!(run(&format!("{kept} {b} 0.5 u8@{}", path.display())).unwrap_err().contains("u8 from 0 to 15"));
    std::fs::remove_file(&path).unwrap();
    assert!(run(&format!("{kept} {b} 0.5 ce44,4e4e")).unwrap_err().contains("A has 1 rows, and digits of 2 are given"));
    assert!(run(&format!("{kept} {b} 0.5 ce4")).is_err());
    assert!(run(&format!("{kept} {b} 0.5 cex4")).is_err());
    assert!(said(&format!("mma --chip A100 --ab fp16 {b} {b} 0.5 ce44"), "").unwrap_err().contains("4 arguments are given"));
    assert!(mma("--chip A100 --path mma.sp --ab fp16 --json", &line).contains("\"doubts\":[\"Not measured"));
    let refused = said("mma --chip B200 --ab E2M1 --scale ue5m3", "").unwrap_err();
    assert!(refused.contains("No mma names ue5m3"), "{refused}");
}

/// A small whole number as a half, in hexadecimal.
fn half(value: u32) -> String {
    let exponent = value.ilog2();
    format!("{:04x}", (exponent + 15) << 10 | (value << (10 - exponent)) & 0x3ff)
}
