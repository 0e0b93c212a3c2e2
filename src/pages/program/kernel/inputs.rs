//! Many inputs: a table is pasted, the kernel runs for each of its rows, and those whose results are farthest off are shown.
//!
//! The table stays out of the address, which a row that is chosen goes into.

use super::asked::{Asked, Plan};
use super::run::{self, Clock};
use super::types::Parameter;
use super::{Kernel, short};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, heard, text};
use crate::components::html::{count, push_text, sentence};
use crate::state::journal::{Change, Edited};
use leptos::prelude::*;
use leptos::task::spawn_local;
use semantics::sweep::verdict::Deviation;
use wasm_bindgen::JsCast;

/// Rows of the table that are shown.
const SHOWN: usize = 50;

/// What became of a row.
#[derive(Clone, Debug, PartialEq)]
struct Ended {
    /// Its place in the table, from 1.
    row: usize,
    arguments: Vec<String>,
    /// The farthest number in the buffers in words, with its error; or why there is none.
    result: Result<(String, Deviation), String>,
}

impl Ended {
    /// Rows that stop say most, then those that are farthest off.
    fn size(&self) -> (bool, u64) {
        match &self.result {
            Ok((_, error)) => (false, error.size()),
            Err(_) => (true, 0),
        }
    }
}

/// The cells of a line: between tabs, semicolons or commas, of which those in brackets belong to a list.
fn cells(line: &str) -> Vec<String> {
    let between = ['\t', ';', ','].into_iter().find(|between| line.contains(*between)).unwrap_or(',');
    let mut all = vec![String::new()];
    let mut depth = 0i32;
    for letter in line.chars() {
        depth += i32::from(letter == '[') - i32::from(letter == ']');
        match all.last_mut() {
            Some(cell) if letter != between || depth > 0 => cell.push(letter),
            _ => all.push(String::new()),
        }
    }
    all.iter().map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
}

/// An argument for a parameter: a number for one that is given a list is a list of that alone.
fn argument(cell: &str, field: &str) -> String {
    match field.split_once('[') {
        Some((own, _)) if !cell.contains('[') => format!("{own}[{cell},]"),
        _ => cell.to_owned(),
    }
}

/// The arguments of each row. Columns are named in the first line, or are the parameters in order: all of them, or those that are no zeros.
fn rows(table: &str, parameters: &[Parameter], fields: &[String]) -> Result<Vec<Vec<String>>, String> {
    let mut lines = table.lines().filter(|line| !line.trim().is_empty()).map(cells).peekable();
    let first = lines.peek().cloned().unwrap_or_default();
    let place = |name: &String| parameters.iter().position(|one| one.name == *name);
    let named: Option<Vec<usize>> = first.iter().map(place).collect();
    let columns = match named {
        Some(columns) if !first.is_empty() => {
            lines.next();
            columns
        }
        _ if first.len() == parameters.len() => (0..parameters.len()).collect(),
        _ => {
            let zeros = |field: &String| {
                field.split_once('[').is_some_and(|(_, items)| items.trim_end_matches(']').trim().parse::<usize>().is_ok())
            };
            (0..parameters.len()).filter(|at| fields.get(*at).is_some_and(|field| !zeros(field))).collect()
        }
    };
    let names = || columns.iter().filter_map(|at| parameters.get(*at)).map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let row = |(at, cells): (usize, Vec<String>)| {
        if cells.len() != columns.len() {
            return Err(format!("Row {} has {} cells; {} are wanted: {}.", at + 1, cells.len(), columns.len(), names()));
        }
        let mut arguments = fields.to_vec();
        for (column, cell) in columns.iter().zip(cells) {
            arguments[*column] = argument(&cell, &fields[*column]);
        }
        Ok(arguments)
    };
    lines.enumerate().map(row).collect()
}

