//! What a game is made of: the list of hooks, rules as written, filters, and the game they make.

mod compose;
mod filter;
mod game;
mod hook;
mod load_error;
mod matches;
mod policy;
mod rule;
mod swift;
mod uses;

pub use filter::{FILTER_KEYS, Facts, Filter};
pub use game::{Game, GameSpec, Listener, Offer, Rule};
pub use hook::{HOOKS, Hook, HookInfo, HookKind, SubjectKind};
pub use load_error::LoadError;
pub use matches::{MatchSpec, Schedule, letter};
pub use policy::{
    CallPolicy, CatchUntil, ChallengePolicy, DealTies, Duty, Format, GuiltyIf, JudgedColor,
    NextStart, Policy, Short, StackFigures, Starter, Wd4,
};
pub use rule::{
    Body, DoSpec, FilterSpec, HookName, HookSpec, MemoryDef, Needs, OfferSpec, OfferTo, OptionDef,
    Other, Per, Range, RuleSpec, Scope, ScriptFn, Source, options_named,
};
pub use swift::{Fits, PASSING};
pub use uses::Uses;
