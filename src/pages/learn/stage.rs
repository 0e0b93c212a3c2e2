//! What the pieces of a screen share: its numbers, its language, how far the reader has come.

use super::language::Words;
use super::terms::Links;
use crate::components::dynamic::{Text, text};
use crate::state::address::{Address, Page};
use crate::state::app_state::AppState;
use crate::state::listing::Listing;
use crate::state::registers::Registers;
use leptos::prelude::*;
use semantics::teaching::{Lesson, Screen, Values};
use std::sync::Arc;

/// What the pieces of a screen share. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Stage {
    /// The screen.
    pub screen: &'static Screen,
    /// The language.
    pub words: Words,
    /// The bits of the given registers, as they are now.
    pub bits: RwSignal<Vec<u64>>,
    /// The experiment on these bits.
    pub values: Memo<Arc<Values>>,
    /// The experiment as it was given: what questions are about.
    pub start: StoredValue<Arc<Values>>,
    /// How many questions are answered.
    pub answered: RwSignal<usize>,
    /// The words that lead to the glossary.
    links: StoredValue<Links>,
}

impl Stage {
    /// A screen of a lesson as it is given, with so many questions answered already.
    pub fn new(lesson: &'static Lesson, number: usize, screen: &'static Screen, words: Words, answered: usize) -> Stage {
        let bits = RwSignal::new(screen.experiment.start());
        Stage {
            screen,
            words,
            bits,
            values: Memo::new(move |_| bits.with(|bits| Arc::new(screen.experiment.run(bits)))),
            start: StoredValue::new(Arc::new(screen.experiment.run(&screen.experiment.start()))),
            answered: RwSignal::new(answered),
            links: StoredValue::new(Links::new(words, lesson, number)),
        }
    }

    /// A sentence with its places filled, as markup.
    pub fn said(self, english: &str, values: &Values) -> String {
        self.links.with_value(|links| links.html(english, &self.words.fill(english, values)))
    }

    /// A sentence about the numbers as they were given, as markup.
    pub fn said_at_first(self, english: &str) -> String {
        self.start.with_value(|values| self.said(english, values))
    }

    /// A text that follows the numbers, as markup.
    pub fn follows(self, make: impl Fn(&Values) -> String + Send + 'static) -> Text {
        text(move || self.values.with(|values| make(values)))
    }

    /// The address of the program with the numbers as they are now.
    pub fn address(self, explorer: AppState, program: &str) -> String {
        let mut registers = Registers::default();
        self.bits.with(|bits| {
            for ((name, ..), bits) in self.screen.experiment.given.iter().zip(bits) {
                registers.set(&["%", name].concat(), *bits);
            }
        });
        let program = Listing { text: program.to_owned(), registers, ..Listing::blank() };
        Address { page: Page::Program, program, step: None, ..explorer.address() }.written()
    }
}
