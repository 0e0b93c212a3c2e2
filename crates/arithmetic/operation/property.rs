//! `testp`: whether a number has a property, by its class alone.

use super::operand_io::{Answer, operand};
use crate::number::{Class, Format, Pattern};
use crate::rounding::{Flags, Rules};
use crate::trace::{Operand, Recorder, Step};

/// A property that `testp` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// Neither infinite nor a NaN.
    Finite,
    /// An infinity.
    Infinite,
    /// Not a NaN.
    Number,
    /// A NaN.
    NotANumber,
    /// A normal number; PTX counts both zeros as normal.
    Normal,
    /// A subnormal number.
    Subnormal,
}

/// 1 if `a` has the property, else 0. A signaling NaN raises nothing: only fields are looked at.
pub fn test(format: &'static Format, a: u64, property: Property, recorder: &mut impl Recorder) -> Answer {
    operand(format, Operand::A, a, &Rules::default(), recorder);
    let class = Pattern::new(format, a).class();
    let nan = matches!(class, Class::QuietNan | Class::SignalingNan);
    let holds = match property {
        Property::Finite => !nan && class != Class::Infinity,
        Property::Infinite => class == Class::Infinity,
        Property::Number => !nan,
        Property::NotANumber => nan,
        Property::Normal => matches!(class, Class::Normal | Class::Zero),
        Property::Subnormal => class == Class::Subnormal,
    };
    recorder.step(|| Step::Test { class, holds });
    Answer { bits: u64::from(holds), flags: Flags::NONE }
}
