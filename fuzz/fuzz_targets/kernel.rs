//! Any text as a module of PTX: reading never panics, every place that is named lies in the text, and every function that it defines runs to
//! an end, a stop or its limit, watched and as a curve, whose operands give the same abreast and alone.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, give};
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Curve, Launch, Machine, Module, without_fixed};
use semantics::shadow::beside;

fuzz_target!(|text: &str| {
    let module = Module::read(text, &Context::default());
    for said in &module.diagnostics {
        assert!(said.span.start <= said.span.end && said.span.end <= text.len(), "{said:?}");
    }
    for (entry, function) in module.functions.iter().enumerate().filter(|(_, function)| function.defined) {
        let mut machine = Machine::new(&module, entry, Launch::default(), 1000);
        let arguments: Vec<Argument> = function.parameters.iter().map(|_| Argument::Number("1".into())).collect();
        let _ = give(&mut machine, &module, &arguments);
        let mut keeper = RunRecorder::new(&module, 200);
        machine.run(&mut keeper);
        assert_eq!(beside(&module, &keeper.recording).len(), keeper.recording.records.len());
        let changed = without_fixed(&module, entry);
        let Ok(curve) = Curve::new(&changed, entry, 1000) else { continue };
        let operands = [0x3f80_0000, 0, 0xc000_0001, 0x7f80_0000, 0x0000_0001];
        let mut abreast = Vec::new();
        curve.clone().evaluate_each(&operands, |_, result| abreast.push(result));
        assert_eq!(abreast, operands.map(|bits| curve.evaluate(bits)));
    }
});
