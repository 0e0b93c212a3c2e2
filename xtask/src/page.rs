//! `build`: the page as a static site in dist/.

use crate::arguments::Arguments;
use crate::process::{program, run as run_program};
use crate::{Outcome, project, setup, worker};

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
#[derive(PartialEq)]
enum Make {
    /// To be shipped and measured.
    Small,
    /// To be looked at while working: several times the size, built in a fraction of the time.
    Quick,
}

fn build(public_url: &str, make: Make) -> Outcome {
    if !project::root().join("index.html").is_file() {
        return Err("index.html is missing, so there is no page to build".to_string());
    }
    let _turn = setup::take_turn()?;
    let tools = setup::page_builder()?;
    let mut trunk = program("trunk");
    tools.prepare(&mut trunk);
    trunk.args(["build", "--offline", "--skip-version-check", "--public-url", public_url]);
    match make {
        Make::Small => trunk.arg("--release=true"),
        // Without wasm-opt, which takes longer than the compiler here.
        Make::Quick => trunk.args(["--release=false", "--cargo-profile", "quick-page"]),
    };
    // Trunk 0.21 reads NO_COLOR as the value of an option that takes only true and false.
    run_program(trunk.env_remove("NO_COLOR"))?;
    worker::add(&tools)
}
