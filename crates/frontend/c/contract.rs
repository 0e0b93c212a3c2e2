//! Sums and differences, and the products that are fused into them.
//!
//! cicc fuses what it adds, and ptxas what nvcc's PTX leaves apart (a product and a difference); here both are one step, because their
//! results are one. Products and sums of halves and bfloat16 stay apart, as in nvcc's PTX: the machine joins them as ptxas does.

use super::call::Operand;
use super::lower::{Lowering, SIGN, Value};
use super::tree::Id;
use super::types::CType;

const FUSED: &str = "nvcc fuses the product and the sum (-fmad=true): they are rounded once.";
const FUSED_LATER: &str = "In nvcc's PTX a product and a difference; ptxas fuses them into one FFMA or DFMA: they are rounded once.";
/// What the machine joins as ptxas does.
pub(super) const JOINED: &str = "In nvcc's PTX a product and a sum; ptxas joins them into one fma (-fmad=true): they are rounded once.";

impl Lowering<'_> {
    /// The other sign of an operand.
    fn turned(&mut self, operand: &Operand, own: CType) -> Operand {
        match operand {
            Operand::Number(bits) => Operand::Number(bits ^ own.sign_mask()),
            register => {
                let to = self.temporary(own.stem());
                self.ptx(format!("neg{} {to}, {};", own.ptx(), self.shown(register, own)), SIGN);
                Operand::Register(to)
            }
        }
    }

    /// The factors of a product that may be fused, and whether it is negative.
    fn product(&self, id: Id) -> Option<([Operand; 2], bool)> {
        match &self.values[id] {
            Value::Product { factors, negative } if self.options.fuse && self.fusable[id] && self.fuses(self.tree.own(id)) => {
                Some((factors.clone(), *negative))
            }
            _ => None,
        }
    }

    /// Whether nvcc joins products and sums of a type itself. Those of halves and bfloat16 are left to ptxas.
    fn fuses(&self, own: CType) -> bool {
        !own.needs_register()
    }

    pub(super) fn sum(&mut self, id: Id, subtracts: bool, left: Id, right: Id) -> Value {
        let own = self.tree.own(id);
        let sign = |value: &Value| {
            matches!(value, Value::Is { negative: true, operand: Operand::Register(_) } | Value::Product { negative: true, .. })
        };
        // nvcc writes -x + y as y - x, and x - -y as y + x.
        let swapped = if subtracts { sign(&self.values[right]) } else { sign(&self.values[left]) && !sign(&self.values[right]) };
        let terms = if swapped { [right, left] } else { [left, right] };
        let turned = [subtracts && swapped, subtracts && !swapped];
        for (place, other) in [(0, 1), (1, 0)] {
            // Of x*y - x*y ptxas fuses neither.
            let Some((factors, negative)) = self.product(terms[place]).filter(|_| !subtracts || left != right) else { continue };
            let negative = negative != turned[place];
            let (addend, opposite) = self.signed(terms[other]);
            let addend = if opposite != turned[other] { self.turned(&addend, own) } else { addend };
            let [a, b] = factors;
            let (a, b) = match (negative, &b) {
                (false, _) => (a, b),
                (true, Operand::Number(_)) if matches!(a, Operand::Register(_)) => (a, self.turned(&b, own)),
                (true, _) => (self.turned(&a, own), b),
            };
            let to = self.fresh(id, own);
            let why = if subtracts || negative { FUSED_LATER } else { FUSED };
            let [a, b, c] = [&a, &b, &addend].map(|operand| self.shown(operand, own));
            self.ptx(format!("fma.rn{} {to}, {a}, {b}, {c};", own.ptx()), why);
            return Value::Is { operand: Operand::Register(to), negative: false };
        }
        let ((x, s), (y, t)) = (self.signed(terms[0]), self.signed(terms[1]));
        let (s, t) = (s != turned[0], t != turned[1]);
        let (name, x, y) = match (s, t) {
            (false, false) => ("add", x, y),
            (false, true) => ("sub", x, y),
            (true, false) => ("sub", y, x),
            (true, true) => {
                let x = self.turned(&x, own);
                ("sub", x, y)
            }
        };
        let to = self.fresh(id, own);
        let rounding = self.rounding();
        self.ptx(format!("{name}{rounding}{} {to}, {}, {};", own.ptx(), self.shown(&x, own), self.shown(&y, own)), "");
        Value::Is { operand: Operand::Register(to), negative: false }
    }
}
