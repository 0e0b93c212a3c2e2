//! Shapes of launches, dynamic shared memory, the order of threads, and forms that real modules have.

use semantics::instruction::{Context, Target};
use semantics::kernel::argument::Argument;
use semantics::kernel::{Launched, Module, NoObserver, Order};
use semantics::number::{F32, U32};

/// What the only buffer holds after a launch, or the message of the stop.
fn run(text: &str, launched: Launched) -> Result<Vec<u64>, String> {
    let module = Module::read(text, &Context::default());
    assert!(module.diagnostics.iter().all(|said| !said.is_error()), "{:?}", module.diagnostics);
    let launched = Launched { entry: module.entry(None)?, ..launched };
    let mut all = launched.begin(&module)?;
    match all.run(&mut NoObserver) {
        Some(stop) => Err(stop.message),
        None => Ok(all.buffers[0].numbers(&all.machine.memory).iter().map(|number| number.bits).collect()),
    }
}

fn words(count: usize) -> Vec<Argument> {
    vec![Argument::List(U32, vec![0; count])]
}

const HEAD: &str = ".version 8.8\n.target sm_90\n.address_size 64\n";

#[test]
fn threads_and_blocks_have_three_numbers() {
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 p) {{ .reg .u32 %r<20>; .reg .u64 %q<4>; ld.param.u64 %q1, [p];
        mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
        mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ctaid.z; mov.u32 %r10, %nctaid.x; mov.u32 %r11, %nctaid.y;
        mad.lo.u32 %r12, %r9, %r11, %r8; mad.lo.u32 %r12, %r12, %r10, %r7; mad.lo.u32 %r13, %r3, %r5, %r2; mad.lo.u32 %r13, %r13, %r4, %r1;
        mul.lo.u32 %r14, %r4, %r5; mul.lo.u32 %r14, %r14, %r6; mad.lo.u32 %r12, %r12, %r14, %r13;
        mad.wide.u32 %q2, %r12, 4, %q1; mov.u32 %r15, %laneid; mad.lo.u32 %r15, %r12, 100, %r15; st.global.u32 [%q2], %r15; ret; }}"
    );
    let launched = Launched { arguments: words(5 * 4 * 3 * 6), threads: [5, 4, 3], blocks: [2, 3, 1], ..Launched::default() };
    assert_eq!(run(&text, launched.clone()).unwrap(), (0..360).map(|number| number * 100 + number % 60 % 32).collect::<Vec<u64>>());
    for order in [Order::Reversed, Order::Seed(1), Order::Seed(2)] {
        assert_eq!(run(&text, Launched { order, ..launched.clone() }), run(&text, launched.clone()));
    }
}

/// All variables without a size lie at one address, and hold as many bytes as the launch says.
#[test]
fn dynamic_shared_memory_has_the_size_that_the_launch_says() {
    let text = format!(
        "{HEAD}.extern .shared .align 16 .b8 one[];\n.extern .shared .align 4 .f32 two[];\n.visible .entry k(.param .u64 p) {{ .reg .u32 %r<9>; .reg .u64 %q<4>;
        .shared .u32 own; ld.param.u64 %q1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, one; mad.lo.u32 %r2, %r1, 4, %r2; st.shared.u32 [%r2], %r1; st.shared.u32 [own], %r1;
        bar.sync 0; mov.u32 %r3, two; ld.shared.u32 %r4, [%r3+12]; mov.u32 %r5, %dynamic_smem_size; add.u32 %r4, %r4, %r5;
        mad.wide.u32 %q2, %r1, 4, %q1; st.global.u32 [%q2], %r4; ret; }}"
    );
    let launched = Launched { arguments: words(8), threads: [8, 1, 1], shared: 32, ..Launched::default() };
    assert_eq!(run(&text, launched.clone()).unwrap(), [35; 8]);
    let short = run(&text, Launched { shared: 16, ..launched }).unwrap_err();
    assert_eq!(
        short,
        "Nothing of .shared lies at 0x38000010, where 4 bytes are wanted. How large dynamic shared memory is, the launch says."
    );
}

