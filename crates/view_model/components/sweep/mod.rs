//! Sweeps in the background: what is asked, what was found so far, and how fast it goes.

pub mod task;

pub use task::{FEW, Sweep, Task};

/// Inputs a second and the time left.
pub fn pace(swept: u64, all: u64, milliseconds: f64) -> String {
    if swept == 0 || milliseconds < 50.0 {
        return "beginning …".to_owned();
    }
    let rate = swept as f64 / milliseconds * 1000.0;
    let left = (all - swept.min(all)) as f64 / rate;
    let left = if left < 1.0 { "under a second left".to_owned() } else { format!("{} s left", left.ceil() as u64) };
    let tenths = (rate / 1e5 + 0.5) as u64;
    format!("{}.{} million a second, {left}", tenths / 10, tenths % 10)
}
