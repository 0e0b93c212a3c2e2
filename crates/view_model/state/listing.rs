//! The program page's text and registers, as an address holds them; what follows from them stands in `program`.

use super::registers::Registers;
use semantics::kernel::example::Example;

/// What a visitor sees first.
pub const FIRST: &str = include_str!("../pages/program/kernel/examples/tenths.cu");

/// What is typed and set on the program page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The text.
    pub text: String,
    /// Registers before the first line.
    pub registers: Registers,
    /// The chosen statement, of a kernel the chosen line; None for the page's own choice.
    pub line: Option<usize>,
    /// What is asked of a kernel, as its page writes and reads it.
    pub kernel: String,
}

impl Default for Listing {
    fn default() -> Listing {
        Listing { text: FIRST.into(), ..Listing::blank() }
    }
}

impl Listing {
    /// Nothing at all.
    pub fn blank() -> Listing {
        Listing { text: String::new(), registers: Registers::default(), line: None, kernel: String::new() }
    }

    /// An example with its values.
    pub fn of(example: &Example) -> Listing {
        let mut registers = Registers::default();
        for (name, bits) in example.registers {
            registers.set(name, *bits);
        }
        Listing { text: example.text.into(), registers, line: None, kernel: String::new() }
    }
}
