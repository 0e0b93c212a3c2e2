//! What an instruction is worth comparing with: a text that computes nearly the same, for the other side of a comparison.

use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::syntax::Registers;
use semantics::witness::Goal;

/// The other side of a comparison with an instruction; where something is looked for, the text that shows it. None where nothing here runs.
pub fn counterpart(text: &str, goal: Option<Goal>, context: &Context) -> Option<String> {
    let without = |word: &str| text.replacen(word, "", 1);
    let with = |word: &str| {
        let (head, operands) = text.split_once(' ')?;
        let at = head.rfind(".f").or_else(|| head.rfind(".bf"))?;
        Some([&head[..at], word, &head[at..], " ", operands].concat())
    };
    let toggled = |word: &str| if text.contains(word) { Some(without(word)) } else { with(word) };
    let other = |from: &str, to: &str| text.contains(from).then(|| text.replacen(from, to, 1));
    let taken = |mnemonic: &str| {
        let (words, operands) = text.strip_prefix(mnemonic)?.split_once(' ')?;
        Some((words, operands.trim_end_matches(';').split(',').map(str::trim).collect::<Vec<_>>()))
    };
    let apart = || {
        let (words, operands) = taken("fma")?;
        let [d, a, b, c] = operands[..] else { return None };
        Some(format!("mul{words} %product, {a}, {b};\nadd{words} {d}, %product, {c};"))
    };
    let inverse = || {
        let (words, operands) = taken("div")?;
        let [d, a, b] = operands[..] else { return None };
        Some(format!("rcp{words} %inverse, {b};\nmul{words} {d}, {a}, %inverse;"))
    };
    let tried = match goal {
        Some(Goal::Flush) => vec![toggled(".ftz")],
        Some(Goal::Saturate) => vec![toggled(".sat")],
        Some(Goal::Reciprocal) => vec![inverse()],
        Some(Goal::Approx) => vec![other(".approx", ".rn"), other(".rn", ".approx")],
        Some(Goal::Modes) => vec![other(".rn", ".rz"), other(".rz", ".rn")],
        _ => vec![apart(), other(".rn", ".rz"), other(".rz", ".rn"), other(".approx", ".rn"), toggled(".ftz"), with(".rz")],
    };
    tried.into_iter().flatten().find(|other| {
        let module = Module::implicit(other, context, Registers::default());
        !module.diagnostics.iter().any(|said| said.is_error())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_has_one_that_runs() {
        let check = |text: &str, goal: Option<Goal>, expected: Option<&str>| {
            assert_eq!(counterpart(text, goal, &Context::default()).as_deref(), expected, "{text}");
        };
        check("fma.rn.f32 %d, %a, %b, %c;", Some(Goal::Fused), Some("mul.rn.f32 %product, %a, %b;\nadd.rn.f32 %d, %product, %c;"));
        check("mul.rn.f32 %d, %a, %b;", None, Some("mul.rz.f32 %d, %a, %b;"));
        check("mul.rn.f32 %d, %a, %b;", Some(Goal::Flush), Some("mul.rn.ftz.f32 %d, %a, %b;"));
        check("add.f32 %d, %a, %b;", None, Some("add.ftz.f32 %d, %a, %b;"));
        check("div.rn.f32 %d, %a, %b;", Some(Goal::Reciprocal), Some("rcp.rn.f32 %inverse, %b;\nmul.rn.f32 %d, %a, %inverse;"));
        check("sin.approx.f32 %d, %a;", None, Some("sin.approx.ftz.f32 %d, %a;"));
        check("ex2.approx.f32 %d, %a;", Some(Goal::Approx), None);
        check("", None, None);
    }
}
