//! Halves, bfloat16 and FP8 as CUDA C++ has them: intrinsics, operators, casts. The judge is the PTX that nvcc 13.5 makes of the same text with
//! NVIDIA's headers, run by the same machine on the same operands: what it gave stays as a hash.

use crate::assembler::tool;
use crate::chip::Asked;
use semantics::c::{Expression, claims, compiled};
use semantics::instruction::{Context, Target};
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::language::ParsedSource;
use semantics::number::{Format, Random};
use semantics::register_file::RegisterFile;
use std::process::Command;

/// Hashes for sm_90 and sm_80, the type of the result, the parameters, and statements that end with the result.
const PROGRAMS: &str = include_str!("narrow.txt");
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/c/narrow.txt");
const TARGETS: [Target; 2] = [Target::SM_90, Target::SM_80];
/// Operands of the recorded answers, and of a run that compares with nvcc itself.
const FEW: usize = 512;
const MANY: usize = 1 << 16;

/// Bits at which something of these types changes, of 8, 16, 32 and 64 bits. The others are drawn.
const SPECIAL_16: [u64; 32] = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe00,
    0x7fff, 0xffff, 0x3f80, 0xbf80, 0x7f7f, 0xff7f, 0x7f80, 0xff80, 0x7f81, 0x7fc0, 0x0080, 0x007f, 0x4300, 0x6400, 0x5c00,
];
const SPECIAL_32: [u64; 32] = [
    0x0000_0000,
    0x8000_0000,
    0x0000_0001,
    0x3f80_0000,
    0xbf80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7f80_0001,
    0xffff_ffff,
    0x7fff_8c22,
    0x477f_e000,
    0x477f_efff,
    0x477f_f000,
    0x3300_0000,
    0x3300_0001,
    0x3380_0000,
    0x3f80_1000,
    0x3f80_3000,
    0x3f80_8000,
    0x3f81_8000,
    0x43e0_0000,
    0x43e8_0000,
    0x43e8_0001,
    0x43f0_0000,
    0x4760_0000,
    0x476f_ffff,
    0x4770_0000,
    0x3b00_0000,
    0x7f7f_ffff,
    0x0080_0000,
    7,
    2049,
];
const SPECIAL_64: [u64; 16] = [
    0,
    1 << 63,
    0x3ff0_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xffff_ffff_ffff_ffff,
    0x407d_0000_0000_0000,
    0x407d_0000_0000_0001,
    0x40ee_0000_0000_0000,
    0x3f50_0000_0000_0001,
    0x3ff0_0400_0000_0001,
    0x3ff0_0800_0000_0000,
    0x40ef_fe00_0000_0000,
    0x3ff0_0100_0000_0001,
    2049,
];

struct Program {
    /// `-` where there is none: nvcc makes a loop of it that is not covered.
    hashes: [String; 2],
    result: &'static str,
    parameters: Vec<(&'static str, &'static str)>,
    body: &'static str,
}

fn programs() -> Vec<Program> {
    let rows = PROGRAMS.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let [newer, older, result, parameters, body] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let parameters = parameters.split(", ").map(|own| own.rsplit_once(' ').expect("a type and a name")).collect();
        Program { hashes: [newer.to_owned(), older.to_owned()], result, parameters, body }
    };
    rows.map(read).collect()
}

impl Program {
    fn kernel(&self, name: &str) -> String {
        let Program { result, parameters, body, .. } = self;
        let (statements, value) =
            body.rsplit_once("; ").map_or((String::new(), *body), |(before, value)| (before.to_owned() + "; ", value));
        let given: String = parameters.iter().map(|(own, name)| format!(", const {own}* {name}_")).collect();
        let read: String = parameters.iter().map(|(own, name)| format!("{own} {name} = {name}_[i]; ")).collect();
        format!(
            "extern \"C\" __global__ void {name}({result}* result{given}) {{ int i = blockIdx.x * blockDim.x + threadIdx.x; {read}{statements}result[i] = {value}; }}\n"
        )
    }
}

