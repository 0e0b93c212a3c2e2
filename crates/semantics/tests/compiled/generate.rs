//! Numeric kernels in C, made from a seed: a grammar of expressions as rows, and statements around them. Nothing in them is left open by C
//! or by IEEE 754, so that the host's compiler and nvcc must agree to the bit: shifts are masked, signed sums go through unsigned ones, what
//! becomes an integer is in its range, and a NaN's bits are not looked at.

use super::Kernel;
use semantics::number::Random;
use std::fmt::Write;

/// The types, each by the letter that stands for it in the grammar: its name in C, and how its value is written out.
const TYPES: [(char, &str, &str); 6] = [
    ('f', "float", "bits($)"),
    ('d', "double", "bits_double($)"),
    ('i', "int", "(unsigned)($)"),
    ('u', "unsigned", "($)"),
    ('l', "long long", "(unsigned long long)($)"),
    ('m', "unsigned long long", "($)"),
];

/// What an expression of a type may be. `$f` is an expression of type float; `b` is a condition, `h` a half, `r` a rounding.
#[rustfmt::skip]
const GRAMMAR: [(char, &[&str]); 8] = [
    ('f', &[
        "($f + $f)", "($f - $f)", "($f * $f)", "($f / $f)", "($f + $f * $f)", "fmaf($f, $f, $f)", "sqrtf(fabsf($f))", "fminf($f, $f)", "fmaxf($f, $f)",
        "fabsf($f)", "(-$f)", "rintf($f)", "floorf($f)", "ceilf($f)", "truncf($f)", "copysignf($f, number($f))", "($b ? $f : $f)", "(float)$i", "(float)$u",
        "(float)$l", "(float)$m", "(float)$d", "__uint_as_float($u)", "__fadd_$r($f, $f)", "__fmul_$r($f, $f)", "__fdiv_$r($f, $f)", "__fsqrt_$r($f)",
        "__fmaf_$r($f, $f, $f)", "__double2float_$r($d)", "__int2float_$r($i)", "__uint2float_$r($u)", "__ll2float_$r($l)", "float_of($h)",
        "__uint_as_float(bits($f) ^ 0x80000000u)", "__uint_as_float(bits($f) + ($u & 3))", "(1.0f / $f)",
    ]),
    ('d', &[
        "($d + $d)", "($d - $d)", "($d * $d)", "($d / $d)", "($d * $d - $d)", "fma($d, $d, $d)", "sqrt(fabs($d))", "fmin($d, $d)", "fmax($d, $d)", "fabs($d)",
        "(-$d)", "rint($d)", "floor($d)", "ceil($d)", "trunc($d)", "copysign($d, number_double($d))", "($b ? $d : $d)", "(double)$i", "(double)$u",
        "(double)$l", "(double)$m", "(double)$f", "__longlong_as_double((long long)$m)", "__dadd_$r($d, $d)", "__dmul_$r($d, $d)", "__ddiv_$r($d, $d)",
        "__dsqrt_$r($d)", "__fma_$r($d, $d, $d)", "__ll2double_$r($l)", "__ull2double_$r($m)", "(1.0 / $d)",
    ]),
    ('i', &[
        "(int)((unsigned)$i + (unsigned)$i)", "(int)((unsigned)$i - (unsigned)$i)", "(int)((unsigned)$i * (unsigned)$i)", "(($i >> 1) / ($i | 1))", "(($i >> 1) % ($i | 1))",
        "($i & $i)", "($i | $i)", "($i ^ $i)", "(~$i)", "(int)((unsigned)$i << ($u & 31))", "($i >> ($u & 31))", "($b ? $i : $i)", "(int)$u", "(int)$l",
        "to_int($f)", "(int)(signed char)$i", "(int)(short)$i", "(int)(unsigned char)$i", "__mulhi($i, $i)", "__popc($u)", "__popcll($m)", "__clz($i)", "__clzll($l)",
        "__ffs($i)", "__rhadd($i, $i)", "dp4a($i, $i, $i)", "min($i, $i)", "max($i, $i)", "($i < 0 ? (int)(0u - (unsigned)$i) : $i)", "($b + $b)", "(int)bits($f)",
        "($i / 7)", "($i % 10)", "($i * 0 - ($i >> 31))",
    ]),
    ('u', &[
        "($u + $u)", "($u - $u)", "($u * $u)", "($u / ($u | 1))", "($u % ($u | 1))", "($u & $u)", "($u | $u)", "($u ^ $u)", "(~$u)", "($u << ($u & 31))",
        "($u >> ($u & 31))", "($b ? $u : $u)", "(unsigned)$i", "(unsigned)$m", "to_unsigned($f)", "bits($f)", "(unsigned)(unsigned short)$u", "__umulhi($u, $u)",
        "__brev($u)", "__byte_perm($u, $u, $u & 0x7777)", "__funnelshift_l($u, $u, $u)", "__funnelshift_r($u, $u, $u)", "__usad($u, $u, $u)", "__uhadd($u, $u)",
        "__umul24($u, $u)", "min($u, $u)", "max($u, $u)", "($u / 10)", "($u * 2654435761u)", "(($u << 13) | ($u >> 19))", "bits_half($h)", "($u >> 23 & 255)",
        "(unsigned)($m >> 32)", "($u & 0x007fffffu | 0x3f800000u)",
    ]),
    ('l', &[
        "(long long)((unsigned long long)$l + (unsigned long long)$l)", "(long long)((unsigned long long)$l * (unsigned long long)$l)", "(($l >> 1) / ($l | 1))",
        "(($l >> 1) % ($l | 1))", "($l & $l)", "($l ^ $l)", "($l >> ($u & 63))", "($b ? $l : $l)", "((long long)$i * $i)", "(long long)$u", "(long long)$m",
        "to_long($d)", "(long long)bits_double($d)", "__mul64hi($l, $l)", "($l / 1000)", "min($l, $l)", "max($l, $l)", "(long long)(int)$l",
    ]),
    ('m', &[
        "($m + $m)", "($m - $m)", "($m * $m)", "($m / ($m | 1))", "($m % ($m | 1))", "($m & $m)", "($m | $m)", "($m ^ $m)", "(~$m)", "($m << ($u & 63))",
        "($m >> ($u & 63))", "($b ? $m : $m)", "((unsigned long long)$u * $u)", "(unsigned long long)$l", "to_unsigned_long($d)", "bits_double($d)",
        "__umul64hi($m, $m)", "__brevll($m)", "min($m, $m)", "max($m, $m)", "(($m << 27) | ($m >> 37))", "($m / 1000000007ull)",
        "(unsigned long long)((unsigned __int128)$m * $m >> 40)",
    ]),
    ('b', &[
        "($f < $f)", "($f <= $f)", "($f == $f)", "($f != $f)", "!($f >= $f)", "($d > $d)", "!($d < $d)", "($i < $i)", "($i == $i)", "($u <= $u)", "($l > $l)", "($m < $m)",
        "($b && $b)", "($b || $b)", "(!$b)", "($u >> ($u & 31) & 1)", "($f != 0.0f)", "(($u & 7) == 0)", "(fabsf($f) < __uint_as_float(0x7f800000u))",
    ]),
    ('h', &["half_of($f)", "half_of($f)", "half_add($h, $h)", "half_mul($h, $h)", "half_fma($h, $h, $h)", "(unsigned short)$u"]),
];

