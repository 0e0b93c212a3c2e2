//! The registers of the page as an address holds them, and whether anybody chose them.

use semantics::register_file::RegisterFile;

/// Registers in the order in which they were first set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Their bits.
    pub file: RegisterFile,
    /// Whether nobody chose them: they may give way to numbers that show something of another type.
    pub examples: bool,
}

impl Registers {
    /// Registers that nobody chose, as in an address.
    pub fn examples(text: &str) -> Registers {
        Registers { examples: true, ..Registers::read(text).0 }
    }

    /// The bits of a register, if it was set.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.file.get(name)
    }

    /// Sets a register, as someone chose.
    pub fn set(&mut self, name: &str, bits: u64) {
        self.examples = false;
        self.file.set(name, bits);
    }

    /// Every register that was set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.file.iter()
    }

    /// As in an address: `f1:3f800000,.p:1`. A leading `%` is left out, and a name without one is marked by a dot.
    pub fn written(&self) -> String {
        let mut text = String::new();
        for (name, bits) in self.iter() {
            if !text.is_empty() {
                text.push(',');
            }
            match name.strip_prefix('%') {
                Some(rest) => text.push_str(rest),
                None => {
                    text.push('.');
                    text.push_str(name);
                }
            }
            text.push_str(&format!(":{bits:x}"));
        }
        text
    }

    /// Reads what [`Registers::written`] wrote; the second part holds what could not be read.
    pub fn read(text: &str) -> (Registers, Vec<String>) {
        let (mut registers, mut bad) = (Registers::default(), Vec::new());
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let read = part.split_once(':').and_then(|(name, bits)| Some((name, u64::from_str_radix(bits, 16).ok()?)));
            match read {
                Some((name, bits)) if !name.is_empty() => match name.strip_prefix('.') {
                    Some(rest) => registers.set(rest, bits),
                    None => registers.set(&format!("%{name}"), bits),
                },
                _ => bad.push(part.to_owned()),
            }
        }
        (registers, bad)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut registers = Registers::default();
        registers.set("%f1", 0x3f80_0000);
        registers.set("p", 1);
        assert_eq!(registers.written(), "f1:3f800000,.p:1");
        assert_eq!(Registers::read("f1:3f800000,.p:1"), (registers, vec![]));
        assert_eq!(Registers::read("f1:xyz,:3,f2").1.len(), 3);
    }
}
