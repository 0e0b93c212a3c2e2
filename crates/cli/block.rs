//! `ulp block`: numbers that share scale factors, and what becomes of a column of them.

use crate::{Outcome, ended, files};
use clap::builder::PossibleValuesParser;
use semantics::column::{Asked, Report, Row, Source, Study};
use semantics::microscaling::{RECIPES, Recipe, ScaleRule, numbers, quantize, read_tensor_scale, tensor_scale};
use semantics::number::{F32, Pattern};
use std::io::{self, Read, Write};

/// The name that stands for every format.
const ALL: &str = "all";

/// Numbers in a block format, with their scale factors
///
/// Prints the scale factor of each block, with its code and value, and then a line for each number. The line has the single, its code, the value
/// of the code, the error in percent of the number, and what became of it, with tabs between. Without numbers among the arguments it reads
/// standard input.
///
/// @in.npy or @in.csv names a file of at most 4,194,304 numbers. Of a file, and with the format `all`, a table is printed instead.
/// Its columns are: recipe, bits a value with all scale factors, mean square error, SQNR in dB, and largest error. Then it counts the numbers
/// that became zero, that saturated and that were lost, and blocks with an outlier. Such a block's largest magnitude is more than 16 times the
/// median.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Block {
    #[arg(value_parser = format, help = formats())]
    format: String,
    /// At most 64 numbers, or a file of them
    #[arg(allow_negative_numbers = true, value_name = "NUMBERS|@FILE")]
    numbers: Vec<String>,
    /// How a scale factor follows from its block: floor, ceil, round, fit for a power of two, else nearest, up, down [default: floor or nearest]
    #[arg(long, alias = "exponent", value_parser = PossibleValuesParser::new(ScaleRule::ALL.map(ScaleRule::key)))]
    scale: Option<String>,
    /// The tensor scale of nvfp4 (of a table its last row alone), or of numbers in FP8 per tensor [default: computed from the numbers]
    #[arg(long)]
    tensor_scale: Option<String>,
    /// The column of a text that counts, from 1 on [default: all numbers]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    column: usize,
}

/// Those with a name of their own, and all of them.
fn known() -> String {
    let keys: Vec<&str> = Recipe::every().map(|recipe| recipe.key).chain([ALL]).collect();
    keys.join(", ")
}

/// What the argument takes.
fn formats() -> String {
    format!("A block format, or one of your own as e3m4:ue8m0:32: numbers, scale factor, how many share it [known: {}]", known())
}

fn format(name: &str) -> Result<String, String> {
    if name == ALL {
        return Ok(name.to_owned());
    }
    Recipe::read(name).map(|recipe| recipe.key.to_owned()).map_err(|why| format!("{why} These have names: {}.", known()))
}

impl Block {
    pub fn run(self) -> Outcome {
        let recipe = Recipe::named(&self.format).filter(|_| self.format != ALL);
        let rule = self.scale.as_deref().and_then(ScaleRule::named);
        if let (Some(recipe), Some(rule)) = (recipe, rule)
            && recipe.rule(rule) != rule
        {
            let keys: Vec<&str> = recipe.rules().iter().map(|rule| rule.key()).collect();
            let what = if recipe.takes_exponent() { "powers of two" } else { "no powers of two" };
            return Err(format!("--scale: the scale factors of {} are {what}; it takes {}", recipe.key, keys.join(", ")));
        }
        if let (None, Some(rule)) = (recipe, rule)
            && RECIPES[0].rule(rule) != rule
        {
            return Err(
                "--scale: the table has a row for each rule of nvfp4; floor, ceil, round or fit choose the exponents of the others".into(),
            );
        }
        let tensor = match &self.tensor_scale {
            None => None,
            Some(_) if recipe.is_some_and(|recipe| !recipe.has_tensor_scale()) => {
                return Err(format!("--tensor-scale: {} has none", self.format));
            }
            Some(typed) => Some(read_tensor_scale(typed).ok_or_else(|| format!("--tensor-scale: `{typed}` is no number above zero"))?),
        };
        let rule = rule.unwrap_or_default();
        if let [file] = &self.numbers[..]
            && let Some(path) = file.strip_prefix('@')
        {
            if recipe.is_some_and(Recipe::is_per_tensor) && tensor.is_some() {
                return Err("--tensor-scale: of a file FP8 per tensor takes its own".into());
            }
            if recipe.is_some() && tensor.is_some() && self.scale.as_deref().is_some_and(|scale| scale != ScaleRule::Nearest.key()) {
                return Err("--tensor-scale: of a file it goes with --scale nearest".into());
            }
            let bytes = files::bytes(path)?;
            return self.table(recipe, rule, tensor, bytes).map_err(|why| format!("{path}: {why}"));
        }
        let mut text = self.numbers.join(" ");
        if text.is_empty() {
            io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read the numbers: {error}"))?;
        }
        match recipe {
            Some(_) if self.column > 0 => Err("--column: name a file or the format `all`".into()),
            Some(recipe) => print(recipe, rule, tensor, &text),
            None => self.table(None, rule, tensor, text.into_bytes()),
        }
    }

    /// A line for each row of the table, or for those of one recipe.
    fn table(&self, recipe: Option<&Recipe>, rule: ScaleRule, tensor: Option<u64>, bytes: Vec<u8>) -> Outcome {
        let one = F32::FORMAT.one();
        let own = recipe.filter(|recipe| recipe.is_own()).map(|recipe| recipe.key.to_owned()).unwrap_or_default();
        let asked = Asked { source: Source::Given, seed: 0, chosen: self.column, rule, tensor: tensor.unwrap_or(one), own, drawn: None };
        let is_asked = |row: &Row| recipe.is_none_or(|recipe| recipe.key == row.recipe.key && (self.scale.is_none() || row.rule == rule));
        let mut study = Study::new(asked, bytes).of(is_asked);
        while study.go_on() {}
        let Report { refused, found, count, .. } = study.report();
        if !refused.is_empty() {
            return Err(refused);
        }
        let mut page = String::new();
        for (row, found) in study.rows().iter().zip(&found) {
            let cells = found.cells(count);
            page.push_str(&[&[row.name()][..], &cells].concat().join("\t"));
            page.push('\n');
        }
        ended(io::stdout().write_all(page.as_bytes()))
    }
}

/// Each number of some blocks.
fn print(recipe: &Recipe, rule: ScaleRule, tensor: Option<u64>, text: &str) -> Outcome {
    let given = numbers(text)?;
    let tensor = tensor.unwrap_or_else(|| tensor_scale(&given, recipe));
    let mut page = String::new();
    if recipe.has_tensor_scale() {
        page.push_str(&format!("tensor\t{tensor:08x}\t{}\n", Pattern::new(F32::ROW, tensor).digits()));
    }
    for block in quantize(&given, recipe, rule, tensor) {
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

/// Millionths as percent.
fn percent(millionths: i64) -> String {
    let size = millionths.unsigned_abs();
    format!("{}{}.{:04}", if millionths < 0 { "-" } else { "" }, size / 10_000, size % 10_000)
}
