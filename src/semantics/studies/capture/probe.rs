//! One instruction that a chip is asked about: its text for the assembler, and what the model says of it.
//!
//! Every operand has a register of its own type's class; the assembler refuses a program that gives a conversion two of the same.

use crate::evaluate::{Request, evaluate};
use crate::instruction::{Context, Evidence, Form, Meaning, ModifierSet, Operands, SOURCES, forms};
use crate::number::{F32, F64, OperandType};
use crate::syntax::in_braces;
use crate::trace::Silent;

/// An instruction with all its modifiers.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    /// The row.
    pub form: &'static Form,
    /// Its modifiers.
    pub modifiers: ModifierSet,
}

impl Probe {
    /// Every instruction of a target, in the order of the table.
    pub fn all(context: Context) -> impl Iterator<Item = Probe> {
        let forms = forms().iter().filter(|form| form.meaning != Meaning::Nothing);
        let probes = forms.flat_map(|form| form.pattern.combinations().into_iter().map(move |modifiers| Probe { form, modifiers }));
        probes.filter(move |probe| probe.form.is_available(probe.modifiers, context))
    }

    /// The instruction of a name with some sources, if the target has it.
    pub fn find(name: &str, sources: usize, context: Context) -> Option<Probe> {
        Probe::all(context).find(|probe| probe.sources() == sources && probe.name() == name)
    }

    /// Its name: `fma.rn.ftz.f32`.
    pub fn name(self) -> String {
        self.form.pattern.spelled(self.modifiers)
    }

    /// How many operands it reads.
    pub fn sources(self) -> usize {
        self.form.pattern.source_count()
    }

    fn request(self, operands: Operands, context: Context) -> Request {
        Request::new(self.form, self.modifiers, operands, context)
    }

    /// What a source holds.
    pub fn source_type(self, source: usize) -> OperandType {
        self.request([0; SOURCES], Context::default()).source_type(source)
    }

    /// What the destination holds.
    pub fn destination_type(self) -> OperandType {
        self.request([0; SOURCES], Context::default()).destination_type()
    }

    /// What the model says.
    pub fn evaluate(self, operands: Operands, context: Context) -> u64 {
        evaluate(&self.request(operands, context), &mut Silent).bits
    }

    /// Whether the bits of a result are a model's rather than documented or tested ones.
    pub fn is_modelled(self, context: Context) -> bool {
        matches!(self.request([0; SOURCES], context).evidence(), Evidence::Modelled(_))
    }

    /// The instruction as inline assembly, its operands from %0 on: a predicate comes out as 1 or 0, and packed numbers of 4 bits, which
    /// PTX wants in registers of 8 bits, come and go in 16.
    pub fn assembly(self) -> String {
        let sources = (0..self.sources()).map(|source| self.source_type(source));
        let types: Vec<OperandType> = core::iter::once(self.destination_type()).chain(sources).collect();
        let (mut before, mut after) = (String::new(), String::new());
        let names = types.iter().enumerate().map(|(at, own)| match (own.is_predicate(), own.width() == 8 && own.lanes > 1) {
            (false, false) => format!("%{at}"),
            (true, _) => {
                before += ".reg .pred p; ";
                after += " selp.u32 %0, 1, 0, p;";
                "p".into()
            }
            (_, true) => {
                before += &format!(".reg .b8 e{at}; ");
                if at == 0 {
                    after += " cvt.u16.u8 %0, e0;"
                } else {
                    before += &format!("cvt.u8.u16 e{at}, %{at}; ")
                }
                format!("e{at}")
            }
        });
        let names: Vec<String> = names.collect();
        let instruction = format!("{} {};", self.name(), in_braces(names.into_iter(), &self.form.pattern.braces, 0));
        if after.is_empty() && before.is_empty() { instruction } else { format!("{{ {before}{instruction}{after} }}") }
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
