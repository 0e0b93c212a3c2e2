//! A kernel on arrays, beside the same run without any rounding.

use super::named::placed;
use crate::c;
use crate::instruction::Context;
use crate::kernel::argument::{Argument, Buffer, short};
use crate::kernel::host::MOST;
use crate::kernel::module::Formal;
use crate::kernel::record::RunRecorder;
use crate::kernel::{Launched, Order};
use crate::module;
use crate::number::{Encoding, Format};
use crate::shadow::{ShadowObserver, ShadowValue};
use crate::sweep::error_report::Deviation;

/// How a kernel is launched; what is None is as the text says it.
#[derive(Clone, Debug)]
pub struct Launch<'a> {
    /// The kernel's name, where there are several.
    pub entry: Option<&'a str>,
    /// Threads of a block, along x, y and z.
    pub threads: Option<[u32; 3]>,
    /// Blocks, along x, y and z.
    pub blocks: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The lines that a thread may run.
    pub limit: u64,
    /// The most lines of a run whose errors are known.
    pub kept: usize,
    /// Whether products and sums are joined, as ptxas does it.
    pub joined: bool,
}

/// A buffer after a run.
#[derive(Clone, Debug)]
pub struct Held {
    /// The parameter that points to it.
    pub name: String,
    /// Which argument it is; None of one that a program of the host made.
    pub argument: Option<usize>,
    /// What it holds.
    pub own: &'static Format,
    /// The bits of each number.
    pub bits: Vec<u64>,
    /// The error of each number in ulps; None of integers, and where not every line was kept.
    pub errors: Option<Vec<f64>>,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Done {
    /// The buffers, in the order of the arguments.
    pub buffers: Vec<Held>,
    /// What the kernel printed.
    pub printed: String,
    /// How many lines ran.
    pub lines: u64,
}

impl Launch<'_> {
    /// Runs a kernel of PTX or C, or a program of C or Python. The error is a text.
    pub fn run(&self, text: &str, context: &Context, arguments: Vec<Argument>) -> Result<Done, String> {
        for (what, most, own) in [("threads", MOST[0], self.threads), ("blocks", MOST[1], self.blocks)] {
            let count = own.map_or(1, |own| own.into_iter().fold(1u64, |all, size| all.saturating_mul(size.into())));
            if !(1..=most).contains(&count) {
                return Err(format!("`{what}` is 1 to {most} together here, not {count}."));
            }
        }
        if arguments.iter().any(|one| matches!(one, Argument::List(own, _) if own.width() < 8)) {
            return Err("A buffer has numbers of 8 bits or more; give codes of fewer bits as bytes.".to_owned());
        }
        if arguments.iter().any(|one| matches!(one, Argument::List(own, _) if own.spare_bits > 0)) {
            return Err("A buffer of TF32 is one of F32, which has the same bits.".to_owned());
        }
        let found = module::read(text, context, self.joined).map_err(|said| placed(text, &said))?;
        // A program of the host launches by itself.
        let alone = self.entry.is_none() && arguments.is_empty();
        let host = found.host.as_ref().filter(|_| alone);
        // Where it is not covered, that is why no kernel runs.
        let about_host = |why: String| found.uncovered.first().filter(|_| alone).map_or(why, |said| placed(text, said));
        if host.is_some() && (self.threads.is_some() || self.blocks.is_some() || self.shared > 0) {
            return Err("Here `main` launches: name a kernel, or leave out threads, blocks and shared memory.".to_owned());
        }
        let module = host.unwrap_or(&found.module);
        let entry = module.entry(host.map(|_| "main").or(self.entry)).map_err(about_host)?;
        let [threads, blocks] = if host.is_some() { [[1; 3]; 2] } else { found.shape(entry) };
        let launched = Launched {
            entry,
            arguments,
            threads: self.threads.unwrap_or(threads),
            blocks: self.blocks.unwrap_or(blocks),
            limit: self.limit,
            shared: self.shared,
            order: Order::Number,
        };
        let function = &module.functions[launched.entry];
        for (formal, given) in function.parameters.iter().zip(&launched.arguments) {
            if let (Formal::Memory(variable), Argument::List(given, _)) = (formal, given)
                && let name = &function.variables[*variable as usize].name
                && let Some((_, own)) = found.pointees.iter().find(|(pointer, _)| pointer == name)
                && !holds(own, given)
            {
                let (name, own, given) = (short(name, &function.name), own.name.to_lowercase(), given.name.to_lowercase());
                return Err(format!("`{name}` points to numbers of {own}; the buffer has {given}."));
            }
        }
        let mut threads = launched.begin(module).map_err(about_host)?;
        // One more shows whether there were more.
        let mut keeper = RunRecorder::new(module, self.kept.saturating_add(1));
        if let Some(stop) = threads.run_recorded(&mut keeper) {
            let of = if c::claims(text) { " of its PTX" } else { "" };
            return Err(format!("The run stops at line {}{of}: {}", stop.number(module), stop.message));
        }
        // With lines that were not kept, an error would be a guess.
        let whole = keeper.recording.records.len() <= self.kept;
        let mut companion = ShadowObserver::new(module);
        for at in 0..keeper.recording.records.len() * usize::from(whole) {
            companion.line(&keeper.recording, at);
        }
        threads.show_device();
        let (memory, kernel) = (&threads.machine.memory, &module.functions[launched.entry].name);
        let held = |buffer: &Buffer| {
            let numbers = buffer.numbers(memory);
            let given = match buffer.argument.map(|at| &launched.arguments[at]) {
                Some(Argument::List(_, bits)) => &bits[..],
                _ => &[],
            };
            let error = |(at, known): (usize, Option<ShadowValue>)| match known {
                Some(known) => in_ulps(known.error),
                // What no line stored is as it was given; of anything else nothing is known.
                None if given.get(at) == Some(&numbers[at].bits) => 0.0,
                None => f64::NAN,
            };
            let known = (whole && buffer.own.is_floating()).then(|| companion.in_buffer(buffer, memory, &numbers));
            Held {
                name: short(&buffer.name, kernel).to_owned(),
                argument: buffer.argument,
                own: buffer.own,
                bits: numbers.iter().map(|number| number.bits).collect(),
                errors: known.map(|known| known.into_iter().enumerate().map(error).collect()),
            }
        };
        let mut buffers: Vec<Held> = threads.buffers.iter().map(held).collect();
        // A kernel that is launched twice, on other memory, gives one name twice.
        for at in 0..buffers.len() {
            let (name, mut number) = (buffers[at].name.clone(), 1);
            while buffers[..at].iter().any(|other| other.name == buffers[at].name) {
                number += 1;
                buffers[at].name = format!("{name} {number}");
            }
        }
        Ok(Done { buffers, printed: memory.printed.iter().map(|printed| printed.text.as_str()).collect(), lines: threads.lines() })
    }
}

/// Whether a pointer to numbers may have a buffer of others: of the same ones, integers for integers, or the bits of either as unsigned integers.
fn holds(own: &Format, given: &Format) -> bool {
    let bits = |format: &Format| format.is_integer() && format.encoding != Encoding::Signed;
    own == given || (own.width() == given.width() && (bits(own) || bits(given) || own.is_integer() && given.is_integer()))
}

/// An error in ulps; infinite where it is a share of the true value, and NaN where it is not measured.
#[expect(clippy::float_arithmetic, reason = "error figures; no instruction's result passes through here")]
fn in_ulps(deviation: Deviation) -> f64 {
    let signed = |negative: bool, size: f64| if negative { -size } else { size };
    match deviation {
        Deviation::Ulps { negative, thousandths } => signed(negative, thousandths as f64 / 1000.0),
        Deviation::Share { negative, .. } => signed(negative, f64::INFINITY),
        Deviation::Unmeasured => f64::NAN,
    }
}
