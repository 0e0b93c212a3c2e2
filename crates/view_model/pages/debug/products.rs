//! Answers of tensor cores: whose rule gives them, one or many; numbers on which two chips part. What is asked is the head of a matrix
//! instruction, and lines of codes as `ulp mma` has them with D behind.

use crate::components::html::{count, push_text, sentence};
use crate::pages::tensor::Query as Dot;
use crate::state::address::{Address, Page};
use crate::state::queries::Queries;
use semantics::chips::named as named_chips;
use semantics::dot::{Case, Judged, judged, of_head, slug};
use semantics::instruction::Context;
use semantics::matrix::claims;
use semantics::number::Pattern;
use semantics::tensor_core::{Evidence, Row};
use semantics::trace::Silent;

/// The head of a text that is a matrix instruction, and what stands behind it.
pub fn head(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let end = text.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(text.len());
    claims(text).then(|| text.split_at(end))
}

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// A chip of a row: that of the target, if it has one, else the first.
fn chip(row: &Row, context: Context) -> &'static str {
    let own = || named_chips().find(|(_, number)| *number == context.target.number() && row.targets.contains(number));
    own().or_else(|| named_chips().find(|(_, number)| row.targets.contains(number))).map_or("", |(name, _)| name)
}

/// The address of a dot product on a chip of a row, with what was seen.
fn link(case: &Case, row: &Row, seen: Option<Pattern>, context: Context) -> String {
    let seen = seen.map(|seen| seen.hex()).unwrap_or_default();
    let query = Dot { chip: chip(row, context), way: slug(row), seen, ..Dot::default() }.with(case);
    Address { page: Page::Tensor, context, queries: Queries::of(Page::Tensor, &query.written()), ..Address::default() }.written()
}

/// The rows of a way in words.
fn named(rows: &[&Row]) -> String {
    let known = |row: &Row| match row.evidence {
        Evidence::Chips { .. } | Evidence::Asked { .. } | Evidence::Assembler(_) | Evidence::Documented(_) => "",
        Evidence::OneModel(_) => ", by one model",
        _ => ", inferred",
    };
    let all: Vec<String> = rows.iter().map(|row| format!("{} ({} → {}{})", row.chips, row.path.name(), row.sass, known(row))).collect();
    all.join("; ")
}

/// Who gives the D of the line behind a head.
pub fn explained(text: &str, context: Context) -> Option<String> {
    let (_, line) = head(text)?;
    of_lines(text, line, context)
}

/// Who gives the D of every line.
pub fn of_lines(text: &str, lines: &str, context: Context) -> Option<String> {
    let (head, _) = head(text)?;
    let judged = of_head(head, context.target).map(|(row, formats)| judged(formats, row.scale, lines));
    Some(judged.map_or_else(|why| says(&why), |judged| table(&judged, context)))
}

pub fn says(why: &str) -> String {
    ["<p class=\"says\">", &sentence(why), "</p>"].concat()
}

