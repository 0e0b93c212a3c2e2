//! What Compiler Explorer is opened with: the text as a compiler of it takes it, the chip, and nvcc's options in the text. It takes a state
//! in the address (`GET /clientstate/<base64>` of its docs/API.md), and a text goes nowhere before somebody opens it.

use super::program::is_module;
use semantics::c;
use semantics::instruction::{Context, Target, Version};
use semantics::kernel::module::{Code, Line};
use semantics::kernel::{Module, special};
use semantics::language::is_ptx;
use semantics::line::object::Object;
use semantics::register_file::RegisterFile;
use semantics::run::{Run, StoppedBy, Value, mnemonic_of};
use semantics::syntax::{Registers as Declared, Switch, TokenKind, lex, options};
use std::fmt::Write;

/// Where it is, up to the state in base64.
pub const PLACE: &str = "https://godbolt.org/clientstate/";

/// Its name for nvcc 12.9.1 (etc/config of its repository), whose ptxas reads PTX up to 8.8.
const NVCC: &str = "nvcc129u1";
/// Its names for ptxas of CUDA 12.9.1 and of 13.1, with the newest PTX that each reads and the oldest target that it has.
const PTXAS: [(&str, (u8, u8), Target); 2] = [("ptxasnvcc_129u1", (8, 8), Target::SM_50), ("ptxasnvcc_131", (9, 1), Target::SM_75)];

/// The most letters of a state, so that the address has no more than 8,000: base64 needs a third more.
const LONGEST: usize = 5_600;

/// Why some texts have no state.
const OTHER: &str = "Only C, CUDA C++ and straight lines of PTX can be opened there.";
const OF_C: &str = "This text needs more than a kernel around it: copy it there.";
const NO_COMPILER: &str = "No compiler there knows this target with this version of PTX.";

fn pair(version: Version) -> (u8, u8) {
    (version.major, version.minor)
}

/// The first ptxas that takes a target and a version of PTX.
fn ptxas(context: &Context) -> Result<&'static str, &'static str> {
    let takes = |(_, newest, oldest): &&(&str, (u8, u8), Target)| pair(context.ptx) <= *newest && context.target >= *oldest;
    PTXAS.iter().find(takes).map(|row| row.0).ok_or(NO_COMPILER)
}

