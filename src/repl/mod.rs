//! Sessions: one language for the prompt, files, pipes and tests.
//!
//! A [`Session`] is pure: a line goes in, an [`Output`] comes out. Only `prompt` and the command
//! line print; the disk is touched by
//! `files`, `journal`, `past`, `watch` and `editor` alone.

mod bots;
mod cause;
mod columns;
mod command;
mod complete;
mod diff;
mod draft;
mod editor;
mod events;
pub mod evidence;
mod expect;
mod expect_table;
mod files;
mod game;
mod help;
mod highlight;
mod history;
pub mod hotseat;
mod journal;
mod json;
mod keep;
mod look;
mod lua;
mod matches;
mod output;
mod paint;
mod parse;
mod past;
mod pieces;
mod play;
mod position;
pub mod progress;
pub mod prompt;
pub mod record;
mod rewrite;
mod save;
mod script_file;
mod session;
mod show;

mod skeleton;
mod source;
pub mod testing;
#[cfg(test)]
mod tests;
mod tests_commands;
mod time;
mod tokens;
mod tour;
mod usage;
mod watch;

pub use columns::fold;
pub use files::read as read_file;
pub use game::warnings;
pub use history::{Act, Did, Entry, Point, Step};
pub use output::{Extra, Output, many};
pub use paint::Paint;
pub use script_file::{Failure, run_text};
pub use session::{Options, Session};
pub use source::GameSource;
