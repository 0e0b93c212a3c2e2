//! `ulp run`: a kernel of PTX on buffers, and what they hold afterwards.

use crate::{Outcome, ended, files, orders};
use semantics::diagnosis::kernel::Inquiry;
use semantics::diagnosis::kernel::witness::Witnesses;
use semantics::instruction::Context;
use semantics::kernel::argument::{Argument, Buffer, short};
use semantics::kernel::host::MOST;
use semantics::kernel::record::{Held, Record, RunRecorder};
use semantics::kernel::{Launched, Module, NoObserver, Order, Stop, Threads};
use semantics::line::object::{Object, quote};
use semantics::module::{Read, read};
use semantics::number::Pattern;
use semantics::orders::Orders;
use semantics::shadow::{Beside, Share, beside, shares};
use semantics::syntax::Diagnostic;
use semantics::trace::Silent;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The whole help.
const HELP: &str = "Run a kernel of PTX or machine code, a kernel or a program of C, or a program of Python

Runs one thread or several and prints what the buffers hold afterwards. Threads run one after the other until they meet: at a barrier,
or where a warp exchanges values or votes. If a thread would wait for ever, a sentence names which thread waits where.
An argument is a number, or a list where the parameter points to a buffer. A program of C or Python without a kernel needs none:
  f32[1.5,2]   two numbers (0x3fc00000 is a bit pattern)
  f32[4]       four zeros
  f32[4,]      the number 4 alone
  f32@in.bin   the numbers of a file, one after the other; @in.npy an array of NumPy's
A file of CUDA C++ whose `main` allocates, copies and launches runs whole if no argument is given; the buffers are those of its launches.
What it prints (printf, vprintf) is printed before the buffers; in the JSON each text has its thread and its line.
With --out y=out.npy the buffer y is written to a file after the run: as an array of NumPy's, or raw if the name has another ending.
With --json each floating-point line has its error, compared with a run that rounds nothing (error), and the part that it adds itself (own_error).
--why=out[0]=0x3f800001 prints each change that gives exactly these bits: contracted or not, flushed, approximated, another rounding
or order, in one line or in every line that can have it.
--find prints each change with an element that it changes: with the given numbers, or else with random ones, which it prints too.
--find=OTHER.ptx compares with the kernel of that file instead.
--worst=3 prints the three lines whose rounding changes a result most, and how much the result changes without it. The JSON has all lines (shares).
--orders=all runs every order of up to 8 threads of one block, --orders=1000 the order by number, the reversed one and the seeds 1 to 1000.
It prints each number that differs: its results, how many orders give each, the first of these, and the error of each. An order is the
order in which threads take their turns. A thread runs until it ends or waits, and no other one comes between two of its lines.
--order=2,0,1 runs one order of the threads of a block: thread 2 comes first.
A listing of machine code (cuobjdump -sass, nvdisasm) runs as PTX that computes the same; --ptx prints it. Nothing in a listing says how much shared
memory a block has: 49 KB are there, which hold what a launch asks for with --shared, too.
A line that is not modelled (a texture, `wgmma`) stops the run; so does an address with nothing behind it.";

/// Run a kernel of PTX, C or machine code, or a program of C
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Run {
    /// The module, as `nvcc -ptx` writes it, C, or a listing of cuobjdump or nvdisasm
    file: PathBuf,
    /// The arguments of the kernel, in its order
    #[arg(allow_negative_numbers = true)]
    arguments: Vec<String>,
    /// The name of the kernel, if the file has several
    #[arg(long)]
    entry: Option<String>,
    /// Threads of a block, along x, or along x, y and z; by default as C launches them, else one
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = |text: &str| shape(text, MOST[0] as u32))]
    threads: Option<[u32; 3]>,
    /// Blocks, along x, or along x, y and z; by default as C launches them, else one
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = |text: &str| shape(text, MOST[1] as u32))]
    blocks: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory, for .extern .shared
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1 << 20))]
    shared: u32,
    /// Which thread comes first where any could: by number, reversed, at random from a seed, or the threads of a block as listed
    #[arg(long, value_name = "number|reversed|SEED|THREADS", default_value = "number", value_parser = Order::read)]
    order: Order,
    /// Run every order of the threads of a block, or by number, reversed, and so many seeds; see above
    #[arg(long, value_name = "all|SEEDS", value_parser = orders::orders, conflicts_with_all = ["order", "out", "worst", "why", "find"])]
    orders: Option<Orders>,
    /// The most lines that a thread may run
    #[arg(long, default_value_t = 10_000_000)]
    limit: u64,
    /// Write a buffer to a file after the run: its parameter's name, or its number from 0 on
    #[arg(long, value_name = "BUFFER=FILE", conflicts_with_all = ["why", "find"])]
    out: Vec<String>,
    /// Print the PTX that the file becomes, and run nothing
    #[arg(long)]
    ptx: bool,
    /// Write one JSON object, with every line that ran
    #[arg(long)]
    json: bool,
    /// Print this many of the lines that cause the error of the results, the worst first
    #[arg(long, value_name = "LINES", conflicts_with = "json")]
    worst: Option<usize>,
    /// Say which change of which line gives these bits in an element; see above
    #[arg(long, value_name = "ELEMENT=BITS", conflicts_with_all = ["json", "worst"])]
    why: Option<String>,
    /// Say for each change of a line, or for another file, for which inputs the result differs; see above
    #[arg(long, value_name = "OTHER", num_args = 0..=1, require_equals = true, conflicts_with_all = ["json", "worst", "why"])]
    find: Option<Option<PathBuf>>,
    /// Whether ptxas may join a product and a sum without a rounding mode into one fma, which rounds once
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    fmad: bool,
    /// The most lines that are kept for the JSON and --worst; lines after these run but are not listed
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(..=10_000_000))]
    lines: u32,
}

