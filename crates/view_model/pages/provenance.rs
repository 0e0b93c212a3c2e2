//! How we know: who judges the core, how far it agrees, where the texts and the tools do not, and whom we thank.
//!
//! Everything countable is read from the tables that the tests check: the oracles, the promises with the model's worst, the rows of the
//! instructions. Only the doubts that no table holds are words of this page.

use crate::components::html::{count, decimal, push_text, sentence};
use semantics::gpu::Function;
use semantics::gpu::reports::{KEPT, Kept, Standing, standing};
use semantics::instruction::{Form, forms};
use semantics::oracle::{ORACLES, Oracle};
use semantics::sweep::bounds::{BOUNDS, Bound, Measure, Source};
use semantics::tensor_core::TABLE;

/// Doubts that no row of a table holds, each with how it was settled.
const DOUBTS: &[&str] = &[
    "Sine and cosine: the PTX manual promises subnormal results without `.ftz`; the code that ptxas emits is the same with and without it and flushes them. We follow the code.",
    "An H100 was asked 1,794 instructions for 128 to 1,088 operands each, 30 functions for all 2^32, and its tensor cores. That is its whole table but lop3, comparisons into two predicates and fma.bf16 with a direction; of the relations it is one. Driver 580.159.04, CUDA 13.0, 26 November 2026. All of its answers come out. What the sentences below say of an H100 is from there; we assume that other chips do the same.",
    "NaNs in double precision: the manual says that payloads are supported and no more. An H100 makes a signaling one quiet and keeps sign and payload. Of several NaNs it returns that of b, else that of c (for a quotient that of a). A NaN that arithmetic makes is fff8000000000000.",
    "The NaN of single and half precision is the one with all bits set but the sign, whatever came in, for abs and neg too. The manual leaves it open and says that programs should not rely on it. ptxas 12.9 folds other NaNs for abs, neg and some conversions than an H100 computes; we follow the chip.",
    "abs.f64 and neg.f64 of a NaN leave its sign, on an H100; the manual (9.7.3.9) says that it passes through unchanged, and ptxas 13.5 folds it with another sign.",
    "The carry after a subtraction: the manual (9.7.2) says that CC.CF is the borrow. On an H100 it is 0 where there was a borrow, else 1, which shows where addc follows sub.cc or subc follows add.cc.",
    "An integer divided by zero: the manual leaves quotient and remainder open; the code of ptxas 13.0 gives all ones on an H100. A program stops there here, because it is hardly what was meant.",
    "fma.rz.bf16 and its kind, which the manual does not list: ptxas takes them, and its code reads the operands as f16. They are not computed here. Of two numbers (bf16x2) it drops the rounding.",
    "Where `.ftz` flushes a result is decided by the value rounded to 24 bits as if the exponent had no lower limit. No text says so: it is what NVIDIA's compilers do when they fold constants.",
    "cvt.rp.ftz.f16.f32: the manual says that `.ftz` turns a subnormal single into zero. The code that ptxas makes has no .FTZ, and an H100 rounds it up to the smallest half. We follow the chip.",
    "The table of TANH was fitted to an H100: each of its 51 segments has one triple of coefficients that gives all its results. The functions of 16 bits are those of singles, cut.",
    "The table of SQRT was fitted to chips of sm_6x to sm_75 by B. Carleton: it gives their results without being known to be theirs. C0 + 1 with 7fff added gives the same sums, and the method that derives the other tables gives neither.",
    "On sm_52 and sm_53 ptxas 12.9 emits MUFU.SQRT, while the comparison with chips found the reciprocal of RSQ on sm_5x. We follow ptxas, with the table of the later chips.",
    "RCP, RSQ, LG2, EX2, SIN and COS were compared with chips up to sm_75, and with an H100. For other functions there are published errors and samples.",
    "MUFU's .SQRT, .RCP64H and .RSQ64H are promised to be “close to 2^-20”: we read it as a relative error of about that.",
    "The manual's code for max lacks an `&&`, its example of mul a semicolon, and its tanh takes “radians”: we read what is meant.",
    "Targets older than sm_50 run the machine sequences of sm_50; what the assemblers of their time emit was not looked at.",
    "The constant folding of ptxas up to 13.5 rounds some exact ties of single-precision sums wrongly; such rows are left out of the comparison, because the chip follows IEEE 754.",
];

