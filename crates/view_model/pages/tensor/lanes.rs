//! Which lane of the warp holds which element: the operands of `mma.sync` as tables of lanes, and what a pointed-at element or lane is.
//!
//! The tables follow from the query; what is pointed at changes classes alone, for a table has up to a thousand cells.

use super::{Shown, button, put};
use crate::components::html::{push_text, sentence};
use semantics::dot::Held;
use semantics::instruction::Version;
use semantics::matrix::{Head, Matrix, Place, lowerings};
use semantics::number::{Format, Pattern};
use semantics::tensor_core::{Path, target};

const MATRICES: [(Matrix, &str, &str); 3] = [(Matrix::A, "A", "A"), (Matrix::B, "B", "B"), (Matrix::C, "C", "C and D")];

/// What the section shows: a head, and the element of D.
struct Drawn {
    name: String,
    head: Head,
    /// A, B, and C with D.
    held: Option<[Held; 3]>,
    at: [u32; 2],
}

impl Drawn {
    fn of(shown: &Shown) -> Option<Drawn> {
        let (mut heads, chosen) = shown.query.heads(shown.case.products());
        if chosen >= heads.len() {
            return None;
        }
        let (name, head) = heads.swap_remove(chosen);
        let formats: [&Format; 3] = shown.case.formats;
        let of = |at: usize| Held::of(&head, MATRICES[at].0, formats[at]);
        let held = of(0).zip(of(1)).zip(of(2)).map(|((a, b), c)| [a, b, c]);
        let (rows, columns) = held.map_or((1, 1), |held| held[2].fragment.size());
        let [row, column] = shown.query.at;
        Some(Drawn { name, head, held, at: [row.min(rows - 1), column.min(columns - 1)] })
    }

    /// Whether a place goes into the element of D.
    fn mine(&self, matrix: Matrix, row: u32, column: u32) -> bool {
        match matrix {
            Matrix::A => row == self.at[0],
            Matrix::B => column == self.at[1],
            Matrix::C => [row, column] == self.at,
        }
    }
}

/// The section.
pub fn section(shown: &Shown) -> String {
    let Some(drawn) = Drawn::of(shown) else { return "No form of `mma` asks for this.".into() };
    let mut html = String::with_capacity(120_000);
    becomes(&mut html, shown, &drawn);
    let (heads, _) = shown.query.heads(shown.case.products());
    if heads.len() > 1 {
        html.push_str("<p class=\"shapes\" role=\"group\" aria-label=\"Shape\">");
        for (name, _) in &heads {
            button(&mut html, &["shape ", name].concat(), Some(*name == drawn.name), name);
        }
        html.push_str("</p>");
    }
    let Some(held) = &drawn.held else {
        let says = match drawn.head.path {
            Some(Path::Wgmma) => {
                "A of `wgmma` is in registers of the warpgroup or in shared memory. B is in shared memory, and a descriptor of 64 bits says how it lies there. C and D are in registers of four warps (PTX 9.7.15.5.1). The manual draws these registers and gives no formula for them, so nothing is drawn here."
            }
            Some(Path::MmaSp) => {
                "A register of `mma.sp` holds what is kept of A, with half as many columns, as `mma.sync` of half the K holds it. B, C and D lie as in `mma.sync`. The indices are in a register of one, two or four lanes of each four, which the last operand chooses (PTX 9.7.14.6.2)."
            }
            _ => {
                "No register of a lane holds an element of `tcgen05.mma`: D is in tensor memory, A there or in shared memory, B in shared memory. A descriptor has shape and types (PTX 9.7.16.10)."
            }
        };
        put(&mut html, &["<p class=\"said\">", &sentence(says), "</p>"]);
        return html;
    };
    let [row, column] = drawn.at;
    let mut says = format!(
        "A number is the lane that holds the element. Framed: row {row} of A and column {column} of B, whose products are added above, and the element of C and D. Point at an element, or move by arrow keys; Enter on C and D takes another element."
    );
    if held[0].products() > 1 {
        says.push_str(" A warp computes four such products at once: these are the lanes of the first; the lanes of the others are 4, 8 and 12 further on.");
    }
    if shown.row.scale.is_some() {
        says.push_str(" Scales are in one register of each lane; `thread-id` chooses the lanes of four that count, `byte-id` their bytes (PTX 9.7.14.3).");
    }
    if shown.case.products() > drawn.head.shape.map_or(0, |shape| shape.k as usize) {
        says.push_str(" K is longer than one instruction; the first one is drawn.");
    }
    put(&mut html, &["<p class=\"said\">", &sentence(&says), "</p><div class=\"operands-held\">"]);
    for ((matrix, letter, name), held) in MATRICES.iter().zip(held) {
        table(&mut html, &drawn, *held, *matrix, letter, name);
    }
    warp(&mut html);
    html.push_str("</div>");
    html
}

