//! How numbers are made narrow: their format, how many share a scale factor, and how that follows from them.

use crate::number::{E2M1, E2M3, E3M2, E4M3, E5M2, Encoding, F32, Format, Pattern, UE4M3, UE8M0, own_format};
use std::sync::{Mutex, PoisonError};

/// A block format, or a format whose numbers all share one scale factor.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Its name in an address and on the command line.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The format of every number.
    pub element: &'static Format,
    /// The format of the scale factor.
    pub scale: &'static Format,
    /// How many numbers share it; all where there is no larger number.
    pub size: usize,
}

#[rustfmt::skip]
const fn mx(key: &'static str, name: &'static str, element: &'static Format) -> Recipe {
    Recipe { key, name, element, scale: UE8M0::ROW, size: 32 }
}

/// The block formats: those of the OCP Microscaling specification 1.0 with a point, and NVIDIA's, whose scale factors are no powers of two.
#[rustfmt::skip]
pub const RECIPES: &[Recipe] = &[
    mx("mxfp8-e4m3", "MXFP8 (E4M3)", E4M3::ROW),
    mx("mxfp8-e5m2", "MXFP8 (E5M2)", E5M2::ROW),
    mx("mxfp6-e2m3", "MXFP6 (E2M3)", E2M3::ROW),
    mx("mxfp6-e3m2", "MXFP6 (E3M2)", E3M2::ROW),
    mx("mxfp4", "MXFP4 (E2M1)", E2M1::ROW),
    Recipe { key: "nvfp4", name: "NVFP4 (E2M1)", element: E2M1::ROW, scale: UE4M3::ROW, size: 16 },
];

/// FP8 with one scale factor for all numbers, a single: their largest magnitude over the largest number of the format.
#[rustfmt::skip]
pub const PER_TENSOR: &[Recipe] = &[
    Recipe { key: "fp8-e4m3", name: "FP8 (E4M3) per tensor", element: E4M3::ROW, scale: F32::ROW, size: usize::MAX },
    Recipe { key: "fp8-e5m2", name: "FP8 (E5M2) per tensor", element: E5M2::ROW, scale: F32::ROW, size: usize::MAX },
];

impl Recipe {
    /// All of them: block formats first.
    pub fn every() -> impl Iterator<Item = &'static Recipe> + Clone {
        RECIPES.iter().chain(PER_TENSOR)
    }

    /// The recipe of a name.
    pub fn named(key: &str) -> Option<&'static Recipe> {
        Recipe::read(key).ok()
    }

    /// The recipe of a name: one of the table, or one of one's own, as `e3m4:ue8m0:32`: the format of the numbers, that of the scale factor and
    /// how many numbers share it. The usual scale factor is a power of two for 32 numbers; `all` is for all. The error is a sentence.
    pub fn read(key: &str) -> Result<&'static Recipe, String> {
        static OWN: Mutex<Vec<&'static Recipe>> = Mutex::new(Vec::new());
        if let Some(known) = Recipe::every().find(|recipe| recipe.key.eq_ignore_ascii_case(key)) {
            return Ok(known);
        }
        let (element, scale, size) = own(key)?;
        let lower = |format: &Format| format.name.to_lowercase();
        let count = if size == usize::MAX { "all".to_owned() } else { size.to_string() };
        let key = [&*lower(element), ":", &lower(scale), ":", &count].concat();
        let mut all = OWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|known| known.key == key) {
            return Ok(known);
        }
        let what = if size == usize::MAX { "all numbers".to_owned() } else { ["blocks of ", &count].concat() };
        let name = [element.name, ", ", &what, ", scale ", scale.name].concat();
        let recipe: &'static Recipe = Box::leak(Box::new(Recipe {
            key: Box::leak(key.into_boxed_str()),
            name: Box::leak(name.into_boxed_str()),
            element,
            scale,
            size,
        }));
        all.push(recipe);
        Ok(recipe)
    }

    /// Whether it is none of the table.
    pub fn is_own(&self) -> bool {
        Recipe::every().all(|recipe| recipe.key != self.key)
    }

    /// Whether the scale factor is a power of two, whose exponent is chosen; else it is the largest magnitude over the largest number of the
    /// format, and there is a tensor scale.
    pub fn takes_exponent(&self) -> bool {
        self.scale.encoding == Encoding::Scale
    }

    /// Whether the tensor scale is the only scale factor.
    pub fn is_per_tensor(&self) -> bool {
        self.size == usize::MAX
    }

    /// Whether there is a tensor scale: a power of two and a scale factor of more than 8 bits have range enough without one.
    pub fn has_tensor_scale(&self) -> bool {
        self.is_per_tensor() || !self.takes_exponent() && self.scale.width() <= 8
    }

    /// How its scale factors may follow from the numbers; what is usual is first.
    pub fn rules(&self) -> &'static [ScaleRule] {
        match () {
            () if self.takes_exponent() => &[ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Round, ScaleRule::Widening],
            () if self.is_per_tensor() => &[ScaleRule::Nearest],
            () => &[ScaleRule::Nearest, ScaleRule::Up, ScaleRule::Down],
        }
    }

    /// A rule, or what is usual where it is none of this recipe's.
    pub fn rule(&self, rule: ScaleRule) -> ScaleRule {
        if self.rules().contains(&rule) { rule } else { self.rules()[0] }
    }
}