/// The bytes of a type, and whether its values are drawn as integers.
fn width(own: &str) -> u32 {
    match own {
        "bool" | "signed char" | "unsigned char" | "__nv_fp8_e4m3" | "__nv_fp8_e5m2" | "__nv_fp8_storage_t" => 8,
        "__nv_fp4_e2m1" | "__nv_fp4x2_e2m1" | "__nv_fp4_storage_t" | "__nv_fp4x2_storage_t" => 8,
        "short"
        | "unsigned short"
        | "__half"
        | "__nv_bfloat16"
        | "__nv_fp8x2_storage_t"
        | "__nv_fp4x4_storage_t"
        | "__nv_fp8x2_e4m3"
        | "__nv_fp8x2_e5m2" => 16,
        "double" | "long long" | "unsigned long long" | "float2" => 64,
        "double2" => 128,
        _ => 32,
    }
}

/// The operands of a parameter by its place: special ones crossed with each other, then any.
fn operands(own: &str, place: usize, count: usize) -> Vec<u64> {
    let mut random = Random::new(0x5eed + place as u64);
    let step = [1, 32, 7][place.min(2)];
    let width = width(own);
    let lanes = if matches!(own, "__half2" | "__nv_bfloat162") { 2 } else { 1 };
    let one = |number: usize, random: &mut Random| -> u64 {
        let drawn = random.word();
        let special = number < 1024;
        match width / lanes {
            8 => number as u64 / if place == 0 { 1 } else { 3 },
            // All there are, and again.
            16 if !special && place == 0 => number as u64,
            16 if special => SPECIAL_16[number / step % 32],
            32 if special => SPECIAL_32[number / step % 32],
            64 if special => SPECIAL_64[number / step % 16],
            // Exponents that 16 bits have, too.
            32 if drawn >> 62 > 0 && own == "float" => drawn & 0x807f_ffff | (100 + (drawn >> 32) % 48) << 23,
            64 if drawn >> 62 > 0 && own == "double" => drawn & 0x800f_ffff_ffff_ffff | (1000 + (drawn >> 5) % 48) << 52,
            _ if own.contains("int") || own.contains("long") => drawn >> (drawn % 61),
            _ => drawn,
        }
    };
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    let both = |number: usize, random: &mut Random| match (lanes, own) {
        (2, _) => one(number, random) & 0xffff | (one(number.wrapping_mul(13) % count, random) & 0xffff) << 16,
        (_, "float2") => SPECIAL_32[number % 32] | SPECIAL_32[number / 32 % 32] << 32,
        _ => one(number, random),
    };
    // What takes several halves has the special ones in the first thousand, and any in the others.
    let spread = |number: usize| if count == FEW && number >= FEW / 2 { number + 1024 + (number * 127) % 60_000 } else { number };
    (0..count).map(|number| both(spread(number), &mut random) & mask).collect()
}

/// Room for the results, and the operands of each parameter.
fn arguments(program: &Program, count: usize) -> Vec<Argument> {
    let list = |own: &str, bits: Vec<u64>| Argument::List(Format::named(&format!("u{}", width(own))).expect("an integer"), bits);
    let given = program.parameters.iter().enumerate().map(|(place, (own, _))| list(own, operands(own, place, count)));
    core::iter::once(list(program.result, vec![0; count])).chain(given).collect()
}

/// The programs for a chip of sm_90, as this front end compiles them. What atomics give hangs on the order of threads.
pub fn asked() -> Vec<Asked> {
    let is_asked = |program: &Program| program.hashes[0] != "-" && !program.body.contains("atomic");
    let taken = programs().into_iter().enumerate().filter(|(_, program)| is_asked(program));
    taken
        .map(|(place, program)| Asked {
            name: format!("narrow-{place}"),
            module: ours(&program, Target::SM_90, "").expect("a program").text,
            entry: "k".to_owned(),
            threads: [FEW as u32, 1, 1],
            blocks: [1; 3],
            arguments: arguments(&program, FEW),
        })
        .collect()
}

/// What a kernel leaves.
fn results(module: &Module, name: &str, program: &Program, count: usize) -> Result<Vec<u64>, String> {
    let arguments = arguments(program, count);
    let entry = module.entry(Some(name)).map_err(|error| format!("{error:?}"))?;
    let threads = count.min(512) as u32;
    let blocks = [count as u32 / threads, 1, 1];
    let launched = Launched { entry, arguments, threads: [threads, 1, 1], blocks, limit: 1 << 40, ..Launched::default() };
    let mut all = launched.at(module, 0).map_err(|error| format!("{error:?}"))?;
    if let Some(ended) = all.run(&mut NoObserver) {
        return Err(format!("{ended:?}"));
    }
    let buffer = &all.buffers[0];
    Ok(buffer.numbers(&all.machine.memory).iter().map(|number| number.bits).collect())
}

