//! Writes `special_function/table.rs`: what `cargo xtask tables` runs.
//!
//! It takes the generator by path and not from the library, so that it also runs when the table does not compile.

#[allow(dead_code, reason = "the library's tests use the rest")]
#[path = "../special_function/generate.rs"]
mod generate;
#[allow(dead_code, reason = "only the table calls the short constructor")]
#[path = "../special_function/row.rs"]
mod row;

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/special_function/table.rs");
    std::fs::write(path, generate::source())
}
