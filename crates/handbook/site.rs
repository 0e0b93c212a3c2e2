//! The files: each page with a frame around it, an index of each chapter, Markdown beside the HTML, llms.txt, and a map where the address is known.

use crate::card::card;
use crate::lessons::folder;
use crate::markup::{fitted, html, pictures, put};
use crate::{Chapter, Page, chapters};
use semantics::line::object::Object;
use semantics::number::F32;
use semantics::teaching::LANGUAGES;
use view_model::components::html::push_text;

/// A page's style beside the colours of the app.
const STYLE: &str = include_str!("page.css");

/// The style of a drawing.
const OF_PICTURES: &str = include_str!("picture.css");

/// The most letters of a title and of a description that a list of results shows.
const TITLE: usize = 65;
const ABOUT: usize = 160;

/// From so many pages on, a list of them has names alone.
const MANY: usize = 250;

/// Files with their paths.
#[derive(Debug)]
pub struct Site {
    /// Each path and what stands in the file.
    pub files: Vec<(String, String)>,
    /// The pictures that other places show beside a link, in the same way; none where the address of the site is not known.
    pub cards: Vec<(String, Vec<u8>)>,
    /// How many of them are pages of a row, format, chip, term or lesson.
    pub pages: usize,
}

/// Every file. `public` is the whole address of the site, with a slash at its end, where it is known; `colours` is style/base.css, which lies
/// outside this crate: a package of Python's source has only crates.
pub fn site(public: Option<&str>, colours: &str) -> Site {
    let chapters = chapters();
    let colours = own_colours(colours);
    let mut cards = Vec::new();
    let mut files = vec![("handbook.css".to_owned(), [colours, STYLE].concat())];
    let (mut list, mut full, mut map) = (head_of_list(), String::new(), Vec::new());
    for chapter in &chapters {
        let index = index(chapter);
        put(&mut list, &["\n## ", &chapter.title, "\n\n"]);
        for (place, page) in chapter.pages.iter().chain([&index]).enumerate() {
            let said = page.markdown();
            files.push((format!("{}.html", page.path), framed(&chapters, chapter, place, page, public)));
            let drawn = pictures(&page.body, &[colours, OF_PICTURES].concat()).into_iter().enumerate();
            files.extend(drawn.map(|(number, svg)| (format!("{}-{number}.svg", page.path), svg)));
            if place < chapter.pages.len() {
                put(&mut list, &["- [", &page.name, "](", public.unwrap_or(""), &page.path, ".md): ", &page.about, "\n"]);
                put(&mut full, &[&said, "\n---\n\n"]);
            }
            files.push((format!("{}.md", page.path), said));
            if public.is_some() {
                let format = crate::formats::all().find(|format| page.path == crate::formats::path(format)).unwrap_or(F32::ROW);
                cards.push((format!("{}.png", page.path), card(&page.name, &chapter.title, format, colours)));
            }
            map.push(page.path.clone());
        }
    }
    files.push(("llms.txt".to_owned(), list));
    files.push(("llms-full.txt".to_owned(), full));
    if let Some(public) = public {
        let mut sitemap =
            String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        map.iter().for_each(|path| put(&mut sitemap, &["<url><loc>", public, path, ".html</loc></url>\n"]));
        sitemap.push_str("</urlset>\n");
        files.push(("sitemap.xml".to_owned(), sitemap));
    }
    Site { files, cards, pages: chapters.iter().map(|chapter| chapter.pages.len()).sum() }
}

/// The colours of the app up to those that a person chooses there.
fn own_colours(colours: &str) -> &str {
    colours.split_once("/* Dark chosen on a light system. */").expect("base.css says where the chosen colours begin").0
}

fn head_of_list() -> String {
    String::from(
        "# Ulpscope\n\n> What NVIDIA floating-point instructions, functions, formats and tensor cores compute, bit for bit, with the evidence for each.\n\nEvery page below is Markdown; the same page ends in .html for people.\n",
    )
}

