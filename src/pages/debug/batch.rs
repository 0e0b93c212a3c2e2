//! Many results at once: pasted or dropped lines judged in slices between frames, and a table with what became of each.
//!
//! The lines stay with the page and out of the address. A large paste never enters the text area: laying out megabytes of text takes the
//! browser longer than judging them.

use super::query::{Query, Tab};
use super::{Debug, engine, instruction_box};
use crate::components::dynamic::{flag, part, text};
use crate::components::html::{push_text, sentence};
use crate::state::browser;
use core::time::Duration;
use leptos::prelude::*;
use semantics::diagnosis::Investigation;
use semantics::diagnosis::batch::{Batch, Judged};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// A slice between two frames, in milliseconds.
const SLICE: f64 = 12.0;
/// Lines that are judged before the clock is looked at.
const STRIDE: usize = 32;
/// Rows of the table at once.
const PAGE: usize = 100;
/// A text longer than this is held beside the text area.
const HELD: usize = 20_000;

const EXAMPLE: &str = "a,b,got\n00800000,3f000000,00000000\n00800001,3f000000,00000000\n3f800000,40490fdb,40490fdb\n00000007,3f800000,00000000\n3dcccccd,41200000,3f800000\n";

/// Which lines the table shows.
#[derive(Clone, Copy, PartialEq)]
enum Filter {
    All,
    Wrong,
    Unexplained,
    Unread,
    Of(u16),
}

/// The state of the tab. Cheap to copy.
#[derive(Clone, Copy)]
struct Lines {
    debug: Debug,
    /// What stands in the text area.
    typed: RwSignal<String>,
    /// A text too long for it.
    held: StoredValue<Option<String>>,
    batch: RwSignal<Option<Batch>>,
    /// Which run the slices belong to.
    run: StoredValue<u32>,
    /// Rises with every slice that was done.
    done: RwSignal<u32>,
    /// The longest slice so far in milliseconds, and when the run began and ended.
    times: StoredValue<(f64, f64, f64)>,
    problem: RwSignal<String>,
    filter: RwSignal<Filter>,
    farthest: RwSignal<bool>,
    from: RwSignal<usize>,
}

/// The tab.
pub fn view(debug: Debug) -> AnyView {
    let lines = Lines {
        debug,
        typed: RwSignal::new(EXAMPLE.to_owned()),
        held: StoredValue::new(None),
        batch: RwSignal::new(None),
        run: StoredValue::new(0),
        done: RwSignal::new(0),
        times: StoredValue::new((0.0, 0.0, 0.0)),
        problem: RwSignal::new(String::new()),
        filter: RwSignal::new(Filter::All),
        farthest: RwSignal::new(false),
        from: RwSignal::new(0),
    };
    // Another instruction or other lines are another batch.
    Effect::new(move |_| {
        debug.query.with(|query| query.text.clone());
        debug.explorer.context.track();
        lines.typed.track();
        lines.begin();
    });
    on_cleanup(move || {
        let _ = lines.run.try_update_value(|run| *run += 1);
    });
    let input = move |event: web_sys::Event| {
        lines.held.set_value(None);
        lines.typed.set(event_target_value(&event));
    };
    let paste = move |event: web_sys::ClipboardEvent| {
        if let Some(pasted) = event.clipboard_data().and_then(|data| data.get_data("text").ok()).filter(|pasted| pasted.len() > HELD) {
            event.prevent_default();
            lines.hold(pasted);
        }
    };
    let drop = move |event: web_sys::DragEvent| {
        event.prevent_default();
        let file = event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0));
        if let Some(file) = file {
            lines.read(&file);
        }
    };
    let chosen = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
        if let Some(file) = input.and_then(|input| input.files()).and_then(|files| files.get(0)) {
            lines.read(&file);
        }
    };
    view! {
        <section class="batch" aria-label="Many results">
            {instruction_box(debug, "The instruction, or several")}
            <label class="ask" for="lines">"Results, one a line: operands and what you got (CSV, tabs, blanks, names), or hex dumps of the arrays"</label>
            <textarea
                id="lines"
                rows="6"
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                prop:value=text(move || lines.typed.get())
                on:input=input
                on:paste=paste
                on:drop=drop
                on:dragover=move |event: web_sys::DragEvent| event.prevent_default()
            ></textarea>
            <p class="load"><label>"or a file: " <input type="file" id="file" accept=".csv,.tsv,.txt,.hex,text/*" on:change=chosen /></label></p>
            <p class="says" hidden=flag(move || lines.problem.with(String::is_empty)) inner_html=text(move || sentence(&lines.problem.get()))></p>
            <p class="finding" id="summary" role="status">{text(move || lines.summary())}</p>
            {part(move || if lines.ready() { results(lines) } else { ().into_any() })}
        </section>
    }
    .into_any()
}

