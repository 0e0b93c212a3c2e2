//! Reads `tools/measure/reports/`, so that a report which somebody adds there is known without a list kept by hand: of each file what it says of itself,
//! and of each function how much was measured, the hash of all of it, and what was found.

#[path = "gpu/json.rs"]
#[expect(dead_code, reason = "a report is read here and not written")]
mod json;

use json::Value;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../tools/measure/reports");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut code = String::from("&[\n");
    for file in &files {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let value = Value::read(&text).unwrap_or_else(|| panic!("{}: no JSON that could be read", file.display()));
        code += &kept(file, &value);
    }
    code += "]\n";
    let to = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("reports.rs");
    fs::write(to, code).expect("OUT_DIR can be written to");
}

fn kept(file: &Path, value: &Value) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let adapter = value.get("adapter").unwrap_or(&Value::Null);
    let said = ["vendor", "architecture", "device", "description"].map(|field| adapter.text(field));
    let said = said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ");
    let chip = if value.text("name").is_empty() { &said } else { value.text("name") };
    let mut code = format!("Kept {{ file: {name:?}, chip: {chip:?}, ");
    for field in ["driver", "browser", "by", "date", "how"] {
        let _ = write!(code, "{field}: {:?}, ", value.text(field));
    }
    let software = adapter.get("software") == Some(&Value::Truth(true));
    let _ = write!(code, "software: {software}, probes: {}, functions: &[", value.fields("probes").len());
    for (function, hashes) in value.fields("functions") {
        let Value::Text(hashes) = hashes else { panic!("{name}: the hashes of {function} are no text") };
        let (mut windows, mut sum) = (0, [0_u32; 2]);
        for digits in hashes.as_bytes().chunks(16).filter(|digits| digits[0] != b'-') {
            let word = |digits: &[u8]| u32::from_str_radix(&String::from_utf8_lossy(digits), 16);
            let words =
                [word(&digits[..8]), word(&digits[8..])].map(|word| word.unwrap_or_else(|_| panic!("{name}: {function} has no hashes")));
            sum = [0, 1].map(|at| sum[at].wrapping_add(words[at]));
            windows += 1;
        }
        let found = value.get("found").map_or("", |found| found.text(function));
        let _ = write!(code, "Measured {{ function: {function:?}, windows: {windows}, hash: {sum:?}, found: {found:?} }}, ");
    }
    code + "] },\n"
}
