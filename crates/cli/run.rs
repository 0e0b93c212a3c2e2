//! `ulp run`: a kernel of PTX on buffers, and what they hold afterwards.

use crate::{Outcome, ended};
use semantics::diagnosis::kernel::Inquiry;
use semantics::diagnosis::kernel::witness::Witnesses;
use semantics::instruction::Context;
use semantics::kernel::argument::Argument;
use semantics::kernel::record::{Held, Keeper, Record};
use semantics::kernel::{Launched, Module, Nobody, Stop, Threads};
use semantics::line::object::{Object, quote};
use semantics::number::Pattern;
use semantics::syntax::{Switch, with_option};
use semantics::trace::Silent;
use semantics::unrounded::{Beside, Share, beside, shares};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The whole help.
const HELP: &str = "Run a kernel of PTX

Runs one thread, or several one after the other, and prints what the buffers hold afterwards.
An argument is a number for a parameter that is one, or a list for a parameter that points to a buffer:
  f32[1.5,2]   two numbers (0x3fc00000 is a bit pattern)
  f32[4]       four zeros
  f32[4,]      the number 4 alone
With --json each floating-point line has its error beside what it would give had nothing been rounded before or in it (error), and its own part (own_error).
With --why=out[0]=0x3f800001 each change follows that gives exactly these bits: contracted or not, flushed, approximated, another rounding
or order, in one line or in every line that can.
With --find each change follows with an element in which it shows: for the numbers given, else for others that are drawn, which are printed.
With --find=OTHER.ptx it is the kernel of that file that shows beside this one.
With --worst=3 the three lines follow whose rounding changes a result most: by how much, were it taken away alone. The JSON has them all (shares).
A line that is not modelled (a barrier, a texture, an atomic) stops the run where it stands; so does an address at which nothing lies.";

/// Run a kernel of PTX
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Run {
    /// The module, as `nvcc -ptx` writes it
    file: PathBuf,
    /// What the kernel takes, in its order
    #[arg(allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// The kernel, where there are several
    #[arg(long)]
    entry: Option<String>,
    /// Threads of a block, along x
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Blocks, along x
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    blocks: u32,
    /// The lines that a thread may run
    #[arg(long, default_value_t = 10_000_000)]
    limit: u64,
    /// Write one JSON object, with every line that ran
    #[arg(long)]
    json: bool,
    /// Print so many lines that the error of the results comes from, the worst first
    #[arg(long, value_name = "LINES", conflicts_with = "json")]
    worst: Option<usize>,
    /// Say which change of which line gives other bits in an element, as the help above has it
    #[arg(long, value_name = "ELEMENT=BITS", conflicts_with_all = ["json", "worst"])]
    why: Option<String>,
    /// Say for each change of a line, or for another file, where it shows, with other inputs where it does not for those given
    #[arg(long, value_name = "OTHER", num_args = 0..=1, require_equals = true, conflicts_with_all = ["json", "worst", "why"])]
    find: Option<Option<PathBuf>>,
    /// Whether ptxas may join a product and a sum without a rounding mode into one fma, which rounds once
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    fmad: bool,
    /// The most lines that are kept for the JSON and --worst; those beyond run and are not listed
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    lines: u32,
}

/// The module of a file; a context is for what names none. What is wrong with lines stops a run when they are reached.
pub fn module(path: &Path, context: &Context) -> Outcome<Module> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Module::read(&String::from_utf8_lossy(&bytes), context))
}

/// The same, with its products and sums as they are written unless they may be joined.
fn module_as(path: &Path, context: &Context, joined: bool) -> Outcome<Module> {
    let module = module(path, context)?;
    Ok(if joined { module } else { Module::read(&with_option(&module.text, Switch::Fmad), context) })
}