/// What the assembler makes of the head, here and elsewhere.
fn becomes(html: &mut String, shown: &Shown, drawn: &Drawn) {
    let number = target(shown.query.chip).unwrap_or_default();
    let all = lowerings(&drawn.head.written(), Version::NEWEST);
    let is_here =
        |name: &&str| name.trim_start_matches("sm_").trim_end_matches(|letter: char| letter.is_ascii_alphabetic()) == number.to_string();
    let named = |becomes: &Option<String>| match becomes.as_deref() {
        None => "not there".to_owned(),
        Some("") => "there; nobody looked at what it becomes".to_owned(),
        Some(text) => format!("`{text}`"),
    };
    put(html, &["<p class=\"said\"><code>", &drawn.head.written(), "</code> "]);
    let here = all.iter().find_map(|(becomes, targets)| Some((becomes.as_ref()?, targets.iter().copied().find(is_here)?)));
    match here {
        Some((becomes, target)) if becomes.is_empty() => {
            put(html, &["is there on ", target, " (", shown.query.chip, "); nobody looked at what it becomes."]);
        }
        Some((becomes, target)) => html.push_str(&sentence(&format!("becomes `{becomes}` on {target} ({}).", shown.query.chip))),
        None => put(html, &["is not there on ", shown.query.chip, "."]),
    }
    html.push_str(
        "</p><details class=\"targets\"><summary>On every target: by ptxas 13.5 from sm_75 on, before that by the manual</summary><dl>",
    );
    for (becomes, targets) in &all {
        put(html, &["<dt>", &sentence(&named(becomes)), "</dt><dd>", &targets.join(", "), "</dd>"]);
    }
    html.push_str("</dl></details>");
}

