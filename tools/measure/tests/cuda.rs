//! The files for the CUDA program.

use crate::said;
use std::process::Command;

#[test]
fn the_plan_is_written_to_a_folder() {
    let folder = std::env::temp_dir().join(format!("ulpscope-plan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    said(&format!("plan --target sm_95 --ptx=9.9 {}", folder.display())).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("forms.h").contains("F32, SOURCES_3(F32, F32, F32), \"fma.rn.ftz.f32 %0, %1, %2, %3;\")\n"));
    // A chip between two of the table's counts as the older.
    assert!(read("job.txt").starts_with("target sm_90\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The CUDA program with the forms of each generation, where there is a compiler: `ULPSCOPE_NVCC` names it, or it stands in the search path.
#[test]
fn the_cuda_program_compiles_for_every_generation() {
    let nvcc = std::env::var("ULPSCOPE_NVCC").unwrap_or("nvcc".into());
    if Command::new(&nvcc).arg("--version").output().is_err() {
        println!("no nvcc: the CUDA program was not compiled");
        return;
    }
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/capture.cu");
    for target in ["sm_75", "sm_80", "sm_89", "sm_90", "sm_100", "sm_103", "sm_120"] {
        let folder = std::env::temp_dir().join(format!("ulpscope-nvcc-{}-{target}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        said(&format!("plan --target {target} --ptx 9.1 {}", folder.display())).unwrap();
        let mut compile = Command::new(&nvcc);
        let job = std::fs::read_to_string(folder.join("job.txt")).unwrap();
        let own = job.lines().next().unwrap().trim_start_matches("target sm_");
        assert!(own.starts_with(target.trim_start_matches("sm_")));
        compile.args(["-std=c++17", "-c", &format!("-gencode=arch=compute_{own},code=sm_{own}"), "-I"]).arg(&folder);
        let run = compile.args([source, "-o"]).arg(folder.join("capture.o")).output().unwrap();
        let said = [run.stdout, run.stderr].concat();
        assert!(run.status.success(), "{target}: {}", String::from_utf8_lossy(&said).lines().take(20).collect::<Vec<_>>().join("\n"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