impl Run {
    pub fn run(self) -> Outcome {
        let module = module_as(&self.file, &Context::default(), self.fmad)?;
        let entry = module.entry(self.entry.as_deref())?;
        let arguments = self.arguments.iter().map(|text| Argument::read(text)).collect::<Result<Vec<_>, _>>()?;
        let launched = Launched { entry, arguments, threads: self.threads, blocks: self.blocks, limit: self.limit };
        if let Some(asked) = &self.why {
            return explain(&module, launched, asked);
        }
        if let Some(other) = &self.find {
            return find(&module, launched, other.as_deref(), self.fmad);
        }
        let mut threads = launched.at(&module, 0)?;
        let mut keeper = Keeper::new(&module, self.lines as usize);
        let stop = if self.json || self.worst.is_some() { threads.run(&mut keeper) } else { threads.run(&mut Nobody) };
        let stop = stop.map(|why| (why, threads.thread / self.threads, threads.thread % self.threads));
        let mut page = String::new();
        let mut failure = None;
        if self.json {
            json(&mut page, &module, &keeper, &stop, &threads);
        } else {
            for buffer in &threads.buffers {
                let numbers: Vec<String> = buffer.numbers(&threads.machine.memory).iter().map(Pattern::value_text).collect();
                page.push_str(&format!("{} {}[{}]\n", buffer.name, buffer.own.name.to_lowercase(), numbers.join(", ")));
            }
            if let Some(most) = self.worst {
                worst(&mut page, &module, &keeper, most)?;
            }
        }
        if let Some((stop, block, thread)) = &stop {
            let thread = if launched.count() > 1 { format!(", thread {thread} of block {block}") } else { String::new() };
            failure = Some(format!("{}:{}{thread}: {}", self.file.display(), stop.number(&module), stop.message));
        }
        ended(io::stdout().lock().write_all(page.as_bytes()))?;
        failure.map_or(Ok(()), Err)
    }
}

/// What gives other bits in an element, one a line.
fn explain(module: &Module, launched: Launched, asked: &str) -> Outcome {
    let mut inquiry = Inquiry::read(module, launched, asked)?;
    while inquiry.go_on() {}
    let shown = |bits| Pattern::new(inquiry.format, bits);
    let (expected, seen) = (shown(inquiry.expected), shown(inquiry.seen));
    let mut page = format!("expected 0x{} {}\n", expected.hex(), expected.value_text());
    page.push_str(&format!("seen     0x{} {}\n", seen.hex(), seen.value_text()));
    for one in inquiry.found() {
        page.push_str(&[&[one.sentence().as_str()], &one.causes()[..]].concat().join(" "));
        page.push('\n');
    }
    ended(io::stdout().lock().write_all(page.as_bytes()))?;
    match inquiry.found().is_empty() && inquiry.expected != inquiry.seen {
        true => Err(format!("Nothing that is tried here gives these bits ({} changes).", inquiry.progress().0)),
        false => Ok(()),
    }
}

/// For each change of a line, or for the kernel of another file, inputs for which it shows, one a line.
fn find(module: &Module, launched: Launched, other: Option<&Path>, joined: bool) -> Outcome {
    let kernel = &module.functions[launched.entry].name;
    let other = other.map(|path| module_as(path, &module.context, joined)).transpose()?;
    if other.as_ref().is_some_and(|other| other.functions.get(launched.entry).is_none_or(|function| function.name != *kernel)) {
        return Err(format!("the other file has no kernel `{kernel}` in the same place"));
    }
    let is_other = other.is_some();
    let mut all = Witnesses::new(module, launched, other.map(|other| other.text))?;
    while all.go_on() {}
    let mut page = String::new();
    for one in &all.found {
        page.push_str(&one.sentence(&all.buffers, kernel));
        if let Some(arguments) = &one.drawn {
            page.push_str(" Inputs: ");
            page.push_str(&arguments.iter().map(Argument::to_string).collect::<Vec<_>>().join(" "));
        }
        page.push('\n');
    }
    match (is_other, all.found.len(), all.progress()) {
        (true, 0, _) => page.push_str("nothing that was tried shows a difference\n"),
        (true, ..) => {}
        (false, found, (_, of)) => page.push_str(&format!("{found} of {of} changes show\n")),
    }
    ended(io::stdout().lock().write_all(page.as_bytes()))
}

/// The lines that the error of the results comes from, one a line.
fn worst(page: &mut String, module: &Module, keeper: &Keeper, most: usize) -> Outcome {
    let shares = shares(module, &keeper.recording).ok_or("--worst goes through too many lines: fewer are kept with --lines")?;
    for share in shares.iter().take(most) {
        let (number, text) = shown(module, share.function, share.line);
        page.push_str(&format!("{:>18}  line {number}: {text}\n", share.error.to_string()));
    }
    Ok(())
}

