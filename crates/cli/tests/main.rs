//! The command line, run as a program: what each command takes, writes and refuses.

mod block;
mod eval;
mod explain;
mod machine;
mod mcp;
mod mma;
mod orders;
mod run;
mod sum;
mod sweep;

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ulp"))
}

fn ulp(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = program();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("run ulp");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // It may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("its output");
    writer.join().expect("the writer");
    output
}

/// What a command with arguments without blanks writes, or what it complains of.
fn said(line: &str, input: &str) -> Result<Vec<u8>, String> {
    let output = ulp(&line.split_whitespace().collect::<Vec<_>>(), input.as_bytes());
    let complaint = String::from_utf8(output.stderr).expect("UTF-8");
    match output.status.code() {
        Some(0) if complaint.is_empty() => Ok(output.stdout),
        Some(2) if output.stdout.is_empty() => Err(complaint),
        _ => panic!("{line}: {:?} {complaint}", output.status),
    }
}

#[test]
fn every_command_helps_and_takes_a_value_either_way() {
    for command in ["eval", "explain", "run", "block", "sum", "sweep", "mma", "decode", "encode", "mcp"] {
        for help in [format!("{command} --help"), format!("{command} -h"), format!("help {command}")] {
            let text = String::from_utf8(said(&help, "").unwrap()).unwrap();
            assert!(text.contains(&format!("Usage: ulp {command}")), "{help}: {text}");
        }
    }
    for [blank, equals] in [
        ["eval --target sm_20 --ptx 3.0", "eval --ptx=3.0 --target=sm_20"],
        ["sweep RCP --from 3f800000 --to 3f800003", "sweep --from=3f800000 --to=3f800003 RCP"],
        ["decode --target sm_60", "decode --arch=SM60"],
        ["encode --arch 52", "encode --target=sm_52"],
    ] {
        let input = "mad.f32 d, 1.0, 1.0, 1.0;\n";
        assert_eq!(said(blank, input).unwrap(), said(equals, input).unwrap(), "{blank}");
    }
}

#[test]
fn wrong_arguments_are_named_before_anything_is_written() {
    let rows = [
        ("", "Usage: ulp <COMMAND>"),
        ("evil", "unrecognized subcommand 'evil'\n\n  tip: a similar subcommand exists: 'eval'"),
        ("eval --nonsense", "unexpected argument '--nonsense' found"),
        ("eval --jsn", "a similar argument exists: '--json'"),
        ("eval --target", "a value is required for '--target <TARGET>'"),
        ("eval --target P100", "invalid value 'P100' for '--target <TARGET>': these are known: sm_10 "),
        ("eval --target sm_1", "invalid value 'sm_1' for '--target <TARGET>': these are known: sm_10 "),
        ("eval --ptx 9.9", "invalid value '9.9' for '--ptx <PTX>': these are known: 1.0 "),
        ("decode --arch sm_40", "these are known: sm_50 sm_52 sm_53 sm_60 sm_61 sm_62 sm_70 sm_72 sm_75 "),
        ("encode --stream", "unexpected argument '--stream' found"),
        ("sweep", "the following required arguments were not provided:\n  <FUNCTION>"),
        ("sweep NOPE", "`NOPE` cannot be swept on sm_90"),
        ("sweep div.approx.f32", "`div.approx.f32` cannot be swept"),
        ("sweep tanh.approx.f32 --target sm_70", "cannot be swept on sm_70"),
        ("sweep RCP --from 3g", "invalid value '3g' for '--from <BITS>': wanted is a hexadecimal pattern of 32 bits"),
        ("sweep RCP --from 2 --to 1", "the range is empty: 00000002 comes after 00000001"),
        ("sweep tanh.approx.bf16 --to 10000", "10000 has more than the 16 bits of an operand of tanh.approx.bf16"),
        ("sweep RCP --fast", "unexpected argument '--fast' found"),
        ("sweep RCP --to", "a value is required for '--to <BITS>'"),
        ("sweep RCP RSQ", "unexpected argument 'RSQ' found"),
        ("sweep RCP --json --raw", "'--json' cannot be used with '--raw'"),
        ("mma --chip H100", "required arguments were not provided:\n  --ab <AB>"),
        ("mma --chip P100 --ab fp16", "invalid value 'P100' for '--chip <CHIP>': these are known: V100 T4 A100 "),
        ("mma --chip H100 --ab fp8", "invalid value 'fp8' for '--ab <AB>': these are known: fp16 bf16 tf32 "),
        ("mma --chip V100 --ab bf16", "sm_70 has nothing for what is asked; it has\n  --path mma.sync --ab F16 --cd F32\n"),
        ("mma --chip A100 --path wgmma --ab fp16", "sm_80 has nothing for what is asked"),
        ("mma --chip A100 --ab fp16 no-such-file", "no-such-file: No such file"),
    ];
    for (line, message) in rows {
        let complaint = said(line, "").unwrap_err();
        assert!(complaint.contains(message), "{line}: {complaint}");
    }
}
