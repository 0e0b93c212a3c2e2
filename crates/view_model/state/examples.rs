//! Numbers for registers that nobody chose, in the type that an instruction reads: those of a first visit are singles.

use super::address::Address;
use super::evaluated::Evaluated;
use super::registers::Registers;
use semantics::number::{F32, Format, Pattern};
use semantics::rounding::{Mode, read};

/// What the operands hold, in their order: neither is exact in binary, so that the result must be rounded.
const NUMBERS: [&str; 3] = ["1.1", "1.1", "0.1"];

/// The registers that an instruction should begin with; None where somebody chose them, or where they are these already.
///
/// Singles are those of the first visit whatever their registers are called, because they are there before this code is.
pub fn fitting(evaluated: &Evaluated, now: &Registers) -> Option<Registers> {
    // An address is no number to begin with.
    let computes = evaluated.run.blocks.iter().any(|block| block.computed.is_some());
    if !now.examples || !evaluated.reading.is_ptx() || !computes {
        return None;
    }
    let mut registers = Address::default().registers;
    for place in evaluated.rows() {
        let number = place.source.and_then(|source| NUMBERS.get(source)).filter(|_| !place.names.is_empty());
        if let Some(number) = number
            && (place.part.is_some() || place.own.format != F32::ROW)
        {
            let number = Pattern::new(place.own.format, example(number, place.own.format));
            place.anew(number, &registers.file).iter().for_each(|(name, bits)| registers.set(name, *bits));
            registers.examples = true;
        }
    }
    (registers != *now).then_some(registers)
}

/// A number in a format; the largest of an integer type, which is rounded where it becomes a number of fewer digits.
fn example(number: &str, format: &'static Format) -> u64 {
    match read(number) {
        Ok(literal) if !format.is_integer() => literal.to_bits(format, Mode::Rn).0,
        _ => format.largest(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::language::Read;
    use semantics::instruction::Context;

    fn check(text: &str, now: &Registers, expected: Option<&str>) -> Option<Registers> {
        let reading = Read::of(text, &Context::default()).expect("a reading");
        let evaluated = Evaluated::new(&reading, now).filter(|_| reading.is_accepted());
        let registers = evaluated.and_then(|evaluated| fitting(&evaluated, now));
        assert_eq!(registers.as_ref().map(Registers::written).as_deref(), expected, "{text}");
        registers
    }

    #[test]
    fn registers_that_nobody_chose_hold_numbers_of_the_type() {
        let first = Address::default().registers;
        let doubles = "f1:3ff199999999999a,f2:3ff199999999999a,f3:3fb999999999999a";
        let doubles = check("fma.rn.f64 %f4, %f1, %f2, %f3;", &first, Some(doubles)).expect("examples");
        // Going on to another type, they are still nobody's choice.
        check("fma.rn.f32 %f4, %f1, %f2, %f3;", &doubles, Some(&first.written()));
        check("fma.rn.f64 %f4, %f1, %f2, %f3;", &doubles, None);
        check("fma.rn.f32 %f4, %f1, %f2, %f3;", &first, None);
        check("fma.rn.f64 %f4, %f1,", &first, None);
        let beside = |more: &str| [&first.written(), ",", more].concat();
        check("add.f64 %fd3, %fd1, %fd2;", &first, Some(&beside("fd1:3ff199999999999a,fd2:3ff199999999999a")));
        check("cvt.f32.f16 %f0, %h1;", &first, Some(&beside("h1:3c66")));
        check("cvt.rn.f32.s32 %f0, %r1;", &first, Some(&beside("r1:7fffffff")));
    }

    #[test]
    fn registers_that_somebody_chose_stay() {
        let mut chosen = Address::default().registers;
        chosen.set("%f1", 0x3f80_0000);
        check("fma.rn.f64 %f4, %f1, %f2, %f3;", &chosen, None);
        let linked = Address::read("#/?v=1&i=fma.rn.f64+%25f4,+%25f1,+%25f2,+%25f3;&r=f1:3f8ccccd,f2:3f8ccccd,f3:3dcccccd").0;
        check(&linked.text, &linked.registers, None);
    }
}
