//! Dot products on tensor cores: which row of the table is asked, what comes out part by part, and what else the sum could be.

mod beside;
mod case;
mod explain;
mod lanes;
mod matrices;
pub mod presets;
mod query;
mod single;
mod terms;

pub use beside::Way;
pub use case::{Case, MOST, list, read_list, spelled};
pub use explain::{Judged, Verdict, judged};
pub use lanes::{Held, heads};
pub use matrices::{Matrices, Words};
pub use presets::{Preset, presets, promoted, split};
pub use query::{Asked, chip, kind, number, of_head, path, scale, slug};
pub use single::{Alone, alone};
pub use terms::{Group, Part, Parts, parting, same};
