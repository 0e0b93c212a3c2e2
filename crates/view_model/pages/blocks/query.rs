//! What the page of blocks shows, as its part of the address: `n=1,2.5&k=mxfp4&m=floor&x=3f800000`, the numbers as typed, the recipe, how the
//! exponent of a scale factor is chosen, and the tensor scale.

use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::microscaling::{Exponent, RECIPES, Recipe, is_tensor_scale};

/// What the page shows.
#[derive(Clone, Debug)]
pub struct Query {
    /// The numbers as typed.
    pub typed: String,
    /// The block format.
    pub recipe: &'static Recipe,
    /// How exponents are chosen.
    pub exponent: Exponent,
    /// The bits of the tensor scale; None for that which follows from the numbers.
    pub tensor: Option<u64>,
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
        Query { typed: FIRST.into(), recipe, exponent: Exponent::default(), tensor: None }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let tensor = self.tensor.map_or(String::new(), |tensor| format!("&x={tensor:08x}"));
        ["n=", &encoded(&self.typed), "&k=", self.recipe.key, "&m=", self.exponent.key(), &tensor].concat()
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let notices = read_parts(text, |name, value| match name {
            "n" => decoded(value).map(|typed| query.typed = typed).is_some(),
            "k" => Recipe::named(value).map(|recipe| query.recipe = recipe).is_some(),
            "m" => Exponent::named(value).map(|exponent| query.exponent = exponent).is_some(),
            "x" => {
                query.tensor = u64::from_str_radix(value, 16).ok().filter(|bits| is_tensor_scale(*bits));
                query.tensor.is_some()
            }
            _ => false,
        });
        (query, notices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back_as_it_was_written() {
        for recipe in RECIPES {
            for exponent in Exponent::ALL {
                for tensor in [None, Some(0x3c23_d70a)] {
                    let query = Query { typed: "1, -2.5e-3\n0x3f800000 &=%+".into(), recipe, exponent, tensor };
                    let (read, notices) = Query::read(&query.written());
                    assert_eq!((read, notices.len()), (query, 0));
                }
            }
        }
        let (read, notices) = Query::read("k=mxfp5&m=up&x=80000000&x=7f800000&x=zz&n=1");
        assert_eq!(
            (read.recipe.key, read.exponent, read.tensor, read.typed.as_str(), notices.len()),
            ("mxfp4", Exponent::Floor, None, "1", 5)
        );
    }
}
