//! Loads, stores and atomics of machine code as those of PTX.

use super::super::machine::{Name, RZ};
use super::super::memory::{WIDTHS, WORDS, terms};
use super::super::sources::{Code, name_of};
use super::body::{Body, Refused};

/// The words of an atomic that say which threads see it in order; one launch runs here by turns.
const SCOPES: [&str; 9] = ["E", "STRONG", "WEAK", "GPU", "SYS", "CTA", "SM", "FTZ", "RN"];

/// Hints about the ways to memory.
const HINTS: [&str; 8] = ["EF", "EL", "EU", "NA", "LTC64B", "LTC128B", "LTC256B", "PRIVATE"];

impl Body<'_> {
    /// What works on memory; false of other instructions.
    pub fn memory(&mut self, code: &Code) -> Result<bool, Refused> {
        match code.name {
            "LD" | "LDG" | "LDS" | "LDL" => self.load(code)?,
            "ST" | "STG" | "STS" | "STL" => self.store(code)?,
            "LDC" | "ULDC" | "LDCU" => return self.of_bank(code),
            "ATOM" | "ATOMG" | "ATOMS" | "RED" | "REDG" => self.atomic(code)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The space of an instruction by the end of its name.
    fn space(name: &str) -> &'static str {
        match name {
            "LDS" | "STS" | "ATOMS" => ".shared",
            "LDL" | "STL" => ".local",
            "LDG" | "STG" | "ATOMG" | "REDG" => ".global",
            _ => "",
        }
    }

    /// An address in brackets, of which the registers were added before.
    fn address(&mut self, code: &Code, text: &str) -> Result<String, Refused> {
        let (registers, distance) = terms(text).ok_or("its address is not read")?;
        // Both are 64 bits wide there; of later chips no listing has shown it.
        if registers.len() > 1 && !matches!(Self::space(code.name), ".shared" | ".local") && self.document.generation > 75 {
            return Err("the sum of a register and a uniform register as an address is known of sm_75 alone".to_owned());
        }
        let space = Self::space(code.name);
        let narrow = matches!(space, ".shared" | ".local");
        let mut all: Option<String> = None;
        if narrow {
            let (place, name) = if space == ".shared" { (0, "%shared") } else { (1, "%stack") };
            self.uses[place] = true;
            all = Some(name.to_owned());
        }
        for term in registers {
            let (name, words) = term.split_once('.').unwrap_or((term, ""));
            let name = name_of(name).ok_or("its address is not read")?;
            if name.fixed().is_some() {
                continue;
            }
            let scale = words.split('.').find_map(|word| word.strip_prefix('X')).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(1);
            let wide = !narrow && !words.split('.').any(|word| word == "U32");
            let mut number = if wide {
                let words = [self.word(name)?, self.word(name.following(1))?];
                self.joined(words)
            } else if narrow {
                self.word(name)?
            } else {
                let word = self.word(name)?;
                self.pair_of(|to| format!("cvt.u64.u32 {to}, {word};"))
            };
            let width = if narrow { 32 } else { 64 };
            let kind = usize::from(!narrow);
            if scale > 1 {
                let (from, to) = (number, self.temporary(kind));
                self.line(format!("shl.b{width} {to}, {from}, {};", scale.trailing_zeros()));
                number = to;
            }
            all = Some(match all {
                Some(sum) => {
                    let to = self.temporary(kind);
                    self.line(format!("add.u{width} {to}, {sum}, {number};"));
                    to
                }
                None => number,
            });
        }
        let base = all.ok_or("its address has no register")?;
        Ok(if distance == 0 { format!("[{base}]") } else { format!("[{base}+{distance}]") })
    }

    /// The type of an access and how many words it has. What else stands there must be known to change no number: hints, and who sees it.
    fn width(code: &Code) -> Result<(&'static str, u8), Refused> {
        let is_known = |word: &str| WORDS.contains(&word) || HINTS.contains(&word) || WIDTHS.iter().any(|(known, _)| *known == word);
        if let Some(other) = code.words.split('.').find(|word| !word.is_empty() && !is_known(word)) {
            return Err(format!("what .{other} means is not known here"));
        }
        let mut widths = code.words.split('.').filter_map(|word| WIDTHS.iter().find(|(known, _)| *known == word));
        Ok(match (widths.next(), widths.next()) {
            (None, _) => ("b32", 1),
            (Some(("U8", _)), None) => ("u8", 1),
            (Some(("S8", _)), None) => ("s8", 1),
            (Some(("U16", _)), None) => ("u16", 1),
            (Some(("S16", _)), None) => ("s16", 1),
            (Some(("64", _)), None) => ("b32", 2),
            (Some(("128", _)), None) => ("b32", 4),
            _ => return Err("its width is not read".to_owned()),
        })
    }

    /// The names of the words from a register on.
    fn words_from(text: &str, count: u8) -> Result<Vec<Name>, Refused> {
        match name_of(text) {
            Some(Name::Register(RZ)) => Ok(vec![Name::Register(RZ); count.into()]),
            Some(Name::Register(first)) if first.checked_add(count - 1).is_some_and(|last| last < RZ) => {
                Ok((0..count).map(|word| Name::Register(first + word)).collect())
            }
            _ => Err("its register is not read".to_owned()),
        }
    }

    fn load(&mut self, code: &Code) -> Result<(), Refused> {
        let [to, address] = code.operands[..] else { return Err("its operands are not read".to_owned()) };
        let (own, count) = Self::width(code)?;
        let address = self.address(code, address)?;
        let to: Vec<String> = Self::words_from(to, count)?.into_iter().map(|name| self.destination(name)).collect();
        let space = Self::space(code.name);
        self.line(match &to[..] {
            [to] => format!("ld{space}.{own} {to}, {address};"),
            _ => format!("ld{space}.v{count}.{own} {{{}}}, {address};", to.join(", ")),
        });
        Ok(())
    }

    fn store(&mut self, code: &Code) -> Result<(), Refused> {
        let [address, from] = code.operands[..] else { return Err("its operands are not read".to_owned()) };
        let (own, count) = Self::width(code)?;
        let address = self.address(code, address)?;
        let mut from_words = Vec::new();
        for name in Self::words_from(from, count)? {
            let word = self.word(name)?;
            from_words.push(self.held(word));
        }
        let space = Self::space(code.name);
        self.line(match &from_words[..] {
            [from] => format!("st{space}.{own} {address}, {from};"),
            _ => format!("st{space}.v{count}.{own} {address}, {{{}}};", from_words.join(", ")),
        });
        Ok(())
    }

    /// A constant of bank 3 whose place a register says; false of other loads of constants.
    fn of_bank(&mut self, code: &Code) -> Result<bool, Refused> {
        let [to, from] = code.operands[..] else { return Ok(false) };
        let Some(inner) =
            from.strip_prefix("c[0x3][").and_then(|rest| rest.strip_suffix(']')).filter(|inner| inner.starts_with(['R', 'U']))
        else {
            return Ok(false);
        };
        if matches!(inner, "RZ" | "URZ") {
            return Ok(false);
        }
        let (own, count) = Self::width(code)?;
        let place = format!("[{inner}]");
        let (registers, distance) = terms(&place).ok_or("its place is not read")?;
        let [register] = registers[..] else { return Err("its place is not read".to_owned()) };
        let word = self.word(name_of(register).ok_or("its place is not read")?)?;
        let to: Vec<String> = match name_of(to) {
            Some(first @ (Name::Register(_) | Name::Uniform(_))) => {
                (0..count).map(|word| self.destination(first.following(word))).collect()
            }
            _ => return Err("its register is not read".to_owned()),
        };
        if !self.uses[2] {
            self.constants()?;
        }
        let wide = self.pair_of(|to| format!("cvt.u64.u32 {to}, {word};"));
        let place = self.pair_of(|to| format!("add.u64 {to}, %constants, {wide};"));
        self.line(match &to[..] {
            [to] => format!("ld.const.{own} {to}, [{place}+{distance}];"),
            _ => format!("ld.const.v{count}.{own} {{{}}}, [{place}+{distance}];", to.join(", ")),
        });
        Ok(true)
    }

    /// Declares the constants of the module, which stand beside the code.
    fn constants(&mut self) -> Result<(), Refused> {
        let own = self.constants.iter().filter_map(|(name, bits)| match name {
            Name::Constant(3, offset) => Some((*offset, *bits)),
            _ => None,
        });
        let own: Vec<(u16, u32)> = own.collect();
        let end = own.iter().map(|(offset, _)| offset + 4).max().ok_or("the listing does not say what the module's constants hold")?;
        let words =
            (0..end).step_by(4).map(|place| own.iter().find(|(offset, _)| *offset == place).map_or(0, |(_, bits)| *bits).to_string());
        let words: Vec<String> = words.collect();
        self.declarations.push(format!(".const .align 16 .b32 constants[{}] = {{{}}};", words.len(), words.join(", ")));
        self.uses[2] = true;
        Ok(())
    }

    fn atomic(&mut self, code: &Code) -> Result<(), Refused> {
        let words: Vec<&str> = code.words.split('.').filter(|word| !word.is_empty() && !SCOPES.contains(word)).collect();
        // It says whether it stored, not what was there.
        let words_say_swapped = words.starts_with(&["CAST", "SPIN"]);
        let (operation, words) = match &words[..] {
            ["CAST", "SPIN", rest @ ..] => ("CAS", rest),
            ["POPC", "INC", "32"] => ("POPC", &[][..]),
            [operation, rest @ ..] => (*operation, rest),
            [] => return Err("its operation is not read".to_owned()),
        };
        let (own, count) = match (operation, words) {
            (_, []) => ("u32", 1),
            (_, ["S32"]) => ("s32", 1),
            (_, ["64" | "U64"]) => ("u64", 2),
            (_, ["S64"]) => ("s64", 2),
            ("ADD", ["F32"]) => ("f32", 1),
            ("ADD", ["F64"]) => ("f64", 2),
            ("ADD", ["F16x2"]) => ("noftz.f16x2", 1),
            ("ADD", ["BF16_V2" | "BF16x2"]) => ("noftz.bf16x2", 1),
            _ => return Err("its type is not read".to_owned()),
        };
        let untyped = if count == 2 { "b64" } else { "b32" };
        let (name, own) = match operation {
            "ADD" => ("add", if own == "s32" { "u32" } else { own }),
            "MIN" => ("min", own),
            "MAX" => ("max", own),
            "INC" => ("inc", "u32"),
            "DEC" => ("dec", "u32"),
            "AND" => ("and", untyped),
            "OR" => ("or", untyped),
            "XOR" => ("xor", untyped),
            "EXCH" => ("exch", untyped),
            "CAS" => ("cas", untyped),
            "POPC" => ("add", "u32"),
            _ => return Err("its operation is not read".to_owned()),
        };
        let at = code.operands.iter().position(|operand| operand.contains('[')).ok_or("its address is not read")?;
        let (before, from) = (&code.operands[..at], &code.operands[at + 1..]);
        let to = match before {
            [] => Name::Register(RZ),
            ["PT", to] | [to] => name_of(to).ok_or("its register is not read")?,
            _ => return Err("a predicate that it writes is not read".to_owned()),
        };
        let address = self.address(code, code.operands[at])?;
        let mut operands = Vec::new();
        for text in from {
            let first = name_of(text).ok_or("its register is not read")?;
            let words = [self.word(first)?, if count == 2 { self.word(first.following(1))? } else { String::new() }];
            operands.push(if count == 2 {
                self.joined(words)
            } else {
                let [word, _] = words;
                self.held(word)
            });
        }
        if operation == "POPC" {
            operands = vec!["1".to_owned()];
        }
        if operands.len() != if name == "cas" { 2 } else { 1 } {
            return Err("its operands are not read".to_owned());
        }
        let space = Self::space(code.name);
        if words_say_swapped {
            return self.swaps(to, count, format!("atom{space}.cas.{own}"), &address, &operands);
        }
        let operands = operands.join(", ");
        if count == 2 {
            let result = self.pair_of(|to| format!("atom{space}.{name}.{own} {to}, {address}, {operands};"));
            let writes = if to.fixed().is_some() { [to; 2] } else { [to, to.following(1)] };
            self.keep_pair(&result, &writes);
        } else {
            let to = self.destination(to);
            self.line(format!("atom{space}.{name}.{own} {to}, {address}, {operands};"));
        }
        Ok(())
    }

    /// A swap that gives 1 where it stored, else 0: in a predicate, or in as many words as it swaps.
    fn swaps(&mut self, to: Name, count: u8, head: String, address: &str, operands: &[String]) -> Result<(), Refused> {
        let [expected, new] = operands else { return Err("its operands are not read".to_owned()) };
        let line = |to: &str| format!("{head} {to}, {address}, {expected}, {new};");
        let found = if count == 2 { self.pair_of(line) } else { self.word_of(line) };
        let stored = self.predicate_of(|to| format!("setp.eq.b{} {to}, {found}, {expected};", 32 * u32::from(count)));
        let written = self.destination(to);
        if to.is_predicate() {
            self.line(format!("mov.pred {written}, {stored};"));
            return Ok(());
        }
        self.line(format!("selp.b32 {written}, 1, 0, {stored};"));
        if count == 2 {
            let above = self.destination(to.following(1));
            self.line(format!("mov.b32 {above}, 0;"));
        }
        Ok(())
    }
}
