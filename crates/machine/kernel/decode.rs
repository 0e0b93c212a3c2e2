//! One instruction to a line: a row of PTX's table, read as it is everywhere else. What moves data or control takes its operands here.

use super::builder::Named;
use super::memory::Space;
use super::module::{Call, Callee, Code, Formal, Function, Slot, Widening};
use super::operand::Wanted;
use super::printing::BUILT_IN;
use super::read::Reader;
use super::statement::{Decoded, Instruction, Wrong, inside, span_of};
use super::whole::Whole;
use crate::evaluate::Request;
use crate::instruction::{Meaning, Modifier, ModifierSet, SOURCES, Work, ptx::ELSEWHERE};
use crate::number::{Encoding, Format, OperandType};
use crate::operation::Kind;
use crate::syntax::{
    self, Diagnostic, Heading, Parsed, Register, RegisterType, Source, Token, TokenKind, constant, parse_tokens, sort_by_key,
};

/// What instructions that are not modelled want.
const WANTING: [(&str, &[&str]); 4] = [
    ("other threads", &["mbarrier"]),
    ("textures and surfaces", &["tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"]),
    ("a warp's matrices", &["mma", "wmma", "wgmma", "ldmatrix", "stmatrix", "movmatrix", "tcgen05"]),
    ("copies that run beside the thread", &["cp", "multimem", "clusterlaunchcontrol", "tensormap"]),
];

/// Words of instructions that are not modelled, where others of the same name are.
const APART: [(&str, &str); 7] = [
    ("red", "async"),
    ("red", "b128"),
    ("atom", "b128"),
    ("membar", "proxy"),
    ("fence", "proxy"),
    ("fence", "mbarrier_init"),
    ("fence", "sync_restrict"),
];

