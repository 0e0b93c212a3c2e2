//! What a chip is asked about its tensor cores: of every row of the table that it has, numbers on which what no data decides comes out, special
//! values, and ordinary numbers.
//!
//! All rows of A are one row, all columns of B one column, every element of C one number: so every element of D is the same, whichever lane
//! has it, and four lanes' registers are those of all. `tcgen05.mma` is asked of numbers of 8 bits and more without scales: narrower ones have
//! the row of those of 8, and with scales no row has a doubt.

use semantics::dot::{Case, Held, heads};
use semantics::instruction::{Context, Target, Version};
use semantics::matrix::{Head, Matrix, Place, Shape, container, lowering};
use semantics::number::{F16, F32, F64, Format, Pattern, Random};
use semantics::tensor_core::{Evidence, Method, OpenQuestion, Path, Row, TABLE};
use semantics::trace::Silent;
use std::fmt::Write;

/// Cases for each doubt and each rule that it leaves open.
const EACH: usize = 12;
/// The columns of B that `tcgen05.mma` is given.
const COLUMNS: usize = 16;
/// Draws after which numbers that tell something are given up.
const TRIES: u64 = 4000;

/// Why a row is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// What no data decides.
    OpenQuestion(OpenQuestion),
    /// Signs of zero, NaNs, infinities, overflow: no published answer has them.
    Special,
    /// Ordinary numbers.
    Ordinary,
}

/// What stands for each reason in a file.
const WORDS: [(Why, &str); 9] = [
    (Why::OpenQuestion(OpenQuestion::SubnormalC), "subnormal-c"),
    (Why::OpenQuestion(OpenQuestion::Width), "width"),
    (Why::OpenQuestion(OpenQuestion::Wider), "wider"),
    (Why::OpenQuestion(OpenQuestion::Fours), "fours"),
    (Why::OpenQuestion(OpenQuestion::Order), "order"),
    (Why::OpenQuestion(OpenQuestion::LongTf), "long-tf32"),
    (Why::OpenQuestion(OpenQuestion::Chain), "chain"),
    (Why::Special, "special"),
    (Why::Ordinary, "ordinary"),
];

impl Why {
    /// A word for it.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(why, _)| *why == self).map_or("", |(_, word)| word)
    }
}

/// A form, and the numbers on which it is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The form.
    pub head: Head,
    /// The row that the model follows.
    pub row: &'static Row,
    /// Why.
    pub why: Why,
    /// The numbers.
    pub cases: Vec<Case>,
}

/// What a target is asked.
pub fn questions(target: Target) -> Vec<Question> {
    let mut all = Vec::new();
    // A sparse A is asked in kernels, whose registers have its indices.
    for row in TABLE.iter().filter(|row| row.targets.contains(&target.number()) && !row.is_sparse()) {
        let apart = row.path == Path::Tcgen05;
        for input in row.inputs.iter().filter(|input| !apart || input.width() >= 8 && row.scale.is_none()) {
            let formats = [*input, *input, row.accumulator];
            // Of several shapes the longest; of wgmma, the narrowest of those.
            let asked = heads(row, formats, target.number());
            let context = Context { target, ptx: Version::NEWEST };
            let legal = asked.into_iter().map(|(_, head)| head).filter(|head| lowering(&head.written(), context).is_ok());
            let k = |head: &Head| head.shape.map_or(0, |shape| shape.k);
            let Some(mut head) = legal.reduce(|best, head| if k(&head) > k(&best) { head } else { best }) else { continue };
            let mut length = k(&head) as usize;
            if apart {
                head.types = [2, 0, 1].map(|side: usize| formats[side].name.to_ascii_lowercase()).to_vec();
                // The only K.
                length = row.step(0);
            }
            let mut ask = |why, cases: Vec<Case>| {
                if !cases.is_empty() {
                    all.push(Question { head: head.clone(), row, why, cases });
                }
            };
            for doubt in row.doubts {
                ask(Why::OpenQuestion(*doubt), telling(row, *doubt, formats, length));
            }
            ask(Why::Special, special(row, formats, length));
            let known = matches!(row.evidence, Evidence::Chips { .. });
            let drawn = (0..if known { 4 } else { 32 }).map(|seed| draw(row, formats, length, seed));
            ask(Why::Ordinary, drawn.collect());
        }
    }
    all
}

