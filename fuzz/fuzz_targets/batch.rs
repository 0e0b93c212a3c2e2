//! Any text as lines of operands and results, pasted or dropped: reading never panics, every line is judged, and all come out again; and
//! any text as a question about one result.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::question::Question;
use semantics::diagnosis::{Engine, Investigation};
use semantics::instruction::Context;
use semantics::trace::Silent;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Instructions of one, two and three operands; making an investigation takes longer than most texts.
static ABOUT: OnceLock<Vec<Investigation>> = OnceLock::new();

fuzz_target!(|input: (u8, String)| {
    let (choice, text) = input;
    let engine = Engine::with(PhantomData::<Silent>);
    let about = ABOUT.get_or_init(|| {
        let instructions = ["rcp.approx.f32", "add.rn.f32", "mul.rn.f64", "fma.rn.f32", "min.f32"];
        instructions.map(|text| Investigation::new(text, &Context::default()).expect("an instruction")).to_vec()
    });
    if choice >= 128 {
        let _ = Question::read(&text, &Context::default(), engine);
    } else if let Ok(mut batch) = Batch::new(about[usize::from(choice) % about.len()].clone(), text) {
        batch.run(engine);
        assert_eq!(batch.lines.len(), batch.count());
        assert!((batch.csv_head() + &batch.csv(0..batch.count())).lines().count() > batch.count());
        assert!(!batch.summary().is_empty());
    }
});
