//! What a kernel says: `vprintf`, which nvcc makes of `printf`, and `__assertfail`, which it makes of `assert` (CUDA C++ Programming Guide, 10.32
//! and 10.31). The numbers are laid out in memory one behind the other, each at a multiple of its size.

use super::machine::Reason;
use super::memory::Memory;
use crate::number::{F64, Pattern};

/// Something that a thread printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The block, counted along x first, and the thread in it.
    pub thread: [u32; 2],
    /// The function, and its line.
    pub line: [usize; 2],
    /// The lines that the thread could still run.
    pub left: u64,
    /// The text.
    pub text: String,
}

impl Printed {
    /// The text in a sentence.
    pub fn told(&self) -> String {
        format!("Prints \"{}\".", self.text.escape_debug())
    }
}

/// What is kept of all prints of a run, and of one text, in bytes.
const MOST: usize = 1 << 20;
const MOST_OF_TEXT: usize = 1 << 14;

/// Functions that every kernel has without a body.
pub(super) const BUILT_IN: [&str; 3] = ["vprintf", "host_printf", "__assertfail"];

/// The thread that calls such a function.
pub struct Caller {
    /// The block, counted along x first, and the thread in it.
    pub thread: [u32; 2],
    /// The function, and its line.
    pub line: [usize; 2],
    /// The lines that the thread can still run.
    pub left: u64,
}

/// Runs a built-in function and returns its result; None if no built-in function has that name. A pointer, because the start page runs lines
/// that never print, and does not load this code.
pub type BuiltIn = fn(&mut Memory, Caller, &str, &[u64]) -> Option<Result<u32, Reason>>;

pub(super) fn built_in(memory: &mut Memory, caller: Caller, name: &str, arguments: &[u64]) -> Option<Result<u32, Reason>> {
    match (name, arguments) {
        // A kernel's tells how many values it has printed, a host's how many bytes.
        ("vprintf" | "host_printf", &[format, values]) => {
            Some(print(memory, caller, format, values).map(|[values, bytes]| if name == "vprintf" { values } else { bytes }))
        }
        ("__assertfail", &[message, file, line, function, ..]) => {
            let mut text = |address| string(memory, address).unwrap_or_default();
            let (file, function, message) = (text(file), text(function), text(message));
            let said = format!("{file}:{}: {function}: Assertion `{message}` failed.", line as u32);
            Some(Err(("assertion", said)))
        }
        _ => None,
    }
}

/// Prints values in a format: how many there are, and how many bytes they became.
fn print(memory: &mut Memory, caller: Caller, format: u64, values: u64) -> Result<[u32; 2], Reason> {
    let wild = || ("wild-address", "What is printed lies at no address of memory.".to_owned());
    let format = string(memory, format).ok_or_else(wild)?;
    let mut at = values;
    let mut count = 0u32;
    let text = formatted(&format, |size, letter| {
        at = at.next_multiple_of(size);
        let bits = memory.read(None, at, size as u32, 0).ok()?;
        at += size;
        count += 1;
        Some((bits, if letter == 's' { Some(string(memory, bits)?) } else { None }))
    });
    let missing = || format!("`{}` is not printed here, or a value that it asks for is not in memory.", format.trim_end());
    let text = text.ok_or_else(|| ("print", missing()))?;
    let bytes = text.len() as u32;
    // From the first text that is not kept on, none is.
    let fits = |memory: &Memory| memory.printed.iter().map(|printed| printed.text.len() + 64).sum::<usize>() < MOST;
    if memory.unkept == 0 && fits(memory) {
        let Caller { thread, line, left } = caller;
        memory.printed.push(Printed { thread, line, left, text });
    } else {
        memory.unkept += 1;
    }
    Ok([count, bytes])
}

