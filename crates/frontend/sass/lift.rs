//! What instructions compute: each as an operation that PTX's forms run, a comparison, a function of the unit, or one of Maxwell's, with
//! where its sources stand and how they are taken. Who runs it asks no word any more.

use super::comparisons::{PREDICATES, comparison};
use super::conversions::conversion;
use super::halves::{is_minus_zero, one_half, packed_singles, widened};
use super::legality;
use super::machine::{Name, RZ};
use super::operands::Location;
use super::text::{half_format, is_written};
use crate::evaluate::{Comparison, Computation};
use crate::instruction::sass::{Instruction, Letter, Mnemonic, Operand, Place, Role, Source};
use crate::instruction::{Evidence, Meaning, Modifier, ModifierSet, Target, forms};
use crate::number::{BF16, F16, F32, F64, Format, OperandType, U16};
use crate::special_function::{HALVES, Op, Operands};

/// What an instruction computes.
#[derive(Clone, Debug)]
pub enum Does {
    /// An operation of PTX. A minimum is a maximum where its predicate does not hold.
    Compute(Computation),
    /// The same with a second operation on the same sources, which says what is carried out of the first.
    ComputeWithCarry(Computation, Computation),
    /// An operation, and a second one on its result and the sources that are left.
    ComputeTwice(Computation, Computation),
    /// An operation on each byte, or each half, of words.
    ComputeParts(Computation),
    /// Which of two doubles a minimum or a maximum takes: whether the first, and whether both are NaNs.
    Pick(Computation),
    /// A comparison of all lanes, joined with a predicate.
    Compare(Comparison),
    /// The special function unit, in the format of the source.
    Unit(Op),
    /// One source or the other.
    Choose,
    /// Whether a quotient of singles needs the slow path.
    Check,
    /// What the texts of Maxwell's instructions say.
    Maxwell(Instruction),
    /// Each source goes to names of its own: loads, and what is kept of the thread's own memory.
    Copy,
    /// Nothing that one thread's registers show: a store, or what orders threads.
    Nothing,
    /// The end of the thread.
    End,
    /// A jump to another line, or a call of a function that stands there.
    Branch,
    /// A jump to the line whose address is given.
    Return,
}

/// Where the bits of a source come from.
#[derive(Clone, Copy, Debug)]
pub enum From {
    /// A number of the word.
    Bits(u64),
    /// Two words, the low one first; the second is RZ where there is one.
    Names([Name; 2]),
}

/// A source as an operation takes it.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Where it comes from.
    pub from: From,
    /// What it is taken for.
    pub own: OperandType,
    /// Where the parts of a word begin that are taken: the one, or the lower and the upper half.
    pub parts: [u8; 2],
    /// The bits that are turned over before anything else: the sign of the upper half, or all of `~`.
    pub turned: u64,
    /// Whether the signs are cleared.
    pub absolute: bool,
    /// Whether they are turned, after that.
    pub negate: bool,
}

/// An instruction as what it computes.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The predicate of its guard, and whether that must be false.
    pub guard: (Name, bool),
    /// What it computes.
    pub does: Does,
    /// Its sources in order.
    pub sources: Vec<Taken>,
    /// The predicate that it reads beside its guard, and whether that is negated.
    pub predicate: (Name, bool),
    /// What it gives.
    pub to: OperandType,
    /// What it writes: registers, low word first, and predicates behind them, PT where one of two is none.
    pub writes: Vec<Name>,
}

/// What an instruction computes, what it gives, and which sources it takes for what.
pub(super) type Work = (Does, OperandType, Vec<(Letter, OperandType)>);

/// The parts of a word that is taken as it stands.
pub(super) const STRAIGHT: [u8; 2] = [0, 16];

