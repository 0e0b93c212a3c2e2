//! Who judges the core: every table of answers that nobody of this project wrote, with what it decides and how far the core agrees.
//!
//! The tests take their counts from these rows, so that the page which shows them ("How we know") cannot claim a number that no test has
//! seen: a row whose count is off fails.

/// Answers of somebody else, and what a test makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Oracle {
    /// Its name in the tests: the table's, where it is one.
    pub name: &'static str,
    /// Who answers, with the version.
    pub judge: &'static str,
    /// What is asked.
    pub asks: &'static str,
    /// How many answers an exhaustive run of the tests compares, and any other too unless it says so.
    pub answers: u64,
    /// How many of them differ, as listed with a reason each in the test.
    pub allowed: u64,
    /// Why these may differ; empty where none does.
    pub because: &'static str,
    /// The file of tests.
    pub test: &'static str,
}

#[rustfmt::skip]
const fn row(name: &'static str, judge: &'static str, asks: &'static str, answers: u64, test: &'static str) -> Oracle {
    Oracle { name, judge, asks, answers, allowed: 0, because: "", test }
}

impl Oracle {
    const fn but(self, allowed: u64, because: &'static str) -> Oracle {
        Oracle { allowed, because, ..self }
    }
}

/// All of them.
#[rustfmt::skip]
pub const ORACLES: &[Oracle] = &[
    row("ptxas_legality_sample.csv.gz", "NVIDIA ptxas 12.9", "which combinations of modifiers it takes on sm_50, sm_80 and sm_100", 19_158, "legality.rs"),
    row("ptxas_narrow_legality.csv.gz", "NVIDIA ptxas 13.5", "which half, mixed and narrow instructions and packed conversions it takes, at 14 pairs of target and version", 35_462, "legality.rs"),
    row("ptxas_later_legality.csv.gz", "NVIDIA ptxas 13.5", "which conversions with scale factors, random bits and zeros without sign, and which comparisons it takes, at 20 pairs of target and version", 20_146, "legality.rs"),
    row("ptxas_alternate_legality.csv.gz", "NVIDIA ptxas 13.5", "which sums and products of four narrow numbers and of pairs of two formats it takes, at 21 pairs of target and version", 16_923, "legality.rs"),
    row("ptxas_integer_legality.csv.gz", "NVIDIA ptxas 13.5", "which integer, logic and shift instructions, comparisons and selections of integers it takes, at 10 pairs of target and version", 44_720, "legality.rs"),
    row("ptxas_atomics_legality.txt.gz", "NVIDIA ptxas 13.5", "which atomics it takes, at 20 pairs of target and version", 82_840, "legality.rs"),
    row("ptxas_threads_legality.txt.gz", "NVIDIA ptxas 13.5", "which barriers, shuffles, votes and fences it takes, at 18 pairs of target and version", 91_350, "legality.rs"),
    row("ptxas_composed_legality.txt.gz", "NVIDIA ptxas 13.5", "which video instructions, packed conversions, logic with predicates, vector moves, cache policies and hints to the chip it takes, at 16 pairs of target and version", 64_144, "legality.rs"),
    row("ptxas_memory_legality.txt.gz", "NVIDIA ptxas 13.5", "which moves, loads, stores, conversions of addresses, branches and calls it takes, at 14 pairs of target and version", 84_784, "legality.rs"),
    row("ptxas_matrices_legality.txt", "NVIDIA ptxas 13.5", "on which of eleven targets it takes products of matrices, their loads and stores, and copies", 2_750, "matrices.rs"),
    row("ptxas_matrix_heads_legality.txt.gz", "NVIDIA ptxas 13.5", "which heads of mma, mma.sp, wmma, ldmatrix, cp.async and their kin it takes, at 24 pairs of target and version", 29_280, "legality.rs"),
    row("ptxas_narrow_minimum.txt", "NVIDIA ptxas 13.5", "from which PTX version on each of 21 targets takes a half, mixed or narrow instruction", 85, "legality.rs"),
    row("host_conversions.csv.gz", "NVIDIA's headers of CUDA 13.5, run on a host", "the codes of a single in nine formats of 4 to 16 bits", 152_811, "narrow.rs"),
    row("blocks.csv.gz", "gfloat 0.5.2 and ml_dtypes 0.6.0", "scale factors and codes of blocks of numbers: MXFP8, MXFP6, MXFP4, NVFP4, and FP8 per tensor", 17_940, "blocks.rs"),
    row("ml_dtypes.bin.gz", "ml_dtypes 0.6.0", "the codes of every bfloat16 in five formats of 4 to 8 bits", 326_918, "narrow.rs"),
    row("own_formats.txt.gz", "gfloat 0.5.2 and ml_dtypes 0.6.0", "every code of formats of one's own, of P3109's and of those without -0; numbers rounded into them in five modes; every half and some singles in eleven of them", 791_313, "own_format_judges.rs")
        .but(32_011, "of what is no positive power of two in range ml_dtypes makes a NaN, and we the nearest one in range; two subnormal singles it rounds too far"),
    row("ptxas_legality_order.csv.gz", "NVIDIA ptxas 12.9 and 13.5", "in which orders it takes the dotted parts", 6_198, "legality.rs"),
    row("ptxas_min_requirements.csv", "NVIDIA ptxas of many versions", "from which target and PTX version on it takes an instruction", 428, "legality.rs"),
    row("ptxas_integer_expressions.txt.gz", "NVIDIA ptxas 13.5", "the 64 bits of constant expressions of integers, or that it refuses one", 2_300, "composed.rs"),
    row("python.txt", "Python 3.13, NumPy 2.5 and ml_dtypes 0.6", "what random programs give: the type and the bits, or that an error is raised", 700, "c/python.rs")
        .but(157, "what is not covered is refused by its name"),
    row("python_tensors.txt", "PyTorch 2.15 and JAX 0.10 on a CPU", "what random expressions of tensors and arrays of one number give", 400, "c/python.rs")
        .but(36, "what is not covered is refused by its name"),
    row("printf.txt", "glibc 2.36 on a host", "what printf makes of a number", 406, "printing.rs"),
    row("composed_values.txt.gz", "NVIDIA ptxas 13.5, whose machine code for sm_90 was run by hand", "what video instructions and logic with a predicate give", 11_712, "composed.rs"),
    row("ptxas_literals.csv", "NVIDIA ptxas 12.9", "the bits that a literal stands for", 288, "literals.rs"),
    row("ptxas_expressions.csv", "NVIDIA ptxas 12.9", "the bits of constant expressions", 700, "literals.rs"),
    row("ptxas_operand_forms.csv.gz", "NVIDIA ptxas 12.9", "which literals, registers, guards, white space and comments it takes", 1_756, "literals.rs")
        .but(61, "a register without a declaration fits any operand here, so that one can type an instruction alone"),
    row("ptxas_kernel_operands.csv.gz", "NVIDIA ptxas 13.5", "which registers, numbers, vectors and relations integer instructions, moves, comparisons, selections, loads and stores take", 5_506, "kernel_operands.rs")
        .but(233, "special registers without a value here are said to have none; the space of an address is asked for when a line runs; sums as operands are not modelled"),
    row("nvidia_values_exact_sample.csv.gz", "NVIDIA libnvvm 13.5 and ptxas, folding constants", "the bits of exactly rounded results (a NaN of libnvvm by class)", 15_694, "values.rs")
        .but(8, "NaNs of abs, neg and cvt.ftz.f32.f32, which ptxas folds otherwise than an H100 computes"),
    row("compiled.txt.gz", "gcc 12.2 on a host, of C that nvcc 13.5 compiles too", "what whole kernels leave in memory, where IEEE 754 and C fix it", 404, "compiled/mod.rs"),
    row("cooperative.txt.gz", "gcc 12.2 on a host, of C++ that nvcc 13.5 compiles too", "what kernels whose threads meet leave in memory: by the same text with threads, and by loops without any", 300, "compiled/cooperative.rs"),
    row("machine_code.txt.gz", "gcc 12.2 on a host, of C++ whose machine code nvcc 13.5 makes and nvdisasm shows", "what the same kernels leave in memory as listings of machine code, each for one of five chips", 297, "compiled/machine_code.rs"),
    row("fragments.txt.gz", "NVIDIA nvcc 13.5.37, whose PTX runs here", "what kernels on tensor cores through nvcuda::wmma leave in memory, read from C++ and compiled by nvcc, on two targets", 112, "compiled/fragments.rs"),
    row("joined.txt.gz", "NVIDIA ptxas and nvdisasm 13.5.37", "which products and sums it joins, in programs on five targets: what they store, read from the machine code", 1_282, "joined.rs")
        .but(28, "a product that meets its sum in another turn of a loop is joined where ptxas unrolls the loop; the page says so and keeps both"),
    row("modules.txt", "an NVIDIA H100 (driver 580.159.04)", "what launches of whole modules leave in memory: cooperative kernels, programs of halves, bfloat16 and FP8, joined products and sums, video instructions, matrices", 3_545, "chip.rs"),
    row("capture.txt", "an NVIDIA H100 (driver 580.159.04, CUDA 13.0)", "the bits of 1,794 instructions of sm_90a, of functions of 16 bits for all operands, and of tensor cores; 30 functions for all 2^32 operands, by hashes", 496_995, "capture.rs"),
    row("maxwell_sass_sample.csv.gz", "NVIDIA nvdisasm 12.8", "the text of a 64-bit machine word, and back", 12_066, "sass_words.rs"),
    row("sass_128_sample.csv.gz", "NVIDIA nvdisasm 13.5", "the text of a 128-bit machine word on nine generations, or that it is none, and back", 41_542, "sass_wide.rs")
        .but(13, "bits that no assembler sets choose hidden operations, for which nvdisasm writes words like ???0 or nothing"),
    row("sass_128_forms.csv", "NVIDIA nvdisasm 13.5", "the text of 128-bit words with forms of operands, numbers and bits that no assembler chooses", 139, "sass_wide.rs"),
    row("listings.txt.gz", "NVIDIA nvcc and nvdisasm 13.5.37", "the machine code of functions and of expressions from a grammar, on five generations; run here it gives what the C gives", 28_540, "sass_listings.rs")
        .but(4, "two expressions on two targets hold SHF.R.W.S32.HI, a signed shift by a count modulo 32, which does not run here"),
    row("assembled.txt", "NVIDIA ptxas and nvdisasm 13.5.37", "the machine code that a PTX instruction becomes on nine generations; what of it runs here gives the bits of the PTX", 24_665, "sass_lowering.rs"),
    row("ptx_to_sass_maxwell.csv", "NVIDIA ptxas 12.9 and nvdisasm 12.8", "the text of the machine words that PTX becomes", 392, "sass_values.rs"),
    row("nvcc_expressions.tsv", "NVIDIA nvcc 13.5 and nvdisasm", "the instructions that an expression of C becomes under nvcc's options", 353, "expression/tests/compiled.rs")
        .but(16, "of two products nvcc fuses another one, a sum of widened floats is narrowed, -(1/x) is -1/x, and the larger of x and x is x"),
    row("ptxas_approximations.csv", "NVIDIA ptxas 12.9", "which machine instructions and constants an approximation becomes on a target", 218, "special_function_sequences.rs"),
    row("window hashes", "an emulation checked against G80 silicon (envytools, M. Kościelnicka)", "nine hashes over results of the special function unit, whole in an exhaustive run of the tests, in any other over one result in sixty", 369_098_752, "special_function.rs"),
    row("square roots", "a model compared with chips of sm_6x, sm_70 and sm_75 (ptx-math, B. Carleton)", "a hash over square roots of the special function unit, whole in an exhaustive run of the tests, in any other over one in sixty", 16_777_216, "special_function.rs"),
    row("reference_values.txt", "mpmath", "the reference values of error sweeps, to 100 bits", 2202, "special_function_sweep.rs"),
    row("answers_sample.csv.gz", "eight chips from V100 to B200 (published by Khattak and Mikaitis)", "the bits of one element of D = A·B + C in tensor cores", 19_200, "tensor_core.rs"),
    row("lowering.txt", "NVIDIA ptxas 13.5.37", "what a head of mma.sync or mma.sp becomes on thirteen targets, or that it is refused", 702, "matrix.rs"),
    row("testfloat", "Berkeley TestFloat", "bits and all five flags of arithmetic, conversions and whole numbers, in four rounding modes", 267_516, "arithmetic.rs"),
];

/// The row of a name; a name that no row has gives a row without answers, so that the test which asks fails.
pub fn oracle(name: &str) -> Oracle {
    ORACLES.iter().find(|oracle| oracle.name == name).copied().unwrap_or(row("", "", "", 0, ""))
}
