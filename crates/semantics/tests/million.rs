//! A million vectors natively. Their hashes are printed for `cargo xtask test`, which builds the same program as WebAssembly with them.

#[allow(dead_code, reason = "elsewhere a program of its own, whose `main` is not called here")]
#[path = "../../../tools/million/main.rs"]
mod program;

#[test]
fn a_million_vectors() {
    assert_eq!(program::KINDS.iter().map(|(_, count, _)| count).sum::<u64>(), 1_000_000);
    for (name, count, run) in program::KINDS {
        println!("hash {:016x} {name}", run(count).0);
    }
    // Two short runs of a kind are the same, and a longer one is another: the hash sees the results.
    for (name, _, run) in program::KINDS {
        assert_eq!(run(500), run(500), "{name}");
        assert_ne!(run(500), run(501), "{name}");
    }
}