fn table(html: &mut String, drawn: &Drawn, held: Held, matrix: Matrix, letter: &str, name: &str) {
    let (rows, columns) = held.fragment.size();
    let label = format!("{name}, {rows} × {columns}");
    put(
        html,
        &[
            "<figure><figcaption>",
            &label,
            "</figcaption><div class=\"scroll\"><table role=\"grid\" aria-label=\"",
            &label,
            ": the lane of each element\"><thead><tr><td></td>",
        ],
    );
    for column in 0..columns {
        put(html, &["<th scope=\"col\">", &column.to_string(), "</th>"]);
    }
    html.push_str("</tr></thead><tbody>");
    let all = (0..32).flat_map(|lane| (0..held.fragment.elements()).map(move |i| (lane, i)));
    // Elements of one register stand side by side, or below one another.
    let below = held.side() > 1 && held.fragment.place(0, 0).row != held.fragment.place(0, 1).row;
    let begins = if below { "over" } else { "first" };
    let mut cells: Vec<(Place, u32, u32)> = all.map(|(lane, i)| (held.fragment.place(lane, i), lane, i)).collect();
    cells.retain(|(place, ..)| place.product == 0);
    cells.sort_unstable();
    for across in cells.chunk_by(|one, other| one.0.row == other.0.row) {
        put(html, &["<tr><th scope=\"row\">", &across[0].0.row.to_string(), "</th>"]);
        for (Place { row, column, .. }, lane, i) in across.iter().copied() {
            let mine = if drawn.mine(matrix, row, column) { " mine" } else { "" };
            // A thicker border where a register begins.
            let first = if i % held.side() == 0 { begins } else { "" };
            let at = if [row, column] == [0, 0] { "0" } else { "-1" };
            let lane = lane.to_string();
            let id = format!("{letter}-{row}-{column}");
            put(html, &["<td id=\"", &id, "\" tabindex=\"", at, "\" data-lane=\"", &lane, "\" class=\"", first, mine, "\""]);
            if matrix == Matrix::C {
                put(html, &[" data-do=\"place ", &format!("{row},{column}"), "\""]);
            }
            put(html, &[">", &lane, "</td>"]);
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div></figure>");
}

/// The lanes of the warp, eight groups of four.
fn warp(html: &mut String) {
    html.push_str("<figure><figcaption>The warp, 8 groups of 4 lanes</figcaption><div class=\"scroll\"><table role=\"grid\" aria-label=\"The lanes of the warp\"><tbody>");
    for group in 0..8 {
        put(html, &["<tr><th scope=\"row\">", &group.to_string(), "</th>"]);
        for thread in 0..4 {
            let lane = (group * 4 + thread).to_string();
            let id = format!("L-{group}-{thread}");
            put(
                html,
                &[
                    "<td id=\"",
                    &id,
                    "\" tabindex=\"",
                    if lane == "0" { "0" } else { "-1" },
                    "\" data-lane=\"",
                    &lane,
                    "\">",
                    &lane,
                    "</td>",
                ],
            );
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div></figure>");
}

/// The table and the place of a cell's id: `A-3-5`; of the warp, `L` with group and lane of the group.
fn cell(id: &str) -> Option<(&str, u32, u32)> {
    let (letter, rest) = id.split_once('-')?;
    let (row, column) = rest.split_once('-')?;
    Some((letter, row.parse().ok()?, column.parse().ok()?))
}

/// What a cell says, and the lane whose elements are marked; as markup.
pub fn named(shown: &Shown, id: &str) -> Option<(u32, String)> {
    let drawn = Drawn::of(shown)?;
    let held = drawn.held?;
    let (letter, row, column) = cell(id)?;
    let mut html = String::new();
    let lane = match MATRICES.iter().position(|(_, known, _)| *known == letter) {
        Some(at) => {
            let place = Place { product: 0, row, column };
            push_text(&mut html, &held[at].element(place)?);
            let (matrix, ..) = MATRICES[at];
            let k = match matrix {
                Matrix::A => column,
                Matrix::B => row,
                Matrix::C => 0,
            };
            if drawn.mine(matrix, row, column) && (k as usize) < shown.case.products() {
                let number = match matrix {
                    Matrix::A => shown.case.pair(column as usize)[0],
                    Matrix::B => shown.case.pair(row as usize)[1],
                    Matrix::C => Pattern::new(shown.case.formats[2], shown.case.c),
                };
                push_text(&mut html, &format!(" Above it is {}.", number.value_text()));
            }
            held[at].fragment.holder(place)?.0
        }
        None => row * 4 + column,
    };
    let product = lane / 4 % held[0].products();
    put(&mut html, &[" Lane ", &lane.to_string(), if held[0].products() > 1 { " of product " } else { "" }]);
    if held[0].products() > 1 {
        html.push_str(&product.to_string());
    }
    html.push_str(" has");
    for ((_, _, name), held) in MATRICES.iter().zip(held) {
        for (at, (register, text)) in held.lane(lane).iter().enumerate() {
            let of = if at == 0 { [" of ", name, ": "].concat() } else { " ".into() };
            let register = register.replace(" and ", "</code>, <code>");
            put(&mut html, &[&of, "<code>", &register, "</code> ", text, ";"]);
        }
    }
    html.pop();
    html.push('.');
    Some((held[0].in_first(lane), html))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::tensor::query::{Query, of_chip};
    use semantics::chips;

    #[test]
    fn every_row_of_every_chip_is_drawn_or_says_where_its_operands_are() {
        for (chip, number) in chips::named() {
            for row in of_chip(chip) {
                let a = row.inputs[0];
                let mut query = Query { chip, formats: [a, a, row.accumulator], way: semantics::dot::slug(row), ..Query::default() };
                if row.is_sparse() {
                    query.texts[0] = "1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0".to_owned();
                }
                let shown = Shown::of(&query).expect("numbers");
                let html = section(&shown);
                assert!(html.matches('<').count() == html.matches('>').count(), "{html}");
                assert!(html.contains("becomes"), "{chip} {}: {}", row.sass, &html[..400]);
                assert!(row.path != Path::MmaSync || html.matches(" mine\"").count() > 1, "{chip} sm_{number} {}", row.sass);
                let told = named(&shown, "A-0-1");
                assert_eq!(told.is_some(), row.path == Path::MmaSync, "{chip} {}", row.sass);
            }
        }
    }

    #[test]
    fn cells_say_what_they_hold() {
        let query = Query { texts: ["0.5, 1, 2, 3", "1", "7", "1", "1"].map(str::to_owned), chip: "H100", at: [3, 5], ..Query::default() };
        let shown = Shown::of(&query).expect("numbers");
        let (lane, said) = named(&shown, "A-3-2").expect("a cell");
        assert_eq!(lane, 13);
        assert!(said.starts_with("A, row 3, column 2: lane 13, register a0, bits 0 to 15. Above it is 2.0. Lane 13 has of A: <code>a0</code> row 3, columns 2 to 3;"), "{said}");
        assert!(named(&shown, "C-3-5").is_some_and(|(_, said)| said.contains("Above it is 7.0.")));
        assert!(named(&shown, "A-4-2").is_some_and(|(_, said)| !said.contains("Above")));
        assert!(named(&shown, "A-99-2").is_none() && named(&shown, "x").is_none());
        let volta = Shown::of(&Query { chip: "V100", ..query }).expect("numbers");
        assert!(named(&volta, "L-1-1").is_some_and(|(lane, said)| lane == 1 && said.starts_with(" Lane 5 of product 1 has")));
    }
}