/// The section.
pub fn inputs(kernel: Kernel) -> AnyView {
    let table = RwSignal::new(String::new());
    let (ended, said) = (RwSignal::new(Vec::<Ended>::new()), RwSignal::new(String::new()));
    let turn = StoredValue::new(0u32);
    let start = move || {
        turn.update_value(|turn| *turn = turn.wrapping_add(1));
        let now = turn.get_value();
        let waits = move || turn.try_get_value() == Some(now);
        let read = kernel.read.get_untracked().0;
        let plan = kernel.asked.with_untracked(|asked| asked.plan.clone());
        let all = table.with_untracked(|table| rows(table, &kernel.parameters.get_untracked(), &kernel.arguments.get_untracked()));
        ended.set(Vec::new());
        let all = match all {
            Ok(all) => all,
            Err(why) => return said.set(why),
        };
        spawn_local(async move {
            let (of, mut clock) = (all.len(), Clock::new());
            for (at, arguments) in all.into_iter().enumerate() {
                let Some(done) = run::run(read.clone(), plan.clone(), arguments.clone(), waits, |_| ()).await else { return };
                let result = done.and_then(|done| match (&done.stop, done.farthest()) {
                    (Some((stop, _)), _) => Err(format!("stops at line {}: {}", stop.number(&done.read.module), stop.message)),
                    (None, Some((buffer, at, error))) => Ok((format!("{}[{at}]", short(&done.buffers[buffer].name, done.name())), error)),
                    (None, None) => Err("leaves no number that was computed".into()),
                });
                if clock.is_due() {
                    clock.turn().await;
                    if !waits() {
                        return;
                    }
                    said.set(format!("{} of {} rows have run.", count(at as u64 + 1), count(of as u64)));
                }
                ended.update(|ended| ended.push(Ended { row: at + 1, arguments, result }));
            }
            ended.update(|ended| ended.sort_by_key(|one| core::cmp::Reverse(one.size())));
            said.set(ended.with_untracked(|ended| summary(ended)));
        });
    };
    let show = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let button = target.and_then(|target| target.closest("[data-row]").ok().flatten());
        let row = button.and_then(|button| button.get_attribute("data-row")).and_then(|row| row.parse::<usize>().ok());
        let arguments = ended.with_untracked(|ended| ended.iter().find(|one| Some(one.row) == row).map(|one| one.arguments.clone()));
        if let Some(arguments) = arguments {
            kernel.ask(Change::Edit(Edited::Kernel("row".into())), |asked| {
                let plan = Plan { arguments: arguments.into_iter().map(Some).collect(), ..asked.plan };
                Asked { plan, step: None, ..asked }
            });
        }
    };
    let html = move || ended.with(|ended| drawn(ended));
    let names = move || {
        let names = kernel.parameters.with(|all| all.iter().map(|one| one.name.clone()).collect::<Vec<_>>());
        format!("A row a line, a column a parameter; a first line may name them: {}", names.join(", "))
    };
    view! {
        <details class="inputs">
            <summary>"Many inputs: find the worst"</summary>
            <label class="ask" for="inputs">{text(names)}</label>
            <textarea
                id="inputs"
                rows="5"
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                prop:value=text(move || table.get())
                on:input=heard(move |event: web_sys::Event| table.set(event_target_value(&event)))
            ></textarea>
            <p>
                <button type="button" class="fix" id="run-inputs" on:click=heard(move |_: web_sys::MouseEvent| start())>"run every row"</button>" "
                <span id="worst-input" role="status" inner_html=text(move || sentence(&said.get()))></span>
            </p>
            <div
                class="scroll"
                tabindex="0"
                role="region"
                aria-label="Rows, the farthest off first"
                hidden=flag(move || ended.with(Vec::is_empty))
                on:click=show
                inner_html=text(html)
            ></div>
        </details>
    }
    .into_any()
}

/// Which row is the worst.
fn summary(ended: &[Ended]) -> String {
    let stopped = ended.iter().filter(|one| one.result.is_err()).count();
    let stopped = match stopped {
        0 => String::new(),
        1 => " One row has no result.".to_owned(),
        stopped => format!(" {} rows have no result.", count(stopped as u64)),
    };
    let worst = ended.iter().find_map(|one| one.result.as_ref().ok().map(|(place, error)| (one.row, place, error)));
    let worst = worst.map_or(String::new(), |(row, place, error)| {
        format!(" The worst is row {row}: `{place}` is off by {error} from what it would be had nothing been rounded.")
    });
    format!("{} rows ran.{worst}{stopped}", count(ended.len() as u64))
}

fn drawn(ended: &[Ended]) -> String {
    let mut html = String::from(
        "<table><thead><tr><th scope=\"col\">row</th><th scope=\"col\">arguments</th><th scope=\"col\">farthest number</th></tr></thead><tbody>",
    );
    for one in ended.iter().take(SHOWN) {
        html.push_str(&format!(
            "<tr><th scope=\"row\"><button type=\"button\" class=\"fix\" data-row=\"{0}\">{0}</button></th><td>",
            one.row
        ));
        push_text(&mut html, &one.arguments.join(" · "));
        html.push_str("</td><td>");
        html.push_str(&match &one.result {
            Ok((place, error)) => sentence(&format!("`{place}`: {error}")),
            Err(why) => sentence(why),
        });
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_becomes_arguments() {
        let parameter = |name: &str| Parameter { name: name.into(), own: String::new(), proposed: String::new() };
        let parameters = ["x", "out", "n"].map(parameter);
        let fields = ["f32[0.1, 0.2]", "f32[8]", "8"].map(str::to_owned);
        let read = |table: &str| rows(table, &parameters, &fields);
        let row = |x: &str, out: &str, n: &str| [x, out, n].map(str::to_owned).to_vec();
        assert_eq!(read("1.5,2\n\n0x7f,3\n"), Ok(vec![row("f32[1.5,]", "f32[8]", "2"), row("f32[0x7f,]", "f32[8]", "3")]));
        assert_eq!(read("n\tx\n4\tf32[1,2]"), Ok(vec![row("f32[1,2]", "f32[8]", "4")]));
        assert_eq!(read("f32[1,2],f32[2],7"), Ok(vec![row("f32[1,2]", "f32[2]", "7")]));
        assert_eq!(read("x\n1\n1,2"), Err("Row 2 has 2 cells; 1 are wanted: x.".into()));
        assert_eq!(read(""), Ok(vec![]));
    }
}
