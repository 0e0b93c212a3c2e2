//! A text that is read once and gives a result for each element of arrays: an instruction or lines of PTX, the special function unit, or a
//! kernel.
//!
//! An instruction runs as in a kernel ([`PreparedOp`]), the unit as in a sweep ([`FunctionUnderTest`]), and a kernel as a curve ([`Curve`]).

pub mod launch;
mod lines;
pub mod named;
pub mod results;

use crate::comparison::with_target;
use crate::diagnosis::with_operands;
use crate::evaluate::{DIVISION, Request};
use crate::instruction::{Context, Evidence, Operands, SOURCES};
use crate::kernel::module::Formal;
use crate::kernel::{Bits, Curve, Module, without_fixed};
use crate::number::{F32, F64, Format, OperandType, U32};
use crate::special_function::mufu_each;
use crate::sweep::function_under_test::{Code as Unit, Gives, UNIT};
use crate::sweep::measure::Kind;
use crate::sweep::reading::Reading;
use crate::sweep::{FunctionUnderTest, LANES};
use crate::syntax::{Diagnostic, Source, parse};
use crate::{c, sass};
use frontend::module;
use frontend::prepared_op::PreparedOp;

/// The lines of a kernel that one element may run.
const LIMIT: u64 = 1 << 22;

/// Elements that run together: what each operand holds in all of them.
pub type Together = [u64; LANES];

/// A function of some numbers.
#[derive(Clone, Debug)]
pub struct Elementwise {
    /// Its operands, with what each holds.
    pub inputs: Vec<(String, OperandType)>,
    /// What its result is.
    pub output: OperandType,
    /// How we know what comes out.
    pub evidence: Evidence,
    code: Code,
}

#[derive(Clone, Debug)]
enum Code {
    /// An instruction, and for each source the operand that it reads or the bits that stand in the text.
    Instruction(Box<PreparedOp>, [Result<usize, u64>; SOURCES]),
    /// The special function unit.
    Unit(Unit),
    /// A kernel, and the number of its entry.
    Kernel(Box<Module>, usize),
}

/// A function that runs on one thread.
pub struct Runner<'f> {
    function: &'f Elementwise,
    /// What each source holds where the text says it.
    written: [Together; SOURCES],
    curve: Option<Either<'f>>,
}

