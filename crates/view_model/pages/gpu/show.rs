//! What was measured, as markup: the adapter, the verdict on each function, the answers to the probes. A report that was read from a file is
//! shown in the same words.

use super::state::{Missing, Stage, State};
use crate::components::html::{count, push_text, sentence};
use crate::components::sweep::pace;
use crate::pages::accuracy::words::short;
use crate::state::address::{Address, Page};
use crate::state::listing::Listing;
use crate::state::registers::Registers;
use semantics::gpu::function::Takes;
use semantics::gpu::probe::Topic;
use semantics::gpu::verdict::found;
use semantics::gpu::{Function, PROBES, Probe, Report, Table, Verdict, WINDOW_BITS};
use semantics::instruction::{Context, Target, Version};

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// How far it is when the clock says `now`, in a sentence or two, with backticks round code.
pub fn stage(state: &State, amount: usize, now: f64) -> String {
    let rest = "Error curves of our own model, and everything else on these pages, need no GPU.";
    let text = match &state.stage {
        Stage::Idle => String::new(),
        Stage::Opening => "Looking for a GPU …".to_owned(),
        Stage::Asking if !state.sound => "Trying whether bits come through unharmed …".to_owned(),
        Stage::Asking => match state.running {
            Some((function, since)) => {
                let begun = state.spent.iter().find(|row| row.0 == function).map_or(0, |row| row.2);
                let (windows, all) = (state.windows(function), amount.max(state.windows(function)));
                let inputs = |windows: usize| (windows as u64) << WINDOW_BITS;
                let pace = pace(inputs(windows.saturating_sub(begun)), inputs(all.saturating_sub(begun)), now - since);
                [function.name, ": ", &count(inputs(windows)), " of ", &count(inputs(all)), " inputs, ", &pace].concat()
            }
            None => format!("{} of {} questions answered …", state.report.probes.len(), PROBES.len()),
        },
        Stage::Stopped => "Stopped. What was measured is below; “go on” measures the rest.".to_owned(),
        Stage::Done => {
            let took: f64 = state.spent.iter().map(|row| row.1).sum();
            let windows: usize = state.report.functions.iter().map(|row| row.1.iter().flatten().count()).sum();
            let inputs = count((windows as u64) << WINDOW_BITS);
            format!("Measured: {} questions, {inputs} results in {} s.", state.report.probes.len(), short(took / 1000.0, 1))
        }
        Stage::Missing(why) => {
            let why = match why {
                Missing::Api => "This browser has no WebGPU, or it is switched off. Chrome, Edge, Safari 26 and Firefox on Windows and macOS have it.".to_owned(),
                Missing::Secure => "A browser gives WebGPU only to pages that come over https, or from this machine.".to_owned(),
                Missing::Adapter => "This browser has WebGPU and offers no GPU: none is there, its driver is not trusted, or hardware acceleration is switched off.".to_owned(),
                Missing::Failed(words) => ["The GPU refuses: ", words, "."].concat(),
                Missing::Worker => "The worker that asks the GPU does not start here.".to_owned(),
            };
            [&why, " ", rest].concat()
        }
        Stage::Lost(words) => {
            ["The GPU was lost in the middle (", words, "). What was measured is below; “go on” looks for it again."].concat()
        }
        Stage::Unsound(why) => ["Nothing is measured: ", why, ". ", rest].concat(),
    };
    sentence(&text)
}

/// What the browser says of the adapter, and what follows.
pub fn adapter(report: &Report) -> String {
    let mut html = String::from("<dl>");
    let name = report.adapter.name();
    for (title, text) in [
        ("adapter", if name.is_empty() { "the browser does not say" } else { &name }),
        ("GPU and driver, as typed", &*[&*report.name, &*report.driver].join(" ").trim().to_owned()),
        ("browser", &report.browser),
        ("page", &report.model),
    ] {
        if !text.is_empty() {
            put(&mut html, &["<dt>", title, "</dt><dd>"]);
            push_text(&mut html, text);
            html.push_str("</dd>");
        }
    }
    html.push_str("</dl>");
    if report.adapter.software {
        html.push_str("<p class=\"says\" id=\"software\"><b>Software, not your GPU.</b> The browser computes on the processor; these results are about that program.</p>");
    } else if report.adapter.vendor.is_empty() && report.name.is_empty() {
        html.push_str("<p class=\"says\" id=\"unnamed\">This browser does not say whose GPU it is: type its name. Until then nothing is compared with the model of NVIDIA’s unit.</p>");
    } else if !report.is_nvidia() {
        html.push_str("<p class=\"says\" id=\"foreign\">Not one of NVIDIA’s: its functions are compared with exact results rounded once, not with the model of NVIDIA’s unit.</p>");
    }
    html
}

