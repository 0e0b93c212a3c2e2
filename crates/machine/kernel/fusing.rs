//! Sums of a function become the fmas that ptxas makes of them (`joined.rs` finds which), and their lines say so.

use super::joined::{Found, Joined, find, is_free, own_type, request, signs};
use super::module::{Code, Content, Formal, Function, Line, Slot};
use super::read::Reader;
use super::stretch::{Stretch, stretches};
use crate::evaluate::Request;
use crate::instruction::{Context, Meaning, Modifier, SOURCES, forms_of};
use crate::number::OperandType;
use crate::syntax::sort_by_key;

impl Reader<'_> {
    /// Joins in a function what ptxas joins, and says so at the lines.
    pub(super) fn join(&mut self, function: &mut Function) {
        let is_free = |own: &Request| is_free(own, &[Meaning::Multiply]);
        if self.apart || function.lines.is_empty() || !function.requests.iter().any(is_free) {
            return;
        }
        let left = left(function, !self.module.statements.is_empty());
        let stretches = stretches(function, &left);
        let Found { joined, said } = find(function, &stretches);
        let mut copies = Vec::new();
        for (number, joined) in joined {
            let product = self.piece_of(&function.lines[joined.product]);
            let Some(name) = function.fuse(&stretches[number], joined, &mut copies) else { continue };
            let message =
                format!("ptxas makes one {name} of this and `{product}`, rounded once (-fmad, its default); // -fmad=false keeps both.");
            let span = &function.lines[joined.sum].span;
            self.note("joined", span.start as usize..span.end as usize, message);
        }
        for (line, message) in said {
            let span = &function.lines[line].span;
            self.note("unpredicted", span.start as usize..span.end as usize, message);
        }
        if !copies.is_empty() {
            self.insert(function, copies);
        }
    }

    /// The text of a line, without its semicolon.
    fn piece_of(&self, line: &Line) -> String {
        let text = self.text.get(line.span.start as usize..line.span.end as usize).unwrap_or("");
        text.trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Lines that keep a slot for later, each before the line that it goes with; no text stands for them.
    fn insert(&mut self, function: &mut Function, mut copies: Vec<Kept>) {
        sort_by_key(&mut copies, |kept| kept.product as u64);
        let before = |line: u32| copies.iter().filter(|kept| (kept.product as u32) < line).count() as u32;
        for line in &mut function.lines {
            line.code.retarget(|target| target + before(target));
        }
        for statement in &mut self.module.statements {
            if let Content::Line(number, _) = &mut statement.content {
                *number += before(*number + 1);
            }
        }
        let end = self.text.len() as u32;
        for Kept { product, from, to } in copies.into_iter().rev() {
            let own = request(function, product).map_or(OperandType::guessed(64), Request::destination_type);
            let code = Code::Copy { to, from, mask: u64::MAX >> (64 - own.width().clamp(1, 64)), own };
            function.lines.insert(product, Line { code, guard: None, span: end..end });
        }
    }
}

/// A factor that something writes before its product's sum runs: it is kept in a slot of its own.
#[derive(Clone, Copy, Debug)]
struct Kept {
    product: usize,
    from: Slot,
    to: Slot,
}

/// What a function leaves to who called it; lines without a function leave what they write and do not read after that.
fn left(function: &Function, implicit: bool) -> Vec<Slot> {
    let registers = function.results.iter().filter_map(|formal| match formal {
        Formal::Register(slot, _) => Some(*slot),
        Formal::Memory(_) => None,
    });
    let mut left: Vec<Slot> = registers.collect();
    if implicit {
        let mut seen = vec![false; function.initial.len()];
        for line in function.lines.iter().rev() {
            left.extend(line.code.writes().into_iter().filter(|slot| !seen[*slot as usize]));
            let all = line.code.writes().into_iter().chain(line.code.reads()).chain(line.guard.map(|(slot, _)| slot));
            all.for_each(|slot| seen[slot as usize] = true);
        }
    }
    left
}

impl Function {
    /// Makes a sum an fma.
    fn fuse(&mut self, stretch: &Stretch, joined: Joined, copies: &mut Vec<Kept>) -> Option<String> {
        let made = request(self, joined.sum)?;
        let fused = fused(made)?;
        let subtracts = made.form.meaning == Meaning::Subtract;
        let mask = signs(made.destination_type());
        let Code::Row { from: factors, .. } = self.lines[joined.product].code else { return None };
        let Code::Row { to, from: terms, fit, .. } = self.lines[joined.sum].code else { return None };
        let at = |line: usize| stretch.lines.iter().position(|own| *own == line);
        let between = &stretch.lines[at(joined.product)?..at(joined.sum)?];
        let [a, b] = [factors[0], factors[1]].map(|factor| {
            // What is written before the sum runs is kept where the product stands.
            if !between.iter().any(|line| self.lines[*line].code.writes().contains(&factor)) {
                return factor;
            }
            let known = copies.iter().find(|kept| (kept.product, kept.from) == (joined.product, factor));
            known.map(|kept| kept.to).unwrap_or_else(|| {
                self.registers.push(self.registers[factor as usize].clone());
                self.initial.push(0);
                let kept = self.initial.len() as Slot - 1;
                copies.push(Kept { product: joined.product, from: factor, to: kept });
                kept
            })
        });
        let turns = [joined.negative != (subtracts && joined.place == 1), false, subtracts && joined.place == 0];
        let negated = turns.iter().enumerate().fold(0, |all, (place, turns)| all | u8::from(*turns) << place);
        let mut from = [terms[1 - joined.place]; SOURCES];
        (from[0], from[1]) = (a, b);
        let request = self.request(fused);
        self.spent.push(self.lines[joined.product].span.start);
        self.lines[joined.sum].code = Code::Row { request, to, second: None, from, count: 3, carry: None, negated, turned: mask, fit };
        Some(fused.form.pattern.spelled(fused.modifiers))
    }

    /// The number of a request, which is kept once.
    pub(super) fn request(&mut self, request: Request) -> u32 {
        let known = self.requests.iter().position(|known| *known == request);
        known.unwrap_or_else(|| {
            self.requests.push(request);
            self.ready.push(request.computation().ready());
            self.requests.len() - 1
        }) as u32
    }
}

/// The fma of a sum and an unrounded product.
fn fused(sum: &Request) -> Option<Request> {
    let word = |word: Modifier| if sum.modifiers.has(word) { word.text() } else { "" };
    let name = ["fma.rn", word(Modifier::Ftz), word(Modifier::Sat), own_type(sum)?.text()].concat();
    let context = Context { target: sum.target, ptx: sum.ptx };
    let found = forms_of("fma").iter().find_map(|form| Some((form, form.pattern.named(&name)?)))?;
    found.0.is_available(found.1, context).then(|| Request::new(found.0, found.1, [0; SOURCES], context))
}
