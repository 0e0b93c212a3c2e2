//! Pages of questions that people ask in public: what is asked and where, the answer, and the views of the app that show it.
//!
//! What an answer says of a view that runs a text, the test runs again; every address is read back as the app reads it.

use crate::Page;
use crate::markup::put;
use crate::reference::worked;
use semantics::instruction::{Context, Target, Version};
use view_model::components::html::{push_text, sentence};
use view_model::state::address::{Address, Page as AppPage};
use view_model::state::registers::Registers;

/// A question with its answer.
struct Question {
    /// The file.
    path: &'static str,
    /// What people ask.
    asks: &'static str,
    /// Where they ask.
    threads: &'static [&'static str],
    /// The answer. The results of texts in the box stand in it, and what a program prints.
    answer: &'static str,
    /// Views of the app, each with what it is.
    views: &'static [(&'static str, View)],
}

/// A view of the app.
enum View {
    /// A text in the box, its registers, the target, and the first result, which stands in the answer.
    Text(&'static str, &'static str, Target, &'static str),
    /// A text on the page of programs.
    Program(&'static str, Target),
    /// A page that reads its own address: what follows `#/`.
    At(&'static str),
}

use View::{At, Program, Text};

impl View {
    /// The address behind `#`.
    fn address(&self) -> String {
        let mut address = Address::default();
        match self {
            At(hash) => return ["#/", hash].concat(),
            Text(text, registers, target, _) => {
                address.text = (*text).to_owned();
                address.registers = Registers::read(registers).0;
                address.context = context(*target);
            }
            Program(text, target) => {
                address.page = AppPage::Program;
                address.program.text = (*text).to_owned();
                address.program.registers = Registers::default();
                address.context = context(*target);
            }
        }
        address.written()
    }
}

const fn context(target: Target) -> Context {
    Context { target, ptx: Version::NEWEST }
}

const ATOMICS: &str = "__global__ void k(float *g) {
  __shared__ float s;
  s = 0.0f;
  g[0] = 0.0f;
  atomicAdd(&s, 1e-40f);
  atomicAdd(g, 1e-40f);
  printf(\"shared %g, global %g\\n\", s, g[0]);
}
int main() {
  float *g;
  cudaMalloc(&g, 4);
  k<<<1, 1>>>(g);
  cudaDeviceSynchronize();
}
";

#[rustfmt::skip]
const QUESTIONS: [Question; 14] = [
    Question {
        path: "blocks-bit-for-bit",
        asks: "What do MXFP8, MXFP4 and NVFP4 make of my numbers, bit for bit?",
        threads: &["https://github.com/InfiniTensor/Learning-CUDA/pull/98", "https://github.com/InfiniTensor/Learning-CUDA/pull/79"],
        answer: "The page of blocks shows each scale factor and each code, with its value and its error. A column of numbers, a picture or a file of NumPy gets a table of all recipes. It has mean square error, SQNR and bits a number, and counts numbers that became zero or saturated. `ulp block` and the package of Python compute the same.",
        views: &[
            ("sixteen numbers in NVFP4", At("formats/blocks?v=1&k=nvfp4")),
            ("a column in every recipe", At("formats/blocks?v=1&c=gradient")),
        ],
    },
    Question {
        path: "atomic-add-flush",
        asks: "Does atom.add.f32 flush subnormal numbers to zero?",
        threads: &["https://github.com/llvm/llvm-project/pull/223569", "https://github.com/llvm/llvm-project/pull/217586", "https://github.com/llvm/llvm-project/pull/200732"],
        answer: "In global memory it does; in shared memory it does not. The program adds 1e-40f to a zero in both, and prints: shared 9.99995e-41, global 0.",
        views: &[("both additions in a program", Program(ATOMICS, Target::SM_90))],
    },
    Question {
        path: "scale-rounding",
        asks: "Is a scale factor of NVFP4 or MX rounded up, down or to nearest, and what does that change?",
        threads: &["https://github.com/triton-lang/triton/pull/11668", "https://github.com/vllm-project/vllm/pull/43557", "https://github.com/ROCm/aiter/pull/3212", "https://github.com/jax-ml/ml_dtypes/issues/298"],
        answer: "Kernels differ, so the page has every rule: nearest, up and down for the factors of NVFP4, and floor, ceil, round and fit for powers of two. The table of a column shows the error under each.",
        views: &[
            ("NVFP4, scale factors rounded up", At("formats/blocks?v=1&k=nvfp4&m=up")),
            ("MXFP4, powers of two rounded up", At("formats/blocks?v=1&k=mxfp4&m=ceil")),
            ("a column under each rule", At("formats/blocks?v=1&c=gradient")),
        ],
    },
    Question {
        path: "split-k",
        asks: "Why do two kernels give different sums of the same numbers, and is it only rounding?",
        threads: &["https://github.com/unslothai/llama.cpp/pull/198", "https://github.com/antirez/ds4/pull/621"],
        answer: "Sums adds the same numbers in many orders (a loop, a tree, warps, split-K, tensor cores) beside the exact sum. Debug takes a list of wrong results and says for how many of them which change explains every bit. The order of stream-K is not among the rows.",
        views: &[("one sum in many orders", At("program/sums?v=1&k=uniform&n=4096&s=1&d=8")), ("many wrong results at once", At("debug?v=1&k=batch"))],
    },
    Question {
        path: "double-rsqrt",
        asks: "How far from the true value is rsqrt of a double on sm_120?",
        threads: &["https://github.com/openxla/xla/issues/40862"],
        answer: "A against B runs rsqrt(x) on doubles that are made from seeds, beside the true value. It counts which results differ, by how much, and shows the first and the worst operand. `ulp sweep 'rsqrt(x)' --against rsqrt` takes more seeds.",
        views: &[("rsqrt(x) beside the true value", At("accuracy?v=1&t=sm_120&p=9.5&k=against&a=rsqrt(x)&b=rsqrt"))],
    },
    Question {
        path: "without-fma",
        asks: "What changes when the compiler does not fuse a product and a sum?",
        threads: &["https://github.com/herbie-fp/herbie/issues/1645"],
        answer: "A fused product and sum is rounded once, two instructions are rounded twice. With these operands a*b + c is 0x28800000 when nvcc fuses it, and 0x00000000 with -fmad=false: the last bit of the product is lost.",
        views: &[
            ("a*b + c, fused", Text("a*b + c", ".a:3f800001,.b:3f800001,.c:bf800002", Target::SM_90, "0x28800000")),
            ("the same with -fmad=false", Text("a*b + c // -fmad=false", ".a:3f800001,.b:3f800001,.c:bf800002", Target::SM_90, "0x00000000")),
            ("where the two differ", At("accuracy?v=1&k=against&a=a*b+%2B+c&b=-fmad%3Dfalse")),
        ],
    },
    Question {
        path: "fp8-arithmetic",
        asks: "What do the sums and products of FP8 in PTX 9.4 give?",
        threads: &["https://github.com/MurrellGroup/Microfloats.jl/issues/30"],
        answer: "Four numbers of E4M3 are added at once, each sum rounded to nearest even. Here 1 plus 1.125 is 2 in each of them: the sum is a tie, and the code of 2, 0x40, is even.",
        views: &[("four sums in E4M3", Text("add.rn.satfinite.e4m3x4.e4m3x4 d, a, b;", ".a:38383838,.b:39393939", Target::SM_100A, "0x40"))],
    },
    Question {
        path: "sparse-products",
        asks: "What does a sparse tensor-core product add, and which chips have it?",
        threads: &["https://github.com/jax-ml/jax/pull/39546", "https://github.com/cloudcores/CuAssembler/issues/24"],
        answer: "mma.sp.sync runs: in the box as one element of D with all zeros of A, in kernels with its metadata. The page of tensor cores has a row for each chip from the A100 on. The element here is 1·1 + 1·4 + 0.5, so D is 0x40b00000. Nobody has published which of the kept products form one sum, so these rows are a model. Sparse wgmma and tcgen05.mma.sp read their operands through descriptors and are not covered; a line of them is refused by name.",
        views: &[(
            "one element of mma.sp.sync",
            Text("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0}, {1,2,3,4,0,0,0,0,0,0,0,0,0,0,0,0}, {0.5};", "", Target::SM_80, "0x40b00000"),
        )],
    },
    Question {
        path: "wmma-rounding",
        asks: "Do tensor cores round products of doubles up and down as asked?",
        threads: &["https://github.com/JuliaGPU/cuTile.jl/issues/229", "https://github.com/JuliaGPU/CUDA.jl/pull/3143"],
        answer: "Yes: wmma of doubles takes .rn, .rz, .rm and .rp, and each step is rounded so. 1 plus 1e-20 rounded up is 0x3ff0000000000001.",
        views: &[("a product of doubles, rounded up", Text("wmma.mma.sync.aligned.row.col.m8n8k4.rp.f64.f64.f64.f64 {d}, {1.0, 1e-20, 0, 0}, {1, 1, 1, 1}, {0.0};", "", Target::SM_90, "0x3ff0000000000001"))],
    },
    Question {
        path: "own-format",
        asks: "How does arithmetic work in a small format of my own, step by step?",
        threads: &["https://github.com/stillwater-sc/universal/issues/631", "https://github.com/evanw/float-toy/issues/10"],
        answer: "A format has a name: e3m4, cfloat<8,4>, e4m3fnuz, binary8p4 of IEEE P3109. Sums, products and fused products in it run step by step: 1.5 + 0.3 in cfloat<8,4> is 0x3e, and 0.1 in binary8p4 is 0x25. The page of one format draws each code on a line, with the reals that round to it.",
        views: &[
            ("a sum in cfloat<8,4>", Text("1.5 + 0.3 in cfloat<8,4>", "", Target::SM_90, "0x3e")),
            ("a number in binary8p4", Text("0.1 in binary8p4", "", Target::SM_90, "0x25")),
            ("e4m3fnuz on a line", At("formats/own?v=1&f=e4m3fnuz&n=0.1")),
        ],
    },
    Question {
        path: "control-bits",
        asks: "What do the control bits beside a line of SASS say?",
        threads: &["https://github.com/compiler-explorer/compiler-explorer/issues/8487"],
        answer: "A listing with its words, as nvdisasm and cuobjdump print it, is read with them. Below the word of an instruction stand its fields: the stall, the yield, the barriers it sets and waits for, and the reuse of operands. The line also runs: R0 is 0x40200000.",
        views: &[("a line with its word", Text("/*0000*/ FADD.FTZ R0, |R1|, 1.5 ; /* 0x3fc0000001007421 */ /* 0x000fe20000010200 */", ".R1:bf800000", Target::SM_80, "0x40200000"))],
    },
    Question {
        path: "emulated-exp2",
        asks: "On which operands does a polynomial differ from ex2.approx, and by how much?",
        threads: &["https://github.com/Dao-AILab/flash-attention/issues/2263"],
        answer: "A against B runs any two texts on the same operands, of single precision on all 2^32. It says how many results differ, shows the first and the worst operand with its bits, and draws all distances.",
        views: &[(
            "the polynomial of a kernel beside ex2.approx.ftz.f32",
            At("accuracy?v=1&k=against&a=float+t+%3D+fmaxf(x,+-127.0f);+float+r+%3D+__fadd_rd(t,+12582912.0f);+float+f+%3D+t+-+(r+-+12582912.0f);+float+p+%3D+fmaf(fmaf(fmaf(0.07711909f,+f,+0.2275644f),+f,+0.69514614f),+f,+1.0f);+__int_as_float((__float_as_int(r)+%3C%3C+23)+%2B+__float_as_int(p))&b=ex2.approx.ftz.f32&r=-10..10"),
        )],
    },
    Question {
        path: "accumulator-bits",
        asks: "How many bits does a tensor core keep when it adds products of FP8?",
        threads: &["https://github.com/thu-ml/SageAttention/issues/287", "https://github.com/deepseek-ai/DeepGEMM/issues/176"],
        answer: "It depends on the chip and on the instruction. The page of tensor cores shows one dot product on each: which products form one sum, how wide the window is, and what is cut off. Each row says how that is known.",
        views: &[
            ("E4M3 on a B200", At("tensor?v=1&h=B200&f=E4M3,E4M3,F32")),
            ("E4M3 on an H100", At("tensor?v=1&h=H100&f=E4M3,E4M3,F32")),
        ],
    },
    Question {
        path: "why-4-25-is-4",
        asks: "Why is 4.25 rounded to 4 in FP8?",
        threads: &["https://github.com/jax-ml/ml_dtypes/issues/221"],
        answer: "From 4 to 8 the numbers of E5M2 are 1 apart, so 4.25 lies between 4 and 5, and 4 is nearer: 0x44. In E4M3 they are 0.5 apart. There 4.25 is a tie, and the even code is that of 4: 0x48.",
        views: &[
            ("4.25 in E5M2", Text("4.25 in float8_e5m2", "", Target::SM_90, "0x44")),
            ("4.25 in E4M3", Text("4.25 in float8_e4m3fn", "", Target::SM_90, "0x48")),
            ("every code of E5M2 on a line", At("formats/own?v=1&f=E5M2&n=4.25")),
        ],
    },
];

/// A page for each question.
pub fn questions() -> Vec<Page> {
    QUESTIONS.iter().map(page).collect()
}

fn page(question: &Question) -> Page {
    let mut body = String::from("<h1>");
    push_text(&mut body, question.asks);
    put(&mut body, &["</h1><p>", &sentence(question.answer), "</p><ul>"]);
    for (what, view) in question.views {
        body.push_str("<li><a href=\"");
        push_text(&mut body, &view.address());
        body.push_str("\">");
        push_text(&mut body, what);
        body.push_str("</a>");
        if let Text(.., result) = view {
            put(&mut body, &[": ", &format!("<code>{result}</code>")]);
        }
        body.push_str("</li>");
    }
    body.push_str("</ul><p>Asked in ");
    for (place, thread) in question.threads.iter().enumerate() {
        let name = thread.trim_start_matches("https://github.com/").replace("/pull/", " ").replace("/issues/", " ");
        put(&mut body, &[if place == 0 { "" } else { ", " }, "<a href=\"", thread, "\">", &name, "</a>"]);
    }
    body.push_str(".</p>");
    let first = question.views.iter().find_map(|(_, view)| match view {
        // Numbers in words have no registers.
        Text(text, "", target, _) => Some(worked(text, context(*target))),
        _ => None,
    });
    body.push_str(&first.unwrap_or_default());
    Page {
        path: format!("questions/{}", question.path),
        name: question.asks.to_owned(),
        title: question.asks.to_owned(),
        about: question.answer.split_inclusive(". ").next().unwrap_or_default().trim().to_owned(),
        language: "en",
        body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::kernel::{Launched, NoObserver};
    use semantics::run::Value;
    use semantics::{language, module};
    use view_model::links::holds;

    /// What a program of the host with kernels prints.
    fn printed(text: &str, target: Target) -> String {
        let module = module::read(text, &context(target), true).expect("it is read").host.expect("a program of the host");
        let launched = Launched { entry: module.entry(Some("main")).expect("main"), ..Launched::default() };
        let mut threads = launched.begin(&module).expect("it begins");
        assert!(threads.run(&mut NoObserver).is_none(), "{text}");
        threads.machine.memory.printed.iter().map(|printed| &*printed.text).collect()
    }

    #[test]
    fn every_answer_is_what_its_views_show() {
        for question in &QUESTIONS {
            assert!(!question.threads.is_empty() && !question.views.is_empty(), "{}", question.path);
            for (what, view) in question.views {
                let address = view.address();
                assert_eq!(holds(&address), Vec::<String>::new(), "{what}: {address}");
                match view {
                    Text(text, registers, target, result) => {
                        let read = language::read(text, &context(*target));
                        assert!(read.is_complete(), "{text}: {:?}", read.diagnostics());
                        let run = read.run(&Registers::read(registers).0.file).expect("it runs");
                        assert_eq!(["0x", &Value::pattern(&run.results[0]).hex()].concat(), *result, "{text}");
                        assert!(question.answer.contains(result), "{text}: {}", question.answer);
                    }
                    Program(text, target) => {
                        let said = printed(text, *target);
                        assert!(!said.is_empty() && question.answer.contains(said.trim()), "{said}: {}", question.answer);
                    }
                    At(_) => {}
                }
            }
        }
    }
}
