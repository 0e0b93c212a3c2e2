//! The service worker: src/service-worker.js with the list of the site's files and a version that is the hash of them all.
//!
//! It comes last, when every other file of the site is in its place.

use crate::page::Site;
use crate::{Outcome, project};

/// Adds the service worker.
pub fn add(site: &Site) -> Outcome {
    let (mut version, mut list) = (project::HASH_START, String::new());
    // The module is for other people's pages, which no service worker of ours serves.
    for path in site.files().into_iter().filter(|path| !path.starts_with("module/") && path != "example.html") {
        let bytes = site.read(&path)?;
        let hash = project::hash(&bytes, project::HASH_START);
        version = project::hash(path.as_bytes(), project::hash(&bytes, version));
        // The folder stands for its index.html, so that the page is kept once.
        let address = if path == "index.html" { "./" } else { &path };
        let hash = if is_named_by_content(&path) { String::new() } else { format!("{hash:016x}") };
        list += &format!("  [\"{address}\", \"{hash}\"],\n");
    }
    let head = format!("const VERSION = \"{version:016x}\";\nconst FILES = [\n{list}];\n");
    let script = project::read(&project::root().join("src/service-worker.js"))?;
    site.write("service-worker.js", (head + &script).as_bytes())
}

/// Whether a path holds a hash, as ours and Trunk's do: 12 to 16 hex digits between other letters.
fn is_named_by_content(path: &str) -> bool {
    path.split(|letter: char| !letter.is_ascii_hexdigit()).any(|part| (12..=16).contains(&part.len()))
}

#[cfg(test)]
mod tests {
    use super::is_named_by_content;

    #[test]
    fn a_hash_is_seen_in_a_name() {
        for (path, named) in [
            ("app-8d339eb3c4d61ff6/start.js", true),
            ("base-ffa918d863a756e8.css", true),
            ("reference-b129043c4985977.css", true),
            ("index.html", false),
            ("icon-192.png", false),
        ] {
            assert_eq!(is_named_by_content(path), named, "{path}");
        }
    }
}
