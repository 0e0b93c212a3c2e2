//! Halves, bfloat16 and FP8 in PTX: pairs in one register, conversions, and what nvcc's headers make where a chip has no instruction.

use super::call::Operand;
use super::lower::{Lowering, Value};
use super::parse::Reader;
use super::tree::{Id, Kind, Tree};
use super::types::CType;
use crate::instruction::{Context, Target};
use crate::number::{OperandType, Pattern};

/// Types of cuda_fp16.h, cuda_bf16.h, cuda_fp8.h and cuda_fp4.h, with what their arithmetic is in; a `_raw` type is the bits of the other.
const NARROW: [(&str, CType); 29] = [
    ("__half", CType::Half),
    ("half", CType::Half),
    ("__half_raw", CType::Half),
    ("__nv_half", CType::Half),
    ("nv_half", CType::Half),
    ("__half2", CType::Halves),
    ("half2", CType::Halves),
    ("__half2_raw", CType::Halves),
    ("__nv_half2", CType::Halves),
    ("nv_half2", CType::Halves),
    ("__nv_bfloat16", CType::Brain),
    ("nv_bfloat16", CType::Brain),
    ("bfloat16", CType::Brain),
    ("__nv_bfloat16_raw", CType::Brain),
    ("__nv_bfloat162", CType::Brains),
    ("nv_bfloat162", CType::Brains),
    ("__nv_bfloat162_raw", CType::Brains),
    ("__nv_fp8_e4m3", CType::E4m3),
    ("__nv_fp8_e5m2", CType::E5m2),
    ("__nv_fp8_storage_t", CType::UnsignedChar),
    ("__nv_fp8x2_storage_t", CType::UnsignedShort),
    ("__nv_fp8x4_storage_t", CType::Unsigned),
    ("__nv_fp4_storage_t", CType::UnsignedChar),
    ("__nv_fp4x2_storage_t", CType::UnsignedChar),
    ("__nv_fp4x4_storage_t", CType::UnsignedShort),
    ("__nv_saturation_t", CType::Int),
    ("__nv_fp8_interpretation_t", CType::Int),
    ("__nv_fp4_interpretation_t", CType::Int),
    ("cudaRoundMode", CType::Int),
];
/// Two numbers of 16 bits in one register, and one of them out of it.
const PACK: &str = "mov.b32 {}, {{0}, {1}};";
const LANES: [&str; 2] = ["mov.b32 {{}, _}, {0};", "mov.b32 {_, {}}, {0};"];

/// The type of halves, bfloat16 or FP8 that a word names.
pub(super) fn narrow(word: &str) -> Option<CType> {
    NARROW.iter().find(|(name, _)| *name == word).map(|(_, own)| *own)
}

impl CType {
    /// The type of each of the two numbers that it holds.
    pub(super) fn lane(self) -> Option<CType> {
        match self {
            CType::Halves => Some(CType::Half),
            CType::Brains => Some(CType::Brain),
            _ => None,
        }
    }

    /// A member of it that is no structure's: one of two numbers, or the bits of a narrow number.
    pub(super) fn narrow_member(self, name: &str) -> Option<(CType, usize)> {
        match (self, name) {
            (CType::Halves | CType::Brains, "x") => Some((self.lane()?, 0)),
            (CType::Halves | CType::Brains, "y") => Some((self.lane()?, 1)),
            (CType::Half | CType::Brain, "x") | (CType::E4m3 | CType::E5m2, "__x") => Some((self.bits(), 0)),
            _ => None,
        }
    }

    /// The integer that has the bits of a narrow number.
    pub(super) fn bits(self) -> CType {
        if matches!(self, CType::E4m3 | CType::E5m2) { CType::UnsignedChar } else { CType::UnsignedShort }
    }

    /// The bits of its values.
    pub(super) fn mask(self) -> u64 {
        if self.lane().is_some() { 0xffff_ffff } else { self.format().mask() }
    }

    /// The bits of signs in it.
    pub(super) fn sign_mask(self) -> u64 {
        if self.lane().is_some() { 0x8000_8000 } else { self.format().sign_mask() }
    }

    /// How its numbers are shown.
    pub(super) fn shown(self) -> OperandType {
        OperandType { format: self.format(), lanes: if self.lane().is_some() { 2 } else { 1 } }
    }

