//! A program of the host in CUDA C++: `main` allocates, fills, copies, launches and prints. It becomes an entry of its own beside the kernels,
//! and what CUDA's runtime does becomes calls of functions that a launch does (`kernel/host.rs`).

use super::define::Taken;
use super::kernel::Entry;
use super::option::Options;
use super::parse::Reader;
use super::place::Place;
use super::recursive::Separate;
use super::template::Bound;
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Operation};
use super::types::CType;
use crate::kernel::host::FUNCTIONS;
use crate::syntax::Diagnostic;

/// The name of the type of a launch's shape.
pub(super) const DIM3: &str = "dim3";

/// What is asked of the runtime and changes nothing here.
const QUIET: [&str; 13] = [
    "cudaDeviceSynchronize",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaDeviceReset",
    "cudaSetDevice",
    "cudaStreamSynchronize",
    "cudaStreamCreate",
    "cudaStreamDestroy",
    "cudaEventCreate",
    "cudaEventRecord",
    "cudaEventSynchronize",
    "cudaEventDestroy",
    "cudaFuncSetAttribute",
];
/// What is asked of the runtime, whose answer is the same number each time; a pointer takes it.
const ANSWERS: [(&str, u64); 3] = [("cudaEventElapsedTime", 0), ("cudaGetDevice", 0), ("cudaGetDeviceCount", 1)];
/// Constants of the runtime: what was copied from where, and that nothing failed.
const CONSTANTS: [(&str, u64); 12] = [
    ("cudaSuccess", 0),
    ("cudaMemcpyHostToHost", 0),
    ("cudaMemcpyHostToDevice", 1),
    ("cudaMemcpyDeviceToHost", 2),
    ("cudaMemcpyDeviceToDevice", 3),
    ("cudaMemcpyDefault", 4),
    ("EXIT_SUCCESS", 0),
    ("EXIT_FAILURE", 1),
    ("cudaMemAttachGlobal", 1),
    ("cudaFuncAttributeMaxDynamicSharedMemorySize", 8),
    ("RAND_MAX", 0x7fff_ffff),
    // Floats stay floats.
    ("FLT_EVAL_METHOD", 0),
];

