//! A machine instruction on a page of its own: forms, words by field, what its words mean, legality, special values, accuracy, doubts.

use super::accuracy;
use super::article::examples;
use super::links;
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use crate::components::word::source_word;
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use semantics::instruction::sass::maxwell::ROWS;
use semantics::instruction::sass::{Instruction, Mnemonic, Role, Row};
use semantics::instruction::{Context, Target};
use semantics::number::{F32, F64_HIGH, Pattern};
use semantics::sass::lift::evidence;
use semantics::sass::manual::{FORMAT_PAIRS, OPERANDS, SpecialValue, converts};
use semantics::sass::spelled;

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// The instruction of a name.
pub fn named(name: &str) -> Option<Mnemonic> {
    Mnemonic::ALL.into_iter().find(|mnemonic| mnemonic.name() == name)
}

/// Whether everything that is looked for stands in the name, the words or the summary.
pub fn is_about(mnemonic: Mnemonic, text: &str) -> bool {
    let words = || mnemonic.head().iter().flat_map(|role| role.words()).map(|(word, _)| word.to_ascii_lowercase());
    let said = mnemonic.summary().to_ascii_lowercase();
    let about = |part: &str| {
        let bare = part.trim_matches(['.', ';', ',']);
        mnemonic.name().to_ascii_lowercase().contains(bare) || words().any(|word| word.starts_with(bare)) || said.contains(bare)
    };
    text.to_ascii_lowercase().split_whitespace().flat_map(|word| word.split('.')).filter(|part| !part.is_empty()).all(about)
}

/// The page as markup.
pub fn article(mnemonic: Mnemonic, context: Context) -> String {
    let mut html = String::with_capacity(24_000);
    put(
        &mut html,
        &[
            "<h1><code>",
            mnemonic.name(),
            "</code> ",
            &mnemonic.summary().trim_end_matches('.').to_ascii_lowercase(),
            "</h1><p class=\"formula-line\">A machine instruction of Maxwell and Pascal, sm_50 to sm_62.</p>",
        ],
    );
    html.push_str("<h2>Forms</h2><ul class=\"forms\">");
    mnemonic.rows().for_each(|row| one_form(&mut html, row, context));
    html.push_str("</ul>");
    examples(&mut html, mnemonic.examples(), context);
    words(&mut html, mnemonic);
    if mnemonic == Mnemonic::Mufu {
        functions(&mut html);
    }
    said(&mut html, mnemonic);
    if mnemonic == Mnemonic::F2f {
        formats(&mut html, context);
    }
    if mnemonic == Mnemonic::Mufu {
        special(&mut html, context);
        html.push_str(&accuracy::of_unit());
    }
    encodings(&mut html, mnemonic);
    html.push_str("<h2>Doubts about the texts, and how they were settled</h2><ul class=\"remarks\">");
    mnemonic.doubts().iter().for_each(|doubt| put(&mut html, &["<li>", &sentence(doubt), "</li>"]));
    html.push_str("</ul>");
    html
}

/// A row's shortest instruction that means something, on the first target that has it.
fn plain(row: &'static Row) -> Instruction {
    let short = if row.name == "HMUL2" { 6 } else { 0 };
    let bare = Instruction::bare(row, row.span.0).with(Role::A, 1).with(Role::B, if row.name == "HMUL2" { 2 } else { 1 });
    let typed = bare.with(Role::To, 2).with(Role::From, 2).with(Role::Bank, 3).with(Role::Offset, 4);
    let valued = typed.with(Role::Immediate, 0x3fc00).with(Role::ImmediateH0, 0x3c00 >> short).with(Role::ImmediateH1, 0x3e00 >> short);
    valued.with(Role::Function, 4)
}