/// One number, or up to three, of which the product is not too large.
fn shape(text: &str, most: u32) -> Result<[u32; 3], String> {
    let wrong = || format!("one to three numbers are wanted, of {most} together at most: 16 or 16,8,2");
    let numbers: Vec<u32> = text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>().ok_or_else(wrong)?;
    let all: [u32; 3] = core::array::from_fn(|at| numbers.get(at).copied().unwrap_or(1));
    let is_right = numbers.len() <= 3 && (1..=most).contains(&all.into_iter().fold(1, u32::saturating_mul));
    if is_right { Ok(all) } else { Err(wrong()) }
}

/// The module of a file, C compiled; a context is for what names none. Products and sums stay as they are written unless they may be joined.
pub fn module(path: &Path, context: &Context, joined: bool) -> Outcome<Module> {
    compiled(path, context, joined).map(|(read, _)| read.module)
}

/// Reads a file, and says by its name and line what is wrong with it, or what of the host's program or of a listing is not covered.
fn compiled(path: &Path, context: &Context, joined: bool) -> Outcome<(Read, Vec<String>)> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let at_line = |said: &Diagnostic| {
        let line = 1 + text[..said.span.start.min(text.len())].matches('\n').count();
        format!("{}:{line}: {}", path.display(), said.message)
    };
    let read = read(&text, context, joined).map_err(|said| at_line(&said))?;
    let uncovered = read.uncovered.iter().map(at_line).collect();
    read.of_cuda.iter().for_each(|said| eprintln!("ulp: {}", at_line(said)));
    Ok((read, uncovered))
}

impl Run {
    pub fn run(self) -> Outcome {
        let (read, uncovered) = compiled(&self.file, &Context::default(), self.fmad)?;
        let is_named = self.entry.is_some() || !self.arguments.is_empty();
        let host = read.host.as_ref().filter(|_| !is_named && self.find.is_none() && self.why.is_none());
        // Of a kernel that is named only what keeps it from running is of interest.
        let named = self.entry.as_ref().map(|name| format!(": {name} does not run"));
        let is_about = |said: &String| !is_named || named.as_ref().is_some_and(|named| said.contains(named));
        let uncovered: Vec<String> = uncovered.into_iter().filter(is_about).collect();
        let is_host = host.is_some();
        let ignored = [
            ("--threads", self.threads.is_some()),
            ("--blocks", self.blocks.is_some()),
            ("--shared", self.shared > 0),
            ("--worst", self.worst.is_some()),
            ("--orders", self.orders.is_some()),
        ];
        if let Some((option, _)) = ignored.iter().find(|(_, given)| is_host && *given) {
            return Err(format!("{option} is for one kernel, and here `main` launches: name a kernel with --entry, or leave {option} out"));
        }
        let module = host.unwrap_or(&read.module);
        if self.ptx {
            return ended(io::stdout().lock().write_all(module.text.as_bytes()));
        }
        let entry = module.entry(if is_host { Some("main") } else { self.entry.as_deref() });
        let about_host = |said| uncovered.first().cloned().unwrap_or(said);
        let entry = entry.map_err(about_host)?;
        let proposed: Vec<String> = read.proposed.iter().map(|(_, text)| text.clone()).collect();
        let given = if self.arguments.is_empty() { &proposed } else { &self.arguments };
        let arguments = given.iter().map(|text| files::argument(text)).collect::<Result<Vec<_>, _>>()?;
        let [threads, blocks] = if is_host { [[1; 3]; 2] } else { read.shape(entry) };
        let (threads, blocks) = (self.threads.unwrap_or(threads), self.blocks.unwrap_or(blocks));
        let (limit, shared, order) = (self.limit, self.shared, self.order);
        let launched = Launched { entry, arguments, threads, blocks, limit, shared, order };
        let say = || uncovered.iter().for_each(|said| eprintln!("ulp: {said}"));
        if let Some(asked) = &self.why {
            say();
            return explain(module, launched, asked);
        }
        if let Some(other) = &self.find {
            say();
            return find(module, launched, other.as_deref(), self.fmad);
        }
        if let Some(orders) = self.orders {
            say();
            return orders::run(&self.file, module, &launched, orders, self.json);
        }
        let mut threads = launched.begin(module).map_err(about_host)?;
        say();
        let mut keeper = RunRecorder::new(module, self.lines as usize);
        let stop = if self.json || self.worst.is_some() { threads.run(&mut keeper) } else { threads.run(&mut NoObserver) };
        threads.show_device();
        let stop = stop.map(|why| (why, threads.thread / launched.per_block(), threads.thread % launched.per_block()));
        let mut page = String::new();
        let mut failure = None;
        if self.json {
            json(&mut page, module, &keeper, &stop, &threads, &uncovered);
        } else {
            for printed in &threads.machine.memory.printed {
                page.push_str(&printed.text);
            }
            if page.bytes().last().is_some_and(|last| last != b'\n') {
                page.push('\n');
            }
            if threads.machine.memory.unkept > 0 {
                page.push_str(&format!("{} printed texts more are not kept\n", threads.machine.memory.unkept));
            }
            for buffer in &threads.buffers {
                let numbers: Vec<String> = buffer.numbers(&threads.machine.memory).iter().map(Pattern::value_text).collect();
                page.push_str(&format!("{} {}[{}]\n", buffer.name, buffer.own.name.to_lowercase(), numbers.join(", ")));
            }
            if let Some(most) = self.worst {
                worst(&mut page, module, &keeper, most)?;
            }
        }
        if stop.is_none() {
            self.write(&threads, &module.functions[launched.entry].name)?;
        }
        if let Some((stop, block, thread)) = &stop {
            let thread = if launched.count() > 1 { format!(", thread {thread} of block {block}") } else { String::new() };
            failure = Some(format!("{}{thread}: {}", place(&self.file, stop.number(module)), stop.message));
        }
        ended(io::stdout().lock().write_all(page.as_bytes()))?;
        failure.map_or(Ok(()), Err)
    }
}

