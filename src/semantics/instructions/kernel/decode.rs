//! One instruction to a line: what moves, compares, branches and calls is read here; integers are rows of their table, and everything with
//! floating-point numbers is read as it is everywhere else.

use super::builder::Named;
use super::comparison::{self, Compared, Join};
use super::integer::{self, Kind};
use super::memory::Space;
use super::module::{Call, Callee, Code, Comparison, Fit, Formal, Slot};
use super::operand::{WHOLE, Wanted};
use super::read::Reader;
use super::special;
use super::statement::{Decoded, Instruction, Wrong, inside, span_of, unknown};
use crate::evaluate::Request;
use crate::instruction::{SOURCES, ptx::ELSEWHERE};
use crate::number::Encoding;
use crate::syntax::{RegisterType, Source, Token, TokenKind, parse_with};
use core::ops::Range;

/// The types of `setp`, and the second ones of `set`.
const COMPARED: &str = "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64 f16 bf16";

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
            "setp" => self.comparing(it, rest, 1).and_then(|comparison| {
                let mut parts = it.operand(0)?.split(|token| it.shown(token) == "|");
                let (first, second) = (parts.next().unwrap_or(&[]), parts.next());
                let opposite = second.map(|tokens| self.predicate_written(it, tokens)).transpose()?;
                Ok(Code::Compare { comparison: Box::new(comparison), to: self.predicate_written(it, first)?, opposite })
            }),
            "set" => {
                let Some((_, head)) = rest.split_last() else { return Err(unknown(it)) };
                let to = head.last().copied().unwrap_or("");
                // Halves and pairs of them are compared as they are everywhere else.
                if it.own().ends_with("x2") || matches!(to, "f16" | "bf16" | "u16" | "s16") {
                    return match it.operands.len() {
                        0..=3 => self.floating(it, name),
                        _ => Err(Wrong::not_modelled(format!("{} is not modelled here.", it.words.join(".")))),
                    };
                }
                let holds = match to {
                    "f32" => 0x3f80_0000,
                    "u32" | "s32" => 0xffff_ffff,
                    _ => return Err(unknown(it)),
                };
                let own = self.known_type(it, to, WHOLE)?;
                let comparison = self.comparing(it, rest, 2)?;
                Ok(Code::Set { comparison: Box::new(comparison), to: self.written(it, it.operand(0)?, Wanted::exactly(own))?, holds })
            }
            "selp" => {
                it.no_more_than(4)?;
                let (to, mut from) = self.chosen(it, it.own())?;
                let (by, negated) = self.condition(it, it.operand(3)?)?;
                if negated {
                    from.reverse();
                }
                Ok(Code::Select { to, from, by })
            }
            "slct" => {
                it.no_more_than(4)?;
                let flushes = rest.contains(&"ftz");
                let [own, by] = rest.iter().filter(|word| **word != "ftz").copied().collect::<Vec<_>>()[..] else {
                    return Err(unknown(it));
                };
                let number = self.known_type(it, by, if flushes { "f32" } else { "s32 f32" })?;
                let compared = Compared::named(by, flushes).ok_or_else(|| unknown(it))?;
                let (to, from) = self.chosen(it, own)?;
                Ok(Code::Choose { to, from, by: self.source(it, it.operand(3)?, Wanted::exactly(number))?, compared })
            }
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
            _ => {
                let own = it.own();
                let words = it.words[..it.words.len() - 1].join(".");
                // `prmt` has its mode behind the type.
                let (words, own) = match rest {
                    [kind @ "b32", mode] if *name == "prmt" => ([name, ".", mode].concat(), *kind),
                    _ => (words, own),
                };
                match (integer::find(&words, own), RegisterType::named(&[".", own].concat())) {
                    (Some((row, kind)), Some(own)) => self.integer(it, row, kind, own),
                    _ => self.floating(it, name),
                }
            }
        }
    }

    /// The destination and the two sources of a selection.
    fn chosen(&mut self, it: &Instruction, own: &str) -> Decoded<(Slot, [Slot; 2])> {
        let wanted = Wanted::exactly(self.known_type(it, own, WHOLE)?);
        let from = [self.source(it, it.operand(1)?, wanted)?, self.source(it, it.operand(2)?, wanted)?];
        Ok((self.written(it, it.operand(0)?, wanted)?, from))
    }

    /// A row of the table of integers.
    fn integer(&mut self, it: &Instruction, row: &'static integer::Row, kind: Kind, own: RegisterType) -> Decoded<Code> {
        let mut letters = row.operands.chars();
        let first = letters.next().unwrap_or('t');
        let wanted = |letter| match letter {
            't' => Wanted::exactly(own),
            letter => Wanted::exactly(RegisterType::Integer(integer::Row::kind(letter, kind).width as u8)),
        };
        it.no_more_than(row.operands.len())?;
        let to = self.written(it, it.operand(0)?, wanted(first))?;
        let mut from = [to; 4];
        for (place, letter) in letters.enumerate().take(4) {
            let tokens = it.operand(place + 1)?;
            if letter == 'i' && tokens.iter().any(|token| token.kind == TokenKind::Word) {
                return Err(Wrong::error("operand", span_of(tokens), format!("{} wants a number here.", it.words.join("."))));
            }
            from[place] = self.source(it, tokens, wanted(letter))?;
        }
        Ok(Code::Integer { row, kind, mask: integer::Row::kind(first, kind).mask(), to, from })
    }

    /// An instruction of PTX's table, read as everywhere else.
    fn floating(&mut self, it: &Instruction, name: &str) -> Decoded<Code> {
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
        let start = it.span.start;
        let piece = [it.text.get(it.span.clone()).unwrap_or(""), ";"].concat();
        let registers = core::mem::take(&mut self.builder.scope().all);
        let parsed = parse_with(&piece, &self.module.context, &registers);
        self.builder.scope().all = registers;
        let end = it.span.end;
        let inside = |span: &Range<usize>| (span.start + start).min(end)..(span.end + start).min(end);
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
        let to = self.register(&instruction.destination.name, inside(&instruction.destination.span))?;
        let mut from = [to; SOURCES];
        for (place, source) in instruction.sources.iter().enumerate().take(SOURCES) {
            let slot = match source {
                Source::Register(register) => self.register(&register.name, inside(&register.span))?,
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
        Ok(Code::Float { request, to, from, count, fit })
    }

    /// `mov`: whole, packed or taken apart.
    fn movement(&mut self, it: &Instruction) -> Decoded<Code> {
        it.no_more_than(2)?;
        let (to, from) = (it.operand(0)?, it.operand(1)?);
        let braces = |tokens| inside(it, tokens, "{", "}");
        let Some(parts) = braces(to).or(braces(from)).map(|parts| parts.len()) else {
            let own = self.known_type(it, it.own(), &["pred ", WHOLE].concat())?;
            let (to, from) = (self.written(it, to, Wanted::exactly(own))?, self.source(it, from, Wanted::exactly(own))?);
            return Ok(Code::Copy { to, from, mask: u64::MAX >> (64 - own.width()) });
        };
        let own = self.known_type(it, it.own(), "b16 b32 b64")?;
        let width = own.width() / (parts as u32).max(1);
        if !matches!(parts, 1 | 2 | 4) || width < 8 {
            let message = format!("{} takes two or four registers of 8 bits or more in braces; there are {parts}.", it.words.join("."));
            return Err(Wrong::error("vector-operand", it.span.clone(), message));
        }
        let (whole, part) = (Wanted::exactly(own), Wanted::exactly(RegisterType::Untyped(width as u8)));
        if braces(to).is_some() {
            return Ok(Code::Unpack { to: self.destinations(it, to, part, parts)?, from: self.source(it, from, whole)?, width });
        }
        Ok(Code::Pack { to: self.written(it, to, whole)?, from: self.sources(it, from, part, parts)?, width })
    }

    /// The comparison of `setp` and `set`, whose words end in so many types.
    fn comparing(&mut self, it: &Instruction, words: &[&str], types: usize) -> Decoded<Comparison> {
        let Some(head) = words.len().checked_sub(types).map(|end| &words[..end]) else { return Err(unknown(it)) };
        let (mut relation, mut join, mut flushes) = ("", None, false);
        for word in head {
            match *word {
                "ftz" => flushes = true,
                word if relation.is_empty() => relation = word,
                word => join = Some(Join::named(word).ok_or_else(|| unknown(it))?),
            }
        }
        let own = self.known_type(it, it.own(), COMPARED)?;
        let takes = |what: String| Err(Wrong::error("unknown-modifier", it.span.clone(), format!("{} {what}.", it.words.join("."))));
        if flushes && !matches!(it.own(), "f32" | "f16") {
            return takes("takes .ftz with .f32 and .f16 alone".to_owned());
        }
        let known = comparison::relations(it.own());
        if !known.split(' ').any(|known| known == relation) {
            return takes(format!("compares by no .{relation}: numbers of type .{} by {known}", it.own()));
        }
        let relation = comparison::relation(relation).ok_or_else(|| unknown(it))?;
        let compared = Compared::named(it.own(), flushes).ok_or_else(|| unknown(it))?;
        let wanted = Wanted::exactly(own);
        let from = [self.source(it, it.operand(1)?, wanted)?, self.source(it, it.operand(2)?, wanted)?];
        let join = match join {
            None => None,
            Some(join) => {
                let (predicate, negated) = self.condition(it, it.operand(3)?)?;
                Some((join, predicate, negated))
            }
        };
        it.no_more_than(3 + usize::from(join.is_some()))?;
        Ok(Comparison { compared, relation, from, join })
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
