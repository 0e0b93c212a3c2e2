//! Lines of PTX without a function, as a kernel that runs over many operands.
//!
//! ```text
//! mul.f32 %t, %x, %x;        .visible .entry lines(.param .f32 lines_0, .param .f32 lines_1, .param .u64 lines_d) { …
//! add.f32 %d, %t, %y;        ld.param.b32 %x, [lines_0]; … mul.f32 %t, %x, %x; add.f32 %d, %t, %y; … st.global.b32 [lines_to], …; }
//! ```
//!
//! The operands are what the lines read before they write it, as in a text that runs once. The result is what the last line writes.

use super::Elementwise;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::kernel::module::Content;
use crate::number::OperandType;
use crate::register_file::RegisterFile;
use crate::run::{Run, Value};
use crate::syntax::{Diagnostic, RegisterType, Registers};
use core::fmt::Write as _;

/// Bits that a value takes in a register.
fn width(own: OperandType) -> u32 {
    own.lanes * own.stride()
}

impl Elementwise {
    /// Lines of PTX; None where a text is one instruction alone.
    pub(super) fn of_lines(text: &str, context: &Context) -> Option<Result<Elementwise, Diagnostic>> {
        let lines = Module::implicit(text, context, Registers::default());
        (lines.statements.len() > 1).then(|| of_module(text, &lines))
    }
}

fn of_module(text: &str, lines: &Module) -> Result<Elementwise, Diagnostic> {
    let refused = |why: &str| Diagnostic::error("elementwise", 0..text.len(), why);
    if let Some(said) = lines.diagnostics.iter().find(|said| said.is_refusal()) {
        return Err(said.clone());
    }
    let leaves = |word: &str| ["ret", "exit", "trap"].iter().any(|own| word.split('.').next() == Some(own));
    let mut codes = lines.statements.iter().filter(|one| matches!(one.content, Content::Line(..))).map(|one| lines.code(one).trim());
    if codes.any(|code| code.split([' ', ';', '\t', '\n']).any(leaves)) {
        return Err(refused("The lines run to their end: ret, exit and trap are not covered here."));
    }
    let run = lines.run(&RegisterFile::default());
    if let Some((_, why)) = run.broken_off() {
        return Err(refused(&why));
    }
    if run.assumed().next().is_some() {
        return Err(refused("A guard reads a predicate that no line writes."));
    }
    let inputs = run.inputs();
    if inputs.is_empty() {
        return Err(refused("It reads nothing that could vary."));
    }
    let Some(output) = run.blocks.last().and_then(|block| if let [written] = &block.written[..] { Some(written) } else { None }) else {
        return Err(refused("The last line writes one register: the result."));
    };
    let reads = lines.functions.first().map(|own| own.reads_first()).unwrap_or_default();
    if let Some(hidden) = reads.iter().find(|name| inputs.iter().all(|input| input.name != **name)) {
        return Err(refused(&format!("`{hidden}` is read only where operands that are not zero lead: write it before, as with mov.")));
    }
    let all = || inputs.iter().copied().chain([output]);
    if all().any(|value| ![16, 32, 64].contains(&width(value.own))) {
        return Err(refused("Operands and the result have 16, 32 or 64 bits."));
    }
    let doubles = all().any(|value| width(value.own) == 64);
    let word = if doubles { 64 } else { 32 };
    let module = Module::read(&kernel(text, lines, &run, &inputs, output, word), &lines.context);
    if let Some(said) = module.diagnostics.iter().find(|said| said.is_error()) {
        return Err(refused(&said.message));
    }
    if module.functions.first().is_some_and(|own| own.reads_first().contains(&output.name.as_str()))
        && inputs.iter().all(|input| input.name != output.name)
    {
        return Err(refused(&format!("`{}` is not written for every operand: a guard or a branch leaves it out.", output.name)));
    }
    let entry = module.entry(None).map_err(|why| refused(&why))?;
    let found = Elementwise::of_module(module, entry, inputs.len(), doubles).map_err(|why| refused(&why))?;
    let inputs = inputs.into_iter().map(|value| (value.name.clone(), value.own)).collect();
    Ok(Elementwise { inputs, output: output.own, ..found })
}

/// The text of the kernel; every operand and the result have a word of 32 bits, or of 64.
fn kernel(text: &str, lines: &Module, run: &Run, inputs: &[&Value], output: &Value, word: u32) -> String {
    let context = &lines.context;
    let mut kernel = format!(".version {}\n.target {}\n.address_size 64\n.visible .entry lines(", context.ptx, context.target.name());
    (0..inputs.len()).for_each(|place| _ = write!(kernel, ".param .f{word} lines_{place}, "));
    let _ = write!(
        kernel,
        ".param .u64 lines_d)\n{{\n.reg .b64 lines_to; .reg .b{word} lines_word; .reg .b{0} lines_zero;\n",
        width(output.own)
    );
    // Nobody declared those whose type is open; what ran says how wide they are.
    let values = |name: &str| run.blocks.iter().flat_map(|block| block.read.iter().chain(&block.written)).find(|value| value.name == name);
    let open = lines.functions.iter().flat_map(|own| &own.registers).flatten().filter(|(_, own)| *own == RegisterType::Any);
    for (name, _) in open {
        let _ = match values(name).map(|value| value.own) {
            Some(own) if own.is_predicate() => writeln!(kernel, ".reg .pred {name};"),
            own => writeln!(kernel, ".reg .b{} {name};", own.map_or(32, width)),
        };
    }
    let (mut body, mut at) = (String::new(), 0);
    for statement in &lines.statements {
        if matches!(statement.content, Content::Line(..)) {
            continue;
        }
        body.push_str(text.get(at..statement.span.start).unwrap_or_default());
        at = statement.span.end;
        if let Content::Declaration(_) = statement.content {
            kernel.push_str(lines.code(statement));
            kernel.push('\n');
        }
    }
    body.push_str(text.get(at..).unwrap_or_default());
    for (place, value) in inputs.iter().enumerate() {
        let _ = writeln!(kernel, "ld.param.b{} {}, [lines_{place}];", width(value.own), value.name);
    }
    kernel.push_str(&body);
    let parts = word / width(output.own);
    let padded = [output.name.as_str()].into_iter().chain((1..parts).map(|_| "lines_zero")).collect::<Vec<_>>().join(", ");
    let result = if parts == 1 { output.name.clone() } else { format!("{{{padded}}}") };
    kernel
        + &format!(
            "\nmov.b{0} lines_zero, 0;\nmov.b{word} lines_word, {result};\nld.param.u64 lines_to, [lines_d];\nst.global.b{word} [lines_to], lines_word;\nret;\n}}\n",
            width(output.own)
        )
}
