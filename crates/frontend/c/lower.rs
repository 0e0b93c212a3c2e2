//! An expression as the PTX that nvcc makes of it.
//!
//! What nvcc does was read off the PTX of nvcc 13.5.37 for sm_90 and, where ptxas fuses further, off its machine code: signs move outwards,
//! a product that only sums and differences read is fused into each of them, and `1/x` is a reciprocal.

use super::call::{Call, Operand};
use super::narrow::{is_older, older};
use super::option::Options;
use super::tree::{Id, Kind, Operation, Tree, fusable, in_type};
use super::types::CType;
use crate::instruction::Context;
use crate::instruction::cuda::{Body, Function};
use crate::number::{Encoding, F32, Pattern};
use crate::rounding::Mode;

/// A line of the PTX that an expression becomes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub text: String,
    /// Why it is so, where that is not plain.
    pub why: &'static str,
    /// The byte of the text that it comes from.
    pub at: usize,
}

/// A value that a text is about: the variable that takes it, and its node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Root {
    pub name: String,
    pub id: Id,
}

pub(super) const SIGN: &str = "A sign, which machine code turns over in the operand itself.";
const FLUSHES: &str = "The function runs whole here; this flushes a subnormal number as nvcc's code of it does.";
const RECIPROCAL: &str = "nvcc takes 1/x for a reciprocal.";

/// What a node has become.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Is {
        operand: Operand,
        negative: bool,
    },
    /// A product that is made where somebody needs it.
    Product {
        factors: [Operand; 2],
        negative: bool,
    },
    Predicate(String),
}

/// What is wanted of a stretch of statements.
pub(super) struct Stretch<'a> {
    /// Variables and what they hold at its end.
    pub roots: &'a [Root],
    /// Values that are still to be used.
    pub pending: &'a [Id],
    /// What it does to memory, in order.
    pub effects: &'a [Id],
    /// A condition.
    pub test: Option<Id>,
    /// The variables that point to .global alone.
    pub global: &'a [String],
}

/// The lines of a stretch, the pending values as operands, and the predicate of its condition. `taken` are registers that temporaries must not
/// take, `counts` how many of each kind there are.
pub(super) fn lower(
    tree: &Tree,
    stretch: &Stretch,
    options: Options,
    context: &Context,
    taken: Vec<String>,
    counts: &mut [u32; 6],
) -> (Vec<Line>, Vec<Operand>, Option<String>) {
    let roots = stretch.roots;
    let ids: Vec<Id> =
        roots.iter().map(|root| root.id).chain(stretch.pending.iter().chain(stretch.effects).copied()).chain(stretch.test).collect();
    let uses = tree.uses(&ids);
    let read = tree.nodes.iter().zip(&uses).filter(|(_, uses)| **uses > 0).filter_map(|(node, _)| match &node.kind {
        Kind::Variable(name) => Some(register(name)),
        _ => None,
    });
    let read: Vec<String> = read.collect();
    let variables = taken.clone();
    let taken: Vec<String> = taken.into_iter().chain(read).chain(roots.iter().map(|root| register(&root.name))).collect();
    // A variable takes its value where that is made, if nothing else reads what it held before. What is made last may always.
    let alone = ids.len() == 1;
    let destination = |root: &Root| {
        let names_it =
            |node: &super::tree::Node| node.kind == Kind::Variable(root.name.clone()) || node.kind == Kind::Variable(register(&root.name));
        let held = (tree.start..tree.nodes.len()).find(|id| names_it(&tree.nodes[*id]));
        let others = |held: Id| {
            let reads = |id: &Id| uses[*id] > 0 && *id != root.id && tree.nodes[*id].kind.reads().contains(&held);
            ids.contains(&held) || (tree.start..tree.nodes.len()).any(|id| reads(&id))
        };
        let written = matches!(tree.nodes[root.id].kind, Kind::Written(..));
        let free = held.is_none_or(|held| uses[held] == 0 || (!written && (alone || !others(held))));
        free.then(|| (root.id, register(&root.name)))
    };
    let destinations = roots.iter().filter_map(destination).collect();
    let fusable = fusable(tree, &ids, &uses);
    let (values, written, lines) = (Vec::new(), Vec::new(), Vec::new());
    let mut lowering = Lowering {
        tree,
        destinations,
        options,
        context,
        fusable,
        taken,
        variables,
        values,
        written,
        lines,
        at: 0,
        global: stretch.global,
        uses,
        counts,
    };
    lowering.values.resize(tree.start, Value::Is { operand: Operand::Number(0), negative: false });
    for id in tree.start..tree.nodes.len() {
        let span = &tree.nodes[id].span;
        lowering.at = if span.is_empty() { lowering.at } else { span.start };
        let value = if lowering.uses[id] > 0 { lowering.value(id) } else { Value::Is { operand: Operand::Number(0), negative: false } };
        lowering.values.push(value);
    }
    let made: Vec<Operand> = roots.iter().map(|root| lowering.operand(root.id)).collect();
    let mut pending: Vec<Operand> = stretch.pending.iter().map(|id| lowering.operand(*id)).collect();
    let predicate = stretch.test.map(|id| lowering.truth(id));
    lowering.moved(roots, made, stretch.pending, &mut pending);
    (lowering.lines, pending, predicate)
}

