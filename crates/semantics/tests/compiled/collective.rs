//! Kernels whose threads meet, made from templates: `collective.cu` and the two beside it have each with the same without threads. A template
//! becomes a kernel for each type and each operation that it names; sizes take turns.

use super::cooperative::Source;
use semantics::number::Format;

const TEMPLATES: [&str; 3] = [include_str!("collective.cu"), include_str!("collective_matrices.cu"), include_str!("collective_votes.cu")];

/// The types, each by its letter: the name in C, and what buffers hold.
const TYPES: [(char, &str, &str); 6] = [
    ('f', "float", "f32"),
    ('d', "double", "f64"),
    ('i', "int", "u32"),
    ('u', "unsigned", "u32"),
    ('l', "unsigned long long", "u64"),
    ('h', "__half", "f16"),
];

/// How two numbers are joined, or two and a third. Signed sums wrap as unsigned ones. None where a type has no such operation; an operation
/// that no kernel calls is empty.
fn joined(own: char, operation: &str) -> Option<&'static str> {
    let floats = "fdh".contains(own);
    Some(match (operation.to_lowercase().as_str(), own) {
        ("add", 'h') => "__hadd(a, b)",
        ("max", 'h') => "__hgt(a, b) ? a : b",
        ("add", 'i') => "(int)((unsigned)a + (unsigned)b)",
        ("mul", 'i') => "(int)((unsigned)a * (unsigned)b)",
        ("mac", 'i') => "(int)((unsigned)a * (unsigned)b + (unsigned)c)",
        // Products of many keep within the range.
        ("mul", 'f') => "a * b * 0.0078125f",
        ("mul", 'd') => "a * b * 0.0078125",
        ("min", 'f') => "fminf(a, b)",
        ("max", 'f') => "fmaxf(a, b)",
        ("fused", 'f') => "fmaf(a, b, c)",
        ("fused", 'd') => "fma(a, b, c)",
        ("add", _) => "a + b",
        ("mul", _) => "a * b",
        ("mac", _) => "a * b + c",
        ("min", _) => "a < b ? a : b",
        ("max", _) => "a > b ? a : b",
        ("and", _) if !floats => "a & b",
        ("or", _) if !floats => "a | b",
        ("xor", _) if !floats => "a ^ b",
        ("less" | "copy", _) => "",
        _ => return None,
    })
}

/// What stands for the numbers of a block, in a kernel and without threads.
const BEGINNINGS: [[&str; 2]; 2] = [
    [
        "__shared__ $T s[$N];\nint t = threadIdx.x;\ns[t] = x[blockIdx.x * $N + t];\n__syncthreads();",
        "int t = threadIdx.x, lane = t & 31, warp = t >> 5;\n$T v = x[blockIdx.x * $N + t];",
    ],
    ["$T s[$N];\nfor (int t = 0; t < $N; t++) s[t] = x[b * $N + t];", ""],
];

/// A sum of products of numbers.
fn value(text: &str) -> usize {
    let product = |part: &str| part.split('*').map(|part| part.parse::<usize>().expect("a number")).product::<usize>();
    text.split('+').map(product).sum()
}

/// Every kernel that the templates make.
pub fn made() -> Vec<Source> {
    TEMPLATES.iter().flat_map(|text| text.split("\n//# ").skip(1)).flat_map(of_template).collect()
}

fn of_template(text: &str) -> Vec<Source> {
    let (head, rest) = text.split_once("\n// ").expect("what it takes");
    let (arguments, rest) = rest.split_once("\n// ").expect("its parameters");
    let (parameters, rest) = rest.split_once('\n').expect("a kernel");
    let (kernel, plain) = rest.split_once("// plain\n").expect("the same without threads");
    let [name, types, operations, sizes @ .., blocks] = &head.split(' ').collect::<Vec<_>>()[..] else { panic!("{head}") };
    let mut all = Vec::new();
    for operation in operations.split(',') {
        for own in types.chars() {
            let Some(join) = joined(own, operation) else { continue };
            let size = sizes[all.len() % sizes.len()];
            let (x, y) = size.split_once(',').unwrap_or((size, "1"));
            let (_, c, buffer) = TYPES.into_iter().find(|(letter, ..)| *letter == own).expect("a type");
            let name = format!("{name}_{own}_{operation}");
            let threads = value(&format!("{x}*{y}"));
            let count = threads * value(blocks);
            let root = if own == 'f' { "sqrtf" } else { "sqrt" };
            let words: [(&str, &str); 10] = [
                ("$J", &format!("join_{name}")),
                ("$T", c),
                ("$F", buffer),
                ("$N", &threads.to_string()),
                ("$C", &count.to_string()),
                ("$W", &threads.div_ceil(32).to_string()),
                ("$B", blocks),
                ("$X", x),
                ("$Y", y),
                ("$O", operation),
            ];
            let filled = |text: &str| words.iter().fold(text.replace("$Q", root), |text, (from, to)| text.replace(from, to));
            let body = |text: &str, [s, v]: [&str; 2]| filled(&text.replace("$S", s).replace("$V", v));
            let helper = if [kernel, plain].concat().contains("$J") {
                let third = if ["mac", "fused"].contains(&operation) { ", $T c" } else { "" };
                filled(&format!("static __device__ $T $J($T a, $T b{third}) {{ return {join}; }}\n"))
            } else {
                String::new()
            };
            let sized = |word: &str| match word.split_once('[').map(|(own, rest)| (own, rest.split_once(']').expect("a count"))) {
                Some((own, (count, how))) => {
                    assert!(Format::named(own).is_some(), "{own}");
                    format!("{own}[{}]{how}", value(count))
                }
                None => word.to_owned(),
            };
            let arguments: Vec<String> = filled(arguments).split(' ').map(sized).collect();
            let parameters = filled(parameters);
            let loops = format!("for (int b = 0; b < {blocks}; b++)");
            all.push(Source {
                head: format!("{name} {x},{y},1 {blocks},1,1 {}", arguments.join(" ")),
                text: format!("{helper}extern \"C\" __global__ void {name}({parameters}) {{\n{}}}\n", body(kernel, BEGINNINGS[0])),
                plain: Some(format!("static void plain_{name}({parameters}) {{ {loops} {{\n{}}} }}\n", body(plain, BEGINNINGS[1]))),
            });
        }
    }
    all
}
