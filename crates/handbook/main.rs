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
    let write = |(path, text): &(String, String)| {
        let file = Path::new(folder).join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(&file))?;
        std::fs::write(file, text)
    };
    match site.files.iter().try_for_each(write) {
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