/// The page that lists a chapter.
fn index(chapter: &Chapter) -> Page {
    let mut body = ["<h1>", &chapter.title, "</h1><dl class=\"index\">"].concat();
    for page in &chapter.pages {
        put(&mut body, &["<dt><a href=\"", page.file(), ".html\">"]);
        push_text(&mut body, &page.name);
        body.push_str("</a></dt>");
        // Beside very many names there is no room for sentences.
        if chapter.pages.len() < MANY {
            // The name stands there, and a sentence is enough.
            let about = page.about.strip_prefix(&page.name).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&page.about);
            body.push_str("<dd>");
            push_text(&mut body, about.split_once(". ").map_or(about, |(first, _)| first).trim_end_matches('.'));
            body.push_str("</dd>");
        }
    }
    body.push_str("</dl>");
    let names: Vec<&str> = chapter.pages.iter().map(|page| page.name.as_str()).collect();
    Page {
        path: format!("{}/index", chapter.folder),
        name: chapter.title.clone(),
        title: format!("{} · Ulpscope", chapter.title),
        about: format!("{} ({}): {}", chapter.title, names.len(), names.join(", ")),
        language: chapter.language(),
        body,
    }
}

/// Where a lesson, or their list, stands in each language.
fn languages(chapter: &Chapter, page: &Page) -> Vec<(&'static str, String)> {
    let file = page.file();
    let is_lesson = LANGUAGES.iter().any(|language| folder(language) == chapter.folder);
    LANGUAGES.iter().filter(|_| is_lesson).map(|language| (language.code, format!("{}/{file}", folder(language)))).collect()
}

/// What kind of page it is, as search engines read it: data in a script element, which no browser runs.
fn linked_data(chapter: &Chapter, page: &Page, address: Option<&str>) -> String {
    let is_term = chapter.folder == "glossary" && !page.path.ends_with("/index");
    let kind = match () {
        () if is_term => "DefinedTerm",
        () if page.path.ends_with("/index") => "CollectionPage",
        () if chapter.folder.starts_with("learn") => "LearningResource",
        () => "TechArticle",
    };
    let mut json = String::new();
    let mut object = Object::new(&mut json);
    object.text("@context", "https://schema.org");
    object.text("@type", kind);
    object.text("name", if is_term { &page.name } else { &page.title });
    object.text("description", &page.about);
    if !is_term {
        object.text("inLanguage", page.language);
    }
    if let Some(address) = address {
        object.text("url", address);
    }
    object.end();
    json.replace('<', "\\u003c")
}