/// The functions with their verdicts; those that can be looked into have buttons.
pub fn functions(report: &Report, state: Option<&State>, table: Option<&Table>, chosen: Option<Function>) -> String {
    let mut html = String::new();
    if report.functions.iter().any(|row| row.0.takes != Takes::Single) {
        html.push_str("<p>Functions of several operands run over 2³² inputs too. Of singles, x is each float once; y lies within 2<sup>±32</sup>, and z within 2<sup>±32</sup> of x · y. Both are mixed from the number of the input. Of halves, x and y are every pair, and z is mixed.</p>");
    }
    html.push_str(
        "<table class=\"verdicts\"><thead><tr><th scope=\"col\">function</th><th scope=\"col\">verdict</th><th scope=\"col\">time</th></tr></thead><tbody>",
    );
    for function in Function::ALL {
        let refused = state.and_then(|state| state.refused.iter().find(|row| row.0 == function.key));
        let found = found(report, table, function);
        if found.is_none() && refused.is_none() {
            continue;
        }
        put(&mut html, &["<tr data-function=\"", function.key, "\"><th scope=\"row\"><b>", function.name, "</b> <code>"]);
        push_text(&mut html, function.wgsl);
        html.push_str("</code></th><td>");
        if let Some((verdict, words)) = &found {
            let (class, mark) = match verdict {
                Verdict::Fits(_) => ("within", "✓ "),
                Verdict::Apart { .. } => ("beyond", "≠ "),
                Verdict::Open => ("open", ""),
            };
            put(&mut html, &["<p class=\"", class, "\"><em>", mark, "</em>"]);
            push_text(&mut html, words);
            html.push_str("</p>");
            if state.is_some() {
                look_buttons(&mut html, function, verdict, chosen);
            }
        }
        if let Some((_, why)) = refused {
            html.push_str("<p class=\"beyond\"><em>refused:</em> ");
            push_text(&mut html, why);
            html.push_str("</p>");
        }
        html.push_str("</td><td>");
        if let Some((_, took, _)) = state.and_then(|state| state.spent.iter().find(|row| row.0 == function)) {
            put(&mut html, &[&short(took / 1000.0, 2), " s"]);
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// Buttons that draw the errors, and of windows that differ look into one. Errors of several operands are not measured.
fn look_buttons(html: &mut String, function: Function, verdict: &Verdict, chosen: Option<Function>) {
    let pressed = if chosen == Some(function) { "true" } else { "false" };
    html.push_str("<p class=\"looks\">");
    if function.truth.is_some() {
        put(html, &["<button type=\"button\" data-look=\"", function.key, "\" aria-pressed=\"", pressed, "\">draw its errors</button>"]);
    }
    if let Verdict::Apart { windows, .. } = verdict {
        html.push_str(" <span>look into a window that differs:</span>");
        for window in windows.iter().take(SHOWN) {
            let digits = format!("{window:02x}");
            put(
                html,
                &[
                    " <button type=\"button\" data-look=\"",
                    function.key,
                    "\" data-window=\"",
                    &digits,
                    "\" aria-label=\"inputs ",
                    &digits,
                    "000000 to ",
                    &digits,
                    "ffffff\">",
                    &digits,
                    "</button>",
                ],
            );
        }
        if windows.len() > SHOWN {
            put(html, &[" and ", &count((windows.len() - SHOWN) as u64), " more"]);
        }
    }
    html.push_str("</p>");
}

/// Windows that differ and are listed.
const SHOWN: usize = 16;

/// The answers to the probes, topic by topic.
pub fn probes(report: &Report, refused: &[(&'static str, String)]) -> String {
    let mut html = String::new();
    for (topic, title) in Topic::ALL {
        let asked = PROBES.iter().filter(|probe| probe.topic == topic);
        let rows: Vec<(&Probe, Option<u32>)> =
            asked.map(|probe| (probe, report.probes.iter().find(|row| row.0.key == probe.key).map(|row| row.1))).collect();
        if rows.iter().all(|row| row.1.is_none()) {
            continue;
        }
        put(
            &mut html,
            &[
                "<h3>",
                title,
                "</h3><div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"",
                title,
                "\"><table class=\"probes\"><thead><tr><th scope=\"col\">question</th><th scope=\"col\">answer</th><th scope=\"col\">bits</th><th scope=\"col\">WGSL</th></tr></thead><tbody>",
            ],
        );
        for (probe, got) in rows {
            put(&mut html, &["<tr data-probe=\"", probe.key, "\"><th scope=\"row\">", &sentence(probe.asks), "</th><td>"]);
            let why = refused.iter().find(|row| row.0 == probe.key);
            match got {
                Some(got) => answer(&mut html, probe, got),
                None if why.is_some() => {
                    html.push_str("refused: ");
                    push_text(&mut html, &why.map(|row| row.1.clone()).unwrap_or_default());
                }
                None if probe.half => html.push_str("the adapter has no f16"),
                None => html.push_str("not asked"),
            }
            let bits = got.map_or(String::new(), |got| format!("{got:08x}"));
            put(&mut html, &["</td><td><code>", &bits, "</code></td><td><code>"]);
            push_text(&mut html, probe.wgsl.strip_prefix("bitcast<u32>(").and_then(|inner| inner.strip_suffix(')')).unwrap_or(probe.wgsl));
            html.push_str("</code></td></tr>");
        }
        html.push_str("</tbody></table></div>");
    }
    html
}

/// What an answer means, with a link to the PTX that answers so.
fn answer(html: &mut String, probe: &Probe, got: u32) {
    let Some(answer) = probe.answer(got) else { return html.push_str("another answer than those we know") };
    if answer.ptx.is_empty() {
        return html.push_str(&sentence(answer.means));
    }
    html.push_str("<a href=\"");
    push_text(html, &link(probe, answer.ptx));
    html.push_str("\">");
    html.push_str(&sentence(answer.means));
    html.push_str("</a>");
}

/// The page that runs some PTX on the operands of a probe.
fn link(probe: &Probe, ptx: &str) -> String {
    let names = ["a", "b", "c"].into_iter().zip(probe.operands);
    let given: Vec<String> =
        names.filter(|(name, _)| ptx.contains(&["%", name].concat())).map(|(name, bits)| format!("{name}:{bits:x}")).collect();
    let context = Context { target: Target::SM_90, ptx: Version::NEWEST };
    let registers = Registers::read(&given.join(",")).0;
    if ptx.matches(';').count() > 1 {
        let program = Listing { text: ptx.replace("; ", ";\n"), registers, line: None, ..Listing::blank() };
        return Address { page: Page::Program, program, context, ..Address::default() }.written();
    }
    Address { page: Page::Explore, text: ptx.to_owned(), registers, context, ..Address::default() }.written()
}

/// Two reports side by side, in what both measured.
pub fn comparison(one: &Report, two: &Report, names: [&str; 2]) -> String {
    let found = semantics::gpu::report::Comparison::of(one, two);
    let mut html = String::from("<h3>");
    push_text(&mut html, names[0]);
    html.push_str(" beside ");
    push_text(&mut html, names[1]);
    html.push_str("</h3><ul class=\"remarks\" id=\"comparison\"><li>");
    let same = found.probes.is_empty();
    let questions = count(found.probes_of_both as u64);
    html.push_str(&if same {
        ["✓ ", &questions, " questions, the same answers"].concat()
    } else {
        format!("≠ {} of {questions} questions have other answers", found.probes.len())
    });
    html.push_str("</li>");
    for (probe, bits) in &found.probes {
        put(&mut html, &["<li>", &sentence(probe.asks), ": "]);
        for (place, bits) in bits.iter().enumerate() {
            let means = probe.answer(*bits).map_or("", |answer| answer.means);
            put(&mut html, &[if place == 0 { "" } else { ", and " }, "<code>", &format!("{bits:08x}"), "</code> "]);
            push_text(&mut html, means);
        }
        html.push_str("</li>");
    }
    for (function, both, differ) in &found.functions {
        put(&mut html, &["<li>", function.name, ": "]);
        html.push_str(&match (both, differ.len()) {
            (0, _) => "no window that both measured".to_owned(),
            (both, 0) => format!("✓ {both} windows, the same results"),
            (both, some) => format!("≠ {some} of {both} windows differ, first <code>{:02x}</code>", differ[0]),
        });
        html.push_str("</li>");
    }
    html.push_str("</ul>");
    html
}