fn one_form(html: &mut String, row: &'static Row, context: Context) {
    html.push_str("<li><p class=\"syntax machine-syntax\">");
    push_text(html, row.syntax);
    html.push_str("</p><p class=\"actions\"><a href=\"");
    push_text(html, &links::explore(&spelled(&plain(row)), context));
    put(html, &["\">open in the explorer</a></p><p class=\"since\">sm_", &row.span.0.to_string(), " on. "]);
    html.push_str(match source_word(row) {
        "constant" => "The last source is a constant.",
        "immediate" => "The last source is a number in the word.",
        _ => "The last source is a register.",
    });
    html.push_str("</p><p class=\"badges\">");
    if row.name == "MUFU" {
        html.push_str("The word: ");
    }
    if let Some(mnemonic) = row.mnemonic() {
        push_evidence(html, mnemonic.evidence());
    }
    html.push_str(".</p></li>");
}

/// Every dotted word with what it means.
fn words(html: &mut String, mnemonic: Mnemonic) {
    html.push_str("<h2>Modifiers</h2><dl class=\"modifier-list\">");
    let on_operands = [Role::SwizzleA, Role::SwizzleB, Role::Half, Role::ConditionCode];
    let has = |role: Role| mnemonic.rows().any(|row| plain(row).field(role).is_some());
    let mut said: Vec<&str> = Vec::new();
    for role in mnemonic.head().iter().copied().chain(on_operands).filter(|role| has(*role)) {
        for (word, _) in role.words().iter().filter(|(word, _)| !word.contains("INVALID")) {
            let meaning = role.meaning(word).unwrap_or_default();
            if said.contains(word) && !matches!(role, Role::To | Role::From) {
                continue;
            }
            said.push(word);
            let place = match role {
                Role::To => " as destination",
                Role::From => " as source",
                _ => "",
            };
            put(html, &["<dt><code>.", word, "</code>", place, "</dt><dd>"]);
            push_text(html, &meaning);
            html.push_str(".</dd>");
        }
    }
    html.push_str("</dl>");
}

/// How well the bits of each of MUFU's functions are known, on the first target that has it.
fn functions(html: &mut String) {
    html.push_str("<h2>How the bits of each function are known</h2><ul class=\"remarks badges\">");
    for (number, (word, _)) in Role::Function.words().iter().enumerate().filter(|(_, (word, _))| !word.contains("INVALID")) {
        let on = |target: Target| Instruction::bare(&ROWS[0], target.number()).with(Role::Function, number as u32);
        let first = if on(Target::SM_50).has_no_function() { Target::SM_52 } else { Target::SM_50 };
        put(html, &["<li><code>.", word, "</code> "]);
        push_evidence(html, evidence(&on(first), first));
        html.push_str(".</li>");
    }
    html.push_str("</ul>");
}

/// What the text says that no row of a table holds.
fn said(html: &mut String, mnemonic: Mnemonic) {
    let facts: &[&str] = match mnemonic {
        Mnemonic::Mufu => &[
            "1.0 gives exactly 1.0 from RCP, RSQ, SQRT, RCP64H and RSQ64H.",
            "EX2 gives +0.0 where its result is too small and +Inf where it is too large, as for the infinities.",
            "RCP64H and RSQ64H are where longer sequences for doubles begin; exactly rounded reciprocals and roots of singles take longer sequences too.",
        ],
        Mnemonic::F2f => &[
            "A subnormal single is not supported in DirectX; of halves and doubles the text says that subnormal numbers are supported or do not matter.",
            "A format that is not written is `.F32`. A rounding that is not written is `.PASS` between equal formats, and `.RN` to a smaller one.",
            "An immediate has 20 bits: the upper 20 of a single or a double; for a half its lower 16, in both halves of the word.",
            "A half is written with zeros above it.",
        ],
        Mnemonic::Hmul2 => &[
            "Of the rounding modes that IEEE 754-2008 asks for (4.3.3) it has one, to nearest even.",
            "A NaN is treated in the spirit of that standard (6.2), which leaves the canonical NaN to the implementation; halves and doubles differ.",
            "The text says that support of `.MRG_H0` and `.MRG_H1` is restricted; HMUL2_32I has no output format in its word.",
        ],
        _ => &[],
    };
    if !facts.is_empty() {
        html.push_str("<h2>What the text says besides</h2><ul class=\"remarks\">");
        facts.iter().for_each(|fact| put(html, &["<li>", &sentence(fact), "</li>"]));
        html.push_str("</ul>");
    }
}

