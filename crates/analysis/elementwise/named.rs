//! What the packages call by name: the texts that conversions run, the functions of CUDA's library and of the special function unit, block formats,
//! and the target that has a form.

use super::{Elementwise, Unit};
use crate::chips;
use crate::comparison::distance;
use crate::instruction::cuda::{FOOTNOTES, LIBRARY, functions};
use crate::instruction::{Context, Target, Version, sass};
use crate::language::read;
use crate::microscaling::{Recipe, ScaleRule, codes, is_tensor_scale, tensor_scale};
use crate::number::{F32, F64, Format, Pattern, TF32, own_format, shown};
use crate::sass::looks_like_sass;
use crate::special_function::Operands;
use crate::sweep::FunctionUnderTest;
use crate::syntax::Diagnostic;

/// Where nobody names a target: the first of these that has the instruction.
const TARGETS: [&str; 3] = ["sm_90", "sm_100a", "sm_107a"];

/// Formats that PTX converts in packs, each number in a byte or less.
const PACKED: [&str; 6] = ["e4m3", "e5m2", "e2m3", "e3m2", "e2m1", "ue8m0"];

/// The format of a name: `f32`, `bf16`, `e4m3`.
pub fn format(name: &str) -> Result<&'static Format, String> {
    let found = if name.eq_ignore_ascii_case("tf32") { Some(TF32) } else { Format::named(name) };
    // A number of one's own format stands in a byte.
    let own = || own_format(name).ok().filter(|format| format.width() <= 8);
    found.or_else(own).ok_or_else(|| {
        let known: Vec<String> = shown().map(|format| format.name.to_lowercase()).collect();
        format!("There is no format `{name}`; these are known: tf32 {}", known.join(" "))
    })
}

/// The target of a name, its own or that of a chip (`H100`), with the newest PTX.
pub fn context(target: &str) -> Result<Context, String> {
    let of_chip =
        || chips::named().find(|(name, _)| name.eq_ignore_ascii_case(target)).and_then(|(_, number)| Target::named(&number.to_string()));
    let target = Target::named(target).or_else(of_chip).ok_or_else(|| {
        let known: Vec<String> = Target::ALL.iter().map(ToString::to_string).collect();
        format!("There is no target `{target}`; these are known: {}", known.join(" "))
    })?;
    Ok(Context { target, ptx: Version::NEWEST })
}

/// A number of an array: TF32 stands in the upper bits of a single.
fn pattern(own: &'static Format, bits: u64) -> Pattern {
    Pattern::new(own, bits >> own.spare_bits)
}

/// The value of bits in decimal, with every digit.
pub fn decimal(own: &'static Format, bits: u64) -> String {
    let own = pattern(own, bits);
    if own.is_finite() { own.exact_decimal() } else { own.value_text() }
}

/// The next number above, or below; a NaN, and what has none, stays.
pub fn next(own: &'static Format, bits: u64, up: bool) -> u64 {
    let number = pattern(own, bits);
    let next = if up { number.next_up() } else { number.next_down() };
    next.map_or(bits, |next| next.bits << own.spare_bits)
}

/// How many representable steps lie between two numbers; NaN where one is a NaN.
pub fn steps(own: &'static Format, a: u64, b: u64) -> f64 {
    distance(pattern(own, a), pattern(own, b)).map_or(f64::NAN, |steps| steps as f64)
}

/// What is wrong with a text, with the place under its line.
pub fn placed(text: &str, said: &Diagnostic) -> String {
    let start = said.span.start.min(text.len());
    let line = text.get(..start).map_or(0, |before| before.matches('\n').count());
    let begin = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let shown = text.lines().nth(line).unwrap_or("");
    let column = text.get(begin..start).map_or(0, |before| before.chars().count());
    let within = text.get(start..said.span.end.min(begin + shown.len())).map_or(1, |piece| piece.chars().count()).max(1);
    let marks = [" ".repeat(column), "^".repeat(within)].concat();
    let margin = " ".repeat(5 + (line + 1).to_string().len());
    format!("{}\n  line {}: {shown}\n  {margin}  {marks}", said.message, line + 1)
}

/// The sentence for a kernel, which takes no numbers by name.
pub const KERNEL: &str = "A kernel works on buffers: `run` runs it.";

/// Whether a text that was refused is a kernel.
pub fn is_kernel(text: &str) -> bool {
    text.split_whitespace().any(|word| [".entry", "__global__"].contains(&word))
}

/// What is wrong with a text that is to run over arrays.
fn over_arrays(text: &str, said: &Diagnostic) -> String {
    match () {
        () if is_kernel(text) => KERNEL.to_owned(),
        () if looks_like_sass(text) => "Machine instructions do not run over arrays here; PTX and C do.".to_owned(),
        () => placed(text, said),
    }
}