/// The state for a text, in ASCII; or why there is none.
pub fn state(text: &str, context: &Context) -> Result<String, &'static str> {
    let is_module = is_module(text);
    let (language, compiler, source, target) = if is_module || !c::claims(text) {
        let module = if is_module { text.to_owned() } else { lines(text, context).ok_or(OTHER)? };
        let own = Module::read(&module, context).context;
        ("ptx", ptxas(&own)?, module, own.target)
    } else {
        let source = c::for_nvcc(text, context).ok_or(if c::is_python(text) { OTHER } else { OF_C })?;
        if pair(context.target.since()) > PTXAS[0].1 {
            return Err(NO_COMPILER);
        }
        ("cuda", NVCC, source, context.target)
    };
    let mut flags = ["-arch=", target.name()].concat();
    for token in lex(text).into_iter().filter(|token| token.kind == TokenKind::Comment) {
        // ptxas has one of nvcc's options.
        let taken = |switch: &Option<(Switch, bool)>| switch.is_some_and(|(switch, _)| language == "cuda" || switch == Switch::Fmad);
        for option in options(text, token.span).into_iter().filter(|option| taken(&option.switch)) {
            flags.push(' ');
            flags.push_str(&text[option.span]);
        }
    }
    // Functions of the standard library are the host's, which a kernel calls by these options.
    for (word, option) in [("std::", " --expt-relaxed-constexpr"), ("bit_cast", " -std=c++20")] {
        if language == "cuda" && source.contains(word) {
            flags.push_str(option);
        }
    }
    let mut json = String::new();
    let mut object = Object::new(&mut json);
    object.list("sessions", [()], |list, ()| {
        let mut session = Object::new(list);
        session.plain("id", 1);
        session.text("language", language);
        session.text("source", &source);
        session.list("compilers", [()], |list, ()| {
            let mut one = Object::new(list);
            one.text("id", compiler);
            one.text("options", &flags);
            one.end();
        });
        session.end();
    });
    object.end();
    let mut ascii = String::new();
    for letter in json.chars() {
        if letter.is_ascii() {
            ascii.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    if ascii.len() > LONGEST { Err("This text is too long for an address: copy it.") } else { Ok(ascii) }
}

/// Lines of PTX that run one after another, as a module that ptxas takes: what they read is loaded, and what they leave is stored.
fn lines(text: &str, context: &Context) -> Option<String> {
    let read = |context: &Context| {
        let module = Module::implicit(text, context, Declared::default());
        (is_ptx(text) && module.diagnostics.iter().all(|said| !said.is_error())).then_some(module)
    };
    let module = read(context)?;
    let run = module.run(&RegisterFile::default());
    let in_order = run.blocks.is_sorted_by(|one, next| one.statement < next.statement);
    let moves = |text: &str| matches!(mnemonic_of(text), "mov" | "cvta");
    // A guard that is 0 for zeros keeps its line; a branch makes lines vanish.
    let branches = |line: &Line| matches!(line.code, Code::Branch(_) | Code::Switch { .. } | Code::Call(_) | Code::Exit);
    let straight = run
        .blocks
        .iter()
        .all(|block| block.computed.is_some() || moves(&block.text) || matches!(block.stopped_by, Some(StoppedBy::Guard(_))));
    if run.blocks.is_empty() || !in_order || !straight || module.functions.iter().any(|function| function.lines.iter().any(branches)) {
        return None;
    }
    // The newest version that the ptxas for this target reads.
    let mut own = *context;
    let newest = PTXAS.iter().filter(|(_, _, oldest)| own.target >= *oldest).map(|row| row.1).max()?;
    while pair(own.ptx) > newest {
        own.ptx = Version::ALL.iter().copied().filter(|version| pair(*version) < pair(own.ptx)).max_by_key(|version| pair(*version))?;
    }
    read(&own).and_then(|_| written(&run, &own))
}

fn written(run: &Run, context: &Context) -> Option<String> {
    let (mut above, mut head, mut body, mut tail) = (String::new(), Vec::new(), String::new(), String::new());
    let mut declared: Vec<&str> = Vec::new();
    let mut inputs: Vec<&Value> = run.inputs().into_iter().filter(|value| is_register(value)).collect();
    // What a guarded line writes is given, too: for other inputs nothing may write it.
    let guarded = run.blocks.iter().filter(|block| block.text.starts_with('@'));
    for value in guarded.flat_map(|block| &block.written).filter(|value| is_register(value)) {
        if inputs.iter().all(|known| known.name != value.name) {
            inputs.push(value);
        }
    }
    let all = || run.blocks.iter().flat_map(|block| block.read.iter().chain(&block.written)).filter(|value| is_register(value));
    // A register is as wide as its widest use.
    let class = |value: &Value| class(all().filter(|other| other.name == value.name).max_by_key(|other| other.own.width())?);
    for value in all() {
        if !declared.contains(&&*value.name) {
            declared.push(&value.name);
            let _ = writeln!(above, "\t.reg .{} {};", class(value)?, value.name);
        }
    }
    let (mut into, mut out) = ("in_".to_owned(), "out_".to_owned());
    while declared.iter().any(|name| name.starts_with(&into) || name.starts_with(&out)) {
        into.push('_');
        out.push('_');
    }
    for (place, value) in inputs.iter().enumerate() {
        let (name, own) = (&value.name, class(value)?);
        if own == "pred" {
            head.push(format!("\t.param .u32 {into}{place}"));
            let _ = writeln!(body, "\t{{ .reg .u32 %given_; ld.param.u32 %given_, [{into}{place}]; setp.ne.u32 {name}, %given_, 0; }}");
        } else {
            head.push(format!("\t.param .{own} {into}{place}"));
            let _ = writeln!(body, "\tld.param.{own} {name}, [{into}{place}];");
        }
    }
    for (place, value) in run.results.iter().filter(|value| is_register(value)).enumerate() {
        let (name, own) = (&value.name, class(value)?);
        head.push(format!("\t.param .u64 {out}{place}"));
        let store = match own {
            "pred" => format!(".reg .u32 %truth_; selp.u32 %truth_, 1, 0, {name}; st.global.u32 [%place_], %truth_;"),
            _ => format!("st.global.{own} [%place_], {name};"),
        };
        let _ =
            writeln!(tail, "\t{{ .reg .u64 %place_; ld.param.u64 %place_, [{out}{place}]; cvta.to.global.u64 %place_, %place_; {store} }}");
    }
    for block in &run.blocks {
        let _ = writeln!(body, "\t{};", block.text.trim_end_matches(';'));
    }
    let (ptx, target, head) = (context.ptx, context.target, head.join(",\n"));
    Some(format!(
        ".version {ptx}\n.target {target}\n.address_size 64\n\n.visible .entry lines(\n{head}\n)\n{{\n{above}{body}{tail}\tret;\n}}\n"
    ))
}

/// Whether a line has to declare what it names so.
fn is_register(value: &Value) -> bool {
    let name = &value.name;
    !name.contains('.') && name.starts_with(|first: char| first.is_alphabetic() || "%_$".contains(first)) && special::find(name).is_none()
}

/// The class of a register; None of one that is wider than a line of PTX declares here.
fn class(value: &Value) -> Option<&'static str> {
    match value.own.width() {
        _ if value.own.is_predicate() => Some("pred"),
        ..=16 => Some("b16"),
        17..=32 => Some("b32"),
        33..=64 => Some("b64"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::reference::words::ENTRIES;
    use crate::state::evaluated::with_examples;
    use crate::state::language::Read;
    use crate::state::registers::Registers;
    use semantics::kernel::argument::Argument;
    use semantics::kernel::{Launched, NoObserver};

    fn source(text: &str) -> (String, String) {
        let said = state(text, &Context::default()).unwrap_or_else(|why| panic!("{text}: {why}"));
        let (_, rest) = said.split_once("\"source\":\"").unwrap();
        let (source, rest) = rest.split_once("\",\"compilers\":").unwrap();
        (source.replace("\\u000a", "\n").replace("\\u0009", "\t").replace("\\\"", "\"").replace("\\\\", "\\"), rest.to_owned())
    }

    #[test]
    fn an_expression_goes_as_a_kernel_with_the_options_of_its_text() {
        let (source, rest) = source("a*b + c // -fmad=false, -ftz=true");
        assert_eq!(
            source,
            "__global__ void program(float a, float b, float c, float *out_d)\n{\n    *out_d = a*b + c; // -fmad=false, -ftz=true\n}\n"
        );
        assert_eq!(rest, format!("[{{\"id\":\"{NVCC}\",\"options\":\"-arch=sm_90 -fmad=false -ftz=true\"}}]}}]}}"));
    }

    #[test]
    fn what_the_compiler_needs_goes_along() {
        assert!(source("mul.f32 c, a, b; add.f32 d, c, e; // -fmad=false, -ftz=true").1.contains("\"-arch=sm_90 -fmad=false\""));
        let (text, rest) = source("std::max(1.0f, x)");
        assert!(text.starts_with("#include <algorithm>\n") && rest.contains("--expt-relaxed-constexpr"), "{text} {rest}");
        assert!(source("__global__ void k(half *x) { *x = __hadd(*x, *x); }").0.starts_with("#include <cuda_fp16.h>\n__global__"));
        // Names of parameters are no names of registers, and a register is as wide as its widest use.
        let (text, _) = source("add.f32 out_0, in_0, in_1;");
        assert!(text.contains(".param .b32 in__0") && text.contains(".reg .b32 in_0;"), "{text}");
        let (text, _) = source("cvt.s32.s8 d, a;\nadd.s32 e, a, d;");
        assert!(text.contains(".reg .b32 a;") && !text.contains("b16"), "{text}");
        // A register may be called like an instruction, and what only a guarded line writes is given.
        assert!(source("add.f32 ret, a, b;").0.contains("add.f32 ret, a, b;"));
        let (text, _) = source("@!p add.f32 d, a, b;\nadd.f32 e, d, b;");
        assert!(text.contains("ld.param.b32 d,"), "{text}");
        // A guard that zeros do not let run is no branch.
        assert!(source("setp.lt.f32 p, a, b;\n@p add.f32 d, a, b;").0.contains("@p add.f32 d, a, b;"));
        assert_eq!(state("setp.lt.f32 p, a, b;\n@p bra L;\nadd.f32 d, a, b;\nL: add.f32 d, d, b;", &Context::default()), Err(OTHER));
    }

    #[test]
    fn kernels_and_modules_go_as_they_stand_in_ascii() {
        let text = "// größer \\ 🙂\n__global__ void k(float *y) { *y = sqrtf(2.0f); } // -prec-sqrt=false\n";
        let said = state(text, &Context::default()).unwrap();
        assert!(said.is_ascii() && said.contains("gr\\u00f6\\u00dfer \\\\ \\ud83d\\ude42"), "{said}");
        assert!(said.contains("-arch=sm_90 -prec-sqrt=false"), "{said}");
        let module = |version| format!(".version {version}\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n\tret;\n}}\n");
        for (version, (compiler, ..)) in [("8.8", PTXAS[0]), ("9.0", PTXAS[1])] {
            let (source, rest) = source(&module(version));
            assert_eq!(source, module(version));
            assert!(rest.contains(compiler) && rest.contains("\"-arch=sm_80\""), "{rest}");
        }
    }

    #[test]
    fn other_texts_have_no_address() {
        for text in ["MUFU.RCP R0, R1;", "np.float32(0.1) + 1", "0.1", "", "float f(float x) { return x; } f(1)", "nonsense a, b;"] {
            let why = if text.starts_with("float f") { OF_C } else { OTHER };
            assert_eq!(state(text, &Context::default()), Err(why), "{text}");
        }
        // A compiler has to know the chip.
        let of = |target: &str, ptx| Context { target: Target::named(target).unwrap(), ptx };
        for (text, target) in [("a*b + c", "sm_110"), ("a*b + c", "sm_88")] {
            assert_eq!(state(text, &of(target, Version::NEWEST)), Err(NO_COMPILER), "{text} {target}");
        }
        let module = ".version 9.5\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n";
        assert_eq!(state(module, &Context::default()), Err(NO_COMPILER));
        assert!(state("add.f32 d, a, b;", &of("sm_52", Version::NEWEST)).unwrap().contains(PTXAS[0].0));
        let long = format!("__global__ void k() {{ {} }}", ";".repeat(LONGEST));
        assert_eq!(state(&long, &Context::default()).unwrap_err(), "This text is too long for an address: copy it.");
    }

    #[test]
    fn lines_of_ptx_go_as_a_module_that_gives_the_same() {
        let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
        let (mut compared, mut left) = (0, Vec::new());
        for (text, _) in ENTRIES.iter().flat_map(|entry| entry.examples) {
            let reading = Read::of(text, &context).unwrap();
            let registers = with_examples(&reading, &Registers::default()).file;
            let whole = Module::implicit(text, &context, Declared::default());
            let Some(run) = Some(whole.run(&registers)).filter(|run| reading.is_accepted() && run.ran()) else { continue };
            let Some(module) = lines(text, &context) else {
                left.push(*text);
                continue;
            };
            let module = Module::read(&module, &context);
            assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{}: {:?}", module.text, module.diagnostics);
            let given =
                run.inputs().into_iter().filter(|value| is_register(value)).map(|value| Argument::Number(format!("0x{:x}", value.bits)));
            let results: Vec<&Value> = run.results.iter().filter(|value| is_register(value)).collect();
            let kept = results.iter().map(|value| {
                let bits = if value.own.is_predicate() { 32 } else { value.own.width().max(16) };
                Argument::read(&format!("u{bits}[1]")).unwrap()
            });
            let launched = Launched { arguments: given.chain(kept).collect(), ..Launched::default() };
            let mut threads = launched.at(&module, 0).unwrap_or_else(|why| panic!("{}: {why}", module.text));
            assert_eq!(threads.run(&mut NoObserver), None, "{}", module.text);
            let got: Vec<u64> = threads.buffers.iter().map(|buffer| buffer.numbers(&threads.machine.memory)[0].bits).collect();
            assert_eq!(got, results.iter().map(|value| value.bits).collect::<Vec<_>>(), "{}", module.text);
            compared += 1;
        }
        println!("{compared} compared, left {left:?}");
        assert!(compared > 100, "{compared}: {left:?}");
    }
}
