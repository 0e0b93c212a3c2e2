//! Lines without a row: comparisons, choices, integers.

use super::lower::{Line, Lowering, Operand, Plain, Value};
use super::tree::{Id, Relation};
use super::types::CType;

impl Lowering<'_> {
    pub(super) fn compared(&mut self, relation: Relation, a: Id, b: Id) -> String {
        let own = self.tree.own(a);
        let operands = [self.operand(a), self.operand(b)];
        self.comparison(relation, own, operands)
    }

    fn comparison(&mut self, relation: Relation, own: CType, operands: [Operand; 2]) -> String {
        let name = match relation {
            Relation::Less => "lt",
            Relation::LessOrEqual => "le",
            Relation::Greater => "gt",
            Relation::GreaterOrEqual => "ge",
            Relation::Equal => "eq",
            Relation::NotEqual if own.is_integer() => "ne",
            Relation::NotEqual => "neu",
        };
        let flushes = self.options.flush && own == CType::Float;
        let flush = if flushes { ".ftz" } else { "" };
        let [a, b] = [self.shown(&operands[0], own), self.shown(&operands[1], own)];
        self.predicate(&format!("setp.{name}{flush}{} {{}}, {a}, {b};", own.ptx()), own, Plain::Compare(relation, operands, flushes))
    }

    /// A line that writes a new predicate, whose place in the text is `{}`.
    pub(super) fn predicate(&mut self, text: &str, own: CType, plain: Plain) -> String {
        let to = self.temporary("p");
        self.lines.push(Line::Plain(text.replace("{}", &to), to.clone(), own, plain));
        to
    }

    /// The predicate of a node: that it is not zero.
    pub(super) fn truth(&mut self, id: Id) -> String {
        match self.values[id].clone() {
            Value::Predicate(predicate) => predicate,
            _ => {
                let operand = self.operand(id);
                self.comparison(Relation::NotEqual, self.tree.own(id), [operand, Operand::Number(0)])
            }
        }
    }

    pub(super) fn selected(&mut self, id: Id, own: CType, predicate: String, operands: [Operand; 2]) -> Operand {
        let to = self.fresh(id, own);
        let [a, b] = [self.shown(&operands[0], own), self.shown(&operands[1], own)];
        let name = if own.computes() { own.ptx() } else { format!(".b{}", own.format().width()) };
        self.lines.push(Line::Plain(
            format!("selp{name} {to}, {a}, {b}, {predicate};"),
            to.clone(),
            own,
            Plain::Choose(predicate, operands),
        ));
        Operand::Register(to)
    }

    pub(super) fn plainly(&mut self, id: Id, own: CType, name: &str, plain: Plain) -> Operand {
        let to = self.fresh(id, own);
        let operands = match &plain {
            Plain::Whole(_, [a, b]) => format!("{}, {}", self.shown(a, own), self.shown(b, own)),
            Plain::Negate(a) => self.shown(a, own),
            _ => String::new(),
        };
        self.lines.push(Line::Plain(format!("{name} {to}, {operands};"), to.clone(), own, plain));
        Operand::Register(to)
    }
}
