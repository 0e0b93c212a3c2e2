//! The tools: a row each, with its arguments. What computes is what the other commands, the page and the package of Python call as well.

use super::{Answered, PARAMS, failure};
use crate::{Command, Outcome, listing, target, version};
use clap::Parser;
use core::marker::PhantomData;
use semantics::diagnosis::batch::Batch;
use semantics::diagnosis::table::{Filter, Order};
use semantics::diagnosis::{Engine, Investigation};
use semantics::instruction::{Context, sass};
use semantics::line::{Ran, explain_line};
use semantics::sass::line::decode_line;
use semantics::sass::listing::is_listing;
use semantics::trace::Silent;
use semantics::trace::text::story;
use serde_json::{Map, Value, json};

/// What a client is told of all tools.
pub const ABOUT: &str = "Ulpscope computes what NVIDIA floating-point code computes, bit for bit, and says how each result is known. \
     Ask `evaluate` for bits and `explain` for the reason. Bits are hexadecimal.";

/// The most rows of one kind that an answer lists.
const LISTED: usize = 100;

/// The steps above which only their beginning is told.
const STEPS: usize = 200;

/// A tool: its name, what it does, its arguments, and what computes.
struct Tool(&'static str, &'static str, &'static [Argument], fn(&Given) -> Outcome<Answer>);

/// An argument: its name, what it is, what its value must be, whether it must be there.
struct Argument(&'static str, &'static str, Kind, bool);

/// What a value must be: the word of the schema, the words of a refusal, and the test.
struct Kind(&'static str, &'static str, fn(&Value) -> bool);

const TEXT: Kind = Kind("string", "a text", Value::is_string);
const COUNT: Kind = Kind("integer", "a whole number", Value::is_u64);

/// A text for people, and the same as data. A tool may say in both that it failed.
struct Answer {
    text: String,
    data: Value,
    failed: bool,
}

const LINE: Argument = Argument(
    "line",
    "`[NAME=HEXBITS ... |] CODE`, as `ulp eval` reads it. It is PTX (`a=3f800000 | fma.rn.f32 d, a, 2.0, 0.1;`), or an expression or a program of C \
     (`0.1f + 0.2f`). It may be a call of CUDA (`__fadd_rz(1.5f, 1e-8f)`), Python with NumPy, machine code (`MUFU.RCP R0, R1;`), or a number. What is \
     given no bits is zero.",
    TEXT,
    true,
);
const TARGET: Argument = Argument("target", "The chip: sm_90 unless it is said.", TEXT, false);
const PTX: Argument = Argument("ptx", "The PTX version: the newest that is known unless it is said.", TEXT, false);

const TOOLS: [Tool; 6] = [
    Tool("evaluate", "The bits, the flags and the evidence of code, rounded as the chip rounds.", &[LINE, TARGET, PTX], evaluate),
    Tool("explain", "Why a result has its bits: each step from the operands to the rounded result.", &[LINE, TARGET, PTX], explain),
    Tool(
        "decode",
        "Machine words, or a listing of cuobjdump or nvdisasm, as assembly.",
        &[
            Argument("words", "One hexadecimal word a line (16 digits up to sm_62, 32 from sm_70 on), or the listing.", TEXT, true),
            Argument("target", "The chip: sm_90 unless it is said. The header of a listing names its own.", TEXT, false),
        ],
        decode,
    ),
    Tool(
        "diagnose",
        "What happened where results are wrong: flushing, another rounding, fused or not, fewer bits, other operands. Each hypothesis is tried on every result.",
        &[
            Argument("text", "The code that should have run, of one result: `mul.rn.f32 d, a, b;`.", TEXT, true),
            Argument(
                "results",
                "A table: a line a result, its operands in order and then what was seen, with commas. `0x` begins bits.",
                TEXT,
                true,
            ),
            TARGET,
        ],
        diagnose,
    ),
    Tool(
        "sweep",
        "The error of an approximation or of a kernel over a range of operands, or where two texts differ, as `ulp sweep` measures it. It answers when it is done.",
        &[
            Argument(
                "function",
                "RCP, RSQ, LG2, SIN, COS, TANH …, an instruction (`ex2.approx.f32`), or `FILE.ptx:ENTRY`. With `against` also an expression of C or \
                 Python that computes one number (`x*x - 0.5f*x + 1`), or any file with a kernel.",
                TEXT,
                true,
            ),
            Argument("every", "Sweep one operand out of this many; 1 is all of them.", COUNT, true),
            Argument("from", "The bits of the first operand.", TEXT, false),
            Argument("to", "The bits of the last operand.", TEXT, false),
            Argument(
                "against",
                "What the function is held against. It is a true function by its name in C (`exp`), another text or file (`__expf(x)`), options of nvcc \
                 (`-use_fast_math`), or `exact`. With `exact` an expression is held against its result without any rounding.",
                TEXT,
                false,
            ),
            TARGET,
        ],
        sweep,
    ),
    Tool(
        "reference",
        "What is known of an instruction, a CUDA function, a format, a chip, a term or a lesson: forms, versions, special values, error bounds, evidence.",
        &[Argument("name", "Its name: `fma`, `MUFU`, `expf`, `e4m3`, `sm_90`, `ulp`. A part of a name lists what has it.", TEXT, true)],
        reference,
    ),
];

/// What `tools/list` gives. There is one page.
pub fn list(params: &Map<String, Value>) -> Answered {
    if params.contains_key("cursor") {
        return failure(PARAMS, "There is no further page of tools.");
    }
    let tool = |Tool(name, about, arguments, _): &Tool| {
        let properties: Map<String, Value> = arguments
            .iter()
            .map(|Argument(name, about, kind, _)| ((*name).to_owned(), json!({"type": kind.0, "description": about})))
            .collect();
        let required: Vec<&str> = arguments.iter().filter(|argument| argument.3).map(|argument| argument.0).collect();
        let schema = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
        json!({"name": name, "description": about, "inputSchema": schema, "annotations": {"readOnlyHint": true, "openWorldHint": false}})
    };
    Ok(json!({"tools": TOOLS.iter().map(tool).collect::<Vec<_>>()}))
}

/// What `tools/call` gives. What is wrong with the arguments is for the model to read and to mend, so it is the tool's error and not the
/// protocol's.
pub fn call(params: &Map<String, Value>) -> Answered {
    let Some(name) = params.get("name").and_then(Value::as_str) else { return failure(PARAMS, "The `name` of a tool is missing.") };
    let Some(Tool(_, _, arguments, compute)) = TOOLS.iter().find(|tool| tool.0 == name) else {
        return failure(PARAMS, format!("There is no tool `{name}`; these are here: {}.", TOOLS.each_ref().map(|tool| tool.0).join(" ")));
    };
    let nothing = Map::new();
    let given = match params.get("arguments") {
        None => &nothing,
        Some(Value::Object(given)) => given,
        Some(_) => return failure(PARAMS, "`arguments` must be an object."),
    };
    let answer = Given::read(given, arguments).and_then(|given| compute(&given));
    let Answer { text, data, failed } = answer.unwrap_or_else(|why| Answer { data: json!({"message": why}), text: why, failed: true });
    Ok(json!({"content": [{"type": "text", "text": text}], "structuredContent": data, "isError": failed}))
}

/// The arguments of a call, which fit their rows.
struct Given<'a>(&'a Map<String, Value>);

