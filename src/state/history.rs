//! Changes as entries of the browser's history.

use super::browser;
use leptos::prelude::*;
pub use view_model::state::history::{Change, EditLabel};

/// Writes the address.
#[derive(Clone, Copy)]
pub struct Journal {
    last: StoredValue<(Change, f64)>,
    waiting: StoredValue<Option<String>>,
    /// In a frame nothing adds to the history, which is the outer page's too.
    framed: bool,
}

/// Browsers refuse addresses that change too often.
const PAUSE: core::time::Duration = core::time::Duration::from_millis(200);

impl Journal {
    /// A journal that begins with a committed entry.
    pub fn new(framed: bool) -> Journal {
        Journal { last: StoredValue::new((Change::Commit, 0.0)), waiting: StoredValue::new(None), framed }
    }

    /// Takes the address after a change.
    pub fn record(&self, change: Change, hash: String) {
        let now = browser::now();
        let (last, when) = self.last.get_value();
        let same = self.framed || change.goes_on(&last, now - when);
        if change != Change::View {
            self.last.set_value((change, now));
        }
        if same {
            let idle = self.waiting.with_value(Option::is_none);
            self.waiting.set_value(Some(hash));
            if idle {
                let journal = *self;
                set_timeout(move || journal.flush(), PAUSE);
            }
        } else {
            self.flush();
            browser::set_hash(&hash, true);
        }
    }

    /// Writes an address that waits for its pause.
    pub fn flush(&self) {
        if let Some(Some(hash)) = self.waiting.try_update_value(Option::take) {
            browser::set_hash(&hash, false);
        }
    }

    /// Forgets what waits: the address was changed by the browser.
    pub fn forget(&self) {
        self.waiting.set_value(None);
        self.last.set_value((Change::Commit, 0.0));
    }
}
