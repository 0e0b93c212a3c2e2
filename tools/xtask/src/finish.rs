//! What Trunk calls when it has put a build together, in the folder that will be dist/. A release gets what Trunk has no word for: the app cut
//! into pieces, the version of the whole, the list of files that a browser keeps, and the plain pages of the handbook.

use crate::join::join;
use crate::process::{cargo, program, quietly};
use crate::setup::{CUTTER, Tools, WASM_TARGET};
use crate::{Outcome, project};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

/// What the service worker begins with while nothing is a release.
const NO_RELEASE: &str = "VERSION = 'development'";
/// What is in the script for the live reload of `trunk serve`, and in no page that is built.
const LIVE_RELOAD: &str = "{{__TRUNK_ADDRESS__}}";
/// What the policy and Trunk's own marks say for that script.
const NONCES: [&str; 2] = [" 'nonce-{{__TRUNK_NONCE__}}'", " nonce=\"{{__TRUNK_NONCE__}}\""];

/// The cutter's script, which loads the pieces.
const LOADER: &str = "__wasm_split.js";

pub fn run() -> Outcome {
    let site = PathBuf::from(std::env::var_os("TRUNK_STAGING_DIR").ok_or("Trunk calls this at the end of a build")?);
    let index = site.join("index.html");
    let served = project::read(&index)?;
    let html = NONCES.iter().fold(served.clone(), |html, nonce| html.replace(nonce, ""));
    if std::env::var("TRUNK_PROFILE").as_deref() != Ok("release") {
        return if served.contains(LIVE_RELOAD) { Ok(()) } else { write(&index, &html) };
    }
    let folder = cut(&site)?;
    // The app asks for the loader of its pieces as soon as it is there; it comes beside it.
    let loader = format!("<link rel=\"modulepreload\" href=\"./{folder}/{LOADER}\">");
    let mut html = html.replace("</head>", &format!("{loader}</head>"));
    for ending in [".js", "_bg.wasm"] {
        let file = app_file(&html, ending)?;
        fs::remove_file(site.join(&file)).map_err(|error| format!("{file}: {error}"))?;
        html = html.replace(&file, &format!("{folder}/ulpscope{ending}"));
    }
    html = without_comments(&html);
    write(&index, &html)?;

    let (version, _) = files(&site)?;
    write(&index, &replaced(&html, &stated("development"), &stated(&version))?)?;
    // With index.html as it is now.
    let (_, list) = files(&site)?;
    let worker = site.join("service-worker.js");
    let script = replaced(&project::read(&worker)?, NO_RELEASE, &format!("VERSION = '{version}'"))?;
    write(&worker, &replaced(&script, "FILES = []", &format!("FILES = [\n{list}]"))?)?;
    handbook(&site)
}

/// Writes the plain pages. They come last: no browser keeps them before somebody opens one. The tests' profile has the core compiled already where
/// tests run.
fn handbook(site: &Path) -> Outcome {
    let mut command = cargo();
    command.args(["run", "--quiet", "--locked", "--profile", "test", "--package", "ulpscope-handbook", "--"]).arg(site);
    if let Ok(public) = std::env::var("TRUNK_PUBLIC_URL") {
        command.arg(public);
    }
    quietly(&mut command)
}

/// How index.html states its version.
fn stated(version: &str) -> String {
    format!("<meta name=\"version\" content=\"{version}\">")
}

/// What no browser makes anything of goes; the marks around the first paint stay, for the test that judges it.
fn without_comments(html: &str) -> String {
    let mut parts = html.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| match part.split_once("-->") {
        Some((comment, behind)) if !comment.ends_with("first paint ") => kept + behind,
        _ => kept + "<!--" + part,
    })
}

/// The file of the app with this ending, as Trunk named it: `ulpscope-` and a hash, the script's own and the module's own from Trunk 0.22 on.
fn app_file(html: &str, ending: &str) -> Outcome<String> {
    let names = html.split('"').filter_map(|quoted| quoted.rsplit('/').next());
    let named = names.filter(|name| name.starts_with("ulpscope-")).find(|name| name.ends_with(ending));
    named.map(str::to_string).ok_or_else(|| format!("index.html names no ulpscope-…{ending}"))
}

