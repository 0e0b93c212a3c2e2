//! The pages, one row each: the address, the header, the lines of links and the search are made of these rows. What draws a page, and the
//! piece of the app that its code comes in, stands in `pages/mod.rs`.

/// Who reads what stands behind `?` in a page's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    /// `state::address`, for every page alike.
    Shell,
    /// The page itself.
    Own,
}

struct Row {
    path: &'static str,
    parent: Page,
    heading: &'static str,
    label: &'static str,
    reader: Reader,
}

/// A page or a part of one, as a search finds it.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// Its address behind `#/`.
    pub path: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// Other words under which one would look for it.
    pub also: &'static str,
    /// What is seen there.
    pub detail: &'static str,
}

macro_rules! pages {
    ($($page:ident $path:literal $reader:ident, $parent:ident $heading:literal $label:literal, $name:literal $also:literal $detail:literal;)*) => {
        /// Which page is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Page {
            $(#[doc = $detail] $page,)*
        }

        const ROWS: &[Row] = &[$(Row { path: $path, parent: Page::$parent, heading: $heading, label: $label, reader: Reader::$reader },)*];

        impl Page {
            /// Every page, in the order of the header.
            pub const ALL: &[Page] = &[$(Page::$page,)*];
        }

        // The search comes later than the start page, and its words with it.
        const PAGES: &[Found] = &[$(Found { path: $path, name: $name, also: $also, detail: $detail },)*];
    };
}

// Page   path                  reader  parent    in the header  among its neighbours   its name, other words and content for the search
#[rustfmt::skip]
pages! {
    Explore   ""                    Shell, Explore   "Explore"   "",                "Explore" "instruction box start python numpy pytorch jax javascript calculator keyboard shortcut keys help dark theme offline install bookmark godbolt" "One instruction: its operands, its result and every step between them.";
    Tensor    "tensor"              Own,   Explore   ""          "",                "Tensor cores: one dot product" "mma mma.sync wgmma wmma tcgen05 matrix multiply accumulate fp8 accumulator window 14 bits h100 a100 b200 gpu sum hmma qmma" "One element of D = A·B + C on each chip: what is cut off, what is kept, and where chips differ.";
    Program   "program"             Shell, Program   "Programs"  "a program",       "Programs" "several instructions listing registers kernel module nvcc loop buffer c cuda program softmax run every order of threads orders atomicadd race" "Several instructions, a program of C, or a kernel, line by line.";
    Sums      "program/sums"        Own,   Program   ""          "a sum",           "Sums: one sum in many orders" "summation add reduce reduction kahan neumaier pairwise split-k warp shuffle block tree atomics order reproducible deterministic accumulate accumulator promotion error growth" "The same numbers added in many orders, beside their exact sum.";
    Formats   "formats"             Shell, Formats   "Formats"   "one number",      "Formats: one number" "converter bit pattern hex decimal read float bits binary representation vs versus compare bf16 fp16 fp32 tf32" "One number in every format, bit by bit.";
    Extremes  "formats/extremes"    Own,   Formats   ""          "extreme values",  "Extreme values" "tables 8.7 and 8.8 largest smallest epsilon spacing number line" "Where the classes of each format meet; how bits are read; gradual underflow on a line.";
    Rounding  "formats/rounding"    Own,   Formats   ""          "rounding",        "Rounding on the number line" "four modes interval brackets double rounding twice" "One number rounded in four ways, the interval that encloses it, and what rounding twice does.";
    OwnFormat "formats/own"         Own,   Formats   ""          "own format",      "A format of one's own" "custom minifloat e3m4 cfloat fp6 exponent fraction bias codes bins number line" "One format: its codes on a line, and the reals that round to each of them.";
    Blocks    "formats/blocks"      Own,   Formats   ""          "blocks",          "Blocks of numbers" "mxfp8 mxfp6 mxfp4 nvfp4 mx microscaling scale factor quantization quantize fp4 fp6 fp8" "Numbers that share a scale factor: their codes, values and errors.";
    Half      "half"                Own,   Formats   ""          "float → half",    "Case study: float to half" "listing 8.3 convertfloattohalf case study masks figures 8.3 and 8.4 proof" "The conversion by integer arithmetic as a stepper, and all 2^32 singles as a proof.";
    Accuracy  "accuracy"            Own,   Accuracy  "Accuracy"  "error curves",    "Accuracy" "error curve plot sweep every input accuracy ulp max" "The error of an approximation, for every float in view.";
    Gpu       "accuracy/gpu"        Own,   Accuracy  ""          "your GPU",        "Your GPU" "my gpu webgpu wgsl measure benchmark graphics card hardware test special function unit mufu driver shader" "What this GPU computes, input by input, and which of our programs gives the same bits.";
    Debug     "debug"               Own,   Debug     "Debug"     "",                "Explain a wrong bit" "debug bug mismatch differs wrong result bits last bit kernel off expected error cause why" "What could have made a wrong result.";
    Reference "reference"           Shell, Reference "Reference" "instructions",    "Reference: instructions" "ptx sass manual list overview" "Every instruction with its forms, the versions and chips that have them, and examples.";
    Cuda      "reference/cuda"      Own,   Reference ""          "CUDA",            "CUDA intrinsics and math library" "tables 8.9 8.10 8.12 8.13 functions accuracy ulp error" "The intrinsics and functions with their errors; every name that runs opens in the box.";
    Glossary  "reference/glossary"  Own,   Reference ""          "glossary",        "Glossary" "terms words dictionary" "The terms of the field in a sentence or two.";
    Learn     "learn"               Own,   Learn     "Learn"     "",                "Learn: lessons" "course tutorial class beginner german deutsch language" "Short lessons with live bits.";
    How       "how"                 Own,   How       ""          "",                "How we know" "evidence oracles judges sources credits" "Who judges the results, and where the texts disagree.";
}