impl Run {
    /// Writes the buffers that are asked for to files.
    fn write(&self, threads: &Threads, kernel: &str) -> Outcome {
        for asked in &self.out {
            let (name, path) = asked.split_once('=').ok_or_else(|| format!("`{asked}` names no file: --out y=out.npy"))?;
            let is_it =
                |(at, buffer): &(usize, &Buffer)| buffer.name == name || short(&buffer.name, kernel) == name || at.to_string() == name;
            let found = threads.buffers.iter().enumerate().find(is_it).map(|(_, buffer)| buffer);
            let names = || threads.buffers.iter().map(|buffer| short(&buffer.name, kernel)).collect::<Vec<_>>().join(" ");
            let buffer = found.ok_or_else(|| format!("there is no buffer `{name}`; these are here: {}", names()))?;
            files::write(Path::new(path), buffer.own, &buffer.numbers(&threads.machine.memory))?;
        }
        Ok(())
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
    let other = other.map(|path| self::module(path, &module.context, joined)).transpose()?;
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

/// A line of a file; of C and Python it is one of the PTX that they become.
pub fn place(file: &Path, line: usize) -> String {
    let is_ptx = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ptx"));
    if is_ptx { format!("{}:{line}", file.display()) } else { format!("{}: line {line} of its PTX (--ptx prints it)", file.display()) }
}

/// The lines that the error of the results comes from, one a line.
fn worst(page: &mut String, module: &Module, keeper: &RunRecorder, most: usize) -> Outcome {
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

fn json(
    page: &mut String,
    module: &Module,
    keeper: &RunRecorder,
    stop: &Option<(Stop, u32, u32)>,
    threads: &Threads,
    uncovered: &[String],
) {
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
    if !threads.machine.memory.printed.is_empty() {
        object.list("printed", &threads.machine.memory.printed, |list, printed| {
            let mut object = Object::new(list);
            object.plain("block", printed.thread[0]);
            object.plain("thread", printed.thread[1]);
            object.plain("line", shown(module, printed.line[0] as u32, printed.line[1] as u32).0);
            object.text("text", &printed.text);
            object.end();
        });
    }
    if threads.machine.memory.unkept > 0 {
        object.plain("printed_unkept", threads.machine.memory.unkept);
    }
    // A message about the host's program names file and line itself; the others have their line in the PTX.
    let of_module = module.diagnostics.iter().map(|said| (said.code, Some(module.line_number(said.span.start)), &*said.message));
    let said: Vec<_> = uncovered.iter().map(|said| ("host", None, &**said)).chain(of_module).collect();
    object.list("said", said, |list, (code, line, message)| {
        let mut object = Object::new(list);
        object.text("code", code);
        line.iter().for_each(|line| object.plain("line", line));
        object.text("message", message);
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
fn share_of(list: &mut String, module: &Module, keeper: &RunRecorder, share: &Share) {
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
fn line(list: &mut String, module: &Module, keeper: &RunRecorder, record: &Record, beside: Option<Beside>) {
    let recording = &keeper.recording;
    let (number, text) = shown(module, record.function, record.line);
    let mut object = Object::new(list);
    object.plain("line", number);
    object.text("text", &text);
    object.plain("thread", record.thread);
    if record.source != record.thread {
        object.plain("from_thread", record.source);
    }
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
