//! `ulp run` and the sweep of a kernel, on a module written for it.

use crate::{said, ulp};
use std::path::PathBuf;

/// The square root with a loop that has nothing to do with it, and a kernel that stops.
const MODULE: &str = ".version 8.0\n.target sm_90\n.address_size 64\n\
    .visible .entry root(.param .u64 x, .param .u64 y)\n{\n\
    .reg .f32 %f<4>; .reg .b32 %r<3>; .reg .b64 %rd<5>; .reg .pred %p<2>;\n\
    ld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd1, %rd1, %rd3;\nadd.s64 %rd2, %rd2, %rd3;\n\
    ld.global.f32 %f1, [%rd1];\nsqrt.approx.ftz.f32 %f2, %f1;\nst.global.f32 [%rd2], %f2;\nret;\n}\n\
    .visible .entry late(.param .f32 x, .param .u64 y)\n{\n.reg .f32 %f<4>; .reg .b64 %rd<2>;\n\
    ld.param.f32 %f1, [x];\nld.param.u64 %rd1, [y];\nadd.f32 %f2, %f1, 0f33000000;\nsub.f32 %f3, %f2, %f1;\nst.global.f32 [%rd1], %f3;\nbar.sync 0;\nret;\n}\n";

fn module(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ulpscope-{name}-{}.ptx", std::process::id()));
    std::fs::write(&path, MODULE).unwrap();
    path
}

#[test]
fn buffers_are_printed_afterwards() {
    let path = module("run");
    let run = |rest: &str| said(&format!("run {} {rest}", path.display()), "").map(|said| String::from_utf8(said).unwrap());
    assert_eq!(run("--entry root f32[4,2.25] f32[2] --threads 2").unwrap(), "x f32[4.0, 2.25]\ny f32[2.0, 1.5]\n");
    assert_eq!(run("--entry root u32[0x40800000,] u32[1]").unwrap(), "x u32[1082130432]\ny u32[1073741824]\n");
    let none = run("f32[1] f32[1]").unwrap_err();
    assert!(none.contains("Which kernel is meant? These are here: root late."), "{none}");
    let few = run("--entry root f32[1]").unwrap_err();
    assert!(few.contains("takes 2 arguments (x .u64, y .u64); here are 1"), "{few}");
    let wild = ulp(&["run", path.to_str().unwrap(), "--entry", "root", "f32[1]", "f32[1]", "--threads=2"], b"");
    assert_eq!((wild.status.code(), String::from_utf8(wild.stdout).unwrap().as_str()), (Some(2), "x f32[0.0]\ny f32[0.0]\n"));
    let complaint = String::from_utf8(wild.stderr).unwrap();
    assert!(complaint.contains(":13, thread 1 of block 0: Nothing of .global lies at 0x"), "{complaint}");
    std::fs::remove_file(path).unwrap();
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
        "\"lines_run\":6,\"stopped\":{\"code\":\"not-modelled\",\"message\":\"bar.sync is not modelled here: it works with other threads.\",\"line\":26,",
        "{\"line\":23,\"text\":\"add.f32 %f2, %f1, 0f33000000;\",\"ran\":true,\"read\":[{\"name\":\"%f1\",\"bits\":\"3f800000\"}],\"written\":[{\"name\":\"%f2\",\"bits\":\"3f800000\"}],\"flags\":[\"inexact\"],",
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
    assert!(own.contains("\"operands\":262144,\"measured\":262144,") && own.contains("\"two_floats_or_more\":0,"), "{own}");
    let unnamed = said(&kernel, "").unwrap_err();
    assert!(unnamed.contains("--against is missing: the true function, one of exp2 log2"), "{unnamed}");
    let stops = said(&format!("sweep {}:late --against exp --to 10", path.display()), "").unwrap_err();
    assert!(stops.contains("`late` stops at line 26: bar.sync is not modelled here"), "{stops}");
    std::fs::remove_file(path).unwrap();
}
