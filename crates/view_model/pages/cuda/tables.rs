//! The text's tables of intrinsics and functions, narrowed to what is looked for; a name that runs opens in the box.

use super::measured;
use crate::components::html::{push_text, sentence};
use crate::pages::reference::links;
use crate::state::address::{Address, Page};
use semantics::instruction::Context;
use semantics::instruction::cuda::{Body, Entry, FOOTNOTES, Function, LIBRARY, PRESENT, functions};
use semantics::search::call;
use semantics::sweep::library::{Figure, figures};

/// The tables of intrinsics, in the order of the text; those without a number are in none of them.
const GROUPS: [(&str, &str, &str); 5] = [
    ("8.9", "Intrinsics for rounding", "Table 8.9"),
    ("8.10", "Intrinsics for conversion", "Table 8.10"),
    ("8.12", "Intrinsics of the special function unit", "Table 8.12"),
    ("", "More intrinsics", "in none of the text’s tables"),
    ("8.13", "Math library", "Table 8.13"),
];

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// The tables as markup. `link` makes the address of a text in the box.
pub fn tables(find: &str, link: &dyn Fn(&str) -> String) -> String {
    let words: Vec<String> = find.split_whitespace().map(|word| word.trim_matches('_').to_lowercase()).collect();
    let mut html = String::with_capacity(60_000);
    let mut count = 0;
    let figures: Vec<Figure> = figures().collect();
    let mut pages: Vec<String> = Vec::new();
    for (table, title, source) in GROUPS {
        let before = count;
        let mut rows = String::new();
        if table == "8.13" {
            for entry in LIBRARY {
                let names: Vec<String> = entry.names().collect();
                let mut said = vec![entry.function, entry.operation];
                said.extend(names.iter().map(String::as_str));
                let page = page(&mut pages, names.first().map_or(entry.function, String::as_str));
                if is_about(&words, &said) {
                    library_row(&mut rows, entry, &names, &figures, link, &page);
                    count += 1;
                }
            }
        } else {
            for function in functions().iter().filter(|function| function.row.table == table) {
                let row = function.row;
                let mut said = vec![row.prototype, row.summary];
                said.extend(row.spellings);
                let page = page(&mut pages, function.names().first().map_or(row.prototype, |(name, _)| name));
                if is_about(&words, &said) {
                    intrinsic_row(&mut rows, function, link, &page);
                    count += 1;
                }
            }
        }
        if count == before {
            continue;
        }
        let heads: &[&str] = if table == "8.13" {
            &["function", "operation", "float, ulp", "double, ulp", "nvcc’s code, run here", "runs here"]
        } else {
            &["name", "what it does", "PTX", "documented error"]
        };
        put(
            &mut html,
            &["<section><h2>", title, " <small>", source, "</small></h2><div class=\"scroll\" role=\"region\" aria-label=\"", title],
        );
        html.push_str("\" tabindex=\"0\">");
        if table == "8.13" {
            put(
                &mut html,
                &["<p>The errors are those that the CUDA handbook printed in 2013. “Now” is what ", PRESENT, ", has instead.</p>"],
            );
            html.push_str(&measured::said(&figures));
        }
        html.push_str("<table><thead><tr>");
        heads.iter().for_each(|head| put(&mut html, &["<th scope=\"col\">", head, "</th>"]));
        put(&mut html, &["</tr></thead><tbody>", &rows, "</tbody></table></div></section>"]);
    }
    let says = match count {
        0 => "No row. Try a name (float2half, rint) or a word (remainder).".to_owned(),
        1 => "1 row".to_owned(),
        _ => format!("{count} rows"),
    };
    let mut all = ["<p role=\"status\">", &says, "</p>", &html].concat();
    if html.contains("data-note") {
        all.push_str("<ol class=\"footnotes\">");
        FOOTNOTES.iter().for_each(|note| put(&mut all, &["<li>", &sentence(note), "</li>"]));
        all.push_str("</ol>");
    }
    all
}

/// The way to the plain page of a row, which has the row's first name. An operator of the math library stands under the name of an intrinsic.
fn page(pages: &mut Vec<String>, name: &str) -> String {
    let mut name = links::slug(name.split('(').next().unwrap_or(name));
    while pages.contains(&name) {
        name.push_str("-2");
    }
    let link = [" <small class=\"page\"><a href=\"", &links::plain("reference/cuda", &name), "\">plain page</a></small>"].concat();
    pages.push(name);
    link
}

