//! Which language a text in the box is in, and what each language answers to the questions of the page: the one place that tells them apart.
//!
//! A language reads a text into a [`Reading`], which colours it, judges it and runs it on the registers into an [`Evaluated`]; completions
//! and the bar of modifiers follow from the text. Another language joins with a line in each `match` here.

use super::evaluated::Evaluated;
use super::further::{further, is_common};
use super::registers::Registers;
use core::ops::Range;
use semantics::cuda::is_call;
use semantics::instruction::{Context, Type};
use semantics::sass::{Document, looks_like_sass, machine_word};
use semantics::syntax::{self, Completion, Diagnostic, Group, Instruction, Parsed, ReadLiteral, Source, Token};

/// The languages of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// PTX; everything that is nothing else.
    Ptx,
    /// Machine instructions in words.
    Sass,
    /// A machine word in hex digits.
    Word,
    /// A call of a CUDA function.
    Call,
}

/// The language of a text. 16 hex digits are a machine word where one decodes them, else a number.
pub fn language(text: &str) -> Language {
    // Before anything can be decoded, what looks like a word counts as one.
    let is_word = |word| further().is_none_or(|further| (further.is_word)(word));
    match machine_word(text) {
        Some((word, _)) if semantics::sass::asks_for_word(text) || is_word(word) => Language::Word,
        None if looks_like_sass(text) => Language::Sass,
        None if is_call(text) => Language::Call,
        _ => Language::Ptx,
    }
}

/// A text as its language reads it.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// PTX.
    Ptx(Parsed),
    /// Machine instructions, in words or as a word.
    Sass(Document),
    /// A call of a CUDA function.
    Call(semantics::cuda::Parsed),
    /// In a language whose code is on its way.
    Unread,
}

impl Reading {
    /// Reads a text. This never fails: what is wrong is in the diagnostics.
    pub fn of(text: &str, context: &Context) -> Reading {
        match language(text) {
            Language::Ptx => Reading::Ptx(read_ptx(text, context)),
            Language::Sass | Language::Word => {
                further().map_or(Reading::Unread, |further| Reading::Sass((further.read_sass)(text, context.target)))
            }
            Language::Call => further().map_or(Reading::Unread, |further| Reading::Call((further.read_call)(text, context))),
        }
    }

    /// The pieces of the text, for colouring.
    pub fn tokens(&self) -> &[Token] {
        match self {
            Reading::Ptx(parsed) => &parsed.tokens,
            Reading::Sass(document) => &document.tokens,
            Reading::Call(parsed) => &parsed.tokens,
            Reading::Unread => &[],
        }
    }

