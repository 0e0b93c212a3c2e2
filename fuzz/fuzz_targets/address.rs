//! Any bytes as an address: what `view_model::links` says of every address holds.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| drop(view_model::links::holds(&String::from_utf8_lossy(bytes))));
