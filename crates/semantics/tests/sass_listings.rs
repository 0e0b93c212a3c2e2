//! Listings of nvcc run whole: the machine code of functions gives, instruction by instruction, what the C gives that they come from.

use crate::assembler::tool;
use crate::compiled::generate::expressions;
use crate::ptxas::text;
use flate2::Compression;
use flate2::write::GzEncoder;
use semantics::instruction::{Context, Target, Version};
use semantics::language::read;
use semantics::line::{Form, evaluate_line};
use semantics::number::Random;
use semantics::oracle::oracle;
use semantics::register_file::RegisterFile;
use semantics::run::StoppedBy;
use semantics::sass::{Document, shortened};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Command;

/// What is compiled: a kernel stores it; `x` is its second parameter.
const COMPILED: [&str; 98] = [
    "expf(x)",
    "exp2f(x)",
    "exp10f(x)",
    "expm1f(x)",
    "logf(x)",
    "log2f(x)",
    "log1pf(x)",
    "atanf(x)",
    "asinf(x)",
    "acosf(x)",
    "sinhf(x)",
    "coshf(x)",
    "tanhf(x)",
    "erff(x)",
    "erfcf(x)",
    "normcdff(x)",
    "cbrtf(x)",
    "sqrtf(x)",
    "rsqrtf(x)",
    "1.0f / x",
    "x / 3.0f",
    "powf(x, 3.5f)",
    "hypotf(x, 2.0f)",
    "ilogbf(x)",
    "roundf(x)",
    "lgammaf(x)",
    "j0f(x)",
    "fmodf(x, 0.7f)",
    "(float)exp((double)x)",
    "(float)log((double)x)",
    "1.0 / x",
    "(__float_as_uint(x) * 2654435761u ^ (__float_as_uint(x) >> 13)) & 0x3fffffffu",
    "__clz(__float_as_int(x)) * 3 + __popc(__float_as_int(x)) - __brev(__float_as_uint(x))",
    "__float_as_uint(x) % 1000u + (__float_as_int(x) / 7)",
    "sinpif(x)",
    "tgammaf(x)",
    "((long long)__float_as_int(x) * 77777ll - ((long long)__float_as_int(x) << 9)) > 1234567890123ll ? 1.5f : x",
    "((long long)__float_as_int(x) * 77777ll) <= ((long long)__float_as_int(x) * 3ll - 12345678912345ll) ? 1.5f : x",
    "((unsigned long long)__float_as_uint(x) * 0x9e3779b9ull) < 0x3fffffffffffffffull ? x : 2.0f",
    "((unsigned long long)__float_as_uint(x) * 77777ull) >= ((unsigned long long)__float_as_uint(x) << 16) + 0x123456789ull ? x : 2.0f",
    "((unsigned long long)__float_as_uint(x) * 3ull & 0xfffffffffull) == 0xbe800000ull ? 1.0f : x",
    "(unsigned)(((unsigned long long)__float_as_uint(x) * 77777ull - ((unsigned long long)__float_as_uint(x) << 13)) >> 20)",
    "(unsigned)(((long long)__float_as_int(x) * 12345ll - 98765432109876ll) >> 9)",
    "(float)(((long long)__float_as_int(x) * 7ll) >> (__float_as_uint(x) & 63))",
    "(float)(((unsigned long long)__float_as_uint(x) * 7ull) << (__float_as_uint(x) & 63))",
    "__funnelshift_r(__float_as_uint(x), 0x12345678u, __float_as_uint(x) >> 5)",
    "__byte_perm(__float_as_uint(x), 0x12345678u, 0x6172)",
    "__sad(__float_as_int(x), 1000, 5u) + __usad(__float_as_uint(x), 1000u, 5u)",
    "min(__float_as_int(x), 77) + max(__float_as_uint(x), 77u)",
    "rintf(x) + floorf(x) + ceilf(x) + truncf(x)",
    "(float)sqrt((double)x)",
    "powf(x, x)",
    "(unsigned)((unsigned long long)__float_as_uint(x) * 0x123456789abcdefull >> 17)",
    "((unsigned long long)__float_as_uint(x) * 0x9e3779b97f4a7c15ull) < 0x8000000000000000ull ? x : -x",
    "(float)((long long)__float_as_int(x) * 123457ll / 1000ll)",
    "(float)((unsigned long long)__float_as_uint(x) * 123457ull % 1000ull)",
    "__mulhi(__float_as_int(x), 12345678) + __umulhi(__float_as_uint(x), 87654321u)",
    "(unsigned)__umul64hi((unsigned long long)__float_as_uint(x) << 20, 0x123456789abcull)",
    "(unsigned)(__mul64hi((long long)__float_as_int(x) * 0x123456789ll, -0x123456789abcdefll) >> 7)",
    "(unsigned)(__umul64hi((unsigned long long)__float_as_uint(x) * 0x123456789ull, ~(unsigned long long)__float_as_uint(x)) >> 11)",
    "__ffs(__float_as_int(x)) + __clzll((long long)__float_as_int(x) * 5) + __popcll((unsigned long long)__float_as_uint(x) * 3)",
    "(unsigned)__brevll((unsigned long long)__float_as_uint(x) * 3)",
    "(float)(long long)((double)x * 1e5)",
    "(float)(unsigned long long)x",
    "(unsigned)llrintf(x)",
    "(float)(((long long)__float_as_int(x) << 21) / ((long long)__float_as_int(x) * 3ll + 77ll))",
    "(float)(((unsigned long long)__float_as_uint(x) << 31) % ((unsigned long long)__float_as_uint(x) + 12345678901ull))",
    "sinf(x)",
    "cosf(x)",
    "tanf(x)",
    "(float)pow((double)x, 1.5)",
    "(float)cbrt((double)x)",
    "(float)tanh((double)x)",
    "(float)((double)x * 3.0 + 1.0 / ((double)x + 2.0))",
    "erfinvf(x)",
    "rcbrtf(x)",
    "remainderf(x, 1.5f)",
    "nextafterf(x, 1.0f)",
    "ldexpf(x, 5)",
    "__half2float(__hadd(__float2half(x), __float2half(1.5f)))",
    "__low2float(__hfma2(__float2half2_rn(x), __floats2half2_rn(1.5f, 2.5f), __float2half2_rn(0.1f))) + __high2float(__hmul2(__float2half2_rn(x), __floats2half2_rn(1.5f, 2.5f)))",
    "__half2float(__hdiv(__float2half(x), __float2half(3.0f)))",
    "__half2float(hsqrt(__float2half(x))) + __half2float(hexp2(__float2half(x)))",
    "(float)(x < 0) + (float)(x > 1 && x < 2)",
    "isnan(x) ? 1.0f : isinf(x) ? 2.0f : signbit(x) ? 3.0f : 4.0f",
    "x < -1.0f ? sqrtf(-x) : x < 1.0f ? x * x : logf(x)",
    "fmaxf(fminf(x, 1.0f), -1.0f)",
    "scalbnf(x, -130)",
    "logbf(x)",
    "fdimf(x, 2.0f)",
    "__fsqrt_rn(x) + __frcp_rz(x)",
    "x * x * x - 2.0f * x + 1.0f",
    "normcdfinvf(x)",
    "erfcxf(x)",
    "(int)x + (int)(unsigned char)(int)x * (int)(short)__float_as_int(x)",
    "(unsigned)x + (unsigned)(signed char)(int)x",
    "(float)(short)(int)x + (float)(unsigned char)__float_as_int(x) + (float)__float_as_uint(x)",
    "(double)x * 1.000000001 - sqrt((double)x)",
];
/// The targets, and where the second parameter stands.
const TARGETS: [(Target, &str); 5] = [
    (Target::SM_75, "c[0x0][0x168]"),
    (Target::SM_80, "c[0x0][0x168]"),
    (Target::SM_90, "c[0x0][0x218]"),
    (Target::SM_100, "c[0x0][0x388]"),
    (Target::SM_120, "c[0x0][0x388]"),
];