impl Lines {
    fn hold(self, text: String) {
        let count = text.bytes().filter(|byte| *byte == b'\n').count() + usize::from(!text.ends_with('\n'));
        let size = text.len() / 1024;
        self.held.set_value(Some(text));
        self.typed.set(format!("# {count} lines ({size} KB) are held beside this box; type here to replace them"));
    }

    fn read(self, file: &web_sys::File) {
        let took = Closure::once(move |content: JsValue| {
            if let Some(text) = content.as_string() {
                if text.len() > HELD { self.hold(text) } else { self.typed.set(text) }
            }
        });
        let _ = file.text().then(&took);
        // It is called once, when the file has been read.
        took.forget();
    }

    /// Starts over.
    fn begin(self) {
        self.run.update_value(|run| *run = run.wrapping_add(1));
        self.filter.set(Filter::All);
        self.from.set(0);
        let (instruction, context) =
            (self.debug.query.with_untracked(|query| query.text.clone()), self.debug.explorer.context.get_untracked());
        let text = self.held.with_value(Clone::clone).unwrap_or_else(|| self.typed.get_untracked());
        let batch = Investigation::new(&instruction, &context).and_then(|investigation| Batch::new(investigation, text));
        match batch {
            Ok(batch) => {
                self.problem.set(String::new());
                self.times.set_value((0.0, browser::now(), 0.0));
                self.batch.set(Some(batch));
                self.slice(self.run.get_value());
            }
            Err(message) => {
                self.problem.set(message);
                self.batch.set(None);
                self.done.update(|done| *done += 1);
            }
        }
    }

    /// Judges lines until the slice is over, then lets the browser draw.
    fn slice(self, run: u32) {
        if self.run.try_get_value() != Some(run) {
            return;
        }
        let begun = browser::now();
        let mut more = true;
        self.batch.update_untracked(|batch| {
            let Some(batch) = batch else { return };
            while browser::now() - begun < SLICE && !batch.is_done() {
                batch.go_on(STRIDE, engine());
            }
            more = !batch.is_done();
        });
        let now = browser::now();
        self.times.update_value(|times| *times = (times.0.max(now - begun), times.1, now));
        self.done.update(|done| *done += 1);
        if more {
            set_timeout(move || self.slice(run), Duration::ZERO);
        }
    }

    fn ready(self) -> bool {
        self.done.track();
        self.batch.with_untracked(|batch| batch.as_ref().is_some_and(|batch| batch.is_done() && batch.count() > 0))
    }

    fn summary(self) -> String {
        self.done.track();
        self.batch.with_untracked(|batch| {
            let Some(batch) = batch else { return String::new() };
            if !batch.is_done() {
                let (at, of) = batch.progress();
                return format!("{} % of {} lines", at * 100 / of.max(1), batch.count());
            }
            batch.summary()
        })
    }

    /// The rows that the table shows, in its order.
    fn rows(self, batch: &Batch) -> Vec<u32> {
        let filter = self.filter.get();
        let shows = |place: &usize| match (batch.lines.get(*place), filter) {
            (_, Filter::All) => true,
            (Some(Judged::Unread(_)), filter) => filter == Filter::Unread,
            (Some(Judged::Verdict(_, verdict)), Filter::Wrong) => !verdict.is_expected(),
            (Some(Judged::Verdict(_, verdict)), Filter::Unexplained) => !verdict.is_expected() && verdict.found.is_empty(),
            (Some(Judged::Verdict(..)), Filter::Of(hypothesis)) => batch.best(*place) == Some(hypothesis),
            _ => false,
        };
        let mut rows: Vec<u32> = (0..batch.count()).filter(shows).map(|place| place as u32).collect();
        if self.farthest.get() {
            let far = |place: &u32| match batch.lines.get(*place as usize) {
                Some(Judged::Verdict(_, verdict)) if verdict.is_expected() => 0,
                // Without a distance (a NaN), further than any number.
                Some(Judged::Verdict(_, verdict)) => verdict.distance.unwrap_or(u64::MAX - 1).saturating_add(1),
                _ => 0,
            };
            rows.sort_by_cached_key(|place| u64::MAX - far(place));
        }
        rows
    }
}