/// Cuts the app as the linker left it, and optimises it. All of its files lie in one folder, whose name is returned, with a hash of what they are
/// made from in it: a page never meets another version's piece.
fn cut(site: &Path) -> Outcome<String> {
    let linked = project::root().join("target").join(WASM_TARGET).join("page/ulpscope.wasm");
    let key = key(&linked)?;
    let kept = project::root().join("target/pieces").join(&key);
    if !kept.is_dir() {
        // What is not finished lies under another name, and what was kept before goes.
        let work = kept.with_extension("part");
        let _ = fs::remove_dir_all(kept.parent().expect("it lies in a folder"));
        make(&linked, &work)?;
        fs::rename(&work, &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
    }
    let folder = format!("ulpscope-{key}");
    project::copy(&kept, &site.join(&folder))?;
    Ok(folder)
}

/// A name for all that the pieces are made from: the app, the programs that cut and optimise it, and this one.
fn key(linked: &Path) -> Outcome<String> {
    let mut all = Sha256::new();
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let lock = project::root().join("package-lock.json");
    for file in [linked, &this, &lock, &optimiser(), &project::root().join("tools/xtask/order.mjs")] {
        all.update(fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?);
    }
    all.update(project::wasm_bindgen_version()?);
    all.update(CUTTER.1);
    Ok(short(all))
}

/// Makes the pieces into a folder. wasm-bindgen drops the relocations that the cut goes by, so the cut comes before it, where Trunk has no place
/// for it (trunk-rs/trunk issue 1022).
fn make(linked: &Path, folder: &Path) -> Outcome {
    let tools = Tools::set_up(true, |_| ())?;
    let work = project::root().join("target/cut");
    let _ = fs::remove_dir_all(&work);
    for folder in [&work, folder] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let tool = |name: &str| {
        let mut tool = program(name);
        tools.prepare(&mut tool);
        tool
    };
    quietly(tool("wasm-split-cli").arg("--out-name=ulpscope").arg(linked).arg(&work))?;
    // What only the pieces use must survive: their names are exports that no script mentions.
    let mut bindgen = tool("wasm-bindgen");
    bindgen.args(["--target=web", "--no-typescript", "--keep-lld-exports", "--out-name=ulpscope"]).arg("--out-dir").arg(folder);
    quietly(bindgen.arg(work.join("ulpscope.wasm")))?;

    join(&work, &work.join(LOADER), tool)?;
    let mut pieces = Vec::new();
    project::files_below(&work, "wasm", &mut pieces);
    pieces.retain(|piece| !piece.ends_with("ulpscope.wasm"));
    pieces.push(folder.join("ulpscope_bg.wasm"));
    // The largest first, so that no thread has it left at the end.
    pieces.sort_by_key(|piece| std::cmp::Reverse(fs::metadata(piece).map_or(0, |file| file.len())));
    quietly(program("node").arg(optimiser()).arg(folder).args(pieces))?;
    fs::copy(work.join(LOADER), folder.join(LOADER)).map(|_| ()).map_err(|error| format!("{LOADER}: {error}"))
}

/// The script that optimises pieces.
fn optimiser() -> PathBuf {
    project::root().join("tools/xtask/optimise.mjs")
}

/// The hash of all files that a browser keeps, and a line of JavaScript for each: its path and its checksum.
fn files(site: &Path) -> Outcome<(String, String)> {
    let mut files = Vec::new();
    for extension in ["html", "js", "css", "wasm", "svg", "png", "webmanifest", "bin", "txt", "md"] {
        project::files_below(site, extension, &mut files);
    }
    let path = |file: &Path| file.strip_prefix(site).expect("a listed file lies in the site").to_string_lossy().replace('\\', "/");
    // The module is for other people's pages, which no service worker of ours serves.
    files.retain(|file| !path(file).starts_with("module/") && !["example.html", "service-worker.js"].contains(&&*path(file)));
    files.sort();
    let (mut all, mut list) = (Sha256::new(), String::new());
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let hash = Sha256::digest(bytes);
        all.update(path(file));
        all.update(hash);
        // The folder stands for its index.html, so that the page is kept once.
        let address = path(file).replace("index.html", "./");
        list += &format!("  ['{address}', 'sha256-{}'],\n", STANDARD.encode(hash));
    }
    Ok((short(all), list))
}

/// The first 64 bits of a hash, in hex.
fn short(hash: Sha256) -> String {
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

pub fn replaced(text: &str, place: &str, by: &str) -> Outcome<String> {
    if text.contains(place) { Ok(text.replace(place, by)) } else { Err(format!("nothing says {place}")) }
}

fn write(file: &Path, text: &str) -> Outcome {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go() {
        assert_eq!(without_comments("<a><!-- one --><b><!--two\n--></a>"), "<a><b></a>");
        let kept = "<!-- first paint --><a></a><!-- /first paint --><!-- ends nowhere";
        assert_eq!(without_comments(kept), kept);
    }

    #[test]
    fn the_apps_files_are_found_by_trunks_names() {
        let page =
            |script, module| format!("<link href=\"./{script}.js\" crossorigin=\"anonymous\"><link href=\"/below/{module}_bg.wasm\">");
        for (script, module) in [("ulpscope-01", "ulpscope-01"), ("ulpscope-01", "ulpscope-23")] {
            let html = page(script, module);
            assert_eq!(app_file(&html, ".js"), Ok(format!("{script}.js")));
            assert_eq!(app_file(&html, "_bg.wasm"), Ok(format!("{module}_bg.wasm")));
        }
        assert!(app_file("<p>ulpscope-</p>", ".js").is_err());
    }
}
