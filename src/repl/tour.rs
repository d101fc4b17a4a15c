//! A tournament: one match after the other by a schedule, and each player's account with every
//! partner (R18.2, R18.3).

use crate::engine::definition::{Schedule, letter};
use crate::engine::{Code, Refusal};
use crate::table::State;
use serde::{Deserialize, Serialize};

/// A tournament as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    schedule: Schedule,
    players: Vec<String>,
    /// The match that is played, counted over stages and their tables.
    at: usize,
    /// Points that a player has made, with each other player as partner.
    accounts: Vec<Vec<i64>>,
    /// What the seats of this table are called.
    seat_names: Vec<String>,
    over: bool,
}

/// A tournament as a file keeps it: its schedule is the game's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    players: Vec<String>,
    at: usize,
    accounts: Vec<Vec<i64>>,
    over: bool,
}

impl Tour {
    /// As a file keeps it.
    pub fn kept(&self) -> Kept {
        let (players, accounts) = (self.players.clone(), self.accounts.clone());
        Kept { players, at: self.at, accounts, over: self.over }
    }
    /// As it was kept, by the schedule of the game that is played.
    ///
    /// # Errors
    /// When it does not fit the schedule; `path` is the file that is named then.
    pub fn from_kept(
        schedule: Option<&Schedule>,
        kept: Option<Kept>,
        path: &str,
    ) -> Result<Option<Self>, Refusal> {
        let (schedule, kept) = match (schedule, kept) {
            (None, None) => return Ok(None),
            (Some(schedule), Some(kept)) => (schedule, kept),
            (Some(schedule), None) => return Ok(Some(Self::new(schedule, &[]))),
            (None, Some(_)) => {
                let text = format!("{path}: it keeps a tournament, and this game has none");
                return Err(Refusal::new(Code::FileError, text));
            }
        };
        let n = schedule.players;
        let square = kept.accounts.len() == n && kept.accounts.iter().all(|row| row.len() == n);
        let mut tour = Self::new(schedule, &[]);
        if kept.players.len() != n || !square || kept.at >= tour.place().1 {
            let text = format!("{path}: its tournament is not of this game's {n} players");
            return Err(Refusal::new(Code::FileError, text));
        }
        tour.players = kept.players.iter().map(|name| crate::script::clean_text(name)).collect();
        (tour.at, tour.accounts, tour.over) = (kept.at, kept.accounts, kept.over);
        tour.sit();
        Ok(Some(tour))
    }
    /// A tournament before its first match; players without a name go by their letter.
    pub fn new(schedule: &Schedule, names: &[String]) -> Self {
        let n = schedule.players;
        let name = |at: usize| names.get(at).cloned().unwrap_or_else(|| letter(at).to_string());
        let mut tour = Self {
            schedule: schedule.clone(),
            players: (0..n).map(name).collect(),
            at: 0,
            accounts: vec![vec![0; n]; n],
            seat_names: Vec::new(),
            over: false,
        };
        tour.sit();
        tour
    }
    fn sit(&mut self) {
        self.seat_names = self.seated().iter().map(|at| self.players[*at].clone()).collect();
    }
    /// The players of the table that is played, in the order of the seats.
    pub fn seated(&self) -> &[usize] {
        let tables = self.schedule.stages.iter().flatten();
        tables.into_iter().nth(self.at).map_or(&[], Vec::as_slice)
    }
    /// What the seats of this table are called.
    pub fn seat_names(&self) -> &[String] {
        &self.seat_names
    }
    /// Every player's name.
    pub fn players(&self) -> &[String] {
        &self.players
    }
    /// Points of a player so far.
    pub fn total(&self, player: usize) -> i64 {
        self.accounts[player].iter().sum()
    }
    /// Points of a player with another as partner.
    pub fn with(&self, player: usize, partner: usize) -> i64 {
        self.accounts[player][partner]
    }
    /// Which match is played, and of how many.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.schedule.stages.iter().map(Vec::len).sum())
    }
    /// The stage and the table of the match that is played, from 1.
    pub fn stage(&self) -> (usize, usize) {
        let tables = self.schedule.stages.first().map_or(1, Vec::len).max(1);
        (self.at / tables + 1, self.at % tables + 1)
    }
    /// Whether every match is played.
    pub const fn is_over(&self) -> bool {
        self.over
    }
    /// The tournament after the match at this table has ended like this.
    pub fn after(&self, state: &State) -> Self {
        let mut next = self.clone();
        let seated = self.seated();
        for (seat, player) in seated.iter().enumerate() {
            let team = state.seats[seat].team;
            let partner = |at: &usize| *at != seat && state.seats[*at].team == team;
            // Without partners a player's account is with himself.
            let with = (0..seated.len()).find(partner).map_or(*player, |at| seated[at]);
            next.accounts[*player][with] += state.seats[seat].total;
        }
        next.at += 1;
        next.over = next.at >= self.place().1;
        if next.over {
            next.at = self.at;
        }
        next.sit();
        next
    }
    /// The players, best first, with their ranks; those who are level share one.
    pub fn standings(&self) -> Vec<(usize, usize, i64)> {
        let mut order: Vec<(i64, usize)> =
            (0..self.players.len()).map(|player| (-self.total(player), player)).collect();
        order.sort_unstable();
        let mut ranked: Vec<(usize, usize, i64)> = Vec::new();
        for (at, (points, player)) in order.into_iter().enumerate() {
            let rank = ranked.last().filter(|last| last.2 == -points).map_or(at + 1, |last| last.0);
            ranked.push((rank, player, -points));
        }
        ranked
    }
}