impl Reader<'_> {
    /// The program of the host, and what it and the kernels declare outside; None where there is none. What is not covered in it is a note: the
    /// kernels run without it.
    pub(super) fn program_of_host(&mut self) -> Option<(Entry, Vec<String>, Vec<Separate>)> {
        let number = self.functions.iter().rposition(|own| own.name == "main").filter(|number| *number >= self.learned)?;
        let mut own = self.clone();
        let main = own.host(number);
        self.told.clone_from(&own.told);
        // Notes on kernels may go while it is read.
        if let Some(said) = own.diagnostics.iter().find(|said| said.is_error() && !self.diagnostics.contains(said)) {
            let message = format!("The program of the host does not run here, for this line. {}", said.message);
            self.diagnostics.push(Diagnostic::note("host", said.span.clone(), message));
            return None;
        }
        (self.diagnostics, self.marks) = (own.diagnostics, own.marks);
        Some((main, own.flow.outside, own.separate))
    }

    /// `main` as an entry. What is wrong with it is in the diagnostics.
    fn host(&mut self, number: usize) -> Entry {
        self.goes_to_host();
        let given = self.given_to_main();
        for (Taken { name, .. }, value) in self.functions[number].parameters.clone().into_iter().zip(given) {
            self.declare(&name, self.tree.own(value), Some(value));
        }
        self.runs_body(number, self.known.len(), (None, None));
        self.flush(None);
        self.entry_of(self.functions[number].name.clone(), Vec::new())
    }

    /// What is read from here on is the host's.
    pub(super) fn goes_to_host(&mut self) {
        (self.on_host, self.options) = (true, Options::HOST);
        self.refuses_long_double();
        self.types.push(("cudaError_t".to_owned(), CType::Int));
        self.types.extend(["cudaEvent_t", "cudaStream_t"].map(|name| (name.to_owned(), CType::UnsignedLong)));
    }

    /// Says of a `long double` that its numbers are none that are covered here.
    fn refuses_long_double(&mut self) {
        let is_one = |at: &usize| {
            let lower = self.shown(*at).to_ascii_lowercase();
            let point: &[char] = if lower.starts_with("0x") { &['.', 'p'] } else { &['.', 'e'] };
            let format = |text: &str| {
                text.split('%').skip(1).any(|rest| rest.trim_start_matches(|it: char| "-+ #.*0123456789".contains(it)).starts_with('L'))
            };
            match () {
                () if self.is(*at, Cut::Number) => lower.ends_with('l') && lower.contains(point),
                () if self.is(*at, Cut::Text) => format(self.shown(*at)),
                () => lower == "double" && [at.wrapping_sub(1), at + 1].iter().any(|at| self.shown(*at) == "long"),
            }
        };
        if let Some(at) = (self.begin..self.pieces.len()).find(is_one) {
            let span = self.span(at);
            self.error("not-covered", span, "`long double` has 64 bits of precision on x86-64, which is not covered here.");
        }
    }

    /// Whether the text is a program of the host alone: it has a `main` and no kernel.
    pub(super) fn is_of_host_alone(&self) -> bool {
        let begins =
            |at: usize| self.shown(at) == "main" && self.shown(at + 1) == "(" && matches!(self.shown(at - 1), "int" | "void" | "auto");
        !self.python.on && !self.has_kernels() && (self.begin + 1..self.pieces.len()).any(begins)
    }

    /// What `main` takes. Of a command line there is the name of the program alone; nobody reads that.
    pub(super) fn given_to_main(&mut self) -> [Id; 2] {
        [(CType::Int, 1), (CType::Char.pointer().pointer(), 0)].map(|(own, bits)| self.tree.number(own, bits, None, 0..0))
    }

    /// A constant of the runtime.
    pub(super) fn of_runtime(&self, word: &str) -> Option<u64> {
        CONSTANTS.iter().find(|(name, _)| self.on_host && *name == word).map(|(_, bits)| *bits)
    }

    /// A statement that only the host has: a launch, a stream, `delete`.
    pub(super) fn of_host_alone(&mut self) -> bool {
        if !self.on_host {
            return false;
        }
        // Macros put a launch in parentheses.
        let wrapped = self.shown(self.at) == "(" && self.shown(self.at + 2) == "<<<";
        self.at += usize::from(wrapped);
        match self.shown(self.at) {
            "cout" | "cerr" => drop(self.streams()),
            "delete" => {
                self.at += 1;
                self.deletes();
            }
            _ if self.is(self.at, Cut::Name) && self.launch_here().is_some() => {
                let at = self.at;
                if self.launches(at).is_none() {
                    let span = self.span(at);
                    let message = format!("This launch of `{}` is not understood here.", self.shown(at));
                    self.error("launch", span, message);
                }
                self.at += usize::from(wrapped && self.shown(self.at) == ")");
            }
            _ => {
                self.at -= usize::from(wrapped);
                return false;
            }
        }
        self.ends();
        true
    }

    /// A call of a function of the host, whose parenthesis stands here; None where the name is no such function's.
    pub(super) fn of_host(&mut self, word: &str, at: usize) -> Option<Option<Id>> {
        let allocates = match word {
            "cudaMalloc" => Some(("device_malloc", Some(0))),
            "cudaMallocManaged" => Some(("device_malloc", Some(1))),
            "cudaMallocHost" | "cudaHostAlloc" => Some(("host_malloc", None)),
            _ => None,
        };
        let copies = match word {
            "cudaMemcpy" => Some(4),
            "cudaMemcpyAsync" => Some(5),
            _ => None,
        };
        self.mark_call(at);
        if word == "fprintf" && matches!(self.shown(at + 2), "stderr" | "stdout") {
            self.at = at + 3;
            return Some(self.printf(at));
        }
        self.at += 1;
        if let Some((function, managed)) = allocates {
            return Some(self.allocates(function, managed));
        }
        if matches!(word, "cudaMemcpyToSymbol" | "cudaMemcpyFromSymbol") {
            return Some(self.copies_symbol(word == "cudaMemcpyToSymbol"));
        }
        let answer = ANSWERS.iter().find(|(name, _)| *name == word).map(|(_, answer)| *answer);
        let known = QUIET.contains(&word)
            || answer.is_some()
            || copies.is_some()
            || matches!(
                word,
                "malloc"
                    | "calloc"
                    | "free"
                    | "cudaFree"
                    | "cudaFreeHost"
                    | "memset"
                    | "cudaMemset"
                    | "exit"
                    | "cudaGetErrorString"
                    | "rand"
                    | "srand"
                    | "puts"
                    | "putchar"
                    | "time"
            );
        if !known {
            self.at -= 1;
            return None;
        }
        let values = self.values(")");
        let zero = self.zero(CType::Int);
        Some(match (word, &values[..]) {
            ("malloc", &[bytes]) => Some(self.asks("host_malloc", &[bytes], CType::Char.pointer())),
            ("calloc", &[count, size]) => {
                let count = self.tree.converted(count, CType::UnsignedLong);
                let bytes = self.tree.binary(Operation::Multiply, count, size, 0..0).ok()?;
                Some(self.asks("host_malloc", &[bytes], CType::Char.pointer()))
            }
            ("free" | "cudaFree" | "cudaFreeHost", &[address]) => {
                self.frees(address, (word == "cudaFree").into());
                Some(zero)
            }
            ("memset" | "cudaMemset", &[address, value, bytes]) => {
                let device = self.tree.number(CType::Int, (word == "cudaMemset").into(), None, 0..0);
                self.asks("host_fill", &[address, value, bytes, device], CType::Int);
                Some(zero)
            }
            ("exit", &[_]) => Some(self.happens("exit;".to_owned(), Vec::new(), CType::Int)),
            ("cudaGetErrorString", &[_]) => Some(self.text_of(b"no error".to_vec())),
            ("rand", []) => Some(self.asks("host_random", &[], CType::Int)),
            ("srand", &[seed]) => {
                self.asks("host_seed", &[seed], CType::Int);
                Some(zero)
            }
            ("time", _) => {
                let span = self.span(at);
                self.note("time", span, "No time passes here: it is 0 seconds, so a seed of it is always the same.");
                Some(self.zero(CType::Long))
            }
            ("puts", &[text]) => {
                let format = self.text_of(b"%s\n".to_vec());
                self.printed_in(format, vec![text], at)
            }
            ("putchar", &[letter]) => {
                let format = self.text_of(b"%c".to_vec());
                self.printed_in(format, vec![letter], at)?;
                Some(letter)
            }
            _ if QUIET.contains(&word) => Some(zero),
            (_, &[place, ..]) if answer.is_some() => {
                let own = self.tree.own(place).pointee()?;
                let value = self.tree.number(CType::Int, answer?, None, 0..0);
                let value = self.tree.converted(value, own);
                self.write(&Place::Memory(place, 0, own), value);
                if word == "cudaEventElapsedTime" {
                    let span = self.span(at);
                    self.note("time", span, "Time passes for no event here: it is 0 milliseconds.");
                }
                Some(zero)
            }
            (_, &[to, from, bytes, kind, ..]) if copies == Some(values.len()) => {
                self.asks("host_copy", &[to, from, bytes, kind], CType::Int);
                Some(zero)
            }
            _ => {
                let span = self.span(at);
                self.error("argument-count", span, format!("`{word}` does not take {} arguments.", values.len()));
                None
            }
        })
    }

    /// Asks for something that the launch does: each argument as wide as its parameter.
    pub(super) fn asks(&mut self, name: &str, arguments: &[Id], own: CType) -> Id {
        let Some(declared) = FUNCTIONS.iter().find(|line| line.contains(&*format!(" {name}("))) else { return self.zero(own) };
        self.outside((*declared).to_owned());
        let widths = declared.rsplit('(').next().unwrap_or("").split(".param ").skip(1);
        let wide = |width: &str| if width.starts_with(".b64") { CType::UnsignedLong } else { CType::Int };
        let wanted: Vec<CType> = widths.map(wide).collect();
        let given = arguments.iter().zip(wanted).map(|(id, own)| self.tree.converted(*id, own)).collect::<Vec<Id>>();
        let places: Vec<String> = (0..given.len()).map(|place| format!("{{{place}}}")).collect();
        let gives = if declared.contains("result") { "({}), " } else { "" };
        self.happens(format!("call {gives}{name}, ({});", places.join(", ")), given, own)
    }

    pub(super) fn frees(&mut self, address: Id, device: u64) {
        let device = self.tree.number(CType::Int, device, None, 0..0);
        self.asks("host_free", &[address, device], CType::Int);
    }

    /// `cudaMalloc(&p, bytes)`, behind its parenthesis: the pointer takes the address.
    fn allocates(&mut self, function: &str, managed: Option<u64>) -> Option<Id> {
        if self.shown(self.at) == "(" && self.shown(self.at + 1) == "void" {
            self.at = self.behind(self.at);
        }
        let at = self.at;
        if self.shown(at) != "&" {
            let span = self.span(at);
            self.error("pointer", span, "The address of a pointer stands here, as in cudaMalloc(&p, bytes).");
            return None;
        }
        self.at += 1;
        let place = self.place_here()?;
        let own = self.own_of(&place);
        if own.pointee().is_none() || self.shown(self.at) != "," {
            let span = self.span(at + 1);
            self.error("pointer", span, "This takes a pointer, and how many bytes are wanted.");
            return None;
        }
        self.at += 1;
        let mut kept = Vec::new();
        if let Place::Memory(base, ..) = place {
            kept.push(base);
        }
        let (base, values) = self.with_pending(&kept, |reader| reader.values(")"));
        let mut arguments = vec![*values.first()?];
        arguments.extend(managed.map(|managed| self.tree.number(CType::Int, managed, None, 0..0)));
        let value = self.asks(function, &arguments, own);
        let place = self.moved_to(place, base);
        self.write(&place, value);
        Some(self.zero(CType::Int))
    }

    /// `cudaMemcpyToSymbol(symbol, from, bytes, offset, kind)` and its way back, behind the parenthesis. The last two may be left out.
    fn copies_symbol(&mut self, to: bool) -> Option<Id> {
        let values = self.symbols_as_addresses(|reader| reader.values(")"));
        let (&[mut first, mut second, bytes, ..], true) = (&values[..], values.len() <= 5) else {
            let span = self.span(self.at.saturating_sub(1));
            self.error("argument-count", span, "A copy to or from a symbol takes three to five arguments.");
            return None;
        };
        if let Some(offset) = values.get(3) {
            // In bytes, whatever the symbol's type is.
            let symbol = if to { &mut first } else { &mut second };
            let [address, offset] = [*symbol, *offset].map(|id| self.tree.converted(id, CType::UnsignedLong));
            *symbol = self.tree.binary(Operation::Add, address, offset, 0..0).ok()?;
        }
        let kind = values.get(4).copied().unwrap_or_else(|| self.tree.number(CType::Int, if to { 1 } else { 2 }, None, 0..0));
        self.asks("host_copy", &[first, second, bytes, kind], CType::Int);
        Some(self.zero(CType::Int))
    }

    /// Reads something in which the name of a variable of the module stands for its address.
    fn symbols_as_addresses<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let of_module = |at: &usize| self.known[*at].memory == Some("global") && self.known[*at].lengths.is_empty();
        let scalars: Vec<usize> = (0..self.known.len()).filter(of_module).collect();
        scalars.iter().for_each(|at| self.known[*at].lengths = vec![1]);
        let done = read(self);
        scalars.iter().for_each(|at| self.known[*at].lengths.clear());
        done
    }

    /// The list of the template of a launch whose name stands here, and the place of its `<<<`.
    fn launch_here(&self) -> Option<(Vec<Bound>, usize)> {
        let plain = (Vec::new(), self.at + 1);
        let found = if self.shown(self.at + 1) == "<" { self.bound_at(self.at + 1)? } else { plain };
        (self.shown(found.1) == "<<<").then_some(found)
    }

    /// `kernel<<<blocks, threads, shared, stream>>>(arguments)`, whose name stands at a place.
    fn launches(&mut self, at: usize) -> Option<()> {
        let (bound, open) = self.launch_here()?;
        self.mark_call(at);
        self.at = open + 1;
        let name = self.shown(at);
        let sizes = self.values(">>>");
        if self.shown(self.at) != "(" || !(2..=4).contains(&sizes.len()) {
            return None;
        }
        self.at += 1;
        let (sizes, arguments) = self.with_pending(&sizes, |reader| reader.values(")"));
        let number = self.functions.iter().position(|own| own.kernel && own.name == name)?;
        let function = self.functions[number].clone();
        let given: Vec<CType> = arguments.iter().map(|id| self.tree.own(*id)).collect();
        let mut bound = bound;
        for parameter in function.templates.iter().skip(bound.len()) {
            if let Some(said) = self.contradicted(&function, &parameter.name, &given) {
                let span = self.span(at);
                self.error("template", span, said);
            }
            let told = self.deduced(&function, &parameter.name, &given).or_else(|| self.bound_by_default(parameter));
            let Some(own) = told else {
                let span = self.span(at);
                let message = format!("The arguments do not tell `{}` of the template: name it, as in {name}<…><<<…>>>.", parameter.name);
                self.error("template", span, message);
                return Some(());
            };
            bound.push(own);
        }
        if !function.templates.is_empty() {
            self.told.push((function.name.clone(), bound.clone()));
        }
        let (types, constants) = (self.types.len(), self.constants.len());
        self.bind_template(&function.templates, &bound);
        let wanted = self.parameter_types(&function).into_iter().collect::<Option<Vec<CType>>>();
        self.types.truncate(types);
        self.constants.truncate(constants);
        let wanted = wanted?;
        let entry = self.instance_name(&function, &bound);
        if wanted.len() != arguments.len() {
            let span = self.span(at);
            let message = format!("`{name}` takes {} arguments; here are {}.", wanted.len(), arguments.len());
            self.error("argument-count", span, message);
            return Some(());
        }
        // A structure goes by its members.
        let given: Vec<(CType, Id)> = wanted.iter().copied().zip(arguments).collect();
        let mut numbers: Vec<(CType, Id)> = Vec::new();
        for (own, id) in given {
            let id = self.fitted(id, own, at);
            match (own.layout(), self.tree.nodes[id].kind.clone()) {
                (Some(layout), Kind::Group(all)) => numbers.extend(layout.members.iter().map(|(_, own, _)| *own).zip(all)),
                _ => numbers.push((own, id)),
            }
        }
        let kinds = numbers.iter().map(|(own, _)| own.pointee().map_or("-".to_owned(), |own| own.format().name.to_lowercase()));
        let text = [entry].into_iter().chain(kinds).collect::<Vec<String>>().join(" ");
        let values = self.laid_out(&numbers);
        let mut shape = Vec::new();
        for size in &sizes[..2] {
            let one = self.tree.number(CType::Unsigned, 1, None, 0..0);
            shape.extend(match self.tree.nodes[*size].kind.clone() {
                Kind::Group(all) => all,
                _ => vec![*size, one, one],
            });
        }
        let shape: Vec<(CType, Id)> = shape.into_iter().map(|id| (CType::Unsigned, self.tree.converted(id, CType::Unsigned))).collect();
        let shape = self.laid_out(&shape);
        let kernel = self.text_of(text.into_bytes());
        let shared = sizes.get(2).copied().unwrap_or_else(|| self.zero(CType::UnsignedLong));
        self.asks("host_launch", &[kernel, values, shape, shared], CType::Int);
        Some(())
    }
}
