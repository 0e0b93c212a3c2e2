//! Values that a text asks for and that are made once for the whole run, so that everything else holds a small reference to them.

use std::sync::{Mutex, PoisonError};

/// The value of a list that equals this one, which is added where there is none.
pub fn interned<T: PartialEq>(all: &Mutex<Vec<&'static T>>, one: T) -> &'static T {
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| ***known == one) {
        return known;
    }
    let new: &'static T = Box::leak(Box::new(one));
    all.push(new);
    new
}
