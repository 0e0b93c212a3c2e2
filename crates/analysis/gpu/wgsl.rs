//! The shaders, all with the same two bindings: four words that say what to do, and the words that come out. Operands come from the four words, so
//! that nothing is computed when a shader is compiled; one operation stands in a shader, so that nothing is joined with another.

use super::function::Takes;
use super::hash::SECOND;
use super::{Function, Probe};
use crate::sweep::measure::Kind;

/// Threads in a workgroup: what every GPU grants.
pub const GROUP: u32 = 256;
/// The operands of which the results are read back at once: 65,535 workgroups would be allowed.
pub const READ: u32 = 1 << 20;
/// The workgroups that share a window's hash.
pub const HASH_GROUPS: u32 = 1024;

const HEAD: &str = "@group(0) @binding(0) var<uniform> asked: vec4u;\n";
const HALVES: &str = "enable f16;\n";

/// [`super::hash::mix`].
const MIX: &str = "fn mix(word: u32) -> u32 {
  var h = word;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  return h ^ (h >> 16u);
}
";

/// What is run over many operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The operand itself: whether bits pass through unharmed.
    Itself,
    /// A function.
    Function(Function),
}

impl Of {
    fn takes(self) -> Takes {
        match self {
            Of::Itself => Takes::Single,
            Of::Function(function) => function.takes,
        }
    }

    /// What stands before everything.
    fn head(self) -> String {
        [if self.takes() == Takes::Halves { HALVES } else { "" }, HEAD, MIX].concat()
    }

    /// The operands of the input `bits`: [`Function::operands`].
    fn operands(self) -> String {
        let mixed = match self.takes() {
            Takes::Single => return "let x = bitcast<f32>(bits);".to_owned(),
            Takes::Singles => {
                "let second = mix(first + SECONDu);
    let shift = (first >> 23u) & 63u;
    let exponent = min(max(((bits >> 23u) & 255u) + shift + ((second >> 23u) & 63u), 64u) - 64u, 254u);
    let x = bitcast<f32>(bits);
    let y = bitcast<f32>((first & 0x807fffffu) | ((95u + shift) << 23u));
    let z = bitcast<f32>((second & 0x807fffffu) | (exponent << 23u));"
            }
            // Halves become f16 by way of singles, which changes none: Naga has no bitcast from one word to two halves.
            Takes::Halves => {
                "let exponent = min(max(((bits >> 10u) & 31u) + ((bits >> 26u) & 31u) + ((first >> 16u) & 31u), 31u) - 31u, 30u);
    let both = unpack2x16float(bits);
    let x = f16(both.x);
    let y = f16(both.y);
    let z = f16(unpack2x16float((first & 0x83ffu) | (exponent << 10u)).x);"
            }
        };
        ["let first = mix(bits);\n    ", &mixed.replace("SECOND", &SECOND.to_string())].concat()
    }

    /// The result's bits, of the operands.
    fn bits(self) -> String {
        match self {
            Of::Itself => "bitcast<u32>(x)".to_owned(),
            Of::Function(function) if function.is_half() => ["pack2x16float(vec2f(f32(", function.wgsl, "), 0.0))"].concat(),
            Of::Function(function) if function.kind == Kind::Half => function.wgsl.to_owned(),
            Of::Function(function) => ["bitcast<u32>(", function.wgsl, ")"].concat(),
        }
    }

    /// The same with one NaN for all.
    fn canonical(self) -> &'static str {
        match self {
            Of::Function(function) if function.kind == Kind::Half => "select(got, 0x7fffu, (got & 0x7fffu) > 0x7c00u)",
            _ => "select(got, 0x7fffffffu, (got & 0x7fffffffu) > 0x7f800000u)",
        }
    }

    /// The shader that hashes `asked.y` operands from `asked.x` on into two words.
    #[must_use]
    pub fn hash(self) -> String {
        let (head, operands, result, canonical) = (self.head(), self.operands(), self.bits(), self.canonical());
        format!(
            "{head}@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
var<workgroup> part: array<atomic<u32>, 2>;
@compute @workgroup_size({GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(num_workgroups) groups: vec3u) {{
  var a = 0u;
  var b = 0u;
  for (var at = id.x; at < asked.y; at += groups.x * {GROUP}u) {{
    let bits = asked.x + at;
    {operands}
    let got = {result};
    let h = mix({canonical} ^ mix(bits));
    a += h;
    b += mix(h + {SECOND}u);
  }}
  if (lane == 0u) {{
    atomicStore(&part[0], 0u);
    atomicStore(&part[1], 0u);
  }}
  workgroupBarrier();
  atomicAdd(&part[0], a);
  atomicAdd(&part[1], b);
  workgroupBarrier();
  if (lane == 0u) {{
    atomicAdd(&sums[0], atomicLoad(&part[0]));
    atomicAdd(&sums[1], atomicLoad(&part[1]));
  }}
}}
"
        )
    }

    /// The shader that gives the results of operands from `asked.x` on, a word each.
    #[must_use]
    pub fn read(self) -> String {
        let (head, operands, result) = (self.head(), self.operands(), self.bits());
        format!(
            "{head}@group(0) @binding(1) var<storage, read_write> results: array<u32>;
@compute @workgroup_size({GROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {{
    let bits = asked.x + id.x;
    {operands}
    results[id.x] = {result};
}}
"
        )
    }
}

impl Probe {
    /// The shader of the probe: its operands are the first three words.
    #[must_use]
    pub fn shader(&self) -> String {
        let enable = if self.half { HALVES } else { "" };
        format!(
            "{enable}{HEAD}@group(0) @binding(1) var<storage, read_write> results: array<u32>;
@compute @workgroup_size(1)
fn main() {{
  let A = asked.x;
  let B = asked.y;
  let C = asked.z;
  let a = bitcast<f32>(A);
  let b = bitcast<f32>(B);
  let c = bitcast<f32>(C);
  results[0] = {};
}}
",
            self.wgsl
        )
    }
}
