//! Writes the handbook into a folder: `handbook FOLDER [ADDRESS OF THE SITE]`.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        eprintln!("handbook FOLDER [ADDRESS OF THE SITE]");
        return ExitCode::from(2);
    };
    // Only a whole address can stand in a map of the site; Trunk's `./` cannot.
    let public = arguments.get(1).filter(|address| address.contains("://")).map(|address| format!("{}/", address.trim_end_matches('/')));
    let site = handbook::site(public.as_deref(), include_str!("../../style/base.css"));
    let write = |path: &str, bytes: &[u8]| {
        let file = Path::new(folder).join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(&file))?;
        std::fs::write(file, bytes)
    };
    let texts = site.files.iter().map(|(path, text)| (path, text.as_bytes()));
    let pictures = site.cards.iter().map(|(path, bytes)| (path, bytes.as_slice()));
    match texts.chain(pictures).try_for_each(|(path, bytes)| write(path, bytes)) {
        Ok(()) => {
            println!("{} pages of the handbook", site.pages);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("handbook: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}
