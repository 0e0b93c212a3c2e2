//! How a block of numbers is made narrow: its format, its size, and which scale factor it shares.

use crate::number::{E2M1, E2M3, E3M2, E4M3, E5M2, Encoding, Format, UE4M3, UE8M0};

/// A block format.
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
    /// How many numbers share it.
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

impl Recipe {
    /// The recipe of a name.
    pub fn named(key: &str) -> Option<&'static Recipe> {
        RECIPES.iter().find(|recipe| recipe.key.eq_ignore_ascii_case(key))
    }

    /// Whether the scale factor is a power of two, whose exponent is chosen; else it is the largest magnitude over the largest number of the
    /// format, and all blocks share a tensor scale besides.
    pub fn takes_exponent(&self) -> bool {
        self.scale.encoding == Encoding::Scale
    }
}

/// How the exponent of a scale factor follows from the largest magnitude of its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Exponent {
    /// Its exponent less that of the largest number of the format (OCP MX 1.0, 6.3).
    #[default]
    Floor,
    /// The same with the exponent rounded up where the magnitude is no power of two.
    Ceil,
    /// The same with the magnitude first rounded to the digits of the format.
    Round,
    /// The least with which no number lies beyond the largest of the format.
    Widening,
}

impl Exponent {
    /// All of them.
    pub const ALL: [Exponent; 4] = [Exponent::Floor, Exponent::Ceil, Exponent::Round, Exponent::Widening];

    /// Its name in an address and on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Exponent::Floor => "floor",
            Exponent::Ceil => "ceil",
            Exponent::Round => "round",
            Exponent::Widening => "fit",
        }
    }

    /// The choice of a name.
    pub fn named(key: &str) -> Option<Exponent> {
        Exponent::ALL.into_iter().find(|choice| choice.key() == key)
    }

    /// What it does, in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Exponent::Floor => {
                "The exponent of the largest magnitude, less that of the format's largest number: what the OCP specification describes. Numbers near the next power of two saturate."
            }
            Exponent::Ceil => {
                "The exponent is rounded up unless the largest magnitude is a power of two: nothing saturates, and up to one binade is unused."
            }
            Exponent::Round => "The largest magnitude is rounded to the digits of the format before its exponent is taken.",
            Exponent::Widening => {
                "The least power of two with which no number lies beyond the format's largest: the quotient of the two, its exponent rounded up, as cvt.rp.ue8m0x2 makes it."
            }
        }
    }
}
