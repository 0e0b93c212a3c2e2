//! What people paste that is in no language here: a prompt, a command line, options beside an expression, `0.1 + 0.2 = 0.3`, two results, a
//! question in words, another language's spelling.
//!
//! Nothing of it runs. Each kind says what it is and offers the text that was meant, where that is certain.

use crate::figure::{self, bare};
use crate::foreign::{self, Meant};
use crate::instruction::Context;
use crate::number::{F16, F32, F64, Format, Pattern};
use crate::prose::{self, behind_prompt};
use crate::reading::{ParsedSource, kept};
use crate::register_file::RegisterFile;
use crate::rounding::{Flags, Literal, Mode};
use crate::run::{Operand, Place, Run};
use crate::syntax::{Completion, Diagnostic, Fix, Switch, Token, TokenKind, switch_named};
use core::fmt::Write;

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `>>> 0.1 + 0.2`
    Prompt,
    /// `nvcc -O3 a.cu`, `$ cuobjdump -sass a.out`
    Command,
    /// `a*b+c -fmad=false`
    Options,
    /// `0.1 + 0.2 = 0.3`, `0.1 + 0.2 =`
    Equation,
    /// `0,1 + 0,2`
    Commas,
    /// `CPU 0.30000001 GPU 0.3`
    Two,
    /// `why is 0.1+0.2 not 0.3`
    Question,
    /// `a*b+c a=0.1 b=10 c=-1 got=0`
    Seen,
    /// `Math.fround(0.1)`, `0.1_f32`, `(0.1).hex()`
    Foreign,
    /// `help`
    Help,
    /// A link, a message, several numbers and the like.
    Prose,
}

/// Programs whose command lines are pasted.
const PROGRAMS: [&str; 6] = ["nvcc", "cuobjdump", "nvdisasm", "ptxas", "python", "python3"];
/// Words beside one of two results.
const LABELS: [&str; 15] =
    ["cpu", "gpu", "expected", "got", "seen", "actual", "want", "host", "device", "reference", "vs", "and", "but", "is", "="];

/// Names of a value that was seen.
const SEEN: [&str; 4] = ["got", "seen", "actual", "gpu"];
/// What people type who do not know what to type.
const HELP: [&str; 5] = ["help", "?", "hilfe", "man", "usage"];

/// How a question in words begins.
const QUESTIONS: [&str; 9] =
    ["what is ", "what's ", "why is ", "why does ", "how much is ", "compute ", "calculate ", "evaluate ", "the result of "];
/// What stands in it between two values that are not equal.
const UNEQUAL: [&str; 6] = [" not equal to ", " not equal ", " not give ", " not ", " isn't ", " != "];

/// What a question says besides.
const ASIDES: [&str; 6] = [" give", " return", " print", " in python", " in java", " exactly"];

/// A part of a question without what it says besides.
fn plain(part: &str) -> &str {
    ASIDES.iter().fold(part, |part, word| part.split_once(word).map_or(part, |(before, _)| before)).trim()
}

/// The expression or instruction that a question in words is about.
fn question(text: &str) -> Option<String> {
    let begins = |start: &&&str| text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    let rest = text.get(QUESTIONS.iter().find(begins)?.len()..)?.trim_end_matches(['?', ' ', '.']).trim_start();
    let figure = rest.starts_with(|first: char| first.is_ascii_digit() || "(.-".contains(first));
    if !figure && (rest.contains(' ') || !rest.contains(['(', '.'])) {
        return None;
    }
    let meant = match UNEQUAL.iter().find_map(|word| rest.split_once(word)) {
        Some((left, right)) => [plain(left), " == ", plain(right)].concat(),
        None => plain(rest).to_owned(),
    };
    (!figure || prose::runs(&meant)).then_some(meant)
}

fn is_option(word: &str) -> bool {
    word.starts_with('-') && switch_named(word).is_some()
}

/// Both results of a text that gives two, as they stand there.
fn two(text: &str) -> Option<[&str; 2]> {
    let words = || text.split([' ', '\t', '\n', ':', ',']).filter(|word| !word.is_empty());
    let is_label = |word: &&str| LABELS.iter().any(|label| word.eq_ignore_ascii_case(label));
    let mut numbers = words().filter(|word| !is_label(word));
    let (Some(one), Some(other), None) = (numbers.next(), numbers.next(), numbers.next()) else { return None };
    let bits = |word: &str| word.starts_with("0x");
    let said = words().any(|word| is_label(&word)) || bits(one) && bits(other) && one.len() == other.len();
    (said && bare(one).is_some() && bare(other).is_some()).then_some([one, other])
}