/// Numbers that stand in a text, by type. None is beyond a `long long`: nvcc 13.5.37 folds `ceil(1e300)` to -2^63, though the instruction that it
/// stands for gives 1e300.
#[rustfmt::skip]
const NUMBERS: [(char, &[&str]); 6] = [
    ('f', &["0.0f", "1.0f", "(-1.0f)", "0.5f", "3.1415927f", "1e-40f", "16777216.0f", "0x1.fffffep127f", "(-0.1f)", "1e10f", "2.0f", "0x1p-126f", "0.33333334f"]),
    ('d', &["0.0", "1.0", "(-0.1)", "2.5", "4503599627370496.0", "1e-310", "1e18", "3.141592653589793", "((double)0.1f)", "0x1p-1022"]),
    ('i', &["0", "1", "(-1)", "7", "255", "0x7fffffff", "(-12345)", "65536"]),
    ('u', &["0u", "1u", "2u", "31u", "0xffffffffu", "0x80000000u", "0x9e3779b9u", "10u"]),
    ('l', &["0ll", "1ll", "(-3ll)", "0x7fffffffffffffffll", "1000000007ll", "(-4294967296ll)"]),
    ('m', &["0ull", "1ull", "0xffffffffffffffffull", "0x9e3779b97f4a7c15ull", "4294967296ull"]),
];

