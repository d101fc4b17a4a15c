//! After a round: who drops out of the match, and whether it is over (R17, R18, A31, A32).

use super::Done;
use crate::engine::definition::{Format, Hook};
use crate::engine::host::{Fault, Subject};
use crate::engine::table_match::Match;
use crate::table::{By, Effect, Event, Seat, Standing, Task, Who};

impl Match {
    /// The points are counted: who is over drops out, where that is played; then the match is
    /// judged.
    pub(super) fn after_points(&mut self) {
        self.st().work.push(Task::MatchOver);
        if !self.game.policy.drop_out {
            return;
        }
        let by = self.by_rule("scoring");
        for seat in self.over_the_limit().into_iter().rev() {
            self.request(Effect::Drop { who: Who::Seat(seat) }, by);
        }
    }

    /// Seats of the match whose total has reached, or passed, the target (A31, A31b).
    fn over_the_limit(&self) -> Vec<Seat> {
        let total = |seat: &Seat| self.state.place(*seat).total;
        let mut seats: Vec<Seat> =
            self.in_match().into_iter().filter(|seat| self.over(*seat)).collect();
        if self.game.policy.highest_only {
            let highest = seats.iter().map(total).max();
            seats.retain(|seat| Some(total(seat)) == highest);
        }
        seats
    }

    /// Whether a seat's total has reached, or passed, the target (A31).
    fn over(&self, seat: Seat) -> bool {
        let policy = &self.game.policy;
        let total = self.state.place(seat).total;
        let counts = !matches!(policy.format, Format::Places | Format::Script);
        counts && if policy.exceed { total > policy.target } else { total >= policy.target }
    }

    /// Seats that have neither left nor dropped out.
    fn in_match(&self) -> Vec<Seat> {
        let there = |seat: &Seat| {
            let place = self.state.place(*seat);
            place.standing != Standing::Gone && place.dropped == 0 && !place.leaving
        };
        self.state.all().filter(there).collect()
    }

    /// A seat is out of the match: between rounds at once, else as one that leaves.
    pub(super) fn drop_out(&mut self, seat: Seat, by: By) {
        let round = self.state.table.round;
        let place = &mut self.st().seats[seat.index()];
        if place.standing == Standing::Gone || place.dropped > 0 {
            return;
        }
        place.dropped = round;
        if self.state.over.is_none() {
            self.leave(seat);
            return;
        }
        let place = &mut self.st().seats[seat.index()];
        place.standing = Standing::Gone;
        let event = Event::DroppedOut { seat, total: place.total };
        self.note(event.clone(), by);
        self.react(Hook::OnDroppedOut, event, None);
    }

    /// Whether the match is over: by the totals, by its rounds, or because a rule says so.
    pub(super) fn match_over(&mut self) -> Done {
        if self.state.table.winners.is_none()
            && let Some(winners) = self.match_winners()?
        {
            self.end_match(winners);
        }
        self.tidy_round();
        Ok(())
    }

    /// Who has won the match, if it is over.
    fn match_winners(&self) -> Result<Option<Vec<Seat>>, Fault> {
        let policy = &self.game.policy;
        let left = self.in_match();
        let dropped_now = |seat: &Seat| self.state.place(*seat).dropped == self.state.table.round;
        let best = || self.with_partners(self.best());
        if left.len() < crate::limits::SEATS_MIN {
            return Ok(Some(best()));
        }
        let listeners = self.game.listeners(Hook::CanEndMatch).iter();
        let subject = Subject::Round;
        let (allowed, forbidden) =
            self.look().fold_plain(listeners, subject, "can_end_match", None)?;
        if forbidden.is_some() {
            return Ok(None);
        }
        let by_points = if policy.drop_out {
            self.state.all().any(|seat| dropped_now(&seat)) && left.len() <= policy.left
        } else {
            left.iter().any(|seat| self.over(*seat))
        };
        let by_rounds = policy.rounds > 0 && self.state.table.round >= policy.rounds;
        if !(allowed || by_points || by_rounds) {
            return Ok(None);
        }
        let best = best();
        let one_team = best
            .windows(2)
            .all(|two| self.state.place(two[0]).team == self.state.place(two[1]).team);
        let tied = policy.ties_play_on && !policy.drop_out && !one_team;
        Ok((allowed || !tied).then_some(best))
    }

    /// The seats that are first in the standings.
    fn best(&self) -> Vec<Seat> {
        let first = self.standings().into_iter().take_while(|rank| rank.rank == 1);
        let mut seats: Vec<Seat> = first.map(|rank| rank.seat).collect();
        seats.sort_unstable();
        seats
    }

    /// The match is over.
    pub(super) fn end_match(&mut self, winners: Vec<Seat>) {
        if self.state.table.winners.is_some() {
            return;
        }
        self.st().table.winners = Some(winners.clone());
        let event = Event::MatchEnded { winners };
        self.note(event.clone(), By::Game);
        self.react(Hook::OnMatchEnded, event, None);
    }

    /// The winners of a round with their partners: a team wins as one (R18.1).
    pub(super) fn with_partners(&self, winners: Vec<Seat>) -> Vec<Seat> {
        if !self.game.policy.partners {
            return winners;
        }
        let won = |seat: &Seat| {
            let place = self.state.place(*seat);
            let team = |other: &Seat| self.state.place(*other).team == place.team;
            place.standing != Standing::Gone && winners.iter().any(team)
        };
        self.state.all().filter(won).collect()
    }
}