fn results(lines: Lines) -> AnyView {
    let html = Memo::new(move |_| {
        lines.done.track();
        lines.batch.with_untracked(|batch| batch.as_ref().map(|batch| table(lines, batch)).unwrap_or_default())
    });
    let leaders = lines.batch.with_untracked(|batch| batch.as_ref().map(leaders).unwrap_or_default());
    let options = lines.batch.with_untracked(|batch| {
        let batch = batch.as_ref();
        let hypotheses = batch.map(|batch| {
            batch.leaders.iter().filter(|leader| leader.explains > 0).map(|leader| {
                let name = batch.investigation.hypotheses.get(usize::from(leader.hypothesis)).map_or("", |one| one.sentence.as_str());
                (leader.hypothesis, name.to_owned())
            })
        });
        hypotheses.into_iter().flatten().collect::<Vec<_>>()
    });
    let options = options.into_iter().map(|(place, name)| view! { <option value=place.to_string()>{name}</option> }.into_any());
    let filter = move |event: web_sys::Event| {
        let value = event_target_value(&event);
        lines.from.set(0);
        lines.filter.set(match value.as_str() {
            "wrong" => Filter::Wrong,
            "unexplained" => Filter::Unexplained,
            "unread" => Filter::Unread,
            place => place.parse().map_or(Filter::All, Filter::Of),
        });
    };
    let sort = move |event: web_sys::Event| {
        lines.from.set(0);
        lines.farthest.set(event_target_value(&event) == "ulps");
    };
    let turn = move |by: isize| lines.from.update(|from| *from = from.saturating_add_signed(by));
    let took = lines.times.with_value(|(longest, begun, ended)| {
        let count = lines.batch.with_untracked(|batch| batch.as_ref().map_or(0, Batch::count));
        format!("{count} lines in {:.0} ms; the longest slice took {longest:.0} ms", ended - begun)
    });
    view! {
        <div class="results">
            <div class="scroll" inner_html=leaders></div>
            <div class="choices">
                <label>"show " <select id="filter" on:change=filter>
                    <option value="all">"all lines"</option>
                    <option value="wrong">"those that differ"</option>
                    <option value="unexplained">"unexplained"</option>
                    <option value="unread">"not read"</option>
                    {options.collect_view()}
                </select></label>
                <label>"order " <select id="order" on:change=sort>
                    <option value="line">"by line"</option>
                    <option value="ulps">"farthest first"</option>
                </select></label>
                <button type="button" on:click=move |_| turn(-(PAGE as isize))>"◀ before"</button>
                <button type="button" on:click=move |_| turn(PAGE as isize)>"next ▶"</button>
                <button type="button" id="export" on:click=move |_| export(lines)>"save as CSV"</button>
                <span class="took" id="took">{took}</span>
            </div>
            <div class="scroll" tabindex="0" role="region" aria-label="Lines" inner_html=text(move || html.get())></div>
        </div>
    }
    .into_any()
}

