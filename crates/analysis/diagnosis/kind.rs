//! What a hypothesis is about, in the order of how often it is the reason.

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal;)*) => {
        /// What a hypothesis is about. The order is that of likelihood, the likeliest first.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }
        impl Kind {
            /// Every kind, the likeliest first.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];
            /// A name of one or two words.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// Subnormal numbers flushed, or not, or on one side only.
    Flush "flush to zero";
    /// A product and a sum as one fma, or the other way round.
    Contraction "contraction";
    /// An approximation in the place of an exact instruction, or the other way round.
    Approximation "approximation";
    /// Another rounding mode.
    Rounding "rounding mode";
    /// Clamped to [0, 1], or not.
    Saturation "saturation";
    /// A quotient as a product with a reciprocal, a root by way of a reciprocal root.
    Reciprocal "reciprocal";
    /// By way of another format.
    Precision "another precision";
    /// Digits cut off in a conversion.
    Truncation "truncation";
    /// What another generation of hardware computes.
    Generation "generation";
    /// Signs of operands or of the result.
    Sign "sign";
    /// Operands in another order.
    Operands "operands";
    /// The NaN that came out.
    Nan "NaN";
    /// How minimum, maximum and tests take their operands.
    Selection "selection";
    /// The right bits, read as something else.
    Reading "reading";
    /// The destination was never written.
    Unwritten "not written";
}
