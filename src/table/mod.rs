//! The table as plain data: seats, state, actions, effects, events. Nothing here decides anything.

mod action;
mod effect;
mod event;
mod observation;
mod play;
mod scores;
mod seat;
mod setup;
mod state;
mod value;

pub use action::{Action, Actor, TableAction};
pub use effect::{By, CardTest, Effect, MomentWhen, Owe, Reason, Spot, Who};
pub use event::{DebtChange, EndWhy, Event, Told, TurnEnd};
pub use observation::Observation;
pub use play::{Before, How, Play, WentOut};
pub use scores::Scores;
pub use seat::{Direction, Seat, SeatSet};
pub use setup::{Setup, SetupError};
pub use state::{
    Advance, Ask, AskKind, AskMode, Asked, Call, Debt, Delayed, Ending, LastDraw, May, Moment,
    Place, RoundEnd, RuleId, RuleState, Stage, Standing, State, Status, TableState, Tape, Task,
    Turn,
};
pub use value::{Key, Value};
