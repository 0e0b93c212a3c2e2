//! `build`: the page as a static site in dist/.
//!
//! Trunk puts index.html, styles and assets together; each further artefact is a function that adds its files and fills its place in
//! index.html. All of it happens in a folder beside dist/, which takes dist/'s place when it is whole.

use crate::arguments::Arguments;
use crate::process::{program, run as run_program};
use crate::setup::PageBuilder;
use crate::{Outcome, app, module, offline, project, setup, style, worker};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Relative, so that the site works from any path of any file server.
const ANY_PATH: &str = "./";

pub fn run(mut arguments: Arguments) -> Outcome {
    let url = arguments.value("--public-url")?;
    let make = if arguments.flag("--quick") { Make::Quick } else { Make::Small };
    arguments.finish()?;
    build(url.as_deref().unwrap_or(ANY_PATH), make)?;
    println!("The page is in {}", project::dist().display());
    Ok(())
}

/// Sets up the tools and builds the page for any path.
pub fn build_for_any_path() -> Outcome {
    build(ANY_PATH, Make::Small)
}

/// What a build is for.
#[derive(Clone, Copy, PartialEq)]
pub enum Make {
    /// To be shipped and measured.
    Small,
    /// To be looked at while working: several times the size, built in a fraction of the time.
    Quick,
}

/// The site while it is put together.
pub struct Site {
    /// What the build is for.
    pub make: Make,
    tools: PageBuilder,
    folder: PathBuf,
}

fn build(public_url: &str, make: Make) -> Outcome {
    if !project::root().join("index.html").is_file() {
        return Err("index.html is missing, so there is no page to build".to_string());
    }
    let _turn = setup::take_turn()?;
    let site = Site { make, tools: setup::page_builder()?, folder: project::root().join("target/dist") };
    trunk(&site, public_url)?;
    style::join(&site)?;
    app::add(&site)?;
    worker::add(&site)?;
    module::add(&site)?;
    offline::add(&site)?;
    site.publish()
}

fn trunk(site: &Site, public_url: &str) -> Outcome {
    let mut trunk = site.tool("trunk");
    trunk.args(["build", "--offline", "--skip-version-check", "--public-url", public_url, "--dist"]).arg(&site.folder);
    // Trunk 0.21 reads NO_COLOR as the value of an option that takes only true and false.
    run_program(trunk.env_remove("NO_COLOR"))
}

impl Site {
    /// A program of the set-up, or cargo with the library for wasm32.
    pub fn tool(&self, name: &str) -> Command {
        let mut command = program(name);
        self.tools.prepare(&mut command);
        command
    }

    /// Puts a file into the site, by its path there.
    pub fn write(&self, path: &str, bytes: &[u8]) -> Outcome {
        let file = self.folder.join(path);
        let folder = file.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes)).map_err(|error| format!("{}: {error}", project::shown(&file)))
    }

    /// The paths of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        for extension in ["html", "js", "css", "wasm", "svg", "png", "webmanifest"] {
            project::files_below(&self.folder, extension, &mut files);
        }
        let path = |file: PathBuf| file.strip_prefix(&self.folder).ok().map(|path| path.to_string_lossy().replace('\\', "/"));
        let mut paths: Vec<String> = files.into_iter().filter_map(path).collect();
        paths.sort();
        paths
    }

    /// A file of the site.
    pub fn read(&self, path: &str) -> Outcome<Vec<u8>> {
        let file = self.folder.join(path);
        fs::read(&file).map_err(|error| format!("{}: {error}", project::shown(&file)))
    }

    /// Takes a file out of the site.
    pub fn remove(&self, path: &str) -> Outcome {
        fs::remove_file(self.folder.join(path)).map_err(|error| format!("{path}: {error}"))
    }

    /// Puts text in the place that index.html keeps for it.
    pub fn fill(&self, place: &str, text: &str) -> Outcome {
        let page = project::read(&self.folder.join("index.html"))?;
        if !page.contains(place) {
            return Err(format!("index.html has no line {place}"));
        }
        self.write("index.html", page.replace(place, text).as_bytes())
    }

    /// Makes the folder the site that is served.
    fn publish(&self) -> Outcome {
        let dist = project::dist();
        if dist.exists() {
            fs::remove_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
        }
        fs::rename(&self.folder, &dist).map_err(|error| format!("{}: {error}", dist.display()))
    }
}
