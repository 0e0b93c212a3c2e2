//! The core over typed arrays: bytes in, bytes out. `arrays.mjs` gives them their types.

use js_sys::Uint8Array;
use semantics::dot::{Matrices, Words};
use semantics::elementwise::named::{self, Blocks, Conversion, facts, format};
use semantics::elementwise::{Elementwise, Together};
use semantics::number::{Format, OperandType};
use semantics::sweep::LANES;
use wasm_bindgen::prelude::wasm_bindgen;

/// Numbers of so many bits each, one behind the other, low bytes first.
pub struct Numbers {
    bytes: Vec<u8>,
    size: usize,
}

impl Numbers {
    pub fn of(array: &Uint8Array, bits: u32) -> Numbers {
        Numbers { bytes: array.to_vec(), size: size(bits) }
    }

    fn len(&self) -> usize {
        self.bytes.len() / self.size
    }

    fn at(&self, place: usize) -> u64 {
        let mut word = [0; 8];
        word[..self.size].copy_from_slice(&self.bytes[place * self.size..][..self.size]);
        u64::from_le_bytes(word)
    }

    pub fn all(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map(|place| self.at(place))
    }
}

/// The bytes of a number of so many bits.
fn size(bits: u32) -> usize {
    (bits as usize).div_ceil(8).next_power_of_two().clamp(1, 8)
}

/// The bits that a number of a format takes in an array.
pub fn stored(format: &Format) -> u32 {
    8 * size(format.width()) as u32
}

fn held(own: OperandType) -> String {
    format!("{} {} {}", own.format.name.to_lowercase(), own.lanes, own.width())
}

/// A function whose results are taken whole.
fn whole(function: Elementwise) -> Function {
    let bits = function.output.width();
    Function(vec![(function, bits)])
}

/// The low bytes of results.
pub fn bytes(results: impl Iterator<Item = u64>, bits: u32) -> Vec<u8> {
    let size = size(bits);
    results.flat_map(|result| result.to_le_bytes().into_iter().take(size)).collect()
}

/// A function that was read once.
#[wasm_bindgen]
pub struct Function(Vec<(Elementwise, u32)>);

#[wasm_bindgen]
impl Function {
    /// One instruction of PTX.
    pub fn instruction(text: &str, target: Option<String>) -> Result<Function, String> {
        named::instruction(text, target.as_deref()).map(whole)
    }

    /// What `cvt` of PTX does; two instructions where there is none that does it alone.
    pub fn conversion(
        from: &str,
        to: &str,
        rnd: &str,
        satfinite: Option<bool>,
        relu: bool,
        ftz: bool,
        target: Option<String>,
    ) -> Result<Function, String> {
        let texts = Conversion { from, to, rnd, satfinite, relu, ftz }.texts()?;
        // Of numbers side by side one is meant, the low one.
        let read = |(text, to): &(String, &str)| Ok((named::instruction(text, target.as_deref())?, stored(format(to)?)));
        texts.iter().map(read).collect::<Result<_, String>>().map(Function)
    }

    /// A function of the special function unit.
    pub fn unit(name: &str, target: &str) -> Result<Function, String> {
        named::unit(name, target).map(whole)
    }

    /// A function of CUDA, or an expression of C, over variables of one type.
    pub fn expression(text: &str, names: Vec<String>, own: &str, target: &str) -> Result<Function, String> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        named::expression(text, &names, format(own)?, target).map(whole)
    }

    /// What each operand is called, and what it holds: the format of its numbers, how many there are, and the bits of all.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn inputs(&self) -> Vec<String> {
        let first = self.0.first().map(|(function, _)| &function.inputs[..]).unwrap_or_default();
        first.iter().map(|(name, own)| format!("{} {}", name.trim_start_matches('%'), held(*own))).collect()
    }

    /// What a result holds.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn output(&self) -> String {
        self.0.last().map_or_else(String::new, |(function, _)| held(function.output))
    }

    /// The results of so many elements; an operand of one element stands for as many.
    pub fn run(&self, inputs: Vec<Uint8Array>, widths: Vec<u32>, count: usize) -> Result<Vec<u8>, String> {
        let mut inputs: Vec<Numbers> = inputs.iter().zip(widths).map(|(array, bits)| Numbers::of(array, bits)).collect();
        for (function, bits) in &self.0 {
            let wanted = function.inputs.len();
            if inputs.len() != wanted || inputs.iter().any(|numbers| numbers.len() != 1 && numbers.len() != count) {
                return Err(format!("Wanted are {wanted} arrays of one length."));
            }
            let runner = function.runner()?;
            let mut together: Vec<Together> = vec![[0; LANES]; wanted];
            let mut results = Vec::with_capacity(count);
            for at in (0..count).step_by(LANES) {
                let here = LANES.min(count - at);
                for (held, numbers) in together.iter_mut().zip(&inputs) {
                    let place = |lane: usize| if numbers.len() == 1 { 0 } else { at + lane };
                    held[..here].iter_mut().enumerate().for_each(|(lane, held)| *held = numbers.at(place(lane)));
                }
                results.extend_from_slice(&runner.each(here, &together)?[..here]);
            }
            inputs = vec![Numbers { bytes: bytes(results.into_iter(), *bits), size: size(*bits) }];
        }
        Ok(inputs.pop().map(|numbers| numbers.bytes).unwrap_or_default())
    }
}

