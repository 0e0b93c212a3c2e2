//! Listings of nvcc run whole: the machine code of functions gives, instruction by instruction, what the C gives that they come from.

use crate::assembler::tool;
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

/// The type that the kernel stores.
fn stored(text: &str) -> &'static str {
    match text {
        "1.0 / x" => "double",
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
    for text in COMPILED {
        let headers = if text.contains("half") { "#include <cuda_fp16.h>\n" } else { "" };
        let kernel = format!("{headers}__global__ void k({} *to, float x) {{ *to = {text}; }}\n", stored(text));
        std::fs::write(&source, kernel).expect("the kernel");
        for (target, _) in TARGETS {
            let arch = format!("-arch={target}");
            let output = Command::new(&nvcc).args([&*arch, "-cubin", "-o"]).arg(&binary).arg(&source).output().expect("nvcc runs");
            assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
            let output = Command::new(&nvdisasm).arg("-hex").arg(&binary).output().expect("nvdisasm runs");
            let _ = writeln!(made, "# {target} {text}");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut lines = said.lines().peekable();
            let mut section = "";
            while let Some(line) = lines.next() {
                let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                if let Some(("", name)) = line.trim_start().split_once(".section\t") {
                    section = name;
                }
                if section.starts_with(".nv.constant2.") && (line.contains(".section\t") || line.contains("/*")) {
                    let _ = writeln!(made, "{}", squeezed(line));
                }
                if !section.starts_with(".text.") {
                    continue;
                }
                let is_label = line.ends_with(':') && !line.starts_with(char::is_whitespace);
                let (code, word) = line.split_once(';').unwrap_or((line, ""));
                if is_label {
                    let _ = writeln!(made, "{line}");
                } else if line.contains("/*") && line.contains(';') && !line.contains("NOP") {
                    // Only of a NaN the text does not say the bits.
                    let words = [word, lines.peek().unwrap_or(&"")].map(squeezed).join(" ");
                    let _ =
                        writeln!(made, "{} ;{}", squeezed(code), if code.contains("NAN") { [" ", &words].concat() } else { String::new() });
                }
            }
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
    let number: u8 = from.strip_prefix('R')?.parse().ok()?;
    let word = |number: u8| run.registers.get(&format!("R{number}")).unwrap_or(0);
    Some(if store.name().contains(".64") { word(number) | word(number + 1) << 32 } else { word(number) })
}

#[test]
fn listings_of_functions_give_what_their_c_gives() {
    let all = text("listings.txt.gz");
    let (mut compared, mut wrong, mut refused) = (0, Vec::new(), Vec::new());
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
        let mut random = Random::new(7);
        for at in 0..40 {
            let special = [0, 0x8000_0000, 1, 0x007f_ffff, 0x3f80_0000, 0xbf80_0000, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000];
            let bits = special.get(at).copied().unwrap_or_else(|| match at % 3 {
                0 => random.word() & 0xffff_ffff,
                _ => 0x3e00_0000 + (random.word() & 0x81ff_ffff),
            });
            let wanted = evaluate_line(&format!("x={bits:08x} | {expression}"), context, Form::Fields);
            let wanted =
                wanted.strip_prefix("ok\td=").and_then(|rest| rest.split('\t').next()).map(str::to_owned).unwrap_or(wanted.clone());
            let given = ran(&document, parameter, bits).map(|bits| format!("{bits:0width$x}", width = wanted.len()));
            if given.is_none() {
                refused.push(format!("{head} of {bits:08x}"));
                break;
            }
            compared += 1;
            if given.as_deref() != Some(&*wanted) {
                wrong.push(format!("{head} of {bits:08x}: {given:?}, C {wanted}"));
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
    let lost = whole.replace(".L_x_1:", "");
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
        ("LDG.E.U8 R0, [R2.64];", "error\telsewhere"),
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
}

/// What a load finds is given like a register; the thread's own memory below R1 is kept, and what cannot be known is refused by name.
#[test]
fn loads_are_inputs_and_spills_are_kept() {
    let given = |text: &str| evaluate_line(text, Context { target: Target::SM_90, ptx: Version::NEWEST }, Form::Fields);
    for (text, result) in [
        ("R4@1=3f800000 | LDG.E R4, [R2.64]; FADD R0, R4, R4;", "ok\tR4=3f800000,R0=40000000\t-\tMemory is not kept here. R4@1"),
        (
            "R4@1=1 R5@1=2 R6@1=3 R7@1=4 | LDG.E.128.CONSTANT R4, desc[UR4][R2.64+0x10];",
            "ok\tR4=00000001,R5=00000002,R6=00000003,R7=00000004",
        ),
        ("R5=7 | STL [R1+0x8], R5; MOV R5, 0x1; LDL R6, [R1+0x8];", "ok\tl[0x8]=00000007,R5=00000001,R6=00000007"),
        ("R4=7 R5=8 | STL.64 [R1+-0x8], R4; LDL R6, [R1+-0x4];", "ok\tl[-0x8]=00000007,l[-0x4]=00000008,R6=00000008"),
        ("l[0x8]=5 | LDL R6, [R1+0x8];", "ok\tR6=00000005"),
        // A constant is no memory that a store changes.
        ("R4@2=3 | STG.E [R2.64], R0; LDG.E.CONSTANT R4, [R6.64];", "ok\tR4=00000003"),
        ("STG.E [R2.64], R0; LDG.E R4, [R6.64];", "error\tmemory"),
        ("STS [R2], R0; LD.E R4, [R6.64];", "error\tmemory"),
        ("STS [R2], R0; LDG.E R4, [R6.64];", "ok\tR4="),
        ("STL [R3], R5; LDL R6, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; LDL R6, [R3];", "error\tmemory"),
        ("STL [R1+0x8], R5; IADD3 R1, R1, 0x8, RZ; LDL R6, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; ST.E [R2.64], R5; LDL R6, [R1+0x8];", "error\tmemory"),
        ("LDG.E.64 R5, [R2.64];", "error\telsewhere"),
        // As nvdisasm 13.5 writes what nvcc spills.
        ("R5=7 | STL [R1+0x8], R5 (*\"SpillRefill\"*); LDL.LU R6, [R1+0x8] (*\"SpillRefill\"*);", "ok\tl[0x8]=00000007,R6=00000007"),
        // A load may change the register that the next address begins at; behind the last access R1 may change.
        ("l[0x8]=100 | LDL R1, [R1+0x8]; LDL R2, [R1+0x8];", "error\tmemory"),
        ("STL [R1+0x8], R5; LDL R6, [R1+0x8]; IADD3 R1, R1, 0x8, RZ;", "ok\t"),
        ("l[0x8]=400921fb54442d18 | LDL.64 R4, [R1+0x8];", "ok\tR4=54442d18,R5=400921fb"),
        ("LDG.E R4, [garbage];", "error\telsewhere"),
        ("LDG.E R4, foo[];", "error\telsewhere"),
        ("LDL.E.64.128 R4, [R1];", "error\telsewhere"),
        ("STG.CONSTANT.E [R2.64], R4;", "error\telsewhere"),
        ("R4@1=1 | LDG.E R4, desc[UR4][R2.64+0x10];", "ok\tR4=00000001"),
        // A sign under .X is written ~; kinds of registers do not mix.
        ("IADD3.X R0, P0, -R1, R2, R3, P1, P2;", "error\telsewhere"),
        ("IADD3.X R0, P0, R1, -R2, RZ, P1, !PT;", "error\telsewhere"),
        ("IMAD.X R6, RZ, RZ, ~0x3, P0;", "error\telsewhere"),
        ("ISETP.GE.U32.AND P0, UP1, R4, 0x2, UPT;", "error\telsewhere"),
        ("@P0 UMOV UR4, 0x5;", "error\telsewhere"),
        ("@UP0 MOV R0, R1;", "error\telsewhere"),
    ] {
        assert!(given(text).starts_with(result), "{text}: {}", given(text));
    }
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let again =
        Document::read_128(".target sm_90\n.L_1:\n/*0000*/ LDG.E R4, [R2.64] ;\n/*0010*/ @P0 BRA `(.L_1) ;\n/*0020*/ EXIT ;\n", &context);
    let said: Vec<&str> = again.diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(!again.runs() && said.iter().any(|said| said.contains("more than once")), "{said:?}");
}

/// Constants of bank 2 stand in a section of their own; without it the listing says that they are missing, and a shortened one keeps them.
#[test]
fn constants_beside_the_code_are_read() {
    let context = Context { target: Target::SM_80, ptx: Version::NEWEST };
    let code = ".target sm_80\n.section .text.k,\"ax\"\nk:\n/*0000*/ MOV R0, c[0x2][0x4] ;\n/*0010*/ EXIT ;\n";
    let data = |function: &str, bytes: &str| {
        format!(
            ".section .nv.constant2.{function},\"a\"\n.sectionflags @\"\"\n.align 4\n.nv.constant2.{function}:\n/*0000*/ .byte {bytes}\n"
        )
    };
    let result = |text: &str| {
        let document = Document::read_128(text, &context);
        let is_missing = document.diagnostics.iter().any(|said| said.code == "missing-constant");
        (document.run_all(&RegisterFile::default()).and_then(|run| run.registers.get("R0")), is_missing)
    };
    let own = data("k", "0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08");
    for text in [
        [code, &own].concat(),
        [&*own, code].concat(),
        [&*data("other", "0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00"), &*own, code].concat(),
    ] {
        assert_eq!(result(&text), (Some(0x0807_0605), false), "{text}");
        let short = shortened(&text, usize::MAX).expect("a listing").text;
        assert_eq!(result(&short), (Some(0x0807_0605), false), "{short}");
    }
    // Of another function, with a gap, or a word that the linker fills.
    for data in
        [data("other", "0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08"), own.replace("/*0000*/", "/*0010*/"), own.replace("0x01", "tab")]
    {
        assert!(result(&[code, &data].concat()).1, "{data}");
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
    // A label or an address leads where it led.
    let jump = cuassembler.replace("MOV R1, 0x3f800000", "BRA 0x30").replace("@!P0 FADD R0, R1, -R1", "BRA `(.L_x_0)");
    let short = shortened(&jump, usize::MAX).expect("a listing").text;
    assert!(Document::read_128(&jump, &context).runs() && Document::read_128(&short, &context).runs(), "{short}");
    for word in ["--:-:-:-:-", "B------:R-:W-:S01", "1:2:3:4:5", "[--:-:-:Y:1", "[01:-:-:Y:4]", "B012345:R7:W-:-:S01", "é1:-:-:Y:4"] {
        assert_eq!(semantics::sass::columns::column(word), None, "{word}");
    }
}
