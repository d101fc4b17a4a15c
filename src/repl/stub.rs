//! Stands in for the loader until it is there.
use crate::engine::definition::*;
use crate::engine::{Match, Refusal};
use crate::engine::host::{Host, NoScripts};
use std::rc::Rc;
/// What to load.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSource { /// game
 pub game: String, /// rules
 pub rules: Vec<String>, /// without
 pub without: Vec<String>, /// options
 pub options: Vec<(String, String, String)> }
/// Loads.
pub fn load(_: &GameSource) -> Result<(Rc<Game>, Rc<dyn Host>), Vec<LoadError>> { let _ = NoScripts; todo!() }