/// An instruction or lines of PTX; without a target, for the first that has them. The error is a text with the place.
pub fn instruction(text: &str, target: Option<&str>) -> Result<Elementwise, String> {
    let on = |target: &str| {
        let context = context(target)?;
        let read = Elementwise::of_lines(text, &context).unwrap_or_else(|| Elementwise::of_instruction(text, &context));
        read.map_err(|said| over_arrays(text, &said))
    };
    match target {
        Some(target) => on(target),
        // The last one has the most, so what it says is about the text.
        None => TARGETS[..2].iter().find_map(|target| on(target).ok()).map_or_else(|| on(TARGETS[2]), Ok),
    }
}

/// A function of the special function unit by its name in a sweep. What the machine code of the target lacks is refused.
pub fn unit(name: &str, target: &str) -> Result<Elementwise, String> {
    let context = context(target)?;
    if sass::target(context.target.name()).is_none() {
        return Err(format!("The machine code of {} is not covered here.", context.target));
    }
    let text = format!("MUFU.{} R0, R1;", name.split('.').next().unwrap_or(name));
    if let Some(said) = read(&text, &context).refusal() {
        return Err(placed(&text, &said));
    }
    let number = context.target.number();
    let takes_floats = FunctionUnderTest::find(name, number).is_some_and(|found| matches!(found.code, Unit::Mufu(_, Operands::Floats)));
    if takes_floats && !sass::is_wide(context.target) {
        return Err(format!("On {} this function takes what RRO makes of a number, and no floats.", context.target));
    }
    Elementwise::of_unit(name, number).ok_or_else(|| format!("The unit has no function `{name}`."))
}

/// The block format of a name, whose codes and scale factors are bytes here.
pub fn recipe(name: &str) -> Result<&'static Recipe, String> {
    let recipe = Recipe::read(name)?;
    let is_byte = !recipe.is_per_tensor() && recipe.scale.width() <= 8;
    is_byte.then_some(recipe).ok_or_else(|| format!("Of `{name}` the scale factors are no bytes; `ulp block` and the page take it."))
}

/// The facts of a block format: its name, the format of the numbers, that of the scale factors, how many numbers share one.
pub fn facts(recipe: &Recipe) -> (&'static str, String, String, usize) {
    let lower = |format: &Format| format.name.to_lowercase();
    (recipe.key, lower(recipe.element), lower(recipe.scale), recipe.size)
}

/// How numbers become a block format.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// The format.
    pub recipe: &'static Recipe,
    rule: ScaleRule,
    /// The bits of the tensor scale.
    pub tensor: u64,
}

impl Blocks {
    /// By the names of the format and of the rule of its scale factors: `floor` also stands for the usual one of a format that has no such
    /// rule. The tensor scale that nobody gives follows from the numbers.
    pub fn new(name: &str, rule: &str, tensor: Option<u64>, numbers: &[u64]) -> Result<Blocks, String> {
        let recipe = recipe(name)?;
        let named = ScaleRule::named(rule).ok_or_else(|| format!("There is no rule of scale factors `{rule}`."))?;
        if named != ScaleRule::default() && recipe.rule(named) != named {
            let keys: Vec<&str> = recipe.rules().iter().map(|rule| rule.key()).collect();
            return Err(format!("The scale factors of {name} are not chosen by `{rule}`; its rules are: {}.", keys.join(", ")));
        }
        if let Some(bits) = tensor.filter(|bits| recipe.takes_exponent() || !is_tensor_scale(*bits)) {
            let what = if recipe.takes_exponent() { "no" } else { "a number above zero as its" };
            return Err(format!("{name} has {what} tensor scale; {} is given.", Pattern::new(F32::ROW, bits).value_text()));
        }
        Ok(Blocks { recipe, rule: named, tensor: tensor.unwrap_or_else(|| tensor_scale(numbers, recipe)) })
    }

    /// The codes of one block; the result is its scale factor.
    pub fn codes(&self, numbers: &[u64], mut take: impl FnMut(u8)) -> u8 {
        codes(numbers, self.recipe, self.rule, self.tensor, |code| take(code as u8)) as u8
    }
}

/// Numbers of one format in another.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    /// The format of the numbers.
    pub from: &'a str,
    /// The format of the results.
    pub to: &'a str,
    /// `rn`, `rz`, `rm`, `rp`, `rna`, or `rs`, which reads a second operand of random bits.
    pub rnd: &'a str,
    /// Whether what is too large becomes the largest number; where nothing is said, in formats of 8 bits and fewer.
    pub satfinite: Option<bool>,
    /// Whether negative numbers become zero.
    pub relu: bool,
    /// Whether subnormal numbers become zero.
    pub ftz: bool,
}

