//! Every row of the table through every view: it is read, run, explained and compared, and an approximation has its curve. Special values,
//! cases to find and diagnoses walk all rows in tests of their own.

use semantics::comparison::{Source, compare};
use semantics::instruction::{Context, Form, Meaning, ModifierSet, Target, Version, forms};
use semantics::language::read;
use semantics::register_file::RegisterFile;
use semantics::sweep::Subject;
use semantics::trace::sentence::{sentence, title};

/// A context that has the form with these modifiers: the newest that there is, or the last for one that was taken away.
fn context(form: &Form, modifiers: ModifierSet) -> Option<Context> {
    let versions = [Some(Version::NEWEST), form.row.last_ptx, Some(form.row.ptx)];
    let contexts =
        versions.into_iter().flatten().flat_map(|ptx| Target::ALL.iter().rev().map(move |target| Context { target: *target, ptx }));
    contexts.into_iter().find(|context| form.is_available(modifiers, *context))
}

/// The instruction as the manual writes it, with its letters for registers.
fn text(form: &Form, modifiers: ModifierSet) -> String {
    let operands = form.row.syntax.split_once("  ").map_or("", |(_, operands)| operands);
    format!("{} {};", form.pattern.spelled(modifiers), operands.replace("{!}", ""))
}

#[test]
fn every_row_goes_through_every_view() {
    let mut registers = RegisterFile::default();
    for (name, bits) in [("a", 0x3f80_0000_3fc0_3e2b), ("b", 0x4008_0000_4040_4433), ("c", 0x3ff1_2345_3dcc_3f80), ("e", 1), ("f", 2)] {
        registers.set(name, bits);
    }
    let (mut rows, mut curves) = (0, 0);
    for form in forms() {
        for modifiers in form.pattern.combinations() {
            let text = text(form, modifiers);
            let context = context(form, modifiers).unwrap_or_else(|| panic!("{text}: in no context"));
            let run = read(&text, &context).run(&registers).unwrap_or_else(|| panic!("{text}"));
            let [block] = &run.blocks[..] else { panic!("{text}: {} blocks", run.blocks.len()) };
            if form.meaning == Meaning::Nothing {
                assert!(run.trace.steps.is_empty() && block.computed.is_none(), "{text}");
                continue;
            }
            let (request, _) = block.computed.as_ref().unwrap_or_else(|| panic!("{text}: not computed"));
            assert_eq!((request.form, request.modifiers), (form, modifiers), "{text}");
            // Read, run and explained.
            assert!(
                !run.trace.steps.is_empty()
                    && run.trace.steps.iter().all(|step| !title(step).is_empty() && sentence(step).ends_with(['.', ':'])),
                "{text}"
            );
            // Compared with itself, nothing parts, and the bits are those of the run.
            let source = Source { text: &text, context };
            let compared = compare(source, source, &registers);
            assert_eq!((compared.same, compared.parting), (true, None), "{text}");
            assert_eq!(compared.sides[0].result().map(|value| value.bits), block.written.first().map(|value| value.bits), "{text}");
            // An approximation of one operand has its curve, lane by lane.
            let own = request.destination_type();
            if form.meaning == Meaning::Approximation && form.pattern.source_count() == 1 && request.sequence().is_some() {
                let subject = request.sequence().and_then(|sequence| Subject::find(sequence.form, context.target.number().max(50)));
                assert!(subject.is_some_and(|subject| subject.reading.line().width() == own.stride().min(32)), "{text}");
                curves += 1;
            }
            rows += 1;
        }
    }
    assert!(rows > 1500 && curves > 20, "{rows} {curves}");
}
