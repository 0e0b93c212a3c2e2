//! What ptxas makes of every PTX instruction of the table, read off nvdisasm: each stands alone in a function of a module.
//!
//! In such a function operands come in R4 and up and the result leaves in R4, a predicate as 0 or 1. What only keeps the function's frame
//! is left out, and a branch around a call is written as the guarded call that it amounts to.

use semantics::evaluate::Request;
use semantics::instruction::{Context, Form, Modifier, ModifierSet, OperandKind, SOURCES, Target, Version, forms};
use semantics::number::{F32, F64, OperandType};
use semantics::syntax::in_braces;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An instruction with all its modifiers.
#[derive(Clone, Copy)]
pub struct Asked {
    pub form: &'static Form,
    pub modifiers: ModifierSet,
}

/// Whether an operand is a number of the text: the code is another one for each.
fn takes_number(form: &Form) -> bool {
    form.pattern.operands.iter().any(|(kind, _)| *kind == OperandKind::Immediate)
}

impl Asked {
    /// Every instruction but those with two results or with a number of the text; of comparisons that join another predicate, one relation stands for all.
    pub fn all() -> impl Iterator<Item = Asked> {
        let forms = forms().iter().filter(|form| form.meaning.computes() && !form.pattern.pair && !takes_number(form));
        let asked = forms.flat_map(|form| form.pattern.combinations().into_iter().map(move |modifiers| Asked { form, modifiers }));
        let joins = |asked: &Asked| !asked.modifiers.intersection(ModifierSet::BOOLEANS).is_empty();
        asked.filter(move |asked| !joins(asked) || asked.modifiers.has(Modifier::Lt))
    }

    pub fn name(self) -> String {
        self.form.pattern.spelled(self.modifiers)
    }

    pub fn sources(self) -> usize {
        self.form.pattern.source_count()
    }

    pub fn request(self, operands: [u64; SOURCES], context: Context) -> Request {
        Request::new(self.form, self.modifiers, operands, context)
    }

    pub fn is_available(self, context: Context) -> bool {
        self.form.is_available(self.modifiers, context)
    }

    /// A function on one line, so that a message's line says which it is about.
    fn function(self, number: usize) -> String {
        let blank = self.request([0; SOURCES], Context::default());
        let (to, count) = (blank.destination_type(), self.sources());
        let types: Vec<OperandType> = (0..count).map(|source| blank.source_type(source)).collect();
        let mut text = format!(".visible .func (.param .b{} d) f{number}(", if to.width() > 32 { 64 } else { 32 });
        let parameters: Vec<String> =
            types.iter().enumerate().map(|(at, own)| format!(".param .b{} p{at}", if own.width() > 32 { 64 } else { 32 })).collect();
        let _ = write!(text, "{}) {{ .reg .{} %d;", parameters.join(", "), class(to));
        for (at, own) in types.iter().enumerate() {
            let class = class(*own);
            let _ = write!(text, " .reg .{class} %s{at};");
            let _ = match class {
                "pred" => write!(text, " .reg .b32 %r{at}; ld.param.b32 %r{at}, [p{at}]; setp.ne.u32 %s{at}, %r{at}, 0;"),
                "b16" => write!(text, " .reg .b32 %r{at}; ld.param.b32 %r{at}, [p{at}]; mov.b32 {{%s{at}, _}}, %r{at};"),
                "b8" => write!(
                    text,
                    " .reg .b32 %r{at}; .reg .b16 %h{at}; ld.param.b32 %r{at}, [p{at}]; mov.b32 {{%h{at}, _}}, %r{at}; cvt.u8.u16 %s{at}, %h{at};"
                ),
                _ => write!(text, " ld.param.{class} %s{at}, [p{at}];"),
            };
        }
        let names = core::iter::once("%d".to_owned()).chain((0..count).map(|at| format!("%s{at}")));
        let _ = write!(text, " {} {};", self.name(), in_braces(names, &self.form.pattern.braces, 0));
        let _ = match class(to) {
            "pred" => write!(text, " .reg .b32 %o; selp.b32 %o, 1, 0, %d; st.param.b32 [d], %o;"),
            "b8" => write!(text, " .reg .b16 %o; cvt.u16.u8 %o, %d; st.param.b16 [d], %o;"),
            class => write!(text, " st.param.{class} [d], %d;"),
        };
        text + " ret; }\n"
    }
}

