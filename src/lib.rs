//! `houserules`: the sandbox for house rules of UNO-family card games.
//!
//! The floors, each using only those below it:
//! `repl` → `script` → [`engine`] → [`table`] → [`cards`].

pub mod bot;
pub mod cards;
pub mod cli;
pub mod engine;
pub mod interrupt;
pub mod limits;
pub mod repl;
pub mod rng;
pub mod script;
pub mod sim;
pub mod table;
