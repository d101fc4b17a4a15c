//! Rules in Lua: the only code that knows mlua.
//!
//! A rule runs in a virtual machine of its own ([`Vm`]), entered only through [`Vm::enter`], which
//! limits its time and memory. Whatever goes wrong in there comes out as a [`Fault`].

mod args;
mod ask;
mod bot;
mod card;
pub mod console;
mod desk;
pub mod fault;
mod game_file;
mod hooks;
pub mod incomplete;
pub mod library;
pub mod lint;
pub mod load;
pub mod loader;
mod memory;
mod pretty;
mod read;
pub mod reads;
pub mod sandbox;
mod scan;
pub mod scripts;
mod seats;
mod shapes;
pub mod store;
mod subject;
mod swift;
pub mod text;
pub mod trace;
mod value;
mod verbs;
mod view;

pub use bot::{bot_hash, bot_named, bot_names};
pub use console::{Bench, Bound, Console, Ran};
pub use fault::{Fault, FaultKind};
pub use incomplete::incomplete;
pub use library::{Member, members};
pub use load::{GameSource, Loaded, load, refusal};
pub use sandbox::{LIBRARY, Vm, charge, suspend};
pub use scripts::{PromptView, Scripts};
pub use text::{clean_text, steers};
