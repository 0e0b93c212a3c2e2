//! Where things lie in the project, and the versions that its own files state.
//!
//! A version is stated once: wasm-bindgen's in Cargo.lock, Trunk's in Trunk.toml, npm's in package-lock.json. Only that of wasm-opt stands in
//! the last two, since Trunk must know it where npm's is not installed.

use crate::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace's Cargo.toml.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("xtask lies in the workspace's tools").to_path_buf()
}

/// The built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// What the set-up installs for this project alone. Removing the folder undoes it.
pub fn tools() -> PathBuf {
    root().join("target/tools")
}

/// Reads a text file of the project, or says which one is missing.
pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A file's path as seen from the root, for messages.
pub fn shown(file: &Path) -> String {
    file.strip_prefix(root()).unwrap_or(file).display().to_string()
}

/// The wasm-bindgen version that the page is linked with; the tool that post-processes it must be the same.
pub fn wasm_bindgen_version() -> Outcome<String> {
    locked_version(&read(&root().join("Cargo.lock"))?, "wasm-bindgen")
        .ok_or_else(|| "Cargo.lock names no wasm-bindgen, so there is no page to build".to_string())
}

/// The Trunk versions that Trunk.toml asks for: the first, which is installed where there is none, and the first that is too new.
pub fn trunk_versions() -> Outcome<[String; 2]> {
    let text = read(&root().join("Trunk.toml"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("trunk-version = \">="));
    let versions = line.and_then(|rest| rest.strip_suffix('"')?.split_once(", <"));
    versions
        .map(|(from, to)| [from.to_string(), to.to_string()])
        .ok_or_else(|| "Trunk.toml has no line `trunk-version = \">=…, <…\"`".to_string())
}

/// Whether a version, as in `0.21.14`, is one of those from the first to just before the second.
pub fn is_between(version: &str, [from, to]: &[String; 2]) -> bool {
    let numbers = |version: &str| version.split('.').map(|number| number.parse::<u32>().ok()).collect::<Option<Vec<_>>>();
    let (Some(version), Some(from), Some(to)) = (numbers(version), numbers(from), numbers(to)) else { return false };
    (from..to).contains(&version)
}

fn locked_version(lock: &str, name: &str) -> Option<String> {
    let mut lines = lock.lines().skip_while(|line| *line != format!("name = \"{name}\""));
    let version = lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')?;
    Some(version.to_string())
}

/// Every `.rs` file of the project, in order of path.
pub fn rust_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["src", "crates", "tools", "bench", "fuzz"] {
        files_below(&root().join(folder), "rs", &mut found);
    }
    found.sort();
    found
}

/// Adds the files with an extension in a folder and the folders below it, build outputs left out.
pub fn files_below(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.ends_with("target") {
            files_below(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

/// Copies a folder with all that is in it.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = || -> std::io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let place = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                copy(&entry.path(), &place).map_err(std::io::Error::other)?;
            } else {
                fs::copy(entry.path(), place)?;
            }
        }
        Ok(())
    };
    copied().map_err(|error| format!("{}: {error}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_found_by_whole_name() {
        let lock = "[[package]]\nname = \"a-b\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"a\"\nversion = \"2.3.4\"\n";
        assert_eq!(locked_version(lock, "a").as_deref(), Some("2.3.4"));
        assert_eq!(locked_version(lock, "b"), None);
    }

    #[test]
    fn trunk_toml_states_versions() {
        let stated = trunk_versions().unwrap();
        assert_eq!(stated[0].split('.').count(), 3);
        assert!(is_between(&stated[0], &stated));
        let range = ["0.21.14".to_string(), "0.23".to_string()];
        for (version, fits) in
            [("0.21.13", false), ("0.21.14", true), ("0.22.1", true), ("0.23.0", false), ("1.0.0", false), ("0.22.1-rc.1", false)]
        {
            assert_eq!(is_between(version, &range), fits, "{version}");
        }
    }

    /// Trunk refuses to serve where one of these paths is missing.
    #[test]
    fn trunk_watches_what_a_fresh_clone_has() {
        let text = read(&root().join("Trunk.toml")).unwrap();
        let lists = text.lines().filter(|line| line.starts_with("watch = [") || line.starts_with("ignore = ["));
        let paths: Vec<&str> = lists.flat_map(|line| line.split('"').skip(1).step_by(2)).collect();
        assert!(paths.contains(&"src"), "{paths:?}");
        for path in paths {
            let found = std::process::Command::new("git").args(["ls-files", "--", path]).current_dir(root()).output().unwrap();
            assert!(!found.stdout.is_empty(), "git knows no {path}");
        }
    }

    #[test]
    fn trunk_and_npm_have_one_wasm_opt() {
        let stated = |file, before: &str| {
            let text = read(&root().join(file)).unwrap();
            let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{file} has no {before}"));
            rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().to_string()
        };
        assert_eq!(stated("Trunk.toml", "wasm_opt = \"version_"), stated("package.json", "\"binaryen\": \""));
    }

    /// A package whose code has no harness keeps its tests in `tests/`, the app in `crates/view_model`: elsewhere they would be compiled nowhere, and
    /// nobody would miss them.
    #[test]
    fn no_test_stands_where_it_does_not_run() {
        let (mut manifests, mut without) = (vec![root().join("Cargo.toml")], 0);
        for folder in ["src", "crates", "tools", "bench", "fuzz"] {
            files_below(&root().join(folder), "toml", &mut manifests);
        }
        let every = rust_files();
        for manifest in manifests.iter().filter(|manifest| read(manifest).unwrap().lines().any(|line| line == "test = false")) {
            let folder = manifest.parent().unwrap();
            for file in every.iter().filter(|file| file.starts_with(folder) && !file.starts_with(folder.join("tests"))) {
                let inner = manifests
                    .iter()
                    .any(|other| other != manifest && file.starts_with(other.parent().unwrap()) && other.starts_with(folder));
                assert!(inner || !read(file).unwrap().contains("#[test]"), "{} has a test that does not run", file.display());
            }
            without += 1;
        }
        assert!(without >= 9, "{without} packages without a harness of their own");
    }

    /// What the documents call a file or a folder is there: a path from the top, or in a section about a folder a path below it.
    #[test]
    fn every_path_in_the_documents_exists() {
        let mut seen = 0;
        for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
            let mut about = None;
            for line in read(&root().join(document)).unwrap().lines() {
                let first = line.split('`').nth(1).filter(|_| line.starts_with('#') || line.starts_with("| `"));
                if line.starts_with('#') {
                    about = first.map(|folder| root().join(folder));
                }
                let of_the_section = first.filter(|_| line.starts_with("| `")).and_then(|path| Some(about.as_ref()?.join(path)));
                let top = ["src/", "crates/", "tools/", "tests/", "style/", "assets/", "bench/", "fuzz/"];
                let from_the_top = line.split('`').skip(1).step_by(2).filter(|path| top.iter().any(|folder| path.starts_with(folder)));
                for path in from_the_top.map(|path| root().join(path.trim_end_matches(':'))).chain(of_the_section) {
                    let shown = path.display().to_string();
                    assert!(
                        path.exists() || shown.contains(['*', ' ', '<']) || shown.contains("NAME") || in_tests(&path),
                        "{document} names {shown}, which is not there"
                    );
                    seen += 1;
                }
            }
        }
        assert!(seen > 60, "{seen} paths in the documents");
    }

    /// Tests of the core are named as its documents name them, `tests/doors.rs`.
    fn in_tests(path: &Path) -> bool {
        path.strip_prefix(root()).is_ok_and(|path| root().join("crates/semantics").join(path).exists())
    }
}
