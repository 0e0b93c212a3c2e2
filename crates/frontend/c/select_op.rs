//! Comparisons, choices, integers.

use super::call::Operand;
use super::lower::{Lowering, Value};
use super::narrow::is_older;
use super::tree::Id;
use super::types::CType;
use crate::operation::Relation;

impl Lowering<'_> {
    pub(super) fn compared(&mut self, relation: Relation, a: Id, b: Id) -> String {
        let own = self.tree.own(a);
        let operands = [self.operand(a), self.operand(b)];
        self.comparison(relation, own, operands)
    }

    fn comparison(&mut self, relation: Relation, own: CType, operands: [Operand; 2]) -> String {
        if own == CType::Brain && is_older(self.context) {
            // As floats, which no option flushes here.
            let [a, b] = operands.map(|operand| {
                let (from, to) = (self.temporary("h"), self.temporary("f"));
                self.mov(&from, &operand, own);
                self.as_it_is(format!("mov.b32 {to}, {{0, {from}}};"));
                to
            });
            let to = self.temporary("p");
            self.as_it_is(format!("setp{}.f32 {to}, {a}, {b};", relation.word));
            return to;
        }
        let relation = if own.is_integer() && relation.word == ".neu" { ".ne" } else { relation.word };
        let [a, b] = operands.map(|operand| match operand {
            // A half is read from a register alone.
            Operand::Number(_) if own.needs_register() => {
                let to = self.temporary(own.stem());
                self.mov(&to, &operand, own);
                to
            }
            operand => self.shown(&operand, own),
        });
        self.predicate(&format!("setp{relation}{} {{}}, {a}, {b};", own.ptx()))
    }

    /// A line that writes a new predicate, whose place in the text is `{}`.
    pub(super) fn predicate(&mut self, text: &str) -> String {
        let to = self.temporary("p");
        self.ptx(text.replace("{}", &to), "");
        to
    }

    /// The predicate of a node: that it is not zero.
    pub(super) fn truth(&mut self, id: Id) -> String {
        match self.values[id].clone() {
            Value::Predicate(predicate) => predicate,
            _ => {
                let operand = self.operand(id);
                self.comparison(Relation::of(".neu"), self.tree.own(id).promoted(), [operand, Operand::Number(0)])
            }
        }
    }

    pub(super) fn selected(&mut self, id: Id, own: CType, predicate: String, operands: [Operand; 2]) -> Operand {
        let to = self.fresh(id, own);
        let [a, b] = [self.shown(&operands[0], own), self.shown(&operands[1], own)];
        let name = if matches!(own, CType::Float | CType::Double) { own.ptx() } else { format!(".b{}", own.register_width()) };
        self.ptx(format!("selp{name} {to}, {a}, {b}, {predicate};"), "");
        Operand::Register(to)
    }

    /// A line of integers, by its name with its type.
    pub(super) fn integers(&mut self, id: Id, own: CType, name: &str, operands: &[Operand]) -> Operand {
        let to = self.fresh(id, own);
        let operands: Vec<String> = operands.iter().map(|operand| self.shown(operand, own)).collect();
        self.ptx(format!("{name} {to}, {};", operands.join(", ")), "");
        Operand::Register(to)
    }
}
