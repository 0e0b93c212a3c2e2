//! Atomics of an H100, run here as the instructions that they are: .global flushes subnormal singles, .shared does not.

use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, Nobody};
use semantics::number::{U16, U32, U64};

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
        assert_eq!(threads.run(&mut Nobody), None, "{form}");
        let ours = threads.buffers[0].numbers(&threads.machine.memory)[0].bits;
        compared += 1;
        if ours != result {
            differ.push(format!("{form} {line}: {ours:x}"));
        }
    }
    assert!(differ.is_empty(), "{} of {compared}: {:#?}", differ.len(), &differ[..differ.len().min(20)]);
    assert_eq!(compared, 25_088);
}
