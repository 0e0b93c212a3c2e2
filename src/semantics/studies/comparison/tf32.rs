//! `cvt.rn.tf32.f32`, the one conversion that stands in no row of the table: a single rounded to the 19 bits of TF32, in its 32 bits.
//!
//! Computations by way of TF32 need it between their instructions. The lowest 13 bits of the register are clear, so that it is read as a
//! single. Every other `cvt` is a row like any instruction.

use crate::number::{F32, Float, TF32};
use crate::operation::{Incoming, convert};
use crate::rounding::{Mode, NanRule, Range, Rules, Subnormals};
use crate::trace::Recorder;

/// The low bits of a single that TF32 has not.
const SPARE: u32 = 13;

/// Reads `cvt.rn.tf32.f32 %d, %a;`: the mode, the register that is written and the one that is read.
pub fn read(text: &str) -> Option<(Mode, &str, &str)> {
    let (head, operands) = text.trim().trim_end_matches(';').split_once(char::is_whitespace)?;
    let mode = Mode::ALL.into_iter().find(|mode| name(*mode) == head)?;
    let (to, from) = operands.split_once(',')?;
    let register = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
    let (to, from) = (to.trim(), from.trim());
    (register(to) && register(from)).then_some((mode, to, from))
}

/// The instruction without registers.
pub fn name(mode: Mode) -> String {
    ["cvt.", mode.name(), ".tf32.f32"].concat()
}

/// Rounds a single.
pub fn apply(mode: Mode, bits: u64, recorder: &mut impl Recorder) -> u64 {
    let rules = Rules { mode, subnormals: Subnormals::Keep, range: Range::Full, nan: NanRule::Payload };
    convert(Incoming::plain(F32::ROW, bits), &TF32, &rules, recorder).bits << SPARE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;

    #[test]
    fn singles_are_rounded_in_place() {
        let check = |text: &str, bits: u64, expected: u64| {
            let line = format!("{text} %d, %a;");
            let (mode, to, from) = read(&line).unwrap();
            assert_eq!((name(mode).as_str(), to, from), (text, "%d", "%a"));
            assert_eq!(apply(mode, bits, &mut Silent), expected, "{text}");
        };
        check("cvt.rz.tf32.f32", 0x3dcc_cccd, 0x3dcc_c000);
        check("cvt.rn.tf32.f32", 0x7f7f_ffff, 0x7f80_0000);
        assert_eq!(read("cvt.rn.f32.f64 a, b"), None);
        assert_eq!(read("cvt.rn.tf32.f32 a"), None);
        assert_eq!(read("cvt"), None);
    }
}