/// F2F's pairs of formats: what the rules say, beside the text's table.
fn formats(html: &mut String, context: Context) {
    html.push_str("<h2>Formats and roundings</h2><div class=\"scroll\" role=\"region\" aria-label=\"Formats\" tabindex=\"0\"><table class=\"special\"><thead><tr><th scope=\"col\">source \\ destination</th>");
    let names = ["F16", "F32", "F64"];
    names.iter().for_each(|name| put(html, &["<th scope=\"col\">.", name, "</th>"]));
    html.push_str("</tr></thead><tbody>");
    for (row, from) in names.iter().enumerate() {
        put(html, &["<tr><th scope=\"row\">.", from, "</th>"]);
        for (column, to) in names.iter().enumerate() {
            let legal = converts(row as u32 + 1, column as u32 + 1);
            let printed = FORMAT_PAIRS.contains(&(*from, *to, legal));
            let roundings = if row == column {
                ".PASS .ROUND .FLOOR .CEIL .TRUNC"
            } else if row > column {
                ".RN .RM .RP .RZ"
            } else {
                "exact, no rounding"
            };
            html.push_str(if legal { "<td>" } else { "<td class=\"nan\">" });
            if legal {
                let (d, s) = (if *to == "F64" { "R0" } else { "R4" }, if *from == "F64" { "R2" } else { "R1" });
                html.push_str("<a href=\"");
                push_text(html, &links::explore(&["F2F.", to, ".", from, " ", d, ", ", s, ";"].concat(), context));
                put(html, &["\">OK<br><small>", roundings, "</small></a>"]);
            } else {
                html.push_str("<a>Illegal</a>");
            }
            html.push_str(if printed { " <span class=\"unseen\">as printed</span></td>" } else { " ≠ the text</td>" });
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div><p class=\"under-table\">Computed from the rules that the explorer applies; the text's table says the same of all nine pairs. .SAT and .FTZ need both formats other than .F64.</p>");
}

/// The nine functions on the operands of the text, computed.
fn special(html: &mut String, context: Context) {
    let all: Vec<SpecialValue> = SpecialValue::all().collect();
    let mut functions: Vec<&str> = Vec::new();
    all.iter().for_each(|entry| {
        if !functions.contains(&entry.function) {
            functions.push(entry.function)
        }
    });
    html.push_str("<h2 id=\"special-values\">Special values</h2><div class=\"scroll\" role=\"region\" aria-label=\"Special values\" tabindex=\"0\"><table class=\"special\"><thead><tr><th scope=\"col\">operand</th>");
    functions.iter().for_each(|function| put(html, &["<th scope=\"col\">", function, "</th>"]));
    html.push_str("</tr></thead><tbody>");
    let mut agreeing = 0;
    for operand in OPERANDS {
        put(html, &["<tr><th scope=\"row\">", operand, "</th>"]);
        for function in &functions {
            let Some(entry) = all.iter().find(|entry| entry.function == *function && entry.operand.starts_with(operand)) else {
                html.push_str("<td></td>");
                continue;
            };
            let bits = entry.bits().first().copied().unwrap_or(0);
            let format = if function.ends_with("64H") { &F64_HIGH } else { F32::ROW };
            let result = Pattern::new(format, entry.computed(bits).unwrap_or(0).into());
            let shown = if result.is_nan() { "NaN".to_owned() } else { result.value_text() };
            agreeing += usize::from(entry.agrees());
            html.push_str(match (result.is_nan(), result.is_finite(), result.bits & !format.sign_mask()) {
                (true, ..) => "<td class=\"nan\"><a href=\"",
                (_, false, _) => "<td class=\"infinite\"><a href=\"",
                (.., 0) => "<td class=\"zero\"><a href=\"",
                _ => "<td class=\"finite\"><a href=\"",
            });
            let mut registers = Registers::default();
            registers.set("R1", bits.into());
            let address = Address { page: Page::Explore, text: entry.instructions(), registers, context, step: None, ..Address::default() };
            push_text(html, &address.written());
            html.push_str("\">");
            push_text(html, &shown);
            html.push_str(if entry.agrees() { "</a></td>" } else { "</a> ≠ the text</td>" });
        }
        html.push_str("</tr>");
    }
    put(
        html,
        &[
            "</tbody></table></div><p class=\"under-table\">Computed by the code that the explorer runs, RRO included where the text asks for it; ",
            &agreeing.to_string(),
            " of the text's ",
            &all.len().to_string(),
            " entries say the same.</p>",
        ],
    );
}

/// The bits of every field, form by form.
fn encodings(html: &mut String, mnemonic: Mnemonic) {
    html.push_str("<h2>The word, field by field</h2><div class=\"scroll\" role=\"region\" aria-label=\"Fields of the word\" tabindex=\"0\"><table class=\"opcode-tests encodings\"><thead><tr><th scope=\"col\">mark</th><th scope=\"col\">field</th>");
    for row in mnemonic.rows() {
        put(html, &["<th scope=\"col\">", source_word(row), "</th>"]);
    }
    html.push_str(
        "</tr></thead><tbody><tr><td><code>op</code></td><th scope=\"row\">opcode: a mask of bits 63 to 48, and what the bits under it must be</th>",
    );
    for row in mnemonic.rows() {
        let (mask, value) = row.test.top();
        html.push_str(&format!("<td><code>{mask:04x} → {value:04x}</code></td>"));
    }
    html.push_str("</tr>");
    let mut roles: Vec<Role> = Vec::new();
    for (field, _) in mnemonic.rows().flat_map(|row| plain(row).fields()) {
        if !roles.contains(&field.role) {
            roles.push(field.role)
        }
    }
    for role in roles {
        html.push_str("<tr><td><code>");
        push_text(html, role.mark());
        put(html, &["</code></td><th scope=\"row\">", role.label(), "</th>"]);
        for row in mnemonic.rows() {
            let piece = |(high, low): &(u32, u32)| if high == low { high.to_string() } else { format!("{high}:{low}") };
            let pieces = plain(row).field(role).map(|field| field.pieces.iter().map(piece).collect::<Vec<_>>().join(", "));
            put(html, &["<td><code>", pieces.as_deref().unwrap_or("–"), "</code></td>"]);
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div><p class=\"under-table\">Every bit was probed with NVIDIA's nvdisasm 12.3 and 12.8; the other bits mean nothing and are kept.</p>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Context;
    use semantics::language::ParsedSource;
    use semantics::sass::Document;

    #[test]
    fn every_form_opens_as_something_that_runs() {
        for row in ROWS {
            let (text, target) = (spelled(&plain(row)), Target::named(&row.span.0.to_string()).unwrap());
            assert!(Document::read_64(&text, &Context { target, ..Context::default() }).is_accepted(), "{text}");
        }
    }

    /// No text says which bits MUFU gives: the document's badge is for the word alone.
    #[test]
    fn mufu_is_documented_in_its_word_alone() {
        let page = article(Mnemonic::Mufu, Context::default());
        assert_eq!(page.matches("badge documented").count(), page.matches("The word: <span class=\"badge documented\"").count());
        assert_eq!(page.matches("badge validated").count(), 6);
        assert_eq!(page.matches("badge modelled").count(), 0);
    }

    #[test]
    fn instructions_are_found_by_name_word_and_sense() {
        let found = |text: &str| Mnemonic::ALL.into_iter().filter(|one| is_about(*one, text)).map(Mnemonic::name).collect::<Vec<_>>();
        // RRO is said to prepare for MUFU.
        assert_eq!(found("mufu"), ["MUFU", "RRO"]);
        assert_eq!(found("MUFU.rcp"), ["MUFU"]);
        assert_eq!(found("halves"), ["HMUL2", "HMUL2_32I"]);
        assert_eq!(found("fmz"), ["HMUL2", "HMUL2_32I"]);
        assert!(found("zebra").is_empty() && found("").len() == Mnemonic::ALL.len());
    }
}
