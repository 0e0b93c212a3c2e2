//! One instruction to a line: what moves bits, reads and writes memory, branches and calls is read here; what computes is a row of PTX's
//! table, read as it is everywhere else.

use super::builder::Named;
use super::memory::Space;
use super::module::{Call, Callee, Code, Fit, Formal, Slot};
use super::operand::{WHOLE, Wanted};
use super::read::Reader;
use super::special;
use super::statement::{Decoded, Instruction, Wrong, inside, span_of, unknown};
use crate::evaluate::Request;
use crate::instruction::{Meaning, SOURCES, ptx::ELSEWHERE};
use crate::number::Encoding;
use crate::operation::Kind;
use crate::syntax::{MoveType, RegisterType, Source, Token, TokenKind, parse_tokens};
use core::ops::Range;

/// What instructions that are not modelled want.
const WANTING: [(&str, &[&str]); 4] = [
    (
        "other threads",
        &[
            "bar",
            "barrier",
            "mbarrier",
            "membar",
            "fence",
            "atom",
            "red",
            "vote",
            "match",
            "activemask",
            "redux",
            "shfl",
            "elect",
            "griddepcontrol",
        ],
    ),
    ("textures and surfaces", &["tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"]),
    ("a warp's matrices", &["mma", "wmma", "wgmma", "ldmatrix", "stmatrix", "movmatrix", "tcgen05"]),
    ("copies that run beside the thread", &["cp", "multimem", "clusterlaunchcontrol", "tensormap"]),
];

