//! The styles as two files: what the start page needs, and what other pages add.
//!
//! A browser waits for a style before it draws, and one answer comes sooner than a dozen. The second is asked for together with the code
//! of a page (`glue.rs`); its link stands in its place from the beginning, without an address, so that rules keep their order.

use crate::page::Site;
use crate::small::shorter;
use crate::{Outcome, project};

/// The sheets of the start page, and of what is around every page.
const FIRST: &[&str] = &["tokens", "base", "bits", "explore", "steps", "shell"];

/// Joins the style sheets that Trunk has put into index.html, in their order; that for paper stays apart.
pub fn join(site: &Site) -> Outcome {
    let page = String::from_utf8(site.read("index.html")?).map_err(|error| error.to_string())?;
    let is_first = |path: &str| path.split('-').next().is_some_and(|name| FIRST.contains(&name));
    let (paper, screen): (Vec<_>, Vec<_>) = sheets(&page).into_iter().partition(|(link, _)| link.contains("media=\"print\""));
    let (first, later): (Vec<_>, Vec<_>) = screen.into_iter().partition(|(_, path)| is_first(path));
    join_as(site, &paper, "print", "href")?;
    join_as(site, &first, "style", "href")?;
    join_as(site, &later, "pages", "data-later")
}

/// Joins some of them into one file, whose address the first link holds in an attribute.
fn join_as(site: &Site, links: &[(&str, &str)], name: &str, attribute: &str) -> Outcome {
    let Some(((link, path), rest)) = links.split_first() else { return Err(format!("index.html links to no style sheet for {name}.css")) };
    let mut text = String::new();
    for (_, path) in links {
        text += &String::from_utf8(site.read(path)?).map_err(|error| format!("{path}: {error}"))?;
        site.remove(path)?;
    }
    let text = shorter(site, "css", &text)?;
    let file = format!("{name}-{:016x}.css", project::hash(&text, project::HASH_START));
    site.write(&file, &text)?;
    for (link, _) in rest {
        site.fill(link, "")?;
    }
    site.fill(link, &link.replace(path, &file).replace("href=", &format!("{attribute}=")))
}

/// The links to style sheets, and the files' names.
fn sheets(page: &str) -> Vec<(&str, &str)> {
    let links = page.split('<').skip(1).filter_map(|piece| {
        let end = piece.find('>')?;
        let start = piece.as_ptr() as usize - page.as_ptr() as usize - 1;
        Some(&page[start..start + end + 2])
    });
    let all = links.filter(|link| link.contains("rel=\"stylesheet\""));
    all.filter_map(|link| Some((link, link.split("href=\"").nth(1)?.split('"').next()?.rsplit('/').next()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::sheets;

    #[test]
    fn style_sheets_are_found() {
        let page = "<p>a<link rel=\"stylesheet\" href=\"/x/a-1.css\"/><link rel=\"stylesheet\" media=\"print\" href=\"./p.css\"><link rel=\"stylesheet\" href=\"./b.css\">";
        let names: Vec<&str> = sheets(page).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["a-1.css", "p.css", "b.css"]);
    }
}