/// How many of the expressions that a grammar makes are compiled, too.
const MADE: usize = 300;

/// The functions that the grammar calls, for a device: the half of kernel.h that nvcc reads.
fn helpers() -> String {
    let whole = include_str!("compiled/kernel.h");
    let (device, rest) = whole.split_once("#else").expect("two halves");
    let (_, common) = rest.rsplit_once("#endif").expect("an end");
    let lines = device.lines().chain(common.lines()).filter_map(|line| line.strip_prefix("INLINE "));
    // None is lost because it does not begin its line, but for what defines the word.
    let all = [device, common].map(|half| half.matches("INLINE ").count() - half.matches("#define INLINE ").count());
    assert_eq!(lines.clone().count(), all.iter().sum::<usize>());
    lines.map(|line| format!("static __device__ {line} ")).collect()
}

/// What is compiled, and for which targets: what is written above for all, what the grammar makes for two of them. An expression that the C
/// here does not read (128 bits, powers of two numbers) is passed over.
fn functions() -> Vec<(String, Vec<Target>)> {
    let (context, helpers) = (Context { target: Target::SM_90, ptx: Version::NEWEST }, helpers());
    let is_of_x = |text: &String| text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word == "x");
    let made = expressions(29).filter(is_of_x).filter(|text| read(&[&*helpers, text].concat(), &context).is_accepted()).take(MADE);
    let all = TARGETS.map(|(target, _)| target);
    let two = |at: usize| vec![all[at % all.len()], all[(at + 2) % all.len()]];
    let written = COMPILED.into_iter().map(|text| (text.to_owned(), all.into()));
    written.chain(made.enumerate().map(|(at, text)| (text, two(at)))).collect()
}

/// The type that the kernel stores.
fn stored(text: &str) -> &'static str {
    match text {
        "1.0 / x" => "double",
        _ if text.starts_with("(unsigned long long)(") => "unsigned long long",
        _ if text.starts_with("(double)") => "double",
        _ if ["__half2float", "__low2float", "__fsqrt"].iter().any(|start| text.starts_with(start)) => "float",
        _ if text.starts_with("(int)") => "int",
        _ if ["(__float", "__", "(unsigned)", "min("].iter().any(|start| text.starts_with(start)) => "unsigned",
        "ilogbf(x)" => "int",
        _ => "float",
    }
}