/// Whether a text is such a word.
pub fn asks_for_help(text: &str) -> bool {
    HELP.iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// Whether a text computes something and ends with what was seen. `int got=1` gives a variable its value.
fn is_seen(text: &str) -> bool {
    let Some((before, last)) = text.rsplit_once(' ') else { return false };
    let Some((name, value)) = last.split_once('=') else { return false };
    let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
    SEEN.iter().any(|seen| name.eq_ignore_ascii_case(seen))
        && (value.is_empty() || bare(value).is_some())
        && !text.contains(['\n', '{'])
        && !word.ends_with([',', ';'])
        && word.contains(|sign: char| !sign.is_ascii_alphabetic())
}

fn kind(text: &str) -> Option<Kind> {
    let trimmed = text.trim();
    if is_seen(trimmed) {
        return Some(Kind::Seen);
    }
    if asks_for_help(trimmed) {
        return Some(Kind::Help);
    }
    if behind_prompt(trimmed).is_some() {
        return Some(Kind::Prompt);
    }
    if trimmed.starts_with("Math.") || foreign::meant(trimmed).is_some() {
        return Some(Kind::Foreign);
    }
    // A question about one number is answered.
    if question(trimmed).is_some() && !figure::claims(text) {
        return Some(Kind::Question);
    }
    let mut words = trimmed.split_ascii_whitespace();
    let (first, second) = (words.next()?, words.next().unwrap_or_default());
    if first == "$" || PROGRAMS.contains(&first) && (second.starts_with('-') || second.contains('.')) {
        return Some(Kind::Command);
    }
    let has = |signs: &[u8]| trimmed.bytes().any(|byte| signs.contains(&byte));
    // In a comment, a text or a program they are something else.
    if !trimmed.contains("//") && !has(b"\"'#;\n") && !trimmed.contains("/*") && trimmed.split_ascii_whitespace().any(is_option) {
        return Some(Kind::Options);
    }
    let figures = trimmed.bytes().all(|byte| byte.is_ascii_digit() || b" \t.,+-*/()=efEF".contains(&byte));
    let is_german = trimmed.rsplit_once(',').is_some_and(|(whole, decimals)| whole.contains('.') && !decimals.contains('.'));
    if figures && (has(b"+-*/") || is_german) && trimmed.starts_with(|first: char| first.is_ascii_digit() || "(.-".contains(first)) {
        let commas = trimmed.as_bytes().windows(3).any(|near| near[1] == b',' && near[0].is_ascii_digit() && near[2].is_ascii_digit());
        if commas && !has(b"=(") {
            return Some(Kind::Commas);
        }
        if trimmed.matches('=').count() == 1 && !has(b",") {
            return Some(Kind::Equation);
        }
    }
    if two(trimmed).is_some() {
        return Some(Kind::Two);
    }
    prose::said(trimmed, &(0..0), |_, new| Fix::replace("", 0..0, new)).map(|_| Kind::Prose)
}

/// Whether a text is such a thing.
pub fn claims(text: &str) -> bool {
    kind(text).is_some()
}

/// Such a text.
pub struct Pasted {
    text: String,
    context: Context,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
}

impl Pasted {
    /// Reads a text that [`claims`] takes.
    pub fn read<'t>(text: &'t str, context: &Context) -> Pasted {
        let end = text.trim_end().len();
        let span = end - text.trim().len()..end;
        let trimmed = &text[span.clone()];
        let replaced = |label: &str, new: String| Fix::replace(label, 0..text.len(), new);
        let error = |message: String| Diagnostic::error("not-a-text", span.clone(), message);
        let said = match kind(text) {
            Some(Kind::Prompt) => {
                let goes_on = |line: &'t str| line.strip_prefix("...").map(|line| line.strip_prefix(' ').unwrap_or(line));
                let typed: Vec<&str> = trimmed.lines().filter_map(|line| behind_prompt(line).or_else(|| goes_on(line))).collect();
                let typed = typed.join("\n");
                let here = match foreign::meant(&typed) {
                    Some(Meant::Text(here) | Meant::Digits(here)) => here,
                    None => typed,
                };
                error("A line with a prompt is no code yet.".into()).with_fix(replaced("remove the prompts", here))
            }
            Some(Kind::Command) => error("This is a command line. Paste the source, the PTX or the listing itself.".into()),
            Some(Kind::Options) => options(trimmed, error, replaced),
            Some(Kind::Equation) => match trimmed.strip_suffix('=') {
                Some(left) => error("`=` is not needed.".into()).with_fix(replaced("remove =", left.trim_end().to_owned())),
                None => error("`=` gives a variable its value; `==` compares.".into())
                    .with_fix(replaced("write ==", trimmed.replacen('=', "==", 1))),
            },
            // Three digits behind a comma may be thousands.
            Some(Kind::Commas) if is_in_thousands(trimmed) || trimmed.contains('.') => {
                error("A number has no comma here: a point stands before its decimals.".into())
            }
            Some(Kind::Commas) => {
                error("A decimal number has a point here.".into()).with_fix(replaced("write points", trimmed.replace(',', ".")))
            }
            Some(Kind::Question) => {
                let meant = question(trimmed).unwrap_or_default();
                let label = ["write ", &meant].concat();
                error("A question in words is not read here: what it is about is.".into()).with_fix(replaced(&label, meant))
            }
            Some(Kind::Seen) => {
                let asked = vec![("k", "explain".into()), ("e", trimmed.to_owned())];
                Diagnostic::error("seen", span.clone(), "A result that was seen belongs to Debug, which looks for what gives it.")
                    .with_fix(Fix::open("Open in Debug", "debug", asked))
            }
            Some(Kind::Foreign) => match foreign::meant(trimmed) {
                Some(Meant::Text(meant)) => {
                    let label = ["write ", &meant].concat();
                    error(["Here this is written `", &meant, "`."].concat()).with_fix(replaced(&label, meant))
                }
                Some(Meant::Digits(number)) => {
                    let label = ["write ", &number].concat();
                    error(["This shows digits of a number. Here `", &number, "` has all of them."].concat())
                        .with_fix(replaced(&label, number))
                }
                None => error("This is JavaScript. Write C here, in doubles: `sqrt(2.0)`.".into()),
            },
            Some(Kind::Help) => {
                let try_it = |text: &str| replaced(["try ", text].concat().as_str(), text.to_owned());
                let said = error("Type an expression in C or Python, a number, PTX or machine code: it is read as what it is.".into());
                ["0.1 + 0.2", "0x3f800000", "fma.rn.f32", "FFMA R0, R1, R2, R3;"].into_iter().map(try_it).fold(said, Diagnostic::with_fix)
            }
            Some(Kind::Prose) => prose::said(trimmed, &span, replaced).unwrap_or_else(|| error(String::new())),
            Some(Kind::Two) | None => {
                let numbers = two(trimmed);
                let said = error(numbers.map_or_else(String::new, apart));
                // A disassembler prints a word of 128 bits as two numbers, the lower one first.
                let halves = numbers.map(|numbers| numbers.map(|number| number.strip_prefix("0x").filter(|digits| digits.len() == 16)));
                let alone = trimmed.split_ascii_whitespace().count() == 2;
                let word = |low: &str, high: &str| ["0x", high, low].concat();
                let decodes = |low: &str, high: &str| crate::sass::read(&word(low, high), context).is_accepted();
                match halves.filter(|_| alone) {
                    Some([Some(low), Some(high)]) if decodes(low, high) => {
                        said.with_fix(replaced("read them as one machine word", word(low, high)))
                    }
                    _ => said,
                }
            }
        };
        let tokens = vec![Token { kind: TokenKind::Literal, span }];
        Pasted { text: text.to_owned(), context: *context, tokens, diagnostics: vec![said] }
    }
}

