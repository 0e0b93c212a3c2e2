//! `ulp run` and the sweep of a kernel, on a module written for it.

use crate::{program, said, ulp};
use std::path::PathBuf;
use std::process::Stdio;

/// The square root of each thread's number, a kernel that stops behind its result, and one that stops for negative numbers.
const MODULE: &str = ".version 8.0\n.target sm_90\n.address_size 64\n\
    .visible .entry root(.param .u64 x, .param .u64 y)\n{\n\
    .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .b64 %rd<5>; .reg .pred %p<2>;\n\
    ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd1, %rd1, %rd3;\nadd.s64 %rd2, %rd2, %rd3;\n\
    ld.global.f32 %f1, [%rd1];\nsqrt.approx.ftz.f32 %f2, %f1;\nst.global.f32 [%rd2], %f2;\nret;\n}\n\
    .visible .entry late(.param .f32 x, .param .u64 y)\n{\n.reg .f32 %f<4>; .reg .b64 %rd<2>;\n\
    ld.param.f32 %f1, [x];\nld.param.u64 %rd1, [y];\nadd.f32 %f2, %f1, 0f33000000;\nsub.f32 %f3, %f2, %f1;\nst.global.f32 [%rd1], %f3;\nmbarrier.inval.b64 [%rd1];\nret;\n}\n\
    .visible .entry negative(.param .u64 x, .param .u64 y)\n{\n.reg .f32 %f<4>; .reg .b64 %rd<3>; .reg .pred %p<2>;\n\
    ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\nld.global.f32 %f1, [%rd1];\nsetp.lt.f32 %p1, %f1, 0f00000000;\n@%p1 mbarrier.inval.b64 [%rd1];\n\
    mul.f32 %f2, %f1, 0f3F8CCCCD;\nadd.f32 %f3, %f2, 0f4B800000;\nst.global.f32 [%rd2], %f3;\nret;\n}\n";

fn module(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ulpscope-{name}-{}.ptx", std::process::id()));
    std::fs::write(&path, MODULE).unwrap();
    path
}

#[test]
fn what_shows_a_change_is_printed() {
    let path = module("find");
    let run = |rest: &str| said(&format!("run {} --entry root f32[4,] f32[1] {rest}", path.display()), "");
    let all = String::from_utf8(run("--find").unwrap()).unwrap();
    assert!(all.lines().any(|line| line.contains(" y[0] is 0x")) && all.ends_with("changes show\n"), "{all}");
    let same = run(&format!("--find={}", path.display())).unwrap();
    assert_eq!(String::from_utf8(same).unwrap(), "nothing that was tried shows a difference\n");
    assert!(run("--find=no-such-file").unwrap_err().contains("no-such-file"));
    std::fs::remove_file(path).unwrap();
}

