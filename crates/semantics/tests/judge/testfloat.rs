//! The judge Berkeley TestFloat: vectors with results and flags, in `tests/data/testfloat`.

use flate2::read::GzDecoder;
use semantics::rounding::Mode;
use std::io::Read;
use std::path::Path;

/// The lines of one function in one mode: operands, result, flags.
pub fn vectors(function: &str, mode: Mode) -> Vec<Vec<u64>> {
    let name = match mode {
        Mode::Rn => "near_even",
        Mode::Rz => "minMag",
        Mode::Rm => "min",
        Mode::Rp => "max",
        Mode::Rna | Mode::Rs => panic!("no vectors are of this mode"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/testfloat/{function}.{name}.txt.gz"));
    let file = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    GzDecoder::new(&file[..]).read_to_string(&mut text).expect("gzip text");
    text.lines().map(|line| line.split(' ').map(|word| u64::from_str_radix(word, 16).expect("hex")).collect()).collect()
}
