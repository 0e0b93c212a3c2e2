//! What the explorer knows beyond exact arithmetic on singles: numbers in instructions, what approximations are worth, machine code and
//! CUDA calls.
//!
//! It is as large as everything else on the start page, so it is downloaded when a text first asks for it. Code of the start page reaches
//! it only through this table of functions; a direct call would put it into the first download again.

use super::evaluated::{Edit, Evaluated, Place};
use super::language::Reading;
use super::registers::Registers;
use super::verdict::judged;
use super::{cuda, sass};
use crate::components::chunk::{NotLoaded, piece};
use crate::pages::explore::{MachineState, MachineWords};
use core::ops::Range;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::cuda::{Call, Parsed as ReadCall};
use semantics::evaluate::{Outcome, Request, evaluate_traced};
use semantics::instruction::{Context, Evidence, Meaning, Target};
use semantics::number::{F32, Float, Pattern};
use semantics::sass::Document;
use semantics::sweep::verdict::Verdict;
use semantics::syntax::{Completion, Group, Instruction, ReadLiteral};
use semantics::trace::Trace;
use std::sync::OnceLock;

/// The functions.
pub struct Further {
    /// Runs any PTX instruction.
    pub evaluate: fn(&Request, &mut Trace) -> Outcome,
    /// How we know what an approximation gives.
    pub evidence: fn(&Request) -> Evidence,
    /// What an approximation is worth.
    pub verdict: fn(&Evaluated) -> Option<Verdict>,
    /// Adds that to a trace as its last step.
    pub tell: fn(Verdict, &mut Trace),
    /// Reads an operand that is no register.
    pub read_literal: ReadLiteral,
    /// Registers with other example values, where what is read wants them.
    pub examples: fn(&Reading, &Registers) -> Option<Registers>,
    /// Whether 64 bits are a machine instruction.
    pub is_word: fn(u64) -> bool,
    /// Reads machine instructions.
    pub read_sass: fn(&str, Target) -> Document,
    /// Runs them.
    pub run_sass: fn(&Document, &Registers, &Context) -> Option<Evaluated>,
    /// What changes in them when a number of the table does.
    pub edit_sass: fn(&sass::Ran, &Place, Pattern, &str) -> Option<Edit>,
    /// Draws their machine words.
    pub draw_words: fn(&Document) -> Option<String>,
    /// The text with another machine word in the place of an instruction's.
    pub with_word: fn(&Document, &str, usize, u64) -> Option<String>,
    /// Draws the machine code of a PTX instruction.
    pub draw_code: fn(&Evaluated) -> Option<String>,
    /// The names of the fields of a machine word that a piece of the text sets.
    pub sass_fields: fn(&Document, &str, &Range<usize>) -> String,
    /// The section of their words.
    pub machine_words: fn() -> AnyView,
    /// The section of what they run on.
    pub machine_state: fn() -> AnyView,
    /// The modifiers that one takes.
    pub sass_modifiers: fn(&str, Target) -> Vec<Group>,
    /// Reads a call of a CUDA function.
    pub read_call: fn(&str, &Context) -> ReadCall,
    /// Runs it.
    pub run_call: fn(&Call, &Registers) -> Evaluated,
    /// What changes in it when a number of the table does.
    pub edit_call: fn(&cuda::Called, &Place, Pattern) -> Option<Edit>,
    /// What could be typed next in one.
    pub complete_call: fn(&str, usize) -> Vec<Completion>,
    /// The roundings that its name takes.
    pub call_modifiers: fn(&str, &Context) -> Vec<Group>,
}

static ALL: Further = Further {
    evaluate: evaluate_traced,
    evidence: |request| request.evidence(),
    verdict: judged,
    tell: Verdict::tell,
    read_literal: semantics::syntax::read_literal,
    examples: super::examples::fitting,
    is_word: |word| semantics::instruction::sass::decode(word).is_ok(),
    read_sass: Document::read,
    run_sass: sass::run,
    edit_sass: sass::Ran::edited,
    draw_words: crate::pages::explore::draw_words,
    with_word: Document::with_word,
    draw_code: crate::pages::explore::draw_code,
    sass_fields: sass::fields,
    machine_words: || view! { <MachineWords /> }.into_any(),
    machine_state: || view! { <MachineState /> }.into_any(),
    sass_modifiers: semantics::sass::modifier_bar,
    read_call: semantics::cuda::parse,
    run_call: cuda::run,
    edit_call: cuda::edited,
    complete_call: semantics::cuda::complete,
    call_modifiers: semantics::cuda::modifier_bar,
};

static HERE: OnceLock<&Further> = OnceLock::new();

/// Whether the start page shows an instruction without them: exact arithmetic on singles, but for what machine code is drawn of.
pub fn is_common(instruction: &Instruction) -> bool {
    let drawn = matches!(instruction.form.meaning, Meaning::Divide | Meaning::Reciprocal | Meaning::SquareRoot);
    let exact = !matches!(instruction.form.meaning, Meaning::Convert | Meaning::Approximation | Meaning::Nothing);
    exact && !drawn && (0..instruction.sources.len()).all(|source| instruction.source_type(source).operand().format == F32::ROW)
}

/// Runs an instruction; without the functions only one in single precision, which is all that is shown then.
pub fn run(request: &Request, trace: &mut Trace) -> Outcome {
    match further() {
        Some(further) => (further.evaluate)(request, trace),
        None => request.in_format::<F32>(trace).unwrap_or(Outcome::NOTHING),
    }
}

/// The functions, if they are here.
pub fn further() -> Option<&'static Further> {
    // Native tests have everything.
    if cfg!(target_family = "wasm") { HERE.get().copied() } else { Some(&ALL) }
}

/// Fetches them.
pub async fn load() -> Result<(), NotLoaded> {
    let all = table().await?;
    HERE.get_or_init(|| all);
    Ok(())
}

/// Fetches them if they are not here yet, and then runs `after`.
pub fn fetch(after: impl FnOnce() + 'static) {
    if further().is_none() {
        spawn_local(async move {
            // Whoever reads the text says it when they cannot be had.
            if load().await.is_ok() {
                after();
            }
        });
    }
}

piece!(further, table -> &'static Further, &ALL);
