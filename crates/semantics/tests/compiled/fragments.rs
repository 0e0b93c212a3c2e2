//! Kernels on tensor cores through `nvcuda::wmma`, made from the templates of `fragments.cu`: for each type, shape and pair of layouts. What
//! nvcc makes of one and what our reader of C makes of it leave the same bits, on chips that add in different ways.

use super::cooperative::{Launching, Source, different, launches_of, run};
use super::tools::{Compiler, stripped};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use semantics::instruction::{Context, Target};
use semantics::kernel::Module;
use semantics::oracle::oracle;
use std::io::{Read, Write};

const TEMPLATES: &str = include_str!("fragments.cu");
/// nvcc's modules.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fragments.txt.gz");
/// What begins every text.
const INCLUDED: &str = "#include <mma.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\nusing namespace nvcuda;\n";
const TARGETS: [&str; 2] = ["sm_80", "sm_90"];

const SIXTEEN: &[[u32; 3]] = &[[16, 16, 16], [32, 8, 16], [8, 32, 16]];
/// Numbers of A and B: in C, in buffers, in a fragment, their shapes, and the types of D and C with their buffers.
type Numbers = (&'static str, &'static str, &'static str, &'static [[u32; 3]], &'static [[&'static str; 2]]);
const NUMBERS: [Numbers; 6] = [
    ("half", "f16", "half", SIXTEEN, &[["float", "float"], ["half", "half"], ["float", "half"], ["half", "float"]]),
    ("__nv_bfloat16", "bf16", "__nv_bfloat16", SIXTEEN, &[["float", "float"]]),
    ("signed char", "s8", "signed char", SIXTEEN, &[["int", "int"]]),
    ("unsigned char", "u8", "unsigned char", SIXTEEN, &[["int", "int"]]),
    ("float", "f32", "wmma::precision::tf32", &[[16, 16, 8]], &[["float", "float"]]),
    ("double", "f64", "double", &[[8, 8, 4]], &[["double", "double"]]),
];
const LAYOUTS: [[&str; 2]; 4] = [["row", "row"], ["row", "col"], ["col", "row"], ["col", "col"]];

/// Every kernel.
fn made() -> Vec<Source> {
    let templates: Vec<(&str, &str)> = TEMPLATES.split("\n//# ").skip(1).filter_map(|part| part.split_once('\n')).collect();
    let mut all = Vec::new();
    for (a, buffer, number, shapes, accumulators) in NUMBERS {
        for [m, n, k] in shapes {
            for [f, g] in LAYOUTS {
                let (template, body) = templates[all.len() % templates.len()];
                // Only the plain one has two types.
                let kept = if template == "plain" { accumulators } else { &accumulators[..accumulators.len().min(2)] };
                let [d, c] = kept[all.len() / templates.len() % kept.len()];
                let held = |own: &str| match own {
                    "half" => "f16",
                    "float" => "f32",
                    "double" => "f64",
                    _ => "s32",
                };
                let l = ["row", "col"][all.len() / 2 % 2];
                let scaled = match c {
                    "half" => "__hfma(sum.x[i], __float2half(1.25f), fc.x[i])",
                    "int" => "sum.x[i] * 3 - fc.x[i]",
                    _ => "1.3f * sum.x[i] + 0.7f * fc.x[i]",
                };
                let converted = match number {
                    "wmma::precision::tf32" => "wmma::__float_to_tf32",
                    _ => "",
                };
                let [p, q, r] = [(f, [k, m]), (g, [n, k]), (l, [n, m])].map(|(own, [row, col])| if own == "row" { row } else { col });
                let layouts = [f, g].map(|own| [own, "_major"].concat());
                let words: [(&str, &str); 16] = [
                    ("$M", &m.to_string()),
                    ("$N", &n.to_string()),
                    ("$K", &k.to_string()),
                    ("$P", &p.to_string()),
                    ("$Q", &q.to_string()),
                    ("$R", &r.to_string()),
                    ("$A", a),
                    ("$C", c),
                    ("$D", d),
                    ("$E", number),
                    ("$F", &layouts[0]),
                    ("$G", &layouts[1]),
                    ("$L", &["mem_", l, "_major"].concat()),
                    ("$V", if c == "int" { "-5" } else { "0.375f" }),
                    ("$X", converted),
                    ("$S", scaled),
                ];
                let name = format!("{template}_{buffer}_{m}_{n}_{k}_{f}_{g}_{}_{}", held(d), held(c));
                let body = words.iter().fold(body.to_owned(), |text, (from, to)| text.replace(from, to));
                let any = if buffer.ends_with('8') { "=any" } else { "" };
                all.push(Source {
                    head: format!(
                        "{name} 32,1,1 1,1,1 {buffer}[{}]{any} {buffer}[{}]{any} {}[{}] {}[{}]=0",
                        2 * m * k,
                        2 * n * k,
                        held(c),
                        m * n,
                        held(d),
                        m * n
                    ),
                    text: format!("extern \"C\" __global__ void {name}(const {a} *a, const {a} *b, const {c} *c, {d} *d) {{\n{body}}}\n"),
                    plain: None,
                });
            }
        }
    }
    all
}