impl Lifted {
    /// The error says why an instruction is not run here.
    pub fn of(instruction: &Instruction) -> Result<Lifted, &'static str> {
        let (mut does, to, sources) = work(instruction)?;
        // A sum whose second source is negated is PTX's difference.
        let signs = instruction.signs(Letter::B);
        let set = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
        let turned = instruction.source(Letter::B) != Source::Immediate && set(signs.negate) && !set(signs.absolute);
        let subtracts = turned && matches!(does, Does::Compute(Computation { meaning: Meaning::Add, .. }));
        if let Does::Compute(computation) = &mut does
            && subtracts
        {
            computation.meaning = Meaning::Subtract;
        }
        let taken = |(letter, own)| {
            let source = Taken::of(instruction, letter, own);
            Taken { negate: source.negate && !(subtracts && letter == Letter::B), ..source }
        };
        let destination = instruction.destination();
        let predicate = |low: u32| predicate_of(instruction, instruction.take(low, 3));
        let register = |number: u8| if instruction.row.uniform { Name::Uniform(number) } else { Name::Register(number) };
        let writes = match (to.is_predicate(), to.width() > 32 && destination != RZ) {
            (true, _) => [81, 84].into_iter().take(to.lanes as usize).map(predicate).collect(),
            (_, true) => [destination, destination.wrapping_add(1)].map(register).into(),
            _ => vec![register(destination)],
        };
        let (number, negated) = instruction.guard();
        Ok(Lifted {
            guard: (predicate_of(instruction, number.into()), negated),
            does,
            sources: sources.into_iter().map(taken).collect(),
            predicate: (predicate(87), instruction.bit(90)),
            to,
            writes,
        })
    }
}

/// A predicate of an instruction by its number: of a uniform one a uniform one.
pub(super) fn predicate_of(instruction: &Instruction, number: u32) -> Name {
    if instruction.row.uniform { Name::UniformPredicate(number as u8) } else { Name::Predicate(number as u8) }
}

impl Taken {
    /// Whether it is a NaN that stands in the instruction.
    pub(super) fn is_nan(&self) -> bool {
        matches!(self.from, From::Bits(bits) if self.own.pattern(bits, 0).is_nan())
    }

    fn of(instruction: &Instruction, letter: Letter, own: OperandType) -> Taken {
        let width = own.width();
        let from = match Location::of(instruction, letter, width.div_ceil(32) as u8).names()[..] {
            [] => From::Bits(u64::from(instruction.take(32, 32)) << if width > 32 { 32 } else { 0 }),
            [low] => From::Names([low, Name::Register(RZ)]),
            [low, high, ..] => From::Names([low, high]),
        };
        let [.., by_role] = letter.roles();
        let word = match width {
            // The half or byte of a register that a field names, else the lowest.
            ..=31 => instruction.spelled(Role::Part).filter(|_| letter == Letter::B).or_else(|| instruction.spelled(by_role)),
            _ if own.lanes == 2 => lane_word(instruction, letter),
            _ => None,
        };
        let parts = match word.as_deref() {
            Some("H0_H0") => [0, 0],
            Some("H1_H1") => [16, 16],
            Some("B1") => [8, 16],
            Some("H1" | "B2") => [16, 16],
            Some("B3") => [24, 16],
            _ => STRAIGHT,
        };
        let signs = instruction.signs(letter);
        let set = |bit: Option<u32>| instruction.source(letter) != Source::Immediate && bit.is_some_and(|bit| instruction.bit(bit));
        Taken {
            from,
            own,
            parts,
            turned: u64::from(word.as_deref() == Some("H0_NH1")) << 31,
            absolute: set(signs.absolute) && !instruction.has(Role::XorSign),
            negate: set(signs.negate),
        }
    }
}

/// Why an instruction of the table is not run here; None where it runs.
pub fn left_out(instruction: &Instruction) -> Option<&'static str> {
    work(instruction).err()
}

/// What an instruction does, in a sentence; None where it does not run.
pub fn summary(instruction: &Instruction) -> Option<&'static str> {
    Some(match work(instruction).ok()?.0 {
        Does::Compute(Computation { meaning: Meaning::Minimum, .. }) => {
            "Takes the smallest operand where the predicate holds, else the largest."
        }
        Does::Compute(Computation { meaning: Meaning::Convert, .. }) => "Converts a number to another type.",
        Does::Compute(computation) => forms().iter().find(|form| form.meaning == computation.meaning)?.row.summary,
        Does::Maxwell(instruction) => instruction.row.mnemonic()?.summary(),
        Does::Compare(_) => "Compares a with b and joins the answer with a predicate.",
        Does::Unit(_) => "Approximates a function in the special function unit.",
        Does::Choose => "Takes a where the predicate holds, else b.",
        Does::Check => "Asks whether the quotient of a and b needs the slow path of a division.",
        Does::ComputeTwice(..) => "Computes in halves, and widens the result.",
        Does::Pick(_) => "Asks which of a and b a minimum or a maximum takes, and whether both are NaNs.",
        Does::ComputeWithCarry(..) | Does::ComputeParts(_) | Does::Copy | Does::Nothing | Does::End | Does::Branch | Does::Return => {
            return None;
        }
    })
}