/// Ordinary numbers, and in every second draw such as cancel down to the end of the window.
fn draw(row: &Row, formats: [&'static Format; 3], length: usize, seed: u64) -> Case {
    let case = Case::drawn(formats, row.scale, length, seed);
    let (Method::Fused(how) | Method::Unpacked(how)) = row.method else { return case };
    if seed.is_multiple_of(2) || row.scale.is_some() { case } else { cancelling(case, how.fraction as i32, seed) }
}

/// The same case with two large products that cancel, and others near the last place of the window under them.
fn cancelling(mut case: Case, fraction: i32, seed: u64) -> Case {
    let mut random = Random::stream(seed, 1);
    let formats = case.formats;
    let large = formats[0].emax().min(14) - random.below(3) as i32;
    let near = 2 * large - fraction;
    for k in 0..case.products() {
        let product = near + random.below(5) as i32 - 1;
        let first = (product / 2).clamp(formats[0].emin(), formats[0].emax() - 1);
        let mut factor = |format: &'static Format, exponent| number(format, exponent, &mut random);
        let codes = [factor(formats[0], first), factor(formats[1], product - first)];
        (case.codes[0][k], case.codes[1][k]) = (codes[0], codes[1]);
    }
    case.c = if random.flip() { 0 } else { number(formats[2], near + random.below(4) as i32, &mut random) };
    let (one, other) = (random.below(case.products() as u64) as usize, random.below(case.products() as u64) as usize);
    if one != other {
        for (side, format) in [0, 1].into_iter().zip(formats) {
            let code = number(format, large, &mut random);
            let sign = if side == 0 { format.sign_mask() << format.spare_bits } else { 0 };
            (case.codes[side][one], case.codes[side][other]) = (code, code ^ sign);
        }
    }
    case
}

/// A power of two, where the format has it.
fn power(format: &'static Format, exponent: i32) -> Option<u64> {
    let last = format.emin() - format.fraction_bits as i32;
    let bits = match exponent {
        _ if exponent < last || exponent > format.emax() => return None,
        _ if exponent < format.emin() => 1 << (exponent - last),
        _ => ((exponent + format.bias) as u64) << format.fraction_bits,
    };
    Some(bits << format.spare_bits)
}

/// A random number of an exponent, or what is nearest to that; 0 below the smallest number.
fn number(format: &'static Format, exponent: i32, random: &mut Random) -> u64 {
    // The largest exponent may be that of an infinity.
    let exponent = exponent.min(format.emax() - 1);
    let fraction = if exponent < format.emin() { 0 } else { random.word() & format.fraction_mask() };
    let sign = if random.flip() { format.sign_mask() } else { 0 };
    power(format, exponent).unwrap_or(0) | (sign | fraction) << format.spare_bits
}

/// Numbers on which a doubt comes out: the row gives other bits than what it could be instead.
fn telling(row: &Row, doubt: OpenQuestion, formats: [&'static Format; 3], length: usize) -> Vec<Case> {
    if doubt == OpenQuestion::SubnormalC {
        return subnormal(row, formats, length);
    }
    let mut all: Vec<Case> = Vec::new();
    for rule in others(row, doubt) {
        let tells = |case: &Case| case.run(row, &mut Silent) != rule(case);
        all.extend((0..TRIES).map(|seed| draw(row, formats, length, seed)).filter(tells).take(EACH));
    }
    all
}

type Rule = Box<dyn Fn(&Case) -> Pattern>;

/// What a row could be instead.
pub fn others(row: &Row, doubt: OpenQuestion) -> Vec<Rule> {
    let mine = *row;
    let ordered = |order: fn(usize) -> Vec<usize>| -> Vec<Rule> {
        vec![Box::new(move |case| case.ordered(&order(case.products())).run(&mine, &mut Silent))]
    };
    match (doubt, row.method) {
        (OpenQuestion::Chain, _) => ordered(|length| (0..length).rev().collect()),
        (_, Method::Fused(how)) => {
            let rule = |how| -> Rule { Box::new(move |case| case.run(&Row { method: Method::Fused(how), ..mine }, &mut Silent)) };
            let mut all: Vec<Rule> = doubt.otherwise(how).into_iter().map(rule).collect();
            if doubt == OpenQuestion::Order {
                all.extend(ordered(|length| (length / 2..length).chain(0..length / 2).collect()));
            }
            all
        }
        // FP8 through halves is the instruction for halves, which is asked itself.
        _ => Vec::new(),
    }
}

/// A subnormal c, half of its last place, and a product that the window holds only if c counts with the place of its leading one.
fn subnormal(row: &Row, formats: [&'static Format; 3], length: usize) -> Vec<Case> {
    let Method::Fused(how) = row.method else { return Vec::new() };
    let least = F16::FORMAT.emin();
    let last = least - F16::FORMAT.fraction_bits as i32;
    // Where the window ends if a subnormal counts with the smallest normal exponent, and if zeros' exponent is the largest.
    let ends = [least, how.zero].map(|largest| largest - how.fraction as i32);
    let mut all = Vec::new();
    for (c, small) in (1..8u64).flat_map(|c| (ends[1]..ends[0]).map(move |small| (c, small))) {
        let zeros = || vec![0; length];
        let mut case = Case::plain(formats, zeros(), zeros(), c);
        let made = [last - 1, small].iter().enumerate().all(|(place, exponent)| {
            let mut halves = (formats[0].emin() - formats[0].fraction_bits as i32..=exponent / 2).rev();
            let found = halves.find_map(|first| Some([power(formats[0], first)?, power(formats[1], exponent - first)?]));
            found.map(|codes| (0..2).for_each(|side| case.codes[side][place] = codes[side])).is_some()
        });
        if made && c % 2 == 0 {
            all.push(case);
        }
    }
    all.truncate(2 * EACH);
    all
}

/// Zeros of both signs, NaNs, infinities, and a sum beyond the format.
fn special(row: &Row, formats: [&'static Format; 3], length: usize) -> Vec<Case> {
    let [a, b, d] = formats;
    let [one, other] = [a, b].map(|format| format.one() << format.spare_bits);
    let sign = a.sign_mask() << a.spare_bits;
    let minus = d.sign_mask();
    let mut all = Vec::new();
    let mut put = |pairs: &[[u64; 2]], c: u64| {
        let side = |side: usize| (0..length).map(|k| pairs.get(k).map_or(0, |pair| pair[side])).collect();
        let mut case = Case { c, ..Case::drawn(formats, row.scale, length, 0) };
        case.codes = [side(0), side(1)];
        all.push(case);
    };
    put(&[], 0);
    put(&[], minus);
    put(&[[sign, other]], 0);
    put(&vec![[sign, other]; length], minus);
    put(&[[one, other], [one ^ sign, other]], minus);
    put(&[[one, other]], d.one() | minus);
    put(&[[one, other]], d.default_nan);
    let infinity = d.infinity().unwrap_or(0);
    put(&[[one, other]], infinity);
    put(&[[one, other]], infinity | minus);
    if let Some(nan) = a.nan() {
        put(&[[nan << a.spare_bits, other]], 0);
        put(&[[nan << a.spare_bits, 0]], infinity);
    }
    if let Some(x) = a.infinity() {
        let x = x << a.spare_bits;
        put(&[[x, other]], 0);
        put(&[[x ^ sign, other]], 0);
        put(&[[x, 0]], 0);
        put(&[[x, other], [x ^ sign, other]], 0);
        put(&[[x, other]], infinity | minus);
    }
    let [x, y] = [a, b].map(|format| format.largest() << format.spare_bits);
    put(&vec![[x, y]; length], d.largest());
    put(&[[x, y], [x ^ sign, y]], d.largest());
    all
}

impl Question {
    /// How many registers go in and come out: those of A, B, C and the scales, those of D.
    fn registers(&self) -> (usize, usize) {
        let written = match self.head.path {
            // A lane has a row of D.
            Some(Path::Tcgen05) => COLUMNS * self.row.accumulator.width() as usize / 32,
            _ => self.held(Matrix::C).map_or(0, |held| held.packed(0, |_| 0).len()),
        };
        (self.words(&self.cases[0], 0).len(), written)
    }

    /// An operand over the lanes; one warp of the four of `wgmma` holds A, C and D as `mma.sync` of the same K does.
    fn held(&self, matrix: Matrix) -> Option<Held> {
        let [a, b, d] = self.cases.first()?.formats;
        let format = match matrix {
            Matrix::A => a,
            Matrix::B => b,
            Matrix::C => d,
        };
        let shape = self.head.shape.map(|shape| Shape { m: shape.m.min(16), ..shape });
        Held::of(&Head { path: Some(Path::MmaSync), shape, ..self.head.clone() }, matrix, format)
    }

    /// What a lane's registers hold. The B of `wgmma`, and A and B of `tcgen05.mma`, are a column and a row as they lie in shared memory.
    fn words(&self, case: &Case, lane: u32) -> Vec<u64> {
        let code = |side: usize, k: u32| case.codes[side].get(k as usize).copied().unwrap_or(0);
        let shared = |side: usize| {
            let bits = container(&self.head, case.formats[side]) as usize;
            let per = 32 / bits;
            let word = move |at: usize| (0..per).fold(0, |word, k| word | code(side, (at * per + k) as u32) << (k * bits));
            (0..case.products() / per).map(word)
        };
        if self.head.path == Some(Path::Tcgen05) {
            return shared(0).chain(shared(1)).chain([repeated(case.c, case.formats[2])]).collect();
        }
        let packed = |matrix, of: &dyn Fn(Place) -> u64| self.held(matrix).map(|held| held.packed(lane, of)).unwrap_or_default();
        let mut words = packed(Matrix::A, &|place| code(0, place.column));
        if self.head.path == Some(Path::Wgmma) {
            words.extend(shared(1));
        } else {
            words.extend(packed(Matrix::B, &|place| code(1, place.row)));
        }
        words.extend(packed(Matrix::C, &|_| case.c));
        let scales = |side: usize| case.scales[side].iter().rev().fold(0, |word, code| word << 8 | code);
        words.extend(case.scale.iter().flat_map(|_| [scales(0), scales(1)]));
        words
    }

    /// A macro of the CUDA program: its place, class of registers, how many go in and come out, and the assembly on `s` and `d`.
    pub fn macro_line(&self, place: usize) -> String {
        let (read, written) = self.registers();
        let wide = *self.row.accumulator == F64::FORMAT;
        let (class, letter) = if wide { ("F64", "d") } else { ("B32", "r") };
        let list = |from: usize, count: usize| (from..from + count).map(|at| format!("%{at}")).collect::<Vec<_>>().join(", ");
        let count = |matrix| self.held(matrix).map_or(0, |held| held.packed(0, |_| 0).len());
        let [a, b, c] = [Matrix::A, Matrix::B, Matrix::C].map(count);
        let name = self.head.written();
        let constraint = |kind: &str, array: &str, at: usize| format!("\"{kind}{letter}\"({array}[{at}])");
        if self.head.path == Some(Path::Tcgen05) {
            // Halves stand in the lower halves of the columns of tensor memory.
            let (pack, unpack) = if self.row.accumulator.width() == 16 { (".pack::16b", ".unpack::16b") } else { ("", "") };
            let all = |kind: &str| (0..written).map(|at| constraint(kind, "d", at)).collect::<Vec<_>>().join(", ");
            let (kind, descriptor) = (&self.head.kind, self.descriptor());
            let store = format!("tcgen05.st.sync.aligned.32x32b.x{written}{unpack}.b32 [%{written}], {{{}}};", list(0, written));
            let load = format!("tcgen05.ld.sync.aligned.32x32b.x{written}{pack}.b32 {{{}}}, [%{written}];", list(0, written));
            let add = format!("{{ .reg .pred p; setp.eq.u32 p, 1, 1; tcgen05.mma.cta_group::1.kind::{kind} [%0], %1, %2, %3, p; }}");
            return format!(
                "TENSOR({place}, {read}, {written}, asm volatile(\"{store}\" : : {}, \"r\"(lanes) : \"memory\"), asm volatile(\"{add}\" : : \"r\"(memory), \"l\"(a), \"l\"(b), \"r\"({descriptor:#x}u) : \"memory\"), asm volatile(\"{load}\" : {} : \"r\"(lanes) : \"memory\"))",
                all(""),
                all("=")
            );
        }
        if self.head.path == Some(Path::Wgmma) {
            let outs = (0..written).map(|at| constraint("+", "d", at)).collect::<Vec<_>>().join(", ");
            let ins = (0..a).map(|at| constraint("", "s", at)).collect::<Vec<_>>().join(", ");
            // Halves and bfloat16 may lie along either dimension, and say so.
            let transposed = if self.cases[0].formats[1].width() == 16 { ", 0" } else { "" };
            let text = format!(
                "{{ .reg .pred p; setp.eq.u32 p, 1, 1; wgmma.fence.sync.aligned; {name} {{{}}}, {{{}}}, %{}, p, 1, 1{transposed}; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; }}",
                list(0, written),
                list(written, a),
                written + a
            );
            return format!(
                "GROUP({place}, {a}, {read}, {written}, asm volatile(\"{text}\" : {outs} : {ins}, \"l\"(column) : \"memory\"))"
            );
        }
        let outs = (0..written).map(|at| constraint("=", "d", at)).collect::<Vec<_>>().join(", ");
        let ins = (0..read).map(|at| constraint("", "s", at)).collect::<Vec<_>>().join(", ");
        let scales = match self.row.scale {
            Some(_) => format!(", %{}, {{0, 0}}, %{}, {{0, 0}}", written + a + b + c, written + a + b + c + 1),
            None => String::new(),
        };
        let operands = format!(
            "{{{}}}, {{{}}}, {{{}}}, {{{}}}{scales}",
            list(0, written),
            list(written, a),
            list(written + a, b),
            list(written + a + b, c)
        );
        format!("PRODUCT({place}, {class}, {read}, {written}, asm volatile(\"{name} {operands};\" : {outs} : {ins}))")
    }

    /// What `tcgen05.mma` is told of the types and of the shape, 128 rows and 16 columns (PTX ISA, 9.7.16.4).
    fn descriptor(&self) -> u32 {
        let code = |format: &Format| match format.name {
            "BF16" | "E5M2" => 1,
            "TF32" => 2,
            _ => 0,
        };
        let [a, b, d] = self.cases[0].formats;
        u32::from(*d == F32::FORMAT) << 4 | code(a) << 7 | code(b) << 10 | (COLUMNS as u32 / 8) << 17 | (128 / 16) << 24
    }

    /// Its lines of the job: for each case the codes of A, B, C and the scales, and the registers of four lanes.
    pub fn job(&self, place: usize) -> String {
        let mut text = format!("product {place} {} {} {}\n", self.cases.len(), self.why.word(), self.head.written());
        for case in &self.cases {
            let words: Vec<String> = (0..4).flat_map(|lane| self.words(case, lane)).map(|word| format!("{word:x}")).collect();
            let _ = writeln!(text, "{}\n{}", case.written(), words.join(" "));
        }
        text
    }
}

/// The model's register of D for a line of codes; None for a line that has none.
pub fn model(row: &Row, formats: [&'static Format; 3], line: &[&str]) -> Option<u64> {
    let d = Case::of_codes(formats, row.scale, line).ok()?.run(row, &mut Silent);
    Some(repeated(d.bits, d.format))
}

/// A register full of a number: two halves stand in one.
fn repeated(bits: u64, format: &Format) -> u64 {
    if format.width() == 16 { bits << 16 | bits } else { bits }
}

/// Whether a difference would be a mistake of ours: a chip's answers, or the assembler's sequence of ordinary instructions, say what the model
/// says. Of DMMA the order is the models'.
pub fn binding(row: &Row, why: &str) -> bool {
    let known = matches!(row.evidence, Evidence::Chips { .. } | Evidence::Asked { .. } | Evidence::Assembler(_));
    known && (why == Why::Ordinary.word() || row.doubts.is_empty())
}