impl<'a> Conversion<'a> {
    /// The instructions of PTX that convert, one after the other, with the format that each gives. The error is a sentence.
    pub fn texts(self) -> Result<Vec<(String, &'a str)>, String> {
        let Conversion { from, to, rnd, .. } = self;
        let [from_packed, to_packed] = [from, to].map(|name| PACKED.contains(&name));
        if from_packed && ["f32", "f64"].contains(&to) {
            let between = if from == "ue8m0" { "bf16" } else { "f16" };
            let first = Conversion { to: between, rnd: "rn", satfinite: Some(false), relu: false, ftz: false, ..self };
            let second = Conversion { from: between, ..self };
            return Ok([first.texts()?, second.texts()?].concat());
        }
        if to_packed && !from_packed && !["f32", "f16", "bf16"].contains(&from) {
            return Err(format!("PTX makes {to} of f32, f16 and bf16, not of {from}: convert to one of these first."));
        }
        let mut head = "cvt".to_owned();
        // A format that holds every number of the other needs no rounding but to integers.
        let held: &[&str] = match to {
            "f64" => &["f64", "f32", "f16", "bf16"],
            "f32" => &["f32", "f16", "bf16"],
            _ => &[],
        };
        let widens = (held.contains(&from) || (from == to && !to_packed)) && ["rn", "rz", "rm", "rp"].contains(&rnd);
        let satfinite = self.satfinite.unwrap_or(to_packed);
        for (word, said) in [(rnd, !widens), ("ftz", self.ftz), ("satfinite", satfinite), ("relu", self.relu)] {
            if said {
                head.push('.');
                head.push_str(word);
            }
        }
        let zero = "0f00000000";
        let rest = match rnd {
            "rs" if to_packed => format!("{to}x4.{from} d, {{{zero}, {zero}, {zero}, a}}, r;"),
            "rs" => format!("{to}x2.{from} d, {zero}, a, r;"),
            _ if from_packed || (to_packed && from != "f32") => format!("{to}x2.{from}x2 d, a;"),
            _ if to_packed => format!("{to}x2.{from} d, {zero}, a;"),
            _ => format!("{to}.{from} d, a;"),
        };
        Ok(vec![([head.as_str(), ".", rest.as_str()].concat(), to)])
    }
}

/// A function of CUDA that maps numbers of one type to one of it.
#[derive(Clone, Debug)]
pub struct LibraryFunction {
    /// Its name.
    pub name: String,
    /// The format of its numbers: single or double.
    pub own: &'static Format,
    /// How many it takes.
    pub operands: usize,
    /// Its prototype in C.
    pub prototype: String,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// The documented error in ulps, and what the notes of its table add.
    pub accuracy: String,
}

/// All of them.
pub fn library() -> Vec<LibraryFunction> {
    let mut all = Vec::new();
    for function in functions() {
        let Some(own) = function.returns.filter(|own| *own == F32::ROW || *own == F64::ROW) else { continue };
        let operands = function.parameters.len();
        if operands > 4 || function.parameters.iter().any(|one| one.format != own || one.written) {
            continue;
        }
        for (name, mode) in function.names() {
            let notes = LIBRARY.iter().find(|entry| entry.has(&name)).map_or(&[][..], |entry| entry.notes);
            let accuracy = [function.row.accuracy].into_iter().chain(notes.iter().map(|note| FOOTNOTES[*note].trim_end_matches('.')));
            let accuracy = accuracy.filter(|said| !said.is_empty()).collect::<Vec<_>>().join(". ");
            let summary = function.row.summary;
            all.push(LibraryFunction { name, own, operands, prototype: function.prototype(mode), summary, accuracy });
        }
    }
    all
}

/// A function of CUDA, or an expression of C over variables of one type. The error is a text with the place.
pub fn expression(text: &str, names: &[&str], own: &Format, target: &str) -> Result<Elementwise, String> {
    let kind = if *own == *F64::ROW { "double" } else { "float" };
    let parameters: String = names.iter().map(|name| format!("{kind} {name}, ")).collect();
    let before = format!("__global__ void each({parameters}{kind} *y_) {{ *y_ = ");
    let whole = format!("{before}{text}; }}");
    if is_kernel(text) {
        return Err(KERNEL.to_owned());
    }
    let words = || text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    if let Some(unread) = names.iter().find(|name| words().all(|word| word != **name)) {
        return Err(format!("The text reads no `{unread}`."));
    }
    let read = Elementwise::of_kernel(&whole, None, names.len(), kind == "double", &context(target)?);
    read.map_err(|said| {
        let within = |at: usize| at.saturating_sub(before.len()).min(text.len());
        placed(text, &Diagnostic { span: within(said.span.start)..within(said.span.end), ..said })
    })
}