/// Parts of pages that have a name of their own.
#[rustfmt::skip]
const PARTS: &[Found] = &[
    Found { path: "formats?f=E4M3&n=448", name: "Every code of a small format", also: "table codes list all values 256 16 e4m3 e5m2 e2m1 e2m3 e3m2 ue8m0", detail: "A table of all codes with their values, of formats of 8 bits and fewer." },
    Found { path: "formats/blocks?c=gradient", name: "A column or a picture in blocks", also: "column picture image file npy csv numpy quantize mse sqnr outlier nvfp4", detail: "What each block format does to many numbers." },
    Found { path: "debug?k=batch",   name: "Many wrong results at once", also: "debug csv dump lines file table wrong kernel output outputs", detail: "Pasted results, each judged." },
    Found { path: "accuracy?k=against", name: "A against B", also: "accuracy two functions differ range every operand fast math exp2 emulated expression exact", detail: "Two computations on the same operands: where they differ, and by how much." },
    Found { path: "debug?k=compare", name: "Compare two computations", also: "debug side by side difference two kernels versions chips", detail: "Two computations step by step, and the first step that differs." },
    Found { path: "debug?k=find",    name: "Find cases", also: "debug operands example tie", detail: "Operands that show a tie, a flushed result, the worst of an approximation." },
    Found { path: "debug?k=matrix",  name: "Special values", also: "debug matrix class against class nan infinity zero inf minus times by divided", detail: "Every class of operand against every other." },
    Found { path: "learn/teach",     name: "For teachers", also: "teacher worksheet answer key marks grades embed iframe frame slides moodle qti gift course plan class exam print reveal.js quarto jupyter notebook mdbook", detail: "Worksheets, marks, frames for slides, and the lessons of a course." },
    Found { path: "learn/practice",  name: "Practice", also: "exercise problem quiz homework l g r s guard", detail: "Problems from a seed, marked at once." },
];

/// What a search finds of the pages.
pub fn found() -> impl Iterator<Item = &'static Found> {
    PAGES.iter().chain(PARTS)
}

impl Page {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The page's name in an address.
    pub fn path(self) -> &'static str {
        self.row().path
    }

    /// The page of the header under which a page stands.
    pub fn parent(self) -> Page {
        self.row().parent
    }

    /// What it is called in the header; empty where it does not stand there.
    pub fn heading(self) -> &'static str {
        self.row().heading
    }

    /// What it is called among the pages under one entry of the header; empty where there are no others.
    pub fn label(self) -> &'static str {
        self.row().label
    }

    /// Whether it reads its query itself.
    pub fn reads_query(self) -> bool {
        self.row().reader == Reader::Own
    }

    /// The page that a path leads to, and what stands behind its name, with its slash.
    pub fn at(path: &str) -> Option<(Page, &str)> {
        let path = if path == "explore" { "" } else { path };
        let below = |page: &Page| path.strip_prefix(page.path()).filter(|below| below.is_empty() || below.starts_with('/'));
        let all = Page::ALL.iter().filter_map(|page| Some((*page, below(page)?)));
        all.max_by_key(|(page, _)| page.path().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_its_path() {
        for page in Page::ALL {
            assert_eq!(Page::at(page.path()), Some((*page, "")));
            assert_eq!(page.parent().parent(), page.parent());
            // Only what stands in the header has neighbours under it.
            assert!(page.label().is_empty() || !page.parent().heading().is_empty());
        }
        assert_eq!(Page::at("learn/ties"), Some((Page::Learn, "/ties")));
        assert_eq!(Page::at("formats/none"), Some((Page::Formats, "/none")));
        assert_eq!(Page::at("nowhere"), None);
        assert!(found().all(|found| found.detail.ends_with('.')));
    }

    #[test]
    fn every_page_that_comes_later_says_what_it_is_for() {
        let leads = include_str!("../../../assets/leads.html");
        let later = Page::ALL.iter().filter(|page| **page != Page::Explore);
        assert!(later.clone().all(|page| leads.contains(&["<p data-page=\"", page.path(), "\">"].concat())));
        assert_eq!(leads.matches("data-page=").count(), later.count());
    }
}
