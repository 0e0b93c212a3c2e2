//! What the debug page shows, as its part of the address.
//!
//! `k=explain&e=mul.rn.f32+a=..` is the line that is asked about; the other tabs share an instruction (`i`) and registers (`r`), and
//! have the other side of a comparison (`j`), the goal and the seed of a search (`o`, `n`) and the third class of a matrix (`c`).
//! A link between tabs has what the tab asked that it leads from, named by `from`: what that is to the other one, that one says (see
//! [`super::carry`]), which reads instructions anyway.

use crate::state::address::{Address, Page};
use crate::state::percent::{decoded, encoded};
use crate::state::queries::{Queries, read_parts};
use crate::state::registers::Registers;
use semantics::instruction::Context;
use semantics::witness::{Goal, matrix};

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
    /// Another tab, where what is asked here follows from what was asked there.
    pub from: Option<Tab>,
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
            from: None,
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
        let key = |tab: Tab| TABS.iter().find(|row| row.0 == tab).map_or("", |row| row.1);
        let mut text = ["k=", key(self.tab)].concat();
        let mut add = |name: &str, value: &str| [name, value].iter().for_each(|part| text.push_str(part));
        if let Some(from) = self.from {
            add("&from=", key(from));
        }
        match self.from.unwrap_or(self.tab) {
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
        let tab = |key: &str| TABS.iter().find(|row| row.1 == key).map(|row| row.0);
        let notices = read_parts(text, |name, value| {
            let Some(value) = decoded(value) else { return false };
            match name {
                "k" => tab(&value).map(|tab| query.tab = tab).is_some(),
                "from" => tab(&value).map(|tab| query.from = Some(tab)).is_some(),
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
        query.from = query.from.filter(|from| *from != query.tab);
        (query, notices)
    }

    /// The same on another tab.
    pub fn on(&self, tab: Tab) -> Query {
        Query { tab, from: self.from.or(Some(self.tab)).filter(|from| *from != tab), ..self.clone() }
    }

    /// The address of the page in this state, from `#` on.
    pub fn link(&self, context: Context) -> String {
        Address { page: Page::Debug, context, queries: Queries::of(Page::Debug, &self.written()), ..Address::default() }.written()
    }
}