/// The function of the unit that an instruction is on singles, and how it reads its operand.
pub(super) fn function(instruction: &Instruction) -> Option<(Op, Operands)> {
    match work(instruction).ok()? {
        (Does::Maxwell(_), ..) => Some((instruction.function().filter(|_| !instruction.has(Role::Saturate))?, Operands::Words)),
        (Does::Unit(op), to, _) => Some((op, Operands::Floats)).filter(|_| to.format == F32::ROW),
        _ => None,
    }
}

/// What an instruction gives and takes: its result's type and the types of its sources.
pub fn types(instruction: &Instruction) -> Option<(OperandType, Vec<(Letter, OperandType)>)> {
    work(instruction).ok().filter(|(does, ..)| !matches!(does, Does::Maxwell(_))).map(|(_, to, sources)| (to, sources))
}

/// How we know what comes out of an instruction on a target.
pub fn evidence(instruction: &Instruction, target: Target) -> Evidence {
    if let Some(mnemonic) = instruction.row.mnemonic() {
        return instruction.function().map_or(mnemonic.evidence(), |op| Evidence::of_unit(op.known(Operands::Words), target.number()));
    }
    match work(instruction) {
        Ok((Does::Unit(op), to, _)) if to.format == F32::ROW => {
            Evidence::of_unit(op.known(Operands::Floats).on_later_chips(), target.number())
        }
        Ok((Does::Unit(_), ..)) => Evidence::of_unit(HALVES, target.number()),
        Ok((Does::Check, ..)) => Evidence::Inferred(
            "true wherever the fast path behind it in div.rn.f32 need not round correctly; a chip may send more operands to the slow path, or fewer, \
             which gives the same quotient",
        ),
        _ => INFERRED,
    }
}

/// How we know what most of them compute.
pub(super) const INFERRED: Evidence = Evidence::Inferred("it runs the operation of the PTX instruction that ptxas 13.5 assembles to it");

const SCALED: &str = "a product that is scaled is not run here";
const ZERO_WINS: &str = "multiplications in which a zero or an element out of bounds wins are not run here";
pub(super) const LANES: &str = "this selection of lanes is not run here";
const MATRIX: &str = "a warp multiplies matrices with it; the page of one matrix element computes such a sum";
pub(super) const NAMELESS: &str = "one of its fields holds a value that has no name";
const UNSAID_SIGN: &str = "what .XORSIGN does is documented for two sources in bars alone";

pub(super) fn pair(format: &'static Format) -> OperandType {
    OperandType { format, lanes: 2 }
}

fn modifiers(instruction: &Instruction) -> ModifierSet {
    let mut set = ModifierSet::NONE;
    for role in [Role::Flush, Role::Multiply, Role::Rounding, Role::Saturate, Role::Relu, Role::Nan, Role::XorSign, Role::Finite] {
        let Some(word) = instruction.spelled(role) else { continue };
        let words: &[Modifier] = match &*word {
            "FTZ" => &[Modifier::Ftz],
            "RM" => &[Modifier::Rm],
            "RP" => &[Modifier::Rp],
            "RZ" => &[Modifier::Rz],
            "SAT" => &[Modifier::Sat],
            "RELU" => &[Modifier::Relu],
            "NAN" => &[Modifier::NaN],
            "XORSIGN" => &[Modifier::Xorsign, Modifier::Abs],
            "SATFINITE" => &[Modifier::Satfinite],
            "FLOOR" => &[Modifier::Rmi],
            "CEIL" => &[Modifier::Rpi],
            "TRUNC" => &[Modifier::Rzi],
            _ => &[],
        };
        set = set.union(ModifierSet::of(words));
    }
    set
}

pub(super) fn computation(meaning: Meaning, modifiers: ModifierSet, to: OperandType, sources: Vec<(Letter, OperandType)>) -> Work {
    let last = sources.last().map_or(to, |(_, own)| *own);
    let from = core::array::from_fn(|at| sources.get(at).map_or(last, |(_, own)| *own));
    let computation = Computation { meaning, modifiers, to, from, sources: sources.len(), first_generation: false, sequence: None };
    (Does::Compute(computation), to, sources)
}