#[test]
#[ignore = "wants NVIDIA's nvcc and nvdisasm 13.5 in CUDA_HOME or on PATH; run with --ignored, ULPSCOPE_BLESS=1 writes the listings"]
fn the_listings_are_what_nvcc_makes() {
    let [nvcc, nvdisasm] = ["nvcc", "nvdisasm"].map(|name| tool(name).expect("nvcc and nvdisasm in CUDA_HOME or on PATH"));
    let folder = std::env::temp_dir().join(format!("ulpscope-listings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, binary) = (folder.join("kernel.cu"), folder.join("kernel.cubin"));
    let mut made = String::new();
    let functions = functions();
    for (target, _) in TARGETS {
        let own: Vec<&String> = functions.iter().filter(|(_, targets)| targets.contains(&target)).map(|(text, _)| text).collect();
        let kernel = |(at, text): (usize, &&String)| {
            format!("extern \"C\" __global__ void k{at}({} *to, float x) {{ *to = {text}; }}\n", stored(text))
        };
        let kernels: String = own.iter().enumerate().map(kernel).collect();
        std::fs::write(&source, format!("#include <cuda_fp16.h>\n{}\n{kernels}", helpers())).expect("the kernels");
        let arch = format!("-arch={target}");
        let output = Command::new(&nvcc).args([&*arch, "-w", "-cubin", "-o"]).arg(&binary).arg(&source).output().expect("nvcc runs");
        assert!(output.status.success(), "{target}: {}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(&nvdisasm).arg("-hex").arg(&binary).output().expect("nvdisasm runs");
        let mut listings = vec![String::new(); own.len()];
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = said.lines().peekable();
        let mut section = "";
        while let Some(line) = lines.next() {
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Some(("", name)) = line.trim_start().split_once(".section\t") {
                section = name.split(',').next().unwrap_or_default();
            }
            let of = section.rsplit_once(".k").and_then(|(_, number)| listings.get_mut(number.parse::<usize>().ok()?));
            let Some(listing) = of else { continue };
            if section.starts_with(".nv.constant2.") && (line.contains(".section\t") || line.contains("/*")) {
                let _ = writeln!(listing, "{}", squeezed(line));
            }
            if !section.starts_with(".text.") {
                continue;
            }
            let is_label = line.ends_with(':') && !line.starts_with(char::is_whitespace);
            let (code, word) = line.split_once(';').unwrap_or((line, ""));
            if is_label {
                let _ = writeln!(listing, "{line}");
            } else if line.contains("/*") && line.contains(';') && !line.contains("NOP") {
                // Only of a NaN the text does not say the bits.
                let words = [word, lines.peek().unwrap_or(&"")].map(squeezed).join(" ");
                let _ =
                    writeln!(listing, "{} ;{}", squeezed(code), if code.contains("NAN") { [" ", &words].concat() } else { String::new() });
            }
        }
        for (text, listing) in own.iter().zip(listings) {
            let _ = write!(made, "# {target} {text}\n{listing}");
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/nvidia/listings.txt.gz");
        let mut packed = GzEncoder::new(std::fs::File::create(path).expect("a file"), Compression::best());
        packed.write_all(made.as_bytes()).expect("the file is written");
        packed.finish().expect("the file is written");
    }
    assert!(text("listings.txt.gz") == made, "the listings differ from what nvcc makes");
}

/// What the listing of a target stores where its parameter has these bits; None where it does not run to its end, or reads a constant
/// that stands beside the code.
fn ran(document: &Document, parameter: &str, bits: u64) -> Option<u64> {
    let mut registers = RegisterFile::default();
    registers.set(parameter, bits);
    let run = document.run_all(&registers)?;
    let last = run.blocks.last()?;
    let reads_more = |name: &String| name.starts_with('c') && !name.starts_with("c[0x0]");
    if matches!(last.stopped_by, Some(StoppedBy::End(..))) || run.blocks.iter().any(|block| block.unset.iter().any(reads_more)) {
        return None;
    }
    let store = run.blocks.iter().rfind(|block| block.ran() && block.name().starts_with("STG"))?;
    let from = store.text.trim_end_matches([';', ' ']).rsplit(", ").next()?;
    let number: u8 = if from == "RZ" { 255 } else { from.strip_prefix('R')?.parse().ok()? };
    let word = |number: u8| run.registers.get(&format!("R{number}")).unwrap_or(0);
    Some(if store.name().contains(".64") { word(number) | word(number.saturating_add(1)) << 32 } else { word(number) })
}

#[test]
fn listings_of_functions_give_what_their_c_gives() {
    let all = text("listings.txt.gz");
    let (mut compared, mut wrong, mut refused) = (0, Vec::new(), Vec::new());
    let helpers = helpers();
    for listing in all.split("# ").filter(|listing| !listing.is_empty()) {
        let (head, code) = listing.split_once('\n').expect("a head");
        let (target, expression) = head.split_once(' ').expect("a target");
        let (target, parameter) = TARGETS.into_iter().find(|(known, _)| known.name() == target).expect("a target");
        let context = Context { target, ptx: Version::NEWEST };
        let document = Document::read_128(&[".target ", target.name(), "\n", code].concat(), &context);
        if !document.runs() {
            let why = document.diagnostics.iter().map(|said| said.message.clone()).collect::<Vec<_>>().join(" ");
            refused.push(format!("{head}: {why}"));
            continue;
        }
        let is_made = !COMPILED.contains(&expression);
        let judge = read(&if is_made { [&*helpers, expression].concat() } else { expression.to_owned() }, &context);
        let mut random = Random::new(7);
        for at in 0..if is_made { 16 } else { 40 } {
            let special = [0, 0x8000_0000, 1, 0x007f_ffff, 0x3f80_0000, 0xbf80_0000, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000];
            let bits = special.get(at).copied().unwrap_or_else(|| match at % 3 {
                0 => random.word() & 0xffff_ffff,
                _ => 0x3e00_0000 + (random.word() & 0x81ff_ffff),
            });
            // ptxas makes FADD R, -RZ, -x of an integer whose top bit is turned, and that loses the bits of a NaN.
            if is_made && bits & 0x7fff_ffff > 0x7f80_0000 {
                continue;
            }
            let mut x = RegisterFile::default();
            x.set("x", bits);
            let wanted = judge.run(&x).and_then(|run| run.registers.get("d")).unwrap_or_else(|| panic!("{expression} runs"));
            let Some(given) = ran(&document, parameter, bits) else {
                refused.push(format!("{head} of {bits:08x}"));
                break;
            };
            compared += 1;
            if given != wanted {
                wrong.push(format!("{head} of {bits:08x}: {given:x}, C {wanted:x}"));
                break;
            }
        }
    }
    println!("{compared} compared");
    assert!(wrong.is_empty(), "{} differ\n{}\nand these do not run\n{}", wrong.len(), wrong.join("\n"), refused.join("\n"));
    assert_eq!(refused.len() as u64, oracle("listings.txt.gz").allowed, "{}", refused.join("\n"));
    assert_eq!(compared as u64, oracle("listings.txt.gz").answers);
}

/// A link holds a listing without what its words say; where its jumps lead stays.
#[test]
fn a_shortened_listing_runs_as_before() {
    let all = text("listings.txt.gz");
    let (_, code) = all.split("# ").find_map(|listing| listing.split_once("sm_90 1.0f / x\n")).expect("a listing with a call");
    let whole = [".target sm_90\n", code].concat();
    let short = shortened(&whole, usize::MAX).expect("a listing");
    assert_eq!(short.kept, short.of);
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    for bits in [0x4040_0000, 0x0000_0001, 0x7f00_0001] {
        let [long, short] = [&whole, &short.text].map(|text| ran(&Document::read_128(text, &context), "c[0x0][0x218]", bits));
        assert!(long.is_some() && long == short, "{bits:x}: {long:?} {short:?}");
    }
    // Without labels nothing runs, and that is said.
    let label = code.lines().find_map(|line| line.split_once("BRA `(")?.1.split_once(')')).expect("a branch").0;
    let lost = whole.replace(&format!("{label}:"), "");
    let document = Document::read_128(&lost, &context);
    assert!(!document.runs() && document.diagnostics.iter().any(|said| said.code == "lost-jump"), "{:?}", document.diagnostics);
}

/// A listing of two functions runs the first one, and says that the other does not run; a return that leads nowhere stops the run.
#[test]
fn what_a_thread_never_comes_to_is_said() {
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let of = |text: &str| Document::read_128(text, &context);
    let two = of(".target sm_90\nf:\n/*0000*/ MOV R0, 0x1 ;\n/*0010*/ EXIT ;\ng:\n/*0000*/ MOV R0, 0x2 ;\n/*0010*/ EXIT ;\n");
    let said: Vec<&str> = two.diagnostics.iter().map(|said| said.code).collect();
    assert!(two.runs() && said == ["not-reached"], "{said:?}");
    assert_eq!(two.run_all(&RegisterFile::default()).and_then(|run| run.registers.get("R0")), Some(1));
    let lost = of(".target sm_90\n/*0000*/ MOV R2, 0x40 ;\n/*0010*/ RET.REL.NODEC R2 `(f) ;\n");
    let run = lost.run_all(&RegisterFile::default()).expect("it runs to its return");
    assert!(matches!(run.blocks.last().and_then(|block| block.stopped_by.clone()), Some(StoppedBy::End("lost-jump", _))));
}

/// What the text of one line does not decide does not run; what runs needs no word.
#[test]
fn lines_outside_the_table_run_alone_where_all_of_them_is_understood() {
    let given = |text: &str| evaluate_line(text, Context { target: Target::SM_90, ptx: Version::NEWEST }, Form::Fields);
    for (text, result) in [
        ("MOV R0, 0x3f800000;", "ok\tR0=3f800000"),
        ("R1=5 R2=7 | IADD3 R0, R1, -R2, RZ;", "ok\tR0=fffffffe"),
        ("R1=80000000 R2=80000000 | IADD3 R0, P0, R1, R2, RZ; IADD3.X R3, RZ, RZ, RZ, P0, !PT;", "ok\tR0=00000000,P0=1,R3=00000001"),
        ("R1=3 R2=100 | LEA R0, R1, R2, 0x3;", "ok\tR0=00000118"),
        ("R1=ffffffff R2=2 | IMAD.WIDE R4, R1, R2, RZ;", "ok\tR4=fffffffe,R5=ffffffff"),
        ("R0=1 | ISETP.GT.AND P0, PT, R0, RZ, PT; @P0 EXIT; MOV R1, 0x1;", "ok\tP0=1\t"),
        ("R0=0 | ISETP.GT.AND P0, PT, R0, RZ, PT; @P0 EXIT; MOV R1, 0x1;", "ok\tP0=0,R1=00000001"),
        ("R1=80000000 R2=1 P0=1 | LEA.HI.X R0, R1, R2, RZ, 0x2, P0;", "ok\tR0=00000004"),
        ("R1=80000000 R2=1 P0=1 | LEA.HI.X.SX32 R0, R1, R2, 0x2, !P0;", "ok\tR0=ffffffff"),
        ("R2=6 R3=1 P0=1 | SEL.64 R4, RZ, R2, !P0;", "ok\tR4=00000006,R5=00000001"),
        ("R1=3 R2=5 R3=7 P0=1 | IMAD.X R0, R1, R2, R3, P0;", "ok\tR0=00000017"),
        ("R1=3 R2=5 R3=7 P0=0 | IMAD.X R0, R1, R2, ~R3, P0;", "ok\tR0=00000007"),
        ("R1=5 R2=0 | IADD3 R0, P0, R1, -R2, RZ;", "ok\tR0=00000005,P0=1"),
        // Two carries: whether there is one, and whether there are two.
        ("R1=ffffffff R2=ffffffff R3=1 | IADD3 R0, P0, P1, R1, R2, R3;", "ok\tR0=ffffffff,P0=1,P1=0"),
        ("R1=ffffffff R2=ffffffff R3=2 | IADD3 R0, P0, P1, R1, R2, R3;", "ok\tR0=00000000,P0=1,P1=1"),
        ("R1=5 R2=7 P0=1 P1=1 | IADD3.X R0, R1, R2, RZ, P0, P1;", "ok\tR0=0000000e"),
        ("R1=5 R2=7 P0=1 P1=1 | IADD3.X R0, R1, R2, RZ, P0, !P1;", "ok\tR0=0000000d"),
        ("R1=ffffffff R2=ffffffff R4=fffffffe R5=1 | IMAD.WIDE.U32 R6, P0, R1, R2, R4;", "ok\tR6=ffffffff,R7=ffffffff,P0=0"),
        ("R1=ffffffff R2=ffffffff R4=ffffffff R5=1 | IMAD.WIDE.U32 R6, P0, R1, R2, R4;", "ok\tR6=00000000,R7=00000000,P0=1"),
        ("R1=2 R2=3 R4=1 P0=1 | IMAD.WIDE.U32.X R6, R1, R2, R4, P0;", "ok\tR6=00000008,R7=00000000"),
        ("R1=ffffffff R2=ffffffff R4=ffffffff R5=1 | IMAD.HI.U32 R6, P0, R1, R2, R4;", "ok\tR6=00000000,P0=1"),
        ("R1=80000001 R2=fffffff8 | LEA R0, P0, R1, R2, 0x3;", "ok\tR0=00000000,P0=1"),
        ("UR6=80000000 UR4=ffffffff | ULEA.HI UR4, UP0, UR6, UR4, URZ, 0x1;", "ok\tUR4=00000000,UP0=1"),
        ("UR4=ffffffff UR5=1 UR6=1 | UIADD3.64 UR8, UPT, UPT, UR6, UR4, URZ;", "ok\tUR8=00000000,UR9=00000002"),
        ("c[0x0][0x160]=1234fffe | LDC.U16 R0, c[0x0][0x160];", "ok\tR0=0000fffe"),
        ("c[0x0][0x160]=1234fffe | LDC.S16 R0, c[0x0][0x160];", "ok\tR0=fffffffe"),
        ("R0=3f8ccccd | VIADD.16x2 R1, R0, 0x10001;", "ok\tR1=3f8dccce"),
        ("R0=3f8ccccd | VIMNMX.S16x2 R1, R0, 0x12345678, !PT;", "ok\tR1=3f8c5678"),
        ("R0=3f8ccccd | VIMNMX.U16x2 R1, R0, 0x12345678, PT;", "ok\tR1=12345678"),
        // Shifts and their sums where a product gives no upper word.
        ("R1=80000001 R2=5 | LEA.HI R0, R1, R2, RZ, 0x1f;", "ok\tR0=40000005"),
        ("R1=80000001 R2=5 | LEA.HI.SX32 R0, R1, R2, 0x1f;", "ok\tR0=c0000005"),
        ("R1=80000001 R2=5 | LEA.HI.SX32 R0, R1, -R2, 0x1d;", "ok\tR0=effffffb"),
        ("R1=f0000000 R2=10 R3=2 | LEA.HI R0, R1, R2, R3, 0x4;", "ok\tR0=0000003f"),
        ("R1=f0000000 R2=10 R3=2 P0=1 | LEA.HI.X R0, R1, R2, R3, 0x4, P0;", "ok\tR0=00000040"),
        ("R1=f0000000 R2=10 P0=1 | LEA.X R0, R1, R2, 0x4, P0;", "ok\tR0=00000011"),
        ("UR5=80000000 UR4=200000 | ULEA.HI.SX32 UR4, UP0, UR5, UR4, 0xa;", "ok\tUR4=001ffe00,UP0=1"),
        ("R1=80000001 R2=21 | SHF.L.W.U32 R0, R1, R2, RZ;", "ok\tR0=00000002"),
        ("R1=80000001 R2=21 | SHF.R.W.U32.HI R0, RZ, R2, R1;", "ok\tR0=40000000"),
        ("R1=ff | SHF.R.U64 R0, R1, 0x4, 0x1234567;", "ok\tR0=7000000f"),
        ("R1=f | SHF.L.U64.HI R0, R1, 0x4, 0x1234567;", "ok\tR0=12345670"),
        ("R1=5 R2=7 P0=1 | IMAD.U32.X R0, R1, 0x100000, R2, P0;", "ok\tR0=00500008"),
        // The smaller and the larger one, of sums, of three and of pairs.
        ("R1=5 R2=fffffff0 | VIADDMNMX R0, R1, -R2, 0x10, PT;", "ok\tR0=00000010"),
        ("R1=5 R2=fffffff0 | VIADDMNMX.U32 R0, R1, R2, 0x10, !PT;", "ok\tR0=fffffff5"),
        ("R1=5 R2=fffffff0 | VIADDMNMX.RELU R0, R1, R2, 0x10, PT;", "ok\tR0=00000000"),
        ("R1=ffff0001 R2=10003 | VIADDMNMX.U16x2 R0, R1, R2, 0x20002, !PT;", "ok\tR0=00020004"),
        ("R1=5 R2=fffffff0 | VIMNMX3 R0, R1, 0x7, R2, PT;", "ok\tR0=fffffff0"),
        ("R1=5 R2=fffffff0 | VIMNMX3.U32 R0, R1, 0x7, R2, !PT;", "ok\tR0=fffffff0"),
        ("R1=5 R2=fffffff0 | VIMNMX.RELU R0, PT, PT, R1, R2, PT;", "ok\tR0=00000000"),
        ("R2=fffffffe R3=ffffffff | IMNMX.S64 PT, PT, R4, R2, -0x3, PT, !PT;", "ok\tR4=fffffffd,R5=ffffffff"),
        ("R2=fffffffe R3=ffffffff | IMNMX.U64 PT, PT, R4, R2, RZ, !PT, !PT;", "ok\tR4=fffffffe,R5=ffffffff"),
        ("UR4=1 UR5=0 | UIADD3.64 UR6, UPT, UPT, -UR4, URZ, URZ;", "ok\tUR6=ffffffff,UR7=ffffffff"),
        ("R0=10000 R2=20001 | VIADD.16x2 R1, R0, -R2;", "ok\tR1=ffffffff"),
        ("R0=1020304 R2=2020505 | VIADD.U8x4 R1, R0, -R2;", "ok\tR1=ff00feff"),
        ("R0=1020304 R2=2020505 | VIMNMX.U8x4 R1, R0, R2, !PT;", "ok\tR1=02020505"),
        ("R0=ff020304 R2=2020505 | VABSDIFF4.U8 R1, R0, R2, RZ;", "ok\tR1=fd000201"),
        // nvdisasm has no .S8 and no .U16x2 here: VABSDIFF4 has signs, and a sum of halves none.
        ("R0=ff020304 R2=2020580 | VABSDIFF4 R1, R0, R2, RZ;", "ok\tR1=03000284"),
        ("R0=ff020304 R2=2020505 | VABSDIFF4.S8 R1, R0, R2, RZ;", "error\telsewhere"),
        ("R0=3f8ccccd | VIADD.U16x2 R1, R0, 0x10001;", "error\telsewhere"),
        ("c[0x0][0x388]=1234fffe | LDC.U8 R0, c[0x0][0x38a];", "ok\tR0=00000034"),
        ("c[0x0][0x388]=1234fffe | LDC.S8 R0, c[0x0][0x389];", "ok\tR0=ffffffff"),
        (
            "c[0x0][0x390]=1 c[0x0][0x394]=2 c[0x0][0x398]=3 c[0x0][0x39c]=4 | LDCU.128 UR8, c[0x0][0x390];",
            "ok\tUR8=00000001,UR9=00000002,UR10=00000003,UR11=00000004",
        ),
        // A bank's first place, as nvdisasm 13.5 writes it.
        ("c[0x3][0x0]=123480fe | LDCU.U8 UR6, c[0x3][URZ];", "ok\tUR6=000000fe"),
        ("c[0x3][0x0]=123480fe | LDC.S8 R6, c[0x3][RZ];", "ok\tR6=fffffffe"),
        ("c[0x3][0x0]=123480fe | LDC.S16 R6, c[0x3][RZ];", "ok\tR6=ffff80fe"),
        ("c[0x3][0x0]=5 | LDC R6, c[0x3][RZ];", "ok\tR6=00000005"),
        (
            "c[0x3][0x0]=1 c[0x3][0x4]=2 c[0x3][0x8]=3 c[0x3][0xc]=4 | LDCU.128 UR4, c[0x3][URZ];",
            "ok\tUR4=00000001,UR5=00000002,UR6=00000003,UR7=00000004",
        ),
        ("SR_TID.X=5 | S2R R0, SR_TID.X;", "ok\tR0=00000005"),
        ("sr_tid.x=5 | S2R R0, SR_TID.X;", "ok\tR0=00000005"),
        ("SR_CTAID.Y=5 | S2UR UR4, SR_CTAID.Y;", "ok\tUR4=00000005"),
        ("LDCU.128 UR10, c[0x0][0x390];", "error\telsewhere"),
        // A constant begins at a multiple of its width.
        ("LDC.128 R4, c[0x3][0x8];", "error\telsewhere"),
        ("LDC.64 R4, c[0x3][0x4];", "error\telsewhere"),
        ("LDC.128 R4, c[0x3][0xfff8];", "error\telsewhere"),
        ("LDC R4, c[0x3][0x2];", "error\telsewhere"),
        ("IADD.64 R4, P0, R2, UR8;", "error\telsewhere"),
        ("S2R R0, SR_CLOCKLO;", "error\telsewhere"),
        ("LDC.U16 R0, c[0x0][0x389];", "error\telsewhere"),
        ("SHF.L.W.U32 R0, R1, R2, R3;", "error\telsewhere"),
        ("SHF.R.W.S32.HI R0, RZ, R2, R1;", "error\telsewhere"),
        ("VABSDIFF4.U8.ACC R1, R0, R2, RZ;", "error\telsewhere"),
        ("IMNMX.S64 P0, PT, R4, R2, -0x3, PT, !PT;", "error\telsewhere"),
        ("VIMNMX3.S16x2 R0, R1, -R2, R3, PT;", "error\telsewhere"),
        ("LEA.HI.SX32 R0, P0, R1, -R2, 0x4;", "error\telsewhere"),
        ("R1=1 R2=2 | IMAD.WIDE R6, P0, R1, R2, R4;", "error\telsewhere"),
        ("R1=1 R2=2 | IMAD.WIDE.U32 R6, P0, R1, R2, -R4;", "error\telsewhere"),
        ("R1=1 | R2P PR, R1, 0x3;", "ok\tP0=1,P1=0"),
        ("R1=5 | R2P PR, R1, 0x3, R5;", "error\telsewhere"),
        ("R1=5 | IADD3 R0, R1, 0x1ffffffff, RZ;", "error\telsewhere"),
        ("IADD3.X R0, R1, ~-0x5, RZ, P0, !PT;", "error\telsewhere"),
        ("UR2=4 R1=5 | UIADD3 UR4, -R1, UR2, URZ;", "error\telsewhere"),
        ("IADD3 UR4, R1, R2, RZ;", "error\telsewhere"),
        ("IADD3 R4, UP0, R1, R2, RZ;", "error\telsewhere"),
        ("IADD3 R0, PT, PT, PT, PT, R1, R2, RZ;", "error\telsewhere"),
        ("POPC R0, PT, R1;", "error\telsewhere"),
        ("LOP3.LUT R0, R1, R2, R3, 0x1c0, !PT;", "error\telsewhere"),
        ("PLOP3.LUT P0, PT, P1, P2, PT, 0x80, junk;", "error\telsewhere"),
        ("SEL.64 R5, RZ, R2, !P0;", "error\telsewhere"),
        ("STG.E [R2], garbage;", "error\telsewhere"),
        ("MOV R0, R1, R2;", "error\telsewhere"),
        ("IADD3 R0, R1, R2;", "error\telsewhere"),
        ("SHF.L.U32 R0, R1, 0x17, UR5, P0;", "error\telsewhere"),
        ("PRMT R0, R1, P2, R3;", "error\telsewhere"),
        ("SEL R0, R1, -R2, P0;", "error\telsewhere"),
        // A word or a sign that these do not have.
        ("R1=5 R2=3 | ISETP.GT.SAT P0, PT, R1, R2, PT;", "error\telsewhere"),
        ("R1=5 R2=3 | ISETP.LTU.AND P0, PT, R1, R2, PT;", "error\telsewhere"),
        ("R1=1 R2=2 | LOP3.LUT R0, -R1, R2, RZ, 0xc0, !PT;", "error\telsewhere"),
        ("R1=5 | POPC R0, -R1;", "error\telsewhere"),
        ("R1=1 R2=2 | IMAD.WIDE.U32 R6, R1, -R2, R4;", "error\telsewhere"),
        ("P0=1 R1=1 R2=2 R3=3 | IADD3.X R0, R1, -R2, R3, P0, !PT;", "error\telsewhere"),
        ("R1=3 | STG.FOO.BAR R1, R1, R1;", "error\telsewhere"),
        ("R1=3 | IADD3 R0, R1, , R1, RZ;", "error\telsewhere"),
        ("R1=1 R2=2 | IMNMX R0, R1, R2;", "error\telsewhere"),
        ("UMOV UR0, UR63;", "error\telsewhere"),
    ] {
        assert!(given(text).starts_with(result), "{text}: {}", given(text));
    }
    // What nvcc 13.5 writes for other chips alone runs, and that is said: sm_110 has fewer of these than sm_100, sm_120 others.
    for (target, text, is_others) in [
        (Target::SM_75, "R1=5 | VIADDMNMX R0, R1, R1, RZ, PT;", true),
        (Target::SM_80, "R1=5 | VIMNMX3 R0, R1, R1, RZ, PT;", true),
        (Target::SM_90, "R1=5 | VIMNMX R0, R1, RZ, PT;", false),
        (Target::SM_103, "R1=5 | VIADD R0, R1, 0x5;", false),
        (Target::SM_110, "R1=5 | VIADD R0, R1, 0x5;", true),
        (Target::SM_120, "R1=5 | VIADD.16x2 R0, R1, R1;", false),
        (Target::SM_120, "R1=5 | VIADDMNMX R0, R1, R1, RZ, PT;", true),
        (Target::SM_75, "R1=5 | VIADD.U8x4 R0, R1, R1;", true),
        (Target::SM_121, "R1=5 | VIADD.U8x4 R0, R1, R1;", false),
        (Target::SM_75, "IADD.64 R4, R2, R6;", true),
        (Target::SM_100, "P0=1 | SEL.64 R4, RZ, R2, !P0;", true),
        (Target::SM_120, "IMNMX.S64 PT, PT, R4, R2, -0x3, PT, !PT;", false),
        (Target::SM_120, "VABSDIFF4 R1, R0, R2, RZ;", true),
        (Target::SM_75, "VABSDIFF4 R1, R0, R2, RZ;", false),
        (Target::SM_90, "LDCU.128 UR4, c[0x0][0x390];", true),
        (Target::SM_100, "LDCU.128 UR4, c[0x0][0x390];", false),
    ] {
        let said = evaluate_line(text, Context { target, ptx: Version::NEWEST }, Form::Fields);
        assert!(said.starts_with("ok") && said.contains("may not have") == is_others, "{text}: {said}");
    }
}

/// Columns of other assemblers, as their listings have them; the instructions give what they give without them.
#[test]
fn columns_of_other_assemblers_are_passed_over() {
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let maxas = "--:-:-:Y:1      MOV R1, 0x3f800000;\n01:-:2:-:d  @!P0 FADD R0, R1, -R1;\n--:3:-:-:f      FFMA R2, R1, R1, R1;\n--:-:-:Y:5      EXIT;\n";
    let cuassembler = "    [B------:R-:W-:-:S02]         /*0000*/                   MOV R1, 0x3f800000 ;\n\
        [B0-----:R-:W1:Y:S05]         /*0010*/              @!P0 FADD R0, R1, -R1 ;\n.L_x_0:\n\
        [B------:R3:W-:-:S04]         /*0020*/                   FFMA R2, R1, R1, R1 ;\n\
        [B------:R-:W-:Y:S05]         /*0030*/                   EXIT ;\n";
    let nvdisasm = "/*0000*/ [B------:R-:W-:-:S02] MOV R1, 0x3f800000 ;\n/*0010*/ [B0-----:R-:W1:Y:S05] @!P0 FADD R0, R1, -R1 ;\n\
        /*0020*/ { FFMA R2, R1, R1, R1 ;\n/*0030*/ EXIT }\n";
    let behind = "MOV R1, 0x3f800000 ; [B------:R-:W-:-:S02]\n@!P0 FADD R0, R1, -R1 ; [B0-----:R-:W1:Y:S05]\n\
        FFMA R2, R1, R1, R1 ; [B------:R3:W-:-:S04] // a comment\nEXIT\n";
    for text in [maxas, cuassembler, nvdisasm, behind] {
        let document = Document::read_128(text, &context);
        let said: Vec<&str> = document.diagnostics.iter().map(|said| said.code).collect();
        let run = document.run_all(&RegisterFile::default()).expect("it runs");
        let got: Vec<Option<u64>> = ["R1", "R0", "R2"].map(|name| run.registers.get(name)).into();
        assert_eq!(got, [Some(0x3f80_0000), Some(0), Some(0x4000_0000)], "{text}");
        assert!(said.contains(&"columns"), "{said:?}");
        assert!(read(text, &context).diagnostics().iter().any(|said| said.code == "columns"), "{text}");
    }
    // Without columns the first line of instructions makes it one.
    for (text, line) in [("MOV R1, R2\n EXIT\n", 0), ("\n\n  MOV R1, R2\n EXIT\n", 2)] {
        let place = semantics::sass::listed_at(text).expect("a listing");
        assert_eq!(text[..place.start].matches('\n').count(), line, "{text}");
    }
    // A label or an address leads where it led.
    let jump = cuassembler.replace("MOV R1, 0x3f800000", "BRA 0x30").replace("@!P0 FADD R0, R1, -R1", "BRA `(.L_x_0)");
    let short = shortened(&jump, usize::MAX).expect("a listing").text;
    assert!(Document::read_128(&jump, &context).runs() && Document::read_128(&short, &context).runs(), "{short}");
    for word in ["--:-:-:-:-", "B------:R-:W-:S01", "1:2:3:4:5", "[--:-:-:Y:1", "[01:-:-:Y:4]", "B012345:R7:W-:-:S01", "é1:-:-:Y:4"] {
        assert_eq!(semantics::sass::columns::column(word), None, "{word}");
    }
}