    /// What is to be said about the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Reading::Ptx(parsed) => &parsed.diagnostics,
            Reading::Sass(document) => &document.diagnostics,
            Reading::Call(parsed) => &parsed.diagnostics,
            Reading::Unread => &[],
        }
    }

    /// Whether something is wrong.
    pub fn has_error(&self) -> bool {
        self.diagnostics().iter().any(Diagnostic::is_error)
    }

    /// Whether the text runs as it stands.
    pub fn is_accepted(&self) -> bool {
        match self {
            Reading::Ptx(parsed) => parsed.accepted().is_some(),
            Reading::Sass(document) => document.is_accepted(),
            Reading::Call(parsed) => parsed.accepted().is_some(),
            Reading::Unread => false,
        }
    }

    /// The names of the fields of a machine word that a piece of the text sets, parted by blanks.
    pub fn fields(&self, text: &str, span: &Range<usize>) -> String {
        let Reading::Sass(document) = self else { return String::new() };
        further().map(|further| (further.sass_fields)(document, text, span)).unwrap_or_default()
    }

    /// The same for the piece that holds or ends at a byte.
    pub fn fields_at(&self, text: &str, byte: usize) -> String {
        let token = self.tokens().iter().find(|token| token.span.start <= byte && byte <= token.span.end);
        token.map(|token| self.fields(text, &token.span)).unwrap_or_default()
    }

    /// The machine word of an instruction, if the text is machine code.
    pub fn machine_word(&self, index: usize) -> Option<u64> {
        let Reading::Sass(document) = self else { return None };
        document.statements.get(index).map(|statement| statement.instruction.encode()).or(document.word)
    }

    /// The text with another machine word in the place of an instruction's.
    pub fn with_machine_word(&self, text: &str, index: usize, word: u64) -> Option<String> {
        let Reading::Sass(document) = self else { return None };
        (further()?.with_word)(document, text, index, word)
    }

    /// Runs what the text says, or what it comes nearest to, on the registers; an approximation is compared with the truth.
    pub fn run(&self, registers: &Registers, context: &Context) -> Option<Evaluated> {
        let evaluated = match self {
            // Its literals may not be read yet.
            Reading::Ptx(_) if self.waits() => None,
            Reading::Ptx(parsed) => parsed.instruction.as_ref().map(|instruction| Evaluated::run(instruction, registers)),
            Reading::Sass(document) => (further()?.run_sass)(document, registers, context),
            Reading::Call(parsed) => Some((further()?.run_call)(parsed.call.as_ref()?, registers)),
            Reading::Unread => None,
        };
        evaluated.map(super::verdict::told)
    }

    /// Whether it can be run or read only with code that is not here yet.
    pub fn waits(&self) -> bool {
        let rare = |instruction: &Instruction| {
            let common = is_common(instruction);
            !common || instruction.sources.iter().any(|source| matches!(source, Source::Literal(_)))
        };
        let asks = match self {
            Reading::Ptx(parsed) => parsed.instruction.as_ref().is_some_and(rare),
            Reading::Sass(_) | Reading::Call(_) | Reading::Unread => true,
        };
        asks && further().is_none()
    }
}

/// Reads PTX, its literals once the code for them is here.
fn read_ptx(text: &str, context: &Context) -> Parsed {
    let literals = further().map_or(unread as ReadLiteral, |further| further.read_literal);
    syntax::parse_by(text, context, &syntax::Registers::default(), literals)
}

/// Stands in for what reads literals until that is here; an instruction that has one waits for it.
fn unread(_: &str, _: &[Token], _: Type, _: &mut Vec<Diagnostic>) -> u64 {
    0
}

/// What could be typed next at the end of a text.
pub fn complete(text: &str, context: &Context) -> Vec<Completion> {
    match language(text) {
        Language::Ptx => syntax::complete(text, text.len(), context),
        Language::Sass => semantics::sass::complete(text, context.target),
        Language::Word => Vec::new(),
        Language::Call => further().map(|further| (further.complete_call)(text, text.len())).unwrap_or_default(),
    }
}

