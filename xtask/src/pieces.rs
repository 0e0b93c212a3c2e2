//! Fewer pieces: what several parts of the app share comes in as many files as there are sets of parts that share something, hundreds,
//! most of them tiny. Every file costs a request and a module of its own, so files are joined where that costs less than it saves.

use crate::glue::Part;
use crate::{Outcome, wasm};

/// What a file costs beside its content, in bytes of it: the request, and what the browser does for one more module.
const FILE: usize = 4096;

/// Pieces that are joined, or one alone.
struct Group {
    /// The pieces, by their places.
    pieces: Vec<usize>,
    /// A bit for every part that needs one of them.
    parts: u64,
    /// Bytes of code and data.
    weight: usize,
}

impl Group {
    /// What it costs all its parts together, each alone on its page.
    fn cost(&self) -> usize {
        self.parts.count_ones() as usize * (FILE + self.weight)
    }

    fn with(&self, other: &Group) -> Group {
        Group {
            pieces: self.pieces.iter().chain(&other.pieces).copied().collect(),
            parts: self.parts | other.parts,
            weight: self.weight + other.weight,
        }
    }
}

/// The files of fewer pieces, numbered from 0, and the parts with these numbers. `read` gives the file of one of the cutter's pieces.
pub fn joined(parts: &mut [Part], read: impl Fn(u32) -> Outcome<Vec<u8>>) -> Outcome<Vec<Vec<u8>>> {
    let mut numbers: Vec<u32> = parts.iter().flat_map(|part| part.pieces.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let files = numbers.iter().map(|number| read(*number)).collect::<Outcome<Vec<_>>>()?;
    let mut groups = Vec::new();
    for (place, (number, file)) in numbers.iter().zip(&files).enumerate() {
        let needs = parts.iter().enumerate().filter(|(_, part)| part.pieces.contains(number)).map(|(part, _)| 1 << part).sum();
        groups.push(Group { pieces: vec![place], parts: needs, weight: wasm::weight(file)? });
    }
    let groups = cheapest(groups);
    for (place, part) in parts.iter_mut().enumerate() {
        part.pieces = (0..).zip(&groups).filter(|(_, group)| group.parts >> place & 1 == 1).map(|(number, _)| number).collect();
    }
    groups.iter().map(|group| wasm::merged(&group.pieces.iter().map(|place| files[*place].clone()).collect::<Vec<_>>())).collect()
}

/// Joins the two groups that save most, until none does.
fn cheapest(mut groups: Vec<Group>) -> Vec<Group> {
    loop {
        let mut best: Option<(usize, usize, usize)> = None;
        for (second, other) in groups.iter().enumerate() {
            for (first, group) in groups[..second].iter().enumerate() {
                let apart = group.cost() + other.cost();
                let together = group.with(other).cost();
                if apart > together && best.is_none_or(|(saved, ..)| apart - together > saved) {
                    best = Some((apart - together, first, second));
                }
            }
        }
        let Some((_, first, second)) = best else { return groups };
        let other = groups.remove(second);
        groups[first] = groups[first].with(&other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(place: usize, parts: u64, weight: usize) -> Group {
        Group { pieces: vec![place], parts, weight }
    }

    #[test]
    fn small_pieces_are_joined_and_large_ones_are_not() {
        let large = 10 * FILE;
        let groups = cheapest(vec![group(0, 0b0011, 10), group(1, 0b0110, large), group(2, 0b0111, 20), group(3, 0b1100, 30)]);
        let found: Vec<(&[usize], u64)> = groups.iter().map(|group| (&group.pieces[..], group.parts)).collect();
        assert_eq!(found, [(&[0, 2, 3][..], 0b1111), (&[1], 0b0110)]);
        // What the same parts need is one file, however large.
        assert_eq!(cheapest(vec![group(0, 0b11, large), group(1, 0b11, large)]).len(), 1);
    }
}
