//! The list of the lessons' files, so that a new lesson is a file in `content/en` and a line of its `courses.md`.

use std::fmt::Write;
use std::path::Path;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/en");
    println!("cargo::rerun-if-changed={}", folder.display());
    let files = std::fs::read_dir(&folder).expect("content/en").map(|file| file.expect("a file").path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        let _ = writeln!(list, "({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list.push(']');
    let to = Path::new(&std::env::var("OUT_DIR").expect("a folder")).join("content.rs");
    std::fs::write(to, list).expect("the list of lessons");
}
