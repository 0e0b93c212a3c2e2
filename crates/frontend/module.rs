//! A text of PTX, C, Python or machine code as a module whose kernels run.

use crate::c::{self, Compiled};
use crate::instruction::Context;
use crate::kernel::Module;
use crate::number::Format;
use crate::sass;
use crate::syntax::{Diagnostic, Switch, Token, TokenKind, lex, with_option};

/// What a text becomes.
#[derive(Clone, Debug)]
pub struct Read {
    /// The module.
    pub module: Module,
    /// The module with the program of the host, where C has one.
    pub host: Option<Module>,
    /// What of that program is not covered, or each function of a listing that does not run.
    pub uncovered: Vec<Diagnostic>,
    /// What the host would compute by another library.
    pub of_cuda: Option<Diagnostic>,
    /// The kernels that C launches, with threads of a block and blocks.
    pub launches: Vec<(String, [u32; 2])>,
    /// What a program of C takes where nobody says.
    pub proposed: Vec<(String, String)>,
    /// What the pointers of C's kernels point to: the name of each parameter in the module, and the format.
    pub pointees: Vec<(String, &'static Format)>,
}

impl Read {
    /// Threads of a block and blocks where nobody says: as C launches the kernel, else as the kernel's own directives want it.
    pub fn shape(&self, entry: usize) -> [[u32; 3]; 2] {
        let name = self.module.functions.get(entry).map_or("", |function| &function.name);
        c::launched(&self.launches, name).unwrap_or_else(|| self.module.shape(entry))
    }
}

/// Reads a text, C compiled and a listing lifted; a context is for what names none. What is wrong with lines of PTX stops a run when they are reached.
/// Products and sums stay as they are written unless they may be joined.
pub fn read(text: &str, context: &Context, joined: bool) -> Result<Read, Diagnostic> {
    let apart = (!joined && !c::is_python(text)).then(|| with_option(text, Switch::Fmad));
    let text = apart.as_deref().unwrap_or(text);
    if !c::claims(text) && !is_machine_code(text) {
        let module = Module::read(text, context);
        let (proposed, pointees) = (Vec::new(), Vec::new());
        return Ok(Read { module, launches: Vec::new(), host: None, uncovered: Vec::new(), of_cuda: None, proposed, pointees });
    }
    let compiled = compiled(text, context);
    let said_of = |code: &str| compiled.diagnostics.iter().find(|said| said.code == code).cloned();
    match compiled.diagnostics.iter().find(|said| said.is_error()) {
        Some(said) => Err(said.clone()),
        None => {
            let module = compiled.module(context);
            Ok(Read {
                uncovered: compiled.diagnostics.iter().filter(|said| matches!(said.code, "host" | "machine-code")).cloned().collect(),
                of_cuda: said_of(c::OF_CUDA),
                module,
                host: compiled.host(context),
                launches: compiled.launches,
                proposed: compiled.proposed,
                pointees: compiled.pointees,
            })
        }
    }
}

/// Whether a text is a listing, which runs as lines of PTX. What stands in a comment makes a text neither PTX nor machine code.
fn is_machine_code(text: &str) -> bool {
    let begins = |token: &Token| token.kind != TokenKind::Comment && [".entry", ".func"].contains(&&text[token.span.clone()]);
    !c::claims(text) && sass::is_listed(text) && !lex(text).iter().any(begins)
}

/// A text of C, Python or machine code as a module of PTX. This never fails: what is wrong is in the diagnostics.
pub fn compiled(text: &str, context: &Context) -> Compiled {
    if is_machine_code(text) { sass::compiled(text, context) } else { c::compiled(text, context) }
}