/// Whether an operand is a register.
fn made_is(operand: &Operand, register: &str) -> bool {
    matches!(operand, Operand::Register(own) if own == register)
}

/// A variable as a register of PTX.
pub(super) fn register(name: &str) -> String {
    if name.starts_with('%') { name.to_owned() } else { ["%", name].concat() }
}

pub(super) struct Lowering<'a> {
    pub(super) tree: &'a Tree,
    /// Nodes whose values are made in the registers of their variables.
    destinations: Vec<(Id, String)>,
    pub(super) options: Options,
    pub(super) context: &'a Context,
    pub(super) fusable: Vec<bool>,
    taken: Vec<String>,
    /// The registers of variables, which take other values later.
    variables: Vec<String>,
    pub(super) values: Vec<Value>,
    /// The registers that calls have written through pointers: the call, the parameter's place.
    written: Vec<(Id, usize, String)>,
    pub(super) lines: Vec<Line>,
    /// The byte of the text that is lowered.
    at: usize,
    /// The variables that point to .global alone.
    global: &'a [String],
    uses: Vec<u32>,
    counts: &'a mut [u32; 6],
}

impl Lowering<'_> {
    fn value(&mut self, id: Id) -> Value {
        let (tree, own) = (self.tree, self.tree.own(id));
        let plain = |operand| Value::Is { operand, negative: false };
        match &tree.nodes[id].kind {
            Kind::Constant(bits, _) if own.needs_register() => {
                let to = self.fresh(id, own);
                self.mov(&to, &Operand::Number(*bits), own);
                plain(Operand::Register(to))
            }
            Kind::Constant(bits, _) => plain(Operand::Number(*bits)),
            Kind::Variable(name) => plain(Operand::Register(register(name))),
            Kind::Convert(from) => self.converted(id, *from),
            Kind::Negate(from) if own.computes() => match self.values[*from].clone() {
                Value::Is { operand, negative } => Value::Is { operand, negative: !negative },
                Value::Product { factors, negative } => Value::Product { factors, negative: !negative },
                Value::Predicate(_) => plain(self.operand(*from)),
            },
            Kind::Negate(from) => {
                let operand = self.operand(*from);
                // Of an unsigned type too: the bits are the same.
                plain(self.integers(id, own, &format!("neg.s{}", own.format().width()), &[operand]))
            }
            Kind::Magnitude(from) => {
                let operand = self.operand(*from);
                plain(self.integers(id, own, &["abs", &own.ptx()].concat(), &[operand]))
            }
            Kind::Binary(Operation::Multiply, a, b) if own.computes() => {
                let ((x, s), (y, t)) = (self.signed(*a), self.signed(*b));
                Value::Product { factors: [x, y], negative: s != t }
            }
            Kind::Binary(Operation::Divide, a, b) if own.computes() => plain(self.quotient(id, *a, *b)),
            Kind::Binary(operation, a, b) if own.computes() => self.sum(id, *operation == Operation::Subtract, *a, *b),
            Kind::Binary(operation, a, b) => {
                let operands = [self.operand(*a), self.operand(*b)];
                let name = match operation {
                    Operation::Add => "add",
                    Operation::Subtract => "sub",
                    Operation::Multiply => "mul.lo",
                    Operation::Divide => "div",
                    Operation::Remainder => "rem",
                    Operation::Minimum => "min",
                    Operation::Maximum => "max",
                    Operation::And | Operation::Or | Operation::Xor | Operation::ShiftLeft | Operation::ShiftRight => {
                        let (name, bits) = match operation {
                            Operation::And => ("and", true),
                            Operation::Or => ("or", true),
                            Operation::Xor => ("xor", true),
                            Operation::ShiftLeft => ("shl", true),
                            _ => ("shr", false),
                        };
                        let suffix = if bits { format!(".b{}", own.format().width()) } else { own.ptx() };
                        return plain(self.integers(id, own, &[name, &suffix].concat(), &operands));
                    }
                };
                plain(self.integers(id, own, &[name, &own.ptx()].concat(), &operands))
            }
            Kind::Compare(relation, a, b) => Value::Predicate(self.compared(*relation, *a, *b)),
            Kind::Not(a) => {
                let a = self.truth(*a);
                Value::Predicate(self.predicate(&format!("not.pred {{}}, {a};")))
            }
            Kind::And(a, b) => {
                let both = [self.truth(*a), self.truth(*b)];
                Value::Predicate(self.predicate(&format!("and.pred {{}}, {}, {};", both[0], both[1])))
            }
            Kind::Or(a, b) => {
                let both = [self.truth(*a), self.truth(*b)];
                Value::Predicate(self.predicate(&format!("or.pred {{}}, {}, {};", both[0], both[1])))
            }
            Kind::Choose(condition, a, b) => {
                let condition = self.truth(*condition);
                let operands = [self.operand(*a), self.operand(*b)];
                plain(self.selected(id, own, condition, operands))
            }
            Kind::Invert(from) => {
                let operand = self.operand(*from);
                plain(self.integers(id, own, &format!("not.b{}", own.register_width()), &[operand]))
            }
            Kind::Address(name, space) => {
                let to = self.fresh(id, own);
                self.ptx(format!("mov.u64 {to}, {name};"), "");
                self.ptx(format!("cvta.{space}.u64 {to}, {to};"), "");
                plain(Operand::Register(to))
            }
            Kind::Load(address, offset, _) => {
                let to = self.fresh(id, own);
                let (place, space) = (self.place(*address, *offset), self.tree.space(*address, self.global));
                self.ptx(format!("ld{space}.{} {to}, {place};", own.memory()), "");
                plain(Operand::Register(to))
            }
            Kind::Store(address, offset, value) => {
                let operand = self.operand(*value);
                let kind = self.tree.own(*value);
                let operand = match operand {
                    Operand::Number(_) if kind.needs_register() => {
                        let to = self.temporary(kind.stem());
                        self.mov(&to, &operand, kind);
                        to
                    }
                    other => self.shown(&other, kind),
                };
                let (place, space) = (self.place(*address, *offset), self.tree.space(*address, self.global));
                self.ptx(format!("st{space}.{} {place}, {operand};", kind.memory()), "");
                plain(Operand::Number(0))
            }
            // What has members is read by them.
            Kind::Group(_) => plain(Operand::Number(0)),
            Kind::Special(name) => {
                let to = self.fresh(id, own);
                self.ptx(format!("mov.u32 {to}, {name};"), "");
                plain(Operand::Register(to))
            }
            Kind::Line(text, sources) => {
                let mut line = text.clone();
                for (place, source) in sources.iter().enumerate() {
                    let condition = format!("{{p{place}}}");
                    if line.contains(&condition) {
                        let truth = self.truth(*source);
                        line = line.replace(&condition, &truth);
                        continue;
                    }
                    let (operand, own) = (self.operand(*source), self.tree.own(*source));
                    line = line.replace(&format!("{{{place}}}"), &self.shown(&operand, own));
                }
                if line.contains("{?}") {
                    return Value::Predicate(self.predicate(&line.replace("{?}", "{}")));
                }
                let to = if line.contains("{}") { self.fresh(id, own) } else { String::new() };
                // What somebody wrote in PTX stays as it is, whatever the options.
                line.replace("{}", &to).lines().for_each(|line| self.as_it_is(line.to_owned()));
                plain(Operand::Register(to))
            }
            Kind::Call(function, mode, arguments) => plain(self.called(id, function, *mode, arguments)),
            Kind::Written(call, place) => {
                let written = self.written.iter().find(|(id, own, _)| (id, own) == (call, place));
                plain(written.map_or(Operand::Number(0), |(.., register)| Operand::Register(register.clone())))
            }
        }
    }

    /// An address with an offset, in brackets.
    fn place(&mut self, address: Id, offset: i64) -> String {
        let own = self.tree.own(address);
        let operand = self.operand(address);
        let mut base = self.shown(&operand, own);
        // A number is no base: a null pointer goes to a register, too.
        if matches!(operand, Operand::Number(_)) {
            let register = self.temporary(own.stem());
            self.as_it_is(format!("mov.b64 {register}, {base};"));
            base = register;
        }
        if offset == 0 { format!("[{base}]") } else { format!("[{base}+{offset}]") }
    }

    /// A register that nothing else has; a root's is that of its variable.
    pub(super) fn fresh(&mut self, id: Id, own: CType) -> String {
        let destination = self.destinations.iter().find(|(root, _)| *root == id).map(|(_, register)| register.clone());
        destination.unwrap_or_else(|| self.temporary(own.stem()))
    }

    /// Moves what the roots are into the registers of their variables, where it is not there. What a move would overwrite before it is read
    /// goes elsewhere first.
    fn moved(&mut self, roots: &[Root], mut made: Vec<Operand>, ids: &[Id], pending: &mut [Operand]) {
        let targets: Vec<String> = roots.iter().map(|root| register(&root.name)).collect();
        let own = |place: usize, target: &str| made_is(&made[place], target);
        let moves: Vec<usize> = (0..roots.len()).filter(|place| !own(*place, &targets[*place])).collect();
        let overwritten = |operand: &Operand| moves.iter().any(|place| made_is(operand, &targets[*place]));
        let apart = |lowering: &mut Self, operand: &Operand, own: CType| {
            let to = lowering.temporary(own.stem());
            lowering.mov(&to, operand, own);
            Operand::Register(to)
        };
        let saved: Vec<(usize, Operand)> =
            moves.iter().map(|place| (*place, made[*place].clone())).filter(|(_, operand)| overwritten(operand)).collect();
        // One that is overwritten by nothing before its turn needs no place of its own.
        let several = moves.len() > 1;
        for (place, operand) in saved.into_iter().filter(|_| several) {
            made[place] = apart(self, &operand, self.tree.own(roots[place].id));
        }
        for (id, operand) in ids.iter().zip(pending.iter_mut()) {
            // A value that stands in a variable's register must outlast what the variable gets later.
            if overwritten(operand) || targets.iter().chain(&self.variables).any(|target| made_is(operand, target)) {
                *operand = apart(self, &operand.clone(), self.tree.own(*id));
            }
        }
        for place in moves {
            let own = self.tree.own(roots[place].id);
            self.mov(&targets[place], &made[place].clone(), own);
        }
    }

    pub(super) fn mov(&mut self, to: &str, from: &Operand, own: CType) {
        let floats = matches!(own, CType::Float | CType::Double);
        let mov = if floats { format!("mov{}", own.ptx()) } else { format!("mov.b{}", own.register_width()) };
        let source = match from {
            Operand::Number(bits) if own.needs_register() => match own.register_width() {
                32 => format!("0x{bits:08X}"),
                _ => format!("0x{bits:04X}"),
            },
            Operand::Number(bits) if !floats => {
                // A small integer fills its register.
                let filled = own.underlying().promoted();
                format!("0x{}", Pattern::new(filled.format(), in_type(Pattern::new(own.format(), *bits), filled).0).hex())
            }
            other => self.shown(other, own),
        };
        self.lines.push(Line { text: format!("{mov} {to}, {source};"), why: "", at: self.at });
    }

    pub(super) fn temporary(&mut self, stem: &str) -> String {
        let place = ["r", "rd", "h", "f", "fd", "p"].iter().position(|known| *known == stem).unwrap_or(0);
        loop {
            self.counts[place] += 1;
            let name = format!("%{stem}{}", self.counts[place]);
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }

    /// A line that no option changes.
    pub(super) fn as_it_is(&mut self, text: String) {
        self.lines.push(Line { text, why: "", at: self.at });
    }

    pub(super) fn ptx(&mut self, line: String, why: &'static str) {
        if line.contains(".bf16")
            && is_older(self.context)
            && let Some(lines) = older(&line, |stem| self.temporary(stem))
        {
            let at = self.at;
            self.lines.extend(lines.into_iter().map(|text| Line { text, why, at }));
            return;
        }
        let line = if self.options.flush { super::flush::flushed(&line, self.context) } else { line };
        self.lines.push(Line { text: line, why, at: self.at });
    }

    pub(super) fn shown(&self, operand: &Operand, own: CType) -> String {
        match operand {
            Operand::Register(name) => name.clone(),
            Operand::Number(bits) => {
                let number = Pattern::new(own.format(), *bits);
                if own.is_integer() { number.exact_decimal() } else { number.ptx() }
            }
        }
    }

    /// A floating-point operand whose sign is still to be turned over, perhaps. A number takes its sign at once.
    pub(super) fn signed(&mut self, id: Id) -> (Operand, bool) {
        let mask = self.tree.own(id).sign_mask();
        match self.values[id].clone() {
            Value::Is { operand: Operand::Number(bits), negative } => (Operand::Number(if negative { bits ^ mask } else { bits }), false),
            Value::Is { operand, negative } => (operand, negative),
            Value::Product { factors, negative } => {
                let own = self.tree.own(id);
                // The sign of a product is turned over behind it.
                let to = if negative { self.temporary(own.stem()) } else { self.fresh(id, own) };
                let rounding = self.rounding();
                self.ptx(
                    format!("mul{rounding}{} {to}, {}, {};", own.ptx(), self.shown(&factors[0], own), self.shown(&factors[1], own)),
                    "",
                );
                let operand = Operand::Register(to);
                self.values[id] = Value::Is { operand: operand.clone(), negative };
                (operand, negative)
            }
            Value::Predicate(_) => (self.operand(id), false),
        }
    }

    /// Without fusing, nvcc writes the rounding so that ptxas fuses nothing either.
    pub(super) fn rounding(&self) -> &'static str {
        if self.options.fuse { "" } else { ".rn" }
    }

    /// A node's value in a register or as a number.
    pub(super) fn operand(&mut self, id: Id) -> Operand {
        let own = self.tree.own(id);
        if let Value::Predicate(predicate) = self.values[id].clone() {
            let operand = self.selected(id, own, predicate, [Operand::Number(1), Operand::Number(0)]);
            self.values[id] = Value::Is { operand: operand.clone(), negative: false };
            return operand;
        }
        let (operand, negative) = self.signed(id);
        if !negative {
            return operand;
        }
        let to = self.fresh(id, own);
        self.ptx(format!("neg{} {to}, {};", own.ptx(), self.shown(&operand, own)), SIGN);
        let operand = Operand::Register(to);
        self.values[id] = Value::Is { operand: operand.clone(), negative: false };
        operand
    }

    fn quotient(&mut self, id: Id, left: Id, right: Id) -> Operand {
        let own = self.tree.own(id);
        let single = own == CType::Float;
        let one = self.tree.constant(left).is_some_and(|number| number.bits == own.format().one());
        let b = self.operand(right);
        let b = self.shown(&b, own);
        let approximate = single && !self.options.exact_division;
        let root = one && approximate && !self.options.exact_root && self.uses[right] == 1;
        if root
            && let Some(Line { text: last, .. }) = self.lines.last()
            && let Some(operand) = last.strip_prefix("sqrt.approx").and_then(|last| last.split_once(", "))
            && last.contains(&*format!(" {b},"))
        {
            // 1/sqrtf(x) is one instruction.
            let operand = operand.1.trim_end_matches(';').to_owned();
            self.lines.pop();
            let to = self.fresh(id, own);
            self.ptx(format!("rsqrt.approx{} {to}, {operand};", own.ptx()), "nvcc takes 1/sqrtf(x) for one approximation.");
            return Operand::Register(to);
        }
        let a = if one {
            String::new()
        } else {
            let a = self.operand(left);
            self.shown(&a, own)
        };
        let to = self.fresh(id, own);
        let own = own.ptx();
        match (one, approximate) {
            (true, true) => self.ptx(format!("rcp.approx{own} {to}, {b};"), RECIPROCAL),
            (true, false) => self.ptx(format!("rcp.rn{own} {to}, {b};"), RECIPROCAL),
            (false, true) if self.options.fast => self.ptx(format!("div.approx{own} {to}, {a}, {b};"), ""),
            (false, true) => self.ptx(format!("div.full{own} {to}, {a}, {b};"), ""),
            (false, false) => self.ptx(format!("div.rn{own} {to}, {a}, {b};"), ""),
        }
        Operand::Register(to)
    }

    fn converted(&mut self, id: Id, from: Id) -> Value {
        let (own, source) = (self.tree.own(id), self.tree.own(from));
        let operand = self.operand(from);
        let plain = |operand| Value::Is { operand, negative: false };
        if own.is_integer() && source.is_integer() && own.is_held_as(source) {
            return plain(operand);
        }
        let shown = self.shown(&operand, source);
        if let Some(value) = self.narrowed(id, own, source, &shown) {
            return value;
        }
        if own < CType::Int {
            // The low bits of the register, filled up to the 32 that hold a small integer.
            let filled = if own.format().encoding == Encoding::Signed { "s32" } else { "u32" };
            let (to, shown) = (self.fresh(id, own), self.shown(&operand, source));
            self.ptx(format!("cvt.{filled}{} {to}, {shown};", own.ptx()), "");
            return plain(Operand::Register(to));
        }
        let source = source.promoted();
        let rounds = match (own.is_integer(), source.is_integer()) {
            (true, false) => ".rzi",
            (false, true) => ".rn",
            (false, false) if own < source => ".rn",
            _ => "",
        };
        let (to, shown) = (self.fresh(id, own), self.shown(&operand, source));
        let line = format!("cvt{rounds}{}{} {to}, {shown};", own.ptx(), source.ptx());
        self.ptx(line, "");
        plain(Operand::Register(to))
    }

    /// A number times one, which flushes it where the options ask for that.
    fn times_one(&mut self, operand: &Operand) -> String {
        let (to, shown) = (self.temporary("f"), self.shown(operand, CType::Float));
        self.ptx(format!("mul.f32 {to}, {shown}, 0f3F800000;"), FLUSHES);
        to
    }

    fn called(&mut self, id: Id, function: &'static Function, mode: Option<Mode>, arguments: &[Id]) -> Operand {
        let mut arguments: Vec<Operand> = arguments.iter().map(|argument| self.operand(*argument)).collect();
        let value = function.returns.map(|_| self.fresh(id, self.tree.own(id)));
        let mut outputs: Vec<String> = value.iter().cloned().collect();
        for (place, parameter) in function.parameters.iter().enumerate().filter(|(_, parameter)| parameter.written) {
            let own = CType::of(parameter.format);
            let node = (self.tree.start..self.tree.nodes.len()).find(|node| self.tree.nodes[*node].kind == Kind::Written(id, place));
            let register = match node {
                Some(node) => self.fresh(node, own),
                None => self.temporary(own.stem()),
            };
            self.written.push((id, place, register.clone()));
            outputs.push(register);
        }
        // What runs whole flushes what it takes and gives, as nvcc's code of it does.
        let flushes = self.options.flush && matches!(function.row.body, Body::Library(_));
        let mut flushed = None;
        if flushes {
            let singles = arguments.iter_mut().zip(function.inputs()).filter(|(_, parameter)| parameter.format == F32::ROW);
            for (operand, _) in singles {
                *operand = Operand::Register(self.times_one(operand));
            }
            if function.returns == Some(F32::ROW) {
                flushed = Some(core::mem::replace(&mut outputs[0], self.temporary("f")));
            }
        }
        let call = Call { function, mode, arguments, outputs };
        match function.row.body {
            Body::Ptx(body) => {
                let approximate = function.stem == "sqrtf" && !self.options.exact_root;
                for line in call.ptx(body) {
                    let line = if approximate { line.replace("sqrt.rn", "sqrt.approx") } else { line };
                    self.ptx(line, "");
                }
            }
            Body::Library(_) => {
                self.lines.push(Line { text: call.whole(), why: "", at: self.at });
                if let Some(value) = flushed {
                    self.ptx(format!("mul.f32 {value}, {}, 0f3F800000;", call.outputs[0]), FLUSHES);
                }
            }
            // The reader has put its statements in the place of the call.
            Body::Source => {}
        }
        value.map_or(Operand::Number(0), Operand::Register)
    }
}
