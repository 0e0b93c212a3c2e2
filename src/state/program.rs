//! What can be done on the program page.

use super::address::Page;
use super::app_state::AppState;
use super::history::{Change, EditLabel};
use super::listing::Listing;
use leptos::prelude::*;
use semantics::syntax::Change as Mend;
pub use view_model::state::program::{Executed, Watched, is_module, is_program, runs_as_kernel};

/// What can be done on the page.
impl AppState {
    /// What is asked of a kernel, as its page writes it.
    pub fn ask_kernel(&self, kernel: String, change: Change) {
        if self.program.with_untracked(|listing| listing.kernel != kernel) {
            self.program.update(|listing| listing.kernel = kernel);
            self.record(change);
        }
    }

    /// The text was typed.
    pub fn type_program(&self, text: String) {
        self.program.update(|listing| listing.text = text);
        self.record(Change::Typing);
    }

    /// Opens a program on its page.
    pub fn open_program(&self, listing: Listing) {
        self.program.set(listing);
        self.step.set(None);
        self.page.set(Page::Program);
        self.record(Change::Edit(EditLabel::OpenedProgram));
    }

    /// Shows a statement's steps.
    pub fn choose_line(&self, statement: usize) {
        if self.program.with_untracked(|listing| listing.line != Some(statement)) {
            self.program.update(|listing| listing.line = Some(statement));
            self.step.set(None);
            self.record(Change::View);
        }
    }

    /// Sets a register as it is before the first line.
    pub fn set_initial(&self, name: &str, bits: u64) {
        self.program.update(|listing| listing.registers.set(name, bits));
        self.record(Change::Edit(EditLabel::ProgramRegister(name.to_owned())));
    }

    /// Applies a fix to the program.
    pub fn mend_program(&self, change: &Mend) {
        match change {
            Mend::Replace { span, text: new } => {
                self.program.update(|listing| {
                    if let (Some(before), Some(behind)) = (listing.text.get(..span.start), listing.text.get(span.end..)) {
                        listing.text = [before, new, behind].concat();
                    }
                });
                self.record(Change::Edit(EditLabel::ProgramText));
            }
            _ => self.apply_fix(change),
        }
    }
}