fn options(text: &str, error: impl Fn(String) -> Diagnostic, replaced: impl Fn(&str, String) -> Fix) -> Diagnostic {
    let (options, rest): (Vec<&str>, Vec<&str>) = text.split_ascii_whitespace().partition(|word| is_option(word));
    let options: String = options.iter().fold(String::new(), |mut all, word| {
        let _ = write!(all, " -{}", word.trim_start_matches('-'));
        all
    });
    let bare = |option: &str| option.trim_start_matches('-').to_owned();
    let alone = Switch::ALL.iter().find(|switch| rest.is_empty() && bare(text) == bare(switch.text()));
    let message = match alone {
        Some(switch) => format!("nvcc's option: {}. It stands after an expression and `//`.", switch.words()),
        None => format!("Options of nvcc stand after an expression and `//`: `a / b //{options}`."),
    };
    let whole = if rest.is_empty() { "a / b".to_owned() } else { rest.join(" ") };
    error(message).with_fix(replaced(&format!("write {whole} //{options}"), format!("{whole} //{options}")))
}

/// Whether a comma stands before three digits, or twice in a number.
fn is_in_thousands(text: &str) -> bool {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != ',');
    numbers.map(|number| number.split(',')).any(|mut parts| {
        let (_, behind) = (parts.next(), parts.next());
        behind.is_some_and(|behind| behind.len() == 3) || parts.next().is_some()
    })
}

