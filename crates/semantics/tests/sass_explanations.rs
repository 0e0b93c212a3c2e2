//! Whole explanations of machine instructions, held word for word.
//!
//! Each case is a file under `explanations/`. After a deliberate change of wording run the test with `ULPSCOPE_BLESS=1` and read the
//! difference before committing it.

use semantics::instruction::{Context, Target};
use semantics::line::run;
use semantics::trace::{sentence, text};

fn check(name: &str, line: &str) {
    let context = Context { target: Target::SM_53, ..Context::default() };
    let trace = run(line, &context).unwrap_or_else(|error| panic!("{line}: {}", error.message)).trace;
    let story = format!("{line}\n\n{}Why: {}\n", text::story(&trace), sentence::why(&trace.steps));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/explanations/{name}.txt"));
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(&path, &story).expect("write the explanation");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(story, kept, "{name} tells another story; if that is meant, run with ULPSCOPE_BLESS=1");
}

#[test]
fn explanations_stay_word_for_word() {
    check("sass_hmul2_lanes", "R1=3c013e00 R2=40483c01 | HMUL2 R0, R1, -R2.H1_H1;");
    check("sass_hmul2_zero_wins", "R1=3c007c00 R2=00013c00 | HMUL2.FMZ.SAT R0, |R1|, R2.H1_H1;");
    check("sass_hmul2_single", "R1=04000400 c[0x3][0x10]=3effffff | HMUL2.F32 R0, R1, c[0x3][0x10];");
    check("sass_f2f_narrow", "R1=3f801000 | F2F.F16.F32 R0.CC, -|R1|;");
    check("sass_f2f_whole", "R1=c0200000 | F2F.F32.F32.ROUND R0, R1;");
    check("sass_mufu_sine", "R1=3f800000 | RRO.SINCOS R0, -R1; MUFU.SIN.SAT R0, -R0;");
}
