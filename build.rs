//! Relocations in the app's WebAssembly, which a release is cut by (`cargo xtask finish`); elsewhere they would only be work for wasm-bindgen. Of no
//! other crate: wasm-opt warns of them.

fn main() {
    let says = |name: &str, value: &str| std::env::var(name).as_deref() == Ok(value);
    if says("CARGO_CFG_TARGET_FAMILY", "wasm") && says("PROFILE", "release") {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
