//! One instruction that a chip is asked about: its text for the assembler, and what the model says of it.
//!
//! Every operand has a register of its own type's class; the assembler refuses a program that gives a conversion two of the same.

use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Evidence, Form, Meaning, Modifier, ModifierSet, Operands, SOURCES, forms};
use semantics::number::{F32, F64, OperandType, U32};
use semantics::operation::Alu;
use semantics::syntax::in_braces;
use semantics::trace::Silent;

/// An instruction with all its modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The row.
    pub form: &'static Form,
    /// Its modifiers.
    pub modifiers: ModifierSet,
}

impl Probe {
    /// Every instruction of a target that computes, in the order of the table, without those that write two predicates (the program keeps
    /// one result) or read a constant. Of comparisons of numbers one relation stands for all, which tells the lesser and the NaN from the
    /// rest; of integers, which have no NaN, `lt`.
    pub fn all(context: Context) -> impl Iterator<Item = Probe> {
        let constant = |form: &Form| form.meaning == Meaning::Alu(Alu::Lop3);
        let forms = forms().iter().filter(move |form| form.meaning.computes() && !form.pattern.pair && !constant(form));
        let probes = forms.flat_map(|form| form.pattern.combinations().into_iter().map(move |modifiers| Probe { form, modifiers }));
        let asked = |probe: &Probe| {
            let relation = if probe.form.is_of_integers() { Modifier::Lt } else { Modifier::Ltu };
            probe.form.meaning != Meaning::Compare || probe.modifiers.has(relation)
        };
        probes.filter(move |probe| asked(probe) && probe.form.is_available(probe.modifiers, context))
    }

    /// The instruction of a name with some sources, if the target has it.
    pub fn find(name: &str, sources: usize, context: Context) -> Option<Probe> {
        Probe::all(context).find(|probe| probe.sources() == sources && probe.name() == name)
    }

    /// Its name: `fma.rn.ftz.f32`.
    pub fn name(self) -> String {
        self.form.pattern.spelled(self.modifiers)
    }

    /// How many operands it reads; the carry is the last one.
    pub fn sources(self) -> usize {
        self.form.pattern.source_count() + usize::from(self.reads_carry())
    }

    fn reads_carry(self) -> bool {
        matches!(self.form.meaning, Meaning::Alu(alu) if alu.reads_carry())
    }

    /// Which operand is the carry.
    fn carry(self) -> Option<usize> {
        self.reads_carry().then(|| self.form.pattern.source_count())
    }

    fn request(self, operands: Operands, context: Context) -> Request {
        Request::new(self.form, self.modifiers, operands, context)
    }

    /// What a source holds.
    pub fn source_type(self, source: usize) -> OperandType {
        if self.carry() == Some(source) {
            return OperandType::one(U32);
        }
        self.request([0; SOURCES], Context::default()).source_type(source)
    }

    /// What the destination holds.
    pub fn destination_type(self) -> OperandType {
        self.request([0; SOURCES], Context::default()).destination_type()
    }

    /// What the model says.
    pub fn evaluate(self, mut operands: Operands, context: Context) -> u64 {
        // The condition code is the last operand of all.
        self.carry().into_iter().for_each(|carry| operands.swap(carry, SOURCES - 1));
        evaluate(&self.request(operands, context), &mut Silent).bits
    }

    /// Whether the bits of a result are a model's rather than documented or tested ones.
    pub fn is_modelled(self, context: Context) -> bool {
        matches!(self.request([0; SOURCES], context).evidence(), Evidence::Modelled(_))
    }

    /// The instruction as inline assembly, its operands from %0 on: a predicate comes and goes as the lowest bit of a register, packed
    /// numbers of 4 bits, which PTX wants in registers of 8 bits, in 16. An addition before it makes the carry.
    pub fn assembly(self) -> String {
        let sources = (0..self.sources()).map(|source| self.source_type(source));
        let types: Vec<OperandType> = core::iter::once(self.destination_type()).chain(sources).collect();
        let (mut before, mut after) = (String::new(), String::new());
        let mut names = Vec::new();
        for (at, own) in types.iter().enumerate() {
            if at > 0 && self.carry() == Some(at - 1) {
                before += &format!("{{ .reg .b32 c; and.b32 c, %{at}, 1; add.cc.u32 c, c, 0xffffffff; }} ");
                continue;
            }
            let kind = if own.is_predicate() {
                "p"
            } else if own.width() == 8 && own.lanes > 1 {
                "e"
            } else {
                names.push(format!("%{at}"));
                continue;
            };
            let name = format!("{kind}{at}");
            let (declared, out, into) = match kind {
                "p" => (
                    ".pred",
                    format!("selp.u32 %0, 1, 0, {name};"),
                    format!("{{ .reg .b32 r; and.b32 r, %{at}, 1; setp.ne.u32 {name}, r, 0; }}"),
                ),
                _ => (".b8", format!("cvt.u16.u8 %0, {name};"), format!("cvt.u8.u16 {name}, %{at};")),
            };
            before += &format!(".reg {declared} {name}; ");
            if at == 0 {
                after += &[" ", &out].concat()
            } else {
                before += &[&into, " "].concat()
            }
            names.push(name);
        }
        let instruction = format!("{} {};", self.name(), in_braces(names.into_iter(), &self.form.pattern.braces, 0));
        if before.is_empty() { instruction } else { format!("{{ {before}{instruction}{after} }}") }
    }
}

/// The CUDA program's class of registers for an operand; an integer of 8 bits stands in 16.
pub fn register_class(own: OperandType) -> &'static str {
    match own.width() {
        64 if own == OperandType::one(F64::ROW) => "F64",
        64 => "B64",
        32 if own == OperandType::one(F32::ROW) => "F32",
        8 | 16 => "B16",
        _ => "B32",
    }
}
