//! What the registers of a function hold, told by the lines that use them, and what its parameters may be given.

use semantics::evaluate::Request;
use semantics::instruction::Meaning;
use semantics::kernel::matrices::Copies;
use semantics::kernel::module::{Code, Formal, Function, Module, Slot};
use semantics::number::{F32, F64, Format, OperandType, S8, S16, S32, S64, U8, U16, U32, U64};
use semantics::operation::Kind;
use semantics::syntax::RegisterType;

/// Elements of a buffer that nobody asked for.
const ELEMENTS: usize = 8;

/// The type of each slot. Where lines disagree (a register of bits that is now one thing and now another) numbers with a fraction win.
pub fn slots(function: &Function) -> Vec<OperandType> {
    let mut known: Vec<Option<OperandType>> = vec![None; function.initial.len()];
    let mut note = |slot: Slot, own: OperandType, only_new: bool| {
        if let Some(known) = known.get_mut(slot as usize)
            && !(only_new && known.is_some())
        {
            *known = Some(own);
        }
    };
    // Of a selection by bits only the move below tells.
    let rows = || function.lines.iter().filter_map(|line| Row::of(function, &line.code));
    for row in rows().filter(|row| matches!(row.request.form.meaning, Meaning::Alu(_) | Meaning::Compare)) {
        row.operands().filter(|(_, own)| !own.format.is_floating()).for_each(|(slot, own)| note(slot, own, true));
    }
    for (slot, register) in function.registers.iter().enumerate() {
        match register {
            Some((_, RegisterType::Float(64))) => note(slot as Slot, OperandType::one(F64::ROW), false),
            Some((_, RegisterType::Float(_))) => note(slot as Slot, OperandType::one(F32::ROW), false),
            Some((_, RegisterType::Predicate)) => note(slot as Slot, OperandType::PREDICATE, false),
            _ => {}
        }
    }
    for row in rows() {
        let floats = |(_, own): &(Slot, OperandType)| own.format.is_floating();
        let chooses = row.request.form.meaning == Meaning::Choose;
        row.operands().filter(|operand| floats(operand) || !chooses).for_each(|(slot, own)| note(slot, own, !own.format.is_floating()));
    }
    // Moves and selections carry types on, in both directions and over some of each other. A constant has none of its own: one zero begins
    // a count and a sum alike.
    for _ in 0..3 {
        for line in &function.lines {
            let (to, from): (Slot, &[Slot]) = match &line.code {
                Code::Copy { to, from, .. } => (*to, core::slice::from_ref(from)),
                code => match Row::of(function, code).filter(|row| row.request.form.meaning == Meaning::Choose) {
                    Some(row) => (row.to, &row.from[..2]),
                    None => continue,
                },
            };
            for other in from.iter().filter(|slot| function.name_of(**slot).is_some()) {
                let pair = [to, *other].map(|slot| known.get(slot as usize).copied().flatten());
                let floats = |own: Option<OperandType>| own.is_some_and(|own| own.format.is_floating());
                let (slot, own) = match pair {
                    [Some(own), other_type] if floats(pair[0]) && !floats(other_type) => (*other, own),
                    [to_type, Some(own)] if floats(pair[1]) && !floats(to_type) => (to, own),
                    [Some(own), None] => (*other, own),
                    [None, Some(own)] => (to, own),
                    _ => continue,
                };
                if let Some(known) = known.get_mut(slot as usize) {
                    *known = Some(own);
                }
            }
        }
    }
    let plain = |slot: usize| {
        let width = function.registers.get(slot).and_then(Option::as_ref).map_or(64, |(_, own)| own.width());
        integer(Kind { width, signed: false })
    };
    known.into_iter().enumerate().map(|(slot, own)| own.unwrap_or_else(|| plain(slot))).collect()
}

/// A line of the table: its instruction without operands, and its slots.
struct Row<'f> {
    request: &'f Request,
    to: Slot,
    from: &'f [Slot],
}

