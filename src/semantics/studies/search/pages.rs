//! The pages, as a search finds them.

/// A page or a part of one.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is called on the page itself.
    pub name: &'static str,
    /// Other words under which one would look for it.
    pub also: &'static str,
    /// What is seen there.
    pub detail: &'static str,
    /// Its address behind `#/`.
    pub path: &'static str,
}

const fn page(path: &'static str, name: &'static str, also: &'static str, detail: &'static str) -> Page {
    Page { name, also, detail, path }
}

/// Every page, in the order of the header.
#[rustfmt::skip]
pub const PAGES: &[Page] = &[
    page("", "Explore", "instruction box start", "One instruction: its operands, its result and every step between them."),
    page("program", "Programs", "several instructions listing registers", "Several instructions over one register file, line by line."),
    page("formats", "Formats: one number", "converter bit pattern hex decimal", "One number in every format, bit by bit."),
    page("formats/extremes", "Extreme values", "tables 8.7 and 8.8 largest smallest epsilon spacing number line", "Where the classes of each format meet; how bits are read; gradual underflow on a line."),
    page("formats/rounding", "Rounding on the number line", "four modes interval brackets double rounding twice", "One number rounded in four ways, the interval that encloses it, and what rounding twice does."),
    page("half", "Case study: float to half", "listing 8.3 convertfloattohalf case study masks figures 8.3 and 8.4 proof", "The conversion by integer arithmetic as a stepper, and all 2^32 singles as a proof."),
    page("accuracy", "Accuracy", "error curve plot sweep every input", "What an approximation is off by, for every float in view."),
    page("debug", "Explain a wrong bit", "debug bug mismatch differs", "What could have made a wrong result."),
    page("debug?k=batch", "Many wrong results at once", "debug csv dump lines", "Pasted results, each judged."),
    page("debug?k=compare", "Compare two computations", "debug side by side difference", "Two computations step by step, and where they part."),
    page("debug?k=find", "Find cases", "debug operands example tie", "Operands that show a tie, a flushed result, the worst of an approximation."),
    page("debug?k=matrix", "Special values", "debug matrix class against class nan infinity zero", "Every class of operand against every other."),
    page("reference", "Reference: instructions", "ptx sass manual list overview", "Every instruction with its forms, since when, and examples."),
    page("reference/cuda", "CUDA intrinsics and math library", "tables 8.9 8.10 8.12 8.13 functions accuracy ulp error", "The intrinsics and functions with their errors; every name that runs opens in the box."),
    page("reference/glossary", "Glossary", "terms words dictionary", "The terms of the field in a sentence or two."),
    page("learn", "Learn: lessons", "course tutorial class", "Thirteen short lessons with live bits."),
    page("learn/practice", "Practice", "exercise problem quiz homework", "Problems from a seed, marked at once."),
    page("how", "How we know", "evidence oracles judges sources credits", "Who judges the results, and where the texts disagree."),
];