    /// A number of it as an argument of a kernel: bits where a parameter has no type for it.
    pub(super) fn proposed(self, place: usize) -> String {
        let bits = self.example(place);
        match self.needs_register() {
            true => format!("0x{bits:0digits$x}", digits = 2 * self.size() as usize),
            false => Pattern::new(self.format(), bits).digits(),
        }
    }

    /// Whether a number of it is no operand of an instruction: it is moved into a register first.
    pub(super) fn needs_register(self) -> bool {
        matches!(self, CType::E4m3 | CType::E5m2 | CType::Half | CType::Brain | CType::Halves | CType::Brains)
    }
}

impl Tree {
    /// One of the two numbers of a pair, or the bits of another narrow number.
    pub fn lane(&mut self, pair: Id, place: usize) -> Id {
        let Some(own) = self.own(pair).lane() else {
            let own = self.own(pair).bits();
            return match self.nodes[pair].kind {
                Kind::Constant(bits, _) => self.number(own, bits, None, 0..0),
                _ => self.node(Kind::Line("cvt.u32.u16 {}, {0};".to_owned(), vec![pair]), own, 0..0),
            };
        };
        match &self.nodes[pair].kind {
            Kind::Constant(bits, _) => self.number(own, bits >> (16 * place), None, 0..0),
            Kind::Line(text, all) if text == PACK => all[place],
            _ => self.node(Kind::Line(LANES[place].to_owned(), vec![pair]), own, 0..0),
        }
    }

    /// A pair of which one number is another.
    pub fn with_lane(&mut self, pair: Id, place: usize, value: Id) -> Id {
        let own = self.own(pair);
        let mut lanes = [0, 1].map(|place| self.lane(pair, place));
        lanes[place] = value;
        self.paired(lanes, own)
    }

    /// The narrow number that some bits are.
    pub fn of_bits(&mut self, bits: Id, own: CType) -> Id {
        let bits = self.converted(bits, own.bits());
        match self.nodes[bits].kind {
            Kind::Constant(bits, _) => self.number(own, bits, None, 0..0),
            _ => self.node(Kind::Line("cvt.u16.u32 {}, {0};".to_owned(), vec![bits]), own, 0..0),
        }
    }

    /// Two numbers as a pair.
    pub fn paired(&mut self, [low, high]: [Id; 2], own: CType) -> Id {
        let lane = own.lane().unwrap_or(CType::Half);
        let (low, high) = (self.converted(low, lane), self.converted(high, lane));
        let from = |id: Id, place: usize| match &self.nodes[id].kind {
            Kind::Line(text, all) if text == LANES[place] && self.own(all[0]) == own => Some(all[0]),
            _ => None,
        };
        match (&self.nodes[low].kind, &self.nodes[high].kind) {
            (Kind::Constant(a, _), Kind::Constant(b, _)) => {
                let bits = a | b << 16;
                self.number(own, bits, None, 0..0)
            }
            _ if from(low, 0).is_some() && from(low, 0) == from(high, 1) => from(low, 0).unwrap_or(low),
            _ => self.node(Kind::Line(PACK.to_owned(), vec![low, high]), own, 0..0),
        }
    }
}

/// Whether a chip has no arithmetic of bfloat16 but fma.
pub(super) fn is_older(context: &Context) -> bool {
    context.target < Target::SM_90
}

