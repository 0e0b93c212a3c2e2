//! What the page of blocks shows, as its part of the address: `n=1,2.5&k=mxfp4&m=floor&x=3f800000`, the numbers as typed, the recipe, the rule
//! of its scale factors, and the tensor scale. `c=gradient` says that a column is studied and where it comes from, `j=2` which column of a text
//! counts, `e=fit` how exponents are chosen in the table, `o=e3m4:ue8m0:32` a recipe of one's own. A file is in no address.

use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::column::{Asked, Row, SOURCES, Source, rows};
use semantics::microscaling::{RECIPES, Recipe, ScaleRule, is_tensor_scale};
use semantics::number::F32;

/// The most columns of a text.
pub const COLUMNS: usize = 1000;

/// What the page shows.
#[derive(Clone, Debug)]
pub struct Query {
    /// The numbers as typed.
    pub typed: String,
    /// The block format.
    pub recipe: &'static Recipe,
    /// A recipe of one's own, which the table has, too.
    pub own: Option<&'static Recipe>,
    /// The rule of its scale factors; where it has no such rule, its usual one.
    pub rule: ScaleRule,
    /// The rule of exponents in the table of a column.
    pub exponent: ScaleRule,
    /// The bits of the tensor scale; None for that which follows from the numbers.
    pub tensor: Option<u64>,
    /// Where the column comes from; None for blocks of a few numbers.
    pub source: Option<Source>,
    /// The column of a text that counts, from 1 on; 0 for all numbers.
    pub chosen: usize,
}

impl PartialEq for Query {
    fn eq(&self, other: &Query) -> bool {
        self.written() == other.written()
    }
}

/// Numbers of all sizes: one that saturates, one that is flushed.
const FIRST: &str = "7.9, -3.1, 0.5, 1, -0.75, 2.3, 0.01, 6, -0.2, 0.1, 4.4, -5.6, 0, 3.3, 1.7, 0.03";

