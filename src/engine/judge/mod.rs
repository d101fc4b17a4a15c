//! Questions to the rules. Nothing here changes anything.

mod adjust;
mod admit;
mod doors;
mod explain;
mod guilt;
mod legal;
mod look;

pub use explain::{Said, Why};
pub(super) use guilt::{guilty, judged_hand};