impl Given<'_> {
    fn read<'a>(given: &'a Map<String, Value>, arguments: &[Argument]) -> Outcome<Given<'a>> {
        let names = || arguments.iter().map(|argument| argument.0).collect::<Vec<_>>().join(" ");
        for (name, value) in given {
            let Some(Argument(_, _, Kind(_, wanted, fits), _)) = arguments.iter().find(|argument| argument.0 == name) else {
                return Err(format!("There is no argument `{name}`; these are known: {}.", names()));
            };
            if !fits(value) {
                return Err(format!("`{name}` must be {wanted}."));
            }
        }
        match arguments.iter().find(|argument| argument.3 && !given.contains_key(argument.0)) {
            Some(Argument(name, ..)) => Err(format!("`{name}` is missing.")),
            None => Ok(Given(given)),
        }
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A text that must be there.
    fn needed(&self, name: &str) -> &str {
        self.text(name).unwrap_or("")
    }

    fn context(&self) -> Outcome<Context> {
        let Context { target: chip, ptx } = Context::default();
        let chip =
            self.text("target").map_or(Ok(chip), |name| target(name).map_err(|why| format!("There is no target `{name}`; {why}.")))?;
        let ptx =
            self.text("ptx").map_or(Ok(ptx), |name| version(name).map_err(|why| format!("There is no PTX version `{name}`; {why}.")))?;
        Ok(Context { target: chip, ptx })
    }
}

/// The text and the data of a line, without its steps unless they are asked for.
fn line(given: &Given, steps: bool) -> Outcome<Answer> {
    let (json, ran) = explain_line(given.needed("line"), given.context()?);
    let mut data = object(&json)?;
    let Some(Ran { fields: mut text, why, mut run, .. }) = ran else {
        return Ok(Answer { text: data["message"].as_str().unwrap_or("").to_owned(), data, failed: true });
    };
    if !steps {
        data.as_object_mut().map(|object| object.remove("trace"));
        return Ok(Answer { text, data, failed: false });
    }
    let count = run.trace.steps.len();
    run.trace.steps.truncate(STEPS);
    text.push_str(&format!("\n{why}\n\n{}", story(&run.trace)));
    if let Some(trace) = data["trace"].as_array_mut().filter(|_| count > STEPS) {
        trace.truncate(STEPS);
        text.push_str(&format!("These are the first {STEPS} of {count} steps.\n"));
    }
    data["why"] = why.into();
    data["steps"] = count.into();
    Ok(Answer { text, data, failed: false })
}

fn evaluate(given: &Given) -> Outcome<Answer> {
    line(given, false)
}

fn explain(given: &Given) -> Outcome<Answer> {
    line(given, true)
}

