//! The judge Berkeley TestFloat: vectors with results and flags, kept outside the project (they are large).

use flate2::read::GzDecoder;
use semantics::rounding::Mode;
use std::io::Read;

/// The lines of one function in one mode: operands, result, flags. None where the vectors are missing.
pub fn vectors(function: &str, mode: Mode) -> Option<Vec<Vec<u64>>> {
    let name = match mode {
        Mode::Rn => "near_even",
        Mode::Rz => "minMag",
        Mode::Rm => "min",
        Mode::Rp => "max",
        Mode::Rna => "near_maxMag",
        Mode::Rs => return None,
    };
    let folder = super::outside("oracles/testfloat")?;
    let file = std::fs::read(folder.join(format!("{function}.{name}.txt.gz"))).expect("a vector file of that name");
    let mut text = String::new();
    GzDecoder::new(&file[..]).read_to_string(&mut text).expect("gzip text");
    Some(text.lines().map(|line| line.split(' ').map(|word| u64::from_str_radix(word, 16).expect("hex")).collect()).collect())
}
