//! The simulator: many rounds by bots, counted in whole numbers, the same on any machine and with
//! any number of threads.
//!
//! - `plan`: what is to be played. `run`: threads. `player`, `driver`, `react`: one table.
//! - `tally`, `pairs`: what is counted. `stats`: what follows from it, with sources.
//! - `head`: what a result is about. `report`: how it is shown. `merge`: parts become the whole.

pub mod cases;
mod driver;
pub mod head;
pub mod merge;
mod pairs;
#[cfg(feature = "parquet")]
mod parquet_rows;
mod plan;
mod player;
mod react;
pub mod report;
pub mod rows;
mod run;
pub mod stats;
mod tally;

pub use driver::{Driver, Step};
pub use pairs::{Duel, Pair};
pub use plan::{Case, Kind, Plan, Shard, Unit, seat_bots, unit_seed};
pub use player::{MatchEnd, Player};
pub use react::React;
pub use report::{Report, fault_text};
pub use run::{Nobody, Outcome, Watcher, run};
pub use tally::{
    Extreme, Extremes, FIGURE_COUNT, FIGURES, Faults, Faulty, Figure, HookCounts, MatchTally, Row,
    Sums, Tally,
};