fn framed(chapters: &[Chapter], chapter: &Chapter, place: usize, page: &Page, public: Option<&str>) -> String {
    let root = page.root();
    let mut head = String::with_capacity(4000);
    put(&mut head, &["<!DOCTYPE html>\n<html lang=\"", page.language, "\">\n<head>\n<meta charset=\"utf-8\">\n<title>"]);
    let (title, about) = (fitted(&page.title, TITLE), fitted(&page.about, ABOUT));
    push_text(&mut head, &title);
    head.push_str("</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let whole = |file: &str| public.map(|public| [public, file].concat());
    let (address, picture) = (whole(&[&page.path, ".html"].concat()), whole(&[&page.path, ".png"].concat()));
    for (key, name, text) in [
        ("name", "description", Some(about.as_str())),
        ("property", "og:type", Some("article")),
        ("property", "og:site_name", Some("Ulpscope")),
        ("property", "og:title", Some(&title)),
        ("property", "og:description", Some(&about)),
        ("property", "og:url", address.as_deref()),
        ("property", "og:image", picture.as_deref()),
        ("name", "twitter:card", picture.as_ref().map(|_| "summary_large_image")),
    ] {
        let Some(text) = text else { continue };
        put(&mut head, &["<meta ", key, "=\"", name, "\" content=\""]);
        push_text(&mut head, text);
        head.push_str("\">\n");
    }
    put(&mut head, &["<script type=\"application/ld+json\">", &linked_data(chapter, page, address.as_deref()), "</script>\n"]);
    if let (Some(public), Some(address)) = (public, &address) {
        put(&mut head, &["<link rel=\"canonical\" href=\"", address, "\">\n"]);
        for (code, path) in languages(chapter, page) {
            put(&mut head, &["<link rel=\"alternate\" hreflang=\"", code, "\" href=\"", public, &path, ".html\">\n"]);
        }
    }
    put(&mut head, &["<link rel=\"alternate\" type=\"text/markdown\" href=\"", page.file(), ".md\">\n"]);
    put(&mut head, &["<link rel=\"icon\" href=\"", &root, "icon-192.png\">\n<link rel=\"stylesheet\" href=\"", &root, "handbook.css\">\n"]);
    put(&mut head, &["</head>\n<body>\n<header><nav aria-label=\"Ulpscope\"><a href=\"", &root, "\">Ulpscope</a>"]);
    for other in chapters {
        put(&mut head, &[" <a lang=\"", other.language(), "\" href=\"", &root, &other.folder, "/index.html\">", &other.title, "</a>"]);
    }
    head.push_str("</nav></header>\n<main>\n");
    head.push_str(&html(&page.still()));
    head.push_str("\n</main>\n<footer><nav aria-label=\"");
    put(&mut head, &[&chapter.title, "\">"]);
    let (before, after) = (place.checked_sub(1).and_then(|place| chapter.pages.get(place)), chapter.pages.get(place + 1));
    for (rel, page, [left, right]) in [("prev", before, ["← ", ""]), ("next", after, ["", " →"])] {
        if let Some(page) = page {
            put(&mut head, &["<a rel=\"", rel, "\" href=\"", page.file(), ".html\">", left]);
            push_text(&mut head, &page.name);
            put(&mut head, &[right, "</a> "]);
        }
    }
    for (code, path) in languages(chapter, page).into_iter().filter(|(code, _)| *code != page.language) {
        put(&mut head, &["<a hreflang=\"", code, "\" href=\"", &root, &path, ".html\">", code, "</a>"]);
    }
    head.push_str("</nav></footer>\n</body>\n</html>\n");
    head
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::read;
    use semantics::c::intrinsics;
    use semantics::chips::CHIPS;
    use semantics::instruction::cuda::{LIBRARY, function_named, functions};
    use semantics::instruction::sass::Mnemonic;
    use semantics::instruction::{forms, mnemonics};
    use semantics::matrix::FORMS;
    use semantics::search::TERMS;
    use semantics::teaching::lessons;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::LazyLock;
    use view_model::pages::reference::matrix::ENTRIES;

    const COLOURS: &str = include_str!("../../style/base.css");

    static SITE: LazyLock<Site> = LazyLock::new(|| site(Some("https://example.org/ulpscope/"), COLOURS));

    fn pages() -> impl Iterator<Item = &'static (String, String)> {
        SITE.files.iter().filter(|(path, _)| path.ends_with(".html"))
    }

    #[test]
    fn every_row_format_chip_term_and_lesson_has_its_page() {
        let rows_of_functions = functions().iter().filter(|function| function.row.table != "8.13").count();
        let lessons = lessons().count();
        let narrow: BTreeSet<&str> = intrinsics().map(|(name, _)| name).filter(|name| function_named(name).is_none()).collect();
        let sass: BTreeSet<&str> = Mnemonic::ALL.iter().map(|mnemonic| mnemonic.name()).chain(crate::machine::names()).collect();
        let wanted = [
            // Those of cvt are three.
            ("reference/ptx", mnemonics().count() + 2 + ENTRIES.len()),
            ("reference/sass", sass.len() + 1),
            ("reference/cuda", rows_of_functions + LIBRARY.len()),
            ("reference/cuda-narrow", narrow.len()),
            ("formats", crate::formats::all().count()),
            ("chips", CHIPS.len()),
            ("glossary", TERMS.len()),
            ("questions", crate::questions::questions().len()),
            ("learn", lessons),
            ("learn/de", lessons),
        ];
        let paths: BTreeMap<&str, &str> = SITE.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        assert_eq!(paths.len(), SITE.files.len(), "two files have one path");
        for (folder, count) in wanted {
            let in_folder = |path: &str| path.rsplit_once('/').is_some_and(|(own, file)| own == folder && file != "index.html");
            assert_eq!(pages().filter(|(path, _)| in_folder(path)).count(), count, "{folder}");
        }
        // Not only a page for each name: each row stands on one.
        let rows = |folder: &str| {
            pages()
                .filter(|(path, _)| path.starts_with(folder))
                .map(|(_, text)| text.matches("<p class=\"syntax\">").count())
                .sum::<usize>()
        };
        assert_eq!(rows("reference/ptx/"), forms().len() + FORMS.len());
        assert_eq!(SITE.pages, wanted.iter().map(|(_, count)| count).sum::<usize>());
        for (path, _) in pages() {
            let said = paths[path.replace(".html", ".md").as_str()];
            assert!(said.starts_with("# ") && said.len() > 60 && !said.contains('\u{0}'), "{path}: {said}");
            assert!(paths["sitemap.xml"].contains(&format!("/ulpscope/{path}</loc>")), "{path}");
            assert!(path.ends_with("index.html") || paths["llms.txt"].contains(&format!("/ulpscope/{}md)", path.trim_end_matches("html"))));
        }
    }

    #[test]
    fn every_link_leads_somewhere() {
        let mut count = 0;
        for (path, text) in pages() {
            let page = read(text);
            for link in page.select("[href], img").iter() {
                let address = link.attr("href").or(link.attr("src")).unwrap_or_default().to_string();
                let (file, place) = address.split_once('#').unwrap_or((&address, ""));
                // The app reads its own places, and its icon is there.
                if address.contains("://") || file.ends_with("icon-192.png") || place.starts_with('/') {
                    continue;
                }
                count += 1;
                let mut folders: Vec<&str> = path.split('/').collect();
                folders.pop();
                for part in file.split('/') {
                    match part {
                        ".." => folders.truncate(folders.len().saturating_sub(1)),
                        _ => folders.push(part),
                    }
                }
                let to = folders.join("/");
                let own = file.is_empty() && page.select(&format!("[id='{place}']")).exists();
                assert!(own || to.is_empty() || SITE.files.iter().any(|(path, _)| *path == to), "{path}: {address}");
            }
        }
        assert!(count > SITE.pages);
    }

    #[test]
    fn pages_are_small_and_still() {
        for (path, text) in pages() {
            assert!(text.len() < 30_000, "{path} has {} bytes", text.len());
            let page = read(text);
            assert!(
                !page.select("script:not([type='application/ld+json']), button, input, [style], [role=tooltip], [data-do]").exists(),
                "{path}"
            );
            assert_eq!(page.select("h1").length(), 1, "{path}");
            assert!(!page.select("svg, img:not([alt]), img[alt=''], img:not([width])").exists(), "{path}");
            assert!(!page.select("div.scroll:not([aria-label])").exists(), "{path}");
            let mut ids: Vec<String> = page.select("[id]").iter().map(|one| one.attr_or("id", "").to_string()).collect();
            let count = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), count, "{path}");
        }
    }

    /// What does not run in a listing has no example: matrices, numbers packed in fours, and what other lanes hold.
    #[test]
    fn machine_instructions_are_worked_through() {
        const NO_EXAMPLE: [&str; 8] = ["DMMA", "FSWZADD", "HMMA", "OMMA", "QADD4", "QFMA4", "QMMA", "QMUL4"];
        let mut drawn = 0;
        for name in crate::machine::names() {
            let page = SITE.files.iter().find(|(path, _)| *path == format!("reference/sass/{}.html", name.to_lowercase()));
            let (_, text) = page.unwrap_or_else(|| panic!("{name} has a page"));
            assert_eq!(text.contains("<h2>Step by step</h2>"), !NO_EXAMPLE.contains(&name), "{name}");
            drawn += usize::from(text.contains("<img"));
        }
        assert!(drawn > 20, "{drawn} pictures");
    }

    /// A NaN with a payload of text has no example.
    #[test]
    fn functions_and_formats_are_worked_through() {
        assert!(pages().all(|(path, text)| !path.starts_with("reference/cuda/") || !text.contains("the result is NaN")));
        for (folder, none) in [("reference/cuda/", &["reference/cuda/nan-f.html"][..]), ("reference/cuda-narrow/", &[]), ("formats/", &[])]
        {
            let without = pages().filter(|(path, text)| {
                path.starts_with(folder) && !path.ends_with("index.html") && !text.contains("<h2>Step by step</h2>")
            });
            let without: Vec<&str> = without.map(|(path, _)| path.as_str()).collect();
            assert_eq!(without, none, "{folder}");
        }
    }

    #[test]
    fn titles_and_descriptions_fit_a_list_of_results_and_are_no_one_elses() {
        let (mut titles, mut abouts) = (BTreeSet::new(), BTreeSet::new());
        for (path, text) in pages() {
            let page = read(text);
            let (title, about) =
                (page.select("title").text().to_string(), page.select("meta[name=description]").attr_or("content", "").to_string());
            assert!((10..=TITLE).contains(&title.chars().count()), "{path}: {title}");
            assert!((40..=ABOUT).contains(&about.chars().count()), "{path}: {about}");
            assert!(titles.insert(title) && abouts.insert(about), "{path}");
        }
        assert_eq!(fitted("One two. Three four five.", 20), "One two. Three…");
        assert_eq!(fitted("One two three. Four five.", 20), "One two three.");
        assert_eq!(fitted("Ein Überlauf, ganz lang", 15), "Ein Überlauf…");
    }

    #[test]
    fn drawings_are_files_with_their_colours_and_every_page_has_a_picture() {
        let drawings = || SITE.files.iter().filter(|(path, _)| path.ends_with(".svg"));
        assert!(drawings().count() > 150);
        for (path, svg) in drawings() {
            assert!(svg.starts_with("<svg ") && svg.contains("xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("--ink:"), "{path}");
        }
        assert_eq!(SITE.cards.len(), pages().count());
        for (path, _) in pages() {
            let picture = path.replace(".html", ".png");
            assert!(SITE.cards.iter().any(|(card, png)| *card == picture && png.starts_with(b"\x89PNG")), "{path}");
        }
    }

    #[test]
    fn only_a_known_address_is_written() {
        let unknown = site(None, COLOURS);
        assert!(unknown.cards.is_empty());
        assert!(unknown.files.iter().all(|(path, text)| path != "sitemap.xml" && !text.contains("rel=\"canonical\"")));
        assert!(pages().all(|(_, text)| text.contains("rel=\"canonical\" href=\"https://example.org/ulpscope/")));
    }

    #[test]
    fn what_people_look_for_is_said() {
        let of = |path: &str| SITE.files.iter().find(|file| file.0 == path).map_or("", |file| file.1.as_str());
        assert!(of("formats/e4m3.html").contains("448") && of("formats/e4m3.md").contains("Largest normal"));
        assert!(of("reference/ptx/cvt.html").contains(".tf32") && of("reference/sass/mufu.html").contains("RCP"));
        assert!(of("reference/sass/ffma.html").contains("sm_90") && of("reference/sass/ffma.md").contains(".FTZ"));
        assert!(
            of("reference/sass/hfma2.html").contains("<img src=\"hfma2-0.svg\"")
                && of("reference/sass/ffma2.md").contains("## Step by step")
        );
        assert!(of("reference/sass/mufu.html").contains("From sm_70 on") && of("reference/sass/others.md").contains("IMAD"));
        assert!(of("glossary/ulp.html").contains("\"@type\":\"DefinedTerm\"") && of("glossary/ulp.html").contains("og:image"));
        assert!(of("reference/cuda/expf.html").contains("<h1><code>expf</code></h1>"));
        assert!(
            of("reference/ptx/add.html").contains("<img src=\"add-0.svg\" alt=\"The exact value")
                && of("reference/ptx/add.md").contains("## Step by step")
        );
        assert!(
            of("reference/cuda/expf.html").contains("−0.871 ulp from the true value") && of("formats/f16.html").contains("<s>07FF</s>")
        );
        assert!(of("reference/cuda/__fdividef.html").contains("abs(y) above 2^126") && of("formats/tf32.html").contains("above 13 zeros"));
        assert!(
            of("formats/e4m3.html").contains("largest value 448.0</title>")
                && of("formats/e4m3.html").contains("../reference/ptx/mma.html")
        );
        assert!(
            of("chips/sm_100.html").contains("../reference/ptx/tcgen05.mma.html") && of("glossary/ulp.html").contains("../learn/ties.html")
        );
        assert!(of("reference/cuda/fdimf.html").contains("x – 1 where x – y") && !of("reference/cuda/powf.html").contains("Misprints"));
        assert!(of("learn/de/ties.html").contains("<html lang=\"de\">") && of("learn/de/ties.html").contains("hreflang=\"en\""));
    }
}
