//! `asm` in C: lines of PTX whose operands are values and variables of the text.

use super::parse::Reader;
use super::place::Place;
use super::token::Kind as Cut;
use super::tree::{Id, Kind, Node};
use super::types::CType;
use crate::instruction::Context;
use crate::kernel::Module;
use crate::syntax::{Diagnostic, Registers};

/// What a letter of a constraint takes: the type of its register.
const LETTERS: [(char, CType); 5] =
    [('h', CType::Half), ('r', CType::Unsigned), ('l', CType::UnsignedLong), ('f', CType::Float), ('d', CType::Double)];

/// An operand: how the lines name it.
struct Operand {
    /// The register that is written, with the place that takes it.
    written: Option<(usize, Place)>,
    /// The value that is read.
    read: Option<Id>,
}

impl Reader<'_> {
    /// A statement `asm("…" : outputs : inputs : what it changes);`
    pub(super) fn assembles(&mut self) {
        let begin = self.at;
        self.at += 1;
        while matches!(self.shown(self.at), "volatile" | "__volatile__") {
            self.at += 1;
        }
        let (open, end) = (self.at, self.behind(self.at));
        self.at += 1;
        let mut text = String::new();
        while self.is(self.at, Cut::Text) {
            let quoted = self.shown(self.at);
            text.push_str(quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or(""));
            self.at += 1;
        }
        let done = if self.shown(open) == "(" && !text.is_empty() { self.operands() } else { None };
        let Some(operands) = done else {
            let span = self.span(begin).start..self.span(end.saturating_sub(1)).end;
            if self.diagnostics.iter().all(|said| !span.contains(&said.span.start)) {
                self.error(
                    "asm",
                    span,
                    "asm takes a text and operands with h, r, l, f, d or n: asm(\"neg.f32 %0, %1;\" : \"=f\"(y) : \"f\"(x)).",
                );
            }
            self.at = end;
            return self.ends();
        };
        self.at = end;
        self.lines_of(&text, operands);
        self.ends();
    }

    /// The operands behind the colons.
    fn operands(&mut self) -> Option<Vec<Operand>> {
        let (mut all, mut part) = (Vec::new(), 0);
        loop {
            match self.shown(self.at) {
                ":" => part += 1,
                "::" => part += 2,
                ")" => return Some(all),
                "," => {}
                _ if part > 2 && self.is(self.at, Cut::Text) => {}
                _ if self.is(self.at, Cut::Text) && part > 0 => {
                    let constraint = self.shown(self.at).trim_matches('"').to_owned();
                    if self.shown(self.at + 1) != "(" {
                        return None;
                    }
                    self.at += 2;
                    all.push(self.operand_of(&constraint, part == 1)?);
                    if self.shown(self.at) != ")" {
                        return None;
                    }
                }
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// One operand, whose parenthesis is open.
    fn operand_of(&mut self, constraint: &str, is_written: bool) -> Option<Operand> {
        let letter = constraint.trim_start_matches(['=', '+', '&']).chars().next()?;
        let at = self.at;
        if !is_written {
            let value = self.assignment()?;
            if letter == 'n' {
                return self.tree.constant(value).map(|_| Operand { written: None, read: Some(value) });
            }
            let own = LETTERS.iter().find(|(own, _)| *own == letter)?.1;
            return Some(Operand { written: None, read: Some(self.as_register(value, own, at)?) });
        }
        let own = LETTERS.iter().find(|(own, _)| *own == letter)?.1;
        // A name that stands here first is of the type that its letter says, and no input.
        let name = self.shown(at).to_owned();
        if constraint.starts_with('=') && self.is(at, Cut::Name) && self.shown(at + 1) == ")" && self.find(&name).is_none() {
            let variable = self.declare(&name, own, None);
            self.known[variable].undeclared = true;
        }
        let place = self.place_here()?;
        let read = if constraint.starts_with('+') {
            let held = self.read(&place);
            Some(self.as_register(held, own, at)?)
        } else {
            None
        };
        let register = self.hidden("asm", own, None);
        self.known[register].given = true;
        Some(Operand { written: Some((register, place)), read })
    }

    /// A value in a register of a constraint.
    fn as_register(&mut self, value: Id, own: CType, at: usize) -> Option<Id> {
        let given = self.tree.own(value);
        let short = matches!(given, CType::Short | CType::UnsignedShort);
        let fits = match own {
            CType::Half => short || matches!(given, CType::Half | CType::Brain | CType::E4m3 | CType::E5m2),
            CType::Unsigned if given.lane().is_some() => true,
            _ => given.register_width() == own.register_width() && given.computes() == own.computes(),
        };
        if !fits {
            let span = self.since(self.span(at).start);
            self.error("asm", span, format!("This is {}, which does not fit the letter of its constraint.", given.name()));
            return None;
        }
        // The compiler moves a number into a register first.
        Some(if !self.in_library() && self.tree.constant(value).is_some() && own != CType::Half {
            let width = own.register_width();
            self.tree.node(Kind::Line(format!("mov.b{width} {{}}, {{0}};"), vec![value]), given, 0..0)
        } else if own == CType::Half && short {
            self.tree.node(Kind::Line("cvt.u16.u32 {}, {0};".to_owned(), vec![value]), own, 0..0)
        } else {
            value
        })
    }

    /// The lines, with operands in the place of their numbers; then what they wrote goes where it belongs.
    fn lines_of(&mut self, text: &str, mut operands: Vec<Operand>) {
        // What the library writes gives a value and does nothing else: equal ones are one, and what nobody reads is left out.
        let mut value = None;
        if self.in_library()
            && let [Operand { written, read: None }, ..] = &mut operands[..]
        {
            value = written.take();
        }
        let (mut lines, mut sources) = (String::new(), Vec::new());
        let mut names = Vec::new();
        for Operand { written, read } in &operands {
            let source = read.map(|id| {
                sources.push(id);
                format!("{{{}}}", sources.len() - 1)
            });
            let name = match written {
                Some((register, _)) => {
                    let to = super::lower::register(&self.known[*register].register);
                    if let Some(source) = source {
                        lines.push_str(&format!("mov.b{} {to}, {source};\n", self.known[*register].own.register_width()));
                    }
                    to
                }
                None if source.is_none() => "{}".to_owned(),
                None => source.unwrap_or_default(),
            };
            names.push(name);
        }
        let text = text.replace("\\n", " ").replace("\\t", " ").replace("\\r", " ").replace("\\\"", "\"");
        // The same lines on registers whose widths are declared, so that the machine can say which do not fit.
        let (mut declared, mut stand_ins) = (String::new(), Vec::new());
        for (number, Operand { written, read }) in operands.iter().enumerate() {
            let width = match (written, read) {
                (Some((register, _)), _) => Some(self.known[*register].own.register_width()),
                (None, Some(id)) if self.tree.constant(*id).is_none() => Some(self.tree.own(*id).register_width()),
                _ => None,
            };
            if let Some(width) = width {
                declared.push_str(&format!(".reg .b{width} operand{number};\n"));
            }
            stand_ins.push(width.map_or("1".to_owned(), |_| format!("operand{number}")));
        }
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '%' if letters.peek() == Some(&'%') => lines.extend(letters.next()),
                '%' if letters.peek().is_some_and(char::is_ascii_digit) => {
                    let mut number = String::new();
                    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                        number.push(digit);
                    }
                    match number.parse::<usize>().ok().and_then(|number| names.get(number)) {
                        Some(name) => {
                            lines.push_str(name);
                            declared.push_str(&stand_ins[number.parse::<usize>().unwrap_or(0)]);
                        }
                        None => {
                            let span = self.span(self.at.saturating_sub(1));
                            self.error("asm", span, format!("asm has no operand %{number}."));
                        }
                    }
                }
                letter => {
                    lines.push(letter);
                    declared.push(letter);
                    if letter == ';' {
                        lines.push('\n');
                    }
                }
            }
        }
        let misfit = |said: &Diagnostic| said.code == "register-type";
        if !self.in_library() && Module::implicit(&declared, &Context::default(), Registers::default()).diagnostics.iter().any(misfit) {
            let span = self.span(self.at.saturating_sub(1));
            self.error(
                "asm",
                span,
                "An operand's letter says another width than the instruction takes: f and r have 32 bits, d and l 64, h 16.",
            );
        }
        let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let span = self.span(self.at.saturating_sub(1));
        if let Some((register, place)) = value {
            let own = self.own_of(&place);
            // A short lies in a register of 32 bits, and is written in one of 16.
            let short = self.known[register].own == CType::Half && own.is_integer();
            let made = self.tree.node(Kind::Line(lines.join("\n"), sources), if short { CType::Half } else { own }, span);
            let made = if short { self.tree.lane(made, 0) } else { made };
            self.write(&place, made);
            return;
        }
        self.tree.nodes.push(Node { kind: Kind::Line(lines.join("\n"), sources), own: CType::Int, span, is_place: false });
        let id = self.tree.nodes.len() - 1;
        self.effects.push(id);
        for (register, place) in operands.into_iter().filter_map(|operand| operand.written) {
            let own = self.own_of(&place);
            let held = self.held(register, 0..0);
            let value = match (self.known[register].own, own) {
                (CType::Half, CType::Short) => self.tree.node(Kind::Line("cvt.s32.s16 {}, {0};".to_owned(), vec![held]), own, 0..0),
                (CType::Half, CType::UnsignedShort) => self.tree.node(Kind::Line("cvt.u32.u16 {}, {0};".to_owned(), vec![held]), own, 0..0),
                (CType::Unsigned, CType::Halves | CType::Brains) => {
                    self.tree.node(Kind::Line("mov.b32 {}, {0};".to_owned(), vec![held]), own, 0..0)
                }
                (CType::Half, CType::Brain) => self.tree.node(Kind::Line("mov.b16 {}, {0};".to_owned(), vec![held]), own, 0..0),
                _ => held,
            };
            self.write(&place, value);
            if let Place::Variable(variable) = place {
                self.note_last(variable, value);
            }
        }
    }
}