impl<'f> Row<'f> {
    fn of(function: &'f Function, code: &'f Code) -> Option<Row<'f>> {
        let Code::Row { request, to, from, count, .. } = code else { return None };
        Some(Row { request: function.requests.get(*request as usize)?, to: *to, from: from.get(..*count as usize)? })
    }

    /// Each slot with what the instruction says that it holds, the destination last.
    fn operands(&self) -> impl Iterator<Item = (Slot, OperandType)> {
        let sources = self.from.iter().enumerate().map(|(at, slot)| (*slot, self.request.source_type(at)));
        sources.chain(core::iter::once((self.to, self.request.destination_type())))
    }
}

fn integer(kind: Kind) -> OperandType {
    let format = match (kind.width, kind.signed) {
        (1, _) => return OperandType::PREDICATE,
        (8, false) => U8,
        (8, true) => S8,
        (16, false) => U16,
        (16, true) => S16,
        (32, false) => U32,
        (32, true) => S32,
        (_, false) => U64,
        (_, true) => S64,
    };
    OperandType::one(format)
}

/// What a kernel takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, without the function's in front.
    pub name: String,
    /// Its type, without the dot.
    pub own: String,
    /// What it is given where nobody says.
    pub proposed: String,
}

/// The parameters of a function. What the lines do with one tells a pointer from a number, and what lies where it points.
pub fn parameters(module: &Module, function: &Function) -> Vec<Parameter> {
    let types = slots(function);
    let described = |formal: &Formal| match *formal {
        Formal::Memory(variable) => {
            let variable = function.variables.get(variable as usize);
            variable.map_or(Default::default(), |variable| (variable.name.clone(), variable.own.clone(), variable.bytes.len()))
        }
        Formal::Register(slot, width) => (function.name_of(slot).unwrap_or("").to_owned(), format!("b{width}"), width as usize / 8),
    };
    let elements = elements(module, function, &types);
    let parameter = |(place, formal): (usize, &Formal)| {
        let (name, own, size) = described(formal);
        let number = Format::named(&own).filter(|format| format.is_floating());
        let proposed = match (elements.get(place).copied().flatten(), number) {
            (Some((format, true, count)), _) => {
                let numbers: Vec<String> = (0..count).map(|number| proposed(format, 1 + number % ELEMENTS)).collect();
                format!("{}[{}]", format.name.to_lowercase(), numbers.join(", "))
            }
            (Some((format, false, count)), _) => format!("{}[{count}]", format.name.to_lowercase()),
            (None, Some(_)) => "1.5".to_owned(),
            (None, None) if size > 8 => format!("u8[{size}]"),
            (None, None) => ELEMENTS.to_string(),
        };
        let short = name.strip_prefix(&function.name).and_then(|name| name.strip_prefix('_')).unwrap_or(&name).to_owned();
        Parameter { name: short, own, proposed }
    };
    function.parameters.iter().enumerate().map(parameter).collect()
}

/// Tenths of a number, or the number where it has none.
fn proposed(format: &Format, number: usize) -> String {
    if format.is_integer() { number.to_string() } else { format!("0.{number}") }
}

