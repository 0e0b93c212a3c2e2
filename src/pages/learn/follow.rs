//! The record of what was right and wrong in practice, kept in this browser.

use super::progress;
use super::settings::any_seed;
use semantics::teaching::practice::{Attempt, Record, Set};
use view_model::pages::learn::follow;
pub use view_model::pages::learn::follow::{next, reached, so_far, why};

/// The record of this browser; a new one is kept at once, so that its problems stay the same.
pub fn record() -> Record {
    progress::record().unwrap_or_else(anew)
}

/// Forgets what was right and wrong.
pub fn anew() -> Record {
    let record = Record::new(any_seed());
    progress::keep_record(&record);
    record
}

/// Takes the first answer to a problem in, keeps that, and says what it leads to.
pub fn answered(record: &mut Record, set: &Set, attempt: &Attempt) -> String {
    let says = follow::answered(record, set, attempt);
    progress::keep_record(record);
    says
}