/// The most numbers of a block of one's own.
const MOST: usize = 64;

/// The formats and the size that a name such as `e3m4:ue8m0:32` says.
fn own(key: &str) -> Result<(&'static Format, &'static Format, usize), String> {
    let mut parts = key.split(':').map(str::trim);
    let mut next = |usual| parts.next().filter(|part| !part.is_empty()).unwrap_or(usual);
    let (element, scale, size) = (next(""), next("ue8m0"), next("32"));
    let format = |name: &str| {
        let known = Format::named(name).filter(|format| !format.is_integer());
        known.map_or_else(|| own_format(name).map_err(|why| format!("There is no block format `{key}`. {}", why.sentence())), Ok)
    };
    if parts.next().is_some() {
        return Err(format!("`{key}` has more than three parts: the format, that of the scale factor, and how many numbers share it."));
    }
    let (element, scale) = (format(element)?, format(scale)?);
    if !element.is_floating() || !element.signed || element.width() > 8 {
        return Err(format!("{} cannot be the format of a block: one has a sign and at most 8 bits.", element.name));
    }
    if size == "all" {
        let is_single = *scale == F32::FORMAT;
        return if is_single {
            Ok((element, scale, usize::MAX))
        } else {
            Err("The scale factor of all numbers is a single: `f32`.".into())
        };
    }
    let size = size.parse().ok().filter(|size| (1..=MOST).contains(size));
    let size = size.ok_or_else(|| format!("From 1 to {MOST} numbers share a scale factor, or `all`."))?;
    let has_nan = Pattern::new(scale, scale.default_nan).is_nan();
    if scale.encoding != Encoding::Scale && !(scale.is_floating() && has_nan && F32::ROW.holds(scale)) {
        return Err(format!("{} cannot be the format of a scale factor: one has a NaN, and a single holds its numbers.", scale.name));
    }
    Ok((element, scale, size))
}

/// How a scale factor follows from the largest magnitude of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum ScaleRule {
    /// A power of two: its exponent less that of the largest number of the format (OCP MX 1.0, 6.3).
    #[default]
    Floor,
    /// As Floor, but the exponent is one more where the magnitude is no power of two.
    Ceil,
    /// As Floor, but the magnitude is first rounded to the digits of the format.
    Round,
    /// The least power of two with which no number lies beyond the largest of the format.
    Widening,
    /// The quotient of the magnitude and the format's largest number, rounded to nearest.
    Nearest,
    /// The quotient of Nearest, rounded up.
    Up,
    /// The quotient of Nearest, rounded down.
    Down,
}

impl ScaleRule {
    /// All of them.
    pub const ALL: [ScaleRule; 7] =
        [ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Round, ScaleRule::Widening, ScaleRule::Nearest, ScaleRule::Up, ScaleRule::Down];

    /// Its name in an address and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            ScaleRule::Floor => "floor",
            ScaleRule::Ceil => "ceil",
            ScaleRule::Round => "round",
            ScaleRule::Widening => "fit",
            ScaleRule::Nearest => "nearest",
            ScaleRule::Up => "up",
            ScaleRule::Down => "down",
        }
    }

    /// The rule of a name.
    pub fn named(key: &str) -> Option<ScaleRule> {
        ScaleRule::ALL.into_iter().find(|rule| rule.key() == key)
    }
    /// What it does, in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            ScaleRule::Floor => {
                "The exponent of the largest magnitude, less that of the format's largest number: what the OCP specification describes. Numbers near the next power of two saturate."
            }
            ScaleRule::Ceil => {
                "The exponent is rounded up unless the largest magnitude is a power of two: nothing saturates, and up to one binade is unused."
            }
            ScaleRule::Round => "The largest magnitude is rounded to the digits of the format before its exponent is taken.",
            ScaleRule::Widening => {
                "The least power of two with which no number lies beyond the format's largest: the quotient of the two, its exponent rounded up, as cvt.rp.ue8m0x2 makes it."
            }
            ScaleRule::Nearest => "The quotient of the largest magnitude and the format's largest number, rounded to nearest.",
            ScaleRule::Up => {
                "The quotient of the largest magnitude and the format's largest number, rounded up: no number saturates unless the scale factor does. Steps are larger, and small numbers lose digits."
            }
            ScaleRule::Down => {
                "The quotient of the largest magnitude and the format's largest number, rounded down. Unless it was exact, the largest magnitude saturates."
            }
        }
    }
}