fn row(letter: char) -> (char, &'static str, &'static str) {
    TYPES.into_iter().find(|(own, ..)| *own == letter).unwrap_or(TYPES[0])
}

fn of<T: Copy>(table: &[(char, T)], letter: char) -> T {
    table.iter().find(|(own, _)| *own == letter).map_or(table[0].1, |(_, of)| *of)
}

/// What writes a kernel.
struct Writer {
    random: Random,
    text: String,
    /// Names that may be read, with their types, and whether they may be written.
    variables: Vec<(char, String, bool)>,
    /// Arrays of eight.
    arrays: Vec<(char, String)>,
    /// Functions with the types of what they take.
    functions: Vec<(char, String, Vec<char>)>,
    /// Whether the inputs are there to be read.
    inputs: bool,
    count: u32,
}

impl Writer {
    fn letter(&mut self) -> char {
        self.random.one(&['f', 'f', 'f', 'd', 'i', 'u', 'u', 'l', 'm'], 'f')
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.count += 1;
        format!("{stem}{}", self.count)
    }

    fn leaf(&mut self, own: char) -> String {
        let known: Vec<String> = self.variables.iter().filter(|(letter, ..)| *letter == own).map(|(_, name, _)| name.clone()).collect();
        let arrays: Vec<String> = self.arrays.iter().filter(|(letter, _)| *letter == own).map(|(_, name)| name.clone()).collect();
        match self.random.below(8) {
            0..=3 if !known.is_empty() => known[self.random.below(known.len() as u64) as usize].clone(),
            4 | 5 if !arrays.is_empty() => {
                format!("{}[{} & 7]", arrays[self.random.below(arrays.len() as u64) as usize], self.random.below(8))
            }
            4..=6 if self.inputs => {
                let at = self.random.below(16);
                match own {
                    'i' => format!("(int)u[(THREAD + {at}) & 15]"),
                    'l' => format!("(long long)l[(THREAD + {at}) & 15]"),
                    'm' => format!("l[(THREAD + {at}) & 15]"),
                    own => format!("{own}[(THREAD + {at}) & 15]"),
                }
            }
            _ => self.random.one(of(&NUMBERS, own), "1").to_owned(),
        }
    }

