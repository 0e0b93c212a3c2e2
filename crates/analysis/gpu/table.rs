//! The hashes of every lowering over every window: 256 pairs of words a row, little-endian, in the order of [`LOWERINGS`].
//!
//! They are made natively (`ULPSCOPE_BLESS=1 cargo test --release ... gpu::every_window -- --ignored`), kept in `tools/measure/lowerings.bin`, and
//! fetched by the page only when somebody measures.

use super::{Hash, LOWERINGS, Lowering, WINDOWS};

/// The bytes of a row.
pub const ROW: usize = WINDOWS * 8;

/// The table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table(Vec<[Hash; WINDOWS]>);

impl Table {
    /// Reads the file; None if it is not of this version.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Table> {
        if bytes.len() != LOWERINGS.len() * ROW {
            return None;
        }
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap_or_default());
        let hash = |bytes: &[u8]| Hash([word(&bytes[..4]), word(&bytes[4..])]);
        let row = |bytes: &[u8]| {
            let mut row = [Hash::default(); WINDOWS];
            row.iter_mut().zip(bytes.chunks_exact(8)).for_each(|(place, bytes)| *place = hash(bytes));
            row
        };
        Some(Table(bytes.chunks_exact(ROW).map(row).collect()))
    }

    /// The hashes of a lowering.
    #[must_use]
    pub fn of(&self, lowering: &Lowering) -> Option<&[Hash; WINDOWS]> {
        self.0.get(LOWERINGS.iter().position(|row| row.key == lowering.key)?)
    }
}
