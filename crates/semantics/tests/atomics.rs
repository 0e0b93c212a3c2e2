//! Atomics of an H100 against the additions and comparisons that they are: .global flushes subnormal singles, .shared does not.

use semantics::instruction::Context;
use semantics::kernel::Module;
use semantics::register_file::RegisterFile;
use semantics::syntax::Registers;

const MEASURED: &str = include_str!("../../../tools/measure/sm_90-nvidia-h100-80gb-hbm3-580.159.04/atomics.txt");

/// The instruction that a form does to memory: `atom.global.add.f32` is `add.ftz.f32`.
fn instruction(form: &str) -> String {
    let words: Vec<&str> = form.split('.').filter(|word| *word != "v2").collect();
    let [_, space, operation, .., format] = words[..] else { panic!("{form}") };
    // Halves have no form that rounds otherwise; bfloat16 is added by fma with one on chips without an adder, which is the same number.
    let flush = if (space, format) == ("global", "f32") { ".ftz" } else { "" };
    format!("{operation}{flush}.{format} %d, %a, %b;")
}

#[test]
fn atomics_are_the_operations_that_they_name() {
    let (mut module, mut form, mut compared, mut differ) = (None, "", 0, Vec::new());
    for line in MEASURED.lines().filter(|line| !line.starts_with(['#', 'p'])) {
        if let Some(name) = line.strip_prefix("form ") {
            form = name;
            module = Some(Module::implicit(&instruction(name), &Context::default(), Registers::default()));
            continue;
        }
        if line.starts_with("texture") {
            module = None;
        }
        let Some(module) = &module else { continue };
        let [memory, operand, result] = line.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        // The operand comes first, which decides whose NaN stays.
        let mut registers = RegisterFile::default();
        registers.set("%a", operand);
        registers.set("%b", memory);
        let sum = module.run(&registers).registers.get("%d").unwrap();
        // In .global a double that is a NaN stays as it is, signaling or not.
        let nan = [operand, memory].into_iter().find(|bits| f64::from_bits(*bits).is_nan());
        let ours = nan.filter(|_| form.contains(".global.add.f64")).unwrap_or(sum);
        compared += 1;
        if ours != result {
            differ.push(format!("{form} {line}: {ours:x}"));
        }
    }
    assert!(differ.is_empty(), "{} of {compared}: {:#?}", differ.len(), &differ[..differ.len().min(20)]);
    assert_eq!(compared, 25_088);
}
