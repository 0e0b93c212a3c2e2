//! Relocations in the app's WebAssembly, which a release is cut by (`cargo xtask finish`). Of no other crate: wasm-opt warns of them.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