#[test]
fn buffers_are_printed_afterwards() {
    let path = module("run");
    let run = |rest: &str| said(&format!("run {} {rest}", path.display()), "").map(|said| String::from_utf8(said).unwrap());
    assert_eq!(run("--entry root f32[4,2.25] f32[2] --threads 2").unwrap(), "x f32[4.0, 2.25]\ny f32[2.0, 1.5]\n");
    assert_eq!(run("--entry root u32[0x40800000,] u32[1]").unwrap(), "x u32[1082130432]\ny u32[1073741824]\n");
    // Narrow formats as on the page: every digit where there are few, else marked.
    assert_eq!(run("--entry root f32[4,] f16[9,9,65504,8192,0.1]").unwrap(), "x f32[4.0]\ny f16[0.0, 2.0, 65504.0, 8192.0, ≈ 0.1]\n");
    assert_eq!(
        run("--entry root f32[4,] e4m3[9,9,9,9,416,288,1.125]").unwrap(),
        "x f32[4.0]\ny e4m3[0.0, 0.0, 0.0, 2.0, 416.0, 288.0, 1.125]\n"
    );
    let json = run("--entry root f32[4,] bf16[9,9,0.26953125,0.1] --json").unwrap();
    assert!(json.contains("\"0.26953125\",\"0.1\""), "{json}");
    let none = run("f32[1] f32[1]").unwrap_err();
    assert!(none.contains("Which kernel is meant? These are here: root late negative."), "{none}");
    let few = run("--entry root f32[1]").unwrap_err();
    assert!(few.contains("takes 2 arguments (x .u64, y .u64); here is 1."), "{few}");
    let wild = ulp(&["run", path.to_str().unwrap(), "--entry", "root", "f32[1]", "f32[1]", "--threads=2"], b"");
    assert_eq!((wild.status.code(), String::from_utf8(wild.stdout).unwrap().as_str()), (Some(2), "x f32[0.0]\ny f32[0.0]\n"));
    let complaint = String::from_utf8(wild.stderr).unwrap();
    assert!(complaint.contains(":13, thread 1 of block 0: Nothing of .global lies at 0x"), "{complaint}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn buffers_come_from_files_and_go_to_files() {
    let path = module("files");
    let file = |end: &str| std::env::temp_dir().join(format!("ulpscope-files-{}.{end}", std::process::id()));
    let (raw, npy, raw_out) = (file("bin"), file("npy"), file("out"));
    std::fs::write(&raw, [4f32, 2.25].iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
    let run = |rest: &str| {
        said(&format!("run {} --entry root --threads 2 {rest}", path.display()), "").map(|said| String::from_utf8(said).unwrap())
    };
    let (raw, npy, raw_out) = (raw.display(), npy.display(), raw_out.display());
    let shown = run(&format!("f32@{raw} f32[2] --out y={npy} --out 0={raw_out}")).unwrap();
    assert_eq!(shown, "x f32[4.0, 2.25]\ny f32[2.0, 1.5]\n");
    let array = std::fs::read(npy.to_string()).unwrap();
    let head = b"\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    assert!(array.starts_with(head) && array[128..] == [0, 0, 0, 0x40, 0, 0, 0xc0, 0x3f], "{array:?}");
    assert_eq!(std::fs::read(raw_out.to_string()).unwrap(), std::fs::read(raw.to_string()).unwrap());
    assert!(run(&format!("@{npy} f32[2]")).unwrap().starts_with("x f32[2.0, 1.5]\ny f32["));
    assert!(run(&format!("u8@{npy} f32[2]")).unwrap_err().contains("the file holds f32"));
    assert!(run(&format!("@{raw} f32[2]")).unwrap_err().contains("what numbers does it hold?"));
    assert!(run("f32@no-such-file f32[2]").unwrap_err().contains("no-such-file"));
    assert!(run("f32[4,1] f32[2] --out z=nowhere").unwrap_err().contains("there is no buffer `z`; these are here: x y"));
    for file in [path.display().to_string(), raw.to_string(), npy.to_string(), raw_out.to_string()] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn every_line_is_listed_with_its_error() {
    let path = module("json");
    let output = ulp(&["run", path.to_str().unwrap(), "--entry=late", "1", "f32[1]", "--json"], b"");
    let json = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(json.matches(['{', '[']).count(), json.matches(['}', ']']).count(), "{json}");
    for part in [
        "\"ok\":false",
        "\"lines_run\":6,\"stopped\":{\"code\":\"not-modelled\",\"message\":\"mbarrier.inval.b64 is not modelled here: it works with other threads.\",\"line\":26,",
        "{\"line\":23,\"text\":\"add.f32 %f2, %f1, 0f33000000;\",\"thread\":0,\"ran\":true,\"read\":[{\"name\":\"%f1\",\"bits\":\"3f800000\"}],\"written\":[{\"name\":\"%f2\",\"bits\":\"3f800000\"}],\"flags\":[\"inexact\"],",
        "\"error\":\"−0.250 ulp\",\"own_error\":\"−0.250 ulp\"}",
        // The difference is exact, and everything in it is lost.
        "\"exact\":\"2.98023223876953125e-8\",\"error\":\"−8388608.000 ulp\",\"own_error\":\"+0.000 ulp\"",
    ] {
        assert!(json.contains(part), "{part}\n{json}");
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_kernel_is_swept_as_its_instruction_is() {
    let path = module("sweep");
    let kernel = format!("sweep {}:root --from 3f800000 --to 3f83ffff", path.display());
    let raw = |line: &str| said(line, "").unwrap();
    assert_eq!(raw(&format!("{kernel} --raw")), raw("sweep sqrt.approx.ftz.f32 --from 3f800000 --to 3f83ffff --raw"));
    let part = |text: Vec<u8>| {
        let text = String::from_utf8(text).unwrap();
        let start = text.find("\"operands\"").unwrap();
        text[start..].split("\"segments\"").next().unwrap().to_owned()
    };
    let own = part(raw(&format!("{kernel} --against sqrtf --json --threads 2")));
    assert_eq!(own, part(raw("sweep sqrt.approx.ftz.f32 --from 3f800000 --to 3f83ffff --json")));
    assert!(own.contains("\"operands\":262144,\"every\":1,\"measured\":262144,") && own.contains("\"two_floats_or_more\":0,"), "{own}");
    let unnamed = said(&kernel, "").unwrap_err();
    assert!(unnamed.contains("--against is missing: the true function, one of 1/x exp2 log2"), "{unnamed}");
    let stops = said(&format!("sweep {}:late --against exp --to 10", path.display()), "").unwrap_err();
    assert!(stops.contains("`late` stops at line 26: mbarrier.inval.b64 is not modelled here"), "{stops}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn the_lines_that_an_error_comes_from_are_ranked() {
    let path = module("worst");
    let run = |rest: &str| {
        String::from_utf8(said(&format!("run {} --entry negative f32[1,] f32[1] {rest}", path.display()), "").unwrap()).unwrap()
    };
    // 1 + 2^24 and a tenth: the product is off by little, the sum by nearly half of its ulp, which is 2.
    let worst = run("--worst=5");
    let lines: Vec<&str> = worst.lines().collect();
    assert_eq!(lines.len(), 3, "{worst}");
    assert_eq!(lines[0], "x f32[1.0]");
    assert!(lines[1].starts_with("y f32[16777218.0]"), "{worst}");
    assert!(lines[2].trim_start().starts_with("+0.450 ulp  line 38: add.f32 %f3, %f2, 0f4B800000;"), "{worst}");
    assert_eq!(run("--worst=0").lines().count(), 2);
    let json = run("--json");
    assert!(
        json.contains("\"shares\":[{\"line\":38,\"text\":\"add.f32 %f3, %f2, 0f4B800000;\",\"error\":\"+0.450 ulp\",\"stored\":39}]"),
        "{json}"
    );
    std::fs::remove_file(path).unwrap();
}

#[test]
fn no_result_of_a_kernel_that_stopped_is_written() {
    let path = module("stopped");
    let sweep = |rest: &str| said(&format!("sweep {}{rest}", path.display()), "");
    assert_eq!(sweep(":negative --from 7f800000 --to 7f800000 --raw").unwrap(), 0x7f80_0000_u32.to_le_bytes());
    for how in ["--raw", "--against exp", "--against exp --json --threads 3"] {
        let stopped = sweep(&format!(":negative --from 7ffffff0 --to 80000010 {how}")).unwrap_err();
        assert!(stopped.contains("for 80000001 the kernel stops at line 36: mbarrier.inval.b64 is not modelled here"), "{how}: {stopped}");
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_wrong_with_a_kernel_s_name_or_target_is_said() {
    let path = module("named");
    let shown = path.display();
    for (line, message) in [
        (format!("{shown}k"), format!("`{shown}k` is no file of PTX: wanted is FILE.ptx or FILE.ptx:ENTRY")),
        (format!("{shown}:"), format!("the name of a kernel is missing behind `{shown}:`")),
        (format!("{shown}:none"), "There is no kernel `none`; these are here: root late negative.".to_owned()),
        (format!("{shown}:root --target sm_100"), format!("{shown} says .target sm_90; --target=sm_100 is for what names none")),
    ] {
        let complaint = said(&format!("sweep {line} --raw --to 0"), "").unwrap_err();
        assert!(complaint.contains(&message), "{line}: {complaint}");
    }
    assert_eq!(said(&format!("sweep {shown}:root --target sm_90 --raw --to 0"), "").unwrap(), [0; 4]);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let path = module("closed");
    for rest in ["--against sqrtf", "--raw", "--against sqrtf --json"] {
        let mut command = program();
        command.arg("sweep").arg(format!("{}:root", path.display())).args(rest.split(' ')).args(["--from", "3f800000", "--to", "3f83ffff"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()), "{rest}");
    }
    std::fs::remove_file(path).unwrap();
}

/// What of `main` is not covered is said where the kernel runs instead, and an option that `main` would ignore is refused.
#[test]
fn what_a_program_of_the_host_leaves_out_is_said() {
    let path = std::env::temp_dir().join(format!("ulpscope-host-{}.cu", std::process::id()));
    let run = |main: &str, rest: &[&str]| {
        std::fs::write(&path, format!("__global__ void k() {{ printf(\"kernel\\n\"); }}\nint main() {{ {main} }}")).unwrap();
        let done = ulp(&[&["run", path.to_str().unwrap()], rest].concat(), b"");
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [printed, complaint] = run("cudaDeviceProp p;", &[]);
    assert_eq!(printed, "kernel\n");
    assert!(complaint.contains(":2: The program of the host does not run here, for this line. "), "{complaint}");
    let [json, _] = run("cudaDeviceProp p;", &["--json"]);
    assert!(json.contains("\"said\":[{\"code\":\"host\",\"message\":\""), "{json}");
    assert_eq!(run("cudaDeviceProp p;", &["--entry", "k"]), ["kernel\n", ""]);
    assert_eq!(run("k<<<1, 1>>>();", &[]), ["kernel\n", ""]);
    for option in ["--threads=2", "--blocks=2", "--shared=4", "--worst=1"] {
        let [printed, complaint] = run("k<<<1, 1>>>();", &[option]);
        let name = option.split('=').next().unwrap();
        assert!(printed.is_empty() && complaint.contains(&format!("{name} is for one kernel")), "{option}: {complaint}");
    }
    std::fs::remove_file(path).unwrap();
}
