//! What a kernel is given: numbers, and lists of numbers that lie in a buffer of their own.

use super::machine::Machine;
use super::memory::{GAP, MOST_BYTES, Memory, Segment, Space, number};
use super::module::{Formal, Function, Module};
use super::read::width;
use crate::number::{Encoding, Format, Pattern};
use crate::operation::Kind;
use crate::rounding::{Literal, Mode, read};
use core::fmt;

/// The numbers of one list, at most: each takes 8 bytes while it is read.
const MOST: u64 = MOST_BYTES / 8;

/// An argument as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, which the parameter's type decides on.
    Number(String),
    /// `f32[1.5,2]`, or `f32[4]` for four zeros.
    List(&'static Format, Vec<u64>),
}

/// A buffer in `.global`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The parameter that points to it.
    pub name: String,
    /// What it holds.
    pub own: &'static Format,
    /// Which segment of `.global` it is.
    pub segment: usize,
    /// Which argument it is; None of one that a program of the host made.
    pub argument: Option<usize>,
}

impl Argument {
    /// Reads an argument. The error is a sentence.
    pub fn read(text: &str) -> Result<Argument, String> {
        let text = text.trim();
        let Some((own, rest)) = text.split_once('[') else { return Ok(Argument::Number(text.to_owned())) };
        let wanted = || format!("`{text}` is no list: f32[1.5,2] holds two numbers, f32[4] four zeros, f32[4,] the number 4.");
        let own = Format::named(own.trim()).filter(|own| own.is_floating() || own.is_integer()).ok_or_else(wanted)?;
        let items = rest.strip_suffix(']').ok_or_else(wanted)?.trim();
        if items.is_empty() {
            return Err(format!("`{text}` is empty: f32[1.5,2] holds two numbers, f32[4] four zeros, f32[4,] the number 4."));
        }
        if items.bytes().all(|digit| digit.is_ascii_digit()) {
            let count = items.parse::<u64>().ok().filter(|count| *count <= MOST);
            let count = count.ok_or_else(|| format!("`{text}` asks for {items} numbers; a list holds {MOST} at most."))?;
            return Ok(Argument::List(own, vec![0; count as usize]));
        }
        let items = items.strip_suffix(',').unwrap_or(items).split(',').enumerate();
        let number = |(at, item): (usize, &str)| bits(item.trim(), own).map_err(|error| format!("Number {} of `{text}`: {error}", at + 1));
        items.map(number).collect::<Result<_, _>>().map(|bits| Argument::List(own, bits))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(text) => f.write_str(text),
            Argument::List(own, bits) => {
                write!(f, "{}[", own.name.to_lowercase())?;
                bits.iter().try_for_each(|bits| write!(f, "0x{:0digits$x},", bits, digits = own.width().div_ceil(4) as usize))?;
                f.write_str("]")
            }
        }
    }
}

/// The bits of a number in a format. An integer may be a pattern of hexadecimal digits; a negative one counts from the top.
pub fn bits(text: &str, own: &'static Format) -> Result<u64, String> {
    if text.is_empty() {
        return Err("a number is missing.".to_owned());
    }
    if own.is_integer() {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let hexadecimal = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
        let whole = hexadecimal.unwrap_or(digits);
        let number =
            if whole.starts_with('+') { None } else { u64::from_str_radix(whole, if hexadecimal.is_some() { 16 } else { 10 }).ok() };
        let number = i128::from(number.ok_or_else(|| format!("`{text}` is no integer."))?);
        let number = if negative { -number } else { number };
        let kind = |signed| Kind { width: own.width(), signed };
        // A pattern fits by its bits, and a negative number into an unsigned type as its complement.
        let signed = negative || (own.encoding == Encoding::Signed && hexadecimal.is_none());
        let bits = number as u64 & own.mask();
        return if kind(signed).value(bits) == number { Ok(bits) } else { Err(format!("`{text}` does not fit into {}.", own.name)) };
    }
    match read(text).map_err(|error| format!("`{text}` {}.", error.0))? {
        Literal::Bits { bits, .. } if bits & !own.mask() != 0 => Err(format!("`{text}` has more bits than {}.", own.name)),
        literal => {
            let bits = literal.to_bits(own, Mode::Rn).0;
            let fits = own.signed || bits == 0 || !text.starts_with(['-', '\u{2212}']);
            fits.then_some(bits).ok_or_else(|| format!("`{text}` is below zero, and {} has no sign.", own.name))
        }
    }
}

