//! Programs as their authors publish them: an archive for each kind of machine, fetched by `curl`, checked, and unpacked by `tar`. Both are on every
//! system that the page is built on; where one is missing or the network says no, the program is compiled instead.

use super::page_tools::put;
use crate::Outcome;
use crate::process::quietly;
use crate::project;
use sha2::{Digest, Sha256};
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An archive, and what its bytes are checked by.
pub struct Archive {
    address: String,
    check: Check,
}

enum Check {
    /// The SHA-256 that the project states.
    Stated(&'static str),
    /// The one that the authors publish beside the archive, at its address with this ending.
    Beside(&'static str),
}

/// Trunk 0.21.14 for each kind of machine. With another version come other sums, which its authors publish beside the archives.
#[rustfmt::skip]
const TRUNK: &[(&str, &str, &str, &str)] = &[
    ("linux",   "x86_64",  "x86_64-unknown-linux-gnu.tar.gz",  "f2b4680cd239693a646a2795e4633c625328d7b2a044fbe749fa3a2fe9e7036b"),
    ("linux",   "aarch64", "aarch64-unknown-linux-gnu.tar.gz", "b1d8e60e454f7fc182d9a4d95d1506ffbae947d8ba90f8f6f02da93b60f980f9"),
    ("macos",   "x86_64",  "x86_64-apple-darwin.tar.gz",       "f1ba0e3bbe24e0ae219c6d22c33e24e2825c1608dd27c2556e323495110f1a95"),
    ("macos",   "aarch64", "aarch64-apple-darwin.tar.gz",      "764e299dd50d89442a4e96a236349f57961984b701e74d3dbdb39cd1c9f5101e"),
    ("windows", "x86_64",  "x86_64-pc-windows-msvc.zip",       "cd6ac15b9daff0365e5695036791ef2ce3c63f61c014f5a8c532363266e4569c"),
];

/// The version that the sums are of.
const TRUNK_VERSION: &str = "0.21.14";

/// wasm-bindgen's archives, whose version follows the page's and whose sums are therefore read beside them.
#[rustfmt::skip]
const WASM_BINDGEN: &[(&str, &str, &str)] = &[
    ("linux",   "x86_64",  "x86_64-unknown-linux-musl"),
    ("linux",   "aarch64", "aarch64-unknown-linux-musl"),
    ("macos",   "x86_64",  "x86_64-apple-darwin"),
    ("macos",   "aarch64", "aarch64-apple-darwin"),
    ("windows", "x86_64",  "x86_64-pc-windows-msvc"),
];

/// The archive of a program for this machine, if its authors publish one.
pub fn of(name: &str, version: &str) -> Option<Archive> {
    match name {
        "trunk" if version == TRUNK_VERSION => {
            let (_, _, file, sum) = TRUNK.iter().find(|(os, arch, ..)| (*os, *arch) == (OS, ARCH))?;
            let address = format!("https://github.com/trunk-rs/trunk/releases/download/v{version}/trunk-{file}");
            Some(Archive { address, check: Check::Stated(sum) })
        }
        "wasm-bindgen" => {
            let (_, _, machine) = WASM_BINDGEN.iter().find(|(os, arch, _)| (*os, *arch) == (OS, ARCH))?;
            let file = format!("wasm-bindgen-{version}-{machine}.tar.gz");
            let address = format!("https://github.com/wasm-bindgen/wasm-bindgen/releases/download/{version}/{file}");
            Some(Archive { address, check: Check::Beside(".sha256sum") })
        }
        _ => None,
    }
}

impl Archive {
    /// Fetches the archive into a folder of its own, checks it, and puts its program in place.
    pub fn fetch(&self, folder: &Path, place: &Path) -> Outcome {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let file = folder.join(self.address.rsplit('/').next().expect("a split has a part"));
        download(&self.address, &file)?;
        let expected = match self.check {
            Check::Stated(sum) => sum.to_string(),
            Check::Beside(ending) => {
                let beside = folder.join("sum");
                download(&format!("{}{ending}", self.address), &beside)?;
                project::read(&beside)?.split_whitespace().next().unwrap_or_default().to_string()
            }
        };
        let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let found: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if found != expected {
            return Err(format!("the checksum of {} is {found}, not {expected}", self.address));
        }
        quietly(Command::new("tar").arg("-xf").arg(&file).arg("-C").arg(folder))?;
        let name = place.file_name().expect("a program has a name");
        let program = find(folder, Path::new(name)).ok_or_else(|| format!("{} holds no {}", self.address, name.display()))?;
        put(&program, place)?;
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
    }
}

/// Ten seconds to be answered, five minutes for all of it.
fn download(address: &str, file: &Path) -> Outcome {
    let mut curl = Command::new(format!("curl{EXE_SUFFIX}"));
    curl.args(["--fail", "--location", "--silent", "--show-error", "--connect-timeout", "10", "--max-time", "300", "--output"]);
    quietly(curl.arg(file).arg(address)).map_err(|said| said.lines().next().unwrap_or_default().to_string())
}

/// A file of that name in a folder or one below it.
fn find(folder: &Path, name: &Path) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    let here = entries.iter().find(|path| path.is_file() && path.ends_with(name)).cloned();
    here.or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An archive on this machine, as wasm-bindgen's is laid out; the sum beside it, which `spoil` makes wrong.
    fn fetched(name: &str, spoil: bool) -> (Outcome, String) {
        let folder = std::env::temp_dir().join(format!("ulpscope-{name}-{}", std::process::id()));
        let within = folder.join("there/tool-1.0");
        fs::create_dir_all(&within).unwrap();
        fs::write(within.join("tool"), "the program").unwrap();
        let archive = folder.join("tool-1.0.tar.gz");
        quietly(Command::new("tar").arg("-czf").arg(&archive).arg("-C").arg(folder.join("there")).arg("tool-1.0")).unwrap();
        let mut sum: String = Sha256::digest(fs::read(&archive).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect();
        if spoil {
            sum.replace_range(..1, "x");
        }
        fs::write(folder.join("tool-1.0.tar.gz.sum"), format!("{sum}  tool-1.0.tar.gz\n")).unwrap();
        let here = Archive { address: format!("file://{}", archive.display()), check: Check::Beside(".sum") };
        let place = folder.join("bin/tool");
        let outcome = here.fetch(&folder.join("fetched"), &place);
        let text = fs::read_to_string(&place).unwrap_or_default();
        fs::remove_dir_all(&folder).unwrap();
        (outcome, text)
    }

    #[test]
    fn a_program_comes_out_of_its_archive() {
        assert_eq!(fetched("archive", false), (Ok(()), "the program".to_string()));
    }

    #[test]
    fn an_archive_with_another_sum_is_refused() {
        let (outcome, text) = fetched("spoiled", true);
        assert!(outcome.unwrap_err().starts_with("the checksum of "));
        assert_eq!(text, "");
    }

    /// The sums are those of the version that the project states.
    #[test]
    fn trunk_has_sums_for_the_version_that_is_stated() {
        assert_eq!(project::trunk_versions().unwrap()[0], TRUNK_VERSION);
    }
}