fn decode(given: &Given) -> Outcome<Answer> {
    let (words, target) = (given.needed("words"), given.context()?.target);
    if words.trim().is_empty() {
        return Err("There are no words.".to_owned());
    }
    let chip = sass::target(target.name()).ok_or_else(|| format!("The machine words of {target} are not covered here."))?;
    let text = if is_listing(words) {
        listing::decoded(words, chip)
    } else {
        words.lines().filter(|word| !word.trim().is_empty()).map(|word| decode_line(word, chip, false) + "\n").collect()
    };
    let failed = text.is_empty() || text.lines().any(|line| line.starts_with("error\t"));
    Ok(Answer { data: json!({"target": chip.name(), "lines": text.lines().collect::<Vec<_>>()}), text, failed })
}

fn diagnose(given: &Given) -> Outcome<Answer> {
    let asked = Investigation::new(given.needed("text"), &given.context()?)?;
    let operands: Vec<Value> =
        asked.inputs.iter().map(|(name, format)| json!({"name": name, "format": format.name.to_lowercase()})).collect();
    let mut batch = Batch::new(asked, given.needed("results").to_owned())?;
    batch.run(Engine::with(PhantomData::<Silent>));
    let (counts, report) = (batch.counts(), batch.report());
    let mut text = report.summary.clone() + "\n";
    let mut causes = Vec::new();
    for (_, explains, contradicts, sentence, because) in report.leaders {
        text.push_str(&format!("- {sentence} It gives {explains} of the wrong results. {because}\n"));
        causes.push(json!({"sentence": sentence, "causes": because, "explains": explains, "contradicts": contradicts}));
    }
    let row = |place: &u32| {
        let row = batch.row(*place as usize);
        json!({"line": row.line, "why": row.why, "ulps": row.ulps, "cells": row.cells})
    };
    let [wrong, unread] = [Filter::Wrong, Filter::Unread].map(|filter| batch.shown(filter, Order::Farthest));
    for (name, rows, order) in [("wrong", &wrong, ", the farthest first"), ("unread", &unread, "")] {
        if rows.len() > LISTED {
            text.push_str(&format!("`{name}` lists {LISTED} of {}{order}.\n", rows.len()));
        }
    }
    let data = json!({
        "summary": report.summary,
        "operands": operands,
        "counts": {"right": counts.right, "explained": counts.explained, "unexplained": counts.unexplained, "unread": counts.unread},
        "causes": causes,
        "wrong": wrong.iter().take(LISTED).map(row).collect::<Vec<_>>(),
        "unread": unread.iter().take(LISTED).map(row).collect::<Vec<_>>(),
    });
    Ok(Answer { text, data, failed: counts.unread > 0 })
}

fn sweep(given: &Given) -> Outcome<Answer> {
    let every = given.0.get("every").map(Value::to_string).unwrap_or_default();
    let mut words = vec!["ulp".to_owned(), "sweep".to_owned(), "--json".to_owned(), format!("--every={every}")];
    for name in ["from", "to", "against", "target"] {
        words.extend(given.text(name).map(|value| format!("--{name}={value}")));
    }
    words.extend(["--".to_owned(), given.needed("function").to_owned()]);
    let Command::Sweep(sweep) = Command::try_parse_from(words).map_err(|said| said.to_string())? else {
        return Err("No sweep.".to_owned());
    };
    let mut page = Vec::new();
    sweep.write(&mut page)?;
    let mut data = object(&String::from_utf8_lossy(&page))?;
    // The plot's columns; a model reads the figures.
    for columns in ["segments", "binades"] {
        data.as_object_mut().map(|object| object.remove(columns));
    }
    Ok(Answer { text: data.to_string(), data, failed: false })
}

fn reference(given: &Given) -> Outcome<Answer> {
    let name = given.needed("name");
    let (exact, near) = handbook::named(name);
    if exact.is_empty() {
        let listed = &near[..near.len().min(LISTED)];
        let names: Vec<Value> = listed.iter().map(|page| json!({"name": page.name, "about": page.about})).collect();
        let list: String = listed.iter().map(|page| format!("- {}: {}\n", page.name, page.about)).collect();
        let text = match near.len() {
            0 => format!("Nothing here is called `{name}`."),
            count if count > LISTED => format!("{count} pages have `{name}`. These are the first {LISTED}:\n{list}"),
            _ => format!("These have `{name}`:\n{list}"),
        };
        return Ok(Answer { text, data: json!({"near": names, "count": near.len()}), failed: near.is_empty() });
    }
    let pages: Vec<Value> = exact.iter().map(|page| json!({"path": page.path, "title": page.title, "markdown": page.markdown()})).collect();
    let text = exact.iter().map(|page| page.markdown()).collect::<Vec<_>>().join("\n---\n\n");
    Ok(Answer { text, data: json!({"pages": pages}), failed: false })
}

/// What a command writes as JSON.
fn object(json: &str) -> Outcome<Value> {
    serde_json::from_str(json).map_err(|why| format!("What was computed cannot be read: {why}."))
}
