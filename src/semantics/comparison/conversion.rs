//! `cvt` between floating-point formats, which computations by way of another format need between their instructions.
//!
//! A conversion is the core's own [`convert`] or [`round_to_whole`]; here are only its spelling and its rules, which are those of F2F as
//! ptxas folds it. A single that is rounded to TF32 stays in its 32 bits with the lowest 13 clear.

use crate::number::{BF16, F16, F32, F64, Float, Format, TF32};
use crate::operation::{Answer, Incoming, convert, round_to_whole};
use crate::rounding::{Mode, NanRule, Range, Rules, Subnormals};
use crate::trace::Recorder;

/// The low bits of a single that TF32 has not: a register holds its 19 bits above 13 zeros.
const TF32_SPARE: u32 = 13;

/// A type of `cvt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `.f16`
    F16,
    /// `.bf16`
    Bf16,
    /// `.tf32`
    Tf32,
    /// `.f32`
    F32,
    /// `.f64`
    F64,
}

impl Type {
    const ALL: [(&'static str, Type); 5] =
        [("f16", Type::F16), ("bf16", Type::Bf16), ("tf32", Type::Tf32), ("f32", Type::F32), ("f64", Type::F64)];

    /// The word behind the dot.
    pub fn name(self) -> &'static str {
        Type::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
    }

    /// The format of the register: that of a single for TF32.
    pub fn format(self) -> &'static Format {
        match self {
            Type::F16 => F16::ROW,
            Type::Bf16 => BF16::ROW,
            Type::Tf32 | Type::F32 => F32::ROW,
            Type::F64 => F64::ROW,
        }
    }
}

/// One `cvt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// What is read.
    pub from: Type,
    /// What is written.
    pub to: Type,
    /// How it is rounded.
    pub mode: Mode,
    /// Whether to a whole number: `.rni` and its like.
    pub whole: bool,
}

impl Conversion {
    /// A conversion in a mode.
    pub const fn new(mode: Mode, to: Type, from: Type) -> Conversion {
        Conversion { from, to, mode, whole: false }
    }

    /// Reads `cvt.rn.f32.f64 %d, %a;`: the conversion, the register that is written and the one that is read.
    pub fn read(text: &str) -> Option<(Conversion, &str, &str)> {
        let (head, operands) = text.trim().trim_end_matches(';').split_once(char::is_whitespace)?;
        let (to_register, from_register) = operands.split_once(',')?;
        let mut words = head.split('.');
        if words.next() != Some("cvt") {
            return None;
        }
        let (mut mode, mut whole, mut types) = (Mode::Rn, false, Vec::new());
        for word in words {
            let rounding = word.strip_suffix('i').filter(|_| word.len() == 3);
            if let Some(named) = Mode::ALL.into_iter().find(|mode| mode.name() == rounding.unwrap_or(word)) {
                (mode, whole) = (named, rounding.is_some());
            } else {
                types.push(Type::ALL.iter().find(|(name, _)| *name == word)?.1);
            }
        }
        let [to, from] = types[..] else { return None };
        let known = if whole { from == to && matches!(to, Type::F32 | Type::F64) } else { from != to };
        let register = |name: &str| !name.is_empty() && !name.contains(char::is_whitespace);
        let (to_register, from_register) = (to_register.trim(), from_register.trim());
        (known && register(to_register) && register(from_register)).then_some((
            Conversion { from, to, mode, whole },
            to_register,
            from_register,
        ))
    }

    /// The conversion as text, without registers: `cvt.rz.f32.f64`. What is always exact takes no rounding.
    pub fn name(&self) -> String {
        let widens = self.from.format().precision() < self.to.format().precision() && self.to != Type::Tf32;
        let suffix = if self.whole { "i" } else { "" };
        let mode = if widens { String::new() } else { [".", self.mode.name(), suffix].concat() };
        ["cvt", &mode, ".", self.to.name(), ".", self.from.name()].concat()
    }

    /// Converts bits.
    pub fn apply(&self, bits: u64, recorder: &mut impl Recorder) -> Answer {
        let halves = [self.from, self.to].iter().any(|one| matches!(one, Type::F16 | Type::Bf16));
        let nan = if halves { NanRule::Canonical } else { NanRule::Payload };
        let rules = Rules { mode: self.mode, subnormals: Subnormals::Keep, range: Range::Full, nan };
        let source = Incoming::plain(self.from.format(), bits);
        match self.to {
            Type::F32 | Type::F64 if self.from == self.to => round_to_whole(source, &rules, recorder),
            Type::Tf32 => {
                let answer = convert(source, &TF32, &rules, recorder);
                Answer { bits: answer.bits << TF32_SPARE, ..answer }
            }
            to => convert(source, to.format(), &rules, recorder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Silent;

    #[test]
    fn conversions_are_read_named_and_run() {
        let check = |text: &str, bits: u64, expected: u64| {
            let (conversion, _, _) = Conversion::read(&format!("{text} %d, %a;")).unwrap();
            assert_eq!(conversion.name(), text);
            assert_eq!(conversion.apply(bits, &mut Silent).bits, expected, "{text}");
        };
        check("cvt.rn.f32.f64", 0x3fb9_9999_9999_999a, 0x3dcc_cccd);
        check("cvt.rz.f32.f64", 0x3fb9_9999_9999_999a, 0x3dcc_cccc);
        check("cvt.f64.f32", 0x3dcc_cccd, 0x3fb9_9999_a000_0000);
        check("cvt.rn.f16.f32", 0x3dcc_cccd, 0x2e66);
        check("cvt.f32.bf16", 0x3dcd, 0x3dcd_0000);
        check("cvt.rz.tf32.f32", 0x3dcc_cccd, 0x3dcc_c000);
        check("cvt.rn.tf32.f32", 0x7f7f_ffff, 0x7f80_0000);
        check("cvt.rzi.f32.f32", 0x406c_cccd, 0x4040_0000);
        assert_eq!(Conversion::read("cvt.rn.f32.f32 a, b"), None);
        assert_eq!(Conversion::read("cvt.s32.f32 a, b"), None);
        assert_eq!(Conversion::read("cvt"), None);
    }
}