    fn expression(&mut self, own: char, depth: u64) -> String {
        if own == 'r' {
            return self.random.one(&["rn", "rz", "rd", "ru"], "rn").to_owned();
        }
        let ends = depth == 0 || self.random.once_in(6);
        if ends && !matches!(own, 'b' | 'h') {
            return self.leaf(own);
        }
        let depth = depth.saturating_sub(1);
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|at| self.functions[*at].0 == own).collect();
        if !fitting.is_empty() && self.random.once_in(8) {
            let (_, name, takes) = self.functions[fitting[self.random.below(fitting.len() as u64) as usize]].clone();
            let given: Vec<String> = takes.into_iter().map(|letter| self.expression(letter, depth)).collect();
            return format!("{name}({})", given.join(", "));
        }
        let arrays: Vec<String> = self.arrays.iter().filter(|(letter, _)| *letter == own).map(|(_, name)| name.clone()).collect();
        if !arrays.is_empty() && self.random.once_in(8) {
            return format!("{}[{} & 7]", arrays[self.random.below(arrays.len() as u64) as usize], self.expression('u', depth));
        }
        // Without an end in sight a condition compares two numbers, and a half is a rounded one.
        let rows = of(&GRAMMAR, own);
        let row =
            if depth == 0 { rows[self.random.below(if own == 'b' { 12 } else { 2 }) as usize] } else { self.random.one(rows, rows[0]) };
        self.filled(row, depth)
    }

    /// A row of the grammar with an expression in each place.
    fn filled(&mut self, row: &str, depth: u64) -> String {
        let mut text = String::new();
        let mut letters = row.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '$' => text += &letters.next().map_or(String::new(), |own| self.expression(own, depth)),
                letter => text.push(letter),
            }
        }
        text
    }

    fn indent(&mut self, level: usize) {
        self.text += &"    ".repeat(level);
    }

    fn line(&mut self, level: usize, line: &str) {
        self.indent(level);
        self.text += line;
        self.text.push('\n');
    }

    fn declare(&mut self, level: usize) {
        let own = self.letter();
        let (value, name) = (self.expression(own, 3), self.fresh("v"));
        self.line(level, &format!("{} {name} = {value};", row(own).1));
        self.variables.push((own, name, true));
    }

    /// Statements in braces; what they declare ends with them.
    fn block(&mut self, level: usize, loops: u32, statements: u64) {
        let known = self.variables.len();
        for _ in 0..=self.random.below(statements) {
            self.statement(level, loops);
        }
        self.variables.truncate(known);
    }

    fn statement(&mut self, level: usize, loops: u32) {
        let written: Vec<(char, String)> =
            self.variables.iter().filter(|(.., written)| *written).map(|(own, name, _)| (*own, name.clone())).collect();
        let target = (!written.is_empty()).then(|| written[self.random.below(written.len().max(1) as u64) as usize].clone());
        match (self.random.below(12), target) {
            (0..=4, Some((own, name))) => {
                let value = self.expression(own, 4);
                self.line(level, &format!("{name} = {value};"));
            }
            (5, _) if !self.arrays.is_empty() => {
                let (own, name) = self.arrays[self.random.below(self.arrays.len() as u64) as usize].clone();
                let (at, value) = (self.expression('u', 2), self.expression(own, 3));
                self.line(level, &format!("{name}[{at} & 7] = {value};"));
            }
            (6 | 7, _) if level < 4 => {
                let condition = self.expression('b', 3);
                self.line(level, &format!("if ({condition}) {{"));
                self.block(level + 1, loops, 3);
                if self.random.flip() {
                    self.line(level, "} else {");
                    self.block(level + 1, loops, 3);
                }
                self.line(level, "}");
            }
            (8 | 9, _) if level < 4 && loops < 2 => {
                let name = self.fresh("k");
                let until = match self.random.below(3) {
                    0 => format!("{name} < {}", 1 + self.random.below(7)),
                    1 => format!("{name} < (int)({} & 7)", self.expression('u', 2)),
                    _ => format!("{name} < 6 && {}", self.expression('b', 2)),
                };
                if self.random.flip() {
                    self.line(level, "#pragma unroll 1");
                }
                self.line(level, &format!("for (int {name} = 0; {until}; {name}++) {{"));
                self.variables.push(('i', name, false));
                self.block(level + 1, loops + 1, 3);
                self.variables.pop();
                if self.random.once_in(3) {
                    let condition = self.expression('b', 2);
                    let leaves = self.random.one(&["break", "continue"], "break");
                    self.line(level + 1, &format!("if ({condition}) {leaves};"));
                    self.block(level + 1, loops + 1, 2);
                }
                self.line(level, "}");
            }
            (10, _) if level < 3 => {
                let value = self.expression('u', 2);
                let cases = 2 + self.random.below(6);
                self.line(level, &format!("switch ({value} % {}u) {{", cases + 1));
                for case in 0..cases {
                    self.line(level, &format!("case {case}: {{"));
                    self.block(level + 1, loops, 1);
                    let end = self.random.one(&["}", "} break;", "} break;"], "}");
                    self.line(level, end);
                }
                self.line(level, "default: break;");
                self.line(level, "}");
            }
            _ => self.declare(level),
        }
    }

    /// A function that is not inlined, or one that is.
    fn function(&mut self, name: &str) {
        let (own, count) = (self.letter(), 1 + self.random.below(4));
        let takes: Vec<char> = (0..count).map(|_| self.letter()).collect();
        let formals: Vec<String> = takes.iter().enumerate().map(|(at, letter)| format!("{} p{at}", row(*letter).1)).collect();
        let _ = writeln!(
            self.text,
            "{} {} {name}({}) {{",
            if self.random.once_in(4) { "INLINE" } else { "FUNCTION" },
            row(own).1,
            formals.join(", ")
        );
        self.variables = takes.iter().enumerate().map(|(at, letter)| (*letter, format!("p{at}"), true)).collect();
        for _ in 0..self.random.below(4) {
            self.statement(1, 1);
        }
        let value = self.expression(own, 3);
        self.line(1, &format!("return {value};"));
        self.line(0, "}");
        self.functions.push((own, name.to_owned(), takes));
    }
}