/// Whom we thank.
const CREDITS: &[(&str, &str)] = &[
    ("NVIDIA", "the PTX ISA manual, the CUDA programming guide, and the tools ptxas, nvdisasm and libnvvm, whose answers judge ours"),
    ("envytools, M. Kościelnicka", "the hardware tests of the G80 special function unit, from which its data path and tables are known"),
    (
        "B. Carleton, ptx-math (MIT licence)",
        "models of rcp, sqrt, rsqrt, sin, cos, lg2 and ex2 that he compared with chips over all 2^32 operands, and the table of SQRT",
    ),
    (
        "US patent 7,366,745 of NVIDIA; Piñeiro, Oberman, Muller and Bruguera, 2005",
        "the method by which the tables of the quadratic interpolation are derived",
    ),
    ("Berkeley SoftFloat and TestFloat, J. R. Hauser", "vectors with results and flags, and the measure of speed"),
    ("LLVM APFloat through rustc_apfloat", "an independent judge in every rounding mode"),
    ("mpmath", "reference values to a hundred bits"),
    ("the crate half", "a second opinion on half precision"),
    (
        "F. A. Khattak and M. Mikaitis (BSD-2-Clause)",
        "a model of tensor cores and the answers of eight chips that judge ours; copyright 2025 by them",
    ),
    ("MMA-Sim (MIT licence)", "the parameters of tensor cores of which nobody published answers"),
    ("Fasi, Higham, Mikaitis and Pranesh, 2021; Li and others (FTTN), 2024", "the tests that tell one tensor core from another"),
];

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

pub fn page() -> String {
    let mut html = String::from(
        "<h1>How we know</h1><p class=\"lead\">The figures of the judges and of the promises are read from the tables that the tests check. Addition, subtraction, multiplication, fused multiply-add, division, reciprocal, square root and conversions are exact before one rounding. The special function unit is a model of its data path; each of its functions says which chips have confirmed it. </p><p><a href=\"questions/index.html\">Questions that people ask, each with the views that answer it</a></p>",
    );
    html.push_str("<h2>Who judges</h2><div class=\"scroll\" role=\"region\" aria-label=\"Who judges\" tabindex=\"0\"><table class=\"bounds oracles\"><thead><tr><th scope=\"col\">judge</th><th scope=\"col\">asked for</th><th scope=\"col\">answers compared</th><th scope=\"col\">different</th></tr></thead><tbody>");
    ORACLES.iter().for_each(|oracle| judge(&mut html, oracle));
    html.push_str("</tbody></table></div><p class=\"under-table\">All are compared at every change of the program. LLVM’s APFloat judges too: random and edge operands in six formats, and every pair of operands in the formats of 8 bits. Not compared with it are underflow, invalid where an operand is a signaling NaN, overflow of a result that is the largest number, and two slips of APFloat in E4M3.</p>");
    html.push_str("<h2>Promises that are not kept</h2><ul class=\"remarks\">");
    BOUNDS.iter().filter(|bound| !bound.met()).for_each(|bound| missed(&mut html, bound));
    html.push_str("</ul>");
    for (title, sentences) in [
        ("Where the assembler is wider than the manual", wider()),
        ("Doubts, and how they were settled", DOUBTS.iter().map(|doubt| sentence(doubt)).collect::<Vec<_>>()),
        ("Doubts about tensor cores that no published answer settles", tensor()),
    ] {
        put(&mut html, &["<h2>", title, "</h2><ul class=\"remarks\">"]);
        sentences.iter().for_each(|said| put(&mut html, &["<li>", said, "</li>"]));
        html.push_str("</ul>");
    }
    html.push_str("<h2 id=\"reports\">What was reported of GPUs</h2><p>People measure their GPU on the page “Your GPU” and bring the file. These results are reported, and not measured by this project. A badge shows where two people report the same results of one chip. The model does not use these reports.</p>");
    KEPT.iter().for_each(|kept| report(&mut html, KEPT, kept));
    html.push_str("<h2>Credits</h2><ul class=\"remarks\">");
    CREDITS.iter().for_each(|(who, what)| put(&mut html, &["<li><b>", who, "</b>: ", what, ".</li>"]));
    html.push_str("</ul>");
    html
}

/// What no data decides of a tensor core: each doubt once, with the rows of which it is one.
fn tensor() -> Vec<String> {
    let mut doubts: Vec<(&str, Vec<String>)> = Vec::new();
    for row in TABLE {
        let inputs: Vec<&str> = row.inputs.iter().map(|format| format.name).collect();
        let of = format!("{} ({}, {} into {})", row.chips, row.sass, inputs.join(" or "), row.accumulator.name);
        for doubt in row.doubts.iter().map(|doubt| doubt.sentence()) {
            match doubts.iter_mut().find(|(known, _)| *known == doubt) {
                Some((_, rows)) => rows.push(of.clone()),
                None => doubts.push((doubt, vec![of.clone()])),
            }
        }
    }
    doubts.into_iter().map(|(doubt, rows)| format!("{} <small>{}.</small>", sentence(doubt), sentence(&rows.join("; ")))).collect()
}

