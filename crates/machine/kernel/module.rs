//! A module that was read: functions decoded to lines over numbered slots, and variables with their addresses.
//!
//! Constants, special registers and addresses of variables are slots too, filled when a function is entered: a line that runs finds every
//! source in one array, whatever it is in the text.

use super::atomic::Atomic;
use super::matrices::{Apart, Copies, Together};
use super::meet::Meet;
use super::memory::Space;
use super::printing::BuiltIn;
use super::special::{Special, WARP};
use super::whole::{Externals, Whole};
use crate::evaluate::Request;
use crate::instruction::{Context, SOURCES};
use crate::number::OperandType;
use crate::operation::{Kind, composed::Composed};
use crate::prepared_op::PreparedOp;
use crate::syntax::{Diagnostic, Instruction, RegisterType, Registers, Token};
use core::ops::Range;
use std::sync::Arc;

/// The place of a register, constant or address in a function's array.
pub type Slot = u32;

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Module {
    /// The text.
    pub text: String,
    /// Target and PTX version that the text names.
    pub context: Context,
    /// Bits of an address: 32 or 64.
    pub address_bits: u32,
    /// The functions, kernels among them.
    pub functions: Vec<Function>,
    /// The variables that have one place for the whole run.
    pub variables: Vec<Variable>,
    /// What is to be said.
    pub diagnostics: Vec<Diagnostic>,
    /// The statements of lines without a function around them, in order.
    pub statements: Vec<Statement>,
    /// The pieces of such lines, for colouring.
    pub tokens: Vec<Token>,
    /// The registers that they declare.
    pub registers: Registers,
    /// Functions that run whole.
    pub externals: Externals,
    /// What functions do that every kernel has without a body; None where no such function is called.
    pub built_in: Option<BuiltIn>,
    /// Where the lines of the text end.
    pub(super) ends: Vec<usize>,
}

/// A statement that stands in no function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its bytes, the semicolon included.
    pub span: Range<usize>,
    /// What it is.
    pub content: Content,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A declaration of registers: their names in words.
    Declaration(Vec<String>),
    /// A directive: nothing runs.
    Directive,
    /// The line of that number; of a row of PTX's table, its instruction.
    Line(u32, Option<Box<Instruction>>),
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name.
    pub name: String,
    /// Where it lies.
    pub space: Space,
    /// Its address; of a function's own variable, counted from where the function's variables of that space begin.
    pub address: u64,
    /// What it holds in the beginning.
    pub bytes: Vec<u8>,
    /// The type of an element, without its dot.
    pub own: String,
}

/// What a function takes or gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formal {
    /// A register of so many bits.
    Register(Slot, u32),
    /// A variable of `.param`, counted among those of the function.
    Memory(u32),
}

/// A kernel or a function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The name.
    pub name: String,
    /// Whether it is a kernel.
    pub entry: bool,
    /// Whether it has a body here.
    pub defined: bool,
    /// What it takes.
    pub parameters: Vec<Formal>,
    /// What it gives back.
    pub results: Vec<Formal>,
    /// The name and type of each slot; constants and addresses have none.
    pub registers: Vec<Option<(String, RegisterType)>>,
    /// What the slots hold when it is entered.
    pub initial: Vec<u64>,
    /// What its directives say of a launch.
    pub bounds: Bounds,
    /// Its own variables, new at each call.
    pub variables: Vec<Variable>,
    /// Slots that hold the address of an own variable, with what is added to it in [`Function::initial`].
    pub addresses: Vec<(Slot, u32)>,
    /// Slots that hold a special register.
    pub specials: Vec<(Slot, &'static Special)>,
    /// The instructions of PTX's table that lines run, without operands.
    pub requests: Vec<Request>,
    /// The same, ready to be computed.
    pub ready: Vec<PreparedOp>,
    /// What lines do with a warp's matrices.
    pub matrices: Vec<Together>,
    /// The lines in order.
    pub lines: Vec<Line>,
    /// Why a line cannot run: a name for programs, and a sentence.
    pub reasons: Vec<(&'static str, String)>,
    /// Where products begin in the text that are joined with every sum that reads them: nobody computes them alone.
    pub spent: Vec<u32>,
    /// Its bytes in the text.
    pub span: Range<usize>,
}

/// What a kernel's directives say of a launch (PTX ISA 11.4.2, 11.4.3, 11.7.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The most threads of a block: `.maxntid`.
    pub most: Option<u64>,
    /// The threads of a block along x, y and z: `.reqntid`.
    pub threads: Option<[u32; 3]>,
    /// The blocks of a cluster along x, y and z: `.reqnctapercluster`.
    pub cluster: Option<[u32; 3]>,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it does.
    pub code: Code,
    /// The predicate that decides whether it runs, and whether it must be false.
    pub guard: Option<(Slot, bool)>,
    /// Its bytes in the text, from the guard to the semicolon, that included.
    pub span: Range<u32>,
}

