//! A million vectors through the core, natively and in WebAssembly: the same bits everywhere.
//!
//! PTX forms on random operands, the functions of the special function unit, machine instructions and lines of text each make a hash of
//! their results. Built with the native run's hashes in ULPSCOPE_MILLION, the program ends with the number of the first kind that has
//! another, or with 0: that number is all that Node.js sees of it. `cargo xtask test` does both; nothing needs to be committed.

use measure::plan::Plan;
use measure::{Hash, Probe};
use semantics::instruction::{Context, Operands, Target, Version};
use semantics::line::{Evaluator, Form, evaluate_line};
use semantics::number::Random;
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::function_under_test::UNIT;
use semantics::syntax::in_braces;
use std::process::ExitCode;

/// A kind of vectors: what it is, how many there are, and their results' hash.
type Kind = (&'static str, u64, fn(u64) -> Hash);

/// Every kind.
#[rustfmt::skip]
pub const KINDS: [Kind; 4] = [
    ("PTX forms",                 700_000, forms),
    ("special function unit",     200_000, unit),
    ("machine instructions",       50_000, machine),
    ("lines of text, with steps",  50_000, lines),
];

/// The native run's hashes, with blanks between them.
const EXPECTED: &str = match option_env!("ULPSCOPE_MILLION") {
    Some(hashes) => hashes,
    None => "",
};

const CONTEXT: Context = Context { target: Target::SM_107A, ptx: Version::NEWEST };

fn main() -> ExitCode {
    let mut expected = EXPECTED.split(' ');
    let differs = KINDS.iter().position(|(_, count, run)| {
        let found = format!("{:016x}", run(*count).0);
        expected.next() != Some(&found)
    });
    ExitCode::from(differs.map_or(0, |place| place as u8 + 1))
}

/// Forms of the table in turn, each on its next operands.
fn forms(count: u64) -> Hash {
    let plan = Plan::new(CONTEXT);
    let mut random = Random::new(1);
    let operands: Vec<(Probe, Vec<Operands>)> = plan.probes.iter().map(|probe| (*probe, plan.operands(*probe))).collect();
    let mut results = (0..count).map(|place| {
        let (probe, chosen) = &operands[place as usize % operands.len()];
        // Chosen operands meet in other combinations than they were chosen in.
        let one = chosen[random.below(chosen.len() as u64) as usize];
        let other = chosen[random.below(chosen.len() as u64) as usize];
        probe.evaluate(core::array::from_fn(|source| if source % 2 == 0 { one[source] } else { other[source] }), CONTEXT)
    });
    halves(&mut results)
}

fn unit(count: u64) -> Hash {
    let plan = Plan::new(CONTEXT);
    let subjects: Vec<FunctionUnderTest> = UNIT.into_iter().chain(plan.swept().map(|(_, subject)| subject)).collect();
    let mut random = Random::new(2);
    (0..count).map(|place| subjects[place as usize % subjects.len()].evaluate((random.word() >> 32) as u32)).collect()
}

fn machine(count: u64) -> Hash {
    const LINES: [&str; 6] = [
        "MUFU.RCP R0, -|R1|",
        "MUFU.RSQ.SAT R0, R1",
        "RRO.SINCOS R0, R1; MUFU.COS R0, R0",
        "F2F.F16.F32.RM R0, R1",
        "F2F.FTZ.F32.F32.CEIL R0, R1",
        "HMUL2.FMZ R0, R1, R2.H1_H1",
    ];
    let mut random = Random::new(3);
    let texts = (0..count).map(|place| {
        let (a, b) = (random.word() as u32, random.word() as u32);
        let line = format!("R1={a:08x} R2={b:08x} | {};", LINES[place as usize % LINES.len()]);
        answered(&line, evaluate_line(&line, Context { target: Target::SM_53, ..CONTEXT }, Form::Fields))
    });
    texts.flat_map(String::into_bytes).map(u32::from).collect()
}

fn lines(count: u64) -> Hash {
    let probes: Vec<Probe> = Probe::all(CONTEXT).filter(|probe| !probe.form.is_of_integers()).collect();
    let mut evaluator = Evaluator::new(CONTEXT, Form::Fields);
    let mut explainer = Evaluator::new(CONTEXT, Form::Json);
    let mut random = Random::new(4);
    let mut hash = Hash::EMPTY;
    for place in 0..count {
        let probe = probes[random.below(probes.len() as u64) as usize];
        let names = ["%d", "%a", "%b", "%c", "%e", "%f"];
        let registers = &names[1..=probe.sources()];
        let mut one = |(source, name)| format!("{name}={:x}", random.word() >> (64 - probe.source_type(source).width()));
        let given: Vec<String> = registers.iter().enumerate().map(&mut one).collect();
        let operands = in_braces(names[..=probe.sources()].iter().map(|name| name.to_string()), &probe.form.pattern.braces, 0);
        let line = format!("{} | {} {operands};", given.join(" "), probe.name());
        let evaluator = if place % 8 == 0 { &mut explainer } else { &mut evaluator };
        hash = answered(&line, evaluator.evaluate(line.as_bytes())).bytes().fold(hash, |hash, byte| hash.with(byte.into()));
    }
    hash
}

/// An answer, which must be none that only says what is wrong with the line.
fn answered<Answer: AsRef<str>>(line: &str, answer: Answer) -> Answer {
    let text = answer.as_ref();
    assert!(text.starts_with("ok\t") || text.starts_with("{\"ok\":true,"), "{line}: {text}");
    answer
}

/// The hash of 64-bit results, the lower half of each first.
fn halves(results: &mut dyn Iterator<Item = u64>) -> Hash {
    results.fold(Hash::EMPTY, |hash, result| hash.with(result as u32).with((result >> 32) as u32))
}
