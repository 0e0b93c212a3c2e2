//! `serve`: builds the page and serves it on this machine.

pub mod files;
mod request;

use crate::arguments::Arguments;
use crate::{Outcome, page, project};
use std::net::TcpListener;

const USUAL_PORT: u16 = 8080;

pub fn run(mut arguments: Arguments) -> Outcome {
    let port = arguments.value("--port")?;
    let port = port.map(|text| text.parse::<u16>().map_err(|_| format!("`{text}` is not a port"))).transpose()?;
    let as_is = arguments.flag("--as-is");
    arguments.finish()?;
    // Listening first: a port that is taken should not cost a build.
    let listener = listen(port)?;
    if !as_is {
        page::build_for_any_path()?;
    }
    println!("Ulpscope is at http://{}/ (Ctrl-C ends it)", address(&listener)?);
    files::answer_all(&listener, &project::dist(), "/");
    Ok(())
}

/// Listens on this machine only: on the port asked for, else on the first free one from the usual port on.
fn listen(port: Option<u16>) -> Outcome<TcpListener> {
    let ports = match port {
        Some(port) => port..=port,
        None => USUAL_PORT..=USUAL_PORT + 20,
    };
    let (first, last) = (*ports.start(), *ports.end());
    ports.into_iter().find_map(|port| TcpListener::bind(("127.0.0.1", port)).ok()).ok_or_else(|| match port {
        Some(port) => format!("port {port} is taken; --port 0 takes a free one"),
        None => format!("ports {first} to {last} are taken; --port 0 takes a free one"),
    })
}

/// The address that a listener got.
pub fn address(listener: &TcpListener) -> Outcome<String> {
    listener.local_addr().map(|address| address.to_string()).map_err(|error| error.to_string())
}
