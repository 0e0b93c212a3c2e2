//! What a chip is asked: every operand in a register of its class, in a program that the assembler takes.

use measure::plan::Plan;
use measure::probe::{Probe, register_class};
use semantics::instruction::{Context, Target, Version};
use semantics::number::OperandType;
use std::process::Command;

/// The instructions of a plan as one PTX program, each operand in a register of its class.
fn program(plan: &Plan) -> String {
    let head = format!(".version {}\n.target {}\n.address_size 64\n.entry forms()\n{{\n", plan.context.ptx, plan.context.target);
    let block = |probe: &Probe| {
        let sources = (0..probe.sources()).map(|source| probe.source_type(source));
        let types: Vec<OperandType> = core::iter::once(probe.destination_type()).chain(sources).collect();
        let declared = types.iter().enumerate().map(|(place, own)| format!(".reg .{} x{place}; ", register_class(*own).to_lowercase()));
        format!("{{ {}{} }}\n", declared.collect::<String>(), probe.assembly().replace('%', "x"))
    };
    plan.probes.iter().map(block).fold(head, |text, block| text + &block) + "ret;\n}\n"
}

#[test]
fn every_operand_has_a_register_of_its_own_type() {
    let text = |name: &str, sources| {
        let context = Context { target: Target::SM_100, ptx: Version::NEWEST };
        program(&Plan { probes: vec![Probe::find(name, sources, context).unwrap()], questions: Vec::new(), context })
    };
    assert!(text("cvt.rni.u8.f32", 1).contains("{ .reg .b16 x0; .reg .f32 x1; cvt.rni.u8.f32 x0, x1; }"));
    assert!(text("cvt.rn.f64.u64", 1).contains("{ .reg .f64 x0; .reg .b64 x1; cvt.rn.f64.u64 x0, x1; }"));
    assert!(text("fma.rz.f32.bf16", 3).contains("{ .reg .f32 x0; .reg .b16 x1; .reg .b16 x2; .reg .f32 x3; fma.rz"));
}

/// The program of every target that ptxas knows, where there is one: `ULPSCOPE_PTXAS` names it, or it stands in the search path.
#[test]
fn the_assembler_takes_the_whole_plan() {
    let ptxas = std::env::var("ULPSCOPE_PTXAS").unwrap_or("ptxas".into());
    if Command::new(&ptxas).arg("--version").output().is_err() {
        println!("no ptxas: no plan assembled");
        return;
    }
    let folder = std::env::temp_dir().join(format!("ulpscope-ptxas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for target in [Target::SM_75, Target::SM_80, Target::SM_90, Target::SM_100, Target::SM_120] {
        let path = folder.join(format!("{target}.ptx"));
        std::fs::write(&path, program(&Plan::new(Context { target, ptx: Version::NEWEST }))).unwrap();
        let run = Command::new(&ptxas).args(["--gpu-name", target.name(), "-o"]).arg(path.with_extension("cubin")).arg(&path).output();
        let run = run.unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{target}: {}", said.lines().take(20).collect::<Vec<_>>().join("\n"));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