fn table(judged: &Judged, context: Context) -> String {
    let mut html = String::new();
    let lines = judged.lines.len();
    if let Some((number, why)) = judged.unread.first() {
        let more = judged.unread.len() - 1;
        let others = if more == 0 { String::new() } else { format!(" So are {more} more.") };
        html.push_str(&says(&format!("Line {number} is not read: {why}{others}")));
    }
    if judged.left > 0 {
        html.push_str(&says(&format!("{} more lines are not judged here; `ulp mma` takes any number.", judged.left)));
    }
    let [first, ..] = &judged.verdicts[..] else {
        html.push_str(&says("A line is the codes of A, of B, of C, and of the D that was seen, in hexadecimal, as `ulp mma` has them."));
        return html;
    };
    let whole = judged.verdicts.iter().filter(|verdict| verdict.right == lines).count();
    let finding = match (whole, lines) {
        (0, 1) => "No chip of the table gives this D.".to_owned(),
        (0, _) => {
            format!("No chip of the table gives every D; the nearest gives {} of {}.", count(first.right as u64), count(lines as u64))
        }
        (1, 1) => "One way to add gives this D.".to_owned(),
        (1, _) => format!("One way to add gives all {}.", count(lines as u64)),
        (ways, 1) => format!("{ways} ways to add give this D: these numbers cannot tell them apart."),
        (ways, _) => format!("{ways} ways to add give all {}: these lines cannot tell them apart.", count(lines as u64)),
    };
    put(
        &mut html,
        &[
            "<p class=\"finding\"><b>",
            &sentence(&finding),
            "</b></p><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Ways to add\"><table class=\"judged\"><thead><tr><th scope=\"col\">who adds so</th><th scope=\"col\">lines</th><th scope=\"col\">the first other</th></tr></thead><tbody>",
        ],
    );
    for verdict in &judged.verdicts {
        html.push_str("<tr><th scope=\"row\">");
        push_text(&mut html, &named(&verdict.rows));
        put(&mut html, &["</th><td>", &count(verdict.right as u64), " of ", &count(lines as u64), "</td><td>"]);
        let shown = verdict.first.map_or(0, |(place, _)| place);
        if let Some((_, ours)) = verdict.first {
            let (number, _, seen) = &judged.lines[shown];
            put(&mut html, &["line ", &number.to_string(), ": 0x", &ours.hex(), ", seen 0x", &seen.hex(), " "]);
        }
        if let Some((_, case, seen)) = judged.lines.get(shown) {
            html.push_str("<a href=\"");
            push_text(&mut html, &link(case, verdict.rows[0], Some(*seen), context));
            html.push_str("\">see the sum</a>");
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// Numbers on which the chip of the target differs from others.
pub fn found(text: &str, seed: u64, context: Context) -> Option<String> {
    let (head, _) = head(text)?;
    let (row, formats) = match of_head(head, context.target) {
        Ok(asked) => asked,
        Err(why) => return Some(says(&why)),
    };
    let mine = chip(row, context);
    let mut html = format!("<h2>Numbers on which {mine} differs from others</h2><ol class=\"cases\">");
    let case = Case::drawn(formats, row.scale, row.k.last().copied().unwrap_or(1), seed);
    let mut none: Vec<&str> = Vec::new();
    for way in case.ways(row, mine).iter().filter(|way| way.rows.iter().all(|other| !std::ptr::eq(*other, row))) {
        let other = way.rows[0];
        let Some(case) = Case::parting_two(formats, [row, other], seed) else {
            none.extend(way.rows.iter().map(|row| row.chips));
            continue;
        };
        let [here, there] = [row, other].map(|row| case.run(row, &mut Silent));
        html.push_str("<li><a href=\"");
        push_text(&mut html, &link(&case, row, None, context));
        put(&mut html, &["\"><code>0x", &here.hex(), "</code> and <code>0x", &there.hex(), "</code></a><p>"]);
        push_text(&mut html, &[&named(&way.rows), ". "].concat());
        let parting =
            case.ways(row, mine).into_iter().find(|way| way.rows.iter().any(|one| std::ptr::eq(*one, other))).and_then(|way| way.parting);
        html.push_str(&sentence(&parting.unwrap_or_default()));
        html.push_str("</p></li>");
    }
    html.push_str("</ol>");
    none.dedup();
    if !none.is_empty() {
        html.push_str(&says(&format!("A thousand draws give the same bits as {}.", none.join("; "))));
    }
    Some(html)
}

/// Lines to begin with: answers of the target's own chip.
pub fn example(text: &str, context: Context) -> Option<String> {
    let (head, _) = head(text)?;
    let (row, formats) = of_head(head, context.target).ok()?;
    let line = |seed| {
        let case = Case::drawn(formats, row.scale, *row.k.last().unwrap_or(&1), seed);
        [case.written(), case.run(row, &mut Silent).hex()].join(" ")
    };
    Some((1..=8).map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::{Target, Version};

    const HEAD: &str = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";

    fn context(target: Target) -> Context {
        Context { target, ptx: Version::NEWEST }
    }

    #[test]
    fn a_chip_is_found_by_its_own_lines() {
        let lines = example(HEAD, context(Target::SM_80)).expect("lines");
        let html = of_lines(HEAD, &lines, context(Target::SM_80)).expect("a verdict");
        assert!(html.contains("One way to add gives all 8.") && html.contains("A100"), "{html}");
        assert!(html.contains("see the sum") && html.contains("the first other"), "{html}");
        let one = explained(&[HEAD, " ", lines.lines().next().unwrap_or_default()].concat(), context(Target::SM_90)).expect("a verdict");
        assert!(one.contains("this D"), "{one}");
        assert!(explained("add.rn.f32 a=1 b=2 got=3", context(Target::SM_90)).is_none());
        for (text, why) in [
            (HEAD, "A line is the codes"),
            ("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f31 00", "f31"),
            ("tcgen05.mma.cta_group::1.kind::f16 00", "no such matrix instruction"),
        ] {
            assert!(explained(text, context(Target::SM_90)).is_some_and(|html| html.contains(why)), "{text}");
        }
    }

    #[test]
    fn numbers_part_chips() {
        let html = found(HEAD, 1, context(Target::SM_90)).expect("cases");
        assert!(
            html.contains("Numbers on which H100 differs from others") && html.contains("A100") && html.matches("<li>").count() >= 2,
            "{html}"
        );
        let same = found(HEAD, 1, context(Target::SM_90)).expect("cases");
        assert_eq!(html, same);
    }
}