/// How a result goes into a register that may be wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widening {
    /// The result's type.
    pub kind: Kind,
    /// The register's bits.
    pub mask: u64,
}

impl Widening {
    /// The register's bits.
    #[inline(always)]
    pub fn of(self, bits: u64) -> u64 {
        self.kind.extended(bits) & self.mask
    }
}

/// Where memory is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The space that the line names; None for a generic address.
    pub space: Option<Space>,
    /// What holds the address.
    pub base: Slot,
    /// What is added to it.
    pub offset: u64,
    /// Bytes of one number.
    pub width: u32,
}

/// What a line does.
#[derive(Clone, Debug)]
pub enum Code {
    /// A row of PTX's table.
    Row {
        /// Which of [`Function::requests`].
        request: u32,
        /// The destination.
        to: Slot,
        /// The second predicate that is written, or the condition code's carry.
        second: Option<Slot>,
        /// The sources; those that the instruction does not have are the first.
        from: [Slot; SOURCES],
        /// How many sources it has.
        count: u32,
        /// The condition code's carry, where it is read.
        carry: Option<Slot>,
        /// The sources that are negated, a bit each.
        negated: u8,
        /// The bits of them that this turns: a predicate's one, the signs of numbers.
        turned: u64,
        /// How the result goes into the register.
        fit: Option<Widening>,
    },
    /// Bits go over.
    Copy {
        /// The destination.
        to: Slot,
        /// The source.
        from: Slot,
        /// The bits that go over.
        mask: u64,
        /// What the registers hold, as far as the move says.
        own: OperandType,
    },
    /// Several registers become one, the first lowest.
    Pack {
        /// The destination.
        to: Slot,
        /// The parts.
        from: Box<[Slot]>,
        /// Bits of a part.
        width: u32,
    },
    /// One register becomes several.
    Unpack {
        /// The parts.
        to: Box<[Slot]>,
        /// The source.
        from: Slot,
        /// Bits of a part.
        width: u32,
    },
    /// Several registers become several, as one row of bits; all are read first.
    Parts {
        /// What is written, the lowest first.
        to: Box<[Slot]>,
        /// What is read.
        from: Box<[Slot]>,
        /// Bits of each that is written, and of each that is read; 128 together at most.
        widths: [u32; 2],
    },
    /// Integers in several steps.
    Composed {
        /// What is done.
        what: Composed,
        /// The result.
        to: Slot,
        /// The predicate.
        second: Option<Slot>,
        /// The sources; those that it does not have are the first.
        from: [Slot; 4],
        /// How many sources it has.
        count: u32,
        /// Whether the last, a predicate, is negated.
        negated: bool,
    },
    /// `ld`
    Load {
        /// The registers, one for each number.
        to: Box<[Slot]>,
        /// From where.
        place: Place,
        /// The number's type.
        kind: Kind,
    },
    /// `st`
    Store {
        /// The registers, one for each number.
        from: Box<[Slot]>,
        /// To where.
        place: Place,
    },
    /// `isspacep`
    Within {
        /// The destination.
        to: Slot,
        /// The address.
        from: Slot,
        /// The space.
        space: Space,
        /// Whether it is the block's own part of it; otherwise that of every block of the cluster.
        own: bool,
    },
    /// `bra`
    Branch(u32),
    /// `brx.idx`
    Switch {
        /// Which.
        index: Slot,
        /// The lines.
        targets: Box<[u32]>,
    },
    /// `call`
    Call(Box<Call>),
    /// `ret`
    Return,
    /// `exit`
    Exit,
    /// A call of a function that runs whole.
    Whole {
        /// The function.
        function: Whole,
        /// What it writes: its value, then what its pointers name.
        to: Box<[Slot]>,
        /// Its arguments.
        from: Box<[Slot]>,
    },
    /// `atom`, `red`
    Atomic(Box<Atomic>),
    /// What threads do together.
    Meet(Box<Meet>),
    /// `wmma.load`, `wmma.store`, `cp.async`
    Apart(Arc<Apart>),
    /// What changes nothing for one thread that nobody watches: `prefetch`.
    Nothing,
    /// A line that does not run.
    Stop {
        /// Which of [`Function::reasons`].
        reason: u32,
        /// What it would write, as far as that is known.
        writes: Box<[Slot]>,
        /// Whether it may go elsewhere than to the next line.
        jumps: bool,
    },
}