impl Default for Query {
    fn default() -> Query {
        let recipe = Recipe::named("mxfp4").unwrap_or(&RECIPES[0]);
        Query {
            typed: FIRST.into(),
            recipe,
            own: None,
            rule: ScaleRule::default(),
            exponent: ScaleRule::default(),
            tensor: None,
            source: None,
            chosen: 0,
        }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let tensor = self.tensor.map_or(String::new(), |tensor| format!("&x={tensor:08x}"));
        let source = self.source.and_then(|source| SOURCES.iter().find(|row| row.0 == source));
        let source = source.map_or(String::new(), |row| ["&c=", row.1].concat());
        let chosen = if self.chosen > 0 { format!("&j={}", self.chosen) } else { String::new() };
        let exponent = if self.exponent == ScaleRule::default() { "" } else { self.exponent.key() };
        let exponent = if exponent.is_empty() { String::new() } else { ["&e=", exponent].concat() };
        let own = self.own.map_or(String::new(), |own| ["&o=", own.key].concat());
        ["n=", &encoded(&self.typed), "&k=", self.recipe.key, "&m=", self.rule.key(), &tensor, &source, &chosen, &exponent, &own].concat()
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "n" => decoded(value).map(|typed| query.typed = typed).is_some(),
            "k" => Recipe::named(value).map(|recipe| query.recipe = recipe).is_some(),
            "o" => {
                query.own = Recipe::named(value).filter(|recipe| recipe.is_own());
                query.own.is_some()
            }
            "m" => ScaleRule::named(value).map(|rule| query.rule = rule).is_some(),
            "x" => {
                query.tensor = u64::from_str_radix(value, 16).ok().filter(|bits| is_tensor_scale(*bits));
                query.tensor.is_some()
            }
            "e" => {
                let rule = ScaleRule::named(value).filter(|rule| RECIPES[0].rule(*rule) == *rule);
                rule.map(|rule| query.exponent = rule).is_some()
            }
            "c" => {
                query.source = SOURCES.iter().find(|row| row.1 == value).map(|row| row.0);
                query.source.is_some()
            }
            "j" => value.parse().ok().filter(|chosen| (1..=COLUMNS).contains(chosen)).map(|chosen| query.chosen = chosen).is_some(),
            _ => false,
        });
        // A recipe that is chosen stands in the table.
        query.own = if query.recipe.is_own() { Some(query.recipe) } else { query.own };
        (query, notices)
    }

    /// The rule that the recipe takes.
    pub fn own_rule(&self) -> ScaleRule {
        self.recipe.rule(self.rule)
    }

    /// What a study of the column is asked; one of a single row if that is drawn.
    pub fn asked(&self, source: Source, drawn: Option<usize>) -> Asked {
        let one = F32::FORMAT.one();
        let own = self.own.map_or(String::new(), |own| own.key.to_owned());
        Asked { source, seed: 1, chosen: self.chosen, rule: self.exponent, tensor: self.tensor.unwrap_or(one), own, drawn }
    }

    /// The rows of the table, and the place of the one that is chosen.
    pub fn rows(&self) -> (Vec<Row>, usize) {
        let rows = rows(self.exponent, self.tensor.unwrap_or(F32::FORMAT.one()), self.own);
        let is_it = |row: &Row| {
            let tensor = row.tensor.is_some() == (self.tensor.is_some() && !row.recipe.is_per_tensor() && row.recipe.has_tensor_scale());
            row.recipe.key == self.recipe.key && row.rule == self.own_rule() && tensor
        };
        // A tensor scale that is given counts with the rule to nearest alone.
        let place = rows.iter().position(is_it).or_else(|| rows.iter().position(|row| row.recipe.key == self.recipe.key));
        (rows, place.unwrap_or(0))
    }

    /// The same with a row of the table chosen.
    pub fn choose(&self, row: &Row) -> Query {
        Query { recipe: row.recipe, rule: row.rule, tensor: row.tensor, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back_as_it_was_written() {
        for recipe in
            Recipe::every().chain(["e3m4", "e2m3f:ue4m3:16", "e4m3:f32:all", "e2m5:bf16:64"].map(|key| Recipe::named(key).expect(key)))
        {
            for rule in ScaleRule::ALL {
                for tensor in [None, Some(0x3c23_d70a)] {
                    let source = SOURCES.get(usize::from(rule == ScaleRule::Floor)).map(|row| row.0);
                    let typed = "1, -2.5e-3\n0x3f800000 &=%+".into();
                    let query = Query {
                        typed,
                        recipe,
                        own: recipe.is_own().then_some(recipe),
                        rule,
                        exponent: RECIPES[0].rule(rule),
                        tensor,
                        source,
                        chosen: 3,
                    };
                    let (read, notices) = Query::read(&query.written());
                    assert_eq!((read, notices.len()), (query, 0));
                }
            }
        }
        let (read, notices) = Query::read("k=mxfp5&m=upper&x=80000000&x=7f800000&x=zz&n=1&c=file&j=0&j=1001&e=up");
        assert_eq!(
            (read.recipe.key, read.rule, read.tensor, read.typed.as_str(), notices.len()),
            ("mxfp4", ScaleRule::Floor, None, "1", 9)
        );
        // Older addresses have a rule of exponents beside NVFP4.
        assert_eq!(Query::read("k=nvfp4&m=floor").0.own_rule(), ScaleRule::Nearest);
    }

    #[test]
    fn a_row_that_is_chosen_is_the_one_that_is_found() {
        let own =
            [None, Recipe::named("e3m4"), Recipe::named("e3m4:ue4m3:16"), Recipe::named("e3m4:f16:64"), Recipe::named("e3m4:f32:all")];
        for query in own.map(|own| Query { source: Some(Source::Normal), exponent: ScaleRule::Widening, own, ..Query::default() }) {
            for (place, row) in query.rows().0.iter().enumerate() {
                let chosen = query.choose(row);
                assert_eq!(chosen.rows().1, place, "{}", row.name());
                assert_eq!(Query::read(&chosen.written()).0.rows().1, place, "{}", row.name());
            }
        }
    }
}
