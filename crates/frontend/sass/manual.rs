//! What NVIDIA's texts say that is no row of a table: examples, special values word for word, and what was doubtful about them.
//!
//! The texts are those on MUFU and F2F (SPA 5.0) and HMUL2 (SPA 5.3). A test compares the lines here with them; what they are compared
//! with on a page is computed.

use super::document::Document;
use crate::instruction::sass::{Instruction, Mnemonic, Role};
use crate::instruction::{Context, Target};
use crate::reading::ParsedSource;
use crate::register_file::RegisterFile;

/// The special-value lines of the MUFU text, word for word.
pub const SPECIAL_VALUES: &str = "\
COS(-denorm) gives 1.0 COS(-0.0) gives 1.0 COS(+0.0) gives 1.0 COS(+denorm) gives 1.0 COS(-Inf) gives NaN COS(+Inf) gives NaN COS(NaN) gives NaN
EX2(-denorm) gives +1.0 EX2(-0.0) gives +1.0 EX2(+0.0) gives +1.0 EX2(+denorm) gives +1.0 EX2(-Inf) or underflow gives +0.0 EX2(+Inf) or overflow gives +Inf EX2(NaN) gives NaN
LG2(-denorm) gives -Inf LG2(-0.0) gives -Inf LG2(+0.0) gives -Inf LG2(+denorm) gives -Inf LG2(-Inf) gives NaN LG2(+Inf) gives +Inf LG2( NaN) gives NaN
RCP(-denorm) gives -Inf RCP(-0.0) gives -Inf RCP(+0.0) gives +Inf RCP(+denorm) gives +Inf RCP(-Inf) gives -0.0 RCP(+Inf) gives +0.0 RCP(NaN) gives NaN
RSQ(-denorm) gives -Inf RSQ(-0.0) gives -Inf RSQ(+0.0) gives +Inf RSQ(+denorm) gives +Inf RSQ(-Inf) gives NaN RSQ(+Inf) gives +0.0 RSQ(NaN) gives NaN
SIN(-denorm) gives -0.0 SIN(-0.0) gives -0.0 SIN(+0.0) gives +0.0 SIN(+denorm) gives +0.0 SIN(-Inf) gives NaN SIN(+Inf) gives NaN SIN(NaN) gives NaN
RCP64H(-denorm) gives -Inf RCP64H(-0.0) gives -Inf RCP64H(+0.0) gives +Inf RCP64H(+denorm) gives +Inf RCP64H(-Inf) gives -0.0 RCP64H(+Inf) gives +0.0 RCP64H(NaN) gives NaN
RSQ64H(-denorm) gives -Inf RSQ64H(-0.0) gives -Inf RSQ64H(+0.0) gives +Inf RSQ64H(+denorm) gives +Inf RSQ64H(-Inf) gives NaN RSQ64H(+Inf) gives +0.0 RSQ64H(NaN) gives NaN
SQRT(-denorm) gives -0.0 SQRT(-0.0) gives -0.0 SQRT(+0.0) gives +0.0 SQRT(+denorm) gives +0.0 SQRT(-Inf) gives NaN SQRT(+Inf) gives +Inf SQRT(NaN) gives NaN";

/// The operands of those lines.
pub const OPERANDS: [&str; 7] = ["-Inf", "-denorm", "-0.0", "+0.0", "+denorm", "+Inf", "NaN"];

/// One entry of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialValue {
    /// The function.
    pub function: &'static str,
    /// The operand, as one of [`OPERANDS`].
    pub operand: &'static str,
    /// The result that is printed.
    pub printed: &'static str,
}

impl SpecialValue {
    /// Every entry, function by function.
    pub fn all() -> impl Iterator<Item = SpecialValue> {
        SPECIAL_VALUES.lines().flat_map(|line| {
            let function = line.split('(').next().unwrap_or("");
            line.split(function).skip(1).filter_map(move |entry| {
                let (operand, rest) = entry.trim_start().strip_prefix('(')?.split_once(')')?;
                let printed = rest.rsplit("gives ").next()?.trim();
                Some(SpecialValue { function, operand: operand.trim(), printed })
            })
        })
    }

    /// The bits of the operand, or of two if it is a class of many.
    pub fn bits(&self) -> Vec<u32> {
        let double = self.function.ends_with("64H");
        bits(self.operand, double)
    }

    /// The instructions that compute it on R1, range reduction included where the text asks for it.
    pub fn instructions(&self) -> String {
        let reduction = match self.function {
            "SIN" | "COS" => "RRO.SINCOS R1, R1; ",
            "EX2" => "RRO.EX2 R1, R1; ",
            _ => "",
        };
        format!("{reduction}MUFU.{} R0, R1;", self.function)
    }

    /// What the instructions give for an operand.
    pub fn computed(&self, operand: u32) -> Option<u32> {
        let mut registers = RegisterFile::default();
        registers.set("R1", operand.into());
        let context = Context { target: Target::SM_53, ..Context::default() };
        Document::read_64(&self.instructions(), &context).run(&registers)?.registers.get("R0").map(|bits| bits as u32)
    }

    /// Whether what is printed is what is computed, for all its operands.
    pub fn agrees(&self) -> bool {
        let expected = bits(self.printed, self.function.ends_with("64H"));
        self.bits().iter().all(|operand| self.computed(*operand) == expected.first().copied())
    }
}

/// The bits of a value as the text names it: of a single, or of the upper word of a double.
fn bits(name: &str, double: bool) -> Vec<u32> {
    let (infinity, denorm) = if double { (0x7ff0_0000, 0x000f_ffff) } else { (0x7f80_0000, 0x007f_ffff) };
    let sign = if name.starts_with('-') { 1 << 31 } else { 0 };
    match name.trim_start_matches(['+', '-']) {
        "denorm" => vec![sign | 1, sign | denorm],
        "0.0" => vec![sign],
        "Inf" => vec![sign | infinity],
        "NaN" => vec![0x7fff_ffff],
        "1.0" => vec![0x3f80_0000],
        _ => Vec::new(),
    }
}

/// What F2F's table of formats says of a pair: source, destination, status.
#[rustfmt::skip]
pub const FORMAT_PAIRS: [(&str, &str, bool); 9] = [
    ("F16", "F16", true), ("F16", "F32", true), ("F16", "F64", false),
    ("F32", "F16", true), ("F32", "F32", true), ("F32", "F64", true),
    ("F64", "F16", false), ("F64", "F32", true), ("F64", "F64", true),
];

/// Whether the rules let F2F convert between two formats, by their numbers in the word.
pub fn converts(from: u32, to: u32) -> bool {
    Mnemonic::F2f.rows().next().is_some_and(|row| {
        let instruction = Instruction::bare(row, Target::SM_53.number()).with(Role::To, to).with(Role::From, from);
        super::legality::errors(&instruction).is_empty()
    })
}