/// The functions of CUDA over numbers of one type: a name, `f32` or `f64`, how many it takes, the prototype and a sentence, between tabs.
#[wasm_bindgen]
#[must_use]
pub fn library() -> Vec<String> {
    let row = |function: named::LibraryFunction| {
        let own = function.own.name.to_lowercase();
        format!("{}\t{own}\t{}\t{}\t{}", function.name, function.operands, function.prototype, function.summary)
    };
    named::library().into_iter().map(row).collect()
}

/// The bits of a format.
#[wasm_bindgen]
pub fn width(name: &str) -> Result<u32, String> {
    format(name).map(|format| format.width())
}

/// How many representable steps lie between numbers of one format; NaN where one is a NaN.
#[wasm_bindgen]
pub fn steps(a: &Uint8Array, b: &Uint8Array, name: &str) -> Result<Vec<f64>, String> {
    let format = format(name)?;
    let [a, b] = [a, b].map(|array| Numbers::of(array, format.width()));
    Ok(a.all().zip(b.all()).map(|(a, b)| named::steps(format, a, b)).collect())
}

/// The next number above, or below; a NaN, and what has none, stays.
#[wasm_bindgen]
pub fn next(x: &Uint8Array, name: &str, up: bool) -> Result<Vec<u8>, String> {
    let format = format(name)?;
    let (own, width) = (Numbers::of(x, format.width()), format.width());
    Ok(bytes(own.all().map(|bits| named::next(format, bits, up)), width))
}

/// The value of each bits in decimal, with every digit.
#[wasm_bindgen]
pub fn decimals(x: &Uint8Array, name: &str) -> Result<Vec<String>, String> {
    let format = format(name)?;
    Ok(Numbers::of(x, format.width()).all().map(|bits| named::decimal(format, bits)).collect())
}

/// D, row by row, of A row by row, B column by column, C row by row, and the scales of both.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "matrices and their sizes")]
pub fn mma(
    chip: &str,
    path: Option<String>,
    kind: Option<String>,
    formats: Vec<String>,
    scale: Option<String>,
    block: Option<usize>,
    matrices: Vec<Uint8Array>,
    sizes: Vec<usize>,
    mode: &str,
) -> Result<Vec<u8>, String> {
    let [a, b, d] = &formats[..] else { return Err("Wanted are the formats of A, B and D.".to_owned()) };
    let formats: [&str; 3] = [a, b, d];
    let words = Words { chip, path: path.as_deref(), kind: kind.as_deref(), formats, scale: scale.as_deref(), block };
    let read = |at: usize, bits: u32| matrices.get(at).map(|array| Numbers::of(array, bits).all().collect::<Vec<u64>>());
    let bits = |name: &str| format(name).map(stored);
    let given = [(0, bits(a)?), (1, bits(b)?), (2, bits(d)?)].map(|(at, bits)| read(at, bits).unwrap_or_default());
    let scales = read(3, 8).zip(read(4, 8)).map(|(a, b)| [a, b]);
    let &[m, n, k] = &sizes[..] else { return Err("Wanted are M, N and K.".to_owned()) };
    let matrices = Matrices::new(&words.asked()?, given, scales, [m, n, k], mode)?;
    Ok(bytes((0..m * n).map(|at| matrices.element(at)), bits(d)?))
}

/// A block format: its name, the format of the numbers, that of the scale factors, how many share one, between blanks.
#[wasm_bindgen]
pub fn recipe(name: &str) -> Result<String, String> {
    let (key, element, scale, size) = facts(named::recipe(name)?);
    Ok(format!("{key} {element} {scale} {size}"))
}

/// Singles in a block format.
#[wasm_bindgen(getter_with_clone)]
pub struct Coded {
    /// The codes.
    pub codes: Vec<u8>,
    /// The scale factors.
    pub scales: Vec<u8>,
    /// The bits of the tensor scale.
    pub tensor: u32,
}

/// Singles in a block format.
#[wasm_bindgen]
pub fn block(x: &Uint8Array, name: &str, exponent: &str, tensor: Option<u32>) -> Result<Coded, String> {
    let numbers: Vec<u64> = Numbers::of(x, 32).all().collect();
    let kind = Blocks::new(name, exponent, tensor.map(u64::from), &numbers)?;
    let mut codes = Vec::new();
    let scales = numbers.chunks(kind.recipe.size).map(|numbers| kind.codes(numbers, |code| codes.push(code))).collect();
    Ok(Coded { codes, scales, tensor: kind.tensor as u32 })
}
