//! Rules in Lua: the only code that knows mlua.
//!
//! A rule runs in a virtual machine of its own ([`Vm`]), entered only through [`Vm::enter`], which
//! limits its time and memory. Whatever goes wrong in there comes out as a [`Fault`].

pub mod fault;
pub mod incomplete;
pub mod lint;
pub mod sandbox;
mod scan;
pub mod text;

pub use fault::{Fault, FaultKind};
pub use incomplete::incomplete;
pub use sandbox::{Vm, charge, suspend};
pub use text::clean_text;
