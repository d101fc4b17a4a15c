//! Who acts next, and what: the bots of a table and the order of their reactions, seeded.

use super::react::React;
use crate::bot::{Bot, View};
use crate::engine::definition::Hook;
use crate::engine::{Code, Match, Refusal};
use crate::rng::Stream;
use crate::table::{Action, Call, Seat, SeatSet, Standing, Status};

/// The bots of a table.
pub struct Driver {
    bots: Vec<Box<dyn Bot>>,
    react: React,
    /// Whether any bot does something out of turn.
    reacts: bool,
    /// What bots choose by.
    choices: Stream,
    /// Who gets in first, who notices.
    lots: Stream,
    actions: Vec<Action>,
    plays: usize,
    /// Seats for which people play.
    people: SeatSet,
}

impl Driver {
    /// These bots, one for each seat.
    pub fn new(bots: Vec<Box<dyn Bot>>, react: React) -> Self {
        let reacts = bots.iter().any(|bot| bot.reacts());
        let (choices, lots) = (Stream::new(0, "bots"), Stream::new(0, "reactions"));
        Self {
            bots,
            react,
            reacts,
            choices,
            lots,
            actions: Vec::new(),
            plays: 0,
            people: SeatSet::default(),
        }
    }
    /// A new round or match with this seed begins.
    pub fn begin(&mut self, seed: u64) {
        self.choices = Stream::new(seed, "bots");
        self.lots = Stream::new(seed, "reactions");
    }
    /// People play for these seats: no bot reacts there.
    pub const fn leave(&mut self, people: SeatSet) {
        self.people = people;
    }
    /// How many different things the seat could have done that was asked last: cards to lay, a
    /// debt to take, offers to take up. To draw or to pass is none of them.
    pub const fn choices(&self) -> usize {
        self.plays
    }

    /// Who acts next, and what; nobody when the round is over.
    ///
    /// # Errors
    /// When a rule or a scripted bot fails, or nobody could go on.
    pub fn next(&mut self, table: &Match) -> Result<Option<(Seat, Action)>, Refusal> {
        let seat = match table.state().status() {
            Status::Over => return Ok(None),
            Status::Turn(seat) | Status::Debt(seat) => {
                if let Some(reaction) = self.reaction(table, seat)? {
                    return Ok(Some(reaction));
                }
                seat
            }
            Status::Ask(seats) => {
                let at = self.lots.below(seats.len()) as usize;
                seats.iter().nth(at).unwrap_or(table.state().turn.seat)
            }
        };
        self.choose(table, seat).map(Some)
    }

    /// What the bot of a seat that is due does.
    ///
    /// # Errors
    /// As [`Driver::next`].
    pub fn choose(&mut self, table: &Match, seat: Seat) -> Result<(Seat, Action), Refusal> {
        table.legal_actions_into(seat, &mut self.actions)?;
        self.plays = 0;
        for action in &self.actions {
            self.plays += usize::from(matches!(
                action,
                Action::Play { call: false, .. } | Action::Take | Action::Offer { .. }
            ));
        }
        if self.bots[seat.index()].forgets() {
            self.overlook();
        }
        if self.actions.is_empty() {
            let text = format!("seat {seat} is due and has no action: no rule lets it go on");
            return Err(Refusal::new(Code::NotDue, text));
        }
        let view = View::new(table, seat);
        let bot = &mut self.bots[seat.index()];
        let action = bot.choose(&view, &self.actions, &mut self.choices)?;
        if !self.actions.contains(&action) {
            return Err(Refusal::new(Code::BadValue, "a bot chose what is not among the actions"));
        }
        Ok((seat, action))
    }

    /// A seat forgets to call along with its play, or does not notice whom it could catch, now
    /// and then.
    fn overlook(&mut self) {
        let calls = |a: &Action| matches!(a, Action::Play { call: true, .. } | Action::Call);
        let catches = |a: &Action| matches!(a, Action::Catch(_));
        if self.actions.iter().any(calls) && !self.notices(self.react.call) {
            self.actions.retain(|action| !calls(action));
        }
        if self.actions.iter().any(catches) && !self.notices(self.react.catch) {
            self.actions.retain(|action| !catches(action));
        }
    }

    fn notices(&mut self, thousandths: u16) -> bool {
        self.lots.below(1000) < u32::from(thousandths)
    }

    /// What a seat that is not due does before the one that is due acts.
    ///
    /// # Errors
    /// When a rule or a scripted bot fails.
    pub fn reaction(
        &mut self,
        table: &Match,
        due: Seat,
    ) -> Result<Option<(Seat, Action)>, Refusal> {
        if !self.reacts {
            return Ok(None);
        }
        let state = table.state();
        let exposed = state.seats.iter().any(|place| matches!(place.call, Call::Exposed { .. }));
        let game = table.game();
        if !exposed && !game.hears(Hook::CanJump) && game.offers.is_empty() {
            return Ok(None);
        }
        let mut seats: Vec<Seat> = state.all().collect();
        self.lots.shuffle(&mut seats);
        for seat in seats {
            let there = state.place(seat).standing == Standing::In;
            if seat == due || !there || self.people.has(seat) || !self.bots[seat.index()].reacts() {
                continue;
            }
            table.legal_actions_into(seat, &mut self.actions)?;
            if self.actions.is_empty() {
                continue;
            }
            let jump = self.notices(self.react.jump);
            let catch = self.notices(self.react.catch);
            let call = self.notices(self.react.call);
            let offer = self.notices(self.react.offer);
            self.actions.retain(|action| match action {
                Action::Play { call: true, .. } => jump && call,
                Action::Play { .. } => jump,
                Action::Catch(_) => catch,
                Action::Call => call,
                Action::Offer { .. } => offer,
                Action::Draw | Action::Pass | Action::Take | Action::Answer(_) => false,
            });
            if self.actions.is_empty() {
                continue;
            }
            let view = View::new(table, seat);
            let bot = &mut self.bots[seat.index()];
            if let Some(action) = bot.react(&view, &self.actions, &mut self.choices)? {
                return Ok(Some((seat, action)));
            }
        }
        Ok(None)
    }
}
