//! A text that ran, with every step.

use semantics::elementwise::named::context;
use view_model::components::explanation::{self, Given, Named};
use wasm_bindgen::prelude::wasm_bindgen;

/// A text that ran.
#[wasm_bindgen]
pub struct Explanation(explanation::Explanation);

/// Runs a text. Each operand has a name, and a number as it is written or, behind a `#` and how many they are, its bits in hexadecimal.
#[wasm_bindgen]
pub fn explain(text: &str, target: &str, names: Vec<String>, numbers: Vec<String>) -> Result<Explanation, String> {
    let given = names.into_iter().zip(numbers).map(|(name, number)| {
        let bits = number.strip_prefix('#').and_then(|rest| rest.split_once(' '));
        let bits = bits.and_then(|(width, digits)| Some((u64::from_str_radix(digits, 16).ok()?, width.parse().ok()?)));
        (name, bits.map_or(Given::Text(number), |(bits, width)| Given::Bits(bits, width)))
    });
    explanation::explain(text, &context(target)?, &given.collect::<Vec<_>>()).map(Explanation)
}

fn rows(values: &[Named]) -> Vec<String> {
    values.iter().map(|(name, format, lanes, bits)| format!("{name}\t{format}\t{lanes}\t{bits:x}")).collect()
}

#[wasm_bindgen]
impl Explanation {
    #[wasm_bindgen(getter)]
    pub fn inputs(&self) -> Vec<String> {
        rows(&self.0.inputs)
    }

    #[wasm_bindgen(getter)]
    pub fn results(&self) -> Vec<String> {
        rows(&self.0.results)
    }

    #[wasm_bindgen(getter)]
    pub fn flags(&self) -> Vec<String> {
        self.0.flags.iter().map(ToString::to_string).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn evidence(&self) -> String {
        self.0.evidence.to_owned()
    }

    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn why(&self) -> String {
        self.0.why.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> Vec<String> {
        self.0.steps.iter().map(|(title, sentence)| format!("{title}\t{sentence}")).collect()
    }

    #[wasm_bindgen(getter)]
    pub fn story(&self) -> String {
        self.0.story.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn html(&self) -> String {
        self.0.html.clone()
    }

    #[wasm_bindgen(getter)]
    pub fn svg(&self) -> String {
        self.0.svg.clone()
    }
}
