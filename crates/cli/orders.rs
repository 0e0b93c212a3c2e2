//! `ulp run --orders`: a kernel in many orders of its threads, as a table of the results of each number that differs.

use crate::run::place;
use crate::{Outcome, ended};
use semantics::kernel::argument::short;
use semantics::kernel::{Launched, Module};
use semantics::line::object::Object;
use semantics::orders::{Differing, MOST_LINES, MOST_SEEDS, Orders, Stopped, Study};
use std::io::{self, Write};
use std::path::Path;

/// Which orders are asked for.
pub fn orders(text: &str) -> Result<Orders, String> {
    let seeds = || text.parse().ok().filter(|seeds| *seeds <= MOST_SEEDS).map(Orders::Seeds);
    if text == "all" { Some(Orders::Every) } else { seeds() }
        .ok_or_else(|| format!("all, or a number of seeds up to {MOST_SEEDS}, is wanted"))
}

/// Runs them, and prints what they leave.
pub fn run(file: &Path, module: &Module, launched: &Launched, orders: Orders, as_json: bool) -> Outcome {
    let mut study = Study::new(module, launched, orders, MOST_LINES)?;
    while study.go_on() {}
    let mut page = String::new();
    if as_json {
        json(&mut page, module, &study)
    } else {
        table(&mut page, module, launched, &study)
    }
    ended(io::stdout().lock().write_all(page.as_bytes()))?;
    let Some(Stopped { order, stop, thread }) = &study.stopped else { return Ok(()) };
    let (block, thread) = (thread / launched.per_block(), thread % launched.per_block());
    let line = stop.number(module);
    let (place, message) = (place(file, line), &stop.message);
    Err(format!("{place}, thread {thread} of block {block}: {message} {} of {} orders stop; see --order {order}", study.stops, study.ran))
}

/// The name of a number: `out[3]`.
fn name(module: &Module, launched: &Launched, study: &Study, number: &Differing) -> String {
    let buffer = &study.buffers[number.place.buffer];
    format!("{}[{}]", short(&buffer.name, &module.functions[launched.entry].name), number.place.at)
}

fn table(page: &mut String, module: &Module, launched: &Launched, study: &Study) {
    page.push_str(&study.said());
    page.push('\n');
    for number in study.differing().into_iter().filter_map(|place| study.number(place)) {
        let own = study.buffers[number.place.buffer].own;
        let unit = if own.is_floating() { " ulp" } else { "" };
        let spread = number.spread().map(|steps| format!(", {steps}{unit} apart")).unwrap_or_default();
        page.push_str(&format!(
            "{} {}: {} results{spread}\n",
            name(module, launched, study, &number),
            own.name.to_lowercase(),
            number.results.len()
        ));
        page.push_str(&match &number.exact {
            Ok(exact) => format!("  exact {}, nearest 0x{}\n", exact.exact(), exact.nearest(own).hex()),
            Err(why) => format!("  {}\n", why.sentence()),
        });
        for (result, one) in &number.results {
            let error = number.exact.as_ref().map(|exact| format!("  {}", exact.error_of(*result))).unwrap_or_default();
            page.push_str(&format!("  {:>9}  0x{} {}{error}  --order {}\n", one.count, result.hex(), result.value_text(), one.first));
        }
    }
}

fn json(page: &mut String, module: &Module, study: &Study) {
    let mut object = Object::new(page);
    object.plain("ok", study.stops == 0 && study.cut.is_none());
    object.text("target", module.context.target.name());
    object.text("ptx", &module.context.ptx.to_string());
    object.plain("orders", study.ran);
    object.plain("orders_asked", study.of);
    object.plain("lines_run", study.lines);
    if let Some(why) = study.cut {
        object.text("cut", why);
    }
    if let Some(Stopped { order, stop, thread }) = &study.stopped {
        object.object("stopped", |object| {
            object.plain("orders", study.stops);
            object.text("order", &order.to_string());
            object.text("code", stop.code);
            object.text("message", &stop.message);
            object.plain("line", stop.number(module));
            object.plain("thread", thread);
        });
    }
    let differing = study.differing();
    object.list("differing", differing.into_iter().filter_map(|place| study.number(place)), |list, number| {
        let own = study.buffers[number.place.buffer].own;
        let mut object = Object::new(list);
        object.text("buffer", &study.buffers[number.place.buffer].name);
        object.plain("at", number.place.at);
        object.text("type", &own.name.to_lowercase());
        if let Some(steps) = number.spread() {
            object.plain("ulps_apart", steps);
        }
        match &number.exact {
            Ok(exact) => {
                object.text("exact", &exact.exact());
                object.text("nearest", &exact.nearest(own).hex());
            }
            Err(why) => object.text("no_exact", why.sentence()),
        }
        object.list("results", &number.results, |list, (result, one)| {
            let mut object = Object::new(list);
            object.text("bits", &result.hex());
            object.text("value", &result.digits());
            object.plain("orders", one.count);
            object.text("first", &one.first.to_string());
            if let Ok(exact) = &number.exact {
                object.text("error", &exact.error_of(*result).to_string());
            }
            object.end();
        });
        object.end();
    });
    object.end();
    page.push('\n');
}