/// The number and the text of a line.
fn shown(module: &Module, function: u32, line: u32) -> (usize, String) {
    let function = module.functions.get(function as usize);
    let span = function.and_then(|function| function.lines.get(line as usize)).map_or(0..0, |line| line.span.clone());
    let span = span.start as usize..span.end as usize;
    let text = module.text.get(span.clone()).filter(|text| !text.is_empty()).unwrap_or("ret;");
    (module.line_number(span.start), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn json(page: &mut String, module: &Module, keeper: &Keeper, stop: &Option<(Stop, u32, u32)>, threads: &Threads) {
    let mut object = Object::new(page);
    object.plain("ok", stop.is_none());
    object.text("target", module.context.target.name());
    object.text("ptx", &module.context.ptx.to_string());
    object.plain("lines_run", threads.lines());
    if let Some((stop, block, thread)) = stop {
        object.object("stopped", |object| {
            object.text("code", stop.code);
            object.text("message", &stop.message);
            object.plain("line", stop.number(module));
            object.plain("block", block);
            object.plain("thread", thread);
        });
    }
    object.list("buffers", &threads.buffers, |list, buffer| {
        let mut object = Object::new(list);
        object.text("name", &buffer.name);
        object.text("type", &buffer.own.name.to_lowercase());
        let numbers = buffer.numbers(&threads.machine.memory);
        object.list("bits", &numbers, |list, number| quote(list, &number.hex()));
        object.list("values", &numbers, |list, number| quote(list, &number.digits()));
        object.end();
    });
    object.list("said", &module.diagnostics, |list, said| {
        let mut object = Object::new(list);
        object.text("code", said.code);
        object.plain("line", module.line_number(said.span.start));
        object.text("message", &said.message);
        object.end();
    });
    let errors = beside(module, &keeper.recording);
    object.list("lines", keeper.recording.records.iter().zip(errors), |list, (record, beside)| line(list, module, keeper, record, beside));
    if let Some(shares) = shares(module, &keeper.recording) {
        object.list("shares", &shares, |list, share| share_of(list, module, keeper, share));
    }
    object.end();
    page.push('\n');
}

/// What a line's rounding does to a result, and the line that stores it.
fn share_of(list: &mut String, module: &Module, keeper: &Keeper, share: &Share) {
    let mut object = Object::new(list);
    let (number, text) = shown(module, share.function, share.line);
    object.plain("line", number);
    object.text("text", &text);
    object.text("error", &share.error.to_string());
    if let Some(record) = keeper.recording.records.get(share.stored) {
        object.plain("stored", shown(module, record.function, record.line).0);
    }
    object.end();
}

/// A line that ran: its place, its text, what it read and wrote, and what IEEE 754 says of it.
fn line(list: &mut String, module: &Module, keeper: &Keeper, record: &Record, beside: Option<Beside>) {
    let recording = &keeper.recording;
    let (number, text) = shown(module, record.function, record.line);
    let mut object = Object::new(list);
    object.plain("line", number);
    object.text("text", &text);
    object.plain("ran", record.ran);
    let held = |list: &mut String, held: Held| {
        let mut object = Object::new(list);
        object.text("name", held.name);
        object.text("bits", &format!("{:0digits$x}", held.bits, digits = held.width.div_ceil(4) as usize));
        object.end();
    };
    object.list("read", recording.read(module, record), held);
    object.list("written", recording.written(module, record), held);
    if let Some((request, outcome)) = recording.again(module, record, &mut Silent) {
        object.list("flags", outcome.flags.names(), quote);
        object.text("evidence", request.evidence_of(outcome.bits).word());
    }
    if let Some(beside) = beside {
        if let Some(exact) = beside.exact() {
            object.text("exact", &exact);
            object.text("error", &beside.whole.to_string());
            object.text("own_error", &beside.own.to_string());
        }
        if beside.cancelled > 0 {
            object.plain("cancelled_bits", beside.cancelled);
        }
        if beside.other_way {
            object.plain("other_way", true);
        }
    }
    object.end();
}