/// What a call enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// The function of that number.
    Function(u32),
    /// The one whose address a slot holds.
    At(Slot),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub callee: Callee,
    /// What is handed over.
    pub arguments: Vec<Formal>,
    /// Where the results go.
    pub results: Vec<Formal>,
}

/// Where functions lie, each so many bytes behind the one before: in no state space, so that nothing is read or written there.
const FUNCTIONS: (u64, u64) = (0x5000_0000, 0x100);

impl Module {
    /// The address of the function of that number.
    pub(super) fn address_of(number: u32) -> u64 {
        FUNCTIONS.0 + FUNCTIONS.1 * u64::from(number)
    }

    /// The number of the function that a call enters; `address` is what the slot of [`Callee::At`] holds.
    pub fn callee(&self, call: &Call, address: u64) -> Option<usize> {
        match call.callee {
            Callee::Function(number) => Some(number as usize),
            Callee::At(_) => {
                let above = address.checked_sub(FUNCTIONS.0).filter(|above| above % FUNCTIONS.1 == 0)?;
                // A kernel has an address too, and is launched, not called.
                let is_called = |number: &usize| self.functions.get(*number).is_some_and(|function| !function.entry);
                usize::try_from(above / FUNCTIONS.1).ok().filter(is_called)
            }
        }
    }

    /// Whether a line is there at which threads meet, or at which what one does to memory is for others.
    pub fn meets(&self) -> bool {
        self.functions
            .iter()
            .flat_map(|function| &function.lines)
            .any(|line| matches!(line.code, Code::Meet(_) | Code::Atomic(_) | Code::Apart(_)))
    }

    /// The threads of a block and the blocks of a kernel's launch where nobody says: what its `.reqntid` and its `.reqnctapercluster` want, a
    /// warp where it or a function loads or stores a warp's matrices, else one of each.
    pub fn shape(&self, entry: usize) -> [[u32; 3]; 2] {
        let bounds = self.functions.get(entry).map_or_else(Bounds::default, |function| function.bounds);
        let is_tile = |line: &Line| matches!(&line.code, Code::Apart(apart) if matches!(apart.what, Copies::Tile(_)));
        let own = self.functions.iter().enumerate().filter(|(number, function)| *number == entry || !function.entry);
        let is_of_warp = || own.clone().flat_map(|(_, function)| &function.lines).any(is_tile);
        [bounds.threads.unwrap_or_else(|| [if is_of_warp() { WARP } else { 1 }, 1, 1]), bounds.cluster.unwrap_or([1; 3])]
    }

    /// Whether a launch says how large a variable of the block is.
    pub fn has_dynamic(&self) -> bool {
        self.variables.iter().any(|variable| variable.space == Space::Shared && variable.bytes.is_empty())
    }

    /// The kernel of that name, or the only one there is.
    pub fn entry(&self, name: Option<&str>) -> Result<usize, String> {
        let entries = || self.functions.iter().enumerate().filter(|(_, function)| function.entry && function.defined);
        let names = || entries().map(|(_, function)| function.name.as_str()).collect::<Vec<_>>().join(" ");
        let mut fitting = entries().filter(|(_, function)| name.is_none_or(|name| function.name == name));
        match (fitting.next(), fitting.next(), name) {
            (Some((at, _)), None, _) => Ok(at),
            (Some(_), Some(_), _) => Err(format!("Which kernel is meant? These are here: {}.", names())),
            (None, _, Some(name)) if entries().next().is_some() => {
                Err(format!("There is no kernel `{name}`; these are here: {}.", names()))
            }
            (None, ..) => Err("There is no kernel here: no .entry with a body.".to_owned()),
        }
    }

    /// The number of the line that a byte of the text stands in, from 1 on.
    pub fn line_number(&self, byte: usize) -> usize {
        1 + self.ends.partition_point(|end| *end < byte)
    }
}

impl Function {
    /// What a slot is called: a register's name; None of a constant.
    pub fn name_of(&self, slot: Slot) -> Option<&str> {
        self.registers.get(slot as usize)?.as_ref().map(|(name, _)| name.as_str())
    }
}
