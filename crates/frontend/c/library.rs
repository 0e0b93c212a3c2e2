//! The math library as C of our own. What a text calls of it is read with the text, as if it stood before it: a compiler inlines it, too.
//!
//! The files are `library/*.c`. Their constants and the order of their operations are those of nvcc 13.5's code, because the bits depend on
//! both; a test holds what they give against an H100.

use super::define::Defined;
use super::fragment::WMMA;
use super::namespace::{GROUPS, unqualified};
use super::narrow::narrow;
use super::overload::OPERATORS;
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

/// The intrinsics of the narrow types, and functions that no row lists: a text calls them by their names alone.
const NARROW: &[&str] = &[
    include_str!("library/half.c"),
    include_str!("library/half_convert.c"),
    include_str!("library/half_math.c"),
    include_str!("library/half_pair.c"),
    include_str!("library/bfloat.c"),
    include_str!("library/bfloat_convert.c"),
    include_str!("library/bfloat_math.c"),
    include_str!("library/bfloat_pair.c"),
    include_str!("library/eighth.c"),
    include_str!("library/norm.c"),
    include_str!("library/average.c"),
    include_str!("library/fourth.c"),
    include_str!("library/python.c"),
];

/// What has structures: it is read whole where a text names something that begins so.
const WHOLE: &[(&str, &str)] = &[
    (GROUPS, include_str!("library/groups.cu")),
    (WMMA, include_str!("library/mma.cu")),
    ("std::", include_str!("library/host.cu")),
    ("std::byte", include_str!("library/byte.cu")),
    ("__nv_fp8x", include_str!("library/eighth.cu")),
    ("__nv_fp4", include_str!("library/fourth.cu")),
];

/// The functions that conversions of a type call.
fn conversions(own: CType) -> &'static [&'static str] {
    match own {
        CType::Brain => &["__double2bfloat16", "__int2bfloat16_rn", "__uint2bfloat16_rn", "__ll2bfloat16_rn", "__ull2bfloat16_rn"],
        CType::E4m3 | CType::E5m2 => {
            &["__nv_cvt_float_to_fp8", "__nv_cvt_double_to_fp8", "__nv_cvt_halfraw_to_fp8", "__nv_cvt_fp8_to_halfraw"]
        }
        _ => &[],
    }
}

/// A function of the library: its name, its text, and whether no row lists it.
type Source = (&'static str, &'static str, bool);

fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let files = FILES.iter().map(|file| (file, false)).chain(NARROW.iter().map(|file| (file, true)));
        let definitions = files.flat_map(|(file, open)| file.split("\n__device__ ").skip(1).map(move |text| (text, open)));
        let whole = definitions.filter_map(|(text, open)| Some((&text[..text.rfind('}')? + 1], open)));
        whole.filter_map(|(text, open)| Some((text[..text.find('(')?].rsplit([' ', '*']).next()?, text, open))).collect()
    })
}

/// The intrinsics that no row lists, each with its prototype; those of one name stand side by side.
pub fn intrinsics() -> impl Iterator<Item = (&'static str, &'static str)> {
    let open = sources().iter().filter(|(name, _, open)| *open && !name.contains("_of_"));
    open.filter_map(|(name, text, _)| Some((*name, &text[..text.find(')')? + 1])))
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
            for source in sources().iter().filter(|(own, _, open)| if *open { *own == name } else { same(own) }) {
                if !wanted.contains(source) {
                    wanted.push(*source);
                }
            }
        }
    };
    add(&mut wanted, text, all);
    let names = |begin: &str| all.iter().any(|piece| piece.word.starts_with(begin) || text[piece.span.clone()].starts_with(begin));
    let whole: Vec<&str> = WHOLE.iter().filter(|(begin, _)| names(begin)).map(|(_, file)| *file).collect();
    whole.iter().for_each(|file| add(&mut wanted, file, &pieces(file)));
    let words = all.iter().filter(|piece| piece.kind == Cut::Name).filter_map(|piece| narrow(&text[piece.span.clone()]));
    let words: Vec<CType> = words.chain(wanted.iter().filter(|(.., open)| *open).map(|_| CType::Half)).collect();
    let has = |symbol: &str| all.iter().map(|own| &text[own.span.clone()]).any(|own| own == symbol || (symbol, own) == ("/", "/="));
    let computes = words.iter().any(|own| own.needs_register());
    let operators = OPERATORS.iter().filter(|(symbol, ..)| computes && has(symbol)).flat_map(|(.., single, pair)| [single, pair]);
    for name in operators.chain(words.iter().flat_map(|own| conversions(*own))) {
        for source in sources().iter().filter(|(own, ..)| own == name) {
            if !wanted.contains(source) {
                wanted.push(*source);
            }
        }
    }
    let mut at = 0;
    while let Some((_, own, _)) = wanted.get(at).copied() {
        add(&mut wanted, own, &pieces(own));
        at += 1;
    }
    wanted.into_iter().map(|(_, text, _)| text).chain(whole).flat_map(|text| ["\n", text]).collect()
}

/// The pieces of the library, which stands behind a text of so many bytes.
pub(super) fn placed(library: &str, length: usize) -> Vec<Piece> {
    let own = pieces(library).into_iter().filter(|piece| piece.kind != Cut::Comment).collect();
    let mut all = unqualified(library, own, &mut Vec::new());
    all.iter_mut().for_each(|piece| piece.span = piece.span.start + length..piece.span.end + length);
    all
}

impl Reader<'_> {
    /// Learns the functions of the library that stand before the text.
    pub(super) fn learn_library(&mut self) {
        let own = core::mem::replace(&mut self.in_program, true);
        let enumerates = |reader: &mut Self| reader.shown(reader.at) == "enum" && reader.defines_enumeration();
        while self.at < self.begin && (self.preprocessed() || self.defines() || self.defines_structure() || enumerates(self)) {}
        (self.in_program, self.at, self.first) = (own, self.begin, self.begin);
        self.learned = self.functions.len();
    }

    /// Whether what is read stands in the library.
    pub(super) fn in_library(&self) -> bool {
        self.at < self.begin
    }

    /// What the library asks of nvcc's options: nvcc's own code asks the same, as `__nvvm_reflect`.
    pub(super) fn of_options(&self, word: &str) -> Option<u64> {
        match word {
            "FLUSHES" if self.in_library() => Some(self.options.flush.into()),
            "FAST" if self.in_library() => Some(self.options.fast.into()),
            "DIVIDES_EXACTLY" if self.in_library() => Some(self.options.exact_division.into()),
            "__CUDA_ARCH__" if self.in_library() => Some(u64::from(self.context.target.number()) * 10),
            _ => None,
        }
    }

    /// The functions that can be called here: those of the text, or those of the library.
    pub(super) fn callable(&self) -> impl Iterator<Item = (usize, &Defined)> {
        let inside = self.in_library();
        self.functions.iter().enumerate().filter(move |(place, own)| own.of.is_none() && self.is_known_in(inside, *place))
    }

    /// Whether a function can be called from inside the library, or from the text: that one sees what the library has in a namespace.
    pub(super) fn is_known_in(&self, inside: bool, place: usize) -> bool {
        (place < self.learned) == inside || self.functions[place].name.contains("::")
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