/// A kernel of singles or of doubles.
enum Either<'f> {
    Singles(Curve<'f, u32>),
    Doubles(Curve<'f, u64>),
}

impl Elementwise {
    /// One instruction of PTX that computes a number from numbers. A register that it reads is an operand, in the order of the text.
    pub fn of_instruction(text: &str, context: &Context) -> Result<Elementwise, Diagnostic> {
        let refused = |span, why: &str| Diagnostic::error("elementwise", span, why);
        let parsed = parse(text, context);
        if let Some(refusal) = parsed.diagnostics.iter().find(|said| said.is_refusal()) {
            return Err(refusal.clone());
        }
        let whole = || 0..text.len();
        let Some(instruction) = &parsed.instruction else {
            return Err(refused(whole(), "Wanted is one instruction of PTX that computes a number."));
        };
        if let Some(guard) = &instruction.guard {
            return Err(refused(guard.register.span.clone(), "Arrays have no predicate that guards an instruction."));
        }
        if instruction.second.is_some() || instruction.negated != 0 {
            return Err(refused(whole(), "Wanted is an instruction with one result and no negated predicate."));
        }
        let request = Request::new(instruction.form, instruction.modifiers, [0; SOURCES], instruction.context);
        let mut inputs: Vec<(String, OperandType)> = Vec::new();
        let mut sources = [Err(0); SOURCES];
        for (place, source) in instruction.sources.iter().enumerate().take(SOURCES) {
            sources[place] = match source {
                Source::Literal(literal) => Err(literal.bits),
                Source::Register(register) => {
                    let own = request.source_type(place);
                    let known = inputs.iter().position(|(name, _)| *name == register.name);
                    if known.is_some_and(|known| inputs[known].1 != own) {
                        return Err(refused(register.span.clone(), "One operand has one type here."));
                    }
                    Ok(known.unwrap_or_else(|| {
                        inputs.push((register.name.clone(), own));
                        inputs.len() - 1
                    }))
                }
            };
        }
        let code = Code::Instruction(Box::new(request.computation().ready()), sources);
        Ok(Elementwise { inputs, output: request.destination_type(), evidence: request.evidence(), code })
    }

    /// A function of the special function unit by its name ([`UNIT`]).
    pub fn of_unit(name: &str, target: u32) -> Option<Elementwise> {
        let subject = UNIT.iter().find(|unit| unit.name.eq_ignore_ascii_case(name))?;
        let FunctionUnderTest { code, reading, kind, .. } = subject;
        let input = if matches!(reading, Reading::Float | Reading::Turns) { F32::ROW } else { U32 };
        let output = if matches!(kind, Kind::Float) { F32::ROW } else { U32 };
        let evidence = subject.known().map_or(Evidence::Documented("9.7.3"), |known| Evidence::of_unit(known, target));
        Some(Elementwise {
            inputs: vec![("x".into(), OperandType::one(input))],
            output: OperandType::one(output),
            evidence,
            code: Code::Unit(*code),
        })
    }

    /// A kernel of PTX or C that maps some singles, or doubles, to one.
    pub fn of_kernel(
        text: &str,
        entry: Option<&str>,
        operands: usize,
        doubles: bool,
        context: &Context,
    ) -> Result<Elementwise, Diagnostic> {
        let refused = |why: String| Diagnostic::error("elementwise", 0..text.len(), why);
        let module::Read { module, .. } = module::read(text, context, true)?;
        let entry = module.entry(entry).map_err(refused)?;
        Self::of_module(without_fixed(&module, entry), entry, operands, doubles).map_err(refused)
    }

    /// A text of any language that computes one number from some numbers: an instruction or its name, several lines of PTX, a function of the
    /// unit, an expression or a program of C or Python, a kernel. Its first line may name the chip: `.target sm_80`.
    pub fn of(text: &str, entry: Option<&str>, context: &Context) -> Result<Elementwise, Diagnostic> {
        let (target, behind) = with_target(text, context.target);
        let context = &Context { target, ..*context };
        let before = text.len() - behind.len();
        let moved = |said: Diagnostic| Diagnostic { span: said.span.start + before..said.span.end + before, ..said };
        if let Some(unit) = Self::of_unit(behind.trim(), target.number()) {
            return Ok(unit);
        }
        let whole = |why: &str| Diagnostic::error("elementwise", 0..text.len(), why);
        if sass::looks_like_sass(behind) {
            return Err(whole("Machine instructions do not run over many operands here; PTX, C and Python do."));
        }
        let text = with_operands(behind, context);
        let read = if c::claims(&text) || named::is_kernel(&text) {
            Self::of_program(&text, entry, context)
        } else {
            Self::of_lines(&text, context).unwrap_or_else(|| Self::of_instruction(&text, context))
        };
        read.map_err(|said| if text == behind { moved(said) } else { whole(&said.message) })
    }

    /// A kernel or a program without one, which takes as many numbers as it reads: singles, or doubles.
    fn of_program(text: &str, entry: Option<&str>, context: &Context) -> Result<Elementwise, Diagnostic> {
        let refused = |why: String| Diagnostic::error("elementwise", 0..text.len(), why);
        let module::Read { module, proposed, .. } = module::read(text, context, true)?;
        let entry = module.entry(entry).map_err(refused)?;
        let module = without_fixed(&module, entry);
        let tried = |doubles, operands| Self::of_module(module.clone(), entry, operands, doubles);
        // A program of C without a kernel says what it takes and gives.
        let (results, names): (Vec<_>, Vec<_>) = proposed.into_iter().partition(|(_, value)| value.ends_with(']'));
        let gives = |result: &(String, String)| Format::named(result.1.split('[').next()?).filter(|_| result.1.ends_with("[1]"));
        if names.is_empty() {
            // The first reason is that of a function of one single.
            let first = tried(false, 1);
            let others = [(false, 2), (true, 1), (false, 3), (true, 2), (false, 4), (true, 3), (true, 4)];
            return first.or_else(|why| others.into_iter().find_map(|(doubles, count)| tried(doubles, count).ok()).ok_or(refused(why)));
        }
        let Some(format) = results.first().and_then(gives) else {
            return Err(refused("Wanted is a text that gives one number.".into()));
        };
        let takes = |formal: &Formal| match formal {
            Formal::Memory(variable) => Format::named(&module.functions[entry].variables.get(*variable as usize)?.own),
            Formal::Register(..) => None,
        };
        let mut numbers = module.functions[entry].parameters.iter().take(names.len()).filter_map(takes);
        if let Some(odd) = numbers.find(|own| own.width() != format.width()) {
            return Err(refused(format!("It takes {}s and gives {}; numbers of one width are wanted.", odd.name, format.name)));
        }
        let found = tried(format.width() == 64, names.len()).map_err(refused)?;
        let inputs = names.into_iter().zip(&found.inputs).map(|((name, _), (_, own))| (name, *own)).collect();
        Ok(Elementwise { inputs, output: OperandType::one(format), ..found })
    }

    /// A kernel of a module, in which what does not depend on its operands is known. The error is a sentence.
    fn of_module(module: Module, entry: usize, operands: usize, doubles: bool) -> Result<Elementwise, String> {
        let module = Box::new(module);
        let own = OperandType::one(if doubles { F64::ROW } else { F32::ROW });
        let inputs = (0..operands).map(|place| (char::from(b'a' + place as u8).to_string(), own)).collect();
        let code = Code::Kernel(module, entry);
        let mut function = Elementwise { inputs, output: own, evidence: Evidence::Documented("9.7"), code };
        function.evidence = match function.runner()?.curve {
            Some(Either::Singles(curve)) => curve.evidence(),
            Some(Either::Doubles(curve)) => curve.evidence(),
            None => function.evidence,
        };
        Ok(function)
    }

    /// What runs it on one thread. The error is a sentence.
    pub fn runner(&self) -> Result<Runner<'_>, String> {
        let (mut written, mut curve) = ([[0; LANES]; SOURCES], None);
        match &self.code {
            Code::Instruction(_, sources) => {
                for (held, source) in written.iter_mut().zip(sources) {
                    *held = [source.err().unwrap_or(0); LANES];
                }
            }
            Code::Unit(_) => {}
            Code::Kernel(module, entry) => {
                let operands = self.inputs.len();
                curve = Some(match self.output.width() == 64 {
                    false => Either::Singles(Curve::of(module, *entry, LIMIT, operands)?),
                    true => Either::Doubles(Curve::of(module, *entry, LIMIT, operands)?),
                });
            }
        }
        Ok(Runner { function: self, written, curve })
    }
}

