//! What a kernel is given: numbers, and lists of numbers that lie in a buffer of their own.

use super::machine::Machine;
use super::memory::{GAP, Memory, Segment, Space};
use super::module::{Formal, Function, Module};
use super::read::width;
use crate::number::{Encoding, Format, Pattern};
use crate::rounding::{Literal, Mode, read};

/// More bytes than this in one buffer are more than is kept here.
const MOST_BYTES: usize = 1 << 28;

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
}

impl Argument {
    /// Reads an argument. The error is a sentence.
    pub fn read(text: &str) -> Result<Argument, String> {
        let text = text.trim();
        let Some((own, rest)) = text.split_once('[') else { return Ok(Argument::Number(text.to_owned())) };
        let wanted = || format!("`{text}` is no list: f32[1.5,2] holds two numbers, f32[4] four zeros, f32[4,] the number 4.");
        let own = Format::named(own.trim()).filter(|own| own.is_floating() || own.is_integer()).ok_or_else(wanted)?;
        let items = rest.strip_suffix(']').ok_or_else(wanted)?;
        let size = own.width().div_ceil(8) as usize;
        if let Ok(count) = items.trim().parse::<usize>() {
            if count.saturating_mul(size) > MOST_BYTES {
                return Err(format!("`{text}` is larger than {MOST_BYTES} bytes."));
            }
            return Ok(Argument::List(own, vec![0; count]));
        }
        let items = items.trim().strip_suffix(',').unwrap_or(items).split(',');
        items.map(|item| bits(item.trim(), own)).collect::<Result<_, _>>().map(|bits| Argument::List(own, bits))
    }
}

/// The bits of a number in a format.
pub fn bits(text: &str, own: &'static Format) -> Result<u64, String> {
    if own.is_integer() {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let number = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        let bits = number.map_err(|_| format!("`{text}` is no integer."))?;
        let bits = if negative { bits.wrapping_neg() } else { bits };
        let spare = 64 - own.width();
        let fits = if own.encoding == Encoding::Signed || negative {
            ((bits << spare) as i64 >> spare) as u64 == bits || (!negative && bits & !own.mask() == 0)
        } else {
            bits & !own.mask() == 0
        };
        return if fits { Ok(bits & own.mask()) } else { Err(format!("`{text}` does not fit into {}.", own.name)) };
    }
    match read(text).map_err(|error| format!("`{text}` {}.", error.0))? {
        Literal::Bits { bits, .. } if bits & !own.mask() != 0 => Err(format!("`{text}` has more bits than {}.", own.name)),
        literal => Ok(literal.to_bits(own, Mode::Rn).0),
    }
}

/// Gives a kernel its arguments: numbers into its parameters, lists into buffers behind one another. The error is a sentence.
pub fn give(machine: &mut Machine, module: &Module, arguments: &[Argument]) -> Result<Vec<Buffer>, String> {
    let function = machine.function();
    let wanted = function.parameters.len();
    if wanted != arguments.len() {
        let names: Vec<String> = function.parameters.iter().map(|formal| described(function, *formal)).collect();
        return Err(format!("`{}` takes {wanted} arguments ({}); here are {}.", function.name, names.join(", "), arguments.len()));
    }
    let mut buffers = Vec::new();
    for (formal, argument) in function.parameters.iter().zip(arguments) {
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
                let format = format.ok_or_else(|| format!("`{name}` of type .{own} takes no number."))?;
                bits(text, format)?.to_le_bytes()[..element.min(8)].to_vec()
            }
            Argument::List(format, bits) => {
                let each = format.width().div_ceil(8) as usize;
                let bytes: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()[..each].to_vec()).collect();
                if size > element || element < module.address_bits as usize / 8 {
                    // A structure, or a number of the parameter's own size, is handed over itself.
                    if bytes.len() != size {
                        return Err(format!("`{name}` has {size} bytes; the list has {}.", bytes.len()));
                    }
                    bytes
                } else {
                    let (segment, base) = push(&mut machine.memory, module.address_bits, bytes);
                    buffers.push(Buffer { name, own: format, segment });
                    base.to_le_bytes()[..element.min(8)].to_vec()
                }
            }
        };
        machine.put(*formal, &bytes);
    }
    Ok(buffers)
}

/// A buffer behind the others: its number and its address.
fn push(memory: &mut Memory, address_bits: u32, bytes: Vec<u8>) -> (usize, u64) {
    let base = (memory.end(Space::Global, address_bits) + GAP).next_multiple_of(256);
    memory.push(Space::Global, Segment { base, bytes });
    (memory.count(Space::Global) - 1, base)
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
        let each = self.own.width().div_ceil(8).max(1) as usize;
        let bytes = memory.segments(Space::Global).get(self.segment).map_or(&[][..], |segment| &segment.bytes);
        let number = |bytes: &[u8]| bytes.iter().take(8).rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        bytes.chunks_exact(each).map(|bytes| Pattern::new(self.own, number(bytes))).collect()
    }
}
