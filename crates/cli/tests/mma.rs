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
