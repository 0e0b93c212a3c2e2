//! The reading of a text in the box. PTX is read at once; the code of the other languages comes when a text first asks for it.

use super::compiler_explorer;
use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::language::{ParsedSource, asks_for_help};
use semantics::matrix;
use semantics::run::Run;
use semantics::sass::{is_listed, looks_like_sass, machine_word};
use semantics::single::Single;
use semantics::sweep::error_report::ErrorReport;
use semantics::sweep::reference_check::{judge, why};
use semantics::{c, figure};
use std::any::Any;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// What comes later.
pub struct Later {
    /// Reads a text in any language.
    pub read: fn(&str, &Context) -> Box<dyn ParsedSource>,
    /// What an approximation is worth, told as the last step of its run.
    pub judge: fn(&dyn ParsedSource, &mut Run) -> Option<ErrorReport>,
    /// Why a lane of it is what it is, in a sentence.
    pub why: fn(&dyn ParsedSource, &Run, Option<&ErrorReport>, u32) -> String,
    /// C, Python or a listing of machine code as a module.
    pub compiled: fn(&str, &Context) -> (c::Compiled, Module),
    /// What Compiler Explorer is opened with for a text; or why it is not.
    pub compiler_explorer: fn(&str, &Context) -> Result<String, &'static str>,
}

/// All of it.
pub static ALL: Later = Later {
    read: semantics::language::read,
    judge,
    why,
    compiled: |text, context| {
        let compiled = semantics::module::compiled(text, context);
        let module = compiled.module(context);
        (compiled, module)
    },
    compiler_explorer: compiler_explorer::state,
};

static HERE: OnceLock<&Later> = OnceLock::new();

/// The code of it is here.
pub fn learn(later: &'static Later) {
    HERE.get_or_init(|| later);
}

/// What comes later, if it is here.
pub fn later() -> Option<&'static Later> {
    // Native tests have all of it.
    if cfg!(target_family = "wasm") { HERE.get().copied() } else { Some(&ALL) }
}

/// A text as its language reads it.
#[derive(Clone, Debug)]
pub struct Read(Arc<dyn ParsedSource>);

impl Deref for Read {
    type Target = dyn ParsedSource;

    fn deref(&self) -> &(dyn ParsedSource + 'static) {
        &*self.0
    }
}

