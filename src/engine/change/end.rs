//! The one path by which a round ends, its points, and the end of the match.

use super::Done;
use super::play::one;
use crate::engine::definition::{Format, Hook, Scope};
use crate::engine::host::{Fault, Host, Subject};
use crate::engine::table_match::Match;
use crate::table::{By, Call, Effect, EndWhy, Event, MomentWhen, RoundEnd, Seat, Standing, Task};

impl Match {
    /// Only one seat still plays, or only one team.
    pub(super) fn alone(&mut self) {
        let places = self.game.policy.format == Format::Places;
        let first = self.state.all().find(|s| self.state.place(*s).standing == Standing::Out(1));
        let left: Vec<Seat> = self.state.all().filter(|seat| self.state.active(*seat)).collect();
        let winners = if places { first.map_or(left, |seat| vec![seat]) } else { left };
        let winners = self.with_partners(winners);
        self.begin_ending(winners, EndWhy::Alone);
    }

    /// Whether all who still play are of one team, and there is another.
    pub(super) fn one_team(&self) -> bool {
        let mut teams = self.state.seats.iter().map(|place| place.team);
        let any = teams.next();
        if teams.all(|team| Some(team) == any) {
            return false;
        }
        let active = |place: &&crate::table::Place| place.standing == Standing::In;
        let mut playing = self.state.seats.iter().filter(active).map(|place| place.team);
        let one = playing.next();
        playing.all(|team| Some(team) == one)
    }

    /// Nobody can go on: the round ends without a winner; in play for places there is an order
    /// even so (A9).
    pub(super) fn blocked(&mut self) {
        let places = self.game.policy.format == Format::Places;
        let first = self.round_order().into_iter().take(usize::from(places));
        self.begin_ending(first.collect(), EndWhy::Blocked);
    }

    /// The round is over: its debts are settled.
    pub(super) fn finish(&mut self) {
        let Some(ending) = self.st().ending.take() else { return };
        let (winners, why) = (ending.winners, ending.why);
        let state = self.st();
        state.over = Some(RoundEnd { winners: winners.clone(), why });
        state.debts.clear();
        state.delayed.clear();
        let event = || Event::RoundEnded { winners: winners.clone(), why };
        self.note_if(By::Game, event);
        self.st().work.push(Task::Points);
        let mut moments = self.due_moments(|when| matches!(when, MomentWhen::RoundEnd));
        moments.truncate(crate::limits::STACK_LIMIT / 2);
        self.push_moments(moments);
        if self.game.hears(Hook::OnRoundEnded) {
            self.react(Hook::OnRoundEnded, event(), None);
        }
    }

    /// Points of the round (R16, R17), then the match.
    pub(super) fn points(&mut self) -> Done {
        let Some(over) = &self.state.over else { return Ok(()) };
        let points = self.points_by_seat(over)?;
        let by = self.told_by("scoring");
        for (seat, points) in points {
            let state = self.st();
            let place = &mut state.seats[seat.index()];
            place.points += points;
            place.total += points;
            let (points, total) = (place.points, place.total);
            self.note_if(by, || Event::Scored { seat, points, total });
        }
        if self.game.policy.format == Format::Places {
            self.count_places();
        }
        let state = self.st();
        state.table.scores.extend(state.seats.iter().map(|place| place.points));
        self.after_points();
        Ok(())
    }

    /// In play for places a seat counts its place of each round, so that the best over several
    /// rounds has the least (R22). They are no points: nothing is told and no rule adjusts them.
    fn count_places(&mut self) {
        let order = self.round_order();
        let state = self.st();
        for (at, seat) in order.into_iter().enumerate() {
            let place = &mut state.seats[seat.index()];
            place.points += at as i64 + 1;
            place.total += at as i64 + 1;
        }
    }

