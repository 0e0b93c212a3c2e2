//! What a program of the host asks for: memory of its own and of the device, copies between them, launches of kernels. C's front end makes
//! calls of functions without a body of it, and a launch whose thread reaches one does it here.
//!
//! The host cannot read the device's memory, and a kernel cannot read the host's: what belongs to the other side is not in the memory of who
//! runs, so an access stops the run as it stops the program on a chip.

use super::argument::Buffer;
use super::launched::{Launched, Step, Threads};
use super::machine::{Machine, NoObserver, Observer, Reason, Stop};
use super::memory::{GAP, Segment, Space, number};
use super::module::{Callee, Code, Formal};
use super::random::Random;
use crate::number::Format;

/// The functions, as a front end declares them.
pub const FUNCTIONS: [&str; 8] = [
    ".extern .func (.param .b64 result) host_malloc(.param .b64 bytes);",
    ".extern .func (.param .b64 result) device_malloc(.param .b64 bytes, .param .b32 managed);",
    ".extern .func host_free(.param .b64 address, .param .b32 device);",
    ".extern .func host_copy(.param .b64 to, .param .b64 from, .param .b64 bytes, .param .b32 kind);",
    ".extern .func host_fill(.param .b64 to, .param .b32 value, .param .b64 bytes, .param .b32 device);",
    ".extern .func (.param .b32 result) host_random();",
    ".extern .func host_seed(.param .b32 seed);",
    ".extern .func host_launch(.param .b64 kernel, .param .b64 values, .param .b64 shape, .param .b64 shared);",
];

/// What a program of the host has beside its own memory.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The memory of the device that the host cannot read, in order of address.
    device: Vec<Segment>,
    /// The addresses that were given out.
    given: Vec<u64>,
    /// What kernels were launched with: the parameter, the address, what it holds.
    buffers: Vec<(String, u64, &'static Format)>,
    random: Random,
}

/// The threads of the largest block, and the blocks of the largest grid that run.
pub const MOST: [u64; 2] = [1024, 1 << 16];

