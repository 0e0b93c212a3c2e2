//! What Compiler Explorer is opened with: the text as a compiler of it takes it, the chip, and nvcc's options in the text. It takes a state
//! in the address (`GET /clientstate/<base64>` of its docs/API.md), and a text goes nowhere before somebody opens it.

use super::language::later;
use super::program::is_module;
use semantics::c;
use semantics::instruction::Context;
use semantics::kernel::{Module, special};
use semantics::line::object::Object;
use semantics::register_file::RegisterFile;
use semantics::run::{Run, Value, mnemonic_of};
use semantics::syntax::{TokenKind, lex, options};
use std::fmt::Write;

/// Where it is, up to the state in base64.
pub const PLACE: &str = "https://godbolt.org/clientstate/";

/// Its names for nvcc 12.9.1, and for ptxas of CUDA 12.9.1 and of 13.1 (etc/config of its repository).
const NVCC: &str = "nvcc129u1";
const PTXAS: [&str; 2] = ["ptxasnvcc_129u1", "ptxasnvcc_131"];
/// The newest PTX that the first ptxas reads.
const READS: (u8, u8) = (8, 8);

/// The most letters of a state: an address of 8192 letters is the longest that usual servers take, and base64 needs a third more.
const LONGEST: usize = 5_600;

/// The state for a text, in ASCII; or why there is none.
pub fn state(text: &str, context: &Context) -> Result<String, &'static str> {
    let other = "Only C, CUDA C++ and straight lines of PTX can be opened there.";
    let mut flags = ["-arch=", context.target.name()].concat();
    let (language, compiler, source) = if is_module(text) || !c::claims(text) {
        let module = if is_module(text) { text.to_owned() } else { lines(text, context).ok_or(other)? };
        let own = Module::read(&module, context).context;
        flags = ["-arch=", own.target.name()].concat();
        ("ptx", PTXAS[usize::from((own.ptx.major, own.ptx.minor) > READS)], module)
    } else {
        for token in lex(text).into_iter().filter(|token| token.kind == TokenKind::Comment) {
            for option in options(text, token.span).into_iter().filter(|option| option.switch.is_some()) {
                flags.push(' ');
                flags.push_str(&text[option.span]);
            }
        }
        ("cuda", NVCC, c::for_nvcc(text, context).ok_or(other)?)
    };
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
    let reading = (later()?.read)(text, context);
    let run = reading.run(&RegisterFile::default()).filter(|_| reading.language() == "PTX" && reading.is_accepted())?;
    let in_order = run.blocks.is_sorted_by(|one, next| one.statement < next.statement);
    let moves = |text: &str| matches!(mnemonic_of(text), "mov" | "cvta");
    if !in_order || !run.blocks.iter().all(|block| block.computed.is_some() || moves(&block.text)) {
        return None;
    }
    written(&run, &reading.context())
}

fn written(run: &Run, context: &Context) -> Option<String> {
    let (mut above, mut head, mut body, mut tail) = (String::new(), Vec::new(), String::new(), String::new());
    let (inputs, mut declared): (Vec<&Value>, Vec<&str>) =
        (run.inputs().into_iter().filter(|value| is_register(value)).collect(), Vec::new());
    for value in run.blocks.iter().flat_map(|block| block.read.iter().chain(&block.written)).filter(|value| is_register(value)) {
        if !declared.contains(&&*value.name) {
            declared.push(&value.name);
            let _ = writeln!(above, "\t.reg .{} {};", class(value)?, value.name);
        }
    }
    for (place, value) in inputs.iter().enumerate() {
        let (name, own) = (&value.name, class(value)?);
        if own == "pred" {
            head.push(format!("\t.param .u32 in_{place}"));
            let _ = writeln!(body, "\t{{ .reg .u32 %given_; ld.param.u32 %given_, [in_{place}]; setp.ne.u32 {name}, %given_, 0; }}");
        } else {
            head.push(format!("\t.param .{own} in_{place}"));
            let _ = writeln!(body, "\tld.param.{own} {name}, [in_{place}];");
        }
    }
    for (place, value) in run.results.iter().filter(|value| is_register(value)).enumerate() {
        let (name, own) = (&value.name, class(value)?);
        head.push(format!("\t.param .u64 out_{place}"));
        let store = match own {
            "pred" => format!(".reg .u32 %truth_; selp.u32 %truth_, 1, 0, {name}; st.global.u32 [%place_], %truth_;"),
            _ => format!("st.global.{own} [%place_], {name};"),
        };
        let _ =
            writeln!(tail, "\t{{ .reg .u64 %place_; ld.param.u64 %place_, [out_{place}]; cvta.to.global.u64 %place_, %place_; {store} }}");
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
    use semantics::instruction::{Target, Version};
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
    fn kernels_and_modules_go_as_they_stand_in_ascii() {
        let text = "// größer \\ 🙂\n__global__ void k(float *y) { *y = sqrtf(2.0f); } // -prec-sqrt=false\n";
        let said = state(text, &Context::default()).unwrap();
        assert!(said.is_ascii() && said.contains("gr\\u00f6\\u00dfer \\\\ \\ud83d\\ude42"), "{said}");
        assert!(said.contains("-arch=sm_90 -prec-sqrt=false"), "{said}");
        let module = |version| format!(".version {version}\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n\tret;\n}}\n");
        for (version, compiler) in [("8.8", PTXAS[0]), ("9.0", PTXAS[1])] {
            let (source, rest) = source(&module(version));
            assert_eq!(source, module(version));
            assert!(rest.contains(compiler) && rest.contains("\"-arch=sm_80\""), "{rest}");
        }
    }

    #[test]
    fn other_texts_have_no_address() {
        for text in ["MUFU.RCP R0, R1;", "np.float32(0.1) + 1", "0.1", "", "float f(float x) { return x; } f(1)", "nonsense a, b;"] {
            assert!(state(text, &Context::default()).is_err(), "{text}");
        }
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
            let Some(run) = reading.run(&registers).filter(|run| reading.is_accepted() && run.ran()) else { continue };
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
