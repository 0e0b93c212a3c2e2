//! Sorting small lists of many types by a number, with one sort for all of them.
//!
//! A sort of the library's is compiled anew for every type and key, two kilobytes of download each; a heap takes half a one.

use std::collections::BinaryHeap;

/// Sorts by a key; what has equal keys keeps its order.
pub fn sort_by_key<T>(items: &mut Vec<T>, key: impl Fn(&T) -> u64) {
    let places: Vec<(u64, usize)> = items.iter().enumerate().map(|(place, item)| (key(item), place)).collect();
    if places.is_sorted() {
        return;
    }
    let places = BinaryHeap::from(places).into_sorted_vec();
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(places.into_iter().filter_map(|(_, place)| taken.get_mut(place)?.take()));
}
