//! `ulp block`: numbers that share scale factors.

use crate::{Outcome, ended};
use clap::builder::PossibleValuesParser;
use semantics::microscaling::{Exponent, RECIPES, Recipe, numbers, quantize, read_tensor_scale, tensor_scale};
use semantics::number::{F32, Pattern};
use std::io::{self, Read, Write};

/// Numbers in a block format, with their scale factors
///
/// Prints the scale factor of each block, with its code and value, and then a line for each number. The line has the single, its code, the value
/// of the code, the error in percent of the number, and what became of it, with tabs between. Without numbers among the arguments it reads
/// standard input.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Block {
    /// The block format
    #[arg(value_parser = PossibleValuesParser::new(RECIPES.iter().map(|recipe| recipe.key)))]
    format: String,
    /// At most 64 numbers
    #[arg(allow_negative_numbers = true)]
    numbers: Vec<String>,
    /// How the exponent of a scale factor is chosen, where it is a power of two [default: floor]
    #[arg(long, value_parser = PossibleValuesParser::new(Exponent::ALL.map(Exponent::key)))]
    exponent: Option<String>,
    /// The tensor scale of nvfp4; without it that which follows from the numbers
    #[arg(long)]
    tensor_scale: Option<String>,
}

impl Block {
    pub fn run(self) -> Outcome {
        let mut text = self.numbers.join(" ");
        if text.is_empty() {
            io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read the numbers: {error}"))?;
        }
        let given = numbers(&text)?;
        let recipe = Recipe::named(&self.format).ok_or("no such block format")?;
        let exponent = match &self.exponent {
            None => Exponent::default(),
            Some(_) if !recipe.takes_exponent() => {
                return Err(format!("--exponent: the scale factors of {} are no powers of two", recipe.key));
            }
            Some(key) => Exponent::named(key).ok_or("no such choice of an exponent")?,
        };
        let tensor = match &self.tensor_scale {
            None => tensor_scale(&given, recipe),
            Some(_) if recipe.takes_exponent() => return Err(format!("--tensor-scale: {} has none", recipe.key)),
            Some(typed) => read_tensor_scale(typed).ok_or_else(|| format!("--tensor-scale: `{typed}` is no number above zero"))?,
        };
        let mut page = String::new();
        if !recipe.takes_exponent() {
            page.push_str(&format!("tensor\t{tensor:08x}\t{}\n", Pattern::new(F32::ROW, tensor).digits()));
        }
        for block in quantize(&given, recipe, exponent, tensor) {
            let power = block.scale.unpacked().exact.exponent;
            let value = if recipe.takes_exponent() && !block.scale.is_nan() { format!("2^{power}") } else { block.scale.exact_decimal() };
            page.push_str(&format!("scale\t{}\t{value}\n", block.scale.hex()));
            for element in block.elements {
                let value = element.value.as_ref().map_or("none".to_owned(), |value| value.decimal());
                let error = element.error.map_or("none".to_owned(), percent);
                page.push_str(&format!("{}\t{}\t{value}\t{error}\t{}\n", element.number.hex(), element.code.hex(), element.fate.word()));
            }
        }
        ended(io::stdout().write_all(page.as_bytes()))
    }
}

/// Millionths as percent.
fn percent(millionths: i64) -> String {
    let size = millionths.unsigned_abs();
    format!("{}{}.{:04}", if millionths < 0 { "-" } else { "" }, size / 10_000, size % 10_000)
}
