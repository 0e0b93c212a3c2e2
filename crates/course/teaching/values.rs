//! An experiment of a lesson: registers that are given, what is computed from them, and everything that came of it.

use crate::evaluate::{Outcome, Request};
use crate::instruction::{Context, Target, Version};
use crate::kernel::Module;
use crate::language::ParsedSource;
use crate::matrix;
use crate::number::{F16, F32, Format, Pattern};
use crate::operation::float_to_half::float_to_half;
use crate::register_file::RegisterFile;
use crate::rounding::Flags;
use crate::run::{Block, Run};
use crate::single::Single;
use crate::sweep::FunctionUnderTest;
use crate::sweep::error_report::{ErrorReport, verdict};
use crate::syntax::Registers;
use crate::tensor_core::Stage;
use crate::trace::Step;
use crate::trace::microscope::{Microscope, of_step};
use core::any::Any;

/// A register with its format and the bits that it starts with.
pub type Given = (String, &'static Format, u64);

/// What is computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Compute {
    /// Nothing: the numbers themselves are looked at.
    #[default]
    Nothing,
    /// A program in PTX.
    Program(String),
    /// `h` is `f` as a half, by integer arithmetic.
    Half,
    /// Lines of PTX one after the other, matrix instructions among them, each for a target of its own.
    Lines(Vec<(Target, String)>),
}

/// Registers and what is computed from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Experiment {
    /// The registers that are given; a reader may change them.
    pub given: Vec<Given>,
    /// What is computed.
    pub compute: Compute,
}

/// An experiment that ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    entries: Vec<(String, Pattern)>,
    run: Run,
}

impl Experiment {
    /// The bits to start with.
    pub fn start(&self) -> Vec<u64> {
        self.given.iter().map(|given| given.2).collect()
    }

    /// The program, if there is one.
    pub fn program(&self) -> Option<&str> {
        match &self.compute {
            Compute::Program(text) => Some(text),
            _ => None,
        }
    }

    /// Runs it on bits for the given registers.
    pub fn run(&self, bits: &[u64]) -> Values {
        let given = self.given.iter().zip(bits);
        let mut entries: Vec<(String, Pattern)> =
            given.map(|((name, format, _), bits)| (name.clone(), Pattern::new(format, *bits))).collect();
        let mut run = Run::default();
        match &self.compute {
            Compute::Nothing => {}
            Compute::Half => {
                let half = float_to_half(entries.first().map_or(0, |entry| entry.1.bits as u32));
                entries.push(("h".into(), Pattern::new(F16::ROW, half.into())));
            }
            Compute::Program(text) => {
                let module = Module::implicit(text, &Context::default(), Registers::default());
                let mut file = RegisterFile::default();
                for (name, pattern) in &entries {
                    file.set(name, pattern.bits);
                }
                run = module.run(&file);
            }
            Compute::Lines(lines) => {
                for (target, text) in lines {
                    let context = Context { target: *target, ptx: Version::NEWEST };
                    // No other language: a page of lessons is spared their code.
                    let reading: Box<dyn ParsedSource> =
                        if matrix::claims(text) { Box::new(matrix::parse(text, &context)) } else { Box::new(Single::read(text, &context)) };
                    let mut file = run.registers.clone();
                    for (name, pattern) in &entries {
                        file.set(name, pattern.bits << pattern.format.spare_bits);
                    }
                    if let Some(done) = reading.run(&file) {
                        run.append(&done, |_| None);
                    }
                }
            }
        }
        for written in run.blocks.iter().flat_map(|block| &block.written) {
            let name = bare(&written.name).to_owned();
            entries.retain(|entry| entry.0 != name);
            entries.push((name, Pattern::new(written.own.as_word(), written.bits)));
        }
        Values { entries, run }
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix('%').unwrap_or(name)
}

impl Values {
    /// A register's number.
    pub fn find(&self, name: &str) -> Option<Pattern> {
        self.entries.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// A register's number; zero where there is no such register, which a test of the lessons finds.
    pub fn get(&self, name: &str) -> Pattern {
        self.find(name).unwrap_or(Pattern::new(F32::ROW, 0))
    }

    /// A register's bits.
    pub fn bits(&self, name: &str) -> u64 {
        self.get(name).bits
    }

    /// A register's place on the number line; both zeros are 0, and so is a NaN.
    pub fn place(&self, name: &str) -> i64 {
        self.get(name).ordinal().unwrap_or(0)
    }

    /// The last statement that wrote a register.
    pub fn ran(&self, name: &str) -> Option<&Block> {
        self.run.blocks.iter().rev().find(|block| block.written.iter().any(|written| bare(&written.name) == name))
    }

    /// What computed a register, and the outcome.
    pub fn computed(&self, name: &str) -> Option<&(Request, Outcome)> {
        self.ran(name)?.computed.as_ref()
    }

    /// The flags of what computed a register.
    pub fn flags(&self, name: &str) -> Flags {
        self.computed(name).map_or(Flags::NONE, |(_, outcome)| outcome.flags)
    }

    /// Whether a register was computed without a rounding error.
    pub fn is_exact(&self, name: &str) -> bool {
        !self.flags(name).contains(Flags::INEXACT)
    }

    /// The steps that led to a register.
    pub fn steps(&self, name: &str) -> &[Step] {
        self.ran(name).map_or(&[], |block| self.run.steps(block))
    }

    /// The rounding of a register.
    pub fn microscope(&self, name: &str) -> Option<Microscope> {
        self.steps(name).iter().find_map(of_step)
    }

    /// Where the window of the tensor core that gave a register ends, as a power of two: that of its last sum.
    pub fn window(&self, name: &str) -> Option<i32> {
        let stages = self.steps(name).iter().filter_map(|step| match step {
            Step::Told(told) => (&**told as &dyn Any).downcast_ref::<Stage>(),
            _ => None,
        });
        stages.filter_map(|stage| if let Stage::Align { last, .. } = stage { Some(*last) } else { None }).next_back()
    }

    /// What a register that was approximated is worth.
    pub fn verdict(&self, name: &str) -> Option<ErrorReport> {
        let (request, outcome) = self.computed(name)?;
        verdict(request, outcome.bits)
    }

    /// The row of the table of the special function unit that a register was interpolated from.
    pub fn table_row(&self, name: &str) -> Option<u32> {
        let (request, _) = self.computed(name)?;
        let subject = FunctionUnderTest::find(request.sequence()?.form, request.target.number())?;
        subject.evaluate_with_segment(request.operands[0] as u32).1.map(u32::from)
    }
}
