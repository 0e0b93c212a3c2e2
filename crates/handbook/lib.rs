//! The handbook as plain pages: what the app says of instructions, functions, formats, chips, terms and lessons, as HTML without a script and as
//! Markdown. The words are those of `view_model` and of the tables; here they only become files.

// The project's own, published to nobody.
#![allow(missing_docs)]

mod card;
mod chips;
mod formats;
mod lessons;
mod machine;
mod markup;
mod narrow;
mod questions;
mod reference;
mod site;

pub use site::{Site, site};
use std::sync::LazyLock;

/// One page before it has a frame around it.
#[derive(Debug)]
pub struct Page {
    /// Its address without the ending: `reference/ptx/fma`.
    pub path: String,
    /// What it is about: `fma`.
    pub name: String,
    /// The title of the file.
    pub title: String,
    /// What it says, in a sentence.
    pub about: String,
    /// The code of its language.
    pub language: &'static str,
    /// What it says, in the app's own markup.
    pub body: String,
}

impl Page {
    /// What it says, as Markdown. Its links lead into the app.
    pub fn markdown(&self) -> String {
        markup::markdown(&self.still())
    }

    /// What it says, as a page shows it.
    fn still(&self) -> dom_query::Document {
        markup::still(&self.body, &self.root(), self.file())
    }

    /// The name of its file, without the ending.
    fn file(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The way from it to the app.
    fn root(&self) -> String {
        "../".repeat(self.path.matches('/').count())
    }
}

/// Pages of one kind, which lead to each other.
#[derive(Debug)]
pub struct Chapter {
    /// The folder: `reference/ptx`.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// Its pages in order.
    pub pages: Vec<Page>,
}

impl Chapter {
    /// The code of the language that its pages are in.
    fn language(&self) -> &'static str {
        self.pages.first().map_or("en", |page| page.language)
    }
}

/// Every chapter.
fn chapters() -> Vec<Chapter> {
    english().into_iter().chain(lessons::translations()).collect()
}

/// Every chapter in English. No file is read for it.
fn english() -> Vec<Chapter> {
    let lessons = lessons::english();
    let parts = [
        ("reference/ptx", "PTX instructions", reference::ptx()),
        ("reference/sass", "Machine instructions", machine::sass()),
        ("reference/cuda", "CUDA functions", reference::cuda()),
        ("reference/cuda-narrow", "CUDA functions of narrow types", narrow::narrow()),
        ("formats", "Number formats", formats::formats()),
        ("chips", "Chips and their tensor cores", chips::chips()),
        ("glossary", "Glossary", reference::glossary(&lessons.pages)),
        ("questions", "Questions", questions::questions()),
    ];
    let chapters = parts.map(|(folder, title, pages)| Chapter { folder: folder.to_owned(), title: title.to_owned(), pages });
    chapters.into_iter().chain([lessons]).collect()
}

/// The pages of this name, in English, and those whose name or sentence has it as a part. Case does not count.
pub fn named(name: &str) -> (Vec<&'static Page>, Vec<&'static Page>) {
    static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(english);
    let name = name.trim().to_lowercase();
    let pages = || CHAPTERS.iter().flat_map(|chapter| &chapter.pages);
    let is_it = |page: &&Page| page.name.to_lowercase() == name || page.path == name;
    let has_it = |page: &&Page| !name.is_empty() && [&page.name, &page.about].iter().any(|text| text.to_lowercase().contains(&name));
    (pages().filter(is_it).collect(), pages().filter(has_it).collect())
}