fn hash(all: &[u64]) -> String {
    let fold =
        |hash: u64, word: &u64| word.to_le_bytes().iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    format!("{:016x}", all.iter().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// The program as this front end compiles it, or what it says.
fn ours(program: &Program, target: Target, flags: &str) -> Result<Module, String> {
    let context = Context { target, ..Context::default() };
    let done = compiled(&format!("{} // {flags}", program.kernel("k").trim_end()), &context);
    let said: Vec<String> = done.diagnostics.iter().filter(|said| said.is_error()).map(|said| said.message.clone()).collect();
    if !said.is_empty() {
        return Err(said.join(" "));
    }
    let module = done.module(&context);
    let said: Vec<String> = module.diagnostics.iter().filter(|said| said.is_error()).map(|said| said.message.clone()).collect();
    if said.is_empty() { Ok(module) } else { Err(said.join(" ") + "\n" + &done.text) }
}

/// What nvcc makes of all programs: kernels `k0`, `k1` and so on.
fn nvcc(all: &[Program], target: Target, flags: &str) -> Option<Module> {
    let nvcc = tool("nvcc")?;
    let folder = std::env::temp_dir().join(format!("ulpscope-narrow-{}", std::process::id()));
    std::fs::create_dir_all(&folder).ok()?;
    let [source, written] = ["cu", "ptx"].map(|extension| folder.join(format!("all.{extension}")));
    let head = "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n#include <cuda_fp4.h>\n";
    let kernels: String = all.iter().enumerate().map(|(place, program)| program.kernel(&format!("k{place}"))).collect();
    std::fs::write(&source, [head, &kernels].concat()).expect("the source is written");
    let include = nvcc.parent()?.parent()?.join("include");
    let mut command = Command::new(&nvcc);
    command
        .args(["-ptx", "-w", &format!("-arch={target}")])
        .args(flags.split_whitespace())
        .arg("-I")
        .arg(include)
        .arg(&source)
        .arg("-o")
        .arg(&written);
    let done = command.output().expect("nvcc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let text = std::fs::read_to_string(&written).expect("the PTX of nvcc");
    let _ = std::fs::remove_dir_all(&folder);
    let newest = semantics::instruction::Version::NEWEST;
    Some(Module::read(&text, &Context { target, ptx: newest }))
}

#[test]
fn every_intrinsic_gives_what_nvcc_makes_of_it() {
    let all = programs();
    let mut wrong = Vec::new();
    for program in &all {
        for (target, expected) in TARGETS.into_iter().zip(&program.hashes).filter(|(_, expected)| *expected != "-") {
            match ours(program, target, "") {
                Err(said) => wrong.push(format!("{} on {target}: {said}", program.body)),
                Ok(module) => match results(&module, "k", program, FEW) {
                    Err(said) => wrong.push(format!("{} on {target}: {said}", program.body)),
                    Ok(all) if hash(&all) != *expected => wrong.push(format!("{} on {target}", program.body)),
                    Ok(_) => {}
                },
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// nvcc's options with which its PTX is compared, and with how many operands.
const FLAGS: [(&str, usize); 3] = [("", MANY), ("-ftz=true", 1 << 12), ("-use_fast_math", 1 << 12)];

/// What nvcc's PTX gives. Where it is for sm_90 it may have a cvt of bfloat16 to 8 bits, which no table of the manual has: then that for sm_80
/// answers.
fn theirs(modules: &[Module], number: usize, place: usize, program: &Program, count: usize) -> Result<Vec<u64>, String> {
    let of = |number: usize| results(&modules[number], &format!("k{place}"), program, count);
    let lacks = |said: &String| said.contains("cvt has no .s8.bf16") || said.contains("cvt has no .u8.bf16");
    let said = of(number);
    if said.as_ref().is_err_and(lacks) { of(1) } else { said }
}

/// Where two programs part.
fn difference(program: &Program, a: &[u64], b: &[u64]) -> Option<String> {
    let at = (0..a.len()).find(|at| a[*at] != b[*at])?;
    let count = (0..a.len()).filter(|at| a[*at] != b[*at]).count();
    let given = program.parameters.iter().enumerate().map(|(place, (own, name))| format!("{name}={:x}", operands(own, place, a.len())[at]));
    let given: Vec<String> = given.collect();
    Some(format!("{} gives {:x}, not {:x}; {count} differ", given.join(" "), a[at], b[at]))
}

#[test]
#[ignore = "asks nvcc 13.5; ULPSCOPE_BLESS=1 writes its answers"]
fn nvcc_gives_the_same() {
    let all = programs();
    let mut hashes: Vec<[String; 2]> = all.iter().map(|program| program.hashes.clone()).collect();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for (flags, count) in FLAGS {
        let modules = TARGETS.map(|target| nvcc(&all, target, flags).expect("nvcc in CUDA_HOME or on the path"));
        for (place, program) in all.iter().enumerate() {
            for (number, target) in TARGETS.into_iter().enumerate().filter(|(number, _)| program.hashes[*number] != "-") {
                let both = ours(program, target, flags)
                    .and_then(|module| Ok((results(&module, "k", program, count)?, theirs(&modules, number, place, program, count)?)));
                let said = both.map_or_else(Some, |(a, b)| difference(program, &a, &b));
                wrong.extend(said.map(|said| format!("{} on {target} {flags}: {said}", program.body)));
                compared += 1;
                if flags.is_empty()
                    && let Ok(few) = theirs(&modules, number, place, program, FEW)
                {
                    hashes[place][number] = hash(&few);
                }
            }
        }
    }
    println!("{} programs, {compared} comparisons: {} differ", all.len(), wrong.len());
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let mut text: String = PROGRAMS.lines().filter(|line| line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
        for (Program { result, parameters, body, .. }, [newer, older]) in all.iter().zip(&hashes) {
            let parameters: Vec<String> = parameters.iter().map(|(own, name)| format!("{own} {name}")).collect();
            text += &format!("{newer}\t{older}\t{result}\t{}\t{body}\n", parameters.join(", "));
        }
        std::fs::write(FILE, text).expect("the answers are written");
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The bits of a text's value.
fn value(text: &str, context: &Context) -> String {
    let read = Expression::read(text, context);
    assert!(claims(text) && read.is_accepted(), "{text}: {:?}", read.diagnostics());
    let run = read.run(&RegisterFile::default()).unwrap_or_else(|| panic!("{text}"));
    // What the library computes on the way is nobody's input.
    assert!(run.blocks.first().is_none_or(|block| block.unset.is_empty()), "{text}: {:?}", run.blocks[0].unset);
    run.results.first().unwrap_or_else(|| panic!("{text}: nothing")).hex()
}

#[test]
fn fragments_have_values_of_their_own_formats() {
    for (text, bits) in [
        ("half2 a = __floats2half2_rn(1.0f, 2.0f); a * a", "44003c00"),
        ("half2 v = {1.0f, 2.0f}; v.y += 3.0f; v", "45003c00"),
        ("half2 v(1.0f, 2.0f); -v", "c000bc00"),
        ("half2 v = make_half2(1.0f, 2.0f); v++; v.x", "4000"),
        ("__nv_bfloat16 y = 1.0f;", "3f80"),
        ("__nv_bfloat16(1.0f) + __nv_bfloat16(2.0f)", "4040"),
        ("(bfloat16)0.2691408770292272", "3e8a"),
        ("half(0.5)", "3800"),
        ("half a = 1.5f, b = 3.0f; a / b", "3800"),
        ("__hadd(1.5f, 2.5f)", "4400"),
        ("__hmax_nan(CUDART_NAN_FP16, (half)1.0f)", "7fff"),
        ("__double2half(1025.49995)", "6401"),
        ("__half2int_rz(__float2half(-2.75f))", "fffffffe"),
        ("__nv_cvt_float_to_fp8(500.0f, __NV_SATFINITE, __NV_E4M3)", "7e"),
        ("__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3)", "7e"),
        ("__nv_cvt_float_to_fp8(465.0f, __NV_NOSAT, __NV_E4M3)", "7f"),
        ("__half2float(__nv_cvt_fp8_to_halfraw(0x7e, __NV_E4M3))", "43e00000"),
        ("__nv_cvt_fp8_to_halfraw(0x7e, __NV_E4M3).x", "5f00"),
        ("float(__nv_fp8_e4m3(3.3f))", "40500000"),
        ("__nv_fp8_e5m2 y(3.3f); y", "43"),
    ] {
        assert_eq!(value(text, &Context::default()), bits, "{text}");
    }
}

/// ptxas joins a product and a sum of halves as those of floats, but for those that are rounded by name. Before sm_90 those of bfloat16 are
/// two fmas, of which nothing is left to join.
#[test]
fn products_and_sums_are_fused_as_ptxas_fuses_them() {
    let halves = "half a = __ushort_as_half(0x3c01), c = __ushort_as_half(0xbc02); ";
    let pairs = "half2 a = __half2half2(__ushort_as_half(0x3c01)), c = __half2half2(__ushort_as_half(0xbc02)); ";
    let brains = "__nv_bfloat16 a = __ushort_as_bfloat16(0x3f81), c = __ushort_as_bfloat16(0xbf82); ";
    let older = Context { target: Target::SM_80, ..Context::default() };
    for (given, text, bits) in [
        (halves, "a*a + c", "0010"),
        (halves, "a*a + c // -fmad=false", "0000"),
        (halves, "__hadd(__hmul(a, a), c)", "0010"),
        (halves, "__hadd_rn(__hmul_rn(a, a), c)", "0000"),
        (halves, "__hfma(a, a, c)", "0010"),
        (pairs, "a*a + c", "00100010"),
        (pairs, "__hadd2(__hmul2(a, a), c)", "00100010"),
        (pairs, "half2 s = c; s += a*a; s", "00100010"),
        (brains, "a*a + c", "3880"),
    ] {
        assert_eq!(value(&[given, text].concat(), &Context::default()), bits, "{text}");
    }
    assert_eq!(value(&[brains, "a*a + c"].concat(), &older), "0000");
}

#[test]
fn what_nvcc_refuses_is_refused_with_its_place() {
    for (text, code) in [
        ("__hadd(1.0f)", "argument-count"),
        ("__hadd", "missing-parenthesis"),
        ("__hadd3(a, b)", "unknown-function"),
        ("__hmul2(1.0f, 2.0f)", "structure"),
        ("half2 a; a + 1.0f", "operation"),
        ("half2 a; float x = a;", "structure"),
        ("__nv_fp8_e4m3 a; a + a", "operation"),
        ("__nv_fp8_e4m3 a; -a", "operation"),
        ("struct C { float x; }; C a = {1}, b = {2}; a + b", "operation"),
        ("struct C { float x; }; C a = {1}, b = {2}; a += b;", "operation"),
    ] {
        let said = Expression::read(text, &Context::default()).diagnostics().into_owned();
        let found = said.iter().find(|said| said.code == code).unwrap_or_else(|| panic!("{text}: {said:?}"));
        assert!(found.fixes.is_empty() && found.span.end <= text.len(), "{text}: {found:?}");
    }
}

#[test]
fn operators_of_a_text_are_functions() {
    let complex = "struct C { float x, y; };\n\
        C operator*(C a, C b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }\n\
        C operator*(float s, C a) { return {s * a.x, s * a.y}; }\n\
        C operator+(const C& a, const C& b) { return C{a.x + b.x, a.y + b.y}; }\n\
        C operator-(C a) { return {-a.x, -a.y}; }\n\
        bool operator==(C a, C b) { return a.x == b.x && a.y == b.y; }\n\
        C& operator+=(C& a, C b) { a.x += b.x; a.y += b.y; return a; }\n\
        C a = {1, 2}, b = {3, 4};\n";
    for (text, bits) in [
        ("C c = a * b + 2.0f * a; c.x", "c0400000"),
        ("C c = a * b + 2.0f * a; c.y", "41600000"),
        ("C c = -a; c.y", "c0000000"),
        ("a == b ? 1.0f : 2.0f", "40000000"),
        ("C c = a; c += b; c.y", "40c00000"),
    ] {
        assert_eq!(value(&[complex, text].concat(), &Context::default()), bits, "{text}");
    }
}