/// What explains most, as a table.
fn leaders(batch: &Batch) -> String {
    let counts = batch.counts();
    if batch.leaders.iter().all(|leader| leader.explains == 0) {
        return String::new();
    }
    let wrong = counts.explained + counts.unexplained;
    let mut html = String::from(
        "<table class=\"leaders\"><thead><tr><th scope=\"col\">explains</th><th scope=\"col\">contradicts</th><th scope=\"col\">what</th></tr></thead><tbody>",
    );
    for leader in batch.leaders.iter().filter(|leader| leader.explains > 0) {
        let Some(hypothesis) = batch.investigation.hypotheses.get(usize::from(leader.hypothesis)) else { continue };
        let against = if counts.right == 0 { "no right line".to_owned() } else { format!("{} of {}", leader.contradicts, counts.right) };
        html.push_str(&format!("<tr><td>{} of {wrong}</td><td>{against}</td><td>", leader.explains));
        push_text(&mut html, &hypothesis.sentence);
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    html
}

fn table(lines: Lines, batch: &Batch) -> String {
    let rows = lines.rows(batch);
    let from = lines.from.get().min(rows.len().saturating_sub(1) / PAGE * PAGE);
    let shown = rows.get(from..rows.len().min(from + PAGE)).unwrap_or_default();
    let mut html = String::with_capacity(shown.len() * 400 + 400);
    html.push_str(&format!(
        "<table class=\"judged\"><caption>{}–{} of {}</caption><thead><tr><th scope=\"col\">line</th>",
        from + usize::from(!shown.is_empty()),
        from + shown.len(),
        rows.len()
    ));
    for (name, _) in &batch.investigation.inputs {
        html.push_str("<th scope=\"col\">");
        push_text(&mut html, name.trim_start_matches('%'));
        html.push_str("</th>");
    }
    html.push_str("<th scope=\"col\">got</th><th scope=\"col\">expected</th><th scope=\"col\">ulp</th><th scope=\"col\">verdict</th></tr></thead><tbody>");
    let context = lines.debug.explorer.context.get_untracked();
    let instruction = lines.debug.query.with_untracked(|query| query.text.clone());
    for place in shown {
        line(&mut html, batch, *place as usize, &instruction, context);
    }
    html.push_str("</tbody></table>");
    html
}

fn line(html: &mut String, batch: &Batch, place: usize, instruction: &str, context: semantics::instruction::Context) {
    html.push_str(&format!("<tr><th scope=\"row\">{}</th>", place + 1));
    let inputs = &batch.investigation.inputs;
    match batch.lines.get(place) {
        Some(Judged::Verdict(sample, verdict)) => {
            let mut asked = instruction.split_whitespace().collect::<Vec<_>>().join(" ");
            for ((name, format), bits) in inputs.iter().zip(sample.operands) {
                let digits = format.width() as usize / 4;
                html.push_str(&format!("<td class=\"hex\">{bits:0digits$x}</td>"));
                asked.push_str(&format!(" {}={bits:0digits$x}", name.trim_start_matches('%')));
            }
            let digits = batch.investigation.format.map_or(1, |format| format.width() as usize / 4);
            asked.push_str(&format!(" got=0x{:0digits$x}", verdict.seen));
            let link = Query { tab: Tab::Explain, line: asked, ..Query::default() }.link(context);
            let (class, says) = match (verdict.is_expected(), batch.best(place)) {
                (true, _) => ("right", "as expected"),
                (false, None) => ("unexplained", "unexplained"),
                (false, Some(best)) => {
                    ("explained", batch.investigation.hypotheses.get(usize::from(best)).map_or("", |one| one.sentence.as_str()))
                }
            };
            let ulps = verdict.distance.map_or("–".to_owned(), |distance| distance.to_string());
            html.push_str(&format!(
                "<td class=\"hex\">{:0digits$x}</td><td class=\"hex\">{:0digits$x}</td><td class=\"ulps\">{ulps}</td><td class=\"{class}\"><a href=\"",
                verdict.seen, verdict.expected
            ));
            push_text(html, &link);
            html.push_str("\">");
            push_text(html, says);
            html.push_str("</a></td>");
        }
        Some(Judged::Unread(message)) => {
            html.push_str(&format!("<td class=\"unread\" colspan=\"{}\">", inputs.len() + 4));
            push_text(html, message);
            if let Some(text) = batch.layout.line(&batch.text, place) {
                html.push_str(" <code>");
                push_text(html, &text.chars().take(80).collect::<String>());
                html.push_str("</code>");
            }
            html.push_str("</td>");
        }
        None => {}
    }
    html.push_str("</tr>");
}

/// Hands everything over as a file.
fn export(lines: Lines) {
    let csv = lines.batch.with_untracked(|batch| batch.as_ref().map(Batch::csv).unwrap_or_default());
    let parts = js_sys::Array::of1(&JsValue::from_str(&csv));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/csv");
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    let anchor = document().create_element("a").ok().and_then(|element| element.dyn_into::<web_sys::HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(&address);
        anchor.set_download("ulpscope.csv");
        anchor.click();
    }
    set_timeout(move || drop(web_sys::Url::revoke_object_url(&address)), Duration::from_secs(10));
}
