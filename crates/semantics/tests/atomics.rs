//! Atomics of an H100, run here as the instructions that they are: .global flushes subnormal singles, .shared does not.

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{Launched, Module, NoObserver};
use semantics::number::{U16, U32, U64};
use semantics::shadow::beside;

const MEASURED: &str = include_str!("../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/atomics.txt");

/// A kernel that runs a form on one number of a buffer, with the one behind it as the operand; `name` is how moves name the type.
fn kernel(form: &str, name: &str, width: u32) -> String {
    let vector = form.contains(".v2.");
    let both = |register: &str| if vector { format!("{{{register}, {register}}}") } else { register.to_owned() };
    let is_shared = form.contains(".shared.");
    let place = if is_shared { "s" } else { "%p" };
    let to = if form.starts_with("atom") { "%d, " } else { "" };
    let before = if is_shared { format!("st.shared.{name} [s], %a;") } else { String::new() };
    let after = if is_shared { format!("ld.shared.{name} %a, [s]; st.global.{name} [%p], %a;") } else { String::new() };
    format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {{ .reg .b64 %p; .reg .{name} %a, %b, %d; .shared .align 16 .{name} s[4]; \
         ld.param.u64 %p, [p]; ld.global.{name} %a, [%p]; ld.global.{name} %b, [%p+{}]; {before} {form} {to}[{place}], {}; {after} ret; }}",
        4 * width / 8,
        both("%b"),
    )
}

#[test]
fn atomics_are_the_operations_that_they_name() {
    let (mut module, mut form, mut own, mut compared, mut differ) = (None, "", U32, 0, Vec::new());
    for line in MEASURED.lines().filter(|line| !line.starts_with(['#', 'p'])) {
        if let Some(named) = line.strip_prefix("form ") {
            form = named;
            let (name, format) = match form.rsplit('.').next().unwrap() {
                "f32" | "f16x2" | "bf16x2" => ("b32", U32),
                "f64" => ("b64", U64),
                _ => ("b16", U16),
            };
            own = format;
            let read = Module::read(&kernel(form, name, own.width()), &Context::default());
            assert!(read.diagnostics.is_empty(), "{form}: {:?}", read.diagnostics);
            module = Some(read);
            continue;
        }
        if line.starts_with("texture") {
            module = None;
        }
        let Some(module) = &module else { continue };
        let [memory, operand, result] = line.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let arguments = vec![Argument::List(own, vec![memory, 0, 0, 0, operand])];
        let launched = Launched { entry: 0, arguments, threads: [1, 1, 1], limit: 100, ..Launched::default() };
        let mut threads = launched.at(module, 0).unwrap();
        assert_eq!(threads.run(&mut NoObserver), None, "{form}");
        let ours = threads.buffers[0].numbers(&threads.machine.memory)[0].bits;
        compared += 1;
        if ours != result {
            differ.push(format!("{form} {line}: {ours:x}"));
        }
    }
    assert!(differ.is_empty(), "{} of {compared}: {:#?}", differ.len(), &differ[..differ.len().min(20)]);
    assert_eq!(compared, 25_088);
}

/// A vector has a result and an operand for each element, and a register may be both.
#[test]
fn each_element_of_a_vector_has_its_own_numbers() {
    let float = |number: f32| u64::from(number.to_bits());
    let cases = [
        ("red.global.add.v2.f32 [%p], {%b, %c};", [float(11.0), float(22.0)], [float(10.0), float(20.0)]),
        ("atom.global.add.v2.f32 {%b, %c}, [%p], {%b, %c};", [float(11.0), float(22.0)], [float(1.0), float(2.0)]),
        ("atom.global.add.v2.f32 {%c, %b}, [%p], {%b, %c};", [float(11.0), float(22.0)], [float(2.0), float(1.0)]),
        ("atom.global.add.v2.f32 {%b, _}, [%p], {%b, %c};", [float(11.0), float(22.0)], [float(1.0), float(20.0)]),
    ];
    for (line, in_memory, in_registers) in cases {
        let text = format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {{ .reg .b64 %p; .reg .b32 %b, %c; \
             ld.param.u64 %p, [p]; ld.global.v2.b32 {{%b, %c}}, [%p+8]; {line} st.global.v2.b32 [%p+8], {{%b, %c}}; ret; }}"
        );
        let module = Module::read(&text, &Context::default());
        assert!(module.diagnostics.is_empty(), "{line}: {:?}", module.diagnostics);
        let given = [1.0, 2.0, 10.0, 20.0].map(float).to_vec();
        let launched = Launched { arguments: vec![Argument::List(U32, given)], limit: 100, ..Launched::default() };
        let mut threads = launched.begin(&module).unwrap();
        let mut keeper = RunRecorder::new(&module, 100);
        assert_eq!(threads.run(&mut keeper), None, "{line}");
        let held: Vec<u64> = threads.buffers[0].numbers(&threads.machine.memory).iter().map(|number| number.bits).collect();
        assert_eq!(held, [in_memory, in_registers].concat(), "{line}");
        let beside = beside(&module, &keeper.recording).into_iter().flatten().next();
        assert_eq!(beside.and_then(|beside| beside.exact()).as_deref(), Some("11.0"), "{line}");
    }
}
