//! Dot products on tensor cores: which row of the table is asked, what comes out part by part, and what else the sum could be.

mod alone;
mod asked;
mod beside;
mod case;
mod judged;
mod lanes;
mod parts;
pub mod presets;

pub use alone::{Alone, alone};
pub use asked::{Asked, chip, kind, number, of_head, path, scale, slug};
pub use beside::Way;
pub use case::{Case, MOST, list, read_list, spelled};
pub use judged::{Judged, Verdict, judged};
pub use lanes::{Held, heads};
pub use parts::{Group, Part, Parts, parting, same};
pub use presets::{Preset, presets, promoted, split};
