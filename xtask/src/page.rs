//! `serve` and `build`: Trunk with the tools that it needs; index.html and Trunk.toml say what it makes.

use crate::process::{program, run};
use crate::setup::Tools;
use crate::{Outcome, project};
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
    let tools = Tools::set_up(release)?;
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