impl PartialEq for Read {
    fn eq(&self, other: &Read) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Read {
    /// Reads a text; None while the code of its language is on its way.
    pub fn of(text: &str, context: &Context) -> Option<Read> {
        // What reads lines comes with the other languages.
        // They say, too, what a text is that people paste: an instruction has none of these signs.
        let is_pasted = text.contains(['=', '(']) || asks_for_help(text);
        let own = (!is_pasted && is_ptx(text)).then(|| Single::of_what_computes(text, context)).flatten();
        // What names no instruction may be words or signs that they know.
        let own = own.filter(|single| single.instruction().is_some() || later().is_none());
        let reading: Box<dyn ParsedSource> = match own {
            Some(single) => Box::new(single),
            None => (later()?.read)(text, context),
        };
        Some(Read(Arc::from(reading)))
    }

    /// What a text that is only begun comes to when its first continuation is taken again and again: `cvt.rna.tf32` gets its source type and
    /// example operands. None where a letter of what stands there would have to change, or where a name is not whole yet.
    pub fn completed(&self) -> Option<Read> {
        /// More pieces than an instruction has.
        const PIECES: usize = 6;
        let (mut text, mut read) = (self.text().trim_end().to_owned(), None);
        for _ in 0..PIECES {
            let now: &Read = read.as_ref().unwrap_or(self);
            let next = now.completions().into_iter().next().filter(|next| next.span.end == text.len())?;
            let rest = next.text.strip_prefix(text.get(next.span.clone())?)?.to_owned();
            let name_goes_on = next.span.start == 0 && rest.starts_with(|letter: char| letter.is_ascii_alphanumeric());
            if rest.is_empty() || name_goes_on {
                return None;
            }
            text.push_str(&rest);
            let whole = Read::of(&text, &self.context())?;
            if whole.is_accepted() {
                return Some(whole);
            }
            read = Some(whole);
        }
        None
    }

    /// Whether it is a PTX instruction.
    pub fn is_ptx(&self) -> bool {
        (&**self as &dyn Any).is::<Single>()
    }

    /// Whether something is wrong with it.
    pub fn has_error(&self) -> bool {
        self.diagnostics().iter().any(|diagnostic| diagnostic.is_error())
    }
}

/// Whether a text needs no other language. Before anything can be decoded, what looks like a machine word counts as one.
pub fn is_ptx(text: &str) -> bool {
    // A listing is known by its first lines; what reads the whole text comes last.
    let is_machine_code = is_listed(text) || machine_word(text).is_some() || looks_like_sass(text);
    !is_machine_code && !matrix::claims(text) && !figure::may_be(text) && !c::claims(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::evaluated::Evaluated;
    use crate::state::registers::Registers;
    use semantics::rounding::Mode;

    fn run(text: &str, registers: &str) -> Evaluated {
        let read = Read::of(text, &Context::default()).expect("a reading");
        assert!(read.is_accepted(), "{text}: {:?}", read.diagnostics());
        Evaluated::new(&read, &Registers::read(registers).0).unwrap_or_else(|| panic!("{text} does not run"))
    }

    fn names(done: &Evaluated) -> Vec<String> {
        done.operands.iter().map(|operand| operand.place.name()).collect()
    }

    #[test]
    fn machine_instructions_run_on_the_registers_of_the_page() {
        let done = run("MUFU.RCP R0, R1;", ".R1:40000000");
        assert_eq!((done.name().as_str(), done.result_decimal().as_str()), ("MUFU.RCP", "0.5"));
        assert_eq!(run("0x5080000000470100", ".R1:40800000").result_decimal(), "0.25");
        assert_eq!(run("0x000fca00000000000000000503047221", ".R3:3f800000,.R5:40000000").result_decimal(), "3.0");
        let modes = run("F2F.F16.F32.RZ R0, R1;", ".R1:3f801fff").modes();
        assert_eq!(
            modes.iter().map(|mode| (mode.mode, mode.results[0].bits)).collect::<Vec<_>>(),
            [(Mode::Rn, 0x3c01), (Mode::Rz, 0x3c00), (Mode::Rm, 0x3c00), (Mode::Rp, 0x3c01)]
        );
        let two = run("HMUL2 R0, R1, R2;", ".R1:3c004000,.R2:40004000");
        assert_eq!((two.lanes(), two.result_decimal().as_str()), (2, "4.0, 2.0"));
        assert!(two.run.microscope(0).is_some() && two.run.microscope(1).is_some());
        let three = run("RRO.SINCOS R0, R1; MUFU.SIN R0, R0;", ".R1:3fc00000");
        assert_eq!(names(&three), ["b R1", "d R0"]);
        assert_eq!(run("F2F.F32.F64 R0, R2;", ".R2:0,.R3:3ff80000").result_decimal(), "1.5");
    }

    #[test]
    fn calls_run_on_the_registers_of_the_page() {
        let done = run("__fadd_rz(1.5f, 2.5f)", "");
        assert_eq!((done.name().as_str(), done.result_decimal().as_str(), done.modes().len()), ("__fadd_rz", "4.0", 4));
        assert_eq!(names(&done), ["x literal", "y literal", "d d"]);
        assert!(done.run.microscope(0).is_some() && done.reading.summary().contains("add.rz.f32"));
        assert_eq!(run("y = __float2int_rn(x);", ".x:40200000").result_decimal(), "2");
        assert_eq!(run("__sincosf(x, &s, &c)", ".x:0").result_decimal(), "0.0, 1.0");
        assert_eq!(run("rint(2.5)", "").result_decimal(), "2.0");
        assert_eq!(run("fmodf(5.0f, 3.0f)", "").result_decimal(), "2.0");
    }

    #[test]
    fn what_is_begun_is_completed_and_what_is_wrong_is_not() {
        let completed = |text: &str| Read::of(text, &Context::default()).and_then(|read| read.completed()).map(|read| read.name());
        for (text, whole) in [
            ("cvt.rna.tf32", "cvt.rna.tf32.f32"),
            ("fma", "fma.rn.f32"),
            ("fma.rn.f32 %f4, %f1", "fma.rn.f32"),
            ("add.f3", "add.f32"),
            ("FFMA.FTZ", "FFMA.FTZ"),
            ("MUFU.RCP", "MUFU.RCP"),
            ("__fadd", "__fadd_rn"),
            ("ex2", "ex2.approx.f32"),
        ] {
            assert_eq!(completed(text).as_deref(), Some(whole), "{text}");
        }
        for text in ["f", "fm", "odd", "fma.rx.f32 %f4, %f1, %f2, %f3;", "add.sat.f64 %fd1, %fd2, %fd3;", "0.1 +", "hello", ""] {
            assert_eq!(completed(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_and_short_questions_are_answered() {
        for (text, language, result) in [
            ("0.1", "number", "≈ 0.1"),
            ("0.0", "number", "0.0"),
            ("-0.0 in half", "number", "-0.0"),
            ("1e5f", "number", "100000.0"),
            ("0x3f800000", "number", "1.0"),
            ("0x3f800000 in half", "number", "1.0"),
            ("3ff8000000000000 in float", "number", "1.5"),
            ("c0490fdb in float", "number", "≈ -3.1415927"),
            ("-inf", "number", "-Inf"),
            ("machine epsilon", "number", "≈ 1.1920929e-7"),
            ("0.5?", "number", "0.5"),
            ("65520 in e4m3", "number", "NaN"),
            ("448 in fp8", "number", "448.0"),
            ("ulp of 1000", "number", "6.103515625e-5"),
            ("ulp(1000)", "number", "6.103515625e-5"),
            ("bits of -0", "number", "-0.0"),
            ("float16 max", "number", "65504.0"),
            ("largest double", "number", "≈ 1.7976931348623157e308"),
            ("machine epsilon double", "number", "≈ 2.220446049250313e-16"),
            ("smallest half", "number", "6.103515625e-5, ≈ 6e-8"),
            ("0.1 in double", "number", "≈ 0.1"),
            ("what is 0.1 in binary?", "number", "≈ 0.1"),
            ("0.1 in e3m4", "number", "0.09375"),
            ("1.5 + 0.75 in e3m4", "number", "2.25"),
            ("fma(1.5, 1.5, 0.25) in e4m3", "number", "2.5"),
            ("next float after 1", "number", "≈ 1.0000001"),
            ("previous half before 1", "number", "≈ 0.9995"),
            ("next after 448 in e4m3", "number", "448.0"),
            ("is 0.1 exact", "number", "≈ 0.1"),
            ("convert 0.1 to half", "number", "≈ 0.1"),
            ("0.1+0.2 in float", "number", "≈ 0.3"),
            ("1e-3+1 in half", "number", "≈ 1.001"),
            ("0.1 + 0.2", "C, double", "≈ 0.30000000000000004"),
            ("1/3", "C, int", "0"),
        ] {
            let done = run(text, "");
            assert_eq!(done.reading.language(), language, "{text}");
            assert_eq!(done.result_decimal(), result, "{text}");
        }
        let names = [
            "max",
            "min.f32",
            "add.f32 %f0, %f1, %f2;",
            "a + 1",
            "value - 1",
            "float f",
            "half b",
            "double d2",
            "add 1",
            "dadd 1",
            "a 1",
            "1 a",
            "f16",
            "f32",
            "number -1",
            "bits * 2",
            "x = 3",
            "float s = 0.1f;",
            "half",
            "sin(1.0f)",
            "hello world",
        ];
        for text in names {
            assert_ne!(Read::of(text, &Context::default()).map(|read| read.language()).as_deref(), Some("number"), "{text}");
        }
    }

    #[test]
    fn integers_are_not_said_to_be_rounded() {
        for text in ["1/3", "16777216 + 1", "7 % 4", "int i = 7; i / 2"] {
            let done = run(text, "");
            assert!(done.why(0).starts_with("Integers have no rounding"), "{text}: {}", done.why(0));
            assert_eq!(done.flag_words(), "no rounding", "{text}");
        }
    }

    #[test]
    fn a_question_that_a_format_cannot_answer_has_a_reason() {
        for (text, reason) in
            [("-1 in ue8m0", "no negative number"), ("ulp of 1 in ue8m0", "no last place"), ("-1 in ue4m3", "has no sign")]
        {
            let read = Read::of(text, &Context::default()).expect("a reading");
            let said = read.diagnostics();
            assert!(!read.is_accepted() && said.iter().any(|said| said.message.contains(reason)), "{text}: {said:?}");
        }
    }

    #[test]
    fn a_comparison_says_what_differs() {
        let done = run("0.1 + 0.2 == 0.3", "");
        assert_eq!(done.run.truth(), Some(false));
        assert!(done.why(0).contains("1 ulp apart"), "{}", done.why(0));
        assert!(done.run.microscope(0).is_none());
        let (block, view) = done.run.rounded_before().expect("the sum rounded");
        assert_eq!((block.name(), view.guard), ("add.f64", true));
        assert_eq!(run("0.5 + 0.25 == 0.75", "").run.truth(), Some(true));
        assert_eq!(run("0.1 + 0.2", "").run.truth(), None);
        assert!(run("0.1 + 0.2 < 0.3 ? 1.0 : 2.0", "").why(0).contains("1 ulp apart"));
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
            let read = Read::of(text, &Context::default()).expect("a reading");
            let _ = (Evaluated::new(&read, &Registers::default()), read.completions(), read.choices());
        }
    }
}
