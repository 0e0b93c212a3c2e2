//! Any machine word, half of them with an opcode that exists: decoding never panics, and the printed line reads back as the word.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantics::instruction::Target;
use semantics::instruction::sass::decode;
use semantics::instruction::sass::maxwell::ROWS;
use semantics::sass::line::{decode_line, encode_line};

fuzz_target!(|input: (u64, u8, u8)| {
    let (word, choice, target) = input;
    let word = match ROWS.get(usize::from(choice)) {
        Some(row) => word & !(row.test.mask as u64) | row.test.value as u64,
        None => word,
    };
    let target = [Target::SM_50, Target::SM_53, Target::SM_62][usize::from(target % 3)];
    let hex = format!("{word:016x}");
    let line = decode_line(&hex, target, false);
    match decode(word.into(), target.number()) {
        Ok(instruction) if instruction.is_available() => {
            let _ = decode_line(&hex, target, true);
            let encoded = encode_line(&line, target);
            assert_eq!(encoded.split('\t').next(), Some(&*hex), "{line}");
        }
        _ => assert!(line.starts_with("error\t"), "{line}"),
    }
});