impl Runner<'_> {
    /// The results of so many elements, from what each operand holds in them.
    pub fn each(&self, count: usize, inputs: &[Together]) -> Result<Together, String> {
        let mut results = [0; LANES];
        match (&self.function.code, &self.curve) {
            (Code::Instruction(ready, sources), _) => {
                let source = |place: usize| sources[place].map_or(&self.written[place], |input| &inputs[input]);
                if let Some(kind) = ready.divisor()
                    && let Some(at) = (0..count).find(|lane| kind.value(source(1)[*lane]) == 0)
                {
                    let operands: Operands = core::array::from_fn(|place| source(place)[at]);
                    return Err(format!("{} (a = {:x})", DIVISION, operands[0]));
                }
                results = ready.abreast(u64::MAX >> (LANES - count.clamp(1, LANES)), &source);
            }
            (Code::Unit(unit), _) => {
                let operands: [u32; LANES] = inputs[0].map(|bits| bits as u32);
                match *unit {
                    Unit::Mufu(op, takes) => mufu_each(op, takes, &operands[..count], &mut results),
                    _ => unit.run_each(&operands[..count], |lane, bits, _| results[lane] = bits.into()),
                }
            }
            (_, Some(Either::Singles(curve))) => run(curve, count, inputs, &mut results, |bits| bits as u32, u64::from)?,
            (_, Some(Either::Doubles(curve))) => run(curve, count, inputs, &mut results, |bits| bits, |bits| bits)?,
            (Code::Kernel(..), None) => {}
        }
        Ok(results)
    }
}

/// A kernel for some elements; why it stops, if it does.
fn run<W: Bits>(
    curve: &Curve<W>,
    count: usize,
    inputs: &[Together],
    results: &mut Together,
    operand: impl Fn(u64) -> W,
    bits: impl Fn(W) -> u64,
) -> Result<(), String> {
    let operands: Vec<W> = (0..count).flat_map(|lane| inputs.iter().map(move |held| held[lane])).map(operand).collect();
    curve.evaluate_each(&operands, |lane, result| results[lane] = bits(result));
    curve.stopped().map_or(Ok(()), |(operands, stop)| {
        let operands: Vec<String> = operands.iter().map(|bits| format!("0x{bits:0digits$x}", digits = 2 * size_of::<W>())).collect();
        Err(format!("For {} the kernel stops: {}", operands.join(" and "), stop.message))
    })
}
