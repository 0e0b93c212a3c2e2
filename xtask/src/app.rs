//! The app's WebAssembly: compiled, cut into pieces that are downloaded when they are needed, joined to the browser and made small.
//!
//! wasm-bindgen drops the relocations that the cut goes by, so the cut comes before it, and Trunk, which knows no cut, leaves the app to
//! this file. Script and pieces name each other by plain names inside one folder, whose own name is the hash of them all: a page never
//! meets another version's piece.

use crate::page::{Make, Site};
use crate::process::run as run_program;
use crate::setup::WASM_TARGET;
use crate::small::{shorter, smaller};
use crate::{Outcome, glue, pieces, project, wasm};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What Trunk leaves in index.html of the link that tells it to build nothing; the first of its links, hence the number.
const PLACE: &str = "<link data-trunk rel=\"rust\" data-trunk-skip data-trunk-id=\"0\">";

/// Builds the app into a folder of the site, and tells index.html to load it.
pub fn add(site: &Site) -> Outcome {
    let made = project::root().join("target/app");
    clear(&made)?;
    let (linked, cut, joined) = (made.join("linked.wasm"), made.join("cut"), made.join("joined"));
    write(&linked, &wasm::without_exports(&read(&compile(site)?)?, glue::is_of_streams)?)?;
    run_program(site.tool("wasm-split-cli").arg("--out-name=app").arg(&linked).arg(&cut))?;
    // What only the cut pieces use must survive: their names are exports that no script mentions.
    let mut bindgen = site.tool("wasm-bindgen");
    bindgen.args(["--target=web", "--no-typescript", "--keep-lld-exports", "--omit-default-module-path", "--out-name=app", "--out-dir"]);
    run_program(bindgen.arg(&joined).arg(cut.join("app.wasm")))?;

    let main = joined.join("app_bg.wasm");
    let (script, file) = glue::joined(&project::read(&joined.join("app.js"))?, &read(&main)?)?;
    write(&main, &file)?;
    let own = |path: &str| project::read(&project::root().join(path));
    site.write("first.js", &shorter(site, "js", &own("assets/first.js")?)?)?;
    let loader = project::read(&cut.join("__wasm_split.js"))?;
    let (head, mut parts) = glue::parts(&loader)?;
    let shared = pieces::joined(&mut parts, |number| read(&cut.join(format!("chunk_{number}.wasm"))))?;
    let modules = [("start.js", own("src/start.js")?), ("app.js", script), ("__wasm_split.js", glue::table(head, &parts))];
    let mut files = Vec::new();
    for (name, script) in modules {
        files.push((name.to_string(), shorter(site, "mjs", &script)?));
    }
    let mut pieces = vec![main];
    pieces.extend(parts.iter().map(|part| cut.join(&part.file).with_extension("wasm")));
    for (number, file) in shared.iter().enumerate() {
        let piece = joined.join(format!("chunk_{number}.wasm"));
        write(&piece, file)?;
        pieces.push(piece);
    }
    let small = if site.make == Make::Small { all_smaller(site, &pieces)? } else { pieces.clone() };
    for (piece, small) in pieces.iter().zip(small) {
        let name = piece.file_name().expect("a listed file has a name").to_string_lossy().to_string();
        files.push((name, read(&small)?));
    }
    let hash = files.iter().fold(project::HASH_START, |hash, (name, bytes)| project::hash(bytes, project::hash(name.as_bytes(), hash)));
    let folder = format!("app-{hash:016x}");
    for (name, bytes) in &files {
        site.write(&format!("{folder}/{name}"), bytes)?;
    }
    site.fill(PLACE, &links(&folder))
}

/// Compiles the app and returns the linker's file, relocations included.
fn compile(site: &Site) -> Outcome<PathBuf> {
    let profile = if site.make == Make::Small { "page" } else { "quick-page" };
    let mut cargo = site.tool("cargo");
    cargo.args(["rustc", "--quiet", "--offline", "--package=ulpscope", "--bin=ulpscope", "--target", WASM_TARGET, "--profile", profile]);
    run_program(cargo.args(["--", "-Clink-args=--emit-relocs"]))?;
    Ok(project::root().join("target").join(WASM_TARGET).join(profile).join("ulpscope.wasm"))
}

/// Each file made smaller, as many at a time as the machine has cores.
fn all_smaller(site: &Site, pieces: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let (next, made) = (AtomicUsize::new(0), Mutex::new(vec![Ok(PathBuf::new()); pieces.len()]));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((index, piece)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|index| Some((index, pieces.get(index)?)))
                {
                    let small = smaller(site, piece, "-Oz");
                    made.lock().expect("no piece panics")[index] = small;
                }
            });
        }
    });
    made.into_inner().expect("no piece panics").into_iter().collect()
}

/// The script that starts the app, and everything that it waits for, asked for at once.
fn links(folder: &str) -> String {
    let mut html = format!("<script type=\"module\" src=\"{folder}/start.js\"></script>");
    for script in ["app.js", "__wasm_split.js"] {
        html += &format!("<link rel=\"modulepreload\" href=\"{folder}/{script}\">");
    }
    html + &format!("<link rel=\"preload\" href=\"{folder}/app_bg.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin>")
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Outcome {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

fn clear(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
