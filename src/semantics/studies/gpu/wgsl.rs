//! The shaders, all with the same two bindings: four words that say what to do, and the words that come out. Operands come from the four words, so
//! that nothing is computed when a shader is compiled; one operation stands in a shader, so that nothing is joined with another.

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

/// What is run over many operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The operand itself: whether bits pass through unharmed.
    Itself,
    /// A function.
    Function(Function),
}

impl Of {
    /// The result's bits, of `bits` and `x`.
    fn bits(self) -> String {
        match self {
            Of::Itself => "bitcast<u32>(x)".to_owned(),
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
        let (bits, canonical) = (self.bits(), self.canonical());
        format!(
            "{HEAD}@group(0) @binding(1) var<storage, read_write> sums: array<atomic<u32>>;
var<workgroup> part: array<atomic<u32>, 2>;
fn mix(word: u32) -> u32 {{
  var h = word;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  h *= 0x846ca68bu;
  return h ^ (h >> 16u);
}}
@compute @workgroup_size({GROUP})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32, @builtin(num_workgroups) groups: vec3u) {{
  var a = 0u;
  var b = 0u;
  for (var at = id.x; at < asked.y; at += groups.x * {GROUP}u) {{
    let bits = asked.x + at;
    let x = bitcast<f32>(bits);
    let got = {bits};
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
        let bits = self.bits();
        format!(
            "{HEAD}@group(0) @binding(1) var<storage, read_write> results: array<u32>;
@compute @workgroup_size({GROUP})
fn main(@builtin(global_invocation_id) id: vec3u) {{
  let x = bitcast<f32>(asked.x + id.x);
  results[id.x] = {bits};
}}
"
        )
    }
}

impl Probe {
    /// The shader of the probe: its operands are the first three words.
    #[must_use]
    pub fn shader(&self) -> String {
        let enable = if self.half { "enable f16;\n" } else { "" };
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