/// The class of registers for a type.
fn class(own: OperandType) -> &'static str {
    match own.width() {
        _ if own.is_predicate() => "pred",
        64 if own == OperandType::one(F64::ROW) => "f64",
        64 => "b64",
        32 if own == OperandType::one(F32::ROW) => "f32",
        32 => "b32",
        8 if own.lanes > 1 => "b8",
        8 | 16 => "b16",
        width => panic!("an operand of {width} bits"),
    }
}

/// NVIDIA's tools, where they are.
pub struct Tools {
    ptxas: PathBuf,
    nvdisasm: PathBuf,
}

/// A program in CUDA_HOME or on PATH.
pub fn tool(name: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CUDA_HOME").map(|home| Path::new(&home).join("bin"));
    let on_path = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    home.into_iter().chain(on_path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

impl Tools {
    pub fn find() -> Option<Tools> {
        Some(Tools { ptxas: tool("ptxas")?, nvdisasm: tool("nvdisasm")? })
    }

    /// The assembler's version: `13.5.37`.
    pub fn version(&self) -> String {
        let output = Command::new(&self.ptxas).arg("--version").output().expect("ptxas runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        said.split(", V").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a version").to_owned()
    }

    /// The code of instructions on a target, in their order; None for those that the assembler refuses, which are few.
    pub fn code(&self, asked: &[Asked], context: Context) -> Vec<Option<Vec<String>>> {
        let folder = std::env::temp_dir().join(format!("ulpscope-lowering-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (source, binary) = (folder.join("code.ptx"), folder.join("code.cubin"));
        let mut refused = BTreeSet::new();
        let head = format!(".version {}\n.target {}\n.address_size 64\n", context.ptx, context.target);
        loop {
            let mut text = head.clone();
            for (number, one) in asked.iter().enumerate() {
                text.push_str(&if refused.contains(&number) { "\n".to_owned() } else { one.function(number) });
            }
            std::fs::write(&source, text).expect("the module is written");
            let mut run = Command::new(&self.ptxas);
            let output = run.args(["-c", "-arch", context.target.name()]).arg(&source).arg("-o").arg(&binary).output().expect("ptxas runs");
            if output.status.success() {
                break;
            }
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines = said.lines().filter(|line| line.contains("error"));
            let wrong: Vec<usize> = lines
                .filter_map(|line| line.split("line ").nth(1)?.split([';', ',']).next()?.trim().parse::<usize>().ok()?.checked_sub(4))
                .collect();
            assert!(wrong.iter().any(|number| !refused.contains(number)), "{said}");
            refused.extend(wrong);
        }
        let output = Command::new(&self.nvdisasm).arg("-c").arg(&binary).output().expect("nvdisasm runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let _ = std::fs::remove_dir_all(&folder);
        let mut code = functions(&String::from_utf8_lossy(&output.stdout));
        // Of a hidden operation nvdisasm writes nothing at all: F2FP on sm_75.
        (0..asked.len()).map(|number| code.remove(&number)).collect()
    }
}

/// The functions of a disassembly by their numbers.
fn functions(text: &str) -> BTreeMap<usize, Vec<String>> {
    let mut all: BTreeMap<usize, Function> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some(label) = line.strip_suffix(':') {
            if label.starts_with(".L_") {
                if let Some(function) = current.and_then(|number| all.get_mut(&number)) {
                    function.labels.insert(label.to_owned(), function.lines.len());
                }
            } else if !label.starts_with('.') {
                current = label.strip_prefix('f').and_then(|digits| digits.parse().ok());
                if let Some(number) = current {
                    all.insert(number, Function::default());
                }
            }
        } else if let Some((_, code)) = line.trim_start().strip_prefix("/*").and_then(|rest| rest.split_once("*/"))
            && let Some(function) = current.and_then(|number| all.get_mut(&number))
        {
            // The linker places a function's constants; they are written as the first of their bank.
            let constant =
                code.split_once("c[`(").and_then(|(before, rest)| Some([before, "c[0x2][0x0", &rest[rest.find(")]")? + 1..]].concat()));
            let code = constant.as_deref().unwrap_or(code);
            let code = code.split([';', '(']).next().unwrap_or_default().trim_end_matches([' ', '`']);
            let whole = if code.contains("BRA") || code.contains("CALL") || code.contains("BSSY") { line } else { code };
            let target = whole.split("`(").nth(1).and_then(|rest| rest.split(')').next());
            function.lines.push((code.trim().replace(".reuse", ""), target.map(str::to_owned)));
        }
    }
    all.into_iter().map(|(number, function)| (number, function.plain())).collect()
}

#[derive(Default)]
struct Function {
    /// Instructions, and where each jumps.
    lines: Vec<(String, Option<String>)>,
    labels: HashMap<String, usize>,
}

impl Function {
    /// What computes: up to the return, without the frame.
    fn plain(&self) -> Vec<String> {
        const FRAME: [&str; 8] = ["NOP", "BMOV", "BSSY", "BSYNC", "YIELD", "BREAK", "WARPSYNC", "RPCMOV"];
        // Registers that a function has to keep for its caller, and the address that it returns to.
        let kept = |word: &str| {
            word.strip_prefix('R').and_then(|digits| digits.parse::<u32>().ok()).is_some_and(|number| matches!(number, 20 | 21 | 24..255))
        };
        let saves = |line: &str| (line.starts_with("MOV") || line.starts_with("IMAD.MOV")) && line.split([' ', ',']).any(kept);
        let mut plain = Vec::new();
        let mut at = 0;
        while let Some((line, target)) = self.lines.get(at) {
            at += 1;
            if line.starts_with("RET") {
                break;
            }
            if saves(line) || FRAME.iter().any(|name| line.starts_with(name)) {
                continue;
            }
            let place = target.as_ref().and_then(|label| self.labels.get(label)).copied();
            if let (true, Some(place)) = (line.contains("BRA"), place) {
                let called = (at..place).find_map(|at| self.lines[at].0.contains("CALL").then(|| self.lines[at].1.clone()).flatten());
                if let Some(called) = called {
                    plain.push(format!("{} CALL {called}", turned(line)));
                    at = place;
                    continue;
                }
            }
            let to = target.as_ref().map(|target| format!(" {target}")).unwrap_or_default();
            plain.push(format!("{}{to}", line.replace(".ABS.NOINC", "")));
        }
        plain
    }
}

/// When a branch is not taken: `@P0` of `@!P0 BRA`.
fn turned(branch: &str) -> String {
    let guards: Vec<&str> = branch
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| word.trim_start_matches(['@', '!']).starts_with('P'))
        .collect();
    let [guard] = guards[..] else {
        let all: Vec<&str> = guards.iter().map(|guard| guard.trim_start_matches('@')).collect();
        return format!("@!({})", all.join("&"));
    };
    let guard = guard.trim_start_matches('@');
    guard.strip_prefix('!').map_or_else(|| format!("@!{guard}"), |plain| format!("@{plain}"))
}

/// The target whose assembler takes an instruction for a generation: the plain one, else that of the architecture or the family alone.
pub fn target_for(asked: Asked, generation: u32) -> Option<Target> {
    let variants = ["", "a", "f"].into_iter().filter_map(|letter| Target::named(&format!("sm_{generation}{letter}")));
    variants.into_iter().find(|target| asked.is_available(Context { target: *target, ptx: Version::NEWEST }))
}
