//! `package`: the built page, and the core for Python, as somebody takes them without a compiler.

use crate::process::{npm_program, output};
use crate::{Outcome, page, project, python};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Subcommand)]
pub enum Package {
    /// The site and a server for it as a package of npm, which `npx FILE` starts
    Npm,
    /// Python's package as a wheel, which `pip install FILE` takes
    Python,
}

pub fn run(package: &Package) -> Outcome {
    match package {
        Package::Npm => {
            page::build(&page::Build::default())?;
            let file = npm()?;
            println!("`npx {}` serves the page", project::shown(&file));
            Ok(())
        }
        Package::Python => {
            println!("`pip install {}` installs it", project::shown(&python::wheel()?));
            Ok(())
        }
    }
}

/// Packs the release in dist/; the package's file.
pub fn npm() -> Outcome<PathBuf> {
    let (from, folder) = (project::root().join("tools/xtask/npm"), project::root().join("target/package"));
    let _ = fs::remove_dir_all(&folder);
    project::copy(&project::dist(), &folder.join("dist"))?;
    for file in ["serve.mjs", "README.md", "package.json"] {
        // The version is the workspace's, stated once.
        let text = project::read(&from.join(file))?.replace("VERSION", env!("CARGO_PKG_VERSION"));
        write(&folder.join(file), &text)?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        write(&folder.join(licence), &project::read(&project::root().join(licence))?)?;
    }
    let mut pack = npm_program("npm");
    let name = output(pack.args(["pack", "--silent"]).current_dir(&folder)).ok_or("`npm pack` failed")?;
    Ok(folder.join(name))
}

fn write(file: &Path, text: &str) -> Outcome {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