/// What our reader of C makes of a kernel for a target.
fn ours(one: &Launching, target: &str) -> Module {
    let context = Context { target: Target::named(target).expect("a target"), ..Context::default() };
    let text = [INCLUDED, &one.source.text].concat();
    let compiled = semantics::c::compiled(&text, &context);
    assert_eq!(compiled.diagnostics, [], "{text}");
    compiled.module(&context)
}

/// Holds nvcc's module for a target against our own of each kernel.
fn compare(text: &str, target: &str, all: &[Launching]) {
    let module = Module::read(text, &Context::default());
    assert_eq!((super::complaints(&module), module.context.target.name()), (Vec::new(), target));
    let wrong: Vec<String> = all
        .iter()
        .filter_map(|one| different(run(&ours(one, target), one), &run(&module, one).unwrap_or_else(|said| panic!("{}: {said}", one.name))))
        .collect();
    assert!(wrong.is_empty(), "{} on {target}: {wrong:#?}", wrong.len());
}

#[test]
#[ignore = "wants nvcc and ptxas 13.5 in ULPSCOPE_NVCC, CUDA_HOME or on PATH; run with --ignored, ULPSCOPE_BLESS=1 keeps what it gives"]
fn fragments_give_what_nvccs_ptx_gives() {
    let compiler = Compiler::find().expect("nvcc and ptxas in ULPSCOPE_NVCC, CUDA_HOME or on PATH");
    let all = launches_of(made(), 45);
    let texts: String = all.iter().map(|one| one.source.text.as_str()).collect();
    let mut kept = Vec::new();
    for target in TARGETS {
        let text = compiler.ptx("fragments", &[INCLUDED, &texts].concat(), target, &[]).expect("nvcc takes it");
        compare(&text, target, &all);
        kept.push(stripped(&text));
    }
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let mut packed = GzEncoder::new(std::fs::File::create(KEPT).expect("a file"), Compression::best());
        packed.write_all(kept.join("\u{c}").as_bytes()).expect("the file is written");
    }
}

#[test]
fn kept_fragments_give_what_nvccs_ptx_gives() {
    let (mut text, all) = (String::new(), launches_of(made(), 45));
    GzDecoder::new(std::fs::File::open(KEPT).expect("the kept modules")).read_to_string(&mut text).expect("gzip text");
    assert_eq!(TARGETS.len() * all.len(), oracle("fragments.txt.gz").answers as usize);
    assert_eq!(text.split('\u{c}').count(), TARGETS.len());
    text.split('\u{c}').zip(TARGETS).for_each(|(text, target)| compare(text, target, &all));
}