/// Gives a kernel its arguments: numbers into its parameters, lists into buffers behind one another. The error is a sentence.
pub fn give<const N: usize>(machine: &mut Machine<N>, module: &Module, arguments: &[Argument]) -> Result<Vec<Buffer>, String> {
    let function = machine.function();
    let wanted = function.parameters.len();
    if wanted != arguments.len() {
        let names: Vec<String> = function.parameters.iter().map(|formal| described(function, *formal)).collect();
        let many = if wanted == 1 { "" } else { "s" };
        let here = if arguments.len() == 1 { "is" } else { "are" };
        let (name, names) = (&function.name, names.join(", "));
        return Err(format!("`{name}` takes {wanted} argument{many} ({names}); here {here} {}.", arguments.len()));
    }
    let mut buffers = Vec::new();
    for (at, (formal, argument)) in function.parameters.iter().zip(arguments).enumerate() {
        let (name, own, size) = match *formal {
            Formal::Memory(variable) => {
                let variable = &function.variables[variable as usize];
                (variable.name.clone(), variable.own.clone(), variable.bytes.len())
            }
            Formal::Register(slot, width) => {
                (function.name_of(slot).unwrap_or("").to_owned(), format!("b{width}"), width.div_ceil(8) as usize)
            }
        };
        let element = width(&own).unwrap_or(64).div_ceil(8) as usize;
        let bytes = match argument {
            Argument::Number(text) => {
                let format = Format::named(&own).or_else(|| Format::named(&own.replace('b', "u")));
                let format = format.filter(|_| size <= element);
                let format = format.ok_or_else(|| format!("`{name}` of {size} bytes takes a list of them: u8[1,2]."))?;
                bits(text, format).map_err(|error| format!("`{name}`: {error}"))?.to_le_bytes()[..element.min(8)].to_vec()
            }
            Argument::List(format, bits) => {
                let each = format.bytes();
                let bytes: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()[..each].to_vec()).collect();
                if size > element || element < module.address_bits as usize / 8 {
                    // A structure, or a number of the parameter's own size, is handed over itself.
                    if bytes.len() != size {
                        return Err(format!("`{name}` has {size} bytes; the list has {}.", bytes.len()));
                    }
                    bytes
                } else {
                    let (segment, base) = push(&mut machine.memory, module.address_bits, bytes)?;
                    buffers.push(Buffer { name, own: format, segment, argument: Some(at) });
                    base.to_le_bytes()[..element.min(8)].to_vec()
                }
            }
        };
        machine.put(*formal, &bytes);
    }
    Ok(buffers)
}

/// A buffer behind the others: its number and its address.
fn push(memory: &mut Memory, address_bits: u32, bytes: Vec<u8>) -> Result<(usize, u64), String> {
    memory.room(bytes.len() as u64)?;
    let base = (memory.end(Space::Global, address_bits) + GAP).next_multiple_of(256);
    memory.push(Space::Global, Segment::new(base, bytes));
    Ok((memory.count(Space::Global) - 1, base))
}

/// A name without the kernel's in front of it, as compilers write it.
pub fn short<'a>(name: &'a str, kernel: &str) -> &'a str {
    name.strip_prefix(kernel).and_then(|name| name.strip_prefix('_')).unwrap_or(name)
}

/// A parameter in words: `x .f32`.
fn described(function: &Function, formal: Formal) -> String {
    match formal {
        Formal::Memory(variable) => {
            let variable = &function.variables[variable as usize];
            format!("{} .{}", variable.name, variable.own)
        }
        Formal::Register(slot, width) => format!("{} .b{width}", function.name_of(slot).unwrap_or("")),
    }
}

impl Buffer {
    /// The numbers that it holds.
    pub fn numbers(&self, memory: &Memory) -> Vec<Pattern> {
        let each = self.own.bytes();
        let bytes = memory.segments(Space::Global).get(self.segment).map_or(&[][..], |segment| &segment.bytes);
        bytes.chunks_exact(each).map(|bytes| Pattern::new(self.own, number(bytes))).collect()
    }
}