/// Each block begins with shared memory of its own.
#[test]
fn shared_memory_begins_anew_with_each_block() {
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 p) {{ .reg .u32 %r<9>; .reg .u64 %q<4>; .shared .u32 s; ld.param.u64 %q1, [p];
        atom.shared.add.u32 %r1, [s], 1; bar.sync 0; ld.shared.u32 %r2, [s]; mov.u32 %r3, %ctaid.x; mad.wide.u32 %q2, %r3, 4, %q1; st.global.u32 [%q2], %r2; ret; }}"
    );
    let launched = Launched { arguments: words(3), threads: [7, 1, 1], blocks: [3, 1, 1], ..Launched::default() };
    assert_eq!(run(&text, launched).unwrap(), [7; 3]);
}

/// A sum of singles by atomics depends on who comes first.
#[test]
fn the_order_of_threads_decides_on_a_sum_of_atomics() {
    let text = format!(
        "{HEAD}.visible .entry k(.param .u64 p) {{ .reg .u32 %r<9>; .reg .u64 %q<4>; .reg .f32 %f<3>; ld.param.u64 %q1, [p]; mov.u32 %r1, %tid.x;
        mad.wide.u32 %q2, %r1, 4, %q1; ld.global.f32 %f1, [%q2+4]; red.global.add.f32 [%q1], %f1; ret; }}"
    );
    // The large number first swallows all the others.
    let numbers: Vec<u64> = [0.0f32, 16_777_216.0].into_iter().chain([1.0; 31]).map(|number| number.to_bits().into()).collect();
    let launched = Launched { arguments: vec![Argument::List(F32::ROW, numbers)], threads: [32, 1, 1], ..Launched::default() };
    let sum = |order| f32::from_bits(run(&text, Launched { order, ..launched.clone() }).unwrap()[0] as u32);
    assert_eq!((sum(Order::Number), sum(Order::Reversed)), (16_777_216.0, 16_777_248.0));
    let seeded: std::collections::BTreeSet<u32> = (0..20).map(|seed| sum(Order::Seed(seed)).to_bits()).collect();
    assert!(seeded.len() > 5, "{seeded:?}");
}

#[test]
fn what_real_modules_have_is_read() {
    // Prototypes without a semicolon, before a variable and before a kernel.
    let text = ".version 2.3\n.target sm_21\n.address_size 32\n.visible .func (.param .f32 r) f (.param .f32 p)\n.global .u32 g = 7;\n.extern .func h (.param .f32 p)\n.tex .u64 t;\n\
                .entry k(.param .u32 p, .hidden .param .align 4 .b8 m[8], .param .u32 q) { .reg .u32 %r<9>; .reg .u16 %h<3>;\n\
                ld.param.u32 %r1, [p]; ld.global.u32 %r2, [g]; mov.u32 %r3, %ntid.x; mov.u16 %h1, %tid.x; cvt.u32.u16 %r4, %h1; add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4;\n\
                st.global.u32 [%r1], %r2; ret; }";
    let module = Module::read(text, &Context::default());
    assert_eq!(module.context.target, Target::SM_20);
    assert_eq!(module.diagnostics.iter().filter(|said| said.is_error()).count(), 0, "{:?}", module.diagnostics);
    let arguments = vec![Argument::List(U32, vec![0]), Argument::read("u8[8]").unwrap(), Argument::Number("0".to_owned())];
    assert_eq!(run(text, Launched { arguments, ..Launched::default() }).unwrap(), [8]);
    // Addresses of elements.
    let text = format!(
        "{HEAD}.global .align 4 .u32 g[4] = {{5, 6, 7, 8}};\n.visible .entry k(.param .u64 p) {{ .reg .u32 %r<9>; .reg .u64 %q<4>; .local .align 8 .u32 own[4]; ld.param.u64 %q1, [p];
        mov.u64 %q2, g[2]; ld.global.u32 %r1, [%q2]; mov.u64 %q3, own[3]; st.local.u32 [%q3], %r1; ld.local.u32 %r2, [own+12]; st.global.u32 [%q1], %r2; ret; }}"
    );
    assert_eq!(run(&text, Launched { arguments: words(1), ..Launched::default() }).unwrap(), [7]);
}
