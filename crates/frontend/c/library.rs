//! The math library as C of our own. What a text calls of it is read with the text, as if it stood before it: a compiler inlines it, too.
//!
//! The files are `library/*.c`. Their constants and the order of their operations are those of nvcc 13.5's code, because the bits depend on
//! both; a test holds what they give against an H100.

use super::define::Defined;
use super::parse::Reader;
use super::place::Place;
use super::token::{Kind as Cut, Piece, pieces};
use super::tree::Id;
use super::types::CType;
use crate::instruction::cuda::Function;
use crate::syntax::Diagnostic;
use std::sync::OnceLock;

/// The files. A definition begins with `__device__` at the beginning of a line and ends with the last brace before the next one.
const FILES: &[&str] = &[
    include_str!("library/bessel.c"),
    include_str!("library/bessel_double.c"),
    include_str!("library/bessel_modified_double.c"),
    include_str!("library/error.c"),
    include_str!("library/error_double.c"),
    include_str!("library/exponential.c"),
    include_str!("library/exponential_double.c"),
    include_str!("library/gamma.c"),
    include_str!("library/gamma_double.c"),
    include_str!("library/hyperbolic_double.c"),
    include_str!("library/inverse_double.c"),
    include_str!("library/logarithm.c"),
    include_str!("library/logarithm_double.c"),
    include_str!("library/order.c"),
    include_str!("library/root.c"),
    include_str!("library/root_double.c"),
    include_str!("library/trigonometry.c"),
    include_str!("library/trigonometry_double.c"),
];

/// A function of the library: its name and its text.
type Source = (&'static str, &'static str);

fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let definitions = FILES.iter().flat_map(|file| file.split("\n__device__ ").skip(1));
        let whole = definitions.filter_map(|text| Some(&text[..text.rfind('}')? + 1]));
        whole.filter_map(|text| Some((text[..text.find('(')?].rsplit([' ', '*']).next()?, text))).collect()
    })
}

/// What some pieces call of the library, and what that calls.
pub(super) fn called(text: &str, all: &[Piece]) -> String {
    let mut wanted: Vec<Source> = Vec::new();
    let add = |wanted: &mut Vec<Source>, text: &str, all: &[Piece]| {
        for pair in all.windows(2).filter(|pair| pair[0].kind == Cut::Name && &text[pair[1].span.clone()] == "(") {
            let name = &text[pair[0].span.clone()];
            // C++ has one name for floats and doubles, and -use_fast_math takes `__logf` for `logf`.
            let same = |own: &str| {
                let bare = own.strip_prefix("__").unwrap_or(own);
                own == name || bare == name || bare.strip_suffix('f') == Some(name)
            };
            for source in sources().iter().filter(|(own, _)| same(own)) {
                if !wanted.contains(source) {
                    wanted.push(*source);
                }
            }
        }
    };
    add(&mut wanted, text, all);
    let mut at = 0;
    while let Some((_, own)) = wanted.get(at).copied() {
        add(&mut wanted, own, &pieces(own));
        at += 1;
    }
    wanted.into_iter().flat_map(|(_, text)| ["\n", text]).collect()
}

impl Reader<'_> {
    /// Learns the functions of the library that stand before the text.
    pub(super) fn learn_library(&mut self) {
        let own = core::mem::replace(&mut self.in_program, true);
        while self.at < self.begin && self.defines() {}
        (self.in_program, self.at, self.first) = (own, self.begin, self.begin);
        self.learned = self.functions.len();
    }

    /// Whether what is read stands in the library.
    pub(super) fn in_library(&self) -> bool {
        self.at < self.begin
    }

    /// What the library asks of nvcc's options: nvcc's own code asks the same, as `__nvvm_reflect`.
    pub(super) fn of_options(&self, word: &str) -> Option<bool> {
        match word {
            "FLUSHES" if self.in_library() => Some(self.options.flush),
            "DIVIDES_EXACTLY" if self.in_library() => Some(self.options.exact_division),
            _ => None,
        }
    }

    /// The functions that can be called here: those of the text, or those of the library.
    pub(super) fn callable(&self) -> impl Iterator<Item = (usize, &Defined)> {
        let inside = self.in_library();
        self.functions.iter().enumerate().filter(move |(place, _)| (*place < self.learned) == inside)
    }

    /// The place of a function of the library.
    pub(super) fn of_library(&self, function: &Function) -> Option<usize> {
        self.functions[..self.learned].iter().position(|own| own.name == function.stem)
    }

    /// A call of a function of the library, whose arguments were read: `written` are the variables that take what it writes.
    pub(super) fn library_call(
        &mut self,
        number: usize,
        (function, read): (&'static Function, Vec<Id>),
        written: &[Option<String>],
        at: usize,
    ) -> Option<Id> {
        let own = function.returns.map_or(CType::Int, CType::of);
        if self.dry {
            return Some(self.tree.number(own, 0, None, 0..0));
        }
        // Whether the text is this call.
        let alone = at == self.first && self.entries.is_empty() && self.nested == 0;
        let alone = alone && (self.at..self.pieces.len()).all(|at| self.shown(at) == ";");
        let whole = alone.then(|| (function, read.clone()));
        let (mut read, mut values, mut places) = (read.into_iter(), Vec::new(), Vec::new());
        for (place, parameter) in function.parameters.iter().enumerate() {
            let named = written.get(place).and_then(|name| name.as_deref());
            values.push(match named {
                Some(name) => {
                    let zero = self.tree.number(CType::of(parameter.format), 0, None, 0..0);
                    places.push(Some(Place::Variable(self.give_name(name, zero))));
                    zero
                }
                None => {
                    places.push(None);
                    read.next().unwrap_or_else(|| self.tree.number(CType::of(parameter.format), 0, None, 0..0))
                }
            });
        }
        let kept = (self.in_program, self.first, self.assigns);
        self.in_program = true;
        let value = self.entered(number, values, &places, at);
        (self.in_program, self.first, self.assigns) = kept;
        self.whole = whole;
        if function.returns.is_none() {
            // Its variables are what remains of it.
            self.flush(None);
        }
        self.outputs.clear();
        for place in places.into_iter().flatten() {
            if let Place::Variable(place) = place {
                let value = self.held(place, 0..0);
                self.outputs.push((self.known[place].register.clone(), value));
            }
        }
        Some(value.unwrap_or_else(|| self.tree.number(own, 0, None, 0..0)))
    }

    /// Drops the notes on the library's own text; an error in it becomes one of the whole text.
    pub(super) fn without_library(&mut self, length: usize) {
        let inside = |said: &Diagnostic| said.span.start > length;
        self.diagnostics.retain(|said| !inside(said) || said.is_error());
        self.diagnostics.iter_mut().filter(|said| inside(said)).for_each(|said| said.span = 0..length);
        self.calls.retain(|called| called.name.start <= length);
    }
}
