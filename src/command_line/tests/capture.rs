//! `ulp capture`: the files for the CUDA program.

use crate::said;

#[test]
fn the_plan_is_written_to_a_folder() {
    let folder = std::env::temp_dir().join(format!("ulpscope-plan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    said(&format!("capture plan --target sm_95 --ptx=9.9 {}", folder.display()), "").unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("forms.h").contains("F32, SOURCES_3(F32, F32, F32), \"fma.rn.ftz.f32 %0, %1, %2, %3;\")\n"));
    // A chip between two of the table's counts as the older.
    assert!(read("job.txt").starts_with("target sm_90a\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}