/// How many bits a result asks for, and its value: bits have a width, and what a single would round takes a double.
fn asked(word: &str) -> (u32, Option<Literal>) {
    let literal = bare(word);
    let width = match &literal {
        Some(Literal::Bits { width, .. }) => *width,
        Some(number) if number.to_bits(F32::ROW, Mode::Rn).1.contains(Flags::INEXACT) && digits(word) > 9 => 64,
        _ => 32,
    };
    (width, literal)
}

fn digits(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_hexdigit).count()
}

/// How far two results are apart, in the format that their digits ask for.
fn apart([one, other]: [&str; 2]) -> String {
    let ((own, left), (second, right)) = (asked(one), asked(other));
    let are_bits = |literal: &Option<Literal>| matches!(literal, Some(Literal::Bits { .. }));
    let find = " With the instruction and its operands, Debug looks for the cause: `mul.f32 d, a, b; a=0.1 b=3 got=0.3`.";
    if are_bits(&left) && are_bits(&right) && own != second {
        return [one, " and ", other, " are bits of different widths, so no distance is said.", find].concat();
    }
    let width = if are_bits(&left) {
        own
    } else if are_bits(&right) {
        second
    } else {
        own.max(second)
    };
    let format: &Format = match width {
        64 => F64::ROW,
        16 => F16::ROW,
        _ => F32::ROW,
    };
    let number = |literal: &Option<Literal>| match literal {
        Some(Literal::Bits { bits, .. }) => Pattern::new(format, *bits),
        Some(literal) => Pattern::new(format, literal.to_bits(format, Mode::Rn).0),
        None => Pattern::new(format, 0),
    };
    // Beside bits stands the value, beside a value the bits.
    let other_spelling = |typed: &Option<Literal>, number: Pattern| match typed {
        Some(Literal::Bits { .. }) => number.value_text(),
        _ => ["0x", &number.hex()].concat(),
    };
    let (typed, [left, right]) = ([&left, &right], [number(&left), number(&right)]);
    let others = [other_spelling(typed[0], left), other_spelling(typed[1], right)];
    let finite = |number: &Pattern| number.exact().is_some();
    let distance = left.ordinal().zip(right.ordinal()).filter(|_| finite(&left) && finite(&right));
    let apart = match distance.map(|(left, right)| left.abs_diff(right)) {
        Some(0) if left.bits == right.bits => ": the same number.".into(),
        Some(0) => ": zeros of both signs.".into(),
        Some(ulps) => format!(", {ulps} ulp apart."),
        None if left.bits == right.bits => ": the same.".into(),
        None => ": one of them is no finite number, so no distance is said.".into(),
    };
    format!("{one} and {other} are {} and {} in {}{apart}{find}", others[0], others[1], format.name)
}

impl ParsedSource for Pasted {
    kept!(tokens, diagnostics);

    fn language(&self) -> String {
        "no code".into()
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn name(&self) -> String {
        String::new()
    }

    fn printed(&self) -> String {
        self.text.trim().to_owned()
    }

    fn summary(&self) -> String {
        String::new()
    }

    fn syntax(&self) -> &'static str {
        ""
    }

    fn completions(&self) -> Vec<Completion> {
        Vec::new()
    }

    fn run(&self, _: &RegisterFile) -> Option<Run> {
        None
    }

    fn operands(&self, _: &Run) -> Vec<Operand> {
        Vec::new()
    }

    fn with_number(&self, _: &Place, _: Pattern) -> Option<String> {
        None
    }
}
