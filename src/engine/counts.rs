//! What happened, as plain numbers: for the simulator, which wants no events told.

/// Numbers of things that happened at a table since they were last cleared. No game depends on
/// them; they are no part of the state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Cards drawn, for any reason; dealt cards do not count.
    pub drawn: u64,
    /// Reshuffles (R15.1).
    pub reshuffles: u64,
    /// Last-card calls made along with the play (R13.1).
    pub called: u64,
    /// Last-card calls made late, before anybody caught (R13.5).
    pub called_late: u64,
    /// Hands that could be caught: calls missed (R13.2).
    pub exposed: u64,
    /// Seats caught (R13.2).
    pub caught: u64,
    /// Calls and catches without need (A19).
    pub false_alarms: u64,
    /// Plays out of turn (R20).
    pub jumps: u64,
    /// Challenges (R12).
    pub challenges: u64,
}