/// What expressions of a single `x` read: numbers of every type that are made of it.
const OF_SINGLE: [(char, &str); 8] = [
    ('f', "x"),
    ('d', "((double)x + 0.1)"),
    ('i', "__float_as_int(x)"),
    ('i', "(__float_as_int(x) >> 7)"),
    ('u', "__float_as_uint(x)"),
    ('u', "(__float_as_uint(x) * 2654435761u)"),
    ('l', "((long long)__float_as_int(x) * 77777ll)"),
    ('m', "((unsigned long long)__float_as_uint(x) * 0x9e3779b97f4a7c15ull)"),
];

/// Expressions of a single `x`, each as the bits of its value: first every row of the grammar, then others without an end.
pub fn expressions(seed: u64) -> impl Iterator<Item = String> {
    let mut writer = Writer {
        random: Random::new(seed),
        text: String::new(),
        variables: OF_SINGLE.map(|(own, name)| (own, name.to_owned(), false)).into(),
        arrays: Vec::new(),
        functions: Vec::new(),
        inputs: false,
        count: 0,
    };
    let rows = |own: char| of(&GRAMMAR, own).iter().map(move |row| (own, Some(*row)));
    let every = TYPES.into_iter().flat_map(move |(own, ..)| rows(own));
    every.chain(core::iter::repeat(('f', None))).map(move |(own, first)| {
        let (own, value) = match first {
            Some(first) => (own, writer.filled(first, 1)),
            None => {
                let own = writer.letter();
                (own, writer.expression(own, 3))
            }
        };
        let whole = if matches!(own, 'd' | 'l' | 'm') { "unsigned long long" } else { "unsigned" };
        format!("({whole})({})", row(own).2.replace('$', &value))
    })
}

/// The kernel of a seed's number.
pub fn kernel(seed: u64, number: u32) -> Kernel {
    let name = format!("made{number}");
    let mut writer = Writer {
        random: Random::stream(seed, number),
        text: String::new(),
        variables: Vec::new(),
        arrays: Vec::new(),
        functions: Vec::new(),
        inputs: false,
        count: 0,
    };
    for function in 0..writer.random.below(4) {
        writer.function(&format!("{name}_{function}"));
    }
    let _ = writeln!(writer.text, "KERNEL({name}) {{");
    (writer.inputs, writer.variables) = (true, Vec::new());
    for _ in 0..2 + writer.random.below(3) {
        writer.declare(1);
    }
    for _ in 0..writer.random.below(3) {
        let (own, array) = (writer.letter(), writer.fresh("t"));
        let shared = if writer.random.once_in(3) { "SHARED " } else { "" };
        writer.line(1, &format!("{shared}{} {array}[8];", row(own).1));
        writer.variables.push(('i', "k".to_owned(), false));
        let value = writer.expression(own, 2);
        writer.variables.pop();
        writer.line(1, &format!("for (int k = 0; k < 8; k++) {array}[k] = {value};"));
        writer.arrays.push((own, array));
    }
    for _ in 0..4 + writer.random.below(8) {
        writer.statement(1, 0);
    }
    let mut outputs: Vec<(char, String)> = writer.variables.iter().map(|(own, name, _)| (*own, name.clone())).collect();
    outputs.extend(writer.arrays.iter().map(|(own, name)| (*own, format!("{name}[THREAD]"))));
    for (place, (own, name)) in outputs.iter().rev().take(8).enumerate() {
        writer.line(1, &format!("out[8 * THREAD + {place}] = {};", row(*own).2.replace('$', name)));
    }
    writer.line(0, "}");
    Kernel { name, source: writer.text }
}