/// Lines of bfloat16 as cuda_bf16.hpp has them for chips before sm_90: sums and products are fmas with 1, -1 and -0.
pub(super) fn older(line: &str, temporary: impl FnOnce(&'static str) -> String) -> Option<Vec<String>> {
    let (name, operands) = line.strip_suffix(';')?.split_once(' ')?;
    let (operation, own) = name.split_once('.')?;
    let own = own.trim_start_matches("rn.");
    let operands: Vec<&str> = operands.split(", ").collect();
    if let ("cvt.f32.bf16", [to, from]) = (name, &operands[..]) {
        return Some(vec![format!("mov.b32 {to}, {{0, {from}}};")]);
    }
    let [to, a, b] = operands[..] else { return None };
    let (bits, order) = match operation {
        "add" => ("3F80", 0),
        "sub" => ("BF80", 1),
        "mul" => ("8000", 2),
        _ => return None,
    };
    let (constant, kind, stem) = match own {
        "bf16" => (bits.to_owned(), "b16", "h"),
        "bf16x2" => (bits.repeat(2), "b32", "r"),
        _ => return None,
    };
    let with = temporary(stem);
    let sources = [[a, &with, b], [b, &with, a], [a, b, &with]][order].join(", ");
    Some(vec![format!("mov.{kind} {with}, 0x{constant};"), format!("fma.rn.{own} {to}, {sources};")])
}

impl Lowering<'_> {
    /// A conversion from or to a number of 8 bits, or from a half to a small integer; None where it is like others.
    pub(super) fn narrowed(&mut self, id: Id, own: CType, source: CType, from: &str) -> Option<Value> {
        let eighth = |own: CType| matches!(own, CType::E4m3 | CType::E5m2);
        let by_float = source == CType::Brain && own.is_integer() && (own < CType::Int || is_older(self.context));
        let whole = by_float || matches!(source, CType::Half | CType::Brain) && own < CType::Int;
        if !eighth(own) && !eighth(source) && !whole {
            return None;
        }
        let to = self.fresh(id, own);
        let mut lines = Vec::new();
        match (own, source) {
            (_, CType::Float) => lines.push(format!("cvt.rn.satfinite{}x2.f32 {to}, 0f00000000, {from};", own.ptx())),
            (_, CType::Half) if eighth(own) => {
                let pair = self.temporary("r");
                lines.push(format!("cvt.u32.u16 {pair}, {from};"));
                lines.push(format!("cvt.rn.satfinite{}x2.f16x2 {to}, {pair};", own.ptx()));
            }
            _ if eighth(source) => {
                let pair = self.temporary("r");
                lines.push(format!("cvt.rn.f16x2{}x2 {pair}, {from};", source.ptx()));
                lines.push(format!("cvt.u16.u32 {to}, {pair};"));
            }
            _ if by_float => {
                let float = self.temporary("f");
                lines.push(format!("cvt.f32.bf16 {float}, {from};"));
                lines.push(format!("cvt.rzi{}.f32 {to}, {float};", own.ptx()));
            }
            _ => lines.push(format!("cvt.rzi{}{} {to}, {from};", own.ptx(), source.ptx())),
        }
        lines.into_iter().for_each(|line| self.ptx(line, ""));
        Some(Value::Is { operand: Operand::Register(to), negative: false })
    }
}

impl Reader<'_> {
    /// A value in another type, where the headers write the conversion out: that is a function of the library.
    pub(super) fn narrow_cast(&mut self, value: Id, own: CType, at: usize) -> Id {
        let value = self.sliced(value, own);
        if let Some(made) = self.converted_by_member(value, own, at) {
            return made;
        }
        let from = self.tree.own(value);
        let eighth = |own: CType| matches!(own, CType::E4m3 | CType::E5m2);
        let emulates = self.context.target < Target::SM_89;
        let name = match (from, own) {
            (CType::Double, _) if eighth(own) => "__nv_cvt_double_to_fp8",
            (CType::Half, _) if eighth(own) && emulates => "__nv_cvt_halfraw_to_fp8",
            (_, _) if eighth(own) && emulates && !eighth(from) => "__nv_cvt_float_to_fp8",
            (_, _) if eighth(from) && emulates && from != own => "__nv_cvt_fp8_to_halfraw",
            (CType::Double, CType::Brain) if is_older(self.context) => "__double2bfloat16",
            (CType::Long, CType::Brain) if is_older(self.context) => "__ll2bfloat16_rn",
            (CType::UnsignedLong, CType::Brain) if is_older(self.context) => "__ull2bfloat16_rn",
            (CType::Unsigned, CType::Brain) if is_older(self.context) => "__uint2bfloat16_rn",
            (_, CType::Brain) if is_older(self.context) && from.is_integer() => "__int2bfloat16_rn",
            _ => return self.tree.converted(value, own),
        };
        let kind = if eighth(own) { own } else { from };
        let mut arguments = vec![value];
        if eighth(kind) {
            let interpretation = u64::from(kind == CType::E5m2);
            let (yes, which) = (self.tree.number(CType::Int, 1, None, 0..0), self.tree.number(CType::Int, interpretation, None, 0..0));
            arguments.extend(if eighth(own) { vec![yes, which] } else { vec![which] });
        }
        if eighth(from) {
            arguments[0] = self.tree.lane(value, 0);
        }
        let Some(made) = self.intrinsic(name, arguments, at) else { return self.tree.converted(value, own) };
        match eighth(own) {
            true => self.tree.of_bits(made, own),
            false => self.tree.converted(made, own),
        }
    }
}