/// A report that somebody brought, among all.
fn report(html: &mut String, all: &[Kept], kept: &Kept) {
    html.push_str("<h3>");
    push_text(html, kept.chip);
    html.push_str(" <span class=\"badge\">reported</span></h3><p>");
    if kept.software {
        html.push_str("<b>Software, no GPU.</b> ");
    }
    for (before, text) in [("Driver ", kept.driver), ("Through ", kept.browser), ("Measured by ", kept.how), ("Reported by ", kept.by)] {
        if !text.is_empty() {
            put(html, &[before, &sentence(text), ". "]);
        }
    }
    put(html, &[kept.date, ". ", &count(kept.probes as u64), " questions answered.</p><ul class=\"remarks\">"]);
    for measured in kept.functions {
        let Some(function) = Function::named(measured.function) else { continue };
        put(html, &["<li><b>", function.name, "</b>, <code>"]);
        push_text(html, function.wgsl);
        html.push_str("</code>: ");
        push_text(html, measured.found);
        match standing(all, kept, measured) {
            Standing::Alone => {}
            Standing::Agree(people) => put(html, &[" <span class=\"badge\">", &count(people as u64), " reports agree</span>"]),
            Standing::Differ => html.push_str(" <span class=\"badge\">reports differ</span>"),
        }
        html.push_str("</li>");
    }
    html.push_str("</ul>");
}

fn judge(html: &mut String, oracle: &Oracle) {
    put(
        html,
        &["<tr><th scope=\"row\">", oracle.judge, "</th><td>", oracle.asks, "</td><td class=\"count\">", &count(oracle.answers), "</td>"],
    );
    match oracle.allowed {
        0 => html.push_str("<td>none</td></tr>"),
        some => put(html, &["<td>", &count(some), " <small>", oracle.because, "</small></td></tr>"]),
    }
}

fn missed(html: &mut String, bound: &Bound) {
    let source = match bound.source {
        Source::Tesla => "Table 8.11",
        Source::Mufu => "the MUFU text",
        Source::Ptx => "the PTX manual",
        Source::Cuda => "the CUDA guide",
    };
    let unit = match bound.measure {
        Measure::AbsoluteBits => " good bits, absolute",
        Measure::RelativeBits => " good bits, relative",
        Measure::Ulps => " ulp",
        Measure::UlpsFromNearest => " ulp from the nearest",
    };
    put(html, &["<li><code>", bound.function, "</code>"]);
    if bound.source == Source::Ptx || bound.source == Source::Cuda {
        put(html, &[" on sm_", &bound.target.to_string()]);
    }
    put(html, &[", ", bound.on, ": ", source, " promises ", &decimal(bound.documented), unit]);
    put(
        html,
        &["; the worst of the model is ", &decimal(bound.measured), ", at <code>0x", &format!("{:08x}", bound.operand), "</code>.</li>"],
    );
}

/// What the assembler takes and the manual does not have: each remark once, before it the forms of which it is true.
fn wider() -> Vec<String> {
    let mut remarks: Vec<(String, String)> = Vec::new();
    for form in forms() {
        let Some(remark) = remark(form) else { continue };
        let mut code = String::from("<code>");
        push_text(&mut code, form.row.syntax.split_whitespace().next().unwrap_or(""));
        code.push_str("</code>");
        match remarks.iter_mut().find(|(_, known)| *known == remark) {
            Some((codes, _)) => put(codes, &[", ", &code]),
            None => remarks.push((code, remark)),
        }
    }
    remarks.into_iter().map(|(codes, remark)| [codes, remark].concat()).collect()
}

fn remark(form: &Form) -> Option<String> {
    let row = form.row;
    match (row.in_manual, row.manual_target, row.manual_ptx) {
        (false, ..) => {
            let note = row.note.map_or(String::new(), |(_, note)| sentence(note));
            Some([": taken, and not listed in the manual. ", &note].concat())
        }
        (true, Some(target), _) => {
            Some([": the manual asks for ", target.name(), "; the assembler takes it on ", row.target.name(), "."].concat())
        }
        (true, None, Some(version)) => {
            Some([": the manual has it since PTX ", &version.to_string(), "; the assembler takes it before."].concat())
        }
        (true, None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_count() {
        assert_eq!((count(7), count(19_158), count(369_098_752)), ("7".into(), "19\u{202f}158".into(), "369\u{202f}098\u{202f}752".into()));
    }

    #[test]
    fn a_report_is_reported_until_two_agree() {
        let of = |others: &[Kept]| {
            let mut html = String::new();
            report(&mut html, &[&KEPT[..1], others].concat(), &KEPT[0]);
            html
        };
        let html = of(&[]);
        assert!(html.contains(">reported</span>") && !html.contains("agree") && !html.contains("measured</span>"), "{html}");
        assert_eq!(html.contains("Software, no GPU."), KEPT[0].software);
        let html = of(&[Kept { by: "somebody else", ..KEPT[0] }]);
        assert_eq!(html.matches("2 reports agree").count(), KEPT[0].functions.len());
    }

    #[test]
    fn the_page_lists_what_the_tables_hold() {
        let page = page();
        assert_eq!(page.matches("<tr><th scope=\"row\">").count(), ORACLES.len());
        for bound in BOUNDS.iter().filter(|bound| !bound.met()) {
            assert!(page.contains(&format!("0x{:08x}", bound.operand)), "{}", bound.function);
        }
    }
}