impl Threads<'_> {
    /// A thread stopped: at a call of a function of the host that is done, and the thread goes on.
    pub(super) fn asked(&mut self, stop: Stop, watch: &mut impl Observer) -> Step {
        let module = self.machine.module;
        let code = module.functions.get(stop.function).and_then(|function| function.lines.get(stop.line)).map(|line| &line.code);
        let Some(Code::Call(call)) = code.filter(|_| stop.code == "function") else { return Step::Stopped(stop) };
        let Callee::Function(callee) = call.callee else { return Step::Stopped(stop) };
        let name = module.functions[callee as usize].name.as_str();
        let given: Vec<u64> = call.arguments.iter().map(|formal| number(&self.machine.bytes(*formal))).collect();
        let done = match (name, &given[..]) {
            ("host_malloc", &[bytes]) => self.allocated(bytes, None),
            ("device_malloc", &[bytes, managed]) => self.allocated(bytes, Some(managed != 0)),
            ("host_free", &[address, device]) => self.freed(address, device != 0),
            ("host_copy", &[to, from, bytes, kind]) => self.copied(to, from, bytes, kind),
            ("host_fill", &[to, value, bytes, device]) => self.filled(to, value as u8, bytes, device != 0),
            ("host_random", []) => Ok(self.host.random.drawn().into()),
            ("host_seed", &[seed]) => {
                self.host.random = Random::seeded(seed as u32);
                Ok(0)
            }
            ("host_launch", &[kernel, values, shape, shared]) => match self.launches(kernel, values, shape, shared) {
                Ok(None) => Ok(0),
                Ok(Some(stop)) => return Step::Stopped(stop),
                Err(reason) => Err(reason),
            },
            _ => return Step::Stopped(stop),
        };
        match done {
            Ok(result) => {
                call.results.iter().for_each(|formal| self.machine.put(*formal, &result.to_le_bytes()));
                watch.after(stop.function, stop.line, true, self.machine.registers());
                Step::Turn
            }
            Err((code, message)) => Step::Stopped(Stop { code, message, ..stop }),
        }
    }

    /// New memory of the host, or of the device, perhaps managed: then both read it.
    fn allocated(&mut self, bytes: u64, device: Option<bool>) -> Result<u64, Reason> {
        let own: u64 = self.host.device.iter().map(|segment| segment.bytes.len() as u64).sum();
        let memory = &mut self.machine.memory;
        memory.room(bytes.saturating_add(own)).map_err(|full| ("memory", full))?;
        let space = if device.is_some() { Space::Global } else { Space::Local };
        let end = |segment: &Segment| segment.base + segment.bytes.len() as u64;
        let others = self.host.device.last().filter(|_| device.is_some()).map_or(0, end);
        let base = (memory.end(space, self.machine.module.address_bits).max(others) + GAP).next_multiple_of(256);
        let segment = Segment::new(base, vec![0; bytes as usize]);
        match device {
            Some(false) => self.host.device.push(segment),
            _ => memory.push(space, segment),
        }
        self.host.given.push(base);
        Ok(base)
    }

    /// Memory that is given back is no longer there.
    fn freed(&mut self, address: u64, device: bool) -> Result<u64, Reason> {
        let on_device = Space::of(address) == Some(Space::Global);
        let Some(place) = self.host.given.iter().position(|given| *given == address).filter(|_| on_device == device) else {
            let what = if device { "cudaFree" } else { "free" };
            return if address == 0 { Ok(0) } else { Err(("wild-address", format!("{what} takes what was allocated for it, and once."))) };
        };
        self.host.given.swap_remove(place);
        // What the device held is still shown in the end.
        if self.host.device.iter().all(|segment| segment.base != address) {
            self.machine.memory.resize(if on_device { Space::Global } else { Space::Local }, address, 0);
        }
        Ok(0)
    }

    /// The bytes at an address of either side, and whether they are the device's alone.
    fn at_address(&mut self, address: u64, bytes: u64) -> Result<(&mut [u8], bool), Reason> {
        let wild = || ("wild-address", format!("Nothing lies at 0x{address:x}, where {bytes} bytes are copied or filled."));
        let within = |segment: &Segment| (segment.base..=segment.base + segment.bytes.len() as u64).contains(&address);
        if let Some(segment) = self.host.device.iter_mut().find(|segment| within(segment)) {
            let from = (address - segment.base) as usize;
            let alive = self.host.given.contains(&segment.base);
            let own = segment.bytes.get_mut(from..from.saturating_add(bytes as usize)).filter(|_| alive);
            return own.map(|own| (own, true)).ok_or_else(wild);
        }
        let (space, place, from) = self.machine.memory.find(None, address, 1).map_err(|_| wild())?;
        let own = self.machine.memory.segments_mut(space)[place].bytes.get_mut(from..from.saturating_add(bytes as usize));
        own.map(|own| (own, false)).ok_or_else(wild)
    }

    /// `cudaMemcpy` and `memcpy`: 0 to 3 say which sides, 4 leaves that to the addresses.
    fn copied(&mut self, to: u64, from: u64, bytes: u64, kind: u64) -> Result<u64, Reason> {
        if bytes == 0 {
            return Ok(0);
        }
        let (source, is_device) = self.at_address(from, bytes)?;
        let source = source.to_vec();
        let managed = |address: u64, device: bool| !device && Space::of(address) == Some(Space::Global);
        let (target, to_device) = self.at_address(to, bytes)?;
        let fits = |wanted: bool, device: bool, address: u64| wanted == device || managed(address, device);
        if kind < 4 && !(fits(kind & 1 == 1, to_device, to) && fits(kind & 2 == 2, is_device, from)) {
            let side = |device: bool| if device { "the device" } else { "the host" };
            let message = format!("This copies from {} to {}, and the call says otherwise.", side(is_device), side(to_device));
            return Err(("copy", message));
        }
        target.copy_from_slice(&source);
        Ok(0)
    }

    fn filled(&mut self, to: u64, value: u8, bytes: u64, device: bool) -> Result<u64, Reason> {
        let (target, is_device) = self.at_address(to, bytes)?;
        if is_device && !device {
            return Err(("wild-address", "memset writes to memory of the device, which the host cannot.".to_owned()));
        }
        target.fill(value);
        Ok(0)
    }

    /// Launches a kernel. `kernel` is a text: its name and for each parameter what a pointer points to; `values` are laid out as a structure.
    fn launches(&mut self, kernel: u64, values: u64, shape: u64, shared: u64) -> Result<Option<Stop>, Reason> {
        let wild = || ("launch", "The kernel of this launch is not known.".to_owned());
        let text = super::printing::string(&mut self.machine.memory, kernel).ok_or_else(wild)?;
        let mut words = text.split(' ');
        let name = words.next().unwrap_or("");
        let module = self.machine.module;
        let entry = module.entry(Some(name)).map_err(|message| ("launch", message))?;
        let sizes: [u64; 6] = core::array::from_fn(|place| self.machine.memory.read(None, shape + 4 * place as u64, 4, 0).unwrap_or(0));
        let of = |from: usize| core::array::from_fn(|axis| sizes[from + axis] as u32);
        let (blocks, threads): ([u32; 3], [u32; 3]) = (of(0), of(3));
        for (what, most, own) in [("threads of a block", MOST[0], &sizes[3..]), ("blocks", MOST[1], &sizes[..3])] {
            let count = own.iter().fold(1u64, |all, size| all.saturating_mul(*size));
            if count == 0 || count > most {
                return Err(("launch", format!("`{name}` is launched with {count} {what}; here are 1 to {most}.")));
            }
        }
        let shared = u32::try_from(shared).map_err(|_| ("launch", "Shared memory is larger than any chip has.".to_owned()))?;
        let (limit, order) = (self.launched.limit, self.order);
        let launched = Launched { entry, arguments: Vec::new(), threads, blocks, limit, shared, order };
        launched.fits(module).map_err(|message| ("launch", message))?;
        let first = launched.first(module, order);
        let mut machine = Machine::new(module, entry, launched.launch(module, first), limit);
        machine.share(shared).map_err(|full| ("memory", full))?;
        machine.memory.clustered(launched.per_cluster(module)).map_err(|full| ("memory", full))?;
        machine.memory.turn_to(machine.launch.rank());
        let mut at = values;
        let function = &module.functions[entry];
        for formal in &function.parameters {
            let (own, size) = match *formal {
                Formal::Memory(variable) => {
                    (&*function.variables[variable as usize].name, function.variables[variable as usize].bytes.len())
                }
                Formal::Register(_, width) => ("", width.div_ceil(8) as usize),
            };
            at = at.next_multiple_of(size.max(1) as u64);
            let value = self.machine.memory.read(None, at, size as u32, 0).map_err(|fault| ("launch", fault.to_string()))?;
            at += size as u64;
            machine.put(*formal, &value.to_le_bytes()[..size.min(8)]);
            let pointed = words.next().and_then(Format::named);
            if let Some(pointed) = pointed {
                self.pointed(own, value, pointed);
            }
        }
        // The kernel has the device's memory, and nothing of the host's.
        let own = self.machine.memory.exchange(Space::Global, Vec::new());
        let both: Vec<u64> = own.iter().map(|segment| segment.base).collect();
        let given = &self.host.given;
        let device = core::mem::take(&mut self.host.device).into_iter();
        let (alive, gone): (Vec<Segment>, Vec<Segment>) = device.partition(|segment| given.contains(&segment.base));
        machine.memory.exchange(Space::Global, in_order(own.into_iter().chain(alive)));
        machine.memory.printed = core::mem::take(&mut self.machine.memory.printed);
        machine.memory.unkept = self.machine.memory.unkept;
        let mut threads = launched.on(machine, Vec::new(), first, order);
        let stop = threads.run(&mut NoObserver);
        let thread = threads.thread;
        let memory = &mut threads.machine.memory;
        self.machine.memory.printed = core::mem::take(&mut memory.printed);
        self.machine.memory.unkept = memory.unkept;
        let all = memory.exchange(Space::Global, Vec::new()).into_iter();
        let (own, device): (Vec<Segment>, Vec<Segment>) = all.partition(|segment| both.contains(&segment.base));
        self.machine.memory.exchange(Space::Global, own);
        self.host.device = in_order(device.into_iter().chain(gone));
        let place = |stop: Stop| {
            let (block, own) = (thread / launched.per_block(), thread % launched.per_block());
            Stop { message: format!("{} This is thread {own} of block {block} of `{name}`.", stop.message), ..stop }
        };
        Ok(stop.map(place))
    }

    /// Remembers what a parameter of a kernel points to, where that is the beginning of memory that was allocated: it is shown afterwards.
    fn pointed(&mut self, name: &str, value: u64, own: &'static Format) {
        let mut all = self.machine.memory.segments(Space::Global).iter().chain(&self.host.device);
        if all.any(|segment| segment.base == value) && self.host.buffers.iter().all(|(_, known, _)| *known != value) {
            self.host.buffers.push((name.to_owned(), value, own));
        }
    }

    /// Shows what kernels were launched with as the buffers of this run, which has ended.
    pub fn show_device(&mut self) {
        let memory = &mut self.machine.memory;
        let own = memory.exchange(Space::Global, Vec::new());
        memory.exchange(Space::Global, in_order(own.into_iter().chain(core::mem::take(&mut self.host.device))));
        // Of managed memory that was given back nothing is left.
        let place =
            |address: u64| memory.segments(Space::Global).iter().position(|segment| segment.base == address && !segment.bytes.is_empty());
        let shown =
            |(name, address, own): (String, u64, &'static Format)| Some(Buffer { name, own, segment: place(address)?, argument: None });
        self.buffers.extend(core::mem::take(&mut self.host.buffers).into_iter().filter_map(shown));
    }
}

/// Segments in order of address, as memory wants them.
fn in_order(all: impl Iterator<Item = Segment>) -> Vec<Segment> {
    let mut all: Vec<Segment> = all.collect();
    all.sort_by_key(|segment| segment.base);
    all
}
