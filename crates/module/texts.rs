//! Why results in arrays are wrong, and a kernel on arrays.

use crate::arrays::{Numbers, bytes, stored};
use js_sys::Uint8Array;
use semantics::elementwise::launch::{self, Done};
use semantics::elementwise::named::{context, format};
use semantics::elementwise::results::{Found, Results};
use semantics::kernel::argument::Argument;
use wasm_bindgen::prelude::wasm_bindgen;

/// A text whose results are asked about.
#[wasm_bindgen]
pub struct Question(Results);

/// What explains results.
#[wasm_bindgen]
pub struct Diagnosis(Found);

#[wasm_bindgen]
impl Question {
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, target: &str) -> Result<Question, String> {
        Results::of(text, &context(target)?).map(Question)
    }

    /// Names and formats of what it reads.
    #[wasm_bindgen(getter)]
    pub fn inputs(&self) -> Vec<String> {
        self.0.inputs().map(|(name, format)| format!("{name}\t{}", format.name.to_lowercase())).collect()
    }

    /// The format of its results.
    #[wasm_bindgen(getter)]
    pub fn output(&self) -> String {
        self.0.format.name.to_lowercase()
    }

    /// Tries everything that may have happened instead on each result.
    pub fn why(self, operands: Vec<Uint8Array>, seen: &Uint8Array) -> Result<Diagnosis, String> {
        let formats = self.0.inputs().map(|(_, format)| format);
        let operands: Vec<Vec<u64>> =
            formats.zip(&operands).map(|(format, array)| Numbers::of(array, stored(format)).all().collect()).collect();
        let seen: Vec<u64> = Numbers::of(seen, stored(self.0.format)).all().collect();
        self.0.why(&operands, &seen).map(Diagnosis)
    }
}

#[wasm_bindgen]
impl Diagnosis {
    #[wasm_bindgen(getter)]
    pub fn summary(&self) -> String {
        self.0.summary.clone()
    }

    /// Right, explained, unexplained.
    #[wasm_bindgen(getter)]
    pub fn counts(&self) -> Vec<usize> {
        self.0.counts.to_vec()
    }

    /// A sentence, its causes, and the results that it gives and does not give, between tabs.
    #[wasm_bindgen(getter)]
    pub fn causes(&self) -> Vec<String> {
        self.0.causes.iter().map(|(what, causes, explains, against)| format!("{what}\t{causes}\t{explains}\t{against}")).collect()
    }

    /// A place and a sentence, between tabs.
    #[wasm_bindgen(getter)]
    pub fn wrong(&self) -> Vec<String> {
        self.0.wrong.iter().map(|(place, why)| format!("{place}\t{why}")).collect()
    }
}

/// A kernel that ran.
#[wasm_bindgen]
pub struct Launch(Done);

/// Runs a kernel. An argument has a format and bytes, or no format and a number as it is written.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "a launch")]
pub fn run(
    text: &str,
    target: &str,
    formats: Vec<String>,
    lists: Vec<Uint8Array>,
    numbers: Vec<String>,
    entry: Option<String>,
    threads: Option<Vec<u32>>,
    blocks: Option<Vec<u32>>,
    shared: u32,
    limit: u32,
    kept: usize,
    joined: bool,
) -> Result<Launch, String> {
    let given = formats.iter().zip(&lists).zip(numbers).map(|((name, list), number)| {
        if name.is_empty() {
            return Ok(Argument::Number(number));
        }
        let format = format(name)?;
        Ok(Argument::List(format, Numbers::of(list, stored(format)).all().collect()))
    });
    let arguments = given.collect::<Result<Vec<_>, String>>()?;
    let three = |sizes: Option<Vec<u32>>| sizes.and_then(|sizes| <[u32; 3]>::try_from(sizes).ok());
    let (threads, blocks) = (three(threads), three(blocks));
    let launch = launch::Launch { entry: entry.as_deref(), threads, blocks, shared, limit: limit.into(), kept, joined };
    launch.run(text, &context(target)?, arguments).map(Launch)
}

#[wasm_bindgen]
impl Launch {
    #[wasm_bindgen(getter)]
    pub fn printed(&self) -> String {
        self.0.printed.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> f64 {
        self.0.lines as f64
    }

    /// The buffers: a name, a format, and which argument each is, if it is one, between tabs.
    #[wasm_bindgen(getter)]
    pub fn buffers(&self) -> Vec<String> {
        let row = |held: &launch::Held| {
            let argument = held.argument.map_or_else(String::new, |at| at.to_string());
            format!("{}\t{}\t{argument}", held.name, held.own.name.to_lowercase())
        };
        self.0.buffers.iter().map(row).collect()
    }

    /// The bytes of a buffer.
    pub fn bytes(&self, buffer: usize) -> Vec<u8> {
        self.0.buffers.get(buffer).map(|held| bytes(held.bits.iter().copied(), stored(held.own))).unwrap_or_default()
    }

    /// The errors of its numbers in ulps.
    pub fn errors(&self, buffer: usize) -> Option<Vec<f64>> {
        self.0.buffers.get(buffer)?.errors.clone()
    }
}
