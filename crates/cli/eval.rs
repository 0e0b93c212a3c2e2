//! `ulp eval`: instructions from the command line or from standard input, results to standard output, one line each.

use crate::{Outcome, ended, lines, target, version};
use semantics::c::is_python;
use semantics::instruction::{Context, Target, Version};
use semantics::line::{Evaluator, Form};
use semantics::syntax::{Switch, with_option};
use std::io::{self, Write};

/// The whole help.
const HELP: &str = "Evaluate instructions, one a line

Takes texts `[NAME=HEXBITS ...] | INSTRUCTION`, or reads one a line from standard input if there is none.
The part before `|` gives registers their bits and may be left out.
A register that is not given reads as zero; a guard that is not given lets its instruction run. Predicates are given and printed as p=1. A name matches with or without its %.
Writes one line for each, with tabs between its fields:
  ok     DEST=HEXBITS   FLAGS joined by commas, or -   NOTES
  error  CODE           START-END, bytes of the line   MESSAGE
A line of machine instructions is a program for its target, in words of 64 bits on sm_50 to sm_62 and of 128 bits from sm_70 on:
  R1=3fc00000 c[0x3][0x10]=40000000 P0=1 | RRO.SINCOS R0, R1; @P0 MUFU.SIN R0, R0;
  R2=3fc00000 UR4=40000000 | FADD.FTZ R0, R2, -UR4;
An instruction that only the other kind has runs in that kind (words of 64 bits as on sm_53), and a note says so. A word of 32 digits has 128 bits.
A line may call a function of CUDA instead; its variables are given like registers:
  x=3fc00000 | y = __fadd_rz(x, 2.5f);
It may be an expression of C, with nvcc's options after //; a result without a name is d:
  a=3f800001 b=3f800001 c=bf800002 | a*b + c // -fmad=false
It may be Python with NumPy, ml_dtypes, PyTorch or JAX, each operation rounded by itself:
  np.float32(0.1) + np.float32(0.2)
What printf prints stands among the notes: `Prints \"1.000000\\n\".`
A line may hold several instructions and mov; it prints every register that they wrote, DEST=HEXBITS,DEST=HEXBITS.
A product and a sum without a rounding mode are joined as ptxas joins them (mul.f32 and add.f32 become fma.rn.f32); --fmad=false keeps them as written.
`.reg` lines declare registers; operands are checked against them from then on. An empty line gives the error `empty`.";

/// Evaluate instructions, one a line
#[derive(clap::Args)]
#[command(long_about = HELP)]
pub struct Eval {
    /// What to evaluate, instead of standard input; write `--` before what begins with a minus
    texts: Vec<String>,
    /// The chip that the instructions run on: sm_90a, or H100 or hopper for sm_90
    #[arg(long, value_parser = target, default_value_t = Context::default().target)]
    target: Target,
    /// The PTX version that they are written in
    #[arg(long, value_parser = version, default_value_t = Context::default().ptx)]
    ptx: Version,
    /// Whether ptxas and nvcc may join a product and a sum into one fma, which rounds once
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    fmad: bool,
    /// Write one JSON object a line instead, with every step of the computation
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub fn run(self) -> Outcome {
        let context = Context { target: self.target, ptx: self.ptx };
        let mut evaluator = Evaluator::new(context, if self.json { Form::Json } else { Form::Fields });
        let mut answer = |line: &[u8], output: &mut dyn Write| {
            let text = String::from_utf8_lossy(line);
            // Nothing of Python is joined anyway.
            let joins = !self.fmad && !text.trim().is_empty() && !is_python(&text);
            let apart = joins.then(|| with_option(&text, Switch::Fmad));
            output.write_all(evaluator.evaluate(apart.as_ref().map_or(line, |apart| apart.as_bytes())).as_bytes())
        };
        if self.texts.is_empty() {
            return lines::answer(answer);
        }
        let mut output = io::stdout().lock();
        ended(self.texts.iter().try_for_each(|text| {
            answer(text.as_bytes(), &mut output)?;
            output.write_all(b"\n")
        }))
    }
}
