//! What the debug page shows, as its part of the address.
//!
//! `k=explain&e=mul.rn.f32+a=..` is the line that is asked about; the other tabs share an instruction (`i`) and registers (`r`), and
//! have the other side of a comparison (`j`), the goal and the seed of a search (`o`, `n`) and the third class of a matrix (`c`).

use super::links::line;
use super::pair::counterpart;
use crate::state::address::{Address, Page};
use crate::state::percent::{decoded, encoded};
use crate::state::queries::{Queries, read_parts};
use crate::state::registers::Registers;
use semantics::diagnosis::question::{inputs, named, split};
use semantics::diagnosis::value::value;
use semantics::finder::{Goal, matrix};
use semantics::instruction::Context;
use semantics::number::{F32, Format};

/// The parts of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tab {
    /// One wrong result.
    #[default]
    Explain,
    /// Many of them.
    Batch,
    /// Two computations side by side.
    Compare,
    /// Operands that show something.
    Find,
    /// Every class against every class.
    Matrix,
}

/// The tabs, their names in an address and on the page.
pub const TABS: [(Tab, &str, &str); 5] = [
    (Tab::Explain, "explain", "Explain a wrong bit"),
    (Tab::Batch, "batch", "Many at once"),
    (Tab::Compare, "compare", "Compare"),
    (Tab::Find, "find", "Find cases"),
    (Tab::Matrix, "matrix", "Special values"),
];

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The tab.
    pub tab: Tab,
    /// The line that is asked about.
    pub line: String,
    /// The instruction, or the left side of a comparison.
    pub text: String,
    /// The right side.
    pub other: String,
    /// Their registers.
    pub registers: Registers,
    /// What is looked for.
    pub goal: Goal,
    /// The seed of the search.
    pub seed: u64,
    /// The class of the third operand.
    pub third: usize,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            tab: Tab::Explain,
            line: "mul.rn.f32 a=00800000 b=3f000000 got=00000000".into(),
            text: "fma.rn.f32 %d, %a, %b, %c;".into(),
            other: "mul.rn.f32 %t, %a, %b;\nadd.rn.f32 %d, %t, %c;".into(),
            registers: Registers::read("a:3f800800,b:3f800800,c:bf801000").0,
            goal: Goal::Tie,
            seed: 1,
            third: matrix::PLAIN_THIRD,
        }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let mut text = String::from("k=");
        text.push_str(TABS.iter().find(|row| row.0 == self.tab).map_or("", |row| row.1));
        let mut add = |name: &str, value: &str| [name, value].iter().for_each(|part| text.push_str(part));
        match self.tab {
            Tab::Explain => add("&e=", &encoded(&self.line)),
            Tab::Batch => add("&i=", &encoded(&self.text)),
            Tab::Compare => {
                add("&i=", &encoded(&self.text));
                add("&j=", &encoded(&self.other));
                add("&r=", &encoded(&self.registers.written()));
            }
            Tab::Find => {
                add("&i=", &encoded(&self.text));
                add("&o=", self.goal.key());
                add("&n=", &self.seed.to_string());
            }
            Tab::Matrix => {
                add("&i=", &encoded(&self.text));
                add("&c=", &self.third.to_string());
            }
        }
        text
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| {
            let Some(value) = decoded(value) else { return false };
            match name {
                "k" => TABS.iter().find(|row| row.1 == value).map(|row| query.tab = row.0).is_some(),
                "e" => {
                    query.line = value;
                    true
                }
                "i" => {
                    query.text = value;
                    true
                }
                "j" => {
                    query.other = value;
                    true
                }
                "r" => {
                    let (registers, bad) = Registers::read(&value);
                    query.registers = registers;
                    bad.is_empty()
                }
                "o" => Goal::named(&value).map(|goal| query.goal = goal).is_some(),
                "n" => value.parse().map(|seed| query.seed = seed).is_ok(),
                "c" => value.parse().ok().filter(|third| *third < matrix::CORNERS.len()).map(|third| query.third = third).is_some(),
                _ => false,
            }
        });
        (query, notices)
    }

    /// The same on another tab: the instruction and its operands come along.
    pub fn on(&self, tab: Tab, context: &Context) -> Query {
        let mut query = self.clone();
        let format = |inputs: &[(String, &'static Format)], name: &str| {
            let bare = name.trim_start_matches('%');
            inputs.iter().find(|(known, _)| known.trim_start_matches('%') == bare).map_or(F32::ROW, |(_, format)| *format)
        };
        if self.tab == Tab::Explain && tab != Tab::Explain {
            let (text, values) = split(&self.line);
            query.text = named(&text, context);
            let inputs = inputs(&query.text, context);
            for (name, text) in values {
                let name = if name.starts_with('%') { name } else { ["%", &name].concat() };
                if let Ok(bits) = value(&text, format(&inputs, &name)) {
                    query.registers.set(&name, bits);
                }
            }
        } else if self.tab != Tab::Explain && tab == Tab::Explain {
            let inputs = inputs(&self.text, context);
            query.line = line(&self.text, &self.registers, |name| format(&inputs, name).width());
        }
        if tab == Tab::Compare && self.tab != Tab::Compare {
            // Both sides about one thing: the example's, where nothing goes with this text.
            match counterpart(&query.text, None, context) {
                Some(other) => query.other = other,
                None => query = Query::default(),
            }
        }
        query.tab = tab;
        query
    }

    /// The address of the page in this state, from `#` on.
    pub fn link(&self, context: Context) -> String {
        Address { page: Page::Debug, context, queries: Queries::of(Page::Debug, &self.written()), ..Address::default() }.written()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_instruction_comes_along_to_another_tab() {
        let explain = Query::default();
        let compare = explain.on(Tab::Compare, &Context::default());
        assert_eq!((compare.text.as_str(), compare.registers.get("%b")), ("mul.rn.f32 %d, %a, %b;", Some(0x3f00_0000)));
        let back = compare.on(Tab::Explain, &Context::default());
        assert_eq!(back.line, "mul.rn.f32 %d, %a, %b; a=00800000 b=3f000000 got=");
        // The operand's own type decides, wherever else the text names another.
        for (text, a) in [
            ("cvt.f64.f32 %d, %a;", "3f800000"),
            ("cvt.rn.f32.f64 %d, %a;", "3ff0000000000000"),
            ("cvt.f32.f16 %d, %a;", "3c00"),
            ("add.f32x2 %d, %a, %a;", "3f8000003f800000"),
            ("add.f32 %f64, %a, %a;", "3f800000"),
        ] {
            let context = Context { target: semantics::instruction::Target::SM_100, ..Context::default() };
            let line = [text, " a=", a, " got="].concat();
            let there = Query { line: line.clone(), ..Query::default() }.on(Tab::Find, &context);
            assert_eq!(there.registers.get("%a"), u64::from_str_radix(a, 16).ok(), "{text}");
            let only = Query { registers: Registers::read(&["a:", a].concat()).0, ..there };
            assert_eq!(only.on(Tab::Explain, &context).line, line);
        }
    }
}
