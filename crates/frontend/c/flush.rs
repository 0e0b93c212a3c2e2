//! `-ftz=true`: the flushing form of an instruction, where nvcc takes one.

use crate::instruction::{Context, Modifier, ModifierSet, Type, forms_of};
use crate::kernel::Module;
use crate::kernel::module::Content;
use crate::syntax::Registers;

/// The line with `.ftz`, where its instruction reads or writes singles and nvcc flushes it.
pub(super) fn flushed(line: &str, context: &Context) -> String {
    // cuda_fp16.hpp and cuda_bf16.hpp write theirs in PTX, which no option changes.
    if line.contains(".f16") || line.contains(".bf16") {
        return line.to_owned();
    }
    let module = Module::implicit(line, context, Registers::default());
    let Some(Content::Line(_, Some(instruction))) = module.statements.first().map(|statement| &statement.content) else {
        return line.to_owned();
    };
    let now = instruction.modifiers;
    // nvcc leaves these as they are: rintf and truncf, conversions of integers, and the inline code of the half header.
    let whole = now.has(Modifier::Rni) || (now.has(Modifier::Rzi) && now.data_type() == Some(Type::F32));
    let foreign = (0..instruction.sources.len()).any(|place| {
        let own = instruction.source_type(place);
        own.is_integer() || own == Type::F16
    });
    if (whole && instruction.form.mnemonic() == "cvt") || foreign || now.data_type() == Some(Type::F16) {
        return line.to_owned();
    }
    let flushed: ModifierSet = now.with(Modifier::Ftz);
    let fits = |form: &&crate::instruction::Form| {
        form.pattern.source_count() == instruction.sources.len() && form.pattern.allows(flushed) && !now.has(Modifier::F64)
            || form.pattern.allows(flushed) && form.mnemonic() == "cvt"
    };
    match forms_of(instruction.form.mnemonic()).iter().find(fits) {
        Some(form) => {
            let mut text = line.to_owned();
            text.replace_range(instruction.head.clone(), &form.pattern.spelled(flushed));
            text
        }
        None => line.to_owned(),
    }
}