/// The text that ends with a zero.
pub(super) fn string(memory: &mut Memory, address: u64) -> Option<String> {
    let mut bytes = Vec::new();
    while bytes.len() < MOST_OF_TEXT {
        match memory.read(None, address.wrapping_add(bytes.len() as u64), 1, 0).ok()? {
            0 => break,
            byte => bytes.push(byte as u8),
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// One place of a format.
#[derive(Default)]
struct Place {
    left: bool,
    zeros: bool,
    sign: &'static str,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

/// The text that `printf` makes of a format. `value` gets the size of the next value and its letter (`f`, `d`, `s`), and gives its bits; for
/// `s` it also gives the text at that address. None if the format is not one of C, or if a value is missing.
pub fn formatted(format: &str, mut value: impl FnMut(u64, char) -> Option<(u64, Option<String>)>) -> Option<String> {
    let mut text = String::new();
    let mut letters = format.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            text.push(letter);
            continue;
        }
        let mut place = Place::default();
        while let Some(flag) = letters.next_if(|letter| "-+ #0".contains(*letter)) {
            match flag {
                '-' => place.left = true,
                '0' => place.zeros = true,
                '#' => place.alternate = true,
                '+' => place.sign = "+",
                _ if place.sign.is_empty() => place.sign = " ",
                _ => {}
            }
        }
        let mut number = |letters: &mut core::iter::Peekable<core::str::Chars>| -> Option<i64> {
            if letters.next_if_eq(&'*').is_some() {
                return Some(value(4, '*')?.0 as u32 as i32 as i64);
            }
            let mut all = 0i64;
            while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                letters.next();
                all = (all * 10 + i64::from(digit)).min(MOST_OF_TEXT as i64);
            }
            Some(all)
        };
        let width = number(&mut letters)?;
        place.left |= width < 0;
        place.width = (width.unsigned_abs() as usize).min(MOST_OF_TEXT);
        if letters.next_if_eq(&'.').is_some() {
            place.precision = usize::try_from(number(&mut letters)?).ok().map(|precision| precision.min(MOST_OF_TEXT));
        }
        let (mut long, mut short) = (false, 0);
        while let Some(word) = letters.next_if(|letter| "hljztL".contains(*letter)) {
            long |= word != 'h';
            short += u32::from(word == 'h');
        }
        let size = if long { 8 } else { 4 };
        let letter = letters.next()?;
        let shown = match letter {
            '%' => "%".to_owned(),
            'd' | 'i' => {
                let bits = value(size, letter)?.0;
                let number = if long { bits as i64 } else { i64::from(narrowed(bits, short) as u32 as i32) };
                let sign = if number < 0 { "-" } else { place.sign };
                place.number(sign, place.digits(number.unsigned_abs().to_string()), true)
            }
            kind @ ('u' | 'x' | 'X' | 'o') => {
                let bits = value(size, kind)?.0;
                let number = if long { bits } else { cut(bits, short) };
                let (digits, head) = match kind {
                    'x' => (format!("{number:x}"), "0x"),
                    'X' => (format!("{number:X}"), "0X"),
                    'o' => (format!("{number:o}"), "0"),
                    _ => (number.to_string(), ""),
                };
                place.number(if place.alternate && number != 0 { head } else { "" }, place.digits(digits), true)
            }
            'c' => place.padded(char::from(value(4, letter)?.0 as u8).to_string()),
            's' => {
                let shown = value(8, letter)?.1?;
                place.padded(shown.chars().take(place.precision.unwrap_or(usize::MAX)).collect())
            }
            'p' => place.padded(format!("{:#x}", value(8, letter)?.0)),
            // A precision would round in base 16.
            'a' | 'A' if place.precision.is_some() => return None,
            kind @ ('a' | 'A' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G') => place.real(kind, value(8, kind)?.0),
            _ => return None,
        };
        text.push_str(&shown);
    }
    (text.len() <= MOST_OF_TEXT).then_some(text)
}

/// An integer with a sign of the size that `h` and `hh` say, in 32 bits.
fn narrowed(bits: u64, short: u32) -> u64 {
    match short {
        0 => bits,
        1 => bits as u16 as i16 as u64,
        _ => bits as u8 as i8 as u64,
    }
}

fn cut(bits: u64, short: u32) -> u64 {
    bits & [0xffff_ffff, 0xffff, 0xff][short.min(2) as usize]
}

impl Place {
    /// As many digits as the precision asks for.
    fn digits(&self, digits: String) -> String {
        match self.precision {
            Some(0) if digits == "0" => String::new(),
            Some(precision) => format!("{}{digits}", "0".repeat(precision.saturating_sub(digits.len()))),
            None => digits,
        }
    }

    /// A sign and digits at least as wide as asked; an integer with a precision takes no zeros in front.
    fn number(&self, sign: &str, digits: String, whole: bool) -> String {
        let zeros = self.zeros && !self.left && !(whole && self.precision.is_some());
        let spare = if zeros { self.width.saturating_sub(sign.len() + digits.len()) } else { 0 };
        self.padded([sign, &"0".repeat(spare), &digits].concat())
    }

    fn padded(&self, shown: String) -> String {
        let spare = " ".repeat(self.width.saturating_sub(shown.chars().count()));
        if self.left { shown + &spare } else { spare + &shown }
    }

    /// A double in decimal digits, or in hexadecimal ones, rounded to nearest even from the exact ones.
    fn real(&self, kind: char, bits: u64) -> String {
        let sign = if bits >> 63 == 1 { "-" } else { self.sign };
        let number = Pattern::new(F64::ROW, bits & (u64::MAX >> 1));
        let cased = |mut shown: String| {
            if kind.is_ascii_uppercase() {
                shown.make_ascii_uppercase();
            }
            shown
        };
        if !number.is_finite() {
            let word = if number.is_nan() { "nan" } else { "inf" };
            return self.padded(cased([sign, word].concat()));
        }
        if kind.eq_ignore_ascii_case(&'a') {
            let shown = number.hex_float();
            return self.number(&cased([sign, "0x"].concat()), cased(shown.trim_start_matches("0x").to_owned()), false);
        }
        let precision = self.precision.unwrap_or(6).min(1100);
        let exact = Digits::of(number);
        let point = |shown: String| if self.alternate && !shown.contains('.') { shown + "." } else { shown };
        let with_exponent = |digits: String, exponent: i32| {
            let minus = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{minus}{:02}", exponent.unsigned_abs())
        };
        let shown = match kind.to_ascii_lowercase() {
            'f' => point(exact.plain(precision)),
            'e' => {
                let (digits, exponent) = exact.scientific(precision);
                with_exponent(point(digits), exponent)
            }
            _ => {
                let precision = precision.max(1);
                let (digits, exponent) = exact.scientific(precision - 1);
                let plain = (-4..precision as i32).contains(&exponent);
                let shown = if plain { exact.plain((precision as i32 - 1 - exponent) as usize) } else { digits };
                let cut = if shown.contains('.') { shown.trim_end_matches('0').trim_end_matches('.') } else { &shown };
                let shown = if self.alternate { point(shown) } else { cut.to_owned() };
                if plain { shown } else { with_exponent(shown, exponent) }
            }
        };
        self.number(sign, cased(shown), false)
    }
}

/// All digits of a number from the first that counts, and how many of them stand before the point (fewer than none for a small one).
struct Digits {
    all: String,
    point: i32,
}

impl Digits {
    fn of(number: Pattern) -> Digits {
        let text = number.exact_decimal();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let all = [whole, fraction].concat();
        match all.find(|digit| digit != '0') {
            Some(zeros) => Digits { point: whole.len() as i32 - zeros as i32, all: all[zeros..].trim_end_matches('0').to_owned() },
            None => Digits { all: "0".to_owned(), point: 1 },
        }
    }

    /// So many digits, rounded to nearest even, and where the point stands; one digit more where a carry leaves them.
    fn rounded(&self, count: i32) -> (String, i32) {
        let Ok(count) = usize::try_from(count) else { return (String::new(), self.point) };
        let (kept, rest) = self.all.split_at(count.min(self.all.len()));
        let odd = kept.ends_with(['1', '3', '5', '7', '9']);
        let up = rest > "5" || rest == "5" && odd;
        let mut digits: Vec<u8> = kept.bytes().chain(core::iter::repeat(b'0')).take(count).collect();
        let mut point = self.point;
        if up {
            match digits.iter().rposition(|digit| *digit != b'9') {
                Some(last) => {
                    digits[last] += 1;
                    digits[last + 1..].fill(b'0');
                }
                None => {
                    digits.fill(b'0');
                    digits.insert(0, b'1');
                    point += 1;
                }
            }
        }
        (digits.into_iter().map(char::from).collect(), point)
    }

    /// With so many digits behind the point.
    fn plain(&self, places: usize) -> String {
        let (digits, _) = self.rounded(self.point + places as i32);
        let padded = ["0".repeat((places + 1).saturating_sub(digits.len())), digits].concat();
        let (whole, fraction) = padded.split_at(padded.len() - places);
        if places == 0 { whole.to_owned() } else { [whole, ".", fraction].concat() }
    }

    /// One digit before the point and so many behind it, and the power of ten.
    fn scientific(&self, places: usize) -> (String, i32) {
        let (digits, point) = self.rounded(places as i32 + 1);
        let (first, rest) = (&digits[..1], &digits[1..=places]);
        (if places == 0 { first.to_owned() } else { [first, ".", rest].concat() }, point - 1)
    }
}