/// What an instruction computes, or why it is not run here.
fn work(instruction: &Instruction) -> Result<Work, &'static str> {
    use Letter::{A, B, C};
    if let Some(mnemonic) = instruction.row.mnemonic() {
        let double = mnemonic == Mnemonic::F2f && instruction.get(Role::To) == 3;
        let to = OperandType::one(if double { F64::ROW } else { F32::ROW });
        return legality::errors(instruction).first().map_or(Ok((Does::Maxwell(*instruction), to, Vec::new())), |broken| Err(broken));
    }
    let words = modifiers(instruction);
    if instruction.has_nameless() {
        return Err(NAMELESS);
    }
    let zero_wins = instruction.spelled(Role::Multiply).is_some_and(|word| !matches!(&*word, "" | "FTZ"));
    if zero_wins {
        return Err(ZERO_WINS);
    }
    let (single, double) = (OperandType::one(F32::ROW), OperandType::one(F64::ROW));
    let half = half_format(instruction);
    let sources = instruction.row.operands.iter().filter_map(|operand| match operand.place {
        Place::Source(letter) => Some(letter),
        _ => None,
    });
    if instruction.has(Role::Which) {
        return Err("which predicates .IS_A writes is not run here");
    }
    if instruction.row.name.starts_with("HFMA2") && source_predicate(instruction).is_some() {
        return Err("what a predicate does to .RELU is not documented");
    }
    if instruction.is_indirect() {
        return Err("a constant whose bank a register names is not run here");
    }
    let mut plain_lanes = true;
    for letter in sources {
        plain_lanes &= lane_word(instruction, letter).is_none_or(|word| word != "F32");
        let signs = instruction.signs(letter);
        let set = |bit: Option<u32>| bit.is_some_and(|bit| instruction.bit(bit));
        let in_bars = instruction.source(letter) != Source::Immediate && set(signs.absolute) && !set(signs.negate);
        if instruction.has(Role::XorSign) && !in_bars {
            return Err(UNSAID_SIGN);
        }
    }
    let of =
        |meaning, own, count: usize| Ok(computation(meaning, words, own, [A, B, C][..count].iter().map(|letter| (*letter, own)).collect()));
    match instruction.row.operation() {
        "FADD" => of(Meaning::Add, single, 2),
        "FMUL" if instruction.spelled(Role::Scale).is_some_and(|scale| !scale.is_empty()) => Err(SCALED),
        "FMUL" => of(Meaning::Multiply, single, 2),
        "FFMA" => of(Meaning::Fused, single, 3),
        "FHADD" | "FHFMA" => {
            let narrow = OperandType::one(if instruction.has(Role::Format) { BF16::ROW } else { F16::ROW });
            Ok(if instruction.row.operation() == "FHADD" {
                computation(Meaning::Add, words, single, vec![(A, narrow), (B, single)])
            } else {
                computation(Meaning::Fused, words, single, vec![(A, narrow), (B, narrow), (C, single)])
            })
        }
        "DADD" => of(Meaning::Add, double, 2),
        "DMUL" => of(Meaning::Multiply, double, 2),
        "DFMA" => of(Meaning::Fused, double, 3),
        // Whether it is the minimum or the maximum, the predicate says when it runs.
        "FMNMX" => of(Meaning::Minimum, single, 2),
        "FMNMX3" => of(Meaning::Minimum, single, 3),
        "HMNMX2" if plain_lanes => of(Meaning::Minimum, pair(half), 2),
        "HADD2" if instruction.spelled(Role::Output).is_some_and(|word| word == "F32") && plain_lanes => {
            let is_zero = |letter| instruction.source(letter) == Source::Register && instruction.register(letter) == RZ;
            if is_zero(A) || is_zero(B) {
                let narrow = OperandType::one(F16::ROW);
                return one_half(instruction).map(|()| computation(Meaning::Add, words, single, vec![(A, narrow), (B, narrow)]));
            }
            widened(instruction, Meaning::Add, words)
        }
        "HMUL2" if instruction.spelled(Role::Output).is_some_and(|word| word == "F32") && plain_lanes => {
            widened(instruction, Meaning::Multiply, words)
        }
        "HMUL2" if instruction.spelled(Role::Output).is_some_and(|word| word == "F32") => Err(LANES),
        "HFMA2" if instruction.spelled(Role::Output).is_some_and(|word| word == "F32") => Err(LANES),
        "HADD2" if plain_lanes => of(Meaning::Add, pair(half), 2),
        // -0 and a single: ptxas 13.5 makes it of a conversion, on sm_75. As on Maxwell the single is read for both halves.
        "HADD2"
            if instruction.generation == 75
                && is_minus_zero(instruction)
                && lane_word(instruction, B).is_some_and(|word| word == "F32")
                && half == F16::ROW =>
        {
            Ok(computation(Meaning::Convert, words.with(Modifier::Rn), pair(F16::ROW), vec![(B, single), (B, single)]))
        }
        "HMUL2" if plain_lanes => of(Meaning::Multiply, pair(half), 2),
        "HFMA2" | "HFMA2.MMA" if plain_lanes => of(Meaning::Fused, pair(half), 3),
        "FADD2" | "FMUL2" | "FFMA2" => packed_singles(instruction, words),
        "FSETP" => comparison(instruction, single, PREDICATES),
        "FSET" => comparison(instruction, single, single),
        "DSETP" => comparison(instruction, double, PREDICATES),
        "HSETP2" if instruction.has(Role::BothLanes) => Err("a comparison that both lanes must pass is not run here"),
        "HSETP2" if plain_lanes => comparison(instruction, pair(half), PREDICATES),
        // True is 1.0 with .BF, else all ones.
        "HSET2" if plain_lanes => comparison(instruction, pair(half), pair(if instruction.has(Role::Truth) { half } else { U16 })),
        "FSEL" if !instruction.has(Role::Flush) => Ok((Does::Choose, single, vec![(A, single), (B, single)])),
        "MUFU" => unit(instruction),
        "F2F" | "F2I" | "I2F" | "I2FP" | "FRND" | "F2FP" => conversion(instruction, words),
        "HMMA" | "QMMA" | "OMMA" | "DMMA" => Err(MATRIX),
        "FSWZADD" => Err("it reads the registers of other threads of its warp, and one thread runs here"),
        "FCHK" => Ok((Does::Check, OperandType::PREDICATE, vec![(A, single), (B, single)])),
        _ if !plain_lanes => Err(LANES),
        _ => Err("this operation is named and taken apart here, and not run"),
    }
}