fn is_about(words: &[String], said: &[&str]) -> bool {
    words.iter().all(|word| said.iter().any(|text| text.to_lowercase().contains(word)))
}

fn name_link(html: &mut String, name: &str, label: &str, link: &dyn Fn(&str) -> String) {
    html.push_str("<a href=\"");
    push_text(html, &link(&call(name)));
    put(html, &["\"><code>", label, "</code></a>"]);
}

fn intrinsic_row(html: &mut String, function: &Function, link: &dyn Fn(&str) -> String, page: &str) {
    html.push_str("<tr><th scope=\"row\">");
    for (place, (name, mode)) in function.names().iter().enumerate() {
        // The stem stands once; behind it a link for each rounding.
        let label = match (place, mode) {
            (0, _) | (_, None) => name.as_str(),
            _ => name.get(function.stem.len()..).unwrap_or(name),
        };
        html.push_str(if place > 0 { " " } else { "" });
        name_link(html, name, label, link);
    }
    if !function.row.spellings.is_empty() {
        put(html, &[" <small>also ", &function.row.spellings.join(", "), "</small>"]);
    }
    put(html, &["</th><td>", &sentence(function.row.summary), page, "</td><td>"]);
    match function.row.body {
        Body::Ptx(lines) => {
            html.push_str("<code>");
            push_text(html, lines);
            html.push_str("</code>");
        }
        Body::Library(_) => html.push_str("a sequence with branches"),
        Body::Source => html.push_str("C of our own, which is read and run"),
    }
    let accuracy = match function.row.accuracy {
        "" => "–".to_owned(),
        "0" => "0: rounded once".to_owned(),
        accuracy => sentence(accuracy),
    };
    put(html, &["</td><td>", &accuracy, "</td></tr>"]);
}

fn library_row(html: &mut String, entry: &Entry, names: &[String], figures: &[Figure], link: &dyn Fn(&str) -> String, page: &str) {
    put(html, &["<tr><th scope=\"row\"><code>"]);
    push_text(html, entry.function);
    put(html, &["</code></th><td>", &sentence(entry.operation)]);
    if !entry.expression.is_empty() {
        put(html, &[" <small>", &sentence(entry.expression), "</small>"]);
    }
    for note in entry.notes {
        put(html, &[" <sup data-note>", &(note + 1).to_string(), "</sup>"]);
    }
    put(html, &[page, "</td>"]);
    for (error, present) in [entry.single, entry.double].into_iter().zip(entry.present) {
        put(html, &["<td>", if error.is_empty() { "–" } else { error }]);
        if !present.is_empty() {
            put(html, &[" <small>now ", present, "</small>"]);
        }
        html.push_str("</td>");
    }
    put(html, &["<td>", &measured::cell(entry, figures), "</td><td>"]);
    for name in names {
        name_link(html, name, name, link);
        html.push(' ');
    }
    html.push_str("</td></tr>");
}

/// The address of a text in the box.
pub fn in_box(text: &str, context: Context) -> String {
    Address { page: Page::Explore, text: text.to_owned(), context, ..Address::default() }.written()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(find: &str) -> usize {
        tables(find, &|text| text.to_owned()).matches("<tr><th scope=\"row\">").count()
    }

    #[test]
    fn every_row_stands_there_and_words_narrow_them() {
        let intrinsics = functions().iter().filter(|function| function.row.table != "8.13").count();
        assert_eq!(rows(""), intrinsics + LIBRARY.len());
        let all = tables("", &|text| text.to_owned());
        let mut pages: Vec<&str> = all.split("<a href=\"reference/cuda/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        pages.sort_unstable();
        pages.dedup();
        assert_eq!(pages.len(), rows(""));
        assert!(tables("sinpif", &|text| text.to_owned()).contains("<a href=\"reference/cuda/sinpif.html\">"));
        assert!(rows("float2half") == 1 && rows("floattohalf") == 1 && rows("rint") >= 2);
        assert!(rows("remainder") >= 2 && rows("Bessel") == 8 && rows("no such thing") == 0);
        let dated = tables("acos", &|text| text.to_owned());
        assert!(dated.contains("<td>3 <small>now 2</small></td>") && dated.contains("in 2013") && dated.contains("November 2026"));
        assert!(tables("jn", &|text| text.to_owned()).contains("footnotes"));
        let stands = |figure: &Figure| figure.off == 0 || all.contains(&figure.operand.replace(',', " "));
        assert!(figures().all(|figure| stands(&figure)) && all.contains("The model runs nvcc 13.5.37’s code for sm_90"));
    }
}
