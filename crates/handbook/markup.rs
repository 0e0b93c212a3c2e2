//! The app's markup as a tree: what only a script brings to life goes, links get the way to the app, and two printers write what is left.

use dom_query::{Document, Selection};
use view_model::components::html::push_text;

/// Adds pieces.
pub fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// Reads markup.
pub fn read(html: &str) -> Document {
    Document::fragment(html)
}

/// The words of markup; a power has its sign.
pub fn text_of(html: &str) -> String {
    let document = read(html);
    flatten(&document);
    document.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Powers with a sign in place of their height.
fn flatten(document: &Document) {
    for power in document.select("sup").iter() {
        let said = format!("^{}", power.text());
        power.replace_with_html(said);
    }
}

/// What only the app can do, or says of what a visitor chose there.
const ALIVE: &str =
    "div.choices, div.picture, span.reason, p.actions a + a, li.refused p.since > b, p.summary:empty, ol.cards > li > h3 > b";

/// Elements whose words stay without them. A cell of a computed table opens the app on its operands; all their addresses would be most of a page.
const AROUND: [&str; 3] = ["button", "span.choice", "table.special td a"];

/// The drawings of a page as files of their own, with the styles that they need.
pub fn pictures(html: &str, style: &str) -> Vec<String> {
    let file = |svg: Selection| {
        svg.set_attr("xmlns", "http://www.w3.org/2000/svg");
        svg.prepend_html(["<style>", style, "</style>"].concat());
        svg.html().to_string()
    };
    read(html).select("svg").iter().map(file).collect()
}

/// A text of at most so many letters: its first sentences, or its first words and a sign that more follows.
pub fn fitted(text: &str, most: usize) -> String {
    let end = |letters: usize| text.char_indices().nth(letters).map_or(text.len(), |(at, _)| at);
    if end(most) == text.len() {
        return text.to_owned();
    }
    let fits = &text[..end(most)];
    match fits.rfind(". ").filter(|at| 2 * at > most) {
        Some(at) => fits[..=at].to_owned(),
        None => [text[..end(most - 1)].rsplit_once(' ').map_or(fits, |(words, _)| words.trim_end_matches([',', ';', ':'])), "…"].concat(),
    }
}

/// What a page without a script shows; `root` is the way from the page to the app, and `file` begins the names of its pictures.
pub fn still(html: &str, root: &str, file: &str) -> Document {
    let document = read(html);
    document.select(ALIVE).remove();
    for around in AROUND {
        for element in document.select(around).iter() {
            let inside = element.inner_html();
            element.replace_with_html(inside);
        }
    }
    document.select(".part").iter().for_each(|part| part.before_html(" "));
    // Where a factor of a formula comes from stands below it in the app.
    for from in document.select(".part > small").iter() {
        let inside = from.inner_html();
        from.replace_with_html([" <small>(", &inside, ")</small> "].concat());
    }
    // A text browser shows what a picture is called, and would show the words in a drawing as a row.
    for (number, svg) in document.select("svg").iter().enumerate() {
        let mut image = format!("<img src=\"{file}-{number}.svg\" alt=\"");
        push_text(&mut image, &svg.attr_or("aria-label", ""));
        let view = svg.attr_or("viewBox", "").to_string();
        if let [_, _, width, height] = view.split(' ').collect::<Vec<_>>()[..] {
            put(&mut image, &["\" width=\"", width, "\" height=\"", height]);
        }
        svg.replace_with_html([&image, "\">"].concat());
    }
    // A badge is a word of its own in the app, by its frame.
    document.select("span.badge").iter().for_each(|badge| badge.after_html(":"));
    for link in document.select("a[href^='#/']").iter() {
        let address = link.attr_or("href", "").to_string();
        link.set_attr("href", &[root, &address].concat());
    }
    for attribute in ["data-w", "data-role", "data-head", "data-note", "title"] {
        document.select(&format!("[{attribute}]")).remove_attr(attribute);
    }
    document.select("ul.forms").iter().for_each(|list| fold(&list));
    // What scrolls must be reached with the keyboard.
    for region in document.select("div.scroll").iter() {
        region.set_attr("tabindex", "0");
        region.set_attr("role", "region");
    }
    document.select("dl.lgrs > div").iter().for_each(|pair| pair.remove_all_attrs());
    document
}

/// A list of forms: a form is its own link, and how most of them are known is said once.
fn fold(list: &Selection) {
    for form in list.select("li").iter() {
        let (link, syntax) = (form.select("p.actions a"), form.select("p.syntax"));
        if let Some(address) = link.attr("href") {
            let mut inside = String::from("<a href=\"");
            push_text(&mut inside, &address);
            put(&mut inside, &["\">", &syntax.inner_html(), "</a>"]);
            syntax.set_html(inside);
            form.select("p.actions").remove();
        }
    }
    let said: Vec<String> = list.select("p.badges").iter().map(|known| known.inner_html().to_string()).collect();
    let times = |one: &String| said.iter().filter(|other| *other == one).count();
    let Some(most) = said.iter().max_by_key(|one| times(one)).filter(|one| 2 * times(one) > said.len()) else { return };
    for known in list.select("p.badges").iter().filter(|known| known.inner_html().as_ref() == most.as_str()) {
        known.remove();
    }
    list.replace_with_html(["<p class=\"badges\">Where a form does not say it: ", most, "</p>", &list.html()].concat());
}

/// The tree as HTML.
pub fn html(document: &Document) -> String {
    let html = document.html().to_string();
    html.strip_prefix("<html>").and_then(|html| html.strip_suffix("</html>")).map(str::to_owned).unwrap_or(html)
}

/// The tree as Markdown: terms and their meanings are items, powers have their sign.
pub fn markdown(document: &Document) -> String {
    flatten(document);
    for list in document.select("dl").iter() {
        let mut items = String::new();
        for entry in list.select("dt, dd").iter() {
            let inside = entry.inner_html();
            let (begin, end) = if entry.is("dt") { ("<li>", ": ") } else { ("", " ") };
            put(&mut items, &[begin, &inside, end]);
        }
        list.replace_with_html(["<ul>", &items, "</ul>"].concat());
    }
    let text = document.md(None).to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned() + "\n"
}