impl Reader<'_> {
    pub(super) fn decode(&mut self, instruction: &Instruction) -> Decoded<(Code, Option<(Slot, bool)>)> {
        let code = self.row(instruction)?;
        Ok((code, self.guard(instruction)?))
    }

    /// The predicate of a guard, and whether it must be false.
    pub(super) fn guard(&mut self, instruction: &Instruction) -> Decoded<Option<(Slot, bool)>> {
        if instruction.guard.is_empty() {
            return Ok(None);
        }
        // Behind the `@`.
        self.condition(instruction, &instruction.guard[1..]).map(Some)
    }

    /// An instruction that moves data or control, by its row.
    fn work(&mut self, it: &Instruction, heading: &Heading) -> Decoded<Code> {
        let modifiers = heading.modifiers;
        let Some(work) = heading.form.meaning.work() else { return Err(Wrong::not_modelled(heading.form.row.summary)) };
        match work {
            Work::Move => self.movement(it, heading),
            Work::ConvertAddress => {
                let own = self.own_type(it, modifiers)?;
                let wanted = Wanted::exactly(own);
                let (to, from) = (self.written(it, it.operand(0)?, wanted)?, self.source(it, it.operand(1)?, wanted)?);
                Ok(Code::Copy { to, from, mask: u64::MAX >> (64 - own.width()), own: OperandType::guessed(own.width()) })
            }
            Work::Load => self.load(it, modifiers),
            Work::Store => self.store(it, modifiers),
            Work::IsSpace => {
                let space = Space::of_words(modifiers).unwrap_or(Space::Global);
                let to = self.written(it, it.operand(0)?, Wanted::exactly(RegisterType::Predicate))?;
                // Of shared memory `.shared::cluster` means that of every block of the cluster.
                let own = space == Space::Shared && !modifiers.has(Modifier::SharedCluster);
                Ok(Code::Within { to, from: self.source(it, it.operand(1)?, Wanted::ADDRESS)?, space, own })
            }
            Work::Hint | Work::Discard => {
                self.place(it, it.operand(0)?, Space::of_words(modifiers), 1)?;
                if let Some(size) = it.operands.get(1)
                    && it.texts(size) != ["128"]
                {
                    return Err(Wrong::error("operand", span_of(size), format!("{} takes 128 bytes.", heading.form.mnemonic())));
                }
                if work == Work::Hint { Ok(Code::Nothing) } else { Err(Wrong::not_modelled(heading.form.row.summary)) }
            }
            Work::Branch => {
                self.wait_for(label(it, 0)?);
                Ok(Code::Branch(0))
            }
            Work::BranchIndexed => {
                let index = self.source(it, it.operand(0)?, Wanted::exactly(RegisterType::Integer(32)))?;
                self.wait_for(label(it, 1)?);
                Ok(Code::Switch { index, targets: Box::default() })
            }
            Work::Call => self.call(it),
            Work::Return => Ok(Code::Return),
            Work::Exit => Ok(Code::Exit),
            Work::Order => Ok(Code::Nothing),
            Work::Pause => self.source(it, it.operand(0)?, Wanted::exactly(RegisterType::Integer(32))).map(|_| Code::Nothing),
            Work::Atomic => self.atomic(it, heading),
            Work::Barrier
            | Work::Cluster
            | Work::Warp
            | Work::Shuffle
            | Work::Vote
            | Work::Match
            | Work::Reduce
            | Work::Active
            | Work::Elect => self.meet(it, heading, work),
            Work::Composed => self.composed(it, heading),
            Work::Told => self.told(it, modifiers),
            Work::Policy => self.create_policy(it, modifiers),
            Work::Trap => Err(Wrong::note("trap", format!("{} ends the run here.", heading.form.mnemonic()))),
        }
    }

    /// The type that the instruction names.
    pub(super) fn own_type(&self, it: &Instruction, modifiers: ModifierSet) -> Decoded<RegisterType> {
        match modifiers.data_type().and_then(|own| RegisterType::named(own.text())) {
            Some(own) if own.width() <= 64 => Ok(own),
            _ => Err(Wrong::not_modelled(format!("{} of 128 bits is not modelled here.", it.words[0]))),
        }
    }

    /// A row of PTX's table, read as everywhere else.
    fn row(&mut self, it: &Instruction) -> Decoded<Code> {
        let name = it.words.first().copied().unwrap_or("");
        if let Some(read) = self.matrices.filter(|_| !name.is_empty())
            && let Some(code) = read(self, it)?
        {
            return Ok(code);
        }
        if ELSEWHERE.contains(&name) {
            let wants = WANTING
                .iter()
                .find(|(_, names)| names.contains(&name))
                .map_or(String::new(), |(what, _)| format!(": it works with {what}"));
            return Err(Wrong::not_modelled(format!("{} is not modelled here{wants}.", it.words.join("."))));
        }
        if APART.iter().any(|(own, word)| name == *own && it.words.contains(word)) {
            return Err(Wrong::not_modelled(format!("{} is not modelled here.", it.words.join("."))));
        }
        // A guard with the element of a vector is read by itself.
        let behind = if it.guard.iter().any(|token| token.kind == TokenKind::Modifier) { it.guard.len() } else { 0 };
        let Parsed { tokens, instruction, heading, diagnostics: mut said } =
            parse_tokens(it.text, it.whole[behind..].to_vec(), &self.module.context, &self.builder.scope().all);
        let implicit = self.builder.implicit;
        if implicit {
            sort_by_key(&mut said, Diagnostic::order);
        }
        let wrong = said.iter().find(|said| said.is_error()).cloned();
        if implicit {
            self.tokens[self.first + behind..self.first + it.whole.len()].clone_from_slice(&tokens);
            self.module.diagnostics.extend(said);
        }
        match (wrong, instruction, heading) {
            (None, Some(instruction), _) => {
                let code = self.lower(&instruction)?;
                self.parsed = implicit.then_some(instruction);
                Ok(code)
            }
            (None, None, Some(heading)) => self.work(it, &heading),
            (wrong, ..) => {
                let mut said = wrong.unwrap_or_else(|| Diagnostic::error("instruction", it.span.clone(), "This is no instruction."));
                // `r+4` and `name+4`, which the assembler takes for an integer.
                let sum = |tokens: &&&[Token]| match tokens {
                    [word, plus, number @ ..] => {
                        word.kind == TokenKind::Word && it.shown(plus) == "+" && constant(it.text, number, None, 64).is_ok()
                    }
                    _ => false,
                };
                if said.code == "literal-type"
                    && let Some(sum) = it.operands.iter().find(sum).filter(|_| !implicit)
                {
                    let sum = it.texts(sum).concat();
                    return Err(Wrong::not_modelled(format!("`{sum}` is not modelled as an operand: add it in a line before.")));
                }
                if !implicit {
                    said.span = said.span.start.clamp(it.span.start, it.span.end)..said.span.end.clamp(it.span.start, it.span.end);
                }
                Err(Wrong { said, whole: false, known: implicit })
            }
        }
    }

    /// A row of PTX's table over slots.
    pub(super) fn lower(&mut self, instruction: &syntax::Instruction) -> Decoded<Code> {
        if instruction.form.meaning == Meaning::Unmodelled {
            return Err(Wrong::not_modelled(instruction.form.row.summary));
        }
        // What the assembler drops is nothing; lines without a function tell of it.
        if instruction.form.meaning == Meaning::Nothing && !self.builder.implicit {
            return Ok(Code::Nothing);
        }
        let request = Request::new(instruction.form, instruction.modifiers, [0; SOURCES], instruction.context);
        let to = self.table_register(instruction, &instruction.destination, false)?;
        let mut second = instruction.second.as_ref().map(|second| self.table_register(instruction, second, false)).transpose()?;
        let mut carry = None;
        if let Meaning::Alu(alu) = instruction.form.meaning {
            carry = alu.reads_carry().then(|| self.builder.condition_code());
            second = second.or_else(|| alu.writes_carry().then(|| self.builder.condition_code()));
        }
        let mut from = [to; SOURCES];
        for (place, source) in instruction.sources.iter().enumerate().take(SOURCES) {
            let slot = match source {
                Source::Register(register) => {
                    let integers = instruction.form.meaning == Meaning::Convert
                        && [request.source_type(place), request.destination_type()].iter().all(|own| own.format.is_integer());
                    self.table_register(instruction, register, integers && request.source_type(place).width() <= 32)?
                }
                Source::Literal(literal) => self.builder.constant(literal.bits),
            };
            from[place..].fill(slot);
        }
        let count = instruction.sources.len().min(SOURCES) as u32;
        let own = request.destination_type();
        let held = self.builder.type_of(to).filter(|own| *own != RegisterType::Any).map_or(own.width(), RegisterType::width);
        let signed = own.format.encoding == Encoding::Signed;
        let fit = (held > own.width())
            .then(|| Widening { kind: Kind { width: own.width(), signed }, mask: u64::MAX >> (64 - held.clamp(1, 64)) });
        let request = self.builder.function.request(request);
        Ok(Code::Row { request, to, second, from, count, carry, negated: instruction.negated, turned: 1, fit })
    }

    /// The slot of a register that a row reads or writes: no address, and a special register where the row takes one. `_` throws a predicate
    /// away.
    fn table_register(&mut self, instruction: &syntax::Instruction, Register { name, span }: &Register, special: bool) -> Decoded<Slot> {
        if name == "_" {
            return Ok(self.builder.sink());
        }
        let slot = self.register(name, span.clone())?;
        match self.builder.type_of(slot) {
            Some(_) => Ok(slot),
            None if special && self.builder.is_special(slot) => Ok(slot),
            None if self.functions.contains_key(name) => Ok(slot),
            None => {
                let row = instruction.form.pattern.spelled(instruction.modifiers);
                let what = if self.builder.is_special(slot) { "a special register" } else { "an address" };
                Err(Wrong::error("register-type", span.clone(), format!("`{name}` is {what}: {row} takes registers.")))
            }
        }
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
        let whole = if self.functions.contains_key(first) { None } else { (self.module.externals)(first) };
        if let Some(whole) = whole {
            return self.whole(it, whole, at);
        }
        if self.builder.implicit && self.module.built_in.is_some() && BUILT_IN.contains(&first) && !self.functions.contains_key(first) {
            // Lines without a function declare none.
            self.functions.insert(first.to_owned(), self.module.functions.len() as u32);
            self.module.functions.push(Function { name: first.to_owned(), ..Function::default() });
        }
        let callee = match (self.functions.get(first), self.builder.find(first)) {
            (Some(number), _) => Callee::Function(*number),
            (None, Named::Slot(slot)) if self.builder.type_of(slot).is_some() => Callee::At(self.source(it, name, Wanted::ADDRESS)?),
            _ if first.starts_with("_optix_") => {
                return Err(Wrong::not_modelled(format!("OptiX provides `{first}`, which is not modelled here.")));
            }
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

    /// A call of a function that runs whole, whose name stands at a place among the operands.
    fn whole(&mut self, it: &Instruction, function: Whole, at: usize) -> Decoded<Code> {
        let list = |at: usize| it.operands.get(at).and_then(|tokens| inside(it, tokens, "(", ")")).unwrap_or_default();
        let (results, arguments) = (if at == 0 { Vec::new() } else { list(0) }, list(at + 1));
        let own = function.function;
        let of = |format: &Format| RegisterType::Untyped(format.width() as u8);
        let (outputs, inputs): (Vec<_>, Vec<_>) = (own.outputs().collect(), own.inputs().collect());
        if (results.len(), arguments.len()) != (outputs.len(), inputs.len()) {
            let message = format!("`{}` takes {} and gives {} values; the call has others.", own.stem, inputs.len(), outputs.len());
            return Err(Wrong::error("function", it.span.clone(), message));
        }
        let to = results.into_iter().zip(outputs).map(|(tokens, (_, format))| self.written(it, tokens, Wanted::exactly(of(format))));
        let to = to.collect::<Decoded<_>>()?;
        let from =
            arguments.into_iter().zip(inputs).map(|(tokens, parameter)| self.source(it, tokens, Wanted::exactly(of(parameter.format))));
        Ok(Code::Whole { function, to, from: from.collect::<Decoded<_>>()? })
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
        // A number of 32 bits says so by its letter; any other fills as many as the function takes.
        let width = if matches!(it.texts(tokens)[..], [number] if number.starts_with("0f") || number.starts_with("0F")) { 32 } else { 64 };
        Ok(Formal::Register(self.source(it, tokens, Wanted::exactly(RegisterType::Untyped(width)))?, width.into()))
    }
}

/// The label that stands as an operand.
fn label<'a>(it: &Instruction<'a>, at: usize) -> Decoded<&'a str> {
    let tokens = it.operand(at)?;
    match tokens {
        [name] if name.kind == TokenKind::Word => Ok(it.shown(name)),
        _ => Err(Wrong::error("label", span_of(tokens), "Only a label can be here.")),
    }
}