/// For each parameter that is a pointer: what it points to, whether that is read, and how many are wanted.
fn elements(module: &Module, function: &Function, types: &[OperandType]) -> Vec<Option<(&'static Format, bool, usize)>> {
    let count = function.initial.len();
    let (mut address_of, mut comes_from) = (vec![None; count], vec![None; count]);
    for (place, formal) in function.parameters.iter().enumerate() {
        match formal {
            Formal::Register(slot, width) if *width == module.address_bits => comes_from[*slot as usize] = Some(place),
            Formal::Register(..) => {}
            Formal::Memory(variable) => {
                for (slot, _) in function.addresses.iter().filter(|(_, own)| own == variable) {
                    address_of[*slot as usize] = Some(place);
                }
            }
        }
    }
    let mut found: Vec<Option<(&'static Format, bool, usize)>> = vec![None; function.parameters.len()];
    for line in function.lines.iter().chain(&function.lines) {
        match &line.code {
            Code::Load { to, place, .. } => {
                if let Some(parameter) = address_of[place.base as usize] {
                    if place.width * 8 == module.address_bits {
                        to.iter().for_each(|slot| comes_from[*slot as usize] = Some(parameter));
                    }
                } else if let (Some(parameter), Some(slot)) = (comes_from[place.base as usize], to.first()) {
                    found[parameter] = Some((element(types[*slot as usize], place.width), true, ELEMENTS));
                }
            }
            Code::Store { from, place } => {
                if let (Some(parameter), Some(slot)) = (comes_from[place.base as usize], from.first()) {
                    found[parameter].get_or_insert((element(types[*slot as usize], place.width), false, ELEMENTS));
                }
            }
            Code::Apart(apart) => {
                if let Copies::Tile(tile) = &apart.what
                    && let Some(parameter) = comes_from[tile.place.base as usize]
                {
                    let (format, count) = tile.matrix();
                    let is_read = !tile.stores || found[parameter].is_some_and(|(_, is_read, _)| is_read);
                    found[parameter] = Some((format, is_read, count as usize));
                }
            }
            Code::Copy { to, from, .. } => comes_from[*to as usize] = comes_from[*from as usize],
            code => {
                let carries = |row: &Row| {
                    matches!(row.request.form.mnemonic(), "add" | "mad" | "selp") && !row.request.destination_type().format.is_floating()
                };
                if let Some(row) = Row::of(function, code).filter(carries) {
                    comes_from[row.to as usize] = row.from.iter().find_map(|slot| comes_from[*slot as usize]);
                }
            }
        }
    }
    found
}

/// The format of an element of so many bytes that goes into or comes from a register.
fn element(own: OperandType, width: u32) -> &'static Format {
    match own.number() {
        Some(format) if format.width() == width * 8 => format,
        _ => integer(Kind { width: width * 8, signed: false }).format,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Context;

    #[test]
    fn a_zero_that_begins_a_count_and_a_sum_makes_neither_the_other() {
        let text = "\
.visible .entry k()
{
.reg .b32 %n; .reg .f32 %t; .reg .b32 %u;
mov.f32 %t, 0f00000000;
mov.b32 %u, 0f00000000;
mov.u32 %n, 0;
add.f32 %t, %t, 1.0;
add.f32 %u, %t, %u;
add.u32 %n, %n, 1;
ret;
}";
        let module = Module::read(text, &Context::default());
        let function = &module.functions[0];
        let own = |name: &str| {
            let slot = function.registers.iter().position(|one| one.as_ref().is_some_and(|(own, _)| own == name)).expect("a register");
            slots(function)[slot].format.name
        };
        assert_eq!(["%n", "%t", "%u"].map(own), ["U32", "F32", "F32"]);
    }

    /// A matrix of a warp wants all of its elements.
    #[test]
    fn a_matrix_of_a_warp_is_a_whole_buffer() {
        let text = "\
.version 9.1\n.target sm_90\n.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1)
{
.reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;
ld.param.u64 %rd1, [k_param_0];
ld.param.u64 %rd2, [k_param_1];
mov.u32 %r8, 16;
wmma.load.c.sync.aligned.row.m16n16k16.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, [%rd1], %r8;
wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%rd2], %r8;
ret;
}";
        let module = Module::read(text, &Context::default());
        let told: [String; 2] = core::array::from_fn(|place| parameters(&module, &module.functions[0])[place].proposed.clone());
        assert!(told[0].starts_with("f32[0.1, 0.2") && told[1].starts_with("f16[0.1, 0.2"), "{told:?}");
        assert_eq!(told.map(|own| own.matches(',').count()), [255, 255]);
    }

    #[test]
    fn what_the_lines_do_tells_what_parameters_are() {
        let text = "\
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2, .param .f64 k_param_3)
{
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f64 %fd<3>;
ld.param.u64 %rd1, [k_param_0];
ld.param.u64 %rd2, [k_param_1];
cvta.to.global.u64 %rd3, %rd1;
mul.wide.u32 %rd4, %r1, 4;
add.s64 %rd5, %rd3, %rd4;
ld.global.b32 %r2, [%rd5];
add.f32 %r3, %r2, %r2;
add.s64 %rd6, %rd4, %rd2;
st.global.b32 [%rd6], %r3;
ret;
}";
        let module = Module::read(text, &Context::default());
        let told: Vec<_> = parameters(&module, &module.functions[0]).into_iter().map(|one| (one.name, one.proposed)).collect();
        let expected =
            [("param_0", "f32[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]"), ("param_1", "f32[8]"), ("param_2", "8"), ("param_3", "1.5")];
        assert_eq!(told, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