fn unit(instruction: &Instruction) -> Result<Work, &'static str> {
    let op = match instruction.spelled(Role::Function).as_deref() {
        Some("COS") => Op::Cos,
        Some("SIN") => Op::Sin,
        Some("EX2") => Op::Ex2,
        Some("LG2") => Op::Lg2,
        Some("RCP") => Op::Rcp,
        Some("RSQ") => Op::Rsq,
        Some("RCP64H") => Op::Rcp64h,
        Some("RSQ64H") => Op::Rsq64h,
        Some("SQRT") => Op::Sqrt,
        Some("TANH") => Op::Tanh,
        _ => return Err("this number stands for no function"),
    };
    let format = match instruction.spelled(Role::Format).as_deref() {
        None | Some("") => F32::ROW,
        Some("F16") => F16::ROW,
        Some("BF16") => BF16::ROW,
        _ => return Err("functions of two halves at once are not run here"),
    };
    let own = OperandType::one(format);
    Ok((Does::Unit(op), own, vec![(Letter::B, own)]))
}

/// The predicate that an instruction reads beside its guard; None where it reads none, or the one that is always true.
pub fn source_predicate(instruction: &Instruction) -> Option<Name> {
    let reads = |operand: &Operand| matches!(operand.place, Place::Predicate(Role::PredicateFrom, ..)) && is_written(operand, instruction);
    let number = instruction.take(87, 3) as u8;
    (number != 7 && instruction.row.operands.iter().any(reads)).then(|| predicate_of(instruction, number.into()))
}

/// The word behind a source that selects lanes; None where it selects none.
pub(super) fn lane_word(instruction: &Instruction, letter: Letter) -> Option<String> {
    let word = instruction.encode();
    let choice = instruction.signs(letter).part.iter().find(|choice| choice.counts(word, instruction.generation))?;
    if instruction.source(letter) == Source::Immediate {
        return None;
    }
    choice.spelled(choice.field.read(word))
}

/// Whether a quotient of singles needs the slow path of a division: a rule that is inferred from the fast path, whose steps stay exact
/// where the divisor's reciprocal and the quotient are normal and the remainder's last bit is no less than the smallest subnormal.
pub(super) fn needs_slow_path(a: u64, b: u64) -> bool {
    let [a, b] = [a, b].map(|bits| (bits >> 23 & 0xff) as i32);
    // 2^-149 is the last bit of a remainder that is 47 places below where the quotient begins a place lower, the dividend's leading bit.
    let (dividend, divisor, quotient) = (25..255, 1..253, -125..127);
    !(dividend.contains(&a) && divisor.contains(&b) && quotient.contains(&(a - b)))
}
