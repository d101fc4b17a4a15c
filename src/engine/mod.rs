//! The rules machine: a definition, questions to its rules, and the changes they cause.
//!
//! - `definition/`: what a game is made of; never changes while a round is played.
//! - `judge/`: questions to the rules; reads only.
//! - `change/`: the only code that changes a [`crate::table::State`].
//! - `rules/`: the built-in rules, one file each, of the same interface as scripts.

mod change;
mod counts;
pub mod definition;
pub mod host;
mod judge;
mod refusal;
pub mod rules;
mod standings;
mod table_match;
#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use judge::{Said, Why};
pub use refusal::{Code, Refusal};
pub use standings::Ranked;
pub use table_match::Match;