    fn points_by_seat(&self, over: &RoundEnd) -> Result<Vec<(Seat, i64)>, Fault> {
        let held = self.state.all().map(|seat| self.points_of(seat));
        let held = held.collect::<Result<Vec<i64>, Fault>>()?;
        let mut points = Vec::new();
        match self.game.policy.format {
            Format::Places | Format::Script => {}
            Format::WinnerAll => {
                let team = |seat: Seat| self.state.place(seat).team;
                if let Some(winner) = over.winners.first() {
                    let others = self.state.all().filter(|s| team(*s) != team(*winner));
                    let mut sum = others.map(|seat| held[seat.index()]).sum();
                    if self.game.policy.half_points && self.game.policy.partners {
                        sum /= 2;
                    }
                    for seat in &over.winners {
                        points.push((*seat, self.scored(*seat, sum)?));
                    }
                }
            }
            Format::OwnHand => {
                for seat in self.state.all() {
                    if self.state.place(seat).standing != Standing::Gone {
                        points.push((seat, self.scored(seat, held[seat.index()])?));
                    }
                }
            }
        }
        Ok(points)
    }

    fn scored(&self, seat: Seat, points: i64) -> Result<i64, Fault> {
        self.look().adjust(Hook::AdjustScore, points, Subject::Score { seat, points })
    }

    /// Points of the cards that a seat holds.
    fn points_of(&self, seat: Seat) -> Result<i64, Fault> {
        let mut sum = 0;
        if !self.game.hears(Hook::AdjustPoints) {
            return Ok(self.state.place(seat).hand.points(&self.game.deck));
        }
        for card in self.state.place(seat).hand.cards() {
            let printed = i64::from(self.game.deck.card(card).points);
            let subject = Subject::Card { seat, card };
            sum += self.look().adjust(Hook::AdjustPoints, printed, subject)?;
        }
        Ok(sum)
    }

    /// Nothing of the round is left to disturb the next (R23.4).
    pub(super) fn tidy_round(&mut self) {
        let state = self.st();
        for place in &mut state.seats {
            place.call = Call::Quiet;
            place.missing = 0;
        }
        state.moments.clear();
        state.fresh = crate::table::SeatSet::default();
        state.down = None;
        state.idle = 0;
        state.last_draw = None;
        state.advance.to = None;
        state.advance.skips = 0;
        for scope in [Scope::Window, Scope::Turn, Scope::Top, Scope::Round] {
            self.forget(scope);
        }
        self.host.tidy();
    }

    /// Effects on seats, points and ends.
    pub(super) fn seat_effect(&mut self, effect: Effect, by: By) {
        match effect {
            Effect::GoOut { who } => {
                let seat = one(who);
                if self.state.active(seat) {
                    self.go_out(seat);
                    let event = Event::WentOut { seat, place: self.place_of(seat) };
                    self.react(Hook::OnWentOut, event, None);
                }
            }
            Effect::KnockOut { who } => self.knock_out(one(who), by),
            Effect::BringBack { who } => {
                let seat = one(who);
                let place = &mut self.st().seats[seat.index()];
                if matches!(place.standing, Standing::Out(_) | Standing::KnockedOut) {
                    place.standing = Standing::In;
                    let event = Event::CameBack { seat };
                    self.note(event.clone(), by);
                    self.react(Hook::OnCameBack, event, None);
                }
            }
            Effect::Drop { who } => self.drop_out(one(who), by),
            Effect::Score { who, points } => {
                let seat = one(who);
                let place = &mut self.st().seats[seat.index()];
                place.points += points;
                place.total += points;
                let (points, total) = (place.points, place.total);
                self.note(Event::Scored { seat, points, total }, by);
            }
            Effect::EndRound { winners } => self.begin_ending(winners, EndWhy::Rule),
            Effect::EndMatch { winners } => {
                self.begin_ending(winners.clone(), EndWhy::Rule);
                self.end_match(winners);
            }
            _ => {}
        }
    }

    /// A seat is out of this round; what it owes is forgiven (C22).
    fn knock_out(&mut self, seat: Seat, by: By) {
        if !self.state.active(seat) {
            return;
        }
        let state = self.st();
        state.seats[seat.index()].standing = Standing::KnockedOut;
        state.seats[seat.index()].call = Call::Quiet;
        let own_turn = state.turn.seat == seat && !state.turn.done;
        if own_turn {
            state.turn.done = true;
        }
        let event = Event::KnockedOut { seat };
        self.note(event.clone(), by);
        self.react(Hook::OnKnockedOut, event, None);
    }
}