/// The modifiers that the instruction of a text takes.
pub fn modifier_bar(text: &str, context: &Context) -> Vec<Group> {
    match language(text) {
        Language::Ptx => read_ptx(text, context).instruction.map(|instruction| syntax::bar_of(text, &instruction)).unwrap_or_default(),
        Language::Sass | Language::Word => further().map(|further| (further.sass_modifiers)(text, context.target)).unwrap_or_default(),
        Language::Call => further().map(|further| (further.call_modifiers)(text, context)).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_decides_the_language() {
        let check = |text: &str, expected| assert_eq!(language(text), expected, "{text}");
        check("add.f32 %f0, %f1, %f2;", Language::Ptx);
        check("", Language::Ptx);
        check("__fadd_rz(1.5f, 2.5f)", Language::Call);
        check("x = __sinf(y);", Language::Call);
        check("1.5", Language::Ptx);
        check("MUFU.RCP R0, R1;", Language::Sass);
        check("mufu.rcp r0, r1;", Language::Sass);
        check("@!P3 HMUL2.F32 R0, R1.H0_H0, R2;", Language::Sass);
        check("/*0008*/ MUFU.RCP R0, R0 ; /* 0x5080000000470000 */", Language::Sass);
        check("FADD R0, R1, R2;", Language::Sass);
        check("0x5080000000470000", Language::Word);
        check("5080000000470000", Language::Word);
        check("/* 0x5080000000470000 */", Language::Word);
        // A double that no opcode test takes is a number, unless a word is asked for.
        check("0x3ff0000000000000", Language::Ptx);
        check("word 0x3ff0000000000000", Language::Word);
    }

    fn run(text: &str, registers: &str) -> Evaluated {
        let context = Context::default();
        let reading = Reading::of(text, &context);
        assert!(reading.is_accepted(), "{text}: {:?}", reading.diagnostics());
        reading.run(&Registers::read(registers).0, &context).unwrap_or_else(|| panic!("{text} does not run"))
    }

    #[test]
    fn machine_instructions_run_on_the_registers_of_the_page() {
        let done = run("MUFU.RCP R0, R1;", ".R1:40000000");
        assert_eq!((done.name.as_str(), done.result_decimal().as_str()), ("MUFU.RCP", "0.5"));
        assert_eq!(run("0x5080000000470100", ".R1:40800000").result_decimal(), "0.25");
        assert_eq!(
            run("F2F.F16.F32.RZ R0, R1;", ".R1:3f801fff").modes.iter().map(|mode| mode.results[0].bits).collect::<Vec<_>>(),
            [0x3c01, 0x3c00, 0x3c00, 0x3c01]
        );
        let two = run("HMUL2 R0, R1, R2;", ".R1:3c004000,.R2:40004000");
        assert_eq!((two.lanes, two.result_decimal().as_str()), (2, "4.0, 2.0"));
        assert!(two.microscope(0).is_some() && two.microscope(1).is_some());
        let three = run("RRO.SINCOS R0, R1; MUFU.SIN R0, R0;", ".R1:3fc00000");
        assert_eq!(three.places.iter().map(|(place, _)| place.name()).collect::<Vec<_>>(), ["b R1", "d R0"]);
        assert_eq!(run("F2F.F32.F64 R0, R2;", ".R2:0,.R3:3ff80000").result_decimal(), "1.5");
    }

    #[test]
    fn calls_run_on_the_registers_of_the_page() {
        let done = run("__fadd_rz(1.5f, 2.5f)", "");
        assert_eq!((done.name.as_str(), done.result_decimal().as_str(), done.modes.len()), ("__fadd_rz", "4.0", 4));
        assert_eq!(done.places.iter().map(|(place, _)| place.name()).collect::<Vec<_>>(), ["x literal", "y literal", "d d"]);
        assert!(done.microscope(0).is_some() && done.summary().contains("add.rz.f32"));
        assert_eq!(run("y = __float2int_rn(x);", ".x:40200000").result_decimal(), "2");
        assert_eq!(run("__sincosf(x, &s, &c)", ".x:0").result_decimal(), "0.0, 1.0");
        assert_eq!(run("rint(2.5)", "").result_decimal(), "2.0");
        assert_eq!(run("fmodf(5.0f, 3.0f)", "").result_decimal(), "2.0");
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "__",
            "__f(",
            "__fadd_rz(,)",
            "__fadd_rz(-, é)",
            "x = ",
            "= __sinf(",
            "__sincosf(x, &, &)",
            "__fadd_rz((((1",
            "__float2half(0x)",
            "MUFU",
            "MUFU.",
            "HMUL2 R0, R1.H0_H1,",
            "@",
            "@!",
            "@P",
            "word",
            "word 0x",
            "word 0xfffffffffffffffff",
            "F2F.F64 R0",
            "M",
            "é",
            "MUFU.RCP R0, é",
            "/*",
            "0x5080000000470000 0x5080000000470000",
            "RRO.EX2 R0, c[0x1f][-0x8000];",
            "|",
            "R1=3 | MUFU.RCP R0, R1;",
        ] {
            let context = Context::default();
            let reading = Reading::of(text, &context);
            let _ = (reading.run(&Registers::default(), &context), complete(text, &context), modifier_bar(text, &context));
        }
    }
}
