//! `serve` and `build`: Trunk with the tools that it needs; index.html and Trunk.toml say what it makes.

use crate::process::{program, run};
use crate::setup::{Tools, WASM_TARGET};
use crate::{Outcome, project, steps};
use std::process::Command;

#[derive(clap::Args)]
pub struct Serve {
    /// The port on this machine
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// What visitors get: small, in pieces, kept for visits without a network; minutes instead of seconds a build
    #[arg(long)]
    release: bool,
}

#[derive(clap::Args, Default)]
pub struct Build {
    /// Where the site will lie; without it, it works below any path
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
}

pub fn serve(options: &Serve) -> Outcome {
    let mut trunk = trunk("serve", options.release)?;
    run(trunk.args(["--port", &options.port.to_string()]))
}

pub fn build(options: &Build) -> Outcome {
    let mut trunk = trunk("build", true)?;
    if let Some(url) = &options.public_url {
        trunk.args(["--public-url", url]);
    }
    run(&mut trunk)?;
    println!("The page is in {}", project::shown(&project::dist()));
    Ok(())
}

/// Trunk, which finds every tool and so downloads none.
pub fn trunk(command: &str, release: bool) -> Outcome<Command> {
    let tools = Tools::set_up(release, |tools| compile(tools, release))?;
    let mut trunk = program("trunk");
    tools.prepare(&mut trunk);
    trunk.args([command, "--offline", "--skip-version-check"]);
    if release {
        trunk.arg("--release");
    }
    // Trunk 0.21 reads NO_COLOR as the value of an option that takes only true and false.
    trunk.env_remove("NO_COLOR");
    Ok(trunk)
}

/// Compiles the crates of the page exactly as Trunk will, while Trunk itself is being compiled. What fails here fails there again, with its reason.
fn compile(tools: &Tools, release: bool) {
    let html = project::read(&project::root().join("index.html")).unwrap_or_default();
    for Crate { manifest, profile } in crates(&html, release) {
        let mut cargo = program("cargo");
        tools.prepare(&mut cargo);
        cargo.args(["build", "--target", WASM_TARGET, "--manifest-path", manifest, "--profile", profile]);
        let _ = steps::attempt(&format!("compiling {manifest}"), &mut cargo);
    }
}

/// A crate of the page.
#[derive(Debug, PartialEq)]
struct Crate<'a> {
    manifest: &'a str,
    profile: &'a str,
}

/// The crates that index.html names, in the order in which Trunk compiles them.
fn crates(html: &str, release: bool) -> Vec<Crate<'_>> {
    let (named, default) = if release { (" data-cargo-profile-release=\"", "release") } else { (" data-cargo-profile-dev=\"", "dev") };
    let tags = html.lines().filter(|line| line.contains(" data-trunk rel=\"rust\" "));
    tags.filter_map(|tag| Some(Crate { manifest: value(tag, " href=\"")?, profile: value(tag, named).unwrap_or(default) })).collect()
}

/// What stands in a tag between a name with its quotation mark and the next such mark.
fn value<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.split_once(name)?.1.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_of_the_page_is_found() {
        let html = project::read(&project::root().join("index.html")).unwrap();
        let found = crates(&html, false);
        assert_eq!(found.len(), html.matches("Cargo.toml\"").count());
        for Crate { manifest, profile } in found {
            assert!(project::root().join(manifest).is_file(), "{manifest}");
            assert_eq!(profile, "page-dev", "{manifest}");
        }
        assert_eq!(crates(&html, true)[0], Crate { manifest: "Cargo.toml", profile: "page" });
    }
}