impl Reader<'_> {
    pub(super) fn decode(&mut self, instruction: &Instruction) -> Decoded<(Code, Option<(Slot, bool)>)> {
        let guard = self.guard(instruction)?;
        Ok((self.code(instruction)?, guard))
    }

    /// The predicate of a guard, and whether it must be false.
    pub(super) fn guard(&mut self, instruction: &Instruction) -> Decoded<Option<(Slot, bool)>> {
        if instruction.guard.is_empty() {
            return Ok(None);
        }
        // Behind the `@`.
        self.condition(instruction, &instruction.guard[1..]).map(Some)
    }

    fn code(&mut self, it: &Instruction) -> Decoded<Code> {
        let Some((name, rest)) = it.words.split_first() else {
            return Err(Wrong::error("missing-mnemonic", it.span.clone(), "The name of an instruction is missing here."));
        };
        match *name {
            "mov" => self.movement(it),
            "cvta" => {
                it.no_more_than(2)?;
                let own = self.known_type(it, it.own(), "u32 u64")?;
                if !rest.iter().any(|word| Space::named(&[".", word].concat()).is_some()) {
                    return Err(unknown(it));
                }
                let wanted = Wanted::exactly(own);
                let (to, from) = (self.written(it, it.operand(0)?, wanted)?, self.source(it, it.operand(1)?, wanted)?);
                Ok(Code::Copy { to, from, mask: u64::MAX >> (64 - own.width()) })
            }
            "ld" | "ldu" => self.load(it, rest),
            "st" => self.store(it, rest),
            "isspacep" => {
                it.no_more_than(2)?;
                let space = Space::named(&[".", it.own()].concat()).ok_or_else(|| unknown(it))?;
                let to = self.written(it, it.operand(0)?, Wanted::exactly(RegisterType::Predicate))?;
                Ok(Code::Within { to, from: self.source(it, it.operand(1)?, Wanted::ADDRESS)?, space })
            }
            "prefetch" | "prefetchu" | "discard" | "applypriority" => Ok(Code::Nothing),
            "bra" => {
                it.no_more_than(1)?;
                let label = it.operand(0)?;
                self.wait_for(it.texts(label).first().copied().unwrap_or(""));
                Ok(Code::Branch(0))
            }
            "brx" => {
                let index = self.source(it, it.operand(0)?, Wanted::exactly(RegisterType::Integer(32)))?;
                self.wait_for(it.texts(it.operand(1)?).first().copied().unwrap_or(""));
                Ok(Code::Switch { index, targets: Box::default() })
            }
            "call" => self.call(it),
            "ret" => Ok(Code::Return),
            "exit" => Ok(Code::Exit),
            "trap" | "brkpt" => Err(Wrong { code: "trap", message: format!("{name} ends the run here."), span: None, error: false }),
            _ => self.row(it, name),
        }
    }

    /// A row of PTX's table, read as everywhere else.
    fn row(&mut self, it: &Instruction, name: &str) -> Decoded<Code> {
        if ELSEWHERE.contains(&name) {
            let wants = WANTING
                .iter()
                .find(|(_, names)| names.contains(&name))
                .map_or(String::new(), |(what, _)| format!(": it works with {what}"));
            return Err(Wrong::not_modelled(format!("{} is not modelled here{wants}.", it.words.join("."))));
        }
        // What nvcc wrote while a thread's place had 16 bits.
        let special = |tokens: &&[Token]| {
            Some(it.texts(tokens).concat()).is_some_and(|name| special::find(&name).is_some() || special::wants(&name).is_some())
        };
        if name == "cvt" && it.operands.get(1).is_some_and(special) {
            return Err(Wrong::not_modelled("cvt of a special register is not modelled here; mov reads it."));
        }
        if name == "lop3" && it.words.len() > 2 {
            return Err(Wrong::not_modelled(format!(
                "{} is not modelled here: only the number of lop3 is, without a predicate.",
                it.words.join(".")
            )));
        }
        let inside = |span: &Range<usize>| span.start.clamp(it.span.start, it.span.end)..span.end.clamp(it.span.start, it.span.end);
        let parsed = parse_tokens(it.text, it.tokens.to_vec(), &self.module.context, &self.builder.scope().all);
        let Some(instruction) = parsed.accepted() else {
            let error = parsed.error();
            let span = error.map_or(it.span.clone(), |error| inside(&error.span));
            return Err(Wrong::error(
                error.map_or("instruction", |error| error.code),
                span,
                error.map_or("This is no instruction.", |error| &error.message),
            ));
        };
        let request = Request::new(instruction.form, instruction.modifiers, [0; SOURCES], instruction.context);
        let mut written = instruction.written().map(|register| match &*register.name {
            "_" => Ok(self.builder.sink()),
            name => self.table_register(it, name, inside(&register.span)),
        });
        let to = written.next().unwrap_or_else(|| Err(unknown(it)))?;
        let mut second = written.next().transpose()?;
        drop(written);
        let mut carry = None;
        if let Meaning::Alu(alu) = instruction.form.meaning {
            carry = alu.reads_carry().then(|| self.builder.condition_code());
            second = second.or_else(|| alu.writes_carry().then(|| self.builder.condition_code()));
        }
        let mut from = [to; SOURCES];
        for (place, source) in instruction.sources.iter().enumerate().take(SOURCES) {
            let slot = match source {
                Source::Register(register) => self.table_register(it, &register.name, inside(&register.span))?,
                Source::Literal(literal) => self.builder.constant(literal.bits),
            };
            from[place..].fill(slot);
        }
        let count = instruction.sources.len().min(SOURCES) as u32;
        let own = request.destination_type();
        let held = self.builder.type_of(to).map_or(own.width(), |own| own.width());
        let signed = own.format.encoding == Encoding::Signed;
        let fit =
            (held > own.width()).then(|| Fit { kind: Kind { width: own.width(), signed }, mask: u64::MAX >> (64 - held.clamp(1, 64)) });
        let requests = &mut self.builder.function.requests;
        let request = requests.iter().position(|known| *known == request).unwrap_or_else(|| {
            requests.push(request);
            self.builder.function.ready.push(request.computation().ready());
            requests.len() - 1
        }) as u32;
        Ok(Code::Row { request, to, second, from, count, carry, negated: instruction.negated, fit })
    }

    /// The slot of a register that a row reads or writes: no address, no special register.
    fn table_register(&mut self, it: &Instruction, name: &str, span: Range<usize>) -> Decoded<Slot> {
        let slot = self.register(name, span.clone())?;
        match self.builder.type_of(slot) {
            Some(_) => Ok(slot),
            None => Err(Wrong::error("register-type", span, format!("`{name}` is an address: {} takes registers.", it.words.join(".")))),
        }
    }

    /// `mov`: whole, packed or taken apart.
    fn movement(&mut self, it: &Instruction) -> Decoded<Code> {
        it.no_more_than(2)?;
        let own = self.known_type(it, it.own(), &["pred ", WHOLE].concat())?;
        let move_type = MoveType::named(it.own()).filter(|_| it.words.len() == 2).ok_or_else(|| unknown(it))?;
        let shape = move_type.shape(it.text, it.operand(0)?, it.operand(1)?).map_err(Wrong::from)?;
        let (whole, part, width) = (Wanted::exactly(own), Wanted::exactly(RegisterType::Untyped(shape.width as u8)), shape.width);
        if shape.unpacks {
            return Ok(Code::Unpack {
                to: self.destinations(it, it.operand(0)?, part, shape.to.len())?,
                from: self.source(it, it.operand(1)?, whole)?,
                width,
            });
        }
        let to = self.written(it, it.operand(0)?, whole)?;
        if shape.packs {
            return Ok(Code::Pack { to, from: self.sources(it, it.operand(1)?, part, shape.from.len())?, width });
        }
        Ok(Code::Copy { to, from: self.source(it, it.operand(1)?, whole)?, mask: u64::MAX >> (64 - own.width()) })
    }

    /// `call (results), name, (arguments)`.
    fn call(&mut self, it: &Instruction) -> Decoded<Code> {
        let mut at = 0;
        let listed = |reader: &mut Self, at: usize| -> Decoded<Option<Vec<Formal>>> {
            let Some(parts) = it.operands.get(at).and_then(|tokens| inside(it, tokens, "(", ")")) else { return Ok(None) };
            parts.into_iter().map(|tokens| reader.handed(it, tokens)).collect::<Decoded<_>>().map(Some)
        };
        let results = listed(self, 0)?;
        at += usize::from(results.is_some());
        let name = it.operand(at)?;
        let words = it.texts(name);
        let first = words.first().copied().unwrap_or("");
        let callee = match (self.functions.get(first), self.builder.find(first)) {
            (Some(number), _) => Callee::Function(*number),
            (None, Named::Slot(slot)) if self.builder.type_of(slot).is_some() => Callee::At(self.source(it, name, Wanted::ADDRESS)?),
            _ => {
                return Err(Wrong::error(
                    "function",
                    span_of(name),
                    format!("There is no function `{}` before this line.", words.concat()),
                ));
            }
        };
        let arguments = listed(self, at + 1)?;
        if let Callee::At(_) = callee {
            self.type_of_callee(it, at + 1 + usize::from(arguments.is_some()))?;
        }
        Ok(Code::Call(Box::new(Call { callee, arguments: arguments.unwrap_or_default(), results: results.unwrap_or_default() })))
    }

    /// What a call by an address says of the functions that it may enter: a prototype, a list of them, or a variable that holds their addresses.
    fn type_of_callee(&self, it: &Instruction, at: usize) -> Decoded<()> {
        let name = it.operands.get(at).copied().unwrap_or_default();
        let known =
            |name: &&str| self.symbols.contains_key(*name) || self.builder.scopes.iter().any(|scope| scope.lists.contains_key(*name));
        match it.texts(name)[..] {
            [name] if known(&name) => Ok(()),
            [name] => Err(Wrong::error("function", it.span.clone(), format!("There is no prototype `{name}` before this line."))),
            _ => {
                let message = "A call by an address ends in the label of a prototype: p: .callprototype (.param .b32 _) _ (.param .b32 _);";
                Err(Wrong::error("function", it.span.clone(), message))
            }
        }
    }

    /// What a call hands over: a variable, or a register.
    fn handed(&mut self, it: &Instruction, tokens: &[Token]) -> Decoded<Formal> {
        if let [name] = tokens
            && let Named::Own(variable) = self.builder.find(it.shown(name))
        {
            return Ok(Formal::Memory(variable));
        }
        if let [name] = tokens
            && it.shown(name) == "_"
        {
            return Ok(Formal::Register(self.builder.sink(), 64));
        }
        if let [name] = tokens
            && name.kind == TokenKind::Word
        {
            let slot = self.register(it.shown(name), name.span.clone())?;
            return Ok(Formal::Register(slot, self.builder.type_of(slot).map_or(64, RegisterType::width)));
        }
        Ok(Formal::Register(self.source(it, tokens, Wanted::exactly(RegisterType::Untyped(64)))?, 64))
    }
}
