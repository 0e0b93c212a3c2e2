//! A listing of machine code as a module of PTX: each function is an entry, and each instruction the lines that compute the same on registers
//! of the same names (`R4` is `%R4`). So what runs PTX runs machine code: with buffers, with threads that meet, with every observer.
//!
//! Where an instruction has no such lines the function is refused, and the message says which and why. What only says how a chip issues
//! instructions or gathers threads (`BSSY`, `WARPSYNC`, `DEPBAR`) is no line.

mod arithmetic;
mod body;
mod functions;
mod integers;
mod memory;
mod operands;
mod threads;

use super::document::Document;
use crate::c::Compiled;
use crate::instruction::Context;
use crate::syntax::{Diagnostic, Severity};
use body::Body;

/// Makes a module of a listing. This never fails: what is wrong is in the diagnostics.
pub fn compiled(text: &str, context: &Context) -> Compiled {
    let document = Document::read_128(text, context);
    let context = Context { target: document.context.target, ..*context };
    let mut written = Writing::default();
    for line in [format!(".version {}", context.ptx), format!(".target {}", context.target), ".address_size 64".to_owned()] {
        written.line(&line, None);
    }
    let (mut diagnostics, mut count): (Vec<Diagnostic>, usize) = (Vec::new(), 0);
    for function in functions::functions(&document) {
        match Body::of(&document, &context, &function) {
            Ok(body) => {
                written.entry(&document, body);
                count += 1;
            }
            Err(said) => diagnostics.push(said),
        }
    }
    // One function does without another.
    for said in diagnostics.iter_mut().filter(|_| count > 0) {
        said.severity = Severity::Note;
    }
    diagnostics.extend(document.diagnostics.iter().filter(|said| matches!(said.code, "which-chip" | "columns" | "folded")).cloned());
    Compiled {
        text: written.text,
        from: written.from,
        tokens: document.tokens,
        host: None,
        diagnostics,
        launches: Vec::new(),
        program: None,
        proposed: Vec::new(),
        pointees: Vec::new(),
    }
}

/// A module as it is written.
#[derive(Default)]
struct Writing {
    text: String,
    from: Vec<Option<usize>>,
}

impl Writing {
    fn line(&mut self, line: &str, from: Option<usize>) {
        self.text.push_str(line);
        self.text.push('\n');
        self.from.push(from);
    }

    fn entry(&mut self, document: &Document, body: Body) {
        let Body { name, parameters, lines, declarations, .. } = body;
        self.line("", None);
        self.line(&format!(".visible .entry {name}({}", if parameters.is_empty() { ")" } else { "" }), None);
        for (place, parameter) in parameters.iter().enumerate() {
            let end = if place + 1 < parameters.len() { "," } else { "" };
            self.line(&format!("\t.param .{} {name}_param_{place}{end}", parameter.own), None);
        }
        if !parameters.is_empty() {
            self.line(")", None);
        }
        self.line("{", None);
        declarations.iter().for_each(|line| self.line(&["\t", line].concat(), None));
        let mut last = None;
        for (place, line) in lines {
            let from = place.and_then(|place| {
                let start = document.statements.get(place)?.span.start;
                Some(document.text.get(..start)?.matches('\n').count())
            });
            if from.is_some() && last.replace(place) != Some(place) {
                let code = place.and_then(|place| document.text.get(document.statements.get(place)?.span.clone()));
                self.line(&format!("\t// {}: {}", from.unwrap_or(0) + 1, code.unwrap_or("").trim()), from);
            }
            let indent = if line.ends_with(':') { "" } else { "\t" };
            self.line(&[indent, &line].concat(), from);
        }
        self.line("\tret;", None);
        self.line("}", None);
    }
}
