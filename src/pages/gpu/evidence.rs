//! The measurement as a file: shown before it is saved, read back, and compared with another.

use super::state::Stage;
use super::{Shared, show};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::html::{push_text, sentence};
use crate::plots::file::save;
use crate::state::browser;
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::gpu::verdict::found;
use semantics::gpu::{Function, Report};
use wasm_bindgen_futures::JsFuture;

/// The largest file that is read, in bytes. A measurement has about 40,000.
const LARGEST: f64 = 1e6;

/// The section.
pub fn evidence(shared: Shared) -> AnyView {
    let files: RwSignal<Vec<(String, Report)>> = RwSignal::new(Vec::new());
    let wrong = RwSignal::new(String::new());
    // Words for the reader of the file; hashes are made into verdicts anew by whoever reads it here.
    let written = Memo::new(move |_| {
        shared.with(|state| {
            if matches!(state.stage, Stage::Opening | Stage::Asking) || state.report.probes.is_empty() {
                return String::new();
            }
            let mut report = state.report.clone();
            let words = Function::ALL.iter().filter_map(|function| Some((*function, found(&report, state.table.as_ref(), *function)?.1)));
            report.found = words.collect();
            report.write()
        })
    });
    let chosen = move |event: web_sys::Event| {
        let Some(input) = browser::field(&event) else { return };
        let Some(given) = input.files() else { return };
        wrong.set(String::new());
        shared.measurement.get_value().fetch_table();
        for file in (0..given.length()).filter_map(|at| given.get(at)) {
            let name = file.name();
            if file.size() > LARGEST {
                wrong.set([&name, " is too large for a measurement."].concat());
                continue;
            }
            let content = file.text();
            spawn_local(async move {
                let content = JsFuture::from(content).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
                match Report::read(&content) {
                    Ok(report) => files.update(|files| {
                        files.retain(|file| file.0 != name);
                        files.push((name, report));
                    }),
                    Err(why) => wrong.set([&name, ": ", &why].concat()),
                }
            });
        }
        // The same file may be chosen again.
        input.set_value("");
    };
    let shown = move || {
        let mut html = String::new();
        let files = files.get();
        shared.with(|state| {
            for (name, report) in &files {
                html.push_str("<h3>");
                push_text(&mut html, name);
                html.push_str(" <span class=\"badge\">reported</span></h3><div class=\"adapter\">");
                html.push_str(&show::adapter(report));
                html.push_str("</div><div class=\"scroll\" role=\"region\" aria-label=\"Functions of the file\" tabindex=\"0\">");
                html.push_str(&show::functions(report, None, state.table.as_ref(), None));
                html.push_str("</div>");
            }
            let own = (!state.report.probes.is_empty()).then_some(("this measurement", &state.report));
            let all: Vec<(&str, &Report)> = own.into_iter().chain(files.iter().map(|(name, report)| (&**name, report))).collect();
            for pair in all.windows(2) {
                html.push_str(&show::comparison(pair[0].1, pair[1].1, [pair[0].0, pair[1].0]));
            }
        });
        html
    };
    view! {
        <section class="evidence" aria-labelledby="gpu-file">
            <h2 id="gpu-file">"Files"</h2>
            <div hidden=flag(move || written.with(String::is_empty))>
                <p>"The file below is the whole measurement: what the browser says of itself and the GPU, what you typed, answers and hashes. It stays on this machine unless you pass it on."</p>
                <details>
                    <summary>"the file"</summary>
                    <pre class="file" tabindex="0" role="region" aria-label="The file">{text(move || written.get())}</pre>
                </details>
                <p><button type="button" id="save" on:click=move |_| save("json", "application/json", &written.get_untracked())>"save as JSON"</button></p>
            </div>
            <p><label>"Read files back, and compare them: " <input type="file" id="files" accept=".json,application/json" multiple on:change=chosen /></label></p>
            <p class="wrong" role="alert" inner_html=text(move || sentence(&wrong.get()))></p>
            <div class="files" inner_html=text(shown)></div>
        </section>
    }
    .into_any()
}
